"""On which tier a quotation stands in a section: exact, typographic, layout, or with declared alterations.

Exact is the contract's literal rule. The looser tiers forgive what typing and printing do to a passage (`folding`),
and at last what a lawyer declares: brackets and ellipses (`alterations`). On none of them does a word, a number, a
sign or a negation change. A passage of a looser tier stands there as whole words and figures.

What belongs to the page is no part of the sentence on any tier: a quotation that runs across a page number and has it
among its words ("an amount of 1 million") says something that the paper does not. The automatic numbers of Word's
paragraphs are printed with their words, and may be quoted with them.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Literal, get_args

import msgspec

from ..text import Passage, normalize_text
from .alterations import Alteration, declared
from .documents import Comparable, Document, Section
from .folding import Folded, Tier, fold, fold_quotation
from .joints import EM
from .quotations import MINIMUM_QUOTATION
from .rendering import BARRIER, Rendered, within

QuotePolicy = Literal["literal", "typographic", "layout", "declared"]
"""The loosest tier in force; `literal`: the exact one alone."""

_POLICIES: tuple[str, ...] = get_args(QuotePolicy)
_BROKEN = re.compile("[-‐\u00ad][^\\S\n]*\n|[\ufffe\uffff]")
_MOST_PLACES = 500  # of the same words across pages in one section
_KEPT = 16  # sections kept folded; folding one again costs less than reading its file

_Spans = tuple[tuple[int, int], ...]
_Marked = tuple[_Spans, tuple[tuple[int, int, str], ...]]  # markup and substitutions


class Match(msgspec.Struct, frozen=True):
    """Where a quotation stands: `spans` of the section's text, several when it is elided, in order. `alterations` are
    the declared ones, and `omitted` is what each ellipsis left out, white space collapsed."""

    tier: Tier
    spans: tuple[tuple[int, int], ...]
    alterations: tuple[Alteration, ...] = ()
    omitted: tuple[str, ...] = ()


def default_policy(document: Document) -> QuotePolicy:
    """The policy that goes with the kind of paper: texts are compared as the contract says, Word and PDF files as
    they are printed."""
    return "layout" if document.kind in ("word", "pdf") else "literal"


def match(quotation: str, section: Section, document: Document, policy: QuotePolicy) -> Match | None:
    """Where `quotation` stands in `section`, on the tightest tier that `policy` allows; None when it does not.

    `section` is of `document`, its own or a larger one made of several.
    """
    normalized = normalize_text(quotation)
    # Whoever gave the section another reading wants to compare it otherwise; the exact tier is literal.
    passage = section.passage if section.reading is None else Passage(section.text)
    # Literal is literal. Elsewhere a page number is no part of the sentence; Word's own numbers are of its paragraph.
    page = () if policy == "literal" or document.kind == "word" else _furniture(section, document)
    span = _first(_places(passage, normalized), section.text, page)
    if span is not None:
        return Match(Tier.EXACT, (span,))
    if not normalized or BARRIER in normalized:
        return None
    markup, substitutions = _marked(section, document)
    if markup or substitutions:
        rendered = _rendered(section.text, markup, substitutions)
        span = _first(_places(rendered, normalized), section.text, page)
        if span is not None:
            return Match(Tier.EXACT, (span,))
    loosest = _POLICIES.index(policy)
    if loosest >= 1:
        span = _find(quotation, section.text, Tier.TYPOGRAPHIC, (), (markup, substitutions), page)
        if span is not None:
            return Match(Tier.TYPOGRAPHIC, (span,))
        inner = _within_its_marks(quotation)
        between = match(inner, section, document, policy) if inner else None
        if between is not None:
            # Marks that say "this is a quotation" are typing, whatever else the words between them take.
            tier = Tier.TYPOGRAPHIC if between.tier is Tier.EXACT else between.tier
            return msgspec.structs.replace(between, tier=tier)
    if loosest >= 2:
        span = _find_printed(quotation, section, document, (markup, substitutions))
        if span is not None:
            return Match(Tier.LAYOUT, (span,))
    if loosest >= 3:
        furniture = _furniture(section, document)
        folded = _folded(section.text, Tier.LAYOUT, furniture, markup, substitutions)
        found = declared(quotation, folded, document, section.start)
        if found is not None:
            return Match(Tier.DECLARED, *found)
    return None


_MARKS = {'"': '"', "“": "”", "„": "“”", "«": "»", "'": "'", "‘": "’"}


def _within_its_marks(quotation: str) -> str:
    """What stands between the quotation marks around a whole quotation; empty where it has none."""
    text = quotation.strip()
    closing = _MARKS.get(text[:1], "")
    inner = text[1:-1]
    own = text[:1] in inner or (text[-1:] in inner and text[-1:] not in "'’")
    if not closing or text[-1] not in closing or own:
        return ""
    return inner if len(normalize_text(inner)) >= MINIMUM_QUOTATION else ""


def _find_printed(
    quotation: str, section: Section, document: Document, marked: _Marked
) -> tuple[int, int] | None:
    """On the layout tier: without what belongs to the page; and with it, for who copied a paragraph's number along."""
    furniture = _furniture(section, document)
    broken = _BROKEN.search(section.text) is not None or _BROKEN.search(quotation) is not None
    if not furniture and not broken:
        return None
    span = _find(quotation, section.text, Tier.LAYOUT, furniture, marked)
    if span is None and furniture and broken and document.kind == "word":
        span = _find(quotation, section.text, Tier.LAYOUT, (), marked)
    return span


def _find(
    quotation: str, text: str, tier: Tier, furniture: _Spans, marked: _Marked, page: _Spans = ()
) -> tuple[int, int] | None:
    """Where the quotation first stands on that tier: `furniture` is left out of the text, and of `page` it has none."""
    folded = fold_quotation(quotation, tier)
    # What is as long as a quotation has to be only by characters nobody sees proves nothing.
    if len(folded.replace(EM, " - ")) < MINIMUM_QUOTATION:
        return None
    span = _first(_folded(text, tier, furniture, *marked).places(folded), text, page)
    if span is None and any(marked):  # from somebody who copied the marks along
        span = _first(_folded(text, tier, furniture, (), ()).places(folded), text, page)
    return span


def _places(passage: Comparable, normalized: str) -> Iterator[tuple[int, int]]:
    """Everywhere the normalized passage stands, as spans of the text as written."""
    at = passage.text.find(normalized) if normalized else -1
    while at >= 0:
        yield passage.source_span(at, at + len(normalized))
        at = passage.text.find(normalized, at + 1)


def _first(places: Iterator[tuple[int, int]], text: str, page: _Spans) -> tuple[int, int] | None:
    """The first of the places whose words are all of the sentence, or all of what belongs to the `page`."""
    return next((one for one in islice(places, _MOST_PLACES) if not _runs_into(one, text, page)), None)


def _runs_into(span: tuple[int, int], text: str, page: _Spans) -> bool:
    """Whether the characters of the span are in part those of a page, and in part others."""
    inside = within(page, *span)
    furniture = sum(_printed(text[start:end]) for start, end in inside)
    return 0 < furniture < _printed(text[slice(*span)])


def _printed(text: str) -> int:
    """The characters of the text that are no white space."""
    return len("".join(text.split()))


@lru_cache(maxsize=_KEPT)
def _folded(
    text: str,
    tier: Tier,
    furniture: _Spans,
    markup: _Spans,
    substitutions: tuple[tuple[int, int, str], ...],
) -> Folded:
    return fold(text, tier, furniture, markup, substitutions)


@lru_cache(maxsize=_KEPT)
def _rendered(text: str, markup: _Spans, substitutions: tuple[tuple[int, int, str], ...]) -> Rendered:
    return Rendered(text, markup, substitutions)


def _furniture(section: Section, document: Document) -> _Spans:
    """The furniture within the section, in characters of its text."""
    start, end = section.start, section.start + len(section.text)
    return tuple((first - start, last - start) for first, last in within(document.furniture, start, end))


def _marked(section: Section, document: Document) -> _Marked:
    """Markup and substitutions within the section, in characters of its text."""
    start, end = section.start, section.start + len(section.text)
    markup = tuple((first - start, last - start) for first, last in within(document.markup, start, end))
    found: list[tuple[int, int, str]] = []
    for at in range(bisect_left(document.substitutions, (start,)), len(document.substitutions)):
        first, last, instead = document.substitutions[at]
        if last > end:
            break
        found.append((first - start, last - start, instead))
    return markup, tuple(found)


def folded_section(section: Section, document: Document, tier: Tier) -> Folded:
    """The text of `section` as it is compared on `tier`."""
    return _folded(section.text, tier, _furniture(section, document), *_marked(section, document))


__all__ = ["Alteration", "Match", "QuotePolicy", "Tier", "default_policy", "folded_section", "match"]
