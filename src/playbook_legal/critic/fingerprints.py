"""Fingerprints: by what a finding is known again in the next report.

A fingerprint is made of what the finding says: verdict, cause, item, citation, quoted words, rule and pattern.
Lines, offsets and places in a list are no part of it, so that work elsewhere in the submission or the record
changes nothing. Findings that say the very same are told apart by their number in the report.
"""

import hashlib
import re
from typing import TYPE_CHECKING

import msgspec

from ..text import normalize_text
from .verdicts import Finding

if TYPE_CHECKING:
    from .report import ItemReport, Report

VERSION = "playbook/v1"
_DIGITS = 32
_SECTION_SIGN = re.compile(r"\s*§\s*")


def fingerprint(finding: Finding, item: "ItemReport") -> str:
    """The fingerprint of a finding on `item`: `playbook/v1:` and 32 hexadecimal digits."""
    # An item without a label of its own is called by its place, which says nothing about it.
    label = "" if item.label == item.place else item.label
    parts = [
        str(finding.verdict),
        str(finding.cause),
        item.kind,
        label,
        " ".join(_SECTION_SIGN.sub(" §", finding.citation).split()),
        normalize_text(finding.quoted),
        finding.rule,
        finding.pattern,
    ]
    digest = hashlib.sha256(msgspec.json.encode(parts)).hexdigest()
    return f"{VERSION}:{digest[:_DIGITS]}"


def fingerprints(report: "Report") -> tuple[str, ...]:
    """The fingerprint of every finding of `report.findings`, in order. Of several that say the same, the second
    ends in `:2`, the third in `:3`."""
    seen: dict[str, int] = {}
    told: list[str] = []
    for item in report.items:
        for finding in item.findings:
            one = fingerprint(finding, item)
            seen[one] = number = seen.get(one, 0) + 1
            told.append(one if number == 1 else f"{one}:{number}")
    return tuple(told)
