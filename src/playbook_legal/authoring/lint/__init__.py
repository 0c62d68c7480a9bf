"""The linter that teaches: every rule a file, every problem with its place, all of them in one run."""

from .linting import LintProblem, LintReport, Skipped, lint_matter
from .rules import RULES

__all__ = ["RULES", "LintProblem", "LintReport", "Skipped", "lint_matter"]
