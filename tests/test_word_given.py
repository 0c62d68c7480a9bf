"""The given Word files against their ground truths. They are not part of the project; without them, no test."""

from pathlib import Path

import pytest

from playbook_legal.paper.documents import Document
from playbook_legal.paper.readers.word import read_word
from playbook_legal.paper.readers.word.formats import formatted

from .given_paper import WORD_FILES as GIVEN

pytestmark = pytest.mark.skipif(not GIVEN.is_dir(), reason="the folder of given paper is not there")


def read(path: Path) -> Document:
    return read_word(path.stem, path.stem, path.read_bytes(), "0" * 64, path.name)


def files(pattern: str) -> list[Path]:
    return sorted(GIVEN.glob(pattern))


@pytest.mark.parametrize("path", files("**/*.docx"), ids=lambda path: path.stem)
def test_every_cached_reference_is_the_number_of_its_target(path):
    assert [one for one in read(path).references if one.shown != one.computed] == []


def test_there_are_references_to_agree_with():
    shown = [one.shown for path in files("**/*.docx") for one in read(path).references]
    assert shown == ["3.1", "2.1", "3.2", "5", "5", "4", "6"]


REVISED = [path for path in files("revisions/*.docx") if not path.stem.endswith(("-Accepted", "-Rejected"))]


@pytest.mark.parametrize("path", REVISED, ids=lambda path: path.stem)
def test_both_views_are_the_texts_of_the_twins(path):
    document = read(path)
    assert document.other_view is not None
    assert document.text == read(path.with_name(f"{path.stem}-Accepted.docx")).text
    assert document.other_view.text == read(path.with_name(f"{path.stem}-Rejected.docx")).text


# The paragraphs of these files say which number stands before them, in decimals; the file's name says the format and
# the language. The first and some later labels are written out, every other one is the format's word for the number.
LABELS = {
    "LIR001-en-US-ordinal": ("ordinal", "en", {1: "1st", 2: "2nd", 3: "3rd", 11: "11th", 3500: "3500th"}),
    "LIR003-en-US-upperLetter": ("upperLetter", "en", {1: "A", 26: "Z", 27: "AA", 53: "AAA", 781: "A"}),
    "LIR005-fr-FR-cardinalText": (
        "cardinalText",
        "fr",
        {1: "Un", 80: "Quatre-vingts", 3500: "Trois mille cinq cents"},
    ),
    "LIR006-fr-FR-ordinalText": ("ordinalText", "fr", {1: "Premier", 2: "Deuxième", 21: "Vingt et unième"}),
    "LIR008-zh-CH-chineseCountingThousand": (
        "chineseCountingThousand",
        "zh",
        {11: "十一", 3482: "三千四百八十二"},
    ),
    "LIR010-zh-CN-ideographTraditional": ("ideographTraditional", "zh", {1: "甲", 10: "癸", 11: "11"}),
    "LIR012-en-US-0001": ("decimal", "en", {}),
    "LIR014-en-US-01": ("decimalZero", "en", {1: "01", 10: "10", 3500: "3500"}),
    "LIR016-en-US-decimal": ("decimal", "en", {1: "1", 3500: "3500"}),
    "LIR018-en-US-decimalZero": ("decimalZero", "en", {9: "09", 100: "100"}),
    "LIR020-en-US-lowerRoman": ("lowerRoman", "en", {4: "iv", 3499: "mmmcdxcix"}),
}


@pytest.mark.parametrize("stem", LABELS)
def test_number_formats_agree_with_what_the_files_say(stem):
    form, language, written_out = LABELS[stem]
    lines = [line for line in read(GIVEN / "numbering" / f"{stem}.docx").text.splitlines() if "|\t" in line]
    found = {int(text): label for label, _, text in (line.partition("|\t") for line in lines)}
    assert list(found) == list(range(1, len(found) + 1))
    assert len(found) >= 19
    expected = {value: formatted(value, form, language) for value in found}
    if stem == "LIR012-en-US-0001":
        expected = {value: f"{value:04d}" for value in found}
    assert found == expected
    assert {value: found[value] for value in written_out} == written_out


def test_the_hierarchical_list_is_numbered_as_word_shows_it():
    document = read(GIVEN / "numbering" / "HierarchicalNumberedList.docx")
    labels = [line.partition("\t")[0] for line in document.text.splitlines() if "\t" in line]
    assert labels == ["1)", "a)", "b)", "2)", "a)", "b)", "c)", "i)", "3)", "a)"]
    assert document.outline is not None
    assert [one.label for one in document.outline.units] == [
        "1", "1(a)", "1(b)", "2", "2(a)", "2(b)", "2(c)", "2(c)(i)", "3", "3(a)",
    ]  # fmt: skip


def test_the_cloud_service_agreement_has_the_sections_that_its_text_refers_to():
    document = read(GIVEN / "common-paper-cloud-service-agreement.docx")
    for label, title in (
        ("5.3(a)", ""), ("8.1", "Liability Caps"), ("8.4", "Exceptions"), ("9", "Indemnification"),
        ("12.3", "Governing Law and Chosen Courts"),
    ):  # fmt: skip
        assert [one.title for one in document.outline.units if one.label == label] == [title]  # type: ignore[union-attr]
