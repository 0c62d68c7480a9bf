"""A folder in which results are kept under the hash of everything they follow from.

Nothing in it is needed: whatever is missing, broken, foreign or not to be read counts as not there, and is made
again. An entry is written whole or not at all, and carries a checksum over its key and its content, so that neither a
torn file nor one in another's place is believed. Many processes may share the folder, and it may be deleted at any
time. Whoever may write into it could forge entries, as they could the paper: it is made for its owner alone, and one
that anybody may write into is refused.
"""

import hashlib
import os
import re
import stat
from contextlib import suppress
from pathlib import Path

from ..problems import Problem, UnusableInputError

_MAGIC = b"playbook-legal cache 1\n"
_CHECKSUM_BYTES = 32
_MAXIMUM_BYTES = 256 * 1024 * 1024
_OURS = re.compile(r"[0-9a-f]{2}|CACHEDIR\.TAG|\.gitignore")
# The first line is what backup programs know such folders by (bford.info/cachedir).
_TAG = (
    "Signature: 8a477f597d28d172789f06886806bc55\n"
    "# Made by playbook-critic --cache. It holds text of the papers that were read. Safe to delete at any time.\n"
)
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)


class CacheFolder:
    """The folder. `trouble` says why nothing more is written into it, empty as long as all is well."""

    __slots__ = ("_path", "trouble")

    def __init__(self, path: Path) -> None:
        self._path = path
        self.trouble = ""

    def get(self, key: str) -> bytes | None:
        """What is kept under `key` (hexadecimal), or None."""
        content = _content(self._file(key))
        start = len(_MAGIC) + _CHECKSUM_BYTES
        if content is None or len(content) < start or not content.startswith(_MAGIC):
            return None
        kept = content[start:]
        return kept if content[len(_MAGIC) : start] == _checksum(key, kept) else None

    def put(self, key: str, value: bytes) -> None:
        """Keep `value` under `key`. Never fails; after the first time that the folder cannot be written to, nothing
        more is tried."""
        if self.trouble or len(value) > _MAXIMUM_BYTES // 2:
            return
        try:
            self._write(self._file(key), (_MAGIC, _checksum(key, value), value))
        except OSError as error:
            self.trouble = error.strerror or str(error)

    def _file(self, key: str) -> Path:
        return self._path / key[:2] / key[2:]

    def _write(self, target: Path, content: tuple[bytes, ...]) -> None:
        part = target.with_name(f".{target.name[:16]}.{os.urandom(8).hex()}.part")
        try:
            descriptor = os.open(part, _WRITE, 0o600)
        except FileNotFoundError:  # its folder is not there yet, or not there any more
            self._make()
            target.parent.mkdir(mode=0o700, exist_ok=True)
            descriptor = os.open(part, _WRITE, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as opened:
                opened.writelines(content)
            # Another process may have the same entry open or the folder may be gone: then it is not kept.
            with suppress(FileNotFoundError, PermissionError):
                part.replace(target)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)

    def _make(self) -> None:
        """Make the folder, and mark it for backup programs and version control."""
        self._path.mkdir(mode=0o700, parents=True, exist_ok=True)
        for name, text in (("CACHEDIR.TAG", _TAG), (".gitignore", "*\n")):
            with suppress(FileExistsError):
                descriptor = os.open(self._path / name, _WRITE, 0o600)
                with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
                    opened.write(text)


def cache_folder(path: str | os.PathLike[str], record: str | os.PathLike[str] | None = None) -> CacheFolder:
    """The cache in the folder at `path`, which need not exist; nothing is written yet.

    Raises `UnusableInputError` when `path` is a file, holds anything but a cache, lies in the folder `record`, or may
    be written into by anybody.
    """
    folder = Path(path)
    called = folder.as_posix()

    def unusable(message: str) -> UnusableInputError:
        return UnusableInputError([Problem(called, 0, 0, "cache", message)])

    if not os.fspath(path).strip():
        raise unusable("a folder is needed, such as .critic-cache")
    try:
        place = folder.resolve()
        if record is not None and place.is_relative_to(Path(record).resolve()):
            raise unusable("this lies in the folder of the paper; keep the cache apart from it")
        status = place.stat() if place.exists() else None
    except (OSError, ValueError, RuntimeError) as error:
        raise unusable(f"this is no folder ({_reason(error)})") from None
    if status is None:
        return CacheFolder(place)
    if not stat.S_ISDIR(status.st_mode):
        raise unusable("this is a file, and the cache needs a folder")
    if os.name == "posix" and status.st_mode & stat.S_IWOTH:
        raise unusable("anybody may write into this folder, and so forge what is kept there; chmod 700 it")
    cache = CacheFolder(place)
    try:
        stranger = any(not _OURS.fullmatch(one.name) for one in place.iterdir())
    except OSError as error:
        cache.trouble = _reason(error)
        return cache
    if stranger:
        raise unusable("this folder holds something else than a cache; name another, which need not exist")
    return cache


def _content(file: Path) -> bytes | None:
    """The bytes of an ordinary file, and of nothing else."""
    try:
        descriptor = os.open(file, _READ)
    except (OSError, ValueError):
        return None
    try:
        status = os.fstat(descriptor)
        if stat.S_ISREG(status.st_mode) and status.st_size <= _MAXIMUM_BYTES:
            with os.fdopen(descriptor, "rb", closefd=False) as opened:
                return opened.read(status.st_size)
    except OSError:
        return None
    finally:
        os.close(descriptor)
    return None


def _checksum(key: str, value: bytes) -> bytes:
    return hashlib.sha256(key.encode() + b"\n" + value).digest()


def _reason(error: Exception) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


__all__ = ["CacheFolder", "cache_folder"]
