"""What a rule is: what it finds, why that matters, a text it must catch, a text it must spare, the check.

A rule is one file in `rules`. Its docstring begins with what is wrong in one sentence, goes on with why that matters
and what would be right, and ends with `Source:`. The two texts are changes to the small matter in `base`. Tests and
the manual page are made from them.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from ...problems import Problem
from ...sources import YamlFile

if TYPE_CHECKING:
    from .draft import Draft, Paper

Severity: TypeAlias = Literal["error", "warning"]


class TextEdit(msgspec.Struct, frozen=True):
    """A mechanical repair: the characters `[start, end)` of a file become `text`; `what` says so in words."""

    path: str
    start: int
    end: int
    text: str
    what: str


class Finding(msgspec.Struct, frozen=True):
    """What a rule says of a place, and the repair where it is mechanical."""

    path: str
    line: int
    column: int
    message: str
    repair: TextEdit | None = None


class Change(msgspec.Struct, frozen=True):
    """`old`, which stands once in the file, becomes `new`. With a blank `old` the file is `new` as a whole, and with
    a blank `new` besides it is taken away."""

    file: str
    old: str
    new: str


class Case(msgspec.Struct, frozen=True):
    """Changes to the base matter; `at` is a file, and a text on the very line where the rule must speak."""

    changes: tuple[Change, ...]
    at: tuple[str, str] | None = None


# Looks at the paper alone, so that it can speak while the answer key is not readable yet.
PaperCheck: TypeAlias = "Callable[[Paper], Iterable[Finding]]"
# Looks at the matter with its key and what stands beside it.
Check: TypeAlias = "Callable[[Draft], Iterable[Finding]]"
# The repair of a problem that the loader reports.
Mending: TypeAlias = Callable[[YamlFile, Problem], TextEdit | None]


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """A rule. Of `check` and `check_paper` it has one, and neither where the loader itself speaks. `asks` says what
    it cannot do without: without it the rule is skipped. `repairs` tells in words what `--fix` does."""

    id: str
    severity: Severity
    doc: str | None
    catches: tuple[Case, ...]
    spares: tuple[Case, ...]
    check: "Check | None" = None
    check_paper: "PaperCheck | None" = None
    mend: Mending | None = None
    asks: Literal["examples", "probes"] | None = None
    repairs: str = ""

    @property
    def what(self) -> str:
        """What is wrong, in one sentence."""
        return self._parts[0]

    @property
    def why(self) -> str:
        """Why it matters and what would be right; paragraphs."""
        return "\n\n".join(part for part in self._parts[1:] if not part.startswith("Source: "))

    @property
    def source(self) -> str:
        """Where the rule comes from."""
        return next((part[8:] for part in self._parts if part.startswith("Source: ")), "")

    @property
    def _parts(self) -> list[str]:
        return [" ".join(part.split()) for part in (self.doc or "").split("\n\n") if part.strip()]


def change(file: str, old: str, new: str) -> Change:
    """A change to a file of the base matter; `rubric` stands for `rubric.yaml`, `contract` for its document."""
    return Change(_FILES.get(file, file), old, new)


def caught(*changes: Change, at: tuple[str, str]) -> Case:
    """A case in which the rule speaks on the line of the file that holds the text."""
    return Case(changes, (_FILES.get(at[0], at[0]), at[1]))


def spared(*changes: Change) -> Case:
    """A case in which the rule is silent."""
    return Case(changes)


_FILES = {
    **{name: f"{name}.yaml" for name in ("matter", "rubric", "hidden_facts", "counterparty", "probes")},
    **{name: f"documents/{name}.md" for name in ("contract", "playbook", "instructions")},
    **{name: f"../../examples/bread_001/{name}.jsonl" for name in ("good", "bad_trap")},
    "scores": "../../examples/bread_001/scores.yaml",
}
