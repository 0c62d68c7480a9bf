"""Exit codes of every command."""

from enum import IntEnum


class Exit(IntEnum):
    """0: done, nothing to report. 1: done, and something was found. 2: the input or output cannot be used."""

    OK = 0
    FINDINGS = 1
    UNUSABLE = 2
