"""What a language model is told: the one place for its instructions, the matter as first seen, the answers to its calls
and the reminder when it does not call.

`playbook run` tells it to models, `playbook export` writes it into training data, the adapters hand it to their hosts:
in the same words, so that a figure means the same wherever it was made. Everything here is made from observations, so
nothing of the answer key can be in it.
"""

import json
from collections.abc import Mapping
from typing import Any

from ..actions import tool_definitions
from ..episode.replay import ReplayedStep
from ..matter.package import Matter
from .encoding import encodable

INSTRUCTIONS = """\
You are a lawyer at work on the matter described below. Act only by calling the tools; whatever you write beside a \
tool call is not read by anybody. Read the paper before you report on it, ask the client and the supervisor only what \
the paper does not give, report what matters to your client with its citations, propose the language you would \
sign, and close the matter with submit_final before your steps run out. The first message holds the documents and \
your budgets; the answer to each call holds its result and what is left of the budgets."""

REMINDERS = 3  # answers in a row without a tool call that are put up with

_KEPT_ARGUMENTS = 2_000  # characters of unreadable arguments that stay in the record
# What the system prompt and the tools say already, and need not stand in the first message.
_UNSAID = ("action_schemas", "protocol")
# What the arguments of a call must not decide: the tool's name is the action's type, and a delivery is told from
# another by the conversation.
_NOT_ARGUMENTS = ("type", "call_id")


def system_prompt(first: Mapping[str, Any], instructions: str = INSTRUCTIONS) -> str:
    """The instructions, then role, assignment, rules and budgets of the matter whose `first` observation this is."""
    matter, protocol = first["matter"], first["protocol"]
    budgets = ", ".join(f"{name.replace('_', ' ')} {most}" for name, most in protocol["budgets"].items())
    lines = [
        instructions.rstrip(),
        "",
        f"Role: {matter['role']}",
        f"Matter: {matter['title']}",
        f"Practice area: {matter['practice_area']}",
        f"Assignment: {matter['assignment']}",
        "",
        "The rules:",
        *(f"- {rule}" for rule in protocol["rules"]),
        f"Budgets: {budgets}.",
    ]
    return "\n".join(lines)


def first_message(first: Mapping[str, Any]) -> str:
    """The matter as first seen, as JSON, without what is said already and what is empty yet."""
    seen = {key: value for key, value in first.items() if key not in _UNSAID and value}
    return f"The matter, as JSON:\n{compact(seen)}"


def tools_of(matter: Matter) -> list[dict[str, Any]]:
    """The tools of `matter` for function-calling models, from the one definition of actions."""
    return tool_definitions(negotiable=matter.is_negotiable, limits=matter.limits)


def called_action(name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The action that a call of the tool `name` means. The name decides, whatever the arguments say."""
    own = {key: value for key, value in arguments.items() if key not in _NOT_ARGUMENTS}
    return {"type": name, **own}


def unreadable_call(name: str, arguments: str) -> dict[str, Any]:
    """The action that stands for a call of `name` whose arguments could not be read: one that is refused."""
    return {"type": name, "unreadable_arguments": arguments[:_KEPT_ARGUMENTS]}


def unreadable_call_error(name: str, fault: str) -> str:
    """What is said of such a call; `fault` is what is wrong with its arguments."""
    return f"{fault}. Send the arguments of {name} as one JSON object"


def answer_to_call(step: ReplayedStep, error: str | None = None) -> str:
    """What a call is answered with: result, budgets and info, as JSON. `error` stands instead of the refusal's own
    where the call could not be read."""
    last = dict(step.observation["last_result"])
    if error is not None:
        last["error"] = error
    return compact({"last_result": last, "budgets": step.observation["budgets"], "info": step.info})


def reminder(number: int, most: int) -> str:
    """What follows the `number`th answer in a row without a tool call, of `most` that are put up with."""
    return (
        "You answered without a tool call, so nothing was done and no step was used. Act by calling a tool; "
        f"submit_final closes the matter. Reminder {number} of {most}; after the last, the matter is closed as it is."
    )


def fell_silent(answers: int, stopped: str = "") -> str:
    """Why an episode was closed after so many answers without a tool call. `stopped` is the reason that the model's
    host gave for the last one's end."""
    reason = f" (finish reason: {stopped})" if stopped else ""
    return f"{answers} answers in a row came without a tool call{reason}"


def grew_too_long(said: str = "") -> str:
    """Why an episode was closed whose conversation no longer fits the model; `said` is how its host put it."""
    more = f" ({said})" if said else ""
    return f"the conversation is longer than the model can take{more}"


def compact(value: Any) -> str:
    """`value` as JSON on one line, without what no UTF-8 text can carry."""
    return json.dumps(encodable(value), ensure_ascii=False, separators=(",", ":"))
