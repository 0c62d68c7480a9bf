"""The scorecard of runs: every agent on every matter, measured, with what may be claimed of it."""

from .building import build_scorecard
from .model import Scorecard

__all__ = ["Scorecard", "build_scorecard"]
