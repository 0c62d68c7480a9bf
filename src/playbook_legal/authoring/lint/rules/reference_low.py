"""The reference review does not earn what a reference must.

It should score 0.95 or more, without a critical failure. `playbook eval --explain` shows where points are lost: either
the review lacks something, or the rubric does not recognize what it says.

Source: AUTHORING.md, "Trajectories".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared

_ENOUGH = 0.95


def check(draft: Draft) -> Iterator[Finding]:
    """A reference below 0.95, or with a critical failure."""
    reference = draft.reference
    if reference is None:
        return
    name, score = reference.trajectory.name, reference.result["normalized_score"]
    if reference.critical_failures:
        failure = reference.critical_failures[0]
        cause = f"{failure['cause']} ({failure['detail']})"
        message = f"the reference is a critical failure at step {failure['step']}: {cause}"
        yield Finding(name, 0, 0, message)
    elif score < _ENOUGH:
        yield Finding(name, 0, 0, f"the reference scores {score:.4f}; a reference earns {_ENOUGH} or more")


RULE = Rule(
    id="reference-low",
    severity="error",
    doc=__doc__,
    catches=(
        caught(change("rubric", 'concepts: ["half board"]', 'concepts: ["full board"]'), at=("good", "")),
        caught(
            change(
                "good",
                '"text": "within thirty days after it has confirmed the cause"',
                '"text": "within forty days"',
            ),
            at=("good", ""),
        ),
    ),
    spares=(spared(change("rubric", '"60 days", "two months"', '"60 days", "a quarter"')),),
    check=check,
    asks="examples",
)
