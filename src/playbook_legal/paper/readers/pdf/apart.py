"""The pages of a PDF, read in a process of their own, and what is said when that does not succeed."""

import json
import re
import subprocess
import sys
from importlib.util import find_spec

import msgspec

from ....problems import Problem, UnusableInputError
from ...unreadable import UnreadableDocumentError, unreadable
from .extraction import CPU_SECONDS, MAXIMUM_CHARACTERS, MAXIMUM_PAGES, MEMORY_BYTES
from .page_text import Style

# Of the clock, not of the processor: a machine may be busy.
_PATIENCE_SECONDS = 5 * CPU_SECONDS

_START = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]); "
    f"from {__package__}.extraction import main; main()"
)

_AGAIN = "export it again from the program it was made with, or have the sender send it again"
_REASONS = {
    "locked": "the file is encrypted and needs a password; save a copy without one",
    "no pages": f"the file has no page that could be read; {_AGAIN}",
    "damaged": f"the file is damaged: its structure cannot be followed; {_AGAIN}",
    "damaged page": f"the file is damaged: page {{}} cannot be read; {_AGAIN}",
    "too many pages": f"the file has {{}} pages; more than {MAXIMUM_PAGES} are not read; split it",
    "too much text": f"the file has more than {MAXIMUM_CHARACTERS} characters, which no document has; split it",
}
_OBJECT = re.compile(rb"\d{1,10}\s{1,9}\d{1,5}\s{1,9}obj\b")


class PageFound(msgspec.Struct, frozen=True):
    """A page as PDFium reads it: see `extraction.py`."""

    text: str
    styles: tuple[Style, ...]
    characters: int
    unmapped: int
    instead: str
    picture: float
    pieces: int


class _Answer(msgspec.Struct, frozen=True):
    pages: tuple[PageFound, ...] = ()
    refused: str = ""
    number: int = 0


def pages_of(data: bytes, name: str, patience: float = _PATIENCE_SECONDS) -> tuple[PageFound, ...]:
    """The pages of the PDF with these bytes, called `name` in messages; waits for them `patience` seconds at most.

    Raises `UnreadableDocumentError` when the file is locked, damaged, empty or beyond all measure, and
    `UnusableInputError` when the extra `pdf` is not installed.
    """
    if find_spec("pypdfium2") is None:
        message = "reading a PDF takes an extra; install it with: pip install 'playbook-legal[pdf]'"
        raise UnusableInputError([Problem(name, 0, 0, "extra", message)])
    _check_whole(data, name)
    command = [sys.executable, "-c", _START, json.dumps(sys.path)]
    try:
        done = subprocess.run(  # noqa: S603 - this very program; the file is its input and no part of the command
            command, input=data, capture_output=True, check=False, timeout=patience
        )
        answer = msgspec.json.decode(done.stdout, type=_Answer) if done.returncode == 0 else None
    except subprocess.TimeoutExpired:
        answer = None
    if answer is None:
        message = (
            "the file cannot be read: the PDF library broke down over it, or took more than "
            f"{CPU_SECONDS} seconds or {MEMORY_BYTES // 1024**3} GB of memory; {_AGAIN}"
        )
        raise unreadable(name, message)
    if answer.refused:
        raise unreadable(name, _REASONS[answer.refused].format(answer.number))
    return answer.pages


def _check_whole(data: bytes, name: str) -> None:
    """Raises when the bytes are no PDF, or only the beginning of one: readers repair such a file and leave out
    what is missing, and then a true quotation would not be found."""
    if b"%PDF-" not in data[:1024]:
        raise unreadable(name, "this is no PDF: it does not begin with %PDF-; give the file that was meant")
    end = max(data.rfind(b"%%EOF"), data.rfind(b"startxref"))
    if end < 0 or _OBJECT.search(data, end) is not None:
        raise unreadable(name, f"the file breaks off before its end, as after a failed download; {_AGAIN}")


__all__ = ["PageFound", "UnreadableDocumentError", "pages_of"]
