"""The linter as a whole: what it reports, in which forms, what it repairs, and how the command ends."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from playbook_legal.authoring.lint import RULES, lint_matter
from playbook_legal.authoring.lint.base_matter import write_base
from playbook_legal.authoring.lint.formats.github import report_annotations
from playbook_legal.authoring.lint.formats.sarif import report_sarif
from playbook_legal.authoring.lint.formats.text import report_text
from playbook_legal.authoring.lint.linting import LintProblem, LintReport
from playbook_legal.authoring.lint.manual import manual
from playbook_legal.authoring.lint.phrases import Phrase, Variant, takers, texts_inside
from playbook_legal.authoring.lint.repairing import repair_matter
from playbook_legal.authoring.lint.rule import Case, change
from playbook_legal.cli.lint import lint_command
from playbook_legal.matter.package import load_matter
from playbook_legal.problems import UnusableInputError

ROOT = Path(__file__).resolve().parent.parent
RUBRIC = "rubric.yaml"


def spoiled(folder: Path, *changes: tuple[str, str, str]) -> Path:
    """The base matter below `folder` with (file, old, new) changed."""
    return write_base(folder, Case(tuple(change(*one) for one in changes)))


def run(*arguments: str) -> tuple[int, str]:
    """Exit code and output of `playbook lint` with these arguments."""
    done = CliRunner().invoke(lint_command, arguments, standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    return done.return_value, done.output


# --- reporting -------------------------------------------------------------------------------------------


def test_all_problems_of_all_files_are_found_in_one_run(tmp_path: Path) -> None:
    matter = spoiled(
        tmp_path,
        ("rubric", '"contract §4", "playbook §P2"', '"playbook §P9"'),
        ("matter", "canary bread_001", "canary"),
        ("contract", "## 6 Quality", "## 5 Quality"),
        ("counterparty", "resist_rounds: 1", "resist_rounds: 7"),
        ("hidden_facts", "q_menu:", "q_menus:"),
        ("probes", "text: No consumer law forbids it.", "text: Consumer law forbids it."),
        ("scores", "at_least: 0.95", "at_least: 1.5"),
    )
    found = {(Path(one.path).name, one.rule) for one in lint_matter(matter).problems}
    assert found >= {
        ("rubric.yaml", "anchor-not-cited"),
        ("rubric.yaml", "citation-unresolved"),
        ("rubric.yaml", "answer-missing"),
        ("matter.yaml", "canary"),
        ("contract.md", "section-reused"),
        ("counterparty.yaml", "resist-beyond-rounds"),
        ("hidden_facts.yaml", "answer-unreachable"),
        ("probes.yaml", "probe-miss"),
        ("scores.yaml", "score-missed"),
    }


def test_a_problem_names_file_line_and_column(tmp_path: Path) -> None:
    matter = spoiled(tmp_path, ("rubric", '"contract §4", "playbook §P2"', '"contract §4", "playbook §P9"'))
    (problem,) = [one for one in lint_matter(matter, "here").problems if one.rule == "citation-unresolved"]
    assert str(problem).startswith("here/rubric.yaml:35:41: error: playbook §P9 names no section")
    assert (problem.line, problem.column) == (35, 41)


def test_a_matter_that_does_not_load_is_reported_whole_and_its_paper_is_still_looked_at(
    tmp_path: Path,
) -> None:
    matter = spoiled(
        tmp_path,
        ("rubric", "severity: medium", "severity: moderate"),
        ("counterparty", "resist_rounds: 1", "resist_rounds: some"),
        ("contract", "## 6 Quality", "## 5 Quality"),
    )
    report = lint_matter(matter)
    assert not report.loads
    assert {one.rule for one in report.problems} == {"choice", "type", "section-reused"}
    (skipped,) = report.skipped
    assert "anchor-not-cited" in skipped.rules
    assert "section-reused" not in skipped.rules


def test_a_matter_without_examples_or_probes_is_linted_and_the_report_says_what_was_skipped(
    tmp_path: Path,
) -> None:
    matter = write_base(tmp_path)
    shutil.rmtree(tmp_path / "examples")
    (matter / "probes.yaml").unlink()
    report = lint_matter(matter, "bread")
    assert {one.rule for one in report.problems} == {"probes-missing"}
    assert [skipped.reason for skipped in report.skipped] == [
        "there are no trajectories beside the matter (examples/<id>/*.jsonl)",
        "there is no probes.yaml that can be read",
    ]
    text = list(report_text(report))
    assert sum(line.startswith("bread: not checked, because there are no trajectories") for line in text) == 1


def test_examples_are_found_inside_the_folder_that_holds_the_matter(tmp_path: Path) -> None:
    write_base(tmp_path / "base")
    matter = tmp_path / "work" / "bread_001"
    shutil.copytree(tmp_path / "base" / "matters" / "bread_001", matter)
    shutil.copytree(tmp_path / "base" / "examples", tmp_path / "work" / "examples")
    (tmp_path / "work" / "examples" / "bread_001" / "scores.yaml").unlink()
    (problem,) = lint_matter(matter, "work/bread_001").problems
    assert (problem.path, problem.rule) == ("work/examples/bread_001", "score-unlisted")


def test_a_path_that_is_no_folder_is_unusable(tmp_path: Path) -> None:
    with pytest.raises(UnusableInputError):
        lint_matter(tmp_path / "nowhere")


@pytest.mark.parametrize(
    "content",
    ["", "[]", "a", "- - -\n", "x: &a [*a]\n", "\x00", "{" * 500, "probes: 5\n", "trajectories: [1, {}]\n"],
)
def test_nothing_in_a_file_raises(content: str, tmp_path: Path) -> None:
    for name in ("matter.yaml", "rubric.yaml", "hidden_facts.yaml", "counterparty.yaml", "probes.yaml"):
        matter = write_base(tmp_path / name)
        (matter / name).write_text(content, encoding="utf-8")
        assert lint_matter(matter).count("error") or content == ""
    matter = write_base(tmp_path / "scores")
    (tmp_path / "scores" / "examples" / "bread_001" / "scores.yaml").write_text(content, encoding="utf-8")
    (tmp_path / "scores" / "examples" / "bread_001" / "good.jsonl").write_text(content, encoding="utf-8")
    assert lint_matter(matter).problems


# --- letting a warning stand -----------------------------------------------------------------------------

IDLE = '["overnight", "no time to react"]'
TWICE = '["overnight", "Overnight"]'


@pytest.mark.parametrize(
    "written",
    [
        f"- any_of: {TWICE} # lint: allow phrase-idle: it shows the rule",
        f"# lint: allow phrase-idle: it shows the rule\n      - any_of: {TWICE}",
    ],
)
def test_a_warning_may_stand_with_a_reason(written: str, tmp_path: Path) -> None:
    assert lint_matter(spoiled(tmp_path, ("rubric", f"- any_of: {IDLE}", written))).problems == ()


def test_an_allowance_without_a_reason_or_of_an_error_silences_nothing(tmp_path: Path) -> None:
    matter = spoiled(
        tmp_path,
        ("rubric", IDLE, f"{TWICE} # lint: allow phrase-idle"),
        ("rubric", '["contract §7"]', '["contract §77"] # lint: allow citation-unresolved: it will be there'),
        ("rubric", "maximum_issues: 4", "maximum_issues: 3 # lint: allow no-such-rule: why not"),
    )
    found = [(one.line, one.rule) for one in lint_matter(matter).problems]
    assert found == [
        (5, "allowance-idle"),
        (38, "allowance-idle"),
        (38, "phrase-idle"),
        (51, "anchor-not-cited"),
        (57, "allowance-idle"),
        (57, "citation-unresolved"),
    ]


# --- repairs ---------------------------------------------------------------------------------------------

BETWEEN = """\
    severity: critical
    base_points: 0.25
    concept_points: 1.0
    redline_points: 0
    settlement_points: 1.0
"""
REPAIRS = {
    "an anchor, into a list in brackets": (
        'required_citations: ["contract §4", "playbook §P2"]',
        'required_citations: ["playbook §P2"]  # why',
        'required_citations: ["contract §4", "playbook §P2"]  # why',
    ),
    "an anchor, into an empty list": (
        'required_citations: ["contract §7"]',
        "required_citations: []",
        'required_citations: ["contract §7"]',
    ),
    "an anchor, into a list of lines": (
        'required_citations: ["contract §4", "playbook §P2"]',
        'required_citations:\n      # the position\n      - "playbook §P2"',
        'required_citations:\n      # the position\n      - "contract §4"\n      - "playbook §P2"',
    ),
    "an anchor, where there is no list": (
        f'    anchor: "contract §7"\n{BETWEEN}    required_citations: ["contract §7"]\n',
        f'    anchor: "contract §7"  # here\n{BETWEEN}',
        f'    anchor: "contract §7"  # here\n    required_citations: ["contract §7"]\n{BETWEEN}',
    ),
    "a maximum score": (
        "critical_failure_score_cap: 0.25\n",
        "critical_failure_score_cap: 0.25\nmax_score: 8.0\n",
        "critical_failure_score_cap: 0.25\n",
    ),
    "citations in another form": (
        '["contract §4", "playbook §P2"]',
        "['contract § 4', playbook§P2]",
        "['contract §4', \"playbook §P2\"]",
    ),
    "a citation that stands twice": (
        '["contract §4", "playbook §P2"]',
        '["contract §4", "playbook §P2", "contract §4"]',
        '["contract §4", "playbook §P2"]',
    ),
    "needless phrases in a row": (
        IDLE,
        '["very overnight", "overnight", "Overnight", "overnightly", "no time to react"]',
        '["overnight", "no time to react"]',
    ),
    "needless phrases at the end": (
        IDLE,
        '["overnight", "no time to react", "overnightly", "Overnight"]',
        '["overnight", "no time to react"]',
    ),
    "a needless variant": (
        '      - ["brochure", "printed"]\n',
        '      - ["brochure", "printed"]\n      - ["half board", "x"]\n      # the last\n      - ["menu card"]\n',
        '      - ["brochure", "printed"]\n      # the last\n      - ["menu card"]\n',
    ),
    "a text that is none in YAML": (
        'concepts: ["half board"]',
        "concepts: [no]  # sic",
        'concepts: ["no"]  # sic',
    ),
}


@pytest.mark.parametrize(("old", "spoilt", "mended"), REPAIRS.values(), ids=REPAIRS)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_repair_touches_nothing_else_and_is_made_once(
    old: str, spoilt: str, mended: str, line_end: str, mark: str, tmp_path: Path
) -> None:
    matter = write_base(tmp_path)
    file = matter / RUBRIC
    original = file.read_text("utf-8")
    assert original.count(old) == 1
    as_written = mark + original.replace(old, spoilt)
    file.write_bytes(as_written.replace("\n", line_end).encode("utf-8"))

    report, repaired = repair_matter(matter)

    assert repaired
    assert report.repairs == ()
    assert report.loads
    assert file.read_bytes().decode("utf-8") == (mark + original.replace(old, mended)).replace("\n", line_end)
    before = file.stat().st_mtime_ns
    again, nothing = repair_matter(matter)
    assert nothing == ()
    assert again == report
    assert file.stat().st_mtime_ns == before


def test_what_lies_in_the_way_of_a_repair_is_left_to_the_author(tmp_path: Path) -> None:
    phrases = '["overnight",\n        # the second one\n        "Overnight"]'
    matter = spoiled(tmp_path, ("rubric", IDLE, phrases))
    before = (matter / RUBRIC).read_bytes()
    report, repaired = repair_matter(matter)
    assert repaired == ()
    assert [one.rule for one in report.problems] == ["phrase-idle"]
    assert (matter / RUBRIC).read_bytes() == before


def test_repairs_do_not_move_a_score(tmp_path: Path) -> None:
    from playbook_legal.episode.replay import score

    for shipped in sorted((ROOT / "matters").iterdir()):
        try:
            before = load_matter(shipped)
        except UnusableInputError:
            continue
        copy = tmp_path / "matters" / shipped.name
        shutil.copytree(shipped, copy)
        repair_matter(copy)
        after = load_matter(copy)
        for path in sorted((ROOT / "examples" / shipped.name).glob("*.jsonl")):
            lines = path.read_text("utf-8").split("\n")
            actions = [json.loads(line) for line in lines if line.strip()]
            for key in ("raw_score", "max_score", "critical_failure"):
                assert score(after, actions)[key] == score(before, actions)[key], path


# --- forms -----------------------------------------------------------------------------------------------


def problem(**changed: Any) -> LintProblem:
    told: dict[str, Any] = {
        "path": "a/b.yaml",
        "line": 3,
        "column": 5,
        "severity": "error",
        "rule": "anchor",
        "message": "m",
    }
    return LintProblem(**(told | changed))


def reported(*problems: LintProblem) -> LintReport:
    return LintReport("a", True, problems, (), ())


def test_annotations_are_escaped() -> None:
    lines = list(
        report_annotations(
            reported(problem(path="a,b:c%.yaml", message="50 %:\r\n::error::x"), problem(line=0, column=0))
        )
    )
    assert lines == [
        "::error file=a%2Cb%3Ac%25.yaml,line=3,col=5,title=anchor::50 %25:%0D%0A::error::x",
        "::error file=a/b.yaml,title=anchor::m",
    ]


# What of SARIF 2.1.0 the log uses, as the standard bounds it (sections 3.13 to 3.30, 3.49 to 3.51).
MESSAGE = {
    "type": "object",
    "required": ["text"],
    "additionalProperties": False,
    "properties": {"text": {"type": "string", "minLength": 1}},
}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
SARIF: dict[str, Any] = {
    "type": "object",
    "required": ["version", "runs"],
    "additionalProperties": False,
    "properties": {
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["tool", "results"],
                "additionalProperties": False,
                "properties": {
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "tool": {
                        "type": "object",
                        "required": ["driver"],
                        "additionalProperties": False,
                        "properties": {
                            "driver": {
                                "type": "object",
                                "required": ["name"],
                                "additionalProperties": False,
                                "properties": {
                                    "name": {"type": "string", "minLength": 1},
                                    "version": {"type": "string"},
                                    "rules": {
                                        "type": "array",
                                        "uniqueItems": True,
                                        "items": {
                                            "type": "object",
                                            "required": ["id"],
                                            "additionalProperties": False,
                                            "properties": {
                                                "id": {"type": "string"},
                                                "shortDescription": MESSAGE,
                                                "fullDescription": MESSAGE,
                                                "help": MESSAGE,
                                                "defaultConfiguration": {
                                                    "type": "object",
                                                    "additionalProperties": False,
                                                    "properties": {"level": LEVEL},
                                                },
                                            },
                                        },
                                    },
                                },
                            }
                        },
                    },
                    "results": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["message", "ruleId", "locations"],
                            "additionalProperties": False,
                            "properties": {
                                "ruleId": {"type": "string"},
                                "ruleIndex": {"type": "integer", "minimum": 0},
                                "level": LEVEL,
                                "message": MESSAGE,
                                "locations": {
                                    "type": "array",
                                    "minItems": 1,
                                    "items": {
                                        "type": "object",
                                        "required": ["physicalLocation"],
                                        "additionalProperties": False,
                                        "properties": {
                                            "physicalLocation": {
                                                "type": "object",
                                                "required": ["artifactLocation"],
                                                "additionalProperties": False,
                                                "properties": {
                                                    "artifactLocation": {
                                                        "type": "object",
                                                        "required": ["uri"],
                                                        "additionalProperties": False,
                                                        "properties": {
                                                            "uri": {
                                                                "type": "string",
                                                                "pattern": r"^[\w./:%~-]+$",
                                                            }
                                                        },
                                                    },
                                                    "region": {
                                                        "type": "object",
                                                        "required": ["startLine", "startColumn"],
                                                        "additionalProperties": False,
                                                        "properties": {
                                                            "startLine": {"type": "integer", "minimum": 1},
                                                            "startColumn": {"type": "integer", "minimum": 1},
                                                        },
                                                    },
                                                },
                                            }
                                        },
                                    },
                                },
                            },
                        },
                    },
                },
            },
        },
    },
}


def test_the_sarif_log_keeps_to_the_standard(tmp_path: Path) -> None:
    matter = spoiled(
        tmp_path / "with space", ("rubric", IDLE, TWICE), ("hidden_facts", "q_menu:", "q_menus:")
    )
    (tmp_path / "with space" / "examples" / "bread_001" / "scores.yaml").unlink()
    report = lint_matter(matter)
    assert {one.line for one in report.problems} > {0}
    log = json.loads(report_sarif([report, reported(problem(path="ä/§ b.yaml"))], "1.2.3"))
    jsonschema.validate(log, SARIF, cls=jsonschema.Draft202012Validator)
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    for result in log["runs"][0]["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    assert len(rules) == len(RULES)


# --- the command -----------------------------------------------------------------------------------------


def test_exit_statuses(tmp_path: Path) -> None:
    clean = write_base(tmp_path / "clean")
    warned = spoiled(tmp_path / "warned", ("rubric", IDLE, TWICE))
    wrong = spoiled(tmp_path / "wrong", ("rubric", '["contract §7"]', '["contract §77"]'))
    broken = spoiled(tmp_path / "broken", ("rubric", "issues:\n", "issues: [\n"))
    assert run(str(clean)) == (0, f"{clean}: clean\n")
    assert run(str(warned))[0] == 0
    assert run(str(warned), "--strict")[0] == 1
    assert run(str(wrong))[0] == 1
    code, output = run(str(broken))
    assert code == 1
    assert "[yaml]" in output
    assert run(str(clean), str(wrong))[0] == 1
    for unusable in (str(tmp_path / "nowhere"), str(clean / RUBRIC), "no_such_matter_000"):
        with pytest.raises(UnusableInputError):
            run(unusable)
    for unusable in (str(tmp_path / "nowhere"), str(tmp_path / "clean" / "examples"), str(clean / RUBRIC)):
        with pytest.raises(UnusableInputError):
            run("--all", unusable)


def test_all_takes_every_folder_that_means_to_be_a_matter(tmp_path: Path) -> None:
    matter = write_base(tmp_path)
    shutil.copytree(matter, matter.parent / "bread_002")
    (matter.parent / "bread_002" / "matter.yaml").unlink()
    (matter.parent / "notes").mkdir()
    code, output = run("--all", str(matter.parent), "--format", "json")
    told = json.loads(output)
    assert code == 1
    assert [(one["matter"], one["loads"]) for one in told["matters"]] == [
        (f"{matter.parent}/bread_001", True),
        (f"{matter.parent}/bread_002", False),
    ]
    assert told["errors"] == len(told["matters"][1]["problems"])


def test_the_same_problems_in_every_form(tmp_path: Path) -> None:
    matter = str(
        spoiled(tmp_path, ("rubric", IDLE, TWICE), ("rubric", '["contract §7"]', '["contract §77"]'))
    )
    told = json.loads(run(matter, "--format", "json")[1])["matters"][0]["problems"]
    places = [(one["path"], one["line"], one["rule"]) for one in told]
    text = re.findall(r"^(\S+):(\d+):\d+: \w+: .* \[([\w-]+)\]$", run(matter)[1], re.MULTILINE)
    annotations = re.findall(
        r"^::\w+ file=(\S+),line=(\d+),col=\d+,title=([\w-]+)::",
        run(matter, "--format", "github")[1],
        re.MULTILINE,
    )
    log = json.loads(run(matter, "--format", "sarif")[1])
    results = [(one["locations"][0]["physicalLocation"], one["ruleId"]) for one in log["runs"][0]["results"]]
    assert len(places) == 3
    assert [(path, int(line), rule) for path, line, rule in text] == places
    assert [(path, int(line), rule) for path, line, rule in annotations] == places
    assert [
        (place["artifactLocation"]["uri"].removeprefix("file://"), place["region"]["startLine"], rule)
        for place, rule in results
    ] == places


def test_fix_says_what_it_did(tmp_path: Path) -> None:
    matter = str(spoiled(tmp_path, ("rubric", IDLE, TWICE)))
    code, output = run(matter, "--fix")
    assert code == 0
    assert output == (
        f'{matter}/rubric.yaml:38: repaired: took out "Overnight", which stands here twice\n'
        f"{matter}: clean (1 repair made)\n"
    )
    assert run(matter, "--fix") == (0, f"{matter}: clean\n")


def test_a_rule_is_explained(tmp_path: Path) -> None:
    code, output = run("--explain", "gate-unguarded")
    assert code == 0
    assert output.startswith("#### gate-unguarded\n")
    assert "fires on its own denial" in output
    import click

    with pytest.raises(click.UsageError, match="did you mean gate-unguarded"):
        run("--explain", "gate-ungarded")


def test_the_manual_page_is_current() -> None:
    assert (ROOT / "docs" / "lint.md").read_text("utf-8") == manual(), (
        "run: playbook lint --explain all > docs/lint.md"
    )


@pytest.mark.parametrize("shipped", sorted((ROOT / "matters").iterdir()), ids=lambda path: path.name)
def test_a_shipped_matter_has_no_errors(shipped: Path) -> None:
    report = lint_matter(shipped)
    assert [str(one) for one in report.problems if one.severity == "error"] == []


# --- words that point elsewhere --------------------------------------------------------------------------


def headings_of(document: str) -> set[str]:
    text = (ROOT / document).read_text("utf-8")
    return {line.lstrip("#").strip() for line in text.split("\n") if line.startswith("#")}


@pytest.mark.parametrize("rule", RULES, ids=[rule.id for rule in RULES])
def test_the_source_of_a_rule_is_there(rule: Any) -> None:
    for document, rest in re.findall(r"((?:docs/)?\w+\.md), ((?:(?:and )?\"[^\"]+\",? ?)*)", rule.source):
        for heading in re.findall(r'"([^"]+)"', rest):
            assert heading in headings_of(document), f"{document} has no heading {heading!r}"
    assert re.search(r"\w+\.md|playbook schema", rule.source)


def test_the_link_to_the_counterparty_has_its_place() -> None:
    assert "\n### counterparty.yaml\n" in (ROOT / "AUTHORING.md").read_text("utf-8")


# --- fast code beside its slow twin ----------------------------------------------------------------------

WORDS = st.sampled_from(["a", "ab", "abc", "b", "bc", "b c", "c", "ca", "a b", ""])


@given(st.lists(st.lists(WORDS, max_size=3), max_size=12))
def test_takers_are_what_comparing_all_with_all_gives(lists: list[list[str]]) -> None:
    variants = [
        Variant(tuple(Phrase(word, word, ()) for word in words), (at,)) for at, words in enumerate(lists)
    ]

    def takes(first: list[str], second: list[str]) -> bool:
        sound = bool(first) and all(first)
        return sound and all(any(mine in theirs for theirs in second) for mine in first)

    assert takers(variants) == tuple(
        tuple(other for other, words in enumerate(lists) if other != at and takes(words, mine))
        for at, mine in enumerate(lists)
    )


@given(st.lists(WORDS, max_size=12))
def test_texts_inside_are_what_looking_for_each_in_each_gives(texts: list[str]) -> None:
    assert texts_inside(texts) == [
        {at for at, other in enumerate(texts) if other and other in text} for text in texts
    ]
