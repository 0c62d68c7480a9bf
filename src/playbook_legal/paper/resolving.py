"""What a pin cite names in a document: the sections, all of them when a number is used more than once.

Numbers are compared atom by atom. A parent is named with its children. Where the document has the number in small
print only, inside a sentence of the parent's own text (`(a) fees; (b) costs`), the place is from that bracket to the
next; only a number that is cited in brackets, or as a letter, is looked for there. An article and a section answer
for each other where the document has only one of them.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from .assembly import PREAMBLE
from .citations import FULL
from .documents import Document, Section
from .han_numbers import article_in_han
from .number_words import value_in_words
from .outline import ANNEXED, Outline, Unit
from .pins import Pin, PinCite, same_number
from .romans import in_roman, roman_value
from .run_in_items import run_in_item

_DEFINES = re.compile(
    r"\s*\)|[^.\n]{0,80}?\b(?:means?|shall mean|ha(?:s|ve) the meaning|(?:is|are) defined|includes?|refers? to)\b",
    re.IGNORECASE,
)
_MOST_PLACES = 200
_LETTERS, _ROMANS = 26, 16  # how far items of a list are counted
_HEADED = 60  # characters of a unit in which its own number stands
# Named without a number, all of them are meant: "the footnotes", "header".
_COUNTED = frozenset(("recital", "footnote", "endnote", "comment", "header", "footer", "textbox"))

Span = tuple[str, str, int, int]  # label, title, start and end in the document's text


def sections_named(document: Document, cite: PinCite) -> tuple[Section, ...]:
    """The sections of `document` that `cite` names, in order; empty when it names none. `document` has an outline."""
    assert document.outline is not None
    first = cite.first
    if not (first.named or first.atoms or first.term):
        return (_section(document, FULL, document.title, 0, len(document.text)),)
    if first.named and first.named[0][0] == "page":
        return _pages(document, cite)
    if cite.last is None:
        return tuple(_of_spans(document, _spans(document, first)))
    begins = _spans(document, first)
    ends = _spans(document, cite.last)
    found = []
    for label, title, start, _ in begins:
        after = next((one for one in ends if one[2] >= start), None)
        if after is not None:
            last = after[0].rpartition("§")[2]
            found.append((f"{label}–{last}", title, start, after[3]))
    return tuple(_of_spans(document, found))


def sections_labelled(document: Document, label: str) -> tuple[Section, ...]:
    """The sections whose own label that is, or the labels of whose ends, as a report writes it, whatever else it could
    be read as."""
    assert document.outline is not None
    units = document.outline.by_label.get(label, ())
    spans = [(one.label, one.title, one.start, one.end) for one in units]
    return tuple(_of_spans(document, spans or _from_label_to_label(document.outline, label)))


def _from_label_to_label(outline: Outline, label: str) -> list[Span]:
    """`7–signature`, `Recital B–1.1`: from each unit of the first label to the next of the second."""
    for dash in re.finditer("–", label):
        first, last = label[: dash.start()], label[dash.end() :]
        begins = [(one.title, one.start) for one in outline.by_label.get(first, ())]
        if not begins and first == PREAMBLE:  # what stands before the units
            begins = [("", -1)]
        ends = [one for one in outline.units if last and one.label.rpartition("§")[2] == last]
        found = []
        for title, start in begins:
            after = next((one for one in ends if one.start > start), None)
            if after is not None:
                found.append((label, title, max(0, start), after.end))
        if found:
            return found
    return []


def _spans(document: Document, pin: Pin) -> list[Span]:
    """Where `pin` is in the document."""
    outline = document.outline
    assert outline is not None
    if pin.defines:
        definitions = _definitions(document, pin.term)
        if definitions:
            return definitions
    units = units_named(outline, pin)
    if units:
        return [(unit.label, unit.title, unit.start, unit.end) for unit in units[:_MOST_PLACES]]
    if document.kind == "markdown" and len(pin.atoms) in (3, 4) and "".join(pin.atoms).isdecimal():
        letters = _in_letters(pin.atoms)
        lettered = units_named(outline, Pin(pin.named, letters)) if letters else []
        if lettered:
            return [(unit.label, unit.title, unit.start, unit.end) for unit in lettered[:_MOST_PLACES]]
    children = _children(outline, pin)
    if children:
        return children
    if pin.named in (
        (("preamble", ""),),
        (("cover", ""),),
    ):  # a cover page that is no unit stands before them
        first = outline.units[0].start if outline.units else len(document.text)
        return [(PREAMBLE, "", 0, first)] if document.text[:first].strip() else []
    return [] if pin.term else _in_small_print(document, pin)


def units_named(outline: Outline, pin: Pin) -> list[Unit]:
    """The units of the outline that `pin` names by number or title."""
    if pin.term:
        wanted = _plain(pin.term)
        return [unit for unit in outline.units if unit.title and _plain(unit.title) == wanted] or [
            unit for unit in outline.units if _plain(unit.label) == wanted
        ]
    if not pin.atoms:
        return _named_units(outline, pin)
    numbered = _numbered(outline, pin.named, pin.atoms)
    if numbered:
        return numbered
    if len(pin.atoms) == 1 and not pin.named:  # "Section 4" of a document that has Article IV, or 第四条
        return _named_units(outline, Pin((("article", pin.atoms[0]),))) or [
            unit for unit in outline.units if article_in_han(unit.number or unit.title) == pin.atoms[0]
        ]
    if not pin.named and pin.bracketed >= len(pin.atoms) - 1 > 0:  # "IV(a)" of Article IV
        return _numbered(outline, (("article", pin.atoms[0]),), pin.atoms[1:])
    return _without_article(outline, pin)


def _numbered(outline: Outline, named: Sequence[tuple[str, str]], atoms: tuple[str, ...]) -> list[Unit]:
    """The units of that number below `named`: as it is written, else whatever the case of its letters."""
    exact = [unit for unit in outline.by_atoms.get(atoms, ()) if _below(unit.named, named)]
    if exact:
        return exact
    folded = tuple(atom.casefold() for atom in atoms)
    alike = [
        unit
        for known, units in outline.by_atoms.items()
        if len(known) == len(folded) and tuple(atom.casefold() for atom in known) == folded
        for unit in units
        if _below(unit.named, named)
    ]
    return sorted(alike or _small_l(outline, named, atoms), key=lambda unit: unit.start)


def _small_l(outline: Outline, named: Sequence[tuple[str, str]], atoms: tuple[str, ...]) -> list[Unit]:
    """The units of `7(l)` where the paper has the figure for the letter: `(1)` right behind `(k)`."""
    if atoms[-1] not in ("l", "L"):
        return []
    found = []
    for unit in outline.by_atoms.get((*atoms[:-1], "1"), ()):
        before = unit.start - 1
        if _below(unit.named, named) and any(
            one.end == unit.start and one.parent == unit.parent and one.number == "k"
            for one in outline.ancestry(outline.innermost(before) or unit)
        ):
            found.append(unit)
    return found


def _without_article(outline: Outline, pin: Pin) -> list[Unit]:
    """The units of "Art. IV, Sec. 2" in a document whose sections are `4.2` or `4.02`, below an article or not, of
    "Art. 4, Sec. 4.2" in one that has no articles, and of "Article 4(a)" in one whose sections are `4`."""
    if len(pin.named) != 1 or pin.named[0][0] != "article":
        return []
    number = pin.named[0][1]
    figure = str(roman_value(number) or number)
    if pin.bracketed >= len(pin.atoms) and not pin.atoms[0].isdigit():
        found = _numbered(outline, (), (figure, *pin.atoms)) or _numbered(outline, (), (number, *pin.atoms))
        return [unit for unit in found if not any(kind in ANNEXED for kind, _ in unit.named)]
    if pin.bracketed < len(pin.atoms) and same_number(pin.atoms[0], number):
        return units_named(outline, Pin((), pin.atoms))
    if not pin.atoms[0].isdigit():
        return []
    padded = (figure, pin.atoms[0].zfill(2), *pin.atoms[1:])
    return units_named(outline, Pin((), (figure, *pin.atoms))) or units_named(outline, Pin((), padded))


def _in_letters(atoms: tuple[str, ...]) -> tuple[str, ...]:
    """`2.1.3` of nested Markdown lists, whose third and fourth level are read as `(c)` and `(iii)`; empty when they
    do not count so far."""
    third, fourth = int(atoms[2]), int(atoms[3]) if len(atoms) > 3 else 1
    if not (1 <= third <= _LETTERS and 1 <= fourth <= _ROMANS):
        return ()
    return (*atoms[:2], chr(ord("a") + third - 1), *((in_roman(fourth),) if len(atoms) > 3 else ()))


def _children(outline: Outline, pin: Pin) -> list[Span]:
    """Section 5 of a document that numbers 5.1, 5.2, 5.3 below a heading without a number: from the first of each run
    of them to the last."""
    article = (
        pin.named[0][1] if len(pin.named) == 1 and pin.named[0][0] == "article" and not pin.atoms else ""
    )
    atoms = (str(roman_value(article) or article),) if article else pin.atoms
    if len(atoms) != 1 or not atoms[0].isdigit() or (pin.named and not article):
        return []
    found: list[Span] = []
    before = -1
    for at, unit in enumerate(outline.units):
        inside = any(kind in ANNEXED for kind, _ in unit.named)  # whoever means an annex names it
        if inside or not (unit.kind == "section" and len(unit.atoms) > 1 and unit.atoms[0] == atoms[0]):
            continue
        if before == at - 1 and found:
            found[-1] = (*found[-1][:3], max(found[-1][3], unit.end))
        else:
            found.append((atoms[0], "", unit.start, unit.end))
        before = at
    return found[:_MOST_PLACES]


def _named_units(outline: Outline, pin: Pin) -> list[Unit]:
    kind, number = pin.named[-1]
    found = [
        unit
        for unit in outline.units
        if unit.kind == kind
        and (_same(unit.number, number) or (not number and kind in _COUNTED))
        and _below(unit.named[:-1], pin.named[:-1])
    ]
    if not found and kind in ANNEXED:
        return _behind_its_holder(outline, pin) or _behind_reserved(outline, pin)
    if found or kind != "article" or pin.named[:-1] != ():
        return found
    value = roman_value(number)  # "Article 4" of a document whose sections are 1, 2, 3
    return [
        unit
        for atoms in ((number,), (str(value),) if value else ())
        for unit in outline.by_atoms.get(atoms, ())
        if atoms
    ]


def _behind_its_holder(outline: Outline, pin: Pin) -> list[Unit]:
    """The annex of "Schedule 4, Annex II" in a paper whose annexes stand beside its schedules, each behind its own."""
    if len(pin.named) != 2 or pin.named[0][0] not in ANNEXED:
        return []
    (outer, number), inner = pin.named
    found, holder = [], ""
    for unit in outline.units:
        if unit.kind == outer:
            holder = unit.number
        elif unit.kind == inner[0] and _same(unit.number, inner[1]) and holder and _same(holder, number):
            found.append(unit)
    return found


def _behind_reserved(outline: Outline, pin: Pin) -> list[Unit]:
    """The exhibit whose heading stands behind one of which nothing is left: `EXHIBIT F`, `RESERVED EXHIBIT "G"`."""
    kind, number = pin.named[-1]
    if len(pin.named) > 1 or not number:
        return []
    behind = re.compile(
        rf"\W*(?:reserved|omitted|deleted)\W+{kind}\W+{re.escape(number)}(?!\w)", re.IGNORECASE
    )
    return [unit for unit in outline.units if unit.kind == kind and behind.match(unit.title) is not None]


def _same(one: str, other: str) -> bool:
    """Whether two numbers of named units are the same, in figures, Roman or in words: "TEN" and "10"."""
    if same_number(one, other):
        return True
    first, second = (str(value_in_words(number) or number) for number in (one, other))
    return (first, second) != (one, other) and same_number(first, second)


def _below(named: Sequence[tuple[str, str]], wanted: Sequence[tuple[str, str]]) -> bool:
    """Whether a unit below `named` stands in every unit of `wanted`, in that order."""
    at = 0
    for kind, number in named:
        if at < len(wanted) and kind == wanted[at][0] and _same(number, wanted[at][1]):
            at += 1
    return at == len(wanted)


def _plain(title: str) -> str:
    return " ".join(re.sub(r"[^\w ]+", " ", title.casefold()).split())


def _definitions(document: Document, term: str) -> list[Span]:
    """The units in which the term is defined: `"Fees" means …`, `(the "Fees")`."""
    outline = document.outline
    assert outline is not None
    found: dict[int, Span] = {}
    quoted = re.compile(rf'["“„]\s*{re.escape(term)}\s*["”“]', re.IGNORECASE)
    for one in quoted.finditer(document.text):
        if _DEFINES.match(document.text, one.end()) is None:
            continue
        unit = outline.innermost(one.start())
        if unit is None:
            end = outline.units[0].start if outline.units else len(document.text)
            found.setdefault(0, (PREAMBLE, "", 0, end))
        else:
            found.setdefault(unit.start, (unit.label, unit.title, unit.start, unit.end))
        if len(found) >= _MOST_PLACES:
            break
    return list(found.values())


def _in_small_print(document: Document, pin: Pin) -> list[Span]:
    """Items inside the own text of the nearest unit that is there: `(a)` of `4.2(a)`. What is cited with a point, as in
    `4.2`, is a unit or nothing."""
    outline = document.outline
    assert outline is not None
    nearest = max(len(pin.atoms) - pin.bracketed, 0 if pin.named else 1)
    for kept in range(len(pin.atoms) - 1, nearest - 1, -1):
        bracketed = max(0, pin.bracketed - (len(pin.atoms) - kept))
        parents = units_named(outline, Pin(pin.named, pin.atoms[:kept], bracketed=bracketed))
        if not parents:
            continue
        steps = pin.atoms[kept:]
        label = "".join(f"({atom})" for atom in steps)
        return [
            (f"{parent.label} §{label}" if parent.kind in ANNEXED else f"{parent.label}{label}", "", *span)
            for parent in parents[:_MOST_PLACES]
            if (span := _item(document, parent, steps)) is not None
        ]
    return []


def _item(document: Document, parent: Unit, steps: Sequence[str]) -> tuple[int, int] | None:
    """Where the item of those bracketed numbers, each within the one before, stands in the own text of `parent`, or
    behind an item of it that begins a line: `(a) fees; (b) costs`."""
    found = run_in_item(document, *_words(document.text, parent), steps[0])
    found = found or _behind_an_item(document, parent, steps[0])
    for atom in steps[1:]:
        found = None if found is None else run_in_item(document, *found, atom)
    return found


def _behind_an_item(document: Document, parent: Unit, atom: str) -> tuple[int, int] | None:
    """Where `(atom)` goes on counting in the own text of an item of `parent` that is a unit, or of what is below it."""
    outline = document.outline
    assert outline is not None
    units = outline.units
    above = bisect_left(units, parent.start, key=lambda unit: unit.start)
    while units[above] is not parent:
        above += 1
    item = ""
    for at in range(above + 1, len(units)):
        unit = units[at]
        if unit.start >= parent.end:
            break
        if unit.parent == above:
            last = "".join(unit.atoms[-1:])
            item = last if unit.label.endswith(f"({last})") else ""
        found = run_in_item(document, *_words(document.text, unit), atom, item) if item else None
        if found is not None:
            return found
    return None


def _words(text: str, unit: Unit) -> tuple[int, int]:
    """The own text of a unit, behind its number."""
    headed = min(unit.own_end, unit.start + _HEADED)
    printed = (unit.number, *(f"({atom})" for atom in unit.atoms[-1:]))  # of "4.2(a)" Word prints "(a)"
    begins = (at + len(one) for one in printed if (at := text.find(one, unit.start, headed)) >= 0)
    return next(begins, unit.start), unit.own_end


def _pages(document: Document, cite: PinCite) -> tuple[Section, ...]:
    """The text of a page, or of a run of pages, of a document that has pages."""
    number = cite.first.named[0][1]
    last = cite.last.named[0][1] if cite.last is not None and cite.last.named else number
    if not (number.isascii() and number.isdigit() and last.isascii() and last.isdigit()):
        return ()
    first_page, last_page = int(number[:9]), int(last[:9])
    if not 1 <= first_page <= last_page <= len(document.pages):
        return ()
    ends = (*document.pages[1:], len(document.text))
    label = f"page {first_page}" + (f"–{last_page}" if last_page > first_page else "")
    return (_section(document, label, "", document.pages[first_page - 1], ends[last_page - 1]),)


def _of_spans(document: Document, spans: Iterable[Span]) -> Iterable[Section]:
    return (_section(document, *one) for one in spans)


def _section(document: Document, label: str, title: str, start: int, end: int) -> Section:
    raw = document.text[start:end]
    begins = start + len(raw) - len(raw.lstrip())
    line = document.text.count("\n", 0, begins) + 1
    return Section(document.id, label, title, raw.strip(), begins, line)


__all__ = ["sections_labelled", "sections_named", "units_named"]
