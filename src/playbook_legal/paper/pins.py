"""What people write to name a place in a document: pin cites.

`Section 4.2(a)(ii)`, `§§ 4.2–4.5`, `Art. IV, Sec. 2`, `clauses 7.3(b) and 7.4`, `Exhibit B §2.1`, `¶ 12`,
`Limitation of Liability (Section 10.2)`, `the definition of "Fees"`, `§ 5 Abs. 2`, `第5条`.

`parse_pins` reads them into values. It knows the ids of the record's documents, and nothing of what stands in them:
whether a pin names anything is for `resolving` to say.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

import msgspec

from .citations import LONGEST
from .han_numbers import number_in_han
from .number_words import value_in_words
from .outline import ANNEXED, atoms_of
from .pin_words import ALONE, AND, KIND_OF, NAMED, SPELT_NUMBER, STEP
from .romans import roman_value

_RANGE = re.compile(r"\s*(?:–|—|-|\bto\b|\bthrough\b|\bthru\b|\bbis\b)\s*", re.IGNORECASE)
_INTO = re.compile(r"\s*(?:,|:|–|—|\s)?\s*")  # from an article to its section
_OF = re.compile(r"\s*\bof\s+(?:the\s+)?", re.IGNORECASE)  # from a section to what it stands in
_QUOTED = re.compile(r'["“«„]([^"”»“]{1,80})["”»“]')
# A section that is cited by its title and called one, `section "Rent"`, `the "Rent" clause`, `Rent section`; and a
# title in single quotation marks.
_A_UNIT = r"(?:sub)?(?:section|clause|article|paragraph|heading|provision)"
_OPENED, _CLOSED = "[\"“„'‘]", "[\"”“'’]"
_TITLED = re.compile(
    rf"(?:the\s+)?{_A_UNIT}\s+(?:(?:titled|entitled|called|headed|captioned|named|on)\s+)?{_OPENED}([^\"”“]{{1,80}}){_CLOSED}\Z"
    rf"|(?:the\s+)?{_OPENED}([^\"”“]{{1,80}}){_CLOSED}\s+{_A_UNIT}\Z"
    rf"|['‘]([^\"”“'‘’]{{1,80}})['’]\Z"
    rf"|(?:the\s+)?((?!(?:this|that|such|any|said)\b)[^\W\d_]+(?:[ ,&\-]+[^\W\d_]+){{0,9}})\s+{_A_UNIT}\Z",
    re.IGNORECASE,
)
# A title in quotation marks with its number counts by the number: `"Rent" (Section 5)`.
_TITLE_AND_NUMBER = re.compile(rf"{_OPENED}[^\"”“]{{1,80}}{_CLOSED}\s*[,(\[:–—-]")
# A number behind the title of its section: "Limitation of Liability (8.1)".
_BEHIND_ITS_TITLE = re.compile(
    r"(?<=[^\W\d_])\s*[(\[](?=[0-9]{1,3}(?:\.[0-9]{1,3}){1,4}(?:\([a-z0-9]{1,4}\)){0,4}[)\]]\Z)"
)
_LETTERED = re.compile(r"[A-Z]\.[0-9]{1,3}[.:]?\s")  # "L.4 Survival"
_DEFINITION_OF = re.compile(
    r"\bdefinition\s+of\s+(?:the\s+term\s+)?['‘]?([^\W\d_][\w &/-]{1,60}?)['’]?\s*(?:[,(].*|\s+in\s.*)?\Z",
    re.IGNORECASE,
)
# Words around a pin that say nothing of their own.
_FILLING = re.compile(
    r"\b(?:of|in|to|under|the|this|that|hereof|hereto|thereof|see|also|at|pursuant|per|agreement|contract|and|or)\b|[^\w§¶]",
    re.IGNORECASE,
)
_HOLDERS = ANNEXED | {"article"}  # of which sections are cited
# Words for a section itself; what they stand before is no step within another one, as a paragraph is: "§4.2, §5.1".
_SECTIONS = frozenset(("section", "sections", "sec", "secs", "sect", "sects", "s", "ss", "§", "§§"))
_NEXT = re.compile(r"\s+(?=§|sections?\b|secs?\b)", re.IGNORECASE)
# The title of a section before the next place: "§ 4.2 (Fees), § 5.1 (Term)".
_CAPTION = re.compile(
    rf"\s*(?:\([^()]{{1,80}}\)|\[[^\[\]]{{1,80}}\]|(?:[,:–—-]|\.(?=\s))\s*[\"“]?[^\W\d_][^,;()§¶]{{1,80}}?)"
    rf"(?=\s*(?:[,;&/+]|\band\b|\bor\b)\s*(?:and\s+)?(?:{NAMED.pattern})\s*[0-9(])",
    re.IGNORECASE,
)
_MEMORABLE = 120  # characters of a citation worth remembering


class Pin(msgspec.Struct, frozen=True):
    """A place in a document. `named` lists the named units on the way (`("article", "IV")`), `atoms` the number
    (`("4", "2", "a")`); `term` is a title that is cited by its words, or (`defines`) the defined term whose definition
    is cited; all empty: the whole. `bracketed` says how many of the last atoms are written in brackets, or as letters
    (`2` of `4.2(a)(ii)`): those may stand within a sentence; a figure behind a point never does."""

    named: tuple[tuple[str, str], ...] = ()
    atoms: tuple[str, ...] = ()
    term: str = ""
    defines: bool = False
    bracketed: int = 0


class PinCite(msgspec.Struct, frozen=True):
    """What a citation names: the document (its id as the record has it; empty where none is named) and the place,
    up to `last` where it is a range."""

    document: str
    first: Pin
    last: Pin | None = None


class PinReading(msgspec.Struct, frozen=True):
    """A citation as read: its pin cites, and the words that may name a document the record does not have."""

    cites: tuple[PinCite, ...]
    stranger: str = ""


def parse_pins(written: str, documents: Sequence[str], words: tuple[tuple[str, str], ...] = ()) -> PinReading:
    """What the citation `written` names, given the ids of the record's documents; no pin cite when it names
    nothing that can be looked for. `words` are further words before a number, each with its English one."""
    if len(written) > LONGEST:
        return PinReading(())
    ids = documents if isinstance(documents, tuple) else tuple(documents)
    return (
        _remembered(written, ids, words)
        if len(written) <= _MEMORABLE and len(ids) <= 64
        else _parse(written, ids, words)
    )


def _parse(written: str, ids: tuple[str, ...], words: tuple[tuple[str, str], ...] = ()) -> PinReading:
    text = " ".join(written.split()).strip(" .;:,")
    text = text.strip("[]").strip() if text.startswith("[") and text.endswith("]") else text
    text = SPELT_NUMBER.sub(_in_figures, text)
    document, text = _document(text, ids)
    for word, english in words:
        text = re.sub(
            rf"(?<![^\W_]){re.escape(word)}\.?(?=[\s0-9(])", f"{english} ", text, flags=re.IGNORECASE
        )
    titled = _TITLED.match(text)
    if titled is not None:
        title = next(one for one in titled.groups() if one is not None)
        return PinReading((PinCite(document, Pin(term=title.strip(" .,"))),))
    bare = text.strip(" .;:,§")
    if bare.casefold() in ("full", "whole document", "entire document", "the whole document"):
        return PinReading((PinCite(document, Pin()),))
    term = _defined_term(text)
    pins, before = _pins(text)
    numbered = tuple(PinCite(document, *one) for one in pins if one[0].atoms)
    if term and not (numbered and _TITLE_AND_NUMBER.match(text)):
        rest = (
            () if not pins else pins[0][0].named
        )  # `"Fees" in msa §1`: the term itself, wherever its section is
        defined = PinCite(document, Pin(rest, (), term, defines=True))
        return PinReading((defined, *numbered) if "defin" in text.casefold() else (defined,))
    if pins:
        stranger = "" if document else before
        return PinReading(tuple(PinCite(document, first, last) for first, last in pins), stranger)
    alone = ALONE.get(bare.casefold().removeprefix("the "))
    if alone is not None:
        return PinReading((PinCite(document, Pin(((alone, ""),))),))
    if bare:
        return PinReading((PinCite(document, Pin(term=bare)),))
    return PinReading(())  # a document alone is no place in it


_remembered = lru_cache(maxsize=4096)(_parse)


def _in_figures(found: re.Match[str]) -> str:
    said = "-".join(re.split(r"[-\s]", found.group(2)))
    return f"{found.group(1)}{value_in_words(said)}"


def _document(text: str, ids: tuple[str, ...]) -> tuple[str, str]:
    """The document that `text` names, and the rest of it. Ids are sought as they are, then whatever their case."""
    fold = in_place(text)
    folded = fold(text)
    for one in _longest_first(ids):
        wanted = fold(one)
        at = folded.find(wanted)
        if at < 0:
            continue
        end = at + len(wanted)
        before, after = text[:at].rstrip(), text[end:].lstrip()
        whole = not (text[at - 1 : at].isalnum() or text[end : end + 1].isalnum())
        if not whole:
            continue
        if not before or before.casefold() in ("the", "see", "in", "in the"):
            return one, after.lstrip(",:;-–— ").removeprefix("/").strip()
        if NAMED.match(after) is not None:  # `"Fees" in msa §1`
            return one, f"{before} {after}"
        if not after.strip(" .,;:)]"):
            inner = re.sub(r"(?:,|\(|\[|\b(?:of|in|to|under|the)\b|\s)+$", "", before, flags=re.IGNORECASE)
            return one, inner
    return "", text


def in_place(text: str) -> Callable[[str], str]:
    """How to write `text`, and what is sought in it, whatever the case, so that every character stays in its place:
    `casefold` makes two letters of `ß` and of a few more."""
    return str.casefold if len(text.casefold()) == len(text) else _letter_by_letter


def _letter_by_letter(text: str) -> str:
    return "".join([one.casefold()[:1] for one in text])


@lru_cache(maxsize=8)
def _longest_first(ids: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(ids, key=len, reverse=True))


def _defined_term(text: str) -> str:
    """The term whose definition is cited, or empty."""
    found = _QUOTED.search(text)
    if found is None:
        unquoted = _DEFINITION_OF.search(text)
        return "" if unquoted is None else unquoted.group(1)
    around = (text[: found.start()] + " " + text[found.end() :]).casefold()
    if "defin" in around or found.start() <= 1:
        return found.group(1).strip(" .,")
    return ""


def _pins(text: str) -> tuple[list[tuple[Pin, Pin | None]], str]:
    """The pins in `text`, each with the end of its range, and the words that stand before the first of them when
    they could name something of their own."""
    han = number_in_han(text)
    if han:
        return [(Pin((), (han,)), None)], ""
    start = _first_step(text)
    if start is None:
        return [], ""
    pins: list[tuple[Pin, Pin | None]] = []
    at = start
    alike = 0  # the first of the pins that share a word
    previous: Pin | None = None
    caption: re.Match[str] | None = None
    while True:
        read = _pin(text, at, previous)
        if read is None:
            break
        pin, at = read
        last = None
        if (
            caption is not None
            and previous is not None
            and previous.named
            and not (previous.atoms or pin.named)
        ):
            pins.pop()  # "Exhibit B (Security), Section 2" is a section of the exhibit
            pin = _within(pin, previous)
        to = _RANGE.match(text, at)
        if to is not None:
            ending = _pin(text, to.end(), pin)
            if ending is not None:
                last, at = ending
        pins.append((pin, last))
        held = _holder(text, at)
        if held is not None:  # "Sections 2.1 and 2.2 of Exhibit B"
            holder, at = held
            pins[alike:] = [(_within(one, holder), end and _within(end, holder)) for one, end in pins[alike:]]
            alike = len(pins)
        previous = pins[-1][1] or pins[-1][0]
        more = AND.match(text, at) or _NEXT.match(text, at)
        caption = None
        if more is None or _pin(text, more.end(), previous) is None:
            caption = _CAPTION.match(text, at)
            more = AND.match(text, caption.end()) if caption is not None else None
        if more is None:
            break
        at = more.end()
        if NAMED.match(text, at) is not None:
            alike = len(pins)
    before = text[:start]
    if before.rstrip().endswith(("(", "[")):
        before = ""
    return pins, " ".join(_FILLING.sub(" ", before).split())


def _first_step(text: str) -> int | None:
    """Where the first pin of `text` begins: at a word such as "Section", else at a number that opens the text."""
    opening = STEP.match(text)
    bracket = opening is not None and opening.group("number")[0] == "("
    if opening is not None and bracket and _holder(text, opening.end()) is not None:
        return 0  # "(a) of Section 4.2"
    for found in NAMED.finditer(text):
        step = STEP.match(text, found.start())
        if step is not None and step.group("word") and _is_number(step):
            return found.start()
    if opening is not None and (bracket or opening.group("number")[0].isdigit() or _LETTERED.match(text)):
        return 0
    behind = _BEHIND_ITS_TITLE.search(text)
    return None if behind is None else behind.end()


def _is_number(step: re.Match[str]) -> bool:
    """Whether what follows the word is a number: figures, a letter or two, a Roman number; not a word."""
    first = re.split(r"[.\-(\s]", step.group("number").strip("() "), maxsplit=1)[0]
    return any(c.isdigit() for c in first) or len(first) <= 2 or roman_value(first) > 0


def _pin(text: str, at: int, previous: Pin | None) -> tuple[Pin, int] | None:
    """The pin at `at` and where it ends; steps of one pin follow each other: "Article IV, Section 2(a)". One
    without a word continues the `previous` one: "Sections 4.2(a) and (b)"."""
    named: list[tuple[str, str]] = []
    atoms: tuple[str, ...] = ()
    bracketed = 0
    end = at
    first = True
    while True:
        step = STEP.match(text, at)
        if step is None or not _is_number(step):
            break
        word = re.sub(r"\.?(?:\s+no\.?|:|\s?#)$", "", step.group("word").casefold()).rstrip(". ")
        kind = KIND_OF.get(word)
        number = step.group("number")
        if not first and (kind is None or (atoms and word in _SECTIONS)):
            break
        if first and kind is None and previous is not None and _begins_a_title(number, previous):
            break
        if kind is None or kind == "section":
            own = atoms_of(number)
            inner = kind is not None and bool(atoms)  # "§ 5 Abs. 2"
            alone = inner and "." not in number
            bracketed = bracketed + len(own) if alone else _in_brackets(number)
            atoms = (*atoms, *own) if inner else own
            if first and kind is None and previous is not None:
                named, atoms = _continued(number, atoms, previous)
                bracketed = max(bracketed, previous.bracketed if len(atoms) > len(own) else 0)
        else:
            if atoms or any(one == kind for one, _ in named):
                break
            head = atoms_of(number)
            named.append((kind, number.split("(")[0].strip() or number.strip("() ")))
            bracketed = _in_brackets(number)
            pointed = len(atoms_of(number.partition("(")[0])) > 1
            if kind == "article" and pointed:  # "Article 4.2(a)" is cited by its number
                named.pop()
                atoms = head
            elif "(" in number and len(head) > 1:  # "Article IV(a)" by its article
                atoms = atoms_of(number[number.index("(") :])
        at = end = step.end()
        first = False
        into = _INTO.match(text, at)
        assert into is not None  # nothing is enough
        if NAMED.match(text, into.end()) is None:
            break
        at = into.end()
    if not named and not atoms:
        return None
    return Pin(tuple(named), atoms, bracketed=min(bracketed, len(atoms))), len(text[:end].rstrip())


def _begins_a_title(number: str, previous: Pin) -> bool:
    """Whether the letters behind a pin continue no number: "12.4 – No Waiver", "Section 3.3, EU Transfers"."""
    letters = re.split(r"[.\-(\s]", number, maxsplit=1)[0]
    if not letters.isalpha():
        return False
    alike = letters == letters[0] * len(letters) or roman_value(letters) > 0  # "aa", "iv"
    return not alike or (bool(previous.atoms) and previous.atoms[-1].isdigit())


def _holder(text: str, at: int) -> tuple[Pin, int] | None:
    """What the pin that ends at `at` stands in, "of Exhibit B", "of clause (a) of Section 4.2", and where that ends."""
    of = _OF.match(text, at)
    read = None if of is None or NAMED.match(text, of.end()) is None else _pin(text, of.end(), None)
    if read is None:
        return None
    further = _holder(text, read[1])
    return read if further is None else (_within(read[0], further[0]), further[1])


def _within(pin: Pin, holder: Pin) -> Pin:
    """The place `pin` of the place `holder`: "Section 2.1 of Exhibit B", "clause (a) of Section 4.2". The pin alone
    where it cannot stand there."""
    if holder.atoms:
        step = pin.atoms[-pin.bracketed :] if len(pin.atoms) > 1 else pin.atoms
        if pin.named or (len(pin.atoms) > 1 and not pin.bracketed):
            return pin
        return Pin(holder.named, (*holder.atoms, *step), bracketed=holder.bracketed + len(step))
    kinds = {kind for kind, _ in holder.named}
    if not kinds <= _HOLDERS or not kinds.isdisjoint(kind for kind, _ in pin.named):
        return pin
    return Pin((*holder.named, *pin.named), pin.atoms, bracketed=pin.bracketed)


def _in_brackets(number: str) -> int:
    """How many of the last atoms of a number stand in brackets, or are letters behind a point: two of `4.2.a(i)`."""
    before, bracket, inside = number.partition("(")
    steps = atoms_of(before)
    letters = 0
    for atom in reversed(steps[1:]):
        if not atom.isalpha():
            break
        letters += 1
    return letters + len(atoms_of(bracket + inside))


def _continued(
    number: str, atoms: tuple[str, ...], previous: Pin
) -> tuple[list[tuple[str, str]], tuple[str, ...]]:
    """The pin that a bare number continues: "4.2(a) and (b)" means 4.2(b), "Exhibits A and B" two exhibits, and "4.2
    and 4.3" two numbers."""
    if number.lstrip().startswith("(") and len(previous.atoms) > len(atoms):
        return list(previous.named), (*previous.atoms[: -len(atoms)], *atoms)
    if previous.named and not previous.atoms:
        kind = previous.named[-1][0]
        return [*previous.named[:-1], (kind, number)], ()
    return list(previous.named), atoms


def same_number(one: str, other: str) -> bool:
    """Whether two numbers of named units are the same: `IV` and `4`, `a` and `A`."""
    if one.casefold() == other.casefold():
        return True
    first = int(one) if one.isascii() and one.isdigit() and len(one) < 9 else roman_value(one)
    second = int(other) if other.isascii() and other.isdigit() and len(other) < 9 else roman_value(other)
    return bool(first) and first == second


__all__ = [
    "Pin",
    "PinCite",
    "PinReading",
    "in_place",
    "parse_pins",
    "same_number",
]
