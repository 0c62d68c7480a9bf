"""A file lies among the documents, and the manifest does not list it.

No agent sees it. It is left over, or its entry was forgotten.

Source: docs/environment.md, "What an agent sees"; AUTHORING.md, "What a matter is made of".
"""

from collections.abc import Iterator

from ..draft import Paper
from ..rule import Finding, Rule, caught, change, spared


def check(paper: Paper) -> Iterator[Finding]:
    """Files in the folder `documents` that are no document."""
    listed = {(paper.folder / entry.path).resolve() for entry in paper.manifest.documents}
    folder = paper.folder / "documents"
    if not folder.is_dir():
        return
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.startswith(".") and path.resolve() not in listed:
            name = path.relative_to(paper.folder).as_posix()
            yield paper.at(
                f"{name} is not listed, so that nobody sees it; list it, or take it away", "documents"
            )


RULE = Rule(
    id="document-unlisted",
    severity="warning",
    doc=__doc__,
    catches=(caught(change("documents/letters.md", "", "# Letters\n"), at=("matter", "- id: contract")),),
    spares=(spared(change("documents/.draft.md", "", "# Letters\n")),),
    check_paper=check,
)
