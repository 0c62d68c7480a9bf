"""A citation stands twice among the required citations of an issue.

It says nothing more the second time, and whoever reads the rubric looks for the difference.

Source: docs/scoring.md, "Issues".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared
from ..yaml_edits import removed_item


def check(draft: Draft) -> Iterator[Finding]:
    """Required citations that stood there before."""
    for index, issue in enumerate(draft.criteria.issues):
        for at, citation in enumerate(issue.required_citations):
            if citation in issue.required_citations[:at]:
                place = ("issues", index, "required_citations", at)
                what = f"took out the second {citation} of {issue.id}"
                repair = removed_item(draft.rubric_file(), what, *place)
                yield draft.at(f"{citation} stands here twice; once is enough", *place, repair=repair)


RULE = Rule(
    id="citation-repeated",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", '"contract §4", "playbook §P2"', '"contract §4", "playbook §P2", "contract §4"'),
            at=("rubric", '"playbook §P2", "contract §4"'),
        ),
    ),
    spares=(
        spared(
            change("rubric", '"contract §4", "playbook §P2"', '"contract §4", "playbook §P2", "contract §5"')
        ),
    ),
    check=check,
    repairs="The later of two equal citations is taken out.",
)
