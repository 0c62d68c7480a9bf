"""What Word prints for a number in each format, spelled out anew, so that the reader's own table is not its own judge.

Only the formats that the given files show, and only numbers below 10,000.
"""

from collections.abc import Callable

_FRENCH = (
    "zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze", "treize",
    "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf",
)  # fmt: skip
_FRENCH_TENS = {2: "vingt", 3: "trente", 4: "quarante", 5: "cinquante", 6: "soixante", 8: "quatre-vingt"}
_CHINESE = "零一二三四五六七八九"
_STEMS = "甲乙丙丁戊己庚辛壬癸"
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
          (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip


def roman(value: int) -> str:
    """`iv` for 4."""
    written = ""
    for worth, letters in _ROMAN:
        written += letters * (value // worth)
        value %= worth
    return written


def letters(value: int) -> str:
    """`A`, …, `Z`, `AA`, `BB`, …: the letter as often as the alphabet was gone through; from the 30th time on anew."""
    return chr(ord("A") + (value - 1) % 26) * ((value - 1) % 780 // 26 + 1)


def ordinal(value: int) -> str:
    """`1st`, `12th`, `22nd`."""
    ending = "th" if value % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value}{ending}"


def french(value: int) -> str:
    """`quatre-vingts` for 80, in small letters."""
    parts: list[str] = []
    thousands, hundreds, rest = value // 1000, value % 1000 // 100, value % 100
    if thousands:
        parts += [*([_FRENCH[thousands]] if thousands > 1 else []), "mille"]
    if hundreds:
        parts += [
            *([_FRENCH[hundreds]] if hundreds > 1 else []),
            "cents" if hundreds > 1 and not rest else "cent",
        ]
    if rest:
        parts.append(_french_below_100(rest))
    return " ".join(parts)


def _french_below_100(value: int) -> str:
    if value < 20:
        return _FRENCH[value]
    ten, one = divmod(value, 10)
    if ten in (7, 9):  # soixante-dix, quatre-vingt-dix
        ten, one = ten - 1, one + 10
    if value == 80:
        return "quatre-vingts"
    if not one:
        return _FRENCH_TENS[ten]
    joint = " et " if one in (1, 11) and ten < 8 else "-"
    return f"{_FRENCH_TENS[ten]}{joint}{_FRENCH[one]}"


def french_ordinal(value: int) -> str:
    """`premier`, `deuxième`, `neuvième`, `quatre-vingtième`."""
    if value == 1:
        return "premier"
    cardinal = french(value)
    if cardinal.endswith(("cents", "vingts")):
        cardinal = cardinal[:-1]
    for ending, instead in (("cinq", "cinqu"), ("neuf", "neuv"), ("e", "")):
        if cardinal.endswith(ending):
            return f"{cardinal[: len(cardinal) - len(ending)]}{instead}ième"
    return f"{cardinal}ième"


def chinese(value: int) -> str:
    """`三千四百八十二` for 3482; ten to nineteen begin with `十`."""
    written, gap = "", False
    for place, sign in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        figure = value // place % 10
        if figure:
            written += ("零" if gap and written else "") + _CHINESE[figure] + sign
            gap = False
        else:
            gap = True
    return written[1:] if written.startswith("一十") else written


def stem(value: int) -> str:
    """The heavenly stem; behind the tenth, figures."""
    return _STEMS[value - 1] if value <= len(_STEMS) else str(value)


def _padded(width: int) -> Callable[[int], str]:
    return lambda value: f"{value:0{width}d}"


def _capital(spelled: Callable[[int], str]) -> Callable[[int], str]:
    def written(value: int) -> str:
        text = spelled(value)
        return text[:1].upper() + text[1:]

    return written


# The last two parts of such a file's name: language and format.
SPELLED: dict[str, Callable[[int], str]] = {
    "en-US-ordinal": ordinal,
    "en-US-upperLetter": letters,
    "fr-FR-cardinalText": _capital(french),
    "fr-FR-ordinalText": _capital(french_ordinal),
    "zh-CH-chineseCountingThousand": chinese,
    "zh-CN-ideographTraditional": stem,
    "en-US-0001": _padded(4),
    "en-US-01": _padded(2),
    "en-US-decimal": str,
    "en-US-decimalZero": _padded(2),
    "en-US-lowerRoman": roman,
}

__all__ = ["SPELLED"]
