"""One pass over the record for all quotations that do not stand where they are cited.

However many there are, every document is read and normalized once. Where a run of a quotation is found, the quotation
is compared exactly. For a quotation that stands nowhere, the places where most of its runs gather are kept as
candidates for the passage it was made from.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from operator import itemgetter

import msgspec

from ..leaves import Leaf
from ..report import QuotePolicy
from .batches import Batch, Beside, Sign, Spread
from .found import Found, Gathering, Spot, Wanted
from .readings import Form, Swept, quotation_in, swept
from .runs import Sought, bits_of, in_a_row, sought
from .signs import SignedRun, Signs

# When fewer signs are worth a new automaton: so many of them can go, and so many bytes were swept since the last.
_WORTH_FEWER, _BYTES_BETWEEN = 0.25, 32 * 1024 * 1024


class Sweeps:
    """Looks for the `wanted` quotations in one document after the other, each read as `policy` has it; `beside` the
    reading of the next ones, in a thread of its own, where that is faster."""

    def __init__(
        self, wanted: Sequence[Wanted], policy: QuotePolicy | None = None, *, beside: bool = True
    ) -> None:
        self._wanted = tuple(wanted)
        self._policy = policy
        self._beside = beside
        self._by_form: dict[Form, Sweep] = {}

    def through(self, leaves: Iterable[Leaf]) -> dict[int, Found]:
        """What was found of each quotation, by its number; nothing where nothing was."""
        try:
            for leaf in leaves:
                how = swept(leaf, self._policy)
                self._sweep(how.form).search(leaf, how)
            for sweep in self._sweeps():
                sweep.finish()
        finally:
            for sweep in self._sweeps():
                sweep.close()
        found: dict[int, Found] = {}
        for sweep in self._sweeps():
            for number, one in sweep.found.items():
                if number in found:
                    found[number].merge(one)
                else:
                    found[number] = one
        return found

    def _sweeps(self) -> "Iterable[Sweep]":
        return dict.fromkeys(self._by_form.values())

    def _sweep(self, form: Form) -> "Sweep":
        if form not in self._by_form:
            wanted = tuple(_in_form(one, form) for one in self._wanted)
            same = next((one for one in self._by_form.values() if one.wanted == wanted), None)
            self._by_form[form] = same if same is not None else Sweep(wanted, beside=self._beside)
        return self._by_form[form]


def _in_form(one: Wanted, form: Form) -> Wanted:
    """The quotation as it is sought in texts of that form."""
    if form == "literal":
        return one
    text, part = quotation_in(form, one.text), quotation_in(form, one.part)
    part = part if (text.endswith(part) if one.at_end else text.startswith(part)) else ""
    return msgspec.structs.replace(one, text=text, part=part)


class Sweep:
    """Looks for the `wanted` quotations in texts of one form. What is `found` is kept by their numbers. `beside` as for
    `Sweeps`."""

    def __init__(self, wanted: tuple[Wanted, ...], *, beside: bool) -> None:
        self.wanted = wanted
        self.found: dict[int, Found] = {}
        self._sought = [sought(one) for one in wanted]
        self._signs = Signs((number, one, True) for number, one in enumerate(self._sought))
        self._probed: set[int] = set()  # quotations of which only the signs of their probes are left
        self._since = 0  # bytes that were swept with these signs
        # Of each quotation the sets of its runs, as bits, in which there is no more than was noted.
        self._dull: list[set[int]] = [set() for _ in wanted]
        self._batch = Batch()
        self._beside = Beside() if beside else None
        self._sent: tuple[Batch, bytes, Signs, Callable[[], Sequence[Sign]]] | None = None

    def search(self, leaf: Leaf, how: Swept) -> None:
        """Look through one more document, which is read as `how` says; what is found in it is known when all is
        finished."""
        self._batch.add(leaf, how)
        if self._batch.size >= self._signs.finder.at_once:
            self._send()

    def finish(self) -> None:
        """Look through all documents that were given."""
        self._receive()
        if self._batch.size:
            batch, self._batch = self._batch, Batch()
            text = batch.text
            self._look_through(batch, text, self._signs, self._signs.finder.signs(text))

    def close(self) -> None:
        """Let go of what works beside this."""
        if self._beside is not None:
            self._beside.close()

    def _send(self) -> None:
        """Have the documents of the batch swept, beside this if that can be, and look through those before them."""
        self._make_fewer()
        batch, self._batch = self._batch, Batch()
        text, finder = batch.text, self._signs.finder
        if self._beside is not None and finder.at_once:
            coming = self._beside.call(finder.signs, text)
        else:
            coming = partial(finder.signs, text)
        self._since += len(text)
        self._receive()
        self._sent = batch, text, self._signs, coming

    def _receive(self) -> None:
        if self._sent is not None:
            (batch, text, signs, coming), self._sent = self._sent, None
            self._look_through(batch, text, signs, coming())

    def _make_fewer(self) -> None:
        """Leave out the signs that can tell nothing any more, once they are many: of a quotation that stands somewhere
        no passage is asked for that is like it."""
        if self._since < _BYTES_BETWEEN:
            return
        standing = {number for number, one in self.found.items() if one.count}
        gone = sum(len(self._sought[number].runs) - 1 for number in standing - self._probed)
        if gone >= _WORTH_FEWER * len(self._signs.runs):
            self._signs = Signs(
                (number, one, number not in standing) for number, one in enumerate(self._sought)
            )
            self._probed, self._since = standing, 0

    def _look_through(self, batch: Batch, text: bytes, signs: Signs, found: Sequence[Sign]) -> None:
        for document, there in batch.each(found):
            self._look_at(document, text, signs, there)

    def _look_at(self, document: Spread, text: bytes, signs: Signs, found: Sequence[Sign]) -> None:
        """Note what a document holds, from the signs that were found in it."""
        probes = signs.probes
        for sign, start, _ in [one for one in found if one[0] in probes]:
            for one in probes[sign]:
                if one.whole.stands(text, start):
                    self._compare(one, text, one.whole.position(start), document)
        more = self._may_tell_more(set(map(itemgetter(0), found)), signs)
        if more:
            self._gather_all(more, found, signs, document, text)

    def _may_tell_more(self, there: set[int], signs: Signs) -> set[int]:
        """The quotations of which more runs may gather in a document with these signs than is noted. Of many copies
        of one paper most have no more than the first."""
        runs: dict[int, int] = {}
        for sign in there:
            for quotation, bit in signs.bits[sign]:
                runs[quotation] = runs.get(quotation, 0) | bit
        more: set[int] = set()
        for quotation, bits in runs.items():
            dull = self._dull[quotation]
            if bits in dull:
                continue
            found = self.found.get(quotation)
            if found is not None and found.count:
                continue
            if self._sought[quotation].may_tell_more(found or Found(), bits):
                more.add(quotation)
            else:  # and never will: what is noted only grows
                dull.add(bits)
        return more

    def _gather_all(
        self, quotations: set[int], found: Sequence[Sign], signs: Signs, document: Spread, text: bytes
    ) -> None:
        """Note where runs of these `quotations` gather in a document."""
        hits: dict[int, list[tuple[int, int]]] = {}
        for sign, start, _ in found:
            for one in signs.runs[sign]:
                if one.quotation in quotations and one.whole.stands(text, start):
                    hits.setdefault(one.quotation, []).append((one.whole.position(start), one.run.number))
        for quotation, gathered in hits.items():
            noted = self.found.get(quotation) or Found()
            if self._sought[quotation].may_tell_more(noted, bits_of(number for _, number in gathered)):
                self.found[quotation] = noted
                _gather(document, text, self._sought[quotation], gathered, noted)

    def _compare(self, one: SignedRun, text: bytes, position: int, document: Spread) -> None:
        """Note whether the quotation of a run stands where the run begins, or its part does."""
        quotation = self._sought[one.quotation]
        start = position - one.run.offset
        if start > 0 and text.startswith(quotation.text, start) and _in_one_section(quotation.text, document):
            found = self.found.setdefault(one.quotation, Found())
            found.count += 1
            cited = document.leaf.index in quotation.documents
            if not found.full(cited=cited):
                (found.cited if cited else found.others).append(_spot(document, text, start))
            return
        start += quotation.shift
        if (
            quotation.part
            and text.startswith(quotation.part, start)
            and _in_one_section(quotation.part, document)
        ):
            found = self.found.setdefault(one.quotation, Found())
            found.part = found.part or _spot(document, text, start)


def _gather(
    document: Spread, text: bytes, quotation: Sought, hits: list[tuple[int, int]], found: Found
) -> None:
    """Note where runs of a quotation gather."""
    hits.sort()
    reach = 2 * len(quotation.text) + 40
    last = quotation.last
    for at, (position, number) in enumerate(hits):
        if number == 0 or found.most is None or len(hits) - at > found.most.runs:
            inside = _within(hits, range(at, len(hits)), reach)
            if quotation.tells(len(inside), 3):
                found.most = _more(found.most, len(inside), document, text, position)
            row = in_a_row(bits_of(inside)) if number == 0 else 0
            if quotation.tells(row, 5):
                found.beginning = _more(found.beginning, row, document, text, position)
        if number == last:
            before = _within(hits, range(at, -1, -1), reach)
            row = in_a_row(bits_of(last - other for other in before))
            if quotation.tells(row, 5):
                found.ending = _more(found.ending, row, document, text, position)


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


def _more(before: Gathering | None, runs: int, document: Spread, text: bytes, position: int) -> Gathering:
    """The earlier gathering, unless this one has more runs."""
    if before is not None and before.runs >= runs:
        return before
    return Gathering(runs, _spot(document, text, position))


def _spot(document: Spread, text: bytes, position: int) -> Spot:
    # One space stands before the first word.
    return Spot(document.leaf.index, text.count(b" ", document.start, position) - 1)


def _in_one_section(quotation: bytes, document: Spread) -> bool:
    """Whether a quotation that stands in a document stands in one of its sections. Across two it would have to
    hold the mark of a heading, and so only one that does has to be looked at closely. In paper with an outline a
    quotation may run over several units, and the place says so."""
    if document.how.text is not None or b" ## " not in quotation:
        return True
    text = quotation.decode()
    return any(text in section.passage.text for section in document.leaf.document().sections)
