"""JSON Schemas of the files that authors write, made from the types that read them.

An editor that knows them completes and checks while one types. They are closed, as the readers are.
"""

import json
import types
from fractions import Fraction
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from ..actions import ACTIONS
from ..matter.key import Counterparty, HiddenFacts, Position, Rubric, StrictInstrument
from ..paper.manifest import Constraints, Manifest
from .examples import Scores
from .field_docs import FIELD_DOCS
from .probes import Probes

# Name of a schema -> the type that reads the file, and the file's name.
_FILES: dict[str, tuple[type[msgspec.Struct], str]] = {
    "matter": (Manifest, "matter.yaml"),
    "rubric": (Rubric, "rubric.yaml"),
    "hidden_facts": (HiddenFacts, "hidden_facts.yaml"),
    "counterparty": (Counterparty, "counterparty.yaml"),
    "probes": (Probes, "probes.yaml"),
    "scores": (Scores, "scores.yaml"),
}
SCHEMA_NAMES = tuple(_FILES)

# Bounds that the types do not say and the readers check.
_BOUNDS: dict[tuple[type[msgspec.Struct], str], dict[str, Any]] = {
    (Manifest, "matter_id"): {"minLength": 1},
    (Manifest, "documents"): {"minItems": 1},
    (Constraints, "maximum_steps"): {"minimum": 1},
    (Constraints, "maximum_client_questions"): {"minimum": 0},
    (Constraints, "maximum_escalations"): {"minimum": 0},
    (Constraints, "maximum_negotiation_rounds"): {"minimum": 0},
    (Rubric, "critical_failure_score_cap"): {"minimum": 0, "maximum": 1},
    (Rubric, "max_score"): {"exclusiveMinimum": 0},
    (Position, "resist_rounds"): {"minimum": 0},
    (StrictInstrument, "maximum_issues"): {"minimum": 0},
    (StrictInstrument, "maximum_citations"): {"minimum": 1},
    (StrictInstrument, "own_words"): {"minimum": 2},
}
_NO_TEXTS = {"citations", "quotes", "issue_id", "document_id", "section", "severity"}


def file_name(name: str) -> str:
    """The file that a schema is published as."""
    return f"{name}.schema.json"


def described_file(name: str) -> str:
    """The file that the schema describes."""
    return _FILES[name][1]


def schema(name: str) -> dict[str, Any]:
    """The schema of that name, as plain JSON."""
    root, described = _FILES[name]
    kinds: dict[str, type[msgspec.Struct]] = {}
    _gather(root, kinds)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:playbook-legal:schema:{name}",
        "title": described,
        **_object(root),
        "$defs": {title: _object(kind) for title, kind in sorted(kinds.items()) if kind is not root},
    }


def schema_text(name: str) -> str:
    """The schema as it is published."""
    return json.dumps(schema(name), ensure_ascii=False, indent=2) + "\n"


def _gather(kind: type[msgspec.Struct], found: dict[str, type[msgspec.Struct]]) -> None:
    if kind.__name__ not in found:
        found[kind.__name__] = kind
        for field in msgspec.structs.fields(kind):
            for inner in _structs(field.type):
                _gather(inner, found)


def _structs(kind: Any) -> list[type[msgspec.Struct]]:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return [kind]
    return [inner for part in get_args(kind) for inner in _structs(part)]


def _object(kind: type[msgspec.Struct]) -> dict[str, Any]:
    fields = msgspec.structs.fields(kind)
    properties = {}
    for field in fields:
        described: dict[str, Any] = {"description": FIELD_DOCS[kind][field.name], **_value(field.type)}
        described |= _BOUNDS.get((kind, field.name), {})
        if kind is StrictInstrument and field.name == "maximum_characters":
            described["propertyNames"] = {"enum": sorted(_texts())}
            described["additionalProperties"] = {"type": "integer", "minimum": 1}
        if not field.required and (default := _plain(field.default)) is not None:
            described["default"] = default
        properties[field.name] = described
    return {
        "description": " ".join((kind.__doc__ or "").split()),
        "type": "object",
        "properties": properties,
        "required": [field.name for field in fields if field.required],
        "additionalProperties": False,
    }


def _texts() -> set[str]:
    """The texts of actions that may be limited in length."""
    return {name for kind in ACTIONS.values() for name in kind.__struct_fields__} - _NO_TEXTS


def _value(kind: Any) -> dict[str, Any]:
    simple = {str: "string", bool: "boolean", int: "integer", Fraction: "number"}
    if kind in simple:
        return {"type": simple[kind]}
    if kind is object or kind is Any:
        return {}
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return {"enum": list(parts)}
    if origin is tuple:
        return {"type": "array", "items": _value(parts[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": _value(parts[1])}
    if origin in (types.UnionType, Union):
        listed = [_value(part) for part in parts if part is not type(None)]
        return listed[0] if len(listed) == 1 else {"anyOf": listed}
    return {"$ref": f"#/$defs/{kind.__name__}"}


def _plain(default: Any) -> Any:
    """A default as JSON; None when it says nothing (empty lists, whole objects)."""
    if isinstance(default, Fraction):
        return int(default) if default.denominator == 1 else float(default)
    return default if isinstance(default, bool | int) or (isinstance(default, str) and default) else None
