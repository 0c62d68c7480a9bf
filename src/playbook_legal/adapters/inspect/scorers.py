"""The score of a sample: its log played again, a value for each figure."""

from collections.abc import Sequence

from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from ... import __version__
from ...bench.scorecard.building import SUCCESS
from ...scoring.version import INSTRUMENT_VERSION
from ..action_log import scored
from .log import EpisodeLog
from .matters import matter_of


# Episodes on one matter resemble each other, so the error is that of matters: figures are clustered by matter.
@scorer(metrics={"*": [mean(), stderr(cluster="matter_id")]})
def scorecard(matters: str | Sequence[str] | None = None, success: float = SUCCESS) -> Scorer:
    """Scores by replay of the log of actions, and of nothing else: as often as one likes, with the same result, also
    from a log file. `matters` are folders in which to look for the matter of a sample first; `success` is the score
    from which on an episode without critical failure counts as passed.

    A figure that does not apply to an episode is NaN, which Inspect counts as unscored and leaves out of the mean.
    """

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001 - the form of a scorer
        matter = matter_of(state.metadata, matters)
        told = scored(matter, state.store_as(EpisodeLog).actions, state.store_as(EpisodeLog).left, success)
        result = told.result
        return Score(
            value=dict(told.values),
            answer=told.memo or None,
            explanation="\n".join(told.sheet),
            metadata={
                "ending": told.ending,
                "detail": told.detail,
                "raw_score": result["raw_score"],
                "max_score": result["max_score"],
                "critical_failures": result["breakdown"]["critical_failures"],
                "ladder": told.ladder,
                "matter_id": matter.id,
                "content_hash": matter.content_hash,
                "canary": matter.manifest.canary,
                "package_version": __version__,
                "instrument_version": INSTRUMENT_VERSION,
            },
        )

    return score
