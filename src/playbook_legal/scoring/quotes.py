"""The fabrication gate: every quotation of every submission is verified against the section it cites."""

from typing import Any

import msgspec

from ..actions import Quote
from ..paper.citations import parse_citation
from ..paper.documents import Record
from ..paper.quotations import is_too_short, stands_in
from ..text import normalize_text

_EXCERPT = 200


class QuoteVerdicts(msgspec.Struct, frozen=True):
    """Quotations by what came of them, each list in the order given."""

    verified: tuple[Quote, ...] = ()
    fabricated: tuple[Quote, ...] = ()
    too_short: tuple[Quote, ...] = ()

    def as_detail(self) -> dict[str, Any]:
        """The verdicts as an event tells them."""
        detail: dict[str, Any] = {}
        for name in ("verified", "fabricated", "too_short"):
            quotes: tuple[Quote, ...] = getattr(self, name)
            if quotes:
                detail[f"{name}_quotes"] = [quote_json(quote) for quote in quotes]
        return detail


NO_QUOTES = QuoteVerdicts()


def quote_json(quote: Quote) -> dict[str, str]:
    """A quotation as reports name it, cut to a readable length."""
    cut = quote.text if len(quote.text) <= _EXCERPT else quote.text[:_EXCERPT] + "…"
    return {"citation": quote.citation, "text": cut}


def verify_quotes(quotes: tuple[Quote, ...], record: Record) -> QuoteVerdicts:
    """Each quotation as verified, fabricated (not verbatim in the section it cites, or the citation does not
    resolve) or too short to count either way."""
    if not quotes:
        return NO_QUOTES
    verified: list[Quote] = []
    fabricated: list[Quote] = []
    too_short: list[Quote] = []
    for quote in quotes:
        normalized = normalize_text(quote.text)
        citation = parse_citation(quote.citation)
        if is_too_short(normalized):
            too_short.append(quote)
        elif citation is not None and stands_in(normalized, record.sections(citation)):
            verified.append(quote)
        else:
            fabricated.append(quote)
    return QuoteVerdicts(tuple(verified), tuple(fabricated), tuple(too_short))
