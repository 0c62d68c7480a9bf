"""An anchor does not stand in the required citations of its issue.

A reviewer who cites the provision that does the harm has done what was asked. If the anchor is not required, one who
leaves it out of the citations loses nothing, and one who reads the rubric learns the wrong lesson.

Source: docs/scoring.md, "Issues".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, TextEdit, caught, change, spared
from ..yaml_edits import inserted_entry, inserted_first, node_at, quoted


def check(draft: Draft) -> Iterator[Finding]:
    """Issues whose anchor is not required."""
    for index, issue in enumerate(draft.criteria.issues):
        if issue.anchor not in issue.required_citations:
            message = f"the anchor {issue.anchor} of {issue.id} is not among its required_citations; add it"
            yield draft.at(message, "issues", index, "anchor", repair=_repair(draft, index))


def _repair(draft: Draft, index: int) -> TextEdit | None:
    file = draft.rubric_file()
    text = quoted(str(draft.criteria.issues[index].anchor))
    what = f"added {text} to the required_citations of {draft.criteria.issues[index].id}"
    place = ("issues", index, "required_citations")
    if node_at(file, *place) is None:
        return inserted_entry(file, "required_citations", f"[{text}]", what, "issues", index, "anchor")
    return inserted_first(file, text, what, *place)


RULE = Rule(
    id="anchor-not-cited",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", '"contract §4", "playbook §P2"', '"playbook §P2"'),
            at=("rubric", 'anchor: "contract §4"'),
        ),
        caught(
            change("rubric", '    required_citations: ["contract §7"]\n', ""),
            at=("rubric", 'anchor: "contract §7"'),
        ),
    ),
    spares=(spared(change("rubric", '"contract §4", "playbook §P2"', '"playbook §P2", "contract  §4"')),),
    check=check,
    repairs="The anchor is added to `required_citations`, as their first.",
)
