"""The options of `playbook-critic`, and its help."""

import click

from .critic_report import print_report


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
    return print_report(record, submission, authority, out, format, min_summary_chars, jobs)
