"""Documents are known by the titles they print, and a paper that the record does not have is not mistaken for one."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from playbook_legal.critic import ClientRecord, critique
from playbook_legal.critic.checks.citations import fault, reason
from playbook_legal.critic.resolution import named
from playbook_legal.critic.submission.items import Cited
from playbook_legal.paper.citations import parse_citation
from playbook_legal.paper.cited_papers import cited_papers
from playbook_legal.paper.paper_names import initials_of, is_of_another_kind, name_of, shortens
from playbook_legal.paper.printed_titles import printed_names
from playbook_legal.paper.reading import read_paper

from .given_paper import GIVEN
from .word_files import docx, paragraph

MSA = """\
MASTER SERVICES AGREEMENT

This Master Services Agreement (this “Agreement”) is made between Acme Inc. (“Provider”) and Northstar LLC (“Customer”).

1. Definitions

1.1 Terms. “Fees” means the fees of the order.

2. Data

2.1 Care. Provider keeps reasonable safeguards for all data of Customer.

2.2 Notice. Provider shall notify Customer within three days of an incident. The Parking Lease is not affected.

3. Amendment

3.1 Form. This agreement is amended in writing only.
"""
DPA = """\
DATA PROCESSING ADDENDUM

This Data Processing Addendum (“DPA”) is part of the Master Services Agreement between Acme Inc. and Northstar LLC.

1. Purpose

1.1 Scope. This addendum governs the processing of personal data.

2. Audit

2.1 Right. Customer may audit the facilities of Provider once a year.
"""
NDA = """\
Mutual Non-Disclosure Agreement

This Mutual Non-Disclosure Agreement (“MNDA”) is made between Acme Inc. and Northstar LLC.

1. Purpose

1.1 Purpose. The parties wish to talk.

2. Care

2.1 Care. The Receiving Party uses reasonable care to protect what it was told.
"""
CREDIT = """\
CREDIT AGREEMENT

This Credit Agreement (this “Agreement”) is made between Acme Inc. and Northstar Bank.

1. Loan

1.1 Loan. The loan is ten million dollars.

2. Amendment

2.1 Amendment. This agreement is amended in writing only.
"""
AMENDMENT = """\
<PAGE>   1
                                                                   EXHIBIT 10.13

                               AMENDMENT NO. 3 TO
                                CREDIT AGREEMENT

      THIS AMENDMENT NO. 3 TO CREDIT AGREEMENT, dated as of May 3, 2004 ("THIS AMENDMENT"), is among Acme Inc. and
Northstar Bank. It amends the Credit Agreement (the "Loan Contract").

1. Waiver

1.1 Waived. The default is waived.

2. Other

2.1 Other. All else stays as it is.
"""
DEAL = {"executed_final_v3.txt": MSA, "scan7.txt": DPA}


def folder(path: Path, files: Mapping[str, str | bytes]) -> Path:
    path.mkdir(exist_ok=True)
    for name, content in files.items():
        (path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def cited(written: str) -> Cited:
    return Cited(written, parse_citation(written), "citation")


def places(record: ClientRecord, written: str) -> list[str]:
    """What `written` names, as `id label`; its cause where it names nothing."""
    cause = fault(cited(written), record)
    if cause is not None:
        return [str(cause)]
    return [f"{one.document.id} {one.section.token}" for one in named(cited(written), record).sections]


# --- how a paper calls itself -------------------------------------------------------------------------------------

COVER = "$150,000,000\n\nCREDIT AGREEMENT\n\nDATED AS OF\n\nAugust 24, 1994\n\nAMONG\n\nDEAN FOODS COMPANY,\n"
DESCRIBED = "CREDIT AGREEMENT\n\nExhibit 99.1\n\nWAIVER\nTO CREDIT AGREEMENT\n\n1. Waiver\n"
STANDARD = (
    "# Standard Terms\n\n1. **Introduction**. This Mutual Non-Disclosure Agreement (which incorporates these Standard "
    "Terms) (“**MNDA**”) allows each party to talk.\n"
)
BUYER = 'THIS SUPPLY AGREEMENT, between Acme Inc. ("ASA") and Northstar (the "Buyer").\n'
SECOND = 'This Second Amendment changes the License Agreement between A and B ("License Agreement").\n'
PROSE = "The lender may assign its rights under this note and any other agreement.\n"
HEADS = [
    ("lines in capitals", "text", MSA, ("MASTER SERVICES AGREEMENT",), ("Agreement",)),
    ("its own short name", "text", DPA, ("DATA PROCESSING ADDENDUM",), ("DPA",)),
    ("below a filing's mark", "text", AMENDMENT, ("AMENDMENT NO. 3 TO CREDIT AGREEMENT",), ("AMENDMENT",)),
    ("what a filing system says above it", "text", DESCRIBED, ("WAIVER TO CREDIT AGREEMENT",), ()),
    ("a cover page", "text", COVER, ("CREDIT AGREEMENT",), ()),
    ("the parties in the title", "text", "SUPPLY AGREEMENT BETWEEN OWNER,\nAND DEVELOPER\n\n1. Scope\n",
     ("SUPPLY AGREEMENT",), ()),
    ("a company above the title", "text", "ACME HOLDINGS, INC.\n\nSTOCK OPTION PLAN\n\n1. Purpose\n",
     ("STOCK OPTION PLAN",), ()),
    ("a short line in small letters", "text", "Trust receipt loan contract\n\nArticle 1 The loan\n",
     ("Trust receipt loan contract",), ()),
    ("a heading", "markdown", "# Cloud Service Agreement\n\n1. Service\n", ("Cloud Service Agreement",), ()),
    ("the only heading of its depth", "markdown", "# Acme & Northstar\n\n## 1. Term\n", ("Acme & Northstar",), ()),
    ("a heading with a number is none", "markdown", "## 1. Terms\n\nText.\n\n## 2. Order\n", (), ()),
    ("front matter", "markdown", "---\ntitle: Acme Terms of Service\n---\n\n## Definitions\n",
     ("Acme Terms of Service",), ()),
    ("short form in the heading", "markdown", "## Request for Quotation (RFQ)\n\nText.\n",
     ("Request for Quotation",), ("RFQ",)),
    ("the sentence says more", "markdown", STANDARD, ("Standard Terms", "Mutual Non-Disclosure Agreement"), ("MNDA",)),
    ("a party is no short name", "text", BUYER, ("SUPPLY AGREEMENT",), ()),
    ("what it amends is no short name", "text", SECOND, ("Second Amendment",), ()),
    ("a table of contents is no head", "text", "INDEX\n\nLoan Agreement ..... 3\n\n1. Loan\n", (), ()),
    ("prose is no title", "text", PROSE, (), ()),
    ("only a number", "text", "1. License Agreement\n\nText.\n", (), ()),
    ("nothing", "text", "", (), ()),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "text", "titles", "called"), [one[1:] for one in HEADS], ids=[one[0] for one in HEADS]
)
def test_a_paper_calls_itself_as_it_prints_where_it_begins(kind, text, titles, called):
    found = printed_names(text, kind)
    assert (found.titles, found.called) == (titles, called)


def test_only_the_beginning_of_a_paper_is_looked_at():
    assert printed_names("x\n" * 4000 + MSA, "text").titles == ()


# --- names, compared ----------------------------------------------------------------------------------------------

SAME = [
    ("the Cloud Services Agreement", "CLOUD SERVICE AGREEMENT"),
    ("Mutual Nondisclosure Agreement", "Mutual Non-Disclosure Agreement."),
    ("Third Amendment to the Credit Agreement", "AMENDMENT NO. 3 TO CREDIT AGREEMENT"),
    ("Amendment Number Three to Credit Agreement", "Amendment #3 to the Credit Agreement"),
    ("Software Licence Agreement", "Software License Agreement"),
]
OTHER = [
    ("Amendment No. 2", "Amendment No. 3"),
    ("Credit Agreement", "Amendment to Credit Agreement"),
    ("Services Agreement", "Master Services Agreement"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_names_that_differ_in_writing_only_are_the_same(one, other):
    assert name_of(one) == name_of(other)


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_names_that_differ_in_a_word_are_not_the_same(one, other):
    assert name_of(one) != name_of(other)


def test_a_title_is_abbreviated_to_its_initials():
    assert initials_of("Mutual Non-Disclosure Agreement") == ("mnda", "nda")
    assert initials_of("Terms of Service") == ("tos",)
    assert initials_of("Credit Agreement") == ()


def test_a_title_is_cut_short_but_not_to_what_it_amends():
    assert shortens(name_of("Services Agreement"), name_of("Master Services Agreement"))
    assert not shortens(name_of("Agreement"), name_of("Master Services Agreement"))
    assert not shortens(name_of("Credit Agreement"), name_of("Amendment No. 3 to Credit Agreement"))
    assert shortens(name_of("Amendment No. 3"), name_of("Amendment No. 3 to Credit Agreement"))


KINDS = [
    ("Cloud Service Agreement", "Mutual Non-Disclosure Agreement", True),
    ("Lease", "Master Services Agreement", True),
    ("MSA", "Credit Agreement", True),
    ("Amendment No. 2", "Amendment No. 3 to Credit Agreement", True),
    ("Amendment No. 2 to the Credit Agreement", "Credit Agreement", True),
    ("NDA", "Confidentiality Agreement", False),
    ("Loan Agreement", "Credit Agreement", False),
    ("Agreement", "Mutual Non-Disclosure Agreement", False),
    ("Customer Contract", "Mutual Non-Disclosure Agreement", False),
    ("Project Falcon Agreement", "Mutual Non-Disclosure Agreement", False),
    ("Credit Agreement", "Amendment No. 3 to Credit Agreement", True),
    ("Amendment No. 3 to the Lease", "Amendment No. 3 to Credit Agreement", True),
    ("Third Amendment", "Second Amendment to Third Amended and Restated Credit Agreement", True),
    ("Second Amendment", "First Amendment to Second Lease", True),
    ("First Amendment", "Twenty-First Amendment to Lease", True),
    ("Master Services Agreement", "msa", False),
    ("SaaS Agreement", "Terms of Service", False),
    ("Bankruptcy Code", "Master Services Agreement", False),
    ("Lease", "executed final v3", False),
]


@pytest.mark.parametrize(
    ("written", "title", "another"), KINDS, ids=[f"{one[0]} – {one[1]}" for one in KINDS]
)
def test_a_name_is_of_another_kind_only_where_that_is_clear(written, title, another):
    assert is_of_another_kind(written, (title,), frozenset()) is another


# --- the words of a citation that name a paper ---------------------------------------------------------------------

SPLIT = [
    ("Section 2.1 of the Cloud Service Agreement", ("Cloud Service Agreement", "Section 2.1", "named")),
    ("Master Services Agreement, Section 4.2", ("Master Services Agreement", "Section 4.2", "before")),
    ("Master Services Agreement §4.2", ("Master Services Agreement", "§4.2", "named")),
    ("see the Credit Agreement dated May 3, 2004, Section 2", ("Credit Agreement", "Section 2", "before")),
    ("Exhibit B to the Lease, Section 2", ("Lease", "Exhibit B Section 2", "named")),
    ("Section 5 (Term) of the MSA", ("MSA", "Section 5 (Term)", "named")),
    ("Section 1.1 of Amendment No. 2 to the Lease", ("Amendment No. 2 to the Lease", "Section 1.1", "named")),
    ("Section 4.2, Credit Agreement", ("Credit Agreement", "Section 4.2", "behind")),
    ("Credit Agreement: Confidentiality", ("Credit Agreement", "Confidentiality", "before")),
]  # fmt: skip


@pytest.mark.parametrize(("written", "split"), SPLIT, ids=[one[0] for one in SPLIT])
def test_a_citation_is_taken_apart_into_paper_and_place(written, split):
    first = next(cited_papers(written))
    assert (first.paper, first.place, first.stands) == split


@pytest.mark.parametrize(
    "written", ["Section 4.2", "§4.2", "4.2(a)(ii)", "Article IV", "", "x" * 5000, "of the " * 40]
)
def test_a_citation_without_a_paper_names_none(written):
    assert list(cited_papers(written)) == []


# --- what a citation names in a record -----------------------------------------------------------------------------

IN_A_DEAL = [
    ("Section 2.1 of the Master Services Agreement", ["executed_final_v3 2.1"]),
    ("Master Services Agreement, Section 2.1", ["executed_final_v3 2.1"]),
    ("Master Services Agreement §2.1", ["executed_final_v3 2.1"]),
    ("Section 2.1, MASTER SERVICES AGREEMENT", ["executed_final_v3 2.1"]),
    ("Section 2.1 (Master Services Agreement)", ["executed_final_v3 2.1"]),
    (
        "Sections 2.1 and 2.2 of the Master Services Agreement",
        ["executed_final_v3 2.1", "executed_final_v3 2.2"],
    ),
    ("Master Services Agreement, Definitions", ["executed_final_v3 1"]),
    ("definition of “Fees” in the Master Services Agreement", ["executed_final_v3 1.1"]),
    ("the preamble of the Master Services Agreement", ["executed_final_v3 preamble"]),
    ("Master Services Agreement §full", ["executed_final_v3 full"]),
    ("DPA §2.1", ["scan7 2.1"]),
    ("DPA, Section 2.1", ["scan7 2.1"]),
    ("Section 2.1 of the DPA", ["scan7 2.1"]),
    ("MSA §2.1", ["executed_final_v3 2.1"]),
    ("Services Agreement §2.1", ["executed_final_v3 2.1"]),
    ("Executed Final v3 §2.1", ["executed_final_v3 2.1"]),
    ("Section 2.1 of the MSA and Section 2.1 of the DPA", ["executed_final_v3 2.1", "scan7 2.1"]),
    ("Master Services Agreement §2.2; DPA §2.1", ["executed_final_v3 2.2", "scan7 2.1"]),
    ("DPA §2.2", ["unknown_section"]),
    # "Agreement" names no document, and what names none is looked up in all
    ("Section 2.1 of the Agreement", ["executed_final_v3 2.1", "scan7 2.1"]),
    ("Agreement §2.2", ["executed_final_v3 2.2"]),
    ("Care, Section 2.1", ["executed_final_v3 2.1"]),
    ("Section 2.1 of the Lease", ["not_supplied"]),
    ("Section 2.1 of the Parking Lease", ["not_supplied"]),
    ("Section 2.1 of the Guaranty", ["unknown_document"]),
    ("Guaranty §2.1", ["unknown_document"]),
]


@pytest.mark.parametrize(("written", "found"), IN_A_DEAL, ids=[one[0] for one in IN_A_DEAL])
def test_a_document_of_a_deal_is_named_by_what_it_prints(written, found, tmp_path):
    assert places(ClientRecord.from_directory(folder(tmp_path / "deal", DEAL)), written) == found


IN_ONE = [
    ("Section 2.1 of the Cloud Service Agreement", ["unknown_document"]),
    ("Cloud Service Agreement, Section 2.1", ["unknown_document"]),
    ("Cloud Service Agreement §2.1", ["unknown_document"]),
    ("Section 2.1 of the MSA", ["unknown_document"]),
    ("Section 2.1 of the Lease", ["unknown_document"]),
    ("Section 2.1 of the Northstar Lease", ["unknown_document"]),
    *(
        (written, ["final 2.1"])
        for written in (
            "Section 2.1", "Section 2.1 of the NDA", "NDA §2.1", "NDA, Section 2.1", "MNDA §2.1", "Agreement §2.1",
            "Section 2.1 of the Agreement", "Section 2.1 of this Agreement", "Section 2.1 of the Contract",
            "Section 2.1 of the Confidentiality Agreement", "Section 2.1 of the Non-Disclosure Agreement",
            "Section 2.1 of the Acme Agreement", "Section 2.1 of the Final",
            "Section 2.1 of the Customer Agreement", "Section 2.1 (Termination of the Lease)",
            "Section 2.1, Termination of the Lease", "Section 2.1 of the UCC", "Care (Section 2.1)",
        )
    ),
]  # fmt: skip


@pytest.mark.parametrize(("written", "found"), IN_ONE, ids=[one[0] for one in IN_ONE])
def test_a_paper_of_another_kind_is_not_the_only_document(written, found, tmp_path):
    assert (
        places(ClientRecord.from_directory(folder(tmp_path / "deal", {"final.txt": NDA})), written) == found
    )


@pytest.mark.parametrize(
    "written", ["Section 2.1 of the Cloud Service Agreement", "Cloud Service Agreement §2.1"]
)
def test_a_file_named_agreement_is_not_every_agreement(written, tmp_path):
    record = ClientRecord.from_directory(folder(tmp_path / "deal", {"agreement.txt": NDA}))
    assert places(record, written) == ["unknown_document"]
    assert places(record, "Section 2.1 of the Agreement") == ["agreement 2.1"]


def test_a_paper_that_is_a_part_of_the_document_is_no_other_paper(tmp_path):
    both = (
        f"{NDA}\n\nEXHIBIT A\n\nCLOUD SERVICE AGREEMENT\n\n1. Service\n\n1.1 Access. Customer may use it.\n"
    )
    record = ClientRecord.from_directory(folder(tmp_path / "deal", {"final.txt": both}))
    assert places(record, "Section 2.1 of the Cloud Service Agreement") == ["final 2.1"]


def test_a_document_that_cannot_be_read_may_be_the_paper_that_is_cited(tmp_path):
    record = ClientRecord.from_directory(
        folder(tmp_path / "deal", {"final.txt": NDA, "scan.pdf": b"%PDF-1.4 broken"})
    )
    for written in (
        "Section 2.1 of the Cloud Service Agreement",
        "CSA §2.1",
        "Cloud Service Agreement, Section 2.1",
    ):
        assert places(record, written) == ["unreadable_document"]
    assert places(record, "Section 2.1 of the Confidentiality Agreement") == ["final 2.1"]


AMENDED = [
    ("Section 1.1 of the Credit Agreement", ["x2 1.1"]),
    ("Amendment No. 3 §1.1", ["x1 1.1"]),
    ("Third Amendment, Section 1.1", ["x1 1.1"]),
    ("Amendment #3 to the Credit Agreement, Section 1.1", ["x1 1.1"]),
    ("the Amendment §1.1", ["x1 1.1"]),
    ("Amendment No. 2, Section 1.1", ["unknown_document"]),
    ("Section 1.1 of Amendment No. 2 to the Credit Agreement", ["unknown_document"]),
    ("Section 2.1 (Amendment)", ["x1 2.1", "x2 2.1"]),
    ("Amendment, Section 2.1", ["x2 2.1"]),
]


@pytest.mark.parametrize(("written", "found"), AMENDED, ids=[one[0] for one in AMENDED])
def test_an_amendment_and_what_it_amends_are_told_apart(written, found, tmp_path):
    record = ClientRecord.from_directory(folder(tmp_path / "deal", {"x1.txt": AMENDMENT, "x2.txt": CREDIT}))
    assert places(record, written) == found


def test_documents_with_one_title_are_all_named(tmp_path):
    shorter = MSA.replace("2.2 Notice", "2.3 Notice")
    record = ClientRecord.from_directory(
        folder(tmp_path / "deal", {"a.txt": MSA, "b.txt": shorter, "c.txt": NDA})
    )
    assert places(record, "Section 2.1 of the Master Services Agreement") == ["a 2.1", "b 2.1"]
    assert places(record, "MSA §2.2") == ["a 2.2"]
    nowhere = cited("Master Services Agreement §9")
    cause = fault(nowhere, record)
    assert cause == "unknown_section"
    assert reason(nowhere, cause, record) == (
        "`Master Services Agreement §9` may mean any of 2 documents (`a`, `b`), which go by the title "
        "`Master Services Agreement`, and names a section that none of them has"
    )


def test_a_title_of_very_many_documents_names_none(tmp_path):
    record = ClientRecord.from_directory(folder(tmp_path / "deal", {f"a{n:02}.txt": MSA for n in range(13)}))
    written = cited("Master Services Agreement, Section 2.1")
    cause = fault(written, record)
    assert cause == "unknown_document"
    assert reason(written, cause, record) == (
        "`Master Services Agreement, Section 2.1` may mean any of 13 documents, from `a00` to `a12`, which go by the "
        "title `Master Services Agreement`; cite one of them by its id"
    )


def test_ids_and_declared_titles_come_before_what_is_printed(tmp_path):
    declared = (
        "schema_version: playbook.record.v1\n"
        "documents:\n  - {id: side, title: Data Processing Addendum, path: a.txt}\n"
    )
    record = ClientRecord.from_directory(
        folder(tmp_path / "deal", {"a.txt": NDA, "b.txt": DPA, "master_services_agreement.txt": CREDIT, "d.txt": MSA,
                                   "record.yaml": declared})
    )  # fmt: skip
    assert places(record, "Section 2.1 of the Data Processing Addendum") == ["side 2.1"]
    assert places(record, "Section 2.1 of the Master Services Agreement") == ["master_services_agreement 2.1"]


def test_a_title_that_is_cut_short_names_nothing_where_it_may_mean_another(tmp_path):
    other = MSA.replace("MASTER SERVICES", "PROFESSIONAL SERVICES").replace(
        "Master Services", "Professional Services"
    )
    record = ClientRecord.from_directory(folder(tmp_path / "deal", {"a.txt": MSA, "b.txt": other}))
    assert places(record, "Services Agreement §2.1") == ["unknown_document"]
    assert places(record, "Master Services Agreement §2.1") == ["a 2.1"]


def test_a_word_file_and_markdown_are_known_by_their_titles(tmp_path):
    word = docx(
        paragraph("Master Services Agreement"),
        paragraph("1. Data"),
        paragraph("1.1 Care. Provider keeps safeguards."),
    )
    markdown = "# Data Processing Agreement\n\n1. Scope\n   1. This governs the processing.\n"
    record = ClientRecord.from_directory(folder(tmp_path / "deal", {"v3.docx": word, "x.md": markdown}))
    assert places(record, "Section 1.1 of the Master Services Agreement") == ["v3 1.1"]
    assert places(record, "DPA §1.1") == ["x 1.1"]


ANNEXED = [
    "Exhibit C to the Master Services Agreement, Section 1.1",
    "Master Services Agreement, Exhibit C, Section 1.1",
    "Master Services Agreement Exhibit C §1.1",
]


@pytest.mark.parametrize("written", ANNEXED)
def test_an_exhibit_that_is_a_file_is_cited_by_the_title_of_its_agreement(written, tmp_path):
    levels = "EXHIBIT C\n\nSERVICE LEVELS\n\n1. Uptime\n\n1.1 Uptime. 99 percent of the month.\n"
    record = ClientRecord.from_directory(folder(tmp_path / "deal", {"v3.txt": MSA, "exhibit_c.txt": levels}))
    assert places(record, written) == ["exhibit_c Exhibit C §1.1"]


def test_a_matter_knows_its_documents_by_their_ids_alone(tmp_path):
    record = ClientRecord.from_directory("matters/ai_saas_001")
    assert places(record, "Data Processing Addendum §5.1") == ["unknown_document"]
    assert places(record, "dpa §5.1") == ["dpa 5.1"]


def test_the_report_says_that_the_paper_is_not_in_the_record(tmp_path):
    deal = folder(tmp_path / "deal", {"final.txt": NDA})
    issue = {"id": "a", "citation": "Section 2.1 of the Cloud Service Agreement", "rationale": "x",
             "quote": "The Receiving Party uses reasonable care to protect what it was told"}  # fmt: skip
    (tmp_path / "work.json").write_text(json.dumps({"issues": [issue]}), "utf-8")
    (finding,) = critique(deal, tmp_path / "work.json").items[0].findings
    assert (finding.verdict, finding.cause) == ("UNRESOLVED_CITATION", "unknown_document")
    assert finding.message == (
        "`Section 2.1 of the Cloud Service Agreement` names the paper `Cloud Service Agreement`, which the record "
        "does not have; it has 1 document (`final`); the quotation `The Receiving Party uses reasonable care to "
        "protect what it was told` stands word for word in `final §2.1`"
    )


def test_a_title_alone_is_told_that_it_names_no_section(tmp_path):
    record = ClientRecord.from_directory(folder(tmp_path / "deal", DEAL))
    written = cited("Master Services Agreement")
    cause = fault(written, record)
    assert cause == "not_a_citation"
    assert reason(written, cause, record) == (
        "`Master Services Agreement` names a document and no section of it; one is written `dpa §5.1`, and the whole "
        "document `executed_final_v3 §full`"
    )


# --- papers that are named in other words, and papers that nobody has -------------------------------------------------

CSA = """\
# Cloud Service Agreement

This Cloud Service Agreement (“CSA”) is between Acme Inc. and Customer.

4. Fees

4.2 Invoicing. Provider invoices monthly.

5. Rent

5.1 Fee. Nothing is paid.
"""
ADDENDUM = """\
# Data Processing Addendum

This Data Processing Addendum (“DPA”) is between 37signals LLC and Customer.

4. Care

4.2 Care. Provider takes care of data.
"""
LEASE = """\
LEASE

This Lease is made between Acme Inc. and Northstar LLC.

1. Rent

1.1 Rent. The rent is ten dollars.
"""
TO_LEASE = """\
FIRST AMENDMENT TO LEASE

This First Amendment to Lease (this “Amendment”) is made between Acme Inc. and Northstar LLC.

1. Change

1.3 Rent. The rent is paid.

EXHIBIT A

CONSENT TO AMENDMENT

1. The lender consents.
"""
TO_SECOND = TO_LEASE.replace("LEASE", "SECOND LEASE").replace("to Lease", "to Second Lease")
RESTATED = """\
SECOND AMENDMENT TO
THIRD AMENDED AND RESTATED CREDIT AGREEMENT

This Second Amendment to Third Amended and Restated Credit Agreement is made between Acme Inc. and Northstar Bank.

1. Change

The Third Amended and Restated Credit Agreement is changed.
"""
FOURTH = RESTATED.replace("SECOND", "FOURTH").replace("Second", "Fourth")
PLUS = "# MDN Plus Terms of Service\n\n## Your Payment\n\nYou pay monthly.\n"
HUB = "# Hub Terms of Service\n\n## Your Payment\n\nYou pay yearly.\n\n## Account Terms\n\nYou sign.\n"
PRIVACY = "# Privacy Policy\n\n## Your Rights\n\nYou may object.\n"
BROKEN = b"%PDF-1.4 broken"
TWO = {"a.md": CSA, "b.md": ADDENDUM}
TERMS = {"plus.md": PLUS, "b.md": HUB, "c.md": PRIVACY}
LEASES = {"a.txt": TO_LEASE, "b.txt": LEASE}
BY_ID = {"lease.txt": LEASE, "msa.txt": MSA}

IN_OTHER_WORDS = [
    *(
        (TWO, written, ["a 4.2"])
        for written in (
            "Section 4.2 of the CSA (Invoicing)", "Section 4.2 of the Common Paper Cloud Service Agreement",
            "Section 4.2 of the Cloud Service Agreement between Provider and Customer", "s. 4.2 CSA", "§4.2 CSA",
            'Cloud Service Agreement (the "CSA"), § 4.2', 'Cloud Service Agreement ("CSA") Section 4.2',
            "Cloud Service Agreement (CSA) §4.2", "Cloud Service Agreement v2.0 §4.2", "CSA (2023) §4.2", "CSA s.4.2",
            "CSA Sec.4.2", "CSA Section4.2", "CSA at § 4.2", "CSA's §4.2", "**CSA** §4.2", "`CSA` §4.2", "_CSA_ §4.2",
        )
    ),
    (TWO, "37signals DPA §4.2", ["b 4.2"]),
    (TWO, "Section 4.2 of the Data Processing Agreement", ["b 4.2"]),
    (TWO, "Section 4.2 of the Customer Contract", ["a 4.2", "b 4.2"]),
    (TWO, 'CSA, section "Rent"', ["a 5"]),
    *(
        (TWO, written, ["unknown_document"])
        for written in (
            "Section 4.2 of the MSA", "MSA §4.2", "§4.2 MSA", "Section 4.2 of the CSA Order Form",
            "Section 4.2 of the Guaranty of the CSA", "Section 4.2 of the Falcon Agreement",
            "Second Cloud Service Agreement §4.2", "Guaranty, “Rent”",
        )
    ),
    *(
        ({"a.txt": TO_SECOND}, written, ["unknown_document"])
        for written in ("Second Amendment §1", "Amendment No. 2 §1", "Section 1 of the Second Amendment")
    ),
    ({"a.txt": TO_SECOND}, "First Amendment §1.3", ["a 1.3"]),
    ({"a.txt": TO_SECOND}, "Section 1.3 of the Second Lease", ["not_supplied"]),
    ({"a.txt": TO_LEASE}, "Section 1 of the Second Amendment", ["unknown_document"]),
    ({"a.txt": TO_LEASE}, "Section 1.3 of the Lease Amendment", ["a 1.3"]),
    ({"a.txt": TO_LEASE}, "Lease §1.3", ["not_supplied"]),
    ({"a.txt": RESTATED}, "Amendment No. 3 §1", ["unknown_document"]),
    ({"a.txt": RESTATED}, "Third Amendment §1", ["unknown_document"]),
    ({"a.txt": RESTATED}, "Amendment II §1", ["a 1"]),
    ({"a.txt": RESTATED}, "Section 1 of the Third Amended and Restated Credit Agreement", ["not_supplied"]),
    ({"a.txt": RESTATED, "b.txt": FOURTH}, "Second Amendment §1", ["a 1"]),
    ({"a.txt": RESTATED, "b.txt": FOURTH}, "Third Amendment §1", ["unknown_document"]),
    ({"a.txt": RESTATED, "b.txt": FOURTH}, "the Amendment §1", ["a 1", "b 1"]),
    (LEASES, "Lease, Section 1.1", ["b 1.1"]),
    (LEASES, "the Amendment, Section 1.3", ["a 1.3"]),
    (LEASES, 'Lease, "Rent"', ["b 1", "b 1.1"]),
    (LEASES, 'Lease, "Change"', ["unknown_section"]),
    (LEASES, "Rent, Section 1.1", ["b 1.1"]),
    (BY_ID, "Section 1 of the First Amendment to Lease", ["unknown_document"]),
    (BY_ID, "Lease Guaranty §1", ["unknown_document"]),
    (BY_ID, "Office Lease §1.1", ["lease 1.1"]),
    (BY_ID, '"Fees" in msa §1', ["msa 1.1"]),
    *(
        ({"a.txt": NDA}, written, ["a 2.1"])
        for written in (
            "Mutual NDA §2.1", "Acme NDA §2.1", "Confidentiality Agreement §2.1", "the NDA, Section 2.1",
            "NDA, Section 2.1",
        )
    ),
    ({"a.txt": NDA, "b.md": CSA}, "Confidentiality Agreement §2.1", ["a 2.1"]),
    *(
        (TERMS, written, ["plus Your Payment"])
        for written in (
            'MDN Plus Terms of Service, "Your Payment"', "MDN Plus Terms of Service, 'Your Payment'",
            'MDN Plus Terms of Service, section "Your Payment"', "MDN Plus Terms of Service, “Your Payment” section",
            '"Your Payment" section of the MDN Plus Terms of Service', "MDN Plus Terms of Service “Your Payment”",
            "the Your Payment section of the MDN Plus Terms of Service",
        )
    ),
    (TERMS, "Hub Terms of Service, “Account Terms”", ["b Account Terms"]),
    (TERMS, "Privacy Policy, 'Your Rights'", ["c Your Rights"]),
    (TERMS, "Privacy Policy, Your Rights", ["c Your Rights"]),
    (TERMS, "Terms of Service, “Your Payment”", ["unknown_document"]),
    *(
        ({**files, "scan_0042.pdf": BROKEN}, written, ["unreadable_document"])
        for files in ({"a.md": CSA}, {})
        for written in (
            "DPA §4.2", "Data Processing Addendum, Section 4.2", "Section 4.2 of the DPA", "§4.2 DPA", 'DPA, "Audit"',
        )
    ),
    ({"a.md": CSA, "scan_0042.pdf": BROKEN}, "CSA §4.2", ["a 4.2"]),
    ({"a.md": CSA, "scan_0042.pdf": BROKEN}, "CSA §9", ["unknown_section"]),
    ({"a.md": CSA, "scan_0042.pdf": BROKEN}, "sow §9", ["unknown_document"]),
    ({"doc1.txt": "Text.\n\n1. Rent\n\nRent is paid.\n", "b.md": ADDENDUM}, "Section 1 of the MSA", ["doc1 1"]),
    ({"a__b_c.md": CSA, "b.md": ADDENDUM}, "a__b_c Section 4.2", ["a__b_c 4.2"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("files", "written", "found"),
    IN_OTHER_WORDS,
    ids=[f"{number}: {one[1]}" for number, one in enumerate(IN_OTHER_WORDS)],
)
def test_a_paper_is_known_in_other_words_and_never_mistaken_for_another(files, written, found, tmp_path):
    assert places(ClientRecord.from_directory(folder(tmp_path / "deal", files)), written) == found


TOLD = [
    (TWO, "MSA §4.2", "names the paper `MSA`, which the record does not have; it has 2 documents (`a`, `b`)"),
    ({"a.txt": RESTATED}, "Third Amended and Restated Credit Agreement §1",
     "names a paper that `a` mentions and the record does not hold"),
    (TERMS, "Terms of Service §1",
     "may mean any of 2 documents (`b`, `plus`), whose titles have the words `Terms of Service`; cite one of them"),
    ({"a.md": CSA}, "Care, Section 4.9",
     "names `Care`, which is no document of the record and no title of that section; it has 1 document (`a`)"),
    (TWO, "Section 9.9 of the Agreement",
     "does not say which document it means; the record has 2 documents (`a`, `b`)"),
    (TWO, "Foo §4.2", "names the document `Foo`, which the record does not have; it has 2 documents (`a`, `b`)"),
    (TWO, "CSA §" + "1" * 5000,
     "names a section that `a` does not have; it has 5 sections (`Cloud Service Agreement`, `4`, `4.2`, `5`, `5.1`)"),
    ({"a.md": CSA, "scan.pdf": BROKEN}, "DPA §4.2",
     "could not be checked: no document that can be read goes by `DPA`, and `scan` cannot be read ("),
]  # fmt: skip


@pytest.mark.parametrize(("files", "written", "said"), TOLD, ids=[one[1][:40] for one in TOLD])
def test_it_is_told_which_paper_is_meant_and_not_there(files, written, said, tmp_path):
    record = ClientRecord.from_directory(folder(tmp_path / "deal", files))
    nowhere = cited(written)
    cause = fault(nowhere, record)
    assert cause is not None
    assert said in reason(nowhere, cause, record)


def test_words_that_may_be_of_an_unreadable_paper_are_not_refuted(tmp_path):
    deal = folder(tmp_path / "deal", {"a.md": CSA, "scan_0042.pdf": BROKEN})
    issue = {"id": "a", "citation": "DPA §4.2", "rationale": "x",
             "quote": "Customer may audit the facilities once a year"}  # fmt: skip
    (tmp_path / "work.json").write_text(json.dumps({"issues": [issue]}), "utf-8")
    (finding,) = critique(deal, tmp_path / "work.json").items[0].findings
    assert (finding.verdict, finding.cause, finding.severity) == (
        "MISSING_EVIDENCE", "unreadable_document", "advisory"
    )  # fmt: skip


# --- the given paper ------------------------------------------------------------------------------------------------

PRINTED = {
    "docx/VP004-Legal-Contract.docx": "MASTER SERVICES AGREEMENT",
    "docx/common-paper-cloud-service-agreement.docx": "Cloud Service Agreement",
    "docx/bonterms-mutual-nda.docx": "Bonterms Mutual NDA",
    "docx/numbering/HierarchicalNumberedList.docx": "",
    "docx/revisions/RP002-Deleted-Text.docx": "",
    "edgar/construction__1013218_2000-08-11_AMENDMENT NO. 3 TO MASTER CONSTRUCTION LINE.txt":
        "AMENDMENT NO. 3 TO MASTER CONSTRUCTION LINE OF CREDIT AGREEMENT",
    "edgar/credit__1020616_2000-03-30_CREDIT AGREEMENT.txt":
        "SECOND AMENDMENT TO THIRD AMENDED AND RESTATED CREDIT AGREEMENT",
    "edgar/credit__1262768_2004-02-26_CREDIT AGREEMENT.txt": "AMENDMENT NO. 2, CONSENT AND WAIVER TO CREDIT AGREEMENT",
    "edgar/credit__22701_2011-11-10_CREDIT AGREEMENT.txt": "CREDIT AGREEMENT",
    "edgar/software_license__1139650_2004-08-09_AMENDMENT FIVE TO SOFTWARE LICENSE AGREEMENT.txt":
        "AMENDMENT NUMBER FIVE TO SOFTWARE LICENSING AGREEMENT",
    "markdown/18f-rfq.md": "Request for Quotation",
    "markdown/github-terms-of-service.md": "GitHub Terms of Service",
    "pdf/basecamp-dpa-202212.pdf": "37SIGNALS DATA PROCESSING ADDENDUM",
    "pdf/mozilla-mdn_plus_terms.pdf": "MDN Plus Terms of Service",
}  # fmt: skip


@pytest.mark.skipif(not GIVEN.is_dir(), reason="the given paper is not on this machine")
@pytest.mark.parametrize(("name", "title"), PRINTED.items(), ids=[Path(one).name[:40] for one in PRINTED])
def test_the_titles_of_the_given_paper_are_found(name, title):
    paper = read_paper("x", "x", (GIVEN / name).read_bytes(), Path(name).name)
    assert (*printed_names(paper.text, paper.kind).titles, "")[0] == title
