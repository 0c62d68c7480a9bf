"""There are trajectories beside the matter, and none of them is the reference.

`good.jsonl` is the review that a careful lawyer would sign. It shows that the full score can be reached, and what the
gates must leave alone.

Source: AUTHORING.md, "Trajectories".
"""

from collections.abc import Iterator

from ...examples import REFERENCE_NAME
from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Examples without a reference."""
    if draft.examples is not None and draft.examples.trajectory(REFERENCE_NAME) is None:
        message = f"there is no {REFERENCE_NAME} in this folder; write the review that earns the full score"
        yield Finding(draft.examples.name, 0, 0, message)


RULE = Rule(
    id="reference-missing",
    severity="error",
    doc=__doc__,
    catches=(caught(change("good", "", ""), at=("../../examples/bread_001", "")),),
    spares=(spared(change("bad_trap", "", "")),),
    check=check,
    asks="examples",
)
