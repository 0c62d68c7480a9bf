"""One matter, every rule, all problems in one run."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from ...matter.package import load_matter
from ...paper.manifest import read_documents, read_manifest, record_of
from ...problems import Problem, UnusableInputError
from ...sources import YamlFile, read_source
from ..examples import Examples, read_examples
from ..probes import PROBES_NAME, Probe, read_probes
from .allowances import without_allowed
from .draft import Draft, Paper
from .rule import Finding, Rule, Severity, TextEdit
from .rules import RULES


class LintProblem(msgspec.Struct, frozen=True, order=True):
    """One thing that a rule says, with its place; `line` and `column` count from 1, 0 means the file as a whole."""

    path: str
    line: int
    column: int
    severity: Severity
    rule: str
    message: str

    def __str__(self) -> str:
        place = self.path if self.line == 0 else f"{self.path}:{self.line}:{self.column}"
        return f"{place}: {self.severity}: {self.message} [{self.rule}]"


class Skipped(msgspec.Struct, frozen=True):
    """Rules that were not run, and why."""

    reason: str
    rules: tuple[str, ...]


class LintReport(msgspec.Struct, frozen=True):
    """What the rules say of a matter. `loads` is false when its files cannot be read as a matter; then the rules on
    the paper alone have run, if the paper could be read. `repairs` are the mechanical repairs there are."""

    matter: str
    loads: bool
    problems: tuple[LintProblem, ...]
    skipped: tuple[Skipped, ...]
    repairs: tuple[TextEdit, ...]

    def count(self, severity: Severity) -> int:
        """How many problems there are of that severity."""
        return sum(one.severity == severity for one in self.problems)


_BY_ID = {rule.id: rule for rule in RULES}


def lint_matter(folder: Path, called: str | None = None, rules: tuple[Rule, ...] = RULES) -> LintReport:
    """What `rules` say of the matter in `folder`, which messages call `called`.

    Raises `UnusableInputError` when there is no such folder. What is wrong inside it is in the report.
    """
    name = called if called is not None else folder.as_posix()
    if not folder.is_dir():
        reason = "this is a file; a matter is a folder" if folder.exists() else "there is no such folder"
        raise UnusableInputError([Problem(name, 0, 0, "file", reason)])
    run = _Run(name, rules)
    examples = read_examples(folder, name)
    probes, probes_file = run.probes(folder)
    if examples is not None:
        run.report(examples.problems, [] if examples.scores_file is None else [examples.scores_file])
    try:
        matter = load_matter(folder, name)
    except UnusableInputError as error:
        run.report(error.problems, _yaml_files(folder, name, error.problems))
        run.paper(_paper(folder, name))
        return run.finish(loads=False)
    paper = Paper(folder, name, matter.manifest, matter.record, matter.files["matter.yaml"])
    draft = Draft(matter, paper, examples, probes, probes_file)
    run.paper(paper)
    run.key(draft)
    texts = {file.name: file.source.text for file in matter.files.values()}
    texts |= {document.name: document.text for document in matter.record.documents}
    others = (probes_file, None if examples is None else examples.scores_file)
    texts |= {file.name: file.source.text for file in others if file is not None}
    return run.finish(loads=True, texts=texts)


def _paper(folder: Path, name: str) -> Paper | None:
    """The paper of a matter whose key does not load; None when that cannot be read either."""
    try:
        manifest, file = read_manifest(folder, name)
        documents = read_documents(folder, manifest, file)
    except UnusableInputError:
        return None
    return Paper(folder, name, manifest, record_of(manifest, documents), file)


def _yaml_files(folder: Path, name: str, problems: Iterable[Problem]) -> list[YamlFile]:
    """The YAML files that the problems stand in, where they can be read, for repairs."""
    files = []
    for path in dict.fromkeys(one.path for one in problems if one.path.endswith(".yaml") and one.line):
        try:
            file = YamlFile(read_source(folder / path.removeprefix(f"{name}/"), path))
            if file.root is not None:
                files.append(file)
        except UnusableInputError:
            continue
    return files


class _Run:
    """What has been found so far."""

    def __init__(self, name: str, rules: tuple[Rule, ...]) -> None:
        self._name = name
        self._rules = rules
        self._wanted = {rule.id for rule in rules}
        self._problems: dict[LintProblem, None] = {}
        self._repairs: dict[TextEdit, None] = {}
        self._skipped: dict[str, list[str]] = {}
        self._ran: set[str] = set()

    def probes(self, folder: Path) -> tuple[tuple[Probe, ...] | None, YamlFile | None]:
        if not (folder / PROBES_NAME).exists():
            return None, None
        try:
            return read_probes(folder, self._name)
        except UnusableInputError as error:
            self.report(error.problems, _yaml_files(folder, self._name, error.problems))
            return None, None

    def report(self, problems: Iterable[Problem], files: Iterable[YamlFile]) -> None:
        """Take over what a reader found, with the repairs there are."""
        by_name = {file.name: file for file in files}
        for one in problems:
            rule = _BY_ID[one.rule]
            if rule.id not in self._wanted:
                continue
            self._problems[
                LintProblem(one.path, one.line, one.column, rule.severity, rule.id, one.message)
            ] = None
            file = by_name.get(one.path)
            repair = rule.mend(file, one) if rule.mend is not None and file is not None else None
            if repair is not None:
                self._repairs[repair] = None

    def paper(self, paper: Paper | None) -> None:
        for rule in self._rules:
            if rule.check_paper is None:
                continue
            if paper is None:
                self._skip(rule, "the paper cannot be read")
            else:
                self._take(rule, rule.check_paper(paper))

    def key(self, draft: Draft) -> None:
        for rule in self._rules:
            if rule.check is None:
                continue
            if rule.asks == "examples" and not _has_trajectories(draft.examples):
                self._skip(rule, "there are no trajectories beside the matter (examples/<id>/*.jsonl)")
            elif rule.asks == "probes" and draft.probes is None:
                self._skip(rule, "there is no probes.yaml that can be read")
            else:
                self._take(rule, rule.check(draft))

    def _skip(self, rule: Rule, reason: str) -> None:
        self._skipped.setdefault(reason, []).append(rule.id)

    def _take(self, rule: Rule, findings: Iterable[Finding]) -> None:
        self._ran.add(rule.id)
        for one in findings:
            problem = LintProblem(one.path, one.line, one.column, rule.severity, rule.id, one.message)
            self._problems[problem] = None
            if one.repair is not None:
                self._repairs[one.repair] = None

    def finish(self, *, loads: bool, texts: dict[str, str] | None = None) -> LintReport:
        problems: Iterable[LintProblem] = self._problems
        if loads:
            problems = self._allowed(texts or {})
        else:
            waiting = [rule.id for rule in self._rules if rule.check is not None]
            if waiting:
                self._skipped["the matter does not load; these rules run once it does"] = waiting
        skipped = tuple(Skipped(reason, tuple(ids)) for reason, ids in self._skipped.items())
        return LintReport(self._name, loads, tuple(sorted(problems)), skipped, tuple(self._repairs))

    def _allowed(self, texts: dict[str, str]) -> Iterator[LintProblem]:
        warnings = [one for one in self._problems if one.severity == "warning"]
        places = [(one.path, one.line, one.rule) for one in warnings]
        kept, idle = without_allowed(places, texts, self._ran, _BY_ID.keys())
        silenced = {one for one, stays in zip(warnings, kept, strict=True) if not stays}
        yield from (one for one in self._problems if one not in silenced)
        rule = _BY_ID["allowance-idle"]
        if rule.id in self._wanted:
            for path, line, message in idle:
                yield LintProblem(path, line, 1, rule.severity, rule.id, message)


def _has_trajectories(examples: Examples | None) -> bool:
    return examples is not None and bool(examples.trajectories)
