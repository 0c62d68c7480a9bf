"""A section has a heading and no text.

There is nothing in it to read, to quote or to amend. Reserve a number in words ("Reserved."), or take it out.

Source: AUTHORING.md, "The paper".
"""

from collections.abc import Iterator

from ..draft import Paper
from ..rule import Finding, Rule, caught, change, spared


def check(paper: Paper) -> Iterator[Finding]:
    """Sections that are their heading alone."""
    for document in paper.record.documents:
        for section in document.sections:
            if section.text.startswith("## ") and "\n" not in section.text:
                message = f"§{section.token} of {document.id} has a heading and no text"
                yield paper.in_document(document, section.line, message)


RULE = Rule(
    id="section-empty",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(change("contract", "Fresh, whole and as ordered.", ""), at=("contract", "## 6 Quality")),
    ),
    spares=(spared(change("contract", "Fresh, whole and as ordered.", "Reserved.")),),
    check_paper=check,
)
