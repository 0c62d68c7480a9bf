"""A hidden answer belongs to no question and no escalation, so that nobody will ever hear it.

Most often the id was changed in one file and not in the other.

Source: docs/scoring.md, "Questions and escalations".
"""

import difflib
from collections.abc import Iterator

from ..draft import Draft
from ..phrases import Topics, topics
from ..rule import Finding, Rule, caught, change, spared

_ANSWERS: tuple[tuple[str, Topics], ...] = (
    ("client_answers", "questions"),
    ("escalation_answers", "escalations"),
)


def check(draft: Draft) -> Iterator[Finding]:
    """Answers under an id that the rubric does not have."""
    for key, kind in _ANSWERS:
        ids = [topic.written.id for topic in topics(draft.rubric, kind)]
        for answer in getattr(draft.hidden, key):
            if answer not in ids:
                near = difflib.get_close_matches(answer, ids, 1, 0.6)
                hint = f"did you mean {near[0]}?" if near else f"the {kind} are {', '.join(ids) or 'none'}"
                message = f'the rubric has no {kind[:-1]} "{answer}", so this is never said; {hint}'
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
