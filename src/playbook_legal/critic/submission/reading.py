"""Reading an item from a JSON object: the one reader of citations, quotations and language for every format.

Everything that is wrong is collected, so that a person can repair a file in one go. Whatever could carry work
is read or reported; nothing is skipped in silence.
"""

from typing import Any

from ...paper.citations import Citation, parse_citation
from ...problems import Problem, UnusableInputError, one_line, shown
from ...text import lone_surrogate
from .items import Cited, Item, Kind, Language, Quotation
from .keys import (
    CITATION_KEYS,
    CITING,
    ITEM_KEYS,
    LABELS,
    LANGUAGE_ITEM_KEYS,
    PROPOSING,
    QUOTE_KEYS,
    REASONS,
    missed,
)

_MOST_KEYS = 200  # listed as not read
_EXAMPLE = "for instance `dpa §5.1`"


class Reading:
    """The problems found so far in one submission, and the keys passed over."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.problems: list[Problem] = []
        self.not_read: list[str] = []
        self.line = 0  # of the JSON value being read; 0 where the file is one value

    def note(self, place: str, message: str) -> None:
        """`message` is wrong at `place`."""
        said = f"{place}: {message}" if place and not self.line else message
        if self.line and place.startswith("line ") and "." in place:
            said = f"{place.partition('.')[2]}: {message}"
        self.problems.append(Problem(self.name, self.line, int(self.line > 0), "submission", said))

    def passed_over(self) -> tuple[str, ...]:
        """The keys that were not read, the first of them when there are very many."""
        more = len(self.not_read) - _MOST_KEYS
        return (*self.not_read[:_MOST_KEYS], *([f"and {more} more"] if more > 0 else []))

    def raise_any(self) -> None:
        """Raise `UnusableInputError` with everything noted, if there is anything."""
        if self.problems:
            raise UnusableInputError(self.problems)

    def check_text(self, value: Any) -> None:
        """Note the first lone surrogate in any text of a JSON value: no file can carry it, nor any report."""
        stack = [value]
        while stack:
            one = stack.pop()
            if isinstance(one, str):
                if lone_surrogate(one) is not None:
                    self.note(
                        "", f"the text {shown(one)} holds a lone surrogate, which no UTF-8 text can carry"
                    )
                    return
            elif isinstance(one, dict):
                stack.extend(one.values())
                stack.extend(one)
            elif isinstance(one, list):
                stack.extend(one)

    def check_keys(self, value: dict[str, Any], known: tuple[str, ...], place: str) -> None:
        """Note near misses of the known keys, and list the others as not read."""
        wrong = missed(value, known)
        for key, meant in wrong:
            self.note(place, f"unknown key {shown(key)}; did you mean `{meant}`?")
        misses = {key for key, _ in wrong}
        prefix = f"{place}." if place else ""
        self.not_read.extend(
            prefix + one_line(key, 60) for key in value if key not in known and key not in misses
        )

    def text(self, value: dict[str, Any], key: str, place: str) -> str:
        """The text under `key`; empty when it is absent or null."""
        found = value.get(key)
        if found is None:
            return ""
        if isinstance(found, str):
            return found
        self.note(_at(place, key), f"{shown(found)} stands here; text is needed")
        return ""


def _at(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key


def item_of(reading: Reading, value: dict[str, Any], kind: Kind, place: str, *, alone: bool) -> Item:
    """The item in a JSON object. `alone`: its quotations stand alone, as in an action file, and have the
    citation they give themselves; otherwise one without a citation is verified against each of the item's."""
    for key in ("title", "severity"):
        reading.text(value, key, place)
    cited = citations_of(reading, value, place)
    reasons = [reading.text(value, key, place) for key in REASONS]
    return Item(
        kind=kind,
        label=label_of(reading, value, place),
        place=place,
        cited=cited,
        quotations=quotations_of(reading, value, place, None if alone else cited),
        language=language_of(reading, value, kind, place),
        # What an issue recommends is no reason; only the first two say why.
        rationale=" ".join(reasons[:2]) if kind in ("issue", "redline") else None,
    )


def label_of(reading: Reading, value: dict[str, Any], place: str) -> str:
    """The item's own label, or where it stands when it has none."""
    texts = [reading.text(value, key, place) for key in LABELS]
    return next((one_line(text, 120) for text in texts if text.strip()), place)


# --- citations -------------------------------------------------------------------------------------------


def citations_of(reading: Reading, value: dict[str, Any], place: str) -> tuple[Cited, ...]:
    """Every citation an object carries, as `citation`, `citations`, or `document_id` with `section`; each once,
    in this order."""
    found: list[Cited] = []
    for key in ("citation", "citations"):
        given = value.get(key)
        for index, one in enumerate(given if isinstance(given, list) else [given]):
            here = f"{_at(place, key)}[{index}]" if isinstance(given, list) else _at(place, key)
            if isinstance(one, str):
                if one.strip() or isinstance(given, list):
                    found.append(Cited(one, parse_citation(one), here))
            elif isinstance(one, dict):
                reading.check_keys(one, CITATION_KEYS, here)
                inner = citations_of(reading, one, here)
                found.extend(inner)
                if not inner:
                    reading.note(here, f"no citation stands here; write one, {_EXAMPLE}")
            elif one is not None or isinstance(given, list):
                reading.note(here, f"{shown(one)} stands here; a citation is needed, {_EXAMPLE}")
    document = reading.text(value, "document_id", place)
    section = reading.text(value, "section", place)
    if document.strip() or section.strip():
        token = section.strip().removeprefix("§")
        written = f"{document.strip()} §{token.strip()}"
        found.append(Cited(written, parse_citation(written), _at(place, "document_id")))
    return _each_once(found)


def _each_once(cited: list[Cited]) -> tuple[Cited, ...]:
    seen: dict[Citation | str, Cited] = {}
    for one in cited:
        seen.setdefault(one.citation if one.citation is not None else one.written, one)
    return tuple(seen.values())


# --- quotations ------------------------------------------------------------------------------------------


def quotations_of(
    reading: Reading, value: dict[str, Any], place: str, inherited: tuple[Cited, ...] | None
) -> tuple[Quotation, ...]:
    """Every quotation an item carries, as `quote` or in `quotes`; blank ones are none. A quotation without a
    citation of its own is to be verified against the `inherited` ones; None: it stands alone."""
    found: list[Quotation] = []
    for key in ("quote", "quotes"):
        given = value.get(key)
        for index, one in enumerate(given if isinstance(given, list) else [given]):
            here = f"{_at(place, key)}[{index}]" if isinstance(given, list) else _at(place, key)
            if isinstance(one, str):
                found.append(Quotation(one, inherited or (), here))
            elif isinstance(one, dict):
                found.extend(_quote_object(reading, one, here, inherited))
            elif one is not None or isinstance(given, list):
                reading.note(
                    here, f"{shown(one)} stands here; a quotation is needed: text, or {{citation, text}}"
                )
    return tuple(quotation for quotation in found if quotation.text.strip())


def _quote_object(
    reading: Reading, value: dict[str, Any], place: str, inherited: tuple[Cited, ...] | None
) -> list[Quotation]:
    reading.check_keys(value, QUOTE_KEYS, place)
    if inherited is None and isinstance(value.get("citation"), str):
        # The environment reads this one key; whatever else stands here must not verify what it calls fabricated.
        value = {key: part for key, part in value.items() if key not in CITING or key == "citation"}
    cited = citations_of(reading, value, place) or inherited or ()
    if not any(key in value for key in ("text", "quote")):
        reading.note(place, "a quotation has no `text`")
    return [
        Quotation(text, cited, _at(place, key))
        for key in ("text", "quote")
        if (text := reading.text(value, key, place))
    ]


# --- language --------------------------------------------------------------------------------------------


def language_of(reading: Reading, value: dict[str, Any], kind: Kind, place: str) -> tuple[Language, ...]:
    """Every piece of language an item proposes, accepts or closes on."""
    keys = PROPOSING if kind == "issue" else (*PROPOSING, "text")
    pieces = (Language(reading.text(value, key, place), _at(place, key)) for key in keys)
    return tuple(piece for piece in pieces if piece.text.strip())


def known_keys(kind: Kind) -> tuple[str, ...]:
    """The keys an item of that kind may have."""
    return ITEM_KEYS if kind == "issue" else LANGUAGE_ITEM_KEYS
