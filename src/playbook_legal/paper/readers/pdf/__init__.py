"""PDF: the text layer of its pages, read apart, judged for its meaning, and taken apart like any other text.

A line of a page is a line of the text, and a line with a form feed stands between pages. A hyphen at the end of a
line stays where it was printed, `-` and the end of the line: whether it belongs to the word only the comparison of a
quotation can tell.
"""

from .reading import read_pdf

__all__ = ["read_pdf"]
