"""A block of HTML within a Markdown page: what of it is text, and which headings it has."""

import re
from collections.abc import Iterator, Sequence
from html import unescape

from ...rendering import BARRIER
from .inline import Edit, edits_of_tag

_HTML = re.compile(
    r"<!--|<(?P<raw>script|style)\b|(?P<tag></?[A-Za-z][^<>]*>|<[!?][^<>]*>)|(?P<entity>&#?\w{1,32};)",
    re.IGNORECASE,
)
_HTML_HEADING = re.compile(r"<(/?)h([1-6])\b", re.IGNORECASE)


def html_edits(content: str) -> list[Edit]:
    """What is no text in a block of HTML: tags, comments, scripts, styles; and what its entities stand for; in
    order."""
    edits: list[Edit] = []
    at = 0
    while (found := _HTML.search(content, at)) is not None:
        end, instead = found.end(), ""
        if found.group("tag"):
            edits += edits_of_tag(content, found.start(), end, BARRIER)
            at = edits[-1][1]
            continue
        if found.group("entity"):
            instead = unescape(found.group())
        elif found.group("raw"):
            closing = re.compile(f"</{found.group('raw')}", re.IGNORECASE).search(content, end)
            end = closing.start() if closing is not None else len(content)
        else:
            closing_at = content.find("-->", end)
            end = closing_at + 3 if closing_at >= 0 else len(content)
        edits.append((found.start(), end, instead))
        at = end
    return edits


def html_headings(content: str, edits: Sequence[Edit]) -> Iterator[tuple[int, int, int]]:
    """The headings in a block, `<h1>` to `<h6>`, whose `edits` are given: from which character to which, and its
    depth."""
    opened: tuple[int, int] | None = None
    for start, end, _ in edits:
        tag = _HTML_HEADING.match(content, start)
        if tag is None:
            continue
        if not tag.group(1):
            opened = (end, int(tag.group(2)))
        elif opened is not None:
            yield opened[0], start, opened[1]
            opened = None


__all__ = ["html_edits", "html_headings"]
