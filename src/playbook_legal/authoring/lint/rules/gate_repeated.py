"""A gate stands twice on one surface of an issue.

The second says nothing more, and two guards that differ are not joined: the gate fires if either of them does.

Source: docs/scoring.md, "Gates".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Patterns that stood there before."""
    seen: set[tuple[str, str, str]] = set()
    for one, place in draft.gates:
        key = (one.criterion, one.surface, one.gate.written)
        if key in seen:
            message = "the same pattern stands above; keep one of them, with the guards that are meant"
            yield draft.at(message, *place, "pattern")
        seen.add(key)


RULE = Rule(
    id="gate-repeated",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change(
                "rubric",
                "    redline_critical_failure_patterns:",
                "      - pattern: '\\bconsumer law (?:forbids|prohibits)\\b'\n        exclude_context: whether\n"
                "    redline_critical_failure_patterns:",
            ),
            at=(
                "rubric",
                "negation_guard: true\n      - pattern: '\\bconsumer law (?:forbids|prohibits)\\b'",
            ),
        ),
    ),
    spares=(
        spared(
            change(
                "rubric",
                "    redline_critical_failure_patterns:",
                "      - pattern: '\\bconsumer law bars\\b'\n        exclude_context: whether\n"
                "    redline_critical_failure_patterns:",
            )
        ),
    ),
    check=check,
)
