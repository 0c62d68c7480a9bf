"""Word's automatic numbers: counted, formatted and put together as Word does."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playbook_legal.paper.readers.word import read_word

from . import word_files as word
from .word_files import definition, docx, level, numbered, numbering, paragraph, style, styles


def read(data: bytes):
    return read_word("a", "Agreement", data, "0" * 64, "a.docx")


def printed(*body: str, lists: str, style_sheet: str = "") -> list[str]:
    """What stands before the tab of each paragraph."""
    parts = {"numbering": numbering(lists)} | ({"styles": styles(style_sheet)} if style_sheet else {})
    lines = read(docx(*body, **parts)).text.splitlines()
    return [line.partition("\t")[0] if "\t" in line else "" for line in lines]


def labels(*body: str, lists: str, style_sheet: str = "") -> list[str]:
    parts = {"numbering": numbering(lists)} | ({"styles": styles(style_sheet)} if style_sheet else {})
    outline = read(docx(*body, **parts)).outline
    assert outline is not None
    return [unit.label for unit in outline.units]


def at(*levels: int, num: int = 1) -> list[str]:
    return [paragraph("Text.", num=num, level=one) for one in levels]


def test_a_pin_cite_climbs_until_the_pattern_holds_the_level_above():
    body = at(0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4)
    assert labels(*body, lists=word.LEGAL_LIST + numbered(1, 0)) == [
        "1", "1.1", "1.2", "1.2(a)", "1.2(b)", "1.2(c)", "1.2(c)(i)", "1.2(c)(ii)", "1.2(c)(iii)", "1.2(c)(iv)",
        "1.2(c)(iv)(A)",
    ]  # fmt: skip


def test_list_and_level_are_inherited_apart_from_one_another():
    sheet = (
        style("Normal", default=True)
        + style("H1", name="heading 1", based_on="Normal", num=1)
        + style("H2", name="heading 2", based_on="H1", level=1)
        + style("H3", name="heading 3", based_on="H2", level=2)
    )
    body = [paragraph("Text.", style=one) for one in ("H1", "H2", "H3", "H2")]
    assert printed(*body, lists=word.LEGAL_LIST + numbered(1, 0), style_sheet=sheet) == [
        "1.",
        "1.1",
        "(a)",
        "1.2",
    ]
    direct = [paragraph("Text.", style="H1"), paragraph("Text.", style="H1", level=1)]
    assert printed(*direct, lists=word.LEGAL_LIST + numbered(1, 0), style_sheet=sheet) == ["1.", "1.1"]
    other_list = [paragraph("Text.", style="H2", num=2)]
    lists = word.LEGAL_LIST + numbered(1, 0) + numbered(2, 0)
    assert printed(*other_list, lists=lists, style_sheet=sheet) == ["1.1"]


def test_a_list_gives_a_style_its_level():
    lists = definition(0, level(0, "%1.", style="Clause"), level(1, "%1.%2", style="Sub")) + numbered(1, 0)
    sheet = style("Clause", num=1) + style("Sub", num=1) + style("Indented", based_on="Sub")
    body = [paragraph("Text.", style=one) for one in ("Clause", "Sub", "Indented", "Clause")]
    assert printed(*body, lists=lists, style_sheet=sheet) == ["1.", "1.1", "1.2", "2."]


def test_a_list_starts_over_once_on_the_level_that_says_so():
    lists = word.LEGAL_LIST + numbered(1, 0) + numbered(2, 0, {2: 1}) + numbered(3, 0, {2: 5})
    body = [*at(0, 1, 2, 2), *at(2, 2, num=2), *at(2, num=1), *at(2, 2, num=3), *at(1, num=1), *at(2, num=3)]
    assert printed(*body, lists=lists) == [
        "1.", "1.1", "(a)", "(b)", "(a)", "(b)", "(c)", "(e)", "(f)", "1.2", "(e)",
    ]  # fmt: skip


def test_lists_of_one_definition_share_their_counters():
    lists = word.LEGAL_LIST + numbered(1, 0) + numbered(2, 0)
    assert printed(*at(0, 1), *at(1, num=2), *at(1), *at(0, num=2), lists=lists) == [
        "1.",
        "1.1",
        "1.2",
        "1.3",
        "2.",
    ]


def test_list_zero_and_format_none_print_nothing():
    sheet = style("Clause", num=1)
    plain = [
        paragraph("Text.", style="Clause"),
        paragraph("Text.", style="Clause", num=0),
        paragraph("T.", style="Clause"),
    ]
    assert printed(*plain, lists=word.LEGAL_LIST + numbered(1, 0), style_sheet=sheet) == ["1.", "", "2."]
    lists = definition(0, level(0, "", "none"), level(1, "%2.")) + numbered(1, 0)
    assert printed(*at(0, 1, 1), lists=lists) == ["", "1.", "2."]
    assert labels(*at(0, 1, 1), lists=lists) == ["1", "2"]


@pytest.mark.parametrize(
    ("restart", "expected"),
    [
        (None, ["1.", "1.1", "(a)", "1.2", "(a)", "2.", "2.1", "(a)"]),
        (0, ["1.", "1.1", "(a)", "1.2", "(b)", "2.", "2.1", "(c)"]),
        (1, ["1.", "1.1", "(a)", "1.2", "(b)", "2.", "2.1", "(a)"]),
        (2, ["1.", "1.1", "(a)", "1.2", "(a)", "2.", "2.1", "(a)"]),
    ],
)
def test_a_level_begins_anew_after_the_level_that_is_named(restart, expected):
    lists = definition(
        0, level(0, "%1."), level(1, "%1.%2"), level(2, "(%3)", "lowerLetter", restart=restart)
    )
    assert printed(*at(0, 1, 2, 1, 2, 0, 1, 2), lists=lists + numbered(1, 0)) == expected


def test_legal_numbering_writes_every_level_in_decimals():
    lists = definition(
        0, level(0, "Article %1", "upperRoman"), level(1, "Section %1.%2", "decimalZero", legal=True)
    )
    body = at(0, 1, 1, 0, 1)
    assert printed(*body, lists=lists + numbered(1, 0)) == [
        "Article I", "Section 1.1", "Section 1.2", "Article II", "Section 2.1",
    ]  # fmt: skip
    assert labels(*body, lists=lists + numbered(1, 0)) == ["Article I", "1.1", "1.2", "Article II", "2.1"]


def test_zeros_in_front_are_part_of_the_number():
    lists = definition(0, level(0, "ARTICLE %1", "upperRoman"), level(1, "%1.%2", "decimalZero"))
    lists = lists.replace('<w:numFmt w:val="decimalZero"/>', '<w:numFmt w:val="decimalZero"/>') + numbered(
        1, 0
    )
    assert labels(*at(0, 1, 1), lists=lists) == ["Article I", "I.01", "I.02"]


def test_lists_lead_to_one_another_through_list_styles():
    sheet = style("Outline", kind="numbering", num=1)
    lists = (
        definition(0, level(0, "%1."), level(1, "%1.%2"), linked_from="Outline")
        + definition(1, link="Outline")
        + numbered(1, 0)
        + numbered(2, 1)
    )
    assert printed(*at(0, 1, num=1), *at(1, num=2), lists=lists, style_sheet=sheet) == ["1.", "1.1", "1.2"]


def test_a_list_may_replace_a_level():
    changed = f'<w:lvlOverride w:ilvl="1">{level(1, "Clause %1-%2")}</w:lvlOverride>'
    lists = word.LEGAL_LIST + numbered(1, 0) + numbered(2, 0, changed=changed)
    assert printed(*at(0, 1), *at(1, num=2), lists=lists) == ["1.", "1.1", "Clause 1-2"]


@pytest.mark.parametrize(
    ("suffix", "text"), [("space", "1. Text."), ("nothing", "1.Text."), ("", "1.\tText.")]
)
def test_what_follows_the_number_is_as_the_list_says(suffix, text):
    lists = definition(0, level(0, "%1.", suffix=suffix)) + numbered(1, 0)
    document = read(docx(*at(0), numbering=numbering(lists)))
    assert document.text == text + "\n"
    assert document.furniture == ((0, text.index("Text")),)


def test_bullets_are_printed_and_number_nothing():
    lists = definition(0, level(0, "\uf0b7", "bullet"), level(1, "–", "bullet")) + numbered(1, 0)
    assert printed(*at(0, 1), lists=lists) == ["•", "–"]
    assert labels(*at(0, 1), lists=lists) == []


def test_a_level_that_was_never_used_stands_in_the_pattern_but_not_in_the_citation():
    lists = definition(0, level(0, "%1."), level(1, "%1.%2"), level(2, "(%3)", "lowerLetter")) + numbered(
        1, 0
    )
    assert printed(*at(1, 2), lists=lists) == ["1.1", "(a)"]
    only_letters = definition(0, level(0, "%1."), level(1, "(%2)", "lowerLetter")) + numbered(1, 0)
    assert labels(*at(1, 1), lists=only_letters) == ["a", "b"]


def test_a_section_break_that_stands_alone_takes_no_number():
    broken = paragraph(num=1, level=0, more="<w:sectPr/>")
    empty = paragraph(num=1, level=0)
    assert printed(*at(0), broken, *at(0), empty, *at(0), lists=word.LEGAL_LIST + numbered(1, 0)) == [
        "1.", "", "2.", "3.", "4.",
    ]  # fmt: skip


def test_a_custom_format_that_shows_no_known_number_is_written_in_decimals():
    document = read(
        docx(*at(0), numbering=numbering(definition(0, level(0, "%1.", "x, y, z, ...")) + numbered(1, 0)))
    )
    assert document.text == "1.\tText.\n"
    assert document.notes == ("numbers of the format custom are written in decimals",)


def test_a_level_whose_number_has_no_sign_stands_in_the_pattern_as_nothing():
    lists = definition(0, level(0, "", "none"), level(1, "%1%2.")) + numbered(1, 0)
    assert printed(*at(0, 1), lists=lists) == ["", "1."]


def test_a_replaced_level_beyond_the_ninth_and_a_link_to_nowhere_are_passed_over():
    changed = f'<w:lvlOverride w:ilvl="9">{level(9, "%9")}</w:lvlOverride>'
    lists = definition(0, level(0, "%1."), level(9, "x")) + definition(1, link="Gone")
    lists += numbered(1, 0, changed=changed) + numbered(2, 1)
    assert printed(*at(0), *at(0, num=2), lists=lists) == ["1.", ""]


def test_a_number_kept_as_text_from_before_a_change_belongs_to_the_original_view():
    for written, original in (("%1:4:0:.", "4."), ("%1:2:1:-%2:3:4:)", "II-c)"), ("nothing", "1.")):
        changed = f'<w:numPr><w:numId w:val="1"/><w:numberingChange w:original="{written}"/></w:numPr>'
        document = read(
            docx(paragraph("Text.", more=changed), numbering=numbering(word.LEGAL_LIST + numbered(1, 0)))
        )
        assert document.other_view is not None
        assert (document.text, document.other_view.text) == ("1.\tText.\n", f"{original}\tText.\n")


def test_a_format_that_is_not_known_is_written_in_decimals_and_said_so():
    lists = definition(0, level(0, "%1.", "thaiLetters")) + numbered(1, 0)
    document = read(docx(*at(0), numbering=numbering(lists)))
    assert document.text == "1.\tText.\n"
    assert document.notes == ("numbers of the format thaiLetters are written in decimals",)


FORMATS = [
    ("decimal", "en-US", {1: "1", 10: "10", 101: "101"}),
    ("decimalZero", "en-US", {1: "01", 9: "09", 10: "10", 100: "100"}),
    ("0001, 0002, 0003, ...", "en-US", {1: "0001", 42: "0042", 12345: "12345"}),
    ("lowerRoman", "en-US", {4: "iv", 9: "ix", 49: "xlix", 1994: "mcmxciv"}),
    ("upperRoman", "en-US", {14: "XIV", 40: "XL", 90: "XC", 500: "D"}),
    (
        "lowerLetter",
        "en-US",
        {1: "a", 26: "z", 27: "aa", 28: "bb", 52: "zz", 53: "aaa", 780: "z" * 30, 781: "a"},
    ),
    ("upperLetter", "en-US", {26: "Z", 27: "AA", 54: "BBB"}),
    (
        "ordinal",
        "en-US",
        {1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 21: "21st", 113: "113th"},
    ),
    ("cardinalText", "en-US", {1: "One", 15: "Fifteen", 42: "Forty-two", 115: "One hundred fifteen"}),
    (
        "ordinalText",
        "en-US",
        {1: "First", 12: "Twelfth", 20: "Twentieth", 33: "Thirty-third", 100: "One hundredth"},
    ),
    ("cardinalText", "fr-FR", {1: "Un", 21: "Vingt et un", 71: "Soixante et onze", 80: "Quatre-vingts"}),
    ("cardinalText", "fr-FR", {81: "Quatre-vingt-un", 200: "Deux cents", 201: "Deux cent un", 1000: "Mille"}),
    ("ordinalText", "fr-FR", {1: "Premier", 2: "Deuxième", 4: "Quatrième", 5: "Cinquième", 9: "Neuvième"}),
    ("ordinalText", "fr-FR", {21: "Vingt et unième", 80: "Quatre-vingtième"}),
    ("chineseCountingThousand", "zh-CN", {1: "一", 10: "十", 11: "十一", 20: "二十", 101: "一百零一"}),
    ("chineseCountingThousand", "zh-CN", {110: "一百一十", 1001: "一千零一", 1010: "一千零一十"}),
    ("ideographTraditional", "zh-CN", {1: "甲", 10: "癸", 11: "11"}),
    ("chicago", "en-US", {1: "*", 2: "†", 3: "‡", 4: "§", 5: "**"}),
    ("hex", "en-US", {10: "A", 255: "FF"}),
    ("numberInDash", "en-US", {3: "- 3 -"}),
    ("decimalEnclosedCircle", "en-US", {1: "①", 20: "⑳", 21: "21"}),
    ("cardinalText", "en-US", {1_000_000: "One million", 2001: "Two thousand one"}),
    ("cardinalText", "fr-FR", {1_000_000: "Un million", 2_000_003: "Deux millions trois"}),
    (
        "chineseCountingThousand",
        "zh-CN",
        {0: "零", 10_000: "一万", 12_345: "一万二千三百四十五", 10_005: "一万零五"},
    ),
    ("chineseCountingThousand", "zh-CN", {100_000_000: "100000000"}),
    ("ideographDigital", "zh-CN", {1: "一", 20: "二〇"}),
    (
        "japaneseCounting",
        "ja-JP",
        {1: "一", 10: "十", 21: "二十一", 100: "百", 1203: "千二百三", 10_000: "一〇〇〇〇"},
    ),
    ("ideographZodiacTraditional", "zh-CN", {1: "甲子", 60: "癸亥", 61: "61"}),
    ("a, b, c, ...", "en-US", {1: "a", 3: "c"}),
    ("I, II, III, ...", "en-US", {4: "IV"}),
    ("upperRoman", "en-US", {0: "0"}),
    ("lowerLetter", "en-US", {0: "0"}),
    ("decimal", "en-US", {-2: "-2"}),
    ("russianLower", "ru-RU", {1: "а", 2: "б"}),
]


@pytest.mark.parametrize(
    ("form", "language", "expected"),
    FORMATS,
    ids=[f"{at}-{one[0]}-{one[1]}" for at, one in enumerate(FORMATS)],
)
def test_formats_are_written_as_word_writes_them(form, language, expected):
    lists, body = "", []
    for at_once, value in enumerate(expected, 1):
        lists_of_one = definition(at_once, level(0, "%1:", form, start=value))
        lists = lists_of_one + lists + numbered(at_once, at_once)
        body.append(paragraph("x", num=at_once, level=0))
    document = read(docx(*body, numbering=numbering(lists), styles=styles(language=language)))
    assert [line.partition(":")[0] for line in document.text.splitlines()] == list(expected.values())


# A slow and obvious twin: it looks back over the whole list for every paragraph.

FORMS = ("decimal", "decimal", "lowerLetter", "lowerRoman", "upperLetter")
ROMAN = [
    "i",
    "ii",
    "iii",
    "iv",
    "v",
    "vi",
    "vii",
    "viii",
    "ix",
    "x",
    "xi",
    "xii",
    "xiii",
    "xiv",
    "xv",
    "xvi",
    "xvii",
    "xviii",
    "xix",
    "xx",
    "xxi",
    "xxii",
    "xxiii",
    "xxiv",
    "xxv",
]


def twin_counter(history: list[tuple[int, int]], starts: dict[tuple[int, int], int], wanted: int) -> int:
    """The counter of level `wanted` after `history`, pairs of list and level: forget what stands before the last
    higher level, begin with the start of the first list there, and count on."""
    since = max((at_once + 1 for at_once, (_, one) in enumerate(history) if one < wanted), default=0)
    value = 0
    for at_once in range(since, len(history)):
        num, one = history[at_once]
        if one != wanted:
            continue
        starts_over = (num, one) in starts and (num, one) not in history[:at_once]
        value = starts.get((num, one), 1) if value == 0 or starts_over else value + 1
    return value


def twin_text(at_level: int, value: int) -> str:
    form = FORMS[at_level]
    if form == "decimal":
        return str(value)
    if form == "lowerRoman":
        return ROMAN[value - 1]
    letter = chr(97 + (value - 1) % 26) * ((value - 1) // 26 + 1)
    return letter.upper() if form == "upperLetter" else letter


def twin_label(history: list[tuple[int, int]], starts: dict[tuple[int, int], int]) -> str:
    own = history[-1][1]
    values = [twin_counter(history, starts, one) for one in range(own + 1)]
    if own == 0:
        return str(values[0])
    label = f"{values[0]}.{values[1]}"
    for one in range(2, own + 1):
        label += f"({twin_text(one, values[one])})"
    return label


@st.composite
def outlines(draw):
    """Levels that never go down by more than one, and lists that start over on some of their levels."""
    levels = [0]
    for step in draw(st.lists(st.integers(min_value=-4, max_value=1), max_size=24)):
        levels.append(min(max(levels[-1] + step, 0), 4))
    nums = [draw(st.integers(min_value=1, max_value=3)) for _ in levels]
    starts = draw(
        st.dictionaries(
            st.tuples(st.integers(min_value=2, max_value=3), st.integers(min_value=0, max_value=4)),
            st.integers(min_value=1, max_value=6), max_size=5,
        )
    )  # fmt: skip
    return list(zip(nums, levels, strict=True)), starts


@given(outlines())
def test_labels_are_those_of_a_slow_and_obvious_twin(case):
    history, starts = case
    lists = word.LEGAL_LIST + "".join(
        numbered(num, 0, {one: value for (other, one), value in starts.items() if other == num})
        for num in (1, 2, 3)
    )
    body = [paragraph("Text.", num=num, level=one) for num, one in history]
    expected = [twin_label(history[: at_once + 1], starts) for at_once in range(len(history))]
    assert labels(*body, lists=lists) == expected


@given(st.lists(st.integers(min_value=0, max_value=8), max_size=20), st.integers(min_value=0, max_value=9))
def test_any_levels_in_any_order_are_counted_without_complaint(levels, restart):
    lists = definition(
        0, *(level(one, f"%{one + 1}", restart=restart or None) for one in range(9))
    ) + numbered(1, 0)
    assert all(re.fullmatch(r"\d+", one) for one in printed(*at(*levels), lists=lists))
