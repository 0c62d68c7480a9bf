"""Where a quotation stands: what is asked of a failed one, what came of it, and the place in the paper."""

from bisect import bisect_right

import msgspec

from ..paper.citations import FULL
from ..paper.documents import Document, Section
from ..paper.rendering import visible
from .verdicts import Cause, Neighbour, Place

_SHOWN = 240  # characters of a passage in a report


class Unplaced(msgspec.Struct, frozen=True):
    """A normalized quotation that does not stand in the `sections` it cites; `documents` are those it names.
    `quotation` is the same as the submission has it."""

    text: str
    sections: tuple[Section, ...]
    documents: tuple[int, ...]
    quotation: str = ""


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


def place_within(document: Document, start: int, end: int, sha256: str) -> Place:
    """The place of characters `[start, end)` of a document with an outline: the innermost unit they begin in, or from
    that to the one they end in. Its words are those that a reader sees."""
    assert document.outline is not None
    first = document.outline.innermost(start)
    last = document.outline.innermost(max(start, end - 1))
    before = "preamble" if document.outline.units else FULL
    label = first.label if first is not None else before
    if last is not None and last is not first and (first is None or last.start >= first.own_end):
        label = f"{label}–{last.label.rpartition('§')[2]}"
    return Place(
        document.id,
        label,
        start,
        end,
        document.text.count("\n", 0, start) + 1,
        sha256,
        cut(" ".join(visible(document, start, end).split())),
        bisect_right(document.pages, start),
    )


def cut(text: str) -> str:
    """A passage as a report shows it."""
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
