"""Word files made in code: paragraphs, runs, styles, lists, tracked changes, notes, tables, boxes and fields.

Each function answers a piece of Word's XML as text; `docx` packs a body and its other parts into the bytes of a file.
Nothing here comes from a file of somebody else, and the same calls always give the same bytes.
"""

import io
import zipfile
from collections.abc import Mapping, Sequence
from html import escape

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_NAMESPACES = (
    f'xmlns:w="{WORD}" xmlns:r="{RELATIONS}" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:v="urn:schemas-microsoft-com:vml" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
)
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
STAMP = (1980, 1, 1, 0, 0, 0)
ANN, BEN = "Ann Author", "Ben Other"
DATE = "2024-05-06T07:08:00Z"


# Runs and what stands among them


def run(
    text: str, *, bold: bool = False, underlined: bool = False, hidden: bool = False, more: str = ""
) -> str:
    """A run. Tabs and line feeds in `text` become Word's own; `more` is further XML of its properties."""
    properties = ("<w:b/>" if bold else "") + ('<w:u w:val="single"/>' if underlined else "")
    properties += "<w:vanish/>" if hidden else ""
    return _run(properties + more, _texts(text, "t"))


def raw_run(content: str) -> str:
    """A run with this XML in it, for instance `<w:noBreakHyphen/>`."""
    return f"<w:r>{content}</w:r>"


def _run(properties: str, content: str) -> str:
    return f"<w:r>{f'<w:rPr>{properties}</w:rPr>' if properties else ''}{content}</w:r>"


def _texts(text: str, tag: str) -> str:
    pieces = []
    for at, line in enumerate(text.split("\n")):
        pieces.append("<w:br/>" if at else "")
        for tab, piece in enumerate(line.split("\t")):
            pieces.append("<w:tab/>" if tab else "")
            pieces.append(f'<w:{tag} xml:space="preserve">{escape(piece)}</w:{tag}>' if piece else "")
    return "".join(pieces)


def inserted(content: str, author: str = ANN, date: str = DATE) -> str:
    """Runs that `author` inserted; a bare text becomes a run."""
    return _revision("ins", content, author, date)


def deleted(content: str, author: str = ANN, date: str = DATE) -> str:
    """Runs that `author` deleted; a bare text becomes a run of deleted text."""
    if not content.startswith("<"):
        content = f"<w:r>{_texts(content, 'delText')}</w:r>"
    return _revision("del", content, author, date)


def moved_here(content: str, author: str = ANN, date: str = DATE) -> str:
    return _revision("moveTo", content, author, date)


def moved_away(content: str, author: str = ANN, date: str = DATE) -> str:
    return _revision("moveFrom", content, author, date)


def _revision(tag: str, content: str, author: str, date: str) -> str:
    inside = content if content.startswith("<") else run(content)
    return f"<w:{tag} {_who(author, date)}>{inside}</w:{tag}>"


def _who(author: str, date: str) -> str:
    return f'w:id="90" w:author="{escape(author)}" w:date="{date}"'


def field(instruction: str, shown: str) -> str:
    """A field of begin, instruction, separator, result and end."""
    marks = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
    told = f'<w:r><w:instrText xml:space="preserve"> {escape(instruction)} </w:instrText></w:r>'
    return marks.format("begin") + told + marks.format("separate") + run(shown) + marks.format("end")


def simple_field(instruction: str, shown: str) -> str:
    return f'<w:fldSimple w:instr="{escape(instruction)}">{run(shown)}</w:fldSimple>'


def bookmark(name: str, content: str = "") -> str:
    return f'<w:bookmarkStart w:id="1" w:name="{name}"/>{content}<w:bookmarkEnd w:id="1"/>'


def hyperlink(content: str) -> str:
    return f'<w:hyperlink w:anchor="x">{content}</w:hyperlink>'


def control(content: str) -> str:
    """A content control, around runs or around paragraphs."""
    return f'<w:sdt><w:sdtPr><w:id w:val="7"/></w:sdtPr><w:sdtContent>{content}</w:sdtContent></w:sdt>'


def footnote_mark(note_id: int) -> str:
    return f'<w:r><w:footnoteReference w:id="{note_id}"/></w:r>'


def endnote_mark(note_id: int) -> str:
    return f'<w:r><w:endnoteReference w:id="{note_id}"/></w:r>'


def commented(content: str, comment_id: int) -> str:
    return (
        f'<w:commentRangeStart w:id="{comment_id}"/>{content}<w:commentRangeEnd w:id="{comment_id}"/>'
        f'<w:r><w:commentReference w:id="{comment_id}"/></w:r>'
    )


def textbox(content: str) -> str:
    """A run with a text box, written twice as Word does: for today's Word and for that of long ago."""
    box = f"<w:txbxContent>{content}</w:txbxContent>"
    return (
        '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:wsp><wps:txbx>'
        f"{box}</wps:txbx></wps:wsp></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>{box}"
        "</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )


# Paragraphs and tables


def paragraph(
    *content: str,
    style: str = "",
    num: int | None = None,
    level: int | None = None,
    mark: str = "",
    was: str | None = None,
    more: str = "",
) -> str:
    """A paragraph of runs; a bare text becomes a run. `num` and `level` are its list, each of which may be left to
    the style. `mark` is what happened to its end: `inserted`, `deleted`, `moved_here`, `moved_away`, or `separator`
    for a style separator. `was` is the XML of its properties before a tracked change of them."""
    properties = f'<w:pStyle w:val="{style}"/>' if style else ""
    if num is not None or level is not None:
        inside = "" if level is None else f'<w:ilvl w:val="{level}"/>'
        inside += "" if num is None else f'<w:numId w:val="{num}"/>'
        properties += f"<w:numPr>{inside}</w:numPr>"
    properties += more
    tags = {"inserted": "ins", "deleted": "del", "moved_here": "moveTo", "moved_away": "moveFrom"}
    if mark == "separator":
        properties += "<w:rPr><w:vanish/><w:specVanish/></w:rPr>"
    elif mark:
        properties += f"<w:rPr><w:{tags[mark]} {_who(ANN, DATE)}/></w:rPr>"
    if was is not None:
        properties += f"<w:pPrChange {_who(ANN, DATE)}><w:pPr>{was}</w:pPr></w:pPrChange>"
    runs = "".join(one if one.startswith("<") else run(one) for one in content if one)
    return f"<w:p>{f'<w:pPr>{properties}</w:pPr>' if properties else ''}{runs}</w:p>"


def table(rows: Sequence[Sequence[str]], changed: Mapping[int, str] | None = None) -> str:
    """A table. A cell is a text, or paragraphs. `changed` says which rows were `inserted` or `deleted`."""
    written = []
    for at, row in enumerate(rows):
        tag = {"inserted": "ins", "deleted": "del"}.get((changed or {}).get(at, ""))
        properties = f"<w:trPr><w:{tag} {_who(ANN, DATE)}/></w:trPr>" if tag else ""
        cells = (one if one.startswith("<w:") else paragraph(one) for one in row)
        written.append(f"<w:tr>{properties}{''.join(f'<w:tc>{cell}</w:tc>' for cell in cells)}</w:tr>")
    return f"<w:tbl>{''.join(written)}</w:tbl>"


# Styles and lists


def style(
    style_id: str,
    *,
    name: str = "",
    based_on: str = "",
    num: int | None = None,
    level: int | None = None,
    outline: int | None = None,
    kind: str = "paragraph",
    run_properties: str = "",
    default: bool = False,
) -> str:
    paragraph_properties = ""
    if num is not None or level is not None:
        inside = "" if level is None else f'<w:ilvl w:val="{level}"/>'
        inside += "" if num is None else f'<w:numId w:val="{num}"/>'
        paragraph_properties += f"<w:numPr>{inside}</w:numPr>"
    if outline is not None:
        paragraph_properties += f'<w:outlineLvl w:val="{outline}"/>'
    by_default = ' w:default="1"' if default else ""
    return (
        f'<w:style w:type="{kind}" w:styleId="{style_id}"{by_default}>'
        f'<w:name w:val="{name or style_id}"/>'
        + (f'<w:basedOn w:val="{based_on}"/>' if based_on else "")
        + (f"<w:pPr>{paragraph_properties}</w:pPr>" if paragraph_properties else "")
        + (f"<w:rPr>{run_properties}</w:rPr>" if run_properties else "")
        + "</w:style>"
    )


def styles(*written: str, language: str = "en-US") -> str:
    run_defaults = f'<w:rPr><w:lang w:val="{language}"/></w:rPr>'
    defaults = f"<w:docDefaults><w:rPrDefault>{run_defaults}</w:rPrDefault></w:docDefaults>"
    return f"<w:styles {_NAMESPACES}>{defaults}{''.join(written)}</w:styles>"


def level(
    at: int,
    text: str,
    form: str = "decimal",
    *,
    start: int = 1,
    restart: int | None = None,
    legal: bool = False,
    style: str = "",
    suffix: str = "",
    indent: int | None = None,
) -> str:
    """A level of a list; `form` of a custom format is its first numbers, `001, 002, 003, ...`."""
    format_element = f'<w:numFmt w:val="{form}"/>'
    if "..." in form:
        format_element = (
            f'<mc:AlternateContent><mc:Choice Requires="w14"><w:numFmt w:val="custom" w:format="{form}"/></mc:Choice>'
            '<mc:Fallback><w:numFmt w:val="decimal"/></mc:Fallback></mc:AlternateContent>'
        )
    return (
        f'<w:lvl w:ilvl="{at}"><w:start w:val="{start}"/>{format_element}'
        + (f'<w:lvlRestart w:val="{restart}"/>' if restart is not None else "")
        + (f'<w:pStyle w:val="{style}"/>' if style else "")
        + ("<w:isLgl/>" if legal else "")
        + (f'<w:suff w:val="{suffix}"/>' if suffix else "")
        + f'<w:lvlText w:val="{escape(text)}"/>'
        + (f'<w:pPr><w:ind w:left="{indent}"/></w:pPr>' if indent is not None else "")
        + "</w:lvl>"
    )


def definition(abstract_id: int, *levels: str, link: str = "", linked_from: str = "") -> str:
    """A definition of a list. `link`: it takes its levels from that list style; `linked_from`: it is the one that
    the list style means."""
    return (
        f'<w:abstractNum w:abstractNumId="{abstract_id}">'
        + (f'<w:styleLink w:val="{linked_from}"/>' if linked_from else "")
        + (f'<w:numStyleLink w:val="{link}"/>' if link else "")
        + "".join(levels)
        + "</w:abstractNum>"
    )


def numbered(
    num_id: int, abstract_id: int, starts: Mapping[int, int] | None = None, changed: str = ""
) -> str:
    """A list of a definition; `starts` are its start overrides by level, `changed` is further XML."""
    overrides = "".join(
        f'<w:lvlOverride w:ilvl="{at}"><w:startOverride w:val="{value}"/></w:lvlOverride>'
        for at, value in (starts or {}).items()
    )
    return f'<w:num w:numId="{num_id}"><w:abstractNumId w:val="{abstract_id}"/>{overrides}{changed}</w:num>'


def numbering(*written: str) -> str:
    """The lists of a file: definitions first, then the lists of them."""
    return f"<w:numbering {_NAMESPACES}>{''.join(written)}</w:numbering>"


LEGAL_LIST = definition(
    0,
    level(0, "%1."),
    level(1, "%1.%2"),
    level(2, "(%3)", "lowerLetter"),
    level(3, "(%4)", "lowerRoman"),
    level(4, "(%5)", "upperLetter"),
)


# Other parts and the file


def notes(kind: str, written: Mapping[int, str]) -> str:
    """The part `footnotes` or `endnotes`; a note is a text, or paragraphs."""
    separator = (
        f'<w:{kind[:-1]} w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:{kind[:-1]}>'
    )
    inside = "".join(
        f'<w:{kind[:-1]} w:id="{note_id}">{one if one.startswith("<") else paragraph(one)}</w:{kind[:-1]}>'
        for note_id, one in written.items()
    )
    return f"<w:{kind} {_NAMESPACES}>{separator}{inside}</w:{kind}>"


def comments(written: Mapping[int, tuple[str, str]]) -> str:
    """The part `comments`: author and text of each."""
    inside = "".join(
        f'<w:comment w:id="{comment_id}" w:author="{escape(author)}" w:date="{DATE}">{paragraph(text)}</w:comment>'
        for comment_id, (author, text) in written.items()
    )
    return f"<w:comments {_NAMESPACES}>{inside}</w:comments>"


def header(*content: str) -> str:
    return f"<w:hdr {_NAMESPACES}>{''.join(content)}</w:hdr>"


def footer(*content: str) -> str:
    return f"<w:ftr {_NAMESPACES}>{''.join(content)}</w:ftr>"


def document(*body: str) -> str:
    return f"<w:document {_NAMESPACES}><w:body>{''.join(body)}</w:body></w:document>"


def docx(*body: str, **parts: str) -> bytes:
    """A Word file. `parts` are further ones by their kind (`styles`, `numbering`, `footnotes`, `comments`, `header`,
    `header2`, `settings`, …), each the XML of the part."""
    files = {"word/document.xml": document(*body)}
    files.update({f"word/{name}.xml": xml for name, xml in parts.items()})
    return packed(files)


def packed(files: Mapping[str, str | bytes], *, relations: str | None = None) -> bytes:
    """The bytes of a package of these parts, with the listings that Word needs."""
    names = [name for name in files if name.startswith("word/") and name != "word/document.xml"]
    if relations is None:
        relations = "".join(
            f'<Relationship Id="rId{at}" Type="{RELATIONS}/{_kind(name)}" Target="{name[5:]}"/>'
            for at, name in enumerate(names, 1)
        )
    listing = f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships">{{}}</Relationships>'
    main = f'<Relationship Id="rId1" Type="{RELATIONS}/officeDocument" Target="word/document.xml"/>'
    types = "".join(
        f'<Override PartName="/{name}" ContentType="application/vnd.openxmlformats-officedocument.'
        f'wordprocessingml.{"document.main" if name.endswith("/document.xml") else _kind(name)}+xml"/>'
        for name in ("word/document.xml", *names)
    )
    standard: dict[str, str | bytes] = {
        "[Content_Types].xml": f'{_HEAD}<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" ContentType='
        f'"application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{types}</Types>',
        "_rels/.rels": listing.format(main),
        "word/_rels/document.xml.rels": listing.format(relations),
    }
    return zipped({**standard, **files})


def _kind(name: str) -> str:
    return name[5:].removesuffix(".xml").rstrip("0123456789")


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    """A zip archive, the same bytes each time."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, STAMP), _bytes_of(content), zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _bytes_of(content: str | bytes) -> bytes:
    if isinstance(content, bytes):
        return content
    return (content if content.startswith("<?xml") else _HEAD + content).encode()
