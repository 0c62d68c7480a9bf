"""A gate on what a reviewer says fires when the provision is quoted.

A review quotes the provision that it attacks. If the gate cannot tell the quotation from the claim, correct work is a
critical failure. Let it ask for words that only the claim has.

Source: docs/scoring.md, "Gates"; AUTHORING.md, "Gates and polarity".
"""

from collections.abc import Iterator

from ...probes import put
from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Gates of the issue surface that fire on a section of the paper that the issue must cite."""
    for one, place in draft.gates:
        if one.surface != "issue":
            continue
        issue = draft.criteria.by_id[one.criterion]
        for citation in dict.fromkeys((issue.anchor, *issue.required_citations)):
            for section in draft.record.sections(citation):
                fired = put(one.gate, section.text).fired
                if fired and section.document_id not in {own.id for own in draft.clients_own}:
                    message = f'this gate fires when {citation} is quoted: "{fired[0].excerpt}"'
                    yield draft.at(message, *place)


RULE = Rule(
    id="gate-fires-on-anchor",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", "'\\bconsumer law (?:forbids|prohibits)\\b'", "'\\bfrom the monday\\b'"),
            at=("rubric", "from the monday"),
        ),
    ),
    spares=(
        spared(
            change(
                "rubric",
                "'\\bconsumer law (?:forbids|prohibits)\\b'",
                "'\\bfrom the monday\\b[^.]{0,40}\\billegal\\b'",
            )
        ),
    ),
    check=check,
)
