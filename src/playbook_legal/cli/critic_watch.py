"""`playbook-critic --watch`: check again whenever a file changes, until somebody interrupts."""

import os
import sys
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..critic.settings_file import settings_file
from ..paper.firewall import Firewall, is_answer_key_name
from ..problems import PlaybookError, one_line
from .critic_run import carried_out
from .critic_settings import plan_of
from .critic_submissions import STDIN
from .exits import Exit

_INTERVAL = 0.5  # seconds between two looks, longer where a look takes long
_LOOK_SHARE = 20  # a look may take this part of the time, and no more
_MOST_FILES = 100_000


def watch(options: dict[str, Any]) -> int:
    """Check, and check again on every change; the exit code of the last check when the person interrupts, or when
    nobody reads the reports any more."""
    if STDIN in options["paths"]:
        raise PlaybookError("--watch reads files again, and standard input can be read once; name a file")
    last: int = Exit.OK
    heard = not _is_nowhere()
    try:
        for _ in changes(lambda: seen(options), time.sleep):
            last = _checked(options)
            if heard and _is_nowhere():
                break
            _say("watching for changes; Ctrl-C ends")
    except KeyboardInterrupt:
        _say("")
    return last


def changes(look: Callable[[], Hashable], wait: Callable[[float], object]) -> Iterator[None]:
    """Yields at once, and then each time that what `look` sees has changed. `wait` is told how long to wait
    before the next look, in seconds."""
    last = look()
    yield
    while True:
        start = time.monotonic()
        now = look()
        spent = time.monotonic() - start
        if now == last:
            wait(max(_INTERVAL, spent * _LOOK_SHARE))
            continue
        last = now
        yield


def seen(options: dict[str, Any]) -> Hashable:
    """What there is to see of the files that the options ask for: a value that changes when one of them does."""
    named = [
        *options["paths"],
        options["record"],
        options["authority"],
        options["baseline"],
        options["config"],
    ]
    targets: set[Path] = set()
    with suppress(PlaybookError, OSError):  # settings that cannot be used are said by the check itself
        plan = plan_of(options, Firewall())
        named += [plan.record, *plan.submissions, plan.authority, plan.baseline]
        named += [None if plan.settings is None else plan.settings.as_posix()]
        written = [path for _, path in plan.outputs] + [
            one for one in (plan.write_baseline,) if one is not None
        ]
        written += [] if plan.out is None else [f"{plan.out}.json", f"{plan.out}.md"]
        targets = {Path(one).resolve() for one in written}
    settings = None if options["isolated"] else settings_file()
    named += [None if settings is None else settings.as_posix()]
    files = dict.fromkeys(one for one in named if one is not None)
    return tuple((name, _state(Path(name), targets)) for name in files)


def _state(path: Path, targets: set[Path]) -> Hashable:
    """What there is to see of a file, or of the files in a folder and in the folders directly below it. What the
    command itself writes is not looked at, nor what the system hides, nor any answer key."""
    try:
        if not path.is_dir():
            return _stamp(path, targets)
        files: list[Hashable] = []
        for one in sorted(path.iterdir()):
            if one.name.startswith("."):
                continue
            inner = sorted(one.iterdir()) if one.is_dir() else [one]
            stamps = ((each.name, _stamp(each, targets)) for each in inner if each.name[:1] != ".")
            files += [stamp for stamp in stamps if stamp[1] is not None]
            if len(files) > _MOST_FILES:
                break
        return tuple(files)
    except (OSError, ValueError):
        return None


def _stamp(path: Path, targets: set[Path]) -> Hashable:
    try:
        if is_answer_key_name(path.name) or (targets and path.resolve() in targets):
            return None
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _checked(options: dict[str, Any]) -> int:
    """The exit code of one check; what stops it is said in one line, and the watch goes on."""
    try:
        return carried_out(plan_of(options, Firewall()))
    except PlaybookError as error:
        _say(str(error))
    except OSError as error:
        _say(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    return Exit.UNUSABLE


def _is_nowhere() -> bool:
    """Whether standard output leads nowhere, as it does once whoever read it has closed it."""
    try:
        return os.fstat(sys.stdout.fileno()).st_rdev == Path(os.devnull).stat().st_rdev
    except (AttributeError, OSError, ValueError):
        return False


def _say(text: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(f"playbook-critic: {one_line(text)}\n" if text else "\n")
        sys.stderr.flush()
