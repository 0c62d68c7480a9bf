"""Traces: what an episode was, on disk.

The compact form is JSON lines: a header, one line for each action with its reward, the result. Every
observation can be rebuilt from it by replay. The long form is one JSON object that spells them all out.
"""

import json
import os
import threading
from pathlib import Path
from typing import Any, Self

import msgspec

from .. import __version__
from ..actions import action_json
from ..matter.package import Matter
from ..problems import Problem, UnusableInputError, shown
from ..scoring.version import INSTRUMENT_VERSION
from ..sources import Source, parse_json, read_json_lines, read_source
from .episode import Episode
from .replay import replay
from .result import episode_result

FORMAT = "playbook.trace.v1"


class Header(msgspec.Struct, frozen=True):
    """Where a trace comes from. `content_hash` is of the matter package."""

    trace: str
    package_version: str
    instrument_version: str
    matter_id: str
    content_hash: str
    seed: int | None


class Step(msgspec.Struct, frozen=True):
    """An action as recorded (typed, or as it was read from a file), and the reward it earned."""

    action: Any
    reward: float


class Trace(msgspec.Struct, frozen=True):
    """An episode on disk. `header` is None for a trace of another implementation. `events` are the long form's
    (None for a compact trace). `unfinished` traces end without a result."""

    matter_id: str
    seed: Any
    header: Header | None
    steps: tuple[Step, ...]
    result: dict[str, Any] | None
    events: tuple[dict[str, Any], ...] | None = None
    initial_observation: dict[str, Any] | None = None

    @classmethod
    def of(cls, episode: Episode, seed: int | None) -> Self:
        """The trace of an episode as it stands."""
        matter = episode.matter
        header = Header(FORMAT, __version__, INSTRUMENT_VERSION, matter.id, matter.content_hash, seed)
        steps = map(Step, episode.actions, episode.rewards)
        return cls(matter.id, seed, header, tuple(steps), episode_result(episode, details=False))

    @property
    def actions(self) -> list[Any]:
        """The actions, fit for `replay`."""
        return [action_json(step.action) for step in self.steps]

    @property
    def is_closed(self) -> bool:
        """Whether the record ends without a memo: the steps ran out, or its agent left (`replay(…, closed=True)`)."""
        return self.result is not None and self.result.get("truncated") is True


# --- writing ---------------------------------------------------------------------------------------------


def compact_lines(trace: Trace) -> list[bytes]:
    """The compact form, line by line, without line ends."""
    lines = [json_bytes(trace.header)]
    for number, step in enumerate(trace.steps, 1):
        lines.append(json_bytes({"step": number, "action": step.action, "reward": step.reward}))
    lines.append(json_bytes({"result": trace.result}))
    return lines


def as_kept(result: dict[str, Any]) -> dict[str, Any]:
    """A result as traces keep it: its events without the reasons, which a replay gives again."""
    breakdown = result["breakdown"]
    events = [
        {
            key: event[key]
            for key in ("type", "criterion", "points", "step", "revised_at_step")
            if key in event
        }
        | ({"critical_failures": event["critical_failures"]} if "critical_failures" in event else {})
        for event in breakdown["reward_events"]
    ]
    return {**result, "breakdown": {**breakdown, "reward_events": events}}


def long_form(trace: Trace, matter: Matter) -> dict[str, Any]:
    """The long form, every observation rebuilt by replay."""
    played = replay(matter, trace.actions, closed=trace.is_closed)
    return {
        "matter": trace.matter_id,
        "seed": trace.seed,
        "header": msgspec.to_builtins(trace.header),
        "initial_observation": played.initial_observation,
        "events": [
            {
                "step": number,
                "action": action_json(recorded.action),
                "observation": step.observation,
                "reward": step.reward,
                "terminated": step.terminated,
                "truncated": step.truncated,
                "info": step.info,
            }
            for number, (recorded, step) in enumerate(zip(trace.steps, played.steps, strict=False), 1)
        ],
        "result": as_kept(played.result),
    }


def write_trace(trace: Trace, path: Path, long_for: Matter | None = None) -> None:
    """Write the compact form to `path`, or the long one when the matter to rebuild it from is given. The file is
    there wholly or not at all."""
    body = b"\n".join(compact_lines(trace)) if long_for is None else json_bytes(long_form(trace, long_for))
    write_whole(path, body + b"\n")


def write_whole(path: Path, body: bytes) -> None:
    """Write a file so that it appears only when complete. Raises `OSError` when it cannot be written."""
    temporary = path.with_name(f".{path.name[:40]}.{os.getpid()}.{threading.get_ident()}.part")
    try:
        with temporary.open("wb") as opened:
            opened.write(body)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def json_bytes(value: Any) -> bytes:
    """`value` as compact JSON; lone surrogates, which UTF-8 cannot carry, as escapes."""
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        plain = msgspec.to_builtins(value)
        return json.dumps(plain, ensure_ascii=True, separators=(",", ":")).encode("ascii")


# --- reading ---------------------------------------------------------------------------------------------


def read_trace(path: Path) -> Trace:
    """The trace in the file at `path`, either form; raises `UnusableInputError` when it is none."""
    source = read_source(path)
    first = source.text.lstrip().partition("\n")[0]
    try:
        head = parse_json(first)
    except ValueError:
        head = None
    if isinstance(head, dict) and "trace" in head:
        return _compact(source, head)
    return _long(source)


def _unusable(source: Source, line: int, message: str) -> UnusableInputError:
    return UnusableInputError([Problem(source.name, line, 1 if line else 0, "trace", message)])


def _compact(source: Source, head: dict[str, Any]) -> Trace:
    if head["trace"] != FORMAT:
        raise _unusable(source, 1, f"the format is {shown(head['trace'])}; {FORMAT} is read here")
    try:
        header = msgspec.convert(head, Header)
    except msgspec.ValidationError as error:
        raise _unusable(source, 1, f"the header is not complete: {error}") from None
    steps: list[Step] = []
    result: dict[str, Any] | None = None
    for entry in read_json_lines(source)[1:]:
        value = entry.value
        if result is not None:
            raise _unusable(
                source, entry.line, "the result is the last line of a trace; more stands behind it"
            )
        if isinstance(value, dict) and isinstance(value.get("result"), dict):
            result = value["result"]
        elif isinstance(value, dict) and "action" in value and _is_number(value.get("reward")):
            if value.get("step") != len(steps) + 1:
                message = f"step {shown(value.get('step'))} stands where step {len(steps) + 1} belongs"
                raise _unusable(source, entry.line, message)
            steps.append(Step(value["action"], float(value["reward"])))
        else:
            raise _unusable(
                source, entry.line, "a line of a trace holds step, action and reward, or the result"
            )
    return Trace(header.matter_id, header.seed, header, tuple(steps), result)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _long(source: Source) -> Trace:
    try:
        value = parse_json(source.text)
    except ValueError as error:
        raise _unusable(source, 0, f"this is no trace: {error}") from None
    if not isinstance(value, dict) or not isinstance(value.get("events"), list):
        raise _unusable(
            source, 0, f"this is no trace: neither a header of {FORMAT} nor a list of `events` is in it"
        )
    matter_id = value.get("matter")
    if isinstance(matter_id, dict):
        matter_id = matter_id.get("matter_id")
    if not isinstance(matter_id, str):
        raise _unusable(source, 0, "`matter` must name the matter by its id")
    steps: list[Step] = []
    for number, event in enumerate(value["events"], 1):
        if not isinstance(event, dict) or "action" not in event or not _is_number(event.get("reward")):
            raise _unusable(source, 0, f"event {number} holds no action with its reward")
        steps.append(Step(event["action"], float(event["reward"])))
    header = None
    if isinstance(value.get("header"), dict) and value["header"].get("trace") == FORMAT:
        try:
            header = msgspec.convert(value["header"], Header)
        except msgspec.ValidationError as error:
            raise _unusable(source, 0, f"the header is not complete: {error}") from None
    result, initial = value.get("result"), value.get("initial_observation")
    return Trace(
        matter_id,
        value.get("seed"),
        header,
        tuple(steps),
        result if isinstance(result, dict) else None,
        tuple(value["events"]),
        initial if isinstance(initial, dict) else None,
    )
