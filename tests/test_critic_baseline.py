"""What was decided about findings before: suppressions with their reasons, and the baseline."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playbook_legal.critic import Cause, Finding, Verdict
from playbook_legal.critic.baseline import baseline_of, read_baseline
from playbook_legal.critic.settled import Standing
from playbook_legal.critic.suppressions import Suppression, answers
from playbook_legal.problems import UnusableInputError
from playbook_legal.sources.files import Source

from .critic_cases import QUOTE, RULE, issue, write_matter, written
from .critic_command_line import told

INVENTED = QUOTE.replace("72", "27")
# Three findings: an invented quotation, an unresolved citation, a concession; and an advisory.
WORK: dict[str, Any] = {
    "issues": [issue(INVENTED, id="invented"), issue(None, citation="msa §99", id="nowhere")],
    "settlements": [{"issue": "closed", "citation": "dpa §5.1", "closing_text": "Notice within 72 hours."}],
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A matter `m`, its limits, and the work `s.json`, in the working folder."""
    write_matter(tmp_path / "m")
    written(tmp_path, "limits.yaml", RULE)
    written(tmp_path, "s.json", WORK)
    monkeypatch.chdir(tmp_path)
    return tmp_path


CALL = ["m", "s.json", "--authority", "limits.yaml"]


def reports(arguments: list[str], capfd: pytest.CaptureFixture[str]) -> tuple[int, Any]:
    """Exit code, and the reports of the run as JSON."""
    code, out, err = told([*arguments, "--format", "json"], capfd)
    assert err == ""
    return code, json.loads(out)


def states(value: Any) -> list[tuple[str, str]]:
    """Cause and state of each finding."""
    (submission,) = value["submissions"]
    findings = [finding for item in submission["report"]["items"] for finding in item["findings"]]
    standings = submission["standings"]
    return [(one["cause"], other["state"]) for one, other in zip(findings, standings, strict=True)]


def suppress(folder: Path, *entries: str) -> None:
    text = "".join(f"[[critic.suppress]]\n{entry}\n" for entry in entries)
    (folder / "playbook.toml").write_text(text, encoding="utf-8")


# --- suppressions ---------------------------------------------------------------------------------------------


def test_a_suppressed_finding_does_not_fail_and_is_shown_with_its_reason(folder, capfd):
    suppress(
        folder,
        "verdict = 'UNRESOLVED_CITATION'\ncitation = 'msa §9*'\nreason = 'Annex *9* follows.'",
        "cause = 'prohibited_pattern'\nitem = 'closed'\nreason = 'Waived by the client.'",
    )
    code, value = reports(CALL, capfd)
    assert states(value) == [
        ("number_changed", "new"),
        ("unknown_section", "suppressed"),
        ("unquoted_issue", "new"),
        ("prohibited_pattern", "suppressed"),
    ]
    assert (code, value["passed"], value["unused_suppressions"]) == (1, False, [])
    standing = value["submissions"][0]["standings"][1]
    assert (standing["reason"], standing["source"]) == ("Annex *9* follows.", "playbook.toml:1")
    # What the report says is what it always says.
    _, alone, _ = told([*CALL, "--isolated", "--format", "json"], capfd)
    assert value["submissions"][0]["report"] == json.loads(alone)
    _, out, _ = told(CALL, capfd)
    assert out.startswith(
        "**Outcome: failed** (a new critical finding fails the work)\n\n# Critic report — small\n"
    )
    assert "- 4 findings: 1 critical, 1 advisory, 2 suppressed\n" in out
    assert (
        "- suppressed: UNRESOLVED_CITATION unknown_section of issue `nowhere` at `msa §99`: Annex \\*9\\* follows. "
        "(`playbook.toml:1`, playbook/v1:"
    ) in out


def test_an_invented_quotation_is_suppressed_by_its_fingerprint_alone(folder, capfd):
    suppress(folder, "verdict = 'MISSING_EVIDENCE'\nitem = '*'\nreason = 'x'")
    _, value = reports(CALL, capfd)
    mark = value["submissions"][0]["standings"][0]["fingerprint"]
    suppress(
        folder,
        f"fingerprint = '{mark}'\nreason = 'Typing error of the source.'",
        "verdict = 'UNRESOLVED_CITATION'\nreason = 'x'",
        "verdict = 'PROHIBITED_CONCESSION'\nreason = 'x'",
    )
    code, value = reports(CALL, capfd)
    assert (code, value["passed"]) == (0, True)
    assert states(value)[0] == ("number_changed", "suppressed")
    # The same entry says nothing of the next invention in the same place.
    written(folder, "s.json", {"issues": [issue(INVENTED.replace("27", "28"), id="invented")]})
    code, value = reports(CALL, capfd)
    assert (code, states(value)) == (1, [("number_changed", "new")])
    assert [one["source"] for one in value["unused_suppressions"]] == [
        "playbook.toml:1",
        "playbook.toml:4",
        "playbook.toml:7",
    ]


def test_a_suppression_that_nothing_answers_to_is_reported(folder, capfd):
    suppress(folder, "cause = 'too_short'\ndocument = 'msa'\nreason = 'Once there was one.'")
    code, out, _ = told(CALL, capfd)
    assert code == 1
    assert "## Suppressions that nothing answers to\n\n" in out
    assert "- `playbook.toml:1`: `cause too_short, document msa`: Once there was one.\n" in out


def test_a_suppression_that_another_forestalls_is_used(folder, capfd):
    suppress(folder, "cause = 'unknown_section'\nreason = 'one'", "cause = 'unknown_section'\nreason = 'two'")
    _, value = reports(CALL, capfd)
    assert value["submissions"][0]["standings"][1]["reason"] == "one"
    assert value["unused_suppressions"] == []


def test_a_reason_cannot_forge_the_report(folder, capfd):
    suppress(folder, 'cause = "unknown_section"\nreason = """x\n# Critic report\n**No findings** `a`"""')
    _, out, _ = told(CALL, capfd)
    assert out.count("\n# ") == 1
    assert r"x # Critic report \*\*No findings\*\* \`a\`" in out


FOUND = Finding(
    verdict=Verdict.UNRESOLVED_CITATION,
    cause=Cause.UNKNOWN_SECTION,
    severity="critical",
    item="issue",
    label="issues[0]",
    place="issues[0].citation",
    message="m",
    citation="Master Agreement Exhibit B §2.1; dpa  § 5.1",
)
IDS = ("Master", "Master Agreement", "dpa")
MEANT = [
    ({"cause": "unknown_section"}, True),
    ({"cause": "unknown_document"}, False),
    ({"cause": "unknown_section", "verdict": "MISSING_EVIDENCE"}, False),
    ({"verdict": "UNRESOLVED_CITATION", "item": "issues[0]"}, True),
    ({"verdict": "UNRESOLVED_CITATION", "item": "issues[*"}, True),
    ({"verdict": "UNRESOLVED_CITATION", "item": "issue"}, False),
    ({"cause": "unknown_section", "citation": "dpa §5.1"}, True),
    ({"cause": "unknown_section", "citation": "dpa§5.*"}, True),
    ({"cause": "unknown_section", "citation": "dpa §5"}, False),
    ({"cause": "unknown_section", "document": "Master Agreement"}, True),
    ({"cause": "unknown_section", "document": "Master"}, False),
    ({"cause": "unknown_section", "document": "d*"}, True),
    ({"cause": "unknown_section", "document": "DPA"}, False),
    ({"fingerprint": "f:1"}, True),
    ({"fingerprint": "f:*"}, False),
]


@pytest.mark.parametrize(("asked", "meant"), MEANT, ids=str)
def test_which_findings_a_suppression_means(asked, meant):
    assert Suppression(reason="r", source="s", **asked).silences(FOUND, "f:1", IDS) is meant


def test_an_advisory_on_a_quotation_may_be_described():
    advisory = Finding(
        verdict=Verdict.FABRICATED_QUOTE,
        cause=Cause.TYPOGRAPHY,
        severity="advisory",
        item="issue",
        label="a",
        place="p",
        message="m",
    )
    asked = Suppression(reason="r", source="s", verdict="FABRICATED_QUOTE")
    assert asked.silences(advisory, "f", ())


PATTERNS = [
    ("", "", True),
    ("", "*", True),
    ("abc", "a*c", True),
    ("abc", "a*d", False),
    ("abab", "ab*ab", True),
    ("aba", "ab*ba", False),
    ("a?c", "a?c", True),
    ("abc", "a?c", False),
    ("[x]", "[x]", True),
    ("abc", "*b*", True),
    ("abc", "abc*", True),
    ("xaxbx", "*a*b*", True),
    ("xbxax", "*a*b*", False),
]


@pytest.mark.parametrize(("text", "pattern", "expected"), PATTERNS)
def test_a_star_stands_for_any_characters_and_nothing_else_does(text, pattern, expected):
    assert answers(text, pattern) is expected


@given(st.lists(st.text("ab*", max_size=3), min_size=1, max_size=4), st.lists(st.text("ab", max_size=3)))
def test_what_stands_for_a_star_does_not_matter(parts, filling):
    pieces = [part.replace("*", "") for part in parts]
    text = "".join(piece + fill for piece, fill in zip(pieces, [*filling, *[""] * 4], strict=False))
    assert answers(text, "*".join([*pieces, ""]))


def test_stars_without_end_take_no_time():
    assert not answers("a" * 20_000, "*a" * 200 + "b")


# --- the baseline ---------------------------------------------------------------------------------------------


def test_known_findings_do_not_fail_and_new_ones_do(folder, capfd):
    code, value = reports([*CALL, "--write-baseline", "known.json"], capfd)
    assert (code, value["passed"]) == (0, True)
    assert {state for _, state in states(value)} == {"known"}
    code, value = reports([*CALL, "--baseline", "known.json"], capfd)
    assert (code, {state for _, state in states(value)}, value["gone"]) == (0, {"known"}, [])
    more = {**WORK, "issues": [issue(QUOTE.replace("72", "48"), id="more"), *WORK["issues"]]}
    written(folder, "s.json", more)
    code, value = reports([*CALL, "--baseline", "known.json"], capfd)
    assert code == 1
    assert states(value) == [
        ("number_changed", "new"),
        ("number_changed", "known"),
        ("unknown_section", "known"),
        ("unquoted_issue", "known"),
        ("prohibited_pattern", "known"),
    ]


def test_edits_elsewhere_leave_findings_known(folder, capfd):
    told([*CALL, "--write-baseline", "known.json"], capfd)
    document = folder / "m" / "documents" / "dpa.md"
    document.write_text("\n\nA new preamble.\n" + document.read_text(encoding="utf-8"), encoding="utf-8")
    work = {"summary": "s" * 90, "issues": [issue(QUOTE, id="sound"), *reversed(WORK["issues"])]}
    written(folder, "s.json", {**WORK, **work})
    code, value = reports([*CALL, "--baseline", "known.json"], capfd)
    assert (code, {state for _, state in states(value)}, value["gone"]) == (0, {"known"}, [])


def test_a_second_finding_that_says_the_same_is_new(folder, capfd):
    told([*CALL, "--write-baseline", "known.json"], capfd)
    written(folder, "s.json", {**WORK, "issues": [*WORK["issues"], issue(INVENTED, id="invented")]})
    code, value = reports([*CALL, "--baseline", "known.json"], capfd)
    assert (code, states(value)[-2]) == (1, ("number_changed", "new"))


def test_known_findings_that_are_gone_are_listed(folder, capfd):
    told([*CALL, "--write-baseline", "known.json"], capfd)
    written(folder, "s.json", {"issues": [issue(QUOTE)]})
    code, out, _ = told([*CALL, "--baseline", "known.json"], capfd)
    assert code == 0
    assert "## Known findings that are gone\n" in out
    assert "- FABRICATED_QUOTE number_changed of issue `invented` at `dpa §5.1` (`playbook/v1:" in out


def test_what_is_suppressed_is_not_written_into_the_baseline(folder, capfd):
    suppress(folder, "cause = 'unknown_section'\nreason = 'x'")
    told([*CALL, "--write-baseline", "known.json"], capfd)
    causes = [one["cause"] for one in json.loads((folder / "known.json").read_text())["findings"]]
    assert sorted(causes) == ["number_changed", "prohibited_pattern", "unquoted_issue"]


def test_a_baseline_is_the_same_bytes_in_order_one_finding_a_line(folder, capfd):
    told([*CALL, "--write-baseline", "one.json"], capfd)
    written(folder, "s.json", {**WORK, "issues": WORK["issues"][::-1]})
    told([*CALL, "--write-baseline", "two.json"], capfd)
    text = (folder / "one.json").read_text(encoding="utf-8")
    assert text == (folder / "two.json").read_text(encoding="utf-8")
    lines = text.split("\n")
    assert lines[:3] == ["{", ' "schema_version": "playbook.critic-baseline.v1",', ' "findings": [']
    assert lines[-4:] == [lines[-4], " ]", "}", ""]
    found = [json.loads(line.rstrip(",")) for line in lines[3:-3]]
    assert len(found) == 4
    assert [one["fingerprint"] for one in found] == sorted(one["fingerprint"] for one in found)


def test_a_clean_baseline_is_one_too(folder, capfd):
    written(folder, "s.json", {"issues": [issue(QUOTE)]})
    told([*CALL, "--write-baseline", "known.json"], capfd)
    text = '{\n "schema_version": "playbook.critic-baseline.v1",\n "findings": []\n}\n'
    assert (folder / "known.json").read_text(encoding="utf-8") == text
    assert told([*CALL, "--baseline", "known.json"], capfd)[0] == 0


def test_a_baseline_may_be_written_over_the_old_one(folder, capfd):
    written(folder, "known.json", "no baseline at all")
    code, _, err = told([*CALL, "--baseline", "known.json", "--write-baseline", "known.json"], capfd)
    assert (code, err) == (0, "")
    assert told([*CALL, "--baseline", "known.json"], capfd)[0] == 0


def finding(number: int) -> tuple[Finding, Standing]:
    """A finding and its standing, with that number for its fingerprint."""
    return FOUND, Standing(f"playbook/v1:{number:032x}", "new")


def test_two_people_who_add_findings_in_different_places_have_nothing_to_resolve(tmp_path):
    base = [10, 20, 30, 40, 50]
    for name, numbers in (("base", base), ("ours", [*base, 15]), ("theirs", [*base, 35])):
        text = baseline_of(finding(number) for number in numbers).text()
        (tmp_path / name).write_text(text, encoding="utf-8")
    merged = subprocess.run(
        ["git", "merge-file", "-p", "ours", "base", "theirs"],  # noqa: S607 - the git of the machine
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert merged.returncode == 0
    assert merged.stdout == baseline_of(finding(number) for number in [*base, 15, 35]).text()


def test_a_line_that_a_merge_left_twice_counts_once():
    once = baseline_of([finding(1)]).text()
    line = once.split("\n")[3]
    twice = once.replace(line, f"{line},\n{line}")
    assert read_baseline(Source("b", twice, "")).known == read_baseline(Source("b", once, "")).known


NO_BASELINES = {
    "no JSON": ("{", "this is not JSON"),
    "a merge that was not finished": (
        '{\n<<<<<<< ours\n "schema_version": "playbook.critic-baseline.v1"}',
        "this is not JSON",
    ),
    "a report": ('{"schema_version": "playbook.critic-report.v1"}', "this is no baseline"),
    "a list": ("[]", "this is no baseline"),
    "a later version": (
        '{"schema_version": "playbook.critic-baseline.v2", "findings": []}',
        "playbook.critic-baseline.v1",
    ),
    "an entry without a fingerprint": (
        '{"schema_version": "playbook.critic-baseline.v1", "findings": [{"cause": "x"}]}',
        "fingerprint",
    ),
    "an unknown key": (
        '{"schema_version": "playbook.critic-baseline.v1", "findings": [], "more": 1}',
        "unknown field `more`",
    ),
}


@pytest.mark.parametrize("name", NO_BASELINES)
def test_what_is_no_baseline_is_refused_in_one_line(name, folder, capfd):
    text, words = NO_BASELINES[name]
    written(folder, "known.json", text)
    code, out, err = told([*CALL, "--baseline", "known.json"], capfd)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("playbook-critic: known.json: ")
    assert words in err


@given(st.text(max_size=60))
def test_any_other_text_is_refused(text):
    with pytest.raises(UnusableInputError):
        read_baseline(Source("b.json", text, ""))


REFUSED = {
    "the answer key as a baseline": (["--baseline", "m/rubric.yaml"], "answer key"),
    "the answer key to be written": (["--write-baseline", "m/rubric.yaml"], "answer key"),
    "over the submission": (["--write-baseline", "s.json"], "was read"),
    "over the limits": (["--write-baseline", "limits.yaml"], "was read"),
    "over a document": (["--write-baseline", "m/documents/dpa.md"], "was read"),
    "over the report": (["--write-baseline", "out.json", "--out", "out"], "two reports"),
    "a folder": (["--write-baseline", "m"], "this is a folder"),
    "a baseline that is missing": (["--baseline", "none.json"], "there is no such file"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_baseline_is_kept_apart_from_everything_else(name, folder, capfd):
    arguments, words = REFUSED[name]
    code, out, err = told([*CALL, *arguments], capfd)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words in err


def test_a_baseline_is_not_written_while_a_submission_cannot_be_read(folder, capfd):
    written(folder, "broken.json", "{")
    code, out, err = told(["m", "s.json", "broken.json", "--write-baseline", "known.json"], capfd)
    assert (code, err.count("\n")) == (2, 1)
    assert "`broken.json` could not be reviewed" in out
    assert not (folder / "known.json").exists()


# --- what fails -----------------------------------------------------------------------------------------------

ADVISORY: dict[str, Any] = {"issues": [issue(None)]}
SOUND: dict[str, Any] = {"issues": [issue(QUOTE)]}
LEVELS = [
    (WORK, [], 1),
    (WORK, ["--fail-on", "critical"], 1),
    (WORK, ["--fail-on", "never"], 0),
    (ADVISORY, [], 0),
    (ADVISORY, ["--fail-on", "advisory"], 1),
    (SOUND, ["--fail-on", "advisory"], 0),
]


@pytest.mark.parametrize(("work", "arguments", "expected"), LEVELS)
def test_what_ends_in_exit_code_one(work, arguments, expected, folder, capfd):
    written(folder, "s.json", work)
    code, _, err = told(["m", "s.json", *arguments], capfd)
    assert (code, err) == (expected, "")


def test_never_still_ends_with_two_when_nothing_can_be_checked(folder, capfd):
    written(folder, "s.json", "{")
    assert told(["m", "s.json", "--fail-on", "never"], capfd)[0] == 2


def test_the_level_changes_no_byte_of_the_report(folder, capfd):
    _, one, _ = told(CALL, capfd)
    _, other, _ = told([*CALL, "--fail-on", "never"], capfd)
    assert one == other
