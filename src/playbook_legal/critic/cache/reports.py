"""Reports, as they are kept: under everything that a report depends on.

What stands in the key are the values themselves that the checks look at (the items as read, the rules as read, the
hash of every document), not the files they came from.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from ..leaves import Card
from ..record import ClientRecord
from ..report import Report
from . import Facts, encoded
from .sweeps import recall, remember

if TYPE_CHECKING:
    from ..authority import Authority
    from ..submission import Submission

_DECODER = msgspec.msgpack.Decoder(Report)


def kept_report(
    record: ClientRecord,
    submission: "Submission",
    authority: "Authority | None",
    options: Facts,
    make: Callable[[], Report],
) -> Report:
    """The report on `submission`, from the cache of `record` or made. `options` are the rules in force."""
    work = (msgspec.to_builtins(submission), msgspec.to_builtins(authority), *options)
    hashes = record.hashes()
    facts = (*record.facts(hashes), *work)
    value = record.cache.get("report", facts)
    if value is not None:
        report = _read(value)
        if report is not None and _unreadable_still(report, record):
            record.take_cards(_cards(report))
            return report
    recall(record, hashes)
    report = make()
    remember(record)
    # The documents may have changed since they were hashed: the report is kept under what it was made from.
    made_from = tuple(card.sha256 for card in report.record.documents)
    value = encoded(report)
    if value is not None and _read(value) == report:
        record.cache.put("report", (*record.facts(made_from), *work), value, in_memory=False)
    return report


def _read(value: bytes) -> Report | None:
    try:
        return _DECODER.decode(value)
    except msgspec.MsgspecError:
        return None


def _unreadable_still(report: Report, record: ClientRecord) -> bool:
    """Whether what could not be read cannot be read now: an extra may have been installed since, or the machine have
    been too busy then."""
    return len(report.record.documents) == len(record.ids) and all(
        record.card(index).unreadable == card.unreadable
        for index, card in enumerate(report.record.documents)
        if card.unreadable
    )


def _cards(report: Report) -> dict[int, Card]:
    """The cards of the documents, so that whatever is read of them later must be what the report is about."""
    return {
        index: msgspec.convert(msgspec.structs.asdict(card), Card)
        for index, card in enumerate(report.record.documents)
    }


__all__ = ["kept_report"]
