"""What a paper says of itself where it begins: whether it amends another one and which, between whom, of what date.

A name such as "Credit Agreement" is borne by many papers. Whether two of them belong to one deal shows in the parties
and the dates that both openings name.
"""

import re

import msgspec

from .documents import Document

_OPENING = 3_000  # characters in which a paper says what it is
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
_COMPANY = re.compile(
    r",?\s+(?:inc|incorporated|llc|l\.l\.c|ltd|limited|corp|corporation|company|co|l\.p|lp|llp|gmbh|ag|s\.a|plc|n\.a"
    r"|national\s+association)\b",
    re.IGNORECASE,
)
_ITS_NAME = re.compile(r"(\ban?\s+)?((?:[A-Z][\w&.'’\-]*\s+(?:(?:of|and|&)\s+)?){0,4}[A-Z][\w&'’\-]*)$")
_NAME_REACH = 80
_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_DATE = re.compile(rf"\b({_MONTHS})\s+([0-9]{{1,2}})(?:st|nd|rd|th)?,?\s*([0-9]{{4}})", re.IGNORECASE)
_DATE_AHEAD = re.compile(rf"\b([0-9]{{1,2}})(?:st|nd|rd|th)?\s+({_MONTHS}),?\s+([0-9]{{4}})", re.IGNORECASE)
# Words of a name that tell nothing.
_COMMON = frozenset(("the", "of", "and", "for", "to", "agreement", "contract", "this", "that", "certain"))


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """What the opening of a document says. `amended` are the names of what it amends, `restated` is the name of what it
    takes the place of; `words` are those of its title, id and heading."""

    document: Document
    amends: bool
    amended: tuple[str, ...]
    restated: str
    words: frozenset[str]
    parties: frozenset[str]
    dates: frozenset[tuple[str, str, str]]

    def bears(self, name: str) -> bool:
        """Whether the document goes by that name: it has its words, or the id is their initials."""
        initials = "".join(word[0] for word in words_of(name) if word not in ("the", "of", "and"))
        return all(word in self.words for word in telling(name)) or initials == self.document.id.casefold()

    def is_stranger_to(self, amendment: "Opening") -> bool:
        """Whether the two are of different deals: both name parties, or dates, and none in common."""
        if self.parties and amendment.parties and self.parties.isdisjoint(amendment.parties):
            return True
        # An amendment has its own date and that of what it amends.
        return bool(self.dates) and len(amendment.dates) > 1 and self.dates.isdisjoint(amendment.dates)

    def is_kin_to(self, other: "Opening") -> bool:
        """Whether both name a party or a date in common."""
        return not (self.parties.isdisjoint(other.parties) and self.dates.isdisjoint(other.dates))


def opening_of(document: Document) -> Opening:
    """What the opening of the document says."""
    begins = document.text[:_OPENING]
    flat = " ".join(begins.split())
    called = f"{document.title} {document.id}".replace("_", " ")
    heading = f"{called} {flat[:_HEADING]}"
    restated = _RESTATED.search(f"{document.title.replace('_', ' ')} {flat[:_HEADING]}")
    names = [found.group("name") for found in _AMENDED.finditer(f"{document.title}. {flat}")]
    return Opening(
        document=document,
        amends=_AMENDMENT.search(_RESTATING.sub(" ", heading)) is not None,
        amended=tuple(name for name in dict.fromkeys(names) if telling(name)),
        restated=restated.group("name") if restated is not None and telling(restated.group("name")) else "",
        words=frozenset(words_of(heading)),
        parties=_parties(flat),
        dates=_dates(flat),
    )


def words_of(name: str) -> list[str]:
    """The words of a name, in small letters."""
    return re.findall(r"[^\W_]+", name.casefold())


def telling(name: str) -> list[str]:
    """The words of a name that tell agreements apart."""
    return [word for word in words_of(name) if word not in _COMMON]


def _parties(text: str) -> frozenset[str]:
    """The companies that the text names; "a Delaware corporation" is none."""
    found: list[str] = []
    for company in _COMPANY.finditer(text):
        name = _ITS_NAME.search(text[max(0, company.start() - _NAME_REACH) : company.start()])
        if name is not None and name.group(1) is None:
            found.append(" ".join(words_of(name.group(2))))
    return frozenset(found)


def _dates(text: str) -> frozenset[tuple[str, str, str]]:
    found = [(one.group(1)[:3].casefold(), one.group(2), one.group(3)) for one in _DATE.finditer(text)]
    found += [(one.group(2)[:3].casefold(), one.group(1), one.group(3)) for one in _DATE_AHEAD.finditer(text)]
    return frozenset(found)


__all__ = ["Opening", "opening_of", "telling", "words_of"]
