"""The face of `playbook play --pretty`: short forms in, readable text out."""

import sys
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

from ..episode.score_sheet import score_sheet
from ..sources import parse_json

_WIDTH = 96
_HELP = """\
docs                           the documents and their sections
read DOCUMENT [SECTION]        read a document or one section of it
search WORDS                   find sections that contain a phrase
ask QUESTION                   ask the client
escalate TOPIC: REASON         put a decision before your supervisor
issue, redline, markup         compose one, field by field
accept LABEL                   close a negotiated point on the counterparty's language
final                          compose the closing memo and end the episode
status                         budgets, what you learned and submitted
rules                          the rules of this matter
{"type": ...}                  any action as JSON
quit                           leave without a memo"""
_COMPOSED = {
    "issue": "submit_issue",
    "redline": "propose_redline",
    "markup": "send_markup",
    "final": "submit_final",
}


class PrettyFace:
    """An episode as a person plays it."""

    def __init__(self) -> None:
        self._seen: dict[str, Any] = {}

    def start(self, observation: dict[str, Any], info: dict[str, Any]) -> None:  # noqa: ARG002 - the face's shape
        """Who you are, what you are to do, what there is to read."""
        self._seen = observation
        matter = observation["matter"]
        _say(f"{matter['title']}\nYou act as: {matter['role']}\n")
        _say(textwrap.fill(matter["assignment"], _WIDTH) + "\n")
        _say("\n".join(_documents(observation)))
        _say("\nType `help` for the commands, `rules` for the rules.")

    def read(self, line: str) -> Any:
        """The action a line means, or None when it asked for something and was answered."""
        if line.startswith("{"):
            return parse_json(line)
        word, _, rest = line.partition(" ")
        word, rest = word.lower(), rest.strip()
        if word in ("quit", "exit"):
            raise EOFError
        if word in _COMPOSED:
            return _composed(_COMPOSED[word], self._seen)
        shown = _SHOWN.get(word)
        if shown is not None:
            _say("\n".join(shown(self._seen)))
            return None
        short = _SHORT.get(word)
        if short is None:
            raise ValueError(f"{word!r} is no command; type `help`")
        return short(rest)

    def wrong(self, message: str) -> None:
        """Say so."""
        _say(message)

    def answer(self, observation: dict[str, Any], reward: float, info: dict[str, Any], ended: str) -> None:  # noqa: ARG002 - a player is not told points
        """The answer to an action."""
        self._seen = observation
        _say("\n".join(_answer(observation, info)))

    def finish(self, result: dict[str, Any]) -> None:
        """The score sheet."""
        _say("\n" + "\n".join(score_sheet(result)))


def _say(text: str) -> None:
    sys.stdout.write(text.encode("utf-8", "replace").decode("utf-8") + "\n")
    sys.stdout.flush()


# --- what can be looked at -------------------------------------------------------------------------------


def _documents(observation: dict[str, Any]) -> Iterator[str]:
    for document in observation["documents"]:
        line = f"{document['id']}: {document['title']} ({' '.join(document['sections'])})"
        yield textwrap.fill(line, _WIDTH, initial_indent="  ", subsequent_indent="    ")


def _status(observation: dict[str, Any]) -> Iterator[str]:
    for name, left in observation["budgets"].items():
        yield f"  {name.replace('_', ' ')}: {left}"
    for name, fact in observation["learned_facts"].items():
        yield textwrap.fill(f"{name}: {fact}", _WIDTH, initial_indent="  ", subsequent_indent="    ")
    for key in ("submitted_issue_ids", "submitted_redline_issue_ids", "submitted_escalation_topics"):
        if observation[key]:
            yield f"  {key.replace('_', ' ')}: {', '.join(observation[key])}"
    for label, point in observation.get("negotiation", {}).items():
        yield f"  {label}: {point['status']}, {point['rounds_used']} rounds; last said: {point['last_message']}"


def _rules(observation: dict[str, Any]) -> Iterator[str]:
    for rule in observation["protocol"]["rules"]:
        yield textwrap.fill(rule, _WIDTH, initial_indent="- ", subsequent_indent="  ")


def _help(_: dict[str, Any]) -> Iterator[str]:
    yield _HELP


_SHOWN: dict[str, Callable[[dict[str, Any]], Iterator[str]]] = {
    "help": _help,
    "?": _help,
    "docs": _documents,
    "status": _status,
    "rules": _rules,
}


# --- short forms of actions ------------------------------------------------------------------------------


def _read(rest: str) -> dict[str, str]:
    words = rest.replace("§", " ").split()
    if not words or len(words) > 2:
        raise ValueError("it is `read DOCUMENT` or `read DOCUMENT SECTION`")
    action = {"type": "read_document", "document_id": words[0]}
    return action | {"section": words[1]} if len(words) == 2 else action


def _escalate(rest: str) -> dict[str, str]:
    topic, _, reason = rest.partition(":")
    return {"type": "escalate", "topic": topic.strip(), "reason": reason.strip()}


_SHORT: dict[str, Callable[[str], dict[str, str]]] = {
    "read": _read,
    "escalate": _escalate,
    "search": lambda rest: {"type": "search_matter", "query": rest},
    "ask": lambda rest: {"type": "ask_client", "question": rest},
    "accept": lambda rest: {"type": "accept_counterparty", "issue_id": rest},
}


def _composed(kind: str, observation: dict[str, Any]) -> dict[str, Any]:
    """An action asked for field by field."""
    schema = observation["action_schemas"].get(kind)
    if schema is None:
        raise ValueError(f"{kind} does not exist on this matter")
    action: dict[str, Any] = {"type": kind}
    for name, field in schema["properties"].items():
        if name in ("type", "call_id"):
            continue
        _say(f"  {name}: {field['description']}")
        if name == "quotes":
            action[name] = list(_quotes())
        elif field["type"] == "array":
            action[name] = [part.strip() for part in _asked("(separate by ;) ").split(";") if part.strip()]
        else:
            action[name] = _asked("")
    return action


def _quotes() -> Iterator[dict[str, str]]:
    while citation := _asked("citation (empty to go on): ").strip():
        yield {"citation": citation, "text": _asked("text: ")}


def _asked(prompt: str) -> str:
    sys.stdout.write(f"    {prompt}")
    sys.stdout.flush()
    raw = sys.stdin.buffer.readline()
    if not raw:
        raise EOFError
    return raw.decode("utf-8", "surrogateescape").rstrip("\r\n")


# --- answers ---------------------------------------------------------------------------------------------


def _answer(observation: dict[str, Any], info: dict[str, Any]) -> Iterator[str]:
    last = observation["last_result"]
    if "error" in last:
        yield textwrap.fill(f"Refused: {last['error']}", _WIDTH)
    elif "content" in last:
        yield last["content"]
    elif "hits" in last:
        yield f"{last['hit_count']} sections"
        for hit in last["hits"]:
            yield f"  {hit['document_id']} §{hit['section']}: {hit['snippet']}"
    else:
        for key, value in last.items():
            if key not in ("question", "topic", "issue_id", "notice"):
                yield textwrap.fill(f"{key.replace('_', ' ')}: {value}", _WIDTH)
    if "notice" in last:
        yield last["notice"]
    if info.get("ignored_fields"):
        yield f"(ignored: {', '.join(info['ignored_fields'])})"
    yield f"({observation['budgets']['steps_remaining']} steps left)"
