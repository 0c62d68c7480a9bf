"""The environment as a task of Inspect (package `inspect-ai`, extra `inspect`).

`inspect eval playbook_legal/review` finds it by its entry point. In Python the names below are loaded on first use, so
that this package can be looked at without the extra; touching one of them without it says what to install.
"""

from typing import TYPE_CHECKING, Any

from ...problems import PlaybookError

if TYPE_CHECKING:
    from .log import EpisodeLog
    from .scorers import scorecard
    from .solvers import lawyer, matter_tools, recorded
    from .tasks import review
    from .tools import action_tools

_HOMES = {
    "EpisodeLog": "log",
    "action_tools": "tools",
    "lawyer": "solvers",
    "matter_tools": "solvers",
    "recorded": "solvers",
    "review": "tasks",
    "scorecard": "scorers",
}

__all__ = ["EpisodeLog", "action_tools", "lawyer", "matter_tools", "recorded", "review", "scorecard"]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    try:
        import_module("inspect_ai")
    except ImportError:
        message = "the Inspect task needs the package inspect-ai: pip install 'playbook-legal[inspect]'"
        raise PlaybookError(message) from None
    return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
