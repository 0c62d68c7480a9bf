"""`playbook explain`: why each point was won or lost, in the agent's own text."""

import json
from pathlib import Path
from typing import Any

import click
import msgspec

from ..sources import parse_json, read_source
from .eval import read_actions
from .exits import Exit


def actions_or_trace(path: Path) -> tuple[list[Any], bool]:
    """The actions in a JSON lines file, or those of a trace in either form; and whether its episode was closed after
    the last of them."""
    from ..episode.trace import read_trace

    text = read_source(path).text.lstrip()
    try:
        first = parse_json(text.partition("\n")[0])
    except ValueError:
        first = None
    is_trace = first is None or (isinstance(first, dict) and ("trace" in first or "events" in first))
    if is_trace and not (isinstance(first, dict) and "type" in first):
        trace = read_trace(path)
        return trace.actions, trace.is_closed
    return [entry.value for entry in read_actions(path)], False


@click.command("explain")
@click.argument("matter")
@click.argument("actions", type=click.Path(path_type=Path))
@click.option("--html", type=click.Path(path_type=Path), help="Write one self-contained page to this file.")
@click.option("--format", "output", type=click.Choice(["text", "json"]), default="text", show_default=True)
def explain_command(matter: str, actions: Path, html: Path | None, output: str) -> int:
    """Explain the episode that ACTIONS (a file of actions, or a trace) make on MATTER: matched and missing concepts
    marked in the agent's own text, gates that fired or were silenced and by what, nearest misses.

    Exit status 0 whatever the score.
    """
    from ..authoring.explain import explain
    from ..authoring.explain.pages import as_html, as_text
    from ..matter.package import load_matter
    from ..paper.shipped import find_matter

    played, closed = actions_or_trace(actions)
    explanation = explain(load_matter(find_matter(matter), matter), played, closed=closed)
    if html is not None:
        html.write_text(as_html(explanation), encoding="utf-8", errors="replace")
    if output == "json":
        click.echo(json.dumps(msgspec.to_builtins(explanation), indent=2))
    elif html is None:
        text = "\n".join(as_text(explanation))
        click.echo(text.encode("utf-8", "replace").decode("utf-8"))
    else:
        click.echo(f"{explanation.headline}\nwritten: {html.as_posix()}")
    return Exit.OK
