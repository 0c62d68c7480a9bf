"""`playbook play`: an episode over standard input and output, for any program or person."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import click

from ..problems import one_line
from ..sources import parse_json
from .exits import Exit


class Face(Protocol):
    """How an episode is shown and actions are read."""

    def start(self, observation: dict[str, Any], info: dict[str, Any]) -> None:
        """Show the first observation."""

    def read(self, line: str) -> Any:
        """The action a line means; None when the line was answered at once. Raises `ValueError` with what is wrong
        with it, `EOFError` when the player leaves."""

    def wrong(self, message: str) -> None:
        """Say that a line is no action."""

    def answer(self, observation: dict[str, Any], reward: float, info: dict[str, Any], ended: str) -> None:
        """Show what an action brought; `ended` is `terminated`, `truncated` or empty."""

    def finish(self, result: dict[str, Any]) -> None:
        """Show the result."""


class JsonFace:
    """One JSON object a line. With `constant`, those parts of an observation are told only once."""

    def __init__(self, constant: frozenset[str]) -> None:
        self._constant = constant

    def start(self, observation: dict[str, Any], info: dict[str, Any]) -> None:
        """The first line: observation and info."""
        _say_json({"observation": observation, "info": info})

    def read(self, line: str) -> Any:
        """Any JSON value; what is no action is refused by the environment."""
        return parse_json(line)

    def wrong(self, message: str) -> None:
        """A line that is not JSON uses no step."""
        _say_json({"error": message})

    def answer(self, observation: dict[str, Any], reward: float, info: dict[str, Any], ended: str) -> None:
        """The five values."""
        seen = {key: value for key, value in observation.items() if key not in self._constant}
        flags = {"terminated": ended == "terminated", "truncated": ended == "truncated"}
        _say_json({"observation": seen, "reward": reward, **flags, "info": info})

    def finish(self, result: dict[str, Any]) -> None:
        """The last line."""
        _say_json({"result": result})


@click.command("play")
@click.argument("matter")
@click.option("--pretty", is_flag=True, help="For people: readable answers instead of JSON.")
@click.option("--brief", is_flag=True, help="Tell what never changes in an observation only once.")
@click.option("--trace", type=click.Path(path_type=Path), help="Write the compact trace here at the end.")
@click.option("--seed", type=int, help="Recorded in the trace; nothing is random.")
def play_command(matter: str, pretty: bool, brief: bool, trace: Path | None, seed: int | None) -> int:
    """Play MATTER: one JSON action a line on standard input, one JSON answer a line on standard output.

    The first line out is the initial observation. An answer holds observation, reward, terminated, truncated and
    info; the last line out is the result. A line that is not JSON is answered with an error and uses no step.
    With --pretty, type `help` for the short forms of actions.
    """
    from ..episode.env import PlaybookEnv
    from ..matter.package import load_matter
    from ..paper.shipped import find_matter
    from .play_pretty import PrettyFace

    env = PlaybookEnv(load_matter(find_matter(matter), matter))
    face: Face = (
        PrettyFace() if pretty else JsonFace(frozenset(env.observation_parts) if brief else frozenset())
    )
    observation, info = env.reset(seed)
    face.start(observation, info)
    for line in _lines(prompt=pretty and sys.stdin.isatty()):
        try:
            action = face.read(line)
        except EOFError:
            break
        except ValueError as error:
            face.wrong(f"this line is no action: {one_line(str(error))}")
            continue
        if action is None and pretty:
            continue
        observation, reward, terminated, truncated, info = env.step(action)
        face.answer(
            observation, reward, info, "terminated" if terminated else "truncated" if truncated else ""
        )
        if terminated or truncated:
            break
    if trace is not None:
        env.save_trace(trace)
    face.finish(env.episode_result())
    return Exit.OK


def _lines(*, prompt: bool) -> Iterator[str]:
    """Lines of standard input, LF alone ending one; bytes that are not UTF-8 become lone surrogates, which an
    action is refused for."""
    stream = sys.stdin.buffer
    while True:
        if prompt:
            click.echo("\n> ", nl=False)
        raw = stream.readline()
        if not raw:
            return
        line = raw.decode("utf-8", "surrogateescape").strip(" \t\r\n").removeprefix("\ufeff")
        if line:
            yield line


def _say_json(value: Any) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=True, separators=(",", ":")) + "\n")
    sys.stdout.flush()
