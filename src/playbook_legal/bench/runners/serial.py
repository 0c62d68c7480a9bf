"""Everything in this process; episodes of agents that wait for others run side by side."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence

from ...matter.package import Matter
from ..playing import Company, FolderKeeper, Heard, Plan, play_keys
from ..runs import EpisodeKey
from .protocol import Allowance


class SerialRunner:
    """One process, the one that asks."""

    def run(
        self,
        plan: Plan,
        matters: Mapping[str, Matter],
        keys: Sequence[EpisodeKey],
        heard: Heard,
        allowed: Allowance,
    ) -> tuple[str, ...]:
        """Play `keys` here."""

        def next_keys() -> Iterator[EpisodeKey]:
            for key in keys:
                if not allowed():
                    return
                yield key

        company = Company.of(plan, matters)
        asyncio.run(play_keys(company, next_keys(), FolderKeeper(plan.into), heard, plan.concurrency))
        return ()
