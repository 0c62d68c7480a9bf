"""What `playbook-critic` does with its arguments: review, write, print."""

import os
import sys
from contextlib import suppress
from pathlib import Path

from ..problems import Problem, UnusableInputError
from .exits import Exit


def print_report(
    record: str,
    submission: str,
    authority: str | None,
    out: str | None,
    format: str,
    min_summary_chars: int,
    jobs: int,
) -> int:
    """Print the report on `submission`, write it below the prefix `out` if there is one, and return the exit
    code."""
    from ..critic.reviewing import critique

    if out is not None:
        _check_prefix(out, Path(record))
    report = critique(record, submission, authority, min_summary_chars=min_summary_chars, jobs=jobs)
    if out is not None:
        read = [Path(path) for path in (submission, authority) if path is not None]
        read += [Path(record) / card.name for card in report.record.documents]
        _write({Path(f"{out}.json"): report.to_json(), Path(f"{out}.md"): report.to_markdown()}, read)
    _print(report.to_json() if format == "json" else report.to_markdown())
    return Exit.OK if report.passed else Exit.FINDINGS


def _print(text: str) -> None:
    """Write `text` to standard output as UTF-8, whatever the locale. Whoever has read enough may close it: that
    changes nothing about the work, and so nothing about the exit code."""
    if sys.stdout is None:
        raise _unusable("standard output", "it is closed, so that the report cannot be printed")
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _unusable(out: str, message: str) -> UnusableInputError:
    return UnusableInputError([Problem(out, 0, 0, "out", message)])


def _check_prefix(out: str, record: Path) -> None:
    """Refuse a prefix that names no file, leads to an answer key, or would make the report a document."""
    from ..paper.firewall import guard_path

    targets = [Path(out), Path(f"{out}.json"), Path(f"{out}.md")]
    for target in targets:
        guard_path(target)
        if target.is_dir():
            raise _unusable(
                out, f"{target.as_posix()} is a folder, and a prefix is needed, such as reports/critic"
            )
    if not targets[0].name or out.endswith(("/", os.sep)):
        raise _unusable(out, "a prefix is needed, such as reports/critic")
    # In a folder of documents the report would be a document of the next run, and verify what it quotes.
    if targets[0].resolve().parent == record.resolve() and not (record / "matter.yaml").exists():
        raise _unusable(out, "this lies among the documents; keep reports apart from the paper")


def _write(files: dict[Path, str], read: list[Path]) -> None:
    """Write each text to its file, whole or not at all, and none over what was `read`."""
    for target in files:
        if target.exists() and any(one.exists() and target.samefile(one) for one in read):
            raise _unusable(target.as_posix(), "this file was read for the report; choose another prefix")
    for target, text in files.items():
        beside = target.with_name(f".{target.name}.{os.getpid()}.part")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(text.encode())
            beside.replace(target)
        except (OSError, ValueError) as error:
            with suppress(OSError, ValueError):
                beside.unlink(missing_ok=True)
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise _unusable(target.as_posix(), f"the report cannot be written ({reason})") from None
