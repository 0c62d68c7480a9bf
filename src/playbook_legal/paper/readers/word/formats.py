"""How Word writes the number 4: `4`, `04`, `iv`, `d`, `4th`, `Four`, `Fourth`, `四`.

A format that is not known here is written in decimals, and the document says so in its notes. Words are known in
English and French; in other languages they are written in decimals as well.
"""

from collections.abc import Callable
from functools import lru_cache

from ...number_words import in_words
from ...romans import in_roman

# After thirty rounds of the alphabet (thirty times z) Word begins with a single a again.
_ROUNDS = 30
_LATIN = "abcdefghijklmnopqrstuvwxyz"
_RUSSIAN = "абвгдежзиклмнопрстуфхцчшщыэюя"
_CHICAGO = "*†‡§"
_STEMS = "甲乙丙丁戊己庚辛壬癸"
_BRANCHES = "子丑寅卯辰巳午未申酉戌亥"
_AIUEO = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"
_IROHA = "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン"
_CHINESE = "〇一二三四五六七八九"

_ORDINAL_EN = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth",
}  # fmt: skip
_UNITS_FR = [
    "zéro",
    "un",
    "deux",
    "trois",
    "quatre",
    "cinq",
    "six",
    "sept",
    "huit",
    "neuf",
    "dix",
    "onze",
    "douze",
    "treize",
    "quatorze",
    "quinze",
    "seize",
    "dix-sept",
    "dix-huit",
    "dix-neuf",
]
_TENS_FR = {20: "vingt", 30: "trente", 40: "quarante", 50: "cinquante", 60: "soixante"}


@lru_cache(maxsize=8192)
def formatted(value: int, written: str, language: str = "en", pattern: str = "") -> str | None:
    """`value` as the format called `written` shows it; None when the format, or its words in `language`, are not
    known here. `pattern` is the one of a `custom` format, `001, 002, 003, ...`."""
    if written in ("none", "bullet"):
        return ""
    if written == "custom":
        return _custom(value, pattern, language)
    if value < 0:
        return str(value) if written in _FORMATS or written in _WORDS else None
    words = _WORDS.get(written)
    if words is not None:
        by_language = words.get(language.partition("-")[0].lower())
        return None if by_language is None else by_language(value)
    known = _FORMATS.get(written)
    return None if known is None else known(value)


def _custom(value: int, pattern: str, language: str) -> str | None:
    """A format shown by its first numbers: zeros in front of a one, or else one of the usual formats."""
    first = pattern.partition(",")[0].strip()
    if first.isdecimal() and first.isascii():
        return str(value).zfill(len(first))
    for name in (
        "lowerLetter",
        "upperLetter",
        "lowerRoman",
        "upperRoman",
        "ordinal",
        "cardinalText",
        "ordinalText",
    ):
        if first and formatted(1, name, language) == first:
            return formatted(value, name, language)
    return None


def _repeated(alphabet: str, value: int) -> str:
    """Letters as Word counts them: after z comes aa, after zz comes aaa."""
    if value < 1:
        return str(value)
    rounds, at = divmod((value - 1) % (len(alphabet) * _ROUNDS), len(alphabet))
    return alphabet[at] * (rounds + 1)


def _from(alphabet: str, value: int) -> str:
    """A sign of a row of signs; decimals beyond its end."""
    return alphabet[value - 1] if 0 < value <= len(alphabet) else str(value)


def _enclosed(first: str, count: int, value: int) -> str:
    """A sign of those that Unicode has for the numbers up to `count`; decimals beyond."""
    return chr(ord(first) + value - 1) if 0 < value <= count else str(value)


def _ordinal(value: int) -> str:
    ending = "th" if value % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value}{ending}"


def _english_ordinal(value: int) -> str:
    words = in_words(value)
    at = max(words.rfind(" "), words.rfind("-")) + 1
    last = words[at:]
    if last in _ORDINAL_EN:
        return words[:at] + _ORDINAL_EN[last]
    return words[:-1] + "ieth" if last.endswith("y") else words + "th"


def _french(value: int, *, last: bool = True) -> str:
    """`last`: nothing follows, so that `cents` and `quatre-vingts` have their s."""
    if value < 20:
        return _UNITS_FR[value]
    if value < 100:
        return _french_tens(value, last=last)
    if value < 1000:
        count, rest = divmod(value, 100)
        hundreds = "cent" if count == 1 else f"{_UNITS_FR[count]} cent" + ("s" if last and not rest else "")
        return hundreds + (f" {_french(rest, last=last)}" if rest else "")
    if value < 1_000_000:
        count, rest = divmod(value, 1000)
        thousands = "mille" if count == 1 else f"{_french(count, last=False)} mille"
        return thousands + (f" {_french(rest, last=last)}" if rest else "")
    count, rest = divmod(value, 1_000_000)
    millions = f"{_french(count)} million" + ("s" if count > 1 else "")
    return millions + (f" {_french(rest, last=last)}" if rest else "")


def _french_tens(value: int, *, last: bool) -> str:
    if value >= 80:
        rest = value - 80
        return "quatre-vingt" + (f"-{_UNITS_FR[rest]}" if rest else "s" if last else "")
    base = 60 if value >= 60 else value // 10 * 10
    rest = value - base
    if rest in (1, 11):
        return f"{_TENS_FR[base]} et {_UNITS_FR[rest]}"
    return _TENS_FR[base] + (f"-{_UNITS_FR[rest]}" if rest else "")


def _french_ordinal(value: int) -> str:
    if value == 1:
        return "premier"
    words = _french(value, last=False)
    if words.endswith("cinq"):
        return words + "uième"
    if words.endswith("neuf"):
        return words[:-1] + "vième"
    return (words.removesuffix("e")) + "ième"


def _chinese(value: int) -> str:
    """Counting by thousands: 一千零五; the zero stands for any gap."""
    if value == 0:
        return "零"
    if value >= 10**8:
        return str(value)
    if value >= 10_000:
        high, low = divmod(value, 10_000)
        return _chinese(high) + "万" + ("零" if 0 < low < 1000 else "") + (_chinese_below(low) if low else "")
    return _chinese_below(value)


def _chinese_below(value: int) -> str:
    written, gap = "", False
    for worth, unit in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, value = divmod(value, worth)
        if digit:
            written += ("零" if gap and written else "") + _CHINESE[digit] + unit
            gap = False
        elif written:
            gap = True
    return written[1:] if written.startswith("一十") else written


def _digits(value: int) -> str:
    return "".join(_CHINESE[int(digit)] for digit in str(value))


def _japanese(value: int) -> str:
    """As in Chinese, without a zero for the gaps and without a one before ten, hundred and thousand."""
    if not 0 < value < 10_000:
        return _digits(value)
    written = ""
    for worth, unit in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, value = divmod(value, worth)
        if digit:
            written += ("" if digit == 1 and unit else _CHINESE[digit]) + unit
    return written


def _zodiac(value: int) -> str:
    return _STEMS[(value - 1) % 10] + _BRANCHES[(value - 1) % 12] if 0 < value <= 60 else str(value)


def _capitalized(words: Callable[[int], str]) -> Callable[[int], str]:
    """Word begins a number in words with a capital."""

    def written(value: int) -> str:
        text = words(value)
        return text[:1].upper() + text[1:]

    return written


_FORMATS: dict[str, Callable[[int], str]] = {
    "decimal": str,
    "decimalZero": lambda value: f"{value:02d}",
    "lowerRoman": in_roman,
    "upperRoman": lambda value: in_roman(value).upper(),
    "lowerLetter": lambda value: _repeated(_LATIN, value),
    "upperLetter": lambda value: _repeated(_LATIN, value).upper(),
    "ordinal": _ordinal,
    "hex": lambda value: f"{value:X}",
    "chicago": lambda value: _repeated(_CHICAGO, value),
    "numberInDash": lambda value: f"- {value} -",
    "decimalFullWidth": lambda value: str(value).translate(
        {48 + digit: 0xFF10 + digit for digit in range(10)}
    ),
    "decimalFullWidth2": lambda value: str(value).translate(
        {48 + digit: 0xFF10 + digit for digit in range(10)}
    ),
    "decimalHalfWidth": str,
    "decimalEnclosedCircle": lambda value: _enclosed("①", 20, value),
    "decimalEnclosedCircleChinese": lambda value: _enclosed("①", 10, value),
    "decimalEnclosedFullstop": lambda value: _enclosed("⒈", 20, value),
    "decimalEnclosedParen": lambda value: _enclosed("⑴", 20, value),
    "ideographEnclosedCircle": lambda value: _enclosed("㊀", 10, value),
    "ideographTraditional": lambda value: _from(_STEMS, value),
    "ideographZodiac": lambda value: _from(_BRANCHES, value),
    "ideographZodiacTraditional": _zodiac,
    "ideographDigital": _digits,
    "japaneseDigitalTenThousand": _digits,
    "taiwaneseDigital": lambda value: _digits(value).replace("〇", "○"),
    "chineseCounting": lambda value: _chinese(value) if value < 100 else _digits(value).replace("〇", "○"),
    "chineseCountingThousand": _chinese,
    "taiwaneseCountingThousand": lambda value: _chinese(value).replace("万", "萬"),
    "taiwaneseCounting": lambda value: _chinese(value) if value < 100 else _digits(value).replace("〇", "○"),
    "japaneseCounting": _japanese,
    "aiueoFullWidth": lambda value: _repeated(_AIUEO, value),
    "irohaFullWidth": lambda value: _repeated(_IROHA, value),
    "russianLower": lambda value: _repeated(_RUSSIAN, value),
    "russianUpper": lambda value: _repeated(_RUSSIAN, value).upper(),
}
_WORDS: dict[str, dict[str, Callable[[int], str]]] = {
    "cardinalText": {"en": _capitalized(in_words), "fr": _capitalized(_french)},
    "ordinalText": {"en": _capitalized(_english_ordinal), "fr": _capitalized(_french_ordinal)},
}


__all__ = ["formatted"]
