"""Submissions in the form of a review memo in Markdown.

What is read, wherever in the memo it stands:

* blocks of `**Clause**:`, `**Current language**: "…"`, `**Proposed redline**:`, `**Rationale**:`, `**Fallback**:`;
* `§4.2: DELETE "…" / INSERT "…"` with `Reason:`;
* `**Limitation of Liability** (Section 10.2)`, or a heading, with `> "quotation"` below it;
* tables with a column for the location, the current or the proposed language. A value in a table is a quotation
  only in quotation marks. In a table of two columns each row may be a label with its text;
* passages with a citation behind them, `"…" (MSA §4.2)`, in a footnote or on the line below; in prose, unless the
  sentence may be about a proposal;
* `~~struck~~` text, and the lines of a `diff` fence.

What a label says of the text behind it is told in `memo_labels`, which place and which paper a heading cites in
`memo_headings`. Labels that say neither, what stands under a heading with none of these and is no summary, and passages
that prose quotes are listed as not read.
"""

import re
from itertools import pairwise

from ...problems import Problem, UnusableInputError, one_line
from .items import Submission
from .memo_blocks import ABOVE, Block, Piece
from .memo_headings import (
    cited_beside,
    cited_in_heading,
    is_a_citation,
    names_a_place,
)
from .memo_items import BLOCK_QUOTE, MemoItems
from .memo_labels import (
    BARE,
    CITE,
    DOCUMENT,
    LANGUAGE,
    MARKED,
    PASSED,
    QUOTE,
    REASON,
    announces_language,
    meaning_of,
    meaning_of_column,
    set_off,
    speaks_of_a_proposal,
)
from .memo_passages import (
    FEWEST_WORDS,
    citation_in,
    is_closed,
    marked_in,
    plain,
)

EXPECTED = (
    "a review memo has blocks of `**Clause**:`, `**Current language**:`, `**Proposed redline**:`, `**Rationale**:`, "
    '`> "quotation"` below a heading, or `DELETE "…" / INSERT "…"`'
)

_HEADING = re.compile(r" {0,3}(?P<signs>#{1,6})\s*(?P<text>\S.*?)\s*#*\s*\Z")
_BOLD_FIELD = re.compile(
    r"\s*(?:[-*+]\s+|[0-9]{1,3}[.)]\s+|>\s*)*\*\*(?P<name>[^*\n:]{1,60}?)\s*(?::\s*\*\*|\*\*\s*:)\s*(?P<rest>.*)\Z"
)
_BOLD_ALONE = re.compile(
    r"\s*(?:[-*+]\s+|[0-9]{1,3}[.)]\s+)?\*\*(?P<name>[^*\n]{1,200})\*\*\s*(?:[-–—]+\s*)?"
    r"(?:\((?P<cite>[^()\n]*(?:\([^()\n]*\)[^()\n]*)*)\))?\s*:?\s*\Z"
)
# `*Clause:* §4.2`
_ITALIC_FIELD = re.compile(
    r"\s*(?:[-*+]\s+|[0-9]{1,3}[.)]\s+)?(?P<mark>[*_])(?P<name>[^\W\d_][^*_:\n]{1,60}?)"
    r"(?::(?P=mark)|(?P=mark)\s*:)\s*(?P<rest>.*)\Z"
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
_FENCE = re.compile(r"\s{0,8}(?:```|~~~)\s*(?P<what>\w*)")
_LISTED = re.compile(r"\s*(?:[-*+]|[0-9]{1,3}[.)])\s+\S")
_LISTED_SIGN = re.compile(r"\s*(?:[-*+]|[0-9]{1,3}[.)])\s+")
_ATTRIBUTION = re.compile(
    r"\s*[*_]{0,3}(?:(?P<dash>[—–]|--)\s*(?P<below>\S.*)|[(\[](?P<within>.+)[)\]])[*_.\s]*\Z"
)
_NOTE = re.compile(r"\s{0,3}\[\^(?P<mark>[^\]\s]{1,20})\]:\s*(?P<text>.*)\Z")
_RULE = re.compile(r"\s*(?:[-*_]\s*){3,}\Z")
_TABLE_RULE = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)+\s*(?::?-+:?)?\s*\Z")
_GRAVITY = re.compile(
    r"\W*(?:high|medium|moderate|low|critical|major|minor|red|yellow|amber|green|must[- ]have"
    r"|nice[- ]to[- ]have|p[0-4])(?:\s+(?:risk|priority|severity))?\W*\Z",
    re.IGNORECASE,
)
_COLUMNS = {"term": "label", "name": "label", "topic": "label", "item": "label", "value": "value", "finding": "value",
            "summary": "value", "key terms": "value"}  # fmt: skip


def looks_like_memo(text: str) -> bool:
    """Whether `text` is Markdown of any kind."""
    return any(
        pattern.match(line)
        for line in text.split("\n")
        for pattern in (_HEADING, _BOLD_FIELD, _BOLD_ALONE, BLOCK_QUOTE, _BARE_FIELD, _EDITED, _TABLE_RULE)
    )


def read_memo(name: str, sha256: str, text: str) -> Submission:
    """The submission in a memo; `UnusableInputError` when nothing in it can be reviewed."""
    memo = _Memo()
    lines = [line.rstrip("\r") for line in text.split("\n")]
    for number, line in enumerate(lines, 1):
        memo.announce_note(number, line)
    for number, (line, following) in enumerate(pairwise([*lines, ""]), 1):
        memo.take(number, line, following)
    memo.close()
    memo.made.list_notes()
    if not any(item.quotations or item.language or item.cited for item in memo.made.items):
        message = f"nothing in this Markdown can be reviewed: no quotation, citation or proposed language; {EXPECTED}"
        raise UnusableInputError([Problem(name, 0, 0, "submission", message)])
    most = 200
    more = len(memo.not_read) - most
    told = sorted(memo.not_read, key=lambda one: int(one.split(":")[0].removeprefix("line ")))
    unread = (*told[:most], *([f"and {more} more"] if more > 0 else []))
    return Submission(format="memo-markdown", sha256=sha256, items=tuple(memo.made.items), not_read=unread)


class _Memo:
    def __init__(self) -> None:
        self.made = MemoItems()
        self.not_read = self.made.not_read
        self._block = Block("", 1, heading=False)
        self._row: list[str] = []  # the header of the table being read
        self._passed_rows: list[
            tuple[int, str, str]
        ] = []  # of such a table, before the first label that is known
        self._labels: int | None = None  # of a table whose rows are labels: where its remark would be listed
        self._before = ""  # the line before
        self._following = ""  # the line behind
        self._fenced = ""  # of what kind the fence is that the line stands in

    def announce_note(self, number: int, line: str) -> None:
        """Remember the footnote that the line is, if it is one."""
        note = _NOTE.match(line)
        if note is not None:
            self.made.notes.setdefault(note.group("mark"), (number, plain(note.group("text"))))

    def take(self, number: int, line: str, following: str) -> None:
        """One more line, with the one behind it."""
        self._following = following
        fence = _FENCE.match(line)
        if fence is not None:
            self._fenced = "" if self._fenced else fence.group("what").casefold() or "text"
            return
        if self._fenced:
            self._within_fence(number, line)
        elif _NOTE.match(line) or self._table(number, line):
            pass
        elif not self._structure(number, line):
            self._continue(number, line)
        self._before = line

    def _within_fence(self, number: int, line: str) -> None:
        """A line in a fence: an edit in a `diff`, the text of the label above it, or nothing that is read."""
        if self._fenced == "diff" and line[:1] in ("-", "+"):
            meaning = QUOTE if line.startswith("-") else LANGUAGE
            last = self._block.last
            if last is not None and last.meaning == meaning and self._before[:1] == line[:1]:
                last.lines.append(line[1:].strip())
            else:
                self._add(meaning, number, line[1:].strip())
            return
        last = self._block.last
        if self._fenced == "diff" or last is None or last.meaning not in (QUOTE, MARKED, LANGUAGE):
            if len(line.split()) >= FEWEST_WORDS:
                self.not_read.append(f"line {number}: in a code fence, {one_line(line, 60)}")
            return
        self._continue(number, line)

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
        italic = _ITALIC_FIELD.match(line)
        if field is None and italic is not None and meaning_of(plain(italic.group("name"))) is not None:
            field = italic
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
        if _opens_a_list(line, self._following):  # `- MSA §4.2 (Fees)` above items of its own
            self._begin(_LISTED_SIGN.sub("", line), number, heading=False)
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
            self.made.section = label
        self._block = Block(label, number, heading=heading)
        places = cited_in_heading(label)
        if cite and places and not any(c.isdigit() for c in cite):  # `**Section 4.2** (CSA)`
            places = cited_in_heading(f"{label} ({plain(cite)})")
        elif cite:
            places = (cited_beside(label, citation_in(cite)),)
        for cited in places:
            self._add(ABOVE, number, cited)
        if self._block.pieces:
            self._block.add(Piece("text", number, []))  # what follows is no part of the citation

    def _names_a_piece(self, number: int, label: str, level: int) -> bool:
        """Whether a heading below that of the block, or a line in bold, is the label of a piece of it: "Proposed
        language"."""
        if not (level > self._block.level and self._block.has(CITE, ABOVE, QUOTE, MARKED, LANGUAGE)):
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
            if _EDIT.match(rest):
                self._edit(number, rest.strip())
            elif rest.strip():
                self._add(MARKED if plain(rest)[:1] in ('"', "“") else "text", number, rest)
            return True
        if meaning is None:
            self.not_read.append(f"line {number}: {one_line(label, 60)}")
            self._add("unknown", number, rest)
            return True
        if meaning == CITE and self._block.has(CITE, ABOVE) and _is_quoted(rest):  # `**Provision**: "…"`
            meaning = QUOTE
        # A second clause, or a second text of the paper behind a proposal, begins a block of its own.
        quoted_above = self._block.has("block") and self._block.has(CITE, ABOVE)
        again = meaning == CITE and (quoted_above or self._block.has(QUOTE, MARKED, LANGUAGE, REASON))
        another = meaning in (QUOTE, MARKED) and self._block.has(LANGUAGE) and self._block.has(QUOTE, MARKED)
        if again or another:
            kept = self._block.of((CITE, ABOVE, DOCUMENT)) if another else []
            if again and self._block.pieces[-1].meaning == DOCUMENT:  # it belongs to the clause behind it
                kept = [self._block.pop()]
            self._begin("", number, heading=False)
            self._block.add(*kept)
        if speaks_of_a_proposal(label):  # `**Recommendation**: …`
            self.made.advised.add(number)
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
        self._block.add(Piece(meaning, number, [text]))

    def _continue(self, number: int, line: str) -> None:
        """A line that goes on with the last piece, or is a quotation or a remark by itself."""
        quoted = BLOCK_QUOTE.match(line)
        last = self._block.last
        if quoted is not None:
            open_field = last is not None and last.meaning in (QUOTE, MARKED, LANGUAGE)
            if (
                last is not None
                and last.meaning in ("text", REASON)
                and self._block.has(CITE, ABOVE, QUOTE, MARKED, "block")
                and announces_language(plain("\n".join(last.lines[-4:])))
            ):
                self._block.add(Piece(LANGUAGE, number, []))
                open_field = True
            if not (
                open_field
                or (last is not None and last.meaning == "block" and BLOCK_QUOTE.match(self._before))
            ):
                self._block.add(Piece("block", number, []))
            self._block.pieces[-1].lines.append(quoted.group("rest"))
            return
        if not line.strip() and not (last is not None and last.lines):
            return
        if last is not None and last.meaning in ("block", QUOTE, MARKED) and line.strip():
            below = _ATTRIBUTION.match(line)
            written = below and (below.group("below") or below.group("within")).strip(" *_")
            if written and is_a_citation(plain(written)):
                last.lines.append(f"— {written}")
                return
        # What follows quotation marks that are closed is no part of the quotation.
        closed = (
            last is not None
            and last.meaning in (QUOTE, MARKED, LANGUAGE)
            and bool(line.strip())
            and line.lstrip()[:1] not in ('"', "“")
            and (not self._before.strip() or _LISTED.match(line) is not None)
            and not _is_quoted(_LISTED_SIGN.sub("", line))
            and is_closed(last.lines)
        )
        ended = closed or last is None or last.meaning in ("block", CITE, ABOVE, DOCUMENT, PASSED) or (
            last.meaning == QUOTE and not self._before.strip() and bool("".join(last.lines).strip())
        )  # fmt: skip
        if ended and line.strip():
            self._block.add(Piece("text", number, []))
        if self._block.pieces and (line.strip() or not ended):
            self._block.pieces[-1].lines.append(line)

    # --- tables ------------------------------------------------------------------------------------------------

    def _table(self, number: int, line: str) -> bool:
        """Whether the line belongs to a table."""
        if _TABLE_RULE.match(line) and "|" in self._before:
            names = [plain(cell).casefold() for cell in _cells(self._before)]
            known = [meaning_of_column(name) or _COLUMNS.get(name, "") for name in names]
            if any(self._row) and not {CITE, QUOTE, MARKED, LANGUAGE}.intersection(known):
                return True  # a rule between two rows of a table
            self._labels, self._passed_rows = None, []
            if len(names) == 2 and not known[1] and (not known[0] or names_a_place(names[1])):
                self._labels = len(self.not_read)  # each row may be a label with its text
                if known[0] in (CITE, DOCUMENT):
                    head = _cells(self._before)
                    self._drop_header(number)
                    self._row = ["", ""]
                    self._field(number - 1, head[0], head[1])
                    return True
            if not {CITE, QUOTE, MARKED, LANGUAGE}.intersection(known):
                self.not_read.append(f"line {number - 1}: a table of {one_line(', '.join(names), 80)}")
                known = [""] * len(known)
            self._drop_header(number)
            self._row = known
            return True
        if not self._row:
            return False
        if "|" not in line:
            self._row = []
            self._labels = None
            return False
        cells = _cells(line)
        if self._labels is not None and len(cells) == 2:
            self._label_row(number, cells)
            return True
        self._cells_item(number, cells)
        return True

    def _label_row(self, number: int, cells: list[str]) -> None:
        """A row of a table that may be a label and its text; rows of other words are listed if one row is."""
        known = meaning_of(plain(cells[0])) is not None
        if known and self._labels is not None and self._labels >= 0:
            if ": a table of " in "".join(self.not_read[self._labels : self._labels + 1]):
                del self.not_read[self._labels]
            for line, label, text in self._passed_rows:
                self._field(line, label, text)
            self._labels = -1
        if self._labels == -1:
            self._field(number, cells[0], cells[1])
        else:
            self._passed_rows.append((number, cells[0], cells[1]))

    def _drop_header(self, number: int) -> None:
        """Take the header of a table, on the line before, out of the piece that it was taken for."""
        last = self._block.last
        if last is not None and last.lines and last.lines[-1] == self._before:
            last.lines.pop()
        elif last is not None and last.line == number - 1:
            self._block.pop()  # the header reads like a label: `Clause: | Quote:`

    def _cells_item(self, number: int, cells: list[str]) -> None:
        """The item in a row of a table."""
        named: dict[str, str] = {}
        for meaning, cell in zip(self._row, cells, strict=False):
            if meaning and cell.strip():
                named[meaning] = f"{named[meaning]} {cell}" if meaning in named else cell
        if not {CITE, QUOTE, MARKED, LANGUAGE}.intersection(named):
            return
        outer = self._block
        self._block = Block(plain(named.get("label", "")), number, heading=False)
        for meaning in (CITE, QUOTE, MARKED, LANGUAGE, REASON):
            if meaning in named:
                self._add(meaning, number, named[meaning])
        for meaning, cell in zip(self._row, cells, strict=False):
            if not meaning and marked_in(cell):  # of a column that nobody knows
                self._block.add(Piece("text", number, [cell]))
        if "value" in named:
            marked = bool(marked_in(named["value"]))
            self._add("block" if marked else REASON, number, named["value"])
        self.close()
        self._block = outer

    def close(self) -> None:
        """Make an item of the block that ends here."""
        block, self._block = self._block, Block("", 0, heading=False)
        self.made.take(block)


def _opens_a_list(line: str, following: str) -> bool:
    """Whether the line is an item of a list that holds a citation and nothing else, and has items of its own."""
    sign = _LISTED_SIGN.match(line)
    if sign is None or _LISTED.match(following) is None or '"' in line or "“" in line:
        return False
    deeper = len(following) - len(following.lstrip()) > len(line) - len(line.lstrip())
    return deeper and is_a_citation(plain(line[sign.end() :]))


def _is_quoted(text: str) -> bool:
    """Whether `text` is a passage in quotation marks, too long for the title of a clause."""
    return len(text.split()) >= FEWEST_WORDS + 2 and is_closed([text])


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
