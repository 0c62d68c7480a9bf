"""What a citation of a submission names in the record.

In a matter that is the contract's own rule: document, section sign, token. In a deal folder the same is tried first;
what it does not resolve is read as people write (`Section 4.2(a) of the MSA`, `Exhibit B §2.1`, a range, a title),
against the outline of the document. A document is named by its id or its declared title, else by the title that it
prints (`papers_named`).
"""

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec

from ..paper.citations import LONGEST, parse_citation
from ..paper.documents import Document, Section
from .record import ClientRecord
from .submission.items import Cited
from .verdicts import Cause

if TYPE_CHECKING:
    from ..paper.cited_papers import CitedPaper
    from ..paper.pins import PinCite, PinReading

# A citation that names no document is looked up in a record of up to so many.
_FEW_DOCUMENTS = 12
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


class _Place(msgspec.Struct, frozen=True):
    """A place that is cited; the `documents` in which it is, where the words name them by a title; and the words that
    may name a document the record does not have. `paper` is the title as written, where it names none or several."""

    cite: "PinCite"
    stranger: str = ""
    documents: tuple[int, ...] = ()
    paper: str = ""

    @property
    def has_document(self) -> bool:
        """Whether the citation says in which document of the record the place is."""
        return bool(self.cite.document or self.documents)


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
    known = cited.citation is not None and record.index(cited.citation.document_id) is not None
    if known or _is_an_id(cited):
        return True
    alone = record.index(cited.written.strip())
    if alone is not None:
        return not record.card(alone).unreadable
    return any(one.has_document for one in _places(_unmarked(cited, record), record))


def _as_written(cited: Cited, record: ClientRecord) -> Named | None:
    """What the citation names when read as people write; None when it is no citation at all."""
    places = _places(cited, record)
    read = _at(places, record) if places else None
    if (
        read is not None
        and not read.sections
        and read.cause in (Cause.UNKNOWN_DOCUMENT, Cause.NOT_A_CITATION)
    ):
        by_word = _by_one_word(cited.written, record)
        if by_word:
            return _at(by_word, record)
        if not read.bearers:
            return _told(read, places, cited.written, record)
    return read


def _by_one_word(written: str, record: ClientRecord) -> list[_Place]:
    """The places in a document whose name is a single word before a comma, which is no title of a section: "Lease,
    Section 1"."""
    from ..paper.cited_papers import cited_papers
    from ..paper.pins import parse_pins
    from .papers_named import papers_of

    for one in cited_papers(written):
        if _may_be_a_title(one):
            surely = msgspec.structs.replace(one, stands="named")
            bearers = papers_of(record).called(surely) or papers_of(record).meant(surely)
            cites = parse_pins(one.place, (), _words(record)).cites
            if bearers and cites:
                return _borne(cites, one.paper, bearers, record)
    return []


def _told(read: Named, places: list[_Place], written: str, record: ClientRecord) -> Named:
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


def _at(places: list[_Place], record: ClientRecord) -> Named:
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


def _unresolved(places: list[_Place], documents: dict[int, None], record: ClientRecord) -> Named:
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


def _places(cited: Cited, record: ClientRecord) -> list[_Place]:
    """The places that are cited; none when a part of the citation is no place."""
    from ..paper.citation_lists import cited_apart

    if cited.citation is not None and record.index(cited.citation.document_id) is not None:
        names: tuple[str, ...] = ()
    else:
        names = _titles_within(cited.written, record)
    parts = cited_apart(cited.written, (*record.ids, *record.titles, *names))
    if len(parts) == 1:
        return _places_in(cited.written, _reading(cited, record), record)
    found: list[_Place] = []
    before: _Place | None = None
    for part in parts:
        places = _places_in(part, _as_people_write(part, record), record)
        if not places:
            return []
        for one in places:  # a place without a document is in the one before
            if one.has_document or one.stranger or before is None:
                before = None if one.stranger else one
                found.append(one)
            else:
                cite = msgspec.structs.replace(one.cite, document=before.cite.document)
                found.append(_Place(cite, "", before.documents, before.paper))
    return found


def _titles_within(written: str, record: ClientRecord) -> tuple[str, ...]:
    """The titles of documents in a citation that may name several."""
    from ..paper.cited_papers import cited_papers
    from ..paper.pin_words import AND
    from .papers_named import papers_of

    if AND.search(written) is None or next(cited_papers(written), None) is None:
        return ()
    return tuple(papers_of(record).within(written))


def _places_in(written: str, reading: "PinReading", record: ClientRecord) -> list[_Place]:
    """The places of a citation that reads as `reading` by the ids and declared titles of the record."""
    document = next((cite.document for cite in reading.cites if cite.document), "")
    exact = record.index(written.partition("§")[0].strip()) is not None
    by_title = None if exact else _by_title(written, document, record)
    return by_title or [_Place(cite, reading.stranger) for cite in reading.cites]


def _by_title(written: str, document: str, record: ClientRecord) -> list[_Place] | None:
    """The places of a citation that names a paper by its title; None where it names none. `document` is the one whose
    id stands in it: it counts unless it is the end of a longer title."""
    from ..paper.cited_papers import cited_papers
    from ..paper.paper_names import is_of_any_paper, name_of
    from ..paper.pins import parse_pins
    from .papers_named import papers_of

    papers = papers_of(record)
    own = name_of(document)
    index = record.index(document) if own and not is_of_any_paper(own) else None
    read = [one for one in cited_papers(written) if not own or _is_longer(name_of(one.paper), own)]
    for one in read:
        bearers = papers.called(one)
        cites = parse_pins(one.place, (), _words(record)).cites
        if bearers and cites:
            return _borne(cites, one.paper, bearers, record)
    if index is not None:  # an id is also a part of the names of others: "First Amendment to Lease"
        read = [one for one in read if papers.is_another_than(index, one)]
    for one in read:
        documents = () if _may_be_a_title(one) else papers.meant(one)
        cites = parse_pins(one.place, (), _words(record)).cites if documents else ()
        if cites:
            placed = [_Place(cite, "", documents) for cite in cites]
            return _borne(cites, one.paper, documents, record) if len(documents) == 1 else placed
    for one in read:
        if papers.is_another(one):
            cites = parse_pins(one.place, (), _words(record)).cites
            return [_Place(cite, one.paper, (), one.paper) for cite in cites]
    return None


def _may_be_a_title(cited: "CitedPaper") -> bool:
    """Whether the words are a single one before a comma, which is the title of a section before it is a paper."""
    return cited.stands == "before" and " " not in cited.paper and not cited.paper.isupper()


def _is_longer(name: tuple[str, ...], own: tuple[str, ...]) -> bool:
    """Whether a title begins or ends with the words of an id and has more of them: "Cloud Service Agreement" with
    `agreement`, "MDN Plus Terms" with `mdn`."""
    return len(name) > len(own) and own in (name[-len(own) :], name[: len(own)])


def _borne(
    cites: "tuple[PinCite, ...]", paper: str, bearers: tuple[int, ...], record: ClientRecord
) -> list[_Place]:
    """The places in the documents that go by the title `paper`. Many of them are named by nobody."""
    if len(bearers) == 1:
        document = record.ids[bearers[0]]
        return [_Place(msgspec.structs.replace(cite, document=document), "", bearers) for cite in cites]
    stranger = paper if len(bearers) > _FEW_DOCUMENTS else ""
    return [_Place(cite, stranger, bearers, paper) for cite in cites]


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


def _candidates(place: _Place, record: ClientRecord) -> tuple[int, ...]:
    """The documents in which the place is looked for."""
    if place.documents:
        return place.documents if len(place.documents) <= _FEW_DOCUMENTS else ()
    if place.cite.document:
        index = record.index(place.cite.document)
        return () if index is None else (index,)
    return _everywhere(record)


def _everywhere(record: ClientRecord) -> tuple[int, ...]:
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
