"""Behaviours as rows of a table: what is done on the small matter, and what must come of it.

A row changes the matter by naming keys of its files (`"issues.0.base_points": 2`), sends actions, and states every
reward. `assert_holds` plays a row and also checks what must hold on each: that the rewards add up to the score
and the protocol penalties, that the score is the raw score over its maximum, clamped and capped, and that `score`
and `replay` give what the environment gave.
"""

import copy
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from playbook_legal import Matter, PlaybookEnv, load_matter, replay, score
from playbook_legal.problems import UnusableInputError

from .small_matter import COUNTERPARTY, HIDDEN_FACTS, MANIFEST, RUBRIC, write_small_matter

Edits = Mapping[str, Any]
Action = dict[str, Any]

UNCHANGED: Edits = MappingProxyType({})

DROPPED = "<dropped>"  # in edits: the key is taken out
ABSENT = "<absent>"  # in expectations: there is no such key


class Case(NamedTuple):
    """A row. `then` gives expected values by path into what `play` returns; a value that is a `Holding` must be
    contained in what is found. Edits are keyed by path into the file; `counterparty=None` leaves that file out."""

    name: str
    actions: Sequence[Any]
    rewards: Sequence[float]
    then: Mapping[str, Any] = MappingProxyType({})
    rubric: Edits = UNCHANGED
    manifest: Edits = UNCHANGED
    hidden_facts: Edits = UNCHANGED
    counterparty: Edits | None = UNCHANGED
    documents: Mapping[str, str] | None = None

    @property
    def matter(self) -> Matter:
        return small_matter(
            rubric=self.rubric,
            manifest=self.manifest,
            hidden_facts=self.hidden_facts,
            counterparty=self.counterparty,
            documents=self.documents,
        )


class Holding(str):
    """A text, or an item of a list, that must be found in the value."""

    __slots__ = ()


def parametrized(*tables: Sequence[Case]) -> pytest.MarkDecorator:
    """The rows of the tables as parameters, each called by its sentence."""
    rows = [case for table in tables for case in table]
    return pytest.mark.parametrize("case", rows, ids=[case.name for case in rows])


# --- the matter -------------------------------------------------------------------------------------------


def edited(base: Mapping[str, Any], edits: Edits) -> dict[str, Any]:
    """A copy of `base` with the values at the dotted paths of `edits` replaced."""
    changed = copy.deepcopy(dict(base))
    for path, value in edits.items():
        *above, last = path.split(".")
        place: Any = changed
        for key in above:
            place = place[int(key)] if isinstance(place, list) else place.setdefault(key, {})
        if value == DROPPED:
            del place[last]
        elif isinstance(place, list):
            place[int(last)] = value
        else:
            place[last] = value
    return changed


def small_matter(
    *,
    rubric: Edits = UNCHANGED,
    manifest: Edits = UNCHANGED,
    hidden_facts: Edits = UNCHANGED,
    counterparty: Edits | None = UNCHANGED,
    documents: Mapping[str, str] | None = None,
) -> Matter:
    """The small matter with edits, loaded; the same edits give the same matter."""
    files = {
        "rubric": edited(RUBRIC, rubric),
        "manifest": edited(MANIFEST, manifest),
        "hidden_facts": edited(HIDDEN_FACTS, hidden_facts),
        "counterparty": None if counterparty is None else edited(COUNTERPARTY, counterparty),
        "documents": documents,
    }
    return _loaded(json.dumps(files))


@cache
def _loaded(files: str) -> Matter:
    with TemporaryDirectory() as folder:
        return load_matter(write_small_matter(Path(folder) / "small_001", **json.loads(files)))


# --- playing ----------------------------------------------------------------------------------------------


def play(matter: Matter, actions: Sequence[Any]) -> tuple[list[float], dict[str, Any]]:
    """The rewards, and what is seen at the end: `seen` (last observation), `info`, `result`, `told` (the breakdown),
    `events` and their `kinds`, `env`."""
    env = PlaybookEnv(matter)
    seen, info = env.reset()
    rewards = []
    for action in actions:
        seen, reward, _, _, info = env.step(action)
        rewards.append(reward)
    result = env.episode_result()
    events = result["breakdown"]["reward_events"]
    end = {
        "seen": seen,
        "info": info,
        "result": result,
        "told": result["breakdown"],
        "events": events,
        "kinds": [event["type"] for event in events],
    }
    return rewards, end


def found(value: Any, path: str) -> Any:
    """What stands in `value` at a dotted path; `ABSENT` where nothing does."""
    for key in path.split("."):
        try:
            value = value[int(key)] if isinstance(value, list) else value[key]
        except (KeyError, IndexError):
            return ABSENT
    return value


def assert_holds(case: Case) -> None:
    matter = case.matter
    rewards, end = play(matter, case.actions)
    assert rewards == pytest.approx(list(case.rewards), abs=1e-9)
    for path, expected in case.then.items():
        actual = found(end, path)
        if isinstance(expected, Holding):
            assert expected in actual, path
        else:
            assert actual == expected, path
    assert_sums_agree(rewards, end["result"], float(matter.rubric.critical_failure_score_cap))
    assert json.loads(json.dumps(end["seen"])) == end["seen"]
    assert score(matter, case.actions) == end["result"]
    assert [step.reward for step in replay(matter, case.actions).steps] == rewards


def assert_sums_agree(rewards: Sequence[float], result: Mapping[str, Any], cap: float) -> None:
    """Return and score reconciled, from the numbers of the result alone."""
    told = result["breakdown"]
    rounding = 5e-5
    penalties = sum(penalty["points"] for penalty in told["protocol_penalties"])
    assert sum(rewards) == pytest.approx(result["raw_score"] + penalties, abs=2 * rounding)
    entries = [event["points"] for event in told["reward_events"]]
    assert sum(entries) == pytest.approx(result["raw_score"], abs=rounding * (len(entries) + 1))
    share = min(max(result["raw_score"] / result["max_score"], 0.0), 1.0)
    share = min(share, cap) if result["critical_failure"] else share
    assert result["normalized_score"] == pytest.approx(share, abs=1e-4)


def assert_one_problem(caught: UnusableInputError, file_name: str, said: str) -> None:
    """A single problem of the file, with its place: `said` stands in its message or in the lines it points at."""
    (problem,) = caught.problems
    assert problem.path.endswith(file_name)
    assert problem.line > 0
    assert problem.column > 0
    lines = Path(problem.path).read_text(encoding="utf-8").split("\n")
    assert said in "\n".join([problem.message, *lines[max(0, problem.line - 2) : problem.line]])


# --- actions ----------------------------------------------------------------------------------------------


def issue(
    *citations: str,
    label: str = "point",
    severity: str = "low",
    title: str = "A point",
    analysis: str = "It matters.",
    recommendation: str = "Change it.",
    quotes: Sequence[tuple[str, str]] = (),
    revise: bool = False,
) -> Action:
    """An issue that says nothing to the purpose, unless told to. `quotes` are (citation, text)."""
    action: Action = {
        "type": "revise_issue" if revise else "submit_issue",
        "issue_id": label,
        "title": title,
        "severity": severity,
        "citations": list(citations),
        "analysis": analysis,
        "recommendation": recommendation,
    }
    if quotes:
        action["quotes"] = [{"citation": citation, "text": text} for citation, text in quotes]
    return action


def redline(
    document_id: str = "msa",
    section: str = "4.2",
    text: str = "Other language.",
    *,
    label: str = "point",
    revise: bool = False,
) -> Action:
    return {
        "type": "revise_redline" if revise else "propose_redline",
        "issue_id": label,
        "document_id": document_id,
        "section": section,
        "replacement_text": text,
        "rationale": "It is needed.",
    }


def markup(section: str, text: str = "Other language.", *, label: str = "point") -> Action:
    return {
        "type": "send_markup",
        "issue_id": label,
        "document_id": "msa",
        "section": section,
        "proposed_text": text,
    }


def accept(label: str = "point") -> Action:
    return {"type": "accept_counterparty", "issue_id": label}


def ask(question: str) -> Action:
    return {"type": "ask_client", "question": question}


def escalate(topic: str, reason: str = "It exceeds my authority.") -> Action:
    return {"type": "escalate", "topic": topic, "reason": reason}


def read(document_id: str, section: str | None = None) -> Action:
    action = {"type": "read_document", "document_id": document_id}
    return action if section is None else {**action, "section": section}


def search(query: str) -> Action:
    return {"type": "search_matter", "query": query}


def finish(summary: str = "Done.") -> Action:
    return {"type": "submit_final", "summary": summary}


def without(action: Action, field: str) -> Action:
    return {key: value for key, value in action.items() if key != field}
