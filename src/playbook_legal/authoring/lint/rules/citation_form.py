"""A citation is not written the way citations are printed.

It means the same, but a search for `msa §4.2` in the rubric does not find `msa§ 4.2`.

Source: docs/environment.md, "Actions": white space around the section sign means nothing.
"""

from collections.abc import Iterator

from ....paper.citations import Citation
from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared
from ..yaml_edits import replaced_scalar


def check(draft: Draft) -> Iterator[Finding]:
    """Anchors and required citations in another form than their own."""
    for index, (issue, written) in enumerate(zip(draft.criteria.issues, draft.rubric.issues, strict=True)):
        yield from _other_form(draft, issue.anchor, written.anchor, "issues", index, "anchor")
        for at, citation in enumerate(issue.required_citations):
            place = ("issues", index, "required_citations", at)
            yield from _other_form(draft, citation, written.required_citations[at], *place)


def _other_form(draft: Draft, citation: Citation, written: str, *place: str | int) -> Iterator[Finding]:
    if written != str(citation):
        repair = replaced_scalar(
            draft.rubric_file(), str(citation), f'wrote "{written}" as "{citation}"', *place
        )
        yield draft.at(f'"{written}" is printed as "{citation}"; write it so', *place, repair=repair)


RULE = Rule(
    id="citation-form",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", '"contract §4", "playbook §P2"', '"contract §4", "playbook§ P2."'),
            at=("rubric", "playbook§ P2."),
        ),
    ),
    spares=(spared(change("rubric", '"contract §4", "playbook §P2"', "'contract §4', playbook §P2")),),
    check=check,
    repairs="The citation is written as it is printed.",
)
