"""Where to look, without understanding anything: ways to put the sections of the paper in order."""

from collections import Counter
from collections.abc import Callable
from math import log, sqrt

from .view import Passage, View

# Words that sound bad in a contract, whatever they do there.
_ALARMING = (
    "unlimited", "sole discretion", "perpetual", "irrevocable", "waive", "indemnif", "without notice", "exclusive",
    "terminate", "penalt", "liquidated", "non-refundable", "automatic", "as is", "deemed", "disclaim", "train",
    "72 hours", "any purpose", "no liability", "not be liable", "in no event", "reasonable efforts", "may assign",
)  # fmt: skip


def in_order(view: View) -> list[Passage]:
    """As they stand."""
    return list(view.paper)


def longest(view: View) -> list[Passage]:
    """Longest first."""
    return sorted(view.paper, key=lambda passage: -len(passage.text))


def evenly(view: View) -> list[Passage]:
    """Spread over the whole paper."""
    count = max(view.left("issues_remaining"), 1)
    stride = max(len(view.paper) // count, 1)
    return view.paper[::stride]


def alarming(view: View) -> list[Passage]:
    """Those with the most alarming words first."""

    def alarm(passage: Passage) -> int:
        text = passage.text.lower()
        return sum(text.count(word) for word in _ALARMING)

    return sorted(view.paper, key=lambda passage: -alarm(passage))


def resembling(view: View) -> list[Passage]:
    """Those most like some topic of the playbook first."""
    likeness = Likeness(view)
    return sorted(view.paper, key=lambda passage: -likeness.best(passage)[0])


RANKINGS: dict[str, Callable[[View], list[Passage]]] = {
    "in order": in_order,
    "longest": longest,
    "evenly": evenly,
    "alarming": alarming,
    "resembling": resembling,
}


class Likeness:
    """Lexical retrieval: which topic of the guidance is most like a section (cosine of tf-idf)."""

    def __init__(self, view: View) -> None:
        passages = view.guidance + view.paper
        frequency = Counter(word for passage in passages for word in passage.words)
        self._weight = {word: log(len(passages) / count) for word, count in frequency.items()}
        self._topics = [(topic, self._vector(topic)) for topic in view.guidance]

    def _vector(self, passage: Passage) -> dict[str, float]:
        weights = {word: self._weight[word] for word in sorted(passage.words)}
        norm = sqrt(sum(weight * weight for weight in weights.values())) or 1.0
        return {word: weight / norm for word, weight in weights.items()}

    def best(self, passage: Passage) -> tuple[float, Passage | None]:
        """The likeness of the topic most like `passage`, and the topic (None when there is no guidance)."""
        vector = self._vector(passage)
        best: tuple[float, Passage | None] = (0.0, None)
        for topic, other in self._topics:
            likeness = sum(weight * other.get(word, 0.0) for word, weight in vector.items())
            if likeness > best[0]:
                best = (likeness, topic)
        return best
