"""Conditions under which a report fails: what may be written, when they hold, and that nothing measured is no pass."""

from pathlib import Path

import pytest

from playbook_legal.bench.library import Library
from playbook_legal.bench.reading import read_checked_run
from playbook_legal.bench.scorecard import Scorecard, build_scorecard
from playbook_legal.bench.scorecard.gates import findings, read_condition
from playbook_legal.problems import UnusableInputError

from .run_folders import IDLE, POOR, SOUND, always, called, small_matters, write_run


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("gates")


@pytest.fixture(scope="module")
def runs(folder):
    """A base that is sound on four matters, and a run that fell on two of them."""
    matters = small_matters(folder / "matters", 4)

    def fallen(key):
        return {"small_001": SOUND, "small_002": SOUND, "small_003": IDLE, "small_004": POOR}[key.matter_id]

    write_run(folder / "base", matters, {"model": always(SOUND)})
    write_run(folder / "same", matters, {"model": always(SOUND)})
    write_run(folder / "run", matters, {"model": fallen})
    write_run(folder / "down", matters, {"model": always("the endpoint answered 503")})
    return folder


def card(folder: Path, name: str = "run", base: str = "base") -> Scorecard:
    against = (base, read_checked_run(folder / base))
    read = [(name, read_checked_run(folder / name))]
    return build_scorecard(read, Library([folder / "matters"]), against=against)


# The run: scores 0.7627, 0.7627, 0, 0; one critical failure of four.
HOLD = {
    "score<0.4": "score of model is 0.38135",
    "score <= 0.38135": "score of model is 0.38135",
    " score<.4 ": "score of model is 0.38135",
    "score.worst<0.1": "the worst score of model is 0 on small_003",
    "score.low<0.1": "the lower bound of score of model is 0",
    "critical>0": "critical failure of model is 0.25",
    "critical_failure>=0.25": "critical failure of model is 0.25",
    "critical.high>0.5": "the upper bound of critical failure of model is 0.80588",
    "fabricated.worst>0": "the worst fabricated quotes of model is 1 on small_004",
    "issue_precision<0.9": "issue precision of model is 0.833333",
    "drop>0.02": "the drop in score of model is 0.38135",
    "drop(score)>0.02": "the drop in score of model is 0.38135",
    "drop.worst>0.7": "the worst drop in score of model is 0.7627 on small_003",
    "drop(issue_recall)>0.1": "the drop in issue recall of model is 0.416667",
    "failures>=0": "failures of model is 0",
    "cost>1": "cost of model has no value (it applies to nothing that was played)",
}
NOT_HOLD = (
    "score<0.38135",
    "score.high<0.7",
    "critical>0.25",
    "issue_precision.worst<0.5",
    "drop>0.4",
    "drop.low>0",
    "drop(fabricated)>0",
    "failures>0",
    "missing>0",
    "score<-1",
)
WRONG = {
    "score": "write a figure",
    "score<": "write a figure",
    "score=1": "write a figure",
    "score<high": "write a figure",
    "score<1;import os": "write a figure",
    "love<1": '"love" is no figure of a report',
    "drop(love)>1": '"love" is no figure of a report',
    "drop(failures)>1": '"failures" is no figure of a report',
    "dropscore>1": "write drop>0.02",
    "(score)>1": "write drop>0.02",
    "score.best<1": "write a figure",
    "failures.low<1": "failures is a count and has no low",
}


@pytest.mark.parametrize(("written", "said"), HOLD.items(), ids=HOLD)
def test_a_condition_that_holds_is_told_with_its_figure(runs, written, said):
    (found,) = findings(card(runs), (read_condition(written),))
    assert found == f"{written.strip()}: {said}"


@pytest.mark.parametrize("written", NOT_HOLD)
def test_a_condition_that_does_not_hold_says_nothing(runs, written):
    assert findings(card(runs), (read_condition(written),)) == []


@pytest.mark.parametrize(("written", "said"), WRONG.items(), ids=WRONG)
def test_what_is_no_condition_is_refused_with_what_would_be_one(written, said):
    with pytest.raises(UnusableInputError) as caught:
        read_condition(written)
    assert said in str(caught.value)


def test_a_run_in_which_nothing_was_scored_meets_every_condition(runs):
    conditions = tuple(map(read_condition, ("score<0", "critical>1", "drop>1", "score.worst<0")))
    found = findings(card(runs, "down"), conditions)
    assert [line.split(": ", 1)[1] for line in found] == [
        "score of model has no value (no episode was scored)",
        "critical failure of model has no value (no episode was scored)",
        "the drop in score of model has no value (nothing in base can be compared with it)",
        "the worst score of model has no value (no episode was scored)",
    ]


def test_the_same_run_did_not_drop(runs):
    conditions = tuple(map(read_condition, ("drop>0", "drop.high>0", "drop.worst>0", "drop(steps)>0")))
    assert findings(card(runs, "same"), conditions) == []


def test_a_difference_of_just_the_limit_is_not_above_it(runs):
    # 0.38135 is not a number that binary fractions hold; the figures are told to six decimals.
    assert findings(card(runs), (read_condition("drop>0.38135"),)) == []
    assert len(findings(card(runs), (read_condition("drop>=0.38135"),))) == 1


def test_every_agent_is_asked(runs, folder):
    matters = small_matters(folder / "again", 1)
    write_run(folder / "many", matters, {"a": always(SOUND), "b": always(IDLE), "c": always(POOR)})
    read = [("many", read_checked_run(folder / "many"))]
    found = findings(build_scorecard(read, Library([folder / "again"])), (read_condition("score<0.5"),))
    assert found == ["score<0.5: score of b is 0", "score<0.5: score of c is 0"]


def test_the_command_leaves_with_one_and_names_every_condition_met(runs, capsys):
    status, _, err = called(
        capsys,
        *("report", runs / "run", "--against", runs / "base", "--matters", runs / "matters", "--brief"),
        *(
            "--fail-on",
            "score<0.9",
            "--fail-on",
            "critical>0",
            "--fail-on",
            "drop>0.02",
            "--fail-on",
            "steps>99",
        ),
    )
    assert status == 1
    assert err.splitlines() == [
        "failed: score<0.9: score of model is 0.38135",
        "failed: critical>0: critical failure of model is 0.25",
        "failed: drop>0.02: the drop in score of model is 0.38135",
    ]
