"""The actions as published: a JSON Schema for each, and tools for function-calling models."""

import typing
from copy import deepcopy
from functools import cache
from typing import Any

import msgspec

from .types import ACTIONS, DESCRIPTIONS, MINIMUM_QUERY, NEGOTIATION, Action, Limits, Quote, field_meta


@cache
def _field_schemas(kind: type[Any]) -> dict[str, dict[str, Any]]:
    hints = typing.get_type_hints(kind, include_extras=True)
    schemas: dict[str, dict[str, Any]] = {}
    for name in kind.__struct_fields__:
        meta = field_meta(hints[name])
        base = typing.get_args(hints[name])[0]
        schema: dict[str, Any] = {"description": meta.description}
        if base is str:
            schema["type"] = "string"
            extra = meta.extra or {}
            if "enum" in extra:
                schema["enum"] = list(extra["enum"])
            if extra.get("filled"):
                schema["minLength"] = 1
        else:
            schema["type"] = "array"
            schema["items"] = (
                {"type": "string"}
                if typing.get_args(base)[0] is str
                else {
                    "type": "object",
                    "properties": _field_schemas(Quote),
                    "required": ["citation", "text"],
                    "additionalProperties": False,
                }
            )
        schemas[name] = schema
    return schemas


def _parameters(kind: type[Action], limits: Limits) -> dict[str, Any]:
    properties: dict[str, Any] = {}
    for name, schema in _field_schemas(kind).items():
        bounded = deepcopy(schema)  # whoever asks may do with it what they like
        if name in limits.characters:
            bounded["maxLength"] = limits.characters[name]
        if name == "citations" and limits.citations is not None:
            bounded["maxItems"] = limits.citations
        if name == "query":
            bounded["minLength"] = MINIMUM_QUERY
        properties[name] = bounded
    required = [field.encode_name for field in msgspec.structs.fields(kind) if field.required]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def available_actions(*, negotiable: bool) -> tuple[str, ...]:
    """Types of the actions that exist on a matter; the negotiation actions only where it is `negotiable`."""
    return tuple(name for name in ACTIONS if negotiable or name not in NEGOTIATION)


def action_schemas(*, negotiable: bool = True, limits: Limits = Limits()) -> dict[str, Any]:  # noqa: B008 - frozen
    """JSON Schema of each action, by type."""
    schemas: dict[str, Any] = {}
    for name in available_actions(negotiable=negotiable):
        kind = ACTIONS[name]
        schema = _parameters(kind, limits)
        schema["description"] = DESCRIPTIONS[name]
        schema["properties"] = {
            "type": {"const": name},
            **schema["properties"],
            "call_id": {
                "type": "string",
                "description": "Optional. The same action sent again with the same call_id is answered, not repeated.",
            },
        }
        schema["required"] = ["type", *schema["required"]]
        schemas[name] = schema
    return schemas


def tool_definitions(*, negotiable: bool = True, limits: Limits = Limits()) -> list[dict[str, Any]]:  # noqa: B008
    """The actions as tools for function-calling models: `{"type": "function", "function": {name, description,
    parameters}}` each. A call's action is its arguments with `type` set to the tool's name."""
    return [
        {
            "type": "function",
            "function": {
                "name": name,
                "description": DESCRIPTIONS[name],
                "parameters": _parameters(ACTIONS[name], limits),
            },
        }
        for name in available_actions(negotiable=negotiable)
    ]
