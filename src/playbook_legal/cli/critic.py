"""`playbook-critic`, also `playbook critic`: check proposed work against the paper.

Most calls name their options in full. These are read here, because loading click takes as long as reviewing a
matter; whatever is out of the ordinary (help, a mistake, an abbreviation, the rarer options, a file of settings) is
for click to answer.
"""

import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from .outcome import outcome

_NAME = "playbook-critic"
# Every option, None where none is given; the plain ones are read here.
_PLAIN = ("authority", "out", "format", "min_summary_chars", "jobs")
_DEFAULTS: dict[str, Any] = {
    **dict.fromkeys(_PLAIN),
    "record": None,
    "quotes": None,
    "view": None,
    "author": (),
    "base": None,
    "annotate": None,
    "cache": None,
    "fail_on": None,
    "output": (),
    "baseline": None,
    "write_baseline": None,
    "config": None,
    "isolated": False,
    "show_settings": False,
    "watch": False,
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
        if name not in _PLAIN or one != "--" + name.replace("_", "-") or value.startswith("-"):
            return None
        values[name] = value
    for name in ("min_summary_chars", "jobs"):
        if values[name] is None:
            continue
        number = str(values[name])
        if not (number.isascii() and number.isdigit() and len(number) < 10):
            return None
        values[name] = int(number)
    if (
        len(places) != 2
        or values["format"] not in (None, "markdown", "json")
        or not 1 <= (1 if values["jobs"] is None else values["jobs"]) <= _MOST_JOBS
    ):
        return None
    return {"paths": tuple(places), **values}


def run() -> NoReturn:
    """Entry point of the `playbook-critic` script; `playbook-critic selftest` is `playbook selftest`."""
    if _asks_for_the_self_test(sys.argv[1:]):
        from .running import run_command
        from .selftest import selftest_command

        run_command(selftest_command, f"{_NAME} selftest", sys.argv[2:])
    values = plain_arguments(sys.argv[1:])
    if values is None or _has_settings() or _is_folder(values["paths"][1]):
        from .critic_command import critic_command
        from .running import run_command

        run_command(critic_command, _NAME)
    from .critic_report import print_report

    record, submission = values["paths"]
    plain = {name: values[name] for name in _PLAIN if values[name] is not None}
    sys.exit(outcome(lambda: print_report(record, submission, **plain), _NAME))


def _asks_for_the_self_test(arguments: Sequence[str]) -> bool:
    """Whether `playbook-critic selftest` is meant, and not a record in a folder of that name."""
    if arguments[:1] != ["selftest"] or not all(one.startswith("-") for one in arguments[1:2]):
        return False
    from pathlib import Path

    return not Path("selftest").exists()


def _has_settings() -> bool:
    from ..critic.settings_file import settings_file

    return settings_file() is not None


def _is_folder(path: str) -> bool:
    """Whether several submissions are meant; what a path cannot be is said when it is opened."""
    from pathlib import Path

    try:
        return Path(path).is_dir()
    except (OSError, ValueError):
        return False


def __getattr__(name: str) -> Any:
    if name == "critic_command":  # for the group `playbook`
        from .critic_command import critic_command

        return critic_command
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
