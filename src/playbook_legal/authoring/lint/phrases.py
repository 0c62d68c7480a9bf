"""The phrases of a key, one by one, with their places: concepts, variants of questions, acceptable language."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Literal, TypeAlias

import msgspec

from ...matter.key import AnyOf, Concept, EscalationCriterion, IssueCriterion, Position, Question, Rubric
from ...sources import YamlFile
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


class VariantList(msgspec.Struct, frozen=True):
    """Variants that are tried together: those of every question, of every escalation, of one position. `owners[i]` is
    the place of the topic that the i-th belongs to, `takers[i]` see `takers`."""

    file: YamlFile
    variants: tuple[Variant, ...]
    owners: tuple[int, ...]
    takers: tuple[tuple[int, ...], ...]


def variant_list(file: YamlFile, groups: Sequence[Sequence[Variant]]) -> VariantList:
    """The variants of several owners as one list."""
    variants = tuple(variant for group in groups for variant in group)
    owners = tuple(at for at, group in enumerate(groups) for _ in group)
    return VariantList(file, variants, owners, takers(variants))


def takers(variants: Sequence[Variant]) -> tuple[tuple[int, ...], ...]:
    """For each variant the places of the others that every text which holds it holds as well, in order.

    Lists may have thousands of variants, so that no two of them are compared unless one phrase of the one, its
    rarest, stands in the other.
    """
    texts = list(dict.fromkeys(phrase.text for variant in variants for phrase in variant.phrases))
    number = {text: at for at, text in enumerate(texts)}
    inside = texts_inside(texts)
    asked: list[int] = []
    held: list[set[int]] = []
    rarest: dict[int, list[int]] = {}
    uses = Counter(phrase.text for variant in variants for phrase in variant.phrases)
    for at, variant in enumerate(variants):
        numbers = {number[phrase.text] for phrase in variant.phrases}
        held.append(set().union(*(inside[one] for one in numbers)))
        asked.append(sum(1 << one for one in numbers))
        # A variant without phrases, or with a blank one, has a rule of its own and takes nothing here.
        if numbers and all(phrase.text for phrase in variant.phrases):
            rarest.setdefault(min(numbers, key=lambda one: (uses[texts[one]], one)), []).append(at)
    found = []
    for at, numbers in enumerate(held):
        mask = sum(1 << one for one in numbers)
        near = (other for one in numbers for other in rarest.get(one, ()))
        found.append(tuple(sorted(other for other in near if other != at and not asked[other] & ~mask)))
    return tuple(found)


def texts_inside(texts: Sequence[str]) -> list[set[int]]:
    """For each text the numbers of the texts that stand in it, its own among them; found in one long text."""
    whole = "\n".join(texts)
    starts = [0, *accumulate(len(text) + 1 for text in texts)][:-1]
    inside: list[set[int]] = [set() for _ in texts]
    for at, text in enumerate(texts):
        place = whole.find(text) if text else -1
        while place >= 0:
            inside[bisect_right(starts, place) - 1].add(at)
            place = whole.find(text, place + 1)
    return inside
