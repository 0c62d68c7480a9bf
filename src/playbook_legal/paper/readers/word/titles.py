"""The title of a unit, and whether a paragraph that begins with a number looks like a heading."""

import re

from ...outline import ANNEXED
from .body import Line
from .styles import BODY_LEVEL
from .typed import TypedNumber

LONGEST_TITLE = 120
LONGEST_HEADING = 160
_LONGEST_SENTENCE_TITLE = 60
_LONGEST_LONELY_TITLE = 4  # words of a sentence that is the whole paragraph
_TRAILING = " \t.:;,)]|-–—"
_FIRST_SENTENCE = re.compile(r"(?P<title>[^\s\"“(\[][^.\n]*?)\.(?=\s)")
_ENDS_A_TITLE = (".", ":", "–", "—")
_DEFINED = re.compile(
    r"\s*[“\"](?P<title>[^”\"\n]{1,60})[”\"](?:\s+or\s+[“\"][^”\"\n]{1,60}[”\"])*\s+"
    r"(?:means?|shall mean|has|have|shall have|will have|refers?|is defined)\b"
)


def is_heading(text: str, line: Line, typed: TypedNumber) -> bool:
    """Whether a paragraph with a typed number, or the name of an exhibit, looks like a heading."""
    written = text[line.begins : line.end].strip()
    rest = text[line.begins + typed.end : line.end].strip()
    if typed.form == "named" and typed.kind in ANNEXED:
        if not rest:
            return True
        if len(written) > LONGEST_HEADING or written.endswith((".", ";", ",")):
            return False
        between = text[line.begins : line.begins + typed.end]
        marked = between.rstrip(" \t").endswith((":", "-", "–", "—", "\n"))
        return marked or line.outline < BODY_LEVEL or line.centered or line.strong or written.isupper()
    if not rest or line.outline < BODY_LEVEL or line.lead_end > line.begins or line.centered:
        return True
    if written.isupper() and len(written) <= LONGEST_HEADING:
        return True
    if typed.form == "named":
        return len(written) <= LONGEST_TITLE and not written.endswith((".", ";", ","))
    return bool(title_of(rest, 0)) or (typed.form == "worded" and rest[:1].isupper())


def title(text: str, line: Line) -> str:
    """The title of a paragraph: its bold or underlined beginning, all of it when it is short, or a short first
    sentence."""
    return title_of(text[line.begins : line.end], line.lead_end - line.begins)


def title_of(written: str, lead: int = 0) -> str:
    """The title of a paragraph whose first `lead` characters are bold or underlined."""
    head = written[:lead].strip()
    if head and (head.endswith(_ENDS_A_TITLE) or written[lead:].lstrip().startswith(_ENDS_A_TITLE)):
        return " ".join(head.split()).strip(_TRAILING + "“”\"'")[:LONGEST_TITLE]
    flat = " ".join(written.split())
    if len(flat) <= LONGEST_TITLE and not flat.endswith((".", ";", ",", ":")) and flat[:1].isupper():
        return flat
    if len(flat) <= LONGEST_TITLE and head and len(head) == len(written.strip()):
        return flat.rstrip(_TRAILING)
    defined = _DEFINED.match(written)
    if defined is not None:
        return " ".join(defined["title"].split())
    found = _FIRST_SENTENCE.match(written.lstrip() + " ")
    if found is None or len(found["title"]) > _LONGEST_SENTENCE_TITLE or not found["title"][0].isupper():
        return ""
    words = found["title"].split()
    alone = found.end() >= len(written.strip())
    return "" if alone and len(words) > _LONGEST_LONELY_TITLE else " ".join(words)


__all__ = ["LONGEST_HEADING", "LONGEST_TITLE", "is_heading", "title", "title_of"]
