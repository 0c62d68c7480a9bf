"""Numbers of articles as Chinese and Japanese papers write them: `第五条`, `第一〇二条`."""

import re

_HAN = re.compile(r"第\s*([0-9]+|[〇零一二三四五六七八九十百]{1,12})\s*([条條款项項章])")


def article_in_han(text: str) -> str:
    """The number, in figures, of an article that `text` begins with as Chinese and Japanese papers write it: `第五条`;
    empty where it begins otherwise."""
    found = _HAN.match(text.lstrip())
    return "" if found is None else _figure(found)


def number_in_han(text: str) -> str:
    """The first such number in `text`, in figures; empty where there is none."""
    found = _HAN.search(text)
    return "" if found is None else _figure(found)


def _figure(found: re.Match[str]) -> str:
    number = found.group(1)
    return number if number.isdigit() else str(_value(number))


def _value(text: str) -> int:
    digits = "零一二三四五六七八九"
    text = text.replace("〇", "零")
    if "十" not in text and "百" not in text:  # digit by digit, 一〇二
        return int("".join([str(digits.index(one)) for one in text]))
    value, digit = 0, 0
    for one in text:
        if one in digits:
            digit = digits.index(one)
        else:
            value += (digit or 1) * (10 if one == "十" else 100)
            digit = 0
    return value + digit


__all__ = ["article_in_han", "number_in_han"]
