"""Suppressions: findings that somebody has looked at and decided to live with, each with its reason.

A suppression names one finding by its fingerprint, or findings of one cause or verdict, as far as they stand in
an item, citation or document. Invented quotations are never let through by such a description: whoever accepts
one has to name it by its fingerprint.
"""

from collections.abc import Collection

import msgspec

from .verdicts import Finding, Verdict


class Suppression(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A decision on findings. `source` is where it stands, for instance `playbook.toml:12`.

    `fingerprint` stands alone. Otherwise there is a `cause` or a `verdict`, and `item` (the item's label),
    `citation` and `document` narrow it down; in these `*` stands for any characters.
    """

    reason: str
    source: str
    fingerprint: str = ""
    cause: str = ""
    verdict: str = ""
    item: str = ""
    citation: str = ""
    document: str = ""

    @property
    def says(self) -> str:
        """What it asks for, in one line."""
        asked = ("fingerprint", "cause", "verdict", "item", "citation", "document")
        return ", ".join(f"{name} {value}" for name in asked if (value := getattr(self, name)))

    def silences(self, finding: Finding, fingerprint: str, documents: Collection[str] = ()) -> bool:
        """Whether the finding of that fingerprint is one of those meant. `documents` are the ids of the record."""
        if self.fingerprint:
            return self.fingerprint == fingerprint
        if finding.verdict is Verdict.FABRICATED_QUOTE and finding.critical:
            return False
        if self.cause not in ("", finding.cause) or self.verdict not in ("", finding.verdict):
            return False
        cited = [one_spelling(one) for one in finding.citation.split("; ")] if finding.citation else []
        return (
            (not self.item or answers(finding.label, self.item))
            and (not self.citation or any(answers(one, one_spelling(self.citation)) for one in cited))
            and (not self.document or any(answers(_document(one, documents), self.document) for one in cited))
        )


def _document(citation: str, documents: Collection[str]) -> str:
    """The document that a citation names: one of the record, or whatever stands before the section sign."""
    named = [one for one in documents if citation == one or citation.startswith(f"{one} ")]
    return max(named, key=len, default=citation.partition(" §")[0])


def one_spelling(text: str) -> str:
    """A citation in one spelling, whatever blanks it was written with."""
    return " §".join(" ".join(part.split()) for part in text.split("§"))


def answers(text: str, pattern: str) -> bool:
    """Whether `text` is what `pattern` describes, in which `*` stands for any characters and nothing else means
    anything but itself. The time is at most the product of the two lengths."""
    first, *rest = pattern.split("*")
    if not rest:
        return text == first
    *middle, last = rest
    if not text.startswith(first):
        return False
    at = len(first)
    for part in middle:
        found = text.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return len(text) - at >= len(last) and text.endswith(last)
