"""Playbook trains and tests AI on legal work, and checks that work on live deals.

The public names are loaded on first use: importing the critic does not load the gym.
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from .actions import tool_definitions
    from .episode.env import PlaybookEnv
    from .episode.replay import replay, score
    from .matter.package import Matter, load_matter

_HOMES = {
    "Matter": "matter.package",
    "PlaybookEnv": "episode.env",
    "load_matter": "matter.package",
    "replay": "episode.replay",
    "score": "episode.replay",
    "tool_definitions": "actions",
}

__all__ = ["Matter", "PlaybookEnv", "__version__", "load_matter", "replay", "score", "tool_definitions"]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
