"""The options of `playbook-critic`, and its help."""

from typing import Any

import click

_FORMATS = ("concise", "markdown", "json", "jsonl", "sarif", "junit", "github", "html")


@click.command("critic", context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.argument("paths", metavar="MATTER_OR_DOCS_DIR SUBMISSION...", nargs=-1)
@click.option(
    "--authority", metavar="FILE", help="What the client will and will not accept (playbook.authority.v1)."
)
@click.option("--record", metavar="DIR", help="The folder of the paper; then every argument is a submission.")
@click.option(
    "--quotes",
    type=click.Choice(["literal", "typographic", "layout", "declared"]),
    help="How far a quotation may differ from the paper in its typing. Without the option this depends on the paper.",
)
@click.option(
    "--view",
    type=click.Choice(["accepted", "original", "both"]),
    help="Which text of a document with tracked changes counts.  [default: accepted]",
)
@click.option(
    "--author",
    metavar="NAME",
    multiple=True,
    help="Whose changes in a redlined Word file count; can be given several times.  [default: everybody's]",
)
@click.option("--base", metavar="ID", help="The document of the record that a Word file is a redline of.")
@click.option(
    "--annotate", metavar="OUT.docx", help="Write the redlined Word file with each finding as a comment."
)
@click.option("--out", metavar="PREFIX", help="Also write PREFIX.json and PREFIX.md.")
@click.option("--format", type=click.Choice(_FORMATS), help="Report on standard output.  [default: markdown]")
@click.option(
    "--output",
    metavar="FORMAT=FILE",
    multiple=True,
    help="Also write the report in that format to the file; can be given several times.",
)
@click.option(
    "--min-summary-chars",
    type=click.IntRange(min=0),
    metavar="N",
    help="Shorter summaries are reported.  [default: 80]",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1, max=64),
    metavar="N",
    help="Processes for a large record; the report is the same.  [default: 1]",
)
@click.option(
    "--cache",
    metavar="DIR",
    help="Keep there what was read, so that the next run is faster. Without it nothing is kept.",
)
@click.option(
    "--fail-on",
    type=click.Choice(["critical", "advisory", "never"]),
    help="The lightest finding that ends in exit code 1.  [default: critical]",
)
@click.option("--baseline", metavar="FILE", help="Findings listed there are known and do not fail the work.")
@click.option("--write-baseline", metavar="FILE", help="Write the findings there, so that they are known.")
@click.option("--config", metavar="FILE", help="Read settings from FILE instead of looking for them.")
@click.option("--isolated", is_flag=True, help="Read no settings.")
@click.option("--show-settings", is_flag=True, help="Print the settings in force, and where each was said.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until interrupted.")
def critic_command(**options: Any) -> int:
    """Check the work in each SUBMISSION against the paper in MATTER_OR_DOCS_DIR: quotations, citations, concessions.

    A SUBMISSION is a file, a folder of them, or - for standard input. Settings are read from playbook.toml, or
    from the table tool.playbook.critic of pyproject.toml.

    No answer key is read. Exit code 0: nothing critical. 1: at least one critical finding. 2: something given
    cannot be used.
    """
    if options["show_settings"]:
        from .critic_run import print_settings

        return print_settings(options)
    if options["watch"]:
        from .critic_watch import watch

        return watch(options)
    from .critic_run import run_once

    return run_once(options)
