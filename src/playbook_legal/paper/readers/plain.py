"""Agreements as filing systems hold them: plain text, with typed numbers and the marks of pages.

The text is the source itself. What is read from it is where units begin and which characters belong to the page.
"""

import codecs
import re

from ...problems import Problem, UnusableInputError
from ..assembly import assembled
from ..documents import Document
from ..page_furniture import furniture_of
from ..typed_lines import lines_of
from ..typed_outline import typed_marks

_RULE = "encoding"
_UTF16 = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_UTF32 = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
# Bytes to which windows-1252 gives no character, and controls that no text holds.
_UNDEFINED = re.compile(rb"[\x81\x8d\x8f\x90\x9d]")
_CONTROLS = re.compile(rb"[\x00-\x08\x0b\x0e-\x1f\x7f]")
_NO_CONTROLS = bytes(byte for byte in range(256) if _CONTROLS.match(bytes((byte,))) is None)
# UTF-8 that somebody read as windows-1252 and saved again.
_MOJIBAKE = re.compile("â(?:€[œ\x9d™˜“”¢¦]|„¢)|Ã[©¨¼¶¤±§¡³\xad]|Â[§£©®°·\xa0]|ΓÇ[ÖÿöÆ£]|ΓöÇ")
_MOJIBAKE_INITIALS = "âÃÂΓ"


def read_plain(
    document_id: str, title: str, text: str, sha256: str, name: str, encoding: str = ""
) -> Document:
    """`text` as a document of the units that its typed numbers open. `encoding` is that of the file where it is not
    UTF-8; it is named in the notes."""
    lines, starts = lines_of(text)
    furniture = furniture_of(lines, starts)
    marks = typed_marks(lines, starts, furniture)
    return assembled(
        "text", document_id, title, text, marks, sha256, name,
        furniture=furniture.spans, encoding=encoding, notes=_notes(text, encoding),
    )  # fmt: skip


def furniture_in(text: str) -> tuple[tuple[int, int], ...]:
    """The characters of `text` that belong to its pages, as the document that `read_plain` makes has them."""
    return furniture_of(*lines_of(text)).spans


def decode_plain(data: bytes, name: str) -> tuple[str, str]:
    """The text in `data` and the name of its encoding: empty for UTF-8, else `utf-16-le`, `utf-16-be` or
    `windows-1252`. A byte-order mark is left out. `UnusableInputError` with the line of the first byte that is none
    of these."""
    if data.startswith(_UTF32):
        raise _unusable(name, data, 0, "is UTF-32")
    for mark, encoding in _UTF16:
        if data.startswith(mark):
            try:
                return data[2:].decode(encoding), encoding
            except UnicodeDecodeError as error:
                line = data[2 : 2 + error.start].decode(encoding, "ignore").count("\n") + 1
                raise _problem(name, line, "begins as UTF-16 but is broken here") from error
    data = data.removeprefix(codecs.BOM_UTF8)
    if data.translate(None, _NO_CONTROLS):
        controls = _CONTROLS.search(data)
        assert controls is not None
        raise _unusable(
            name, data, controls.start(), f"holds the byte 0x{data[controls.start()]:02x}, which is no text"
        )
    try:
        return data.decode(), ""
    except UnicodeDecodeError as error:
        undefined = _UNDEFINED.search(data)
        if undefined is not None:
            at = undefined.start()
            raise _unusable(
                name, data, at, f"is not UTF-8, and the byte 0x{data[at]:02x} is none of windows-1252"
            ) from error
        if not _looks_like_words(data):
            raise _unusable(name, data, error.start, "is neither UTF-8 nor words in windows-1252") from error
    return data.decode("windows-1252"), "windows-1252"


def _looks_like_words(data: bytes) -> bool:
    """Whether most bytes are ASCII, as in any agreement written with these letters."""
    high = len(data.translate(None, bytes(range(128))))
    return high <= max(20, len(data) // 5)


def _unusable(name: str, data: bytes, at: int, what: str) -> UnusableInputError:
    return _problem(name, data.count(b"\n", 0, at) + 1, what)


def _problem(name: str, line: int, what: str) -> UnusableInputError:
    message = f"the file {what}; save it as UTF-8 text"
    return UnusableInputError([Problem(name, line, 1, _RULE, message)])


def _notes(text: str, encoding: str) -> tuple[str, ...]:
    """What is to be said about how the file was read."""
    notes = []
    if encoding:
        notes.append(f"read as {encoding}: the file is not UTF-8")
    if any(sign in text for sign in _MOJIBAKE_INITIALS) and not text.isascii():
        places = _MOJIBAKE.findall(text)
        if places:
            notes.append(
                f'the text holds "{places[0]}" and the like in {len(places)} places: it was once read in the wrong '
                "encoding and saved so; it is left as it stands"
            )
    return tuple(notes)


__all__ = ["decode_plain", "furniture_in", "read_plain"]
