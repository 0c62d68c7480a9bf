"""Which code reads the paper: what was kept by other code is not used.

Not a number that somebody has to raise, but the hash of the code itself, of the rooms that the critic is made of, with
the versions of the libraries that read for it. A change anywhere in them begins anew; that costs one run.
"""

import hashlib
import sys
import unicodedata
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parents[2]
# The rooms that the critic is made of, and the modules beside them.
_ROOMS = ("actions", "critic", "paper", "sources")
_LIBRARIES = ("lxml", "msgspec", "pypdfium2")


@cache
def version() -> bytes:
    """The hash of the code that decides what a report says."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as version_of

    told = hashlib.sha256(f"{sys.version_info[:3]} {unicodedata.unidata_version} {sys.platform}\n".encode())
    for name in ("playbook-legal", *_LIBRARIES):
        try:
            told.update(f"{name} {version_of(name)}\n".encode())
        except PackageNotFoundError:
            told.update(f"{name} none\n".encode())
    files = [*_PACKAGE.glob("*.py"), *(file for room in _ROOMS for file in (_PACKAGE / room).rglob("*.py"))]
    for file in sorted(files):
        told.update(f"{file.relative_to(_PACKAGE).as_posix()}\n".encode())
        told.update(hashlib.sha256(file.read_bytes()).digest())
    return told.digest()


__all__ = ["version"]
