"""Every unit of every document cited by its own label: it has to be among what the citation names, and whatever else
is named has to bear the same number, in small letters or capitals."""

from ...paper.outline import atoms_of
from ..record import ClientRecord
from ..resolution import named
from ..verdicts import cited_as
from .bench import cited
from .given import GivenPaper, Held, documents_of
from .measures import Measure, Skipped, listed
from .word_truth import format_shown

_NAMED = 0.99


def measured(paper: GivenPaper) -> tuple[list[Measure], list[Skipped]]:
    """The measures of all labels."""
    of = right = 0
    missed: list[str] = []
    others: list[str] = []
    for folder in paper.folders:
        record = paper.record(folder)
        for held in documents_of(record):
            if format_shown(held.file):
                continue  # its paragraphs show a format and are cited by nobody
            asked, lost, strange = _of_document(record, held)
            of, right = of + asked, right + asked - len(lost)
            missed += lost
            others += strange
    if not of:
        return [], [Skipped("headings", "no document has a unit")]
    return [
        Measure(part="headings", name="units that their own label names", count=right, of=of, least=_NAMED,
                details=listed(missed)),
        Measure(part="headings", name="labels that name a unit of another number", count=len(others), of=of, most=0,
                details=listed(others)),
    ], []  # fmt: skip


def _of_document(record: ClientRecord, held: Held) -> tuple[int, list[str], list[str]]:
    """How many labels there are in the document, which do not name their units, and which name others."""
    outline = held.document.outline
    assert outline is not None
    starts: dict[str, set[int]] = {}
    text = held.document.text
    for unit in outline.units:
        extent = text[unit.start : unit.end]
        if extent.strip():
            starts.setdefault(unit.label, set()).add(unit.start + len(extent) - len(extent.lstrip()))
    missed, others = [], []
    for label, wanted in starts.items():
        citation = cited_as(held.document.id, label)
        sections = named(cited(citation), record).sections
        found = {one.section.start for one in sections if one.index == held.index}
        if not wanted <= found:
            missed.append(citation)
        strange = [one.section.token for one in sections if _number(one.section.token) != _number(label)]
        if strange:
            others.append(f"{citation}: {', '.join(dict.fromkeys(strange))}")
    return len(starts), missed, others


def _number(label: str) -> tuple[str, ...]:
    """The number that the label ends in: a number that an exhibit uses again is cited by the same."""
    return tuple(atom.casefold() for atom in atoms_of(label.rpartition("§")[2]))


__all__ = ["measured"]
