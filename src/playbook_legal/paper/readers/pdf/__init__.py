"""PDF: the text layer of its pages, read apart, judged for its meaning, and taken apart like any other text.

A line of a page is a line of the text, and a line with a form feed stands between pages. A hyphen at the end of a
line stays where it was printed, `-` and the end of the line: whether it belongs to the word only the comparison of a
quotation can tell. Raised and lowered figures are characters of their own, as in Word and Markdown.

Units begin at typed numbers, as in plain text, and at headings without a number, which are told by how they are set:
the file does not say what they are.
"""

from .reading import read_pdf

__all__ = ["read_pdf"]
