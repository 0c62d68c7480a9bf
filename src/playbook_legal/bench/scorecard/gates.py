"""Conditions under which a report fails, for continuous integration: `score<0.9`, `critical>0`, `drop>0.02`.

A condition names a figure, a comparison and a limit. It is asked of every agent. Where there is nothing to hold
against the limit, the condition counts as met: a gate must not open because nothing was measured.
"""

import operator
import re
from collections.abc import Callable, Iterator

import msgspec

from ...problems import Problem, UnusableInputError, shown
from ..metrics import METRIC_NAMES
from ..statistics import Interval
from .model import Scorecard, Total

_WRITTEN = re.compile(
    r"\s*(?P<drop>drop)?(?P<open>\()?(?P<name>[a-z_]+)?(?P<close>\))?(?:\.(?P<bound>low|high|worst))?"
    r"\s*(?P<sign><=|>=|<|>)\s*(?P<limit>[+-]?(?:\d+(?:\.\d*)?|\.\d+))\s*"
)
_SIGNS: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_ALIASES = {"critical": "critical_failure", "fabricated": "fabricated_quotes", "errors": "protocol_errors"}
_COUNTS = ("failures", "missing")


class Condition(msgspec.Struct, frozen=True):
    """A condition: the report fails when it holds. `bound` chooses an end of the interval or the worst matter; with
    `drop` the figure is by how much it fell against the base."""

    written: str
    name: str
    drop: bool
    bound: str
    sign: str
    limit: float


def read_condition(written: str) -> Condition:
    """The condition that `written` says; `UnusableInputError` says what may be written."""
    found = _WRITTEN.fullmatch(written)
    if found is None or (found["open"] is None) != (found["close"] is None):
        raise _unusable(written, "write a figure, one of < <= > >=, and a number, for instance score<0.9")
    drop = found["drop"] is not None
    if drop != (found["open"] is not None or found["name"] is None):
        raise _unusable(
            written, "write drop>0.02, or drop(issue_recall)>0.02 for another figure than the score"
        )
    name = found["name"] or "score"
    name = _ALIASES.get(name, name)
    if name not in METRIC_NAMES and not (name in _COUNTS and not drop):
        known = ", ".join((*_ALIASES, *METRIC_NAMES, *_COUNTS))
        raise _unusable(
            written, f"{shown(name)} is no figure of a report; known: {known}, drop, drop(figure)"
        )
    if name in _COUNTS and found["bound"]:
        raise _unusable(written, f"{name} is a count and has no {found['bound']}")
    return Condition(
        written.strip(), name, drop, found["bound"] or "value", found["sign"], float(found["limit"])
    )


def _unusable(written: str, message: str) -> UnusableInputError:
    return UnusableInputError([Problem(f"--fail-on {shown(written)}", 0, 0, "gate", message)])


def check_base(conditions: tuple[Condition, ...], *, has_base: bool) -> None:
    """`UnusableInputError` when a condition is about a drop and there is nothing to drop from."""
    for condition in conditions:
        if condition.drop and not has_base:
            raise _unusable(condition.written, "a drop needs --against with the run to compare with")


def findings(scorecard: Scorecard, conditions: tuple[Condition, ...]) -> list[str]:
    """Every condition that holds, for every agent it holds for, in one line each."""
    check_base(conditions, has_base=scorecard.against is not None)
    if not scorecard.totals:
        return [f"{condition.written}: there is no agent" for condition in conditions]
    return [
        line
        for condition in conditions
        for total in scorecard.totals
        for line in _finding(scorecard, condition, total)
    ]


def _finding(scorecard: Scorecard, condition: Condition, total: Total) -> Iterator[str]:
    value, where = _figure(scorecard, condition, total)
    called = _called(condition)
    if value is None:
        yield f"{condition.written}: {called} of {total.agent} has no value ({where})"
    elif _SIGNS[condition.sign](value, condition.limit):
        place = f" on {where}" if where else ""
        yield f"{condition.written}: {called} of {total.agent} is {value:.6g}{place}"


def _called(condition: Condition) -> str:
    name = condition.name.replace("_", " ")
    the, name = ("the ", f"drop in {name}") if condition.drop else ("", name)
    match condition.bound:
        case "low":
            return f"the lower bound of {the}{name}"
        case "high":
            return f"the upper bound of {the}{name}"
        case "worst":
            return f"the worst {name}"
        case _:
            return f"{the}{name}"


def _figure(scorecard: Scorecard, condition: Condition, total: Total) -> tuple[float | None, str]:
    """The figure that a condition is about, and where it was found, or why there is none."""
    if condition.name in _COUNTS:
        return float(getattr(total, condition.name)), ""
    if condition.drop:
        return _drop(scorecard, condition, total)
    estimate = total.estimates[condition.name]
    if estimate.value is None:
        return (
            None,
            "no episode was scored" if not total.episodes else "it applies to nothing that was played",
        )
    if condition.bound == "worst":
        cells = [
            (value, cell.matter)
            for cell in scorecard.cells
            if cell.agent == total.agent and (value := cell.means.value(condition.name)) is not None
        ]
        # Worst is what comes nearest to meeting the condition.
        return min(cells) if condition.sign.startswith("<") else max(cells)
    return _bound(estimate.value, estimate.interval, condition.bound)


def _bound(value: float, interval: Interval | None, bound: str) -> tuple[float | None, str]:
    if bound == "value":
        return value, ""
    if interval is None:
        return None, "an interval takes two matters or more"
    return (interval.low if bound == "low" else interval.high), ""


def _drop(scorecard: Scorecard, condition: Condition, total: Total) -> tuple[float | None, str]:
    """By how much a figure fell: the negative of the difference to the base."""
    compared = [
        one
        for one in scorecard.against_comparisons
        if one.one == total.agent and one.metric == condition.name
    ]
    if not compared:
        return None, f"nothing in {scorecard.against} can be compared with it"
    found = compared[0].paired
    if condition.bound == "worst":
        differences = compared[0].by_matter
        matter = min(differences, key=lambda name: (differences[name], name))
        return -differences[matter] + 0.0, matter
    interval = found.interval
    turned = None if interval is None else Interval(-interval.high + 0.0, -interval.low + 0.0)
    return _bound(-found.difference + 0.0, turned, condition.bound)
