"""What each action does: `action x state -> answer or refusal`.

An answer is the `last_result` of the next observation. A transition either refuses and has changed nothing, or
does the whole of what it does.
"""

from typing import Any, assert_never

from ..actions import (
    MINIMUM_QUERY,
    SEVERITIES,
    AcceptCounterparty,
    Action,
    AskClient,
    Escalate,
    ProposeRedline,
    ReadDocument,
    ReviseIssue,
    ReviseRedline,
    SearchMatter,
    SendMarkup,
    SubmitFinal,
    SubmitIssue,
)
from ..frozen import FrozenDict, FrozenList
from ..problems import shown
from ..scoring.final import MemoFindings, examine_memo, settle_up
from ..scoring.issues import IssueFindings, examine_issue
from ..scoring.redlines import RedlineFindings
from ..scoring.topics import matched_topic
from ..text import normalize_text
from .negotiation import accept_counterparty, send_markup
from .refusals import Refusal, refusal, too_long
from .stage import target_of
from .state import EpisodeState

UNRESPONSIVE = "The client has no information that answers this question."
ACKNOWLEDGED = "Noted. Proceed within your instructions; no decision is needed from us on this."

Outcome = dict[str, Any] | FrozenDict | Refusal


def answer(state: EpisodeState, action: Action) -> Outcome:
    """Take a well-formed `action`, or refuse it."""
    if (message := state.stage.over_long(action)) is not None:
        return too_long(action, message)
    match action:
        case ReadDocument():
            return _read(state, action)
        case SubmitIssue():
            return _submit_issue(state, action)
        case ProposeRedline():
            return _propose_redline(state, action)
        case AskClient():
            return _ask(state, action)
        case SearchMatter():
            return _search(state, action)
        case Escalate():
            return _escalate(state, action)
        case ReviseIssue():
            return _revise_issue(state, action)
        case ReviseRedline():
            return _revise_redline(state, action)
        case SendMarkup():
            return send_markup(state, action)
        case AcceptCounterparty():
            return accept_counterparty(state, action)
        case SubmitFinal():
            return _submit_final(state, action)
        case _:
            assert_never(action)


# --- reading ---------------------------------------------------------------------------------------------


def _read(state: EpisodeState, action: ReadDocument) -> Outcome:
    reading = state.stage.reading(action.document_id, action.section)
    if reading is not None:
        state.read.update(reading.shown)
        return reading.answer
    record = state.matter.record
    document = record.document(" ".join(action.document_id.split()))
    if document is None:
        known = [one.id for one in record.documents]
        message = f"there is no document {shown(action.document_id)}; the documents are {', '.join(known)}"
        return refusal("unknown_document", message, available_documents=FrozenList(known))
    message = (
        f"{document.id} has no section {shown(action.section)}; its sections are listed in `documents`, and "
        "without `section` the whole document is read"
    )
    return refusal("unknown_section", message)


def _search(state: EpisodeState, action: SearchMatter) -> Outcome:
    if len(normalize_text(action.query)) < MINIMUM_QUERY:
        message = f"the query {shown(action.query)} is too short; it takes {MINIMUM_QUERY} characters or more"
        return refusal("short_query", message)
    return state.stage.search(action.query)


# --- asking ----------------------------------------------------------------------------------------------


def _ask(state: EpisodeState, action: AskClient) -> Outcome:
    if state.questions_left <= 0:
        return refusal("questions_exhausted", "the client has no time for further questions")
    state.questions_left -= 1
    topic = matched_topic(state.matter.criteria.questions, action.question)
    state.sheet.question(topic, action.question, state.steps)
    reply = UNRESPONSIVE if topic is None else (topic.answer or UNRESPONSIVE)
    if topic is not None:
        state.learn(topic.id, reply)
    return {"question": action.question, "answer": reply}


def _escalate(state: EpisodeState, action: Escalate) -> Outcome:
    if state.escalations_left <= 0:
        return refusal("escalations_exhausted", "no further escalation is possible on this matter")
    state.escalations_left -= 1
    topic = matched_topic(state.matter.criteria.escalations, action.topic, action.reason)
    state.sheet.escalation(topic, f"{action.topic}: {action.reason}", state.steps)
    state.note_label("topics", action.topic)
    guidance = ACKNOWLEDGED if topic is None else (topic.answer or ACKNOWLEDGED)
    if topic is not None:
        state.learn(topic.id, guidance)
    return {"topic": action.topic, "guidance": guidance}


# --- work product ----------------------------------------------------------------------------------------


def _submit_issue(state: EpisodeState, action: SubmitIssue) -> Outcome:
    if state.issues_left is not None:
        if state.issues_left <= 0:
            message = "the list of issues is full; revise_issue replaces one you submitted"
            return refusal("issues_exhausted", message)
        state.issues_left -= 1
    findings = _examined(state, action)
    state.sheet.issue(findings, state.steps, anchor_read=_anchor_read(state, findings))
    state.note_label("issue_labels", action.issue_id)
    return _received("Issue received.", action)


def _revise_issue(state: EpisodeState, action: ReviseIssue) -> Outcome:
    if not state.sheet.has_issue(action.issue_id):
        message = f"no issue was submitted under {shown(action.issue_id)}; submit_issue comes first"
        return refusal("never_submitted", message)
    findings = _examined(state, action)
    state.sheet.revise_issue(findings, state.steps, anchor_read=_anchor_read(state, findings))
    return _received("Issue replaced.", action)


def _examined(state: EpisodeState, action: SubmitIssue | ReviseIssue) -> IssueFindings:
    matter, stage = state.matter, state.stage
    return stage.examined(
        action,
        lambda: examine_issue(
            action, matter.record, matter.criteria, state.sheet.amounts, stage.instrument, stage.copied
        ),
    )


def _anchor_read(state: EpisodeState, findings: IssueFindings) -> bool:
    """Whether the agent has been shown the provision that the issue is about."""
    return findings.criterion is not None and findings.criterion.anchor in state.read


def _received(message: str, action: SubmitIssue | ReviseIssue) -> dict[str, Any]:
    if action.severity not in SEVERITIES:
        known = ", ".join(SEVERITIES)
        message += f" The severity {shown(action.severity)} is none of {known} and counts for nothing."
    return {"message": message, "issue_id": action.issue_id}


def _propose_redline(state: EpisodeState, action: ProposeRedline) -> Outcome:
    findings = _examined_redline(state, action)
    if isinstance(findings, Refusal):
        return findings
    state.sheet.redline(findings, state.steps)
    state.note_label("redline_labels", action.issue_id)
    return {"message": "Redline received.", "issue_id": action.issue_id}


def _revise_redline(state: EpisodeState, action: ReviseRedline) -> Outcome:
    findings = _examined_redline(state, action)
    if isinstance(findings, Refusal):
        return findings
    if not state.sheet.has_redline(findings.key):
        label = shown(action.issue_id)
        message = f"no redline was proposed under {label} for that provision; propose_redline comes first"
        return refusal("never_submitted", message)
    state.sheet.revise_redline(findings, state.steps)
    return {"message": "Redline replaced.", "issue_id": action.issue_id}


def _examined_redline(
    state: EpisodeState, action: ProposeRedline | ReviseRedline
) -> RedlineFindings | Refusal:
    target = target_of(action.document_id, action.section)
    if target is None or not state.matter.record.sections(target):
        where = shown(f"{action.document_id} §{action.section}")
        message = f"there is no provision {where} to amend; documents and sections are listed in `documents`"
        return refusal("unknown_provision", message)
    stage, criteria = state.stage, state.matter.criteria
    return stage.examined(
        action, lambda: RedlineFindings(action, target, criteria, stage.copied_into(target.document_id))
    )


# --- the end ---------------------------------------------------------------------------------------------


def end(state: EpisodeState, memo: MemoFindings | None) -> None:
    """The last entry of the sheet: the memo (None when the steps ran out without one) and the escalations owed."""
    sheet = state.sheet
    findings = settle_up(memo, state.matter.criteria, sheet.matched.keys(), sheet.raised.keys())
    sheet.final(findings, state.steps)


def _submit_final(state: EpisodeState, action: SubmitFinal) -> Outcome:
    stage, criteria = state.stage, state.matter.criteria
    end(state, stage.examined(action, lambda: examine_memo(action.summary, criteria, stage.copied)))
    state.terminated = True
    return _CLOSED


_CLOSED = FrozenDict({"message": "The memo is with your supervisor. The matter is closed."})
