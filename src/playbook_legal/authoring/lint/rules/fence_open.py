"""A code block is opened and never closed.

Everything below it is text of the block, headings included, and none of its sections can be cited.

Source: docs/environment.md, "What an agent sees": a heading inside a code block is text.
"""

from collections.abc import Iterator

from ....sources import lines_of
from ..draft import Paper
from ..markdown import open_fence
from ..rule import Finding, Rule, caught, change, spared


def check(paper: Paper) -> Iterator[Finding]:
    """The fence that is still open at the end of a document."""
    for document in paper.record.documents:
        line = open_fence(lines_of(document.text))
        if line is not None:
            yield paper.in_document(
                document, line, "this code block is never closed; the headings below it are text"
            )


RULE = Rule(
    id="fence-open",
    severity="error",
    doc=__doc__,
    catches=(
        caught(change("contract", "Fresh, whole and as ordered.", "```\nFresh."), at=("contract", "```")),
    ),
    spares=(spared(change("contract", "Fresh, whole and as ordered.", "```\nFresh.\n```")),),
    check_paper=check,
)
