"""Which matters a task is about, and finding the matter of a sample again when it is played or scored."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...bench.export.selecting import split_of
from ...bench.library import Library, matter_folders
from ...matter.package import Matter, load_matter
from ...paper.shipped import find_matter, shipped_matters
from ...problems import PlaybookError, Problem, UnusableInputError, shown

# Loaded once in a process, by content: samples are played side by side and scored afterwards.
_LOADED: dict[str, Matter] = {}


def meant_matters(named: str | Sequence[str] | None, split: str | None = None) -> list[tuple[str, Matter]]:
    """The matters that `named` means, each with its folder as it was named: ids of shipped matters, folders of one
    matter or of several; None means all that are shipped. With `split`, those whose provenance declares it.

    Raises `UnusableInputError` with what is wrong with a matter or a name, `PlaybookError` when none is left.
    """
    if named is None:
        found = [(path.name, path) for path in shipped_matters()]
    else:
        names = [named] if isinstance(named, str) else [str(name) for name in named]
        found = [one for name in names for one in _folders(name)]
    loaded = {folder.resolve(): (name, load_matter(folder, name)) for name, folder in found}
    meant = [one for one in loaded.values() if split is None or split_of(one[1]) == split]
    seen: dict[str, str] = {}
    for name, matter in meant:
        if matter.id in seen:
            message = f"its id, {shown(matter.id)}, is that of {seen[matter.id]} too; a task has each id once"
            raise UnusableInputError([Problem(name, 0, 0, "matter", message)])
        seen[matter.id] = name
        _LOADED[matter.content_hash] = matter
    if not meant:
        raise PlaybookError(
            f"no matter is left to play{'' if split is None else f' in the split {shown(split)}'}"
        )
    return meant


def _folders(name: str) -> list[tuple[str, Path]]:
    folders = matter_folders(find_matter(name))
    return [(name if len(folders) == 1 else folder.as_posix(), folder) for folder in folders]


def matter_of(metadata: Mapping[str, Any], elsewhere: str | Sequence[str] | None = None) -> Matter:
    """The matter of a sample, in the very content it was played on: one that is loaded, or else found below the folders
    `elsewhere`, where it was when it was played, or among the shipped ones. `PlaybookError` when it is not at hand."""
    matter_id, content_hash = str(metadata.get("matter_id")), str(metadata.get("content_hash"))
    known = _LOADED.get(content_hash)
    if known is not None:
        return known
    named = [elsewhere] if isinstance(elsewhere, str) else elsewhere or ()
    hint = Path(str(metadata.get("folder", "")))
    folders = [Path(name) for name in named] + ([hint] if hint.is_dir() else [])
    found = Library(folders).find(matter_id, content_hash)
    if found is None:
        raise PlaybookError(
            f"the matter {shown(matter_id)} is not at hand in the content that was played "
            f"({content_hash[:8]}); name its folder: -S matters=FOLDER"
        )
    _LOADED[content_hash] = found
    return found
