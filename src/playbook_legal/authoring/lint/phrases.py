"""The phrases of a key, one by one, with their places: concepts, variants of questions, acceptable language."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Literal, TypeAlias

import msgspec

from ...matter.key import AnyOf, Concept, EscalationCriterion, IssueCriterion, Position, Question, Rubric
from ...text import normalize_text

Place: TypeAlias = tuple[str | int, ...]
Surface: TypeAlias = Literal["issue", "redline", "settlement", "memo"]
Topics: TypeAlias = Literal["questions", "escalations"]

_LISTS: tuple[tuple[Surface, str, str], ...] = (
    ("issue", "required_concepts", "concept_points"),
    ("redline", "redline_concepts", "redline_points"),
    ("settlement", "settlement_concepts", "settlement_points"),
)


class Phrase(msgspec.Struct, frozen=True):
    """A phrase as written and normalized, and its place."""

    written: str
    text: str
    place: Place


class ConceptAt(msgspec.Struct, frozen=True):
    """A concept: its phrases, and its place."""

    phrases: tuple[Phrase, ...]
    place: Place

    @property
    def first(self) -> str:
        """How messages call it."""
        return self.phrases[0].written if self.phrases else ""


class ConceptList(msgspec.Struct, frozen=True):
    """Concepts that are scored together, on one surface. `index` is the issue's (None: the memo), `owner` names it;
    `worth` is the key of their points."""

    surface: Surface
    index: int | None
    owner: str
    concepts: tuple[ConceptAt, ...]
    points: Fraction
    place: Place
    worth: Place


def concept_lists(rubric: Rubric) -> Iterator[ConceptList]:
    """Every list of concepts in the rubric, in its order."""
    for index, issue in enumerate(rubric.issues):
        for surface, key, worth in _LISTS:
            yield _list(surface, index, issue, key, worth)
    final = rubric.final_submission
    place: Place = ("final_submission", "required_concepts")
    concepts = _concepts(final.required_concepts, place)
    worth_at = ("final_submission", "concept_points")
    yield ConceptList("memo", None, "the memo", concepts, final.concept_points, place, worth_at)


def _list(surface: Surface, index: int, issue: IssueCriterion, key: str, worth: str) -> ConceptList:
    place: Place = ("issues", index, key)
    concepts = _concepts(getattr(issue, key), place)
    points: Fraction = getattr(issue, worth)
    return ConceptList(surface, index, issue.id, concepts, points, place, ("issues", index, worth))


def _concepts(written: tuple[Concept, ...], place: Place) -> tuple[ConceptAt, ...]:
    return tuple(_concept(one, (*place, at)) for at, one in enumerate(written))


def _concept(written: Concept, place: Place) -> ConceptAt:
    if isinstance(written, AnyOf):
        listed = tuple(
            Phrase(one, normalize_text(one), (*place, "any_of", at)) for at, one in enumerate(written.any_of)
        )
        return ConceptAt(listed, place)
    return ConceptAt((Phrase(written, normalize_text(written), place),), place)


class Variant(msgspec.Struct, frozen=True):
    """Phrases that must all stand in a text, and the place of their list."""

    phrases: tuple[Phrase, ...]
    place: Place

    def __str__(self) -> str:
        return "[" + ", ".join(f'"{phrase.written}"' for phrase in self.phrases) + "]"


class TopicAt(msgspec.Struct, frozen=True):
    """A question or an escalation with its variants; one without phrases never matches and is left out."""

    kind: Topics
    index: int
    written: Question | EscalationCriterion
    variants: tuple[Variant, ...]
    place: Place

    @property
    def noun(self) -> str:
        """What it is called."""
        return self.kind[:-1]


def topics(rubric: Rubric, kind: Topics) -> tuple[TopicAt, ...]:
    """The questions or the escalations of the rubric, in its order."""
    found = []
    written: tuple[Question | EscalationCriterion, ...] = getattr(rubric, kind)
    for index, one in enumerate(written):
        place: Place = (kind, index)
        listed = [_variant(one.concepts, (*place, "concepts"))]
        listed += [_variant(alias, (*place, "aliases", at)) for at, alias in enumerate(one.aliases)]
        found.append(TopicAt(kind, index, one, tuple(v for v in listed if v.phrases), place))
    return tuple(found)


def _variant(phrases: tuple[str, ...], place: Place) -> Variant:
    return Variant(
        tuple(Phrase(one, normalize_text(one), (*place, at)) for at, one in enumerate(phrases)), place
    )


def accepted_variants(position: Position, issue_id: str) -> tuple[Variant, ...]:
    """What the counterparty would take on the issue."""
    place: Place = ("positions", issue_id, "accept_concepts")
    return tuple(_variant(phrases, (*place, at)) for at, phrases in enumerate(position.accept_concepts))


def takers(variants: Sequence[Variant]) -> Callable[[int, int], bool]:
    """Says of the variants at two places whether every text that holds the second one holds the first as well.

    Each phrase is sought in each variant once; after that an answer is one operation on integers.
    """
    texts = list(dict.fromkeys(phrase.text for variant in variants for phrase in variant.phrases))
    number = {text: 1 << at for at, text in enumerate(texts)}
    # A variant without phrases, or with a blank one, has a rule of its own and takes nothing here.
    asked = [
        sum({number[phrase.text] for phrase in variant.phrases})
        if all(phrase.text for phrase in variant.phrases) and variant.phrases
        else -1
        for variant in variants
    ]
    joined = ["\n".join(phrase.text for phrase in variant.phrases) for variant in variants]
    held = [sum(number[text] for text in texts if text in line) for line in joined]
    return lambda first, second: not asked[first] & ~held[second]
