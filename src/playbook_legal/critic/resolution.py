"""What a citation of a submission names in the record.

In a matter that is the contract's own rule: document, section sign, token. In a deal folder the same is tried first;
what it does not resolve is read as people write (`Section 4.2(a) of the MSA`, `Exhibit B §2.1`, a range, a title),
against the outline of the document.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec

from ..paper.documents import Document, Section
from .record import ClientRecord
from .submission.items import Cited
from .verdicts import Cause

if TYPE_CHECKING:
    from ..paper.pins import PinCite, PinReading

# A citation that names no document is looked up in a record of up to so many.
_FEW_DOCUMENTS = 12
# Citations whose sections are kept: work quotes a section several times, and it is made ready for comparison once.
_REMEMBERED = 16


class NamedSection(msgspec.Struct, frozen=True):
    """A section that a citation names, with its document; `index` is the document's place in the record."""

    index: int
    document: Document
    section: Section


class Named(msgspec.Struct, frozen=True):
    """What a citation names: the sections, or why it names none. `documents` are the documents it names, by their
    place in the record."""

    sections: tuple[NamedSection, ...] = ()
    documents: tuple[int, ...] = ()
    cause: Cause | None = None


def named(cited: Cited, record: ClientRecord) -> Named:
    """What `cited` names in `record`."""
    if record.is_matter:
        return _by_contract(cited, record)
    known = record.named.pop(cited.written, None)
    if known is None:
        known = _named_on_paper(cited, record)
        if len(record.named) >= _REMEMBERED:
            record.named.pop(next(iter(record.named)))
    record.named[cited.written] = known
    return known


def _named_on_paper(cited: Cited, record: ClientRecord) -> Named:
    exact = _by_contract(cited, record)
    if exact.sections and exact.sections[0].document.outline is None:
        return exact
    index = exact.documents[0] if exact.documents else None
    if index is not None and record.card(index).unreadable:
        return Named((), (index,), Cause.UNREADABLE_DOCUMENT)
    read = _as_written(cited, record)
    labelled = _by_label(cited.written, record)
    if labelled.sections and not (read is not None and _holds(read, labelled)):
        return labelled
    if read is None:
        return exact
    return read if read.sections or not exact.documents or read.cause is not Cause.UNKNOWN_DOCUMENT else exact


def _by_label(written: str, record: ClientRecord) -> Named:
    """The units whose own label the citation is. A label that a paper gives may read as something else: `A1-3` as a
    range, `Article One` as a number."""
    from ..paper.resolving import sections_labelled

    document_id = max(
        (one for one in _openings(written) if record.index(one) is not None), key=len, default=""
    )
    index = record.index(document_id)
    if index is None or record.card(index).unreadable:
        return Named()
    label = written.strip()[len(document_id) :].strip().removeprefix("§").strip()
    document = record.outlined(index)
    sections = sections_labelled(document, label)
    return Named(tuple(NamedSection(index, document, section) for section in sections), (index,))


def _openings(written: str) -> Iterator[str]:
    """What of a citation may be the id of its document: what stands before a space or a section sign."""
    text = written.strip()
    for at, character in enumerate(text[:120]):
        if character in (" ", "§"):
            yield text[:at]


def _holds(read: Named, labelled: Named) -> bool:
    found = {(one.index, one.section.start) for one in read.sections}
    return all((one.index, one.section.start) in found for one in labelled.sections)


def _by_contract(cited: Cited, record: ClientRecord) -> Named:
    if cited.citation is None:
        return Named((), (), Cause.NOT_A_CITATION)
    index = record.index(cited.citation.document_id)
    if index is None:
        return Named((), (), Cause.UNKNOWN_DOCUMENT)
    document = record.at(index)
    sections = document.places(cited.citation.token)
    if not sections:
        return Named((), (index,), Cause.UNKNOWN_SECTION)
    return Named(tuple(NamedSection(index, document, section) for section in sections), (index,))


def names_its_document(cited: Cited, record: ClientRecord) -> bool:
    """Whether a citation says in which document its place is, of the record or not; one that is nothing but the name of
    a document that cannot be read names none to look into."""
    if cited.citation is not None:
        return True
    alone = record.index(cited.written.strip())
    if alone is not None:
        return not record.card(alone).unreadable
    return any(cite.document or stranger for cite, stranger in _cites(cited, record))


def _as_written(cited: Cited, record: ClientRecord) -> Named | None:
    """What the citation names when read as people write; None when it is no citation at all."""
    cites = _cites(cited, record)
    if not cites:
        return None
    found: dict[tuple[int, int, int], NamedSection] = {}
    documents: dict[int, None] = {}
    missing = False
    lacking: dict[int, None] = {}
    for cite, stranger in cites:
        candidates = _candidates(cite.document, record)
        documents.update(dict.fromkeys(candidates if cite.document else ()))
        here = [
            one
            for index in candidates
            for one in _in_document(index, cite, record)
            if not stranger or _is_title(stranger, one.section)
        ]
        if not here and not stranger and cite.first.named:
            from .annexes import annex_files

            annexes = annex_files(cite, record)
            documents.update((index, None) for index, _ in annexes)
            here = [one for index, inside in annexes for one in _in_document(index, inside, record)]
        for one in here:
            found.setdefault((one.index, one.section.start, len(one.section.text)), one)
        if not here:
            missing = True
            lacking.update(dict.fromkeys(candidates if cite.document else ()))
    documents = lacking | documents  # what is missing is told of the document that lacks it
    if missing or not found:  # of several places that are cited together, each has to be there
        words_alone = all(cite.first.term and not cite.document for cite, _ in cites)
        strangers = "".join(stranger for _, stranger in cites)
        if not (
            documents or strangers or words_alone
        ):  # it may stand in any, also in one that cannot be read
            documents = {index: None for index in _candidates("", record) if record.card(index).unreadable}
        cause = Cause.NOT_A_CITATION if words_alone else _cause(tuple(documents), strangers, record)
        if cause is Cause.UNREADABLE_DOCUMENT:
            return Named((), tuple(one for one in documents if record.card(one).unreadable), cause)
        return Named((), tuple(documents), cause)
    indexes = tuple(dict.fromkeys(one.index for one in found.values()))
    return Named(tuple(found.values()), indexes)


def _in_document(index: int, cite: "PinCite", record: ClientRecord) -> list[NamedSection]:
    """What `cite` names in the `index`-th document; nothing in one that cannot be read."""
    from ..paper.resolving import sections_named

    if record.card(index).unreadable:
        return []
    document = record.outlined(index)
    other = document.other_view if record.view == "both" else None
    for view in (document, other):
        sections = sections_named(view, cite) if view is not None else ()
        if view is not None and sections:
            return [NamedSection(index, view, section) for section in sections]
    return []


def _cites(cited: Cited, record: ClientRecord) -> "list[tuple[PinCite, str]]":
    """The places that are cited, each with the words that may name a document the record does not have; none when
    a part of the citation is no place."""
    from ..paper.pins import cited_apart

    parts = cited_apart(cited.written, (*record.ids, *record.titles))
    if len(parts) == 1:
        reading = _reading(cited, record)
        return [(cite, reading.stranger) for cite in reading.cites]
    found: list[tuple[PinCite, str]] = []
    document = ""
    for part in parts:
        reading = _as_people_write(part, record)
        if not reading.cites:
            return []
        for cite in reading.cites:  # a place without a document is in the one before
            document = cite.document or ("" if reading.stranger else document)
            found.append((msgspec.structs.replace(cite, document=document), reading.stranger))
    return found


def _reading(cited: Cited, record: ClientRecord) -> "PinReading":
    """The citation as people write it; in the form of a matter the document is known, and need not be looked for."""
    from ..paper.pins import parse_pins

    exact = cited.citation
    if exact is None or record.index(exact.document_id) is None:
        return _as_people_write(cited.written, record)
    reading = parse_pins(f"§{exact.token}", (), _words(record))
    return _in(reading, lambda _: exact.document_id)


def _as_people_write(written: str, record: ClientRecord) -> "PinReading":
    """What `written` names; documents go by their ids and by the titles that a `record.yaml` gives them."""
    from ..paper.pins import parse_pins

    titles = record.titles
    reading = parse_pins(written, (*record.ids, *titles), _words(record))
    return _in(reading, lambda name: titles.get(name, name)) if titles else reading


def _in(reading: "PinReading", document_of: Callable[[str], str]) -> "PinReading":
    cites = tuple(
        msgspec.structs.replace(cite, document=document_of(cite.document)) for cite in reading.cites
    )
    return msgspec.structs.replace(reading, cites=cites)


def _words(record: ClientRecord) -> tuple[tuple[str, str], ...]:
    """The words for units that the record adds."""
    return record.declared.words_of_citations if record.declared is not None else ()


def _candidates(document_id: str, record: ClientRecord) -> tuple[int, ...]:
    if document_id:
        index = record.index(document_id)
        return () if index is None else (index,)
    return tuple(range(len(record.ids))) if len(record.ids) <= _FEW_DOCUMENTS else ()


def _is_title(words: str, section: Section) -> bool:
    """Whether words before a section's number are its title."""
    title = f" {' '.join(_letters(section.title))} "
    return all(f" {word} " in title for word in _letters(words))


def _letters(text: str) -> list[str]:
    return "".join(c if c.isalnum() else " " for c in text.casefold()).split()


def _cause(documents: tuple[int, ...], stranger: str, record: ClientRecord) -> Cause:
    if any(record.card(index).unreadable for index in documents):
        return Cause.UNREADABLE_DOCUMENT
    if documents:
        return Cause.UNKNOWN_SECTION
    return Cause.UNKNOWN_DOCUMENT if stranger or len(record.ids) > 1 else Cause.UNKNOWN_SECTION


__all__ = ["Named", "NamedSection", "named", "names_its_document"]
