"""The commands as a person runs them: output, exit codes, one line for whatever is wrong."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from playbook_legal.cli.main import playbook
from playbook_legal.cli.running import run_command

from .small_matter import write_small_matter

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "examples" / "ai_saas_001" / "good.jsonl"
FABRICATED = ROOT / "examples" / "ai_saas_001" / "bad_fabricated_quote.jsonl"


@pytest.fixture
def run(capsys):
    """Runs a command in this process; gives exit code, standard output and standard error."""

    def call(*arguments: str | Path) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            run_command(playbook, "playbook", [str(argument) for argument in arguments])
        said = capsys.readouterr()
        return int(left.value.code or 0), said.out, said.err

    return call


def complaint(outcome: tuple[int, str, str]) -> str:
    """The one line that an unusable input ends with."""
    status, out, err = outcome
    assert status == 2
    assert out == ""
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err


def test_the_demo_explains_every_point_and_shows_the_cap(run):
    status, out, _ = run("demo")
    assert status == 0
    assert "ai_saas_001: 1.0000" in out
    assert "verbatim quotation" in out
    assert "CRITICAL FAILURE: the score is capped" in out
    assert "Without the fabrication's cap" in out


def test_eval_of_the_reference_is_clean(run):
    status, out, err = run("eval", "ai_saas_001", REFERENCE)
    assert (status, err) == (0, "")
    assert out.startswith("ai_saas_001: ")


def test_eval_of_a_critical_failure_ends_with_one(run):
    assert run("eval", "ai_saas_001", FABRICATED)[0] == 1


def test_eval_as_json_is_the_result_and_nothing_else(run):
    _, out, _ = run("eval", "ai_saas_001", REFERENCE, "--format", "json")
    assert json.loads(out)["normalized_score"] >= 0.95


def test_a_matter_may_be_a_path(run, tmp_path):
    folder = write_small_matter(tmp_path / "m")
    actions = tmp_path / "a.jsonl"
    actions.write_text('{"type":"submit_final","summary":"x"}\n')
    status, out, _ = run("eval", folder, actions)
    assert status == 0
    assert "small_001" in out


def test_actions_after_the_end_are_named_and_not_played(run, tmp_path):
    folder = write_small_matter(tmp_path / "m")
    actions = tmp_path / "a.jsonl"
    actions.write_text('{"type":"submit_final","summary":"x"}\n\n{"type":"ask_client","question":"y"}\n')
    status, _, err = run("eval", folder, actions)
    assert status == 0
    assert f"{actions.as_posix()}:3" in err


@pytest.mark.parametrize("flag", ["--trace", "--full-trace"])
def test_a_written_trace_replays(run, tmp_path, flag):
    trace = tmp_path / "t"
    run("eval", "ai_saas_001", REFERENCE, flag, trace)
    status, out, _ = run("replay", trace)
    assert status == 0
    assert "verified: 28 actions" in out


def test_replay_names_the_first_difference(run, tmp_path):
    trace = tmp_path / "t"
    run("eval", "ai_saas_001", REFERENCE, "--trace", trace)
    lines = trace.read_text(encoding="utf-8").split("\n")
    step = json.loads(lines[7])
    step["reward"] += 1
    lines[7] = json.dumps(step, ensure_ascii=False)
    trace.write_text("\n".join(lines), encoding="utf-8")
    status, out, _ = run("replay", trace)
    assert status == 1
    assert "differs: step 7 (" in out


def test_explain_marks_what_counted(run):
    status, out, _ = run("explain", "ai_saas_001", FABRICATED)
    assert status == 0
    assert "[+" in out
    assert "[✗" in out


def test_explain_writes_one_page_that_needs_nothing(run, tmp_path):
    page = tmp_path / "page.html"
    run("explain", "ai_saas_001", REFERENCE, "--html", page)
    html = page.read_text(encoding="utf-8")
    assert html.startswith("<!doctype html>")
    for outside in ("http:", "https:", "<script", "src=", "@import"):
        assert outside not in html


def test_explain_reads_traces_too(run, tmp_path):
    trace = tmp_path / "t"
    run("eval", "ai_saas_001", REFERENCE, "--trace", trace)
    assert run("explain", "ai_saas_001", trace)[1] == run("explain", "ai_saas_001", REFERENCE)[1]


def test_a_page_is_not_made_of_what_an_agent_wrote(run, tmp_path):
    folder = write_small_matter(tmp_path / "m")
    actions = tmp_path / "a.jsonl"
    nasty = '<script>alert(1)</script>"><img src=x onerror=y> train'
    issue = {
        "type": "submit_issue",
        "issue_id": nasty,
        "title": nasty,
        "severity": nasty,
        "citations": ["msa §4.2", nasty],
        "analysis": nasty,
        "recommendation": nasty,
        "quotes": [{"citation": nasty, "text": nasty}],
    }
    actions.write_text(json.dumps(issue) + "\n")
    page = tmp_path / "page.html"
    run("explain", folder, actions, "--html", page)
    html = page.read_text(encoding="utf-8")
    assert "<script" not in html
    assert "<img" not in html


def test_matters_lists_what_ships(run):
    status, out, _ = run("matters")
    assert status == 0
    assert "ai_saas_001" in out


def test_probes_of_the_shipped_matters_hold(run):
    status, out, _ = run("probes", "--all", ROOT / "matters")
    assert status == 0, out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["eval", "no_such_matter", str(REFERENCE)], "no_such_matter: there is no such matter folder"),
        (["eval", "ai_saas_001", "nowhere.jsonl"], "nowhere.jsonl: there is no such file"),
        (["eval", "ai_saas_001", str(ROOT)], "this is a folder"),
        (["eval", "ai_saas_001"], "Missing argument"),
        (["eval", "ai_saas_001", str(REFERENCE), "--format", "xml"], "'xml'"),
        (["eval", "ai_saas_001", str(REFERENCE), "--trace", "no/such/folder/t"], "No such file or directory"),
        (["replay", str(REFERENCE)], "this is no trace"),
        (["replay", "nowhere"], "there is no such file"),
        (["explain", "ai_saas_001", str(ROOT / "README.md")], "this is no trace"),
        (["play", "no_such_matter"], "there is no such matter folder"),
        (["probes"], "name a matter"),
        (["probes", "--all", "nowhere"], "there is no such folder"),
        (["redteam", "--all", str(ROOT / "docs")], "name a matter"),
        (["conquer"], "there is no command 'conquer'"),
        (["eval", "--nonsense"], "nonsense"),
    ],
)
def test_unusable_input_ends_in_one_line(run, arguments, said):
    assert said in complaint(run(*arguments))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "the file holds no action"),
        (b"\n \n", "the file holds no action"),
        (b'{"type":', "a.jsonl:1:1: this line is not JSON"),
        (b'{"type":"a"}\nnonsense\n', "a.jsonl:2:1: this line is not JSON"),
        (b'{"a":1,"a":2}', "stands twice"),
        (b'{"a":NaN}', "NaN is no JSON number"),
        (b"\xff\xfe", "byte 0xff is not UTF-8"),
        (b"[" * 100_000, "nests too deeply"),
        (b"9" * 10_000, "a number is too long"),
    ],
)
def test_a_file_of_actions_that_is_none_is_named_with_its_line(run, tmp_path, content, said):
    path = tmp_path / "a.jsonl"
    path.write_bytes(content)
    assert said in complaint(run("eval", "ai_saas_001", path))


def test_a_matter_that_is_wrong_says_how_many_things_are(run, tmp_path):
    folder = write_small_matter(tmp_path / "m", rubric="issues: 5\nquestions: no\n", hidden_facts="x: 1")
    said = complaint(run("eval", folder, REFERENCE))
    assert "and 2 more" in said


def play(*arguments: str, lines: str) -> list[dict[str, object]]:
    done = subprocess.run(
        [sys.executable, "-c", "from playbook_legal.cli.main import run; run()", "play", *arguments],
        input=lines.encode("utf-8", "surrogateescape"),
        capture_output=True,
        check=True,
        cwd=ROOT,
    )
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_play_answers_line_by_line_and_ends_with_the_result():
    answers = play(
        "ai_saas_001",
        "--brief",
        lines='\ufeff{"type":"read_document","document_id":"dpa","section":"5.1"}\r\n\nnot json\n'
        '{"type":"submit_final","summary":"\udcff"}\n{"type":"submit_final","summary":"x"}\n',
    )
    first, read, wrong, refused, final, result = answers
    assert first["observation"]["matter"]["matter_id"] == "ai_saas_001"  # type: ignore[index]
    assert "72 hours" in read["observation"]["last_result"]["content"]  # type: ignore[index]
    assert "matter" not in read["observation"]  # type: ignore[operator]
    assert "this line is no action" in wrong["error"]  # type: ignore[operator]
    assert refused["info"]["refusal"] == "malformed_action"  # type: ignore[index]
    assert final["terminated"] is True
    assert result["result"]["terminated"] is True  # type: ignore[index]


def test_play_ends_with_the_result_when_the_player_leaves():
    first, result = play("ai_saas_001", lines="")
    assert "protocol" in first["observation"]  # type: ignore[operator]
    assert result["result"]["steps"] == 0  # type: ignore[index]


def test_pretty_play_takes_short_forms(monkeypatch, run):
    lines = (
        "help\ndocs\nrules\nstatus\nread dpa §5.1\nsearch 72 hours\nask When do you go live?\nnonsense\n"
        'escalate liability: beyond authority\n{"type":"search_matter","query":"a"}\n'
        "issue\nlabel\ntitle\nhigh\ndpa §5.1; playbook §4\nanalysis\nrecommendation\n\nquit\n"
    )
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    status, out, _ = run("play", "ai_saas_001", "--pretty")
    assert status == 0
    for said in (
        "Type `help`",
        "read DOCUMENT [SECTION]",
        "72 hours",
        "'nonsense' is no command",
        "Refused: the query",
        "Issue received.",
        "not finished",
    ):
        assert said in out
