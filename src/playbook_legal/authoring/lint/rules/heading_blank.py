"""A line begins with `## ` and has no word behind it.

It opens no section, and what stands below it belongs to the section above. Give it a number and a title, or take the
line out.

Source: docs/environment.md, "What an agent sees"; AUTHORING.md, "The paper".
"""

from collections.abc import Iterator

from ....sources import lines_of
from ..draft import Paper
from ..markdown import outside_code
from ..rule import Finding, Rule, caught, change, spared


def check(paper: Paper) -> Iterator[Finding]:
    """Heading lines without a token."""
    for document in paper.record.documents:
        for number, line in outside_code(lines_of(document.text)):
            if line.rstrip() != "##" and not line.startswith("## "):
                continue
            words = line[3:].split()
            if not words:
                yield paper.in_document(document, number, "this heading has no word and opens no section")
            elif not words[0].rstrip("."):
                yield paper.in_document(
                    document, number, "this heading begins with full stops alone; number it"
                )


RULE = Rule(
    id="heading-blank",
    severity="error",
    doc=__doc__,
    catches=(
        caught(change("contract", "## 6 Quality", "## "), at=("contract", "kitchen door.\n\n## ")),
        caught(change("contract", "## 6 Quality", "## ... Quality"), at=("contract", "## ... Quality")),
    ),
    spares=(
        spared(change("contract", "## 6 Quality", "## 6")),
        spared(change("contract", "Fresh, whole and as ordered.", "Fresh.\n\n```\n## \n```")),
    ),
    check_paper=check,
)
