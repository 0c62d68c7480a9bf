"""Situations that reviews of real paper bring, each with what the critic must say: docs/situations.md has the table.

A case is a deal folder, a quotation with its citation, and what is expected: the findings, the exit code, the tier, the
place, and the words of the message that decide. Every situation has a case that must be caught, or one that must be
spared, and both where both mean something.
"""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from playbook_legal.cli.critic_command import critic_command
from playbook_legal.cli.running import run_command
from playbook_legal.critic import critique

from . import word_files as word
from .pdf_files import LOCKED, pdf_file, shapes_page, text_page
from .situation_papers import (
    AMENDMENT,
    AUDIT,
    BLANKS,
    BREACH,
    CAPITALS,
    CONTENTS,
    CREDIT,
    CURLY,
    CZECH,
    DEAL,
    DEBT,
    GERMAN,
    HEADED,
    HYPHENED,
    INCIDENT,
    INTEREST,
    LIGATURE,
    MARKDOWN,
    MSA,
    NESTED,
    NOTED,
    NOTIFY,
    OLD,
    ONES,
    PAGES,
    PARTS,
    PAY,
    POLISH,
    PRINTED,
    RATE,
    RATED,
    RENUMBERED,
    REPLACES,
    REPLY,
    RESTATED,
    RETURN,
    ROLES,
    RUN_IN,
    SCOPE,
    SEAT,
    STATEMENT,
    TRACKED,
    TRACKED_BESIDE,
    TWICE,
    TWO_AGREEMENTS,
    TYPED,
    UNHEADED,
    UNLESS,
    WITH_EXHIBIT,
    clause,
    filed,
    letter,
)
from .word_files import docx, numbered, numbering, paragraph, run

# --- cases ---------------------------------------------------------------------------------------------------


class Case(NamedTuple):
    """What is given and what is expected. `findings` are severity, verdict and cause; `says` stands in the messages;
    `at` is where the report says that the quotation stands."""

    number: int
    name: str
    papers: dict[str, Any]
    citation: Any
    quote: Any
    findings: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    tier: str = ""
    at: str = ""
    options: tuple[str, ...] = ()
    code: int = -1


FABRICATED = "critical FABRICATED_QUOTE "
UNRESOLVED = "critical UNRESOLVED_CITATION "
MISSING = "advisory MISSING_EVIDENCE "
CAUTION = "advisory verified "
TYPOGRAPHIC, LAYOUT, DECLARED = (("--quotes", one) for one in ("typographic", "layout", "declared"))


def verifies(
    number: int,
    name: str,
    papers: dict[str, Any],
    citation: Any,
    quote: Any,
    tier: str = "exact",
    *,
    at: str = "",
    options: tuple[str, ...] = (),
    cautions: tuple[str, ...] = (),
    says: tuple[str, ...] = (),
) -> Case:
    """A quotation that verifies, with the cautions on it."""
    return Case(
        number,
        name,
        papers,
        citation,
        quote,
        tuple(CAUTION + one for one in cautions),
        says,
        tier,
        at,
        options,
        0,
    )


def fails(
    number: int,
    name: str,
    papers: dict[str, Any],
    citation: Any,
    quote: Any,
    cause: str,
    *says: str,
    options: tuple[str, ...] = (),
    verdict: str = FABRICATED,
) -> Case:
    """A quotation that fails, with the words of the message that decide."""
    return Case(number, name, papers, citation, quote, (verdict + cause,), says, "", "", options, 1)


CASES = [
    # 1: the citation was checked, the quotation is invented
    fails(1, "the section is there and the words are nowhere", DEAL, "msa §4.2",
          "Provider waives any claim for consequential loss and shall refund twelve monthly payments",
          "not_in_record", "does not stand in `msa §4.2`; nothing in the record is like it"),
    verifies(1, "the words are there", DEAL, "msa §4.2", INCIDENT, at="msa §4.2"),
    # 2: a real opening with an invented tail
    fails(2, "it goes on in words of its own", DEAL, "msa §4.2",
          "Provider shall notify Customer without undue delay and shall bear every cost of the forensic "
          "investigation", "invented_tail",
          "it begins as `msa §4.2` does and goes on in "
          "words that do not stand there: `shall bear every cost of the forensic investigation`"),
    # 3: straight and curly marks, dashes, minus
    verifies(3, "marks and dashes as a model types them", TYPED, "msa §1.1", CURLY, "typographic"),
    fails(3, "the same under the literal policy, with the characters named", TYPED, "msa §1.1", CURLY, "typography",
          "the same words stand in `msa §1.1`, typed with other characters", options=("--quotes", "literal")),
    fails(3, "a minus that is dropped is a number", TYPED, "msa §1.1", CURLY.replace("-2%", "2%"), "number_changed"),
    fails(3, "the full stop of American style, literally", DEAL, "msa §4.2", f"{NOTIFY}.", "punctuation_changed",
          "where it has `delay.`, the paper has `delay`", "the full stop at its end is not the paper's",
          "under the policy `typographic` it verifies"),
    *(
        verifies(3, f"the {name} of American style", DEAL, "msa §4.2", quote, "typographic", options=TYPOGRAPHIC)
        for name, quote in (
            ("full stop", f"{NOTIFY}."), ("comma", f"{NOTIFY},"), ("full stop, its marks", f"“{NOTIFY}.”")
        )
    ),
    fails(3, "no full stop behind half a word", DEAL, "msa §4.2", f"{NOTIFY[:-2]}.", "word_changed",
          "where it has `del.`, the paper has `delay`", options=TYPOGRAPHIC),
    # 4: spaces and characters nobody sees
    verifies(4, "no-break, narrow and thin spaces",
             letter(clause("Fees of EUR\u00a0500\u202fper\u2009month are due on the first day.")), "msa §1.1",
             "Fees of EUR 500 per month are due on the first day."),
    verifies(4, "zero-width space and soft hyphen",
             letter(clause("The confiden\u00adtiality\u200b of the terms is agreed.")), "msa §1.1",
             "The confidentiality of the terms is agreed.", "typographic"),
    verifies(4, "a byte-order mark", {"msa.txt": "\ufeff" + MSA}, "msa §4.2", INCIDENT),
    # 5: Word's no-break hyphen
    verifies(5, "the hyphen stands there",
             letter(clause(run("Lots 1"), word.raw_run("<w:noBreakHyphen/>"), run("24 are sold as they stand."))),
             "msa §1.1", "Lots 1-24 are sold as they stand.", "typographic"),
    fails(5, "124 is another number",
          letter(clause(run("Lots 1"), word.raw_run("<w:noBreakHyphen/>"), run("24 are sold as they stand."))),
          "msa §1.1", "Lots 124 are sold as they stand.", "number_changed", "124"),
    # 6: hyphens at line ends
    verifies(6, "the printer's hyphen", HYPHENED, "msa §1", "The execution of this agreement does not restrain any",
             "layout", options=LAYOUT),
    verifies(6, "the word's own hyphen", HYPHENED, "msa §1", "does not restrain any non-compete covenant", "layout",
             options=LAYOUT),
    verifies(6, "a suspended hyphen", HYPHENED, "msa §2", "its own pre- and post-closing duties under the law"),
    fails(6, "a suspended hyphen is not welded", HYPHENED, "msa §2",
          "its own preand post-closing duties under the law", "punctuation_changed", options=LAYOUT),
    fails(6, "half a word across the line end", HYPHENED, "msa §1", "ment does not restrain any “non-compete” covenant",
          "punctuation_changed", options=LAYOUT),
    # 7: ligatures and other widths
    verifies(7, "ligatures and full-width letters", LIGATURE, "msa §1.1",
             "The effect of any confidential Form is limited to the parties.", "typographic"),
    # 8: the page ends within the quotation
    verifies(8, "page number and page mark of a filing", PAGES, "msa §2", STATEMENT, "layout", options=LAYOUT,
             at="msa §2"),
    verifies(8, "the end of a PDF page", PRINTED, "msa §2", STATEMENT, at="msa §2"),
    verifies(8, "running head, page number and hyphens of a PDF", HEADED, "msa §2",
             "The execution of this agreement does not restrain the employee in the exercise of any trade, and "
             "no covenant is implied.", "layout"),
    verifies(8, "cited by the pages it runs over", PRINTED, "msa, pp. 1-2", STATEMENT),
    # 9: two sections, heading and text
    verifies(9, "a range is cited", DEAL, "msa §§4.1–4.2", f"for all Customer Data.\n\n4.2 Incidents. {NOTIFY}",
             at="msa §4.1–4.2"),
    fails(9, "one of the two is cited", DEAL, "msa §4.2", f"for all Customer Data.\n\n4.2 Incidents. {NOTIFY}",
          "elsewhere", "it stands word for word in `msa §4.1–4.2`"),
    verifies(9, "heading and run-in text of a Word file", RUN_IN, "msa §1.1",
             "Use of Data Provider may use Customer Data to improve", at="msa §1.1"),
    # 10, 11: another section, another document
    fails(10, "the right words from the wrong section", DEAL, "msa §4.2", PAY, "elsewhere",
          "does not stand in `msa §4.2`; it stands word for word in `msa §5.1`"),
    fails(11, "the right words from the wrong document", DEAL, "msa §4.2", AUDIT, "elsewhere",
          "it stands word for word in `dpa §2.1`"),
    # 12: several places
    verifies(12, "the other places are listed", TWICE, "msa §2",
             "Customer shall pay all undisputed fees within sixty days after receipt.", at="msa §2",
             cautions=("several_places",), says=("the same words stand in `msa Exhibit B §2.1` as well",)),
    Case(12, "too few characters", DEAL, "msa §4.2", "Customer Data", (MISSING + "too_short",),
         ("13 characters", "fewer than 15"), code=0),
    # 13: ellipses
    *(
        verifies(13, f"an ellipsis {dots}", DEAL, "msa §4.2",
                 f"Provider shall notify Customer {dots} later than 72 hours after Provider", "declared",
                 options=DECLARED, cautions=("omitted_negation",), says=("in no event",))
        for dots in ("...", "…", ". . .", "[...]", "* * *")
    ),
    fails(13, "an ellipsis by default", DEAL, "msa §5.1",
          "Customer shall pay all undisputed fees ... after receipt of a correct invoice.", "elided",
          "its parts stand in `msa §5.1` one after the other"),
    # 14: an ellipsis that hides a negation
    verifies(14, "the negation is named", DEAL, "msa §4.3",
             "Provider may use Customer Data ... train any model on it.", "declared", options=DECLARED,
             cautions=("omitted_negation",), says=("shall not",)),
    verifies(14, "nothing is hidden", DEAL, "msa §5.1",
             "Customer shall pay all undisputed fees ... after receipt of a correct invoice.", "declared",
             options=DECLARED),
    verifies(14, "a condition is named", UNLESS, "msa §full",
             "Customer may use the data ... for its own business purposes.", "declared", options=DECLARED,
             cautions=("omitted_negation",), says=("unless Provider objects in writing",)),
    # 15: parts reversed, or far apart
    fails(15, "reversed", DEAL, "msa §5.1",
          "after receipt of a correct invoice ... Customer shall pay all undisputed fees", "spliced",
          options=DECLARED),
    fails(15, "from two clauses", DEAL, "msa §5.1",
          "Customer shall pay all undisputed fees ... whatever the cause of the action", "spliced", "`msa §5.1`",
          "`msa §5.2`", options=DECLARED),
    # 16, 17: cut before a condition, cut after a negation
    verifies(16, "before a proviso", DEAL, "msa §4.3", "Provider may use Customer Data to improve the Services",
             cautions=("truncated_condition",), says=("provided that Provider shall not train any model on it",)),
    verifies(16, "before a proviso, with a full stop of its own", DEAL, "msa §4.3",
             "Provider may use Customer Data to improve the Services.", "typographic", options=TYPOGRAPHIC,
             cautions=("truncated_condition",), says=("provided that Provider shall not train any model on it",)),
    verifies(16, "a whole sentence", DEAL, "msa §5.1", PAY),
    verifies(17, "behind a negation", DEAL, "msa §4.3", "disclose Customer Data to any affiliate or subcontractor",
             cautions=("truncated_opening",), says=("not",)),
    verifies(17, "with its negation", DEAL, "msa §4.3",
             "It shall not disclose Customer Data to any affiliate or subcontractor"),
    # 18: one operator
    fails(18, "may for shall", DEAL, "msa §5.1", PAY.replace("shall", "may"), "word_changed",
          "where it has `may`, the paper has `shall`"),
    fails(18, "and for or", DEAL, "msa §4.3", "disclose Customer Data to any affiliate and subcontractor",
          "word_changed", "where it has `and`, the paper has `or`"),
    fails(18, "a negation that is dropped", DEAL, "msa §4.3",
          "It shall disclose Customer Data to any affiliate or subcontractor", "word_changed",
          "it leaves out `not`, a negation"),
    # 19: a number
    fails(19, "27 for 72", DEAL, "msa §4.2", INCIDENT.replace("72", "27"), "number_changed",
          "where it has `27`, the paper has `72`"),
    fails(19, "a decimal point", DEAL, "msa §5.2", "is liable for more than ($100 million) in the aggregate",
          "number_changed", "100", "10.0", options=DECLARED),
    fails(19, "a currency", DEAL, "msa §5.2", "is liable for more than (€10.0 million) in the aggregate",
          "number_changed", "€10.0", options=DECLARED),
    fails(19, "a number word", DEAL, "msa §5.1", PAY.replace("sixty", "sixteen"), "number_changed", "`sixteen`",
          "`sixty`"),
    *(
        verifies(19, f"half a number, {quote}", DEBT, "msa §1.1", quote, cautions=("cut_short",),
                 says=(f"inside `{whole}`",))
        for quote, whole in (
            ("a year on $10 million of debt, or $1", "$1,000,000"),
            ("and interest of 5 % a year on $10", "$10 million"),
            ("million dollars and interest of 5 % a year", "ten million"),
            ("000,000 at once.", "$1,000,000"),
            ("uyer pays a fee of ten million dollars", "buyer"),
        )
    ),
    *(
        fails(19, f"half a number in other marks, {quote}", RATED, "msa §1.1", quote, "number_changed", whole,
              options=TYPOGRAPHIC)
        for quote, whole in (
            ("the 'Rate' is 5", "where it has `5`, the paper has `5 %`"),
            ("million dollars, the 'Rate'", "where it has `million`, the paper has `ten million`"),
            ("the 'Rate' is 5 % of $1", "where it has `$1`, the paper has `$1,000,`"),
            ("the 'Rate' is 5 % of $1,000, and the 'Debt' is 0", "where it has `0`, the paper has `0.5`"),
        )
    ),
    # 20: declared alterations
    verifies(20, "a capital in brackets", DEAL, "msa §4.2", "[P]rovider shall notify Customer without undue delay",
             "declared", options=DECLARED),
    verifies(20, "a name for a pronoun", DEAL, "msa §4.3",
             "[Provider] shall not disclose Customer Data to any affiliate", "declared", options=DECLARED),
    verifies(20, "remarks", DEAL, "msa §5.1",
             "Customer shall pay all undisputed fees [sic] within sixty days (emphasis added)", "declared",
             options=DECLARED),
    fails(20, "a bracket over an operator", DEAL, "msa §5.1",
          "Customer [may] pay all undisputed fees within sixty days", "word_changed", options=DECLARED),
    # 21: nested quotation marks
    verifies(21, "the inner marks change their style", NESTED, "msa §1.1",
             "“Customer’s “Fees” are due at once and without any deduction.”", "typographic"),
    # 22: markup in the source
    verifies(22, "as rendered", MARKDOWN, "msa §1",
             "Customer may use the Product for its _internal_ business only & not otherwise."),
    verifies(22, "as the source has it", MARKDOWN, "msa §1",
             "for its \\_internal\\_ business **only** &amp; not otherwise."),
    fails(22, "the target of a link is no text", MARKDOWN, "msa §1",
          "may use the Product https://a.example for its internal business", "word_changed"),
    # 23: numbers as rendered
    verifies(23, "nested ones", ONES, "msa §1.2", "Customer may not resell the service to others.", at="msa §1.2"),
    verifies(23, "a text that continues a point", ONES, "msa §1.2", "A sentence that continues the second point.",
             at="msa §1.2"),
    verifies(23, "counted on after an interruption", ONES, "msa §2.1",
             "Customer pays within thirty days after the invoice.", at="msa §2.1"),
    verifies(23, "three levels", ONES, "msa §2.1.1", "Interest runs from the thirty-first day on.",
             at="msa §2.1(a)"),
    verifies(23, "counted as a reader of the source would", ONES, "msa §2.1.1",
             "Interest runs from the thirty-first day on.", at="msa §2.1(a)"),
    # 24: how sections are cited
    *(
        verifies(24, f"cited as {written}", DEAL, written, RETURN, at="msa §4.20")
        for written in ("msa §4.20", "msa Section 4.20", "Section 4.20 of the MSA", "msa 4.20.", "msa clause 4.20",
                        "msa ¶ 4.20",
                        "msa Art. 4, Sec. 4.20", "msa Sections 4.2–4.20", "msa §4")
    ),
    verifies(24, "several at once", DEAL, "msa 4.1 and 4.20", RETURN, at="msa §4.20"),
    fails(24, "4.2 is not 4.20", DEAL, "msa §4.2", RETURN, "elsewhere", "`msa §4.20`"),
    fails(24, "4.2 is not 14.2", DEAL, "msa §4.2",
          "Notices are given in writing to the address on the signature page", "elsewhere", "`msa §14.2`"),
    fails(24, "4.02 is not 4.2", DEAL, "msa §4.02", INCIDENT, "unknown_section",
          "stands word for word in `msa §4.2`", verdict=UNRESOLVED),
    *(
        verifies(24, f"by articles, cited as {written}", CREDIT, written, INTEREST, at="msa §4.02")
        for written in ("msa Article IV", "msa Article 4", "Art. IV, Sec. 4.02 of the msa", "msa Art. IV, Sec. 2",
                        "msa Sec. 4.02", "msa §4")
    ),
    fails(24, "4.2 is not 4.02", CREDIT, "msa §4.2", INTEREST, "unknown_section", "did you mean `msa §4.02`?",
          verdict=UNRESOLVED),
    *(
        fails(24, f"nothing of the kind, {written}", papers, written, quote, "unknown_section", verdict=UNRESOLVED)
        for papers, written, quote in (
            (CREDIT, "msa Art. IV, Sec. B", INTEREST), (CREDIT, "msa Art. IV, Sec. 9", INTEREST),
            (CREDIT, "msa Article IX", INTEREST), (CREDIT, "msa Exhibit A, Sec. 2", INTEREST),
            (ONES, "msa §2.1.7", "Interest runs from the thirty-first day on."),
            (ONES, "msa §2.1.99", "Interest runs from the thirty-first day on."),
        )
    ),
    *(
        verifies(24, f"a heading without a number, {quote}", UNHEADED, "msa §2", quote)
        for quote in ("The fee is due on the first day.", "The fee is raised once in each year.")
    ),
    # 25: tables of contents
    verifies(25, "the body has the number", CONTENTS, "msa §3",
             "Each party keeps the information of the other party secret for five years.", at="msa §3"),
    fails(25, "the contents do not", CONTENTS, "msa §2",
          "Each party keeps the information of the other party secret for five years.", "elsewhere", "`msa §3`"),
    # 26: numbers used twice
    verifies(26, "either place is accepted and named", TWICE, "msa §2",
             "Customer shall pay the support fee of the order form in advance.", at="msa Exhibit B §2"),
    verifies(26, "the exhibit is cited", TWICE, "msa Exhibit B §2.2",
             "A credit is due for each hour in which support was not given.", at="msa Exhibit B §2.2"),
    fails(26, "the exhibit is cited, the body has it", TWICE, "msa Exhibit B §2",
          "This agreement lasts for three years from the day", "elsewhere", "`msa §1`"),
    verifies(26, "a second agreement in one file", TWO_AGREEMENTS, "all §2",
             "The rate is nine percent of all net sales.", at="all §2"),
    # 27: parts that have no section number
    verifies(27, "a schedule", PARTS, "msa Schedule 1",
             "All inventions that were made before the first of May belong to Customer alone.",
             at="msa Schedule 1 §1"),
    verifies(27, "an annex by another numeral", PARTS, "msa Annex 2",
             "The technical measures of Provider include the encryption", at="msa Annex II §1"),
    verifies(27, "a recital", PARTS, "msa Recital B",
             "The parties have settled all disputes about the former platform", at="msa Recital B"),
    verifies(27, "the preamble", PARTS, "msa preamble",
             "This Agreement is entered into by Acme Inc. and Northstar LLC"),
    verifies(27, "a section by its title", PARTS, "msa Definitions",
             "the amounts that are stated in the order form for the Services"),
    verifies(27, "the signature page", PARTS, "msa signature page",
             "the parties have caused this Agreement to be executed by their officers"),
    fails(27, "the wrong schedule", PARTS, "msa Annex II",
          "All inventions that were made before the first of May belong to Customer", "elsewhere",
          "`msa Schedule 1 §1`"),
    # 28: not supplied
    fails(28, "an exhibit the paper mentions",
          filed("1. Fees. Customer pays the fees of Exhibit C on the first day of the month."), "msa Exhibit C",
          "the fee for each seat is ten dollars", "not_supplied",
          "names a paper that `msa` mentions and the record does not hold", verdict=UNRESOLVED),
    Case(28, "an exhibit nobody mentions", DEAL, "msa Exhibit Q", "the fee for each seat is ten dollars",
         (UNRESOLVED + "unknown_section", FABRICATED + "not_in_record"), ("stands nowhere in the record",), code=1),
    *(
        verifies(28, f"an exhibit that is a file of its own, {written}", WITH_EXHIBIT, written, SEAT,
                 at="exhibit_c §1")
        for written in ("msa Exhibit C", "msa Exhibit C §1", "Exhibit C", "exhibit_c §1")
    ),
    fails(28, "another section of such an exhibit", WITH_EXHIBIT, "msa Exhibit C §2", SEAT, "elsewhere",
          "`exhibit_c §1`"),
    fails(28, "an exhibit of a document nobody has", WITH_EXHIBIT, "nda Exhibit C", SEAT, "unknown_document",
          "`exhibit_c §1`", verdict=UNRESOLVED),
    Case(28, "an exhibit that cannot be read",
         {**WITH_EXHIBIT, "exhibit_c.txt": b"", "exhibit_d.pdf": b"%PDF-1.7\nbroken"}, "msa Exhibit D", SEAT,
         (MISSING + "unreadable_document",), ("`exhibit_d` cannot be read",), code=2),
    # 29: definitions
    verifies(29, "by the defined term", DEAL, '"Fees" in msa §1',
             "the amounts stated in the order form and payable for the Services"),
    verifies(29, "by the word definition", DEAL, 'msa, definition of "Losses"',
             "all damages, costs and expenses that a third party is awarded"),
    # 33: words and figures
    verifies(33, "seventy-two (27)", BREACH, "msa §1",
             "Provider gives notice within seventy-two (27) hours after it learns of the breach.",
             cautions=("words_and_figures_disagree",), says=("`seventy-two (27)`",)),
    verifies(33, "One Million Dollars ($100,000)", BREACH, "msa §3",
             "No party is liable for more than One Million Dollars ($100,000) in the aggregate.",
             cautions=("words_and_figures_disagree",), says=("`One Million Dollars ($100,000)`",)),
    verifies(33, "they agree", BREACH, "msa §2",
             "Customer pays the fee within thirty (30) days and five percent (5%) interest after that."),
    # 34, 35: amendments
    verifies(34, "the section was replaced", {"lic.txt": OLD, "am1.txt": AMENDMENT}, "lic §5.1",
             RATE.format("four"), cautions=("superseded",), says=("is restated by `am1 §1`",)),
    verifies(34, "the section beside it was not", {"lic.txt": OLD, "am1.txt": AMENDMENT}, "lic §5.2",
             "Licensee shall report its net sales within ten days after each quarter."),
    verifies(34, "declared in record.yaml",
             {"lic.txt": OLD, "side.txt": REPLY, "record.yaml": REPLACES},
             "lic §5.1", RATE.format("four"), cautions=("superseded",), says=("is replaced by `side §1`",)),
    verifies(35, "the older version", {"lic.txt": OLD, "ar.txt": RESTATED}, "lic §5.1", RATE.format("four"),
             cautions=("superseded",), says=("all of lic is restated by `ar`",), at="lic §5.1"),
    verifies(35, "the version in force", {"lic.txt": OLD, "ar.txt": RESTATED}, "ar §5.1", RATE.format("seven"),
             at="ar §5.1"),
    fails(35, "the old words cited from the new version", {"lic.txt": OLD, "ar.txt": RESTATED}, "ar §5.1",
          RATE.format("four"), "elsewhere", "it stands word for word in `lic §5.1`"),
    # 36: renumbered
    fails(36, "the text moved on", RENUMBERED, "msa §7.3",
          "Customer may audit the records of Provider once a year upon ten days' notice.", "elsewhere",
          "it stands word for word in `msa §7.4`"),
    # 38, 39: reserved sections, redactions and blanks
    verifies(38, "a reserved section is quoted", BLANKS, "msa §3.3", "[Intentionally omitted]",
             cautions=("reserved",), says=("says nothing",)),
    fails(38, "it has no words to quote", BLANKS, "msa §3.3", "The price is [***] per unit, payable on",
          "elsewhere", "`msa §3.1`"),
    verifies(38, "a section that speaks of reserved words", BLANKS, "msa §3.4",
             "The words [Reserved] in a heading mean that the clause is empty."),
    *(
        verifies(39, f"redaction and blank, {policy}", BLANKS, "msa §3.1",
                 "The price is [***] per unit, payable on ____________ to the account",
                 options=("--quotes", policy))
        for policy in ("literal", "declared")
    ),
    verifies(39, "placeholders of a form", BLANKS, "msa §3.2",
             "The term begins on [date] and lasts for [number] years unless it ends before."),
    fails(39, "a redaction filled in", BLANKS, "msa §3.1",
          "The price is $12 per unit, payable on ____________ to the account", "number_changed", "$12"),
    # 40: tracked changes
    fails(40, "words that were struck out", TRACKED, "msa §1.1", "due net thirty (30) days after the receipt",
          "other_view", "stands in the original view alone; words of it were struck out by Ben Other"),
    fails(40, "words that nobody changed, from the wrong section", TRACKED_BESIDE, "msa §1.1",
          "The term begins on the first of May", "elsewhere", "it stands word for word in `msa §1.2`"),
    verifies(40, "words that were inserted", TRACKED, "msa §1.1", "due net sixty (60) days after the receipt",
             cautions=("tracked_change",), says=("inserted by Ann Author",)),
    verifies(40, "both views count", TRACKED, "msa §1.1", "due net thirty (30) days after the receipt",
             options=("--view", "both"), cautions=("tracked_change",), says=("deleted by Ben Other",)),
    verifies(40, "the original view counts", TRACKED, "msa §1.1", "due net thirty (30) days after the receipt",
             options=("--view", "original"), cautions=("tracked_change",), says=("deleted by Ben Other",)),
    fails(40, "inserted, and the original view counts", TRACKED, "msa §1.1",
          "due net sixty (60) days after the receipt", "other_view", "inserted by Ann Author",
          options=("--view", "original")),
    # 41, 42: what stands beside the text
    verifies(41, "a footnote", NOTED, "msa footnote 1", "Save for the first month, in which nothing is due.",
             at="msa footnote 1"),
    verifies(41, "the text around its mark", NOTED, "msa §1.1", "The fee is due at once and without any deduction.",
             at="msa §1.1"),
    verifies(41, "a comment", NOTED, "msa comment 1", "We would like to see a longer term than this.",
             at="msa comment 1"),
    verifies(41, "a header", NOTED, "msa header", "Strictly confidential draft of Acme Inc."),
    verifies(41, "a text box", NOTED, "msa textbox", "Draft of May: not to be relied upon by anybody."),
    verifies(41, "a cell", NOTED, "msa §1.2", "Availability of 99.9 percent"),
    fails(41, "a footnote cited as the section", NOTED, "msa §1.1",
          "Save for the first month, in which nothing is due.", "elsewhere", "`msa footnote 1`"),
    fails(42, "two cells", NOTED, "msa §1.2", "Availability of 99.9 percent Five percent of the fee",
          "punctuation_changed", "it runs from one cell of a table into another"),
    # 43: capitals by formatting
    verifies(43, "quoted in capitals", CAPITALS, "msa §1.1",
             "PROVIDER MAKES NO WARRANTY OF MERCHANTABILITY OR FITNESS."),
    # 45: encodings
    verifies(45, "Windows-1252", {"msa.txt": MSA.replace('"Fees"', "“Fees”").encode("cp1252")}, "msa §1",
             "“Fees” means the amounts stated in the order form"),
    verifies(45, "UTF-16", {"msa.txt": MSA.encode("utf-16")}, "msa §4.2", INCIDENT),
    # 49: paraphrases
    fails(49, "a pronoun for the name", DEAL, "msa §4.2",
          INCIDENT.replace("72 hours after Provider", "72 hours after it"), "word_changed",
          "where it has `it`, the paper has `provider`"),
    fails(49, "a paraphrase in quotation marks", DEAL, "msa §5.1",
          "Customer must settle all undisputed invoices within sixty days after receipt of a correct invoice.",
          "word_changed", "`must settle`", "`shall pay`"),
    # 50: other languages
    verifies(50, "§ 5 Abs. 2", GERMAN, "vertrag § 5 Abs. 2",
             "Die Vergütung ist binnen dreißig Tagen nach Zugang der Rechnung fällig."),
    verifies(50, "Článek", CZECH, "smlouva, Článek 5", "Kupující zaplatí prodávajícímu cenu do třiceti dnů.",
             at="smlouva §5.1"),
    verifies(50, "words of the record's own", POLISH, "umowa ust. 5.1",
             "Kupujący zapłaci sprzedającemu cenę w terminie trzydziestu dni."),
    fails(50, "a word nobody declared", {**POLISH, "record.yaml": "schema_version: playbook.record.v1\n"},
          "umowa pozycja 5.1", "Kupujący zapłaci sprzedającemu cenę w terminie trzydziestu dni.", "unknown_section",
          "stands word for word in `umowa §5.1`", verdict=UNRESOLVED),
    # 51: who is speaking
    *(
        verifies(51, f"a {role}", {"reply.txt": REPLY, "msa.txt": MSA, "record.yaml": ROLES.format(role)},
                 "reply §1", "We accept the price of ten dollars for every unit that you have ordered.",
                 cautions=("other_speaker",), says=(told,))
        for role, told in (("correspondence", "correspondence"), ("markup", "the other side's markup"))
    ),
    verifies(51, "an agreement", {"reply.txt": REPLY, "msa.txt": MSA, "record.yaml": ROLES.format("agreement")},
             "reply §1", "We accept the price of ten dollars for every unit that you have ordered."),
    # 48: phrases that stand in every contract
    verifies(48, "a stock phrase",
             SCOPE,
             "msa §1", "including without limitation", cautions=("stock_phrase",), says=("nearly every agreement",)),
    verifies(48, "with words of the deal's own",
             SCOPE,
             "msa §1", "including without limitation, all that is described"),
]  # fmt: skip


class Told(NamedTuple):
    """What the command said: the exit code and the report, or the line on standard error."""

    code: int
    report: dict[str, Any]
    err: str

    @property
    def findings(self) -> list[dict[str, Any]]:
        return [finding for item in self.report["items"] for finding in item["findings"]]

    @property
    def causes(self) -> tuple[str, ...]:
        return tuple(f"{one['severity']} {one['verdict']} {one['cause']}" for one in self.findings)

    @property
    def verified(self) -> list[dict[str, Any]]:
        return [one for item in self.report["items"] for one in item["verified"]]

    @property
    def messages(self) -> str:
        return "\n".join(one["message"] for one in self.findings)


@pytest.fixture
def told(tmp_path, capfd):
    """Reviews work against papers with the command."""

    def run_on(papers: dict[str, Any], work: dict[str, Any], *options: str, authority: str = "") -> Told:
        deal = tmp_path / "deal"
        deal.mkdir(exist_ok=True)
        for name, content in papers.items():
            (deal / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        (tmp_path / "work.json").write_text(json.dumps(work), encoding="utf-8")
        given = [str(deal), str(tmp_path / "work.json"), "--isolated", "--format", "json", *options]
        if authority:
            (tmp_path / "limits.yaml").write_text(authority, encoding="utf-8")
            given += ["--authority", str(tmp_path / "limits.yaml")]
        with pytest.raises(SystemExit) as ended:
            run_command(critic_command, "playbook-critic", given)
        out, err = capfd.readouterr()
        return Told(int(ended.value.code or 0), json.loads(out) if out else {}, err)

    return run_on


def issue(quote: Any, citation: Any) -> dict[str, Any]:
    return {
        "issues": [
            {"id": "a", "citation": citation, "quote": quote, "rationale": "It matters to the client."}
        ]
    }


@pytest.mark.parametrize("case", CASES, ids=[f"{case.number}: {case.name}" for case in CASES])
def test_the_situation_is_told_as_it_is(case, told):
    result = told(case.papers, issue(case.quote, case.citation), *case.options)
    assert (result.causes, result.code) == (case.findings, case.code), result.messages
    for words in case.says:
        assert words in result.messages
    if case.tier:
        (verified,) = result.verified
        assert verified.get("tier", "exact") == case.tier
        if case.at:
            assert cited(verified["at"]) == case.at


def cited(place: dict[str, Any]) -> str:
    section = place["section"]
    plain = section[:1].isdigit()
    return f"{place['document']} {'§' if plain else ''}{section}"


# --- situations that are no single quotation -----------------------------------------------------------------------


def test_2_the_longest_verified_beginning_is_shown(told):
    quote = (
        "Provider shall notify Customer without undue delay and shall bear every cost of the investigation"
    )
    (finding,) = told(DEAL, issue(quote, "msa §4.2")).findings
    assert finding["nearest"]["place"]["text"] == "Provider shall notify Customer without undue delay and"


def test_10_the_citation_is_never_moved(told):
    result = told(DEAL, issue(PAY, "msa §4.2"))
    assert (result.findings[0]["citation"], result.verified) == ("msa §4.2", [])


NEGATED = "Provider shall not have more than 72 hours to give notice of any incident to Customer."
LIMIT = """\
schema_version: playbook.authority.v1
non_negotiables:
  - {{id: notice, prohibited_patterns: ["{}"]{}}}
"""
LANGUAGE = [
    (30, "a negation, unguarded", NEGATED, "72 hours", "", 1),
    (30, "a negation, guarded", NEGATED, "72 hours", ", negation_guard: true", 0),
    (30, "guarded, and not negated", NEGATED.replace(" not", ""), "72 hours", ", negation_guard: true", 1),
    (31, "inside a longer number, as the contract has it", "within 130 days", "30 days", "", 1),
    (31, "inside a longer number, by words", "within 130 days", "30 days", ", match: words", 0),
    (31, "the number itself, by words", "within 30 days.", "30 days", ", match: words", 1),
    (32, "number words, by words", "within seventy-two (72) hours", "72 hours", ", match: words", 0),
    *((32, text, text, "72 hours", ", match: numbers", 1) for text in (
        "within seventy-two (72) hours", "within seventy two hours", "within 3 days", "within three (3) days",
        "a 72-hour period", "within 72 hours")),
    *((32, text, text, "72 hours", ", match: numbers", 0) for text in (
        "within 172 hours", "within 27 hours", "within three business days", "within 72 days", "within 1.72 hours")),
    (32, "24-hour", "on a 24-hour basis", "24 hours", ", match: numbers", 1),
    (32, "twelve months", "for one year", "twelve (12) months", ", match: numbers", 1),
    (32, "amounts", "up to one million dollars", "$1,000,000", ", match: numbers", 1),
    (32, "amounts in short", "up to $1 million", "$1,000,000", ", match: numbers", 1),
    (32, "percentages", "at five percent (5%) a year", "5%", ", match: numbers", 1),
    (32, "words and figure disagree, either counts", "within seventy-two (27) hours", "72 hours",
     ", match: numbers", 1),
    (32, "negated", NEGATED.replace("72", "seventy-two"), "72 hours", ", match: numbers, negation_guard: true", 0),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "pattern", "more", "code"),
    [one[2:] for one in LANGUAGE],
    ids=[f"{one[0]}: {one[1]}" for one in LANGUAGE],
)
def test_prohibited_language_is_found_as_the_rule_asks(text, pattern, more, code, told):
    work = {
        "redlines": [{"id": "a", "citation": "msa §4.2", "replacement_text": text, "rationale": "As agreed."}]
    }
    result = told(DEAL, work, authority=LIMIT.format(pattern, more))
    assert result.code == code
    assert result.causes == (("critical PROHIBITED_CONCESSION prohibited_pattern",) if code else ())


STALE = letter(
    clause(
        run("Fees are due as stated in Section "),
        word.field("REF fees \\r \\h", "1.7"),
        run(" of this agreement."),
    ),
    clause(word.bookmark("fees", run("The fees are ten dollars for every seat."))),
)


def test_37_a_quoted_cross_reference_that_word_left_behind_is_told(told):
    result = told(STALE, issue("Fees are due as stated in Section 1.7 of this agreement.", "msa §1.1"))
    assert result.causes == (CAUTION + "stale_reference",)
    assert "shows `1.7`, and the target now has `1.2`" in result.messages


NOWHERE = filed(
    "1. Term. This agreement lasts for three years.",
    "2. Fees. Fees are due as stated in Section 2.9 and in no other way.",
    "2.1 Rate. The rate is the one that Section 2.2 and Section 409A of the Code allow.",
    "2.2 Interest. Interest runs as Section 9.9 of the Credit Agreement says.",
    "3. End. Section 2.1(c) survives the end of this agreement.",
)
REFERENCES = [
    ("a reference to nowhere", "Fees are due as stated in Section 2.9 and in no other way.", "msa §2", "`Section 2.9`"),
    ("references that lead somewhere", "The rate is the one that Section 2.2 and Section 409A of the Code allow.",
     "msa §2.1", ""),
    ("a reference into another paper", "Interest runs as Section 9.9 of the Credit Agreement says.", "msa §2.2", ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("quote", "citation", "says"), [one[1:] for one in REFERENCES], ids=[one[0] for one in REFERENCES]
)
def test_37_a_quoted_cross_reference_to_nowhere_is_told(quote, citation, says, told):
    result = told(NOWHERE, issue(quote, citation))
    assert result.causes == ((CAUTION + "dangling_reference",) if says else ())
    assert says in result.messages


SHAPES = [
    "Provider shall notify Customer of any incident without undue delay.",
    "Customer shall pay all undisputed fees within sixty days.",
    "Neither party is liable for more than one million dollars.",
] * 6
UNREADABLE = {
    "fonts without a table": ("msa.pdf", pdf_file([shapes_page(SHAPES)]), "letters"),
    "a lock": ("msa.pdf", pdf_file([text_page(SHAPES)], trailer=LOCKED), "password"),
    "a broken Word file": ("msa.docx", b"PK\x03\x04 and nothing that follows", "Word"),
    "a broken PDF": ("msa.pdf", b"%PDF-1.7\nand nothing that follows", "breaks off before its end"),
}


@pytest.mark.parametrize(("name", "data", "why"), UNREADABLE.values(), ids=UNREADABLE)
def test_44_a_file_that_cannot_be_read_refutes_nothing(name, data, why, told):
    result = told({name: data}, issue(INCIDENT, "msa §4.2"))
    assert (result.causes, result.code) == ((MISSING + "unreadable_document",), 2)
    (card,) = result.report["record"]["documents"]
    assert card["kind"] == "unreadable"
    assert why in card["unreadable"]


def test_44_what_is_refuted_beside_it_counts(told):
    work = {
        "issues": [
            *issue(INCIDENT, "scan §1")["issues"],
            *issue(INCIDENT.replace("72", "27"), "msa §4.2")["issues"],
        ]
    }
    result = told({**DEAL, "scan.pdf": pdf_file([shapes_page(SHAPES)])}, work)
    assert result.causes == (MISSING + "unreadable_document", FABRICATED + "number_changed")
    assert result.code == 1


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16"])
def test_45_the_encoding_is_named(encoding, told):
    result = told({"msa.txt": MSA.replace('"Fees"', "“Fees”").encode(encoding)}, issue(INCIDENT, "msa §4.2"))
    (card,) = result.report["record"]["documents"]
    assert {"cp1252": "windows-1252", "utf-16": "utf-16"}[encoding] in card["encoding"].casefold()


def test_45_text_that_was_decoded_wrongly_is_told(told):
    wrong = (
        MSA.replace('"Fees"', "“Fees”").replace("it.", "it – at all.").encode().decode("cp1252", "replace")
    )
    result = told({"msa.txt": wrong}, issue(INCIDENT, "msa §4.2"))
    (card,) = result.report["record"]["documents"]
    assert any("wrong encoding" in note for note in card.get("notes", ()))


def test_46_two_true_quotations_of_one_section_are_both_kept(told):
    later = "in no event later than 72 hours after Provider becomes aware of the incident"
    result = told(DEAL, issue([NOTIFY, later], "msa §4.2"))
    assert [one["place"] for one in result.verified] == ["issues[0].quote[0]", "issues[0].quote[1]"]
    assert result.report["coverage"]["quotations_verified"] == 2


PLACEHOLDERS = [
    ("", "no_citation"),
    ("N/A", "not_a_citation"),
    ("[citation needed]", "not_a_citation"),
    ("TBD", "not_a_citation"),
    ("the agreement", "not_a_citation"),
    ("§", "not_a_citation"),
    ("msa", "not_a_citation"),
    ("Section ___", "not_a_citation"),
    ("nda §4.2", "unknown_document"),
]


@pytest.mark.parametrize(("citation", "cause"), PLACEHOLDERS, ids=[one or "empty" for one, _ in PLACEHOLDERS])
def test_47_a_citation_of_nothing_is_never_clean(citation, cause, told):
    result = told(DEAL, issue(INCIDENT, citation))
    assert result.code == 1
    assert any(one.startswith(UNRESOLVED) for one in result.causes)
    if cause:
        assert UNRESOLVED + cause in result.causes, result.causes


def test_47_a_folder_without_documents_is_refused(told):
    result = told({"notes.csv": "a,b\n"}, issue(INCIDENT, "msa §4.2"))
    assert (result.code, result.report) == (2, {})
    assert "no document in this folder" in result.err


def test_47_work_that_quotes_nothing_does_not_look_checked(told):
    result = told(DEAL, {"issues": [{"id": "a", "citation": "msa §4.2", "rationale": "It matters."}]})
    assert result.causes == (MISSING + "unquoted_issue",)
    assert result.report["coverage"]["quotations_verified"] == 0


HAN = "客户应当在收到发票之后的三十日之内支付全部费用。"
HAN_LIST = numbering(
    word.definition(0, word.level(0, "第%1条", "chineseCountingThousand", start=5)), numbered(1, 0)
)
HAN_PAPERS = {
    "Word's own numbers": (
        "xieyi.docx",
        docx(paragraph("费用", num=1, level=0), paragraph(HAN), numbering=HAN_LIST),
    ),
    "headings of Markdown": (
        "xieyi.md",
        f"# 服务协议\n\n## 第五条 费用\n\n{HAN}\n\n## 第六条 责任\n\n双方均不承担间接损失。\n",
    ),
}


@pytest.mark.parametrize(("name", "paper"), HAN_PAPERS.values(), ids=HAN_PAPERS)
def test_50_a_han_citation_names_its_article(name, paper, told):
    result = told({name: paper}, issue(HAN, "xieyi 第5条"))
    assert (result.causes, len(result.verified)) == ((), 1)


def test_50_words_for_citations_are_checked_where_they_are_declared(told):
    declared = 'schema_version: playbook.record.v1\ncitation_words: {paragraf: [ust], section: ["4 2"]}\n'
    result = told({**POLISH, "record.yaml": declared}, issue(INCIDENT, "umowa §5"))
    assert result.code == 2
    assert re.search(r"record\.yaml:2:\d+: .*paragraf", result.err)


def test_52_among_near_duplicates_the_cited_file_counts_and_the_list_is_capped(told):
    room = {f"msa_v{number:02}.txt": MSA for number in range(30)}
    right = told(room, issue(INCIDENT, "msa_v17 §4.2"))
    assert (right.causes, cited(right.verified[0]["at"])) == ((), "msa_v17 §4.2")
    wrong = told(room, issue(INCIDENT, "msa_v17 §4.3"))
    (finding,) = wrong.findings
    assert (finding["cause"], finding["found_count"]) == ("elsewhere", 30)
    assert cited(finding["found"][0]) == "msa_v17 §4.2"
    assert len(finding["found"]) < 10
    assert len(finding["message"]) < 600


MANUAL = Path(__file__).parents[1] / "docs" / "situations.md"


def test_the_record_file_of_the_manual_means_what_the_manual_says(told):
    (declared,) = re.findall(
        r"^```yaml\n(.*?)^```", MANUAL.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    papers = {"lic.txt": OLD, "am1.txt": AMENDMENT, "reply_of_may.txt": REPLY, "record.yaml": declared}
    assert told(papers, issue(RATE.format("four"), "lic ust. 5.1")).causes == (CAUTION + "superseded",)
    words = "We accept the price of ten dollars for every unit that you have ordered."
    assert told(papers, issue(words, "reply §1")).causes == (CAUTION + "other_speaker",)


def test_every_situation_is_in_the_table_of_the_manual():
    manual = MANUAL.read_text(encoding="utf-8")
    assert re.findall(r"^\| (\d+) \|", manual, re.MULTILINE) == [str(number) for number in range(1, 53)]


def test_a_document_is_cited_by_the_title_that_the_record_declares(tmp_path):
    deal = tmp_path / "deal"
    deal.mkdir()
    (deal / "a.txt").write_text(
        "1. Fees. The fees are due within ten days.\n\n2. Term. The term is one year.\n", "utf-8"
    )
    (deal / "b.txt").write_text(
        "1. Scope. The scope is that of the order form.\n\n2. Staff. Two people.\n", "utf-8"
    )
    (deal / "record.yaml").write_text(
        "schema_version: playbook.record.v1\ndocuments:\n  - {id: csa, title: Cloud Service Agreement, path: a.txt}\n",
        "utf-8",
    )
    work = {
        "issues": [
            {
                "id": str(number),
                "citation": citation,
                "quote": "The fees are due within ten days",
                "rationale": "x",
            }
            for number, citation in enumerate(
                (
                    "Cloud Service Agreement §1",
                    "Section 1 of the Cloud Service Agreement",
                    "csa §1",
                    "Section 1 of the b",
                )
            )
        ]
    }
    (tmp_path / "work.json").write_text(json.dumps(work), "utf-8")
    report = critique(deal, tmp_path / "work.json")
    assert [str(item.verdict) for item in report.items] == ["verified"] * 3 + ["FABRICATED_QUOTE"]
