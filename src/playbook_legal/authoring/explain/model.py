"""An episode explained: its events with their reasons, and the texts behind them with what counted marked in place.

A mark is a span of a field as the agent wrote it: a phrase that expressed a concept, one that was only copied, a
sentence in which a gate fired or was silenced, a quotation that stands or does not. A concept that was not found
comes with its nearest miss: the phrase most of whose words are in the text, and what it lacks.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Literal, TypeAlias

import msgspec

from ...episode.episode import Episode
from ...episode.replay import played
from ...episode.result import episode_result
from ...episode.score_sheet import event_line, headline, reasons
from ...episode.stage import stage_of
from ...matter.criteria import Concepts
from ...matter.package import Matter
from ...scoring.concepts import Copied
from ...scoring.final import FinalFindings
from ...scoring.gates import Scan
from ...scoring.issues import IssueFindings
from ...scoring.redlines import RedlineFindings
from ...scoring.settlements import Settlement
from ...scoring.sheet import Entry
from ...text import Passage

MarkKind: TypeAlias = Literal["concept", "copied", "fired", "silenced", "verified", "fabricated"]

_ISSUE_FIELDS = ("title", "analysis", "recommendation")


class Mark(msgspec.Struct, frozen=True, order=True):
    """Characters `[start, end)` of a text, what they are, and a word about it."""

    start: int
    end: int
    kind: MarkKind
    note: str


class ScoredText(msgspec.Struct, frozen=True):
    """A field of an action as written, with its marks in order; marks may overlap."""

    field: str
    text: str
    marks: tuple[Mark, ...]


class NearMiss(msgspec.Struct, frozen=True):
    """A concept that was not found, the phrase that came nearest, and the words of it that are not in the text."""

    concept: str
    phrase: str
    lacking: tuple[str, ...]


class ExplainedEvent(msgspec.Struct, frozen=True):
    """An event of the result, told: `line` is it in one line, `points` what it is worth."""

    step: int
    type: str
    points: float
    line: str
    reasons: tuple[str, ...]
    critical: bool
    texts: tuple[ScoredText, ...]
    near_misses: tuple[NearMiss, ...]


class Explanation(msgspec.Struct, frozen=True):
    """An episode explained."""

    headline: str
    result: dict[str, Any]
    events: tuple[ExplainedEvent, ...]


def explain(matter: Matter, actions: Iterable[object], *, closed: bool = False) -> Explanation:
    """The episode that `actions` make on `matter`, explained; what comes after its end is passed over. With `closed`
    it ends after the last of them."""
    episode = played(matter, actions, closed=closed)
    result = episode_result(episode)
    explainer = _Explainer(matter, episode)
    told = zip(episode.sheet.entries, result["breakdown"]["reward_events"], strict=True)
    return Explanation(
        headline(result), result, tuple(explainer.event(entry, event) for entry, event in told)
    )


class _Explainer:
    def __init__(self, matter: Matter, episode: Episode) -> None:
        self._criteria = matter.criteria
        self._stage = stage_of(matter)
        self._actions = episode.recorded_actions()

    def event(self, entry: Entry, event: dict[str, Any]) -> ExplainedEvent:
        texts, concepts, hits = self._texts(entry)
        missing = [at for at, hit in enumerate(hits) if not hit]
        whole = " ".join(Passage(text.text).text for text in texts)
        return ExplainedEvent(
            entry.step,
            entry.kind,
            event["points"],
            event_line(event).strip(),
            tuple(reasons(event)),
            bool(entry.critical),
            texts,
            tuple(_near_miss(concepts, at, whole) for at in missing) if concepts is not None else (),
        )

    def _texts(self, entry: Entry) -> tuple[tuple[ScoredText, ...], Concepts | None, tuple[bool, ...]]:
        """The texts behind an entry, marked; the concepts sought in them, and which were found."""
        source = entry.source
        if isinstance(source, IssueFindings):
            return self._issue(source)
        if isinstance(source, RedlineFindings) and entry.reading is not None:
            reading = entry.reading
            concepts = None if reading.criterion is None else reading.criterion.redline_concepts
            copied = self._stage.copied_into(source.target.document_id)
            text = source.action.replacement_text
            marks = _marked(text, concepts, reading.gates, copied)
            return (ScoredText("replacement_text", text, marks),), concepts, reading.concepts
        if isinstance(source, FinalFindings) and source.memo is not None:
            text = str(self._actions[entry.step - 1].get("summary", ""))
            concepts = self._criteria.final.concepts
            marks = _marked(text, concepts, Scan(), self._stage.copied)
            return (ScoredText("summary", text, marks),), concepts, source.memo.concepts
        if isinstance(source, tuple) and isinstance(source[0], Settlement):
            settled = source[0]
            concepts = settled.criterion.settlement_concepts
            marks = _marked(settled.text, concepts, settled.gates, None)
            return (ScoredText("closing text", settled.text, marks),), concepts, settled.concepts
        if isinstance(source, str) and entry.kind.endswith(("question", "escalation")):
            return (ScoredText("text", source, ()),), None, ()
        return (), None, ()

    def _issue(
        self, found: IssueFindings
    ) -> tuple[tuple[ScoredText, ...], Concepts | None, tuple[bool, ...]]:
        concepts = None if found.criterion is None else found.criterion.concepts
        texts = [
            ScoredText(name, text, _marked(text, concepts, found.gates, self._stage.copied))
            for name in _ISSUE_FIELDS
            if (text := getattr(found.action, name))
        ]
        for quote in found.action.quotes:
            bad = quote in found.quotes.fabricated
            good = quote in found.quotes.verified
            kind: MarkKind = "fabricated" if bad else "verified"
            note = f"does not stand in {quote.citation}" if bad else f"stands in {quote.citation}"
            marks = (Mark(0, len(quote.text), kind, note),) if good or bad else ()
            texts.append(ScoredText(f"quotation from {quote.citation}", quote.text, marks))
        return tuple(texts), concepts, found.concepts


def _marked(text: str, concepts: Concepts | None, gates: Scan, copied: Copied | None) -> tuple[Mark, ...]:
    """What counted in `text`, in order."""
    passage = Passage(text)
    marks = list(_concept_marks(passage, concepts, copied)) if concepts is not None else []
    for fired in gates.fired:
        marks += _spans_of(passage, fired.excerpt, "fired", f"gate fired: {fired.pattern}")
    for silenced in gates.silenced:
        note = f"gate silenced by {silenced.by} ({silenced.because}): {silenced.pattern}"
        marks += _spans_of(passage, silenced.excerpt, "silenced", note)
    return tuple(sorted(set(marks)))


def _concept_marks(passage: Passage, concepts: Concepts, copied: Copied | None) -> Iterator[Mark]:
    for label, phrases in zip(concepts.labels, concepts.alternatives, strict=True):
        for phrase in phrases:
            at = passage.text.find(phrase)
            while at >= 0 and phrase:
                end = at + len(phrase)
                merely = copied is not None and copied(passage.text, at, end)
                note = f"{label}: copied, earns nothing" if merely else label
                yield Mark(*passage.source_span(at, end), "copied" if merely else "concept", note)
                at = passage.text.find(phrase, end)


def _spans_of(passage: Passage, normalized: str, kind: MarkKind, note: str) -> list[Mark]:
    at = passage.text.find(normalized)
    if at < 0 or not normalized:
        return []
    return [Mark(*passage.source_span(at, at + len(normalized)), kind, note)]


def _near_miss(concepts: Concepts, index: int, text: str) -> NearMiss:
    """The phrase of a missing concept of which most words stand in the normalized `text`."""

    def lacking(phrase: str) -> tuple[str, ...]:
        return tuple(word for word in phrase.split() if word not in text)

    def distance(phrase: str) -> tuple[float, int]:
        words = phrase.split() or [""]
        return len(lacking(phrase)) / len(words), -len(words)

    nearest = min(concepts.alternatives[index], key=distance)
    return NearMiss(concepts.labels[index], nearest, lacking(nearest))
