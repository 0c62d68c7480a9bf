"""An episode as a chat with tool calls: what the agent was told, what it saw before each action, and the action.

What it was told and answered is what `playbook run` tells a model (`bench.conversation`).
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ...actions import available_actions
from ...episode.replay import Replay, replay
from ...matter.package import Matter
from ..conversation import answer_to_call, compact, first_message, system_prompt


def prompt(first: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The messages before the first action, of the episode whose `first` observation this is."""
    return [
        {"role": "system", "content": system_prompt(first)},
        {"role": "user", "content": first_message(first)},
    ]


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
            messages.append(
                {"role": "tool", "tool_call_id": f"call_{number}", "content": answer_to_call(step)}
            )
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
    matter: Matter,
    before: Sequence[dict[str, Any]],
    after: Sequence[dict[str, Any]],
    score: float,
    *,
    closed: bool = False,
) -> bool:
    """Whether the messages, read back and played again, give the same messages and the same score: the proof that
    nothing was lost on the way into the record. `closed` as in `replay`."""
    actions = actions_in(after)
    played = replay(matter, actions, closed=closed)
    return (
        not played.unplayed
        and list(before) == prompt(played.initial_observation)
        and list(after) == turns(actions, played)
        and played.result["normalized_score"] == score
    )
