"""Gates, compiled: patterns whose match is a critical failure, unless a guard explains it.

Patterns are case-insensitive and run on normalized text. They run on RE2, in time linear in the text. A
pattern that RE2 cannot compile (look-around, back-references) runs on Python's engine, confined: RE2 finds each
place where the pattern without its look-around matches, and only a short stretch from there is given to the
backtracking engine, so many times and no more. Where even that could take exponential time, or where it has been
done so many times, the look-around is not evaluated and the gate fires on the rest of its pattern; the linter
names such gates.
"""

import re
from collections.abc import Iterator
from re import _constants as _sre  # type: ignore[attr-defined]
from re import _parser as _sre_parser  # type: ignore[attr-defined]
from typing import Any, Literal

import msgspec
import re2

from .key import Gate, GateSpec

Engine = Literal["re2", "re", "skeleton"]

# What is given to the backtracking engine, from the start of a match on.
_REACH = 1200
# Bound on the number of ways a confined pattern could be tried from one start.
_MAXIMUM_WAYS = 50_000
# What the confined attempts on one text may cost together, in ways tried: less than a second.
_MAXIMUM_WORK = 40_000_000
# In the same coin: a search by RE2, and how many characters it scans for one.
_SEARCH, _SCANNED = 300, 4


class PatternError(ValueError):
    """A pattern that cannot be compiled; the text says why."""


class Pattern:
    """A compiled pattern. `engine` says what runs it: `re2`, `re` (confined), or `skeleton` (RE2 on the pattern
    without its look-around)."""

    __slots__ = ("_backtracking", "_linear", "_reaches_far", "_unbounded", "_ways", "engine", "written")

    def __init__(self, written: str) -> None:
        self.written = written
        self._backtracking: re.Pattern[str] | None = None
        self._ways, self._unbounded = 1, False
        self._reaches_far: bool | None = None
        self.engine: Engine = "re2"
        try:
            self._linear = re2.compile(written, _options())
        except re2.error as error:
            self._linear = self._compile_confined(str(error))

    def _compile_confined(self, refusal: str) -> Any:
        try:
            backtracking = re.compile(self.written, re.IGNORECASE)
        except (re.error, RecursionError, OverflowError) as error:
            raise PatternError(str(error)) from None
        try:
            linear = re2.compile(_without_look_around(self.written), _options())
        except re2.error:
            raise PatternError(f"it needs a feature that cannot run in linear time ({refusal})") from None
        parsed = _sre_parser.parse(self.written)
        self._ways, self._unbounded = _ways(parsed), "MAXREPEAT" in repr(parsed)
        self.engine = "re" if self._ways <= _MAXIMUM_WAYS else "skeleton"
        self._backtracking = backtracking if self.engine == "re" else None
        return linear

    @property
    def reaches_far(self) -> bool:
        """Whether some part of the pattern runs over any text without bound, so that finding where a match ends may
        take a look at everything behind it."""
        if self._reaches_far is None:
            try:
                self._reaches_far = _runs_over_anything(_sre_parser.parse(self.written))
            except (re.error, RecursionError, OverflowError):
                self._reaches_far = True
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


def _runs_over_anything(parsed: Any) -> bool:
    """Whether the parsed pattern repeats without bound what does not stop at the end of a sentence."""
    for operator, argument in parsed:
        if operator in _REPEATS:
            _, most, body = argument
            if (most is _sre.MAXREPEAT and any(map(_crosses_sentences, body))) or _runs_over_anything(body):
                return True
        elif operator is _sre.BRANCH:
            if any(map(_runs_over_anything, argument[1])):
                return True
        elif operator is _sre.SUBPATTERN and _runs_over_anything(argument[-1]):
            return True
    return False


def _crosses_sentences(part: tuple[Any, Any]) -> bool:
    operator, argument = part
    if operator is _sre.NOT_LITERAL:
        return bool(argument != ord("."))
    if operator is _sre.IN:
        return argument[0][0] is _sre.NEGATE and (_sre.LITERAL, ord(".")) not in argument
    return operator is _sre.ANY


def _options() -> Any:
    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    return options


def _without_look_around(pattern: str) -> str:
    """`pattern` with look-around assertions removed and back-references widened: it matches wherever the
    original does, and perhaps elsewhere."""
    out: list[str] = []
    at = 0
    skipping = 0  # depth of parentheses inside an assertion that is left out
    in_class = False
    while at < len(pattern):
        step = 1
        piece = pattern[at]
        if piece == "\\":
            step, piece = _escape(pattern, at)
        elif in_class:
            in_class = piece != "]"
        elif piece == "[":
            in_class = True
            for opening in ("[^]", "[]"):
                if pattern.startswith(opening, at):
                    step, piece = len(opening), opening.replace("]", "\\]")
                    break
        elif skipping:
            skipping += (piece == "(") - (piece == ")")
            piece = ""
            at += step
            continue
        elif any(pattern.startswith(opening, at) for opening in ("(?=", "(?!", "(?<=", "(?<!")):
            skipping = 1
            out.append("(?:)")
            at += 1
            continue
        elif pattern.startswith("(?>", at):
            step, piece = 3, "(?:"
        elif pattern.startswith("(?P=", at):
            step, piece = pattern.find(")", at) + 1 - at, "(?s:.*)"
        if not skipping:
            out.append(piece)
        at += step
    return "".join(out)


def _escape(pattern: str, at: int) -> tuple[int, str]:
    """How many characters the escape at `at` takes, and how RE2 writes it."""
    two = pattern[at : at + 2]
    if two[1:].isdigit() and two[1:] != "0":
        return 2, "(?s:.*)"
    if two == "\\Z":
        return 2, "\\z"
    if two in ("\\u", "\\U"):
        step = 6 if two == "\\u" else 10
        return step, f"\\x{{{pattern[at + 2 : at + step]}}}"
    return 2, two


def _ways(parsed: Any, *, inside_repeat: bool = False) -> int:
    """Rough bound on the ways a backtracking engine may try the parsed pattern from one start. A choice inside a
    repetition (another repetition, an alternative, an optional part) makes it exponential: beyond every bound."""
    ways, asserted = 1, 0
    for operator, argument in parsed:
        if operator in _REPEATS:
            least, most, body = argument
            if inside_repeat and least != most:
                return _MAXIMUM_WAYS + 1
            count = min(int(most), _REACH)
            ways *= (count - min(int(least), _REACH) + 1) * _ways(
                body, inside_repeat=inside_repeat or count > 1
            )
        elif operator is _sre.BRANCH:
            if inside_repeat:
                return _MAXIMUM_WAYS + 1
            ways *= sum(_ways(branch) for branch in argument[1])
        elif operator is _sre.SUBPATTERN:
            ways *= _ways(argument[-1], inside_repeat=inside_repeat)
        elif operator is _sre.ATOMIC_GROUP:
            ways *= _ways(argument, inside_repeat=inside_repeat)
        elif operator in (_sre.ASSERT, _sre.ASSERT_NOT):
            asserted += ways * _ways(
                argument[1], inside_repeat=inside_repeat
            )  # never entered again once it holds
        elif operator is _sre.GROUPREF_EXISTS:
            ways *= sum(
                _ways(branch, inside_repeat=inside_repeat) for branch in argument[1:] if branch is not None
            )
        elif operator is _sre.GROUPREF:
            ways *= _REACH
        if ways + asserted > _MAXIMUM_WAYS:
            return _MAXIMUM_WAYS + 1
    return ways + asserted


_REPEATS = (_sre.MAX_REPEAT, _sre.MIN_REPEAT, _sre.POSSESSIVE_REPEAT)


class CompiledGate(msgspec.Struct, frozen=True):
    """A gate ready to run. `written` is the pattern as reported."""

    written: str
    pattern: Pattern
    negation_guard: bool = False
    before: bool = False
    require: Pattern | None = None
    exclude: Pattern | None = None

    @property
    def is_guarded(self) -> bool:
        """Whether some guard may explain a match."""
        return self.negation_guard or self.require is not None or self.exclude is not None


class Gates(msgspec.Struct, frozen=True):
    """The gates of one criterion on one surface, with one pattern that matches wherever any of them does, so
    that the common case (nothing fires) costs a single search."""

    each: tuple[CompiledGate, ...]
    any: Pattern | None


def compile_gate(gate: Gate) -> CompiledGate:
    """`gate` ready to run; raises `PatternError` naming the key whose pattern does not compile."""
    spec = GateSpec(gate) if isinstance(gate, str) else gate
    return CompiledGate(
        spec.pattern,
        _compiled(spec.pattern, "pattern"),
        spec.negation_guard,
        spec.negation_scope == "before",
        None if spec.require_context is None else _compiled(spec.require_context, "require_context"),
        None if spec.exclude_context is None else _compiled(spec.exclude_context, "exclude_context"),
    )


def _compiled(written: str, key: str) -> Pattern:
    if not written.strip():
        raise PatternError(f"{key} is blank and would match everything")
    try:
        return Pattern(written)
    except PatternError as error:
        raise PatternError(f"{key} {written!r} does not compile: {error}") from None


def gates_of(compiled: tuple[CompiledGate, ...]) -> Gates:
    """The gates with their common pattern; without one where the patterns cannot be joined."""
    if len(compiled) == 1:
        return Gates(compiled, Pattern(compiled[0].pattern.linear_source))
    try:
        joined = (
            Pattern("|".join(f"(?:{gate.pattern.linear_source})" for gate in compiled)) if compiled else None
        )
    except PatternError:  # for instance two patterns that name a group alike
        joined = None
    return Gates(compiled, joined)
