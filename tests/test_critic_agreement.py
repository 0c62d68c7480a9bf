"""Engine and critic on the same trajectories: quote by quote, the fabrication gate says the same.

The critic fails exactly the quotations that the engine calls fabricated, and verifies exactly those that the
engine verifies; it only gives a finer reason.
"""

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from playbook_legal import Matter, PlaybookEnv, load_matter
from playbook_legal.critic import ClientRecord, load_submission, review
from playbook_legal.paper import Section
from playbook_legal.sources import read_json_lines, read_source

from .critic_cases import written

ROOT = Path(__file__).parents[1]
TRAJECTORIES = sorted((ROOT / "examples").glob("*/*.jsonl"))
TRAJECTORIES = [
    path for path in TRAJECTORIES if (ROOT / "matters" / path.parent.name / "matter.yaml").exists()
]


@cache
def matter(name: str) -> Matter:
    return load_matter(ROOT / "matters" / name)


@cache
def record(name: str) -> ClientRecord:
    return ClientRecord.from_directory(ROOT / "matters" / name)


def engine(name: str, actions: list[Any]) -> tuple[list[str], list[str], bool]:
    """Citations of the quotations that the engine called fabricated and of those it verified, in order of
    submission, and whether anything went past its budgets."""
    env = PlaybookEnv(matter(name))
    env.reset()
    refused = False
    for action in actions:
        observation, _, terminated, truncated, _ = env.step(action)
        refused = refused or "error" in observation["last_result"]
        if terminated or truncated:
            break
    breakdown = env.episode_result()["breakdown"]
    fabricated = [quote["citation"] for quote in breakdown["fabricated_quotes"]]
    verified = [
        quote["citation"]
        for event in breakdown["reward_events"]
        for quote in event.get("verified_quotes", ())
    ]
    return fabricated, verified, refused


def critic(name: str, path: Path) -> tuple[list[str], list[str]]:
    """The same of the critic. What was refused or never delivered is no part of it."""
    submission = load_submission(path)
    report = review(record(name), submission)
    items = [
        (item, one)
        for item, one in zip(report.items, submission.items, strict=True)
        if item.kind == "issue" and one.standing is None
    ]
    fabricated = [
        finding.citation
        for item, _ in items
        for finding in item.findings
        if finding.critical and finding.quoted and finding.item == "issue"
    ]
    return fabricated, [quote.citation for item, _ in items for quote in item.verified]


@pytest.mark.parametrize("path", TRAJECTORIES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_on_every_shipped_trajectory_the_gate_says_the_same(path):
    actions = [line.value for line in read_json_lines(read_source(path))]
    fabricated, verified, _ = engine(path.parent.name, actions)
    assert critic(path.parent.name, path) == (fabricated, verified)


def trajectory(chance: random.Random, sections: list[Section]) -> list[Any]:
    """An episode of a few issues, whose quotations are true, altered, cut, misplaced, uncited or too short."""
    actions: list[Any] = []
    labels = ["a", "b", "c"]
    for _ in range(chance.randint(2, 5)):
        quotes = []
        for _ in range(chance.randint(0, 3)):
            section = chance.choice(sections)
            words = section.text.split()
            size = chance.choice((1, 2, 3, 6, 12, 25))
            at = chance.randrange(max(1, len(words) - size))
            text = " ".join(words[at : at + size])
            citation = str(section.citation)
            kind = chance.choice(
                ("true", "true", "word", "case", "elsewhere", "uncited", "unknown", "spelled", "cut")
            )
            if kind == "word":
                text = text.replace(words[at], "otherwise", 1)
            elif kind == "case":
                text = text.upper().replace(" ", "\n\t")
            elif kind == "elsewhere":
                citation = str(chance.choice(sections).citation)
            elif kind == "uncited":
                citation = chance.choice(("", " ", "the addendum"))
            elif kind == "unknown":
                citation = chance.choice(("dpa §99", "nothing §1", "DPA §5.1", "dpa 5.1"))
            elif kind == "spelled":
                citation = citation.replace(" §", "  §  ") + "."
            elif kind == "cut":
                text = text[chance.randrange(len(text)) :]
            quotes.append({"citation": citation, "text": text})
        label = chance.choice(labels)
        kind = chance.choice(("submit_issue", "submit_issue", "revise_issue"))
        actions.append(
            {
                "type": kind,
                "issue_id": label,
                "title": "A point",
                "severity": "high",
                "citations": [str(chance.choice(sections).citation)],
                "analysis": "It matters.",
                "recommendation": "Change it.",
                "quotes": quotes,
            }
        )
    if chance.random() < 0.7:
        actions.insert(chance.randrange(len(actions)), {"type": "search_matter", "query": "notice"})
        actions.append(
            {"type": "submit_final", "summary": "What was found, and what remains to be done." * 2}
        )
    return actions


@pytest.mark.parametrize("seed", range(60))
def test_on_generated_trajectories_the_gate_says_the_same(seed, tmp_path):
    chance = random.Random(seed)  # noqa: S311 - the same trajectories every time
    name = "ai_saas_001"
    sections = [section for document in matter(name).record.documents for section in document.sections]
    actions = trajectory(chance, sections)
    fabricated, verified, _ = engine(name, actions)
    if not any(action["type"] == "submit_issue" or action["type"] == "submit_final" for action in actions):
        return
    path = written(tmp_path, "t.jsonl", actions)
    told_fabricated, told_verified = critic(name, path)
    assert sorted(map(str.strip, told_fabricated)) == sorted(map(str.strip, fabricated))
    assert sorted(told_verified) == sorted(verified)
