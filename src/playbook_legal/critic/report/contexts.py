"""What stands around the words that a report points at, for the formats that show the paper."""

import re
from bisect import bisect_right
from collections.abc import Iterator

import msgspec

from ...paper.documents import Document, DocumentKind
from ...paper.rendering import visible
from ..record import ClientRecord
from ..verdicts import Place
from . import Report

_AROUND = 320  # characters on each side
_BEGINNING = re.compile(r"(?<=[.?!;:])[ \t\r\n]+(?=[^\W\d_]|[(\"“#*])|\n[ \t\r]*\n\s*")
_END = re.compile(r"[.?!;](?=\s|\Z)|(?=\n[ \t\r]*\n)")


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """The passage at a place of the record, with what stands before and after it, as the document has it.

    `shown` are the same three as a reader of the paper sees them: of Markdown without emphasis, tags and the targets
    of links, with the marks that begin a line.

    `cut_before` and `cut_after` tell that the section goes on there. `column` is that of the first character,
    `end_line` and `end_column` are of the character behind the last, all from 1. `is_source`: the place counts
    lines and characters of the file itself, and not of a text read from Word or PDF.
    """

    before: str
    passage: str
    after: str
    shown: tuple[str, str, str]
    cut_before: bool
    cut_after: bool
    column: int
    end_line: int
    end_column: int
    kind: DocumentKind

    @property
    def is_source(self) -> bool:
        """Whether lines and characters are those of the file."""
        return self.kind not in ("word", "pdf")


def contexts_of(report: Report, record: ClientRecord) -> dict[Place, Context]:
    """The context of every place of the record that `report` names. `record` is the one it was made from; each
    of its documents that the report points at is read at most once more."""
    by_document: dict[str, dict[Place, None]] = {}
    for place in _places(report):
        by_document.setdefault(place.document, {})[place] = None
    found: dict[Place, Context] = {}
    for document_id, places in by_document.items():
        document = _on_paper(document_id, record)
        lines: dict[str | None, list[int]] = {}  # by view
        for place in places:
            view = None if document is None else _view_of(document, place)
            if view is not None:
                if view.view not in lines:
                    lines[view.view] = _line_starts(view.text)
                found[place] = _context(view, place, lines[view.view])
    return found


def _on_paper(document_id: str, record: ClientRecord) -> Document | None:
    """The document as it is shown: in a deal folder with what only marks its text."""
    index = record.index(document_id)
    if index is None or record.is_matter:
        return record.document(document_id)
    return record.outlined(index)


def _places(report: Report) -> Iterator[Place]:
    for item in report.items:
        for finding in item.findings:
            yield from finding.found
            if finding.nearest is not None:
                yield finding.nearest.place
            if finding.joined is not None:
                yield finding.joined
        for quote in item.verified:
            yield quote.at


def _view_of(document: Document, place: Place) -> Document | None:
    """The view of the document in which the words of the place stand where it says."""
    for view in (document, document.other_view):
        if view is not None:
            told = place.text.removesuffix("…")
            for words in (visible(view, place.start, place.end), view.text[place.start : place.end]):
                flat = " ".join(words.split())
                if flat and flat.startswith(told):
                    return view
    return None


def _line_starts(text: str) -> list[int]:
    return [0, *(found.end() for found in re.finditer("\n", text))]


def _context(document: Document, place: Place, line_starts: list[int]) -> Context:
    text = document.text
    end = min(place.end, len(text))
    first, last = _section_bounds(document, place)
    left, right = _left(text, first, place.start), _right(text, last, end)
    end_line = bisect_right(line_starts, end)
    return Context(
        before=text[left : place.start],
        passage=text[place.start : end],
        after=text[end:right],
        shown=(
            visible(document, left, place.start),
            visible(document, place.start, end),
            visible(document, end, right),
        ),
        cut_before=left > first,
        cut_after=right < last,
        column=place.start - line_starts[bisect_right(line_starts, place.start) - 1] + 1,
        end_line=end_line,
        end_column=end - line_starts[end_line - 1] + 1,
        kind=document.kind,
    )


def _section_bounds(document: Document, place: Place) -> tuple[int, int]:
    """Where the section that the place stands in begins and ends; the whole document where it spans several."""
    section = document.section_at(place.start)
    end = section.start + len(section.text)
    return (section.start, end) if place.end <= end else (0, len(document.text))


def _left(text: str, first: int, start: int) -> int:
    """Where the context begins: with the section, a paragraph, a sentence or at least a word."""
    least = max(first, start - _AROUND)
    if least == first:
        return first
    found = _BEGINNING.search(text, least, start) or re.compile(r"\s").search(text, least, start)
    return found.end() if found else least


def _right(text: str, last: int, end: int) -> int:
    """Where the context ends: with the section, a paragraph, a sentence or at least a word."""
    most = min(last, end + _AROUND)
    if most >= last:
        return max(last, end)
    ends = [found.end() for found in _END.finditer(text, end, most)]
    if ends and ends[-1] > end:
        return ends[-1]
    space = text.rfind(" ", end, most)
    return space if space > end else most
