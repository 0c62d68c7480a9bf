"""What cannot be used ends in exit code 2 and one line on standard error that names what to fix, never in a
traceback and never in a report."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playbook_legal.cli.critic_command import critic_command
from playbook_legal.cli.running import run_command
from playbook_legal.critic import (
    AnswerKeyError,
    ClientRecord,
    CriticError,
    Report,
    load_authority,
    load_submission,
    review,
)
from playbook_legal.critic.authority import read_authority
from playbook_legal.critic.submission import read_submission
from playbook_legal.sources import Source

from .critic_cases import (
    ANSWER_KEY,
    FINAL,
    MANIFEST,
    QUOTE,
    RULE,
    issue,
    redline,
    submit,
    write_folder,
    write_matter,
    written,
)

NOT_ROOT = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything"
)


def outcome(arguments: list[Any], capfd: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of the command."""
    with pytest.raises(SystemExit) as ended:
        run_command(critic_command, "playbook-critic", [str(one) for one in arguments])
    out, err = capfd.readouterr()
    return int(ended.value.code or 0), out, err


def refused(arguments: list[Any], capfd: pytest.CaptureFixture[str], *words: str) -> None:
    """The command ends with exit code 2, one line on standard error that holds the words, and nothing else."""
    code, out, err = outcome(arguments, capfd)
    assert (code, out) == (2, "")
    assert err.startswith("playbook-critic: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert "Traceback" not in err
    for word in words:
        assert word in err


# --- submissions ---------------------------------------------------------------------------------------------

DEEP = '{"issues": ' + "[" * 100_000 + "]" * 100_000 + "}"
DEEP_KEY = '{"issues": [{"id": "a", "quote": ' + '{"text": ' * 600 + '""' + "}" * 600 + "}]}"

SUBMISSIONS: dict[str, tuple[Any, str]] = {
    "an empty file": ("", "empty"),
    "white space only": (" \n\t\n", "empty"),
    "no JSON": ("Dear all, please find attached", "neither JSON nor JSON lines"),
    "half an object": ('{"issues": [', "neither JSON nor JSON lines"),
    "a bare number": ("5", "no submission"),
    "a bare text": ('"hello"', "no submission"),
    "null": ("null", "no submission"),
    "a list": ("[]", "no submission"),
    "a list of actions": (json.dumps([submit()]), "no submission"),
    "an empty object": ("{}", "issues, redlines, markups, settlements, summary"),
    "an object without any of the five keys": ('{"findings": [], "model": "x"}', "issues, redlines"),
    "a near miss of a list": ('{"issue": [], "summary": "x"}', "did you mean `issues`"),
    "a near miss in capitals": ('{"Issues": [], "summary": "x"}', "did you mean `issues`"),
    "an unknown list beside a known key": ('{"summary": "x", "risks": [1]}', "risks"),
    "an unknown object beside a known key": ('{"summary": "x", "work": {"a": 1}}', "work"),
    "only empty lists": ('{"issues": [], "redlines": []}', "nothing in it can be reviewed"),
    "a blank summary alone": ('{"summary": " "}', "nothing in it can be reviewed"),
    "null lists": ('{"issues": null}', "nothing in it can be reviewed"),
    "issues as a text": ('{"issues": "dpa §5.1"}', "a list of objects is needed"),
    "issues as an object": ('{"issues": {"a": 1}}', "a list of objects is needed"),
    "issues as a number": ('{"issues": 1e9}', "a list of objects is needed"),
    "an issue that is a text": ('{"issues": ["late"]}', "issues[0]"),
    "an issue that is null": ('{"issues": [null]}', "issues[0]"),
    "an issue that is a list": ('{"issues": [[]]}', "issues[0]"),
    "a quote that is a number": ({"issues": [issue(5)]}, "issues[0].quote"),
    "a quote that is true": ({"issues": [issue(True)]}, "issues[0].quote"),
    "quotes with a number in them": ({"issues": [issue(None, quotes=["x", 5])]}, "issues[0].quotes[1]"),
    "quotes with null in them": ({"issues": [issue(None, quotes=[None])]}, "issues[0].quotes[0]"),
    "a quotation without a text": ({"issues": [issue(None, quotes=[{"citation": "dpa §5.1"}])]}, "no `text`"),
    "a quotation with a near miss": (
        {"issues": [issue(None, quotes=[{"txt": QUOTE}])]},
        "did you mean `text`",
    ),
    "a quotation whose text is a list": (
        {"issues": [issue(None, quotes=[{"text": [QUOTE]}])]},
        "text is needed",
    ),
    "a citation that is a number": ({"issues": [issue(QUOTE, 5.1)]}, "issues[0].citation"),
    "a citation that is an empty object": ({"issues": [issue(QUOTE, {})]}, "no citation stands here"),
    "citations with a number in them": ({"issues": [issue(QUOTE, None, citations=[5.1])]}, "citations[0]"),
    "a section that is a number": (
        {"issues": [issue(QUOTE, None, document_id="dpa", section=5.1)]},
        "issues[0].section",
    ),
    "a rationale that is a list": ({"issues": [issue(QUOTE, rationale=["Late."])]}, "issues[0].rationale"),
    "a label that is a number": ({"issues": [issue(QUOTE, id=7)]}, "issues[0].id"),
    "a title that is an object": ({"issues": [issue(QUOTE, title={})]}, "issues[0].title"),
    "a misspelled quotes": ({"issues": [issue(None, quoets=[QUOTE])]}, "did you mean `quotes`"),
    "a misspelled citation": (
        {"issues": [issue(QUOTE, None, citaton="dpa §5.1")]},
        "did you mean `citation`",
    ),
    "a misspelled language": (
        {"redlines": [{"id": "a", "replacment_text": "72 hours", "rationale": "x"}]},
        "did you mean `replacement_text`",
    ),
    "camel case": ({"redlines": [{"id": "a", "replacementText": "x", "rationale": "x"}]}, "did you mean"),
    "language that is a list": (
        {"settlements": [{"issue": "a", "closing_text": ["72 hours"]}]},
        "closing_text",
    ),
    "a summary that is a list": ({"summary": ["x"]}, "summary"),
    "a key twice": ('{"summary": "x", "summary": "y"}', "stands twice"),
    "not a number": ('{"summary": NaN}', "NaN"),
    "infinity": ('{"summary": -Infinity}', "Infinity"),
    "a number of 5,000 digits": ('{"summary": ' + "9" * 5_000 + "}", "a number is too long"),
    "an absurd number where a text belongs": ('{"summary": 1e999}', "beyond all measure"),
    "nesting without end": (DEEP, "nests too deeply"),
    "deep nesting inside": (DEEP_KEY, "issues[0].quote"),
    "a lone surrogate in a quotation": (
        '{"issues": [{"id": "a", "quote": "\\ud800 and so on and on"}]}',
        "surrogate",
    ),
    "a lone surrogate in a key": ('{"summary": "x", "x-\\udfff": 1}', "surrogate"),
    "a lone surrogate in an action": ('{"type": "submit_final", "summary": "\\ud800"}', "surrogate"),
    "an unknown action": ('{"type": "submit_memo", "summary": "x"}\n' + json.dumps(FINAL), ":1:1"),
    "an unknown action alone": ('{"type": "submit_memo"}', "submit_memo"),
    "an action without a type": (json.dumps(FINAL) + '\n{"issue_id": "a"}', ":2:1"),
    "a type that is a number": ('{"type": 5}', "no action"),
    "a type that is null": ('{"type": null}\n{"type": null}', "no action"),
    "a line that is no object": (json.dumps(FINAL) + "\n17", ":2:1"),
    "a line that is no JSON": (json.dumps(FINAL) + "\n{", ":2:1"),
    "a line with a key twice": (json.dumps(FINAL) + '\n{"type": "submit_final", "type": "x"}', ":2:1"),
    "reads only": ([{"type": "read_document", "document_id": "dpa"}], "nothing in it can be reviewed"),
    "searches and questions only": (
        [{"type": "search_matter", "query": "hours"}, {"type": "ask_client", "question": "When?"}],
        "nothing in it can be reviewed",
    ),
    "a misspelled field of an action": ([{**submit(), "quoets": [QUOTE]}], "did you mean `quotes`"),
    "quotes of an action as a number": ([{**submit(), "quotes": 5}], "quotes"),
    "an analysis of an action as a list": ([{**submit(), "analysis": []}], "analysis"),
    "a summary of an action as an object": ([{"type": "submit_final", "summary": {}}], "summary"),
    "a replacement of an action as a number": ([{**redline(""), "replacement_text": 72}], "replacement_text"),
}


@pytest.mark.parametrize("name", SUBMISSIONS)
def test_an_unusable_submission(name, tmp_path, capfd):
    content, word = SUBMISSIONS[name]
    path = written(tmp_path, "submission.json", content)
    refused([write_folder(tmp_path / "deal"), path], capfd, "submission.json", word)


# --- authority files -----------------------------------------------------------------------------------------

HEAD = "schema_version: playbook.authority.v1\n"
ONE = HEAD + "non_negotiables:\n  - id: a\n    prohibited_patterns: [x y z]\n"

AUTHORITIES = {
    "an empty file": ("", "empty"),
    "a comment only": ("# nothing\n", "empty"),
    "no YAML": ("a: [b\n", "not YAML"),
    "a tab": ("a:\n\t- b\n", "not YAML"),
    "a list": ("- a\n", "a mapping"),
    "a text": ("hello\n", "a mapping"),
    "two documents": (HEAD + "---\na: b\n", "not YAML"),
    "no schema version": ("non_negotiables: []\n", "schema_version is missing"),
    "another schema version": (ONE.replace("v1", "v2"), "playbook.authority.v1 is needed"),
    "no rule": (HEAD, "no rule"),
    "an unknown key": (ONE + "rules: []\n", "unknown key"),
    "a near miss": (
        ONE.replace("prohibited_patterns", "prohibited_pattern"),
        "prohibited_patterns is missing",
    ),
    "an unknown key in a rule": (ONE + "    colour: red\n", "unknown key"),
    "severity on a fallback": (
        HEAD + "approved_fallbacks:\n  - {id: a, permitted_patterns: [x], severity: advisory}\n",
        "unknown key",
    ),
    "a key twice": (ONE + "    id: b\n", "stands here twice"),
    "an id twice": (ONE + "  - id: a\n    prohibited_patterns: [x]\n", "used twice"),
    "a blank id": (ONE.replace("id: a", "id: ' '"), "the id is blank"),
    "no id": (ONE.replace("id: a", "description: a"), "id is missing"),
    "a text where the patterns belong": (ONE.replace("[x y z]", "x y z"), "a list is needed"),
    "a text where the provisions belong": (ONE + "    applies_to: dpa §5.1\n", "a list is needed"),
    "no pattern": (ONE.replace("[x y z]", "[]"), "can never fire"),
    "a blank pattern": (ONE.replace("[x y z]", "['\u00a0 ']"), "blank"),
    "a null pattern": (ONE.replace("[x y z]", "[~]"), "text is needed"),
    "a number as a pattern": (ONE.replace("[x y z]", "[72]"), "text is needed"),
    "null patterns": (ONE.replace("[x y z]", ""), "a list is needed"),
    "a provision that is no citation": (ONE + "    applies_to: [dpa 5.1]\n", "no citation"),
    "no provision": (ONE + "    applies_to: []\n", "applies nowhere"),
    "an unknown match": (ONE + "    match: regex\n", "one of text, words"),
    "an unknown severity": (ONE + "    severity: high\n", "one of critical, advisory"),
    "a guard that is a text": (ONE + "    negation_guard: 'yes'\n", "true or false"),
    "another matter": (RULE.replace("matter_id: small", "matter_id: other"), "for the matter"),
    "nesting without end": (ONE + "x: " + "[" * 5_000 + "]" * 5_000 + "\n", "authority.yaml"),
    "an alias of itself": (ONE + "x: &a [*a]\n", "authority.yaml"),
    "an unreadable character": (ONE + "description: '\x00'\n", "cannot stand in a YAML file"),
}


@pytest.mark.parametrize("name", AUTHORITIES)
def test_an_unusable_authority_file(name, tmp_path, capfd):
    text, word = AUTHORITIES[name]
    path = written(tmp_path, "authority.yaml", text)
    submission = written(tmp_path, "s.json", {"issues": [issue(QUOTE)]})
    matter = write_matter(tmp_path / "matter")
    refused([matter, submission, "--authority", path], capfd, "authority.yaml", word)


def test_the_line_of_a_fault_is_named(tmp_path):
    path = written(tmp_path, "authority.yaml", RULE.replace("matter_id: small", "matter_id: other"))
    record = ClientRecord.from_directory(write_matter(tmp_path / "matter"))
    submission = load_submission(written(tmp_path, "s.json", {"issues": [issue(QUOTE)]}))
    with pytest.raises(CriticError, match=r"authority\.yaml:2:12: .*other.*small"):
        review(record, submission, load_authority(path))


def test_a_folder_declares_no_matter_that_could_be_another(tmp_path):
    path = written(tmp_path, "authority.yaml", RULE.replace("matter_id: small", "matter_id: other"))
    record = ClientRecord.from_directory(write_folder(tmp_path / "deal"))
    submission = load_submission(written(tmp_path, "s.json", {"issues": [issue(QUOTE)]}))
    assert review(record, submission, load_authority(path)).passed


def test_keys_that_begin_with_x_are_their_owners_affair(tmp_path):
    text = ONE + "    x-note: {a: [1]}\nx-owner: me\n"
    assert len(load_authority(written(tmp_path, "authority.yaml", text)).limits) == 1


# --- records -------------------------------------------------------------------------------------------------


def broken(folder: Path, **files: "str | bytes | None") -> Path:
    """The small matter with some of its files replaced, or taken away where the replacement is None."""
    write_matter(folder)
    for name, content in files.items():
        path = folder / name.replace("__", "/").replace("_yaml", ".yaml").replace("_md", ".md")
        if content is None:
            path.unlink()
        else:
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def holding(folder: Path, *names: str) -> Path:
    """A folder with files of these names."""
    folder.mkdir()
    for name in names:
        (folder / name).write_text("text")
    return folder


def declaring(folder: Path, declared: str) -> Path:
    """A deal folder with `dpa.md`, `msa.md`, `playbook.md`, `notes.txt`, and a record file that declares these."""
    write_folder(folder)
    written(folder, "notes.txt", "text")
    written(folder, "record.yaml", f"schema_version: playbook.record.v1\ndocuments: [{declared}]\n")
    return folder


def linked_out(folder: Path) -> Path:
    """A deal folder whose record file is a link to a file elsewhere."""
    write_folder(folder)
    secret = written(folder.parent, "secret.txt", "the secret of another house")
    (folder / "record.yaml").symlink_to(secret)
    return folder


RECORDS: dict[str, tuple[Callable[[Path], Any], str]] = {
    "no such folder": (lambda at: at / "nothing", "no such folder"),
    "a file": (lambda at: written(at, "deal.md", "text"), "this is a file"),
    "an empty folder": (lambda at: holding(at / "m"), "no document in this folder"),
    "a folder of other paper": (lambda at: holding(at / "m", "deal.rtf"), "no document in this folder"),
    "a document that is not UTF-8": (lambda at: broken(at / "m", documents__dpa_md=b"\xff\xfe"), "not UTF-8"),
    "a document in another code page": (
        lambda at: broken(at / "m", documents__dpa_md="§".encode("cp1252")),
        "0xa7",
    ),
    "a document that is missing": (lambda at: broken(at / "m", documents__dpa_md=None), "no such file"),
    "an empty manifest": (lambda at: broken(at / "m", matter_yaml=""), "matter.yaml"),
    "a manifest that is no YAML": (lambda at: broken(at / "m", matter_yaml="a: ["), "not YAML"),
    "a manifest that is a list": (lambda at: broken(at / "m", matter_yaml="[]"), "a mapping"),
    "a manifest with an unknown key": (
        lambda at: broken(at / "m", matter_yaml=MANIFEST + "colour: red\n"),
        "unknown key",
    ),
    "a manifest that is not UTF-8": (lambda at: broken(at / "m", matter_yaml=b"title: \xff"), "not UTF-8"),
    "a manifest without documents": (
        lambda at: broken(at / "m", matter_yaml="matter_id: a\ntitle: b\ndocuments: []\n"),
        "no document is listed",
    ),
    "a document id used twice": (
        lambda at: broken(at / "m", matter_yaml=MANIFEST.replace("id: dpa", "id: msa")),
        "used twice",
    ),
    "a document that is a folder": (
        lambda at: broken(at / "m", matter_yaml=MANIFEST.replace("documents/dpa.md", "documents")),
        "folder",
    ),
    "a document that is YAML": (
        lambda at: broken(
            at / "m", notes_yaml="a: b", matter_yaml=MANIFEST.replace("documents/dpa.md", "notes.yaml")
        ),
        "documents are text",
    ),
    "a document outside": (
        lambda at: (
            written(at, "out.md", "text"),
            broken(at / "m", matter_yaml=MANIFEST.replace("documents/dpa.md", "../out.md")),
        )[1],
        "leaves the matter folder",
    ),
    "a document by an absolute path": (
        lambda at: broken(at / "m", matter_yaml=MANIFEST.replace("documents/dpa.md", "/etc/hostname")),
        "relative",
    ),
    "a document by a backslash": (
        lambda at: broken(at / "m", matter_yaml=MANIFEST.replace("documents/dpa.md", "documents\\dpa.md")),
        "forward slashes",
    ),
    "a null path": (
        lambda at: broken(at / "m", matter_yaml=MANIFEST.replace("documents/dpa.md", "~")),
        "matter.yaml",
    ),
    "two documents of one id": (
        lambda at: (write_folder(at / "m"), written(at / "m", "dpa.MD", "text"))[0],
        "already has the id",
    ),
    "a document whose name cannot be cited": (
        lambda at: (write_folder(at / "m"), written(at / "m", "dpa §5.md", "text"))[0],
        "cannot be cited",
    ),
    "a document whose name cannot be printed": (
        lambda at: (write_folder(at / "m"), written(at / "m", "dpa\u202e.md", "text"))[0],
        "cannot be printed",
    ),
    "a record file that declares a document nobody has": (
        lambda at: declaring(at / "m", "{id: dap}"),
        'record.yaml:2:18: there is no document "dap" in the folder (there are dpa, msa, notes, playbook); name',
    ),
    "a record file that declares a file nobody has": (
        lambda at: declaring(at / "m", "{id: a, path: sub/notes.txt}"),
        'there is no document "sub/notes.txt" in the folder; documents lie directly in it',
    ),
    "a record file that gives a document the id of another": (
        lambda at: declaring(at / "m", "{id: msa, path: notes.txt}"),
        'the id "msa" is that of msa.md as well',
    ),
    "a record file that names a document by the id it takes away": (
        lambda at: declaring(
            at / "m", "{id: letter, path: notes.txt}, {id: dpa, role: amendment, amends: [notes]}"
        ),
        'there is no document "notes"; known here: letter, dpa, msa, playbook',
    ),
    "a record file that is a link out of the folder": (
        lambda at: linked_out(at / "m"),
        "this link leads out of the folder",
    ),
}


def test_a_record_file_may_exchange_the_ids_of_two_documents(tmp_path):
    folder = declaring(tmp_path / "m", "{id: msa, path: dpa.md}, {id: dpa, path: msa.md}")
    record = ClientRecord.from_directory(folder)
    assert [(card.id, card.name) for card in record.cards] == [
        ("msa", "dpa.md"),
        ("dpa", "msa.md"),
        ("notes", "notes.txt"),
        ("playbook", "playbook.md"),
    ]


@pytest.mark.parametrize("name", RECORDS)
def test_an_unusable_record(name, tmp_path, capfd):
    make, word = RECORDS[name]
    submission = written(tmp_path, "s.json", {"issues": [issue(QUOTE)]})
    refused([make(tmp_path), submission], capfd, word)


@NOT_ROOT
def test_a_document_that_may_not_be_read(tmp_path, capfd):
    folder = write_folder(tmp_path / "deal")
    (folder / "dpa.md").chmod(0)
    refused([folder, written(tmp_path, "s.json", {"issues": [issue(QUOTE)]})], capfd, "permission")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_named_pipe_is_not_waited_for(tmp_path, capfd):
    os.mkfifo(tmp_path / "pipe.json")
    refused([write_folder(tmp_path / "deal"), tmp_path / "pipe.json"], capfd, "not an ordinary file")


# --- the command ---------------------------------------------------------------------------------------------

COMMANDS = {
    "no argument": ([], "Missing argument"),
    "one argument": (["{deal}"], "Missing argument"),
    "three arguments": (["{deal}", "{good}", "{good}"], "extra argument"),
    "an unknown option": (["{deal}", "{good}", "--strict"], "--strict"),
    "an unknown format": (["{deal}", "{good}", "--format", "pdf"], "pdf"),
    "a format without its value": (["{deal}", "{good}", "--format"], "--format"),
    "a negative floor": (["{deal}", "{good}", "--min-summary-chars", "-1"], "--min-summary-chars"),
    "a floor that is no number": (["{deal}", "{good}", "--min-summary-chars", "many"], "many"),
    "no process": (["{deal}", "{good}", "--jobs", "0"], "--jobs"),
    "no such submission": (["{deal}", "{at}/nothing.json"], "no such file"),
    "the paper as the submission": (["{deal}", "{deal}"], "folder of the paper"),
    "a folder without a submission": (["{deal}", "{matter}"], "no submission in this folder"),
    "no such authority file": (["{deal}", "{good}", "--authority", "{at}/nothing.yaml"], "no such file"),
    "a folder as the authority file": (["{deal}", "{good}", "--authority", "{at}"], "folder"),
    "a submission path with a null byte": (["{deal}", "a\0b"], "playbook-critic"),
    "a folder path with a null byte": (["a\0b", "{good}"], "playbook-critic"),
    "a path that is too long": (["{deal}", "x" * 5_000], "playbook-critic"),
    "an existing folder as the prefix": (["{deal}", "{good}", "--out", "{at}"], "prefix"),
    "a prefix that ends in a slash": (["{deal}", "{good}", "--out", "{at}/new/"], "prefix"),
    "an empty prefix": (["{deal}", "{good}", "--out", ""], "prefix"),
    "a prefix below a file": (["{deal}", "{good}", "--out", "{good}/report"], "good.json/report"),
    "a prefix among the documents": (["{deal}", "{good}", "--out", "{deal}/report"], "keep reports apart"),
    "a prefix that overwrites a document": (
        ["{matter}", "{good}", "--out", "{matter}/documents/dpa"],
        "was read",
    ),
    "a prefix that overwrites the submission": (["{deal}", "{good}", "--out", "{at}/good"], "was read"),
    "a prefix that is an answer key": (["{matter}", "{good}", "--out", "{matter}/RUBRIC.yaml"], "answer key"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_an_unusable_command(name, tmp_path, capfd):
    arguments, word = COMMANDS[name]
    places = {
        "at": tmp_path,
        "deal": write_folder(tmp_path / "deal"),
        "matter": write_matter(tmp_path / "matter"),
        "good": written(tmp_path, "good.json", {"issues": [issue(QUOTE)]}),
    }
    refused([one.format(**places) for one in arguments], capfd, word)


def test_an_unwritable_prefix_leaves_nothing_behind(tmp_path, capfd):
    (tmp_path / "out.md").mkdir()
    good = written(tmp_path, "good.json", {"issues": [issue(QUOTE)]})
    before = sorted(tmp_path.iterdir())
    refused([write_folder(tmp_path / "deal"), good, "--out", tmp_path / "out"], capfd, "folder")
    assert sorted(tmp_path.iterdir()) == sorted([*before, tmp_path / "deal"])


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder in which nobody can write")
def test_a_place_where_nobody_can_write(tmp_path, capfd):
    good = written(tmp_path, "good.json", {"issues": [issue(QUOTE)]})
    refused([write_folder(tmp_path / "deal"), good, "--out", "/proc/critic"], capfd, "cannot be written")


def test_a_folder_path_that_is_too_long(tmp_path, capfd):
    good = written(tmp_path, "good.json", {"issues": [issue(QUOTE)]})
    refused(["x" * 5_000, good], capfd, "xxx")


@pytest.mark.skipif(sys.platform != "linux", reason="needs a device that is always full")
def test_a_full_disk_is_one_line(tmp_path):
    import subprocess

    good = written(tmp_path, "good.json", {"issues": [issue(QUOTE)]})
    command = [
        sys.executable,
        "-c",
        "from playbook_legal.cli.critic import run; run()",
        str(write_folder(tmp_path / "d")),
        str(good),
    ]
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False, text=True)
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert "Traceback" not in ended.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="closes a descriptor as a shell does")
def test_a_closed_output_is_one_line(tmp_path):
    import subprocess

    good = written(tmp_path, "good.json", {"issues": [issue(QUOTE)]})
    run = "from playbook_legal.cli.critic import run; run()"
    command = [sys.executable, "-c", run, str(write_folder(tmp_path / "d")), str(good)]
    closed = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" >&-', "sh", *command], stderr=subprocess.PIPE, check=False
    )
    assert closed.returncode == 2
    assert closed.stderr.startswith(b"playbook-critic: standard output: ")
    assert closed.stderr.count(b"\n") == 1
    silent = subprocess.run(["/bin/sh", "-c", 'exec "$@" 2>&-', "sh", *command[:-1], "nothing"], check=False)
    assert silent.returncode == 2


def test_there_are_more_than_sixty_kinds():
    assert len(SUBMISSIONS) + len(AUTHORITIES) + len(RECORDS) + len(COMMANDS) >= 60


# --- whatever shape ------------------------------------------------------------------------------------------

_WORDS = st.sampled_from(
    [
        "",
        " ",
        "a",
        "dpa §5.1",
        "dpa §9",
        "msa§4.2",
        "§",
        "72 hours",
        QUOTE,
        QUOTE[:20] + "…",
        "\u202e`\n# x",
        "x-y",
    ]
)
# fmt: off
_KEYS = st.sampled_from([
    "id", "issue_id", "issue", "label", "title", "citation", "citations", "document_id", "section",
    "quote", "quotes", "text", "rationale", "analysis", "recommendation", "replacement_text",
    "proposed_text", "closing_text", "summary", "issues", "redlines", "markups", "settlements", "type",
    "quoets", "Issues", "x-a", "note", "call_id", "severity",
])
# fmt: on
_TYPES = st.sampled_from(
    [
        "submit_issue",
        "revise_issue",
        "propose_redline",
        "revise_redline",
        "send_markup",
        "accept_counterparty",
        "submit_final",
        "read_document",
        "nothing",
    ]
)
_LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | _WORDS | st.text(max_size=30)
_JSON = st.recursive(
    _LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_KEYS, inner, max_size=6),
    max_leaves=25,
)
_ITEMS = st.dictionaries(
    _KEYS, _LEAVES | st.lists(_WORDS | st.dictionaries(_KEYS, _WORDS, max_size=3), max_size=3), max_size=7
)
_REVIEWS = (
    st.dictionaries(
        st.sampled_from(["issues", "redlines", "markups", "settlements"]), st.lists(_ITEMS, max_size=3)
    )
    | _JSON
)
_ACTIONS = st.lists(
    st.builds(lambda name, fields: {**fields, "type": name}, _TYPES, _ITEMS), min_size=1, max_size=5
)


def _source(text: str) -> Source:
    return Source("submission", text.encode("utf-8", "replace").decode(), "0" * 64)


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    return ClientRecord.from_directory(write_folder(tmp_path_factory.mktemp("fuzz") / "deal"))


def _one_line(error: CriticError) -> None:
    assert "\n" not in str(error)


def _survives(record: ClientRecord, text: str) -> None:
    """A submission is refused with one line, or reviewed into a report that holds together."""
    try:
        submission = read_submission(_source(text))
    except CriticError as error:
        _one_line(error)
        return
    report = review(record, submission, read_authority(Source("authority", RULE, "1" * 64)))
    assert isinstance(report, Report)
    assert report.items
    assert report.passed == (not report.critical_findings)
    assert sum(report.counts().values()) == len(report.findings)
    assert json.loads(report.to_json()) == json.loads(json.dumps(report.to_dict()))
    assert report.to_markdown().count("\n# ") == 0


@given(st.one_of(_REVIEWS, _JSON).map(json.dumps))
def test_a_review_of_any_shape_is_refused_or_reviewed(record, text):
    _survives(record, text)


@given(_ACTIONS)
def test_actions_of_any_shape_are_refused_or_reviewed(record, lines):
    _survives(record, "\n".join(json.dumps(line) for line in lines))


@given(st.text(max_size=80))
def test_any_text_is_refused_or_reviewed(record, text):
    _survives(record, text)


# fmt: off
_YAML_KEYS = st.sampled_from([
    "schema_version", "matter_id", "source", "non_negotiables", "approved_fallbacks", "id",
    "description", "applies_to", "prohibited_patterns", "permitted_patterns", "match", "negation_guard",
    "severity", "message", "x-a", "rule",
])
# fmt: on
_YAML = st.recursive(
    _LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_YAML_KEYS, inner, max_size=6),
    max_leaves=20,
)
_RULES = st.dictionaries(_YAML_KEYS, st.lists(_WORDS, max_size=3) | _LEAVES, max_size=7)


@given(
    st.fixed_dictionaries(
        {"schema_version": st.just("playbook.authority.v1"), "non_negotiables": st.lists(_RULES, max_size=2)}
    )
    | _YAML
)
def test_an_authority_file_of_any_shape_is_refused_or_read(value):
    # JSON is YAML, and every shape of the one is a shape of the other.
    try:
        read_authority(_source(json.dumps(value)))
    except CriticError as error:
        _one_line(error)


def test_a_submission_of_monstrous_size_is_reviewed_in_bounded_time(record):
    work = {
        "issues": [
            issue("-" * 50_000 + " 7" + "." * 50_000 + "7"),
            issue(" ".join(f"w{number}" for number in range(50_000)), None),
            issue("in no event " + "... " * 50_000),
        ],
        **{f"key{number}": number for number in range(5_000)},
    }
    report = review(record, read_submission(_source(json.dumps(work))))
    assert [str(one.cause) for one in report.findings] == ["not_in_record"] * 3
    assert len(report.submission.not_read) == 201
    assert report.submission.not_read[-1] == "and 4800 more"


@given(st.text(max_size=60))
def test_any_text_as_an_authority_file_is_refused(text):
    with pytest.raises(CriticError):
        read_authority(_source(text))


@pytest.mark.parametrize("name", ANSWER_KEY)
def test_an_answer_key_is_no_submission_and_no_authority_file(name, tmp_path):
    path = written(tmp_path, "evidence.txt", ANSWER_KEY[name])
    for load in (load_submission, load_authority):
        with pytest.raises(AnswerKeyError):
            load(path)


def test_markdown_in_a_wrong_encoding_ends_the_run_and_another_file_of_its_name_does_not(
    tmp_path: Path,
) -> None:
    (tmp_path / "msa.md").write_text(
        "## 1 Fees\n\nCustomer pays the fees at the end of each month.\n", "utf-8"
    )
    (tmp_path / "old.md").write_bytes(b"{\\rtf1 A rich text file.}")
    (card,) = [one for one in ClientRecord.from_directory(tmp_path).cards if one.unreadable]
    assert (card.id, card.unreadable) == ("old", "this is a rich text file; save it as .docx, .pdf or text")
    (tmp_path / "old.md").write_bytes("# Fees\n\nCaf\xe9\n".encode("latin-1"))
    with pytest.raises(
        CriticError, match=r"^old\.md:3:4: byte 0xe9 is not UTF-8 text; save the file as UTF-8"
    ):
        ClientRecord.from_directory(tmp_path)
