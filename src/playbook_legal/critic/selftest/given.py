"""The given paper: a folder of folders, each of which is read as a deal folder is."""

import os
from pathlib import Path

import msgspec

from ...paper.documents import Document
from ...paper.suffixes import PAPER_SUFFIXES
from ...problems import Problem, UnusableInputError
from ..record import ClientRecord

_MOST_FOLDERS = 1_000


class GivenPaper:
    """The paper below a folder. Each record is read when it is first asked for.

    `folders` names the folders that hold paper, relative to `root`, in order. Where paper lies in folders, what lies
    beside them is not paper but says something of it.
    """

    def __init__(self, root: str | os.PathLike[str]) -> None:
        """Raises `UnusableInputError` when there is no paper at `root`."""
        self.root = Path(root)
        if not self.root.is_dir():
            message = (
                "there is no such folder" if not self.root.exists() else "this is a file; give the folder"
            )
            raise UnusableInputError([Problem(self.root.as_posix(), 0, 0, "paper", message)])
        found = sorted(_folders(self.root))
        self.folders = tuple(one for one in found if one != ".") or tuple(found)
        if not self.folders:
            kinds = ", ".join(f"*{suffix}" for suffix in PAPER_SUFFIXES)
            message = f"there is no paper in this folder nor below it ({kinds})"
            raise UnusableInputError([Problem(self.root.as_posix(), 0, 0, "paper", message)])
        self._records: dict[str, ClientRecord] = {}

    def record(self, folder: str) -> ClientRecord:
        """The paper of one of the folders."""
        if folder not in self._records:
            self._records[folder] = ClientRecord.from_directory(self.root / folder)
        return self._records[folder]

    def document(self, name: str) -> Document | None:
        """The document in the file `folder/name` below the root, None where there is none that can be read."""
        folder, _, file = name.rpartition("/")
        if folder not in self.folders:
            return None
        return next((one.document for one in documents_of(self.record(folder)) if one.file == file), None)


class Held(msgspec.Struct, frozen=True):
    """A document of a record: its place in it, its file's name, and the document with its outline."""

    index: int
    file: str
    document: Document


def documents_of(record: ClientRecord) -> list[Held]:
    """The documents of the record that can be read, in order."""
    return [
        Held(index, card.name, record.outlined(index))
        for index, card in enumerate(record.cards)
        if not card.unreadable
    ]


def _folders(root: Path) -> list[str]:
    found = []
    for number, (place, below, names) in enumerate(os.walk(root)):
        below[:] = sorted(one for one in below if not one.startswith("."))
        if number > _MOST_FOLDERS:
            message = (
                f"there are more than {_MOST_FOLDERS} folders below this one; give one with less below it"
            )
            raise UnusableInputError([Problem(root.as_posix(), 0, 0, "paper", message)])
        if any(name.lower().endswith(PAPER_SUFFIXES) and not name.startswith(".") for name in names):
            found.append(Path(place).relative_to(root).as_posix())
    return found


__all__ = ["GivenPaper", "Held", "documents_of"]
