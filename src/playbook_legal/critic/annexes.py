"""Exhibits, schedules and annexes: those that are files of their own, and those that the paper mentions and the record
does not hold."""

import re

import msgspec

from ..paper.pins import PinCite, parse_pins, same_number
from .record import ClientRecord

_KINDS = ("exhibit", "schedule", "annex", "appendix", "attachment", "addendum")
_MENTION = r"(?<![^\W_]){kind}s?\s+(?:no\.?\s*)?[\"“]?([^\W_]+(?:[.\-][^\W_]+)*)"


def annex_files(cite: PinCite, record: ClientRecord) -> tuple[tuple[int, PinCite], ...]:
    """The documents that are the annex which `cite` names, by their place in the record, and what it names in each:
    `msa Exhibit C §2` is §2 of `exhibit_c.docx`. Where several are called so, those that are called by the cited
    document as well; none where it names no annex."""
    if not cite.first.named or cite.first.named[0][0] not in _KINDS:
        return ()
    kind, number = cite.first.named[0]
    called = re.compile(rf"(?<![^\W_]){kind}[\W_]*{re.escape(number)}(?![^\W_])", re.IGNORECASE)
    files = [index for index, name in enumerate(record.ids) if called.search(name) and name != cite.document]
    own = [
        index for index in files if cite.document and cite.document.casefold() in record.ids[index].casefold()
    ]
    inside = msgspec.structs.replace(
        cite,
        document="",
        first=msgspec.structs.replace(cite.first, named=cite.first.named[1:]),
        last=None if cite.last is None else msgspec.structs.replace(cite.last, named=cite.last.named[1:]),
    )
    return tuple((index, inside) for index in own or files)


def annex_not_supplied(written: str, index: int, record: ClientRecord) -> bool:
    """Whether the citation `written` names an annex of the `index`-th document that its text mentions and that has no
    place in it."""
    document = record.outlined(index)
    assert document.outline is not None
    for cite in parse_pins(written, record.ids).cites:
        for kind, number in cite.first.named[:1]:
            if kind not in _KINDS:
                continue
            held = any(
                unit.kind == kind and same_number(unit.number, number) for unit in document.outline.units
            )
            mentions = re.finditer(_MENTION.format(kind=kind), document.text, re.IGNORECASE)
            if not held and any(same_number(found.group(1), number) for found in mentions):
                return True
    return False
