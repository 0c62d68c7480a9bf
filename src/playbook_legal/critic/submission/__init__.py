"""Submissions: proposed work in either of two formats, told apart by their content.

One file for each format. A submission in no recognized shape, or one in which there is nothing to review, is
refused: it is never reviewed as if it were empty.
"""

import os
from typing import Any

from ...paper.firewall import Firewall, refuse_answer_key
from ...problems import Problem, UnusableInputError
from ...sources.files import Source
from ...sources.jsonl import JsonLine, parse_json, read_json_lines
from .items import Cited, Item, Language, Quotation, Standing, Submission
from .keys import REVIEW_KEYS

_EXPECTED = (
    f"a review JSON has at least one of {', '.join(REVIEW_KEYS)}; an action file has one JSON object with an "
    "action's `type` a line"
)


def load_submission(path: str | os.PathLike[str], wall: Firewall | None = None) -> Submission:
    """The submission in the file at `path`.

    Raises `CriticError` when it is unusable, and `AnswerKeyError` when the path or the content is an answer
    key. `wall` is the firewall of the whole review, if there is one.
    """
    admitted = (wall if wall is not None else Firewall()).admit(path)
    return read_submission(admitted.read(suspicious=False))


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

        if is_action(whole) or not _is_review(whole):
            return read_actions(source.name, source.sha256, [JsonLine(1, whole)])
    if _is_review(whole):
        from .review_json import read_review

        return read_review(source.name, source.sha256, whole)
    raise _unusable(source, f"this is no submission; {_EXPECTED}")


def _is_review(value: object) -> bool:
    """Whether a JSON value has any of the keys of a review."""
    return isinstance(value, dict) and any(key in value for key in REVIEW_KEYS)


def _read_lines(source: Source, fault: str) -> Submission:
    """The submission in an action file; `fault` says why the file as a whole is no JSON value."""
    refuse_answer_key(source)
    first = source.text.strip().split("\n", 1)[0]
    if not _is_json(first):
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
    "load_submission",
    "read_submission",
]
