"""A rule of the strict instrument is not declared.

Without it a policy that has no skill can profit: from reporting what it never read, from an issue at every section,
from citing everything, from pasting whole documents. Every matter that ships declares all six.

Source: docs/scoring.md, "The strict instrument".
"""

from collections.abc import Iterator
from fractions import Fraction

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared

_TEXTS = ("title", "analysis", "recommendation", "replacement_text", "summary")


def check(draft: Draft) -> Iterator[Finding]:
    """Keys of the instrument that are off, and texts without a limit."""
    instrument = draft.rubric.instrument
    off = {
        "read_before_credit: true": not instrument.read_before_credit,
        "maximum_issues": instrument.maximum_issues is None,
        "unsupported_issue_points: -1.0": instrument.unsupported_issue_points >= Fraction(-1, 2),
        "maximum_citations: 4": instrument.maximum_citations is None,
        "maximum_characters": not instrument.maximum_characters,
        "own_words: 8": instrument.own_words is None,
    }
    for key, is_off in off.items():
        if is_off:
            yield draft.at(f"the instrument does not declare {key}", "instrument", key.partition(":")[0])
    for text in _TEXTS:
        if instrument.maximum_characters and text not in instrument.maximum_characters:
            message = f"maximum_characters sets no limit for {text}"
            yield draft.at(message, "instrument", "maximum_characters")


RULE = Rule(
    id="instrument-undeclared",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(change("rubric", "  own_words: 8\n", ""), at=("rubric", "read_before_credit: true")),
        caught(change("rubric", ", summary: 4000}", "}"), at=("rubric", "maximum_characters")),
    ),
    spares=(spared(change("rubric", "own_words: 8", "own_words: 10")),),
    check=check,
)
