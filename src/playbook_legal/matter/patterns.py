"""Patterns that run in time linear in the text.

They run on RE2. What RE2 cannot do (look-around, back-references) runs on Python's engine, confined: RE2 finds
each place where the pattern, widened to what RE2 can do, matches, and only a short stretch from there is given to
the backtracking engine, so many times and no more. Where even that could take exponential time, or where it has
been done so many times, the pattern stands for its widened form; the linter names such patterns.
"""

import re
from collections.abc import Iterator
from typing import Any, Literal

import re2

from . import pattern_syntax

Engine = Literal["re2", "re", "widened"]

# What is given to the backtracking engine, from the start of a match on.
_REACH = 1200
# Bound on the number of ways a confined pattern could be tried from one start.
_MAXIMUM_WAYS = 50_000
# What the confined attempts on one text may cost together, in ways tried: less than a second.
_MAXIMUM_WORK = 4_000_000
# In the same coin: a search by RE2, and how many characters it scans for one.
_SEARCH, _SCANNED = 300, 4


class PatternError(ValueError):
    """A pattern that cannot be compiled; the text says why."""


class Pattern:
    """A compiled pattern, case-insensitive. `engine` says what runs it: `re2`, `re` (confined), or `widened` (RE2, on
    a form that matches wherever the pattern does, and perhaps elsewhere). `reaches_far` says that finding where a
    match ends may take a look at everything behind it."""

    __slots__ = ("_backtracking", "_linear", "_reaches_far", "_unbounded", "_ways", "engine", "written")

    def __init__(self, written: str) -> None:
        self.written = written
        self.engine: Engine = "re2"
        self._backtracking: re.Pattern[str] | None = None
        self._ways, self._unbounded = 1, False
        self._reaches_far: bool | None = None
        try:
            self._linear = re2.compile(written, _options())
        except re2.error:
            self._linear = self._from_tree()

    def _from_tree(self) -> Any:
        """The pattern that RE2 runs where it does not read what is written: the same in RE2's writing, or wider."""
        try:
            tree = pattern_syntax.parsed(self.written)
            backtracking = re.compile(self.written, re.IGNORECASE)
        except (re.error, RecursionError, OverflowError) as error:
            raise PatternError(str(error)) from None
        exact = not pattern_syntax.needs_backtracking(tree)
        try:
            linear = re2.compile(pattern_syntax.for_re2(tree, exact=exact), _options())
        except (re2.error, RecursionError):
            raise PatternError("it is too large, or needs what cannot run in linear time") from None
        if not exact:
            self._ways = pattern_syntax.ways(tree, _REACH, _MAXIMUM_WAYS)
            self._unbounded = pattern_syntax.reaches_far(tree)
            self.engine = "re" if self._ways <= _MAXIMUM_WAYS else "widened"
            self._backtracking = backtracking if self.engine == "re" else None
        return linear

    @property
    def reaches_far(self) -> bool:
        """Whether a part of the pattern runs over sentence ends without bound."""
        if self._reaches_far is None:
            try:
                self._reaches_far = pattern_syntax.reaches_far(pattern_syntax.parsed(self.written))
            except (re.error, RecursionError, OverflowError):
                self._reaches_far = True  # RE2 reads what Python does not; nothing is known of it
        return self._reaches_far

    @property
    def linear_source(self) -> str:
        """The source of the RE2 pattern that matches wherever this one does."""
        return str(self._linear.pattern)

    def found(self, text: str) -> bool:
        """Whether the pattern matches somewhere in `text`."""
        return next(self.spans(text), None) is not None

    def spans(self, text: str, start: int = 0) -> Iterator[tuple[int, int]]:
        """Spans of the matches in `text` from `start` on, leftmost first, not overlapping."""
        backtracking = self._backtracking
        if backtracking is None:
            for match in self._linear.finditer(text, start):
                yield match.span()
            return
        yield from self._confined(backtracking, text, start)

    def _confined(self, backtracking: re.Pattern[str], text: str, start: int) -> Iterator[tuple[int, int]]:
        encoded = text.encode("utf-8", "surrogatepass")  # once, and not at every search
        places = _Places(text, encoded)
        at, work = places.byte(text, start), 0
        while at <= len(encoded) and (match := self._linear.search(encoded, at)) is not None:
            first, last = match.span()
            begin = places.character(first)
            scanned = (len(encoded) if self._unbounded else last) - first
            work += self._ways + _SEARCH + scanned // _SCANNED
            if work <= _MAXIMUM_WORK:
                confined = backtracking.match(text, begin, begin + _REACH)
                if confined is None:
                    at = places.next_character(first)  # the next match may begin inside this one
                    continue
                end = confined.end()
                last = first + len(text[begin:end].encode("utf-8", "surrogatepass"))
            else:
                end = begin + len(encoded[first:last].decode("utf-8", "surrogatepass"))
            yield begin, end
            at = last if last > first else places.next_character(first)


class _Places:
    """From places in encoded text to places in the text, asked for in rising order: one pass over the text."""

    __slots__ = ("_ascii", "_byte", "_character", "_encoded")

    def __init__(self, text: str, encoded: bytes) -> None:
        self._encoded = encoded
        self._ascii = len(encoded) == len(text)
        self._byte = self._character = 0

    def byte(self, text: str, character: int) -> int:
        """Where the character stands in the encoded text."""
        return character if self._ascii else len(text[:character].encode("utf-8", "surrogatepass"))

    def character(self, byte: int) -> int:
        """Which character begins at `byte`."""
        if self._ascii:
            return byte
        self._character += len(self._encoded[self._byte : byte].decode("utf-8", "surrogatepass"))
        self._byte = byte
        return self._character

    def next_character(self, byte: int) -> int:
        """Where the character behind the one at `byte` begins."""
        byte += 1
        while byte < len(self._encoded) and self._encoded[byte] & 0xC0 == 0x80:
            byte += 1
        return byte


def _options() -> Any:
    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    return options
