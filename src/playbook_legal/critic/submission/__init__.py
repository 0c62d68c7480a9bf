"""Submissions: proposed work in any of the formats people have, told apart by their content.

One file for each format, or family of formats. A submission in no recognized shape, or one in which there is nothing
to review, is refused: it is never reviewed as if it were empty.
"""

import hashlib
import os
from collections.abc import Callable, Sequence
from typing import Any

from ...paper.firewall import Firewall, refuse_answer_key
from ...problems import Problem, UnusableInputError
from ...sources.files import Source, decode_source
from ...sources.jsonl import JsonLine, parse_json, read_json_lines
from .items import Cited, Item, Language, Quotation, Standing, Submission
from .keys import REVIEW_KEYS

_EXPECTED = (
    f"a review JSON has at least one of {', '.join(REVIEW_KEYS)}; an action file has one JSON object with an "
    "action's `type` a line; other tools' JSON is known by `red_flags`, `exact_quote`, `excerpt`, `target_text`, "
    "`cited_text` or `TextQuoteSelector`; a memo by `**Clause**:`, `**Current language**:`, quotations in `>`"
)

# What people hand in and nothing here reads, by how its bytes begin.
_NOT_READ = (
    (b"%PDF-", "a PDF file"),
    (b"{\\rtf", "a rich text file"),
    (b"<!DOCTYPE html", "a web page"),
    (b"<html", "a web page"),
)


def load_submission(
    path: str | os.PathLike[str],
    wall: Firewall | None = None,
    *,
    authors: Sequence[str] = (),
    base: str | None = None,
) -> Submission:
    """The submission in the file at `path`.

    Raises `CriticError` when it is unusable, and `AnswerKeyError` when the path or the content is an answer
    key. `wall` is the firewall of the whole review, if there is one. Of a redlined Word file only the changes of the
    `authors` count, when any are named, and `base` is the id of the document that it is a redline of.
    """
    admitted = (wall if wall is not None else Firewall()).admit(path)
    return submission_in(admitted.read_bytes(), admitted.name, authors=authors, base=base)


def submission_in(
    data: bytes, name: str, *, authors: Sequence[str] = (), base: str | None = None
) -> Submission:
    """The submission in the bytes of a file called `name`; see `load_submission`. Which format it is, the bytes say and
    not the name."""
    if is_word(data):
        from .redlined import read_redline

        return read_redline(name, data, hashlib.sha256(data).hexdigest(), authors, base)
    for beginning, what in _NOT_READ:
        if data[:1024].lstrip()[: len(beginning)].lower() == beginning.lower():
            message = f"this is {what}; hand the work in as JSON, a Markdown memo or a redlined .docx"
            raise UnusableInputError([Problem(name, 0, 0, "submission", message)])
    return read_submission(decode_source(data, name))


def is_word(data: bytes) -> bool:
    """Whether a file of these bytes is for the reader of Word files, which says what else it may be."""
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"))


def read_submission(source: Source) -> Submission:
    """The submission in `source`; see `load_submission`."""
    submission = _read(source)
    if not submission.items:
        raise _unusable(
            source, "nothing in it can be reviewed: no issue, redline, markup, settlement or summary"
        )
    return submission


def _read(source: Source) -> Submission:
    if not source.text.strip():
        raise _unusable(source, f"the file is empty; {_EXPECTED}")
    try:
        whole: Any = parse_json(source.text)
    except ValueError as error:
        return _read_lines(source, str(error))
    if isinstance(whole, dict) and "type" in whole:
        from .actions import is_action, read_actions  # not at the top: a review needs no actions

        if is_action(whole):
            return read_actions(source.name, source.sha256, [JsonLine(1, whole)])
    reader = _foreign(whole)
    if reader is not None:
        return reader(source.name, source.sha256)
    if isinstance(whole, dict) and "type" in whole and not _is_review(whole):
        from .actions import read_actions

        return read_actions(source.name, source.sha256, [JsonLine(1, whole)])
    if _is_review(whole):
        from .review_json import read_review

        return read_review(source.name, source.sha256, whole)
    raise _unusable(source, f"this is no submission; {_EXPECTED}")


def _foreign(value: object) -> Callable[[str, str], Submission] | None:
    """How to read the JSON of another tool; None when it is none."""
    from .foreign_json import foreign_reader

    return foreign_reader(value)


def _is_review(value: object) -> bool:
    """Whether a JSON value has any of the keys of a review."""
    return isinstance(value, dict) and any(key in value for key in REVIEW_KEYS)


def _read_lines(source: Source, fault: str) -> Submission:
    """The submission in an action file; `fault` says why the file as a whole is no JSON value."""
    refuse_answer_key(source)
    first = source.text.strip().split("\n", 1)[0]
    if not _is_json(first):
        if not source.text.lstrip().startswith(("{", "[{", "[\n")):
            from .memo import looks_like_memo, read_memo

            if looks_like_memo(source.text):
                return read_memo(source.name, source.sha256, source.text)
        raise _unusable(source, f"this is neither JSON nor JSON lines ({fault}); {_EXPECTED}")
    from .actions import read_actions

    return read_actions(source.name, source.sha256, read_json_lines(source))


def _is_json(text: str) -> bool:
    try:
        parse_json(text)
    except ValueError:
        return False
    return True


def _unusable(source: Source, message: str) -> UnusableInputError:
    return UnusableInputError([Problem(source.name, 0, 0, "submission", message)])


__all__ = [
    "Cited",
    "Item",
    "Language",
    "Quotation",
    "Standing",
    "Submission",
    "is_word",
    "load_submission",
    "read_submission",
    "submission_in",
]
