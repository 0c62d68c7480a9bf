"""The rules as the agent is told them: part of every observation, and all that an agent may know of scoring."""

from typing import Any

from ..actions import available_actions
from ..matter.package import Matter


def protocol(matter: Matter) -> dict[str, Any]:
    """How to act on `matter`: the flow, each rule in force, the budgets."""
    constraints = matter.manifest.constraints
    rules = [
        "Credit is earned by content. Labels such as issue_id are your own; nothing is matched by them.",
        (
            "Cite sections as `<document id> §<section>`, for instance msa §4.2. In an issue, cite the operative "
            "provision first: it decides what the issue is about."
        ),
        "A citation that names no section of the record is charged.",
        (
            "`quotes` are for verbatim text only. A quotation that does not stand in the section it cites is a "
            "fabrication and a critical failure; put a paraphrase into `analysis`. Quotations under 15 characters are "
            "ignored."
        ),
        "A confident wrong legal claim, or language that reverses what the client needs, is a critical failure.",
        "Ask the client only for facts that the paper does not give; every question uses budget.",
        "Escalate what exceeds your authority, and only that; every escalation uses budget.",
        (
            "A second issue on the same operative provision, or a second redline for the same point, is a duplicate. "
            "Use revise_issue or revise_redline to replace what you submitted, as a whole."
        ),
        "submit_final ends the episode. Its summary is the memo your supervisor reads.",
        "An action that cannot be taken is refused with the reason. It uses a step and changes nothing else.",
        "The same action sent again with the same call_id is answered again and not repeated.",
    ]
    told: dict[str, Any] = {
        "actions": list(available_actions(negotiable=matter.is_negotiable)),
        "rules": rules + _negotiation_rules(matter) + _strict_rules(matter),
        "budgets": {
            "steps": constraints.maximum_steps,
            "client_questions": constraints.maximum_client_questions,
            "escalations": constraints.maximum_escalations,
        },
    }
    if matter.is_negotiable:
        told["budgets"]["negotiation_rounds"] = constraints.maximum_negotiation_rounds
    if matter.rubric.instrument.maximum_issues is not None:
        told["budgets"]["issues"] = matter.rubric.instrument.maximum_issues
    return told


def _negotiation_rules(matter: Matter) -> list[str]:
    if not matter.is_negotiable:
        return []
    return [
        (
            "send_markup puts language to the counterparty; it may accept, counter or refuse. "
            "accept_counterparty closes the point on the language it offered last. Each uses a "
            "negotiation round, whatever comes of it."
        ),
        (
            "What counts is the language a point closes on, whoever wrote it. A point may stay open; "
            "conceding what the client has called non-negotiable is a critical failure."
        ),
    ]


def _strict_rules(matter: Matter) -> list[str]:
    instrument = matter.rubric.instrument
    rules: list[str] = []
    if instrument.read_before_credit:
        rules.append(
            "Read the operative provision before you report on it; an issue on unread paper earns nothing."
        )
    if instrument.maximum_issues is not None:
        rules.append(
            f"At most {instrument.maximum_issues} issues are taken. Your supervisor wants a prioritized list, not a "
            "treatise."
        )
    if instrument.unsupported_issue_points < 0:
        rules.append("An issue on a provision that needs none is charged; leave sound paper alone.")
    if instrument.maximum_citations is not None:
        rules.append(
            f"An issue that cites more than {instrument.maximum_citations} sections is treated as unsupported."
        )
    if instrument.maximum_characters:
        bounds = ", ".join(f"{name} {most}" for name, most in instrument.maximum_characters.items())
        rules.append(f"Longest texts taken, in characters: {bounds}. What is longer is refused.")
    if instrument.own_words is not None:
        rules.append(
            f"Use your own words: runs of {instrument.own_words} or more words copied from the documents "
            "earn nothing in an issue or the memo, nor in a redline when they come from another document "
            "than the one it amends. Verbatim text belongs into `quotes`."
        )
    return rules
