"""A line looks like the heading of a section and is none.

A section begins with exactly `## ` at the beginning of a line: two number signs and a space. `##4.2`, ` ## 4.2` and
`##` with a tab leave their text in the section above, where nobody can cite it.

Source: docs/environment.md, "What an agent sees"; AUTHORING.md, "The paper".
"""

import re
from collections.abc import Iterator

from ....sources import lines_of
from ..draft import Paper
from ..markdown import outside_code
from ..rule import Finding, Rule, caught, change, spared

_NEAR = re.compile(r"\s+##\s+\S|##[^\s#]|##[^\S ]+\S|##\u00a0")


def check(paper: Paper) -> Iterator[Finding]:
    """Lines that miss the form of a heading by a space."""
    for document in paper.record.documents:
        for number, line in outside_code(lines_of(document.text)):
            if _NEAR.match(line):
                message = f'"{line.strip()[:40]}" opens no section; begin the line with ## and one space'
                yield paper.in_document(document, number, message)


RULE = Rule(
    id="heading-near",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(change("contract", "## 6 Quality", "##6 Quality"), at=("contract", "##6 Quality")),
        caught(change("contract", "## 6 Quality", " ## 6 Quality"), at=("contract", " ## 6 Quality")),
    ),
    spares=(spared(change("contract", "## 6 Quality", "### 6 Quality")),),
    check_paper=check,
)
