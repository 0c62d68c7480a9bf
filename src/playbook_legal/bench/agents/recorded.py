"""An agent that plays what was recorded: a reference review, another example, or any file of actions."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from ...authoring.examples import examples_folder
from ...matter.package import Matter
from ...problems import PlaybookError, Problem, UnusableInputError, shown
from ...sources import read_json_lines, read_source
from ..runs import AgentCard
from ..table import Table
from .protocol import Parting

REFERENCE = "good"


class Recording(msgspec.Struct, frozen=True):
    """Actions read from a file, and the SHA-256 of its bytes."""

    actions: tuple[Any, ...]
    sha256: str


class RecordedAgent:
    """Plays the recording of each matter, by the matter's content hash."""

    def __init__(self, card: AgentCard, recordings: Mapping[str, Recording]) -> None:
        self.card = card
        self._recordings = dict(recordings)

    def recording(self, content_hash: str) -> Recording:
        """What is played on the matter of that content."""
        return self._recordings[content_hash]

    async def play(self, table: Table) -> Parting:
        """Every action in order, until the episode is over or the recording ends."""
        actions = self.recording(table.matter_hash).actions
        for action in actions:
            if table.is_over:
                break
            table.act(action)
        return Parting("left", f"the recording ends after {len(actions)} actions")

    async def close(self) -> None:
        """Nothing was opened."""


def read_recording(path: Path) -> Recording:
    """The actions in a JSON lines file; `UnusableInputError` when there are none, or a line is not JSON."""
    source = read_source(path)
    actions = tuple(entry.value for entry in read_json_lines(source))
    if not actions:
        raise UnusableInputError([Problem(path.as_posix(), 0, 0, "empty", "the file holds no action")])
    return Recording(actions, source.sha256)


def file_agent(path: Path, name: str, matters: Mapping[Path, Matter]) -> RecordedAgent:
    """The file of actions at `path`, played on every matter."""
    recording = read_recording(path)
    card = AgentCard(name, "file", {"sha256": recording.sha256})
    return RecordedAgent(card, {matter.content_hash: recording for matter in matters.values()})


def example_agent(example: str, name: str, matters: Mapping[Path, Matter]) -> RecordedAgent:
    """The example of that name (`good`, `alt_terse`) that stands beside each matter, by the matter's folder.
    `UnusableInputError` names every matter that has none."""
    recordings: dict[str, Recording] = {}
    problems: list[Problem] = []
    for folder, matter in matters.items():
        path = examples_folder(folder) / f"{example}.jsonl"
        if path.is_file():
            recordings[matter.content_hash] = read_recording(path)
        else:
            message = f"there is no example {example}.jsonl beside this matter"
            problems.append(Problem(matter.id, 0, 0, "agent", message))
    if problems:
        raise UnusableInputError(problems)
    kept = {matter.id: recordings[matter.content_hash].sha256 for matter in matters.values()}
    digest = hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()
    kind = "reference" if example == REFERENCE else "example"
    return RecordedAgent(AgentCard(name, kind, {"example": example, "sha256": digest}), recordings)


def checked_example(example: str) -> str:
    """The name of an example, with or without its suffix; `PlaybookError` when it is a path."""
    name = example.removesuffix(".jsonl")
    if not name or Path(name).name != name:
        raise PlaybookError(f"{shown(example)} is no name of an example; for a file of your own: file:PATH")
    return name
