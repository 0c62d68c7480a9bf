"""The audit log: every line of the sheet as plain JSON, with what was matched, missed, fired and silenced."""

from fractions import Fraction
from typing import Any

from ..matter.criteria import CompiledIssue, Concepts, Criteria, Topic
from .final import FinalFindings
from .gates import as_detail
from .issues import IssueFindings, issue_components
from .quotes import quote_json
from .redlines import RedlineFindings, RedlineReading
from .settlements import Settlement
from .sheet import Entry, ScoreSheet


def event(entry: Entry, criteria: Criteria, *, details: bool = True) -> dict[str, Any]:
    """An entry as `{type, criterion, points, step, ...detail}`; points to four decimals."""
    told: dict[str, Any] = {
        "type": entry.kind,
        "criterion": entry.criterion,
        "points": rounded(entry.points, criteria.unit),
        "step": entry.step,
    }
    if entry.revised_at is not None:
        told["revised_at_step"] = entry.revised_at
    if details:
        told.update(_detail(entry, criteria))
    if entry.critical:
        told["critical_failures"] = [{"cause": cause, "detail": detail} for cause, detail in entry.critical]
    return told


def rounded(units: int, unit: int) -> float:
    """`units` as points, to four decimals, half to even; exact until then."""
    whole, rest = divmod(units * 10_000, unit)
    if 2 * rest > unit or (2 * rest == unit and whole % 2):
        whole += 1
    return whole / 10_000


def _detail(entry: Entry, criteria: Criteria) -> dict[str, Any]:
    source = entry.source
    if isinstance(source, IssueFindings):
        return _issue_detail(entry, source, criteria)
    if isinstance(source, RedlineFindings) and entry.reading is not None:
        return _redline_detail(entry, source, entry.reading, criteria)
    if isinstance(source, FinalFindings):
        return _final_detail(source, criteria)
    if entry.kind == "settlement":
        settled, trap = source
        return _settlement_detail(settled, trap=trap)
    if isinstance(source, tuple):
        label, trap = source
        return {"issue_id": label, "trap": trap}
    if entry.kind in ("duplicate_settlement", "unsupported_markup"):
        return {"issue_id": source}
    return {"text": source}


def _concepts(concepts: Concepts, hits: tuple[bool, ...]) -> dict[str, list[str]]:
    return {
        "matched_concepts": [label for label, hit in zip(concepts.labels, hits, strict=True) if hit],
        "missing_concepts": [label for label, hit in zip(concepts.labels, hits, strict=True) if not hit],
    }


def _issue_detail(entry: Entry, found: IssueFindings, criteria: Criteria) -> dict[str, Any]:
    criterion = found.criterion
    told: dict[str, Any] = {"issue_id": found.label}
    if entry.kind == "issue" and criterion is not None:
        components = issue_components(
            criterion,
            severity_right=found.severity_right,
            required_cited=found.required_cited,
            concepts=found.concepts,
            quotes=found.quotes,
        )
        told["components"] = {name: rounded(units, criteria.unit) for name, units in components.items()}
        told["possible"] = {
            name: rounded(units, criteria.unit) for name, units in _possible(criterion).items()
        }
    if criterion is not None:
        told |= _concepts(criterion.concepts, found.concepts)
        told["severity"] = {"given": found.action.severity, "expected": criterion.severity}
        cited = [
            str(citation) for citation in criterion.required_citations if citation not in found.citations
        ]
        if cited:
            told["missing_citations"] = cited
    if found.over_cited:
        told["over_cited"] = len(found.action.citations)
    if found.invalid_citations:
        told["invalid_citations"] = list(found.invalid_citations)
    return told | found.quotes.as_detail() | as_detail(found.gates)


def _possible(criterion: CompiledIssue) -> dict[str, int]:
    return {
        "base": criterion.base,
        "severity": criterion.severity_points,
        "citations": criterion.citation_points,
        "concepts": criterion.concepts.most,
        "quotes": criterion.quote_points,
    }


def _redline_detail(
    entry: Entry, found: RedlineFindings, reading: RedlineReading, criteria: Criteria
) -> dict[str, Any]:
    told: dict[str, Any] = {
        "issue_id": found.label,
        "document_id": found.target.document_id,
        "section": found.target.token,
    }
    if reading.criterion is not None and entry.kind == "redline":
        wanted = reading.criterion.redline_concepts
        told["possible"] = {"concepts": rounded(wanted.most, criteria.unit)}
        told |= _concepts(wanted, reading.concepts)
    return told | as_detail(reading.gates)


def _settlement_detail(settled: Settlement, *, trap: bool) -> dict[str, Any]:
    told: dict[str, Any] = {"issue_id": settled.label, "closed_by": settled.closed_by, "trap": trap}
    told |= _concepts(settled.criterion.settlement_concepts, settled.concepts)
    if settled.conceded:
        told["conceded_non_negotiable"] = True
    return told | as_detail(settled.gates)


def _final_detail(found: FinalFindings, criteria: Criteria) -> dict[str, Any]:
    memo = found.memo
    told: dict[str, Any] = {
        "delivered": memo is not None,
        "components": {
            "memo": rounded(0 if memo is None else memo.points, criteria.unit),
            "concepts": rounded(0 if memo is None else memo.concept_points, criteria.unit),
            "missing_issues": rounded(-found.missing_issue_penalty, criteria.unit),
            "missed_escalations": rounded(-found.missed_escalation_penalty, criteria.unit),
        },
        "possible": {
            "memo": rounded(criteria.final.points, criteria.unit),
            "concepts": rounded(criteria.final.concepts.most, criteria.unit),
        },
    }
    if memo is not None:
        told["summary_characters"] = memo.length
        told |= _concepts(criteria.final.concepts, memo.concepts)
    for name in ("missing_issues", "missed_escalations", "critical_escalations"):
        listed: tuple[str, ...] = getattr(found, name)
        if listed:
            told[name] = list(listed)
    return told


def breakdown(sheet: ScoreSheet, *, details: bool = True) -> dict[str, Any]:
    """The parts of an episode's result that the sheet knows. Without `details`, its events say what happened and
    what it was worth, not why."""
    criteria = sheet.criteria
    findings = list(sheet.findings())
    kinds = [entry.kind for entry in sheet.entries]
    return {
        "asked_questions": list(sheet.answered),
        "questions_asked_total": sum(kind.endswith("question") for kind in kinds),
        "raised_escalations": list(sheet.raised),
        "escalations_total": sum(kind.endswith("escalation") for kind in kinds),
        "matched_issues": list(sheet.matched),
        "matched_redlines": list(sheet.redlined),
        "settled_issues": list(sheet.settled),
        "valid_citation_count": sum(len(one.citations) for one in findings),
        "invalid_citations": [citation for one in findings for citation in one.invalid_citations],
        "unsupported_issues": [
            entry.source.label for entry in sheet.entries if entry.kind == "unsupported_issue"
        ],
        "fabricated_quotes": [
            {"issue_id": one.label, **quote_json(quote)}
            for one in findings
            for quote in one.quotes.fabricated
        ],
        "critical_failures": [
            {"step": entry.step, "criterion": entry.criterion, "cause": cause, "detail": detail}
            for entry, cause, detail in sheet.criticals
        ],
        "unearned": _unearned(sheet, criteria),
        "reward_events": [event(entry, criteria, details=details) for entry in sheet.entries],
    }


def _unearned(sheet: ScoreSheet, criteria: Criteria) -> list[dict[str, Any]]:
    """Criteria that no entry earned anything from, with what they were worth."""

    def missed(kind: str, topic: Topic) -> dict[str, Any]:
        return {"type": kind, "criterion": topic.id, "points": rounded(topic.points, criteria.unit)}

    told = [missed("question", one) for one in criteria.questions if one.id not in sheet.answered]
    told += [missed("escalation", one) for one in criteria.escalations if one.id not in sheet.raised]
    for issue in criteria.issues:
        if issue.id not in sheet.matched:
            worth = sum(_possible(issue).values())
            told.append({"type": "issue", "criterion": issue.id, "points": rounded(worth, criteria.unit)})
        if issue.scores_redlines and issue.id not in sheet.redlined:
            worth = issue.redline_concepts.most
            told.append({"type": "redline", "criterion": issue.id, "points": rounded(worth, criteria.unit)})
        if issue.position is not None and issue.id not in sheet.settled:
            worth = issue.settlement_points
            told.append(
                {"type": "settlement", "criterion": issue.id, "points": rounded(worth, criteria.unit)}
            )
    return [one for one in told if one["points"]]


def normalized_score(sheet: ScoreSheet) -> float:
    """The total as a share of the maximum, clamped to 0…1, then capped after a critical failure."""
    criteria = sheet.criteria
    share = Fraction(sheet.total, criteria.max_score) if criteria.max_score > 0 else Fraction(0)
    share = min(max(share, Fraction(0)), Fraction(1))
    if sheet.criticals:
        share = min(share, criteria.cap)
    return float(round(share, 4))
