"""Every trace of a run scored anew: what changed, and why.

The actions are what was played; the score is what this package makes of them on the matters at hand. It may differ
from what was recorded because the matter changed, because the instrument did, or because the record is not what was
played. Nothing but the actions is taken from a trace.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from ..episode.replay import played
from ..episode.trace import Trace
from ..episode.verify import verify_trace
from ..matter.package import Matter
from ..problems import Problem, UnusableInputError, shown
from ..scoring.version import INSTRUMENT_VERSION
from .library import Library
from .runs import (
    Ending,
    EpisodeKey,
    EpisodeNote,
    Failure,
    Manifest,
    MatterCard,
    Run,
    RunEpisode,
    open_run,
    write_episode,
    write_failure,
)

# What of a result makes a score another one.
_SCORED = ("normalized_score", "raw_score", "max_score", "critical_failure")


class Rescored(msgspec.Struct, frozen=True):
    """An episode scored anew: what was recorded and what it is now, why it may differ, and the first difference of
    the trace to its replay. The values recorded are as they stood in the file, whatever they are."""

    key: EpisodeKey
    recorded: dict[str, Any]
    now: dict[str, Any]
    reasons: tuple[str, ...]
    first_difference: str | None
    trace: Trace
    ending: Ending

    @property
    def changed(self) -> bool:
        """Whether the score, its maximum or its critical failure is another now."""
        return self.recorded != self.now


def rescore(run: Run, library: Library) -> tuple[Rescored, ...]:
    """Every episode of `run` scored anew, in order. `UnusableInputError` names every matter that is not at hand."""
    matters = _matters(run, library)
    return tuple(
        _rescored(episode, matters[episode.note.key.matter_id, episode.note.key.content_hash])
        for episode in run.episodes
    )


def _matters(run: Run, library: Library) -> dict[tuple[str, str], Matter]:
    """The matters of the run, each in the content that is at hand, by id and the content played on."""
    found: dict[tuple[str, str], Matter] = {}
    absent: list[Problem] = []
    for card in run.manifest.matters:
        matter = library.of_id(card.id, card.content_hash)
        if matter is None:
            message = "no matter of this id is at hand; name its folder with --matters"
            absent.append(Problem(shown(card.id), 0, 0, "matter", message))
        else:
            found[card.id, card.content_hash] = matter
    if absent:
        raise UnusableInputError(absent)
    return found


def _rescored(episode: RunEpisode, matter: Matter) -> Rescored:
    key, trace, recorded = episode.note.key, episode.trace, episode.result
    episode_now = played(matter, trace.actions)
    state = episode_now.state
    ending: Ending = "finished" if state.terminated else "budget" if state.truncated else episode.note.ending
    if ending in ("finished", "budget") and not state.is_over:
        ending = "left"
    episode_now.close()
    anew = Trace.of(episode_now, key.seed)
    assert anew.result is not None
    verification = verify_trace(trace, matter)
    return Rescored(
        key,
        {name: recorded.get(name) for name in _SCORED},
        {name: anew.result[name] for name in _SCORED},
        tuple(_reasons(trace, matter, verification.difference)),
        verification.difference,
        anew,
        ending,
    )


def _reasons(trace: Trace, matter: Matter, difference: str | None) -> Iterator[str]:
    header = trace.header
    assert header is not None, "checked when the run was read"
    if header.content_hash != matter.content_hash:
        yield f"the matter changed ({header.content_hash[:8]} was played, {matter.content_hash[:8]} is at hand)"
    if header.instrument_version != INSTRUMENT_VERSION:
        yield f"the instrument changed ({shown(header.instrument_version)} then, {shown(INSTRUMENT_VERSION)} now)"
    if (
        difference is not None
        and header.content_hash == matter.content_hash
        and (header.instrument_version == INSTRUMENT_VERSION)
    ):
        yield "the record is not what these actions give on this matter"


def write_rescored(run: Run, rescored: tuple[Rescored, ...], library: Library, folder: Path) -> None:
    """The run as scored now, in `folder`: the same agents and actions, the matters at hand, this package's results.
    Raises `UnusableInputError` when the folder holds something already."""
    cards = _cards(run, library)
    manifest = Manifest.of(run.manifest.agents, cards.values(), run.manifest.seeds, run.manifest.repeats)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        message = "the folder is not empty; choose another"
        raise UnusableInputError([Problem(folder.as_posix(), 0, 0, "run", message)])
    _check_apart(run, cards.values())
    open_run(folder, manifest)

    def moved(key: EpisodeKey) -> EpisodeKey:
        return msgspec.structs.replace(key, content_hash=cards[key.matter_id, key.content_hash].content_hash)

    for one, episode in zip(rescored, run.episodes, strict=True):
        note = episode.note
        write_episode(folder, one.trace, EpisodeNote(moved(one.key), one.ending, note.detail, note.usage))
    for failure in run.failures:
        write_failure(folder, Failure(moved(failure.key), failure.reason, failure.attempts))


def _cards(run: Run, library: Library) -> dict[tuple[str, str], MatterCard]:
    matters = _matters(run, library)
    return {
        (card.id, card.content_hash): MatterCard(
            card.id, matters[card.id, card.content_hash].content_hash, card.folder
        )
        for card in run.manifest.matters
    }


def _check_apart(run: Run, cards: Iterable[MatterCard]) -> None:
    """Two contents of one matter, scored on the one content at hand, would be the same episodes."""
    at_hand = {(card.id, card.content_hash) for card in cards}
    if len(at_hand) < len(run.manifest.matters):
        message = (
            "the run played several contents of one matter, and only one is at hand; they would become one"
        )
        raise UnusableInputError([Problem(run.folder.as_posix(), 0, 0, "run", message)])


def as_text(rescored: tuple[Rescored, ...]) -> Iterator[str]:
    """What changed and why, a line each; then how many."""
    for one in rescored:
        if not one.changed and one.first_difference is None:
            continue
        key = one.key
        called = f"{shown(key.agent)} on {shown(key.matter_id)}, seed {key.seed}, repeat {key.repeat}"
        change = "; ".join(
            f"{name} {shown(one.recorded[name])} -> {shown(one.now[name])}"
            for name in _SCORED
            if one.recorded[name] != one.now[name]
        )
        yield f"{called}: {change or 'the same score'}"
        yield from (f"    {reason}" for reason in one.reasons)
        if one.first_difference is not None:
            yield f"    first difference: {one.first_difference}"
    changed = sum(one.changed for one in rescored)
    yield f"{len(rescored)} episodes scored anew by instrument {INSTRUMENT_VERSION}: {changed} changed"


def as_json(rescored: tuple[Rescored, ...]) -> dict[str, Any]:
    """The same as JSON, every episode."""
    return {
        "rescored": "playbook.rescored.v1",
        "instrument_version": INSTRUMENT_VERSION,
        "changed": sum(one.changed for one in rescored),
        "episodes": [
            {
                "key": msgspec.to_builtins(one.key),
                "changed": one.changed,
                "recorded": one.recorded,
                "now": one.now,
                "reasons": list(one.reasons),
                "first_difference": one.first_difference,
            }
            for one in rescored
        ],
    }
