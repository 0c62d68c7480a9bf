"""How every command runs: whatever goes wrong ends in one line on standard error and exit code 2."""

import os
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

import click

from ..problems import PlaybookError, one_line
from .exits import Exit


def run_command(command: click.Command, name: str, arguments: Sequence[str] | None = None) -> NoReturn:
    """Run `command` and leave the process with its exit code. Never shows a traceback for a fault of the input."""
    sys.exit(_outcome(lambda: command.main(arguments, name, standalone_mode=False), name))


def _outcome(run: Callable[[], object], name: str) -> int:
    try:
        result = run()
        if sys.stdout is not None:
            sys.stdout.flush()
        return int(result) if isinstance(result, int) else Exit.OK
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.ClickException as error:
        return _complain(name, error.format_message())
    except click.Abort:
        return _complain(name, "interrupted")
    except PlaybookError as error:
        return _complain(name, str(error))
    except BrokenPipeError:
        # Whoever read our output has enough; point it nowhere, so that the interpreter does not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.OK
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        return _complain(name, f"{place}{error.strerror or error}")


def _complain(name: str, message: str) -> int:
    if sys.stderr is not None:
        sys.stderr.write(f"{name}: {one_line(message)}\n")
    return Exit.UNUSABLE
