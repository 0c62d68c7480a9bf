"""The memo must be longer than it may be.

`minimum_characters` lies above what `maximum_characters` lets a summary have, so the points for its length cannot be
earned.

Source: docs/scoring.md, "The memo" and "The strict instrument".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """A minimum above the maximum."""
    most = draft.rubric.instrument.maximum_characters.get("summary")
    least = draft.rubric.final_submission.minimum_characters
    if most is not None and least > most:
        message = (
            f"the memo needs {least} characters, and the instrument takes {most} (maximum_characters.summary)"
        )
        yield draft.at(message, "final_submission", "minimum_characters")


RULE = Rule(
    id="memo-length",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", "minimum_characters: 80", "minimum_characters: 5000"),
            at=("rubric", "minimum_characters: 5000"),
        ),
    ),
    spares=(spared(change("rubric", "minimum_characters: 80", "minimum_characters: 4000")),),
    check=check,
)
