"""Quotations of other shapes than one sentence: items of lists with their numbers, marks of Markdown around the words,
quotation marks around quotation marks, words that run from one section into another."""

import json
from pathlib import Path

import pytest

from playbook_legal.critic import critique
from playbook_legal.paper.quoting_marks import within_its_marks, without_markdown
from playbook_legal.paper.tiers import QuotePolicy

from .pdf_files import pdf_file, text_page
from .word_files import docx, paragraph

LISTED = """\
# Supply Terms

1. **Fees.** Buyer pays the <span class="term">Price</span> within 30 days of the invoice.
   1. **Interest.** Late fees bear interest at *two* percent.
2. **Term.** The term runs for two years and not longer:
   * (i) the **first** year of the whole term;
   * (ii) the **second** year of the whole term.

# Goods

3. "Goods" means what the Order lists.
"""
TYPED = """\
SUPPLY AGREEMENT

This agreement is made by the parties who sign below.

WITNESSETH

A. Buyer is in the business of buying goods.

B. Seller is in the business of selling goods.

ARTICLE I FEES

Section 1.1 Fees. Buyer pays the Price within 30 days of the invoice.

Section 1.2 Interest. Late fees bear interest at two percent.

ARTICLE II TERM

Section 2.1 Term. The term runs for two years and not longer.

IN WITNESS WHEREOF, the parties have executed this agreement.

By: ____
Name: A
Title: President
"""
SET = [
    "1. Fees",
    "Buyer pays the “Price” for all “Goods” within 30 days.",
    "“Goods” means what the Order lists.",
]


REFUTED = ("number_changed", "word_changed", "invented_opening")


def told(
    tmp_path: Path,
    paper: str | bytes,
    name: str,
    citation: str,
    quotation: str,
    policy: QuotePolicy | None = None,
) -> str:
    """The cause that the critic gives for the quotation; `verified` where it has nothing critical to say."""
    deal = tmp_path / "deal"
    deal.mkdir(exist_ok=True)
    (deal / name).write_bytes(paper.encode() if isinstance(paper, str) else paper)
    work = tmp_path / "review.json"
    item = {"id": "a", "citation": citation, "quote": quotation, "rationale": "It comes too late."}
    work.write_text(json.dumps({"issues": [item]}), encoding="utf-8")
    report = critique(deal, work, quotes=policy)
    if report.critical_findings:
        return str(report.critical_findings[0].cause)
    return "verified" if report.items[0].verified else "not checked"


# --- items of lists in Markdown ----------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", [None, "layout"])
@pytest.mark.parametrize(
    ("citation", "quotation"),
    [
        ("terms §1", "1. Fees. Buyer pays the Price within 30 days"),
        ("terms §1", "1. **Fees.** Buyer pays the Price within 30 days"),
        ("terms §1", "**Fees.** Buyer pays the Price within 30 days"),
        ("terms §1", "- Fees. Buyer pays the Price within 30 days"),
        ("terms §1", "Fees. Buyer pays the Price within 30 days"),
        ("terms §1", "30 days of the invoice. 1. Interest. Late fees bear interest"),
        ("terms §1", "30 days of the invoice. Interest. Late fees bear interest"),
        ("terms §1.1", "1. Interest. Late fees bear interest at two percent."),
        ("terms §2(ii)", "* (ii) the **second** year of the whole term"),
        ("terms §2(ii)", "(ii) the second year of the whole term"),
        ("terms §2", "- (i) the first year of the whole term;\n- (ii) the second year"),
    ],
)
def test_an_item_is_quoted_with_its_mark_or_without(tmp_path, citation, quotation, policy):
    assert told(tmp_path, LISTED, "terms.md", citation, quotation, policy) == "verified"


@pytest.mark.parametrize("policy", [None, "declared"])
@pytest.mark.parametrize(
    ("quotation", "cause"),
    [
        ("2. Fees. Buyer pays the Price within 30 days", "number_changed"),
        ("1. Fees. Buyer pays the Price within 60 days", "number_changed"),
        ("**Fees.** Buyer pays the Price within **60** days", "number_changed"),
        ("30 days of the invoice. 2. Interest. Late fees bear interest", "number_changed"),
        ("- Fees. Seller pays the Price within 30 days", "word_changed"),
        ("**Fees.** Buyer pays not the Price within 30 days", "word_changed"),
    ],
)
def test_its_number_and_its_words_are_those_of_the_paper(tmp_path, quotation, cause, policy):
    assert told(tmp_path, LISTED, "terms.md", "terms §1", quotation, policy) == cause


# --- marks of the reviewer's -------------------------------------------------------------------------------------

MARKED = [
    "“Buyer pays the “Price” for all “Goods” within 30 days.”",
    "““Goods” means what the Order lists.”",
    '""Goods" means what the Order lists."',
    '"Buyer pays the "Price" for all "Goods" within 30 days."',
    "Buyer pays the **“Price”** for all “**Goods**” within **30 days**.",
    "- **“Goods”** means what the Order lists.",
    "• “Goods” means what the Order lists.",
    "Buyer pays the “Price” for all “Goods” within 30 days.\n- “Goods” means what",
]


def set_in(kind: str) -> bytes:
    return docx(*map(paragraph, SET)) if kind == "docx" else pdf_file([text_page(SET)])


@pytest.mark.parametrize("kind", ["docx", "pdf"])
@pytest.mark.parametrize("quotation", MARKED)
def test_marks_of_the_reviewer_s_are_typing_in_word_and_pdf(tmp_path, kind, quotation):
    paper = set_in(kind)
    assert told(tmp_path, paper, f"msa.{kind}", "msa §1", quotation) == "verified"
    for right, wrong in (("30", "60"), ("Buyer", "Seller"), ("means", "means not"), ("pays", "pays not")):
        if right in quotation:
            altered = quotation.replace(right, wrong)
            assert told(tmp_path, paper, f"msa.{kind}", "msa §1", altered) in REFUTED


def test_the_literal_policy_has_no_typing(tmp_path):
    for quotation in MARKED:
        assert told(tmp_path, set_in("docx"), "msa.docx", "msa §1", quotation, "literal") != "verified"


@pytest.mark.parametrize(
    ("quotation", "inner"),
    [
        ("“Fees of the “Buyer” are due”", "Fees of the “Buyer” are due"),
        ("“Fees of the Buyer are due”", "Fees of the Buyer are due"),
        ("“The Fees” or “The Prices”", ""),
        ('"The Fees" or "The Prices"', ""),
        ("“The “Fees or the Prices”", ""),
        ("'The 'Fees' or the Prices'", ""),
        ("«The «Fees» or the Prices»", "The «Fees» or the Prices"),
        ("“short”", ""),
    ],
)
def test_marks_around_all_are_told_from_those_of_terms(quotation, inner):
    assert within_its_marks(quotation) == inner


@pytest.mark.parametrize(
    "quotation",
    [
        "a loss of\n- 5 percent of the sum",  # a sign
        "- $1,000,000 of all the fees",
        "fees of [**] and of [**] a year",  # redactions
        "fees of $** and of $** a year",
        "fees of *** and of *** a year",
        "two**three and four**five a year",
        "a sentence without any such mark",
    ],
)
def test_signs_and_redactions_are_no_markdown(quotation):
    assert without_markdown(quotation) == ""


# --- from one section into another -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "quotation"),
    [
        ("§1.1–1.2", "within 30 days of the invoice. Section 1.2 Interest. Late fees"),
        ("§1.2–Article II", "interest at two percent. ARTICLE II TERM"),
        ("Article II–2.1", "ARTICLE II TERM Section 2.1 Term. The term runs"),
        ("§2.1–signature", "two years and not longer. IN WITNESS WHEREOF, the parties"),
        ("Recital A–Recital B", "the business of buying goods. B. Seller is in the business"),
        ("Recital B–1.1", "the business of selling goods. ARTICLE I FEES Section 1.1 Fees."),
        ("§preamble–Recital A", "the parties who sign below. WITNESSETH A. Buyer is in the business"),
    ],
)
def test_the_range_that_a_finding_names_can_be_cited(tmp_path, label, quotation):
    assert told(tmp_path, TYPED, "msa.txt", f"msa {label}", quotation) == "verified"
    for right, wrong in (("30", "60"), ("two", "ten"), ("not longer", "longer"), ("Seller", "Buyer")):
        if right in quotation:
            altered = quotation.replace(right, wrong)
            assert told(tmp_path, TYPED, "msa.txt", f"msa {label}", altered) in REFUTED


@pytest.mark.parametrize("label", ["§2.1–9.9", "§signature–2.1", "Recital B–7.1", "§7–signature"])
def test_a_range_has_both_its_ends_in_the_paper_and_in_order(tmp_path, label):
    quotation = "The term runs for two years and not longer."
    assert told(tmp_path, TYPED, "msa.txt", f"msa {label}", quotation) == "unknown_section"
