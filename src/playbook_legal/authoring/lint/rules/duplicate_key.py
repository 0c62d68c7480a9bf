"""A key stands twice in one mapping.

YAML readers take one of the two without a word, and not all of them the same one.

Source: docs/architecture.md, "Rooms" (`sources`).
"""

from ..rule import Rule, caught, change, spared

RULE = Rule(
    id="duplicate-key",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("hidden_facts", "escalation_answers:", "  q_menu: It is printed.\nescalation_answers:"),
            at=("hidden_facts", "It is printed."),
        ),
    ),
    spares=(spared(change("rubric", "critical_failure_score_cap: 0.25\n", "")),),
)
