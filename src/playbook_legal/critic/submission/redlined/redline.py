"""What a redlined Word file is beyond its items: the text that it says was there before, and who changed it."""

import msgspec

from ..items import ChangeAuthor
from .paragraphs import Aligned, Span, TwoViews


class Origin(msgspec.Struct, frozen=True):
    """Where an item comes from: the place of the text it changes in the original view, None for a new paragraph, and
    that of each of its quotations."""

    at: int | None
    quotations: tuple[int, ...]


class Redline(msgspec.Struct, frozen=True):
    """A redlined Word file: its name and bytes, its paragraphs in both views, and who changed it. `base` is the id of
    the document that it is said to be a redline of. `origins` are those of the items, in order; `places` tells of each
    place that an item names which characters of the accepted view it means."""

    name: str
    data: bytes
    base: str | None
    views: TwoViews
    authors: tuple[ChangeAuthor, ...]
    origins: tuple[Origin, ...]
    places: dict[str, Span]

    def span(self, place: str) -> Span | None:
        """The characters of the accepted view that a place means; None where it has none there."""
        found = self.places.get(place)
        if found is not None or not place.rpartition("paragraph ")[1]:
            return found
        number = place.rpartition("paragraph ")[2]
        for one in self.views.paragraphs if number.isdigit() else ():
            if str(one.number) == number:
                return accepted_span(one)
        return None


def accepted_span(paragraph: Aligned) -> Span:
    """Where the accepted view has a paragraph, or would have it."""
    if not paragraph.accepted:
        return Span(paragraph.before, paragraph.before)
    return Span(paragraph.accepted[0].start, paragraph.accepted[-1].end)
