"""Where a quotation stands: what is asked of a failed one, what came of it, and the place in the paper."""

import msgspec

from ..paper.documents import Section
from .verdicts import Cause, Neighbour, Place

_SHOWN = 240  # characters of a passage in a report


class Unplaced(msgspec.Struct, frozen=True):
    """A normalized quotation that does not stand in the `sections` it cites; `documents` are those it names."""

    text: str
    sections: tuple[Section, ...]
    documents: tuple[int, ...]


class Placement(msgspec.Struct, frozen=True):
    """What became of a quotation: the cause, the places where it stands (`count` in all), or its neighbour.

    `rest` is the part of it that is not the neighbour's, where it was spliced or continued; `joined` is where
    that part of a splice stands.
    """

    cause: Cause
    places: tuple[Place, ...] = ()
    count: int = 0
    nearest: Neighbour | None = None
    rest: str = ""
    joined: Place | None = None


def place_of(section: Section, start: int, end: int, sha256: str) -> Place:
    """The place of characters `[start, end)` of the section's text as written."""
    return Place(
        section.document_id,
        section.token,
        section.start + start,
        section.start + end,
        section.line + section.text.count("\n", 0, start),
        sha256,
        cut(" ".join(section.text[start:end].split())),
    )


def cut(text: str) -> str:
    """A passage as a report shows it."""
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
