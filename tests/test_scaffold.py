"""`playbook new`: a matter begun, that plays, lints clean but for its to-dos, and overwrites nothing."""

import json
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner, Result

from playbook_legal import load_matter, score
from playbook_legal.authoring.field_docs import FIELD_DOCS
from playbook_legal.authoring.lint import lint_matter
from playbook_legal.authoring.schemas import SCHEMA_NAMES, described_file, schema
from playbook_legal.cli.new import new_command
from playbook_legal.problems import UnusableInputError
from playbook_legal.sources import YamlFile, decode, read_source

KINDS = pytest.mark.parametrize("kind", [[], ["--negotiated"]], ids=["reviewed", "negotiated"])


def new(*arguments: str) -> Result:
    done = CliRunner().invoke(new_command, arguments, standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    return done


@KINDS
def test_a_scaffold_lints_clean_but_for_the_to_dos_it_names(kind: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "matters"
    done = new("lease_009", "--in", str(folder), *kind)
    report = lint_matter(folder / "lease_009")
    assert report.loads
    assert report.skipped == ()
    assert {one.rule for one in report.problems} == {"to-do"}
    assert f"{len(report.problems)} things are to do" in done.output
    wrote = [
        Path(line.removeprefix("wrote ")) for line in done.output.splitlines() if line.startswith("wrote ")
    ]
    assert sorted(wrote) == sorted(path for path in tmp_path.rglob("*") if path.is_file())


@KINDS
def test_the_stub_of_a_reference_earns_the_full_score(kind: list[str], tmp_path: Path) -> None:
    new("lease_009", "--in", str(tmp_path / "matters"), *kind)
    lines = (tmp_path / "examples" / "lease_009" / "good.jsonl").read_text("utf-8")
    actions = [json.loads(line) for line in lines.splitlines()]
    matter = load_matter(tmp_path / "matters" / "lease_009")
    result = score(matter, actions)
    assert result["normalized_score"] == 1.0
    assert not result["critical_failure"]
    assert matter.is_negotiable == bool(kind)


@KINDS
def test_every_field_is_explained_in_the_file_it_belongs_to(kind: list[str], tmp_path: Path) -> None:
    new("lease_009", "--in", str(tmp_path / "matters"), *kind)
    said = "\n".join(path.read_text("utf-8") for path in tmp_path.rglob("*.yaml"))
    flat = " ".join(word for word in said.split() if word != "#")
    for kind_of_value, fields in FIELD_DOCS.items():
        if kind_of_value.__name__ in ("Counterparty", "Position", "Counter") and not kind:
            continue
        for field, sentence in fields.items():
            assert " ".join(sentence.split()) in flat, f"{kind_of_value.__name__}.{field}"
    assert "<" + "Rubric" not in said


def test_each_file_names_its_schema_and_keeps_to_it(tmp_path: Path) -> None:
    new("lease_009", "--in", str(tmp_path / "matters"), "--negotiated")
    for name in SCHEMA_NAMES:
        (path,) = tmp_path.rglob(described_file(name))
        first = path.read_text("utf-8").split("\n", 1)[0]
        way = first.removeprefix("# yaml-language-server: $schema=")
        assert way != first
        assert json.loads((path.parent / way).read_text("utf-8")) == schema(name)
        jsonschema.validate(decode(YamlFile(read_source(path)), object), schema(name))


def test_published_schemas_are_pointed_at_where_there_are_some(tmp_path: Path) -> None:
    published = tmp_path / "docs" / "schemas"
    published.mkdir(parents=True)
    (published / "rubric.schema.json").write_text("{}", encoding="utf-8")
    new("lease_009", "--in", str(tmp_path / "matters"))
    first = (tmp_path / "matters" / "lease_009" / "rubric.yaml").read_text("utf-8").split("\n", 1)[0]
    assert first == "# yaml-language-server: $schema=../../docs/schemas/rubric.schema.json"
    assert not (tmp_path / "matters" / ".schemas").exists()


def test_two_scaffolds_have_two_canaries(tmp_path: Path) -> None:
    for name in ("lease_009", "lease_010"):
        new(name, "--in", str(tmp_path / "matters"))
    canaries = [
        load_matter(tmp_path / "matters" / name).manifest.canary for name in ("lease_009", "lease_010")
    ]
    assert [name in canary for name, canary in zip(("lease_009", "lease_010"), canaries, strict=True)] == [
        True,
        True,
    ]
    assert canaries[0].split()[-1] != canaries[1].split()[-1]


@pytest.mark.parametrize(
    "name", ["Lease_009", "lease-009", "9_lease", "lease 009", "../lease", "lease_", "", "é_1", "a/b"]
)
def test_a_bad_id_is_refused_and_nothing_is_written(name: str, tmp_path: Path) -> None:
    with pytest.raises(UnusableInputError, match="cannot be an id"):
        new(name, "--in", str(tmp_path / "matters"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("taken", ["matters/lease_009", "examples/lease_009"])
def test_what_exists_is_not_written_into(taken: str, tmp_path: Path) -> None:
    (tmp_path / taken).mkdir(parents=True)
    with pytest.raises(UnusableInputError, match="exists already"):
        new("lease_009", "--in", str(tmp_path / "matters"))
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
