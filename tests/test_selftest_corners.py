"""The self-test on paper that shows what seldom occurs: two kinds of paper with one text, formats of numbers, long
sentences, units without a name, and what it says where something falls short."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

import pytest

from playbook_legal.critic.selftest import headings, labels, pairs, running, word_truth
from playbook_legal.critic.selftest.bench import AS_READ, CUT, Bench, Quoted
from playbook_legal.critic.selftest.given import GivenPaper, documents_of
from playbook_legal.critic.selftest.measures import Measure, SelfTest, Skipped
from playbook_legal.critic.selftest.mutations import mutated
from playbook_legal.critic.selftest.number_words import SPELLED
from playbook_legal.critic.selftest.passages import LONGEST, SHORTEST, AsRead, Passage, passages_of
from playbook_legal.critic.selftest.running import bench_measures, caution_measures, self_test
from playbook_legal.paper.readers.wild_markdown import read_wild_markdown
from playbook_legal.problems import UnusableInputError

from .pdf_files import pdf_file, text_page
from .word_files import (
    LEGAL_LIST,
    bookmark,
    definition,
    docx,
    field,
    level,
    numbered,
    numbering,
    paragraph,
    textbox,
)


def paper_of(root: Path, files: Mapping[str, str | bytes]) -> GivenPaper:
    """The paper of these files, by name below the root."""
    for name, content in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return GivenPaper(root)


def numbers(measures: list[Measure]) -> dict[str, tuple[int, int, bool, tuple[str, ...]]]:
    """Count, of how many, whether the bar is reached, and the details of each measure."""
    return {one.name: (one.count, one.of, one.met, one.details) for one in measures}


# --- the given paper ------------------------------------------------------------------------------------------


def test_a_folder_with_more_than_a_thousand_folders_below_it_is_refused(tmp_path):
    for number in range(1_000):
        (tmp_path / f"deal{number:04}").mkdir()
    assert paper_of(tmp_path, {"deal0999/msa.txt": "1. Fees\n"}).folders == ("deal0999",)
    (tmp_path / "deal1000").mkdir()
    with pytest.raises(UnusableInputError, match="there are more than 1000 folders below this one"):
        GivenPaper(tmp_path)


# --- headings and labels --------------------------------------------------------------------------------------


def test_annotations_in_a_folder_that_does_not_exist_are_told(tmp_path):
    paper = paper_of(tmp_path / "paper", {"edgar/msa.txt": "1. Fees\n"})
    with pytest.raises(UnusableInputError, match="there is no such folder"):
        headings.measured(paper, tmp_path / "seen")


FILED = """RECITALS

WHEREAS, the parties agree on the following;

1. Fees

(a) The Customer pays the fees.

2. Term

The term is one year.
"""


@pytest.mark.parametrize(
    ("depth", "false"),
    [("sections", ()), ("all", ("false: msa.txt:7: 1(a)",))],
)
def test_what_is_not_asked_for_is_no_false_heading(tmp_path, depth, false):
    paper = paper_of(tmp_path / "paper", {"edgar/msa.txt": FILED})
    digest = hashlib.sha256(FILED.encode()).hexdigest()
    seen = tmp_path / "seen"
    seen.mkdir()
    (seen / "msa.yaml").write_text(
        f'file: msa.txt\nsha256: {digest}\ndepth: {depth}\nmay: [9]\nheadings:\n  - {{line: 5, id: "1"}}\n'
    )
    found = numbers(headings.measured(paper, seen)[0])
    assert found["headings of 1 filings: found with their numbers"] == (1, 1, True, ())
    assert found["headings of 1 filings: none"] == (len(false), 1 + len(false), not false, false)


def test_where_no_heading_is_found_no_bar_is_reached(tmp_path):
    text = "The Customer pays the fees.\n"
    paper = paper_of(tmp_path / "paper", {"edgar/msa.txt": text})
    seen = tmp_path / "seen"
    seen.mkdir()
    digest = hashlib.sha256(text.encode()).hexdigest()
    (seen / "msa.yaml").write_text(
        f'file: msa.txt\nsha256: {digest}\ndepth: all\nheadings:\n  - {{line: 1, id: "1"}}\n'
    )
    found = numbers(headings.measured(paper, seen)[0])
    assert found["headings of 1 filings: found with their numbers"][:3] == (0, 1, False)
    assert found["headings of 1 filings: none"][:3] == (0, 0, False)


def test_a_unit_that_its_label_does_not_name_is_told(tmp_path):
    paper = paper_of(
        tmp_path, {"deal/msa.md": "# Terms\n\n## §\n\nThe fee is due.\n\n## 1 Fees\n\nIt is due.\n"}
    )
    found = numbers(labels.measured(paper)[0])
    assert found["units that their own label names"] == (2, 3, False, ("msa §",))
    assert found["labels that name a unit of another number"] == (0, 3, True, ())


def test_a_label_that_names_a_unit_of_another_number_is_told(tmp_path):
    text = "ARTICLE I\nFEES\n\nThe fee is due.\n\nARTICLE 1\nTERM\n\nThe term is one year.\n"
    found = numbers(labels.measured(paper_of(tmp_path, {"deal/msa.txt": text}))[0])
    assert found["units that their own label names"][:3] == (2, 2, True)
    assert found["labels that name a unit of another number"] == (
        2,
        2,
        False,
        ("msa Article I: Article 1", "msa Article 1: Article I"),
    )


def test_a_unit_with_nothing_in_it_and_a_file_that_shows_a_format_are_cited_by_nobody(tmp_path):
    shown = docx(paragraph("Fees", num=1, level=0), numbering=numbering(LEGAL_LIST, numbered(1, 0)))
    files: dict[str, str | bytes] = {"docx/a.docx": docx(paragraph("The fee", textbox(paragraph(" ")), " is due.")),
             "docx/Numbers-en-US-decimal.docx": shown}  # fmt: skip
    paper = paper_of(tmp_path, files)
    outline = documents_of(paper.record("docx"))[-1].document.outline
    assert outline is not None
    assert [one.label for one in outline.units] == ["textbox 1"]
    assert labels.measured(paper) == ([], [Skipped("headings", "no document has a unit")])


# --- Word -----------------------------------------------------------------------------------------------------


def test_a_reference_that_shows_its_number_is_right(tmp_path):
    body = (
        paragraph(bookmark("target", "<w:r><w:t>Fees</w:t></w:r>"), num=1, level=0),
        paragraph("See ", field("REF target \\r \\h", "1"), " of this agreement."),
    )
    paper = paper_of(tmp_path, {"docx/a.docx": docx(*body, numbering=numbering(LEGAL_LIST, numbered(1, 0)))})
    found = numbers(word_truth.measured(paper)[0])
    assert found["cross-references as Word shows them"] == (1, 1, True, ())


def test_numbers_are_compared_with_what_the_paragraphs_say_of_themselves(tmp_path):
    lists = numbering(definition(0, level(0, "%1|", "lowerRoman")), numbered(1, 0))
    body = [paragraph(figure, num=1, level=0) for figure in ("1", "2", "3", "5", "Fees")]
    paper = paper_of(tmp_path, {"docx/Numbers-en-US-lowerRoman.docx": docx(*body, numbering=lists)})
    found = numbers(word_truth.measured(paper)[0])
    assert found["numbers as the paragraphs name them"] == (
        3,
        4,
        False,
        ("docx/Numbers-en-US-lowerRoman.docx: 5 is 'iv' and not 'v'",),
    )


def test_round_tens_are_spelled_anew_in_french_too():
    spelled = SPELLED["fr-FR-cardinalText"]
    assert {value: spelled(value) for value in (20, 60, 1030)} == {
        20: "Vingt",
        60: "Soixante",
        1030: "Mille trente",
    }


# --- pairs ----------------------------------------------------------------------------------------------------

SOURCE = """# Terms {: .title}

The Customer pays the **fee** within ten days. The Provider may not raise it.

Either party may end these terms at any time by notice.
"""
PRINTED = [
    "Terms",
    "",
    "The Customer pays the fee within ten days. The Provider may raise it.",
    "",
    "Either party may end these terms at any time by notice.",
]


def test_sentences_of_markdown_are_sought_in_its_pdf(tmp_path):
    files: dict[str, str | bytes] = {
        "pdf/terms.md": SOURCE,
        "pdf/terms.pdf": pdf_file([text_page(PRINTED)]),
        "pdf/alone.pdf": pdf_file([text_page(PRINTED)]),
        "pdf/word.docx": docx(paragraph("The Customer pays the fee.")),
        "pdf/word.md": "# Word\n\nThe Customer pays the fee.\n",
    }
    measures, skipped = pairs.measured(paper_of(tmp_path, files))
    assert numbers(measures) == {
        "sentences of terms in its PDF": (2, 3, False, ("elsewhere: The Provider may not raise it.",)),
    }
    assert [one.reason for one in skipped] == [
        "docx/common-paper-cloud-service-agreement.docx is not there",
        "docx/common-paper-data-processing-agreement.docx is not there",
    ]


def test_sections_of_word_file_and_markdown_have_the_same_numbers_but_for_those_that_are_explained(tmp_path):
    csa, dpa = pairs.TWINS
    lists = numbering(LEGAL_LIST, numbered(1, 0))

    def word(*levels: int) -> bytes:
        return docx(*(paragraph("The fee is due.", num=1, level=at) for at in levels), numbering=lists)

    def markdown(*sections: str) -> str:
        return "# Terms\n\n" + "".join(f"## {one} Title\n\nThe fee is due.\n\n" for one in sections)

    files: dict[str, str | bytes] = {
        csa.word: word(0, 1, 0),
        csa.markdown: markdown("1", "1.1", "3"),
        dpa.word: word(0, 0, 0, 0),
        dpa.markdown: markdown("1", "2", "3", "4", "4.1"),
    }
    measures, skipped = pairs.measured(paper_of(tmp_path, files))
    assert numbers(measures) == {
        "sections of common-paper-cloud-service-agreement in Markdown": (
            2,
            4,
            False,
            ("2 only in Word: unexplained", "3 only in Markdown: unexplained"),
        ),
        "sections of common-paper-data-processing-agreement in Markdown": (
            5,
            5,
            True,
            (f"4.1 only in Markdown: {dict(dpa.explained)['4.1']}",),
        ),
    }
    assert [one.reason for one in skipped] == ["there is no PDF beside Markdown of the same name"]


# --- passages -------------------------------------------------------------------------------------------------

SHORT = "The Customer pays all of the fees that are due to it"


def passages(root: Path, text: str) -> list[tuple[str, bool]]:
    paper = paper_of(root, {"deal/msa.txt": f"1. Fees\n\n{text}\n"})
    return [(one.text, one.whole) for one in passages_of(paper.record("deal"), "deal")]


def test_a_long_sentence_is_cut_between_its_commas(tmp_path):
    clauses = [
        f"the party of the {nth} part pays its own costs and bears its own risks" for nth in "abcdefgh"
    ]
    cut = passages(tmp_path, ", ".join(clauses) + ".")
    assert " ".join(text for text, _ in cut) == ", ".join(clauses) + "."
    assert len(cut) == 2
    assert all(SHORTEST <= len(text) <= LONGEST and not whole for text, whole in cut)


def test_a_part_of_a_long_sentence_that_is_too_short_or_too_long_is_no_passage(tmp_path):
    endless = "the fee of each month " * 20
    assert passages(tmp_path, f"As agreed, {endless}, {SHORT}, {endless}, or so.") == [(f"{SHORT},", False)]
    assert len(endless) > LONGEST


def test_figures_are_no_passage(tmp_path):
    figures = "Total 1,000.00 2,000.00 3,000.00 4,000.00 5,000.00 6,000.00 7,000.00."
    assert passages(tmp_path, f"{figures} {SHORT}.") == [(f"{SHORT}.", True)]


def test_what_marks_a_text_within_other_marks_is_left_out_once(tmp_path):
    paper = paper_of(
        tmp_path, {"deal/msa.md": "# Fees\n\nThe fee is &amp; stays <b title='a &amp; b'>ten</b> euros.\n"}
    )
    document = documents_of(paper.record("deal"))[0].document
    assert "The fee is & stays ten euros." in AsRead(document)(0, len(document.text))


# --- the bench ------------------------------------------------------------------------------------------------


def test_words_in_capitals_are_falsified_in_capitals():
    falsified = mutated("modal_swapped", "THE CUSTOMER SHALL PAY ALL FEES", "seed")
    assert falsified is not None
    assert falsified.text == "THE CUSTOMER MAY PAY ALL FEES"


def test_an_alteration_behind_which_nothing_can_be_cut_is_left_for_another_one():
    passage = "The consideration is payable within thirty days"
    assert mutated("unit_changed", passage, "seed") is not None
    for number in range(20):
        falsified = mutated("altered_and_stopped", passage, f"seed {number}")
        assert falsified is not None
        assert falsified.text[:-1] not in passage
        assert falsified.after != "hours"


def test_a_passage_of_short_words_is_not_put_to_the_critic_cut_in_one(tmp_path):
    short = "The fee is due to us on or by the end of the day, and is not to be cut or set off."
    paper_of(tmp_path, {"deal/msa.txt": f"1. Fees\n\n{short}\n\n2. Term\n\n{SHORT}.\n"})
    result = self_test(tmp_path)
    found = numbers(list(result.measures))
    assert found["true passages"][0] == 2
    assert found["cut within a word or figure: told"][1] == 1


def test_shares_of_one_folder_are_tried_by_processes_that_read_it_once(tmp_path, monkeypatch):
    text = "\n\n".join(f"{number}. Fees\n\n{SHORT} in year {number}." for number in range(1, 5))
    paper_of(tmp_path, {"deal/msa.txt": text})
    alone = self_test(tmp_path)
    monkeypatch.setattr(running, "_AT_ONCE", 1)
    # A passage is joined to another of its share, and here there is none.
    shares = self_test(tmp_path)
    assert shares == self_test(tmp_path, jobs=2)
    assert numbers(list(shares.measures))["true passages"] == numbers(list(alone.measures))["true passages"]


def quoted(kind: str, text: str, **more: object) -> Quoted:
    passage = Passage("deal", "msa", "text", "msa §1", f"{SHORT}.", whole=True)
    return Quoted(passage=passage, kind=kind, text=text, **{"tier": "", **more})  # type: ignore[arg-type]


def test_what_falls_short_on_the_bench_is_told_with_what_the_critic_said():
    bench = Bench(
        true=(quoted(AS_READ, f"{SHORT}.", critical=("word_changed", "word_changed")),),
        false=(
            quoted("modal_swapped", "It may pay.", tier="exact"),
            quoted("word_dropped", "It pays.", cautions=("reads_on",)),
            quoted("word_added", "It also pays."),
        ),
        cut=(quoted(CUT, "It pays for ev", tier="layout"),),
        stands_there={},
    )
    found = numbers(bench_measures(bench, [bench.true[0].passage]) + caution_measures(bench))
    at = "msa §1"
    assert {name: details for name, (_, _, met, details) in found.items() if not met} == {
        "criticals on true passages as a model retypes them": (f"as_read, word_changed: {at}: {SHORT}.",),
        "falsified passages that verify": (f"modal_swapped, exact: {at}: It may pay.",),
        "falsified passages that nothing is said of": (
            f"word_dropped, reads_on: {at}: It pays.",
            f"word_added, not checked: {at}: It also pays.",
        ),
        "false, modal swapped: verify": ("nothing critical 1",),
        "cut within a word or figure: told": (f"cut_in_word, layout: {at}: It pays for ev",),
    }


def test_a_part_of_which_there_is_nothing_to_say_has_no_heading_in_the_table():
    printed = SelfTest((Measure(part="pairs", name="sentences", count=1, of=1, least=1),)).to_text()
    assert "The same text as two kinds of paper" in printed
    assert "Cautions" not in printed


def test_what_is_read_does_not_depend_on_where_the_reading_begins():
    """Marks just before the first character are none of what is read."""
    document = read_wild_markdown(
        "a", "a", "Fees are **due at once** and **not later** than that.\n", "0" * 64, "a.md"
    )
    read = AsRead(document)
    start = document.text.index(" and")
    assert read(start, len(document.text)).strip() == "and not later than that."
    assert read(0, start) == "Fees are due at once"
