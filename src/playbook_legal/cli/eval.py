"""`playbook eval`: a file of actions, scored."""

import json
from pathlib import Path
from typing import NoReturn

import click

from ..episode.score_sheet import score_sheet
from ..problems import Problem, UnusableInputError
from ..sources import JsonLine, read_json_lines, read_source
from .exits import Exit
from .running import run_command


def read_actions(path: Path) -> list[JsonLine]:
    """The actions in a JSON lines file; `UnusableInputError` when there are none, or a line is not JSON."""
    lines = read_json_lines(read_source(path))
    if not lines:
        raise UnusableInputError([Problem(path.as_posix(), 0, 0, "empty", "the file holds no action")])
    return lines


@click.command("eval")
@click.argument("matter")
@click.argument("actions", type=click.Path(path_type=Path))
@click.option("--trace", type=click.Path(path_type=Path), help="Write the compact trace to this file.")
@click.option(
    "--full-trace", type=click.Path(path_type=Path), help="Write the long trace, with every observation."
)
@click.option("--format", "output", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--explain", is_flag=True, help="Say under each entry why it earned what it earned.")
def eval_command(
    matter: str, actions: Path, trace: Path | None, full_trace: Path | None, output: str, explain: bool
) -> int:
    """Score the ACTIONS (one JSON object a line) on MATTER, a folder or the id of a shipped matter.

    Exit status 1 when the episode holds a critical failure, 2 when the input cannot be used.
    """
    from ..episode.env import PlaybookEnv
    from ..matter.package import load_matter
    from ..paper.shipped import find_matter

    lines = read_actions(actions)
    env = PlaybookEnv(load_matter(find_matter(matter), matter))
    env.reset()
    over = False
    played = 0
    for entry in lines:
        if over:
            break
        _, _, terminated, truncated, _ = env.step(entry.value)
        over = terminated or truncated
        played += 1
    if trace is not None:
        env.save_trace(trace)
    if full_trace is not None:
        env.save_trace(full_trace, full=True)
    result = env.episode_result()
    if output == "json":
        click.echo(json.dumps(result, ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(score_sheet(result, explain=explain)))
    if played < len(lines):
        first = lines[played].line
        click.echo(
            f"eval: the episode was over after {played} actions; what stands from {actions.as_posix()}:{first} on was "
            "not played",
            err=True,
        )
    return Exit.FINDINGS if result["critical_failure"] else Exit.OK


def run() -> NoReturn:
    """Entry point of the `playbook-eval` script."""
    run_command(eval_command, "playbook-eval")
