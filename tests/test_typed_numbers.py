"""Which lines of a typed text open a unit, under which number, and which only look so."""

import pytest

from playbook_legal.paper.outline import Unit
from playbook_legal.paper.page_furniture import furniture_of
from playbook_legal.paper.readers.plain import read_plain
from playbook_legal.paper.typed_lines import lines_of
from playbook_legal.paper.typed_numbers import typed_number
from playbook_legal.paper.typed_outline import typed_marks


def outline(text: str) -> tuple[Unit, ...]:
    document = read_plain("msa", "MSA", text, "", "msa.txt")
    assert document.outline is not None
    return document.outline.units


def labels(text: str) -> list[str]:
    return [unit.label for unit in outline(text)]


PROSE = "The parties have agreed on what stands here.\n"

# A line, the kind of unit, its number, and its words, if it begins with a number.
LINES = [
    ("4.2 Fees", "section", "4.2", "Fees"),
    ("4.02. Fees", "section", "4.02", "Fees"),
    ("4.2.1   Late fees", "section", "4.2.1", "Late fees"),
    ("Section 4.02. Fees", "section", "4.02", "Fees"),
    ("SECTION 4.02 FEES", "section", "4.02", "FEES"),
    ("Section\u00a04.2 Fees", "section", "4.2", "Fees"),
    ("§ 4.2 Fees", "section", "4.2", "Fees"),
    ("§4.2 Fees", "section", "4.2", "Fees"),
    ("Clause 7.3 Notices", "section", "7.3", "Notices"),
    ("Section 7. Notices", "section", "7", "Notices"),
    ("ARTICLE IV", "article", "IV", ""),
    ("ARTICLE IV - FEES", "article", "IV", "FEES"),
    ("Article 4", "article", "4", ""),
    ("ARTICLE FOUR", "article", "FOUR", ""),
    ("PART II", "part", "II", ""),
    ("EXHIBIT B", "exhibit", "B", ""),
    ('EXHIBIT "B"', "exhibit", "B", ""),
    ("EXHIBIT A-1: Tug", "exhibit", "A-1", "Tug"),
    ("Schedule 2.1 – Disclosure", "schedule", "2.1", "Disclosure"),
    ("Annex I", "annex", "I", ""),
    ("Recital A", "recital", "A", ""),
    ("12. Fees", "section", "12", "Fees"),
    ("12) Fees", "section", "12", "Fees"),
    ("12 . Fees", "section", "12", "Fees"),
    ("12.) Fees", "section", "12", "Fees"),
    ("(a) Fees", "section", "a", "Fees"),
    ("(iv)Fees", "section", "iv", "Fees"),
    ("(12) Fees", "section", "12", "Fees"),
    ("A. Fees", "section", "A", "Fees"),
    ("iv. Fees", "section", "iv", "Fees"),
    ("18.A Binding Effect", "section", "18.A", "Binding Effect"),
    ("B.1 Software", "section", "B.1", "Software"),
]


@pytest.mark.parametrize(("line", "kind", "number", "words"), LINES, ids=[line[0] for line in LINES])
def test_a_line_is_read_as_number_and_words(line, kind, number, words):
    found = typed_number("   " + line)
    assert found is not None
    assert (found.kind, found.number, ("   " + line)[found.rest :]) == (kind, number, words)


@pytest.mark.parametrize(
    "line",
    [
        "", "   ", "The fees", "2.5% per annum", "1934", "1,000 shares", "$5.00", "(the Lender)", "(abcdef) x",
        "Sections 2.1 and 2.2", "Article, Owner shall", "Exhibit hereto", "Section Fees",
        "Section 4-2.1 Fees", "1.1.1.1.1.1.1.1.1",
        "Schedule of fees", "Sectional 4.2",
    ],
)  # fmt: skip
def test_a_line_without_a_number_is_no_heading_at_all(line):
    assert typed_number(line) is None


def test_an_i_may_be_the_ninth_letter_or_the_first_numeral():
    found = typed_number("(i) x")
    assert found is not None
    assert found.readings == (("(a)", 9), ("(i)", 1))


STYLES = [
    ("1. Fees\n\nFoo.\n\n2. Term\n\nFoo.\n", ["1", "2"]),
    (
        "1. Fees.  Customer shall pay.\n\n1.1 Rates. Foo.\n\n1.2 Taxes. Foo.\n\n2. Term. Foo.\n",
        ["1", "1.1", "1.2", "2"],
    ),
    ("1    FEES\n\n1.1 Rates. Foo.\n\n2    TERM\n\nFoo.\n", ["1", "1.1", "2"]),
    ("1.0  FEES.  Foo.\n\n1.1 Rates. Foo.\n\n2.0  TERM.  Foo.\n", ["1.0", "1.1", "2.0"]),
    (
        (
            "ARTICLE I\nFEES\n\nSection 1.01. Rates. Foo.\n\nSection 1.02. Taxes. Foo.\n\n"
            "ARTICLE II\nTERM\n\nSection 2.01. Foo. Bar.\n"
        ),
        ["Article I", "1.01", "1.02", "Article II", "2.01"],
    ),
    (
        "ARTICLE\nI\n\nFEES\n\n1.1\n\nRates are low.\n\n1.2\n\nTaxes are high.\n\nARTICLE\nII\n\nTERM\n",
        ["Article I", "1.1", "1.2", "Article II"],
    ),
    ("Section 1. Fees. Foo.\n\nSection 2. Term. Foo.\n", ["1", "2"]),
    ("§ 1.1 Fees\n\nFoo.\n\n§ 1.2 Term\n\nFoo.\n", ["1.1", "1.2"]),
    ("Clause 1.1 Fees\n\nFoo.\n\nClause 1.2 Term\n\nFoo.\n", ["1.1", "1.2"]),
    (
        (
            "1. Fees\n\n(a) Rates. Foo;\n\n(b) Taxes. Foo:\n\n(i) one;\n\n(ii) two.\n\n"
            "2. Term\n\n(a) Long.\n\n(b) Short.\n"
        ),
        ["1", "1(a)", "1(b)", "1(b)(i)", "1(b)(ii)", "2", "2(a)", "2(b)"],
    ),
    ("1. Fees. (a) Rates are low.\n\n(b) Taxes are high.\n\n2. Term. Foo.\n", ["1", "1(a)", "1(b)", "2"]),
    ("1. Fees. (a) rates and (b) taxes.\n\n2. Term. Foo.\n", ["1", "2"]),
    ("1. Fees\n\n(a) (i) one;\n\n(ii) two;\n\n(b) three.\n", ["1", "1(a)", "1(a)(i)", "1(a)(ii)", "1(b)"]),
    (
        "1. Fees\n\nA. Rates. Foo.\n\n(1) one.\n\n(2) two.\n\nB. Taxes. Foo.\n",
        ["1", "1(A)", "1(A)(1)", "1(A)(2)", "1(B)"],
    ),
    ("I. Fees\n\nA. Rates. Foo.\n\nB. Taxes. Foo.\n\nII. Term\n\nFoo.\n", ["I", "I(A)", "I(B)", "II"]),
    (
        "4.1 Fees. Foo.\n\n4.2 [Intentionally omitted]\n\n4.3 [Reserved]\n\n4.4 Term. Foo.\n",
        ["4.1", "4.2", "4.3", "4.4"],
    ),
    (
        "4.1 Fees. Foo.\n\n4.1(a) Rates. Foo.\n\n4.1(b) Taxes. Foo.\n\n4.2 Term. Foo.\n",
        ["4.1", "4.1(a)", "4.1(b)", "4.2"],
    ),
    ("1.0  OTHER.\n\n1.A Heirs. Foo.\n\n1.B Waiver. Foo.\n", ["1.0", "1.A", "1.B"]),
    (
        (
            "                    ARTICLE I\n                      FEES\n\n"
            "     Section 1.1 Rates. Foo.\n\n     Section 1.2 Taxes. Foo.\n"
        ),
        ["Article I", "1.1", "1.2"],
    ),
    ("1. Fees\n-------\nFoo.\n\n2. Term\n-------\nFoo.\n", ["1", "2"]),
]


@pytest.mark.parametrize(("text", "expected"), STYLES, ids=[text[:24] for text, _ in STYLES])
def test_headings_are_found_in_every_style(text, expected):
    assert labels(text) == expected


def lettered(letters: str) -> str:
    return "".join(f"({letter}) Item.\n\n" for letter in letters.split())


def test_i_after_h_is_a_letter_when_j_follows():
    text = "1. List\n\n" + lettered("a b c d e f g h i j")
    assert labels(text)[-2:] == ["1(i)", "1(j)"]


def test_i_after_h_is_a_numeral_when_ii_follows():
    text = "1. List\n\n" + lettered("a b c d e f g h i ii iii")
    assert labels(text)[-3:] == ["1(h)(i)", "1(h)(ii)", "1(h)(iii)"]


def test_letters_go_on_with_double_letters():
    text = "1. List\n\n" + lettered(" ".join("abcdefghijklmnopqrstuvwxyz") + " aa bb")
    assert labels(text)[-3:] == ["1(z)", "1(aa)", "1(bb)"]


# What a heading-like line follows, and the line: none of them opens a unit below 4.1.
NO_HEADINGS = [
    ("The fees are set forth in accordance with", "Section 4.2 hereof shall apply."),
    ("The fees are set forth in accordance with", "Section 4.2. The Borrower shall pay."),
    ("The fees are due under", "Section 2.1(a) and otherwise."),
    ("Foo bar.", "Section 4.2 hereof shall apply to nothing."),
    ("Foo bar.", "Section 2.1(a) and other things."),
    ("The fees are due within", "30 days after the date hereof."),
    ("The fees are due not later than", "30. Days count from today."),
    ("Interest accrues at", "2.5% per annum."),
    ("Interest accrues at a rate of", "4.2 Percent for each year."),
    ("within the meaning of the Securities Exchange Act of", "1934 Act and the rules."),
    ("the sum of the amounts of $", "4.2 Million of the Term Loan."),
    ("Foo bar shall not exceed a ratio of:", "4.2 to 1.0"),
    ("the amounts described in", "(b) above and those in"),
    ("as used in clause", "(a) of this Section, fees are high."),
    ("Exhibits are attached as", "Exhibit B. Customer shall keep them."),
    ("Foo bar.", "Exhibit B and Exhibit C, attached hereto, are replaced."),
    ("Foo bar.", "Exhibit A sets forth the fees."),
    ("as provided in", "Article V hereof (except as stated there)."),
    ("the offices at", "450 North Drive, Suite 2"),
    ("Foo bar.", '"4.2 Fees. This is quoted."'),
]  # fmt: skip


@pytest.mark.parametrize(("before", "line"), NO_HEADINGS, ids=[line for _, line in NO_HEADINGS])
def test_a_sentence_that_breaks_before_a_number_opens_nothing(before, line):
    text = f"ARTICLE IV\nFEES\n\n4.1 Rates. {PROSE}{before}\n{line}\nAnd so on.\n\n4.3 Taxes. Foo.\n"
    assert labels(text) == ["Article IV", "4.1", "4.3"]


# Texts in which something is missing, repeated or out of order, as in real papers.
IRREGULAR = [
    (
        "recitals with items, not headed",
        "A. Rich:\n\n(i) one;\n\n(ii) two.\n\nB. Poor.\n\nNOW, THEREFORE, so:\n\n1. Fees\n\nFoo.\n",
        ["Recital A", "(i)", "(ii)", "Recital B", "1"],
    ),
    ("a comma, a bracket, and no second", "1. Fees\n\nFees are,\n\n(i) so.\n\nNOW, THEREFORE, so.\n", ["1"]),
    (
        "a list in a list",
        "1. Fees\n\n2. Term\n\n1. Or\n\nNOW, THEREFORE, so.\n\n3. Law\n",
        ["1", "2", "2(1)", "3"],
    ),
    (
        "two lists in a list",
        "1. A\n\n2. Be\n\n3. Two\n\n1. One\n\n2. Two\n\n1. One\n\n2. Two\n\n4. Law\n",
        ["1", "2", "3", "3(1)", "3(2)", "3(1)", "3(2)", "4"],
    ),
    (
        "an article over two lines",
        "ARTICLE\n1\n\nFEES\n\nFoo.\n\nARTICLE\n2\n\nTERM\n",
        ["Article 1", "Article 2"],
    ),
    ("a word that no number follows", "SECTION\n00\n\nFoo.\n\nEXHIBIT\n\nFoo.\n", []),
    (
        "numbers in full",
        "4.1(a) Rates. Foo.\n\n4.1(b) Taxes. Foo.\n\n4.2 Term. Foo.\n",
        ["4.1", "4.1(a)", "4.1(b)", "4.2"],
    ),
    ("numbers in full from c", "4.1(c) Rates. Foo.\n\n4.2 Term. Foo.\n", ["4.1", "4.2"]),
    (
        "numbers in full in a sentence",
        "4.1 Rates. Foo.\n\n4.1(b) and the rest.\n\n4.2 Term. Foo.\n",
        ["4.1", "4.2"],
    ),
    (
        "agreed below letters",
        "A. Fees\n\n1. Foo.\n\nthey agree as follows:\n\n2. Foo.\n",
        ["A", "A(1)", "A(2)"],
    ),
    ("a reference to an article alone", "Fees are as provided in\n\nArticle V\n\nhereof.\n", []),
    ("a section far away", "Section 1. Fees. Foo.\n\nSection 9. Law. Foo.\n", ["1"]),
    ("a decimal far away", "1.1 Rates. Foo.\n1.9 Taxes were high.\n\n1.2 Taxes. Foo.\n", ["1.1", "1.2"]),
    (
        "an exhibit and a sentence",
        "1. Fees\n\nFoo.\n\nExhibit A " + "Capital Words " * 12 + "\n\nFoo.\n",
        ["1"],
    ),
    (
        "a schedule to an agreement",
        "1. Fees\n\nFoo.\n\nSchedule A to the Agreement of the Parties\n\nFoo.\n",
        ["1", "Schedule A"],
    ),
    (
        "items that end with commas",
        "1. Fees\n\nFees are, without duplication,\n\n(i) rates,\n\n(ii) taxes,\n\n(iii) costs.\n",
        ["1", "1(i)", "1(ii)", "1(iii)"],
    ),
    (
        "a comma before a single bracket",
        "1. Fees\n\nFees are, without duplication,\n\n(i) rates.\n\n2. Term\n\nFoo.\n",
        ["1", "2"],
    ),
    (
        "capital letters to J",
        "1. List\n\n" + "".join(f"({letter}) Item.\n\n" for letter in "ABCDEFGHIJ"),
        ["1", *(f"1({letter})" for letter in "ABCDEFGHIJ")],
    ),
    (
        "i is the last of its kind",
        "1. List\n\n" + "".join(f"({letter}) Item.\n\n" for letter in "abcdefghi"),
        ["1", *(f"1({letter})" for letter in "abcdefghi")],
    ),
    ("a number is missing", "1. Fees\n\nFoo.\n\n2. Term\n\nFoo.\n\n4. Law\n\nFoo.\n", ["1", "2", "4"]),
    ("a section number is missing", "Section 1. Fees. Foo.\n\nSection 3. Law. Foo.\n", ["1", "3"]),
    ("too many are missing", "1. Fees\n\nFoo.\n\n2. Term\n\nFoo.\n\n9. Law\n\nFoo.\n", ["1", "2"]),
    (
        "an article without heading",
        "ARTICLE I\nFEES\n\n1.1 Rates. Foo.\n\n2.1 Length. Foo.\n\n2.2 End. Foo.\n",
        ["Article I", "1.1", "2.1", "2.2"],
    ),
    (
        "a heading within a line",
        "1. Fees\n\n1.1 Rates. Foo. 2. TERM.\n\n2.1 Length. Foo.\n\n3. Law\n\nFoo.\n",
        ["1", "1.1", "2", "2.1", "3"],
    ),
    (
        "a heading within a line, and not the next",
        "1. Fees\n\n1.1 Rates. Foo. 3. TERM.\n\n2.1 Length. Foo.\n\n3. Law\n\nFoo.\n",
        ["1", "1.1", "2.1", "3"],
    ),
    (
        "a heading within a line, and no first section",
        "1. Fees\n\n1.1 Rates. Foo. 2. TERM.\n\n1.2 Length. Foo.\n\n3. Law\n\nFoo.\n",
        ["1", "1.1", "1.2", "3"],
    ),
    (
        "a sentence within a line",
        "1. Fees\n\n1.1 Rates. Foo. 2. Length is long.\n\n2.1 Length. Foo.\n\n3. Law\n\nFoo.\n",
        ["1", "1.1", "2.1", "3"],
    ),
    (
        "decimals alone",
        "1.1 Rates. Foo.\n\n1.2 Taxes. Foo.\n\n2.1 Length. Foo.\n\n2.2 End. Foo.\n",
        ["1.1", "1.2", "2.1", "2.2"],
    ),
    ("no beginning", "Section 5.3 Rates. Foo.\n\nSection 5.4 Taxes. Foo.\n", ["5.3", "5.4"]),
    ("no parent near", "1.1 Rates. Foo.\n\n5.1.1 Taxes. Foo.\n\n1.2 Taxes. Foo.\n", ["1.1", "1.2"]),
    ("four steps at once", "1.1.1.1 Rates. Foo.\n", []),
    (
        "hundreds",
        (
            "ARTICLE I\nFEES\n\nSection 101. Rates. Foo.\n\nSection 102. Tax. Foo.\n\n"
            "ARTICLE II\nTERM\n\nSection 201. End. Foo.\n"
        ),
        ["Article I", "101", "102", "Article II", "201"],
    ),
    ("a section in the middle of nowhere", "Section 7. Rates. Foo.\n\nSection 8. Tax. Foo.\n", ["7", "8"]),
    (
        "a section of another count",
        "1. Fees\n\nFoo.\n\nSection 7. Rates. Foo.\n\n2. Term\n\nFoo.\n",
        ["1", "2"],
    ),
    ("brackets below nothing", "(a) Rates. Foo.\n\n(b) Taxes. Foo.\n\n1. Fees\n\nFoo.\n", ["1"]),
    (
        "a list that begins anew",
        "1. Fees\n\n(a) Rates.\n\n(b) Taxes.\n\nOr else:\n\n(a) Nothing.\n\n(b) Little.\n",
        ["1", "1(a)", "1(b)", "1(a)", "1(b)"],
    ),
    (
        "a list anew before an article",
        "ARTICLE I\nFEES\n\n1. Rates\n\n2. Taxes\n\n1. Or\n\nARTICLE II\nTERM\n\n3. Law\n",
        ["Article I", "1", "2", "1", "Article II"],
    ),
    (
        "a list anew before the signature",
        "1. Rates\n\n2. Taxes\n\n1. Or\n\nIN WITNESS WHEREOF, so.\n\n3. Law\n",
        ["1", "2", "1", "signature"],
    ),
    ("12 and then 13.", "1   Fees\n\nFoo.\n\n2.   Term\n\nFoo.\n\n3   Law\n\nFoo.\n", ["1", "2", "3"]),
    ("small letters behind a number", "1. fees are due.\n\n2. the term is long.\n", ["1", "2"]),
    ("two columns", "1. FEES               4. LAW\n\n2. TERM               5. HEIRS\n", []),
    ("the number alone", "1.\n\nFEES\n\nFoo.\n\n2.\n\nTERM\n\nFoo.\n", ["1", "2"]),
    (
        "an article that goes on",
        "ARTICLE 1 Fees due\n\nFoo bar\n\nARTICLE 2 Other words\n\nFoo.\n",
        ["Article 1", "Article 2"],
    ),
    ("one heading repeated", "EXHIBIT A\n\nNone.\n\nEXHIBIT A\n\nNone.\n", ["Exhibit A"]),
    (
        "the filing's own number again",
        "EXHIBIT 10.1\n\n1. Fees\n\nFoo.\n\nEXHIBIT 10.1\n\n2. Term\n\nFoo.\n",
        ["1", "2"],
    ),
    (
        "signatures twice",
        "1. Fees\n\nFoo.\n\n[SIGNATURE PAGE FOLLOWS]\n\nIN WITNESS WHEREOF, so.\n",
        ["1", "signature"],
    ),
    ("signed before anything", "IN WITNESS WHEREOF, so.\n\n1. Fees\n\nFoo.\n", ["1"]),
    (
        "agreed within a section",
        "1. Fees\n\nA. They agree as follows:\n\nB. Foo.\n\nThey agree as follows:\n\nC. Foo.\n",
        ["1", "1(A)", "1(B)", "1(C)"],
    ),
    (
        "sections before they agree",
        "A. Rich.\n\n1.1 Fees. Foo.\n\nthey agree as follows:\n\n1.2 Term. Foo.\n",
        ["A", "1.1", "1.2"],
    ),
    ("agreed without recitals", "They agree as follows:\n\n1. Fees\n\nFoo.\n", ["1"]),
    (
        "a recital by its name",
        "Recital A\n\nFoo.\n\nRecital B\n\nFoo.\n\n1. Fees\n\nFoo.\n",
        ["Recital A", "Recital B", "1"],
    ),
    ("recitals headed, then whereas", "WITNESSETH:\n\nWHEREAS, so;\n\n1. Fees\n\nFoo.\n", ["Recital", "1"]),
    ("whereas within a section", "1. Fees\n\nFoo.\n\nWHEREAS, so;\n\n2. Term\n\nFoo.\n", ["1", "2"]),
    (
        "brackets below recitals",
        "RECITALS\n\nA. Rich:\n\n(i) one;\n\n(ii) two.\n\nB. Poor.\n\n1. Fees\n\nFoo.\n",
        ["Recital", "Recital A", "(i)", "(ii)", "Recital B", "1"],
    ),
    (
        "decimals below numerals",
        "I. Fees\n\n1.1 Rates. Foo.\n\n1.2 Taxes. Foo.\n\nII. Term\n\n2.1 Long. Foo.\n",
        ["I", "1.1", "1.2", "II", "2.1"],
    ),
    (
        "a list anew below a heading in capitals",
        (
            "EXHIBIT A\n\n1. The parties talk:\n\n(a) today; and\n\n(b) tomorrow.\n\nARBITRATION\n\n"
            "1. Rules. Foo.\n\n2. Costs. Foo.\n"
        ),
        ["Exhibit A", "Exhibit A §1", "Exhibit A §1(a)", "Exhibit A §1(b)", "Exhibit A §1", "Exhibit A §2"],
    ),
    (
        "a list anew below a heading in capitals, and the count goes on behind it",
        (
            "1. The parties talk:\n\n(a) today; and\n\n(b) tomorrow.\n\nARBITRATION\n\n1. Rules. Foo.\n\n"
            "2. Costs. Foo.\n\n2. Law. Foo.\n\n3. Heirs. Foo.\n"
        ),
        ["1", "1(a)", "1(b)", "1(b)(1)", "1(b)(2)", "2", "3"],
    ),
    (
        "a list anew below an item in capitals",
        "1. The parties talk:\n\n(a) today; and\n\n(b) THE ARBITRATION\n\n1. Rules. Foo.\n\n2. Costs. Foo.\n",
        ["1", "1(a)", "1(b)", "1(b)(1)", "1(b)(2)"],
    ),
    (
        "a list anew below words",
        (
            "1. The parties talk:\n\n(a) today; and\n\n(b) tomorrow.\n\nThe arbitration is:\n\n"
            "1. Rules. Foo.\n\n2. Costs. Foo.\n"
        ),
        ["1", "1(a)", "1(b)", "1(1)", "1(2)"],
    ),
    (
        "numerals without a full stop",
        (
            "ARTICLE I\nTERM\n\nI\xa0 \xa0 \xa0 The term is long.\n\nII\xa0 \xa0 \xa0 It may end.\n\n"
            "ARTICLE II\nFEES\n\nI\nThe fees are high.\n\n(a) Rates.\n\n(b) Taxes.\n\nII.\n\nShares\n\n"
            "(a) Ten.\n\n(b) Twenty.\n"
        ),
        ["Article I", "I", "II", "Article II", "I", "I(a)", "I(b)", "II", "II(a)", "II(b)"],
    ),
    (
        "numerals right behind a numeral",
        (
            "ARTICLE I\nTERM\n\nI. The term is long.\n\nII.\n\nMore\n\nI. Sums\n\nFoo.\n\nII. Shares\n\n"
            "Foo.\n\nARTICLE II\nLAW\n"
        ),
        ["Article I", "I", "II", "II(I)", "II(II)", "Article II"],
    ),
    (
        "numerals anew behind a sentence",
        (
            "ARTICLE I\nTERM\n\nI. The term is long.\n\nII. More\n\nFoo.\n\nI. Sums\n\nFoo.\n\nII. Shares\n\n"
            "Foo.\n\nARTICLE II\nLAW\n"
        ),
        ["Article I", "I", "II", "I", "II", "Article II"],
    ),
    (
        "a numeral alone is a person",
        "ARTICLE I\nTERM\n\nI\nagree to it.\n\nARTICLE II\nFEES\n\nI   Agree to it.\n\nThe end.\n",
        ["Article I", "Article II"],
    ),
    ("numerals below no article", "1. Classes\n\nI\n\nFoo.\n\nII\n\nBar.\n\n2. Law\n\nFoo.\n", ["1", "2"]),
    (
        "an ill-formed numeral",
        "ARTICLE\nVIII\n\nTERM\n\nFoo.\n\nARTICLE\nVIX\n\nFEES\n\n9.1 Rates. Foo.\n\nARTICLE\nX\n\nLAW\n\nFoo.\n",
        ["Article VIII", "Article VIX", "9.1", "Article X"],
    ),
    (
        "an ill-formed numeral in a sentence",
        "ARTICLE VIII\nTERM\n\nAll is said in\n\nArticle VIX hereof.\n\nArticle VIX Fees\n\nARTICLE IX\nLAW\n",
        ["Article VIII", "Article IX"],
    ),
    (
        "an ill-formed numeral and no article before",
        "ARTICLE VIX\n\nFoo.\n\nARTICLE X\n\nLAW\n",
        ["Article X"],
    ),
    (
        "an l typed as 1",
        "1. List\n\n" + "".join(f"({letter}) Item.\n\n" for letter in "abcdefghijk1m"),
        ["1", *(f"1({letter})" for letter in "abcdefghijk1m")],
    ),
    (
        "a count below k",
        "1. List\n\n" + "".join(f"({letter}) Item.\n\n" for letter in "abcdefghijk12l"),
        ["1", *(f"1({letter})" for letter in "abcdefghijk"), "1(k)(1)", "1(k)(2)", "1(l)"],
    ),
    (
        "a wrong letter before a title in capitals",
        (
            "1. List\n\n(a) FEES. Foo.\n\n(b) TERM. Foo.\n\n(c) LAW. Foo.\n\n(b) ENTIRE\nAGREEMENT. Foo.\n\n"
            "(d) HEIRS. Foo.\n"
        ),
        ["1", "1(a)", "1(b)", "1(c)", "1(b)", "1(d)"],
    ),
    (
        "a wrong letter before a sentence",
        "1. List\n\n(a) FEES. Foo.\n\n(b) TERM. Foo.\n\n(c) LAW. Foo.\n\n(b) above is not meant.\n\n(d) HEIRS. Foo.\n",
        ["1", "1(a)", "1(b)", "1(c)", "1(d)"],
    ),
    (
        "a list behind another in an exhibit",
        (
            "EXHIBIT A\n\nI have seen:\n\n(a) The bylaws;\n\n(b) The note.\n\nI have seen\nno more.\n\n"
            "So it is my opinion that:\n\n(i) All is well.\n\n(ii) It will be.\n"
        ),
        ["Exhibit A", *(f"Exhibit A §({letter})" for letter in ("a", "b", "i", "ii"))],
    ),
    (
        "a list within an item of an exhibit",
        "EXHIBIT A\n\nI have seen:\n\n(a) The bylaws;\n\n(b) The note, that is:\n\n(i) one page;\n\n(ii) another.\n",
        ["Exhibit A", *(f"Exhibit A §{letters}" for letters in ("(a)", "(b)", "(b)(i)", "(b)(ii)"))],
    ),
    (
        "a list behind another in a section",
        "1. Fees\n\n(a) Rates.\n\n(b) Taxes.\n\nThey are:\n\n(i) high;\n\n(ii) low.\n",
        ["1", "1(a)", "1(b)", "1(b)(i)", "1(b)(ii)"],
    ),
    ("rows", "1. Fees\n\nA.  Rates     each\nB.  Taxes     each\n\n2. Term\n", ["1", "1(A)", "1(B)", "2"]),
    (
        "a sentence that breaks behind its number",
        "1. Fees are due under Section\n2. Taxes are not.\n\n2. Term. Foo.\n",
        ["1", "2"],
    ),
    (
        "sections that count on through the articles",
        (
            "ARTICLE I\nFEES\n\nSection 1. Rates. Foo.\n\nSection 2. Tax. Foo.\n\nARTICLE II\nTERM\n\n"
            "Section 3. End. Foo.\n"
        ),
        ["Article I", "1", "2", "Article II", "3"],
    ),
    (
        "integers that count on through the articles",
        "ARTICLE I\nFEES\n\n1. Rates. Foo.\n\n2. Tax. Foo.\n\nARTICLE II\nTERM\n\n3. End. Foo.\n\n4. Law. Foo.\n",
        ["Article I", "1", "2", "Article II", "3", "4"],
    ),
    (
        "sections that do not count on",
        "ARTICLE I\nFEES\n\nSection 1. Rates. Foo.\n\nARTICLE II\nTERM\n\nSection 7. End. Foo.\n\n7. Law. Foo.\n",
        ["Article I", "1", "Article II"],
    ),
    (
        "sections of another paper",
        "ARTICLE I\nFEES\n\nSection 1. Rates. Foo.\n\nEXHIBIT A\n\nARTICLE I\nTERM\n\nSection 2. End. Foo.\n",
        ["Article I", "1", "Exhibit A", "Exhibit A Article I"],
    ),
    (
        "clauses in sections",
        (
            "SCHEDULE 4\nSTANDARD CLAUSES\nSECTION I\nClause 1\nPurpose\n\n(a) Foo.\n\n(b) Bar.\n\n"
            "Clause 2\nEffect\n\nFoo.\n\nSECTION II – DUTIES\n\nClause 3\nSafeguards\n\n3.1 Rules\n\nFoo.\n"
        ),
        [
            "Schedule 4",
            "Schedule 4 §I",
            "Schedule 4 §1",
            "Schedule 4 §1(a)",
            "Schedule 4 §1(b)",
            "Schedule 4 §2",
            "Schedule 4 §II",
            "Schedule 4 §3",
            "Schedule 4 §3.1",
        ],
    ),
    (
        "clauses named in a sentence",
        "SECTION I\n\nClause 1\nPurpose\n\nNobody is bound by\nClause 2, by\n\nClause 3\n\nof it.\n",
        ["I", "1"],
    ),
    ("an unknown type", "<DOCUMENT>\n<DOCUMENT>\nfoo\n", ["Exhibit 2"]),
    (
        "parts",
        "PART I\nGENERAL\n\nARTICLE 1\nFEES\n\n1.1 Rates. Foo.\n\nPART II\nSPECIAL\n\nARTICLE 2\nTERM\n",
        ["Part I", "Article 1", "1.1", "Part II", "Article 2"],
    ),
]


@pytest.mark.parametrize(
    ("text", "expected"), [case[1:] for case in IRREGULAR], ids=[case[0] for case in IRREGULAR]
)
def test_irregular_papers_are_read_as_a_person_would(text, expected):
    assert labels(text) == expected


# What papers do with their lists, and how a careful reader takes it: each kind with its opposite beside it.
LISTS = [
    (
        "a list that the paper cites beside the items before it",
        (
            "Section 2. Changes\n\n(A) As of today, all but 2 is changed.\n\n(B) As of tomorrow, it is.\n\n"
            "(a) Fees\n\n(i) Rates are low.\n\n(ii) Taxes are high.\n\n(b) Term\n\n"
            "Section 3. When\n\nWhat Section 2(a)(ii) (Changes) says is true at once.\n"
        ),
        ["2", "2(A)", "2(B)", "2(a)", "2(a)(i)", "2(a)(ii)", "2(b)", "3"],
    ),
    (
        "a list that the paper cites below an item",
        (
            "Section 2. Changes\n\n(A) Now.\n\n(B) Then.\n\n(a) Fees\n\n(b) Term\n\n"
            "Section 3. When\n\nSections 2(a) and 4 of this Agreement; Section 2(B)(a) hereof; all.\n"
        ),
        ["2", "2(A)", "2(B)", "2(B)(a)", "2(B)(b)", "3"],
    ),
    (
        "a list of which only another paper's name is cited",
        (
            "Section 2. Changes\n\n(A) Now.\n\n(B) Then.\n\n(a) Fees\n\n(b) Term\n\n"
            "Section 3. When\n\nSection 2(a)(iii) (Fees) of the Old Agreement and Section 2(a) thereof are void.\n"
        ),
        ["2", "2(A)", "2(B)", "2(B)(a)", "2(B)(b)", "3"],
    ),
    (
        "a list that the paper cites beside the items before it, which go on",
        (
            "Section 2. Changes\n\n(A) Now.\n\n(B) Then.\n\n(a) Fees\n\n(b) Term\n\n(C) Never.\n\n"
            "Section 3. When\n\nWhat Section 2(a) says is true.\n"
        ),
        ["2", "2(A)", "2(B)", "2(B)(a)", "2(B)(b)", "2(C)", "3"],
    ),
    (
        "a list in an exhibit, and the agreement's own list cited",
        (
            "1. Law. What Section 1(a) says is true.\n\nEXHIBIT A\n\n1. Changes\n\n(A) Now.\n\n(B) Then.\n\n"
            "(a) Fees\n\n(b) Term\n"
        ),
        ["1", "Exhibit A", *(f"Exhibit A §1{item}" for item in ("", "(A)", "(B)", "(B)(a)", "(B)(b)"))],
    ),
    (
        "an item that amends behind items that are quoted",
        (
            "1. Changes\n\n(a) Fees\n\n(i) Section 1.1 is hereby amended to read as follows:\n\n(i) Rates are low.\n\n"
            "(ii) Section 1.2 and all that it says\nis hereby deleted.\n\n(b) Term\n"
        ),
        ["1", "1(a)", "1(a)(i)", "1(a)(i)(i)", "1(a)(ii)", "1(b)"],
    ),
    (
        "items that amend, all of them quoted",
        (
            "1. Changes\n\n(a) Section 1.1 is amended to read as follows:\n\n(i) Rates are low.\n\n"
            "(ii) Section 9 is deleted.\n\n(b) Term\n"
        ),
        ["1", "1(a)", "1(a)(i)", "1(a)(ii)", "1(b)"],
    ),
    (
        "items that are quoted go on",
        (
            "1. Changes\n\n(a) Fees\n\n(i) Section 1.1 is hereby amended to read as follows:\n\n(i) Rates are low.\n\n"
            "(ii) Taxes are high.\n\n(b) Term\n"
        ),
        ["1", "1(a)", "1(a)(i)", "1(a)(i)(i)", "1(a)(i)(ii)", "1(b)"],
    ),
    (
        "a single item whose quoted words count on",
        "1. Changes\n\n(i) Section 1 is to read as follows:\n\nFees are (i) low and (ii) due.\n\n2. Law. Foo.\n",
        ["1", "1(i)", "2"],
    ),
    (
        "items that cite one another",
        "1. Fees\n\n(a) Rates are low.\n\nThey are, but for clause (a) above, not due; and\n(b) taxes are high.\n",
        ["1", "1(a)", "1(b)"],
    ),
    (
        "an item with a title behind an enumeration",
        "1. Fees\n\n(a) Rates. Foo.\n\nThey pay for (a) all, and\n(b) Taxes. These are high.\n",
        ["1", "1(a)", "1(b)"],
    ),
    (
        "a list behind the last item of another",
        (
            "1. Claims\n\n1.1 It is liable for:\n\n(1) a patent; or\n\n(2) a secret.\n\nIn that case it may:\n\n"
            "(a) buy the right; or\n\n(b) replace the goods.\n\n1.2 Foo.\n"
        ),
        ["1", "1.1", "1.1(1)", "1.1(2)", "1.1(a)", "1.1(b)", "1.2"],
    ),
    (
        "a list behind the last item of another, and nothing behind it",
        "1. Claims\n\n(1) one; or\n\n(2) two.\n\nIt may:\n\n(a) buy; or\n\n(b) sell.\n\nIN WITNESS WHEREOF, so.\n",
        ["1", "1(1)", "1(2)", "1(a)", "1(b)", "signature"],
    ),
    (
        "a list behind the last item of another, before an exhibit",
        "1. Claims\n\n(1) one; or\n\n(2) two.\n\nIt may:\n\n(a) buy; or\n\n(b) sell.\n\nEXHIBIT A\n\n(3) Foo.\n",
        ["1", "1(1)", "1(2)", "1(a)", "1(b)", "Exhibit A"],
    ),
    (
        "a list in the last item but one",
        (
            "1. Claims\n\n(1) a patent; or\n\n(2) a secret.\n\nIn that case it may:\n\n"
            "(a) buy the right; or\n\n(b) replace the goods.\n\n(3) a name.\n"
        ),
        ["1", "1(1)", "1(2)", "1(2)(a)", "1(2)(b)", "1(3)"],
    ),
    (
        "a list below words further left than the items",
        (
            "1. Claims\n\n   (a) Patents.\n\n      (i) one;\n\n      (ii) two.\n\nIn that case it may:\n\n"
            "   (A) buy.\n\n   (B) replace.\n\n2. Law. Foo.\n"
        ),
        ["1", "1(a)", "1(a)(i)", "1(a)(ii)", "1(A)", "1(B)", "2"],
    ),
    (
        "a list below words as far left as the item",
        (
            "1. Claims\n\n   (a) Patents.\n\n      (i) one;\n\n      (ii) two.\n\n   In that case it may:\n\n"
            "      (A) buy.\n\n      (B) replace.\n\n   (b) Law. Foo.\n"
        ),
        ["1", "1(a)", "1(a)(i)", "1(a)(ii)", "1(a)(A)", "1(a)(B)", "1(b)"],
    ),
    (
        "a list that an item announces",
        (
            "ARTICLE 3\nFEES\n\n1. Rates. Foo.\n\n2. Taxes. Foo.\n\n3. Fees are due only if the "
            "conditions\nbelow are met.\n\n1. The work is done.\n\n"
            "2. The goods are here.\n\n3. So is he.\n\n4. And she.\n\nARTICLE 4\nTERM\n"
        ),
        ["Article 3", "1", "2", "3", "3(1)", "3(2)", "3(3)", "3(4)", "Article 4"],
    ),
    (
        "a list anew that nothing announces",
        (
            "ARTICLE 3\nFEES\n\n1. Rates. Foo.\n\n2. Taxes. Foo.\n\n3. Fees are due, below or above. They are high.\n\n"
            "1. Foo.\n\n2. Bar.\n\nARTICLE 4\nTERM\n"
        ),
        ["Article 3", "1", "2", "3", "1", "2", "Article 4"],
    ),
    (
        "a count that begins anew behind words of their own",
        (
            "ARTICLE 6\nBREACH\n\n1. It is a breach:\n\n(1) not to pay.\n\n(2) not to work.\n\nIn each case the "
            "other may do so\n\n1. Sue.\n\n2. Leave.\n\nARTICLE 7\nLAW\n"
        ),
        ["Article 6", "1", "1(1)", "1(2)", "1", "2", "Article 7"],
    ),
    (
        "a full stop forgotten",
        "1. Rates are low.\n\n2 taxes are high.\n\n3. The law. Foo.\n",
        ["1", "2", "3"],
    ),
    (
        "a full stop forgotten, not the next",
        "1. Rates are low.\n\n3 taxes are high.\n\n2. Law. Foo.\n",
        ["1", "2"],
    ),
    ("an amount", "1. Rates are due in\n\n2 days or more.\n\n2. Law. Foo.\n", ["1", "2"]),
    ("an amount set off", "1. Rates. They are:\n\n     2 percent.\n\n2. Law. Foo.\n", ["1", "2"]),
    ("an amount and no count", "Rates. They are:\n\n1 percent.\n\n1. Law. Foo.\n\n2. Foo.\n", ["1", "2"]),
    (
        "an amount before the first line",
        "2 percent.\n\n1. Rates are low.\n\n2. Law. Foo.\n",
        ["1", "2"],
    ),
    ("spaces and brackets", "1 . Rates. Foo.\n\n2.) Taxes. Foo.\n\n3. Law. Foo.\n", ["1", "2", "3"]),
    (
        "a numeral for a 1",
        "ARTICLE 2\nRATES\n\nI. Rates are low.\n\nThe rate is that of today.\n\n2. Taxes are high.\n\nARTICLE 3\nLAW\n",
        ["Article 2", "I", "2", "Article 3"],
    ),
    (
        "a numeral for itself",
        "I. Rates are low.\n\n2. Taxes are high, as they say.\n\nII. Law. Foo.\n",
        ["I", "II"],
    ),
    (
        "a sentence that goes on, and the number that was missing",
        "1. Rates are low, taxes are high,\n\n2. The law is the same as before.\n\n3. So are the heirs.\n",
        ["1", "2", "3"],
    ),
    (
        "a sentence that goes on, and no number missing",
        "1. Rates are as in column\n\n1, line,\n\n2. The law is the same as before.\n\n2. So are the heirs.\n",
        ["1", "2"],
    ),
    (
        "a reference that breaks before its number, at the beginning of a paragraph",
        "1. Rates are as they are in Section\n\n2. The law is the same.\n\n3. So are the heirs.\n",
        ["1", "3"],
    ),
    (
        "letters left out where no empty lines are",
        (
            "3.1 Conditions. These are:\n(a) Counsel. Foo.\n(b) Papers. These are:\n(i) one.\n(ii) two.\n"
            "(e) Finances. Foo.\n(f) Insurance. Foo bar of all the things that are to be insured, and of others\n"
            "that are not\n(g) Fees. Foo.\n3.2 Law. Foo.\n"
        ),
        ["3.1", "3.1(a)", "3.1(b)", "3.1(b)(i)", "3.1(b)(ii)", "3.1(e)", "3.1(f)", "3.1(g)", "3.2"],
    ),
    (
        "letters left out, and none that follow",
        "3.1 Conditions. These are:\n(a) Counsel. Foo.\n(b) Papers. Foo.\n(e) Finances. Foo.\n3.2 Law. Foo.\n",
        ["3.1", "3.1(a)", "3.1(b)", "3.2"],
    ),
    (
        "a word alone, and its number with a title",
        (
            "ARTICLE\nVII\nOTHER\nSECTION 7.1 WAIVER. Nothing is waived.\nSECTION\n7.2 NOTICES. These are written.\n"
            "SECTION\n7.9 of it is void.\nSECTION 7.3 LAW. Foo.\n"
        ),
        ["Article VII", "7.1", "7.2", "7.3"],
    ),
    (
        "a letter alone between its neighbours",
        "I. Aims\n\nThe aims are:\nA. Divide the risk;\nB.\nBring in the gains; and\nC. Keep the cash.\n",
        ["I", "I(A)", "I(B)", "I(C)"],
    ),
    (
        "a letter alone and small words",
        "I. Aims\n\nThe aims are:\nA. Divide the risk;\nB.\nand so on.\n\nC. Keep the cash.\n",
        ["I", "I(A)", "I(C)"],
    ),
    (
        "schedules on one page",
        (
            "1. Fees. Foo.\n\nIN WITNESS WHEREOF, so.\n\nSchedules\nSchedule 1.1(p): Permitted Debt\n"
            "All that is owed today.\nSchedule 2.6: Taxes\nThey were late this year.\n"
            "Schedule 2.12: Other\nDebts\nThere are none that are known.\n"
        ),
        ["1", "signature", "Schedule 1.1(p)", "Schedule 2.6", "Schedule 2.12"],
    ),
    (
        "a list of schedules with colons",
        "1. Schedules. These are:\n\nSchedule 1: Debt\nSchedule 2: Taxes\nSchedule 3: Other\n\n2. Law. Foo.\n",
        ["1", "2"],
    ),
    (
        "a schedule in a sentence",
        "1. Fees. Foo is said to be of no effect under\nSchedule 1: Taxes\nand so on.\n\n2. Law. Foo.\n",
        ["1", "2"],
    ),
]


@pytest.mark.parametrize(("text", "expected"), [case[1:] for case in LISTS], ids=[case[0] for case in LISTS])
def test_lists_hang_where_a_careful_reader_hangs_them(text, expected):
    assert labels(text) == expected


AMID = [
    "Fees pay, in all cases, for (a) the work that is done, and\n(b) the goods.\n\n",
    "Fees pay, in all cases, for (a) the work\n\n<PAGE>   4\n\nthat is done, and\n(b) the goods.\n\n",
    "Fees pay, in all cases, for (a) the work that is done;\n(b) the goods.\n\n",
]


@pytest.mark.parametrize("sentence", AMID)
def test_an_enumeration_that_began_in_the_middle_of_a_line_goes_on_there(sentence):
    text = f"1. Fees\n\n(a) Rates are low.\n\n{sentence}(b) Taxes are high.\n"
    assert [(unit.label, unit.start) for unit in outline(text)] == [
        ("1", 0), ("1(a)", text.index("(a) Rates")), ("1(b)", text.index("(b) Taxes")),
    ]  # fmt: skip


def test_a_heading_begins_with_its_word_though_the_number_stands_on_the_next_line():
    text = "SECTION 7.1 WAIVER. Foo.\n\n  SECTION\n7.2 NOTICES. Foo.\n"
    assert [(unit.start, unit.title) for unit in outline(text)] == [
        (0, "WAIVER"), (text.index("SECTION\n"), "NOTICES"),
    ]  # fmt: skip


def test_the_title_of_a_schedule_stands_behind_its_colon():
    text = (
        "1. Fees. Foo.\n\nSchedule 2.6: Taxes\nThey were late.\n"
        + PROSE * 4
        + "\nSchedule 3: Form of\nNote\n"
    )
    assert [unit.title for unit in outline(text)] == ["Fees", "Taxes", ""]


def test_sections_quoted_by_an_amendment_are_not_its_own():
    text = (
        "SECTION 1. AMENDMENTS.\n\n1.1. INTEREST. Section 7.9 is amended to read as follows:\n\n"
        "7.9. NO CHANGE. Since then nothing has changed.\n\n1.2. NOTICE. Foo.\n\nSECTION 2. OTHER.\n\n2.1. LAW. Foo.\n"
    )
    assert labels(text) == ["1", "1.1", "1.2", "2", "2.1"]


def test_letters_quoted_by_an_amendment_stand_below_what_quotes_them():
    text = (
        "1. Changes\n\n(a) Law. Section 1 is deleted.\n\n(b) Term. Section 2 is amended to read as follows:\n\n"
        "(a) The term is long.\n\n(c) Fees. Section 3 is deleted.\n"
    )
    assert labels(text) == ["1", "1(a)", "1(b)", "1(b)(a)", "1(c)"]


def test_a_list_within_a_count_of_the_same_style_does_not_end_it():
    text = (
        "1. Fees. Foo.\n\n2. Term. Foo.\n\n3. Contacts:\n\n1. The one.\n\n2. The other.\n\n"
        "4. Law. Foo.\n\n5. Heirs. Foo.\n"
    )
    assert labels(text) == ["1", "2", "3", "3(1)", "3(2)", "4", "5"]


def test_a_number_used_twice_keeps_both_places():
    text = "1.1 Fees. Foo.\n\n1.2 Term. Foo.\n\n1.2 LAW. The law is the same.\n\n1.3 Heirs. Foo.\n"
    document = read_plain("msa", "MSA", text, "", "msa.txt")
    assert [section.line for section in document.places("1.2")] == [3, 5]


CONTENTS = (
    "TABLE OF CONTENTS\n\nARTICLE I FEES ............ 1\n1.1 Rates ............ 1\n"
    "1.2 Unavailability of Deposits or Inability\n"
    "    to Ascertain ............ 2\nARTICLE II TERM ............ 3\n2.1 Length ............ 3\n\n"
)
PLAIN_CONTENTS = "TABLE OF CONTENTS\n\nARTICLE I FEES\n1.1 Rates\n1.2 Taxes\nARTICLE II TERM\n2.1 Length\n\n"
NUMBERED_CONTENTS = (
    "Article\tTitle\tPage\n\nARTICLE I FEES\t1\n1.1 Rates\t1\n1.2 Taxes\t2\nARTICLE II TERM\t3\n"
    "2.1 Length\t3\n\n"
)
BODY = (
    "CREDIT AGREEMENT\n\nThis agreement is made today by those who have signed it, and by nobody else.\n\n"
    "ARTICLE I\nFEES\n\n1.1 Rates. Foo.\n\n1.2 Taxes. Foo.\n\nARTICLE II\nTERM\n\n2.1 Length. Foo.\n"
)


def test_headings_below_contents_that_never_come_again_are_headings():
    assert labels("CONTENTS\n\n1. Fees\n\n2. Term\n\n3. Law\n") == ["1", "2", "3"]


@pytest.mark.parametrize("contents", [CONTENTS, PLAIN_CONTENTS, NUMBERED_CONTENTS])
def test_a_table_of_contents_opens_nothing(contents):
    units = outline(contents + BODY)
    assert [unit.label for unit in units] == ["Article I", "1.1", "1.2", "Article II", "2.1"]
    assert units[0].start == len(contents) + BODY.index("ARTICLE I")


def test_headings_that_end_with_numbers_are_no_contents_when_they_do_not_come_again():
    text = "1. Prices\n\n1.1 Level One 10\n\n1.2 Level Two 20\n\n1.3 Level Three 30\n\n2. Term\n\nFoo.\n"
    assert labels(text) == ["1", "1.1", "1.2", "1.3", "2"]


def test_annexed_papers_are_outer_units_and_numbers_begin_anew_there():
    text = (
        "1. Fees. Foo.\n\n2. Term. Foo.\n\nIN WITNESS WHEREOF, they sign.\n\nBy: ____\n\nEXHIBIT A\n\nFORM OF NOTE\n\n"
        "1. Promise. Foo.\n\n(a) Sum. Foo;\n\n(b) Date. Foo.\n\nSchedule 2.1 – Disclosure\n\nNone.\n"
    )
    assert labels(text) == [
        "1", "2", "signature", "Exhibit A", "Exhibit A §1", "Exhibit A §1(a)", "Exhibit A §1(b)", "Schedule 2.1",
    ]  # fmt: skip
    assert [unit.title for unit in outline(text)][3] == "FORM OF NOTE"
    assert [unit.title for unit in outline(text)][-1] == "Disclosure"


def test_a_list_of_exhibits_opens_none_of_them():
    text = "1. Exhibits. These are attached:\n\nExhibit A - Fees\nExhibit B - Term\nExhibit C - Law\n\n2. Term. Foo.\n"
    assert labels(text) == ["1", "2"]


def test_the_number_under_which_the_file_was_filed_is_no_exhibit_of_the_agreement():
    assert labels("EXHIBIT 10.14\n\nAGREEMENT\n\n1. Fees. Foo.\n\n2. Term. Foo.\n") == ["1", "2"]


def test_a_further_document_of_the_filing_is_a_unit_of_its_own():
    text = (
        "<DOCUMENT>\n<TYPE>EX-10.1\n<TEXT>\n\n1. Fees. Foo.\n\n2. Term. Foo.\n\n</TEXT>\n</DOCUMENT>\n"
        "<DOCUMENT>\n<TYPE>EX-10.2\n<TEXT>\n\n1. Notes. Foo.\n\n"
    )
    assert labels(text) == ["1", "2", "Exhibit 10.2", "Exhibit 10.2 §1"]


RECITALS = [
    "RECITALS\n\nA. The one is rich.\n\nB. The other is poor.\n\nNOW, THEREFORE, they agree as follows:\n\n",
    "A. The one is rich.\n\nB. The other is poor.\n\nNOW, THEREFORE, they agree as follows:\n\n",
]


@pytest.mark.parametrize("recitals", RECITALS)
def test_lettered_recitals_are_named(recitals):
    found = labels("AGREEMENT\n\n" + recitals + "1. Fees. Foo.\n\n2. Term. Foo.\n")
    assert [label for label in found if label != "Recital"] == ["Recital A", "Recital B", "1", "2"]


def test_whereas_opens_the_recitals_and_the_first_section_ends_them():
    text = (
        "AGREEMENT\n\nWHEREAS, the one is rich; and\n\nWHEREAS, the other is poor;\n\n"
        "1. Fees. Foo.\n\n2. Term. Foo.\n"
    )
    assert labels(text) == ["Recital", "1", "2"]


TITLES = [
    ("4.1 Fees. Customer shall pay.\n", "Fees"),
    ("4.1 FEES\n\nCustomer shall pay.\n", "FEES"),
    (
        "4.1 Costs, Expenses and\nAttorneys' Fees. Customer shall pay.\n",
        "Costs, Expenses and Attorneys' Fees",
    ),
    ("4.1 Customer shall pay whatever is due. Foo.\n", ""),
    ("ARTICLE IV\nFEES AND\nEXPENSES\n\nFoo.\n", "FEES AND EXPENSES"),
    ("ARTICLE IV - FEES\n\nFoo.\n", "FEES"),
    ("ARTICLE IV\n\nONE AND\nTWO AND\nTHREE AND\nFOUR\n", "ONE AND TWO AND THREE AND"),
    ("ARTICLE IV\nFEES", "FEES"),
    ("4.1 [Reserved]\n", "[Reserved]"),
]


@pytest.mark.parametrize(("text", "title"), TITLES, ids=[text[:20] for text, _ in TITLES])
def test_the_title_is_what_stands_behind_the_number_or_below_it(text, title):
    assert outline(text)[0].title == title


WIDE = "This line is as long as any line of this text which has no empty lines.\n"


def test_where_no_empty_lines_are_a_short_line_ends_a_paragraph():
    text = (
        WIDE * 20 + "Clause 1\nPurpose and scope\n(a) Foo is due.\n" + WIDE + "(b) Bar is due.\n" + WIDE
        + "as is whatever else is named in\n(c) of another paper.\n" + WIDE * 20
        + "for the parties\nANNEX I\nA. LIST OF PARTIES\n" + WIDE
    )  # fmt: skip
    assert labels(text) == ["1", "1(a)", "1(b)", "Annex I", "Annex I §A"]


def test_where_empty_lines_are_a_short_line_ends_nothing():
    text = (WIDE * 4 + "\n") * 10 + "Purpose and scope\n1. Foo is due.\n" + WIDE + "\n2. Bar is due.\n"
    assert labels(text) == []


def test_a_heading_with_its_own_word_is_no_title_of_the_one_above():
    units = outline("SCHEDULE 4\nSTANDARD CLAUSES\nSECTION I\nClause 1\nPurpose\n\nFoo.\n")
    assert [(unit.label, unit.title) for unit in units] == [
        ("Schedule 4", "STANDARD CLAUSES"), ("Schedule 4 §I", ""), ("Schedule 4 §1", "Purpose"),
    ]  # fmt: skip


def test_a_heading_within_a_line_begins_there():
    text = "1. Fees\n\n1.1 Rates. Foo. 2. LIMITED TERM.\n\n2.1 Length. Foo.\n"
    assert [(unit.start, unit.title) for unit in outline(text)][2] == (text.index("2. LIM"), "LIMITED TERM")


def test_rows_of_a_table_open_nothing():
    text = "4.1 Fees. Foo.\n\n<TABLE>\n<S>  <C>\n1. Signing   $ 100\n2. Delivery  $ 200\n</TABLE>\n\n4.2 Term. Foo.\n"
    assert labels(text) == ["4.1", "4.2"]


def test_marks_can_be_made_of_lines_that_are_no_file():
    lines, starts = lines_of("4.1 Fees. Foo.\n\n4.2 Term. Foo.\n")
    marks = typed_marks(lines, starts, furniture_of(lines, starts))
    assert [(mark.start, mark.level, mark.number, mark.title) for mark in marks] == [
        (0, 1, "4.1", "Fees"),
        (16, 1, "4.2", "Term"),
    ]
