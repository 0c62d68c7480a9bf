"""A matter folder in any state either loads or is refused with problems that say where: never another exception."""

import copy
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from yaml.nodes import MappingNode, Node, SequenceNode

from playbook_legal import load_matter
from playbook_legal.problems import Problem, UnusableInputError

from .cases import edited
from .small_matter import (
    COUNTERPARTY,
    HIDDEN_FACTS,
    MANIFEST,
    MSA,
    PLAYBOOK,
    RUBRIC,
    dumped,
    write_small_matter,
)

Path_ = tuple[str | int, ...]

# The small matter with every key that a schema has.
FILES: dict[str, dict[str, Any]] = {
    "matter.yaml": MANIFEST,
    "rubric.yaml": edited(
        RUBRIC,
        {
            "max_score": 14.75,
            "instrument": {
                "read_before_credit": True,
                "maximum_issues": 6,
                "unsupported_issue_points": -1.0,
                "maximum_citations": 4,
                "maximum_characters": {"title": 160, "summary": 4000},
                "own_words": 8,
            },
            "escalations.0.critical_if_missed": False,
            "issues.0.base_points": 1.0,
            "issues.0.severity_points": 0.25,
            "issues.0.citation_points": 0.25,
            "issues.0.concept_points": 0.5,
            "issues.0.quote_points": 0.25,
            "issues.0.redline_points": 1.0,
            "issues.0.settlement_points": 1.0,
            "issues.0.settlement_concepts": ["never"],
            "issues.0.non_negotiable": False,
            "issues.0.critical_failure_patterns": [
                {
                    "pattern": "law prohibits",
                    "negation_guard": True,
                    "negation_scope": "before",
                    "require_context": "training",
                    "exclude_context": "some say",
                }
            ],
            "issues.0.settlement_critical_failure_patterns": ["thirty days"],
        },
    ),
    "hidden_facts.yaml": HIDDEN_FACTS,
    "counterparty.yaml": COUNTERPARTY,
}
REQUIRED = {
    "matter_id",
    "title",
    "documents",
    "id",
    "path",
    "anchor",
    "severity",
    "pattern",
    "any_of",
    "message",
    "text",
}
# What others refer to by name: without it they refer to nothing.
REFERRED_TO = {("issues",)}
# Mappings by free names, in which nothing is misspelled.
BY_NAME = {"public_facts", "provenance", "client_answers", "escalation_answers", "positions"}
ANY_VALUE = ("public_facts", "provenance")


# The files as a person would have written them, and once for all tests.
TEXTS = {name: dumped(value) for name, value in FILES.items()}
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def written(folder: Path, name: str, value: dict[str, Any] | str) -> str:
    """The text of the file; a mapping as JSON, which is YAML that is quickly written."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1)
    (folder / name).write_text(text, encoding="utf-8", newline="")
    return text


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "matter"
    (made / "documents").mkdir(parents=True)
    for name, text in {**TEXTS, "documents/msa.md": MSA, "documents/playbook.md": PLAYBOOK}.items():
        written(made, name, text)
    return made


def problems(folder: Path) -> tuple[Problem, ...]:
    """What is wrong with the matter, () when it loads; every problem has its place and is one printable line."""
    try:
        load_matter(folder, "m")
    except UnusableInputError as error:
        caught = error
    else:
        return ()
    found = caught.problems
    assert found
    assert list(found) == sorted(found)
    for problem in found:
        assert problem.path.startswith("m/")
        assert (problem.line >= 1) == (problem.column >= 1)
        assert 10 < len(problem.message) < 700
        assert "\n" not in problem.message
        assert problem.rule
    assert "\n" not in str(caught)
    return found


def places(found: tuple[Problem, ...], name: str) -> list[tuple[int, int]]:
    return [(one.line, one.column) for one in found if one.path == f"m/{name}"]


# --- every key of every file -------------------------------------------------------------------------------


def keys(value: Any, above: Path_ = ()) -> Iterator[Path_]:
    """The path of every key in every mapping."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*above, key)
            yield from keys(inner, (*above, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from keys(inner, (*above, index))


def at(value: Any, path: Path_) -> Any:
    for step in path:
        value = value[step]
    return value


def changed(value: dict[str, Any], path: Path_, put: Callable[[Any, str], None]) -> dict[str, Any]:
    """A copy in which `put` changed the mapping that holds the key at the end of `path`."""
    other = copy.deepcopy(value)
    put(at(other, path[:-1]), str(path[-1]))
    return other


def node_at(text: str, path: Path_) -> tuple[Node, Node]:
    """Key node and value node of the key at `path`, as a plain YAML reader sees them."""
    node: Any = yaml.compose(text, LOADER)
    key: Node = node
    for step in path:
        if isinstance(node, SequenceNode):
            node = node.value[step]
        else:
            assert isinstance(node, MappingNode)
            key, node = [(one, other) for one, other in node.value if one.value == str(step)][-1]
    return key, node


def start(node: Node) -> tuple[int, int]:
    return node.start_mark.line + 1, node.start_mark.column + 1


def end(node: Node) -> tuple[int, int]:
    return node.end_mark.line + 1, node.end_mark.column + 1


ALL_KEYS = [(name, path) for name, value in FILES.items() for path in keys(value)]
FREE = [(name, path) for name, path in ALL_KEYS if path[0] in ANY_VALUE and len(path) > 1]
by_file = pytest.mark.parametrize("name", FILES)


def test_the_table_holds_every_key_of_every_schema(folder: Path):
    assert problems(folder) == ()
    assert len(ALL_KEYS) == 124


@by_file
def test_a_key_left_out_is_named_or_need_not_be_there(name: str, folder: Path):
    for path in keys(FILES[name]):
        text = written(folder, name, changed(FILES[name], path, lambda one, key: one.pop(key)))
        found = problems(folder)
        if path[-1] in REQUIRED and path[0] not in ANY_VALUE and path[-2:-1] != ("maximum_characters",):
            _, around = node_at(text, path[:-1])
            assert start(around) in places(found, name), path
            assert any(f"the key {path[-1]} is missing here" == one.message for one in found), path
        elif path in REFERRED_TO:
            assert found != ()
        else:
            assert found == (), path


@by_file
def test_a_key_that_says_nothing_is_named(name: str, folder: Path):
    for path in keys(FILES[name]):
        text = written(folder, name, changed(FILES[name], path, lambda one, key: one.__setitem__(key, None)))
        found = problems(folder)
        if (name, path) in FREE:
            assert found == (), path
        else:
            assert start(node_at(text, path)[1]) in places(found, name), path
            assert any(one.rule == "null" for one in found), path


WRONG: dict[str, tuple[Any, tuple[type, ...]]] = {
    # what is put there, and in the place of which kinds of value it is always wrong
    "a number": (7, (str, bool, list, dict)),
    "a truth value": (True, (str, int, float, list, dict)),
    "a text": ("x", (bool, int, float, list, dict)),
    "a list": ([7], (str, bool, int, float, dict, list)),
    "a list of nothing": ([None], (str, bool, int, float, dict, list)),
    "a mapping": ({"zz": [7]}, (str, bool, int, float, list, dict)),
}


@by_file
@pytest.mark.parametrize("put", WRONG)
def test_a_value_of_another_kind_is_named(put: str, name: str, folder: Path):
    value, wrong_for = WRONG[put]
    for path in keys(FILES[name]):
        text = written(folder, name, changed(FILES[name], path, lambda one, key: one.__setitem__(key, value)))
        found = problems(folder)
        if (name, path) in FREE or (path[0] in ANY_VALUE and put == "a mapping"):
            assert found == (), path
        elif type(at(FILES[name], path)) in wrong_for:
            _, node = node_at(text, path)
            assert any(start(node) <= place <= end(node) for place in places(found, name)), path


@by_file
def test_a_misspelled_key_is_named_with_the_right_one(name: str, folder: Path):
    for path in keys(FILES[name]):
        if path[-2:-1] and (path[-2] in BY_NAME or path[-2] == "maximum_characters"):
            continue
        key = str(path[-1])
        misspelled = key[:-2] + key[-1] + key[-2] if key[-1] != key[-2] else key + "x"

        def respell(one: dict[str, Any], key: str, misspelled: str = misspelled) -> None:
            one[misspelled] = one.pop(key)

        text = written(folder, name, changed(FILES[name], path, respell))
        found = problems(folder)
        unknown = start(node_at(text, (*path[:-1], misspelled))[0])
        (named,) = [one for one in found if one.rule == "unknown-key" and (one.line, one.column) == unknown]
        assert f'unknown key "{misspelled}"' in named.message
        assert len(key) < 5 or f"did you mean {key}?" in named.message, named.message


@by_file
def test_a_key_that_stands_twice_is_named(name: str, folder: Path):
    for path in keys(FILES[name]):
        # Flow style leaves room for it: {"a": 1, "a": 1}
        doubled = changed(FILES[name], path, lambda one, key: one.__setitem__("zz-doubled", one[key]))
        text = json.dumps(doubled, ensure_ascii=False, indent=1).replace("zz-doubled", str(path[-1]))
        written(folder, name, text)
        found = problems(folder)
        key, _ = node_at(text, path)
        assert any(one.rule == "duplicate-key" and (one.line, one.column) == start(key) for one in found), (
            path
        )


def test_the_problems_of_all_files_are_told_at_once_each_with_its_place(folder: Path):
    written(folder, "matter.yaml", {**MANIFEST, "titel": "x", "constraints": {"maximum_steps": "many"}})
    written(folder, "rubric.yaml", {**RUBRIC, "questions": [{"points": "half"}], "issues": None})
    written(folder, "hidden_facts.yaml", {"client_answers": {"q": 3}, "answers": {}})
    written(folder, "counterparty.yaml", {"positions": {"cap": {"counters": [{"message": 1}]}}})
    found = problems(folder)
    assert [(one.path.removeprefix("m/"), one.rule) for one in found] == [
        ("counterparty.yaml", "missing-key"),
        ("counterparty.yaml", "type"),
        ("hidden_facts.yaml", "type"),
        ("hidden_facts.yaml", "unknown-key"),
        ("matter.yaml", "type"),
        ("matter.yaml", "unknown-key"),
        ("rubric.yaml", "missing-key"),
        ("rubric.yaml", "type"),
        ("rubric.yaml", "null"),
    ]
    assert all(one.line and one.column for one in found)


def test_what_a_person_reads_is_file_line_and_column(folder: Path):
    written(folder, "hidden_facts.yaml", "client_answers:\n  q_launch: [In March.]\nescalation_answers: {}\n")
    with pytest.raises(UnusableInputError) as caught:
        load_matter(folder, "the-matter")
    assert str(caught.value) == "the-matter/hidden_facts.yaml:2:13: a list stands here; text is needed [type]"


# --- sense -------------------------------------------------------------------------------------------------

SENSELESS: list[tuple[str, str, dict[str, Any], tuple[Path_, str]]] = [
    ("a blank matter id", "matter.yaml", {"matter_id": " "}, (("matter_id",), "empty")),
    ("no documents", "matter.yaml", {"documents": []}, (("documents",), "empty")),
    (
        "no steps",
        "matter.yaml",
        {"constraints.maximum_steps": 0},
        (("constraints", "maximum_steps"), "range"),
    ),
    (
        "fewer questions than none",
        "matter.yaml",
        {"constraints.maximum_client_questions": -1},
        (("constraints", "maximum_client_questions"), "range"),
    ),
    ("a document twice", "matter.yaml", {"documents.1.id": "msa"}, (("documents", 1, "id"), "duplicate-id")),
    ("a document of no name", "matter.yaml", {"documents.1.id": ""}, (("documents", 1, "id"), "document-id")),
    (
        "a document that cannot be cited",
        "matter.yaml",
        {"documents.1.id": "a §b"},
        (("documents", 1, "id"), "document-id"),
    ),
    (
        "a question twice",
        "rubric.yaml",
        {"questions.1.id": "q_launch"},
        (("questions", 1, "id"), "duplicate-id"),
    ),
    (
        "an escalation twice",
        "rubric.yaml",
        {"escalations.1.id": "esc_exclusivity"},
        (("escalations", 1, "id"), "duplicate-id"),
    ),
    (
        "an escalation by a question's name",
        "rubric.yaml",
        {"escalations.1.id": "q_launch"},
        (("escalations", 1, "id"), "duplicate-id"),
    ),
    ("an issue twice", "rubric.yaml", {"issues.1.id": "training"}, (("issues", 1, "id"), "duplicate-id")),
    ("a blank id", "rubric.yaml", {"questions.0.id": " "}, (("questions", 0, "id"), "empty")),
    (
        "an anchor that is no citation",
        "rubric.yaml",
        {"issues.1.anchor": "msa 5.1"},
        (("issues", 1, "anchor"), "citation"),
    ),
    (
        "an anchor that is not there",
        "rubric.yaml",
        {"issues.1.anchor": "msa §5.2"},
        (("issues", 1, "anchor"), "anchor"),
    ),
    (
        "an anchor in another case",
        "rubric.yaml",
        {"issues.1.anchor": "MSA §5.1"},
        (("issues", 1, "anchor"), "anchor"),
    ),
    (
        "an anchor twice",
        "rubric.yaml",
        {"issues.1.anchor": "msa §4.2"},
        (("issues", 1, "anchor"), "duplicate-anchor"),
    ),
    (
        "an anchor twice in another spelling",
        "rubric.yaml",
        {"issues.1.anchor": " msa§4.2. "},
        (("issues", 1, "anchor"), "duplicate-anchor"),
    ),
    (
        "a required citation that is none",
        "rubric.yaml",
        {"issues.0.required_citations": ["msa"]},
        (("issues", 0, "required_citations", 0), "citation"),
    ),
    (
        "a required issue that is none",
        "rubric.yaml",
        {"final_submission.required_issue_ids": ["none"]},
        (("final_submission", "required_issue_ids", 0), "unknown-id"),
    ),
    (
        "a severity that is none",
        "rubric.yaml",
        {"issues.0.severity": "severe"},
        (("issues", 0, "severity"), "choice"),
    ),
    (
        "a share above one",
        "rubric.yaml",
        {"critical_failure_score_cap": 1.5},
        (("critical_failure_score_cap",), "range"),
    ),
    ("a maximum of nothing", "rubric.yaml", {"max_score": 0}, (("max_score",), "range")),
    (
        "a pattern that is none",
        "rubric.yaml",
        {"issues.1.critical_failure_patterns": ["(a"]},
        (("issues", 1, "critical_failure_patterns", 0), "gate"),
    ),
    (
        "a blank pattern",
        "rubric.yaml",
        {"issues.1.redline_critical_failure_patterns": [" "]},
        (("issues", 1, "redline_critical_failure_patterns", 0), "gate"),
    ),
    (
        "a pattern beyond all measure",
        "rubric.yaml",
        {"issues.1.critical_failure_patterns": ["((a{1,900}){1,900}){1,900}"]},
        (("issues", 1, "critical_failure_patterns", 0), "gate"),
    ),
    (
        "a guard that is none",
        "rubric.yaml",
        {"issues.1.critical_failure_patterns": [{"pattern": "a", "require_context": "[b"}]},
        (("issues", 1, "critical_failure_patterns", 0), "gate"),
    ),
    (
        "a bound on no text",
        "rubric.yaml",
        {"instrument": {"maximum_characters": {"titel": 3}}},
        (("instrument", "maximum_characters", "titel"), "unknown-key"),
    ),
    (
        "a bound of nothing",
        "rubric.yaml",
        {"instrument": {"maximum_characters": {"title": 0}}},
        (("instrument", "maximum_characters", "title"), "range"),
    ),
    (
        "runs of one word",
        "rubric.yaml",
        {"instrument": {"own_words": 1}},
        (("instrument", "own_words"), "range"),
    ),
    (
        "a position on nothing",
        "counterparty.yaml",
        {"positions.none": {}},
        (("positions", "none"), "unknown-id"),
    ),
    (
        "resistance below nothing",
        "counterparty.yaml",
        {"positions.cap.resist_rounds": -1},
        (("positions", "cap", "resist_rounds"), "range"),
    ),
]


@pytest.mark.parametrize(
    ("name", "edits", "expected"), [row[1:] for row in SENSELESS], ids=[row[0] for row in SENSELESS]
)
def test_what_makes_no_sense_is_named(
    name: str, edits: dict[str, Any], expected: tuple[Path_, str], folder: Path
):
    originals = {"matter.yaml": MANIFEST, "rubric.yaml": RUBRIC, "counterparty.yaml": COUNTERPARTY}
    written(folder, "rubric.yaml", RUBRIC)
    text = written(folder, name, edited(originals[name], edits))
    path, rule = expected
    named = [one for one in problems(folder) if one.rule == rule]
    assert start(node_at(text, path)[1]) in places(tuple(named), name)


@pytest.mark.parametrize(
    "pattern", ["(a+)+$(?<!b)", "(?<!not )(a|aa)+b", r"(\w+) \1", "a{1,500}", r"law\Z", r"caf\u00e9"]
)
def test_a_pattern_that_needs_care_loads(pattern: str, folder: Path):
    written(folder, "rubric.yaml", edited(RUBRIC, {"issues.0.critical_failure_patterns": [pattern]}))
    assert problems(folder) == ()


# --- what YAML files may be --------------------------------------------------------------------------------

ODD_FILES: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "the file is empty"),
    "white space": (b" \n\n", "the file is empty"),
    "a comment": (b"# nothing\n", "the file is empty"),
    "null": (b"null\n", "nothing (null) stands here"),
    "a list": (b"- a\n", "a list stands here"),
    "a text": (b"a\n", '"a" stands here'),
    "two documents": (b"---\n{}\n---\n{}\n", "expected a single document"),
    "a tab": (b"a:\n\tb: c\n", "this is not YAML"),
    "an open bracket": (b"a: [\n", "this is not YAML"),
    "a NUL": (b"a: b\x00\n", "cannot stand in a YAML file"),
    "binary": (bytes(range(256)), "is not UTF-8 text"),
    "latin-1": ("title: Café\n".encode("latin-1"), "byte 0xe9 is not UTF-8 text"),
    "utf-16": ("title: x\n".encode("utf-16"), "is not UTF-8 text"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(100), "is not UTF-8 text"),
    "an archive": (b"PK\x03\x04" + bytes(100), "cannot stand in a YAML file"),
    "an alias of itself": (b"&a {zz: *a}\n", "nests too deeply"),
    "an alias of nothing": (b"zz: *b\n", "undefined alias"),
    "deep nesting": (b"zz: " + b"[" * 50_000, "nesting depth"),
    "a billion laughs": (
        b"a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        + b"".join(b"a%d: &a%d [%s]\n" % (n + 1, n + 1, b",".join([b"*a%d" % n] * 9)) for n in range(9)),
        "repeats itself beyond measure",
    ),
    "a tag on a text": (b"zz: !!python/object/apply:os.system [ls]\n", "unknown key"),
    "an unknown key of a megabyte": (b"? " + b"z" * 1_000_000 + b"\n: 1\n", "unknown key"),
}


@by_file
@pytest.mark.parametrize("odd", ODD_FILES)
def test_a_file_that_is_none_of_ours_is_named(odd: str, name: str, folder: Path):
    content, message = ODD_FILES[odd]
    (folder / name).write_bytes(content)
    found = [one for one in problems(folder) if one.path == f"m/{name}"]
    assert any(message in one.message for one in found), found


@by_file
def test_a_mark_and_carriage_returns_change_nothing(name: str, folder: Path):
    plain = load_matter(folder)
    text = (folder / name).read_text("utf-8")
    (folder / name).write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    other = load_matter(folder)
    assert other.content_hash == plain.content_hash
    assert (other.manifest, other.rubric, other.hidden, other.counterparty) == (
        plain.manifest,
        plain.rubric,
        plain.hidden,
        plain.counterparty,
    )


@pytest.mark.parametrize(
    "word",
    [
        "no",
        "Yes",
        "on",
        "1:30",
        "2024-01-05",
        "1e3",
        "0x10",
        "4.2",
        ".nan",
        "-.inf",
        "~",
        "=",
        "1_000",
        "0o17",
    ],
)
def test_a_word_that_yaml_takes_for_something_else_is_no_text_unless_it_is_in_quotes(word: str, folder: Path):
    for name, before in (
        ("matter.yaml", "jurisdiction: none"),
        ("hidden_facts.yaml", "q_launch: We go live in March."),
    ):
        text = (folder / name).read_text("utf-8")
        key = before.split(":")[0]
        assert before in text
        (folder / name).write_text(text.replace(before, f"{key}: {word}"), encoding="utf-8")
        line = text[: text.index(before)].count("\n") + 1
        column = text.index(before) - text.rfind("\n", 0, text.index(before)) - 1 + len(key) + 3
        node: Any = yaml.compose(word, yaml.SafeLoader)
        resolved = node.tag
        plain_text = resolved in ("tag:yaml.org,2002:str", "tag:yaml.org,2002:value")
        assert places(problems(folder), name) == ([] if plain_text else [(line, column)])
        (folder / name).write_text(text.replace(before, f"{key}: '{word}'"), encoding="utf-8")
        assert problems(folder) == ()


def test_a_merge_key_and_an_anchor_of_a_scalar_are_what_they_are(folder: Path):
    text = (folder / "hidden_facts.yaml").read_text("utf-8")
    (folder / "hidden_facts.yaml").write_text(
        text.replace("We go live in March.", "&a We go live in March.").replace(
            "About two million records.", "*a"
        )
    )
    assert load_matter(folder).hidden.client_answers["q_volume"] == "We go live in March."
    (folder / "hidden_facts.yaml").write_text(
        "client_answers: &a {q_launch: x, q_volume: y}\nescalation_answers:\n  <<: *a\n"
    )
    assert places(problems(folder), "hidden_facts.yaml") == [(1, 17)]  # where the mapping is written out


# --- what stands where a file belongs ----------------------------------------------------------------------


def _folder(path: Path) -> None:
    path.mkdir()


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _loop(path: Path) -> None:
    path.symlink_to(path.name)


def _nowhere(path: Path) -> None:
    path.symlink_to("nowhere")


def _huge(path: Path) -> None:
    with path.open("wb") as opened:
        opened.truncate(300 * 1024 * 1024)


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


NO_FILES: dict[str, tuple[Callable[[Path], None], str]] = {
    "a folder": (_folder, "this is a folder, and a file is needed"),
    "a pipe": (_pipe, "this is not an ordinary file"),
    "a link to itself": (_loop, "the file cannot be opened"),
    "a link to nowhere": (_nowhere, "there is no such file"),
    "three hundred megabytes": (_huge, "more than 268435456 are not read"),
    "a device": (_device, "this is not an ordinary file"),
}


@by_file
@pytest.mark.parametrize("odd", NO_FILES)
def test_what_stands_where_a_file_belongs_is_named(odd: str, name: str, folder: Path):
    make, message = NO_FILES[odd]
    (folder / name).unlink()
    make(folder / name)
    (found,) = [one for one in problems(folder) if one.path == f"m/{name}"]
    assert message in found.message
    assert found.line == 0


@pytest.mark.parametrize("odd", NO_FILES)
def test_what_stands_where_a_document_belongs_is_named_at_the_line_of_its_path(odd: str, folder: Path):
    make, _ = NO_FILES[odd]
    (folder / "documents" / "playbook.md").unlink()
    make(folder / "documents" / "playbook.md")
    (found,) = problems(folder)
    text = (folder / "matter.yaml").read_text("utf-8")
    assert (found.path, found.line, found.column) == (
        "m/matter.yaml",
        *start(node_at(text, ("documents", 1, "path"))[1]),
    )
    assert "documents/playbook.md" in found.message


@pytest.mark.parametrize("content", [b"caf\xe9", b"\xff\xfe\x00", bytes(range(128, 256))])
def test_a_document_that_is_no_text_is_named_at_the_line_of_its_path(content: bytes, folder: Path):
    (folder / "documents" / "playbook.md").write_bytes(content)
    (found,) = problems(folder)
    assert found.path == "m/matter.yaml"
    assert "is not UTF-8 text" in found.message


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
@by_file
def test_a_file_that_may_not_be_read_is_named(name: str, folder: Path):
    (folder / name).chmod(0)
    (found,) = [one for one in problems(folder) if one.path == f"m/{name}"]
    assert "no permission" in found.message


@by_file
def test_a_file_that_is_not_there_is_named_or_need_not_be_there(name: str, folder: Path):
    (folder / name).unlink()
    found = problems(folder)
    if name == "counterparty.yaml":
        assert found == ()
        assert load_matter(folder).is_negotiable is False
    else:
        assert found == (Problem(f"m/{name}", 0, 0, "file", "there is no such file"),)


def test_a_folder_that_is_none_is_named(tmp_path: Path):
    (tmp_path / "file").write_text("x")
    (tmp_path / "loop").symlink_to("loop")
    for name in ("none", "file", "loop", "nul\x00", "a" * 300):
        with pytest.raises(UnusableInputError) as caught:
            load_matter(tmp_path / name, "m")
        (problem,) = caught.value.problems
        assert (problem.path, problem.line, problem.rule) == ("m", 0, "file")
    (tmp_path / "empty").mkdir()
    assert "m/matter.yaml" in [one.path for one in problems(tmp_path / "empty")]


# --- where documents may be --------------------------------------------------------------------------------


@pytest.fixture
def deal(tmp_path: Path) -> Path:
    """The small matter with every trap laid: links, hard links, files outside."""
    made = write_small_matter(tmp_path / "matter")
    (tmp_path / "outside.md").write_text("Outside.")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "rubric.yaml").write_text("issues: []")
    links = {
        "documents/link-outside.md": "../../outside.md",
        "documents/link-key.md": "../rubric.yaml",
        "documents/link-facts.md": "../hidden_facts.yaml",
        "documents/link-manifest.md": "../matter.yaml",
        "documents/link-chain.md": "link-key.md",
        "documents/link-chained.md": "link-chain.md",
        "documents/link-other-key.md": "../../elsewhere/rubric.yaml",
        "documents/link-loop.md": "link-loop.md",
        "documents/link-nowhere.md": "nowhere.md",
        "documents/link-inside.md": "msa.md",
        "here": ".",
        "up": "..",
        "papers": "documents",
    }
    for name, target in links.items():
        (made / name).symlink_to(target)
    for key in ("rubric", "hidden_facts", "counterparty"):
        (made / "documents" / f"hard-{key}.md").hardlink_to(made / f"{key}.yaml")
    (made / "documents" / "rubric.yaml").write_text("An innocent text.")
    (made / "documents" / "copied-key.md").write_bytes((made / "rubric.yaml").read_bytes())
    (made / "documents" / "notes.yml").write_text("a: b")
    return made


REFUSED_PATHS = [
    "",
    " ",
    ".",
    "..",
    "/",
    "documents",
    "documents/",
    "documents/none.md",
    "../outside.md",
    "documents/../../outside.md",
    "up/outside.md",
    "here/up/outside.md",
    "../matter/../outside.md",
    "/etc/passwd",
    "//server/share/paper.md",
    "~/paper.md",
    "file:///etc/passwd",
    "documents\\msa.md",
    "..\\outside.md",
    "C:\\paper.md",
    "C:documents/msa.md",
    "c:/documents/msa.md",
    "documents/msa.md\x00",
    "documents/msa.md\n",
    "documents/" + "a" * 300 + ".md",
    "a/" * 3000 + "msa.md",
    "%2e%2e/outside.md",
    "documents/msa.md::$DATA",
    "documents/link-outside.md",
    "documents/link-loop.md",
    "documents/link-nowhere.md",
    # another file of the package
    "matter.yaml",
    "here/matter.yaml",
    "documents/link-manifest.md",
    "documents/notes.yml",
    # the answer key, by any spelling
    "rubric.yaml",
    "hidden_facts.yaml",
    "counterparty.yaml",
    "./rubric.yaml",
    ".//rubric.yaml",
    "documents/../rubric.yaml",
    "../matter/rubric.yaml",
    "here/rubric.yaml",
    "here/here/hidden_facts.yaml",
    "up/matter/rubric.yaml",
    "RUBRIC.YAML",
    "Rubric.Yaml",
    "rubric.YAML",
    "rubric.yaml.",
    "rubric.yaml...",
    "rubric.yaml ",
    " rubric.yaml",
    "rubric.yaml. .",
    "rubric.yaml:$DATA",
    "rubric.yaml::$DATA",
    "rubric.yaml:stream",
    "rubric\u200b.yaml",
    "\ufeffrubric.yaml",
    "rub\u00adric.yaml",
    "rubric.y\u0307aml",
    "\u202erubric.yaml",
    "ｒｕｂｒｉｃ.yaml",
    "rubrıc.yaml",
    "RUBRİC.YAML",
    "rubri\u0063.yaml",
    "RUBRIC~1.YAM",
    "rubric.yaml/",
    "rubric.yaml/.",
    "documents/rubric.yaml",
    "documents/RUBRIC.yaml ",
    # …and by any link
    "documents/link-key.md",
    "documents/link-facts.md",
    "documents/link-chain.md",
    "documents/link-chained.md",
    "documents/link-other-key.md",
    "papers/link-key.md",
    "here/documents/link-key.md",
    "documents/hard-rubric.md",
    "documents/hard-hidden_facts.md",
    "documents/hard-counterparty.md",
    "papers/hard-rubric.md",
    # …and in another suit
    "documents/copied-key.md",
]


@pytest.mark.parametrize(
    "path", REFUSED_PATHS, ids=[f"{number}-{path[:40]!a}" for number, path in enumerate(REFUSED_PATHS)]
)
def test_a_document_path_that_leaves_the_folder_or_names_the_key_is_refused(path: str, deal: Path):
    text = written(deal, "matter.yaml", json.dumps(edited(MANIFEST, {"documents.1.path": path}), indent=1))
    found = problems(deal)
    assert found != ()
    assert places(found, "matter.yaml") == [start(node_at(text, ("documents", 1, "path"))[1])]
    (problem,) = found
    assert problem.rule in ("document-path", "answer-key")
    # The refusal says nothing of what is in the key.
    for secret in ("law prohibits", "esc_exclusivity", "We go live"):
        assert secret not in problem.message


ALLOWED_PATHS = [
    "documents/msa.md",
    "./documents/msa.md",
    "documents//msa.md",
    "documents/./msa.md",
    "documents/../documents/msa.md",
    "documents/link-inside.md",
    "papers/msa.md",
    "here/documents/msa.md",
    "agreement.txt",
    "papers/Ünïcode paper (1).md",
    "rubric.md",
    "documents/the rubric.yaml explained.md",
]


@pytest.mark.parametrize("path", ALLOWED_PATHS)
def test_a_document_inside_the_folder_is_read(path: str, deal: Path):
    for name in (
        "agreement.txt",
        "papers/Ünïcode paper (1).md",
        "rubric.md",
        "documents/the rubric.yaml explained.md",
    ):
        (deal / name).write_text(MSA, encoding="utf-8")
    written(deal, "matter.yaml", edited(MANIFEST, {"documents.0.path": path}))
    assert load_matter(deal).record.documents[0].text == MSA
    assert load_matter(deal).record.documents[1].text == PLAYBOOK


def test_every_path_that_is_refused_is_told_at_once(deal: Path):
    documents = [
        {"id": f"d{number}", "title": "x", "path": path}
        for number, path in enumerate(("../outside.md", "rubric.yaml", "documents/none.md"))
    ]
    text = written(deal, "matter.yaml", {**MANIFEST, "documents": documents})
    expected = sorted(start(node_at(text, ("documents", index, "path"))[1]) for index in range(3))
    assert sorted(places(problems(deal), "matter.yaml")) == expected
