"""What a pass over the record looks for, and what it finds."""

import msgspec

# Places listed of a text that stands in many; all are counted.
MAXIMUM_PLACES = 3


class Wanted(msgspec.Struct, frozen=True):
    """A quotation to look for: its normalized text and the documents it cites (their places come first).

    `like`: also for passages that are like it. `part`: its end, or (`at_end` false) its beginning, when the other
    part is known to stand somewhere; then that part alone is looked for beside the whole.
    """

    text: str
    documents: tuple[int, ...] = ()
    like: bool = True
    part: str = ""
    at_end: bool = True


class Spot(msgspec.Struct, frozen=True):
    """A place in the record: which document, and which of its words, counted through all its sections."""

    document: int
    word: int


class Gathering(msgspec.Struct, frozen=True):
    """A spot where runs of a quotation gather, and how many of them."""

    runs: int
    spot: Spot


class Found(msgspec.Struct):
    """What the pass found of one quotation: the places where it stands (those in a document it cites apart);
    else where its `part` stands first, where most of its runs gather, where it begins and where it ends."""

    count: int = 0
    cited: list[Spot] = []
    others: list[Spot] = []
    part: Spot | None = None
    most: Gathering | None = None
    beginning: Gathering | None = None
    ending: Gathering | None = None

    def full(self, *, cited: bool) -> bool:
        """Whether as many places of that kind are noted as are listed."""
        return len(self.cited if cited else self.others) >= MAXIMUM_PLACES

    def merge(self, other: "Found") -> None:
        """Add what was found in other documents, whichever come first: whether they are of another form, or another
        process read them, must not show."""
        self.count += other.count
        self.cited = _first_of(self.cited + other.cited)
        self.others = _first_of(self.others + other.others)
        self.part = _earlier(self.part, other.part)
        self.most = _better(self.most, other.most)
        self.beginning = _better(self.beginning, other.beginning)
        self.ending = _better(self.ending, other.ending)

    @property
    def places(self) -> list[Spot]:
        """Where the quotation stands, in a document it cites first."""
        return (self.cited + self.others)[:MAXIMUM_PLACES]

    @property
    def gatherings(self) -> list[Gathering]:
        """Where its runs gather, each place once."""
        return list(dict.fromkeys(one for one in (self.most, self.beginning, self.ending) if one is not None))


def _place(spot: Spot) -> tuple[int, int]:
    return spot.document, spot.word


def _first_of(spots: list[Spot]) -> list[Spot]:
    return sorted(spots, key=_place)[:MAXIMUM_PLACES]


def _earlier(one: Spot | None, other: Spot | None) -> Spot | None:
    if one is None or other is None:
        return one or other
    return min(one, other, key=_place)


def _better(one: Gathering | None, other: Gathering | None) -> Gathering | None:
    """The gathering of more runs; of equals the first."""
    if one is None or other is None:
        return one or other
    return min(one, other, key=lambda gathering: (-gathering.runs, _place(gathering.spot)))
