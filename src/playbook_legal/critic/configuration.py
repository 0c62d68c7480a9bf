"""Settings of the critic: the table `critic` of `playbook.toml`, or `tool.playbook.critic` of `pyproject.toml`.

The schema is closed: an unknown key is an error with the nearest known one, and every error has its line. Paths
are read from the folder the file lies in. What the command line says counts before what a file says.
"""

import os
from pathlib import Path
from typing import Literal

import msgspec

from ..paper.firewall import Firewall
from ..problems import Problem, UnusableInputError, one_line, shown
from ..sources.decoding import decode
from ..sources.files import Source
from ..sources.tomltree import TomlFile
from .settings_file import MAXIMUM_BYTES, PROJECT
from .suppressions import Suppression
from .verdicts import FINDING_VERDICTS, Cause, Verdict

MOST_JOBS = 64


class Suppress(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry of `suppress`, as written."""

    reason: str
    fingerprint: str | None = None
    cause: str | None = None
    verdict: str | None = None
    item: str | None = None
    citation: str | None = None
    document: str | None = None


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """The table, as written; None where a key is absent. The keys are the names of the options."""

    record: str | None = None
    authority: str | None = None
    quotes: Literal["literal", "typographic", "layout", "declared"] | None = None
    view: Literal["accepted", "original", "both"] | None = None
    author: tuple[str, ...] | None = None
    min_summary_chars: int | None = None
    jobs: int | None = None
    cache: str | None = None
    fail_on: Literal["critical", "advisory", "never"] | None = None
    format: Literal["concise", "markdown", "json", "jsonl", "sarif", "junit", "github", "html"] | None = None
    output: dict[str, str] | None = None
    baseline: str | None = None
    suppress: tuple[Suppress, ...] = ()


class _File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    critic: Settings = Settings()


class Configuration(msgspec.Struct, frozen=True, kw_only=True):
    """What a file of settings says.

    Its paths are read from the folder of the file. `lines` tells where each key stands, for instance
    `playbook.toml:3`.
    """

    path: Path
    name: str
    settings: Settings
    lines: dict[str, str]
    suppressions: tuple[Suppression, ...]


def load_configuration(path: str | os.PathLike[str], wall: Firewall | None = None) -> Configuration:
    """The settings in the file at `path`.

    Raises `CriticError` with everything that is wrong in it, each with its line, and `AnswerKeyError` when the
    path leads to an answer key.
    """
    admitted = (wall if wall is not None else Firewall()).admit(path)
    if admitted.size > MAXIMUM_BYTES:
        message = f"the file has {admitted.size} bytes; settings have at most {MAXIMUM_BYTES}"
        raise UnusableInputError([Problem(admitted.name, 0, 0, "file", message)])
    return read_configuration(admitted.read(), Path(path))


def read_configuration(source: Source, path: Path) -> Configuration:
    """The settings in `source`, which was read from `path`; see `load_configuration`."""
    file = TomlFile(source)
    if path.name == PROJECT:
        file = file.table("tool", "playbook")
    file.drop_keys("x-")
    try:
        settings = decode(file, _File).critic
    except UnusableInputError as error:
        raise UnusableInputError([_in_toml(one) for one in error.problems]) from None
    checks = _Checks(file)
    checks.all(settings)
    if checks.problems:
        raise UnusableInputError(sorted(checks.problems))
    given = (name for name in Settings.__struct_encode_fields__ if name in file.keys("critic"))
    return Configuration(
        path=path,
        name=source.name,
        settings=_from_folder(settings, path.parent),
        lines={name: _source(file, "critic", name) for name in given},
        suppressions=tuple(
            _suppression(one, _source(file, "critic", "suppress", index))
            for index, one in enumerate(settings.suppress)
        ),
    )


def _in_toml(problem: Problem) -> Problem:
    """A problem that was said of YAML, said of TOML."""
    return msgspec.structs.replace(problem, message=problem.message.replace(" in YAML; ", " in TOML; "))


def _source(file: TomlFile, *path: str | int) -> str:
    return f"{one_line(file.name, 200)}:{file.place(*path)[0]}"


def _from_folder(settings: Settings, folder: Path) -> Settings:
    """The settings with their paths read from `folder`."""

    def path(written: str | None) -> str | None:
        return None if written is None else (folder / written).as_posix()

    output = settings.output
    return msgspec.structs.replace(
        settings,
        record=path(settings.record),
        authority=path(settings.authority),
        cache=path(settings.cache),
        baseline=path(settings.baseline),
        output=None if output is None else {name: (folder / one).as_posix() for name, one in output.items()},
    )


def _suppression(one: Suppress, source: str) -> Suppression:
    return Suppression(
        reason=one_line(one.reason),
        source=source,
        fingerprint=(one.fingerprint or "").strip(),
        cause=one.cause or "",
        verdict=one.verdict or "",
        item=one.item or "",
        citation=one.citation or "",
        document=one.document or "",
    )


# Causes that a quotation can have only where it is invented.
_INVENTED = (
    Cause.ELSEWHERE,
    Cause.TYPOGRAPHY,
    Cause.ELIDED,
    Cause.WORDS_LEFT_OUT,
    Cause.PUNCTUATION_CHANGED,
    Cause.WORD_CHANGED,
    Cause.NUMBER_CHANGED,
    Cause.INVENTED_TAIL,
    Cause.INVENTED_OPENING,
    Cause.SPLICED,
    Cause.NOT_IN_RECORD,
    Cause.OTHER_VIEW,
    Cause.UNTRACKED_CHANGE,
)
_BY_FINGERPRINT = "an invented quotation is suppressed by its fingerprint alone, one at a time"


class _Checks:
    """What the schema cannot say of settings."""

    def __init__(self, file: TomlFile) -> None:
        self._file = file
        self.problems: list[Problem] = []

    def all(self, settings: Settings) -> None:
        for name in ("record", "authority", "cache", "baseline"):
            value = getattr(settings, name)
            if value is not None and not value.strip():
                self._note("empty", "the text is blank; name something, or leave the key out", name)
        for index, author in enumerate(settings.author or ()):
            if not author.strip():
                self._note("empty", "the text is blank; name somebody, or take it out", "author", index)
        if settings.jobs is not None and not 1 <= settings.jobs <= MOST_JOBS:
            self._note(
                "range", f"{settings.jobs} stands here; 1 to {MOST_JOBS} processes are possible", "jobs"
            )
        if settings.min_summary_chars is not None and settings.min_summary_chars < 0:
            message = (
                f"{settings.min_summary_chars} stands here; a number of characters, 0 or more, is needed"
            )
            self._note("range", message, "min-summary-chars")
        for name, path in (settings.output or {}).items():
            self._output(name, path)
        for index, one in enumerate(settings.suppress):
            self._suppress(index, one)

    def _note(self, rule: str, message: str, *place: str | int) -> None:
        self.problems.append(self._file.problem(rule, message, "critic", *place))

    def _output(self, name: str, path: str) -> None:
        from .report.formats import FORMATS

        if name not in FORMATS:
            self._note("choice", f"{_unlike(name, FORMATS)}", "output", name)
        elif not path.strip():
            self._note("empty", f"the file for {name} has no name; give one", "output", name)

    def _suppress(self, index: int, one: Suppress) -> None:
        def note(rule: str, message: str, *key: str) -> None:
            self._note(rule, message, "suppress", index, *key)

        if not one.reason.strip():
            note("empty", "the reason is blank; say why this is accepted", "reason")
        for name in ("fingerprint", "cause", "verdict", "item", "citation", "document"):
            value = getattr(one, name)
            if value is not None and not value.strip():
                note("empty", f"the {name} is blank and would mean everything; leave the key out", name)
                return
        narrowing = [name for name in ("item", "citation", "document") if getattr(one, name) is not None]
        if one.fingerprint is not None:
            more = [name for name in ("cause", "verdict") if getattr(one, name) is not None] + narrowing
            if more:
                note("suppress", f"a fingerprint names one finding; take {' and '.join(more)} out", more[0])
        elif one.cause is None and one.verdict is None:
            note("suppress", "this names no finding; give its fingerprint, or a cause or verdict")
        causes, verdicts = tuple(map(str, Cause)), tuple(map(str, FINDING_VERDICTS))
        if one.cause is not None and one.cause not in causes:
            note("choice", _unlike(one.cause, causes), "cause")
        elif one.cause in _INVENTED:
            note("suppress", _BY_FINGERPRINT, "cause")
        if one.verdict is not None and one.verdict not in verdicts:
            note("choice", _unlike(one.verdict, verdicts), "verdict")
        elif one.verdict == Verdict.FABRICATED_QUOTE:
            note("suppress", _BY_FINGERPRINT, "verdict")


def _unlike(written: str, known: tuple[str, ...]) -> str:
    from difflib import get_close_matches  # seldom needed

    near = get_close_matches(written[:80], known, 1, 0.6)
    hint = f"did you mean {near[0]}?" if near else f"one of {', '.join(known)} is needed"
    return f"{shown(written)} stands here; {hint}"
