"""What an agent may do.

One type for each action (`types`) gives the typed values in Python, the JSON Schemas in every observation
(`action_schemas`) and the tools for function-calling models (`tool_definitions`). `read_action` turns whatever an
agent sent into one of them, or says what was wrong and what would be right.
"""

from .publishing import action_schemas, available_actions, tool_definitions
from .reading import Malformed, Taken, action_json, as_json, read_action
from .types import (
    ACTIONS,
    MINIMUM_QUERY,
    SEVERITIES,
    TYPE_NAMES,
    AcceptCounterparty,
    Action,
    AskClient,
    Escalate,
    Limits,
    ProposeRedline,
    Quote,
    ReadDocument,
    ReviseIssue,
    ReviseRedline,
    SearchMatter,
    SendMarkup,
    SubmitFinal,
    SubmitIssue,
)

__all__ = [
    "ACTIONS",
    "MINIMUM_QUERY",
    "SEVERITIES",
    "TYPE_NAMES",
    "AcceptCounterparty",
    "Action",
    "AskClient",
    "Escalate",
    "Limits",
    "Malformed",
    "ProposeRedline",
    "Quote",
    "ReadDocument",
    "ReviseIssue",
    "ReviseRedline",
    "SearchMatter",
    "SendMarkup",
    "SubmitFinal",
    "SubmitIssue",
    "Taken",
    "action_json",
    "action_schemas",
    "as_json",
    "available_actions",
    "read_action",
    "tool_definitions",
]
