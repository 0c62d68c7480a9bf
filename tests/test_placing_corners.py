"""Where a quotation that failed stands, and what the finding says of it: numbers and words that go on, marks of
footnotes, characters nobody sees, and paper with nothing in it."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from playbook_legal.critic import ClientRecord, Finding, placing, review
from playbook_legal.critic.placing.finders import Patterns, WordFinder
from playbook_legal.critic.placing.readings import section_read
from playbook_legal.critic.report import ItemReport, QuotePolicy
from playbook_legal.critic.submission import load_submission

from .critic_cases import issue, written
from .word_files import docx, paragraph


def item(
    folder: Path,
    files: Mapping[str, str | bytes],
    quote: str,
    citation: str | None,
    policy: QuotePolicy | None = None,
) -> ItemReport:
    """What the critic says of one quotation, of paper with these files."""
    deal = folder / "deal"
    deal.mkdir(exist_ok=True)
    for name, content in files.items():
        (deal / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    work = load_submission(written(folder, "work.json", {"issues": [issue(quote, citation)]}))
    (one,) = review(ClientRecord.from_directory(deal), work, quotes=policy).items
    return one


def told(one: ItemReport) -> tuple[str, list[tuple[str, str]]]:
    """The cause of the one finding, and the words that it says differ."""
    (finding,) = one.findings
    differences = finding.nearest.differences if finding.nearest is not None else ()
    return str(finding.cause), [(each.quoted, each.record) for each in differences]


def clause(text: str) -> str:
    """A plain agreement of one clause."""
    return f"1. Fees\n\n{text}\n"


ACCENTS = ["", " Both parties signed it at the Café."]


# --- the same words, and not a passage of whole words and figures ---------------------------------------------

CUT = [
    ("The Lender’s share is $50 million in all.", "The Lender's share is $50", ("$50", "$50 million")),
    ("The Lender’s margin is 50 basis points.", "The Lender's margin is 50", ("50", "50 basis")),
    ("The Lender’s margin is fifty per cent a year.", "The Lender's margin is fifty", ("fifty", "fifty per")),
    ("The Lender’s share is $5 bn in all.", "The Lender's share is $5", ("$5", "$5 bn")),
    ("The Lender’s share is twenty-five million dollars.", "The Lender's share is twenty-five",
     ("twenty-five", "twenty-five million")),
    ("A sum of ten million is the Lender’s share.", "million is the Lender's share", ("million", "ten million")),
    ("A sum of ten per cent is the Lender’s share.", "per cent is the Lender's share", ("per", "ten per")),
]  # fmt: skip


@pytest.mark.parametrize("accents", ACCENTS, ids=["ascii", "accents"])
@pytest.mark.parametrize(("paper", "quote", "short"), CUT, ids=[case[2][1] for case in CUT])
def test_a_number_that_goes_on_is_told_whatever_else_the_section_is_typed_with(
    tmp_path, paper, quote, short, accents
):
    one = item(tmp_path, {"loan.txt": clause(paper + accents)}, quote, "loan §1", "typographic")
    assert told(one) == ("number_changed", [short])
    assert not one.verified


HALF = [
    ("compete covenant of the Seller's for two years.", ("compete", "non-compete")),
    ("a non-compete covenant of the Seller's for two years. It", ("it", "its")),
]


@pytest.mark.parametrize("accents", ACCENTS, ids=["ascii", "accents"])
@pytest.mark.parametrize(("quote", "half"), HALF, ids=["first", "last"])
def test_half_a_word_is_no_typing(tmp_path, quote, half, accents):
    paper = clause(
        "The price includes a non-compete covenant of the Seller’s for two years. Its price is fixed."
        + accents
    )
    one = item(tmp_path, {"sale.txt": paper}, quote, "sale §1", "typographic")
    assert told(one) == ("word_changed", [half])


NOTES = [
    (
        "pays each invoice², within ten days",
        "pays each invoice³, within ten days",
        [("invoice³,", "invoice²,")],
    ),
    ("pays each invoice² within ten days", "pays each invoice³ within ten days", [("invoice³", "invoice²")]),
    ("pays each invoice within ten days", "pays each invoice³ within ten days", [("invoice³", "invoice")]),
    (
        "pays each invoice², within ten days³ of it",
        "pays each invoice², within ten days of it",
        [("days", "days³")],
    ),
]


@pytest.mark.parametrize("accents", ACCENTS, ids=["ascii", "accents"])
@pytest.mark.parametrize(("paper", "quote", "differ"), NOTES, ids=["comma", "another", "too many", "too few"])
def test_who_copies_the_marks_of_footnotes_is_told_which_of_them_differs(
    tmp_path, paper, quote, differ, accents
):
    one = item(
        tmp_path, {"msa.txt": clause(f"The Customer {paper} of it.{accents}")}, quote, "msa §1", "layout"
    )
    assert told(one) == ("punctuation_changed", differ)


# --- characters nobody sees -----------------------------------------------------------------------------------

UNSEEN = "\u200b" * 7


@pytest.mark.parametrize("policy", ["literal", "typographic", "layout", "declared"])
@pytest.mark.parametrize("citation", ["msa §1", "msa §full", "nda §1", None])
def test_a_quotation_of_characters_nobody_sees_stands_nowhere(tmp_path, citation, policy):
    files: dict[str, str | bytes] = {
        "msa.txt": clause("The Customer pays the fee.\u200b"),
        "nda.docx": docx(paragraph("It is secret.")),
    }
    one = item(tmp_path, files, "\u200b" * 20, citation, policy)
    assert "not_in_record" in [str(finding.cause) for finding in one.findings]
    assert not one.verified


def test_without_an_automaton_a_quotation_of_characters_nobody_sees_stands_nowhere_either(
    tmp_path, monkeypatch
):
    def by_words(patterns: Patterns) -> WordFinder:
        return WordFinder(patterns)

    monkeypatch.setattr("playbook_legal.critic.placing.signs.finder_for", by_words)
    one = item(tmp_path, {"nda.docx": docx(paragraph("It is secret."))}, "\u200b" * 20, "nda §full")
    assert told(one) == ("not_in_record", [])


def test_a_quotation_that_is_long_only_by_characters_nobody_sees_is_shown_with_them(tmp_path):
    paper = clause("Each fee is due on the first day of a month.")
    quote = f"first{UNSEEN} day{UNSEEN}"
    one = item(tmp_path, {"msa.txt": paper}, quote, "msa §1", "typographic")
    assert told(one) == ("punctuation_changed", [(f"first{UNSEEN}", "first"), (f"day{UNSEEN}", "day")])


# --- words as they are told -----------------------------------------------------------------------------------


def test_words_of_a_quotation_copied_from_a_pdf_are_told_with_their_own_marks(tmp_path):
    """PDFium writes U+FFFE for the hyphen of a line end, and a line break may follow it."""
    paper = docx(paragraph("This agreement begins on the “north” quay of Bremen and ends with the year."))
    quote = "This agree\ufffe\nment begins on the “south” quay of Bremen"
    assert told(item(tmp_path, {"msa.docx": paper}, quote, "msa §full")) == (
        "word_changed",
        [("“south”", "“north”")],
    )


def test_words_of_a_quotation_with_a_hyphen_at_a_line_end_are_told_as_they_are_compared(tmp_path):
    paper = docx(paragraph("This agreement begins on the “north” quay of Bremen and ends with the year."))
    quote = "This agree-\nment begins on the “south” quay of Bremen"
    assert told(item(tmp_path, {"msa.docx": paper}, quote, "msa §full")) == (
        "word_changed",
        [("'south'", "“north”")],
    )


# --- the record -----------------------------------------------------------------------------------------------


def test_what_is_quoted_of_a_word_file_with_nothing_in_it_stands_elsewhere_or_nowhere(tmp_path):
    files: dict[str, str | bytes] = {
        "msa.txt": clause("The Customer pays the fee within ten days."),
        "nda.docx": docx(paragraph("")),
    }
    there = item(tmp_path, files, "The Customer pays the fee", "nda §full")
    assert told(there) == ("elsewhere", [])
    assert [place.citation for place in there.findings[0].found] == ["msa §1"]
    assert told(item(tmp_path, files, "Nobody has ever written these words", "nda §full")) == (
        "not_in_record",
        [],
    )


def test_places_in_more_paper_than_is_kept_are_the_same_places(tmp_path, monkeypatch):
    files: dict[str, str | bytes] = {
        f"paper{number}.docx": docx(
            paragraph(f"Paper number {number}."), paragraph("The Lender’s costs are borne by the Borrower.")
        )
        for number in range(4)
    }
    quote = "The Lender's costs are borne by the Borrower"

    def finding() -> Finding:
        (only,) = item(tmp_path, files | {"nda.txt": clause("It is secret.")}, quote, "nda §1").findings
        return only

    kept = finding()
    assert ([place.document for place in kept.found], kept.found_count) == (["paper0", "paper1", "paper2"], 4)
    monkeypatch.setattr(placing, "_CHARACTERS_KEPT", 0)
    assert finding() == kept


def test_a_section_read_as_a_reader_sees_it_says_where_a_passage_stands_in_the_paper(tmp_path):
    (tmp_path / "msa.docx").write_bytes(docx(paragraph("The Lender’s “costs” are borne by the Borrower.")))
    document = ClientRecord.from_directory(tmp_path).outlined(0)
    passage = section_read(document.sections[0], document, None).passage
    span = passage.find("lender's 'costs'")
    assert span is not None
    assert document.sections[0].text[slice(*span)] == "Lender’s “costs”"
    assert passage.find("lender's fees") is None
    assert passage.find("") is None
