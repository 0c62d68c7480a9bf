"""Policies without skill, played: the named ones, and the best combination that a greedy search finds."""

from collections.abc import Iterator
from typing import Any, Self

import msgspec

from ...episode.episode import Episode
from ...episode.result import episode_result
from ...matter.package import Matter
from .moves import BARGAINING, ESCALATIONS, ISSUES, KINDS, MEMOS, QUESTIONS, read_everything
from .view import Action, View

_MAXIMUM_ROUNDS = 3  # of the search: by then nothing improves


class Policy(msgspec.Struct, frozen=True):
    """A combination: one move of each kind, by name; `reads` says whether everything is read first."""

    name: str
    questions: str = "no questions"
    escalations: str = "no escalations"
    issues: str = "no issues"
    bargaining: str = "no bargaining"
    memo: str = "stock memo"
    reads: bool = True

    @classmethod
    def of(cls, moves: list[str]) -> Self:
        """The combination of these moves, in the order of the kinds."""
        questions, escalations, issues, bargaining, memo = moves
        return cls("combination", questions, escalations, issues, bargaining, memo)

    @property
    def moves(self) -> tuple[str, str, str, str, str]:
        """The moves, in the order of the kinds."""
        return self.questions, self.escalations, self.issues, self.bargaining, self.memo


POLICIES: tuple[Policy, ...] = (
    Policy("empty memo", memo="empty memo", reads=False),
    Policy("read everything and stop"),
    Policy("spray an issue at every section in order", issues="in order, nothing"),
    Policy("cite everywhere", issues="cite everything", memo="memo of headings"),
    Policy("paste each section", issues="in order, section, redlined"),
    Policy("paste each section, no run left whole", issues="in order, section chopped, redlined"),
    Policy("paste the playbook", issues="resembling, playbook, redlined", memo="memo of guidance"),
    Policy(
        "paste the topic most like each section",
        issues="resembling, topic, redlined",
        memo="memo of guidance",
    ),
    Policy(
        "paste the topic most like each section, no run left whole",
        issues="resembling, topic chopped, redlined",
        memo="memo of guidance",
    ),
    Policy("keyword lists from headings", issues="resembling, keywords", memo="memo of headings"),
    Policy("the most alarming sections", issues="alarming, both chopped, redlined", memo="memo of guidance"),
    Policy("the longest sections", issues="longest, both chopped", memo="memo of guidance"),
    Policy("severity guesses", issues="the three most alarming, both chopped, redlined, critical"),
    Policy("escalate everything", escalations="escalate all headings"),
    Policy("escalate the instructions", escalations="escalate the instructions"),
    Policy("ask a question made of every heading", questions="one question of all headings"),
    Policy("ask about every topic", questions="a question for each topic"),
    Policy("stock questions", questions="stock questions"),
    Policy("accept every counter", bargaining="accept every counter"),
    Policy("send the playbook as markup", bargaining="playbook as markup"),
    Policy("send the playbook as markup, accept nothing", bargaining="playbook as markup, accept nothing"),
    Policy("revise endlessly", issues="revise endlessly"),
    Policy("run out the clock", memo="no memo"),
    Policy(
        "everything at once",
        questions="stock questions",
        escalations="escalate all headings",
        issues="resembling, learned, redlined",
        bargaining="playbook as markup",
        memo="memo of guidance",
    ),
)


class Played(msgspec.Struct, frozen=True):
    """A policy on a matter: its score, raw points, and the actions it took."""

    policy: Policy
    score: float
    raw: float
    critical: bool
    actions: tuple[Action, ...]


class RedTeamReport(msgspec.Struct, frozen=True):
    """What the red team reached on a matter: each named policy, and the best combination found within the budget
    of `episodes` played."""

    matter_id: str
    named: tuple[Played, ...]
    best: Played
    episodes: int

    def as_json(self) -> dict[str, Any]:
        """The report as plain JSON, without the actions."""

        def told(played: Played) -> dict[str, Any]:
            return {
                "policy": played.policy.name,
                "moves": list(played.policy.moves),
                "normalized_score": played.score,
                "raw_score": played.raw,
                "critical_failure": played.critical,
            }

        return {
            "matter_id": self.matter_id,
            "best": told(self.best),
            "policies": [told(played) for played in self.named],
            "episodes": self.episodes,
        }


def play(matter: Matter, policy: Policy) -> Played:
    """`policy` played on `matter`."""
    episode = Episode(matter)
    view = View(episode.observation())
    actions: list[Action] = []
    for action in policy_actions(view, policy):
        if episode.is_over:
            break
        observation, reward, _, _, _ = episode.step(action)
        actions.append(action)
        view.see(observation, reward)
    result = episode_result(episode, details=False)
    return Played(
        policy, result["normalized_score"], result["raw_score"], result["critical_failure"], tuple(actions)
    )


def policy_actions(view: View, policy: Policy) -> Iterator[Action]:
    """What `policy` does, action by action, as `view` takes in the answers."""
    if policy.reads:
        yield from read_everything(view)
    *work, memo = (kind[name] for kind, name in zip(KINDS, policy.moves, strict=True))
    for move in work:
        for action in move(view):
            if view.left("steps_remaining") < 1:
                break
            yield action
    yield from memo(view)


def red_team(matter: Matter, budget: int) -> RedTeamReport:
    """Every named policy, then a greedy search over combinations: kind by kind, the move that scores best with the
    others as they are, until nothing improves or `budget` episodes are played."""
    named = tuple(play(matter, policy) for policy in POLICIES)
    best = max(named, key=_merit)
    seen: set[tuple[object, ...]] = {(played.policy.reads, *played.policy.moves) for played in named}
    left = budget - len(named)
    for _ in range(_MAXIMUM_ROUNDS):
        before = best
        for position, kind in enumerate(KINDS):
            for name in kind:
                moves = list(best.policy.moves)
                moves[position] = name
                if (True, *moves) in seen or left <= 0:
                    continue
                seen.add((True, *moves))
                left -= 1
                best = max(best, play(matter, Policy.of(moves)), key=_merit)
        if best is before or left <= 0:
            break
    return RedTeamReport(matter.id, named, best, len(seen))


def _merit(played: Played) -> tuple[float, float]:
    """What the search climbs: the score, and where that is zero the points, which say how far below."""
    return played.score, played.raw


__all__ = [
    "BARGAINING",
    "ESCALATIONS",
    "ISSUES",
    "MEMOS",
    "POLICIES",
    "QUESTIONS",
    "Played",
    "Policy",
    "RedTeamReport",
    "play",
    "policy_actions",
    "red_team",
]
