"""A full stop or comma that the writer puts inside the closing quotation mark: typing, and nothing but that."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from playbook_legal.critic import critique
from playbook_legal.critic.report import Report
from playbook_legal.paper.assembly import assembled
from playbook_legal.paper.documents import Document, DocumentKind, Section
from playbook_legal.paper.final_marks import without_final_mark
from playbook_legal.paper.tiers import Match, QuotePolicy, match

from . import word_files as word
from .given_paper import GIVEN as PAPER
from .word_files import docx, numbered, numbering, paragraph, run


def found(quotation: str, text: str, policy: QuotePolicy = "declared", **more: Any) -> Match | None:
    kind: DocumentKind = more.pop("kind", "text")
    paper = assembled(kind, "msa", "Agreement", text, [], "0" * 64, "msa.txt", **more)
    return match(quotation, Section("msa", "full", "", text, 0, 1), paper, policy)


def tier(quotation: str, text: str, policy: QuotePolicy = "declared", **more: Any) -> str | None:
    one = found(quotation, text, policy, **more)
    return None if one is None else one.tier.value


# --- what verifies ---------------------------------------------------------------------------------------------

TYPING = [
    ("a comma in the paper", "within 30 days of the invoice date.", "within 30 days of the invoice date, if due"),
    ("nothing in the paper", "within 30 days of the invoice date.", "within 30 days of the invoice date if due"),
    ("a comma of the writer's", "within 30 days of the invoice date,", "within 30 days of the invoice date. Late fees"),
    ("a semicolon", "within 30 days of the invoice date.", "within 30 days of the invoice date; late fees"),
    ("a colon", "within 30 days of the invoice date,", "within 30 days of the invoice date: late fees"),
    ("the end of the text", "within 30 days of the invoice date.", "within 30 days of the invoice date"),
    ("a bracket that closes", "within 30 days of the invoice.", "(within 30 days of the invoice) unless"),
    ("a dash", "within 30 days of the invoice.", "within 30 days of the invoice—unless disputed"),
    ("its own marks", "“within 30 days of the invoice date.”", "within 30 days of the invoice date, unless"),
    ("its own straight marks", '"within 30 days of the invoice date,"', "within 30 days of the invoice date; or"),
    ("its own marks, and the stop behind", "“within 30 days of the date”.", "within 30 days of the date, unless"),
    ("the marks of a term", "together the so-called “Fees.”", "together the so-called “Fees” are due"),
    ("both", "“together the so-called ‘Fees.’”", "together the so-called “Fees” are due"),
    ("other marks within", "the ‘invoice’ date of Customer.", "the “invoice” date of Customer, unless"),
    ("a number in brackets", "within the period of thirty (30).", "within the period of thirty (30) days"),
    ("a percentage", "a late fee in the amount of 5%.", "a late fee in the amount of 5% of all fees"),
    ("a whole figure", "not more than a sum of $1.5.", "not more than a sum of $1.5, all told"),
    ("a whole section", "as it is set out in Section 4.2.", "as it is set out in Section 4.2 and below"),
    ("an abbreviation, and a comma", "all of the fees of Acme Inc.,", "all of the fees of Acme Inc. are due"),
    ("a paragraph's end", "the fees of Customer.\n", "the fees of Customer\n\nare due"),
]  # fmt: skip


@pytest.mark.parametrize(("quotation", "text"), [one[1:] for one in TYPING], ids=[one[0] for one in TYPING])
def test_the_mark_is_the_writer_s_and_the_words_are_the_paper_s(quotation, text):
    assert [tier(quotation, text, policy) for policy in ("literal", "typographic", "layout", "declared")] == [
        None, "typographic", "typographic", "typographic",
    ]  # fmt: skip


def test_what_it_takes_beside_the_mark_decides_the_tier():
    text = "Each agree-\nment of the “parties” is binding upon its signature and the like"
    assert tier("Each agreement of the parties.", text.replace("“", "").replace("”", "")) == "layout"
    assert tier("“[E]ach agreement of the 'parties.'”", text) == "declared"
    assert tier("[E]ach agreement of the 'parties' ... upon its signature.", text) == "declared"
    assert tier("[E]ach agreement of the 'parties' is binding (emphasis added).", text) == "declared"


def test_the_mark_is_told_as_the_writer_s_and_the_place_is_that_of_the_words():
    one = found("within 30 days of the “invoice.”", "due within 30 days of the “invoice”, unless")
    assert one is not None
    assert [(change.quoted, change.record) for change in one.alterations] == [(".", "")]
    assert one.spans == ((4, 35),)


def test_a_mark_that_the_paper_has_is_found_as_before():
    for quotation, text, expected in (
        ("all of the fees of Acme Inc.", "all of the fees of Acme Inc. are due", "exact"),
        ('all of the "fees" of Acme Inc.', "all of the “fees” of Acme Inc. are due", "typographic"),
        ("the fees. Customer pays them.", "the fees are due. the fees. Customer pays them. It", "exact"),
    ):
        one = found(quotation, text)
        assert one is not None
        assert (one.tier.value, one.alterations) == (expected, ())
    # Of the same words those are taken that the paper ends with the mark.
    one = found("the fees of Customer.", "the fees of Customer, if any, and the fees of Customer. It")
    assert one is not None
    assert one.spans == ((34, 55),)


# --- what never does -------------------------------------------------------------------------------------------

FALSE = [
    ("two marks", "within 30 days of the invoice date..", "within 30 days of the invoice date, unless"),
    ("a mark and a space", "within 30 days of the invoice date .", "within 30 days of the invoice date, unless"),
    ("a semicolon", "within 30 days of the invoice date;", "within 30 days of the invoice date, unless"),
    ("a colon", "within 30 days of the invoice date:", "within 30 days of the invoice date, unless"),
    ("a question", "within 30 days of the invoice date?", "within 30 days of the invoice date, unless"),
    ("an exclamation", "within 30 days of the invoice date!", "within 30 days of the invoice date, unless"),
    ("a mark within", "within 30 days, of the invoice date.", "within 30 days of the invoice date, unless"),
    ("a mark at the beginning", ", within 30 days of the invoice date", "due within 30 days of the invoice date"),
    ("half a word", "within 30 days of the invoi.", "within 30 days of the invoice date, unless"),
    ("half a word, a comma", "within 30 days of the invoice dat,", "within 30 days of the invoice date, unless"),
    ("half a word at its beginning", "ithin 30 days of the invoice.", "within 30 days of the invoice date"),
    ("half a compound", "all of the fees are non.", "all of the fees are non-refundable"),
    ("half a pair", "a notice to the Licensor.", "a notice to the Licensor/Licensee is due"),
    ("half a plural", "a notice to the party.", "a notice to the party(ies) is due"),
    ("half a name", "by the law firm of AT.", "by the law firm of AT&T is due"),
    ("half an address", "a message to the legal,", "a message to the legal@acme.com desk"),
    ("half a domain", "as posted at the site acme,", "as posted at the site acme.com now"),
    ("a possessive", "to be paid to the parties.", "to be paid to the parties’ affiliates"),
    ("a straight possessive", "to be paid to the parties.", "to be paid to the parties' affiliates"),
    ("a possessive in marks", "'to be paid to the parties.'", "to be paid to the parties’ affiliates"),
    ("a possessive for a mark", "to be paid to the parties.’", "to be paid to the parties’ affiliates"),
    ("a possessive singular", "to be paid to the Provider.", "to be paid to the Provider’s affiliates"),
    ("a possessive behind a term", "paid to the ‘Provider.’", "paid to the ‘Provider’s’ affiliates"),
    ("a rating", "a long-term rating of at least A.", "a long-term rating of at least A+ or so"),
    ("another rating", "a long-term rating of at least A.", "a long-term rating of at least A- by all"),
    ("a decimal", "not more than a sum of $1,", "not more than a sum of $1.5 million"),
    ("thousands", "not more than a sum of $1.", "not more than a sum of $1,000 in all"),
    ("millions", "not more than a sum of $10.", "not more than a sum of $10 million in all"),
    ("several millions", "not more than a sum of ten.", "not more than a sum of ten millions in all"),
    ("billions, abbreviated", "not more than a sum of $10.", "not more than a sum of $10 B in all"),
    ("trillions, abbreviated", "not more than a sum of $10.", "not more than a sum of $10 tn in all"),
    ("millions in words", "not more than a sum of ten.", "not more than a sum of ten million dollars"),
    ("millions behind brackets", "more than a sum of ten.", "more than a sum of ten (10) million dollars"),
    ("millions behind the figure", "a sum of ten (10).", "a sum of ten (10) million dollars"),
    ("lakhs", "not more than a sum of 10.", "not more than a sum of 10 lakh rupees"),
    ("another currency", "not more than a sum of 100.", "not more than a sum of 100 € in all"),
    ("percent", "a late fee in the amount of 5.", "a late fee in the amount of 5% of all fees"),
    ("percent apart", "a late fee in the amount of 5.", "a late fee in the amount of 5 % of all fees"),
    ("percent in words", "a late fee in the amount of 5.", "a late fee in the amount of 5 percent of all"),
    ("percent in brackets", "late fee of five percent (5).", "late fee of five percent (5%) of all"),
    ("percent behind brackets", "a late fee of five (5),", "a late fee of five (5) percent of all"),
    ("a fraction", "a late fee in the amount of 5.", "a late fee in the amount of 5 1/2 points"),
    ("a fraction in one sign", "late fee in the amount of 5.", "late fee in the amount of 5 ½ points"),
    ("a fraction in words", "late fee in the amount of two.", "late fee in the amount of two and a half points"),
    ("a fraction beside it", "late fee in the amount of one.", "late fee in the amount of one third of it"),
    ("a compound number", "a late fee of more than twenty.", "a late fee of more than twenty five dollars"),
    ("a long number", "a late fee of one hundred.", "a late fee of one hundred and fifty dollars"),
    ("a range", "within a period of some 30.", "within a period of some 30-60 days"),
    ("a range apart", "within a period of some 30.", "within a period of some 30 – 60 days"),
    ("groups of figures", "not more than a sum of 10.", "not more than a sum of 10 000 dollars"),
    ("inches", "a board of a width of 5.", "a board of a width of 5″ is delivered"),
    ("an exponent", "a number of hits of 10.", "a number of hits of 10² is reached"),
    ("a subsection", "as it is set out in Section 4,", "as it is set out in Section 4.2 and below"),
    ("a paragraph", "as it is set out in Section 4.", "as it is set out in Section 4(a) and below"),
    ("a paragraph apart", "as it is set out in Section 4.", "as it is set out in Section 4 (a) and below"),
    ("a deeper paragraph", "as set out in Section 4(a).", "as set out in Section 4(a)(ii) and below"),
    ("a lettered part", "as it is set out in Exhibit A.", "as it is set out in Exhibit A-1 and below"),
    ("a negation", "agree that the Provider shall.", "agree that the Provider shall not disclose it"),
    ("another negation", "agree that the Provider will,", "agree that the Provider will never disclose it"),
    ("a changed word", "within 30 days of the receipt date.", "within 30 days of the invoice date, unless"),
    ("a changed number", "within 60 days of the invoice date.", "within 30 days of the invoice date, unless"),
    ("a dropped word", "within 30 days of the date.", "within 30 days of the invoice date, unless"),
    ("an added word", "within 30 days of the invoice date only.", "within 30 days of the invoice date, unless"),
    ("too little without it", "the annual fee.", "the annual fee, if any, is due"),
    ("an ellipsis", "within 30 days of the invoi...", "within 30 days of the invoice date, unless"),
    ("an ellipsis and a question", "days of the invoice date […]?", "within 30 days of the invoice date, unless"),
    ("a mark within, and a remark", "the invoice date. It (emphasis added)", "the invoice date, unless It is so"),
    ("a mark in a number, and a remark", "a fee that is $1. (emphasis added)", "a fee that is $1.5 million"),
]  # fmt: skip


@pytest.mark.parametrize(("quotation", "text"), [one[1:] for one in FALSE], ids=[one[0] for one in FALSE])
def test_no_mark_stands_for_what_the_paper_says(quotation, text):
    for policy in ("literal", "typographic", "layout", "declared"):
        assert tier(quotation, text, policy) is None, policy
    if quotation.startswith("within") and quotation.endswith((".", ",")) and ".." not in quotation:
        assert tier(f"“{quotation}”", text) is None


@pytest.mark.parametrize(
    "quotation", ["of the invoice [date]..", "[T]he Provider shall.", "a sum of [such] $10."]
)
def test_a_declared_alteration_does_not_loosen_the_mark(quotation):
    text = "of the invoice date, the Provider shall not pay a sum of the $10 million"
    assert tier(quotation, text) is None


def test_a_mark_at_the_end_of_a_page_is_no_word_of_the_page():
    text = "not more than a sum of $10\n\n12\n\nmillion in all\n"
    at = text.index("12")
    page: dict[str, Any] = {"furniture": ((at, at + 3),)}
    assert tier("not more than a sum of $10.", text, **page) is None
    text = "within 30 days of the invoice\n\n12\n\ndate\n"
    at = text.index("12")
    assert tier("within 30 days of the invoice.", text, furniture=((at, at + 3),)) == "typographic"
    assert tier("within 30 days of the invoice 12.", text, furniture=((at, at + 3),)) is None


def test_what_only_marks_the_text_is_seen_through():
    text = "within 30 days of the **invoice**, unless, and at the **inv**oicing of it"
    marks: dict[str, Any] = {"markup": tuple((one.start(), one.end()) for one in re.finditer(r"\*\*", text))}
    assert tier("within 30 days of the invoice.", text, kind="markdown", **marks) == "typographic"
    assert tier("unless, and at the inv.", text, kind="markdown", **marks) is None


def test_what_counts_as_such_a_mark():
    assert without_final_mark("the date.”\u200b ") == ("the date”", ".")
    for none in (
        "the date",
        "the date...",
        "the date….",
        "the date [...].",
        "the date * * *.",
        "the date;",
        "",
        ".",
        ",”",
    ):
        assert without_final_mark(none) == ("", ""), none


@pytest.mark.parametrize(
    "quotation", ["x" * 300_000 + ".", "the fees" + "’" * 200_000, "the fees." + "”" * 200_000]
)
def test_no_quotation_makes_it_long(quotation):
    assert tier(quotation, "the fees " * 20_000) is None


# --- in a review -----------------------------------------------------------------------------------------------

FEES = (
    "SERVICES AGREEMENT\n\n1. Fees. Fees are due within 30 days of the invoice date, unless disputed in good faith.\n\n"
    "2. Term. The term begins on the effective date, and it renews for one year each time that it ends.\n"
)
ISSUE = {"id": "late", "rationale": "Too late for us."}
QUOTE = "within 30 days of the invoice date."


def reviewed(tmp_path: Path, papers: dict[str, Any], *quoted: tuple[str, Any], **options: Any) -> Report:
    """The report on an issue for each citation and quotation."""
    deal = tmp_path / "deal"
    deal.mkdir(exist_ok=True)
    for name, content in papers.items():
        (deal / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    work = {"issues": [{**ISSUE, "citation": citation, "quote": quote} for citation, quote in quoted]}
    (tmp_path / "review.json").write_text(json.dumps(work), encoding="utf-8")
    return critique(deal, tmp_path / "review.json", **options)


def causes(report: Report) -> list[str]:
    return [f"{one.severity} {one.cause}" for one in report.findings]


def test_the_literal_policy_fails_it_and_says_what_differs_and_which_policy_allows_it(tmp_path):
    report = reviewed(
        tmp_path, {"msa.txt": FEES}, ("msa §1", QUOTE), ("msa §2", "begins on the effective date,”")
    )
    assert causes(report)[0] == "critical punctuation_changed"
    message = report.findings[0].message
    assert (
        "where it has `date.`, the paper has `date,`; the full stop at its end is not the paper's" in message
    )
    assert message.endswith("under the policy `typographic` it verifies")


def test_the_message_promises_nothing_that_the_policy_does_not_keep(tmp_path):
    quoted = [
        "Fees are due within 30 days, of the invoice date.",
        "are due within 30 days of the invoice date;",
    ]
    report = reviewed(tmp_path, {"msa.txt": FEES}, *(("msa §1", one) for one in quoted), ("msa §2", QUOTE))
    assert causes(report) == ["critical punctuation_changed"] * 3
    assert not any("policy" in one.message for one in report.findings)


def test_a_matter_is_compared_literally_and_no_policy_is_named(tmp_path):
    root = Path(__file__).parents[1]
    work = {
        "issues": [
            {**ISSUE, "citation": "dpa §5.1", "quote": "in no event later than 72 hours after Acme confirms."}
        ]
    }
    (tmp_path / "review.json").write_text(json.dumps(work), encoding="utf-8")
    for quotes in (None, "typographic"):
        report = critique(root / "matters" / "ai_saas_001", tmp_path / "review.json", quotes=quotes)
        assert causes(report) == ["critical punctuation_changed"]
        assert "policy" not in report.findings[0].message


@pytest.mark.parametrize("policy", ["typographic", "layout", "declared"])
def test_on_looser_policies_it_verifies_and_the_cautions_are_those_without_the_mark(tmp_path, policy):
    quoted = [
        QUOTE,
        QUOTE.rstrip("."),
        f"“{QUOTE}”",
        QUOTE.replace(".", ","),
        "The term begins on the effective date.",
    ]
    report = reviewed(tmp_path, {"msa.txt": FEES}, *(("msa", one) for one in quoted[:0]),
                      *(("msa §1", one) for one in quoted[:4]), ("msa §2", quoted[4]), quotes=policy)  # fmt: skip
    assert causes(report) == ["advisory truncated_condition"] * 4
    assert {one.message.partition("; ")[2] for one in report.findings} == {
        "the sentence goes on behind the quotation: `unless disputed in good faith.`"
    }
    (first, second, *_) = [item.verified[0] for item in report.items]
    assert (first.tier, second.tier) == ("typographic", "exact")
    assert first.at == second.at
    assert [(one.quoted, one.record) for one in first.alterations] == [(".", "")]
    assert "`.` for (nothing)" in report.to_markdown()


def test_the_literal_rule_still_finds_half_a_figure_and_says_so(tmp_path):
    text = "SERVICES AGREEMENT\n\n1. Fees. Fees are set out in Section 4.2 and are not above $1.5 million in all.\n"
    quoted = ("Fees are set out in Section 4.", "and are not above $1.")
    report = reviewed(tmp_path, {"msa.txt": text}, *(("msa §1", one) for one in quoted), quotes="layout")
    assert causes(report) == ["advisory cut_short"] * 2
    assert [item.verified[0].alterations for item in report.items] == [(), ()]


def test_where_a_number_is_used_twice_the_text_that_has_the_mark_is_taken(tmp_path):
    text = FEES + "\nEXHIBIT A\n\n1. Rates. Rates are due within 30 days of the invoice date.\n"
    report = reviewed(tmp_path, {"msa.txt": text}, ("msa §1", QUOTE), quotes="layout")
    assert causes(report) == []
    assert (report.items[0].verified[0].tier, report.items[0].verified[0].at.section) == (
        "exact",
        "Exhibit A §1",
    )


MEMO = """\
### Payment

**Clause**: msa §1
**Current language**: "within 30 days of the invoice date."
**Rationale**: Too late for us.

### Renewal

**Clause**: msa §2
**Current language**: "it renews for one year each time that it ends, unless a party objects."
**Rationale**: It renews by itself.
"""


def test_a_memo_is_read_the_same_way(tmp_path):
    (tmp_path / "deal").mkdir()
    (tmp_path / "deal" / "msa.txt").write_text(FEES, encoding="utf-8")
    (tmp_path / "memo.md").write_text(MEMO, encoding="utf-8")
    report = critique(tmp_path / "deal", tmp_path / "memo.md", quotes="typographic")
    first, second = report.items
    assert (first.verified[0].tier, [str(one.cause) for one in first.findings]) == (
        "typographic",
        ["truncated_condition"],
    )
    assert [one.severity for one in second.findings] == ["critical"]


LISTS = numbering(word.LEGAL_LIST, numbered(1, 0))


def test_words_struck_with_their_full_stop_are_not_taken_for_those_that_count(tmp_path):
    body = paragraph(
        run("Fees are due within 30 days of the invoice date"), word.deleted(".", "Ben Other"),
        word.inserted(", unless disputed in good faith.", "Ann Author"), num=1, level=0,
    )  # fmt: skip
    papers = {"msa.docx": docx(body, numbering=LISTS)}
    report = reviewed(
        tmp_path, papers, ("msa §1", QUOTE), ("msa §1", QUOTE.replace(".", ",")), ("msa §1", QUOTE[:-1])
    )
    assert causes(report)[0] == "critical other_view"
    assert "critical" not in " ".join(causes(report)[1:])
    both = reviewed(tmp_path, papers, ("msa §1", QUOTE), view="both")
    assert [one.verified[0].view for one in both.items] == ["original"]


@pytest.mark.skipif(not PAPER.is_dir(), reason="the folder of real paper is not here")
def test_in_filed_agreements_every_cut_behind_a_word_verifies_and_none_within_one():
    from playbook_legal.paper.readers.plain import read_plain

    tried = 0
    wrong: list[str] = []
    for path in sorted((PAPER / "edgar").glob("*.txt"))[::8]:
        text = path.read_bytes().decode("utf-8", "replace")
        paper: Document = read_plain(path.stem, path.stem, text, "0" * 64, path.name)
        for section in paper.sections[::7]:
            sentence = next(
                (one for one in re.split(r"(?<=\.)\s+(?=[A-Z])", section.text) if 80 < len(one) < 400), ""
            )
            for at in range(20, len(sentence) - 1):
                around = sentence[at - 1 : at + 1]
                if (
                    not (around[0].isalpha() and around[1] in "abcdefghijklmnopqrstuvwxyz ")
                    or "\n\n" in sentence
                ):
                    continue
                behind = re.match(r" ?\w+", sentence[at:])
                if behind is None or behind.group().strip() in (
                    "not",
                    "never",
                    "percent",
                    "hundred",
                    "million",
                ):
                    continue
                one = match(f"{sentence[:at]},", section, paper, "declared")
                tried += 1
                whole = around[1] == " " and sentence[at + 1].isalpha()
                if (one is not None) != whole and sentence[at + 1] != "(" and not sentence[at + 1].isdigit():
                    wrong.append(f"{sentence[:at][-40:]}| {sentence[at:][:20]}")
    assert wrong == []
    assert tried > 2000
