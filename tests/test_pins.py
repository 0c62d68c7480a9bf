"""What people write to name a place, and what it names in a document with an outline."""

from itertools import pairwise

import pytest

from playbook_legal.paper.assembly import assembled
from playbook_legal.paper.citation_lists import cited_apart
from playbook_legal.paper.documents import Document
from playbook_legal.paper.outline import Mark
from playbook_legal.paper.pins import parse_pins, same_number
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
    ("§4.2(c)", [("4.2(c)", "(c) final.", "(b) No set-off.")]),
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
