"""What Inspect finds by the entry point: everything that is registered under `playbook_legal/`."""

from .scorers import scorecard
from .solvers import lawyer, matter_tools, recorded
from .tasks import review

__all__ = ["lawyer", "matter_tools", "recorded", "review", "scorecard"]
