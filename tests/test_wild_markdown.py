"""Markdown as people have it: the numbers of the rendered page, the text of the rendered page, places in the source."""

import time
from itertools import pairwise
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from playbook_legal.paper import FULL, Document
from playbook_legal.paper.outline import Unit
from playbook_legal.paper.readers.markdown import read_markdown
from playbook_legal.paper.readers.wild_markdown import read_wild_markdown
from playbook_legal.paper.rendering import BARRIER, Rendered, rendered
from playbook_legal.text import normalize_text

from .given_paper import MARKDOWN as AGREEMENTS

ROOT = Path(__file__).parents[1]
READ_BY_HAND = Path(__file__).parent / "data" / "markdown"


def read(text: str) -> Document:
    return read_wild_markdown("msa", "MSA", text, "", "msa.md")


def units(document: Document) -> tuple[Unit, ...]:
    assert document.outline is not None
    return document.outline.units


def labels(text: str) -> list[str]:
    """The citations of all units, in order."""
    return [unit.label for unit in units(read(text))]


def titled(text: str) -> list[tuple[str, str]]:
    return [(unit.label, unit.title) for unit in units(read(text))]


def on_the_page(text: str) -> str:
    """The normalized text that a reader of the page sees; the edges of cells shown as a bar."""
    return rendered(read(text), 0, len(text)).text.replace(BARRIER, "|")


# --- numbers ------------------------------------------------------------------------------------------------------

NUMBERS = [
    ("the style of a matter", "## 4.2 Use of Data\n\n## 4.3. Fees\n\n## A.1 Order\n", ["4.2", "4.3", "A.1"]),
    ("a figure with a full stop", "# MSA\n\n## 4. Fees\n\n## 5. Term\n", ["MSA", "4", "5"]),
    ("sections below sections of one depth", "## 4 Fees\n## 4.1 Invoices\n## 4.2 Taxes\n## 5 Term\n",
     ["4", "4.1", "4.2", "5"]),
    ("a section by its word", "### Section 4.02 – Fees\n### Sec. 4.03 Taxes\n### § 5 Term\n", ["4.02", "4.03", "5"]),
    ("a title without a number", "## Governing Law\n", ["Governing Law"]),
    ("a year is no number", "## 2024 Prices\n", ["2024 Prices"]),
    ("a word is no number", "## A note on fees\n## Schedule of Fees\n## Part of the deal\n",
     ["A note on fees", "Schedule of Fees", "Part of the deal"]),
    ("letters, then figures", "## D. Content\n### 1. Yours\n### 2. Ours\n", ["D", "D.1", "D.2"]),
    ("figures, then capitals", "## 1. Fees\n### A. Invoices\n### B. Taxes\n", ["1", "1.A", "1.B"]),
    ("small letters in headings", "## 4.2 Fees\n### (a) Invoices\n### (b) Taxes\n", ["4.2", "4.2(a)", "4.2(b)"]),
    ("through a heading without a number", "## 4. Fees\n### Invoices\n(a) monthly\n", ["4", "Invoices", "4(a)"]),
    ("articles", "## ARTICLE IV – FEES\n### 4.1 Invoices\n## ARTICLE V\n### Section 5.1 Term\n",
     ["Article IV", "4.1", "Article V", "5.1"]),
    ("articles and sections of one depth", "## Article 4: Fees\n## 4.1 Invoices\n## Article 5\n",
     ["Article 4", "4.1", "Article 5"]),
    ("articles in paragraphs", "**ARTICLE I**\n\n1.1 Fees. Customer pays.\n\n**ARTICLE II**\n\n2.1 Term. One year.\n",
     ["Article I", "1.1", "Article II", "2.1"]),
    ("an article of another law",
     "Article 28 of the GDPR applies.\n\nSection 4.2 shall apply.\n\n2.5 million dollars.\n",
     []),
    ("setext", "Fees\n====\n\n4.1 Invoices\n------------\n", ["Fees", "4.1"]),
    ("without a space", "##Request for Quotation\nMarch 30th\n\n###4.2 Fees\n", ["Request for Quotation", "4.2"]),
    ("closing hashes and emphasis", "## **4.2** Fees ##\n", ["4.2"]),
    ("an anchor in a heading", '## <a id="sec-9"></a>4.2 Fees\n', ["4.2"]),
    ("headings of HTML", "<h2>4. Fees</h2>\n<p>text</p>\n\n<h3>4.1 Taxes</h3>\n", ["4", "4.1"]),
    ("a heading in program text", "```\n## 4 Fees\n```\n\n## 5 Term\n", ["5"]),
    ("bold numbers", "## 2. Grant\n\n**2.1** Developer grants.\n\n**2.2 Term.** One year.\n", ["2", "2.1", "2.2"]),
    ("escaped full stops", "2\\.1\\. Fees. Customer pays.\n\n2\\.2\\. Term. One year.\n", ["2.1", "2.2"]),
    ("steps in a complete number", "## 4.2(a) Fees\n", ["4.2(a)"]),
    ("numbers of an annex's own", "**A1-1. Scope**\nText.\n\n**A1-2. Terms**\n\n* (a) one\n* (b) two\n",
     ["A1-1", "A1-2", "A1-2(a)", "A1-2(b)"]),
    ("numbers without a space", "1.The price.\n\n2.The term.\n\na.  one\n\nb.  two\n\n3.The end.\n",
     ["1", "2", "2(a)", "2(b)", "3"]),
    ("a list of only ones", "1. a\n1. b\n1. c\n", ["1", "2", "3"]),
    ("a list that goes on", "1. a\n2. b\n\nSo much for that.\n\n3. c\n4. d\n", ["1", "2", "3", "4"]),
    ("a list that begins later, with brackets", "7) a\n8) b\n", ["7", "8"]),
    ("a list of only ones begins anew", "## A. x\n1. a\n1. b\n\n## B. y\n1. c\n", ["A", "A.1", "A.2", "B", "B.1"]),
    ("lists within lists", "1. a\n   1. b\n      1. c\n         1. d\n            1. e\n   1. f\n1. g\n",
     ["1", "1.1", "1.1(a)", "1.1(a)(i)", "1.1(a)(i)(1)", "1.2", "2"]),
    ("a list below a number of two steps", "## 4.2 Fees\n1. a\n2. b\n", ["4.2", "4.2(1)", "4.2(2)"]),
    ("letters behind an item, in its paragraph", "1. Fees.\n    a. one;\n    b. two.\n2. Term\n",
     ["1", "1(a)", "1(b)", "2"]),
    ("letters behind an item, not indented", "1. Fees\n\na. one\n\nb. two\n\n2. Term\n", ["1", "1(a)", "1(b)", "2"]),
    ("Roman numbers below letters",
     "1. x\n   1. y\n\n      a. one\n\n          i. deep\n\n          ii. deep\n\n      b. two\n",
     ["1", "1.1", "1.1(a)", "1.1(a)(i)", "1.1(a)(ii)", "1.1(b)"]),
    ("nine letters and the tenth", "## 1 x\n" + "".join(f"({c}) t\n\n" for c in "abcdefghij"),
     ["1", *(f"1({c})" for c in "abcdefghij")]),
    ("a copyright sign and an abbreviation", "(c) 2024 Acme Inc.\n\ni.e. never\n\ne.g. this\n", []),
    ("wrapped lines", "Fees are due under clause\n(b) of this agreement and under\n4.2 Of it.\n", []),
    ("bullets with letters", "**3.3** It must not\n\n* (i) one;\n* (ii) two.\n\n**3.4** Or\n* (i) one\n",
     ["3.3", "3.3(i)", "3.3(ii)", "3.4", "3.4(i)"]),
    ("exhibits of one depth",
     "## 1. Fees\n## 2. Term\n## Exhibit A\n## 1. Scope\n### 1.1 x\n## Exhibit B – Prices\n## 1. y\n",
     ["1", "2", "Exhibit A", "Exhibit A §1", "Exhibit A §1.1", "Exhibit B", "Exhibit B §1"]),
    ("the body goes on behind an exhibit", "## 1. Fees\n## 2. Term\n## Exhibit A\n## 3. Law\n",
     ["1", "2", "Exhibit A", "3"]),
    ("an exhibit in capitals", "## 1. Fees\n\n**EXHIBIT A**\n\n## 1. Scope\n\nSCHEDULE 2\n\n1. y\n",
     ["1", "Exhibit A", "Exhibit A §1", "Schedule 2", "Schedule 2 §1"]),
    ("an exhibit's sub-headings end with it", "# Agreement\n## 1. x\n## Annex I\n### 1. y\n# Other\n## 1. z\n",
     ["Agreement", "1", "Annex I", "Annex I §1", "Other", "1"]),
    ("a document that is a schedule", "# Schedule 3 Prices\n## S1 Products\n", ["Schedule 3 Prices", "S1"]),
    ("footnotes at the end", "## 4 Fees\nx[^1]\n\n## 5 Term\n\n[^1]: Net.\n", ["4", "5", "footnote 1"]),
    ("quoted text has no units", "> ## 9 Fees\n>\n> 1. x\n\n## 4 Term\n", ["4"]),
    ("front matter", "---\ntitle: x\nredirect:\n  - 1. y\n---\n## 4 Fees\n", ["4"]),
    ("nothing", "", []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"), [case[1:] for case in NUMBERS], ids=[case[0] for case in NUMBERS]
)
def test_units_are_cited_by_the_numbers_of_the_page(text, expected):
    assert labels(text) == expected


def test_a_list_goes_on_where_typed_numbers_stopped():
    assert labels("1.Fees\n\n2.Term\n\n3. Notices\n4. Law\n") == ["1", "2", "3", "4"]


TITLES = [
    ("## 4.2 Use of Data.\n", ("4.2", "Use of Data")),
    ("### Section 4.2 – Fees\n", ("4.2", "Fees")),
    ("**2.1 Fees.** Customer pays.\n", ("2.1", "Fees")),
    ("**2.1**\tYour Takedowns. Upon notice it ends.\n", ("2.1", "Your Takedowns")),
    ("**2.1** Developer grants a license.\n", ("2.1", "")),
    ('1. <span class="header_3">Access and Use.</span>  During the term\n', ("1", "Access and Use")),
    ("1. <span id='7.1'>Provider</span> makes no promise.\n", ("1", "")),
    ("1. **Introduction**. This agreement.\n", ("1", "Introduction")),
    ("1. Restrictions & Obligations\n", ("1", "Restrictions & Obligations")),
    ("1. The parties agree on this.\n", ("1", "")),
]


@pytest.mark.parametrize(("text", "expected"), TITLES)
def test_titles_are_what_is_emphasized_or_written_like_one(text, expected):
    assert titled(text) == [expected]


def test_a_parent_contains_its_children_and_sections_are_slices_of_the_source():
    text = "# MSA\n\nBetween us.\n\n1. Fees\n    1. Net.\n    2. Gross.\n2. Term\n"
    document = read(text)
    fees = next(unit for unit in units(document) if unit.label == "1")
    assert text[fees.start : fees.end].split() == ["1.", "Fees", "1.", "Net.", "2.", "Gross."]
    for section in document.sections:
        assert text[section.start :].startswith(section.text)
        assert text.count("\n", 0, section.start) + 1 == section.line
    assert [section.text for section in document.sections] == [
        "# MSA\n\nBetween us.", "1. Fees", "1. Net.", "2. Gross.", "2. Term",
    ]  # fmt: skip


def test_a_unit_begins_with_the_marks_of_its_number():
    text = "## 4 Fees\n\n**4.1** Net.\n\n5 Term\n------\n"
    assert [text[unit.start :][:6] for unit in units(read(text))] == ["## 4 F", "**4.1*", "5 Term"]


@pytest.mark.parametrize("name", sorted(path.stem for path in READ_BY_HAND.glob("*.yaml")))
def test_real_agreements_have_the_units_that_a_person_sees(name):
    expected = yaml.safe_load((READ_BY_HAND / f"{name}.yaml").read_text(encoding="utf-8"))
    path = AGREEMENTS / expected["file"]
    if not path.is_file():
        pytest.skip("the folder of real paper is not beside this checkout")
    document = read(path.read_text(encoding="utf-8-sig"))
    found = []
    for unit in units(document):
        words = " ".join(unit.title.replace('"', "").split()[:2])
        if unit.kind != "heading":
            found.append(f"{unit.label} | {words}" if words else unit.label)
    assert found == expected["units"]


def test_documents_of_matters_keep_their_tokens():
    paths = sorted((ROOT / "matters").glob("*/documents/*.md"))
    assert len(paths) > 20
    for path in paths:
        text = path.read_text(encoding="utf-8-sig")
        known = {unit.start: unit for unit in units(read(text))}
        for section in read_markdown("msa", "MSA", text, "", "msa.md").sections:
            if section.token != FULL:
                unit = known[section.start]
                assert unit.title == section.title
                # In an exhibit of the same file the citation names the exhibit; the number is the same.
                assert unit.label.rpartition("§")[2] == section.token


# --- the text of the page -----------------------------------------------------------------------------------------

PAGES = [
    ("emphasis", "The **Customer** shall _not_ pay ***more***.", "the customer shall not pay more."),
    ("marks that are no emphasis", "2 * 3 and a_b_c and **open", "2 * 3 and a_b_c and **open"),
    ("within a word", "un**reason**able", "unreasonable"),
    ("tags", 'The <span class="x">Customer</span>’s <b>data</b>', "the customer’s data"),
    ("a line break of HTML", "one<br>two", "one two"),
    ("links", "see [the **terms**](https://x.y/a_b 'T') and [law][1].\n\n[1]: https://z.z", "see the terms and law."),
    ("a link that leads nowhere", "see [Schedule] and [a][b]", "see [schedule] and [a][b]"),
    ("bare addresses", "see <https://x.y/z>.", "see https://x.y/z."),
    ("escapes", "1\\. a \\* b \\_c\\_ \\d", "1. a * b _c_ \\d"),
    ("entities", "Fees &amp; Taxes &#8220;net&#8221;&nbsp;&copy; &unknown;", "fees & taxes “net” © &unknown;"),
    ("program text", "the `**key**` it", "the **key** it"),
    ("struck text", "~~old~~ new", "old new"),
    ("images", "see ![the plan](a.png) here", "see here"),
    ("heading marks", "## 4 Fees ##\ntext\n\nTerm\n====\n", "4 fees text term"),
    ("list marks", "1. one\n2. two\n   * three\n   + four\n", "one two three four"),
    ("quotation marks of blocks", "> one\n> two\nlazy\n", "one two lazy"),
    ("rules and fences", "a\n\n---\n\n```text\n**b**\n```\n", "a **b**"),
    ("comments and scripts", "a <!-- not\nthis --> b\n\n<!-- nor\nthis -->\n\n<script>\nx\n</script>\n\nc", "a b c"),
    ("blocks of HTML", "<div>\n<p>Fees &amp; <b>Taxes</b></p>\n</div>\n", "fees & taxes"),
    ("front matter", "---\ntitle: x\n---\n\ntext", "text"),
    ("a table", "| Fee | *Due* |\n|---|:-:|\n| 10 | a \\| b |\n", "| fee | due||| 10 | a | b |"),
    ("lines of a definition", "Fees\n: what is paid\n", "fees what is paid"),
    ("footnotes", "Fees[^1] are net.\n\n[^1]: Of tax.\n", "fees are net. [^1]: of tax."),
    ("line ends of Windows", "The **Customer**\r\nshall\r\n\r\n## 4 Fees\r\n", "the customer shall 4 fees"),
    ("indented lines", "4.2 Fees.\n\n        (a) **net**;\n", "4.2 fees. (a) net;"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), [case[1:] for case in PAGES], ids=[case[0] for case in PAGES])
def test_the_text_is_that_of_the_page(text, expected):
    assert on_the_page(text) == expected


def test_a_quotation_is_found_in_the_source_with_the_markup_inside_it():
    text = '1. The <span class="c">Customer</span> shall **not** pay &amp; owe [fees](x.md).'
    document = read(text)
    page = rendered(document, 0, len(text))
    span = page.find(normalize_text("Customer shall not pay & owe fees"))
    assert span is not None
    assert text[span[0] : span[1]] == "Customer</span> shall **not** pay &amp; owe [fees"
    section = document.sections[0]
    within = rendered(document, section.start, section.start + len(section.text))
    assert within.source == section.text
    assert within.find("fees.") == (section.text.index("fees"), len(section.text))
    assert within.find("fines") is None


def test_no_quotation_runs_across_cells_or_rows():
    text = "Before\n\n| Fee | Due |\n|---|---|\n| ten | net 30 |\n| six |\n\nAfter"
    page = rendered(read(text), 0, len(text))
    assert page.find("net 30") is not None
    for across in ("fee due", "ten net", "due ten", "30 six", "before fee", "six after", "fee | due"):
        assert page.find(across) is None


def test_the_offsets_are_those_of_the_source():
    text = "İ ## x\n\n**Fees** are İ&amp;b"
    page = rendered(read(text), 0, len(text))
    for word, written in (("fees", "Fees"), ("&b", "&amp;b"), ("are", "are")):
        span = page.find(word)
        assert span is not None
        assert text[slice(*span)] == written


def test_cuts_and_substitutions_that_overlap_count_once():
    page = Rendered("one TWO three", [(0, 4), (2, 6)], [(4, 7, "zwei"), (5, 8, "x")])
    assert page.text == "zwei three"
    assert page.find("zwei") == (4, 7)
    assert Rendered("One  two").find("one two") == (0, 8)
    assert Rendered("abc", [(0, 3)]).text == ""


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="ab1. \n*_[]()<>&;`#|-~\\\"'{:!/=\t\r", max_size=120))
def test_every_text_can_be_read_and_every_word_of_the_page_leads_back(text):
    document = read(text)
    page = rendered(document, 0, len(text))
    spans = [*document.markup, *((start, end) for start, end, _ in document.substitutions)]
    assert all(0 <= start < end <= len(text) for start, end in spans)
    ordered = sorted(spans)
    assert all(one[1] <= other[0] for one, other in pairwise(ordered))
    for word in page.text.split():
        start, end = page.source_span(page.text.index(word), page.text.index(word) + len(word))
        assert 0 <= start < end <= len(text)
    for section in document.sections:
        assert text[section.start :].startswith(section.text)


# --- absurd paper ---------------------------------------------------------------------------------------------------

MEGABYTE = 1_000_000
ABSURD = [
    ("emphasis", "*a " * (MEGABYTE // 3)),
    ("stars", "a**b" * (MEGABYTE // 4)),
    ("brackets", "[" * MEGABYTE),
    ("links", "[a](" * (MEGABYTE // 4)),
    ("entities", "&amp;" * (MEGABYTE // 5)),
    ("comments", "a <!-- " * (MEGABYTE // 7)),
    ("tags", "<a " * (MEGABYTE // 3)),
    ("backticks", "".join("`" * (size % 900 + 1) + "a" for size in range(2000))),
    ("nested quotes", ">" * 10_000 + " text"),
    ("nested lists", "- " * 10_000 + "text"),
    ("nested numbers", "1. " * 10_000 + "text"),
    ("stairs", "".join("  " * step + "- x\n" for step in range(1000))),
    ("open blocks of HTML", "<div>\n" * 30_000),
    ("open comments", "<!--\n" * 30_000),
    ("lines of a paragraph", "a.\n" * 30_000),
    ("a number of many steps", "## " + ".".join(["1"] * 100_000)),
    ("a Roman number", "(" + "i" * MEGABYTE + ") x"),
    ("one long title", "## " + "1" * MEGABYTE),
]


@pytest.mark.parametrize("text", [case[1] for case in ABSURD], ids=[case[0] for case in ABSURD])
def test_absurd_paper_is_read_within_bounds_and_nothing_of_it_is_lost(text):
    begun = time.process_time()
    document = read(text)
    assert time.process_time() - begun < 20
    assert document.text == text
    if "text" in text:  # nested more deeply than anybody reads
        assert rendered(document, 0, len(text)).find("text") is not None
        assert "nested more deeply" in document.notes[0]


def test_a_paragraph_with_too_many_marks_is_taken_as_it_stands_and_that_is_said():
    document = read("## 4 Fees\n\n" + "*a* " * 100_000 + "\n\n**5.1** Term.\n")
    assert document.notes == ("line 3: more marks than any paragraph has; taken as it stands",)
    assert [unit.label for unit in units(document)] == ["4", "5.1"]


RAISED = [
    ("A factor of 10<sup>2</sup> applies.", "10²", "102"),
    ("A factor of 10<SUP class='x'> -2 </SUP> applies.", "10 ⁻²", None),
    ("Due within 30<sup>3</sup> days.", "30³ days", "303 days"),
    ("Due within 30<sup>[3](#n)</sup> days.", "30^3 days", "303 days"),
    ("Due within 30<sup><a href='#n'>3</a></sup> days.", "30^3 days", "303 days"),
    ("A factor of 10<sup>&minus;2</sup> applies.", "10^−2", "10−2"),
    ("On the 1<sup>st</sup> day of May.", "1st day", None),
    ("All CO<sub>2</sub> counts.", "CO2 counts", None),
    ("It is 10<sub>2</sub> in base two.", "10₂ in", "102 in"),
    ("It is 10<sub>*2*</sub> in base two.", "10_2 in", "102 in"),
    ("<div>A factor of 10<sup>2</sup> applies.</div>", "10² applies", "102 applies"),
    ("<p>Due within 30<sup><a>3</a></sup> days.</p>", "30^3 days", "303 days"),
    ("| a | b |\n|---|---|\n| 10<sup>2</sup> | c |", "10²", "102"),
]


@pytest.mark.parametrize(("text", "shown", "never"), RAISED)
def test_raised_and_lowered_figures_join_no_number(text, shown, never):
    page = rendered(read(text), 0, len(text)).text
    assert shown.lower() in page
    assert never is None or never not in page
