"""Numbers that say nothing about where they stand, `(a)`, `ii.`, `3.`: where they go on counting, begin a count or
begin one anew."""

import re

from .typed_announced import announced_by, begins_anew, paragraph_behind, place_outside
from .typed_cited import label_below
from .typed_context import (
    amends,
    amid_sentence,
    goes_on,
    is_headed,
    is_item,
    is_letter,
    next_follows,
    numeral_follows,
    quotes,
    resumes,
    second_comes,
    second_follows,
    titled_in_capitals,
)
from .typed_counts import OUTER, RECITALS
from .typed_lines import Seen
from .typed_numbers import TypedNumber
from .typed_titles import begins_with_title, run_in_title, stands_alone
from .typed_units import TypedUnits

_COLUMNS = re.compile(r"\s{3}(?:\d{1,3}|[A-Za-z])\.\s")


def counted(units: TypedUnits, place: int, one: Seen, number: TypedNumber) -> None:
    """Open the unit that the line begins with that number, if it does: line `place` of those that may."""
    words = units.typed.words(one)
    bracketed = number.style[0] == "("
    item = bracketed and is_item(units.typed, one)
    begins = units.strength(one)
    strength = begins or 0.5 * (
        goes_on(units.typed, one, words) or item or _is_row(units, one) or _fills_a_gap(units, place, number)
    )
    if (
        not strength
        or (words[:1] in ",;)%" and words)
        or (not bracketed and not _may_be_counted(units, one, number, words))
    ):
        return
    quoted = quotes(units.typed, one)
    depth, reading = _continued(units, place, number)
    if depth >= 0 and not quoted:
        if not (bracketed and amid_sentence(units.typed, one, units.stack[depth])):
            units.open(depth, one, number, reading)
        return
    if strength < 1 and not (item and second_follows(units.typed, place, number)):
        return
    first = next((read for read in reversed(number.readings) if read[1] == 1), None)
    if number.style == "I" and (first is None or not second_comes(units.typed, place, "I")):
        return
    if first is not None:
        depth = _place_of_first(units, place, one, number, first, quoted=quoted)
        if depth or not bracketed:
            within = depth == len(units.stack)
            units.open(depth, one, number, first, place)
            units.stack[-1].quoted = quoted and within
    elif strength >= 2 and _goes_on_in_article(units, number):
        units.open(len(units.stack), one, number, reading)
    elif strength == 3:
        _out_of_order(units, one, number, words, quoted=quoted)
    elif strength == 2 and bracketed and not quoted and run_in_title(words):
        _left_out(units, place, one, number)


def _goes_on_in_article(units: TypedUnits, number: TypedNumber) -> bool:
    """Whether an integer goes on counting, at the beginning of an article, from the one before."""
    inside = bool(units.stack) and units.stack[-1].kind in OUTER and number.style in ("1", "1.")
    return inside and number.ordinal == units.counts.last.get("1", 0) + 1


def _is_row(units: TypedUnits, one: Seen) -> bool:
    """Whether the line right before that one begins the latest unit: rows and short items are typed so."""
    return (
        bool(units.stack)
        and units.stack[-1].at == one.before == one.at - 1
        and not units.typed.left_open(one)
    )


def _place_of_first(
    units: TypedUnits, place: int, one: Seen, number: TypedNumber, first: tuple[str, int], *, quoted: bool
) -> int:
    """At which depth a count begins, or begins anew."""
    base, depth = units.counts.base(), len(units.stack)
    innermost = units.stack[-1] if units.stack else None
    if innermost is None:
        return depth
    if _is_cited_outside(units, place, number):
        return depth - 1
    if quoted:
        return depth - (innermost.style == "whereas")
    bracketed = first[0][0] == "("
    if not bracketed and any(
        outer.kind == "recital" and outer.style not in RECITALS for outer in units.stack
    ):
        return base
    headed = is_headed(units.typed, one, units.headings, innermost.at)
    same = units.counts.innermost(first[0])
    if same == depth - 1 and not headed and announced_by(units.typed, one, innermost.at):
        return depth
    # A numeral right behind a heading with a numeral has no heading of its own rank before it to follow.
    behind = first[0] in ("I", "I.") and units.typed.lines[one.before].rstrip()[-1:] not in ".;:"
    if (
        same >= base
        and (
            headed or begins_anew(units.counts, units.typed, one, same) or (same == depth - 1 and not behind)
        )
        and not resumes(units.typed, place, first[0], units.stack[same].ordinal + 1)
    ):
        return same
    outside = place_outside(units.counts, units.typed, place, one)
    if outside >= 0:
        return outside
    if (
        bracketed and innermost.style[0] == "(" and 0 < base == depth - 1
        and units.typed.lines[one.before].rstrip().endswith(":")
        and paragraph_behind(units.typed, one, innermost.at) >= 0
    ):  # fmt: skip
        return base
    return depth - (innermost.style == "whereas")


def _is_cited_outside(units: TypedUnits, place: int, number: TypedNumber) -> bool:
    """Whether the paper cites the bracketed number there beside the items of the list before it, 2(a), and not below
    the last of them, 2(B)(a)."""
    innermost = units.stack[-1]
    if not (number.style[0] == "(" == innermost.style[0] and innermost.ordinal > 1):
        return False
    if units.counts.base():
        return False  # "Section 2(a)" is not of this exhibit
    return (
        number.style != innermost.style
        and label_below(units.stack[:-1], number.number) in units.cited
        and label_below(units.stack, number.number) not in units.cited
        and not resumes(units.typed, place, innermost.style, innermost.ordinal + 1)
    )


def _out_of_order(units: TypedUnits, one: Seen, number: TypedNumber, words: str, *, quoted: bool) -> None:
    """Open the unit of a number that is neither the first nor the next of a count, if one or two are left out, or
    one comes again, or a title in capitals says that the number is wrong."""
    for style, ordinal in number.readings:
        for missing in (2, 3, 0):
            depth = units.counts.find(style, ordinal - missing)
            if depth >= 0 and (begins_with_title(words) or (missing == 2 and words[:1].isupper())):
                units.open(depth, one, number, (style, ordinal))
                return
    innermost = units.stack[-1] if units.stack else None
    if innermost is None or quoted or innermost.style[0] != "(" or not titled_in_capitals(words):
        return
    for style, ordinal in number.readings:
        if style == innermost.style and ordinal < innermost.ordinal:
            units.open(len(units.stack) - 1, one, number, (style, innermost.ordinal))
            return


def _left_out(units: TypedUnits, place: int, one: Seen, number: TypedNumber) -> None:
    """Open the unit of a number before which one or two of its count are left out, if the next comes behind it."""
    for style, ordinal in number.readings:
        for missing in (2, 3):
            depth = units.counts.find(style, ordinal - missing)
            if depth >= 0 and ordinal > missing and next_follows(units.typed, place, style, ordinal):
                units.open(depth, one, number, (style, ordinal))
                return


def _fills_a_gap(units: TypedUnits, place: int, number: TypedNumber) -> bool:
    """Whether an integer or letter without brackets, where a paragraph begins, is the one number between the latest of
    its count and the next but one, which comes behind it."""
    typed, one = units.typed, units.typed.seen[place]
    if not one.gap or one.paged or number.style[0] == "(" or not typed.words(one)[:1].isupper():
        return False
    if typed.left_open(one) and typed.lines[one.before].rstrip()[-1:] != ",":
        return False
    style, ordinal = number.readings[0]
    return units.counts.find(style, ordinal - 1) >= 0 and next_follows(typed, place, style, ordinal)


def _is_next_alone(units: TypedUnits, one: Seen, number: TypedNumber) -> bool:
    """Whether a number without words, where no paragraph begins, is the next of its count and has its words below."""
    after = units.typed.after(one.at)
    return (
        after == one.at + 1
        and units.typed.lines[after].lstrip()[:1].isupper()
        and units.strength(one) == 2
        and units.counts.find(number.style, number.ordinal - 1) >= 0
    )


def _stands_in_count(units: TypedUnits, one: Seen, number: TypedNumber) -> bool:
    """Whether a number whose full stop was forgotten is the next of its count, and stands where the latest does."""
    depth = units.counts.find("1.", number.ordinal - 1)
    if depth < 0 or units.strength(one) < 3 or units.typed.left_open(one):
        return False
    line, latest = units.typed.lines[one.at], units.typed.lines[units.stack[depth].at]
    return len(line) - len(line.lstrip()) == len(latest) - len(latest.lstrip())


def _may_be_counted(units: TypedUnits, one: Seen, number: TypedNumber, words: str) -> bool:
    """Whether words may follow an integer or a letter without brackets, if that opens a unit."""
    if number.style == "I":
        begins = number.ordinal > 1 or bool(units.stack and units.stack[-1].kind in OUTER)
        return one.gap and begins and (not words or words[:1].isupper())
    if number.style == "1":
        line = units.typed.lines[one.at]
        apart = line[number.rest - 2 : number.rest].isspace() and words[:1].isupper()
        return one.gap and (words.isupper() or (apart and (stands_alone(words) or bool(run_in_title(words)))))
    if number.style == "1 a":
        return _stands_in_count(units, one, number)
    if not words:
        return one.gap or _is_next_alone(units, one, number)
    if words[:1].islower():
        return units.strength(one) == 3
    return _COLUMNS.search(words) is None


def _continued(units: TypedUnits, place: int, number: TypedNumber) -> tuple[int, tuple[str, int]]:
    """Where the unit stands that the number goes on counting from, and as what it is read; -1 for nowhere."""
    if number.style == "(1)" and number.number == "1":
        depth = units.counts.find("(a)", 11)
        if 0 <= depth == len(units.stack) - 1 and is_letter(units.typed, place):
            return depth, ("(a)", 12)
    best, reading = -1, number.readings[0]
    if reading == ("1.", 2) and not second_comes(units.typed, place, "I."):
        depth = units.counts.find("I.", 1)  # a 1 typed as the letter
        if depth == len(units.stack) - 1:
            return depth, reading
    for read in (("1.", number.ordinal),) if number.style == "1 a" else number.readings:
        depth = units.counts.find(read[0], read[1] - 1)
        if read[1] > 1 and depth > best:
            best, reading = depth, read
    if best >= 0 and units.stack[best].quoted and amends(units.typed, units.typed.seen[place]):
        # What amends is no part of the words that the item before it quoted.
        for depth in range(best - 1, -1, -1):
            if (units.stack[depth].style, units.stack[depth].ordinal + 1) == reading:
                return depth, reading
    if (
        best >= 0
        and number.number in "iI"
        and reading[1] == 9
        and numeral_follows(units.typed, place, number)
    ):
        return -1, reading
    return best, reading


__all__ = ["counted"]
