"""Loading a matter: a folder becomes a `Matter`, or the complete list of what is wrong with it.

Everything is read, checked and compiled once, here; a loaded matter is never written to, so any number of
episodes may stand on it side by side.
"""

import hashlib
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TypeVar

import msgspec

from ..actions import ACTIONS, Limits
from ..paper.citations import Citation, parse_citation
from ..paper.documents import Record
from ..paper.manifest import MANIFEST_NAME, Manifest, read_documents, read_manifest, record_of
from ..problems import Problem, UnusableInputError, shown
from ..sources import YamlFile, decode, read_source
from .criteria import Criteria, compile_criteria
from .key import Counterparty, HiddenFacts, Rubric

RUBRIC_NAME, HIDDEN_FACTS_NAME, COUNTERPARTY_NAME = "rubric.yaml", "hidden_facts.yaml", "counterparty.yaml"

T = TypeVar("T")


class Matter(msgspec.Struct, frozen=True, dict=True, weakref=True, eq=False):
    """A matter with its answer key, ready for any number of episodes.

    `sources` holds the manifest and key files as they were read, by file name, and the documents' hashes stand
    in the record; together they make `content_hash`.
    """

    manifest: Manifest
    record: Record
    rubric: Rubric
    hidden: HiddenFacts
    counterparty: Counterparty | None
    criteria: Criteria
    files: dict[str, YamlFile]

    @property
    def id(self) -> str:
        """The matter id."""
        return self.manifest.matter_id

    @cached_property
    def is_negotiable(self) -> bool:
        """Whether there is a counterparty that holds a position."""
        return self.counterparty is not None and bool(self.counterparty.positions)

    @cached_property
    def limits(self) -> Limits:
        """The bounds this matter sets on actions."""
        instrument = self.rubric.instrument
        return Limits(instrument.maximum_characters, instrument.maximum_citations)

    @cached_property
    def content_hash(self) -> str:
        """SHA-256 over names and contents of the package's files, line ends aside: the same on every platform."""
        digest = hashlib.sha256()
        parts = [(name, file.source.text) for name, file in self.files.items()]
        parts += [(f"document {document.id}", document.text) for document in self.record.documents]
        for name, text in sorted(parts):
            body = text.replace("\r\n", "\n").encode("utf-8")
            digest.update(f"{name}\n{len(body)}\n".encode())
            digest.update(body)
        return digest.hexdigest()


def load_matter(path: str | Path, name: str | None = None) -> Matter:
    """The matter in the folder `path`.

    Raises `UnusableInputError`, whose `problems` are all that is wrong in all of its files. `name` is how the
    problems call the folder (default: `path` as given).
    """
    folder = Path(path)
    called = name if name is not None else folder.as_posix()
    try:
        is_folder, is_there = folder.is_dir(), folder.exists()
    except (OSError, ValueError):  # a name that no file can have
        is_folder = is_there = False
    if not is_folder:
        reason = "this is a file; a matter is a folder" if is_there else "there is no such matter folder"
        raise UnusableInputError([Problem(called, 0, 0, "file", reason)])
    found = _Findings()
    loaded = found.attempt(lambda: read_manifest(folder, called))
    manifest, manifest_file = loaded if loaded is not None else (None, None)
    documents = None
    if manifest is not None and manifest_file is not None:
        documents = found.attempt(lambda: read_documents(folder, manifest, manifest_file))
    files: dict[str, YamlFile] = {} if manifest_file is None else {MANIFEST_NAME: manifest_file}

    def key_file(file_name: str, kind: type[T], *, needed: bool) -> T | None:
        target = folder / file_name
        if not needed and not target.is_symlink() and not target.exists():
            return None
        source = found.attempt(lambda: read_source(target, f"{called}/{file_name}"))
        if source is None:
            return None
        files[file_name] = YamlFile(source)
        return found.attempt(lambda: decode(files[file_name], kind))

    rubric = key_file(RUBRIC_NAME, Rubric, needed=True)
    wants_answers = rubric is not None and bool(rubric.questions or rubric.escalations)
    hidden = key_file(HIDDEN_FACTS_NAME, HiddenFacts, needed=wants_answers)
    counterparty = key_file(COUNTERPARTY_NAME, Counterparty, needed=False)
    if hidden is None and HIDDEN_FACTS_NAME not in files:
        hidden = HiddenFacts()
    criteria = None
    if rubric is not None and hidden is not None:
        file = files[RUBRIC_NAME]
        criteria, key_problems = compile_criteria(rubric, hidden, counterparty)
        found.problems += [file.problem(one.rule, one.message, *one.path) for one in key_problems]
        found.problems += _rubric_problems(rubric, file)
        if COUNTERPARTY_NAME in files and counterparty is not None:
            found.problems += _counterparty_problems(rubric, counterparty, files[COUNTERPARTY_NAME])
        if criteria is not None and documents is not None and manifest is not None:
            found.problems += _anchor_problems(criteria, record_of(manifest, documents), file)
    if found.problems:
        raise UnusableInputError(sorted(found.problems))
    assert manifest is not None
    assert documents is not None
    assert rubric is not None
    assert hidden is not None
    assert criteria is not None
    for file in files.values():
        file.forget()
    return Matter(manifest, record_of(manifest, documents), rubric, hidden, counterparty, criteria, files)


class _Findings:
    """Problems gathered over several files."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def attempt(self, read: Callable[[], T]) -> T | None:
        try:
            return read()
        except UnusableInputError as error:
            self.problems.extend(error.problems)
            return None


def _rubric_problems(rubric: Rubric, file: YamlFile) -> list[Problem]:
    problems: list[Problem] = []

    def note(rule: str, message: str, *path: str | int) -> None:
        problems.append(file.problem(rule, message, *path))

    for kind in ("questions", "escalations", "issues"):
        seen: set[str] = set()
        for index, one in enumerate(getattr(rubric, kind)):
            if not one.id.strip():
                note("empty", "the id is blank", kind, index, "id")
            if one.id in seen:
                note("duplicate-id", f"the id {shown(one.id)} is used twice in {kind}", kind, index, "id")
            seen.add(one.id)
    both = {question.id for question in rubric.questions}
    for index, escalation in enumerate(rubric.escalations):
        if escalation.id in both:
            message = (
                f"the id {shown(escalation.id)} is a question's already; their answers would share a name"
            )
            note("duplicate-id", message, "escalations", index, "id")
    anchors: dict[Citation, str] = {}
    for index, issue in enumerate(rubric.issues):
        anchor = parse_citation(issue.anchor)
        if anchor is None:
            continue  # said where it is compiled
        if anchor in anchors:
            message = (
                f"the anchor {shown(issue.anchor)} is {anchors[anchor]}'s already; every issue has its own"
            )
            note("duplicate-anchor", message, "issues", index, "anchor")
        anchors.setdefault(anchor, issue.id)
    issue_ids = {issue.id for issue in rubric.issues}
    for at, wanted in enumerate(rubric.final_submission.required_issue_ids):
        if wanted not in issue_ids:
            message = (
                f"there is no issue {shown(wanted)}; the issues are {', '.join(sorted(issue_ids)) or 'none'}"
            )
            note("unknown-id", message, "final_submission", "required_issue_ids", at)
    _instrument_problems(rubric, note)
    return problems


def _anchor_problems(criteria: Criteria, record: Record, file: YamlFile) -> list[Problem]:
    return [
        file.problem(
            "anchor", f"the anchor {issue.anchor} names no section of the record", "issues", index, "anchor"
        )
        for index, issue in enumerate(criteria.issues)
        if not record.sections(issue.anchor)
    ]


def _instrument_problems(rubric: Rubric, note: Callable[..., None]) -> None:
    instrument = rubric.instrument
    known = {field for kind in ACTIONS.values() for field in kind.__struct_fields__}
    known -= {"citations", "quotes", "issue_id", "document_id", "section", "severity"}
    for key, most in instrument.maximum_characters.items():
        place = ("instrument", "maximum_characters", key)
        if key not in known:
            note(
                "unknown-key",
                f"{shown(key)} is no text of an action; known: {', '.join(sorted(known))}",
                *place,
            )
        if most < 1:
            note("range", f"{key} is limited to {most} characters; at least 1 is needed", *place)
    for key, least in (("maximum_issues", 0), ("maximum_citations", 1), ("own_words", 2)):
        value = getattr(instrument, key)
        if value is not None and value < least:
            note("range", f"{key} is {value}; at least {least} is needed", "instrument", key)
    cap = rubric.critical_failure_score_cap
    if not 0 <= cap <= 1:
        note(
            "range", f"the cap is {float(cap):g}; it is a share between 0 and 1", "critical_failure_score_cap"
        )
    if rubric.max_score is not None and rubric.max_score <= 0:
        note(
            "range",
            f"max_score is {float(rubric.max_score):g}; it must be above 0, or be left out",
            "max_score",
        )


def _counterparty_problems(rubric: Rubric, counterparty: Counterparty, file: YamlFile) -> list[Problem]:
    issue_ids = {issue.id for issue in rubric.issues}
    problems = [
        file.problem("unknown-id", f"the rubric has no issue {shown(issue_id)}", "positions", issue_id)
        for issue_id in counterparty.positions
        if issue_id not in issue_ids
    ]
    for issue_id, position in counterparty.positions.items():
        if position.resist_rounds < 0:
            message = f"resist_rounds is {position.resist_rounds}; at least 0 is needed"
            problems.append(file.problem("range", message, "positions", issue_id, "resist_rounds"))
    return problems
