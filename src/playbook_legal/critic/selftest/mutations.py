"""A bank of mutations: what falsifies a true passage, and what merely retypes it.

A mutation of *substance* changes what the passage says: a negation, a modal, a number, a party, a word, an order. None
of them may verify on any tier. A *retyping* changes how it is written, as people and models do: straight quotation
marks, plain hyphens and spaces, other line breaks, a full stop or comma that American style puts inside the closing
quotation mark. Every one of them has to verify on the typographic or layout tier.

Each is deterministic: where there is a choice, it follows from the seed and the passage by a hash. A mutation changes
the passage inside, never at its ends alone, since a part of a true passage is true; but what ends within a word and
has a full stop there is false.
"""

import hashlib
import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

import msgspec

from ...text import normalize_text
from .final_marks import middles, stopped, word_ends

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_INNER_WORDS = 2  # words at each end that stay as they are


class Mutation(msgspec.Struct, frozen=True):
    """A passage changed in one way: the kind's name, whether it changes the substance, the changed passage, and the
    words before and after."""

    kind: str
    text: str
    before: str
    after: str
    substance: bool = True


class Kind(msgspec.Struct, frozen=True):
    """A way to change a passage. `made` takes the passage, a seed, and another true passage (of the same paper) for
    those that join two; it gives None where the way is not open."""

    name: str
    made: Callable[[str, str, str], Mutation | None]
    substance: bool = True


def mutations(passage: str, seed: str, other: str = "") -> tuple[Mutation, ...]:
    """Every mutation of the passage that can be made, one of each kind, in the order of `KINDS`."""
    made = (kind.made(passage, seed, other) for kind in KINDS)
    return tuple(one for one in made if one is not None)


def mutated(name: str, passage: str, seed: str, other: str = "") -> Mutation | None:
    """The mutation of that kind, or None where it cannot be made. Raises `KeyError` for a name that is none."""
    return _BY_NAME[name].made(passage, seed, other)


def choice(seed: str, kind: str, passage: str, count: int) -> int:
    """A number below `count` that follows from the seed, the kind and the passage."""
    digest = hashlib.sha256(f"{seed}\x00{kind}\x00{passage}".encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big") % count


# --- how one is made -----------------------------------------------------------------------------------------

Edit = tuple[int, int, str]


def _made(name: str, passage: str, edit: Edit) -> Mutation | None:
    start, end, instead = edit
    text = passage[:start] + instead + passage[end:]
    if normalize_text(text) in normalize_text(passage):
        return None  # a part of what is true
    return Mutation(name, text, passage[start:end], instead)


def _one_of(name: str, passage: str, seed: str, edits: Sequence[Edit]) -> Mutation | None:
    return _made(name, passage, edits[choice(seed, name, passage, len(edits))]) if edits else None


def _inner(passage: str) -> list[re.Match[str]]:
    """The words that have others on both sides."""
    words = list(_WORD.finditer(passage))
    return words[_INNER_WORDS:-_INNER_WORDS]


def _like(written: str, instead: str) -> str:
    """`instead` in the capitals of `written`."""
    if written.isupper() and len(written) > 1:
        return instead.upper()
    return instead[:1].upper() + instead[1:] if written[:1].isupper() else instead


def _swapped(name: str, pairs: dict[str, str]) -> Kind:
    """Words exchanged for others, both ways."""
    pairs = {old.lower(): new.lower() for old, new in pairs.items()}
    instead = pairs | {new: old for old, new in pairs.items() if new not in pairs}
    pattern = re.compile(
        r"(?<![\w'’-])(?:"
        + "|".join(sorted(map(re.escape, instead), key=len, reverse=True))
        + r")(?![\w'’-])",
        re.IGNORECASE,
    )

    def made(passage: str, seed: str, _other: str) -> Mutation | None:
        edits = [
            (
                found.start(),
                found.end(),
                _like(found.group(), instead[" ".join(found.group().lower().split())]),
            )
            for found in pattern.finditer(passage)
            if " ".join(found.group().lower().split()) in instead
        ]
        return _one_of(name, passage, seed, edits)

    return Kind(name, made)


def _replaced(name: str, pattern: str, instead: Callable[[re.Match[str]], str | None]) -> Kind:
    """What `pattern` finds, replaced as `instead` says."""
    compiled = re.compile(pattern, re.IGNORECASE)

    def made(passage: str, seed: str, _other: str) -> Mutation | None:
        edits = [
            (found.start(), found.end(), new)
            for found in compiled.finditer(passage)
            if (new := instead(found)) is not None and new != found.group()
        ]
        return _one_of(name, passage, seed, edits)

    return Kind(name, made)


# --- substance -----------------------------------------------------------------------------------------------


def _negation_inserted(passage: str, seed: str, _other: str) -> Mutation | None:
    found = re.finditer(r"\b(?:shall|may|must|will|is|are|was|has|have|does)\b(?!\s+not\b)", passage)
    return _one_of("negation_inserted", passage, seed, [(one.end(), one.end(), " not") for one in found])


def _negation_removed(passage: str, seed: str, _other: str) -> Mutation | None:
    found = re.finditer(r"(?<=\w)\s+(?:not|never)\b(?=\s+\w)", passage)
    return _one_of("negation_removed", passage, seed, [(one.start(), one.end(), "") for one in found])


def _word_dropped(passage: str, seed: str, _other: str) -> Mutation | None:
    edits = [
        (one.start(), one.end() + 1, "")
        for one in _inner(passage)
        if passage[one.end() : one.end() + 1] == " " and passage[one.start() - 1] == " "
    ]
    return _one_of("word_dropped", passage, seed, edits)


_ADDED = ("material", "reasonable", "prior", "gross", "exclusive", "solely", "written", "direct")


def _word_added(passage: str, seed: str, _other: str) -> Mutation | None:
    inner = [one for one in _inner(passage) if passage[one.start() - 1 : one.start()] == " "]
    if not inner:
        return None
    at = inner[choice(seed, "word_added", passage, len(inner))].start()
    word = _ADDED[choice(seed, "word_added word", passage, len(_ADDED))]
    return _made("word_added", passage, (at, at, f"{word} "))


def _reordered(passage: str, seed: str, _other: str) -> Mutation | None:
    """Two neighbouring words exchanged."""
    inner = _inner(passage)
    edits = [
        (one.start(), two.end(), f"{two.group()} {one.group()}")
        for one, two in pairwise(inner)
        if passage[one.end() : two.start()] == " " and one.group().lower() != two.group().lower()
    ]
    return _one_of("reordered", passage, seed, edits)


def _welded(passage: str, _seed: str, other: str) -> Mutation | None:
    """The first half of the passage and the second half of another one."""
    first, second = passage.split(), other.split()
    if len(first) < 10 or len(second) < 10:
        return None
    text = " ".join([*first[: len(first) // 2], *second[len(second) // 2 :]])
    if normalize_text(text) in (normalize_text(passage), normalize_text(other)):
        return None
    return Mutation("welded", text, passage, text)


def _invented_tail(passage: str, _seed: str, _other: str) -> Mutation | None:
    words = passage.split()
    if len(words) < 10:
        return None
    at = passage.rfind(words[-4])
    return _made("invented_tail", passage, (at, len(passage), "as the parties may from time to time agree"))


def _party_swapped(passage: str, seed: str, _other: str) -> Mutation | None:
    """A party put in the place of another: of a known pair of roles, or one name of the passage for another."""
    made = _ROLES.made(passage, seed, "")
    if made is not None:
        return made
    names = [
        one
        for one in _inner(passage)
        if one.group()[0].isupper() and not one.group().isupper() and len(one.group()) > 3
    ]
    edits = [
        (one.start(), one.end(), two.group())
        for one in names
        for two in names[:6]
        if one.group().lower() != two.group().lower()
    ]
    return _one_of("party_swapped", passage, seed, edits)


_ROLES = _swapped(
    "party_swapped",
    {
        "Provider": "Customer", "Licensor": "Licensee", "Lender": "Borrower", "Landlord": "Tenant", "Lessor": "Lessee",
        "Owner": "Contractor", "Buyer": "Seller", "Company": "Executive", "Employer": "Employee", "Builder": "Owner",
        "Discloser": "Recipient", "Controller": "Processor", "Purchaser": "Vendor",
    },
)  # fmt: skip


def _digit_changed(found: re.Match[str]) -> str | None:
    figures = found.group()
    if len(figures) > 1 and figures[0] != figures[-1] and figures[-1] != "0":
        return figures[-1] + figures[1:-1] + figures[0]
    return str((int(figures[0]) % 9) + 1) + figures[1:]


def _decimal_shifted(found: re.Match[str]) -> str | None:
    return f"{found.group(1)}{found.group(2)}" if found.group(2) else None


def _year_changed(found: re.Match[str]) -> str | None:
    return f"{found.group(1)}{int(found.group(2)) + 1}"


def _currency_changed(found: re.Match[str]) -> str | None:
    return {"$": "€", "€": "$", "£": "$"}.get(found.group())


_NUMBER_WORDS = {
    "one": "two", "two": "three", "three": "four", "five": "six", "six": "nine", "ten": "twenty", "fifteen": "fifty",
    "thirty": "sixty", "forty-five": "forty", "ninety": "nineteen", "twelve": "eleven", "hundred": "thousand",
    "million": "billion", "first": "second",
}  # fmt: skip
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_NOT_IN_A_NAME = r"(?<![\w.,:/-])"


# --- a full stop or comma of the writer's --------------------------------------------------------------------


def _american_stop(passage: str, seed: str, _other: str) -> Mutation | None:
    """The passage up to a word within it, with the full stop or comma of American style."""
    name = "american_stop"
    text = stopped(passage, word_ends(passage), partial(choice, seed, name, passage))
    return None if text is None else Mutation(name, text, passage, text, substance=False)


def _stopped_in_word(passage: str, seed: str, _other: str) -> Mutation | None:
    """The passage up to the middle of a word, with such a mark."""
    name = "stopped_in_word"
    text = stopped(passage, middles(passage), partial(choice, seed, name, passage))
    return None if text is None else Mutation(name, text, passage, text)


_ALTERED = (
    "negation_inserted", "modal_swapped", "connective_swapped", "quantity_swapped", "digit_changed",
    "number_word_changed", "unit_changed", "party_swapped", "word_dropped", "word_added", "reordered",
)  # fmt: skip


def _altered_and_stopped(passage: str, seed: str, _other: str) -> Mutation | None:
    """The passage falsified in another way, and cut behind that with such a mark."""
    name = "altered_and_stopped"
    first = choice(seed, name, passage, len(_ALTERED))
    for way in (*_ALTERED[first:], *_ALTERED[:first]):
        one = mutated(way, passage, seed)
        if one is None:
            continue
        pairs = enumerate(zip(passage, one.text, strict=False))
        differs = next((at for at, (true, false) in pairs if true != false), len(passage))
        ends = word_ends(one.text, differs + len(one.after) + 1)
        text = stopped(one.text, ends, partial(choice, seed, name, passage))
        if text is not None and normalize_text(text[:-1]) not in normalize_text(passage):
            return Mutation(name, text, one.before, one.after)
    return None


# --- retypings -----------------------------------------------------------------------------------------------

_STRAIGHT = str.maketrans({**dict.fromkeys("‘’‚‛′", "'"), **dict.fromkeys("“”„‟″", '"')})
_CURLY = re.compile(r"(?<!\w)([\"'])(?=\w)|([\"'])")
_PLAIN_HYPHENS = str.maketrans(dict.fromkeys("‐‑‒–—―−", "-"))


def _retyped(name: str, change: Callable[[str], str]) -> Kind:
    def made(passage: str, _seed: str, _other: str) -> Mutation | None:
        text = change(passage)
        return None if text == passage else Mutation(name, text, passage, text, substance=False)

    return Kind(name, made, substance=False)


def _curled(passage: str) -> str:
    return _CURLY.sub(
        lambda found: (
            {'"': "“", "'": "‘"}[found.group(1)] if found.group(1) else {'"': "”", "'": "’"}[found.group(2)]
        ),
        passage,
    )


def _rewrapped(passage: str) -> str:
    """Lines broken after every eighth word."""
    words = passage.split()
    return "\n".join(" ".join(words[at : at + 8]) for at in range(0, len(words), 8))


def _no_break(passage: str) -> str:
    return " ".join(passage.split()).replace(" ", "\u00a0", 3)


def _as_a_model(passage: str) -> str:
    """As language models write a passage out: on one line, with straight marks and plain hyphens."""
    return " ".join(passage.translate(_STRAIGHT).translate(_PLAIN_HYPHENS).replace("…", "...").split())


KINDS: tuple[Kind, ...] = (
    Kind("negation_inserted", _negation_inserted),
    Kind("negation_removed", _negation_removed),
    _swapped("modal_swapped", {"shall": "may", "must": "may", "will": "may"}),
    _swapped("connective_swapped", {"and": "or"}),
    _swapped("comparison_swapped", {"more": "less", "before": "after", "least": "most", "minimum": "maximum",
                                    "prior": "subsequent", "including": "excluding", "greater": "lesser"}),
    _swapped("quantity_swapped", {"any": "no", "all": "some", "each": "either"}),
    _replaced("digit_changed", _NOT_IN_A_NAME + r"[0-9]{1,9}(?![\w/-]|[.,:][0-9])", _digit_changed),
    _swapped("number_word_changed", _NUMBER_WORDS),
    _replaced("decimal_shifted", r"(?<![\w.])([0-9]+)\.([0-9]+)(?![\w.]|\()", _decimal_shifted),
    _replaced("percent_dropped", r"(?<![\w.])([0-9]+)(?:\s+percent|%)", lambda found: found.group(1)),
    _replaced("date_changed", rf"((?:{_MONTHS})\s+[0-9]{{1,2}},\s*)([0-9]{{4}})", _year_changed),
    _replaced("currency_changed", r"[$€£](?=\s?[0-9])", _currency_changed),
    _swapped("unit_changed", {"days": "hours", "months": "years", "weeks": "days", "day": "hour", "month": "year"}),
    Kind("party_swapped", _party_swapped),
    Kind("word_dropped", _word_dropped),
    Kind("word_added", _word_added),
    Kind("reordered", _reordered),
    Kind("welded", _welded),
    Kind("invented_tail", _invented_tail),
    Kind("stopped_in_word", _stopped_in_word),
    Kind("altered_and_stopped", _altered_and_stopped),
    _retyped("straight_quotes", lambda passage: passage.translate(_STRAIGHT)),
    _retyped("curly_quotes", _curled),
    _retyped("plain_hyphens", lambda passage: passage.translate(_PLAIN_HYPHENS)),
    _retyped("plain_spaces", lambda passage: " ".join(passage.split())),
    _retyped("no_break_spaces", _no_break),
    _retyped("line_breaks", _rewrapped),
    _retyped("as_a_model", _as_a_model),
    Kind("american_stop", _american_stop, substance=False),
)  # fmt: skip
_BY_NAME = {kind.name: kind for kind in KINDS}

SUBSTANCE = tuple(kind.name for kind in KINDS if kind.substance)
RETYPINGS = tuple(kind.name for kind in KINDS if not kind.substance)


__all__ = ["KINDS", "RETYPINGS", "SUBSTANCE", "Kind", "Mutation", "choice", "mutated", "mutations"]
