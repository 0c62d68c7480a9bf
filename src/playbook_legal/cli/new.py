"""`playbook new`: the first step of an author."""

import secrets
from pathlib import Path

import click

from .exits import Exit


@click.command("new", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("matter_id")
@click.option(
    "--in",
    "inside",
    type=click.Path(path_type=Path),
    metavar="DIR",
    default=Path("matters"),
    show_default=True,
    help="The folder of matters.",
)
@click.option("--negotiated", is_flag=True, help="With a scripted counterparty.")
def new_command(matter_id: str, inside: Path, negotiated: bool) -> int:
    """Begin the matter MATTER_ID: every file with its fields explained, ready to play, and TO DO where your own words
    belong. Its trajectories go into the folder examples, beside DIR.
    """
    from ..authoring.lint.linting import lint_matter
    from ..authoring.scaffold import write_scaffold

    scaffold = write_scaffold(matter_id, inside, secrets.token_hex(12), negotiated=negotiated)
    for path in scaffold.files:
        click.echo(f"wrote {path.as_posix()}")
    to_do = lint_matter(scaffold.matter).count("error")
    click.echo(f"\n{to_do} things are to do; playbook lint {scaffold.matter.as_posix()} names them")
    return Exit.OK
