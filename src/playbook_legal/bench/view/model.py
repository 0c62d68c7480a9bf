"""An episode laid out for audit: every step with its answer and what it was worth, every section with who read it."""

from collections.abc import Iterable
from typing import Any

import msgspec

from ...authoring.explain.model import ExplainedEvent, Explanation, Mark, explain
from ...episode.episode import Episode
from ...matter.package import Matter
from ...paper.citations import Citation, parse_citation
from ...paper.documents import Section
from ...paper.quotations import is_too_short
from ...text import normalize_text

_REVISIONS = ("revise_issue", "revise_redline")


class AuditedStep(msgspec.Struct, frozen=True):
    """A step: what was sent, what was answered, and the events it led to.

    `number` is the step it used, `again` says that it was the repeated delivery of an action. An event of work that
    was revised stands at its revision; `replaced_at` leads there from where it was first submitted.
    """

    number: int
    again: bool
    kind: str | None
    action: Any
    answer: dict[str, Any]
    reward: float
    refusal: str | None
    events: tuple[ExplainedEvent, ...]
    replaced_at: int | None

    @property
    def is_critical(self) -> bool:
        """Whether a critical failure stands here."""
        return any(event.critical for event in self.events)


class AuditedSection(msgspec.Struct, frozen=True):
    """A section, the steps at which it was read, cited and amended, and the quotations verified in it."""

    section: Section
    read_at: tuple[int, ...]
    cited_at: tuple[int, ...]
    amended_at: tuple[int, ...]
    marks: tuple[Mark, ...]


class Audit(msgspec.Struct, frozen=True):
    """An episode laid out."""

    explanation: Explanation
    steps: tuple[AuditedStep, ...]
    sections: tuple[AuditedSection, ...]
    unplayed: int


def audit(matter: Matter, actions: Iterable[object], *, closed: bool = False) -> Audit:
    """The episode that `actions` make on `matter`, laid out; with `closed` it ends after the last of them. Pure."""
    sent = list(actions)
    explanation = explain(matter, sent, closed=closed)
    events, replaced = _placed(explanation)
    episode = Episode(matter)
    steps: list[AuditedStep] = []
    for action in sent:
        if episode.is_over:
            break
        before = episode.state.steps
        observation, reward, _, _, info = episode.step(action)
        number = info["step"]
        again = episode.state.steps == before
        steps.append(
            AuditedStep(
                number,
                again,
                info["action"],
                action,
                dict(observation["last_result"]),
                0.0 if again else reward,
                info.get("refusal"),
                () if again else tuple(events.get(number, ())),
                None if again else replaced.get(number),
            )
        )
    return Audit(explanation, tuple(steps), _sections(matter, steps), len(sent) - len(steps))


def _placed(explanation: Explanation) -> tuple[dict[int, list[ExplainedEvent]], dict[int, int]]:
    """The events by the step they stand at; and by the step of work that was revised, the step of its revision."""
    events: dict[int, list[ExplainedEvent]] = {}
    replaced: dict[int, int] = {}
    told = explanation.result["breakdown"]["reward_events"]
    for event, written in zip(explanation.events, told, strict=True):
        revised = written.get("revised_at_step")
        if revised is not None:
            replaced[event.step] = revised
        events.setdefault(event.step if revised is None else revised, []).append(event)
    return events, replaced


def _sections(matter: Matter, steps: Iterable[AuditedStep]) -> tuple[AuditedSection, ...]:
    read: dict[Citation, list[int]] = {}
    cited: dict[Citation, list[int]] = {}
    amended: dict[Citation, list[int]] = {}
    quotes: dict[Citation, list[tuple[str, int]]] = {}
    for step in steps:
        if step.refusal is not None or step.again or not isinstance(step.action, dict):
            continue
        action = step.action
        match step.kind:
            case "read_document":
                for citation in _shown(matter, step.answer):
                    read.setdefault(citation, []).append(step.number)
            case "submit_issue" | "revise_issue":
                for citation in _citations(action.get("citations")):
                    cited.setdefault(citation, []).append(step.number)
                for citation, text in _quotations(action.get("quotes")):
                    quotes.setdefault(citation, []).append((text, step.number))
            case "propose_redline" | "revise_redline" | "send_markup":
                target = parse_citation(f"{action.get('document_id')} §{action.get('section')}")
                if target is not None:
                    amended.setdefault(target, []).append(step.number)
            case _:
                pass
    return tuple(
        AuditedSection(
            section,
            tuple(read.get(section.citation, ())),
            tuple(dict.fromkeys(cited.get(section.citation, ()))),
            tuple(amended.get(section.citation, ())),
            tuple(sorted(_marks(section, quotes.get(section.citation, ())))),
        )
        for section in matter.record.all_sections()
    )


def _shown(matter: Matter, answer: dict[str, Any]) -> Iterable[Citation]:
    """The sections that the answer to a reading shows."""
    document = matter.record.document(answer["document_id"])
    if document is None:
        return ()
    token = answer["section"]
    return [Citation(document.id, one) for one in document.tokens if token in (None, one)]


def _citations(written: Any) -> list[Citation]:
    listed = [written] if isinstance(written, str) else written if isinstance(written, list) else []
    parsed = (parse_citation(one) for one in listed if isinstance(one, str))
    return [one for one in parsed if one is not None]


def _quotations(written: Any) -> list[tuple[Citation, str]]:
    listed = [written] if isinstance(written, dict) else written if isinstance(written, list) else []
    found = []
    for one in listed:
        if (
            isinstance(one, dict)
            and isinstance(one.get("citation"), str)
            and isinstance(one.get("text"), str)
        ):
            citation = parse_citation(one["citation"])
            if citation is not None:
                found.append((citation, one["text"]))
    return found


def _marks(section: Section, quotes: Iterable[tuple[str, int]]) -> set[Mark]:
    marks: set[Mark] = set()
    for text, step in quotes:
        wanted = normalize_text(text)
        span = None if is_too_short(wanted) else section.passage.find(wanted)
        if span is not None:
            marks.add(Mark(*span, "verified", f"quoted at step {step}"))
    return marks
