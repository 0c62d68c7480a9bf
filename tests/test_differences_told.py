"""What is said of a quotation that does not verify: that it is shortened, and its own words as they were typed."""

from pathlib import Path

import pytest

from playbook_legal.critic import ClientRecord, review
from playbook_legal.critic.report import QuotePolicy
from playbook_legal.critic.submission import load_submission
from playbook_legal.critic.verdicts import Finding

from .critic_cases import issue, written

FEES = (
    "1. Fees\n\nThe “Customer” pays all fees in arrears, within 30 days of the invoice — unless disputed — and the "
    "Provider invoices the Customer monthly. Late fees bear interest at one percent per month.\n"
)


def told(tmp_path: Path, quotation: str, policy: QuotePolicy | None = None) -> Finding:
    deal = tmp_path / "deal"
    deal.mkdir()
    (deal / "msa.txt").write_text(FEES)
    work = written(tmp_path, "s.json", {"issues": [issue(quotation, citation="msa §1")]})
    report = review(ClientRecord.from_directory(deal), load_submission(work), quotes=policy)
    (finding,) = report.findings
    return finding


def differences(finding: Finding) -> list[tuple[str, str]]:
    assert finding.nearest is not None
    return [(one.quoted, one.record) for one in finding.nearest.differences]


ELIDED = [
    "“The “Customer” pays all fees in arrears … the Provider invoices the Customer monthly.”",
    "\"The 'Customer' pays all fees in arrears ... the Provider invoices the Customer monthly\"",
    "pays all fees in arrears [...] the Provider invoices the Customer.",
    "pays all fees in arrears. . . . The Provider invoices the Customer monthly,",
    "pays all fees in arrears, […] unless disputed -- and the Provider invoices […] Late fees bear interest.",
    "pays all fees in arrears […] Late fees bear interest at one percent",
]


@pytest.mark.parametrize("policy", ["literal", "typographic"])
@pytest.mark.parametrize("quotation", ELIDED)
def test_an_elided_quotation_is_called_so_whatever_marks_it_has(tmp_path, quotation, policy):
    finding = told(tmp_path, quotation, policy=policy)
    assert (str(finding.verdict), str(finding.cause)) == ("FABRICATED_QUOTE", "elided")
    assert finding.nearest is not None
    assert finding.nearest.place.text.startswith(("The “Customer” pays", "pays all fees in arrears"))


@pytest.mark.parametrize("policy", ["literal", "typographic"])
def test_words_that_are_not_there_are_not_called_an_omission(tmp_path, policy):
    invented = "“The “Customer” pays all fees in advance … the Provider invoices the Customer monthly.”"
    assert str(told(tmp_path, invented, policy=policy).cause) != "elided"
    (tmp_path / "b").mkdir()
    turned = "the Provider invoices the Customer monthly … “The “Customer” pays all fees in arrears.”"
    assert str(told(tmp_path / "b", turned, policy=policy).cause) != "elided"


@pytest.mark.parametrize("policy", ["typographic", "layout"])
def test_differences_show_the_words_as_they_were_typed(tmp_path, policy):
    quotation = (
        "The “Client” pays all fees in arrears, within 30 days of the invoice – unless refused – and the"
    )
    finding = told(tmp_path, quotation, policy=policy)
    shown = differences(finding)
    assert shown[0] == ("“client”", "“customer”")
    assert all("'" not in quoted for quoted, _ in shown)
    assert "where it has `“client”`, the paper has `“customer”`" in finding.message


def test_a_dash_that_joins_words_is_shown_as_it_was_typed(tmp_path):
    quotation = "The “Client” pays all fees in arrears — always — within 30 days of the invoice"
    shown = [quoted for quoted, _ in differences(told(tmp_path, quotation, policy="typographic"))]
    assert shown == ["“client”", "arrears — always — within"]
