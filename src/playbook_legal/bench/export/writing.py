"""Records on disk: JSON lines, or Parquet with the extra `parquet`."""

import json
from collections.abc import Iterable
from pathlib import Path

from ...episode.trace import write_whole
from ..parquet import write_parquet
from .records import COLUMNS, Record, flattened


def write_records(path: Path, kind: str, records: Iterable[Record]) -> int:
    """Write `records` to `path`, wholly or not at all; by the suffix `.parquet` as a table, otherwise as JSON lines.
    How many there were."""
    listed = list(records)
    if path.suffix == ".parquet":
        write_parquet(path, COLUMNS[kind], map(flattened, listed))
    else:
        lines = (json.dumps(record, ensure_ascii=False, separators=(",", ":")) for record in listed)
        write_whole(path, "".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))
    return len(listed)
