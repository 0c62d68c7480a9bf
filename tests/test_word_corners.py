"""Rare shapes of Word files: comments put where Word takes none, formulas, cells without an end, odd listings."""

import io
import zipfile

import pytest

from playbook_legal.critic.submission.redlined.paragraphs import two_views
from playbook_legal.paper.documents import Document
from playbook_legal.paper.readers.word import read_word
from playbook_legal.paper.readers.word.annotate import Annotation, annotated
from playbook_legal.paper.readers.word.uncommented import without_comments

from . import word_files as word
from .word_files import (
    ANN,
    BEN,
    DATE,
    definition,
    deleted,
    docx,
    footnote_mark,
    inserted,
    level,
    numbered,
    numbering,
    paragraph,
    raw_run,
    run,
    styles,
)
from .word_redlines import remarks

CRITIC = "Playbook critic"


def read(*body: str, **parts: str) -> Document:
    return read_word("a", "Agreement", docx(*body, **parts), "0" * 64, "a.docx")


def original(document: Document) -> Document:
    assert document.other_view is not None
    return document.other_view


def labels(document: Document) -> list[str]:
    assert document.outline is not None
    return [unit.label for unit in document.outline.units]


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {one.filename: archive.read(one) for one in archive.infolist()}


# --- comments written into a file --------------------------------------------------------------------------------


def text_of(data: bytes) -> str:
    return two_views(data, "a.docx").accepted.text


def said_of(data: bytes, words: str, *, whole: bool = False) -> bytes:
    """The file with a comment on these words of the accepted view, or on the whole paragraph they stand in."""
    start = text_of(data).index(words)
    return annotated(
        data, [Annotation(CRITIC, "So.", start, None if whole else start + len(words))], "a.docx"
    )


def about(data: bytes) -> list[str]:
    """What the comments are about, those that have a place in the text."""
    return [one.about for one in remarks(data, "a.docx") if one.author == CRITIC]


MATH = {"x": "<m:r><m:t>x</m:t></m:r>", "4": "<m:r><m:t>4</m:t></m:r>"}
QUARTER = f"<m:oMath><m:f><m:num>{MATH['x']}</m:num><m:den>{MATH['4']}</m:den></m:f></m:oMath>"
RUBY = raw_run(f"<w:ruby><w:rt>{run('read')}</w:rt><w:rubyBase>{run('Above')}</w:rubyBase></w:ruby>")
BODY = (
    paragraph("The first paragraph."),
    paragraph("Two of ", run("three", bold=True), " words.", footnote_mark(2)),
    paragraph(),
    paragraph("Interest is ", QUARTER, " a year."),
    paragraph(RUBY, " all."),
    paragraph("A box.", word.textbox(paragraph("In the box."))),
)
FILE = docx(
    *BODY, footnotes=word.notes("footnotes", {2: "Of the note."}), header=word.header(paragraph("Heads."))
)

PLACES = {
    "some words of a run": ("of three wo", False, "of three wo"),
    "a whole paragraph": ("three", True, "Two of three words."),
    "a numerator": ("x", False, "x/4"),
    "a denominator": ("4", False, "x/4"),
    "words and a formula": ("is x/4 a", False, "is x/4 a"),
    "words below a reading aid": ("Above", False, "Above"),
    # Word takes no comments in notes, headers and text boxes.
    "a footnote": ("Of the note", False, "The first paragraph."),
    "a whole footnote": ("note", True, "The first paragraph."),
    "a header": ("Heads", False, "The first paragraph."),
    "a text box": ("In the box", False, "The first paragraph."),
}


@pytest.mark.parametrize("case", PLACES)
def test_a_comment_is_put_around_its_words_or_at_the_beginning_and_the_text_stays(case):
    words, whole, expected = PLACES[case]
    made = said_of(FILE, words, whole=whole)
    assert about(made) == [expected]
    before, after = (text_of(one).partition("Comment 1")[0] for one in (FILE, made))
    assert after.replace("Heads.\n", "").rstrip() == before.replace("Heads.\n", "").rstrip()
    document = parts(made)["word/document.xml"]
    for mark in (b"commentRangeStart ", b"commentRangeEnd ", b"commentReference "):
        assert document.count(mark) == 1


@pytest.mark.parametrize("end", [0, None])
def test_a_comment_on_an_empty_paragraph_is_put_at_the_next_words(end):
    start = text_of(FILE).index("\n\n") + 1
    comment = Annotation(CRITIC, "So.", start, end if end is None else start + end)
    assert about(annotated(FILE, [comment], "a.docx")) == ["Interest is "]


def test_a_comment_on_a_files_last_empty_paragraph_is_put_at_its_beginning():
    data = docx(paragraph("One."), paragraph("Two."), paragraph())
    assert about(annotated(data, [Annotation(CRITIC, "So.", 10)], "a.docx")) == ["One."]


def test_a_comment_on_a_file_of_which_every_word_was_struck_is_put_into_its_first_paragraph():
    data = docx(paragraph(deleted("One.")), paragraph(deleted("Two.")))
    made = annotated(data, [Annotation(CRITIC, "So.", 0)], "a.docx")
    first, *_ = two_views(made, "a.docx").paragraphs
    assert [one.text for one in first.remarks] == ["So."]
    assert read_word("a", "A", made, "0" * 64, "a.docx").text.endswith("Comment 1 (Playbook critic): So.\n")


def test_a_comment_on_a_file_without_a_paragraph_is_listed_without_a_place():
    made = annotated(docx(), [Annotation(CRITIC, "So.", 0)], "a.docx")
    assert [one.text for one in two_views(made, "a.docx").remarks_apart] == ["So."]


def test_a_comment_bears_its_date_and_nothing_that_xml_cannot_hold():
    data = docx(paragraph("One."))
    comments = [Annotation(CRITIC, "A \x00 sign.\nMore.", 0, 3, DATE), Annotation(CRITIC, "Undated.", 0, 3)]
    dated, undated = remarks(annotated(data, comments, "a.docx"), "a.docx")
    assert (dated.text, dated.date) == ("A \ufffd sign.\nMore.", DATE)
    assert (undated.text, undated.date) == ("Undated.", "")


RELATIONS = "word/_rels/document.xml.rels"


def repacked(data: bytes, **changed: bytes | None) -> bytes:
    """The file with its listings (`types`, `relations`) or its `comments` changed, or left out."""
    names = {"types": "[Content_Types].xml", "relations": RELATIONS, "comments": "word/comments.xml"}
    written: dict[str, bytes | None] = {**parts(data), **{names[key]: one for key, one in changed.items()}}
    return word.zipped({name: one for name, one in written.items() if one is not None})


PLAIN = docx(paragraph("One."))
LISTED = docx(paragraph("One."), comments=word.comments({4: (BEN, "No.")}))


@pytest.mark.parametrize(
    ("data", "relations", "types"),
    [
        pytest.param(PLAIN, 1, 1, id="no comments"),
        pytest.param(repacked(PLAIN, relations=None), 1, 1, id="no listing of relations"),
        pytest.param(LISTED, 1, 1, id="comments"),
        pytest.param(repacked(LISTED, comments=None), 1, 1, id="comments listed that are not there"),
        pytest.param(
            repacked(LISTED, relations=parts(PLAIN)[RELATIONS]), 1, 1, id="comments that nothing names"
        ),
        pytest.param(
            repacked(LISTED, types=parts(PLAIN)["[Content_Types].xml"], comments=None), 1, 1, id="no type"
        ),
    ],
)
def test_the_comments_are_listed_once_whatever_the_file_had(data, relations, types):
    made = said_of(data, "One.")
    assert about(made) == ["One."]
    after = parts(made)
    assert (
        after[RELATIONS].count(b"/comments") - after[RELATIONS].count(b'Target="/word/comments') == relations
    )
    assert after["[Content_Types].xml"].count(b'PartName="/word/comments.xml"') == types


def test_a_mark_left_over_from_a_comment_that_is_gone_is_not_taken_for_the_new_ones():
    data = docx(paragraph(word.commented(run("One."), 0), " Two."))
    made = said_of(data, "Two.")
    assert about(made) == ["Two."]
    (comment,) = remarks(made, "a.docx")
    assert comment.id == "1"


def test_the_listing_of_a_comment_that_is_left_stays_whatever_numbers_it_holds():
    year, names = (
        "http://schemas.microsoft.com/office/word/2010/wordml",
        "http://schemas.microsoft.com/office/word",
    )
    data = docx(
        paragraph(word.commented(run("One."), 1)),
        comments=word.comments({1: (CRITIC, "So."), 2: (BEN, "No.")}),
    )
    written = parts(data)
    theirs, other = written["word/comments.xml"].decode().split("<w:p>")[1:]
    head = written["word/comments.xml"].decode().partition("<w:p>")[0]
    comments = (
        f'{head}<w:p xmlns:a="{year}" a:paraId="AA">{theirs}<w:p xmlns:a="{year}" a:paraId="BB">{other}'
    )
    kind = "http://schemas.microsoft.com/office/2016/09/relationships/commentsIds"
    relations = written[RELATIONS].replace(
        b"</Relationships>",
        f'<Relationship Id="r9" Type="{kind}" Target="ids.xml"/></Relationships>'.encode(),
    )
    # The lasting number of one comment may be the paragraph's number of another.
    ids = (
        f'<x:all xmlns:x="{names}/2016/wordml/cid"><x:one x:durableId="1" x:paraId="AA"/>'
        '<x:one x:durableId="AA" x:paraId="BB"/></x:all>'
    )
    data = word.zipped({**written, "word/comments.xml": comments, RELATIONS: relations, "word/ids.xml": ids})
    after = parts(without_comments(data, lambda author: author == CRITIC))["word/ids.xml"].decode()
    assert 'paraId="AA"' not in after
    assert 'durableId="AA"' in after
    assert 'paraId="BB"' in after


# --- what stands in a file ---------------------------------------------------------------------------------------


def test_a_run_without_a_text_leaves_nothing():
    assert read(paragraph(raw_run("<w:t/>"), "One ", raw_run("<w:t></w:t>"), "two.")).text == "One two.\n"


FORMULAS = {
    "a fraction": (QUARTER, "x/4"),
    "an empty piece": (QUARTER.replace("<m:num>", "<m:num><m:r><m:t/></m:r>"), "x/4"),
    "an empty denominator": (QUARTER.replace(MATH["4"], "<m:r><m:t/></m:r>"), "x"),
    "a power": (f"<m:oMath><m:sSup><m:e>{MATH['x']}</m:e><m:sup>{MATH['4']}</m:sup></m:sSup></m:oMath>", "x⁴"),
    "a text that no formula holds": ("<m:t>x<m:rPr/></m:t>", "x"),
}  # fmt: skip


@pytest.mark.parametrize("case", FORMULAS)
def test_a_formula_is_read_on_one_line(case):
    formula, printed = FORMULAS[case]
    assert read(paragraph("Pay ", formula, " a year.")).text == f"Pay {printed} a year.\n"


def test_footnotes_are_numbered_as_the_settings_say():
    settings = (
        f'<w:settings xmlns:w="{word.WORD}"><w:footnotePr>{{}}<w:numFmt w:val="lowerRoman"/></w:footnotePr>'
        "</w:settings>"
    )
    for start, expected in (("", ["i", "ii"]), ('<w:numStart w:val="4"/>', ["iv", "v"])):
        document = read(
            paragraph("One", footnote_mark(2), " and two", footnote_mark(3), "."),
            footnotes=word.notes("footnotes", {2: "First.", 3: "Second."}),
            settings=settings.format(start),
        )
        assert labels(document) == [f"footnote {one}" for one in expected]


def test_french_numbers_in_words_are_written_as_in_french():
    spelled = {
        21: "Vingt et un",
        22: "Vingt-deux",
        69: "Soixante-neuf",
        71: "Soixante et onze",
        72: "Soixante-douze",
    }
    for number, expected in spelled.items():
        lists = numbering(definition(0, level(0, "Article %1", "cardinalText", start=number)), numbered(1, 0))
        text = read(paragraph("Objet", num=1, level=0), numbering=lists, styles=styles(language="fr-FR")).text
        assert text == f"Article {expected}\tObjet\n"


def test_a_list_that_is_set_in_further_by_hand_is_a_list_inside_the_other():
    lists = numbering(
        word.LEGAL_LIST,
        definition(1, level(0, "(%1)", "lowerLetter", indent=720)),
        definition(2, level(0, "(%1)", "lowerLetter", indent=720)),
        *(numbered(one, one - 1) for one in (1, 2, 3)),
    )
    body = [
        paragraph("Fees", num=1, level=0),
        paragraph("One.", num=2, level=0),
        paragraph("Two.", num=2, level=0),
    ]
    inside = paragraph("Other.", num=3, level=0, more='<w:ind w:left="1440"/>')
    beside = paragraph("Other.", num=3, level=0, more='<w:ind w:left="720"/>')
    assert labels(read(*body, inside, numbering=lists)) == ["1", "1(a)", "1(b)", "1(b)(a)"]
    assert labels(read(*body, beside, numbering=lists)) == ["1", "1(a)", "1(b)", "1(a)"]


# --- tracked changes in tables -----------------------------------------------------------------------------------


def cell(content: str, change: str = "") -> str:
    properties = f'<w:tcPr><w:{change} w:id="9" w:author="{ANN}" w:date="{DATE}"/></w:tcPr>' if change else ""
    return f"<w:tc>{properties}{content}</w:tc>"


def row(*cells: str) -> str:
    return f"<w:tbl><w:tr>{''.join(cells)}</w:tr></w:tbl>"


def test_a_cell_that_was_put_in_or_struck_stands_in_one_view_alone():
    document = read(
        row(cell(paragraph("Fee")), cell(paragraph("100"), "cellIns"), cell(paragraph("90"), "cellDel"))
    )
    assert document.text == "│ Fee │ 100 │\n"
    assert original(document).text == "│ Fee │ 90 │\n"


def test_the_last_paragraph_of_a_cell_ends_with_it_though_its_own_end_was_struck():
    document = read(row(cell(paragraph("Fee", mark="deleted")), cell(paragraph("100", mark="inserted"))))
    assert document.text == original(document).text == "│ Fee │ 100 │\n"
    assert document.changes == original(document).changes == ()


def test_a_heading_that_runs_into_nothing_ends_with_its_cell():
    assert (
        read(row(cell(paragraph("Fee.", mark="separator")), cell(paragraph("100")))).text
        == "│ Fee. │ 100 │\n"
    )
    assert read(paragraph("Fees."), paragraph("Term.", mark="separator")).text == "Fees.\nTerm.\n"


def test_an_empty_paragraph_whose_end_was_struck_leaves_nothing_in_its_cell():
    content = paragraph("Fee") + paragraph(deleted("Gone."), mark="deleted")
    document = read(row(cell(content), cell(paragraph("100"))))
    assert document.text == "│ Fee │ 100 │\n"
    assert original(document).text == "│ Fee\nGone. │ 100 │\n"


def test_words_struck_in_two_kinds_of_type_are_one_gap_and_those_of_two_authors_are_two():
    def struck(text: str, author: str, tag: str = "") -> str:
        return deleted(f"<w:r><w:rPr>{tag}</w:rPr><w:delText>{text}</w:delText></w:r>", author)

    two_types = read(
        paragraph("Pay ", struck("no ", ANN), struck("fees", ANN, "<w:b/>"), inserted("all"), ".")
    )
    assert [(one.text, one.author) for one in two_types.gaps] == [("no fees", ANN)]
    assert two_types.text[: two_types.gaps[0].at] == "Pay "
    two_authors = read(paragraph("Pay ", struck("no ", ANN), struck("fees", BEN), inserted("all"), "."))
    assert [(one.text, one.author) for one in two_authors.gaps] == [("no ", ANN), ("fees", BEN)]
