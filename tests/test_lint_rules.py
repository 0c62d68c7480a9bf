"""Each rule speaks on what it must catch, at the very line, and is silent on what it must spare."""

import os
from pathlib import Path

import pytest

from playbook_legal.authoring.lint import RULES, lint_matter
from playbook_legal.authoring.lint import rules as rules_package
from playbook_legal.authoring.lint.base_matter import write_base
from playbook_legal.authoring.lint.rule import Case, Rule

CAUGHT = [
    pytest.param(rule, case, id=f"{rule.id}-{at}") for rule in RULES for at, case in enumerate(rule.catches)
]
SPARED = [
    pytest.param(rule, case, id=f"{rule.id}-{at}") for rule in RULES for at, case in enumerate(rule.spares)
]


def line_of(file: Path, text: str) -> int:
    """The line on which the first occurrence of `text` ends; 0 for a blank text."""
    if not text:
        return 0
    content = file.read_text("utf-8", "surrogateescape")
    assert text in content, f"{text!r} does not stand in {file.name}"
    return content.count("\n", 0, content.index(text) + len(text.rstrip("\n"))) + 1


@pytest.mark.parametrize(("rule", "case"), CAUGHT)
def test_a_rule_speaks_on_what_it_must_catch(rule: Rule, case: Case, tmp_path: Path) -> None:
    matter = write_base(tmp_path, case)
    assert case.at is not None
    file = Path(os.path.normpath(matter / case.at[0]))
    report = lint_matter(matter)
    spoken = [problem for problem in report.problems if problem.rule == rule.id]
    assert (file, line_of(file, case.at[1])) in [(Path(one.path), one.line) for one in spoken], (
        report.problems
    )
    assert all(problem.severity == rule.severity for problem in spoken)


@pytest.mark.parametrize(("rule", "case"), SPARED)
def test_a_rule_is_silent_on_what_it_must_spare(rule: Rule, case: Case, tmp_path: Path) -> None:
    report = lint_matter(write_base(tmp_path, case))
    assert [problem for problem in report.problems if problem.rule == rule.id] == []
    assert rule.id not in [name for skipped in report.skipped for name in skipped.rules]


def test_the_base_matter_is_clean(tmp_path: Path) -> None:
    report = lint_matter(write_base(tmp_path))
    assert report.problems == ()
    assert report.skipped == ()


@pytest.mark.parametrize("rule", RULES, ids=[rule.id for rule in RULES])
def test_a_rule_is_complete(rule: Rule) -> None:
    assert rule.catches
    assert rule.spares
    assert all(case.changes for case in (*rule.catches, *rule.spares))
    assert rule.what.endswith(".")
    assert rule.source
    assert not (rule.check and rule.check_paper)
    if rule.repairs:
        assert rule.repairs.endswith(".")


def test_every_file_of_rules_is_in_the_tuple_under_its_own_name() -> None:
    files = [
        path.stem for path in Path(rules_package.__file__).parent.glob("*.py") if path.stem != "__init__"
    ]
    # A name that Python has taken carries an underscore.
    assert sorted(name.rstrip("_").replace("_", "-") for name in files) == sorted(rule.id for rule in RULES)
