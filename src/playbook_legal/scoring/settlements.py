"""What a negotiated point is worth: the language it closed on, whoever wrote it."""

import msgspec

from ..matter.criteria import CompiledIssue
from ..text import Prose
from .concepts import expressed
from .gates import Scan, scan


class Settlement(msgspec.Struct, frozen=True):
    """A closed point. `conceded` means that the point was not negotiable and its text lacks what the client
    needs."""

    criterion: CompiledIssue
    label: str
    closed_by: str
    text: str
    points: int
    concepts: tuple[bool, ...]
    conceded: bool
    gates: Scan


def settle(criterion: CompiledIssue, label: str, closed_by: str, text: str) -> Settlement:
    """`text` as the closing language of `criterion`; `closed_by` is `ours` or `theirs`."""
    prose = Prose(text)
    concepts = expressed(criterion.settlement_concepts, prose.text)
    # An issue without settlement concepts earns its points on whatever it closes on.
    points = criterion.settlement_concepts.credit[sum(concepts)] if concepts else criterion.settlement_points
    conceded = criterion.non_negotiable and not all(concepts)
    return Settlement(
        criterion,
        label,
        closed_by,
        text,
        points,
        concepts,
        conceded,
        scan((criterion.settlement_gates,), prose),
    )
