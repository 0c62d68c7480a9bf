"""How far a long check is: one line on standard error that comes after a second and goes when the work is done."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_AFTER = 1.0  # seconds; what is over sooner needs no bar
_EVERY = 0.1
_WIDTH = 24  # characters of the bar


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """What work tells its progress to: how much is done, of how much. Nothing is shown where nobody looks on."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    line = Line(what, sys.stderr.write, time.monotonic)
    try:
        yield line.told
    finally:
        line.clear()
        sys.stderr.flush()


class Line:
    """The line, shown by `write`, when the clock has gone on far enough."""

    def __init__(self, what: str, write: Callable[[str], object], clock: Callable[[], float]) -> None:
        self._what = what
        self._write = write
        self._clock = clock
        self._next = clock() + _AFTER
        self._shown = 0

    def told(self, done: int, total: int) -> None:
        """Show that `done` of `total` are done, when that was not shown just now."""
        now = self._clock()
        if now < self._next or total <= 0:
            return
        self._next = now + _EVERY
        full = _WIDTH * min(done, total) // total
        text = f"[{'#' * full}{'.' * (_WIDTH - full)}] {done} of {total} {self._what}"
        self._write("\r" + text.ljust(self._shown))
        self._shown = len(text)
        if sys.stderr is not None:
            sys.stderr.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            self._write("\r" + " " * self._shown + "\r")
            self._shown = 0
