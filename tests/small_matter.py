"""A small negotiation matter for the tests: every kind of criterion once, short enough to do the sums by hand.

`write_small_matter(folder, ...)` writes it; each argument replaces one of its files (a text, or a mapping that
is dumped as YAML), so that a test states only what it is about.
"""

from pathlib import Path
from typing import Any

import yaml

MSA = """\
# Master Agreement

This agreement is between Fern (customer) and Moss (provider).

## 1 Definitions

"Records" means what Fern stores with Moss.

## 4.2 Use of Records

Moss may use Records to train its models, in any manner it sees fit.

## 5.1 Incident notice

Moss shall give notice without undue delay and in no event later than 72 hours
after Moss confirms the incident.

## 10.2 Cap

The aggregate liability of Moss is limited to the fees of the last three months.

## 12.1 Renewal

This agreement renews for terms of twelve months.
"""

PLAYBOOK = """\
# Playbook

## 3 Training

Records are never used for training. Aggregated figures are fine.

## 4 Incidents

Notice within 24 hours of discovery.

## 5 Liability

Two times the annual fees, with a supercap for breaches of confidence.
"""

MANIFEST: dict[str, Any] = {
    "matter_id": "small_001",
    "title": "Fern and Moss",
    "practice_area": "technology",
    "jurisdiction": "none",
    "role": "customer counsel",
    "assignment": "Review the agreement for Fern.",
    "public_facts": {"client": "Fern", "value": 100},
    "constraints": {
        "maximum_steps": 30,
        "maximum_client_questions": 3,
        "maximum_escalations": 2,
        "maximum_negotiation_rounds": 8,
    },
    "documents": [
        {"id": "msa", "title": "Master Agreement", "path": "documents/msa.md"},
        {"id": "playbook", "title": "Playbook", "path": "documents/playbook.md"},
    ],
    "provenance": {"synthetic": True, "notice": "fictional"},
    "canary": "small-canary",
}

RUBRIC: dict[str, Any] = {
    "critical_failure_score_cap": 0.25,
    "questions": [
        {
            "id": "q_launch",
            "points": 0.5,
            "concepts": ["deadline"],
            "aliases": [["launch", "date"], ["go-live"]],
        },
        {"id": "q_volume", "points": 0.25, "concepts": ["volume", "records"]},
    ],
    "escalations": [
        {
            "id": "esc_exclusivity",
            "points": 0.75,
            "required": True,
            "concepts": ["exclusivity"],
            "aliases": [["non-compete"]],
        },
        {"id": "esc_budget", "points": 0.5, "concepts": ["budget"]},
    ],
    "issues": [
        {
            "id": "training",
            "anchor": "msa §4.2",
            "severity": "high",
            "required_citations": ["msa §4.2", "playbook §3"],
            "required_concepts": ["train", "consent", "aggregate"],
            "redline_concepts": ["shall not", "train"],
            "critical_failure_patterns": [
                {"pattern": "law prohibits all model training", "negation_guard": True},
            ],
            "redline_critical_failure_patterns": ["fern shall indemnify"],
        },
        {
            "id": "incident",
            "anchor": "msa §5.1",
            "severity": "critical",
            "required_citations": ["msa §5.1"],
            "required_concepts": [{"any_of": ["24 hours", "twenty-four hours"]}, "discovery"],
            "redline_concepts": ["24 hours", "discover"],
            "settlement_concepts": ["24 hours", "discover"],
            "settlement_critical_failure_patterns": ["30 days"],
        },
        {
            "id": "cap",
            "anchor": "msa §10.2",
            "severity": "medium",
            "required_citations": ["msa §10.2"],
            "required_concepts": ["supercap"],
            "settlement_concepts": ["two times", "supercap"],
            "non_negotiable": True,
        },
    ],
    "final_submission": {
        "points": 0.5,
        "minimum_characters": 80,
        "required_issue_ids": ["training", "incident"],
        "missing_required_issue_penalty": 0.25,
        "missed_escalation_penalty": 0.5,
        "required_concepts": ["exclusivity", "supercap"],
        "concept_points": 0.5,
    },
}

HIDDEN_FACTS: dict[str, Any] = {
    "client_answers": {"q_launch": "We go live in March.", "q_volume": "About two million records."},
    "escalation_answers": {"esc_exclusivity": "No exclusivity.", "esc_budget": "The budget stands."},
}

COUNTERPARTY: dict[str, Any] = {
    "positions": {
        "incident": {
            "resist_rounds": 1,
            "accept_concepts": [["24 hours", "discover"]],
            "counters": [
                {
                    "message": "We can do 30 days.",
                    "text": "Moss shall give notice within 30 days.",
                    "trap": True,
                },
                {
                    "message": "48 hours then.",
                    "text": "Moss shall give notice within 48 hours after it discovers it.",
                },
            ],
            "reject_message": "That is all we can do.",
        },
        "cap": {
            "accept_concepts": [["two times", "supercap"]],
            "counters": [
                {"message": "Two times, no more.", "text": "Liability is two times the annual fees."}
            ],
        },
    },
}


def dumped(value: dict[str, Any] | str) -> str:
    """A file's text: as it is, or a mapping as YAML with `§` in the clear."""
    return value if isinstance(value, str) else yaml.safe_dump(value, allow_unicode=True, sort_keys=False)


def write_small_matter(
    folder: Path,
    *,
    manifest: dict[str, Any] | str = MANIFEST,
    rubric: dict[str, Any] | str = RUBRIC,
    hidden_facts: dict[str, Any] | str = HIDDEN_FACTS,
    counterparty: dict[str, Any] | str | None = COUNTERPARTY,
    documents: dict[str, str] | None = None,
) -> Path:
    """Write the matter into `folder` (made when missing) and return it; `counterparty=None` leaves it out."""
    (folder / "documents").mkdir(parents=True, exist_ok=True)
    texts = {"msa.md": MSA, "playbook.md": PLAYBOOK} if documents is None else documents
    for name, text in texts.items():
        (folder / "documents" / name).write_text(text, encoding="utf-8", newline="")
    files = {"matter.yaml": manifest, "rubric.yaml": rubric, "hidden_facts.yaml": hidden_facts}
    if counterparty is not None:
        files["counterparty.yaml"] = counterparty
    for name, value in files.items():
        (folder / name).write_text(dumped(value), encoding="utf-8", newline="")
    return folder
