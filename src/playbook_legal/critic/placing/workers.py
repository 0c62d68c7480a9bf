"""The pass over the record, by one process or by several; the result is the same."""

from collections.abc import Iterator, Sequence

from ..record import Card, ClientRecord, Leaf, RecordPart
from .sweep import Found, Sweep, Wanted


def sweep_record(wanted: Sequence[Wanted], record: ClientRecord, jobs: int) -> dict[int, Found]:
    """What the record holds of each of the `wanted` quotations, by number."""
    parts = record.parts(jobs) if jobs > 1 else []
    if len(parts) < 2:
        return Sweep(wanted).through(record.pass_through())
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # Fresh processes, whatever the platform's habit: a host program may have threads, which a fork breaks.
    with ProcessPoolExecutor(len(parts), mp_context=get_context("spawn")) as pool:
        results = list(pool.map(_sweep_part, [(wanted, part) for part in parts]))
    found: dict[int, Found] = {}
    for part, cards in results:
        record.take_cards(cards)
        for number, one in part.items():
            if number in found:
                found[number].merge(one)
            else:
                found[number] = one
    return found


def _sweep_part(task: tuple[Sequence[Wanted], RecordPart]) -> tuple[dict[int, Found], dict[int, Card]]:
    wanted, part = task
    cards: dict[int, Card] = {}

    def leaves() -> Iterator[Leaf]:
        for leaf in part.pass_through():
            cards[leaf.index] = leaf.card
            yield leaf

    return Sweep(wanted).through(leaves()), cards
