"""`playbook-critic`, also `playbook critic`: check proposed work against the paper."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import click

from ..problems import Problem, UnusableInputError
from .exits import Exit
from .running import run_command


@click.command("critic", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("record", metavar="MATTER_OR_DOCS_DIR")
@click.argument("submission", metavar="SUBMISSION")
@click.option(
    "--authority", metavar="FILE", help="What the client will and will not accept (playbook.authority.v1)."
)
@click.option("--out", metavar="PREFIX", help="Also write PREFIX.json and PREFIX.md.")
@click.option(
    "--format",
    type=click.Choice(["markdown", "json"]),
    default="markdown",
    show_default=True,
    help="Report on standard output.",
)
@click.option(
    "--min-summary-chars",
    type=click.IntRange(min=0),
    metavar="N",
    default=80,
    show_default=True,
    help="Shorter summaries are reported.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1, max=64),
    metavar="N",
    default=1,
    show_default=True,
    help="Processes for a large record; the report is the same.",
)
def critic_command(
    record: str,
    submission: str,
    authority: str | None,
    out: str | None,
    format: str,
    min_summary_chars: int,
    jobs: int,
) -> int:
    """Check the work in SUBMISSION against the paper in MATTER_OR_DOCS_DIR: quotations, citations, concessions.

    No answer key is read. Exit code 0: nothing critical. 1: at least one critical finding. 2: something given
    cannot be used.
    """
    from ..critic.reviewing import critique

    if out is not None:
        _check_prefix(out, Path(record))
    report = critique(record, submission, authority, min_summary_chars=min_summary_chars, jobs=jobs)
    markdown, json = report.to_markdown(), report.to_json()
    if out is not None:
        read = [Path(path) for path in (submission, authority) if path is not None]
        read += [Path(record) / card.name for card in report.record.documents]
        _write({Path(f"{out}.json"): json, Path(f"{out}.md"): markdown}, read)
    _print(json if format == "json" else markdown)
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


def run() -> NoReturn:
    """Entry point of the `playbook-critic` script."""
    run_command(critic_command, "playbook-critic")
