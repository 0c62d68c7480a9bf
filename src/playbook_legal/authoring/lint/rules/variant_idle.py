"""A variant adds nothing, because a shorter one of the same list matches whatever it matches.

A list of variants says which words are enough. One that is never needed hides which ones are.

Source: docs/scoring.md, "Questions and escalations" and "Settlements".
"""

from collections.abc import Iterator

from ..draft import Draft, finding
from ..phrases import VariantList
from ..rule import Finding, Rule, caught, change, spared
from ..yaml_edits import removed_item


def check(draft: Draft) -> Iterator[Finding]:
    """Variants of questions, escalations and acceptable language that another of the same list makes needless."""
    for listed in draft.variant_lists:
        for at, variant in enumerate(listed.variants):
            other = next((other for other in listed.takers[at] if _needless(at, other, listed)), None)
            if other is None:
                continue
            twice = at in listed.takers[other]
            same = "stands here twice" if twice else f"is never needed: {listed.variants[other]} is enough"
            repair = removed_item(listed.file, f"took out {variant}, which {same}", *variant.place)
            yield finding(listed.file, f"{variant} {same}", *variant.place, repair=repair)


def _needless(at: int, other: int, listed: VariantList) -> bool:
    """Whether the other variant, of the same topic, makes this one needless; of two that say the same the later is."""
    return listed.owners[at] == listed.owners[other] and (at > other or at not in listed.takers[other])


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
