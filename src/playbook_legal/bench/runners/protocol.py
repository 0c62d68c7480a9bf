"""What a runner is."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from ...matter.package import Matter
from ..playing import Heard, Plan
from ..runs import EpisodeKey


class Allowance(Protocol):
    """Whether another episode may begin. Asked each time."""

    def __call__(self) -> bool:
        """Whether to go on."""


class Runner(Protocol):
    """Plays the episodes of a plan and has them kept in its folder."""

    def run(
        self,
        plan: Plan,
        matters: Mapping[str, Matter],
        keys: Sequence[EpisodeKey],
        heard: Heard,
        allowed: Allowance,
    ) -> tuple[str, ...]:
        """Play `keys`, telling `heard` in this process of each as it ends, and begin none when `allowed` says no.
        `matters`, by content hash, are those of the plan, loaded. What went wrong without ending the run (a process
        that died) is told in a line each; its episodes are left for another time."""
