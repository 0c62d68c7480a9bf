"""Nobody plays into a run while somebody else does.

Where the system can lock a file, it forgets the lock when its holder is gone, however it went; so a run that was
killed is free at once. Where it cannot, nothing is locked.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..problems import Problem, UnusableInputError
from .runs import MANIFEST_NAME


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """For whoever plays the run in `folder`. Raises `UnusableInputError` when another does; waits for processes of an
    earlier run that have not noticed yet that it was killed."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    path = folder / MANIFEST_NAME
    descriptor, workers = os.open(path, os.O_RDONLY), os.open(folder / "episodes", os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            message = "another process is playing this run; wait for its end"
            raise UnusableInputError([Problem(path.as_posix(), 0, 0, "run", message)]) from None
        except OSError:  # a file system without locks
            pass
        else:
            with suppress(OSError):
                fcntl.flock(workers, fcntl.LOCK_EX)
                fcntl.flock(workers, fcntl.LOCK_UN)
        yield
    finally:
        os.close(descriptor)
        os.close(workers)


@contextmanager
def at_work(folder: Path) -> Iterator[None]:
    """For a process that plays on behalf of another: as long as it lives, nobody begins anew."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    descriptor = os.open(folder / "episodes", os.O_RDONLY)
    try:
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_SH)
        yield
    finally:
        os.close(descriptor)
