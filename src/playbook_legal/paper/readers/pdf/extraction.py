"""What PDFium finds on the pages of a PDF, told in a process of its own.

PDFium is a large library for a dangerous format: a file can make it run for hours, fill the memory or break down,
and it must not be used by two threads. So it runs apart (`apart.py` starts it), under limits that the system
enforces: the file comes in on standard input, what stands on its pages goes out on standard output as JSON. Nothing
but the standard library and PDFium is loaded here, because this starts once for every file.

Of each page is told its text, how many characters have a meaning that the file does not say (`unmapped`, with the
letters that PDFium puts in their place), and, where there is hardly any text, how much of it is picture and in how
many pieces it is drawn.
"""

import ctypes
import json
import re
import sys
from typing import Any

MAXIMUM_PAGES = 10_000
MAXIMUM_CHARACTERS = 40_000_000  # of all pages together; a page of print has three thousand
CPU_SECONDS = 60
MEMORY_BYTES = 2 * 1024**3

# Fewer characters than these do not make a page of text: a number stamped on a scan, its head and foot.
FEW = 100
_SAMPLE = 300  # characters looked at on each page before all of them are
_MOST_PIECES = 5_000  # pieces of a page looked at for pictures and strokes
_MOST_MARKERS = 200  # lines of a page that consist of the bullet or number of a list

_MARKER = re.compile(r"[^\w\s]|\uf0b7|\(?(?:\d{1,3}|[A-Za-z]{1,4})[.)]")

_LINE_END_HYPHEN = "\ufffe"  # how PDFium writes a hyphen at the end of a line, which it takes away
_NO_MEANING = "\ufffd"
_INVISIBLE = {code: _NO_MEANING for code in (*range(32), *range(127, 160)) if code not in (9, 10, 13)}


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
        text = _text(paper)
        unmapped, instead = _unmapped(paper, characters)
    finally:
        paper.close()
    visible = sum(not letter.isspace() for letter in text)
    picture, pieces = _pieces(page) if visible < FEW else (0.0, 0)
    return {
        "text": text,
        "characters": characters,
        "unmapped": unmapped,
        "instead": instead,
        "picture": picture,
        "pieces": pieces,
    }


def _text(paper: Any) -> str:
    """The text of a page, a line of the page on each line."""
    lines: list[_Line] = []
    units = 0  # PDFium counts in units of UTF-16
    for raw in paper.get_text_range().split("\r\n"):
        text = _with_hyphens(paper, raw, units) if _LINE_END_HYPHEN in raw else raw
        lines.append((units, text.replace("\r", "\n").translate(_INVISIBLE).rstrip()))
        units += _units(raw) + 2
    text = "\n".join(_with_markers_in_place(paper, lines))
    return "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")


_Line = tuple[int, str]  # where it begins on the page, in units of UTF-16, and its text


def _with_hyphens(paper: Any, raw: str, units: int) -> str:
    """`raw` with a hyphen and the end of its line where PDFium left a mark of both. It puts the same mark for a
    character that means nothing, and knows which is which."""
    import pypdfium2.raw as pdfium

    first, *others = raw.split(_LINE_END_HYPHEN)
    pieces = [first]
    units += _units(first)
    for other in others:
        index = pdfium.FPDFText_GetCharIndexFromTextIndex(paper, units)
        if pdfium.FPDFText_IsHyphen(paper, index) == 1:
            pieces.append("-\n" if other else "-")
        else:
            pieces.append(_NO_MEANING)
        pieces.append(other)
        units += 1 + _units(other)
    return "".join(pieces)


def _with_markers_in_place(paper: Any, lines: list[_Line]) -> list[str]:
    """The lines, with bullets and numbers of lists before the items they mark. Browsers draw them last of all, and
    in the order of drawing they stand at the end of the page, in the middle of a sentence that goes on overleaf."""
    alone = [at for at, (_, text) in enumerate(lines) if _MARKER.fullmatch(text)]
    if not alone:
        return [text for _, text in lines]
    origins = [_origin(paper, units) for units, _ in lines]
    marked: dict[int, str] = {}
    moved: set[int] = set()
    for at in alone[:_MOST_MARKERS]:
        x, y = origins[at]
        beside = [
            (origins[other][0], other)
            for other, (_, text) in enumerate(lines)
            if text
            and other not in alone
            and other not in marked
            and abs(origins[other][1] - y) < 3
            and x < origins[other][0] < x + 72
        ]
        if beside:
            marked[min(beside)[1]] = lines[at][1]
            moved.add(at)
    return [
        f"{marked[at]} {text}" if at in marked else text
        for at, (_, text) in enumerate(lines)
        if at not in moved
    ]


def _origin(paper: Any, units: int) -> tuple[float, float]:
    """Where on the page the character stands, from the left and from below, in points."""
    import pypdfium2.raw as pdfium

    x, y = ctypes.c_double(), ctypes.c_double()
    index = pdfium.FPDFText_GetCharIndexFromTextIndex(paper, units)
    return (x.value, y.value) if pdfium.FPDFText_GetCharOrigin(paper, index, x, y) else (-1.0, -1.0)


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


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
