"""Text that UTF-8 can carry. JSON may hold halves of characters (lone surrogates); files may not."""

from typing import Any


def encodable(value: Any) -> Any:
    """A JSON value with every half of a character replaced by a question mark."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {encodable(key): encodable(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [encodable(inner) for inner in value]
    return value
