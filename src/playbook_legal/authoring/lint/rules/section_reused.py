"""A section number is used twice in a document.

A citation of it names both texts, and a quotation verifies in either: nobody can say which provision was meant. Give
each section a number of its own.

Source: docs/environment.md, "Actions"; AUTHORING.md, "The paper".
"""

from collections.abc import Iterator

from ..draft import Paper
from ..rule import Finding, Rule, caught, change, spared


def check(paper: Paper) -> Iterator[Finding]:
    """The later ones of sections with one token."""
    for document in paper.record.documents:
        for token in document.reused_tokens:
            first, *others = document.places(token)
            for section in others:
                message = f"§{token} of {document.id} stands here a second time (first in line {first.line})"
                yield paper.in_document(document, section.line, message)


RULE = Rule(
    id="section-reused",
    severity="error",
    doc=__doc__,
    catches=(caught(change("contract", "## 6 Quality", "## 5 Quality"), at=("contract", "## 5 Quality")),),
    spares=(spared(change("contract", "## 6 Quality", "## 5A Quality")),),
    check_paper=check,
)
