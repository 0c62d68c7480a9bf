"""Numbers that are not written in figures: Roman numerals and English words."""

import pytest

from playbook_legal.paper.number_words import in_words, value_in_words
from playbook_legal.paper.romans import in_roman, roman_value, worth_of

WRITTEN = [
    (1, "i", "one"),
    (4, "iv", "four"),
    (9, "ix", "nine"),
    (14, "xiv", "fourteen"),
    (20, "xx", "twenty"),
    (49, "xlix", "forty-nine"),
    (90, "xc", "ninety"),
    (304, "ccciv", "three hundred four"),
    (1999, "mcmxcix", "one thousand nine hundred ninety-nine"),
    (2_000_010, "2000010", "two million ten"),
    (0, "0", "zero"),
]


@pytest.mark.parametrize(("value", "numeral", "words"), WRITTEN)
def test_a_number_is_written_in_small_roman_numerals_and_in_words(value, numeral, words):
    assert (in_roman(value), in_words(value)) == (numeral, words)


def test_roman_numerals_up_to_399_are_read_as_they_are_written_in_either_case():
    numerals = [in_roman(value) for value in range(1, 400)]
    assert [roman_value(one) for one in numerals] == list(range(1, 400))
    assert [roman_value(one.upper()) for one in numerals] == list(range(1, 400))


NO_NUMERALS = ["", "iiii", "vx", "iix", "ll", "cd", "m", "b", "i ", "4", "ıv", "İ"]


@pytest.mark.parametrize("text", NO_NUMERALS)
def test_what_is_no_numeral_or_not_written_as_one_has_no_value(text):
    assert roman_value(text) == 0


WORTHS = [("iv", 4), ("VV", 10), ("iix", 10), ("MCM", 1900), ("", 0), ("ib", 0), ("ı", 0)]


@pytest.mark.parametrize(("letters", "worth"), WORTHS)
def test_roman_letters_add_up_whether_or_not_they_are_a_numeral(letters, worth):
    assert worth_of(letters) == worth


def test_words_for_numbers_below_a_hundred_are_read_in_any_case():
    assert [value_in_words(in_words(value)) for value in range(1, 100)] == list(range(1, 100))
    assert [value_in_words(one) for one in ("ONE", "Twenty-One", "zero", "twenty one", "hundred", "")] == [
        1, 21, 0, 0, 0, 0,
    ]  # fmt: skip
