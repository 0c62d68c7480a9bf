"""Where in the text of a submission a place stands: `issues[0].quotes[1].text` → line 12, column 16.

A report names places by their path in the JSON. Whoever opens the file wants the line. One pass over the text
keeps the positions of the values that are asked for and skips the others; what is no JSON ends the pass, and
the places behind it stay unknown.
"""

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress

_TOKEN = re.compile(
    r'[ \t\r\n]*+(?:("(?:[^"\\]++|\\.)*+")|([{}\[\],:])|([^ \t\r\n{}\[\],:"]++))',
    re.DOTALL,
)
# A member of an object whose value is no object and no list, with the comma behind it: most of a submission.
_MEMBER = re.compile(
    r'[ \t\r\n]*+("(?:[^"\\]++|\\.)*+")[ \t\r\n]*+:[ \t\r\n]*+'
    r'("(?:[^"\\]++|\\.)*+"|[^ \t\r\n{}\[\],:"]++)[ \t\r\n]*+(,?)',
    re.DOTALL,
)
_STEP = re.compile(r"\[(\d{1,9})\]|\.?([^.\[\]]+)")
_LINE = re.compile(r"line (\d{1,9})(?:\.(.*))?", re.DOTALL)


class _Node:
    """A value that is asked for, or that holds one: the places it answers, and the parts of it."""

    __slots__ = ("parts", "places")

    def __init__(self) -> None:
        self.places: list[str] = []
        self.parts: dict[str | int, _Node] = {}


class _Frame:
    """An object or list that is open: which node it is, and which of its parts comes next."""

    __slots__ = ("is_object", "next", "node", "wants_key")

    def __init__(self, node: _Node | None, *, is_object: bool) -> None:
        self.node = node
        self.is_object = is_object
        self.wants_key = is_object
        self.next: str | int = "" if is_object else 0

    def part(self) -> _Node | None:
        """The node of the part that comes next, if it is asked for."""
        return None if self.node is None else self.node.parts.get(self.next)

    def go_on(self) -> None:
        """A comma: the next part."""
        self.wants_key = self.is_object
        if isinstance(self.next, int):
            self.next += 1

    def take_key(self, written: str) -> None:
        """The key of the part that comes next, as it is written."""
        self.wants_key = False
        if self.node is None:
            return
        self.next = written[1:-1]
        if "\\" in written:
            with suppress(ValueError):
                self.next = json.loads(written, strict=False)


def lines_of_places(text: str, places: Iterable[str]) -> dict[str, tuple[int, int]]:
    """Line and column, both from 1, of each of the `places` that stands in `text`; columns count characters.

    `text` is a review (one JSON value) or an action file (`line 3`, `line 3.quotes[0].text`), without a
    byte-order mark. Only LF ends a line. Places that do not stand there are left out.
    """
    offsets = _offsets(text, places)
    told: dict[str, tuple[int, int]] = {}
    line, begins, at = 1, 0, 0
    for place, offset in sorted(offsets.items(), key=lambda pair: pair[1]):
        line += text.count("\n", at, offset)
        last = text.rfind("\n", at, offset)
        begins = last + 1 if last >= 0 else begins
        at = offset
        told[place] = (line, offset - begins + 1)
    return told


def texts_of_places(text: str, places: Iterable[str]) -> dict[str, str]:
    """The text that stands at each of the `places` of a submission, as it reads; only where it is a text."""
    decoder = json.JSONDecoder()
    found: dict[str, str] = {}
    for place, offset in _offsets(text, places).items():
        if text.startswith('"', offset):
            with suppress(ValueError):
                found[place], _ = decoder.raw_decode(text, offset)
    return found


def _offsets(text: str, places: Iterable[str]) -> dict[str, int]:
    """The character of `text` at which each of the `places` begins."""
    roots: dict[int, _Node] = {}
    for place in places:
        in_line = _LINE.fullmatch(place)
        number, path = (int(in_line[1]), in_line[2] or "") if in_line else (0, place)
        node = roots.setdefault(number, _Node())
        for index, key in _STEP.findall(path):
            node = node.parts.setdefault(int(index) if index else key, _Node())
        node.places.append(place)
    found: dict[str, int] = {}
    for start, node in _starts(text, roots):
        _scan(text, start, node, found)
    return found


def _starts(text: str, roots: dict[int, _Node]) -> Iterator[tuple[int, _Node]]:
    """Where the value of each root begins: at its line, or at the beginning of the text for number 0."""
    line, start = 1, 0
    for number in sorted(roots):
        while line < number:
            start = text.find("\n", start) + 1
            if not start:
                return
            line += 1
        yield (start if number else 0), roots[number]


def _scan(text: str, start: int, root: _Node, found: dict[str, int]) -> None:
    """Read the one value at `start`, and note where the values that are asked for begin."""
    left = _count(root)
    frames: list[_Frame] = []
    at = start
    while left:
        if frames and frames[-1].wants_key:
            at, answered = _plain_members(text, at, frames[-1], found)
            left -= answered
        token = _TOKEN.match(text, at)
        if token is None:
            return
        at = token.end()
        mark, written = token[2], token[1]
        current = frames[-1] if frames else None
        if mark in ("}", "]", ",", ":"):
            if current is None:
                return
            if mark in ("}", "]"):
                frames.pop()
            elif mark == ",":
                current.go_on()
        elif written and current is not None and current.wants_key:
            current.take_key(written)
        else:
            node = root if current is None else current.part()
            if node is not None:
                left -= _note(node, token.start(token.lastindex or 0), found)
            if mark:
                frames.append(_Frame(node, is_object=mark == "{"))
        if not frames:
            return


def _plain_members(text: str, at: int, frame: _Frame, found: dict[str, int]) -> tuple[int, int]:
    """Read the members of an open object up to the first whose value is an object or a list: where what follows
    begins, and how many places were noted."""
    answered = 0
    while frame.wants_key and (member := _MEMBER.match(text, at)) is not None:
        at = member.end()
        frame.take_key(member[1])
        node = frame.part()
        if node is not None:
            answered += _note(node, member.start(2), found)
        if member[3]:
            frame.go_on()
    return at, answered


def _note(node: _Node, offset: int, found: dict[str, int]) -> int:
    """Note where a value begins that was asked for; how many places that answers."""
    new = [place for place in node.places if place not in found]
    found.update(dict.fromkeys(new, offset))
    return len(new)


def _count(root: _Node) -> int:
    """How many places are asked for below `root`, itself included."""
    number, nodes = 0, [root]
    while nodes:
        node = nodes.pop()
        number += len(node.places)
        nodes.extend(node.parts.values())
    return number
