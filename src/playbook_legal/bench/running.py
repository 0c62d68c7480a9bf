"""A run from beginning to end: what is still to be played, the shard of it that is ours, the limit on cost, the count.

Nothing here knows how episodes are spread over machines (that is a runner's business) or what a file of a run looks
like (that stands in `runs`).
"""

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from ..matter.package import Matter
from ..sources import read_bytes
from .locks import alone
from .playing import Ended, Plan
from .runners.protocol import Runner
from .runs import EpisodeKey, EpisodeNote, episode_path, open_run


class Shard(msgspec.Struct, frozen=True):
    """Part `number` (from 1) of `of`: every so many-eth episode of the whole run, in the manifest's order, so that each
    part holds something of everything."""

    number: int = 1
    of: int = 1

    def holds(self, at: int) -> bool:
        """Whether the episode at that place (from 0) is in this part."""
        return at % self.of == self.number - 1


class Standing(msgspec.Struct):
    """Where a run stands, counted as its episodes end. `there` were played before; `spent` is the known cost of all
    that is there, and of failures since the start."""

    wanted: int
    there: int
    played: int = 0
    failures: list[Ended] = []
    spent: float = 0.0
    limit: float | None = None

    @property
    def ended(self) -> int:
        """Episodes that need not be begun any more."""
        return self.there + self.played + len(self.failures)

    @property
    def unplayed(self) -> int:
        """Episodes that have no trace."""
        return self.wanted - self.there - self.played

    @property
    def may_begin(self) -> bool:
        """Whether the limit on cost, if there is one, leaves room for another episode."""
        return self.limit is None or self.spent < self.limit

    def count(self, ended: Ended) -> None:
        """Take an episode in."""
        self.spent += ended.cost
        if ended.ending is None:
            self.failures.append(ended)
        else:
            self.played += 1


class RunOutcome(msgspec.Struct, frozen=True):
    """What came of playing: where the run stands, its episodes (of this shard), and what went wrong beside it."""

    standing: Standing
    kept: tuple[Ended, ...]
    trouble: tuple[str, ...]

    @property
    def is_whole(self) -> bool:
        """Whether every episode has been played."""
        return self.standing.unplayed == 0


class _Result(msgspec.Struct, frozen=True):
    normalized_score: float
    critical_failure: bool


class _LastLine(msgspec.Struct, frozen=True):
    result: _Result
    episode: EpisodeNote

    def ended(self) -> Ended:
        note, result = self.episode, self.result
        return Ended.of(note, result.normalized_score, critical=result.critical_failure)


def run_plan(
    plan: Plan,
    runner: Runner,
    matters: Mapping[str, Matter],
    *,
    shard: Shard = Shard(),  # noqa: B008 - frozen
    cost_limit: float | None = None,
    watch: Callable[[Standing, Ended | None], None] = lambda _standing, _ended: None,
) -> RunOutcome:
    """Play what is still to be played of `plan` and keep it in the plan's folder.

    `watch` is told where the run stands, at the start and after each episode. Raises `UnusableInputError` when the
    folder holds another run, or another process plays into it.
    """
    open_run(plan.into, plan.manifest)
    with alone(plan.into):
        there = open_run(plan.into, plan.manifest)  # again, now that nobody else writes
        _clear_leftovers(plan.into)
        keys = [key for at, key in enumerate(plan.manifest.keys()) if shard.holds(at)]
        before = {key: one for key in keys if key in there and (one := _kept(plan.into, key)) is not None}
        pending = [key for key in keys if key not in before]
        standing = Standing(len(keys), len(before), limit=cost_limit)
        standing.spent = sum(one.cost for one in before.values())
        watch(standing, None)
        kept = dict(before)

        def heard(ended: Ended) -> None:
            if ended.ending is not None:
                kept[ended.key] = ended
            standing.count(ended)
            watch(standing, ended)

        trouble = runner.run(plan, matters, pending, heard, lambda: standing.may_begin)
        return RunOutcome(standing, tuple(kept[key] for key in keys if key in kept), trouble)


def _kept(folder: Path, key: EpisodeKey) -> Ended | None:
    """What the file of an episode says at its end; None when there is no whole file (a machine that lost its power
    may leave an empty one)."""
    path = episode_path(folder, key)
    last = read_bytes(path, path.as_posix()).rstrip(b"\n").rpartition(b"\n")[2]
    try:
        kept = msgspec.json.decode(last, type=_LastLine).ended()
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return kept if kept.key == key else None


def _clear_leftovers(folder: Path) -> None:
    """Remove what was being written when a run was killed."""
    for part in (folder, folder / "episodes", folder / "failures"):
        for path in part.glob(".*.part"):
            path.unlink(missing_ok=True)
