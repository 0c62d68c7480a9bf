"""The full stop or comma that a writer puts inside the closing quotation mark, where the paper has none.

American style has it there whatever the paper reads: Fees are due “within 30 days of the invoice date.” of a paper that
goes on `, unless disputed`. The mark is the writer's, as quotation marks are, and says nothing of the paper; all that
stands before it has to be there. So one mark may be left out, at the very end, where the paper's word or figure ends as
well: `$1.` is never `$1.5 million`, `Section 4.` never `Section 4(a)`, `the parties.` never `the parties’ agents`. No
mark stands for a "not" behind it. `;`, `:`, `?`, `!` and what ends in an ellipsis are never the writer's.
"""

import re
from collections.abc import Iterator

from .declared_quotations import without_last_notes
from .folding import Folded
from .joints import EM, Jointed, is_whole
from .rendering import BARRIER

_CLOSERS = "\"'”’»"
_INVISIBLE = "\u00ad\u200b-\u200f\u2060\ufeff"
# Behind a letter or figure, a bracket or quotation mark that closes, a sign behind a figure; a comma also behind the
# full stop of an abbreviation.
_FINAL_MARK = re.compile(
    rf"(?:(?<=[^\W_])|(?<=[\u0300-\u036f)\]%‰°{_CLOSERS}])|(?<=[^\W_]\.)(?=,))"
    rf"(?P<mark>[.,])(?P<closing>[{_CLOSERS}]{{0,4}})[\s{_INVISIBLE}]*\Z"
)
_ELLIPSIS = re.compile(r"(?:…|\.\s?\.|\*\s\*)\s*[\])]?\Z")

# --- how the paper goes on, folded ---------------------------------------------------------------------------

_LOOKED_AT = 80  # characters on either side of the end
_CLOSING = re.compile(r"[)\]}]+")
_EDGE = re.compile(rf"[,;:.?!]*(?:\Z|[\s│|{BARRIER}]|(?<=[,;:.?!])[)\]}}'\"]|{EM}(?![0-9]))")
_NOT = re.compile(r"\s(?:not|never)\b")

_ONES = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|zero"
_TENS = (
    r"(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand"
    r"|(?:m|b|tr|quadr)illion|lakh|crore"
)
_FRACTION = "half|halves|thirds?|quarters?|fourths?|fifths?|sixths?|eighths?|tenths?|hundredths?"
_SIZE = (
    r"(?:hundreds?|thousands?|(?:m|b|tr|quadr)illions?|lakhs?|crores?|dozen|percent|per\s?cent|pct|basis\spoints?|bps|mm|mn"
    r"|bn|trn|tn|k|m|b)"
    r"(?![^\W_])|[%‰°]"
)
_FIGURE = re.compile(r"[0-9][)\]}'\"]*\Z")
_NUMBER_WORD = re.compile(rf"(?<![^\W_])(?:{_ONES}|{_TENS}|{_FRACTION})[)\]}}'\"]*\Z")
_NUMBER_GOES_ON = re.compile(
    rf"[)\]}}]*(?:\s(?:\([^()]{{1,40}}\)\s?)?(?:{_SIZE}|[$€£¥¢½⅓⅔¼¾⅐-⅞])|\s?(?:[-–{EM}/+±]\s?)?[$€£¥]?[0-9]"
    rf"|\sand\s(?:an?\s|one[\s-])?(?:{_FRACTION}|[0-9]+/[0-9]|[½⅓⅔¼¾⅐-⅞])"
    rf"|\s(?:{_FRACTION}|{_ONES}|{_TENS})(?![^\W_]))"
)
_FIGURE_GOES_ON = re.compile(r"['\"]|,\s?[0-9]{3}(?![0-9])|\s\((?:[0-9]{1,3}|[a-z]{1,4})\)")
_WORD_NUMBER_GOES_ON = re.compile(rf"\sand\s(?:{_ONES}|{_TENS})(?![^\W_])")


def without_final_mark(quotation: str) -> tuple[str, str]:
    """A quotation without the full stop or comma at its end, which may be its writer's, and that mark; its closing
    quotation marks stay, and a remark behind it, as `(emphasis added)`. Two empty texts where there is none."""
    quoted, remarks = without_last_notes(quotation)
    found = _FINAL_MARK.search(quoted, max(0, len(quoted.rstrip()) - _LOOKED_AT))
    if found is None:
        return "", ""
    words = quoted[: found.start("mark")]
    if _ELLIPSIS.search(words[-_LOOKED_AT:]) is not None:
        return "", ""
    return words + found.group("closing") + remarks, found.group("mark")


def places_of_words(folded: Folded, wanted: str) -> Iterator[tuple[int, int]]:
    """Everywhere the folded words stand that a final mark was taken from, as spans of the passage as written."""
    assert folded.jointed is not None  # nothing is taken from a quotation on the exact tier
    for start, end in folded.jointed.occurrences(Jointed(wanted)):
        if is_whole(folded.text, start, end) and may_be_the_end(folded, end):
            yield folded.source_span(start, end)


def may_be_the_end(folded: Folded, end: int) -> bool:
    """Whether a quotation with a full stop or comma of its writer's may end at `end` of the folded text: with a whole
    word and a whole figure, and not before a negation."""
    text = folded.text
    before, behind = text[max(0, end - _LOOKED_AT) : end], text[end : end + _LOOKED_AT]
    if _is_possessive(folded, end - 1) or _NOT.match(behind) is not None:
        return False
    figure, word = _FIGURE.search(before) is not None, _NUMBER_WORD.search(before) is not None
    if (figure or word) and _NUMBER_GOES_ON.match(behind) is not None:
        return False
    if figure and _FIGURE_GOES_ON.match(behind) is not None:
        return False
    if word and _WORD_NUMBER_GOES_ON.match(behind) is not None:
        return False
    at = end
    while True:
        closing = _CLOSING.match(text, at)
        if closing is not None:
            at = closing.end()
        elif text[at : at + 1] in ("'", '"') and not _is_possessive(folded, at):
            at += 1
        else:
            return _EDGE.match(text, at) is not None


def _is_possessive(folded: Folded, at: int) -> bool:
    """Whether the mark at `at` of the folded text makes the word before it somebody's: `the parties’ agents`."""
    text = folded.text
    if text[at : at + 1] != "'" or text[at - 1 : at] not in ("s", "x", "z") or text[at + 1 : at + 2] != " ":
        return False
    start, end = folded.source_span(at, at + 1)
    return end - start == 1 and folded.source[start] not in '"“”„‟″«»〝〞ʺ＂'


__all__ = ["may_be_the_end", "places_of_words", "without_final_mark"]
