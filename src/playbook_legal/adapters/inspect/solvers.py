"""Who plays in Inspect: the model that the host was given, or a recording."""

from pathlib import Path
from typing import Any

from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageUser, ModelOutput, execute_tools
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import ToolCall
from inspect_ai.util import LimitExceededError, checkpointer

from ...bench.agents.recorded import REFERENCE, checked_example, example_agent
from ...bench.conversation import (
    REMINDERS,
    fell_silent,
    grew_too_long,
    reminder,
    unreadable_call,
    unreadable_call_error,
)
from ...matter.package import Matter
from ...paper.shipped import find_matter
from ...problems import PlaybookError, one_line
from .log import EpisodeLog, act
from .matters import matter_of
from .tools import action_tools, receiving_tool


@solver
def matter_tools() -> Solver:
    """Lays the tools of the sample's matter before whatever solver comes next."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001 - the form of a solver
        state.tools = [tool.as_tool() for tool in action_tools(matter_of(state.metadata))]
        return state

    return solve


@solver
def lawyer(reminders: int = REMINDERS) -> Solver:
    """The model plays until the episode is over. An answer that does nothing is told so; after `reminders` of them in a
    row the episode is closed as it stands, and the log says why."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        matter, log = matter_of(state.metadata), state.store_as(EpisodeLog)
        try:
            async with checkpointer() as saved:
                silent = 0
                state.messages = saved.track(
                    "messages", lambda: state.messages, state.messages, value_type=list[ChatMessage]
                )
                silent = saved.track("silent", lambda: silent, silent)
                while saved.attempt != "resume_for_scoring" and not log.is_over(matter):
                    await saved.tick()
                    done = len(log.actions)
                    state = await generate(state, tool_calls="none")
                    if state.output.stop_reason == "model_length":
                        _end_of_conversation(state, log)
                        break
                    await _take_calls(state, matter, log)
                    silent = silent + 1 if len(log.actions) == done else 0
                    if silent > reminders:
                        log.leave("protocol", _why_closed(state, silent))
                        break
                    if silent:
                        state.messages.append(ChatMessageUser(content=reminder(silent, reminders)))
        except LimitExceededError as error:
            log.leave("limit", f"{error.type} limit: {one_line(str(error), 200)}")
            raise
        state.completed = True
        return state

    return solve


def _end_of_conversation(state: TaskState, log: EpisodeLog) -> None:
    """The model can take no more: its own limit in mid-episode, an unusable model before it."""
    if not log.actions:
        raise PlaybookError("the matter as first seen is longer than the model can take")
    log.leave("protocol", grew_too_long(one_line(state.output.error or "", 200)))


def _why_closed(state: TaskState, silent: int) -> str:
    if state.output.message.tool_calls:  # a policy of approval, which uses no step, let none of them through
        return f"{silent} answers in a row did nothing: no call was let through"
    return fell_silent(silent, state.output.stop_reason)


async def _take_calls(state: TaskState, matter: Matter, log: EpisodeLog) -> None:
    """The calls of the last answer as actions, in their order, until the episode is over."""
    for call in state.output.message.tool_calls or ():
        if log.is_over(matter):
            break
        await _take(state, matter, call)


async def _take(state: TaskState, matter: Matter, call: ToolCall) -> None:
    """One call, through Inspect's own execution: it is shown in the transcript, and policies of approval apply."""
    error = None
    if call.parse_error:
        error = unreadable_call_error(call.function, one_line(call.parse_error, 300))
        kept = unreadable_call(call.function, call.parse_error)
        call = ToolCall(call.id, call.function, {key: kept[key] for key in kept if key != "type"})
    asked: list[ChatMessage] = [ChatMessageAssistant(content=state.output.message.content, tool_calls=[call])]
    answered = await execute_tools(asked, [receiving_tool(matter, call.function, error)])
    state.messages.extend(answered.messages)


@solver
def recorded(example: str = REFERENCE) -> Solver:
    """Plays the example of that name beside the sample's matter (`good` is the reference review) and asks no model:
    what a figure of this task is worth, in the host's own format."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001 - the form of a solver
        matter, log = matter_of(state.metadata), state.store_as(EpisodeLog)
        folder = find_matter(str(state.metadata.get("folder")))
        agent = example_agent(checked_example(example), example, {Path(folder): matter})
        actions = agent.recording(matter.content_hash).actions
        for number, action in enumerate(actions, 1):
            if log.is_over(matter):
                break
            await _replay(state, matter, number, action)
        if not log.is_over(matter):
            log.leave("left", f"the recording ends after {len(actions)} actions")
        state.output = ModelOutput.from_content(
            "recorded", f"{len(log.actions)} recorded actions were played."
        )
        state.completed = True
        return state

    return solve


async def _replay(state: TaskState, matter: Matter, number: int, action: Any) -> None:
    """One recorded action: as a call where it can be one."""
    if not isinstance(action, dict) or not isinstance(action.get("type"), str):
        act(matter, action)
        return
    arguments = {key: value for key, value in action.items() if key != "type"}
    call = ToolCall(f"call_{number}", action["type"], arguments)
    message = ChatMessageAssistant(content="", tool_calls=[call])
    state.messages.append(message)
    state.output = ModelOutput.from_message(message)
    await _take(state, matter, call)
