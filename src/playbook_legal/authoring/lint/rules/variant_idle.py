"""A variant adds nothing, because a shorter one of the same list matches whatever it matches.

A list of variants says which words are enough. One that is never needed hides which ones are.

Source: docs/scoring.md, "Questions and escalations" and "Settlements".
"""

from collections.abc import Iterator

from ....sources import YamlFile
from ..draft import Draft, finding
from ..phrases import Variant, accepted_variants, all_topics
from ..rule import Finding, Rule, caught, change, spared
from ..yaml_edits import removed_item


def check(draft: Draft) -> Iterator[Finding]:
    """Variants of questions, escalations and acceptable language that another of the same list makes needless."""
    for topic in all_topics(draft.rubric):
        yield from _idle(draft.rubric_file(), topic.variants)
    for issue_id in draft.positions:
        yield from _idle(draft.matter.files["counterparty.yaml"], accepted_variants(draft, issue_id))


def _idle(file: YamlFile, variants: tuple[Variant, ...]) -> Iterator[Finding]:
    for at, variant in enumerate(variants):
        for other_at, other in enumerate(variants):
            # Of two that say the same the later one is needless.
            if at != other_at and other.takes(variant) and (at > other_at or not variant.takes(other)):
                same = "stands here twice" if variant.takes(other) else f"is never needed: {other} is enough"
                repair = removed_item(file, f"took out {variant}, which {same}", *variant.place)
                yield finding(file, f"{variant} {same}", *variant.place, repair=repair)
                break


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
