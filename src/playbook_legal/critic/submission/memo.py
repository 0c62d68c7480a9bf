"""Submissions in the form of a review memo in Markdown.

What is read, wherever in the memo it stands:

* blocks of `**Clause**:`, `**Current language**: "…"`, `**Proposed redline**:`, `**Rationale**:`, `**Fallback**:`;
* `§4.2: DELETE "…" / INSERT "…"` with `Reason:`;
* `**Limitation of Liability** (Section 10.2)`, or a heading, with `> "quotation"` below it;
* tables with a column for the location, the current or the proposed language. A value in a table is a quotation
  only in quotation marks.

What a label says of the text behind it is told in `memo_labels`, which place and which paper a heading cites in
`memo_headings`. Labels that say neither, what stands under a heading with none of these and is no summary, and passages
that prose quotes are listed as not read.
"""

import re
from typing import NamedTuple

from ...problems import Problem, UnusableInputError, one_line
from .citing import cited_as
from .items import Cited, Item, Language, Quotation, Submission
from .memo_headings import (
    cited_below,
    cited_beside,
    cited_in_heading,
    names_a_place,
    numbered_as_the_paper,
    surely_a_paper,
)
from .memo_labels import (
    BARE,
    CITE,
    DOCUMENT,
    LANGUAGE,
    MARKED,
    PASSED,
    QUOTE,
    REASON,
    meaning_of,
    meaning_of_column,
    set_off,
)
from .memo_passages import citation_in, folded, marked_in, plain, quoted_in

EXPECTED = (
    "a review memo has blocks of `**Clause**:`, `**Current language**:`, `**Proposed redline**:`, `**Rationale**:`, "
    '`> "quotation"` below a heading, or `DELETE "…" / INSERT "…"`'
)

_ABOVE = "above"  # a citation that the heading holds
_HEADING = re.compile(r" {0,3}(?P<signs>#{1,6})\s*(?P<text>\S.*?)\s*#*\s*\Z")
_BOLD_FIELD = re.compile(
    r"\s*(?:[-*+]\s+|[0-9]{1,3}[.)]\s+|>\s*)*\*\*(?P<name>[^*\n:]{1,60}?)\s*(?::\s*\*\*|\*\*\s*:)\s*(?P<rest>.*)\Z"
)
_BOLD_ALONE = re.compile(
    r"\s*(?:[-*+]\s+|[0-9]{1,3}[.)]\s+)?\*\*(?P<name>[^*\n]{1,200})\*\*\s*(?:[-–—]+\s*)?"
    r"(?:\((?P<cite>[^()\n]*(?:\([^()\n]*\)[^()\n]*)*)\))?\s*:?\s*\Z"
)
_BARE_FIELD = re.compile(rf"\s*(?:[-*+]\s+)?(?P<name>{BARE})\s*:\s*(?P<rest>.*)\Z", re.IGNORECASE)
# … with any other label, if it says that the text of the paper or of a proposal is behind it.
_PLAIN_FIELD = re.compile(
    r"\s*(?:[-*+]\s+)?[*_]{0,2}(?P<name>[^\W\d_][^:*_\"“|]{1,50}?)[*_]{0,2}\s*:[*_]{0,2}\s*(?P<rest>(?<=[\s*_]).*|)\Z"
)
_EDIT = re.compile(r"\s*(?:[-*+]\s+)?(?:\*\*)?(?P<name>DELETE|INSERT)(?:\*\*)?\s*:?\s*(?P<rest>.*)\Z")
_EDITED = re.compile(
    r"\s*(?:[-*+]\s+|[0-9]{1,3}[.)]\s+)?(?:\*\*)?"
    r"(?P<cite>[^:\"“]{0,80}?(?:§|\b[Ss]ection |\b[Cc]lause |\b[Aa]rticle )[^:\"“]{1,80}?)"
    r"(?:\*\*)?\s*:\s*(?:\*\*)?\s*(?P<rest>(?:(?:\*\*)?(?:DELETE|INSERT)\b.*)?)\Z"
)
_INSERTED = re.compile(r"\s*(?:/|;|,|→|->)?\s*(?:\*\*)?\bINSERT\b(?:\*\*)?\s*:?\s*(?=[\"“])")
_BLOCK_QUOTE = re.compile(r"\s{0,8}>\s?(?P<rest>.*)\Z")
_FENCE = re.compile(r"\s{0,8}(?:```|~~~)")
_RULE = re.compile(r"\s*(?:[-*_]\s*){3,}\Z")
_TABLE_RULE = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)+\s*(?::?-+:?)?\s*\Z")
_GRAVITY = re.compile(
    r"\W*(?:high|medium|moderate|low|critical|major|minor|red|yellow|amber|green|must[- ]have"
    r"|nice[- ]to[- ]have|p[0-4])(?:\s+(?:risk|priority|severity))?\W*\Z",
    re.IGNORECASE,
)
_SUMMARY = re.compile(r"\b(?:summary|bottom line|overview|conclusion)\b", re.IGNORECASE)
_FEWEST_WORDS = 4  # of a passage in quotation marks that is no mere term
_COLUMNS = {"term": "label", "name": "label", "topic": "label", "item": "label", "value": "value", "finding": "value",
            "summary": "value", "key terms": "value"}  # fmt: skip


class _Piece(NamedTuple):
    """A piece of the memo: what it is, the line it begins on, and its Markdown."""

    meaning: str
    line: int
    lines: list[str]


class _Block:
    """The block of the memo being read."""

    def __init__(self, label: str, line: int, *, heading: bool, level: int = 0) -> None:
        self.label, self.line, self.heading, self.level = label, line, heading, level
        self.pieces: list[_Piece] = []

    def has(self, *meanings: str) -> bool:
        return any(piece.meaning in meanings for piece in self.pieces)


def looks_like_memo(text: str) -> bool:
    """Whether `text` is Markdown of any kind."""
    return any(
        pattern.match(line)
        for line in text.split("\n")
        for pattern in (_HEADING, _BOLD_FIELD, _BOLD_ALONE, _BLOCK_QUOTE, _BARE_FIELD, _EDITED, _TABLE_RULE)
    )


def read_memo(name: str, sha256: str, text: str) -> Submission:
    """The submission in a memo; `UnusableInputError` when nothing in it can be reviewed."""
    memo = _Memo()
    for number, line in enumerate(text.split("\n"), 1):
        memo.take(number, line.rstrip("\r"))
    memo.close()
    if not any(item.quotations or item.language or item.cited for item in memo.items):
        message = f"nothing in this Markdown can be reviewed: no quotation, citation or proposed language; {EXPECTED}"
        raise UnusableInputError([Problem(name, 0, 0, "submission", message)])
    most = 200
    more = len(memo.not_read) - most
    told = sorted(memo.not_read, key=lambda one: int(one.split(":")[0].removeprefix("line ")))
    unread = (*told[:most], *([f"and {more} more"] if more > 0 else []))
    return Submission(format="memo-markdown", sha256=sha256, items=tuple(memo.items), not_read=unread)


class _Memo:
    def __init__(self) -> None:
        self.items: list[Item] = []
        self.not_read: list[str] = []
        self._block = _Block("", 1, heading=False)
        self._section = ""  # the heading that the blocks stand under
        self._row: list[str] = []  # the header of the table being read
        self._before = ""  # the line before
        self._fenced = False

    def take(self, number: int, line: str) -> None:
        """One more line."""
        if _FENCE.match(line):
            self._fenced = not self._fenced
            return
        if self._fenced:
            self._continue(number, line)
        elif self._table(number, line):
            pass
        elif not self._structure(number, line):
            self._continue(number, line)
        self._before = line

    # --- what a line begins ------------------------------------------------------------------------------------

    def _structure(self, number: int, line: str) -> bool:
        """Whether the line begins a block or a piece of one."""
        heading = _HEADING.match(line)
        if heading is not None:
            level = len(heading.group("signs"))
            if not self._names_a_piece(number, heading.group("text"), level):
                self._begin(heading.group("text"), number, heading=True)
                self._block.level = level
            return True
        if _RULE.match(line) and line.strip():
            self._begin("", number, heading=False)
            return True
        field = _BOLD_FIELD.match(line) or _BARE_FIELD.match(line)
        if field is not None and self._field(number, field.group("name"), field.group("rest")):
            return True
        other = _PLAIN_FIELD.match(line)
        if other is not None and set_off(other.group("name")) in (QUOTE, LANGUAGE):
            return self._field(number, other.group("name"), other.group("rest"))
        edit = _EDIT.match(line)
        if edit is not None:
            self._edit(number, f"{edit.group('name')} {edit.group('rest')}")
            return True
        edited = _EDITED.match(line)
        if edited is not None and (edited.group("rest") or line.lstrip().startswith(("§", "**§"))):
            self._begin("", number, heading=False)
            self._add(CITE, number, edited.group("cite"))
            if edited.group("rest"):
                self._edit(number, edited.group("rest"))
            return True
        alone = _BOLD_ALONE.match(line)
        if alone is not None:
            cite = alone.group("cite") or ""
            if not cite and self._names_a_piece(number, alone.group("name"), 7):
                return True
            self._begin(alone.group("name"), number, heading=False, cite="" if _GRAVITY.match(cite) else cite)
            return True
        return False

    def _begin(self, label: str, number: int, *, heading: bool, cite: str = "") -> None:
        """Begin a block below `label`, with the citation that stands in brackets behind it, if one does."""
        self.close()
        label = plain(label)
        if heading:
            self._section = label
        self._block = _Block(label, number, heading=heading)
        places = cited_in_heading(label)
        if cite and places and not any(c.isdigit() for c in cite):  # `**Section 4.2** (CSA)`
            places = cited_in_heading(f"{label} ({plain(cite)})")
        elif cite:
            places = (cited_beside(label, citation_in(cite)),)
        for cited in places:
            self._add(_ABOVE, number, cited)
        if self._block.pieces:
            self._block.pieces.append(_Piece("text", number, []))  # what follows is no part of the citation

    def _names_a_piece(self, number: int, label: str, level: int) -> bool:
        """Whether a heading below that of the block, or a line in bold, is the label of a piece of it: "Proposed
        language"."""
        if not (level > self._block.level and self._block.has(CITE, _ABOVE, QUOTE, MARKED, LANGUAGE)):
            return False
        meaning = meaning_of(plain(label))
        named = meaning in (QUOTE, LANGUAGE) or (
            meaning == REASON and self._block.has(QUOTE, MARKED, LANGUAGE, "block")
        )
        return named and self._field(number, label, "")

    def _field(self, number: int, name: str, rest: str) -> bool:
        label = plain(name)
        meaning = meaning_of(label)
        if meaning is None and cited_in_heading(label):  # `**Section 4.2**: "…"`
            self._begin(name, number, heading=False)
            if rest.strip():
                self._add(MARKED if plain(rest)[:1] in ('"', "“") else "text", number, rest)
            return True
        if meaning is None:
            self.not_read.append(f"line {number}: {one_line(label, 60)}")
            self._add("unknown", number, rest)
            return True
        # A second clause, or a second text of the paper behind a proposal, begins a block of its own.
        quoted_above = self._block.has("block") and self._block.has(CITE, _ABOVE)
        again = meaning == CITE and (quoted_above or self._block.has(QUOTE, MARKED, LANGUAGE, REASON))
        another = meaning in (QUOTE, MARKED) and self._block.has(LANGUAGE) and self._block.has(QUOTE, MARKED)
        if again or another:
            pieces = self._block.pieces
            kept = [piece for piece in pieces if another and piece.meaning in (CITE, _ABOVE, DOCUMENT)]
            if again and pieces[-1].meaning == DOCUMENT:  # it belongs to the clause behind it
                kept = [pieces.pop()]
            self._begin("", number, heading=False)
            self._block.pieces += kept
        self._add(meaning, number, rest)
        return True

    def _edit(self, number: int, text: str) -> None:
        """`DELETE "…" / INSERT "…"`, one or both."""
        inserted = None if text.lstrip("* ").startswith("INSERT") else _INSERTED.search(text)
        parts = [text] if inserted is None else [text[: inserted.start()], "INSERT " + text[inserted.end() :]]
        for part in parts:
            word, _, rest = part.lstrip("* ").partition(" ")
            self._add(LANGUAGE if word.startswith("INSERT") else QUOTE, number, rest.lstrip("*: "))

    def _add(self, meaning: str, number: int, text: str) -> None:
        self._block.pieces.append(_Piece(meaning, number, [text]))

    def _continue(self, number: int, line: str) -> None:
        """A line that goes on with the last piece, or is a quotation or a remark by itself."""
        quoted = _BLOCK_QUOTE.match(line)
        last = self._block.pieces[-1] if self._block.pieces else None
        if quoted is not None:
            open_field = last is not None and last.meaning in (QUOTE, MARKED, LANGUAGE)
            if not (
                open_field
                or (last is not None and last.meaning == "block" and _BLOCK_QUOTE.match(self._before))
            ):
                self._block.pieces.append(_Piece("block", number, []))
            self._block.pieces[-1].lines.append(quoted.group("rest"))
            return
        if not line.strip() and not (last is not None and last.lines):
            return
        ended = last is None or last.meaning in ("block", CITE, _ABOVE, DOCUMENT, PASSED) or (
            last.meaning == QUOTE and not self._before.strip() and bool("".join(last.lines).strip())
        )  # fmt: skip
        if ended and line.strip():
            self._block.pieces.append(_Piece("text", number, []))
        if self._block.pieces and (line.strip() or not ended):
            self._block.pieces[-1].lines.append(line)

    # --- tables ------------------------------------------------------------------------------------------------

    def _table(self, number: int, line: str) -> bool:
        """Whether the line belongs to a table."""
        if _TABLE_RULE.match(line) and "|" in self._before:
            names = [plain(cell).casefold() for cell in _cells(self._before)]
            known = [meaning_of_column(name) or _COLUMNS.get(name, "") for name in names]
            if not {CITE, QUOTE, MARKED, LANGUAGE}.intersection(known):
                if any(self._row):  # a rule between two rows of a table
                    return True
                self.not_read.append(f"line {number - 1}: a table of {one_line(', '.join(names), 80)}")
                known = [""] * len(known)
            last = self._block.pieces[-1] if self._block.pieces else None
            if last is not None and last.lines and last.lines[-1] == self._before:
                last.lines.pop()
            elif last is not None and last.line == number - 1:
                self._block.pieces.pop()  # the header reads like a label: `Clause: | Quote:`
            self._row = known
            return True
        if not self._row:
            return False
        if "|" not in line:
            self._row = []
            return False
        self._cells_item(number, _cells(line))
        return True

    def _cells_item(self, number: int, cells: list[str]) -> None:
        """The item in a row of a table."""
        named: dict[str, str] = {}
        for meaning, cell in zip(self._row, cells, strict=False):
            if meaning and cell.strip():
                named[meaning] = f"{named[meaning]} {cell}" if meaning in named else cell
        if not {CITE, QUOTE, MARKED, LANGUAGE}.intersection(named):
            return
        outer = self._block
        self._block = _Block(plain(named.get("label", "")), number, heading=False)
        for meaning in (CITE, QUOTE, MARKED, LANGUAGE, REASON):
            if meaning in named:
                self._add(meaning, number, named[meaning])
        if "value" in named:
            marked = bool(marked_in(named["value"]))
            self._add("block" if marked else REASON, number, named["value"])
        self.close()
        self._block = outer

    # --- what a block holds ------------------------------------------------------------------------------------

    def close(self) -> None:
        """Make an item of the block that ends here."""
        block, self._block = self._block, _Block("", 0, heading=False)
        document = ""
        citing: list[_Piece] = []
        above: list[_Piece] = []
        quoting: list[tuple[str, int]] = []
        language: list[Language] = []
        remarks: list[tuple[str, int]] = []
        for piece in block.pieces:
            text = "\n".join(_BLOCK_QUOTE.sub(r"\g<rest>", line) for line in piece.lines)
            match piece.meaning:
                case "cite":
                    citing.append(piece)
                case "above":
                    above.append(piece)
                case "document":
                    document = plain(text)
                case "quote" | "block":
                    quoting.extend((one, piece.line) for one in quoted_in(text))
                case "marked":
                    found = quoted_in(text) if _is_block_quote(piece) else marked_in(text)
                    quoting.extend((one, piece.line) for one in found)
                    if not found and text.strip():
                        remarks.append((plain(text), piece.line))
                        self.not_read.append(
                            f"line {piece.line}: text without quotation marks, {one_line(plain(text), 60)}"
                        )
                case "language":
                    language.extend(Language(one, f"line {piece.line}") for one in quoted_in(text))
                case "passed":
                    pass
                case _:
                    if text.strip():
                        remarks.append((plain(text), piece.line))
        cited = self._cited(block, above, citing, document)
        if quoting and not cited and (numbered := numbered_as_the_paper(block.label)):
            cited = (cited_as(numbered, "", f"line {block.line}"),)
        if not (cited or quoting or language):
            self._without_work(block, remarks)
            return
        listed = {piece.line for piece in block.pieces if piece.meaning in ("unknown", MARKED)}
        prose = [one for one in remarks if one[1] not in listed]
        self._quoted_in_prose(prose, [*(text for text, _ in quoting), *(one.text for one in language)])
        place = f"line {block.line}"
        self.items.append(
            Item(
                kind="redline" if language else "issue",
                label=one_line(block.label or (cited[0].written if cited else self._section or place), 120),
                place=place,
                cited=cited,
                quotations=tuple(Quotation(text, cited, f"line {line}") for text, line in quoting),
                language=tuple(language),
                rationale="\n".join(text for text, _ in remarks),
            )
        )

    def _cited(
        self, block: _Block, above: list[_Piece], citing: list[_Piece], document: str
    ) -> tuple[Cited, ...]:
        """The citations of a block: a clause that is named in it counts more than its heading."""
        told = [(written, one) for one in citing if (written := citation_in(" ".join(one.lines)))]
        named = [(cited_below(block.label, written), one) for written, one in told]
        if not any(names_a_place(written) for written, _ in named):
            named = [*((one.lines[0], one) for one in above), *named]
        by_title = bool(named) and surely_a_paper(document)
        paper = document if by_title or re.fullmatch(r"[\w.-]{1,60}", document) else ""
        if document and not paper:  # a description, no name of a file
            self.not_read.append(f"line {block.line}: {one_line(document, 60)}")
        paper = paper.removesuffix(".md")
        return tuple(cited_as(written, paper, f"line {one.line}") for written, one in named)

    def _quoted_in_prose(self, remarks: list[tuple[str, int]], read: list[str]) -> None:
        """List the passages that prose quotes and nobody verifies; `read` are those that are read."""
        known = "\n".join(folded(one) for one in read)
        for text, line in remarks:
            for passage in marked_in(text):
                if len(passage.split()) >= _FEWEST_WORDS and folded(passage) not in known:
                    self.not_read.append(f'line {line}: quoted in prose, "{one_line(passage, 60)}"')

    def _without_work(self, block: _Block, remarks: list[tuple[str, int]]) -> None:
        """A block of prose: the summary, or not read."""
        if not remarks:
            return
        if block.heading and _SUMMARY.search(block.label):
            self._quoted_in_prose(remarks, [])
            self.items.append(
                Item(
                    kind="summary",
                    label=one_line(block.label, 120),
                    place=f"line {block.line}",
                    summary="\n".join(text for text, _ in remarks),
                )
            )
            return
        self.not_read.append(f"line {block.line}: {one_line(block.label or remarks[0][0], 60)}")


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def _is_block_quote(piece: _Piece) -> bool:
    return any(_BLOCK_QUOTE.match(line) for line in piece.lines)
