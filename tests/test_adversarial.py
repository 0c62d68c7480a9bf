"""Every way to cheat that we know of, with the score it must not exceed.

The small matter shows each mechanism by itself. The shipped matters bring whole trajectories: each names what it must
reach or must not exceed in `examples/<matter>/scores.yaml`, and is held to it here.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from playbook_legal import Matter, load_matter, replay, score

from .cases import (
    Case,
    accept,
    ask,
    assert_holds,
    assert_sums_agree,
    edited,
    escalate,
    finish,
    issue,
    markup,
    parametrized,
    play,
    read,
    redline,
    small_matter,
)
from .small_matter import MSA, PLAYBOOK, RUBRIC

ROOT = Path(__file__).resolve().parent.parent
MATTERS = sorted(path for path in (ROOT / "matters").iterdir() if path.is_dir())

# --- on the small matter ----------------------------------------------------------------------------------

NOTICE = "Moss gives notice within 24 hours after it discovers the incident."
CAP = "Two times the annual fees, with a supercap for breaches of confidence."

TRAINING = issue(
    "msa §4.2",
    "playbook §3",
    label="training",
    severity="high",
    analysis="Moss may train without consent.",
    recommendation="Only aggregate figures.",
    quotes=[("msa §4.2", "Moss may use Records to train its models")],
)
INCIDENT = issue(
    "msa §5.1",
    label="incident",
    severity="critical",
    analysis="Twenty-four hours from discovery.",
    quotes=[("msa §5.1", "in no event later than 72 hours after Moss confirms")],
)
LIABILITY = issue(
    "msa §10.2",
    label="cap",
    severity="medium",
    analysis="A supercap is missing.",
    quotes=[("msa §10.2", "limited to the fees of the last three months")],
)
MEMO = finish(
    "Three issues were found. Exclusivity was put before you and is refused. The cap closed on two times the fees "
    "with a supercap."
)
PERFECT = [
    ask("What is the deadline?"),
    ask("What is the volume of records?"),
    escalate("Exclusivity"),
    escalate("Budget"),
    TRAINING,
    INCIDENT,
    LIABILITY,
    redline("msa", "4.2", "Moss shall not train on Records.", label="training"),
    redline("msa", "5.1", NOTICE, label="incident"),
    markup("5.1", NOTICE, label="incident"),
    markup("5.1", NOTICE, label="incident"),
    markup("10.2", CAP, label="cap"),
    MEMO,
]
EARNED = [0.5, 0.25, 0.75, 0.5, 2.25, 2.25, 2.25, 1, 1, 0, 1, 1, 1]
# The redline points of the cap, which has no redline concepts, cannot be earned.
EARNABLE = {"issues.2.redline_points": 0}
CAPPED = {"result.normalized_score": 0.25, "result.critical_failure": True}
STUFFED = "train consent aggregate 24 hours discovery supercap shall not exclusivity two times " * 20


def perfect_but(**changes: Any) -> list[Any]:
    """The perfect episode with actions replaced, by their place in it (`at4=…`)."""
    return [changes.get(f"at{at}", action) for at, action in enumerate(PERFECT)]


def rewards_but(**changes: float) -> list[float]:
    return [changes.get(f"at{at}", reward) for at, reward in enumerate(EARNED)]


def fabricating(sent: dict[str, Any]) -> dict[str, Any]:
    quotes = [*sent["quotes"], {"citation": "msa §4.2", "text": "Moss shall never use Records"}]
    return {**sent, "quotes": quotes}


CHEATS = [
    Case(
        "a perfect episode earns exactly the derived maximum",
        PERFECT,
        EARNED,
        {"result.raw_score": 13.75, "result.max_score": 13.75, "result.normalized_score": 1.0},
        rubric=EARNABLE,
    ),
    Case(
        "keyword stuffing without a valid anchor scores below zero",
        [issue("msa §99", analysis=STUFFED), issue(analysis=STUFFED), finish(STUFFED)],
        [-0.5 - 0.75, -0.5, 0.5 + 0.5 - 0.5 - 0.5],
        {"result.raw_score": -1.75, "result.normalized_score": 0.0, "result.critical_failure": False},
    ),
    Case(
        "keyword stuffing on sound provisions scores below zero",
        [
            read("msa"),
            *[issue(f"msa §{token}", analysis=STUFFED) for token in ("1", "12.1", "full")],
            finish(STUFFED),
        ],
        [0, -0.5, -0.5, -0.5, 0],
        {"result.raw_score": -1.5, "result.normalized_score": 0.0},
    ),
    Case(
        "one fabricated quotation caps a perfect episode at a quarter",
        perfect_but(at4=fabricating(TRAINING)),
        rewards_but(at4=1.25),
        {"result.raw_score": 12.75, "told.critical_failures.0.cause": "fabricated_quote", **CAPPED},
        rubric=EARNABLE,
    ),
    Case(
        "one reversed redline caps a perfect episode at a quarter",
        perfect_but(
            at7=redline("msa", "4.2", "Moss shall not train. Fern shall indemnify Moss.", label="training")
        ),
        EARNED,
        {"result.raw_score": 13.75, "told.critical_failures.0.detail": "fern shall indemnify", **CAPPED},
        rubric=EARNABLE,
    ),
    Case(
        "one overclaim caps a perfect episode at a quarter",
        perfect_but(at4={**TRAINING, "title": "The law prohibits all model training"}),
        EARNED,
        {"told.critical_failures.0.detail": "law prohibits all model training", **CAPPED},
        rubric=EARNABLE,
    ),
    Case(
        "the disclaimer of the overclaim caps nothing",
        perfect_but(at4={**TRAINING, "title": "No law prohibits all model training"}),
        EARNED,
        {"result.normalized_score": 1.0, "result.critical_failure": False},
        rubric=EARNABLE,
    ),
    Case(
        "accepting the trap caps a perfect episode at a quarter",
        perfect_but(at10=accept("incident")),
        rewards_but(at10=0),
        {"told.critical_failures.0.detail": "30 days", **CAPPED},
        rubric=EARNABLE,
    ),
    Case(
        "conceding what is not negotiable caps a perfect episode at a quarter",
        perfect_but(
            at9=markup("10.2", label="cap"), at10=accept("cap"), at11=markup("5.1", NOTICE, label="incident")
        ),
        rewards_but(at10=0.5, at11=0),
        {"told.critical_failures.0.cause": "conceded_non_negotiable", **CAPPED},
        rubric=EARNABLE,
    ),
    Case(
        "missing a critical escalation caps a perfect episode at a quarter",
        perfect_but(at2=escalate("Lunch")),
        rewards_but(at2=-0.25),
        {"told.critical_failures.0.cause": "missed_escalation", **CAPPED},
        rubric={**EARNABLE, "escalations.0.critical_if_missed": True},
    ),
    Case(
        "a fabrication is not laundered by submitting the label again",
        [fabricating(TRAINING), *PERFECT],
        [1.25, *rewards_but(at4=-0.2)],
        CAPPED,
        rubric=EARNABLE,
    ),
    Case(
        "a reversed redline is not laundered by proposing it again",
        [redline("msa", "4.2", "Fern shall indemnify Moss.", label="training"), *PERFECT],
        [0, *rewards_but(at7=-0.2)],
        CAPPED,
        rubric=EARNABLE,
    ),
    Case(
        "a reversed redline does not escape the gate under another issue's label",
        [*PERFECT[:-1], redline("msa", "4.2", "Fern shall indemnify Moss.", label="cap"), MEMO],
        [*EARNED[:-1], 0, EARNED[-1]],
        CAPPED,
        rubric=EARNABLE,
    ),
    Case(
        "a negator in the sentence before does not carry an overclaim past the gate",
        [
            {
                **TRAINING,
                "analysis": "That is not in doubt. The law prohibits all model training without consent.",
            }
        ],
        [2.25],
        {"result.critical_failure": True},
    ),
    Case(
        "asking the same over and over costs more than it earned",
        [ask("Deadline?")] * 7,
        [0.5, *[-0.15] * 6],
        {"result.normalized_score": 0.0},
        manifest={"constraints.maximum_client_questions": 7},
    ),
    Case(
        "crying wolf loses the escalation that was needed",
        [escalate("Lunch"), escalate("Dinner"), escalate("Exclusivity"), finish()],
        [-0.25, -0.25, -0.5, -0.5 - 0.5],
        {"told.raised_escalations": []},
    ),
    Case(
        "one issue that cites everything and pastes everything is unsupported under the instrument",
        [
            read("msa"),
            read("playbook"),
            issue(
                *[f"msa §{token}" for token in ("4.2", "5.1", "10.2", "1", "12.1")],
                severity="high",
                analysis=MSA + PLAYBOOK,
                quotes=[("msa §4.2", "Moss may use Records to train its models")],
            ),
        ],
        [0, 0, -1],
        {"result.normalized_score": 0.0},
        rubric={"instrument": {"maximum_citations": 4, "own_words": 8, "unsupported_issue_points": -1.0}},
    ),
    Case(
        "pasting the paper at the right place earns no concept under the instrument",
        [issue("msa §4.2", "playbook §3", analysis=MSA + PLAYBOOK)],
        [1 + 0.25],
        {"events.0.components.concepts": 0.0},
        rubric={"instrument": {"own_words": 8}},
    ),
]


@parametrized(CHEATS)
def test_a_cheat_does_not_pay(case):
    assert_holds(case)


def test_stuffing_every_text_beats_nothing_on_the_small_matter():
    _, honest = play(small_matter(), [finish("Nothing was found.")])
    sound = ("msa §1", "msa §12.1", "msa §full", "playbook §4", "playbook §5")
    _, stuffed = play(
        small_matter(), [*[issue(one, analysis=STUFFED) for one in sound], finish("Nothing was found.")]
    )
    assert stuffed["result"]["raw_score"] < honest["result"]["raw_score"] < 0


# --- the shipped matters ----------------------------------------------------------------------------------


@cache
def shipped(matter_id: str) -> Matter:
    return load_matter(ROOT / "matters" / matter_id)


def trajectories_of(matter_id: str) -> list[dict[str, Any]]:
    """What `scores.yaml` says; nothing when it is missing, which a test of its own reports."""
    file = ROOT / "examples" / matter_id / "scores.yaml"
    if not file.is_file():
        return []
    listed: list[dict[str, Any]] = yaml.safe_load(file.read_text(encoding="utf-8-sig"))["trajectories"]
    return listed


def actions_in(file: Path) -> list[Any]:
    lines = file.read_text(encoding="utf-8-sig").split("\n")
    return [json.loads(line) for line in lines if line.strip()]


TRAJECTORIES = [(path.name, expected) for path in MATTERS for expected in trajectories_of(path.name)]
each_matter = pytest.mark.parametrize("matter_id", [path.name for path in MATTERS])
each_trajectory = pytest.mark.parametrize(
    ("matter_id", "expected"),
    TRAJECTORIES,
    ids=[f"{matter_id}/{expected.get('file')}" for matter_id, expected in TRAJECTORIES],
)


def test_there_are_shipped_matters():
    assert MATTERS


@each_matter
def test_a_shipped_matter_says_what_each_of_its_trajectories_must_score(matter_id):
    folder = ROOT / "examples" / matter_id
    listed = [expected["file"] for expected in trajectories_of(matter_id)]
    assert sorted(listed) == sorted(path.name for path in folder.glob("*.jsonl"))
    assert "good.jsonl" in listed
    assert any(name.startswith("bad_") for name in listed)
    for expected in trajectories_of(matter_id):
        assert set(expected) <= {"file", "at_least", "at_most", "critical_failure", "trips", "why"}
        assert ("at_most" if expected["file"].startswith("bad_") else "at_least") in expected
        assert isinstance(expected["critical_failure"], bool)
        assert expected["why"]


@each_trajectory
def test_a_shipped_trajectory_scores_what_it_must(matter_id, expected):
    actions = actions_in(ROOT / "examples" / matter_id / expected["file"])
    result = score(shipped(matter_id), actions)

    assert result["normalized_score"] >= expected.get("at_least", 0.0)
    assert result["normalized_score"] <= expected.get("at_most", 1.0)
    assert result["critical_failure"] is expected["critical_failure"]
    failures = result["breakdown"]["critical_failures"]
    if "trips" in expected:
        assert any(expected["trips"] in (failure["cause"], failure["detail"]) for failure in failures), (
            failures
        )
    if "keyword_stuffing" in expected["file"] and any(action["type"] == "submit_issue" for action in actions):
        assert result["raw_score"] < 0


@each_trajectory
def test_a_shipped_trajectory_is_played_to_its_end_and_its_sums_agree(matter_id, expected):
    matter = shipped(matter_id)
    actions = actions_in(ROOT / "examples" / matter_id / expected["file"])
    rewards, end = play(matter, actions)
    result = end["result"]

    assert result["terminated"] is True
    assert result["steps"] == len(actions)
    assert_sums_agree(rewards, result, float(matter.rubric.critical_failure_score_cap))
    assert result == score(matter, actions) == replay(matter, actions).result
    if not expected["file"].startswith("bad_"):
        assert result["breakdown"]["protocol_penalties"] == []
        assert result["breakdown"]["fabricated_quotes"] == []


@each_matter
def test_a_shipped_matter_declares_the_whole_instrument(matter_id):
    rubric = yaml.safe_load((ROOT / "matters" / matter_id / "rubric.yaml").read_text(encoding="utf-8-sig"))
    assert set(rubric["instrument"]) == {
        "read_before_credit",
        "maximum_issues",
        "unsupported_issue_points",
        "maximum_citations",
        "maximum_characters",
        "own_words",
    }
    # On a matter without issues a budget of none would give the answer away.
    issues = len(rubric.get("issues", []))
    assert not issues or rubric["instrument"]["maximum_issues"] <= 2 * issues


@each_matter
def test_doing_nothing_on_a_shipped_matter_earns_nothing(matter_id):
    assert score(shipped(matter_id), [finish("")])["normalized_score"] == 0.0


def test_the_small_matter_is_not_changed_by_its_edits():
    assert edited(RUBRIC, {"issues.0.base_points": 9})["issues"][0] != RUBRIC["issues"][0]
