"""Gate probes: sentences that a gate must catch, and sentences that it must spare.

`probes.yaml` stands beside the rubric. Each probe names a criterion, a surface (issue, redline, settlement), the
gate's very pattern, a text, whether the gate must fire on it, and why. A gate is understood only when both sides
are written down.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from ..matter.criteria import CompiledIssue
from ..matter.gates import CompiledGate, Gates
from ..matter.package import Matter
from ..problems import Problem, shown
from ..scoring.gates import Scan, scan
from ..sources import YamlFile, decode, read_source
from ..text import Prose

PROBES_NAME = "probes.yaml"
Surface: TypeAlias = Literal["issue", "redline", "settlement"]
SURFACES: tuple[Surface, ...] = ("issue", "redline", "settlement")


class Probe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence put to a gate. `fires` says whether the gate must fire on it."""

    criterion: str
    surface: Surface
    pattern: str
    text: str
    fires: bool
    why: str


class Probes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`probes.yaml`."""

    probes: tuple[Probe, ...] = ()


class GateOnSurface(msgspec.Struct, frozen=True):
    """A gate of a criterion, and what it reads."""

    criterion: str
    surface: Surface
    gate: CompiledGate


class Miss(msgspec.Struct, frozen=True):
    """A probe that the gate answered otherwise than it must. `index` counts from 0 in the file."""

    index: int
    probe: Probe
    found: Scan


class ProbeCount(msgspec.Struct, frozen=True):
    """How many probes a gate has on each side."""

    gate: GateOnSurface
    fires: int
    spares: int


class ProbeReport(msgspec.Struct, frozen=True):
    """What came of a matter's probes. `strays` are probes (by index) that name no gate of the rubric."""

    matter_id: str
    run: int
    misses: tuple[Miss, ...]
    strays: tuple[int, ...]
    counts: tuple[ProbeCount, ...]

    def thin(self, least: int) -> tuple[ProbeCount, ...]:
        """Gates with fewer than `least` probes on some side."""
        return tuple(count for count in self.counts if min(count.fires, count.spares) < least)


def read_probes(folder: Path, name: str | None = None) -> tuple[tuple[Probe, ...], YamlFile]:
    """The probes beside the rubric in `folder`, and the file they came from; raises `UnusableInputError` with all
    that is wrong with it."""
    called = f"{name if name is not None else folder.as_posix()}/{PROBES_NAME}"
    file = YamlFile(read_source(folder / PROBES_NAME, called))
    return decode(file, Probes).probes, file


def gates_on_surfaces(matter: Matter) -> Iterator[GateOnSurface]:
    """Every gate of the matter, in the order of the rubric."""
    for issue in matter.criteria.issues:
        for surface in SURFACES:
            for gate in _gates(issue, surface).each:
                yield GateOnSurface(issue.id, surface, gate)


def _gates(issue: CompiledIssue, surface: Surface) -> Gates:
    match surface:
        case "issue":
            return issue.gates
        case "redline":
            return issue.redline_gates
        case "settlement":
            return issue.settlement_gates


def put(gate: CompiledGate, text: str) -> Scan:
    """What `gate` alone makes of `text`."""
    return scan((Gates((gate,), None),), Prose(text))


def run_probes(matter: Matter, probes: tuple[Probe, ...]) -> ProbeReport:
    """Every probe put to its gate."""
    gates = {(one.criterion, one.surface, one.gate.written): one for one in gates_on_surfaces(matter)}
    fires = dict.fromkeys(gates, 0)
    spares = dict.fromkeys(gates, 0)
    misses: list[Miss] = []
    strays: list[int] = []
    for index, probe in enumerate(probes):
        key = (probe.criterion, probe.surface, probe.pattern)
        if key not in gates:
            strays.append(index)
            continue
        (fires if probe.fires else spares)[key] += 1
        found = put(gates[key].gate, probe.text)
        if bool(found.fired) != probe.fires:
            misses.append(Miss(index, probe, found))
    counts = tuple(ProbeCount(gate, fires[key], spares[key]) for key, gate in gates.items())
    return ProbeReport(matter.id, len(probes) - len(strays), tuple(misses), tuple(strays), counts)


def probe_problems(report: ProbeReport, file: YamlFile, least: int) -> list[Problem]:
    """The report as problems: misses and strays at their place in the file, gates with too few probes."""
    problems: list[Problem] = []
    for miss in report.misses:
        must = "must fire and does not" if miss.probe.fires else "must not fire and does"
        because = ""
        if miss.probe.fires and miss.found.silenced:
            silence = miss.found.silenced[-1]
            because = f" (silenced by {silence.by}: {shown(silence.because)})"
        message = f"the gate {shown(miss.probe.pattern)} {must}{because}: {shown(miss.probe.text)}"
        problems.append(file.problem("probe-miss", message, "probes", miss.index, "text"))
    for index in report.strays:
        message = "this names no gate of the rubric; criterion, surface and pattern must be a gate's very own"
        problems.append(file.problem("probe-stray", message, "probes", index))
    for count in report.thin(least):
        gate = count.gate
        message = (
            f"{gate.criterion} ({gate.surface}): the gate {shown(gate.gate.written)} has {count.fires} probes that "
            f"fire and {count.spares} that do not; at least {least} of each are needed"
        )
        problems.append(Problem(file.name, 0, 0, "probe-count", message))
    return sorted(problems)


def report_json(report: ProbeReport) -> dict[str, Any]:
    """The report as plain JSON."""
    return {
        "matter_id": report.matter_id,
        "run": report.run,
        "misses": [{"index": miss.index, **msgspec.to_builtins(miss.probe)} for miss in report.misses],
        "strays": list(report.strays),
        "gates": [
            {
                "criterion": count.gate.criterion,
                "surface": count.gate.surface,
                "pattern": count.gate.gate.written,
                "fires": count.fires,
                "spares": count.spares,
            }
            for count in report.counts
        ],
    }
