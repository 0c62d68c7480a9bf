"""Why each point was won or lost, shown in the agent's own text."""

from .model import Explanation, Mark, ScoredText, explain

__all__ = ["Explanation", "Mark", "ScoredText", "explain"]
