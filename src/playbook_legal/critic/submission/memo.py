"""Submissions in the form of a review memo in Markdown.

What is read, wherever in the memo it stands:

* blocks of `**Clause**:`, `**Current language**: "…"`, `**Proposed redline**:`, `**Rationale**:`, `**Fallback**:`;
* `§4.2: DELETE "…" / INSERT "…"` with `Reason:`;
* `**Limitation of Liability** (Section 10.2)`, or a heading, with `> "quotation"` below it;
* tables with a column for the location, the current or the proposed language. A value in a table is a quotation
  only in quotation marks.

Current language is quotation, proposed language and fallbacks are language. What stands under a heading with none of
these is listed as not read, save a summary.
"""

import re
from typing import NamedTuple

from ...paper.readers.wild_markdown import plain_text
from ...problems import Problem, UnusableInputError, one_line
from .citing import cited_as
from .items import Item, Language, Quotation, Submission

EXPECTED = (
    "a review memo has blocks of `**Clause**:`, `**Current language**:`, `**Proposed redline**:`, `**Rationale**:`, "
    '`> "quotation"` below a heading, or `DELETE "…" / INSERT "…"`'
)

_CITE, _QUOTE, _LANGUAGE, _REASON, _PASSED, _DOCUMENT = (
    "cite",
    "quote",
    "language",
    "reason",
    "passed",
    "document",
)
_FIELDS = {
    name: meaning
    for meaning, names in {
        _CITE: ("clause", "section", "provision", "location", "citation", "reference", "clause reference", "where"),
        _QUOTE: ("current language", "current text", "existing language", "original language", "original text",
                 "original", "contract language", "exact language", "quote", "quoted language", "delete"),
        _LANGUAGE: ("proposed redline", "proposed language", "proposed text", "proposed revision", "suggested language",
                    "suggested redline", "replacement language", "replacement text", "revised language", "redline",
                    "fallback", "fallback language", "fallback position", "alternative language", "insert"),
        _REASON: ("rationale", "reason", "reasoning", "why", "why it matters", "explanation", "analysis", "risk",
                  "concern", "issue", "impact", "business impact", "recommendation", "notes", "note"),
        _PASSED: ("priority", "severity", "risk level", "rating", "classification", "deviation", "status", "owner"),
        _DOCUMENT: ("document", "file"),
    }.items()
    for name in names
}  # fmt: skip
_BARE = "|".join(sorted((name for name in _FIELDS if _FIELDS[name] != _DOCUMENT), key=len, reverse=True))

_HEADING = re.compile(r" {0,3}#{1,6}\s*(?P<text>\S.*?)\s*#*\s*\Z")
_BOLD_FIELD = re.compile(
    r"\s*(?:[-*+]\s+|[0-9]{1,3}[.)]\s+|>\s*)*\*\*(?P<name>[^*\n:]{1,60}?)\s*(?::\s*\*\*|\*\*\s*:)\s*(?P<rest>.*)\Z"
)
_BOLD_ALONE = re.compile(
    r"\s*(?:[-*+]\s+|[0-9]{1,3}[.)]\s+)?\*\*(?P<name>[^*\n]{1,200})\*\*\s*(?:[-–—]+\s*)?"
    r"(?:\((?P<cite>[^()\n]*(?:\([^()\n]*\)[^()\n]*)*)\))?\s*:?\s*\Z"
)
_BARE_FIELD = re.compile(rf"\s*(?:[-*+]\s+)?(?P<name>{_BARE})\s*:\s*(?P<rest>.*)\Z", re.IGNORECASE)
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
_IN_HEADING = re.compile(
    r"\((?P<inner>[^()]*(?:§|section|clause|article|sec\.)[^()]*(?:\([^()]*\)[^()]*)*)\)"
    r"|(?P<bare>(?:§\s*|\b(?:section|clause|article|sec\.)\s+)[0-9IVXLC][\w.]*(?:\([a-z0-9]{1,5}\))*)",
    re.IGNORECASE,
)
_SUMMARY = re.compile(r"\b(?:summary|bottom line|overview|conclusion)\b", re.IGNORECASE)
_NOTHING = re.compile(
    r"\W*(?:n/?a|none|nil|absent|missing|silent|omitted|not (?:present|addressed|included|specified|found|applicable)"
    r"|no (?:current |such |existing )?(?:language|provision|clause|text))\b",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"[\"”](?:\s|\.\.\.|…|[;,/&]|and){0,40}[\"“](?=\S)")
_QUOTED = re.compile(r"“([^“”]{1,4000})”|(?<!\w)\"([^\"]{1,4000})\"(?!\w)")
_COLUMNS = {"term": "label", "name": "label", "topic": "label", "item": "label", "value": "value", "finding": "value",
            "summary": "value", "key terms": "value"}  # fmt: skip


class _Piece(NamedTuple):
    """A piece of the memo: what it is, the line it begins on, and its Markdown."""

    meaning: str
    line: int
    lines: list[str]


class _Block:
    """The block of the memo being read."""

    def __init__(self, label: str, line: int, *, heading: bool) -> None:
        self.label, self.line, self.heading = label, line, heading
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
    unread = (*memo.not_read[:most], *([f"and {more} more"] if more > 0 else []))
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
            self._begin(heading.group("text"), number, heading=True)
            return True
        if _RULE.match(line) and line.strip():
            self._begin("", number, heading=False)
            return True
        field = _BOLD_FIELD.match(line) or _BARE_FIELD.match(line)
        if field is not None and self._field(number, field.group("name"), field.group("rest")):
            return True
        edit = _EDIT.match(line)
        if edit is not None:
            self._edit(number, f"{edit.group('name')} {edit.group('rest')}")
            return True
        edited = _EDITED.match(line)
        if edited is not None and (edited.group("rest") or line.lstrip().startswith(("§", "**§"))):
            self._begin("", number, heading=False)
            self._add(_CITE, number, edited.group("cite"))
            if edited.group("rest"):
                self._edit(number, edited.group("rest"))
            return True
        alone = _BOLD_ALONE.match(line)
        if alone is not None:
            self._begin(alone.group("name"), number, heading=False)
            if alone.group("cite"):
                self._add(_CITE, number, alone.group("cite"))
            return True
        return False

    def _begin(self, label: str, number: int, *, heading: bool) -> None:
        self.close()
        label = _plain(label)
        if heading:
            self._section = label
        self._block = _Block(label, number, heading=heading)
        cited = _IN_HEADING.search(label[:300])
        if cited is not None:
            self._add(_CITE, number, cited.group("inner") or cited.group("bare"))
            self._block.pieces.append(_Piece("text", number, []))  # what follows is no part of the citation

    def _field(self, number: int, name: str, rest: str) -> bool:
        meaning = _FIELDS.get(" ".join(_plain(name).casefold().split()))
        if meaning is None:
            self.not_read.append(f"line {number}: {one_line(_plain(name), 60)}")
            self._add("unknown", number, rest)
            return True
        # A second clause, or a second text of the paper behind a proposal, begins a block of its own.
        again = meaning == _CITE and self._block.has(_QUOTE, _LANGUAGE, _REASON)
        if again or (meaning == _QUOTE and self._block.has(_LANGUAGE)):
            self._begin("", number, heading=False)
        self._add(meaning, number, rest)
        return True

    def _edit(self, number: int, text: str) -> None:
        """`DELETE "…" / INSERT "…"`, one or both."""
        inserted = None if text.lstrip("* ").startswith("INSERT") else _INSERTED.search(text)
        parts = [text] if inserted is None else [text[: inserted.start()], "INSERT " + text[inserted.end() :]]
        for part in parts:
            word, _, rest = part.lstrip("* ").partition(" ")
            self._add(_LANGUAGE if word.startswith("INSERT") else _QUOTE, number, rest.lstrip("*: "))

    def _add(self, meaning: str, number: int, text: str) -> None:
        self._block.pieces.append(_Piece(meaning, number, [text]))

    def _continue(self, number: int, line: str) -> None:
        """A line that goes on with the last piece, or is a quotation or a remark by itself."""
        quoted = _BLOCK_QUOTE.match(line)
        last = self._block.pieces[-1] if self._block.pieces else None
        if quoted is not None:
            open_field = last is not None and last.meaning in (_QUOTE, _LANGUAGE)
            if not (
                open_field
                or (last is not None and last.meaning == "block" and _BLOCK_QUOTE.match(self._before))
            ):
                self._block.pieces.append(_Piece("block", number, []))
            self._block.pieces[-1].lines.append(quoted.group("rest"))
            return
        if not line.strip() and not (last is not None and last.lines):
            return
        ended = last is None or last.meaning in ("block", _CITE, _DOCUMENT, _PASSED) or (
            last.meaning == _QUOTE and not self._before.strip() and bool("".join(last.lines).strip())
        )  # fmt: skip
        if ended and line.strip():
            self._block.pieces.append(_Piece("text", number, []))
        if self._block.pieces and (line.strip() or not ended):
            self._block.pieces[-1].lines.append(line)

    # --- tables ------------------------------------------------------------------------------------------------

    def _table(self, number: int, line: str) -> bool:
        """Whether the line belongs to a table."""
        if _TABLE_RULE.match(line) and "|" in self._before:
            self._row = [_plain(cell).casefold() for cell in _cells(self._before)]
            known = [_FIELDS.get(name) or _COLUMNS.get(name, "") for name in self._row]
            if not {_CITE, _QUOTE, _LANGUAGE}.intersection(known):
                self.not_read.append(f"line {number - 1}: a table of {one_line(', '.join(self._row), 80)}")
                known = [""] * len(known)
            last = self._block.pieces[-1] if self._block.pieces else None
            if last is not None and last.lines and last.lines[-1] == self._before:
                last.lines.pop()
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
        if not {_CITE, _QUOTE, _LANGUAGE}.intersection(named):
            return
        outer = self._block
        self._block = _Block(_plain(named.get("label", "")), number, heading=False)
        for meaning in (_CITE, _QUOTE, _LANGUAGE, _REASON):
            if meaning in named:
                self._add(meaning, number, named[meaning])
        if "value" in named:
            marked = _QUOTED.search(_plain(named["value"])) is not None
            self._add("block" if marked else _REASON, number, named["value"])
        self.close()
        self._block = outer

    # --- what a block holds ------------------------------------------------------------------------------------

    def close(self) -> None:
        """Make an item of the block that ends here."""
        block, self._block = self._block, _Block("", 0, heading=False)
        document = ""
        citing: list[_Piece] = []
        quoting: list[tuple[str, int]] = []
        language: list[Language] = []
        remarks: list[str] = []
        for piece in block.pieces:
            text = "\n".join(_BLOCK_QUOTE.sub(r"\g<rest>", line) for line in piece.lines)
            match piece.meaning:
                case "cite":
                    citing.append(piece)
                case "document":
                    document = _plain(text)
                case "quote":
                    quoting.extend((one, piece.line) for one in _quoted_in(text, whole=True))
                case "block":
                    found = _quoted_in(text, whole=True)
                    quoting.extend((one, piece.line) for one in found)
                case "language":
                    language.extend(
                        Language(one, f"line {piece.line}") for one in _quoted_in(text, whole=True)
                    )
                case "passed":
                    pass
                case _:
                    if text.strip():
                        remarks.append(_plain(text))
        named = document if re.fullmatch(r"[\w.-]{1,60}", document) else ""
        if document and not named:  # a description, no name of a file
            self.not_read.append(f"line {block.line}: {one_line(document, 60)}")
        cited = tuple(
            cited_as(written, named.removesuffix(".md"), f"line {piece.line}")
            for piece in citing
            if (written := _citation(" ".join(piece.lines)))
        )
        if not (cited or quoting or language):
            self._without_work(block, remarks)
            return
        place = f"line {block.line}"
        self.items.append(
            Item(
                kind="redline" if language else "issue",
                label=one_line(block.label or self._section or (cited[0].written if cited else place), 120),
                place=place,
                cited=cited,
                quotations=tuple(Quotation(text, cited, f"line {line}") for text, line in quoting),
                language=tuple(language),
                rationale="\n".join(remarks),
            )
        )

    def _without_work(self, block: _Block, remarks: list[str]) -> None:
        """A block of prose: the summary, or not read."""
        if not remarks:
            return
        if block.heading and _SUMMARY.search(block.label):
            self.items.append(
                Item(
                    kind="summary",
                    label=one_line(block.label, 120),
                    place=f"line {block.line}",
                    summary="\n".join(remarks),
                )
            )
            return
        self.not_read.append(f"line {block.line}: {one_line(block.label or remarks[0], 60)}")


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def _plain(text: str) -> str:
    return plain_text(text.strip()).strip()


def _citation(text: str) -> str:
    """A citation as written, without markup and without the brackets of a template."""
    plain = " ".join(_plain(text).split())
    return plain[1:-1].strip() if plain.startswith("[") and plain.endswith("]") else plain


def _quoted_in(text: str, *, whole: bool) -> list[str]:
    """The passages that `text` puts in quotation marks; without any the text itself, if `whole`. A passage may hold
    quotation marks of its own. "None" and the like are no passage."""
    plain = _plain(text)
    if not plain:
        return []
    if plain[0] in '"“':
        end = max(plain.rfind('"'), plain.rfind("”"))
        if end > 0 and not plain[end + 1 :].strip(" .,;:)—–-"):
            inner = plain[1:end]
            return [one.strip() for one in _BETWEEN.split(inner) if one.strip()]
    found = [one.group(1) or one.group(2) for one in _QUOTED.finditer(plain)]
    if plain[0] in '"“' and found:
        return [one.strip() for one in found]
    if _NOTHING.match(plain) and len(plain) < 200:
        return []
    return [plain] if whole else []
