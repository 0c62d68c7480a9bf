"""The only place where files are opened: UTF-8 with an optional mark, bytes hashed, lines ended by LF alone."""

import hashlib
import os
import stat
from pathlib import Path

import msgspec

from ..problems import Problem, UnusableInputError

# No deal document or matter file comes near this; a larger file is a mistake or an attack.
MAXIMUM_BYTES = 256 * 1024 * 1024


class Source(msgspec.Struct, frozen=True):
    """A text file as read: `name` is how messages call it, `text` has no byte-order mark and keeps its line
    ends, `sha256` is of the file's very bytes (hexadecimal)."""

    name: str
    text: str
    sha256: str


def read_source(path: Path, name: str | None = None, identity: tuple[int, int] | None = None) -> Source:
    """The text file at `path`.

    Raises `UnusableInputError` when it is missing, not an ordinary file, unreadable, too large or not UTF-8,
    or when it is not the file of that `identity` (device and inode) where one is given.
    """
    called = name if name is not None else path.as_posix()
    data = read_bytes(path, called, identity)
    return decode_source(data, called)


def decode_source(data: bytes, name: str) -> Source:
    """`data` as a text file called `name`; raises `UnusableInputError` with the line of the first byte that is
    not UTF-8."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        message = f"byte 0x{data[error.start]:02x} is not UTF-8 text; save the file as UTF-8"
        raise UnusableInputError([Problem(name, line, column, "encoding", message)]) from None
    text = text.removeprefix("\ufeff")
    return Source(name, text, hashlib.sha256(data).hexdigest())


def read_bytes(path: str | os.PathLike[str], name: str, identity: tuple[int, int] | None = None) -> bytes:
    """The bytes of the ordinary file at `path`; `UnusableInputError` when there is none to be had, or another
    than the one of that `identity` (device and inode)."""

    def unusable(message: str) -> UnusableInputError:
        return UnusableInputError([Problem(name, 0, 0, "file", message)])

    try:
        # Not blocking: a named pipe or a device where a file belongs must not hold the program up.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except FileNotFoundError:
        raise unusable("there is no such file") from None
    except IsADirectoryError:
        raise unusable("this is a folder, and a file is needed") from None
    except PermissionError as error:
        wanted = "a folder stands" if Path(path).is_dir() else "no permission to read the file"
        raise unusable(f"{wanted} ({error.strerror})") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise unusable(f"the file cannot be opened ({reason})") from None
    try:
        status = os.fstat(descriptor)
        if identity is not None and (status.st_dev, status.st_ino) != identity:
            raise unusable("the file was exchanged while it was being read")
        if stat.S_ISDIR(status.st_mode):
            raise unusable("this is a folder, and a file is needed")
        if not stat.S_ISREG(status.st_mode):
            raise unusable("this is not an ordinary file")
        if status.st_size > MAXIMUM_BYTES:
            raise unusable(f"the file has {status.st_size} bytes; more than {MAXIMUM_BYTES} are not read")
        with os.fdopen(descriptor, "rb") as opened:
            descriptor = -1
            # To the size and one more: a read of "at most 256 MB" would set that much memory aside each time.
            data = opened.read(status.st_size + 1)
            return data if len(data) <= status.st_size else data + opened.read(MAXIMUM_BYTES)
    except OSError as error:
        raise unusable(f"the file cannot be read ({error.strerror})") from None
    finally:
        if descriptor >= 0:
            os.close(descriptor)


def lines_of(text: str) -> list[str]:
    """The lines of `text`: LF ends one, a CR before it is dropped; nothing else ends a line."""
    return [line.removesuffix("\r") for line in text.split("\n")]
