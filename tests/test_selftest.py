"""The self-test of the critic: what it measures and notices on paper made here, and its bars on the given paper."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from playbook_legal.critic.selftest.bench import row
from playbook_legal.critic.selftest.given import GivenPaper, documents_of
from playbook_legal.critic.selftest.measures import Measure, SelfTest
from playbook_legal.critic.selftest.number_words import SPELLED
from playbook_legal.critic.selftest.passages import AsRead, chosen, passages_of
from playbook_legal.critic.selftest.running import self_test
from playbook_legal.problems import UnusableInputError

from .given_paper import GIVEN
from .word_files import (
    LEGAL_LIST,
    bookmark,
    deleted,
    docx,
    field,
    inserted,
    numbered,
    numbering,
    paragraph,
    run,
)

ROOT = Path(__file__).parents[1]
ANNOTATIONS = ROOT / "tests" / "data" / "filings"
given = pytest.mark.skipif(
    not GIVEN.is_dir(), reason=f"the given paper is not at {GIVEN}; PLAYBOOK_PAPER may say where it is"
)

AGREEMENT = """AGREEMENT

1. Fees

The Customer shall pay the Provider a fee of $12,500 for each month of the term, within 30 days of the invoice.

2. Liability

2.1 Cap

The Provider is not liable for more than 5.5 percent of the fees that the Customer paid before the event.

2.2 Exceptions

Nothing in this section limits the liability of either party for fraud, and the Provider may not rely on it then.

3. Term

The term begins on January 1, 2020, and ends when the Customer gives notice of at least ninety days to the Provider.
"""


def folder_of(path: Path, files: Mapping[str, str | bytes]) -> Path:
    """The folder at `path` with these files in it, by name."""
    for name, content in files.items():
        file = path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def measure(result: SelfTest, name: str) -> Measure:
    return next(one for one in result.measures if one.name == name)


def command(*arguments: str, cwd: Path = ROOT) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", "from playbook_legal.cli.main import run; run()", "selftest", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
    )


# --- paper made here ------------------------------------------------------------------------------------------


def test_true_passages_verify_and_no_falsified_one_does(tmp_path):
    result = self_test(folder_of(tmp_path, {"deal/msa.txt": AGREEMENT}))
    assert measure(result, "true passages").count == 4
    assert measure(result, "criticals on true passages as a model retypes them").count == 0
    falsified = measure(result, "falsified passages that verify")
    assert falsified.count == 0
    assert falsified.of > 40
    assert result.passed


def test_each_kind_of_falsification_is_counted_by_itself(tmp_path):
    result = self_test(folder_of(tmp_path, {"deal/msa.txt": AGREEMENT}))
    numbers = {
        one.name.removeprefix("false, ").removesuffix(": verify"): (one.count, one.of, one.details)
        for one in result.measures
        if one.name.startswith("false, ")
    }
    assert numbers["negation removed"] == (0, 2, ("word_changed 2",))
    assert numbers["decimal shifted"] == (0, 1, ("number_changed 1",))
    assert numbers["currency changed"] == (0, 1, ("number_changed 1",))
    assert numbers["date changed"] == (0, 1, ("number_changed 1",))


def test_what_a_falsified_passage_says_may_stand_there_and_is_then_left_out(tmp_path):
    twice = "1. Fees\n\nThe Customer shall pay fees for each month.\n\nThe Customer may pay fees for each month.\n"
    result = self_test(folder_of(tmp_path, {"deal/msa.txt": twice}))
    assert measure(result, "falsified passages that verify").count == 0
    swapped = measure(result, "false, modal swapped: verify")
    assert (swapped.of, swapped.details) == (1, ("word_changed 1", "left out, since they stand there: 1"))


def test_a_passage_cut_within_its_last_word_is_put_to_the_critic_too(tmp_path):
    result = self_test(folder_of(tmp_path, {"deal/msa.txt": AGREEMENT}))
    assert measure(result, "cut within a word or figure: told").of == 4


def test_the_result_depends_neither_on_the_number_of_processes_nor_on_the_run(tmp_path):
    other = AGREEMENT.replace("Customer", "Licensee").replace("Provider", "Licensor")
    paper = folder_of(tmp_path, {"one/msa.txt": AGREEMENT, "two/licence.md": "# Licence\n\n" + other})
    once = self_test(paper, passages=6)
    assert once == self_test(paper, passages=6)
    assert once == self_test(paper, passages=6, jobs=2)
    assert measure(once, "true passages").details == ("3 of plain text, 3 of Markdown",)


def test_passages_are_cut_where_sentences_end_and_without_what_belongs_to_the_page(tmp_path):
    text = (
        "1. Fees\n\nThe Customer shall pay all of the fees that are due\n<PAGE>\n"
        'under this Agreement ("Fees.") It shall pay them by wire transfer of funds.\n'
    )
    paper = GivenPaper(folder_of(tmp_path, {"deal/msa.txt": text}))
    assert [(one.citation, one.text, one.whole) for one in passages_of(paper.record("deal"), "deal")] == [
        (
            "msa §1",
            'The Customer shall pay all of the fees that are due under this Agreement ("Fees.")',
            True,
        ),
        ("msa §1", "It shall pay them by wire transfer of funds.", True),
    ]


def test_markdown_is_read_without_its_marks(tmp_path):
    paper = GivenPaper(
        folder_of(tmp_path, {"deal/msa.md": "# Fees\n\nThe **Customer** pays *R&amp;D* fees.\n"})
    )
    document = documents_of(paper.record("deal"))[0].document
    assert "The Customer pays R&D fees." in AsRead(document)(0, len(document.text))


def test_passages_are_chosen_of_every_kind_as_far_as_there_are_any(tmp_path):
    files = {
        "deal/a.txt": AGREEMENT,
        "deal/b.md": "# Fees\n\nThe Customer pays all of the fees that are due to it.\n",
    }
    paper = GivenPaper(folder_of(tmp_path, files))
    everything = list(passages_of(paper.record("deal"), "deal"))
    taken = chosen(everything, 3, "seed")
    assert sorted(one.kind for one in taken) == ["markdown", "text", "text"]
    assert taken == chosen(list(reversed(everything)), 3, "seed")


SAME = [
    ("The “Fee” – 5%", 'the "fee" - 5 %'),
    ("rate\n of 5", "Rate of 5"),
]
OTHER = [
    ("5.5 percent", "55 percent"),
    ("$5", "€5"),
    ("1-24", "124"),
    ("shall not pay", "shall pay"),
    ("agree-\nment", "agreement"),
    ("10²", "10 2"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_for_what_stands_there_only_the_writing_of_marks_and_spaces_means_nothing(one, other):
    assert row(one) == row(other)


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_for_what_stands_there_words_figures_and_signs_count(one, other):
    assert row(one) != row(other)


# --- Word -----------------------------------------------------------------------------------------------------


def test_a_twin_that_is_not_the_view_is_noticed(tmp_path):
    changed = docx(paragraph(run("The fee is "), deleted("five"), inserted("six"), run(" dollars.")))
    files = {
        "docx/fee.docx": changed,
        "docx/fee-Accepted.docx": docx(paragraph("The fee is six dollars.")),
        "docx/fee-Rejected.docx": docx(paragraph("The fee is four dollars.")),
    }
    views = measure(self_test(folder_of(tmp_path, files)), "views with the text and numbers of their twins")
    assert (views.count, views.of, views.met) == (1, 2, False)
    assert views.details == (
        "docx/fee.docx and -Rejected.docx: 'ive dollars.' where the twin has 'our dollars.'",
    )


def test_a_reference_that_shows_another_number_is_noticed(tmp_path):
    body = (
        paragraph(bookmark("target", run("Fees")), num=1, level=0),
        paragraph(run("See "), field("REF target \\r \\h", "7"), run(" of this agreement.")),
    )
    files = {"docx/a.docx": docx(*body, numbering=numbering(LEGAL_LIST, numbered(1, 0)))}
    references = measure(self_test(folder_of(tmp_path, files)), "cross-references as Word shows them")
    assert (references.count, references.of, references.met) == (0, 1, False)
    assert references.details == ("docx/a.docx: shown '7', computed '1'",)


NUMBERS = [
    ("en-US-ordinal", {1: "1st", 2: "2nd", 11: "11th", 112: "112th", 3500: "3500th"}),
    ("en-US-upperLetter", {1: "A", 26: "Z", 27: "AA", 781: "A"}),
    ("en-US-lowerRoman", {4: "iv", 40: "xl", 3499: "mmmcdxcix"}),
    ("en-US-0001", {7: "0007", 3500: "3500"}),
    ("fr-FR-cardinalText", {1: "Un", 21: "Vingt et un", 71: "Soixante et onze", 80: "Quatre-vingts",
                            81: "Quatre-vingt-un", 200: "Deux cents", 1999: "Mille neuf cent quatre-vingt-dix-neuf"}),
    ("fr-FR-ordinalText", {1: "Premier", 5: "Cinquième", 9: "Neuvième", 80: "Quatre-vingtième", 4: "Quatrième"}),
    ("zh-CH-chineseCountingThousand", {10: "十", 11: "十一", 20: "二十", 3482: "三千四百八十二"}),
    ("zh-CN-ideographTraditional", {1: "甲", 10: "癸", 11: "11"}),
]  # fmt: skip


@pytest.mark.parametrize(("form", "written"), NUMBERS, ids=[form for form, _ in NUMBERS])
def test_numbers_are_spelled_anew_as_word_prints_them(form, written):
    assert {value: SPELLED[form](value) for value in written} == written


# --- headings -------------------------------------------------------------------------------------------------


def annotation(paper: Path, *headings: str) -> str:
    import hashlib

    digest = hashlib.sha256((paper / "edgar" / "msa.txt").read_bytes()).hexdigest()
    lines = "".join(f'  - {{line: {one.split()[0]}, id: "{one.split()[1]}"}}\n' for one in headings)
    return f'file: "msa.txt"\nsha256: {digest}\ndepth: all\nheadings:\n{lines}'


def test_headings_are_compared_with_what_a_person_saw(tmp_path):
    paper = folder_of(tmp_path / "paper", {"edgar/msa.txt": AGREEMENT})
    seen = annotation(paper, "3 1", "7 2", "9 2.1", "13 2.2", "17 4")
    folder = folder_of(tmp_path / "seen", {"msa.yaml": seen})
    result = self_test(paper, folder)
    found = measure(result, "headings of 1 filings: found with their numbers")
    false = measure(result, "headings of 1 filings: none")
    assert (found.count, found.of, found.met, found.details) == (4, 5, False, ("missing: msa.txt:17: 4",))
    assert (false.count, false.of, false.met, false.details) == (1, 5, False, ("false: msa.txt:17: 3",))
    assert not result.passed


def test_a_filing_that_was_not_annotated_is_skipped_and_so_are_missing_annotations(tmp_path):
    paper = folder_of(tmp_path / "paper", {"edgar/msa.txt": AGREEMENT})
    written = annotation(paper, "3 1").replace("sha256: ", "sha256: 0")
    result = self_test(paper, folder_of(tmp_path / "seen", {"msa.yaml": written}))
    assert "msa.txt is not the one that was annotated" in [one.reason for one in result.skipped]
    none = [one.reason for one in self_test(paper).skipped if one.part == "headings"]
    assert none == ["no annotations are given (--annotations DIR)"]


def test_every_unit_is_named_by_its_own_label(tmp_path):
    result = self_test(folder_of(tmp_path, {"deal/msa.txt": AGREEMENT}))
    assert measure(result, "units that their own label names").count == 5
    assert measure(result, "labels that name a unit of another number").count == 0


# --- the command ----------------------------------------------------------------------------------------------


def test_the_command_prints_a_table_and_ends_with_0(tmp_path):
    paper = folder_of(tmp_path, {"deal/msa.txt": AGREEMENT})
    ended = command("--paper", str(paper), cwd=tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "  ok      falsified passages that verify" in ended.stdout
    assert "  skipped: there is no Word file" in ended.stdout
    assert ended.stdout.endswith("bars reached\n")


def test_the_command_of_the_critic_has_the_self_test_too(tmp_path):
    paper = folder_of(tmp_path, {"deal/msa.txt": AGREEMENT})
    ended = command("--paper", str(paper), cwd=tmp_path)
    script = "from playbook_legal.cli.critic import run; run()"
    its = subprocess.run(
        [sys.executable, "-c", script, "selftest", "--paper", str(paper)],
        capture_output=True, text=True, cwd=tmp_path, check=False,
    )  # fmt: skip
    assert (its.returncode, its.stdout, its.stderr) == (0, ended.stdout, "")


def test_a_record_may_be_called_selftest(tmp_path):
    folder_of(tmp_path, {"selftest/msa.txt": AGREEMENT, "work.json": '{"issues": []}'})
    script = "from playbook_legal.cli.critic import run; run()"
    ended = subprocess.run(
        [sys.executable, "-c", script, "selftest", "--quotes", "layout", "work.json"],
        capture_output=True, text=True, cwd=tmp_path, check=False,
    )  # fmt: skip
    assert ended.returncode == 2
    assert ended.stderr.startswith("playbook-critic: work.json: nothing in it can be reviewed")


def test_the_command_prints_json_and_ends_with_1_when_a_bar_is_missed(tmp_path):
    paper = folder_of(tmp_path / "paper", {"edgar/msa.txt": AGREEMENT})
    seen = folder_of(tmp_path / "seen", {"msa.yaml": annotation(paper, "3 9")})
    ended = command("--paper", str(paper), "--annotations", str(seen), "--format", "json")
    assert (ended.returncode, ended.stderr) == (1, "")
    printed = json.loads(ended.stdout)
    assert (printed["schema_version"], printed["passed"]) == ("playbook.selftest.v1", False)
    missed = [one["name"] for one in printed["measures"] if not one["met"]]
    assert missed == ["headings of 1 filings: found with their numbers", "headings of 1 filings: none"]


UNUSABLE = [
    ("no folder", {}, ("--paper", "none"), "none: there is no such folder"),
    ("a file", {"paper": "x"}, ("--paper", "paper"), "paper: this is a file; give the folder"),
    ("no paper", {"paper/a.jpg": "x"}, ("--paper", "paper"), "paper: there is no paper in this folder nor below it"),
    ("no annotations", {"paper/a.txt": "1. Fees\n", "seen/a.txt": "x"}, ("--paper", "paper", "--annotations", "seen"),
     "seen: there is no annotation in this folder (*.yaml)"),
    ("no annotation", {"paper/a.txt": "1. Fees\n", "seen/a.yaml": "file: 1\n"},
     ("--paper", "paper", "--annotations", "seen"), "seen/a.yaml:1"),
    ("no option", {}, (), "Missing option '--paper'"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("files", "arguments", "says"), [case[1:] for case in UNUSABLE], ids=[case[0] for case in UNUSABLE]
)
def test_what_cannot_be_used_is_said_in_one_line(tmp_path, files, arguments, says):
    folder_of(tmp_path, files)
    ended = command(*arguments, cwd=tmp_path)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert len(ended.stderr.splitlines()) == 1
    assert says in ended.stderr


def test_a_folder_that_does_not_exist_raises(tmp_path):
    with pytest.raises(UnusableInputError):
        self_test(tmp_path / "none")


def test_a_process_that_ran_the_self_test_has_loaded_nothing_that_knows_an_answer_key(tmp_path):
    paper = folder_of(tmp_path, {"deal/msa.txt": AGREEMENT})
    program = (
        "import sys\n"
        "from playbook_legal.critic.selftest.running import self_test\n"
        f"self_test({str(paper)!r})\n"
        "print([one for one in sys.modules if one.startswith(('playbook_legal.matter', 'playbook_legal.scoring',"
        " 'playbook_legal.episode'))])\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout == "[]\n"


# --- the given paper ------------------------------------------------------------------------------------------


AT_LEAST = {
    "cross-references as Word shows them": 7,
    "numbers as the paragraphs name them": 35_001,
    "views with the text and numbers of their twins": 18,
    "headings of 10 filings: found with their numbers": 600,
    "units that their own label names": 3_000,
    "true passages": 200,
    "falsified passages that verify": 1_500,
    "sentences of mozilla-mdn_plus_terms in its PDF": 60,
    "sentences of mozilla-subscription_services_tos in its PDF": 120,
    "sections of common-paper-cloud-service-agreement in Markdown": 120,
}


@given
def test_every_bar_is_reached_on_the_given_paper():
    result = self_test(GIVEN, ANNOTATIONS, passages=200)
    assert [(one.name, one.count, one.of, one.details) for one in result.measures if not one.met] == []
    assert result.skipped == ()
    assert [name for name, of in AT_LEAST.items() if measure(result, name).of < of] == []
