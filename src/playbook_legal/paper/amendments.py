"""Which sections of a record are no longer in force: what its amendments say, and what a `record.yaml` declares.

An amendment says so in set words: "Section 5.2 of the Agreement is hereby amended and restated in its entirety",
"Sections 3.6 and 12.5 shall be deleted", "Exhibit A attached hereto shall replace Exhibit A of the License
Agreement". Which document it amends is declared, or follows from the agreement's name in the amendment and from which
document has the section; where several could be meant, all are told.
"""

from collections.abc import Iterator, Sequence

import msgspec

from .amending_words import Statement, statements
from .documents import Document, Section
from .openings import Opening, opening_of, telling
from .pins import parse_pins
from .record_file import How, RecordFile, Role
from .rendering import visible
from .resolving import sections_named

# A record of up to so many original agreements is taken for one deal.
_FEW_DOCUMENTS = 12


class Supersession(msgspec.Struct, frozen=True, kw_only=True):
    """A section of a document that another document supersedes.

    `label` is the section's number as the amendment writes it (`5.2(a)`, `Exhibit A`), empty for the whole document.
    `by_label` is the section of the amendment that says so, and `[start, end)` are the characters of the amendment's
    text that do; both empty where it is declared. `certain` is False when other documents could be meant as well, or
    the amendment does not name this one.
    """

    document_id: str
    label: str
    by_document: str
    by_label: str = ""
    start: int = 0
    end: int = 0
    how: How = "superseded"
    words: str = ""
    certain: bool = True


def superseded(
    documents: Sequence[Document], declared: RecordFile | None = None, *, of_many: bool = False
) -> tuple[Supersession, ...]:
    """What the amendments among `documents` supersede: first what is declared, then what they say, in their order.
    `of_many`: the documents are taken from a record of many deals, so that being few proves nothing."""
    found = [
        Supersession(
            document_id=one.document,
            label=one.section,
            by_document=one.by,
            by_label=one.by_section,
            how=one.how,
        )
        for one in (declared.supersedes if declared is not None else ())
    ]
    roles = {one.id: one.role for one in declared.documents} if declared is not None else {}
    # A markup, a letter or the client's own notes neither amend nor are amended.
    paper = [
        opening_of(one)
        for one in documents
        if roles.get(one.id) not in ("markup", "correspondence", "playbook", "reference")
    ]
    originals = [one for one in paper if not _amends(one, roles)]
    one_deal = not of_many and len(originals) <= _FEW_DOCUMENTS
    for one in paper:
        amends = _amends(one, roles)
        near = _near(one, originals, one_deal=one_deal) if amends or one.restated else []
        found += _restated_by(one, near)
        said = declared.amends(one.document.id) if amends and declared is not None else ()
        older = [other for other in paper if other.document.id in said]
        if amends and (near or older):  # what it says of papers that are not here is of no interest
            found += _superseded_by(one, near, older)
    return tuple(dict.fromkeys(found))


def affected(one: Supersession, document: Document) -> tuple[tuple[int, int], ...]:
    """The characters of `document` that `one` supersedes, as spans of its text; none when the section is not found."""
    if one.document_id != document.id:
        return ()
    if not one.label:
        return ((0, len(document.text)),)
    return tuple((at.start, at.start + len(at.text)) for at in _sections(one.label, document))


def _sections(label: str, document: Document) -> tuple[Section, ...]:
    if document.outline is None:
        return document.places(label.replace(" ", ""))
    found: list[Section] = []
    for cite in parse_pins(label, ()).cites:
        found += sections_named(document, cite)
    return tuple(found)


def _amends(one: Opening, roles: dict[str, Role]) -> bool:
    """Whether a paper is an amendment: as declared, or as it says itself."""
    role = roles.get(one.document.id)
    return one.amends if role is None else role == "amendment"


def _superseded_by(
    amendment: Opening, near: Sequence[Opening], declared: Sequence[Opening]
) -> Iterator[Supersession]:
    """What the amendment says of the documents that it may amend: those `declared`, else those `near` it."""
    for statement in statements(amendment.document):
        for label in statement.labels:
            candidates, certain = _candidates(label, statement, amendment, near, declared)
            for document in candidates:
                yield Supersession(
                    document_id=document.id,
                    label=label,
                    by_document=amendment.document.id,
                    by_label=_label_at(amendment.document, statement.start),
                    start=statement.start,
                    end=statement.end,
                    how=statement.how,
                    words=" ".join(visible(amendment.document, statement.start, statement.end).split()),
                    certain=certain,
                )


def _candidates(
    label: str,
    statement: Statement,
    amendment: Opening,
    near: Sequence[Opening],
    declared: Sequence[Opening],
) -> tuple[list[Document], bool]:
    """The documents whose section `label` may be meant, and whether that is certain."""
    if declared:
        chosen = [one.document for one in declared]
        having = [one for one in chosen if _sections(label, one)] or chosen
        return having, len(having) == 1
    # In the statement the name is often a short form that the amendment defines ("the Credit Agreement").
    names = amendment.amended or tuple(name for name in (statement.agreement,) if telling(name))
    named = [one for one in near if any(one.bears(name) for name in names)]
    if names and not named and len(near) > 1:
        return [], False  # the agreement it names is not in the record
    having = [one.document for one in named or near if _sections(label, one.document)]
    return having, len(having) == 1 and bool(named or not names)


def _near(newer: Opening, originals: Sequence[Opening], *, one_deal: bool) -> list[Opening]:
    """The papers that may be of one deal with `newer`. In a large record a name proves nothing: a party or a date has
    to be the same."""
    others = (one for one in originals if one is not newer and not one.is_stranger_to(newer))
    return [one for one in others if one_deal or one.is_kin_to(newer)]


def _restated_by(newer: Opening, near: Sequence[Opening]) -> Iterator[Supersession]:
    """The documents that an "Amended and Restated X Agreement" takes the place of: those that are the X Agreement."""
    if not newer.restated:
        return
    older = [one for one in near if not one.restated and one.bears(newer.restated)]
    for one in older:
        yield Supersession(
            document_id=one.document.id,
            label="",
            by_document=newer.document.id,
            how="restated",
            words=f"amended and restated {newer.restated}",
            certain=len(older) == 1 and one.is_kin_to(newer),
        )


def _label_at(document: Document, position: int) -> str:
    if document.outline is not None:
        unit = document.outline.innermost(position)
        return unit.label if unit is not None else ""
    inside = [one for one in document.sections if one.start <= position < one.start + len(one.text)]
    return inside[-1].token if inside else ""


__all__ = ["Supersession", "affected", "superseded"]
