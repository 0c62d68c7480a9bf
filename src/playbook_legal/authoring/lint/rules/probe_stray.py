"""A probe names no gate of the rubric.

Criterion, surface and pattern must be a gate's very own; most often the pattern was changed in the rubric and not in
the probe.

Source: AUTHORING.md, "Probes".
"""

from collections.abc import Iterator

from ...probes import Probe
from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Probes that are put to nothing."""
    for index in draft.probe_report.strays:
        probe = (draft.probes or ())[index]
        key, why = _trouble(probe, draft)
        yield draft.at_probe(why, "probes", index, key)


def _trouble(probe: Probe, draft: Draft) -> tuple[str, str]:
    if probe.criterion not in draft.criteria.by_id:
        ids = ", ".join(draft.criteria.by_id) or "none"
        return "criterion", f'the rubric has no issue "{probe.criterion}"; its issues are {ids}'
    if not any((one.criterion, one.surface) == (probe.criterion, probe.surface) for one, _ in draft.gates):
        return "surface", f"{probe.criterion} has no gate on the surface {probe.surface}"
    return "pattern", f"{probe.criterion} has no gate with this pattern on the surface {probe.surface}"


RULE = Rule(
    id="probe-stray",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change(
                "rubric",
                "'\\bconsumer law (?:forbids|prohibits)\\b'",
                "'\\bconsumer law (?:forbids|bars)\\b'",
            ),
            at=("probes", "pattern: '\\bconsumer law (?:forbids|prohibits)\\b'"),
        ),
    ),
    spares=(spared(change("probes", "why: the overclaim", "why: what must never be said")),),
    check=check,
    asks="probes",
)
