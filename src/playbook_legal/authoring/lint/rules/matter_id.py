"""The matter's id is not the name of its folder, or not a plain word.

Trajectories, traces and canaries go by the id; the folder of the same name is where people look. Lower-case letters,
digits and underscores are the same everywhere: `lease_008`.

Source: AUTHORING.md, "What a matter is made of".
"""

import re
from collections.abc import Iterator

from ..draft import Paper
from ..rule import Finding, Rule, caught, change, spared

PLAIN = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")


def check(paper: Paper) -> Iterator[Finding]:
    """Ids that differ from the folder's name or hold other characters."""
    matter_id, folder = paper.manifest.matter_id, paper.folder.resolve().name
    if not PLAIN.fullmatch(matter_id):
        message = f'"{matter_id}" is no plain word; use lower-case letters, digits and underscores, such as lease_008'
        yield paper.at(message, "matter_id")
    elif matter_id != folder:
        yield paper.at(
            f'the matter is called "{matter_id}" and its folder "{folder}"; call them alike', "matter_id"
        )


RULE = Rule(
    id="matter-id",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(change("matter", "matter_id: bread_001", "matter_id: bread_002"), at=("matter", "matter_id")),
        caught(change("matter", "matter_id: bread_001", "matter_id: Bread-001"), at=("matter", "matter_id")),
    ),
    spares=(spared(change("matter", "matter_id: bread_001", "matter_id: 'bread_001'")),),
    check_paper=check,
)
