"""`playbook rescore`: every trace of a run scored anew."""

import json
from pathlib import Path

import click

from .exits import Exit
from .library import matters_option


@click.command("rescore")
@click.argument("run", type=click.Path(path_type=Path), metavar="RUN")
@matters_option
@click.option(
    "--write", "into", type=click.Path(path_type=Path), help="Write the run as scored now into this folder."
)
@click.option("--format", "output", type=click.Choice(["text", "json"]), default="text", show_default=True)
def rescore_command(run: Path, folders: tuple[Path, ...], into: Path | None, output: str) -> int:
    """Score every trace of RUN anew, by playing its actions again on the matters at hand: what changed, and why.

    Exit status 1 when a score changed.
    """
    from ..bench.library import Library
    from ..bench.reading import read_checked_run
    from ..bench.rescoring import as_json, as_text, rescore, write_rescored

    library = Library(folders)
    read = read_checked_run(run)
    rescored = rescore(read, library)
    if into is not None:
        write_rescored(read, rescored, library, into)
    if output == "json":
        click.echo(json.dumps(as_json(rescored), indent=2))
    else:
        click.echo("\n".join(as_text(rescored)).encode("utf-8", "replace").decode("utf-8"))
    return Exit.FINDINGS if any(one.changed for one in rescored) else Exit.OK
