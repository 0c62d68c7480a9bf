"""Citations as other tools and memos write them, kept as written for the reader of pin cites."""

import re

from ...paper.citations import parse_citation
from .items import Cited

_SECTION_WORD = re.compile(r"(?:(?:sections?|sec\.|clauses?)\s+|§§?\s*)(?=[0-9A-Z(])", re.IGNORECASE)


def without_section_word(section: str) -> str:
    """`section` without the word before its number: `Section 4.2(a)` → `4.2(a)`."""
    found = _SECTION_WORD.match(section)
    return section[found.end() :] if found is not None else section


def cited_as(section: str, document: str, place: str) -> Cited:
    """The citation of a `section` as written, of the document where one is named apart from it: `msa §4.2`."""
    section = " ".join(section.split())
    written = section
    if document and "§" in section.lstrip("§ "):
        written = section  # it names its document itself
    elif document:
        bare = without_section_word(section)
        numbered = bare != section or bare[:1].isdigit()
        written = f"{document} §{bare}" if numbered else f"{document}, {section}"
    return Cited(written, parse_citation(written), place)
