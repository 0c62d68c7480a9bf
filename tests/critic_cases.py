"""A small deal for the critic's tests: two contracts and a playbook, short enough to know by heart."""

import json
from pathlib import Path
from typing import Any

from playbook_legal.critic import ClientRecord, Finding, Report, load_authority, load_submission, review
from playbook_legal.critic.report import ItemReport

MSA = """\
# Master Agreement

This agreement is made between Acme ("Provider") and Northstar ("Customer").

## 4.2 Use of Data

Provider shall not use Customer Data to train any model. Provider may use
aggregated and de-identified usage analytics to improve the Services.

## 4.3 Fees

Customer shall pay all undisputed fees within thirty (30) days after receipt
of a correct invoice. Late amounts bear interest at 1.5% per month.

## 10.2 Cap

Except for Provider's indemnity, neither party is liable for more than $1,000,000
in the aggregate, and no claim may be brought later than 130 days after it arose.
"""

DPA = """\
# Data Processing Addendum

## 5.1 Security Incidents

Provider shall notify Customer without undue delay and in no event later than 72 hours after Acme confirms that
the incident materially affects Customer Personal Data.

## 5.2 Audit

Customer may audit Provider once a year — on “reasonable” notice — and Provider’s staff shall cooperate.

## 5.2 Audit (second text under the same number)

An audit that follows a Security Incident does not count towards the yearly limit.
"""

PLAYBOOK = """\
Notice of an incident is due 24 hours after discovery, and never depends on a confirmation.
"""

QUOTE = "in no event later than 72 hours after Acme confirms that the incident materially affects"
RULE = """\
schema_version: playbook.authority.v1
matter_id: small
non_negotiables:
  - id: notice
    description: Playbook §4. 24 hours.
    applies_to: ["dpa §5.1"]
    prohibited_patterns: ["72 hours", "after acme confirms"]
"""
SUMMARY = (
    "The incident clause starts with a confirmation that lies in the provider's hands; the point is open."
)


def write_folder(folder: Path) -> Path:
    """The deal as a folder of Markdown files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (("msa", MSA), ("dpa", DPA), ("playbook", PLAYBOOK)):
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    return folder


MANIFEST = """\
matter_id: small
title: A small deal
documents:
  - {id: msa, title: Master Agreement, path: documents/msa.md}
  - {id: dpa, title: Addendum, path: documents/dpa.md}
  - {id: playbook, title: Playbook, path: documents/playbook.md}
"""
ANSWER_KEY = {
    "rubric.yaml": "issues:\n  - id: notice\n    anchor: dpa §5.1\n    required_concepts: [24 hours]\n",
    "hidden_facts.yaml": "client_answers:\n  q_date: June 1\n",
    "counterparty.yaml": "positions:\n  notice:\n    resist_rounds: 1\n    accept_concepts: [[24 hours]]\n",
}


def write_matter(folder: Path, *, answer_key: bool = True) -> Path:
    """The deal as a matter, with its answer key beside it."""
    write_folder(folder / "documents")
    (folder / "matter.yaml").write_text(MANIFEST, encoding="utf-8")
    for name, text in ANSWER_KEY.items():
        if answer_key:
            (folder / name).write_text(text, encoding="utf-8")
    return folder


def issue(quote: Any = None, citation: Any = "dpa §5.1", **more: Any) -> dict[str, Any]:
    """An issue of a review, complete but for what is asked for."""
    fields = {"id": "a", "citation": citation, "quote": quote, "rationale": "It comes too late.", **more}
    return {key: value for key, value in fields.items() if value is not None}


def submit(
    quotes: Any = (), citations: Any = ("dpa §5.1",), label: str = "a", kind: str = "submit_issue"
) -> dict[str, Any]:
    """An issue as an action, complete."""
    return {
        "type": kind,
        "issue_id": label,
        "title": "Notice",
        "severity": "high",
        "citations": list(citations),
        "analysis": "It comes too late.",
        "recommendation": "Ask for 24 hours.",
        "quotes": list(quotes),
    }


def redline(
    text: str, label: str = "a", kind: str = "propose_redline", section: str = "5.1"
) -> dict[str, Any]:
    """A redline as an action, complete."""
    return {
        "type": kind,
        "issue_id": label,
        "document_id": "dpa",
        "section": section,
        "replacement_text": text,
        "rationale": "It comes too late.",
    }


FINAL = {"type": "submit_final", "summary": SUMMARY}


def written(folder: Path, name: str, content: Any) -> Path:
    """A submission on disk: a list is an action file, an object a review, a text what it is."""
    path = folder / name
    if isinstance(content, list):
        text = "\n".join(json.dumps(line, ensure_ascii=False) for line in content)
    else:
        text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    path.write_text(text, encoding="utf-8")
    return path


def reviewed(
    folder: Path,
    content: Any,
    authority: str | None = None,
    *,
    minimum_summary: int = 80,
    matter: bool = False,
) -> Report:
    """The report on `content` against the small deal."""
    deal = folder / ("matter" if matter else "deal")
    if not deal.exists():
        (write_matter if matter else write_folder)(deal)
    record = ClientRecord.from_directory(deal)
    limits = None if authority is None else load_authority(written(folder, "authority.yaml", authority))
    name = "submission.jsonl" if isinstance(content, list) else "submission.json"
    submission = load_submission(written(folder, name, content))
    return review(record, submission, limits, min_summary_chars=minimum_summary)


def only(report: Report) -> ItemReport:
    """The one item of a report."""
    (item,) = report.items
    return item


def told(report: Report) -> list[tuple[str, str]]:
    """Verdict and cause of every finding, in order."""
    return [(str(finding.verdict), str(finding.cause)) for finding in report.findings]


def first(report: Report) -> Finding:
    """The first finding."""
    return report.findings[0]
