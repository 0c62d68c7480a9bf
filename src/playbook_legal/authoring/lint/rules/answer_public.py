"""A hidden answer says what the record says already.

A question is worth asking when the paper does not answer it. A sentence that stands in a document, or in the public
facts, can be had without asking.

Source: docs/environment.md, "What an agent sees"; AUTHORING.md, "Questions and escalations".
"""

import re
from collections.abc import Iterator

from ....text import normalize_text
from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared

_SENTENCE = re.compile(r"(?<=[.?!])\s+")
_WORDS = 6  # a shorter sentence may stand anywhere


def check(draft: Draft) -> Iterator[Finding]:
    """Answers with a sentence that stands in the record or in the public facts."""
    for key in ("client_answers", "escalation_answers"):
        for name, answer in getattr(draft.hidden, key).items():
            for sentence in _SENTENCE.split(answer.strip()):
                wanted = normalize_text(sentence)
                where = _standing(wanted, draft) if len(wanted.split()) >= _WORDS else None
                if where is not None:
                    message = f'"{sentence.strip()}" stands in {where}; what the client adds should be new'
                    yield draft.at_hidden(message, key, name)
                    break


def _standing(wanted: str, draft: Draft) -> str | None:
    if wanted in draft.record_text:
        return next(str(one.citation) for one in draft.record.all_sections() if wanted in one.passage.text)
    facts = draft.manifest.public_facts
    return next((f"public_facts.{key}" for key in facts if wanted in normalize_text(str(facts[key]))), None)


RULE = Rule(
    id="answer-public",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change(
                "playbook",
                "sixty days of warning and a way out.",
                "sixty days of warning and a way out.\nThe "
                "brochure with our half board rates went out in March, for fourteen months.",
            ),
            at=("hidden_facts", "q_menu"),
        ),
    ),
    spares=(spared(change("playbook", "sixty days of warning", "sixty days after the brochure went out")),),
    check=check,
)
