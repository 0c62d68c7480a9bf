"""Which kind of paper a file is, told by its content, and the reader for it.

A name alone proves nothing: a filing saved as `.md` is plain text, Markdown saved as `.txt` is Markdown, and a Word
file without its suffix is a Word file. Text readers are loaded when a document is taken apart, the readers of Word
and PDF when there is such a file.
"""

import hashlib
import re
from typing import Literal

import msgspec

from ..problems import Problem, UnusableInputError
from ..sources.files import Source, decode_source
from .documents import Document
from .packed_text import packed_file
from .suffixes import MARKDOWN_SUFFIXES

PaperKind = Literal["markdown", "text", "word", "pdf"]

# Up to here a text is looked at to tell Markdown from plain text.
_LOOKED_AT = 200_000
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+\S", re.MULTILINE)
_FILED = re.compile(r"^\s*(?:<PAGE>|ARTICLE\s+[IVXLC0-9]+|SECTION\s+[0-9])", re.MULTILINE | re.IGNORECASE)

# What UTF-8 looks like when it is read as Windows-1252 or as the code page of an old console.
_GARBLED = re.compile("â€[œ™˜“”\x9d\ufffd¦]|Ã[\xa0-¿]|Â[\xa0§©®°»«]|ΓÇ[ÖÿÜóô£]|ÔÇ[ÖÿÜóô£]|ΓöÇ|ï»¿")
_FEWEST_GARBLED = 2

# Beginnings of files that are paper of a kind that is not read, and what to do about them.
_SAVE_AS = "save it as .docx, .pdf or text"
_OTHERS = (
    (b"{\\rtf", "a rich text file"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"II*\x00", "a picture"),
    (b"MM\x00*", "a picture"),
    (b"Rar!", "an archive"),
    (b"7z\xbc\xaf", "an archive"),
    (b"\x1f\x8b", "a compressed file"),
)


# A file of zeros is what is left of one that was never fetched.
_EMPTY = "the file is empty, as after a download or a synchronization that failed; fetch it again"
_WORDLESS = "there is no word in the file; ask for the file as it was"
_OF_A_WORD = re.compile(r"[^\W_]")


class Paper(msgspec.Struct, frozen=True):
    """A file as read: its kind, its text and the SHA-256 of its bytes. `encoding` is that of a text other than
    UTF-8. Word and PDF are taken apart at once: `document` is the result, and `text` is its text. `notes` are
    remarks on a text, a line each."""

    kind: PaperKind
    text: str
    sha256: str
    encoding: str = ""
    document: Document | None = None
    notes: tuple[str, ...] = ()


def kind_of(data: bytes, name: str) -> PaperKind:
    """What the file with these bytes is. Raises `UnusableInputError` when it is empty, or paper of no kind that is
    read."""
    if not data or (data[0] == 0 and not data.strip(b"\0")):
        raise _unusable(name, _EMPTY)
    if data.startswith(b"%PDF-") or b"%PDF-" in data[:1024]:
        return "pdf"
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")):
        return "word"  # the reader of Word says what else it may be
    for beginning, what in _OTHERS:
        if data.startswith(beginning):
            raise _unusable(name, f"this is {what}; {_SAVE_AS}")
    return "markdown" if name.lower().endswith(MARKDOWN_SUFFIXES) else "text"


def is_markdown(text: str, name: str) -> bool:
    """Whether a text is Markdown: by its suffix when nothing in it says otherwise, else by its marks."""
    start = text[:_LOOKED_AT]
    if name.lower().endswith(MARKDOWN_SUFFIXES):
        marked = _HEADING.search(start) is not None or "**" in start or "](" in start
        return marked or _FILED.search(start) is None
    first = _HEADING.search(start) if _begins_with_hash(start) else None
    return first is not None and _HEADING.search(start, first.end()) is not None


def _begins_with_hash(text: str) -> bool:
    """Whether a line begins with `#`, as a heading does: a quick look."""
    at = text.find("#")
    while at >= 0:
        before = text[max(0, at - 4) : at].rstrip(" ")
        if before.endswith("\n") or (not before and at < 4):
            return True
        at = text.find("#", at + 1)
    return False


def read_paper(document_id: str, title: str, data: bytes, name: str) -> Paper:
    """The paper in these bytes. Raises `UnusableInputError` when it cannot be read, or has no words."""
    kind = kind_of(data, name)
    if kind == "markdown":
        source = decode_source(data, name)
        _check_for_words(source.text, name)
        told: PaperKind = "markdown" if is_markdown(source.text, name) else "text"
        return Paper(told, source.text, source.sha256, notes=_garbled(source.text))
    sha256 = hashlib.sha256(data).hexdigest()
    if kind == "text":
        from .readers.plain import decode_plain

        text, encoding = decode_plain(data, name)
        _check_for_words(text, name)
        told = "markdown" if is_markdown(text, name) else "text"
        return Paper(told, text, sha256, encoding, notes=_garbled(text))
    if kind == "word":
        from .readers.word import read_word

        document = read_word(document_id, title, data, sha256, name)
    else:
        from .readers.pdf import read_pdf

        document = read_pdf(document_id, title, data, sha256, name)
    return Paper(kind, document.text, sha256, "", document)


def _check_for_words(text: str, name: str) -> None:
    """Raises `UnusableInputError` for a text in which no quotation can stand."""
    if _OF_A_WORD.search(text) is None:
        raise _unusable(name, _WORDLESS)
    packed = packed_file(text)
    if packed:
        raise _unusable(name, packed)


def _garbled(text: str) -> tuple[str, ...]:
    """A remark on a text that somebody once read in a wrong encoding and saved again: `â€œFeesâ€`. Its quotation marks
    and accents are lost, so that true quotations may fail."""
    # Most texts hold none of the letters that these begin with.
    seen = not text.isascii() and any(letter in text for letter in "âÃÂΓÔï")
    found = _GARBLED.findall(text) if seen else []
    if len(found) < _FEWEST_GARBLED:
        return ()
    message = (
        f"the text was saved in a wrong encoding once ({found[0]} stands in it); ask for the file as it was"
    )
    return (message,)


def as_document(paper: Paper, document_id: str, title: str, name: str) -> Document:
    """The paper taken apart into its units."""
    if paper.document is not None:
        return paper.document
    if paper.kind == "markdown":
        from .readers.wild_markdown import read_wild_markdown

        return read_wild_markdown(document_id, title, paper.text, paper.sha256, name)
    from .readers.plain import read_plain

    return read_plain(document_id, title, paper.text, paper.sha256, name, paper.encoding)


def source_of(paper: Paper, name: str) -> Source:
    """The text of the paper as a source, to be looked at for an answer key in another suit."""
    return Source(name, paper.text, paper.sha256)


def _unusable(name: str, message: str) -> UnusableInputError:
    return UnusableInputError([Problem(name, 0, 0, "paper", message)])


__all__ = ["Paper", "as_document", "is_markdown", "kind_of", "read_paper", "source_of"]
