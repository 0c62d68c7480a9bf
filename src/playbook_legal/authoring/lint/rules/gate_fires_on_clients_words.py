"""A gate fires on the client's playbook or on the instructions.

Whoever repeats what the client wants, or what it will not sign, is then punished for it. Guards read one sentence:
where the playbook says what must not be, it usually says so with a word that can be named in `exclude_context`.
Nobody drafts in the words of the instructions, so those are put to the gates on issues alone.

Source: docs/scoring.md, "Gates"; AUTHORING.md, "Gates and polarity".
"""

from collections.abc import Iterator

from ....text import Prose
from ...probes import put
from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Gates that fire on a section of the client's own documents."""
    prose = [(section, Prose(section.text)) for section, _ in draft.clients_words]
    for one, place in draft.gates:
        for section, text in prose:
            if one.surface != "issue" and section.document_id in draft.instructions:
                continue
            if not one.gate.pattern.found(text.text):
                continue
            fired = put(one.gate, section.text).fired
            if fired:
                message = (
                    f'this gate fires on the client\'s own words ({section.citation}): "{fired[0].excerpt}"'
                )
                yield draft.at(message, *place)
                break


RULE = Rule(
    id="gate-fires-on-clients-words",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change(
                "playbook", "There is no fallback.", "A bakery may raise what it likes at will, elsewhere."
            ),
            at=("rubric", "bakery may (?:raise|increase)"),
        ),
    ),
    spares=(
        spared(
            change(
                "playbook", "There is no fallback.", "Never sign that the bakery may raise prices at will."
            )
        ),
    ),
    check=check,
)
