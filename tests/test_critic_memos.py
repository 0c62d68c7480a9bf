"""Review memos: which paper a heading cites, what the labels say, and that nothing goes unread in silence."""

from pathlib import Path

import pytest

from playbook_legal.critic import critique, load_submission
from playbook_legal.critic.report.formats import rendered

CSA = """\
# Cloud Service Agreement

This Cloud Service Agreement (the "CSA") is made between Acme Corp and Northstar Ltd.

## 4.1 Access

Customer may use the service for its own business during the term.

## 4.2 Personnel

Provider shall screen all of its personnel before they enter the premises of Customer.
"""
NDA = """\
# Mutual Non-Disclosure Agreement

This Mutual Non-Disclosure Agreement is made between Acme Corp and Northstar Ltd.

## 4.1 Term

The duties of this paper end five years after the last disclosure was made.

## 4.2 Return

Each party shall return all confidential papers within thirty days of a request.
"""
OF_CSA = "Provider shall screen all of its personnel before they enter"
OF_NDA = "Each party shall return all confidential papers within thirty days"
AUTHORITY = """\
schema_version: playbook.authority.v1
source: "the client"
non_negotiables:
  - id: notice
    prohibited_patterns: ["72 hours"]
"""


@pytest.fixture
def deal(tmp_path: Path) -> Path:
    folder = tmp_path / "deal"
    folder.mkdir()
    (folder / "common-paper-csa.md").write_text(CSA, encoding="utf-8")
    (folder / "nda.md").write_text(NDA, encoding="utf-8")
    return folder


def memo_of(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "memo.md"
    path.write_text(text, encoding="utf-8")
    return path


def causes(deal: Path, tmp_path: Path, memo: str) -> list[str]:
    report = critique(deal, memo_of(tmp_path, memo))
    return [str(finding.cause) for finding in report.critical_findings]


OF_THE_CSA = (
    "## common-paper-csa §4.2",
    "## Cloud Service Agreement §4.2",
    "## CSA, Section 4.2",
    "## CSA Section 4.2",
    "## 3. CSA – Personnel – Section 4.2",
    "## Section 4.2 of the Cloud Service Agreement",
    "## 1. Personnel (Section 4.2 of the CSA)",
    "## Breach of the Cloud Service Agreement – Section 4.2",
    "## CSA (Section 4.2)",
    "## Section 4.2 (CSA)",
    "## Section 4.2 – Cloud Service Agreement",
    "**Section 4.2 of the CSA**",
    "**Section 4.2 of the CSA:**",
    "**Cloud Service Agreement** (Section 4.2)",
    "**Section 4.2** (CSA)",
    "**Document**: Cloud Service Agreement\n**Clause**: Section 4.2",
    "## CSA §4.1\n\n**Clause**: Section 4.2",
)


@pytest.mark.parametrize("heading", OF_THE_CSA)
def test_a_heading_that_names_a_paper_cites_that_paper_and_no_other(deal, tmp_path, heading):
    assert causes(deal, tmp_path, f'{heading}\n\n> "{OF_CSA}"\n') == []
    assert causes(deal, tmp_path, f'{heading}\n\n> "{OF_NDA}"\n') == ["elsewhere"]


STRANGERS = (
    "## Lease, Section 4.2",
    "## Lease §4.2",
    "## Section 4.2 of the Lease",
    "## Section 4.2 (Lease)",
    "## Credit Agreement – Section 4.2",
    "**Lease** (Section 4.2)",
)


@pytest.mark.parametrize("heading", STRANGERS)
def test_a_heading_that_names_a_paper_the_record_lacks_says_so(deal, tmp_path, heading):
    assert causes(deal, tmp_path, f'{heading}\n\n> "{OF_CSA}"\n') == ["unknown_document"]


CAPTIONS = (
    "## 1. Personnel – Section 4.2",
    "## Personnel §4.2",
    "## Indemnity §4.2",
    "## Assignment §4.2",
    "## Waiver, Section 4.2",
    "## Entire Agreement §4.2",
    "## Fees and Payment (Section 4.2)",
    '## "Reasonable screening" – Section 4.2',
    "## Section 4.2: Personnel",
    "## Section 4.2 in order of weight",
    "## 4.2 Personnel",
    "**Personnel** (Section 4.2)",
    "## Personnel §4.2 (HIGH)",
)


@pytest.mark.parametrize("heading", CAPTIONS)
def test_a_caption_beside_a_place_is_no_document(deal, tmp_path, heading):
    assert causes(deal, tmp_path, f'{heading}\n\n> "{OF_CSA}"\n') == []


CITED: tuple[tuple[str, list[str]], ...] = (
    ("## MSA §4.2 vs. DPA §5.1", ["MSA §4.2", "DPA §5.1"]),
    ("## MSA §4.2 and §5.1", ["MSA §4.2", "MSA §5.1"]),
    ("## Section 4.2 of the MSA and Section 5.1 of the DPA", ["Section 4.2 of the MSA", "Section 5.1 of the DPA"]),
    ("## MSA, Exhibit B, Section 2.1", ["MSA, Exhibit B, Section 2.1"]),
    ("## Section 2.1 of Exhibit B", ["Section 2.1 of Exhibit B"]),
    ("## Sections 4.2 and 4.3 (Term)", ["Sections 4.2 and 4.3 (Term)"]),
    ("## Third Amendment §2", ["Third Amendment §2"]),
    ("## First Amendment to Lease §3", ["First Amendment to Lease §3"]),
    ("## Termination of the Lease §9", ["Lease §9"]),
    ("## lease.pdf §4.2", ["lease §4.2"]),
    ("## Acme, Inc. Services Agreement §4", ["Acme, Inc. Services Agreement §4"]),
    ("## Section 4.2 CSA", ["CSA, Section 4.2"]),
    ("## acme_2023 §4.2", ["acme_2023 §4.2"]),
    ("## acme-msa-2 §4.2", ["acme-msa-2 §4.2"]),
    ("## MSA v3, Section 4", ["MSA v3, Section 4"]),
    ("## Statement of Work – Section 3", ["Statement of Work, Section 3"]),
    ("## Cross-license §4.2", ["§4.2 (Cross-license)"]),
    ("## What the vendor may and may not do with all of the data – §4.2", ["§4.2"]),
    ("## Item 3 of the list – §4.2", ["§4.2 (Item 3 of the list)"]),
    ('## How "Fees" is defined – §4.2', ["§4.2"]),
    ("## The §4.2", ["§4.2 (The)"]),
    ("## ??? 2 – §4.2", ["§4.2"]),
    ("**Document**: msa\n**Clause**: §4.2", ["msa §4.2"]),
    ("**Section 4.2**: see below", ["Section 4.2"]),
    ("## Clause limits", []),
    ("**Cap** (High)", []),
)  # fmt: skip


@pytest.mark.parametrize(("heading", "cited"), CITED)
def test_what_a_heading_cites(tmp_path, heading, cited):
    item = load_submission(memo_of(tmp_path, f'{heading}\n\n> "some words of the paper"\n')).items[0]
    assert [one.written for one in item.cited] == cited


QUOTING = (
    "Current", "Current text", "Current Language", "Existing text", "Quoted text", "Original", "As drafted",
    "Vendor's current language", "Existing clause (excerpt)", "Verbatim", "Text", "Evidence", "Current position",
)  # fmt: skip
PROPOSING = (
    "Proposed", "Proposed change", "Proposed changes", "Replacement", "Suggested edit", "Counterproposal", "Revised",
    "Our position", "Change to", "Amend to read", "Fallback", "Fallback 2", "Fall-back position",
    "Recommended language", "Proposed (Option 2)", "Our proposed wording", "Counter-proposal",
)  # fmt: skip


@pytest.mark.parametrize("label", QUOTING)
def test_labels_of_the_text_that_stands_are_quotations(deal, tmp_path, label):
    memo = f'## CSA §4.2\n\n**{label}**: "Provider shall screen nobody at all, ever."\n'
    assert causes(deal, tmp_path, memo) == ["not_in_record"]


@pytest.mark.parametrize("label", PROPOSING)
def test_labels_of_what_is_proposed_are_language_and_are_scanned(deal, tmp_path, label):
    authority = tmp_path / "limits.yaml"
    authority.write_text(AUTHORITY, encoding="utf-8")
    memo = memo_of(
        tmp_path, f'## CSA §4.2\n\n**{label}**: "Provider shall notify Customer within 72 hours."\n'
    )
    report = critique(deal, memo, authority_path=authority)
    assert [str(finding.cause) for finding in report.critical_findings] == ["prohibited_pattern"]
    assert report.submission.not_read == ()


PIECES = (
    "**Current**: {old}\n**Proposed**: {new}\n",
    "**Proposed**: {new}\n**Current**: {old}\n",
    "Current: {old}\nProposed: {new}\n",
    "*Original clause*: {old}\n*Suggested edits:* {new}\n",
    "### Current language\n\n> {old}\n\n### Proposed language\n\n> {new}\n",
    "**Current language**\n\n> {old}\n\n**Proposed language**\n\n> {new}\n",
)


@pytest.mark.parametrize("pieces", PIECES)
def test_both_texts_below_a_heading_belong_to_the_place_it_cites(tmp_path, pieces):
    memo = "## CSA §4.2\n\n" + pieces.format(old='"as it stands today"', new='"as it should be"')
    submission = load_submission(memo_of(tmp_path, memo))
    assert [
        (
            [(one.text, one.cited[0].written) for one in item.quotations],
            [one.text for one in item.language],
        )
        for item in submission.items
    ] == [([("as it stands today", "CSA §4.2")], ["as it should be"])]


def test_a_document_between_two_clauses_belongs_to_the_second(tmp_path):
    memo = (
        '**Document**: msa\n**Clause**: §1\n**Current**: "a" is what "b" says\n'
        '**Document**: dpa\n**Clause**: §2\n**Current**: "c" is more\n***\n```\nno work\n```\n'
    )
    items = load_submission(memo_of(tmp_path, memo)).items
    assert [[one.written for one in item.cited] for item in items] == [["msa §1"], ["dpa §2"]]
    assert [[one.text for one in item.quotations] for item in items] == [["a", "b"], ["c"]]


def test_a_second_pair_below_a_heading_keeps_its_place(tmp_path):
    memo = (
        '## CSA §4.2\n\n**Current**: "one"\n**Proposed**: "two"\n**Current**: "three"\n**Proposed**: "four"\n'
    )
    items = load_submission(memo_of(tmp_path, memo)).items
    assert [[one.written for one in item.cited] for item in items] == [["CSA §4.2"], ["CSA §4.2"]]
    assert [item.language[0].text for item in items] == ["two", "four"]


def test_a_description_below_a_loose_label_is_no_quotation_and_is_listed(tmp_path):
    memo = "## CSA §4.2\n\n**Evidence**: they screen people\n\n| Section | Current |\n|---|---|\n| CSA §4.1 | use |\n"
    submission = load_submission(memo_of(tmp_path, memo))
    assert [item.quotations for item in submission.items] == [(), ()]
    assert submission.not_read == (
        "line 3: text without quotation marks, they screen people",
        "line 7: text without quotation marks, use",
    )


def test_a_passage_that_prose_quotes_is_listed_as_not_read(tmp_path):
    memo = (
        '## CSA §4.2\n\n> "as it stands here today"\n\nIt says "as it stands here today", and "Fees".\n'
        'Elsewhere it says "something that nobody has verified".\n'
    )
    submission = load_submission(memo_of(tmp_path, memo))
    assert submission.not_read == ('line 5: quoted in prose, "something that nobody has verified"',)


@pytest.mark.parametrize("form", ["concise", "github", "junit", "jsonl", "sarif", "html"])
def test_every_format_says_that_a_part_was_not_read_and_that_nothing_was_scanned(deal, tmp_path, form):
    authority = tmp_path / "limits.yaml"
    authority.write_text(AUTHORITY, encoding="utf-8")
    memo = memo_of(
        tmp_path, f'## CSA §4.2\n\n> "{OF_CSA}"\n\n**Middle way**: "Provider shall notify within 72 hours."\n'
    )
    report = rendered(critique(deal, memo, authority_path=authority), form)
    assert "no proposed language scanned" in report
    assert "line 5: Middle way" in report or "1 part of the submission not read" in report


def test_rows_and_edits_are_called_by_what_they_cite(tmp_path):
    memo = (
        "## Table of points\n\n| Section | Proposed |\n|---|---|\n| csa §4.1 | one |\n| csa §4.2 | two |\n\n"
        '## Edits\n\ncsa §4.1: DELETE "a" / INSERT "b"\ncsa §4.2: DELETE "c" / INSERT "d"\n'
    )
    items = load_submission(memo_of(tmp_path, memo)).items
    assert [item.label for item in items] == ["csa §4.1", "csa §4.2", "csa §4.1", "csa §4.2"]
