"""The face of an episode that an agent sees: what is on the table, and the one way to act.

An agent gets observations and the tools made from the one definition of actions. The matter with its answer key
stays behind the table, and so does the record that becomes the trace.
"""

from typing import Any

from ..episode.episode import Episode
from ..episode.replay import ReplayedStep
from ..episode.result import episode_result
from ..episode.stage import stage_of
from ..episode.trace import Trace
from ..matter.package import Matter
from .conversation import tools_of
from .runs import Ending, EpisodeKey


class Table:
    """One episode as an agent plays it."""

    def __init__(self, matter: Matter, key: EpisodeKey) -> None:
        self.key = key
        self.matter_hash = matter.content_hash
        self._episode = Episode(matter)
        self.observation: dict[str, Any] = self._episode.observation()

    @property
    def info(self) -> dict[str, Any]:
        """What is said beside the first observation."""
        return {"seed": self.key.seed, "matter_id": self.key.matter_id}

    @property
    def tools(self) -> list[dict[str, Any]]:
        """The actions of this matter as tools for function-calling models."""
        return tools_of(self._episode.matter)

    @property
    def constant_parts(self) -> frozenset[str]:
        """The parts of an observation that never change on this matter."""
        return frozenset(stage_of(self._episode.matter).constant)

    @property
    def steps(self) -> int:
        """How many actions were taken or refused so far."""
        return len(self._episode.actions)

    @property
    def is_over(self) -> bool:
        """Whether the memo is in or the steps are used up."""
        return self._episode.is_over

    def act(self, action: object) -> ReplayedStep:
        """Take `action`, whatever it is. `RuntimeError` after the end."""
        step = ReplayedStep(*self._episode.step(action))
        self.observation = step.observation
        return step

    def close(self) -> None:
        """End the episode as it stands, when its agent has left before the end."""
        self._episode.close()

    def result(self) -> dict[str, Any]:
        """The result as it stands, with every reason: what `playbook play` says last."""
        return episode_result(self._episode)

    def trace(self) -> Trace:
        """What was played, in the compact form."""
        return Trace.of(self._episode, self.key.seed)

    def ending(self) -> Ending | None:
        """What the episode itself says of its end; None when it has not ended."""
        state = self._episode.state
        return "finished" if state.terminated else "budget" if state.truncated else None
