"""`scores.yaml` names a trajectory that does not exist, or one twice.

Source: AUTHORING.md, "Trajectories".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Entries without a file, and second entries of one."""
    scores = None if draft.examples is None else draft.examples.scores
    seen: set[str] = set()
    for index, expected in enumerate(() if scores is None else scores.trajectories):
        assert draft.examples is not None
        if expected.file in seen:
            yield draft.at_score(f"{expected.file} has an entry above", "trajectories", index, "file")
        elif draft.examples.trajectory(expected.file) is None:
            files = ", ".join(one.file for one in draft.examples.trajectories)
            message = f"there is no {expected.file} in this folder; there are {files}"
            yield draft.at_score(message, "trajectories", index, "file")
        seen.add(expected.file)


RULE = Rule(
    id="score-stray",
    severity="error",
    doc=__doc__,
    catches=(
        caught(change("scores", "file: bad_trap.jsonl", "file: bad_traps.jsonl"), at=("scores", "bad_traps")),
    ),
    spares=(spared(change("scores", "file: bad_trap.jsonl", "file: 'bad_trap.jsonl'")),),
    check=check,
    asks="examples",
)
