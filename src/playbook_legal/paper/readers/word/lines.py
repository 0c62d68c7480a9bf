"""Which paragraphs of a Word file stand on one line of a view.

A paragraph whose end a view does not show runs on into the next one; a style separator puts two paragraphs on one
line. Rows and cells that a view does not show are left out with all that is in them.
"""

from collections.abc import Iterator

from ...documents import View
from .blocks import Block, Border, Paragraph, Piece, has_text, shows


def grouped(
    blocks: tuple[Block, ...], view: View
) -> Iterator[Border | tuple[list[list[Paragraph]], int, int]]:
    """The lines of a view, each with its first and last block, and the borders of the rows and cells that it shows.
    A line is a list of its paragraphs in the view, each a list of the file's paragraphs it is made of."""
    parts: list[list[Paragraph]] = []  # what is on the line so far, when its end is not yet seen
    open_part: list[Paragraph] = []
    first, begun = -1, False  # what does not show at all before a line begins is no part of it
    hidden_from: list[str] = []  # the end that a hidden row or cell waits for
    depth = 0
    for index, block in enumerate(blocks):
        if hidden_from:
            if isinstance(block, Border):
                depth += {"row": 1, "cell": 1}.get(block.kind, -1)
                if depth == 0:
                    hidden_from.pop()
            continue
        if isinstance(block, Border):
            if parts or open_part:
                yield from _finished(parts, open_part, first, index - 1, view)
                parts, open_part, begun = [], [], False
            if block.kind in ("row", "cell") and not shows(block.standing, view):
                hidden_from.append(block.kind)
                depth = 1
                continue
            yield block
            continue
        if not begun:
            first = index
        open_part.append(block)
        if not shows(block.mark, view):
            begun = begun or has_text(block, view)
            continue
        begun = block.runs_on
        parts.append(open_part)
        open_part = []
        if block.runs_on:
            continue
        yield parts, first, index
        parts = []
    if parts or open_part:
        yield from _finished(parts, open_part, first, len(blocks) - 1, view)


def _finished(
    parts: list[list[Paragraph]], open_part: list[Paragraph], first: int, last: int, view: View
) -> Iterator[tuple[list[list[Paragraph]], int, int]]:
    """A line at the end of a cell or part that no paragraph follows; nothing when nothing of it shows."""
    if open_part and any(
        isinstance(piece, Piece) and shows(piece.standing, view) for one in open_part for piece in one.pieces
    ):
        parts = [*parts, open_part]
    if parts:
        yield parts, first, last


__all__ = ["grouped"]
