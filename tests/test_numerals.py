"""Numbers as contracts write them."""

import pytest

from playbook_legal.critic.numerals import disagreements, value_of, written_alike

VALUES = {
    "zero": 0,
    "seventy-two": 72,
    "seventy two": 72,
    "nineteen": 19,
    "one hundred": 100,
    "one hundred and eighty": 180,
    "twenty-five hundred": 2500,
    "two hundred and fifty thousand": 250_000,
    "One Million": 1_000_000,
    "two million, five hundred thousand": 2_500_000,
    "three billion and one": 3_000_000_001,
}


@pytest.mark.parametrize(("words", "value"), VALUES.items(), ids=VALUES)
def test_number_words_have_their_value(words, value):
    assert value_of(words) == value


DISAGREE = {
    "within seventy-two (27) hours": ["seventy-two (27)"],
    "One Million Dollars ($100,000)": ["One Million Dollars ($100,000)"],
    "ten percent (15%) a year": ["ten percent (15%)"],
    "twenty\n(30) days": ["twenty (30)"],
    "one-hundred and eighty (180) days": [],
    "Two Million Five Hundred Thousand Dollars (US$2,500,000)": [],
    "one million dollars ($1 million)": [],
    "three and 00/100 dollars ($3.00)": [],
    # where the words begin further ahead, or end behind the bracket, nothing is said
    "nineteen ninety-five (1995)": [],
    "one-half of one percent (0.5%)": [],
    "nine and one half (9.5)": [],
    "two point five (2.5)": [],
    "Six (6,000,000) Million shares": [],
    "the following two: (1) fees": [],
    "one (a) thing": [],
}


@pytest.mark.parametrize(("text", "told"), DISAGREE.items(), ids=DISAGREE)
def test_words_and_figures_that_disagree_are_told(text, told):
    assert list(disagreements(text)) == told


ALIKE = {
    "within seventy-two (72) hours' notice": "within 72 hours' notice",
    "a 24-hour basis": "a 24 hours basis",
    "three days, two weeks": "72 hours, 336 hours",
    "three (3) business days": "3 business days",
    "10 calendar days": "240 hours",
    "two years and one month": "24 months and 1 months",
    "$1.5 million": "$1500000",
    "1,000,000 dollars": "$1000000",
    "five per cent (5%)": "5%",
    "5 percent": "5%",
    "seventy-two (27) hours": "72 hours 27 hours",
    "section 4.2, clause 14": "section 4.2, clause 14",
    "version 1.2.3 of b2b": "version 1.2.3 of b2b",
    "someone often tends to": "someone often tends to",
}


@pytest.mark.parametrize(("text", "alike"), ALIKE.items(), ids=ALIKE)
def test_equal_numbers_are_written_alike(text, alike):
    assert written_alike(text) == alike
