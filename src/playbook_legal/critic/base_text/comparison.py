"""The text that a redlined file shows as the old one, compared with a document of the record, up to typography.

Left out on both sides: automatic numbers and what else belongs to the page, comments, tables of contents, and, between
two Word files, the cross-references that Word keeps up to date. With paper of another kind, headers, footers and the
number in front of a paragraph are left out as well, since each kind has them in its own way.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property

import msgspec

from ...paper.documents import Document
from ...paper.folding import Folded, Tier, fold
from ...paper.joints import BREAK, EM, HARD_BREAK
from ...paper.outline import Outline
from ...paper.rendering import visible
from ..submission.redlined.paragraphs import ViewText
from .words import Hunk, hunks, matching

_WORD = re.compile(r"[^\s│]+")
_CONTENTS = re.compile(r"^.*(?:\t|\.{4,}|…{2,})[^\S\n]*(?:[0-9]{1,4}|[ivxlc]{1,8})[^\S\n]*$", re.MULTILINE)
# Without a bracket or a full stop, two letters are a word ("no", "if") unless they are a Roman number.
_NUMBER = re.compile(
    r"(?:[#§]+ ?)?(?:(?:section|article|clause|§) ?)?"
    r"(?:\(?(?:[0-9]{1,3}(?:\.[0-9]{1,3})*|[a-z]{2}(?=[.)])"
    r"|(?=[clxiv])c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})|[a-z])"
    r"(?:\([a-z0-9]{1,5}\))*[.):]*)?(?: |\Z)"
)
_NO_NUMBER = re.compile(r"section|article|clause|[^a-z0-9.]")
_JOINED = str.maketrans({EM: "-", BREAK: "", HARD_BREAK: "-"})
_WITHOUT_JOINTS = str.maketrans(dict.fromkeys((EM, BREAK, HARD_BREAK, "-")))
_ONLY_WORD = frozenset(("header", "footer", "textbox", "footnote", "endnote"))


class Words(msgspec.Struct, frozen=True, dict=True):
    """A text as it is compared: its folded form, and in it each word that counts; `document` is the one of the record
    that it is of."""

    source: str
    folded: Folded
    spans: tuple[tuple[int, int], ...]
    document: Document | None = None

    @cached_property
    def keys(self) -> list[str]:
        """The words as they are compared."""
        text = self.folded.text
        return [text[start:end].translate(_JOINED) for start, end in self.spans]

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Characters of the text as written that the words `[first, last)` are; of none, where they would stand."""
        if first < last:
            return self.folded.source_span(self.spans[first][0], self.spans[last - 1][1])
        if first:
            end = self.folded.source_span(*self.spans[first - 1])[1]
            return end, end
        return 0, 0

    @cached_property
    def starts(self) -> list[int]:
        """Where each word begins in the text as written."""
        return [self.folded.source_span(start, start + 1)[0] for start, _ in self.spans]

    def shown(self, first: int, last: int) -> str:
        """The words `[first, last)` as a reader sees them, white space collapsed."""
        if first >= last:
            return ""
        at, end = self.span(first, last)
        seen = self.source[at:end] if self.document is None else visible(self.document, at, end)
        return " ".join(seen.split())

    def joined(self, first: int, last: int) -> str:
        """The words `[first, last)` as they are folded."""
        return " ".join(self.folded.text[start:end] for start, end in self.spans[first:last])

    def numbered(self, first: int, last: int) -> tuple[str, str]:
        """The words `[first, last)` as they are folded, in two parts: the number of a paragraph that they begin,
        without brackets and the like, and the rest."""
        joined = self.joined(first, last)
        found = _NUMBER.match(joined) if first < last and self.begins_line(first) else None
        if found is None:
            return "", joined
        return _NO_NUMBER.sub("", found.group()).strip("."), joined[found.end() :]

    def ends_line(self, word: int) -> bool:
        """Whether a word is the last of its line."""
        return word + 1 == len(self.spans) or self.begins_line(word + 1)

    def begins_line(self, word: int) -> bool:
        """Whether a word is the first of its line."""
        return word == 0 or "\n" in self.source[self.span(word - 1, word)[1] : self.starts[word]]


def words_of_view(view: ViewText, *, of_word: bool) -> Words:
    """A view of the redlined file; `of_word`: to be compared with another Word file."""
    return _words(
        view.text, view.furniture, view.outline, view.references if of_word else (), of_word=of_word
    )


def words_of_document(document: Document) -> Words:
    """A document of the record with its outline."""
    of_word = document.kind == "word"
    assert document.outline is not None
    references = tuple((one.start, one.end) for one in document.references) if of_word else ()
    return _words(
        document.text, document.furniture, document.outline, references, of_word=of_word, document=document
    )


def _words(
    text: str,
    furniture: Sequence[tuple[int, int]],
    outline: Outline,
    references: Sequence[tuple[int, int]],
    *,
    of_word: bool,
    document: Document | None = None,
) -> Words:
    left_out = [*furniture, *references, *(found.span() for found in _CONTENTS.finditer(text))]
    left_out += (
        (unit.start, unit.end)
        for unit in outline.units
        if unit.kind == "comment" or (not of_word and unit.kind in _ONLY_WORD)
    )
    markup, substitutions = ((), ()) if document is None else (document.markup, document.substitutions)
    folded = fold(text, Tier.LAYOUT, tuple(sorted(left_out)), markup, substitutions)
    words = tuple(found.span() for found in _WORD.finditer(folded.text))
    return Words(text, folded, words, document)


class Comparison(msgspec.Struct, frozen=True, dict=True):
    """The old text of a redlined file beside a document of the record."""

    document: Document
    redlined: Words
    paper: Words
    same_kind: bool

    @cached_property
    def matches(self) -> list[tuple[int, int, int]]:
        """What both have."""
        return matching(self.redlined.keys, self.paper.keys)

    @cached_property
    def differences(self) -> tuple[Hunk, ...]:
        """Where they differ in more than a paragraph's number or a hyphen at a line's end."""
        found = hunks(self.matches, len(self.redlined.spans), len(self.paper.spans))
        return tuple(one for one in found if not self._means_nothing(one))

    def _means_nothing(self, one: Hunk) -> bool:
        here = self.redlined.joined(one.start, one.end)
        there = self.paper.joined(one.other_start, one.other_end)
        if BREAK in there or HARD_BREAK in there:
            bare = [text.translate(_WITHOUT_JOINTS).replace(" ", "") for text in (here, there)]
            if bare[0] == bare[1]:
                return True
        if self.same_kind:
            return False
        number, here = self.redlined.numbered(one.start, one.end)
        number_there, there = self.paper.numbered(one.other_start, one.other_end)
        if number and number_there and number != number_there:
            return False  # it may be a number of the sentence: "30 days after …"
        if here == there:
            return True
        # A title, which one kind of paper ends with a full stop and another does not.
        return here.rstrip(".:") == there.rstrip(".:") and self.paper.ends_line(one.other_end - 1)

    def point(self, one: Hunk) -> int:
        """Where the document has what the file has otherwise. Of words that the file has too many it is behind the word
        before them; before the word that follows where they begin a line of the file."""
        added = one.other_start == one.other_end
        if added and one.other_end < len(self.paper.spans) and self.redlined.begins_line(one.start):
            return self.paper.starts[one.other_end]
        return self.paper.span(one.other_start, one.other_end)[0]

    def places(self, start: int, end: int) -> tuple[int, int] | None:
        """Where the document has the words that begin and end the characters `[start, end)` of the redlined file's old
        text, or the nearest ones that it has too; None when it has none."""
        if not self.matches:
            return None
        first, last = self._words(start, end)
        return self.paper.starts[self._there(first)], self.paper.starts[self._there(last)]

    def has(self, start: int, end: int) -> bool:
        """Whether the document has the words of the characters `[start, end)` of the redlined file's old text in that
        place, one after the other."""
        first, last = self._words(start, end)
        there = [self._stands(word) for word in range(first, last + 1)]
        return all(one is not None and one - at == there[0] for at, one in enumerate(there))

    def _words(self, start: int, end: int) -> tuple[int, int]:
        """The first and the last word of the characters `[start, end)` of the redlined file's old text."""
        starts = self.redlined.starts
        first = max(bisect_right(starts, start) - 1, 0)
        if first + 1 < len(starts) and start > self.redlined.span(first, first + 1)[1]:
            first += 1
        return first, max(bisect_left(starts, end) - 1, first)

    def _stands(self, word: int) -> int | None:
        """The word of the document that a word of the file is; None when it has none in that place."""
        at = bisect_right(self.matches, word, key=lambda one: one[0]) - 1
        if at < 0 or word >= self.matches[at][0] + self.matches[at][2]:
            return None
        return self.matches[at][1] + word - self.matches[at][0]

    def _there(self, word: int) -> int:
        """The word of the document for a word of the file, or the next one that both have."""
        stands = self._stands(word)
        if stands is not None:
            return stands
        at = bisect_right(self.matches, word, key=lambda one: one[0]) - 1
        if at + 1 < len(self.matches):
            return self.matches[at + 1][1]
        return self.matches[at][1] + self.matches[at][2] - 1


def compared(view: ViewText, document: Document) -> Comparison:
    """The old text of a redlined file beside a document of the record, which has an outline. Of a Word file with
    tracked changes it is the view that is more like it."""
    same_kind = document.kind == "word"
    redlined = words_of_view(view, of_word=same_kind)
    made = Comparison(document, redlined, words_of_document(document), same_kind)
    other = document.other_view
    if other is None or not made.differences:
        return made
    there = Comparison(other, redlined, words_of_document(other), same_kind)
    return there if _weight(there) < _weight(made) else made


def _weight(one: Comparison) -> int:
    return sum(each.end - each.start + each.other_end - each.other_start for each in one.differences)


__all__ = ["Comparison", "Words", "compared"]
