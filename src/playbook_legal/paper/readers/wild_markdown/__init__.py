"""Markdown as people have it: numbers as the page shows them, text as the page shows it.

What a person reads is the rendered page, what a file holds is its source. The document's text stays the source, so
that every place is true; what only marks the text (`**`, `<span>`, the target of a link) is listed as `markup`, what
stands for other characters (`&amp;`) as `substitutions` (`paper.rendering`).

Units are headings of every depth, also `##Heading` without the space; numbers typed in headings (`## 4. Fees`,
`### Section 4.2 – Fees`, `## ARTICLE IV`) and at the beginning of paragraphs (`**2.1**`, `2.1. Fees`, `(a)`); and the
items of ordered lists, numbered as rendered. How the numbers of units within units are joined is told in `nesting`.
An anchor (`<a id="4.2">`) is no number: nobody sees it, and in real files it is often a wrong one.
"""

from ...assembly import assembled
from ...documents import Document
from .blocks import blocks_of, plain_text
from .nesting import marks_of


def read_wild_markdown(document_id: str, title: str, text: str, sha256: str, name: str) -> Document:
    """`text` as a document of kind "markdown", with its outline. Every text is some Markdown: nothing is refused."""
    page = blocks_of(text)
    return assembled(
        "markdown", document_id, title, text, marks_of(page.blocks), sha256, name,
        markup=page.markup, substitutions=page.substitutions, notes=page.notes,
    )  # fmt: skip


__all__ = ["plain_text", "read_wild_markdown"]
