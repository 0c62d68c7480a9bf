"""What the heading of a memo cites: `CSA, Section 4.2`, `2. Personnel – §4.2`, `Section 4.2 of the Lease`.

A heading names a place, and often the paper beside it, or a caption. Words that can be nothing but the name of a paper
are kept before the place, so that a paper that the record does not have is told. Of all others a memo alone does not
say which they are: they are kept in brackets behind the place, where they count if a document of the record goes by
them and say nothing otherwise.
"""

import re

from ...paper.cited_papers import is_a_place
from ...paper.paper_names import is_amending, name_of, names_a_paper, telling_words
from ...paper.pin_words import AND, NAMED
from ...paper.pins import parse_pins

_LONGEST_HEADING = 300
_MOST_WORDS, _LONGEST_WORDS = 8, 80  # of a caption that may be the name of a document
_IN_STEPS = r"\((?:[a-z]{1,2}|[ivxlc]{1,7}|[0-9]{1,3})\)"
_STEPS = rf"(?:\.\w{{1,8}}){{0,8}}(?:\s?{_IN_STEPS}){{0,8}}"
_NUMBER = rf"(?:[0-9]\w*|(?-i:[A-Z]{{1,2}}[.\-]?[0-9]\w*|[IVXLC]{{1,7}}(?!\w))){_STEPS}"
_JOIN = r"\s*(?:[–—\-/&,]|\band\b|\bor\b|\bto\b|\bthrough\b)\s*"
_OUTER = r"(?:\b(?:exhibit|schedule|annex|appendix|attachment|article)\s+[A-Z0-9][\w.\-]{0,8}(?:\s*,\s*|\s+))"
_PLACE = re.compile(
    rf"{_OUTER}?(?:(?:§§\s*|\b(?:sections|clauses|articles|secs\.?)\s+){_NUMBER}(?:{_JOIN}(?:§\s*)?{_NUMBER}){{0,12}}"
    rf"|(?:§\s*|\b(?:sub)?(?:section|clause|article|sec\.)\s+){_NUMBER}(?:[–\-][0-9]{{1,3}}\.{_NUMBER})?)",
    re.IGNORECASE,
)
_BRACKETED = re.compile(
    r"\((?P<inner>[^()]*(?:§|section|clause|article|sec\.)[^()]*(?:\([^()]*\)[^()]*)*)\)", re.IGNORECASE
)
_NUMBERED = re.compile(
    r"\A(?:\s|#|[0-9]{1,3}(?:\.[0-9]{1,3})*[.):](?:\s+|\Z)|(?:issue|finding|point|redline|comment|change|risk)\s+#?[0-9]{1,3}\b"
    r"|\[[^\[\]]{0,40}\]|[^\w(\[\"“”'’])+",
    re.IGNORECASE,
)
_PARTED = re.compile(
    r"\s*[:;|–—]\s*|\s+-\s+|,\s+(?!(?:inc|ltd|llc|llp|corp|co|l\.p)\b)|\s*[()\[\]]\s*", re.IGNORECASE
)
_IN_BRACKETS = re.compile(r"\s*\((?P<paper>[^()]{2,120})\)")
_ABBREVIATED_BEHIND = re.compile(r"\s+(?P<paper>[A-Z]{3,5})(?!\w)")
_BETWEEN = re.compile(
    r"\s*(?:[;,/&+|–—]|\b(?:and|or|vs?\.|versus|vs|against|with|but)(?!\w))\s*", re.IGNORECASE
)
_OF = re.compile(
    r"\s+(?P<word>of|under|in|to)\s+(?P<paper>(?:(?!\s+[\-–—|]\s|[:;–—|()\[\]]).){2,120})", re.IGNORECASE
)
_OWN_NUMBER = re.compile(
    rf"(?P<number>[0-9]{{1,3}}(?:\.[0-9]{{1,3}}){{1,5}}(?:{_IN_STEPS}){{0,8}})\.?(?:\s+|\Z)", re.IGNORECASE
)
_PREPOSITION = re.compile(
    r"\s(?:of|to|under|with|in|from|by|on|against|between|for|per)\s+(?!.*\s(?:of|to|under|with|in|from|by|on|against"
    r"|between|for|per)\s)",
    re.IGNORECASE,
)
_FILE = re.compile(r"\.(?:md|markdown|txt|text|docx?|pdf|html?)\Z", re.IGNORECASE)
# What is no caption of a section but the kind of a paper …
_PAPERS = frozenset(
    ("agreement", "contract", "addendum", "lease", "sublease", "deed", "indenture", "mortgage", "charter", "bylaw")
)  # fmt: skip
_ENDINGS = (
    ("statement", "of", "work"), ("order", "form"), ("purchase", "order"), ("side", "letter"), ("promissory", "note"),
    ("engagement", "letter"), ("offer", "letter"), ("term", "sheet"), ("of", "understanding"),
)  # fmt: skip
# … and short words that are no abbreviation of one.
_NO_ABBREVIATIONS = frozenset(("note", "plan", "form", "term", "deal"))
_AROUND = re.compile(r"\A(?:the|this|that|our|your)\s+|['’]s\Z", re.IGNORECASE)
_EDGES = " \t,.;:–—-|\"“”'‘’*"

_BEHIND_A_CITATION = re.compile(
    r"(?:\s+(?:of|to|in|under)\s+[^.;:]{2,80}|\s*[(,–—:\-][^.;]{0,60})?[\s.;]*", re.IGNORECASE
)
_SAYS_SOMETHING = re.compile(
    r"\b(?:is|are|was|were|has|have|should|must|shall|will|may|which|that)\b", re.IGNORECASE
)
_MOST_WORDS_CITED = 14


def is_a_citation(words: str) -> bool:
    """Whether `words` are a citation and nothing else: `MSA §4.2`, `Cloud Service Agreement, Section 4.2 (Fees)`."""
    place = _PLACE.search(words)
    return (
        place is not None
        and len(words.split()) <= _MOST_WORDS_CITED
        and _SAYS_SOMETHING.search(words) is None
        and _BEHIND_A_CITATION.fullmatch(words, place.end()) is not None
    )


def cited_in_heading(heading: str) -> tuple[str, ...]:
    """The citations in a heading as they are to be looked up, each with the words beside it; none where no place is
    named."""
    text = " ".join(heading[:_LONGEST_HEADING].split())
    bracketed = _BRACKETED.search(text)
    if bracketed is not None and _PLACE.search(bracketed.group("inner")):
        return (cited_beside(text[: bracketed.start()], bracketed.group("inner")),)
    found = list(_PLACE.finditer(text))
    cited: list[str] = []
    lead = text[: found[0].start()] if found else ""
    paper = ""  # of the place before: "MSA §4.2 and §5.1"
    for number, place in enumerate(found):
        last = number + 1 == len(found)
        gap = text[place.end() :] if last else text[place.end() : found[number + 1].start()]
        after, following = (gap, "") if last else _parted(gap)
        own = _paper_in(lead)
        paper = own or paper
        cited.append(_cited(lead, place.group(), after, paper))
        lead = following or lead
    return tuple(dict.fromkeys(cited))


def numbered_as_the_paper(heading: str) -> str:
    """The citation in a heading that begins with a number as the paper has it, `4.2 Personnel`; empty in others. It may
    as well be a number of the memo, so that it counts where a quotation has no other."""
    number = _OWN_NUMBER.match(heading)
    return _cited(heading[number.end() :], f"§{number.group('number')}", "", "") if number is not None else ""


def cited_beside(words: str, written: str) -> str:
    """The citation `written` that stands in brackets behind `words`: they count where it names no paper itself."""
    written = " ".join(written.split())
    place = _PLACE.fullmatch(written.strip(_EDGES))
    return _cited(words, place.group(), "", _paper_in(words)) if place is not None else written


def cited_below(heading: str, written: str) -> str:
    """The citation `written` of a block below `heading`: a mere place is one of the paper whose place the heading
    names."""
    place = _PLACE.fullmatch(written.strip(_EDGES))
    first = _PLACE.search(heading[:_LONGEST_HEADING]) if place is not None else None
    if place is None or first is None:
        return written
    of = _OF.match(heading[first.end() : _LONGEST_HEADING])
    paper = _paper_in(of.group("paper")) if of is not None else ""
    return _cited("", place.group(), "", paper or _paper_in(heading[: first.start()]))


def names_a_place(written: str) -> bool:
    """Whether a citation says by a number where its place is."""
    return any(c.isdigit() for c in written) or _PLACE.search(written) is not None


def surely_a_paper(words: str) -> bool:
    """Whether `words` can be nothing but the name of a paper, and not the caption of a section."""
    return bool(_paper_in(words))


def _parted(gap: str) -> tuple[str, str]:
    """The words between two places: those that belong to the first, and those that belong to the second."""
    joint = None if _OF.match(gap) is None else next(_BETWEEN.finditer(gap), None)
    if joint is not None:
        return gap[: joint.start()], gap[joint.end() :]
    joint = _BETWEEN.match(gap)
    return "", gap if joint is None else gap[joint.end() :]


def _cited(lead: str, place: str, after: str, paper: str) -> str:
    """The citation of a `place` between words; `paper` are those that surely name a paper."""
    of = _OF.match(after)
    if of is not None:
        named = of.group("paper").strip(_EDGES)
        if is_a_place(named):
            place += of.group().rstrip(_EDGES)
        elif of.group("word").casefold() in ("of", "under") or _paper_in(named):
            return f"{place}{of.group().rstrip(_EDGES)}"
    bracketed = _IN_BRACKETS.match(after)
    behind = _paper_in(bracketed.group("paper")) if bracketed is not None and not paper else ""
    if behind:
        return f"{place} of the {behind}"
    abbreviated = _ABBREVIATED_BEHIND.match(after)
    if not paper and abbreviated is not None:
        paper = _paper_in(abbreviated.group("paper"))
    if paper:
        return f"{paper} {place}" if place.startswith("§") else f"{paper}, {place}"
    return _in_doubt(_pieces(lead), _pieces(after) if _PARTED.match(after) else [], place)


def _in_doubt(before: list[str], behind: list[str], place: str) -> str:
    """The `place`, with the words beside it in brackets if one of them may be the name of a document."""
    for words in (*reversed(before), *behind):
        if len(words) > _LONGEST_WORDS or len(words.split()) > _MOST_WORDS:
            continue
        written = f"{place} ({words})"
        several = AND.search(written) is not None and len(NAMED.findall(written)) > 1
        if not several and parse_pins(written, ()) == parse_pins(place, ()):
            return written
    return place


def _pieces(words: str) -> list[str]:
    """The parts of a heading beside a place, without numbers of their own."""
    text = _NUMBERED.sub("", words)
    parts = (_FILE.sub("", part.strip(_EDGES)) for part in _PARTED.split(text))
    return [part for part in parts if len(part) > 1 and any(c.isalpha() for c in part)]


def _paper_in(words: str) -> str:
    """The part of `words` that can be nothing but the name of a paper; empty where there is none."""
    for piece in _pieces(words):
        if _is_paper(piece):
            return _AROUND.sub("", piece)
        preposition = _PREPOSITION.search(piece)
        if preposition is not None and _is_paper(piece[preposition.end() :]):
            return _AROUND.sub("", piece[preposition.end() :])
    return ""


def _is_paper(words: str) -> bool:
    name = name_of(words)
    if not name:
        return False
    if " " not in words and "_" in words:
        return True  # written as an id is: `acme_2023`
    if any(name[-len(ending) :] == ending for ending in _ENDINGS):
        return True
    amended = _PREPOSITION.search(words)
    if amended is not None:  # "First Amendment to Lease", but "Termination of the Lease"
        return is_amending(name_of(words[: amended.start()])) and " to " in amended.group().casefold()
    if is_amending(name) and any(word.isdigit() for word in name):
        return True
    if name[-1].isdigit() or re.fullmatch(r"v[0-9]+", name[-1]):  # "MSA 2"
        name = name[:-1]
    if not name or not telling_words(name):
        return False
    short = len(name[-1]) <= 4 and names_a_paper(name[-1:]) and name[-1] not in _NO_ABBREVIATIONS
    return short or name[-1] in _PAPERS


__all__ = [
    "cited_below",
    "cited_beside",
    "cited_in_heading",
    "is_a_citation",
    "names_a_place",
    "numbered_as_the_paper",
    "surely_a_paper",
]
