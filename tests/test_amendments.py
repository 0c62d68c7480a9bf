"""Which sections are no longer in force: declared in a record file, or said by an amendment."""

import json
import re

import pytest

from playbook_legal.critic import critique
from playbook_legal.paper.amending_words import statements
from playbook_legal.paper.amendments import Supersession, affected, superseded
from playbook_legal.paper.assembly import assembled
from playbook_legal.paper.documents import Document
from playbook_legal.paper.outline import Mark
from playbook_legal.paper.readers.markdown import read_markdown
from playbook_legal.paper.record_file import RecordFile, read_record_file
from playbook_legal.problems import UnusableInputError
from playbook_legal.sources import Source

from .given_paper import FILINGS


def paper(document_id: str, text: str, **more) -> Document:
    marks = [
        Mark(start=one.start(), level=one.group(1).count("."), number=one.group(1))
        for one in re.finditer(r"^([0-9]+(?:\.[0-9]+)*)\. ", text, re.MULTILINE)
    ] + [
        Mark(start=one.start(), level=0, kind="exhibit", number=one.group(1))
        for one in re.finditer(r"^Exhibit ([A-Z])$", text, re.MULTILINE)
    ]
    marks.sort(key=lambda one: one.start)
    return assembled("text", document_id, document_id, text, marks, "0" * 64, document_id, **more)


def record(text: str, known: tuple[str, ...] = ("msa", "dpa", "first")) -> RecordFile:
    return read_record_file(Source("record.yaml", text, "0" * 64), known)


def said(text: str) -> list[tuple[tuple[str, ...], str]]:
    return [(one.labels, one.how) for one in statements(paper("first", text))]


# --- the set words ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "labels", "how"),
    [
        ("Section 5.2 of the Agreement is hereby amended and restated in its entirety to read:", ("5.2",), "restated"),
        ("Section 5.2 is hereby amended to read in its entirety as follows:", ("5.2",), "restated"),
        ("Section 5.2(a)(ii) of the Master Services Agreement is hereby deleted.", ("5.2(a)(ii)",), "deleted"),
        ("Sections 3.6 and 12.5 shall be deleted in their entirety.", ("3.6", "12.5"), "deleted"),
        ("sections 10.1(c), (e) and (j) of the Credit Agreement respectively are amended to read in their entirety",
         ("10.1(c)", "10.1(e)", "10.1(j)"), "restated"),
        ("SECTIONS 9.13 AND 9.15 of the Credit Agreement shall be of no further force or effect.",
         ("9.13", "9.15"), "deleted"),
        ("section 9.7 of the Agreement and the reference thereto in section 9.4 of the Agreement shall be of no force",
         ("9.7", "9.4"), "deleted"),
        ("Section 3 is amended by adding the following new definition:", ("3",), "supplemented"),
        ("Section 3.2 shall be amended to include the following new subsection:", ("3.2",), "supplemented"),
        ("Section 7.8 is amended by deleting the text “x” and inserting “y”.", ("7.8",), "amended"),
        ("Section 5.7 shall be deleted in its entirety and replaced with the following:", ("5.7",), "replaced"),
        ("Clause 9.1 shall be replaced in its entirety with the following:", ("9.1",), "replaced"),
        ("The following sentence of Section 9.2 shall be deleted in its entirety:", ("9.2",), "amended"),
        ("The first two sentences of Section 6.3 (as amended) shall be replaced with", ("6.3",), "amended"),
        ("The definition of “Fees” in Section 1 is hereby deleted.", ("1",), "amended"),
        ("Exhibit A and Exhibit G, attached hereto, shall replace Exhibit A and Exhibit G of the License Agreement",
         ("Exhibit A", "Exhibit G"), "replaced"),
        ("Article IV is hereby amended and restated in its entirety.", ("Article IV",), "restated"),
        ("The Agreement is hereby amended by deleting Section 5.2 in its entirety.", ("5.2",), "deleted"),
        ("Schedule 2 to the Agreement is hereby replaced by Schedule 2 hereto.", ("Schedule 2",), "replaced"),
        ("Section 6 of the Agreement is hereby modified as follows:", ("6",), "amended"),
        ("Section 5 (b) and (c) are hereby deleted.", ("5(b)", "5(c)"), "deleted"),
        ("Section 4.4 of the Agreement shall be of\nno further\nforce or effect.", ("4.4",), "deleted"),
        ("The Agreement is amended (by deleting Section 5.2) as of today.", ("5.2",), "deleted"),
        ("Article IV, (a) and (b) are hereby deleted.", ("Article IV", "Article IV(a)", "Article IV(b)"), "deleted"),
        ("Section 2.9\n(b) of the Credit\nAgreement is\namended to read in its entirety", ("2.9(b)",), "restated"),
    ],
)  # fmt: skip
def test_the_set_words_of_amendments_are_read(text, labels, how):
    assert said(text) == [(labels, how)]


@pytest.mark.parametrize(
    "text",
    [
        "Whereas the parties desire to amend Exhibit A of the License Agreement;",
        "This Agreement may be amended by the parties as provided in Section 12.",
        "Effective on the date provided for in section 4 hereof, the fees are amended.",
        "Section 4 of this Amendment is amended only in writing.",
        "No provision of Section 5 is waived, and the remainder is amended.",
        "Fees under Section 5.2 are payable in arrears.",
    ],
)
def test_what_amends_no_section_of_an_agreement_is_passed_over(text):
    assert said(text) == []


def test_a_page_number_in_the_statement_does_not_hide_it():
    text = "Section 5.2 of the\n\n3\n<PAGE>\n\nAgreement is hereby deleted."
    first = text.index("3\n")
    document = paper("first", text, furniture=((first, text.index("Agreement")), (first + 1, first + 3)))
    assert [(one.labels, one.how, one.agreement) for one in statements(document)] == [
        (("5.2",), "deleted", "Agreement")
    ]


# --- which document --------------------------------------------------------------------------------------------

MSA = paper(
    "msa",
    "MASTER SERVICES AGREEMENT between Acme, Inc. and Borealis LLC, dated as of January 5, 2026\n"
    "5. Fees.\n5.1. Due. Fees are due.\n5.2. Late. Interest is due.\n6. Term. One year.\n",
)
DPA = paper(
    "dpa",
    "DATA PROCESSING ADDENDUM between Acme, Inc. and Borealis LLC, dated as of January 6, 2026\n"
    "5. Notice.\n5.2. Incidents. Within 72 hours.\n",
)
FIRST = paper(
    "first",
    "AMENDMENT NO. 1 TO MASTER SERVICES AGREEMENT between Acme, Inc. and Borealis LLC, dated as of March 1, 2026, to "
    "the agreement dated as of January 5, 2026\n1. Late. Section 5.2 of the Agreement is hereby amended and "
    "restated in its entirety to read: “No interest.”\n2. Term. Section 6 is hereby deleted.\n",
)


def test_an_amendment_supersedes_the_sections_of_the_agreement_it_names():
    first, second = superseded([MSA, DPA, FIRST])
    assert first == Supersession(
        document_id="msa", label="5.2", by_document="first", by_label="1", start=FIRST.text.index("Section 5.2"),
        end=FIRST.text.index("amended and restated") + len("amended and restated"), how="restated",
        words="Section 5.2 of the Agreement is hereby amended and restated", certain=True,
    )  # fmt: skip
    assert (second.document_id, second.label, second.by_label, second.how) == ("msa", "6", "2", "deleted")


def test_the_words_that_are_superseded_are_those_of_the_section():
    first, _ = superseded([MSA, DPA, FIRST])
    assert [MSA.text[start:end] for start, end in affected(first, MSA)] == ["5.2. Late. Interest is due."]
    assert affected(first, DPA) == ()
    missing = Supersession(document_id="msa", label="9.9", by_document="first")
    assert affected(missing, MSA) == ()


def test_of_several_documents_that_could_be_meant_all_are_told():
    vague = paper("first", "FIRST AMENDMENT\n1. Section 5.2 is hereby deleted.")
    told = [(one.document_id, one.label, one.certain) for one in superseded([MSA, DPA, vague])]
    assert told == [("msa", "5.2", False), ("dpa", "5.2", False)]
    assert [(one.document_id, one.certain) for one in superseded([MSA, vague])] == [("msa", True)]


def test_an_amendment_of_an_agreement_that_is_not_there_supersedes_nothing():
    lease = paper("first", "AMENDMENT NO. 1 TO OFFICE LEASE AGREEMENT\n1. Section 5.2 is hereby deleted.")
    assert superseded([MSA, DPA, lease]) == ()


def test_papers_of_other_parties_or_dates_are_of_another_deal():
    text = (
        "AMENDMENT NO. 1 TO MASTER SERVICES AGREEMENT between Zenith Corp. and Nadir Ltd.\n"
        "1. Section 5.2 is hereby deleted."
    )
    assert superseded([MSA, DPA, paper("first", text)]) == ()
    text = (
        "AMENDMENT NO. 1 dated March 1, 2026 TO MASTER SERVICES AGREEMENT dated June 1, 2020\n"
        "1. Section 5.2 is hereby deleted."
    )
    assert superseded([MSA, DPA, paper("first", text)]) == ()


def test_an_agreement_that_is_amended_and_restated_takes_the_place_of_the_old_one():
    newer = paper(
        "msa-2",
        "AMENDED AND RESTATED MASTER SERVICES AGREEMENT between Acme, Inc. and Borealis LLC\n5. Fees. None.\n",
    )
    (one,) = superseded([MSA, DPA, newer])
    assert (one.document_id, one.label, one.by_document, one.how, one.certain) == (
        "msa",
        "",
        "msa-2",
        "restated",
        True,
    )
    assert affected(one, MSA) == ((0, len(MSA.text)),)


def test_an_amendment_of_a_matter_like_document_finds_its_sections_by_their_tokens():
    matter = read_markdown(
        "msa", "Master Services Agreement", "## 5.2 Late\nInterest.\n## 6 Term\nOne.", "0" * 64, "m"
    )
    first = paper("first", "AMENDMENT TO MASTER SERVICES AGREEMENT\n1. Section 5.2 is hereby deleted.")
    (one,) = superseded([matter, first])
    assert [matter.text[start:end] for start, end in affected(one, matter)] == ["## 5.2 Late\nInterest."]


def test_an_amendment_in_the_manner_of_a_matter_names_its_section_too():
    text = "AMENDMENT TO MASTER SERVICES AGREEMENT\n## 1 Late\nSection 5.2 is hereby deleted."
    first = read_markdown("first", "Amendment", text, "0" * 64, "m")
    (one,) = superseded([MSA, first])
    assert (one.by_document, one.by_label) == ("first", "1")


def test_what_is_declared_comes_first_and_says_which_document_is_amended():
    declared = record(
        "schema_version: playbook.record.v1\n"
        "documents:\n  - {id: first, role: amendment, amends: [dpa]}\n"
        "supersedes:\n  - {document: msa, section: '6', by: first, how: deleted}\n"
    )
    vague = paper("first", "FIRST AMENDMENT\n1. Section 5.2 is hereby deleted.")
    told = [
        (one.document_id, one.label, one.how, one.certain) for one in superseded([MSA, DPA, vague], declared)
    ]
    assert told == [("msa", "6", "deleted", True), ("dpa", "5.2", "deleted", True)]


def test_a_markup_or_a_letter_amends_nothing():
    declared = record("schema_version: playbook.record.v1\ndocuments:\n  - {id: first, role: markup}\n")
    assert superseded([MSA, DPA, FIRST], declared) == ()


# --- the record file -------------------------------------------------------------------------------------------


def test_a_record_file_says_roles_order_and_supersessions():
    declared = record(
        "schema_version: playbook.record.v1\ntitle: Acme and Borealis\nx-tool: any\n"
        "documents:\n"
        "  - id: msa\n    title: Master Services Agreement\n    path: papers/msa.docx\n"
        "  - id: first\n    role: amendment\n    amends: [msa]\n"
        "order_of_precedence: [first, msa]\n"
        "supersedes:\n  - document: msa\n    section: '5.2'\n    by: first\n    by_section: '1'\n    how: restated\n"
    )
    assert declared.title == "Acme and Borealis"
    assert [declared.role(one) for one in ("msa", "first", "dpa")] == ["agreement", "amendment", None]
    assert declared.amends("first") == ("msa",)
    assert declared.order_of_precedence == ("first", "msa")
    assert declared.supersedes[0].section == "5.2"


HEAD = "schema_version: playbook.record.v1\n"


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("schema_version: playbook.record.v2\n", [(1, 17, "schema")]),
        ("title: x\n", [(1, 1, "missing-key")]),
        (HEAD + "docments: []\n", [(2, 1, "unknown-key")]),
        (HEAD + "documents:\n  - {id: a}\n  - {id: a}\n", [(4, 10, "duplicate-id")]),
        (HEAD + "documents:\n  - {id: a §1}\n", [(3, 10, "document-id")]),
        (HEAD + "documents:\n  - {id: a, role: letter}\n", [(3, 19, "choice")]),
        (HEAD + "documents:\n  - {id: a, path: ../a.md}\n", [(3, 19, "path")]),
        (HEAD + "documents:\n  - {id: a, path: /etc/a.md}\n", [(3, 19, "path")]),
        (HEAD + "documents:\n  - {id: a, path: rubric.yaml}\n", [(3, 19, "path")]),
        (HEAD + "documents:\n  - {id: a, path: a.md}\n  - {id: b, path: A.md}\n", [(4, 19, "path")]),
        (HEAD + "documents:\n  - {id: a, amends: [b]}\n", [(3, 21, "role"), (3, 22, "unknown-id")]),
        (HEAD + "documents:\n  - {id: a, role: amendment, amends: [a]}\n", [(3, 39, "unknown-id")]),
        (HEAD + "order_of_precedence: [msa, msa, nda]\n", [(2, 28, "duplicate-id"), (2, 33, "unknown-id")]),
        (HEAD + "supersedes:\n  - {document: nda, by: first}\n", [(3, 16, "unknown-id")]),
        (HEAD + "supersedes:\n  - {document: msa, by: msa}\n", [(3, 25, "supersedes")]),
        (HEAD + "supersedes:\n  - {document: msa, section: 5.2, by: first}\n", [(3, 30, "type")]),
        ("", [(1, 1, "empty")]),
        ("[", None),
    ],
)
def test_what_is_wrong_in_a_record_file_is_said_with_its_place(text, problems):
    with pytest.raises(UnusableInputError) as raised:
        record(text)
    told = [(one.line, one.column, one.rule) for one in raised.value.problems]
    assert told == problems if problems is not None else [rule for *_, rule in told] == ["yaml"]


def test_an_id_that_is_unknown_is_answered_with_those_that_are_known():
    with pytest.raises(UnusableInputError, match=r'there is no document "nda"; known here: msa, dpa, first'):
        record(HEAD + "order_of_precedence: [nda]\n")


# --- filed amendments ------------------------------------------------------------------------------------------

FILED = {
    "construction__1013218_2001-04-02_AMENDMENT #1 TO MASTER CONSTRUCTION LINE OF CREDIT": [
        "2.9(a) restated", "2.9(b) restated", "2.10(a) restated", "8.1(d) amended",
        "10.1(c) restated", "10.1(e) restated", "10.1(j) restated",
    ],
    "construction__1013218_2000-08-11_AMENDMENT NO. 3 TO MASTER CONSTRUCTION LINE": [
        "2.9(b) restated", "Annex I amended", "6.2(g) supplemented", "7.8 amended", "7.9 restated", "8.1(b) amended",
        "9.7 deleted", "9.4 deleted", "9.6 restated", "9.5 amended", "1.1 amended", "10.1(c) restated",
        "10.1(k) restated", "9.11(a) deleted", "9.11(b) deleted",
    ],
    "software_license__1139650_2004-08-09_AMENDMENT FIVE TO SOFTWARE LICENSE AGREEMENT": [
        "1.5 replaced", "1 supplemented", "3.2 supplemented", "3.6 deleted", "12.5 deleted", "5.7 replaced",
        "5.0 supplemented", "6.3 amended", "9.1 replaced", "9.2 amended",
    ],
    "software_license__1000495_2003-03-26_AMENDMENT TO OEM-IN SOFTWARE LICENSE AGREEMENT": [
        "Exhibit A replaced", "Exhibit G replaced",
    ],
}  # fmt: skip


@pytest.mark.skipif(not FILINGS.is_dir(), reason="the folder of real paper is not here")
@pytest.mark.parametrize("name", FILED)
def test_filed_amendments_are_read_completely(name):
    text = (FILINGS / f"{name}.txt").read_bytes().decode("utf-8", "replace")
    document = assembled("text", name, name, text, [], "0" * 64, name)
    assert [f"{label} {one.how}" for one in statements(document) for label in one.labels] == FILED[name]


@pytest.mark.skipif(not FILINGS.is_dir(), reason="the folder of real paper is not here")
def test_unrelated_filings_supersede_nothing_of_each_other():
    papers = [
        assembled(
            "text",
            path.stem,
            path.stem,
            path.read_bytes().decode("utf-8", "replace"),
            [],
            "0" * 64,
            path.name,
        )
        for path in sorted(FILINGS.glob("*.txt"))
    ]
    assert superseded(papers) == ()


# --- a data room -----------------------------------------------------------------------------------------------


def _deal(number: int) -> str:
    """The words by which the papers of a deal know each other."""
    return (
        f"between Seller{number} Inc. and Buyer{number} Corp., dated March {1 + number % 28}, {1990 + number}"
    )


def _agreement(number: int) -> str:
    return (
        f"License Agreement\n\n{_deal(number)}.\n\n1. Grant. Licensor grants the licence named in the order."
        f"\n\n2. Fees. Licensee pays the fee of lot {number} within ten days of each invoice.\n"
    )


def _amendment(number: int, deal: str) -> str:
    return (
        f"Amendment No. 1 to License Agreement\n\n{deal}.\n\n1. Fees. Section 2 of the License Agreement is hereby "
        f"amended and restated in its entirety: Licensee pays nothing for lot {number}.\n"
    )


def test_in_a_data_room_of_many_deals_only_the_amendment_of_this_one_counts(tmp_path):
    room = tmp_path / "room"
    room.mkdir()
    for number in range(80):
        (room / f"a{number:02}.txt").write_text(_amendment(number, _deal(number)))
    (room / "lic.txt").write_text(_agreement(75))

    def told(*quoted: tuple[str, str]) -> list[tuple[str, str]]:
        issues = [
            {"id": f"i{at}", "citation": cited, "quote": quote, "rationale": "It matters."}
            for at, (cited, quote) in enumerate(quoted)
        ]
        (tmp_path / "s.json").write_text(json.dumps({"issues": issues}))
        found = [one for item in critique(room, tmp_path / "s.json").items for one in item.findings]
        return [(str(one.cause), one.message.partition("; ")[2]) for one in found]

    fees = ("lic §2", "Licensee pays the fee of lot 75 within ten days of each invoice.")
    said = (
        "lic 2 is restated by `a75 §1`: `Section 2 of the License Agreement is hereby amended and restated`"
    )
    assert told(fees) == [("superseded", said)]
    # What is quoted of an amendment draws in no others of its deal.
    assert told(fees, ("a75 §1", "Licensee pays nothing for lot 75.")) == [("superseded", said)]
    assert told(("a03 §1", "Licensee pays nothing for lot 3.")) == []
    (room / "lic.txt").write_text(_agreement(99))
    assert told(("lic §2", fees[1].replace("75", "99"))) == []
    # Declared, it need not say whose it is.
    (room / "record.yaml").write_text(
        "schema_version: playbook.record.v1\ndocuments:\n  - {id: lic, path: lic.txt}\n"
        "  - {id: a75, path: a75.txt, role: amendment, amends: [lic]}\n"
    )
    assert told(("lic §2", fees[1].replace("75", "99"))) == [("superseded", said)]


def test_emphasis_hides_no_amendment(tmp_path):
    room = tmp_path / "room"
    room.mkdir()
    rent = "Tenant pays the rent of the premises on the first day of each month."
    deposit = "Tenant pays a deposit of three months before it moves in."
    (room / "lease.md").write_text(
        f"# Lease\n\n## Rent\n\n1.1 **Rent.** {rent}\n\n1.2 **Deposit.** {deposit}\n"
    )
    (room / "first.md").write_text(
        "# First Amendment to Lease\n\n1. Section 1.1 of the **Lease** is **hereby amended** and restated in its "
        "entirety: Tenant pays no rent.\n2. Section 1.2 of the Lease is **amended and restated**: Tenant pays no "
        "deposit.\n"
    )
    issues = [
        {"id": "i1", "citation": "lease §1.1", "quote": rent, "rationale": "It matters."},
        {"id": "i2", "citation": "lease §1.2", "quote": deposit, "rationale": "It matters."},
    ]
    (tmp_path / "s.json").write_text(json.dumps({"issues": issues}))
    found = [one for item in critique(room, tmp_path / "s.json").items for one in item.findings]
    assert [(str(one.cause), one.message.partition("; ")[2]) for one in found] == [
        (
            "superseded",
            "lease 1.1 is restated by `first §1`: `Section 1.1 of the Lease is hereby amended and restated`",
        ),
        (
            "superseded",
            "lease 1.2 is restated by `first §2`: `Section 1.2 of the Lease is amended and restated`",
        ),
    ]
