"""The file names under which paper is found; whether a file is what its name says, its content tells."""

MARKDOWN_SUFFIXES = (".md", ".markdown")
PAPER_SUFFIXES = (*MARKDOWN_SUFFIXES, ".txt", ".text", ".docx", ".docm", ".pdf")
