"""Gates, compiled: patterns whose match is a critical failure, unless a guard explains it."""

import msgspec

from .key import Gate, GateSpec
from .patterns import Pattern, PatternError


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
