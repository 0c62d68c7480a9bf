"""Where the matters and examples are that ship with the package: in the wheel, or beside `src` in a checkout."""

from pathlib import Path

from ..problems import Problem, UnusableInputError
from .manifest import MANIFEST_NAME

_PACKAGE = Path(__file__).resolve().parents[1]


def shipped_folder(name: str) -> Path | None:
    """The folder `matters` or `examples` that came with the package, or None when there is none."""
    for root in (_PACKAGE / "_shipped", _PACKAGE.parents[1]):
        folder = root / name
        if folder.is_dir():
            return folder
    return None


def shipped_matters() -> tuple[Path, ...]:
    """The folders of the shipped matters, by name."""
    folder = shipped_folder("matters")
    if folder is None:
        return ()
    return tuple(sorted(path for path in folder.iterdir() if (path / MANIFEST_NAME).is_file()))


def find_matter(named: str) -> Path:
    """The matter folder that `named` means: a path, or the id of a shipped matter. `UnusableInputError` lists the
    ids when it is neither."""
    path = Path(named)
    if path.is_dir():
        return path
    known = {matter.name: matter for matter in shipped_matters()}
    if named in known:
        return known[named]
    ids = ", ".join(known) or "none"
    message = f"there is no such matter folder, nor a shipped matter of that id (shipped: {ids})"
    raise UnusableInputError([Problem(named, 0, 0, "matter", message)])


def shipped_example(matter_id: str, name: str) -> Path | None:
    """The shipped example `name` of a matter, or None."""
    folder = shipped_folder("examples")
    path = None if folder is None else folder / matter_id / name
    return path if path is not None and path.is_file() else None


def examples_beside(matter: Path, pattern: str) -> tuple[Path, ...]:
    """The examples of the matter in the folder `matter` whose names match `pattern` (`good.jsonl`, `alt_*.jsonl`): in
    `examples/<folder name>` beside the folder that holds the matters."""
    folder = matter.resolve().parent.parent / "examples" / matter.resolve().name
    return tuple(sorted(folder.glob(pattern)))
