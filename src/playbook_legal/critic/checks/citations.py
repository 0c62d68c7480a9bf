"""Does every citation name a section of the record?

Why: a citation to nothing supports nothing, and it is the first thing an invented authority gets wrong.
Source: docs/critic.md, "Verdicts".
"""

from ...paper.citations import FULL
from ..record import ClientRecord
from ..resolution import Named, named
from ..submission.items import Cited, Item
from ..verdicts import Cause, Finding, Verdict, cited_as
from ..wording import code, counted, prose

CATCHES = '{"issues": [{"id": "a", "citation": "dpa §9.9", "rationale": "The notice comes too late."}]}'
SPARES = '{"issues": [{"id": "a", "citation": "dpa § 5.1", "rationale": "The notice comes too late."}]}'

_LISTED = 8


def fault(cited: Cited, record: ClientRecord) -> Cause | None:
    """Why the citation names nothing, or None when it names a section; remembered, so that its document need not be
    at hand again."""
    known = record.faults.get(cited.written, cited)
    if not isinstance(known, Cited):
        return known
    cause = record.faults[cited.written] = _cause(named(cited, record), cited, record)
    return cause


def _cause(found: Named, cited: Cited, record: ClientRecord) -> Cause | None:
    """The fault of a citation of which `found` is what it names; of an exhibit that the paper mentions and the record
    does not hold, that it was not supplied."""
    if found.cause is Cause.UNKNOWN_SECTION and not record.is_matter and found.documents:
        from ..annexes import annex_not_supplied

        if annex_not_supplied(cited.written, found.documents[0], record):
            return Cause.NOT_SUPPLIED
    return found.cause


def all_cited(item: Item) -> tuple[Cited, ...]:
    """Every citation of an item and of its quotations, each once."""
    seen: dict[object, Cited] = {}
    for one in (*item.cited, *(one for quotation in item.quotations for one in quotation.cited)):
        seen.setdefault(one.citation if one.citation is not None else one.written, one)
    return tuple(seen.values())


def unresolved(item: Item, cited: Cited, cause: Cause, record: ClientRecord) -> Finding:
    """The finding on a citation that names nothing; an advisory when its document cannot be read."""
    uncheckable = cause is Cause.UNREADABLE_DOCUMENT
    return Finding(
        verdict=Verdict.MISSING_EVIDENCE if uncheckable else Verdict.UNRESOLVED_CITATION,
        cause=cause,
        severity="advisory" if uncheckable else "critical",
        item=item.kind,
        label=item.label,
        place=cited.place,
        message=reason(cited, cause, record),
        citation=cited.written,
    )


def reason(cited: Cited, cause: Cause, record: ClientRecord) -> str:
    """What is wrong with a citation, and what there is instead."""
    written = code(cited.written)
    alone = cause is Cause.NOT_A_CITATION and not record.is_matter
    whole = _document_alone(cited.written, record) if alone else None
    if whole is not None:
        return (
            f"{written} names a document and no section of it; one is written `dpa §5.1`, and the whole document "
            f"{code(cited_as(whole, FULL))}"
        )
    if cause is Cause.NOT_A_CITATION or (cited.citation is None and record.is_matter):
        return f"{written} is no citation; one is written `dpa §5.1`: document, section sign, section"
    named_so = _by_title(written, cited, cause, record)
    if named_so:
        return named_so
    if cause is Cause.UNKNOWN_DOCUMENT:
        if cited.citation is None:
            return f"{written} does not say which document it means; the record has {_list(record.ids, 'document')}"
        unknown = cited.citation.document_id
        hint = _documents(unknown, record)
        return f"{written} names the document {code(unknown)}, which the record does not have{hint}"
    what = named(cited, record)
    if cause is Cause.UNREADABLE_DOCUMENT and not what.documents:
        return (
            f"{written} could not be checked: the file {code(what.paper)} lies in the folder and is of a kind that is "
            "not read; save it as .docx, .pdf or text"
        )
    index = what.documents[0] if what.documents else 0
    document_id = record.ids[index]
    if cause is Cause.UNREADABLE_DOCUMENT:
        why = prose(record.card(index).unreadable)
        if what.paper:
            return (
                f"{written} could not be checked: no document that can be read goes by {code(what.paper)}, and "
                f"{code(document_id)} cannot be read ({why})"
            )
        return f"{written} could not be checked: {code(document_id)} cannot be read ({why})"
    if cause is Cause.NOT_SUPPLIED:
        return f"{written} names a paper that {code(document_id)} mentions and the record does not hold"
    tokens = record.at(index).tokens
    token = cited.citation.token if cited.citation is not None else cited.written
    near = _alike(token, tokens)
    hint = (
        f"; did you mean {code(cited_as(document_id, near))}?"
        if near
        else f"; it has {_list(tokens, 'section')}"
    )
    return f"{written} names a section that {code(document_id)} does not have{hint}"


def _by_title(written: str, cited: Cited, cause: Cause, record: ClientRecord) -> str:
    """What is wrong with a citation that names a paper by its title: the record does not have it, or several documents
    go by that title. Empty of other citations."""
    if record.is_matter or cause not in (Cause.UNKNOWN_DOCUMENT, Cause.UNKNOWN_SECTION):
        return ""
    from ...paper.paper_names import name_of, names_a_paper
    from ..papers_named import papers_of

    found = named(cited, record)
    bearers = tuple(record.ids[index] for index in found.bearers)
    paper = code(found.paper)
    if bearers:
        whole = papers_of(record).is_whole_name(found.paper)
        title = f"which go by the title {paper}" if whole else f"whose titles have the words {paper}"
        may = f"{written} may mean any of {_list(bearers, 'document')}, {title}"
        if cause is Cause.UNKNOWN_SECTION:
            return f"{may}, and names a section that none of them has"
        return f"{may}; cite one of them by its id"
    if not found.paper:
        return ""
    has = _list(record.ids, "document")
    if cited.citation is not None and _alike(cited.citation.document_id, record.ids):
        return ""
    if names_a_paper(name_of(found.paper)):
        return f"{written} names the paper {paper}, which the record does not have; it has {has}"
    if cited.citation is not None:
        return ""
    return f"{written} names {paper}, which is no document of the record and no title of that section; it has {has}"


def _document_alone(written: str, record: ClientRecord) -> str | None:
    """The document that is cited by its id or its title and nothing else."""
    from ..papers_named import papers_of

    known = next((one for one in record.ids if one.casefold() == written.strip().casefold()), None)
    index = papers_of(record).alone(written) if known is None else None
    return record.ids[index] if index is not None else known


def _documents(named: str, record: ClientRecord) -> str:
    ids = record.ids
    near = _alike(named, ids)
    return f"; did you mean {code(near)}?" if near else f"; it has {_list(ids, 'document')}"


def _alike(written: str, known: tuple[str, ...]) -> str | None:
    folded = {one.casefold(): one for one in reversed(known)}
    if written.casefold() in folded:
        return folded[written.casefold()]
    from difflib import get_close_matches  # only here, and seldom needed

    near = get_close_matches(written, known, 1, 0.8) if len(known) < 1000 else []
    return near[0] if near else None


def _list(names: tuple[str, ...], one: str) -> str:
    if len(names) > _LISTED:
        return f"{len(names)} {one}s, from {code(names[0])} to {code(names[-1])}"
    return counted(len(names), one) + " (" + ", ".join(code(name) for name in names) + ")"
