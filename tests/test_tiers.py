"""On which tier a quotation verifies, and above all which never does."""

import re
import time
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playbook_legal.critic.selftest.mutations import KINDS, RETYPINGS, SUBSTANCE, mutated, mutations
from playbook_legal.paper.assembly import assembled
from playbook_legal.paper.declared_words import may_stand_for, same_word
from playbook_legal.paper.documents import Document, DocumentKind, Section
from playbook_legal.paper.folding import Tier, fold, fold_quotation
from playbook_legal.paper.joints import Jointed, is_whole
from playbook_legal.paper.outline import Mark
from playbook_legal.paper.tiers import Match, QuotePolicy, default_policy, match
from playbook_legal.text import normalize_text

from .given_paper import FILINGS as PAPER

POLICIES: tuple[QuotePolicy, ...] = ("literal", "typographic", "layout", "declared")


def document(text: str, kind: DocumentKind = "text", **more) -> Document:
    return assembled(kind, "msa", "Agreement", text, [], "0" * 64, "msa.txt", **more)


def whole(text: str) -> Section:
    return Section("msa", "full", "", text, 0, 1)


def found(quotation: str, text: str, policy: QuotePolicy = "declared", **more: Any) -> Match | None:
    return match(quotation, whole(text), document(text, **more), policy)


def tier(quotation: str, text: str, policy: QuotePolicy = "declared", **more: Any) -> str | None:
    one = found(quotation, text, policy, **more)
    return None if one is None else one.tier.value


# --- what verifies, and on which tier --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("quotation", "text", "expected"),
    [
        ("Provider shall  PAY the fees", "provider shall\npay the\u00a0fees.", "exact"),
        ("within thirty days (\"Fees\")", "within thirty days (“Fees”)", "typographic"),
        ("the Customer's own systems", "the Customer’s own systems", "typographic"),
        ("the so-called 'Fees' are due", "the so-called “Fees” are due", "typographic"),
        ("the ``Fees'' are due today", "the “Fees” are due today", "typographic"),
        ("a range of 3-5 business days", "a range of 3–5 business days", "typographic"),
        ("a rate of -5 percent applies", "a rate of −5 percent applies", "typographic"),
        ("the fees - if any - are due", "the fees — if any — are due", "typographic"),
        ("the fees--if any--are due", "the fees—if any—are due", "typographic"),
        ("the fees-if any-are due now", "the fees — if any — are due now", "typographic"),
        ("a soft hyphen in agreement", "a soft hyphen in agree\u00adment", "typographic"),
        ("a zero width space here now", "a zero\u200b width space here\ufeff now", "typographic"),
        ("the office of the affiliate", "the oﬃce of the aﬃliate", "typographic"),
        ("the fee of $100 for Acme Inc", "the fee of ＄１００ for Ａｃｍｅ Inc", "typographic"),
        ("the café of the Company Ltd", "the cafe\u0301 of the Company Ltd", "typographic"),
        ("5 µm of the material at hand", "5 μm of the material at hand", "typographic"),
        ("and so on ... until the end", "and so on … until the end", "typographic"),
        ("every agreement of the parties", "every agree-\nment of the parties", "layout"),
        ("a cafe\u0301house of the Company", "a cafe\u0301-\nhouse of the Company", "layout"),
        ("every agree-ment of the parties", "every agree-\nment of the parties", "layout"),
        ("every agree- ment of the parties", "every “agree-\nment of the parties", None),
        ("a noncompete covenant of Seller", "a non-\ncompete covenant of Seller", "layout"),
        ("a non-compete covenant of Seller", "a non-\ncompete covenant of Seller", "layout"),
        ("the day-to-day operations of it", "the day-\nto-day operations of it", "layout"),
        ("the security overview of Acme", "the security\ufffeoverview of Acme", None),
        ("the securityoverview of Acme", "the security\ufffeoverview of Acme", "layout"),
        ("every agree-\nment of the parties", "every agreement of the parties", "layout"),
        ("the 24-hour notice of Customer", "the 24-\nhour notice of Customer", "layout"),
        ("the Franco-American treaty text", "the Franco-\nAmerican treaty text", "layout"),
    ],
)  # fmt: skip
def test_a_true_passage_verifies_on_the_tightest_tier(quotation, text, expected):
    assert tier(quotation, text) == expected


@pytest.mark.parametrize(
    ("quotation", "text"),
    [
        ("liability of $100 million in all", "liability of ($10.0 million) in all"),
        ("liability of 10.0 million in all", "liability of ($10.0 million) in all"),
        ("pursuant to Section 42 of the Plan", "pursuant to Section 4.2 of the Plan"),
        ("pursuant to Section 4.2 of the Plan", "pursuant to Section 4.20 of the Plan"),
        ("within 124 hours after discovery", "within 1‑24 hours after discovery"),
        ("within 124 hours after discovery", "within 1-\n24 hours after discovery"),
        ("the parties resign the contract", "the parties re-sign the contract"),
        ("the parties re-sign the contract", "the parties resign the contract"),
        ("the preand post-closing periods", "the pre-\nand post-closing periods"),
        ("the preand post-closing periods", "the pre- and post-closing periods"),
        ("the Franco American treaty text", "the Franco-\nAmerican treaty text"),
        ("the FrancoAmerican treaty text", "the Franco-\nAmerican treaty text"),
        ("the factor of 102 is applied", "the factor of 10² is applied"),
        ("a share of 1/2 of the proceeds", "a share of ½ of the proceeds"),
        ("a share of 11/2 of the proceeds", "a share of 1½ of the proceeds"),
        ("Order No 5 of the Purchaser", "Order № 5 of the Purchaser"),
        ("an area of 100 m2 is leased", "an area of 100 ㎡ is leased"),
        ("item 1 of the schedule applies", "item ① of the schedule applies"),
        ("a rate of 5% shall be applied", "a rate of −5% shall be applied"),
        ("a rate of -5% shall be applied", "a rate of 5% shall be applied"),
        ("the sum of 5 - 3 days is due", "the sum of 5-3 days is due here"),
        ("a loss of (5) million is shown", "a loss of (-5) million is shown"),
        ("the price of €100 is payable", "the price of $100 is payable"),
        ("a board 5' wide is delivered", "a board 5″ wide is delivered"),
        ("the Provider shall “pay” fees", "the Provider may “pay” fees"),
        ("the Provider shall “not pay it”", "the Provider shall “pay it”"),
        ("the fees, interest “and” costs", "the fees interest “and” costs"),
        ("between “72” hours and a day", "between “27” hours and a day"),
    ],
)  # fmt: skip
def test_what_says_something_else_verifies_on_no_tier(quotation, text):
    assert tier(quotation, text) is None


@pytest.mark.parametrize(
    ("quotation", "text"),
    [
        ("compete “covenants” of the Seller", "the non-compete “covenants” of the Seller"),
        ("000 “dollars” are payable today", "1,000 “dollars” are payable today"),
        ("5 “dollars” are payable today", "a sum of $5 “dollars” are payable today"),
        ("the “amount” due is not above 10", "the “amount” due is not above 10.5 percent"),
        ("the “amount” due is not above 10", "the “amount” due is not above 10%"),
        ("the “amount” due is not above $10", "the “amount” due is not above $10 million"),
        ("the “amount” due is not above ten", "the “amount” due is not above ten million"),
        ("million “dollars” are payable now", "ten million “dollars” are payable now"),
        ("the “rights” of the said Customer", "the “rights” of the said Customer's agents"),
        ("able “and” willing to perform it", "unable “and” willing to perform it"),
        ("$10 “or” more is payable by it", "US$10 “or” more is payable by it"),
        ("2 “of” the Agreement shall apply", "Section 4.2 “of” the Agreement shall apply"),
    ],
)  # fmt: skip
def test_a_loose_match_never_begins_or_ends_inside_a_word_or_figure(quotation, text):
    straight = quotation.replace("“", '"').replace("”", '"')
    assert tier(straight, text) is None


def test_the_exact_tier_is_a_plain_substring_as_the_contract_says():
    assert tier("compete covenants of the Seller", "the non-compete covenants of the Seller") == "exact"


def test_a_figure_in_quotation_marks_may_stand_at_the_end():
    assert tier('the fees in "Exhibit 12"', "the fees in “Exhibit 12” are due") == "typographic"
    assert tier("the fees in 'Exhibit 12', now", "the fees in ‘Exhibit 12’, now due") == "typographic"


def test_each_policy_allows_its_tier_and_the_tighter_ones():
    texts = {
        "exact": ("the fees are due and payable", "the fees are due and payable"),
        "typographic": ("the 'fees' are due and payable", "the ‘fees’ are due and payable"),
        "layout": ("the agreement is due and payable", "the agree-\nment is due and payable"),
        "declared": ("[T]he fees are due and payable", "the fees are due and payable"),
    }
    told = [[tier(*pair, policy) for pair in texts.values()] for policy in POLICIES]
    assert told == [
        ["exact", None, None, None],
        ["exact", "typographic", None, None],
        ["exact", "typographic", "layout", None],
        ["exact", "typographic", "layout", "declared"],
    ]


def test_word_and_pdf_are_compared_as_printed_and_texts_literally():
    kinds: tuple[DocumentKind, ...] = ("matter", "markdown", "text", "word", "pdf")
    assert [default_policy(document("x", kind)) for kind in kinds] == [
        "literal", "literal", "literal", "layout", "layout",
    ]  # fmt: skip


# --- pages and markup ------------------------------------------------------------------------------------------


def test_what_belongs_to_the_page_is_no_part_of_the_sentence():
    text = "Provider shall pay the agree-\n\n12\n<PAGE>\nMaster Agreement\n\nment fee to Customer."
    first = text.index("12")
    furniture = ((first, text.index("ment fee")),)
    one = found("Provider shall pay the agreement fee to Customer", text, furniture=furniture)
    assert one is not None
    assert one.tier is Tier.LAYOUT
    assert one.spans == ((0, text.index(".")),)
    assert tier("Provider shall pay the agreement fee to Customer", text) is None
    assert tier("shall pay the agree- 12 <PAGE> Master Agreement ment fee", text, furniture=furniture) is None


def test_a_page_number_is_no_word_of_the_sentence_it_interrupts_unless_literal_means_literal():
    text = "Provider shall pay “an amount” of\n1\nmillion to Customer under the agree-\nment."
    at = text.index("1")
    page: dict[str, Any] = {"furniture": ((at, at + 2),)}
    for kind in ("text", "pdf"):
        # The contract's rule knows no page: what stands there, character by character, verifies.
        assert tier("an amount” of 1 million to Customer", text, "literal", kind=kind, **page) == "exact"
        for policy in POLICIES[1:]:
            assert tier("an amount” of 1 million to Customer", text, policy, kind=kind, **page) is None
            assert tier('"an amount" of 1 million to Customer', text, policy, kind=kind, **page) is None
            assert tier("1 million to Customer under the", text, policy, kind=kind, **page) is None
            assert tier("1 million to Customer under the agreement", text, policy, kind=kind, **page) is None
            assert tier("shall pay “an amount” of 1", text, policy, kind=kind, **page) is None
        assert tier("pay “an amount” of million to Customer", text, kind=kind, **page) == "layout"
        assert tier("[T]o Customer under the agreement ... of 1 million", text, kind=kind, **page) is None
        assert tier("million to Customer under the", text, kind=kind, **page) == "exact"
    assert tier("an amount” of 1 million to Customer", text) == "exact"  # here it is the sentence's own


def test_the_automatic_number_of_a_word_paragraph_may_be_quoted_with_it():
    text = "Customer shall pay:\n(a)\tthe annual fees; and\n(b)\tthe agree-\nment fees."
    numbers = tuple((text.index(one), text.index(one) + 4) for one in ("(a)", "(b)"))
    more: dict[str, Any] = {"kind": "word", "furniture": numbers}
    assert tier("shall pay: (a) the annual fees; and", text, "literal", **more) == "exact"
    assert tier("shall pay: the annual fees; and", text, **more) == "layout"
    assert tier("the annual fees; and (b) the agreement fees", text, **more) == "layout"


def test_of_the_same_words_those_without_a_page_number_between_them_are_taken():
    text = "It shall pay in\n12\nmonthly rates. It shall pay in 12 monthly rates."
    at = text.index("12")
    one = found("It shall pay in 12 monthly rates", text, furniture=((at, at + 3),))
    assert one is not None
    assert (one.tier.value, one.spans) == ("exact", ((34, len(text) - 1),))
    assert tier("It shall pay in 12 monthly rates", text[:33], furniture=((at, at + 3),)) is None


def test_what_belongs_to_the_page_may_be_quoted_by_itself():
    text = "It shall pay\nMaster Services Agreement 12\nthe fees when due."
    at = text.index("Master")
    assert tier("Master Services Agreement", text, furniture=((at, text.index("the")),)) == "exact"


def test_a_quotation_may_end_in_a_hyphen():
    text = "a party’s rating of at least A- or better, or of B-, and of C-5 or D- 6 and E-"
    assert tier("a party's rating of at least A-", text) == "typographic"
    assert tier("a party's rating of at least A- or better, or of B-", text) == "typographic"
    assert tier("party's rating of at least A", text) is None
    assert tier("a party's rating of at least A- or better, or of B-, and of C-", text) is None
    assert tier("a party's rating of at least A-or", text) is None
    assert (
        tier("a party's rating of at least A- or better, or of B-, and of C-5 or D- 6 and E-", text)
        == "typographic"
    )
    assert tier("the party's fees -", "all of the party’s fees — if any — are due") == "typographic"
    assert tier("the party's well-", "all of the party’s well-known fees are due") is None


def test_characters_that_nobody_sees_make_no_quotation_longer():
    assert tier("the\u200b fees" + "\u200b" * 20, "the fees are due and payable") is None
    assert tier("the fees are du\u200be and payable", "the fees are due and payable") == "typographic"


def test_furniture_never_welds_what_it_stands_between():
    text = "the sum of 10 \n5\n 000 dollars is payable"
    at = text.index("5")
    assert tier("the sum of 10000 dollars is payable", text, furniture=((at, at + 1),)) is None


def test_markup_and_substitutions_are_seen_through_on_every_tier():
    text = "The **Cus**tomer’s fees &amp; costs are due."
    more: dict[str, Any] = {
        "markup": tuple((at.start(), at.end()) for at in re.finditer(r"\*\*", text)),
        "substitutions": ((text.index("&amp;"), text.index("&amp;") + 5, "&"),),
    }
    assert tier("The Customer’s fees & costs are due", text, "literal", **more) == "exact"
    assert tier("The **Cus**tomer’s fees &amp; costs", text, "literal", **more) == "exact"
    assert tier("The **Cus**tomer's fees &amp; costs", text, "typographic", **more) == "typographic"
    assert tier("The *Customer's fees & costs are due", text, "declared", **more) is None
    one = found("The Customer's fees & costs are due", text, "typographic", **more)
    assert one is not None
    assert (one.tier.value, one.spans) == ("typographic", ((0, len(text) - 1),))


def test_spans_that_overlap_are_left_out_once():
    text = "The fees 12 are due today."
    assert fold(text, Tier.LAYOUT, [(9, 11), (9, 11), (9, 12)], [(9, 11)]).text == "the fees are due today."


def test_what_is_marked_in_another_section_does_not_matter():
    text = "The fees &amp; costs are due.\nThe taxes &lt; fees are due."
    more = {"substitutions": ((9, 14, "&"), (40, 44, "<"))}
    first = Section("msa", "1", "", text[:29], 0, 1)
    second = Section("msa", "2", "", text[30:], 30, 2)
    paper = document(text, "markdown", **more)
    assert match("The fees & costs are due", first, paper, "literal") is not None
    assert match("taxes < fees are due", second, paper, "literal") is not None
    assert match("taxes < fees are due", first, paper, "literal") is None


def test_the_exact_tier_of_folding_is_the_contract_s_rule_with_the_way_back():
    folded = fold("The **İ** Fees\n are  due", Tier.EXACT, markup=[(4, 6), (7, 9)])
    assert folded.text == normalize_text("The İ Fees are due")
    assert folded.source[slice(*folded.find("fees are") or (0, 0))] == "Fees\n are"
    assert folded.find("") is None
    assert fold("The fees", Tier.LAYOUT).find("") is None
    assert folded.find("no such words") is None


def test_letters_with_many_marks_stay_as_they_are():
    piled = "a" + "\u0301" * 40
    text = "é" * 150 + "e\u0301" + "é" * 60 + piled
    assert fold(text, Tier.TYPOGRAPHIC).text == "é" * 211 + piled


def test_places_count_from_the_section_and_not_from_the_document():
    text = "1. First. The fees are due.\n2. Second. The “fees” are page 7\npayable today."
    at = text.index("page 7")
    paper = assembled(
        "text", "msa", "", text, [Mark(start=0, level=0, number="1"), Mark(start=28, level=0, number="2")], "0" * 64,
        "msa", furniture=((at, at + 6),),
    )  # fmt: skip
    section = paper.sections[1]
    one = match('The "fees" are payable', section, paper, "layout")
    assert one is not None
    assert [section.text[start:end] for start, end in one.spans] == ["The “fees” are page 7\npayable"]


# --- declared alterations --------------------------------------------------------------------------------------

CLAUSE = (
    "Provider shall not disclose Confidential Information. It shall notify Customer in writing, within thirty (30) "
    "days after the discovery of an incident, provided that such party may terminate this Agreement if the fees of "
    "$10.5 million are not paid. The obligations of the undersigned include every agreement and were accepted by it."
)


@pytest.mark.parametrize(
    ("quotation", "alterations", "omitted"),
    [
        ("[t]he discovery of an incident", [("[t]he", "the")], []),
        ("[I]t shall notify Customer in writing", [("[I]t", "It")], []),
        ("[Customer] shall notify Customer in writing", [("[Customer]", "It")], []),
        ("provided that [the Customer] may terminate this Agreement", [("[the Customer]", "such party")], []),
        ("the obligation[s] of the undersigned include", [("[s]", "s")], []),
        ("the obligation[] of the undersigned include", [("[]", "s")], []),
        ("the obligations of [Customer] include every agreement", [("[Customer]", "the undersigned")], []),
        ("The obligations of the undersigned include[d] every agreement", [("[d]", "")], []),
        ("every agreement and [are] accepted by it", [("[are]", "were")], []),
        ("agreement and were accepted by [the Customer]", [("[the Customer]", "it")], []),
        ("agreement and were accepted by it [the]", [("[the]", "")], []),
        ("[The] thirty (30) days after the discovery", [("[The]", "")], []),
        ("may terminate this Agreement if [those] fees of", [("[those]", "the")], []),
        ("The obligations of the undersigned [includes] every", [("[includes]", "include")], []),
        ("not disclose Confidential Information. It shall notif[ies]", [("[ies]", "y")], []),
        ("the discovery of an incident ... [i]f the fees of $10.5 million", [("[i]f", "if")],
         [", provided that such party may terminate this Agreement"]),
        ("It shall notify Customer [sic] in writing", [("[sic]", "")], []),
        ("It shall notify Customer in writing (emphasis added)", [("(emphasis added)", "")], []),
        ("It shall notify Customer [sic; emphasis added]", [("[sic; emphasis added]", "")], []),
        ("It shall notify Customer in writing ... after the discovery of", [], [", within thirty (30) days"]),
        ("It shall notify Customer in writing … after the discovery of", [], [", within thirty (30) days"]),
        ("It shall notify Customer in writing . . . after the discovery", [], [", within thirty (30) days"]),
        ("It shall notify Customer in writing [...] after the discovery", [], [", within thirty (30) days"]),
        ("It shall notify Customer in writing * * * after the discovery", [], [", within thirty (30) days"]),
        ("… It shall notify Customer in writing …", [], []),
    ],
)  # fmt: skip
def test_what_is_declared_is_told_and_the_rest_is_verified(quotation, alterations, omitted):
    one = found(quotation, CLAUSE)
    assert one is not None
    assert one.tier is Tier.DECLARED
    assert [(change.quoted, change.record) for change in one.alterations] == alterations
    assert list(one.omitted) == omitted


@pytest.mark.parametrize(
    "quotation",
    [
        "Provider shall [not] disclose Confidential Information",
        "Provider shall [] disclose Confidential Information",
        "Provider [may] not disclose Confidential Information",
        "[Customer] shall not disclose Confidential Information",  # the paper names the Provider
        "[Neither] shall notify Customer in writing",
        "It shall [never] notify Customer in writing, within",
        "It shall [promptly] notify Customer in writing",  # adds what the paper does not say
        "It shall notify Customer [orally], within thirty (30) days",
        "It shall notify Customer [by telephone] within thirty (30) days",
        "within [sixty] (30) days after the discovery",
        "within thirty ([60]) days after the discovery",
        "the fees of [€10.5] million are not paid",
        "the fees of $10.5 [billion] are not paid",
        "if the fees of $10 … are not paid. The obligations",
        "if the fees of $10.5 … are not paid. The obligations",
        "such party may terminate this Agreement ... It shall notify Customer",  # reversed
        "It shall notify Customer ... not",
        "Provider shall ... disclose Confidential Information",  # too little before the ellipsis
        "... in writing ...",
        "[The] [the] [it] [such] fees",
        "It shall notify Customer ... within sixty (60) days",
        "[un]able to disclose Confidential Information now",
        "[Customer] ... [Provider] ... [Customer]",
        "disclose Confidential Information. It shall not[s]",
        "It[s] shall notify Customer in writing, within",
        "the obligat[s] of the undersigned include",
        "The obligation[s] include every agreement and were",
        "were accepted by it[s] agreement and were accepted",
        "every agreement and [shall] accepted by it",
        "the discov [the] ery of an incident, provided that",
        "Provider shall not disclose [the Customer] such party may terminate",
        "agreement and were accepted by [Borealis]",
        "",
        "[...]",
        "[sic]",
        "It shall notify Customer in writing (citation omitted) after the discovery",
        "It shall notify Customer in writing [internal citations omitted] after the discovery",
        "It shall notify Customer in writing [emphasis added] after the discovery",
    ],
)  # fmt: skip
def test_an_alteration_that_changes_the_substance_never_verifies(quotation):
    assert tier(quotation, CLAUSE) is None


CASE = ", see Acme Corp. v. Borealis, Inc., 12 F.3d 345 (2d Cir. 1999),"
CITING = (
    f"Provider shall be liable{CASE} for all damages (as defined in Section 4.2(a)) and shall not be liable for lost "
    "profits (excluding direct damages) under the law of the State."
)


@pytest.mark.parametrize(
    ("quotation", "omitted"),
    [
        ("Provider shall be liable (citation omitted) for all damages",
         [CASE]),
        ("for all damages [citations omitted] and shall not be liable", ["(as defined in Section 4.2(a))"]),
        ("for all damages ... [citations omitted] and shall not be liable", ["(as defined in Section 4.2(a))"]),
        ("liable for lost profits (citations omitted)", None),
        ("liable for lost profits (citations omitted).", None),
        ("Provider shall be liable (citation omitted), see Acme Corp. v.", [","]),
        ("Provider shall be liable ... (citation omitted) not be liable for lost profits",
         [f"{CASE} for all damages (as defined in Section 4.2(a)) and shall"]),
    ],
)  # fmt: skip
def test_an_omitted_citation_is_a_citation(quotation, omitted):
    one = found(quotation, CITING)
    assert one is not None
    assert list(one.omitted) == (omitted or [])


@pytest.mark.parametrize(
    "quotation",
    [
        "all damages (as defined in Section 4.2(a)) and shall (citations omitted) be liable for lost profits",
        "and shall not be liable for lost profits [citation omitted] under the law",
        "Provider shall be liable (citation omitted) and shall not be liable",
        "Provider shall be liable (citation omitted) be liable for lost profits",
        "for all damages [emphasis added] and shall not be liable",
        "for all damages [sic] and shall not be liable",
        "for all damages (footnotes omitted) and shall not be liable",
        "and shall [sic] be liable for lost profits",
        "liable for lost pro[sic]fits (excluding direct damages)",
    ],
)
def test_no_remark_stands_for_words_that_say_something(quotation):
    assert tier(quotation, CITING) is None


NEGATED = [
    ("No party may assign this Agreement.", "[A] party may assign this Agreement"),
    ("No party may assign this Agreement.", "[The] party may assign this Agreement"),
    ("No party may assign this Agreement.", "[P]arty may assign this Agreement"),
    ("No party may assign this Agreement.", "“[P]arty may assign this Agreement”"),
    ("No party may assign this Agreement.", "[Provider] may assign this Agreement"),
    ("No affiliated party may assign this Agreement.", "[Provider] may assign this Agreement"),
    ("No other party may assign this Agreement.", "[A] party may assign this Agreement"),
    ("No other party may assign this Agreement.", "[O]ther party may assign this Agreement"),
    ("None of the parties may assign this Agreement.", "[Customers] may assign this Agreement"),
    ("None of the parties may assign this Agreement.", "[The] parties may assign this Agreement"),
    ("Neither party may assign this Agreement.", "[Provider] may assign this Agreement"),
    ("Neither party may assign this Agreement.", "[Customer] ... this Agreement"),
    ("It pays the annual fees, and neither party may assign this Agreement.",
     "It pays the annual fees ... [p]arty may assign this Agreement"),
    ("It pays the annual fees, and neither party may assign this Agreement.",
     "It pays the annual fees ... [a] party may assign this Agreement"),
    ("Without such consent may this Agreement be assigned.", "[The] consent may this Agreement be assigned"),
    ("The fees aren't the property of Provider.", "[The] property of Provider"),
    ("Provider assigns the Agreement to it not later than today.", "Provider assigns the Agreement to [Customer]"),
    ("Provider assigns the Agreement not later than today.", "Provider assigns the Agreement [the]"),
    ("Customer shall not disclose the annual fees.", "[D]isclose the annual fees"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "quotation"), NEGATED)
def test_a_bracket_never_hides_a_negation_that_stands_next_to_it(text, quotation):
    assert tier(quotation, f"Provider and Customer agree. {text}") is None
    assert tier(quotation, text) is None


@pytest.mark.parametrize(
    ("text", "quotation"),
    [
        ("Such party may assign this Agreement.", "[Provider] may assign this Agreement"),
        ("It shall not be due. The party may assign this Agreement.", "[A] party may assign this Agreement"),
        ("If Customer does not pay, it may assign this Agreement.", "[Provider] may assign this Agreement"),
        ("No party may assign this Agreement.", "[N]o party may assign this Agreement"),
        ("Customer shall not disclose the annual fees of Provider.", "[T]he annual fees of Provider"),
        ("The other party may assign this Agreement.", "[Provider] may assign this Agreement"),
    ],
)
def test_a_bracket_beside_no_negation_still_verifies(text, quotation):
    assert tier(quotation, f"Provider and Customer agree. {text}") == "declared"


CAPS = "General cap here", "one million dollars in total"


@pytest.mark.parametrize("edge", ["│", "\ufdd0"])
def test_an_ellipsis_crosses_no_edge_of_a_cell(edge):
    rows = (("Data breach cap here", "five million dollars, no more, in total"), CAPS)
    text = "\n".join(f"{edge} {one} {edge} {other} {edge}" for one, other in rows)
    assert tier("Data breach cap here ... one million dollars in total", text) is None
    assert tier("Data breach cap here ... five million dollars", text) is None
    assert tier("five million dollars ... one million dollars in total", text) is None
    assert tier("five million dollars, ... more, in total", text) is None  # too little in a part
    assert tier("five million dollars ... no more, in total", text.replace("five", "the five")) == "declared"


def outlined(text: str, *marks: tuple[str, int, str, bool]) -> tuple[Section, Document]:
    """A document whose units begin at these words, and its whole text as a section."""
    units = [
        Mark(start=text.index(words), level=level, number=number, relative=relative)
        for words, level, number, relative in marks
    ]
    paper = assembled("text", "msa", "", text, units, "0" * 64, "msa.txt")
    return Section("msa", "full", "", text, 0, 1), paper


LISTED = (
    "1 Fees\n1.1 Customer shall pay all fees when due.\n1.2 Provider may terminate this Agreement.\n"
    "1.3 Upon written notice Customer shall:\n(a) pay all open invoices at once, with interest;\n"
    "(b) deliver every copy to Provider; and\n(c) it being agreed, Provider may retain one archival copy.\n"
    "1.4 The parties agree.\n(d) Customer may keep every report of Provider.\n"
)
UNITS = (
    ("1 Fees", 0, "1", False), ("1.1", 1, "1.1", False), ("1.2", 1, "1.2", False), ("1.3", 1, "1.3", False),
    ("(a)", 2, "a", True), ("(b)", 2, "b", True), ("(c)", 2, "c", True), ("1.4", 1, "1.4", False),
    ("(d)", 2, "d", True),
)  # fmt: skip


@pytest.mark.parametrize(
    ("quotation", "expected"),
    [
        ("Customer shall pay ... when due", None),  # too little in a part
        ("1.1 Customer shall pay ... all fees when due", "declared"),
        ("Customer shall pay all fees ... may terminate this Agreement", None),
        ("Customer shall pay all fees ... Provider may terminate", None),
        ("Upon written notice ... pay all open invoices", "declared"),
        ("Upon written notice Customer shall ... deliver every copy", "declared"),
        ("pay all open invoices ... deliver every copy to Provider", "declared"),
        (
            "Customer shall: ... pay all open invoices ... deliver every copy to Provider",
            None,
        ),  # too little in a part
        ("notice Customer shall: ... pay all open invoices ... deliver every copy to Provider", "declared"),
        ("pay all open invoices ... Provider may retain one archival copy", None),
        ("pay all open invoices ... it being agreed, Provider may retain", "declared"),
        ("Provider may terminate this ... pay all open invoices", None),
        ("Provider may terminate this ... Upon written notice", None),
        ("The parties agree ... Customer may keep every report", None),
        ("Provider may retain one ... The parties agree", None),
    ],
)
def test_the_parts_around_an_ellipsis_stand_in_one_unit_or_in_its_own_list(quotation, expected):
    section, paper = outlined(LISTED, *UNITS)
    one = match(quotation, section, paper, "declared")
    assert (None if one is None else one.tier.value) == expected


def test_parts_before_the_first_unit_stand_in_one_place_and_in_none_behind_it():
    text = "This Agreement is made between Acme and Borealis today.\n1 Fees are due and payable at once."
    section, paper = outlined(text, ("1 Fees", 0, "1", False))
    assert match("This Agreement is made ... Acme and Borealis today", section, paper, "declared") is not None
    assert match("This Agreement is made ... Fees are due and payable", section, paper, "declared") is None


def test_of_several_places_before_an_ellipsis_the_one_in_the_same_unit_is_taken():
    text = (
        "1 The Customer shall pay:\n(a) what the Customer shall pay.\n(b) and further all fees of Provider.\n"
    )
    section, paper = outlined(text, ("1 The", 0, "1", False), ("(a)", 1, "a", True), ("(b)", 1, "b", True))
    one = match("the Customer shall pay ... further all fees of Provider", section, paper, "declared")
    assert one is not None
    assert one.spans[0][0] == text.index("The Customer")


def test_parts_that_stand_too_far_apart_are_no_statement():
    near = "the Customer shall pay " + "x " * 480 + "all fees of the Provider"
    far = "the Customer shall pay " + "x " * 520 + "all fees of the Provider"
    quotation = "the Customer shall pay ... all fees of the Provider"
    assert (tier(quotation, near), tier(quotation, far)) == ("declared", None)


def test_of_repeated_parts_those_next_to_each_other_are_taken():
    text = "the Customer shall pay a. " + "x " * 600 + "the Customer shall pay b, all fees of the Provider"
    one = found("the Customer shall pay ... all fees of the Provider", text)
    assert one is not None
    assert one.omitted == ("b,",)


def test_a_bracket_of_the_paper_itself_is_text():
    text = "A royalty of [***] of Net Price is due, and “such party” pays [date] in full and in cash."
    assert tier("A royalty of [***] of Net Price is due", text) == "exact"
    assert tier("of Net Price is due, and 'such party' pays [date]", text) == "typographic"
    assert (
        tier("A royalty of [***] of Net Price is due ... pays [date] in full and in cash", text) == "declared"
    )
    assert tier("A royalty of 5% of Net Price is due, and", text) is None


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("terminate", "terminated", True), ("party", "parties", True), ("licensor", "licensee", False),
        ("employer", "employee", False), ("include", "included", True), ("exclude", "include", False),
        ("may", "mays", False), ("thing", "things", True), ("part", "party", False), ("month", "months", False),
    ],
)  # fmt: skip
def test_only_forms_of_one_word_are_the_same_word(one, other, same):
    assert same_word(one, other) is same


def test_a_row_of_brackets_that_fits_in_many_ways_and_ends_nowhere_is_given_up():
    long = (
        "whatever amount shall be found to be due and owing to the said creditor by reason of these presents"
    )
    row = "[the Customer] the [the Customer] the [the Customer]"
    behind, ahead = f"{long} it the it the it the it was paid", f"there paid it the it the it the it {long}"
    name = " (the Customer)"
    assert tier(f"{long} {row} was paid", behind + name) == "declared"
    assert tier(f"{long} {row} was lost", behind + name) is None
    assert tier(f"paid {row} {long}", ahead + name) == "declared"
    assert tier(f"lost {row} {long}", ahead + name) is None


def test_the_exact_tier_is_literal_however_the_section_is_read_elsewhere():
    text = "The ‘fees’ are due and payable"
    folded = fold(text, Tier.TYPOGRAPHIC)
    section = Section("msa", "1", "", text, 0, 1, folded)
    one = match("The 'fees' are due and payable", section, document(text), "declared")
    assert one is not None
    assert one.tier is Tier.TYPOGRAPHIC


def test_a_bracketed_letter_before_a_broken_word_is_told_as_quoted():
    one = found("[A]greement of the parties hereto", "the agree-\nment of the parties hereto")
    assert one is not None
    assert [(change.quoted, change.record) for change in one.alterations] == [("[A]greement", "Agreement")]


def test_a_name_may_explain_a_pronoun_only_when_the_paper_has_the_name():
    assert may_stand_for("Acme", "it", "Acme shall pay. It shall notify.")
    assert not may_stand_for("Borealis", "it", "Acme shall pay. It shall notify.")
    assert not may_stand_for("Acme", "its", "Acme shall pay its fees.")
    assert may_stand_for("Acme's", "its", "Acme shall pay its fees.")
    assert not may_stand_for("Acme", "the", "Acme shall pay the fees.")
    assert not may_stand_for("Each's", "its", "Each party shall pay its fees.")


# --- what holds always -----------------------------------------------------------------------------------------

ODD = st.text(
    alphabet=st.sampled_from(
        "ab1 .,-'\"\n—–…“”’\u00ad\u200b\u0301ﬁİΣσς½²٣\ufffe\uffff\u00a0ＡＢ１ｶﾞ`$%()ieand"
    ),
    max_size=40,
)
PIECES = st.lists(
    st.sampled_from(
        ["the ", "agree-\nment ", "re-sign ", "“Fees” ", "— ", "$10.5 ", "million ", "not ", "shall ", "1-24 ",
         "\n12\n", "[T]he ", "it ", "... ", "pre- and ", "Customer’s ", "(30) ", "paid. "]
    ),
    min_size=4, max_size=24,
).map("".join)  # fmt: skip
TIERS = st.sampled_from([Tier.EXACT, Tier.TYPOGRAPHIC, Tier.LAYOUT])


@given(st.one_of(ODD, st.text(max_size=30)), TIERS)
@settings(max_examples=400)
def test_folding_twice_is_folding_once(text, on):
    once = fold(text, on).text
    assert fold_quotation(once, on) == once


@given(st.one_of(ODD, PIECES), TIERS)
@settings(max_examples=300)
def test_every_folded_character_leads_back_into_the_text(text, on):
    folded = fold(text, on)
    places = [folded.source_span(at, at + 1) for at in range(len(folded.text))]
    assert all(0 <= start < end <= len(text) for start, end in places)
    assert places == sorted(places)


@given(PIECES, st.data())
@settings(max_examples=300)
def test_the_passage_found_stands_at_the_place_reported(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    retyped = text[start:end].translate(str.maketrans("“”’—", '""\'-')).replace("agree-\nment", "agreement")
    one = match(retyped, whole(text), document(text), "layout")
    if one is None or one.tier is Tier.EXACT:
        return
    ((first, last),) = one.spans
    there = Jointed(fold(text[first:last], Tier.LAYOUT).text)
    wanted = Jointed(fold_quotation(retyped, Tier.LAYOUT))
    assert there.bare == wanted.bare
    assert list(there.occurrences(wanted)) == [(0, len(there.text))]


@given(PIECES, PIECES)
@settings(max_examples=300)
def test_a_looser_policy_loses_nothing_and_reports_the_same(quotation, text):
    told = [tier(quotation, text, policy) for policy in POLICIES]
    for before, after in pairwise(told):
        assert before is None or before == after


@given(PIECES)
@settings(max_examples=200)
def test_what_stands_whole_in_the_text_verifies_on_every_policy(text):
    if normalize_text(text):
        assert [tier(text, f"x {text} y", policy) for policy in POLICIES] == ["exact"] * 4


def readings(text: str) -> set[str]:
    """Every text that a passage with line-end hyphens may have been: the slow twin of `joints`."""
    at = text.find("-\n")
    if at < 0:
        return {text}
    left, right = text[:at], text[at + 2 :]
    return {head + rest for rest in readings(right) for head in (left, left + "-", left + "- ")}


WORDS = st.lists(
    st.sampled_from(["ab", "c", "ab-c", "c-\nab", "ab-\nc", "ab- c"]), min_size=1, max_size=5
).map(" ".join)


@given(WORDS, WORDS)
@settings(max_examples=500)
def test_line_end_hyphens_agree_as_their_readings_do(quotation, text):
    folded = fold(text, Tier.LAYOUT)
    wanted = fold_quotation(quotation, Tier.LAYOUT)
    expected = any(
        re.search(rf"(?<![a-z-]){re.escape(one)}(?![a-z-])(?!- )", other)
        for one in readings(quotation)
        for other in readings(text)
    )
    loose = any(Jointed(folded.text).occurrences(Jointed(wanted)))
    # The joints agree one by one, so a match has a reading in common; whole words are the business of `is_whole`.
    common = any(one in other for one in readings(quotation) for other in readings(text))
    assert not loose or common
    assert folded.find(wanted) is None or common
    assert not expected or loose


def test_whole_words_are_told_by_their_neighbours():
    text = "it is non-compete, 1,000.50 and -5% of $10 million"
    cut = {"compete": False, "non-compete": True, "000.50": False, "1,000.50": True, "5%": False, "-5%": True,
           "10 million": False, "$10": False, "$10 million": True, "it is": True, "t is": False}  # fmt: skip
    for words, expected in cut.items():
        at = text.index(words)
        assert is_whole(text, at, at + len(words)) is expected, words


@pytest.mark.parametrize(
    ("text", "quotation"),
    [
        ("a" * 200_000, "a" * 1000 + "b"),
        ("a-" * 200_000, "aa" * 500),
        ("a-\n" * 60_000, "a" * 400 + "b-a"),
        ("e" + "\u0301\u0323" * 60_000, "e" + "\u0323\u0301" * 300),
        ("the it " * 60_000, "the [it] the it the it the [it] the it the it the [Customer] the it the it the"),
        ("abc " * 100, "x" + " " * 200_000 + "(y"),
        ("abc " * 100, "[ " * 200_000),
        ('"' * 200_000, "'" * 500 + "ab cdefghijkl"),
    ],
)  # fmt: skip
def test_no_text_makes_the_search_long(text, quotation):
    begun = time.perf_counter()
    tier(quotation, text)
    assert time.perf_counter() - begun < 20


# --- the bank of mutations -------------------------------------------------------------------------------------

TRUE = (
    "The Provider shall not disclose the Customer’s “Confidential Information” to any third party, and shall pay "
    "$1,250 or 5% of the fees within thirty (30) days — but no later than March 1, 2026 — under Section 4.2 of this "
    "well-known Agreement, before any other claim."
)
OTHER = "Either party may terminate this Agreement for convenience upon ninety days prior written notice to the other."


def test_every_kind_of_mutation_can_be_made_of_a_full_sentence():
    made = [one.kind for one in mutations(TRUE, "1", OTHER)]
    assert [kind.name for kind in KINDS if kind.name not in made] == ["curly_quotes", "plain_spaces"]
    assert SUBSTANCE[:3] == ("negation_inserted", "negation_removed", "modal_swapped")
    assert "as_a_model" in RETYPINGS


@pytest.mark.parametrize("name", SUBSTANCE)
def test_no_mutation_of_substance_verifies(name):
    for seed in "abcdefgh":
        one = mutated(name, TRUE, seed, OTHER)
        assert one is not None
        assert one.substance
        assert tier(one.text, f"Intro. {TRUE} {OTHER}") is None, one


@pytest.mark.parametrize("name", RETYPINGS)
def test_every_retyping_verifies(name):
    text = TRUE.replace("Section", "Section\n").replace("this well", "the Seller's well")
    one = mutated(name, text, "a")
    assert one is not None
    assert not one.substance
    assert tier(one.text, f"Intro. {text} {OTHER}", "layout") in ("exact", "typographic", "layout")


def test_a_mutation_follows_from_the_seed_and_nothing_else():
    assert mutations(TRUE, "1", OTHER) == mutations(TRUE, "1", OTHER)
    assert len({mutated("word_dropped", TRUE, str(seed)) for seed in range(20)}) > 5


def test_a_part_of_a_true_passage_is_no_mutation():
    assert mutated("percent_dropped", "The rate is 5%", "a") is None
    assert mutated("negation_removed", "It is not so", "a") is not None
    assert mutations("", "a") == ()
    assert mutated("welded", TRUE, "a", TRUE) is None
    swapped = mutated("party_swapped", "Now the Landlord shall pay", "a")
    assert swapped is not None
    assert swapped.text == "Now the Tenant shall pay"
    assert mutated("party_swapped", "Now the landlord and Acme or Borealis shall pay it", "a") is not None


def crosses_a_page(sentence: str, section: Section, paper: Document) -> bool:
    start = section.start + section.text.index(sentence)
    return any(first < start + len(sentence) and start < last for first, last in paper.furniture)


@cache
def passages() -> list[tuple[str, Section, Document]]:
    from playbook_legal.paper.readers.plain import read_plain

    found = []
    for path in sorted(PAPER.glob("*.txt"))[::4]:
        text = path.read_bytes().decode("utf-8", "replace")
        paper = read_plain(path.stem, path.stem, text, "0" * 64, path.name)
        for section in paper.sections:
            sentences = [one for one in re.split(r"(?<=\.)\s+(?=[A-Z])", section.text) if 80 < len(one) < 700]
            found += [
                (one, section, paper)
                for one in sentences[:2]
                if "\n\n" not in one and not crosses_a_page(one, section, paper)
            ]
    return found[:: max(1, len(found) // 250)]


@pytest.mark.skipif(not PAPER.is_dir(), reason="the folder of real paper is not here")
def test_filed_agreements_keep_their_substance_and_bear_retyping():
    false: list[object] = []
    lost: list[object] = []
    tried = 0
    true = passages()
    for at, (sentence, section, paper) in enumerate(true):
        for one in mutations(sentence, "1", true[at - 1][0]):
            tried += 1
            there = match(one.text, section, paper, "declared")
            # What stands there on the exact tier is true by itself: a repeated phrase.
            if one.substance and there is not None and there.tier is not Tier.EXACT:
                false.append(one)
            if not one.substance and there is None:
                lost.append(one)
    assert (false, lost) == ([], [])
    assert tried > 1000


IN_ITS_OWN_MARKS = [
    ('"Customer shall pay the fees"', "Customer shall pay the fees at once.", "typographic"),
    ("“Customer shall pay the fees”", "Customer shall pay the fees at once.", "typographic"),
    ("'Customer shall pay the fees'", "Customer shall pay the fees at once.", "typographic"),
    ('"Customer shall pay the fees', "Customer shall pay the fees at once.", None),
    ('"Customer" shall pay the "fees"', "Customer shall pay the fees at once.", None),
    ('"pay the fees"', "Customer shall pay the fees at once.", None),  # too short without its marks
    ('"Customer shall not pay the fees"', "Customer shall pay the fees at once.", None),
    ('"Customer shall pay the fee"', "Customer shall pay the fees at once.", None),  # half a word
    ('"the fees are not above $1"', "the fees are not above $1,000 at once.", None),
    ('"Customer shall pay the fees"', 'the “Customer shall pay the fees” clause', "typographic"),
]  # fmt: skip


@pytest.mark.parametrize(("quotation", "text", "expected"), IN_ITS_OWN_MARKS)
def test_the_marks_around_a_whole_quotation_are_typing(quotation, text, expected):
    assert tier(quotation, text) == expected
    assert tier(quotation, text, "literal") is None


# --- what ends a quotation that declares what it leaves out -------------------------------------------------------

ARREARS = "The Customer pays all fees in arrears, unless the Provider agrees otherwise, and within 30 days."


@pytest.mark.parametrize("end", [
    "....", ". . . .", "…", "….", "… .", " […].", " […]", "[...].", " […].”", " […],", " (…).", ".",
    " (emphasis added)", " (emphasis added).", ". (emphasis added)", ", (emphasis added)", ". [emphasis added]",
    ". (emphasis added) (sic)",
])  # fmt: skip
def test_an_omission_or_a_remark_at_the_end_takes_a_full_stop_on_either_side(end):
    assert tier(f"pays all fees in arrears{end}", ARREARS) in ("declared", "typographic")
    assert tier(f"pays all fees in advance{end}", ARREARS) is None
    assert tier(f"agrees otherwise, and within 3{end}", ARREARS) is None


@pytest.mark.parametrize("end", [
    " […]?", " […];", " […] not", "…. Never", " […] 30", ". (not)", ". (emphasis added) never", ". (30)",
])  # fmt: skip
def test_nothing_else_may_stand_behind_it(end):
    assert tier(f"pays all fees in arrears{end}", ARREARS) is None
