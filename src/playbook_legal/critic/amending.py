"""Whether a paper speaks of amending another, by a quick look at its words; what it says is read later."""

import re

_HEREBY = re.compile(rb"hereby (?:further )?(?:amended|deleted|replaced|restated|modified)")
_WORDS = (b"is amended", b"are amended", b"amended and restated")


def speaks_of_amending(normalized: bytes) -> bool:
    """Whether words of a text, normalized and in UTF-8, amend, delete, replace or restate something."""
    if b"amended" in normalized and any(words in normalized for words in _WORDS):
        return True
    return _HEREBY.search(normalized) is not None


__all__ = ["speaks_of_amending"]
