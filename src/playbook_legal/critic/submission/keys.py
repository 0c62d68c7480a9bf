"""The keys an item may have, and near misses of them: what a typing error made of a key must not go unread."""

import re
from collections.abc import Collection
from functools import lru_cache

CITING = ("citation", "citations", "document_id", "section")
QUOTING = ("quote", "quotes")
LABELS = ("id", "issue_id", "issue", "label")
REASONS = ("rationale", "analysis", "recommendation")
PROPOSING = ("replacement_text", "proposed_text", "closing_text", "accepted_text")

ITEM_KEYS = (*LABELS, "title", "severity", *CITING, *QUOTING, *REASONS, *PROPOSING)
# In a redline, a markup or a settlement `text` is its language; in an issue it might be anything.
LANGUAGE_ITEM_KEYS = (*ITEM_KEYS, "text")
QUOTE_KEYS = (*CITING, "text", "quote")
CITATION_KEYS = CITING
REVIEW_LISTS = ("issues", "redlines", "markups", "settlements")
REVIEW_KEYS = (*REVIEW_LISTS, "summary")

_NOT_A_LETTER = re.compile(r"[^a-z0-9]+")
_LONGEST_KEY = 40


@lru_cache(maxsize=1024)
def near_miss(key: str, known: tuple[str, ...]) -> str | None:
    """The known key that `key` is probably meant to be, or None.

    Capitals, hyphens and camel case do not matter; beyond that one letter may be wrong, missing, too many or
    exchanged with its neighbour, in keys of ten letters or more two. Keys that begin with `x-` are their
    owner's affair.
    """
    if key.startswith("x-") or len(key) > _LONGEST_KEY:
        return None
    bare = _bare(key)
    for candidate in known:
        wanted = _bare(candidate)
        if bare == wanted:
            return candidate
    for candidate in known:
        wanted = _bare(candidate)
        longer = max(len(bare), len(wanted))
        if longer >= 4 and typing_errors(bare, wanted) <= (2 if longer >= 10 else 1):
            return candidate
    return None


def _bare(key: str) -> str:
    return _NOT_A_LETTER.sub("", key.lower())


def typing_errors(one: str, other: str) -> int:
    """How many letters are wrong, missing, too many or exchanged with their neighbour."""
    if abs(len(one) - len(other)) > 2:
        return 3
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        above, before_that = row, before
        row = [i]
        for j, b in enumerate(other, 1):
            cost = min(above[j] + 1, row[-1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, before_that[j - 2] + 1)
            row.append(cost)
        before = above
    return row[-1]


def missed(keys: Collection[str], known: tuple[str, ...]) -> list[tuple[str, str]]:
    """The keys that are near misses, each with the key that was probably meant."""
    return [(key, meant) for key in keys if key not in known and (meant := near_miss(key, known)) is not None]
