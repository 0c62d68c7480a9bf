"""The metrics of legal work: what an episode was, in figures, by playing its trace again.

What does not apply is None: a matter without a counterparty has no settlement ratio, an agent that submitted no
issue has no precision. None is neither 0 nor 1 and enters no mean.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from ..episode.episode import Episode
from ..episode.result import episode_result
from ..matter.criteria import CompiledIssue, Topic
from ..matter.package import Matter
from ..problems import Problem, UnusableInputError
from ..scoring.final import FinalFindings
from ..scoring.issues import IssueFindings, issue_components
from ..scoring.sheet import Entry, ScoreSheet
from .runs import Usage

Unit: TypeAlias = Literal["share", "rate", "count", "money"]


class EpisodeMetrics(msgspec.Struct, frozen=True, kw_only=True):
    """An episode in figures; `METRICS` says what each is."""

    score: float | None = None
    critical_failure: float | None = None
    finished: float | None = None
    issue_recall: float | None = None
    issue_precision: float | None = None
    severity_accuracy: float | None = None
    citation_validity: float | None = None
    fabricated_quotes: float | None = None
    question_recall: float | None = None
    question_overuse: float | None = None
    escalation_recall: float | None = None
    escalation_overuse: float | None = None
    redline_completion: float | None = None
    settlement_ratio: float | None = None
    traps_met: float | None = None
    traps_accepted: float | None = None
    protocol_errors: float | None = None
    steps: float | None = None
    tokens: float | None = None
    cost: float | None = None

    def value(self, name: str) -> float | None:
        """The figure of that name."""
        found: float | None = getattr(self, name)
        return found


class Metric(msgspec.Struct, frozen=True):
    """A figure explained. `share` lies between 0 and 1; `rate` is 0 or 1 in an episode; `better` says which way."""

    name: str
    title: str
    unit: Unit
    better: Literal["more", "less", "neither"]
    meaning: str


METRICS: tuple[Metric, ...] = (
    Metric(
        "score",
        "score",
        "share",
        "more",
        "The normalized score: raw points over the maximum, clamped and capped.",
    ),
    Metric("critical_failure", "critical failures", "rate", "less", "The episode holds a critical failure."),
    Metric("finished", "finished", "rate", "more", "The episode was closed with a memo."),
    Metric("issue_recall", "issue recall", "share", "more", "Issues of the rubric credited, of all it has."),
    Metric(
        "issue_precision",
        "issue precision",
        "share",
        "more",
        "Issues credited, of all that were submitted: unsupported ones, duplicates and those on unread paper count "
        "against it.",
    ),
    Metric(
        "severity_accuracy",
        "severity accuracy",
        "share",
        "more",
        "Credited issues with the very severity, of all credited ones.",
    ),
    Metric(
        "citation_validity",
        "citation validity",
        "share",
        "more",
        "Citations in issues that name a section of the record, of all citations in them.",
    ),
    Metric(
        "fabricated_quotes",
        "fabricated quotes",
        "count",
        "less",
        "Quotations that do not stand in the section they cite.",
    ),
    Metric(
        "question_recall", "question recall", "share", "more", "Questions of the rubric asked, of all it has."
    ),
    Metric(
        "question_overuse",
        "question over-use",
        "share",
        "less",
        "Questions that nobody needed or that came twice, of all that were asked.",
    ),
    Metric(
        "escalation_recall",
        "escalation recall",
        "share",
        "more",
        "Escalations of the rubric raised, of all it has.",
    ),
    Metric(
        "escalation_overuse",
        "escalation over-use",
        "share",
        "less",
        "Escalations that nobody needed or that came twice, of all that were raised.",
    ),
    Metric(
        "redline_completion",
        "redline completion",
        "share",
        "more",
        "Issues that call for language and got a redline, of all that call for it.",
    ),
    Metric(
        "settlement_ratio",
        "settlement ratio",
        "share",
        "more",
        "Points closed with the counterparty, of all on which it holds a position.",
    ),
    Metric(
        "traps_met", "traps met", "count", "neither", "Points on which a counter was offered that is a trap."
    ),
    Metric("traps_accepted", "traps accepted", "count", "less", "Points closed on a trap."),
    Metric("protocol_errors", "protocol errors", "count", "less", "Actions that were refused."),
    Metric("steps", "steps", "count", "neither", "Actions taken or refused."),
    Metric("tokens", "tokens", "count", "neither", "Tokens in and out, where the endpoint reports them."),
    Metric("cost", "cost", "money", "less", "What they cost, by the price list given."),
)
METRIC_NAMES: tuple[str, ...] = tuple(metric.name for metric in METRICS)

# Where points are lost, in the order of the ladder: what was not earned, what was charged, what became of the sum.
RUNGS: dict[str, str] = {
    "questions": "questions not asked",
    "escalations": "escalations not raised",
    "issues": "issues not found",
    "severity": "severity of found issues",
    "citations": "required citations of found issues",
    "concepts": "concepts of found issues",
    "quotes": "no verified quotation for found issues",
    "redlines": "redlines missing or incomplete",
    "settlements": "points not settled on what is needed",
    "memo": "closing memo",
    "out_of_reach": "out of anybody's reach on this matter",
    "noise": "charged: unsupported and duplicate work",
    "evidence": "charged: invalid citations, fabricated quotations",
    "overuse": "charged: needless questions and escalations",
    "owed": "charged at the end: required work never done",
    "bounds": "a score ends at 0 and at 1",
    "cap": "capped after a critical failure",
}


class Measured(msgspec.Struct, frozen=True):
    """An episode measured by replay: its figures; what each rung of the ladder takes from 1 on the way down to the
    score (shares of the maximum; negative where it gives); and its result."""

    metrics: EpisodeMetrics
    ladder: dict[str, float]
    result: dict[str, Any]


def measure(
    matter: Matter, actions: Iterable[object], usage: Usage | None = None, *, closed: bool = False
) -> Measured:
    """The episode that `actions` make on `matter`, in figures; with `closed` it ends after the last of them. Pure;
    actions after the end are passed over."""
    episode = Episode(matter)
    refused = 0
    for action in actions:
        if episode.is_over:
            break
        before = episode.state.steps
        _, _, _, _, info = episode.step(action)
        # A repeated delivery is answered again and is no step.
        refused += bool(info["refused"]) and episode.state.steps > before
    if closed:
        episode.close()
    result = episode_result(episode, details=False)
    return Measured(_metrics(episode, result, refused, usage), _ladder(episode, result), result)


# --- figures ---------------------------------------------------------------------------------------------


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _metrics(episode: Episode, result: dict[str, Any], refused: int, usage: Usage | None) -> EpisodeMetrics:
    criteria, sheet = episode.matter.criteria, episode.sheet
    kinds = [entry.kind for entry in sheet.entries]
    issues = [entry for entry in sheet.entries if isinstance(entry.source, IssueFindings)]
    credited = [entry for entry in issues if entry.kind == "issue"]
    cited = sum(len(entry.source.citations) for entry in issues)
    astray = sum(len(entry.source.invalid_citations) for entry in issues)
    wanted = [issue.id for issue in criteria.issues if issue.scores_redlines]
    held = [issue for issue in criteria.issues if issue.position is not None]
    traps = any(counter.trap for issue in held for counter in _counters(issue))
    return EpisodeMetrics(
        score=result["normalized_score"],
        critical_failure=float(result["critical_failure"]),
        finished=float(result["terminated"]),
        issue_recall=_share(len(sheet.matched), len(criteria.issues)),
        issue_precision=_share(len(credited), len(issues)),
        severity_accuracy=_share(sum(entry.source.severity_right for entry in credited), len(credited)),
        citation_validity=_share(cited, cited + astray),
        fabricated_quotes=float(sum(len(entry.source.quotes.fabricated) for entry in issues)),
        question_recall=_share(len(sheet.answered), len(criteria.questions)),
        question_overuse=_overuse(kinds, "question"),
        escalation_recall=_share(len(sheet.raised), len(criteria.escalations)),
        escalation_overuse=_overuse(kinds, "escalation"),
        redline_completion=_share(sum(one in sheet.redlined for one in wanted), len(wanted)),
        settlement_ratio=_share(sum(issue.id in sheet.settled for issue in held), len(held)),
        traps_met=float(len(_trapped(sheet, "counterparty_counter"))) if traps else None,
        traps_accepted=float(len(_trapped(sheet, "settlement"))) if traps else None,
        protocol_errors=float(refused),
        steps=float(result["steps"]),
        tokens=None if usage is None else float(usage.input_tokens + usage.output_tokens),
        cost=None if usage is None else usage.cost,
    )


def _counters(issue: CompiledIssue) -> tuple[Any, ...]:
    return () if issue.position is None else issue.position.written.counters


def _overuse(kinds: Iterable[str], what: str) -> float | None:
    asked = [kind for kind in kinds if kind.endswith(f"_{what}")]
    return _share(sum(not kind.startswith("required_") for kind in asked), len(asked))


def _trapped(sheet: ScoreSheet, kind: str) -> set[str | None]:
    """The criteria of entries of that kind whose counter is a trap."""
    return {entry.criterion for entry in sheet.entries if entry.kind == kind and entry.source[1]}


def metrics_of_record(result: dict[str, Any], usage: Usage | None, called: str) -> EpisodeMetrics:
    """What a recorded result says by itself, for an episode whose matter is not at hand. Recalls, severities,
    redlines, settlements and traps need the matter, and are None. `UnusableInputError`, which names the episode as it
    is `called`, when it is no result."""
    try:
        told = msgspec.convert(result, _Recorded)
    except msgspec.ValidationError as error:
        message = f"the recorded result cannot be used: {error}"
        raise UnusableInputError([Problem(called, 0, 0, "run", message)]) from None
    parts = told.breakdown
    kinds = [event.type for event in parts.reward_events]
    issues = [kind for kind in kinds if kind in _ISSUE_KINDS]
    cited = parts.valid_citation_count + len(parts.invalid_citations)
    return EpisodeMetrics(
        score=told.normalized_score,
        critical_failure=float(told.critical_failure),
        finished=float(told.terminated),
        issue_precision=_share(issues.count("issue"), len(issues)),
        citation_validity=_share(parts.valid_citation_count, cited),
        fabricated_quotes=float(len(parts.fabricated_quotes)),
        question_overuse=_overuse(kinds, "question"),
        escalation_overuse=_overuse(kinds, "escalation"),
        protocol_errors=float(len(parts.protocol_penalties)),
        steps=float(told.steps),
        tokens=None if usage is None else float(usage.input_tokens + usage.output_tokens),
        cost=None if usage is None else usage.cost,
    )


_ISSUE_KINDS = ("issue", "unsupported_issue", "unread_anchor_issue", "duplicate_issue")


class _RecordedEvent(msgspec.Struct, frozen=True):
    type: str


class _RecordedBreakdown(msgspec.Struct, frozen=True):
    valid_citation_count: Annotated[int, msgspec.Meta(ge=0)]
    invalid_citations: list[Any]
    fabricated_quotes: list[Any]
    protocol_penalties: list[Any]
    reward_events: list[_RecordedEvent]


class _Recorded(msgspec.Struct, frozen=True):
    normalized_score: Annotated[float, msgspec.Meta(ge=0, le=1)]
    critical_failure: bool
    terminated: bool
    steps: Annotated[int, msgspec.Meta(ge=0)]
    breakdown: _RecordedBreakdown


# --- the ladder ------------------------------------------------------------------------------------------


def _ladder(episode: Episode, result: dict[str, Any]) -> dict[str, float]:
    """What each rung takes, as a share of the maximum; together they lead from 1 to the score."""
    criteria, sheet = episode.matter.criteria, episode.sheet
    lost = dict.fromkeys(RUNGS, 0)
    lost["questions"] = _missed(criteria.questions, sheet.answered)
    lost["escalations"] = _missed(criteria.escalations, sheet.raised)
    possible = sum(topic.points for topic in (*criteria.questions, *criteria.escalations))
    for issue in criteria.issues:
        possible += _issue_losses(issue, sheet, lost)
    possible += criteria.final.points + criteria.final.concepts.most
    lost["memo"] = criteria.final.points + criteria.final.concepts.most
    lost["out_of_reach"] = criteria.max_score - possible
    for entry in sheet.entries:
        _charge(entry, lost)
    if criteria.max_score <= 0:  # nothing can be earned: everything is lost at once
        return dict.fromkeys(RUNGS, 0.0) | {"out_of_reach": 1.0 - float(result["normalized_score"])}
    share = Fraction(sheet.total, criteria.max_score)
    assert share == 1 - Fraction(sum(lost.values()), criteria.max_score), "the rungs lead to the score"
    bounded = min(max(share, Fraction(0)), Fraction(1))
    final = min(bounded, criteria.cap) if sheet.criticals else bounded
    told = {name: float(Fraction(units, criteria.max_score)) for name, units in lost.items()}
    return told | {"bounds": float(share - bounded), "cap": float(bounded - final)}


def _missed(topics: tuple[Topic, ...], found: dict[str, None]) -> int:
    return sum(topic.points for topic in topics if topic.id not in found)


def _issue_losses(issue: CompiledIssue, sheet: ScoreSheet, lost: dict[str, int]) -> int:
    """Note what was not earned on `issue`; what it is worth."""
    parts = {
        "base": issue.base,
        "severity": issue.severity_points,
        "citations": issue.citation_points,
        "concepts": issue.concepts.most,
        "quotes": issue.quote_points,
    }
    redline, settlement = issue.redline_concepts.most, 0
    if issue.position is not None:
        settlement = issue.settlement_points
    entry = sheet.matched.get(issue.id)
    if entry is None:
        lost["issues"] += sum(parts.values())
    else:
        found: IssueFindings = entry.source
        earned = issue_components(
            issue,
            severity_right=found.severity_right,
            required_cited=found.required_cited,
            concepts=found.concepts,
            quotes=found.quotes,
        )
        for name, most in parts.items():
            lost["issues" if name == "base" else name] += most - earned[name]
    redlined = sheet.redlined.get(issue.id)
    lost["redlines"] += redline - (0 if redlined is None else redlined.points)
    settled = sum(
        entry.points for entry in sheet.entries if entry.kind == "settlement" and entry.criterion == issue.id
    )
    lost["settlements"] += settlement - settled
    return sum(parts.values()) + redline + settlement


def _charge(entry: Entry, lost: dict[str, int]) -> None:
    """Note what `entry` was charged, or what the memo earned."""
    source = entry.source
    if isinstance(source, IssueFindings):
        lost["evidence"] -= source.charged
        if entry.kind != "issue":
            lost["noise"] -= entry.points - source.charged
    elif isinstance(source, FinalFindings):
        lost["owed"] += source.missing_issue_penalty + source.missed_escalation_penalty
        lost["memo"] -= entry.points + source.missing_issue_penalty + source.missed_escalation_penalty
    elif entry.kind.startswith(("redundant_", "off_rubric_")):
        lost["overuse"] -= entry.points
    elif entry.kind in (
        "unsupported_redline",
        "duplicate_redline",
        "duplicate_settlement",
        "unsupported_markup",
    ):
        lost["noise"] -= entry.points
