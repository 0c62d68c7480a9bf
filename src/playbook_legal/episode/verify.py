"""Does a trace still say what an episode is? Play it again and name the first difference."""

from typing import Any

import msgspec

from ..matter.package import Matter
from ..problems import shown
from ..scoring.version import INSTRUMENT_VERSION
from ..text import normalize_text
from .replay import Replay, ReplayedStep, replay
from .trace import Trace, as_kept, long_form

# Another implementation may have rounded what it wrote; ours must agree to the last digit.
_FOREIGN_TOLERANCE = 5e-5
_RESULT_KEYS = (
    "matter_id",
    "raw_score",
    "max_score",
    "normalized_score",
    "critical_failure",
    "terminated",
    "truncated",
    "steps",
)
_BREAKDOWN_KEYS = (
    "asked_questions",
    "questions_asked_total",
    "raised_escalations",
    "escalations_total",
    "matched_issues",
    "matched_redlines",
    "settled_issues",
    "valid_citation_count",
)


class Verification(msgspec.Struct, frozen=True):
    """What came of a replay: the first `difference` (None when there is none), `notes` about where the trace comes
    from, and the result of the replay."""

    difference: str | None
    notes: tuple[str, ...]
    result: dict[str, Any]


def verify_trace(trace: Trace, matter: Matter) -> Verification:
    """`trace` played again on `matter`."""
    played = replay(matter, trace.actions, closed=trace.is_closed)
    return Verification(_difference(trace, matter, played), _notes(trace, matter), played.result)


def _notes(trace: Trace, matter: Matter) -> tuple[str, ...]:
    header = trace.header
    if header is None:
        return ("the trace was written by another implementation; wording is not compared",)
    notes: list[str] = []
    if trace.result is None:
        notes.append(
            "the trace ends without a result; it was never finished, and only its steps are compared"
        )
    if header.content_hash != matter.content_hash:
        notes.append("the matter has changed since the trace was written (its content hash differs)")
    if header.instrument_version != INSTRUMENT_VERSION:
        notes.append(
            f"the trace was scored by instrument {header.instrument_version}; this is instrument {INSTRUMENT_VERSION}"
        )
    return tuple(notes)


def _difference(trace: Trace, matter: Matter, played: Replay) -> str | None:
    if trace.matter_id != matter.id:
        return f"the trace is of the matter {shown(trace.matter_id)}, and {shown(matter.id)} was played"
    foreign = trace.header is None
    for number, (recorded, step) in enumerate(zip(trace.steps, played.steps, strict=False), 1):
        if not _same_number(recorded.reward, step.reward, foreign=foreign):
            return f"step {number} ({_kind(step)}): the reward is {step.reward!r}, and {recorded.reward!r} was recorded"
        if foreign and trace.events is not None:
            difference = _foreign_step(trace.events[number - 1], step)
            if difference is not None:
                return f"step {number} ({_kind(step)}): {difference}"
    if played.unplayed:
        at = len(played.steps)
        return f"step {at + 1}: the episode is over after step {at}, and {played.unplayed} more were recorded"
    if not foreign and trace.events is not None:
        difference = _first_path(_recorded_long(trace), _plain(long_form(trace, matter)))
        if difference is not None:
            return difference
    if trace.result is None:
        return None
    found = played.result if foreign else as_kept(played.result)
    return _result_difference(trace.result, found, foreign=foreign)


def _kind(step: ReplayedStep) -> str:
    return str(step.info["action"] or "unknown action")


def _same_number(recorded: object, found: object, *, foreign: bool) -> bool:
    if isinstance(recorded, int | float) and isinstance(found, int | float):
        return abs(recorded - found) <= (_FOREIGN_TOLERANCE if foreign else 0)
    return recorded == found


def _recorded_long(trace: Trace) -> dict[str, Any]:
    return {"initial_observation": trace.initial_observation, "events": list(trace.events or ())}


def _plain(value: dict[str, Any]) -> dict[str, Any]:
    return {"initial_observation": value["initial_observation"], "events": value["events"]}


def _first_path(recorded: Any, found: Any, path: str = "") -> str | None:
    """Where two JSON values first differ, or None."""
    if isinstance(recorded, dict) and isinstance(found, dict):
        for key in sorted(recorded.keys() ^ found.keys()):
            return f"{path}.{key}".lstrip(".") + (
                " was not recorded" if key in found else " is not there any more"
            )
        for key in found:
            inner = _first_path(recorded[key], found[key], f"{path}.{key}")
            if inner is not None:
                return inner
        return None
    if isinstance(recorded, list) and isinstance(found, list):
        for at, (one, other) in enumerate(zip(recorded, found, strict=False)):
            inner = _first_path(one, other, f"{path}[{at}]")
            if inner is not None:
                return inner
        if len(recorded) != len(found):
            return f"{path.lstrip('.')} has {len(found)} entries, and {len(recorded)} were recorded"
        return None
    if recorded != found:
        return f"{path.lstrip('.')} is {shown(found)}, and {shown(recorded)} was recorded"
    return None


def _foreign_step(event: dict[str, Any], step: ReplayedStep) -> str | None:
    """Flags, budgets, ids and document content of another implementation's step against ours; not its wording."""
    for flag in ("terminated", "truncated"):
        if flag in event and bool(event[flag]) != getattr(step, flag):
            return f"`{flag}` is {getattr(step, flag)}, and {event[flag]} was recorded"
    observation = event.get("observation")
    if not isinstance(observation, dict):
        return None
    ours = step.observation
    for key in (
        "budgets",
        "submitted_issue_ids",
        "submitted_redline_issue_ids",
        "submitted_escalation_topics",
    ):
        recorded = observation.get(key)
        if isinstance(recorded, dict) and isinstance(ours[key], dict):
            for name in sorted(recorded.keys() & ours[key].keys()):
                if recorded[name] != ours[key][name]:
                    return f"{name} is {ours[key][name]}, and {shown(recorded[name])} was recorded"
        elif key in observation and recorded != ours[key]:
            return f"{key} is {list(ours[key])}, and {shown(recorded)} was recorded"
    learned = observation.get("learned_facts")
    if isinstance(learned, dict) and learned.keys() != ours["learned_facts"].keys():
        return f"learned_facts has {sorted(ours['learned_facts'])}, and {sorted(learned)} was recorded"
    last = observation.get("last_result")
    content = last.get("content") if isinstance(last, dict) else None
    if isinstance(content, str) and normalize_text(content) != normalize_text(
        str(ours["last_result"].get("content", ""))
    ):
        return "the document content differs from what was recorded"
    return None


def _result_difference(recorded: dict[str, Any], found: dict[str, Any], *, foreign: bool) -> str | None:
    if not foreign:
        difference = _first_path(recorded, found)
        return None if difference is None else f"result: {difference}"
    for key in _RESULT_KEYS:
        if key in recorded and not _same_number(recorded[key], found[key], foreign=foreign):
            return f"result: {key} is {found[key]}, and {shown(recorded[key])} was recorded"
    breakdown = recorded.get("breakdown")
    if isinstance(breakdown, dict):
        for key in _BREAKDOWN_KEYS:
            if key in breakdown and breakdown[key] != found["breakdown"][key]:
                return f"result: {key} is {found['breakdown'][key]}, and {breakdown[key]} was recorded"
    return None
