"""What a pass looks for in texts, all at once: the signs of the runs of many quotations."""

from collections.abc import Iterable

import msgspec

from .finders import Finder, Key, Patterns, Whole, finder_for
from .runs import Run, Sought


class SignedRun(msgspec.Struct, frozen=True):
    """A run of the quotation of that number, and how it stands in a text where its sign is found."""

    quotation: int
    run: Run
    whole: Whole


class Signs:
    """The signs of the runs of quotations: the `finder` of them, and by sign the runs that may stand there (`runs`),
    those of them at which a quotation is compared (`probes`), and all whose gathering tells something as the number of
    their quotation and the bit of their own (`bits`)."""

    __slots__ = ("bits", "finder", "probes", "runs")

    def __init__(self, quotations: Iterable[tuple[int, Sought, bool]]) -> None:
        """Each quotation with its number, and whether it is looked for by all its runs, or only where it may stand as
        a whole."""
        keys: dict[Key, list[tuple[int, Run]]] = {}
        texts: dict[bytes, list[tuple[int, Run]]] = {}
        like: set[int] = set()
        for number, one, by_all in quotations:
            if one.like and by_all:
                like.add(number)
            for run in one.runs:
                if not (by_all or run.probe):
                    continue
                if isinstance(run.pattern, bytes):
                    texts.setdefault(run.pattern, []).append((number, run))
                else:
                    keys.setdefault(run.pattern, []).append((number, run))
        self.finder: Finder = finder_for(Patterns(tuple(keys), tuple(texts)))
        of_pattern = [*keys.values(), *texts.values()]
        self.runs = [
            [SignedRun(number, run, whole) for whole in wholes for number, run in of_pattern[whole.number]]
            for wholes in self.finder.wholes
        ]
        probes = ([one for one in runs if one.run.probe] for runs in self.runs)
        self.probes = {sign: runs for sign, runs in enumerate(probes) if runs}
        self.bits = [
            tuple((one.quotation, 1 << one.run.number) for one in runs if one.quotation in like)
            for runs in self.runs
        ]
