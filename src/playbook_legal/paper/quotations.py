"""Is this passage in the section it cites? The one test of a quotation, used by the engine and the critic."""

import msgspec

from ..text import normalize_text
from .citations import Citation
from .documents import Record, Section

# Shorter passages prove nothing: they are ignored, neither evidence nor fabrication.
MINIMUM_QUOTATION = 15


class Evidence(msgspec.Struct, frozen=True):
    """Where a verified passage stands: characters `[start, end)` of the document's source, whose bytes have
    the hash `sha256`."""

    citation: Citation
    start: int
    end: int
    sha256: str


def is_too_short(normalized: str) -> bool:
    """Whether a normalized passage is below the length at which a quotation can be verified at all."""
    return len(normalized) < MINIMUM_QUOTATION


def stands_in(normalized: str, sections: tuple[Section, ...]) -> bool:
    """Whether the normalized passage stands verbatim in one of `sections`."""
    return any(normalized in section.passage.text for section in sections)


def evidence_for(text: str, citation: Citation, record: Record) -> Evidence | None:
    """Where `text` stands verbatim in the section that `citation` names, or None when it does not."""
    normalized = normalize_text(text)
    document = record.document(citation.document_id)
    if document is None:
        return None
    for section in document.places(citation.token):
        span = section.passage.find(normalized)
        if span is not None:
            start, end = span
            return Evidence(citation, section.start + start, section.start + end, document.sha256)
    return None
