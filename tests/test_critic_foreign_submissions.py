"""Submissions people have: memos in Markdown and the JSON of other tools, read into the same items."""

import json
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from playbook_legal.critic import CriticError, load_submission
from playbook_legal.critic.submission import Item, Submission


def read(folder: Path, work: object, name: str = "work") -> Submission:
    path = folder / name
    path.write_text(work if isinstance(work, str) else json.dumps(work), encoding="utf-8")
    return load_submission(path)


def plain(item: Item) -> dict[str, Any]:
    """An item as a table row shows it: what is not there is left out."""
    row: dict[str, Any] = {"kind": item.kind, "label": item.label, "at": item.place}
    row["cited"] = [cited.written for cited in item.cited]
    row["quotes"] = [
        (quotation.text, [one.written for one in quotation.cited]) for quotation in item.quotations
    ]
    row["language"] = [piece.text for piece in item.language]
    row["why"] = item.rationale or item.summary
    return {key: value for key, value in row.items() if value}


REVIEW_MEMO = """\
# Contract Review Summary

**Document**: Master Agreement between Acme and Northstar

## Executive Summary

The cap is too low and notice comes too late.

### Limitation of Liability -- RED

**Clause**: [Section 10.2 of the MSA – Cap]

**Current language**: "neither party is liable for more than $1,000,000 in the "aggregate""

**Proposed redline**:
> "neither party is liable for more than **three times** the fees
> paid under this agreement"

**Rationale**: The cap is below one year's fees.

It also covers indemnities.

**Priority**: Must-have

**Fallback**: Two times the fees.

### Fees -- GREEN

Nothing to change here.
"""
REVIEW_ITEMS = [
    {
        "kind": "summary",
        "label": "Executive Summary",
        "at": "line 5",
        "why": "The cap is too low and notice comes too late.",
    },
    {
        "kind": "redline",
        "label": "Limitation of Liability -- RED",
        "at": "line 9",
        "cited": ["Section 10.2 of the MSA – Cap"],
        "quotes": [
            (
                'neither party is liable for more than $1,000,000 in the "aggregate"',
                ["Section 10.2 of the MSA – Cap"],
            )
        ],
        "language": [
            "neither party is liable for more than three times the fees\npaid under this agreement",
            "Two times the fees.",
        ],
        "why": "The cap is below one year's fees.\n\nIt also covers indemnities.",
    },
]

EDITS_MEMO = """\
§4.2: DELETE "may use Customer Data" / INSERT "shall not use Customer Data"
Reason: Training is excluded.

§5.1:
DELETE "72 hours"
INSERT "24 hours"
Reason: Too late.
"""
EDITS_ITEMS = [
    {
        "kind": "redline", "label": "§4.2", "at": "line 1", "cited": ["§4.2"],
        "quotes": [("may use Customer Data", ["§4.2"])], "language": ["shall not use Customer Data"],
        "why": "Training is excluded.",
    },
    {
        "kind": "redline", "label": "§5.1", "at": "line 4", "cited": ["§5.1"],
        "quotes": [("72 hours", ["§5.1"])], "language": ["24 hours"], "why": "Too late.",
    },
]  # fmt: skip

QUOTES_MEMO = """\
## Red flags

**Limitation of Liability** (Section 10.2)

> "no claim may be brought later
> than 130 days"

Short for a claim of this kind.

> *"and Provider’s staff shall cooperate"*

## Data

> *“may use aggregated \\*and\\* de-identified”*
"""
QUOTES_ITEMS = [
    {
        "kind": "issue", "label": "Limitation of Liability", "at": "line 3",
        "cited": ["Section 10.2 (Limitation of Liability)"],
        "quotes": [
            ("no claim may be brought later\nthan 130 days", ["Section 10.2 (Limitation of Liability)"]),
            ("and Provider’s staff shall cooperate", ["Section 10.2 (Limitation of Liability)"]),
        ],
        "why": "Short for a claim of this kind.",
    },
    {
        "kind": "issue", "label": "Data", "at": "line 12",
        "quotes": [("may use aggregated *and* de-identified", [])],
    },
]  # fmt: skip

TABLE_MEMO = """\
## Key terms

| Term | Value | Location |
|------|-------|----------|
| Cap | $1,000,000 | MSA §10.2 |
| Notice | "no later than 72 hours" | DPA §5.1 |

| Colour | Size |
|---|---|
| red | 4 |
"""
TABLE_ITEMS = [
    {"kind": "issue", "label": "Cap", "at": "line 5", "cited": ["MSA §10.2"], "why": "$1,000,000"},
    {
        "kind": "issue", "label": "Notice", "at": "line 6", "cited": ["DPA §5.1"],
        "quotes": [("no later than 72 hours", ["DPA §5.1"])],
    },
]  # fmt: skip

TWO_CLAUSES = """\
- **Clause:** msa §4.2
- **Current language:** None
- **Rationale:** The clause is missing.
- **Clause:** msa §4.3
- **Current text:** "thirty (30) days" and "1.5% per month"
- **Mood:** sour
"""
TWO_ITEMS = [
    {"kind": "issue", "label": "msa §4.2", "at": "line 1", "cited": ["msa §4.2"], "why": "The clause is missing."},
    {
        "kind": "issue", "label": "msa §4.3", "at": "line 4", "cited": ["msa §4.3"],
        "quotes": [("thirty (30) days", ["msa §4.3"]), ("1.5% per month", ["msa §4.3"])], "why": "sour",
    },
]  # fmt: skip

MEMOS = [
    (
        "blocks of a review",
        REVIEW_MEMO,
        REVIEW_ITEMS,
        ("line 1: Master Agreement between Acme and Northstar", "line 27: Fees -- GREEN"),
    ),
    ("deletions and insertions", EDITS_MEMO, EDITS_ITEMS, ()),
    ("quotations below headings", QUOTES_MEMO, QUOTES_ITEMS, ()),
    ("tables", TABLE_MEMO, TABLE_ITEMS, ("line 8: a table of colour, size",)),
    ("two clauses in a list", TWO_CLAUSES, TWO_ITEMS, ("line 6: Mood",)),
]


@pytest.mark.parametrize(
    ("memo", "items", "unread"), [case[1:] for case in MEMOS], ids=[case[0] for case in MEMOS]
)
def test_a_memo_is_read_into_items(tmp_path, memo, items, unread):
    submission = read(tmp_path, memo)
    assert submission.format == "memo-markdown"
    assert [plain(item) for item in submission.items] == items
    assert submission.not_read == unread


def test_a_quotation_keeps_its_line_and_a_plain_citation_is_parsed(tmp_path):
    item = read(tmp_path, TWO_CLAUSES.replace("\n", "\r\n")).items[1]
    assert [quotation.place for quotation in item.quotations] == ["line 5", "line 5"]
    assert str(item.cited[0].citation) == "msa §4.3"
    assert item.cited[0].place == "line 4"


FLAGS = {
    "overall_risk": "high",
    "red_flags": [{
        "title": "Cap", "severity": "high", "clause": "Limitation of Liability (Section 10.2)",
        "quote": "more than $1,000,000", "explanation": "Too low.", "suggestion": "Raise it.",
            "redline": "three times the fees",
    }],
    "warnings": [{"title": "Fees", "clause": "§4.3", "quote": "thirty (30) days", "colour": "red"}],
}  # fmt: skip
FLAG_ITEMS = [
    {
        "kind": "redline", "label": "Cap", "at": "red_flags[0]", "cited": ["Limitation of Liability (Section 10.2)"],
        "quotes": [("more than $1,000,000", ["Limitation of Liability (Section 10.2)"])],
        "language": ["three times the fees"], "why": "Too low. Raise it.",
    },
    {
        "kind": "issue", "label": "Fees", "at": "warnings[0]", "cited": ["§4.3"],
        "quotes": [("thirty (30) days", ["§4.3"])],
    },
]  # fmt: skip

CITATIONS = {
    "findings": [{
        "title": "Late notice", "description": "Depends on confirmation.",
        "citations": [
            {"source_path": "data_room/legal/dpa.md", "location": "Section 5.1", "exact_quote": "after Acme confirms",
             "page_number": 3, "source_type": "contract"},
            {"file_path": "C:\\room\\msa.pdf", "page": "7", "exact_quote": "130 days after it arose"},
        ],
    }],
}  # fmt: skip
CITATION_ITEMS = [{
    "kind": "issue", "label": "Late notice", "at": "findings[0]", "cited": ["dpa §5.1", "msa, page 7"],
    "quotes": [("after Acme confirms", ["dpa §5.1"]), ("130 days after it arose", ["msa, page 7"])],
    "why": "Depends on confirmation.",
}]  # fmt: skip
LISTED = [{"source_path": "msa.md", "location": "Article IV", "exact_quote": "undisputed fees"},
          {"source_path": "msa.md", "exact_quote": "correct invoice"}]  # fmt: skip
LISTED_ITEMS = [
    {"kind": "issue", "label": "[0]", "at": "[0]", "cited": ["msa, Article IV"],
        "quotes": [("undisputed fees", ["msa, Article IV"])]},
    {"kind": "issue", "label": "[1]", "at": "[1]", "cited": ["msa §full"],
        "quotes": [("correct invoice", ["msa §full"])]},
]  # fmt: skip

FINDINGS = {"file": "msa.docx", "findings": [
    {"rule_id": "cap", "severity": "high", "excerpt": "…liable for more than $1,000,000…", "why": "Low.",
        "fallback": "two times"},
    {"rule_id": "silent", "severity": "low"},
]}  # fmt: skip
FINDING_ITEMS: list[dict[str, Any]] = [{
    "kind": "redline", "label": "cap", "at": "findings[0]",
    "quotes": [("liable for more than $1,000,000", [])], "language": ["two times"], "why": "Low.",
}]  # fmt: skip

CHANGES = {"changes": [
    {"type": "modify", "target_text": "72 hours", "new_text": "24 hours", "comment": "Too late."},
    {"type": "modify", "target_text": "of a correct invoice", "new_text": "", "comment": ""},
]}  # fmt: skip
CHANGE_ITEMS: list[dict[str, Any]] = [
    {"kind": "redline", "label": "changes[0]", "at": "changes[0]", "quotes": [("72 hours", [])],
        "language": ["24 hours"], "why": "Too late."},
    {"kind": "issue", "label": "changes[1]", "at": "changes[1]", "quotes": [("of a correct invoice", [])]},
]  # fmt: skip

ANSWER = {"id": "msg_1", "role": "assistant", "content": [
    {"type": "text", "text": "According to the addendum, "},
    {"type": "text", "text": "notice is late.", "citations": [
        {"type": "char_location", "cited_text": "no event later than 72 hours", "document_index": 0,
         "document_title": "dpa", "start_char_index": 10, "end_char_index": 38},
        {"type": "page_location", "cited_text": "130 days", "document_index": 1, "document_title": "msa.pdf",
         "start_page_number": 5, "end_page_number": 6},
    ]},
]}  # fmt: skip
ANSWER_ITEMS = [{
    "kind": "issue", "label": "content[1]", "at": "content[1]", "cited": ["dpa §full", "msa, page 5"],
    "quotes": [("no event later than 72 hours", ["dpa §full"]), ("130 days", ["msa, page 5"])],
        "why": "notice is late.",
}]  # fmt: skip

ANNOTATION = {
    "@context": "http://www.w3.org/ns/anno.jsonld", "id": "urn:1", "type": "Annotation", "style": "bold",
    "body": [{"type": "TextualBody", "value": "Too low."}],
    "target": {"source": "https://room.example/msa.html?v=2#p4", "selector": [
        {"type": "FragmentSelector", "value": "p4",
         "refinedBy": {"type": "TextQuoteSelector", "exact": "more than $1,000,000", "prefix": "for ",
             "suffix": " in"}},
    ]},
}  # fmt: skip
ANNOTATION_ITEMS = [{
    "kind": "issue", "label": "urn:1", "at": "target", "cited": ["msa §full"],
    "quotes": [("more than $1,000,000", ["msa §full"])], "why": "Too low.",
}]  # fmt: skip

JSONS = [
    ("flags of a contract", FLAGS, "contract-flags-json", FLAG_ITEMS, ("overall_risk", "warnings[0].colour")),
    ("findings with citations", CITATIONS, "citations-json", CITATION_ITEMS, ()),
    ("citations in a list", LISTED, "citations-json", LISTED_ITEMS, ()),
    ("findings of rules", FINDINGS, "findings-json", FINDING_ITEMS, ("findings[1]",)),
    ("changes", CHANGES, "changes-json", CHANGE_ITEMS, ()),
    ("an answer with citations", ANSWER, "model-citations-json", ANSWER_ITEMS, ("id", "role", "content[0]")),
    ("an annotation", ANNOTATION, "web-annotations-json", ANNOTATION_ITEMS, ("style",)),
    ("a page of annotations", {"type": "AnnotationPage", "items": [ANNOTATION]}, "web-annotations-json",
     [ANNOTATION_ITEMS[0] | {"at": "items[0]"}], ("items[0].style",)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("work", "shape", "items", "unread"), [case[1:] for case in JSONS], ids=[case[0] for case in JSONS]
)
def test_the_json_of_other_tools_is_read_into_items(tmp_path, work, shape, items, unread):
    submission = read(tmp_path, work)
    assert submission.format == shape
    assert [plain(item) for item in submission.items] == items
    assert submission.not_read == unread


def test_the_source_of_an_annotation_is_an_address_with_its_characters_escaped(tmp_path):
    annotation: dict[str, Any] = ANNOTATION
    target = annotation["target"] | {"source": "https://room.example/Master%20Services%20Agreement.docx#p4"}
    (item,) = read(tmp_path, annotation | {"target": target}).items
    assert [cited.written for cited in item.cited] == ["Master Services Agreement §full"]


def test_a_document_named_once_is_cited_with_every_section(tmp_path):
    work = {
        "document": "msa.docx",
        "red_flags": [{"clause": "4.2(a)", "quote": "any model"}],
        "summary": "Open.",
    }
    submission = read(tmp_path, work)
    assert [cited.written for cited in submission.items[0].cited] == ["msa §4.2(a)"]
    assert submission.items[1].summary == "Open."


REFUSED = [
    ("prose", "We looked at it and all is well.\n", "this is neither JSON nor JSON lines"),
    (
        "Markdown with nothing to review",
        "# Review\n\nAll is well.\n",
        "nothing in this Markdown can be reviewed",
    ),
    ("a summary alone", "# Summary\n\nAll is well.\n", "nothing in this Markdown can be reviewed"),
    ("another JSON", {"answer": 42}, "this is no submission"),
    ("flags without any", {"red_flags": []}, "nothing in it can be reviewed"),
    ("flags that are words", {"red_flags": ["cap"]}, 'red_flags[0]: "cap" stands here; an object is needed'),
    (
        "a quotation that is a number",
        {"red_flags": [{"quote": 7}]},
        "red_flags[0].quote: 7 stands here; text is needed",
    ),
    ("citations that are words", [{"exact_quote": "x", "citations": "no"}], "[0].citations"),
    (
        "a review with another tool's list",
        {"issues": [], "red_flags": [{"quote": "x"}]},
        'unknown key "red_flags"',
    ),
    (
        "a PDF",
        "%PDF-1.7\n%x\n",
        "this is a PDF file; hand the work in as JSON, a Markdown memo or a redlined .docx",
    ),
    ("rich text", "{\\rtf1\\ansi all is well}", "this is a rich text file"),
    ("a web page", "\n<!doctype HTML><p>All is well.", "this is a web page"),
    ("broken JSON", '{"red_flags": [', "this is neither JSON nor JSON lines"),
]


@pytest.mark.parametrize(("work", "said"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_what_is_no_submission_is_refused_with_a_reason(tmp_path, work, said):
    with pytest.raises(CriticError, match="work") as refusal:
        read(tmp_path, work)
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)


ABSURD = [
    "# " + "(section " * 100_000,
    '> "' + "“" * 500_000 + "\n",
    "**Current language**: " + '" ' * 300_000,
    "| a | location |\n|---|---|\n" + "| x | §1 |\n" * 20_000,
    "> " * 100_000 + "x",
    "- " * 200_000 + "**Clause**: x",
    "**" * 300_000,
    "**Quote**: " + "[" * 300_000,
]


@pytest.mark.parametrize("memo", ABSURD, ids=range(len(ABSURD)))
def test_an_absurd_memo_is_read_or_refused_within_bounds(tmp_path, memo):
    begun = time.process_time()
    with suppress(CriticError):  # how it is said, the test above tells
        read(tmp_path, memo)
    assert time.process_time() - begun < 20
