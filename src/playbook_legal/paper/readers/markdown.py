"""Markdown as matters are written: a line that begins with `## ` opens a section.

Its token is the first word of the heading without trailing full stops. The heading belongs to the section,
deeper headings stay inside, text before the first heading is the preamble (`full`), and a document without
such a heading is wholly `full`. A heading inside a fenced code block is text.
"""

import re

from ..citations import FULL
from ..documents import Document, Section

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")


class _Opening:
    """Where a section begins: character offset, line, token and title."""

    __slots__ = ("line", "start", "title", "token")

    def __init__(self, start: int, line: int, token: str, title: str) -> None:
        self.start, self.line, self.token, self.title = start, line, token, title


def read_markdown(document_id: str, title: str, text: str, sha256: str, name: str) -> Document:
    """`text` as a document of sections."""
    openings = _openings(text)
    sections: list[Section] = []
    first = openings[0].start if openings else len(text)
    if not openings or text[:first].strip():
        sections.append(_section(document_id, _Opening(0, 1, FULL, title), text, first))
    ends = [opening.start for opening in openings[1:]] + [len(text)][: len(openings)]
    sections.extend(
        _section(document_id, opening, text, end) for opening, end in zip(openings, ends, strict=True)
    )
    return Document(document_id, title, text, tuple(sections), sha256, name)


def _openings(text: str) -> list[_Opening]:
    if ("`" in text and "```" in text) or ("~" in text and "~~~" in text):  # one character is found faster
        return _openings_around_code(text)
    openings: list[_Opening] = []
    at, line = 0, 1  # of the heading that a piece begins with
    for number, piece in enumerate(text.split("\n## ")):
        mark = 3 if number else 0  # the part of the heading that the split took away
        end = piece.find("\n")
        heading = piece if end < 0 else piece[:end]
        if mark or heading.startswith("## "):
            _open(openings, at, line, heading[3 - mark :])
        at += mark + len(piece) + 1
        line += piece.count("\n") + 1
    return openings


def _openings_around_code(text: str) -> list[_Opening]:
    """The same, line by line, for a text with fenced code blocks: a heading in one of them is text."""
    openings: list[_Opening] = []
    fence = ""  # the marks that opened the code block we are in
    at = 0
    for number, line in enumerate(text.split("\n"), 1):
        mark = _FENCE.match(line) if line.lstrip(" ")[:3] in ("```", "~~~") else None
        if mark is not None:
            marks, info = mark.group(1), mark.group(2)
            if not fence:
                if marks[0] == "~" or "`" not in info:
                    fence = marks
            elif marks[0] == fence[0] and len(marks) >= len(fence) and not info.strip():
                fence = ""
        elif not fence and line.startswith("## "):
            _open(openings, at, number, line[3:])
        at += len(line) + 1
    return openings


def _open(openings: list[_Opening], at: int, line: int, heading: str) -> None:
    """Add the section that a heading opens; one without a word opens none."""
    words = heading.split()
    token = words[0].rstrip(".") if words else ""
    if token:
        openings.append(_Opening(at, line, token, " ".join(words[1:])))


def _section(document_id: str, opening: _Opening, text: str, end: int) -> Section:
    raw = text[opening.start : end]
    body = raw.strip()
    lead = len(raw) - len(raw.lstrip()) if raw[:1].isspace() and body else 0
    line = opening.line + raw.count("\n", 0, lead) if lead else opening.line
    return Section(document_id, opening.token, opening.title, body, opening.start + lead, line)
