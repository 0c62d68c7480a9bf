"""The paper: which lines open a section, what a citation names, where a search finds its words."""

from pathlib import Path

import pytest

from playbook_legal import load_matter
from playbook_legal.paper import FULL, Citation, Document, Record, parse_citation
from playbook_legal.paper.quotations import evidence_for, is_too_short, stands_in
from playbook_legal.paper.readers.markdown import read_markdown

from .small_matter import write_small_matter


def document(text: str, document_id: str = "msa") -> Document:
    return read_markdown(document_id, "Agreement", text, "00", "msa.md")


def record(*texts: str) -> Record:
    ids = ("msa", "dpa", "playbook")
    return Record(
        "small_001", "A deal", tuple(document(text, one) for text, one in zip(texts, ids, strict=False))
    )


# --- sections ----------------------------------------------------------------------------------------------

SECTIONS: list[tuple[str, str, list[tuple[str, str, str]]]] = [
    ("a heading opens a section and belongs to it", "## 1 Use\nText.\n", [("1", "Use", "## 1 Use\nText.")]),
    ("a token is the first word", "## 4.2 Use of Data\n", [("4.2", "Use of Data", "## 4.2 Use of Data")]),
    ("a trailing full stop is no part of the token", "## 4.2. Use\n", [("4.2", "Use", "## 4.2. Use")]),
    ("nor are several", "## 4.2... Use\n", [("4.2", "Use", "## 4.2... Use")]),
    ("a word may be a token", "## Schedule A\n", [("Schedule", "A", "## Schedule A")]),
    ("a token keeps its case", "## a\n## A\n", [("a", "", "## a"), ("A", "", "## A")]),
    (
        "text before the first heading is the preamble",
        "Hear ye.\n\n## 1\nx",
        [("full", "Agreement", "Hear ye."), ("1", "", "## 1\nx")],
    ),
    ("blank lines before the first heading are none", "\n \n## 1\nx", [("1", "", "## 1\nx")]),
    (
        "a title of one mark is preamble",
        "# Title\n## 1\n",
        [("full", "Agreement", "# Title"), ("1", "", "## 1")],
    ),
    (
        "a document without headings is wholly full",
        "# Title\n\nText.\n",
        [("full", "Agreement", "# Title\n\nText.")],
    ),
    ("an empty document is one empty section", "", [("full", "Agreement", "")]),
    ("deeper headings stay inside", "## 1 A\n### 1.1 B\n#### C\n", [("1", "A", "## 1 A\n### 1.1 B\n#### C")]),
    ("two marks without a word open nothing", "## 1\n## \n##   \nx\n", [("1", "", "## 1\n## \n##   \nx")]),
    ("two marks and a full stop open nothing", "## 1\n## .\nx\n", [("1", "", "## 1\n## .\nx")]),
    ("two marks and a tab open nothing", "## 1\n##\t2 Tab\n", [("1", "", "## 1\n##\t2 Tab")]),
    ("two marks alone open nothing", "## 1\n##\n##2\n", [("1", "", "## 1\n##\n##2")]),
    ("an indented heading opens nothing", "## 1\n ## 2\n", [("1", "", "## 1\n ## 2")]),
    ("several spaces before the word are fine", "##   1   Use  of\n", [("1", "Use of", "##   1   Use  of")]),
    (
        "a fenced heading is text",
        "## 1\n```\n## 2\n```\n## 3\n",
        [("1", "", "## 1\n```\n## 2\n```"), ("3", "", "## 3")],
    ),
    (
        "a tilde fence as well",
        "## 1\n~~~ md\n## 2\n~~~\n## 3\n",
        [("1", "", "## 1\n~~~ md\n## 2\n~~~"), ("3", "", "## 3")],
    ),
    (
        "a fence ends with as many marks as it began",
        "````\n## 1\n```\n## 2\n````\n## 3",
        [("full", "Agreement", "````\n## 1\n```\n## 2\n````"), ("3", "", "## 3")],
    ),
    (
        "a fence ends with its own kind of mark",
        "```\n~~~\n## 1\n```\n## 2",
        [("full", "Agreement", "```\n~~~\n## 1\n```"), ("2", "", "## 2")],
    ),
    (
        "words behind the marks do not end a fence",
        "```\n``` x\n## 1\n```\n## 2",
        [("full", "Agreement", "```\n``` x\n## 1\n```"), ("2", "", "## 2")],
    ),
    ("a fence that never ends holds the rest", "## 1\n```\n## 2\n", [("1", "", "## 1\n```\n## 2")]),
    (
        "marks inside a line are no fence",
        "## 1\n```a``` b\n## 2\n",
        [("1", "", "## 1\n```a``` b"), ("2", "", "## 2")],
    ),
    (
        "marks indented by four are no fence",
        "## 1\n    ```\n## 2\n",
        [("1", "", "## 1\n    ```"), ("2", "", "## 2")],
    ),
    (
        "a token used twice keeps both texts apart",
        "## 1 A\nx\n## 1 B\ny\n",
        [("1", "A", "## 1 A\nx"), ("1", "B", "## 1 B\ny")],
    ),
    (
        "a heading of the preamble's name stands beside it",
        "x\n## full\ny",
        [("full", "Agreement", "x"), ("full", "", "## full\ny")],
    ),
    (
        "carriage returns end with their lines",
        "## 1 A\r\nx\r\n\r\n## 2\r\ny\r\n",
        [("1", "A", "## 1 A\r\nx"), ("2", "", "## 2\r\ny")],
    ),
    (
        "a fence with carriage returns ends",
        "```\r\n## 1\r\n```\r\n## 2\r\n",
        [("full", "Agreement", "```\r\n## 1\r\n```"), ("2", "", "## 2")],
    ),
    ("a line separator ends no line", "## 1 A\u2028## 2 B\n", [("1", "A ## 2 B", "## 1 A\u2028## 2 B")]),
    ("a form feed ends no line", "x\x0c## 1\n", [("full", "Agreement", "x\x0c## 1")]),
    ("a next-line ends no line", "x\x85## 1\n", [("full", "Agreement", "x\x85## 1")]),
    ("a carriage return alone ends no line", "x\r## 1\n", [("full", "Agreement", "x\r## 1")]),
    ("a no-break space is no part of a token", "## 4.2\u00a0Use\n", [("4.2", "Use", "## 4.2\u00a0Use")]),
]


@pytest.mark.parametrize(
    ("text", "sections"), [row[1:] for row in SECTIONS], ids=[row[0] for row in SECTIONS]
)
def test_a_document_falls_into_its_sections(text: str, sections: list[tuple[str, str, str]]):
    read = document(text)
    assert [(one.token, one.title, one.text) for one in read.sections] == sections
    for one in read.sections:
        assert text[one.start : one.start + len(one.text)] == one.text
        assert one.line == text.count("\n", 0, one.start) + 1
        assert one.citation == Citation("msa", one.token)


def test_a_file_is_the_same_paper_with_a_mark_and_carriage_returns(tmp_path: Path):
    plain = (
        "# Agreement\n\nPreamble.\n\n## 4.2 Use\n\nMoss may use\nRecords.\n\n## 5.1\n\nx\n\n## 10.2\n\nx\n"
    )
    loaded = []
    for name, content in (("a", plain), ("b", "\ufeff" + plain.replace("\n", "\r\n"))):
        documents = {"msa.md": content, "playbook.md": "## 3\n"}
        matter = load_matter(write_small_matter(tmp_path / name, documents=documents))
        loaded.append(matter.record.documents[0])
    one, other = loaded
    assert one.tokens == other.tokens == ("full", "4.2", "5.1", "10.2")
    assert [section.passage.text for section in one.sections] == [
        section.passage.text for section in other.sections
    ]
    assert (
        [section.line for section in one.sections]
        == [section.line for section in other.sections]
        == [1, 5, 10, 14]
    )
    assert other.sections[0].text.startswith("# Agreement")
    assert one.sha256 != other.sha256


def test_tokens_are_listed_once_and_the_reused_ones_named():
    read = document("## 1\na\n## 2\nb\n## 1\nc\n")
    assert read.tokens == ("1", "2")
    assert read.reused_tokens == ("1",)
    assert [one.text for one in read.places("1")] == ["## 1\na", "## 1\nc"]
    assert read.places("3") == ()


# --- citations ---------------------------------------------------------------------------------------------

MSA_4_2 = Citation("msa", "4.2")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("msa §4.2", MSA_4_2),
        ("msa§4.2", MSA_4_2),
        ("msa § 4.2", MSA_4_2),
        ("msa  §4.2", MSA_4_2),
        ("  msa\t§\n4.2  ", MSA_4_2),
        ("msa\u00a0§\u00a04.2", MSA_4_2),
        ("msa §4.2.", MSA_4_2),
        ("msa §4.2...", MSA_4_2),
        ("MSA §4.2", Citation("MSA", "4.2")),
        ("msa §A", Citation("msa", "A")),
        ("msa §a", Citation("msa", "a")),
        ("msa §full", Citation("msa", FULL)),
        ("master  agreement §4.2", Citation("master agreement", "4.2")),
        ("msa §4.2(a)", Citation("msa", "4.2(a)")),
        ("msa §04.2", Citation("msa", "04.2")),
        ("", None),
        ("msa", None),
        ("msa 4.2", None),
        ("§4.2", None),
        (" § 4.2", None),
        ("msa §", None),
        ("msa §.", None),
        ("msa § 4.2 and more", None),
        ("msa §4.2; dpa §5.1", None),
        ("msa §§4.2", None),
        ("msa §4.2§", None),
        ("msa section 4.2", None),
    ],
)
def test_a_citation_is_read_as_a_value(written: str, read: Citation | None):
    assert parse_citation(written) == read
    if read is not None:
        assert parse_citation(str(read)) == read


def test_a_long_citation_is_read_like_a_short_one():
    assert parse_citation("m" * 500 + " §" + "4" * 500) == Citation("m" * 500, "4" * 500)
    assert parse_citation("m" * 500) is None


def test_every_spelling_resolves_and_no_other_case_does():
    paper = record("## 4.2 Use\nRecords.\n", "## 5.1 Notice\n")
    for spelling in ("msa §4.2", "msa§4.2", "msa § 4.2", "msa  §4.2", "msa §4.2."):
        assert [one.text for one in paper.sections(spelling)] == ["## 4.2 Use\nRecords."]
    for spelling in ("MSA §4.2", "msa §4", "msa §4.20", "msa §full", "dpa §4.2", "msa", "", "msa §4.2 x"):
        assert paper.sections(spelling) == ()
    assert paper.sections(MSA_4_2) == paper.sections("msa §4.2")
    assert paper.document("msa") is paper.documents[0]
    assert paper.document("MSA") is None


def test_full_names_the_preamble_where_there_is_one_and_the_whole_where_there_are_no_headings():
    paper = record("Preamble.\n## 1\nx", "No headings here.", "## 1\nx")
    assert [one.text for one in paper.sections("msa §full")] == ["Preamble."]
    assert [one.text for one in paper.sections("dpa §full")] == ["No headings here."]
    assert paper.sections("playbook §full") == ()


# --- quotations --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "too_short"),
    [("fourteen chars", True), ("fifteen charact", False), ("", True), ("x" * 15, False)],
)
def test_a_quotation_needs_fifteen_characters(text: str, too_short: bool):
    assert is_too_short(text) is too_short


def test_a_quotation_is_found_at_its_very_place():
    text = (
        "Preamble.\r\n\r\n## 4.2 Use\r\n\r\nMoss may use Records\r\n  to TRAIN its models.\r\n\r\n"
        "## 4.2 Again\r\nOther words stand here.\r\n"
    )
    paper = record(text)
    places = paper.sections("msa §4.2")
    assert stands_in("records to train its", places)
    assert stands_in("other words stand here", places)
    assert not stands_in("preamble.", places)
    assert not stands_in("its models. ## 4.2 again", places)
    found = evidence_for("may use records  to train", MSA_4_2, paper)
    assert found is not None
    assert text[found.start : found.end] == "may use Records\r\n  to TRAIN"
    second = evidence_for("Other words", MSA_4_2, paper)
    assert second is not None
    assert text[second.start : second.end] == "Other words"
    assert evidence_for("never written anywhere", MSA_4_2, paper) is None
    assert evidence_for("may use records", Citation("dpa", "4.2"), paper) is None
    assert evidence_for("may use records", Citation("msa", "9"), paper) is None


# --- search ------------------------------------------------------------------------------------------------


def hits(paper: Record, query: str) -> list[tuple[str, str, str]]:
    return [(hit.document_id, hit.section, hit.snippet) for hit in paper.search(query)]


def test_a_search_ignores_case_and_line_breaks_and_keeps_the_order_of_the_record():
    paper = record("## 1\nRecords may\n  TRAIN models.\n## 2\nNone.", "## 5\nNo records may train models.")
    assert hits(paper, "records\tmay train") == [
        ("msa", "1", "## 1 Records may TRAIN models."),
        ("dpa", "5", "## 5 No records may train models."),
    ]
    assert hits(paper, "records may not") == []
    assert hits(paper, "") == hits(paper, " \n ") == []


def test_a_snippet_shows_what_stands_around_in_whole_words():
    words = " ".join(f"word{number:03d}" for number in range(100))
    ((_, _, snippet),) = hits(record(f"## 1\n{words}"), "word050")
    assert snippet == (
        "… word040 word041 word042 word043 word044 word045 word046 word047 word048 word049 word050 "
        "word051 word052 word053 word054 word055 word056 word057 word058 word059 word060 …"
    )  # eighty characters on each side, and no word cut in two
    ((_, _, first),) = hits(record(f"## 1\n{words}"), "word000")
    assert first.startswith("## 1 word000 word001")
    assert first.endswith("word009 word010 …")
    ((_, _, last),) = hits(record(f"## 1\n{words}"), "word099")
    assert last.startswith("… word089")
    assert last.endswith("word098 word099")


def test_a_snippet_in_a_text_without_spaces_is_cut_all_the_same():
    ((_, _, snippet),) = hits(record("## 1\n" + "x" * 500 + "needle" + "y" * 500), "needle")
    assert snippet == "… " + "x" * 80 + "needle" + "y" * 80 + " …"


def test_a_snippet_keeps_the_case_of_the_source_where_lowering_changes_the_length():
    ((_, _, snippet),) = hits(record("## 1\nİİİ İstanbul STRASSE"), "i\u0307stanbul strasse")
    assert snippet == "## 1 İİİ İstanbul STRASSE"


def test_a_search_finds_the_later_text_under_a_number_used_twice():
    paper = record("## 1 A\none\n## 1 B\ntwo\n")
    assert hits(paper, "two") == [("msa", "1", "## 1 B two")]
    assert len(hits(paper, "## 1")) == 2
