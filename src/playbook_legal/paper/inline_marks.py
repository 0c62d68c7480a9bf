"""Whether a Markdown text may hold marks that its reader does not see: a quick look, for texts that need not be taken
apart when there are none."""

import re

_INLINE = "*_`<>&[]\\|~"
# What begins a line of a list or underlines a heading: a number behind an empty line, and within a paragraph only when
# it is 1.
_AT_LINE = re.compile(r"\n[ \t]*(?:[=+-]|1[.)]|\n[ \t]*[0-9]+[.)])")


def may_be_marked(text: str) -> bool:
    """Whether something in `text` may be a mark, other than the `#` of its headings."""
    return any(mark in text for mark in _INLINE) or _AT_LINE.search(text) is not None


__all__ = ["may_be_marked"]
