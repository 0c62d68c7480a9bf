"""What is text and what is markup within a paragraph, by the rules of CommonMark.

markdown-it parses a paragraph and forgets where in it things stood. Each of its rules is wrapped here by one that
writes down the characters it consumed: those of a tag, of a link's target, of emphasis that found its partner.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from markdown_it import MarkdownIt, rules_inline
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from ...raised import lowered, raised

# Emphasis is resolved pair by pair and links are tried from every bracket: the work can grow with length times marks.
# A paragraph of a contract has some hundred marks.
_MOST_WORK = 40_000_000
_MARK = re.compile(r"[*_~\[\]<&`!\\]")

# Marks that are no text on the page: `[^1]` is a small figure, here with the stand-ins for its brackets.
FOOTNOTE_BRACKET, FOOTNOTE_END = "\ufdd1", "\ufdd2"
_FOOTNOTE = re.compile(rf"{FOOTNOTE_BRACKET}\^[^\]\s]{{1,60}}?{FOOTNOTE_END}(?!:)")

_BREAK = re.compile(r"<(?:br|/?p|/?div|/?li|/?tr|hr)\b", re.IGNORECASE)
# Figures that a tag raises or lowers; and those with more than figures about them.
_SHIFTED = re.compile(r"<su(?P<kind>[pb])\b[^<>]*>", re.IGNORECASE)
_FIGURES = re.compile(r"\s{0,9}(?P<written>[+−-]?[0-9]{1,20})\s{0,9}(?=</su[pb]\b)", re.IGNORECASE)
_BEGINS_WITH_A_FIGURE = re.compile(r"(?:\s|<[^<>]{0,300}>|&\#?\w{1,20};|[+−(\[*_-]){0,9}[0-9]")
_CELL_EDGE = re.compile(r"</?t[dh]\b", re.IGNORECASE)

Edit = tuple[int, int, str]  # characters `[start, end)` and what stands there on the page


class Marked(NamedTuple):
    """A paragraph's edits, in order and without overlap, and what in it is emphasized: spans of strong text, and tags
    with their places. `plain`: it was too much to parse and is taken as it stands."""

    edits: list[Edit]
    strong: list[tuple[int, int]]
    tags: list[tuple[int, int, str]]
    plain: bool = False


class _Recorder:
    """What the rules consumed of one paragraph."""

    def __init__(self) -> None:
        self.state: StateInline | None = None
        self.edits: list[Edit] = []
        self.tags: list[tuple[int, int, str]] = []
        self.delimiters: list[tuple[Token, int, int]] = []  # with the characters of each


Rule = Callable[[StateInline, bool], bool]
Note = Callable[[StateInline, int, int], None]


class InlineReader:
    """Reads paragraphs with the inline rules of one parser."""

    def __init__(self, parser: MarkdownIt, barrier: str) -> None:
        self._parser = parser
        self._barrier = barrier
        self._recorder = _Recorder()
        notes: tuple[tuple[str, Rule, Note], ...] = (
            ("escape", rules_inline.escape, self._escape),
            ("backticks", rules_inline.backtick, self._backticks),
            ("strikethrough", rules_inline.strikethrough.tokenize, self._emphasis),
            ("emphasis", rules_inline.emphasis.tokenize, self._emphasis),
            ("link", rules_inline.link, self._link),
            ("image", rules_inline.image, self._image),
            ("autolink", rules_inline.autolink, self._autolink),
            ("html_inline", rules_inline.html_inline, self._html_inline),
            ("entity", rules_inline.entity, self._entity),
        )
        for name, rule, note in notes:
            parser.inline.ruler.at(name, self._recording(rule, note))
        parser.inline.ruler2.disable("fragments_join")  # it would move the tokens whose places are known

    def _recording(self, rule: Rule, note: Note) -> Rule:
        def recorded(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's signature
            start, known = state.pos, len(state.tokens)
            if not rule(state, silent):
                return False
            if not silent and state is self._recorder.state:
                note(state, start, known)
            return True

        return recorded

    def read(self, content: str, env: dict[str, object]) -> Marked:
        """What is markup in `content`; `env` is the parser's, with the link definitions."""
        found = [(one.start(), one.end(), "") for one in _FOOTNOTE.finditer(content)]
        marks = sum(1 for _ in _MARK.finditer(content))
        if not marks:
            return Marked(found, [], [])
        if marks * len(content) > _MOST_WORK:
            return Marked(found, [], [], plain=True)
        recorder = self._recorder = _Recorder()
        recorder.state = state = StateInline(content, self._parser, env, [])
        self._parser.inline.tokenize(state)
        for rule in self._parser.inline.ruler2.getRules(""):
            rule(state)
        strong = self._pairs(recorder)
        return Marked(_in_order(recorder.edits + found), strong, sorted(recorder.tags))

    # --- what each rule consumed ---------------------------------------------------------------------------------

    def _cut(self, start: int, end: int, instead: str = "") -> None:
        self._recorder.edits.append((start, end, instead))

    def _escape(self, state: StateInline, start: int, _known: int) -> None:
        if state.tokens[-1].type == "hardbreak" or state.tokens[-1].content != state.tokens[-1].markup:
            self._cut(start, start + 1)

    def _backticks(self, state: StateInline, start: int, known: int) -> None:
        token = state.tokens[-1] if len(state.tokens) > known else None
        if token is not None and token.type == "code_inline":
            self._cut(start, start + len(token.markup))
            self._cut(state.pos - len(token.markup), state.pos)

    def _emphasis(self, state: StateInline, start: int, known: int) -> None:
        at = state.pos
        for token in reversed(state.tokens[known:]):
            if at <= start:  # what is left was text before
                break
            at -= len(token.content)
            self._recorder.delimiters.append((token, at, at + len(token.content)))

    def _link(self, state: StateInline, start: int, _known: int) -> None:
        end = state.md.helpers.parseLinkLabel(state, start, disableNested=True)
        self._cut(start, start + 1)
        self._cut(end, state.pos)

    def _image(self, state: StateInline, start: int, _known: int) -> None:
        self._cut(start, state.pos)

    def _autolink(self, state: StateInline, start: int, _known: int) -> None:
        self._cut(start, start + 1)
        self._cut(state.pos - 1, state.pos)

    def _html_inline(self, state: StateInline, start: int, _known: int) -> None:
        tag = state.src[start : state.pos]
        self._recorder.tags.append((start, state.pos, tag))
        self._recorder.edits += edits_of_tag(state.src, start, state.pos, self._barrier)

    def _entity(self, state: StateInline, start: int, _known: int) -> None:
        self._cut(start, state.pos, state.tokens[-1].content)

    def _pairs(self, recorder: _Recorder) -> list[tuple[int, int]]:
        """Cut the delimiters that found their partner; where strong text begins and ends."""
        strong: list[tuple[int, int]] = []
        opened: list[int] = []
        for token, start, end in sorted(recorder.delimiters, key=lambda one: one[1]):
            if token.type == "text" and token.content:
                continue
            self._cut(start, end)
            if token.type == "strong_open":
                opened.append(end)
            elif token.type == "strong_close" and opened:
                strong.append((opened.pop(), start))
        return sorted(strong)


def edits_of_tag(text: str, start: int, end: int, barrier: str) -> list[Edit]:
    """What stands on the page for the tag of HTML at `[start, end)`, and for the figures behind it where it raises or
    lowers them."""
    tag = text[start:end]
    shifts = _SHIFTED.match(tag)
    if shifts is None:
        return [(start, end, stands_for(tag, barrier))]
    up, before = shifts["kind"].lower() == "p", text[max(0, start - 1) : start]
    figures = _FIGURES.match(text, end)
    if figures is not None:
        written = figures["written"]
        instead = raised(written) if up else lowered(written, before)
        return [(start, end, ""), (*figures.span("written"), instead)]
    plain = _BEGINS_WITH_A_FIGURE.match(text, end) is None or (not up and before.isalpha())
    return [(start, end, "" if plain else "^" if up else "_")]


def stands_for(tag: str, barrier: str) -> str:
    """What a tag of HTML is on the page: nothing, a new line, or the edge of a cell."""
    if _CELL_EDGE.match(tag):
        return barrier
    return "\n" if _BREAK.match(tag) else ""


def _in_order(edits: list[Edit]) -> list[Edit]:
    ordered: list[Edit] = []
    for edit in sorted(edits):
        if not ordered or edit[0] >= ordered[-1][1]:
            ordered.append(edit)
    return ordered
