"""A hidden answer belongs to no question and no escalation, so that nobody will ever hear it.

Most often the id was changed in one file and not in the other.

Source: docs/scoring.md, "Questions and escalations".
"""

import difflib
from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Answers under an id that the rubric does not have."""
    for key, noun, topics in (
        ("client_answers", "question", draft.questions),
        ("escalation_answers", "escalation", draft.escalations),
    ):
        ids = [topic.written.id for topic in topics]
        for answer in getattr(draft.hidden, key):
            if answer not in ids:
                near = difflib.get_close_matches(answer, ids, 1, 0.6)
                hint = f"did you mean {near[0]}?" if near else f"the {noun}s are {', '.join(ids) or 'none'}"
                message = f'the rubric has no {noun} "{answer}", so this is never said; {hint}'
                yield draft.at_hidden(message, key, answer)


RULE = Rule(
    id="answer-unreachable",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("hidden_facts", "escalation_answers:", "  q_menus: It is printed.\nescalation_answers:"),
            at=("hidden_facts", "q_menus"),
        ),
    ),
    spares=(spared(change("hidden_facts", "client_answers:", "# What the client says.\nclient_answers:")),),
    check=check,
)
