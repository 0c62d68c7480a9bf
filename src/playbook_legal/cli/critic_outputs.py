"""Files that `playbook-critic` writes: checked before anything is read, written whole or not at all."""

import os
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path

from ..problems import Problem, UnusableInputError, shown


def unusable(name: str, message: str, rule: str = "out") -> UnusableInputError:
    """The error that names an option's value or a file to be written."""
    return UnusableInputError([Problem(name, 0, 0, rule, message)])


def check_prefix(out: str, record: Path) -> None:
    """Refuse a prefix that names no file, leads to an answer key, or would make the report a document."""
    from ..paper.firewall import guard_path

    targets = [Path(out), Path(f"{out}.json"), Path(f"{out}.md")]
    for target in targets:
        guard_path(target)
        if target.is_dir():
            raise unusable(
                out, f"{target.as_posix()} is a folder, and a prefix is needed, such as reports/critic"
            )
    if not targets[0].name or out.endswith(("/", os.sep)):
        raise unusable(out, "a prefix is needed, such as reports/critic")
    _check_place(targets[0], record)


def check_file(path: str, record: Path, option: str) -> Path:
    """The file at `path`, when it can be written for `option`: it names a file, leads to no answer key and would
    be no document."""
    from ..paper.firewall import guard_path

    target = Path(path)
    if not path.strip() or path == "-" or not target.name or path.endswith(("/", os.sep)):
        raise unusable(option, f"a file is needed, such as reports/critic.txt, and not {shown(path)}")
    try:
        guard_path(target)
        if target.is_dir():
            raise unusable(target.as_posix(), f"this is a folder, and {option} needs a file")
    except ValueError as error:
        raise unusable(option, f"this is no file ({error})") from None
    _check_place(target, record)
    return target


def _check_place(target: Path, record: Path) -> None:
    # In a folder of documents the report would be a document of the next run, and verify what it quotes.
    if target.resolve().parent == record.resolve() and not (record / "matter.yaml").exists():
        raise unusable(target.as_posix(), "this lies among the documents; keep reports apart from the paper")


def check_different(targets: Collection[Path]) -> None:
    """Refuse to write two texts into one file."""
    seen: dict[Path, Path] = {}
    for target in targets:
        place = target.resolve()
        if place in seen:
            raise unusable(target.as_posix(), "two reports would be written into this file; name another")
        seen[place] = target


def write_files(files: Mapping[Path, str | bytes], read: list[Path]) -> None:
    """Write each text, or bytes, to its file, whole or not at all, and none over what was `read`."""
    for target in files:
        if target.exists() and any(one.exists() and target.samefile(one) for one in read):
            raise unusable(
                target.as_posix(), "this file was read for the report; choose another place or prefix"
            )
    # A device or a pipe is written into; putting a file in its place would destroy it (`/dev/null`).
    special = [target for target in files if target.exists() and not target.is_file()]
    for target in special:
        _write(target, target, files[target])
    files = {target: content for target, content in files.items() if target not in special}
    beside = {target: target.with_name(f".{target.name}.{os.getpid()}.part") for target in files}
    try:
        for target, content in files.items():
            _write(target, beside[target], content)
        for target, part in beside.items():
            _replace(target, part)
    finally:
        for part in beside.values():
            with suppress(OSError, ValueError):
                part.unlink(missing_ok=True)


def _write(target: Path, part: Path, content: str | bytes) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(content.encode() if isinstance(content, str) else content)
    except (OSError, ValueError) as error:
        raise _unwritable(target, error) from None


def _replace(target: Path, part: Path) -> None:
    try:
        part.replace(target)
    except OSError as error:
        raise _unwritable(target, error) from None


def _unwritable(target: Path, error: OSError | ValueError) -> UnusableInputError:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return unusable(target.as_posix(), f"the report cannot be written ({reason})")
