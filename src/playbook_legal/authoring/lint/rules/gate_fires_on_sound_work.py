"""A gate fires on the reference review, or on the same work in other words.

A gate that punishes correct work is worse than none. Look at the sentence in the message and decide which guard
explains it: a negator before the match (`negation_guard`), words that the sin's own sentence has (`require_context`),
words that excuse it (`exclude_context`).

Source: docs/scoring.md, "Gates"; AUTHORING.md, "Gates and polarity".
"""

from collections.abc import Iterator

from ..draft import GATE_KEYS, Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Gates that fired in `good.jsonl` or in an `alt_*.jsonl`."""
    places: dict[tuple[str, str, str], tuple[str | int, ...]] = {
        (one.criterion, one.surface, one.gate.written): place for one, place in draft.gates
    }
    for played in draft.played.values():
        if not played.trajectory.is_sound:
            continue
        for event in played.result["breakdown"]["reward_events"]:
            surface = next((word for word in GATE_KEYS if word in event["type"]), "issue")
            for fired in event.get("gates_fired", ()):
                place = places.get((event["criterion"], surface, fired["pattern"]))
                where = f"{played.trajectory.file}, step {event['step']}"
                message = (
                    f'this gate fires on sound work ({where}): "{fired["sentence"]}"; guard it, or narrow it'
                )
                yield draft.at(message, *(place or ("issues",)))


RULE = Rule(
    id="gate-fires-on-sound-work",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", "'\\bconsumer law (?:forbids|prohibits)\\b'", "'\\bfourteen months\\b'"),
            at=("rubric", "fourteen months"),
        ),
    ),
    spares=(
        spared(change("rubric", "'\\bconsumer law (?:forbids|prohibits)\\b'", "'\\bfifteen months\\b'")),
    ),
    check=check,
    asks="examples",
)
