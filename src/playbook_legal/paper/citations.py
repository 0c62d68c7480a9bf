"""Citations: one grammar, one parser, one comparison.

`<document id> §<token>` names a section, for instance `msa §4.2`. White space around the section sign means
nothing, and a full stop after the token belongs to the sentence around it; document ids and tokens are
case-sensitive. A citation is parsed once and compared as a value everywhere.
"""

from functools import lru_cache

import msgspec

# The token of the text before a document's first heading, and of a document without any heading.
FULL = "full"

LONGEST = 300  # characters of a citation, as people write them, that are worth reading

# Longer than any citation of a section; keeps the memory of parsed citations small.
_MEMORABLE = 120


class Citation(msgspec.Struct, frozen=True, order=True):
    """A section of a document in the record."""

    document_id: str
    token: str

    def __str__(self) -> str:
        return f"{self.document_id} §{self.token}"


def parse_citation(text: str) -> Citation | None:
    """The citation that `text` writes, or None when it is none (no section sign, no document, no token)."""
    return _remembered(text) if len(text) <= _MEMORABLE else _parse(text)


def _parse(text: str) -> Citation | None:
    document, sign, section = text.partition("§")
    document_id = " ".join(document.split())
    words = section.split()
    if not sign or not document_id or len(words) != 1:
        return None
    token = words[0].rstrip(".")
    return Citation(document_id, token) if token and "§" not in token else None


_remembered = lru_cache(maxsize=4096)(_parse)
