"""What the reader takes as the text of a Word file, and where."""

import pytest

from playbook_legal.paper.documents import Document
from playbook_legal.paper.readers.word import read_word
from playbook_legal.paper.tiers import match

from . import word_files as word
from .word_files import docx, numbered, numbering, paragraph, raw_run, run, style, styles, table

UP, DOWN = '<w:vertAlign w:val="superscript"/>', '<w:vertAlign w:val="subscript"/>'
LISTS = numbering(word.LEGAL_LIST, numbered(1, 0))


def read(data: bytes) -> Document:
    return read_word("a", "Agreement", data, "0" * 64, "a.docx")


def text_of(*body: str, **parts: str) -> str:
    return read(docx(*body, **parts)).text


PIECES = [
    ("no-break hyphen", run("1") + raw_run("<w:noBreakHyphen/>") + run("24"), "1\u201124"),
    ("soft hyphen", run("agree") + raw_run("<w:softHyphen/>") + run("ment"), "agree\u00adment"),
    ("tab and line break", run("a\tb\nc"), "a\tb\nc"),
    ("carriage return", run("a") + raw_run("<w:cr/>") + run("b"), "a\nb"),
    ("symbol", run("a ") + raw_run('<w:sym w:font="Symbol" w:char="F0B3"/>') + run(" b"), "a ≥ b"),
    ("check box", raw_run('<w:sym w:font="Wingdings" w:char="F0FE"/>') + run(" yes"), "☑ yes"),
    ("section sign of an ordinary font", raw_run('<w:sym w:font="Arial" w:char="00A7"/>') + run("4"), "§4"),
    ("capitals by formatting", run("Confidential", more="<w:caps/>"), "Confidential"),
    ("words in several runs", run("in", bold=True) + run("dem") + run("nify"), "indemnify"),
    ("link", run("see ") + word.hyperlink(run("the policy")), "see the policy"),
    ("content control", run("the ") + word.control(run("Customer")), "the Customer"),
    ("smart tag", f'{run("in ")}<w:smartTag w:element="place">{run("Delaware")}</w:smartTag>', "in Delaware"),
    ("field", run("on page ") + word.field("PAGEREF x", "12"), "on page 12"),
    ("simple field", run("of ") + word.simple_field("DATE", "1 May"), "of 1 May"),
    (
        "field inside a field's instruction",
        raw_run('<w:fldChar w:fldCharType="begin"/>')
        + raw_run("<w:instrText>IF </w:instrText>")
        + word.field("PAGE", "3")
        + raw_run('<w:fldChar w:fldCharType="separate"/>')
        + run("shown")
        + raw_run('<w:fldChar w:fldCharType="end"/>'),
        "shown",
    ),
    ("formula", "<m:oMath><m:r><m:t>x+1</m:t></m:r></m:oMath>", "x+1"),
    (
        "phonetic guide",
        raw_run(f"<w:ruby><w:rt>{run('kan')}</w:rt><w:rubyBase>{run('漢')}</w:rubyBase></w:ruby>"),
        "漢",
    ),
    ("direction", f'<w:bdo w:val="rtl">{run("abc")}</w:bdo>', "abc"),
    ("spaces as they are", run("a  b "), "a  b "),
    (
        "footnote mark inside a word's sentence",
        run("the fee") + word.footnote_mark(2) + run("s due"),
        "the fees due",
    ),
    ("comment marks", run("pro") + word.commented(run("vid"), 5) + run("er"), "provider"),
    (
        "content held in two versions",
        "<mc:AlternateContent><mc:Choice>"
        + run("new")
        + "</mc:Choice><mc:Fallback>"
        + run("old")
        + "</mc:Fallback></mc:AlternateContent>",
        "new",
    ),
]


@pytest.mark.parametrize(("content", "expected"), [one[1:] for one in PIECES], ids=[one[0] for one in PIECES])
def test_the_text_is_what_word_prints(content, expected):
    assert text_of(paragraph(content)) == expected + "\n"


def versions(first: str, other: str | None = None) -> str:
    fallback = "" if other is None else f"<mc:Fallback>{other}</mc:Fallback>"
    return f"<mc:AlternateContent><mc:Choice>{first}</mc:Choice>{fallback}</mc:AlternateContent>"


ROW = "<w:tr><w:tc>{}</w:tc></w:tr>"
WRAPPED = [
    ("content control", word.control(paragraph("a")), "a\n"),
    ("custom XML", f"<w:customXml>{paragraph('a')}</w:customXml>", "a\n"),
    ("versions", versions(paragraph("new"), paragraph("old")), "new\n"),
    ("an empty first version", versions("", paragraph("old")), "old\n"),
    ("nothing but an empty version", versions("") + paragraph("b"), "b\n"),
    ("no version at all", "<mc:AlternateContent/>" + paragraph("b"), "b\n"),
    ("insertion around a paragraph", word.inserted(paragraph("a")), "a\n"),
    ("rows in custom XML", f"<w:tbl><w:customXml>{ROW.format(paragraph('a'))}</w:customXml></w:tbl>", "│ a │\n"),
    ("rows in versions", f"<w:tbl>{versions(ROW.format(paragraph('a')))}</w:tbl>", "│ a │\n"),
    ("cell without a paragraph", "<w:tbl><w:tr><w:tc/></w:tr></w:tbl>", "│  │\n"),
    ("permission marks", '<w:permStart w:id="1"/>' + paragraph("a", '<w:permEnd w:id="1"/>'), "a\n"),
    ("a run of an unknown thing", paragraph(raw_run("<w:unknown/>") + run("a")), "a\n"),
    ("a mark of a field of an unknown kind", paragraph(raw_run('<w:fldChar w:fldCharType="x"/>') + run("a")), "a\n"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "expected"), [one[1:] for one in WRAPPED], ids=[one[0] for one in WRAPPED])
def test_wrappers_are_looked_through(body, expected):
    assert text_of(body) == expected


def test_a_box_in_versions_inside_a_picture_is_read_once():
    box = f"<w:txbxContent>{paragraph('In the box.')}</w:txbxContent>"
    body = paragraph(run("Out."), raw_run(f"<w:pict><v:group>{versions(box, box)}</v:group></w:pict>"))
    assert text_of(body, footnotes=word.notes("footnotes", {})) == "Out.\nIn the box.\n"
    empty = paragraph(run("Out."), word.textbox(paragraph()))
    assert text_of(empty) == "Out.\n\n"


def test_bookmarks_between_paragraphs_belong_to_the_next_one_or_the_last():
    body = (
        paragraph("One", num=1, level=0), word.bookmark("t"), paragraph("Two", num=1, level=0),
        paragraph(word.simple_field("REF t \\r", "2"), run(" "), word.simple_field("REF e \\r", "0")),
        word.bookmark("e"),
    )  # fmt: skip
    assert [(one.shown, one.computed) for one in read(docx(*body, numbering=LISTS)).references] == [
        ("2", "2"),
        ("0", "0"),
    ]


def test_numbers_that_fields_count_are_named_as_missing():
    begin, end = (raw_run(f'<w:fldChar w:fldCharType="{kind}"/>') for kind in ("begin", "end"))
    counted = begin + raw_run("<w:instrText>AUTONUM</w:instrText>") + end
    document = read(docx(paragraph(counted, run("Fees")), paragraph(begin + end + run("x"))))
    assert document.text == "Fees\nx\n"
    assert document.notes == (
        "numbers that fields count (LISTNUM, AUTONUM) are not kept in the file and are missing",
    )


def test_stray_marks_of_fields_do_no_harm():
    stray = (raw_run(f'<w:fldChar w:fldCharType="{kind}"/>') for kind in ("separate", "end"))
    told = raw_run("<w:instrText>REF</w:instrText>")
    comment_end = '<w:commentRangeEnd w:id="4"/>'
    document = read(
        docx(
            paragraph(*stray, told, comment_end, run("a"), word.simple_field("", "b"), word.field("REF", "c"))
        )
    )
    assert document.text == "abc\n"
    assert document.references == ()


def test_a_document_kept_inside_a_paragraph_is_named_as_unread():
    document = read(docx(paragraph(run("a"), '<w:subDoc r:id="rId9"/>')))
    assert document.notes == ("a part of the document is kept as another file inside it and was not read",)


SYMBOLS = [
    ("Symbol", "F061", "α"), ("Symbol", "0031", "1"), ("Wingdings 2", "F050", "✓"), ("Wingdings", "F021", "\ufffd"),
    ("Symbol", "x", "\ufffd"), ("Symbol", "1", "\ufffd"), ("Symbol", "F0EE", "\ufffd"), ("Times", "E123", "\ufffd"),
]  # fmt: skip


@pytest.mark.parametrize(("font", "code", "expected"), SYMBOLS)
def test_symbols_are_the_signs_that_their_font_shows(font, code, expected):
    assert text_of(paragraph(raw_run(f'<w:sym w:font="{font}" w:char="{code}"/>'))) == expected + "\n"


def test_a_symbol_without_a_meaning_is_shown_and_said():
    document = read(docx(paragraph(raw_run('<w:sym w:font="Webdings" w:char="F061"/>'))))
    assert document.text == "\ufffd\n"
    assert document.notes == ("a symbol of a font without a meaning in Unicode is shown as \ufffd",)


def test_cells_do_not_join_and_a_bar_stands_between_them():
    document = read(
        docx(
            paragraph("Terms:"), table([["Fee", "USD 100"], ["Term", paragraph("two") + paragraph("years")]])
        )
    )
    assert document.text == "Terms:\n│ Fee │ USD 100 │\n│ Term │ two\nyears │\n"
    assert document.furniture == ()


def test_a_table_inside_a_cell_and_a_control_around_a_row_are_read():
    inner = table([["x", "y"]])
    row = f"<w:tr><w:tc>{paragraph('a')}{inner}{paragraph('b')}</w:tc></w:tr>"
    wrapped = f"<w:tbl>{word.control(row)}</w:tbl>"
    assert text_of(wrapped) == "│ a\n│ x │ y │\nb │\n"


def test_automatic_numbers_are_printed_and_are_furniture():
    document = read(
        docx(paragraph("Fees", num=1, level=0), paragraph("Pay.", num=1, level=1), numbering=LISTS)
    )
    assert document.text == "1.\tFees\n1.1\tPay.\n"
    assert [document.text[start:end] for start, end in document.furniture] == ["1.\t", "1.1\t"]


def test_hidden_text_is_left_out_and_counted():
    document = read(docx(paragraph(run("shall "), run("not ", hidden=True), run("disclose the annual fees"))))
    assert document.text == "shall disclose the annual fees\n"
    assert document.furniture == ()
    assert document.notes == (
        "4 characters of hidden text stand in the file; no page shows them, and they are not read",
    )
    section = document.sections[0]
    assert match("shall disclose the annual fees", section, document, "declared") is not None
    assert match("shall not disclose the annual fees", section, document, "declared") is None


def test_a_style_hides_the_text_that_is_not_said_to_be_shown():
    hides, kept, seen = "<w:vanish/>", '<w:vanish w:val="0"/>', '<w:rStyle w:val="Seen"/>'
    hiding = styles(
        style("Note", run_properties=hides),
        style("Draft", kind="character", run_properties=hides),
        style("Seen", kind="character", run_properties='<w:vanish w:val="0"/>'),
    )
    document = read(
        docx(
            paragraph(run("gone "), run("kept ", more=kept), run("seen", more=seen), style="Note"),
            paragraph(run("pay "), run("not ", more='<w:rStyle w:val="Draft"/>'), run("now")),
            styles=hiding,
        )
    )  # fmt: skip
    assert document.text == "kept seen\npay now\n"
    assert document.notes[0].startswith("9 characters of hidden text")


SHIFTED = [
    ((run("10"), run("2", more=UP)), "10²"),
    ((run("within 30"), run("3", more=UP), run(" days")), "within 30³ days"),
    ((run("10"), run("-12", more=UP), run(" m"), run("2", more=UP)), "10⁻¹² m²"),
    ((run("on the 1"), run("st", more=UP), run(" day")), "on the 1st day"),
    (
        (run("CO"), run("2", more=DOWN), run(" and x"), run("1", more=DOWN), run("2", more=DOWN)),
        "CO2 and x12",
    ),
    ((run("10"), run("2", more=DOWN), run(" in base two")), "10₂ in base two"),
    ((run("10"), run("2", more='<w:vertAlign w:val="baseline"/>')), "102"),
    ((run("10"), run("2", more='<w:rStyle w:val="Ref"/>')), "10²"),
    ((run("10"), run("2", more='<w:rStyle w:val="Ref"/><w:vertAlign w:val="baseline"/>')), "102"),
]


@pytest.mark.parametrize(("runs", "expected"), SHIFTED)
def test_raised_and_lowered_figures_join_no_number(runs, expected):
    raising = styles(style("Ref", kind="character", run_properties=UP))
    assert text_of(paragraph(*runs), styles=raising) == expected + "\n"


def test_no_quotation_runs_a_number_together_with_what_is_raised_behind_it():
    document = read(docx(paragraph(run("payable within 30"), run("3", more=UP), run(" days after receipt"))))
    section = document.sections[0]
    assert match("payable within 303 days after receipt", section, document, "declared") is None
    assert match("payable within 30³ days after receipt", section, document, "literal") is not None


FORMULAS = [
    ("<m:sSup><m:e><m:r><m:t>10</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>", "10²"),
    ("<m:sSub><m:e><m:r><m:t>10</m:t></m:r></m:e><m:sub><m:r><m:t>2</m:t></m:r></m:sub></m:sSub>", "10₂"),
    ("<m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r><m:r><m:t>5</m:t></m:r></m:den></m:f>",
     "1/25"),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "expected"), FORMULAS)
def test_the_parts_of_a_formula_join_no_number(formula, expected):
    body = paragraph(run("a factor of "), f"<m:oMath>{formula}</m:oMath>", run("."))
    assert text_of(body) == f"a factor of {expected}.\n"


def test_what_stands_beside_the_body_comes_after_it_each_a_unit_of_its_own():
    body = (
        paragraph(run("Fees"), word.footnote_mark(4), run(" are due"), word.endnote_mark(2), run(".")),
        paragraph(
            run("See "),
            word.commented(run("this"), 9),
            word.textbox(paragraph("In a box.")),
            word.footnote_mark(3),
        ),
    )
    document = read(
        docx(
            *body,
            footnotes=word.notes("footnotes", {3: "Second note.", 4: "First note.", 5: "Nobody cites it."}),
            endnotes=word.notes("endnotes", {2: "The end."}),
            comments=word.comments({9: ("Ann Author", "Why?")}),
            header=word.header(paragraph("DRAFT")),
            header2=word.header(paragraph("DRAFT")),
            footer=word.footer(paragraph(word.field("PAGE", "1"))),
        )
    )
    assert document.text == (
        "Fees are due.\nSee this\nIn a box.\n1 First note.\n2 Second note.\ni The end.\n"
        "Comment 1 (Ann Author): Why?\nDRAFT\n"
    )
    assert document.outline is not None
    assert [(unit.label, document.text[unit.start : unit.end]) for unit in document.outline.units] == [
        ("textbox 1", "In a box.\n"),
        ("footnote 1", "1 First note.\n"),
        ("footnote 2", "2 Second note.\n"),
        ("endnote i", "i The end.\n"),
        ("comment 1", "Comment 1 (Ann Author): Why?\n"),
        ("header 1", "DRAFT\n"),
    ]
    assert [document.text[start:end] for start, end in document.furniture] == [
        "1 ", "2 ", "i ", "Comment 1 (Ann Author): ",
    ]  # fmt: skip


def test_a_style_separator_puts_heading_and_body_on_one_line():
    sheet = styles(style("H", name="heading 2", num=1, level=1), style("Body"))
    document = read(
        docx(
            paragraph("Sale of Shares.", style="H", mark="separator"),
            paragraph(" The Company shall sell.", style="Body"),
            paragraph("Closing.", style="H", mark="separator"),
            paragraph("The closing takes place.", style="Body"),
            numbering=LISTS,
            styles=sheet,
        )
    )
    assert (
        document.text
        == "1.1\tSale of Shares. The Company shall sell.\n1.2\tClosing. The closing takes place.\n"
    )
    assert document.outline is not None
    assert [(one.label, one.title) for one in document.outline.units] == [
        ("1.1", "Sale of Shares"),
        ("1.2", "Closing"),
    ]


def test_parts_kept_as_other_files_are_named_as_unread():
    document = read(docx(paragraph("a"), '<w:altChunk r:id="rId9"/>'))
    assert document.notes == ("a part of the document is kept as another file inside it and was not read",)


def test_the_same_bytes_make_the_same_document():
    data = docx(paragraph(word.inserted("a"), word.textbox(paragraph("b"))), numbering=LISTS)
    assert read(data) == read(data)


# References


def referring(switches: str, shown: str, *, target: str = "t", after: tuple[str, ...] = ()) -> bytes:
    body = (
        paragraph("One", num=1, level=0),
        paragraph("Two", num=1, level=1),
        paragraph(word.bookmark("t"), "Three", num=1, level=2),
        paragraph(run("see "), word.field(f"REF {target} {switches}", shown), num=1, level=2),
        *after,
    )
    return docx(*body, numbering=LISTS)


REFERENCES = [
    ("\\w \\h", "1.1(a)", "1.1(a)"),
    ("\\w \\h", "1.1(b)", "1.1(a)"),
    ("\\n \\h", "(a)", "(a)"),
    ("\\n \\h", "(c)", "(a)"),
    ("\\r \\h", "(a)", "(a)"),
    ("\\r \\h", "1.1(a)", "1.1(a)"),
    ("\\r \\h", "(d)", "(a)"),
    ("\\r \\p", "(a) above", "(a) above"),
]


def test_a_field_that_is_only_a_bookmark_is_a_reference():
    body = (
        paragraph(word.bookmark("_Ref12"), "One", num=1, level=0),
        paragraph(word.field("_Ref12 \\w \\h", "7")),
    )
    assert [one.computed for one in read(docx(*body, numbering=LISTS)).references] == ["1"]


def test_labels_are_joined_without_the_full_stop_between_them():
    lists = numbering(
        word.definition(
            0, word.level(0, "%1."), word.level(1, "(%2)", "lowerLetter"), word.level(2, "%3.", "lowerRoman")
        ),
        numbered(1, 0),
    )
    body = (
        paragraph("One", num=1, level=0),
        paragraph("Two", num=1, level=1),
        paragraph(word.bookmark("t"), num=1, level=2),
        paragraph(word.simple_field("REF t \\w", "x")),
    )
    assert [one.computed for one in read(docx(*body, numbering=lists)).references] == ["1(a)i"]


@pytest.mark.parametrize(("switches", "shown", "computed"), REFERENCES)
def test_a_reference_is_compared_with_the_number_of_its_target(switches, shown, computed):
    document = read(referring(switches, shown))
    (reference,) = document.references
    assert document.text[reference.start : reference.end] == shown
    assert (reference.shown, reference.computed) == (shown, computed)


def test_a_reference_from_another_section_gives_the_complete_number():
    after = (
        paragraph("Other", num=1, level=0),
        paragraph(run("see "), word.simple_field("REF t \\r", "(a)"), num=1, level=1),
        paragraph(run("see "), word.simple_field("REF t \\r", "(z)"), num=1, level=1),
    )
    document = read(referring("\\h", "Three", after=after))
    assert [(one.shown, one.computed) for one in document.references] == [("(a)", "(a)"), ("(z)", "1.1(a)")]


def test_a_reference_whose_target_is_gone_has_no_number():
    (reference,) = read(referring("\\r \\h", "4.2", target="gone")).references
    assert (reference.shown, reference.computed) == ("4.2", "")


def test_the_words_of_a_label_are_left_out_where_the_field_says_so():
    lists = numbering(word.definition(0, word.level(0, "Section %1.")), numbered(1, 0))
    body = (
        paragraph(word.bookmark("t"), "Fees", num=1, level=0),
        paragraph(word.simple_field("REF t \\w \\t", "7"), run(" "), word.simple_field("REF t \\w", "7")),
    )
    assert [one.computed for one in read(docx(*body, numbering=lists)).references] == ["1", "Section 1"]
