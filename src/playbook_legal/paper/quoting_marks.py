"""Marks by which a reviewer shows that words are quoted, or sets them off, and which are not the paper's.

Quotation marks around the whole quotation; the emphasis and the bullets of Markdown, which a machine writes around
words that a Word or PDF file has in bold or in a list. All that is left has to stand in the paper.
"""

import re

from ..text import normalize_text
from .quotations import MINIMUM_QUOTATION

_MARKS = {'"': '"', "“": "”", "„": "“”", "«": "»", "'": "'", "‘": "’"}
_NESTED = '"“”«»'  # of which marks within marks can be told apart: an apostrophe is no closing mark
_EMPHASIS = re.compile(r"(?<![\w*\[$])\*\*(?=[^\s*\]])([^*\n]+)(?<=[^\s*\[$])\*\*(?![\w*\]])")
# A dash before a figure is a sign.
_BULLET = re.compile(r"^[^\S\n]*[-*•][^\S\n]+(?=[^\W\d_]|[\"'“‘(*])", re.MULTILINE)


def within_its_marks(quotation: str) -> str:
    """What stands between the quotation marks around a whole quotation; empty where it has none."""
    text = quotation.strip()
    closing = _MARKS.get(text[:1], "")
    inner = text[1:-1]
    own = text[:1] in inner or (text[-1:] in inner and text[-1:] not in "'’")
    if not closing or text[-1] not in closing or (own and not _around_all(text)):
        return ""
    return _long_enough(inner)


def _around_all(text: str) -> bool:
    """Whether the first mark of `text` is closed by its last, with other pairs of the same marks between them."""
    if text[0] not in _NESTED:
        return False
    pair, depth = text[0] + _MARKS[text[0]], 0
    for at, mark in enumerate(text):
        if mark in pair:
            opens = mark == text[0] and (mark != '"' or not text[:at].rstrip('"(')[-1:].strip())
            depth += 1 if opens else -1
            if depth <= 0 and at < len(text) - 1:
                return False
    return depth == 0


def without_markdown(quotation: str) -> str:
    """The quotation without bold type and bullets in the manner of Markdown; empty where it has none."""
    plain = _EMPHASIS.sub(r"\1", _BULLET.sub("", quotation))
    return _long_enough(plain) if plain != quotation else ""


def _long_enough(text: str) -> str:
    return text if len(normalize_text(text)) >= MINIMUM_QUOTATION else ""


__all__ = ["within_its_marks", "without_markdown"]
