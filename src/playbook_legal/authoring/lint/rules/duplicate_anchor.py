"""Two issues have the same anchor.

Credit goes to the issue whose anchor is cited first, so that of two issues at one provision the second can never be
matched. Anchor one of them at the other provision that does the harm, or make one issue of the two.

Source: docs/scoring.md, "Issues".
"""

from collections.abc import Iterator

from ....paper.citations import Citation
from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Anchors that are the same citation though they are written differently; the loader compares what is written."""
    seen: dict[Citation, str] = {}
    for index, issue in enumerate(draft.criteria.issues):
        if issue.anchor in seen:
            message = f"the anchor {issue.anchor} is {seen[issue.anchor]}'s already; every issue has its own"
            yield draft.at(message, "issues", index, "anchor")
        seen.setdefault(issue.anchor, issue.id)


RULE = Rule(
    id="duplicate-anchor",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", 'anchor: "contract §7"', 'anchor: "contract §4"'),
            at=("rubric", 'id: recall_notice\n    anchor: "contract §4"'),
        ),
        caught(
            change("rubric", 'anchor: "contract §7"', 'anchor: "contract §4."'),
            at=("rubric", 'contract §4."'),
        ),
    ),
    spares=(spared(change("rubric", 'anchor: "contract §7"', 'anchor: "contract §8"')),),
    check=check,
)
