"""A trajectory does not score what `scores.yaml` says.

The bounds are promises: the reference and the alternatives must reach theirs, an adversarial review must not exceed
its own and must trip the gate that is named.

Source: AUTHORING.md, "Trajectories".
"""

from collections.abc import Iterator

from ....problems import shown
from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Expectations that the played trajectory does not meet."""
    scores = None if draft.examples is None else draft.examples.scores
    for index, expected in enumerate(() if scores is None else scores.trajectories):
        played = draft.played.get(expected.file)
        if played is None:
            continue
        score = played.result["normalized_score"]
        place = ("trajectories", index)
        if expected.at_least is not None and score < expected.at_least:
            message = f"{expected.file} scores {score:.4f}, and must reach {float(expected.at_least):g}"
            yield draft.at_score(message, *place, "at_least")
        if expected.at_most is not None and score > expected.at_most:
            message = f"{expected.file} scores {score:.4f}, and must not exceed {float(expected.at_most):g}"
            yield draft.at_score(message, *place, "at_most")
        if expected.critical_failure != played.result["critical_failure"]:
            there_is = "a" if played.result["critical_failure"] else "no"
            yield draft.at_score(
                f"{expected.file} has {there_is} critical failure", *place, "critical_failure"
            )
        failures = {detail for one in played.critical_failures for detail in (one["cause"], one["detail"])}
        if expected.trips is not None and expected.trips not in failures:
            tripped = shown(min(failures)) if failures else "nothing"
            message = f"{expected.file} does not trip {shown(expected.trips)}; it trips {tripped}"
            yield draft.at_score(message, *place, "trips")


RULE = Rule(
    id="score-missed",
    severity="error",
    doc=__doc__,
    catches=(
        caught(change("scores", "at_least: 0.95", "at_least: 1.01"), at=("scores", "at_least")),
        caught(
            change(
                "scores",
                "at_most: 0.25\n    critical_failure: true",
                "at_most: 0.25\n    critical_failure: false",
            ),
            at=("scores", "at_most: 0.25\n    critical_failure: false"),
        ),
        caught(change("scores", "confirm(?:s|ed)\\b'", "confirming\\b'"), at=("scores", "trips:")),
    ),
    spares=(spared(change("scores", "at_least: 0.95", "at_least: 0.5")),),
    check=check,
    asks="examples",
)
