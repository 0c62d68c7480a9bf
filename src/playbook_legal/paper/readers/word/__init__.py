"""The reader of Word files: text from the XML itself, with Word's own numbers, in the accepted and original view.

What each module does: `package` opens the file within bounds; `content` walks the XML once, with `revisions` (who
changed what), `properties` and `formulas`; `styles`, `lists`, `numbering` and `formats` count the automatic numbers;
`body`, `lines`, `writing`, `open_fields`, `fields` and `notes` write a view as text; `units`, `labels`, `titles` and
`typed` find the units; `annotate` adds comments to a file.
"""

import msgspec

from ...assembly import assembled
from ...documents import Document, View
from .file import WordFile, loaded
from .notes import written


def read_word(document_id: str, title: str, data: bytes, sha256: str, name: str) -> Document:
    """The Word file in these bytes as a document of kind "word", in the accepted view; `other_view` is the original
    view when the file has tracked changes. Raises `UnusableInputError` when it cannot be read."""
    file = loaded(data, name)
    accepted = _view(file, "accepted", document_id, title, sha256)
    if not file.tracked:
        return accepted
    return msgspec.structs.replace(accepted, other_view=_view(file, "original", document_id, title, sha256))


def _view(file: WordFile, view: View, document_id: str, title: str, sha256: str) -> Document:
    composer, marks = written(file, view)
    writing, notes = composer.writing, list(composer.notes)
    if composer.hidden:
        notes.append(
            f"{composer.hidden} characters of hidden text stand in the file; no page shows them, and they are not read"
        )
    if composer.counters.unknown_formats:
        formats = ", ".join(sorted(composer.counters.unknown_formats))
        notes.append(f"numbers of the format {formats} are written in decimals")
    return assembled(
        "word", document_id, title, writing.text, marks, sha256, file.name, view=view,
        furniture=tuple(sorted(writing.furniture)), changes=tuple(writing.changes), gaps=tuple(writing.gaps),
        references=composer.references(), notes=tuple(notes),
    )  # fmt: skip


__all__ = ["read_word"]
