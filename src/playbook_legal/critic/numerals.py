"""Numbers as contracts write them: `72`, `seventy-two`, `seventy-two (72)`, `$1.5 million`, `ten percent (10%)`.

Two uses: a rule that asks for it is applied to a text in which equal numbers are written alike (`written_alike`), and a
quotation is told whose words and figures say two different numbers (`disagreements`).
"""

import re
from collections.abc import Iterator
from decimal import Decimal

from ..paper.number_words import TENS, UNITS

_SCALES = {"thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_VALUES = {word: value for value, word in enumerate(UNITS)} | {
    word: 10 * value for value, word in enumerate(TENS, 2)
}

_ONE, _TEN, _SCALE = "|".join(UNITS), "|".join(TENS), "|".join(_SCALES)
_SMALL = rf"(?:(?:{_TEN})(?:[-\s]+(?:{_ONE}))?|(?:{_ONE}))"
_GROUP = rf"{_SMALL}(?:[-\s]+hundred(?:[-\s]+(?:and[-\s]+)?{_SMALL})?)?"
_WORDS = rf"(?<![\w-]){_GROUP}(?:\s+(?:{_SCALE})(?:,?\s+(?:and\s+)?{_GROUP})?){{0,4}}(?![\w-])"
_FIGURE = r"[0-9]{1,3}(?:,[0-9]{3}){1,5}(?:\.[0-9]{1,9})?|[0-9]{1,15}(?:\.[0-9]{1,9})?"
_SIGN = r"(?:us|u\.s\.)?\s*[$€£]\s*"
# A number word with its figure behind it: "thirty (30)", "One Million Dollars ($1,000,000)", "five percent (5%)".
_BETWEEN = r"(?:\s+(?:and\s+(?:no|00)/100|us|u\.s\.|united\s+states|dollars?|euros?|pounds?|percent|per\s+cent)){0,6}"
_BOTH = (
    rf"(?P<said>{_WORDS})(?P<between>{_BETWEEN})\s*\((?P<sign>{_SIGN})?(?P<figure>{_FIGURE})"
    rf"(?:\s+(?P<scale>{_SCALE}))?(?P<percent>\s*%|\s+percent)?\s*\)"
)
_PAIR = re.compile(_BOTH, re.IGNORECASE)
# Then the words begin further ahead ("nineteen ninety-five", "one-tenth of one percent"), or end behind the bracket
# ("Six (6,000,000) Million").
_MORE_BEFORE = re.compile(rf"(?:{_ONE}|{_TEN}|hundred|{_SCALE}|\bof|\band|\bpoint)[-\s]+\Z", re.IGNORECASE)
_MORE_BEHIND = re.compile(rf"\s+(?:hundred|{_SCALE})\b", re.IGNORECASE)

_TIME = r"(?:(?P<kind>business|working|banking|calendar)\s+)?(?P<time>hour|day|week|month|year)s?"
_NUMBER = re.compile(
    rf"(?:{_BOTH}|(?P<money>{_SIGN})?(?:(?P<alone>(?<![\w.,]){_FIGURE})(?:\s+(?P<times>{_SCALE}))?|(?P<words>{_WORDS})))"
    rf"(?:(?P<rate>\s*%|\s+percent\b|\s+per\s+cent\b)|(?P<dollars>\s+dollars?\b)|[-\s]+{_TIME}(?![\w]))?",
)
_HOURS, _MONTHS = {"hour": 1, "day": 24, "week": 168}, {"month": 1, "year": 12}


def disagreements(text: str) -> Iterator[str]:
    """The places of `text` in which number words and the figure in brackets behind them are two numbers."""
    for found in _PAIR.finditer(text):
        if _MORE_BEFORE.search(text[max(0, found.start() - 12) : found.start()]):
            continue
        if _MORE_BEHIND.match(text, found.end()):
            continue
        if value_of(found.group("said")) != _figure(found.group("figure"), found.group("scale")):
            yield " ".join(found.group().split())


def written_alike(normalized: str) -> str:
    """A normalized text with equal numbers written alike: `seventy-two (72) hours`, `3 days` and `72-hour` as `72
    hours`, `one year` as `12 months`, `$1 million` as `$1000000`, `5 percent` as `5%`. Where words and figure disagree
    both are written. Business days stay what they are."""
    return _NUMBER.sub(_alike, normalized)


def _alike(found: re.Match[str]) -> str:
    group = found.group
    if group("said") is not None:
        values = [value_of(group("said")), _figure(group("figure"), group("scale"))]
    elif group("words") is not None:
        values = [value_of(group("words"))]
    else:
        values = [_figure(group("alone"), group("times"))]
    money = (
        group("sign")
        or group("money")
        or ("$" if "dollar" in (group("dollars") or group("between") or "") else "")
    )
    rate = group("rate") or group("percent") or ("percent" if "percent" in (group("between") or "") else "")
    written = [_said(value, money.strip()[-1:], bool(rate), group("time"), group("kind")) for value in values]
    return " ".join(dict.fromkeys(written))


def _said(value: Decimal, money: str, rate: bool, time: str | None, kind: str | None) -> str:  # noqa: FBT001 - a column
    unit = ""
    if time is not None and kind not in (None, "calendar"):
        unit = f" {kind} {time}s"
    elif time in _HOURS:
        value, unit = value * _HOURS[time], " hours"
    elif time in _MONTHS:
        value, unit = value * _MONTHS[time], " months"
    figure = f"{value:f}"
    figure = figure.rstrip("0").rstrip(".") if "." in figure else figure
    return f"{money}{figure}{'%' if rate else ''}{unit}"


def value_of(words: str) -> Decimal:
    """What number words say: `two hundred and fifty thousand` is 250,000."""
    total = current = 0
    for word in re.split(r"[-,\s]+", words.casefold()):
        if word == "hundred":
            current *= 100
        elif word in _SCALES:
            total += current * _SCALES[word]
            current = 0
        else:
            current += _VALUES.get(word, 0)
    return Decimal(total + current)


def _figure(figure: str, scale: str | None) -> Decimal:
    return Decimal(figure.replace(",", "")) * _SCALES.get((scale or "").casefold(), 1)


__all__ = ["disagreements", "value_of", "written_alike"]
