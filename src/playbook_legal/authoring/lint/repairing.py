"""Mechanical repairs, written into the files. What is not touched keeps its comments and layout, byte for byte."""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import groupby
from pathlib import Path

import msgspec

from ...problems import Problem, UnusableInputError
from ...sources import read_bytes
from .linting import LintReport, lint_matter
from .rule import TextEdit
from .rules import RULES

_MARK = b"\xef\xbb\xbf"
# A repair may make room for another (two needless phrases side by side); no matter needs more rounds than this.
_MAXIMUM_ROUNDS = 50
_OF_THE_READERS = frozenset(rule.id for rule in RULES if rule.check is None and rule.check_paper is None)


class Repaired(msgspec.Struct, frozen=True):
    """A repair that was made, at the line where it was needed."""

    path: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: repaired: {self.what}"


def repair_matter(folder: Path, called: str | None = None) -> tuple[LintReport, tuple[Repaired, ...]]:
    """The matter in `folder` with every mechanical repair made, as linted afterwards, and what was done.

    Raises `UnusableInputError` when a file cannot be written. A file that a repair would keep from being read is put
    back as it was.
    """
    name = called if called is not None else folder.as_posix()
    report = lint_matter(folder, name)
    done: list[Repaired] = []
    for _ in range(_MAXIMUM_ROUNDS):
        if not report.repairs:
            break
        before: dict[Path, bytes] = {}
        made: list[Repaired] = []
        for path, edits in groupby(sorted(report.repairs, key=_order), key=lambda edit: edit.path):
            file = folder / path.removeprefix(f"{name}/")
            before[file] = read_bytes(file, path)
            made += _write(file, path, before[file], edits)
        after = lint_matter(folder, name)
        if _unreadable(after) > _unreadable(report):
            for file, content in before.items():
                _replace(file, content)
            return lint_matter(folder, name), tuple(done)
        report, done = after, done + made
    return report, tuple(done)


def _unreadable(report: LintReport) -> int:
    """How much keeps the matter from being read."""
    return sum(one.rule in _OF_THE_READERS for one in report.problems)


def _order(edit: TextEdit) -> tuple[str, int, int]:
    return edit.path, edit.start, edit.end


def _write(file: Path, path: str, content: bytes, edits: Iterable[TextEdit]) -> Iterator[Repaired]:
    """The file with the edits that do not touch each other; the others are found again in the next round."""
    mark = _MARK if content.startswith(_MARK) else b""
    text = content.removeprefix(_MARK).decode("utf-8")
    pieces: list[str] = []
    at = 0
    for edit in edits:
        if edit.start < at or (pieces and edit.start == at):
            continue
        pieces += [text[at : edit.start], edit.text]
        at = edit.end
        yield Repaired(path, text.count("\n", 0, edit.start) + 1, edit.what)
    _replace(file, mark + "".join([*pieces, text[at:]]).encode("utf-8"))


def _replace(file: Path, content: bytes) -> None:
    """Write the file, whole or not at all; a link keeps pointing at what it points at."""
    target = file.resolve()
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(content)
        beside.replace(target)
    except OSError as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        message = f"the repaired file cannot be written ({error.strerror or error})"
        raise UnusableInputError([Problem(file.as_posix(), 0, 0, "file", message)]) from None
