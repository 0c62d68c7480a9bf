"""A gate, or its context, needs look-around or back-references.

The engine runs patterns in time linear in the text and has neither. Such a pattern is run confined to short stretches,
or widened, and may then fire where it was not meant to. What look-around is used for has its own keys, which read the
whole sentence: `require_context` for what must stand there as well, `exclude_context` for what excuses the match,
`negation_guard` for a negator before it.

Source: docs/scoring.md, "Gates"; docs/architecture.md, "Patterns in linear time".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Patterns that RE2 does not run."""
    for one, place in draft.gates:
        parts = (
            ("pattern", one.gate.pattern),
            ("require_context", one.gate.require),
            ("exclude_context", one.gate.exclude),
        )
        for key, pattern in parts:
            if pattern is not None and pattern.engine != "re2":
                how = "only in short stretches" if pattern.engine == "re" else "in a wider form than written"
                message = (
                    f"this {key} needs look-around or back-references and is run {how}; write the plain words as the "
                    "pattern, and what must or must not stand beside them as require_context or exclude_context"
                )
                yield draft.at(message, *place, key)


RULE = Rule(
    id="gate-not-linear",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change(
                "rubric",
                "pattern: '\\bconsumer law (?:forbids|prohibits)\\b'",
                "pattern: '\\bconsumer law (?!no longer )(?:forbids|prohibits)\\b'",
            ),
            at=("rubric", "(?!no longer )"),
        ),
    ),
    spares=(
        spared(
            change(
                "rubric",
                "law (?:forbids|prohibits)\\b'\n",
                "law (?:forbids|prohibits)\\b'\n        exclude_context: 'no longer'\n",
            )
        ),
    ),
    check=check,
)
