"""The one comparison rule, and what is kept of the original: places, sentence ends, negators."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playbook_legal.text import Passage, Prose, lone_surrogate, negators, normalize_text

# Every kind of mark the rules speak of, densely: letters in both cases, ends of sentences, white space of all sorts.
texts = st.text(alphabet="aBç. ?!1§'’\t\n\r\f\v\u00a0\u0085\u2003\u2028\u2029\u200bßİ", max_size=60)


@pytest.mark.parametrize(
    ("written", "normalized"),
    [
        ("Master  AGREEMENT", "master agreement"),
        ("a\tb", "a b"),
        ("a\nb", "a b"),
        ("a\r\n  b", "a b"),
        ("a \t\r\n b", "a b"),
        ("a\u00a0b", "a b"),
        ("a\u2003\u202f\u3000b", "a b"),
        ("a\u2028b\u2029c\u0085d", "a b c d"),
        ("a\fb\vc", "a b c"),
        ("\n a \u00a0", "a"),
        ("", ""),
        (" \n\t", ""),
        ("a\u200bb", "a\u200bb"),
        ("“Records”", "“records”"),
        ("Moss’s — 24-hour", "moss’s — 24-hour"),
        ("Ca\u0301", "ca\u0301"),
        ("CÁ", "cá"),
        ("STRASSE ß", "strasse ß"),
        ("training trained", "training trained"),
        ("ﬁnal", "ﬁnal"),
    ],
    ids=[
        "letters become small, runs of spaces one space",
        "a tab is a space",
        "a line break is a space",
        "a Windows line break with indentation is a space",
        "mixed white space is one space",
        "a no-break space is a space",
        "typographic spaces are spaces",
        "separators and next-line are spaces",
        "form feed and vertical tab are spaces",
        "the ends are stripped",
        "nothing stays nothing",
        "white space alone is nothing",
        "a zero-width space is no white space",
        "typographic quotation marks stay",
        "apostrophes and dashes stay",
        "a composed accent is not joined",
        "an accented letter is not taken apart",
        "sharp s stays",
        "no word is stemmed",
        "ligatures stay",
    ],
)
def test_normalizing(written, normalized):
    assert normalize_text(written) == normalized


@given(texts)
def test_normalizing_twice_is_normalizing_once(text):
    assert normalize_text(normalize_text(text)) == normalize_text(text)


@given(texts, texts)
def test_joining_with_white_space_is_joining_with_a_space(one, other):
    assert (
        normalize_text(f"{one}\r\n\u00a0{other}") == f"{normalize_text(one)} {normalize_text(other)}".strip()
    )


# --- places -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "sought", "span"),
    [
        ("Notice within 24 Hours.", "24 hours", (14, 22)),
        ("  Notice\r\n\twithin\u00a024 Hours.", "notice within 24", (2, 20)),
        ("aa aa", "aa", (0, 2)),
        ("İzmir port", "port", (6, 10)),
        ("İzmir port", "i\u0307zmir", (0, 5)),
        ("a  b", "a b", (0, 4)),
    ],
    ids=[
        "a passage is found where it stands",
        "across line ends and no-break spaces",
        "the first of several",
        "behind a letter that becomes two",
        "a letter that becomes two is one place",
        "white space between belongs to the passage",
    ],
)
def test_a_passage_is_found_at_its_place_in_the_source(source, sought, span):
    assert Passage(source).find(sought) == span
    start, end = span
    assert normalize_text(source[start:end]) == sought


@pytest.mark.parametrize(
    "sought", ["x", "", "A", "a  b"], ids=["absent", "empty", "not normalized", "two spaces"]
)
def test_what_does_not_stand_there_is_not_found(sought):
    assert Passage("a b").find(sought) is None


@given(texts, st.data())
def test_every_passage_of_the_normalized_text_came_from_the_span_reported(source, data):
    passage = Passage(source)
    if not passage.text:
        return
    start = data.draw(st.integers(0, len(passage.text) - 1))
    end = data.draw(st.integers(start + 1, len(passage.text)))
    first, last = passage.source_span(start, end)
    assert 0 <= first < last <= len(source)
    # A cut through a letter that becomes two keeps the whole letter.
    assert passage.text[start:end].strip() in normalize_text(source[first:last])
    assert len(normalize_text(source[first:last])) <= end - start + 2


# --- sentences --------------------------------------------------------------------------------------------


def sentences(*fields: str) -> list[str]:
    """The sentences of the fields, each once, in order, found by asking for every character."""
    prose = Prose(*fields)
    spans = dict.fromkeys(prose.sentence(at, at + 1) for at, mark in enumerate(prose.text) if mark != " ")
    return [prose.text[start:end] for start, end in spans]


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        (["One. Two? Three! Four"], ["one.", "two?", "three!", "four"]),
        (["See §10.2 and R.3. End."], ["see §10.2 and r.3.", "end."]),
        (["One.Two"], ["one.two"]),
        (["Wait... what?! Yes"], ["wait...", "what?!", "yes"]),
        (["One\ntwo\r\nthree\n\nfour"], ["one", "two", "three", "four"]),
        (["One\rtwo\ftwo\u2028two\u0085two\vtwo\ttwo"], ["one two two two two two two"]),
        (["One.\u2028Two.\tThree.\u00a0Four"], ["one.", "two.", "three.", "four"]),
        (["He said “no.” Yes"], ["he said “no.” yes"]),
        (["Title", "Analysis", "End."], ["title", "analysis", "end."]),
        (["Title", "", "End"], ["title", "end"]),
        (["a; b: c, d"], ["a; b: c, d"]),
        ([". a"], [".", "a"]),
        ([""], []),
    ],
    ids=[
        "the three marks end a sentence",
        "a full stop before a digit does not",
        "nor one before a letter",
        "several marks are one end",
        "line breaks end a sentence",
        "other white space does not",
        "a mark before any white space ends a sentence",
        "a mark before a quotation mark does not",
        "fields end sentences",
        "an empty field is no sentence",
        "lesser marks end nothing",
        "a mark alone is a sentence",
        "nothing has no sentence",
    ],
)
def test_sentences(fields, found):
    assert sentences(*fields) == found


def test_a_span_over_two_sentences_lies_in_both():
    prose = Prose("One two. Three four. Five")
    start = prose.text.index("two")
    assert prose.sentence(start, start + len("two. three")) == (0, len("one two. three four."))


def slow_sentences(written: str) -> list[str]:
    """The rule read aloud, one character after the other."""
    pieces, piece = [], ""
    for at, mark in enumerate(written):
        piece += mark
        behind = written[at + 1 : at + 2]
        if mark == "\n" or (mark in ".?!" and (not behind or behind.isspace())):
            pieces.append(piece)
            piece = ""
    return [text for text in map(normalize_text, [*pieces, piece]) if text]


@given(st.lists(texts, min_size=1, max_size=3))
def test_sentences_are_those_of_the_rule_read_aloud(fields):
    slow = [sentence for field in fields for sentence in slow_sentences(field)]
    assert " ".join(sentences(*fields)) == " ".join(slow) == normalize_text("\n".join(fields))
    prose = Prose(*fields)
    at = 0
    for sentence in slow:
        assert prose.sentence(at, at + 1) == (at, at + len(sentence))
        at += len(sentence) + 1


# --- negators and surrogates ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("no not never nothing none neither nor cannot without", 9 * ["word"]),
        ("isn't", ["n't"]),
        ("isn’t", ["n’t"]),
        ("can't won't shan’t", ["n't", "n't", "n’t"]),
        ("nobody nowhere nothingness knot note another nonetheless", []),
        ("fails to, hardly, lacks, absent, unless, un-", []),
        ("n't", []),
        ("isnt isn`t isn′t", []),
        ("no-one", ["no"]),
        ("(not)", ["not"]),
        ("no_one", []),
        ("", []),
    ],
)
def test_negators_are_the_closed_list(text, found):
    starts, ends, words = negators(text)
    assert [text[start:end] for start, end in zip(starts, ends, strict=True)] == words
    assert words == (text.split() if found and found[0] == "word" else found)
    assert starts == sorted(starts)


@pytest.mark.parametrize(
    ("text", "at"), [("plain", None), ("café 😀", None), ("a\ud800b", 1), ("\udfff", 0), ("", None)]
)
def test_the_first_lone_surrogate_is_found(text, at):
    assert lone_surrogate(text) == at
