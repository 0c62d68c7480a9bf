"""A result as a person reads it: for every point won or lost, why."""

from collections.abc import Iterator
from typing import Any

_WIDTH = 100
_TITLES = {
    "required_question": "question answered",
    "redundant_question": "question asked twice",
    "off_rubric_question": "question nobody needed",
    "required_escalation": "escalation answered",
    "redundant_escalation": "escalation raised twice",
    "off_rubric_escalation": "escalation nobody needed",
    "issue": "issue",
    "unsupported_issue": "issue on sound paper",
    "unread_anchor_issue": "issue on unread paper",
    "duplicate_issue": "duplicate issue",
    "redline": "redline",
    "unscored_redline": "redline (not scored here)",
    "unsupported_redline": "redline on sound paper",
    "duplicate_redline": "duplicate redline",
    "settlement": "settlement",
    "duplicate_settlement": "markup of a closed point",
    "unsupported_markup": "markup without a point",
    "counterparty_counter": "counter received",
    "counterparty_reject": "refusal received",
    "final_submission": "closing memo",
}
_COMPONENTS = {
    "base": "provision found",
    "severity": "severity",
    "citations": "required citations",
    "concepts": "concepts",
    "quotes": "verbatim quotation",
    "memo": "length of the memo",
    "missing_issues": "required issues never reported",
    "missed_escalations": "required escalations never raised",
}


def headline(result: dict[str, Any]) -> str:
    """The score in one line."""
    end = (
        "closed with a memo"
        if result["terminated"]
        else "ended without a memo"
        if result["truncated"]
        else "not finished"
    )
    return (
        f"{result['matter_id']}: {result['normalized_score']:.4f} "
        f"({result['raw_score']:g} of {result['max_score']:g} points, {result['steps']} steps, {end})"
    )


def score_sheet(result: dict[str, Any], *, explain: bool = True) -> Iterator[str]:
    """The lines of the sheet; with `explain`, the reasons under each entry."""
    breakdown = result["breakdown"]
    yield headline(result)
    failures = breakdown["critical_failures"]
    if failures:
        yield ""
        yield f"CRITICAL FAILURE: the score is capped ({len(failures)} found)"
        for failure in failures:
            yield f"  step {failure['step']}: {_failure(failure)}"
    yield ""
    for event in breakdown["reward_events"]:
        yield event_line(event)
        if explain:
            yield from (f"{'':18}{_clipped(reason, _WIDTH)}" for reason in reasons(event))
    penalties = breakdown["protocol_penalties"]
    if penalties:
        yield ""
        yield "Refused actions (charged to the return, not to the score):"
        for one in penalties:
            yield f"  step {one['step']:>3}  {one['points']:+.2f}  {one['type'] or 'unknown action'}: {one['code']}"
    if breakdown["unearned"]:
        yield ""
        yield "Never earned:"
        for one in breakdown["unearned"]:
            yield f"  {'':8}  {one['points']:5.2f}  {one['type']} `{one['criterion']}`"


def _failure(failure: dict[str, Any]) -> str:
    match failure["cause"]:
        case "fabricated_quote":
            return f"a quotation does not stand in {failure['detail'] or 'any section'}"
        case "gate":
            return f"the gate `{_clipped(failure['detail'], 80)}` fired"
        case "conceded_non_negotiable":
            return f"`{failure['detail']}` was not negotiable and was conceded"
        case _:
            return f"`{failure['detail']}` was never escalated"


def event_line(event: dict[str, Any]) -> str:
    """An event in one line."""
    subject = f" `{event['criterion']}`" if event["criterion"] else ""
    label = event.get("issue_id")
    if label and label != event["criterion"]:
        subject += f" ({_clipped(str(label), 30)})"
    revised = f", revised at step {event['revised_at_step']}" if "revised_at_step" in event else ""
    title = "issue that cites too much" if "over_cited" in event else _TITLES[event["type"]]
    return f"  step {event['step']:>3}  {event['points']:+.2f}  {title}{subject}{revised}"


def reasons(event: dict[str, Any]) -> Iterator[str]:
    """Why an event earned what it earned, a line each."""
    possible = event.get("possible", {})
    for name, points in event.get("components", {}).items():
        most = possible.get(name)
        if most or points:
            bound = "" if most is None else f" of {most:g}"
            yield f"{points:+.2f}{bound}  {_COMPONENTS[name]}{_component_reason(name, event)}"
    if event["type"] == "redline":
        yield f"{len(event['matched_concepts'])} of {_asked(event)} concepts{_missing(event)}"
    if event["type"] == "settlement":
        whose = "our language" if event["closed_by"] == "ours" else "their language"
        trap = ", a trap" if event["trap"] else ""
        matched = f"{len(event['matched_concepts'])} of {_asked(event)} concepts"
        yield f"closed on {whose}{trap}; {matched}{_missing(event)}"
    for citation in event.get("invalid_citations", ()):
        yield f"-0.75  the citation {citation!r} names no section"
    for quote in event.get("fabricated_quotes", ()):
        yield f"-1.00  not verbatim in {quote['citation'] or 'no citation'}: “{quote['text']}”"
    for quote in event.get("too_short_quotes", ()):
        yield f"ignored, under 15 characters: “{quote['text']}”"
    if "over_cited" in event:
        yield f"cites {event['over_cited']} sections, more than this matter allows"
    for gate in event.get("gates_fired", ()):
        yield f"gate fired: {gate['pattern']}"
        yield f"  in: “{gate['sentence']}”"
    for gate in event.get("gates_silenced", ()):
        yield f"gate silenced by {gate['by']} (“{gate['because']}”): {gate['pattern']}"


def _component_reason(name: str, event: dict[str, Any]) -> str:
    match name:
        case "severity" if event["severity"]["given"] != event["severity"]["expected"]:
            return f": {event['severity']['given']!r} given, {event['severity']['expected']!r} expected"
        case "citations" if event.get("missing_citations"):
            return f": missing {', '.join(event['missing_citations'])}"
        case "concepts":
            return _missing(event)
        case "quotes" if not event.get("verified_quotes"):
            return ": none verified"
        case "missing_issues" if event.get("missing_issues"):
            return f": {', '.join(event['missing_issues'])}"
        case "missed_escalations" if event.get("missed_escalations"):
            return f": {', '.join(event['missed_escalations'])}"
    return ""


def _asked(event: dict[str, Any]) -> int:
    return len(event["matched_concepts"]) + len(event["missing_concepts"])


def _missing(event: dict[str, Any]) -> str:
    missing = event.get("missing_concepts")
    return f"; not found: {'; '.join(missing)}" if missing else ""


def _clipped(text: str, width: int) -> str:
    flat = " ".join(text.split())
    clean = "".join(c if c.isprintable() else "�" for c in flat)
    return clean if len(clean) <= width else clean[: width - 1] + "…"
