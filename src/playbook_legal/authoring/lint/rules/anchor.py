"""An anchor names no section of the record.

Nobody could ever be credited with the issue. Document ids and section tokens are case-sensitive; the token is the
first word of a heading that begins with `## `, without trailing full stops.

Source: docs/scoring.md, "Issues"; docs/environment.md, "Actions".
"""

from ..rule import Rule, caught, change, spared

RULE = Rule(
    id="anchor",
    severity="error",
    doc=__doc__,
    catches=(
        caught(change("rubric", 'anchor: "contract §7"', 'anchor: "contract §7.1"'), at=("rubric", "§7.1")),
    ),
    spares=(spared(change("rubric", 'anchor: "contract §7"', 'anchor: "contract § 7."')),),
)
