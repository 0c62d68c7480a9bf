"""The metrics of legal work, held to figures worked out by hand; and the ladder, which must lead to the score."""

from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playbook_legal import score
from playbook_legal.bench.metrics import (
    METRIC_NAMES,
    METRICS,
    RUNGS,
    EpisodeMetrics,
    measure,
    metrics_of_record,
)
from playbook_legal.bench.runs import Usage
from playbook_legal.episode.trace import as_kept
from playbook_legal.problems import UnusableInputError

from .cases import accept, ask, escalate, finish, issue, markup, read, redline, small_matter
from .episodes import ODD, actions, exact_matter, strict_matter
from .run_folders import IDLE, POOR, SOUND, example, shipped


@dataclass(frozen=True)
class Row:
    """What is done on the small matter, and the figures that must come of it."""

    name: str
    actions: tuple[Any, ...]
    figures: dict[str, float | None]
    rubric: dict[str, Any] = field(default_factory=dict)
    counterparty: dict[str, Any] | None = field(default_factory=dict)


ROWS = (
    Row(
        "a sound review",
        SOUND,
        {
            "score": 0.7627,
            "critical_failure": 0,
            "finished": 1,
            "issue_recall": 1,
            "issue_precision": 1,
            "severity_accuracy": 1,
            "citation_validity": 1,
            "fabricated_quotes": 0,
            "question_recall": 0.5,
            "question_overuse": 0,
            "escalation_recall": 0.5,
            "escalation_overuse": 0,
            "redline_completion": 1,
            "settlement_ratio": 0.5,
            "traps_met": 1,
            "traps_accepted": 0,
            "protocol_errors": 0,
            "steps": 12,
            "tokens": None,
            "cost": None,
        },
    ),
    Row(
        "a poor review",
        POOR,
        {
            "score": 0,
            "critical_failure": 1,
            "issue_recall": 1 / 3,
            "issue_precision": 0.5,
            "severity_accuracy": 0,
            "citation_validity": 2 / 3,
            "fabricated_quotes": 1,
            "question_recall": 0,
            "question_overuse": 1,
            "escalation_overuse": None,
            "redline_completion": 0,
            "settlement_ratio": 0,
            "protocol_errors": 1,
            "steps": 6,
        },
    ),
    Row(
        "nothing but a memo: what was not tried has no precision",
        IDLE,
        {
            "issue_recall": 0,
            "issue_precision": None,
            "severity_accuracy": None,
            "citation_validity": None,
            "question_overuse": None,
            "escalation_overuse": None,
            "traps_met": 0,
        },
    ),
    Row("an episode left open is not finished", (read("msa"),), {"finished": 0, "steps": 1}),
    Row(
        "duplicates and sound paper count against precision",
        (
            issue("msa §4.2", severity="high"),
            issue("msa §4.2", label="again"),
            issue("msa §12.1", label="sound"),
            issue("msa §5.1", label="incident", severity="severe"),
        ),
        {"issue_recall": 2 / 3, "issue_precision": 0.5, "severity_accuracy": 0.5},
    ),
    Row(
        "an issue on unread paper counts against precision, and is not found",
        (issue("msa §4.2", severity="high"), read("msa"), issue("msa §5.1", label="incident")),
        {"issue_recall": 1 / 3, "issue_precision": 0.5, "severity_accuracy": 0},
        rubric={"instrument": {"read_before_credit": True}},
    ),
    Row(
        "revised work is judged as it stands at the end",
        (
            issue("msa §4.2", "msa §99", quotes=[("msa §4.2", "Nothing like this stands there.")]),
            issue("msa §4.2", severity="high", revise=True),
        ),
        {"issue_precision": 1, "severity_accuracy": 1, "citation_validity": 1, "fabricated_quotes": 0},
    ),
    Row(
        "a question twice, and one that nobody needed",
        (ask("The deadline?"), ask("What deadline?"), ask("The weather?")),
        {"question_recall": 0.5, "question_overuse": 2 / 3},
    ),
    Row(
        "an escalation that nobody needed",
        (escalate("exclusivity"), escalate("lunch")),
        {"escalation_recall": 0.5, "escalation_overuse": 0.5},
    ),
    Row(
        "a redline where none is scored completes nothing",
        (redline("msa", "10.2", "Two times the fees.", label="cap"), redline("msa", "4.2", label="training")),
        {"redline_completion": 0.5},
    ),
    Row(
        "a trap met and accepted, and the same trap met once though seen twice",
        (markup("5.1", label="incident"), markup("5.1", label="incident"), accept("incident")),
        {"traps_met": 1, "traps_accepted": 0, "settlement_ratio": 0.5},
    ),
    Row(
        "the trap itself accepted",
        (markup("5.1", label="incident"), accept("incident")),
        {"traps_met": 1, "traps_accepted": 1, "settlement_ratio": 0.5, "critical_failure": 1},
    ),
    Row(
        "without a counterparty nothing can be settled, and nothing is a trap",
        SOUND,
        {"settlement_ratio": None, "traps_met": None, "traps_accepted": None, "protocol_errors": 2},
        counterparty=None,
    ),
    Row(
        "on a matter without issues recall does not apply, and every issue is astray",
        (issue("msa §4.2"), finish()),
        {"issue_recall": None, "issue_precision": 0, "severity_accuracy": None, "redline_completion": None},
        rubric={"issues": [], "final_submission.required_issue_ids": []},
        counterparty=None,
    ),
    Row(
        "refusals are errors, whatever they cost; ignored fields are none",
        ({"type": "do_magic"}, read("nowhere"), {**read("msa"), "verbose": "yes"}, ask("")),
        {"protocol_errors": 3, "steps": 4},
    ),
)


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_figures_are_those_worked_out_by_hand(row):
    measured = measure(small_matter(rubric=row.rubric, counterparty=row.counterparty), row.actions)
    found = {name: measured.metrics.value(name) for name in row.figures}
    assert found == {
        name: None if value is None else pytest.approx(value, abs=5e-5) for name, value in row.figures.items()
    }
    assert 1 - sum(measured.ladder.values()) == pytest.approx(measured.metrics.score, abs=5e-5)


def test_the_ladder_names_where_the_points_went():
    points = {name: value * 14.75 for name, value in measure(small_matter(), POOR).ladder.items() if value}
    assert points == {
        "questions": pytest.approx(0.75),
        "escalations": pytest.approx(1.25),
        "issues": pytest.approx(4.5),
        "severity": pytest.approx(0.25),
        "citations": pytest.approx(0.25),
        "concepts": pytest.approx(1 / 3),
        "quotes": pytest.approx(0.25),
        "redlines": pytest.approx(2.0),
        "settlements": pytest.approx(2.0),
        "memo": pytest.approx(1.0),
        "out_of_reach": pytest.approx(1.0),
        "noise": pytest.approx(0.5),
        "evidence": pytest.approx(1.75),
        "overuse": pytest.approx(0.1),
        "owed": pytest.approx(0.75),
        "bounds": pytest.approx(-29 / 15),
    }


def test_a_cap_is_a_rung_of_its_own():
    actions = (
        *SOUND[:-1],
        issue("msa §4.2", label="more", quotes=[("msa §4.2", "Nobody wrote these words.")]),
        finish(),
    )
    ladder = measure(small_matter(), actions).ladder
    # 11.25 points, less the memo (1), the duplicate (0.2) and the fabrication (1); capped at a quarter.
    assert ladder["cap"] == pytest.approx(9.05 / 14.75 - 0.25)
    assert ladder["evidence"] == pytest.approx(1 / 14.75)


@settings(max_examples=60)
@given(st.data())
def test_the_rungs_always_lead_from_the_whole_to_the_score(data):
    matter = data.draw(st.sampled_from([small_matter(), exact_matter(), strict_matter()]))
    sent = data.draw(actions(most=12, repeats=True))
    measured = measure(matter, sent)
    assert list(measured.ladder) == list(RUNGS)
    assert 1 - sum(measured.ladder.values()) == pytest.approx(measured.metrics.score, abs=6e-5)
    for metric in METRICS:
        value = measured.metrics.value(metric.name)
        assert value is None or value >= 0
        if metric.unit in ("share", "rate"):
            assert value is None or value <= 1


def test_a_declared_maximum_leaves_something_out_of_reach_or_gives_it_away():
    for declared in (40, 5):
        measured = measure(small_matter(rubric={"max_score": declared}), SOUND)
        assert measured.ladder["out_of_reach"] == pytest.approx(1 - 13.75 / declared)
        assert 1 - sum(measured.ladder.values()) == pytest.approx(measured.metrics.score, abs=6e-5)


@pytest.mark.parametrize("matter_id", ["ai_saas_001", "nego_cloud_002", "clean_renewal_003"])
def test_the_reference_of_a_shipped_matter_is_whole_in_every_figure(matter_id):
    metrics = measure(shipped(matter_id), example(matter_id, "good")).metrics
    for metric in METRICS:
        value = metrics.value(metric.name)
        if metric.better == "more":
            assert value in (1, None), metric.name
        if metric.better == "less":
            assert value in (0, None), metric.name


def test_a_repeated_delivery_is_no_step_and_no_error():
    again = {"type": "do_magic", "call_id": "one"}
    assert measure(small_matter(), [again, again]).metrics.protocol_errors == 1


def test_what_was_used_is_taken_from_the_endpoint():
    metrics = measure(small_matter(), IDLE, Usage(3, 1000, 200, 0.5)).metrics
    assert (metrics.tokens, metrics.cost) == (1200, 0.5)
    assert measure(small_matter(), IDLE, Usage(3, 1000, 200)).metrics.cost is None


# --- what a record says by itself --------------------------------------------------------------------------


@pytest.mark.parametrize("sent", [SOUND, POOR, IDLE, ODD], ids=["sound", "poor", "idle", "odd"])
def test_a_recorded_result_says_the_same_as_far_as_it_goes(sent):
    kept = as_kept(score(small_matter(), sent))
    recorded = metrics_of_record(kept, Usage(1, 2, 3), "an episode")
    replayed = measure(small_matter(), sent, Usage(1, 2, 3)).metrics
    known = {name: value for name, value in msgspec.to_builtins(recorded).items() if value is not None}
    assert known.keys() >= {
        "score",
        "critical_failure",
        "finished",
        "fabricated_quotes",
        "protocol_errors",
        "tokens",
    }
    assert known == {name: replayed.value(name) for name in known}


@pytest.mark.parametrize(
    "change",
    [
        {"normalized_score": "high"},
        {"normalized_score": 1.5},
        {"normalized_score": None},
        {"critical_failure": 1},
        {"steps": -1},
        {"breakdown": []},
        {"breakdown": {"reward_events": [7]}},
    ],
)
def test_a_result_that_is_none_is_one_problem(change):
    kept = as_kept(score(small_matter(), IDLE)) | change
    with pytest.raises(UnusableInputError) as caught:
        metrics_of_record(kept, None, "the episode of X")
    assert len(caught.value.problems) == 1
    assert str(caught.value).startswith("the episode of X: the recorded result cannot be used")


def test_every_metric_is_explained_and_every_figure_is_a_metric():
    assert EpisodeMetrics.__struct_fields__ == METRIC_NAMES
    assert all(metric.meaning.endswith(".") for metric in METRICS)
