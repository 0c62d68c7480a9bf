"""Citations of several documents in one string: `msa §4.2 and dpa §5.1`, `msa §§4, 5; sow §1`.

Places of one document stay together, since the words of one belong to the next: `Sections 4 and 5 of the msa`.
"""

import re
from collections.abc import Sequence

from .citations import LONGEST
from .pin_words import AND, NAMED
from .pins import in_place

# Between a place and one that names its own document: "msa §4.2; dpa §5.1".
_ANOTHER = re.compile(r"\s*;\s*(?:and\s+)?(?=[^\s§¶(0-9;][^;§]{0,80}§)", re.IGNORECASE)
# … or its initials: "CSA §4.2, DPA §5.1".
_BY_INITIALS = re.compile(
    r"\s*(?:,|;|&|/|\band\b)\s*(?:and\s+)?(?=(?![IVXLC]+\b)[A-Z]{3,6}\s*(?:§|\b[Ss]ec(?:tion|\.)|[0-9]+\.[0-9]))"
)
_PLACED = re.compile(
    rf"(?:{NAMED.pattern})(?:\s*[0-9][0-9.]*)?|(?<=[\s:])[0-9]{{1,3}}\.[0-9]+", re.IGNORECASE
)


def cited_apart(written: str, documents: Sequence[str]) -> list[str]:
    """The citations in `written` that name their documents one by one: "msa §4.2 and dpa §5.1". `documents` are the ids
    of the record's documents."""
    if len(written) > LONGEST or len(_PLACED.findall(written)) < 2 or AND.search(written) is None:
        return [written]
    named = _ids_in(written, documents)
    found: list[str] = []
    start = 0
    for joint in AND.finditer(written):
        if any(begins < joint.end() and joint.start() < ends for begins, ends in named):
            continue
        after = AND.search(written, joint.end())
        until = after.start() if after is not None else len(written)
        known = any(joint.end() <= begins < until for begins, _ in named) and any(
            start <= begins < joint.start() for begins, _ in named
        )
        another = _ANOTHER.match(written, joint.start()) or (
            _BY_INITIALS.match(written, joint.start()) and _PLACED.search(written, start, joint.start())
        )
        if (known and _PLACED.search(written, joint.end(), until)) or another:
            found.append(written[start : joint.start()])
            start = joint.end()
    return [*found, written[start:]]


def _ids_in(written: str, documents: Sequence[str]) -> list[tuple[int, int]]:
    """Where `written` names documents of the record, as whole words."""
    fold = in_place(written)
    folded = fold(written)
    found = []
    for one in documents:
        wanted = fold(one)
        at = folded.find(wanted)
        while at >= 0:
            end = at + len(wanted)
            if not (folded[at - 1 : at].isalnum() or folded[end : end + 1].isalnum()):
                found.append((at, end))
            at = folded.find(wanted, at + 1)
    return found


__all__ = ["cited_apart"]
