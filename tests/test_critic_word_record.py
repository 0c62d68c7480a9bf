"""Word files as the record: whose change the quoted words are, and which view they stand in."""

import json
from pathlib import Path
from typing import Any

import pytest

from playbook_legal.critic import ClientRecord, Report, load_submission, review

from .word_files import (
    ANN,
    BEN,
    deleted,
    docx,
    inserted,
    paragraph,
    run,
)

pytest.importorskip("lxml", reason="the extra `word` is not installed")


def deal(folder: Path, quote: str, citation: str = "msa §1", view: Any = "accepted", *body: str) -> Report:
    """The report on one quotation from a Word file with tracked changes by two people."""
    (folder / "deal").mkdir(exist_ok=True)
    content = body or (
        paragraph(
            run("Provider shall "), deleted("not ", author=ANN), run("be liable for lost profits of "),
            inserted("up to ten million ", author=BEN), run("dollars."),
        ),
    )  # fmt: skip
    (folder / "deal" / "msa.docx").write_bytes(docx(*content))
    work = {"issues": [{"id": "a", "citation": citation, "quote": quote, "rationale": "It matters."}]}
    (folder / "work.json").write_text(json.dumps(work), "utf-8")
    record = ClientRecord.from_directory(folder / "deal", view)
    return review(record, load_submission(folder / "work.json"))


def told(report: Report) -> list[tuple[str, str]]:
    return [(str(one.verdict), str(one.cause)) for one in report.findings]


def test_words_that_were_struck_out_within_a_quotation_are_told_with_their_author(tmp_path: Path) -> None:
    report = deal(tmp_path, "Provider shall be liable for lost profits", "msa full")
    assert told(report) == [("verified", "tracked_change")]
    assert f"words within it were struck out by {ANN}: `not`" in report.findings[0].message
    assert report.items[0].verified[0].view == "accepted"


def test_words_that_were_put_in_are_told_with_their_author(tmp_path: Path) -> None:
    report = deal(tmp_path, "for lost profits of up to ten million dollars", "msa full")
    assert told(report) == [("verified", "tracked_change")]
    assert report.items[0].verified[0].change_author == BEN


def test_a_quotation_beside_the_changes_is_nobodys_change(tmp_path: Path) -> None:
    report = deal(tmp_path, "be liable for lost profits of", "msa full")
    assert [cause for _, cause in told(report)] == []
    assert report.items[0].verified[0].change_author == ""


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        ("accepted", [("FABRICATED_QUOTE", "other_view")]),
        ("original", []),
        ("both", []),
    ],
)
def test_the_view_decides_whether_struck_words_count(view: str, expected: list[Any], tmp_path: Path) -> None:
    report = deal(tmp_path, "Provider shall not be liable for lost profits", "msa full", view)
    assert [one for one in told(report) if one[1] != "tracked_change"] == expected
    if view == "both":
        assert report.items[0].verified[0].view == "original"


def test_in_both_views_a_section_that_was_struck_out_whole_still_resolves(tmp_path: Path) -> None:
    body = (
        paragraph(run("1. Fees. The fees are due at once.")),
        paragraph(deleted("2. Interest. Late fees bear interest at two percent.")),
        paragraph(run("3. Term. The term is one year.")),
    )
    for view, expected in (("accepted", "unknown_section"), ("both", None)):
        report = deal(tmp_path, "Late fees bear interest at two percent", "msa §2", view, *body)
        causes = [cause for _, cause in told(report) if cause != "tracked_change"]
        assert (expected in causes) if expected else causes == []


@pytest.mark.parametrize("citation", ["msa Exhibit A-1", "msa Exhibit A-1 §2"])
def test_a_label_that_a_report_writes_is_understood(citation: str, tmp_path: Path) -> None:
    body = (
        paragraph(run("1. Fees. The fees are due at once.")),
        paragraph(run("EXHIBIT A-1")),
        paragraph(run("1. Hours. The hours are nine to five.")),
        paragraph(run("2. Rates. The rates are those of the list.")),
    )
    report = deal(tmp_path, "The rates are those of the list", citation, "accepted", *body)
    assert told(report) == []
    assert report.items[0].verified[0].at.section == "Exhibit A-1 §2"
