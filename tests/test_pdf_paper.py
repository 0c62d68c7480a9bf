"""PDF files as paper: what is read from their pages, and what is said when nothing can be."""

import hashlib
import itertools
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from playbook_legal.paper.documents import Document
from playbook_legal.paper.folding import Tier, fold, fold_quotation
from playbook_legal.paper.pins import parse_pins
from playbook_legal.paper.readers.pdf import read_pdf
from playbook_legal.paper.readers.pdf.apart import pages_of
from playbook_legal.paper.readers.pdf.extraction import Refused, extracted
from playbook_legal.paper.resolving import sections_named
from playbook_legal.paper.unreadable import UnreadableDocumentError
from playbook_legal.problems import UnusableInputError

from . import pdf_files as pdf
from .given_paper import PDFS as CASES
from .pdf_files import Page, Run, SetLine, line, set_page

pytest.importorskip("pypdfium2", reason="the extra pdf is not installed")

given = pytest.mark.skipif(not CASES.is_dir(), reason="the folder of real paper is not here")

# A contract's sentence in languages that are written in other ways than English.
LANGUAGES = {
    "English": "Each party shall keep the other party's confidential information secret during the term.",
    "German": "Jede Partei hält die vertraulichen Informationen der anderen Partei während der Laufzeit geheim.",
    "French": "Chaque partie garde secrètes les informations confidentielles de l'autre partie pendant la durée.",
    "Czech": "Smluvní strana čtvrtletně předá zprávu; smrt zúčastněné osoby nemá vliv na zbytek smlouvy.",
    "Polish": "Każda ze stron zachowa w tajemnicy informacje poufne drugiej strony przez czas trwania umowy.",
    "Croatian": "Svaka će ugovorna strana čuvati povjerljive podatke; prst, krv, smrt i vrt ne čine prekid ugovora.",
    "Welsh": "Rhaid i bob parti gadw gwybodaeth gyfrinachol y parti arall yn gyfrinachol drwy gydol y cyfnod.",
    "Finnish": "Kumpikin osapuoli pitää toisen osapuolen luottamukselliset tiedot salassa sopimuksen ajan.",
    "Turkish": "Taraflardan her biri, diğer tarafın gizli bilgilerini sözleşme süresince gizli tutacaktır.",
    "Vietnamese": "Mỗi bên phải giữ bí mật thông tin mật của bên kia trong suốt thời hạn của hợp đồng này.",
    "Russian": "Каждая сторона сохраняет в тайне конфиденциальную информацию другой стороны в течение срока.",
    "Greek": "Κάθε μέρος τηρεί απόρρητες τις εμπιστευτικές πληροφορίες του άλλου μέρους κατά τη διάρκεια.",
    "Hebrew": "כל צד ישמור בסוד את המידע הסודי של הצד האחר במשך תקופת ההסכם הזה",
    "Japanese": "各当事者は、本契約の期間中、相手方の秘密情報を秘密に保持するものとする。",
    "Korean": "각 당사자는 본 계약 기간 동안 상대방의 비밀 정보를 비밀로 유지하여야 한다.",
}
SENTENCE = "The parties agree that each of them bears its own costs and expenses."
PARAGRAPH = [
    "The provider shall notify the customer without undue delay after becoming aware of any breach of",
    "security that leads to accidental loss, disclosure or destruction of personal data, and shall give",
    "reasonable assistance so that the customer can meet its obligations under applicable statutes. No",
    "statement made under this clause is an acknowledgement of fault or liability. The notice describes",
    "what happened, which categories of records were affected, and which measures have been taken.",
]


def read(data: bytes) -> Document:
    return read_pdf("msa", "Agreement", data, hashlib.sha256(data).hexdigest(), "msa.pdf")


def pages(*pages: pdf.Page) -> Document:
    return read(pdf.pdf_file(pages))


def refusal(data: bytes) -> str:
    with pytest.raises(UnreadableDocumentError) as caught:
        read(data)
    (problem,) = caught.value.problems
    assert (problem.path, problem.rule) == ("msa.pdf", "unreadable-document")
    assert "\n" not in str(caught.value)
    return problem.message


def in_letters_of_its_own(lines: list[str], *, map_of: dict[str, str] | None = None) -> pdf.Page:
    """A page in a font that says of each code which letter it shows; by `map_of` another one."""
    letters = sorted(set("".join(lines)))
    codes = {letter: number for number, letter in enumerate(letters, 1)}
    means = {code: (map_of or {}).get(letter, letter) for letter, code in codes.items()}
    return pdf.coded_page([[codes[letter] for letter in line] for line in lines], means)


# --- what is read ----------------------------------------------------------------------------------------


def test_a_line_of_the_page_is_a_line_of_the_text_and_a_form_feed_stands_between_pages() -> None:
    document = pages(pdf.text_page(["First line", "Second line"]), pdf.text_page(["Overleaf"]))
    assert document.kind == "pdf"
    assert document.text == "First line\nSecond line\n\f\nOverleaf"
    assert document.pages == (0, 25)
    assert [document.text[at:].split()[0] for at in document.pages] == ["First", "Overleaf"]
    assert (document.id, document.title, document.name, document.notes) == ("msa", "Agreement", "msa.pdf", ())


def test_an_empty_page_among_others_has_its_place_and_is_nothing_to_speak_of() -> None:
    document = pages(pdf.text_page(["One"]), pdf.Page(b""), pdf.text_page(["Three"]))
    assert document.text == "One\n\f\n\n\f\nThree"
    assert document.pages == (0, 6, 9)
    assert document.notes == ()


def test_a_hyphen_at_the_end_of_a_line_stays_where_it_was_printed() -> None:
    lines = ["This agree-", "ment is non- ", "compete for pre- ", "and post-closing; it ends with-"]
    document = pages(pdf.text_page(lines))
    assert document.text == "This agree-\nment is non-\ncompete for pre-\nand post-closing; it ends with-"
    for true in ("This agreement is non-compete", "for pre- and post-closing"):
        assert fold(document.text, Tier.LAYOUT).find(fold_quotation(true, Tier.LAYOUT)) is not None


def test_signs_of_print_stay_characters() -> None:
    document = pages(pdf.text_page(["“Fees” – the 5\N{NO-BREAK SPACE}% charge’s §\N{NO-BREAK SPACE}4"]))
    assert document.text.split() == ["“Fees”", "–", "the", "5", "%", "charge’s", "§", "4"]


def test_a_ligature_is_its_letters_and_a_character_without_meaning_is_named_as_such() -> None:
    page = pdf.coded_page([[1, 2, 3, 4, 5, 1]], {1: "e", 2: "\ufb03", 3: "x", 4: "\U0001f600", 5: "\x00"})
    assert pages(pdf.text_page([SENTENCE] * 3), page).text.endswith("effix\U0001f600\ufffde")


def test_bullets_drawn_after_the_text_stand_before_their_items() -> None:
    words = pdf.text_commands(["You may", "use it;", "share it on", "other terms,"], left=90)
    bullets = b"".join(
        pdf.text_commands([mark], top=740 - 14 * line) for line, mark in ((1, "•"), (2, "(b)"))
    )
    page = pdf.Page(words + bullets + pdf.text_commands(["*"], top=400))
    assert pages(page).text == "You may\n• use it;\n(b) share it on\nother terms,\n*"


def test_numbers_of_pages_belong_to_the_page_and_a_sentence_runs_on_behind_them() -> None:
    leaves = []
    for number, party in enumerate(("Customer", "Provider", "Licensor", "Licensee"), 1):
        words = [f"{party} keeps record {letter} of its dealings." for letter in "pqrstuvwxyzabcdefghijklmno"]
        foot = pdf.text_commands([str(number)], top=30)
        leaves.append(pdf.Page(pdf.text_commands([*words, f"{party} shall then see to it that"]) + foot))
    document = pages(*leaves)
    numbers = [document.text[start:end].split() for start, end in document.furniture]
    assert numbers[:3] == [["1"], ["2"], ["3"]]  # nothing reads on behind the last one
    quotation = fold_quotation("Customer shall then see to it that Provider keeps record p", Tier.LAYOUT)
    assert fold(document.text, Tier.LAYOUT, document.furniture).find(quotation) is not None


def test_typed_numbers_open_units() -> None:
    document = pages(pdf.text_page([
        "1. Definitions.", "Words in capitals have the meaning given here.", "2. Fees.",
        "2.1 Amounts. The Customer pays the fees.", "2.2 Taxes. Fees are net of taxes.", "3. Term.",
        "This agreement runs for one year.",
    ]))  # fmt: skip
    assert [section.token for section in document.sections] == ["1", "2", "2.1", "2.2", "3"]


def test_packed_and_plain_streams_are_the_same_text_and_the_same_bytes_give_the_same_document() -> None:
    leaves = [pdf.text_page([SENTENCE, "2. Term"])] * 3
    assert read(pdf.pdf_file(leaves)).text == read(pdf.pdf_file(leaves, packed=True)).text
    assert read(pdf.pdf_file(leaves)) == read(pdf.pdf_file(leaves))


def test_files_can_be_read_by_several_threads_at_once() -> None:
    texts: list[str] = []
    data = pdf.pdf_file([pdf.text_page([SENTENCE])] * 5)
    threads = [threading.Thread(target=lambda: texts.append(read(data).text)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts == ["\n\f\n".join([SENTENCE] * 5)] * 4


# --- raised and lowered figures ----------------------------------------------------------------------------


def small(text: str, size: float = 7, rise: float = 4) -> Run:
    return Run(text, size, rise=rise)


SHIFTED = {
    "a power": ([Run("An area of 10"), small("2"), Run(" meters.")], "An area of 10² meters."),
    "a power as a browser sets it": ([Run("10"), small("2", 9.2, 3.7), Run(" meters")], "10² meters"),
    "a negative power": ([Run("or 10"), small("-3"), Run(" of it")], "or 10⁻³ of it"),
    "a note's mark behind a word": ([Run("The word"), small("1"), Run(", and")], "The word¹, and"),
    "several marks": ([Run("The word"), small("1, 12"), Run(" and")], "The word¹, ¹² and"),
    "a mark in brackets": ([Run("The word"), small("(3)"), Run(" and")], "The word⁽³⁾ and"),
    "a mark at the end of a line": ([Run("It ends here."), small("12")], "It ends here.¹²"),
    "a mark behind a space": ([Run("The "), small("8"), Run("data importer")], "The ⁸data importer"),
    "the mark that begins a note": ([small("1"), Run(" See clause 4.", 10)], "¹ See clause 4."),
    "an ordinal": ([Run("On the 30"), small("th"), Run(" day")], "On the 30th day"),
    "a fraction": ([Run("at 3"), small("1"), Run("/"), small("2", rise=-1), Run("%")], "at 3¹/₂%"),
    "a fraction alone": ([Run("at "), small("1"), Run("/"), small("2", rise=-1), Run(" of it")], "at ¹/₂ of it"),
    "a figure below a letter": ([Run("Any H"), small("2", rise=-2), Run("O and")], "Any H2O and"),
    "a figure below a figure": ([Run("Any 5"), small("2", rise=-2), Run(" and")], "Any 5₂ and"),
    "in bold": ([Run("Area of 10", 14, bold=True), Run("2", 9, bold=True, rise=5)], "Area of 10²"),
}  # fmt: skip


@pytest.mark.parametrize(("runs", "text"), SHIFTED.values(), ids=SHIFTED)
def test_raised_and_lowered_figures_are_characters_of_their_own_on_one_line(
    runs: list[Run], text: str
) -> None:
    around = [line("Above it stands a line of 17 words."), SetLine(runs), line("Below it stands another.")]
    expected = f"Above it stands a line of 17 words.\n{text}\nBelow it stands another."
    assert pages(set_page(around)).text == expected


def test_a_raised_figure_makes_no_other_number() -> None:
    document = pages(set_page([SetLine([Run("The fee is 10"), small("2"), Run(" dollars.")])]))
    folded = fold(document.text, Tier.LAYOUT)
    assert folded.find(fold_quotation("The fee is 10² dollars.", Tier.LAYOUT)) is not None
    assert folded.find(fold_quotation("The fee is 102 dollars.", Tier.LAYOUT)) is None


def test_a_line_that_runs_upwards_has_raised_figures_as_well_and_counts_none_twice() -> None:
    page = set_page([SetLine([Run("Area of 10"), small("2"), Run(" and 30 days")], left=40, turned=True)])
    assert pages(page).text == "Area of 10² and 30 days"


PLAIN = {
    "small capitals": [Run("S"), Run("ECTION ", 8), Run("4"), Run(" AND 2024", 8)],
    "a large first letter": [Run("F", 18), Run("EES 2024 are due")],
    "an initial of three lines": [Run("A", 33), Run("4 paper is used", rise=18)],
    "figures in small print on the line": [Run("Fees of 10"), Run("2 and 30", 7)],
    "small print that stands high": [Run("4", 14), Run("7 of 9 pages here", 9, rise=4)],
    "a figure of the same size that stands a little higher": [Run("Fees of 10"), Run("2", rise=1), Run(" dollars")],
    "larger figures": [Run("No. "), Run("12", 16), Run(" of 30")],
}  # fmt: skip


@pytest.mark.parametrize("runs", PLAIN.values(), ids=PLAIN)
def test_figures_that_are_only_smaller_or_stand_high_for_another_reason_stay_plain(runs: list[Run]) -> None:
    text = pages(set_page([line("Above it stands a line."), SetLine(runs), line("Below it.", below=40)])).text
    plain = "".join(run.text for run in runs)
    assert "".join(text.split()) == "".join(f"Above it stands a line.{plain}Below it.".split())


def test_small_figures_in_the_next_cell_of_a_table_stay_plain() -> None:
    row = pdf.set_commands([line("Total", 18)]) + pdf.set_commands([line("1250", 9, left=150)], top=746)
    assert pages(Page(row)).text.split() == ["Total", "1250"]


# --- headings without a number -----------------------------------------------------------------------------

BODY = "The provider keeps what the customer sends and gives it back when this agreement ends."


def paragraph(*, lines: int = 2, below: float = 22) -> list[SetLine]:
    return [line(BODY, below=below), *[line(BODY) for _ in range(lines - 1)]]


def heading(text: str, size: float = 14, *, bold: bool = True, below: float = 30) -> SetLine:
    return line(text, size, bold=bold, below=below)


POLICY = [
    heading("Privacy Policy", 22), *paragraph(),
    heading("What We Collect", 16), *paragraph(),
    heading("Usage Data:"), *paragraph(),
    heading("Your Rights", 16), *paragraph(),
]  # fmt: skip


def titles(document: Document) -> list[tuple[int, str]]:
    """The headings without a number, and how many units each stands in."""
    assert document.outline is not None
    outline = document.outline
    return [
        (sum(1 for _ in outline.ancestry(unit)) - 1, unit.title)
        for unit in outline.units
        if unit.kind == "heading"
    ]


def test_lines_that_are_larger_and_alone_are_headings_within_one_another() -> None:
    assert titles(pages(set_page(POLICY))) == [
        (0, "Privacy Policy"),
        (1, "What We Collect"),
        (2, "Usage Data"),
        (1, "Your Rights"),
    ]


def cited(document: Document, written: str) -> list[str]:
    """The texts of the sections that a citation of `policy` names."""
    return [
        section.text
        for pin in parse_pins(written, ["policy"]).cites
        for section in sections_named(document, pin)
    ]


@pytest.mark.parametrize("written", ['policy, "Your Rights"', "policy Your Rights", "policy § Your Rights"])
def test_a_heading_can_be_cited_by_its_title_and_reaches_to_the_next(written: str) -> None:
    words = [line("You may ask for a copy of your data."), line("We answer within 30 days.")]
    document = pages(set_page([*POLICY[:-2], *words, heading("Contact", 16), *paragraph()]))
    assert cited(document, written) == [
        "Your Rights\nYou may ask for a copy of your data.\nWe answer within 30 days."
    ]
    (outer,) = cited(document, "policy, What We Collect")
    assert outer.startswith("What We Collect")
    assert "Usage Data:" in outer
    assert "Your Rights" not in outer


def test_bold_lines_of_the_size_of_the_text_are_headings() -> None:
    words = [heading("Fees", 11), *paragraph(below=14), heading("Term and Termination", 11, below=14)]
    assert titles(pages(set_page([*words, *paragraph(below=14)]))) == [
        (0, "Fees"),
        (0, "Term and Termination"),
    ]


def test_a_heading_over_two_lines_is_one() -> None:
    words = [
        heading("You Are Responsible for the Consequences of Your Use of"),
        heading("the Service", below=17),
    ]
    expected = [(0, "You Are Responsible for the Consequences of Your Use of the Service")]
    assert titles(pages(set_page([*paragraph(), *words, *paragraph()]))) == expected


NO_HEADINGS = {
    "the bold beginning of a paragraph": [
        SetLine([Run("Payment.", bold=True), Run(" The customer pays within 30 days.")], below=22),
    ],
    "a bold line at which a sentence goes on": [
        line("The provider is not liable for indirect damage of any kind", bold=True, below=22),
        line("unless it acted with intent."),
    ],
    "bold words at the end of a paragraph": [
        line("This is governed by the statute that is called the", below=22), line("Arbitration Act 1996", bold=True),
    ],
    "a bold paragraph": [
        line("IN NO EVENT SHALL THE PROVIDER BE LIABLE FOR ANY", bold=True, below=22),
        line("INDIRECT, SPECIAL OR CONSEQUENTIAL DAMAGES, EVEN", bold=True),
        line("WHERE IT HAS BEEN TOLD OF THEM BY THE CUSTOMER, OR", bold=True),
        line("SHOULD HAVE KNOWN OF THEM ALL", bold=True),
    ],
    "a bold sentence": [line("You must be eighteen years old.", bold=True, below=22)],
    "a date below the title": [line("Last updated May 5, 2024", bold=True, below=22)],
    "a line to sign on": [line("By: ____________________", bold=True, below=22)],
    "an address": [line("legal@example.com", 14, bold=True, below=22)],
    "a figure": [line("1,250.00", 14, bold=True, below=22)],
    "the head of a table": [
        SetLine([Run("Item", bold=True)], below=22), SetLine([Run("Price", bold=True)], below=0, left=300),
        line("Seat"), line("12.00", below=0, left=300),
    ],
    "smaller print": [line("Set By Another Hand", 8, bold=True, below=22)],
    "a line that runs upwards": [SetLine([Run("Draft Of The Parties", 20, bold=True)], left=30, turned=True)],
}  # fmt: skip


@pytest.mark.parametrize("words", NO_HEADINGS.values(), ids=NO_HEADINGS)
def test_what_stands_out_and_is_no_heading_opens_nothing(words: list[SetLine]) -> None:
    document = pages(set_page([*paragraph(), *words, *paragraph()]))
    assert titles(document) == []
    assert [section.token for section in document.sections] == ["full"]


def test_a_page_set_larger_than_the_others_has_no_headings_in_it() -> None:
    large = set_page([line(f"Notice {letter} Of The Parties", 14, below=24) for letter in "ABCDEFGHIJKLMNOP"])
    small = set_page([line(BODY) for _ in range(40)])
    assert titles(pages(small, large, small)) == []


def test_running_heads_and_tables_of_contents_open_nothing() -> None:
    names = ["Your Rights", "Our Duties", "How We Answer"]
    contents = [
        heading("Contents"),
        *(heading(f"{name} {at + 2}", below=20) for at, name in enumerate(names)),
    ]
    leaves = [
        [
            heading("Acme Privacy Policy", 12),
            heading(name),
            *(line(f"{name} {at}: {BODY}") for at in range(3)),
        ]
        for name in names
    ]
    document = pages(set_page([*contents, *paragraph()]), *map(set_page, leaves))
    assert [title for _, title in titles(document)] == ["Contents", *names]


# --- headings among numbers ----------------------------------------------------------------------------------


def test_numbered_units_stay_what_they_are_and_headings_stand_within_them() -> None:
    words = [
        heading("Services Agreement", 20), *paragraph(),
        line("1. Definitions", bold=True, below=22), *paragraph(),
        line("2. Fees", bold=True, below=22), *paragraph(),
        heading("Taxes", 11, below=22), *paragraph(),
        line("3. Term", bold=True, below=22), *paragraph(),
        heading("Signatures of the Parties", 11, below=22), *paragraph(),
    ]  # fmt: skip
    document = pages(set_page(words))
    assert [section.token for section in document.sections] == [
        "preamble", "1", "2", "Taxes", "3", "Signatures of the Parties",
    ]  # fmt: skip
    assert document.outline is not None
    (second,) = document.outline.by_label["2"]
    assert document.text[second.end :].startswith("3. Term")
    assert titles(document) == [(1, "Taxes"), (1, "Signatures of the Parties")]


def test_lists_that_begin_anew_below_each_heading_end_with_the_next() -> None:
    def items() -> list[SetLine]:
        numbers = [line(f"{number}. Whatever was sent to us on day {number};") for number in (1, 2, 3)]
        return [line("This is what the heading speaks of:"), *numbers]

    words = [
        heading("What We Keep"),
        *items(),
        heading("What We Send"),
        *items(),
        heading("The End"),
        *paragraph(),
    ]
    document = pages(set_page(words))
    assert [section.token for section in document.sections] == [
        "What We Keep", "1", "2", "3", "What We Send", "1", "2", "3", "The End",
    ]  # fmt: skip
    assert titles(document) == [(0, "What We Keep"), (0, "What We Send"), (0, "The End")]


def test_a_heading_below_a_number_that_stands_alone_is_its_title() -> None:
    words = [
        line("Clause 1", below=22), heading("Purpose and Scope", 11, below=18), *paragraph(),
        line("Clause 2", below=22), heading("Hierarchy", 11, below=18), *paragraph(),
    ]  # fmt: skip
    document = pages(set_page(words))
    assert [(section.token, section.title) for section in document.sections] == [
        ("1", "Purpose and Scope"), ("2", "Hierarchy"),
    ]  # fmt: skip
    assert titles(document) == []


# --- what cannot be read -----------------------------------------------------------------------------------


def test_a_scan_is_named_as_one() -> None:
    message = refusal(pdf.pdf_file([pdf.picture_page(), pdf.picture_page("ACME 000123")]))
    assert message == (
        "this document cannot be read: its pages are pictures without text (a scan); have the text recognized (OCR)"
        " and give that file"
    )


def test_a_scan_wrapped_in_forms_is_one() -> None:
    assert "a scan" in refusal(pdf.pdf_file([pdf.wrapped_picture_page()]))


def test_letters_drawn_as_curves_are_named_so() -> None:
    assert "drawn as curves" in refusal(pdf.pdf_file([pdf.drawn_page(), pdf.drawn_page(lines=100)]))


def test_pages_with_nothing_on_them_are_no_document() -> None:
    assert refusal(pdf.pdf_file([pdf.Page(b"")] * 2)) == (
        "nothing stands on its pages; give the file that was meant"
    )


def test_a_font_without_a_table_of_letters_is_named_and_never_quoted_from() -> None:
    message = refusal(pdf.pdf_file([pdf.shapes_page([SENTENCE] * 5)] * 2))
    assert message == (
        "this document cannot be read: its pages are text whose letters mean nothing (its fonts do not say which"
        ' letters they show), such as "7KHSDUWLHVDJUHHWKDWHDFKR…"; export it again from the program it was made'
        " with, or have the text recognized (OCR)"
    )


def shifted(by: int) -> dict[str, str]:
    return {chr(code): chr((code - 97 - by) % 26 + 97) for code in range(97, 123)}


MEANINGLESS = {
    "a table of letters that is shifted": in_letters_of_its_own(PARAGRAPH, map_of=shifted(3)),
    "numbers of glyphs": pdf.text_page(["".join(f"(cid:{ord(letter)})" for letter in SENTENCE[:40])] * 3),
    "characters of private use": in_letters_of_its_own(
        [SENTENCE] * 3, map_of={chr(code): chr(0xE000 + code) for code in range(97, 123)}
    ),
    "signs instead of letters": in_letters_of_its_own(
        [SENTENCE] * 6, map_of={chr(code): "!#$%&*+/:;<=>?@^~|{}[]()_-"[code - 97] for code in range(97, 123)}
    ),
}


@pytest.mark.parametrize("page", MEANINGLESS.values(), ids=MEANINGLESS)
def test_text_that_means_nothing_is_recognized(page: pdf.Page) -> None:
    assert "whose letters mean nothing" in refusal(pdf.pdf_file([page]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_is_taken_for_nonsense(language: str) -> None:
    line = LANGUAGES[language]
    document = pages(in_letters_of_its_own([line] * 12))
    assert document.notes == ()
    if language != "Hebrew":  # its words are drawn from left to right here, which no program does
        assert document.text.startswith(line[:20])


GOOD = {
    "figures": [f"{year}  {year * 7},{year % 900:03d}.00  ({year % 97}.{year % 10} %)" for year in range(1990, 2030)],
    "a table of contents": [f"{number}. Fees {'. ' * 40}{number + 3}" for number in range(1, 30)],
    "a form to be filled in": ["Name: " + "_" * 60, "Signature: " + "_" * 60, "[ ] yes   [ ] no"] * 8,
    "codes and names of files": [f"RFQ-{n:04d}-XKB  GmbH  libbz{n}.so  HTTPS  XML" for n in range(40)],
    "few words": ["Exhibit A", "[Intentionally left blank]"],
    "capitals": [SENTENCE.upper()] * 20,
}  # fmt: skip


@pytest.mark.parametrize("lines", GOOD.values(), ids=GOOD)
def test_sound_pages_are_not_taken_for_nonsense(lines: list[str]) -> None:
    assert pages(pdf.text_page(lines)).notes == ()


def test_codes_that_happen_to_be_their_letters_are_read() -> None:
    """Simple fonts of old programs name their letters in ways nobody knows, and the codes are the letters."""
    page = pdf.coded_page([list(SENTENCE.encode())] * 5, None)
    assert pages(page).notes == ()
    digits = pdf.coded_page([list(b"1,250.00  17,300.00")] * 5, None)
    assert pages(digits).notes == ()


def test_pages_that_cannot_be_read_among_others_are_named() -> None:
    good, bad = pdf.text_page([SENTENCE] * 3), pdf.shapes_page([SENTENCE] * 3)
    document = pages(
        good, bad, good, pdf.picture_page(), pdf.picture_page("EX-1"), good, good, pdf.drawn_page(), good
    )
    assert document.notes == (
        "pages 4–5: pictures without text (a scan); nothing there can be verified",
        "page 8: shapes without text (the letters were drawn as curves); nothing there can be verified",
        (
            "page 2: text whose letters mean nothing (its fonts do not say which letters they show); nothing there"
            " can be verified"
        ),
    )
    assert SENTENCE in document.text


def test_most_pages_decide_and_blank_ones_have_no_voice() -> None:
    good, scan, blank = pdf.text_page([SENTENCE] * 3), pdf.picture_page(), pdf.Page(b"")
    assert len(pages(good, scan).notes) == 1
    assert "2 of 4 pages are pictures" in refusal(pdf.pdf_file([good, scan, scan, blank]))


TEXT = pdf.pdf_file([pdf.text_page([SENTENCE] * 40)] * 10)
BROKEN = {
    "locked": (
        pdf.pdf_file([pdf.text_page([SENTENCE])], trailer=pdf.LOCKED),
        "the file is encrypted and needs a password; save a copy without one",
    ),
    "half of it": (TEXT[: len(TEXT) // 2], "the file breaks off before its end, as after a failed download"),
    "all but its end": (TEXT[:-60], "the file breaks off before its end"),
    "broken off behind an earlier end": (TEXT + TEXT[: len(TEXT) // 2], "the file breaks off before its end"),
    "nothing": (b"", "this is no PDF: it does not begin with %PDF-"),
    "something else": (b"<html>%%EOF</html>", "this is no PDF"),
    "a head and no body": (
        b"%PDF-1.7\nhello\n%%EOF\n",
        "the file is damaged: its structure cannot be followed",
    ),
    "no pages": (pdf.pdf_file([]), "the file has no page that could be read"),
    "a page that is none": (
        TEXT.replace(b"/Type /Page /", b"/Type /Pagx /", 3),
        "the file is damaged: page 1 cannot be read",
    ),
    "a million pages": (
        TEXT.replace(b"/Count 10 ", b"/Count 1000000 "),
        "the file has 1000000 pages; more than 10000 are not read; split it",
    ),
}


@pytest.mark.parametrize(("data", "message"), BROKEN.values(), ids=BROKEN)
def test_a_file_that_cannot_be_opened_says_why(data: bytes, message: str) -> None:
    assert refusal(data).startswith(message)


def test_a_file_made_to_fill_the_memory_is_ended() -> None:
    message = refusal(pdf.pdf_file([pdf.nested_forms(12, 40)]))
    assert message.startswith(
        "the file cannot be read: the PDF library broke down over it, or took more than 60 seconds"
    )


def test_a_page_that_draws_itself_over_and_over_is_read_when_it_is_small() -> None:
    assert "again" in pages(pdf.nested_forms(2, 3)).text
    assert "again" in pages(pdf.nested_forms(10, 1)).text


def test_a_file_that_takes_too_long_is_not_waited_for() -> None:
    with pytest.raises(UnreadableDocumentError, match="the file cannot be read"):
        pages_of(TEXT, "msa.pdf", patience=0.001)


def test_more_text_than_any_document_has_is_not_read() -> None:
    with pytest.raises(Refused, match="too much text"):
        extracted(TEXT, most=2 * len(SENTENCE))


def test_without_the_extra_the_message_names_the_command() -> None:
    program = (
        "import sys; sys.modules['pypdfium2'] = None\n"
        "from playbook_legal.paper.readers.pdf import read_pdf\n"
        "from playbook_legal.problems import UnusableInputError\n"
        "try: read_pdf('msa', 'Agreement', b'%PDF-1.7 %%EOF', '', 'msa.pdf')\n"
        "except UnusableInputError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == (
        "msa.pdf: reading a PDF takes an extra; install it with: pip install 'playbook-legal[pdf]' [extra]\n"
    )


def test_an_unreadable_document_is_unusable_input() -> None:
    assert issubclass(UnreadableDocumentError, UnusableInputError)


# --- real paper --------------------------------------------------------------------------------------------


def sentences_of(markdown: str) -> list[str]:
    """The sentences of a Markdown text as one reads them: without emphasis, links and the marks of lists."""
    sentences = []
    for token in MarkdownIt("commonmark").parse(markdown):
        if token.type == "inline":
            shown = {"softbreak": " ", "hardbreak": " "}
            text = "".join(shown.get(one.type, one.content) for one in token.children or ())
            text, _, _ = text.partition(" {:")  # what a site's generator is told about the line
            sentences += [one for one in split_sentences(text) if len(one) >= 15]
    return sentences


def split_sentences(text: str) -> list[str]:
    begins = [0]
    begins += [
        at + 2
        for at in range(len(text) - 2)
        if text[at] in ".!?" and text[at + 1] == " " and not text[at + 2].islower()
    ]
    return [text[start:end].strip() for start, end in zip(begins, [*begins[1:], len(text)], strict=True)]


@given
@pytest.mark.parametrize(
    ("stem", "least"), [("mozilla-mdn_plus_terms", 60), ("mozilla-subscription_services_tos", 120)]
)
def test_the_sentences_of_the_markdown_stand_in_its_pdf(stem: str, least: int) -> None:
    document = read((CASES / f"{stem}.pdf").read_bytes())
    sentences = sentences_of((CASES / f"{stem}.md").read_text(encoding="utf-8"))
    folded = fold(document.text, Tier.LAYOUT, document.furniture)
    missing = [one for one in sentences if folded.find(fold_quotation(one, Tier.LAYOUT)) is None]
    assert len(sentences) >= least
    assert len(missing) * 100 <= len(sentences), missing


@given
@pytest.mark.parametrize("stem", ["mozilla-mdn_plus_terms", "mozilla-subscription_services_tos"])
def test_the_headings_of_the_markdown_are_those_of_its_pdf_within_one_another(stem: str) -> None:
    markdown = (CASES / f"{stem}.md").read_text(encoding="utf-8")
    depths: list[int] = []
    expected: list[tuple[int, str]] = []
    tokens = MarkdownIt("commonmark").parse(markdown)
    for token, inside in itertools.pairwise(tokens):
        if token.type == "heading_open":
            depth = int(token.tag[1])
            depths = [*(one for one in depths if one < depth), depth]
            expected.append((len(depths) - 1, inside.content.rstrip(":")))
    assert titles(read((CASES / f"{stem}.pdf").read_bytes())) == expected


@given
def test_of_two_agreements_by_one_author_the_one_without_letters_is_refused_and_the_other_read() -> None:
    message = refusal_of(CASES / "basecamp-dpa-no-unicode-map.pdf")
    assert "its pages are text whose letters mean nothing" in message
    document = read((CASES / "basecamp-dpa-202212.pdf").read_bytes())
    assert (len(document.pages), document.notes) == (41, ())
    assert [document.text[start:end].split()[0] for start, end in document.furniture][:12] == [
        str(number) for number in range(1, 13)
    ]


def refusal_of(path: Path) -> str:
    return refusal(path.read_bytes())
