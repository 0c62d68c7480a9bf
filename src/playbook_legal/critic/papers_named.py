"""Which document of a deal folder a citation means when it names a paper by its title.

Ids and declared titles come first, then the titles that the papers print and the short names they give themselves, then
the initials of a title, then a title that is cut short and can mean no other document. What names no document as a
whole name is not guessed.

Where the words are no such name, a name that stands in them decides ("the Common Paper Cloud Service Agreement"), then
the kind of paper and the parties ("Acme NDA"). A citation may also name a paper that the record does not have: then it
is looked up nowhere.
"""

import re
from collections.abc import Iterable
from functools import cached_property
from typing import TypeVar

from ..paper.citations import LONGEST
from ..paper.cited_papers import CitedPaper, is_a_place
from ..paper.documents import Document
from ..paper.openings import signs_in, words_of
from ..paper.outline import ANNEXED
from ..paper.paper_names import (
    Name,
    amendments_numbered,
    initials_of,
    is_abbreviation,
    is_amending,
    is_of_another_kind,
    is_of_any_paper,
    is_same_paper,
    is_title_of_a_paper,
    is_told,
    name_of,
    names_a_paper,
    own_words,
    shortens,
    telling_words,
)
from ..paper.printed_titles import OPENING, PrintedNames, printed_names
from .record import FEW_DOCUMENTS, ClientRecord

# Up to so many documents of a record that is too large to be kept are read for the titles they print.
_READ_AGAIN = 100
_NO_PAPERS = ("paper",)  # beside a name no other paper, but a maker of forms: "Common Paper"
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
        self._meant: dict[tuple[str, str], tuple[int, ...]] = {}
        self._mentions: dict[str, int | None] = {}
        self._parties: dict[int, frozenset[str]] = {}
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
        service = name[1:2] == ("of",) and names_a_paper(name[:1])  # "Terms of Service"
        titled = service or names_a_paper(name[-1:])
        if by_initials or not (cited.surely or numbered or titled):
            return by_initials
        may = self._cut_short(name)
        return may if len(may) == 1 else ()

    def cut_short(self, paper: str) -> tuple[int, ...]:
        """The documents of which `paper` may be the title with words left out, where it may be several."""
        name = name_of(paper)
        return () if is_of_any_paper(name) else self._cut_short(name)

    def is_whole_name(self, paper: str) -> bool:
        """Whether documents go by `paper` as it is."""
        name = name_of(paper)
        return name in self._by_id or name in self._by_title or paper.casefold() in self._by_initials

    def meant(self, cited: CitedPaper) -> tuple[int, ...]:
        """The documents that are meant by words which are no name of any as a whole: one whose name stands in them, of
        the same kind and parties, or that holds such a paper as a part; else those that do not say what they are."""
        key = cited.paper, cited.stands
        if key not in self._meant:
            self._meant[key] = self._meant_by(cited)
        return self._meant[key]

    def _meant_by(self, cited: CitedPaper) -> tuple[int, ...]:
        name = name_of(cited.paper)
        within = self._known_within(cited)
        if within:
            return within
        if len(self.cut_short(cited.paper)) > 1:
            return ()
        if len(self._record.ids) > FEW_DOCUMENTS or not self._says_a_paper(cited) or not telling_words(name):
            return ()
        readable = [index for index in self._all if not self._record.card(index).unreadable]
        for fits in (self._is_same, self._is_explained, self._is_part, self._is_untold):
            if fits == self._is_untold and " " not in cited.paper and cited.paper.islower():
                continue  # "sow §5.1" names an id, and no paper by what it is
            found = tuple(index for index in readable if fits(index, cited.paper))
            if found:
                return found
        return ()

    def _known_within(self, cited: CitedPaper) -> tuple[int, ...]:
        """The documents whose whole name stands in the paper that is cited, with no other paper named beside it: not of
        "Guaranty of the Credit Agreement", "Second Lease", "Cloud Service Agreement Order Form". Words that may be the
        title of a section are none about the paper: "Termination of the Lease"."""
        for one in self.within(cited.paper):
            before, _, after = cited.paper.partition(one)
            if not cited.surely and (
                (" " not in one and not one.isupper())
                or telling_words(name_of(before)) != list(name_of(before))
            ):
                continue
            after = re.split(r"[(,;:]|\b(?:between|among|with|by|dated|version)\b", after, maxsplit=1)[0]
            beside = tuple(word for word in (*name_of(before), *name_of(after)) if word not in _NO_PAPERS)
            if any(word.isdigit() for word in beside) or names_a_paper(beside) or is_told([beside]):
                continue
            return self.called(CitedPaper(one, ""))
        return ()

    def _is_same(self, index: int, paper: str) -> bool:
        wanted = name_of(paper)
        names = [name_of(one) for one in self._names[index]]
        return any(is_same_paper(wanted, one, self._around(index)) for one in names)

    def _is_explained(self, index: int, paper: str) -> bool:
        """Whether every word that tells papers apart is one of the document's names, their initials, or a party."""
        wanted = name_of(paper)
        names = [name_of(one) for one in self._names[index]]
        numbered = amendments_numbered(wanted)
        if numbered and not any(numbered <= amendments_numbered(one) for one in names):
            return False
        words = self._around(index).union(*map(own_words, names))
        if any(one in words for one in initials_of(paper) if len(one) >= len(wanted)):  # of all its words
            return True
        short = {one for name in self._names[index] for one in initials_of(name)}
        return all(word in words or word in short for word in telling_words(wanted))

    def _is_part(self, index: int, paper: str) -> bool:
        return _holds(self._record.outlined(index), paper, amends=self._amends(index), wholly=True)

    def _is_untold(self, index: int, paper: str) -> bool:
        return not is_told([name_of(one) for one in self._names[index]]) and not amendments_numbered(
            name_of(paper)
        )

    def _amends(self, index: int) -> bool:
        return any(is_amending(name_of(one)) for one in self._names[index])

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
                if self.is_whole_name(here) and not (is_of_any_paper(name_of(here)) or is_a_place(here)):
                    found.append(here)
                    at = end - 1
                    break
            at += 1
        return found

    def is_another(self, cited: CitedPaper) -> bool:
        """Whether the paper that is cited is none of the record's. Of several documents none is meant by it, a single
        one is of another kind, and does not print it as a part of its own: in doubt it is that one. A document
        that cannot be read may be any paper, and is none that could be told."""
        record = self._record
        if not self._says_a_paper(cited) or not telling_words(name_of(cited.paper)):
            return False
        if len(record.ids) > 1 or record.card(0).unreadable:
            return True
        return self._is_another_than(0, cited.paper)

    def is_another_than(self, index: int, cited: CitedPaper) -> bool:
        """Whether the paper that is cited is clearly not the `index`-th document."""
        return self._says_a_paper(cited) and self._is_another_than(index, cited.paper)

    def _says_a_paper(self, cited: CitedPaper) -> bool:
        """Whether the words claim to name a paper, and are no title of a section."""
        name = name_of(cited.paper)
        if cited.stands == "behind":
            if len(name) == 1:
                return cited.paper.isupper() and is_abbreviation(name[0])
            return is_title_of_a_paper(cited.paper)
        ends = cited.surely or (bool(name) and name[-1].isdigit())
        return names_a_paper(name if ends else name[-1:])

    def mentioned(self, paper: str) -> int | None:
        """The first document whose text mentions a paper of that name; asked of a small record only."""
        name = name_of(paper)
        if len(self._record.ids) > FEW_DOCUMENTS or not (names_a_paper(name) and telling_words(name)):
            return None
        if paper not in self._mentions:
            self._mentions[paper] = next((index for index in self._all if self.mentions(index, paper)), None)
        return self._mentions[paper]

    def mentions(self, index: int, paper: str) -> bool:
        """Whether the text of a document mentions a paper of that name."""
        words = r"[\W_]+".join(re.escape(word) for word in _WORD.findall(paper))
        sought = re.compile(rf"(?<![^\W_]){words}(?![^\W_])", re.IGNORECASE)
        return sought.search(self._record.leaf(index).text) is not None

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
        """The documents that `name` may mean as a title with words left out; none where the only one that has the words
        has them in another order."""
        record = self._record
        if len(name) < 2 or not telling_words(name) or not self._are_looked_for:
            return ()
        rarest = min((self._by_word.get(word, ()) for word in name), key=len)
        may = [
            index for index in rarest if any(_may_shorten(name, name_of(one)) for one in self._names[index])
        ]
        if not any(shortens(name, name_of(one)) for index in may for one in self._names[index]):
            return ()
        unread = len(record.ids) > 1 and any(record.card(index).unreadable for index in self._all)
        return () if unread else tuple(may)

    # --- papers that are none of the record's ----------------------------------------------------------

    def _is_another_than(self, index: int, paper: str) -> bool:
        known = self._strangers.get((index, paper))
        if known is None:
            record = self._record
            if record.card(index).unreadable:
                return False
            known = is_of_another_kind(paper, self._names[index], self._around(index))
            known = known and not _holds(record.outlined(index), paper, amends=self._amends(index))
            self._strangers[index, paper] = known
        return known

    def _around(self, index: int) -> frozenset[str]:
        """The words of the parties that the opening of a document names."""
        known = self._parties.get(index)
        if known is not None:
            return known
        opening = self._record.leaf(index).text[:OPENING]
        parties = _PARTIES.search(opening)
        capitals = _CAPITAL.findall(parties.group(1)) if parties is not None else []
        companies = (word for party in signs_in(opening).parties for word in words_of(party))
        words = frozenset(word for one in (*companies, *capitals) for word in name_of(one))
        found = self._parties[index] = frozenset(word for word in words if not names_a_paper((word,)))
        return found


def _indexed(pairs: Iterable[tuple[int, Key]]) -> dict[Key, tuple[int, ...]]:
    """The documents that go by each name."""
    found: dict[Key, dict[int, None]] = {}
    for index, key in pairs:
        if key:
            found.setdefault(key, {})[index] = None
    return {key: tuple(indexes) for key, indexes in found.items()}


def _may_shorten(short: Name, name: Name) -> bool:
    """Whether `short` may be meant for `name`, in whatever order its words are."""
    if is_amending(name):
        return shortens(short, name) if is_amending(short) else own_words(name).issuperset(short)
    return frozenset(name).issuperset(short)


def _holds(document: Document, paper: str, *, amends: bool, wholly: bool = False) -> bool:
    """Whether the document holds that paper as a part of itself: an exhibit, a second agreement, a page that bears the
    title. One that `amends` another has the title of that one in its own. A title that shares a telling word will do,
    unless it has to have them all (`wholly`)."""
    wanted = name_of(paper)
    telling = set(telling_words(wanted))
    units = document.outline.units if document.outline is not None else ()
    for unit in units:
        title = name_of(unit.title)
        if not (title and (unit.kind in ANNEXED or unit.kind in ("heading", "part"))):
            continue
        if is_amending(wanted):
            if amendments_numbered(wanted) <= amendments_numbered(title) and own_words(title).issuperset(
                own_words(wanted)
            ):
                return True
            continue
        shared = telling & own_words(title)
        if (shared == telling if wholly else shared) or paper.casefold() in initials_of(unit.title):
            return True
    start = units[0].start if amends and units else 0
    words = r"[\W_]+".join(re.escape(word) for word in _WORD.findall(paper))
    sought = re.compile(rf"^[\W_]*{_AS_AN_ANNEX}{words}[\W_]*$", re.IGNORECASE | re.MULTILINE)
    return sought.search(document.text, start) is not None


def papers_of(record: ClientRecord) -> Papers:
    """The names of the documents of `record`."""
    if record.papers is None:
        record.papers = Papers(record)
    return record.papers


__all__ = ["Papers", "papers_of"]
