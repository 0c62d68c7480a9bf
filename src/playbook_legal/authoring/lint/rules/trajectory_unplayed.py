"""A trajectory goes on after its episode is over.

What stands behind the memo, or behind the last step, is never delivered.

Source: docs/environment.md, "Actions".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """The first line that is not played."""
    for played in draft.played.values():
        if played.unplayed_from is not None:
            message = "the episode is over before this action; it is never played"
            yield Finding(played.trajectory.name, played.unplayed_from, 1, message)


RULE = Rule(
    id="trajectory-unplayed",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change(
                "bad_trap",
                '{"type": "submit_final"',
                '{"type": "submit_final", "summary": "Done."}\n{"type": "submit_final"',
            ),
            at=("bad_trap", "Recalls: closed at ten days."),
        ),
    ),
    spares=(
        spared(
            change("bad_trap", '{"type": "submit_final", "summary": "Recalls: closed at ten days."}\n', "")
        ),
    ),
    check=check,
    asks="examples",
)
