"""Cautions on quotations that verify, as findings of a report: true words that read otherwise in their place.

What is looked at is said in `surroundings` (what stands around them) and `own_words` (what they are themselves).
"""

from collections.abc import Sequence

from ...paper.amendments import Supersession
from ..record import ClientRecord
from ..submission.items import Item
from ..verdicts import Cause, Finding, Verdict
from ..wording import code
from .own_words import cautions as cautions_of
from .quotations import Verified
from .surroundings import cautions as cautions_on


def cautions(
    item: Item, one: Verified, record: ClientRecord, superseded: Sequence[Supersession] = ()
) -> list[Finding]:
    """The advisories on a verified quotation of `item`. Not for a matter, where the rule of the engine is all.
    `superseded` is what the amendments of the record say."""
    assert one.found is not None
    where = one.found.where
    quotation = one.quotation
    shown = code(" ".join(quotation.text.split()))
    spans = [(where.section.start + start, where.section.start + end) for start, end in one.found.match.spans]
    role = record.declared.role(where.document.id) if record.declared is not None else None
    normalized = record.normalized(where.index, where.document)
    found = (
        *cautions_on(
            quotation.text, one.found.match, where.section, where.document, superseded, normalized=normalized
        ),
        *cautions_of(quotation.text, where.document, spans, role),
    )
    return [
        Finding(
            verdict=Verdict.VERIFIED,
            cause=caution.cause,
            severity="advisory",
            item=item.kind,
            label=item.label,
            place=quotation.place,
            message=f"the quotation {shown} stands in {code(one.place.citation)}; {caution.message}",
            citation=one.cited.written,
            quoted=" ".join(quotation.text.split()),
            found=(one.place,),
            found_count=1,
        )
        for caution in found
        if not (quotation.is_placed and caution.cause is Cause.SEVERAL_PLACES)
    ]
