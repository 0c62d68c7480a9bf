"""The answer key as authors write it: rubric, hidden facts, counterparty. Closed schemas, exact numbers.

Points are `Fraction`s read from the very digits in the file, so that sums do not depend on their order.
"""

from fractions import Fraction
from typing import Literal, TypeAlias

import msgspec

Severity: TypeAlias = Literal["low", "medium", "high", "critical"]

_HALF, _QUARTER, _ONE = Fraction(1, 2), Fraction(1, 4), Fraction(1)


class _Closed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class AnyOf(_Closed, frozen=True):
    """A concept that several phrases express; one of them is enough."""

    any_of: tuple[str, ...]


Concept: TypeAlias = str | AnyOf


class GateSpec(_Closed, frozen=True):
    """A gate with guards. A plain string is a gate without."""

    pattern: str
    negation_guard: bool = False
    negation_scope: Literal["span", "before"] = "span"
    require_context: str | None = None
    exclude_context: str | None = None


Gate: TypeAlias = str | GateSpec


class Question(_Closed, frozen=True):
    """A question worth asking. It is matched when all phrases of `concepts`, or of one alias, are in the text."""

    id: str
    points: Fraction = _HALF
    concepts: tuple[str, ...] = ()
    aliases: tuple[tuple[str, ...], ...] = ()


class EscalationCriterion(_Closed, frozen=True):
    """A decision that exceeds the agent's authority; matched like a question, on topic and reason together."""

    id: str
    points: Fraction = _HALF
    required: bool = False
    critical_if_missed: bool = False
    concepts: tuple[str, ...] = ()
    aliases: tuple[tuple[str, ...], ...] = ()


class IssueCriterion(_Closed, frozen=True):
    """An issue in the paper, credited to whoever cites its anchor first."""

    id: str
    anchor: str
    severity: Severity
    base_points: Fraction = _ONE
    severity_points: Fraction = _QUARTER
    citation_points: Fraction = _QUARTER
    concept_points: Fraction = _HALF
    quote_points: Fraction = _QUARTER
    redline_points: Fraction = _ONE
    settlement_points: Fraction = _ONE
    required_citations: tuple[str, ...] = ()
    required_concepts: tuple[Concept, ...] = ()
    redline_concepts: tuple[Concept, ...] = ()
    settlement_concepts: tuple[Concept, ...] = ()
    non_negotiable: bool = False
    critical_failure_patterns: tuple[Gate, ...] = ()
    redline_critical_failure_patterns: tuple[Gate, ...] = ()
    settlement_critical_failure_patterns: tuple[Gate, ...] = ()


class FinalSubmission(_Closed, frozen=True):
    """What the closing memo must do. Lengths are in characters of normalized text."""

    points: Fraction = _HALF
    minimum_characters: int = 80
    required_issue_ids: tuple[str, ...] = ()
    missing_required_issue_penalty: Fraction = _QUARTER
    missed_escalation_penalty: Fraction = _HALF
    required_concepts: tuple[Concept, ...] = ()
    concept_points: Fraction = Fraction(0)


class StrictInstrument(_Closed, frozen=True):
    """Rules that take the profit out of policies without skill. Each is off unless declared."""

    read_before_credit: bool = False
    maximum_issues: int | None = None
    unsupported_issue_points: Fraction = -_HALF
    maximum_citations: int | None = None
    maximum_characters: dict[str, int] = {}
    own_words: int | None = None


class Rubric(_Closed, frozen=True):
    """`rubric.yaml`."""

    critical_failure_score_cap: Fraction = _QUARTER
    questions: tuple[Question, ...] = ()
    escalations: tuple[EscalationCriterion, ...] = ()
    issues: tuple[IssueCriterion, ...] = ()
    final_submission: FinalSubmission = FinalSubmission()
    instrument: StrictInstrument = StrictInstrument()
    max_score: Fraction | None = None


class HiddenFacts(_Closed, frozen=True):
    """`hidden_facts.yaml`: what the client and the supervisor would say, by question and escalation id."""

    client_answers: dict[str, str] = {}
    escalation_answers: dict[str, str] = {}


class Counter(_Closed, frozen=True):
    """A counter-offer: what the counterparty says, and the language it offers. `trap` marks, for metrics alone,
    an offer that looks like progress and is none."""

    message: str
    text: str
    trap: bool = False


class Position(_Closed, frozen=True):
    """How the counterparty negotiates one issue. It takes a markup that contains every phrase of one list of
    `accept_concepts`, but not before it has resisted `resist_rounds` markups; until then it makes its counters
    in order, and when they are used up it refuses with `reject_message`."""

    resist_rounds: int = 0
    accept_concepts: tuple[tuple[str, ...], ...] = ()
    counters: tuple[Counter, ...] = ()
    reject_message: str = "We cannot agree to that language."


class Counterparty(_Closed, frozen=True):
    """`counterparty.yaml`: positions by issue id."""

    positions: dict[str, Position] = {}
