"""One pass over the record for all quotations that do not stand where they are cited.

However many there are, every document is read and normalized once. Each quotation is looked for by runs of
three of its inner words (its outer ones may be broken off); where a run is found, the quotation is compared
exactly. For a quotation that stands nowhere, the places where most of its runs gather are kept as candidates
for the passage it was made from.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from ..leaves import Leaf
from ..report import QuotePolicy
from .finders import KEY_WORDS, Finder, Key, Patterns, Whole, finder_for, key_of
from .readings import Form, Swept, quotation_in, swept

# Places listed of a text that stands in many; all are counted.
MAXIMUM_PLACES = 3
_MAXIMUM_RUNS = 6  # of one quotation


class Wanted(msgspec.Struct, frozen=True):
    """A quotation to look for: its normalized text and the documents it cites (their places come first).

    `like`: also for passages that are like it. `part`: its end, or (`at_end` false) its beginning, when the other
    part is known to stand somewhere; then that part alone is looked for beside the whole.
    """

    text: str
    documents: tuple[int, ...] = ()
    like: bool = True
    part: str = ""
    at_end: bool = True


class Spot(msgspec.Struct, frozen=True):
    """A place in the record: which document, and which of its words, counted through all its sections."""

    document: int
    word: int


class Gathering(msgspec.Struct, frozen=True):
    """A spot where runs of a quotation gather, and how many of them."""

    runs: int
    spot: Spot


class Found(msgspec.Struct):
    """What the pass found of one quotation: the places where it stands (those in a document it cites apart);
    else where its `part` stands first, where most of its runs gather, where it begins and where it ends."""

    count: int = 0
    cited: list[Spot] = []
    others: list[Spot] = []
    part: Spot | None = None
    most: Gathering | None = None
    beginning: Gathering | None = None
    ending: Gathering | None = None

    def full(self, *, cited: bool) -> bool:
        """Whether as many places of that kind are noted as are listed."""
        return len(self.cited if cited else self.others) >= MAXIMUM_PLACES

    def merge(self, other: "Found") -> None:
        """Add what was found in other documents, whichever come first: whether they are of another form, or another
        process read them, must not show."""
        self.count += other.count
        self.cited = _first_of(self.cited + other.cited)
        self.others = _first_of(self.others + other.others)
        self.part = _earlier(self.part, other.part)
        self.most = _better(self.most, other.most)
        self.beginning = _better(self.beginning, other.beginning)
        self.ending = _better(self.ending, other.ending)

    @property
    def places(self) -> list[Spot]:
        """Where the quotation stands, in a document it cites first."""
        return (self.cited + self.others)[:MAXIMUM_PLACES]

    @property
    def gatherings(self) -> list[Gathering]:
        """Where its runs gather, each place once."""
        return list(dict.fromkeys(one for one in (self.most, self.beginning, self.ending) if one is not None))


def _place(spot: Spot) -> tuple[int, int]:
    return spot.document, spot.word


def _first_of(spots: list[Spot]) -> list[Spot]:
    return sorted(spots, key=_place)[:MAXIMUM_PLACES]


def _earlier(one: Spot | None, other: Spot | None) -> Spot | None:
    if one is None or other is None:
        return one or other
    return min(one, other, key=_place)


def _better(one: Gathering | None, other: Gathering | None) -> Gathering | None:
    """The gathering of more runs; of equals the first."""
    if one is None or other is None:
        return one or other
    return min(one, other, key=lambda gathering: (-gathering.runs, _place(gathering.spot)))


class _Run(msgspec.Struct, frozen=True):
    """A run of three words of a quotation, or a whole text too short for one: which quotation, the how-manieth run,
    at which byte of it, how it stands in a text, and whether the quotation is compared where it is found."""

    quotation: int
    number: int
    offset: int
    whole: Whole
    probe: bool


_Placed = tuple[int, int, int, bool]  # all of a run but how it stands


class _Sought(msgspec.Struct, frozen=True):
    """A quotation in UTF-8, with its part, and how many runs it is looked for by."""

    text: bytes
    part: bytes
    shift: int  # bytes of the text before the part
    documents: tuple[int, ...]
    like: bool
    runs: int


class Sweeps:
    """Looks for the `wanted` quotations in one document after the other, each read as `policy` has it."""

    def __init__(self, wanted: Sequence[Wanted], policy: QuotePolicy | None = None) -> None:
        self._wanted = tuple(wanted)
        self._policy = policy
        self._by_form: dict[Form, Sweep] = {}

    def through(self, leaves: Iterable[Leaf]) -> dict[int, Found]:
        """What was found of each quotation, by its number; nothing where nothing was."""
        for leaf in leaves:
            how = swept(leaf, self._policy)
            self._sweep(how.form).search(leaf, how)
        found: dict[int, Found] = {}
        for sweep in dict.fromkeys(self._by_form.values()):
            for number, one in sweep.found.items():
                if number in found:
                    found[number].merge(one)
                else:
                    found[number] = one
        return found

    def _sweep(self, form: Form) -> "Sweep":
        if form not in self._by_form:
            wanted = tuple(_in_form(one, form) for one in self._wanted)
            same = next((one for one in self._by_form.values() if one.wanted == wanted), None)
            self._by_form[form] = same if same is not None else Sweep(wanted)
        return self._by_form[form]


def _in_form(one: Wanted, form: Form) -> Wanted:
    """The quotation as it is sought in texts of that form."""
    if form == "literal":
        return one
    text, part = quotation_in(form, one.text), quotation_in(form, one.part)
    part = part if (text.endswith(part) if one.at_end else text.startswith(part)) else ""
    return msgspec.structs.replace(one, text=text, part=part)


class Sweep:
    """Looks for the `wanted` quotations in texts of one form. What is `found` is kept by their numbers."""

    def __init__(self, wanted: tuple[Wanted, ...]) -> None:
        self.wanted = wanted
        self._sought: list[_Sought] = []
        self.found: dict[int, Found] = {}
        keys: dict[Key, list[_Placed]] = {}
        texts: dict[bytes, list[_Placed]] = {}
        for quotation, one in enumerate(wanted):
            text, part = one.text.encode(), one.part.encode()
            shift = len(text) - len(part) if part and one.at_end else 0
            words = (part or text).split(b" ")
            starts = _run_starts(words, like=one.like)
            self._sought.append(_Sought(text, part, shift, one.documents, one.like, len(starts)))
            probe = _longest(words, starts) if starts else -1
            for number, at in enumerate(starts):
                offset = shift + sum(map(len, words[:at])) + at
                keys.setdefault(key_of(words, at), []).append((quotation, number, offset, at == probe))
            if not starts:
                texts.setdefault(part or text, []).append((quotation, 0, shift, True))
        self._finder: Finder = finder_for(Patterns(tuple(keys), tuple(texts)))
        of_pattern = [*keys.values(), *texts.values()]
        # By their signs: the runs that may stand where one is found, …
        self._runs = [
            [
                _Run(at, number, offset, whole, probe)
                for whole in wholes
                for at, number, offset, probe in of_pattern[whole.number]
            ]
            for wholes in self._finder.wholes
        ]
        # … those of them at which a quotation is compared, and the others as bits of the number of their quotation.
        probes = ([run for run in runs if run.probe] for runs in self._runs)
        self._probes = {sign: runs for sign, runs in enumerate(probes) if runs}
        self._bits = [
            tuple((one.quotation, 1 << one.number) for one in runs if self._sought[one.quotation].like)
            for runs in self._runs
        ]
        # Of each quotation the sets of its runs, as bits, in which there is no more than was noted.
        self._dull: list[set[int]] = [set() for _ in wanted]

    def search(self, leaf: Leaf, how: Swept) -> None:
        """Look through one more document, which is read as `how` says."""
        # The whole document at once; its sections matter only where a place has to be named.
        text = b" %b " % (leaf.normalized if how.text is None else how.text.encode())
        signs = self._finder.signs(text)
        probes = self._probes
        for sign, start, _ in signs:
            if sign in probes:
                for run in probes[sign]:
                    if run.whole.stands(text, start):
                        self._compare(run, text, run.whole.position(start), leaf, how)
        more = self._may_tell_more({sign for sign, _, _ in signs})
        if more:
            self._gather_all(more, signs, leaf.index, text)

    def _may_tell_more(self, signs: set[int]) -> set[int]:
        """The quotations of which more runs may gather in a document with these `signs` than is noted. Of many copies
        of one paper most have no more than the first."""
        there: dict[int, int] = {}
        for sign in signs:
            for quotation, bit in self._bits[sign]:
                there[quotation] = there.get(quotation, 0) | bit
        more: set[int] = set()
        for quotation, bits in there.items():
            dull = self._dull[quotation]
            if bits in dull:
                continue
            found = self.found.get(quotation)
            if found is not None and found.count:
                continue
            if _may_be_more(found or Found(), bits, self._sought[quotation].runs):
                more.add(quotation)
            else:  # and never will be: what is noted only grows
                dull.add(bits)
        return more

    def _gather_all(
        self, quotations: set[int], signs: Sequence[tuple[int, int, int]], index: int, text: bytes
    ) -> None:
        """Note where runs of these `quotations` gather in a document."""
        hits: dict[int, list[tuple[int, int]]] = {}
        for sign, start, _ in signs:
            for run in self._runs[sign]:
                if run.quotation in quotations and run.whole.stands(text, start):
                    hits.setdefault(run.quotation, []).append((run.whole.position(start), run.number))
        for quotation, gathered in hits.items():
            found = self.found.get(quotation) or Found()
            sought = self._sought[quotation]
            if _may_be_more(found, _bits(number for _, number in gathered), sought.runs):
                self.found[quotation] = found
                self._gather(index, text, sought, gathered, found)

    def _compare(self, run: _Run, text: bytes, position: int, leaf: Leaf, how: Swept) -> None:
        """Note whether the quotation of a run stands where the run begins, or its part does."""
        sought = self._sought[run.quotation]
        start = position - run.offset
        if start > 0 and text.startswith(sought.text, start) and _in_one_section(sought.text, leaf, how):
            found = self.found.setdefault(run.quotation, Found())
            found.count += 1
            cited = leaf.index in sought.documents
            if not found.full(cited=cited):
                (found.cited if cited else found.others).append(_spot(leaf.index, text, start))
            return
        start += sought.shift
        if sought.part and text.startswith(sought.part, start) and _in_one_section(sought.part, leaf, how):
            found = self.found.setdefault(run.quotation, Found())
            found.part = found.part or _spot(leaf.index, text, start)

    def _gather(
        self, index: int, text: bytes, sought: _Sought, hits: list[tuple[int, int]], found: Found
    ) -> None:
        """Note where runs of a quotation gather."""
        hits.sort()
        reach = 2 * len(sought.text) + 40
        last = sought.runs - 1
        for at, (position, number) in enumerate(hits):
            if number == 0 or found.most is None or len(hits) - at > found.most.runs:
                inside = _within(hits, range(at, len(hits)), reach)
                if _tells(len(inside), last, 3):
                    found.most = _more(found.most, len(inside), index, text, position)
                row = _in_a_row(_bits(inside)) if number == 0 else 0
                if _tells(row, last, 5):
                    found.beginning = _more(found.beginning, row, index, text, position)
            if number == last:
                before = _within(hits, range(at, -1, -1), reach)
                row = _in_a_row(_bits(last - other for other in before))
                if _tells(row, last, 5):
                    found.ending = _more(found.ending, row, index, text, position)


def _may_be_more(found: Found, bits: int, runs: int) -> bool:
    """Whether those of the `runs` of a quotation that have their `bits` can gather more of them than is noted."""
    last = runs - 1
    count = bits.bit_count()
    row = _in_a_row(bits)
    back = _in_a_row(_bits(last - number for number in range(runs) if bits >> number & 1))
    return (
        (_tells(count, last, 3) and count > _runs(found.most))
        or (_tells(row, last, 5) and row > _runs(found.beginning))
        or (_tells(back, last, 5) and back > _runs(found.ending))
    )


def _tells(gathered: int, last: int, short: int) -> bool:
    """Whether so many runs together tell anything: a single one of a long quotation is chance, three words."""
    return gathered >= 2 or (gathered > 0 and last < short)


def _runs(noted: Gathering | None) -> int:
    return 0 if noted is None else noted.runs


def _within(hits: list[tuple[int, int]], walk: range, reach: int) -> set[int]:
    """The runs found along the walk through `hits` no farther than `reach` from where it begins."""
    first = hits[walk.start][0]
    inside: set[int] = set()
    for at in walk:
        position, number = hits[at]
        if abs(position - first) > reach:
            break
        inside.add(number)
    return inside


def _more(before: Gathering | None, runs: int, index: int, text: bytes, position: int) -> Gathering:
    """The earlier gathering, unless this one has more runs."""
    if before is not None and before.runs >= runs:
        return before
    return Gathering(runs, _spot(index, text, position))


def _spot(index: int, text: bytes, position: int) -> Spot:
    # One space stands before the first word.
    return Spot(index, text.count(b" ", 0, position) - 1)


def _in_one_section(quotation: bytes, leaf: Leaf, how: Swept) -> bool:
    """Whether a quotation that stands in a document stands in one of its sections. Across two it would have to
    hold the mark of a heading, and so only one that does has to be looked at closely. In paper with an outline a
    quotation may run over several units, and the place says so."""
    if how.text is not None or b" ## " not in quotation:
        return True
    text = quotation.decode()
    return any(text in section.passage.text for section in leaf.document().sections)


def _bits(numbers: Iterable[int]) -> int:
    """Numbers as the bits of one."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def _in_a_row(bits: int) -> int:
    """How many of 0, 1, 2 … are there without a gap."""
    return (~bits & bits + 1).bit_length() - 1


def _longest(words: Sequence[bytes], starts: Sequence[int]) -> int:
    """The run with the most letters, which is likely to be the rarest; of equals the first."""
    return max(starts, key=lambda at: sum(map(len, key_of(words, at))))


def _run_starts(words: Sequence[bytes], *, like: bool) -> list[int]:
    """Where the runs of a quotation begin by which it is looked for: its longest run alone, or runs all along
    it, the last of them at the very end of its inner words."""
    first, end = 1, len(words) - 1
    if end - first < KEY_WORDS:
        return []
    starts = list(range(first, end - KEY_WORDS + 1, KEY_WORDS))
    if starts[-1] != end - KEY_WORDS:
        starts.append(end - KEY_WORDS)
    if not like:
        return [_longest(words, starts)]
    inner = starts[1:-1]
    slices = _MAXIMUM_RUNS - 2
    if len(inner) > slices:  # from each part of it the longest, so that no part goes unsought
        bounds = [len(inner) * part // slices for part in range(slices + 1)]
        inner = [_longest(words, inner[start:stop]) for start, stop in pairwise(bounds)]
    return sorted({starts[0], *inner, starts[-1]})
