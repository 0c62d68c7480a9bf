"""Texts that hold a file instead of words: a PDF that was put into letters for filing or mailing.

Old filings bring their exhibits so (uuencoded: a line `begin 644 name.pdf`, then lines that all begin with `M`), mails
in base64. A reader sees no word of the paper in it, and a quotation cannot stand there. Only a text that is nearly
nothing else is told so: a filing with a picture behind its words is read for its words.
"""

import re

from ..problems import shown

_BEGIN = re.compile(r"^begin(?:-base64)? [0-7]{3,4} (?P<name>\S[^\n]{0,120})$", re.MULTILINE)
_BASE64 = re.compile(r"^[A-Za-z0-9+/]{60,}={0,2}[^\S\n]*$", re.MULTILINE)
_SPACES_OF_PROSE = 40  # prose has a space at least every so many characters
_SHORTEST = 400  # characters
_SAMPLE = 2_000  # characters at each quarter of a long text
_NEARLY_ALL = 0.8


def packed_file(text: str) -> str:
    """What a text is that is nearly nothing but a file put into letters, and what to do about it; empty for others."""
    if len(text) >= 4 * _SAMPLE:
        # Seen without reading all of a long text, mostly at the first two places.
        first, second = _is_prose(text, 1), _is_prose(text, 2)
        if (first and second) or ((first or second) and _is_prose(text, 3)):
            return ""
    begins = text.startswith("begin") or "\nbegin" in text
    begin = _BEGIN.search(text) if begins else None
    if begin is not None and _share(sum(map(_uuencoded, text.split("\n"))), text):
        name = shown(begin["name"].strip())
        return f"this is the file {name} put into letters (uuencoded), and no text; decode it and give the file itself"
    if len(text) < _SHORTEST or text.count(" ") * _SPACES_OF_PROSE > len(text):
        return ""
    if _share(sum(len(found.group()) for found in _BASE64.finditer(text)), text):
        return "this is a file put into letters (base64), and no text; decode it and give the file itself"
    return ""


def _is_prose(text: str, quarter: int) -> bool:
    """Whether words stand at that quarter of the text: base64 has no spaces, uuencoded text no small letters."""
    at = quarter * len(text) // 4
    sample = text[at : at + _SAMPLE]
    return sample.count(" ") * _SPACES_OF_PROSE > _SAMPLE and sample.upper() != sample


def _share(characters: int, text: str) -> bool:
    return characters >= _NEARLY_ALL * len(text.strip())


def _uuencoded(line: str) -> int:
    """The characters of a line that is uuencoded, which says at its beginning how many bytes it holds; else none."""
    line = line.rstrip("\r")
    if not line or not " " <= line[0] <= "`":
        return 0
    length = 1 + (((ord(line[0]) - 32) & 63) + 2) // 3 * 4
    # Some mailers take a space from its end, some put a check character there.
    fits = length - 3 <= len(line) <= length + 1
    return len(line) + 1 if fits and all(" " <= one <= "`" for one in line) else 0


__all__ = ["packed_file"]
