"""What a host keeps of an episode: a list of actions, from which everything else is made again. No host is needed."""

import json
import math
import subprocess
import sys
from typing import Any

import pytest

from playbook_legal import Matter, load_matter, replay, score
from playbook_legal.adapters.action_log import VALUES, HostEnding, is_over, scored, take
from playbook_legal.bench.metrics import METRIC_NAMES

from .cases import escalate, finish, issue, read
from .run_folders import MEMO, POOR, SOUND
from .small_matter import MANIFEST, RUBRIC, write_small_matter

GATED = RUBRIC | {"escalations": [RUBRIC["escalations"][0] | {"critical_if_missed": True}]}


@pytest.fixture(scope="module")
def matter(tmp_path_factory) -> Matter:
    return load_matter(write_small_matter(tmp_path_factory.mktemp("small") / "m"))


@pytest.fixture(scope="module")
def gated(tmp_path_factory) -> Matter:
    """Where a missed escalation is a critical failure."""
    return load_matter(write_small_matter(tmp_path_factory.mktemp("gated") / "m", rubric=GATED))


@pytest.fixture(scope="module")
def quiet(tmp_path_factory) -> Matter:
    """Without a counterparty."""
    return load_matter(write_small_matter(tmp_path_factory.mktemp("quiet") / "m", counterparty=None))


def logged(matter: Matter, actions) -> list[Any]:
    """The log of a host that keeps nothing but the log."""
    log: list[Any] = []
    for action in actions:
        taken = take(matter, log, action)
        assert taken is not None
        log = json.loads(json.dumps([*log, taken.action]))
    return log


def test_an_episode_taken_step_by_step_from_its_log_is_the_one_that_is_played_in_one_go(matter):
    steps = replay(matter, SOUND).steps
    log: list[Any] = []
    for action, step in zip(SOUND, steps, strict=True):
        taken = take(matter, log, action)
        assert taken is not None
        assert taken.step == step
        log.append(taken.action)
    assert log == list(SOUND)
    assert is_over(matter, log)


def test_after_the_end_nothing_is_taken(matter):
    assert take(matter, [finish(MEMO)], read("msa")) is None


def test_a_log_is_not_changed_by_taking(matter):
    log = [read("msa")]
    assert take(matter, log, finish(MEMO)) is not None
    assert log == [read("msa")]
    assert not is_over(matter, log)


def test_a_fork_of_a_log_goes_its_own_way(matter):
    trunk = logged(matter, SOUND[:6])
    one, other = logged(matter, [*trunk, *SOUND[6:]]), logged(matter, [*trunk, finish("Done.")])
    assert scored(matter, one).values["score"] > scored(matter, other).values["score"]
    assert scored(matter, trunk[:]).values == scored(matter, SOUND[:6]).values


def test_what_no_file_can_carry_is_replaced_before_it_is_played(matter):
    log = logged(matter, [read("msa"), issue("msa §4.2", analysis="half \ud800 of a character")])
    assert log[1]["analysis"] == "half ? of a character"
    assert [step.info["refused"] for step in replay(matter, log).steps] == [False, False]


def test_every_value_is_a_number_and_the_score_is_that_of_the_actions(matter):
    told = scored(matter, logged(matter, SOUND))
    assert tuple(told.values) == VALUES
    assert set(METRIC_NAMES) - set(VALUES) == {"tokens", "cost"}
    assert all(type(value) is float for value in told.values.values())
    assert told.values["score"] == score(matter, SOUND)["normalized_score"] == 0.7627
    assert (told.values["critical_failure"], told.values["finished"], told.values["passed"]) == (
        0.0,
        1.0,
        0.0,
    )
    assert (told.ending, told.detail, told.memo) == ("finished", "", MEMO)
    assert 1 - sum(told.ladder.values()) == pytest.approx(0.7627, abs=1e-4)
    assert told.sheet[0].startswith("small_001: 0.7627 ")


def test_a_score_passes_from_the_mark_on_that_is_set(matter):
    assert scored(matter, SOUND, success=0.7627).values["passed"] == 1.0
    assert scored(matter, POOR, success=0.0).values["passed"] == 0.0, "a critical failure never passes"


def test_what_does_not_apply_is_no_number(matter, quiet):
    told = scored(quiet, logged(quiet, [read("msa"), finish(MEMO)])).values
    assert {name for name, value in told.items() if math.isnan(value)} == {
        "issue_precision",
        "severity_accuracy",
        "citation_validity",
        "question_overuse",
        "escalation_overuse",
        "settlement_ratio",
        "traps_met",
        "traps_accepted",
    }
    assert not math.isnan(scored(matter, SOUND).values["settlement_ratio"])


def test_scoring_twice_gives_the_same(matter):
    log = logged(matter, SOUND)
    assert scored(matter, log) == scored(matter, log)


# --- an episode whose agent left before the end ----------------------------------------------------------


def test_who_leaves_owes_what_should_have_been_escalated(matter):
    work = SOUND[4:5]
    open_, closed = score(matter, work), score(matter, work, closed=True)
    assert (open_["truncated"], closed["truncated"], closed["terminated"]) == (False, True, False)
    assert closed["raw_score"] == open_["raw_score"] - 0.5
    assert closed["breakdown"]["reward_events"][-1]["type"] == "final_submission"
    assert scored(matter, work).result == closed


def test_leaving_is_no_way_round_a_critical_escalation(gated):
    assert not score(gated, SOUND[4:5])["critical_failure"]
    told = scored(gated, SOUND[4:5])
    assert told.values["critical_failure"] == 1.0
    assert score(gated, (*SOUND[4:5], escalate("exclusivity")), closed=True)["critical_failure"] is False


def test_leaving_is_settled_as_running_out_of_steps_is(tmp_path):
    constraints = MANIFEST["constraints"] | {"maximum_steps": 1}
    short = load_matter(write_small_matter(tmp_path / "m", manifest=MANIFEST | {"constraints": constraints}))
    long = load_matter(write_small_matter(tmp_path / "n"))
    spent, left = score(short, SOUND[:1]), score(long, SOUND[:1], closed=True)
    assert (spent["raw_score"], spent["truncated"]) == (left["raw_score"], left["truncated"]) == (-0.5, True)


def test_closing_what_has_ended_changes_nothing(matter):
    assert score(matter, SOUND, closed=True) == score(matter, SOUND)
    assert replay(matter, SOUND, closed=True) == replay(matter, SOUND)


def test_an_episode_without_any_action_can_be_closed(gated):
    told = scored(gated, [])
    assert told.values["critical_failure"] == 1.0
    assert told.values["steps"] == 0.0
    assert told.ending == "left"


def test_how_a_host_ended_counts_only_where_the_episode_did_not_end_by_itself(matter):
    said: tuple[HostEnding, str] = ("limit", "token limit: 1,000")
    assert (scored(matter, SOUND, said).ending, scored(matter, SOUND, said).detail) == ("finished", "")
    told = scored(matter, SOUND[:3], said)
    assert (told.ending, told.detail) == said
    assert scored(matter, SOUND[:3]).detail == "the host stopped before the matter was closed"


# --- adapters without their hosts ------------------------------------------------------------------------

WITHOUT = """
import sys
sys.modules["inspect_ai"] = None  # as if it were not installed
import playbook_legal.adapters.inspect as adapter
print(sorted(name for name in sys.modules if name.startswith("inspect_ai.")), dir(adapter))
try:
    adapter.review
except Exception as error:
    print(type(error).__name__, error)
"""


def test_without_its_host_an_adapter_can_be_imported_and_says_what_to_install_when_touched():
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, check=True, encoding="utf-8"
    ).stdout.split("\n")
    assert done[0].startswith("[] ['EpisodeLog', 'action_tools', 'lawyer',")
    assert done[1] == (
        "PlaybookError the Inspect task needs the package inspect-ai: pip install 'playbook-legal[inspect]'"
    )


def test_a_name_that_an_adapter_does_not_have_is_an_attribute_error():
    from playbook_legal.adapters import inspect as adapter

    with pytest.raises(AttributeError, match="no_such_name"):
        _ = adapter.no_such_name
