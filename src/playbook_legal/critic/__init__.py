"""The critic verifies proposed legal work on the paper alone, without an answer key.

Reading order: record → submission → checks → report. The public names are loaded on first use.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..problems import PlaybookError as CriticError
    from .authority import Authority, load_authority
    from .firewall import AnswerKeyError, canonical_filename, guard_path
    from .record import ClientRecord
    from .report import Report
    from .reviewing import critique, review
    from .submission import Submission, load_submission
    from .verdicts import Cause, Difference, Finding, Neighbour, Place, Verdict

_HOMES = {
    "AnswerKeyError": "firewall",
    "Authority": "authority",
    "Cause": "verdicts",
    "ClientRecord": "record",
    "Difference": "verdicts",
    "Finding": "verdicts",
    "Neighbour": "verdicts",
    "Place": "verdicts",
    "Report": "report",
    "Submission": "submission",
    "Verdict": "verdicts",
    "canonical_filename": "firewall",
    "critique": "reviewing",
    "guard_path": "firewall",
    "load_authority": "authority",
    "load_submission": "submission",
    "review": "reviewing",
}

__all__ = [
    "AnswerKeyError",
    "Authority",
    "Cause",
    "ClientRecord",
    "CriticError",
    "Difference",
    "Finding",
    "Neighbour",
    "Place",
    "Report",
    "Submission",
    "Verdict",
    "canonical_filename",
    "critique",
    "guard_path",
    "load_authority",
    "load_submission",
    "review",
]


def __getattr__(name: str) -> Any:
    if name == "CriticError":  # whatever the critic raises on purpose is the package's own error
        from ..problems import PlaybookError

        return PlaybookError
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
