"""Who inserted, deleted or moved what, and whose properties were changed, as Word's tracking of changes says it."""

import msgspec

from .blocks import Revision, Shape, Standing
from .names import AUTHOR, DATE, NUM_PR, PPR, Element, w
from .properties import shape_of

_INS, _DEL, _MOVE_FROM, _MOVE_TO = w("ins"), w("del"), w("moveFrom"), w("moveTo")
_CELL_INS, _CELL_DEL = w("cellIns"), w("cellDel")
_CHANGED, _NUMBERING_CHANGE, _ORIGINAL = w("pPrChange"), w("numberingChange"), w("original")
# The elements around what was inserted, deleted or moved.
REVISIONS = frozenset((_INS, _DEL, _MOVE_FROM, _MOVE_TO))


class Revisions:
    """The revisions of a part. `tracked`: one was met. What has the same standing is given the same value."""

    def __init__(self) -> None:
        self.tracked = False
        self._standings: dict[tuple[Standing, str, str, str], Standing] = {}

    def inside(self, standing: Standing, revision: Element) -> Standing:
        """The standing of what is inside a revision that stands in something of `standing`."""
        self.tracked = True
        tag = revision.tag
        key = (standing, tag, revision.get(AUTHOR, ""), revision.get(DATE, ""))
        found = self._standings.get(key)
        if found is None:
            who = Revision(key[2], key[3], tag in (_MOVE_FROM, _MOVE_TO))
            if tag in (_INS, _MOVE_TO, _CELL_INS):
                found = standing if standing.inserted else Standing(who, standing.deleted)
            else:
                found = standing if standing.deleted else Standing(standing.inserted, who)
            self._standings[key] = found
        return found

    def of_row(self, standing: Standing, properties: Element) -> Standing:
        """The standing of a row with these properties in a table of `standing`."""
        return self._marked(standing, properties, (_INS, _DEL))

    def of_cell(self, standing: Standing, properties: Element) -> Standing:
        """The standing of a cell with these properties in a row of `standing`."""
        return self._marked(standing, properties, (_CELL_INS, _CELL_DEL))

    def of_end(self, standing: Standing, properties: Element) -> Standing:
        """The standing of a paragraph's end that has these properties, of a run, in a paragraph of `standing`."""
        return self._marked(standing, properties, (_INS, _DEL, _MOVE_TO, _MOVE_FROM))

    def _marked(self, standing: Standing, properties: Element, names: tuple[str, ...]) -> Standing:
        for one in properties:
            if one.tag in names:
                standing = self.inside(standing, one)
        return standing

    def shapes(self, properties: Element) -> tuple[Shape, Shape]:
        """What a paragraph's properties say in the accepted and in the original view."""
        accepted = original = shape_of(properties)
        numbering = properties.find(NUM_PR)
        if numbering is not None:
            original = self._before_numbering(original, numbering)
        changed = properties.find(_CHANGED)
        if changed is not None:
            self.tracked = True
            before = changed.find(PPR)
            original = Shape() if before is None else shape_of(before)
        return accepted, original

    def _before_numbering(self, shape: Shape, numbering: Element) -> Shape:
        """The shape before its number was inserted or changed."""
        if numbering.find(_INS) is not None:
            self.tracked = True
            return msgspec.structs.replace(shape, num_id=None, level=None)
        changed = numbering.find(_NUMBERING_CHANGE)
        written = None if changed is None else changed.get(_ORIGINAL)
        if written is None:
            return shape
        self.tracked = True
        return msgspec.structs.replace(shape, written_number=written)


__all__ = ["REVISIONS", "Revisions"]
