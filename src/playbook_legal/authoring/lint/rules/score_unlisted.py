"""A trajectory has no entry in `scores.yaml`, or an entry without bounds.

Nobody would notice when it starts to score otherwise. The reference and the alternatives need `at_least`, an
adversarial review `at_most`.

Source: AUTHORING.md, "Trajectories".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Trajectories without an expectation."""
    if draft.examples is None:
        return
    if draft.examples.scores_file is None:
        message = "there is no scores.yaml in this folder; say there what each trajectory must score, and why"
        yield Finding(draft.examples.name, 0, 0, message)
        return
    listed = () if draft.examples.scores is None else draft.examples.scores.trajectories
    by_file = {expected.file: (index, expected) for index, expected in enumerate(listed)}
    for trajectory in draft.examples.trajectories:
        bound = "at_least" if trajectory.is_sound else "at_most"
        if trajectory.file not in by_file:
            message = (
                f"{trajectory.file} has no entry in scores.yaml; say what it must score ({bound}) and why"
            )
            yield Finding(trajectory.name, 0, 0, message)
            continue
        index, expected = by_file[trajectory.file]
        if expected.at_least is None and expected.at_most is None:
            yield draft.at_score(
                f"{trajectory.file} has no bound; write {bound}", "trajectories", index, "file"
            )


RULE = Rule(
    id="score-unlisted",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(change("scores", "    at_least: 0.95\n", ""), at=("scores", "file: good.jsonl")),
        caught(change("scores", "", ""), at=("../../examples/bread_001", "")),
        caught(
            change("../../examples/bread_001/alt_terse.jsonl", "", "{}\n"),
            at=("../../examples/bread_001/alt_terse.jsonl", ""),
        ),
    ),
    spares=(spared(change("scores", "    at_most: 0.25\n", "    at_most: 0\n")),),
    check=check,
    asks="examples",
)
