"""Runs as a reader takes them: checked for what a file of unknown origin could hold, each episode with its matter."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from ..matter.package import Matter
from ..problems import Problem, UnusableInputError, shown
from .library import Library
from .runs import EpisodeKey, Run, RunEpisode, episode_path, read_manifest, read_run

# More episodes than anybody plays; a manifest that promises more is a mistake or an attack.
_MAXIMUM_EPISODES = 1_000_000
_MAXIMUM_TOKENS = 10**15
_MAXIMUM_COST = 10.0**12


class Shelved(msgspec.Struct, frozen=True):
    """An episode of a run with the matter to play it again on; None where that matter, in the very content it was
    played on, is not at hand."""

    episode: RunEpisode
    matter: Matter | None

    @property
    def key(self) -> EpisodeKey:
        """What makes the episode this one."""
        return self.episode.note.key


def read_checked_run(folder: Path) -> Run:
    """The run in `folder`; `UnusableInputError` when a file of it cannot be read, or says what cannot be."""
    manifest = read_manifest(folder)
    sizes = (len(manifest.agents), len(manifest.matters), len(manifest.seeds), max(manifest.repeats, 0))
    episodes = 1
    for size in sizes:
        episodes *= size
    if episodes > _MAXIMUM_EPISODES:
        raise _unusable(
            folder, f"the manifest promises {shown(episodes)} episodes; {_MAXIMUM_EPISODES} are read"
        )
    keys = list(manifest.keys())
    if len(set(keys)) < len(keys):
        raise _unusable(folder, "the manifest names an agent, a matter or a seed twice")
    run = read_run(folder)
    found = [episode.note.key for episode in run.episodes]
    found += [failure.key for failure in run.failures]
    counted, promised = Counter(found), Counter(keys)
    if counted + Counter(run.missing) != promised:
        odd = next((key for key in found if counted[key] > 1 or key not in promised), None)
        what = "an episode" if odd is None else f"the episode of {shown(odd.agent)} on {shown(odd.matter_id)}"
        raise _unusable(folder, f"{what} is not the one that its file is named for")
    for episode in run.episodes:
        _check(folder, episode)
    return run


def _check(folder: Path, episode: RunEpisode) -> None:
    key, trace, usage = episode.note.key, episode.trace, episode.note.usage
    path = episode_path(folder, key)
    header = trace.header
    if header is None or (header.matter_id, header.content_hash) != (key.matter_id, key.content_hash):
        raise _unusable(path, "the trace is of another matter than its episode")
    if usage is not None:
        counts = (usage.requests, usage.input_tokens, usage.output_tokens)
        cost = 0.0 if usage.cost is None else usage.cost
        if not all(0 <= one <= _MAXIMUM_TOKENS for one in counts) or not 0 <= cost <= _MAXIMUM_COST:
            raise _unusable(path, "what the episode used is beyond all measure")


def shelved(run: Run, library: Library) -> Iterator[Shelved]:
    """The episodes of `run` in order, each with its matter."""
    for episode in run.episodes:
        key = episode.note.key
        yield Shelved(episode, library.find(key.matter_id, key.content_hash))


def run_names(folders: Iterable[Path]) -> tuple[str, ...]:
    """What reports call the runs: their folders' own names, however spelled; numbered where two are alike."""
    names = [folder.resolve().name or "run" for folder in folders]
    return tuple(
        f"{name} ({names[: at + 1].count(name)})" if names.count(name) > 1 else name
        for at, name in enumerate(names)
    )


def _unusable(path: Path, message: str) -> UnusableInputError:
    return UnusableInputError([Problem(path.as_posix(), 0, 0, "run", message)])
