"""The matters that a reader of runs plays traces on again: found by id and content, loaded once."""

from collections.abc import Iterable
from pathlib import Path

from ..matter.package import Matter, load_matter
from ..paper.manifest import MANIFEST_NAME, read_manifest
from ..paper.shipped import shipped_matters
from ..problems import Problem, UnusableInputError


class Library:
    """Matters by id: those below the folders given, then the shipped ones.

    A folder is a matter, or holds matters. Whatever is wrong with one of them is raised as `UnusableInputError`;
    shipped matters are loaded when they are first asked for.
    """

    def __init__(self, folders: Iterable[Path] = ()) -> None:
        self._loaded: dict[Path, Matter] = {}
        self._folders: dict[str, list[Path]] = {}
        for folder in folders:
            for path in matter_folders(folder):
                manifest, _ = read_manifest(path)
                self._folders.setdefault(manifest.matter_id, []).append(path)
        for path in shipped_matters():
            self._folders.setdefault(path.name, []).append(path)

    def find(self, matter_id: str, content_hash: str) -> Matter | None:
        """The matter of that id and content, or None."""
        return next((one for one in self._all(matter_id) if one.content_hash == content_hash), None)

    def of_id(self, matter_id: str, content_hash: str) -> Matter | None:
        """The matter of that id, of that content where there is one; None when there is no such matter."""
        known = self._all(matter_id)
        return next((one for one in known if one.content_hash == content_hash), known[0] if known else None)

    def _all(self, matter_id: str) -> list[Matter]:
        return list(map(self._load, self._folders.get(matter_id, ())))

    def _load(self, folder: Path) -> Matter:
        matter = self._loaded.get(folder)
        if matter is None:
            matter = self._loaded[folder] = load_matter(folder)
        return matter


def matter_folders(folder: Path) -> list[Path]:
    """The folder itself where it is a matter, or else the matters in it, by name. `UnusableInputError` without any."""
    if (folder / MANIFEST_NAME).is_file():
        return [folder]
    found = sorted(path.parent for path in folder.glob(f"*/{MANIFEST_NAME}")) if folder.is_dir() else []
    if not found:
        message = "this is no matter, and no folder of matters"
        raise UnusableInputError([Problem(folder.as_posix(), 0, 0, "matter", message)])
    return found
