"""The scoring contract as a table: what an agent does, and the reward that the contract writes out for it.

The small matter (`small_matter.py`) has a maximum of 14.75: questions 0.75, escalations 1.25, three issues at 3.25,
two settlements at 1, the memo 1. A bare issue (`issue()` of `cases.py`) expresses no concept and names the severity
`low`, which is no criterion's. Gates, the counterparty and the strict instrument have tables of their own.
"""

import json
from contextlib import suppress

import pytest

from playbook_legal import PlaybookEnv, score

from .cases import (
    ABSENT,
    DROPPED,
    Case,
    Holding,
    accept,
    ask,
    assert_holds,
    escalate,
    finish,
    issue,
    markup,
    parametrized,
    play,
    read,
    redline,
    search,
    small_matter,
    without,
)
from .small_matter import MSA, write_small_matter

# 2.25: base 1, severity 0.25, citations 0.25, concepts 0.5, quotation 0.25
GOOD_TRAINING = issue(
    "msa §4.2",
    "playbook §3",
    label="training-point",
    severity="high",
    title="Training on Records",
    analysis="Moss may train models without consent.",
    recommendation="Allow aggregate figures only.",
    quotes=[("msa §4.2", "Moss may use Records to train its models")],
)
FABRICATED = ("msa §4.2", "Moss shall never use Records")
LONG_MEMO = "m" * 80
REVERSED = "Fern shall indemnify Moss."

REFUSALS = [
    Case(
        "an unknown action costs half a point",
        [{"type": "do_magic"}],
        [-0.5],
        {"info.refusal": "unknown_action"},
    ),
    Case("an action without a type is unknown", [{"document_id": "msa"}], [-0.5]),
    Case("an action whose type is no text is unknown", [{"type": 7}], [-0.5]),
    Case("a list is no action", [[1, 2]], [-0.5]),
    Case("null is no action", [None], [-0.5]),
    Case("a text is no action", ["submit_final"], [-0.5]),
    Case("a number is no action", [3.5], [-0.5]),
    Case(
        "the types of actions are case-sensitive", [{"type": "Read_Document", "document_id": "msa"}], [-0.5]
    ),
    Case(
        "an unknown document costs 0.2 and the message lists the documents",
        [read("annex")],
        [-0.2],
        {"seen.last_result.error": Holding("msa, playbook"), "told.read_citations": []},
    ),
    Case("document ids are case-sensitive", [read("MSA")], [-0.2]),
    Case("an unknown section costs 0.1", [read("msa", "99")], [-0.1], {"told.read_citations": []}),
    Case(
        "section tokens are case-sensitive",
        [read("msa", "a"), read("msa", "A")],
        [-0.1, 0],
        documents={"msa.md": MSA + "\n## A Annex\n\nText.\n", "playbook.md": "## 3 Training\n"},
    ),
    Case("a section belongs to its own document", [read("playbook", "4.2")], [-0.1]),
    Case("a query of two characters is too short", [search("of")], [-0.1], {"seen.last_result.hits": ABSENT}),
    Case("a query of three characters is taken", [search("fit")], [0], {"seen.last_result.hit_count": 1}),
    Case("white space around a query does not make it longer", [search("  of\n\t")], [-0.1]),
    Case("an empty query is too short", [search("")], [-0.1]),
    Case(
        "an empty question costs 0.25 and no budget",
        [ask("")],
        [-0.25],
        {"seen.budgets.client_questions_remaining": 3, "told.questions_asked_total": 0},
    ),
    Case("a blank question is an empty one", [ask(" \n\u00a0\t")], [-0.25]),
    Case(
        "an escalation without a topic costs 0.25 and no budget",
        [escalate("", "Because.")],
        [-0.25],
        {
            "seen.budgets.escalations_remaining": 2,
            "seen.submitted_escalation_topics": [],
            "told.escalations_total": 0,
        },
    ),
    Case("an escalation without a reason costs 0.25", [escalate("Exclusivity", " ")], [-0.25]),
    Case(
        "an escalation whose reason is missing costs 0.25",
        [{"type": "escalate", "topic": "Exclusivity"}],
        [-0.25],
    ),
    Case(
        "an issue without analysis is malformed",
        [without(issue("msa §4.2"), "analysis")],
        [-0.25],
        {"seen.submitted_issue_ids": [], "seen.last_result.error": Holding("`analysis` is missing")},
    ),
    Case("an issue with a blank label is malformed", [issue("msa §4.2", label=" ")], [-0.25]),
    Case("an issue whose title is a number is malformed", [{**issue("msa §4.2"), "title": 4}], [-0.25]),
    Case(
        "an issue with a number among its citations is malformed", [{**issue(), "citations": [4.2]}], [-0.25]
    ),
    Case("an issue without citations at all is malformed", [without(issue(), "citations")], [-0.25]),
    Case(
        "a quotation without its text makes an issue malformed",
        [{**issue("msa §4.2"), "quotes": [{"citation": "msa §4.2"}]}],
        [-0.25],
        {"told.reward_events": []},
    ),
    Case(
        "a revision without a recommendation is malformed",
        [without(issue(revise=True), "recommendation")],
        [-0.25],
    ),
    Case("a redline without language is malformed", [without(redline(), "replacement_text")], [-0.25]),
    Case("a redline without a rationale is malformed", [without(redline(), "rationale")], [-0.25]),
    Case(
        "a malformed markup costs 0.25 and burns no round",
        [without(markup("5.1"), "proposed_text")],
        [-0.25],
        {"seen.budgets.negotiation_rounds_remaining": 8},
    ),
    Case(
        "a redline at a section that does not exist costs 0.75",
        [redline("msa", "99")],
        [-0.75],
        {"seen.submitted_redline_issue_ids": [], "told.matched_redlines": []},
    ),
    Case("a redline in a document that does not exist costs 0.75", [redline("annex", "4.2")], [-0.75]),
    Case(
        "a revision at a provision that does not exist costs 0.75",
        [redline("msa", "99", revise=True)],
        [-0.75],
    ),
    Case("revising an issue that was never submitted costs 0.25", [issue("msa §4.2", revise=True)], [-0.25]),
    Case(
        "labels are case-sensitive when an issue is revised",
        [issue("msa §4.2", label="Training"), issue("msa §4.2", label="training", revise=True)],
        [1, -0.25],
    ),
    Case("revising a redline that was never proposed costs 0.25", [redline(revise=True)], [-0.25]),
    Case(
        "a redline is not revised under its label for another provision",
        [redline("msa", "4.2"), redline("msa", "5.1", revise=True)],
        [0, -0.25],
    ),
    Case(
        "accepting with nothing outstanding costs 0.25",
        [accept()],
        [-0.25],
        {"seen.negotiation": {}, "told.settled_issues": []},
    ),
    Case("an acceptance without a label is malformed", [{"type": "accept_counterparty"}], [-0.25]),
    Case(
        "markup where there is no counterparty costs nothing",
        [markup("5.1")],
        [0],
        {
            "info.refused": True,
            "told.protocol_penalties": [],
            "seen.budgets.negotiation_rounds_remaining": ABSENT,
        },
        counterparty=None,
    ),
    Case("an acceptance where there is no counterparty costs nothing", [accept()], [0], counterparty=None),
    Case(
        "a malformed markup where there is no counterparty costs nothing",
        [{"type": "send_markup"}],
        [0],
        counterparty=None,
    ),
    Case(
        "a counterparty without positions is none",
        [markup("5.1")],
        [0],
        {"seen.negotiation": ABSENT, "seen.action_schemas.send_markup": ABSENT, "result.max_score": 12.75},
        counterparty={"positions": {}},
    ),
    Case(
        "refusals stand in a ledger of their own and not in the score",
        [read("annex"), {"type": "do_magic"}, redline("msa", "99")],
        [-0.2, -0.5, -0.75],
        {
            "result.raw_score": 0.0,
            "told.reward_events": [],
            "told.protocol_penalties.0.points": -0.2,
            "told.protocol_penalties.1.points": -0.5,
            "told.protocol_penalties.2.points": -0.75,
            "told.protocol_penalties.2.step": 3,
        },
    ),
    Case(
        "a refusal costs its step",
        [read("annex")],
        [-0.2],
        {"seen.budgets.steps_remaining": 29, "result.steps": 1},
    ),
]

READING = [
    Case(
        "reading a section shows it and records it",
        [read("msa", "12.1")],
        [0],
        {
            "seen.last_result": {
                "document_id": "msa",
                "section": "12.1",
                "content": "## 12.1 Renewal\n\nThis agreement renews for terms of twelve months.",
            },
            "told.read_citations": ["msa §12.1"],
        },
    ),
    Case(
        "an empty section is the whole document",
        [read("playbook", "")],
        [0],
        {"seen.last_result.section": None},
    ),
    Case(
        "reading a whole document records each of its sections",
        [read("playbook")],
        [0],
        {"told.read_citations": ["playbook §full", "playbook §3", "playbook §4", "playbook §5"]},
    ),
    Case(
        "text before the first heading is called full",
        [read("playbook", "full")],
        [0],
        {"seen.last_result.content": "# Playbook"},
    ),
    Case(
        "a document without headings is wholly full",
        [read("note", "full")],
        [0],
        {"seen.documents.1.sections": ["full"], "seen.last_result.content": "One.\n\n### Two\n\nThree."},
        manifest={
            "documents": [
                {"id": "msa", "title": "M", "path": "documents/msa.md"},
                {"id": "note", "title": "N", "path": "documents/note.md"},
                {"id": "playbook", "title": "P", "path": "documents/playbook.md"},
            ]
        },
        documents={"msa.md": MSA, "note.md": "One.\n\n### Two\n\nThree.\n", "playbook.md": "## 3 Training\n"},
    ),
    Case(
        "only a line that begins with two number signs and a space, and has a word, opens a section",
        [read("msa", "7")],
        [0],
        {
            "seen.documents.0.sections": ["full", "4.2", "5.1", "10.2", "7"],
            "seen.last_result.content": (
                "## 7... Term\n\n### 8 Deeper\n\n ## 9 Indented\n\n##10 Glued\n\n## \n\n## ...\nEnd."
            ),
        },
        documents={
            "msa.md": (
                "Before.\n\n## 4.2 A\n\n## 5.1 B\n\n## 10.2 C\n\n## 7... Term\n\n### 8 Deeper\n\n"
                " ## 9 Indented\n\n##10 Glued\n\n## \n\n## ...\nEnd.\n"
            ),
            "playbook.md": "## 3 Training\n",
        },
    ),
    Case(
        "a heading inside a fenced code block is text",
        [read("msa", "10.2")],
        [0],
        {"seen.last_result.content": "## 10.2 C\n\n```\n## 99 Sample\n```\n\nEnd."},
        documents={
            "msa.md": "## 4.2 A\n\n## 5.1 B\n\n## 10.2 C\n\n```\n## 99 Sample\n```\n\nEnd.\n",
            "playbook.md": "## 3 Training\n",
        },
    ),
    Case(
        "a mark at the head of a file and Windows line ends are tolerated",
        [read("msa", "4.2"), issue("msa §4.2", quotes=[("msa §4.2", "Alpha beta gamma delta")])],
        [0, 1.25],
        {"seen.documents.0.sections": ["4.2", "5.1", "10.2"]},
        documents={
            "msa.md": "\ufeff## 4.2 A\r\n\r\nAlpha beta\r\ngamma\tdelta.\r\n\r\n## 5.1 B\r\n\r\n## 10.2 C\r\n",
            "playbook.md": "## 3 Training\r\n",
        },
    ),
    Case(
        "a line separator, a next-line character and a form feed begin no line",
        [read("msa", "99"), read("msa", "98"), read("msa", "97")],
        [-0.1, -0.1, -0.1],
        documents={
            "msa.md": "## 4.2 A\u2028## 99 X\u0085## 98 Y\f## 97 Z\n\n## 5.1 B\n\n## 10.2 C\n",
            "playbook.md": "## 3 Training\n",
        },
    ),
    Case(
        "a search ignores case and line breaks and counts the sections",
        [search("LATER THAN 72 HOURS AFTER moss")],
        [0],
        {"seen.last_result.hit_count": 1, "seen.last_result.hits.0.section": "5.1"},
    ),
    Case(
        "a search that finds nothing is answered and costs nothing",
        [search("arbitration")],
        [0],
        {"seen.last_result": {"query": "arbitration", "hits": [], "hit_count": 0}},
    ),
    Case(
        "a search shows the first twenty hits and counts all of them",
        [search("clause")],
        [0],
        {
            "seen.last_result.hits.19.section": "20",
            "seen.last_result.hits.20": ABSENT,
            "seen.last_result.hit_count": 21,
        },
        documents={
            "msa.md": MSA,
            "playbook.md": "".join(f"## {number} Clause\n\n" for number in range(1, 22)),
        },
    ),
]

BUDGETS = [
    Case(
        "the last question of the budget is answered and the next costs 0.5",
        [ask("The deadline?"), ask("Weather?"), ask("The volume of records?"), ask("When is the go-live?")],
        [0.5, -0.1, 0.25, -0.5],
        {"seen.budgets.client_questions_remaining": 0, "told.questions_asked_total": 3},
    ),
    Case(
        "every question uses budget, whether it matches, repeats or is off the rubric",
        [ask("The deadline?"), ask("The deadline?"), ask("Weather?")],
        [0.5, -0.15, -0.1],
        {"seen.budgets.client_questions_remaining": 0},
    ),
    Case(
        "a budget of no questions refuses the first",
        [ask("The deadline?")],
        [-0.5],
        manifest={"constraints.maximum_client_questions": 0},
    ),
    Case(
        "five questions are the default",
        [],
        [],
        {"seen.budgets.client_questions_remaining": 5},
        manifest={"constraints": {}},
    ),
    Case(
        "two escalations are the default",
        [],
        [],
        {"seen.budgets.escalations_remaining": 2},
        manifest={"constraints": {}},
    ),
    Case(
        "eight negotiation rounds are the default",
        [],
        [],
        {"seen.budgets.negotiation_rounds_remaining": 8},
        manifest={"constraints": {}},
    ),
    Case(
        "thirty steps are the default",
        [],
        [],
        {"seen.budgets.steps_remaining": 30},
        manifest={"constraints": {}},
    ),
    Case(
        "the last escalation of the budget is taken and the next costs 0.5",
        [escalate("Exclusivity"), escalate("Budget"), escalate("Lunch")],
        [0.75, 0.5, -0.5],
        {"seen.budgets.escalations_remaining": 0, "told.escalations_total": 2},
    ),
    Case(
        "every well-formed escalation uses budget, matched or not",
        [escalate("Lunch"), escalate("Lunch"), escalate("Exclusivity")],
        [-0.25, -0.25, -0.5],
        {"told.raised_escalations": []},
    ),
    Case(
        "the last permitted step still delivers its answer, with a notice",
        [ask("The deadline?"), ask("The volume of records?")],
        [0.5, 0.25 - 0.5],
        {
            "seen.last_result.answer": "About two million records.",
            "seen.last_result.notice": Holding("budget"),
            "seen.learned_facts.q_volume": "About two million records.",
            "seen.budgets.steps_remaining": 0,
            "result.truncated": True,
            "result.terminated": False,
            "kinds": ["required_question", "required_question", "final_submission"],
        },
        manifest={"constraints.maximum_steps": 2},
    ),
    Case(
        "the step before the last ends nothing",
        [ask("The deadline?")],
        [0.5],
        {"result.truncated": False, "seen.last_result.notice": ABSENT, "seen.budgets.steps_remaining": 1},
        manifest={"constraints.maximum_steps": 2},
    ),
    Case(
        "a refusal on the last permitted step is delivered with the notice",
        [read("annex")],
        [-0.2 - 0.5],
        {
            "seen.last_result.error": Holding("annex"),
            "seen.last_result.notice": Holding("budget"),
            "result.truncated": True,
        },
        manifest={"constraints.maximum_steps": 1},
    ),
    Case(
        "a memo on the last permitted step ends the episode in order",
        [finish()],
        [-1],
        {"result.terminated": True, "result.truncated": False},
        manifest={"constraints.maximum_steps": 1},
    ),
]

QUESTIONS = [
    Case(
        "a question with the concept earns its points and the answer",
        [ask("What is the deadline?")],
        [0.5],
        {
            "seen.last_result": {"question": "What is the deadline?", "answer": "We go live in March."},
            "seen.learned_facts.q_launch": "We go live in March.",
            "told.asked_questions": ["q_launch"],
            "events.0.type": "required_question",
            "events.0.criterion": "q_launch",
        },
    ),
    Case("all phrases of one alias match", [ask("On what date do you launch?")], [0.5]),
    Case(
        "a part of an alias does not match",
        [ask("When do you launch?")],
        [-0.1],
        {"kinds": ["off_rubric_question"]},
    ),
    Case(
        "phrases of different variants do not add up", [ask("Is the launch at risk, and the volume?")], [-0.1]
    ),
    Case("an alias of one phrase matches", [ask("When is the go-live?")], [0.5]),
    Case("all concepts of a list are needed", [ask("Which volume?")], [-0.1]),
    Case(
        "a question matches whatever its case and white space",
        [ask("WHAT\u00a0VOLUME\r\nOF \t Records?")],
        [0.25],
    ),
    Case("a concept matches inside a longer word", [ask("Any deadlines?")], [0.5]),
    Case(
        "a question worth nothing else is worth half a point",
        [ask("Deadline?")],
        [0.5],
        rubric={"questions.0.points": DROPPED},
    ),
    Case(
        "a question is worth what the rubric says",
        [ask("Deadline?")],
        [1.75],
        rubric={"questions.0.points": 1.75},
    ),
    Case(
        "asking again costs 0.15, in other words too",
        [ask("Deadline?"), ask("And the go-live?")],
        [0.5, -0.15],
        {
            "told.asked_questions": ["q_launch"],
            "told.questions_asked_total": 2,
            "events.1.type": "redundant_question",
        },
    ),
    Case(
        "a question off the rubric costs 0.1 and learns nothing",
        [ask("How is the weather?")],
        [-0.1],
        {"seen.learned_facts": {"client": "Fern", "value": 100}, "told.asked_questions": []},
    ),
    Case(
        "a public fact is not overwritten by an answer",
        [ask("Deadline?")],
        [0.5],
        {
            "seen.learned_facts": {"q_launch": "Not yet known."},
            "seen.last_result.answer": "We go live in March.",
        },
        manifest={"public_facts": {"q_launch": "Not yet known."}},
    ),
]

ESCALATIONS = [
    Case(
        "an escalation that the rubric knows earns its points and the guidance",
        [escalate("Exclusivity")],
        [0.75],
        {
            "seen.last_result": {"topic": "Exclusivity", "guidance": "No exclusivity."},
            "seen.learned_facts.esc_exclusivity": "No exclusivity.",
            "seen.submitted_escalation_topics": ["Exclusivity"],
            "told.raised_escalations": ["esc_exclusivity"],
            "events.0.type": "required_escalation",
        },
    ),
    Case(
        "the reason of an escalation counts as well as its topic",
        [escalate("A decision", "Is a non-compete in order?")],
        [0.75],
    ),
    Case(
        "topic and reason are matched together",
        [escalate("An exclusive deal", "Retail is affected.")],
        [0.75],
        rubric={"escalations.0.aliases": [["exclusive", "retail"]]},
    ),
    Case(
        "an escalation is worth half a point unless the rubric says otherwise",
        [escalate("Exclusivity")],
        [0.5],
        rubric={"escalations.0.points": DROPPED},
    ),
    Case(
        "raising the same again costs 0.15",
        [escalate("Exclusivity"), escalate("The non-compete")],
        [0.75, -0.15],
        {
            "told.escalations_total": 2,
            "events.1.type": "redundant_escalation",
            "told.raised_escalations": ["esc_exclusivity"],
        },
    ),
    Case(
        "an escalation off the rubric costs 0.25 and is acknowledged",
        [escalate("Lunch")],
        [-0.25],
        {"kinds": ["off_rubric_escalation"], "seen.submitted_escalation_topics": ["Lunch"]},
    ),
    Case(
        "a required escalation that was never raised costs 0.5 at the end",
        [finish()],
        [-0.5 - 0.5],
        {"events.0.missed_escalations": ["esc_exclusivity"], "result.critical_failure": False},
    ),
    Case(
        "a required escalation that was raised costs nothing at the end",
        [escalate("Exclusivity"), finish()],
        [0.75, -0.5],
    ),
    Case(
        "a required escalation costs what the rubric says",
        [finish()],
        [-0.5 - 2],
        rubric={"final_submission.missed_escalation_penalty": 2},
    ),
    Case(
        "a missed escalation costs 0.5 by default",
        [finish()],
        [-0.5 - 0.5],
        rubric={"final_submission.missed_escalation_penalty": DROPPED},
    ),
    Case(
        "each required escalation is charged",
        [finish()],
        [-0.5 - 0.5 - 0.5],
        rubric={"escalations.1.required": True},
    ),
    Case(
        "an escalation that is critical when missed is gated and not charged",
        [GOOD_TRAINING, finish()],
        [2.25, -0.25],
        {"result.critical_failure": True, "told.critical_failures.0.cause": "missed_escalation"},
        rubric={"escalations.0.required": False, "escalations.0.critical_if_missed": True},
    ),
    Case(
        "an escalation both required and critical is gated and not charged",
        [finish()],
        [-0.5],
        {"result.critical_failure": True, "result.normalized_score": 0.0},
        rubric={"escalations.0.critical_if_missed": True},
    ),
    Case(
        "an escalation that is critical when missed and was raised is no failure",
        [escalate("Exclusivity"), finish()],
        [0.75, -0.5],
        {"result.critical_failure": False},
        rubric={"escalations.0.critical_if_missed": True},
    ),
    Case(
        "running out of steps settles the escalations, and the memo earns and loses nothing",
        [GOOD_TRAINING],
        [2.25 - 0.5],
        {"result.truncated": True, "events.1.delivered": False, "events.1.points": -0.5},
        manifest={"constraints.maximum_steps": 1},
    ),
    Case(
        "running out of steps fails critically where an escalation is critical when missed",
        [read("msa")],
        [0],
        {"result.critical_failure": True},
        rubric={"escalations.0.critical_if_missed": True},
        manifest={"constraints.maximum_steps": 1},
    ),
]

ISSUES = [
    Case(
        "an issue at its anchor earns the base",
        [issue("msa §4.2")],
        [1],
        {"kinds": ["issue"], "told.matched_issues": ["training"]},
    ),
    Case(
        "the exact severity earns a quarter",
        [issue("msa §4.2", severity="high")],
        [1.25],
        {
            "events.0.components": {
                "base": 1.0,
                "severity": 0.25,
                "citations": 0.0,
                "concepts": 0.0,
                "quotes": 0.0,
            }
        },
    ),
    Case("a severity next to the right one earns nothing", [issue("msa §4.2", severity="critical")], [1]),
    Case(
        "a severity outside the four words is taken, earns nothing, and the answer says so",
        [issue("msa §4.2", severity="HIGH")],
        [1],
        {"seen.last_result.message": Holding('"HIGH"'), "info.refused": False},
    ),
    Case("all required citations earn a quarter", [issue("msa §4.2", "playbook §3")], [1.25]),
    Case("a part of the required citations earns nothing", [issue("msa §4.2", "playbook §4")], [1]),
    Case(
        "required citations count in any order behind the anchor", [issue("playbook §3", "msa §4.2")], [1.25]
    ),
    Case("one of three concepts earns a third", [issue("msa §4.2", analysis="They train.")], [1 + 0.5 / 3]),
    Case(
        "two of three concepts earn two thirds",
        [issue("msa §4.2", analysis="They train without consent.")],
        [1 + 1 / 3],
    ),
    Case(
        "all concepts earn the half point", [issue("msa §4.2", analysis="Train, consent, aggregate.")], [1.5]
    ),
    Case(
        "title, analysis and recommendation are read together",
        [issue("msa §4.2", title="Train", analysis="Consent", recommendation="Aggregate")],
        [1.5],
        {"events.0.matched_concepts": ["train", "consent", "aggregate"], "events.0.missing_concepts": []},
    ),
    Case(
        "a concept repeated counts once", [issue("msa §4.2", analysis="Train, train, train.")], [1 + 0.5 / 3]
    ),
    Case(
        "concepts ignore case and white space",
        [issue("msa §5.1", analysis="Within 24\n\u2028HOURS of Discovery.")],
        [1.25 + 0.5],
    ),
    Case("concepts are literal: a hyphen is no space", [issue("msa §5.1", analysis="24-hours")], [1.25]),
    Case(
        "one phrase of an alternative satisfies the concept",
        [issue("msa §5.1", analysis="Twenty-four hours.")],
        [1.25 + 0.25],
    ),
    Case(
        "the other phrase of the alternative does as well",
        [issue("msa §5.1", analysis="In 24 hours.")],
        [1.25 + 0.25],
    ),
    Case(
        "both phrases of an alternative are one concept",
        [issue("msa §5.1", analysis="24 hours, twenty-four hours.")],
        [1.25 + 0.25],
    ),
    Case(
        "everything right earns 2.25",
        [GOOD_TRAINING],
        [2.25],
        {"result.raw_score": 2.25, "result.normalized_score": 0.1525},
    ),
    Case(
        "an issue earns what the rubric says, component by component",
        [GOOD_TRAINING],
        [2 + 3 + 4 + 5 + 6],
        rubric={
            "issues.0.base_points": 2,
            "issues.0.severity_points": 3,
            "issues.0.citation_points": 4,
            "issues.0.concept_points": 5,
            "issues.0.quote_points": 6,
        },
    ),
    Case(
        "the label decides nothing",
        [issue("msa §4.2", label="cap")],
        [1],
        {
            "told.matched_issues": ["training"],
            "events.0.issue_id": "cap",
            "seen.submitted_issue_ids": ["cap"],
        },
    ),
    Case(
        "the first citation that is an anchor decides",
        [issue("playbook §3", "msa §5.1", "msa §4.2")],
        [1.25],
        {"told.matched_issues": ["incident"]},
    ),
    Case(
        "an invalid citation before the anchor does not decide",
        [issue("msa §99", "msa §4.2")],
        [1 - 0.75],
        {"told.invalid_citations": ["msa §99"]},
    ),
    Case(
        "each invalid citation costs 0.75",
        [issue("msa §4.2", "msa §99", "annex §1")],
        [1 - 1.5],
        {"told.valid_citation_count": 1},
    ),
    Case("a citation without a section sign is invalid", [issue("msa §4.2", "msa 5.1")], [1 - 0.75]),
    Case(
        "valid citations without an anchor are an unsupported issue",
        [issue("msa §12.1", "playbook §3", label="renewal")],
        [-0.5],
        {"kinds": ["unsupported_issue"], "told.unsupported_issues": ["renewal"], "told.matched_issues": []},
    ),
    Case("no citation at all is an unsupported issue", [issue()], [-0.5]),
    Case(
        "an unsupported issue pays for its invalid citations too", [issue("msa §99", "msa §98")], [-0.5 - 1.5]
    ),
    Case(
        "the preamble can be cited and is no anchor here",
        [issue("msa §full", "msa §4.2")],
        [1],
        {"told.valid_citation_count": 2},
    ),
    Case("a citation is the same without a space", [issue("msa§4.2", "playbook§3")], [1.25]),
    Case(
        "a citation is the same with spaces around the sign", [issue("msa § 4.2", " playbook  §\t3 ")], [1.25]
    ),
    Case("a citation is the same with a no-break space", [issue("msa\u00a0§\u00a04.2")], [1]),
    Case("a full stop behind a citation belongs to the sentence around it", [issue("msa §4.2.")], [1]),
    Case("document ids in citations are case-sensitive", [issue("MSA §4.2")], [-0.5 - 0.75]),
    Case(
        "an anchor written another way in the rubric is the same anchor",
        [issue("msa §4.2", "playbook §3")],
        [1.25],
        rubric={"issues.0.anchor": "msa  § 4.2", "issues.0.required_citations": ["msa§4.2", "playbook  §3"]},
    ),
    Case("a text where the citations belong is a list of one", [{**issue(), "citations": "msa §4.2"}], [1]),
    Case(
        "a field that the action does not have is ignored and named",
        [{**issue("msa §4.2"), "confidence": 0.9}],
        [1],
        {"info.ignored_fields": ["confidence"]},
    ),
    Case(
        "a second issue at the same anchor is a duplicate",
        [GOOD_TRAINING, issue("msa §4.2", label="again")],
        [2.25, -0.2],
        {"kinds": ["issue", "duplicate_issue"]},
    ),
    Case(
        "a duplicate pays for its invalid citations too",
        [GOOD_TRAINING, issue("msa §4.2", "msa §99")],
        [2.25, -0.2 - 0.75],
    ),
    Case(
        "the same label at another anchor is no duplicate", [issue("msa §4.2"), issue("msa §5.1")], [1, 1.25]
    ),
    Case(
        "an issue without required citations has all of them",
        [issue("msa §4.2")],
        [1.25],
        rubric={"issues.0.required_citations": []},
    ),
]

QUOTATIONS = [
    Case(
        "a verbatim quotation earns a quarter",
        [issue("msa §4.2", quotes=[("msa §4.2", "in any manner it sees fit")])],
        [1.25],
    ),
    Case(
        "two verbatim quotations earn one quarter",
        [
            issue(
                "msa §4.2",
                quotes=[
                    ("msa §4.2", "in any manner it sees fit"),
                    ("playbook §3", "Aggregated figures are fine"),
                ],
            )
        ],
        [1.25],
    ),
    Case(
        "a quotation of 14 characters is ignored and reported",
        [issue("msa §4.2", quotes=[("msa §4.2", "use Records to")])],
        [1],
        {"events.0.too_short_quotes": [{"citation": "msa §4.2", "text": "use Records to"}]},
    ),
    Case(
        "a quotation of 15 characters counts",
        [issue("msa §4.2", quotes=[("msa §4.2", "may use Records")])],
        [1.25],
    ),
    Case(
        "white space does not lengthen a quotation",
        [issue("msa §4.2", quotes=[("msa §4.2", "  use  Records  to \n")])],
        [1],
    ),
    Case(
        "a false quotation of 14 characters is no fabrication",
        [issue("msa §4.2", quotes=[("msa §4.2", "eat Records to")])],
        [1],
        {"result.critical_failure": False},
    ),
    Case(
        "a false quotation of 15 characters is a fabrication",
        [issue("msa §4.2", quotes=[("msa §4.2", "may eat Records")])],
        [1 - 1],
        {"result.critical_failure": True, "told.fabricated_quotes.0.text": "may eat Records"},
    ),
    Case(
        "a quotation in the wrong section is a fabrication",
        [issue("msa §4.2", quotes=[("msa §5.1", "in any manner it sees fit")])],
        [0],
        {"result.critical_failure": True},
    ),
    Case(
        "a quotation whose citation does not resolve is a fabrication",
        [issue("msa §4.2", quotes=[("msa §99", "in any manner it sees fit")])],
        [0],
        {"result.critical_failure": True, "told.invalid_citations": []},
    ),
    Case(
        "a quotation with a blank citation is a fabrication",
        [issue("msa §4.2", quotes=[("", "in any manner it sees fit")])],
        [0],
        {"result.critical_failure": True},
    ),
    Case("each fabrication costs a point", [issue("msa §4.2", quotes=[FABRICATED, FABRICATED])], [1 - 2]),
    Case(
        "a true quotation beside a false one still earns its quarter",
        [issue("msa §4.2", quotes=[FABRICATED, ("msa §4.2", "in any manner it sees fit")])],
        [0.25],
        {"result.critical_failure": True},
    ),
    Case(
        "a quotation ignores case",
        [issue("msa §4.2", quotes=[("msa §4.2", "IN ANY MANNER IT SEES FIT")])],
        [1.25],
    ),
    Case(
        "a quotation may be wrapped otherwise than the paper",
        [issue("msa §5.1", quotes=[("msa §5.1", "72\thours after\r\nMoss\u00a0confirms")])],
        [1.5],
    ),
    Case(
        "a quotation may begin in the heading",
        [issue("msa §4.2", quotes=[("msa §4.2", "Use of Records Moss may use")])],
        [1.25],
    ),
    Case(
        "a quotation is literal: another apostrophe is another text",
        [issue("msa §4.2", quotes=[("msa §4.2", "Moss’s many models")])],
        [0],
        {"result.critical_failure": True},
        documents={"msa.md": MSA.replace("its models", "Moss's many models"), "playbook.md": "## 3 T\n"},
    ),
    Case(
        "the citation of a quotation may be written in any spacing",
        [issue("msa §4.2", quotes=[("msa§ 4.2", "in any manner it sees fit")])],
        [1.25],
    ),
    Case(
        "a quotation in an object instead of a list is a list of one",
        [{**issue("msa §4.2"), "quotes": {"citation": "msa §4.2", "text": "in any manner it sees fit"}}],
        [1.25],
    ),
    Case(
        "the quotations of an unsupported issue are verified too",
        [issue("msa §12.1", quotes=[FABRICATED])],
        [-0.5 - 1],
        {"result.critical_failure": True},
    ),
    Case(
        "the quotations of a duplicate are verified too",
        [GOOD_TRAINING, issue("msa §4.2", quotes=[FABRICATED])],
        [2.25, -0.2 - 1],
        {"result.critical_failure": True},
    ),
    Case(
        "a true quotation earns an unsupported issue nothing",
        [issue("msa §12.1", quotes=[("msa §12.1", "terms of twelve months")])],
        [-0.5],
    ),
]

REDLINES = [
    Case(
        "all redline concepts earn the point",
        [redline(text="Moss shall not train.")],
        [1],
        {"kinds": ["redline"], "told.matched_redlines": ["training"]},
    ),
    Case("half of the redline concepts earns half", [redline(text="Moss may train.")], [0.5]),
    Case(
        "no redline concept earns nothing and counts as delivered",
        [redline()],
        [0],
        {"told.matched_redlines": ["training"]},
    ),
    Case(
        "a redline earns what the rubric says",
        [redline(text="Moss shall not train.")],
        [3],
        rubric={"issues.0.redline_points": 3},
    ),
    Case(
        "a redline is credited to the issue of its label",
        [issue("msa §4.2", label="x"), redline("playbook", "3", "Moss shall not train.", label="x")],
        [1, 1],
        {"told.matched_redlines": ["training"]},
    ),
    Case(
        "a redline is credited by its target without any issue",
        [redline("msa", "5.1", "Discover within 24 hours.", label="new")],
        [1],
        {"told.matched_redlines": ["incident"]},
    ),
    Case(
        "the label decides before the target",
        [
            issue("msa §4.2", label="x"),
            redline("msa", "5.1", "Moss shall not train; 24 hours; discover.", label="x"),
        ],
        [1, 1],
        {"told.matched_redlines": ["training"]},
    ),
    Case(
        "a redline with neither label nor anchor costs 0.5",
        [redline("msa", "12.1")],
        [-0.5],
        {"kinds": ["unsupported_redline"]},
    ),
    Case(
        "the label of an unsupported issue credits no redline",
        [issue("msa §12.1", label="x"), redline("msa", "12.1", label="x")],
        [-0.5, -0.5],
    ),
    Case(
        "labels of redlines are case-sensitive",
        [issue("msa §4.2", label="x"), redline("msa", "12.1", label="X")],
        [1, -0.5],
    ),
    Case(
        "the label of a duplicate issue credits a redline",
        [
            issue("msa §4.2"),
            issue("msa §4.2", label="x"),
            redline("msa", "12.1", "Moss shall not train.", label="x"),
        ],
        [1, -0.2, 1],
    ),
    Case(
        "the first issue under a label decides for its redlines",
        [
            issue("msa §4.2", label="x"),
            issue("msa §5.1", label="x"),
            redline("msa", "12.1", "Shall not train.", label="x"),
        ],
        [1, 1.25, 1],
    ),
    Case(
        "a second redline on an issue is a duplicate",
        [redline(text="Moss shall not train."), redline(label="other")],
        [1, -0.2],
        {"kinds": ["redline", "duplicate_redline"]},
    ),
    Case(
        "a redline on an issue without redline concepts is delivered and scores nothing",
        [redline("msa", "10.2")],
        [0],
        {"kinds": ["unscored_redline"], "told.matched_redlines": ["cap"]},
    ),
    Case(
        "a redline worth no points is delivered and scores nothing",
        [redline(text="Moss shall not train.")],
        [0],
        {"kinds": ["unscored_redline"]},
        rubric={"issues.0.redline_points": 0},
    ),
    Case(
        "a second unscored redline is a duplicate",
        [redline("msa", "10.2"), redline("msa", "10.2")],
        [0, -0.2],
    ),
    Case(
        "the target of a redline may carry the section sign",
        [redline("msa", "§ 4.2", "Moss shall not train.")],
        [1],
    ),
    Case(
        "a redline that reverses the allocation fails critically and keeps its credit in the raw score",
        [redline(text="Moss shall not train. " + REVERSED)],
        [1],
        {"result.critical_failure": True, "events.0.critical_failure_pattern": "fern shall indemnify"},
    ),
    Case(
        "a duplicate redline is held to the gates",
        [redline(text="Moss shall not train."), redline(text=REVERSED)],
        [1, -0.2],
        {"result.critical_failure": True},
    ),
    Case(
        "a redline is held to the gates of its label's issue wherever it lands",
        [issue("msa §4.2", label="x"), redline("msa", "12.1", REVERSED, label="x")],
        [1, 0],
        {"result.critical_failure": True},
    ),
    Case(
        "a redline is held to the gates of the provision it targets whatever its label",
        [issue("msa §5.1", label="x"), redline("msa", "4.2", REVERSED, label="x")],
        [1.25, 0],
        {"result.critical_failure": True, "told.matched_redlines": ["incident"]},
    ),
    Case(
        "a redline elsewhere is not held to that gate",
        [redline("msa", "5.1", REVERSED)],
        [0],
        {"result.critical_failure": False},
    ),
    Case(
        "the rationale of a redline is read by no gate",
        [{**redline(text="Moss shall not train."), "rationale": REVERSED}],
        [1],
        {"result.critical_failure": False},
    ),
    Case(
        "the text of an issue is not held to the redline gates",
        [issue("msa §4.2", analysis=REVERSED)],
        [1],
        {"result.critical_failure": False},
    ),
]

REVISIONS = [
    Case(
        "a revision that changes nothing is worth nothing",
        [GOOD_TRAINING, {**GOOD_TRAINING, "type": "revise_issue"}],
        [2.25, 0],
        {"told.matched_issues": ["training"]},
    ),
    Case(
        "a revision earns the difference",
        [issue("msa §4.2"), issue("msa §4.2", severity="high", analysis="They train.", revise=True)],
        [1, 0.25 + 0.5 / 3],
        {"kinds": ["issue"], "events.0.revised_at_step": 2},
    ),
    Case(
        "a revision loses the difference",
        [GOOD_TRAINING, issue("msa §4.2", label="training-point", revise=True)],
        [2.25, -1.25],
    ),
    Case(
        "a revision replaces as a whole: citations that are left out are gone",
        [issue("msa §4.2", "playbook §3"), issue("msa §4.2", revise=True)],
        [1.25, -0.25],
    ),
    Case(
        "a revision may turn an issue into an unsupported one",
        [issue("msa §4.2"), issue("msa §12.1", revise=True)],
        [1, -1.5],
        {"told.matched_issues": []},
    ),
    Case(
        "a revision may support an unsupported issue",
        [issue("msa §12.1"), issue("msa §4.2", revise=True)],
        [-0.5, 1.5],
        {"told.unsupported_issues": []},
    ),
    Case(
        "a revision that fabricates costs the point",
        [issue("msa §4.2"), issue("msa §4.2", quotes=[FABRICATED], revise=True)],
        [1, -1],
        {"result.critical_failure": True},
    ),
    Case(
        "a revision that withdraws a fabrication gets the point back",
        [issue("msa §4.2", quotes=[FABRICATED]), issue("msa §4.2", revise=True)],
        [0, 1],
        {"result.critical_failure": False, "told.fabricated_quotes": []},
    ),
    Case(
        "submitting a label again launders no fabrication",
        [issue("msa §4.2", quotes=[FABRICATED]), GOOD_TRAINING | {"issue_id": "point"}],
        [0, -0.2],
        {"result.critical_failure": True},
    ),
    Case(
        "a revision replaces the first submission of its label",
        [
            issue("msa §4.2"),
            issue("msa §4.2", quotes=[FABRICATED]),
            issue("msa §4.2", severity="high", revise=True),
        ],
        [1, -1.2, 0.25],
        {"result.critical_failure": True, "kinds": ["issue", "duplicate_issue"]},
    ),
    Case(
        "what was a duplicate is scored when the issue before it moves away",
        [
            issue("msa §4.2", label="a"),
            issue("msa §4.2", label="b", severity="high"),
            issue("msa §5.1", label="a", revise=True),
        ],
        [1, -0.2, 0.25 + 1.45],
        {"told.matched_issues": ["incident", "training"], "kinds": ["issue", "issue"]},
    ),
    Case(
        "what was scored becomes a duplicate when an issue before it moves there",
        [
            issue("msa §5.1", label="a"),
            issue("msa §4.2", label="b", severity="high"),
            issue("msa §4.2", label="a", revise=True),
        ],
        [1.25, 1.25, -0.25 - 1.45],
        {"kinds": ["issue", "duplicate_issue"]},
    ),
    Case(
        "redlines are judged again when the issue of their label moves",
        [
            issue("msa §4.2", label="x"),
            redline("msa", "12.1", "Moss shall not train.", label="x"),
            issue("msa §5.1", label="x", revise=True),
        ],
        [1, 1, 0.25 - 1],
        {"told.matched_redlines": ["incident"]},
    ),
    Case(
        "redlines lose their credit when the issue of their label goes",
        [
            issue("msa §4.2", label="x"),
            redline("msa", "12.1", "Moss shall not train.", label="x"),
            issue("msa §12.1", label="x", revise=True),
        ],
        [1, 1, -1.5 - 1.5],
        {"kinds": ["unsupported_issue", "unsupported_redline"]},
    ),
    Case(
        "a redline held to a gate through its label is free of it when the issue moves",
        [
            issue("msa §4.2", label="x"),
            redline("msa", "12.1", REVERSED, label="x"),
            issue("msa §5.1", label="x", revise=True),
        ],
        [1, 0, 0.25],
        {"result.critical_failure": False},
    ),
    Case(
        "a revised redline earns the difference",
        [redline(text="Moss may train."), redline(text="Moss shall not train.", revise=True)],
        [0.5, 0.5],
        {"kinds": ["redline"]},
    ),
    Case(
        "a revised redline that changes nothing is worth nothing",
        [redline(text="Moss may train."), redline(text="Moss may train.", revise=True)],
        [0.5, 0],
    ),
    Case(
        "a revised redline withdraws a reversal",
        [redline(text=REVERSED), redline(text="Moss shall not train.", revise=True)],
        [0, 1],
        {"result.critical_failure": False},
    ),
    Case(
        "a second redline launders no reversal",
        [redline(text=REVERSED), redline(text="Moss shall not train.")],
        [0, -0.2],
        {"result.critical_failure": True},
    ),
    Case(
        "the provision a revised redline names may be written otherwise",
        [
            redline("msa", "4.2", "Moss may train."),
            redline("msa", "§4.2", "Moss shall not train.", revise=True),
        ],
        [0.5, 0.5],
    ),
    Case(
        "revisions use no label twice in the list of issues",
        [issue("msa §4.2"), issue("msa §4.2", revise=True)],
        [1, 0],
        {"seen.submitted_issue_ids": ["point"]},
    ),
    Case(
        "submitting a label twice lists it twice",
        [issue("msa §4.2"), issue("msa §4.2")],
        [1, -0.2],
        {"seen.submitted_issue_ids": ["point", "point"]},
    ),
    Case(
        "a refused revision changes nothing",
        [GOOD_TRAINING, {**without(GOOD_TRAINING, "title"), "type": "revise_issue"}],
        [2.25, -0.25],
        {"result.raw_score": 2.25},
    ),
]

MEMOS = [
    Case(
        "a memo of one character less than the minimum earns nothing",
        [finish("m" * 79)],
        [-0.5 - 0.5],
        {"events.0.components.memo": 0.0},
    ),
    Case(
        "a memo of the minimum earns its points",
        [finish("m" * 80)],
        [0.5 - 0.5 - 0.5],
        {"events.0.components.memo": 0.5},
    ),
    Case(
        "the minimum is 80 characters by default",
        [finish("m" * 79)],
        [-1],
        rubric={"final_submission.minimum_characters": DROPPED},
    ),
    Case(
        "…and 80 are enough by default",
        [finish("m" * 80)],
        [-0.5],
        rubric={"final_submission.minimum_characters": DROPPED},
    ),
    Case(
        "a memo is worth half a point by default",
        [finish(LONG_MEMO)],
        [-0.5],
        rubric={"final_submission.points": DROPPED},
    ),
    Case(
        "the rubric sets the minimum",
        [finish("m" * 9)],
        [-1],
        rubric={"final_submission.minimum_characters": 10},
    ),
    Case(
        "…and a memo that reaches it earns its points",
        [finish("m" * 10)],
        [-0.5],
        rubric={"final_submission.minimum_characters": 10},
    ),
    Case("white space does not lengthen a memo", [finish("m" * 40 + " " * 39 + "m")], [-1]),
    Case(
        "one of two concepts in the memo earns half of their points",
        [finish("Exclusivity.")],
        [0.25 - 1],
        {"events.0.components.concepts": 0.25},
    ),
    Case(
        "all concepts in the memo earn all of their points",
        [finish("EXCLUSIVITY and the Supercap.")],
        [0.5 - 1],
    ),
    Case(
        "concepts in the memo earn nothing by default",
        [finish("Exclusivity, supercap.")],
        [-1],
        rubric={"final_submission.concept_points": DROPPED},
    ),
    Case(
        "each required issue that was never matched costs a quarter",
        [finish()],
        [-0.25 - 0.25 - 0.5],
        {"events.0.missing_issues": ["training", "incident"]},
    ),
    Case(
        "a required issue that was matched costs nothing",
        [issue("msa §5.1"), finish()],
        [1.25, -0.25 - 0.5],
        {"events.1.missing_issues": ["training"]},
    ),
    Case(
        "a missing required issue costs a quarter by default",
        [finish()],
        [-0.5 - 0.5],
        rubric={"final_submission.missing_required_issue_penalty": DROPPED},
    ),
    Case(
        "a missing required issue costs what the rubric says",
        [finish()],
        [-2 - 0.5],
        rubric={"final_submission.missing_required_issue_penalty": 1},
    ),
    Case(
        "without a closing block nothing but the default memo counts",
        [finish(LONG_MEMO)],
        [0.5 - 0.5],
        rubric={"final_submission": DROPPED},
    ),
    Case(
        "an empty memo ends the episode",
        [finish("")],
        [-1],
        {"result.terminated": True, "events.0.delivered": True},
    ),
    Case(
        "a memo that is no text ends nothing",
        [{"type": "submit_final", "summary": None}],
        [-0.25],
        {"result.terminated": False},
    ),
]

TOTALS = [
    Case("the maximum is derived from every component", [], [], {"result.max_score": 14.75}),
    Case(
        "settlements count only where there is a position",
        [],
        [],
        {"result.max_score": 13.75},
        counterparty={"positions.cap": DROPPED},
    ),
    Case(
        "without a counterparty no settlement counts", [], [], {"result.max_score": 12.75}, counterparty=None
    ),
    Case(
        "a rubric of one bare issue has the default maximum",
        [],
        [],
        {"result.max_score": 3.75},  # 1 + .25 + .25 + .5 + .25 + 1 for the issue, 0.5 for the memo
        rubric={
            "questions": DROPPED,
            "escalations": DROPPED,
            "final_submission": DROPPED,
            "issues": [{"id": "a", "anchor": "msa §4.2", "severity": "low"}],
        },
        counterparty=None,
    ),
    Case(
        "…and a settlement adds its default point where there is a position",
        [],
        [],
        {"result.max_score": 4.75},
        rubric={
            "questions": DROPPED,
            "escalations": DROPPED,
            "final_submission": DROPPED,
            "issues": [{"id": "a", "anchor": "msa §4.2", "severity": "low"}],
        },
        counterparty={"positions": {"a": {"counters": []}}},
    ),
    Case(
        "questions and escalations without points count half a point each",
        [],
        [],
        {"result.max_score": 15.0},
        rubric={"questions.1.points": DROPPED},
    ),
    Case(
        "a declared maximum overrides the derived one",
        [GOOD_TRAINING],
        [2.25],
        {"result.max_score": 4.5, "result.normalized_score": 0.5},
        rubric={"max_score": 4.5},
    ),
    Case(
        "a score above the declared maximum is clamped to one",
        [GOOD_TRAINING],
        [2.25],
        {"result.normalized_score": 1.0},
        rubric={"max_score": 2},
    ),
    Case(
        "a score below zero is clamped to zero",
        [finish()],
        [-1],
        {"result.raw_score": -1.0, "result.normalized_score": 0.0},
    ),
    Case(
        "scores are reported to four decimals",
        [issue("msa §4.2", analysis="They train.")],
        [1 + 0.5 / 3],
        {"result.raw_score": 1.1667, "result.normalized_score": 0.0791},
    ),
    Case(
        "a critical failure caps the score at a quarter",
        [
            issue(
                "msa §4.2",
                severity="high",
                analysis="Train, consent, aggregate.",
                quotes=[("msa §4.2", "in any manner it sees fit")],
            ),
            redline(text="Moss shall not train. " + REVERSED),
        ],
        [2, 1],
        {"result.raw_score": 3.0, "result.normalized_score": 0.25, "result.critical_failure": True},
        rubric={"max_score": 4},
    ),
    Case(
        "the cap is what the rubric says",
        [redline(text="Moss shall not train. " + REVERSED)],
        [1],
        {"result.normalized_score": 0.1},
        rubric={"max_score": 1, "critical_failure_score_cap": 0.1},
    ),
    Case(
        "a quarter is the default cap",
        [redline(text="Moss shall not train. " + REVERSED)],
        [1],
        {"result.normalized_score": 0.25},
        rubric={"max_score": 1, "critical_failure_score_cap": DROPPED},
    ),
    Case(
        "the cap lifts no score that is below it",
        [redline(text="Moss may train. " + REVERSED)],
        [0.5],
        {"result.normalized_score": 0.05, "result.critical_failure": True},
        rubric={"max_score": 10},
    ),
    Case(
        "the result counts what was done",
        [
            GOOD_TRAINING,
            issue("msa §12.1", "msa §99", label="x"),
            redline(label="training-point", text="Shall not train."),
            ask("Weather?"),
            escalate("Lunch"),
        ],
        [2.25, -1.25, 1, -0.1, -0.25],
        {
            "result.matter_id": "small_001",
            "result.steps": 5,
            "result.terminated": False,
            "told.valid_citation_count": 3,
            "told.invalid_citations": ["msa §99"],
            "told.unsupported_issues": ["x"],
            "told.matched_issues": ["training"],
            "told.matched_redlines": ["training"],
            "told.questions_asked_total": 1,
            "told.escalations_total": 1,
            "kinds": [
                "issue",
                "unsupported_issue",
                "redline",
                "off_rubric_question",
                "off_rubric_escalation",
            ],
        },
    ),
]


@parametrized(
    REFUSALS, READING, BUDGETS, QUESTIONS, ESCALATIONS, ISSUES, QUOTATIONS, REDLINES, REVISIONS, MEMOS, TOTALS
)
def test_behaviour(case):
    assert_holds(case)


def test_the_table_holds_at_least_120_behaviours():
    tables = (
        REFUSALS,
        READING,
        BUDGETS,
        QUESTIONS,
        ESCALATIONS,
        ISSUES,
        QUOTATIONS,
        REDLINES,
        REVISIONS,
        MEMOS,
        TOTALS,
    )
    assert sum(map(len, tables)) >= 120


# --- refusals ---------------------------------------------------------------------------------------------

WORK = [
    read("msa"),
    ask("Deadline?"),
    escalate("Exclusivity"),
    GOOD_TRAINING,
    redline(text="Moss may train.", label="training-point"),
    markup("5.1", label="notice"),
]


@parametrized([case for case in REFUSALS if len(case.actions) == 1 and case.rewards[0] < 0])
def test_a_refused_action_leaves_the_episode_equal_but_for_its_step_and_its_cost(case):
    if case.name == "accepting with nothing outstanding costs 0.25":
        case = case._replace(actions=[accept("training-point")])
    plain_rewards, plain = play(case.matter, [*WORK, *WORK[3:]])
    rewards, end = play(case.matter, [*WORK, *case.actions, *WORK[3:]])

    assert rewards[: len(WORK)] + rewards[len(WORK) + 1 :] == plain_rewards
    assert end["result"]["raw_score"] == plain["result"]["raw_score"]
    told, plainly = dict(end["told"]), dict(plain["told"])
    assert [penalty["points"] for penalty in told.pop("protocol_penalties")] == list(case.rewards)
    plainly.pop("protocol_penalties")
    for breakdown in (told, plainly):
        for event in breakdown["reward_events"]:
            del event["step"]
    assert told == plainly
    seen, plainly_seen = dict(end["seen"]), dict(plain["seen"])
    assert seen.pop("budgets")["steps_remaining"] == plainly_seen.pop("budgets")["steps_remaining"] - 1
    assert seen == plainly_seen


# --- repeated deliveries ----------------------------------------------------------------------------------


def test_the_same_action_under_the_same_call_id_is_taken_once_and_answered_twice():
    env = PlaybookEnv(small_matter())
    env.reset()
    sent = {**ask("Deadline?"), "call_id": "c1"}
    first = env.step(sent)
    second = env.step(dict(sent))
    assert second == first
    assert first[1] == 0.5
    assert "ignored_fields" not in first[4]
    assert env.episode_result()["steps"] == 1
    assert env.step(ask("Volume of records?"))[0]["budgets"]["client_questions_remaining"] == 1


def test_the_same_action_under_another_call_id_or_none_is_taken_again():
    env = PlaybookEnv(small_matter())
    env.reset()
    assert env.step({**ask("Deadline?"), "call_id": "c1"})[1] == 0.5
    assert env.step({**ask("Deadline?"), "call_id": "c2"})[1] == -0.15
    assert env.step(ask("Deadline?"))[1] == -0.15


def test_another_action_under_a_used_call_id_is_taken_as_new():
    env = PlaybookEnv(small_matter())
    env.reset()
    assert env.step({**ask("Deadline?"), "call_id": "c1"})[1] == 0.5
    assert env.step({**ask("Volume of records?"), "call_id": "c1"})[1] == 0.25


def test_a_refused_action_delivered_again_is_refused_once():
    env = PlaybookEnv(small_matter())
    env.reset()
    sent = {**read("annex"), "call_id": "c1"}
    assert env.step(sent)[1] == env.step(sent)[1] == -0.2
    assert len(env.episode_result()["breakdown"]["protocol_penalties"]) == 1


def test_call_ids_of_one_episode_mean_nothing_in_the_next():
    env = PlaybookEnv(small_matter())
    env.reset()
    env.step({**ask("Deadline?"), "call_id": "c1"})
    env.reset()
    assert env.step({**ask("Deadline?"), "call_id": "c1"})[0]["budgets"]["steps_remaining"] == 29


def test_what_a_caller_does_to_an_answer_does_not_reach_its_second_delivery():
    env = PlaybookEnv(small_matter())
    env.reset()
    sent = {**markup("5.1"), "confidence": 1, "call_id": "c1"}
    first = env.step(sent)
    expected = json.dumps(first)
    observation, *_, info = first
    for part in (
        observation["budgets"],
        observation["negotiation"],
        info["ignored_fields"],
        observation,
        info,
    ):
        with suppress(TypeError):  # read-only is as good
            part.clear()
    assert json.dumps(env.step(sent)) == expected


def test_the_actions_as_sent_score_as_they_were_played_repeated_deliveries_included():
    sent = [
        {**ask("Deadline?"), "call_id": "c1"},
        {**ask("Deadline?"), "call_id": "c1"},
        {**GOOD_TRAINING, "call_id": "c2"},
        {**finish(LONG_MEMO), "call_id": "c3"},
    ]
    _, end = play(small_matter(), sent)
    assert end["result"]["raw_score"] == 0.5 + 2.25 - 0.25
    assert score(small_matter(), sent) == end["result"]


# --- the environment --------------------------------------------------------------------------------------


def test_stepping_before_reset_raises():
    with pytest.raises(RuntimeError):
        PlaybookEnv(small_matter()).step(read("msa"))


@pytest.mark.parametrize("steps", [1, 30], ids=["after running out of steps", "after the memo"])
def test_stepping_after_the_end_raises(steps):
    env = PlaybookEnv(small_matter(manifest={"constraints.maximum_steps": steps}))
    env.reset()
    env.step(finish() if steps == 30 else read("msa"))
    with pytest.raises(RuntimeError):
        env.step(read("msa"))


def test_an_observation_has_the_keys_of_the_contract():
    seen, _ = PlaybookEnv(small_matter()).reset()
    assert sorted(seen) == [
        "action_schemas",
        "budgets",
        "documents",
        "last_result",
        "learned_facts",
        "matter",
        "negotiation",
        "protocol",
        "submitted_escalation_topics",
        "submitted_issue_ids",
        "submitted_redline_issue_ids",
    ]
    assert sorted(seen["matter"]) == ["assignment", "matter_id", "practice_area", "role", "title"]
    assert seen["documents"][0] == {
        "id": "msa",
        "title": "Master Agreement",
        "sections": ["full", "1", "4.2", "5.1", "10.2", "12.1"],
    }
    assert seen["budgets"] == {
        "steps_remaining": 30,
        "client_questions_remaining": 3,
        "escalations_remaining": 2,
        "negotiation_rounds_remaining": 8,
    }
    assert seen["learned_facts"] == {"client": "Fern", "value": 100}


def test_without_a_counterparty_nothing_speaks_of_negotiation():
    seen, _ = PlaybookEnv(small_matter(counterparty=None)).reset()
    said = json.dumps(seen).lower()
    for word in ("send_markup", "accept_counterparty", "negotiation", "counterparty"):
        assert word not in said


def test_with_a_counterparty_the_negotiation_actions_are_published():
    seen, _ = PlaybookEnv(small_matter()).reset()
    assert {"send_markup", "accept_counterparty"} <= set(seen["action_schemas"])
    assert {"send_markup", "accept_counterparty"} <= set(seen["protocol"]["actions"])


def test_a_thousand_revisions_that_change_nothing_are_worth_exactly_nothing():
    matter = small_matter(manifest={"constraints.maximum_steps": 2000})
    env = PlaybookEnv(matter)
    env.reset()
    first = issue("msa §4.2", analysis="They train.", label="a")
    env.step(first)
    env.step(redline(text="Moss may train.", label="a"))
    score_before = env.episode_result()["raw_score"]
    for _ in range(500):
        assert env.step({**first, "type": "revise_issue"})[1] == 0
        assert env.step(redline(text="Moss may train.", label="a", revise=True))[1] == 0
    assert env.episode_result()["raw_score"] == score_before


def test_the_seed_is_recorded_and_changes_nothing():
    env = PlaybookEnv(small_matter())
    observation, info = env.reset(seed=7)
    assert info["seed"] == 7
    assert env.reset()[0] == observation


def test_a_result_has_the_keys_of_the_contract():
    _, end = play(small_matter(), [*WORK, finish(LONG_MEMO)])
    assert set(end["result"]) == {
        "matter_id",
        "raw_score",
        "max_score",
        "normalized_score",
        "critical_failure",
        "terminated",
        "truncated",
        "steps",
        "breakdown",
    }
    assert set(end["told"]) >= {
        "asked_questions",
        "questions_asked_total",
        "raised_escalations",
        "escalations_total",
        "matched_issues",
        "matched_redlines",
        "settled_issues",
        "valid_citation_count",
        "invalid_citations",
        "unsupported_issues",
        "fabricated_quotes",
        "read_citations",
        "reward_events",
        "protocol_penalties",
    }
    for event in end["events"]:
        assert {"type", "criterion", "points"} <= set(event)


def test_an_environment_made_from_a_folder_plays_like_one_on_the_loaded_matter(tmp_path):
    env = PlaybookEnv.from_directory(write_small_matter(tmp_path))
    env.reset()
    rewards = [env.step(action)[1] for action in WORK]
    assert rewards == play(small_matter(), WORK)[0]
    assert env.episode_result() == play(small_matter(), WORK)[1]["result"]


def test_episodes_on_one_matter_know_nothing_of_each_other():
    matter = small_matter()
    one, other = PlaybookEnv(matter), PlaybookEnv(matter)
    one.reset()
    first = other.reset()[0]
    for action in WORK:
        one.step(action)
    assert other.reset()[0] == first
    assert [other.step(action)[1] for action in WORK] == play(matter, WORK)[0]
