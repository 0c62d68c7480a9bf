"""`PlaybookEnv`: the familiar five-value face of an episode."""

from pathlib import Path
from typing import Any, Self

from ..matter.package import Matter, load_matter
from .episode import Episode, StepReturn
from .result import episode_result
from .stage import stage_of
from .trace import Trace, write_trace


class PlaybookEnv:
    """An environment on one matter.

    `reset` gives `(observation, info)`, `step` gives `(observation, reward, terminated, truncated, info)`.
    Observations are plain JSON values; what is shared in them is read-only. Many environments may stand on one
    loaded matter: `PlaybookEnv(matter)` costs a few kilobytes.
    """

    def __init__(self, matter: Matter) -> None:
        self.matter = matter
        self._episode: Episode | None = None
        self._seed: int | None = None

    @classmethod
    def from_directory(cls, path: str | Path) -> Self:
        """An environment on the matter in the folder `path`; raises `UnusableInputError` with all that is wrong
        with it."""
        return cls(load_matter(path))

    def reset(self, seed: int | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode. `seed` is recorded; nothing is random."""
        self._episode = Episode(self.matter)
        self._seed = seed
        return self._episode.observation(), {"seed": seed, "matter_id": self.matter.id}

    def step(self, action: object) -> StepReturn:
        """Take `action`, a JSON object with a `type` (or a typed action). Whatever is sent is answered or refused;
        `RuntimeError` is raised only before `reset` and after the end."""
        return self._running().step(action)

    def _running(self) -> Episode:
        if self._episode is None:
            raise RuntimeError("call reset() before step()")
        return self._episode

    @property
    def observation_parts(self) -> dict[str, Any]:
        """The parts of an observation that never change on this matter (matter, documents, protocol, schemas)."""
        return dict(stage_of(self.matter).constant)

    def episode_result(self) -> dict[str, Any]:
        """The result as it stands: score, critical failures, and the breakdown with every event."""
        return episode_result(self._running())

    def trace(self) -> Trace:
        """What the episode was so far, in the compact form."""
        return Trace.of(self._running(), self._seed)

    def save_trace(self, path: str | Path, *, full: bool = False) -> None:
        """Write the trace to `path`: the compact form, or with `full` the long one with every observation."""
        write_trace(self.trace(), Path(path), self.matter if full else None)
