"""What a person wrote wrongly, said with its place; and the exceptions of the program."""

import re
from collections.abc import Sequence

import msgspec

# What a line on a terminal must not hold: controls, direction marks, invisible, private and impossible characters.
# By number, not by `str.isprintable`, whose answer changes with the Unicode tables of the Python that runs.
_INVISIBLE = re.compile(
    "[\\x00-\\x1f\\x7f-\\x9f\\xad\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ud800-\\uf8ff\\ufeff"
    "\\ufff0-\\uffff\\U000e0000-\\U0010ffff]"
)


class Problem(msgspec.Struct, frozen=True, order=True):
    """One thing wrong in a file: where it stands, what is wrong with the very value, what would be right.

    `line` and `column` count from 1; 0 means the file as a whole. `path` is written as the caller named the
    folder or file, with forward slashes.
    """

    path: str
    line: int
    column: int
    rule: str
    message: str

    def __str__(self) -> str:
        place = self.path if self.line == 0 else f"{self.path}:{self.line}:{self.column}"
        return f"{place}: {self.message} [{self.rule}]"


class PlaybookError(Exception):
    """Base of every error that `playbook_legal` raises on purpose; its text is one line that says what to fix."""


class UnusableInputError(PlaybookError):
    """A file or folder cannot be used. `problems` lists all that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        more = len(self.problems) - 1
        first = str(self.problems[0]) if self.problems else "unusable input"
        super().__init__(one_line(first + (f" (and {more} more)" if more > 0 else "")))

    def __reduce__(self) -> "tuple[type[UnusableInputError], tuple[tuple[Problem, ...]]]":
        return type(self), (self.problems,)  # so that one from another process still lists them


def one_line(text: str, limit: int = 600) -> str:
    """`text` as a single printable line of at most `limit` characters, fit for standard error."""
    flat = _INVISIBLE.sub(lambda found: f"\\u{ord(found.group()):04x}", " ".join(text.split()))
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


def shown(value: object, limit: int = 60) -> str:
    """A value as a message shows it: a short, one-line, printable rendering."""
    if isinstance(value, str):
        cut = value if len(value) <= limit else value[:limit] + "…"
        return '"' + one_line(cut, limit + 1).replace('"', '\\"') + '"'
    return one_line(_json_word(value), limit)


def _json_word(value: object) -> str:
    match value:
        case None:
            return "null"
        case True:
            return "true"
        case False:
            return "false"
        case int() if abs(value) >= 10**18:
            return "a number beyond all measure"
        case int() | float():
            return str(value)
        case dict():
            return "an object"
        case list() | tuple():
            return "a list"
        case _:
            return f"a value of type {type(value).__name__}"
