"""Playing episodes in one process, several at a time.

Every runner comes down to `play_keys`: chairs that each take the next episode, play it, and have it kept. What an
agent does wrong ends its own episode and no other.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Protocol, Self, TypeAlias

import msgspec

from ..episode.trace import Trace
from ..matter.package import Matter, load_matter
from ..problems import Problem, UnusableInputError, one_line
from .agents.protocol import Agent, OutsideTroubleError
from .runs import Ending, EpisodeKey, EpisodeNote, Failure, Manifest, write_episode, write_failure
from .table import Table

# Agents that only compute never wait, so the loop is let in between now and then: for an interruption, and for others.
_TURN = 0.05  # seconds


class Plan(msgspec.Struct, frozen=True):
    """What is to be played and where it is kept. Can be pickled: another process loads the matters anew from
    `folders`, by id, and holds them against the manifest."""

    manifest: Manifest
    agents: tuple[Agent, ...]
    folders: dict[str, Path]
    into: Path
    concurrency: int

    def load(self) -> dict[str, Matter]:
        """The matters, by content hash. `UnusableInputError` when one is not what the manifest says."""
        loaded: dict[str, Matter] = {}
        for card in self.manifest.matters:
            matter = load_matter(self.folders[card.id], card.folder)
            if matter.content_hash != card.content_hash:
                message = "the matter was changed while the run went on"
                raise UnusableInputError([Problem(card.folder, 0, 0, "run", message)])
            loaded[matter.content_hash] = matter
        return loaded


class Ended(msgspec.Struct, frozen=True):
    """An episode that has come to its end, for those who keep count. `ending` is None for a failure, whose reason is
    in `detail`. `cost` is what it cost where that is known, a failure too."""

    key: EpisodeKey
    ending: Ending | None
    detail: str
    score: float | None
    critical: bool
    cost: float

    @classmethod
    def of(cls, note: EpisodeNote, score: float, *, critical: bool) -> Self:
        """An episode that was played, with the score of its result."""
        cost = note.usage.cost if note.usage is not None else None
        return cls(note.key, note.ending, note.detail, score, critical, cost or 0.0)


# Told of each episode as it ends.
Heard: TypeAlias = Callable[[Ended], None]


class Keeper(Protocol):
    """Where episodes go when they have ended."""

    def keep(self, trace: Trace, note: EpisodeNote) -> None:
        """Keep an episode."""

    def keep_failure(self, failure: Failure) -> None:
        """Keep an episode that could not be played."""


class FolderKeeper(msgspec.Struct, frozen=True):
    """Writes into the run's folder, each file whole."""

    folder: Path

    def keep(self, trace: Trace, note: EpisodeNote) -> None:
        """Write an episode."""
        write_episode(self.folder, trace, note)

    def keep_failure(self, failure: Failure) -> None:
        """Write a failure."""
        write_failure(self.folder, failure)


class Company(msgspec.Struct, frozen=True):
    """The agents and matters of a plan, found by an episode's key."""

    agents: Mapping[tuple[str, str], Agent]
    matters: Mapping[str, Matter]

    @classmethod
    def of(cls, plan: Plan, matters: Mapping[str, Matter]) -> Self:
        """The agents of `plan` and `matters` by content hash."""
        return cls({(one.card.name, one.card.fingerprint): one for one in plan.agents}, matters)

    async def play(self, key: EpisodeKey, keeper: Keeper) -> Ended:
        """Play one episode and have it kept."""
        table = Table(self.matters[key.content_hash], key)
        try:
            parting = await self.agents[key.agent, key.fingerprint].play(table)
        except OutsideTroubleError as error:
            cost = error.usage.cost if error.usage is not None else None
            return _failed(Failure(key, str(error), error.attempts), keeper, cost or 0.0)
        except Exception as error:  # noqa: BLE001 - an agent's own mistake must not end the others' episodes
            reason = f"the agent broke down: {type(error).__name__}: {one_line(str(error), 300)}"
            return _failed(Failure(key, reason, 1), keeper, 0.0)
        over = table.ending()
        detail = parting.detail if over is None else ""
        table.close()
        note = EpisodeNote(key, over or parting.ending, detail, parting.usage)
        trace = table.trace()
        keeper.keep(trace, note)
        result = trace.result or {}
        return Ended.of(note, result["normalized_score"], critical=result["critical_failure"])


def _failed(failure: Failure, keeper: Keeper, cost: float) -> Ended:
    keeper.keep_failure(failure)
    return Ended(failure.key, None, failure.reason, None, critical=False, cost=cost)


async def play_keys(
    company: Company, keys: Iterable[EpisodeKey], keeper: Keeper, heard: Heard, concurrency: int
) -> None:
    """Play `keys`, at most `concurrency` at a time, each taken when a chair is free. What cannot be kept (a full disk)
    ends all."""
    pending = iter(keys)
    turn = time.monotonic()

    async def chair() -> None:
        nonlocal turn
        for key in pending:
            heard(await company.play(key, keeper))
            if time.monotonic() - turn > _TURN:
                await asyncio.sleep(0)
                turn = time.monotonic()

    chairs = [asyncio.create_task(chair()) for _ in range(concurrency)]
    try:
        await asyncio.gather(*chairs)
    finally:
        for one in chairs:
            one.cancel()
        await asyncio.gather(*chairs, return_exceptions=True)
        for agent in company.agents.values():
            await agent.close()
