"""A phrase of a concept adds nothing, because a shorter one of the same concept stands in it.

Wherever "replication" stands, "replica" stands as well. The shorter one decides, so it had better be the one that is
meant; the longer one only looks as if it did something.

Source: docs/scoring.md, "Issues": one phrase of a concept is enough.
"""

from collections.abc import Iterator

from ..draft import Draft
from ..phrases import ConceptAt, texts_inside
from ..rule import Finding, Rule, caught, change, spared
from ..yaml_edits import removed_item


def check(draft: Draft) -> Iterator[Finding]:
    """Phrases that hold another phrase of their concept, and phrases that stand there twice."""
    for listed in draft.concepts:
        for concept in listed.concepts:
            for at, inside in enumerate(texts_inside([phrase.text for phrase in concept.phrases])):
                phrase = concept.phrases[at]
                shorter = next((one for one in sorted(inside) if _decides(one, at, concept)), None)
                if shorter is None:
                    continue
                other = concept.phrases[shorter]
                same = "stands here twice"
                if other.text != phrase.text:
                    same = f'is never needed: it holds "{other.written}"'
                what = f'took out "{phrase.written}", which {same}'
                repair = removed_item(draft.rubric_file(), what, *phrase.place)
                yield draft.at(f'"{phrase.written}" {same}', *phrase.place, repair=repair)


def _decides(one: int, at: int, concept: ConceptAt) -> bool:
    """Whether the phrase at `one`, which stands in the one at `at`, makes it needless; of two equal ones the first."""
    return one != at and (concept.phrases[one].text != concept.phrases[at].text or one < at)


RULE = Rule(
    id="phrase-idle",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", '["overnight", "no time to react"]', '["overnight", "almost overnight"]'),
            at=("rubric", "almost overnight"),
        ),
        caught(
            change("rubric", '["overnight", "no time to react"]', '["overnight", "Overnight"]'),
            at=("rubric", '"Overnight"'),
        ),
    ),
    spares=(spared(change("rubric", '["overnight", "no time to react"]', '["overnight", "over night"]')),),
    check=check,
    repairs="The needless phrase is taken out; what is recognized stays the same.",
)
