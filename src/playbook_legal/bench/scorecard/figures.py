"""Figures of an agent: by matter, over matters, against another agent."""

import math
from collections.abc import Iterable, Mapping, Sequence

from ..metrics import METRIC_NAMES, METRICS, RUNGS, EpisodeMetrics
from ..statistics import all_of, mean_interval, paired, pass_at, rate_interval, told
from .model import Cell, Comparison, EpisodeRow, Estimate, FailedEpisode, Passes, Total


def mean(values: Iterable[float | None]) -> float | None:
    """The mean of those that are there; None when none is."""
    known = [value for value in values if value is not None]
    return told(math.fsum(known) / len(known)) if known else None


def cells_of(rows: Sequence[EpisodeRow]) -> dict[tuple[str, str], Cell]:
    """The cells that `rows` make, by agent and matter."""
    grouped: dict[tuple[str, str], list[EpisodeRow]] = {}
    for row in rows:
        grouped.setdefault((row.agent, row.matter), []).append(row)
    cells = {}
    for (agent, matter), episodes in grouped.items():
        means = {name: mean(one.metrics.value(name) for one in episodes) for name in METRIC_NAMES}
        rate = means["critical_failure"]
        # Here the repeats are what is counted: the claim is about this matter alone.
        bounds = None if rate is None else rate_interval(rate, len(episodes))
        cells[agent, matter] = Cell(agent, matter, len(episodes), EpisodeMetrics(**means), bounds)
    return cells


def total_of(
    agent: str,
    rows: Sequence[EpisodeRow],
    cells: Mapping[tuple[str, str], Cell],
    success: float,
    rest: tuple[int, Sequence[FailedEpisode], Sequence[FailedEpisode]],
) -> Total:
    """The totals of `agent`; `rest` are the number of matters there are, what failed, and what was not played."""
    matters, failures, missing = rest
    own = [row for row in rows if row.agent == agent]
    # In the order of their names, so that no figure depends on the order of a manifest.
    mine = sorted((cell for cell in cells.values() if cell.agent == agent), key=lambda cell: cell.matter)
    ladders = [
        {rung: math.fsum(ladder[rung] for ladder in each) / len(each) for rung in RUNGS}
        for cell in mine
        if (each := [row.ladder for row in own if row.matter == cell.matter and row.ladder is not None])
    ]
    used = [row.metrics for row in own]
    tokens = [one.tokens for one in used if one.tokens is not None]
    costs = [one.cost for one in used if one.cost is not None]
    return Total(
        agent,
        len(own),
        sum(one.agent == agent for one in failures),
        sum(one.agent == agent for one in missing),
        len(mine),
        len(mine) == matters,
        {metric.name: _estimate(metric.name, metric.unit == "rate", mine) for metric in METRICS},
        _passes(own, success),
        {rung: value for rung in RUNGS if (value := mean(one[rung] for one in ladders)) is not None},
        math.fsum(tokens) if tokens else None,
        math.fsum(costs) if costs else None,
    )


def _estimate(name: str, is_rate: bool, cells: Sequence[Cell]) -> Estimate:  # noqa: FBT001 - both ways in one place
    values = [value for cell in cells if (value := cell.means.value(name)) is not None]
    if not values:
        return Estimate(None, None, 0)
    value = math.fsum(values) / len(values)
    interval = rate_interval(value, len(values)) if is_rate else mean_interval(values)
    return Estimate(told(value), interval, len(values))


def _passes(rows: Sequence[EpisodeRow], success: float) -> tuple[Passes, ...]:
    """At 1, 2, 4, ... tries, and at as many as every matter has."""
    tries: dict[str, list[bool]] = {}
    for row in rows:
        score = row.metrics.score
        tries.setdefault(row.matter, []).append(
            score is not None and score >= success and not row.metrics.critical_failure
        )
    if not tries:
        return ()
    most = min(len(each) for each in tries.values())
    ks = sorted({1, most} | {2**power for power in range(1, most.bit_length()) if 2**power <= most})
    counted = [(len(each), sum(each)) for _, each in sorted(tries.items())]
    return tuple(
        Passes(
            k,
            told(math.fsum(pass_at(k, episodes, passed) for episodes, passed in counted) / len(counted)),
            told(math.fsum(all_of(k, episodes, passed) for episodes, passed in counted) / len(counted)),
            len(counted),
        )
        for k in ks
    )


def compare(
    one: Mapping[str, Cell], other: Mapping[str, Cell], metric: str, labels: tuple[str, str]
) -> Comparison | None:
    """Two agents, given by their cells by matter, in one figure; None when no matter has it for both."""
    differences = {
        matter: told(mine - yours)
        for matter in sorted(one.keys() & other.keys())
        if (mine := one[matter].means.value(metric)) is not None
        and (yours := other[matter].means.value(metric)) is not None
    }
    found = paired(list(differences.values()))
    return None if found is None else Comparison(*labels, metric, found, differences)
