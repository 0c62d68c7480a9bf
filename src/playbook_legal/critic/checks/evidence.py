"""What could not be verified, because it was not there to verify. Advisory, never critical.

Why: an issue without a quotation, a point closed on language nobody supplied or a summary of one line is not
proved wrong, and it is not proved right either. Work that nobody could check must not look checked.
Source: docs/critic.md, "Verdicts".
"""

from ..submission.items import Item
from ..verdicts import Cause, Finding, Verdict
from ..wording import code, counted, prose

CATCHES = '{"issues": [{"id": "a", "citation": "dpa §5.1", "rationale": "Too late."}]}'
SPARES = (
    '{"issues": [{"id": "a", "citation": "dpa §5.1", "rationale": "Too late.", '
    '"quote": "no later than 72 hours after discovery"}]}'
)


def missing(item: Item, minimum_summary: int) -> list[Finding]:
    """The advisories on one item."""
    found: list[Finding] = []

    def note(cause: Cause, message: str) -> None:
        found.append(
            Finding(
                verdict=Verdict.MISSING_EVIDENCE,
                cause=cause,
                severity="advisory",
                item=item.kind,
                label=item.label,
                place=item.place,
                message=message,
            )
        )

    if item.standing is not None:
        reason = prose(item.standing.reason)
        if item.standing.cause == "never_delivered":
            note(Cause.NEVER_DELIVERED, f"this was never delivered and was not checked: {reason}")
            return found
        note(Cause.REVISION_NOT_TAKEN, f"this revision was not taken, and it replaces nothing: {reason}")
    if item.kind == "issue" and not item.quotations:
        note(
            Cause.UNQUOTED_ISSUE, "the issue quotes nothing; what it says of the paper could not be verified"
        )
    if item.rationale is not None and not item.rationale.strip():
        note(Cause.EMPTY_RATIONALE, f"the {item.kind} gives no reason")
    if item.kind in ("redline", "markup", "settlement") and not item.language:
        note(Cause.LANGUAGE_NOT_SUPPLIED, f"the {item.kind} carries no language; nothing could be checked")
    if item.kind == "acceptance":
        message = (
            "the language accepted here is the other side's and was not supplied; it could not be checked"
        )
        if not item.language:
            note(Cause.LANGUAGE_NOT_SUPPLIED, message)
    if item.kind == "summary" and len(item.summary.strip()) < minimum_summary:
        length = counted(len(item.summary.strip()), "character")
        note(
            Cause.THIN_SUMMARY, f"the summary has {length}; at least {code(str(minimum_summary))} are wanted"
        )
    return found
