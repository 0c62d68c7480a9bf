"""The names of papers, as words that can be compared: "the Cloud Services Agreement", "CLOUD SERVICE AGREEMENT", "CSA".

Case, articles, punctuation and plurals tell no two papers apart, and neither does the way in which a number is
written: "Third Amendment", "Amendment No. 3". Whether two names are of different kinds of paper is told by families of
words: an NDA and a confidentiality agreement are one kind, a loan and a lease are two. A name that is in no family is
of no kind that could be told.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from .number_words import TENS, UNITS, value_in_words
from .romans import roman_value

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
# Papers beside another one, whose name they often have in their own: "Lease Guaranty".
_BESIDE = frozenset(("amendment", "supplement", "waiver", "consent", "guaranty", "guarantee", "mortgage"))
_AGREEMENTS = (("agreement",), ("contract",), ("addendum",))  # that a title ends with
_AMENDED = frozenset(("to", "of", "under"))  # before what an amendment amends
_ORDINALS = {
    word: value
    for value, word in enumerate(
        (
            "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
            "twelfth", *(f"{one}th" for one in UNITS[13:]), "twentieth",
        ),
        1,
    )
} | {f"{one[:-1]}ieth": value * 10 for value, one in enumerate(TENS, 2)}  # fmt: skip
# Tens and ones of one number: "Twenty-First".
_TENS_AND_ONES = re.compile(
    rf"(?<![^\W_])({'|'.join(TENS)})[\s\-‐‑–]+({'|'.join([*UNITS[1:10], *list(_ORDINALS)[:9]])})(?![^\W_])"
)
# Words of which one family is of one kind of paper; a word may be in several.
_FAMILIES: tuple[frozenset[str], ...] = tuple(
    frozenset(words.split())
    for words in (
        "nda mnda cda nondisclosure disclosure confidentiality confidential secrecy",
        (
            "msa psa csa saas sow tos tou service consulting consultancy professional cloud subscription hosting work "
            "order eula software license licensing sublicense maintenance"
        ),
        "dpa baa associate data processing processor privacy subprocessor gdpr",
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
_NUMERAL = re.compile(r"([0-9]{1,3})(?:st|nd|rd|th)\Z")
_FEWEST_INITIALS = 3
# Kinds of paper that people call by any of these words, and mean the same one.
_SAME_PAPER = tuple(
    frozenset(words.split())
    for words in (
        "nda mnda cda nondisclosure disclosure confidentiality confidential secrecy",
        "lease rental tenancy",
        "loan credit",
    )
)

Name = tuple[str, ...]


@lru_cache(maxsize=8192)
def name_of(written: str) -> Name:
    """The words by which a name is compared."""
    found: list[str] = []
    folded = _TENS_AND_ONES.sub(_in_figures, written.casefold())
    words = [_one(word) for word in _WORD.findall(folded)]
    at = 0
    while at < len(words):
        word, after = words[at], words[at + 1] if at + 1 < len(words) else ""
        if word in _ARTICLES or (word in ("no", "nr", "number") and _figures(after)):
            pass
        elif word == "non" and after:
            found.append(word + after)
            at += 1
        elif word.isdigit() and after in _AMENDING and not _AMENDING.issuperset(found[-1:] or [""]):
            # "Third Amendment" is "Amendment No. 3"; the 2 of "Amendment No. 2, Consent and Waiver" is the amendment's
            found += [after, word]
            at += 1
        elif found and found[-1] in _AMENDING and _figures(word):  # "Amendment IV"
            found.append(_figures(word))
        else:
            found.append(word)
        at += 1
    return tuple(found)


def _in_figures(found: re.Match[str]) -> str:
    return str(int(_one(found.group(1))) + int(_one(found.group(2))))


def _figures(word: str) -> str:
    """The number that a word of figures or small Roman letters is; empty of any other."""
    if word.isdigit():
        return word
    return str(roman_value(word)) if word and not word.strip("ivx") and roman_value(word) else ""


def _one(word: str) -> str:
    word = re.sub(r"['’](?:s|)$", "", word)
    spelt = value_in_words(word) or _ORDINALS.get(word, 0)
    if spelt:
        return str(spelt)
    numeral = _NUMERAL.match(word)
    if numeral is not None:
        return numeral.group(1)
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


def is_abbreviation(word: str) -> bool:
    """Whether a word of a name is short for a kind of paper: `msa`."""
    return word in _ABBREVIATIONS


def is_title_of_a_paper(written: str) -> bool:
    """Whether words are the title of a paper of a kind that is told, and no more: "Escrow Agreement", "Amendment
    No. 2", not "Integration; Entire Agreement" or "Termination of the Lease"."""
    name = name_of(written)
    if any(mark in written for mark in (",", ";", ":", "–", "—", " - ")) or not _LINKS.isdisjoint(name):
        return False
    if name[-1:] and name[-1].isdigit():
        return bool(amendments_numbered(name))
    return name[-1:] in _AGREEMENTS and bool(_families(telling_words(name[:-1])))


def is_amending(name: Name) -> bool:
    """Whether it is the name of an amendment, an addendum or the like."""
    return not _AMENDING.isdisjoint(_head(name))


def _head(name: Name) -> Name:
    """What an amendment is, without what it amends: "Amendment No. 3 to Credit Agreement"."""
    for at, word in enumerate(name):
        if word in _AMENDED and not _AMENDING.isdisjoint(name[:at]):
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
    found += [short[at:] for at in range(1, len(short) - _FEWEST_INITIALS + 1)]
    # "TOS" of "Acme Terms of Service"
    tails = (full[at:] for at, word in enumerate(words) if word not in _LINKS)
    return tuple(dict.fromkeys([*found, *(one for one in tails if _FEWEST_INITIALS <= len(one) <= 8)]))


def shortens(short: Name, name: Name) -> bool:
    """Whether `short` is `name` with words left out: "Services Agreement" of "Master Services Agreement". What an
    amendment amends is another paper's name, and a number there is not the amendment's."""
    if not telling_words(short):
        return False
    if is_amending(name):
        return is_amending(short) and _shortens_an_amendment(short, name)
    rest = iter(name)
    return all(word in rest for word in short)


def _shortens_an_amendment(short: Name, name: Name) -> bool:
    head, own = _head(name), _head(short)
    amended = frozenset(name[len(head) :])
    words = frozenset(head) | frozenset(word for word in amended if not word.isdigit())
    return (
        amendments_numbered(short) <= amendments_numbered(name)
        and words.issuperset(word for word in own if not word.isdigit())
        and amended.issuperset(short[len(own) :])
    )


def is_of_another_kind(written: str, names: Iterable[str], known: frozenset[str]) -> bool:
    """Whether `written` is clearly not a name of the paper that goes by `names`: it is a paper of another kind, or an
    amendment of another number, and shares no telling word and no initials with them. `known` are further words, as of
    `name_of`, that belong to the paper, such as those of its parties: they tell no kind."""
    wanted = name_of(written)
    telling = [word for word in telling_words(wanted) if word not in known]
    names = tuple(names)
    own = [name_of(one) for one in names]
    if not (telling and own and names_a_paper(wanted)):
        return False
    words = frozenset[str]().union(*map(own_words, own))
    of_paper = _families(words)
    if amendments_numbered(wanted) and of_paper:
        return _is_another_amendment(wanted, [name for name in own if is_amending(name)])
    beside = _families(_BESIDE.intersection(own_words(wanted)))
    if beside and of_paper:
        return beside.isdisjoint(of_paper)
    if any(word in words for word in telling) or any(one in words for one in initials_of(written)):
        return False
    if any(word in initials_of(one) for one in names for word in telling):
        return False
    kinds = _families(telling)
    return bool(kinds and of_paper) and kinds.isdisjoint(of_paper)


def _is_another_amendment(wanted: Name, amending: list[Name]) -> bool:
    """Whether an amendment is none of those `amending`: of another number, or of a paper of another kind."""
    numbers = _numbers(wanted)
    theirs = frozenset[str]().union(*map(_numbers, amending))
    if not amending or (theirs and theirs.isdisjoint(numbers)):
        return True
    amended = _families(wanted[len(_head(wanted)) :])
    of_theirs = _families(word for name in amending for word in name[len(_head(name)) :])
    return bool(amended and of_theirs) and amended.isdisjoint(of_theirs)


def amendments_numbered(name: Name) -> frozenset[tuple[str, str]]:
    """The amendments that a paper is, by kind and number: of "Second Amendment and First Waiver to Third Lease" the
    amendment 2 and the waiver 1. Empty of one without a number."""
    found: list[tuple[str, str]] = []
    before = number = ""
    for word in _head(name):
        if word.isdigit():
            if before:
                found.append((before, word))
            else:
                number = word
            before = ""
            continue
        before = ""
        if word in _AMENDING:
            if number:
                found.append((word, number))
            else:
                before = word
            number = ""
    return frozenset(found)


def _numbers(name: Name) -> frozenset[str]:
    """The numbers of an amendment."""
    return frozenset(number for _, number in amendments_numbered(name))


def is_same_paper(name: Name, other: Name, known: frozenset[str]) -> bool:
    """Whether people may call by `name` the paper of the name `other`, because both say the same of its kind: "NDA"
    and "Confidentiality Agreement". `known` are further words of that paper, such as its parties."""
    words = own_words(other)
    if is_amending(name) or is_amending(other):
        return False
    for kind in _SAME_PAPER:
        if kind.isdisjoint(name) or kind.isdisjoint(words):
            continue
        rest = (word for word in telling_words(name) if word not in kind)
        return all(word in words or word in known for word in rest)
    return False


def is_told(names: Iterable[Name]) -> bool:
    """Whether any of the names tells what kind of paper it is of."""
    return any(_families(telling_words(name)) or set(name) & (_PAPERS - _ANY_PAPER) for name in names)


def _families(words: Iterable[str]) -> frozenset[int]:
    return frozenset(number for word in words for number, family in enumerate(_FAMILIES) if word in family)


__all__ = [
    "Name",
    "amendments_numbered",
    "initials_of",
    "is_abbreviation",
    "is_amending",
    "is_of_another_kind",
    "is_of_any_paper",
    "is_same_paper",
    "is_title_of_a_paper",
    "is_told",
    "name_of",
    "names_a_paper",
    "own_words",
    "shortens",
    "telling_words",
]
