"""Numbers as people type them at the beginning of a heading or a paragraph.

`4.`, `4.2`, `4.2(a)`, `A1-1.`, `Section 4.2 –`, `§ 4.2`, `ARTICLE IV`, `Exhibit B`, `(a)`, `a.`, `(ii)`, `A.`. In a
heading a number is a number. In a paragraph it is one only when what follows looks like a provision: "2.5 million" and
"Section 4.2 shall apply" begin sentences.
"""

import re
from typing import Literal, NamedTuple

from ...outline import UnitKind
from ...romans import in_roman, roman_value
from ...unit_words import ANNEX_WORDS, DIVISION_WORDS

# How a single step counts: figures, letters, Roman numbers; small or capital.
Style = Literal["figure", "letter", "roman", "LETTER", "ROMAN"]

_TAIL = r"(?:[ \t]*[:.–—-])*(?=\s|\Z)"  # what may stand between a number and its title
_ANNEXED = re.compile(
    rf"(?P<word>{'|'.join(ANNEX_WORDS)})(?:[ \t]+(?:no\.?[ \t]*)?"
    rf"(?P<number>[0-9]{{1,3}}[A-Z]?|[A-Z]{{1,2}}|[IVXLC]{{1,6}}|[A-Z0-9]{{1,3}}[-.][A-Z0-9]{{1,3}}))?(?P<tail>{_TAIL})",
    re.IGNORECASE,
)
_DIVIDED = re.compile(
    rf"(?P<word>{'|'.join(DIVISION_WORDS)})[ \t]+(?P<number>[0-9]{{1,3}}[A-Z]?|[IVXLC]{{1,8}}|[A-Z])(?P<tail>{_TAIL})",
    re.IGNORECASE,
)
_STEPS = r"(?:[.-][0-9]{1,3}|\.[A-Za-z]{1,2}(?![A-Za-z]))*(?:\([A-Za-z0-9]{1,5}\))*"
_NAMED = re.compile(
    rf"(?:section|sec\.|clause|§)[ \t]*(?P<number>(?:[0-9]{{1,3}}[A-Z]?|[A-Z](?=[.0-9)])[0-9]{{0,3}}){_STEPS})"
    rf"(?P<tail>{_TAIL})",
    re.IGNORECASE,
)
_DOTTED = re.compile(
    rf"(?P<number>[0-9]{{1,3}}(?:[.-][0-9]{{1,3}}|(?=\()){_STEPS})(?P<tail>[.):]?(?:[ \t]*[–—-])?)(?=\s|\Z)"
)
_PREFIXED = re.compile(
    r"(?P<number>[A-Z]{1,2}[0-9]{0,2}[.-][0-9]{1,3}(?:\.[0-9]{1,3})*)(?P<tail>[.):]?(?:[ \t]*[–—-])?)(?=\s|\Z)"
)
_STEP = re.compile(
    r"\((?P<in>[a-z]{1,2}|[ivxlc]{1,7}|[A-Z]|[IVXLC]{1,6}|[0-9]{1,3})\)(?=\s|\Z)"
    r"|(?P<out>[a-z]{1,2}|[ivxl]{1,6}|[A-Z]|[IVXL]{1,5}|[0-9]{1,3})(?P<mark>[.)])(?:[ \t]*[–—-])?(?=\s|\Z)"
    r"|(?P<tight>[0-9]{1,2})\.(?=[A-Z])"
)
# "S1 Prices", in a heading
_CODE = re.compile(
    r"(?P<number>[A-Z]{1,2}-?[0-9]{1,3}(?:\.[0-9]{1,3})*)(?P<tail>[.):]?(?:[ \t]*[–—-])?)(?=\s|\Z)"
)
_BARE = re.compile(r"(?P<number>[0-9]{1,3})(?=\s|\Z)")
_PROVISION = re.compile(r"\s*(?:[A-Z\"'“‘(\[*]|\Z)")
# Words that the letters of a number could be: "SCHEDULE OF FEES".
_SMALL_WORDS = frozenset(("by", "in", "of", "on", "or", "to"))
_MOST_ROMAN = 399
_LONGEST_TITLE = 120


class Typed(NamedTuple):
    """A number at the beginning of a text. `end` is where its title or text begins. A single step has a `form` (`1.`,
    `(a)`, …) and the ways to count it, the likelier first; a number that is complete in itself has none. `sure`: it is
    a number wherever it stands, not only in a row of such numbers."""

    kind: UnitKind
    number: str
    end: int
    form: str = ""
    readings: tuple[tuple[Style, int], ...] = ()
    sure: bool = True


def heading_number(text: str) -> Typed | None:
    """The number that a heading begins with, or None."""
    return (
        _named(_ANNEXED, ANNEX_WORDS, text)
        or _named(_DIVIDED, DIVISION_WORDS, text)
        or _complete(_NAMED, text)
        or _complete(_DOTTED, text)
        or _complete(_PREFIXED, text)
        or _complete(_CODE, text)
        or _step(text)
        or _bare(text)
    )


def paragraph_number(text: str, lead: int) -> Typed | None:
    """The number that a paragraph begins with, or None. `lead` is how much of its beginning is emphasized."""
    line = text.split("\n", 1)[0]
    titled = len(line) <= _LONGEST_TITLE and (line.isupper() or lead >= len(line.rstrip()))
    named = _named(_ANNEXED, ANNEX_WORDS, line)
    if named is not None:
        bare = not line[named.end :].strip() and named.number and line[0].isupper()
        return named if titled or bare else None
    named = _named(_DIVIDED, DIVISION_WORDS, line)
    if named is not None:
        bare = not line[named.end :].strip()
        return named if titled or bare or lead >= named.end - 1 else None
    for pattern in (_NAMED, _DOTTED, _PREFIXED):
        found = pattern.match(line)
        if found is None:
            continue
        bold = lead >= found.end("number")
        follows = _PROVISION.match(line, found.end()) is not None
        marked = pattern is _DOTTED or bool(found.group("tail"))
        if bold or (follows and marked) or (follows and line.startswith("§")):
            return _complete(pattern, line)
    step = _step(line)
    if step is not None and lead >= step.end - 1 and step.form[0].isdigit():
        return step
    return step._replace(sure=False) if step is not None else None


def line_number(line: str) -> Typed | None:
    """The number that a further line of a paragraph begins with: never sure, since lines are wrapped anywhere."""
    found = _step(line)
    if found is None:
        found = _complete(_DOTTED, line)
        if found is not None and _PROVISION.match(line, found.end) is None:
            return None
    return found._replace(sure=False) if found is not None else None


def _named(pattern: re.Pattern[str], kinds: dict[str, UnitKind], text: str) -> Typed | None:
    found = pattern.match(text)
    if found is None:
        return None
    number, rest = found.group("number") or "", text[found.end() :].strip()
    if not number and rest and not found.group("tail"):
        return None  # "Schedule of Fees"
    if number.islower() or number.lower() in _SMALL_WORDS:
        return None  # "Part i of", "EXHIBIT TO THE LEASE"
    return Typed(kinds[found.group("word").lower()], number, found.end())


def _complete(pattern: re.Pattern[str], text: str) -> Typed | None:
    found = pattern.match(text)
    return None if found is None else Typed("section", found.group("number"), found.end())


def _bare(text: str) -> Typed | None:
    found = _BARE.match(text)
    if found is None:
        return None
    return Typed(
        "section", found.group("number"), found.end(), "1.", (("figure", int(found.group("number"))),)
    )


def _step(text: str) -> Typed | None:
    found = _STEP.match(text)
    if found is None:
        return None
    number = found.group("in") or found.group("out") or found.group("tight")
    if number.isdigit():
        readings: tuple[tuple[Style, int], ...] = (("figure", int(number)),)
    elif number.islower():
        readings = _read_letters(number, "letter", "roman")
    else:
        readings = _read_letters(number.lower(), "LETTER", "ROMAN")
    if not readings:
        return None
    sample = "1" if number.isdigit() else "a" if number.islower() else "A"
    mark = found.group("mark") or "."
    form = f"({sample})" if found.group("in") else sample + mark
    return Typed("section", number, found.end(), form, readings)


def _read_letters(number: str, letter: Style, roman: Style) -> tuple[tuple[Style, int], ...]:
    """The ways to count `number`, in small letters: `i` is one as a Roman number and nine as a letter."""
    readings: list[tuple[Style, int]] = []
    if len(number) == 1:
        readings.append((letter, ord(number) - 96))
    elif len(number) == 2 and number[0] == number[1]:
        readings.append((letter, ord(number[0]) - 70))  # aa follows z
    value = roman_value(number)
    if value:
        readings.append((roman, value))
    readings.sort(key=lambda reading: reading[1] != 1)
    return tuple(readings)


def letter_of(value: int) -> str:
    """The `value`th letter as Word counts: a, …, z, aa, bb."""
    return chr(97 + (value - 1) % 26) * min((value - 1) // 26 + 1, 8)


def roman_of(value: int) -> str:
    """`value` in small Roman figures; in Arabic ones where the Roman would be absurdly long."""
    return in_roman(value) if value <= _MOST_ROMAN else str(value)
