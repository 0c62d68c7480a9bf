"""The validity of a redlined Word file: what it shows as the old text is the document of the record.

Whoever reviews a redline reads what is marked. Words that were changed without being marked are not seen at all, and a
file made from another draft marks the wrong things. So the old text is compared with the document of the record, all of
it; every difference is a finding. The quotations of the redline get their citations from the same comparison.
"""

from bisect import bisect_right
from collections.abc import Iterator

import msgspec

from ...paper.citations import FULL, parse_citation
from ...paper.documents import Document
from ...text import normalize_text
from ..places import cut, place_of, place_within
from ..record import ClientRecord
from ..report import Checked, ItemReport
from ..resolution import named
from ..submission.items import Cited, Item, Quotation, Submission
from ..submission.redlined.redline import Redline
from ..verdicts import Cause, Difference, Finding, Neighbour, Place, Verdict, cited_as
from ..wording import code, counted
from .choice import base_of
from .comparison import Comparison
from .words import Hunk

_MOST = 200  # altered paragraphs that are told one by one
_TOLD = 3  # differences in a message


class Compared(msgspec.Struct, frozen=True):
    """A redlined file with its base: the id of that document, the submission with its citations, and the report on what
    the file shows as the old text."""

    base: str
    submission: Submission
    report: ItemReport


def with_base(submission: Submission, record: ClientRecord) -> Compared:
    """The redlined file `submission` beside the document of the record that it is a redline of. Raises
    `UnusableInputError` when that is not in the record, or not known without doubt."""
    redline = submission.redline
    assert redline is not None
    index, comparison = base_of(redline, record)
    base = _Base(index, comparison, record)
    items = tuple(
        base.cited(item, origin.at, origin.quotations)
        for item, origin in zip(submission.items, redline.origins, strict=True)
    )
    return Compared(
        record.ids[index],
        msgspec.structs.replace(submission, items=items),
        _report(redline, base, comparison),
    )


class _Base:
    """The document of the record, asked for citations."""

    def __init__(self, index: int, comparison: Comparison, record: ClientRecord) -> None:
        self.id = record.ids[index]
        self.sha256 = record.card(index).sha256
        document = record.at(index)
        # The places of a comparison are those of the view that was compared.
        self.document: Document = document if document.outline is None else comparison.document
        self._record = record
        self._comparison = comparison
        self._known: dict[str, Cited | None] = {}

    def cited(self, item: Item, at: int | None, quotations: tuple[int, ...]) -> Item:
        """The item with its citations."""
        quoted = (
            self._quoted(quotation, position)
            for quotation, position in zip(item.quotations, quotations, strict=True)
        )
        return msgspec.structs.replace(
            item,
            cited=() if at is None else self._resolved(self.citation(at, at + 1, item.place)),
            quotations=tuple(one for one in quoted if self._quotable(one)),
        )

    def _quoted(self, quotation: Quotation, start: int) -> Quotation:
        """A quotation of the old text, which begins at that character of it, with its citation."""
        end = start + len(quotation.text)
        return msgspec.structs.replace(
            quotation,
            cited=(self.citation(start, end, quotation.place),),
            is_placed=self._comparison.has(start, end),
        )

    def citation(self, start: int, end: int, place: str = "") -> Cited:
        """The citation of the section of the document in which the characters `[start, end)` of the file's old text
        stand; of the whole document where they stand in none that can be cited."""
        there = self._comparison.places(start, end)
        return self.citation_of(*there, place) if there is not None else self._whole(place)

    def citation_of(self, first: int, last: int, place: str = "") -> Cited:
        """The citation of the section in which the characters from `first` to `last` of the document stand."""
        for label in self._labels(first, last):
            known = self._citable(label)
            if known is not None:
                return msgspec.structs.replace(known, place=place)
        return self._whole(place)

    def _citable(self, label: str) -> Cited | None:
        """The citation of the section called so, where it names one."""
        if label not in self._known:
            written = cited_as(self.id, label)
            cited = Cited(written, parse_citation(written), "")
            self._known[label] = cited if named(cited, self._record).sections else None
        return self._known[label]

    def _whole(self, place: str) -> Cited:
        written = cited_as(self.id, FULL)
        return Cited(written, parse_citation(written), place)

    def _resolved(self, cited: Cited) -> tuple[Cited, ...]:
        """The citation of an item; none where the document, which is a matter's, is nothing but sections that cannot be
        cited."""
        return () if cited == self._whole(cited.place) and self._citable(FULL) is None else (cited,)

    def _labels(self, there: int, last: int) -> Iterator[str]:
        outline = self.document.outline
        if outline is None:
            yield from (
                one.token for one in self.document.sections if one.start <= there <= one.start + len(one.text)
            )
            return
        innermost = outline.innermost(there)
        for unit in () if innermost is None else outline.ancestry(innermost):
            if last < unit.end:
                yield unit.label

    def _quotable(self, quotation: Quotation) -> bool:
        """Whether a quotation is put to the record. In a matter only what stands there literally: the old text has been
        compared up to typography already, and Word's own quotation marks are nobody's invention."""
        if not self._record.is_matter:
            return True
        text = normalize_text(quotation.text)
        return any(
            section.passage.find(text) is not None
            for cited in quotation.cited
            if cited.citation is not None
            for section in self.document.places(cited.citation.token)
        )

    def passage(self, start: int, end: int) -> Place:
        """A passage of the document."""
        if self.document.outline is not None:
            return place_within(self.document, start, end, self.sha256)
        # Nothing but blank lines stands between the sections of a matter's document.
        section = next(one for one in self.document.sections if start <= one.start + len(one.text))
        begin, length = max(start - section.start, 0), len(section.text)
        return place_of(section, begin, max(min(end - section.start, length), begin), self.sha256)


# --- the report on the old text ----------------------------------------------------------------------------------


def _report(redline: Redline, base: _Base, comparison: Comparison) -> ItemReport:
    label = f"old text of {base.id}"
    findings = _findings(redline, base, comparison, label)
    return ItemReport(
        kind="base",
        label=label,
        place=label,
        verdict=Verdict.FABRICATED_QUOTE if findings else Verdict.VERIFIED,
        critical=bool(findings),
        nothing_to_check=False,
        checked=Checked(citations=1),
        findings=tuple(findings),
        verified=(),
        within_authority=(),
        silenced=(),
    )


def _findings(redline: Redline, base: _Base, comparison: Comparison, label: str) -> list[Finding]:
    """A finding for each paragraph of the old text that is not the document's, the first of them when there are very
    many."""
    paragraphs = redline.views.paragraphs
    begins = [(one.original[0].start, at) for at, one in enumerate(paragraphs) if one.original]
    begins.sort()
    altered: dict[int, list[Hunk]] = {}
    for hunk in comparison.differences:
        for number, part in _by_paragraph(hunk, comparison, begins):
            altered.setdefault(number, []).append(part)
    found = [
        _finding(redline, base, comparison, label, number, some)
        for number, some in list(altered.items())[:_MOST]
    ]
    more = len(altered) - len(found)
    if more > 0:
        message = (
            f"{counted(more, 'further paragraph')} of the old text {'is' if more == 1 else 'are'} not as in "
            f"{code(base.id)}; is this a redline of another draft?"
        )
        found.append(_said(base, label, label, message, "", None))
    return found


def _by_paragraph(
    hunk: Hunk, comparison: Comparison, begins: list[tuple[int, int]]
) -> Iterator[tuple[int, Hunk]]:
    """The difference in each paragraph of the file: what the document has instead is told of the first."""
    starts = comparison.redlined.starts
    if hunk.start == hunk.end:
        yield _paragraph_at(begins, comparison.redlined.span(hunk.start, hunk.start)[0]), hunk
        return
    at = hunk.start
    number = _paragraph_at(begins, starts[at])
    there = hunk.other_start
    for word in range(hunk.start + 1, hunk.end + 1):
        here = _paragraph_at(begins, starts[word]) if word < hunk.end else None
        if here != number:
            yield number, Hunk(at, word, there, hunk.other_end)
            at, there = word, hunk.other_end
            number = here if here is not None else number


def _paragraph_at(begins: list[tuple[int, int]], position: int) -> int:
    at = bisect_right(begins, position, key=lambda one: one[0]) - 1
    return begins[max(at, 0)][1] if begins else -1


def _finding(
    redline: Redline, base: _Base, comparison: Comparison, label: str, number: int, altered: list[Hunk]
) -> Finding:
    differences = tuple(
        Difference(
            comparison.redlined.shown(one.start, one.end),
            comparison.paper.shown(one.other_start, one.other_end),
        )
        for one in altered
    )
    first, last = altered[0], altered[-1]
    start = comparison.point(first)
    end = max(comparison.paper.span(last.other_start, last.other_end)[1], start)
    place, shown, old = label, "", ""
    if number >= 0:
        one = redline.views.paragraphs[number]
        old = redline.views.original.text[one.original[0].start : one.original[-1].end]
        shown = cut(" ".join(old.split()))
        named = cited_as("", one.original_label).strip() if one.original_label else "the beginning"
        place = f"{named}, paragraph {one.number}"
    told = "; ".join(map(_told, differences[:_TOLD]))
    more = len(differences) - _TOLD
    told += f"; and {counted(more, 'difference')} more" if more > 0 else ""
    citation = base.citation_of(start, max(end - 1, start)).written
    message = f"the old text is not that of {code(citation)}, and the change is not tracked: {told}"
    nearest = Neighbour(base.passage(start, end), differences)
    return _said(base, label, place, message, shown, nearest, citation)


def _told(one: Difference) -> str:
    if not one.quoted:
        return f"the file lacks {code(one.record)}"
    if not one.record:
        return f"the file has {code(one.quoted)} too many"
    return f"where the file has {code(one.quoted)}, the record has {code(one.record)}"


def _said(
    base: _Base,
    label: str,
    place: str,
    message: str,
    quoted: str,
    nearest: Neighbour | None,
    citation: str = "",
) -> Finding:
    return Finding(
        verdict=Verdict.FABRICATED_QUOTE,
        cause=Cause.UNTRACKED_CHANGE,
        severity="critical",
        item="base",
        label=label,
        place=place,
        message=message,
        citation=citation or cited_as(base.id, FULL),
        quoted=quoted,
        nearest=nearest,
    )


__all__ = ["Compared", "with_base"]
