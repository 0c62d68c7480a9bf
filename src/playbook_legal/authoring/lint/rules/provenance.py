"""The provenance does not say that the matter is invented.

Names and events must be fictional, and `provenance` must say so: `synthetic: true`, and a `notice` in words that a
person named alike can read.

Source: AUTHORING.md, "What a matter is made of".
"""

from collections.abc import Iterator

from ..draft import Paper
from ..rule import Finding, Rule, caught, change, spared


def check(paper: Paper) -> Iterator[Finding]:
    """Provenance without the two statements."""
    provenance = paper.manifest.provenance
    if provenance.get("synthetic") is not True:
        yield paper.at("provenance does not say synthetic: true", "provenance", "synthetic")
    if not str(provenance.get("notice") or "").strip():
        yield paper.at(
            "provenance has no notice that everything in the matter is fictional", "provenance", "notice"
        )


RULE = Rule(
    id="provenance",
    severity="error",
    doc=__doc__,
    catches=(
        caught(change("matter", "  synthetic: true\n", '  synthetic: "true"\n'), at=("matter", "synthetic")),
        caught(
            change("matter", "  notice: Every person, company and place is fictional.\n", ""),
            at=("matter", "synthetic: true"),
        ),
    ),
    spares=(spared(change("matter", "  synthetic: true\n", "  synthetic: true\n  author: nobody\n")),),
    check_paper=check,
)
