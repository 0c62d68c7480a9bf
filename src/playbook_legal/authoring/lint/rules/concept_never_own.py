"""A phrase is itself a run of words that stands in the record, long enough to count as copied.

Under `own_words: 8` a run of eight or more words that stand verbatim in the record earns no concept; in a redline, a
run from another document than the one it amends. A phrase of that length which stands there can never earn anything.
Shorten it to the words that matter.

Source: docs/scoring.md, "The strict instrument".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Phrases that are copied wherever they stand."""
    length = draft.rubric.instrument.own_words
    for listed in draft.concepts:
        if listed.surface == "settlement":  # closing language is read as it is
            continue
        copied = draft.copied()
        if listed.surface == "redline" and listed.index is not None:
            copied = draft.copied(draft.criteria.issues[listed.index].anchor.document_id)
        if copied is None:
            return
        for concept in listed.concepts:
            for phrase in concept.phrases:
                if phrase.text and copied(phrase.text, 0, len(phrase.text)):
                    message = (
                        f'"{phrase.written}" stands in the record as a run of {length} words or more, so it is '
                        "copied wherever it stands and earns nothing; shorten it"
                    )
                    yield draft.at(message, *phrase.place)


RULE = Rule(
    id="concept-never-own",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", '"decides when"', '"the Bakery tells the Hotel within thirty days"'),
            at=("rubric", "tells the Hotel within thirty days"),
        ),
        caught(
            change("rubric", '"two months"', '"sixty days of warning and a way out"'),
            change("rubric", "own_words: 8", "own_words: 7"),
            at=("rubric", "of warning and a way out"),
        ),
    ),
    spares=(
        spared(change("rubric", '"decides when"', '"tells the Hotel within thirty days"')),
        spared(change("rubric", '"two months"', '"a new price list applies from the monday that follows"')),
    ),
    check=check,
)
