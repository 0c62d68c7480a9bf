"""What the critic promises in its founding document, on the reference matter."""

import builtins
import io
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from playbook_legal import PlaybookEnv, load_matter
from playbook_legal.critic import ClientRecord, CriticError, critique, load_authority, load_submission, review
from playbook_legal.sources import read_json_lines, read_source

from .cases import play, small_matter
from .cases import redline as engine_redline
from .critic_cases import reviewed

ROOT = Path(__file__).parents[1]
MATTER = ROOT / "matters" / "ai_saas_001"
EXAMPLES = ROOT / "examples" / "ai_saas_001"
AUTHORITY = ROOT / "examples" / "authority" / "ai_saas_001.authority.yaml"
ADVERSARIES = ROOT / "examples" / "critic"
WORKED = ADVERSARIES / "worked_example.json"
KEYS = ("rubric.yaml", "hidden_facts.yaml", "counterparty.yaml")


def played(name: str) -> dict[str, Any]:
    """The result of an action file of the reference matter, played by the engine."""
    env = PlaybookEnv(load_matter(MATTER))
    env.reset()
    for line in read_json_lines(read_source(EXAMPLES / name)):
        _, _, terminated, truncated, _ = env.step(line.value)
        if terminated or truncated:
            break
    return env.episode_result()


def test_the_worked_example_gives_the_report_of_the_founding_document():
    report = critique(MATTER, WORKED, authority_path=AUTHORITY)
    assert not report.passed
    issue, settlement, summary = report.items
    assert (issue.kind, issue.label, str(issue.verdict)) == ("issue", "incident-timing", "verified")
    assert issue.findings == ()
    assert (settlement.kind, settlement.label) == ("settlement", "incident-timing")
    assert str(settlement.verdict) == "PROHIBITED_CONCESSION"
    assert [finding.pattern for finding in settlement.findings] == ["72 hours", "after acme confirms"]
    assert summary.findings == ()
    lines = report.to_markdown().splitlines()
    assert lines[:11] == [
        "# Critic report — ai_saas_001",
        "",
        "**2 critical findings — this work product does not verify.**",
        "",
        "### issue `incident-timing` — verified",
        "- nothing to report",
        "",
        "### settlement `incident-timing` — PROHIBITED_CONCESSION",
        lines[8],
        lines[9],
        "",
    ]
    for line, pattern in zip(lines[8:10], ("72 hours", "after acme confirms"), strict=True):
        assert line.startswith(
            "- **PROHIBITED_CONCESSION**: proposed language concedes 'incident_notice_24_hours': Playbook §4"
        )
        assert line.endswith(f"— matched pattern `{pattern}`")


def test_the_python_interface_is_the_one_of_the_founding_document():
    report = critique(MATTER, WORKED, authority_path=AUTHORITY)
    assert report.counts() == {
        "FABRICATED_QUOTE": 0,
        "UNRESOLVED_CITATION": 0,
        "PROHIBITED_CONCESSION": 2,
        "MISSING_EVIDENCE": 0,
    }
    assert len(report.critical_findings) == 2
    assert isinstance(report.critical_findings, tuple)
    assert report.to_dict()["schema_version"] == "playbook.critic-report.v1"
    record = ClientRecord.from_directory(MATTER)
    again = review(record, load_submission(WORKED), load_authority(AUTHORITY))
    assert again == report


def test_without_the_answer_key_the_findings_are_the_same_verdict_for_verdict(tmp_path):
    bare = shutil.copytree(MATTER, tmp_path / "bare")
    for name in KEYS:
        (bare / name).unlink(missing_ok=True)
    for submission in sorted(EXAMPLES.glob("*.jsonl")):
        with_key, without = critique(MATTER, submission, AUTHORITY), critique(bare, submission, AUTHORITY)
        assert without.to_json() == with_key.to_json()
        assert without.to_markdown() == with_key.to_markdown()


def test_no_reading_of_an_answer_key_is_ever_attempted(monkeypatch):
    opened: list[str] = []

    def noting(original: Callable[..., Any]) -> Callable[..., Any]:
        def opens(path: Any, *arguments: Any, **options: Any) -> Any:
            opened.append(Path(os.fspath(path)).name if not isinstance(path, int) else "")
            return original(path, *arguments, **options)

        return opens

    for room, name in ((builtins, "open"), (io, "open"), (os, "open")):
        monkeypatch.setattr(room, name, noting(getattr(room, name)))
    critique(MATTER, EXAMPLES / "good.jsonl", AUTHORITY).to_markdown()
    assert "dpa.md" in opened
    assert "matter.yaml" in opened
    assert not set(opened) & set(KEYS)


def test_the_reference_trajectory_has_two_advisories_and_passes_both():
    report = critique(MATTER, EXAMPLES / "good.jsonl", AUTHORITY)
    assert report.passed
    assert [str(finding.cause) for finding in report.findings] == ["unquoted_issue", "unquoted_issue"]
    result = played("good.jsonl")
    assert not result["critical_failure"]
    assert result["breakdown"]["fabricated_quotes"] == []


def test_engine_and_critic_flag_the_same_citation_of_the_fabricated_quotation():
    report = critique(MATTER, EXAMPLES / "bad_fabricated_quote.jsonl", AUTHORITY)
    result = played("bad_fabricated_quote.jsonl")
    assert result["critical_failure"]
    assert [finding.citation for finding in report.critical_findings] == [
        quote["citation"] for quote in result["breakdown"]["fabricated_quotes"]
    ]
    assert {str(finding.verdict) for finding in report.critical_findings} == {"FABRICATED_QUOTE"}


# What the critic must make of each adversarial submission: the causes, and whether it passes; None: refused.
ADVERSARIAL = {
    "altered_quotations.json": (
        [
            "number_changed",
            "word_changed",
            "word_changed",
            "punctuation_changed",
            "typography",
            "elided",
            "words_left_out",
        ],
        False,
    ),
    "clean_review.json": ([], True),
    "forged_report.json": (["not_in_record"], False),
    "hidden_concession.json": (
        [
            "prohibited_pattern",
            "prohibited_pattern",
            "prohibited_pattern",
            "unknown_section",
            "prohibited_pattern",
        ],
        False,
    ),
    "invented_quotations.json": (
        ["not_in_record", "invented_tail", "spliced", "elsewhere", "unknown_section", "no_citation"],
        False,
    ),
    "laundered_after_the_end.jsonl": (["not_in_record", "never_delivered"], False),
    "laundered_resubmission.jsonl": (["not_in_record"], False),
    "misspelled_key.json": None,
    "reads_only.jsonl": None,
    "unsupplied_acceptance.jsonl": (["language_not_supplied"], True),
    "worked_example.json": (["prohibited_pattern", "prohibited_pattern"], False),
}


@pytest.mark.parametrize("name", ADVERSARIAL)
def test_an_adversarial_submission_gets_what_it_deserves(name):
    expected = ADVERSARIAL[name]
    if expected is None:
        with pytest.raises(CriticError):
            load_submission(ADVERSARIES / name)
        return
    report = critique(MATTER, ADVERSARIES / name, AUTHORITY)
    assert [str(finding.cause) for finding in report.findings] == expected[0]
    assert report.passed == expected[1]


def test_every_adversarial_submission_has_its_row():
    assert sorted(path.name for path in ADVERSARIES.iterdir()) == sorted(ADVERSARIAL)


def test_thirty_days_match_inside_a_hundred_and_thirty_for_engine_and_critic_alike(tmp_path):
    matter = small_matter(rubric={"issues.0.redline_concepts": ["30 days"]})
    rule = "schema_version: playbook.authority.v1\nnon_negotiables: [{id: days, prohibited_patterns: [30 days]}]\n"
    for text, matches in (("130 days", True), ("30 days", True), ("31 days", False)):
        rewards, _ = play(matter, [engine_redline("msa", "4.2", text)])
        report = reviewed(tmp_path, {"settlements": [{"issue": "a", "closing_text": text}]}, rule)
        assert rewards == [1.0 if matches else 0.0]
        assert report.counts()["PROHIBITED_CONCESSION"] == matches
