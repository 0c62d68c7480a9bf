"""The words of a citation that may name a paper by its title, and the rest of it, which is the place.

"Section 2.1 of the Cloud Service Agreement", "Master Services Agreement, Section 4.2", "Exhibit B to the Lease, §3",
"Section 5 (Term), Credit Agreement". Nothing here knows the papers: what the words name is found by whoever does.
"""

import re
from collections.abc import Iterator
from typing import Literal

import msgspec

from .citations import LONGEST
from .paper_names import name_of, names_a_paper

_PLACE = re.compile(
    r"§|¶|(?<![^\W_])(?:(?:sub-?)?(?:section|clause|paragraph)s?|secs?|sects?|articles?|arts?|cl|paras?|items?|parts?|chapters?"
    r"|exhibits?|exh|schedules?|sched?|annex(?:es|ure)?|append(?:ix|ices)|attachments?|recitals?|footnotes?|fn|pages?|pp?|ss?)\.?"
    r"(?:(?<=\.)|\s+|(?=[0-9]))(?:no\.?\s*)?(?=[0-9(]|[ivxlc]+(?![^\W_])|[a-z](?:-?[0-9]+)?(?![^\W_]))",
    re.IGNORECASE,
)
# Without a word before it, "CSA 4.2", "CSA-10(b)", "CSA (4.2)"; a single figure behind a colon or an arrow: "DPA: 4".
_NUMBER = re.compile(
    r"(?<=[\s,:/#(\[_-])(?=[0-9]{1,3}(?:\.[0-9]|\([a-z0-9]{1,4}\)))|(?<=[^\W\d_]:)(?=\s?[0-9]{1,3}(?:[\s,]|\Z))"
    r"|(?<=[>|]\s)(?=[0-9]{1,3}(?:\s|\Z))",
    re.IGNORECASE,
)
_UNIT_BEHIND = r"\b(?:section|clause|provision|heading|paragraph)"  # “Rent” section of the Lease
_CONNECTOR = re.compile(r"[\s,]+(?:of|in|to|under|from)\s+", re.IGNORECASE)
# What a place ends with: a number, a letter, a bracket, a term in quotation marks; then perhaps its title.
_ENDS_IN_A_PLACE = re.compile(
    r"(?:[0-9]|\)|[\"”“»]|\b[A-Z]{1,2}|\b[IVXLC]+|\b(?:preamble|recitals|cover page|signature page|signatures)"
    rf"|{_UNIT_BEHIND})\s*(?:\([^()]{{1,80}}\)|\[[^\[\]]{{1,80}}\]|,[^,;]{{1,60}},)?\Z"
)
_AT_ITS_END = re.compile(
    r"(?P<place>.*[0-9)IVXLC])(?:\s*[,;:/|]\s*|\s+[–—-]\s+|\s+\()(?P<paper>[^\W\d_][^()]*?)\)?\Z", re.DOTALL
)
# Behind the title of the section: "Section 4.2 – Fees for Services, CSA".
_BEHIND_A_TITLE = re.compile(
    r"(?P<place>.*[0-9)](?:\s*[:.]|\s+[–—-])\s+[^\W\d_][^,;()]{1,60}),\s+(?P<paper>[^\W\d_][^,;()]*)\Z",
    re.DOTALL,
)
# The title of the section before the paper: "Usage Data – CSA § 13.3".
_TITLE_BEFORE_A_PAPER = re.compile(r"(?P<title>.+)(?:,|\s[–—-])\s+(?P<paper>[^,–—]+)\Z", re.DOTALL)
# Nothing but white space between them: "§4.2 CSA".
_RIGHT_BEHIND = re.compile(r"(?P<place>.*[0-9)])\s+(?P<paper>[A-Z][\w&'’.\- ]*)\Z", re.DOTALL)
_BEFORE_A_TITLE = re.compile(
    r"(?P<paper>[^,:;–—§\"“”„]{3,120}?)(?:(?:,|:|\s[–—>/|-])\s+|\s+(?=[\"“„]))(?P<place>[^\W\d_\"“'‘„]?[\"“'‘„]?[^\W\d_].*)\Z",
    re.DOTALL,
)
_AN_AMENDMENT = re.compile(
    r"\b(?:amendment|supplement|waiver|consent)\s+(?:no\.?\s*)?[0-9IVX]+,?\Z", re.IGNORECASE
)
_LED_OUT = re.compile(r"(?:[\s,]+(?:at|in|under|of))+\Z|['’]s?\Z", re.IGNORECASE)
_VERSION = re.compile(r"[\s,]+(?:v|ver|version)\.?\s*[0-9][\w.]*\Z", re.IGNORECASE)
# Behind a name, who is party to the paper; and a shorter name of it in brackets, `(the "CSA")`.
_PARTIES = re.compile(r"[\s,]+(?:by\s+and\s+)?(?:between|among)\b.*\Z", re.IGNORECASE | re.DOTALL)
_BRACKETED = re.compile(r"\s*\(\s*(?:the\s+|this\s+)?([^()]{2,60}?)\s*\)?\Z", re.IGNORECASE)
_LED_IN = re.compile(r"\A(?:(?:see|also|cf\.?|per|under|in|of|pursuant\s+to)\s+)+", re.IGNORECASE)
_DATED = re.compile(
    r"[\s,(]+(?:dated|effective|made|entered\s+into|as\s+amended)\b.*\Z", re.IGNORECASE | re.DOTALL
)
_LONGEST_PAPER = 200
_EDGES = " \t,.;:–—-[]/|#_>"


class CitedPaper(msgspec.Struct, frozen=True):
    """Words of a citation that may name a paper, as written, and the place that is cited in it. Where they stand tells
    how sure that is: behind "of" or right before a section sign they are `named`; `before` or `behind` the place they
    may as well be the title of the section."""

    paper: str
    place: str
    stands: Literal["named", "before", "behind"] = "named"

    @property
    def surely(self) -> bool:
        """Whether the words can be nothing but the name of a paper."""
        return self.stands == "named"


def cited_papers(written: str) -> Iterator[CitedPaper]:
    """Each way to read `written` as a place in a paper that it names, the likeliest first."""
    if len(written) > LONGEST:
        return
    text = " ".join(written.split()).strip(" .;:,")
    first = _PLACE.search(text) or _NUMBER.search(text)
    if first is not None and first.start() > 0:
        lead, place = text[: first.start()], text[first.start() :]
        sign = place[0] in "§¶" and not lead.rstrip().endswith(",")
        if not lead.rstrip().endswith(("(", "[")):
            yield from _cited(lead, place, "named" if sign else "before")
            titled = _TITLE_BEFORE_A_PAPER.match(lead.rstrip(_EDGES))
            if titled is not None and (
                titled.group("title")[0] in '"“„' or not names_a_paper(name_of(titled.group("title")))
            ):
                yield from _cited(titled.group("paper"), place, "named" if sign else "before")
        elif place.endswith((")", "]")):  # "CSA (Section 4.2)", which may be a title as well
            yield from _cited(lead.rstrip(" (["), place[:-1], "behind")
    for connector in _CONNECTOR.finditer(text):
        before, after = text[: connector.start()], text[connector.end() :]
        if "," in connector.group():  # "Section 4.2, Fees, of the CSA"
            before += ","
        if _ENDS_IN_A_PLACE.search(before) is None or is_a_place(_without_article(after)):
            continue
        if _AN_AMENDMENT.search(before) is not None:  # "Amendment No. 1 to the CSA" is no place in it
            continue
        then = _PLACE.search(after)
        paper, rest = (after, "") if then is None else (after[: then.start()], after[then.start() :])
        yield from _cited(paper, f"{before} {rest}".rstrip(), "named")
        break
    titled = _BEHIND_A_TITLE.match(text)
    if titled is not None:
        yield from _cited(titled.group("paper"), titled.group("place"), "behind")
    last = _AT_ITS_END.match(text) or _RIGHT_BEHIND.match(text)
    if last is not None:
        yield from _cited(last.group("paper"), last.group("place"), "behind")
    if first is None:
        titled = _BEFORE_A_TITLE.match(text)
        if titled is not None:
            yield from _cited(titled.group("paper"), titled.group("place"), "before")


def is_a_place(words: str) -> bool:
    """Whether words are no name of a paper but a place in one: "Exhibit C"."""
    return _PLACE.match(words) is not None


def _cited(words: str, place: str, stands: Literal["named", "before", "behind"]) -> Iterator[CitedPaper]:
    words = _LED_OUT.sub("", words.strip(_EDGES))
    paper = _LED_IN.sub("", _PARTIES.sub("", _DATED.sub("", words)).strip(_EDGES))
    bare = _without_article(paper)
    if (
        stands == "before" and bare != paper and " " not in bare
    ):  # "the Amendment, Section 1" is no section's title
        stands = "named"
    named = [bare]
    short = _BRACKETED.search(bare)
    if short is not None and short.start() > 0:
        named = [bare[: short.start()], short.group(1)]
    unversioned = [_VERSION.sub("", one) for one in named]
    for one in dict.fromkeys([*named, *unversioned]):
        paper = one.strip(_EDGES + "()\"“”'‘’")
        if 1 < len(paper) <= _LONGEST_PAPER and place.strip() and not is_a_place(paper):
            yield CitedPaper(paper, place.strip(_EDGES.replace("[", "").replace("]", "")), stands)


def _without_article(words: str) -> str:
    return re.sub(r"\A(?:the|this|that|our|your|said)\s+(?:certain\s+)?", "", words, flags=re.IGNORECASE)


__all__ = ["CitedPaper", "cited_papers", "is_a_place"]
