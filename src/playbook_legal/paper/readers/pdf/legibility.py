"""Whether the text of a page means what one sees on the page.

A PDF is made to be looked at. Its text is a layer of its own, which may be missing (a scan, letters drawn as
curves) or say something else than the page shows: a font without a table of letters turns `This` into `7KLV`. To
call a true quotation fabricated because of that would be worse than to read nothing, and so would be to refuse a
good file. So a page is called meaningless on certain signs only:

* the file itself lacks the meaning of a third of the letters, and what stands in their place is no writing: control
  characters, capitals within words, hardly a vowel;
* a third of it is written as `(cid:12)`, a fifth of it is characters that stand for nothing;
* the letters are there and make no words in any language of Latin script: an eighth of the different words has no
  vowel, and consonants crowd the rest.

Other scripts, figures, codes and short texts give no such sign and pass.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import Literal

from ....problems import shown
from .apart import PageFound
from .extraction import FEW

Legibility = Literal["text", "blank", "picture", "drawn", "meaningless"]

_CID = re.compile(r"\(cid:\d{1,6}\)")
_REPEATED = re.compile(r"(.)\1{2,}")  # leaders, rules and blanks to be filled in
_LETTERS_AND_FIGURES = re.compile(r"[^\W_]+")
_VOID = re.compile("[\ufffd\ue000-\uf8ff\U000f0000-\U0010fffd]")  # no character, and those of private use
_ACCENT = re.compile("[\u0300-\u036f]")
_LATIN = re.compile(r"[A-Za-z]+")
_LATIN_WORD = re.compile(r"[A-Za-z]{4,}")
_PRINTABLE = re.compile(r"[!-~]+")
_INNER_CAPITAL = re.compile(r"(?<=[a-z])[A-Z]|(?<=[A-Z])[a-z](?=[A-Z])")
_VOWEL = re.compile(r"[aeiouyAEIOUY]")
_CONSONANTS = re.compile(r"[bcdfghjklmnpqrstvwxz]{5,}")

# Measured on thirty thousand pages in a hundred languages: 4 of 100 words without a vowel are many, 15 the most that
# lists of names in programs have; together with the letters in runs of consonants, 32 of 100.
_MUTE, _MUTE_OR_CROWDED = 0.12, 0.4

# In European languages, accents taken off, 36 to 50 of 100 letters are vowels, y included.
_FEWEST_VOWELS, _MOST_VOWELS = 0.27, 0.65


def legibility(page: PageFound) -> Legibility:
    """What the text layer of the page is good for. A page of next to no text is a picture where a picture fills
    most of it."""
    visible = len("".join(page.text.split()))
    if visible < FEW and page.picture >= 0.5:
        return "picture"
    if visible < 10 and page.pieces >= 100:
        return "drawn"
    if not visible and not page.unmapped:
        return "blank"
    return "meaningless" if _is_meaningless(page, visible) else "text"


def _is_meaningless(page: PageFound, visible: int) -> bool:
    lost = page.unmapped
    if lost >= 20 and lost * 3 >= page.characters and not _is_writing(page.instead):
        return True
    text = page.text
    if "(cid:" in text and (visible - len(_CID.sub("", "".join(text.split())))) * 3 >= visible:
        return True
    void = 0 if text.isascii() else len(_VOID.findall(text))
    if void >= 20 and void * 5 >= visible:
        return True
    return _is_gibberish(text) or _is_punctuation(text)


def _is_writing(codes: str) -> bool:
    """Whether bare codes happen to be the letters they look like, as in old files of simple fonts."""
    controls = sum(ord(code) < 32 or 127 <= ord(code) < 160 for code in codes)
    if controls * 20 >= len(codes):
        return False
    letters = _latin_letters(codes)
    if len(letters) < 40:
        return True  # figures, or too little to tell
    capitals = len(_INNER_CAPITAL.findall(letters))
    return _has_usual_vowels(letters) and capitals * 5 < len(letters)


def _is_gibberish(text: str) -> bool:
    """Whether the words of a page in Latin script cannot be words: too many have no vowel, or five consonants in a
    row. Each word counts once, since codes and abbreviations come back."""
    letters = _latin_letters(text).lower()
    words = sorted(set(_LATIN_WORD.findall(letters)))
    if len(words) < 40 or len("".join(letters.split())) * 2 < sum(letter.isalpha() for letter in text):
        return False  # too few, or words of a trade in a text of another script
    mute = sum(_VOWEL.search(word) is None for word in words) / len(words)
    run = sum(len(found) for word in words for found in _CONSONANTS.findall(word)) / sum(map(len, words))
    return mute >= _MUTE and mute + run >= _MUTE_OR_CROWDED


def _is_punctuation(text: str) -> bool:
    """Whether a page is full of signs, with letters and figures the exception."""
    dense = _REPEATED.sub(r"\1", "".join(text.split()))
    return len(dense) >= 200 and len("".join(_LETTERS_AND_FIGURES.findall(dense))) * 5 < len(dense)


def _has_usual_vowels(letters: str) -> bool:
    count = sum(letter.isalpha() for letter in letters)
    return _FEWEST_VOWELS * count <= len(_VOWEL.findall(letters)) <= _MOST_VOWELS * count


def _latin_letters(text: str) -> str:
    """The words of `text` in Latin script, without accents."""
    plain = text if text.isascii() else _ACCENT.sub("", unicodedata.normalize("NFKD", text))
    return " ".join(_LATIN.findall(plain))


# What is wrong with pages of that kind, and what to do about it.
_MEANING: dict[Legibility, str] = {
    "picture": "pictures without text (a scan)",
    "drawn": "shapes without text (the letters were drawn as curves)",
    "meaningless": "text whose letters mean nothing (its fonts do not say which letters they show)",
}
_REMEDY: dict[Legibility, str] = {
    "picture": "have the text recognized (OCR) and give that file",
    "drawn": "export it again with its text, or have the text recognized (OCR)",
    "meaningless": "export it again from the program it was made with, or have the text recognized (OCR)",
}


def unreadable_as_a_whole(pages: Sequence[PageFound], kinds: Sequence[Legibility]) -> str:
    """Why the document cannot be read, and what to do; empty where most of its pages can be."""
    filled = [kind for kind in kinds if kind != "blank"]
    if not filled:
        return "nothing stands on its pages; give the file that was meant"
    bad: list[Legibility] = [kind for kind in filled if kind != "text"]
    if len(bad) * 2 <= len(filled):
        return ""
    worst = max(_MEANING, key=bad.count)
    example = ""
    if worst == "meaningless":
        first = next(page for page, kind in zip(pages, kinds, strict=True) if kind == worst)
        example = f", such as {shown(max(_PRINTABLE.findall(first.text), key=len, default=''), 24)}"
    which = "its pages are" if len(bad) == len(kinds) else f"{len(bad)} of {len(kinds)} pages are"
    return f"this document cannot be read: {which} {_MEANING[worst]}{example}; {_REMEDY[worst]}"


def remarks(kinds: Sequence[Legibility]) -> tuple[str, ...]:
    """A line for each kind of page that cannot be read, with the numbers of the pages."""
    found: list[str] = []
    for kind, meaning in _MEANING.items():
        numbers = [number for number, one in enumerate(kinds, 1) if one == kind]
        if numbers:
            found.append(f"{_listed(numbers)}: {meaning}; nothing there can be verified")
    return tuple(found)


def _listed(numbers: Sequence[int]) -> str:
    """`page 3`, `pages 3, 5–7`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1] = [runs[-1][0], number]
        else:
            runs.append([number])
    shown_runs = ", ".join("–".join(map(str, run)) for run in runs)
    return ("page " if len(numbers) == 1 else "pages ") + shown_runs


__all__ = ["Legibility", "legibility", "remarks", "unreadable_as_a_whole"]
