"""The trajectories that belong to a matter, and what each of them must score.

They stand in a folder of the matter's name in `examples`, which lies beside the folder of matters
(`matters/<id>`, `examples/<id>`) or, where that folder is not called `matters`, inside it.
"""

import posixpath
from fractions import Fraction
from pathlib import Path

import msgspec

from ..problems import Problem, UnusableInputError
from ..sources import JsonLine, YamlFile, decode, read_json_lines, read_source

SCORES_NAME = "scores.yaml"
REFERENCE_NAME = "good.jsonl"


class ExpectedScore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a trajectory must score. `trips` names the gate it must trip, or the cause of its critical failure."""

    file: str
    critical_failure: bool
    why: str
    at_least: Fraction | None = None
    at_most: Fraction | None = None
    trips: str | None = None


class Scores(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`scores.yaml`."""

    trajectories: tuple[ExpectedScore, ...] = ()


class Trajectory(msgspec.Struct, frozen=True):
    """A file of actions: `name` is how messages call it, `file` its name in the folder."""

    name: str
    file: str
    lines: tuple[JsonLine, ...]

    @property
    def is_sound(self) -> bool:
        """Whether it stands for correct work: the reference, and the same work in other words."""
        return self.file == REFERENCE_NAME or self.file.startswith("alt_")


class Examples(msgspec.Struct, frozen=True):
    """What stands beside a matter. `scores` is None without a `scores.yaml`; `problems` are what cannot be read."""

    name: str
    trajectories: tuple[Trajectory, ...]
    scores: Scores | None
    scores_file: YamlFile | None
    problems: tuple[Problem, ...]

    def trajectory(self, file: str) -> Trajectory | None:
        """The trajectory in that file, or None."""
        return next((one for one in self.trajectories if one.file == file), None)


def examples_folder(matter: Path) -> Path:
    """Where the trajectories of the matter in the folder `matter` belong."""
    resolved = matter.resolve()
    above = resolved.parent
    beside = above.parent if above.name == "matters" or (above.parent / "examples").is_dir() else above
    return beside / "examples" / resolved.name


def read_examples(matter: Path, called: str) -> Examples | None:
    """The examples of the matter in the folder `matter`, which messages call `called`; None when there are none."""
    folder = examples_folder(matter)
    if not folder.is_dir():
        return None
    way = Path("..") / ".." if folder.parent.parent == matter.resolve().parent.parent else Path("..")
    name = posixpath.normpath(posixpath.join(called, way.as_posix(), "examples", folder.name))
    problems: list[Problem] = []
    trajectories: list[Trajectory] = []
    for path in sorted(folder.glob("*.jsonl")):
        try:
            lines = read_json_lines(read_source(path, f"{name}/{path.name}"))
        except UnusableInputError as error:
            problems += error.problems
            continue
        trajectories.append(Trajectory(f"{name}/{path.name}", path.name, tuple(lines)))
    scores, file = None, None
    if (folder / SCORES_NAME).exists():
        try:
            file = YamlFile(read_source(folder / SCORES_NAME, f"{name}/{SCORES_NAME}"))
            scores = decode(file, Scores)
        except UnusableInputError as error:
            problems += error.problems
    return Examples(name, tuple(trajectories), scores, file, tuple(problems))
