"""What each field of a matter's files means, in a sentence or two. The schemas and the scaffold tell it from here."""

import msgspec

from ..matter.key import (
    AnyOf,
    Counter,
    Counterparty,
    EscalationCriterion,
    FinalSubmission,
    GateSpec,
    HiddenFacts,
    IssueCriterion,
    Position,
    Question,
    Rubric,
    StrictInstrument,
)
from ..paper.manifest import Constraints, DocumentEntry, Manifest
from .examples import ExpectedScore, Scores
from .probes import Probe, Probes

_TOPIC = {
    "id": "Its name. The answer enters the learned facts under it, so no public fact may be called so.",
    "points": "What it is worth when it is matched for the first time.",
    "concepts": "Phrases that must all stand in the text for it to match.",
    "aliases": "Other lists of phrases, each of which is enough in place of `concepts`.",
}

FIELD_DOCS: dict[type[msgspec.Struct], dict[str, str]] = {
    Manifest: {
        "matter_id": "The matter's name: lower-case letters, digits and underscores, the same as its folder.",
        "title": "What the matter is about, in a line.",
        "documents": "The papers that the agent sees, in the order in which they are listed to it.",
        "practice_area": "The field of practice.",
        "jurisdiction": "The law under which the paper stands.",
        "role": "Who the agent is, and for whom it acts.",
        "assignment": "What it is asked to deliver. It names no issue.",
        "public_facts": "What everybody knows from the beginning, by name.",
        "constraints": "The budgets of an episode.",
        "provenance": "Where the matter comes from. `synthetic: true` and a `notice` that everything is invented.",
        "canary": "A text that stands nowhere else, with the matter's id in it, by which leaked data is found.",
    },
    Constraints: {
        "maximum_steps": "How many actions an episode may have; a quarter more than the reference uses is enough.",
        "maximum_client_questions": "How many questions the client answers, useful ones and others.",
        "maximum_escalations": "How many points may be put before the supervisor.",
        "maximum_negotiation_rounds": "How many markups and acceptances there may be; only with a counterparty.",
    },
    DocumentEntry: {
        "id": "How citations name the document: a short word.",
        "title": "Its title, as listed to the agent.",
        "path": "Its file, relative to the matter folder, with forward slashes.",
    },
    Rubric: {
        "critical_failure_score_cap": "The most that an episode with a critical failure may score, between 0 and 1.",
        "questions": "What is worth asking the client. The first that matches is answered, so the order counts.",
        "escalations": "Decisions that exceed the agent's authority; matched like questions.",
        "issues": "What is wrong with the paper.",
        "final_submission": "What the closing memo must do.",
        "instrument": "Rules that take the profit out of reviewing without skill. Declare all six.",
        "max_score": "Leave it out: the maximum is derived from the points.",
    },
    Question: _TOPIC,
    EscalationCriterion: {
        **_TOPIC,
        "required": "Whether never raising it costs `missed_escalation_penalty` at the end.",
        "critical_if_missed": "Whether never raising it is a critical failure (gated, not charged as well).",
    },
    IssueCriterion: {
        "id": "Its name; the agent never sees it.",
        "anchor": "The provision that does the harm. Whoever cites it before another anchor has found the issue.",
        "severity": "How grave it is: the one right answer.",
        "base_points": "For finding the provision. Keep it small.",
        "severity_points": "For the right severity.",
        "citation_points": "For citing every one of `required_citations`.",
        "concept_points": "For the share of `required_concepts` in title, analysis and recommendation.",
        "quote_points": "For one verified quotation.",
        "redline_points": "For the share of `redline_concepts` in the replacement text. 0 where no redline is wanted.",
        "settlement_points": "For the share of `settlement_concepts` in the text that the point closes on; counts only "
        "with a position in counterparty.yaml.",
        "required_citations": "The provisions that a sound analysis rests on, the anchor among them.",
        "required_concepts": "What the analysis must say. Each is a phrase, or `any_of` several that mean the same.",
        "redline_concepts": "What the replacement text must say.",
        "settlement_concepts": "What the closing text must say.",
        "non_negotiable": "Whether closing without every one of the settlement concepts is a critical failure.",
        "critical_failure_patterns": "Gates on what the reviewer says: confident wrong claims.",
        "redline_critical_failure_patterns": "Gates on replacement text: risk turned round, secrets told.",
        "settlement_critical_failure_patterns": "Gates on the text that the point closes on: traps.",
    },
    AnyOf: {
        "any_of": "Phrases of which one is enough; compared in lower case, white space as one space, no stemming.",
    },
    GateSpec: {
        "pattern": "A regular expression for what must not be said. No look-around: use the guards.",
        "negation_guard": "Whether a negator (no, not, never, …) in the guard window explains the match.",
        "negation_scope": "Where that window ends: `span` at the end of the match, `before` at its beginning, for sins "
        "whose own words hold a negator.",
        "require_context": "The gate fires only if this matches somewhere in the sentence of the match.",
        "exclude_context": "The gate does not fire if this matches somewhere in the sentence of the match.",
    },
    FinalSubmission: {
        "points": "For a memo of at least `minimum_characters`.",
        "minimum_characters": "Length of the memo, counted on normalized text.",
        "required_issue_ids": "Issues that must have been reported by then.",
        "missing_required_issue_penalty": "What each that was not costs.",
        "missed_escalation_penalty": "What each required escalation that was never raised costs.",
        "required_concepts": "What the memo must say.",
        "concept_points": "For the share of them in the memo. 0 unless set.",
    },
    StrictInstrument: {
        "read_before_credit": "Whether an issue whose anchor was never read earns nothing and costs 0.5.",
        "maximum_issues": "How many issues may be submitted; at most twice as many as there are.",
        "unsupported_issue_points": "What an issue on sound paper costs (−0.5 unless set; −1.0 is usual).",
        "maximum_citations": "How many citations an issue may have; one with more counts as unsupported.",
        "maximum_characters": "The longest texts taken, by the name of the field.",
        "own_words": "From how many words on a run that stands in the record counts as copied and earns no concept.",
    },
    HiddenFacts: {
        "client_answers": "What the client says, by question id.",
        "escalation_answers": "What the supervisor or the decision maker says, by escalation id.",
    },
    Counterparty: {
        "positions": "How the other side negotiates each issue, by issue id.",
    },
    Position: {
        "resist_rounds": "How many markups it resists before it accepts anything.",
        "accept_concepts": "Lists of phrases; a markup with every phrase of one of them is accepted.",
        "counters": "Its counter-offers, in the order in which they are made.",
        "reject_message": "What it says when they are used up.",
    },
    Counter: {
        "message": "What it says.",
        "text": "The language it offers.",
        "trap": "Whether the offer looks like progress and is none. Metrics alone read it; the gate does the work.",
    },
    Probes: {
        "probes": "Sentences put to the gates.",
    },
    Probe: {
        "criterion": "The issue whose gate it is.",
        "surface": "What the gate reads.",
        "pattern": "The gate's very pattern.",
        "text": "The sentence.",
        "fires": "Whether the gate must fire on it.",
        "why": "Why it must, or must not.",
    },
    Scores: {
        "trajectories": "What each trajectory in this folder must score.",
    },
    ExpectedScore: {
        "file": "Its file name.",
        "critical_failure": "Whether it must be a critical failure.",
        "why": "What it does, and why it scores so.",
        "at_least": "The normalized score that it must reach.",
        "at_most": "The normalized score that it must not exceed.",
        "trips": "The pattern of the gate that it must trip, or the cause of its critical failure.",
    },
}
