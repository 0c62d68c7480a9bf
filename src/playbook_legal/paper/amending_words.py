"""The set words of amendments: which sections a paper says it amends, restates, replaces or deletes.

"Section 5.2 of the Agreement is hereby amended and restated in its entirety", "Sections 3.6 and 12.5 shall be
deleted", "the Agreement is amended by deleting Section 5.2", "Exhibit A shall replace Exhibit A of the License
Agreement".
"""

import re
from collections.abc import Iterator

import msgspec

from .documents import Document
from .record_file import How

_KIND = (
    r"(?:sub-?)?(?:sections?|clauses?|articles?|paragraphs?|exhibits?|schedules?|annex(?:es)?|appendi(?:x|ces)"
    r"|attachments?)"
)
_NUMBER = (
    r"(?:[0-9]{1,3}(?:\.[0-9]{1,3}){0,5}[A-Za-z]?(?:\s?\([A-Za-z0-9]{1,5}\)){0,5}|(?:\s?\([A-Za-z0-9]{1,5}\)){1,4}"
    r"|(?-i:[IVXLC]{1,6})(?![a-z])|(?-i:[A-Z](?:-?[0-9]{1,2})?)(?![a-z]))(?:\([a-z]\))?"
)
_NAME = (
    r"(?:[“\"']?(?-i:[A-Z])[\w&'’.\-]*[”\"']?\s+){0,7}"
    r"[“\"']?(?:agreement|contract|lease|note|guaranty|plan|indenture|license|amendment)[”\"']?"
)
_OF_INNER = rf"(?:\s+(?:of|to)\s+(?:the\s+|said\s+|such\s+)?(?P<inner>{_NAME}))?"
_OF_NAME = rf"(?:\s+(?:of|to)\s+(?:the\s+|said\s+|such\s+)?(?P<name>{_NAME}))?"
_ASIDE = r"(?:\s*\((?:as\s)[^()]{0,60}\))?"
_JOIN = r"(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+)(?:the\s+references?\s+thereto\s+in\s+)?"
_LIST = (
    rf"(?P<list>(?<![^\W_]){_KIND}\s*{_NUMBER}"
    rf"(?:{_OF_INNER}{_JOIN}(?:{_KIND}\s*)?{_NUMBER}(?![^\W_])){{0,12}})"
)
_HERE = r"(?!\s*(?:hereof|hereto|herein|above|below|of\s+this\s+amendment))"
_DONE = (
    r"(?P<done>amended\s+and\s+restated|amended|deleted|replaced|superseded|restated|modified|removed|stricken|struck"
    r"|terminated|of\s+no\s+(?:further\s+)?force)"
)
_ADVERBS = r"(?:(?:hereby|further|each|respectively|also|in\s+its\s+entirety|in\s+their\s+entirety)\s+){0,3}"
_PASSIVE = re.compile(
    rf"{_LIST}(?![^\W_]){_HERE}{_ASIDE}{_OF_NAME}{_ASIDE}(?:,?\s+(?:attached|entitled)[^.;]{{0,80}},)?,?\s+"
    rf"(?:(?:respectively|each)\s+)?(?:is|are|shall\s+be|will\s+be|shall\s+each\s+be|be)\s+{_ADVERBS}{_DONE}",
    re.IGNORECASE,
)
_ACTIVE = re.compile(
    rf"(?:shall\s+(?:hereby\s+)?|hereby\s+)(?P<done>amend(?:\s+and\s+restate)?|replace|supersede|delete|restate|terminate)s?\s+"
    rf"(?:in\s+(?:its|their)\s+entirety\s+)?(?:the\s+)?{_LIST}(?![^\W_]){_HERE}{_ASIDE}{_OF_NAME}",
    re.IGNORECASE,
)
_BY_DELETING = re.compile(
    rf"\b(?:amended\s+)?by\s+(?P<done>deleting|replacing|restating|amending\s+and\s+restating)\s+(?:in\s+(?:its|their)"
    rf"\s+entirety\s+)?(?:the\s+)?{_LIST}(?![^\W_]){_HERE}{_ASIDE}{_OF_NAME}",
    re.IGNORECASE,
)
# The patterns above are slow, and nearly all of a text is of no interest to them: they are tried where one of these
# verbs stands behind the words that go before it.
_VERBS = (
    "amend",
    "delet",
    "replac",
    "supersed",
    "restat",
    "modif",
    "remov",
    "strick",
    "struck",
    "terminat",
)
_OF_NO = re.compile(r"\bof\s+no\s")  # … "force", on a line of its own perhaps
_IS = re.compile(
    rf"(?<!may )(?<!can )(?<!must )(?<!to )(?<!not )\b(?:is|are|be)\s+{_ADVERBS}\Z", re.IGNORECASE
)
_SHALL = re.compile(r"(?:shall\s+(?:hereby\s+)?|hereby\s+)\Z", re.IGNORECASE)
_BY = re.compile(r"\b(?:amended\s+)?by\s+\Z", re.IGNORECASE)
_BEFORE_VERB = 120  # characters in which these stand
_ACROSS_PAGES = 1_000  # … where nearly all of them are white: the end of a page stands among the words
_FEWEST = 60  # that are not white
_AHEAD = (  # how the word before the verb ends: "(by deleting Section 5.2)"
    "is", "are", "be", "hereby", "further", "each", "respectively", "also", "entirety", "shall", "by",
)  # fmt: skip
_REACH = 2_000  # characters before a verb in which the list of sections begins that it is said of
_STARTS = re.compile(rf"(?<![^\W_]){_KIND}\s*{_NUMBER}", re.IGNORECASE)
_ITEM = re.compile(rf"(?<![^\W_])(?:(?P<kind>{_KIND})\s*)?(?P<number>{_NUMBER})(?![^\W_])", re.IGNORECASE)
# Only a part of the section goes.
_PART = re.compile(
    r"\b(?:sentences?|words?|phrases?|texts?|definitions?|references?|lines?|provisos?|terms?)\b[^.;]{0,80}\b(?:of|in|from|to|under)\s+$",
    re.IGNORECASE,
)
_ENTIRELY = re.compile(r"in\s+(?:its|their)\s+(?:respective\s+)?(?:entirety|entireties)", re.IGNORECASE)
_READ_AS = re.compile(r"^[^.;“\"]{0,60}\bto\s+read\b", re.IGNORECASE)
_REPLACED = re.compile(r"\b(?:and\s+)?(?:replac|substitut|insert)", re.IGNORECASE)
_ADDED = re.compile(
    r"^\s*(?:,\s*)?(?:by\s+(?:adding|inserting|including|the\s+addition)|to\s+(?:add|include|insert))",
    re.IGNORECASE,
)
_AFTER = 160  # characters behind the verb that say how


class Statement(msgspec.Struct, frozen=True):
    """What an amendment says of one or more sections of an agreement, whose name it may give."""

    labels: tuple[str, ...]
    agreement: str
    how: How
    start: int
    end: int


def statements(amendment: Document) -> Iterator[Statement]:
    """What the amendment says of sections, in the order of its text."""
    text = _as_read(amendment)
    passive: list[int] = []
    found: list[Statement] = []
    for verb in _verbs(text):
        begins = _words_before(text, verb)
        before = text[begins:verb]
        if _IS.search(before) is not None:
            passive.append(verb)
        for ahead, pattern in ((_SHALL, _ACTIVE), (_BY, _BY_DELETING)):
            opens = ahead.search(before)
            said = None if opens is None else pattern.match(text, begins + opens.start())
            if said is not None:
                found.append(_statement(said, text))
    at = 0
    for verb in passive:
        for start in _STARTS.finditer(text, max(at, verb - _REACH), verb):
            said = _PASSIVE.match(text, start.start())
            if said is not None:
                found.append(_statement(said, text))
        at = verb
    found.sort(key=lambda one: (one.start, one.end))
    end = 0
    for one in found:
        if one.start >= end:
            end = one.end
            yield one


def _verbs(text: str) -> list[int]:
    """Where verbs stand that an amendment may use, behind a word that may go before them; in order."""
    small = text.lower()
    if len(small) != len(text):  # a letter whose small form is two
        small = "".join(one.lower()[:1] for one in text)
    found = [one.start() for one in _OF_NO.finditer(small)]
    for verb in _VERBS:
        at = small.find(verb)
        while at >= 0:
            found.append(at)
            at = small.find(verb, at + 1)
    return sorted(at for at in found if _ends_ahead(small, at))


def _ends_ahead(small: str, at: int) -> bool:
    """Whether one of the words that may go before a verb at `at` stands there."""
    before = small[max(0, at - _BEFORE_VERB) : at].rstrip()
    if len(before) < _FEWEST:
        before = small[_words_before(small, at) : at].rstrip()
    return before.endswith(_AHEAD)


def _words_before(text: str, at: int) -> int:
    """Where the words begin that may go before a verb at `at`."""
    near = max(0, at - _BEFORE_VERB)
    words = sum(map(len, text[near:at].split()))
    return near if words >= _FEWEST else max(0, at - _ACROSS_PAGES)


def _statement(found: re.Match[str], text: str) -> Statement:
    name = found.group("name") or found.group("inner") or ""
    return Statement(
        labels=tuple(_labels(found.group("list"))),
        agreement=" ".join(name.replace('"', " ").split()),
        how=_how(found, text),
        start=found.start(),
        end=found.end(),
    )


def _how(found: re.Match[str], text: str) -> How:
    done = " ".join(found.group("done").casefold().split())
    after = text[found.end() : found.end() + _AFTER]
    clause = after.split(".", 1)[0]
    if _PART.search(text[max(0, found.start("list") - 120) : found.start("list")]):
        return "amended"
    if done.startswith("amend") and not (
        "restat" in done or _READ_AS.match(after) or _ENTIRELY.search(clause[:60])
    ):
        return "supplemented" if _ADDED.match(after) else "amended"
    if done.startswith("modif"):
        return "amended"
    if done.startswith(("replac", "supersed")) or (
        done.startswith(("delet", "remov", "str")) and _REPLACED.search(clause)
    ):
        return "replaced"
    if "restat" in done or done.startswith("amend"):
        return "restated"
    return "deleted"


def _labels(written: str) -> Iterator[str]:
    """The sections of a list, each as one cites it: "sections 10.1(c), (e) and (j)" are three."""
    kind, previous = "", ""
    for item in _ITEM.finditer(written):
        named = (item.group("kind") or "").casefold()
        if named:
            kind = named
        number = re.sub(r"\s+", "", item.group("number"))
        if number.startswith("(") and not named and "(" in previous:
            number = previous[: previous.rindex("(")] + number
        elif number.startswith("(") and not named and previous:
            number = previous + number
        previous = number
        word = _WORD_OF.get(kind.removeprefix("sub").lstrip("-")[:5], "")
        yield f"{word} {number}" if word else number


_WORD_OF = {
    "artic": "Article", "exhib": "Exhibit", "sched": "Schedule", "annex": "Annex", "appen": "Appendix",
    "attac": "Attachment",
}  # fmt: skip


def _as_read(document: Document) -> str:
    """The text with spaces where page numbers, running heads and the marks of Markdown stand, so that every place stays
    where it is."""
    pieces: list[str] = []
    at = 0
    for start, end in sorted((*document.furniture, *document.markup)):
        if start < at or end - start > 400:
            continue
        pieces += [document.text[at:start], " " * (end - start)]
        at = end
    pieces.append(document.text[at:])
    return "".join(pieces)


__all__ = ["Statement", "statements"]
