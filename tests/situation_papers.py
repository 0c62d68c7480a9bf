"""The papers of the situations: small deals, each made for what one situation is about."""

from typing import Any

from . import word_files as word
from .pdf_files import pdf_file, text_page
from .word_files import docx, numbered, numbering, paragraph, run

MSA = """\
MASTER SERVICES AGREEMENT

This Master Services Agreement is made between Acme Inc. ("Provider") and Northstar LLC ("Customer").

1. Definitions

"Fees" means the amounts stated in the order form and payable for the Services.

"Losses" means all damages, costs and expenses that a third party is awarded.

4. Data

4.1 Security. Provider shall maintain the safeguards described in the security exhibit for all Customer Data.

4.2 Incidents. Provider shall notify Customer without undue delay and in no event later than 72 hours after Provider
becomes aware of the incident.

4.3 Use. Provider may use Customer Data to improve the Services; provided that Provider shall not train any model on it.
It shall not disclose Customer Data to any affiliate or subcontractor.

4.20 Return. Provider shall return all Customer Data within thirty (30) days after the end of the term.

5. Money

5.1 Payment. Customer shall pay all undisputed fees within sixty days after receipt of a correct invoice.

5.2 Cap. Neither party is liable for more than ($10.0 million) in the aggregate, whatever the cause of the action.

"""
SUBJECTS = ("Term", "Warranty", "Indemnity", "Insurance", "Taxes", "Export", "Publicity", "Assignment")
MSA += "".join(
    f"\n{number}. {subject}\n\nThis part of the agreement is left for later.\n"
    for number, subject in enumerate(SUBJECTS, 6)
)
MSA += """
14. Notices

14.1 Language. Notices are given in English and by nobody but an officer of the party that gives them.

14.2 Form. Notices are given in writing to the address on the signature page and count when they are received.
"""
NOTIFY = "Provider shall notify Customer without undue delay"
INCIDENT = (
    "Provider shall notify Customer without undue delay and in no event later than 72 hours after Provider"
)
PAY = "Customer shall pay all undisputed fees within sixty days after receipt of a correct invoice."
RETURN = "Provider shall return all Customer Data within thirty (30) days after the end of the term."
SECURITY = "Provider shall maintain the safeguards described in the security exhibit for all Customer Data."
DPA = """\
DATA PROCESSING ADDENDUM

1. Purpose

1.1 Scope. This addendum governs the processing of personal data that Customer entrusts to Provider.

2. Audit

2.1 Right. Customer may audit the facilities of Provider once in each calendar year upon reasonable notice.
"""
AUDIT = "Customer may audit the facilities of Provider once in each calendar year upon reasonable notice."
DEAL = {"msa.txt": MSA, "dpa.txt": DPA}

LISTS = numbering(word.LEGAL_LIST, numbered(1, 0))


def clause(*content: str, level: int = 1, **more: Any) -> str:
    """A paragraph of a Word file that Word numbers: `1.`, `1.1`, `(a)`."""
    return paragraph(*content, num=1, level=level, **more)


def letter(*body: str, **parts: str) -> dict[str, bytes]:
    """A deal of one Word file."""
    return {"msa.docx": docx(clause("Data", level=0), *body, numbering=LISTS, **parts)}


def filed(*paragraphs: str) -> dict[str, str]:
    """A deal of one plain text."""
    return {"msa.txt": "\n\n".join(("SERVICES AGREEMENT", *paragraphs, ""))}


TYPED = letter(clause('The term "Fees" covers the customer\'s dues – under §§ 4–5 – less a rebate of −2%.'))
CURLY = "The term “Fees” covers the customer’s dues - under §§ 4-5 - less a rebate of -2%."
HYPHENED = filed(
    "1. Promise. The execution of this agree-\nment does not restrain any non-\ncompete covenant of the employee.",
    "2. Duties. Each party bears its own pre- and post-closing duties under the law.",
)
LIGATURE = letter(
    clause("The e\ufb00ect of any con\ufb01dential \uff26\uff4f\uff52\uff4d is limited to the parties.")
)
PAGES = filed(
    "1. Term. This agreement lasts for three years from the day on which both parties signed.",
    "2. Reports. Provider shall deliver to Customer, at the end of every quarter, a full and\n\n"
    "                                      17\n<PAGE>\n\n"
    "accurate statement of all uses of the Software that it has knowledge of.",
    "3. Audit. Customer may audit the books of Provider once a year, upon notice, during\n\n"
    "                                      18\n<PAGE>\n\n"
    "the usual hours of business.",
    "4. Books. Provider keeps books and records of all such uses for a period of at least three years.",
)
STATEMENT = "a full and accurate statement of all uses of the Software"
PRINTED = {
    "msa.pdf": pdf_file(
        [
            text_page(
                [
                    "1. Term. This agreement lasts for three years.",
                    "2. Reports. Provider shall deliver to Customer a full and",
                ]
            ),
            text_page(
                [
                    "accurate statement of all uses of the Software that it has knowledge of.",
                    "3. Books. Provider keeps books.",
                ]
            ),
        ]
    )
}
RUN_IN = letter(
    clause("Use of Data", mark="separator"),
    paragraph(" Provider may use Customer Data to improve the Services."),
)
TWICE = filed(
    "1. Term. This agreement lasts for three years from the day on which both parties signed.",
    "2. Fees. Customer shall pay all undisputed fees within sixty days after receipt.",
    "EXHIBIT B\n\nSUPPORT TERMS",
    "1. Hours. Support is given from nine to five on every working day of the year.",
    "2. Support Fees. Customer shall pay the support fee of the order form in advance.",
    "2.1 Invoices. Customer shall pay all undisputed fees within sixty days after receipt.",
    "2.2 Credits. A credit is due for each hour in which support was not given.",
)
NESTED = letter(clause("The notice says: \"Customer's 'Fees' are due at once and without any deduction.\""))
MARKDOWN = {
    "msa.md": '# Agreement\n\n1. **Access.** <span class="x">Customer</span> may use the [Product](https://a.example) '
    "for its \\_internal\\_ business **only** &amp; not otherwise.\n"
}
ONES = {
    "msa.md": "# Terms\n\n1. Use of the service by the customer\n   1. Customer may use the service for its business.\n"
    "   1. Customer may not resell the service to others.\n\n      A sentence that continues the second point.\n"
    "1. Payment of the fees by the customer\n   1. Customer pays within thirty days after the invoice.\n"
    "      1. Interest runs from the thirty-first day on.\n"
}
CONTENTS = {
    "msa.txt": "SERVICES AGREEMENT\n\nTABLE OF CONTENTS\n\n1. Term ............................ 1\n"
    "2. Payment ......................... 2\n3. Confidentiality ................. 3\n"
    "4. Liability ....................... 4\n\n"
    "1. Term\n\nThis agreement lasts for three years from the day on which both parties signed.\n\n"
    "2. Payment\n\nCustomer shall pay all undisputed fees within sixty days after receipt of the invoice.\n\n"
    "3. Confidentiality\n\nEach party keeps the information of the other party secret for five years.\n\n"
    "4. Liability\n\nNeither party is liable for damages that could not be foreseen by anybody.\n"
}
PARTS = {
    "msa.txt": """\
SERVICES AGREEMENT

This Agreement is entered into by Acme Inc. and Northstar LLC as of the first of May.

RECITALS

A. Provider operates a platform that Customer wishes to use for its business.

B. The parties have settled all disputes about the former platform of Provider.

1. Definitions

"Fees" means the amounts that are stated in the order form for the Services.

2. Assignment

Provider assigns to Customer whatever is listed in the schedules to this agreement.

IN WITNESS WHEREOF, the parties have caused this Agreement to be executed by their officers.

SCHEDULE 1

ASSIGNED RIGHTS

1. All inventions that were made before the first of May belong to Customer alone.

ANNEX II

1. The technical measures of Provider include the encryption of all data at rest.
"""
}
BREACH = filed(
    "1. Notice. Provider gives notice within seventy-two (27) hours after it learns of the breach.",
    "2. Pay. Customer pays the fee within thirty (30) days and five percent (5%) interest after that.",
    "3. Cap. No party is liable for more than One Million Dollars ($100,000) in the aggregate.",
)
OLD = """\
LICENSE AGREEMENT

This License Agreement is made as of May 1, 2020 between Acme Inc. and Northstar LLC.

5. Royalties

5.1 Rate. Licensee shall pay to Licensor a royalty of four percent of all net sales.

5.2 Reports. Licensee shall report its net sales within ten days after each quarter.
"""
AMENDMENT = """\
FIRST AMENDMENT TO LICENSE AGREEMENT

This First Amendment to the License Agreement is made as of June 1, 2021 between Acme Inc. and Northstar LLC.

1. Section 5.1 of the License Agreement is hereby amended and restated in its entirety to read as follows:

"5.1 Rate. Licensee shall pay to Licensor a royalty of six percent of all net sales."
"""
RESTATED = """\
AMENDED AND RESTATED LICENSE AGREEMENT

This Amended and Restated License Agreement is made as of July 1, 2022 between Acme Inc. and Northstar LLC.

5. Royalties

5.1 Rate. Licensee shall pay to Licensor a royalty of seven percent of all net sales.
"""
RATE = "Licensee shall pay to Licensor a royalty of {} percent of all net sales."
RENUMBERED = filed(
    *(
        f"{number}. {subject}. This part of the agreement is left for later."
        for number, subject in enumerate(SUBJECTS[:6], 1)
    ),
    "7. Duties of Provider",
    "7.1 Safety. Provider shall keep the safety rules of the premises of Customer.",
    "7.2 Insurance. Provider shall carry insurance against all risks that are usual in the trade.",
    "7.3 Records. Provider shall keep records of its services for at least seven years.",
    "7.4 Audit. Customer may audit the records of Provider once a year upon ten days' notice.",
)
BLANKS = filed(
    "3.1 Price. The price is [***] per unit, payable on ____________ to the account named below.",
    "3.2 Start. The term begins on [date] and lasts for [number] years unless it ends before.",
    "3.3 [Intentionally omitted]",
    "3.4 Reserved Words. The words [Reserved] in a heading mean that the clause is empty.",
)
TRACKED = letter(
    clause(
        run("Invoiced charges are due net "), word.inserted("sixty (60)", "Ann Author"),
        word.deleted("thirty (30)", "Ben Other"), run(" days after the receipt of the invoice."),
    )
)  # fmt: skip
TRACKED_BESIDE = letter(
    clause(run("Invoiced charges are due in "), word.deleted("thirty", "Ben Other"), run(" days.")),
    clause(run("The term begins on the first of May and lasts for a year.")),
)
NOTED = letter(
    clause(run("The fee is due at once"), word.footnote_mark(2), run(" and without any deduction.")),
    clause(word.commented(run("The term is three years from the first day."), 1)),
    paragraph(word.textbox(paragraph("Draft of May: not to be relied upon by anybody."))),
    word.table(
        [["Service level", "Credit that is due"], ["Availability of 99.9 percent", "Five percent of the fee"]]
    ),
    footnotes=word.notes("footnotes", {2: "Save for the first month, in which nothing is due."}),
    comments=word.comments({1: ("Ben Other", "We would like to see a longer term than this.")}),
    header=word.header(paragraph("Strictly confidential draft of Acme Inc.")),
)
CAPITALS = letter(clause(run("Provider makes no warranty of merchantability or fitness.", more="<w:caps/>")))
GERMAN = {
    "vertrag.txt": "DIENSTVERTRAG\n\n§ 5 Vergütung\n\n"
    "(1) Der Auftraggeber zahlt die vereinbarte Vergütung monatlich.\n\n"
    "(2) Die Vergütung ist binnen dreißig Tagen nach Zugang der Rechnung fällig.\n\n"
    "§ 6 Haftung\n\n(1) Der Auftragnehmer haftet nur für Vorsatz und grobe Fahrlässigkeit.\n"
}
CZECH = {
    "smlouva.txt": "SMLOUVA\n\nČlánek 5\nCena\n\n5.1 Kupující zaplatí prodávajícímu cenu do třiceti dnů.\n\n"
    "Článek 6\nZáruka\n\n6.1 Prodávající ručí za vady předmětu po dobu dvou let.\n"
}
POLISH = {
    "umowa.txt": "UMOWA\n\n5. Cena\n\n5.1 Kupujący zapłaci sprzedającemu cenę w terminie trzydziestu dni.\n",
    "record.yaml": "schema_version: playbook.record.v1\ncitation_words: {section: [ustęp, ust]}\n",
}
CREDIT = filed(
    "ARTICLE IV\n\nTHE LOANS",
    "Section 4.01. Amount. The Lender shall lend to the Borrower the sum of ten million dollars.",
    "Section 4.02. Interest. The Borrower shall pay interest at the rate of five percent a year.",
    "ARTICLE V\n\nCOVENANTS",
    "Section 5.01. Reports. The Borrower shall report its accounts to the Lender every quarter.",
)
INTEREST = "The Borrower shall pay interest at the rate of five percent a year."
TWO_AGREEMENTS = {
    "all.txt": "".join(
        f"{name.upper()} AGREEMENT\n\nThis {name} Agreement is made between Acme Inc. and Northstar LLC.\n\n"
        f"1. Term. This agreement lasts for three years.\n\n2. Rate. The rate is {rate} percent of all net sales.\n\n"
        "3. End. It ends after that.\n\nIN WITNESS WHEREOF, the parties have signed.\n\n"
        for name, rate in (("License", "four"), ("Supply", "nine"))
    )
}
HEADED = {
    "msa.pdf": pdf_file(
        [
            text_page(["Services Agreement of Acme and Northstar", *lines, str(page)])
            for page, lines in enumerate(
                (
                    ["1. Term. This agreement lasts for three years from the day on which both", "parties signed.",
                     "2. Promise. The execution of this agree-", "ment does not restrain the employee in the"],
                    ["exercise of any trade, and no cove-", "nant is implied.", "3. Fees. Customer pays in advance.",
                     "4. Books. Provider keeps books of all"],
                    ["such uses.", "5. Taxes. Each party bears its own taxes.", "6. Law. The law of New York applies."],
                    ["7. Courts. The courts of New York decide.", "8. Copies. This agreement is made in two copies."],
                    ["9. Notices. Notices are given in writing."],
                    ["10. Whole. There is no other agreement."],
                ),
                1,
            )
        ]
    )
}  # fmt: skip
WITH_EXHIBIT = {
    **filed(
        "1. Fees. Customer pays the fees of Exhibit C on the first day of the month.", "2. Term. Three years."
    ),
    "exhibit_c.txt": "1. Rates\n\nThe fee for each seat is ten dollars in each month.\n\n"
    "2. Seats\n\nA seat is one person.\n",
}
SEAT = "The fee for each seat is ten dollars in each month."
UNLESS = filed(
    "1. Use. Customer may use the data, unless Provider objects in writing, for its own business purposes."
)
DEBT = letter(
    clause(
        "The buyer pays a fee of ten million dollars and interest of 5 % a year on $10 million of debt, or "
        "$1,000,000 at once."
    )
)
RATED = letter(
    clause("Of ten million dollars, the “Rate” is 5 % of $1,000, and the “Debt” is 0.5 of what is left.")
)
UNHEADED = filed(
    "TERM",
    "1.1 Start. The term begins on the day on which both parties have signed.",
    "1.2 End. The term ends three years after that day.",
    "FEES",
    "2.1 Amount. The fee is due on the first day.",
    "2.2 Increase. The fee is raised once in each year.",
)
SCOPE = filed(
    "1. Scope. The Services include, including without limitation, all that is described in the order form."
)
REPLACES = """\
schema_version: playbook.record.v1
supersedes:
  - {document: lic, section: "5.1", by: side, by_section: "1", how: replaced}
"""
ROLES = """\
schema_version: playbook.record.v1
documents:
  - {{id: reply, role: {}}}
"""
REPLY = "1. Price. We accept the price of ten dollars for every unit that you have ordered.\n"
