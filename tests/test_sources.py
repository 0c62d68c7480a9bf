"""Reading what people wrote: bytes, YAML with places, JSON lines. Every mistake has its line and column, and a message
that says what stands there and what would be right."""

import os
from fractions import Fraction
from pathlib import Path
from typing import Literal

import msgspec
import pytest

from playbook_legal.problems import Problem, UnusableInputError, one_line, shown
from playbook_legal.sources import (
    JsonLine,
    Source,
    YamlFile,
    decode,
    decode_source,
    lines_of,
    parse_json,
    read_json,
    read_json_lines,
    read_source,
)


class Inner(msgspec.Struct, frozen=True):
    word: str
    share: Fraction = Fraction(1)


class Everything(msgspec.Struct, frozen=True):
    """One field of each kind that a schema may have."""

    text: str = ""
    truth: bool = False
    whole: int = 0
    number: Fraction = Fraction(0)
    choice: Literal["low", "high"] = "low"
    plain: object = None
    texts: tuple[str, ...] = ()
    lists: tuple[tuple[str, ...], ...] = ()
    by_name: dict[str, int] = {}
    inner: Inner = Inner("")
    inners: tuple[Inner, ...] = ()
    either: str | Inner = ""
    maybe: int | None = None


def source(text: str) -> Source:
    return Source("file.yaml", text, "")


def decoded(text: str) -> Everything:
    return decode(YamlFile(source(text)), Everything)


def problems_of(text: str) -> list[tuple[int, int, str, str]]:
    with pytest.raises(UnusableInputError) as caught:
        decoded(text)
    assert all(problem.path == "file.yaml" for problem in caught.value.problems)
    return [(one.line, one.column, one.rule, one.message) for one in caught.value.problems]


READ: list[tuple[str, str, str, object]] = [
    ("a plain text is itself", "text: a word", "text", "a word"),
    ("a text in quotes may look like a number", "text: '3'", "text", "3"),
    ("a text keeps its spelling", "text: 'no'", "text", "no"),
    ("a section number in quotes is text", 'text: "4.20"', "text", "4.20"),
    ("a section number with two points is text without quotes", "text: 4.2.1", "text", "4.2.1"),
    ("a folded text is one line", "text: >\n  one\n  two\n", "text", "one two\n"),
    ("an alias is what it stands for", "text: &a word\ntexts: [*a]", "texts", ("word",)),
    ("true is a truth value", "truth: true", "truth", True),
    ("yes is a truth value where one is wanted", "truth: yes", "truth", True),
    ("off is a truth value where one is wanted", "truth: Off", "truth", False),
    ("a whole number is one", "whole: -12", "whole", -12),
    ("a leading zero changes nothing", "whole: 010", "whole", 10),
    ("a number keeps its very digits", "number: 0.1", "number", Fraction(1, 10)),
    ("a number may have an exponent", "number: 1e3", "number", Fraction(1000)),
    ("a number may begin with its point", "number: .5", "number", Fraction(1, 2)),
    ("a number may be negative", "number: -0.75", "number", Fraction(-3, 4)),
    ("a choice is one of its words", "choice: high", "choice", "high"),
    ("an empty list is one", "texts: []", "texts", ()),
    ("a list of lists is read", "lists: [[a, b], [c]]", "lists", (("a", "b"), ("c",))),
    ("a mapping by name is read", "by_name: {a: 1, b: 2}", "by_name", {"a": 1, "b": 2}),
    ("a struct inside is read", "inner: {word: x, share: 0.5}", "inner", Inner("x", Fraction(1, 2))),
    ("a text where either will do", "either: x", "either", "x"),
    ("a struct where either will do", "either: {word: x}", "either", Inner("x")),
    ("a value that may be left out is read", "maybe: 3", "maybe", 3),
    ("a plain null is null", "plain: ~", "plain", None),
    ("a plain date stays text", "plain: 2024-01-05", "plain", "2024-01-05"),
    ("a plain no stays text", "plain: no", "plain", "no"),
    ("a plain 1:30 stays text", "plain: 1:30", "plain", "1:30"),
    ("a plain hexadecimal stays text", "plain: 0x10", "plain", "0x10"),
    ("a plain number is a number", "plain: [1, 1.5, 1e3]", "plain", [1, 1.5, 1000.0]),
    ("a plain truth value is one", "plain: {a: true, b: FALSE}", "plain", {"a": True, "b": False}),
    ("a plain number in quotes is text", "plain: '1'", "plain", "1"),
    ("a file with carriage returns is read", "text: a\r\nwhole: 2\r\n", "whole", 2),
    ("comments and a document mark are passed over", "# note\n---\nwhole: 2\n...\n", "whole", 2),
]


@pytest.mark.parametrize(("text", "field", "value"), [row[1:] for row in READ], ids=[row[0] for row in READ])
def test_what_is_written_rightly_is_read(text: str, field: str, value: object):
    assert getattr(decoded(text), field) == value


REFUSED: list[tuple[str, str, tuple[int, int, str, str]]] = [
    (
        "no is not text",
        "text: no",
        (1, 7, "type", 'no is a truth value in YAML; text is needed, write "no" in quotes'),
    ),
    (
        "a time is not text",
        "text: 1:30",
        (1, 7, "type", '1:30 is a number in YAML; text is needed, write "1:30" in quotes'),
    ),
    (
        "a date is not text",
        "text: 2024-01-05",
        (1, 7, "type", '2024-01-05 is a date in YAML; text is needed, write "2024-01-05" in quotes'),
    ),
    (
        "a number is not text",
        "text: 4.2",
        (1, 7, "type", '4.2 is a number in YAML; text is needed, write "4.2" in quotes'),
    ),
    ("a list is not text", "text: [a]", (1, 7, "type", "a list stands here; text is needed")),
    ("a mapping is not text", "text: {a: b}", (1, 7, "type", "a mapping stands here; text is needed")),
    (
        "nothing is not text",
        "text:",
        (1, 6, "null", "nothing stands here; text is needed, or leave the key out"),
    ),
    (
        "null is not text",
        "text: null",
        (1, 7, "null", "nothing stands here; text is needed, or leave the key out"),
    ),
    (
        "a tag means nothing",
        "text: !secret a",
        (1, 7, "yaml", 'the tag "!secret" means nothing here; remove it'),
    ),
    (
        "a tagged number is not text",
        "text: !!int 5",
        (1, 7, "type", '"5" is tagged as a number; text is needed'),
    ),
    (
        "a word is no truth value",
        "truth: maybe",
        (1, 8, "type", '"maybe" stands here; true or false is needed, without quotes'),
    ),
    (
        "a truth value in quotes is none",
        "truth: 'true'",
        (1, 8, "type", '"true" stands here; true or false is needed, without quotes'),
    ),
    (
        "1 is no truth value",
        "truth: 1",
        (1, 8, "type", '"1" stands here; true or false is needed, without quotes'),
    ),
    (
        "a fraction is no whole number",
        "whole: 1.5",
        (1, 8, "type", '"1.5" stands here; a whole number is needed, without quotes'),
    ),
    (
        "1e3 is no whole number",
        "whole: 1e3",
        (1, 8, "type", '"1e3" stands here; a whole number is needed, without quotes'),
    ),
    (
        "0x10 is no whole number",
        "whole: 0x10",
        (1, 8, "type", '"0x10" stands here; a whole number is needed, without quotes'),
    ),
    (
        "1_000 is no whole number",
        "whole: 1_000",
        (1, 8, "type", '"1_000" stands here; a whole number is needed, without quotes'),
    ),
    (
        "an absurd number is none",
        "whole: " + "9" * 30,
        (1, 8, "type", f'"{"9" * 30}" stands here; a whole number is needed, without quotes'),
    ),
    (
        ".nan is no number",
        "number: .nan",
        (1, 9, "type", '".nan" stands here; a finite number is needed, without quotes'),
    ),
    (
        ".inf is no number",
        "number: -.inf",
        (1, 9, "type", '"-.inf" stands here; a finite number is needed, without quotes'),
    ),
    (
        "a number in quotes is none",
        "number: '1'",
        (1, 9, "type", '"1" stands here; a finite number is needed, without quotes'),
    ),
    (
        "a time is no number",
        "number: 1:30",
        (1, 9, "type", '"1:30" stands here; a finite number is needed, without quotes'),
    ),
    (
        "1e999 is no number",
        "number: 1e999",
        (1, 9, "type", '"1e999" stands here; a finite number is needed, without quotes'),
    ),
    (
        "another word is no choice",
        "choice: middling",
        (1, 9, "choice", '"middling" stands here; one of low, high is needed'),
    ),
    (
        "a choice is spelled as it is",
        "choice: High",
        (1, 9, "choice", '"High" stands here; one of low, high is needed'),
    ),
    (
        "a text is no list",
        "texts: a",
        (1, 8, "type", '"a" stands here; a list is needed ([] for an empty one)'),
    ),
    (
        "null is no list",
        "texts:",
        (1, 7, "null", "nothing (null) stands here; a list is needed ([] for an empty one)"),
    ),
    (
        "an item of a list has its own place",
        "texts:\n- a\n- [b]",
        (3, 3, "type", "a list stands here; text is needed"),
    ),
    (
        "an unknown key is named with its neighbour",
        "txet: a",
        (1, 1, "unknown-key", 'unknown key "txet"; did you mean text?'),
    ),
    (
        "an unknown key inside has its place",
        "inner:\n  word: a\n  shaer: 1",
        (3, 3, "unknown-key", 'unknown key "shaer"; did you mean share?'),
    ),
    (
        "a missing key is named where it belongs",
        "inners:\n- share: 1",
        (2, 3, "missing-key", "the key word is missing here"),
    ),
    (
        "a key twice is named with its first line",
        "text: a\nwhole: 1\ntext: b",
        (3, 1, "duplicate-key", 'the key "text" stands here twice (first in line 1)'),
    ),
    (
        "a key twice in a free mapping is seen",
        "plain: {a: 1, a: 2}",
        (1, 15, "duplicate-key", 'the key "a" stands here twice (first in line 1)'),
    ),
    (
        "a list as a key is none",
        "by_name: {[a]: 1}",
        (1, 11, "type", "a list stands here as a key; a key is a word"),
    ),
    (
        "a list where either will do",
        "either: [a]",
        (1, 9, "type", "a list stands here; a text or a mapping is needed"),
    ),
    (
        "a list where a struct belongs",
        "inner: []",
        (1, 8, "type", "a list stands here; a mapping with word is needed"),
    ),
    (
        "a plain value that is no number",
        "plain: [.NaN]",
        (1, 9, "type", ".NaN is no finite number; JSON has none other"),
    ),
    (
        "a merge key is a key like any other",
        "<<: {text: a}",
        (
            1,
            1,
            "unknown-key",
            f'unknown key "<<"; known here: {", ".join(Everything.__struct_fields__)}',
        ),
    ),
]


@pytest.mark.parametrize(("text", "problem"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_what_is_written_wrongly_is_said_with_its_place(text: str, problem: tuple[int, int, str, str]):
    assert problems_of(text) == [problem]


def test_all_mistakes_of_a_file_are_found_in_one_reading_and_told_in_its_order():
    text = "text: 1\nwhole: a\ntxet: b\ntexts:\n- ok\n- {}\n- 2\ninner: {share: x, shape: 1}\nchoice: none\n"
    assert [(line, column, rule) for line, column, rule, _ in problems_of(text)] == [
        (1, 7, "type"),
        (2, 8, "type"),
        (3, 1, "unknown-key"),
        (6, 3, "type"),
        (7, 3, "type"),
        (8, 8, "missing-key"),
        (8, 16, "type"),
        (8, 19, "unknown-key"),
        (9, 9, "choice"),
    ]


UNREADABLE: list[tuple[str, str, tuple[int, int, str]]] = [
    ("an empty file", "", (1, 1, "the file is empty; a mapping is needed")),
    ("comments alone", "# nothing\n", (1, 1, "the file is empty; a mapping is needed")),
    ("a list at the top", "- a\n", (1, 1, "a list stands here; a mapping with any of text")),
    ("a text at the top", "text\n", (1, 1, '"text" stands here; a mapping with any of text')),
    ("two documents", "text: a\n---\ntext: b\n", (2, 1, "this is not YAML: expected a single document")),
    (
        "a tab as indentation",
        "inner:\n\tword: a\n",
        (2, 1, "this is not YAML: while scanning for the next token"),
    ),
    ("an open bracket", "texts: [a\n", (2, 1, "this is not YAML: while parsing a flow sequence")),
    ("an open quote", 'text: "a\n', (2, 1, "this is not YAML: while scanning a quoted scalar")),
    ("a mapping inside a text", "text: a: b\n", (1, 8, "this is not YAML: mapping values are not allowed")),
    ("an alias of nothing", "text: *a\n", (1, 7, "this is not YAML: found undefined alias")),
    ("a control character", "text: a\nwhole: \x01\n", (2, 8, "character U+0001 cannot stand in a YAML file")),
    (
        "a control character behind accents",
        "text: éé\nwhole: é\x7f\n",
        (2, 9, "character U+007F cannot stand in a YAML file"),
    ),
    ("a NUL", "text: a\x00b\n", (1, 8, "character U+0000 cannot stand in a YAML file")),
    ("an alias of itself", "plain: &a [*a]\n", (1, 8, "the file nests too deeply")),
    ("a mapping of itself", "&a\nplain: *a\n", (1, 1, "the file nests too deeply")),
    ("a key of itself", "? &a [*a]\n: x\n", (1, 3, "the file nests too deeply")),
    ("deep nesting", "plain: " + "[" * 80 + "]" * 80 + "\n", (1, 67, "the file nests too deeply")),
    ("nesting beyond all measure", "plain: " + "[" * 100_000, (1, 1007, "exceeded maximum nesting depth")),
    (
        "a billion laughs",
        "plain:\n  a0: &a0 [x, x]\n"
        + "".join(f"  a{i + 1}: &a{i + 1} [{', '.join([f'*a{i}'] * 10)}]\n" for i in range(9)),
        (0, 0, "the file repeats itself beyond measure"),
    ),
    (
        "a list repeated ten thousand times",
        "plain:\n  a: &a [" + "x, " * 10_000 + "x]\n  b: [" + "*a, " * 10_000 + "*a]\n",
        (0, 0, "the file repeats itself beyond measure"),
    ),
]


@pytest.mark.parametrize(
    ("text", "expected"), [row[1:] for row in UNREADABLE], ids=[row[0] for row in UNREADABLE]
)
def test_what_is_no_file_of_ours_is_one_problem(text: str, expected: tuple[int, int, str]):
    (found,) = problems_of(text)
    line, column, message = expected
    if line:
        assert found[:2] == (line, column)
    assert message in found[3]


def test_a_key_of_ten_megabytes_is_refused_in_a_moment():
    ((line, column, rule, message),) = problems_of("? " + "text" * 2_500_000 + "\n: a\n")
    assert (line, column, rule) == (1, 3, "unknown-key")
    assert len(message) < 400


def test_the_place_of_a_value_is_found_by_its_path():
    file = YamlFile(source("a:\n  b:\n  - x\n  - y: z\n"))
    assert file.place("a", "b", 1, "y") == (4, 8)
    assert file.place("a", "b", 0) == (3, 5)
    assert file.place("a", "b", 7) == (3, 3)
    assert file.place("a", "none") == (2, 3)
    assert file.place("none") == (1, 1)
    assert YamlFile(source("")).place("a") == (1, 1)
    assert file.problem("rule", "said", "a", "b", 1, "y") == Problem("file.yaml", 4, 8, "rule", "said")


# --- bytes -------------------------------------------------------------------------------------------------


def test_a_byte_order_mark_is_no_text_and_belongs_to_the_hash():
    with_mark, without = decode_source(b"\xef\xbb\xbfa\r\n", "f"), decode_source(b"a\r\n", "f")
    assert (with_mark.text, without.text) == ("a\r\n", "a\r\n")
    assert with_mark.sha256 == "ea3948106c12d96eaf84d4bb8be214b194c3442acb99a3005251960b0ec2ba63"
    assert without.sha256 == "8e4621379786ef42a4fec155cd525c291dd7db3c1fde3478522f4f61c03fd1bd"


def test_a_second_mark_is_text():
    assert decode_source(b"\xef\xbb\xbf\xef\xbb\xbfa", "f").text == "\ufeffa"


@pytest.mark.parametrize(
    ("data", "line", "column", "byte"),
    [
        (b"caf\xe9", 1, 4, "0xe9"),
        (b"one\ntwo\n\xff\xfe", 3, 1, "0xff"),
        (b"a\r\nb\r\n  \x80", 3, 3, "0x80"),
        (b"\xed\xa0\x80", 1, 1, "0xed"),
        (b"ab\xc3", 1, 3, "0xc3"),
    ],
)
def test_what_is_not_utf8_is_named_with_line_and_byte(data: bytes, line: int, column: int, byte: str):
    with pytest.raises(UnusableInputError) as caught:
        decode_source(data, "paper.md")
    message = f"byte {byte} is not UTF-8 text; save the file as UTF-8"
    assert caught.value.problems == (Problem("paper.md", line, column, "encoding", message),)


def test_only_a_line_feed_ends_a_line():
    text = "a\r\nb\nc\u2028d\x85e\x0cf\x0bg\rh\n"
    assert lines_of(text) == ["a", "b", "c\u2028d\x85e\x0cf\x0bg\rh", ""]


def test_what_is_no_file_is_said(tmp_path: Path):
    (tmp_path / "loop").symlink_to("loop")
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "huge").open("wb") as huge:
        huge.truncate(300 * 1024 * 1024)
    expected = {
        "none": "there is no such file",
        ".": "this is a folder, and a file is needed",
        "pipe": "this is not an ordinary file",
        "loop": "the file cannot be opened",
        "huge": "the file has 314572800 bytes; more than 268435456 are not read",
        "a" * 300: "the file cannot be opened",
        "nul\x00": "the file cannot be opened",
    }
    for name, message in expected.items():
        with pytest.raises(UnusableInputError) as caught:
            read_source(tmp_path / name, "the-name")
        (problem,) = caught.value.problems
        assert (problem.path, problem.line) == ("the-name", 0)
        assert message in problem.message


def test_a_device_is_no_file():
    with pytest.raises(UnusableInputError, match="not an ordinary file"):
        read_source(Path("/dev/zero"))


# --- JSON --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Expecting value at line 1, column 1"),
        ("{'a': 1}", "Expecting property name enclosed in double quotes at line 1, column 2"),
        ('{"a": 1,\n"b" 2}', "Expecting ':' delimiter at line 2, column 5"),
        ('{"a": 1} x', "Extra data at line 1, column 10"),
        ('{"a": 1, "a": 2}', 'the key "a" stands twice in one object'),
        ("[NaN]", "NaN is no JSON number"),
        ("[-Infinity]", "-Infinity is no JSON number"),
        ("[" * 200_000, "the value nests too deeply"),
        ("1" * 5_000, "a number is too long"),
    ],
)
def test_what_is_no_json_is_said(text: str, message: str):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole text is compared
        parse_json(text)
    assert str(caught.value) == message
    with pytest.raises(UnusableInputError) as refused:
        read_json(Source("f.json", text, ""))
    assert refused.value.problems == (Problem("f.json", 0, 0, "json", f"this is not JSON: {message}"),)


def test_json_lines_end_at_line_feeds_alone_and_keep_their_numbers():
    text = '{"a": "x\u2028y\x85z"}\r\n\n  \t\n[1]\n'
    assert read_json_lines(Source("f", text, "")) == [JsonLine(1, {"a": "x\u2028y\x85z"}), JsonLine(4, [1])]
    assert read_json_lines(Source("f", "", "")) == []


def test_every_line_that_is_no_json_is_named():
    with pytest.raises(UnusableInputError) as caught:
        read_json_lines(Source("f", '{}\n{"a": \nnull\n{"a": NaN}\n', ""))
    assert [(one.line, one.message) for one in caught.value.problems] == [
        (2, "this line is not JSON: Expecting value at line 1, column 6"),
        (4, "this line is not JSON: NaN is no JSON number"),
    ]


# --- messages ----------------------------------------------------------------------------------------------


def test_a_problem_is_one_line_with_its_place():
    assert (
        str(Problem("m/rubric.yaml", 3, 7, "type", "it is wrong")) == "m/rubric.yaml:3:7: it is wrong [type]"
    )
    assert str(Problem("m", 0, 0, "file", "it is gone")) == "m: it is gone [file]"


def test_an_error_is_one_printable_line_however_its_parts_look():
    error = UnusableInputError(
        [Problem("a\nb", 1, 1, "r", "x\u2028y\x1b[31m\x00"), Problem("c", 1, 1, "r", "m")]
    )
    assert str(error) == "a b:1:1: x y\\u001b[31m\\u0000 [r] (and 1 more)"
    assert str(UnusableInputError([])) == "unusable input"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "null"),
        (True, "true"),
        (3, "3"),
        (2.5, "2.5"),
        (10**30, "a number beyond all measure"),
        ({}, "an object"),
        ([], "a list"),
        ("a\nb", '"a b"'),
        ('say "so"', '"say \\"so\\""'),
        ("x" * 100, '"' + "x" * 60 + '…"'),
        ("\ud800\u202e", '"\\ud800\\u202e"'),
        (b"", "a value of type bytes"),
    ],
)
def test_a_value_is_shown_short_and_printable(value: object, words: str):
    assert shown(value) == words


def test_one_line_is_cut_where_it_grows_too_long():
    assert one_line("x" * 700) == "x" * 599 + "…"
