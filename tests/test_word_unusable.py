"""Word files that cannot be read say so in one line, soon, and without filling the memory."""

import hashlib
import io
import subprocess
import sys
import zipfile

import pytest

from playbook_legal.paper.readers.word import read_word
from playbook_legal.paper.readers.word.annotate import Annotation, annotated
from playbook_legal.problems import UnusableInputError

from . import word_files as word
from .word_files import document, docx, numbered, numbering, packed, paragraph, style, styles, zipped

BOMB = b"<w:p/>" + b" " * 80_000_000


def with_main(main: str | bytes) -> bytes:
    return packed({"word/document.xml": main})


def body(inside: str) -> str:
    return document(inside)


def locked_entry() -> bytes:
    """The listing at the archive's end says of the document that it is packed with a password."""
    data = bytearray(docx(paragraph("x")))
    entry = data.rindex(b"word/document.xml", 0, data.rindex(b"PK\x05\x06")) - 46
    assert data[entry : entry + 4] == b"PK\x01\x02"
    data[entry + 8] |= 1
    return bytes(data)


def damaged() -> bytes:
    data = bytearray(docx(*(paragraph(f"Text {at}") for at in range(500))))
    middle = data.index(b"word/document.xml") + 200
    data[middle : middle + 40] = b"\xff" * 40
    return bytes(data)


def understated() -> bytes:
    """The listing at the archive's end says that the document is shorter than it is."""
    data = bytearray(docx(*(paragraph(f"Text {at}") for at in range(50))))
    entry = data.rindex(b"word/document.xml", 0, data.rindex(b"PK\x05\x06")) - 46
    data[entry + 24 : entry + 28] = (40).to_bytes(4, "little")
    return bytes(data)


def many_entries() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for at in range(10_001):
            archive.writestr(zipfile.ZipInfo(f"x/{at}", word.STAMP), b"")
    return out.getvalue()


DOCTYPE = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>'
EXTERNAL = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'

CASES = [
    ("no zip at all", b"PK\x03\x04 and then nothing", "its archive cannot be opened"),
    ("empty", b"", "its archive cannot be opened"),
    ("cut off", docx(paragraph("x"))[:200], "its archive cannot be opened"),
    (
        "old kind",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600),
        "a Word file of the old kind (.doc); save it as .docx",
    ),
    (
        "with a password",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
        "locked with a password",
    ),
    ("entry with a password", locked_entry(), "packed with a password"),
    ("damaged", damaged(), "is damaged"),
    ("no document in it", zipped({"readme.txt": b"x"}), "an archive without a Word document"),
    ("workbook", zipped({"xl/workbook.xml": "<x/>"}), "an Excel workbook"),
    ("slides", zipped({"ppt/presentation.xml": "<x/>"}), "a PowerPoint presentation"),
    ("open document", zipped({"mimetype": b"x", "content.xml": "<x/>"}), "an OpenDocument file"),
    ("bomb", with_main(BOMB), "too large unpacked"),
    ("many parts", many_entries(), "more than 10000 parts"),
    ("entities", with_main(DOCTYPE), "declares a document type"),
    ("entities from elsewhere", with_main(EXTERNAL), "declares a document type"),
    ("entities in UTF-16", with_main(DOCTYPE.encode("utf-16")), "declares a document type"),
    ("no UTF-16 after all", with_main(b"\xff\xfe\x00\xd8\x00"), "is not the UTF-16 that it claims to be"),
    (
        "main part of another name that is gone",
        packed({"word/other.xml": "<x/>"}),
        "an archive without a Word document",
    ),
    ("unpacked larger than listed", understated(), "is damaged"),
    ("not well-formed", with_main("<w:document>"), "not well-formed XML"),
    ("empty part", with_main(b""), "not well-formed XML"),
    ("nested", with_main(body("<w:sdt><w:sdtContent>" * 5_000)), "nested deeper than any document"),
    ("elements", with_main(body("<w:p/>" * 6_100_000)), "too large unpacked"),
    ("broken styles", docx(paragraph("x"), styles="<w:styles"), "not well-formed XML"),
]


@pytest.mark.parametrize(("data", "message"), [one[1:] for one in CASES], ids=[one[0] for one in CASES])
def test_what_cannot_be_read_is_said_in_one_line(data, message):
    with pytest.raises(UnusableInputError) as caught:
        read_word("a", "A", data, "0" * 64, "deal/a.docx")
    assert message in str(caught.value)
    assert str(caught.value).startswith("deal/a.docx: ")
    assert "\n" not in str(caught.value)


def test_more_elements_than_a_document_needs_are_refused():
    # Text that does not pack well, so that it is not the ratio that refuses them.
    filler = hashlib.shake_256(b"filler").hexdigest(200_000)
    with pytest.raises(UnusableInputError, match="more elements than any document needs"):
        read_word("a", "A", with_main(body(filler + "<a/>" * 3_100_000)), "0" * 64, "a.docx")


def test_more_paragraphs_than_a_document_has_are_refused():
    filler = hashlib.shake_256(b"filler").hexdigest(60_000)
    with pytest.raises(UnusableInputError, match="more than 250000 paragraphs"):
        read_word("a", "A", with_main(body(filler + "<w:p/>" * 250_001)), "0" * 64, "a.docx")


def test_an_element_with_a_hundred_thousand_attributes_is_read():
    attributes = " ".join(f'a{at}="x"' for at in range(100_000))
    data = with_main(body(f"<w:p {attributes}><w:r><w:t>text</w:t></w:r></w:p>"))
    assert read_word("a", "A", data, "0" * 64, "a.docx").text == "text\n"


def test_missing_optional_parts_and_lost_ids_do_no_harm():
    relations = (
        f'<Relationship Id="rId1" Type="{word.RELATIONS}/styles" Target="styles.xml"/>'
        f'<Relationship Id="rId2" Type="{word.RELATIONS}/header" Target="/word/gone.xml"/>'
        f'<Relationship Id="rId3" Type="{word.RELATIONS}/comments" Target="http://x.test" TargetMode="External"/>'
    )
    main = body(paragraph("Text", word.footnote_mark(7), style="Gone", num=12, level=3))
    read = read_word("a", "A", packed({"word/document.xml": main}, relations=relations), "0" * 64, "a.docx")
    assert read.text == "Text\n"


def test_styles_and_lists_that_run_in_circles_end():
    sheet = (
        style("A", based_on="B")
        + style("B", based_on="A")
        + style("C", based_on="C", num=1)
        + style("L", num=2)
    )
    lists = (
        word.definition(0, link="L") + word.definition(1, link="L", linked_from="L")
        + numbered(1, 0) + numbered(2, 1) + numbered(3, 9)
    )  # fmt: skip
    text = (
        paragraph("a", style="A"),
        paragraph("c", style="C"),
        paragraph("d", num=3, level=0),
        paragraph("e", num=2),
    )
    read = read_word(
        "a", "A", docx(*text, styles=styles(sheet), numbering=numbering(lists)), "0" * 64, "a.docx"
    )
    assert read.text == "a\nc\nd\ne\n"


def test_list_styles_that_lead_back_to_one_another_end():
    sheet = styles(style("A", num=2) + style("B", num=1))
    lists = numbering(
        word.definition(0, link="A") + word.definition(1, link="B") + numbered(1, 0) + numbered(2, 1)
    )
    data = docx(paragraph("Text", num=1, level=0), styles=sheet, numbering=lists)
    assert read_word("a", "A", data, "0" * 64, "a.docx").text == "Text\n"


def test_a_listing_that_names_a_lost_main_part_is_passed_over():
    data = packed({"word/document.xml": body(paragraph("Text")), "_rels/.rels": LOST})
    assert read_word("a", "A", data, "0" * 64, "a.docx").text == "Text\n"


def test_a_comment_cannot_be_written_into_a_file_that_does_not_list_its_parts():
    data = zipped({"word/document.xml": body(paragraph("Text"))})
    with pytest.raises(UnusableInputError, match=r"lacks its part"):
        annotated(data, [Annotation("C", "x", 0)], "a.docx")


LOST = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" '
    f'Type="{word.RELATIONS}/officeDocument" Target="word/gone.xml"/></Relationships>'
)


@pytest.mark.parametrize("value", ["-5", "99999999999999999999", "x", "", "1.5"])
def test_numbers_that_are_none_are_taken_for_absent(value):
    lists = word.definition(0, word.level(0, "%1.").replace('w:start w:val="1"', f'w:start w:val="{value}"'))
    text = f'<w:p><w:pPr><w:numPr><w:ilvl w:val="{value}"/><w:numId w:val="1"/></w:numPr></w:pPr></w:p>'
    read = read_word("a", "A", docx(text, numbering=numbering(lists + numbered(1, 0))), "0" * 64, "a.docx")
    assert read.text in ("0.\t\n", "-5.\t\n")


def test_fields_that_begin_and_do_not_end_hide_nothing():
    begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
    end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    read = read_word(
        "a", "A", docx(paragraph(end, begin), paragraph("Text."), paragraph(end)), "0" * 64, "a.docx"
    )
    assert read.text == "\nText.\n\n"


def test_the_strict_variety_of_the_format_is_read_like_the_other():
    main = body(paragraph("Text.")).replace(word.WORD, "http://purl.oclc.org/ooxml/wordprocessingml/main")
    assert read_word("a", "A", with_main(main), "0" * 64, "a.docx").text == "Text.\n"


def test_without_the_extra_the_message_names_the_command():
    script = (
        "import sys; sys.modules['lxml'] = None\n"
        "from playbook_legal.paper.readers.word import read_word\n"
        "try: read_word('a', 'A', b'PK', '0', 'a.docx')\n"
        "except Exception as error: print(type(error).__name__, error)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == (
        "UnusableInputError a.docx: reading Word files needs an extra: "
        "pip install 'playbook-legal[word]' [word]\n"
    )
