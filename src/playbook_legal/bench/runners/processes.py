"""Several processes on this machine, each with its own matters and agents.

A process takes the next episode from a shared count, so that none waits for another; it writes its episodes itself
and reports a few at a time. A process whose parent is gone leaves at once, so that a run that was killed can be
resumed without two playing the same episode.
"""

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any, cast

from ...matter.package import Matter
from ...problems import PlaybookError
from ..locks import at_work
from ..playing import Company, Ended, FolderKeeper, Heard, Plan, play_keys
from ..runs import EpisodeKey
from .protocol import Allowance

_REPORT_EVERY = 0.1  # seconds
_LOCK_WAIT = 60.0  # seconds, for the shared count: longer means that its holder was killed


class ProcessRunner:
    """So many processes; the episodes at a time are shared among them."""

    def __init__(self, processes: int) -> None:
        self._processes = processes

    def run(
        self,
        plan: Plan,
        matters: Mapping[str, Matter],  # noqa: ARG002 - each process loads its own
        keys: Sequence[EpisodeKey],
        heard: Heard,
        allowed: Allowance,
    ) -> tuple[str, ...]:
        """Play `keys` in processes of their own."""
        context = multiprocessing.get_context("spawn")
        count = min(self._processes, len(keys)) if allowed() else 0
        share = max(1, -(-plan.concurrency // max(count, 1)))
        taken, stop = context.Value("q", 0), context.Event()
        players: dict[Connection, Any] = {}
        trouble: list[str] = []
        try:
            for _ in range(count):
                listening, speaking = context.Pipe(duplex=False)
                player = context.Process(
                    target=_play, args=(plan, keys, share, taken, stop, speaking), daemon=True
                )
                _start(player)
                speaking.close()
                players[listening] = player
            while players:
                for one in wait(list(players)):
                    ready = cast("Connection", one)
                    said = _heard_from(ready)
                    if said is None:
                        player = players.pop(ready)
                        player.join()
                        if player.exitcode:
                            trouble.append(f"a process ended with exit code {player.exitcode}")
                        continue
                    if isinstance(said, str):
                        raise PlaybookError(said)
                    for ended in said:
                        heard(ended)
                    if not allowed():
                        stop.set()
        finally:
            for player in players.values():
                player.kill()
                player.join()
        return tuple(trouble)


def _start(player: Any) -> None:
    """Start a process that an interruption from the keyboard does not reach: it is for its parent to end it. The
    signal is held back meanwhile, which a process inherits, and comes to the parent afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        player.start()
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        player.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _heard_from(connection: Connection) -> list[Ended] | str | None:
    """What a process reports: episodes that have ended, or why it cannot go on; None when it has left."""
    try:
        said: list[Ended] | str = connection.recv()
    except (EOFError, OSError):
        return None
    return said


# --- in the process --------------------------------------------------------------------------------------


def _play(
    plan: Plan, keys: Sequence[EpisodeKey], concurrency: int, taken: Any, stop: Any, speaking: Connection
) -> None:
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    report = _Report(speaking)
    try:
        with at_work(plan.into):
            company = Company.of(plan, plan.load())
            asyncio.run(_play_all(plan, company, _next_keys(keys, taken, stop), report, concurrency))
    except (PlaybookError, OSError) as error:
        report.send()
        speaking.send(str(error))
    speaking.close()


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _next_keys(keys: Sequence[EpisodeKey], taken: Any, stop: Any) -> Iterator[EpisodeKey]:
    while not stop.is_set():
        if not taken.get_lock().acquire(timeout=_LOCK_WAIT):
            raise PlaybookError("a process ended while it took an episode; the same command goes on")
        count = taken.get_obj()
        at = count.value
        count.value = at + 1
        taken.get_lock().release()
        if at >= len(keys):
            return
        yield keys[at]


class _Report:
    """Episodes that have ended, sent a few at a time."""

    def __init__(self, speaking: Connection) -> None:
        self._speaking = speaking
        self._waiting: list[Ended] = []
        self._sent = 0.0

    def add(self, ended: Ended) -> None:
        self._waiting.append(ended)
        if time.monotonic() - self._sent >= _REPORT_EVERY:
            self.send()

    def send(self) -> None:
        if self._waiting:
            self._speaking.send(self._waiting)
            self._waiting = []
        self._sent = time.monotonic()

    async def send_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(_REPORT_EVERY)
            self.send()


async def _play_all(
    plan: Plan, company: Company, keys: Iterator[EpisodeKey], report: _Report, concurrency: int
) -> None:
    sending = asyncio.create_task(report.send_now_and_then())
    try:
        await play_keys(company, keys, FolderKeeper(plan.into), report.add, concurrency)
    finally:
        sending.cancel()
        report.send()
