"""Conformance for others: what the author of a matter or of a wrapper runs to know that it holds.

`check_matter` is for those who write matters, `check_env` for those who wrap the environment for a host. Both
raise `NonconformanceError`, whose `findings` say everything that does not hold.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

from .actions import ACTIONS
from .episode.episode import Episode
from .episode.replay import replay
from .matter.package import Matter, load_matter
from .problems import PlaybookError, UnusableInputError, one_line
from .text import normalize_text

OBSERVATION_KEYS = (
    "matter",
    "documents",
    "protocol",
    "action_schemas",
    "budgets",
    "learned_facts",
    "submitted_issue_ids",
    "submitted_redline_issue_ids",
    "submitted_escalation_topics",
    "last_result",
)
# A phrase of the key that is shorter than this stands in ordinary prose by chance.
_TELLING = 12


class NonconformanceError(PlaybookError):
    """Something does not hold. `findings` lists all of it, a line each."""

    def __init__(self, findings: Iterable[str]) -> None:
        self.findings: tuple[str, ...] = tuple(findings)
        super().__init__("; ".join(one_line(finding) for finding in self.findings))


class Environment(Protocol):
    """The face that `check_env` speaks to."""

    def reset(self, seed: int | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode."""

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take an action."""


def check_matter(path: str | Path, trajectories: Iterable[Iterable[object]] = ()) -> Matter:
    """The matter in the folder `path`, when it holds: it loads; every citation of its key resolves; every document
    can be read; an episode is the same twice; refusals change nothing; no score exceeds the maximum; and nothing
    of the key is seen before it is earned, on exploring actions and on each of `trajectories`.

    Raises `NonconformanceError` with everything that does not.
    """
    try:
        matter = load_matter(path)
    except UnusableInputError as error:
        raise NonconformanceError(str(problem) for problem in error.problems) from None
    findings = list(_unresolved(matter))
    findings += [
        f"document {document.id}: the section {token} stands there twice"
        for document in matter.record.documents
        for token in document.reused_tokens
    ]
    for name, actions in _named(matter, trajectories):
        findings += (f"{name}: {finding}" for finding in _episode_findings(matter, actions))
    if findings:
        raise NonconformanceError(findings)
    return matter


def _named(matter: Matter, trajectories: Iterable[Iterable[object]]) -> Iterator[tuple[str, list[Any]]]:
    yield "exploring", list(exploring_actions(matter))
    for number, trajectory in enumerate(trajectories, 1):
        yield f"trajectory {number}", list(trajectory)


def _unresolved(matter: Matter) -> Iterator[str]:
    for issue in matter.criteria.issues:
        for citation in (issue.anchor, *issue.required_citations):
            if not matter.record.sections(citation):
                yield f"issue {issue.id}: {citation} names no section"


def exploring_actions(matter: Matter) -> Iterator[dict[str, Any]]:
    """Actions of every kind, well-formed and not, that fit the step budget of `matter` and end the episode."""
    document = matter.record.documents[0]
    section = document.tokens[0]
    citation = f"{document.id} §{section}"
    issue = {"issue_id": "a", "title": "t", "severity": "low", "analysis": "a", "recommendation": "r"}
    redline = {"issue_id": "a", "document_id": document.id, "section": section}
    explored: list[dict[str, Any]] = [
        {"type": "read_document", "document_id": document.id, "section": section},
        {"type": "read_document", "document_id": "no such document"},
        {"type": "search_matter", "query": "agreement"},
        {"type": "ask_client", "question": "Is there anything else we should know?"},
        {"type": "escalate", "topic": "nothing", "reason": "to see what happens"},
        {"type": "submit_issue", **issue, "citations": [citation, "nowhere §0"]},
        {"type": "submit_issue", **issue, "citations": [citation]},
        {"type": "revise_issue", **issue, "citations": [citation]},
        {"type": "propose_redline", **redline, "replacement_text": "x", "rationale": "y"},
        {"type": "no such action"},
        {"type": "submit_issue", "title": None},
        {"type": "send_markup", **redline, "proposed_text": "x"},
        {"type": "accept_counterparty", "issue_id": "a"},
    ]
    yield from explored[: matter.manifest.constraints.maximum_steps - 1]
    yield {"type": "submit_final", "summary": "Nothing further."}


def _episode_findings(matter: Matter, actions: list[Any]) -> Iterator[str]:
    first, second = replay(matter, actions), replay(matter, actions)
    if _bytes(first) != _bytes(second):
        yield "the same actions gave two different episodes"
    result = first.result
    if result["raw_score"] > result["max_score"] or not 0 <= result["normalized_score"] <= 1:
        yield f"the score {result['raw_score']:g} is out of bounds (maximum {result['max_score']:g})"
    returned = sum(step.reward for step in first.steps)
    charged = sum(penalty["points"] for penalty in result["breakdown"]["protocol_penalties"])
    if abs(returned - charged - result["raw_score"]) > 1e-3:
        yield "the rewards do not add up to the score and the protocol penalties"
    yield from _leaks(matter, actions)
    yield from _changing_refusals(matter, actions)


def _bytes(value: Any) -> str:
    return json.dumps([[step.observation, step.reward, step.info] for step in value.steps] + [value.result])


def _leaks(matter: Matter, actions: list[Any]) -> Iterator[str]:
    """Texts of the key seen in an observation before they were earned, unless the paper or the agent said them."""
    episode = Episode(matter)
    first = episode.observation()
    public = _flat(
        [document.text for document in matter.record.documents],
        matter.files["matter.yaml"].source.text,
        first["protocol"],
        first["action_schemas"],
    )
    answers = {**matter.hidden.client_answers, **matter.hidden.escalation_answers}
    for action in actions:
        if episode.is_over:
            return
        episode.step(action)
        told = [answer for name, answer in answers.items() if name in episode.state.facts]
        said = _flat(episode.recorded_actions(), told, list(_delivered_offers(matter, episode)))
        seen = _flat(episode.observation())
        for what, text in _secrets(matter, episode):
            if text in seen and text not in public and text not in said:
                yield f"step {episode.state.steps}: {what} is seen before it is earned"


def _flat(*values: Any) -> str:
    """Everything said in JSON values, as one normalized text."""
    return normalize_text(json.dumps(values, ensure_ascii=False))


def _delivered_offers(matter: Matter, episode: Episode) -> Iterator[str]:
    """What the counterparty has said so far."""
    for name, point in episode.state.points.items():
        yield point.last_message
        position = matter.criteria.by_id[name].position
        for counter in position.written.counters[: point.counters_made] if position is not None else ():
            yield from (counter.message, counter.text)


def _secrets(matter: Matter, episode: Episode) -> Iterator[tuple[str, str]]:
    earned = episode.sheet.answered.keys() | episode.sheet.raised.keys()
    answers = {**matter.hidden.client_answers, **matter.hidden.escalation_answers}
    secrets = [(f"the answer {name}", answer) for name, answer in answers.items() if name not in earned]
    for issue in matter.criteria.issues:
        secrets += [
            (f"a concept of {issue.id}", phrase) for some in issue.concepts.alternatives for phrase in some
        ]
        secrets += [(f"a gate of {issue.id}", gate.written) for gate in issue.gates.each]
        point = episode.state.points.get(issue.id)
        counters = issue.position.written.counters if issue.position is not None else ()
        made = 0 if point is None else point.counters_made
        secrets += [(f"an unmade counter of {issue.id}", counter.text) for counter in counters[made:]]
    for what, text in secrets:
        normalized = normalize_text(json.dumps(text, ensure_ascii=False)[1:-1])
        if len(normalized) >= _TELLING:
            yield what, normalized


def _changing_refusals(matter: Matter, actions: list[Any]) -> Iterator[str]:
    """Whether an episode with refused actions put between the others scores differently from one without."""
    rubbish: list[Any] = [{"type": "no such action"}, None, {"type": "submit_issue", "title": 5}]
    room = matter.manifest.constraints.maximum_steps - len(actions)
    disturbed: list[Any] = []
    for at, action in enumerate(actions):
        if at < min(room, len(rubbish)):
            disturbed.append(rubbish[at])
        disturbed.append(action)
    plain, noisy = replay(matter, actions).result, replay(matter, disturbed).result
    if plain["raw_score"] != noisy["raw_score"]:
        yield "refused actions changed the score"


def check_env(env: Environment, *, result: Callable[[], dict[str, Any]] | None = None) -> None:
    """Raise `NonconformanceError` unless `env` (a wrapper, a client of a server) keeps the contract of the
    environment: five values of the right types, the observation keys, plain JSON, refusals instead of exceptions,
    the same answers twice, `RuntimeError` after the end. `result` gives the episode's result, when the host has
    one (default: `env.episode_result`, where it exists)."""
    findings: list[str] = []
    first = _play(env, findings)
    second = _play(env, findings)
    if first != second:
        findings.append("the same actions gave different answers in a second episode")
    try:
        env.step({"type": "search_matter", "query": "agreement"})
    except RuntimeError:
        pass
    else:
        findings.append("a step after the end of the episode was answered; RuntimeError is the contract")
    told = result if result is not None else getattr(env, "episode_result", None)
    if told is not None and not {"normalized_score", "critical_failure", "breakdown"} <= told().keys():
        findings.append("the result lacks normalized_score, critical_failure or breakdown")
    if findings:
        raise NonconformanceError(dict.fromkeys(findings))


def _play(env: Environment, findings: list[str]) -> list[str]:
    """The answers of a short episode as JSON texts; what does not hold is added to `findings`."""
    observation, info = env.reset(seed=3)
    answers = [json.dumps([observation, info], sort_keys=True)]
    findings += [f"the observation lacks {key}" for key in OBSERVATION_KEYS if key not in observation]
    if not observation.get("documents"):
        return answers
    document = observation["documents"][0]
    unknown = sorted(set(observation["action_schemas"]) - set(ACTIONS))
    findings += [f"the action {name} is published and not part of the contract" for name in unknown]
    terminated: Any = False
    actions: tuple[Any, ...] = (
        {"type": "read_document", "document_id": document["id"], "section": document["sections"][0]},
        {"type": "read_document", "document_id": document["id"]},
        None,
        {"type": "no such action"},
        {"type": "submit_issue", "title": 5},
        {"type": "submit_final", "summary": "Nothing further."},
    )
    for action in actions:
        kind = action["type"] if isinstance(action, dict) else "no object at all"
        try:
            step: Any = env.step(action)
        except Exception as error:  # noqa: BLE001 - whatever it is, it must not reach the caller
            findings.append(f"{kind}: {type(error).__name__} was raised; a refusal is the contract")
            continue
        if not isinstance(step, tuple) or len(step) != 5:
            findings.append(f"{kind}: a step gives observation, reward, terminated, truncated and info")
            continue
        observation, reward, terminated, truncated, info = step
        if (
            not isinstance(reward, float)
            or not isinstance(terminated, bool)
            or not isinstance(truncated, bool)
        ):
            findings.append(f"{kind}: reward, terminated and truncated are a float and two truth values")
        try:
            answers.append(json.dumps([observation, reward, terminated, truncated, info], sort_keys=True))
        except (TypeError, ValueError) as error:
            findings.append(f"{kind}: the answer is not plain JSON ({error})")
    if not terminated:
        findings.append("submit_final did not end the episode")
    return answers
