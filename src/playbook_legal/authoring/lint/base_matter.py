"""The small matter that the rules' texts are changes to. It lints clean; each rule shows on it what it catches and
what it spares."""

import shutil
from pathlib import Path

from .rule import Case, Change

BASE = Path(__file__).parent / "base"
_MATTER = "matters/bread_001"


UNCHANGED = Case(())


def write_base(folder: Path, case: Case = UNCHANGED) -> Path:
    """The base matter with the changes of `case`, written below `folder` with its examples; its own folder comes
    back. Raises `ValueError` when a text to be changed does not stand exactly once in its file."""
    shutil.copytree(BASE, folder, dirs_exist_ok=True)
    matter = folder / _MATTER
    for change in case.changes:
        apply_change(matter / change.file, change)
    return matter


def apply_change(path: Path, change: Change) -> None:
    """Make one change to the file at `path`."""
    if not change.old:
        if change.new:
            path.parent.mkdir(parents=True, exist_ok=True)
            _write(path, change.new)
        else:
            path.unlink()
        return
    text = path.read_bytes().decode("utf-8")
    if text.count(change.old) != 1:
        raise ValueError(f"{change.old!r} stands {text.count(change.old)} times in {change.file}, not once")
    _write(path, text.replace(change.old, change.new))


def _write(path: Path, text: str) -> None:
    # As bytes, so that a case may hold line ends of its own, and by surrogates bytes that are no text at all.
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
