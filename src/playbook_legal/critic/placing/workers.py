"""The pass over the record, by one process or by several; the result is the same."""

from collections.abc import Iterator, Sequence

from ..leaves import Card, Leaf, RecordPart
from ..record import ClientRecord
from ..report import QuotePolicy
from .found import Found, Wanted
from .sweep import Sweeps


def sweep_record(
    wanted: Sequence[Wanted], record: ClientRecord, jobs: int, policy: QuotePolicy | None = None
) -> dict[int, Found]:
    """What the record holds of each of the `wanted` quotations, by number."""
    if record.cache.folder is None:
        return _swept(wanted, record, jobs, policy)
    from ..cache.sweeps import kept_found

    return kept_found(record, wanted, policy, lambda missing: _swept(missing, record, jobs, policy))


def _swept(
    wanted: Sequence[Wanted], record: ClientRecord, jobs: int, policy: QuotePolicy | None
) -> dict[int, Found]:
    parts = record.parts(jobs) if jobs > 1 else []
    if len(parts) < 2:
        return Sweeps(wanted, policy).through(record.pass_through())
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(len(parts) - 1, mp_context=get_context(_way_to_start())) as pool:
        elsewhere = [pool.submit(_sweep_part, wanted, part, policy) for part in parts[1:]]
        here = [one.index for one in parts[0].documents]  # some of them are in memory
        found = Sweeps(wanted, policy, beside=False).through(record.pass_through(here))
        results = [one.result() for one in elsewhere]
    for part, cards, amending in results:
        record.take_cards(cards, amending)
        for number, one in part.items():
            if number in found:
                found[number].merge(one)
            else:
                found[number] = one
    return found


def _way_to_start() -> str:
    """A copy of this process where that is safe, since it starts at once; a fresh one where a host program has
    threads, which a copy would not have, or where the system knows no copies."""
    import sys
    import threading

    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"


def _sweep_part(
    wanted: Sequence[Wanted], part: RecordPart, policy: QuotePolicy | None
) -> tuple[dict[int, Found], dict[int, Card], dict[int, bool]]:
    cards: dict[int, Card] = {}
    amending: dict[int, bool] = {}

    def leaves() -> Iterator[Leaf]:
        for leaf in part.pass_through():
            cards[leaf.index] = leaf.card
            yield leaf
            amending[leaf.index] = leaf.speaks_of_amending()

    return Sweeps(wanted, policy, beside=False).through(leaves()), cards, amending
