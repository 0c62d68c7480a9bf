"""Where the critic's settings lie: `playbook.toml`, or `pyproject.toml` with the table `tool.playbook`.

Sought in the working folder, and above it as far as the root of the repository that the working folder belongs
to. Outside a repository only the working folder counts, so that a file somebody left in a folder far above
(a home, a temporary folder) never changes what is verified. Looking costs a few `stat` calls: this module is loaded
by every call and holds nothing else.
"""

import re
from contextlib import suppress
from pathlib import Path

NAME = "playbook.toml"
PROJECT = "pyproject.toml"
MAXIMUM_BYTES = 1024 * 1024

_REPOSITORY = (".git", ".hg")
# A project file that has the table somewhere. Whether it does is told by reading it; this spares most of them that.
_TABLE = re.compile(rb"""playbook["']?[ \t]*(?:\.|\]|=[ \t]*\{)""")


def settings_file() -> Path | None:
    """The nearest file of settings, relative to the working folder; None when there is none."""
    try:
        levels = len(Path.cwd().parents)
    except OSError:  # the working folder is gone
        return None
    nearest: Path | None = None
    folder = Path()
    for level in range(levels + 1):
        if nearest is None:
            nearest = _in(folder)
        if level == 0 and nearest is not None:
            return nearest
        if any((folder / name).exists() for name in _REPOSITORY):
            return nearest
        folder = Path(*[".."] * (level + 1))
    return None


def _in(folder: Path) -> Path | None:
    own = folder / NAME
    if own.exists():
        return own
    project = folder / PROJECT
    with suppress(OSError):  # what is not ours to read holds no settings for us
        if (
            project.is_file()
            and project.stat().st_size <= MAXIMUM_BYTES
            and _TABLE.search(project.read_bytes())
        ):
            return project
    return None
