"""PDF files made by hand for the tests: pages of text, of pictures, of letters without a meaning, and hostile ones.

A file is a list of objects with a table of where each begins; a page is a stream of drawing commands. The fonts are
the standard ones, which every reader knows, or have a table of our own that says what their codes mean.
"""

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

WIDTH, HEIGHT = 612, 792


@dataclass
class Page:
    """A page: drawing commands, the fonts they name beside `Text`, and further resources."""

    commands: bytes
    fonts: Mapping[str, bytes] = field(default_factory=dict)
    objects: Mapping[str, bytes] = field(default_factory=dict)


def text_page(lines: Sequence[str], *, top: int = 740, left: int = 72, size: int = 11) -> Page:
    """A page of text in Helvetica, one line below the other."""
    return Page(text_commands(lines, top=top, left=left, size=size))


def text_commands(lines: Sequence[str], *, top: int = 740, left: int = 72, size: int = 11) -> bytes:
    shown = b"".join(b"(%s) Tj T*\n" % escaped(line.encode("cp1252")) for line in lines)
    return b"BT /Text %d Tf %d TL %d %d Td\n%sET\n" % (size, size + 3, left, top, shown)


@dataclass(frozen=True)
class Run:
    """Words of a line in one style; `rise` is how far they stand above the line, in points."""

    text: str
    size: float = 11
    bold: bool = False
    rise: float = 0


@dataclass(frozen=True)
class SetLine:
    """A line of runs, one behind the other. `below` is how far it stands below the one before, in points; `left` where
    it begins; `turned`: it runs upwards along the edge of the page, at `left`."""

    runs: Sequence[Run]
    below: float = 14
    left: float = 72
    turned: bool = False


def line(text: str, size: float = 11, *, bold: bool = False, below: float = 14, left: float = 72) -> SetLine:
    """A line in one style."""
    return SetLine([Run(text, size, bold)], below, left)


def set_page(lines: Sequence[SetLine], *, top: float = 740) -> Page:
    """A page of lines in the styles that they name, in Helvetica."""
    return Page(set_commands(lines, top=top))


def set_commands(lines: Sequence[SetLine], *, top: float = 740) -> bytes:
    commands = bytearray()
    y = top
    for number, one in enumerate(lines):
        y -= one.below if number else 0
        matrix = b"0 1 -1 0" if one.turned else b"1 0 0 1"
        commands += b"BT %s %g %g Tm\n" % (matrix, one.left, y)
        for run in one.runs:
            font = b"Bold" if run.bold else b"Text"
            shown = escaped(run.text.encode("cp1252"))
            commands += b"/%s %g Tf %g Ts (%s) Tj\n" % (font, run.size, run.rise, shown)
        commands += b"ET\n"
    return bytes(commands)


def escaped(raw: bytes) -> bytes:
    return raw.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def coded_page(lines: Sequence[Sequence[int]], means: Mapping[int, str] | None) -> Page:
    """A page in a font with codes of two bytes; `means` is what each code stands for, None where the file keeps
    no table of it."""
    shown = b"".join(b"<%s> Tj T*\n" % "".join(f"{code:04x}" for code in line).encode() for line in lines)
    commands = b"BT /Coded 11 Tf 14 TL 72 740 Td\n" + shown + b"ET\n"
    return Page(commands, fonts={"Coded": b"" if means is None else to_unicode(means)})


def shapes_page(lines: Sequence[str]) -> Page:
    """The lines in a font without a table of letters: the codes are those of a common typeface's shapes."""
    return coded_page([[ord(letter) - 29 for letter in line] for line in lines], None)


def to_unicode(means: Mapping[int, str]) -> bytes:
    pairs = "\n".join(f"<{code:04x}> <{text.encode('utf-16-be').hex()}>" for code, text in means.items())
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Ours def /CMapType 2 def\n"
        "1 begincodespacerange <0000> <ffff> endcodespacerange\n"
        f"{len(means)} beginbfchar\n{pairs}\nendbfchar endcmap end end\n"
    ).encode()


def picture_page(caption: str = "", *, height: int = HEIGHT) -> Page:
    """A page that is one picture, as a scanner makes it, with a line of text below where one is given."""
    picture = b"q %d 0 0 %d 0 %d cm /Scan Do Q\n" % (WIDTH, height, HEIGHT - height)
    head = b"/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8"
    words = text_commands([caption], top=20) if caption else b""
    return Page(picture + words, objects={"Scan": stream(b"\xf0", head)})


def wrapped_picture_page() -> Page:
    """The same, the picture within a form, as some scanners' programs write it."""
    return Page(b"/Wrap Do\n", objects={"Wrap": b"WRAPPED"})


def drawn_page(lines: int = 2) -> Page:
    """A page whose letters were turned into lines and curves."""
    return Page(
        b"".join(
            b"%d %d m %d %d l S\n" % (x, y, x + 3, y + 5)
            for x in range(72, 540, 9)
            for y in range(700, 700 - 4 * lines, -4)
        )
    )


def nested_forms(depth: int, width: int) -> Page:
    """A page that draws a form that draws a form …: `width` times on each of `depth` steps."""
    return Page(b"/F0 Do\n", objects={"F0": b"NESTED %d %d" % (depth, width)})


def stream(data: bytes, head: bytes = b"", *, packed: bool = False) -> bytes:
    if packed:
        data, head = zlib.compress(data), head + b" /Filter /FlateDecode"
    return b"<< %s /Length %d >>\nstream\n%s\nendstream" % (head, len(data), data)


def pdf_file(pages: Sequence[Page], *, packed: bool = False, trailer: bytes = b"") -> bytes:
    """The bytes of a PDF with these pages."""
    objects: list[bytes] = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    objects += [
        b"<< /Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding >>" % face
        for face in (b"Helvetica", b"Helvetica-Bold")
    ]
    kids: list[int] = []

    def add(written: bytes) -> int:
        objects.append(written)
        return len(objects)

    for page in pages:
        fonts = b"/Text 3 0 R /Bold 4 0 R"
        for name, means in page.fonts.items():
            fonts += b" /%s %d 0 R" % (name.encode(), _coded_font(add, means))
        drawn = b"".join(
            b" /%s %d 0 R" % (name.encode(), _drawn(add, written)) for name, written in page.objects.items()
        )
        contents = add(stream(page.commands, packed=packed))
        kids.append(
            add(
                b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents %d 0 R"
                b" /Resources << /Font << %s >> /XObject <<%s >> >> >>"
                % (WIDTH, HEIGHT, contents, fonts, drawn)
            )
        )
    listed = b" ".join(b"%d 0 R" % kid for kid in kids)
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), listed)
    return _written(objects, trailer)


def _coded_font(add: Callable[[bytes], int], means: bytes) -> int:
    inner = add(
        b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Ours /DW 600"
        b" /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>"
    )
    table = b" /ToUnicode %d 0 R" % add(stream(means)) if means else b""
    return add(
        b"<< /Type /Font /Subtype /Type0 /BaseFont /Ours /Encoding /Identity-H /DescendantFonts [%d 0 R]%s >>"
        % (inner, table)
    )


def _drawn(add: Callable[[bytes], int], written: bytes) -> int:
    head = b"/Type /XObject /Subtype /Form /BBox [0 0 612 792]"
    if written == b"WRAPPED":
        scan = picture_page()
        picture = add(scan.objects["Scan"])
        resources = b" /Resources << /XObject << /Scan %d 0 R >> >>" % picture
        return add(stream(scan.commands, head + resources))
    if not written.startswith(b"NESTED"):
        return add(written)
    depth, width = (int(word) for word in written.split()[1:])
    inner = add(stream(b"BT /Text 9 Tf (again) Tj ET\n", head + b" /Resources << /Font << /Text 3 0 R >> >>"))
    for _ in range(depth):
        inner = add(stream(b"/F Do\n" * width, head + b" /Resources << /XObject << /F %d 0 R >> >>" % inner))
    return inner


def _written(objects: Sequence[bytes], trailer: bytes) -> bytes:
    out = bytearray(b"%PDF-1.7\n")
    begins = []
    for number, written in enumerate(objects, 1):
        begins.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, written)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % begin for begin in begins)
    out += b"trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        trailer,
        table,
    )
    return bytes(out)


# A lock whose key is not known: the entry that says a password is needed.
LOCKED = (
    b"/ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>] /Encrypt << /Filter /Standard"
    b" /V 2 /R 3 /Length 128 /P -3904 /O <%s> /U <%s> >>" % (b"5a" * 32, b"c3" * 32)
)
