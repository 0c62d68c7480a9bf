"""The published JSON Schemas: current, closed, and at one with the readers."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from click.testing import CliRunner

from playbook_legal.authoring.field_docs import FIELD_DOCS
from playbook_legal.authoring.lint.base_matter import BASE
from playbook_legal.authoring.schemas import SCHEMA_NAMES, described_file, file_name, schema, schema_text
from playbook_legal.cli.schema import schema_command
from playbook_legal.sources import Source, YamlFile, decode, read_source

ROOT = Path(__file__).resolve().parent.parent
MATTERS = sorted(path for path in (ROOT / "matters").iterdir() if (path / "rubric.yaml").is_file())


def plain(path: Path) -> Any:
    """A YAML file as plain JSON."""
    return decode(YamlFile(read_source(path)), object)


def validator(name: str) -> Any:
    return jsonschema.Draft202012Validator(schema(name))


@pytest.mark.parametrize("name", SCHEMA_NAMES)
def test_a_published_schema_is_current_and_sound(name: str) -> None:
    published = ROOT / "docs" / "schemas" / file_name(name)
    assert published.read_text("utf-8") == schema_text(name), "run: playbook schema --out docs/schemas"
    jsonschema.Draft202012Validator.check_schema(schema(name))


def test_every_object_is_closed_and_every_field_is_described() -> None:
    def look(node: Any) -> None:
        if isinstance(node, dict):
            if node.get("type") == "object" and "properties" in node:
                assert node["additionalProperties"] is False
                assert node["description"]
                assert all(field["description"] for field in node["properties"].values())
            for inner in node.values():
                look(inner)
        elif isinstance(node, list):
            for inner in node:
                look(inner)

    for name in SCHEMA_NAMES:
        look(schema(name))


@pytest.mark.parametrize("kind", FIELD_DOCS, ids=lambda kind: kind.__name__)
def test_no_field_lacks_its_sentence_and_no_sentence_its_field(kind: type[msgspec.Struct]) -> None:
    assert set(FIELD_DOCS[kind]) == {field.name for field in msgspec.structs.fields(kind)}


def files() -> list[Any]:
    found = []
    for matter in [*MATTERS, BASE / "matters" / "bread_001"]:
        examples = matter.parent.parent / "examples" / matter.name
        for name in SCHEMA_NAMES:
            path = (examples if name == "scores" else matter) / described_file(name)
            if path.is_file():
                found.append(pytest.param(name, path, id=f"{matter.name}-{name}"))
    return found


@pytest.mark.parametrize(("name", "path"), files())
def test_the_shipped_files_are_valid(name: str, path: Path) -> None:
    errors = [
        f"{list(error.absolute_path)}: {error.message}" for error in validator(name).iter_errors(plain(path))
    ]
    assert errors == []


WRONG = {
    "an unknown key": ("rubric", ["issues", 0, "redline_concept"], ["x"]),
    "a guard misspelt": ("rubric", ["issues", 0, "critical_failure_patterns", 0, "negation_gard"], True),
    "text for a number": ("rubric", ["issues", 0, "base_points"], "0.25"),
    "another severity": ("rubric", ["issues", 0, "severity"], "grave"),
    "a text for a list": ("rubric", ["issues", 0, "required_citations"], "contract §4"),
    "a text that cannot be limited": ("rubric", ["instrument", "maximum_characters", "severity"], 10),
    "a share above one": ("rubric", ["critical_failure_score_cap"], 2),
    "steps below one": ("matter", ["constraints", "maximum_steps"], 0),
    "an answer that is a list": ("hidden_facts", ["client_answers", "q_menu"], ["x"]),
    "a negative number of rounds": ("counterparty", ["positions", "recall_notice", "resist_rounds"], -1),
    "another surface": ("probes", ["probes", 0, "surface"], "memo"),
    "a bound that is a text": ("scores", ["trajectories", 0, "at_least"], "high"),
}


@pytest.mark.parametrize(("name", "path", "value"), WRONG.values(), ids=WRONG)
def test_what_the_reader_refuses_the_schema_refuses(name: str, path: list[Any], value: Any) -> None:
    folder = BASE / ("examples" if name == "scores" else "matters") / "bread_001"
    content = plain(folder / described_file(name))
    assert validator(name).is_valid(content)
    place = content
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert not validator(name).is_valid(content)


@pytest.mark.parametrize("name", SCHEMA_NAMES)
def test_a_required_key_is_required(name: str) -> None:
    for title, definition in {"": schema(name), **schema(name)["$defs"]}.items():
        for key in definition["required"]:
            assert key in definition["properties"], title


def test_the_command_prints_lists_and_writes(tmp_path: Path) -> None:
    run = CliRunner()
    printed = run.invoke(schema_command, ["rubric"], standalone_mode=False)
    assert json.loads(printed.output) == schema("rubric")
    listed = run.invoke(schema_command, [], standalone_mode=False)
    assert [line.split()[0] for line in listed.output.splitlines()] == list(SCHEMA_NAMES)
    run.invoke(schema_command, ["--out", str(tmp_path / "a" / "b")], standalone_mode=False)
    assert sorted(path.name for path in (tmp_path / "a" / "b").iterdir()) == sorted(
        map(file_name, SCHEMA_NAMES)
    )
    unknown = run.invoke(schema_command, ["rubrik"])
    assert unknown.exit_code == 2
    assert "matter, rubric" in unknown.output


def test_what_the_authors_manual_shows_keeps_to_the_schemas() -> None:
    text = (ROOT / "AUTHORING.md").read_text("utf-8")
    shown = text.split("```yaml\n")[1:]
    assert len(shown) >= 6
    for block in shown:
        content = decode(YamlFile(Source("AUTHORING.md", block.split("```")[0], "")), object)
        assert isinstance(content, dict)
        name = next(name for name in SCHEMA_NAMES if set(content) <= set(schema(name)["properties"]))
        assert [error.message for error in validator(name).iter_errors(content)] == []
