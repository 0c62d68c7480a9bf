"""`playbook report`: runs measured, compared, and held against conditions."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..problems import Problem, UnusableInputError
from .exits import Exit
from .library import matters_option

if TYPE_CHECKING:
    from ..bench.scorecard import Scorecard

FORMATS = ("markdown", "json", "csv", "parquet", "html")
_SUFFIXES = {".md": "markdown", ".json": "json", ".csv": "csv", ".parquet": "parquet", ".html": "html"}


@click.command("report")
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RUN...")
@click.option(
    "--out",
    "outs",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Write to this file, in the form of its suffix: .md, .json, .csv, .parquet, .html. May be repeated.",
)
@click.option(
    "--format",
    "output",
    type=click.Choice(FORMATS),
    help="The form on standard output, or of every --out whatever its suffix.  [default: markdown]",
)
@click.option("--brief", is_flag=True, help="Markdown: only the summary and the scores by matter.")
@matters_option
@click.option(
    "--success",
    type=click.FloatRange(0, 1),
    default=0.8,
    show_default=True,
    help="An episode without critical failure passes from this score on.",
)
@click.option("--against", type=click.Path(path_type=Path), metavar="BASE", help="Compare with this run.")
@click.option(
    "--fail-on",
    "conditions",
    multiple=True,
    metavar="CONDITION",
    help="Exit with status 1 when it holds: score<0.9, critical>0, drop>0.02 (needs --against). May be repeated.",
)
def report_command(
    runs: tuple[Path, ...],
    outs: tuple[Path, ...],
    output: str | None,
    brief: bool,
    against: Path | None,
    conditions: tuple[str, ...],
    **measuring: Any,
) -> int:
    """The scorecard of each RUN: every agent on every matter in the metrics of legal work, with intervals, by playing
    each trace again.

    Exit status 1 when a condition of --fail-on holds.
    """
    from ..bench.library import Library
    from ..bench.reading import read_checked_run, run_names
    from ..bench.scorecard import build_scorecard
    from ..bench.scorecard.gates import check_base, findings, read_condition

    asked = tuple(map(read_condition, conditions))
    check_base(asked, has_base=against is not None)
    forms = [_form(path, output) for path in outs]
    if not outs and output == "parquet":
        raise click.UsageError("Parquet is no text: name a file with --out")
    named = [*runs] if against is None else [*runs, against]
    read = [(name, read_checked_run(folder)) for name, folder in zip(run_names(named), named, strict=True)]
    base = None if against is None else read.pop()
    library = Library(measuring["folders"])
    scorecard = build_scorecard(read, library, success=measuring["success"], against=base)
    for path, form in zip(outs, forms, strict=True):
        _write(scorecard, path, form, brief=brief)
        click.echo(f"written: {path.as_posix()}")
    if not outs:
        click.echo(_text(scorecard, output or "markdown", brief=brief), nl=False)
    met = findings(scorecard, asked)
    for line in met:
        click.echo(f"failed: {line}", err=True)
    return Exit.FINDINGS if met else Exit.OK


def _form(path: Path, output: str | None) -> str:
    form = output or _SUFFIXES.get(path.suffix.lower())
    if form is None:
        message = f"the suffix names no form of a report ({', '.join(_SUFFIXES)}); choose one, or --format"
        raise UnusableInputError([Problem(path.as_posix(), 0, 0, "out", message)])
    return form


def _text(scorecard: "Scorecard", form: str, *, brief: bool) -> str:
    from ..bench.scorecard.building import as_json
    from ..bench.scorecard.html import as_html
    from ..bench.scorecard.markdown import as_markdown
    from ..bench.scorecard.tables import as_csv

    forms: dict[str, Callable[[], str]] = {
        "markdown": lambda: as_markdown(scorecard, brief=brief),
        "json": lambda: as_json(scorecard).decode(),
        "csv": lambda: as_csv(scorecard),
        "html": lambda: as_html(scorecard),
    }
    return forms[form]().encode("utf-8", "replace").decode("utf-8")


def _write(scorecard: "Scorecard", path: Path, form: str, *, brief: bool) -> None:
    from ..bench.scorecard.tables import write_table
    from ..episode.trace import write_whole

    path.parent.mkdir(parents=True, exist_ok=True)
    if form == "parquet":
        write_table(scorecard, path)
    else:
        write_whole(path, _text(scorecard, form, brief=brief).encode())
