"""What a submission consists of: items, each with its citations, quotations and proposed language."""

from typing import TYPE_CHECKING, Literal

import msgspec

from ...paper.citations import Citation

if TYPE_CHECKING:
    from .redlined.redline import Redline

Kind = Literal["issue", "redline", "markup", "settlement", "acceptance", "summary"]
Format = Literal[
    "actions-jsonl", "review-json", "memo-markdown", "contract-flags-json", "citations-json", "findings-json",
    "changes-json", "model-citations-json", "web-annotations-json", "redline-docx",
]  # fmt: skip

# The name under which the critic writes its findings into a redlined Word file. They are nobody's work.
CRITIC = "Playbook critic"


class Cited(msgspec.Struct, frozen=True):
    """A citation as the submission writes it, and what it reads as: None when it is no citation."""

    written: str
    citation: Citation | None
    place: str


class Quotation(msgspec.Struct, frozen=True):
    """A passage put forward as verbatim, with the citations it is to be verified against: its own, or in a
    review JSON those of its item. `is_placed`: which of several equal passages is meant is known, since it was marked
    in the text itself."""

    text: str
    cited: tuple[Cited, ...]
    place: str
    is_placed: bool = False


class Language(msgspec.Struct, frozen=True):
    """Language the submission proposes, accepts or closes on. Of a redlined Word file these are whole sentences as they
    would read: `inserted` are the words of them that were inserted, `struck` those that stood there before."""

    text: str
    place: str
    inserted: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()


class Standing(msgspec.Struct, frozen=True):
    """Why an item is not simply part of the work: `cause` is `never_delivered` or `revision_not_taken`."""

    cause: Literal["never_delivered", "revision_not_taken"]
    reason: str


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """One piece of work: an issue, a redline, a markup, a settlement, an acceptance of the other side's
    language, or the summary.

    `place` is where it stands in the submission. `rationale` is None where an item of its kind gives none.
    """

    kind: Kind
    label: str
    place: str
    cited: tuple[Cited, ...] = ()
    quotations: tuple[Quotation, ...] = ()
    language: tuple[Language, ...] = ()
    rationale: str | None = None
    summary: str = ""
    standing: Standing | None = None


class ChangeAuthor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who changed a redlined Word file: in how many paragraphs, and whether these changes are reviewed."""

    name: str
    changes: int
    reviewed: bool


class Submission(msgspec.Struct, frozen=True, kw_only=True):
    """Proposed work. `not_read` names the keys that were passed over, `revised` counts the revisions that
    replaced an earlier version. `redline` is the Word file that the work was read from, if it was one: its citations
    name a document only once that is found in the record."""

    format: Format
    sha256: str
    items: tuple[Item, ...]
    not_read: tuple[str, ...] = ()
    revised: int = 0
    redline: "Redline | None" = None
