"""The option by which commands that play traces again are told of further matters."""

from pathlib import Path

import click

matters_option = click.option(
    "--matters",
    "folders",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Matters to play traces again on, before the shipped ones: a matter, or a folder of them.",
)
