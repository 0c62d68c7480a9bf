"""The actions of a matter as tools of Inspect, made from the one definition."""

from typing import Any

from inspect_ai.tool import ToolDef, ToolParams

from ...bench.conversation import called_action, tools_of
from ...matter.package import Matter
from .log import act

# Every argument gets through: what is wrong with one is for the environment to say, and costs a step as anywhere.
_ANYTHING = ToolParams(additionalProperties=True)


def action_tools(matter: Matter) -> list[ToolDef]:
    """A tool for each action of `matter`, with its name, words and schema (less the keywords that Inspect's schema has
    no place for). A call is an action in the episode of the running sample."""
    return [
        _tool(matter, one["name"], one["description"], ToolParams.model_validate(one["parameters"]))
        for one in (tool["function"] for tool in tools_of(matter))
    ]


def receiving_tool(matter: Matter, name: str, error: str | None = None) -> ToolDef:
    """What receives a call of `name`, whatever its arguments are and whether or not there is such an action. `error` is
    what the model is told of a call that could not be read."""
    return _tool(matter, name, "An action.", _ANYTHING, error)


def _tool(
    matter: Matter, name: str, description: str, parameters: ToolParams, error: str | None = None
) -> ToolDef:
    async def execute(**kwargs: Any) -> str:
        return act(matter, called_action(name, kwargs), error)

    # A document is read whole or by its sections, as the agent asks: nothing is cut off by the host.
    return ToolDef(execute, name, description, parameters, parallel=False, max_output=0)
