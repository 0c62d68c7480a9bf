"""Settings of the critic: where they are found, what they may say, and what the command line makes of them."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yaml.nodes import MappingNode, Node, SequenceNode

from playbook_legal.cli.critic_command import critic_command
from playbook_legal.cli.running import run_command
from playbook_legal.critic.configuration import load_configuration, read_configuration
from playbook_legal.critic.settings_file import settings_file
from playbook_legal.problems import UnusableInputError
from playbook_legal.sources.files import Source
from playbook_legal.sources.tomltree import TomlFile

from .critic_cases import QUOTE, issue, write_matter, written


def told(arguments: list[str], capfd: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of the command."""
    with pytest.raises(SystemExit) as ended:
        run_command(critic_command, "playbook-critic", arguments)
    out, err = capfd.readouterr()
    return int(ended.value.code or 0), out, err


def deal(folder: Path) -> None:
    """A matter, work that verifies, and work that does not."""
    write_matter(folder / "m")
    written(folder, "good.json", {"issues": [issue(QUOTE)]})
    written(folder, "bad.json", {"issues": [issue(QUOTE.replace("72", "27"))]})


# --- where settings are found ---------------------------------------------------------------------------------

TABLE = "[tool.playbook.critic]\njobs = 2\n"
# Files below the repository, the working folder, and what is found from there.
PLACES: dict[str, tuple[dict[str, str], str, str | None]] = {
    "in the working folder": ({"playbook.toml": ""}, ".", "playbook.toml"),
    "in the project file": ({"pyproject.toml": TABLE}, ".", "pyproject.toml"),
    "in a project file that writes it otherwise": (
        {"pyproject.toml": "[tool]\nplaybook = {critic = {jobs = 2}}\n"},
        ".",
        "pyproject.toml",
    ),
    "its own file before the project's": (
        {"playbook.toml": "", "pyproject.toml": TABLE},
        ".",
        "playbook.toml",
    ),
    "at the root of the repository": ({".git/x": "", "playbook.toml": ""}, "a/b", "../../playbook.toml"),
    "on the way to the root": (
        {".git/x": "", "playbook.toml": "", "a/pyproject.toml": TABLE},
        "a/b",
        "../pyproject.toml",
    ),
    "past a project file without the table": (
        {".git/x": "", "playbook.toml": "", "a/pyproject.toml": '[project]\nname = "playbook"\n'},
        "a",
        "../playbook.toml",
    ),
    "above the root it is not looked for": ({"playbook.toml": "", "a/.git/x": ""}, "a/b", None),
    "nor above a folder that is in no repository": ({"playbook.toml": ""}, "a", None),
    "a script of that name is no table": (
        {"pyproject.toml": '[project.scripts]\nplaybook = "playbook_legal.cli.main:run"\n'},
        ".",
        None,
    ),
}


@pytest.mark.parametrize("name", PLACES)
def test_settings_are_found(name, tmp_path, monkeypatch):
    files, inside, expected = PLACES[name]
    for file, text in files.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text, encoding="utf-8")
    (tmp_path / inside).mkdir(parents=True, exist_ok=True)
    monkeypatch.chdir(tmp_path / inside)
    found = settings_file()
    assert (None if found is None else found.as_posix()) == expected


def test_a_working_folder_that_is_gone_has_no_settings(tmp_path, monkeypatch):
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert settings_file() is None


# --- what settings may say ------------------------------------------------------------------------------------

WHOLE = """\
[critic]
record = "m"
authority = "limits.yaml"
quotes = "layout"
view = "both"
min-summary-chars = 0
jobs = 3
fail-on = "advisory"
format = "concise"
baseline = "known.json"
output = { sarif = "out/critic.sarif", html = "out/critic.html" }
x-owner = "deal team"

[[critic.suppress]]
fingerprint = "playbook/v1:00000000000000000000000000000000"
reason = "Checked against the signed original."

[[critic.suppress]]
cause = "thin_summary"
item = "sum*"
reason = "The memo stands elsewhere."
"""


def test_every_key_is_read_with_its_line_and_paths_from_the_folder_of_the_file(tmp_path):
    (tmp_path / "sub").mkdir()
    path = tmp_path / "sub" / "playbook.toml"
    path.write_text(WHOLE, encoding="utf-8")
    read = load_configuration(path)
    settings = read.settings
    assert settings.record == (tmp_path / "sub" / "m").as_posix()
    assert settings.authority == (tmp_path / "sub" / "limits.yaml").as_posix()
    assert settings.baseline == (tmp_path / "sub" / "known.json").as_posix()
    assert settings.output == {
        "sarif": (tmp_path / "sub" / "out/critic.sarif").as_posix(),
        "html": (tmp_path / "sub" / "out/critic.html").as_posix(),
    }
    assert (settings.quotes, settings.view, settings.fail_on) == ("layout", "both", "advisory")
    assert (settings.min_summary_chars, settings.jobs, settings.format) == (0, 3, "concise")
    assert read.lines["jobs"] == f"{path.as_posix()}:7"
    assert [one.source.rpartition(":")[2] for one in read.suppressions] == ["14", "18"]
    assert [one.says for one in read.suppressions] == [
        "fingerprint playbook/v1:00000000000000000000000000000000",
        "cause thin_summary, item sum*",
    ]


def test_a_project_file_says_the_same_in_its_table():
    own = read_configuration(Source("playbook.toml", WHOLE, ""), Path("playbook.toml"))
    text = '[project]\nname = "x"\n' + WHOLE.replace("[critic", "[tool.playbook.critic")
    project = read_configuration(Source("pyproject.toml", text, ""), Path("pyproject.toml"))
    assert project.settings == own.settings
    assert project.lines["jobs"] == "pyproject.toml:9"


NOTHING = {"an empty file": "", "a comment": "# later\n", "an empty table": "[critic]\n"}


@pytest.mark.parametrize("name", NOTHING)
def test_settings_may_say_nothing(name):
    read = read_configuration(Source("playbook.toml", NOTHING[name], ""), Path("playbook.toml"))
    assert (read.lines, read.suppressions) == ({}, ())


SUPPRESS = "[[critic.suppress]]\n"
# Text, line and column of the first problem, words of its message.
WRONG: dict[str, tuple[str, int, int, str]] = {
    "no TOML": ("[critic\n", 1, 8, "this is not TOML"),
    "a key twice": ("[critic]\njobs = 1\njobs = 2\n", 3, 9, "this is not TOML: Cannot overwrite a value"),
    "an unknown table": ("[critics]\n", 1, 2, "did you mean critic?"),
    "an unknown key": ("[critic]\n\nfail_on = 'never'\n", 3, 1, "did you mean fail-on?"),
    "a number where a text belongs": ("[critic]\nrecord = 5\n", 2, 10, "text is needed"),
    "a date where a text belongs": ("[critic]\nrecord = 2024-01-05\n", 2, 10, "text is needed"),
    "a text where a number belongs": ("[critic]\njobs = '2'\n", 2, 8, "a whole number is needed"),
    "a list where a text belongs": ("[critic]\nformat = ['json']\n", 2, 10, "a list stands here"),
    "a blank path": ("[critic]\nrecord = ' '\n", 2, 10, "the text is blank"),
    "too many processes": ("[critic]\njobs = 65\n", 2, 8, "1 to 64 processes"),
    "a negative floor": ("[critic]\nmin-summary-chars = -1\n", 2, 21, "0 or more"),
    "an unknown level": ("[critic]\nfail-on = 'warning'\n", 2, 11, "critical, advisory, never is needed"),
    "an unknown format": ("[critic]\nformat = 'pdf'\n", 2, 10, "concise, markdown"),
    "an unknown format of a file": ("[critic.output]\nsarfi = 'x'\n", 2, 9, "did you mean sarif?"),
    "a file without a name": ("[critic.output]\nsarif = ''\n", 2, 9, "no name"),
    "a suppression without a reason": (f"{SUPPRESS}cause = 'too_short'\n", 1, 3, "the key reason is missing"),
    "a blank reason": (f"{SUPPRESS}cause = 'too_short'\nreason = ' '\n", 3, 10, "say why"),
    "a suppression of nothing": (f"{SUPPRESS}reason = 'x'\n", 1, 3, "names no finding"),
    "a suppression by an item alone": (f"{SUPPRESS}item = 'a'\nreason = 'x'\n", 1, 3, "names no finding"),
    "a blank item": (
        f"{SUPPRESS}cause = 'too_short'\nitem = ''\nreason = 'x'\n",
        3,
        8,
        "would mean everything",
    ),
    "a fingerprint and more": (
        f"{SUPPRESS}fingerprint = 'f'\nitem = 'a'\nreason = 'x'\n",
        3,
        8,
        "take item out",
    ),
    "an unknown cause": (f"{SUPPRESS}cause = 'to_short'\nreason = 'x'\n", 2, 9, "did you mean too_short?"),
    "an unknown verdict": (f"{SUPPRESS}verdict = 'verified'\nreason = 'x'\n", 2, 11, "is needed"),
    "invented quotations by their verdict": (
        f"{SUPPRESS}verdict = 'FABRICATED_QUOTE'\nitem = 'a'\nreason = 'x'\n",
        2,
        11,
        "by its fingerprint alone",
    ),
    "invented quotations by their cause": (
        f"{SUPPRESS}cause = 'number_changed'\nitem = 'a'\nreason = 'x'\n",
        2,
        9,
        "by its fingerprint alone",
    ),
    "a suppression that is no table": ("[critic]\nsuppress = 'all'\n", 2, 12, "a list is needed"),
    "nesting without end": ("[critic]\nrecord = " + "[" * 60 + "]" * 60 + "\n", 2, 50, "nests too deeply"),
    "a key that nests without end": ("critic" + ".a" * 60 + " = 1\n", 1, 1, "nests too deeply"),
    "a number without end": ("[critic]\njobs = 1" + "0" * 5_000 + "\n", 0, 0, "this is not TOML"),
    "nesting beyond the parser": ("a = " + "[" * 5_000 + "]" * 5_000 + "\n", 0, 0, "nests too deeply"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said_with_its_place(name):
    text, line, column, words = WRONG[name]
    with pytest.raises(UnusableInputError) as refused:
        read_configuration(Source("playbook.toml", text, ""), Path("playbook.toml"))
    problem = refused.value.problems[0]
    assert (problem.line, problem.column) == (line, column), problem
    assert words in problem.message


def test_every_problem_of_a_file_is_found_at_once():
    text = "[critic]\njobs = 'x'\nfail-on = 'x'\ncolour = 1\n"
    with pytest.raises(UnusableInputError) as refused:
        read_configuration(Source("playbook.toml", text, ""), Path("playbook.toml"))
    assert [one.line for one in refused.value.problems] == [2, 3, 4]


def test_settings_are_no_answer_key(tmp_path, monkeypatch, capfd):
    deal(tmp_path)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "playbook.toml").symlink_to(tmp_path / "m" / "rubric.yaml")
    code, out, err = told(["m", "good.json"], capfd)
    assert (code, out) == (2, "")
    assert "answer key" in err


def test_settings_of_absurd_size_are_refused(tmp_path, monkeypatch, capfd):
    deal(tmp_path)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "playbook.toml").write_text("#" * 1_100_000, encoding="utf-8")
    code, _, err = told(["m", "good.json"], capfd)
    assert code == 2
    assert "settings have at most" in err


# --- the command line comes first -----------------------------------------------------------------------------


def test_a_call_without_arguments_says_what_the_settings_lack(tmp_path, monkeypatch, capfd):
    deal(tmp_path)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "playbook.toml").write_text('[critic]\nrecord = "m"\n', encoding="utf-8")
    code, _, err = told([], capfd)
    assert (code, "'SUBMISSION'" in err) == (2, True)


# Settings, arguments, and what the settings in force are then: key and value, with where it was said.
MERGED: dict[str, tuple[str, list[str], str]] = {
    "nothing is said": ("", [], 'format = "markdown"  # default'),
    "a file says it": ("format = 'json'", [], 'format = "json"  # playbook.toml:2'),
    "an option comes first": (
        "format = 'json'",
        ["--format", "concise"],
        'format = "concise"  # --format',
    ),
    "a number": ("jobs = 0x2", [], "jobs = 2  # playbook.toml:2"),
    "files": ("output = {json = 'a\"b.json'}", [], r'output = { json = "a\"b.json" }  # playbook.toml:2'),
    "files of the command line": (
        "output = {json = 'a.json'}",
        ["--output", "sarif=b"],
        'output = { sarif = "b" }  # --output',
    ),
    "nobody says it": ("", [], "# authority is not set"),
    "settings are not read": ("format = 'json'", ["--isolated"], 'format = "markdown"  # default'),
}


@pytest.mark.parametrize("name", MERGED)
def test_settings_in_force_are_shown_with_where_they_were_said(name, tmp_path, monkeypatch, capfd):
    text, arguments, line = MERGED[name]
    (tmp_path / "playbook.toml").write_text(f"[critic]\n{text}\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    code, out, err = told(["--show-settings", *arguments], capfd)
    assert (code, err) == (0, "")
    assert line in out.splitlines()
    tomllib.loads(out)


def test_settings_as_shown_are_settings(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "playbook.toml").write_text(WHOLE, encoding="utf-8")
    _, shown, _ = told(["--show-settings"], capfd)
    (tmp_path / "again.toml").write_text(shown, encoding="utf-8")
    first, again = load_configuration("playbook.toml"), load_configuration("again.toml")
    assert first.settings == again.settings


def test_another_file_of_settings_can_be_named(tmp_path, monkeypatch, capfd):
    deal(tmp_path)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "playbook.toml").write_text("no TOML", encoding="utf-8")
    (tmp_path / "mild.toml").write_text('[critic]\nfail-on = "never"\n', encoding="utf-8")
    assert told(["m", "bad.json", "--config", "mild.toml"], capfd)[0] == 0
    assert told(["m", "bad.json", "--isolated"], capfd)[0] == 1
    assert told(["m", "bad.json"], capfd)[0] == 2


# Arguments where the settings name the record `m`, and the words on standard output or error.
ARGUMENTS: dict[str, tuple[list[str], int, str]] = {
    "a submission alone": (["bad.json"], 1, "1 critical finding"),
    "several submissions": (["bad.json", "good.json"], 1, "`good.json` passes"),
    "a record and a submission": (["other", "bad.json"], 1, "Critic report — other"),
    "a record by its option": (["--record", "other", "bad.json"], 1, "Critic report — other"),
    "a folder of submissions by itself": (["work"], 0, "No findings"),
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_the_first_argument_is_the_record_unless_it_is_named_otherwise(name, tmp_path, monkeypatch, capfd):
    arguments, expected, words = ARGUMENTS[name]
    deal(tmp_path)
    other = write_matter(tmp_path / "other")
    manifest = (other / "matter.yaml").read_text(encoding="utf-8")
    (other / "matter.yaml").write_text(manifest.replace("matter_id: small", "matter_id: other"))
    (tmp_path / "work").mkdir()
    written(tmp_path / "work", "one.json", {"issues": [issue(QUOTE)]})
    (tmp_path / "playbook.toml").write_text('[critic]\nrecord = "m"\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    code, out, err = told(arguments, capfd)
    assert (code, err) == (expected, "")
    assert words in out


def test_settings_of_a_repository_count_below_its_root(tmp_path, monkeypatch, capfd):
    deal(tmp_path)
    (tmp_path / ".git").mkdir()
    (tmp_path / "playbook.toml").write_text(
        '[critic]\nrecord = "m"\noutput = {json = "out/report.json"}\n', encoding="utf-8"
    )
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    assert told(["../bad.json"], capfd)[0] == 1
    assert json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))["passed"] is False


# --- TOML with positions --------------------------------------------------------------------------------------


def plain(node: Node | None) -> Any:
    """The values of a tree, every scalar as its text."""
    if isinstance(node, MappingNode):
        return {key.value: plain(value) for key, value in node.value}
    if isinstance(node, SequenceNode):
        return [plain(value) for value in node.value]
    assert node is not None
    return node.value


def texts(value: Any) -> Any:
    """The values that the standard library reads, every scalar as its text."""
    if isinstance(value, dict):
        return {key: texts(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [texts(inner) for inner in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


HARD = '''\
# comment with "quotes" and [brackets]
a.b."c d" = 1
"#" = 'x # y' # z
[ t . 'u' ] # h
l = [ 1, [2, "]"], {k = "v", m.n = 'q'},
  # a comment with ] in it
  """several
"lines" """, ]
e = 0x1F
[[arr]]
x = \'\'
[[arr]]
x = """a\\"""b"""
[arr.sub]
y = """"q""""
w = \'\'\'\'q\'\'\'\'
[t.deep."é"]
z = -inf
t = true
'''


def test_a_tree_has_the_values_that_toml_has():
    file = TomlFile(Source("hard.toml", HARD, ""))
    assert plain(file.root) == texts(tomllib.loads(HARD))
    assert file.place("arr", 1, "sub", "y") == (15, 5)
    assert file.place("t", "u", "l", 2, "m", "n") == (5, 36)
    assert file.place("t", "u", "e") == (9, 5)


_KEYS = st.sampled_from(["a", "b-c", '"d e"', "'f.g'", '"h\\u0041"'])
_VALUES = st.recursive(
    st.sampled_from(["1", "-2.5", "true", '"x ] # \\" y"', "'z = 1'", '"""m\nn"""', "1979-05-27"]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda values: f"[{' , '.join(values)}]"),
        st.dictionaries(_KEYS, inner, max_size=3).map(
            lambda table: "{" + ", ".join(f"{key} = {value}" for key, value in table.items()) + "}"
        ),
    ),
    max_leaves=6,
)


@given(st.dictionaries(_KEYS, _VALUES, max_size=4), st.dictionaries(_KEYS, _VALUES, max_size=4))
def test_a_tree_of_any_toml_has_the_values_that_toml_has(first, second):
    lines = [f"{key}={value} # c" for key, value in first.items()]
    lines += ["[[t.u]]", *(f"  {key} = {value}" for key, value in second.items())]
    text = "\r\n".join([*lines, "[[t.u]]", ""])
    try:
        value = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    assert plain(TomlFile(Source("any.toml", text, "")).root) == texts(value)


@given(st.text(max_size=80))
def test_any_text_is_settings_or_is_refused(text):
    for name in ("playbook.toml", "pyproject.toml"):
        try:
            read_configuration(Source(name, text, ""), Path(name))
        except UnusableInputError:
            continue
