"""A scorecard as values: everything that any of its forms shows, and the whole of its JSON form."""

from typing import Any, Literal, TypeAlias

import msgspec

from ..metrics import EpisodeMetrics
from ..statistics import Interval, Paired

FORMAT = "playbook.scorecard.v1"

Basis: TypeAlias = Literal["replayed", "recorded"]


class ScoredAgent(msgspec.Struct, frozen=True):
    """Who played: `label` is how the scorecard calls it, different for each."""

    label: str
    run: str
    name: str
    kind: str
    fingerprint: str
    options: dict[str, Any]


class ScoredMatter(msgspec.Struct, frozen=True):
    """What was played. `basis` says whether its traces were played again or their own results taken."""

    label: str
    id: str
    content_hash: str
    title: str
    basis: Basis


class EpisodeRow(msgspec.Struct, frozen=True):
    """An episode in figures. `differs` says that the recorded score is another than the replayed one."""

    agent: str
    matter: str
    seed: int
    repeat: int
    ending: str
    detail: str
    basis: Basis
    differs: bool
    metrics: EpisodeMetrics
    ladder: dict[str, float] | None


class Cell(msgspec.Struct, frozen=True):
    """An agent on a matter: the mean of each figure over `episodes`, and the exact interval of the critical failures
    over these repeats."""

    agent: str
    matter: str
    episodes: int
    means: EpisodeMetrics
    critical_interval: Interval | None


class Estimate(msgspec.Struct, frozen=True):
    """A figure over matters: the mean of the matters' means, over those `matters` to which it applies."""

    value: float | None
    interval: Interval | None
    matters: int


class Passes(msgspec.Struct, frozen=True):
    """How surely a matter is passed in `k` tries: at least once, and every time. Over `matters` with as many tries."""

    k: int
    at_least_one: float
    all_of_them: float
    matters: int


class Total(msgspec.Struct, frozen=True):
    """An agent over all matters. `whole` says that it has a scored episode on every matter of the scorecard."""

    agent: str
    episodes: int
    failures: int
    missing: int
    matters: int
    whole: bool
    estimates: dict[str, Estimate]
    passes: tuple[Passes, ...]
    ladder: dict[str, float]
    tokens: float | None
    cost: float | None


class Comparison(msgspec.Struct, frozen=True):
    """Two agents on the matters that both played, in one figure; differences are `one` less `other`."""

    one: str
    other: str
    metric: str
    paired: Paired
    by_matter: dict[str, float]


class FailedEpisode(msgspec.Struct, frozen=True):
    """An episode without a score, and why."""

    agent: str
    matter: str
    seed: int
    repeat: int
    reason: str


class Scorecard(msgspec.Struct, frozen=True):
    """The scorecard. `success` is the score from which on an episode without critical failure counts as passed;
    `against` names the run that `against_comparisons` are with."""

    scorecard: str
    instrument_version: str
    runs: tuple[str, ...]
    success: float
    agents: tuple[ScoredAgent, ...]
    matters: tuple[ScoredMatter, ...]
    totals: tuple[Total, ...]
    cells: tuple[Cell, ...]
    comparisons: tuple[Comparison, ...]
    against: str | None
    against_comparisons: tuple[Comparison, ...]
    episodes: tuple[EpisodeRow, ...]
    failures: tuple[FailedEpisode, ...]
    missing: tuple[FailedEpisode, ...]
    notes: tuple[str, ...]

    def total(self, agent: str) -> Total:
        """The totals of `agent`."""
        return next(one for one in self.totals if one.agent == agent)
