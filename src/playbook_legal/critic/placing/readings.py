"""A document as quotations are sought in it: the text that is swept, and the way back from it to the paper.

A matter, and a text under the literal policy, is swept as it is written. Of every other paper what is swept is its
text as a reader sees it, folded as far as the policy goes and without its hyphens and dashes; whatever is found there
is compared again, exactly, on its tier.
"""

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, Literal

import msgspec

from ...paper.documents import Document, Section
from ...text import normalize_text
from ..leaves import Leaf
from ..record import ClientRecord
from ..report import QuotePolicy

if TYPE_CHECKING:
    from ...paper.folding import Folded, Tier

Form = Literal["literal", "typographic", "layout"]  # how quotations are written for the sweep


class Reading:
    """A folded text to be searched, with the interface of `text.Passage`: without its joints (`paper.joints`), as it is
    swept, or with them, as a reader sees it (`shown`)."""

    __slots__ = ("_before", "_folded", "_places", "form", "source", "text")

    def __init__(self, folded: "Folded", form: Form, *, shown: bool = False) -> None:
        from ...paper.joints import BREAK

        self._folded = folded
        self.form = form
        self.source = folded.source
        jointed = folded.jointed
        self._places: list[int] = []
        self._before = [0]
        self.text = folded.text if jointed is None else jointed.bare
        if jointed is not None and not shown:
            self._places = jointed.places
            self._before = list(accumulate(map(len, jointed.joints), initial=0))
        elif jointed is not None:
            marks = [at for at, one in enumerate(folded.text) if one == BREAK] if BREAK in folded.text else []
            self._places = [at - before for before, at in enumerate(marks)]
            self._before = list(range(len(marks) + 1))
            self.text = _shown(folded.text)

    def source_span(self, start: int, end: int) -> tuple[int, int]:
        """Characters of `source` that `text[start:end]` came from, as `(start, end)`; needs `start < end`."""
        return self._folded.source_span(self._outside(start), self._outside(end - 1) + 1)

    def _outside(self, at: int) -> int:
        return at + self._before[bisect_right(self._places, at)]

    def find(self, normalized: str) -> tuple[int, int] | None:
        """Where the passage first stands, as a span of `source`; None when it does not."""
        at = self.text.find(normalized)
        return None if at < 0 or not normalized else self.source_span(at, at + len(normalized))


class Swept(msgspec.Struct, frozen=True):
    """What is swept of a document: the form its quotations take, and its text as it is folded for that; None where it
    is swept as it is written."""

    form: Form
    text: str | None = None


def swept(leaf: Leaf, policy: QuotePolicy | None) -> Swept:
    """How `leaf` is swept under `policy`."""
    in_force = policy or ("layout" if leaf.kind in ("word", "pdf") else "literal")
    if leaf.kind == "matter" or (leaf.kind == "text" and in_force == "literal"):
        return Swept("literal")
    in_the_manner = leaf.kind == "markdown" and leaf.is_in_the_manner_of_a_matter
    if in_the_manner and in_force == "literal" and not leaf.may_be_marked:
        return Swept("literal")

    def folded() -> str:
        return _text_swept(leaf, in_force)

    form = form_of(in_force)
    if leaf.cache is None:
        return Swept(form, folded())
    from ..cache.documents import kept_text

    tier = "exact" if in_force == "literal" else form
    return Swept(form, kept_text(leaf.cache, leaf.identity, (leaf.kind, leaf.view, tier), folded))


def _text_swept(leaf: Leaf, in_force: QuotePolicy) -> str:
    """`reading_of(leaf.outlined(), in_force).text`, without the way back. A plain text need not be taken apart for
    that: what belongs to its pages shows in its lines."""
    from ...paper.folding import Tier, folded_text
    from ...paper.joints import without_joints

    tier = _tier(in_force)
    if leaf.kind == "text":
        from ...paper.readers.plain import furniture_in

        loose = tier is Tier.LAYOUT
        folded = folded_text(leaf.text, tier, furniture_in(leaf.text) if loose else ())
    else:
        document = leaf.outlined()
        folded = folded_text(document.text, tier, document.furniture, document.markup, document.substitutions)
    return folded if tier is Tier.EXACT else without_joints(folded)


def default_for(document: Document) -> QuotePolicy:
    """The policy that goes with the kind of paper."""
    from ...paper.tiers import default_policy

    return default_policy(document)


def as_swept(record: ClientRecord, index: int, policy: QuotePolicy | None) -> Document:
    """The `index`-th document as it is swept: of Markdown in the manner of a matter with its outline, unless it is
    compared as it is written."""
    document = record.at(index)
    if document.outline is not None or record.is_matter:
        return document
    literal = policy in (None, "literal") and not record.may_be_marked(index, document)
    return document if literal else record.outlined(index)


def is_plain(document: Document, in_force: QuotePolicy) -> bool:
    """Whether a document with an outline is swept as it is written."""
    return in_force == "literal" and not document.markup and not document.substitutions


def reading_of(document: Document, in_force: QuotePolicy) -> Reading:
    """The whole text of a document with an outline, folded as far as the policy goes."""
    from ...paper.folding import fold

    folded = fold(document.text, _tier(in_force), document.furniture, document.markup, document.substitutions)
    return Reading(folded, form_of(in_force))


def section_read(section: Section, document: Document, policy: QuotePolicy | None) -> Section:
    """`section` so that likeness sees its text as a reader does; that of a matter as it is."""
    if document.outline is None:
        return section
    from ...paper.tiers import folded_section

    in_force = policy or default_for(document)
    folded = folded_section(section, document, _tier(in_force))
    return msgspec.structs.replace(section, reading=Reading(folded, form_of(in_force), shown=True))


def quotation_beside(section: Section, quotation: str) -> str:
    """A quotation as likeness sees it beside a section that `section_read` gave."""
    form = section.reading.form if isinstance(section.reading, Reading) else "literal"
    if form == "literal":
        return normalize_text(quotation)
    from ...paper.folding import Tier, fold_quotation

    return _shown(fold_quotation(quotation, Tier(form)))


def _shown(folded: str) -> str:
    """A folded text as a reader sees it: without the printer's hyphens, and with those of the words."""
    from ...paper.joints import BREAK, HARD_BREAK

    return folded.replace(BREAK, "").replace(HARD_BREAK, "-")


def quotation_in(form: Form, quotation: str) -> str:
    """A quotation as it is sought in texts of that form: without what may be its writer's, the marks around it and the
    full stop or comma at its end."""
    if form == "literal":
        return normalize_text(quotation)
    from ...paper.folding import Tier, fold_quotation
    from ...paper.joints import Jointed
    from ...paper.tiers import words_of

    return Jointed(fold_quotation(words_of(quotation), Tier(form))).bare


def form_of(in_force: QuotePolicy) -> Form:
    """How quotations are written for texts that are read under that policy."""
    return "layout" if in_force in ("layout", "declared") else in_force  # type: ignore[return-value]


def _tier(in_force: QuotePolicy) -> "Tier":
    from ...paper.folding import Tier

    return Tier.EXACT if in_force == "literal" else Tier(form_of(in_force))


__all__ = [
    "Form",
    "Reading",
    "Swept",
    "as_swept",
    "default_for",
    "form_of",
    "is_plain",
    "quotation_beside",
    "quotation_in",
    "reading_of",
    "section_read",
    "swept",
]
