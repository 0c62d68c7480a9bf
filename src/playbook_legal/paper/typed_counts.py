"""The counts that are open while a typed text is read: which unit stands in which, and the marks they make."""

from collections.abc import Sequence

from .outline import ANNEXED, Mark, UnitKind
from .typed_numbers import TypedNumber

_DEEPEST = 16  # no agreement counts deeper; what seems to is hung up here
_AHEAD = 40  # lines looked through for the second of a count
# Styles whose numbers say where they stand without those around them, outer ones first.
WORDED = ("Section 1", "Clause 1", "Paragraph 1")
_COMPLETE = ("decimal", "1.0", *WORDED)
OUTER: tuple[UnitKind, ...] = ("part", "chapter", "article")
RECITALS = ("recitals", "whereas")
_LETTERED = ("A.", "I.", "(A)", "(a)")  # of recitals that no word heads
_SECOND = {"(a)": "(b)", "(i)": "(ii)", "(A)": "(B)", "(I)": "(II)", "(1)": "(2)"}


class Count:
    """A unit that is open, or was. `style` and `ordinal` are what its successor goes on from; `path` are the steps
    that a decimal number below it begins with. `start` is its character, `at` its line."""

    __slots__ = (
        "at", "followed", "kind", "level", "number", "ordinal", "path", "quoted", "run_in", "start", "style", "title",
        "under",
    )  # fmt: skip

    def __init__(self, kind: UnitKind, number: str, style: str, ordinal: int, start: int, at: int) -> None:
        self.kind, self.number, self.style, self.ordinal = kind, number, style, ordinal
        self.start, self.at = start, at
        self.path: tuple[int, ...] = ()
        self.title = ""
        self.level = 0
        self.under: UnitKind | None = None  # the kind of the unit that it stands in
        self.run_in = False  # seen behind another number on its line: counts once its successor is seen
        self.followed = False
        self.quoted = False  # announced as words of another paper


def begun(number: TypedNumber, reading: tuple[str, int], line_start: int, at: int) -> Count:
    """The count that `number`, read as `reading`, begins or goes on with on line `at`."""
    count = Count(number.kind, number.number, *reading, line_start + number.start, at)
    count.path = number.path or ((reading[1],) if reading[0] in ("1.", "1", "1)") else ())
    return count


def alike(style: str, other: str) -> bool:
    """Whether two styles may be of one count: with a full stop behind the number and without."""
    return style == other or style.rstrip(".") == other.rstrip(".")


class Counts:
    """The open counts, outermost first, and all that ever were, in order. `last` is the ordinal, for each style, of
    the latest that stood directly in an article (or in nothing) of the paper that is being read."""

    __slots__ = ("all", "last", "open")

    def __init__(self) -> None:
        self.open: list[Count] = []
        self.all: list[Count] = []
        self.last: dict[str, int] = {}

    def push(self, depth: int, count: Count) -> None:
        """Open `count` below the first `depth` open ones; the others are at an end."""
        del self.open[min(depth, _DEEPEST) :]
        count.under = self.open[-1].kind if self.open else None
        annexed = count.kind in ANNEXED
        if not annexed:
            count.level = 1
            for outer in self.open:
                count.level += outer.kind not in ANNEXED
        if annexed or count.kind == "signature":
            self.last.clear()
        elif count.style in WORDED or len(self.open) == self.base(OUTER):
            self.last[count.style.rstrip(".")] = count.ordinal
        self.open.append(count)
        self.all.append(count)

    def base(self, kinds: Sequence[UnitKind] = ()) -> int:
        """How many of the outermost open ones are annexed papers or of `kinds`."""
        depth = 0
        for one in self.open:
            if one.kind not in ANNEXED and one.kind not in kinds:
                break
            depth += 1
        return depth

    def find(self, style: str, ordinal: int) -> int:
        """At which depth the innermost open count of that style and ordinal stands, -1 for nowhere."""
        for depth in range(len(self.open) - 1, -1, -1):
            if self.open[depth].ordinal == ordinal and alike(self.open[depth].style, style):
                return depth
        return -1

    def innermost(self, style: str) -> int:
        """At which depth the innermost open count of that style stands, -1 for nowhere."""
        for depth in range(len(self.open) - 1, -1, -1):
            if alike(self.open[depth].style, style):
                return depth
        return -1

    def place_of_worded(self, style: str) -> int:
        """At which depth a number stands that a word goes before: "Clause 1" below "SECTION I"."""
        depth = self.base(OUTER)
        for place in range(depth, len(self.open)):
            if self.open[place].style == style:
                return place
            if self.open[place].style in WORDED[: WORDED.index(style)]:
                depth = place + 1
        return depth

    def place_of(self, path: tuple[int, ...]) -> tuple[int, int]:
        """At which depth a decimal number stands, and which last step is expected there; (-1, 0) when neither its
        parent nor a sibling is open."""
        for depth in range(len(self.open) - 1, -1, -1):
            one = self.open[depth]
            if one.style == "decimal" and one.path[:-1] == path[:-1] and len(one.path) == len(path):
                return depth, one.path[-1] + 1
            if one.path == path[:-1] and one.kind != "part":
                return depth + 1, 1
        return -1, 0

    def place_of_orphan(self, path: tuple[int, ...], *, surely: bool, titled: bool) -> int:
        """At which depth a decimal number stands whose parent was given no heading; -1 when it is none of this count:
        quoted from elsewhere, or an amount. `surely`: the words before it are at an end."""
        outer = next((depth for depth, one in enumerate(self.open) if one.path), -1)
        if outer < 0:
            free = self.base(OUTER)
            if not (path[-1] < 2 or titled) or len(path) > 3:
                return -1
            innermost = self.open[-1] if len(self.open) > free else None
            if innermost is None or innermost.kind == "recital":
                return free
            if alike(innermost.style, "I.") and innermost.ordinal == path[0]:
                return len(self.open)
            return free if surely else -1
        missed = self.open[outer]
        if path[0] != missed.path[0] + 1 or path[-1] > 1 or len(path) != 2 or not surely:
            return -1
        if len(missed.path) > 1:
            return outer
        # Its parent stands in the middle of a line, or nowhere: the count goes on from it all the same.
        unseen = Count(missed.kind, str(path[0]), missed.style, path[0], missed.start, missed.at)
        unseen.path = path[:1]
        self.open[outer:] = [unseen]
        return outer + 1

    def end_recitals(self) -> None:
        """What was counted before "the parties agree as follows" were recitals, headed so or not."""
        base = self.base()
        style = self.open[base].style if len(self.open) > base else ""
        if style in _LETTERED:
            since = len(self.all)
            while since and self.all[since - 1].level and not self.all[since - 1].path:
                since -= 1
            if since and self.all[since - 1].level:
                return  # sections have begun: the words stand in one of them
            for count in self.all[since:]:
                if count.style == style:
                    count.kind = "recital"
        if style in _LETTERED or style in RECITALS:
            del self.open[base:]

    def marks(self, lines: Sequence[str]) -> list[Mark]:
        """The marks of all counts, without numbers behind others that nothing followed."""
        made: list[Mark] = []
        for count, after in zip(self.all, [*self.all, None][1:], strict=True):
            if not count.followed and (
                count.run_in or (count.ordinal == 1 and _goes_on_inside(count, after, lines))
            ):
                continue
            complete = count.kind != "section" or count.style in _COMPLETE
            relative = not complete and (")" in count.style or count.under == "section")
            made.append(
                Mark(start=count.start, level=count.level, kind=count.kind, number=count.number, title=count.title,
                     relative=relative)
            )  # fmt: skip
        return made


def _goes_on_inside(count: Count, after: Count | None, lines: Sequence[str]) -> bool:
    """Whether the count that begins here goes on within its own text, "(i) … and (ii) …": then the brackets are
    part of a sentence, and the first of them would claim all of it."""
    second = _SECOND.get(count.style)
    if second is None:
        return False
    end = count.at + _AHEAD if after is None else min(max(after.at, count.at + 1), count.at + _AHEAD)
    for at in range(count.at, min(end, len(lines))):
        if second in lines[at]:
            return True
        if at > count.at and lines[at - 1].rstrip()[-1:] == ":" and not lines[at].strip():
            return False  # what it announces is no part of its sentence
    return False


__all__ = ["OUTER", "RECITALS", "WORDED", "Count", "Counts", "alike", "begun"]
