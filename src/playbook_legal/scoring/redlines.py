"""What a redline is worth by its content, for the criteria it may be credited or held to."""

from typing import TypeAlias

import msgspec

from ..actions import ProposeRedline, ReviseRedline
from ..matter.criteria import CompiledIssue, Criteria
from ..paper.citations import Citation
from ..text import Prose
from .concepts import Copied, expressed
from .gates import NOTHING, Scan, scan

RedlineAction: TypeAlias = ProposeRedline | ReviseRedline


class RedlineReading(msgspec.Struct, frozen=True):
    """A redline read for one criterion (None: it matches neither label nor anchor): which of its concepts the
    text expresses, what that earns, and what the gates made of it."""

    criterion: CompiledIssue | None
    concepts: tuple[bool, ...]
    earned: int
    gates: Scan


class RedlineFindings:
    """A redline as examined, a pure function of its content. Which criterion it is credited to depends on the
    label's issue, so it is read for a criterion when first asked, once."""

    __slots__ = ("_copied", "_prose", "_readings", "action", "target", "target_criterion")

    def __init__(
        self, action: RedlineAction, target: Citation, criteria: Criteria, copied: Copied | None
    ) -> None:
        self.action = action
        self.target = target
        self.target_criterion: CompiledIssue | None = criteria.by_anchor.get(target)
        self._copied = copied
        self._prose: Prose | None = None
        self._readings: dict[str | None, RedlineReading] = {}

    @property
    def label(self) -> str:
        """The label the agent gave it."""
        return self.action.issue_id

    @property
    def key(self) -> tuple[str, Citation]:
        """What a revision names it by: label and provision."""
        return self.action.issue_id, self.target

    def read_for(self, labelled: CompiledIssue | None) -> RedlineReading:
        """The redline read for its label's issue, or else for the criterion anchored at its provision; held to the
        gates of both."""
        name = None if labelled is None else labelled.id
        reading = self._readings.get(name)
        if reading is None:
            reading = self._readings[name] = self._read_for(labelled)
        return reading

    def _read_for(self, labelled: CompiledIssue | None) -> RedlineReading:
        criterion = labelled or self.target_criterion
        if criterion is None:
            return RedlineReading(None, (), 0, NOTHING)
        if self._prose is None:
            self._prose = Prose(self.action.replacement_text)
        wanted = criterion.redline_concepts
        concepts = expressed(wanted, self._prose.text, self._copied)
        held_to = [one.redline_gates for one in (labelled, self.target_criterion) if one is not None]
        return RedlineReading(criterion, concepts, wanted.credit[sum(concepts)], scan(held_to, self._prose))
