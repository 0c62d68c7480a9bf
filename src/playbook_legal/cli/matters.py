"""`playbook matters`: what there is to play."""

import click

from .exits import Exit


@click.command("matters")
def matters_command() -> int:
    """List the matters that ship with the package: id, title, role."""
    from ..paper.manifest import read_manifest
    from ..paper.shipped import shipped_matters

    for folder in shipped_matters():
        manifest, _ = read_manifest(folder, folder.name)
        click.echo(f"{manifest.matter_id:24} {manifest.title} ({manifest.role})")
    return Exit.OK
