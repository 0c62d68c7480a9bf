"""Matching free text to questions and escalations: all phrases of one variant must stand in it."""

from collections.abc import Iterable

from ..matter.criteria import Topic
from ..text import normalize_text


def matched_topic(topics: Iterable[Topic], *fields: str) -> Topic | None:
    """The first topic (in the rubric's order) of which one variant is wholly in the text, or None."""
    text = normalize_text("\n".join(fields))
    for topic in topics:
        for variant in topic.variants:
            if all(phrase in text for phrase in variant):
                return topic
    return None
