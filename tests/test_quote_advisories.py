"""What is to be kept in mind of a quotation that verifies: facts about what stands around it."""

import json
import re
from itertools import pairwise

import pytest

from playbook_legal.critic import critique
from playbook_legal.critic.checks.surroundings import Caution, cautions
from playbook_legal.paper.amendments import Supersession
from playbook_legal.paper.assembly import assembled
from playbook_legal.paper.documents import Change, CrossReference, Document, DocumentKind, Section
from playbook_legal.paper.outline import Mark
from playbook_legal.paper.rendering import within
from playbook_legal.paper.tiers import match
from playbook_legal.text import normalize_text, normalized_bytes

from .given_paper import FILINGS


def paper(text: str, kind: DocumentKind = "text", **more) -> Document:
    """A document whose units begin at lines with a number."""
    marks = [
        Mark(start=one.start(), level=0, number=one.group(1), title=one.group(2))
        for one in re.finditer(r"^([0-9]+(?:\.[0-9]+)*)\. (\w+)", text, re.MULTILINE)
    ]
    return assembled(kind, "msa", "Agreement", text, marks, "0" * 64, "msa.txt", **more)


def _cautions(quotation, found, section, document, superseded=()) -> tuple[Caution, ...]:
    normalized = normalized_bytes(document.text)
    return cautions(quotation, found, section, document, superseded, normalized=normalized)


def told(quotation: str, document: Document, *superseded: Supersession) -> list[Caution]:
    for section in (*document.sections, Section("msa", "full", "", document.text, 0, 1)):
        found = match(quotation, section, document, "declared")
        if found is not None:
            return list(_cautions(quotation, found, section, document, superseded))
    raise AssertionError(f"{quotation} does not verify")


def causes(quotation: str, text: str, **more) -> list[tuple[str, str]]:
    return [(str(one.cause), one.words) for one in told(quotation, paper(text, **more))]


NOTICE = (
    "1. Notice. Provider shall notify Customer within thirty days after discovery, provided, however, that Provider "
    "may delay notice at the request of law enforcement. Provider shall not be liable for indirect damages; it shall "
    "be liable for direct damages, except to the extent that Customer caused them. Neither party may assign this "
    "Agreement without the consent of the other. Customer may terminate for convenience upon sixty days notice."
)


@pytest.mark.parametrize(
    ("quotation", "expected"),
    [
        (
            "Provider shall notify Customer within thirty days after discovery",
            [("truncated_condition", "provided, however, that Provider may delay notice at the …")],
        ),
        (
            "Provider shall notify Customer within thirty days after discovery,",
            [("truncated_condition", "provided, however, that Provider may delay notice at the …")],
        ),
        (
            "Provider shall notify Customer within thirty",
            [("truncated_condition", "provided, however, that Provider may delay notice at the …")],
        ),
        (
            "it shall be liable for direct damages",
            [("truncated_condition", "except to the extent that Customer caused them.")],
        ),
        ("be liable for indirect damages", [("truncated_opening", "not")]),
        ("liable for indirect damages", [("truncated_opening", "not be")]),
        ("may assign this Agreement without the consent of the other", [("truncated_opening", "Neither party")]),
        ("the consent of the other", [("truncated_opening", "without")]),
        ("Provider shall not be liable for indirect damages", []),
        ("Neither party may assign this Agreement without the consent of the other.", []),
        ("Customer may terminate for convenience upon sixty days", []),
        ("Customer may terminate for convenience upon sixty days notice.", []),
        (
            "Provider shall notify Customer ... at the request of law enforcement.",
            [("omitted_negation", "days after discovery, provided, however, that Provider may …")],
        ),
        (
            "Customer caused them. Neither party ... the consent of the other.",
            [("omitted_negation", "assign this Agreement without")],
        ),
        ("Provider shall notify Customer ... after discovery, provided, however, that", []),
    ],
)  # fmt: skip
def test_what_a_quotation_leaves_out_is_told(quotation, expected):
    assert causes(quotation, NOTICE) == expected


@pytest.mark.parametrize(
    ("quotation", "text"),
    [
        ("loss of profits and of business", "all damages including but not limited to loss of profits and of business"),
        ("whether express or implied here", "any warranty, without limitation whether express or implied here, ends"),
        ("Purchase Order from the Customer", "under No. 5 Purchase Order from the Customer applies"),
        ("it applies to the renewal terms", "whether or not it applies to the renewal terms is open"),
        ("Provider may suspend the Services", "If Customer does not pay, Provider may suspend the Services"),
        ("the Services ordered by Customer", "the Services ordered by Customer provided that day are free"),
        ("Customer shall pay annual fees", "(a) Customer shall pay annual fees; (b) it renews unless it objects."),
        ("Customer shall pay annual fees.", "Customer shall pay annual fees. Except as agreed, they are final."),
        ("Customer shall pay annual fees", "Customer shall pay annual fees. Except as agreed, they are final."),
        ("the fees of Acme Widget Inc.", "Customer shall pay the fees of Acme Widget Inc. Unless agreed, it is"),
        ("Customer shall pay annual fees", "Customer shall pay annual fees\n\nExcept as agreed, they are final."),
    ],
)  # fmt: skip
def test_what_belongs_to_another_clause_or_denies_nothing_is_not_told(quotation, text):
    assert causes(quotation, text) == []


def test_a_condition_behind_a_page_number_is_still_of_the_sentence():
    text = "Customer shall pay the annual fees,\n\n12\n\nunless it terminates this Agreement."
    at = text.index("12")
    assert causes("Customer shall pay the annual fees", text, furniture=((at - 2, at + 4),)) == [
        ("truncated_condition", "unless it terminates this Agreement.")
    ]


def test_a_condition_behind_a_semicolon_is_of_the_sentence():
    text = "Customer shall pay the fees when due; provided, however, that it may set off."
    assert causes("Customer shall pay the fees", text) == [
        ("truncated_condition", "provided, however, that it may set off.")
    ]


def test_the_full_stop_of_an_abbreviation_ends_no_sentence():
    text = "Customer shall pay under Order No. 5 and Sec. 4 of the Plan, unless it objects."
    assert causes("Customer shall pay under Order No.", text) == [
        ("truncated_condition", "unless it objects.")
    ]
    assert causes(
        "4 of the Plan, unless it objects.", "This is not under Sec. 4 of the Plan, unless it objects."
    ) == [("truncated_opening", "not under Sec.")]


def test_in_a_word_file_a_paragraph_ends_with_its_line():
    text = "The Fees for the Services\nExcept as agreed otherwise, nothing is due."
    assert causes("The Fees for the Services", text, kind="word") == []
    assert [cause for cause, _ in causes("The Fees for the Services", text)] == ["truncated_condition"]


def test_markup_between_the_words_hides_no_condition():
    text = "Customer shall pay the annual fees, **unless** it terminates this Agreement."
    marks = tuple((one.start(), one.end()) for one in re.finditer(r"\*\*", text))
    page = ((marks[0][0], marks[0][1]),)
    assert causes("Customer shall pay the annual fees", text, kind="markdown", markup=marks, furniture=page)
    assert causes("Customer shall pay the annual fees", text, kind="markdown", markup=marks) == [
        ("truncated_condition", "unless it terminates this Agreement.")
    ]


def test_words_that_stand_in_several_places_are_told_with_the_others():
    text = (
        "1. Fees. The fees are due in thirty days. Customer pays.\n2. Costs. The fees are due in thirty days.\n"
        "3. Taxes. The fees are due in thirty days; the fees are due in thirty days."
    )
    (one,) = told("The fees are due in thirty days", paper(text))
    assert (str(one.cause), one.message) == (
        "several_places",
        "the same words stand in `msa §2`, `msa §3` as well",
    )
    assert told("fees are due in thirty days. Customer pays", paper(text)) == []


def test_the_same_words_twice_in_the_cited_section_are_told():
    (one,) = told("the fees are due", paper("1. Fees. First the fees are due. Then again the fees are due."))
    assert one.message == "the same words stand in `msa §1` as well"


def test_a_section_that_an_amendment_takes_the_place_of_is_told():
    text = (
        "5. Fees. The fees are due in thirty days.\n5.2. Late. Interest of five percent is due.\n"
        "6. Term. One long year."
    )
    amended = Supersession(
        document_id="msa", label="5.2", by_document="first", by_label="1", how="restated",
        words="Section 5.2 of the Agreement is hereby amended",
    )  # fmt: skip
    (one,) = told("Interest of five percent is due", paper(text), amended)
    assert (str(one.cause), one.words) == ("superseded", "Section 5.2 of the Agreement is hereby amended")
    assert (
        one.message == "msa 5.2 is restated by `first §1`: `Section 5.2 of the Agreement is hereby amended`"
    )
    assert told("6. Term. One long year.", paper(text), amended) == []
    assert told("The fees are due in thirty days.", paper(text), amended) == []


def test_an_addition_and_another_document_take_the_place_of_nothing():
    text = "5. Fees. The fees are due in thirty days."
    added = Supersession(document_id="msa", label="5", by_document="first", how="supplemented")
    other = Supersession(document_id="dpa", label="5", by_document="first", how="deleted")
    assert told("The fees are due in thirty days.", paper(text), added, other) == []
    all_of_it = Supersession(document_id="msa", label="", by_document="new", how="restated", certain=False)
    (one,) = told("The fees are due in thirty days.", paper(text), all_of_it)
    assert one.message == "all of msa is restated by `new` (it does not say clearly which document it means)"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7. Escrow [Reserved]", ["reserved"]),
        ("7. Escrow. Intentionally omitted.", ["reserved"]),
        ("7. Escrow. [This section intentionally left blank.]", ["reserved"]),
        ("7. Escrow. All rights are reserved.", []),
        ("7. Escrow. Fields marked [omitted] are kept.", []),
    ],
)
def test_a_quotation_from_a_reserved_section_is_told(text, expected):
    assert [cause for cause, _ in causes(text, text)] == expected


def test_a_tracked_change_is_told_with_its_author():
    text = "1. Term. Invoices are due net forty-five days after receipt."
    at = text.index("forty-five")
    changes = (Change(at, at + 10, "inserted", "Jane Roe", "2026-01-02"),)
    assert [
        one.message for one in told("Invoices are due net forty-five days", paper(text, changes=changes))
    ] == ["words of it are a tracked change, inserted by Jane Roe: `forty-five`"]
    assert told("days after receipt.", paper(text, changes=changes)) == []


def test_a_stale_cross_reference_is_told():
    text = "1. Term. Fees are due as set out in Section 4.2 below."
    at = text.index("4.2")
    stale, right = CrossReference(at, at + 3, "4.2", "4.3"), CrossReference(at, at + 3, "4.2", "4.2.")
    quotation = "Fees are due as set out in Section 4.2 below."
    assert [one.message for one in told(quotation, paper(text, references=(stale,)))] == [
        "its cross-reference shows `4.2`, and the target now has `4.3`"
    ]
    assert told(quotation, paper(text, references=(right,))) == []
    assert told("Fees are due as set out", paper(text, references=(stale,))) == []


def test_a_caution_is_an_advisory_of_the_report_and_leaves_the_quotation_verified(tmp_path):
    folder = tmp_path / "deal"
    folder.mkdir()
    (folder / "msa.txt").write_text(
        f"MASTER AGREEMENT\n\n{NOTICE}\n\n2. Term. It lasts one year.\n", encoding="utf-8"
    )
    issue = {
        "id": "late",
        "citation": "msa Section 1",
        "quote": "Provider shall notify Customer within thirty days after discovery",
        "rationale": "Too late.",
    }
    work = tmp_path / "review.json"
    work.write_text(json.dumps({"issues": [issue]}), encoding="utf-8")
    report = critique(folder, work)
    assert report.passed
    (finding,) = report.findings
    assert (str(finding.cause), finding.severity, str(report.items[0].verdict)) == (
        "truncated_condition", "advisory", "verified",
    )  # fmt: skip
    assert "the sentence goes on behind the quotation: `provided, however, that" in finding.message


@pytest.mark.skipif(not FILINGS.is_dir(), reason="the folder of real paper is not here")
def test_a_sentence_quoted_to_its_end_gives_no_caution_in_filed_agreements():
    from playbook_legal.paper.readers.plain import read_plain

    sentences = 0
    false: list[str] = []
    for path in sorted(FILINGS.glob("*.txt")):
        text = path.read_bytes().decode("utf-8", "replace")
        document = read_plain(path.stem, path.stem, text, "0" * 64, path.name)
        for section in document.sections:
            ends = [one.end() for one in re.finditer(r"(?<=[a-z)])\.(?=\s+[A-Z])", section.text)]
            for start, end in pairwise(ends):
                sentence = section.text[start:end].strip()
                if len(normalize_text(sentence)) < 60 or "\n\n" in sentence:
                    continue
                if within(document.furniture, section.start + start, section.start + end):
                    continue  # a page ends in it
                found = match(sentence, section, document, "literal")
                assert found is not None
                sentences += 1
                said = _cautions(sentence, found, section, document)
                false += [sentence for one in said if str(one.cause) != "several_places"]
    assert sentences > 1000
    assert len(false) <= sentences // 500, false
