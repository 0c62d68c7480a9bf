"""What an agent may do: one type for each action, and everything else made from these types.

The same definitions give the typed values in Python, the JSON Schemas in every observation
(`action_schemas`) and the tool definitions for function-calling models (`tool_definitions`). `read_action`
turns whatever an agent sent into one of them, or says what was wrong and what would be right.
"""

import typing
from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from .problems import one_line, shown
from .text import lone_surrogate

SEVERITIES = ("low", "medium", "high", "critical")
MINIMUM_QUERY = 3

# A field marked so must hold more than white space.
_FILLED = {"filled": True}

_Label = Annotated[
    str,
    Meta(
        description="Your own label for the point; use the same one for all work on it.",
        extra=_FILLED,
    ),
]
_DocumentId = Annotated[str, Meta(description="A document id from `documents`.")]
_SectionToken = Annotated[str, Meta(description="A section token of that document, for instance 4.2.")]


class Quote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A verbatim passage and the section it stands in."""

    citation: Annotated[str, Meta(description="The section the passage stands in, for instance msa §4.2.")]
    text: Annotated[str, Meta(description="The passage, word for word, at least 15 characters.")]


class _Base(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"):
    pass


class ReadDocument(_Base, frozen=True, tag="read_document"):
    """Read one section of a document, or the whole document."""

    document_id: _DocumentId
    section: Annotated[str, Meta(description="A section token; leave out for the whole document.")] = ""


class SearchMatter(_Base, frozen=True, tag="search_matter"):
    """Find the sections that contain a phrase, word for word (case and line breaks do not matter)."""

    query: Annotated[str, Meta(description="The phrase, three characters or more.")]


class AskClient(_Base, frozen=True, tag="ask_client"):
    """Ask the client one question about facts that the paper does not give. Uses the question budget."""

    question: Annotated[str, Meta(description="One question in plain words.", extra=_FILLED)]


class Escalate(_Base, frozen=True, tag="escalate"):
    """Put a decision that exceeds your authority before the supervisor. Uses the escalation budget."""

    topic: Annotated[str, Meta(description="What has to be decided.", extra=_FILLED)]
    reason: Annotated[str, Meta(description="Why it exceeds your authority.", extra=_FILLED)]


class _Issue(_Base, frozen=True):
    issue_id: _Label
    title: Annotated[str, Meta(description="The point in one line.")]
    severity: Annotated[
        str, Meta(description="How much it matters to the client.", extra={"enum": SEVERITIES})
    ]
    citations: Annotated[
        tuple[str, ...],
        Meta(description="Sections relied on; the operative provision first, for instance msa §4.2."),
    ]
    analysis: Annotated[str, Meta(description="What the paper says, and why it matters to this client.")]
    recommendation: Annotated[str, Meta(description="What to do about it.")]
    quotes: Annotated[
        tuple[Quote, ...],
        Meta(description="Verbatim passages as evidence; a paraphrase does not belong here."),
    ] = ()


class SubmitIssue(_Issue, frozen=True, tag="submit_issue"):
    """Report an issue in the paper."""


class ReviseIssue(_Issue, frozen=True, tag="revise_issue"):
    """Replace the issue you submitted under this label, as a whole."""


class _Redline(_Base, frozen=True):
    issue_id: _Label
    document_id: _DocumentId
    section: _SectionToken
    replacement_text: Annotated[str, Meta(description="The language you propose for the provision.")]
    rationale: Annotated[str, Meta(description="Why, in a sentence or two.")]


class ProposeRedline(_Redline, frozen=True, tag="propose_redline"):
    """Propose replacement language for a provision."""


class ReviseRedline(_Redline, frozen=True, tag="revise_redline"):
    """Replace the redline you proposed under this label for this provision."""


class SendMarkup(_Base, frozen=True, tag="send_markup"):
    """Send language to the counterparty. Uses a negotiation round."""

    issue_id: _Label
    document_id: _DocumentId
    section: _SectionToken
    proposed_text: Annotated[
        str, Meta(description="The language you ask the counterparty to accept.", extra=_FILLED)
    ]


class AcceptCounterparty(_Base, frozen=True, tag="accept_counterparty"):
    """Close the point on the counterparty's outstanding language. Uses a negotiation round."""

    issue_id: _Label


class SubmitFinal(_Base, frozen=True, tag="submit_final"):
    """Close the matter with a memo to the supervisor. Ends the episode."""

    summary: Annotated[
        str, Meta(description="What was found and decided, what remains open, who has to act.")
    ]


Action: TypeAlias = (
    ReadDocument
    | SearchMatter
    | AskClient
    | Escalate
    | SubmitIssue
    | ReviseIssue
    | ProposeRedline
    | ReviseRedline
    | SendMarkup
    | AcceptCounterparty
    | SubmitFinal
)
ActionType = Literal[
    "read_document",
    "search_matter",
    "ask_client",
    "escalate",
    "submit_issue",
    "revise_issue",
    "propose_redline",
    "revise_redline",
    "send_markup",
    "accept_counterparty",
    "submit_final",
]
ACTIONS: dict[str, type[Action]] = {kind.__struct_config__.tag: kind for kind in typing.get_args(Action)}
TYPE_NAMES: dict[type[Action], str] = {kind: name for name, kind in ACTIONS.items()}
# What the schemas say of each action. Not the docstrings: `python -OO` takes those away.
DESCRIPTIONS = {
    "read_document": "Read one section of a document, or the whole document.",
    "search_matter": "Find the sections that contain a phrase, word for word (case and line breaks do not matter).",
    "ask_client": "Ask the client one question about facts that the paper does not give. Uses the question budget.",
    "escalate": "Put a decision that exceeds your authority before the supervisor. Uses the escalation budget.",
    "submit_issue": "Report an issue in the paper.",
    "revise_issue": "Replace the issue you submitted under this label, as a whole.",
    "propose_redline": "Propose replacement language for a provision.",
    "revise_redline": "Replace the redline you proposed under this label for this provision.",
    "send_markup": "Send language to the counterparty. Uses a negotiation round.",
    "accept_counterparty": "Close the point on the counterparty's outstanding language. Uses a negotiation round.",
    "submit_final": "Close the matter with a memo to the supervisor. Ends the episode.",
}
NEGOTIATION = frozenset(("send_markup", "accept_counterparty"))


class Limits(msgspec.Struct, frozen=True):
    """Bounds a matter sets on actions: `characters` by field name, `citations` of an issue (None: no bound)."""

    characters: dict[str, int] = {}
    citations: int | None = None


class Malformed(msgspec.Struct, frozen=True):
    """An action that cannot be taken. `type` is the action it wanted to be, None when it is none we know."""

    type: str | None
    message: str


class Taken(msgspec.Struct, frozen=True):
    """A well-formed action; `ignored` names the fields that were sent and are none of its own."""

    action: Action
    ignored: tuple[str, ...] = ()


# --- reading ---------------------------------------------------------------------------------------------


def read_action(value: object) -> tuple[Taken | Malformed, Any]:
    """`value` as an action, beside the plain JSON value to keep of it.

    Never raises. What is kept reads to the same result again: it is JSON whatever was sent (what JSON cannot
    say becomes an object `{"unrepresentable": ...}`, which no field accepts).
    """
    # The quick way, for what is well-formed. Converting to one type is many times faster than to their union.
    if isinstance(value, _Base):
        value = _as_object(value)
    if type(value) is dict and _is_plain(value):
        name = value.get("type")
        kind = ACTIONS.get(name) if type(name) is str else None
        if kind is not None:
            try:
                action: Action = msgspec.convert(value, kind)
            except (msgspec.ValidationError, RecursionError, TypeError, ValueError):
                pass
            else:
                fault = _content_fault(action)
                return (Taken(action) if fault is None else Malformed(name, fault)), action
    kept = as_json(value)
    return _explain(kept), kept


def _as_object(action: _Base) -> dict[str, Any]:
    """A typed action as the JSON object it stands for. Its fields are read like any other's: nothing has checked
    them so far."""
    told: dict[str, Any] = {"type": _tag(action)}
    for name in action.__struct_fields__:
        value = getattr(action, name)
        if type(value) in (list, tuple):
            value = [
                {"citation": item.citation, "text": item.text} if isinstance(item, Quote) else item
                for item in value
            ]
        told[name] = value
    return told


def _tag(action: _Base) -> str:
    return str(type(action).__struct_config__.tag)


def _is_plain(action: dict[Any, Any]) -> bool:
    """Whether the fields are texts, or lists of texts or of objects of texts, as a JSON parser gives them. Sets (in
    no order), typed values (unchecked) and subclasses (which may do anything) are not."""
    for value in action.values():
        if type(value) is str:
            continue
        if type(value) is not list:
            return False
        for item in value:
            if type(item) is not str and not (
                type(item) is dict and all(type(part) is str for part in item.values())
            ):
                return False
    return True


def _content_fault(action: Action) -> str | None:
    """What is wrong with the text of a well-typed action: blank where text is needed, or no text at all."""
    for (name, filled), value in zip(_fields(type(action)), msgspec.structs.astuple(action), strict=True):
        if type(value) is str:
            if not value.isascii() and (at := lone_surrogate(value)) is not None:
                return f"`{name}` holds a lone surrogate at character {at}, which no UTF-8 text can carry; remove it"
            if filled and (not value or value.isspace()):
                return f"`{name}` is blank; text is needed there"
            continue
        for index, item in enumerate(value):
            if lone_surrogate(item if type(item) is str else f"{item.citation} {item.text}") is not None:
                return f"`{name}[{index}]` holds a lone surrogate, which no UTF-8 text can carry; remove it"
    return None


def _explain(value: Any) -> Taken | Malformed:
    """The slow reading: forgiving where the contract is, exact about everything that is wrong."""
    if not isinstance(value, dict) or value.keys() == {"unrepresentable"}:
        return Malformed(None, f"an action is a JSON object with a `type`, and {_sent(value)} was sent")
    name = value.get("type")
    kind = ACTIONS.get(name) if isinstance(name, str) else None
    if kind is None:
        said = (
            f"`type` is {_sent(name)}, which is no action" if "type" in value else "the action has no `type`"
        )
        return Malformed(None, said)
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    given: dict[str, Any] = {}
    wrong: list[str] = []
    ignored = [key for key in value if key not in fields and key != "type"]
    for key, field in fields.items():
        sent = value.get(key)
        if key not in value or (sent is None and not field.required):
            if field.required:
                wrong.append(f"`{key}` is missing")
            continue
        match _field_kind(field):
            case "text":
                if isinstance(sent, str):
                    given[key] = sent
                else:
                    wrong.append(f"`{key}` must be text, and {_sent(sent)} was sent")
            case "texts":
                texts = [sent] if isinstance(sent, str) else sent
                if isinstance(texts, list) and all(isinstance(item, str) for item in texts):
                    given[key] = texts
                else:
                    wrong.append(f"`{key}` must be a list of texts, and {_odd_item(texts)} was sent")
            case _:
                quotes, faults = _quotes(key, sent, ignored)
                given[key] = quotes
                wrong.extend(faults)
    if wrong:
        needed = ", ".join(key for key, field in fields.items() if field.required)
        more = f"; and {len(wrong) - _NAMED} more" if len(wrong) > _NAMED else ""
        return Malformed(str(name), f"{'; '.join(wrong[:_NAMED])}{more}. {name} needs {needed}")
    action: Action = msgspec.convert({"type": name, **given}, Action)
    fault = _content_fault(action)
    return Malformed(str(name), fault) if fault is not None else Taken(action, tuple(ignored))


def _odd_item(value: Any) -> str:
    if not isinstance(value, list):
        return _sent(value)
    at, item = next((at, item) for at, item in enumerate(value) if not isinstance(item, str))
    return f"{_sent(item)} as item {at}"


def _quotes(key: str, sent: Any, ignored: list[str]) -> tuple[list[dict[str, str]], list[str]]:
    items = [sent] if isinstance(sent, dict) and "unrepresentable" not in sent else sent
    if not isinstance(items, list):
        return [], [f"`{key}` must be a list of {{citation, text}}, and {_sent(sent)} was sent"]
    quotes: list[dict[str, str]] = []
    faults: list[str] = []
    for index, item in enumerate(items):
        if not isinstance(item, dict):
            faults.append(
                f"`{key}[{index}]` must be an object {{citation, text}}, and {_sent(item)} was sent"
            )
            continue
        for part in ("citation", "text"):
            if part not in item:
                faults.append(f"`{key}[{index}].{part}` is missing")
            elif not isinstance(item[part], str):
                faults.append(f"`{key}[{index}].{part}` must be text, and {_sent(item[part])} was sent")
        ignored.extend(f"{key}[{index}].{part}" for part in item if part not in ("citation", "text"))
        quotes.append({part: item[part] for part in ("citation", "text") if isinstance(item.get(part), str)})
    return quotes, faults


# How many faults of one action its refusal names.
_NAMED = 12
_MAXIMUM_NESTING = 20
_MAXIMUM_VALUES = 50_000


def as_json(value: object) -> Any:
    """`value` as plain JSON: a copy in dicts, lists, texts, numbers, truth values and nulls. Never raises; what
    JSON cannot say, nests too deeply or is too much becomes `{"unrepresentable": ...}`."""
    try:
        return _as_json(value, 0, [_MAXIMUM_VALUES])
    except Exception:  # noqa: BLE001 - an object may do anything when it is looked at
        return {"unrepresentable": type(value).__name__}


def _as_json(value: object, depth: int, left: list[int]) -> Any:
    # The base types' own methods: a subclass may have others.
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int) and abs(number := int.__int__(value)) < 10**18:
        return number
    if isinstance(value, float) and abs(fraction := float.__float__(value)) < float("inf"):
        return fraction
    left[0] -= 1
    if depth > _MAXIMUM_NESTING or left[0] < 0:
        return {
            "unrepresentable": "a value nested too deeply" if depth > _MAXIMUM_NESTING else "too many values"
        }
    if isinstance(value, Mapping):
        items = dict.items(value) if isinstance(value, dict) else value.items()
        return {
            (str.__str__(key) if isinstance(key, str) else shown(key)): _as_json(inner, depth + 1, left)
            for key, inner in items
        }
    if isinstance(value, list):
        return [_as_json(item, depth + 1, left) for item in list.__iter__(value)]
    if isinstance(value, tuple):
        return [_as_json(item, depth + 1, left) for item in tuple.__iter__(value)]
    if isinstance(value, int):
        return {"unrepresentable": "a number beyond all measure"}
    if isinstance(value, float):
        return {"unrepresentable": str(float.__float__(value))}
    return {"unrepresentable": type(value).__name__}


def _sent(value: Any) -> str:
    """A value as a refusal names it."""
    if isinstance(value, dict) and value.keys() == {"unrepresentable"}:
        return f"something that JSON cannot say ({one_line(str(value['unrepresentable']), 60)})"
    return shown(value)


def action_json(kept: Any) -> Any:
    """What `read_action` kept of an action, as a plain JSON value."""
    if not isinstance(kept, _Base):
        return kept
    told = msgspec.to_builtins(kept)
    return {name: list(value) if type(value) is tuple else value for name, value in told.items()}


# --- publishing ------------------------------------------------------------------------------------------


def _field_kind(field: msgspec.structs.FieldInfo) -> str:
    if field.type is str:
        return "text"
    origin = typing.get_args(field.type)
    base = origin[0] if typing.get_origin(field.type) is Annotated else field.type
    if base is str:
        return "text"
    return "texts" if typing.get_args(base)[0] is str else "quotes"


def _meta(hint: Any) -> Meta:
    found: Meta = next(part for part in hint.__metadata__ if isinstance(part, Meta))
    return found


@cache
def _fields(kind: type[Any]) -> tuple[tuple[str, bool], ...]:
    """The fields of an action type, each with whether it must hold more than white space."""
    hints = typing.get_type_hints(kind, include_extras=True)
    return tuple(
        (name, (_meta(hints[name]).extra or {}).get("filled", False)) for name in kind.__struct_fields__
    )


@cache
def _field_schemas(kind: type[Any]) -> dict[str, dict[str, Any]]:
    hints = typing.get_type_hints(kind, include_extras=True)
    schemas: dict[str, dict[str, Any]] = {}
    for name in kind.__struct_fields__:
        meta = _meta(hints[name])
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
