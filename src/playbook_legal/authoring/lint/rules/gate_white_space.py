"""A gate asks for white space that a normalized text does not have.

Before a gate reads it, every run of white space is one space: two spaces, a tab or a line feed in the pattern never
match. A pattern that YAML folds over two lines should be written in one.

Source: docs/scoring.md, its first paragraph.
"""

import re
from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared

_IMPOSSIBLE = re.compile(r"  |\t|\n|(?<!\\)(?:\\\\)*\\[nrtfv]")


def check(draft: Draft) -> Iterator[Finding]:
    """Patterns and contexts with white space other than single spaces."""
    for one, place in draft.gates:
        for key, pattern in (
            ("pattern", one.gate.pattern),
            ("require_context", one.gate.require),
            ("exclude_context", one.gate.exclude),
        ):
            if pattern is not None and _IMPOSSIBLE.search(pattern.written):
                message = f"this {key} asks for two spaces, a tab or a line feed, which no text has when it is compared"
                yield draft.at(message, *place, key)


RULE = Rule(
    id="gate-white-space",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change(
                "rubric",
                "'\\bconsumer law (?:forbids|prohibits)\\b'",
                "'\\bconsumer  law (?:forbids|prohibits)\\b'",
            ),
            at=("rubric", "consumer  law"),
        ),
    ),
    spares=(
        spared(
            change(
                "rubric",
                "'\\bconsumer law (?:forbids|prohibits)\\b'",
                "'\\bconsumer\\s+law (?:forbids|prohibits)\\b'",
            )
        ),
    ),
    check=check,
)
