"""A variant adds nothing, because a shorter one of the same list matches whatever it matches.

A list of variants says which words are enough. One that is never needed hides which ones are.

Source: docs/scoring.md, "Questions and escalations" and "Settlements".
"""

from collections.abc import Callable, Iterator

from ..draft import Draft, finding
from ..phrases import takers
from ..rule import Finding, Rule, caught, change, spared
from ..yaml_edits import removed_item


def check(draft: Draft) -> Iterator[Finding]:
    """Variants of questions, escalations and acceptable language that another of the same list makes needless."""
    for file, variants in draft.variant_lists:
        takes = takers(variants)
        for at, variant in enumerate(variants):
            other = next((other for other in range(len(variants)) if _needless(at, other, takes)), None)
            if other is None:
                continue
            twice = takes(at, other)
            same = "stands here twice" if twice else f"is never needed: {variants[other]} is enough"
            repair = removed_item(file, f"took out {variant}, which {same}", *variant.place)
            yield finding(file, f"{variant} {same}", *variant.place, repair=repair)


def _needless(at: int, other: int, takes: Callable[[int, int], bool]) -> bool:
    """Whether the other variant does what this one does; of two that say the same the later one is needless."""
    return at != other and takes(other, at) and (at > other or not takes(at, other))


RULE = Rule(
    id="variant-idle",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change(
                "rubric",
                '- ["brochure", "printed"]',
                '- ["brochure", "printed"]\n      - ["half board", "printed"]',
            ),
            at=("rubric", '["half board", "printed"]'),
        ),
        caught(
            change(
                "counterparty",
                '- ["24 hours", "learns"]',
                '- ["24 hours", "learns"]\n      - ["learns of", "24 hours"]',
            ),
            at=("counterparty", '["learns of", "24 hours"]'),
        ),
    ),
    spares=(
        spared(
            change(
                "rubric",
                '- ["brochure", "printed"]',
                '- ["brochure", "printed"]\n      - ["board", "printed"]',
            )
        ),
    ),
    check=check,
    repairs="The needless variant is taken out; what is matched stays the same.",
)
