"""Too few sections of the paper under review are sound.

Where every other section is a problem, an issue at every section pays. Of the sections of the documents in which
anchors stand, at least 80 % should be sound; the best decoys look alarming and are cured by a definition, a proviso or
another section.

Source: AUTHORING.md, "The paper".
"""

from collections.abc import Iterator

from ....paper.citations import FULL
from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared

_SHARE = 80  # percent


def check(draft: Draft) -> Iterator[Finding]:
    """A share of sections without an anchor below 80 %, over the documents that hold one."""
    tokens = [
        (document.id, token)
        for document in draft.record.documents
        if document.id in draft.anchored
        for token in document.tokens
        if token != FULL or len(document.tokens) == 1
    ]
    anchors = {(issue.anchor.document_id, issue.anchor.token) for issue in draft.criteria.issues}
    sound = sum(one not in anchors for one in tokens)
    if tokens and sound * 100 < _SHARE * len(tokens):
        share = sound * 100 // len(tokens)
        message = (
            f"{sound} of the {len(tokens)} sections of {', '.join(sorted(draft.anchored))} are no anchor ({share} %); "
            f"at least {_SHARE} % should be sound"
        )
        yield draft.at_manifest(message, "documents")


RULE = Rule(
    id="decoys",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change("contract", "## 9 Insurance\n", "### Insurance\n"),
            change("contract", "## 10 Term\n", "### Term\n"),
            change("contract", "## 11 Invoices\n", "### Invoices\n"),
            at=("matter", "- id: contract"),
        ),
    ),
    spares=(spared(change("contract", "## 9 Insurance\n", "### Insurance\n")),),
    check=check,
)
