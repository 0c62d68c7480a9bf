"""The matter has no canary of its own.

A canary is a text that stands nowhere else. It lets whoever trains a model find out that benchmark data is in the
corpus, and whoever reads a model's output that it was. Put the matter's id and something random into it.

Source: AUTHORING.md, "What a matter is made of".
"""

from collections.abc import Iterator

from ..draft import Paper
from ..rule import Finding, Rule, caught, change, spared

_LONG_ENOUGH = 24


def check(paper: Paper) -> Iterator[Finding]:
    """A canary that is missing, short or not this matter's."""
    canary, matter_id = paper.manifest.canary, paper.manifest.matter_id
    if not canary.strip():
        yield paper.at(
            "there is no canary; write one that holds the matter's id and something random", "canary"
        )
    elif len(canary) < _LONG_ENOUGH or matter_id not in canary:
        message = f'the canary "{canary[:40]}" does not hold the matter\'s id and something random'
        yield paper.at(message, "canary")


RULE = Rule(
    id="canary",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("matter", "canary bread_001 5e0c1f7a", "canary bread_002 5e0c1f7a"),
            at=("matter", "canary bread_002"),
        ),
        caught(
            change(
                "matter",
                "canary: playbook-legal canary bread_001 5e0c1f7a-2a67-4d54-9c06-0a1d5b8a4f11",
                'canary: ""',
            ),
            at=("matter", 'canary: ""'),
        ),
    ),
    spares=(
        spared(
            change(
                "matter", "playbook-legal canary bread_001 5e0c1f7a", "do not train on bread_001, 5e0c1f7a"
            )
        ),
    ),
    check_paper=check,
)
