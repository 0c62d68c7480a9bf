"""Records of training data. Every record carries the canary of its matter, and enough to find its episode again."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from ...matter.package import Matter
from ..conversation import compact, system_prompt, tools_of
from ..parquet import Column
from .chat import tool_call
from .selecting import Candidate, Filters, passes, split_of

Record: TypeAlias = dict[str, Any]

_MESSAGES = (
    'STRUCT(role VARCHAR, content VARCHAR, tool_calls STRUCT(id VARCHAR, "type" VARCHAR, "function" '
    "STRUCT(name VARCHAR, arguments VARCHAR))[], tool_call_id VARCHAR, weight DOUBLE)[]"
)


def _matter_fields(matter: Matter) -> Record:
    return {
        "matter_id": matter.id,
        "content_hash": matter.content_hash,
        "split": split_of(matter) or None,
        "canary": matter.manifest.canary,
    }


def _episode_fields(candidate: Candidate) -> Record:
    key = candidate.note.key
    return {
        "agent": key.agent,
        "fingerprint": key.fingerprint,
        "seed": key.seed,
        "repeat": key.repeat,
        "ending": candidate.note.ending,
        "score": candidate.score,
        "critical_failure": candidate.is_critical,
    }


_OF_MATTER = tuple(Column(name, "text") for name in ("matter_id", "content_hash", "split", "canary"))
_OF_EPISODE = (
    Column("agent", "text"),
    Column("fingerprint", "text"),
    Column("seed", "integer"),
    Column("repeat", "integer"),
    Column("ending", "text"),
    Column("score", "number"),
    Column("critical_failure", "truth"),
)
# In Parquet, JSON that has no one shape is a text.
AS_TEXT = ("tools", "observation", "action")
COLUMNS: dict[str, tuple[Column, ...]] = {
    "sft": (
        Column("record", "text"),
        *_OF_MATTER,
        *_OF_EPISODE,
        Column("messages", "nested", _MESSAGES),
        Column("tools", "text"),
    ),
    "dpo": (
        Column("record", "text"),
        *_OF_MATTER,
        *(Column(f"{side}_{one.name}", one.kind) for side in ("chosen", "rejected") for one in _OF_EPISODE),
        Column("prompt", "nested", _MESSAGES),
        Column("chosen", "nested", _MESSAGES),
        Column("rejected", "nested", _MESSAGES),
        Column("tools", "text"),
    ),
    "steps": (
        Column("record", "text"),
        *_OF_MATTER,
        *_OF_EPISODE,
        Column("step", "integer"),
        Column("system", "text"),
        Column("observation", "text"),
        Column("action", "text"),
        Column("reward", "number"),
        Column("terminated", "truth"),
        Column("truncated", "truth"),
        Column("refused", "truth"),
    ),
}


def sft_records(candidates: Sequence[Candidate], filters: Filters) -> Iterator[Record]:
    """A record for each episode that passes the filters: the whole chat."""
    for candidate in candidates:
        if passes(candidate, filters):
            yield {
                "record": "playbook.sft.v1",
                **_matter_fields(candidate.matter),
                **_episode_fields(candidate),
                "messages": candidate.before + candidate.after,
                "tools": tools_of(candidate.matter),
            }


def dpo_records(
    candidates: Sequence[Candidate], filters: Filters, *, pairs: int, margin: float
) -> Iterator[Record]:
    """For each matter, the best episode that passes the filters with the worst there is, the second best with the
    second worst, up to `pairs`, as long as their scores lie more than `margin` apart."""
    by_matter: dict[tuple[str, str], list[Candidate]] = {}
    for candidate in candidates:
        key = candidate.note.key
        by_matter.setdefault((key.matter_id, key.content_hash), []).append(candidate)
    for group in by_matter.values():
        # Sorting keeps the order of the run among equals, from either end.
        better = sorted((one for one in group if passes(one, filters)), key=lambda one: -one.score)
        worse = sorted(group, key=lambda one: one.score)
        for chosen, rejected in zip(better[:pairs], worse[:pairs], strict=False):
            if chosen.score - rejected.score <= margin:
                break
            yield {
                "record": "playbook.dpo.v1",
                **_matter_fields(chosen.matter),
                **{f"chosen_{name}": value for name, value in _episode_fields(chosen).items()},
                **{f"rejected_{name}": value for name, value in _episode_fields(rejected).items()},
                "prompt": chosen.before,
                "chosen": chosen.after,
                "rejected": rejected.after,
                "tools": tools_of(chosen.matter),
            }


def step_records(candidates: Sequence[Candidate], filters: Filters) -> Iterator[Record]:
    """A record for each step of the episodes that pass the filters: the observation, the action taken on it, the
    reward it earned."""
    for candidate in candidates:
        if not passes(candidate, filters):
            continue
        seen = candidate.played.initial_observation
        system = system_prompt(seen)
        for number, (action, step) in enumerate(
            zip(candidate.actions, candidate.played.steps, strict=True), 1
        ):
            yield {
                "record": "playbook.step.v1",
                **_matter_fields(candidate.matter),
                **_episode_fields(candidate),
                "step": number,
                "system": system,
                "observation": {
                    key: value for key, value in seen.items() if key not in ("action_schemas", "protocol")
                },
                "action": tool_call(number, action),
                "reward": step.reward,
                "terminated": step.terminated,
                "truncated": step.truncated,
                "refused": bool(step.info["refused"]),
            }
            seen = step.observation


def flattened(record: Record) -> Record:
    """A record as a row of a table."""
    return {name: compact(value) if name in AS_TEXT else value for name, value in record.items()}
