"""An issue requires more citations than the instrument lets it have.

An issue that cites more than `maximum_citations` sections is an unsupported issue, so the points for citations could
only be had by losing all others.

Source: docs/scoring.md, "The strict instrument".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Issues with more required citations than may be cited."""
    most = draft.rubric.instrument.maximum_citations
    for index, issue in enumerate(draft.criteria.issues):
        needed = len(set(issue.required_citations))
        if most is not None and needed > most:
            message = f"{issue.id} requires {needed} citations, and maximum_citations is {most}; drop the lesser ones"
            yield draft.at(message, "issues", index, "required_citations")


RULE = Rule(
    id="citations-over-limit",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", "maximum_citations: 4", "maximum_citations: 1"),
            at=("rubric", '["contract §4", "playbook §P2"]'),
        ),
    ),
    spares=(spared(change("rubric", "maximum_citations: 4", "maximum_citations: 2")),),
    check=check,
)
