"""Submissions in the form of a review: one JSON object with `issues`, `redlines`, `markups`, `settlements` and
a `summary`, for tools that do not speak the actions of an episode."""

from typing import Any

from ...problems import shown
from .items import Item, Kind, Submission
from .keys import REVIEW_KEYS, REVIEW_LISTS
from .reading import Reading, item_of, known_keys

_KINDS: dict[str, Kind] = {
    "issues": "issue",
    "redlines": "redline",
    "markups": "markup",
    "settlements": "settlement",
}


def read_review(name: str, sha256: str, value: dict[str, Any]) -> Submission:
    """The submission in a review; `UnusableInputError` lists what is wrong with it."""
    reading = Reading(name)
    reading.check_text(value)
    reading.check_keys(value, REVIEW_KEYS, "")
    for key, inner in value.items():
        # Ours to read or to refuse: a list or object may carry work. Words and numbers are its tool's own notes.
        if key not in REVIEW_KEYS and not key.startswith("x-") and isinstance(inner, list | dict):
            reading.note(
                "", f"unknown key {shown(key)} with {shown(inner)}; known here: {', '.join(REVIEW_KEYS)}"
            )
    items: list[Item] = []
    for key in REVIEW_LISTS:
        items.extend(_items(reading, value.get(key), key))
    summary = reading.text(value, "summary", "")
    if summary.strip() or (items and isinstance(value.get("summary"), str)):
        items.append(Item(kind="summary", label="summary", place="summary", summary=summary))
    reading.raise_any()
    return Submission(format="review-json", sha256=sha256, items=tuple(items), not_read=reading.passed_over())


def _items(reading: Reading, given: object, key: str) -> list[Item]:
    if given is None:
        return []
    if not isinstance(given, list):
        reading.note(key, f"{shown(given)} stands here; a list of objects is needed")
        return []
    kind = _KINDS[key]
    items: list[Item] = []
    for index, one in enumerate(given):
        place = f"{key}[{index}]"
        if isinstance(one, dict):
            reading.check_keys(one, known_keys(kind), place)
            items.append(item_of(reading, one, kind, place, alone=False))
        else:
            reading.note(place, f"{shown(one)} stands here; an object is needed")
    return items
