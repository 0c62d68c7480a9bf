"""The closing memo, and the settle-up of what should have been escalated."""

from collections.abc import Set as AbstractSet

import msgspec

from ..matter.criteria import Criteria
from ..text import normalize_text
from .concepts import Copied, expressed


class MemoFindings(msgspec.Struct, frozen=True):
    """A closing memo as examined, a pure function of its text. `length` is in characters of normalized text."""

    length: int
    points: int
    concept_points: int
    concepts: tuple[bool, ...]


class FinalFindings(msgspec.Struct, frozen=True):
    """The end of an episode; amounts in the matter's unit, penalties positive. `memo` is None when the steps ran
    out without one."""

    memo: MemoFindings | None
    missing_issues: tuple[str, ...]
    missing_issue_penalty: int
    missed_escalations: tuple[str, ...]
    missed_escalation_penalty: int
    critical_escalations: tuple[str, ...]

    @property
    def points(self) -> int:
        """What the end of the episode is worth."""
        earned = 0 if self.memo is None else self.memo.points + self.memo.concept_points
        return earned - self.missing_issue_penalty - self.missed_escalation_penalty


def examine_memo(summary: str, criteria: Criteria, copied: Copied | None) -> MemoFindings:
    """What the memo itself is worth."""
    final = criteria.final
    text = normalize_text(summary)
    concepts = expressed(final.concepts, text, copied)
    points = final.points if len(text) >= final.minimum_characters else 0
    return MemoFindings(len(text), points, final.concepts.credit[sum(concepts)], concepts)


def settle_up(
    memo: MemoFindings | None, criteria: Criteria, matched_issues: AbstractSet[str], raised: AbstractSet[str]
) -> FinalFindings:
    """The end: the memo, or None when there is none, the required issues never matched (charged to a memo only)
    and the escalations never raised. A miss that is critical is gated, and not charged as well."""
    final = criteria.final
    unraised = [one for one in criteria.escalations if one.id not in raised]
    critical = tuple([one.id for one in unraised if one.critical_if_missed])
    missed = tuple([one.id for one in unraised if one.required and not one.critical_if_missed])
    missing: tuple[str, ...] = ()
    if memo is not None:
        missing = tuple([issue_id for issue_id in final.required_issue_ids if issue_id not in matched_issues])
    return FinalFindings(
        memo,
        missing,
        final.missing_issue * len(missing),
        missed,
        final.missed_escalation * len(missed),
        critical,
    )
