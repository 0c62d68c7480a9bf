"""From whatever an agent sent to a typed action, or to a message that says what was wrong and what would be right."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ..problems import one_line, shown
from ..text import lone_surrogate
from .types import ACTIONS, Action, BaseAction, Quote, field_kind, filled_fields


class Malformed(msgspec.Struct, frozen=True):
    """An action that cannot be taken. `type` is the action it wanted to be, None when it is none we know."""

    type: str | None
    message: str


class Taken(msgspec.Struct, frozen=True):
    """A well-formed action; `ignored` names the fields that were sent and are none of its own."""

    action: Action
    ignored: tuple[str, ...] = ()


def read_action(value: object) -> tuple[Taken | Malformed, Any]:
    """`value` as an action, beside the plain JSON value to keep of it.

    Never raises. What is kept reads to the same result again: it is JSON whatever was sent (what JSON cannot
    say becomes an object `{"unrepresentable": ...}`, which no field accepts).
    """
    if isinstance(value, BaseAction):
        value = _as_object(value)
    if type(value) is dict:
        name = value.get("type")
        kind = ACTIONS.get(name) if type(name) is str else None
        action = None if kind is None else _well_formed(kind, value)
        if action is not None:
            return Taken(action), action
    kept = as_json(value)
    return _explain(kept), kept


def _well_formed(kind: type[Action], value: dict[Any, Any]) -> Action | None:
    """The quick way, for what is well-formed as a JSON parser gives it; None sends it the slow way.

    Fields are texts, or lists of texts or of objects of texts. Sets (in no order), typed values (unchecked) and
    subclasses (which may do anything) are not taken here, nor a lone surrogate, nor a blank where text is needed.
    """
    filled = filled_fields(kind)
    for key, text in value.items():
        if type(text) is str:
            if not text.isascii() and lone_surrogate(text) is not None:
                return None
            if key in filled and (not text or text.isspace()):
                return None
        elif type(text) is not list or not _plain_items(text):
            return None
    try:
        action: Action = msgspec.convert(value, kind)
    except (msgspec.ValidationError, RecursionError, TypeError, ValueError):
        return None
    return action


def _plain_items(items: list[Any]) -> bool:
    for item in items:
        if type(item) is str:
            if not item.isascii() and lone_surrogate(item) is not None:
                return False
        elif type(item) is not dict:
            return False
        else:
            for part in item.values():
                if type(part) is not str or (not part.isascii() and lone_surrogate(part) is not None):
                    return False
    return True


def _as_object(action: BaseAction) -> dict[str, Any]:
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


def _tag(action: BaseAction) -> str:
    return str(type(action).__struct_config__.tag)


def _content_fault(action: Action) -> str | None:
    """What is wrong with the text of a well-typed action: blank where text is needed, or no text at all."""
    filled = filled_fields(type(action))
    for name in action.__struct_fields__:
        value = getattr(action, name)
        if type(value) is str:
            if not value.isascii() and (at := lone_surrogate(value)) is not None:
                return f"`{name}` holds a lone surrogate at character {at}, which no UTF-8 text can carry; remove it"
            if name in filled and (not value or value.isspace()):
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
        match field_kind(field):
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
    if not isinstance(kept, BaseAction):
        return kept
    told = msgspec.to_builtins(kept)
    return {name: list(value) if type(value) is tuple else value for name, value in told.items()}
