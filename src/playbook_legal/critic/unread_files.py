"""Files of a deal folder that nobody could read and that a citation names all the same.

`old §4.2` may mean the `old.doc` that lies in the folder and is of a kind that is not read; `lease §1` may mean
`lease.docx` or `lease.pdf`, when neither can be read. What is cited so is not refuted by the papers that are there.
"""

import msgspec

from ..paper.suffixes import PAPER_SUFFIXES
from .record import ClientRecord
from .submission.items import Cited


class UnreadFile(msgspec.Struct, frozen=True):
    """What a citation names that could not be read: a file of a kind that is not read, by its name, or `documents` of
    the record by their place in it."""

    name: str
    documents: tuple[int, ...] = ()


def unread_file(cited: Cited, record: ClientRecord, *, by_id: bool = False) -> UnreadFile | None:
    """The file that cannot be read which the citation names, by its name with or without its suffix; None where it
    names a document of the record, or none at all. `by_id`: only as an id, before a section sign or alone."""
    named = cited.citation.document_id if cited.citation is not None else cited.written
    if record.index(named) is not None:
        return None
    if record.unread_names is None:
        record.unread_names = _by_name(record)
    known = record.unread_names
    if cited.citation is not None or by_id or _key(named) in known or not known:
        return known.get(_key(named))
    from ..paper.pins import parse_pins

    read = parse_pins(cited.written, (*record.ids, *known))
    names = (_key(cite.document) for cite in read.cites if record.index(cite.document) is None)
    return next((known[name] for name in names if name in known and not read.stranger), None)


def _by_name(record: ClientRecord) -> dict[str, UnreadFile]:
    """By each name, small, that no document of the record has: the file that goes by it."""
    taken = {_key(one) for one in record.ids}
    known: dict[str, UnreadFile] = {}
    sharing: dict[str, list[int]] = {}
    for index, one in enumerate(record.ids):
        if one.lower().endswith(PAPER_SUFFIXES):
            sharing.setdefault(_stem(one), []).append(index)
    for stem, documents in sharing.items():
        if stem not in taken and all(record.card(index).unreadable for index in documents):
            known[stem] = UnreadFile(record.ids[documents[0]], tuple(documents))
    for name in record.not_read:
        for key in (_key(name), _stem(name)):
            if key and key not in taken and key not in sharing:
                known.setdefault(key, UnreadFile(name))
    return known


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()


def _stem(name: str) -> str:
    return _key(name.rpartition(".")[0])


__all__ = ["UnreadFile", "unread_file"]
