"""`playbook selftest`: what the critic is worth on real paper, in numbers, each beside its bar."""

import json
from pathlib import Path

import click

from .exits import Exit

_ANNOTATIONS = Path("tests/data/filings")  # in a checkout


@click.command("selftest", context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--paper", metavar="DIR", required=True, help="A folder of folders of paper.")
@click.option(
    "--annotations",
    metavar="DIR",
    help="The headings that people saw in filed agreements.  [default: tests/data/filings, where it is]",
)
@click.option(
    "--passages",
    type=click.IntRange(min=1, max=1_000_000),
    default=2_000,
    show_default=True,
    metavar="N",
    help="True passages to be retyped and falsified.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1, max=64),
    default=1,
    show_default=True,
    metavar="N",
    help="Processes; the numbers are the same.",
)
@click.option("--format", "output", type=click.Choice(["text", "json"]), default="text", show_default=True)
def selftest_command(paper: str, annotations: str | None, passages: int, jobs: int, output: str) -> int:
    """Measure the critic on the paper in DIR: Word's numbers and views, headings of filings, true passages retyped and
    falsified, the same text as two kinds of paper.

    Exit code 0: every bar is reached. 1: one is missed. 2: something given cannot be used.
    """
    from ..critic.selftest.running import self_test
    from .critic_progress import progress

    if annotations is None and _ANNOTATIONS.is_dir():
        annotations = str(_ANNOTATIONS)
    with progress("passages") as told:
        result = self_test(paper, annotations, passages=passages, jobs=jobs, told=told)
    if output == "json":
        click.echo(json.dumps(result.to_dict(), ensure_ascii=False, indent=2))
    else:
        click.echo(result.to_text(), nl=False)
    return Exit.OK if result.passed else Exit.FINDINGS
