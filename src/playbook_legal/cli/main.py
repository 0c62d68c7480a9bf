"""`playbook`: one group, one file for each command, each loaded when it is called."""

from importlib import import_module
from typing import NoReturn

import click

from .. import __version__
from .running import run_command

# Command -> module of this package that holds it, and what the list of commands says of it. The critic's module
# must not load the gym, so nothing is imported before it is asked for.
_COMMANDS = {
    "critic": "Check work on the paper alone: quotations, citations, concessions.",
    "demo": "Score the reference review of a matter and show why.",
    "eval": "Score a file of actions on a matter.",
    "explain": "Why each point was won or lost, in the agent's own text.",
    "export": "Runs as training data.",
    "lint": "Say what is wrong with a matter, line by line.",
    "matters": "List the matters that ship with the package.",
    "mcp": "The critic as a server for agents (Model Context Protocol).",
    "merge": "Put the shards of a run together.",
    "new": "Begin a matter: a scaffold that explains itself.",
    "play": "Play an episode over standard input and output.",
    "probes": "Put a matter's probes to its gates.",
    "redteam": "How far policies without legal skill get on a matter.",
    "replay": "Play a trace again and name the first difference.",
    "report": "The scorecard of runs, and a gate for CI.",
    "rescore": "Score every trace of a run anew.",
    "run": "Play agents on matters, many times, and keep every episode.",
    "schema": "JSON Schemas of a matter's files, for editors.",
    "selftest": "What the critic is worth on real paper, in numbers.",
    "view": "An episode laid out for audit.",
}


class _Lazy(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"{__package__}.{cmd_name}"), f"{cmd_name}_command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, _COMMANDS[name]) for name in self.list_commands(ctx)])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"there is no command {args[0]!r}; the commands are {', '.join(sorted(_COMMANDS))}")
        return super().resolve_command(ctx, args)


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="playbook")
def playbook() -> None:
    """Train and test AI on legal work, and check that work on live deals."""


def run() -> NoReturn:
    """Entry point of the `playbook` script."""
    run_command(playbook, "playbook")
