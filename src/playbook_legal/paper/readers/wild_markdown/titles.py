"""The title that a heading has or a paragraph begins with."""

import re

from .content import Text

_LONGEST_TITLE = 120
_TITLE_WORD = re.compile(r"[A-Z0-9\"“(&/–-]")
_SMALL_WORDS = frozenset(
    (
        "a",
        "an",
        "and",
        "as",
        "at",
        "but",
        "by",
        "for",
        "from",
        "in",
        "into",
        "nor",
        "of",
        "on",
        "or",
        "per",
        "the",
        "to",
        "upon",
        "with",
        "without",
    )
)


def titled(text: str) -> str:
    """`text` as a title: one line, without the dash before it and the full stop behind it."""
    line = " ".join(text.split()).lstrip("–—-:. ")
    return line[:-1].rstrip() if line.endswith((".", ":")) and not line.endswith("..") else line


def title_within(text: Text, *, whole: bool) -> str:
    """The title that a paragraph begins with: what is emphasized, the only line, or a short sentence in capitals of a
    title; empty when there is none."""
    value = text.value
    skipped = len(value) - len(value.lstrip())
    if text.lead > skipped:
        lead = value[skipped : text.lead]
        if len(lead) <= _LONGEST_TITLE and "\n" not in lead.strip():
            return titled(lead)
        return ""
    line = value.strip().split("\n", 1)[0].strip()
    alone = whole and "\n" not in value.strip()
    if alone and len(line) <= 80 and not line.endswith((";", ",", ".", ":")) and _is_title(line):
        return titled(line)
    sentence = re.match(r"([^.\n]{2,80})\.(?=\s|\Z)", line)
    return titled(sentence.group(1)) if sentence is not None and _is_title(sentence.group(1)) else ""


def _is_title(words: str) -> bool:
    """Whether the words are written like a title: few, the larger ones with capitals."""
    parts = words.split()
    return len(parts) <= 10 and all(
        _TITLE_WORD.match(word) is not None or word.lower() in _SMALL_WORDS for word in parts
    )
