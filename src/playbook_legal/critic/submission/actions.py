"""Submissions in the form of an action file: one JSON object a line, as an episode takes them.

Issues, redlines, markups, acceptances and the final summary are reviewed; reading, searching, asking and
escalating are not work product. A `revise_*` action replaces the version it revises, as in scoring, and only
where the environment would take it: complete, of something submitted, before the first `submit_final`. A label
used again by a second `submit_*` or `propose_*` is a second submission; both are reviewed. A submission that
the environment would refuse for want of a field is reviewed all the same.
"""

from typing import Any

import msgspec

from ...actions import (
    ACTIONS,
    Action,
    Malformed,
    ProposeRedline,
    ReviseIssue,
    ReviseRedline,
    SubmitFinal,
    SubmitIssue,
    read_action,
)
from ...problems import one_line, shown
from ...sources.jsonl import JsonLine
from .items import Item, Kind, Standing, Submission
from .reading import Reading, item_of, known_keys

_WORK: dict[str, Kind] = {
    "submit_issue": "issue",
    "revise_issue": "issue",
    "propose_redline": "redline",
    "revise_redline": "redline",
    "send_markup": "markup",
    "accept_counterparty": "acceptance",
    "submit_final": "summary",
}


def is_action(value: object) -> bool:
    """Whether a JSON value is an action of the environment, complete or not."""
    return isinstance(value, dict) and isinstance(name := value.get("type"), str) and name in ACTIONS


def read_actions(name: str, sha256: str, lines: list[JsonLine]) -> Submission:
    """The submission in the lines of an action file; `UnusableInputError` lists the lines that are none."""
    reading = Reading(name)
    work = _Work(reading)
    for line in lines:
        reading.line = line.line
        reading.check_text(line.value)
        if not is_action(line.value):
            reading.note("", _no_action(line.value))
        elif line.value["type"] in _WORK:
            work.take(line.value)
    reading.raise_any()
    return Submission(
        format="actions-jsonl",
        sha256=sha256,
        items=tuple(work.items),
        not_read=reading.passed_over(),
        revised=work.revised,
    )


def _no_action(value: object) -> str:
    if not isinstance(value, dict):
        return f"{shown(value)} stands here; an action is a JSON object with a `type`"
    said = f"the type {shown(value['type'])} is no action" if "type" in value else "the object has no `type`"
    return f"{said}; the actions are {', '.join(ACTIONS)}"


class _Work:
    """The items so far, and what the environment would hold of them."""

    def __init__(self, reading: Reading) -> None:
        self.items: list[Item] = []
        self.revised = 0
        self._reading = reading
        self._issues: dict[str, int] = {}  # label → the item that a revision replaces
        self._redlines: dict[tuple[str, str, str], int] = {}
        self._delivered: dict[str, dict[str, Any]] = {}  # by call_id
        self._closed_in = 0  # line of the first submit_final

    def take(self, value: dict[str, Any]) -> None:
        """Add the item of one action, or put it in the place of what it revises."""
        call_id = value.get("call_id")
        if isinstance(call_id, str):
            if self._delivered.get(call_id) == value:
                return  # the same action delivered again, which changes nothing
            self._delivered[call_id] = value
        item = _item(self._reading, value)
        if self._closed_in:
            reason = f"the matter was closed by the submit_final of line {self._closed_in}"
            self._add(item, Standing("never_delivered", reason))
            return
        taken, _ = read_action({key: part for key, part in value.items() if key != "call_id"})
        if not isinstance(taken, Malformed):
            self._deliver(item, taken.action)
        elif value["type"].startswith("revise_"):
            self._add(item, Standing("revision_not_taken", one_line(taken.message, 300)))
        else:
            self._add(item)

    def _add(self, item: Item, standing: Standing | None = None) -> None:
        self.items.append(item if standing is None else msgspec.structs.replace(item, standing=standing))

    def _deliver(self, item: Item, action: Action) -> None:
        match action:
            case ReviseIssue():
                self._replace(item, self._issues.get(action.issue_id), "issue")
                return
            case ReviseRedline():
                key = (action.issue_id, action.document_id, action.section)
                self._replace(item, self._redlines.get(key), "redline of this provision")
                return
            case SubmitIssue():
                self._issues.setdefault(action.issue_id, len(self.items))
            case ProposeRedline():
                self._redlines.setdefault(
                    (action.issue_id, action.document_id, action.section), len(self.items)
                )
            case SubmitFinal():
                self._closed_in = self._reading.line
            case _:  # a markup or an acceptance
                pass
        self._add(item)

    def _replace(self, item: Item, at: int | None, what: str) -> None:
        if at is None:
            reason = f"no {what} was submitted under {shown(item.label)}; there is nothing to revise"
            self._add(item, Standing("revision_not_taken", reason))
        else:
            self.items[at] = item
            self.revised += 1


def _item(reading: Reading, value: dict[str, Any]) -> Item:
    kind = _WORK[value["type"]]
    place = f"line {reading.line}"
    if kind == "summary":
        reading.check_keys(value, ("type", "call_id", "summary"), place)
        return Item(kind=kind, label="summary", place=place, summary=reading.text(value, "summary", place))
    reading.check_keys(value, ("type", "call_id", *known_keys(kind)), place)
    return item_of(reading, value, kind, place, alone=True)
