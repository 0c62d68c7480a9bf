"""Which sections that the work quotes are superseded by a later document of the record, as far as the papers say."""

from collections.abc import Iterable

from ..paper.amendments import Supersession, superseded
from .record import ClientRecord

_MOST = 64  # documents that are taken apart to see what amends what


def supersessions(record: ClientRecord, cited: Iterable[int]) -> tuple[Supersession, ...]:
    """What the amendments of the record, and its `record.yaml`, say of the documents `cited` (by their places)."""
    amending = record.amending()
    declared = record.declared
    if not amending and (declared is None or not declared.supersedes):
        return ()
    wanted = sorted({*amending[:_MOST], *cited})
    readable = [index for index in wanted if not record.card(index).unreadable]
    return _each_once(superseded([record.outlined(index) for index in readable], declared))


def _each_once(found: tuple[Supersession, ...]) -> tuple[Supersession, ...]:
    """What is declared, and what the papers say beside it; a section that is declared is not told twice."""
    declared = {(one.document_id, one.label, one.by_document) for one in found if not one.words}
    return tuple(
        one for one in found if not one.words or (one.document_id, one.label, one.by_document) not in declared
    )
