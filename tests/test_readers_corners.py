"""Markdown and PDF as paper: what stands on a page in an unusual way, and is read like the rest."""

import hashlib

import pytest

from playbook_legal.critic.verdicts import Verdict
from playbook_legal.paper.documents import Document
from playbook_legal.paper.readers.pdf import read_pdf
from playbook_legal.paper.readers.wild_markdown import read_wild_markdown
from playbook_legal.paper.rendering import BARRIER, rendered

from . import pdf_files as pdf
from .critic_cases import issue, only, reviewed
from .pdf_files import Page, Run, SetLine, line, set_page


def markdown(text: str) -> Document:
    return read_wild_markdown("msa", "MSA", text, "", "msa.md")


def on_the_page(text: str) -> str:
    """The normalized text that a reader of the page sees; the edges of cells shown as a bar."""
    return rendered(markdown(text), 0, len(text)).text.replace(BARRIER, "|")


def titled(document: Document) -> list[tuple[str, str]]:
    """The citations of all units and their titles, in order."""
    assert document.outline is not None
    return [(unit.label, unit.title) for unit in document.outline.units]


def labels(text: str) -> list[str]:
    return [label for label, _ in titled(markdown(text))]


# --- Markdown: the text of the page -------------------------------------------------------------------------------

NO_BREAK_LINES = {
    "a paragraph": ("\N{NO-BREAK SPACE}\nFees are **due** at\nonce.\n", "fees are due at once."),
    "a quotation": ("> \N{NO-BREAK SPACE}\n> Fees are due.\n", "fees are due."),
    "an item": ("- \N{NO-BREAK SPACE}\n  Fees are due.\n", "fees are due."),
    "a heading": ("\N{NO-BREAK SPACE}\nFees\n====\n", "fees"),
    "two of them": ("\N{NO-BREAK SPACE}\n\N{IDEOGRAPHIC SPACE}\nFees are due.\n", "fees are due."),
}


@pytest.mark.parametrize(("text", "expected"), NO_BREAK_LINES.values(), ids=NO_BREAK_LINES)
def test_a_line_of_no_break_spaces_takes_nothing_away_from_what_follows(text, expected):
    assert on_the_page(text) == expected


def test_a_section_below_a_line_of_no_break_spaces_can_be_quoted_and_cited(tmp_path):
    (tmp_path / "deal").mkdir()
    paper = "# MSA\n\n&nbsp;\n\n\N{NO-BREAK SPACE}\n**4.2** Fees are due at once.\n"
    (tmp_path / "deal" / "dpa.md").write_text(paper, encoding="utf-8")
    item = only(reviewed(tmp_path, {"issues": [issue("Fees are due at once.", "dpa §4.2")]}))
    assert (item.verdict, item.findings, len(item.verified)) == (Verdict.VERIFIED, (), 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A factor of 10<sup>\n2</sup> applies.", "a factor of 10 ² applies."),
        ("A factor of 10<sup>2\n</sup> applies.", "a factor of 10² applies."),
        ("<p>A base of 10<sub>\n2\n</sub> applies.</p>", "a base of 10 ₂ applies."),
    ],
)
def test_a_raised_figure_on_a_line_of_its_own_is_on_the_page(text, expected):
    assert on_the_page(text) == expected


def test_a_note_cited_within_a_link_or_a_picture_leaves_both_what_they_are():
    text = "See ![a chart[^1]](a.png) and [the terms[^1]](x.md).\n\n[^1]: Net.\n"
    assert on_the_page(text) == "see and the terms. [^1]: net."
    assert labels(text) == ["footnote 1"]


def test_no_quotation_runs_across_the_cells_of_a_table_of_html():
    table = "<table><tr><td>ten</td><td\nclass='due'>net 30</td></tr></table>\n"
    page = rendered(markdown(table), 0, len(table))
    assert page.find("ten") is not None
    assert page.find("net 30") is not None
    assert page.find("ten net") is None
    assert on_the_page("Fees <td>ten</td><td\nclass='due'>net</td>") == "fees |ten||net|"


def test_a_table_without_bars_at_its_edges_has_the_same_cells():
    assert on_the_page("Fee | Due\n--- | ---\nten | net 30\n") == "fee | due||ten | net 30|"


def test_what_is_nested_deeply_and_was_read_is_not_spoken_of():
    document = markdown(">" * 57 + " Fees are due.")
    assert document.notes == ()
    assert rendered(document, 0, len(document.text)).find("fees are due.") is not None


# --- Markdown: numbers and titles ---------------------------------------------------------------------------------

NUMBERS = {
    "articles of an exhibit": (
        "**EXHIBIT A**\n\n**ARTICLE I**\n\n1.1 Fees. Net.\n\n**ARTICLE II**\n\n2.1 Term. One year.\n",
        ["Exhibit A", "Exhibit A Article I", "Exhibit A §1.1", "Exhibit A Article II", "Exhibit A §2.1"],
    ),
    "a place of another paper, on a wrapped line": (
        "## 5 Term\n\nIt ends as set out in sections 3.1 and\n4.2 (Fees) of the order.\n", ["5"],
    ),
    "a place of this paper, on a wrapped line": (
        "## 4 Fees\n\nThey are due as set out in sections 4.1 and\n4.2 of this agreement.\n", ["4"],
    ),
    "a letter left out": ("## 4 Fees\n\n(a) one\n\n(c) three\n", ["4", "4(a)", "4(c)"]),
    "a Roman number left out, below a letter": (
        "## 4 Fees\n\n(a) one\n\n(i) deep\n\n(v) deeper\n\n(b) two\n", ["4", "4(a)", "4(a)(i)", "4(a)(v)", "4(b)"],
    ),
    "Roman numbers of several letters": (
        "## 4 Fees\n\n(i) one\n\n(ii) two\n\n(iii) three\n\n(iv) four\n", ["4", "4(i)", "4(ii)", "4(iii)", "4(iv)"],
    ),
    "a bold figure that begins no row": ("**7. Term.** One year.\n", ["7"]),
    "a plain figure that begins no row": ("7\\. Term. One year.\n", []),
    "an exhibit's word without a number": ("## Exhibit Index\n\n## 4 Term\n", ["Exhibit Index", "4"]),
    "a small word behind an exhibit's": (
        "## 4 Term\n\n## SCHEDULE OF FEES\n\n## Annex To The Lease\n\n## 5 Law\n",
        ["4", "SCHEDULE OF FEES", "Annex To The Lease", "5"],
    ),
    "a small word behind an exhibit's, bold": ("**EXHIBIT TO THE LEASE**\n\n4.1 Term. One year.\n", ["4.1"]),
    "two letters behind an exhibit's word": (
        "## 4 Term\n\n## EXHIBIT AB\n\n## 1 Price\n", ["4", "Exhibit AB", "Exhibit AB §1"],
    ),
    "abbreviations and words in brackets": (
        "cf. Clause 3 of it.\n\n(or) As the case may be.\n\n## vs. Acme\n", ["vs. Acme"],
    ),
    "the end of a heading that never began": ("<div>4 Fees</h2>\n</div>\n", []),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), NUMBERS.values(), ids=NUMBERS)
def test_units_are_cited_by_the_numbers_of_the_page(text, expected):
    assert labels(text) == expected


LONG = "The provider is not liable for loss of profit, of revenue or of data, whether or not it was told of them before"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"1. **{LONG} the event.** Text.\n", ("1", "")),
        ("1. **No liability\n   for loss.** Text.\n", ("1", "")),
        ("1. **No liability for loss.** Text.\n", ("1", "No liability for loss")),
        ("1. <b>The parties agree on this.\n", ("1", "")),
        ("1. <u><b>Fees</b> are due.\n", ("1", "Fees")),
    ],
)
def test_emphasis_that_is_no_title_makes_none(text, expected):
    assert titled(markdown(text)) == [expected]


# --- PDF ------------------------------------------------------------------------------------------------------------

BODY = "The provider keeps what the customer sends and gives it back when this agreement ends."
PARAGRAPH = [
    "The provider shall notify the customer without undue delay after it becomes aware of a breach.",
    "No statement made under this clause is an acknowledgement of fault or of liability of any kind.",
    "The notice describes what happened, which records were affected, and what has been done since.",
    "Each party bears its own costs and expenses of these talks, whether or not they come to an end.",
]


def paper(*pages: Page) -> Document:
    pytest.importorskip("pypdfium2", reason="the extra pdf is not installed")
    data = pdf.pdf_file(pages)
    return read_pdf("msa", "Agreement", data, hashlib.sha256(data).hexdigest(), "msa.pdf")


def bold(text: str, size: float = 14, below: float = 30) -> SetLine:
    return line(text, size, bold=True, below=below)


def words(*texts: str) -> list[SetLine]:
    """A paragraph of these lines."""
    return [line(text, below=14 if at else 22) for at, text in enumerate(texts)]


def cells(lower: float) -> Page:
    """A page whose two bold words stand beside each other, the second one so many points lower."""
    row = pdf.set_commands([bold("Item")], top=600) + pdf.set_commands(
        [line("Price", 14, bold=True, left=105)], top=600 - lower
    )
    above, below = pdf.set_commands(words(BODY, BODY)), pdf.set_commands(words(BODY, BODY), top=560)
    return Page(above + row + below)


def test_cells_of_different_heights_are_no_heading():
    assert titled(paper(cells(0))) == [("Item Price", "Item Price")]
    assert titled(paper(cells(3))) == []


def test_a_heading_at_the_foot_of_a_page_belongs_to_the_text_overleaf():
    foot = [*words(*[BODY] * 12, "Each party pays its own."), bold("Your Rights", 11)]
    document = paper(set_page(foot), set_page(words(*PARAGRAPH)))
    assert titled(document) == [("Your Rights", "Your Rights")]
    assert PARAGRAPH[-1] in document.sections[-1].text


def test_letters_too_small_to_be_printed_are_text_and_raise_nothing():
    small = SetLine([Run("Fee 1", 0.05), Run("20", 0.03, rise=0.02), Run(" due", 0.05)])
    document = paper(set_page([*words(BODY, BODY), small, *words(BODY)]))
    assert document.text.split("\n")[2] == "Fee 120 due"
    assert titled(document) == []


def test_a_page_with_numbers_drawn_last_that_ends_with_letters_without_a_meaning_is_read():
    items = pdf.text_commands(["First item", "Second item"], left=100)
    end = b"BT /Coded 11 Tf 1 0 0 1 72 600 Tm <00010001> Tj ET\n"
    page = Page(
        items + pdf.text_commands(["(a)", "(b)"]) + end, fonts={"Coded": pdf.to_unicode({1: "\ufffe"})}
    )
    assert paper(page).text == "(a) First item\n(b) Second item"


def test_a_heading_in_small_letters_below_a_number_that_stands_alone_is_its_title():
    first, second = "Purpose and scope of the processing", "Hierarchy of these clauses"
    document = paper(
        set_page([
            line("Clause 1", below=22), bold(first, 11, 18), *words(*PARAGRAPH[:2]),
            line("Clause 2", below=22), bold(second, 11, 18), *words(*PARAGRAPH[2:]),
        ])
    )  # fmt: skip
    assert titled(document) == [("1", first), ("2", second)]


def test_a_heading_right_above_a_number_is_no_part_of_the_section_before_it():
    document = paper(
        set_page([
            bold("1. Fees:", 11, 22), *words(*PARAGRAPH[:2]), bold("Payment Terms:"),
            bold("2. Term:", 11, 22), *words(*PARAGRAPH[2:]), bold("Taxes"), *words(BODY),
        ])
    )  # fmt: skip
    assert titled(document) == [("1", "Fees"), ("2", "Term"), ("Taxes", "Taxes")]


def test_a_heading_amid_a_list_of_three_steps_takes_no_other_heading_away():
    document = paper(
        set_page([
            bold("What We Keep"), *words(BODY, "1. Records such as:", "(a) of payments, namely:", "(i) invoices;"),
            bold("What We Send:"), *words("(ii) receipts;", BODY),
            bold("The End"), *words(BODY),
        ])
    )  # fmt: skip
    assert [label for label, _ in titled(document)] == [
        "What We Keep", "1", "1(a)", "1(a)(i)", "1(a)(ii)", "The End",
    ]  # fmt: skip


def items(kind: str) -> list[SetLine]:
    """A list of two."""
    return words("They are these:", f"1. One {kind};", f"2. Two {kind}s.")


def test_headings_of_an_exhibit_stand_in_it_and_end_its_lists():
    body = [
        bold("1. Fees:", 11, 22), *words(*PARAGRAPH[:2]), bold("1.1 Invoices:", 11, 22), *words(PARAGRAPH[2]),
        bold("1.2 Receipts:", 11, 22), *words(PARAGRAPH[3]),
    ]  # fmt: skip
    exhibit = [
        line("EXHIBIT A", 14, bold=True), *words("These prices hold."), bold("Price List"), *items("seat"),
        bold("Notes"), *words("They end with the year."),
    ]  # fmt: skip
    document = paper(set_page(body), set_page(exhibit))
    assert [label for label, _ in titled(document)] == [
        "1", "1.1", "1.2", "Exhibit A", "Exhibit A §Price List", "Exhibit A §1", "Exhibit A §2", "Exhibit A §Notes",
    ]  # fmt: skip
    assert document.outline is not None
    *_, notes = document.outline.units
    assert [unit.label for unit in document.outline.ancestry(notes)] == ["Exhibit A §Notes", "Exhibit A"]


def test_numbers_of_an_exhibit_are_cited_with_it_where_lists_begin_anew_in_the_body():
    body = [bold("What We Keep"), *items("order"), bold("What We Send"), *items("order")]
    exhibit = [line("EXHIBIT A", 14, bold=True), *words("These hold."), bold("Price List"), *items("seat")]
    document = paper(set_page([*body, bold("The End"), *words(*PARAGRAPH)]), set_page(exhibit))
    found = [label for label, _ in titled(document)]
    assert found[:4] == ["What We Keep", "1", "2", "What We Send"]
    assert found[-4:] == ["Exhibit A", "Exhibit A §Price List", "Exhibit A §1", "Exhibit A §2"]
