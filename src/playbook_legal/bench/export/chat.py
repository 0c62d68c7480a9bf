"""An episode as a chat with tool calls: what the agent was told, what it saw before each action, and the action.

The answer to a call has the form in which `playbook run` gives it to a model: result, budgets, info.
"""

import json
from collections.abc import Sequence
from typing import Any

from ...actions import available_actions, tool_definitions
from ...episode.protocol import protocol
from ...episode.replay import Replay, replay
from ...matter.package import Matter
from ..encoding import encodable

_UNSAID = ("action_schemas", "protocol", "matter")  # stands in the tools and in the system prompt


def system_prompt(matter: Matter) -> str:
    """Role, assignment and protocol of `matter`, as text."""
    manifest = matter.manifest
    told = protocol(matter)
    budgets = ", ".join(f"{name.replace('_', ' ')} {most}" for name, most in told["budgets"].items())
    lines = [
        f"Role: {manifest.role}",
        f"Matter: {manifest.title}",
        f"Practice area: {manifest.practice_area}",
        f"Assignment: {manifest.assignment}",
        "",
        "Act only by calling the tools, one call at a time. The rules:",
        *(f"- {rule}" for rule in told["rules"]),
        f"Budgets: {budgets}.",
    ]
    return "\n".join(lines)


def prompt(matter: Matter, first: dict[str, Any]) -> list[dict[str, Any]]:
    """The messages before the first action."""
    seen = {key: value for key, value in first.items() if key not in _UNSAID and value}
    return [
        {"role": "system", "content": system_prompt(matter)},
        {"role": "user", "content": f"The matter, as JSON:\n{compact(seen)}"},
    ]


def tools(matter: Matter) -> list[dict[str, Any]]:
    """The tools of `matter`, from the one definition of actions."""
    return tool_definitions(negotiable=matter.is_negotiable, limits=matter.limits)


def is_expressible(matter: Matter, action: Any) -> bool:
    """Whether `action` can be written as a call of one of the tools."""
    if not isinstance(action, dict) or "unrepresentable" in action:
        return False
    return action.get("type") in available_actions(negotiable=matter.is_negotiable)


def turns(actions: Sequence[dict[str, Any]], played: Replay) -> list[dict[str, Any]]:
    """The calls and their answers in turn, from the first action to the last: each call stands right after the
    observation that preceded it. A refused action has weight 0, for trainers that honour it."""
    messages: list[dict[str, Any]] = []
    for number, (action, step) in enumerate(zip(actions, played.steps, strict=True), 1):
        messages.append(
            {
                "role": "assistant",
                "content": "",
                "tool_calls": [tool_call(number, action)],
                "weight": 0 if step.info["refused"] else 1,
            }
        )
        if number < len(actions):
            told = {
                "last_result": step.observation["last_result"],
                "budgets": step.observation["budgets"],
                "info": step.info,
            }
            messages.append({"role": "tool", "tool_call_id": f"call_{number}", "content": compact(told)})
    return messages


def tool_call(number: int, action: dict[str, Any]) -> dict[str, Any]:
    """`action` as a call."""
    arguments = {name: value for name, value in action.items() if name != "type"}
    return {
        "id": f"call_{number}",
        "type": "function",
        "function": {"name": action["type"], "arguments": compact(arguments)},
    }


def actions_in(messages: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The actions that the calls in `messages` stand for. The name of the tool decides, whatever the arguments say."""
    return [
        {**json.loads(call["function"]["arguments"]), "type": call["function"]["name"]}
        for message in messages
        for call in message.get("tool_calls") or ()
    ]


def says_what_was_played(
    matter: Matter, before: Sequence[dict[str, Any]], after: Sequence[dict[str, Any]], score: float
) -> bool:
    """Whether the messages, read back and played again, give the same messages and the same score: the proof that
    nothing was lost on the way into the record."""
    actions = actions_in(after)
    played = replay(matter, actions)
    return (
        not played.unplayed
        and list(before) == prompt(matter, played.initial_observation)
        and list(after) == turns(actions, played)
        and played.result["normalized_score"] == score
    )


def compact(value: Any) -> str:
    """`value` as JSON on one line, without what no UTF-8 text can carry."""
    return json.dumps(encodable(value), ensure_ascii=False, separators=(",", ":"))
