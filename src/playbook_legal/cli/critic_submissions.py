"""The submissions that a call names: files, folders of them, standard input."""

import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from ..critic.submission import Submission, load_submission, submission_in
from ..paper.firewall import Firewall, is_answer_key_name
from ..problems import Problem, UnusableInputError, one_line
from ..sources.files import MAXIMUM_BYTES, decode_source, read_source

STDIN = "-"
SUFFIXES = (
    ".docx",
    ".json",
    ".jsonl",
    ".md",
)  # of work in a folder of submissions; a file named by itself may have any


def expanded(
    paths: Sequence[str], record: Path, others: Sequence[Path]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The submissions at `paths`, in order, and the names of files in a folder that are none. `others` are files
    given for another purpose, which are passed over in a folder.

    Of a folder these are its files with a submission's suffix, by name; not those in folders below it.
    """
    found: list[str] = []
    not_read: list[str] = []
    for path in paths:
        folder = Path(path)
        if path == STDIN or not is_folder(path):
            found.append(path)
            continue
        if _same(folder, record):
            raise _unusable(path, "this is the folder of the paper; name the work, or the folder it lies in")
        inside = [one for one in _files(folder, path) if not any(_same(one, other) for other in others)]
        work = [one for one in inside if one.name.lower().endswith(SUFFIXES)]
        if not work:
            kinds = ", ".join(f"*{suffix}" for suffix in SUFFIXES)
            raise _unusable(path, f"there is no submission in this folder ({kinds})")
        found += (one.as_posix() for one in work)
        not_read += (one_line(one.as_posix(), 200) for one in inside if one not in work)
    _refuse_twice(found)
    return tuple(found), tuple(not_read)


def is_folder(path: str) -> bool:
    """Whether `path` leads to a folder; what it cannot be is said when it is opened."""
    try:
        return Path(path).is_dir()
    except (OSError, ValueError):
        return False


def _files(folder: Path, called: str) -> Iterator[Path]:
    """The files of a folder by name, without those that the system hides and without answer keys."""
    try:
        names = sorted(one.name for one in folder.iterdir())
    except OSError as error:
        raise _unusable(called, f"the folder cannot be read ({error.strerror or error})") from None
    for name in names:
        if not name.startswith(".") and not is_answer_key_name(name) and not (folder / name).is_dir():
            yield folder / name


def _refuse_twice(paths: Sequence[str]) -> None:
    seen: set[str] = set()
    for path in paths:
        try:
            place = path if path == STDIN else os.path.normcase(Path(path).resolve())
        except (OSError, ValueError, RuntimeError):  # what it is, is said when it is opened
            continue
        if place in seen:
            raise _unusable(path, "an extra argument: this submission is given twice; name it once")
        seen.add(place)


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def _unusable(path: str, message: str) -> UnusableInputError:
    return UnusableInputError([Problem(path, 0, 0, "submission", message)])


class Read:
    """A submission that was read: `text` is that of its file, None where it is no text."""

    __slots__ = ("_path", "_text", "submission")

    def __init__(self, path: str, submission: Submission, text: str | None) -> None:
        self._path = path
        self._text = text
        self.submission = submission

    @property
    def text(self) -> str | None:
        """The text that was reviewed; None where the file is no text, or is not the same any more."""
        if self._text is None and self._path != STDIN and self.submission.redline is None:
            try:
                source = read_source(Path(self._path))
            except UnusableInputError:
                return None
            self._text = source.text if source.sha256 == self.submission.sha256 else None
        return self._text


def read(path: str, wall: Firewall, authors: Sequence[str] = (), base: str | None = None) -> Read:
    """The submission at `path`; raises `UnusableInputError` when it is none. `authors` and `base` are for redlined Word
    files, see `load_submission`."""
    if path != STDIN:
        return Read(path, load_submission(path, wall, authors=authors, base=base), None)
    data = _standard_input()
    submission = submission_in(data, "<stdin>", authors=authors, base=base)
    text = None if submission.redline is not None else decode_source(data, "<stdin>").text
    return Read(path, submission, text)


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise _unusable("<stdin>", "standard input is closed; give the submission there, or name a file")
    try:
        data = sys.stdin.buffer.read(MAXIMUM_BYTES + 1)
    except (OSError, ValueError) as error:
        raise _unusable("<stdin>", f"standard input cannot be read ({error})") from None
    if len(data) > MAXIMUM_BYTES:
        raise _unusable("<stdin>", f"there are more than {MAXIMUM_BYTES} bytes; no more are read")
    return data


def displayed(paths: Sequence[str]) -> list[str]:
    """Each path as a reader knows it: from the working folder, or its name alone where it lies elsewhere."""
    names = [_displayed(path) for path in paths]
    times = Counter(names)
    return [
        name if times[name] == 1 else one_line(path, 300) for name, path in zip(names, paths, strict=True)
    ]


def _displayed(path: str) -> str:
    if path == STDIN:
        return "<stdin>"
    given = Path(path)
    if given.is_absolute():
        try:
            given = given.relative_to(Path.cwd())
        except (OSError, ValueError):
            given = Path(given.name)
    return one_line(given.as_posix(), 300)
