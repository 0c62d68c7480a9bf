"""`playbook export`: runs as training data."""

from pathlib import Path
from typing import Any

import click

from ..problems import one_line
from .exits import Exit
from .library import matters_option

_LISTED = 20  # episodes that did not verify, one by one


@click.command("export")
@click.argument("kind", type=click.Choice(["sft", "dpo", "steps"]))
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RUN...")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    help="The file: JSON lines, or Parquet where it ends in .parquet.",
)
@click.option("--completed", is_flag=True, help="Only episodes closed with a memo.")
@click.option("--no-critical", is_flag=True, help="Only episodes without a critical failure.")
@click.option("--no-refusals", is_flag=True, help="Only episodes without a refused action.")
@click.option(
    "--min-score", "least_score", type=click.FloatRange(0, 1), help="Only episodes of this score or more."
)
@click.option("--agent", "agents", multiple=True, help="Only this agent. May be repeated.")
@click.option("--matter", "matters", multiple=True, help="Only this matter, by id. May be repeated.")
@click.option(
    "--pairs", type=click.IntRange(1), default=1, show_default=True, help="dpo: most pairs of a matter."
)
@click.option(
    "--margin",
    type=click.FloatRange(0, 1),
    default=0.0,
    show_default=True,
    help="dpo: by more than this the better episode must be better.",
)
@click.option("--include-held-out", is_flag=True, help="Take matters too that their provenance holds out.")
@matters_option
def export_command(
    kind: str,
    runs: tuple[Path, ...],
    out: Path,
    pairs: int,
    margin: float,
    include_held_out: bool,
    folders: tuple[Path, ...],
    **filtered: Any,
) -> int:
    """Write the episodes of each RUN as training data: sft (whole episodes as chats with tool calls), dpo (the best and
    the worst episode of a matter as a pair) or steps (each action with the observation that preceded it).

    Every episode is played again first. Exit status 1 when one does not replay to its record; it is left out.
    """
    from ..bench.export.records import dpo_records, sft_records, step_records
    from ..bench.export.selecting import Filters, select
    from ..bench.export.writing import write_records
    from ..bench.library import Library
    from ..bench.reading import read_checked_run

    filters = Filters(**filtered)
    read = [read_checked_run(folder) for folder in runs]
    selection = select(read, Library(folders), filters, include_held_out=include_held_out)
    match kind:
        case "sft":
            records = sft_records(selection.candidates, filters)
        case "dpo":
            records = dpo_records(selection.candidates, filters, pairs=pairs, margin=margin)
        case _:
            records = step_records(selection.candidates, filters)
    out.parent.mkdir(parents=True, exist_ok=True)
    written = write_records(out, kind, records)
    for line in selection.unverified[:_LISTED]:
        click.echo(f"left out, not verified: {one_line(line)}", err=True)
    if len(selection.unverified) > _LISTED:
        click.echo(f"left out, not verified: {len(selection.unverified) - _LISTED} more", err=True)
    told = f"{out.as_posix()}: {written} records from {len(selection.candidates)} verified episodes"
    if selection.unwritable:
        told += f"; {selection.unwritable} left out whose actions are no tool calls"
    click.echo(told)
    return Exit.FINDINGS if selection.unverified else Exit.OK
