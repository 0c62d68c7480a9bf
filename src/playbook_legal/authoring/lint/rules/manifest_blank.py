"""The manifest leaves out what an agent is told first: its role, its assignment, the practice area, the jurisdiction.

Without a role nobody knows for whom the paper is read, and the answers in the key would be arbitrary.

Source: docs/environment.md, "What an agent sees" (`matter`).
"""

from collections.abc import Iterator

from ..draft import Paper
from ..rule import Finding, Rule, caught, change, spared

_TOLD = ("title", "practice_area", "jurisdiction", "role", "assignment")


def check(paper: Paper) -> Iterator[Finding]:
    """Blank fields of the manifest."""
    for key in _TOLD:
        if not getattr(paper.manifest, key).strip():
            yield paper.at(f"{key} is blank; say it in a few words", key)


RULE = Rule(
    id="manifest-blank",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(change("matter", "role: Counsel for the Hotel", 'role: ""'), at=("matter", 'role: ""')),
        caught(change("matter", "role: Counsel for the Hotel\n", ""), at=("matter", "matter_id")),
    ),
    spares=(spared(change("matter", "role: Counsel for the Hotel", "role: Counsel")),),
    check_paper=check,
)
