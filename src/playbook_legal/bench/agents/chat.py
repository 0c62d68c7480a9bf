"""A language model at an OpenAI-compatible endpoint, acting by native tool calls.

The conversation is small: the instructions and rules, the matter as first seen, then for each tool call its answer
with the budgets, and not again what never changes (`bench.conversation`). What the model did is taken as it was sent,
in order; an answer without a tool call gets a reminder, a bounded number of times.
"""

from typing import Any

import msgspec

from ...problems import PlaybookError
from ..conversation import (
    INSTRUCTIONS,
    REMINDERS,
    answer_to_call,
    fell_silent,
    first_message,
    grew_too_long,
    reminder,
    system_prompt,
)
from ..pricing import Price
from ..runs import AgentCard, Usage
from ..table import Table
from .answers import Answer, Call, read_answer
from .endpoint import ContextFullError, Endpoint, EndpointOptions
from .protocol import OutsideTroubleError, Parting

# Fields of a request that are the agent's own and no parameter's.
RESERVED = frozenset(("model", "messages", "tools", "temperature", "max_tokens", "seed", "stream", "n"))


class ChatOptions(msgspec.Struct, frozen=True):
    """What a model is asked with. None leaves it to the endpoint. `system` are the instructions before the rules of the
    matter, `parameters` further fields of each request. `reminders` is how many answers in a row may come without a
    tool call before the episode is closed."""

    model: str
    system: str = INSTRUCTIONS
    temperature: float | None = None
    max_tokens: int | None = None
    parameters: dict[str, Any] = {}
    sends_seed: bool = False
    reminders: int = REMINDERS


class ChatAgent:
    """Plays as the model. `price` is what its tokens cost, None when that is not known."""

    def __init__(
        self, options: ChatOptions, endpoint: EndpointOptions, name: str, price: Price | None = None
    ) -> None:
        self._options = options
        self._endpoint = Endpoint(endpoint)
        self._price = price
        # Not among them: time-outs and retries, which decide whether an answer comes and not what it says.
        told = {"base_url": endpoint.base_url, **msgspec.to_builtins(options)}
        self.card = AgentCard(name, "chat", told)

    async def play(self, table: Table) -> Parting:
        """Ask, act, answer, until the episode is over or the model has stopped acting."""
        messages = [
            {"role": "system", "content": system_prompt(table.observation, self._options.system)},
            {"role": "user", "content": first_message(table.observation)},
        ]
        request = self._request(table, messages)
        meter = _Meter(self._price)
        silent = 0
        while not table.is_over:
            try:
                answer = await self._answer(request, meter)
            except ContextFullError as error:
                if meter.requests:
                    return Parting("protocol", grew_too_long(str(error)), meter.usage)
                raise OutsideTroubleError(str(error)) from None
            except OutsideTroubleError as error:
                raise OutsideTroubleError(str(error), error.attempts, meter.usage) from None
            messages.append(answer.as_message())
            if not answer.calls:
                silent += 1
                if silent > self._options.reminders:
                    return Parting("protocol", fell_silent(silent, answer.stopped), meter.usage)
                messages.append({"role": "user", "content": reminder(silent, self._options.reminders)})
                continue
            silent = 0
            for call in answer.calls:
                if table.is_over:
                    break
                messages.append(_take(table, call))
        return Parting(usage=meter.usage)

    async def close(self) -> None:
        """Close the connections."""
        await self._endpoint.close()

    def _request(self, table: Table, messages: list[dict[str, Any]]) -> dict[str, Any]:
        options = self._options
        request: dict[str, Any] = {"model": options.model, "messages": messages, "tools": table.tools}
        if options.temperature is not None:
            request["temperature"] = options.temperature
        if options.max_tokens is not None:
            request["max_tokens"] = options.max_tokens
        if options.sends_seed:
            request["seed"] = table.key.seed
        if options.parameters:
            request["extra_body"] = options.parameters
        return request

    async def _answer(self, request: dict[str, Any], meter: "_Meter") -> Answer:
        number = meter.requests + 1
        answer = await self._endpoint.completion(request, lambda completion: read_answer(completion, number))
        meter.count(answer)
        return answer


class _Meter:
    """What an episode used so far: answers, their tokens, their price. Attempts that brought no answer do not count,
    so that an episode's figures do not depend on how well the network was."""

    def __init__(self, price: Price | None) -> None:
        self._price = price
        self.requests = 0
        self._input = self._output = 0
        self._reported = False

    def count(self, answer: Answer) -> None:
        """Add an answer."""
        self.requests += 1
        self._reported |= answer.input_tokens is not None or answer.output_tokens is not None
        self._input += answer.input_tokens or 0
        self._output += answer.output_tokens or 0

    @property
    def usage(self) -> Usage:
        """The figures as they stand; a cost only where tokens were reported and have a price."""
        cost = self._price.of(self._input, self._output) if self._price and self._reported else None
        return Usage(self.requests, self._input, self._output, cost)


def _take(table: Table, call: Call) -> dict[str, Any]:
    """The message that answers a tool call, after taking its action."""
    step = table.act(call.action)
    return {"role": "tool", "tool_call_id": call.id, "content": answer_to_call(step, call.error)}


def checked_parameters(parameters: dict[str, Any]) -> dict[str, Any]:
    """Further fields of a request; `PlaybookError` names one that is not free."""
    taken = sorted(RESERVED & parameters.keys())
    if taken:
        raise PlaybookError(f"{taken[0]} has an option of its own, or is decided by the agent")
    return parameters
