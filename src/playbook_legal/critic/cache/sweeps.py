"""What is known of a record as a whole, for work on it that is new: the cards of its documents, and what a pass over
it found of each quotation.

Kept under the hashes of all documents. It is used only where the card of every document is known, so that whatever is
read of them later has to be what the pass has seen.
"""

from collections.abc import Callable, Sequence

import msgspec

from ..leaves import Card
from ..placing.found import Found, Wanted
from ..record import ClientRecord
from ..report import QuotePolicy
from . import Facts, encoded

_MOST_QUOTATIONS = 20_000  # remembered of one record

_FoundOf = tuple[tuple[Wanted, Found | None], ...]
_FOUND = msgspec.msgpack.Decoder(_FoundOf)
_CARDS = msgspec.msgpack.Decoder(tuple[tuple[Card, bool], ...])


def recall(record: ClientRecord, hashes: Sequence[str]) -> None:
    """Take over the cards of documents with these `hashes`; those that could not be read are read again."""
    value = record.cache.get("cards", record.facts(hashes))
    try:
        cards = () if value is None else _CARDS.decode(value)
    except msgspec.MsgspecError:
        return
    if tuple(card.sha256 for card, _ in cards) == tuple(hashes):
        readable = {index: one for index, one in enumerate(cards) if not one[0].unreadable}
        record.take_cards(
            {index: card for index, (card, _) in readable.items()},
            {index: amends for index, (_, amends) in readable.items()},
        )
        record.read_all()


def remember(record: ClientRecord) -> None:
    """Keep the cards of the documents, all of which are known, and whether they speak of amending others."""
    amending = frozenset(record.amending())
    value = encoded(tuple((card, index in amending) for index, card in enumerate(record.cards)))
    assert value is not None  # no name of a document and nothing said of it holds half a character
    record.cache.put("cards", record.facts(record.hashes()), value, in_memory=False)


def kept_found(
    record: ClientRecord,
    wanted: Sequence[Wanted],
    policy: QuotePolicy | None,
    sweep: Callable[[Sequence[Wanted]], dict[int, Found]],
) -> dict[int, Found]:
    """What the record holds of each of the `wanted` quotations, by number: from the cache of the record, and by one
    `sweep` for all others."""
    known = dict(_read(record, policy)) if record.is_read else {}
    missing = [one for one in wanted if one not in known]
    if missing:
        swept = sweep(missing)
        known |= {one: swept.get(number) for number, one in enumerate(missing)}
        value = encoded(tuple(known.items())[-_MOST_QUOTATIONS:])
        assert value is not None  # nor does a quotation that is sought in the record
        record.cache.put("found", _facts(record, policy), value, in_memory=False)
    found = ((number, known[one]) for number, one in enumerate(wanted))
    return {number: one for number, one in found if one is not None}


def _facts(record: ClientRecord, policy: QuotePolicy | None) -> Facts:
    unreadable = tuple(card.id for card in record.unreadable)
    return (*record.facts(record.hashes()), policy, unreadable)


def _read(record: ClientRecord, policy: QuotePolicy | None) -> _FoundOf:
    value = record.cache.get("found", _facts(record, policy))
    try:
        found: _FoundOf = () if value is None else _FOUND.decode(value)
    except msgspec.MsgspecError:
        return ()
    last = len(record.ids)
    spots = (
        spot
        for _, one in found
        if one is not None
        for spot in (*one.places, *(each.spot for each in one.gatherings), *((one.part,) if one.part else ()))
    )
    return found if all(0 <= spot.document < last and spot.word >= 0 for spot in spots) else ()


__all__ = ["kept_found", "recall", "remember"]
