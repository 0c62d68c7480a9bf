"""A file is not YAML.

Nothing of it can be read until it is. Most often a quotation mark or a bracket is not closed, or a text with a colon
stands without quotation marks. Patterns are best written in single quotes, where a backslash is a backslash.

Source: docs/architecture.md, "Three kinds of trouble, three shapes".
"""

from ..rule import Rule, caught, change, spared

RULE = Rule(
    id="yaml",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", 'concepts: ["half board"]', 'concepts: ["half board"'),
            at=("rubric", "aliases:"),
        ),
    ),
    spares=(spared(change("rubric", 'concepts: ["half board"]', "concepts: [half board]")),),
)
