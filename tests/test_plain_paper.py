"""Filed agreements in plain text: how the bytes are read, what belongs to the page, and the outline of real filings."""

import hashlib
import time
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from playbook_legal.paper.documents import Document
from playbook_legal.paper.outline import Unit
from playbook_legal.paper.page_furniture import furniture_of
from playbook_legal.paper.readers.plain import decode_plain, read_plain
from playbook_legal.paper.typed_lines import lines_of
from playbook_legal.problems import UnusableInputError

from .given_paper import FILINGS

ANNOTATIONS = Path(__file__).parent / "data" / "filings"


def read(text: str, encoding: str = "") -> Document:
    return read_plain("msa", "MSA", text, "", "msa.txt", encoding)


def without_furniture(text: str) -> str:
    """What of `text` is left, with runs of white space made one."""
    at, kept = 0, list[str]()
    for start, end in read(text).furniture:
        kept.append(text[at:start])
        at = end
    return " ".join("".join([*kept, text[at:]]).split())


# --- bytes ----------------------------------------------------------------------------------------------------


BYTES = [
    ("plain", b"1. Fees\n", "1. Fees\n", ""),
    ("utf-8", "1. “Fees”\n".encode(), "1. “Fees”\n", ""),
    ("utf-8 with a mark", b"\xef\xbb\xbf1. Fees\n", "1. Fees\n", ""),
    ("utf-16 little", b"\xff\xfe" + "1. “Fees”\n".encode("utf-16-le"), "1. “Fees”\n", "utf-16-le"),
    ("utf-16 big", b"\xfe\xff" + "1. “Fees”\n".encode("utf-16-be"), "1. “Fees”\n", "utf-16-be"),
    ("windows-1252", b"1. \x93Fees\x94 \x96 \xa7 4.2\n", "1. “Fees” – § 4.2\n", "windows-1252"),
    ("form feeds and tabs", b"1.\tFees\x0c\r\n", "1.\tFees\x0c\r\n", ""),
    ("nothing", b"", "", ""),
]


@pytest.mark.parametrize(
    ("data", "text", "encoding"), [case[1:] for case in BYTES], ids=[case[0] for case in BYTES]
)
def test_the_encoding_is_named_where_it_is_not_utf_8(data, text, encoding):
    assert decode_plain(data, "msa.txt") == (text, encoding)


NO_TEXT = [
    ("a zero byte", b"1. Fees\n2. \x00Term\n", 2, "0x00"),
    ("a control", b"1. Fees\n\n2. \x01Term\n", 3, "0x01"),
    ("a byte of no meaning", b"1. \xe4\n2. \x81Term\n", 2, "0x81"),
    ("more letters than words", b"1. Fees\n" + b"\xe9\xe8\xff" * 20, 2, "windows-1252"),
    ("broken utf-16", b"\xff\xfe" + "1. Fees\n".encode("utf-16-le") + b"\x00\xd8\x20", 2, "UTF-16"),
    ("utf-32", b"\xff\xfe\x00\x00" + "1. Fees\n".encode("utf-32-le"), 1, "UTF-32"),
]


@pytest.mark.parametrize(
    ("data", "line", "word"), [case[1:] for case in NO_TEXT], ids=[case[0] for case in NO_TEXT]
)
def test_bytes_that_are_no_text_are_refused_with_their_line(data, line, word):
    with pytest.raises(UnusableInputError) as caught:
        decode_plain(data, "msa.txt")
    problem = caught.value.problems[0]
    assert (problem.path, problem.line, problem.rule) == ("msa.txt", line, "encoding")
    assert word in problem.message
    assert "UTF-8" in problem.message


def test_a_text_read_in_the_wrong_encoding_before_is_named_and_left_as_it_is():
    text = "1. Fees\n\nThe â€œFeesâ€\x9d are due.\n"
    document = read(text)
    assert document.text == text
    assert len(document.notes) == 1
    assert '"â€œ"' in document.notes[0]
    assert "2 places" in document.notes[0]


def test_the_notes_name_an_encoding_other_than_utf_8():
    document = read("1. Fees\n", "windows-1252")
    assert document.encoding == "windows-1252"
    assert document.notes == ("read as windows-1252: the file is not UTF-8",)


def test_words_with_accents_are_no_wrong_encoding():
    assert read("1. Café\n\nÀ la carte, naïve Ângela and Ärger.\n").notes == ()


# --- the document ---------------------------------------------------------------------------------------------


def test_the_document_is_the_source_cut_into_the_own_texts_of_its_units():
    text = "AGREEMENT\n\n1. Fees\n\nFoo.\n\n(a) Rates.\n\n(b) Taxes.\n\n2. Term\n\nBar.\n"
    document = read(text)
    assert (document.kind, document.text, document.name) == ("text", text, "msa.txt")
    assert [(section.token, section.line, section.text) for section in document.sections] == [
        ("preamble", 1, "AGREEMENT"),
        ("1", 3, "1. Fees\n\nFoo."),
        ("1(a)", 7, "(a) Rates."),
        ("1(b)", 9, "(b) Taxes."),
        ("2", 11, "2. Term\n\nBar."),
    ]


def test_carriage_returns_change_nothing_but_the_offsets():
    text = "AGREEMENT\n\n1. Fees\n\nFoo.\n\n(a) Rates.\n\n(b) Taxes.\n\n2. Term\n\nBar.\n"
    for end in ("\r\n", "\r"):
        assert read(text.replace("\n", end)).tokens == read(text).tokens


def test_a_text_without_numbers_is_cited_as_a_whole():
    assert read("Dear Sirs,\n\nwe agree.\n").tokens == ("full",)


PIECES = [
    "\n", "\n\n", "\r\n", " ", "\f", "ARTICLE I", "ARTICLE", "II", "Section 1.1", "1.", "2.", "1.1", "1.0", "(a)",
    "(b)", "(i)", "(ii)", "A.", "EXHIBIT A", "<PAGE>", "<TABLE>", "</TABLE>", "<DOCUMENT>", "12", "- 3 -", "WHEREAS",
    "RECITALS", "IN WITNESS WHEREOF", "NOW, THEREFORE", "as follows:", "Fees.", "The fees are due", "of the",
    "....... 4", "TABLE OF CONTENTS", "[Reserved]",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
def test_whatever_is_read_the_parts_are_parts_of_the_source(text):
    document = read(text)
    assert document.text == text
    for section in document.sections:
        assert text[section.start : section.start + len(section.text)] == section.text
        assert section.line == text.count("\n", 0, section.start) + 1
    assert document.outline is not None
    starts = [unit.start for unit in document.outline.units]
    assert starts == sorted(starts)
    ends = [end for span in document.furniture for end in span]
    assert ends == sorted(ends)
    assert all(0 <= start < end <= len(text) for start, end in document.furniture)


# --- what belongs to the page ---------------------------------------------------------------------------------

LOOSE = "The Borrower shall pay all of the fees\n\n{}\n\nthat are due under this Agreement.\n"
FILLER = "".join(f"Line {number} of a page that speaks of nothing in particular,\n" for number in range(30))


def pages(*marks: str) -> str:
    """A text whose sentence goes on over each of the `marks`."""
    return "".join(FILLER + LOOSE.format(mark) for mark in marks) + FILLER


def test_a_page_mark_does_not_stand_in_the_sentence():
    assert "all of the fees that are due" in without_furniture(LOOSE.format("<PAGE>   12"))


PAGE_NUMBERS = [
    ("bare", ["1", "2", "3"]),
    ("dashed", ["- 1 -", "- 2 -", "- 3 -"]),
    ("close", ["-11-", "-12-", "-13-"]),
    ("in words", ["Page 3 of 10", "Page 4 of 10", "Page 5 of 10"]),
    ("roman", ["ii", "iii", "iv"]),
    ("of an exhibit", ["A-1", "A-2", "A-3"]),
    ("beside marks", ["4\n<PAGE>   5", "5\n<PAGE>   6"]),
    ("behind form feeds", ["\f4", "\f5"]),
]


@pytest.mark.parametrize("marks", [case[1] for case in PAGE_NUMBERS], ids=[case[0] for case in PAGE_NUMBERS])
def test_page_numbers_that_count_belong_to_the_page(marks):
    assert without_furniture(pages(*marks)).count("all of the fees that are due") == len(marks)


NO_PAGE_NUMBERS = [
    ("a number alone", ["30"]),
    ("two of them", ["30", "31"]),
    ("they do not count", ["30", "60", "90"]),
    ("they do not count beside marks", ["30\n<PAGE>", "60\n<PAGE>", "45\n<PAGE>"]),
    ("one beside a mark", ["30\n<PAGE>"]),
    ("items of a list", ["(i)", "(ii)", "(iii)"]),
    ("they change their dress", ["1", "-2-", "3"]),
    ("years", ["1998", "2001", "2004"]),
]


@pytest.mark.parametrize(
    "marks", [case[1] for case in NO_PAGE_NUMBERS], ids=[case[0] for case in NO_PAGE_NUMBERS]
)
def test_a_number_that_may_belong_to_the_sentence_stays(marks):
    text = without_furniture(pages(*marks))
    for mark in marks:
        assert f"all of the fees {mark.split()[0]} that are due" in text


def test_a_number_of_the_text_does_not_end_the_count_of_the_pages():
    text = without_furniture(pages("1", "2", "7", "3"))
    assert text.count("all of the fees that are due") == 3
    assert text.count("all of the fees 7 that are due") == 1


def test_of_two_numbers_that_claim_one_page_both_stay():
    text = without_furniture(pages("1", "2", "3", "3", "4", "5"))
    assert text.count("all of the fees 3 that are due") == 2
    assert text.count("all of the fees that are due") == 4


def test_a_number_within_a_paragraph_stays():
    text = "".join(FILLER + f"within\n{number}\ndays after the date\n" for number in (1, 2, 3, 4))
    assert read(text).furniture == ()


def test_numbers_in_the_rows_of_a_table_stay():
    rows = "\n\n".join(str(number) for number in range(1, 20))
    assert read("1. Shares\n\n" + rows + "\n\n2. Term\n").furniture == ()


RUNNING = [
    ("a foot", ["Contract -- Final\n\n<PAGE>"] * 3),
    ("a head", ["<PAGE>\n\nCONFIDENTIAL"] * 3),
    ("a foot of three lines", ["Final\nSecret\nDraft\n\n<PAGE>"] * 3),
    ("a foot that counts", [f"Credit Agreement - Page {number}\n\n<PAGE>" for number in (7, 8, 9)]),
    ("head and foot", ["Final\n\n<PAGE>\n\nCONFIDENTIAL"] * 4),
    ("a foot where no page is marked", ["\n\n\n\n\nmsa.us.7363807.04\n\n\n\n\n\n\n"] * 3),
]


@pytest.mark.parametrize("marks", [case[1] for case in RUNNING], ids=[case[0] for case in RUNNING])
def test_running_heads_and_feet_belong_to_the_page(marks):
    assert without_furniture(pages(*marks)).count("all of the fees that are due") == len(marks)


STAYS = [
    ("twice only", ["Contract -- Final\n\n<PAGE>"] * 2, "Contract -- Final"),
    ("a sentence", ["after receipt of the payment.\n\n<PAGE>"] * 3, "after receipt of the payment."),
    ("exhibits that count", [f"<PAGE>\n\nEXHIBIT A.{number}" for number in range(1, 5)], "EXHIBIT A.1"),
    ("numbers that do not count", [f"Draft {number}\n\n<PAGE>" for number in (7, 9, 12)], "Draft 9"),
    ("amounts that count", [f"the sum of ${number} Million each\n\n<PAGE>" for number in (1, 2, 3)], "$1 Million"),
    ("not beside the break", ["None\n\nOther words end this page\n\n<PAGE>", "None\n\nHere too\n\n<PAGE>"] * 2, "None"),
    ("no page is marked", ["\n\n\n\n\n\nNone.\n\n\n\n\n\n\n"] * 4, "None."),
]  # fmt: skip


@pytest.mark.parametrize(("marks", "words"), [case[1:] for case in STAYS], ids=[case[0] for case in STAYS])
def test_words_that_may_be_the_agreements_own_stay(marks, words):
    assert words in without_furniture(pages(*marks))


MARKUP = [
    "<PAGE>",
    "<PAGE>   12",
    "<TABLE>",
    "<CAPTION>",
    "<S>      <C>   <C>",
    "</TABLE>",
    "<TYPE>EX-10.1",
    "<TEXT>",
]


@pytest.mark.parametrize("mark", MARKUP)
def test_marks_of_the_filing_system_belong_to_the_page(mark):
    assert "all of the fees that are due" in without_furniture(LOOSE.format(mark))


@pytest.mark.parametrize("words", ["<LIBOR> plus one", "<20 days", "<PAGE> one of the lease", "<S>even days"])
def test_words_in_angle_brackets_stay(words):
    assert words in without_furniture(LOOSE.format(words))


def test_a_word_broken_over_a_page_is_left_with_one_line_end():
    text = "The agree-\n\n<PAGE>   2\n\nment ends.\n"
    start, end = read(text).furniture[0]
    assert text[:start] + text[end:] == "The agree-\nment ends.\n"


def test_what_belongs_to_the_page_opens_nothing_and_ends_no_sentence():
    text = (
        pages("- 1 -\n<PAGE>", "- 2 -\n<PAGE>", "- 3 -\n<PAGE>") + "under\n\n<PAGE>\n\nSection 4.2 of it.\n"
    )
    assert read(text).tokens == ("full",)


def test_pages_known_from_elsewhere_count_as_breaks():
    body = [FILLER + "Draft of today\n" for _ in range(4)]
    starts = [sum(map(len, body[:number])) for number in range(4)]
    lines, line_starts = lines_of("".join(body))
    assert [lines[at] for at in furniture_of(lines, line_starts, starts[1:]).lines] == []
    body = [FILLER + "\nDraft of today\n" for _ in range(4)]
    starts = [sum(map(len, body[:number])) for number in range(4)]
    lines, line_starts = lines_of("".join(body))
    assert [lines[at] for at in furniture_of(lines, line_starts, starts[1:]).lines] == ["Draft of today"] * 4


def test_the_end_of_the_text_ends_its_last_page():
    pages_of_text = [FILLER + f"\n{number}\n" for number in (1, 2, 3)]
    starts = [sum(map(len, pages_of_text[:number])) for number in range(3)]
    lines, line_starts = lines_of("".join(pages_of_text))
    assert [lines[at] for at in furniture_of(lines, line_starts, starts[1:]).lines] == ["1", "2", "3"]
    lines, line_starts = lines_of("".join([*pages_of_text[:2], FILLER + "\n30\n"]))
    assert [lines[at] for at in furniture_of(lines, line_starts, starts[1:]).lines] == ["1", "2"]


# --- real filings ---------------------------------------------------------------------------------------------


def annotated() -> list[Path]:
    return sorted(ANNOTATIONS.glob("*.yaml"))


def placed(document: Document) -> list[tuple[int, Unit]]:
    """The units as (line, label), in order."""
    assert document.outline is not None
    lines = [document.text.count("\n", 0, unit.start) + 1 for unit in document.outline.units]
    return [(line, unit) for line, unit in zip(lines, document.outline.units, strict=True)]


def compared(path: Path) -> tuple[set[tuple[int, str]], set[tuple[int, str]]]:
    """Of one annotated filing, as (line, label): what a person saw, and what was found."""
    annotation = yaml.safe_load(path.read_text(encoding="utf-8"))
    file = FILINGS / annotation["file"]
    if not file.is_file():
        pytest.skip(f"the filed agreements are not at {FILINGS}")
    data = file.read_bytes()
    assert hashlib.sha256(data).hexdigest() == annotation["sha256"]
    text, encoding = decode_plain(data, file.name)
    document = read_plain("msa", "MSA", text, annotation["sha256"], file.name, encoding)
    seen = {(heading["line"], heading["id"]) for heading in annotation["headings"]}
    optional = set(annotation.get("may", ()))
    found = set()
    for line, unit in placed(document):
        below = unit.label.endswith(f"({unit.number})")
        named = unit.kind in ("recital", "preamble", "signature")
        if (line, unit.label) in seen or not (
            named or line in optional or (below and annotation["depth"] != "all")
        ):
            found.add((line, unit.label))
    return seen, found


def test_ten_filings_are_annotated_four_of_them_to_the_last_letter():
    annotations = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in annotated()]
    assert len(annotations) == 10
    assert sum(annotation["depth"] == "all" for annotation in annotations) == 4


@pytest.mark.parametrize("path", annotated(), ids=lambda path: path.stem)
def test_the_headings_of_a_filing_are_those_a_careful_person_sees(path):
    seen, found = compared(path)
    assert len(seen & found) >= 0.95 * len(seen), sorted(seen - found)
    assert len(found - seen) <= 0.02 * len(found), sorted(found - seen)


def test_over_all_annotated_filings_95_of_100_headings_are_found_and_2_of_100_are_false():
    results = [compared(path) for path in annotated()]
    seen = sum(len(one) for one, _ in results)
    right = sum(len(one & other) for one, other in results)
    found = sum(len(other) for _, other in results)
    assert seen >= 600
    assert right >= 0.95 * seen
    assert found - right <= 0.02 * found


# --- time -----------------------------------------------------------------------------------------------------

HOSTILE = {
    "brackets": "(" * 200_000,
    "lines of brackets": "((((((((((\n" * 10_000,
    "a number without end": "1." * 100_000,
    "numbers": "1.1.1.1.1.1 Foo\n" * 6_000,
    "empty lines": "\n" * 100_000,
    "spaces": " " * 200_000,
    "letters": "(a)\n" * 20_000,
    "letters that quote": "(a) is amended to read as follows:\n" * 5_000,
    "articles": "ARTICLE I\n" * 10_000,
    "articles over two lines": "ARTICLE\nI\n" * 10_000,
    "exhibits": "EXHIBIT A\n\nEXHIBIT B\n\n" * 5_000,
    "contents": "TABLE OF CONTENTS\n1. Foo\n2. Bar\n3. Baz\n" * 3_000,
    "pages": "<PAGE>\nSame head 1\nSame foot\n" * 4_000,
    "form feeds": "\f\n" * 20_000,
    "rows": "1. Foo\n2. Bar\n" * 6_000,
    "headings in capitals": "1. Foo\n\nBar.\n\nHEAD\n\n" * 4_000,
    "numerals": "ARTICLE I\n\nI\n\nFoo\n\n" * 5_000,
    "opinions": "EXHIBIT A\n\n" + "(a) Foo.\n\nThus it is:\n\n" * 6_000,
    "counting": "\n".join(map(str, range(20_000))),
    "dots": "1. " + "." * 200_000,
    "tags": "<" * 200_000,
    "recitals": "A. They agree as follows:\n" * 5_000,
}


@pytest.mark.parametrize("kind", sorted(HOSTILE))
def test_time_grows_with_the_length_of_the_text_and_no_faster(kind):
    def seconds(text: str) -> float:
        best = float("inf")
        for _ in range(2):
            begun = time.process_time()
            read(text)
            best = min(best, time.process_time() - begun)
        return best

    text = HOSTILE[kind]
    quarter, whole = seconds(text[: len(text) // 4]), seconds(text)
    assert whole < 8 * quarter + 0.2
