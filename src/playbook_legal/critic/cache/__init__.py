"""What the critic need not do twice: documents that were taken apart, their folded texts, and whole reports.

Everything is kept under the hash of what it follows from: the bytes of the files, the submission, the authority file,
the options, and the code that reads them (`version`). Every file is read and hashed in every run, so that a changed
file is another file. What was kept and what would be made anew are the same, or it is not kept: each value is read
back and compared before it is written.

Within a run, a bounded amount is kept in memory. Beyond it, in a folder, only where the user names one: it holds text
of the client's papers.
"""

import hashlib
from collections import OrderedDict
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from ...sources.cache_folder import CacheFolder

_MEMORY_BYTES = 32 * 1024 * 1024

Facts = tuple[object, ...]  # what a result follows from: plain values, whose `repr` says all of them


class Cache:
    """The memory of a run, and behind it the `folder` where one is given."""

    __slots__ = ("_held", "_memory", "folder")

    def __init__(self, folder: "CacheFolder | None" = None) -> None:
        self.folder = folder
        self._memory: OrderedDict[bytes, bytes] = OrderedDict()
        self._held = 0

    def __reduce__(self) -> "tuple[type[Cache], tuple[CacheFolder | None]]":
        return Cache, (self.folder,)  # another process has a memory of its own

    def get(self, kind: str, facts: Facts) -> bytes | None:
        """What is kept of that kind under `facts`, or None."""
        key = _key(kind, facts)
        value = self._memory.get(key)
        if value is not None:
            self._memory.move_to_end(key)
        elif self.folder is not None:
            value = self.folder.get(self._name(key))
        return value

    def put(self, kind: str, facts: Facts, value: bytes, *, in_memory: bool = True) -> None:
        """Keep `value` of that kind under `facts`; unless `in_memory`, in the folder alone."""
        key = _key(kind, facts)
        if in_memory:
            self._remember(key, value)
        if self.folder is not None:
            self.folder.put(self._name(key), value)

    def _remember(self, key: bytes, value: bytes) -> None:
        self._held += len(value) - len(self._memory.get(key, b""))
        self._memory[key] = value
        self._memory.move_to_end(key)
        while self._held > _MEMORY_BYTES:
            self._held -= len(self._memory.popitem(last=False)[1])

    def _name(self, key: bytes) -> str:
        """The key in the folder, which outlives this version of the code."""
        from .version import version

        return hashlib.sha256(version() + key).hexdigest()


def _key(kind: str, facts: Facts) -> bytes:
    return hashlib.sha256(repr((kind, *facts)).encode()).digest()


def encoded(value: object) -> bytes | None:
    """`value` as it is kept; None where it cannot be, such as a text with half a character in it, or a number beyond
    64 bits."""
    try:
        return msgspec.msgpack.encode(value)
    except (TypeError, ValueError, OverflowError):
        return None


__all__ = ["Cache", "Facts", "encoded"]
