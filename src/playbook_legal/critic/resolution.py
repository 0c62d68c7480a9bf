"""What a citation of a submission names in the record.

In a matter that is the contract's own rule: document, section sign, token. In a deal folder the same is tried first;
what it does not resolve is read as people write (`Section 4.2(a) of the MSA`, `Exhibit B §2.1`, a range, a title),
against the outline of the document. A document is named by its id or its declared title, else by the title that it
prints (`cited_places`).
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from ..paper.citations import LONGEST, parse_citation
from ..paper.documents import Document, Section
from .record import FEW_DOCUMENTS, ClientRecord
from .submission.items import Cited
from .verdicts import Cause

if TYPE_CHECKING:
    from ..paper.pins import PinCite
    from .cited_places import CitedPlace

# Citations whose sections are kept: work quotes a section several times, and it is made ready for comparison once.
_REMEMBERED = 16
_MARK = re.compile(r"[*`]+|(?<!\w)_+(?=\w)|(?<=\w)_+(?!\w)")


class NamedSection(msgspec.Struct, frozen=True):
    """A section that a citation names, with its document; `index` is the document's place in the record."""

    index: int
    document: Document
    section: Section


class Named(msgspec.Struct, frozen=True):
    """What a citation names: the sections, or why it names none. `documents` are the documents it names, by their
    place in the record. `paper` are the words by which it names a paper that the record does not have, or that several
    of its documents go by: those are the `bearers`."""

    sections: tuple[NamedSection, ...] = ()
    documents: tuple[int, ...] = ()
    cause: Cause | None = None
    paper: str = ""
    bearers: tuple[int, ...] = ()


def named(cited: Cited, record: ClientRecord) -> Named:
    """What `cited` names in `record`."""
    if record.is_matter:
        return _by_contract(cited, record)
    known = record.named.pop(cited.written, None)
    if known is None:
        known = _named_on_paper(_unmarked(cited, record), record)
        named_none = known.cause in (Cause.UNKNOWN_DOCUMENT, Cause.NOT_SUPPLIED) and not known.bearers
        unread_one = _unread_file(cited, known, record)
        if unread_one is not None:
            known = unread_one
        elif named_none and (known.paper or cited.citation is not None) and not _is_an_id(cited):
            unread = tuple(record.index(card.id) or 0 for card in record.unreadable)
            if unread:  # what nobody knows by name may be a document that cannot be read
                known = Named((), unread, Cause.UNREADABLE_DOCUMENT, known.paper)
        if len(record.named) >= _REMEMBERED:
            record.named.pop(next(iter(record.named)))
    record.named[cited.written] = known
    return known


def _unread_file(cited: Cited, found: Named, record: ClientRecord) -> Named | None:
    """What is named by a citation that names a file of the folder that nobody could read: no document, and `paper` is
    the name of the file, where it is of a kind that is not read. `found` is what it names in the record."""
    from .unread_files import unread_file

    lacking = found.cause is Cause.UNKNOWN_SECTION and bool(found.documents)
    one = unread_file(cited, record, by_id=lacking or bool(found.sections))
    if one is None:
        return None
    return Named((), one.documents, Cause.UNREADABLE_DOCUMENT, "" if one.documents else one.name)


def _is_an_id(cited: Cited) -> bool:
    """Whether the citation names its document as an id is written, and no paper by what it is: `sow §5.1`."""
    word = cited.citation.document_id if cited.citation is not None else ""
    return word.islower() and " " not in word


def _unmarked(cited: Cited, record: ClientRecord) -> Cited:
    """The citation without the marks of Markdown around its parts: `**CSA** §4.2`."""
    if _MARK.search(cited.written) is None or len(cited.written) > LONGEST:
        return cited
    if cited.citation is not None and record.index(cited.citation.document_id) is not None:
        return cited
    written = _MARK.sub("", cited.written)
    return msgspec.structs.replace(cited, written=written, citation=parse_citation(written))


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
        return _too_long(cited, record) or exact
    return read if read.sections or not exact.documents or read.cause is not Cause.UNKNOWN_DOCUMENT else exact


def _too_long(cited: Cited, record: ClientRecord) -> Named | None:
    """What is named by a citation that is too long to be read: a document, by its title, and no section of it."""
    if cited.citation is None or len(cited.written) <= LONGEST or len(cited.citation.document_id) > LONGEST:
        return None
    from ..paper.cited_papers import CitedPaper
    from .papers_named import papers_of

    documents = papers_of(record).called(CitedPaper(cited.citation.document_id, ""))
    return Named((), documents, Cause.UNKNOWN_SECTION) if documents else None


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
    """Whether all that goes by the label is in what was read, to its end."""
    found = {(one.index, one.section.start): len(one.section.text) for one in read.sections}
    return all(
        found.get((one.index, one.section.start), -1) >= len(one.section.text) for one in labelled.sections
    )


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
    known = cited.citation is not None and record.index(cited.citation.document_id) is not None
    if known or _is_an_id(cited):
        return True
    from .cited_places import places_cited

    alone = record.index(cited.written.strip())
    if alone is not None:
        return not record.card(alone).unreadable
    return any(one.has_document for one in places_cited(_unmarked(cited, record), record))


def _as_written(cited: Cited, record: ClientRecord) -> Named | None:
    """What the citation names when read as people write; None when it is no citation at all."""
    from .cited_places import places_by_one_word, places_cited

    places = places_cited(cited, record)
    read = _at(places, record) if places else None
    if (
        read is not None
        and not read.sections
        and read.cause in (Cause.UNKNOWN_DOCUMENT, Cause.NOT_A_CITATION)
    ):
        by_word = places_by_one_word(cited.written, record)
        if by_word:
            return _at(by_word, record)
        if not read.bearers:
            return _told(read, places, cited.written, record)
    return read


def _told(read: Named, places: "list[CitedPlace]", written: str, record: ClientRecord) -> Named:
    """That no document is named, with the words that may name one and the documents that they may mean."""
    from ..paper.cited_papers import cited_papers
    from ..paper.paper_names import name_of, telling_words
    from .papers_named import papers_of

    papers = papers_of(record)
    read_as = [one.paper for one in cited_papers(written) if one.stands != "behind"]
    for one in read_as:
        may = papers.cut_short(one)
        if len(may) > 1:
            return Named((), read.documents, Cause.UNKNOWN_DOCUMENT, one, may)
    if read.cause is not Cause.UNKNOWN_DOCUMENT:
        return read
    strangers = " ".join(one.stranger for one in places).strip()
    telling = (one for one in (read.paper, *read_as, strangers) if telling_words(name_of(one)))
    paper = next(telling, "")
    mentioned = papers.mentioned(paper) if paper else None
    if mentioned is not None:
        return Named((), (mentioned,), Cause.NOT_SUPPLIED, paper)
    return Named((), read.documents, read.cause, paper)


def _at(places: "list[CitedPlace]", record: ClientRecord) -> Named:
    """What is at the places that are cited together."""
    found: dict[tuple[int, int, int], NamedSection] = {}
    documents: dict[int, None] = {}
    missing = False
    lacking: dict[int, None] = {}
    for place in places:
        cite, stranger = place.cite, place.stranger
        candidates = _candidates(place, record)
        documents.update(dict.fromkeys(candidates if place.has_document else ()))
        here = [
            one
            for index in candidates
            for one in _in_document(index, cite, record)
            if not stranger or _is_title(stranger, one.section)
        ]
        if not here and cite.first.named and (place.paper or not stranger):
            from .annexes import annex_files
            from .papers_named import papers_of

            annexes = tuple(
                one
                for one in annex_files(cite, record)
                if not stranger or papers_of(record).mentions(one[0], stranger)
            )
            documents.update((index, None) for index, _ in annexes)
            here = [one for index, inside in annexes for one in _in_document(index, inside, record)]
        if not here and _is_of_no_page(cite, places, candidates, record):
            continue
        for one in here:
            found.setdefault((one.index, one.section.start, len(one.section.text)), one)
        if not here:
            missing = True
            lacking.update(dict.fromkeys(candidates if place.has_document else ()))
    documents = lacking | documents  # what is missing is told of the document that lacks it
    if missing or not found:  # of several places that are cited together, each has to be there
        return _unresolved(places, documents, record)
    indexes = tuple(dict.fromkeys(one.index for one in found.values()))
    return Named(tuple(found.values()), indexes)


def _is_of_no_page(
    cite: "PinCite", places: "list[CitedPlace]", candidates: tuple[int, ...], record: ClientRecord
) -> bool:
    """Whether a page is cited beside a section, `§4.2, p. 3`, of documents that have no pages."""
    if not cite.first.named or cite.first.named[0][0] != "page" or len(places) < 2:
        return False
    return bool(candidates) and not any(
        record.card(index).unreadable or record.outlined(index).pages for index in candidates
    )


def _unresolved(places: "list[CitedPlace]", documents: dict[int, None], record: ClientRecord) -> Named:
    """Why places are not there; `documents` are those that are named."""
    words_alone = all(one.cite.first.term and not (one.has_document or one.paper) for one in places)
    strangers = "".join(one.stranger for one in places)
    told = next((one for one in places if one.paper), None)
    paper, bearers = (told.paper, told.documents) if told is not None else ("", ())
    if not (documents or strangers or words_alone):  # it may stand in any, also in one that cannot be read
        documents = {index: None for index in _everywhere(record) if record.card(index).unreadable}
    cause = Cause.NOT_A_CITATION if words_alone else _cause(tuple(documents), strangers, record)
    if cause is Cause.UNREADABLE_DOCUMENT:
        return Named((), tuple(one for one in documents if record.card(one).unreadable), cause)
    return Named((), tuple(documents), cause, paper, bearers)


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


def _candidates(place: "CitedPlace", record: ClientRecord) -> tuple[int, ...]:
    """The documents in which the place is looked for."""
    if place.documents:
        return place.documents if len(place.documents) <= FEW_DOCUMENTS else ()
    if place.cite.document:
        index = record.index(place.cite.document)
        return () if index is None else (index,)
    return _everywhere(record)


def _everywhere(record: ClientRecord) -> tuple[int, ...]:
    return tuple(range(len(record.ids))) if len(record.ids) <= FEW_DOCUMENTS else ()


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
