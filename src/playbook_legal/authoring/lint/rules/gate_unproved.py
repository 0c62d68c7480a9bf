"""No probe makes a gate fire.

A gate that has never fired on a sentence may be one that cannot: a misspelt word, a guard that silences everything.
Write the sin as a reviewer would, and see it caught. `playbook probes` asks for four sentences on each side.

Source: AUTHORING.md, "Probes".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Gates on which no probe fires."""
    missed = {miss.index for miss in draft.probe_report.misses}
    proved = {
        (probe.criterion, probe.surface, probe.pattern)
        for index, probe in enumerate(draft.probes or ())
        if probe.fires and index not in missed
    }
    for one, place in draft.gates:
        if (one.criterion, one.surface, one.gate.written) not in proved:
            message = "no probe makes this gate fire; write the sin into probes.yaml, and see it caught"
            yield draft.at(message, *place)


RULE = Rule(
    id="gate-unproved",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change("probes", "Consumer law forbids a price list that changes.", "Consumer law is silent."),
            at=("rubric", "consumer law"),
        ),
    ),
    spares=(
        spared(
            change(
                "probes", "Consumer law forbids a price list that changes.", "Consumer law prohibits that."
            )
        ),
    ),
    check=check,
    asks="probes",
)
