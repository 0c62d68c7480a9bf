"""Which document of a deal folder a citation means when it names a paper by its title.

Ids and declared titles come first, then the titles that the papers print and the short names they give themselves, then
the initials of a title, then a title that is cut short and can mean no other document. What names no document as a
whole name is not guessed.

A citation may also name a paper that the record does not have: one that is of another kind than every document of it.
"""

import re
from collections.abc import Iterable
from functools import cached_property
from typing import TypeVar

from ..paper.cited_papers import CitedPaper, is_a_place
from ..paper.documents import Document
from ..paper.openings import signs_in, words_of
from ..paper.outline import ANNEXED
from ..paper.paper_names import (
    Name,
    initials_of,
    is_amending,
    is_of_another_kind,
    is_of_any_paper,
    name_of,
    names_a_paper,
    own_words,
    shortens,
    telling_words,
)
from ..paper.pin_words import LONGEST
from ..paper.printed_titles import OPENING, PrintedNames, printed_names
from .record import ClientRecord

# Up to so many documents of a record that is too large to be kept are read for the titles they print.
_READ_AGAIN = 100
_FEW_DOCUMENTS = 12  # of a record in which it is asked whether a paper is one of it
_MOST_WORDS = 16  # of a name in a citation
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
# … up to the end of the paragraph
_PARTIES = re.compile(r"\b(?:between|among)\b((?:(?!\n[^\S\n]*\n).){0,400})", re.IGNORECASE | re.DOTALL)
_CAPITAL = re.compile(r"\b[A-Z][\w&'’\-]+")

_AS_AN_ANNEX = r"(?:(?:exhibit|schedule|annex|appendix|attachment|addendum|part)[\W_]+\w{1,6}[\W_]+)?"

Key = TypeVar("Key", Name, str)


class Papers:
    """The names of the documents of a record, each looked for when it is first needed and kept."""

    def __init__(self, record: ClientRecord) -> None:
        self._record = record
        self._strangers: dict[tuple[int, str], bool] = {}
        self._titles = {document_id: title for title, document_id in record.titles.items()}

    # --- what a citation names -----------------------------------------------------------------------

    def called(self, cited: CitedPaper) -> tuple[int, ...]:
        """The documents that go by the name of the paper that is cited: usually one, none when it names none of them,
        several when they have the name in common. Words that may be the title of a section have to be more than one
        word, and all of the name, unless they say that they mean an agreement."""
        paper = cited.paper
        name = name_of(paper)
        if not name or is_of_any_paper(name):
            return ()
        if len(name) == 1 and not (cited.surely or paper.isupper()):
            return self._by_id.get(name, ())
        for level in (self._by_id, self._by_title):
            found = level.get(name, ())
            if found:
                return self._all_of_one_word(name, found)
        by_initials = self._by_initials.get(paper.casefold(), ())
        numbered = is_amending(name) and any(word.isdigit() for word in name)
        if by_initials or not (cited.surely or numbered or is_of_any_paper(name[-1:])):
            return by_initials
        return self._cut_short(name)

    def alone(self, written: str) -> int | None:
        """The one document that `written` is the name of and nothing else."""
        found = self.called(CitedPaper(written.strip(), ""))
        return found[0] if len(found) == 1 else None

    def within(self, written: str) -> list[str]:
        """The whole names of documents that stand in `written`, as they stand there."""
        words = list(_WORD.finditer(written)) if len(written) <= LONGEST else []
        found: list[str] = []
        at = 0
        while at < len(words):
            for end in range(min(len(words), at + _MOST_WORDS), at, -1):
                here = written[words[at].start() : words[end - 1].end()]
                name = name_of(here)
                known = name in self._by_id or name in self._by_title or here.casefold() in self._by_initials
                if known and not (is_of_any_paper(name) or is_a_place(here)):
                    found.append(here)
                    at = end - 1
                    break
            at += 1
        return found

    def is_another(self, cited: CitedPaper) -> bool:
        """Whether the paper that is cited is clearly none of the record's: of another kind than each, and none of them
        prints it as a part of its own. In doubt it is not, as where a document cannot be read."""
        record = self._record
        name = name_of(cited.paper)
        ends = cited.surely or (bool(name) and name[-1].isdigit())
        if cited.stands == "behind" or not names_a_paper(name if ends else name[-1:]):
            return False
        if len(record.ids) > _FEW_DOCUMENTS:
            return False
        if any(record.card(index).unreadable for index in range(len(record.ids))):
            return False
        return all(self._is_another_than(index, cited.paper) for index in range(len(record.ids)))

    def mentioned(self, paper: str) -> int | None:
        """The first document whose text mentions a paper of that name; asked of a small record only."""
        words = r"[\W_]+".join(re.escape(word) for word in _WORD.findall(paper))
        sought = re.compile(rf"(?<![^\W_]){words}(?![^\W_])", re.IGNORECASE)
        texts = (self._record.leaf(index).text for index in range(len(self._record.ids)))
        return next((index for index, text in enumerate(texts) if sought.search(text) is not None), None)

    # --- the names -----------------------------------------------------------------------------------

    @cached_property
    def _printed(self) -> tuple[PrintedNames, ...]:
        """How each document calls itself; nothing where a large record would have to be read once more for it."""
        record = self._record
        if not self._are_looked_for:
            return tuple(PrintedNames() for _ in record.ids)
        leaves = (record.leaf(index) for index in range(len(record.ids)))
        return tuple(printed_names(leaf.text[:OPENING], leaf.kind) for leaf in leaves)

    @cached_property
    def _by_id(self) -> dict[Name, tuple[int, ...]]:
        return _indexed((index, name_of(one)) for index in self._all for one in self._declared(index))

    @cached_property
    def _by_title(self) -> dict[Name, tuple[int, ...]]:
        return _indexed(
            (index, name_of(one))
            for index in self._all
            for one in (*self._printed[index].titles, *self._printed[index].called)
        )

    @cached_property
    def _by_initials(self) -> dict[str, tuple[int, ...]]:
        return _indexed(
            (index, one)
            for index in self._all
            for title in (*self._declared(index), *self._printed[index].titles)
            for one in initials_of(title)
        )

    @property
    def _are_looked_for(self) -> bool:
        """Whether the titles that the documents print are looked for."""
        return self._record.is_kept or len(self._record.ids) <= _READ_AGAIN

    @property
    def _all(self) -> range:
        return range(len(self._record.ids))

    def _declared(self, index: int) -> tuple[str, ...]:
        """The id and the declared title of a document."""
        document_id = self._record.ids[index]
        title = self._titles.get(document_id)
        return (document_id.replace("_", " "), *([title] if title else []))

    @cached_property
    def _names(self) -> tuple[tuple[str, ...], ...]:
        """Every name of each document."""
        return tuple(
            (*self._declared(index), *self._printed[index].titles, *self._printed[index].called)
            for index in self._all
        )

    @cached_property
    def _by_word(self) -> dict[str, tuple[int, ...]]:
        """The documents that have a word in any of their names."""
        return _indexed(
            (index, word) for index in self._all for one in self._names[index] for word in name_of(one)
        )

    def _all_of_one_word(self, name: Name, found: tuple[int, ...]) -> tuple[int, ...]:
        """Of a name of one word ("the Amendment") also the documents whose titles have it among others: each of them
        may be meant."""
        if len(name) > 1 or found == self._by_id.get(name):
            return found
        having = (index for index in self._by_word.get(name[0], ()) if self._has(index, name))
        return tuple(sorted({*found, *having}))

    def _has(self, index: int, words: Name) -> bool:
        return any(own_words(name_of(one)).issuperset(words) for one in self._names[index])

    def _cut_short(self, name: Name) -> tuple[int, ...]:
        """The document whose title `name` is with words left out, where it can mean no other one."""
        record = self._record
        if len(name) < 2 or not telling_words(name) or not self._are_looked_for:
            return ()
        rarest = min((self._by_word.get(word, ()) for word in name), key=len)
        words = frozenset(name)
        may = [index for index in rarest if any(words.issubset(name_of(one)) for one in self._names[index])]
        if len(may) != 1 or not any(shortens(name, name_of(one)) for one in self._names[may[0]]):
            return ()
        unread = len(record.ids) > 1 and any(record.card(index).unreadable for index in self._all)
        return () if unread else (may[0],)

    # --- papers that are none of the record's ----------------------------------------------------------

    def _is_another_than(self, index: int, paper: str) -> bool:
        known = self._strangers.get((index, paper))
        if known is None:
            record = self._record
            known = is_of_another_kind(paper, self._names[index], self._around(index))
            known = known and not _holds(record.outlined(index), paper)
            self._strangers[index, paper] = known
        return known

    def _around(self, index: int) -> frozenset[str]:
        """The words of the parties that the opening of a document names."""
        opening = self._record.leaf(index).text[:OPENING]
        parties = _PARTIES.search(opening)
        capitals = _CAPITAL.findall(parties.group(1)) if parties is not None else []
        companies = (word for party in signs_in(opening).parties for word in words_of(party))
        words = frozenset(word for one in (*companies, *capitals) for word in name_of(one))
        return frozenset(word for word in words if not names_a_paper((word,)))


def _indexed(pairs: Iterable[tuple[int, Key]]) -> dict[Key, tuple[int, ...]]:
    """The documents that go by each name."""
    found: dict[Key, dict[int, None]] = {}
    for index, key in pairs:
        if key:
            found.setdefault(key, {})[index] = None
    return {key: tuple(indexes) for key, indexes in found.items()}


def _holds(document: Document, paper: str) -> bool:
    """Whether the document holds that paper as a part of itself: an exhibit, a second agreement, a page that bears the
    title."""
    wanted = name_of(paper)
    telling = set(telling_words(wanted))
    units = document.outline.units if document.outline is not None else ()
    for unit in units:
        title = name_of(unit.title)
        if (
            title
            and (unit.kind in ANNEXED or unit.kind in ("heading", "part"))
            and (not telling.isdisjoint(title) or paper.casefold() in initials_of(unit.title))
        ):
            return True
    words = r"[\W_]+".join(re.escape(word) for word in _WORD.findall(paper))
    return (
        re.search(rf"^[\W_]*{_AS_AN_ANNEX}{words}[\W_]*$", document.text, re.IGNORECASE | re.MULTILINE)
        is not None
    )


def papers_of(record: ClientRecord) -> Papers:
    """The names of the documents of `record`."""
    if record.papers is None:
        record.papers = Papers(record)
    return record.papers


__all__ = ["Papers", "papers_of"]
