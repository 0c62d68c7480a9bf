"""What is paper, and what is never opened as paper: the answer key.

A matter folder holds the paper beside the answer key (`rubric.yaml`, `hidden_facts.yaml`,
`counterparty.yaml`). Everything that may be seen is read through this module, and it decides by what a path
opens, not by how it is spelled:

* a name is folded as the most forgiving of Windows, macOS and Linux would fold it (`canonical_filename`);
* every symbolic link is followed, and every name on the way is looked at;
* a file that shares its device and inode with an answer key (a hard link) is that answer key;
* between the check and the reading the file cannot be exchanged: what was opened must be what was checked;
* a text whose content is an answer key in another suit (copied, renamed, wrapped) is refused on sight.

Answer keys are found by their names and looked at with `stat` alone. They are never opened.
"""

import errno
import os
import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from ..problems import Problem, UnusableInputError, shown
from ..sources.files import Source, read_bytes, read_source

ANSWER_KEY_NAMES = frozenset(("rubric.yaml", "hidden_facts.yaml", "counterparty.yaml"))

# What Windows calls them in its old short form.
_SHORT_NAMES = r"(rubric|hidden|counte)~[0-9]{1,6}\.yam"
_SHORT = {"rubric": "rubric.yaml", "hidden": "hidden_facts.yaml", "counte": "counterparty.yaml"}
_YAML_SUFFIXES = (".yaml", ".yml")
_MAXIMUM_LINKS = 40

Identity = tuple[int, int]  # device and inode


class AnswerKeyError(UnusableInputError):
    """A path leads to an answer key, or a text is one, where only paper may be read."""


def _answer_key(message: str, name: str) -> AnswerKeyError:
    return AnswerKeyError([Problem(name, 0, 0, "answer-key", message)])


def canonical_filename(name: str) -> str:
    """The last part of `name` as the most forgiving file system would know it.

    Case, trailing dots and spaces, alternate data streams (`rubric.yaml:$DATA`), composed and decomposed
    letters, invisible characters, a drive letter and the short form of Windows make no difference.
    """
    folded = unicodedata.normalize("NFKC", name).casefold().replace("ı", "i")
    visible = "".join(c for c in folded if c.isprintable() and unicodedata.category(c) != "Mn")
    parts = [part for part in visible.replace("\\", "/").split("/") if part.strip(" .")]
    last = parts[-1] if parts else ""
    if last[1:2] == ":" and last[:1].isalpha():
        last = last[2:]
    bare = last.split(":", 1)[0].strip().rstrip(". ")
    short = re.fullmatch(_SHORT_NAMES, bare) if "~" in bare else None
    return _SHORT[short.group(1)] if short else bare


def is_answer_key_name(name: str) -> bool:
    """Whether `name` names an answer-key file on some file system."""
    return canonical_filename(name) in ANSWER_KEY_NAMES


def is_yaml_name(name: str) -> bool:
    """Whether `name` names a YAML file on some file system; documents are text, never YAML."""
    return canonical_filename(name).endswith(_YAML_SUFFIXES)


def guard_path(path: str | os.PathLike[str]) -> Path:
    """`path`, when it does not lead to an answer key; raises `AnswerKeyError` when it does.

    A file that does not exist passes when its name does. Answer keys are sought in the folders the path runs
    through and in those just above.
    """
    return Firewall().guard(path)


class Admitted:
    """A file that passed the firewall: it can be read, and it leads nowhere else. `size` is in bytes."""

    __slots__ = ("_identity", "_path", "name", "size")

    def __init__(self, path: str, identity: Identity, name: str, size: int) -> None:
        self._path = path
        self._identity = identity
        self.name = name
        self.size = size

    def read(self, *, suspicious: bool = True) -> Source:
        """The text of the file.

        Raises `UnusableInputError` when it cannot be read, is not UTF-8 or is no longer the file that was
        admitted, and, if `suspicious`, `AnswerKeyError` when its content is an answer key.
        """
        source = read_source(Path(self._path), self.name, self._identity)
        if suspicious:
            refuse_answer_key(source)
        return source

    def is_file(self, identity: Identity | None) -> bool:
        """Whether this is the file of that device and inode."""
        return self._identity == identity

    def read_bytes(self) -> bytes:
        """The bytes of the file, for paper that is no UTF-8 text; whoever takes text from them asks
        `refuse_answer_key` of it. Raises `UnusableInputError` as `read` does."""
        return read_bytes(self._path, self.name, self._identity)


def file_identity(path: str | os.PathLike[str]) -> Identity | None:
    """Device and inode of the file that `path` leads to; None when it leads to none."""
    try:
        status = Path(path).stat()
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino


class Firewall:
    """The answer keys known so far, in the folders it was told of or came through."""

    def __init__(self) -> None:
        self._keys: dict[Path, frozenset[Identity]] = {}
        self._known: frozenset[Identity] = frozenset()  # all of them
        self._folders: dict[Path, Path] = {}  # each as it was given, and with every link in it followed

    def protect(self, folder: str | os.PathLike[str]) -> None:
        """Learn the answer keys of `folder`: no other name of theirs will be admitted."""
        with suppress(OSError, ValueError, RuntimeError):  # what is no folder has no answer keys
            self._folder(Path(folder).resolve())

    def guard(self, path: str | os.PathLike[str], name: str | None = None) -> Path:
        """`path`, when it does not lead to an answer key; see `guard_path`. `name` is how messages call it."""
        given = Path(path)
        self._follow(given, name if name is not None else given.as_posix())
        return given

    def admit(self, path: str | os.PathLike[str], name: str | None = None) -> Admitted:
        """The file at `path`, to be read later.

        Raises `AnswerKeyError` when the path leads to an answer key and `UnusableInputError` when it leads to
        no file.
        """
        given = Path(path)
        called = name if name is not None else given.as_posix()
        status = self._follow(given, called)
        if status is None:
            raise UnusableInputError([Problem(called, 0, 0, "file", "there is no such file")])
        identity = status.st_dev, status.st_ino
        return Admitted(os.fspath(given), identity, called, status.st_size)

    def admit_entries(self, entries: Iterable[os.DirEntry[str]]) -> Iterator[Admitted]:
        """The same for `entries` of one folder, called by their names. It may have thousands of files: those that
        are no links are not followed one by one."""
        known = False  # their folder, with the answer keys in it
        for entry in entries:
            is_link = entry.is_symlink()
            if is_link or not known:
                yield self.admit(entry.path, entry.name)
                known = known or not is_link
                continue
            _refuse_name(entry.name, entry.name)
            try:
                status = os.stat(entry.path)  # noqa: PTH116 - a path for each takes longer than asking
            except (OSError, ValueError) as error:
                raise _cannot_be_opened(entry.name, error) from None
            yield Admitted(entry.path, self._no_key(status, entry.name), entry.name, status.st_size)

    def _follow(self, path: Path, called: str) -> os.stat_result | None:
        """What the file that `path` opens is, None when there is none."""
        try:
            ways = self._ways(path)
            status: os.stat_result | None = path.stat()
        except FileNotFoundError:
            ways, status = self._ways(path), None
        except (OSError, ValueError, RuntimeError) as error:
            raise _cannot_be_opened(called, error) from None
        for way in ways:
            _refuse_name(way.name, called)
        if status is not None:
            for way in ways:
                self._folder(way.parent)
                self._folder(way.parent.parent)
            self._no_key(status, called)
        return status

    def _no_key(self, status: os.stat_result, called: str) -> Identity:
        """Device and inode of a file; raises `AnswerKeyError` when they are those of an answer key."""
        identity = status.st_dev, status.st_ino
        if identity in self._known:
            raise _answer_key("this is an answer key under another name; it is never opened as paper", called)
        return identity

    def _ways(self, path: Path) -> list[Path]:
        """The names through which `path` leads to its file: as written, each link on the way, the end of it."""
        ways = [self._in_its_folder(path)]
        while ways[-1].is_symlink():
            if len(ways) > _MAXIMUM_LINKS:
                raise OSError(errno.ELOOP, "the links run in a circle")
            ways.append(self._in_its_folder(ways[-1].parent / ways[-1].readlink()))
        return ways

    def _in_its_folder(self, path: Path) -> Path:
        """`path` with every link in its folders followed, and not the one that it may be itself."""
        if path.name in ("", ".."):
            return path.resolve()
        folder = path.parent
        if folder not in self._folders:
            self._folders[folder] = folder.resolve()
        return self._folders[folder] / path.name

    def _folder(self, folder: Path) -> None:
        if folder not in self._keys:
            keys = self._keys[folder] = frozenset(_answer_keys(folder))
            self._known |= keys


def _refuse_name(name: str, called: str) -> None:
    if is_answer_key_name(name):
        message = f"this leads to an answer key ({canonical_filename(name)}); none is opened as paper"
        raise _answer_key(message, called)


def _cannot_be_opened(called: str, error: Exception) -> UnusableInputError:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return UnusableInputError([Problem(called, 0, 0, "file", f"the file cannot be opened ({reason})")])


def _answer_keys(folder: Path) -> list[Identity]:
    """Device and inode of each answer key in `folder`."""
    found: list[Identity] = []
    with suppress(OSError):  # no such folder, or not ours to look into: nothing of it can be opened either
        for path in folder.iterdir():
            if _may_be_key(path.name) and is_answer_key_name(path.name):
                with suppress(OSError):  # a link to nowhere opens nothing
                    status = path.stat()
                    found.append((status.st_dev, status.st_ino))
    return found


def _may_be_key(name: str) -> bool:
    """A quick look at a name, for folders with thousands of them."""
    if not (name.isascii() and name.isprintable()):
        return True
    return name[:6].lower() in ("rubric", "hidden", "counte") or name[:1] in " ." or ":" in name


# --- an answer key in another suit -----------------------------------------------------------------------

# Keys that only answer keys have, as a line of YAML begins with them, or as JSON writes them anywhere.
_TELLING = (
    "client_answers|escalation_answers|critical_failure_score_cap|(?:redline_|settlement_)?critical_failure_patterns"
    "|(?:required|redline|settlement|accept)_concepts|resist_rounds|reject_message|critical_if_missed"
    "|required_issue_ids|missed_escalation_penalty|missing_required_issue_penalty"
)
# Patterns as texts: they are compiled when a text gives cause to, which no deal document does.
_TELLING_KEY = rf"""(?m)^[ \t>#*{{\[-]*["']?(?:{_TELLING})["']?\s*:|["'](?:{_TELLING})["']\s*:"""
_KEY_OF_TWO_WORDS = re.compile("_[a-z]")  # all of them are; the blanks of a form are not
_TELLING_PARTS = (
    "_answers",
    "_concepts",
    "critical_",
    "resist_rounds",
    "reject_message",
    "_issue_",
    "_penalty",
)
# Keys that any file may have; only together, one at the margin and one inside, do they make an answer key.
_OUTER = ("issues", "questions", "escalations", "positions")
_OUTER_KEY = rf"""(?m)^["'{{]*(?:{"|".join(_OUTER)})["']?\s*:"""
_INNER = "anchor|concepts|counters|aliases"
_INNER_KEY = rf"""(?m)^[ \t]+(?:- )?["'{{]*(?:{_INNER})["']?\s*:|["'](?:{_INNER})["']\s*:"""
_TOP = 4_000  # characters within which an answer key without any telling key has its first one


def is_answer_key_text(text: str) -> bool:
    """Whether `text` is, or carries, an answer key."""
    # Searching for single words first: a data room has thousands of documents, and none of them has these.
    two_words = "_" in text and _KEY_OF_TWO_WORDS.search(text) is not None
    if two_words and any(part in text for part in _TELLING_PARTS) and re.search(_TELLING_KEY, text):
        return True
    top = text[:_TOP]
    return any(word in top for word in _OUTER) and bool(
        re.search(_OUTER_KEY, top) and re.search(_INNER_KEY, text)
    )


def refuse_answer_key(source: Source) -> None:
    """Raises `AnswerKeyError` when the content of `source` is an answer key, whatever its name."""
    if is_answer_key_text(source.text):
        message = (
            f"the content of {shown(source.name)} is an answer key in another suit; it is never read as paper"
        )
        raise _answer_key(message, source.name)


__all__ = [
    "ANSWER_KEY_NAMES",
    "Admitted",
    "AnswerKeyError",
    "Firewall",
    "canonical_filename",
    "file_identity",
    "guard_path",
    "is_answer_key_name",
    "is_answer_key_text",
    "is_yaml_name",
    "refuse_answer_key",
]
