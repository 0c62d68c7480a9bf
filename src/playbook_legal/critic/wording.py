"""How other people's text is shown in a report: on one line, printable, and unable to forge its structure."""

import re
from collections.abc import Iterable

from ..problems import one_line

_RUNS_OF_BACKTICKS = re.compile("`+")
# A bracket behind a word that opens no link stays: `pip install 'package[extra]'` is there to be copied.
_MARKUP = re.compile(r"[\\`*<]|(?<!\w)\[|\[(?!\w+\](?![\[(:]))|(?<!\w)_|_(?!\w)")


def code(text: str, limit: int = 160) -> str:
    """`text` as a Markdown code span: nothing in it is markup, whatever it holds."""
    shown = one_line(text, limit)
    if not shown:
        return "(nothing)"
    fence = "`" * (max((len(run) for run in _RUNS_OF_BACKTICKS.findall(shown)), default=0) + 1)
    space = " " if shown[0] == "`" or shown[-1] == "`" else ""
    return f"{fence}{space}{shown}{space}{fence}"


def prose(text: str, limit: int = 600) -> str:
    """`text` as plain words inside a line of Markdown."""
    return _MARKUP.sub(lambda found: "\\" + found.group(), one_line(text, limit))


def counted(number: int, one: str, many: str = "") -> str:
    """`number` with its noun: "1 document", "2 documents"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def authors_of(names: Iterable[str]) -> str:
    """Whose changes these are, each name once."""
    return ", ".join(dict.fromkeys(name or "somebody unnamed" for name in names))
