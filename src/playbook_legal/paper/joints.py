r"""Hyphens and dashes: how two folded passages are compared whose words are joined or broken by them.

A hyphen at a line end may belong to the word (`non-\ncompete`) or to the printer (`agree-\nment`), and a dash may
have spaces around it or not. Such *joints* are kept as what they are. A passage is looked for by its text without
them, which is fast, and where it seems to stand the joints of both must agree one by one: `agree-\nment` agrees
with `agreement` and with `agree-ment`, but `re-sign` never with `resign`, nor `1-24` with `124`.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from .note_marks import begins_note_mark

EM = "—"
# A line-end hyphen that may be the printer's, and one that cannot be. Noncharacters, which no text holds by itself;
# PDFium writes the first for the same thing.
BREAK, HARD_BREAK = "\ufffe", "\uffff"

_SIGNS_OF_JOINTS = re.compile(f"[-{EM}{BREAK}{HARD_BREAK}]")
_JOINT = re.compile(rf"(?<=\S)(?: - |- |-|{EM}|{BREAK}|{HARD_BREAK})(?=\S)")
_LAST_DASH = re.compile(rf"(?<=\w)(?: -|-|{EM})\Z")
_AGREE = {
    "": ("", BREAK),
    "-": ("-", EM, BREAK, HARD_BREAK),
    "- ": ("- ", BREAK, HARD_BREAK),
    " - ": (" - ", EM),
    EM: (EM, "-", " - "),
    BREAK: (BREAK, HARD_BREAK, "", "-", "- "),
    HARD_BREAK: (HARD_BREAK, BREAK, "-", "- "),
}
# Places whose letters are right and whose joints are not, and characters compared there, before a passage counts as
# not found: no passage of a contract comes near either.
_MOST_TRIED, _MOST_COMPARED = 2_000, 4_000_000

_CURRENCY = frozenset("$€£¥₩₹₽¢₤₪₫₱฿")
_SIGNS = frozenset("+-−±.#") | _CURRENCY
_BEHIND = frozenset("%‰°º") | _CURRENCY
# "$10 million", "5 percent": the figure and the word are one number.
_MULTIPLIER = re.compile(
    r" (?:hundred|thousand|million|billion|trillion|dozen|percent|per cent|basis points?|bps|mm|bn)\b"
)
_NUMBER_WORD = re.compile(
    r"(?<![^\W_])(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
    r"|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million)$"
)


class Jointed:
    """A folded text and its joints."""

    __slots__ = ("_begin", "_removed", "bare", "joints", "places", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._begin: list[int] = []  # where in the text each joint begins
        self.places: list[int] = []  # … and between which characters of the bare text it stands
        self.joints: list[str] = []
        self._removed = [0]  # characters of joints before each, and at last of all
        pieces: list[str] = []
        at = removed = 0
        for found in _joints(text):
            start = found.start()
            pieces.append(text[at:start])
            at = found.end()
            self._begin.append(start)
            self.places.append(start - removed)
            self.joints.append(found.group())
            removed += at - start
            self._removed.append(removed)
        self.bare = "".join([*pieces, text[at:]]) if pieces else text

    def occurrences(self, wanted: "Jointed", at: int = 0) -> Iterator[tuple[int, int]]:
        """Every place of `text`, from `at` on, where the `wanted` text stands, in order."""
        if not wanted.bare:
            return
        place = self._inside(at)
        compared = 0
        for _ in range(_MOST_TRIED):
            place = self.bare.find(wanted.bare, place)
            if place < 0 or compared > _MOST_COMPARED:
                return
            end = place + len(wanted.bare)
            compared += len(wanted.bare)
            if self._agrees(wanted, place, end):
                yield self._outside(place), self._outside(end - 1) + 1
            place += 1

    def start_of(self, wanted: "Jointed", at: int) -> int | None:
        """Where the `wanted` text, not empty, begins that ends at `at`; None when it does not stand there."""
        end = self._inside(at)
        place = end - len(wanted.bare)
        if place < 0 or not self.bare.startswith(wanted.bare, place) or self._outside(end - 1) + 1 != at:
            return None
        return self._outside(place) if self._agrees(wanted, place, end) else None

    def _agrees(self, wanted: "Jointed", start: int, end: int) -> bool:
        """Whether the joints within the characters `[start, end)` of the bare text are those of the wanted."""
        first, last = bisect_right(self.places, start), bisect_left(self.places, end)
        if first >= last and not wanted.places:
            return True
        here = {self.places[at]: self.joints[at] for at in range(first, last)}
        for place, joint in zip(wanted.places, wanted.joints, strict=True):
            if joint not in _AGREE[here.pop(start + place, "")]:
                return False
        return all(joint == BREAK for joint in here.values())

    def _inside(self, at: int) -> int:
        """Where the character at `at` of the text stands in the bare one."""
        before = bisect_left(self._begin, at)
        inside = at - self._removed[before]
        return max(inside, self.places[before - 1]) if before else inside

    def _outside(self, place: int) -> int:
        """Where the character at `place` of the bare text stands in the text."""
        return place + self._removed[bisect_right(self.places, place)]


def _joints(text: str) -> Iterator[re.Match[str]]:
    """The joints of a folded text, in order: looked for where one of their signs stands, which is much faster than at
    every character."""
    at = 0
    for sign in _SIGNS_OF_JOINTS.finditer(text):
        place = sign.start()
        found = _JOINT.match(text, place - 1) if place > at and text[place - 1] == " " else None
        found = found or _JOINT.match(text, place)
        if found is not None:
            at = found.end()
            yield found


def without_joints(text: str) -> str:
    """The folded text without its joints: `Jointed(text).bare`."""
    pieces: list[str] = []
    at = 0
    for found in _joints(text):
        pieces.append(text[at : found.start()])
        at = found.end()
    return "".join((*pieces, text[at:])) if pieces else text


def without_last_dash(folded: str) -> tuple[str, str]:
    """A folded passage without the hyphen or dash at its end, and that: alone it joins nothing, and in the paper it
    stands before something."""
    found = _LAST_DASH.search(folded)
    return (folded, "") if found is None else (folded[: found.start()], found.group())


def behind_dash(text: str, at: int, dash: str) -> int | None:
    """Where the dash ends that stands at `at` of a folded text and is the same; None where there is none, or where the
    hyphen is one within a word."""
    if dash == "-":
        ends = text.startswith("-", at) and not text[at + 1 : at + 2].isalnum()
        return at + 1 if ends else None
    return next((at + len(one) for one in (" -", EM) if text.startswith(one, at)), None)


def is_whole(text: str, start: int, end: int) -> bool:
    """Whether the folded `text[start:end]` neither begins nor ends inside a word, a number or a signed figure.

    Half a word or figure says something else than the whole: `compete` of `non-compete`, `000` of `1,000`, `5` of
    `-5` or of `5%`.
    """
    return not (_cuts_at_start(text, start) or _cuts_at_end(text, end))


def _cuts_at_start(text: str, at: int) -> bool:
    first, second = text[at : at + 1], text[at + 1 : at + 2]
    before, further = text[max(0, at - 1) : at], text[max(0, at - 2) : max(0, at - 1)]
    if not before or not first:
        return False
    if first in _CURRENCY:
        return before.isalnum() or before in "+-−±"
    if first in ".,:/":
        return before.isdigit() and second.isdigit()
    if not first.isalnum():
        return False
    if before.isalnum() or before in (BREAK, HARD_BREAK):
        return True
    if before in "-'":  # within a word; a quotation mark before it has no letter on its other side
        return further.isalnum() or (before == "-" and first.isdigit())
    if first.isdigit():
        return before in _SIGNS or (before in ",:/" and further.isdigit())
    return before == " " and _MULTIPLIER.match(text, at - 1) is not None and _ends_in_number(text, at - 1)


def _cuts_at_end(text: str, at: int) -> bool:
    last, behind, further = text[at - 1 : at], text[at : at + 1], text[at + 1 : at + 2]
    if not behind:
        return False
    if not last.isalnum():
        figure = last in _SIGNS or (last in ",:/" and text[max(0, at - 2) : at - 1].isdigit())
        return figure and behind.isdigit()
    if (behind.isalnum() and not begins_note_mark(text, at)) or behind in (BREAK, HARD_BREAK):
        return True
    if behind == "-":  # "pre-closing", "pre- and post-closing"
        return further.isalnum() or text.startswith((" and ", " or "), at + 1)
    if behind == "'":
        return further.isalnum()
    if behind == " " and _MULTIPLIER.match(text, at) is not None and _ends_in_number(text, at):
        return True
    if not last.isdigit():
        return False
    return behind in _BEHIND or text.startswith((" %", " ‰"), at) or (behind in ".,:/" and further.isdigit())


def _ends_in_number(text: str, at: int) -> bool:
    """Whether the word that ends at `at` is a figure or a number word."""
    return text[at - 1 : at].isdigit() or _NUMBER_WORD.search(text, max(0, at - 12), at) is not None
