"""What becomes of findings: new, known from a baseline, or suppressed with a reason.

A report says what was found and never changes. What a team has decided about a finding stands beside the report,
one `Standing` for each finding in order, so that nothing that was decided can make a finding disappear.
"""

from collections.abc import Collection, Sequence
from typing import Literal

import msgspec

from .report import Report
from .suppressions import Suppression
from .verdicts import Finding

State = Literal["new", "known", "suppressed"]
FailOn = Literal["critical", "advisory", "never"]


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What became of one finding. `known`: it stands in the baseline. `reason` and `source` say why a finding is
    suppressed and where that is said."""

    fingerprint: str
    state: State
    reason: str = ""
    source: str = ""


class UnusedSuppression(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A suppression that no finding answers to: what it asks for, why it was made, where it stands."""

    says: str
    reason: str
    source: str


class KnownFinding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finding as a baseline keeps it."""

    fingerprint: str
    verdict: str
    cause: str
    item: str
    label: str
    citation: str


class Unusable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A submission among several that cannot be reviewed, and why, in one line."""

    name: str
    message: str


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is to be said of several reviews together.

    `fail_on` is the lightest finding that fails the work, `baseline` tells whether there is one, `gone` lists
    what it holds and nobody found, `not_read` names files of a folder of submissions that are none.
    """

    fail_on: FailOn = "critical"
    baseline: bool = False
    unused: tuple[UnusedSuppression, ...] = ()
    gone: tuple[KnownFinding, ...] = ()
    unusable: tuple[Unusable, ...] = ()
    not_read: tuple[str, ...] = ()


def settle(
    report: Report,
    fingerprints: Sequence[str],
    suppressions: Sequence[Suppression] = (),
    known: Collection[str] = (),
) -> tuple[Standing, ...]:
    """What becomes of each finding of `report`: the first suppression that answers to it decides, then the
    baseline, whose fingerprints are `known`."""
    documents = tuple(card.id for card in report.record.documents)
    return tuple(
        _standing(finding, mark, suppressions, documents, known)
        for finding, mark in zip(report.findings, fingerprints, strict=True)
    )


def _standing(
    finding: Finding,
    mark: str,
    suppressions: Sequence[Suppression],
    documents: tuple[str, ...],
    known: Collection[str],
) -> Standing:
    for one in suppressions:
        if one.silences(finding, mark, documents):
            return Standing(mark, "suppressed", one.reason, one.source)
    return Standing(mark, "known" if mark in known else "new")


def unused(
    suppressions: Sequence[Suppression], settled: Sequence[tuple[Report, tuple[Standing, ...]]]
) -> tuple[UnusedSuppression, ...]:
    """The suppressions that no finding of any report answers to; one that another forestalls is used."""
    left = list(suppressions)
    for report, standings in settled:
        documents = tuple(card.id for card in report.record.documents)
        for finding, standing in zip(report.findings, standings, strict=True):
            if standing.state == "suppressed":
                left = [one for one in left if not one.silences(finding, standing.fingerprint, documents)]
    return tuple(UnusedSuppression(one.says, one.reason, one.source) for one in left)


def fails(report: Report, standings: Sequence[Standing], fail_on: FailOn) -> bool:
    """Whether a new finding of the report fails the work."""
    if fail_on == "never":
        return False
    return any(
        standing.state == "new" and (finding.critical or fail_on == "advisory")
        for finding, standing in zip(report.findings, standings, strict=True)
    )
