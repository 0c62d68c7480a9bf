"""What the critic says, as a table: a submission, and the verdict and cause of every finding, written out.

The paper is the small deal of `critic_cases.py`. A submission that is a list is an action file, an object a review.
"""

from typing import Any

import pytest

from .critic_cases import FINAL, QUOTE, RULE, SUMMARY, issue, only, redline, reviewed, submit, told

FABRICATED, UNRESOLVED = "FABRICATED_QUOTE", "UNRESOLVED_CITATION"
CONCEDED, MISSING = "PROHIBITED_CONCESSION", "MISSING_EVIDENCE"

VERIFIED: list[tuple[str, str]] = []


def issues(*items: dict[str, Any]) -> dict[str, Any]:
    return {"issues": list(items)}


def settle(text: str, citation: str | None = "dpa §5.1", **more: Any) -> dict[str, Any]:
    return {"settlements": [{"issue": "a", "citation": citation, "closing_text": text, **more}]}


def mark(text: str, citation: str | None = "dpa §5.1", **more: Any) -> dict[str, Any]:
    return {
        "redlines": [
            {"id": "a", "citation": citation, "replacement_text": text, "rationale": "Late.", **more}
        ]
    }


# --- quotations ----------------------------------------------------------------------------------------------

QUOTATIONS: dict[str, tuple[dict[str, Any], list[tuple[str, str]]]] = {
    "word for word": (issue(QUOTE), VERIFIED),
    "in capitals": (issue(QUOTE.upper()), VERIFIED),
    "with other line breaks": (issue(QUOTE.replace(" ", "\r\n")), VERIFIED),
    "with tabs and no-break spaces": (issue(QUOTE.replace(" ", "\t\u00a0")), VERIFIED),
    "with white space around it": (issue(f"\n  {QUOTE}\u2028"), VERIFIED),
    "across a hard wrap of the paper": (issue("after Acme confirms that the incident materially"), VERIFIED),
    "beginning and ending inside a word": (
        issue("onfirms that the incident materia"),
        [("verified", "cut_short")],
    ),
    "exactly 15 characters": (
        issue("than 72 hours a"),
        [("verified", "truncated_opening"), ("verified", "cut_short")],
    ),
    "with the heading of the section": (issue("5.1 Security Incidents Provider shall notify"), VERIFIED),
    "typographic marks as the paper has them": (
        issue("once a year — on “reasonable” notice", "dpa §5.2"),
        VERIFIED,
    ),
    "in the second text under a number": (
        issue("does not count towards the yearly limit", "dpa §5.2"),
        VERIFIED,
    ),
    "in a document without headings": (issue("24 hours after discovery", "playbook §full"), VERIFIED),
    "in the preamble": (issue("made between Acme", "msa §full"), VERIFIED),
    "citation without spaces": (issue(QUOTE, "dpa§5.1"), VERIFIED),
    "citation with many spaces": (issue(QUOTE, " dpa  §  5.1 "), VERIFIED),
    "citation with a full stop": (issue(QUOTE, "dpa §5.1."), VERIFIED),
    "14 characters": (issue("than 72 hours "), [(MISSING, "too_short")]),
    "14 characters that stand nowhere": (issue("quite invented"), [(MISSING, "too_short")]),
    "another section of the document": (issue(QUOTE, "dpa §5.2"), [(FABRICATED, "elsewhere")]),
    "another document": (issue(QUOTE, "msa §4.2"), [(FABRICATED, "elsewhere")]),
    "a number changed": (issue(QUOTE.replace("72", "27")), [(FABRICATED, "number_changed")]),
    "a number word changed": (
        issue("all undisputed fees within sixty (60) days after receipt", "msa §4.3"),
        [(FABRICATED, "number_changed")],
    ),
    "a decimal point lost": (
        issue("bear interest at 15% per month", "msa §4.3"),
        [(FABRICATED, "number_changed")],
    ),
    "a currency amount changed": (
        issue("is liable for more than $10,000,000 in the aggregate", "msa §10.2"),
        [(FABRICATED, "number_changed")],
    ),
    "a word changed": (issue(QUOTE.replace("confirms", "believes")), [(FABRICATED, "word_changed")]),
    "a negation dropped": (
        issue("Provider shall use Customer Data to train any model", "msa §4.2"),
        [(FABRICATED, "word_changed")],
    ),
    "a word added": (issue(QUOTE.replace("materially", "very materially")), [(FABRICATED, "word_changed")]),
    "many words left out": (
        issue("Customer shall pay all within thirty (30) days of a correct invoice", "msa §4.3"),
        [(FABRICATED, "words_left_out")],
    ),
    "a comma added": (
        issue("in no event later than 72 hours, after Acme confirms"),
        [(FABRICATED, "punctuation_changed")],
    ),
    "curly marks for straight ones": (
        issue("Except for Provider’s indemnity", "msa §10.2"),
        [(FABRICATED, "typography")],
    ),
    "straight marks for curly ones": (
        issue('once a year - on "reasonable" notice - and', "dpa §5.2"),
        [(FABRICATED, "typography")],
    ),
    "a soft hyphen inside a word": (
        issue("later than 72 hours after Acme con\u00adfirms"),
        [(FABRICATED, "typography")],
    ),
    "a zero-width space": (
        issue("later than 72\u200b hours after Acme confirms"),
        [(FABRICATED, "typography")],
    ),
    "a ligature": (issue("later than 72 hours after Acme conﬁrms"), [(FABRICATED, "typography")]),
    "decomposed letters": (
        issue("Provider’s staff shall coo\u0308perate", "dpa §5.2"),
        [(FABRICATED, "word_changed")],
    ),
    "shortened by dots": (
        issue("Provider shall notify Customer ... 72 hours after Acme confirms"),
        [(FABRICATED, "elided")],
    ),
    "shortened by a sign": (
        issue("Provider shall notify Customer […] 72 hours after"),
        [(FABRICATED, "elided")],
    ),
    "shortened by asterisks": (
        issue("Provider shall notify Customer * * * 72 hours after"),
        [(FABRICATED, "elided")],
    ),
    "opening with dots": (issue("... later than 72 hours after Acme confirms"), [(FABRICATED, "elided")]),
    "its parts in the wrong order": (
        issue("72 hours after Acme confirms ... Provider shall notify Customer"),
        [(FABRICATED, "spliced")],
    ),
    "hardly anything but ellipses": (issue("a … … … … … … … … b"), [(FABRICATED, "not_in_record")]),
    "an invisible word of its own": (
        issue("later than 72 \u200b hours after Acme confirms"),
        [(FABRICATED, "typography")],
    ),
    "an invented tail": (
        issue("in no event later than 72 hours after whichever board meeting the vendor likes to call"),
        [(FABRICATED, "invented_tail")],
    ),
    "an invented opening": (
        issue(
            "whatever the reasons of the vendor may be, later than 72 hours after Acme confirms that the incident"
        ),
        [(FABRICATED, "invented_opening")],
    ),
    "spliced from two documents": (
        issue("in no event later than 72 hours after Acme confirms to improve the Services"),
        [(FABRICATED, "spliced")],
    ),
    "spliced from two sections": (
        issue("Provider shall not use Customer Data to train bear interest at 1.5% per month", "msa §4.2"),
        [(FABRICATED, "spliced")],
    ),
    "two sentences in the wrong order": (
        issue(
            "aggregated and de-identified usage analytics Provider shall not use Customer Data", "msa §4.2"
        ),
        [(FABRICATED, "spliced")],
    ),
    "altered, and in another section": (
        issue(QUOTE.replace("confirms", "believes"), "msa §4.2"),
        [(FABRICATED, "word_changed")],
    ),
    "wholly invented": (
        issue("the vendor may sell every record to anybody"),
        [(FABRICATED, "not_in_record")],
    ),
    "one invented word of 15 letters": (issue("indemnifications"), [(FABRICATED, "not_in_record")]),
    "without a citation, genuine": (issue(QUOTE, None), [(UNRESOLVED, "no_citation")]),
    "without a citation, invented": (
        issue("the vendor may sell every record", None),
        [(FABRICATED, "not_in_record")],
    ),
    "without a citation, altered": (issue(QUOTE.replace("72", "27"), None), [(FABRICATED, "number_changed")]),
    "unknown section, genuine": (issue(QUOTE, "dpa §9.9"), [(UNRESOLVED, "unknown_section")]),
    "unknown document, genuine": (issue(QUOTE, "sow §5.1"), [(UNRESOLVED, "unknown_document")]),
    "no section sign, which people leave out": (issue(QUOTE, "dpa 5.1"), VERIFIED),
    "no citation at all, genuine": (issue(QUOTE, "the incident clause"), [(UNRESOLVED, "not_a_citation")]),
    "unknown section, invented": (
        issue("the vendor may sell every record", "dpa §9.9"),
        [(UNRESOLVED, "unknown_section"), (FABRICATED, "not_in_record")],
    ),
    "document id in another case": (issue(QUOTE, "DPA §5.1"), VERIFIED),
    "full of a document with sections": (issue(QUOTE, "dpa §full"), [(FABRICATED, "elsewhere")]),
    "two citations, in the second": (issue(QUOTE, None, citations=["msa §4.2", "dpa §5.1"]), VERIFIED),
    "two citations, in neither": (
        issue(QUOTE, None, citations=["msa §4.2", "dpa §5.2"]),
        [(FABRICATED, "elsewhere")],
    ),
    "two citations, one unresolved": (
        issue(QUOTE, None, citations=["dpa §5.1", "dpa §9"]),
        [(UNRESOLVED, "unknown_section")],
    ),
    "its own citation counts, not the item's": (
        issue(None, "dpa §5.1", quotes=[{"citation": "msa §4.2", "text": QUOTE}]),
        [(FABRICATED, "elsewhere")],
    ),
    "its own citation in parts": (
        issue(None, "msa §4.2", quotes=[{"document_id": "dpa", "section": "5.1", "quote": QUOTE}]),
        VERIFIED,
    ),
    "document and section apart": (issue(QUOTE, None, document_id="dpa", section="5.1"), VERIFIED),
    "section with its sign": (issue(QUOTE, None, document_id="dpa", section="§5.1"), VERIFIED),
    "a document without a section": (issue(QUOTE, None, document_id="dpa"), [(UNRESOLVED, "not_a_citation")]),
    "a bare text where a list belongs": (issue(None, None, citations="dpa §5.1", quotes=QUOTE), VERIFIED),
    "one object where a list belongs": (issue(None, quotes={"text": QUOTE}), VERIFIED),
    "several quotations, one of them wrong": (
        issue(None, quotes=[QUOTE, "the vendor may sell every record", "Provider shall notify Customer"]),
        [(FABRICATED, "not_in_record")],
    ),
    "both quote and quotes": (
        issue(QUOTE, quotes=["the vendor may sell every record"]),
        [(FABRICATED, "not_in_record")],
    ),
    "both text and quote": (
        issue(None, quotes=[{"text": QUOTE, "quote": "the vendor may sell every record"}]),
        [(FABRICATED, "not_in_record")],
    ),
    "none": (issue(), [(MISSING, "unquoted_issue")]),
    "a blank one": (issue(" \n "), [(MISSING, "unquoted_issue")]),
    "no rationale": (issue(QUOTE, rationale=" "), [(MISSING, "empty_rationale")]),
    "an analysis for a rationale": (issue(QUOTE, rationale=None, analysis="It comes too late."), VERIFIED),
    "a citation that names nothing beside one that does": (
        issue(QUOTE, None, citations=["dpa §5.1", "nothing"]),
        [(UNRESOLVED, "not_a_citation")],
    ),
}


# What is written as people write it, and what a matter says of it: there the contract's own form counts.
IN_A_MATTER = {
    "dpa 5.1": "not_a_citation",
    "DPA §5.1": "unknown_document",
    "Section 5.1 of the dpa": "not_a_citation",
    "dpa §5": "unknown_section",
    "dpa §5.1(a)": "unknown_section",
    "dpa §5.1 and 5.2": "not_a_citation",
}


@pytest.mark.parametrize("citation", IN_A_MATTER)
def test_a_matter_knows_one_form_of_citation(citation, tmp_path):
    report = reviewed(tmp_path, issues(issue(QUOTE, citation)), matter=True)
    assert [(str(one.verdict), str(one.cause)) for one in report.findings] == [
        (UNRESOLVED, IN_A_MATTER[citation])
    ]


@pytest.mark.parametrize("name", QUOTATIONS)
def test_a_quotation(name, tmp_path):
    item, findings = QUOTATIONS[name]
    report = reviewed(tmp_path, issues(item))
    assert told(report) == findings
    assert report.passed == all(verdict in (MISSING, "verified") for verdict, _ in findings)
    assert str(only(report).verdict) == next(
        (word for word in (FABRICATED, UNRESOLVED, MISSING) if word in dict(findings)), "verified"
    )


# --- proposed language ---------------------------------------------------------------------------------------

EVERYWHERE = RULE.replace('    applies_to: ["dpa §5.1"]\n', "")
THIRTY = (
    "schema_version: playbook.authority.v1\nnon_negotiables:\n  - {id: days, prohibited_patterns: [30 days]"
)
GUARDED = THIRTY.replace("{id: days,", "{id: days, negation_guard: true,") + "}"

CONCESSIONS: dict[str, tuple[dict[str, Any], str, list[tuple[str, str]]]] = {
    "closing on the pattern": (settle("Notice within 72 hours."), RULE, [(CONCEDED, "prohibited_pattern")]),
    "closing on both patterns": (
        settle("Within 72 hours after Acme confirms."),
        RULE,
        [(CONCEDED, "prohibited_pattern"), (CONCEDED, "prohibited_pattern")],
    ),
    "in capitals and across lines": (settle("WITHIN 72\n HOURS"), RULE, [(CONCEDED, "prohibited_pattern")]),
    "a redline": (mark("Within 72 hours."), RULE, [(CONCEDED, "prohibited_pattern")]),
    "a markup": (
        {"markups": [{"id": "a", "citation": "dpa §5.1", "proposed_text": "72 hours"}]},
        RULE,
        [(CONCEDED, "prohibited_pattern")],
    ),
    "language of a settlement under `text`": (
        {"settlements": [{"issue": "a", "text": "72 hours"}]},
        RULE,
        [(CONCEDED, "prohibited_pattern")],
    ),
    "the second piece of language": (
        settle("Within 24 hours.", accepted_text="72 hours"),
        RULE,
        [(CONCEDED, "prohibited_pattern")],
    ),
    "language hidden in an issue": (
        issues(issue(QUOTE, replacement_text="72 hours")),
        RULE,
        [(CONCEDED, "prohibited_pattern")],
    ),
    "an issue that quotes it": (issues(issue(QUOTE)), RULE, VERIFIED),
    "a rationale that names it": (
        mark("Within 24 hours.", rationale="72 hours is too late."),
        RULE,
        VERIFIED,
    ),
    "a summary that names it": ({"summary": SUMMARY + " 72 hours."}, RULE, VERIFIED),
    "a provision out of scope": (settle("72 hours", "msa §4.2"), RULE, VERIFIED),
    "a provision in scope, spelled otherwise": (
        settle("72 hours", "dpa  § 5.1."),
        RULE,
        [(CONCEDED, "prohibited_pattern")],
    ),
    "out of scope for one citation, in scope for another": (
        settle("72 hours", None, citations=["msa §4.2", "dpa §5.1"]),
        RULE,
        [(CONCEDED, "prohibited_pattern")],
    ),
    "uncited work is never scoped out": (settle("72 hours", None), RULE, [(CONCEDED, "prohibited_pattern")]),
    "work that cites nothing real is never scoped out": (
        settle("72 hours", "dpa §99"),
        RULE,
        [(UNRESOLVED, "unknown_section"), (CONCEDED, "prohibited_pattern")],
    ),
    "a rule without a scope": (
        settle("72 hours", "msa §4.2"),
        EVERYWHERE,
        [(CONCEDED, "prohibited_pattern")],
    ),
    "inside a longer number, literally": (
        settle("130 days"),
        THIRTY + "}",
        [(CONCEDED, "prohibited_pattern")],
    ),
    "inside a longer number, by words": (settle("130 days"), THIRTY + ", match: words}", VERIFIED),
    "inside a number with a comma, by words": (settle("1,030 days"), THIRTY + ", match: words}", VERIFIED),
    "behind a decimal point, by words": (settle("1.30 days"), THIRTY + ", match: words}", VERIFIED),
    "before a decimal point, by words": (
        settle("within 30.5 days"),
        THIRTY.replace("30 days", "within 30") + ", match: words}",
        VERIFIED,
    ),
    "before a full stop, by words": (
        settle("within 30. Days"),
        THIRTY.replace("30 days", "within 30") + ", match: words}",
        [(CONCEDED, "prohibited_pattern")],
    ),
    "inside a longer word, by words": (settle("30 dayshifts"), THIRTY + ", match: words}", VERIFIED),
    "itself, by words": (
        settle("(30 days)."),
        THIRTY + ", match: words}",
        [(CONCEDED, "prohibited_pattern")],
    ),
    "the second time itself, by words": (
        settle("130 days, or 30 days"),
        THIRTY + ", match: words}",
        [(CONCEDED, "prohibited_pattern")],
    ),
    "negated, unguarded": (
        settle("Not later than 30 days."),
        THIRTY + "}",
        [(CONCEDED, "prohibited_pattern")],
    ),
    "negated, guarded": (settle("Not 30 days."), GUARDED, VERIFIED),
    "negated in the sentence before": (
        settle("It is not so. 30 days."),
        GUARDED,
        [(CONCEDED, "prohibited_pattern")],
    ),
    "negated in the line before": (
        settle("It is not so\n30 days."),
        GUARDED,
        [(CONCEDED, "prohibited_pattern")],
    ),
    "negated behind it": (settle("30 days are not enough."), GUARDED, [(CONCEDED, "prohibited_pattern")]),
    "negated by a suffix": (settle("It isn’t 30 days."), GUARDED, VERIFIED),
    "nobody is no negator": (settle("Nobody has 30 days."), GUARDED, [(CONCEDED, "prohibited_pattern")]),
    "negated once, not the second time": (
        settle("Not 30 days. Then 30 days."),
        GUARDED,
        [(CONCEDED, "prohibited_pattern")],
    ),
    "no language": (settle(""), RULE, [(MISSING, "language_not_supplied")]),
    "a redline without language": (mark(""), RULE, [(MISSING, "language_not_supplied")]),
    "a redline without a reason": (mark("24 hours", rationale=""), RULE, [(MISSING, "empty_rationale")]),
    "a redline with a false quotation": (
        mark("24 hours", quote="the vendor may sell every record"),
        RULE,
        [(FABRICATED, "not_in_record")],
    ),
    "an advisory rule": (
        settle("72 hours"),
        RULE.replace("prohibited", "severity: advisory\n    prohibited"),
        [(CONCEDED, "prohibited_pattern")],
    ),
}


@pytest.mark.parametrize("name", CONCESSIONS)
def test_proposed_language(name, tmp_path):
    submission, authority, findings = CONCESSIONS[name]
    report = reviewed(tmp_path, submission, authority)
    assert told(report) == findings
    critical = [verdict for verdict, _ in findings if verdict != MISSING]
    assert report.passed == (not critical or name == "an advisory rule")


# --- action files --------------------------------------------------------------------------------------------

TRUE = {"citation": "dpa §5.1", "text": QUOTE}
FALSE = {"citation": "dpa §5.1", "text": "the vendor may sell every record"}

ACTIONS: dict[str, tuple[Any, list[tuple[str, str]]]] = {
    "an issue, verified": ([submit([TRUE]), FINAL], VERIFIED),
    "without title and severity": (
        [{key: value for key, value in submit([TRUE]).items() if key not in ("title", "severity")}],
        VERIFIED,
    ),
    "a false quotation": ([submit([FALSE])], [(FABRICATED, "not_in_record")]),
    "a quotation without a citation stands alone": (
        [submit([{"citation": "", "text": QUOTE}])],
        [(UNRESOLVED, "no_citation")],
    ),
    "a bare quotation stands alone": ([submit([QUOTE])], [(UNRESOLVED, "no_citation")]),
    "a quotation that gives a second place": (
        [submit([{"citation": "msa §4.2", "text": QUOTE, "document_id": "dpa", "section": "5.1"}])],
        [(FABRICATED, "elsewhere")],
    ),
    "a revision replaces": ([submit([FALSE]), submit([TRUE], kind="revise_issue")], VERIFIED),
    "a revision can make it worse": (
        [submit([TRUE]), submit([FALSE], kind="revise_issue")],
        [(FABRICATED, "not_in_record")],
    ),
    "a second submission does not replace": (
        [submit([FALSE]), submit([TRUE])],
        [(FABRICATED, "not_in_record")],
    ),
    "a revision replaces the first of two": (
        [submit([TRUE]), submit([FALSE]), submit([TRUE], kind="revise_issue")],
        [(FABRICATED, "not_in_record")],
    ),
    "a revision of nothing": (
        [submit([TRUE], kind="revise_issue")],
        [(MISSING, "revision_not_taken")],
    ),
    "a revision of another label": (
        [submit([FALSE]), submit([TRUE], kind="revise_issue", label="b")],
        [(FABRICATED, "not_in_record"), (MISSING, "revision_not_taken")],
    ),
    "an incomplete revision": (
        [submit([FALSE]), {"type": "revise_issue", "issue_id": "a", "quotes": [TRUE], "analysis": "Late."}],
        [(FABRICATED, "not_in_record"), (MISSING, "revision_not_taken")],
    ),
    "a revision of an incomplete submission": (
        [
            {"type": "submit_issue", "issue_id": "a", "quotes": [FALSE], "analysis": "."},
            submit([TRUE], kind="revise_issue"),
        ],
        [(FABRICATED, "not_in_record"), (MISSING, "revision_not_taken")],
    ),
    "a revised redline": ([redline("72 hours"), redline("24 hours", kind="revise_redline")], VERIFIED),
    "a redline revised for another provision": (
        [redline("72 hours"), redline("24 hours", kind="revise_redline", section="5.2")],
        [(CONCEDED, "prohibited_pattern"), (MISSING, "revision_not_taken")],
    ),
    "a second redline": ([redline("72 hours"), redline("24 hours")], [(CONCEDED, "prohibited_pattern")]),
    "work after the end": (
        [submit([TRUE]), FINAL, submit([FALSE]), redline("72 hours")],
        [(MISSING, "never_delivered"), (MISSING, "never_delivered")],
    ),
    "a revision after the end": (
        [submit([FALSE]), FINAL, submit([TRUE], kind="revise_issue")],
        [(FABRICATED, "not_in_record"), (MISSING, "never_delivered")],
    ),
    "a final that the environment would refuse ends nothing": (
        [{"type": "submit_final"}, submit([FALSE])],
        [(MISSING, "thin_summary"), (FABRICATED, "not_in_record")],
    ),
    "a markup": (
        [
            {
                "type": "send_markup",
                "issue_id": "a",
                "document_id": "dpa",
                "section": "5.1",
                "proposed_text": "72 hours",
            }
        ],
        [(CONCEDED, "prohibited_pattern")],
    ),
    "accepting language nobody supplied": (
        [{"type": "accept_counterparty", "issue_id": "a"}],
        [(MISSING, "language_not_supplied")],
    ),
    "accepting language that is supplied": (
        [{"type": "accept_counterparty", "issue_id": "a", "accepted_text": "72 hours"}],
        [(CONCEDED, "prohibited_pattern")],
    ),
    "a redline of a section that is not there": (
        [redline("24 hours", section="7")],
        [(UNRESOLVED, "unknown_section")],
    ),
    "the same action delivered twice": (
        [{**submit([FALSE]), "call_id": "1"}, {**submit([FALSE]), "call_id": "1"}],
        [(FABRICATED, "not_in_record")],
    ),
    "another action under a used call_id": (
        [{**submit([FALSE]), "call_id": "1"}, {**submit([TRUE]), "call_id": "1"}],
        [(FABRICATED, "not_in_record")],
    ),
    "a thin summary": ([{"type": "submit_final", "summary": "Done."}], [(MISSING, "thin_summary")]),
    "one pretty-printed action": (
        '{\n "type": "submit_final",\n "summary": "Done."\n}',
        [(MISSING, "thin_summary")],
    ),
}


@pytest.mark.parametrize("name", ACTIONS)
def test_an_action_file(name, tmp_path):
    lines, findings = ACTIONS[name]
    assert told(reviewed(tmp_path, lines, RULE)) == findings


def test_a_blank_summary_beside_other_work_is_a_thin_one(tmp_path):
    assert told(reviewed(tmp_path, {"issues": [issue(QUOTE)], "summary": ""})) == [(MISSING, "thin_summary")]
    assert told(reviewed(tmp_path, {"issues": [issue(QUOTE)], "summary": None})) == []


def test_the_tables_hold_more_than_ninety_behaviours():
    assert len(QUOTATIONS) + len(CONCESSIONS) + len(ACTIONS) >= 90
