"""Which sections that the work quotes are superseded by a later document of the record, as far as the papers say."""

from collections.abc import Iterable
from itertools import islice

from ..paper.amendments import Supersession, superseded
from ..paper.documents import Document
from ..paper.openings import Signs, is_amendment, may_amend, signs_in, words_of
from ..paper.readers.plain import furniture_in
from .record import ClientRecord

_MOST = 64  # documents that are taken apart to see what amends what


def supersessions(record: ClientRecord, cited: Iterable[int]) -> tuple[Supersession, ...]:
    """What the amendments of the record, and its `record.yaml`, say of the documents `cited` (by their places)."""
    amending = record.amending()
    declared = record.declared
    if not amending and (declared is None or not declared.supersedes):
        return ()
    own = sorted(cited)
    of_many = len(amending) > _MOST
    if of_many:
        amending = _saying_something(_of_their_deals(amending, own, record), own, record)
    documents = [record.outlined(index) for index in _readable({*amending, *own}, record)]
    return _each_once(superseded(documents, declared, of_many=of_many))


def _readable(indexes: Iterable[int], record: ClientRecord) -> list[int]:
    return [index for index in sorted(indexes) if not record.card(index).unreadable]


def _saying_something(amending: list[int], cited: list[int], record: ClientRecord) -> list[int]:
    """Those of the `amending` documents that say something of a cited one: a plain text need not be taken apart to see
    that."""
    documents = [
        record.outlined(index) if index in cited else _at_hand(index, record)
        for index in _readable({*amending, *cited}, record)
    ]
    speaking = {one.by_document for one in superseded(documents, record.declared, of_many=True)}
    return [index for index in amending if record.ids[index] in speaking]


def _at_hand(index: int, record: ClientRecord) -> Document:
    """The document, of a plain text without its units."""
    leaf = record.leaf(index)
    if leaf.kind != "text":
        return record.outlined(index)
    card = leaf.card
    pages = furniture_in(leaf.text)
    return Document(card.id, card.title, leaf.text, (), card.sha256, card.name, "text", furniture=pages)


def _of_their_deals(amending: list[int], cited: list[int], record: ClientRecord) -> list[int]:
    """The first of the `amending` documents that are of one deal with a cited one that can be amended: declared to be
    amendments, or naming a party or a date in common. In a large record most are of other deals, and need not be taken
    apart."""
    declared = record.declared
    roles = {one.id: one.role for one in declared.documents} if declared is not None else {}

    def amends(index: int) -> bool:
        card = record.card(index)
        role = roles.get(card.id)
        return (
            is_amendment(card.title, card.id, record.opening(index)) if role is None else role == "amendment"
        )

    signs = [signs_in(record.opening(index)) for index in cited if not amends(index)]
    theirs = Signs(
        frozenset[str]().union(*(one.parties for one in signs)),
        frozenset[tuple[str, str, str]]().union(*(one.dates for one in signs)),
    )
    own = frozenset(cited)

    def is_kin(index: int) -> bool:
        if index in own or roles.get(record.ids[index]) == "amendment":
            return True
        text = record.opening(index)
        card = record.card(index)
        if not may_amend(f"{card.title} {card.id} {text}"):
            return False
        if not theirs.may_stand_in(frozenset(words_of(text))):
            return False
        its = signs_in(text)
        return any(its.is_kin_to(one) for one in signs)

    return list(islice(filter(is_kin, amending), _MOST))


def _each_once(found: tuple[Supersession, ...]) -> tuple[Supersession, ...]:
    """What is declared, and what the papers say beside it; a section that is declared is not told twice."""
    declared = {(one.document_id, one.label, one.by_document) for one in found if not one.words}
    return tuple(
        one for one in found if not one.words or (one.document_id, one.label, one.by_document) not in declared
    )
