"""The baseline: the findings a team has today, so that only new ones fail the work (`playbook.critic-baseline.v1`).

The file is JSON with one finding a line, in the order of the fingerprints. It is the same bytes for the same
findings, and two people who add to it in different places have nothing to resolve. One who merges both sides and
leaves a line twice has changed nothing.
"""

from collections.abc import Iterable
from typing import Literal

import msgspec

from ..paper.firewall import Firewall
from ..problems import Problem, UnusableInputError, one_line
from ..sources.files import Source
from ..sources.jsonl import read_json
from .settled import KnownFinding, Standing
from .verdicts import Finding

SCHEMA: Literal["playbook.critic-baseline.v1"] = "playbook.critic-baseline.v1"


class Baseline(msgspec.Struct, frozen=True):
    """The known findings by fingerprint, in order."""

    known: dict[str, KnownFinding]

    def gone(self, found: Iterable[str]) -> tuple[KnownFinding, ...]:
        """The known findings whose fingerprint is not among those `found`."""
        still = frozenset(found)
        return tuple(one for mark, one in self.known.items() if mark not in still)

    def text(self) -> str:
        """The baseline as its file has it."""
        lines = ",\n".join(f"  {msgspec.json.encode(one).decode()}" for one in self.known.values())
        findings = f"[\n{lines}\n ]" if lines else "[]"
        return f'{{\n "schema_version": "{SCHEMA}",\n "findings": {findings}\n}}\n'


def baseline_of(pairs: Iterable[tuple[Finding, Standing]]) -> Baseline:
    """The baseline that makes every one of these findings known, save those that are suppressed."""
    known = {
        standing.fingerprint: KnownFinding(
            standing.fingerprint,
            finding.verdict,
            finding.cause,
            finding.item,
            finding.label,
            finding.citation,
        )
        for finding, standing in pairs
        if standing.state != "suppressed"
    }
    return Baseline(dict(sorted(known.items())))


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema_version: Literal["playbook.critic-baseline.v1"]
    findings: tuple[KnownFinding, ...]


def load_baseline(path: str, wall: Firewall | None = None) -> Baseline:
    """The baseline in the file at `path`; raises `CriticError` when it is none, and `AnswerKeyError` when the
    path leads to an answer key."""
    admitted = (wall if wall is not None else Firewall()).admit(path)
    return read_baseline(admitted.read())


def read_baseline(source: Source) -> Baseline:
    """The baseline in `source`; see `load_baseline`."""
    try:
        file = msgspec.convert(read_json(source), _File)
    except msgspec.ValidationError as error:
        message = (
            f"this is no baseline ({one_line(str(error), 200)}); write one with --write-baseline, "
            f"whose schema_version is {SCHEMA}"
        )
        raise UnusableInputError([Problem(source.name, 0, 0, "baseline", message)]) from None
    known = {one.fingerprint: one for one in file.findings}
    return Baseline(dict(sorted(known.items())))
