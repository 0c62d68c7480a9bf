"""What an ellipsis and `(citation omitted)` may leave out of a quotation.

The words around an ellipsis read as one sentence, so they have to come from one place. Both stand in the own text of
one unit; or the first stands in a unit and the second in one of its own list items, `(a)` below `4.2`, into which the
sentence goes on; or both stand in items of one list, and the second begins its item, so that nothing in the first
governs it. Sections with a number of their own, 1.1 and 1.2 below 1, say different things, and so do the cells of a
table: between them nothing is left out.

A remark that a citation is omitted stands for a citation and nothing else: a case, a statute, a part of a paper. Words
that say something of their own are left out by an ellipsis, which tells them.
"""

import re

from .documents import Document
from .outline import Outline, Unit
from .rendering import BARRIER

# Between the cells of a table: as the reader of Word files writes it, and in Markdown.
_CELL_EDGES = ("│", BARRIER)
_SENTENCE_END = re.compile(r"[.?!][\"'”’)\]]*\s*\Z")
_LONGEST_END = 40  # characters at the end of a text in which its sentence may end
# Before the words of a list item: its number, and what only marks the text.
_ITEM_NUMBER = re.compile(r"[\s*_\\]{0,20}[(\[]?[^\W_]{1,8}[.)\]]{1,2}[\s*_]{0,20}")

_LONGEST_CITATION = 300
_PART = (
    r"(?:[Ss]ections?|[Ss]ecs?\.|[Aa]rticles?|[Aa]rts?\.|[Cc]lauses?|[Pp]aragraphs?|[Pp]aras?\.|[Ee]xhibits?|[Ss]chedules?"
    r"|[Aa]nnex(?:es)?|[Aa]ppendix|[Aa]ppendices|[Rr]ecitals?|[Cc]hapters?|[Rr]ules?|§§?|¶¶?)"
)
_NUMBER = r"(?:[0-9][\w.–-]{0,15}|[IVXLC]{1,6}|[A-Z](?:-?[0-9]{1,3})?|(?=\())(?:\(\w{1,5}\)){0,5}"
_NAME = r"[A-Z][\w.'’&-]{0,30}"
_NAMES = rf"{_NAME}(?:,?\s(?:(?:of|the|and|&|for)\s){{0,2}}{_NAME}){{0,6}}"
_OF = rf"(?:\s(?:of|to|in)\s(?:the\s|this\s|that\s)?{_NAMES}|\s(?:hereof|thereof|hereto|thereto|above|below)){{0,2}}"
_REFERENCE = (
    rf"{_PART}\s?{_NUMBER}(?:(?:,\s|\s(?:and|to|through|&)\s|\s?[–-]\s?)(?:{_PART}\s?)?{_NUMBER}){{0,6}}{_OF}"
)
_YEAR = r"(?:\s?\((?:[\w.,'’ ]{0,30}\s)?[0-9]{4}\))"
_PAGES = r"[0-9][\w-]{0,9}(?:,\s[0-9]{1,5}){0,3}"
_VOLUME = r"[0-9]{1,4}\s(?=\S{0,8}\.)(?:[A-Z][\w.]{0,15}\s?){1,4}(?:[0-9][a-z]{1,2}\s)?"
_REPORTER = rf"{_VOLUME}(?:§§?\s?)?{_PAGES}{_YEAR}?"
_CASE = rf"{_NAMES},?\svs?\.\s{_NAMES}(?:,\s{_REPORTER}|{_YEAR})?"
_SAME = r"(?:[Ii]d|[Ii]bid)\.(?:\sat\s[0-9]{1,5}(?:[–-][0-9]{1,5})?)?"
_SIGNAL = (
    r"(?:(?:[Ss]ee(?:,?\salso|,?\se\.g\.,?)?|[Cc]f\.|[Aa]ccord|[Uu]nder|[Pp]ursuant\sto"
    r"|[Aa]s\s(?:defined|set\sforth|provided)\sin)\s)?"
)
_ONE = rf"{_SIGNAL}(?:{_CASE}|{_REPORTER}|{_REFERENCE}|{_SAME})"
_CITATION = re.compile(rf"[,;]?\s?[(\[]?{_ONE}(?:[;,]\s(?:and\s)?{_ONE}){{0,5}}\.?[)\]]?[.,;]?")
# No name is any of these, even where it is written large.
_SAYING = re.compile(
    r"(?<!\w)(?:no|not|never|neither|nor|none|nothing|cannot|without|shall|must|may|can|could|might|should|will|would|or|but"
    r"|if|unless|except|excluding|subject|notwithstanding|only|solely|other|than|until|all|any|each|every|hundred|thousand"
    r"|million|billion|percent|days?|months?|years?|dollars?|euros?)(?!\w)",
    re.IGNORECASE,
)


def may_be_left_out(
    omitted: str, folded: str, span: tuple[int, int], document: Document, *, citation: bool
) -> bool:
    """Whether the words `omitted`, as written and as `folded`, may be left out between two parts of a quotation. `span`
    are their characters `[start, end)` of the document's text. `citation`: the quotation calls them a citation."""
    if any(edge in folded for edge in _CELL_EDGES):
        return False
    if citation and not is_citation(omitted):
        return False
    return document.outline is None or _in_one_place(span, document, document.outline)


def is_citation(words: str) -> bool:
    """Whether the words are a reference to a case, a statute or a part of a paper, in brackets or not, or nothing."""
    flat = " ".join(words.replace("*", "").split())
    if not flat.strip(" ,;."):
        return True
    if len(flat) > _LONGEST_CITATION or _SAYING.search(flat) is not None:
        return False
    return _CITATION.fullmatch(flat) is not None


def _in_one_place(span: tuple[int, int], document: Document, outline: Outline) -> bool:
    """Whether what stands right before the span and right behind it may be read as one."""
    start, end = span
    one, other = outline.innermost(max(start - 1, 0)), outline.innermost(end)
    if one is None or other is None or one is other:
        return one is other
    if _is_item(other, one):
        return (
            _SENTENCE_END.search(document.text, max(one.start, one.own_end - _LONGEST_END), one.own_end)
            is None
        )
    above = outline.units[other.parent] if other.parent >= 0 else None
    siblings = (
        above is not None and one.parent == other.parent and _is_item(one, above) and _is_item(other, above)
    )
    return siblings and _begins(other, end, document)


def _is_item(unit: Unit, above: Unit) -> bool:
    """Whether a unit is an item of the list in the unit right above it: its number is a last step in brackets."""
    return (
        unit.kind == "section"
        and unit.atoms[:-1] == above.atoms
        and unit.label.endswith(f"({unit.atoms[-1]})" if unit.atoms else "\0")
        and above.start <= unit.start < above.end
    )


def _begins(unit: Unit, position: int, document: Document) -> bool:
    """Whether the words of the unit, behind its number, begin at the position."""
    number = _ITEM_NUMBER.match(document.text, unit.start, position)
    return position == unit.start or (
        number is not None and not document.text[number.end() : position].strip(" \t*_\"“'‘")
    )


__all__ = ["is_citation", "may_be_left_out"]
