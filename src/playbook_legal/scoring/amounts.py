"""The fixed amounts of the scoring contract, in a matter's unit."""

from functools import lru_cache
from typing import TypeAlias

import msgspec

# Why an episode is capped: pairs of cause and detail.
Critical: TypeAlias = tuple[tuple[str, str], ...]


class Amounts(msgspec.Struct, frozen=True):
    """What the contract fixes for every matter. The defaults are twentieths of a point."""

    redundant_question: int = -3
    off_rubric_question: int = -2
    redundant_escalation: int = -3
    off_rubric_escalation: int = -5
    unread_anchor_issue: int = -10
    duplicate_issue: int = -4
    invalid_citation: int = -15
    fabricated_quote: int = -20
    unsupported_redline: int = -10
    duplicate_redline: int = -4
    duplicate_settlement: int = -4
    unsupported_markup: int = -10


@lru_cache(maxsize=64)
def amounts_in(unit: int) -> Amounts:
    """The amounts where a point has `unit` units (a multiple of twenty)."""
    twentieths = msgspec.structs.asdict(Amounts())
    return Amounts(**{name: amount * (unit // 20) for name, amount in twentieths.items()})
