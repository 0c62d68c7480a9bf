"""What an agent is to a run: a card that says who it is, and one episode played at a time.

An agent sits down at a table, acts until the episode is over or it has had enough, and says how it left. What
became of the episode is read from the episode, not from the agent.
"""

from typing import Protocol

import msgspec

from ...problems import PlaybookError
from ..runs import AgentCard, Ending, Usage
from ..table import Table

# What an agent may send as one action. The longest sound ones have some ten thousand characters.
MAXIMUM_ACTION = 256 * 1024


class Parting(msgspec.Struct, frozen=True):
    """How an agent left the table, and what it used. `ending` and `detail` count only when the episode is not over."""

    ending: Ending = "left"
    detail: str = ""
    usage: Usage | None = None


class OutsideTroubleError(PlaybookError):
    """An episode cannot be played on for reasons outside of it. It is not scored and is played again on resume.
    `usage` is what it used until then."""

    def __init__(self, reason: str, attempts: int = 1, usage: Usage | None = None) -> None:
        super().__init__(reason)
        self.attempts = attempts
        self.usage = usage


class Agent(Protocol):
    """Plays episodes, several at a time. Can be pickled before it has played the first."""

    @property
    def card(self) -> AgentCard:
        """Who plays, with every option that can change what it does."""

    async def play(self, table: Table) -> Parting:
        """Play the episode on the table. Raises `OutsideTroubleError`."""

    async def close(self) -> None:
        """Let go of what was opened for playing."""
