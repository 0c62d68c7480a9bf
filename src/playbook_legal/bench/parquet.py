"""Tables as Parquet files, by the extra `parquet` (duckdb, one package without dependencies)."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import msgspec

from ..problems import PlaybookError
from .encoding import encodable

_TYPES = {"text": "VARCHAR", "integer": "BIGINT", "number": "DOUBLE", "truth": "BOOLEAN"}


class Column(msgspec.Struct, frozen=True):
    """A column: its name, and what its values are. `sql` is the type where none of the simple ones fits."""

    name: str
    kind: Literal["text", "integer", "number", "truth", "nested"]
    sql: str = ""

    @property
    def type(self) -> str:
        """The type as duckdb writes it."""
        return self.sql or _TYPES[self.kind]


def write_parquet(path: Path, columns: Sequence[Column], rows: Iterable[dict[str, Any]]) -> None:
    """`rows` as a Parquet file at `path`, in their order; the file is there wholly or not at all.

    `PlaybookError` names the extra when duckdb is missing.
    """
    try:
        import duckdb
    except ImportError:
        raise PlaybookError(
            "Parquet needs the package duckdb: pip install 'playbook-legal[parquet]'"
        ) from None
    types = ", ".join(f"'{column.name}': '{column.type}'" for column in columns)
    # A folder of our own beside the target: duckdb reads rows as lines of JSON, typed, without guessing.
    with TemporaryDirectory(prefix=".parquet-", dir=path.parent) as folder:
        lines, table = Path(folder) / "rows.jsonl", Path(folder) / "table.parquet"
        with lines.open("wb") as opened:
            opened.writelines(msgspec.json.encode(encodable(row)) + b"\n" for row in rows)
        with duckdb.connect(config={"threads": 1}) as connection:
            source = (
                f"SELECT * FROM read_json(?, format = 'newline_delimited', columns = {{{types}}}, "  # noqa: S608
                "maximum_object_size = 268435456)"
            )
            connection.execute(f"CREATE TABLE rows AS {source}", [str(lines)])
            connection.execute(f"COPY rows TO '{_quoted(table)}' (FORMAT parquet)")
        table.replace(path)


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")
