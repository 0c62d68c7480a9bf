"""Any program that speaks the protocol of `playbook play --brief`: it reads one JSON answer a line from its standard
input and writes one JSON action a line to its standard output.

The program is a guest. Its lines are read up to a bound and within a time, what it writes to standard error is kept
only at its end, and whatever it has started is ended with it.
"""

import asyncio
import contextlib
import hashlib
import json
import os
import signal
from collections.abc import Sequence
from pathlib import Path
from shutil import which
from typing import Any

from ...problems import Problem, UnusableInputError, one_line
from ...sources import parse_json, read_bytes
from ..runs import AgentCard
from ..table import Table
from .protocol import MAXIMUM_ACTION, OutsideTroubleError, Parting

_IDLE = 10  # lines in a row that are no action, or the same delivery again
_BLANK = 1_000  # empty lines in a row
_KEPT_COMPLAINTS = 2_000  # bytes of standard error
_GRACE = 2.0  # seconds to leave after the result was told


class CommandAgent:
    """Plays by a program, started anew for each episode. `timeout`: seconds for one line."""

    def __init__(self, argv: Sequence[str], name: str, timeout: float) -> None:
        self._argv = tuple(argv)
        self._timeout = timeout
        # Files of the program that can be seen from its command line: another content is another agent.
        files = {part: digest for part in self._argv if (digest := _digest(part)) is not None}
        self.card = AgentCard(name, "command", {"argv": list(self._argv), "files": files})

    async def play(self, table: Table) -> Parting:
        """Tell, listen, act. A program that breaks down or falls silent is trouble from outside, never a score."""
        try:
            process = await asyncio.create_subprocess_exec(
                *self._argv,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                limit=MAXIMUM_ACTION,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise OutsideTroubleError(f"the program cannot be started: {error}") from None
        complaints = _Complaints(process.stderr)
        try:
            return await _Guest(process, self._timeout, complaints).play(table)
        finally:
            await _end(process)
            await complaints.stop()

    async def close(self) -> None:
        """Every program was ended with its episode."""


class _Guest:
    """The conversation with one process."""

    def __init__(
        self, process: asyncio.subprocess.Process, timeout: float, complaints: "_Complaints"
    ) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._said, self._heard = process.stdin, process.stdout
        self._timeout = timeout
        self._complaints = complaints

    async def play(self, table: Table) -> Parting:
        constant = table.constant_parts
        await self._say({"observation": table.observation, "info": table.info})
        idle = 0
        while not table.is_over:
            line = await self._line()
            if isinstance(line, Parting):
                return line
            if line is None:
                return await self._left()
            before = table.steps
            try:
                step = table.act(parse_json(line))
            except ValueError as error:
                await self._say({"error": f"this line is no action: {one_line(str(error))}"})
            else:
                seen = {key: value for key, value in step.observation.items() if key not in constant}
                flags = {"terminated": step.terminated, "truncated": step.truncated}
                await self._say({"observation": seen, "reward": step.reward, **flags, "info": step.info})
            idle = idle + 1 if table.steps == before else 0
            if idle > _IDLE:
                return Parting("protocol", f"{idle} lines in a row were no new action{self._complaints.said}")
        await self._say({"result": table.result()})
        self._said.close()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), _GRACE)
        return Parting()

    async def _say(self, value: Any) -> None:
        """Write one line. A program that does not listen any more may still act."""
        if self._said.is_closing():
            return
        line = json.dumps(value, ensure_ascii=True, separators=(",", ":")) + "\n"
        try:
            self._said.write(line.encode("ascii"))
            async with asyncio.timeout(self._timeout):
                await self._said.drain()
        except TimeoutError:
            message = f"the program read nothing for {self._timeout:g} seconds{self._complaints.said}"
            raise OutsideTroubleError(message) from None
        except ConnectionError:
            self._said.close()

    async def _line(self) -> str | Parting | None:
        """The next line that is not empty; None at the end of output."""
        for _ in range(_BLANK):
            try:
                async with asyncio.timeout(self._timeout):
                    raw = await self._heard.readline()
            except TimeoutError:
                message = f"the program said nothing for {self._timeout:g} seconds{self._complaints.said}"
                raise OutsideTroubleError(message) from None
            except ValueError:
                return Parting("protocol", f"a line has more than {MAXIMUM_ACTION} bytes")
            if not raw:
                return None
            line = raw.decode("utf-8", "surrogateescape").strip(" \t\r\n").removeprefix("\ufeff")
            if line:
                return line
        return Parting("protocol", f"{_BLANK} lines in a row were empty")

    async def _left(self) -> Parting:
        """The program's output has ended before the episode: by itself, or because something broke."""
        try:
            status = await asyncio.wait_for(self._process.wait(), _GRACE)
        except TimeoutError:
            return Parting("left", f"the program closed its output{self._complaints.said}")
        await self._complaints.wait()
        if status:
            how = f"signal {-status}" if status < 0 else f"exit status {status}"
            raise OutsideTroubleError(f"the program ended with {how}{self._complaints.said}")
        return Parting("left", f"the program ended before the matter was closed{self._complaints.said}")


class _Complaints:
    """The end of what a program writes to standard error."""

    def __init__(self, stream: asyncio.StreamReader | None) -> None:
        assert stream is not None
        self._kept = b""
        self._task = asyncio.create_task(self._read(stream))

    async def _read(self, stream: asyncio.StreamReader) -> None:
        while chunk := await stream.read(65_536):
            self._kept = (self._kept + chunk)[-_KEPT_COMPLAINTS:]

    @property
    def said(self) -> str:
        """What a message adds of it."""
        text = one_line(self._kept.decode("utf-8", "replace"), _KEPT_COMPLAINTS)
        return f"; standard error ends with: {text}" if text else ""

    async def wait(self) -> None:
        """Read to the end, when it comes soon."""
        await asyncio.wait([self._task], timeout=_GRACE)

    async def stop(self) -> None:
        """Read no more."""
        self._task.cancel()
        await asyncio.wait([self._task])


async def _end(process: asyncio.subprocess.Process) -> None:
    """End a process and what it has started, as far as that is in its group."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        elif process.returncode is None:
            process.kill()
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(process.wait(), _GRACE)
    # A process that left the group may hold the pipes open, and there is no other way to let go of them.
    process._transport.close()  # type: ignore[attr-defined]  # noqa: SLF001


def _digest(part: str) -> str | None:
    """SHA-256 of the file that a part of the command line names, None when it names none."""
    try:
        return hashlib.sha256(read_bytes(Path(part), part)).hexdigest()
    except UnusableInputError:
        return None


def checked_program(argv: Sequence[str]) -> tuple[str, ...]:
    """A command line whose program is there; `UnusableInputError` when it is not."""
    if not argv or which(argv[0]) is None:
        what = argv[0] if argv else "no program"
        raise UnusableInputError([Problem(f"command:{what}", 0, 0, "agent", "there is no such program")])
    return tuple(argv)
