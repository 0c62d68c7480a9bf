"""Which matters a command means: named ones, and all below a folder."""

from pathlib import Path

from ..paper.manifest import MANIFEST_NAME
from ..paper.shipped import find_matter
from ..problems import Problem, UnusableInputError


def named_matters(named: tuple[str, ...], below: Path | None) -> list[tuple[Path, str]]:
    """Folder and name of each matter meant, in order, each once. `below` adds every matter folder in that folder.
    `UnusableInputError` when nothing is meant."""
    found = [(find_matter(name), name) for name in named]
    if below is not None:
        if not below.is_dir():
            raise UnusableInputError([Problem(below.as_posix(), 0, 0, "matter", "there is no such folder")])
        folders = sorted(path.parent for path in below.glob(f"*/{MANIFEST_NAME}"))
        found += [(folder, folder.as_posix()) for folder in folders]
    if not found:
        where = "no matter" if below is None else below.as_posix()
        raise UnusableInputError(
            [Problem(where, 0, 0, "matter", "name a matter, or --all with a folder of matters")]
        )
    return list({folder.resolve(): (folder, name) for folder, name in found}.values())
