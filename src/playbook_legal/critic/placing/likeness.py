"""How a quotation that does not stand in a section is like what does stand there: the cause, the passage, and
the words that differ."""

import unicodedata
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from ...paper.documents import Section
from ...paper.note_marks import has_note_marks, note_marks, without_note_marks
from ...paper.quotations import MINIMUM_QUOTATION
from ...text import normalize_text
from ..verdicts import Cause, Difference
from .alignment import Block, differences, nearest
from .edges import cut_number, edges, numbers
from .typography import fold_word, fragments, has_ellipsis, odd_characters
from .words import Words

# Fewer words than this prove no kinship between two passages.
_KIN = 4
# Words that may be left out in silence before two parts of a quotation are two passages.
_WIDEST_GAP = 60
# Words of a quotation up to which the nearest run is searched; beyond, only where it begins and ends.
_LONGEST = 4_000


class Likeness(msgspec.Struct, frozen=True):
    """What a section has that is like the quotation: characters `[start, end)` of its normalized text.

    `matched` counts the words of the quotation that stand there, `opening` and `closing` the words at its
    beginning and its end that stand there one after the other.
    """

    cause: Cause
    section: Section
    start: int
    end: int
    matched: int
    differences: tuple[Difference, ...] = ()
    opening: int = 0
    closing: int = 0


class Gap(msgspec.Struct, frozen=True):
    """Two parts of a quotation in a text, one after the other: the words `[start, end)` of the text that they reach
    across, how many of these lie between them, and the characters of each."""

    start: int
    end: int
    words: int
    first: tuple[int, int]
    rest: tuple[int, int]


def likeness(quotation: Words, section: Section) -> Likeness | None:
    """How `section`, in which the quotation does not stand, is like it; None when it is not."""
    text = Words(section.passage.text)
    if not text.text:
        return None
    return (
        _retyped(quotation, text, section)
        or _elided(quotation, text, section)
        or _altered(quotation, text, section)
    )


# --- typed otherwise ---------------------------------------------------------------------------------------


def _retyped(quotation: Words, text: Words, section: Section) -> Likeness | None:
    if quotation.folded == quotation.words and text.text.isascii() and not _has_foldable(text.text):
        return None
    if quotation.text in text.text:
        return None  # as it is read it stands there, and not as a whole: a number goes on, or a word does
    kept = [at for at, word in enumerate(text.folded) if word]
    folded = " ".join(text.folded[at] for at in kept)
    wanted = " ".join(word for word in quotation.folded if word)
    position = folded.find(wanted) if wanted else -1
    if position < 0:
        return None
    first = folded.count(" ", 0, position)
    last = first + wanted.count(" ")
    start, end = kept[first], kept[last] + 1
    span = text.span(start, end)
    odd = _odd(quotation.words, text.words[start:end])
    return Likeness(Cause.TYPOGRAPHY, section, *span, len(quotation.words), odd)


def _has_foldable(text: str) -> bool:
    """Whether folding could change a text of plain ASCII."""
    return "`" in text or "''" in text or "--" in text


def _odd(quoted: Sequence[str], record: Sequence[str]) -> tuple[Difference, ...]:
    """The characters that differ, each pair once."""
    found: dict[Difference, None] = {}
    if len(quoted) == len(record):
        for at, (one, other) in enumerate(zip(quoted, record, strict=True)):
            if 0 < at < len(quoted) - 1 or fold_word(one) == fold_word(other):
                odd = odd_characters(one, other)
                if odd is not None:
                    found[Difference(*odd)] = None
    return tuple(found)


_AT_THE_ENDS = " '.,;:"


# --- shortened ---------------------------------------------------------------------------------------------


def _elided(quotation: Words, text: Words, section: Section) -> Likeness | None:
    if not has_ellipsis(quotation.text):
        return None
    parts = fragments(quotation.text)
    if sum(map(len, parts)) < len(quotation.text) // 2:
        return None
    span = _in_order(parts, text.text)
    if span is None:
        span = _in_order_folded(parts, text)
    return None if span is None else Likeness(Cause.ELIDED, section, *span, len(quotation.words))


def _in_order(parts: Sequence[str], text: str) -> tuple[int, int] | None:
    """From where the first of the parts stands in the text to where the last ends, each behind the one before."""
    start = end = -1
    for part in parts:
        at = text.find(part, max(end, 0))
        if at < 0:
            return None
        start = at if start < 0 else start
        end = at + len(part)
    return start, end


def _in_order_folded(parts: Sequence[str], text: Words) -> tuple[int, int] | None:
    """The same, however their quotation marks and dashes are typed, and whatever marks stand at their ends."""
    typed = (" ".join(filter(None, map(fold_word, part.split(" ")))) for part in parts)
    wanted = [part for one in typed if (part := one.replace('"', "'").strip(_AT_THE_ENDS))]
    kept = [at for at, word in enumerate(text.folded) if word]
    folded = " ".join(text.folded[at] for at in kept).replace('"', "'")
    span = _in_order(wanted, folded) if wanted else None
    if span is None:
        return None
    first, last = folded.count(" ", 0, span[0]), folded.count(" ", 0, span[1] - 1)
    return text.span(kept[first], kept[last] + 1)


# --- altered -----------------------------------------------------------------------------------------------


def _altered(quotation: Words, text: Words, section: Section) -> Likeness | None:
    size = len(quotation.words)
    # How many of its first and of its last words stand in the section one after the other: most altered
    # quotations are understood from these two alone.
    opening = standing_words(quotation.words, text.text, from_end=False)
    closing = standing_words(quotation.words, text.text, from_end=True)
    run = None
    if opening + closing >= size:
        gap = _gap(quotation, text, opening)
        if gap is not None and gap.words >= _KIN:
            left_out = Difference("", text.text[gap.first[1] : gap.rest[0]].strip())
            return Likeness(Cause.WORDS_LEFT_OUT, section, gap.first[0], gap.rest[1], size, (left_out,))
        run = (gap.start, gap.end) if gap is not None else None
    elif opening >= _KIN and closing >= _KIN and size - opening - closing <= 2:
        run = _between(quotation, text, opening, closing)
    if run is None and 2 <= size <= _LONGEST and _share_a_pair(quotation, text):
        distance, start, end = nearest(quotation.words, text.words)
        run = (start, end) if 2 * distance <= size and end > start else None
    if run is None:
        return _part(quotation, text, section, opening, closing)
    return _changed(quotation, text, section, run)


def _gap(quotation: Words, text: Words, opening: int) -> Gap | None:
    """Where the first `opening` words of the quotation stand and after them, as near as may be, the rest of it."""
    size = len(quotation.words)
    first, rest = " ".join(quotation.words[:opening]), " ".join(quotation.words[opening:])
    ends = text.text.find(rest, text.text.find(first) + len(first))
    if not 2 <= opening <= size - 2 or ends < 0:
        return None
    begins = text.text.rfind(first, 0, ends)
    start, end = text.at(begins), text.at(ends) + size - opening
    words = end - start - size
    if not 0 < words <= max(_WIDEST_GAP, 2 * size):
        return None
    return Gap(start, end, words, (begins, begins + len(first)), (ends, ends + len(rest)))


def _between(quotation: Words, text: Words, opening: int, closing: int) -> tuple[int, int] | None:
    """The words of `text` from where the quotation's opening stands to where its closing ends, when these lie as
    far apart as in the quotation. Spares the search for the nearest run."""
    begins = text.text.find(" ".join(quotation.words[:opening]))
    ends = text.text.find(" ".join(quotation.words[-closing:]), begins)
    if ends < 0:
        return None
    start, end = text.at(begins), text.at(ends) + closing
    return (start, end) if abs(end - start - len(quotation.words)) <= 2 else None


def _share_a_pair(quotation: Words, text: Words) -> bool:
    """Whether two words of the quotation stand side by side in the text, as they do in any kindred passage."""
    padded = f" {text.text} "
    return any(f" {one} {other} " in padded for one, other in pairwise(quotation.words))


def _changed(quotation: Words, text: Words, section: Section, run: tuple[int, int]) -> Likeness:
    start, end = run
    record = text.words[start:end]
    blocks = differences(quotation.words, record)
    typed = () if blocks else _typed_otherwise(quotation, section, text, start)
    notes = _of_notes(typed) if any(map(has_note_marks, quotation.shown)) else ()
    size = len(quotation.words)
    short = None if blocks else cut_number(quotation.words, text.words, start, end)
    if not blocks and short is None and not notes:
        blocks = edges(quotation.words, record)
    if not blocks:  # the same words, and not the same: a number goes on, or they are typed otherwise
        cause = Cause.NUMBER_CHANGED if short is not None else Cause.PUNCTUATION_CHANGED
        # What is long enough only by characters that nobody sees differs in those.
        unseen = typed if len(quotation.text) < MINIMUM_QUOTATION else ()
        told = notes or unseen if short is None else (short,)
        return Likeness(cause, section, *text.span(start, end), size, told, size, size)
    matched = size - sum(block.end - block.start for block in blocks)
    opening, closing = blocks[0].start, size - blocks[-1].end
    cause = _cause(quotation, record, blocks, matched)
    if cause is Cause.INVENTED_TAIL:
        end = start + blocks[0].text_start
    elif cause is Cause.INVENTED_OPENING:
        start += blocks[-1].text_end
    shown = (
        ()
        if cause in (Cause.INVENTED_TAIL, Cause.INVENTED_OPENING)
        else tuple(
            Difference(
                " ".join(quotation.shown[block.start : block.end]),
                _told(section, text, run[0] + block.text_start, run[0] + block.text_end),
            )
            for block in blocks
        )
    )
    return Likeness(cause, section, *text.span(start, end), matched, shown, opening, closing)


_MARKS = "<>*_`[]\\&;#"


def _told(section: Section, text: Words, start: int, end: int) -> str:
    """The words `[start, end)` of a section as a difference tells them: as they are typed in the paper, unless marks
    stand among them that nobody sees."""
    words = text.words[start:end]
    read = " ".join(words)
    if section.reading is None or not words:
        return read
    first, last = section.reading.source_span(*text.span(start, end))
    own = normalize_text(section.text[first:last])
    marked = any(own.count(mark) != read.count(mark) for mark in _MARKS)
    return read if marked or len(own.split(" ")) != len(words) else own


def _typed_otherwise(quotation: Words, section: Section, text: Words, start: int) -> tuple[Difference, ...]:
    """The words that differ as they are typed, though they are the same where passages are compared; `start` is the
    first of the text's words that are the quotation's."""
    assert section.reading is not None  # what is compared as it is written is the same or differs
    marks = dict(note_marks(section.text))  # one at the end of a word is behind all that was compared
    found = []
    for at, word in enumerate(quotation.shown, start):
        end = section.reading.source_span(*text.span(at, at + 1))[1]
        own = _told(section, text, at, at + 1) + section.text[end : marks.get(end, end)]
        if own != word:
            found.append(Difference(word, own))
    return tuple(found)


def _of_notes(typed: Sequence[Difference]) -> tuple[Difference, ...]:
    """Those with the mark of a footnote, which is left out where passages are compared."""
    return tuple(one for one in typed if has_note_marks(one.quoted) or has_note_marks(one.record))


def _cause(quotation: Words, record: Sequence[str], blocks: Sequence[Block], matched: int) -> Cause:
    size = len(quotation.words)
    opening, closing = blocks[0].start, size - blocks[-1].end
    tail, head = size - opening, size - closing
    if opening >= _KIN and tail >= _KIN and 2 * (matched - opening) < tail:
        return Cause.INVENTED_TAIL
    if closing >= _KIN and head >= _KIN and 2 * (matched - closing) < head:
        return Cause.INVENTED_OPENING
    pairs = [(quotation.words[b.start : b.end], record[b.text_start : b.text_end]) for b in blocks]
    if not any(quoted for quoted, _ in pairs) and sum(len(written) for _, written in pairs) >= _KIN:
        return Cause.WORDS_LEFT_OUT
    if any(numbers(quoted) != numbers(written) for quoted, written in pairs):
        return Cause.NUMBER_CHANGED
    if all(_letters(quoted) == _letters(written) for quoted, written in pairs):
        return Cause.PUNCTUATION_CHANGED
    return Cause.WORD_CHANGED


def _letters(words: Sequence[str]) -> str:
    """The letters and figures of `words`, with their accents and without any punctuation; no marks of footnotes."""
    written = without_note_marks(" ".join(words))
    return "".join(c for c in written if c.isalnum() or unicodedata.combining(c))


# --- half genuine ------------------------------------------------------------------------------------------


def _part(quotation: Words, text: Words, section: Section, opening: int, closing: int) -> Likeness | None:
    """The beginning or the end of the quotation where it stands in the section, the rest of it not there."""
    words = max(opening, closing)
    if words < _KIN:
        return None
    if opening >= closing:
        cause, part = Cause.INVENTED_TAIL, " ".join(quotation.words[:opening])
    else:
        cause, part = Cause.INVENTED_OPENING, " ".join(quotation.words[-closing:])
    at = text.text.find(part)
    return Likeness(cause, section, at, at + len(part), words, (), opening, closing)


def standing_words(words: Sequence[str], text: str, *, from_end: bool) -> int:
    """How many words at the beginning of `words` (or at its end) stand in `text` one after the other."""
    least, most = 0, len(words)
    while least < most:
        middle = (least + most + 1) // 2
        part = words[-middle:] if from_end else words[:middle]
        if " ".join(part) in text:
            least = middle
        else:
            most = middle - 1
    return least
