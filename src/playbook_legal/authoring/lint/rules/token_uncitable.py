"""A section has a number that no citation can name.

The token is the first word of the heading. With a section sign in it (`## §4.2 Data`) it cannot be written behind
another one. Leave the sign out of the heading.

Source: docs/environment.md, "Actions".
"""

from collections.abc import Iterator

from ..draft import Paper
from ..rule import Finding, Rule, caught, change, spared


def check(paper: Paper) -> Iterator[Finding]:
    """Sections that their own citation does not find."""
    for document in paper.record.documents:
        for section in document.sections:
            if section not in paper.record.sections(str(section.citation)):
                message = (
                    f'"{section.citation}" does not name this section; write the heading without the sign'
                )
                yield paper.in_document(document, section.line, message)


RULE = Rule(
    id="token-uncitable",
    severity="error",
    doc=__doc__,
    catches=(caught(change("contract", "## 6 Quality", "## §6 Quality"), at=("contract", "## §6 Quality")),),
    spares=(spared(change("contract", "## 6 Quality", "## Article-6 Quality")),),
    check_paper=check,
)
