"""From what a person writes on a command line to agents: `reference`, `example:NAME`, `file:PATH`, `policy:NAME`,
`chat:MODEL`, `command:PROGRAM …`, each perhaps with a name of its own before it: `mine=chat:MODEL`.
"""

import os
import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from ...authoring.redteam.suite import POLICIES
from ...matter.package import Matter
from ...problems import PlaybookError, one_line, shown
from ..pricing import Price, price_of
from .chat import ChatAgent, ChatOptions
from .command import CommandAgent, checked_program
from .endpoint import EndpointOptions, checked_base_url, key_of, openai_client
from .policy import PolicyAgent, named_policy
from .protocol import Agent
from .recorded import REFERENCE, checked_example, example_agent, file_agent

BASE_URL_VARIABLE = "OPENAI_BASE_URL"  # what the official client reads as well

_NAMED = re.compile(r"([^:=]+)=(.+)", re.DOTALL)
_KINDS = "reference, example:NAME, file:PATH, policy:NAME, chat:MODEL or command:PROGRAM"


class Settings(msgspec.Struct, frozen=True):
    """What the agents of a run have in common. `chat` is the pattern of every model's options, `endpoint` of where it
    is; `prices` by model, read from `price_list`."""

    chat: ChatOptions
    endpoint: EndpointOptions
    prices: dict[str, Price] = {}
    price_list: Path | None = None


def named_agents(
    specs: Sequence[str], matters: Mapping[Path, Matter], settings: Settings
) -> tuple[Agent, ...]:
    """The agents that `specs` mean, on `matters` by folder. `PlaybookError` when one means nothing, or two have one
    name."""
    agents = [agent for spec in specs for agent in _agents(spec, matters, settings)]
    names = [agent.card.name for agent in agents]
    for name in names:
        if names.count(name) > 1:
            raise PlaybookError(
                f"two agents are called {shown(name)}; give one another name: --agent 'NAME=SPEC'"
            )
    return tuple(agents)


def _agents(spec: str, matters: Mapping[Path, Matter], settings: Settings) -> list[Agent]:
    found = _NAMED.fullmatch(spec)
    given, spec = (found[1].strip(), found[2]) if found else ("", spec)
    kind, _, rest = spec.partition(":")
    rest = rest.strip()
    if kind not in ("reference", "example", "file", "policy", "chat", "command") or (
        bool(rest) == (kind == "reference")
    ):
        raise PlaybookError(f"{shown(spec)} is no agent; an agent is {_KINDS}")
    if spec == "policy:all":
        return [PolicyAgent(policy, policy.name) for policy in POLICIES]
    name = one_line(given or _own_name(kind, rest), 80)
    match kind:
        case "reference":
            return [example_agent(REFERENCE, name, matters)]
        case "example":
            return [example_agent(checked_example(rest), name, matters)]
        case "file":
            return [file_agent(Path(rest), name, matters)]
        case "policy":
            return [PolicyAgent(named_policy(rest), name)]
        case "command":
            return [CommandAgent(checked_program(_words(rest)), name, settings.endpoint.timeout)]
        case _:
            return [_chat_agent(rest, name, settings)]


def _own_name(kind: str, rest: str) -> str:
    """What an agent is called when nobody says otherwise."""
    match kind:
        case "reference":
            return kind
        case "file":
            return Path(rest).stem or rest
        case "command":
            return Path((_words(rest) or [rest])[0]).name or rest
        case _:
            return rest


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError as error:
        raise PlaybookError(f"the command {shown(command)} cannot be read: {error}") from None


def _chat_agent(model: str, name: str, settings: Settings) -> ChatAgent:
    openai_client()
    address = settings.endpoint.base_url or os.environ.get(BASE_URL_VARIABLE) or None
    endpoint = msgspec.structs.replace(
        settings.endpoint, base_url=None if address is None else checked_base_url(address)
    )
    key_of(endpoint)
    listed = settings.price_list
    price = None if listed is None else price_of(model, settings.prices, listed)
    return ChatAgent(msgspec.structs.replace(settings.chat, model=model), endpoint, name, price)
