"""The result of an episode: score, flags and the whole breakdown, as plain JSON."""

from typing import Any

from ..scoring.events import breakdown, normalized_score, rounded
from .episode import Episode


def episode_result(episode: Episode, *, details: bool = True) -> dict[str, Any]:
    """The result as it stands; `raw_score` and `normalized_score` to four decimals.

    `raw_score` is the sum of the points of `reward_events`; the sum of the step rewards is `raw_score` plus the
    points of `protocol_penalties`. Without `details` the events are short: the form in which traces keep them.
    """
    state, criteria = episode.state, episode.matter.criteria
    told = breakdown(state.sheet, details=details)
    told["read_citations"] = [str(citation) for citation in state.read]
    told["protocol_penalties"] = [
        {
            "step": one.step,
            "type": one.type,
            "code": one.code,
            "points": rounded(one.units, criteria.unit),
        }
        for one in state.penalties
    ]
    return {
        "matter_id": episode.matter.id,
        "raw_score": rounded(state.sheet.total, criteria.unit),
        "max_score": rounded(criteria.max_score, criteria.unit),
        "normalized_score": normalized_score(state.sheet),
        "critical_failure": bool(state.sheet.criticals),
        "terminated": state.terminated,
        "truncated": state.truncated,
        "steps": state.steps,
        "breakdown": told,
    }
