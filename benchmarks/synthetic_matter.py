"""A matter for the benchmarks: about 16 kB of YAML, two contracts of eight sections, an episode of twenty steps.

Made from a seeded generator, so that every run measures the same matter.
"""

import random
from pathlib import Path
from typing import Any

import yaml

ISSUES = 6
_SYLLABLES = (
    "ac",
    "ber",
    "con",
    "der",
    "el",
    "for",
    "gen",
    "hil",
    "in",
    "jor",
    "lin",
    "mar",
    "nor",
    "per",
    "ser",
    "tion",
)
# A vocabulary of the size that a contract and its reviewers share.
_WORDS = [first + second for first in _SYLLABLES for second in _SYLLABLES] + [
    f"{first}{second}{third}" for first in _SYLLABLES for second in _SYLLABLES for third in _SYLLABLES[:4]
]


def _sentences(generator: random.Random, words: int) -> str:
    out: list[str] = []
    while words > 0:
        length = min(generator.randint(9, 24), words)
        out.append(" ".join(generator.choices(_WORDS, k=length)).capitalize() + ".")
        words -= length
    return " ".join(out)


def _document(generator: random.Random, title: str, sections: int) -> str:
    parts = [f"# {title}\n"]
    parts += [
        f"## {number}.1 Clause {number}\n\n{_sentences(generator, 90)}\n" for number in range(1, sections + 1)
    ]
    return "\n".join(parts)


def _issue(number: int) -> dict[str, Any]:
    return {
        "id": f"issue_{number}",
        "anchor": f"msa §{number}.1",
        "severity": "high",
        "required_citations": [f"msa §{number}.1", f"playbook §{number}.1"],
        "required_concepts": [
            {"any_of": [f"{number}4 hours", f"{number}4 (hours)", f"{number} times twelve hours"]},
            f"after discovery of matter {number}",
            f"client position {number}",
            f"aggregate figures {number}",
        ],
        "redline_concepts": [f"shall not {number}", f"records {number}", f"consent {number}"],
        "critical_failure_patterns": [
            {"pattern": rf"\blaw\s+{number}\s+prohibits\s+all\b", "negation_guard": True},
            {
                "pattern": rf"\b(?:without undue delay|in no event)\b[^.]{{0,60}}\bafter\s+{number}\s+confirms\b",
                "negation_guard": True,
                "negation_scope": "before",
            },
            {
                "pattern": f"unenforceable as a matter of law {number}",
                "exclude_context": "for the avoidance of doubt",
            },
        ],
        "redline_critical_failure_patterns": [
            {"pattern": rf"\bcustomer\s+shall\s+indemnify\s+{number}\b", "negation_guard": True},
            f"provider may use {number}",
        ],
    }


def write_matter(folder: Path) -> Path:
    """Write the matter into `folder` and return it."""
    generator = random.Random(7)
    (folder / "documents").mkdir(parents=True, exist_ok=True)
    for name, title in (("msa", "Master Agreement"), ("playbook", "Playbook")):
        (folder / "documents" / f"{name}.md").write_text(_document(generator, title, 8), encoding="utf-8")
    manifest = {
        "matter_id": "synthetic",
        "title": "Synthetic matter",
        "role": "customer counsel",
        "assignment": _sentences(generator, 60),
        "public_facts": {"client": "Fern", "value": 100},
        "constraints": {"maximum_steps": 40, "maximum_client_questions": 6, "maximum_escalations": 2},
        "documents": [
            {"id": name, "title": name, "path": f"documents/{name}.md"} for name in ("msa", "playbook")
        ],
    }
    rubric = {
        "questions": [
            {"id": f"q_{n}", "concepts": [f"fact {n}", "deadline"], "aliases": [[f"date {n}"], [f"when {n}"]]}
            for n in range(1, 5)
        ],
        "escalations": [
            {"id": "esc_1", "required": True, "concepts": ["exclusivity"], "aliases": [["non-compete"]]}
        ],
        "issues": [_issue(number) for number in range(1, ISSUES + 1)],
        "final_submission": {
            "minimum_characters": 200,
            "required_issue_ids": ["issue_1", "issue_2"],
            "required_concepts": ["exclusivity", "discovery"],
            "concept_points": 0.5,
        },
        "instrument": {
            "read_before_credit": True,
            "maximum_issues": 12,
            "unsupported_issue_points": -1.0,
            "maximum_citations": 4,
            "maximum_characters": {"analysis": 2500, "recommendation": 1200, "summary": 4000},
            "own_words": 8,
        },
    }
    hidden = {
        "client_answers": {f"q_{n}": _sentences(generator, 25) for n in range(1, 5)},
        "escalation_answers": {"esc_1": _sentences(generator, 25)},
    }
    pad = _sentences(generator, 500)  # what a client, at life size, would add to the key
    hidden["client_answers"]["q_1"] = pad
    for name, value in (("matter", manifest), ("rubric", rubric), ("hidden_facts", hidden)):
        text = yaml.safe_dump(value, allow_unicode=True, sort_keys=False, width=100)
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def episode(variant: int) -> list[dict[str, Any]]:
    """Twenty actions with texts of the size that reviewers write; each variant has texts of its own."""
    generator = random.Random(variant)
    actions: list[dict[str, Any]] = [
        {"type": "read_document", "document_id": "msa"},
        {"type": "read_document", "document_id": "playbook"},
    ]
    actions += [
        {"type": "ask_client", "question": f"What is the deadline for fact {n}?"} for n in range(1, 4)
    ]
    for number in range(1, ISSUES + 1):
        actions.append(
            {
                "type": "submit_issue",
                "issue_id": f"point-{number}",
                "title": f"Clause {number} needs work",
                "severity": "high",
                "citations": [f"msa §{number}.1", f"playbook §{number}.1"],
                "analysis": f"{_sentences(generator, 70)} Within {number}4 hours after discovery of matter {number}. "
                f"{_sentences(generator, 20)} The client position {number} is plain.",
                "recommendation": f"Use aggregate figures {number}. {_sentences(generator, 20)}",
                "quotes": [{"citation": f"msa §{number}.1", "text": f"{number}.1 Clause {number}\n\n"}],
            }
        )
        actions.append(
            {
                "type": "propose_redline",
                "issue_id": f"point-{number}",
                "document_id": "msa",
                "section": f"{number}.1",
                "replacement_text": f"Provider shall not {number} use records {number}. "
                f"{_sentences(generator, 40)} consent {number}.",
                "rationale": _sentences(generator, 15),
            }
        )
    actions.append({"type": "escalate", "topic": "exclusivity", "reason": "beyond our authority"})
    actions.append({"type": "search_matter", "query": "security incident"})
    actions.append(
        {"type": "submit_final", "summary": f"Exclusivity and discovery. {_sentences(generator, 80)}"}
    )
    return actions
