"""The state of a sample: the log of its actions, in Inspect's store.

The store is saved with the log file, restored from checkpoints and copied for forks, so the episode goes wherever the
sample goes. Nothing else is kept.
"""

from typing import Any, Literal

from inspect_ai.util import StoreModel, store_as
from pydantic import Field

from ...bench.conversation import answer_to_call
from ...matter.package import Matter
from ..action_log import HostEnding, is_over, take

OVER = "The matter is closed; nothing more is taken."


class EpisodeLog(StoreModel):
    """The actions of an episode in order, as plain JSON; and, for one that did not end by itself, how its sample did.
    `ending` is blank as long as nothing has been said about it."""

    actions: list[Any] = Field(default_factory=list)
    ending: Literal["", "finished", "budget", "protocol", "left", "limit"] = ""
    detail: str = ""

    def leave(self, ending: HostEnding, detail: str) -> None:
        """Note how the sample ended before its episode did."""
        self.ending = ending
        self.detail = detail

    @property
    def left(self) -> tuple[HostEnding, str] | None:
        """What was noted."""
        return (self.ending, self.detail) if self.ending else None

    def is_over(self, matter: Matter) -> bool:
        """Whether the memo is in or the steps are used up."""
        return is_over(matter, self.actions)


def act(matter: Matter, action: object, error: str | None = None) -> str:
    """Take `action` in the episode of the running sample; the answer for the model. `error` stands instead of the
    refusal's own words, for a call that could not be read."""
    log = store_as(EpisodeLog)
    taken = take(matter, log.actions, action)
    if taken is None:
        return OVER
    log.actions = [*log.actions, taken.action]
    return answer_to_call(taken.step, error)
