"""A linter is worth what it finds: each shipped matter is broken in one way after another, and the right rule must
speak at the right line."""

import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from playbook_legal.authoring.lint import RULES, lint_matter
from playbook_legal.authoring.lint.draft import Draft, Paper
from playbook_legal.matter.criteria import derived_max_score
from playbook_legal.matter.package import load_matter
from playbook_legal.problems import UnusableInputError

from .lint_mutations import GONE, MUTATIONS, NEW, PAPER, Mutation

ROOT = Path(__file__).resolve().parent.parent


def loads(folder: Path) -> bool:
    try:
        load_matter(folder)
    except UnusableInputError:
        return False
    return True


MATTERS = [path.name for path in sorted((ROOT / "matters").iterdir()) if loads(path)]
BY_ID = {rule.id: rule for rule in RULES}


@cache
def facts(name: str) -> dict[str, str]:
    """What mutations borrow from the matter."""
    matter = load_matter(ROOT / "matters" / name)
    paper = Paper(Path(name), name, matter.manifest, matter.record, matter.files["matter.yaml"])
    draft = Draft(matter, paper, None, None, None)
    rubric = matter.rubric
    plain = re.compile(r"[a-z]{3,}(?: [a-z]{3,}){3}")
    own = next(words.group() for _, text in draft.clients_words if (words := plain.search(text)))
    heading = next(title for _, title in draft.headings if re.fullmatch(r"[a-z ]{6,30}", title))
    told = {
        "question": rubric.questions[0].id,
        "heading": heading,
        "playbook_words": own,
        "maximum": repr(float(derived_max_score(rubric, matter.counterparty))),
        "paper": next(one.path for one in matter.manifest.documents if one.id == paper_of(matter)),
    }
    run = re.compile(r"[a-z]+(?: [a-z]+){9}")
    told["record_run"] = next(
        found.group() for one in matter.record.all_sections() if (found := run.search(one.passage.text))
    )
    if rubric.issues:
        anchor = draft.anchor_sections(0)[0]
        told["anchor_words"] = next(
            iter(re.findall(r"[a-z]+ [a-z]+ [a-z]+", anchor.passage.text.split(" ", 6)[-1]))
        )
        anchors = [one.anchor for one in matter.criteria.issues]
        told["free_section"] = next(
            str(one.citation) for one in matter.record.all_sections() if one.citation not in anchors
        )
    return told


def paper_of(matter: Any) -> str:
    issues = matter.criteria.issues
    return str(issues[0].anchor.document_id if issues else matter.record.documents[-1].id)


def first_difference(before: str, after: str) -> int:
    same = zip(before, after, strict=False)
    return next((at for at, (one, other) in enumerate(same) if one != other), min(len(before), len(after)))


class Broken:
    """A copy of a shipped matter with one mutation, or None as `file` where it does not apply."""

    def __init__(self, name: str, mutation: Mutation, folder: Path) -> None:
        self.matter = folder / "matters" / name
        self.examples = folder / "examples" / name
        self.name = name
        self.facts = facts(name)
        self.line: int | None = None
        self.applies = self._break(mutation)

    def path(self, file: str) -> Path:
        if file == PAPER:
            return self.matter / self.facts["paper"]
        if file == "examples" or file.startswith("examples/"):
            return self.examples / file.removeprefix("examples").lstrip("/")
        return self.matter / file

    def filled(self, text: str) -> str | None:
        """The text with what is borrowed from the matter; None where the matter does not have it."""
        wanted = re.findall(r"\{([a-z_]+)\}", text)
        if any(name not in self.facts for name in wanted):
            return None
        for name in wanted:
            text = text.replace("{" + name + "}", self.facts[name])
        return text

    def _break(self, mutation: Mutation) -> bool:
        source = ROOT / "matters" / self.name
        beside = ROOT / "examples" / self.name
        original = self.path(mutation.file)
        there = (
            source / original.relative_to(self.matter)
            if original.is_relative_to(self.matter)
            else beside / original.name
        )
        find, put = self.filled(mutation.find), self.filled(mutation.put)
        if find is None or put is None or (mutation.find != NEW and not there.exists()):
            return False
        text = there.read_bytes().decode("utf-8") if there.is_file() else ""
        if mutation.needs and not re.search(mutation.needs, (source / "rubric.yaml").read_text("utf-8")):
            return False
        if mutation.find not in (GONE, NEW):
            spots = list(re.finditer(find, text))
            if len(spots) <= max(mutation.which, 0):
                return False
            changed = text
            for spot in reversed(spots if mutation.which < 0 else [spots[mutation.which]]):
                changed = changed[: spot.start()] + spot.expand(put) + changed[spot.end() :]
            assert changed != text
        else:
            changed = put
        shutil.copytree(source, self.matter)
        if beside.is_dir() and (
            BY_ID[mutation.rule].asks == "examples" or mutation.file.startswith("examples")
        ):
            shutil.copytree(beside, self.examples)
        if mutation.find == GONE:
            original.unlink()
        else:
            original.parent.mkdir(parents=True, exist_ok=True)
            original.write_bytes(changed.encode("utf-8", "surrogateescape"))
        self.line = self._line(mutation, original, text, changed)
        return True

    def _line(self, mutation: Mutation, file: Path, before: str, after: str) -> int:
        self.file = file if mutation.at is None else self.path(mutation.at[0])
        if mutation.at is None:
            return after.count("\n", 0, first_difference(before, after)) + 1
        expression = mutation.at[1]
        if expression is None:
            return 0
        filled = self.filled(expression)
        assert filled is not None
        text = self.file.read_text("utf-8", "surrogateescape")
        found = re.search(filled, text)
        assert found, f"{filled} stands nowhere in {self.file.name}"
        return text.count("\n", 0, found.end()) + 1


@pytest.mark.parametrize("name", MATTERS)
@pytest.mark.parametrize("mutation", MUTATIONS.values(), ids=MUTATIONS)
def test_a_broken_matter_is_reported_by_the_right_rule_at_the_right_line(
    name: str, mutation: Mutation, tmp_path: Path
) -> None:
    if mutation.matters and name not in mutation.matters:
        return
    broken = Broken(name, mutation, tmp_path)
    if not broken.applies:
        return
    rules = (BY_ID[mutation.rule],) if mutation.rule != "allowance-idle" else RULES
    report = lint_matter(broken.matter, rules=rules)
    spoken = [(Path(one.path), one.line) for one in report.problems if one.rule == mutation.rule]
    assert (broken.file, broken.line) in spoken, [str(one) for one in report.problems][:10]


def test_there_are_enough_ways_to_break_a_matter_and_each_applies_somewhere(tmp_path: Path) -> None:
    assert len(MUTATIONS) >= 80
    assert len({mutation.rule for mutation in MUTATIONS.values()}) >= 80
    for number, (title, mutation) in enumerate(MUTATIONS.items()):
        somewhere = mutation.matters or MATTERS
        assert any(
            Broken(name, mutation, tmp_path / str(number) / name).applies
            for name in somewhere
            if name in MATTERS
        ), f"{title} applies to no shipped matter"
