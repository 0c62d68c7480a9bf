"""A file is not UTF-8 text.

A paragraph sign or a quotation mark that was saved in an old encoding would be read as something else, and nothing
that is compared with it could match. Save the file as UTF-8.

Source: docs/scoring.md, its first paragraph: texts are compared literally.
"""

from ..rule import Rule, caught, change, spared

RULE = Rule(
    id="encoding",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", "# A new list binds", "# A n\udce9w list binds"),
            at=("rubric", "whose own prices are in print"),
        ),
    ),
    spares=(spared(change("rubric", "# A new list binds", "# Une liste liée")),),
)
