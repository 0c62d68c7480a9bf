"""The command as engineers use it: formats, files, several submissions, standard input, watching, progress."""

import json
import os
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any, get_args, get_type_hints

import click
import pytest

from playbook_legal.cli.critic_command import critic_command
from playbook_legal.cli.critic_progress import Line
from playbook_legal.cli.critic_submissions import displayed
from playbook_legal.cli.critic_watch import changes, seen
from playbook_legal.critic import critique
from playbook_legal.critic.configuration import Settings
from playbook_legal.critic.report.formats import FORMATS

from .critic_cases import FINAL, QUOTE, issue, submit, write_folder, write_matter, written
from .critic_command_line import told

RUN = [sys.executable, "-c", "from playbook_legal.cli.critic import run; run()"]
BAD: dict[str, Any] = {"issues": [issue(QUOTE.replace("72", "27"))]}
GOOD: dict[str, Any] = {"issues": [issue(QUOTE)]}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A matter `m`, work that verifies and work that does not, in the working folder."""
    write_matter(tmp_path / "m")
    written(tmp_path, "good.json", GOOD)
    written(tmp_path, "bad.json", BAD)
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --- formats and files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_printed_and_written_alike(name, folder, capfd):
    code, out, err = told(["m", "bad.json", "--format", name, "--output", f"{name}=deep/report"], capfd)
    assert (code, err) == (1, "")
    assert "number_changed" in out or "27" in out
    assert out == (folder / "deep" / "report").read_bytes().decode()
    assert [one.name for one in (folder / "deep").iterdir()] == ["report"]


def test_several_files_are_written_at_once(folder, capfd):
    files = ["--output", "json=a.json", "--output", "sarif=b.sarif", "--output", "junit=c.xml", "--out", "d"]
    code, out, _ = told(["m", "bad.json", *files], capfd)
    report = critique("m", "bad.json")
    assert (code, out) == (1, report.to_markdown())
    assert (folder / "a.json").read_text(encoding="utf-8") == report.to_json()
    assert (folder / "d.json").read_text(encoding="utf-8") == report.to_json()
    assert (folder / "d.md").read_text(encoding="utf-8") == report.to_markdown()
    assert json.loads((folder / "b.sarif").read_text(encoding="utf-8"))["version"] == "2.1.0"
    assert ET.parse(folder / "c.xml").getroot().tag == "testsuites"  # noqa: S314 - of our own making


def test_the_plain_call_prints_what_the_full_one_prints(folder, capfd):
    for name in ("markdown", "json"):
        plain = subprocess.run([*RUN, "m", "bad.json", "--format", name], capture_output=True, check=False)
        code, out, _ = told(["m", "bad.json", "--format", name], capfd)
        assert (plain.returncode, plain.stdout.decode(), plain.stderr) == (code, out, b"")


REFUSED: dict[str, tuple[list[str], str]] = {
    "no format": (["--output", "report"], "FORMAT=FILE is needed"),
    "an unknown format": (["--output", "pdf=x"], "the formats are concise"),
    "no file": (["--output", "json="], "a file is needed"),
    "standard output": (["--output", "json=-"], "a file is needed"),
    "a null byte": (["--output", "json=a\0b"], "playbook-critic"),
    "a folder": (["--output", "json=m"], "this is a folder"),
    "a folder that is not there": (["--output", "json=new/"], "a file is needed"),
    "one file twice": (["--output", "json=x", "--output", "sarif=./x"], "two reports"),
    "the file of a prefix": (["--output", "json=x.md", "--out", "x"], "two reports"),
    "over the submission": (["--output", "json=good.json"], "was read"),
    "over the settings": (["--config", "set.toml", "--output", "json=set.toml"], "was read"),
    "over a document": (["--output", "json=m/documents/dpa.md"], "was read"),
    "an answer key": (["--output", "json=m/RUBRIC.yaml"], "answer key"),
    "below a file": (["--output", "json=good.json/x"], "good.json/x: the file cannot be opened"),
    "among the submissions": (["subs", "--output", "json=subs/r.json"], "among the submissions"),
    "a file that is written while another cannot be": (
        ["--output", "json=fine", "--output", f"sarif={'x' * 250}"],  # no room for the file beside it
        "cannot be written",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_cannot_be_written_is_one_line_and_leaves_nothing_behind(name, folder, capfd):
    arguments, words = REFUSED[name]
    (folder / "subs").mkdir()
    written(folder / "subs", "one.json", GOOD)
    written(folder, "set.toml", "")
    before = sorted(folder.rglob("*"))
    code, out, err = told(["m", "good.json", *arguments], capfd)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words in err
    assert sorted(folder.rglob("*")) == before


def test_reports_are_kept_apart_from_the_documents_of_a_folder(tmp_path, monkeypatch, capfd):
    write_folder(tmp_path / "deal")
    written(tmp_path, "s.json", GOOD)
    monkeypatch.chdir(tmp_path)
    code, _, err = told(["deal", "s.json", "--output", "markdown=deal/report.md"], capfd)
    assert (code, "among the documents" in err) == (2, True)


def test_the_working_folder_itself_may_be_the_record(folder, capfd, monkeypatch):
    monkeypatch.chdir(folder / "m")
    assert told([".", "../good.json", "--format", "sarif", "--output", "json=../r.json"], capfd)[0] == 0


def test_the_formats_are_the_same_wherever_they_are_named():
    (option,) = (one for one in critic_command.params if one.name == "format")
    assert isinstance(option.type, click.Choice)
    assert tuple(option.type.choices) == FORMATS
    setting = get_type_hints(Settings)["format"]
    assert get_args(get_args(setting)[0]) == FORMATS


# --- several submissions --------------------------------------------------------------------------------------


def test_the_exit_code_is_the_worst_and_every_report_is_there(folder, capfd):
    code, out, err = told(["m", "good.json", "bad.json", "--format", "json"], capfd)
    value = json.loads(out)
    assert (code, err, value["schema_version"]) == (1, "", "playbook.critic-reports.v1")
    assert [(one["name"], one["passed"]) for one in value["submissions"]] == [
        ("good.json", True),
        ("bad.json", False),
    ]
    assert value["submissions"][1]["report"] == critique("m", "bad.json").to_dict()
    assert told(["m", "good.json", "bad.json", "--fail-on", "never"], capfd)[0] == 0


def test_the_reports_keep_to_their_schema(folder, capfd):
    import jsonschema

    from playbook_legal.critic.report.together import together_schema

    _, out, _ = told(["m", "good.json", "bad.json", "--format", "json"], capfd)
    jsonschema.Draft202012Validator.check_schema(together_schema())
    jsonschema.validate(json.loads(out), together_schema())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**json.loads(out), "more": 1}, together_schema())


def test_the_markdown_of_several_begins_with_an_overview(folder, capfd):
    _, out, _ = told(["m", "good.json", "bad.json"], capfd)
    assert out.startswith(
        "# Critic reports — 2 submissions\n"
        "\n"
        "**Outcome: failed** (a new critical finding fails the work)\n"
        "\n"
        "- `good.json` passes: 0 critical, 0 advisories\n"
        "- `bad.json` fails: 1 critical, 0 advisories\n"
        "\n"
        "## Submission `good.json`\n"
        "\n"
        "### Critic report — small\n"
    )
    assert out.count("\n# ") == 0


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_holds_several_submissions(name, folder, capfd):
    code, out, err = told(["m", "good.json", "bad.json", "--format", name], capfd)
    assert (code, err) == (1, "")
    assert "bad.json" in out


def test_a_folder_is_its_submissions_by_name(folder, capfd):
    subs = folder / "subs"
    (subs / "below").mkdir(parents=True)
    written(subs, "b.json", BAD)
    written(subs, "A.JSON", GOOD)
    written(subs, "c.jsonl", [submit([{"citation": "dpa §5.1", "text": QUOTE}]), FINAL])
    written(subs, ".hidden.json", "{")
    written(subs / "below", "d.json", "{")
    written(subs, "notes.txt", "to do")
    written(subs, "rubric.yaml", "issues: []")
    code, out, err = told(["m", "subs", "--format", "json"], capfd)
    value = json.loads(out)
    assert (code, err) == (1, "")
    assert [one["name"] for one in value["submissions"]] == ["subs/A.JSON", "subs/b.json", "subs/c.jsonl"]
    assert value["not_read"] == ["subs/notes.txt"]
    assert "were not read: `subs/notes.txt`" in told(["m", "subs"], capfd)[1]


def test_files_with_another_purpose_are_no_submissions_of_their_folder(folder, capfd):
    subs = folder / "subs"
    subs.mkdir()
    written(subs, "b.json", BAD)
    assert told(["m", "subs", "--write-baseline", "subs/known.json"], capfd)[0] == 0
    assert told(["m", "subs", "--baseline", "subs/known.json"], capfd)[0] == 0
    assert told(["m", "subs"], capfd)[0] == 2


def test_one_that_cannot_be_read_does_not_hide_the_others(folder, capfd):
    written(folder, "broken.json", '{"issues": 5}')
    written(folder, "empty.json", "")
    code, out, err = told(["m", "broken.json", "bad.json", "empty.json", "--format", "json"], capfd)
    value = json.loads(out)
    assert (code, err.count("\n")) == (2, 1)
    assert err.startswith("playbook-critic: broken.json: ")
    assert err.endswith("(and 1 more)\n")
    assert [one["name"] for one in value["submissions"]] == ["bad.json"]
    assert [one["name"] for one in value["unusable"]] == ["broken.json", "empty.json"]
    assert value["passed"] is False
    markdown = told(["m", "broken.json", "good.json"], capfd)[1]
    assert "fails the work; 1 submission could not be reviewed)" in markdown
    assert "- `broken.json` could not be reviewed: issues: 5 stands here" in markdown


def test_nothing_is_printed_when_none_can_be_read(folder, capfd):
    written(folder, "broken.json", "{")
    written(folder, "empty.json", "")
    code, out, err = told(["m", "broken.json", "empty.json"], capfd)
    assert (code, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("path", ["m/rubric.yaml", "key.json"])
def test_an_answer_key_among_several_stops_everything(path, folder, capfd):
    (folder / "key.json").symlink_to(folder / "m" / "rubric.yaml")
    code, out, err = told(["m", "good.json", path], capfd)
    assert (code, out, "answer key" in err) == (2, "", True)


TWICE = [["good.json", "good.json"], ["good.json", "./good.json"], ["-", "-"], ["link.json", "good.json"]]


@pytest.mark.parametrize("paths", TWICE, ids=" ".join)
def test_the_same_submission_is_named_once(paths, folder, capfd):
    (folder / "link.json").symlink_to("good.json")
    code, out, err = told(["m", *paths], capfd)
    assert (code, out) == (2, "")
    assert "given twice" in err


def test_many_submissions_of_one_record_read_it_once(folder):
    """By an audit of what is opened, in a process of its own."""
    audit = (
        "import sys\n"
        "opened = []\n"
        "def hook(event, arguments):\n"
        "    if event == 'open' and str(arguments[0]).endswith('dpa.md'):\n"
        "        opened.append(arguments[0])\n"
        "sys.addaudithook(hook)\n"
        "from playbook_legal.cli.critic import run\n"
        "try:\n    run()\nexcept SystemExit:\n    pass\n"
        "print(len(opened), file=sys.stderr)"
    )
    command = [sys.executable, "-c", audit, "m", "good.json", "bad.json"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.stderr == "1\n"


def test_submissions_are_called_as_a_reader_knows_them(folder):
    inside = str(folder / "subs" / "a.json")
    assert displayed([inside, "b.json", "/elsewhere/c.json", "-"]) == [
        "subs/a.json",
        "b.json",
        "c.json",
        "<stdin>",
    ]
    assert displayed(["/one/c.json", "/two/c.json"]) == ["/one/c.json", "/two/c.json"]


# --- standard input -------------------------------------------------------------------------------------------


def piped(data: bytes, arguments: list[str]) -> tuple[int, bytes, bytes]:
    ended = subprocess.run([*RUN, *arguments], input=data, capture_output=True, check=False)
    return ended.returncode, ended.stdout, ended.stderr


def test_a_submission_may_come_on_standard_input(folder):
    data = (folder / "bad.json").read_bytes()
    code, out, err = piped(data, ["m", "-", "--format", "json"])
    assert (code, err) == (1, b"")
    assert json.loads(out) == critique("m", "bad.json").to_dict()
    code, out, _ = piped(data, ["m", "-", "--format", "concise"])
    assert out.startswith(b"<stdin>:1:")
    code, out, _ = piped(data, ["m", "good.json", "-", "--format", "json"])
    assert [one["name"] for one in json.loads(out)["submissions"]] == ["good.json", "<stdin>"]


NO_INPUT = {
    "nothing": (b"", "the file is empty"),
    "no text": (b"\xff\xfe{", "is not UTF-8"),
    "no submission": (b"{}", "this is no submission"),
    "an answer key": (b"issues:\n  - id: a\n    anchor: dpa\n    required_concepts: [x]\n", "answer key"),
}


@pytest.mark.parametrize("name", NO_INPUT)
def test_what_is_no_submission_on_standard_input_is_one_line(name, folder):
    data, words = NO_INPUT[name]
    code, out, err = piped(data, ["m", "-"])
    assert (code, out, err.count(b"\n")) == (2, b"", 1)
    assert b"<stdin>" in err
    assert words in err.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="closes a descriptor as a shell does")
def test_a_closed_standard_input_is_one_line(folder):
    ended = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" <&-', "sh", *RUN, "m", "-"], capture_output=True, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr.count(b"\n")) == (2, b"", 1)
    assert b"<stdin>" in ended.stderr


# --- watching -------------------------------------------------------------------------------------------------


def test_a_watch_yields_at_once_and_after_each_change():
    looks = iter(["a", "a", "a", "b", "b", "c", "c"])
    waits: list[float] = []
    watch = changes(lambda: next(looks), waits.append)
    yielded = []
    for _ in range(3):
        next(watch)
        yielded.append(len(waits))
    assert yielded == [0, 2, 3]
    assert all(0.5 <= one < 5 for one in waits)


def no_options(**given: Any) -> dict[str, Any]:
    made = critic_command.make_context("critic", ["m", "good.json"]).params
    return {**made, **given}


def touched(path: Path) -> None:
    path.write_text("other text of another length", encoding="utf-8")


CHANGES = {
    "a submission": ("good.json", True),
    "a document": ("m/documents/dpa.md", True),
    "the manifest": ("m/matter.yaml", True),
    "the limits": ("limits.yaml", True),
    "new settings": ("playbook.toml", True),
    "a submission in a folder": ("subs/one.json", True),
    "another file": ("other.txt", False),
    "the report that is written": ("report.json", False),
    "a report in a folder of submissions": ("subs/report.html", False),
    "the answer key": ("m/rubric.yaml", False),
    "a hidden file": ("subs/.one.json.part", False),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_watched(name, folder):
    path, watched = CHANGES[name]
    (folder / "subs").mkdir()
    options = no_options(
        paths=("m", "good.json", "subs"),
        authority="limits.yaml",
        output=("json=report.json", "html=subs/report.html"),
    )
    before = seen(options)
    assert seen(options) == before
    touched(folder / path)
    assert (seen(options) != before) is watched


def test_watching_goes_on_over_settings_that_cannot_be_used(folder):
    options = no_options(paths=("good.json",))
    written(folder, "playbook.toml", "no TOML")
    before = seen(options)
    written(folder, "playbook.toml", '[critic]\nrecord = "m"\n')
    assert seen(options) != before


@pytest.mark.skipif(sys.platform == "win32", reason="makes a named pipe")
def test_a_pipe_is_written_into_and_stays_one(folder, capfd):
    os.mkfifo("pipe")
    reader = subprocess.Popen(["cat", "pipe"], stdout=subprocess.PIPE, text=True)  # noqa: S607
    code, out, _ = told(["m", "good.json", "--format", "json", "--output", "json=pipe"], capfd)
    assert (code, reader.communicate(timeout=20)[0]) == (0, out)
    assert Path("pipe").is_fifo()


@pytest.mark.skipif(sys.platform == "win32", reason="interrupts as a terminal does")
def test_a_watch_checks_again_and_ends_with_the_last_exit_code(folder):
    # A child of a shell in the background ignores an interrupt; this one must not.
    run = RUN[2].replace(
        "; run()", "; import signal; signal.signal(signal.SIGINT, signal.default_int_handler); run()"
    )
    started = subprocess.Popen(
        [sys.executable, "-c", run, "m", "good.json", "--watch", "--format", "concise"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert started.stdout is not None
    assert started.stderr is not None
    try:
        assert "good.json: " in started.stdout.readline()
        assert started.stderr.readline() == "playbook-critic: watching for changes; Ctrl-C ends\n"
        written(folder, "good.json", "{")
        assert started.stderr.readline().startswith("playbook-critic: good.json: ")
        assert started.stderr.readline() == "playbook-critic: watching for changes; Ctrl-C ends\n"
        written(folder, "good.json", BAD)
        assert "number_changed" in started.stdout.readline()
        assert started.stderr.readline() == "playbook-critic: watching for changes; Ctrl-C ends\n"
        started.send_signal(signal.SIGINT)
        out, err = started.communicate(timeout=20)
    finally:
        started.kill()
    assert (started.returncode, "Traceback" in out + err) == (1, False)


@pytest.mark.skipif(sys.platform == "win32", reason="closes a pipe as a shell does")
def test_a_watch_ends_when_nobody_reads_it(folder):
    started = subprocess.Popen(
        [*RUN, "m", "bad.json", "--watch"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert started.stdout is not None
    assert started.stderr is not None
    assert started.stdout.readline().startswith("# Critic report")
    started.stdout.close()
    assert started.stderr.readline() == "playbook-critic: watching for changes; Ctrl-C ends\n"
    written(folder, "bad.json", GOOD)
    assert started.stderr.read() == ""
    started.stderr.close()
    assert started.wait(timeout=20) == 0


def test_standard_input_cannot_be_watched(folder, capfd):
    code, _, err = told(["m", "-", "--watch"], capfd)
    assert (code, "can be read once" in err) == (2, True)


# --- progress -------------------------------------------------------------------------------------------------


def test_a_bar_comes_after_a_second_and_goes_at_the_end():
    written_out: list[str] = []
    now = [0.0]
    line = Line("submissions", written_out.append, lambda: now[0])
    line.told(1, 8)
    now[0] = 0.9
    line.told(2, 8)
    line.clear()
    assert written_out == []
    now[0] = 1.0
    line.told(4, 8)
    now[0] = 1.05
    line.told(5, 8)
    now[0] = 1.2
    line.told(8, 8)
    line.clear()
    line.clear()
    assert written_out == [
        "\r[############............] 4 of 8 submissions",
        "\r[########################] 8 of 8 submissions",
        "\r" + " " * 45 + "\r",
    ]


def test_no_bar_is_shown_where_no_terminal_is(folder, capfd):
    for number in range(30):
        written(folder, f"more{number}.json", GOOD)
    assert told(["m", *(f"more{number}.json" for number in range(30))], capfd)[2] == ""


# --- the wall, and the start ----------------------------------------------------------------------------------


def test_no_option_loads_anything_that_knows_an_answer_key(folder):
    written(folder, "playbook.toml", "[critic]\njobs = 1\n")
    probe = (
        "import sys\n"
        "from playbook_legal.cli.critic import run\n"
        "try:\n    run()\nexcept SystemExit:\n    pass\n"
        "gym = ('matter', 'scoring', 'episode', 'authoring', 'bench', 'adapters')\n"
        "print([name for name in sys.modules if name.split('.')[1:2] in [[room] for room in gym]])"
    )
    outputs = [word for name in FORMATS for word in ("--output", f"{name}=out/{name}")]
    command = [
        sys.executable,
        "-c",
        probe,
        "m",
        "good.json",
        "bad.json",
        "--write-baseline",
        "k.json",
        *outputs,
    ]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ended.stderr, ended.stdout.splitlines()[-1]) == ("", "[]")


def test_the_plain_call_loads_nothing_of_the_rest(folder):
    probe = (
        "import sys\n"
        "from playbook_legal.cli.critic import run\n"
        "try:\n    run()\nexcept SystemExit:\n    pass\n"
        "rare = ('click', 'playbook_legal.critic.configuration', 'playbook_legal.critic.settled',\n"
        "        'playbook_legal.critic.report.formats', 'playbook_legal.cli.critic_run')\n"
        "print([name for name in rare if name in sys.modules])"
    )
    command = [sys.executable, "-c", probe, "m", "good.json", "--format", "json"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ended.stderr, ended.stdout.splitlines()[-1]) == ("", "[]")


def test_a_run_is_the_same_in_another_locale_and_place(folder, tmp_path):
    arguments = ["m", "bad.json", "good.json", "--format", "sarif"]
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONHASHSEED": "7", "COLUMNS": "20"}
    first = subprocess.run([*RUN, *arguments], capture_output=True, check=False)
    full = [str(folder / one) if one in ("m", "bad.json", "good.json") else one for one in arguments]
    second = subprocess.run([*RUN, *full], capture_output=True, check=False, env=environment)
    assert first.stdout == second.stdout
    assert first.stdout
