"""The report in every format: what each says, and that nothing in the work or the paper can forge it."""

import hashlib
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playbook_legal.critic import ClientRecord, load_authority, load_submission, review
from playbook_legal.critic.fingerprints import fingerprints
from playbook_legal.critic.report.causes import TOLD
from playbook_legal.critic.report.contexts import contexts_of
from playbook_legal.critic.report.formats import (
    FORMATS,
    NEEDS_CONTEXT,
    NEEDS_TEXT,
    Sheet,
    rendered,
    rendered_together,
)
from playbook_legal.critic.report.jsonl import lines_schema_text
from playbook_legal.critic.report.messages import plain
from playbook_legal.critic.report.page.passages import redlined
from playbook_legal.critic.settled import KnownFinding, Outcome, Standing, Unusable, UnusedSuppression
from playbook_legal.critic.submission_lines import lines_of_places, texts_of_places
from playbook_legal.critic.verdicts import REMEDIES, Cause, Finding, Verdict

from .critic_cases import (
    DPA,
    FINAL,
    MSA,
    QUOTE,
    RULE,
    SUMMARY,
    issue,
    reviewed,
    submit,
    write_folder,
)
from .html_pages import Page

ROOT = Path(__file__).resolve().parent.parent
PUBLISHED = ROOT / "docs" / "schemas" / "critic-lines.v1.schema.json"
SARIF_SCHEMA = Path(__file__).parent / "data" / "sarif-2.1.0" / "sarif-schema-2.1.0.json"
WRONG = QUOTE.replace("72", "27")
SOUND = "Customer shall pay all undisputed fees within thirty (30) days after receipt"
HOSTILE = (
    "</script><script>alert(1)</script> \" onload='x' \u202egnirts \x00\x1b[31m ::error::x ]]> {0} [a](1) "
    "%0A and so on"
)

REVIEW: dict[str, Any] = {
    "issues": [
        issue(WRONG, id="number"),
        issue(SOUND, "msa §4.3", id="sound"),
        issue(QUOTE, citation="dpa §9.9", id="nowhere"),
        issue("Customer shall pay all undisputed fees within thirty (30) days", id="elsewhere"),
        issue(id="unquoted"),
        issue(HOSTILE, id=HOSTILE),
    ],
    "settlements": [
        {"issue": "number", "citation": "dpa §5.1", "closing_text": "Within 72 hours, and no later."}
    ],
    "redlines": [{"id": "empty", "citation": "dpa §5.1", "rationale": "It comes too late."}],
    "custom": "not read",
    "summary": SUMMARY,
}


def sound_issue(**more: Any) -> dict[str, Any]:
    """An issue with nothing to report."""
    return issue(SOUND, "msa §4.3", **more)


def sheet_of(folder: Path, content: Any = REVIEW, authority: str | None = RULE, **more: Any) -> Sheet:
    """The report on `content` with everything a format can use."""
    report = reviewed(folder, content, authority)
    (path,) = folder.glob("submission.json*")
    record = ClientRecord.from_directory(folder / "deal")
    text = path.read_text("utf-8")
    fields = {"submission_name": path.name, "record_name": "deal", "submission_text": text, **more}
    return Sheet(report=report, contexts=contexts_of(report, record), **fields)


def told(sheet: Sheet, format: str) -> str:  # noqa: A002
    return rendered_together((sheet,), format)


# --- the table -----------------------------------------------------------------------------------------------


def test_every_format_gives_text_that_ends_with_one_line_feed_and_is_utf_8(tmp_path: Path) -> None:
    sheet = sheet_of(tmp_path)
    for name in FORMATS:
        text = told(sheet, name)
        assert text.endswith("\n"), name
        assert not text.endswith("\n\n"), name
        assert "\r" not in text, name
        text.encode()
    assert set(FORMATS) >= NEEDS_CONTEXT
    assert set(FORMATS) >= NEEDS_TEXT


def test_markdown_and_json_are_the_report_itself(tmp_path: Path) -> None:
    report = reviewed(tmp_path, REVIEW, RULE)
    assert rendered(report, "markdown", submission_name="x") == report.to_markdown()
    assert rendered(report, "json", submission_name="x") == report.to_json()


def test_a_format_that_is_none_is_refused_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="'xml' is no format; the formats are concise, markdown"):
        rendered(reviewed(tmp_path, REVIEW), "xml")


def test_no_format_depends_on_where_the_files_lie(tmp_path: Path) -> None:
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
    here, there = sheet_of(tmp_path / "here"), sheet_of(tmp_path / "there")
    for name in FORMATS:
        assert told(here, name) == told(there, name), name
        assert str(tmp_path) not in told(here, name), name


def test_every_format_does_without_lines_and_contexts(tmp_path: Path) -> None:
    report = reviewed(tmp_path, REVIEW, RULE)
    for name in FORMATS:
        assert rendered(report, name).strip(), name


def test_every_cause_has_a_title_and_a_remedy() -> None:
    assert set(TOLD) == set(Cause) == set(REMEDIES)


# --- concise -------------------------------------------------------------------------------------------------


def test_concise_is_a_line_for_each_finding_and_a_summary(tmp_path: Path) -> None:
    content = {"issues": [issue("too short"), issue(id="b")], "summary": SUMMARY}
    assert told(sheet_of(tmp_path, content, None), "concise") == (
        "submission.json:1:58: advisory MISSING_EVIDENCE/too_short [dpa §5.1] the quotation `too short` has 9 "
        "characters; fewer than 15 prove nothing, and it was not checked\n"
        "submission.json:1:107: advisory MISSING_EVIDENCE/unquoted_issue the issue quotes nothing; what it says of "
        "the paper could not be verified\n"
        "submission.json: nothing here is provably wrong: 0 critical findings, 2 advisories; 0 of 0 quotations "
        "verified, 0 of 3 items with nothing to check, proposed language not scanned\n"
    )


def test_a_place_without_a_line_is_named_by_its_path(tmp_path: Path) -> None:
    line = told(sheet_of(tmp_path, submission_text=None), "concise").split("\n")[0]
    assert line.startswith(
        "submission.json:issues[0].quote: critical FABRICATED_QUOTE/number_changed [dpa §5.1] "
    )


def test_no_text_of_the_work_ends_a_line_of_a_format_of_lines(tmp_path: Path) -> None:
    name = "a\nb\u2028c.json"
    sheet = sheet_of(tmp_path, submission_name=name)
    findings = len(sheet.rows)
    for format in ("concise", "github"):  # noqa: A001
        lines = told(sheet, format).split("\n")
        assert len(lines) == findings + 2, format
        assert all(line.isprintable() for line in lines), format
    assert len(told(sheet, "jsonl").split("\n")) == findings + 2


# --- jsonl ---------------------------------------------------------------------------------------------------


def test_each_json_line_is_valid_by_the_published_schema(tmp_path: Path) -> None:
    schema = json.loads(PUBLISHED.read_text("utf-8"))
    outcome = Outcome(unusable=(Unusable("other.json", "the file is empty"),))
    lines = rendered_together((sheet_of(tmp_path),), "jsonl", outcome=outcome).splitlines()
    for line in lines:
        jsonschema.validate(json.loads(line), schema)
    kinds = [json.loads(line)["type"] for line in lines]
    assert kinds == ["finding"] * (len(kinds) - 2) + ["summary", "remark"]
    first = json.loads(lines[0])
    assert (first["line"], first["level"], first["finding"]["cause"]) == (1, "error", "number_changed")
    assert first["remedy"] == REMEDIES[Cause.NUMBER_CHANGED]


def test_the_published_schema_of_json_lines_is_made_from_the_types() -> None:
    assert PUBLISHED.read_text("utf-8") == lines_schema_text()


# --- github --------------------------------------------------------------------------------------------------


def test_an_annotation_stands_at_the_line_of_the_finding_with_its_marks_escaped(tmp_path: Path) -> None:
    text = json.dumps({"issues": [issue(WRONG)], "summary": SUMMARY}, ensure_ascii=False, indent=2)
    sheet = sheet_of(tmp_path, text, None, submission_name="50%,a:b.json")
    annotation = told(sheet, "github").split("\n")[0]
    assert annotation.startswith(
        "::error file=50%25%2Ca%3Ab.json,line=6,col=16,title=FABRICATED_QUOTE%3A Number changed [dpa §5.1]::"
        "the quotation “in no event later than 27 hours"
    )


def test_a_per_cent_sign_in_the_work_is_no_line_end_in_an_annotation(tmp_path: Path) -> None:
    annotations = told(sheet_of(tmp_path), "github")
    assert "%250A" in annotations
    assert "%0A" not in annotations.replace("%250A", "")


def test_an_advisory_is_a_warning_and_the_last_line_no_command(tmp_path: Path) -> None:
    lines = told(sheet_of(tmp_path, {"issues": [issue()], "summary": SUMMARY}, None), "github").splitlines()
    assert lines[0].startswith(
        "::warning file=submission.json,line=1,col=13,title=MISSING_EVIDENCE%3A Nothing quoted::"
    )
    assert lines[-1].startswith("submission.json: nothing here is provably wrong")


# --- junit ---------------------------------------------------------------------------------------------------


def test_junit_fails_what_is_wrong_and_skips_what_nobody_could_check(tmp_path: Path) -> None:
    suites = ET.fromstring(told(sheet_of(tmp_path), "junit"))  # noqa: S314 - our own
    cases = {case.get("name"): [child.tag for child in case] for case in suites.iter("testcase")}
    assert cases["sound"] == []
    assert cases["nowhere"] == ["failure"]
    assert cases["unquoted"] == ["system-out"]
    assert cases["empty"] == ["system-out"]
    assert cases["number"] == ["failure"]  # the settlement, which has the same label as the issue
    assert (suites.get("tests"), suites.get("failures"), suites.get("errors")) == ("9", "5", "0")
    acceptance = {"type": "accept_counterparty", "issue_id": "a"}
    (tmp_path / "other").mkdir()
    sheet = sheet_of(tmp_path / "other", [submit(), acceptance, FINAL], None)
    cases = {
        str(case.get("classname")): [child.tag for child in case]
        for case in ET.fromstring(told(sheet, "junit")).iter("testcase")  # noqa: S314
    }
    assert cases["submission.jsonl.acceptance"] == ["skipped", "system-out"]


def test_junit_is_xml_whatever_the_work_holds(tmp_path: Path) -> None:
    every = "".join(map(chr, [*range(32), 0x85, 0xFFFE, 0xFFFF, 0x1F600])) + " and words enough to be checked"
    content = {"issues": [issue(every, id=every)], "summary": SUMMARY}
    text = told(sheet_of(tmp_path, content, None, submission_name='a"<&\x01.json'), "junit")
    suite = ET.fromstring(text).find("testsuite")  # noqa: S314
    assert suite is not None
    assert suite.get("name") == 'a"<&\ufffd.json'


# --- sarif ---------------------------------------------------------------------------------------------------


def sarif(sheet: Sheet, outcome: Outcome | None = None) -> dict[str, Any]:
    """The log, valid by the official schema."""
    log = json.loads(rendered_together((sheet,), "sarif", outcome=outcome))
    schema = json.loads(SARIF_SCHEMA.read_text("utf-8"))
    jsonschema.Draft4Validator(schema, format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER).validate(log)
    run: dict[str, Any] = log["runs"][0]
    return run


def test_the_schema_of_sarif_is_the_published_one() -> None:
    expected = "c3b4bb2d6093897483348925aaa73af03b3e3f4bd4ca38cef26dcb4212a2682e"
    assert hashlib.sha256(SARIF_SCHEMA.read_bytes()).hexdigest() == expected


USABLE = [
    path
    for path in sorted((ROOT / "examples" / "critic").glob("*.json*"))
    if path.name not in ("misspelled_key.json", "reads_only.jsonl")
]


@pytest.mark.parametrize("path", USABLE, ids=lambda path: path.name)
def test_the_report_on_every_example_is_valid_sarif(path: Path) -> None:
    matter = "nego_cloud_002" if path.name == "unsupplied_acceptance.jsonl" else "ai_saas_001"
    record = ClientRecord.from_directory(ROOT / "matters" / matter)
    authority = load_authority(ROOT / "examples" / "authority" / f"{matter}.authority.yaml")
    report = review(record, load_submission(path), authority)
    run = sarif(
        Sheet(
            report=report,
            submission_name=path.name,
            submission_text=path.read_text("utf-8"),
            contexts=contexts_of(report, record),
        )
    )
    assert len(run["results"]) == len(report.findings)


def test_a_result_says_level_rule_and_place_in_the_submission(tmp_path: Path) -> None:
    text = json.dumps(REVIEW, ensure_ascii=False, indent=2)
    run = sarif(sheet_of(tmp_path, text, RULE))
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [str(cause) for cause in Cause]
    lines = text.split("\n")
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        (location,) = result["locations"]
        region = location["physicalLocation"]["region"]
        assert lines[region["startLine"] - 1][region["startColumn"] - 1] in '"{'
        assert location["physicalLocation"]["artifactLocation"]["uri"] == "submission.json"
    first = run["results"][0]
    assert (first["level"], first["ruleId"]) == ("error", "number_changed")
    assert first["locations"][0]["logicalLocations"] == [
        {"fullyQualifiedName": "issues[0].quote", "kind": "value"}
    ]
    assert rules[first["ruleIndex"]]["help"]["text"] == REMEDIES[Cause.NUMBER_CHANGED]
    levels = {result["ruleId"]: result["level"] for result in run["results"]}
    assert levels["unquoted_issue"] == "warning"
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["artifacts"][0]["roles"] == ["analysisTarget"]
    assert all(re.fullmatch("[0-9a-f]{64}", one["hashes"]["sha-256"]) for one in run["artifacts"])


def test_a_related_location_is_the_passage_of_the_paper(tmp_path: Path) -> None:
    run = sarif(sheet_of(tmp_path))
    paper = {"deal/dpa.md": DPA, "deal/msa.md": MSA}
    seen = 0
    for result in run["results"]:
        for related in result.get("relatedLocations", ()):
            seen += 1
            physical = related["physicalLocation"]
            text, region = paper[physical["artifactLocation"]["uri"]], physical["region"]
            start, end = region["charOffset"], region["charOffset"] + region["charLength"]
            assert text[start:end] == region["snippet"]["text"]
            starts = [0, *(at + 1 for at, one in enumerate(text) if one == "\n")]
            assert starts[region["startLine"] - 1] + region["startColumn"] - 1 == start
            assert starts[region["endLine"] - 1] + region["endColumn"] - 1 == end
            assert related["logicalLocations"][0]["fullyQualifiedName"] in ("dpa §5.1", "msa §4.3")
    assert seen >= 3


def test_word_and_pdf_have_logical_locations_alone(tmp_path: Path) -> None:
    sheet = sheet_of(tmp_path)
    contexts = {place: msgspec.structs.replace(one, kind="word") for place, one in sheet.contexts.items()}
    run = sarif(msgspec.structs.replace(sheet, contexts=contexts))
    related = [one for result in run["results"] for one in result.get("relatedLocations", ())]
    assert related
    assert all("region" not in one["physicalLocation"] for one in related)
    assert ", line " not in related[0]["message"]["text"]


def test_no_text_of_the_work_is_a_link_or_a_placeholder_in_sarif(tmp_path: Path) -> None:
    messages = [result["message"]["text"] for result in sarif(sheet_of(tmp_path))["results"]]
    (hostile,) = [message for message in messages if "</script>" in message]
    assert "{{0}}" in hostile
    assert "\\[a\\](1)" in hostile
    assert "\u202e" not in hostile


@pytest.mark.parametrize(
    ("name", "uri"),
    [
        ("work/review.json", "work/review.json"),
        ("a b%20.json", "a%20b%2520.json"),
        ("c:\\x.json", "c%3A/x.json"),
        ("//host/x.json", "host/x.json"),
        ("§.json", "%C2%A7.json"),
    ],
)
def test_a_name_is_a_relative_reference_in_sarif(tmp_path: Path, name: str, uri: str) -> None:
    run = sarif(sheet_of(tmp_path, submission_name=name))
    assert run["artifacts"][0]["location"]["uri"] == uri


def test_what_was_decided_before_is_said_in_sarif(tmp_path: Path) -> None:
    sheet = sheet_of(tmp_path)
    marks = fingerprints(sheet.report)
    standings = [Standing(one, "new") for one in marks]
    standings[0] = Standing(marks[0], "suppressed", "agreed with the client", "playbook.toml:3")
    standings[1] = Standing(marks[1], "known")
    sheet = msgspec.structs.replace(sheet, standings=tuple(standings))
    outcome = Outcome(
        baseline=True,
        unused=(UnusedSuppression("dpa §5.2", "old", "playbook.toml:9"),),
        gone=(KnownFinding("playbook/v1:0", "MISSING_EVIDENCE", "too_short", "issue", "x", "dpa §5.1"),),
        unusable=(Unusable("other.json", "the file is empty"),),
    )
    run = sarif(sheet, outcome)
    results = run["results"]
    assert results[0]["suppressions"] == [
        {"kind": "external", "status": "accepted", "justification": "agreed with the client"}
    ]
    assert all(one["suppressions"] == [] for one in results[1:])
    assert [one["baselineState"] for one in results] == ["new", "unchanged"] + ["new"] * (len(results) - 2)
    assert run["invocations"][0]["executionSuccessful"] is False
    levels = [one["level"] for one in run["invocations"][0]["toolExecutionNotifications"]]
    assert levels[:3] == ["error", "warning", "note"]


def test_a_caution_on_a_verified_quotation_is_an_advisory_in_every_format(tmp_path: Path) -> None:
    sheet = sheet_of(tmp_path, {"issues": [sound_issue()], "summary": SUMMARY}, None)
    item, *others = sheet.report.items
    caution = Finding(
        verdict=Verdict.VERIFIED,
        cause=Cause.TRUNCATED_CONDITION,
        severity="advisory",
        item="issue",
        label="a",
        place="issues[0].quote",
        message="the quotation `x` stops before `provided that`",
        citation="msa §4.3",
        quoted=SOUND,
    )
    items = (msgspec.structs.replace(item, findings=(caution,)), *others)
    sheet = msgspec.structs.replace(sheet, report=msgspec.structs.replace(sheet.report, items=items))
    assert "advisory verified/truncated_condition [msa §4.3] the quotation" in told(sheet, "concise")
    annotation = told(sheet, "github")
    assert annotation.startswith(
        "::warning file=submission.json,line=1,col=58,title=verified%3A Stops before"
    )
    assert sarif(sheet)["results"][0]["level"] == "warning"
    assert 'failures="0"' in told(sheet, "junit")
    page = told(sheet, "html")
    assert "Verified, with a caution: stops before a condition" in page
    assert "<p>The quotation stops before <b class=said>provided that</b>.</p>" in page
    sound(page)


# --- what was decided, in the other formats ------------------------------------------------------------------


def test_suppressed_and_known_findings_do_not_count_and_are_shown(tmp_path: Path) -> None:
    sheet = sheet_of(tmp_path, {"issues": [issue(WRONG), issue(WRONG, id="b")], "summary": SUMMARY}, None)
    marks = fingerprints(sheet.report)
    standings = (Standing(marks[0], "suppressed", "agreed"), Standing(marks[1], "known"))
    outcome = Outcome(baseline=True)
    one = msgspec.structs.replace(sheet, standings=standings)
    lines = rendered_together((one,), "concise", outcome=outcome).splitlines()
    assert lines[0].endswith(" (suppressed: agreed)")
    assert lines[1].endswith(" (known from the baseline)")
    assert (
        "passes, for what was decided before: 0 critical findings, 0 advisories, 1 suppressed, 1 known"
        in lines[2]
    )
    assert rendered_together((one,), "github", outcome=outcome).count("::error") == 0
    assert 'failures="0"' in rendered_together((one,), "junit", outcome=outcome)
    page = rendered_together((one,), "html", outcome=outcome)
    assert "Suppressed: agreed. It does not count." in page
    assert "Known from the baseline." in page
    assert "Passes, for what was decided before." in page


def test_a_submission_that_could_not_be_reviewed_is_in_every_format(tmp_path: Path) -> None:
    outcome = Outcome(unusable=(Unusable("broken.json", "the file is empty"),))
    sheet = sheet_of(tmp_path)
    for name in FORMATS:
        text = rendered_together((sheet,), name, outcome=outcome)
        assert "broken.json" in text, name
        assert "the file is empty" in text, name
    suites = ET.fromstring(rendered_together((sheet,), "junit", outcome=outcome))  # noqa: S314
    assert suites.get("errors") == "1"
    for name in FORMATS:
        assert rendered_together((), name, outcome=outcome).strip(), name


def test_several_reports_stand_in_one_text(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    sheets = [sheet_of(tmp_path / name, submission_name=f"{name}.json") for name in ("one", "two")]
    count = len(sheets[0].rows)
    log = json.loads(rendered_together(sheets, "sarif"))
    assert len(log["runs"]) == 1
    assert len(log["runs"][0]["results"]) == 2 * count
    assert len(ET.fromstring(rendered_together(sheets, "junit"))) == 2  # noqa: S314
    assert len(rendered_together(sheets, "concise").splitlines()) == 2 * (count + 1)
    json.loads(rendered_together(sheets, "json"))
    page = sound(rendered_together(sheets, "html"))
    assert {f"r1-{one}" for one in fingerprints(sheets[0].report)} <= set(page.ids)


# --- fingerprints --------------------------------------------------------------------------------------------


def marks_of(folder: Path, content: Any) -> tuple[str, ...]:
    return fingerprints(reviewed(folder, content))


def test_a_fingerprint_is_this_one_and_stays_it(tmp_path: Path) -> None:
    (mark,) = marks_of(tmp_path, {"issues": [issue(WRONG)], "summary": SUMMARY})
    assert mark == "playbook/v1:684aad724e9f1d6b9ac6aa7657e74404"


def test_a_fingerprint_survives_unrelated_edits_of_work_and_paper(tmp_path: Path) -> None:
    plain_issue = issue(WRONG)
    del plain_issue["id"]
    (before,) = marks_of(tmp_path, {"issues": [plain_issue], "summary": SUMMARY})
    other = tmp_path / "other"
    write_folder(other / "deal")
    (other / "deal" / "dpa.md").write_text(DPA.replace("# Data", "Preface.\n\n# Data", 1), "utf-8")
    respelled = {
        **plain_issue,
        "quote": WRONG.upper().replace(" ", "\n"),
        "citation": "dpa  § 5.1",
        "title": "new",
    }
    after = marks_of(other, {"issues": [sound_issue(id="first"), respelled], "summary": SUMMARY + " More."})
    assert after == (before,)


@pytest.mark.parametrize(
    "change",
    [{"id": "b"}, {"quote": WRONG.replace("27", "28")}, {"citation": "dpa §5.2"}],
    ids=["label", "quoted words", "citation"],
)
def test_a_fingerprint_changes_with_what_the_finding_says(tmp_path: Path, change: dict[str, str]) -> None:
    (before,) = marks_of(tmp_path, {"issues": [issue(WRONG)], "summary": SUMMARY})
    (after,) = marks_of(tmp_path, {"issues": [{**issue(WRONG), **change}], "summary": SUMMARY})
    assert before != after


def test_findings_that_say_the_same_are_numbered(tmp_path: Path) -> None:
    marks = marks_of(tmp_path, {"issues": [issue(WRONG)] * 3, "summary": SUMMARY})
    assert marks == (marks[0], f"{marks[0]}:2", f"{marks[0]}:3")


# --- lines of places -----------------------------------------------------------------------------------------

PRETTY = """\
{
  "issues": [
    {"id": "a", "quotes": ["one", {"te\\u0078t": "two", "citation": "x"}]},
    [[1, {"deep": null}]], {}, "],[{"
  ],

  "summary": "s"
}
"""
PLACES = {
    "issues": (2, 13),
    "issues[0]": (3, 5),
    "issues[0].quotes": (3, 27),
    "issues[0].quotes[0]": (3, 28),
    "issues[0].quotes[1].text": (3, 49),
    "issues[1][0][1].deep": (4, 19),
    "issues[3]": (4, 32),
    "summary": (7, 14),
}


def test_a_place_has_the_line_and_column_of_its_value() -> None:
    absent = ["issues[9]", "nothing", "issues[0].quotes.text", "", "line 3.x", "line 99"]
    assert lines_of_places(PRETTY, [*PLACES, *absent]) == {**PLACES, "": (1, 1)}
    assert texts_of_places(PRETTY, [*PLACES]) == {
        "issues[0].quotes[0]": "one",
        "issues[0].quotes[1].text": "two",
        "issues[3]": "],[{",
        "summary": "s",
    }


def test_a_place_in_an_action_file_is_in_its_line() -> None:
    text = '{"a": 1}\r\n\n  {"quotes": [{"text": "x"}]}\n'
    places = ["line 1", "line 3", "line 3.quotes[0].text", "line 1.quotes"]
    assert lines_of_places(text, places) == {
        "line 1": (1, 1),
        "line 3": (3, 3),
        "line 3.quotes[0].text": (3, 24),
    }


@pytest.mark.parametrize(
    "text", ["", "}", '{"a": ', '{"a": "x', "[1,2", "nonsense, really", '{"a" 1}', "\x00", '"\\']
)
def test_what_is_no_json_has_no_lines_and_no_trouble(text: str) -> None:
    assert set(lines_of_places(text, ["a.b", "[1].x", "line 7", "line 1.q"])) == set()


def test_a_deep_and_a_long_text_are_scanned_once() -> None:
    deep = "[" * 200_000 + "]" * 200_000
    assert lines_of_places(deep, ["[0][0]"]) == {"[0][0]": (1, 3)}
    many = json.dumps({"issues": [{"quote": "x"}] * 50_000})
    found = lines_of_places(many, [f"issues[{at}].quote" for at in range(50_000)])
    assert len(found) == 50_000
    assert found["issues[49999].quote"] == (1, many.rindex('"x"') + 1)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text('ab"\\{[:,]} \n§', max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text('abc§\\"', min_size=1, max_size=2), inner, max_size=3)
    ),
    max_leaves=12,
)


def twin(text: str, at: int, place: str) -> dict[str, int]:
    """Where each value stands, found the slow way: every value is decoded to see where it ends."""
    decoder = json.JSONDecoder()
    space = re.compile(r"\s*")

    def over(position: int) -> int:
        found = space.match(text, position)
        assert found is not None
        return found.end()

    at = over(at)
    starts = {place: at}
    if text[at] in "[{":
        end = decoder.raw_decode(text, at)[1]
        index, inside = 0, over(at + 1)
        while inside < end - 1:
            step = f"[{index}]"
            if text[at] == "{":
                key, inside = decoder.raw_decode(text, inside)
                step = f".{key}" if place else key
                inside = over(over(inside) + 1)
            starts |= twin(text, inside, place + step)
            inside = over(decoder.raw_decode(text, inside)[1])
            inside = over(inside + 1) if text[inside] == "," else inside
            index += 1
    return starts


@given(JSON_VALUES, st.sampled_from([None, 0, 2]))
def test_the_lines_are_those_of_a_slow_twin(value: Any, indent: int | None) -> None:
    text = json.dumps(value, indent=indent)
    expected = {
        place: (text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
        for place, at in twin(text, 0, "").items()
        if not re.search(r"[.\[\]]", re.sub(r"\[\d+\]|\.(?=[abc§\\\"])", "", place))
    }
    assert lines_of_places(text, expected) == expected


# --- contexts ------------------------------------------------------------------------------------------------


def test_a_context_is_the_paper_around_the_passage_and_stays_in_its_section(tmp_path: Path) -> None:
    sheet = sheet_of(tmp_path)
    assert sheet.contexts
    for place, context in sheet.contexts.items():
        text = {"dpa": DPA, "msa": MSA}[place.document]
        assert context.passage == text[place.start : place.end]
        assert context.before + context.passage + context.after in text
        assert (context.before + context.after).count("\n## ") == 0
        assert context.is_source


def test_a_context_is_cut_at_a_sentence(tmp_path: Path) -> None:
    write_folder(tmp_path / "deal")
    sentences = " ".join(f"Sentence number {number} says nothing at all." for number in range(60))
    (tmp_path / "deal" / "long.md").write_text(f"## 1 Long\n\n{sentences}\n", "utf-8")
    quote = "Sentence number 30 says nothing at all."
    sheet = sheet_of(tmp_path, {"issues": [issue(quote, citation="long §1")], "summary": SUMMARY}, None)
    (context,) = sheet.contexts.values()
    assert (context.cut_before, context.cut_after) == (True, True)
    assert context.before.startswith("Sentence number 2")
    assert context.after.endswith("says nothing at all.")
    assert 100 < len(context.before) < 330


MARKED = """# Terms

1. <span class="head">Notice</span>

    1. <b>Term.</b>  <span class="term">Customer</span> has **30 days** after [notice](https://example.com/n) to
       object &amp; answer.

        * one <i>point</i>
        * another point
"""


def test_a_context_of_markdown_is_shown_as_a_reader_sees_it(tmp_path: Path) -> None:
    write_folder(tmp_path / "deal")
    (tmp_path / "deal" / "terms.md").write_text(MARKED, "utf-8")
    quote = "Customer has 60 days after notice to object & answer."
    sheet = sheet_of(tmp_path, {"issues": [issue(quote, citation="terms §1.1")], "summary": SUMMARY}, None)
    (context,) = sheet.contexts.values()
    assert "](https://example.com/n)" in context.passage
    before, passage, after = context.shown
    assert before.endswith("1. Term.  ")
    assert " ".join(passage.split()) == "Customer has 30 days after notice to object & answer."
    assert after.split("\n")[-2:] == ["        * one point", "        * another point"]
    page = told(sheet, "html")
    assert "Customer has <del>30</del> <ins>60</ins> days after notice to object &amp; answer." in page
    assert "&lt;span" not in page
    assert "example.com" not in page


# --- the page ------------------------------------------------------------------------------------------------

_OWN_ELEMENTS = ("ins", "del", "b", "blockquote", "form", "fieldset", "legend", "select", "option", "footer")


def sound(content: str) -> Page:
    """The page parsed: well-formed, without script and network, with anchors that lead somewhere."""
    page = Page(content)
    faults = [one for one in page.faults if not re.match(rf"an element ({'|'.join(_OWN_ELEMENTS)}) at", one)]
    assert not faults, faults[:5]
    assert len(page.ids) == len(set(page.ids))
    assert {link[1:] for link in page.links} <= set(page.ids)
    assert all(link.startswith("#") for link in page.links)
    assert not re.search(r"url\(|@import|expression\(", page.style)
    assert all(character.isprintable() or character == "\n" for character in content)
    return page


def test_the_page_is_sound_whatever_the_work_holds(tmp_path: Path) -> None:
    page = sound(told(sheet_of(tmp_path, submission_name=HOSTILE, record_name=HOSTILE), "html"))
    assert page.tags["script"] == 0
    assert "</script><script>alert(1)</script>" in page.text
    assert "[U+202E]gnirts [U+0000]" in page.text


def test_the_page_links_to_every_finding_by_its_fingerprint(tmp_path: Path) -> None:
    sheet = sheet_of(tmp_path)
    page = sound(told(sheet, "html"))
    assert set(fingerprints(sheet.report)) <= set(page.ids)


def test_the_page_redlines_the_quotation_against_the_paper(tmp_path: Path) -> None:
    page = told(sheet_of(tmp_path), "html")
    assert "in no event later than <del>72</del> <ins>27</ins> hours after Acme" in page
    assert (
        "<mark>in no event later than 72 hours after Acme confirms that\nthe" not in page
    )  # a wrap is no line
    assert (
        "<mark>in no event later than 72 hours after Acme confirms that the incident materially affects</mark>"
        in page
    )
    assert "Within <mark>72 hours</mark>, and no later." in page


def test_the_page_says_what_was_and_was_not_checked(tmp_path: Path) -> None:
    text = " ".join(sound(told(sheet_of(tmp_path), "html")).text.split())
    assert "This work does not verify. 5 critical findings and 2 advisories." in text
    assert "What was notwhat 1 issue says of the paper without quoting it" in text
    assert "keys of the submission: custom" in text
    (tmp_path / "other").mkdir()
    sheet = sheet_of(tmp_path / "other", {"issues": [sound_issue()], "summary": SUMMARY}, None)
    text = " ".join(sound(told(sheet, "html")).text.split())
    assert "Nothing here is provably wrong. No critical findings." in text
    assert "there is no authority file" in text


def test_the_page_filters_by_style_alone_and_prints_everything(tmp_path: Path) -> None:
    page = told(sheet_of(tmp_path), "html")
    for kind in ("s0", "v0", "v1", "v2", "v3"):
        assert f'<input type="checkbox" class="{kind}" checked>' in page
        assert f"body:has(input.{kind}:not(:checked)) .finding.{kind} {{ display: none; }}" in page
    assert '<option class="d0">dpa</option><option class="d1">msa</option>' in page
    assert page.index("@media screen {\nbody:has(") > page.index("@media print")


def test_a_report_without_findings_has_no_filters(tmp_path: Path) -> None:
    page = told(sheet_of(tmp_path, {"issues": [sound_issue()], "summary": SUMMARY}, None), "html")
    assert "<form" not in page
    sound(page)


WORDS = st.lists(st.sampled_from(["a", "b", "not", "72", "<i>"]), min_size=1, max_size=12)


@given(WORDS, WORDS)
def test_a_redline_without_what_it_strikes_is_the_quotation(quoted: list[str], paper: list[str]) -> None:
    line = redlined(" ".join(quoted), [" ".join(paper)])
    kept = re.sub(r"<del>.*?</del>", "", line)
    assert re.sub(r"</?ins>", "", kept).replace("&lt;", "<").replace("&gt;", ">").split() == quoted


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("the quotation `a b` stands in `dpa §1`", "the quotation “a b” stands in “dpa §1”"),
        ("`` a`b `` and \\*c\\* \\[d]", "“a`b” and *c* [d]"),
        ("nothing", "nothing"),
        ("an open ` stays", "an open ` stays"),
    ],
)
def test_a_message_reads_without_its_markup(message: str, said: str) -> None:
    assert plain(message) == said


JOINT = '<span class="joint" title="Here the two passages are joined">‖</span>'


@pytest.mark.parametrize(
    ("quoted", "passages", "line"),
    [
        ("one two … five", ["one two three four five"], "one two <del>three four</del> <ins>…</ins> five"),
        ("one two six seven", ["one two", "six seven"], f"one two {JOINT} six seven"),
        ("six seven one two", ["one two", "six seven"], f"six seven {JOINT} one two"),
        ("One <b> TWO", ["one <b> two three"], "One &lt;b&gt; TWO <del>three</del>"),
        ("x " * 2_000, ["x"], ""),
        ("", ["x"], ""),
    ],
)  # fmt: skip
def test_a_redline_reads_like_one(quoted: str, passages: list[str], line: str) -> None:
    assert redlined(quoted, passages) == line


def test_a_splice_is_redlined_where_the_passages_are_joined(tmp_path: Path) -> None:
    spliced = (
        "Provider shall not use Customer Data to train any Late amounts bear interest at 1.5% per month."
    )
    page = told(
        sheet_of(tmp_path, {"issues": [issue(spliced, "msa §4.2")], "summary": SUMMARY}, None), "html"
    )
    assert "Fabricated quotation: two passages joined" in page
    assert '<span class="joint"' in page
    assert "The paper, the other part: msa §4.3" in page


def test_without_contexts_a_passage_that_was_cut_is_not_redlined(tmp_path: Path) -> None:
    long = " ".join(f"word{number}" for number in range(60))
    write_folder(tmp_path / "deal")
    (tmp_path / "deal" / "long.md").write_text(f"## 1 Long\n\n{long}\n", "utf-8")
    content = {"issues": [issue(long.replace("word30", "other"), "long §1")], "summary": SUMMARY}
    sheet = sheet_of(tmp_path, content, None)
    assert "<del>word30</del> <ins>other</ins>" in told(sheet, "html")
    assert "<del>" not in told(msgspec.structs.replace(sheet, contexts={}), "html")


def test_proposed_language_is_shown_whole_and_left_out_where_the_text_is_not_at_hand(tmp_path: Path) -> None:
    long = "Within 72 hours. " + "It goes on. " * 1_000
    content = {
        "settlements": [{"issue": "a", "citation": "dpa §5.1", "closing_text": long}],
        "summary": SUMMARY,
    }
    sheet = sheet_of(tmp_path, content)
    assert "<mark>72 hours</mark>. It goes on." in told(sheet, "html")
    assert " …</blockquote></div><div><h4>Ruled out by the client: notice</h4>" in told(sheet, "html")
    page = told(msgspec.structs.replace(sheet, submission_text=None), "html")
    assert "The proposed language" not in page
    assert "Prohibited concession" in page


def test_the_page_says_how_the_paper_was_read(tmp_path: Path) -> None:
    sheet = sheet_of(
        tmp_path, {"issues": [sound_issue()] * 45, "summary": SUMMARY}, RULE.replace("5.1", "9.9")
    )
    report = sheet.report
    cards = list(report.record.documents)
    cards[0] = msgspec.structs.replace(cards[0], kind="word", encoding="cp1252", notes=("two columns",))
    cards[1] = msgspec.structs.replace(cards[1], kind="unreadable", unreadable="the text layer means nothing")
    quote = report.items[0].verified[0]
    quote = msgspec.structs.replace(
        quote, tier="layout", view="original", change_author="A. Smith", omitted=("not",)
    )
    items = (msgspec.structs.replace(report.items[0], verified=(quote,)), *report.items[1:])
    record = msgspec.structs.replace(report.record, documents=tuple(cards), not_read=("scan.tiff",) * 13)
    policy = msgspec.structs.replace(report.policy, quotes_of_word_and_pdf="layout", view="both")
    report = msgspec.structs.replace(report, record=record, items=items, policy=policy)
    sheet = msgspec.structs.replace(sheet, report=report)
    text = " ".join(sound(told(sheet, "html")).text.split())
    for words in (
        "2 documents of the record, read in full",
        "in Word and PDF but for marks, dashes, spaces and the layout of the page; both views of tracked changes",
        "the text layer means nothing",
        "encoding cp1252",
        "two columns",
        "files of the folder: scan.tiff",
        "and 1 more",
        "the rule notice in dpa §9.9, which the record does not have",
        "verified across a line end or page furniture, original view, in a tracked change by A. Smith",
        "Left out by an ellipsis: “not”",
        "5 more quotations",
    ):
        assert words in text, words
    notified = json.dumps(sarif(sheet)["invocations"], ensure_ascii=False)
    assert "scan.tiff" in notified
    assert "the text layer means nothing" in notified
    assert "cannot fire in “dpa §9.9”" in notified


def test_a_page_or_a_line_is_told_where_the_paper_has_one(tmp_path: Path) -> None:
    sheet = sheet_of(tmp_path, {"issues": [issue(WRONG)], "summary": SUMMARY}, None)
    assert "The paper: dpa §5.1, line 5<" in told(sheet, "html")
    assert "The paper: dpa §5.1, line 5<" in told(msgspec.structs.replace(sheet, contexts={}), "html")
    cards = tuple(msgspec.structs.replace(card, kind="pdf") for card in sheet.report.record.documents)
    record = msgspec.structs.replace(sheet.report.record, documents=cards)
    report = msgspec.structs.replace(sheet.report, record=record)
    bare = msgspec.structs.replace(sheet, report=report, contexts={})
    assert "The paper: dpa §5.1<" in told(bare, "html")
    item = report.items[0]
    (finding,) = item.findings
    assert finding.nearest is not None
    place = msgspec.structs.replace(finding.nearest.place, page=7)
    finding = msgspec.structs.replace(finding, nearest=msgspec.structs.replace(finding.nearest, place=place))
    items = (msgspec.structs.replace(item, findings=(finding,)), *report.items[1:])
    paged = msgspec.structs.replace(bare, report=msgspec.structs.replace(report, items=items))
    assert "The paper: dpa §5.1, page 7<" in told(paged, "html")


def test_words_that_stand_in_many_places_are_shown_in_three(tmp_path: Path) -> None:
    write_folder(tmp_path / "deal")
    same = "\n\n".join(f"## {number} Same\n\nThe same words stand in every section." for number in range(9))
    (tmp_path / "deal" / "same.md").write_text(same, "utf-8")
    content = {"issues": [issue("The same words stand in every section.", "dpa §5.1")], "summary": SUMMARY}
    page = told(sheet_of(tmp_path, content, None), "html")
    assert page.count("<h4>The paper: same §") == 3
    assert "The words stand in 6 more places." in page


def test_a_context_without_sentences_is_cut_at_a_word(tmp_path: Path) -> None:
    write_folder(tmp_path / "deal")
    words = " ".join(f"word{number}" for number in range(400))
    (tmp_path / "deal" / "long.md").write_text(f"## 1 Long\n\n{words}\n", "utf-8")
    quote = "word200 word201 word202"
    sheet = sheet_of(tmp_path, {"issues": [issue(quote, "long §1")], "summary": SUMMARY}, None)
    (context,) = sheet.contexts.values()
    assert re.fullmatch(r"word\d+ .*word199 ", context.before)
    assert re.fullmatch(r" word203.* word\d+", context.after)


def test_a_report_on_another_record_has_no_contexts(tmp_path: Path) -> None:
    report = reviewed(tmp_path, {"issues": [sound_issue()], "summary": SUMMARY})
    other = tmp_path / "other"
    other.mkdir()
    (other / "dpa.md").write_text(DPA, "utf-8")
    assert contexts_of(report, ClientRecord.from_directory(other)) == {}
    (other / "msa.md").write_text("Nothing of it.", "utf-8")
    assert contexts_of(report, ClientRecord.from_directory(other)) == {}


def test_what_nobody_could_check_is_named_and_never_looks_checked(tmp_path: Path) -> None:
    actions = [
        submit(["too short"]),
        {"type": "accept_counterparty", "issue_id": "b"},
        FINAL,
        submit(label="late"),
    ]
    sheet = sheet_of(tmp_path, actions, None)
    text = " ".join(sound(told(sheet, "html")).text.split())
    assert "nothing could be verified or refuted in acceptance b, issue late" in text
    assert "1 quotation too short to prove anything" in text
    suites = ET.fromstring(told(sheet, "junit"))  # noqa: S314 - our own
    assert [case.get("name") for case in suites.iter("testcase") if case.find("skipped") is not None] == [
        "b",
        "late",
    ]
    assert suites.get("skipped") == "2"


def test_a_document_that_cannot_be_read_leaves_its_item_unchecked(tmp_path: Path) -> None:
    sheet = sheet_of(tmp_path, {"issues": [issue("too short")], "summary": SUMMARY}, None)
    item, *others = sheet.report.items
    finding = msgspec.structs.replace(item.findings[0], cause=Cause.UNREADABLE_DOCUMENT, severity="advisory")
    items = (msgspec.structs.replace(item, findings=(finding,)), *others)
    sheet = msgspec.structs.replace(sheet, report=msgspec.structs.replace(sheet.report, items=items))
    assert '<skipped message="the quotation “too short” has 9 characters' in told(sheet, "junit")
    assert "nothing could be verified or refuted in issue a" in sound(told(sheet, "html")).text


def test_an_item_with_nothing_to_check_says_so(tmp_path: Path) -> None:
    content = {
        "redlines": [{"id": "free", "replacement_text": "New.", "rationale": "It is."}],
        "summary": SUMMARY,
    }
    sheet = sheet_of(tmp_path, content, None)
    assert "– nothing to check" in sound(told(sheet, "html")).text
    assert "There was nothing to check in redline “free”." in json.dumps(sarif(sheet), ensure_ascii=False)
    assert '<skipped message="nothing to check"/>' in told(sheet, "junit")


def test_a_note_is_a_notice_and_counted_apart(tmp_path: Path) -> None:
    sheet = sheet_of(tmp_path, {"issues": [issue("too short")], "summary": SUMMARY}, None)
    item, *others = sheet.report.items
    finding = msgspec.structs.replace(item.findings[0], severity="note")
    items = (msgspec.structs.replace(item, findings=(finding,)), *others)
    sheet = msgspec.structs.replace(sheet, report=msgspec.structs.replace(sheet.report, items=items))
    assert told(sheet, "github").startswith("::notice file=")
    assert sarif(sheet)["results"][0]["level"] == "note"
    assert "0 advisories, 1 note;" in told(sheet, "concise")
    sound(told(sheet, "html"))


def test_a_word_document_keeps_its_paragraphs_and_a_very_long_passage_is_cut(tmp_path: Path) -> None:
    write_folder(tmp_path / "deal")
    long = "\n".join(f"Line {number} of a very long passage" for number in range(300))
    (tmp_path / "deal" / "long.md").write_text(f"## 1 Long\n\n{long}\n", "utf-8")
    sheet = sheet_of(tmp_path, {"issues": [issue(long, "long §1", id="x" * 500)], "summary": SUMMARY}, None)
    assert "<mark>Line 0 of a very long passage Line 1 of" in told(sheet, "html")
    contexts = {place: msgspec.structs.replace(one, kind="word") for place, one in sheet.contexts.items()}
    page = told(msgspec.structs.replace(sheet, contexts=contexts), "html")
    assert "<mark>Line 0 of a very long passage\nLine 1 of" in page
    assert "Line 150 of" not in page
    sound(page)


@pytest.mark.parametrize("several", [0, 1, 2])
def test_sarif_is_indented_as_one_value_however_it_is_written(tmp_path: Path, several: int) -> None:
    standings = (Standing("playbook/v1:0", "suppressed", "It is so.", "a.toml:1"),)
    sheet = sheet_of(tmp_path)
    rest = tuple(Standing(one, "new") for one in fingerprints(sheet.report)[1:])
    outcome = Outcome(baseline=True, unusable=(Unusable("b.json", "no {work} in “it”"),))
    sheets = [msgspec.structs.replace(sheet, standings=standings + rest)] * several
    told = rendered_together(sheets, "sarif", outcome=outcome)
    assert told == json.dumps(json.loads(told), ensure_ascii=False, indent=2) + "\n"
    results = json.loads(told)["runs"][0]["results"]
    assert len(results) == several * len(sheet.report.findings)
    assert all("suppressions" in result for result in results)
