"""One report on the page: what its parts share, so that links and filters meet."""

import msgspec

from ....paper.citations import parse_citation
from ...submission_lines import texts_of_places
from ...verdicts import Verdict
from ..sheets import Row, Sheet

SEVERITIES: tuple[tuple[str, str, str, str], ...] = (
    ("error", "critical", "✕", "Critical"),
    ("warning", "advisory", "!", "Advisory"),
    ("note", "note", "i", "Note"),
)
VERDICTS: dict[Verdict, str] = {
    Verdict.FABRICATED_QUOTE: "Fabricated quotation",
    Verdict.UNRESOLVED_CITATION: "Unresolved citation",
    Verdict.PROHIBITED_CONCESSION: "Prohibited concession",
    Verdict.MISSING_EVIDENCE: "Missing evidence",
    Verdict.VERIFIED: "Verified, with a caution",
}


class Frame(msgspec.Struct, frozen=True):
    """A report on the page. `prefix` stands before its anchors where there are several; `documents` are all
    documents that findings concern, over all reports; `languages` the proposed language by its place."""

    sheet: Sheet
    prefix: str
    documents: tuple[str, ...]
    languages: dict[str, str]

    def anchor(self, name: str) -> str:
        """The anchor of that name in this report."""
        return f"{self.prefix}{name}"


def frames_of(sheets: tuple[Sheet, ...]) -> tuple[Frame, ...]:
    """The frames of the reports on one page."""
    documents = tuple(
        dict.fromkeys(one for sheet in sheets for row in sheet.rows for one in documents_of(row))
    )
    return tuple(
        Frame(sheet, "" if len(sheets) == 1 else f"r{number}-", documents, _languages(sheet))
        for number, sheet in enumerate(sheets, 1)
    )


def documents_of(row: Row) -> tuple[str, ...]:
    """The documents that a finding concerns: those it cites, and those it points at."""
    finding = row.finding
    cited = (parse_citation(one) for one in finding.citation.split("; "))
    places = [*finding.found]
    if finding.nearest is not None:
        places.append(finding.nearest.place)
    if finding.joined is not None:
        places.append(finding.joined)
    named = [one.document_id for one in cited if one is not None] + [place.document for place in places]
    return tuple(dict.fromkeys(named))


def _languages(sheet: Sheet) -> dict[str, str]:
    if sheet.submission_text is None:
        return {}
    places = [row.finding.place for row in sheet.rows if row.finding.pattern]
    return texts_of_places(sheet.submission_text, places)
