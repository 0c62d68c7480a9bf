"""From the blocks of a memo to items: which of its pieces are citations, quotations, language and remarks, and what of
them nobody reads."""

import re

from ...problems import one_line
from .citing import cited_as
from .items import Cited, Item, Language, Quotation
from .memo_blocks import Block, Piece
from .memo_headings import (
    cited_below,
    is_a_citation,
    names_a_place,
    numbered_as_the_paper,
    surely_a_paper,
)
from .memo_labels import MARKED, speaks_of_a_proposal
from .memo_passages import (
    FEWEST_WORDS,
    citation_in,
    cited_behind,
    cited_in_prose,
    folded,
    folded_together,
    marked_in,
    plain,
    quoted_in,
    struck_from,
    unread_in,
)

BLOCK_QUOTE = re.compile(r"\s{0,8}>\s?(?P<rest>.*)\Z")
_NOTE_MARK = re.compile(r"\[\^(?P<mark>[^\]\s]{1,20})\]")
_SUMMARY = re.compile(r"\b(?:summary|bottom line|overview|conclusion)\b", re.IGNORECASE)

_Passage = tuple[str, int, str]  # a quotation, its line, and the citation behind it


class _Held:
    """What the pieces of a block hold."""

    def __init__(self) -> None:
        self.document = ""
        self.citing: list[Piece] = []
        self.above: list[Piece] = []
        self.quoting: list[_Passage] = []
        self.in_prose: list[_Passage] = []
        self.language: list[Language] = []
        self.deleted: list[tuple[str, int]] = []
        self.remarks: list[tuple[str, int]] = []
        self.listed: list[tuple[str, int]] = []  # of the remarks those that are listed as not read


class MemoItems:
    """The items of a memo, and what in it is not read. `notes` are its footnotes, each with its line; `advised` the
    lines of the labels below which it recommends; `section` the heading that the blocks stand under."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.not_read: list[str] = []
        self.notes: dict[str, tuple[int, str]] = {}
        self.advised: set[int] = set()
        self.section = ""
        self._used_notes: set[str] = set()

    def list_notes(self) -> None:
        """List the footnotes that are no citation of a quotation that was read."""
        for mark, (number, text) in self.notes.items():
            if mark not in self._used_notes:
                self.not_read.append(f"line {number}: footnote {mark}, {one_line(text, 60)}")

    def take(self, block: Block) -> None:
        """Make an item of a block that is read."""
        held, advice = _Held(), speaks_of_a_proposal(block.label)
        for piece in block.pieces:
            self._hold(piece, held, advice=advice)
        summing_up = bool(held.in_prose) and not (held.citing or held.above or held.quoting or held.language)
        quoting = [*held.quoting, *held.in_prose]
        quoting += self._struck(held.deleted, quoting)
        cited = self._cited(block, held.above, held.citing, held.document)
        if quoting and not cited and (numbered := numbered_as_the_paper(block.label)):
            cited = (cited_as(numbered, "", f"line {block.line}"),)
        if not (cited or quoting or held.language):
            self._without_work(block, held.remarks)
            return
        if summing_up and _is_summary(block):
            self._add_summary(block, held.remarks)
        listed = frozenset(held.listed)
        prose = [one for one in held.remarks if one not in listed]
        self._quoted_in_prose(
            prose, [*(text for text, _, _ in quoting), *(one.text for one in held.language)]
        )
        paper = self._paper(held.document, by_title=bool(cited))
        quotations = []
        behind: dict[str, Cited] = {}  # as written, the citations that stand behind quotations
        for text, line, written in quoting:
            own = cited
            if written:
                one = cited_as(cited_below(block.label, written), paper, f"line {line}")
                own = (one,)
                behind.setdefault(one.written, one)
            quotations.append(Quotation(text, own, f"line {line}"))
        of_block = {one.written for one in cited}
        place = f"line {block.line}"
        self.items.append(
            Item(
                kind="redline" if held.language else "issue",
                label=one_line(block.label or (cited[0].written if cited else self.section or place), 120),
                place=place,
                cited=(*cited, *(one for one in behind.values() if one.written not in of_block)),
                quotations=tuple(quotations),
                language=tuple(held.language),
                rationale="\n".join(text for text, _ in held.remarks),
            )
        )

    def _hold(self, piece: Piece, held: _Held, *, advice: bool) -> None:
        """Sort what a piece says. `advice`: it stands below a heading that announces proposals."""
        text = "\n".join(BLOCK_QUOTE.sub(r"\g<rest>", line) for line in piece.lines)
        match piece.meaning:
            case "cite":
                held.citing.append(piece)
            case "above":
                held.above.append(piece)
            case "document":
                held.document = plain(text)
            case "quote" | "block":
                held.quoting.extend(self._passages(piece, text))
            case "marked":
                found = self._passages(piece, text)
                held.quoting.extend(found)
                if not found and text.strip():
                    held.remarks.append((plain(text), piece.line))
                    held.listed.append(held.remarks[-1])
                    self.not_read.append(
                        f"line {piece.line}: text without quotation marks, {one_line(plain(text), 60)}"
                    )
            case "language":
                text, struck = struck_from(text)
                held.language.extend(Language(one, f"line {piece.line}") for one in quoted_in(text))
                held.deleted.extend((one, piece.line) for one in struck)
            case "passed":
                pass
            case _:
                self._hold_prose(piece, text, held, advice=advice)

    def _hold_prose(self, piece: Piece, text: str, held: _Held, *, advice: bool) -> None:
        for number, line in enumerate(text.split("\n"), piece.line):  # `~~as it is~~ **as it should be**`
            changed, struck = struck_from(line)
            held.deleted.extend((one, number) for one in struck)
            if struck and any(c.isalnum() for c in changed):
                held.language.append(Language(plain(changed), f"line {number}"))
        if text.strip():
            held.remarks.append((plain(text), piece.line))
        if piece.meaning == "unknown":
            held.listed.extend(held.remarks[-1:])
        elif not advice and piece.line not in self.advised:
            held.in_prose.extend(self._cited_in_prose(piece, text))

    def _struck(self, deleted: list[tuple[str, int]], quoting: list[_Passage]) -> list[_Passage]:
        """What is struck out and quoted nowhere else; few words prove nothing, and are listed as not read."""
        known = folded_together(text for text, _, _ in quoting)
        new = [one for one in deleted if folded(one[0]) not in known]
        self.not_read.extend(
            f'line {line}: struck out, "{one_line(text, 60)}"' for text, line in new if _is_short(text)
        )
        return [(text, line, "") for text, line in new if not _is_short(text)]

    def _cited(
        self, block: Block, above: list[Piece], citing: list[Piece], document: str
    ) -> tuple[Cited, ...]:
        """The citations of a block: a clause that is named in it counts more than its heading."""
        told = [(written, one) for one in citing if (written := citation_in(" ".join(one.lines)))]
        named = [(cited_below(block.label, written), one) for written, one in told]
        if not any(names_a_place(written) for written, _ in named):
            named = [*((one.lines[0], one) for one in above), *named]
        paper = self._paper(document, by_title=bool(named))
        if document and not paper:  # a description, no name of a file
            self.not_read.append(f"line {block.line}: {one_line(document, 60)}")
        return tuple(cited_as(written, paper, f"line {one.line}") for written, one in named)

    def _paper(self, document: str, *, by_title: bool) -> str:
        """The paper that a block names apart from its places; empty where what it names is a description."""
        named = by_title and surely_a_paper(document)
        paper = document if named or re.fullmatch(r"[\w.-]{1,60}", document) else ""
        return paper.removesuffix(".md")

    def _passages(self, piece: Piece, text: str) -> list[_Passage]:
        """The quotations in a piece, each with its line and the citation that stands behind it or in its footnote."""
        found: list[_Passage] = []
        described = piece.meaning == MARKED and not _is_block_quote(piece)
        parts = cited_behind(self._with_notes(text), described=described)
        for number, (part, cite) in enumerate(parts):
            marked = described or (number > 0 and plain(part)[:1] not in ('"', "“"))
            found.extend((one, piece.line, cite) for one in (marked_in(part) if marked else quoted_in(part)))
        return found

    def _cited_in_prose(self, piece: Piece, text: str) -> list[_Passage]:
        """The passages that prose quotes with a citation behind them, but for those that it may propose."""
        return [
            (passage, piece.line, cite)
            for before, passage, cite in cited_in_prose(self._with_notes(text, prose=True))
            if len(passage.split()) >= FEWEST_WORDS and not speaks_of_a_proposal(before)
        ]

    def _with_notes(self, text: str, *, prose: bool = False) -> str:
        """The text of a quotation with the citations of its footnotes in place of their marks."""
        text = text.strip()

        def cited(mark: re.Match[str]) -> str:
            _, note = self.notes.get(mark.group("mark"), (0, ""))
            if not is_a_citation(note):
                return ""
            self._used_notes.add(mark.group("mark"))
            return f" ({note})" if prose or mark.end() < len(text) else f"\n— {note}"

        return _NOTE_MARK.sub(cited, text)

    def _quoted_in_prose(self, remarks: list[tuple[str, int]], read: list[str]) -> None:
        """List the passages that prose quotes and nobody verifies; `read` are those that are read."""
        known = folded_together(read)
        for text, line in remarks:
            self.not_read.extend(f"line {line}: {said}" for said in unread_in(text, known))

    def _without_work(self, block: Block, remarks: list[tuple[str, int]]) -> None:
        """A block of prose: the summary, or not read."""
        if not remarks:
            return
        if _is_summary(block):
            self._quoted_in_prose(remarks, [])
            self._add_summary(block, remarks)
            return
        self.not_read.append(f"line {block.line}: {one_line(block.label or remarks[0][0], 60)}")

    def _add_summary(self, block: Block, remarks: list[tuple[str, int]]) -> None:
        self.items.append(
            Item(
                kind="summary",
                label=one_line(block.label, 120),
                place=f"line {block.line}",
                summary="\n".join(text for text, _ in remarks),
            )
        )


def _is_short(text: str) -> bool:
    return len(text.split()) < FEWEST_WORDS


def _is_summary(block: Block) -> bool:
    return block.heading and _SUMMARY.search(block.label) is not None


def _is_block_quote(piece: Piece) -> bool:
    return any(BLOCK_QUOTE.match(line) for line in piece.lines)
