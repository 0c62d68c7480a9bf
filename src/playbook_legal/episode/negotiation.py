"""Markup and acceptance: what they do to a point, and what they cost whatever comes of them."""

from typing import Any

from ..actions import AcceptCounterparty, SendMarkup
from ..matter.criteria import CompiledIssue, CounterpartyPosition
from ..problems import shown
from ..scoring.settlements import settle
from . import counterparty
from .counterparty import Point
from .refusals import Refusal, no_counterparty, refusal
from .stage import target_of
from .state import EpisodeState


def _closed_to_negotiation(state: EpisodeState) -> Refusal | None:
    if not state.stage.is_negotiable:
        return no_counterparty()
    if state.rounds_left <= 0:
        return refusal("rounds_exhausted", "the negotiation rounds are used up; what is open stays open")
    return None


def send_markup(state: EpisodeState, action: SendMarkup) -> dict[str, Any] | Refusal:
    """Language put to the counterparty: accepted, countered or refused."""
    if (closed := _closed_to_negotiation(state)) is not None:
        return closed
    state.rounds_left -= 1  # every well-formed markup burns a round, before anything is looked up
    label = action.issue_id
    criterion = _marked_up(state, action)
    if criterion is None or criterion.position is None:
        state.sheet.unsupported_markup(criterion, label, state.steps)
        return {"response": "rejected", "message": counterparty.NO_POSITION_MESSAGE}
    state.negotiation[label] = criterion.id
    point = state.points.setdefault(criterion.id, Point())
    point.rounds_used += 1
    if point.is_closed:
        state.sheet.duplicate_settlement(criterion, label, state.steps)
        return {"response": "closed", "message": counterparty.CLOSED_MESSAGE}
    point.markups += 1
    return _answer(state, criterion, criterion.position, point, action)


def _marked_up(state: EpisodeState, action: SendMarkup) -> CompiledIssue | None:
    """What a markup is about: the issue of its label, or the one anchored at its provision."""
    labelled = state.sheet.labels.get(action.issue_id)
    if labelled is not None:
        return labelled
    target = target_of(action.document_id, action.section)
    return None if target is None else state.matter.criteria.by_anchor.get(target)


def _answer(
    state: EpisodeState,
    criterion: CompiledIssue,
    position: CounterpartyPosition,
    point: Point,
    action: SendMarkup,
) -> dict[str, Any]:
    sheet, label, step = state.sheet, action.issue_id, state.steps
    if counterparty.takes(position, point, action.proposed_text):
        sheet.settlement(settle(criterion, label, "ours", action.proposed_text), step, trap=False)
        point.close("ours", counterparty.ACCEPTED_MESSAGE)
        return {"response": "accepted", "message": point.last_message}
    counter = counterparty.next_counter(position, point)
    if counter is not None:
        sheet.counterparty_answer("counterparty_counter", criterion, label, step, trap=counter.trap)
        point.last_message = counter.message
        return {"response": "counter", "message": counter.message, "counter_text": counter.text}
    sheet.counterparty_answer("counterparty_reject", criterion, label, step, trap=False)
    point.last_message = position.written.reject_message
    return {"response": "rejected", "message": point.last_message}


def accept_counterparty(state: EpisodeState, action: AcceptCounterparty) -> dict[str, Any] | Refusal:
    """The point closed on the language the counterparty offered last."""
    if (closed := _closed_to_negotiation(state)) is not None:
        return closed
    label = action.issue_id
    labelled = state.sheet.labels.get(label)
    name = state.negotiation.get(label, None if labelled is None else labelled.id)
    point = None if name is None else state.points.get(name)
    if name is None or point is None or point.is_closed or point.outstanding is None:
        closed_already = point is not None and point.is_closed
        why = "is closed" if closed_already else "has no offer of the counterparty outstanding"
        return refusal("nothing_outstanding", f"{shown(label)} {why}; there is nothing to accept")
    state.rounds_left -= 1
    state.negotiation[label] = name
    counter = point.outstanding
    point.rounds_used += 1
    point.close("theirs", counterparty.ACCEPTANCE_MESSAGE)
    settled = settle(state.matter.criteria.by_id[name], label, "theirs", counter.text)
    state.sheet.settlement(settled, state.steps, trap=counter.trap)
    return {"response": "accepted", "message": point.last_message, "accepted_text": counter.text}
