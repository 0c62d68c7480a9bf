"""A required citation names no section of the record.

Nobody can give a citation that does not resolve, so its points cannot be earned.

Source: docs/scoring.md, "Issues".
"""

import difflib
from collections.abc import Iterator

from ....paper.citations import Citation
from ....paper.documents import Record
from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Required citations without a section."""
    for index, issue in enumerate(draft.criteria.issues):
        for at, citation in enumerate(issue.required_citations):
            if not draft.record.sections(citation):
                message = f"{citation} names no section of the record; {_hint(citation, draft.record)}"
                yield draft.at(message, "issues", index, "required_citations", at)


def _hint(citation: Citation, record: Record) -> str:
    document = record.document(citation.document_id)
    if document is None:
        return f"the documents are {', '.join(one.id for one in record.documents)}"
    near = difflib.get_close_matches(citation.token, document.tokens, 3, 0.4)
    if near:
        return f"did you mean {' or '.join('§' + token for token in near)}?"
    return f"{document.id} has the sections {', '.join(document.tokens[:12])}"


RULE = Rule(
    id="citation-unresolved",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", '"contract §4", "playbook §P2"', '"contract §4", "playbook §P22"'),
            at=("rubric", "playbook §P22"),
        ),
        caught(
            change("rubric", '"contract §4", "playbook §P2"', '"contract §4", "book §P2"'),
            at=("rubric", "book §P2"),
        ),
    ),
    spares=(spared(change("rubric", '"contract §4", "playbook §P2"', '"contract §4", "playbook §P2."')),),
    check=check,
)
