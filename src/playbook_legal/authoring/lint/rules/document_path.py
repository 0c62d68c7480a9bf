"""The path of a document leads to no text inside the matter folder.

Paths are relative to the matter folder, with forward slashes. They do not leave it, by no spelling and no link, and
they name no YAML file: what lies there is the answer key.

Source: docs/architecture.md, "The wall around the answer key".
"""

from ..rule import Rule, caught, change, spared

RULE = Rule(
    id="document-path",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("matter", "path: documents/playbook.md", "path: documents/Playbook.docx"),
            at=("matter", "Playbook.docx"),
        ),
        caught(
            change("matter", "path: documents/playbook.md", "path: ../playbook.md"),
            at=("matter", "../playbook.md"),
        ),
    ),
    spares=(
        spared(
            change("matter", "path: documents/playbook.md", "path: documents/book.txt"),
            change(
                "documents/book.txt", "", "# Playbook\n\n## P2 What we pay\n\nIt stays put for a season.\n"
            ),
        ),
    ),
)
