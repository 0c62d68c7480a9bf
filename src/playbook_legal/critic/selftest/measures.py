"""What the self-test says: measures, each with the bar it has to reach, and what falls short of it."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

Part = Literal["word", "headings", "bench", "pairs", "cautions"]

PARTS: dict[Part, str] = {
    "word": "Word files against their ground truths",
    "headings": "Headings of filed agreements against the annotations",
    "bench": "True passages, retyped and falsified",
    "pairs": "The same text as two kinds of paper",
    "cautions": "Cautions on true sentences",
}
_SCHEMA = "playbook.selftest.v1"
_LONGEST = 160  # characters of a detail; a text that is measured is not reprinted


class Measure(msgspec.Struct, frozen=True, kw_only=True):
    """One number: `count` of `of`.

    `least` is the share that has to be reached, `most` the share that must not be exceeded; neither where the number
    is told and not judged. `details` are lines that explain the number: what falls short, or how it is made up.
    """

    part: Part
    name: str
    count: int
    of: int
    least: float | None = None
    most: float | None = None
    details: tuple[str, ...] = ()

    @property
    def judged(self) -> bool:
        """Whether there is a bar."""
        return self.least is not None or self.most is not None

    @property
    def met(self) -> bool:
        """Whether the bar is reached. Where nothing was measured, no bar is."""
        if not self.judged:
            return True
        if self.of == 0:
            return False
        too_few = self.least is not None and self.count < self.least * self.of
        return not too_few and not (self.most is not None and self.count > self.most * self.of)

    @property
    def bar(self) -> str:
        """The bar in words: `all`, `none`, `at least 95 %`; empty where there is none."""
        if self.least is not None:
            return "all" if self.least == 1 else f"at least {self.least * 100:g} %"
        if self.most is not None:
            return "none" if self.most == 0 else f"at most {self.most * 100:g} %"
        return ""


class Skipped(msgspec.Struct, frozen=True):
    """A part that could not be measured with what was given, and why."""

    part: Part
    reason: str


class SelfTest(msgspec.Struct, frozen=True):
    """The whole self-test."""

    measures: tuple[Measure, ...]
    skipped: tuple[Skipped, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether every bar is reached."""
        return all(one.met for one in self.measures)

    def to_dict(self) -> dict[str, Any]:
        """The self-test as plain values, `playbook.selftest.v1`."""
        return {
            "schema_version": _SCHEMA,
            "passed": self.passed,
            "measures": [
                {**msgspec.structs.asdict(one), "details": list(one.details), "bar": one.bar, "met": one.met}
                for one in self.measures
            ],
            "skipped": [msgspec.structs.asdict(one) for one in self.skipped],
        }

    def to_text(self) -> str:
        """The self-test as a table, a line for each measure and its details below it."""
        lines: list[str] = []
        for part, title in PARTS.items():
            measures = [one for one in self.measures if one.part == part]
            skipped = [one.reason for one in self.skipped if one.part == part]
            if not measures and not skipped:
                continue
            lines += ["", title]
            lines += [f"  skipped: {reason}" for reason in skipped]
            for one in measures:
                lines.append(_row(one))
                lines += [f"      {detail}" for detail in one.details]
        missed = sum(not one.met for one in self.measures)
        judged = sum(one.judged for one in self.measures)
        said = f"{missed} of {judged} bars missed" if missed else f"all {judged} bars reached"
        return "\n".join([*lines[1:], "", said, ""])


def _row(one: Measure) -> str:
    share = f"{100 * one.count / one.of:6.2f} %" if one.of else "       -"
    verdict = ("ok" if one.met else "MISSED") if one.judged else ""
    return f"  {verdict:6}  {one.name:58} {one.count:>7} of {one.of:>6}  {share}  {one.bar}".rstrip()


def excerpt(text: str) -> str:
    """`text` on one line, cut when long."""
    flat = " ".join(text.split())
    return flat if len(flat) <= _LONGEST else flat[: _LONGEST - 1] + "…"


def listed(lines: Sequence[str], most: int = 40) -> tuple[str, ...]:
    """The lines as details, and how many more there are."""
    more = len(lines) - most
    return (*map(excerpt, lines[:most]), f"… and {more} more") if more > 0 else tuple(map(excerpt, lines))


__all__ = ["PARTS", "Measure", "Part", "SelfTest", "Skipped", "excerpt", "listed"]
