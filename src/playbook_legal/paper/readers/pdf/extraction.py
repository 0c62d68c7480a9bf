"""What PDFium finds on the pages of a PDF, told in a process of its own.

PDFium is a large library for a dangerous format: a file can make it run for hours, fill the memory or break down,
and it must not be used by two threads. So it runs apart (`apart.py` starts it), under limits that the system
enforces: the file comes in on standard input, what stands on its pages goes out on standard output as JSON. Little
but the standard library and PDFium is needed here, because this starts once for every file.

Of each page is told its text and how its lines are set, how many characters have a meaning that the file does not say
(`unmapped`, with the letters that PDFium puts in their place), and, where there is hardly any text, how much of it is
picture and in how many pieces it is drawn.
"""

import json
import sys
from typing import Any

from .page_text import text_of

MAXIMUM_PAGES = 10_000
MAXIMUM_CHARACTERS = 40_000_000  # of all pages together; a page of print has three thousand
CPU_SECONDS = 60
MEMORY_BYTES = 2 * 1024**3

# Fewer characters than these do not make a page of text: a number stamped on a scan, its head and foot.
FEW = 100
_SAMPLE = 300  # characters looked at on each page before all of them are
_MOST_PIECES = 5_000  # pieces of a page looked at for pictures and strokes


class Refused(Exception):  # noqa: N818 - an answer, not a fault of the program
    """The file cannot be read; the reason is one of the words that `apart.py` knows, with a number."""

    def __init__(self, reason: str, number: int = 0) -> None:
        super().__init__(reason, number)
        self.reason, self.number = reason, number


def extracted(data: bytes, most: int = MAXIMUM_CHARACTERS) -> list[dict[str, Any]]:
    """The pages of the PDF with these bytes, in order; raises `Refused`, also when they hold more than `most`
    characters."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        reasons = {0: "no pages", 4: "locked", 5: "locked"}
        raise Refused(reasons.get(error.err_code, "damaged")) from None
    with document:
        count = len(document)
        if count > MAXIMUM_PAGES:
            raise Refused("too many pages", count)
        pages = []
        characters = 0
        for number in range(count):
            try:
                page = document[number]
                characters += (found := _page(page, most - characters))["characters"]
                page.close()
            except (pypdfium2.PdfiumError, AssertionError):
                raise Refused("damaged page", number + 1) from None
            pages.append(found)
        return pages


def _page(page: Any, allowed: int) -> dict[str, Any]:
    paper = page.get_textpage()
    try:
        characters = paper.count_chars()
        if characters > allowed:
            raise Refused("too much text")
        text, styles = text_of(paper)
        unmapped, instead = _unmapped(paper, characters)
    finally:
        paper.close()
    visible = len("".join(text.split()))
    picture, pieces = _pieces(page) if visible < FEW else (0.0, 0)
    return {
        "text": text,
        "styles": styles,
        "characters": characters,
        "unmapped": unmapped,
        "instead": instead,
        "picture": picture,
        "pieces": pieces,
    }


def _unmapped(paper: Any, characters: int) -> tuple[int, str]:
    """How many characters of the page have no entry in their font's table of letters, and what PDFium writes for
    them: the bare codes."""
    import pypdfium2.raw as pdfium

    unsaid = pdfium.FPDFText_HasUnicodeMapError
    if not any(unsaid(paper, at) == 1 for at in range(0, characters, characters // _SAMPLE + 1)):
        return 0, ""
    codes = [pdfium.FPDFText_GetUnicode(paper, at) for at in range(characters) if unsaid(paper, at) == 1]
    return len(codes), "".join(map(chr, codes)).encode("utf-16-le", "replace").decode("utf-16-le", "replace")


def _pieces(page: Any) -> tuple[float, int]:
    """The share of the page that pictures cover, and the number of pieces it is drawn in."""
    import pypdfium2.raw as pdfium

    left, bottom, right, top = page.get_bbox()
    covered, pieces = 0.0, 0
    for piece in page.get_objects(max_depth=1):
        pieces += 1
        if pieces > _MOST_PIECES:
            break
        if piece.type == pdfium.FPDF_PAGEOBJ_IMAGE or (
            piece.type == pdfium.FPDF_PAGEOBJ_FORM and _holds_picture(piece)
        ):
            x0, y0, x1, y1 = piece.get_bounds()
            covered += max(0.0, min(x1, right) - max(x0, left)) * max(0.0, min(y1, top) - max(y0, bottom))
    return min(1.0, covered / max(1.0, (right - left) * (top - bottom))), pieces


def _holds_picture(form: Any) -> bool:
    """Whether a picture is among the first pieces of a form, or of the form it consists of."""
    import pypdfium2.raw as pdfium

    for _ in range(8):  # scanners' programs wrap a picture in one form or two
        inner = None
        for index in range(min(16, pdfium.FPDFFormObj_CountObjects(form))):
            piece = pdfium.FPDFFormObj_GetObject(form, index)
            kind = pdfium.FPDFPageObj_GetType(piece)
            if kind == pdfium.FPDF_PAGEOBJ_IMAGE:
                return True
            if kind == pdfium.FPDF_PAGEOBJ_FORM:
                inner = piece
        if inner is None:
            return False
        form = inner
    return False


def limit() -> None:
    """Let the system end this process when it takes more time or memory than any document needs."""
    if (
        sys.platform == "win32"
    ):  # pragma: no cover - there the process that started this one looks at the clock
        return
    import resource

    for what, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_CPU, CPU_SECONDS),
        (resource.RLIMIT_AS, MEMORY_BYTES),
    ):
        _, hard = resource.getrlimit(what)
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (allowed, hard))


def main() -> None:
    """Read a PDF from standard input and write what stands on its pages, or why it is refused."""
    limit()
    try:
        answer: dict[str, Any] = {"pages": extracted(sys.stdin.buffer.read())}
    except Refused as refused:
        answer = {"refused": refused.reason, "number": refused.number}
    sys.stdout.buffer.write(json.dumps(answer).encode())
    sys.stdout.buffer.flush()
