"""Which episodes become training data: those that the filters admit, that replay to what was recorded, and whose
matter is not held out."""

from collections.abc import Iterable
from typing import Any

import msgspec

from ...episode.replay import Replay, replay
from ...episode.verify import verify_trace
from ...matter.package import Matter
from ...problems import Problem, UnusableInputError, shown
from ..library import Library
from ..reading import Shelved, shelved
from ..runs import EpisodeNote, Run
from .chat import is_expressible, prompt, says_what_was_played, turns

HELD_OUT = "held_out"


class Filters(msgspec.Struct, frozen=True):
    """What an episode must be. Of a pair, the better one must; the worse one may be anything. `agents` and `matters`
    name those that are taken (none named: all)."""

    completed: bool = False
    no_critical: bool = False
    no_refusals: bool = False
    least_score: float | None = None
    agents: tuple[str, ...] = ()
    matters: tuple[str, ...] = ()


class Candidate(msgspec.Struct, frozen=True):
    """An episode that was verified by replay, with what was replayed, and as a chat: `before` and from the first
    action on."""

    matter: Matter
    note: EpisodeNote
    actions: tuple[dict[str, Any], ...]
    played: Replay
    before: list[dict[str, Any]]
    after: list[dict[str, Any]]

    @property
    def score(self) -> float:
        """The score."""
        found: float = self.played.result["normalized_score"]
        return found

    @property
    def is_critical(self) -> bool:
        """Whether the episode holds a critical failure."""
        return bool(self.played.result["critical_failure"])


class Selection(msgspec.Struct, frozen=True):
    """What was selected; `unverified` says of each episode that does not replay why, and `unwritable` counts those
    that no record can hold: an action that is no call of a tool, or a text that is none."""

    candidates: tuple[Candidate, ...]
    unverified: tuple[str, ...]
    unwritable: int


def select(
    runs: Iterable[Run], library: Library, filters: Filters, *, include_held_out: bool = False
) -> Selection:
    """The episodes of `runs` in order, verified. `UnusableInputError` names matters that are held out, and agents or
    matters that filters name and no run has."""
    runs = list(runs)
    _check_names(runs, filters)
    wanted = [one for run in runs for one in shelved(run, library) if _is_named(one, filters)]
    if not include_held_out:
        _refuse_held_out(wanted)
    candidates: list[Candidate] = []
    unverified: list[str] = []
    unwritable = 0
    for one in wanted:
        if one.matter is None:
            unverified.append(f"{_called(one)}: the matter in the content that was played is not at hand")
            continue
        difference = verify_trace(one.episode.trace, one.matter).difference
        if difference is not None:
            unverified.append(f"{_called(one)}: {difference}")
            continue
        candidate = _candidate(one.matter, one)
        if candidate is None:
            unwritable += 1
        else:
            candidates.append(candidate)
    return Selection(tuple(candidates), tuple(unverified), unwritable)


def _candidate(matter: Matter, one: Shelved) -> Candidate | None:
    """The episode with its chat, which is proved by reading it back and playing it; None when that is not possible."""
    actions, closed = one.episode.trace.actions, one.episode.trace.is_closed
    if not actions or not all(is_expressible(matter, action) for action in actions):
        return None
    played = replay(matter, actions, closed=closed)
    before, after = prompt(played.initial_observation), turns(actions, played)
    if not says_what_was_played(matter, before, after, played.result["normalized_score"], closed=closed):
        return None
    return Candidate(matter, one.episode.note, tuple(actions), played, before, after)


def passes(candidate: Candidate, filters: Filters) -> bool:
    """Whether the episode is what the filters ask for."""
    return (
        (not filters.completed or bool(candidate.played.result["terminated"]))
        and (not filters.no_critical or not candidate.is_critical)
        and (not filters.no_refusals or not any(step.info["refused"] for step in candidate.played.steps))
        and (filters.least_score is None or candidate.score >= filters.least_score)
    )


def _is_named(one: Shelved, filters: Filters) -> bool:
    return (not filters.agents or one.key.agent in filters.agents) and (
        not filters.matters or one.key.matter_id in filters.matters
    )


def _check_names(runs: list[Run], filters: Filters) -> None:
    agents = [card.name for run in runs for card in run.manifest.agents]
    matters = [card.id for run in runs for card in run.manifest.matters]
    for option, named, known in (("--agent", filters.agents, agents), ("--matter", filters.matters, matters)):
        for name in named:
            if name not in known:
                listed = ", ".join(map(shown, dict.fromkeys(known))) or "none"
                message = f"there is no such thing in the run; it has {listed}"
                raise UnusableInputError([Problem(f"{option} {shown(name)}", 0, 0, "filter", message)])


def split_of(matter: Matter) -> str:
    """The split that a matter's provenance declares; blank without one."""
    return "_".join(str(matter.manifest.provenance.get("split", "")).lower().replace("-", " ").split())


def _refuse_held_out(wanted: Iterable[Shelved]) -> None:
    held = dict.fromkeys(
        one.matter.id for one in wanted if one.matter is not None and split_of(one.matter) == HELD_OUT
    )
    if held:
        message = (
            "held out: what was made on it must not be trained on, or it measures nothing any more; leave it out with "
            "--matter, or insist with --include-held-out"
        )
        raise UnusableInputError([Problem(name, 0, 0, "split", message) for name in held])


def _called(one: Shelved) -> str:
    key = one.key
    return f"{shown(key.agent)} on {shown(key.matter_id)}, seed {key.seed}, repeat {key.repeat}"
