"""A document has no text.

The agent is offered a paper that holds nothing.

Source: docs/environment.md, "What an agent sees".
"""

from collections.abc import Iterator

from ..draft import Paper
from ..rule import Finding, Rule, caught, change, spared


def check(paper: Paper) -> Iterator[Finding]:
    """Documents of white space."""
    for index, document in enumerate(paper.record.documents):
        if not document.text.strip():
            yield paper.at(f"the document {document.id} has no text", "documents", index, "path")


RULE = Rule(
    id="document-empty",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("matter", "path: documents/instructions.md", "path: documents/nothing.md"),
            change("documents/nothing.md", "", "\n \n"),
            at=("matter", "documents/nothing.md"),
        ),
    ),
    spares=(
        spared(
            change("matter", "path: documents/instructions.md", "path: documents/little.md"),
            change("documents/little.md", "", "Proceed.\n"),
        ),
    ),
    check_paper=check,
)
