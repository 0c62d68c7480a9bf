"""`playbook replay`: does a trace still say what its episode is?"""

from pathlib import Path

import click

from ..episode.score_sheet import headline
from .exits import Exit


@click.command("replay")
@click.argument("trace", type=click.Path(path_type=Path))
@click.option(
    "--matter", help="Folder or id of the matter, when it is not a shipped one of the trace's matter id."
)
def replay_command(trace: Path, matter: str | None) -> int:
    """Play the actions of TRACE again and compare rewards, observations (where recorded) and result.

    Exit status 1 when something differs; the first difference is named.
    """
    from ..episode.trace import read_trace
    from ..episode.verify import verify_trace
    from ..matter.package import load_matter
    from ..paper.shipped import find_matter

    recorded = read_trace(trace)
    named = matter if matter is not None else recorded.matter_id
    verification = verify_trace(recorded, load_matter(find_matter(named), named))
    click.echo(headline(verification.result))
    for note in verification.notes:
        click.echo(f"note: {note}")
    if verification.difference is None:
        click.echo(f"verified: {len(recorded.steps)} actions give what was recorded")
        return Exit.OK
    click.echo(f"differs: {verification.difference}")
    return Exit.FINDINGS
