"""What retyping does to a passage: other quotation marks, dashes, spaces and ligatures, or an ellipsis.

Folding serves to name the fault, never to excuse it: a quotation that verifies only when folded does not verify.
"""

import re
import unicodedata

_FOLDS = {
    **dict.fromkeys("‘’‚‛′´`ʼ＇", "'"),
    **dict.fromkeys("“”„‟″«»＂", '"'),
    **dict.fromkeys("‐‑‒–—―−﹘﹣－", "-"),
    # soft hyphen, zero-width space, joiners, marks of direction, word joiner, byte-order mark
    **dict.fromkeys("\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff", ""),
    "…": "...",
    "ﬀ": "ff",
    "ﬁ": "fi",
    "ﬂ": "fl",
    "ﬃ": "ffi",
    "ﬄ": "ffl",
    "ﬅ": "st",
    "ﬆ": "st",
}
_TABLE = str.maketrans(_FOLDS)
_DOUBLED = re.compile("''|--+")

# Three full stops (set apart or not), the sign itself, asterisks; with or without brackets around them.
_ELLIPSIS = re.compile(r"\s*(?:\[\s*|\(\s*)?(?:…|\.(?:\s?\.){2,3}|\*(?:\s?\*){2})(?:\s*\]|\s*\))?\s*")


def fold_word(word: str) -> str:
    """A normalized word as every way of typing it looks alike."""
    if word.isascii() and "`" not in word and "''" not in word and "--" not in word:
        return word
    folded = unicodedata.normalize("NFC", word.translate(_TABLE))
    return _DOUBLED.sub(lambda found: '"' if found.group() == "''" else "-", folded)


def fragments(normalized: str) -> tuple[str, ...]:
    """The parts of a quotation around its ellipses; a quotation without any is one part."""
    return tuple(part for part in _ELLIPSIS.split(normalized) if part)


def without_ellipses(normalized: str) -> str:
    """A part of a quotation without the ellipses that it begins or ends with."""
    parts = [one for one in _ELLIPSIS.finditer(normalized) if one.group().strip()]
    first = parts[0].end() if parts and parts[0].start() == 0 else 0
    last = parts[-1].start() if parts and parts[-1].end() == len(normalized) else len(normalized)
    return normalized[first:last].strip()


def has_ellipsis(normalized: str) -> bool:
    """Whether a quotation is shortened by an ellipsis."""
    return _ELLIPSIS.search(normalized) is not None


def odd_characters(quoted: str, record: str) -> tuple[str, str] | None:
    """The first characters in which two words differ that fold to the same, or None when they do not differ."""
    for one, other in zip(quoted, record, strict=False):
        if one != other:
            return one, other
    longer = quoted[len(record) :] or record[len(quoted) :]
    return None if not longer else ((longer, "") if len(quoted) > len(record) else ("", longer))
