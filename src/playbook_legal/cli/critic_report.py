"""What `playbook-critic` does in the plain case: review one submission, write, print."""

import os
import sys
from pathlib import Path

from ..problems import Problem, UnusableInputError
from .exits import Exit


def print_report(
    record: str,
    submission: str,
    authority: str | None = None,
    out: str | None = None,
    format: str = "markdown",
    min_summary_chars: int = 80,
    jobs: int = 1,
) -> int:
    """Print the report on `submission`, write it below the prefix `out` if there is one, and return the exit
    code."""
    from ..critic.reviewing import critique

    if out is not None:
        from .critic_outputs import check_prefix

        check_prefix(out, Path(record))
    if sys.stderr is not None and sys.stderr.isatty():
        from .critic_progress import progress

        with progress("documents") as told:
            report = critique(
                record, submission, authority, min_summary_chars=min_summary_chars, jobs=jobs, told=told
            )
    else:
        report = critique(record, submission, authority, min_summary_chars=min_summary_chars, jobs=jobs)
    if out is not None:
        from .critic_outputs import write_files

        read = [Path(path) for path in (submission, authority) if path is not None]
        read += [Path(record) / card.name for card in report.record.documents]
        write_files({Path(f"{out}.json"): report.to_json(), Path(f"{out}.md"): report.to_markdown()}, read)
    print_text(report.to_json() if format == "json" else report.to_markdown())
    if not report.passed:
        return Exit.FINDINGS
    return Exit.UNUSABLE if report.uncheckable else Exit.OK


def print_text(text: str) -> None:
    """Write `text` to standard output as UTF-8, whatever the locale. Whoever has read enough may close it: that
    changes nothing about the work, and so nothing about the exit code."""
    if sys.stdout is None:
        message = "it is closed, so that the report cannot be printed"
        raise UnusableInputError([Problem("standard output", 0, 0, "out", message)])
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
