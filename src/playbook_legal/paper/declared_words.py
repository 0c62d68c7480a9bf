"""What may stand in brackets within a quotation: words that stand for the paper's own, and none that say more.

An alteration is declared, but its reader still takes the sentence for the paper's. So a bracket may put a name where
the paper has a pronoun (`[Customer]` for `it`), another form of the same word (`terminat[ed]`), another case or number
of `to be` and `to have`, or an article; it never covers or brings a number, a negation, a modal, a condition or any
other word that carries the meaning.
"""

import re

from .joints import BREAK

# Articles, demonstratives and the like: a bracket may add or replace them.
_SMALL = frozenset(("a", "an", "the", "of", "that", "this", "these", "those", "such", "said"))
_AUXILIARY = frozenset(("am", "is", "are", "was", "were", "be", "been", "being", "has", "have", "had"))
_POSSESSIVE = frozenset(("its", "their", "his", "her", "our", "your", "my", "thereof", "hereof"))
# What stands for something else, so that a bracket may say for what.
_STANDING_FOR = _POSSESSIVE | frozenset(
    ("it", "they", "them", "he", "she", "him", "we", "us", "you", "i", "me", "same", "party", "parties", "person",
     "undersigned", "former", "latter", "foregoing", "herein", "hereto", "hereunder", "hereby", "thereto", "therein",
     "thereunder", "itself", "themselves")
)  # fmt: skip
_ROLES = frozenset(
    ("agent", "agreement", "assignee", "assignor", "bank", "borrower", "buyer", "client", "company", "contract",
     "contractor", "controller", "creditor", "customer", "debtor", "distributor", "employee", "employer", "grantee",
     "grantor", "guarantor", "indemnitee", "indemnitor", "insured", "insurer", "landlord", "lender", "lessee",
     "lessor", "licensee", "licensor", "manufacturer", "mortgagee", "mortgagor", "owner", "parties", "party",
     "processor", "provider", "purchaser", "recipient", "seller", "shareholder", "supplier", "tenant", "trustee",
     "vendor")
)  # fmt: skip
# Words that turn, bind, join, limit or count; in no form in a bracket or under it.
_OPERATORS = frozenset(
    ("not", "no", "never", "neither", "nor", "none", "nothing", "cannot", "without", "shall", "must", "may", "can",
     "could", "might", "should", "will", "would", "and", "or", "but", "if", "unless", "except", "until", "provided",
     "subject", "notwithstanding", "only", "solely", "sole", "exclusive", "exclusively", "all", "any", "each",
     "every", "either", "both", "some", "more", "less", "least", "most", "other", "than", "before", "after", "within",
     "including", "excluding", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
     "eleven", "twelve", "thirty", "forty", "fifty", "sixty", "ninety", "hundred", "thousand", "million", "billion",
     "half", "day", "month", "year", "hour", "week", "percent")
)  # fmt: skip
# Endings that forms of one word may have behind the same stem.
_ENDINGS = (
    frozenset(("", "s", "es", "ed", "ing", "'s", "s'")),
    frozenset(("e", "es", "ed", "ing")),
    frozenset(("y", "ies", "ied", "ying")),
)
_SHORTEST_STEM = 3  # letters that two forms of a word have in common at least
_DENYING = frozenset(
    ("no", "not", "never", "neither", "nor", "none", "nothing", "nobody", "cannot", "without", "hardly", "only",
     "solely")
)  # fmt: skip
_DENYING_ENDS = ("n't", "n’t")
# What may stand between a negation and the noun that it denies.
_WITH_A_NOUN = _SMALL | frozenset(
    ("other", "any", "one", "single", "more", "further", "event", "in", "either", "both")
)
_NOUNS = frozenset(("party", "parties", "person", "undersigned", "former", "latter", "foregoing", "same"))
_CLAUSE = re.compile(r"[.;:?!│\ufdd0]")
_LOOKED_BACK = 80  # characters
_NEAR = 4  # words
_MOST_COVERED = 4
_MOST_BROUGHT = 5
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_PUNCTUATION = re.compile(r"[^\w\s'’-]")
_FIGURE = re.compile(r"[0-9$€£¥%]")


def may_stand_for(brought: str, covered: str, document_text: str) -> bool:
    """Whether a bracket that says `brought` may stand where the paper says `covered` (nothing, where it adds)."""
    new, old = _WORD.findall(brought), _WORD.findall(covered.casefold())
    if not new or len(new) > _MOST_BROUGHT or len(old) > _MOST_COVERED:
        return False
    if _FIGURE.search(brought) or _FIGURE.search(covered) or _PUNCTUATION.search(covered):
        return False
    small = [word.casefold() for word in new]
    if any(word in _OPERATORS for word in (*small, *old)):
        return False
    if small == old:
        return True
    if all(word in _SMALL for word in small):
        return all(word in _SMALL for word in old)
    if all(word in _AUXILIARY for word in small):
        return bool(old) and all(word in _AUXILIARY for word in old)
    if len(small) == len(old) == 1 and same_word(small[0], old[0]):
        return True
    if not any(word in _STANDING_FOR for word in old) or not all(
        word in _STANDING_FOR | _SMALL for word in old
    ):
        return False
    if any(word in _POSSESSIVE for word in old) and not (
        small[0] == "of" or small[-1].endswith(("'s", "’s", "s"))
    ):
        return False
    return all(_names(word, document_text) for word in new)


def denied_before(text: str, at: int, covered: str) -> bool:
    """Whether an alteration that begins at `at` of a folded text, over the words `covered`, would hide a negation that
    stands right before it: `[A] party may assign` of "no party may assign". Between the two only words may stand that
    go with a noun; before a bare noun that is covered (`[Provider]` for the "party" of "no affiliated party") any."""
    before = _CLAUSE.split(text[max(0, at - _LOOKED_BACK) : at].replace(BREAK, ""))[-1]
    words = _WORD.findall(before)[-_NEAR:]
    nearest = next((word for word in reversed(words) if word not in _WITH_A_NOUN), "")
    if nearest in _DENYING or nearest.endswith(_DENYING_ENDS):
        return True
    first = _WORD.match(covered)
    return first is not None and first.group() in _NOUNS and any(one in _DENYING for one in words)


def denied_behind(text: str, at: int) -> bool:
    """Whether an alteration that ends at `at` of a folded text stands right before a negation."""
    found = _WORD.match(text, at + 1) if text[at : at + 1] == " " else None
    return found is not None and (found.group() in _DENYING or found.group().endswith(_DENYING_ENDS))


def same_word(one: str, other: str) -> bool:
    """Whether two small words are forms of one: `terminate` and `terminated`, `party` and `parties`; not `licensor` and
    `licensee`."""
    if one in _OPERATORS or other in _OPERATORS:
        return False
    common = next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    return any(
        one[at:] in endings and other[at:] in endings and one[:at] not in _OPERATORS
        for at in range(max(_SHORTEST_STEM, common - 2), common + 1)
        for endings in _ENDINGS
    )


def _names(word: str, document_text: str) -> bool:
    """Whether a word may be part of a name: a party's role, or written large as the document writes it somewhere."""
    small = word.casefold()
    bare = small.removesuffix("'s").removesuffix("’s")
    if bare in _OPERATORS:
        return False
    if small in _SMALL or bare in _ROLES:
        return True
    written = word[: len(bare)]
    return (
        written[:1].isupper() and re.search(rf"(?<!\w){re.escape(written)}(?!\w)", document_text) is not None
    )


__all__ = ["denied_before", "denied_behind", "may_stand_for", "same_word"]
