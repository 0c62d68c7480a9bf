"""How figures are told: what does not apply is an em dash, never a nought."""

from collections.abc import Iterable

from ..metrics import METRICS, RUNGS, Metric
from ..statistics import Interval
from .model import Cell, Comparison, Estimate, Scorecard, Total

NOT_APPLICABLE = "—"
ALL_ALIKE = "all alike"
BY_NAME: dict[str, Metric] = {metric.name: metric for metric in METRICS}

# The metrics by what a reader asks, beside the score and the critical failures that head every table.
GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "Issues",
        ("issue_recall", "issue_precision", "severity_accuracy", "citation_validity", "fabricated_quotes"),
    ),
    (
        "Questions and escalations",
        ("question_recall", "question_overuse", "escalation_recall", "escalation_overuse"),
    ),
    ("Language and bargaining", ("redline_completion", "settlement_ratio", "traps_met", "traps_accepted")),
    ("Course of the episode", ("finished", "protocol_errors", "steps", "tokens", "cost")),
)


def figure(value: float | None, name: str) -> str:
    """A figure of the metric `name`."""
    if value is None:
        return NOT_APPLICABLE
    match BY_NAME[name].unit:
        case "share" | "rate":
            return f"{value:.3f}"
        case "money":
            return f"{value:,.4f}"
        case _:
            return f"{value:,.0f}" if value >= 1000 or value == int(value) else f"{value:,.2f}"


def short(value: float | None) -> str:
    """A share in a small space: two digits, and `1` only for the whole."""
    if value is None:
        return NOT_APPLICABLE
    if value >= 1:
        return "1.00"
    return f"{min(value, 0.99):.2f}"


def bounds(interval: Interval | None) -> str:
    """An interval of shares."""
    if interval is None:
        return NOT_APPLICABLE
    return ALL_ALIKE if interval.low == interval.high else f"{interval.low:.3f} to {interval.high:.3f}"


def signed(value: float) -> str:
    """A difference with its sign, and a proper minus."""
    return f"{value:+.3f}".replace("-", "\N{MINUS SIGN}")


def signed_bounds(interval: Interval | None) -> str:
    """An interval of differences."""
    if interval is None:
        return NOT_APPLICABLE
    alike = interval.low == interval.high
    return ALL_ALIKE if alike else f"{signed(interval.low)} to {signed(interval.high)}"


def estimate(one: Estimate, name: str) -> str:
    """An estimate as one figure."""
    return figure(one.value, name)


def known_metrics(scorecard: Scorecard, names: Iterable[str]) -> list[str]:
    """Those of `names` that have a value for at least one agent."""
    return [
        name for name in names if any(total.estimates[name].value is not None for total in scorecard.totals)
    ]


def cells_by_place(scorecard: Scorecard) -> dict[tuple[str, str], Cell]:
    """The cells by agent and matter."""
    return {(cell.agent, cell.matter): cell for cell in scorecard.cells}


def losses(total: Total, most: int) -> list[tuple[str, float]]:
    """The rungs that take most from the score, the greatest first; at most `most`, none below half a hundredth."""
    taken = [(RUNGS[name], value) for name, value in total.ladder.items() if value >= 0.005]
    return sorted(taken, key=lambda one: -one[1])[:most]


def telling_comparisons(comparisons: Iterable[Comparison]) -> list[Comparison]:
    """Those that a reader wants: scores and critical failures always, other figures where something differs and one
    side can be called better."""
    return [
        one
        for one in comparisons
        if one.metric in ("score", "critical_failure")
        or (BY_NAME[one.metric].better != "neither" and one.paired.higher + one.paired.lower > 0)
    ]


def counted_episodes(scorecard: Scorecard) -> str:
    """How much was played, in one line."""
    told = (
        f"{_counted(len(scorecard.agents), 'agent')}, {_counted(len(scorecard.matters), 'matter')}, "
        f"{_counted(len(scorecard.episodes), 'scored episode')}"
    )
    if scorecard.failures:
        told += f", {len(scorecard.failures)} failed"
    if scorecard.missing:
        told += f", {len(scorecard.missing)} not played"
    return told


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


HOW_TO_READ: tuple[str, ...] = (
    (
        "A figure is the mean over matters of the mean over an agent's episodes on each. What does not apply is an em "
        "dash, and enters no mean."
    ),
    (
        "Intervals are at 95 % and over matters: a bootstrap of 10,000 draws for means (widened for few matters), "
        "exact bounds for rates, by which none of twelve is 0 to 0.265. They say what to expect of matters like "
        "these; where all matters came out alike, nothing can be said of how others vary."
    ),
    "Episodes that failed for reasons outside of them are listed and enter no figure.",
)
