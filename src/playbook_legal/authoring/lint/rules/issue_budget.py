"""An agent may submit more than twice as many issues as there are.

The instrument's `maximum_issues` is there because a supervisor wants a prioritized list; with a large budget an issue
at every section is affordable.

Source: docs/scoring.md, "The strict instrument".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """A budget of issues beyond twice their number; where there are none, the budget must not tell."""
    most, issues = draft.rubric.instrument.maximum_issues, len(draft.rubric.issues)
    if most is not None and issues and most > 2 * issues:
        message = (
            f"maximum_issues is {most}, and there are {issues} issues; at most twice as many, {2 * issues}"
        )
        yield draft.at(message, "instrument", "maximum_issues")


RULE = Rule(
    id="issue-budget",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(change("rubric", "maximum_issues: 4", "maximum_issues: 5"), at=("rubric", "maximum_issues")),
    ),
    spares=(spared(change("rubric", "maximum_issues: 4", "maximum_issues: 3")),),
    check=check,
)
