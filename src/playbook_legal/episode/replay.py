"""Playing recorded actions again: the one function behind every adapter, exporter, re-scorer and server."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from ..matter.package import Matter
from .episode import Episode
from .result import episode_result


class ReplayedStep(msgspec.Struct, frozen=True):
    """A step as the environment gives it."""

    observation: dict[str, Any]
    reward: float
    terminated: bool
    truncated: bool
    info: dict[str, Any]


class Replay(msgspec.Struct, frozen=True):
    """An episode played from its actions. `unplayed` counts actions that came after its end; the repeated delivery
    of an action (same `call_id`) is a step that was answered and not taken."""

    initial_observation: dict[str, Any]
    steps: tuple[ReplayedStep, ...]
    result: dict[str, Any]
    unplayed: int


def replay(matter: Matter, actions: Iterable[object]) -> Replay:
    """The episode that `actions` make on `matter`: every observation, reward and flag, and the result. Pure."""
    episode = Episode(matter)
    first = episode.observation()
    remaining = iter(actions)
    steps = tuple(_steps(episode, remaining))
    return Replay(first, steps, episode_result(episode), sum(1 for _ in remaining))


def _steps(episode: Episode, actions: Iterator[object]) -> Iterator[ReplayedStep]:
    while not episode.is_over:
        try:
            action = next(actions)
        except StopIteration:
            return
        yield ReplayedStep(*episode.step(action))


def score(matter: Matter, actions: Iterable[object]) -> dict[str, Any]:
    """The result of the episode that `actions` make on `matter`. Pure; actions after the end are passed over."""
    episode = Episode(matter)
    for action in actions:
        if episode.is_over:
            break
        episode.step(action)
    return episode_result(episode)
