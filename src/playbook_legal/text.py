"""How two passages are compared: the one rule, used by the engine and the critic alike.

Text is lower-cased, every run of whitespace becomes one space, the ends are stripped. Nothing else: no
stemming, no folding of quotation marks or dashes, no Unicode composition. Comparison happens on the
normalized text; evidence is reported on the original, so the way back is kept (`Passage.source_span`).
"""

import re
from bisect import bisect_right
from collections.abc import Iterator

# A sentence ends at a full stop, question or exclamation mark before whitespace or the end of the text, or at
# a line feed. A full stop before a digit has no whitespace behind it, so "§10.2" stays whole.
_SENTENCE_END = re.compile(r"[.?!](?=\s|\Z)|\n")


def normalize_text(text: str) -> str:
    """`text` lower-cased, with whitespace runs collapsed to one space and the ends stripped."""
    return " ".join(text.lower().split())


# What normalizing makes of each byte of ASCII: white space a space, capitals small.
_SMALL = bytes(32 if chr(byte).isspace() else ord(chr(byte).lower()) for byte in range(128)) + bytes(
    range(128, 256)
)
_ASCII = bytes(range(128))
_FEW = 12  # characters


def normalized_bytes(text: str) -> bytes:
    """`normalize_text(text)` in UTF-8; the same, made several times faster for long texts. `text` holds no lone
    surrogate."""
    written = text.encode()
    if not text.isascii():
        others = set(written.translate(None, _ASCII).decode())
        odd = [one for one in others if one.isspace() or one.lower() != one]
        # One by one as long as they are few; what becomes of a sigma depends on what stands around it.
        if len(odd) > _FEW or "Σ" in odd:
            return normalize_text(text).encode()
        for one in odd:  # in characters, where to replace one by one is several times faster than in bytes
            text = text.replace(one, " " if one.isspace() else one.lower())
        written = text.encode() if odd else written
    # Between two words stands one space; only where it stands beside another is there something to do.
    small = written.translate(_SMALL).split(b"  ")
    return b" ".join(filter(None, map(bytes.strip, small)))


def lone_surrogate(text: str) -> int | None:
    """Position of the first lone surrogate in `text` (which no UTF-8 file can carry), or None."""
    if text.isascii():
        return None
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        return error.start
    return None


class Passage:
    """A text with its normalized form and the way back from one to the other.

    `source` is the text as written, `text` its normalized form. No map between them is kept, because most
    passages are compared and never reported.
    """

    __slots__ = ("source", "text")

    def __init__(self, source: str) -> None:
        self.source = source
        self.text = normalize_text(source)

    def source_span(self, start: int, end: int) -> tuple[int, int]:
        """Characters of `source` that `text[start:end]` came from, as `(start, end)`; needs `start < end`."""
        return self._source_position(start), self._source_position(end - 1) + 1

    def _source_position(self, position: int) -> int:
        """Where in `source` the character at `position` of `text` came from; a space came from where its run of
        whitespace began."""
        before = self.text.count(" ", 0, position)  # words that end before the one asked for
        rest = self.source.split(None, before)[before]
        start = len(self.source) - len(rest)
        inside = position - (self.text.rfind(" ", 0, position) + 1)
        word = rest.split(None, 1)[0]
        if len(word.lower()) != len(
            word
        ):  # one character may lower to several ("İ"); all came from its place
            inside = _place_in_word(word, inside)
        return start + inside

    def find(self, normalized: str) -> tuple[int, int] | None:
        """Where the already normalized passage first stands, as a span of `source`; None when it does not."""
        at = self.text.find(normalized)
        if at < 0 or not normalized:
            return None
        return self.source_span(at, at + len(normalized))


def _place_in_word(word: str, lowered: int) -> int:
    """Which character of `word` the character at `lowered` of its lower-cased form came from; the end of the
    word for the end."""
    for place, character in enumerate(word):
        lowered -= len(character.lower())
        if lowered < 0:
            return place
    return len(word)


class Prose:
    """Fields of running text read as one: normalized together, with the sentence ends of the original kept.

    Concepts are sought in `text`; gates also need to know in which sentence a match stands. The end of a
    field is the end of a sentence.
    """

    __slots__ = ("_sentences", "_written", "text")

    def __init__(self, *fields: str) -> None:
        self._written = fields[0] if len(fields) == 1 else "\n".join(fields)
        self.text = " ".join(self._written.lower().split())
        self._sentences: tuple[list[int], list[int]] | None = None

    def _bounds(self) -> tuple[list[int], list[int]]:
        """Starts and ends of the sentences in `text`; found in one pass, once."""
        if self._sentences is None:
            starts: list[int] = []
            ends: list[int] = []
            at = 0
            for piece in _pieces(self._written):
                length = len(" ".join(piece.lower().split()))
                if length:
                    starts.append(at)
                    ends.append(at + length)
                    at += length + 1  # the space that joins it to the next
            self._sentences = (starts, ends)
        return self._sentences

    def sentence(self, start: int, end: int) -> tuple[int, int]:
        """The sentence of the span `text[start:end]`: from where the sentence of its first character begins to
        where that of its last character ends. The space between two sentences begins the later one, so that a
        pattern that starts with white space is not read with the sentence before."""
        starts, ends = self._bounds()
        first = max(bisect_right(starts, start + 1) - 1, 0)
        last = max(bisect_right(starts, max(start, end - 1)) - 1, first)
        return (starts[first], ends[last]) if starts else (0, 0)

    def first_sentence_end(self, start: int) -> int:
        """Where the sentence that `text[start]` stands in ends."""
        return self.sentence(start, start + 1)[1]


def _pieces(written: str) -> Iterator[str]:
    at = 0
    for end in _SENTENCE_END.finditer(written):
        yield written[at : end.end()]
        at = end.end()
    yield written[at:]


# --- negation ---------------------------------------------------------------------------------------------

# The closed list of docs/scoring.md, "Structured gates": these as whole words, and the suffix n't behind a
# letter, with a straight or a typographic apostrophe. "nobody" and "fails to" are no negators.
_NEGATOR = re.compile(r"\b(?:no|not|never|nothing|none|neither|nor|cannot|without)\b|(?<=\w)n['’]t\b")


def negators(text: str) -> tuple[list[int], list[int], list[str]]:
    """Where the negators of the normalized `text` start, where they end, and what they are; in order, one pass.

    Of "isn't" the suffix "n't" is the negator.
    """
    starts: list[int] = []
    ends: list[int] = []
    words: list[str] = []
    for found in _NEGATOR.finditer(text):
        starts.append(found.start())
        ends.append(found.end())
        words.append(found.group())
    return starts, ends, words
