"""Markdown as matters are written: a line that begins with `## ` opens a section.

Its token is the first word of the heading without trailing full stops. The heading belongs to the section,
deeper headings stay inside, text before the first heading is the preamble (`full`), and a document without
such a heading is wholly `full`. A heading inside a fenced code block is text.
"""

import re
from collections.abc import Iterator

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
    openings: list[_Opening] = []
    fence = ""  # the marks that opened the code block we are in
    for at, number, line in _telling_lines(text):
        mark = _FENCE.match(line) if line.lstrip(" ")[:3] in ("```", "~~~") else None
        if mark is not None:
            marks, info = mark.group(1), mark.group(2)
            if not fence:
                if marks[0] == "~" or "`" not in info:
                    fence = marks
            elif marks[0] == fence[0] and len(marks) >= len(fence) and not info.strip():
                fence = ""
        elif not fence and line.startswith("## "):
            words = line[3:].split()
            token = words[0].rstrip(".") if words else ""
            if token:
                openings.append(_Opening(at, number, token, " ".join(words[1:])))
    return openings


def _telling_lines(text: str) -> Iterator[tuple[int, int, str]]:
    """Offset, number and text of the lines that may open a section or a code block: every line of a text with
    code blocks, else those that begin with `## `, since data rooms have thousands of pages without."""
    if "```" in text or "~~~" in text:
        at = 0
        for number, line in enumerate(text.split("\n"), 1):
            yield at, number, line
            at += len(line) + 1
        return
    number, counted = 1, 0
    at = 0 if text.startswith("## ") else _next_heading(text, 0)
    while at >= 0:
        number += text.count("\n", counted, at)
        counted = at
        end = text.find("\n", at)
        yield at, number, text[at:] if end < 0 else text[at:end]
        at = _next_heading(text, at)


def _next_heading(text: str, at: int) -> int:
    """Where the first heading after `at` begins, -1 when there is none."""
    found = text.find("\n## ", at)
    return found + 1 if found >= 0 else -1


def _section(document_id: str, opening: _Opening, text: str, end: int) -> Section:
    raw = text[opening.start : end]
    body = raw.strip()
    lead = len(raw) - len(raw.lstrip()) if body else 0
    line = opening.line + raw.count("\n", 0, lead)
    return Section(document_id, opening.token, opening.title, body, opening.start + lead, line)
