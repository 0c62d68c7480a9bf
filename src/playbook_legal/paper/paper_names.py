"""The names of papers, as words that can be compared: "the Cloud Services Agreement", "CLOUD SERVICE AGREEMENT", "CSA".

Case, articles, punctuation and plurals tell no two papers apart, and neither does the way in which a number is
written: "Third Amendment", "Amendment No. 3". Whether two names are of different kinds of paper is told by families of
words: an NDA and a confidentiality agreement are one kind, a loan and a lease are two. A name that is in no family is
of no kind that could be told.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from .number_words import value_in_words

_ARTICLES = frozenset(("the", "a", "an", "this", "that", "certain", "our", "your", "said"))
_LINKS = frozenset(("of", "and", "for", "to", "in", "by", "with", "or", "on", "no", "nr", "number", "as"))
# What a paper is; the first are papers of any kind and tell nothing.
_ANY_PAPER = frozenset(
    ("agreement", "contract", "document", "term", "condition", "form", "instrument", "paper", "deal")
)
_PAPERS = _ANY_PAPER | frozenset(
    ("addendum", "amendment", "assignment", "certificate", "charter", "deed", "guarantee", "guaranty", "indenture",
     "lease", "letter", "license", "memorandum", "mortgage", "note", "order", "plan", "policy", "protocol", "quotation",
     "statement", "sublease", "supplement", "undertaking", "waiver", "warrant", "bylaw", "consent", "proposal")
)  # fmt: skip
# Words of a name that anybody may add or leave out.
_LOOSE = _ANY_PAPER | frozenset(
    ("amended", "restated", "master", "general", "standard", "main", "base", "framework", "definitive", "underlying",
     "original", "signed", "executed", "final", "draft", "template", "attached", "proposed", "current", "existing",
     "mutual", "client", "company", "customer", "provider", "supplier", "vendor", "party", "parties", "commercial",
     "exclusive", "international", "version", "copy", "new", "old", "full", "whole", "entire")
)  # fmt: skip
_AMENDING = frozenset(("amendment", "addendum", "supplement", "waiver", "consent", "amendatory"))
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
)  # fmt: skip
# Words of which one family is of one kind of paper; a word may be in several.
_FAMILIES: tuple[frozenset[str], ...] = tuple(
    frozenset(words.split())
    for words in (
        "nda mnda cda nondisclosure disclosure confidentiality confidential secrecy",
        (
            "msa psa csa saas sow tos tou service consulting consultancy professional cloud subscription hosting work "
            "order eula software license licensing sublicense maintenance"
        ),
        "dpa baa data processing processor privacy subprocessor gdpr",
        "credit loan facility lending financing borrowing note indenture promissory reimbursement",
        "lease rental tenancy sublease landlord tenant",
        "spa apa purchase sale acquisition merger stock share asset exchange contribution",
        "employment offer executive severance employee retention compensation bonus separation",
        "guaranty guarantee pledge mortgage security collateral",
        "construction building contractor vessel architect development",
        "amendment addendum supplement waiver consent",
        "partnership shareholder stockholder operating incorporation bylaw charter venture",
        "settlement release",
        "escrow", "franchise", "insurance", "distribution reseller agency distributor", "indemnification indemnity",
        "request quotation proposal rfq rfp", "translation", "trademark copyright patent",
    )
)  # fmt: skip
_ABBREVIATIONS = frozenset(
    (
        "apa",
        "baa",
        "cda",
        "csa",
        "dpa",
        "eula",
        "mnda",
        "msa",
        "nda",
        "psa",
        "rfp",
        "rfq",
        "sow",
        "spa",
        "tos",
        "tou",
    )
)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_FEWEST_INITIALS = 3

Name = tuple[str, ...]


@lru_cache(maxsize=8192)
def name_of(written: str) -> Name:
    """The words by which a name is compared."""
    found: list[str] = []
    words = [_one(word) for word in _WORD.findall(written.casefold())]
    at = 0
    while at < len(words):
        word, after = words[at], words[at + 1] if at + 1 < len(words) else ""
        if word in _ARTICLES or (word in ("no", "nr", "number") and after.isdigit()):
            pass
        elif word == "non" and after:
            found.append(word + after)
            at += 1
        elif word.isdigit() and after in _AMENDING:  # "Third Amendment" is "Amendment No. 3"
            found += [after, word]
            at += 1
        else:
            found.append(word)
        at += 1
    return tuple(found)


def _one(word: str) -> str:
    word = re.sub(r"['’](?:s|)$", "", word)
    spelt = value_in_words(word) or (_ORDINALS.index(word) + 1 if word in _ORDINALS else 0)
    if spelt:
        return str(spelt)
    if word in ("licence", "licences"):
        return "license"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us")) else word


def telling_words(name: Name) -> list[str]:
    """The words of a name that tell papers apart."""
    return [word for word in name if word not in _LOOSE and word not in _LINKS]


def is_of_any_paper(name: Name) -> bool:
    """Whether a name is one that every paper goes by: "the Agreement", "these Terms"."""
    return all(word in _ANY_PAPER or word in _LINKS for word in name)


def names_a_paper(name: Name) -> bool:
    """Whether the words can be the name of a paper: one of them says what kind of paper it is."""
    return any(word in _PAPERS or word in _ABBREVIATIONS for word in name)


def is_amending(name: Name) -> bool:
    """Whether it is the name of an amendment, an addendum or the like."""
    return not _AMENDING.isdisjoint(_head(name))


def _head(name: Name) -> Name:
    """What an amendment is, without what it amends: "Amendment No. 3 to Credit Agreement"."""
    for at, word in enumerate(name):
        if word == "to" and not _AMENDING.isdisjoint(name[:at]):
            return name[:at]
    return name


def own_words(name: Name) -> frozenset[str]:
    """The words of a name that are of the paper itself, and not of one that it amends."""
    return frozenset(_head(name))


@lru_cache(maxsize=4096)
def initials_of(written: str) -> tuple[str, ...]:
    """What a name is abbreviated to: "Mutual Non-Disclosure Agreement" to MNDA and NDA, the longest first."""
    words = [word for word in _WORD.findall(written.casefold()) if word not in _ARTICLES]
    short = "".join(word[0] for word in words if word not in _LINKS)
    full = "".join(word[0] for word in words)
    found = [one for one in (full, short) if _FEWEST_INITIALS <= len(one) <= 8]
    return tuple(dict.fromkeys([*found, *(short[at:] for at in range(1, len(short) - _FEWEST_INITIALS + 1))]))


def shortens(short: Name, name: Name) -> bool:
    """Whether `short` is `name` with words left out: "Services Agreement" of "Master Services Agreement". What an
    amendment amends is another paper's name."""
    if not telling_words(short) or (is_amending(name) and not is_amending(short)):
        return False
    rest = iter(name)
    return all(word in rest for word in short)


def is_of_another_kind(written: str, names: Iterable[str], known: frozenset[str]) -> bool:
    """Whether `written` is clearly not a name of the paper that goes by `names`: it is a paper of another kind, or an
    amendment of another number, and shares no telling word and no initials with them. `known` are further words, as of
    `name_of`, that belong to the paper, such as those of its parties."""
    wanted = name_of(written)
    telling = telling_words(wanted)
    own = [name_of(one) for one in names]
    if not (telling and own and names_a_paper(wanted)):
        return False
    of_paper = _families(word for name in own for word in name)
    numbers = _numbers(wanted) if is_amending(wanted) else frozenset[str]()
    if numbers and of_paper:
        amending = [name for name in own if is_amending(name)]
        theirs = frozenset[str]().union(*map(_numbers, amending))
        return not amending or (bool(theirs) and theirs.isdisjoint(numbers))
    words = known.union(*own)
    if any(word in words for word in telling) or any(one in words for one in initials_of(written)):
        return False
    if any(word in initials_of(one) for one in names for word in telling):
        return False
    kinds = _families(telling)
    return bool(kinds and of_paper) and kinds.isdisjoint(of_paper)


def _numbers(name: Name) -> frozenset[str]:
    """The number of an amendment."""
    return frozenset(word for word in _head(name) if word.isdigit())


def _families(words: Iterable[str]) -> frozenset[int]:
    return frozenset(number for word in words for number, family in enumerate(_FAMILIES) if word in family)


__all__ = [
    "Name",
    "initials_of",
    "is_amending",
    "is_of_another_kind",
    "is_of_any_paper",
    "name_of",
    "names_a_paper",
    "own_words",
    "shortens",
    "telling_words",
]
