"""Running the gates: does a forbidden claim stand in this text, and does a guard explain it?

A gate fires when any occurrence of its pattern survives its guards. What a guard silenced is kept beside what
fired, with the words that silenced it, so that an author sees both sides.
"""

from bisect import bisect_right
from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from ..matter.gates import CompiledGate, Gates
from ..matter.patterns import Pattern
from ..text import Prose, negators
from .amounts import Critical

Guard = Literal["negation_guard", "require_context", "exclude_context"]

# An occurrence that reaches over its sentence may hide another one: the search resumes at the next sentence.
# The text searched anew is bounded, so that time stays linear; beyond the bound the gate fires, because a text
# that negates the same claim so many times in one breath cannot be called clean.
_RESEARCHED = 4_000_000
_KEPT_SILENCES = 20
_EXCERPT = 200


class Fired(msgspec.Struct, frozen=True):
    """A gate that fired: its pattern and the sentence it fired in (normalized)."""

    pattern: str
    excerpt: str


class Silenced(msgspec.Struct, frozen=True):
    """An occurrence that a guard explained: `by` which guard, `because` of which words, in which sentence."""

    pattern: str
    by: Guard
    because: str
    excerpt: str


class Scan(msgspec.Struct, frozen=True):
    """What the gates of one surface made of a text; `fired` in the order the gates are listed."""

    fired: tuple[Fired, ...] = ()
    silenced: tuple[Silenced, ...] = ()

    @property
    def critical(self) -> Critical:
        """The critical failures these gates make."""
        return tuple([("gate", fired.pattern) for fired in self.fired])


NOTHING = Scan()


def scan(gates: Iterable[Gates], prose: Prose) -> Scan:
    """Every gate run on `prose`; a gate listed twice (by its label's issue and by its provision) runs once."""
    fired: list[Fired] = []
    silenced: list[Silenced] = []
    context: _Context | None = None
    seen: list[Gates] = []
    for group in gates:
        if not group.each or any(group is one for one in seen):
            continue
        seen.append(group)
        if group.any is not None and not group.any.found(prose.text):
            continue
        context = context or _Context(prose)
        for gate in group.each:
            survivor, silences = _run(gate, context)
            silenced.extend(silences)
            if survivor is not None:
                fired.append(Fired(gate.written, context.excerpt(*survivor)))
    return Scan(tuple(fired), tuple(silenced)) if fired or silenced else NOTHING


class _Context:
    """A text under scan: its negators and the verdicts on its sentences, each found once."""

    def __init__(self, prose: Prose) -> None:
        self.prose = prose
        self._negators: tuple[list[int], list[int], list[str]] | None = None
        self._contexts: dict[tuple[int, int, int], tuple[int, int] | None] = {}

    def negator(self, start: int, end: int) -> str | None:
        """The last negator that lies wholly inside `[start, end)`."""
        if self._negators is None:
            self._negators = negators(self.prose.text)
        starts, ends, words = self._negators
        last = bisect_right(ends, end) - 1
        return words[last] if last >= 0 and starts[last] >= start else None

    def in_sentence(self, pattern: Pattern, sentence: tuple[int, int]) -> tuple[int, int] | None:
        """Where `pattern` matches in the sentence (a span of the text), or None."""
        key = (id(pattern), *sentence)
        if key not in self._contexts:
            begin, end = sentence
            span = next(pattern.spans(self.prose.text[begin:end]), None)
            self._contexts[key] = None if span is None else (begin + span[0], begin + span[1])
        return self._contexts[key]

    def excerpt(self, start: int, end: int) -> str:
        begin, finish = self.prose.sentence(start, end)
        text = self.prose.text
        if finish - begin <= _EXCERPT:
            return text[begin:finish]
        begin = max(begin, start - _EXCERPT // 4)
        return text[begin : min(finish, begin + _EXCERPT)]


def _run(gate: CompiledGate, context: _Context) -> tuple[tuple[int, int] | None, list[Silenced]]:
    """The first occurrence that survives the guards, and what they silenced."""
    text = context.prose.text
    silences: list[Silenced] = []
    allowance = _RESEARCHED + 8 * len(text)
    at = 0
    while True:
        for start, end in gate.pattern.spans(text, at):
            silence = _explained(gate, context, start, end)
            if silence is None:
                return (start, end), silences
            if len(silences) < _KEPT_SILENCES:
                silences.append(silence)
            if gate.pattern.reaches_far:  # each match may have cost a look at all that follows
                allowance -= len(text) - end
            sentence_end = context.prose.first_sentence_end(start)
            if end > sentence_end:
                survivor = _within_sentence(gate, context, start, sentence_end)
                if survivor is not None:
                    return survivor, silences
                allowance -= len(text) - sentence_end
            if allowance < 0:
                return (start, end), silences
            if end > sentence_end:
                at = max(sentence_end, at + 1)
                break
        else:
            return None, silences


def _within_sentence(
    gate: CompiledGate, context: _Context, start: int, sentence_end: int
) -> tuple[int, int] | None:
    """An occurrence that keeps to the sentence it begins in, where a longer one from there was silenced: what is
    negated in a later sentence must not clean an earlier one."""
    for begin, finish in gate.pattern.spans(context.prose.text[start:sentence_end]):
        if _explained(gate, context, start + begin, start + finish) is None:
            return start + begin, start + finish
    return None


def _explained(gate: CompiledGate, context: _Context, start: int, end: int) -> Silenced | None:
    if not gate.is_guarded:
        return None
    sentence = context.prose.sentence(start, end)

    def silenced(by: Guard, because: str) -> Silenced:
        return Silenced(gate.written, by, because, context.excerpt(start, end))

    if gate.negation_guard:
        negator = context.negator(sentence[0], start if gate.before else end)
        if negator is not None:
            return silenced("negation_guard", negator)
    if gate.require is not None and context.in_sentence(gate.require, sentence) is None:
        return silenced("require_context", gate.require.written)
    if gate.exclude is not None and (span := context.in_sentence(gate.exclude, sentence)) is not None:
        return silenced("exclude_context", context.prose.text[span[0] : span[1]][:_EXCERPT])
    return None


def as_detail(found: Scan) -> dict[str, Any]:
    """The scan as an event tells it."""
    detail: dict[str, Any] = {}
    if found.fired:
        # With several gates the last one listed is the reported pattern; the full list stands beside it.
        detail["critical_failure_pattern"] = found.fired[-1].pattern
        detail["gates_fired"] = [{"pattern": one.pattern, "sentence": one.excerpt} for one in found.fired]
    if found.silenced:
        detail["gates_silenced"] = [
            {"pattern": one.pattern, "by": one.by, "because": one.because, "sentence": one.excerpt}
            for one in found.silenced
        ]
    return detail


__all__ = ["NOTHING", "Fired", "Scan", "Silenced", "as_detail", "scan"]
