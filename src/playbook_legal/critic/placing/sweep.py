"""One pass over the record for all quotations that do not stand where they are cited.

However many there are, every document is read and normalized once. Each quotation is looked for by runs of
three of its inner words (its outer ones may be broken off); where a run is found, the quotation is compared
exactly. For a quotation that stands nowhere, the places where most of its runs gather are kept as candidates
for the passage it was made from.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

import msgspec

from ...paper.documents import Document
from .finders import KEY_WORDS, Finder, Patterns, finder_for, key_of
from .likeness import Words

# Places listed of a text that stands in many; all are counted.
MAXIMUM_PLACES = 5
_MAXIMUM_RUNS = 7  # of one quotation
_BETWEEN = " \n "  # between two sections: no quotation reaches across it


class Wanted(msgspec.Struct, frozen=True):
    """A quotation to look for: its normalized text, the documents it cites (their places come first), and
    whether to look for what is like it as well."""

    text: str
    documents: tuple[int, ...] = ()
    like: bool = True


class Spot(msgspec.Struct, frozen=True):
    """A position in the record: document, section of it, and character of the section's normalized text."""

    document: int
    section: int
    position: int


class Gathering(msgspec.Struct, frozen=True):
    """A spot where runs of a quotation gather, and how many of them."""

    runs: int
    spot: Spot


class Found(msgspec.Struct):
    """What the pass found of one quotation: the places where it stands (those in a document it cites apart),
    and else where most of its runs gather, where it begins and where it ends."""

    count: int = 0
    cited: list[Spot] = []
    others: list[Spot] = []
    most: Gathering | None = None
    beginning: Gathering | None = None
    ending: Gathering | None = None

    def add(self, spot: Spot, *, cited: bool) -> None:
        """Note a place where the quotation stands."""
        self.count += 1
        places = self.cited if cited else self.others
        if len(places) < MAXIMUM_PLACES:
            places.append(spot)

    def merge(self, later: "Found") -> None:
        """Add what was found in documents that come after."""
        self.count += later.count
        self.cited = (self.cited + later.cited)[:MAXIMUM_PLACES]
        self.others = (self.others + later.others)[:MAXIMUM_PLACES]
        self.most = _better(self.most, later.most)
        self.beginning = _better(self.beginning, later.beginning)
        self.ending = _better(self.ending, later.ending)

    @property
    def places(self) -> list[Spot]:
        """Where the quotation stands, in a document it cites first."""
        return (self.cited + self.others)[:MAXIMUM_PLACES]


def _better(one: Gathering | None, other: Gathering | None) -> Gathering | None:
    """The gathering of more runs; of equals the first."""
    if one is None or other is None:
        return one or other
    return other if other.runs > one.runs else one


class _Run(msgspec.Struct, frozen=True):
    """A run of three words of a quotation: which quotation, the how-manieth run, and at which character."""

    quotation: int
    number: int
    offset: int
    probe: bool


class Sweep:
    """Looks for the `wanted` quotations in one document after the other."""

    def __init__(self, wanted: Sequence[Wanted]) -> None:
        self.wanted = wanted
        self.found: dict[int, Found] = {}
        keys: dict[tuple[str, str, str], list[_Run]] = {}
        texts: dict[str, list[_Run]] = {}
        self._runs_of: list[int] = []
        for quotation, one in enumerate(wanted):
            words = Words(one.text)
            starts = _run_starts(words.words, like=one.like)
            self._runs_of.append(len(starts))
            probe = max(starts, key=lambda at: (sum(map(len, key_of(words.words, at))), -at), default=-1)
            for number, at in enumerate(starts):
                run = _Run(quotation, number, words.ends[at] + 1, at == probe)
                keys.setdefault(key_of(words.words, at), []).append(run)
            if not starts:
                texts.setdefault(one.text, []).append(_Run(quotation, 0, 0, probe=True))
        self._patterns = [*keys.values(), *texts.values()]
        self._finder: Finder = finder_for(Patterns(tuple(keys), tuple(texts)))

    def through(self, documents: Iterable[tuple[int, Document]]) -> dict[int, Found]:
        """What was found of each quotation, by its number; nothing where nothing was."""
        for index, document in documents:
            self._search(index, document)
        return self.found

    def _search(self, index: int, document: Document) -> None:
        texts = [section.passage.text for section in document.sections]
        text = f" {_BETWEEN.join(texts)} "
        sections = _Sections(index, texts)
        hits: dict[int, list[tuple[int, int]]] = {}
        for pattern, position in self._finder.find(text):
            for run in self._patterns[pattern]:
                start = position - run.offset
                if run.probe and text.startswith(self.wanted[run.quotation].text, max(start, 0)):
                    found = self.found.setdefault(run.quotation, Found())
                    cited = index in self.wanted[run.quotation].documents
                    found.add(sections.spot(start), cited=cited)
                elif self.wanted[run.quotation].like:
                    hits.setdefault(run.quotation, []).append((position, run.number))
        for quotation, gathered in hits.items():
            found = self.found.setdefault(quotation, Found())
            if not found.count:
                self._gather(sections, quotation, gathered, found)

    def _gather(
        self, sections: "_Sections", quotation: int, hits: list[tuple[int, int]], found: Found
    ) -> None:
        hits.sort()
        reach = 2 * len(self.wanted[quotation].text) + 40
        last = self._runs_of[quotation] - 1
        for at, (position, number) in enumerate(hits):
            most = found.most.runs if found.most is not None else 0
            if len(hits) - at > most or number in (0, last):
                inside = {number}
                for later, other in hits[at + 1 :]:
                    if later - position > reach:
                        break
                    inside.add(other)
                found.most = _more(found.most, len(inside), sections, position)
                if number == 0:
                    found.beginning = _more(found.beginning, _in_a_row(inside), sections, position)
            if number == last:
                before = {number}
                for earlier, other in reversed(hits[:at]):
                    if position - earlier > reach:
                        break
                    before.add(other)
                row = _in_a_row({last - other for other in before})
                found.ending = _more(found.ending, row, sections, position)


def _more(before: Gathering | None, runs: int, sections: "_Sections", position: int) -> Gathering:
    """The earlier gathering, unless this one has more runs."""
    if before is not None and before.runs >= runs:
        return before
    return Gathering(runs, sections.spot(position))


def _in_a_row(numbers: set[int]) -> int:
    """How many of 0, 1, 2 … are there without a gap."""
    row = 0
    while row in numbers:
        row += 1
    return row


class _Sections:
    """Where the sections of a document stand in the text that is searched."""

    def __init__(self, document: int, texts: Sequence[str]) -> None:
        self._document = document
        self._starts = list(accumulate((len(text) + len(_BETWEEN) for text in texts[:-1]), initial=1))

    def spot(self, position: int) -> Spot:
        """The spot of a position in the searched text."""
        section = bisect_right(self._starts, position) - 1
        return Spot(self._document, section, position - self._starts[section])


def _run_starts(words: Sequence[str], *, like: bool) -> list[int]:
    """Where the runs of a quotation begin by which it is looked for: its longest run alone, or runs all along
    it, the last of them at the very end of its inner words."""
    first, end = 1, len(words) - 1
    if end - first < KEY_WORDS:
        return []
    starts = list(range(first, end - KEY_WORDS + 1, KEY_WORDS))
    if starts[-1] != end - KEY_WORDS:
        starts.append(end - KEY_WORDS)

    def characters(at: int) -> int:
        return sum(map(len, key_of(words, at)))

    if not like:
        return [max(starts, key=characters)]
    if len(starts) > _MAXIMUM_RUNS:
        edges = {*starts[:2], *starts[-2:]}
        inner = sorted(starts[2:-2], key=characters, reverse=True)[: _MAXIMUM_RUNS - len(edges)]
        starts = sorted({*edges, *inner})
    return starts
