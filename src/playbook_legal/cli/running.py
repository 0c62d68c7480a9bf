"""How every command runs: whatever goes wrong ends in one line on standard error and exit code 2."""

import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from ..problems import PlaybookError
from .outcome import outcome


def run_command(command: click.Command, name: str, arguments: Sequence[str] | None = None) -> NoReturn:
    """Run `command` and leave the process with its exit code. Never shows a traceback for a fault of the input."""

    def run() -> object:
        try:
            return command.main(arguments, name, standalone_mode=False)
        except click.exceptions.Exit as error:
            return error.exit_code
        except click.ClickException as error:
            raise PlaybookError(error.format_message()) from None
        except click.Abort:
            raise PlaybookError("interrupted") from None

    sys.exit(outcome(run, name))
