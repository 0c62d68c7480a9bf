"""`playbook schema`: what an editor needs to complete and check a matter's files."""

from pathlib import Path

import click

from .exits import Exit


@click.command("schema", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("name", required=False)
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="DIR", help="Write the schemas into this folder."
)
def schema_command(name: str | None, out: Path | None) -> int:
    """Print the JSON Schema called NAME, or list the names there are.

    With --out the schema, or each of them, is written to DIR as NAME.schema.json.
    """
    from ..authoring.schemas import SCHEMA_NAMES, described_file, file_name, schema_text

    if name is not None and name not in SCHEMA_NAMES:
        raise click.UsageError(f"there is no schema {name!r}; the schemas are {', '.join(SCHEMA_NAMES)}")
    names = SCHEMA_NAMES if name is None else (name,)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        for one in names:
            (out / file_name(one)).write_text(schema_text(one), encoding="utf-8", newline="\n")
            click.echo(f"wrote {(out / file_name(one)).as_posix()}")
    elif name is None:
        for one in names:
            click.echo(f"{one:14} {described_file(one)}")
    else:
        click.echo(schema_text(name), nl=False)
    return Exit.OK
