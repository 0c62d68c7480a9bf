"""The audit page of one trace, whatever wrote it."""

import json
from pathlib import Path

import msgspec

from ...episode.trace import Trace, read_trace
from ...episode.verify import verify_trace
from ...problems import Problem, UnusableInputError, shown
from ...sources import read_source
from ..library import Library
from ..runs import EpisodeNote
from .html import Heading, audit_page
from .index import ending_in_words
from .model import audit


def trace_page(path: Path, library: Library) -> str:
    """The page of the trace at `path`, in either form, from this package or another. It is played again on the matter
    of its id; the page says where that differs from the record. `UnusableInputError` when there is no such matter."""
    trace = read_trace(path)
    matter = library.of_id(trace.matter_id, "" if trace.header is None else trace.header.content_hash)
    if matter is None:
        message = f"there is no matter {shown(trace.matter_id)} at hand; name its folder with --matters"
        raise UnusableInputError([Problem(path.as_posix(), 0, 0, "matter", message)])
    verification = verify_trace(trace, matter)
    notes = list(verification.notes)
    if verification.difference is not None:
        notes.append(f"played again it differs from the record; first at {verification.difference}")
    note = _note(path, trace)
    heading = Heading(
        "" if note is None else note.key.agent, "" if note is None else ending_in_words(note), tuple(notes)
    )
    return audit_page(matter, audit(matter, trace.actions, closed=trace.is_closed), heading)


def _note(path: Path, trace: Trace) -> EpisodeNote | None:
    """The note of an episode of a run; None for any other trace."""
    if trace.header is None:
        return None
    last = read_source(path).text.rstrip("\n").rpartition("\n")[2]
    try:
        return msgspec.convert(json.loads(last).get("episode"), EpisodeNote)
    except (ValueError, AttributeError, RecursionError, msgspec.ValidationError):
        return None
