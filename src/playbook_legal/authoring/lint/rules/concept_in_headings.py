"""A phrase of a concept stands in a heading of the record.

A list of headings is the first thing that a reviewer without skill produces; it should earn nothing. A heading names
the subject of a section, a concept should say something about it.

Source: AUTHORING.md, "Red team": one of the policies hands in the headings as analysis.
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Concepts with a phrase that stands in a heading."""
    headings = draft.all_headings
    for listed in draft.concepts:
        if listed.surface == "settlement":  # the counterparty closes on no list of headings
            continue
        for concept in listed.concepts:
            standing = [phrase for phrase in concept.phrases if phrase.text and phrase.text in headings]
            if standing:
                said = ", ".join(f'"{phrase.written}"' for phrase in standing)
                where = next(
                    section.citation for section, title in draft.headings if standing[0].text in title
                )
                message = f"{said} can be had from the headings alone (for instance {where})"
                yield draft.at(message, *standing[0].place)


RULE = Rule(
    id="concept-in-headings",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", '["overnight", "no time to react"]', '["overnight", "insurance"]'),
            at=("rubric", '"insurance"'),
        ),
    ),
    spares=(spared(change("rubric", '["overnight", "no time to react"]', '["overnight", "insured"]')),),
    check=check,
)
