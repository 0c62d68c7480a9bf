"""The passages of a memo: its text without markup, and what of it stands in quotation marks."""

import re

from ...paper.readers.wild_markdown import plain_text

_NOTHING = re.compile(
    r"\W*(?:n/?a|none|nil|absent|missing|silent|omitted|not (?:present|addressed|included|specified|found|applicable)"
    r"|no (?:current |such |existing )?(?:language|provision|clause|text))\b",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"[\"”](?:\s|\.\.\.|…|[;,/&]|and){0,40}[\"“](?=\S)")
_QUOTED = re.compile(r"“([^“”]{1,4000})”|(?<!\w)\"([^\"]{1,4000})\"(?!\w)")


def plain(text: str) -> str:
    """The text without markup."""
    return plain_text(text.strip()).strip()


def citation_in(text: str) -> str:
    """A citation as written, without markup and without the brackets of a template."""
    words = " ".join(plain(text).split())
    return words[1:-1].strip() if words.startswith("[") and words.endswith("]") else words


def folded(text: str) -> str:
    """The text as it is compared with others of the memo."""
    return " ".join(text.casefold().split()).strip(" .,;:")


def marked_in(text: str) -> list[str]:
    """The passages that `text` puts in quotation marks."""
    words = plain(text)
    if words[:1] in ('"', "“"):
        return quoted_in(text)
    return [(one.group(1) or one.group(2)).strip() for one in _QUOTED.finditer(words)]


def quoted_in(text: str) -> list[str]:
    """The passages that `text` puts in quotation marks, if it begins with one; else the text itself. A passage may hold
    quotation marks of its own. "None" and the like are no passage."""
    words = plain(text)
    if not words:
        return []
    if words[0] in '"“':
        end = max(words.rfind('"'), words.rfind("”"))
        if end > 0 and not words[end + 1 :].strip(" .,;:)—–-"):
            inner = words[1:end]
            return [one.strip() for one in _BETWEEN.split(inner) if one.strip()]
        found = [one.group(1) or one.group(2) for one in _QUOTED.finditer(words)]
        if found:
            return [one.strip() for one in found]
    return [] if _NOTHING.match(words) and len(words) < 200 else [words]


__all__ = ["citation_in", "folded", "marked_in", "plain", "quoted_in"]
