"""`playbook merge`: the shards of a run as one run."""

from pathlib import Path

import click

from .exits import Exit


@click.command("merge")
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RUN...")
@click.option("--into", type=click.Path(path_type=Path), required=True, help="Folder of the merged run.")
def merge_command(runs: tuple[Path, ...], into: Path) -> int:
    """Put the shards RUN... of one run together. The result is the run that one process would have written.

    Exit status 1 when episodes are still missing or failed.
    """
    from ..bench.runs import merge_runs

    merged = merge_runs(runs, into)
    played, failed, missing = len(merged.episodes), len(merged.failures), len(merged.missing)
    click.echo(f"{into.as_posix()}: {played} of {played + failed + missing} episodes played")
    if failed:
        click.echo(f"failed: {failed}")
    if missing:
        click.echo(f"not played: {missing}")
    return Exit.FINDINGS if failed or missing else Exit.OK
