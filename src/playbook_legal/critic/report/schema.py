"""The JSON Schema of the report, made from its types: published as `docs/schemas/critic-report.v1.schema.json`."""

from typing import Any

import msgspec

from ..verdicts import FINDING_VERDICTS
from . import SCHEMA, Report


def report_schema() -> dict[str, Any]:
    """The schema of `playbook.critic-report.v1`, JSON Schema 2020-12, closed at every level."""
    made: dict[str, Any] = msgspec.json.schema(Report)
    report = made["$defs"]["Report"]
    report["required"].insert(0, "schema_version")
    counts = {str(word): {"type": "integer", "minimum": 0} for word in FINDING_VERDICTS}
    report["properties"]["counts"] = {
        "type": "object",
        "properties": counts,
        "required": list(counts),
        "additionalProperties": False,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": SCHEMA,
        "description": "What `playbook-critic --format json` prints.",
        **made,
    }


def schema_text() -> str:
    """The schema as the published file has it."""
    return msgspec.json.format(msgspec.json.encode(report_schema()), indent=2).decode() + "\n"
