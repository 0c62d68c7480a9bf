"""Runs as files.

A run is a folder: `manifest.json` says what was to be played (agents, matters, seeds, repeats, versions), and
`episodes/` holds one compact trace for each episode, written whole when it ends. The last line of such a trace
holds beside its result an `episode`: the key, what ended it, and what it used. Episodes that failed for reasons
outside of them (the transport) stand in `failures/`, are listed and never scored, and are played again when the
run is resumed.

Everything in a run is a function of what was played, not of when, where or in which order: an interrupted run
that was resumed, or shards that were merged, give the same files as one run in one go.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, Self, TypeAlias, TypeVar

import msgspec

from .. import __version__
from ..episode.trace import Trace, compact_lines, json_bytes, read_trace, write_whole
from ..matter.package import Matter
from ..problems import Problem, UnusableInputError, shown
from ..scoring.version import INSTRUMENT_VERSION
from ..sources import read_json, read_source

T = TypeVar("T")

FORMAT = "playbook.run.v1"
MANIFEST_NAME = "manifest.json"

# finished: closed with a memo. budget: the steps ran out. protocol: the agent went on without acting. left: the agent
# stopped by itself without a memo (a recorded file that ends early).
Ending: TypeAlias = Literal["finished", "budget", "protocol", "left"]


class AgentCard(msgspec.Struct, frozen=True):
    """Who plays: a name for reports, the kind of agent, and every option that can change what it does (model,
    temperature, system prompt, the hash of an action file …), as plain JSON. No secret belongs in here."""

    name: str
    kind: str
    options: dict[str, Any] = {}

    @property
    def fingerprint(self) -> str:
        """Twelve hexadecimal digits that stand for the kind and every option."""
        content = json.dumps([self.kind, self.options], sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(content.encode("ascii")).hexdigest()[:12]


class MatterCard(msgspec.Struct, frozen=True):
    """A matter of the run, by id and content. `folder` is how it was named, as a hint to find it again."""

    id: str
    content_hash: str
    folder: str

    @classmethod
    def of(cls, matter: Matter, folder: str) -> Self:
        """The card of a loaded matter."""
        return cls(matter.id, matter.content_hash, folder)


class Manifest(msgspec.Struct, frozen=True):
    """`manifest.json`: everything that a run was to play."""

    run: str
    package_version: str
    instrument_version: str
    agents: tuple[AgentCard, ...]
    matters: tuple[MatterCard, ...]
    seeds: tuple[int, ...]
    repeats: int

    @classmethod
    def of(
        cls, agents: Iterable[AgentCard], matters: Iterable[MatterCard], seeds: Iterable[int], repeats: int
    ) -> Self:
        """The manifest of a run by this package."""
        return cls(
            FORMAT, __version__, INSTRUMENT_VERSION, tuple(agents), tuple(matters), tuple(seeds), repeats
        )

    def is_same_run(self, other: "Manifest") -> bool:
        """Whether `other` says the same, however its matter folders are spelled."""
        return _unspelled(self) == _unspelled(other)

    def keys(self) -> Iterator["EpisodeKey"]:
        """Every episode to be played, in order: by agent, matter, seed, repeat."""
        for agent in self.agents:
            name, fingerprint = agent.name, agent.fingerprint
            for matter in self.matters:
                for seed in self.seeds:
                    for repeat in range(self.repeats):
                        yield EpisodeKey(name, fingerprint, matter.id, matter.content_hash, seed, repeat)


class EpisodeKey(msgspec.Struct, frozen=True, order=True):
    """What makes an episode this one and no other."""

    agent: str
    fingerprint: str
    matter_id: str
    content_hash: str
    seed: int
    repeat: int

    @property
    def file_name(self) -> str:
        """The name of its file without the suffix: readable, and different for every key."""
        digest = hashlib.sha256(json_bytes(self)).hexdigest()[:10]
        words = "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "-" for c in self.agent)[:40]
        matter = "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "-" for c in self.matter_id)[
            :40
        ]
        return f"{words}~{matter}~s{self.seed}~r{self.repeat}~{digest}"


class Usage(msgspec.Struct, frozen=True):
    """What an episode used, as the endpoint reported it. `cost` is in the currency of the price list given."""

    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None


class EpisodeNote(msgspec.Struct, frozen=True):
    """What stands beside the result of an episode: its key, what ended it and why, what it used."""

    key: EpisodeKey
    ending: Ending
    detail: str = ""
    usage: Usage | None = None


class RunEpisode(msgspec.Struct, frozen=True):
    """An episode of a run as read from its file."""

    note: EpisodeNote
    trace: Trace

    @property
    def result(self) -> dict[str, Any]:
        """The result as recorded (events without reasons)."""
        return self.trace.result or {}


class Failure(msgspec.Struct, frozen=True):
    """An episode that could not be played to an end for reasons outside of it."""

    key: EpisodeKey
    reason: str
    attempts: int


class Run(msgspec.Struct, frozen=True):
    """A run as read: its manifest, its episodes and failures in the order of the manifest's keys, and the keys that
    have neither."""

    folder: Path
    manifest: Manifest
    episodes: tuple[RunEpisode, ...]
    failures: tuple[Failure, ...]
    missing: tuple[EpisodeKey, ...]


# --- writing ---------------------------------------------------------------------------------------------


def open_run(folder: Path, manifest: Manifest) -> frozenset[EpisodeKey]:
    """Begin the run in `folder`, or go on with it: the keys that are played already.

    Raises `UnusableInputError` when the folder holds another run (runs never mix), or an agent or a matter is called
    something that no file can hold.
    """
    path = folder / MANIFEST_NAME
    _check_writable(manifest, path)
    if path.exists():
        found = read_manifest(folder)
        if not found.is_same_run(manifest):
            message = (
                f"the folder holds another run ({_what_differs(found, manifest)} differs); choose another"
            )
            raise UnusableInputError([Problem(path.as_posix(), 0, 0, "run", message)])
    elif folder.exists() and (
        not folder.is_dir() or any(inside.suffix != ".part" for inside in folder.iterdir())
    ):
        message = "this is not an empty folder and holds no run; choose another"
        raise UnusableInputError([Problem(folder.as_posix(), 0, 0, "run", message)])
    else:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, msgspec.json.format(json_bytes(manifest)) + b"\n")
    for part in ("episodes", "failures"):
        (folder / part).mkdir(exist_ok=True)
    there = frozenset(path.name for path in (folder / "episodes").iterdir())
    return frozenset(key for key in manifest.keys() if f"{key.file_name}.jsonl" in there)  # noqa: SIM118 - a method


def _check_writable(manifest: Manifest, path: Path) -> None:
    cards: list[tuple[str, str, AgentCard | MatterCard]] = [
        ("agent", card.name, card) for card in manifest.agents
    ]
    cards += [("matter", card.id, card) for card in manifest.matters]
    for kind, name, card in cards:
        try:
            msgspec.json.encode(card)
        except UnicodeEncodeError:
            message = (
                f"the {kind} {shown(name)} has half a character (a lone surrogate) in what describes it, which no "
                "UTF-8 file can hold; spell it otherwise"
            )
            raise UnusableInputError([Problem(path.as_posix(), 0, 0, kind, message)]) from None


def _unspelled(manifest: Manifest) -> Manifest:
    matters = tuple(msgspec.structs.replace(matter, folder="") for matter in manifest.matters)
    return msgspec.structs.replace(manifest, matters=matters)


def _what_differs(one: Manifest, other: Manifest) -> str:
    one, other = _unspelled(one), _unspelled(other)
    return next(
        (name for name in one.__struct_fields__ if getattr(one, name) != getattr(other, name)), "nothing"
    )


def episode_path(folder: Path, key: EpisodeKey) -> Path:
    """The file of an episode."""
    return folder / "episodes" / f"{key.file_name}.jsonl"


def episode_bytes(trace: Trace, note: EpisodeNote) -> bytes:
    """The file of an episode that has ended."""
    lines = compact_lines(trace)
    lines[-1] = json_bytes({"result": trace.result, "episode": note})
    return b"\n".join(lines) + b"\n"


def write_episode(folder: Path, trace: Trace, note: EpisodeNote) -> None:
    """Write an episode that has ended; its failure, if there was one, is forgotten."""
    keep_episode(folder, note.key, episode_bytes(trace, note))


def keep_episode(folder: Path, key: EpisodeKey, body: bytes) -> None:
    """Write the file of an episode, whose bytes are there already; its failure, if there was one, is forgotten."""
    write_whole(episode_path(folder, key), body)
    _failure_path(folder, key).unlink(missing_ok=True)


def _failure_path(folder: Path, key: EpisodeKey) -> Path:
    return folder / "failures" / f"{key.file_name}.json"


def write_failure(folder: Path, failure: Failure) -> None:
    """Note that an episode could not be played."""
    write_whole(_failure_path(folder, failure.key), json_bytes(failure) + b"\n")


def merge_runs(folders: Iterable[Path], into: Path) -> Run:
    """The shards of one run as one run in `into`. Raises `UnusableInputError` when they are not of one run."""
    runs = [read_run(folder) for folder in folders]
    if not runs:
        raise UnusableInputError([Problem(into.as_posix(), 0, 0, "run", "name the runs to merge")])
    for run in runs:
        if not run.manifest.is_same_run(runs[0].manifest):
            what = _what_differs(run.manifest, runs[0].manifest)
            message = f"this is another run than {runs[0].folder.as_posix()} ({what} differs)"
            raise UnusableInputError([Problem(run.folder.as_posix(), 0, 0, "run", message)])
    open_run(into, runs[0].manifest)
    for run in runs:
        for failure in run.failures:
            if not episode_path(into, failure.key).exists():
                write_failure(into, failure)
        for episode in run.episodes:
            key = episode.note.key
            path, body = episode_path(into, key), episode_path(run.folder, key).read_bytes()
            if path.exists() and path.read_bytes() != body:
                message = (
                    "this episode is there already and was another; only shards of one run can be merged"
                )
                name = episode_path(run.folder, key).as_posix()
                raise UnusableInputError([Problem(name, 0, 0, "run", message)])
            keep_episode(into, key, body)
    return read_run(into)


# --- reading ---------------------------------------------------------------------------------------------


def read_manifest(folder: Path) -> Manifest:
    """The manifest of the run in `folder`."""
    return _converted(folder / MANIFEST_NAME, Manifest)


def _converted(path: Path, kind: type[T]) -> T:
    value = read_json(read_source(path))
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        message = f"this is no {kind.__name__}: {error}"
        raise UnusableInputError([Problem(path.as_posix(), 0, 0, "run", message)]) from None


def read_run(folder: Path) -> Run:
    """The run in `folder`; raises `UnusableInputError` when a file of it cannot be read."""
    manifest = read_manifest(folder)
    if manifest.run != FORMAT:
        message = f"the format is {shown(manifest.run)}; {FORMAT} is read here"
        raise UnusableInputError([Problem((folder / MANIFEST_NAME).as_posix(), 0, 0, "run", message)])
    episodes: list[RunEpisode] = []
    failures: list[Failure] = []
    missing: list[EpisodeKey] = []
    for key in manifest.keys():  # noqa: SIM118 - a method
        if episode_path(folder, key).exists():
            episodes.append(_read_episode(episode_path(folder, key)))
        elif _failure_path(folder, key).exists():
            failures.append(_converted(_failure_path(folder, key), Failure))
        else:
            missing.append(key)
    return Run(folder, manifest, tuple(episodes), tuple(failures), tuple(missing))


def _read_episode(path: Path) -> RunEpisode:
    trace = read_trace(path)
    last = read_source(path).text.rstrip("\n").rpartition("\n")[2]
    try:
        note = msgspec.convert(json.loads(last).get("episode"), EpisodeNote)
    except (ValueError, AttributeError, msgspec.ValidationError) as error:
        message = f"the last line holds no episode: {error}"
        raise UnusableInputError([Problem(path.as_posix(), 0, 0, "run", message)]) from None
    if trace.result is None:
        raise UnusableInputError([Problem(path.as_posix(), 0, 0, "run", "the trace ends without a result")])
    return RunEpisode(note, trace)
