"""Corners of the critic: papers and citations that are seldom met, and what is said of them."""

import json
import os
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec
import pytest

from playbook_legal.critic import ClientRecord, Report, critique, load_submission, review
from playbook_legal.critic import shelf as room
from playbook_legal.critic.cache import Cache
from playbook_legal.critic.cache.documents import Identity, kept_document
from playbook_legal.critic.cache.version import version
from playbook_legal.critic.checks.citations import fault, reason
from playbook_legal.critic.configuration import load_configuration
from playbook_legal.critic.report.contexts import contexts_of
from playbook_legal.critic.report.formats import rendered, rendered_together
from playbook_legal.critic.report.sheets import Sheet
from playbook_legal.critic.resolution import named
from playbook_legal.critic.submission.items import Cited
from playbook_legal.paper.citations import parse_citation
from playbook_legal.paper.documents import Document
from playbook_legal.paper.firewall import Firewall
from playbook_legal.paper.reading import read_paper
from playbook_legal.problems import UnusableInputError

from . import word_files as word
from .critic_cases import issue, reviewed, write_folder, written
from .word_files import deleted, docx, inserted, paragraph, run

Files = Mapping[str, str | bytes]

BROKEN = b"%PDF-1.4 broken"
LEASE = """\
LEASE

This Lease is made between Acme Inc. and Northstar LLC.

1. Rent

1.1 Rent. The rent is ten dollars for each month of the term.

1.2 Tax. Article IX of the Code applies to the rent, and Exhibit C says how it is paid.
"""
ADDENDUM = """\
DATA PROCESSING ADDENDUM

This Data Processing Addendum is made between Acme Inc. and Northstar LLC.

1. Care

1.1 Care. Acme takes reasonable care of all personal data.

EXHIBIT B

1. Uptime. The service is there on all days of the year.
"""
TWO = {"lease.txt": LEASE, "dpa.txt": ADDENDUM}


def folder(path: Path, files: Files) -> Path:
    path.mkdir(exist_ok=True)
    for name, content in files.items():
        (path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def on(tmp_path: Path, files: Files, *quoted: tuple[str, str | None], **options: Any) -> Report:
    """The report on issues that cite and quote, against a deal folder of `files`."""
    issues = [issue(quote, citation, id=f"i{number}") for number, (citation, quote) in enumerate(quoted)]
    work = written(tmp_path, "work.json", {"issues": issues})
    return critique(folder(tmp_path / "deal", files), work, **options)


def causes(report: Report) -> list[str]:
    return [str(finding.cause) for finding in report.findings]


def messages(report: Report, cause: str) -> list[str]:
    return [finding.message for finding in report.findings if finding.cause == cause]


def cited(text: str) -> Cited:
    return Cited(text, parse_citation(text), "citation")


def places(record: ClientRecord, text: str) -> list[str]:
    """What `text` names, as `id label`; its cause where it names nothing."""
    cause = fault(cited(text), record)
    if cause is not None:
        return [str(cause)]
    return [f"{one.document.id} {one.section.token}" for one in named(cited(text), record).sections]


# --- citations --------------------------------------------------------------------------------------------------


def test_a_file_of_a_kind_that_is_not_read_is_told_by_its_name(tmp_path):
    report = on(tmp_path, {**TWO, "old.doc": b"x"}, ("old §4.2", None))
    (message,) = messages(report, "unreadable_document")
    assert message == (
        "`old §4.2` could not be checked: the file `old.doc` lies in the folder and is of a kind that is not read; "
        "save it as .docx, .pdf or text"
    )
    assert report.passed


def test_an_article_that_the_paper_mentions_is_no_annex_that_was_not_supplied(tmp_path):
    report = on(tmp_path, TWO, ("lease Article IX", None), ("lease Exhibit C", None))
    assert [one for one in causes(report) if one != "unquoted_issue"] == ["unknown_section", "not_supplied"]


NAMED = [
    ("lease §1.1; Exhibit B §1", ["unknown_section"]),  # of the lease
    ("dpa §1.1; Exhibit B §1", ["dpa 1.1", "dpa Exhibit B §1"]),
    ("Data Processing Addendum §1.1; Exhibit B §1", ["dpa 1.1", "dpa Exhibit B §1"]),
    ("lease §1.1; dpa §1.1", ["lease 1.1", "dpa 1.1"]),
    ("lease §1.1 and dpa §", ["not_a_citation"]),
    ("lease § and dpa §1.1", ["not_a_citation"]),
]


@pytest.mark.parametrize(("text", "found"), NAMED, ids=[one[0] for one in NAMED])
def test_each_of_several_places_has_its_document_and_has_to_be_one(text, found, tmp_path):
    assert places(ClientRecord.from_directory(folder(tmp_path / "deal", TWO)), text) == found


def test_an_id_that_looks_like_markup_is_the_id_of_its_document(tmp_path):
    both = {"lease_final_.txt": LEASE, "lease_final.txt": ADDENDUM}
    record = ClientRecord.from_directory(folder(tmp_path / "deal", both))
    assert places(record, "lease_final_ §1.2") == ["lease_final_ 1.2"]
    assert places(record, "**lease_final_** §1.2") == ["unknown_section"]  # in bold, and of the other


@pytest.mark.parametrize("label", ["1-{}", "A1-{}", "{}-B"])
def test_a_label_that_reads_as_a_range_is_the_label_of_its_unit(label, tmp_path):
    drawings = [
        paragraph(run(f"Drawing. It shows the {what} of the house."), num=1, level=0)
        for what in ("walls", "doors", "roof", "gate")
    ]
    lists = word.numbering(word.definition(0, word.level(0, label.format("%1"))), word.numbered(1, 0))
    plans = docx(paragraph("PLANS"), *drawings, numbering=lists)
    third = label.format(3)
    report = on(
        tmp_path,
        {"plans.docx": plans},
        (f"plans § {third}", "It shows the roof of the house."),
        (f"plans § {third}", "It shows the doors of the house."),
    )
    assert [(str(one.verdict), len(one.verified)) for one in report.items] == [
        ("verified", 1),
        ("FABRICATED_QUOTE", 0),
    ]
    assert [one.cause for one in report.items[1].findings] == ["elsewhere"]


def test_an_amendment_of_a_document_that_cannot_be_read_is_not_refuted(tmp_path):
    text = "Section 1 of the First Amendment to Lease"
    report = on(tmp_path, {"lease.pdf": BROKEN, "dpa.txt": ADDENDUM}, (text, None))
    (message,) = messages(report, "unreadable_document")
    assert message.startswith(f"`{text}` could not be checked: `lease` cannot be read (")
    assert report.passed


def test_a_paper_that_the_record_does_not_have_is_told_as_often_as_it_is_cited(tmp_path):
    again = ("Lease Guaranty §1", "Section 1 of the Lease Guaranty", "Lease Guaranty, Section 1.1")
    report = on(tmp_path, {"lease.txt": LEASE}, *((one, None) for one in again))
    assert messages(report, "unknown_document") == [
        f"`{one}` names the paper `Lease Guaranty`, which the record does not have; it has 1 document (`lease`)"
        for one in again
    ]


@pytest.mark.parametrize("mistyped", ["leese", "guarantee"])  # of which one is a word for a paper
def test_an_id_that_is_mistyped_is_met_with_the_one_that_is_like_it(mistyped, tmp_path):
    guaranty = LEASE.replace("LEASE", "GUARANTY").replace("Lease", "Guaranty")
    record = ClientRecord.from_directory(folder(tmp_path / "deal", {**TWO, "guaranty.txt": guaranty}))
    cause = fault(cited(f"{mistyped} §1.1"), record)
    meant = {"leese": "lease", "guarantee": "guaranty"}[mistyped]
    assert cause == "unknown_document"
    assert reason(cited(f"{mistyped} §1.1"), cause, record) == (
        f"`{mistyped} §1.1` names the document `{mistyped}`, which the record does not have; did you mean `{meant}`?"
    )


def test_an_amendment_that_is_an_exhibit_of_the_paper_is_found_in_it(tmp_path):
    services = """\
SERVICES AGREEMENT

This Services Agreement is made between Acme Inc. and Northstar LLC.

1. Work

1.1 Work. Acme works.

EXHIBIT A

FIRST AMENDMENT TO LEASE

1. Change

1.3 Rent. The rent is paid.
"""
    record = ClientRecord.from_directory(folder(tmp_path / "deal", {"a.txt": services, "b.txt": ADDENDUM}))
    assert places(record, "Section 1.3 of the First Amendment to Lease") == ["a Exhibit A §1.3"]
    assert places(record, "Section 1.3 of Amendment No. 1 to Lease") == ["a Exhibit A §1.3"]
    assert places(record, "Section 1.3 of the Second Amendment to Lease") == ["unknown_document"]


# --- what is to be kept in mind -----------------------------------------------------------------------------------

REFERENCES = """\
SERVICES AGREEMENT

5. Money

5.1 Payment. Customer shall pay all undisputed fees under Section 5.2 within thirty days.

5.2 Cap. Nobody is liable for more than what Section 5.9 says of it.
"""


def test_only_a_reference_to_a_section_that_is_not_there_is_told(tmp_path):
    report = on(
        tmp_path,
        {"msa.txt": REFERENCES},
        ("msa §5.1", "Customer shall pay all undisputed fees under Section 5.2 within thirty days."),
        ("msa §5.2", "Nobody is liable for more than what Section 5.9 says of it."),
    )
    assert [[str(one.cause) for one in item.findings] for item in report.items] == [
        [],
        ["dangling_reference"],
    ]


def _annexed(*exhibits: str) -> str:
    terms = "1. Scope. The work is done on time.\n\n2. Fee. It is paid monthly.\n"
    return "SERVICES AGREEMENT\n\n1. Work\n\nAcme works as the exhibits say.\n" + "".join(
        f"\nEXHIBIT {one}\n\n{terms}" for one in exhibits
    )


@pytest.mark.parametrize(
    ("exhibits", "told"),
    [
        ("A", []),
        ("AB", ["`msa Exhibit B §1–2`"]),
        ("ABC", ["`msa Exhibit B §1–2`, `msa Exhibit C §1–2`"]),
        ("ABCDEFGH", [", ".join(f"`msa Exhibit {one} §1–2`" for one in "BCDEF")]),
    ],
)
def test_words_of_two_sections_that_stand_in_others_as_well_are_told(exhibits, told, tmp_path):
    quote = "The work is done on time. 2. Fee. It is paid monthly."
    report = on(tmp_path, {"msa.txt": _annexed(*exhibits)}, ("msa Exhibit A", quote))
    assert report.items[0].verified[0].at.citation == "msa Exhibit A §1–2"
    assert messages(report, "several_places") == [
        f"the quotation `{quote}` stands in `msa Exhibit A §1–2`; the same words stand in {one} as well"
        for one in told
    ]


def test_words_of_one_section_that_run_over_the_end_of_another_are_told(tmp_path):
    text = "SERVICES AGREEMENT\n\n1. Scope. Work on the house.\n\n2. Fee. Due.\n\n3. Order. “The house. 2. Fee. Due.”\n"
    report = on(tmp_path, {"msa.txt": text}, ("msa §3", "The house. 2. Fee. Due."))
    assert [one.partition("; ")[2] for one in messages(report, "several_places")] == [
        "the same words stand in `msa §1–2` as well"
    ]


def test_an_amendment_that_speaks_of_other_things_first_still_amends(tmp_path):
    amendment = (
        "FIRST AMENDMENT TO LEASE\n\nThe parties hereby agree as follows. Section 1.1 of the Lease is "
        "hereby deleted.\n"
    )
    report = on(
        tmp_path,
        {"lease.txt": LEASE, "first.txt": amendment},
        ("lease §1.1", "The rent is ten dollars for each month of the term."),
    )
    assert [one.partition("; ")[2] for one in messages(report, "superseded")] == [
        "lease 1.1 is deleted by `first`: `Section 1.1 of the Lease is hereby deleted`"
    ]


@pytest.mark.parametrize("kept", [True, False])
def test_in_a_data_room_an_amendment_is_found_in_markdown_and_a_letter_amends_nothing(
    kept, tmp_path, monkeypatch
):
    if not kept:
        monkeypatch.setattr(room, "_KEPT_BYTES", 0)
    parties = "between Acme Inc. and Northstar LLC, dated March 1, 2020"
    lease = LEASE.replace("between Acme Inc. and Northstar LLC", parties)
    deleting = "Section 1.1 of the Lease is hereby deleted."
    rest: dict[str, str] = {
        f"n{number:02}.txt": f"First Amendment to Lease\n\nbetween Seller{number} Inc. and Buyer{number} Corp., dated "
        f"May 1, {1950 + number}.\n\n1. Section 1.1 of the Lease is hereby deleted.\n"
        for number in range(70)
    }
    papers = {
        "lease.txt": lease,
        "first.md": f"# First Amendment to Lease\n\n{parties}.\n\n1. Rent. {deleting}\n",
        "letter.txt": f"Letter\n\n{parties}.\n\n" + "The weather is fine. " * 400 + deleting,
    }
    report = on(
        tmp_path,
        {**rest, **papers},
        ("lease §1.1", "The rent is ten dollars for each month of the term."),
        ("lease §1.1", "Words that nobody ever wrote in any of these papers"),  # sought in all of them
    )
    assert [one.partition("; ")[2] for one in messages(report, "superseded")] == [
        "lease 1.1 is deleted by `first §1`: `Section 1.1 of the Lease is hereby deleted`"
    ]


# --- the record ---------------------------------------------------------------------------------------------------


def test_a_document_of_the_record_is_not_taken_for_the_work(tmp_path):
    deal = write_folder(tmp_path / "deal")
    with pytest.raises(UnusableInputError) as caught:
        critique(deal, deal / "dpa.md")
    assert [one.message for one in caught.value.problems] == [
        'this is the document "dpa" of the record; keep the work apart from the paper'
    ]


def test_a_folder_that_may_not_be_listed_is_refused_in_one_line(tmp_path, monkeypatch):
    def refuse(path: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    deal = write_folder(tmp_path / "deal")
    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(UnusableInputError) as caught:
        ClientRecord.from_directory(deal)
    (problem,) = caught.value.problems
    assert (problem.path, problem.message) == (
        deal.as_posix(),
        "the folder cannot be read (Permission denied)",
    )


def test_an_author_without_a_name_is_refused_with_its_line(tmp_path):
    settings = written(tmp_path, "playbook.toml", '[critic]\nauthor = [\n  "J. Doe",\n  " ",\n]\n')
    with pytest.raises(UnusableInputError) as caught:
        load_configuration(settings)
    assert [(one.line, one.message) for one in caught.value.problems] == [
        (4, "the text is blank; name somebody, or take it out")
    ]


def test_a_large_record_with_an_unreadable_document_and_an_amendment_gives_the_same_report(
    tmp_path, monkeypatch
):
    amendment = "FIRST AMENDMENT TO LEASE\n\n1. Rent. Section 1.1 of the Lease is hereby deleted.\n"
    deal = folder(tmp_path / "deal", {**TWO, "first.txt": amendment, "scan.pdf": BROKEN})
    quoted = (
        ("scan §1", "Nothing of this can be read by anybody at all"),
        ("lease §1.1", "The rent is ten dollars for each month of the term."),
        ("lease §1.1", "The rent is eleven dollars for each month of the term."),
        ("scan §1", None),
        ("Section 1 of the Scan", None),
    )
    kept = on(tmp_path, {}, *quoted)
    assert {"superseded", "number_changed", "unreadable_document"} <= set(causes(kept))
    monkeypatch.setattr(room, "_KEPT_BYTES", 0)
    work = load_submission(tmp_path / "work.json")
    record = ClientRecord.from_directory(deal)
    assert not record.is_kept
    for _ in range(2):
        assert review(record, work).to_json() == kept.to_json()


def test_the_parts_of_a_large_record_are_its_documents_in_order(tmp_path, monkeypatch):
    monkeypatch.setattr(room, "_SMALL_BYTES", 0)
    record = ClientRecord.opened(write_folder(tmp_path / "deal"), Firewall())
    parts = record.parts(2)
    assert len(parts) == 2
    told = [(leaf.index, leaf.card, leaf.text) for part in parts for leaf in part.pass_through()]
    assert told == [(leaf.index, leaf.card, leaf.text) for leaf in record.pass_through()]


def test_in_a_record_of_very_many_documents_that_are_not_kept_printed_titles_name_none(tmp_path, monkeypatch):
    papers = {f"n{number:03}.txt": f"Notice {number}\n\nThe fee is due.\n" for number in range(100)}
    deal = folder(tmp_path / "deal", {**papers, "executed_v3.txt": ADDENDUM})
    text = "Section 1.1 of the Data Processing Addendum"
    assert places(ClientRecord.from_directory(deal), text) == ["executed_v3 1.1"]
    monkeypatch.setattr(room, "_KEPT_BYTES", 0)
    record = ClientRecord.from_directory(deal)
    assert places(record, text) == ["unknown_document"]
    assert places(record, "executed_v3 §1.1") == ["executed_v3 1.1"]


# --- what is kept ---------------------------------------------------------------------------------------------------


def _tracked() -> bytes:
    return docx(
        paragraph("SERVICES AGREEMENT"),
        paragraph(
            run("1.1 Fee. Customer pays "), deleted(run("ten")), inserted(run("nine")), run(" dollars.")
        ),
    )


TEXT, SECTIONS, OTHER = 0, 1, 13  # in a document as it is kept


def _spoilt(kept: list[Any], how: str) -> list[Any]:
    match how:
        case "no text":
            kept[TEXT] = None
        case "no text of the other view":
            kept[OTHER][TEXT] = None
        case "a section outside the text":
            kept[SECTIONS][0][3] = 10**9
        case "no section":
            kept[SECTIONS] = []
    return kept


@pytest.mark.parametrize(
    "how", ["no text", "no text of the other view", "a section outside the text", "no section"]
)
def test_a_kept_document_that_is_not_sound_is_made_again(how):
    document = read_paper("msa", "msa", _tracked(), "msa.docx").document
    assert document is not None
    assert document.other_view is not None
    identity = Identity(document.id, document.title, document.name, document.sha256)
    facts = (identity.id, identity.title, identity.name, identity.sha256)
    made: list[Document] = []

    def make() -> Document:
        made.append(document)
        return document

    cache = Cache()
    for _ in range(2):
        assert kept_document(cache, identity, (), None, make) == document
    assert len(made) == 1
    value = cache.get("document", facts)
    assert value is not None
    cache.put("document", facts, msgspec.msgpack.encode(_spoilt(msgspec.msgpack.decode(value), how)))
    for _ in range(2):
        assert kept_document(cache, identity, (), None, make) == document
    assert len(made) == 2


def test_a_redlined_file_has_the_same_report_from_the_cache(tmp_path):
    plain = docx(paragraph("SERVICES AGREEMENT"), paragraph("1.1 Fee. Customer pays ten dollars."))
    deal = folder(tmp_path / "deal", {"msa.docx": plain})
    work = tmp_path / "msa.docx"
    work.write_bytes(_tracked())
    told = critique(deal, work).to_json()
    assert [critique(deal, work, cache=tmp_path / "c").to_json() for _ in range(2)] == [told, told]


def test_what_was_kept_without_a_library_is_not_used_with_it(monkeypatch):
    with_all = version.__wrapped__()
    real = metadata.version

    def without_lxml(name: str) -> str:
        if name == "lxml":
            raise metadata.PackageNotFoundError(name)
        return real(name)

    monkeypatch.setattr(metadata, "version", without_lxml)
    assert version.__wrapped__() != with_all
    assert version.__wrapped__() == version.__wrapped__()


# --- the report ------------------------------------------------------------------------------------------------------

ACROSS = "The work is done on time. 2. Fee. It is paid monthly."


def test_a_passage_of_two_sections_is_shown_with_what_stands_around_it(tmp_path):
    report = on(tmp_path, {"msa.txt": _annexed("A")}, ("msa Exhibit A", ACROSS))
    record = ClientRecord.from_directory(tmp_path / "deal")
    (context,) = contexts_of(report, record).values()
    assert context.before == _annexed("A").partition("The work is")[0]
    assert " ".join(context.passage.split()) == ACROSS
    assert (context.after.strip(), context.cut_before, context.cut_after) == ("", False, False)


def _page(tmp_path: Path, report: Report, work: Path | None = None) -> str:
    record = ClientRecord.from_directory(tmp_path / "deal")
    text = None if work is None else work.read_text(encoding="utf-8")
    return rendered(report, "html", submission_text=text, contexts=contexts_of(report, record))


def test_a_mark_of_markdown_in_the_name_of_an_author_is_shown_on_the_page_as_it_is(tmp_path):
    tracked = docx(
        paragraph("SERVICES AGREEMENT"),
        paragraph(
            run("1.1 Fee. Customer pays "), inserted(run("nine dollars for each month"), "J_Doe*"), run(".")
        ),
    )
    report = on(tmp_path, {"msa.docx": tracked}, ("msa §1.1", "Customer pays nine dollars for each month"))
    (message,) = messages(report, "tracked_change")
    assert "by J_Doe\\*" in message
    page = _page(tmp_path, report)
    assert "by J_Doe*: <b class=said>nine dollars for each month</b>" in page
    assert "J_Doe\\" not in page


def test_a_very_long_name_of_a_document_is_cut_on_the_page(tmp_path):
    name = "lease of the house and the garden " * 6
    report = on(tmp_path, {f"{name.strip()}.txt": LEASE}, (f"{name.strip()} §1.1", "The rent is ten dollars"))
    assert report.coverage.quotations_verified == 1
    page = _page(tmp_path, report)
    assert f"<h4>✓ {name[:159]}…, line " in page
    assert f"<h4>✓ {name[:160]}" not in page


def _rules(*patterns: str) -> str:
    told = ", ".join(json.dumps(one) for one in patterns)
    return (
        "schema_version: playbook.authority.v1\nnon_negotiables:\n  - id: notice\n    match: numbers\n"
        f"    prohibited_patterns: [{told}]\n"
    )


def test_language_whose_number_is_written_otherwise_than_in_the_rule_is_shown_without_a_mark(tmp_path):
    language = "Notice is given within seventy-two (72) hours, and never after thirty days."
    work = {"settlements": [{"issue": "a", "citation": "dpa §5.1", "closing_text": language}]}
    report = reviewed(tmp_path, work, _rules("72 hours", "thirty days"))
    assert [one.pattern for one in report.findings] == ["72 hours", "thirty days"]
    page = _page(tmp_path, report, tmp_path / "submission.json")
    assert f'<blockquote class="paper work">{language}</blockquote>' in page
    marked = language.replace("thirty days", "<mark>thirty days</mark>")
    assert f'<blockquote class="paper work">{marked}</blockquote>' in page


def test_a_file_that_is_named_with_other_slashes_is_one_file_of_the_run(tmp_path):
    report = on(tmp_path, TWO, ("lease §1.1", "The rent is ten dollars for each month of the term."))
    sheets = [
        Sheet(report=report, submission_name=name, record_name=record)
        for name, record in (("out/work.json", "deal/papers"), ("out\\work.json", "deal\\papers"))
    ]
    (sarif,) = json.loads(rendered_together(sheets, "sarif"))["runs"]
    assert [one["location"]["uri"] for one in sarif["artifacts"]] == [
        "out/work.json",
        "deal/papers/dpa.txt",
        "deal/papers/lease.txt",
    ]


def test_a_page_number_copied_among_the_words_is_told_as_a_sign_among_them(tmp_path):
    """On the looser policies a page number is no part of the sentence that it stands in."""
    pages = "".join(
        f"{page}. Delivery\n\nThe Supplier delivers the goods of lot {page} within thirty days after the order was\n\n"
        f"                                     {page}\n<PAGE>\n\nplaced by the Customer in writing at its own cost.\n\n"
        for page in range(1, 6)
    )
    folder = tmp_path / "deal"
    folder.mkdir()
    (folder / "lic.txt").write_text(f"LICENSE AGREEMENT\n\n{pages}")
    quoted = (
        "The Supplier delivers the goods of lot 2 within thirty days after the order was 2 <PAGE> placed by the "
        "Customer in writing at its own cost."
    )
    work = written(tmp_path, "s.json", {"issues": [issue(quoted, "lic §2")]})
    report = critique(folder, work, quotes="typographic")
    (finding,) = report.items[0].findings
    assert (str(finding.cause), finding.critical) == ("punctuation_changed", True)
    assert finding.message.endswith(
        "its words stand in `lic §2`, with other signs among them, as at the end of a page"
    )
