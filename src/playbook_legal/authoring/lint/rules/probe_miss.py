"""A gate does not do what a probe says.

It stays silent on the sin, or fires on what is innocent. The probe says what is right; mend the gate, and run
`playbook probes` again.

Source: AUTHORING.md, "Probes".
"""

from collections.abc import Iterator

from ....problems import shown
from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Probes that the gate answers otherwise."""
    for miss in draft.probe_report.misses:
        must = "must fire on this and does not" if miss.probe.fires else "must not fire on this and does"
        because = ""
        if miss.probe.fires and miss.found.silenced:
            silence = miss.found.silenced[-1]
            because = f" (silenced by {silence.by}: {shown(silence.because)})"
        message = f"the gate {shown(miss.probe.pattern)} {must}{because}"
        yield draft.at_probe(message, "probes", miss.index, "text")


RULE = Rule(
    id="probe-miss",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change(
                "probes",
                "text: No consumer law forbids it.",
                "text: It is said that consumer law forbids it.",
            ),
            at=("probes", "It is said that"),
        ),
    ),
    spares=(
        spared(
            change(
                "probes",
                "text: No consumer law forbids it.",
                "text: It is not true that consumer law forbids it.",
            )
        ),
    ),
    check=check,
    asks="probes",
)
