"""The pass over the record, by one process or by several; the result is the same."""

from collections.abc import Sequence

from ..record import ClientRecord, RecordPart
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
    for result in results:
        for number, one in result.items():
            if number in found:
                found[number].merge(one)
            else:
                found[number] = one
    return found


def _sweep_part(task: tuple[Sequence[Wanted], RecordPart]) -> dict[int, Found]:
    wanted, part = task
    return Sweep(wanted).through(part.pass_through())
