"""The answer key, compiled: normalized phrases, parsed citations, gates ready to run, points as integers.

All points of a matter are integers in one unit, `1 / Criteria.unit` of a point, chosen so that every value the
engine can award is whole: sums are exact and do not depend on their order.
"""

from fractions import Fraction
from math import lcm

import msgspec

from ..paper.citations import Citation, parse_citation
from ..text import normalize_text
from .gates import CompiledGate, Gates, compile_gate, gates_of
from .key import AnyOf, Concept, Counterparty, EscalationCriterion, HiddenFacts, Position, Question, Rubric
from .patterns import PatternError

# Amounts that the scoring contract fixes; every matter's unit divides them.
FIXED_DENOMINATOR = 20


class Concepts(msgspec.Struct, frozen=True):
    """Concepts scored as a fraction. `alternatives[i]` are the normalized phrases of the i-th, `labels[i]` is how
    reports call it, `credit[n]` is what n of them are worth."""

    labels: tuple[str, ...]
    alternatives: tuple[tuple[str, ...], ...]
    credit: tuple[int, ...]

    @property
    def most(self) -> int:
        """What all of them together are worth."""
        return self.credit[-1]


class Topic(msgspec.Struct, frozen=True):
    """A question or an escalation: matched when all phrases of one variant stand in the text."""

    id: str
    variants: tuple[tuple[str, ...], ...]
    points: int
    answer: str
    required: bool = False
    critical_if_missed: bool = False


class CounterpartyPosition(msgspec.Struct, frozen=True):
    """A position with its phrases normalized."""

    written: Position
    accept: tuple[tuple[str, ...], ...]


class CompiledIssue(msgspec.Struct, frozen=True):
    """An issue criterion ready to score; points in the matter's unit."""

    id: str
    anchor: Citation
    severity: str
    base: int
    severity_points: int
    citation_points: int
    quote_points: int
    required_citations: tuple[Citation, ...]
    concepts: Concepts
    redline_concepts: Concepts
    settlement_concepts: Concepts
    settlement_points: int
    non_negotiable: bool
    gates: Gates
    redline_gates: Gates
    settlement_gates: Gates
    position: CounterpartyPosition | None

    @property
    def scores_redlines(self) -> bool:
        """Whether a redline of this issue can earn anything."""
        return bool(self.redline_concepts.labels) and self.redline_concepts.most != 0


class CompiledFinal(msgspec.Struct, frozen=True):
    """The final submission ready to score."""

    points: int
    minimum_characters: int
    required_issue_ids: tuple[str, ...]
    missing_issue: int
    missed_escalation: int
    concepts: Concepts


class Criteria(msgspec.Struct, frozen=True):
    """Everything the engine scores by. `unit` is the number of units in one point."""

    unit: int
    cap: Fraction
    questions: tuple[Topic, ...]
    escalations: tuple[Topic, ...]
    issues: tuple[CompiledIssue, ...]
    by_anchor: dict[Citation, CompiledIssue]
    by_id: dict[str, CompiledIssue]
    final: CompiledFinal
    unsupported_issue: int
    max_score: int


class KeyProblem(msgspec.Struct, frozen=True):
    """Something in the rubric that cannot be compiled, and where (a path of keys and indices)."""

    rule: str
    path: tuple[str | int, ...]
    message: str


def compile_criteria(
    rubric: Rubric, hidden: HiddenFacts, counterparty: Counterparty | None
) -> tuple[Criteria | None, list[KeyProblem]]:
    """The criteria, or None with what keeps them from being compiled."""
    problems: list[KeyProblem] = []
    unit = _unit(rubric)
    scale = _Scale(unit)
    positions = {} if counterparty is None else counterparty.positions
    issues = [_issue(rubric, index, scale, positions, problems) for index in range(len(rubric.issues))]
    if problems:
        return None, problems
    compiled = tuple(issue for issue in issues if issue is not None)
    final = rubric.final_submission
    compiled_final = CompiledFinal(
        scale.whole(final.points),
        final.minimum_characters,
        final.required_issue_ids,
        scale.whole(final.missing_required_issue_penalty),
        scale.whole(final.missed_escalation_penalty),
        scale.concepts(final.required_concepts, final.concept_points),
    )
    questions = tuple(_question(question, scale, hidden.client_answers) for question in rubric.questions)
    escalations = tuple(_escalation(one, scale, hidden.escalation_answers) for one in rubric.escalations)
    criteria = Criteria(
        unit,
        rubric.critical_failure_score_cap,
        questions,
        escalations,
        compiled,
        {issue.anchor: issue for issue in reversed(compiled)},
        {issue.id: issue for issue in reversed(compiled)},
        compiled_final,
        scale.whole(rubric.instrument.unsupported_issue_points),
        scale.whole(
            derived_max_score(rubric, counterparty) if rubric.max_score is None else rubric.max_score
        ),
    )
    return criteria, []


def derived_max_score(rubric: Rubric, counterparty: Counterparty | None) -> Fraction:
    """What a perfect episode earns, in points."""
    positions = {} if counterparty is None else counterparty.positions
    total = sum((question.points for question in rubric.questions), Fraction(0))
    total += sum(escalation.points for escalation in rubric.escalations)
    for issue in rubric.issues:
        total += issue.base_points + issue.severity_points + issue.citation_points
        total += issue.concept_points + issue.quote_points + issue.redline_points
        if issue.id in positions:
            total += issue.settlement_points
    return total + rubric.final_submission.points + rubric.final_submission.concept_points


def _label(concept: Concept) -> str:
    """A concept as reports call it: its first phrase, and how many others express it."""
    if isinstance(concept, str):
        return concept
    first, others = concept.any_of[0] if concept.any_of else "", len(concept.any_of) - 1
    return first if others < 1 else f"{first} (or {others} other{'s' * (others > 1)})"


class _Scale:
    """Points to units."""

    __slots__ = ("unit",)

    def __init__(self, unit: int) -> None:
        self.unit = unit

    def whole(self, points: Fraction) -> int:
        units, rest = divmod(points.numerator * self.unit, points.denominator)
        assert rest == 0, "the unit divides every amount of the rubric"
        return units

    def concepts(self, written: tuple[Concept, ...], points: Fraction) -> Concepts:
        count = len(written)
        alternatives = tuple(
            tuple(normalize_text(phrase) for phrase in (one.any_of if isinstance(one, AnyOf) else (one,)))
            for one in written
        )
        labels = tuple(_label(one) for one in written)
        total = self.whole(points)
        credit = tuple([total * hits // count for hits in range(count + 1)]) if count else (0,)
        return Concepts(labels, alternatives, credit)


def _unit(rubric: Rubric) -> int:
    """A number of units in a point that makes every amount whole, shares of concepts included."""
    final = rubric.final_submission
    whole = [rubric.instrument.unsupported_issue_points]
    whole += [final.points, final.missing_required_issue_penalty, final.missed_escalation_penalty]
    whole += [topic.points for topics in (rubric.questions, rubric.escalations) for topic in topics]
    if rubric.max_score is not None:
        whole.append(rubric.max_score)
    shared = [(final.concept_points, final.required_concepts)]
    for issue in rubric.issues:
        whole += [issue.base_points, issue.severity_points, issue.citation_points, issue.quote_points]
        shared.append((issue.concept_points, issue.required_concepts))
        shared.append((issue.redline_points, issue.redline_concepts))
        shared.append((issue.settlement_points, issue.settlement_concepts))
    denominators = {amount.denominator for amount in whole}
    denominators |= {points.denominator * max(len(concepts), 1) for points, concepts in shared}
    return lcm(FIXED_DENOMINATOR, *denominators)


def _variants(concepts: tuple[str, ...], aliases: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    # A variant without phrases would match every text; the linter names it, and it never matches.
    listed = (concepts, *aliases)
    return tuple(tuple(normalize_text(phrase) for phrase in variant) for variant in listed if variant)


def _question(question: Question, scale: _Scale, answers: dict[str, str]) -> Topic:
    variants = _variants(question.concepts, question.aliases)
    return Topic(question.id, variants, scale.whole(question.points), answers.get(question.id, ""))


def _escalation(escalation: EscalationCriterion, scale: _Scale, answers: dict[str, str]) -> Topic:
    return Topic(
        escalation.id,
        _variants(escalation.concepts, escalation.aliases),
        scale.whole(escalation.points),
        answers.get(escalation.id, ""),
        escalation.required,
        escalation.critical_if_missed,
    )


def _issue(
    rubric: Rubric, index: int, scale: _Scale, positions: dict[str, Position], problems: list[KeyProblem]
) -> CompiledIssue | None:
    issue = rubric.issues[index]
    place = ("issues", index)

    def citation(written: str, *path: str | int) -> Citation:
        parsed = parse_citation(written)
        if parsed is None:
            message = f'"{written}" is no citation; write <document id> §<section>, for instance msa §4.2'
            problems.append(KeyProblem("citation", (*place, *path), message))
            return Citation("", "")
        return parsed

    def gates(surface: str) -> Gates:
        compiled: list[CompiledGate] = []
        for at, gate in enumerate(getattr(issue, surface)):
            try:
                compiled.append(compile_gate(gate))
            except PatternError as error:
                problems.append(KeyProblem("gate", (*place, surface, at), str(error)))
        return gates_of(tuple(compiled))

    anchor = citation(issue.anchor, "anchor")
    required = tuple(
        citation(one, "required_citations", at) for at, one in enumerate(issue.required_citations)
    )
    issue_gates = gates("critical_failure_patterns")
    redline_gates = gates("redline_critical_failure_patterns")
    settlement_gates = gates("settlement_critical_failure_patterns")
    if problems:
        return None
    position = positions.get(issue.id)
    return CompiledIssue(
        issue.id,
        anchor,
        issue.severity,
        scale.whole(issue.base_points),
        scale.whole(issue.severity_points),
        scale.whole(issue.citation_points),
        scale.whole(issue.quote_points),
        required,
        scale.concepts(issue.required_concepts, issue.concept_points),
        scale.concepts(issue.redline_concepts, issue.redline_points),
        scale.concepts(issue.settlement_concepts, issue.settlement_points),
        scale.whole(issue.settlement_points),
        issue.non_negotiable,
        issue_gates,
        redline_gates,
        settlement_gates,
        None if position is None else _position(position),
    )


def _position(position: Position) -> CounterpartyPosition:
    accept = tuple(
        tuple(normalize_text(phrase) for phrase in variant) for variant in position.accept_concepts
    )
    return CounterpartyPosition(position, accept)
