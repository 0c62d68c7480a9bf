"""The words and signs that stand before the number of a place, `Section`, `§`, `Art.`, `Exhibit`, and such numbers."""

import re

from .number_words import in_words
from .outline import UnitKind

# The words that stand before a number, by the kind of unit they name. "section" stands for whatever is cited by its
# number alone. Plurals and the forms with a full stop are made from them.
_WORDS: dict[UnitKind, tuple[str, ...]] = {
    "section": (
        "section", "sec", "sect", "s", "subsection", "clause", "cl", "subclause", "paragraph", "para", "par",
        "subparagraph", "sub-section", "sub-clause", "sub-paragraph", "item", "§", "¶",
        "ziffer", "ziff", "absatz", "abs", "nummer", "punkt", "bod", "odst", "odstavec", "alinéa", "al",
    ),
    "article": ("article", "art", "artikel", "článek", "čl", "articolo", "artículo", "artikolo"),
    "part": ("part", "teil"),
    "chapter": ("chapter", "kapitel"),
    "exhibit": ("exhibit", "exh", "ex"),
    "schedule": ("schedule", "sched", "sch"),
    "annex": ("annex", "annexure", "anlage", "anhang", "příloha", "annexe"),
    "appendix": ("appendix", "app"),
    "attachment": ("attachment",),
    "addendum": ("addendum",),
    "recital": ("recital",),
    "footnote": ("footnote", "fn"),
    "endnote": ("endnote",),
    "comment": ("comment",),
    "header": ("header",),
    "footer": ("footer",),
    "table": ("table",),
    "page": ("page", "pg", "pp", "p"),
    "textbox": ("textbox",),
}  # fmt: skip
_PLURALS = {"annexes": "annex", "appendices": "appendix", "addenda": "addendum", "§§": "§", "¶¶": "¶"}
# Places that have no number of their own.
ALONE: dict[str, UnitKind] = {
    "preamble": "preamble", "recitals": "recital", "cover page": "cover", "signature page": "signature",
    "signature block": "signature", "signatures": "signature", "header": "header", "headers": "header",
    "footer": "footer", "footers": "footer", "footnotes": "footnote", "endnotes": "endnote", "comments": "comment",
    "text box": "textbox", "text boxes": "textbox", "textbox": "textbox", "textboxes": "textbox",
}  # fmt: skip

KIND_OF: dict[str, UnitKind] = {
    form: kind for kind, words in _WORDS.items() for word in words for form in (word, f"{word}s")
} | {
    plural: next(kind for kind, words in _WORDS.items() if word in words) for plural, word in _PLURALS.items()
}

# A bracketed step is a letter or two, a Roman number or figures: "(Breach)" is a title.
_BRACKETED = r"\((?:[^\W\d_]{1,2}|[ivxlc]{1,7}|[0-9]{1,3})\)"
# A hyphen joins only behind a letter ("A-1"); between figures it is a range.
_NUMBER = (
    rf"[^\W_]{{1,12}}(?:(?:\.|(?<=[^\W\d_])-)[^\W_]{{1,12}}){{0,12}}(?:\s?{_BRACKETED}){{0,12}}"
    rf"|(?:{_BRACKETED}\s?){{1,12}}"
)
_SIGN = "§§?|¶¶?"
# "s. 4" is a section; a capital "S.1" is a number like "A.1", and "the Customer's 4" nothing.
_WORD = "|".join(
    f"(?-i:{one})" if one in ("s", "ss") else re.escape(one)
    for one in sorted(KIND_OF, key=len, reverse=True)
    if one[0].isalpha()
)
STEP = re.compile(
    rf"(?P<word>(?:{_SIGN})|(?<![^\W_])(?<!['’])(?:{_WORD})\.?(?:\s+no\.?|:|\s?#)?(?![^\W\d_])|)\s*(?P<number>{_NUMBER})",
    re.IGNORECASE,
)
NAMED = re.compile(rf"{_SIGN}|(?<![^\W_])(?<!['’])(?:{_WORD})(?:\.|(?![^\W\d_]))", re.IGNORECASE)
# The longest first, lest "Twenty-One" be twenty.
_SPELT = "|".join(
    sorted((in_words(number).replace("-", r"[-\s]") for number in range(1, 100)), key=len, reverse=True)
)
SPELT_NUMBER = re.compile(rf"(?<![^\W_])(?<!['’])((?:{_WORD})\s+)({_SPELT})(?![^\W_])", re.IGNORECASE)
AND = re.compile(r"\s*(?:,\s*(?:and|or|und|&)?|;|&|/|\band\b|\bor\b|\bund\b|\+)\s*", re.IGNORECASE)

__all__ = ["ALONE", "AND", "KIND_OF", "NAMED", "SPELT_NUMBER", "STEP"]
