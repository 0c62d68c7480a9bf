"""A Ray cluster: the one that RAY_ADDRESS names, or a local one for as long as the run takes.

Players on the cluster send the files of their episodes back, and this process writes them, so that the run's folder
need not be shared. The package and the matter folders must be there on every machine, and a key in its environment.
"""

import asyncio
import os
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ...episode.trace import Trace
from ...matter.package import Matter
from ...problems import PlaybookError
from ..playing import Company, Ended, Heard, Plan, play_keys
from ..runs import EpisodeKey, EpisodeNote, Failure, episode_bytes, keep_episode, write_failure
from .protocol import Allowance

_LARGEST_BATCH = 64


class _Batch(msgspec.Struct):
    """What a player sends back of a few episodes."""

    episodes: list[tuple[EpisodeKey, bytes]]
    failures: list[Failure]
    ended: list[Ended]

    def keep(self, trace: Trace, note: EpisodeNote) -> None:
        """Keep an episode until the batch is sent."""
        self.episodes.append((note.key, episode_bytes(trace, note)))

    def keep_failure(self, failure: Failure) -> None:
        """Keep a failure until the batch is sent."""
        self.failures.append(failure)


class _Player:
    """What stands on the cluster: the company of a plan."""

    def __init__(self, plan: Plan, concurrency: int) -> None:
        self._company = Company.of(plan, plan.load())
        self._concurrency = concurrency

    def play(self, keys: Sequence[EpisodeKey]) -> _Batch:
        batch = _Batch([], [], [])
        asyncio.run(play_keys(self._company, keys, batch, batch.ended.append, self._concurrency))
        return batch


class RayRunner:
    """So many players on a Ray cluster."""

    def __init__(self, processes: int) -> None:
        self._processes = processes

    def run(
        self,
        plan: Plan,
        matters: Mapping[str, Matter],  # noqa: ARG002 - each player loads its own
        keys: Sequence[EpisodeKey],
        heard: Heard,
        allowed: Allowance,
    ) -> tuple[str, ...]:
        """Play `keys` on the cluster."""
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a run reports to nobody
        ray = _ray()
        count = min(self._processes, len(keys))
        if not count:
            return ()
        ours = not ray.is_initialized()
        if ours:
            address = os.environ.get("RAY_ADDRESS")
            local = {} if address else {"num_cpus": count, "include_dashboard": False}
            ray.init(address=address or "local", log_to_driver=False, logging_level="ERROR", **local)
        try:
            return _spread(ray, plan, keys, count, heard, allowed)
        finally:
            if ours:
                ray.shutdown()


def _spread(
    ray: Any, plan: Plan, keys: Sequence[EpisodeKey], count: int, heard: Heard, allowed: Allowance
) -> tuple[str, ...]:
    share = max(1, -(-plan.concurrency // count))
    size = max(share, min(_LARGEST_BATCH, len(keys) // (4 * count)), 1)
    batches = iter([keys[at : at + size] for at in range(0, len(keys), size)])
    player_class = ray.remote(_Player)
    free = [player_class.remote(plan, share) for _ in range(count)]
    busy: dict[Any, Any] = {}
    trouble: list[str] = []
    while True:
        while free and allowed() and (batch := next(batches, None)) is not None:
            player = free.pop()
            busy[player.play.remote(batch)] = player
        if not busy:
            return tuple(trouble)
        (done,), _ = ray.wait(list(busy))
        player = busy.pop(done)
        try:
            played: _Batch = ray.get(done)
        except ray.exceptions.RayTaskError as error:
            raise PlaybookError(f"a player broke down: {error.cause}") from None
        except ray.exceptions.RayError as error:  # the player or its machine is gone
            trouble.append(f"a player is gone ({type(error).__name__})")
            continue
        free.append(player)
        for key, body in played.episodes:
            keep_episode(plan.into, key, body)
        for failure in played.failures:
            write_failure(plan.into, failure)
        for ended in played.ended:
            heard(ended)


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        message = "the runner ray needs the package ray: pip install 'playbook-legal[ray]'"
        raise PlaybookError(message) from None
    return ray
