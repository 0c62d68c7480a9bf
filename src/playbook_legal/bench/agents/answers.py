"""Reading what a model answered, whatever it is: text, tool calls, token counts.

A chat completion comes from outside and may hold anything. What is read here has sound types and bounded sizes,
and can be sent back to the endpoint as part of the conversation.
"""

import json
import re
from typing import Any

import msgspec

from ...actions import as_json
from ...problems import one_line, shown
from ...sources import parse_json
from ..conversation import called_action, unreadable_call, unreadable_call_error
from .protocol import MAXIMUM_ACTION

_KEPT_TEXT = 32_000  # characters of an answer that stay in the conversation
_ID = re.compile(r"[A-Za-z0-9_.:-]{1,64}")
_NOT_OF_A_NAME = re.compile(r"[^A-Za-z0-9_-]")


class Call(msgspec.Struct, frozen=True):
    """One tool call: the action it means, and how it is repeated in the conversation. `fault` says what is wrong
    with arguments that are no JSON object; the action is then one that is refused."""

    id: str
    name: str
    arguments: str
    action: dict[str, Any]
    fault: str | None = None

    @property
    def error(self) -> str | None:
        """What the model is told of arguments that are no JSON object."""
        return None if self.fault is None else unreadable_call_error(self.name, self.fault)


class Answer(msgspec.Struct, frozen=True):
    """What a model answered. Token counts are None where the endpoint does not report them. `stopped` is the reason it
    gives for stopping."""

    text: str
    calls: tuple[Call, ...]
    input_tokens: int | None
    output_tokens: int | None
    stopped: str

    def as_message(self) -> dict[str, Any]:
        """The answer as the conversation keeps it."""
        message: dict[str, Any] = {"role": "assistant", "content": self.text or None}
        if self.calls:
            message["tool_calls"] = [
                {
                    "id": call.id,
                    "type": "function",
                    "function": {"name": call.name, "arguments": call.arguments},
                }
                for call in self.calls
            ]
        elif not self.text:
            message["content"] = ""
        return message


def read_answer(completion: Any, number: int) -> Answer:
    """The answer in a chat completion, the `number`th of its conversation. Raises `ValueError` with what is wrong when
    it holds no message at all."""
    completion = _object(completion)
    choices = completion.get("choices")
    choice = _object(choices[0] if isinstance(choices, list) and choices else None)
    message = choice.get("message")
    if not isinstance(message, dict):
        error = completion.get("error")
        said = error if isinstance(error, str) else _object(error).get("message")
        more = f": {one_line(said, 200)}" if isinstance(said, str) else ""
        raise ValueError(f"the answer holds no message{more}")  # noqa: TRY004 - about its content, not our types
    counts = _object(completion.get("usage"))
    sent = message.get("tool_calls")
    return Answer(
        _text(message),
        _calls(sent if isinstance(sent, list) else [], number),
        _count(counts.get("prompt_tokens")),
        _count(counts.get("completion_tokens")),
        one_line(str(choice.get("finish_reason") or ""), 40),
    )


def _object(value: Any) -> dict[str, Any]:
    """`value` where it is an object, an empty one otherwise."""
    return value if isinstance(value, dict) else {}


def _count(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value < 10**12 else None


def _text(message: dict[str, Any]) -> str:
    """The words of a message: its content, the texts of a content in parts, or its refusal."""
    content = message.get("content")
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        content = "\n".join(part for part in parts if isinstance(part, str))
    if not isinstance(content, str) or not content:
        refusal = message.get("refusal")
        content = refusal if isinstance(refusal, str) else ""
    return _sendable(content[:_KEPT_TEXT])


def _sendable(text: str) -> str:
    """`text` without lone surrogates, which no request can carry."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _calls(sent: list[Any], number: int) -> tuple[Call, ...]:
    calls: list[Call] = []
    taken: set[str] = set()
    for at, one in enumerate(sent, 1):
        function = _object(_object(one).get("function"))
        name, identity = function.get("name"), _object(one).get("id")
        if not isinstance(identity, str) or not _ID.fullmatch(identity) or identity in taken:
            identity = f"call_{number}_{at}"
        taken.add(identity)
        calls.append(_call(identity, name if isinstance(name, str) else "", function.get("arguments")))
    return tuple(calls)


def _call(identity: str, name: str, arguments: Any) -> Call:
    repeated = _NOT_OF_A_NAME.sub("_", name)[:64] or "nameless"
    called = name if len(name) <= 64 else f"{name[:64]}…"
    fields, fault = _fields(arguments)
    if fields is None:
        kept = arguments if isinstance(arguments, str) else shown(arguments)
        # Repeated as an empty object: servers read the arguments in a conversation again, and refuse all of it when
        # one of them is no JSON.
        return Call(identity, repeated, "{}", unreadable_call(called, kept), fault)
    as_sent = _sendable(arguments) if isinstance(arguments, str) and fields else json.dumps(as_json(fields))
    return Call(identity, repeated, as_sent, called_action(called, fields))


def _fields(arguments: Any) -> tuple[dict[str, Any] | None, str | None]:
    """The arguments of a call as an object, or None and what is wrong with them. None at all are none."""
    if arguments is None or (isinstance(arguments, str) and not arguments.strip()):
        return {}, None
    if isinstance(arguments, dict):
        return arguments, None
    if not isinstance(arguments, str):
        return None, f"the arguments must be a JSON object, and {shown(arguments)} was sent"
    if len(arguments) > MAXIMUM_ACTION:
        return (
            None,
            f"the arguments have {len(arguments)} characters; more than {MAXIMUM_ACTION} are not read",
        )
    try:
        value = parse_json(arguments)
    except ValueError as error:
        return None, f"the arguments are not JSON: {one_line(str(error), 160)}"
    if not isinstance(value, dict):
        return None, f"the arguments must be a JSON object, and {shown(value)} was sent"
    return value, None
