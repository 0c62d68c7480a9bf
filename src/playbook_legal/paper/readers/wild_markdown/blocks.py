"""The blocks of a Markdown page in order: headings, paragraphs and the items of ordered lists, each with its text as
rendered and the way back to the source; and everything in the source that is no text on the page.

The structure is that of CommonMark with the tables of GitHub, as markdown-it finds it, with one exception: an
indented line is a paragraph and never program text. Contracts have no programs, and their sub-clauses are indented.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ...rendering import BARRIER, Span, Substitution
from .content import Position, Segment, Text
from .html_blocks import html_edits, html_headings
from .inline import InlineReader
from .source import Source

_NESTING = 60  # of blocks and of brackets; deeper ones are text
_MARKER = re.compile(r"[0-9]{1,9}[.)]")
_HASHES = re.compile(r"(#{1,6})(?=[^#\s])")
_DEFINITION = re.compile(r":(?=[ \t]+\S)")
_EMPHASIZED = re.compile(r"<(b|strong|u)\b|<(span|div)\b[^<>]*(?:head|title|caption)", re.IGNORECASE)


class Block(NamedTuple):
    """A heading of some `depth`, a paragraph, or the beginning of the `number`th item of an ordered list at `start`;
    within `lists` lists. `whole`: the text is all of its paragraph."""

    kind: Literal["heading", "paragraph", "item"]
    lists: int
    text: Text
    depth: int = 0
    number: int = 0
    delimiter: str = ""
    start: int = 0
    whole: bool = True


class Page(NamedTuple):
    """What stands on the page, and what in the source does not."""

    blocks: list[Block]
    markup: tuple[Span, ...]
    substitutions: tuple[Substitution, ...]
    notes: tuple[str, ...]


_NOTHING = Text("", [], [], [])


def blocks_of(text: str) -> Page:
    """The page that the source `text` makes."""
    return _Reader(text).page()


def plain_text(passage: str) -> str:
    """A passage of Markdown without its markup: what a person meant who wrote `*"Fees" &amp; Taxes*`."""
    _, reader = _parser()
    parts, at = [], 0
    for start, end, instead in reader.read(passage, {}).edits:
        parts += [passage[at:start], instead.replace(BARRIER, " ")]
        at = end
    return "".join([*parts, passage[at:]])


@lru_cache(maxsize=1)
def _parser() -> tuple[MarkdownIt, InlineReader]:
    parser = MarkdownIt("commonmark", {"maxNesting": _NESTING}).enable(["table", "strikethrough"])
    parser.disable("code")
    return parser, InlineReader(parser, BARRIER)


class _List:
    """An open list: the number of its next item, None in a list of bullets."""

    __slots__ = ("number",)

    def __init__(self, number: int | None) -> None:
        self.number = number


class _Reader:
    def __init__(self, text: str) -> None:
        self._source = Source(text)
        self._env: dict[str, object] = {}
        self._blocks: list[Block] = []
        self._notes: list[str] = []
        self._lists: list[_List] = []
        self._quotes = 0
        self._marker_end = 0  # of the last list marker, in the source
        self._cell_end = 0  # of the last cell, in the source
        self._row_edges: set[int] = set()  # line feeds around the rows of tables

    def page(self) -> Page:
        parser, self._inline = _parser()
        tokens: list[Token] = []
        parser.block.parse(self._source.written, parser, self._env, tokens)
        before = ""
        for token in tokens:
            self._take(token, before)
            before = token.type
            if token.type == "heading_open":
                before += token.tag[1]
        if any(token.level >= _NESTING - 2 for token in tokens):
            kept = self._source.keep_unread(self._defining_lines())
            if kept:
                self._notes.append(
                    f"{kept} lines are nested more deeply than {_NESTING} levels; taken as they stand"
                )
        for edge in sorted(self._row_edges):
            self._source.substitute(edge, BARRIER)
        return Page(self._blocks, self._source.markup(), self._source.substitutions(), tuple(self._notes))

    def _defining_lines(self) -> set[int]:
        """The lines that define the targets of links."""
        references = self._env.get("references", {})
        assert isinstance(references, dict)
        return {line for reference in references.values() for line in range(*reference["map"])}

    # --- one token after the other -----------------------------------------------------------------------------

    def _take(self, token: Token, before: str) -> None:
        match token.type:
            case "ordered_list_open":
                start = token.attrs.get("start", 1)
                self._lists.append(_List(int(start)))
            case "bullet_list_open":
                self._lists.append(_List(None))
            case "ordered_list_close" | "bullet_list_close":
                self._lists.pop()
            case "list_item_open":
                self._item(token)
            case "blockquote_open":
                self._quotes += 1
            case "blockquote_close":
                self._quotes -= 1
            case "tr_open":
                self._row(token)
            case "inline":
                self._inline_block(token, before)
            case "fence" | "code_block":
                self._program(token)
            case "html_block":
                self._html(token)
            case _:
                pass

    def _item(self, token: Token) -> None:
        opened = self._lists[-1]
        if opened.number is None or token.map is None:
            return
        line = token.map[0]
        starts = self._source.starts
        found = _MARKER.search(self._source.written, max(starts[line], self._marker_end), starts[line + 1])
        start = found.start() if found is not None else starts[line]
        self._marker_end = found.end() if found is not None else self._marker_end
        if not self._quotes:
            self._blocks.append(
                Block(
                    "item",
                    len(self._lists),
                    _NOTHING,
                    number=opened.number,
                    delimiter=token.markup,
                    start=start,
                )
            )
        opened.number += 1

    def _inline_block(self, token: Token, before: str) -> None:
        assert token.map is not None
        content = token.content
        if before in ("td_open", "th_open"):
            self._cell(content, token.map[0])
            return
        heading = before.startswith("heading_open")
        first = self._source.begins_on(content, token.map[0])
        segments = self._source.segments(content, first)
        marked = self._inline.read(content, self._env)
        if marked.plain:
            self._notes.append(f"line {first + 1}: more marks than any paragraph has; taken as it stands")
        edits = list(marked.edits)
        titles: list[tuple[int, int, int]] = []  # headings without a space: start, end, depth
        for segment in () if heading else segments:
            line = content[segment.start : segment.end]
            hashes = _HASHES.match(line)
            if hashes is not None and (
                len(hashes.group(1)) > 1 or (len(segments) == 1 and line[1].isupper())
            ):
                edits.append((segment.start, segment.start + hashes.end(), ""))
                titles.append((segment.start, segment.end, len(hashes.group(1))))
            elif (segment.newline >= 0 or _follows_a_term(self._blocks)) and _DEFINITION.match(line):
                edits.append((segment.start, segment.start + 1, ""))
        text, position = self._source.rendered(content, segments, sorted(edits))
        text.lead = _lead(content, marked.strong, marked.tags, position)
        if heading and not self._lists and not self._quotes:
            line = self._source.lines[first]
            text.begins_at(self._source.starts[first] + len(line) - len(line.lstrip()))
        if heading:
            self._heading(text, int(before[-1]))
            return
        at = 0
        for start, end, depth in titles:
            begins, ends = position(start), position(end)
            self._paragraph(text.part(at, begins), whole=False)
            self._heading(text.part(begins, ends), depth)
            at = ends
        self._paragraph(text.part(at) if at else text, whole=not titles)

    def _heading(self, text: Text, depth: int) -> None:
        if self._quotes or self._lists:
            self._paragraph(text, whole=True)
        elif text.value.strip():
            self._blocks.append(Block("heading", 0, text, depth=depth))

    def _paragraph(self, text: Text, *, whole: bool) -> None:
        if text.value.strip() and not self._quotes:
            self._blocks.append(Block("paragraph", len(self._lists), text, whole=whole))

    # --- tables, programs, HTML ----------------------------------------------------------------------------------

    def _row(self, token: Token) -> None:
        """No quotation runs on from what stands before a row, nor behind it."""
        assert token.map is not None
        line = token.map[0]
        starts = self._source.starts
        self._cell_end = starts[line]
        self._row_edges.update((starts[line] - 1, starts[line + 1] - 1))

    def _cell(self, content: str, line: int) -> None:
        self._source.has_read(line)
        written = content.replace("|", "\\|")
        whole, ends = self._source.written, self._source.starts[line + 1]
        start = whole.find(written, self._cell_end, ends) if content else -1
        if start < 0:
            return
        pipe = whole.find("|", self._cell_end, start)
        if pipe >= 0:
            self._source.substitute(pipe, BARRIER)
        self._cell_end = start + len(written)
        segments, at, source = [], 0, start
        for piece in re.split(r"(?=\|)", content):
            source += piece.startswith("|")  # past the backslash
            segments.append(Segment(at, at + len(piece), source))
            at += len(piece)
            source += len(piece)
        self._source.rendered(content, segments, self._inline.read(content, self._env).edits)

    def _program(self, token: Token) -> None:
        assert token.map is not None
        first = token.map[0] + (token.type == "fence")
        self._source.rendered(token.content, self._source.segments(token.content, first), [])

    def _html(self, token: Token) -> None:
        assert token.map is not None
        content = token.content
        segments = self._source.segments(content, token.map[0])
        edits = html_edits(content)
        text, position = self._source.rendered(content, segments, edits)
        at = 0
        for start, end, depth in html_headings(content, edits):
            begins, ends = position(start), position(end)
            self._paragraph(text.part(at, begins), whole=False)
            self._heading(text.part(begins, ends), depth)
            at = ends
        self._paragraph(text.part(at), whole=not at)


def _follows_a_term(blocks: Sequence[Block]) -> bool:
    """Whether a definition may follow: a paragraph stands before."""
    return bool(blocks) and blocks[-1].kind == "paragraph"


def _lead(
    content: str,
    strong: Sequence[tuple[int, int]],
    tags: Sequence[tuple[int, int, str]],
    position: Position,
) -> int:
    """How much of the rendered content is emphasized at its beginning: strong text, `<b>`, a span of a heading's
    class."""
    first = len(content) - len(content.lstrip())
    ends = 0
    for start, end in strong:
        if not position(start):
            ends = max(ends, position(end))
    if not ends:
        for start, end, tag in tags[:4]:
            opening = _EMPHASIZED.match(tag)
            if opening is None or position(start) or start > first + 200:
                continue
            name = opening.group(1) or opening.group(2)
            closing = next(
                (at for at, _, one in tags if at >= end and one.lower().startswith(f"</{name.lower()}")), None
            )
            if closing is not None:
                ends = max(ends, position(closing))
    return ends
