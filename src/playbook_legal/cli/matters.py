"""`playbook matters`: what there is to play, and in figures."""

from pathlib import Path

import click

from .exits import Exit
from .naming import named_matters

# What the red team may spend on each matter for its figure.
BUDGET = 400

_HEAD = """\
# Matters

Every matter is original and fictional, and says so. The figures are made by `playbook matters --figures`: *sound*
is the share of sections under review that no issue is anchored at, *alternatives* is the lowest of the complete
reviews in other words and styles, *best without skill* what a search over policies without legal skill reaches.

"""


@click.command("matters")
@click.argument("matters", nargs=-1)
@click.option("--all", "root", type=click.Path(path_type=Path), help="Every matter in this folder.")
@click.option("--figures", is_flag=True, help="Measure each matter: paper, issues, scores, red team.")
@click.option(
    "--format", "output", type=click.Choice(["markdown", "json"]), default="markdown", show_default=True
)
def matters_command(matters: tuple[str, ...], root: Path | None, figures: bool, output: str) -> int:
    """List the matters that ship with the package, or those named: id, title, role.

    With --figures each is measured, which takes some seconds a matter.
    """
    from ..paper.manifest import read_manifest
    from ..paper.shipped import shipped_matters

    if matters or root is not None:
        meant = named_matters(matters, root)
    else:
        meant = [(folder, folder.name) for folder in shipped_matters()]
    if not figures:
        for folder, name in meant:
            manifest, _ = read_manifest(folder, name)
            click.echo(f"{manifest.matter_id:24} {manifest.title} ({manifest.role})")
        return Exit.OK
    from ..authoring.figures import as_json, as_markdown, figures_of
    from ..matter.package import load_matter

    measured = [figures_of(load_matter(folder, name), folder, BUDGET) for folder, name in meant]
    if output == "json":
        click.echo(as_json(measured))
    else:
        click.echo(_HEAD + "\n".join(as_markdown(one) for one in measured), nl=False)
    return Exit.OK
