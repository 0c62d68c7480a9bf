"""A phrase begins or ends with a space, which is not kept.

Phrases are stripped before they are compared, so "tag " also finds "tagged", and " cap" also finds "escape". There
is no sign for the end of a word: name the words that are meant ("a tag", "tags"), or the ones that follow.

Source: docs/scoring.md, its first paragraph.
"""

from collections.abc import Iterator

from ..draft import Draft, finding
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Phrases with white space at an end."""
    for file, phrase in draft.phrases:
        if phrase.text and phrase.written != phrase.written.strip():
            message = f'"{phrase.written}" is sought as "{phrase.text}": spaces at the ends are not kept'
            yield finding(file, message, *phrase.place)


RULE = Rule(
    id="phrase-spaces",
    severity="warning",
    doc=__doc__,
    catches=(caught(change("rubric", '"own clock"', '"clock "'), at=("rubric", '"clock "')),),
    spares=(spared(change("rubric", '"own clock"', '"own  clock"')),),
    check=check,
)
