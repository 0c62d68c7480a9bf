"""The audit page: the steps in order on one side, the paper on the other; filters without a script, links to every
step and section. Whatever an agent wrote is text."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ...authoring.explain.model import ScoredText
from ...authoring.explain.pages import MARK_STYLE, event_body, highlighted, mark_key
from ...matter.package import Matter
from ...paper.citations import Citation, parse_citation
from ...problems import one_line
from ..pages import notes, page, text
from .model import Audit, AuditedSection, AuditedStep
from .style import VIEW_STYLE

_KINDS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("reading", "reading", ("read_document", "search_matter")),
    ("asking", "questions and escalations", ("ask_client", "escalate")),
    ("issues", "issues", ("submit_issue", "revise_issue")),
    ("redlines", "redlines", ("propose_redline", "revise_redline")),
    ("bargaining", "bargaining", ("send_markup", "accept_counterparty")),
    ("closing", "memo", ("submit_final",)),
    ("other", "other", ()),
)
_OUTCOMES = (
    ("all", "all"),
    ("won", "points won"),
    ("lost", "points lost"),
    ("critical", "critical"),
    ("refused", "refused"),
)
_KIND_OF = {action: kind for kind, _, actions in _KINDS for action in actions}
_PLAIN_TOKEN = re.compile(r"[A-Za-z0-9._-]+")
_LONG = 20_000  # characters of one field or answer that are shown


class Heading(msgspec.Struct, frozen=True):
    """What stands at the top of the page: who played, how it ended, anything a reader must know, and where the index
    of the run is."""

    agent: str = ""
    ending: str = ""
    notes: tuple[str, ...] = ()
    index: str = ""


def audit_page(matter: Matter, audit: Audit, heading: Heading) -> str:
    """The audit page of an episode on `matter`."""
    title = f"{matter.id}: {heading.agent or 'episode'}"
    return page(title, VIEW_STYLE + MARK_STYLE, _body(matter, audit, heading))


def _body(matter: Matter, audit: Audit, heading: Heading) -> Iterator[str]:
    anchors = _anchors(matter, audit.sections)
    yield _header(matter, audit, heading)
    yield '<main><section class="pane" id="steps" aria-label="Steps">'
    yield _filters(audit.steps)
    yield '<div class="list">'
    yield from (_step(step, anchors) for step in audit.steps)
    yield _rest(audit)
    yield '</div></section><section class="pane" id="paper" aria-label="Paper"><h2>The paper</h2>'
    yield from _documents(matter, audit.sections, anchors)
    yield "</section></main>"


def _anchors(matter: Matter, sections: Sequence[AuditedSection]) -> dict[Citation, str]:
    """The anchor of each section: readable where its name allows, numbered elsewhere. That of a whole document stands
    under its id without a section."""
    anchors = {Citation(one.id, ""): f"doc-{number}" for number, one in enumerate(matter.record.documents, 1)}
    for number, one in enumerate(sections, 1):
        citation = one.section.citation
        name = f"{citation.document_id}-{citation.token}"
        anchors.setdefault(citation, f"sec-{name}" if _PLAIN_TOKEN.fullmatch(name) else f"sec-n{number}")
    return anchors


# --- the top ---------------------------------------------------------------------------------------------


def _header(matter: Matter, audit: Audit, heading: Heading) -> str:
    result = audit.explanation.result
    played = f"{text(heading.agent, 120)} · " if heading.agent else ""
    ended = (
        "closed with a memo"
        if result["terminated"]
        else "ended without a memo"
        if result["truncated"]
        else "left open"
    )
    if heading.ending:
        ended += f" ({text(heading.ending, 200)})"
    index = f'<a href="{text(heading.index)}">All episodes of the run</a>' if heading.index else ""
    more = list(heading.notes)
    if audit.unplayed:
        more.append(
            f"{audit.unplayed} recorded actions come after the end of the episode and were not played"
        )
    failures = "".join(
        f'<li><a href="#step-{one["step"]}">step {one["step"]}</a>: {text(_failure(one))}</li>'
        for one in result["breakdown"]["critical_failures"]
    )
    critical = (
        f'<div class="critical-box" role="note"><strong>Critical failure: the score is capped.</strong>'
        f"<ul>{failures}</ul></div>"
        if failures
        else ""
    )
    return (
        f"<header>{index}<h1>{text(matter.manifest.title, 200)}</h1>"
        f'<p class="soft">{played}<code>{text(matter.id)}</code> · {ended}</p>'
        f'<p class="score"><strong>{result["normalized_score"]:.4f}</strong> '
        f"<small>{result['raw_score']:g} of {result['max_score']:g} points in {result['steps']} steps</small></p>"
        f"{notes(more)}{critical}"
        f'<nav><a href="#steps">Steps</a><a href="#paper">The paper</a><a href="#unearned">Never earned</a></nav>'
        f"{mark_key()}</header>"
    )


def _failure(failure: Mapping[str, Any]) -> str:
    detail = failure["detail"]
    match failure["cause"]:
        case "fabricated_quote":
            return f"a quotation does not stand in {detail or 'any section'}"
        case "gate":
            return f"the gate {one_line(str(detail), 80)} fired"
        case "conceded_non_negotiable":
            return f"{detail} was not negotiable and was conceded"
        case _:
            return f"{detail} was never escalated"


def _filters(steps: Sequence[AuditedStep]) -> str:
    """Radio buttons and boxes whose state the style sheet reads; what no step has is left out."""
    present = {_kind(step) for step in steps}
    outcomes = {name for step in steps for name in _outcomes(step)} | {"all"}
    told = ['<h2>Steps</h2><div class="filters" role="group" aria-label="Show">']
    for name, words in _OUTCOMES:
        if name in outcomes:
            chosen = " checked" if name == "all" else ""
            told.append(
                f'<label><input type="radio" name="outcome" class="o-{name}"{chosen}> {words}</label>'
            )
    told.append('</div><div class="filters" role="group" aria-label="Kinds of steps">')
    told += [
        f'<label><input type="checkbox" class="k-{kind}" checked> {words}</label>'
        for kind, words, _ in _KINDS
        if kind in present
    ]
    return "".join(told) + "</div>"


# --- steps -----------------------------------------------------------------------------------------------


def _kind(step: AuditedStep) -> str:
    return _KIND_OF.get(step.kind or "", "other")


def _outcomes(step: AuditedStep) -> list[str]:
    told = []
    if step.refusal is not None:
        told.append("refused")
    elif step.reward > 0:
        told.append("won")
    if step.reward < 0:
        told.append("lost")
    if step.is_critical:
        told.append("critical")
    return told


def _step(step: AuditedStep, anchors: Mapping[Citation, str]) -> str:
    classes = " ".join(["step", f"k-{_kind(step)}", *(f"o-{name}" for name in _outcomes(step))])
    anchor = "" if step.again else f' id="step-{step.number}"'
    side = "won" if step.reward > 0 else "lost" if step.reward < 0 else "none"
    points = f"{step.reward:+.2f}".replace("-", "−") if step.reward else "0"
    name = (step.kind or "no action").replace("_", " ")
    subject = _subject(step, anchors)
    flags = ("<em>refused</em> " if step.refusal is not None else "") + (
        "<em>delivered again</em> " if step.again else ""
    )
    link = str(step.number) if step.again else f'<a href="#step-{step.number}">{step.number}</a>'
    return (
        f'<article{anchor} class="{classes}"><h3><span class="number">{link}</span>'
        f'<span class="what">{text(name)} {subject} {flags}</span><span class="points {side}">{points}</span></h3>'
        f"{_content(step, anchors)}{_events(step)}</article>"
    )


def _subject(step: AuditedStep, anchors: Mapping[Citation, str]) -> str:
    action = step.action
    if not isinstance(action, dict):
        return ""
    label = action.get("issue_id")
    named = f"<code>{text(label, 60)}</code>" if isinstance(label, str) else ""
    document, section = action.get("document_id"), action.get("section")
    if isinstance(document, str):
        if isinstance(section, str) and section.strip():
            named += f" {_link(f'{document} §{section}', anchors)}"
        else:
            named += f" {_linked(document, anchors.get(Citation(document, '')))}"
    return named


def _link(written: str, anchors: Mapping[Citation, str]) -> str:
    """A citation as a link to its section; as it is written where it names none."""
    citation = parse_citation(written)
    return _linked(written, None if citation is None else anchors.get(citation))


def _linked(written: str, anchor: str | None) -> str:
    return f'<a href="#{anchor}">{text(written, 80)}</a>' if anchor else f"<code>{text(written, 80)}</code>"


def _content(step: AuditedStep, anchors: Mapping[Citation, str]) -> str:
    """What was sent and answered. Texts that an event shows with their marks are not shown a second time."""
    marked = {scored.field for event in step.events for scored in event.texts}
    told = []
    if isinstance(step.action, dict):
        for name, value in step.action.items():
            # Kind, provision and label stand in the heading, where they are what they should be.
            said = name in ("document_id", "section", "issue_id") and isinstance(value, str)
            if said or (name == "type" and step.kind is not None) or str(name) in marked:
                continue
            if name == "quotes" and any(field.startswith("quotation") for field in marked):
                continue
            told.append(f"<dt>{text(name, 60)}</dt><dd>{_value(name, value, anchors)}</dd>")
    else:
        told.append(f"<dt>sent</dt><dd><code>{text(_json(step.action), 2000)}</code></dd>")
    told.append(_answer(step, anchors))
    replaced = (
        f'<p class="soft">Replaced at <a href="#step-{step.replaced_at}">step {step.replaced_at}</a>, where it is '
        "scored.</p>"
        if step.replaced_at is not None
        else ""
    )
    return f"<dl>{''.join(told)}</dl>{replaced}"


def _value(name: object, value: Any, anchors: Mapping[Citation, str]) -> str:
    if name == "citations" and isinstance(value, list):
        return ", ".join(
            _link(one, anchors) if isinstance(one, str) else text(_json(one), 80) for one in value[:60]
        )
    if isinstance(value, str):
        return f'<div class="prose">{text(value, _LONG)}</div>'
    return f"<code>{text(_json(value), _LONG)}</code>"


def _answer(step: AuditedStep, anchors: Mapping[Citation, str]) -> str:
    answer = step.answer
    if step.kind == "read_document" and step.refusal is None:
        return ""
    if "hits" in answer:
        hits = "".join(
            f"<li>{_link('{document_id} §{section}'.format(**hit), anchors)} {text(hit['snippet'], 400)}</li>"
            for hit in answer["hits"]
        )
        return f"<dt>answer</dt><dd>{answer['hit_count']} found<ul>{hits}</ul></dd>"
    # What the agent sent itself, and work that was simply received, need not be told again.
    shown = {
        key: value
        for key, value in answer.items()
        if key not in ("issue_id", "question", "topic")
        and value not in ("Issue received.", "Redline received.")
    }
    return "".join(
        f"<dt>{text(key)}</dt><dd>{_value(key, value, anchors)}</dd>" for key, value in shown.items()
    )


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _events(step: AuditedStep) -> str:
    told = []
    for event in step.events:
        # A question and an escalation stand above as they were sent; there is nothing to mark in them.
        shown = msgspec.structs.replace(event, texts=tuple(one for one in event.texts if one.field != "text"))
        what = event.line.split(maxsplit=3)[-1]
        side = "won" if event.points > 0 else "lost" if event.points < 0 else "none"
        points = f"{event.points:+.2f}".replace("-", "−")
        told.append(
            f'<div class="event{" critical" if event.critical else ""}"><h4><span class="points {side}">{points}</span>'
            f" {text(what)}</h4>{event_body(shown)}</div>"
        )
    return "".join(told)


def _rest(audit: Audit) -> str:
    lines = "".join(
        f"<li>{one['points']:g} points: {text(one['type'])} <code>{text(one['criterion'])}</code></li>"
        for one in audit.explanation.result["breakdown"]["unearned"]
    )
    return f'<div id="unearned"><h3>Never earned</h3><ul>{lines or "<li>nothing</li>"}</ul></div>'


# --- the paper -------------------------------------------------------------------------------------------


def _documents(
    matter: Matter, sections: Sequence[AuditedSection], anchors: Mapping[Citation, str]
) -> Iterator[str]:
    for document in matter.record.documents:
        own = [one for one in sections if one.section.document_id == document.id]
        read = sum(bool(one.read_at) for one in own)
        name = f"<h3>{text(document.title, 160)}</h3>"
        count = f"<small><code>{text(document.id)}</code>, {read} of {len(own)} sections read</small>"
        yield f'<details open id="{anchors[Citation(document.id, "")]}"><summary>{name} {count}</summary>'
        seen: set[Citation] = set()
        for one in own:
            citation = one.section.citation
            anchor = "" if citation in seen else f' id="{anchors[citation]}"'
            seen.add(citation)
            yield _section(one, anchor)
        yield "</details>"


def _section(one: AuditedSection, anchor: str) -> str:
    steps = [
        f"{what} {_steps(at)}"
        for what, at in (("read at", one.read_at), ("cited at", one.cited_at), ("amended at", one.amended_at))
        if at
    ]
    told = " · ".join(steps) if one.read_at else " · ".join(["not read", *steps])
    written = one.section.text.replace("\r\n", "\n") if not one.marks else one.section.text
    body = highlighted(ScoredText("", written, one.marks))
    kind = "read" if one.read_at else "unread"
    return (
        f'<section{anchor} class="paper {kind}"><p class="where"><code>{text(one.section.citation)}</code> '
        f'<small>{told}</small></p><div class="prose">{body}</div></section>'
    )


def _steps(numbers: Iterable[int]) -> str:
    return ", ".join(f'<a href="#step-{number}">{number}</a>' for number in numbers)
