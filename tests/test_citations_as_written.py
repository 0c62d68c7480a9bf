"""Citations as reviewers write them: papers before and behind the place, titles between, and what is not there."""

import json
from pathlib import Path

import pytest

from playbook_legal.critic import Report, critique

SUPPLY = """\
# Cloud Service Agreement

## 4. Charges

### 4.1 Prices. The prices are those of the list that was current when the order was placed.

### 4.2 Invoices. Each invoice is due within twenty days after the end of the quarter.

### 4.3 Late Payment. Sums that are overdue bear interest at the base rate plus two percent.

## 5. Term

### 5.1 Duration. This Agreement lasts three years and is renewed for one year at a time.

## 6. General

### 6.1 No Waiver. A right that is not used at once is not given up by that.

### 6.2 EU Law. The law of the seat of Provider governs whatever this Agreement leaves open.

### 6.3 Definitions. "Charges" means all sums that Customer owes for the Services.
"""
DATA = """\
# Data Processing Addendum

## 2. Security

### 2.1 Measures. Provider keeps the measures that its last audit report describes.

## 4. Incidents

### 4.2 Notice. Provider gives notice of an incident within two days after it is discovered.
"""
AMENDING = """\
AMENDMENT NO. 2, CONSENT AND WAIVER TO CREDIT AGREEMENT

This Amendment is made between Acme Bank and Northstar Inc.

1. Consent. The lenders consent to the sale of the warehouse in Springfield.

2. Waiver. The lenders waive the default that the late audit report was.
"""
CREDIT = """\
CREDIT AGREEMENT

This Credit Agreement is made between Acme Bank and Northstar Inc.

1. Loans. The lenders make loans of up to ten million dollars at any one time.

2. Interest. The loans bear interest that is due on the last day of each quarter.
"""
TERMS = """\
# Acme Terms of Service

## L. Changes

### L.4 Survival. What by its nature goes on after the end goes on after the end.
"""
INVOICES = "Each invoice is due within twenty days after the end of the quarter."
NOTICE = "Provider gives notice of an incident within two days after it is discovered."
DURATION = "This Agreement lasts three years and is renewed for one year at a time."
LATE = "Sums that are overdue bear interest at the base rate plus two percent."
WAIVER = "A right that is not used at once is not given up by that."
EU_LAW = "The law of the seat of Provider governs whatever this Agreement leaves open."
CHARGES = '"Charges" means all sums that Customer owes for the Services.'
TWO = {"a1.md": SUPPLY, "b2.md": DATA}
ONE = {"a1.md": SUPPLY}
LOANS = {"c3.txt": CREDIT, "d4.txt": AMENDING}
SERVICE = {"acme.md": TERMS}


def reviewed(tmp_path: Path, files: dict[str, str], citation: str, quote: str) -> Report:
    deal = tmp_path / "deal"
    deal.mkdir()
    for name, text in files.items():
        (deal / name).write_text(text, encoding="utf-8")
    work = tmp_path / "work.json"
    issue = {"id": "one", "citation": citation, "quote": quote, "rationale": "This is not what was agreed."}
    work.write_text(json.dumps({"issues": [issue]}), encoding="utf-8")
    return critique(deal, work)


RIGHT = [
    # the paper with a mark between it and the place
    (TWO, "CSA (4.2)", INVOICES),
    (TWO, "CSA/4.2", INVOICES),
    (TWO, "CSA-4.2", INVOICES),
    (TWO, "CSA #4.2", INVOICES),
    (TWO, "CSA_4.2", INVOICES),
    (TWO, "CSA:4", INVOICES),
    (TWO, "DPA > 4 > Incidents", NOTICE),
    (TWO, "CSA (Section 4.2)", INVOICES),
    (TWO, "Data Processing Addendum (§ 4.2)", NOTICE),
    (TWO, "Sec. 4.2 / DPA", NOTICE),
    # with the title of the section
    (TWO, "Section 4.2 [Notice] of the DPA", NOTICE),
    (TWO, "Section 4.2, Notice, of the DPA", NOTICE),
    (TWO, "Clause 4.2 – Notice of an Incident, DPA", NOTICE),
    (TWO, "Security Incident - DPA § 4.2", NOTICE),
    (ONE, "Invoices (4.2)", INVOICES),
    (ONE, "Section 6.1 – No Waiver", WAIVER),
    (ONE, "Section 6.1, No Waiver", WAIVER),
    (ONE, "CSA § 6.2 - EU Law", EU_LAW),
    (ONE, "Section: 4.2", INVOICES),
    (ONE, "Section #4.2", INVOICES),
    (SERVICE, "L.4 Survival", "What by its nature goes on after the end"),
    # several places
    (ONE, "CSA § 4.2 (Invoices) and § 5.1 (Duration)", DURATION),
    (ONE, "§ 4.2: Invoices, § 5.1: Duration", DURATION),
    (ONE, "CSA §4.1–§4.3", LATE),
    (TWO, "CSA 5.1; DPA 4.2", NOTICE),
    # a page of a paper that has none, and a term
    (ONE, "CSA § 4.2, p. 3", INVOICES),
    (ONE, "CSA, definition of Charges", CHARGES),
    # names
    (LOANS, "Amendment No. 2 § 1", "The lenders consent to the sale of the warehouse in Springfield."),
    (LOANS, "§ 1 Amendment No. 2", "The lenders consent to the sale of the warehouse in Springfield."),
    (SERVICE, "Terms of Service, Section L.4", "What by its nature goes on after the end"),
    (SERVICE, "Acme ToS Section L.4", "What by its nature goes on after the end"),
]


@pytest.mark.parametrize(("files", "citation", "quote"), RIGHT, ids=[one[1] for one in RIGHT])
def test_a_right_citation_verifies_however_it_is_written(files, citation, quote, tmp_path):
    report = reviewed(tmp_path, files, citation, quote)
    assert [str(finding.cause) for finding in report.findings] == []
    assert [len(item.verified) for item in report.items] == [1]


WRONG = [
    (TWO, "Section 4.2, Escrow Agreement", INVOICES),
    (TWO, "Section 4.2 (Business Associate Agreement)", INVOICES),
    (TWO, "Escrow Agreement (Section 4.2)", INVOICES),
    (TWO, "Section 4.2, Amendment No. 1", INVOICES),
    (TWO, "Amendment No. 1 to the CSA, Section 4.2", INVOICES),
    (TWO, "Amendment No. 1 to CSA, Section 4.2", INVOICES),
    (TWO, "CSA (Section 4.2)", NOTICE),
    (TWO, "Sec. 4.2 / CSA", NOTICE),
    (TWO, "CSA §4.2, BAA §2.1", INVOICES),
    (TWO, "CSA 4.2; DPA 9.9", INVOICES),
    (TWO, "Guaranty, CSA § 4.2", INVOICES),
    (ONE, "CSA § 4.2 (Invoices), § 99.1 (Duration)", INVOICES),
    (ONE, "CSA Exhibit B (Security), Section 4.2", INVOICES),
    (ONE, '"Invoices" (Section 99.7)', INVOICES),
    (ONE, 'Section 99 (definition of "Charges")', CHARGES),
    (ONE, "CSA Section 4.2, sub-clause (q)", INVOICES),
    (ONE, "CSA § 4.2, p. 3", LATE),
    (ONE, "CSA, p. 3", INVOICES),
    (LOANS, "Amendment No. 3 § 1", "The lenders consent to the sale of the warehouse in Springfield."),
]


@pytest.mark.parametrize(("files", "citation", "quote"), WRONG, ids=[one[1] for one in WRONG])
def test_a_citation_of_what_is_not_there_does_not_verify(files, citation, quote, tmp_path):
    report = reviewed(tmp_path, files, citation, quote)
    assert report.critical_findings
    assert not report.passed
