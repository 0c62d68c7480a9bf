r"""A line of a trajectory is not JSON.

A trajectory is one JSON object a line. A line feed inside a text is written `\n`.

Source: docs/environment.md, "Actions".
"""

from ..rule import Rule, caught, change, spared

RULE = Rule(
    id="json",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("bad_trap", '"proposed_text": "Tell us sooner."}', '"proposed_text": "Tell us sooner.}'),
            at=("bad_trap", "Tell us sooner."),
        ),
    ),
    spares=(spared(change("bad_trap", '"Tell us sooner."', '"Tell us\\nsooner."')),),
)
