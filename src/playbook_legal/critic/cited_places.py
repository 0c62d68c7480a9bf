"""The places that a citation writes, and in which documents of the record they are: by id, by declared title, or by the
title that a document prints.

Whether they are there is asked in `resolution`.
"""

from collections.abc import Callable

import msgspec

from ..paper.citation_lists import cited_apart
from ..paper.cited_papers import CitedPaper, cited_papers
from ..paper.paper_names import is_of_any_paper, name_of
from ..paper.pin_words import AND
from ..paper.pins import PinCite, PinReading, parse_pins
from .papers_named import papers_of
from .record import FEW_DOCUMENTS, ClientRecord
from .submission.items import Cited


class CitedPlace(msgspec.Struct, frozen=True):
    """A place that is cited; the `documents` in which it is, where the words name them by a title; and the words that
    may name a document the record does not have. `paper` is the title as written, where it names none or several."""

    cite: PinCite
    stranger: str = ""
    documents: tuple[int, ...] = ()
    paper: str = ""

    @property
    def has_document(self) -> bool:
        """Whether the citation says in which document of the record the place is."""
        return bool(self.cite.document or self.documents)


def places_cited(cited: Cited, record: ClientRecord) -> list[CitedPlace]:
    """The places that are cited; none when a part of the citation is no place."""
    if cited.citation is not None and record.index(cited.citation.document_id) is not None:
        names: tuple[str, ...] = ()
    else:
        names = _titles_within(cited.written, record)
    parts = cited_apart(cited.written, (*record.ids, *record.titles, *names))
    if len(parts) == 1:
        return _places_in(cited.written, _reading(cited, record), record)
    found: list[CitedPlace] = []
    before: CitedPlace | None = None
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
                found.append(CitedPlace(cite, "", before.documents, before.paper))
    return found


def _titles_within(written: str, record: ClientRecord) -> tuple[str, ...]:
    """The titles of documents in a citation that may name several."""
    if AND.search(written) is None or next(cited_papers(written), None) is None:
        return ()
    return tuple(papers_of(record).within(written))


def _places_in(written: str, reading: PinReading, record: ClientRecord) -> list[CitedPlace]:
    """The places of a citation that reads as `reading` by the ids and declared titles of the record."""
    document = next((cite.document for cite in reading.cites if cite.document), "")
    exact = record.index(written.partition("§")[0].strip()) is not None
    by_title = None if exact else _by_title(written, document, record)
    return by_title or [CitedPlace(cite, reading.stranger) for cite in reading.cites]


def _by_title(written: str, document: str, record: ClientRecord) -> list[CitedPlace] | None:
    """The places of a citation that names a paper by its title; None where it names none. `document` is the one whose
    id stands in it: it counts unless it is the end of a longer title."""
    papers = papers_of(record)
    own = name_of(document)
    index = record.index(document) if own and not is_of_any_paper(own) else None
    read = [one for one in cited_papers(written) if not own or _is_longer(name_of(one.paper), own)]
    for one in read:
        bearers = papers.called(one)
        cites = _cites(one, record)
        if bearers and cites:
            return _borne(cites, one.paper, bearers, record)
    if index is not None:  # an id is also a part of the names of others: "First Amendment to Lease"
        read = [one for one in read if papers.is_another_than(index, one)]
    for one in read:
        documents = () if _may_be_a_title(one) else papers.meant(one)
        cites = _cites(one, record) if documents else ()
        if cites:
            placed = [CitedPlace(cite, "", documents) for cite in cites]
            return _borne(cites, one.paper, documents, record) if len(documents) == 1 else placed
    for one in read:
        if papers.is_another(one):
            cites = _cites(one, record)
            return [CitedPlace(cite, one.paper, (), one.paper) for cite in cites]
    return None


def _cites(cited: CitedPaper, record: ClientRecord) -> tuple[PinCite, ...]:
    """The places in the paper that is cited."""
    return parse_pins(cited.place, (), _words(record)).cites


def _may_be_a_title(cited: CitedPaper) -> bool:
    """Whether the words are a single one before a comma, which is the title of a section before it is a paper."""
    return cited.stands == "before" and " " not in cited.paper and not cited.paper.isupper()


def _is_longer(name: tuple[str, ...], own: tuple[str, ...]) -> bool:
    """Whether a title begins or ends with the words of an id and has more of them: "Cloud Service Agreement" with
    `agreement`, "MDN Plus Terms" with `mdn`."""
    return len(name) > len(own) and own in (name[-len(own) :], name[: len(own)])


def _borne(
    cites: tuple[PinCite, ...], paper: str, bearers: tuple[int, ...], record: ClientRecord
) -> list[CitedPlace]:
    """The places in the documents that go by the title `paper`. Many of them are named by nobody."""
    if len(bearers) == 1:
        document = record.ids[bearers[0]]
        return [CitedPlace(msgspec.structs.replace(cite, document=document), "", bearers) for cite in cites]
    stranger = paper if len(bearers) > FEW_DOCUMENTS else ""
    return [CitedPlace(cite, stranger, bearers, paper) for cite in cites]


def _reading(cited: Cited, record: ClientRecord) -> PinReading:
    """The citation as people write it; in the form of a matter the document is known, and need not be looked for."""
    exact = cited.citation
    if exact is None or record.index(exact.document_id) is None:
        return _as_people_write(cited.written, record)
    reading = parse_pins(f"§{exact.token}", (), _words(record))
    return _in(reading, lambda _: exact.document_id)


def _as_people_write(written: str, record: ClientRecord) -> PinReading:
    """What `written` names; documents go by their ids and by the titles that a `record.yaml` gives them."""
    titles = record.titles
    reading = parse_pins(written, (*record.ids, *titles), _words(record))
    return _in(reading, lambda name: titles.get(name, name)) if titles else reading


def _in(reading: PinReading, document_of: Callable[[str], str]) -> PinReading:
    cites = tuple(
        msgspec.structs.replace(cite, document=document_of(cite.document)) for cite in reading.cites
    )
    return msgspec.structs.replace(reading, cites=cites)


def _words(record: ClientRecord) -> tuple[tuple[str, str], ...]:
    """The words for units that the record adds."""
    return record.declared.words_of_citations if record.declared is not None else ()


def places_by_one_word(written: str, record: ClientRecord) -> list[CitedPlace]:
    """The places in a document whose name is a single word before a comma, which is no title of a section: "Lease,
    Section 1"."""
    for one in cited_papers(written):
        if _may_be_a_title(one):
            surely = msgspec.structs.replace(one, stands="named")
            bearers = papers_of(record).called(surely) or papers_of(record).meant(surely)
            cites = _cites(one, record)
            if bearers and cites:
                return _borne(cites, one.paper, bearers, record)
    return []


__all__ = ["CitedPlace", "places_by_one_word", "places_cited"]
