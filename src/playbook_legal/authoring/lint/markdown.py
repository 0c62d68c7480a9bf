"""Code blocks of a document: what stands in one is text, never a heading."""

import re
from collections.abc import Iterator

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")


def outside_code(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Number (from 1) and text of the lines outside code blocks."""
    for number, line, fence in _walk(lines):
        if not fence:
            yield number, line


def open_fence(lines: list[str]) -> int | None:
    """The line of the code block that is still open at the end, or None."""
    opened = None
    for number, _, fence in _walk(lines):
        opened = (opened or number) if fence == "open" else None
    return opened


def _walk(lines: list[str]) -> Iterator[tuple[int, str, str]]:
    """Each line with `open` where it opens a block or stands in one that is open behind it, `close` where it closes
    one, and blank outside. The same rule by which sections are read."""
    fence = ""
    for number, line in enumerate(lines, 1):
        mark = _FENCE.match(line)
        if mark is not None and not fence and (mark[1][0] == "~" or "`" not in mark[2]):
            fence = mark[1]
            yield number, line, "open"
        elif mark is not None and fence and mark[1].startswith(fence) and not mark[2].strip():
            fence = ""
            yield number, line, "close"
        else:
            yield number, line, "open" if fence else ""
