"""An amount has the wrong sign.

Points are earned and not negative; penalties are written as what they cost, so they are not negative either; what an
unsupported issue is worth (`unsupported_issue_points`) is not positive.

Source: docs/scoring.md, "Issues", "The memo" and "The strict instrument".
"""

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Negative points and penalties, and a reward for unsupported issues."""
    rubric = draft.rubric
    owners: list[tuple[msgspec.Struct, tuple[str | int, ...]]] = [
        (rubric.final_submission, ("final_submission",))
    ]
    for kind in ("questions", "escalations", "issues"):
        owners += [(one, (kind, index)) for index, one in enumerate(getattr(rubric, kind))]
    for owner, place in owners:
        for field in owner.__struct_fields__:
            value = getattr(owner, field)
            negative = isinstance(value, Fraction) and value < 0
            if negative or (field == "minimum_characters" and value < 0):
                message = f"{field} is {float(value):g}; write 0 or more"
                yield draft.at(message, *place, field)
    unsupported = rubric.instrument.unsupported_issue_points
    if unsupported > 0:
        message = (
            f"unsupported_issue_points is {float(unsupported):g}, a reward for being wrong; make it negative"
        )
        yield draft.at(message, "instrument", "unsupported_issue_points")


RULE = Rule(
    id="points-negative",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change(
                "rubric",
                "  minimum_characters: 80",
                "  minimum_characters: 80\n  missed_escalation_penalty: -0.5",
            ),
            at=("rubric", "missed_escalation_penalty"),
        ),
        caught(
            change("rubric", "unsupported_issue_points: -1.0", "unsupported_issue_points: 1.0"),
            at=("rubric", "unsupported_issue_points"),
        ),
    ),
    spares=(
        spared(
            change(
                "rubric",
                "  minimum_characters: 80",
                "  minimum_characters: 80\n  missed_escalation_penalty: 0",
            )
        ),
    ),
    check=check,
)
