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


def replay(matter: Matter, actions: Iterable[object], *, closed: bool = False) -> Replay:
    """The episode that `actions` make on `matter`: every observation, reward and flag, and the result. With `closed`
    it ends after the last of them, if it has not ended before. Pure."""
    episode = Episode(matter)
    first = episode.observation()
    remaining = iter(actions)
    steps = tuple(_steps(episode, remaining))
    if closed:
        episode.close()
    return Replay(first, steps, episode_result(episode), sum(1 for _ in remaining))


def _steps(episode: Episode, actions: Iterator[object]) -> Iterator[ReplayedStep]:
    while not episode.is_over:
        try:
            action = next(actions)
        except StopIteration:
            return
        yield ReplayedStep(*episode.step(action))


def played(matter: Matter, actions: Iterable[object], *, closed: bool = False) -> Episode:
    """The episode that `actions` make on `matter`, as it stands; with `closed` it ends after the last of them.
    Actions after the end are passed over."""
    episode = Episode(matter)
    for action in actions:
        if episode.is_over:
            break
        episode.step(action)
    if closed:
        episode.close()
    return episode


def score(matter: Matter, actions: Iterable[object], *, closed: bool = False) -> dict[str, Any]:
    """The result of the episode that `actions` make on `matter`. Pure; actions after the end are passed over. Without
    `closed` an episode that has not ended is scored as it stands, and nothing is settled yet."""
    return episode_result(played(matter, actions, closed=closed))
