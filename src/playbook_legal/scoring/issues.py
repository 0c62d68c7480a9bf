"""What an issue submission is worth by its content alone, before the order of submissions is looked at.

The first citation that is some criterion's anchor decides which criterion an issue is about; the agent's label
decides nothing.
"""

from typing import TypeAlias

import msgspec

from ..actions import ReviseIssue, SubmitIssue
from ..matter.criteria import CompiledIssue, Criteria
from ..matter.key import StrictInstrument
from ..paper.citations import Citation, parse_citation
from ..paper.documents import Record
from ..text import Prose
from .amounts import Amounts, Critical
from .concepts import Copied, expressed
from .gates import NOTHING, Scan, scan
from .quotes import QuoteVerdicts, verify_quotes

IssueAction: TypeAlias = SubmitIssue | ReviseIssue


class IssueFindings(msgspec.Struct, frozen=True):
    """An issue as examined, a pure function of its content.

    `criterion` is the one whose anchor is cited first, None when no anchor is cited. `over_cited` means that it
    cites more than the instrument allows. `charged` is what its invalid citations and fabricated quotations cost
    whatever becomes of it; `earned` what its components are worth if it is credited.
    """

    action: IssueAction
    citations: tuple[Citation, ...]
    invalid_citations: tuple[str, ...]
    quotes: QuoteVerdicts
    over_cited: bool
    charged: int
    criterion: CompiledIssue | None = None
    severity_right: bool = False
    required_cited: bool = False
    concepts: tuple[bool, ...] = ()
    gates: Scan = NOTHING
    earned: int = 0
    critical: Critical = ()

    @property
    def label(self) -> str:
        """The label the agent gave it."""
        return self.action.issue_id


def examine_issue(
    action: IssueAction,
    record: Record,
    criteria: Criteria,
    amounts: Amounts,
    instrument: StrictInstrument,
    copied: Copied | None,
) -> IssueFindings:
    """`action` examined against the record and the criteria."""
    valid: list[Citation] = []
    invalid: list[str] = []
    criterion: CompiledIssue | None = None
    for written in action.citations:
        citation = parse_citation(written)
        if citation is None or not record.sections(citation):
            invalid.append(written)
            continue
        valid.append(citation)
        if criterion is None:
            criterion = criteria.by_anchor.get(citation)
    quotes = verify_quotes(action.quotes, record)
    charged = amounts.invalid_citation * len(invalid) + amounts.fabricated_quote * len(quotes.fabricated)
    over_cited = (
        instrument.maximum_citations is not None and len(action.citations) > instrument.maximum_citations
    )
    fabrications = tuple([("fabricated_quote", quote.citation) for quote in quotes.fabricated])
    if criterion is None:
        return IssueFindings(
            action, tuple(valid), tuple(invalid), quotes, over_cited, charged, critical=fabrications
        )
    prose = Prose(action.title, action.analysis, action.recommendation)
    gates = scan((criterion.gates,), prose)
    severity_right = action.severity == criterion.severity
    required_cited = all(citation in valid for citation in criterion.required_citations)
    concepts = expressed(criterion.concepts, prose.text, copied)
    components = issue_components(
        criterion,
        severity_right=severity_right,
        required_cited=required_cited,
        concepts=concepts,
        quotes=quotes,
    )
    return IssueFindings(
        action,
        tuple(valid),
        tuple(invalid),
        quotes,
        over_cited,
        charged,
        criterion,
        severity_right,
        required_cited,
        concepts,
        gates,
        sum(components.values()),
        (*fabrications, *gates.critical),
    )


def issue_components(
    criterion: CompiledIssue,
    *,
    severity_right: bool,
    required_cited: bool,
    concepts: tuple[bool, ...],
    quotes: QuoteVerdicts,
) -> dict[str, int]:
    """What a credited issue earns, component by component."""
    return {
        "base": criterion.base,
        "severity": criterion.severity_points if severity_right else 0,
        "citations": criterion.citation_points if required_cited else 0,
        "concepts": criterion.concepts.credit[sum(concepts)],
        "quotes": criterion.quote_points if quotes.verified else 0,
    }
