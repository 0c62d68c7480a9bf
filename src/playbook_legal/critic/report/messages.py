"""The one-line Markdown of a finding's message taken apart: the critic's words, and the words it shows."""

import re
from collections.abc import Iterator

import msgspec

_SPAN = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)|\\([\\`*_<\[])")


class Said(msgspec.Struct, frozen=True):
    """Part of a message; `shown` when it is text from the submission or the paper and not the critic's own."""

    text: str
    shown: bool


def parts_of(message: str) -> Iterator[Said]:
    """The parts of a message, in order."""
    words: list[str] = []
    at = 0
    for found in _SPAN.finditer(message):
        words.append(message[at : found.start()])
        at = found.end()
        if found[3]:
            words.append(found[3])
            continue
        if said := "".join(words):
            yield Said(said, shown=False)
        words = []
        yield Said(_inside(found[2]), shown=True)
    if said := "".join(words) + message[at:]:
        yield Said(said, shown=False)


def plain(message: str) -> str:
    """The message without Markdown: what it shows stands in quotation marks."""
    return _SPAN.sub(_plain, message)


def _plain(found: re.Match[str]) -> str:
    return found[3] or f"“{_inside(found[2])}”"


def _inside(span: str) -> str:
    """What a code span shows: without the space that parts it from its marks."""
    return span[1:-1] if span[0] == span[-1] == " " and span.strip() else span
