"""Warnings that an author has looked at and lets stand: `# lint: allow <rule>: <why>` on the line, or above it.

Errors cannot be allowed, and an allowance without a reason, or one that allows nothing, is itself a problem.
"""

import re
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

_ALLOWANCE = re.compile(r"(?:#|<!--) *lint: *allow +([a-z-]+)(?:: *(\S.*?))? *(?:-->)?\r?$")


def without_allowed(
    warnings: Sequence[tuple[str, int, str]],
    texts: dict[str, str],
    ran: AbstractSet[str],
    known: AbstractSet[str],
) -> tuple[list[bool], list[tuple[str, int, str]]]:
    """For each warning (path, line, rule) whether it stays; and the allowances that do not hold, as path, line and
    message. `known` are the rules there are; allowances of rules that have not `ran` are passed over."""
    allowances: dict[tuple[str, int], tuple[str, str | None]] = {}
    for path, text in texts.items():
        if "lint:" in text:
            allowances |= {(path, line): found for line, found in _allowances(text)}
    used: set[tuple[str, int]] = set()
    stays = []
    for path, line, rule in warnings:
        at = next(
            (
                place
                for place in ((path, line), (path, line - 1))
                if allowances.get(place, ("", None))[0] == rule and allowances[place][1]
            ),
            None,
        )
        stays.append(at is None)
        if at is not None:
            used.add(at)
    idle = [
        (*place, _complaint(rule, reason, known))
        for place, (rule, reason) in sorted(allowances.items())
        if place not in used and (rule in ran or rule not in known)
    ]
    return stays, idle


def _allowances(text: str) -> Iterable[tuple[int, tuple[str, str | None]]]:
    for number, line in enumerate(text.split("\n"), 1):
        found = _ALLOWANCE.search(line)
        if found is not None:
            yield number, (found.group(1), found.group(2))


def _complaint(rule: str, reason: str | None, known: AbstractSet[str]) -> str:
    if rule not in known:
        return f'there is no rule "{rule}" to allow'
    if reason is None:
        return f"the allowance of {rule} gives no reason; write # lint: allow {rule}: <why it may stand>"
    return f"nothing on this line or the next is a warning of {rule}; take the allowance out"
