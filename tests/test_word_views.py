"""The accepted and the original view of a file with tracked changes."""

import pytest

from playbook_legal.paper.readers.word import read_word

from . import word_files as word
from .word_files import (
    BEN,
    DATE,
    deleted,
    docx,
    inserted,
    numbered,
    numbering,
    paragraph,
    run,
    style,
    styles,
    table,
)

LISTS = numbering(word.LEGAL_LIST, numbered(1, 0), word.numbered(2, 0))


def views(*body: str, **parts: str) -> tuple[str, str]:
    document = read_word("a", "A", docx(*body, **parts), "0" * 64, "a.docx")
    assert document.view == "accepted"
    assert document.other_view is not None
    assert document.other_view.view == "original"
    assert document.other_view.other_view is None
    return document.text, document.other_view.text


def pays(*changes: str) -> str:
    return paragraph(run("due net "), *changes, run(" days"))


CASES = [
    (
        "insertion and deletion",
        [pays(inserted("thirty-five"), deleted("thirty"))],
        "due net thirty-five days\n",
        "due net thirty days\n",
    ),
    (
        "deletion inside an insertion of another",
        [pays(inserted(run("forty") + deleted(" odd", BEN)), deleted("thirty"))],
        "due net forty days\n",
        "due net thirty days\n",
    ),
    (
        "insertion inside a deletion of another",
        [pays(deleted(inserted("sixty", BEN)), run("thirty"))],
        "due net thirty days\n",
        "due net thirty days\n",
    ),
    (
        "move",
        [
            paragraph(word.moved_away("A moves."), mark="moved_away"),
            paragraph("B stays."),
            paragraph(word.moved_here("A moves."), mark="moved_here"),
        ],
        "B stays.\nA moves.\n",
        "A moves.\nB stays.\n",
    ),
    (
        "deleted end of a paragraph",
        [paragraph("One. ", mark="deleted"), paragraph("Two.")],
        "One. Two.\n",
        "One. \nTwo.\n",
    ),
    (
        "inserted end of a paragraph",
        [paragraph("One. ", mark="inserted"), paragraph("Two.")],
        "One. \nTwo.\n",
        "One. Two.\n",
    ),
    (
        "three paragraphs made one",
        [paragraph("1 ", mark="deleted"), paragraph("2 ", mark="deleted"), paragraph("3")],
        "1 2 3\n",
        "1 \n2 \n3\n",
    ),
    (
        "deleted paragraph",
        [paragraph("a"), paragraph(deleted("b"), mark="deleted"), paragraph("c")],
        "a\nc\n",
        "a\nb\nc\n",
    ),
    (
        "inserted paragraph",
        [paragraph("a"), paragraph(inserted("b"), mark="inserted"), paragraph("c")],
        "a\nb\nc\n",
        "a\nc\n",
    ),
    ("deleted last paragraph", [paragraph("a"), paragraph(deleted("b"), mark="deleted")], "a\n", "a\nb\n"),
    (
        "deleted row",
        [table([["a"], [paragraph(deleted("b"))], ["c"]], {1: "deleted"})],
        "│ a │\n│ c │\n",
        "│ a │\n│ b │\n│ c │\n",
    ),
    (
        "inserted row without marked runs",
        [table([["a", "x"], ["b", "y"]], {1: "inserted"})],
        "│ a │ x │\n│ b │ y │\n",
        "│ a │ x │\n",
    ),
    (
        "deleted last paragraph of a cell",
        [table([[paragraph("a") + paragraph(deleted("b"), mark="deleted"), "c"]])],
        "│ a │ c │\n",
        "│ a\nb │ c │\n",
    ),
    ("changed link", [paragraph(word.hyperlink(inserted("new") + deleted("old")))], "new\n", "old\n"),
    (
        "change around a link",
        [paragraph(f'<w:ins w:author="Ann">{word.hyperlink(run("new"))}</w:ins>', "old")],
        "newold\n",
        "old\n",
    ),
    (
        "deleted field",
        [paragraph("see ", deleted(word.field("REF x", "4")), inserted("5"))],
        "see 5\n",
        "see 4\n",
    ),
    (
        "inserted footnote",
        [paragraph("a", inserted(word.footnote_mark(2)), word.footnote_mark(3))],
        "a\n1 two\n2 three\n",
        "a\n1 three\n",
    ),
]


@pytest.mark.parametrize(
    ("body", "accepted", "original"), [one[1:] for one in CASES], ids=[one[0] for one in CASES]
)
def test_each_view_shows_its_own_text(body, accepted, original):
    notes = word.notes("footnotes", {2: "two", 3: "three"})
    assert views(*body, footnotes=notes) == (accepted, original)


def numbers(text: str) -> list[str]:
    return [line.partition("\t")[0] if "\t" in line else "" for line in text.splitlines()]


def test_numbers_follow_the_view():
    body = (
        paragraph("First.", num=1, level=0),
        paragraph(deleted("Gone."), num=1, level=0, mark="deleted"),
        paragraph(inserted("New."), num=1, level=1, mark="inserted"),
        paragraph("Last.", num=1, level=0),
    )
    document = read_word("a", "A", docx(*body, numbering=LISTS), "0" * 64, "a.docx")
    assert document.text == "1.\tFirst.\n1.1\tNew.\n2.\tLast.\n"
    assert document.other_view is not None
    assert document.other_view.text == "1.\tFirst.\n2.\tGone.\n3.\tLast.\n"
    assert document.outline is not None
    assert document.other_view.outline is not None
    assert [one.label for one in document.outline.units] == ["1", "1.1", "2"]
    assert [one.label for one in document.other_view.outline.units] == ["1", "2", "3"]


PROPERTIES = [
    (
        "list taken away",
        paragraph("x", was='<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'),
        "",
        "1.",
    ),
    ("list added", paragraph("x", num=1, level=0, was=""), "1.", ""),
    (
        "level changed",
        paragraph("x", num=1, level=1, was='<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'),
        "1.1",
        "1.",
    ),
    ("style changed", paragraph("x", style="H", was='<w:pStyle w:val="Body"/>'), "1.", ""),
    (
        "inserted number",
        paragraph(
            "x", more='<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/><w:ins w:author="A"/></w:numPr>'
        ),
        "1.",
        "",
    ),
]


@pytest.mark.parametrize(
    ("body", "accepted", "original"), [one[1:] for one in PROPERTIES], ids=[one[0] for one in PROPERTIES]
)
def test_the_number_a_paragraph_had_before_belongs_to_the_original_view(body, accepted, original):
    texts = views(body, numbering=LISTS, styles=styles(style("H", num=1), style("Body")))
    assert tuple(numbers(text)[0] for text in texts) == (accepted, original)


def test_where_two_paragraphs_join_the_second_keeps_its_number():
    body = (
        paragraph("Definitions ", num=1, level=0, mark="deleted"),
        paragraph("and Terms", num=1, level=1),
        paragraph("Next", num=1, level=0),
    )
    accepted, original = views(*body, numbering=LISTS)
    assert accepted == "1.1\tDefinitions and Terms\n2.\tNext\n"
    assert original == "1.\tDefinitions \n1.1\tand Terms\n2.\tNext\n"


def test_changes_have_their_author_date_and_place():
    body = (
        pays(inserted("forty"), deleted("thirty", BEN)),
        paragraph(inserted("More."), mark="inserted"),
        paragraph("End."),
    )
    document = read_word("a", "A", docx(*body), "0" * 64, "a.docx")
    assert document.other_view is not None
    assert [
        (document.text[one.start : one.end], one.kind, one.author, one.date) for one in document.changes
    ] == [
        ("forty", "inserted", "Ann Author", DATE),
        ("More.\n", "inserted", "Ann Author", DATE),
    ]
    original = document.other_view
    assert [(original.text[one.start : one.end], one.kind, one.author) for one in original.changes] == [
        ("thirty", "deleted", "Ben Other")
    ]


def test_moves_are_changes_of_their_own_kind():
    body = (
        paragraph(word.moved_away("A."), mark="moved_away"),
        paragraph("B."),
        paragraph(word.moved_here("A."), mark="moved_here"),
    )
    document = read_word("a", "A", docx(*body), "0" * 64, "a.docx")
    assert document.other_view is not None
    assert [one.kind for one in document.changes] == ["moved_here"]
    assert [one.kind for one in document.other_view.changes] == ["moved_away"]


def test_changes_of_format_alone_are_no_tracked_text_but_make_a_second_view():
    run_change = '<w:rPrChange w:author="A"><w:rPr/></w:rPrChange>'
    document = read_word("a", "A", docx(paragraph(run("same", more=run_change))), "0" * 64, "a.docx")
    assert document.other_view is None
    assert document.changes == ()


def test_a_file_without_tracked_changes_has_one_view():
    document = read_word("a", "A", docx(paragraph("x")), "0" * 64, "a.docx")
    assert (document.view, document.other_view) == ("accepted", None)
