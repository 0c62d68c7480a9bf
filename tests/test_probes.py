"""Gate probes: misses both ways, strays, gates with too few probes on a side."""

from pathlib import Path

import pytest

from playbook_legal import load_matter
from playbook_legal.authoring.probes import probe_problems, read_probes, report_json, run_probes
from playbook_legal.problems import UnusableInputError

from .small_matter import write_small_matter

PATTERN = "law prohibits all model training"


def probes_file(
    folder: Path, *probes: tuple[str, bool], pattern: str = PATTERN, criterion: str = "training"
) -> Path:
    write_small_matter(folder)
    lines = ["probes:"]
    for text, fires in probes:
        lines += [
            f"  - criterion: {criterion}",
            "    surface: issue",
            f"    pattern: '{pattern}'",
            f'    text: "{text}"',
            f"    fires: {str(fires).lower()}",
            "    why: to see",
        ]
    (folder / "probes.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def problems(folder: Path, least: int = 1) -> list[str]:
    probes, file = read_probes(folder)
    report = run_probes(load_matter(folder), probes)
    return [
        str(problem).removeprefix(f"{folder.as_posix()}/") for problem in probe_problems(report, file, least)
    ]


GOOD = (("The law prohibits all model training.", True), ("No law prohibits all model training.", False))


def test_probes_that_hold_are_silent_for_their_gate(tmp_path):
    found = problems(probes_file(tmp_path / "m", *GOOD))
    assert not any(PATTERN in line for line in found)
    assert len(found) == 2  # the two gates of the small matter that have no probes


def test_a_gate_that_does_not_fire_where_it_must_is_a_miss_with_its_guard(tmp_path):
    folder = probes_file(
        tmp_path / "m", *GOOD, ("There is no doubt that law prohibits all model training.", True)
    )
    miss = problems(folder)[2]
    assert miss.startswith(
        'probes.yaml:17:11: the gate "law prohibits all model training" must fire and does not'
    )
    assert 'silenced by negation_guard: "no"' in miss


def test_a_gate_that_fires_where_it_must_not_is_a_miss(tmp_path):
    folder = probes_file(tmp_path / "m", *GOOD, ("Some law prohibits all model training.", False))
    assert "must not fire and does" in problems(folder)[2]


def test_a_probe_of_no_gate_is_a_stray(tmp_path):
    folder = probes_file(tmp_path / "m", *GOOD, pattern="another pattern")
    strays = [line for line in problems(folder) if "probe-stray" in line]
    assert strays[0].startswith("probes.yaml:2:5: this names no gate of the rubric")
    assert len(strays) == 2


@pytest.mark.parametrize(("least", "thin"), [(0, 0), (1, 2), (2, 3)])
def test_a_gate_needs_so_many_probes_on_each_side(tmp_path, least, thin):
    found = problems(probes_file(tmp_path / "m", *GOOD), least)
    assert sum("probe-count" in line for line in found) == thin


def test_the_report_counts_both_sides(tmp_path):
    folder = probes_file(tmp_path / "m", *GOOD)
    probes, _ = read_probes(folder)
    told = report_json(run_probes(load_matter(folder), probes))
    assert told["run"] == 2
    assert told["gates"][0] == {
        "criterion": "training",
        "surface": "issue",
        "pattern": PATTERN,
        "fires": 1,
        "spares": 1,
    }


def test_probes_are_a_closed_file_with_places(tmp_path):
    folder = probes_file(tmp_path / "m", *GOOD)
    path = folder / "probes.yaml"
    path.write_text(
        path.read_text().replace("surface: issue", "surface: issues", 1).replace("why:", "because:", 1)
    )
    with pytest.raises(UnusableInputError) as error:
        read_probes(folder)
    told = [(problem.line, problem.rule) for problem in error.value.problems]
    assert told == [(2, "missing-key"), (3, "choice"), (7, "unknown-key")]
