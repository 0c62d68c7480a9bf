"""Passages of the paper as reports show them: what a reader sees, whatever marks it in the file."""

import json
from pathlib import Path

import pytest

from playbook_legal.critic import ClientRecord, load_submission, review
from playbook_legal.critic.report import Report
from playbook_legal.critic.report.contexts import contexts_of
from playbook_legal.critic.report.formats import FORMATS, rendered

from .html_pages import Page

PAPER = """# Master Agreement

1. <span class="term" id="1">Services</span>
    1. <span class="term">Access.</span>  <span class="who">Customer</span> may **access** the [Service](#svc) &amp; \
the Documentation, and <span class="who">Provider</span> shall *not* charge for <b>either</b>.
    2. **Support.** <span class="who">Provider</span> answers every *request* within two days.

| What | When |
| --- | --- |
| Report of **all** incidents at once | at the end of [each](#each) month |
"""
ACCESS = "Customer may access the Service & the Documentation, and Provider shall not charge for either"
ANSWERS = "Provider answers every request within two days"
REPORT = "Report of all incidents at once"
QUOTES = {
    "verified": ("agr §1.1", ACCESS),
    "changed": ("agr §1.1", ACCESS.replace("may", "shall")),
    "elsewhere": ("agr §1.1", ANSWERS),
    "joined": ("agr §1.1", f"Customer may access the Service & the Documentation {ANSWERS}"),
    "a cell": ("agr §full", REPORT.replace("all", "most")),
    "beside a mark": ("agr §1.1", ACCESS.replace("Customer", "Supplier").replace("either", "any")),
    "half a word": ("agr §1.1", ACCESS.removeprefix("Cust")),
    "declared": ("agr §1.1", "and Provider shall … charge for either"),
}
MARKS = ("<span", "span>", "</b>", "**", "*not*", "*request*", "](#", "&amp;")


@pytest.fixture
def deal(tmp_path: Path) -> Path:
    (tmp_path / "deal").mkdir()
    (tmp_path / "deal" / "agr.md").write_text(PAPER, "utf-8")
    issues = [
        {"id": name, "citation": citation, "quote": quote, "rationale": "It matters."}
        for name, (citation, quote) in QUOTES.items()
    ]
    (tmp_path / "work.json").write_text(json.dumps({"issues": issues}), "utf-8")
    return tmp_path


def report_on(folder: Path) -> tuple[Report, ClientRecord]:
    record = ClientRecord.from_directory(folder / "deal")
    return review(record, load_submission(folder / "work.json"), quotes="declared"), record


def test_the_words_of_every_place_are_those_that_a_reader_sees(deal: Path) -> None:
    report, _ = report_on(deal)
    items = {item.label: item for item in report.items}
    (verified,) = items["verified"].verified
    assert verified.at.text == ACCESS
    assert PAPER[verified.at.start : verified.at.end].startswith("Customer</span> may **access** the")
    (changed,) = items["changed"].findings
    assert changed.nearest is not None
    assert changed.nearest.place.text.startswith("Customer may access the Service & the Documentation")
    (elsewhere,) = items["elsewhere"].findings
    assert [place.text for place in elsewhere.found] == [ANSWERS]
    (joined,) = items["joined"].findings
    assert joined.nearest is not None
    assert joined.joined is not None
    assert {joined.nearest.place.text.rstrip(","), joined.joined.text} == {
        "Customer may access the Service & the Documentation", ANSWERS,
    }  # fmt: skip
    (cell,) = items["a cell"].findings
    assert cell.nearest is not None
    assert cell.nearest.place.text == REPORT
    (declared,) = items["declared"].verified
    assert declared.omitted == ("not",)
    assert "the ellipsis leaves out `not`" in items["declared"].findings[0].message


@pytest.mark.parametrize("format_", FORMATS)
def test_no_format_shows_what_only_marks_the_text(deal: Path, format_: str) -> None:
    report, record = report_on(deal)
    text = (deal / "work.json").read_text("utf-8")
    told = rendered(report, format_, submission_text=text, contexts=contexts_of(report, record))
    if format_ == "html":
        told = Page(told).text
    elif format_ == "sarif":  # a snippet is the source itself
        log = json.loads(told)
        for result in log["runs"][0]["results"]:
            for related in result.get("relatedLocations", ()):
                region = related["physicalLocation"]["region"]
                snippet = region.pop("snippet")["text"]
                assert snippet == PAPER[region["charOffset"] : region["charOffset"] + region["charLength"]]
        told = json.dumps(log)
    elif format_ == "markdown":
        told = told.replace("**FABRICATED_QUOTE**", "").replace("critical findings —", "")
        told = "\n".join(line for line in told.split("\n") if not line.startswith("**"))
    elif format_ == "junit":
        told = told.replace("Service &amp; the", "Service & the")
    assert not [mark for mark in MARKS if mark in told]


def test_the_page_finds_the_context_of_markdown_in_the_manner_of_a_matter(tmp_path: Path) -> None:
    (tmp_path / "deal").mkdir()
    (tmp_path / "deal" / "agr.md").write_text(
        "## 4.1 Term\n\nThe **Customer** shall <b>not</b> terminate before the [end](#end) of the term.\n",
        "utf-8",
    )
    quote = "terminate before the end of the term"
    (tmp_path / "work.json").write_text(
        json.dumps({"issues": [{"id": "a", "citation": "agr §4.1", "quote": quote, "rationale": "x"}]}),
        "utf-8",
    )
    report, record = report_on(tmp_path)
    (context,) = contexts_of(report, record).values()
    assert context.shown == ("## 4.1 Term\n\nThe Customer shall not ", quote, ".")
    assert context.passage == "terminate before the [end](#end) of the term"


def test_a_difference_and_half_a_word_are_told_without_marks(deal: Path) -> None:
    report, _ = report_on(deal)
    items = {item.label: item for item in report.items}
    (beside,) = items["beside a mark"].findings
    assert beside.nearest is not None
    assert [(one.quoted, one.record) for one in beside.nearest.differences] == [
        ("supplier", "customer"),
        ("any", "either."),
    ]
    (half,) = items["half a word"].findings
    assert half.message.endswith("it begins or ends inside `Customer`")


def test_markdown_in_the_manner_of_a_matter_is_compared_as_a_reader_sees_it(tmp_path: Path) -> None:
    (tmp_path / "deal").mkdir()
    paper = (
        "# Agreement\n\n## 1 Access\n\n**Customer** may access the *Service* on every working day of the year.\n\n"
        "## 2 Support\n\nThe **Provider** answers every `request` within two days of [its](#its) receipt.\n"
    )
    (tmp_path / "deal" / "agr.md").write_text(paper, "utf-8")
    access = "Customer may access the Service on every working day of the year"
    support = "The Provider answers every request within two days of its receipt"
    quotes = {
        "verified": ("agr §1", access),
        "changed": ("agr §1", access.replace("Customer", "Nobody")),
        "elsewhere": ("agr §1", support),
        "changed elsewhere": ("agr §1", support.replace("two", "nine")),
    }
    issues = [
        {"id": name, "citation": citation, "quote": quote, "rationale": "It matters."}
        for name, (citation, quote) in quotes.items()
    ]
    (tmp_path / "work.json").write_text(json.dumps({"issues": issues}), "utf-8")
    record = ClientRecord.from_directory(tmp_path / "deal")
    for policy in ("literal", "typographic", "layout", "declared"):
        report = review(record, load_submission(tmp_path / "work.json"), quotes=policy)
        items = {item.label: item for item in report.items}
        assert items["verified"].verdict == "verified"
        (changed,) = items["changed"].findings
        assert changed.nearest is not None
        assert [(one.quoted, one.record) for one in changed.nearest.differences] == [("nobody", "customer")]
        (elsewhere,) = items["elsewhere"].findings
        assert elsewhere.cause == "elsewhere"
        assert [place.citation for place in elsewhere.found] == ["agr §2"]
        (other,) = items["changed elsewhere"].findings
        assert other.nearest is not None
        assert other.nearest.place.citation == "agr §2"
        assert [(one.quoted, one.record) for one in other.nearest.differences] == [("nine", "two")]
