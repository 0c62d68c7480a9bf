"""What a paper says of itself where it begins: whether it amends another one and which, between whom, of what date.

A name such as "Credit Agreement" is borne by many papers. Whether two of them belong to one deal shows in the parties
and the dates that both openings name.
"""

import re
from collections.abc import Iterable, Iterator

import msgspec

from .documents import Document

OPENING = 3_000  # characters in which a paper says what it is
_HEADING = 400  # … and those in which it says how it is called, white space collapsed
_RESTATING = re.compile(r"\bamended\s+and\s+restated\b", re.IGNORECASE)
_AMENDMENT = re.compile(r"\b(?:amendments?|amending|amends|supplemental\s+agreement)\b", re.IGNORECASE)
_NAME = r"(?:(?:of|and|for|(?-i:[A-Z])[\w&'’\-]*)\s+)"
_TYPE = r"(?:agreement|contract|lease|license)\b"
_AMENDED = re.compile(
    rf"\bamend(?:ment|s|ed)?\b(?:no\.|[^.;]){{0,60}}?\bto\s+(?:the\s+|that\s+certain\s+)?(?P<name>{_NAME}{{1,10}}?{_TYPE})",
    re.IGNORECASE,
)
_RESTATED = re.compile(rf"\bamended\s+and\s+restated\s+(?P<name>{_NAME}{{1,8}}?{_TYPE})", re.IGNORECASE)
_FORMS = (
    "inc", "incorporated", "llc", "l.l.c", "ltd", "limited", "corp", "corporation", "company", "co", "l.p", "lp", "llp",
    "gmbh", "ag", "s.a", "plc", "n.a", "national association",
)  # fmt: skip
_COMPANY = re.compile(rf",? (?:{'|'.join(map(re.escape, _FORMS))})\b", re.IGNORECASE)
_FORM_BEGINS = tuple(
    form for form in _FORMS if not any(form != other and form.startswith(other) for other in _FORMS)
)
_ITS_NAME = re.compile(r"(\ban?\s+)?((?:[A-Z][\w&.'’\-]*\s+(?:(?:of|and|&)\s+)?){0,4}[A-Z][\w&'’\-]*)$")
_NAME_REACH = 80
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_MONTH = "|".join(_MONTHS)
_DATE = re.compile(rf"\b({_MONTH}) ([0-9]{{1,2}})(?:st|nd|rd|th)?,? ?([0-9]{{4}})", re.IGNORECASE)
_DATE_AHEAD = re.compile(rf"\b([0-9]{{1,2}})(?:st|nd|rd|th)? ({_MONTH}),? ([0-9]{{4}})", re.IGNORECASE)
_DAY_AHEAD = 5  # characters of a day before its month, "31st "
_LONGEST_DATE = 32
# Words of a name that tell nothing.
_COMMON = frozenset(("the", "of", "and", "for", "to", "agreement", "contract", "this", "that", "certain"))


class Signs(msgspec.Struct, frozen=True):
    """By what the papers of one deal know each other: the parties and the dates that their openings name. A date is
    the first three letters of its month, its day and its year."""

    parties: frozenset[str]
    dates: frozenset[tuple[str, str, str]]

    def is_kin_to(self, other: "Signs") -> bool:
        """Whether both name a party or a date in common."""
        return not (self.parties.isdisjoint(other.parties) and self.dates.isdisjoint(other.dates))

    def may_stand_in(self, words: frozenset[str]) -> bool:
        """Whether one of them may stand in a text of these `words` (as of `words_of`): a quick look."""
        return any(year in words for _, _, year in self.dates) or any(
            words.issuperset(party.split(" ")) for party in self.parties
        )


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """What the opening of a document says. `amended` are the names of what it amends, `restated` is the name of what it
    takes the place of; `words` are those of its title, id and heading."""

    document: Document
    amends: bool
    amended: tuple[str, ...]
    restated: str
    words: frozenset[str]
    signs: Signs

    def bears(self, name: str) -> bool:
        """Whether the document goes by that name: it has its words, or the id is their initials."""
        initials = "".join(word[0] for word in words_of(name) if word not in ("the", "of", "and"))
        return all(word in self.words for word in telling(name)) or initials == self.document.id.casefold()

    def is_stranger_to(self, amendment: "Opening") -> bool:
        """Whether the two are of different deals: both name parties, or dates, and none in common."""
        own, its = self.signs, amendment.signs
        if own.parties and its.parties and own.parties.isdisjoint(its.parties):
            return True
        # An amendment has its own date and that of what it amends.
        return bool(own.dates) and len(its.dates) > 1 and own.dates.isdisjoint(its.dates)

    def is_kin_to(self, other: "Opening") -> bool:
        """Whether both name a party or a date in common."""
        return self.signs.is_kin_to(other.signs)


def opening_of(document: Document) -> Opening:
    """What the opening of the document says."""
    flat = " ".join(document.text[:OPENING].split())
    heading = _heading(document.title, document.id, flat)
    restated = _RESTATED.search(f"{document.title.replace('_', ' ')} {flat[:_HEADING]}")
    names = [found.group("name") for found in _AMENDED.finditer(f"{document.title}. {flat}")]
    return Opening(
        document=document,
        amends=_is_amendment(heading),
        amended=tuple(name for name in dict.fromkeys(names) if telling(name)),
        restated=restated.group("name") if restated is not None and telling(restated.group("name")) else "",
        words=frozenset(words_of(heading)),
        signs=_signs(flat),
    )


def is_amendment(title: str, document_id: str, text: str) -> bool:
    """Whether a paper of that title and id, whose text begins so, says of itself that it amends another."""
    return _is_amendment(_heading(title, document_id, " ".join(text[:OPENING].split())))


def _heading(title: str, document_id: str, flat: str) -> str:
    """How a paper is called: its title, its id and the first words of its text, which is without line ends."""
    called = f"{title} {document_id}".replace("_", " ")
    return f"{called} {flat[:_HEADING]}"


def _is_amendment(heading: str) -> bool:
    return _AMENDMENT.search(_RESTATING.sub(" ", heading)) is not None


def may_amend(opening: str) -> bool:
    """Whether a paper with this title, id and opening may amend or restate another: a quick look."""
    small = opening.lower()
    return "amend" in small or "supplemental" in small


def signs_in(text: str) -> Signs:
    """The parties and dates that the opening of `text` names."""
    return _signs(" ".join(text[:OPENING].split()))


def _signs(flat: str) -> Signs:
    return Signs(_parties(flat), _dates(flat))


def words_of(name: str) -> list[str]:
    """The words of a name, in small letters."""
    return re.findall(r"[^\W_]+", name.casefold())


def telling(name: str) -> list[str]:
    """The words of a name that tell agreements apart."""
    return [word for word in words_of(name) if word not in _COMMON]


def _places(words: Iterable[str], flat: str) -> Iterator[int]:
    """Where one of the `words`, in small letters, stands in a text, in whatever letters: much faster than a pattern
    that ignores case."""
    small = flat.lower()
    if len(small) != len(flat):  # a letter whose small form is two
        small = "".join(one.lower()[:1] for one in flat)
    for word in words:
        at = small.find(word)
        while at >= 0:
            yield at
            at = small.find(word, at + 1)


def _parties(flat: str) -> frozenset[str]:
    """The companies that a text without line ends names; "a Delaware corporation" is none."""
    found: list[str] = []
    for at in _places((f" {form}" for form in _FORM_BEGINS), flat):
        begins = at - flat.startswith(",", at - 1) if at else at
        if _COMPANY.match(flat, begins) is None:
            continue
        name = _ITS_NAME.search(flat[max(0, begins - _NAME_REACH) : begins])
        if name is not None and name.group(1) is None:
            found.append(" ".join(words_of(name.group(2))))
    return frozenset(found)


def _dates(flat: str) -> frozenset[tuple[str, str, str]]:
    found: list[tuple[str, str, str]] = []
    for at in _places(_MONTHS, flat):
        one = _DATE.match(flat, at)
        if one is not None:
            found.append((one.group(1)[:3].casefold(), one.group(2), one.group(3)))
        one = _DATE_AHEAD.search(flat, max(0, at - _DAY_AHEAD), at + _LONGEST_DATE)
        if one is not None:
            found.append((one.group(2)[:3].casefold(), one.group(1), one.group(3)))
    return frozenset(found)


__all__ = [
    "OPENING",
    "Opening",
    "Signs",
    "is_amendment",
    "may_amend",
    "opening_of",
    "signs_in",
    "telling",
    "words_of",
]
