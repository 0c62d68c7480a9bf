"""Every sentence of the reference record, true and falsified in every way a quotation goes wrong.

For each kind of falsification the verdict and the cause are known. Whether a quotation stands where it is cited
is also decided by an obvious twin of the rule, so that nothing false can verify and nothing true can fail.
"""

import json
import re
from functools import cache
from pathlib import Path

import pytest

from playbook_legal.critic import ClientRecord, Report, review
from playbook_legal.critic.submission import read_submission
from playbook_legal.paper import Section
from playbook_legal.sources import Source
from playbook_legal.text import normalize_text

MATTER = Path(__file__).parents[1] / "matters" / "ai_saas_001"
# fmt: off
NUMBERS = frozenset((
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
    "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred", "thousand",
    "million", "half", "first", "second", "third", "fourth",
))
# fmt: on


class Sentence:
    """A sentence of the record and the section it stands in."""

    def __init__(self, section: Section, text: str) -> None:
        self.section = section
        self.text = text
        self.words = text.split()


@cache
def record() -> ClientRecord:
    return ClientRecord.from_directory(MATTER)


@cache
def sections() -> list[Section]:
    return [section for leaf in record().pass_through() for section in leaf.document().sections]


@cache
def sentences() -> list[Sentence]:
    return [
        Sentence(section, text)
        for section in sections()
        for text in re.split(r"(?<=[.;:])\s+", section.text)
        if len(text.split()) >= 12 and "…" not in text and "..." not in text
    ]


def stands(quote: str, section: Section) -> bool:
    """The rule of verification, as obviously as it can be written."""
    return " ".join(quote.lower().split()) in " ".join(section.text.lower().split())


def anywhere(quote: str) -> bool:
    return any(stands(quote, section) for section in sections())


def verdicts(quotes: list[tuple[str, Section]]) -> list[tuple[str, str]]:
    """Verdict and cause of each quotation, which is cited to the section beside it."""
    issues = [
        {"id": str(at), "citation": str(section.citation), "quote": quote, "rationale": "Because."}
        for at, (quote, section) in enumerate(quotes)
    ]
    report: Report = review(
        record(), read_submission(Source("s.json", json.dumps({"issues": issues}), "0" * 64))
    )
    told = []
    for (quote, section), item in zip(quotes, report.items, strict=True):
        assert (str(item.verdict) == "verified") == stands(quote, section), quote
        assert len(item.findings) <= 1
        told.append((str(item.verdict), str(item.findings[0].cause) if item.findings else ""))
    return told


def test_the_reference_record_has_hundreds_of_sentences():
    assert len(sentences()) > 300


def test_every_true_sentence_verifies():
    told = verdicts([(one.text, one.section) for one in sentences()])
    assert set(told) == {("verified", "")}


def test_every_sentence_retyped_in_other_white_space_and_capitals_verifies():
    told = verdicts(
        [("\n".join(one.text.upper().split(" ")), one.section) for one in sentences() if "ß" not in one.text]
    )
    assert set(told) == {("verified", "")}


def test_every_sentence_with_its_tail_cut_verifies():
    told = verdicts([(one.text[: max(20, 2 * len(one.text) // 3)], one.section) for one in sentences()])
    assert set(told) == {("verified", "")}


@pytest.mark.parametrize("share", [0.15, 0.5, 0.85])
def test_one_word_changed_is_named_as_such(share):
    quotes = []
    for one in sentences():
        at = min(max(int(len(one.words) * share), 1), len(one.words) - 2)
        while re.search(r"\d", one.words[at]) or normalize_text(one.words[at]).strip("().,;:\"'") in NUMBERS:
            at -= 1
        if at > 0:
            quotes.append(
                (" ".join([*one.words[:at], "notwithstandingly", *one.words[at + 1 :]]), one.section)
            )
    assert set(verdicts(quotes)) == {("FABRICATED_QUOTE", "word_changed")}


def test_one_number_changed_is_named_as_such():
    quotes = []
    for one in sentences():
        changed = re.sub(r"\d+", lambda found: str(int(found.group()) + 11), one.text, count=1)
        if changed != one.text and not anywhere(changed):
            quotes.append((changed, one.section))
    assert len(quotes) > 50
    assert set(verdicts(quotes)) == {("FABRICATED_QUOTE", "number_changed")}


def test_a_dropped_negation_is_named_as_such():
    quotes = [
        (re.sub(r"(?<=.)\b(?:not|no)\s+", "", one.text, count=1), one.section)
        for one in sentences()
        if re.search(r".\b(?:not|no)\s+", one.text)  # before a sentence's first word nothing can be missed
    ]
    assert len(quotes) > 50
    assert set(verdicts(quotes)) == {("FABRICATED_QUOTE", "word_changed")}


def test_an_invented_tail_is_named_as_such():
    tail = " whenever the moon above our harbour turns entirely green again"
    quotes = [(" ".join(one.words[: len(one.words) // 2]) + tail, one.section) for one in sentences()]
    assert set(verdicts(quotes)) == {("FABRICATED_QUOTE", "invented_tail")}


def test_halves_of_two_sections_are_named_a_splice():
    quotes = []
    for one, other in zip(sentences(), sentences()[37:], strict=False):
        joined = " ".join([*one.words[: len(one.words) // 2], *other.words[len(other.words) // 2 :]])
        if one.section.citation != other.section.citation and not anywhere(joined):
            quotes.append((joined, one.section))
    told = verdicts(quotes)
    assert len(quotes) > 250
    assert {verdict for verdict, _ in told} == {"FABRICATED_QUOTE"}
    assert set(told) == {("FABRICATED_QUOTE", "spliced")}


@pytest.mark.parametrize("step", [1, 41])
def test_a_sentence_cited_to_another_section_stands_elsewhere(step):
    places = sections()
    quotes = []
    for one in sentences():
        other = places[(places.index(one.section) + step) % len(places)]
        if not stands(one.text, other):
            quotes.append((one.text, other))
    assert set(verdicts(quotes)) == {("FABRICATED_QUOTE", "elsewhere")}


def test_a_sentence_retyped_with_typographic_marks_is_named_as_such():
    marks = str.maketrans({"'": "’", '"': "“", "-": "–", "’": "'", "“": '"', "–": "-"})
    quotes = [
        (one.text.translate(marks), one.section)
        for one in sentences()
        if one.text.translate(marks) != one.text
    ]
    assert len(quotes) > 50
    assert set(verdicts(quotes)) == {("FABRICATED_QUOTE", "typography")}


@pytest.mark.parametrize("ellipsis", ["...", "…", "[…]", ". . .", "* * *"])
def test_a_sentence_with_its_middle_left_out_is_named_elided(ellipsis):
    quotes = []
    for one in sentences():
        third = len(one.words) // 3
        quotes.append((" ".join([*one.words[:third], ellipsis, *one.words[2 * third :]]), one.section))
    assert set(verdicts(quotes)) == {("FABRICATED_QUOTE", "elided")}


def test_a_sentence_with_words_left_out_in_silence_is_named_as_such():
    quotes = []
    for one in sentences():
        quarter = len(one.words) // 4
        left_out = one.words[quarter * 2 : quarter * 2 + 5]
        numbers = [
            word for word in left_out if re.search(r"\d", word) or word.lower().strip("().,;:") in NUMBERS
        ]
        if quarter >= 4 and not numbers:
            quotes.append((" ".join([*one.words[: quarter * 2], *one.words[quarter * 2 + 5 :]]), one.section))
    told = verdicts(quotes)
    assert len(quotes) > 200
    assert {verdict for verdict, _ in told} == {"FABRICATED_QUOTE"}
    assert sum(cause == "words_left_out" for _, cause in told) >= 0.99 * len(told)
