"""A variant names a phrase twice, or one that another of its phrases holds.

All phrases of a variant must stand in the text. "insurance" does whenever "insurance claim" does, so it adds nothing;
perhaps another word was meant.

Source: docs/scoring.md, "Questions and escalations".
"""

from collections.abc import Iterator

from ....sources import YamlFile
from ..draft import Draft, finding
from ..phrases import Variant
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Phrases of a variant that another phrase of it implies."""
    for listed in draft.variant_lists:
        for variant in listed.variants:
            yield from _implied(listed.file, variant)


def _implied(file: YamlFile, variant: Variant) -> Iterator[Finding]:
    for at, phrase in enumerate(variant.phrases):
        for other_at, other in enumerate(variant.phrases):
            longer = other_at != at and phrase.text and phrase.text in other.text
            if longer and (phrase.text != other.text or other_at < at):
                message = f'"{phrase.written}" adds nothing beside "{other.written}", which holds it'
                yield finding(file, message, *phrase.place)
                break


RULE = Rule(
    id="phrase-repeated",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", '["brochure", "printed"]', '["brochure", "printed brochure"]'),
            at=("rubric", "printed brochure"),
        ),
    ),
    spares=(spared(change("rubric", '["brochure", "printed"]', '["brochure", "print"]')),),
    check=check,
)
