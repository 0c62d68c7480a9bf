"""Something that must hold text holds none: a file, an id, the list of documents.

An agent needs paper to read, and everything that is referred to needs a name.

Source: docs/environment.md, "What an agent sees".
"""

from ..rule import Rule, caught, change, spared

RULE = Rule(
    id="empty",
    severity="error",
    doc=__doc__,
    catches=(
        caught(change("rubric", "id: q_menu", 'id: ""'), at=("rubric", 'id: ""')),
        caught(change("matter", "matter_id: bread_001", 'matter_id: " "'), at=("matter", "matter_id")),
    ),
    spares=(spared(change("matter", "jurisdiction: none", "jurisdiction: Freedonia")),),
)
