"""The paper: what anyone may see. Documents, sections, citations, quotations, the public half of a matter."""

from .citations import FULL, Citation, parse_citation
from .documents import Document, Hit, Record, Section

__all__ = ["FULL", "Citation", "Document", "Hit", "Record", "Section", "parse_citation"]
