"""Finding where a quotation stands: every fast way held to a slow and obvious twin."""

import random
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playbook_legal.critic import ClientRecord, review
from playbook_legal.critic import shelf as room
from playbook_legal.critic.checks import citations, concessions, evidence, quotations
from playbook_legal.critic.placing.alignment import differences, nearest
from playbook_legal.critic.placing.finders import Finder, Patterns, SweepingFinder, WordFinder
from playbook_legal.critic.placing.typography import fold_word, fragments
from playbook_legal.critic.submission import read_submission
from playbook_legal.critic.submission.keys import near_miss, typing_errors
from playbook_legal.paper.firewall import Firewall
from playbook_legal.paper.readers.markdown import _openings, _openings_around_code, read_markdown
from playbook_legal.sources import Source
from playbook_legal.text import Passage, negators, normalize_text, normalized_bytes

from .critic_cases import RULE, issue, reviewed, told, write_folder, written
from .word_files import docx, paragraph

ODD = st.sampled_from(list("aB .\n\t\r\u00a0\u2028\u0085\x1c§É“İΣßſ\u0301\ufeff")) | st.characters(
    exclude_categories=["Cs"]
)
TEXTS = st.text(ODD, max_size=60)


# --- text ----------------------------------------------------------------------------------------------------


@given(TEXTS)
def test_the_quick_normalization_is_the_normalization(text):
    assert normalized_bytes(text).decode() == normalize_text(text)


@pytest.mark.parametrize("text", ["a\r\n\r\nB\r c", "a   b\n\n\n c ", "§ 1 “A”\r\n\r\nb", "", "É"])
def test_the_quick_normalization_of_a_page(text):
    assert normalized_bytes(text).decode() == normalize_text(text)


@given(TEXTS)
def test_every_character_of_a_normalized_text_leads_back_to_where_it_came_from(text):
    passage = Passage(text)
    places: list[int] = []
    gap = None
    for at, character in enumerate(text):
        if character.isspace():
            gap = at if gap is None and places else gap
            continue
        places += [] if gap is None else [gap]
        places += [at] * len(character.lower())
        gap = None
    assert [passage.source_span(at, at + 1)[0] for at in range(len(passage.text))] == places


PIECES = ["a", "#", "\n", "\r\n", " ", ".", "## ", "\n## ", "4.2 x", "```\n", "~~~", "\u2028"]


@given(st.lists(st.sampled_from(PIECES), max_size=16).map("".join))
def test_sections_are_opened_alike_by_both_ways_of_reading(text):
    if "```" not in text and "~~~" not in text:
        quick, slow = _openings(text), _openings_around_code(text)
        assert [(o.start, o.line, o.token, o.title) for o in quick] == [
            (o.start, o.line, o.token, o.title) for o in slow
        ]
    document = read_markdown("a", "A", text, "", "a.md")
    for section in document.sections:
        assert text[section.start : section.start + len(section.text)] == section.text
        assert not section.text or text.count("\n", 0, section.start) + 1 == section.line


def test_negators_are_the_closed_list():
    text = "no not never nothing none neither nor cannot without isn't don’t nobody fails knot noted n't"
    words = ["no", "not", "never", "nothing", "none", "neither", "nor", "cannot", "without", "n't", "n’t"]
    assert negators(text)[2] == words


# --- alignment -----------------------------------------------------------------------------------------------

WORDS = st.lists(st.sampled_from(["a", "b", "c", "ab"]), min_size=1, max_size=7)


def plain_distance(one: list[str], other: list[str]) -> int:
    """Words changed, added or left out between two runs; the first and last may be broken off."""
    size = len(one)

    def same(i: int, j: int) -> bool:
        return (
            one[i] == other[j]
            or (i == 0 and other[j].endswith(one[i]))
            or (i == size - 1 and other[j].startswith(one[i]))
        )

    table = [[i + j for j in range(len(other) + 1)] for i in range(size + 1)]
    for i, j in product(range(1, size + 1), range(1, len(other) + 1)):
        table[i][j] = min(
            table[i - 1][j - 1] + (not same(i - 1, j - 1)), table[i - 1][j] + 1, table[i][j - 1] + 1
        )
    return table[-1][-1]


@given(WORDS, WORDS)
def test_the_nearest_run_is_the_nearest(quoted, text):
    distance, start, end = nearest(quoted, text)
    runs = [(i, j) for i in range(len(text) + 1) for j in range(i, len(text) + 1)]
    assert distance == min(plain_distance(quoted, text[i:j]) for i, j in runs)
    assert distance == plain_distance(quoted, text[start:end])


@given(WORDS, WORDS)
def test_the_differences_turn_the_one_into_the_other_with_the_fewest_words(quoted, text):
    blocks = differences(quoted, text)
    cost = sum(max(block.end - block.start, block.text_end - block.text_start) for block in blocks)
    assert cost == plain_distance(quoted, text)
    at, text_at = 0, 0
    for block in blocks:
        assert block.start - at == block.text_start - text_at
        at, text_at = block.end, block.text_end
    assert len(quoted) - at == len(text) - text_at


def test_a_huge_difference_is_one_block():
    quoted, text = ["a"] * 300, ["b"] * 300
    (block,) = differences(quoted, text)
    assert (block.start, block.end, block.text_start, block.text_end) == (0, 300, 0, 300)


# --- finders -------------------------------------------------------------------------------------------------


def find(finder: Finder, text: bytes) -> list[tuple[int, int]]:
    """Number of the pattern and position of each occurrence."""
    return [
        (whole.number, whole.position(start))
        for sign, start, _ in finder.signs(text)
        for whole in finder.wholes[sign]
        if whole.stands(text, start)
    ]


VOCABULARY = [b"a", b"bb", b"ab", b"the", b"cathe", b"thex", "é§".encode()]


@pytest.mark.parametrize("seed", range(5))
def test_both_finders_find_the_same(seed):
    chance = random.Random(seed)  # noqa: S311 - the same texts every time
    for _ in range(200):
        text = b" %b " % b" ".join(chance.choices(VOCABULARY, k=chance.randrange(1, 30)))
        keys = {tuple(chance.choices(VOCABULARY, k=3)) for _ in range(6)}
        texts = {b" ".join(chance.choices([b"a", b"he", b"the"], k=chance.randrange(1, 3))) for _ in range(2)}
        patterns = Patterns(tuple(sorted(keys)), tuple(sorted(texts)))  # type: ignore[arg-type]
        found = sorted(find(SweepingFinder(patterns), text))
        assert found == sorted(find(WordFinder(patterns), text))
        for number, key in enumerate(patterns.keys):
            whole = re.escape(b" %b %b %b " % key)
            starts = [match.start() + 1 for match in re.finditer(b"(?=%b)" % whole, text)]
            assert [at for pattern, at in found if pattern == number] == starts


# --- a large record ------------------------------------------------------------------------------------------


def deal(folder: Path, documents: int = 12) -> Path:
    """A deal of several documents, each with a sentence of its own and one that all share."""
    folder.mkdir()
    for number in range(documents):
        text = (
            f"# Agreement {number}\n\n## 1 Own\n\nThe price of lot {number} is payable on delivery at the quay of "
            f"harbour {number} in full.\n\n## 2 Shared\n\nThe parties act in good faith towards each other always.\n"
        )
        (folder / f"d{number:02}.md").write_text(text)
    return folder


def work(documents: int = 12) -> dict[str, Any]:
    own = "The price of lot {} is payable on delivery at the quay of harbour {} in full."
    items = []
    for number in range(documents):
        other = (number + 5) % documents
        items += [
            issue(own.format(number, number), f"d{number:02} §1"),
            issue(own.format(number, number), f"d{other:02} §1"),
            issue(own.format(number, number), f"d{number:02} §2"),
            issue(own.format(number, number).replace("payable", "owed"), None),
            issue("The parties act in good faith towards each other always", None),
            issue("The price of lot 3 is payable towards each other always.", f"d{number:02} §1"),
            issue("Nobody has ever written these words into any contract", f"d{number:02} §1"),
        ]
    return {"issues": items}


@pytest.fixture
def no_memory(monkeypatch):
    """As in a data room: nothing is kept, and hardly a document at hand."""
    monkeypatch.setattr(room, "_KEPT_BYTES", 0)
    monkeypatch.setattr(room, "_KEPT_DOCUMENTS", 2)


def test_a_record_too_large_for_memory_gives_the_same_report_by_one_process_or_two(tmp_path, monkeypatch):
    folder = deal(tmp_path / "deal")
    submission = read_submission(Source("s.json", written(tmp_path, "s.json", work()).read_text(), "0" * 64))
    kept = review(ClientRecord.from_directory(folder), submission).to_json()
    assert review(ClientRecord.from_directory(folder), submission, jobs=2).to_json() == kept
    monkeypatch.setattr(room, "_KEPT_BYTES", 0)
    monkeypatch.setattr(room, "_KEPT_DOCUMENTS", 2)
    assert review(ClientRecord.from_directory(folder), submission).to_json() == kept
    assert review(ClientRecord.from_directory(folder), submission, jobs=2).to_json() == kept
    assert review(ClientRecord.from_directory(folder), submission, jobs=3).to_json() == kept
    monkeypatch.setattr(room, "_KEPT_CHARACTERS", 0)
    assert review(ClientRecord.from_directory(folder), submission).to_json() == kept


@pytest.mark.parametrize("suffix", ["txt", "md", "docx", "pdf"])
def test_a_large_record_is_shared_out_among_all_processes_whatever_its_paper(tmp_path, no_memory, suffix):
    for number in range(12):
        (tmp_path / f"d{number:02}.{suffix}").write_bytes(b"Paper of one size.\n")
    parts = ClientRecord.opened(tmp_path, Firewall()).parts(4)
    assert [[one.id for one in part.documents] for part in parts] == [
        ["d00", "d01", "d02"],
        ["d03", "d04", "d05"],
        ["d06", "d07", "d08"],
        ["d09", "d10", "d11"],
    ]


def test_places_and_neighbours_are_named_in_the_order_of_the_record_whoever_read_them(tmp_path, no_memory):
    same = "Each party keeps the non-public papers of the other for seven years. "
    like = "Invoices are payable in euros within sixty days of the first-quarter date. "
    folder = tmp_path / "deal"
    folder.mkdir()
    for name, text in {
        "a": same + like,
        "b": same,
        "c": same + like,
        "d": same + like,
        "e": "Nothing else. ",
    }.items():
        if name in "bd":  # Word files are swept in another form than texts
            (folder / f"{name}.docx").write_bytes(docx(paragraph(text.strip())))
        else:
            (folder / f"{name}.txt").write_text(f"1. Papers\n\n{text}\n")
    work = {"issues": [issue(same.strip(), "e §1"), issue(like.replace("euros", "dollars").strip(), "e §1")]}
    submission = read_submission(Source("s.json", written(tmp_path, "s.json", work).read_text(), "0" * 64))
    reports = [review(ClientRecord.from_directory(folder), submission, jobs=jobs) for jobs in (1, 2, 3)]
    elsewhere, changed = (item.findings[0] for item in reports[0].items)
    assert ([place.document for place in elsewhere.found], elsewhere.found_count) == (["a", "b", "c"], 4)
    assert changed.nearest is not None
    assert changed.nearest.place.document == "a"
    assert [one.to_json() for one in reports[1:]] == [reports[0].to_json()] * 2


def test_half_a_word_at_the_end_is_shown_beside_the_whole_whoever_read_what(tmp_path, no_memory):
    folder = tmp_path / "deal"
    folder.mkdir()
    near = "Anna becomes subject to bankruptcy proceedings of some other kind within sixty days of notice. "
    whole = "Anna becomes subject to bankruptcy proceedings not dismissed within sixty days of notice. "
    for name, text in {"a": near, "b": "Nothing else.", "c": whole}.items():
        (folder / f"{name}.txt").write_text(f"1. Papers\n\n{text}\n")
    quoted = f"“{whole.strip().removeprefix('Anna b').removesuffix('e.')}”"
    work = {"issues": [issue(quoted, "b §1")]}
    submission = read_submission(Source("s.json", written(tmp_path, "s.json", work).read_text(), "0" * 64))
    reports = [
        review(ClientRecord.from_directory(folder), submission, jobs=jobs, quotes="typographic")
        for jobs in (1, 2)
    ]
    (finding,) = reports[0].items[0].findings
    assert finding.nearest is not None
    assert finding.nearest.place.document == "c"
    assert reports[1].to_json() == reports[0].to_json()


def test_every_quotation_of_the_large_record_is_placed(tmp_path, no_memory):
    folder = deal(tmp_path / "deal")
    record = ClientRecord.from_directory(folder)
    report = review(
        record, read_submission(Source("s", written(tmp_path, "s.json", work()).read_text(), "0" * 64))
    )
    causes = [[str(finding.cause) for finding in item.findings] for item in report.items]
    assert causes[:7] == [
        [],
        ["elsewhere"],
        ["elsewhere"],
        ["word_changed"],
        ["no_citation"],
        ["spliced"],
        ["not_in_record"],
    ]
    assert report.items[4].findings[0].found_count == 12


def test_an_unreadable_document_that_nothing_cites_is_found_all_the_same(tmp_path, no_memory):
    from playbook_legal.critic import CriticError, critique

    folder = deal(tmp_path / "deal")
    (folder / "z.md").write_bytes(b"\xff")
    good = {"issues": [issue("The price of lot 1 is payable", "d01 §1")]}
    wrong = {"issues": [issue("Nobody has ever written these words", "d01 §1")]}
    for work, jobs in ((good, 1), (wrong, 1), (wrong, 2)):
        with pytest.raises(CriticError, match=r"^z\.md:1:1: byte 0xff is not UTF-8"):
            critique(folder, written(tmp_path, "s.json", work), jobs=jobs)


def test_a_quotation_of_thousands_of_words_is_placed_in_no_time(tmp_path):
    quote = " ".join(f"word{number}" for number in range(5_000))
    report = reviewed(tmp_path, {"issues": [issue(quote), issue("the " * 5_000), issue(quote, None)]})
    assert told(report) == [("FABRICATED_QUOTE", "not_in_record")] * 3


def test_a_quotation_across_a_heading_stands_in_no_section(tmp_path):
    quote = "to improve the Services. ## 4.3 Fees Customer shall pay all undisputed fees"
    assert told(reviewed(tmp_path, {"issues": [issue(quote, "msa §4.2")]})) == [
        ("FABRICATED_QUOTE", "spliced")
    ]
    heading = "## 4.3 Fees Customer shall pay all undisputed fees"
    assert told(reviewed(tmp_path, {"issues": [issue(heading, "msa §4.3"), issue(heading, "dpa §5.1")]})) == [
        ("FABRICATED_QUOTE", "elsewhere")
    ]


def test_two_parts_of_a_long_section_are_a_splice_and_no_gap(tmp_path):
    deal = write_folder(tmp_path / "deal")
    between = " ".join(f"The clause {number} says something of its own." for number in range(60))
    text = f"## 1 Long\n\nThe seller delivers at the quay. {between} The buyer pays on the first of May.\n"
    (deal / "long.md").write_text(text)
    near = issue("The seller delivers at the quay. The clause 3 says something of its own", "long §1")
    far = issue("The seller delivers at the quay. The buyer pays on the first of May", "long §1")
    assert told(reviewed(tmp_path, {"issues": [near, far]})) == [
        ("FABRICATED_QUOTE", "words_left_out"),
        ("FABRICATED_QUOTE", "spliced"),
    ]


def test_a_document_of_one_word_is_like_nothing(tmp_path):
    deal = write_folder(tmp_path / "deal")
    (deal / "empty.md").write_text("-\n\nReserved\n")
    assert told(reviewed(tmp_path, {"issues": [issue("nobody wrote this at all", "empty §full")]})) == [
        ("FABRICATED_QUOTE", "not_in_record")
    ]


# --- small things --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("issue", "issues"),
        ("Issues", "issues"),
        ("isuses", "issues"),
        ("sumary", "summary"),
        ("redlines_", "redlines"),
        ("setlements", "settlements"),
        ("settelment", "settlements"),
        ("notes", None),
        ("model", None),
        ("x-issues", None),
        ("tool", None),
        ("i" * 500, None),
    ],
)
def test_near_misses_of_the_keys_of_a_review(key, meant):
    assert near_miss(key, ("issues", "redlines", "markups", "settlements", "summary")) == meant


@pytest.mark.parametrize(
    ("one", "other", "errors"),
    [
        ("quotes", "quoets", 1),
        ("quote", "quotes", 1),
        ("quotes", "quotes", 0),
        ("abc", "cba", 2),
        ("a", "abcd", 3),
    ],
)
def test_typing_errors(one, other, errors):
    assert typing_errors(one, other) == errors == typing_errors(other, one)


@pytest.mark.parametrize(
    ("quotation", "parts"),
    [
        ("one ... two", ("one", "two")),
        ("one [...] two", ("one", "two")),
        ("one . . . two", ("one", "two")),
        ("one…two", ("one", "two")),
        ("one * * * two", ("one", "two")),
        ("… one", ("one",)),
        ("no. 4.2. one", ("no. 4.2. one",)),
        ("one (…) two ... three", ("one", "two", "three")),
    ],
)
def test_an_ellipsis_parts_a_quotation(quotation, parts):
    assert fragments(quotation) == parts


@pytest.mark.parametrize(
    ("word", "folded"),
    [
        ("“don’t”", '"don\'t"'),
        ("a—b", "a-b"),
        ("co\u00adop", "coop"),
        ("oﬃce", "office"),
        ("``x''", "''x\""),
        ("plain", "plain"),
    ],
)
def test_typographic_folding(word, folded):
    assert fold_word(word).replace("''", '"') == folded.replace("''", '"')


@pytest.mark.parametrize(
    "check", [citations, concessions, evidence, quotations], ids=lambda check: check.__name__
)
def test_a_check_catches_what_it_must_and_spares_what_it_must(check, tmp_path):
    folder = write_folder(tmp_path / "deal")
    text = (
        (folder / "dpa.md")
        .read_text()
        .replace("72 hours after Acme confirms that", "72 hours after discovery if")
    )
    (folder / "dpa.md").write_text(text.replace("in no event later", "no later"))
    caught = told(reviewed(tmp_path, check.CATCHES, RULE))
    spared = told(reviewed(tmp_path, check.SPARES, RULE))
    assert set(caught) - set(spared)
    assert "Why:" in check.__doc__
    assert "Source:" in check.__doc__


def test_a_difference_shows_what_a_character_of_html_stands_for(tmp_path):
    folder = tmp_path / "deal"
    folder.mkdir()
    (folder / "a.md").write_text(
        "# Deal\n\n## 1. Title\n\nThe invoice names A&amp;B as the only payee of the fees.\n"
    )
    quoted = "The invoice names A&amp;B as the sole payee of the fees."
    [item] = reviewed(tmp_path, {"issues": [issue(quoted, "a §1")]}).items
    (finding,) = item.findings
    assert finding.nearest is not None
    shown = [(one.quoted, one.record) for one in finding.nearest.differences]
    assert shown == [("a&amp;b", "a&b"), ("sole", "only")]
