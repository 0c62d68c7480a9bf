"""What people write to name a place, and what it names in a document with an outline."""

from itertools import pairwise

import pytest

from playbook_legal.paper.assembly import assembled
from playbook_legal.paper.citation_lists import cited_apart
from playbook_legal.paper.documents import Document
from playbook_legal.paper.outline import Mark
from playbook_legal.paper.pins import parse_pins, same_number
from playbook_legal.paper.readers.plain import read_plain
from playbook_legal.paper.readers.wild_markdown import read_wild_markdown
from playbook_legal.paper.resolving import sections_named
from playbook_legal.paper.romans import roman_value

IDS = ("msa", "dpa")

# as written; the document; the named units; the number; the words; the number at the end of a range
READ = [
    ("msa §4.2(a)(ii)", "msa", (), "4 2 a ii", "", None),
    ("msa§4.2", "msa", (), "4 2", "", None),
    ("msa Section 4.2.", "msa", (), "4 2", "", None),
    ("Section 4.2 of the MSA", "msa", (), "4 2", "", None),
    ("Section 4 (Term) of the msa", "msa", (), "4", "", None),
    ("MSA - Section 7", "msa", (), "7", "", None),
    ("Sec. 4.02", "", (), "4 02", "", None),
    ("clause 7.3(b)", "", (), "7 3 b", "", None),
    ("msa s. 4.2(a)", "msa", (), "4 2 a", "", None),
    ("s 7 of the dpa", "dpa", (), "7", "", None),
    ("ss. 4.2 to 4.5", "", (), "4 2", "", "4 5"),
    ("msa S.1", "msa", (), "", "S.1", None),
    ("msa Customer's 5 Duties", "msa", (), "", "Customer's 5 Duties", None),
    ("¶ 12", "", (), "12", "", None),
    ("4.2.", "", (), "4 2", "", None),
    ("§A", "", (), "A", "", None),
    ("Section A.2", "", (), "A 2", "", None),
    ("Section four", "", (), "4", "", None),
    ("10.2 Limitation of Liability", "", (), "10 2", "", None),
    ("Limitation of Liability (Section 10.2)", "", (), "10 2", "", None),
    ("[Section 10.2, Limitation of Liability]", "", (), "10 2", "", None),
    ("dpa §5.1 (Breach)", "dpa", (), "5 1", "", None),
    ("msa §§ 4.2–4.5", "msa", (), "4 2", "", "4 5"),
    ("Sections 4.2-4.5", "", (), "4 2", "", "4 5"),
    ("Section 4.2(a)(i) through (iii)", "", (), "4 2 a i", "", "4 2 a iii"),
    ("Article IV", "", (("article", "IV"),), "", "", None),
    ("Art. IV, Sec. 2", "", (("article", "IV"),), "2", "", None),
    ("Article 4.2(a)", "", (), "4 2 a", "", None),
    ("Article XX(a)(ii)", "", (("article", "XX"),), "a ii", "", None),
    ("Art. 6(1)", "", (("article", "6"),), "1", "", None),
    ("msa Exhibit B §2.1", "msa", (("exhibit", "B"),), "2 1", "", None),
    ("Exhibit B §2.1", "", (("exhibit", "B"),), "2 1", "", None),
    ("Exhibit A-1", "", (("exhibit", "A-1"),), "", "", None),
    ("Exhibit No. 4", "", (("exhibit", "4"),), "", "", None),
    ("Schedule 2.1 to the msa", "msa", (("schedule", "2.1"),), "", "", None),
    ("Annex I", "", (("annex", "I"),), "", "", None),
    ("Recital B", "", (("recital", "B"),), "", "", None),
    ("footnote 3", "", (("footnote", "3"),), "", "", None),
    ("msa, p. 7", "msa", (("page", "7"),), "", "", None),
    ("msa preamble", "msa", (("preamble", ""),), "", "", None),
    ("the signature page", "", (("signature", ""),), "", "", None),
    ('definition of "Fees"', "", (), "", "Fees", None),
    ('"Fees" in msa §1', "msa", (), "", "Fees", None),
    ("msa Confidentiality", "msa", (), "", "Confidentiality", None),
    ("msa §full", "msa", (), "", "", None),
    ("§ 5 Abs. 2", "", (), "5 2", "", None),
    ("Ziffer 3", "", (), "3", "", None),
    ("Článek 5", "", (("article", "5"),), "", "", None),
    ("第5条", "", (), "5", "", None),
    ("第十二条", "", (), "12", "", None),
    ("第一百零二条", "", (), "102", "", None),
]


@pytest.mark.parametrize(
    ("written", "document", "named", "atoms", "term", "last"), READ, ids=[r[0] for r in READ]
)
def test_a_citation_is_read_as_people_write_it(written, document, named, atoms, term, last):
    (cite,) = parse_pins(written, IDS).cites
    assert (cite.document, cite.first.named, " ".join(cite.first.atoms), cite.first.term) == (
        document, named, atoms, term,
    )  # fmt: skip
    assert (None if cite.last is None else " ".join(cite.last.atoms)) == last


SEVERAL = [
    ("msa §4.2 and §4.3", ["4 2", "4 3"]),
    ("4.2 and 4.3", ["4 2", "4 3"]),
    ("Section 4.2, 4.3 and 4.5(b)", ["4 2", "4 3", "4 5 b"]),
    ("Sections 4.2(a) and (b)", ["4 2 a", "4 2 b"]),
]


@pytest.mark.parametrize(("written", "numbers"), SEVERAL, ids=[r[0] for r in SEVERAL])
def test_several_places_in_one_citation_are_each_read(written, numbers):
    assert [" ".join(cite.first.atoms) for cite in parse_pins(written, IDS).cites] == numbers


def test_two_exhibits_share_their_word():
    cites = parse_pins("Exhibits A and B", IDS).cites
    assert [cite.first.named for cite in cites] == [(("exhibit", "A"),), (("exhibit", "B"),)]


@pytest.mark.parametrize("written", ["nda §4.2", "nda Section 4.2", "Side Letter, Section 4.2"])
def test_words_before_a_number_may_name_a_document_that_is_not_there(written):
    assert parse_pins(written, IDS).stranger.startswith(("nda", "Side"))


@pytest.mark.parametrize("written", ["", "   ", "§", ".", "x" * 5000, "(" * 200, "§" * 200, "4." * 100])
def test_what_names_nothing_is_read_in_bounded_time_and_as_nothing_numbered(written):
    assert all(len(cite.first.atoms) <= 60 for cite in parse_pins(written, IDS).cites)


def test_roman_numbers_and_figures_are_the_same_number():
    assert [roman_value(one) for one in ("IV", "xii", "XLIV", "CCC", "", "B", "IIII")] == [
        4,
        12,
        44,
        300,
        0,
        0,
        0,
    ]
    assert same_number("IV", "4")
    assert same_number("a", "A")
    assert not same_number("II", "11")


TEXT = """Preamble of the agreement.
1. Definitions. "Fees" means the fees. (the "Term")
4. Payment
4.2 Fees. The fees are (a) due at once; (b) payable in euro; and (c) final.
(a) Late fees accrue.
(i) Two percent.
(b) No set-off.
4.20 Taxes. Each party bears its own.
14.2 Other. Nothing.
ARTICLE V Term
Section 5.01 Duration. One year.
Section 5.02 Renewal. None.
EXHIBIT B Services
2.1 Hours. Nine to five.
4.2 Rates. As listed.
"""


def _document() -> Document:
    def at(words: str) -> int:
        return TEXT.index(words)

    marks = [
        Mark(start=at("1. Def"), level=1, number="1", title="Definitions"),
        Mark(start=at("4. Pay"), level=1, number="4", title="Payment"),
        Mark(start=at("4.2 Fees"), level=2, number="4.2", title="Fees"),
        Mark(start=at("(a) Late"), level=3, number="a", relative=True),
        Mark(start=at("(i) Two"), level=4, number="i", relative=True),
        Mark(start=at("(b) No"), level=3, number="b", relative=True),
        Mark(start=at("4.20"), level=2, number="4.20", title="Taxes"),
        Mark(start=at("14.2"), level=1, number="14.2", title="Other"),
        Mark(start=at("ARTICLE V"), level=1, kind="article", number="V", title="Term"),
        Mark(start=at("Section 5.01"), level=2, number="5.01", title="Duration"),
        Mark(start=at("Section 5.02"), level=2, number="5.02", title="Renewal"),
        Mark(start=at("EXHIBIT B"), level=0, kind="exhibit", number="B", title="Services"),
        Mark(start=at("2.1 Hours"), level=1, number="2.1", title="Hours"),
        Mark(start=at("4.2 Rates"), level=1, number="4.2", title="Rates"),
    ]
    return assembled("text", "msa", "msa", TEXT, marks, "0" * 64, "msa.txt")


def _named(written: str) -> list[tuple[str, str, str]]:
    (cite,) = parse_pins(written, IDS).cites
    return [
        (one.token, one.text.split("\n")[0][:16], one.text.split("\n")[-1][:16])
        for one in sections_named(_document(), cite)
    ]


APART = [
    ("msa §4.2; dpa §5.1", ["msa §4.2", "dpa §5.1"]),
    ("msa §4.2 and dpa §5.1", ["msa §4.2", "dpa §5.1"]),
    ("msa §§4, 5, MSA 2026 §1 & dpa §2", ["msa §§4, 5", "MSA 2026 §1", "dpa §2"]),
    ("Section 4 of the msa and Section 5 of the dpa", ["Section 4 of the msa", "Section 5 of the dpa"]),
    ("Sections 4 and 5 of the msa", ["Sections 4 and 5 of the msa"]),
    ("msa §4.2; sow §1", ["msa §4.2", "sow §1"]),
    ("msa §4.2(a); (b); §5", ["msa §4.2(a); (b); §5"]),
    ("msa §4, Fees and Terms", ["msa §4, Fees and Terms"]),
    ("Terms and msa §1", ["Terms and msa §1"]),
]


@pytest.mark.parametrize(("written", "apart"), APART, ids=[r[0] for r in APART])
def test_citations_that_name_their_documents_one_by_one_are_taken_apart(written, apart):
    assert cited_apart(written, ("msa", "dpa", "MSA 2026", "Terms and msa")) == apart


NAMED = [
    ("§4", [("4", "4. Payment", "4.20 Taxes. Each")]),
    ("§4.20", [("4.20", "4.20 Taxes. Each", "4.20 Taxes. Each")]),
    ("§14.2", [("14.2", "14.2 Other. Noth", "14.2 Other. Noth")]),
    ("§4.2", [("4.2", "4.2 Fees. The fe", "(b) No set-off."),
              ("Exhibit B §4.2", "4.2 Rates. As li", "4.2 Rates. As li")]),
    ("Exhibit B §4.2", [("Exhibit B §4.2", "4.2 Rates. As li", "4.2 Rates. As li")]),
    ("Exhibit B", [("Exhibit B", "EXHIBIT B Servic", "4.2 Rates. As li")]),
    ("§4.2(a)", [("4.2(a)", "(a) Late fees ac", "(i) Two percent.")]),
    ("§4.2(a)(i)", [("4.2(a)(i)", "(i) Two percent.", "(i) Two percent.")]),
    ("§4.2(c)", [("4.2(c)", "(c) final.", "(c) final.")]),
    ("§4.2.3", []),
    ("Article 5", [("Article V", "ARTICLE V Term", "Section 5.02 Ren")]),
    ("Section 5", [("Article V", "ARTICLE V Term", "Section 5.02 Ren")]),
    ("Article V, Section 5.01", [("5.01", "Section 5.01 Dur", "Section 5.01 Dur")]),
    ("Article IV, Section 5.01", []),
    ("Article ıv", []),
    ("Sections 4.2-4.20", [("4.2–4.20", "4.2 Fees. The fe", "4.20 Taxes. Each")]),
    ("Sections 5.02-5.01", []),
    ("§5.1", []),
    ("§2", []),
    ("Renewal", [("5.02", "Section 5.02 Ren", "Section 5.02 Ren")]),
    ('definition of "Fees"', [("1", "1. Definitions. ", "1. Definitions. ")]),
    ('definition of "Term"', [("1", "1. Definitions. ", "1. Definitions. ")]),
    ('definition of "Rates"', [("Exhibit B §4.2", "4.2 Rates. As li", "4.2 Rates. As li")]),
    ('definition of "Costs"', []),
    ("preamble", [("preamble", "Preamble of the ", "Preamble of the ")]),
    ("cover page", [("preamble", "Preamble of the ", "Preamble of the ")]),
    ("full", [("full", "Preamble of the ", "4.2 Rates. As li")]),
    ("p. 2", []),
]  # fmt: skip


@pytest.mark.parametrize(("written", "places"), NAMED, ids=[r[0] for r in NAMED])
def test_a_citation_names_every_place_that_bears_its_number_and_no_other(written, places):
    assert _named(written) == places


def test_the_own_texts_of_the_units_are_the_whole_document_and_do_not_overlap():
    document = _document()
    spans = [(one.start, one.start + len(one.text)) for one in document.sections]
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))
    assert "".join(TEXT.split()) == "".join("".join(one.text.split()) for one in document.sections)
    assert all(
        TEXT[start:end] == one.text for (start, end), one in zip(spans, document.sections, strict=True)
    )
    assert all(one.line == TEXT[: one.start].count("\n") + 1 for one in document.sections)


def test_the_innermost_unit_of_every_character_is_the_one_whose_own_text_it_is():
    document = _document()
    assert document.outline is not None
    for one in document.sections[1:]:
        for position in (one.start, one.start + len(one.text) - 1):
            unit = document.outline.innermost(position)
            assert unit is not None
            assert unit.label == one.token
    assert document.outline.innermost(0) is None


# --- items that run on within a sentence ----------------------------------------------------------------------

SUPPLY = """# Supply Agreement

## 1. General

Notices are (a) in writing; (b) in English, as clause (d) and Section 9 (d) say, by System(s) (i) of the buyer, (ii) of
the seller; and (c) short, within seven (7) days.

All laws apply.

### 1.1 Notices

Notices shall be in writing, and (4) shall be sent by courier; (e) shall be short.

### 1.2 Law

The laws of Ohio govern this Agreement in every respect.

## 2. Fees

The fees are (a) due at once, subject to (i) set-off; and (ii) tax; (b) final as (a) and (b) above say; and (d) in euro.

They accrue daily.
"""

RUN_IN = [
    ("§1.4", []),
    ("§1.3", []),
    ("§1(4)", []),
    ("§1(e)", []),
    ("§1(d)", []),
    ("§1(7)", []),
    ("§1(a)", ["(a) in writing;"]),
    ("§1(c)", ["(c) short, within seven (7) days."]),
    ("§1(b)(ii)", ["(ii) of\nthe seller; and"]),
    ("§1(b)(i)", ["(i) of the buyer,"]),
    ("§1.1(4)", []),
    ("§1.1(e)", []),
    ("§2(a)", ["(a) due at once, subject to (i) set-off; and (ii) tax;"]),
    ("§2(a)(ii)", ["(ii) tax;"]),
    ("§2.a.ii", ["(ii) tax;"]),
    ("§2, paragraph (a)", ["(a) due at once, subject to (i) set-off; and (ii) tax;"]),
    ("§2(b)", ["(b) final as (a) and (b) above say; and (d) in euro."]),
    ("§2(d)", ["(d) in euro."]),
    ("§2(c)", []),
    ("§2(a) and (d)", ["(a) due at once, subject to (i) set-off; and (ii) tax;", "(d) in euro."]),
]  # fmt: skip


def _texts(document: Document, written: str) -> list[str]:
    return [one.text for cite in parse_pins(written, IDS).cites for one in sections_named(document, cite)]


@pytest.mark.parametrize(("written", "texts"), RUN_IN, ids=[r[0] for r in RUN_IN])
def test_a_number_within_a_sentence_is_an_item_only_where_it_counts(written, texts):
    plain = SUPPLY.replace("#", "").replace("\n ", "\n")
    assert _texts(read_plain("msa", "MSA", plain, "", "msa.txt"), written) == texts
    assert _texts(read_wild_markdown("msa", "MSA", SUPPLY, "", "msa.md"), written) == texts


VESSEL = """VESSEL CONTRACT

ARTICLE III - DELIVERY:

The Builder may deliver (a) early; or (b) late.

ARTICLE IV - LAW:

Section 4.1 Choice.  The laws of Ohio apply.

ARTICLE XX - EVENTS OF DEFAULT

a)   Each of these is a default of the Builder:

(i) it stops (a) to build; or (b) to pay;

(ii) it is bankrupt.

b)   A default of the Owner: (i) it does not pay; (ii) it does not answer.
"""

BELOW_ARTICLES = [
    ("Article XX(a)", [("Article XX(a)", "a)   Each of th", "bankrupt.")]),
    ("Art. 20(a)(ii)", [("Article XX(a)(ii)", "(ii) it is bank", "bankrupt.")]),
    ("§XX(a)(ii)", [("Article XX(a)(ii)", "(ii) it is bank", "bankrupt.")]),
    ("Article XX §(b)", [("Article XX(b)", "b)   A default ", "t answer.")]),
    ("Article XX(b)(ii)", [("Article XX(b)(ii)", "(ii) it does no", "t answer.")]),
    ("Article XX(c)", []),
    ("Article XX(1)", []),
    ("Article III(a)", [("Article III(a)", "(a) early; or", "early; or")]),
    ("Article III(b)", [("Article III(b)", "(b) late.", "(b) late.")]),
    ("Article III(i)", []),
    ("Article IV(a)", []),
    ("Article IV, Section 4.1", [("4.1", "Section 4.1 Cho", "io apply.")]),
    ("§4.1", [("4.1", "Section 4.1 Cho", "io apply.")]),
]  # fmt: skip


@pytest.mark.parametrize(("written", "places"), BELOW_ARTICLES, ids=[r[0] for r in BELOW_ARTICLES])
def test_what_has_but_a_letter_is_cited_with_its_article(written, places):
    document = read_plain("msa", "MSA", VESSEL, "", "msa.txt")
    (cite,) = parse_pins(written, IDS).cites
    found = [(one.token, one.text[:15], one.text[-9:]) for one in sections_named(document, cite)]
    assert found == places


def test_an_article_answers_for_a_section_with_letters():
    document = read_plain(
        "msa", "MSA", "1. Fees\n\n(a) Rates.\n\n(b) Taxes.\n\n2. Term\n\nBar.\n", "", "msa.txt"
    )
    assert _texts(document, "Article I(b)") == _texts(document, "Art. 1(b)") == ["(b) Taxes."]
    assert _texts(document, "Article 2(b)") == []
    assert _texts(document, "Article I(1)") == []


def test_an_item_goes_on_over_a_turn_of_the_page_and_behind_an_item_that_begins_a_line():
    text = (
        "1. Fees\n\nThe Customer pays:\n\n(a) the fees of the first year; (b) the fees that are due for\n\n"
        "<PAGE>\n\nthe second year; and (c) tax.\n\nNothing else.\n\n2. Term\n\nOne year.\n"
    )
    document = read_plain("msa", "MSA", text, "", "msa.txt")
    assert _texts(document, "§1(b)") == ["(b) the fees that are due for\n\n<PAGE>\n\nthe second year; and"]
    assert _texts(document, "§1(c)") == ["(c) tax."]
    assert _texts(document, "§1(d)") == []


TYPED = """CREDIT AGREEMENT

ARTICLE TEN
CHANGE IN CIRCUMSTANCES

Section 10.1. Change of Law.  The Bank says so.

Section 10.2. Lending Offices.  The Bank has them:

(a) one;

(k) ten.

(1) eleven.

Schedule 4

Transfers.

Annex I

Parties.

Annex II

1. Measures

Locks.

Exhibit F
Reserved Exhibit "G"
Guaranty

The guarantor guarantees.
"""

OTHERWISE = [
    ("Article TEN", [("Article TEN", "ARTICLE TEN", "(1) eleven.")]),
    ("Article 10", [("Article TEN", "ARTICLE TEN", "(1) eleven.")]),
    ("Article X, Section 10.1", [("10.1", "Section 10.1. C", "Section 10.1. C")]),
    ("§10.2(l)", [("10.2(1)", "(1) eleven.", "(1) eleven.")]),
    ("§10.2(m)", []),
    ("Schedule 4, Annex II", [("Annex II", "Annex II", "Locks.")]),
    ("Schedule 5, Annex II", []),
    ("Exhibit G", [("Exhibit F", "Exhibit F", "The guarantor g")]),
    ("Exhibit H", []),
]  # fmt: skip


def _typed_document() -> Document:
    def at(words: str) -> int:
        return TYPED.index(words)

    marks = [
        Mark(start=at("ARTICLE"), level=1, kind="article", number="TEN", title="CHANGE IN CIRCUMSTANCES"),
        Mark(start=at("Section 10.1"), level=2, number="10.1", title="Change of Law"),
        Mark(start=at("Section 10.2"), level=2, number="10.2", title="Lending Offices"),
        Mark(start=at("(a)"), level=3, number="a", relative=True),
        Mark(start=at("(k)"), level=3, number="k", relative=True),
        Mark(start=at("(1)"), level=3, number="1", relative=True),
        Mark(start=at("Schedule 4"), level=0, kind="schedule", number="4"),
        Mark(start=at("Annex I"), level=0, kind="annex", number="I"),
        Mark(start=at("Annex II"), level=0, kind="annex", number="II"),
        Mark(start=at("1. Measures"), level=1, number="1", title="Measures"),
        Mark(
            start=at("Exhibit F"), level=0, kind="exhibit", number="F", title='Reserved Exhibit "G" Guaranty'
        ),
    ]
    return assembled("text", "msa", "msa", TYPED, marks, "0" * 64, "msa.txt")


@pytest.mark.parametrize(("written", "places"), OTHERWISE, ids=[r[0] for r in OTHERWISE])
def test_a_unit_is_found_whose_number_the_paper_writes_otherwise(written, places):
    (cite,) = parse_pins(written, IDS).cites
    found = [
        (one.token, one.text.split("\n")[0][:15], one.text.split("\n")[-1][:15])
        for one in sections_named(_typed_document(), cite)
    ]
    assert found == places


SPELT = [
    ("Article Twenty-One", "21"),
    ("Article Twenty", "20"),
    ("Article Ninety Nine", "99"),
    ("ARTICLE THIRTY-TWO", "32"),
    ("Article Six", "6"),
    ("Article Sixteen", "16"),
]


@pytest.mark.parametrize(("written", "number"), SPELT)
def test_a_number_in_words_is_read_to_its_end(written, number):
    (cite,) = parse_pins(written, ()).cites
    assert cite.first.named == (("article", number),)


TITLED = [
    ('msa, section "Rent"', "Rent"),
    ("msa, the “Rent and Fees” clause", "Rent and Fees"),
    ("msa, 'Rent'", "Rent"),
    ("msa, clause entitled “Rent”", "Rent"),
    ("Rent section of the msa", "Rent"),
]


@pytest.mark.parametrize(("written", "title"), TITLED)
def test_a_section_is_cited_by_its_title(written, title):
    (cite,) = parse_pins(written, ("msa",)).cites
    assert (cite.document, cite.first.term, cite.first.defines) == ("msa", title, False)


@pytest.mark.parametrize(
    ("written", "atoms"),
    [
        ("msa §4.2, §5.1", ["4 2", "5 1"]),
        ("msa §4.2 §5.1", ["4 2", "5 1"]),
        ("msa Section 4.2, Section 5.1 and Section 6", ["4 2", "5 1", "6"]),
        ("msa s. 4, s. 5", ["4", "5"]),
        ("msa §4.2, clause (a)", ["4 2 a"]),
        ("msa §4, paragraph 2, item (b)", ["4 2 b"]),
    ],
)
def test_a_section_behind_another_is_no_step_within_it(written, atoms):
    assert [" ".join(one.first.atoms) for one in parse_pins(written, ("msa",)).cites] == atoms
