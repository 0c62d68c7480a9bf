"""What is built and installed: the version, the first import, the wheel, the pins."""

import json
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path, PurePosixPath

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import playbook_legal

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def answer_of_fresh_interpreter(program: str, *, folder: Path = ROOT) -> str:
    """What `program` prints in an interpreter that has imported nothing yet."""
    done = subprocess.run(
        [sys.executable, "-I", "-c", program], capture_output=True, check=False, encoding="utf-8", cwd=folder
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def build(kind: str, source: Path, target: Path) -> Path:
    """The file that the build backend makes of `source`, without a network, in this very environment."""
    name = answer_of_fresh_interpreter(
        f"import contextlib, hatchling.build, sys\n"
        f"with contextlib.redirect_stdout(sys.stderr): name = hatchling.build.build_{kind}({str(target)!r})\n"
        f"print(name)",
        folder=source,
    )
    return target / name.strip()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


def names_in_wheel(path: Path) -> set[str]:
    with zipfile.ZipFile(path) as archive:
        return set(archive.namelist())


# ---- version and import


def test_the_version_stands_in_one_place_and_is_the_installed_one() -> None:
    assert "version" not in PROJECT
    assert metadata.version("playbook-legal") == playbook_legal.__version__


def test_importing_the_package_loads_none_of_its_rooms() -> None:
    loaded = answer_of_fresh_interpreter(
        "import json, sys, playbook_legal\n"
        "print(json.dumps(sorted(name for name in sys.modules if name.startswith('playbook_legal'))))"
    )
    assert json.loads(loaded) == ["playbook_legal"]


def test_every_public_name_is_there_when_asked_for() -> None:
    for name in playbook_legal.__all__:
        assert getattr(playbook_legal, name) is not None


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = playbook_legal.no_such_name


@pytest.mark.parametrize("script", sorted(PROJECT["scripts"]))
def test_every_script_is_installed_as_declared(script: str) -> None:
    (entry,) = metadata.entry_points(group="console_scripts", name=script)
    assert entry.value == PROJECT["scripts"][script]


@pytest.mark.parametrize("group", sorted(PROJECT["entry-points"]))
def test_every_entry_point_for_a_host_is_installed_as_declared(group: str) -> None:
    found = {entry.name: entry.value for entry in metadata.entry_points(group=group)}
    assert PROJECT["entry-points"][group].items() <= found.items()


# ---- the wheel


def test_the_wheel_carries_the_package_and_the_shipped_matters(wheel: Path) -> None:
    expected = {"playbook_legal/py.typed", "playbook_legal/__init__.py"} | {
        f"playbook_legal/_shipped/{path.relative_to(ROOT).as_posix()}"
        for folder in ("matters", "examples")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix in (".yaml", ".md", ".jsonl", ".json")
    }
    names = names_in_wheel(wheel)
    assert expected <= names
    assert any(name.startswith("playbook_legal/_shipped/matters/") for name in names)
    assert any(name.startswith("playbook_legal/_shipped/examples/") for name in names)


def test_the_wheel_carries_nothing_else(wheel: Path) -> None:
    names = names_in_wheel(wheel)
    tops = {PurePosixPath(name).parts[0] for name in names}
    assert tops == {"playbook_legal", f"playbook_legal-{playbook_legal.__version__}.dist-info"}
    assert not [name for name in names if "__pycache__" in name or "/tests/" in name]


def test_the_source_archive_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    archive = build("sdist", ROOT, tmp_path)
    with tarfile.open(archive) as sources:
        # The archive is our own. Said this way, since the first releases of 3.11 have no `filter`.
        sources.extraction_filter = lambda member, _path: member
        sources.extractall(tmp_path)  # noqa: S202
    again = build("wheel", tmp_path / archive.name.removesuffix(".tar.gz"), tmp_path)
    assert names_in_wheel(again) == names_in_wheel(wheel)


# ---- the pins


# Extras of many packages: their tests run where they are installed by hand, and say so where they are not.
HEAVY = {"inspect", "ray"}


def pins(name: str) -> dict[str, str]:
    lines = (ROOT / "requirements" / name).read_text("utf-8").split("\n")
    requirements = [Requirement(line) for line in lines if line and not line.lstrip().startswith("#")]
    versions: dict[str, str] = {
        canonicalize_name(one.name): str(one.specifier).removeprefix("==") for one in requirements
    }
    assert all(versions.values()), f"{name}: every line pins a version"
    return versions


@pytest.mark.parametrize(
    ("file", "requirements"),
    [
        ("base.txt", PROJECT["dependencies"]),
        (
            "dev.txt",
            [
                one
                for name, extra in PROJECT["optional-dependencies"].items()
                if name not in HEAVY
                for one in extra
            ],
        ),
    ],
    ids=["core", "extras"],
)
def test_what_is_declared_is_pinned_within_its_bounds(file: str, requirements: list[str]) -> None:
    pinned = pins(file)
    for requirement in map(Requirement, requirements):
        version = pinned[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), f"{requirement} is pinned to {version}"


def test_the_pinned_sets_agree() -> None:
    dev = pins("dev.txt")
    for file in ("base.txt", "build.txt"):
        assert pins(file).items() <= dev.items()


@pytest.mark.parametrize("path", sorted((ROOT / "requirements").iterdir()), ids=lambda path: path.name)
def test_no_requirement_names_an_address(path: Path) -> None:
    text = path.read_text("utf-8")
    assert "://" not in text
    assert "index" not in text
