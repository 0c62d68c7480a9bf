"""The episode: an append-only list of actions, folded over a matter.

Each action is validated as a whole, then answered and scored, or refused and nothing but the step counter
moves. Nothing here draws a random number, reads a clock or opens a file, so the same matter and the same
actions give the same answers everywhere.
"""

import json
from typing import Any, TypeAlias

from ..actions import TYPE_NAMES, Taken, action_json, as_json, read_action
from ..frozen import FrozenDict, freeze
from ..matter.package import Matter
from ..scoring.sheet import ScoreSheet
from .refusals import Penalty, Refusal, malformed
from .state import EpisodeState
from .transitions import Outcome, answer, end

OUT_OF_STEPS = "The step budget is spent; the episode ends here without a closing memo."

# Observation, reward, terminated, truncated, info.
StepReturn: TypeAlias = tuple[dict[str, Any], float, bool, bool, dict[str, Any]]


class Episode:
    """One episode on a matter. `actions` are what was kept of each action taken, in order, and `rewards` what it
    returned."""

    __slots__ = ("_delivered", "_twentieth", "_unit", "actions", "matter", "rewards", "state")

    def __init__(self, matter: Matter) -> None:
        self.matter = matter
        self.state = EpisodeState(matter)
        self.actions: list[Any] = []
        self.rewards: list[float] = []
        self._unit = matter.criteria.unit
        self._twentieth = self._unit // 20
        # What was answered to each call_id, and the action it came with.
        self._delivered: dict[str, tuple[str, StepReturn]] | None = None

    @property
    def is_over(self) -> bool:
        """Whether the memo is in or the steps are used up."""
        return self.state.is_over

    @property
    def sheet(self) -> ScoreSheet:
        """The score sheet."""
        return self.state.sheet

    def step(self, sent: object) -> StepReturn:
        """Take what was sent, whatever it is: an action, or the repeated delivery of one (same `call_id`), which is
        answered as before and changes nothing. Raises nothing but `RuntimeError` after the end."""
        if isinstance(sent, dict) and type(sent) is not dict:
            sent = as_json(sent)  # a dict of another make may do anything when it is read
        if isinstance(sent, dict) and isinstance(sent.get("call_id"), str):
            return self._deliver({key: sent[key] for key in sent if key != "call_id"}, sent["call_id"])
        return self._take(sent)

    def _deliver(self, action: dict[Any, Any], call_id: str) -> StepReturn:
        if self._delivered is None:
            self._delivered = {}
        content = json.dumps(as_json(action), sort_keys=True)
        earlier = self._delivered.get(call_id)
        if earlier is not None and earlier[0] == content:
            observation, reward, terminated, truncated, info = earlier[1]
            return dict(observation), reward, terminated, truncated, dict(info)
        answered = self._take(action)
        observation, reward, terminated, truncated, info = answered
        if earlier is not None:
            info["notice"] = "this call_id came before with another action; this one was taken as new"
        # A frozen copy: whoever holds the first answer may change its changeable parts.
        self._delivered[call_id] = content, (freeze(observation), reward, terminated, truncated, freeze(info))
        return answered

    def _take(self, sent: object) -> StepReturn:
        state = self.state
        if state.is_over:
            raise RuntimeError("the episode is over; reset() begins another")
        reading, kept = read_action(sent)
        self.actions.append(kept)
        state.steps += 1
        before = state.sheet.total
        outcome: Outcome
        kind: str | None
        if isinstance(reading, Taken):
            kind = TYPE_NAMES[type(reading.action)]
            outcome = answer(state, reading.action)
        else:
            kind = reading.type
            outcome = malformed(reading, negotiable=state.stage.is_negotiable)
        info: dict[str, Any] = {"step": state.steps, "action": kind, "refused": False}
        penalty = 0
        if isinstance(outcome, Refusal):
            penalty = outcome.cost * self._twentieth
            if penalty:
                state.penalties.append(Penalty(state.steps, kind, outcome.code, penalty))
            info["refused"] = True
            info["refusal"] = outcome.code
            outcome = {"error": outcome.message, **outcome.more}
        if isinstance(reading, Taken) and reading.ignored:
            info["ignored_fields"] = list(reading.ignored)
        if state.steps >= state.stage.constraints.maximum_steps and not state.terminated:
            state.truncated = True
            end(state, None)
            outcome = {**outcome, "notice": OUT_OF_STEPS}
        state.last_result = outcome if isinstance(outcome, FrozenDict) else FrozenDict(outcome)
        reward = (state.sheet.total - before + penalty) / self._unit
        self.rewards.append(reward)
        return state.observation(), reward, state.terminated, state.truncated, info

    def close(self) -> None:
        """End the episode from outside, because its agent has left: truncated, without a memo, and what should have
        been escalated is settled, exactly as when the steps run out. It belongs to no step, so no reward tells of it.
        Nothing happens when the episode is over already."""
        if not self.state.is_over:
            self.state.truncated = True
            end(self.state, None)

    def observation(self) -> dict[str, Any]:
        """The observation as it stands."""
        return self.state.observation()

    def recorded_actions(self) -> list[Any]:
        """The actions as plain JSON values, fit for `replay`."""
        return [action_json(kept) for kept in self.actions]
