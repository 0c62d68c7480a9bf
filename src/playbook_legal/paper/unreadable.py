"""Paper that is there and cannot be read: a scan, letters without a meaning, a lock, a file that breaks off.

Nothing can be said of a quotation from such a document. That it is "fabricated" would be a lie about its author;
so the document is named as unreadable, with what would make it readable.
"""

from ..problems import Problem, UnusableInputError

RULE = "unreadable-document"


class UnreadableDocumentError(UnusableInputError):
    """A document has no text that could be read; its message says why and what to do."""


def unreadable(name: str, message: str) -> UnreadableDocumentError:
    """The exception that says of the file called `name` why it cannot be read."""
    return UnreadableDocumentError([Problem(name, 0, 0, RULE, message)])


__all__ = ["RULE", "UnreadableDocumentError", "unreadable"]
