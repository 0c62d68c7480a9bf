"""The time of a step is linear in its text, whatever the text and whatever the gate.

Work at n is compared with work at 4n, in processor time of the same run: linear is about 4, quadratic about 16. The
seconds are ceilings against hanging and no measure; `make bench` measures.
"""

import time
from collections.abc import Callable
from typing import Any

import pytest

from playbook_legal import Matter, PlaybookEnv
from playbook_legal.paper.readers.markdown import read_markdown
from playbook_legal.text import Passage, Prose

from .cases import ABSENT, ask, escalate, finish, found, issue, redline, search, small_matter
from .small_matter import MSA, PLAYBOOK

HANGING = 20.0  # seconds of processor time
RATIO = 9.0
# Below this, what is measured is the clock and the step around the work.
LEAST = 0.010

Gate = str | dict[str, Any]


def gated(*gates: Gate) -> Matter:
    """The small matter with these gates on its first issue, and nothing refused for its length."""
    return small_matter(
        rubric={
            "issues.0.critical_failure_patterns": list(gates),
            "issues.0.redline_critical_failure_patterns": list(gates),
        }
    )


def fires(matter: Matter, analysis: str) -> bool:
    env = PlaybookEnv(matter)
    env.reset()
    env.step(issue("msa §4.2", analysis=analysis))
    return bool(env.episode_result()["critical_failure"])


def seconds(work: Callable[[], object]) -> float:
    """Processor time of the fastest of three runs; one is enough where it is long."""
    best = HANGING
    for _ in range(3):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
        assert best < HANGING
        if best > 0.1:
            break
    return best


def assert_linear(work: Callable[[int], Callable[[], object]], n: int) -> None:
    """That the work made for 4n takes no more than linearly longer than the work made for n."""
    small = large = 0.0
    for _ in range(3):  # what is quadratic is so every time; a busy machine is not
        small, large = seconds(work(n)), seconds(work(4 * n))
        if large < RATIO * max(small, LEAST):
            return
    pytest.fail(f"{small:.3f} s at n, {large:.3f} s at 4n")


# --- gates -------------------------------------------------------------------------------------------------

SILENCED = "No law prohibits training here at all. "  # 39 characters
GUARDED = {"pattern": "law prohibits", "negation_guard": True}

GATES: list[tuple[str, Gate, Callable[[int], str]]] = [
    ("4,000 silenced matches in 150 kB", GUARDED, lambda n: SILENCED * n),
    ("4,000 silenced matches in one sentence", GUARDED, lambda n: SILENCED.replace(".", ",") * n),
    ("4,000 silenced before the match", {**GUARDED, "negation_scope": "before"}, lambda n: SILENCED * n),
    (
        "4,000 without their context",
        {"pattern": "law prohibits", "require_context": "zebra.*lion"},
        lambda n: SILENCED * n,
    ),
    (
        "4,000 without their context in one sentence",
        {"pattern": "law prohibits", "require_context": "zebra"},
        lambda n: SILENCED.replace(".", ",") * n,
    ),
    (
        "4,000 explained by their context",
        {"pattern": "law prohibits", "exclude_context": "at all"},
        lambda n: SILENCED * n,
    ),
    (
        "4,000 explained in one sentence",
        {"pattern": "law", "exclude_context": "zebra$|no"},
        lambda n: SILENCED.replace(".", ",") * n,
    ),
    ("150 kB of negators", GUARDED, lambda n: "no not never nothing none law prohibits " * n),
    ("150 kB of ends of sentences", GUARDED, lambda n: "no. law prohibits? " * 2 * n),
    ("150 kB in lines", GUARDED, lambda n: "no law prohibits\n" * 2 * n),
    (
        "greedy over all sentences",
        {"pattern": "law.*training", "negation_guard": True},
        lambda n: SILENCED * n,
    ),
    (
        "with a tail that is not there",
        {"pattern": "law prohibits(.*zebra)?", "negation_guard": True},
        lambda n: SILENCED * n,
    ),
    (
        "lazy over all sentences",
        {"pattern": "law.*?zebra|law", "negation_guard": True},
        lambda n: SILENCED * n,
    ),
    ("nested repetition", "(?:(?:a+)+)+b", lambda n: "a" * 39 * n),
    ("behind what it must not be behind", "(?<!no )law prohibits", lambda n: SILENCED * n),
    ("before what it must not be before", "law prohibits(?! training)[^.]{0,60}", lambda n: SILENCED * n),
]


@pytest.mark.parametrize(("gate", "text"), [row[1:] for row in GATES], ids=[row[0] for row in GATES])
def test_a_gate_takes_time_in_proportion_to_the_text(gate: Gate, text: Callable[[int], str]):
    matter = gated(gate)

    def work(n: int) -> Callable[[], object]:
        analysis = text(n)
        return lambda: fires(matter, analysis)

    assert_linear(work, 1_000)


def test_4000_silenced_matches_are_silent():
    assert not fires(gated(GUARDED), SILENCED * 4_000)
    assert fires(gated(GUARDED), SILENCED * 4_000 + "Law prohibits it.")
    assert not fires(gated(GUARDED), SILENCED.replace(".", ",") * 4_000)


# Patterns that make a backtracking engine hang, each with texts that do it; `$` is the end of the text.
EVIL: list[tuple[str, list[str]]] = [
    (
        r"(?<!not )(a+)+b",
        ["a" * 20_000, "a" * 20_000 + "b", "not " + "a" * 5_000 + "c", ("a" * 30 + " ") * 2_000],
    ),
    (r"(?<!not )(a|aa)+b(?!c)", ["a" * 20_000 + "bc", ("a" * 30 + "bc ") * 2_000]),
    (r"(a|aa)+$(?!x)", ["a" * 20_000, "a" * 20_000 + "!", ("a" * 40 + "! ") * 2_000]),
    (r"(a|a?)+c(?!d)", ["a" * 20_000 + "cd", ("a" * 40 + "cd ") * 1_000]),
    (r"(?:aa?)+c(?!d)", ["a" * 20_000 + "cd", ("a" * 40 + "cd ") * 1_000]),
    (r"(x+x+)+y(?!z)", ["x" * 20_000 + "yz", ("x" * 40 + "yz ") * 1_000]),
    (r"(.*)*z(?<!q)", ["a" * 20_000, "az" * 20_000]),
    (r"(?=(a+))a*b\1", ["a" * 20_000, "a" * 1_000 + "b" + "a" * 1_000]),
    (r"(\w+) \1 \1", ["abc abd " * 2_000, "a " * 20_000 + "b", "ab" * 20_000]),
    (r"(?P<word>\w+)(?P=word)!", ["abcd" * 10_000, "a" * 15_000]),
    (r"(.+)\1", ["abcdefghij" * 5_000, "ab" * 10_000]),
    (r"\b(?!law)\w+(?:\s+\w+){0,50}\s+zebra", ["word " * 4_000]),
    (r"(?<!q)\w{0,200} ?\w{0,200}z(?!y)", [("a" * 300 + "zy") * 60]),
    (r"(?<!x)a.*b(?!c)", ["a bc " * 10_000]),
    (r"(?<!x).*.*.*=(?!=)", ["x" * 15_000, "x==" * 5_000]),
    (r"(?=.*a)(?=.*b)(?=.*c)x", ["x" * 20_000, "ab" * 5_000 + "x" * 5_000]),
    (r"(?>a+)b", ["a" * 20_000 + "b", "a" * 20_000]),
    (r"(?<=no )(?:law|laws|la w|l a w)+ (?!prohibits)", ["no " + "law" * 20_000 + " prohibits"]),
    (r"^(([a-z])+.)+[A-Z]([a-z])+$(?!!)", ["a" * 20_000, "ab." * 10_000]),
    (r"([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@)(?!x)", ["a" * 20_000, "a-" * 20_000 + "@x"]),
]


@pytest.mark.parametrize(("pattern", "texts"), EVIL, ids=[pattern for pattern, _ in EVIL])
def test_no_pattern_hangs(pattern: str, texts: list[str]):
    matters = [
        gated(pattern),
        gated({"pattern": pattern, "negation_guard": True, "require_context": pattern}),
    ]
    for text in texts:
        for matter in matters:
            started = time.process_time()
            fires(matter, text)
            assert time.process_time() - started < HANGING


# --- …and does not miss what it is there for ---------------------------------------------------------------

FAR = "The weather is fine. " * 200
FIRES: list[tuple[str, Gate, str, bool]] = [
    (
        "a later sin behind a silenced one",
        {"pattern": "law.*training", "negation_guard": True},
        "No law prohibits training. The law prohibits training.",
        True,
    ),
    (
        "a later sin far behind",
        {"pattern": "law.*training", "negation_guard": True},
        f"No law prohibits training. {FAR}Law prohibits training.",
        True,
    ),
    (
        "a sin between silenced ones",
        {"pattern": "law.*training", "negation_guard": True},
        "No law prohibits training. Law prohibits training. No law prohibits training.",
        True,
    ),
    (
        "nothing but silenced ones",
        {"pattern": "law.*training", "negation_guard": True},
        "No law prohibits training. No law prohibits training.",
        False,
    ),
    (
        "a sin cleaned by a later sentence",
        {"pattern": "law prohibits.*training", "negation_guard": True},
        "Law prohibits all training. It is not so; training may go on.",
        True,
    ),
    (
        "a sin after the sentence that negates",
        {"pattern": r"\slaw prohibits", "negation_guard": True},
        "It is not so. Law prohibits it.",
        True,
    ),
    (
        "a sin on the next line",
        {"pattern": r"(?:^|\s)law prohibits", "negation_guard": True},
        "It is not so\nlaw prohibits it",
        True,
    ),
    (
        "a sin hidden in the reach of a look-behind",
        r"(?<!not )law.*prohibits",
        "Not law " + "x " * 2_000 + "law prohibits it.",
        True,
    ),
    (
        "a sin hidden behind many a look-behind refused",
        r"(?<!no )law prohibits",
        SILENCED * 2_000 + "Now law prohibits it.",
        True,
    ),
    ("nothing but what the look-behind refused", r"(?<!no )law prohibits", SILENCED * 2_000, False),
    ("a sin behind accents", r"(?<!no )law prohibits", "É̃ñ no law prohibits; çà law prohibits.", True),
    ("nothing behind accents", r"(?<!no )law prohibits", "É̃ñ no law prohibits; çà NO law prohibits.", False),
    ("a word twice", r"\b(\w+) \1\b", "it it", True),
    ("no word twice", r"\b(?=\w)(law|training) \1\b", "law training law", False),
    (
        "a sin inside one that is silenced by its context",
        {"pattern": "law.*training", "require_context": "prohibits"},
        "The law. Training. The law prohibits training.",
        True,
    ),
]


@pytest.mark.parametrize(("gate", "text", "fired"), [row[1:] for row in FIRES], ids=[row[0] for row in FIRES])
def test_a_gate_finds_the_sin_and_spares_the_disclaimer(gate: Gate, text: str, fired: bool):
    assert fires(gated(gate), text) is fired


# --- concepts, quotations, citations, searches -------------------------------------------------------------

TEN_MEGABYTES = 10_000_000
# More than eight words in a row from the record, with a concept among them.
COPIED = "Moss may use Records to train its models, in any manner it sees fit. "


def strict() -> Matter:
    return small_matter(rubric={"instrument": {"own_words": 8}})


def stepping(matter: Matter, *actions: Any) -> Callable[[], None]:
    def step() -> None:
        env = PlaybookEnv(matter)
        env.reset()
        for action in actions:
            env.step(action)
        env.episode_result()

    return step


@pytest.mark.parametrize(
    "text", [COPIED, "train, ", "a " * 40 + "train ", "train - - - - ", "exclusivity supercap train consent "]
)
def test_own_words_are_told_from_copied_ones_in_linear_time(text: str):
    def work(n: int) -> Callable[[], None]:
        long = text * (n // len(text))
        return stepping(strict(), issue("msa §4.2", analysis=long), redline(text=long), finish(long))

    assert_linear(work, TEN_MEGABYTES // 20)


def test_ten_megabytes_of_copied_paper_are_read_in_seconds():
    long = COPIED * (TEN_MEGABYTES // len(COPIED))
    assert seconds(stepping(strict(), issue("msa §4.2", analysis=long))) < HANGING


def test_copied_paper_earns_no_concept_and_own_words_behind_it_do():
    env = PlaybookEnv(strict())
    env.reset()
    env.step(issue("msa §4.2", analysis=COPIED * 1_000))
    env.step(issue("msa §4.2", analysis=COPIED * 1_000 + "They would train on it.", revise=True))
    (event,) = env.episode_result()["breakdown"]["reward_events"]
    assert event["matched_concepts"] == ["train"]
    env.step(issue("msa §4.2", analysis=COPIED * 1_000, revise=True))
    assert found(env.episode_result(), "breakdown.reward_events.0.matched_concepts") in ([], ABSENT)


ACTIONS: dict[str, Callable[[int], Any]] = {
    "an analysis": lambda n: issue("msa §4.2", analysis="consent to train on aggregates. " * (n // 32)),
    "a citation": lambda n: issue("msa §" + "4" * n),
    "a citation without a sign": lambda n: issue("msa " * (n // 4)),
    "a quotation": lambda n: issue("msa §4.2", quotes=[("msa §4.2", "moss may use " * (n // 13))]),
    "a quotation nearly right": lambda n: issue("msa §4.2", quotes=[("msa §4.2", COPIED + "x" * n)]),
    "a replacement": lambda n: redline(text="shall not train. " * (n // 17)),
    "a section": lambda n: redline("msa", "4." * (n // 2)),
    "a query": lambda n: search("records " * (n // 8)),
    "a query of one letter": lambda n: search("a" * n),
    "a question": lambda n: ask("launch " * (n // 7)),
    "a reason": lambda n: escalate("x", "non-compet " * (n // 11)),
    "a memo": lambda n: finish("exclusivit supercap " * (n // 20)),
}


@pytest.mark.parametrize("name", ACTIONS)
def test_an_action_takes_time_in_proportion_to_its_text(name: str):
    matter = small_matter()
    assert_linear(lambda n: stepping(matter, ACTIONS[name](n)), TEN_MEGABYTES // 16)


MANY: dict[str, Callable[[int], Any]] = {
    "citations": lambda n: issue(*["msa §4.2", "playbook §3"] * (n // 2)),
    "citations that name nothing": lambda n: issue(*[f"msa §{number}.9" for number in range(n)]),
    "quotations": lambda n: issue("msa §4.2", quotes=[("msa §4.2", COPIED)] * n),
    "fabrications": lambda n: issue(
        "msa §4.2", quotes=[("msa §4.2", f"{COPIED} {number}") for number in range(n)]
    ),
    "unknown fields": lambda n: {**issue("msa §4.2"), **{f"x{number}": number for number in range(n)}},
}


@pytest.mark.parametrize("name", MANY)
def test_many_items_take_time_in_proportion_to_their_number(name: str):
    matter = small_matter()
    assert_linear(lambda n: stepping(matter, MANY[name](n)), 2_500)


# --- texts and papers --------------------------------------------------------------------------------------


@pytest.mark.parametrize("piece", ["a. ", "İß ", " \n\t", "word\n", "?!.", "a" * 30])
def test_a_text_is_normalized_and_its_sentences_found_in_linear_time(piece: str):
    def work(n: int) -> Callable[[], object]:
        text = piece * (n // len(piece))

        def read() -> object:
            passage, prose = Passage(text), Prose(text, text)
            if not passage.text:
                return None
            return passage.source_span(0, len(passage.text)), prose.sentence(0, len(prose.text))

        return read

    assert_linear(work, 25_000)


@pytest.mark.parametrize(
    "line", ["## {n} Title\n\nText.\n", "```\n", "## \n", "### x\n", "~~~ {n}\n## {n}\n", "## 1\n"]
)
def test_a_document_is_read_in_linear_time(line: str):
    def work(n: int) -> Callable[[], object]:
        text = "".join(line.format(n=number) for number in range(n))
        return lambda: read_markdown("msa", "Agreement", text, "", "msa.md").tokens

    assert_linear(work, 2_500)


def test_a_section_of_many_is_read_as_quickly_as_of_few():
    def work(n: int) -> Callable[[], object]:
        sections = "".join(f"## {number}.{number} Title\n\nText of it.\n\n" for number in range(100, 100 + n))
        matter = small_matter(documents={"msa.md": MSA + "\n" + sections, "playbook.md": PLAYBOOK})
        env = PlaybookEnv(matter)
        env.reset()
        env.step(search("text of it"))

        def read() -> None:
            env.reset()
            for number in range(100, 125):
                env.step({"type": "read_document", "document_id": "msa", "section": f"{number}.{number}"})

        return read

    small, large = seconds(work(100)), seconds(work(1_600))
    assert large < 4 * max(small, LEAST)
