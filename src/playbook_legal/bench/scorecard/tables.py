"""The scored episodes as a table, a row each: as CSV, and as Parquet."""

import csv
import io
from pathlib import Path
from typing import Any, TypeAlias

from ..metrics import METRIC_NAMES, RUNGS
from ..parquet import Column, write_parquet
from .model import Scorecard

Row: TypeAlias = dict[str, Any]

_TEXTS = ("run", "agent", "kind", "fingerprint", "matter", "matter_id", "content_hash")
COLUMNS: tuple[Column, ...] = (
    *(Column(name, "text") for name in _TEXTS),
    Column("seed", "integer"),
    Column("repeat", "integer"),
    *(Column(name, "text") for name in ("ending", "detail", "basis")),
    Column("differs", "truth"),
    *(Column(name, "number") for name in METRIC_NAMES),
    *(Column(f"lost_{rung}", "number") for rung in RUNGS),
)


def rows(scorecard: Scorecard) -> list[Row]:
    """A row for each scored episode, by column; None where a figure does not apply."""
    agents = {agent.label: agent for agent in scorecard.agents}
    matters = {matter.label: matter for matter in scorecard.matters}
    told: list[Row] = []
    for one in scorecard.episodes:
        agent, matter = agents[one.agent], matters[one.matter]
        row: Row = {
            "run": agent.run,
            "agent": one.agent,
            "kind": agent.kind,
            "fingerprint": agent.fingerprint,
            "matter": one.matter,
            "matter_id": matter.id,
            "content_hash": matter.content_hash,
            "seed": one.seed,
            "repeat": one.repeat,
            "ending": one.ending,
            "detail": one.detail,
            "basis": one.basis,
            "differs": one.differs,
        }
        row |= {name: one.metrics.value(name) for name in METRIC_NAMES}
        row |= {f"lost_{rung}": None if one.ladder is None else one.ladder[rung] for rung in RUNGS}
        told.append(row)
    return told


def as_csv(scorecard: Scorecard) -> str:
    """The table as CSV, with a head; what does not apply is an empty field."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([column.name for column in COLUMNS])
    for row in rows(scorecard):
        writer.writerow([_field(row[column.name]) for column in COLUMNS])
    return out.getvalue()


def _field(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        # On one line, and nothing that a spreadsheet would take for a formula.
        flat = " ".join(value.split())
        return f"'{flat}" if flat[:1] in ("=", "+", "-", "@") else flat
    return value


def write_table(scorecard: Scorecard, path: Path) -> None:
    """The table as a Parquet file at `path`; needs the extra `parquet`."""
    write_parquet(path, COLUMNS, rows(scorecard))
