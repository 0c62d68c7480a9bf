"""There are gates, and no `probes.yaml`.

A gate is understood when sentences that it must catch and sentences that it must spare are written down beside it:
the sin, the sin in other words, its denial, a savings clause, the document's own words.

Source: AUTHORING.md, "Probes".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """A rubric with gates beside which no probes can be found."""
    if draft.gates and not (draft.paper.folder / "probes.yaml").exists():
        message = f"the rubric has {len(draft.gates)} gates and there is no probes.yaml beside it; write one"
        yield draft.at(message, *draft.gates[0][1])


RULE = Rule(
    id="probes-missing",
    severity="warning",
    doc=__doc__,
    catches=(caught(change("probes", "", ""), at=("rubric", "consumer law")),),
    spares=(spared(change("probes", "why: the overclaim", "why: the claim")),),
    check=check,
)
