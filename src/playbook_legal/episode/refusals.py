"""Refusals: an action that cannot be taken costs its step, its step reward, and nothing else.

What a refusal costs is returned to the caller and kept in a ledger of its own; it is no part of the score.
"""

from typing import Any

import msgspec

from ..actions import Action, Malformed, available_actions

# In twentieths of a point, as the scoring contract fixes them.
_MALFORMED = {
    "read_document": -4,
    "search_matter": -2,
    "ask_client": -5,
    "escalate": -5,
    "submit_issue": -5,
    "revise_issue": -5,
    "propose_redline": -5,
    "revise_redline": -5,
    "send_markup": -5,
    "accept_counterparty": -5,
    "submit_final": -5,
}
_COSTS = {
    "unknown_action": -10,
    "unknown_document": -4,
    "unknown_section": -2,
    "short_query": -2,
    "unknown_provision": -15,
    "never_submitted": -5,
    "nothing_outstanding": -5,
    "questions_exhausted": -10,
    "escalations_exhausted": -10,
    "issues_exhausted": -10,
    "rounds_exhausted": -10,
    "no_counterparty": 0,
}


class Refusal(msgspec.Struct, frozen=True):
    """Why an action was not taken: a machine-readable `code`, what it costs (in twentieths of a point) and the
    message; `more` stands beside the message in the answer."""

    code: str
    cost: int
    message: str
    more: dict[str, Any] = {}


class Penalty(msgspec.Struct, frozen=True):
    """A refusal in the ledger; `units` in the matter's unit."""

    step: int
    type: str | None
    code: str
    units: int


def refusal(code: str, message: str, **more: Any) -> Refusal:
    """The refusal of that code, at its price."""
    return Refusal(code, _COSTS[code], message, more)


def malformed(reading: Malformed, *, negotiable: bool) -> Refusal:
    """The refusal of an action that is none, or is not complete."""
    if reading.type is None:
        allowed = ", ".join(available_actions(negotiable=negotiable))
        return refusal("unknown_action", f"{reading.message}; the actions are {allowed}")
    if reading.type in ("send_markup", "accept_counterparty") and not negotiable:
        return no_counterparty()
    return Refusal("malformed_action", _MALFORMED[reading.type], reading.message)


def too_long(action: Action, message: str) -> Refusal:
    """The refusal of an action whose text exceeds the matter's bounds."""
    return Refusal("too_long", _MALFORMED[str(type(action).__struct_config__.tag)], message)


def no_counterparty() -> Refusal:
    """The refusal of a negotiation action where nobody is across the table."""
    allowed = ", ".join(available_actions(negotiable=False))
    return refusal("no_counterparty", f"nobody is across the table on this matter; the actions are {allowed}")
