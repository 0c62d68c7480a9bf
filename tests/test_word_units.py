"""Which paragraphs of a Word file begin a unit, and how one cites it."""

import pytest

from playbook_legal.paper.readers.word import read_word

from . import word_files as word
from .word_files import definition, docx, level, numbered, numbering, paragraph, run, style, styles, table

SHEET = styles(
    style("Normal", default=True),
    style("H1", name="heading 1", outline=0),
    style("H2", name="heading 2", outline=1),
    style("TOC1", name="toc 1"),
)
LISTS = numbering(
    word.LEGAL_LIST,
    definition(1, level(0, "(%1)", "lowerLetter"), level(1, "(%2)", "lowerRoman")),
    definition(2, level(0, "%1.", indent=1440)),
    definition(
        3, level(0, "ARTICLE %1", "upperRoman"), level(1, "Section %2."), level(2, "(%3)", "lowerLetter")
    ),
    numbered(1, 0),
    numbered(2, 1),
    numbered(3, 1, {0: 1}),
    numbered(4, 2),
    numbered(5, 3),
    numbered(6, 0, {0: 1}),
)


def read(*body: str):
    return read_word("a", "Agreement", docx(*body, numbering=LISTS, styles=SHEET), "0" * 64, "a.docx")


def units(*body: str) -> list[tuple[str, str]]:
    outline = read(*body).outline
    assert outline is not None
    return [(unit.label, unit.title) for unit in outline.units]


def labels(*body: str) -> list[str]:
    return [label for label, _ in units(*body)]


def num(text: str, which: int, at: int = 0) -> str:
    return paragraph(text, num=which, level=at)


def test_a_list_of_letters_continues_the_number_of_the_unit_it_stands_in():
    body = (
        num("Definitions", 1), num("One.", 2), num("Two.", 2), num("Deep.", 2, 1), num("Three.", 2),
        num("Term", 1), num("Sub", 1, 1), num("Again.", 3), num("And.", 3, 1),
    )  # fmt: skip
    assert labels(*body) == [
        "1", "1(a)", "1(b)", "1(b)(i)", "1(c)", "2", "2.1", "2.1(a)", "2.1(a)(i)",
    ]  # fmt: skip


def test_a_simple_list_below_a_section_belongs_to_it():
    assert labels(num("Fees", 1), num("Items", 1, 1), num("x", 4), num("y", 4), num("Next", 1, 1)) == [
        "1", "1.1", "1.1(1)", "1.1(2)", "1.2",
    ]  # fmt: skip


def test_a_parent_contains_its_children():
    outline = read(num("Fees", 1), num("Sub", 1, 1), paragraph("More of it."), num("Next", 1)).outline
    assert outline is not None
    first, sub, following = outline.units
    assert (first.start, first.end) == (0, following.start)
    assert first.own_end == sub.start
    assert sub.end == following.start


def test_numbers_below_an_article_are_cited_without_it():
    assert labels(num("Sale", 5), num("Price.", 5, 1), num("Paid.", 5, 2), num("Closing", 5), num("Time.", 5, 1)) == [
        "Article I", "1", "1(a)", "Article II", "1",
    ]  # fmt: skip


def test_numbers_below_an_exhibit_begin_anew_and_are_cited_with_it():
    body = (
        num("Fees", 1), paragraph(run("EXHIBIT B"), more='<w:jc w:val="center"/>'),
        num("Price", 6), num("Sub", 6, 1), paragraph("Schedule 1 – Services"), num("One.", 2),
    )  # fmt: skip
    assert labels(*body) == [
        "1",
        "Exhibit B",
        "Exhibit B §1",
        "Exhibit B §1.1",
        "Schedule 1",
        "Schedule 1 §a",
    ]


NOT_A_HEADING = [
    "Exhibit A sets out the fees that Customer pays.",
    "Schedule of payments",
    "Part of the Services is performed abroad.",
    "30 days after the notice the fees are due.",
    "1998 was the year of the first agreement.",
    "(together, the “Parties”) agree as follows:",
    "4.2% of the fees",
    "A. Smith signed the first draft, and then everybody else did so as well.",
    "Section 4.2 shall not apply to the fees that are due.",
]


@pytest.mark.parametrize("text", NOT_A_HEADING)
def test_a_sentence_that_only_begins_like_one_is_no_unit(text):
    assert labels(num("Fees", 1), paragraph(text)) == ["1"]


TYPED = [
    (("4.2 Fees",), [("4.2", "Fees")]),
    (("4.2. Fees. Customer pays.",), [("4.2", "Fees")]),
    (("4.02 Fees", "4.02.1 When due"), [("4.02", "Fees"), ("4.02.1", "When due")]),
    (("ARTICLE IV", "Section 4.1 Fees"), [("Article IV", ""), ("4.1", "Fees")]),
    (("ARTICLE IV – FEES",), [("Article IV", "FEES")]),
    (("4.1 Fees", "(a) Customer pays.", "(b) Provider bills.", "(i) monthly;", "(ii) in arrears.", "(c) End."),
     [("4.1", "Fees"), ("4.1(a)", "Customer pays"), ("4.1(b)", "Provider bills"), ("4.1(b)(i)", ""),
      ("4.1(b)(ii)", ""), ("4.1(c)", "End")]),
    (("1.1 Rows", *(f"({letter}) x" for letter in "abcdefghij")),
     [("1.1", "Rows"), *((f"1.1({letter})", "") for letter in "abcdefghij")]),
    (("1. DEFINITIONS", "1.1 “Fees” means money."), [("1", "DEFINITIONS"), ("1.1", "Fees")]),
    (("Exhibit A", "Exhibit A-1: Prices"), [("Exhibit A", ""), ("Exhibit A-1", "Prices")]),
]  # fmt: skip


@pytest.mark.parametrize(("texts", "expected"), TYPED, ids=[one[0][0] for one in TYPED])
def test_typed_numbers_are_found(texts, expected):
    assert units(*map(paragraph, texts)) == expected


def test_typed_and_automatic_numbers_mix_in_one_contract():
    body = (
        num("Fees", 1),
        paragraph("1.1 Invoices"),
        num("By post.", 2),
        paragraph("1.2 Taxes"),
        num("Term", 1),
    )
    assert labels(*body) == ["1", "1.1", "1.1(a)", "1.2", "2"]


def test_parts_hold_articles_and_headings_end_them():
    body = (
        paragraph("PART 1 General"), paragraph("ARTICLE I"), paragraph("1.1 Fees"), paragraph("ARTICLE II"),
        paragraph("PART 2 Special"), paragraph("Law", style="H1"),
        paragraph("Detail", more='<w:outlineLvl w:val="4"/>'),
    )  # fmt: skip
    outline = read(*body).outline
    assert outline is not None
    parents = [outline.units[one.parent].label if one.parent >= 0 else "" for one in outline.units]
    assert [(one.label, parent) for one, parent in zip(outline.units, parents, strict=True)] == [
        ("Part 1", ""), ("Article I", "Part 1"), ("1.1", "Article I"), ("Article II", "Part 1"), ("Part 2", ""),
        ("Law", "Part 2"), ("Detail", "Law"),
    ]  # fmt: skip


def test_bracketed_numbers_in_decimals_and_of_two_letters_continue():
    texts = [
        "4.1 Rows",
        "(1) x",
        "(2) y",
        "4.2 More",
        *(f"({chr(97 + at % 26) * (at // 26 + 1)}) x" for at in range(28)),
    ]
    assert labels(*map(paragraph, texts))[:4] == ["4.1", "4.1(1)", "4.1(2)", "4.2"]
    assert labels(*map(paragraph, texts))[-2:] == ["4.2(aa)", "4.2(bb)"]


def test_labels_of_several_brackets_stay_as_they_are():
    lists = numbering(
        definition(0, level(0, "%1."), level(1, "(%2)", "lowerLetter"), level(2, "(%2)(%3)", "lowerRoman")),
        numbered(1, 0),
    )
    document = read_word(
        "a", "A", docx(num("a", 1), num("b", 1, 1), num("c", 1, 2), numbering=lists), "0" * 64, "a.docx"
    )
    assert document.outline is not None
    assert [one.label for one in document.outline.units] == ["1", "1(a)", "1(a)(i)"]


def test_an_outline_of_its_own_stands_in_the_unit_whose_number_it_repeats():
    heading = paragraph("Fees", style="H1", num=1, level=0)
    lists = numbering(
        word.LEGAL_LIST, definition(1, level(0, "%1."), level(1, "%1.%2")), numbered(1, 0), numbered(2, 1)
    )
    body = (heading, num("Sub", 2, 1), num("Other", 2))
    document = read_word("a", "A", docx(*body, numbering=lists, styles=SHEET), "0" * 64, "a.docx")
    assert document.outline is not None
    assert [(one.label, one.parent) for one in document.outline.units] == [("1", -1), ("1.1", 0), ("2", -1)]


@pytest.mark.parametrize(
    "texts", [("(q) odd",), ("(a) first",), ("4.1 Rows", "(ab) odd"), ("4.1 Rows", "(q) odd")]
)
def test_a_bracketed_number_that_follows_nothing_is_no_unit(texts):
    assert labels(*map(paragraph, texts)) == [one[:3] for one in texts if one.startswith("4")]


def test_lists_inside_lists_go_only_so_deep():
    lists = "".join(definition(at, level(0, f"({chr(97 + at % 26)}{at}-%1)")) for at in range(60))
    lists += "".join(numbered(at + 1, at) for at in range(60))
    body = [num("x", at + 1) for at in range(60)]
    document = read_word("a", "A", docx(*body, numbering=numbering(lists)), "0" * 64, "a.docx")
    assert document.outline is not None
    assert max(len(one.atoms) for one in document.outline.units) <= 41


TITLES = [
    (paragraph(run("Fees", underlined=True), run(". Customer pays."), num=1, level=0), "Fees"),
    (paragraph(run("Fees.", bold=True), run(" Customer pays."), num=1, level=0), "Fees"),
    (paragraph("Late Payment. Interest is due on it.", num=1, level=0), "Late Payment"),
    (paragraph("Fees and Payment", num=1, level=0), "Fees and Payment"),
    (paragraph(run("Customer", bold=True), run(" pays what is due under the order."), num=1, level=0), ""),
    (paragraph("“Affiliate” means a company under common control.", num=1, level=0), "Affiliate"),
    (paragraph(run("fees and payment;", bold=True), num=1, level=0), "fees and payment"),
    (paragraph("if the other party fails to cure a breach;", num=1, level=0), ""),
]


@pytest.mark.parametrize(("body", "title"), TITLES, ids=range(len(TITLES)))
def test_the_title_is_the_run_in_heading(body, title):
    assert units(body) == [("1", title)]


def test_headings_without_a_number_are_units_by_their_title():
    body = (
        paragraph("Background Law", style="H1"),
        paragraph("Detail", style="H2"),
        paragraph("Fees", style="H1"),
    )
    outline = read(*body).outline
    assert outline is not None
    assert [(one.kind, one.label, one.parent) for one in outline.units] == [
        ("heading", "Background Law", -1), ("heading", "Detail", 0), ("heading", "Fees", -1),
    ]  # fmt: skip


def test_recitals_and_signatures_are_named():
    body = (
        paragraph("RECITALS"),
        paragraph("Whereas."),
        num("Fees", 1),
        paragraph("IN WITNESS WHEREOF, they sign."),
    )
    assert labels(*body) == ["Recital", "1", "signature"]


def test_lines_of_a_table_of_contents_are_text_and_no_units():
    begin = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> TOC \\o "1-3" </w:instrText></w:r>'
    )
    begin += '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
    end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    gallery = '<w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr>'
    body = (
        paragraph(begin, run("1.1 Fees\t2")), paragraph("1.2 Taxes\t3"), paragraph(end),
        paragraph("1.3 Terms\t4", style="TOC1"),
        f"<w:sdt>{gallery}<w:sdtContent>{paragraph('1.4 Law 5')}</w:sdtContent></w:sdt>",
        paragraph("1.1 Fees"),
    )  # fmt: skip
    document = read(*body)
    assert document.text.startswith("1.1 Fees\t2\n1.2 Taxes\t3\n\n1.3 Terms\t4\n1.4 Law 5\n")
    assert document.outline is not None
    assert [document.text[one.start : one.end] for one in document.outline.units] == ["1.1 Fees\n"]


def test_a_table_of_contents_without_an_end_does_not_swallow_the_document():
    begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> TOC </w:instrText></w:r>'
    begin += '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
    assert labels(paragraph(begin), num("Fees", 1), num("Sub", 1, 1)) == ["1", "1.1"]


def test_a_list_of_exhibits_does_not_open_them():
    body = (
        paragraph("Exhibit A – Prices"), paragraph("Exhibit B – Terms"), num("Fees", 1),
        paragraph("EXHIBIT A"), paragraph("Prices."), paragraph("EXHIBIT B"), paragraph("Terms."),
    )  # fmt: skip
    assert labels(*body) == ["1", "Exhibit A", "Exhibit B"]


def test_numbers_in_cells_are_part_of_their_section():
    body = (num("Fees", 1), table([[num("Basic", 2), "100"], [num("More", 2), "200"]]), num("Term", 1))
    document = read(*body)
    assert document.text == "1.\tFees\n│ (a)\tBasic │ 100 │\n│ (b)\tMore │ 200 │\n2.\tTerm\n"
    assert document.outline is not None
    assert [one.label for one in document.outline.units] == ["1", "1(a)", "1(b)", "2"]


def test_a_text_box_has_numbers_of_its_own():
    body = (num("Fees", 1), paragraph(word.textbox(num("Boxed", 2) + num("Sub", 2, 1))))
    assert labels(*body) == ["1", "textbox 1", "Textbox 1 §a", "Textbox 1 §a(i)"]


def test_sections_are_the_own_texts_of_the_units():
    document = read(paragraph("Between A and B."), num("Fees", 1), num("Sub", 1, 1))
    assert [(one.token, one.text, one.line) for one in document.sections] == [
        ("preamble", "Between A and B.", 1), ("1", "1.\tFees", 2), ("1.1", "1.1\tSub", 3),
    ]  # fmt: skip
