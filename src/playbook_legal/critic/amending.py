"""Whether a paper speaks of amending another, by a quick look at its words; what it says is read later."""

import re

_HEREBY = re.compile(rb"hereby (?:further )?(?:amended|deleted|replaced|restated|modified)")
_AMENDED, _BEHIND = b"amended", b" and restated"
_BEFORE = tuple(verb + marks for verb in (b"is ", b"are ") for marks in (b"", b"*", b"**", b"_", b"__"))


def speaks_of_amending(normalized: bytes) -> bool:
    """Whether words of a text, normalized and in UTF-8, amend, delete, replace or restate something."""
    # Looking for a word and then around it is faster than looking for each of the phrases.
    at = normalized.find(_AMENDED)
    while at >= 0:
        end = at + len(_AMENDED)
        if normalized.endswith(_BEFORE, 0, at) or normalized.startswith(_BEHIND, end):
            return True
        at = normalized.find(_AMENDED, end)
    at = normalized.find(b"hereby ")
    while at >= 0:
        if _HEREBY.match(normalized, at) is not None:
            return True
        at = normalized.find(b"hereby ", at + 1)
    return False


__all__ = ["speaks_of_amending"]
