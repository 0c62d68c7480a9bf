"""Something is still to be done.

`playbook new` leaves `TO DO` wherever the author's own words belong. A matter is finished when none is left.

Source: AUTHORING.md, "A new matter".
"""

from collections.abc import Iterator

from ....sources import lines_of
from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared

MARK = "TO DO"


def check(draft: Draft) -> Iterator[Finding]:
    """Lines with the mark, in every file of the matter and beside it."""
    texts = {file.name: file.source.text for file in draft.matter.files.values()}
    texts |= {document.name: document.text for document in draft.record.documents}
    beside = (draft.probes_file, None if draft.examples is None else draft.examples.scores_file)
    texts |= {file.name: file.source.text for file in beside if file is not None}
    for trajectory in () if draft.examples is None else draft.examples.trajectories:
        for entry in trajectory.lines:
            if MARK in str(entry.value):
                yield Finding(trajectory.name, entry.line, 1, "something is still to do in this action")
    for name, text in texts.items():
        if MARK not in text:
            continue
        for number, line in enumerate(lines_of(text), 1):
            column = line.find(MARK) + 1
            if column:
                words = line[column - 1 + len(MARK) :].strip(" :\"'-[]")
                yield Finding(
                    name,
                    number,
                    column,
                    f"still to do: {words}" if words else "something is still to do here",
                )


RULE = Rule(
    id="to-do",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change(
                "rubric", "# The clock starts when the Bakery says so.", "# TO DO: say what the point is."
            ),
            at=("rubric", "say what the point is"),
        ),
        caught(change("contract", "Fresh, whole and as ordered.", "TO DO"), at=("contract", "TO DO")),
    ),
    spares=(
        spared(
            change(
                "rubric", "# The clock starts when the Bakery says so.", "# What remains to do is said below."
            )
        ),
    ),
    check=check,
)
