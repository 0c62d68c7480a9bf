"""Files in a deal folder that hold no words, or are of a kind that is not read: what cites them is not refuted."""

import base64
import binascii
from pathlib import Path

import pytest

from playbook_legal.critic import ClientRecord
from playbook_legal.critic.submission.items import Cited
from playbook_legal.critic.unread_files import UnreadFile, unread_file
from playbook_legal.paper.citations import parse_citation
from playbook_legal.paper.packed_text import packed_file
from playbook_legal.paper.reading import read_paper
from playbook_legal.problems import UnusableInputError

from .critic_cases import issue, reviewed, write_folder

INVENTED = "the Provider is liable for everything that ever happens"
EMPTY = "the file is empty, as after a download or a synchronization that failed; fetch it again"
WORDLESS = "there is no word in the file; ask for the file as it was"
PROSE = "The parties begin 644 times, and agree that fees are due within thirty days of the invoice.\n"
PDF = b"%PDF-1.4 " + bytes(range(256)) * 40


def uuencoded(data: bytes, name: str = "ex10-4.pdf", *, backtick: bool = True) -> str:
    lines = [
        binascii.b2a_uu(data[at : at + 45], backtick=backtick).decode() for at in range(0, len(data), 45)
    ]
    return f"<PDF>\nbegin 644 {name}\n{''.join(lines)}`\nend\n</PDF>\n"


NO_PAPER = {
    "failed.docx": (b"", EMPTY),
    "failed.pdf": (b"", EMPTY),
    "failed.md": (b"", EMPTY),
    "zeros.docx": (b"\0" * 4096, EMPTY),
    "zeros.txt": (b"\0" * 4096, EMPTY),
    "blank.txt": (b" \r\n\t\r\n", WORDLESS),
    "blank.md": (b"\xef\xbb\xbf\n\n", WORDLESS),
    "lines.txt": (b"______\n\n---- * ----\n", WORDLESS),
    "filed.txt": (
        uuencoded(PDF).encode(),
        'this is the file "ex10-4.pdf" put into letters (uuencoded), and no text; decode it and give the file itself',
    ),
    "mailed.md": (
        b"Content-Type: application/pdf\n\n" + base64.encodebytes(PDF),
        "this is a file put into letters (base64), and no text; decode it and give the file itself",
    ),
}


@pytest.mark.parametrize("name", list(NO_PAPER))
def test_a_file_without_words_cannot_be_read_and_says_why(name):
    data, why = NO_PAPER[name]
    with pytest.raises(UnusableInputError) as caught:
        read_paper("a", "A", data, name)
    assert [one.message for one in caught.value.problems] == [why]


@pytest.mark.parametrize("name", list(NO_PAPER))
def test_a_quotation_of_it_is_not_called_invented_and_the_file_is_listed(tmp_path, name):
    deal = write_folder(tmp_path / "deal")
    data, why = NO_PAPER[name]
    (deal / name).write_bytes(data)
    stem = name.partition(".")[0]
    report = reviewed(tmp_path, {"issues": [issue(INVENTED, citation=f"{stem} §full")]})
    assert [(str(one.cause), one.severity) for one in report.findings] == [
        ("unreadable_document", "advisory")
    ]
    assert why.partition('"')[0] in report.findings[0].message
    (card,) = [one for one in report.record.documents if one.unreadable]
    assert (card.id, card.kind, card.unreadable) == (stem, "unreadable", why)


def test_a_text_with_words_beside_a_packed_file_is_read_for_its_words():
    packed = uuencoded(PDF, backtick=False)
    assert packed_file(packed).startswith("this is the file")
    assert packed_file(PROSE * 60 + packed) == ""
    assert packed_file(PROSE * 60 + base64.encodebytes(PDF).decode()) == ""
    assert packed_file("begin 644 fee.pdf\n" + PROSE.upper() * 60) == ""
    assert packed_file("甲方应当按照本协议的约定向乙方支付全部服务费用。\n" * 60) == ""
    assert packed_file("W" * 40 + "\n") == ""


# --- files of a kind that is not read, and files that share a name ------------------------------------------------


@pytest.fixture
def record(tmp_path: Path) -> ClientRecord:
    deal = write_folder(tmp_path / "deal")
    for name in ("old.doc", "page.html", "Side Letter.rtf", "scan 3.tiff", "dpa.doc", "letter.v2.msg"):
        (deal / name).write_bytes(b"x")
    for name in ("broken.docx", "broken.pdf", "half.docx"):
        (deal / name).write_bytes(b"")
    (deal / "half.txt").write_text("1. Fees\n\nCustomer pays all fees within thirty days.\n")
    return ClientRecord.from_directory(deal)


def test_paper_of_other_kinds_is_listed_as_not_read(record):
    assert record.not_read == (
        "Side Letter.rtf", "dpa.doc", "letter.v2.msg", "old.doc", "page.html", "scan 3.tiff",
    )  # fmt: skip


OLD = UnreadFile("old.doc")
NAMED = [
    ("old §4.2", OLD),
    ("OLD §4.2", OLD),
    ("old.doc §4.2", OLD),
    ("old", OLD),
    ("Section 4.2 of old", OLD),
    ("page.html", UnreadFile("page.html")),
    ("side letter § 1", UnreadFile("Side Letter.rtf")),
    ("scan 3 §full", UnreadFile("scan 3.tiff")),
    ("letter.v2 §1", UnreadFile("letter.v2.msg")),
    ("broken §1", "broken.docx broken.pdf"),
    ("half §1", None),  # one of the two can be read
    ("dpa §5.1", None),
    ("dpa.doc §5.1", UnreadFile("dpa.doc")),
    ("old agreement §4.2", None),
    ("old-but-new §1", None),
    ("golden §1", None),
    ("Section 5.1", None),
    ("doc §1", None),
]


@pytest.mark.parametrize(("written", "expected"), NAMED)
def test_a_citation_may_name_a_file_that_nobody_could_read(record, written, expected):
    found = unread_file(Cited(written, parse_citation(written), ""), record)
    if isinstance(expected, str):
        assert found is not None
        assert " ".join(record.ids[index] for index in found.documents) == expected
    else:
        assert found == expected


def test_asked_for_ids_alone_it_reads_nothing_else(record):
    for written in ("Section 4.2 of old", "the old text"):
        assert unread_file(Cited(written, None, ""), record, by_id=True) is None
    assert unread_file(Cited("old", None, ""), record, by_id=True) == OLD
