"""Documents that were taken apart, as they are kept: spans and labels, and their text where no text file has it."""

from collections.abc import Callable
from contextlib import suppress
from typing import Literal

import msgspec

from ...paper.documents import Change, CrossReference, Document, DocumentKind, Gap, Section, View
from ...paper.outline import Outline
from . import Cache, Facts, encoded

_Spans = tuple[tuple[int, int], ...]


class _Kept(msgspec.Struct, frozen=True, array_like=True, kw_only=True):
    """A document without what its key says of it. `text` is None where the file has it. A section is kept as token,
    title, start, length and line."""

    text: str | None
    sections: tuple[tuple[str, str, int, int, int], ...]
    kind: DocumentKind
    outline: Outline | None
    furniture: _Spans
    markup: _Spans
    substitutions: tuple[tuple[int, int, str], ...]
    encoding: str
    notes: tuple[str, ...]
    pages: tuple[int, ...]
    changes: tuple[Change, ...]
    references: tuple[CrossReference, ...]
    view: View | None
    other_view: "_Kept | None"
    gaps: tuple[Gap, ...]


_DECODER = msgspec.msgpack.Decoder(_Kept)
_TEXT = msgspec.msgpack.Decoder(tuple[Literal["text"], str])


class Identity(msgspec.Struct, frozen=True):
    """What a document is called, and the hash of its file."""

    id: str
    title: str
    name: str
    sha256: str


def kept_document(
    cache: Cache, identity: Identity, more: Facts, text: str | None, make: Callable[[], Document]
) -> Document:
    """The document of that identity, from `cache` or made. `more` is what else it follows from; `text` is its text
    where the file has it, None where it is read from the file with the rest."""
    facts = (identity.id, identity.title, identity.name, identity.sha256, *more)
    value = cache.get("document", facts)
    document = None if value is None else _read(value, identity, text)
    if document is None:
        document = make()
        value = encoded(_written(document, with_text=text is None))
        if value is not None and _read(value, identity, text) == document:
            cache.put("document", facts, value)
    return document


def kept_text(cache: Cache, identity: Identity, more: Facts, make: Callable[[], str]) -> str:
    """A text that follows from the file of that identity and `more`: from the folder of `cache`, or made. These texts
    are long, and in memory they are not kept."""
    if cache.folder is None:
        return make()
    facts = (identity.id, identity.title, identity.name, identity.sha256, *more)
    value = cache.get("text", facts)
    if value is not None:
        with suppress(msgspec.MsgspecError):
            return _TEXT.decode(value)[1]
    text = make()
    value = encoded(("text", text))
    if value is not None:
        cache.put("text", facts, value, in_memory=False)
    return text


def _written(document: Document, *, with_text: bool) -> _Kept:
    other = document.other_view
    return _Kept(
        text=document.text if with_text else None,
        sections=tuple(
            (one.token, one.title, one.start, len(one.text), one.line) for one in document.sections
        ),
        kind=document.kind,
        outline=document.outline,
        furniture=document.furniture,
        markup=document.markup,
        substitutions=document.substitutions,
        encoding=document.encoding,
        notes=document.notes,
        pages=document.pages,
        changes=document.changes,
        gaps=document.gaps,
        references=document.references,
        view=document.view,
        other_view=None if other is None else _written(other, with_text=True),
    )


def _read(value: bytes, identity: Identity, text: str | None) -> Document | None:
    """The document that was written; None where the value is none."""
    try:
        kept = _DECODER.decode(value)
    except msgspec.MsgspecError:
        return None
    return _document(kept, identity, text)


def _document(kept: _Kept, identity: Identity, text: str | None) -> Document | None:
    written = kept.text if text is None else text
    if written is None or not _sound(kept, len(written)):
        return None
    other = None
    if kept.other_view is not None:
        other = _document(kept.other_view, identity, None)
        if other is None:
            return None
    sections = tuple(
        Section(identity.id, token, title, written[start : start + length], start, line)
        for token, title, start, length, line in kept.sections
    )
    return Document(
        identity.id,
        identity.title,
        written,
        sections,
        identity.sha256,
        identity.name,
        kept.kind,
        kept.outline,
        kept.furniture,
        kept.markup,
        kept.substitutions,
        kept.encoding,
        kept.notes,
        kept.pages,
        kept.changes,
        kept.references,
        kept.view,
        other,
        kept.gaps,
    )


def _sound(kept: _Kept, length: int) -> bool:
    """Whether units lie within the text and within units before them, so that no way through them is endless."""
    if not all(start >= 0 and 0 <= size <= length - start for _, _, start, size, _ in kept.sections):
        return False
    units = kept.outline.units if kept.outline is not None else ()
    return bool(kept.sections) and all(
        -1 <= unit.parent < at and 0 <= unit.start <= unit.own_end <= unit.end <= length
        for at, unit in enumerate(units)
    )


__all__ = ["Identity", "kept_document", "kept_text"]
