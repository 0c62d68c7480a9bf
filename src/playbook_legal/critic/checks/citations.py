"""Does every citation name a section of the record?

Why: a citation to nothing supports nothing, and it is the first thing an invented authority gets wrong.
Source: docs/critic.md, "Verdicts".
"""

from ...paper.documents import Section
from ..record import ClientRecord
from ..submission.items import Cited, Item
from ..verdicts import Cause, Finding, Verdict
from ..wording import code, counted

CATCHES = '{"issues": [{"id": "a", "citation": "dpa §9.9", "rationale": "The notice comes too late."}]}'
SPARES = '{"issues": [{"id": "a", "citation": "dpa § 5.1", "rationale": "The notice comes too late."}]}'

_LISTED = 8


def resolved(cited: tuple[Cited, ...], record: ClientRecord) -> tuple[Section, ...]:
    """Every section that one of the citations names."""
    return tuple(
        section for one in cited if one.citation is not None for section in record.sections(one.citation)
    )


def fault(cited: Cited, record: ClientRecord) -> Cause | None:
    """Why the citation names nothing, or None when it names a section."""
    if cited.citation is None:
        return Cause.NOT_A_CITATION
    if record.index(cited.citation.document_id) is None:
        return Cause.UNKNOWN_DOCUMENT
    return None if record.resolves(cited.citation) else Cause.UNKNOWN_SECTION


def all_cited(item: Item) -> tuple[Cited, ...]:
    """Every citation of an item and of its quotations, each once."""
    seen: dict[object, Cited] = {}
    for one in (*item.cited, *(one for quotation in item.quotations for one in quotation.cited)):
        seen.setdefault(one.citation if one.citation is not None else one.written, one)
    return tuple(seen.values())


def unresolved(item: Item, cited: Cited, cause: Cause, record: ClientRecord) -> Finding:
    """The finding on a citation that names nothing."""
    return Finding(
        verdict=Verdict.UNRESOLVED_CITATION,
        cause=cause,
        severity="critical",
        item=item.kind,
        label=item.label,
        place=cited.place,
        message=reason(cited, cause, record),
        citation=cited.written,
    )


def reason(cited: Cited, cause: Cause, record: ClientRecord) -> str:
    """What is wrong with a citation, and what there is instead."""
    written = code(cited.written)
    if cited.citation is None:
        return f"{written} is no citation; one is written `dpa §5.1`: document, section sign, section"
    named = cited.citation.document_id
    if cause is Cause.UNKNOWN_DOCUMENT:
        return f"{written} names the document {code(named)}, which the record does not have{_documents(named, record)}"
    document = record.document(named)
    tokens = document.tokens if document is not None else ()
    near = _alike(cited.citation.token, tokens)
    hint = f"; did you mean {code(f'{named} §{near}')}?" if near else f"; it has {_list(tokens, 'section')}"
    return f"{written} names a section that {code(named)} does not have{hint}"


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
