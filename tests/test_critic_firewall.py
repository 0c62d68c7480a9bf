"""The wall around the answer key, proved four times: by what is opened, by process, by type and by name.

The import contract is the fifth proof; it is kept by `lint-imports` (`pyproject.toml`, "wall").
"""

import os
import shutil
import subprocess
import sys
import typing
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from playbook_legal.critic import (
    AnswerKeyError,
    ClientRecord,
    CriticError,
    canonical_filename,
    critique,
    guard_path,
    load_authority,
    load_submission,
    placing,
    reviewing,
)
from playbook_legal.critic.checks import citations, concessions, quotations
from playbook_legal.paper.firewall import Admitted, Firewall, is_answer_key_text

from .critic_cases import ANSWER_KEY, MANIFEST, QUOTE, issue, write_folder, write_matter, written
from .word_files import docx, paragraph

ROOT = Path(__file__).parents[1]
MATTERS = sorted(path.parent for path in (ROOT / "matters").glob("*/matter.yaml"))

# --- names ---------------------------------------------------------------------------------------------------

SPELLINGS = {
    "rubric.yaml": "rubric.yaml",
    "RUBRIC.YAML": "rubric.yaml",
    "Rubric.Yaml": "rubric.yaml",
    "rubric.yaml.": "rubric.yaml",
    "rubric.yaml...": "rubric.yaml",
    "rubric.yaml   ": "rubric.yaml",
    "rubric.yaml. . ": "rubric.yaml",
    "rubric.yaml:$DATA": "rubric.yaml",
    "rubric.yaml::$DATA": "rubric.yaml",
    "rubric.yaml:stream:$DATA": "rubric.yaml",
    "C:rubric.yaml": "rubric.yaml",
    "matters\\ai_saas_001\\rubric.yaml": "rubric.yaml",
    "matters/ai_saas_001/rubric.yaml/": "rubric.yaml",
    "./rubric.yaml/.": "rubric.yaml",
    "rub\u200bric.yaml": "rubric.yaml",
    "rubric\ufeff.yaml": "rubric.yaml",
    "\u202erubric.yaml": "rubric.yaml",
    "RUBRİC.YAML": "rubric.yaml",
    "rubrıc.yaml": "rubric.yaml",
    "ｒｕｂｒｉｃ．ｙａｍｌ": "rubric.yaml",
    "RUBRIC~1.YAM": "rubric.yaml",
    "hidden_factſ.yaml": "hidden_facts.yaml",
    "HIDDEN~1.YAM": "hidden_facts.yaml",
    "Counterparty.YAML ": "counterparty.yaml",
    "COUNTE~2.YAM": "counterparty.yaml",
    unicodedata.normalize("NFD", "rúbric.yaml"): "rúbric.yaml",
    "rubric.yml": "rubric.yml",
    "rubric.yaml.md": "rubric.yaml.md",
    "my_rubric.yaml": "my_rubric.yaml",
    "": "",
    "..": "",
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_names_are_folded_as_file_systems_fold_them(name):
    assert canonical_filename(name) == SPELLINGS[name]


@pytest.mark.parametrize("name", [name for name, folded in SPELLINGS.items() if folded in ANSWER_KEY])
def test_no_spelling_of_an_answer_key_is_a_path(name, tmp_path):
    with pytest.raises(AnswerKeyError):
        guard_path(str(tmp_path / "x" / name) if "\\" not in name else name)


@pytest.mark.parametrize("name", ["dpa.md", "rubric.md", "rubric.yml", "matter.yaml", "review.json"])
def test_other_names_pass_even_where_there_is_no_file(name, tmp_path):
    assert guard_path(tmp_path / name) == tmp_path / name


def test_an_answer_key_error_is_a_critic_error():
    assert issubclass(AnswerKeyError, CriticError)


# --- what is opened ------------------------------------------------------------------------------------------


def evidence_at(matter: Path, make: Callable[[Path, Path], object]) -> Path:
    """A matter that lists `documents/evidence.md` as well, made by `make(path, rubric)`."""
    manifest = MANIFEST + "  - {id: evidence, title: Evidence, path: documents/evidence.md}\n"
    (matter / "matter.yaml").write_text(manifest, encoding="utf-8")
    make(matter / "documents" / "evidence.md", matter / "rubric.yaml")
    return matter


def _chain(path: Path, rubric: Path) -> None:
    middle = path.with_name("middle.md")
    middle.symlink_to(rubric)
    path.symlink_to(middle.name)


def _through_a_folder(path: Path, rubric: Path) -> None:
    folder = path.with_name("attic")
    folder.symlink_to(rubric.parent, target_is_directory=True)
    path.symlink_to(Path("attic") / rubric.name)


def _wrapped(path: Path, rubric: Path) -> None:
    path.write_text(f"# Evidence\n\n```yaml\n{rubric.read_text()}```\n")


def _as_json(path: Path, rubric: Path) -> None:
    import json

    import yaml

    path.write_text(json.dumps(yaml.safe_load(rubric.read_text())))


WAYS: dict[str, Callable[[Path, Path], object]] = {
    "a symbolic link": lambda path, rubric: path.symlink_to(rubric),
    "a relative link": lambda path, rubric: path.symlink_to(f"../{rubric.name}"),
    "a chain of links": _chain,
    "a link through a linked folder": _through_a_folder,
    "a hard link": lambda path, rubric: path.hardlink_to(rubric),
    "a copy": lambda path, rubric: shutil.copy(rubric, path),
    "a copy with a mark and CR LF": lambda path, rubric: path.write_bytes(
        b"\xef\xbb\xbf" + rubric.read_bytes().replace(b"\n", b"\r\n")
    ),
    "a copy wrapped into a document": _wrapped,
    "a copy as JSON": _as_json,
}


@pytest.mark.parametrize("name", WAYS)
@pytest.mark.parametrize("key", ANSWER_KEY)
def test_no_document_is_an_answer_key_whatever_leads_to_it(name, key, tmp_path):
    def make(path: Path, rubric: Path) -> None:
        WAYS[name](path, rubric.with_name(key))

    matter = evidence_at(write_matter(tmp_path / "matter"), make)
    with pytest.raises(AnswerKeyError):
        ClientRecord.from_directory(matter)


@pytest.mark.parametrize("name", WAYS)
def test_no_document_of_a_deal_folder_is_an_answer_key(name, tmp_path):
    folder = write_folder(tmp_path / "deal")
    (folder / "rubric.yaml").write_text(ANSWER_KEY["rubric.yaml"])
    (folder / "documents").mkdir()
    WAYS[name](folder / "evidence.md", folder / "rubric.yaml")
    if name == "a relative link":
        (folder / "evidence.md").unlink()
        (folder / "evidence.md").symlink_to("rubric.yaml")
    with pytest.raises(AnswerKeyError):
        ClientRecord.from_directory(folder)


PATHS = [
    "rubric.yaml",
    "./documents/../rubric.yaml",
    "documents/../RUBRIC.YAML",
    "rubric.yaml.",
    "rubric.yaml   ",
    "rubric.yaml:$DATA",
    "hidden_facts.yaml",
    "counterparty.yaml",
    "rub\u200bric.yaml",
]


@pytest.mark.parametrize("path", PATHS)
def test_a_manifest_aimed_at_an_answer_key_fails_loudly(path, tmp_path):
    matter = write_matter(tmp_path / "matter")
    text = MANIFEST.replace("documents/dpa.md}", f'"{path}"}}')
    (matter / "matter.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(AnswerKeyError, match="answer key"):
        ClientRecord.from_directory(matter)


@pytest.mark.parametrize("path", PATHS)
def test_an_argument_aimed_at_an_answer_key_fails_loudly(path, tmp_path):
    matter = write_matter(tmp_path / "matter")
    good = written(tmp_path, "good.json", {"issues": [issue(QUOTE)]})
    with pytest.raises(AnswerKeyError):
        load_submission(matter / path)
    with pytest.raises(AnswerKeyError):
        load_authority(matter / path)
    with pytest.raises(AnswerKeyError):
        critique(matter, matter / path)
    with pytest.raises(AnswerKeyError):
        critique(matter, good, matter / path)


@pytest.mark.parametrize("link", ["symlink_to", "hardlink_to"])
def test_an_argument_elsewhere_that_is_the_matters_answer_key_fails_loudly(link, tmp_path):
    matter = write_matter(tmp_path / "matter")
    (tmp_path / "far" / "away").mkdir(parents=True)
    aimed = tmp_path / "far" / "away" / "limits.yaml"
    getattr(aimed, link)(matter / "rubric.yaml")
    good = written(tmp_path, "good.json", {"issues": [issue(QUOTE)]})
    with pytest.raises(AnswerKeyError):
        critique(matter, good, aimed)


def test_a_matter_file_that_is_an_answer_key_fails_loudly(tmp_path):
    matter = write_matter(tmp_path / "matter")
    (matter / "matter.yaml").unlink()
    (matter / "matter.yaml").symlink_to("rubric.yaml")
    with pytest.raises(AnswerKeyError):
        ClientRecord.from_directory(matter)


def test_an_answer_key_named_otherwise_and_linked_to_is_known_by_the_link(tmp_path):
    matter = write_matter(tmp_path / "matter")
    (matter / "rubric.yaml").rename(matter / "documents" / "key.md")
    (matter / "documents" / "key.md").write_text("Nothing in it tells.\n")
    (matter / "rubric.yaml").symlink_to("documents/key.md")
    (matter / "matter.yaml").write_text(MANIFEST.replace("dpa.md", "key.md"), encoding="utf-8")
    with pytest.raises(AnswerKeyError):
        ClientRecord.from_directory(matter)


@pytest.mark.parametrize("name", ["evidence.yaml", "evidence.YML", "evidence.yaml.", "evidence.yml:$DATA"])
def test_documents_are_text_and_never_yaml(name, tmp_path):
    matter = write_matter(tmp_path / "matter")
    (matter / "documents" / name).write_text("just: text\n")
    (matter / "matter.yaml").write_text(MANIFEST.replace("dpa.md", name), encoding="utf-8")
    with pytest.raises(CriticError, match="documents are text"):
        ClientRecord.from_directory(matter)


def test_a_yaml_file_behind_a_markdown_name_is_yaml(tmp_path):
    matter = write_matter(tmp_path / "matter")
    (matter / "notes.yaml").write_text("just: text\n")
    (matter / "documents" / "dpa.md").unlink()
    (matter / "documents" / "dpa.md").symlink_to("../notes.yaml")
    with pytest.raises(CriticError, match="documents are text"):
        ClientRecord.from_directory(matter)


def test_a_document_that_a_link_leads_out_of_the_folder_is_refused(tmp_path):
    (tmp_path / "out.md").write_text("Outside.\n")
    folder = write_folder(tmp_path / "deal")
    (folder / "out.md").symlink_to("../out.md")
    with pytest.raises(CriticError, match="leads out of the folder"):
        ClientRecord.from_directory(folder)
    matter = write_matter(tmp_path / "matter")
    (matter / "documents" / "dpa.md").unlink()
    (matter / "documents" / "dpa.md").symlink_to(tmp_path / "out.md")
    with pytest.raises(CriticError, match="leaves the matter folder"):
        ClientRecord.from_directory(matter)


def test_links_that_run_in_a_circle_are_refused(tmp_path):
    folder = write_folder(tmp_path / "deal")
    (folder / "a.md").symlink_to("b.md")
    (folder / "b.md").symlink_to("a.md")
    with pytest.raises(CriticError):
        ClientRecord.from_directory(folder)


def test_a_file_exchanged_between_the_check_and_the_reading_is_not_read(tmp_path):
    paper = tmp_path / "paper.md"
    paper.write_text("Paper.\n")
    admitted: Admitted = Firewall().admit(paper)
    (tmp_path / "other.md").write_text("Another text.\n")
    (tmp_path / "other.md").replace(paper)
    with pytest.raises(CriticError, match="exchanged"):
        admitted.read()


def test_a_document_that_changes_during_the_review_is_not_mixed(tmp_path, monkeypatch):
    from playbook_legal.critic import shelf as room

    folder = write_folder(tmp_path / "deal")
    # as for a data room, whose documents are read again where they are needed
    monkeypatch.setattr(room, "_KEPT_BYTES", 0)
    record = ClientRecord.from_directory(folder)
    with (folder / "dpa.md").open("a") as file:
        file.write("More.\n")
    with pytest.raises(CriticError, match="changed"):
        record.document("dpa")


def test_of_small_word_files_that_unpack_to_long_texts_only_some_are_held_in_memory(tmp_path, monkeypatch):
    from playbook_legal.critic import shelf as room

    folder = tmp_path / "deal"
    folder.mkdir()
    packed = docx(*[paragraph("The fees are due within thirty days of the invoice.")] * 1_000)
    for number in range(4):
        (folder / f"d{number}.docx").write_bytes(packed)
    monkeypatch.setattr(
        room, "_KEPT_BYTES", 500_000
    )  # the files are of 10,000 bytes together, their texts of 200,000
    record = ClientRecord.from_directory(folder)
    assert record.is_kept
    for number in range(4):
        (folder / f"d{number}.docx").write_bytes(docx(paragraph("Nothing of that.")))
    assert record.document("d0") is not None
    assert record.document("d1") is not None
    with pytest.raises(CriticError, match="changed"):
        record.document("d2")


@pytest.mark.parametrize("key", ["rubric.yaml", "hidden_facts.yaml", "counterparty.yaml"])
def test_every_shipped_answer_key_is_known_by_its_content_and_no_shipped_document_is(key):
    for matter in MATTERS:
        if (matter / key).exists():
            assert is_answer_key_text((matter / key).read_text(encoding="utf-8"))
    for document in (ROOT / "matters").glob("*/documents/*"):
        assert not is_answer_key_text(document.read_text(encoding="utf-8"))


KEYS_WITHOUT_A_TELLING_WORD = [
    "issues:\n  - id: a\n    anchor: dpa §5.1\n    severity: high\n",
    "# made by hand\n\nquestions:\n- id: a\n  concepts: [deadline]\n",
    "positions:\n  a:\n    counters: []\n",
    '{"issues": [{"id": "a", "anchor": "dpa §5.1"}]}',
]


@pytest.mark.parametrize("text", KEYS_WITHOUT_A_TELLING_WORD)
def test_a_small_answer_key_is_known_by_its_structure(text):
    assert is_answer_key_text(text)


SPARED = [
    "The required_concepts of a rubric are not explained in this agreement.\n",
    "## 3 Positions\n\nThe positions: as agreed.\n\nissues: none\n",
    "Signature: ______________ \n",
    "questions: who pays?\n",
]


@pytest.mark.parametrize("text", SPARED)
def test_paper_that_speaks_of_such_things_is_paper(text):
    assert not is_answer_key_text(text)


# --- by file: nothing is opened, and nothing changes without it -----------------------------------------------

AUDIT = """
import sys
from pathlib import Path
opened = []
def hook(event, arguments):
    if event == "open" and isinstance(arguments[0], (str, bytes)):
        opened.append(str(arguments[0]))
sys.addaudithook(hook)
from playbook_legal.critic import critique
report = critique(sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else None)
report.to_markdown(), report.to_json()
names = {Path(one).name.lower() for one in opened}
keys = {"rubric.yaml", "hidden_facts.yaml", "counterparty.yaml"}
print("documents" if any(name.endswith(".md") for name in names) else "nothing", sorted(names & keys))
gym = ("matter", "scoring", "episode", "authoring", "bench", "adapters")
print(sorted(name for name in sys.modules if name.startswith(tuple(f"playbook_legal.{room}" for room in gym))))
"""


@pytest.mark.parametrize("matter", MATTERS, ids=lambda path: path.name)
def test_a_fresh_process_opens_no_answer_key_and_loads_nothing_that_knows_one(matter):
    submission = ROOT / "examples" / matter.name / "good.jsonl"
    if not submission.exists():
        pytest.skip("no reference submission yet")
    authority = ROOT / "examples" / "authority" / f"{matter.name}.authority.yaml"
    arguments = [str(submission), *([str(authority)] if authority.exists() else [])]
    ended = subprocess.run(
        [sys.executable, "-c", AUDIT, str(matter), *arguments], capture_output=True, text=True, check=False
    )
    assert ended.stderr == ""
    assert ended.stdout == "documents []\n[]\n"


def test_the_command_loads_nothing_that_knows_an_answer_key(tmp_path):
    probe = (
        "import sys\n"
        "from playbook_legal.cli.critic import run\n"
        "try:\n    run()\nexcept SystemExit:\n    pass\n"
        "print([name for name in sys.modules if name.split('.')[1:2] in (['matter'], ['scoring'], ['episode'])])"
    )
    good = written(tmp_path, "good.json", {"issues": [issue(QUOTE)]})
    command = [sys.executable, "-c", probe, str(write_matter(tmp_path / "m")), str(good)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.stdout.endswith("\n[]\n")


# --- by type -------------------------------------------------------------------------------------------------


def _reachable(value: Any, seen: set[int]) -> list[Any]:
    """Everything that public names and fields lead to from `value`."""
    if id(value) in seen or isinstance(value, str | int | float | bytes | type(None)):
        return [value]
    seen.add(id(value))
    found = [value]
    if isinstance(value, dict):
        inner = [*value, *value.values()]
    elif isinstance(value, list | tuple | set | frozenset):
        inner = list(value)
    else:
        names = [name for name in dir(type(value)) if not name.startswith("_")]
        inner = [one for name in names if not callable(one := getattr(value, name, None))]
    for one in inner:
        found.extend(_reachable(one, seen))
    return found


def test_a_record_leads_back_to_no_folder(tmp_path):
    record = ClientRecord.from_directory(write_matter(tmp_path / "matter"))
    reached = _reachable(record, set())
    documents = [record.document(one) for one in record.ids]
    reached += _reachable(documents, set())
    assert not [one for one in reached if isinstance(one, Path)]
    assert not [one for one in reached if isinstance(one, str) and str(tmp_path) in one]


def test_the_checks_are_given_records_and_no_paths():
    for room in (citations, concessions, quotations, placing):
        for name in dir(room):
            function = getattr(room, name)
            if (
                callable(function)
                and getattr(function, "__module__", "") == room.__name__
                and not isinstance(function, type)
            ):
                hints = typing.get_type_hints(function)
                assert not [hint for hint in hints.values() if hint in (Path, os.PathLike)], name
    assert reviewing.review.__annotations__["record"] is ClientRecord


def test_among_thousands_of_files_none_is_an_answer_key_in_disguise(tmp_path):
    """The files of a folder are not followed one by one; what each of them is is looked at all the same."""
    folder = tmp_path / "matter" / "documents"
    folder.mkdir(parents=True)
    (tmp_path / "matter" / "rubric.yaml").write_text("anything: at all\n")
    for number in range(5):
        (folder / f"d{number}.md").write_text("# Paper\n\n## 1 One\n\nWords enough to be cited here.\n")
    ClientRecord.from_directory(folder)
    (folder / "linked.md").hardlink_to(tmp_path / "matter" / "rubric.yaml")
    with pytest.raises(AnswerKeyError, match=r"^linked\.md: this is an answer key under another name"):
        ClientRecord.from_directory(folder)
    (folder / "linked.md").unlink()
    (folder / "gone.md").symlink_to("nowhere.md")
    with pytest.raises(CriticError, match=r"^gone\.md: there is no such file"):
        ClientRecord.from_directory(folder)
