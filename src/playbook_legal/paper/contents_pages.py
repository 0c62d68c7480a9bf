"""Tables of contents: lines that look like headings and open nothing.

A line is one of a table of contents when dots lead from it to a page number. So it is when it stands in a run of
headings that end with page numbers, or below "TABLE OF CONTENTS", and their numbers come again later, in the body.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence

from .typed_numbers import TypedNumber

_HEAD = re.compile(
    r"\W{0,8}(?:TABLE\s{1,4}OF\s{1,4}CONTENTS|Table\s{1,4}of\s{1,4}Contents|CONTENTS|Contents|INDEX)\b.{0,60}$"
)
_INITIALS = frozenset("TCI")
_PAGE = re.compile(r"\s(?P<page>\d{1,3})(?:\s?-\s?\d{1,3})?$")
_LEADERS = ("....", ". . .", "…")

_BETWEEN = 3  # other lines of words between two entries: a title that goes on, a heading without a number
_ENTRIES = 3
_HEADS = 20  # tables of contents that one file may hold
_LINE = 78  # characters of a full line, which no entry fills without a page number

Candidate = tuple[int, TypedNumber]
Key = tuple[str, tuple[int, ...], str]


def contents_lines(
    lines: Sequence[str], stripped: Sequence[str], candidates: Sequence[Candidate], written: Sequence[int]
) -> set[int]:
    """The lines of tables of contents among `candidates` (line, number). `stripped` are the lines without white space
    around them, `written` those that hold words."""
    last = {_key(number): place for place, (_, number) in enumerate(candidates)}
    found = {at for at, _ in candidates if _led(lines[at]) or (at + 1 < len(lines) and _led(lines[at + 1]))}
    found |= _runs(lines, candidates, written, last)
    heads = [
        at
        for at in written
        if ((first := stripped[at][0]) in _INITIALS or not first.isalnum()) and _HEAD.match(lines[at])
    ]
    for head in heads[:_HEADS]:
        found |= _below(head, candidates, written, last)
    return found


def _key(number: TypedNumber) -> Key:
    """What a number is known by when it comes again."""
    return number.kind, number.path or (number.ordinal,), "" if number.ordinal else number.number


def _line_behind(lines: Sequence[str], at: int) -> str:
    """The line behind an entry, on which it may go on."""
    return lines[at + 1] if at + 1 < len(lines) else ""


def _led(line: str) -> bool:
    """Whether dots lead from the words of `line` to a page number or to its end."""
    if "..." not in line and ". ." not in line and "…" not in line:
        return False
    words = line.rstrip().rstrip("0123456789ivxlIVX-–").rstrip()
    return words.endswith(_LEADERS) and words.strip("…. ") != ""


def _distance(written: Sequence[int], earlier: int, later: int) -> int:
    """How many lines of words it is from one line to another."""
    return bisect_left(written, later) - bisect_left(written, earlier)


def _runs(
    lines: Sequence[str], candidates: Sequence[Candidate], written: Sequence[int], last: dict[Key, int]
) -> set[int]:
    """Runs of at least three candidates that end with page numbers, none smaller than the one before, and of whose
    numbers a third at least come again behind the run."""
    found: set[int] = set()
    run: list[int] = []  # places among the candidates

    def close() -> None:
        again = sum(last[_key(candidates[place][1])] > run[-1] for place in run) if run else 0
        if len(run) >= _ENTRIES and 3 * again >= len(run):
            found.update(candidates[place][0] for place in run)

    page = 0
    for place, (at, number) in enumerate(candidates):
        ends = 0 if number.style[0] == "(" else _page_behind(lines, at)
        if run and not (ends >= page and ends and _distance(written, candidates[run[-1]][0], at) <= _BETWEEN):
            close()
            run = []
        if ends:
            run.append(place)
            page = ends
    close()
    return found


def _page_behind(lines: Sequence[str], at: int) -> int:
    """The page number at the end of the line, or of the next when the entry goes on there; 0 when there is none."""
    for line in (lines[at], _line_behind(lines, at)):
        words = line.rstrip()
        found = _PAGE.search(words, max(0, len(words) - 16))
        if found is not None and words[: found.start()].strip(" .\t").count(" ") + words.count("\t"):
            return int(found["page"])
        if not words or len(words) > _LINE:
            return 0
    return 0


def _below(
    head: int, candidates: Sequence[Candidate], written: Sequence[int], last: dict[Key, int]
) -> set[int]:
    """The entries below the heading of a table of contents: near one another, up to the first number that comes a
    second time; at least three of them, of which half come again."""
    entries: list[int] = []
    keys: set[Key] = set()
    before = head
    place = bisect_left(candidates, head, key=lambda candidate: candidate[0])
    for at, number in candidates[place:]:
        key = _key(number)
        if key in keys or _distance(written, before, at) > 2 * _BETWEEN:
            break
        keys.add(key)
        entries.append(at)
        before = at
    again = sum(last[key] >= place + len(entries) for key in keys)
    return set(entries) if len(entries) >= _ENTRIES and 2 * again >= len(keys) else set()


__all__ = ["contents_lines"]
