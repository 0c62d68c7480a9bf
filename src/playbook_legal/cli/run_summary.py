"""What `playbook run` says at its end, on standard output."""

import json
from pathlib import Path
from typing import Any

from ..bench.running import RunOutcome, Shard
from .progress import failure_line


def _rows(outcome: RunOutcome) -> list[dict[str, Any]]:
    """What each agent reached, in the order of the run."""
    rows: list[dict[str, Any]] = []
    for name in dict.fromkeys(one.key.agent for one in outcome.kept):
        mine = [one for one in outcome.kept if one.key.agent == name]
        rows.append(
            {
                "agent": name,
                "episodes": len(mine),
                "mean_score": round(sum(one.score or 0.0 for one in mine) / len(mine), 4),
                "critical_failures": sum(one.critical for one in mine),
                "cost": round(sum(one.cost for one in mine), 8),
            }
        )
    return rows


def summary_json(outcome: RunOutcome, out: Path, shard: Shard) -> list[str]:
    """The summary as JSON."""
    standing = outcome.standing
    told = {
        "folder": out.as_posix(),
        "shard": f"{shard.number}/{shard.of}",
        "wanted": standing.wanted,
        "played": standing.wanted - standing.unplayed,
        "failed": [failure_line(one).removeprefix("failed: ") for one in standing.failures],
        "spent": round(standing.spent, 8),
        "agents": _rows(outcome),
    }
    return [json.dumps(told, ensure_ascii=False, indent=2)]


def summary_text(outcome: RunOutcome, out: Path, shard: Shard) -> list[str]:
    """The summary for people, line by line."""
    standing = outcome.standing
    part = f" (shard {shard.number} of {shard.of})" if shard.of > 1 else ""
    there = f", {standing.there} of them before" if standing.there else ""
    lines = [
        f"{out.as_posix()}{part}: {standing.wanted - standing.unplayed} of {standing.wanted} episodes played{there}"
    ]
    rows = _rows(outcome)
    if rows:
        width = max(len(row["agent"]) for row in rows)
        priced = any(row["cost"] for row in rows)
        head = f"  {'agent':<{width}}  episodes  mean score  critical failures"
        lines.append(head + ("        cost" if priced else ""))
        for row in rows:
            figures = f"{row['episodes']:>8}  {row['mean_score']:>10.4f}  {row['critical_failures']:>17}"
            cost = f"  {row['cost']:>10.4f}" if priced else ""
            lines.append(f"  {row['agent']:<{width}}  {figures}{cost}")
    lines += [failure_line(one) for one in standing.failures]
    if standing.limit is not None and standing.spent >= standing.limit:
        lines.append(
            f"cost limit: {standing.spent:g} of {standing.limit:g} spent; no more episodes were begun"
        )
    if standing.unplayed:
        lines.append(f"not played: {standing.unplayed}; the same command plays what is missing")
    return lines
