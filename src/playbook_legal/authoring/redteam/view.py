"""What a policy without skill can know: the observations, and the text of what it has read."""

import re
from typing import Any, TypeAlias

import msgspec

Action: TypeAlias = dict[str, Any]

# Documents whose names say that they tell the agent what to think; everything else is taken for paper.
_GUIDANCE = re.compile(
    r"playbook|mandate|instruction|polic|checklist|guideline|memo|brief|position", re.IGNORECASE
)
_HEADING = re.compile(r"^## +\S+ *(.*)$", re.MULTILINE)
_WORD = re.compile(r"[a-z]{3,}")


class Passage(msgspec.Struct, frozen=True):
    """A section as a policy sees it."""

    document_id: str
    token: str
    text: str

    @property
    def citation(self) -> str:
        """How it is cited."""
        return f"{self.document_id} §{self.token}"

    @property
    def heading(self) -> str:
        """The words of its heading."""
        found = _HEADING.search(self.text)
        return found.group(1).strip() if found else self.token

    @property
    def body(self) -> str:
        """Its text without the heading line."""
        return _HEADING.sub("", self.text, count=1).strip()

    @property
    def words(self) -> frozenset[str]:
        """Its words of three letters or more."""
        return frozenset(_WORD.findall(self.text.lower()))


class View:
    """The latest observation, and the sections read so far: `paper` is what is under review, `guidance` what tells
    how (told apart by the names of the documents)."""

    def __init__(self, observation: dict[str, Any]) -> None:
        self.observation = observation
        self.paper: list[Passage] = []
        self.guidance: list[Passage] = []
        self.reported: list[tuple[str, Passage]] = []  # label and provision of each issue
        self.reward = 0.0

    def see(self, observation: dict[str, Any], reward: float) -> None:
        """Take in the answer to an action."""
        self.observation = observation
        self.reward = reward
        last = observation["last_result"]
        if last.get("section", "") is None and "content" in last:
            self._take_in(last["document_id"], last["content"])

    def _take_in(self, document_id: str, content: str) -> None:
        listed = next(one for one in self.observation["documents"] if one["id"] == document_id)
        shelf = self.guidance if _GUIDANCE.search(f"{document_id} {listed['title']}") else self.paper
        pieces = re.split(r"(?m)^(?=## )", content)
        tokens = [token for token in listed["sections"] if token != "full"]  # noqa: S105 - a section's token
        bodies = [piece for piece in pieces if piece.startswith("## ")]
        shelf.extend(
            Passage(document_id, token, body.strip()) for token, body in zip(tokens, bodies, strict=False)
        )

    @property
    def can_negotiate(self) -> bool:
        """Whether somebody is across the table."""
        return "negotiation" in self.observation

    def left(self, budget: str) -> int:
        """What is left of a budget, in actions; plenty where it is not counted. One step is kept for the memo."""
        budgets = self.observation["budgets"]
        steps = int(budgets["steps_remaining"]) - 1
        return min(steps, int(budgets.get(budget, steps)))

    def room(self, field: str, otherwise: int = 2000) -> int:
        """How many characters a text field takes."""
        for schema in self.observation["action_schemas"].values():
            bounds = schema["properties"].get(field, {})
            if "maxLength" in bounds:
                return int(bounds["maxLength"])
        return otherwise
