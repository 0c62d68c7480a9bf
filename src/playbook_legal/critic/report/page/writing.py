"""Text on the page: escaped, and with everything in sight that would otherwise act unseen."""

import re
from html import escape

from ..messages import parts_of

# The page may load nothing and run nothing, whatever it holds.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

# Controls, direction marks, invisible, private and impossible characters; tab and line feed are white space.
_UNSEEN = re.compile(
    "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\xad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ud800-\\uf8ff"
    "\\ufeff\\ufff0-\\ufffb\\ufffe\\uffff\\U000e0000-\\U0010ffff]"
)


def text(value: object, limit: int = 0) -> str:
    """`value` as HTML text, fit for attributes as well; cut to `limit` characters where one is given. What cannot
    be seen is named: a mark that turns the direction of writing becomes `[U+202E]`."""
    shown = str(value).replace("\r\n", "\n").replace("\r", "\n").replace("\t", "    ")
    if limit and len(shown) > limit:
        shown = shown[: limit - 1] + "…"
    return escape(_UNSEEN.sub(lambda found: f"[U+{ord(found.group()):04X}]", shown), quote=True)


def line(value: object, limit: int = 400) -> str:
    """`value` on one line."""
    return text(" ".join(str(value).split()), limit)


def said(message: str) -> str:
    """A message of the critic as HTML, without the quotation itself where that stands beside it."""
    told: list[str] = []
    behind = ""
    for part in parts_of(message):
        if not part.shown:
            told.append(line(part.text, 900) if not part.text[:1].isspace() else " " + line(part.text, 900))
            if part.text[-1:].isspace():
                told.append(" ")
        elif behind.endswith("the quotation "):
            told[-1] = ""  # the space behind "the quotation"
        else:
            told.append(f"<b class=said>{line(part.text)}</b>")
        behind = part.text if not part.shown else ""
    whole = "".join(told).strip()
    whole = whole[:1].upper() + whole[1:] if whole[:1] != "&" else whole
    return whole if whole.endswith((".", "!", "?")) else whole + "."
