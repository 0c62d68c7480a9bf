"""Where an episode stands, and what the agent sees of it."""

from typing import Any

from ..frozen import FrozenDict, FrozenList
from ..matter.package import Matter
from ..paper.citations import Citation
from ..scoring.sheet import ScoreSheet
from .counterparty import Point
from .refusals import Penalty
from .stage import stage_of


class EpisodeState:
    """Budgets, what was read and learned, the work product on its sheet, the negotiation.

    `read` are the sections shown to the agent, in order; `points` the negotiated points by criterion and
    `negotiation` the agent's label for each; `issues_left` is None where issues are not counted.
    """

    __slots__ = (
        "escalations_left",
        "facts",
        "issue_labels",
        "issues_left",
        "last_result",
        "matter",
        "negotiation",
        "penalties",
        "points",
        "questions_left",
        "read",
        "redline_labels",
        "rounds_left",
        "sheet",
        "stage",
        "steps",
        "terminated",
        "topics",
        "truncated",
    )

    def __init__(self, matter: Matter) -> None:
        stage = stage_of(matter)
        constraints = stage.constraints
        self.matter = matter
        self.stage = stage
        self.sheet = ScoreSheet(matter)
        self.penalties: list[Penalty] = []
        self.steps = 0
        self.terminated = self.truncated = False
        self.questions_left = constraints.maximum_client_questions
        self.escalations_left = constraints.maximum_escalations
        self.rounds_left = constraints.maximum_negotiation_rounds
        self.issues_left = stage.instrument.maximum_issues
        self.read: dict[Citation, None] = {}
        self.points: dict[str, Point] = {}
        self.negotiation: dict[str, str] = {}
        self.facts: FrozenDict = stage.public_facts
        self.issue_labels = self.redline_labels = self.topics = stage.nothing
        self.last_result: FrozenDict = stage.empty

    @property
    def is_over(self) -> bool:
        """Whether the memo is in or the steps are used up."""
        return self.terminated or self.truncated

    def learn(self, name: str, answer: str) -> None:
        """Add an answer to what the agent knows; a public fact of that name stays what it was."""
        if name not in self.facts:
            self.facts = FrozenDict({**self.facts, name: answer})

    def note_label(self, kind: str, label: str) -> None:
        """Add a label or topic to one of the lists that the agent sees."""
        setattr(self, kind, FrozenList((*getattr(self, kind), label)))

    def observation(self) -> dict[str, Any]:
        """What the agent sees: an object of the caller's own whose parts are shared and read-only."""
        stage = self.stage
        budgets = {
            "steps_remaining": max(stage.constraints.maximum_steps - self.steps, 0),
            "client_questions_remaining": self.questions_left,
            "escalations_remaining": self.escalations_left,
        }
        seen = {
            **stage.constant,
            "budgets": budgets,
            "learned_facts": self.facts,
            "submitted_issue_ids": self.issue_labels,
            "submitted_redline_issue_ids": self.redline_labels,
            "submitted_escalation_topics": self.topics,
            "last_result": self.last_result,
        }
        if stage.is_negotiable:
            budgets["negotiation_rounds_remaining"] = self.rounds_left
            seen["negotiation"] = {
                label: self.points[name].as_seen() for label, name in self.negotiation.items()
            }
        if self.issues_left is not None:
            budgets["issues_remaining"] = self.issues_left
        return seen
