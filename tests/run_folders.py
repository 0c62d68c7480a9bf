"""Run folders for the tests of what reads them: real episodes on the small matter and on shipped ones."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from playbook_legal import Matter, load_matter
from playbook_legal.bench.runs import (
    AgentCard,
    EpisodeKey,
    EpisodeNote,
    Failure,
    Manifest,
    MatterCard,
    Usage,
    open_run,
    write_episode,
    write_failure,
)
from playbook_legal.cli.main import playbook
from playbook_legal.cli.running import run_command
from playbook_legal.episode.episode import Episode
from playbook_legal.episode.trace import Trace
from playbook_legal.paper.shipped import shipped_example, shipped_matters
from playbook_legal.sources import read_json_lines, read_source

from .cases import ask, escalate, finish, issue, markup, read, redline
from .small_matter import MANIFEST, write_small_matter

MEMO = "The exclusivity and the supercap are open; Fern has to decide. " * 2

# A sound review of the small matter: 11.25 of 14.75 points. Not earned: three quotations (0.75), a question (0.25), an
# escalation (0.5), the settlement of the cap (1), and the cap's redline (1), which nobody can earn there.
SOUND: tuple[dict[str, Any], ...] = (
    read("msa"),
    read("playbook"),
    ask("What is the deadline?"),
    escalate("exclusivity"),
    issue(
        "msa §4.2",
        "playbook §3",
        label="training",
        severity="high",
        analysis="They train without consent; aggregate figures are fine.",
    ),
    issue("msa §5.1", label="incident", severity="critical", analysis="24 hours of discovery."),
    issue("msa §10.2", label="cap", severity="medium", analysis="A supercap is needed."),
    redline("msa", "4.2", "Moss shall not train on Records.", label="training"),
    redline("msa", "5.1", "Within 24 hours after Moss discovers it.", label="incident"),
    markup("5.1", "Notice within 24 hours after Moss discovers it.", label="incident"),
    markup("5.1", "Notice within 24 hours after Moss discovers it.", label="incident"),
    finish(MEMO),
)
POOR: tuple[dict[str, Any], ...] = (
    read("msa"),
    ask("What about the weather?"),
    issue("msa §4.2", label="a", severity="low", analysis="Law prohibits all model training."),
    issue("msa §12.1", "msa §99", label="b", quotes=[("msa §12.1", "Renewal is forbidden for ever.")]),
    {"type": "do_magic"},
    finish("Done."),
)
IDLE: tuple[dict[str, Any], ...] = (finish("Nothing to report."),)


def small_folder(folder: Path, number: int = 1, **files: Any) -> Path:
    """The small matter under another id, written below `folder`."""
    manifest = files.pop("manifest", MANIFEST) | {"matter_id": f"small_{number:03}"}
    return write_small_matter(folder / f"small_{number:03}", manifest=manifest, **files)


def small_matters(folder: Path, count: int) -> list[Matter]:
    """As many small matters below `folder`."""
    return [load_matter(small_folder(folder, number)) for number in range(1, count + 1)]


def episode_of(matter: Matter, actions: Sequence[Any]) -> Episode:
    """An episode of these actions."""
    episode = Episode(matter)
    for action in actions:
        if episode.is_over:
            break
        episode.step(action)
    return episode


def write_run(
    folder: Path,
    matters: Sequence[Matter],
    play: Mapping[str, Callable[[EpisodeKey], Any]],
    *,
    repeats: int = 1,
    seeds: Sequence[int] = (0,),
    usage: Usage | None = None,
    cards: Mapping[str, AgentCard] | None = None,
) -> Path:
    """A run of the agents in `play`: each is asked for the actions of a key, and answers with a `Failure` reason (a
    text) when the transport failed, and with None when the episode was not played."""
    agents = [(cards or {}).get(name) or AgentCard(name, "file", {"of": name}) for name in play]
    cards_of = [MatterCard.of(matter, matter.id) for matter in matters]
    manifest = Manifest.of(agents, cards_of, seeds, repeats)
    open_run(folder, manifest)
    by_id = {matter.id: matter for matter in matters}
    for key in manifest.keys():  # noqa: SIM118 - a method
        answer = play[key.agent](key)
        if isinstance(answer, str):
            write_failure(folder, Failure(key, answer, 6))
        elif answer is not None:
            keep(folder, by_id[key.matter_id], key, answer, usage)
    return folder


def keep(
    folder: Path, matter: Matter, key: EpisodeKey, actions: Sequence[Any], usage: Usage | None = None
) -> None:
    """Write the episode of `actions` under `key`."""
    episode = episode_of(matter, actions)
    state = episode.state
    ending: Any = "finished" if state.terminated else "budget" if state.truncated else "left"
    episode.close()
    write_episode(folder, Trace.of(episode, key.seed), EpisodeNote(key, ending, "", usage))


def always(actions: Sequence[Any]) -> Callable[[EpisodeKey], Any]:
    """An agent that does the same everywhere."""
    return lambda _: actions


@cache
def shipped(matter_id: str) -> Matter:
    """A shipped matter."""
    return load_matter(next(path for path in shipped_matters() if path.name == matter_id))


@cache
def example(matter_id: str, name: str) -> tuple[Any, ...]:
    """The actions of a shipped example."""
    path = shipped_example(matter_id, f"{name}.jsonl")
    assert path is not None
    return tuple(entry.value for entry in read_json_lines(read_source(path)))


def called(capsys: Any, *arguments: str | Path) -> tuple[int, str, str]:
    """The command run in this process: exit code, standard output, standard error."""
    with pytest.raises(SystemExit) as left:
        run_command(playbook, "playbook", [str(argument) for argument in arguments])
    said = capsys.readouterr()
    return int(left.value.code or 0), said.out, said.err


def rewrite(path: Path, change: Callable[[list[Any]], None]) -> None:
    """Change the lines of a JSON lines file, as somebody with an editor would."""
    lines = [json.loads(line) for line in path.read_text("utf-8").rstrip("\n").split("\n")]
    change(lines)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def rewrite_json(path: Path, change: Callable[[Any], None]) -> None:
    """Change a JSON file."""
    value = json.loads(path.read_text("utf-8"))
    change(value)
    path.write_text(json.dumps(value), encoding="utf-8")
