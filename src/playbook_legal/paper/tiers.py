"""On which tier a quotation stands in a section: exact, typographic, layout, or with declared alterations.

Exact is the contract's literal rule. The looser tiers forgive what typing and printing do to a passage (`folding`),
and at last what a lawyer declares: brackets and ellipses (`alterations`). On none of them does a word, a number, a
sign or a negation change. A passage of a looser tier stands there as whole words and figures.

A full stop or comma inside the closing quotation mark may be the writer's and not the paper's (`final_marks`): where
the quotation does not stand as it is written, it may without that mark, as whole words, on a looser tier than exact.

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
from .final_marks import may_be_the_end, places_of_words, without_final_mark
from .folding import Folded, Tier, fold, fold_quotation
from .joints import EM
from .note_marks import has_note_marks
from .quotations import MINIMUM_QUOTATION
from .quoting_marks import within_its_marks, without_markdown
from .rendering import BARRIER, Rendered, with_marks_of_lists, within

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
    the declared ones, and a final mark of the writer's; `omitted` is what each ellipsis left out, white space
    collapsed."""

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
    return match_as_written(quotation, section, document, policy) or match_but_for_its_mark(
        quotation, section, document, policy
    )


def match_as_written(
    quotation: str, section: Section, document: Document, policy: QuotePolicy
) -> Match | None:
    """As `match`, the last full stop or comma being the paper's."""
    normalized = normalize_text(quotation)
    # Whoever gave the section another reading wants to compare it otherwise; the exact tier is literal.
    passage = section.passage if section.reading is None else Passage(section.text)
    # Literal is literal. Elsewhere a page number is no part of the sentence; Word's own numbers are of its paragraph.
    page = () if policy == "literal" else _page(section, document)
    span = _first(_places(passage, normalized), section.text, page)
    if span is not None:
        return Match(Tier.EXACT, (span,))
    if not normalized or BARRIER in normalized:
        return None
    markup, substitutions = _marked(section, document)
    if markup or substitutions:
        # What is quoted of Markdown may be Markdown as well.
        words = without_markdown(quotation) if document.kind == "markdown" else ""
        for wanted in dict.fromkeys((normalized, normalize_text(words))):
            for cuts in dict.fromkeys((markup, _with_marks_of_lists(section.text, markup))):
                rendered = _rendered(section.text, cuts, substitutions)
                span = _first(_places(rendered, wanted), section.text, page)
                if span is not None:
                    return Match(Tier.EXACT, (span,))
    return _retyped(quotation, section, document, policy, its_end=False)


def match_but_for_its_mark(
    quotation: str, section: Section, document: Document, policy: QuotePolicy
) -> Match | None:
    """As `match`, of what is quoted before the full stop or comma at the end, which is taken for the writer's: an
    alteration that puts it where the paper has nothing. None where there is no such mark."""
    words, mark = without_final_mark(quotation) if policy != "literal" else ("", "")
    if not words or BARRIER in words:
        return None
    found = _retyped(words, section, document, policy, its_end=True)
    if found is None:
        return None
    return msgspec.structs.replace(found, alterations=(*found.alterations, Alteration(mark, "")))


def _retyped(
    quotation: str, section: Section, document: Document, policy: QuotePolicy, *, its_end: bool
) -> Match | None:
    """Where the quotation stands on a looser tier than exact. `its_end`: a final mark was taken from it, so that it has
    to end where a word and a figure of the paper do."""
    loosest = _POLICIES.index(policy)
    marked = _marked(section, document)
    if loosest >= 1:
        page = _page(section, document)
        span = _find(quotation, section.text, Tier.TYPOGRAPHIC, (), marked, page, its_end=its_end)
        if span is not None:
            return Match(Tier.TYPOGRAPHIC, (span,))
        # Marks that say "this is a quotation", or show it in Markdown, are typing, whatever else the words take.
        inner = within_its_marks(quotation) or without_markdown(quotation)
        between = _retyped(inner, section, document, policy, its_end=its_end) if inner else None
        if between is not None:
            return between
    if loosest >= 2:
        span = _find_printed(quotation, section, document, marked, its_end=its_end)
        if span is not None:
            return Match(Tier.LAYOUT, (span,))
    if loosest >= 3:
        furniture, with_notes = _furniture(section, document), has_note_marks(quotation)
        folded = _folded(section.text, Tier.LAYOUT, furniture, *marked, with_notes=with_notes)
        ends = may_be_the_end if its_end else None
        found = declared(quotation, folded, document, section.start, ends)
        if found is not None:
            return Match(Tier.DECLARED, *found)
    return None


def words_of(quotation: str) -> str:
    """What of a quotation has to stand in the paper on a looser tier than exact: all but the marks around it, those of
    Markdown and a full stop or comma at its end, which may be its writer's. For a search, whose finds `match` compares
    again."""
    words = without_final_mark(quotation)[0] or quotation
    words = within_its_marks(words) or words
    return without_markdown(words) or words


def _find_printed(
    quotation: str, section: Section, document: Document, marked: _Marked, *, its_end: bool
) -> tuple[int, int] | None:
    """On the layout tier: without what belongs to the page; and with it, for who copied a paragraph's number along."""
    furniture = _furniture(section, document)
    broken = _BROKEN.search(section.text) is not None or _BROKEN.search(quotation) is not None
    if not furniture and not broken:
        return None
    span = _find(quotation, section.text, Tier.LAYOUT, furniture, marked, its_end=its_end)
    if span is None and furniture and broken and document.kind == "word":
        span = _find(quotation, section.text, Tier.LAYOUT, (), marked, its_end=its_end)
    return span


def _find(
    quotation: str,
    text: str,
    tier: Tier,
    furniture: _Spans,
    marked: _Marked,
    page: _Spans = (),
    *,
    its_end: bool,
) -> tuple[int, int] | None:
    """Where the quotation first stands on that tier: `furniture` is left out of the text, and of `page` it has none."""
    # Who copies the marks of notes along has to have those of the paper.
    with_notes = has_note_marks(quotation)
    wanted = fold_quotation(quotation, tier, with_notes=with_notes)
    # What is as long as a quotation has to be only by characters nobody sees proves nothing.
    if len(wanted.replace(EM, " - ")) < MINIMUM_QUOTATION:
        return None
    # From the page, with the marks of its lists or without; at last from somebody who copied all marks along.
    of_lists = (_with_marks_of_lists(text, marked[0]), marked[1])
    for markup, substitutions in dict.fromkeys((marked, of_lists, ((), ()))):
        folded = _folded(text, tier, furniture, markup, substitutions, with_notes=with_notes)
        places = places_of_words(folded, wanted) if its_end else folded.places(wanted)
        span = _first(places, text, page)
        if span is not None:
            return span
    return None


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
    *,
    with_notes: bool = False,
) -> Folded:
    return fold(text, tier, furniture, markup, substitutions, with_notes=with_notes)


@lru_cache(maxsize=_KEPT)
def _rendered(text: str, markup: _Spans, substitutions: tuple[tuple[int, int, str], ...]) -> Rendered:
    return Rendered(text, markup, substitutions)


@lru_cache(maxsize=_KEPT)
def _with_marks_of_lists(text: str, markup: _Spans) -> _Spans:
    return with_marks_of_lists(text, markup)


def _furniture(section: Section, document: Document) -> _Spans:
    """The furniture within the section, in characters of its text."""
    start, end = section.start, section.start + len(section.text)
    return tuple((first - start, last - start) for first, last in within(document.furniture, start, end))


def _page(section: Section, document: Document) -> _Spans:
    """The furniture that is no part of the sentence even where it is compared: Word's own numbers may be quoted."""
    return () if document.kind == "word" else _furniture(section, document)


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


__all__ = [
    "Alteration",
    "Match",
    "QuotePolicy",
    "Tier",
    "default_policy",
    "folded_section",
    "match",
    "match_as_written",
    "match_but_for_its_mark",
    "words_of",
]
