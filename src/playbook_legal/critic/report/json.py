"""The report as JSON: the same bytes for the same work."""

import msgspec

from . import Report


def report_json(report: Report) -> str:
    """The report as indented JSON in UTF-8, characters as they are, keys in the order of the schema."""
    return msgspec.json.format(msgspec.json.encode(report), indent=2).decode() + "\n"
