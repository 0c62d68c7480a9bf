"""`playbook view`: an episode laid out for audit, or all episodes of a run."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..problems import Problem, UnusableInputError
from .exits import Exit
from .library import matters_option

if TYPE_CHECKING:
    from ..bench.library import Library


@click.command("view")
@click.argument("source", type=click.Path(path_type=Path), metavar="TRACE|RUN")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="For a trace the file (default: standard output), for a run the folder of its pages.",
)
@matters_option
def view_command(source: Path, out: Path | None, folders: tuple[Path, ...]) -> int:
    """The audit page of an episode: the paper with the sections read, and every action with its points and reasons. One
    file that needs no network and no script.

    Of a RUN, an index and a page for each episode.
    """
    from ..bench.library import Library

    library = Library(folders)
    if source.is_dir():
        if out is None:
            raise click.UsageError("a run has many pages: name a folder for them with --out")
        _write_run(source, out, library)
        return Exit.OK
    from ..bench.view.single import trace_page
    from ..episode.trace import write_whole

    content = trace_page(source, library).encode("utf-8", "replace")
    if out is None:
        click.echo(content.decode(), nl=False)
    else:
        out.parent.mkdir(parents=True, exist_ok=True)
        write_whole(out, content)
        click.echo(f"written: {out.as_posix()}")
    return Exit.OK


def _write_run(source: Path, out: Path, library: "Library") -> None:
    from ..bench.reading import read_checked_run, run_names
    from ..bench.view.index import run_pages
    from ..episode.trace import write_whole

    run = read_checked_run(source)
    if out.exists() and out.resolve() == source.resolve():
        message = "the pages of a run do not belong into the run; name another folder"
        raise UnusableInputError([Problem(out.as_posix(), 0, 0, "out", message)])
    (out / "episodes").mkdir(parents=True, exist_ok=True)
    (name,) = run_names([source])
    count = 0
    for path, content in run_pages(name, run, library):
        write_whole(out / path, content.encode("utf-8", "replace"))
        count += 1
    click.echo(f"written: {(out / 'index.html').as_posix()} and {count - 1} episodes")
