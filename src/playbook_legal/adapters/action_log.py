"""An episode as a host keeps it: the list of actions taken, and nothing else.

Hosts store, copy, fork and restore their own state as they like. A list of plain JSON survives all of that; the
environment is made again from it whenever it is needed, and so is the score. No host is imported here.
"""

import math
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from ..actions import action_json
from ..bench.encoding import encodable
from ..bench.metrics import METRIC_NAMES, measure
from ..bench.runs import Ending
from ..bench.scorecard.building import SUCCESS
from ..episode.replay import ReplayedStep, played
from ..episode.result import episode_result
from ..episode.score_sheet import score_sheet
from ..matter.package import Matter

# `limit`: a limit of the host's ended the episode (its time, tokens, messages, cost).
HostEnding: TypeAlias = Ending | Literal["limit"]

# Hosts count tokens and cost themselves. `passed` is 1 where the score reaches `success` without a critical failure.
VALUES: tuple[str, ...] = (*(name for name in METRIC_NAMES if name not in ("tokens", "cost")), "passed")


class LoggedStep(msgspec.Struct, frozen=True):
    """An action taken: what of it belongs into the log, and the step as the environment gave it."""

    action: Any
    step: ReplayedStep


def take(matter: Matter, log: Sequence[Any], action: object) -> LoggedStep | None:
    """`action` taken after those in `log`; None when the episode is over by then. `log` is left as it is.

    Hosts write UTF-8, so what it cannot carry is replaced before the action is taken, and the log says what was played.
    """
    episode = played(matter, log)
    if episode.is_over:
        return None
    step = ReplayedStep(*episode.step(encodable(action)))
    return LoggedStep(action_json(episode.actions[-1]), step)


def is_over(matter: Matter, log: Sequence[Any]) -> bool:
    """Whether the episode of `log` has ended by itself: with a memo, or out of steps."""
    return played(matter, log).is_over


class Scored(msgspec.Struct, frozen=True):
    """An episode scored from its log.

    `values` has a number for each name in `VALUES`; what does not apply (a settlement ratio without a counterparty) is
    NaN, which is neither 0 nor 1 and enters no mean. `ladder` says where the points went, as shares of the maximum.
    `sheet` gives every reason, line by line; it holds parts of the answer key. `memo` is the closing memo, blank
    without one.
    """

    values: dict[str, float]
    ending: HostEnding
    detail: str
    result: dict[str, Any]
    ladder: dict[str, float]
    sheet: tuple[str, ...]
    memo: str


def scored(
    matter: Matter,
    log: Sequence[Any],
    left: tuple[HostEnding, str] | None = None,
    success: float = SUCCESS,
) -> Scored:
    """The episode of `log` on `matter`, scored as ended: one that has not ended by itself ends there, and what was owed
    is settled. `left` is how the host says that it ended, and counts only then. Pure."""
    episode = played(matter, log)
    state = episode.state
    if state.terminated:
        ending, detail = _ended("finished")
    elif state.truncated:
        ending, detail = _ended("budget")
    else:
        ending, detail = left or ("left", "the host stopped before the matter was closed")
    episode.close()
    result = episode_result(episode)
    measured = measure(matter, log, closed=True)
    values = {
        name: math.nan if (value := measured.metrics.value(name)) is None else value
        for name in VALUES
        if name != "passed"
    }
    values["passed"] = float(result["normalized_score"] >= success and not result["critical_failure"])
    last = log[len(episode.actions) - 1] if state.terminated else {}
    return Scored(
        values,
        ending,
        detail,
        result,
        measured.ladder,
        tuple(score_sheet(result)),
        str(last.get("summary", "")),
    )


def _ended(ending: HostEnding) -> tuple[HostEnding, str]:
    return ending, ""
