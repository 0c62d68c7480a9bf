"""What becomes of a command: its exit code, and one line on standard error when it cannot go on."""

import os
import sys
from collections.abc import Callable

from ..problems import PlaybookError, one_line
from .exits import Exit


def outcome(run: Callable[[], object], name: str) -> int:
    """The exit code of `run`; whatever goes wrong ends in one line on standard error that begins with `name`."""
    try:
        result = run()
        if sys.stdout is not None:
            sys.stdout.flush()
        return int(result) if isinstance(result, int) else Exit.OK
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
