"""How far a run is, on standard error: a live bar for a person at a terminal, a line now and then for a log."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..problems import one_line

if TYPE_CHECKING:
    from ..bench.playing import Ended
    from ..bench.running import Standing

_LINE_EVERY = 10.0  # seconds
_FAILURES_TOLD = 20  # as they happen; the summary has them all


@contextmanager
def progress() -> "Iterator[Callable[[Standing, Ended | None], None]]":
    """What a run tells its progress to, for as long as it runs."""
    if sys.stderr.isatty():
        try:
            import rich  # noqa: F401 - whether the extra is there
        except ImportError:
            pass
        else:
            with _live() as watch:
                yield watch
            return
    yield _Lines().watch


def told(standing: "Standing") -> str:
    """Where a run stands, in words."""
    cost = f", cost {standing.spent:g}" if standing.spent else ""
    failures = f", {len(standing.failures)} failed" if standing.failures else ""
    return f"{standing.ended} of {standing.wanted} episodes{failures}{cost}"


def failure_line(ended: "Ended") -> str:
    """A failure in one line."""
    key = ended.key
    place = f"{key.agent}, {key.matter_id}, seed {key.seed}, repeat {key.repeat}"
    return one_line(f"failed: {place}: {ended.detail}")


class _Lines:
    """A line now and then, and one for each failure."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def watch(self, standing: "Standing", ended: "Ended | None") -> None:
        """Say where the run stands, when that was some time ago."""
        if ended is not None and ended.ending is None and len(standing.failures) <= _FAILURES_TOLD:
            self._say(failure_line(ended))
        if time.monotonic() - self._last >= _LINE_EVERY:
            self._last = time.monotonic()
            self._say(told(standing))

    def _say(self, text: str) -> None:
        sys.stderr.write(f"run: {text}\n")
        sys.stderr.flush()


@contextmanager
def _live() -> "Iterator[Callable[[Standing, Ended | None], None]]":
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.text import Text

    columns: tuple[Any, ...] = (
        BarColumn(),
        TextColumn("{task.description}", markup=False),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("")

        def watch(standing: "Standing", ended: "Ended | None") -> None:
            bar.update(task, completed=standing.ended, total=standing.wanted, description=told(standing))
            if ended is not None and ended.ending is None and len(standing.failures) <= _FAILURES_TOLD:
                bar.console.print(Text(failure_line(ended)))

        yield watch
