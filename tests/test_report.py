"""Scorecards: what they claim, what they leave out, and every form they take."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from playbook_legal import load_matter
from playbook_legal.bench.library import Library
from playbook_legal.bench.metrics import METRIC_NAMES
from playbook_legal.bench.reading import read_checked_run, run_names
from playbook_legal.bench.runs import AgentCard, Manifest, MatterCard, Usage, open_run
from playbook_legal.bench.scorecard import build_scorecard
from playbook_legal.bench.scorecard.building import as_json
from playbook_legal.bench.scorecard.html import as_html
from playbook_legal.bench.scorecard.markdown import as_markdown
from playbook_legal.bench.scorecard.tables import COLUMNS, as_csv, write_table

from .html_pages import sound_page
from .run_folders import (
    IDLE,
    POOR,
    SOUND,
    always,
    called,
    keep,
    rewrite,
    small_folder,
    small_matters,
    write_run,
)
from .small_matter import RUBRIC

START = "from playbook_legal.cli.main import run; run()"


def scorecard_of(*folders: Path, matters: Path, against: Path | None = None, success: float = 0.7):
    named = [*folders, *([] if against is None else [against])]
    read = [(name, read_checked_run(folder)) for name, folder in zip(run_names(named), named, strict=True)]
    base = None if against is None else read.pop()
    return build_scorecard(read, Library([matters]), success=success, against=base)


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    """Three agents on four matters, twice each; the transport failed once, one episode was not played."""
    folder = tmp_path_factory.mktemp("mixed")
    matters = small_matters(folder / "matters", 4)

    def wavering(key):
        if key.matter_id == "small_004":
            return "the endpoint answered 429: too many requests"
        return SOUND if (key.matter_id, key.repeat) != ("small_002", 1) else POOR

    def late(key):
        return None if (key.matter_id, key.repeat) == ("small_001", 1) else IDLE

    play = {"sound": always(SOUND), "wavering": wavering, "late": late}
    usage = Usage(12, 1000, 200, 0.25)
    return folder, write_run(folder / "run", matters, play, repeats=2, usage=usage)


@pytest.fixture(scope="module")
def card(mixed):
    folder, run = mixed
    return scorecard_of(run, matters=folder / "matters")


# --- figures -----------------------------------------------------------------------------------------------


def test_failures_are_listed_and_never_scored(card):
    total = card.total("wavering")
    assert (total.episodes, total.failures, total.matters, total.whole) == (6, 2, 3, False)
    # Two matters whole, one half: never a nought for the matter that failed.
    assert total.estimates["score"].value == pytest.approx((0.7627 * 2 + 0.7627 / 2) / 3, abs=1e-6)
    assert [(one.agent, one.matter, one.repeat) for one in card.failures] == [
        ("wavering", "small_004", 0),
        ("wavering", "small_004", 1),
    ]
    assert card.failures[0].reason == "the endpoint answered 429: too many requests"


def test_what_was_not_played_is_listed(card):
    assert [(one.agent, one.matter, one.repeat) for one in card.missing] == [("late", "small_001", 1)]
    assert card.total("late").missing == 1


def test_an_agent_without_every_matter_is_named_in_a_note(card):
    (note,) = card.notes
    assert note.startswith("wavering has no scored episode on small_004: its means are over fewer matters")


def test_a_mean_is_over_matters_and_not_over_episodes(card):
    # Critical failures: one of two on one matter, none on two others.
    estimate = card.total("wavering").estimates["critical_failure"]
    assert estimate.value == pytest.approx(1 / 6, abs=1e-6)
    assert estimate.matters == 3
    assert estimate.interval.low > 0
    assert estimate.interval.high < 1


def test_no_failures_on_four_matters_is_not_a_rate_of_nought(card):
    estimate = card.total("sound").estimates["critical_failure"]
    assert estimate.value == 0
    assert (estimate.interval.low, estimate.interval.high) == (0, 0.602365)


def test_what_does_not_apply_enters_no_mean(card):
    assert card.total("late").estimates["issue_precision"].value is None
    assert card.total("late").estimates["issue_precision"].matters == 0
    assert card.total("late").estimates["issue_recall"].value == 0


def test_repeats_give_pass_at_k_and_all_k(card):
    passes = {one.k: (one.at_least_one, one.all_of_them) for one in card.total("wavering").passes}
    assert passes == {1: (0.833333, 0.833333), 2: (1.0, 0.666667)}
    assert [one.k for one in card.total("late").passes] == [1]  # one matter was played once


def test_pairs_are_compared_on_the_matters_that_both_played(card):
    (found,) = [one for one in card.comparisons if (one.one, one.other) == ("sound", "wavering")]
    assert found.paired.matters == 3
    assert found.by_matter == {"small_001": 0.0, "small_002": 0.38135, "small_003": 0.0}
    assert (found.paired.higher, found.paired.equal, found.paired.lower) == (1, 2, 0)


def test_tokens_and_cost_are_per_episode_and_in_total(card):
    total = card.total("sound")
    assert total.estimates["tokens"].value == 1200
    assert (total.tokens, total.cost) == (9600, 2.0)


def test_many_agents_are_compared_with_the_first_only(tmp_path):
    matters = small_matters(tmp_path / "matters", 1)
    run = write_run(tmp_path / "run", matters, {f"agent {number}": always(IDLE) for number in range(7)})
    card = scorecard_of(run, matters=tmp_path / "matters")
    assert [(one.one, one.other) for one in card.comparisons] == [
        (f"agent {number}", "agent 0") for number in range(1, 7)
    ]


# --- matters that are not what was played ------------------------------------------------------------------


@pytest.fixture
def changed(tmp_path):
    """A run, and its matter changed afterwards: the training issue is worth more."""
    matters = small_matters(tmp_path / "before", 1)
    run = write_run(tmp_path / "run", matters, {"sound": always(SOUND), "idle": always(IDLE)})
    issues = [RUBRIC["issues"][0] | {"base_points": 3}, *RUBRIC["issues"][1:]]
    small_folder(tmp_path / "after", 1, rubric=RUBRIC | {"issues": issues})
    return run, tmp_path


def test_without_the_matter_in_its_very_content_the_record_is_used_and_said_so(changed):
    run, folder = changed
    card = scorecard_of(run, matters=folder / "after")
    assert [matter.basis for matter in card.matters] == ["recorded"]
    assert card.notes[0].startswith("small_001: the matter in the content that was played is not at hand")
    estimates = card.total("sound").estimates
    assert estimates["score"].value == 0.7627
    assert estimates["issue_precision"].value == 1
    assert estimates["issue_recall"].value is None
    assert card.total("sound").ladder == {}
    sound_page(as_html(card))


def test_a_record_that_was_edited_does_not_count_where_the_trace_can_be_played(changed):
    run, folder = changed
    path = next(path for path in (run / "episodes").iterdir() if path.name.startswith("idle"))
    rewrite(path, lambda lines: lines[-1]["result"].update(normalized_score=1.0))
    card = scorecard_of(run, matters=folder / "before")
    assert card.total("idle").estimates["score"].value == 0
    assert "1 of 2 episodes score differently when played again" in card.notes[0]
    assert "score differently" not in str(scorecard_of(run, matters=folder / "after").notes)


def test_two_contents_of_one_matter_are_two_matters(tmp_path):
    one = small_matters(tmp_path / "one", 1)
    small_folder(
        tmp_path / "two",
        1,
        documents={"msa.md": "## 4.2 a\n\n## 5.1 b\n\n## 10.2 c\n", "playbook.md": "## 3 d\n"},
    )
    two = [load_matter(tmp_path / "two" / "small_001")]
    first = write_run(tmp_path / "first", one, {"a": always(IDLE)})
    second = write_run(tmp_path / "second", two, {"b": always(IDLE)})
    read = [(folder.name, read_checked_run(folder)) for folder in (first, second)]
    card = build_scorecard(read, Library([tmp_path / "one", tmp_path / "two"]))
    assert [matter.basis for matter in card.matters] == ["replayed", "replayed"]
    assert len({matter.label for matter in card.matters}) == 2
    assert card.comparisons == ()  # no matter in common


# --- several runs ------------------------------------------------------------------------------------------


def test_agents_of_one_name_are_told_apart_by_their_runs(tmp_path):
    matters = small_matters(tmp_path / "matters", 1)
    first = write_run(tmp_path / "first", matters, {"a": always(SOUND)})
    second = write_run(tmp_path / "second", matters, {"a": always(IDLE), "c": always(POOR)})
    card = scorecard_of(first, second, matters=tmp_path / "matters")
    assert [agent.label for agent in card.agents] == ["a · first", "a · second", "c"]
    assert [total.estimates["score"].value for total in card.totals] == [0.7627, 0, 0]


def test_agents_of_one_name_in_one_run_are_told_apart_by_their_fingerprints(tmp_path):
    (matter,) = small_matters(tmp_path / "matters", 1)
    cards = [AgentCard("a", "chat", {"temperature": heat}) for heat in (0, 1)]
    manifest = Manifest.of(cards, [MatterCard.of(matter, "small")], (0,), 1)
    open_run(tmp_path / "run", manifest)
    for key, actions in zip(manifest.keys(), (SOUND, IDLE), strict=True):
        keep(tmp_path / "run", matter, key, actions)
    card = scorecard_of(tmp_path / "run", matters=tmp_path / "matters")
    assert [agent.label for agent in card.agents] == [f"a · {one.fingerprint[:6]}" for one in cards]
    assert [total.estimates["score"].value for total in card.totals] == [0.7627, 0]


def test_runs_are_called_by_their_folders_however_these_are_spelled(tmp_path, monkeypatch):
    (tmp_path / "one" / "run").mkdir(parents=True)
    (tmp_path / "two" / "run").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "one" / "run")
    assert run_names([Path(), Path("../../two/run/../run/")]) == ("run (1)", "run (2)")
    assert run_names([Path("../run")]) == ("run",)


def test_a_run_is_compared_with_its_base_figure_by_figure(tmp_path):
    matters = small_matters(tmp_path / "matters", 3)
    base = write_run(tmp_path / "base", matters, {"model": always(SOUND)})
    run = write_run(
        tmp_path / "run", matters[:2], {"model": lambda key: SOUND if key.matter_id.endswith("1") else IDLE}
    )
    card = scorecard_of(run, matters=tmp_path / "matters", against=base)
    (score,) = [one for one in card.against_comparisons if one.metric == "score"]
    assert (score.one, score.other, card.against) == ("model", "model in base", "base")
    assert score.by_matter == {"small_001": 0.0, "small_002": -0.7627}
    assert score.paired.difference == -0.38135
    assert card.notes == ("not compared, since base alone has them in this content: small_003",)
    # What does not apply on either side is not compared.
    (precision,) = [one for one in card.against_comparisons if one.metric == "issue_precision"]
    assert precision.paired.matters == 1


def test_a_lone_agent_is_compared_with_the_lone_agent_of_the_base(tmp_path):
    matters = small_matters(tmp_path / "matters", 1)
    base = write_run(tmp_path / "base", matters, {"old": always(IDLE)})
    run = write_run(tmp_path / "run", matters, {"new": always(SOUND)})
    (found,) = [
        one
        for one in scorecard_of(run, matters=tmp_path / "matters", against=base).against_comparisons
        if one.metric == "score"
    ]
    assert (found.one, found.other, found.paired.difference) == ("new", "old in base", 0.7627)


# --- forms -------------------------------------------------------------------------------------------------


def test_markdown_tells_summary_matrix_and_every_group(card):
    text = as_markdown(card)
    assert "| sound | 0.763 | all alike | 0.000 | 0.000 to 0.602 | 1.000 | 8 |" in text
    assert "| late | 0.000 | all alike | 0.000 | 0.000 to 0.602 | 0.000 | 7 |" in text
    assert "| wavering | 0.76 | 0.38† | 0.76 | — |" in text
    assert (
        "| late | 0.000 | — | — | — | 0 |" in text
    )  # issues: recall, precision, severity, citations, quotes
    assert "| wavering | small_004 | 0 | 0 | the endpoint answered 429: too many requests |" in text
    for heading in (
        "Summary",
        "Score by matter",
        "Issues",
        "Where points are lost",
        "Repeats",
        "Failed",
        "Not played",
    ):
        assert f"\n## {heading}\n" in text
    brief = as_markdown(card, brief=True)
    assert "## Issues" not in brief
    assert "| wavering | 0.76 | 0.38† | 0.76 | — |" in brief


def test_json_is_the_whole_scorecard(card):
    told = json.loads(as_json(card))
    assert told["scorecard"] == "playbook.scorecard.v1"
    assert len(told["episodes"]) == len(card.episodes) == 21
    assert told == json.loads(msgspec.json.encode(card))


def test_csv_has_a_row_for_each_scored_episode_and_blanks_where_nothing_applies(card):
    rows = list(csv.DictReader(io.StringIO(as_csv(card))))
    assert len(rows) == 21
    first = rows[0]
    assert (first["agent"], first["matter"], first["score"], first["differs"]) == (
        "sound",
        "small_001",
        "0.7627",
        "false",
    )
    assert float(first["lost_quotes"]) == pytest.approx(0.75 / 14.75)
    idle = next(row for row in rows if row["agent"] == "late")
    assert (idle["issue_precision"], idle["issue_recall"]) == ("", "0.0")


def test_parquet_holds_the_same_table(card, tmp_path):
    duckdb = pytest.importorskip("duckdb", reason="the extra parquet is not installed")
    write_table(card, tmp_path / "episodes.parquet")
    with duckdb.connect() as connection:
        found = connection.execute("SELECT * FROM read_parquet(?)", [str(tmp_path / "episodes.parquet")])
        names = [column[0] for column in found.description]
        rows = [dict(zip(names, row, strict=True)) for row in found.fetchall()]
    assert names == [column.name for column in COLUMNS]
    assert [(row["agent"], row["seed"], row["score"]) for row in rows][:1] == [("sound", 0, 0.7627)]
    assert rows[-1]["issue_precision"] is None
    assert list(tmp_path.iterdir()) == [tmp_path / "episodes.parquet"]


def test_without_duckdb_the_extra_is_named(card, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(Exception, match=r"pip install 'playbook-legal\[parquet\]'"):
        write_table(card, tmp_path / "episodes.parquet")


def test_the_page_is_sound_and_shows_every_plot(card):
    page = sound_page(as_html(card))
    assert page.tags["svg"] >= 3 + 2
    assert "Mean score over matters (dot)" in page.text
    assert "small_002" in page.text
    # On the ladders of the agents that fell below nothing.
    assert page.text.count("a score ends at 0 and at 1") == 2
    assert {"#summary", "#by-matter", "#losses", "#failed"} <= set(page.links)


def test_letters_on_the_heat_map_can_be_read_by_day_and_by_night():
    from playbook_legal.bench.scorecard.plots import _DAY, _NIGHT, _STEPS, _is_dark, _mixed

    def luminance(colour: tuple[int, int, int]) -> float:
        parts = [one / 255 for one in colour]
        linear = [one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for ends in (_DAY, _NIGHT):
        for step in range(_STEPS + 1):
            colour = _mixed(ends, step / _STEPS)
            ground = luminance(colour)
            contrast = (1.05 / (ground + 0.05)) if _is_dark(colour) else ((ground + 0.05) / 0.05)
            assert contrast >= 4.5


def test_the_same_run_gives_the_same_bytes_in_any_process(mixed, tmp_path):
    folder, run = mixed
    suffixes = ("md", "json", "csv", "html")
    for seed in ("0", "4242"):
        outs = [f"--out={tmp_path / seed}.{suffix}" for suffix in suffixes]
        subprocess.run(
            [sys.executable, "-c", START, "report", run, *outs, "--matters", folder / "matters"],
            check=True,
            capture_output=True,
            env=os.environ | {"PYTHONHASHSEED": seed},
        )
    for suffix in suffixes:
        assert (tmp_path / f"0.{suffix}").read_bytes() == (tmp_path / f"4242.{suffix}").read_bytes()


# --- the command -------------------------------------------------------------------------------------------


def test_the_command_prints_markdown_and_fails_on_a_condition(mixed, capsys):
    folder, run = mixed
    arguments = ("report", run, "--matters", folder / "matters", "--brief", "--success", "0.7")
    status, out, err = called(capsys, *arguments, "--fail-on", "score<0.5")
    assert status == 1
    assert out.startswith("Instrument 1; 3 agents, 4 matters, 21 scored episodes, 2 failed, 1 not played.")
    assert err == "failed: score<0.5: score of late is 0\n"
    assert called(capsys, *arguments, "--fail-on", "score<0") == (0, out, "")


def test_the_command_writes_each_file_in_the_form_of_its_suffix(mixed, tmp_path, capsys):
    folder, run = mixed
    outs = [tmp_path / "in" / f"report.{suffix}" for suffix in ("md", "json", "csv", "html")]
    options = [part for out in outs for part in ("--out", out)]
    status, out, _ = called(capsys, "report", run, "--matters", folder / "matters", *options)
    assert status == 0
    assert out == "".join(f"written: {path.as_posix()}\n" for path in outs)
    assert outs[0].read_text("utf-8").startswith("# Scorecard: run")
    assert json.loads(outs[1].read_bytes())["scorecard"] == "playbook.scorecard.v1"
    assert outs[2].read_text("utf-8").startswith("run,agent,kind")
    sound_page(outs[3].read_text("utf-8"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere"], "there is no such file"),
        (["RUN", "--out", "report.doc"], "the suffix names no form of a report"),
        (["RUN", "--format", "parquet"], "Parquet is no text"),
        (["RUN", "--matters", "RUN"], "this is no matter, and no folder of matters"),
        (["RUN", "--fail-on", "love>1"], '"love" is no figure of a report'),
        (["RUN", "--fail-on", "drop>0"], "a drop needs --against"),
        (["RUN", "--against", "nowhere"], "there is no such file"),
    ],
)
def test_what_cannot_be_used_is_one_line(mixed, arguments, said, capsys):
    _, run = mixed
    status, out, err = called(capsys, "report", *(run if one == "RUN" else one for one in arguments))
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_metrics_in_the_manual_are_the_metrics_there_are():
    manual = (Path(__file__).resolve().parent.parent / "docs" / "reports.md").read_text("utf-8")
    missing = [name for name in METRIC_NAMES if f"| `{name}` |" not in manual]
    assert not missing
