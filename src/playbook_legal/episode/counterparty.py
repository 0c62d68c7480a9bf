"""The scripted other side.

On each issue it holds a position: it takes a markup that contains every phrase of one of its acceptable
variants, but not before it has resisted a number of markups; until then, and when it does not like what it
reads, it makes its counters in order, and when they are used up it refuses. Its last counter stays on the
table until the point is closed.
"""

from typing import Any

from ..matter.criteria import CounterpartyPosition
from ..matter.key import Counter
from ..text import normalize_text

ACCEPTED_MESSAGE = "We accept your language on this point."
ACCEPTANCE_MESSAGE = "Noted. The point is closed on our language."
CLOSED_MESSAGE = "This point is closed; its language stands."
NO_POSITION_MESSAGE = "We hold no position on that provision; it is not open for markup."


class Point:
    """Where the negotiation of one issue stands. `closed_by` is `ours`, `theirs`, or None while it is open."""

    __slots__ = ("closed_by", "counters_made", "last_message", "markups", "outstanding", "rounds_used")

    def __init__(self) -> None:
        self.rounds_used = 0
        self.markups = 0
        self.counters_made = 0
        self.outstanding: Counter | None = None
        self.last_message = ""
        self.closed_by: str | None = None

    @property
    def is_closed(self) -> bool:
        """Whether the point is settled."""
        return self.closed_by is not None

    def close(self, by: str, message: str) -> None:
        """Settle the point."""
        self.closed_by, self.last_message = by, message

    def as_seen(self) -> dict[str, Any]:
        """The point as an observation tells it."""
        seen: dict[str, Any] = {
            "status": "closed" if self.is_closed else "open",
            "rounds_used": self.rounds_used,
            "last_message": self.last_message,
            "last_counter_text": None if self.outstanding is None else self.outstanding.text,
        }
        if self.closed_by is not None:
            seen["closed_by"] = self.closed_by
        return seen


def takes(position: CounterpartyPosition, point: Point, text: str) -> bool:
    """Whether the counterparty, at this markup of `point`, accepts `text`."""
    if point.markups <= position.written.resist_rounds:
        return False
    normalized = normalize_text(text)
    return any(all(phrase in normalized for phrase in variant) for variant in position.accept)


def next_counter(position: CounterpartyPosition, point: Point) -> Counter | None:
    """The counter that is made next, now on the table; None when they are used up."""
    counters = position.written.counters
    if point.counters_made >= len(counters):
        return None
    counter = counters[point.counters_made]
    point.counters_made += 1
    point.outstanding = counter
    return counter
