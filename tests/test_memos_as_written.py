"""Memos and JSON as language models write them: every quotation is checked where it is cited, nothing that is
proposed is taken for one, and what is not read is listed."""

import json
from pathlib import Path
from typing import Any

import pytest

from playbook_legal.critic import critique, load_submission
from playbook_legal.critic.submission import Submission

CSA = """\
# Cloud Service Agreement

## 4.1 Access

Customer may use the service for its own business during the term.

## 4.2 Personnel

Provider shall screen all of its personnel within 30 days before they enter the premises.
"""
TRUE = "Provider shall screen all of its personnel within 30 days"
FALSE = "Provider shall screen all of its personnel within 60 days"
ASKED = "Provider shall screen everybody each year and report the results to Customer"


@pytest.fixture
def deal(tmp_path: Path) -> Path:
    folder = tmp_path / "deal"
    folder.mkdir()
    (folder / "csa.md").write_text(CSA, encoding="utf-8")
    return folder


def written(tmp_path: Path, work: Any) -> Path:
    path = tmp_path / "work"
    path.write_text(work if isinstance(work, str) else json.dumps(work), encoding="utf-8")
    return path


def read(tmp_path: Path, work: Any) -> Submission:
    return load_submission(written(tmp_path, work))


def causes(deal: Path, tmp_path: Path, work: Any) -> list[str]:
    report = critique(deal, written(tmp_path, work))
    return [str(finding.cause) for finding in report.critical_findings]


def quoted(submission: Submission) -> list[str]:
    return [one.text for item in submission.items for one in item.quotations]


def proposed(submission: Submission) -> list[str]:
    return [one.text for item in submission.items for one in item.language]


# How memos write a quotation and its place; `{q}` is the quotation, `{s}` the section.
QUOTING = {
    "brackets behind a block quote": '### Personnel\n\n> "{q}" (CSA §{s})\n\nToo late.\n',
    "brackets behind prose": 'The paper says that "{q}" (CSA §{s}), which is late.\n\n## CSA §4.1\n\nNo more.\n',
    "brackets in a summary": '## Executive Summary\n\nIt says "{q}" (CSA §{s}).\n',
    "brackets against the heading": '## CSA §4.1\n\n> "{q}" (CSA §{s})\n',
    "a line of its own in brackets": "### Personnel\n\n> {q}\n\n(CSA §{s})\n",
    "a dash in a block quote": '### Personnel\n\n> "{q}"\n> — CSA §{s}\n',
    "a dash below a block quote": "### Personnel\n\n> {q}\n\n— *Cloud Service Agreement, Section {s}*\n",
    "a footnote of a block quote": "### Personnel\n\n> {q}[^1]\n\n[^1]: CSA, Section {s}.\n",
    "a footnote of prose": 'It says "{q}".[^a]\n\n## CSA §4.1\n\n[^a]: CSA §{s}\n',
    "labels in italics": '**Issue 1**\n*Clause:* CSA §{s}\n*Current text:* "{q}"\n',
    "a provision that is quoted": '**Location:** CSA, Section {s}\n\n**Provision:** "{q}"\n',
    "what the contract says": '### CSA §{s}\n\n**Contract says:** "{q}"\n',
    "an item of a list with items": '- CSA §{s} — Personnel\n    - Quote: "{q}"\n    - Ask: more\n',
    "a table of labels": '| Field | Detail |\n|---|---|\n| Clause | CSA §{s} |\n| Current language | "{q}" |\n',
    "a table of labels alone": '| **Clause** | CSA §{s} |\n|---|---|\n| **Quote** | "{q}" |\n',
    "a column of its own words": '| Clause | Key language |\n|---|---|\n| CSA §{s} | "{q}" |\n',
    "a fence of changes": "### CSA §{s}\n\n```diff\n- {q}\n+ Nobody is screened.\n```\n",
    "struck out": "### CSA §{s}\n\n**Redline:** ~~{q}~~ **nobody is screened**\n",
    "struck out without a label": "### CSA §{s}\n\n~~{q}~~ **nobody is screened**\n",
    "an edit of a place in bold": '**CSA §{s}**: DELETE "{q}" / INSERT "nobody is screened"\n',
}


@pytest.mark.parametrize("memo", QUOTING.values(), ids=QUOTING.keys())
def test_a_quotation_is_checked_in_the_place_that_its_memo_gives_it(deal, tmp_path, memo):
    assert causes(deal, tmp_path, memo.format(q=TRUE, s="4.2")) == []
    assert causes(deal, tmp_path, memo.format(q=FALSE, s="4.2")) == ["number_changed"]
    assert causes(deal, tmp_path, memo.format(q=TRUE, s="4.1")) == ["elsewhere"]


# What follows the quotation and is proposed.
PROPOSING = (
    "**Recommendation:** Redline as follows:\n\n> {p}\n",
    "We propose to replace this with:\n\n> {p}\n",
    "It should read:\n\n> {p}\n",
    "I would suggest the following language:\n\n> {p}\n",
    "**Redline:** ~~as it stands here today~~ **{p}**\n",
    "```diff\n+ {p}\n```\n",
)


@pytest.mark.parametrize("proposal", PROPOSING)
def test_what_is_announced_as_a_proposal_is_language(tmp_path, proposal):
    submission = read(tmp_path, f'## CSA §4.2\n\n> "{TRUE}"\n\n{proposal.format(p=ASKED)}')
    assert ASKED in proposed(submission)
    assert ASKED not in quoted(submission)


STANDING = (
    "It currently reads:",
    "We recommend deleting the following sentence:",
    "The counterparty's paper has it so:",
    "The suggested cap is passed over by this sentence:",
)


@pytest.mark.parametrize("words", STANDING)
def test_a_block_quote_below_other_words_is_a_quotation(deal, tmp_path, words):
    assert causes(deal, tmp_path, f"## CSA §4.2\n\n{words}\n\n> {FALSE}\n") == ["number_changed"]


NOT_READ = (
    f'- Quote: "{TRUE}"\n- Ask: "{ASKED}"\n',
    f'**Proposed:** "nobody is screened"\n\nThey offer "{ASKED}".\n',
    f'We propose "{ASKED}" (CSA §4.2).\n',
    f'**Recommendation:** Write "{ASKED}" (CSA §4.2).\n',
    f'The law says "{ASKED}" (see CSA §4.2).\n',
    f"```\n{ASKED}\n```\n",
    f'| Clause | What we want |\n|---|---|\n| CSA §4.2 | "{ASKED}" |\n',
    f"It is late.[^9]\n\n[^9]: {ASKED}.\n",
)


@pytest.mark.parametrize("words", NOT_READ)
def test_what_may_be_a_proposal_and_has_no_label_is_no_quotation_and_is_listed(tmp_path, words):
    submission = read(tmp_path, f"## CSA §4.2\n\n{words}")
    assert not any(ASKED in one for one in (*quoted(submission), *proposed(submission)))
    assert any(ASKED[:30] in one for one in submission.not_read)


def test_few_words_that_are_struck_out_are_listed_and_are_no_part_of_the_proposal(tmp_path):
    submission = read(tmp_path, "## CSA §4.2\n\n**Redline:** screen within ~~30~~ **10** days\n")
    assert [" ".join(one.split()) for one in proposed(submission)] == ["screen within 10 days"]
    assert submission.not_read == ('line 3: struck out, "30"',)


def test_several_quotations_have_each_their_own_citation(tmp_path):
    submission = read(tmp_path, f'### Issue\n\n> "{TRUE}" (CSA §4.2) and "{FALSE}" (CSA §4.1)\n')
    (item,) = submission.items
    assert [(one.text, one.cited[0].written) for one in item.quotations] == [
        (TRUE, "CSA §4.2"),
        (FALSE, "CSA §4.1"),
    ]
    assert [one.written for one in item.cited] == ["CSA §4.2", "CSA §4.1"]


OF_THE_PAPER = (
    '> Fees are due as "Charges" (Section 4.1) provide, and at once\n',
    '> "Fees are due as "Charges" (Section 4.1) provide, and at once"\n',
    '**Quote**: Fees are due as "Charges" (Section 4.1) provide, and at once\n',
)


@pytest.mark.parametrize("words", OF_THE_PAPER)
def test_a_reference_behind_a_term_of_the_paper_is_no_citation_of_the_memo(tmp_path, words):
    (item,) = read(tmp_path, f"## CSA §4.2\n\n{words}").items
    assert quoted(read(tmp_path, f"## CSA §4.2\n\n{words}")) == [
        'Fees are due as "Charges" (Section 4.1) provide, and at once'
    ]
    assert [one.written for one in item.cited] == ["CSA §4.2"]


def test_a_summary_with_a_quotation_stays_the_summary(tmp_path):
    submission = read(tmp_path, f'## Executive Summary\n\nIt says "{TRUE}" (CSA §4.2).\n')
    assert [item.kind for item in submission.items] == ["summary", "issue"]


def test_rows_of_other_words_in_a_table_of_labels_are_listed(tmp_path):
    memo = "| Field | Detail |\n|---|---|\n| Mood | sour |\n| Clause | CSA §4.2 |\n| Colour | red |\n"
    assert read(tmp_path, memo).not_read == ("line 3: Mood", "line 5: Colour")


FOUND: dict[str, Any] = {"clause_reference": "CSA §4.2", "suggested_revision": ASKED, "analysis": "Too late."}
OTHERS = (
    {"findings": [FOUND | {"excerpt": "{q}"}]},
    {"findings": [FOUND | {"excerpt": "**{q}**"}]},
    {"findings": [FOUND | {"excerpt": '> *"{q}"*'}]},
    {"findings": [FOUND | {"excerpt": "“{q}”", "clause_reference": "**CSA §4.2**"}]},
    {"issues": [FOUND | {"id": 1, "original_text": "{q}", "severity": None}]},
    {"comments": [FOUND | {"quoted_text": "{q}", "why": None}, {"quoted_text": None}]},
)


@pytest.mark.parametrize("work", OTHERS)
def test_the_json_of_other_tools_with_markdown_in_it_and_keys_of_their_own(deal, tmp_path, work):
    text = json.dumps(work, ensure_ascii=False)
    assert causes(deal, tmp_path, text.replace("{q}", TRUE)) == []
    assert causes(deal, tmp_path, text.replace("{q}", FALSE)) == ["number_changed"]
    assert proposed(read(tmp_path, text)) == [ASKED]


def test_what_the_texts_of_a_tool_quote_is_listed(tmp_path):
    work = {
        "findings": [FOUND | {"excerpt": TRUE, "why": f'It says "{FALSE}", and "{TRUE}".'}],
        "summary": f'"{FALSE}" is what it says.',
    }
    said = f'quoted in prose, "{FALSE}"'
    assert read(tmp_path, work).not_read == (f"findings[0]: {said}", f"summary: {said}")
