"""Corners of real paper and of what people cite of it: odd letters, odd numbers, odd lists."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from playbook_legal.critic import ClientRecord, load_submission, review
from playbook_legal.critic import shelf as room
from playbook_legal.paper import shipped
from playbook_legal.paper.amending_words import statements
from playbook_legal.paper.citation_lists import cited_apart
from playbook_legal.paper.documents import Document
from playbook_legal.paper.firewall import Firewall
from playbook_legal.paper.folding import Tier, fold, folded_text
from playbook_legal.paper.openings import signs_in
from playbook_legal.paper.paper_names import is_of_another_kind, name_of
from playbook_legal.paper.pins import parse_pins
from playbook_legal.paper.printed_titles import printed_names
from playbook_legal.paper.readers.plain import read_plain
from playbook_legal.paper.readers.wild_markdown import read_wild_markdown
from playbook_legal.paper.readers.word import read_word
from playbook_legal.paper.reading import is_markdown
from playbook_legal.paper.rendering import rendered, visible
from playbook_legal.paper.resolving import sections_named
from playbook_legal.problems import UnusableInputError

from .critic_cases import issue, write_matter, written
from .word_files import LEGAL_LIST, definition, docx, level, numbered, numbering, paragraph, run, textbox

# --- help -----------------------------------------------------------------------------------------------------------


def plain(text: str) -> Document:
    return read_plain("msa", "MSA", text, "0" * 64, "msa.txt")


def labels(text: str) -> list[str]:
    """How one cites the units of a plain text, in order."""
    outline = plain(text).outline
    assert outline is not None
    return [unit.label for unit in outline.units]


def words_named(text: str, written: str) -> list[str]:
    """The words of each place of a plain text that a citation names."""
    document = plain(text)
    return [
        section.text
        for cite in parse_pins(written, ("msa",)).cites
        for section in sections_named(document, cite)
    ]


def told(folder: Path, files: Mapping[str, str | bytes], citation: str, quote: str) -> list[str]:
    """Where the critic finds the quotation, as `document section`; else the causes of what it finds wrong."""
    deal = folder / "deal"
    deal.mkdir(exist_ok=True)
    for name, content in files.items():
        (deal / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    work = load_submission(written(folder, "work.json", {"issues": [issue(quote, citation)]}))
    item = next(one for one in review(ClientRecord.from_directory(deal), work).items if one.kind == "issue")
    return [str(finding.cause) for finding in item.findings] or [
        f"{one.at.document} {one.at.section}" for one in item.verified
    ]


MSA = """\
MASTER SERVICES AGREEMENT

This agreement is made between Acme Inc. (the "Provider") and Northstar LLC (the "Customer").

1. Definitions

1.1 Terms. "Fees" means the fees of the order. As to the "Order", see the order form of the parties.

2. Data

2.1 Care. Provider keeps reasonable safeguards for all data of the customer.

EXHIBIT B

SERVICE LEVELS

1. Hours

1.1 Hours. The service desk answers from nine to five on working days.

2. Levels

2.1 Uptime. The services are available ninety-nine percent of each month.
"""
CARE = "keeps reasonable safeguards for all data"
UPTIME = "are available ninety-nine percent of each month"

# --- citations ------------------------------------------------------------------------------------------------------

OF = [
    ("msa, Section 2.1 of Exhibit B", UPTIME, ["msa Exhibit B §2.1"]),
    ("Section 2.1 of Exhibit B to the msa", UPTIME, ["msa Exhibit B §2.1"]),
    ("msa, Section 2.1 of Exhibit B", CARE, ["elsewhere"]),
    ("msa, Sections 2.1, Exhibit B", CARE, ["msa 2.1"]),
    ("msa, Section 2.1", CARE, ["msa 2.1"]),
]


@pytest.mark.parametrize(("citation", "quote", "expected"), OF)
def test_a_section_of_an_exhibit_is_none_of_the_agreement(tmp_path, citation, quote, expected):
    assert told(tmp_path, {"msa.txt": MSA}, citation, quote) == expected


PINS = [
    ("Section 4 of Article V", [((("article", "V"),), "4", "")]),
    ("Article 5 of Exhibit B", [((("exhibit", "B"), ("article", "5")), "", "")]),
    ("Section 4.2(b) of Exhibit B", [((("exhibit", "B"),), "4 2 b", "")]),
    ("Section 4.2, Exhibit B", [((), "4 2", ""), ((("exhibit", "B"),), "", "")]),
    ("Article 4, Section 2, Article 5", [((("article", "4"),), "2", ""), ((("article", "5"),), "", "")]),
    ("clause (a) of Section 4.2", [((), "4 2 a", "")]),
    ("(a) of Section 4.2 and (b) of Section 4.3", [((), "4 2 a", ""), ((), "4 3 b", "")]),
    ("paragraphs (a) and (b) of the Section 4.2", [((), "4 2 a", ""), ((), "4 2 b", "")]),
    ("paragraph 2 of Section 4", [((), "4 2", "")]),
    ("clause 4.2 of Section 4", [((), "4 2", "")]),
    (
        "Sections 2.1 and 2.2 of Exhibit B",
        [((("exhibit", "B"),), "2 1", ""), ((("exhibit", "B"),), "2 2", "")],
    ),
    ("Section 4 and Section 2.2 of Exhibit B", [((), "4", ""), ((("exhibit", "B"),), "2 2", "")]),
    ("Exhibit A of Schedule 2", [((("schedule", "2"), ("exhibit", "A")), "", "")]),
    ("Exhibit A of Section 2", [((("exhibit", "A"),), "", "")]),
    ("Exhibit A of Exhibit B", [((("exhibit", "A"),), "", "")]),
    ("Section 2 of page 7", [((), "2", "")]),
    ("item (ii) of clause (a) of Section 4.2(b)", [((), "4 2 b a ii", "")]),
    ("§ 5 Abs. 2.1", [((), "5 2 1", "")]),
    ("(a) and (b)", [((), "a", ""), ((), "b", "")]),
    ("Article IV, s", [((("article", "IV"),), "", ""), ((("article", "s"),), "", "")]),
    ("Section 4 cl", [((), "4", "")]),
    ("第二〇条", [((), "20", "")]),
    ("第一〇二条", [((), "102", "")]),
    ("第一百零二条", [((), "102", "")]),
    ("第十条", [((), "10", "")]),
    ("第2十条", [((), "", "第2十条")]),
]


@pytest.mark.parametrize(("citation", "pins"), PINS, ids=[one[0] for one in PINS])
def test_a_citation_names_what_its_steps_stand_in(citation, pins):
    read = [cite.first for cite in parse_pins(citation, ("msa",)).cites]
    assert [(one.named, " ".join(one.atoms), one.term) for one in read] == pins


def test_both_ends_of_a_range_stand_in_what_it_is_of():
    (cite,) = parse_pins("Sections 2.1 to 2.4 of Exhibit B", ()).cites
    assert cite.last is not None
    assert cite.first.named == cite.last.named == (("exhibit", "B"),)


def test_a_clause_of_a_section_is_found_there(tmp_path):
    text = "1. Fees\n\n1.1 Due. The fees are:\n\n(a) due at once; and\n\n(b) final and without set-off.\n"
    text += (
        "\n2. Costs\n\n2.1 Due. The costs are:\n\n(a) due at once; and\n\n(b) never due without a notice.\n"
    )
    for citation in ("clause (b) of Section 1.1 of the msa", "msa, clauses (a) and (b) of Section 1.1"):
        assert told(tmp_path, {"msa.txt": text}, citation, "final and without set-off") == ["msa 1.1(b)"]
        assert told(tmp_path, {"msa.txt": text}, citation, "never due without a notice") == ["elsewhere"]


@pytest.mark.parametrize("written", ["msa §2.1 (Maßnahmen)", "§2.1 (İdare) of the MSA", "MSA §2.1 – ﬁnes"])
def test_a_letter_that_is_two_in_small_hides_no_document(tmp_path, written):
    assert told(tmp_path, {"msa.txt": MSA, "dpa.txt": "1. Scope. Nothing."}, written, CARE) == ["msa 2.1"]


APART = [
    ("msa §4 (Maße) and dpa §5", ["msa §4 (Maße)", "dpa §5"]),
    ("Straße §4 and msa §1", ["Straße §4", "msa §1"]),
    ("Terms and Notes §1 and dpa §2", ["Terms and Notes §1", "dpa §2"]),
]


@pytest.mark.parametrize(("citation", "apart"), APART)
def test_two_documents_are_taken_apart_whatever_the_letters_of_their_names(citation, apart):
    assert cited_apart(citation, ("msa", "dpa", "Straße", "Terms and Notes")) == apart


def test_a_definition_is_where_the_term_is_defined_and_not_where_it_is_used(tmp_path):
    files = {"msa.txt": MSA}
    between = 'is made between Acme Inc. (the "Provider") and Northstar'
    assert told(tmp_path, files, 'msa, definition of "Provider"', between) == ["msa preamble"]
    assert told(tmp_path, files, 'msa, definition of "Provider"', CARE) == ["elsewhere"]
    assert told(tmp_path, files, 'msa, definition of "Order"', "see the order form of the parties") == [
        "unknown_section"
    ]


def test_a_term_without_a_unit_around_it_is_defined_in_the_whole_paper():
    text = 'The parties agree that "Fees" means all fees.\nThey are due at once.\n'
    assert words_named(text, 'definition of "Fees"') == [text.strip()]


def test_of_a_term_that_is_defined_everywhere_the_first_places_are_named():
    many = "".join(f'{at}. Title\n\n"Fees" means fee {at}.\n\n' for at in range(1, 251))
    found = words_named(many, 'definition of "Fees"')
    assert len(found) == 200
    assert found[0].startswith("1. Title")
    assert found[-1].startswith("200. Title")


@pytest.mark.parametrize("page", ["p. iv", "page A", "pages 1 to iv"])
def test_a_page_that_has_no_figure_is_no_place(tmp_path, page):
    assert told(tmp_path, {"msa.txt": MSA}, f"msa, {page}", CARE) == ["unknown_section"]


def test_the_figure_for_the_letter_is_right_behind_the_letter_before_it():
    behind = "1. Duties. The tenant shall:\n\n" + "".join(f"({one}) pay {one}.\n\n" for one in "abcdefghijk")
    assert words_named(behind + "(1) leave.\n", "§1(l)") == ["(1) leave."]
    numbered = "1. Duties. The tenant shall:\n\n(1) pay the rent.\n\n(2) repair the roof.\n"
    assert words_named(numbered, "§1(l)") == []


# --- lists that run on within a sentence ------------------------------------------------------------------------------

LISTS = """\
1. Definitions

1.1 Rate. The rate is the sum of (x) the base rate plus (y) half of the margin, and is set monthly.

1.2 Costs. The tenant pays (a)(i) rent and (ii) taxes; (b) the costs of (1) heating, (2) water; and (c) all else.

1.3 Fees. The fees are those of (α) the year, (β) the quarter and (γ) the month.

2. Reports

2.1 The tenant shall deliver:

(a) accounts: (a) for the year and (b) for the quarter;

(b) plans.

2.2 The fees are:

(i) those of the year; (ii) those of the quarter; (a) gross or (b) net, (iii) those of the month.

3. Costs

3.1 The costs are (a) those that

(i) fall due at once; and

(ii) others; and (b) taxes. That is all.

The next paragraph says nothing.
"""
ITEMS = [
    ("§1.1(x)", ["(x) the base rate plus"]),
    ("§1.1(y)", ["(y) half of the margin, and is set monthly."]),
    ("§1.2(a)", ["(a)(i) rent and (ii) taxes;"]),
    ("§1.2(a)(i)", ["(i) rent and"]),
    ("§1.2(b)(1)", ["(1) heating,"]),
    ("§1.3(β)", []),
    ("§2.1(b)", ["(b) plans."]),
    ("§2.2(ii)", ["(ii) those of the quarter; (a) gross or (b) net,"]),
    ("§3.1(a)", ["(a) those that\n\n(i) fall due at once; and\n\n(ii) others; and"]),
    ("§3.1(a)(ii)", ["(ii) others; and"]),
    ("§3.1(b)", ["(b) taxes. That is all."]),
]


@pytest.mark.parametrize(("citation", "words"), ITEMS, ids=[one[0] for one in ITEMS])
def test_an_item_within_a_sentence_goes_to_the_next_of_its_list(citation, words):
    assert words_named(LISTS, citation) == words


def test_a_list_within_an_item_goes_on_for_nobody_else():
    text = "2. Reports\n\n2.1 The tenant shall deliver:\n\n(a) accounts: (a) gross; (b) net; (c) both;\n\n(b) plans.\n"
    assert words_named(text, "§2.1(a)(c)") == ["(c) both;"]
    assert words_named(text, "§2.1(c)") == []


BEHIND = """\
2. Reports

2.1 The tenant shall deliver:

(a) annual accounts;

(b) quarterly accounts; (c) monthly accounts; and

2.2 The tenant shall pay:

(a) rent; and

(b) the costs of:

(i) heating; (ii) water; and (c) all else.
"""


def test_an_item_goes_on_behind_one_that_begins_a_line():
    assert words_named(BEHIND, "§2.1(c)") == ["(c) monthly accounts; and"]
    assert words_named(BEHIND, "§2.2(b)(ii)") == ["(ii) water; and (c) all else."]
    assert words_named(BEHIND, "§2.1(d)") == []


def test_an_item_goes_on_behind_one_that_word_numbers():
    boxed = definition(1, level(0, "(%1)", "lowerLetter"), level(1, "(%2)", "lowerRoman"))
    lists = numbering(LEGAL_LIST, boxed, numbered(1, 0), numbered(2, 1))
    lines = (
        ("Costs", 0),
        ("The tenant pays:", 1),
        ("the rent; (b) the taxes;", 2),
        ("heating; (ii) water.", 3),
    )
    box = (("The landlord pays for", 0), ("the roof; (ii) the walls.", 1), ("The agent pays for nothing.", 0))
    data = docx(
        *(paragraph(text, num=1, level=at) for text, at in lines),
        paragraph(
            run("See the box.") + textbox("".join(paragraph(text, num=2, level=at) for text, at in box))
        ),
        numbering=lists,
    )
    document = read_word("msa", "MSA", data, "0" * 64, "msa.docx")

    def named(place: str) -> list[str]:
        (cite,) = parse_pins(place, ()).cites
        return [one.text for one in sections_named(document, cite)]

    assert named("1.1(b)") == ["(b) the taxes;"]
    assert named("1.1(a)(ii)") == ["(ii) water."]
    assert named("1.1(a)(a)") == named("1.1(a)(iii)") == []
    assert named("textbox 1 (a)(ii)") == ["(ii) the walls."]
    assert named("textbox 1 (b)(ii)") == []


def test_where_very_many_pages_turn_within_a_sentence_an_item_reads_on():
    turned = "\n".join(f"<PAGE>   {page}" for page in range(2, 30))
    text = f"1. Costs\n\n1.1 The costs are (a) taxes and fees\n{turned}\n\nof the year; (b) interest.\n"
    (item,) = words_named(text, "§1.1(a)")
    assert item.startswith("(a) taxes and fees")
    assert item.endswith("of the year;")


# --- numbers at the beginning of lines --------------------------------------------------------------------------------


def lettered(letters: str) -> str:
    return "".join(f"({one}) pay {one}.\n\n" for one in letters)


DUTIES = "1. Duties. The tenant shall:\n\n"
END = "2. End. The text ends.\n"
HEADED = "1. Duties. The tenant has these duties.\n(a) Rent. The tenant pays the rent.\n"
TYPED = [
    ("the letter i, with a list between it and j",
     DUTIES + lettered("abcdefgh") + "(i) repair:\n\n(1) the roof.\n\n(2) the walls.\n\n(j) insure.\n\n" + END,
     ["1", *(f"1({one})" for one in "abcdefghi"), "1(i)(1)", "1(i)(2)", "1(j)", "2"]),
    ("the numeral i behind h, with a list between it and ii",
     DUTIES + lettered("abcdefgh") + "(i) repair:\n\n(A) the roof.\n\n(B) the walls.\n\n(ii) insure.\n\n" + END,
     ["1", *(f"1({one})" for one in "abcdefgh"), "1(h)(i)", "1(h)(i)(A)", "1(h)(i)(B)", "1(h)(ii)", "2"]),
    ("the figure for the letter l, and nothing behind it",
     DUTIES + lettered("abcdefghijk") + "(1) leave.\n",
     ["1", *(f"1({one})" for one in "abcdefghijk"), "1(1)"]),
    ("the figure for the letter l, and the next section behind it",
     DUTIES + lettered("abcdefghijk") + "(1) leave.\n\n" + END + "\n" + lettered("ab"),
     ["1", *(f"1({one})" for one in "abcdefghijk"), "1(1)", "2", "2(a)", "2(b)"]),
    ("items left out, and the next comes",
     HEADED + "(d) Repair. The tenant repairs the roof.\n(e) Other. The tenant does more.\n\n" + END,
     ["1", "1(a)", "1(d)", "1(e)", "2"]),
    ("items left out, and the next comes behind a line without a number",
     HEADED + "(d) Repair. The tenant repairs the roof.\n\nWHEREAS, it rains.\n\n(e) Other. The tenant does more.\n",
     ["1", "1(a)", "1(d)", "1(e)"]),
    ("a letter that no next follows before an exhibit",
     HEADED + "(d) Repair. The tenant repairs the roof.\n\nEXHIBIT A\n\nPLAN\n\n(e) Other. The plan shows more.\n",
     ["1", "1(a)", "Exhibit A"]),
    ("a title in capitals behind a letter far ahead",
     DUTIES + lettered("ab") + "(h) CONFIDENTIALITY. The tenant keeps it secret.\n\n" + END,
     ["1", "1(a)", "1(b)", "2"]),
    ("a title in capitals behind a letter that was there",
     DUTIES + lettered("abcde") + "(b) CONFIDENTIALITY. The tenant keeps it secret.\n\n" + END,
     ["1", "1(a)", "1(b)", "1(c)", "1(d)", "1(e)", "1(b)", "2"]),
    ("an amount that would be the next number",
     "1. Rent\n\n1.1 Rent. It is due monthly.\n\n1.2 percent of it is due at once.\n\n1.2 Costs. They are due.\n",
     ["1", "1.1", "1.2"]),
    ("a heading in the middle of a line",
     "1. GRANT. It is granted.\n\n1.1 Scope. The scope is all\nof the WORLD. 2. LIABILITY.\n2.1 Cap. It is capped.\n",
     ["1", "1.1", "2", "2.1"]),
    ("a heading of another count in the middle of a line",
     "1. GRANT. It is granted.\n\n1.1 Scope. The scope is all\nof the WORLD. 3. LIABILITY.\n3.1 Cap. It is capped.\n",
     ["1", "1.1"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), [one[1:] for one in TYPED], ids=[one[0] for one in TYPED])
def test_a_number_opens_a_unit_where_it_goes_on_counting(text, expected):
    assert labels(text) == expected


def test_an_amount_is_quoted_from_the_section_it_stands_in(tmp_path):
    text = TYPED[9][1]
    assert told(tmp_path, {"msa.txt": text}, "msa 1.2", "of it is due at once") == ["elsewhere"]
    assert told(tmp_path, {"msa.txt": text}, "msa 1.1", "of it is due at once") == ["msa 1.1"]


# --- names of papers --------------------------------------------------------------------------------------------------

PRINTED = [
    ("front matter without a title", "markdown", "---\nlayout: page\n---\n\n# Acme Privacy Policy\n\nText.\n",
     ("Acme Privacy Policy",), ()),
    ("a title that runs over an empty line", "text", "AMENDMENT NO. 3 TO\n\nCREDIT AGREEMENT\n\n1. Loan\n",
     ("AMENDMENT NO. 3 TO CREDIT AGREEMENT",), ()),
    ("a title in the row of a table", "text", "│ LEASE AGREEMENT │\n│ Acme Inc. │ Northstar LLC │\n│ 1. Rent │\n",
     ("LEASE AGREEMENT",), ()),
    ("what a filing system says above it, on two lines", "text",
     "CREDIT AGREEMENT\n\nEXHIBIT\n10.1\n\nWAIVER\n\n1. Default\n", ("WAIVER",), ()),
    ("a thing that is no paper, before the paper", "text",
     "1. Term\n\nThis Effective Date is near. This Supply Agreement ends.\n", ("Supply Agreement",), ()),
    ("words behind what it is", "text", "1. Term\n\nThis Supply Agreement With Acme Inc. ends.\n",
     ("Supply Agreement",), ()),
    ("no paper at all", "text", "1. Term\n\nThis Effective Date With Acme Inc. is near.\n", (), ()),
    ("an amendment with its number", "text", "1. Term\n\nThis Amendment No. 3 changes it.\n", ("Amendment No. 3",), ()),
    ("a short name of another paper", "text",
     "1. Term\n\nThis Supply Agreement, which is part of the Master Lease (the “Lease”), is made.\n",
     ("Supply Agreement",), ()),
    ("a short name behind that of another paper", "text",
     "1. Term\n\nThis Supply Agreement, part of the Master Lease (the “Lease”) (this “Contract”), is made.\n",
     ("Supply Agreement",), ("Contract",)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "text", "titles", "called"), [one[1:] for one in PRINTED], ids=[one[0] for one in PRINTED]
)
def test_a_paper_is_called_as_it_calls_itself(kind, text, titles, called):
    found = printed_names(text, kind)
    assert (found.titles, found.called) == (titles, called)


def test_an_amendment_is_known_by_its_number_however_it_is_written():
    assert name_of("1st Amendment") == name_of("First Amendment") == name_of("Amendment No. 1")
    none = frozenset[str]()
    assert is_of_another_kind("Second Omnibus Amendment", ["Third Omnibus Amendment"], none)
    assert not is_of_another_kind("Second Omnibus Amendment", ["Amendment No. 2"], none)


def test_the_initials_of_a_paper_tell_that_it_is_meant(tmp_path):
    text = (
        "INDEPENDENT CONTRACTOR AGREEMENT\n\n1. Work\n\n1.1 Care. The builder uses reasonable care at work.\n"
    )
    files, care = {"deal.txt": text}, "builder uses reasonable care at work"
    assert told(tmp_path, files, "Section 1.1 of the ICA Services Agreement", care) == ["deal 1.1"]
    assert told(tmp_path, files, "Section 1.1 of the Services Agreement", care) == ["unknown_document"]


OPENED = [
    ("This agreement of 3 May 2004 is made by Acme Inc. and Northstar.", {"acme"}, {("may", "3", "2004")}),
    ("In İzmir and İstanbul by Acme Inc., as of May 3, 2004", {"acme"}, {("may", "3", "2004")}),
    ("dated the 31st December, 2003 between Acme, Ltd. and an LLC", {"acme"}, {("dec", "31", "2003")}),
]


@pytest.mark.parametrize(("text", "parties", "dates"), OPENED)
def test_an_opening_names_parties_and_dates_in_whatever_letters(text, parties, dates):
    signs = signs_in(text)
    assert (signs.parties, signs.dates) == (parties, dates)


@pytest.mark.parametrize("bank", ["Isbank", "İşbank"])
def test_an_amendment_says_what_it_amends_in_whatever_letters(bank):
    text = f"This Amendment is made by {bank * 20} and Acme Inc.\n\nSection 5.2 of the Agreement is hereby deleted.\n"
    (said,) = statements(plain(text))
    assert (said.labels, said.how, text[said.start : said.end]) == (
        ("5.2",), "deleted", "Section 5.2 of the Agreement is hereby deleted",
    )  # fmt: skip


# --- texts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("# Agreement\n\nText.\n\n## 1. Term\n\nText.\n", True),
        ("LEASE\n\nApartment #5 and Apartment #6 are let.\n\nSee note #7.\n", False),
        ("  # Lease\n\n\n   ## Rent\n", True),
        ("Unit #1\n# Rent\n\nText.\n# Term\n", True),
    ],
)
def test_a_sign_within_a_line_makes_no_markdown(text, markdown):
    assert is_markdown(text, "lease.txt") is markdown


FOLDED = [
    ('Fees -- and "costs"', "fees—and 'costs'"),
    ("pre-closing -- closing", "pre-closing—closing"),
    ("the fees … and . . . costs", "the fees ... and ... costs"),
    ("the end.. Fees", "the end.. fees"),
    ("a 5\" pipe ''of steel''", "a 5\" pipe 'of steel'"),
    ('"5" and "five"', "'5\" and 'five'"),
    ("(a)—(c) and 1--2", "(a)—(c) and 1-2"),
]


@pytest.mark.parametrize(("text", "folded"), FOLDED)
def test_a_text_that_is_searched_is_folded_like_one_that_is_shown(text, folded):
    assert folded_text(text, Tier.TYPOGRAPHIC) == fold(text, Tier.TYPOGRAPHIC).text == folded


def test_a_passage_that_stands_twice_is_found_twice_on_every_tier():
    text = "The fees  are due. The Fees are due."
    for tier in Tier:
        folded = fold(text, tier)
        assert [text[start:end] for start, end in folded.places("fees are due")] == [
            "fees  are due",
            "Fees are due",
        ]
        assert list(folded.places("costs are due")) == []


MARKS = [
    (
        "payable as “set out in the order.",
        "The sum is payable as “set out in the order” within a week.",
        True,
    ),
    (
        "payable (as “set out in the order.",
        "The sum is payable (as “set out in the order”) within a week.",
        True,
    ),
    ("payable as set out in the order.", "The sum is payable as set out in the order's schedule.", False),
    ("payable as said by the parties.", "The sum is payable as said by the parties’ agents.", False),
]


@pytest.mark.parametrize(("quote", "text", "stands"), MARKS)
def test_a_full_stop_of_the_writer_stands_before_a_closing_mark_and_no_possessive(
    tmp_path, quote, text, stands
):
    files = {"msa.docx": docx(paragraph(text))}
    assert (told(tmp_path, files, "msa §full", quote) == ["msa full"]) is stands


def test_an_entity_that_a_context_cuts_is_shown_as_it_is_written():
    document = read_wild_markdown(
        "msa", "MSA", "# Terms\n\nFees &amp; **Taxes** are due.\n", "0" * 64, "msa.md"
    )
    start, cut = document.text.index("Fees"), document.text.index("amp;")
    end = document.text.index(" are")
    assert visible(document, start, end) == "Fees & Taxes"
    assert visible(document, start, cut) == "Fees &"
    assert visible(document, start, cut + 2) == "Fees &am"
    assert rendered(document, start, cut + 2).text == "fees &am"
    assert rendered(document, start, end).text == "fees & taxes"


# --- folders and files ------------------------------------------------------------------------------------------------


def test_a_document_of_a_matter_that_is_read_again_is_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(room, "_KEPT_BYTES", 0)  # as for a data room
    matter = write_matter(tmp_path / "matter")
    record = ClientRecord.from_directory(matter)
    quote = issue("Customer may audit Provider once a year", "dpa §5.2")
    work = load_submission(written(tmp_path, "work.json", {"issues": [quote]}))
    first, second = review(record, work), review(record, work)
    assert first == second
    assert first.coverage.quotations_verified == 1


def test_a_file_that_goes_away_while_its_folder_is_read_is_told(tmp_path):
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text("Paper.\n")
    with os.scandir(tmp_path) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    (tmp_path / "b.md").unlink()
    admitted = Firewall().admit_entries(entries)
    assert next(admitted).name == "a.md"
    with pytest.raises(UnusableInputError, match=r"b\.md.*cannot be opened"):
        next(admitted)


def test_an_installation_without_its_matters_says_that_it_has_none(tmp_path, monkeypatch):
    monkeypatch.setattr(shipped, "_PACKAGE", tmp_path / "site" / "lib" / "playbook_legal")
    assert shipped.shipped_matters() == ()
    assert shipped.shipped_example("small", "good.jsonl") is None
    with pytest.raises(UnusableInputError, match=r"shipped: none"):
        shipped.find_matter("small")


def test_the_letter_i_with_a_list_of_figures_below_it_is_the_letter():
    letters = "".join(f"({letter}) the item of {letter};\n\n" for letter in "abcdefgh")
    document = plain(
        f"1. Items. The items are:\n\n{letters}(i) the item of i:\n\n1. one;\n\n2. two;\n\n(j) the item of j.\n\n"
        "2. Term. It lasts a year.\n"
    )
    labels = [section.token for section in document.sections]
    assert {"1(h)", "1(i)", "1(j)"} <= set(labels)
