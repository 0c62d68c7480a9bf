"""`playbook-critic`, also `playbook critic`: check proposed work against the paper.

Most calls name their options in full. These are read here, because loading click takes as long as reviewing a
matter; whatever is out of the ordinary (help, a mistake, an abbreviation) is for click to answer.
"""

import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from .outcome import outcome

_NAME = "playbook-critic"
_DEFAULTS: dict[str, Any] = {
    "authority": None,
    "out": None,
    "format": "markdown",
    "min_summary_chars": 80,
    "jobs": 1,
}
_MOST_JOBS = 64


def plain_arguments(arguments: Sequence[str]) -> dict[str, Any] | None:
    """The arguments by name when they are written plainly and mean something; None when click has to look."""
    values = dict(_DEFAULTS)
    places: list[str] = []
    left = iter(arguments)
    for one in left:
        if not one.startswith("-"):
            places.append(one)
            continue
        name = one.removeprefix("--").replace("-", "_")
        value = next(left, "-")
        if name not in values or one != "--" + name.replace("_", "-") or value.startswith("-"):
            return None
        values[name] = value
    for name in ("min_summary_chars", "jobs"):
        number = str(values[name])
        if not (number.isascii() and number.isdigit() and len(number) < 10):
            return None
        values[name] = int(number)
    if (
        len(places) != 2
        or values["format"] not in ("markdown", "json")
        or not 1 <= values["jobs"] <= _MOST_JOBS
    ):
        return None
    return {"record": places[0], "submission": places[1], **values}


def run() -> NoReturn:
    """Entry point of the `playbook-critic` script."""
    values = plain_arguments(sys.argv[1:])
    if values is None:
        from .critic_command import critic_command
        from .running import run_command

        run_command(critic_command, _NAME)
    from .critic_report import print_report

    sys.exit(outcome(lambda: print_report(**values), _NAME))


def __getattr__(name: str) -> Any:
    if name == "critic_command":  # for the group `playbook`
        from .critic_command import critic_command

        return critic_command
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
