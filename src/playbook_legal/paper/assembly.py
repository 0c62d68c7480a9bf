"""From the marks a reader found to a document: outline and sections, made the same way for every kind of paper."""

from collections.abc import Sequence
from typing import Any

from .citations import FULL
from .documents import Document, DocumentKind, Section
from .outline import Mark, Outline, outline_of

# The text before the first unit.
PREAMBLE = "preamble"


def assembled(
    kind: DocumentKind,
    document_id: str,
    title: str,
    text: str,
    marks: Sequence[Mark],
    sha256: str,
    name: str,
    **more: Any,
) -> Document:
    """The document of that `text`, whose units begin at `marks`. `more` are further fields of `Document`."""
    outline = outline_of(marks, len(text))
    return Document(
        document_id, title, text, _partition(document_id, text, outline), sha256, name, kind, outline, **more
    )


def _partition(document_id: str, text: str, outline: Outline) -> tuple[Section, ...]:
    """The own text of each unit, and what stands before the first; none of them empty. A document without any unit
    is wholly `full`."""
    pieces = [(unit.label, unit.title, unit.start, unit.own_end) for unit in outline.units]
    first = pieces[0][2] if pieces else len(text)
    if text[:first].strip():
        pieces.insert(0, (PREAMBLE if pieces else FULL, "", 0, first))
    sections: list[Section] = []
    line, counted_to = 1, 0
    for label, title, start, end in pieces:
        raw = text[start:end]
        body = raw.strip()
        if not body:
            continue
        begins = start + len(raw) - len(raw.lstrip())
        line += text.count("\n", counted_to, begins)
        counted_to = begins
        sections.append(Section(document_id, label, title, body, begins, line))
    return tuple(sections) or (Section(document_id, FULL, "", "", 0, 1),)


__all__ = ["PREAMBLE", "assembled"]
