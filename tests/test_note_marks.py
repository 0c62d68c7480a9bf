"""Raised figures behind words: the marks of footnotes, which who quotes leaves out; and those that say something."""

import pytest

from playbook_legal.critic.checks.own_words import cautions
from playbook_legal.paper.assembly import assembled
from playbook_legal.paper.documents import Document, DocumentKind, Section
from playbook_legal.paper.folding import Tier, fold, folded_text
from playbook_legal.paper.note_marks import note_marks, without_note_marks
from playbook_legal.paper.readers.wild_markdown import read_wild_markdown
from playbook_legal.paper.tiers import match

from .critic_cases import issue, reviewed
from .word_files import docx, paragraph, run

FEES = "Customer pays within 30 days of the invoice², unless disputed.³ Late fees accrue"
UP = '<w:vertAlign w:val="superscript"/>'


def document(text: str, kind: DocumentKind = "text") -> Document:
    return assembled(kind, "msa", "Agreement", text, [], "0" * 64, "msa.txt")


def tiers(quotation: str, of: Document) -> list[str | None]:
    """On which tier it verifies under each policy, from the strictest on."""
    section = Section("msa", "full", "", of.text, 0, 1)
    found = (
        match(quotation, section, of, policy) for policy in ("literal", "typographic", "layout", "declared")
    )
    return [None if one is None else one.tier.value for one in found]


TYPED = [None, "typographic", "typographic", "typographic"]
EXACT = ["exact"] * 4
NOWHERE = [None] * 4
QUOTED = [
    ("days of the invoice, unless disputed", FEES, TYPED),
    ("days of the invoice, unless disputed. Late fees", FEES, TYPED),
    ("days of the invoice², unless disputed.³ Late fees", FEES, EXACT),
    ("days of the invoice", FEES, EXACT),
    ("days of the invoice.", FEES, TYPED),
    ("days of the invoice³, unless disputed", FEES, NOWHERE),
    ("days of the invoice⁴, unless disputed", FEES, NOWHERE),
    ("days of the invoice2, unless disputed", FEES, NOWHERE),
    ("days of the invoice, if disputed", FEES, NOWHERE),
    ("days of the invoice², unless disputed.", "of 30 days of the invoice, unless disputed.", NOWHERE),
    ("pays all of the fees are due", "pays all of the “Fees”¹² are due", NOWHERE),
    ("pays all of the “Fees” are due", "pays all of the “Fees”¹² are due", TYPED),
    ("(the “Fees”) are due today", "(the “Fees”)² are due today", TYPED),
    ("both notes are left out here", "both notes¹,² are left out here", TYPED),
    ("the fees … Late fees accrue daily", "the fees², if any.³ Late fees accrue daily", NOWHERE),
    ("pays all the fees … Late fees accrue daily", "pays all the fees², if any.³ Late fees accrue daily",
     [None, None, None, "declared"]),
    ("pays all the fees³ … Late fees accrue daily", "pays all the fees², if any.³ Late fees accrue daily", NOWHERE),
]  # fmt: skip


@pytest.mark.parametrize(("quotation", "text", "expected"), QUOTED)
def test_a_quotation_may_leave_out_the_marks_of_footnotes_and_has_no_others(quotation, text, expected):
    assert tiers(quotation, document(text)) == expected


SAYS_SOMETHING = [
    "an area of 100 m² is leased to it",
    "an area of 100 m2², is leased to it",
    "an area of 100 km² is leased to it",
    "an area of 100 sq ft² is leased to it",
    "an area of 100 FT³, is leased to it",
    "a volume of 3 meters³ is leased to it",
    "a power of 10² is the factor to be used",
    "a number of 30³ days is the time to pay",
    "emissions of CO₂ are to be reported by it",
    "emissions of CO² are to be reported by it",
    "the value of x² is to be reported by it",
    "the sum of (1 + rate)² is the factor of it",
    "a price of $10.⁵⁰ is to be paid for a unit",
    "an amount of one¹⁄₂ is to be paid for a unit",
    "a factor of rate⁻² is to be applied to it",
    "the figures of part²b are to be applied to",
    "the field ² is to be left blank by both of",
]


@pytest.mark.parametrize("text", SAYS_SOMETHING)
def test_a_raised_figure_that_says_something_is_never_left_out(text):
    assert list(note_marks(text)) == []
    bare = "".join(one for one in text if one not in "⁰¹²³⁴⁵⁶⁷⁸⁹")
    if bare != text:
        assert tiers(bare, document(text)) == NOWHERE
    assert tiers(text, document(text)) == EXACT


def test_what_is_left_out_is_the_mark_alone():
    assert without_note_marks("the end.² And “more”³; 10²") == "the end. And “more”; 10²"
    assert [FEES[slice(*span)] for span in note_marks(FEES)] == ["²", "³"]


@pytest.mark.parametrize("tier", list(Tier))
def test_the_text_alone_is_folded_like_the_text_with_its_way_back(tier):
    assert folded_text(FEES, tier) == fold(FEES, tier).text
    assert ("²" in fold(FEES, tier).text) == (tier is Tier.EXACT)
    assert "²" in fold(FEES, tier, with_notes=True).text


def test_a_quotation_that_stops_before_a_mark_ends_with_the_word():
    text = FEES
    end = text.index("²")
    assert not list(cautions(text[9:end], document(text), [(9, end)], None))
    power = "The area leased is of 100 m² in all, and no more."
    end = power.index("²")
    (told,) = cautions(power[:end], document(power), [(0, end)], None)
    assert (str(told.cause), told.words) == ("cut_short", "m²")


def test_in_word_and_in_markdown_they_are_marks_as_well(tmp_path):
    deal = tmp_path / "deal"
    deal.mkdir()
    (deal / "msa.docx").write_bytes(
        docx(paragraph(run("Customer pays all fees within 30 days of the invoice"), run("2", more=UP),
                       run(", unless disputed in good faith.")))
    )  # fmt: skip
    said = "pays all fees within 30 days of the invoice, unless disputed"
    assert reviewed(tmp_path, {"issues": [issue(said, citation="msa §full")]}).passed
    text = "# Fees\n\nCustomer pays within 30 days of the invoice<sup>2</sup>, unless disputed.\n"
    made = read_wild_markdown("msa", "", text, "0" * 64, "msa.md")
    assert tiers("days of the invoice, unless disputed", made) == TYPED
    assert tiers("days of the invoice³, unless disputed", made) == NOWHERE


@pytest.mark.parametrize(
    ("quotation", "told"),
    [
        (
            "pays all fees within 30 days of the invoice, unless disputed",
            "where it has `invoice,`, the paper has `invoice²,`",
        ),
        (
            "pays all fees within 30 days of the invoice³, unless disputed",
            "where it has `invoice³,`, the paper has `invoice²,`",
        ),
        (
            "pays all fees within 31 days of the invoice, unless disputed",
            "where it has `31`, the paper has `30`; where it has `invoice,`, the paper has `invoice²,`",
        ),
    ],
)
def test_a_literal_comparison_says_that_only_the_mark_differs(tmp_path, quotation, told):
    deal = tmp_path / "deal"
    deal.mkdir()
    text = (
        "1. Fees\n\nCustomer pays all fees within 30 days of the invoice², unless disputed in good faith.\n"
    )
    (deal / "msa.txt").write_text(text)
    report = reviewed(tmp_path, {"issues": [issue(quotation, citation="msa §full")]})
    (finding,) = [one for item in report.items for one in item.findings]
    assert finding.message.endswith(told)
    assert str(finding.cause) == ("number_changed" if "31" in quotation else "punctuation_changed")
