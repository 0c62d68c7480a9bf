"""The strict instrument, key by key, on and off and on both sides of every bound."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playbook_legal import PlaybookEnv, load_matter
from playbook_legal.problems import UnusableInputError

from .cases import (
    ABSENT,
    Case,
    Holding,
    assert_holds,
    assert_one_problem,
    edited,
    finish,
    issue,
    markup,
    parametrized,
    play,
    read,
    redline,
    search,
    small_matter,
    without,
)
from .small_matter import MSA, PLAYBOOK, RUBRIC, write_small_matter

FABRICATED = ("msa §4.2", "Moss shall never use Records")
READ_FIRST = {"instrument": {"read_before_credit": True}}
TWO_ISSUES = {"instrument": {"maximum_issues": 2}}
DEARER = {"instrument": {"unsupported_issue_points": -1.0}}
TWO_CITATIONS = {"instrument": {"maximum_citations": 2}}
TEN = {
    "instrument": {
        "maximum_characters": {
            "title": 10,
            "analysis": 10,
            "recommendation": 10,
            "replacement_text": 10,
            "summary": 10,
        }
    }
}
OWN_WORDS = {"instrument": {"own_words": 8}}
FIVE_OWN_WORDS = {"instrument": {"own_words": 5}}

READING_FIRST = [
    Case("off: an issue on unread paper is credited", [issue("msa §4.2")], [1], {"kinds": ["issue"]}),
    Case(
        "declared false: an issue on unread paper is credited",
        [issue("msa §4.2")],
        [1],
        rubric={"instrument": {"read_before_credit": False}},
    ),
    Case(
        "on: an issue on unread paper costs 0.5",
        [issue("msa §4.2", "playbook §3", severity="high", analysis="Train, consent, aggregate.")],
        [-0.5],
        {"kinds": ["unread_anchor_issue"], "told.matched_issues": [], "told.unsupported_issues": []},
        rubric=READ_FIRST,
    ),
    Case(
        "on: an issue on a section that was read is credited",
        [read("msa", "4.2"), issue("msa §4.2")],
        [0, 1],
        rubric=READ_FIRST,
    ),
    Case(
        "on: a section read under another spelling was read",
        [read("msa", "§ 4.2"), issue("msa §4.2")],
        [0, 1],
        rubric=READ_FIRST,
    ),
    Case(
        "on: reading the whole document reads its sections",
        [read("msa"), issue("msa §4.2")],
        [0, 1],
        rubric=READ_FIRST,
    ),
    Case(
        "on: reading another section does not help",
        [read("msa", "5.1"), issue("msa §4.2")],
        [0, -0.5],
        rubric=READ_FIRST,
    ),
    Case(
        "on: reading another document does not help",
        [read("playbook"), issue("msa §4.2")],
        [0, -0.5],
        rubric=READ_FIRST,
    ),
    Case(
        "on: a refused reading does not help",
        [read("msa", "4.2.1"), issue("msa §4.2")],
        [-0.1, -0.5],
        rubric=READ_FIRST,
    ),
    Case(
        "on: a search that finds the section is no reading of it",
        [search("train its models"), issue("msa §4.2")],
        [0, -0.5],
        rubric=READ_FIRST,
    ),
    Case(
        "on: only the anchor must have been read",
        [read("msa", "4.2"), issue("msa §4.2", "playbook §3")],
        [0, 1.25],
        rubric=READ_FIRST,
    ),
    Case(
        "on: unread paper pays for invalid citations too",
        [issue("msa §4.2", "msa §99")],
        [-0.5 - 0.75],
        rubric=READ_FIRST,
    ),
    Case(
        "on: quotations on unread paper are verified",
        [issue("msa §4.2", quotes=[FABRICATED])],
        [-0.5 - 1],
        {"result.critical_failure": True},
        rubric=READ_FIRST,
    ),
    Case(
        "on: claims on unread paper are held to the gates",
        [issue("msa §4.2", analysis="The law prohibits all model training.")],
        [-0.5],
        {"result.critical_failure": True},
        rubric=READ_FIRST,
    ),
    Case(
        "on: unread costs half a point whatever an unsupported issue costs",
        [issue("msa §4.2")],
        [-0.5],
        rubric={"instrument": {"read_before_credit": True, "unsupported_issue_points": -2}},
    ),
    Case(
        "on: an issue without an anchor is unsupported and not unread",
        [issue("msa §12.1")],
        [-0.5],
        {"kinds": ["unsupported_issue"]},
        rubric=READ_FIRST,
    ),
    Case(
        "on: reading afterwards does not credit what was submitted",
        [issue("msa §4.2"), read("msa"), finish()],
        [-0.5, 0, -1],
        {"told.matched_issues": []},
        rubric=READ_FIRST,
    ),
    Case(
        "on: a revision after reading is credited",
        [issue("msa §4.2"), read("msa", "4.2"), issue("msa §4.2", revise=True)],
        [-0.5, 0, 1.5],
        rubric=READ_FIRST,
    ),
    Case(
        "on: a new submission after reading is credited and no duplicate",
        [issue("msa §4.2"), read("msa"), issue("msa §4.2")],
        [-0.5, 0, 1],
        {"kinds": ["unread_anchor_issue", "issue"]},
        rubric=READ_FIRST,
    ),
    Case(
        "on: the revision of another issue does not credit an unread one",
        [
            issue("msa §4.2", label="a"),
            read("msa"),
            issue("msa §5.1", label="b"),
            issue("msa §5.1", label="b", severity="critical", revise=True),
        ],
        [-0.5, 0, 1.25, 0.25],
        {"kinds": ["unread_anchor_issue", "issue"]},
        rubric=READ_FIRST,
    ),
    Case(
        "on: a revision to unread paper loses the credit",
        [read("msa", "4.2"), issue("msa §4.2"), issue("msa §5.1", revise=True)],
        [0, 1, -1.5],
        rubric=READ_FIRST,
    ),
]

FEWER_ISSUES = [
    Case(
        "off: there is no budget of issues",
        [issue("msa §12.1")] * 3,
        [-0.5] * 3,
        {"seen.budgets.issues_remaining": ABSENT},
    ),
    Case("on: the budget is told", [], [], {"seen.budgets.issues_remaining": 2}, rubric=TWO_ISSUES),
    Case(
        "on: the last issue is taken",
        [issue("msa §4.2"), issue("msa §5.1")],
        [1, 1.25],
        {"seen.budgets.issues_remaining": 0},
        rubric=TWO_ISSUES,
    ),
    Case(
        "on: one more is refused at 0.5",
        [issue("msa §4.2"), issue("msa §5.1"), issue("msa §10.2", quotes=[FABRICATED])],
        [1, 1.25, -0.5],
        {
            "result.critical_failure": False,
            "told.matched_issues": ["training", "incident"],
            "seen.submitted_issue_ids": ["point", "point"],
            "told.protocol_penalties.0.points": -0.5,
        },
        rubric=TWO_ISSUES,
    ),
    Case(
        "on: duplicates and unsupported issues use it as well",
        [issue("msa §12.1"), issue("msa §12.1"), issue("msa §4.2")],
        [-0.5, -0.5, -0.5],
        rubric=TWO_ISSUES,
    ),
    Case(
        "on: a malformed issue uses nothing of it",
        [without(issue("msa §4.2"), "title")],
        [-0.25],
        {"seen.budgets.issues_remaining": 2},
        rubric=TWO_ISSUES,
    ),
    Case(
        "on: revisions use nothing of it",
        [issue("msa §4.2"), issue("msa §5.1"), issue("msa §4.2", severity="high", revise=True)],
        [1, 1.25, 0.25],
        {"seen.budgets.issues_remaining": 0},
        rubric=TWO_ISSUES,
    ),
    Case(
        "on: a budget of none refuses the first",
        [issue("msa §4.2")],
        [-0.5],
        {"kinds": []},
        rubric={"instrument": {"maximum_issues": 0}},
    ),
]

DEARER_MISSES = [
    Case("off: an unsupported issue costs 0.5", [issue("msa §12.1")], [-0.5]),
    Case("on: an unsupported issue costs what is declared", [issue("msa §12.1")], [-1], rubric=DEARER),
    Case("on: invalid citations are charged beside it", [issue("msa §99")], [-1.75], rubric=DEARER),
    Case(
        "on: duplicates cost what they cost", [issue("msa §4.2"), issue("msa §4.2")], [1, -0.2], rubric=DEARER
    ),
    Case(
        "on: an issue that cites too much costs it too",
        [issue("msa §4.2", "msa §5.1", "msa §10.2")],
        [-1],
        rubric={"instrument": {"maximum_citations": 2, "unsupported_issue_points": -1}},
    ),
]

FEWER_CITATIONS = [
    Case(
        "off: an issue may cite everything",
        [issue("msa §4.2", "playbook §3", "msa §1", "msa §5.1", "msa §10.2", "msa §12.1")],
        [1.25],
    ),
    Case(
        "on: as many citations as allowed are fine",
        [issue("msa §4.2", "playbook §3")],
        [1.25],
        rubric=TWO_CITATIONS,
    ),
    Case(
        "on: one more makes the issue unsupported",
        [issue("msa §4.2", "playbook §3", "msa §1")],
        [-0.5],
        {"kinds": ["unsupported_issue"], "told.matched_issues": []},
        rubric=TWO_CITATIONS,
    ),
    Case(
        "on: one more makes it unsupported even when it does not resolve",
        [issue("msa §4.2", "playbook §3", "msa §99")],
        [-0.5 - 0.75],
        rubric=TWO_CITATIONS,
    ),
    Case(
        "on: its quotations are verified all the same",
        [issue("msa §4.2", "msa §1", "msa §5.1", quotes=[FABRICATED])],
        [-1.5],
        {"result.critical_failure": True},
        rubric=TWO_CITATIONS,
    ),
    Case(
        "on: it is held to the gates all the same",
        [issue("msa §4.2", "msa §1", "msa §5.1", analysis="The law prohibits all model training.")],
        [-0.5],
        {"result.critical_failure": True},
        rubric=TWO_CITATIONS,
    ),
    Case(
        "on: a revision to fewer is credited",
        [issue("msa §4.2", "playbook §3", "msa §1"), issue("msa §4.2", "playbook §3", revise=True)],
        [-0.5, 1.75],
        rubric=TWO_CITATIONS,
    ),
    Case(
        "on: the anchor stays free for another issue",
        [issue("msa §4.2", "playbook §3", "msa §1"), issue("msa §4.2", label="b")],
        [-0.5, 1],
        rubric=TWO_CITATIONS,
    ),
]

BRIEF: dict[str, Any] = {"title": "A" * 10, "analysis": "B" * 10, "recommendation": "C" * 10}
SHORTER_TEXTS = [
    Case("off: texts may be of any length", [issue("msa §4.2", analysis="x" * 10_000)], [1]),
    Case("on: texts of the allowed length are taken", [issue("msa §4.2", **BRIEF)], [1], rubric=TEN),
    *[
        Case(
            f"on: a longer {field} is refused like any malformed action",
            [issue("msa §4.2", **{**BRIEF, field: "x" * 11})],
            [-0.25],
            {"kinds": [], "seen.last_result.error": Holding(field), "seen.submitted_issue_ids": []},
            rubric=TEN,
        )
        for field in BRIEF
    ],
    Case(
        "on: a longer revision is refused",
        [issue("msa §4.2", **BRIEF), issue("msa §4.2", **{**BRIEF, "title": "x" * 11}, revise=True)],
        [1, -0.25],
        {"result.raw_score": 1.0},
        rubric=TEN,
    ),
    Case("on: a replacement of the allowed length is taken", [redline(text="train 6789")], [0.5], rubric=TEN),
    Case(
        "on: a longer replacement is refused",
        [redline(text="train 67890")],
        [-0.25],
        {"kinds": [], "told.matched_redlines": []},
        rubric=TEN,
    ),
    Case(
        "on: a memo of the allowed length ends the episode",
        [finish("m" * 10)],
        [-1],
        {"result.terminated": True},
        rubric=TEN,
    ),
    Case(
        "on: a longer memo is refused and ends nothing",
        [finish("m" * 11)],
        [-0.25],
        {"result.terminated": False},
        rubric=TEN,
    ),
    Case(
        "on: a field that is not named may be of any length",
        [{**redline(text="train"), "rationale": "r" * 5000}],
        [0.5],
        rubric=TEN,
    ),
    Case(
        "on: a refused issue uses no budget",
        [issue("msa §4.2", analysis="x" * 11)],
        [-0.25],
        {"seen.budgets.issues_remaining": 1},
        rubric={"instrument": {"maximum_issues": 1, "maximum_characters": {"analysis": 10}}},
    ),
]

# The paper says: "Moss may use Records to train its models, in any manner it sees fit."
SEVEN = "Note: use Records to train its models, in short, that."
EIGHT = "Note: use Records to train its models, in any event."
WORDS_OF_ONES_OWN = [
    Case("off: copied words express concepts", [issue("msa §4.2", analysis=EIGHT)], [1 + 0.5 / 3]),
    Case(
        "on: a run of seven words of the record is one's own",
        [issue("msa §4.2", analysis=SEVEN)],
        [1 + 0.5 / 3],
        rubric=OWN_WORDS,
    ),
    Case(
        "on: a run of eight words of the record earns no concept",
        [issue("msa §4.2", analysis=EIGHT)],
        [1],
        {"events.0.matched_concepts": []},
        rubric=OWN_WORDS,
    ),
    Case(
        "on: the bound is what the rubric declares",
        [issue("msa §4.2", analysis="Note: to train its in short.")],
        [1],
        rubric={"instrument": {"own_words": 3}},
    ),
    Case(
        "on: …and one word less is one's own",
        [issue("msa §4.2", analysis="Note: to train a model.")],
        [1 + 0.5 / 3],
        rubric={"instrument": {"own_words": 3}},
    ),
    Case(
        "on: the same concept said in one's own words beside it earns",
        [issue("msa §4.2", analysis=EIGHT + " They train.")],
        [1 + 0.5 / 3],
        rubric=OWN_WORDS,
    ),
    Case(
        "on: case, white space and punctuation do not make words one's own",
        [issue("msa §4.2", analysis="USE “Records”,\n(to) train — its\u00a0MODELS: in any event")],
        [1],
        rubric=OWN_WORDS,
    ),
    Case(
        "on: another word in the middle breaks the run",
        [issue("msa §4.2", analysis="They use Records to train all its models, in any manner.")],
        [1 + 0.5 / 3],
        rubric=OWN_WORDS,
    ),
    Case(
        "on: a concept beside the run earns",
        [issue("msa §4.2", analysis=EIGHT + " Consent is missing.")],
        [1 + 0.5 / 3],
        {"events.0.matched_concepts": ["consent"]},
        rubric=OWN_WORDS,
    ),
    Case(
        "on: words copied from any document of the record are copied",
        [issue("msa §10.2", analysis="The annual fees, with a supercap for breaches.")],
        [1.25],
        rubric=OWN_WORDS,
    ),
    Case(
        "on: a run may reach from the title into the analysis",
        [issue("msa §4.2", title="Use Records to train", analysis="its models, in any event")],
        [1],
        rubric=OWN_WORDS,
    ),
    Case(
        "on: a memo in one's own words earns",
        [finish("Annual fees, with a supercap for breaches, exclusivity.")],
        [0.5 - 1],
        rubric=OWN_WORDS,
    ),
    Case(
        "on: a memo that copies eight words earns no concept for them",
        [finish("The annual fees, with a supercap for breaches; exclusivity.")],
        [0.25 - 1],
        rubric=OWN_WORDS,
    ),
    Case(
        "on: copied words fill a memo all the same",
        [finish("The aggregate liability of Moss is limited to the fees of the last three months.")],
        [0.5 - 1],
        rubric=OWN_WORDS,
    ),
    Case(
        "on: quotations are copied by their nature",
        [issue("msa §4.2", quotes=[("msa §4.2", "Moss may use Records to train its models, in any manner")])],
        [1.25],
        rubric=OWN_WORDS,
    ),
    # The playbook says "Notice within 24 hours of discovery.", five words.
    Case(
        "off: a redline may copy another document",
        [redline("msa", "5.1", "Notice within 24 hours of discovery.")],
        [1],
    ),
    Case(
        "on: a redline that copies five words of another document earns nothing for them",
        [redline("msa", "5.1", "Notice within 24 hours of discovery.")],
        [0],
        rubric=FIVE_OWN_WORDS,
    ),
    Case(
        "on: a redline that copies four words of another document earns",
        [redline("msa", "5.1", "Give notice within 24 hours after they discover it.")],
        [1],
        rubric=FIVE_OWN_WORDS,
    ),
    Case(
        "on: a redline keeps words of the document it amends",
        [redline("msa", "4.2", "Moss may use Records to train its models.")],
        [0.5],
        rubric=FIVE_OWN_WORDS,
    ),
    Case(
        "on: the amended document counts, and not the amended section",
        [
            redline("msa", "12.1", "Moss may use Records to train its models.", label="t"),
            redline("msa", "4.2", "Moss may use Records to train its models."),
        ],
        [-0.5, 0.5],
        rubric=FIVE_OWN_WORDS,
    ),
    Case(
        "on: words that stand in both documents are the amended document's",
        [redline("msa", "4.2", "Moss may use Records to train its models.")],
        [0.5],
        rubric=FIVE_OWN_WORDS,
        documents={
            "msa.md": MSA,
            "playbook.md": "## 3 Training\n\nMoss may use Records to train its models.\n",
        },
    ),
    Case(
        "on: the language a point closes on may be copied",
        [markup("5.1", "Notice within 24 hours of discovery.")],
        [1],
        rubric=FIVE_OWN_WORDS,
        counterparty={"positions.incident.resist_rounds": 0},
    ),
]

ALL_KEYS = {
    "read_before_credit": True,
    "maximum_issues": 3,
    "unsupported_issue_points": -1.0,
    "maximum_citations": 4,
    "maximum_characters": {
        "title": 160,
        "analysis": 2500,
        "recommendation": 1200,
        "replacement_text": 4000,
        "summary": 4000,
    },
    "own_words": 8,
}
ALL_ON = [
    Case(
        "with everything on, good work earns what it always did",
        [
            read("msa"),
            issue(
                "msa §4.2",
                "playbook §3",
                severity="high",
                analysis="They train without consent.",
                recommendation="Only aggregate figures.",
                quotes=[("msa §4.2", "in any manner it sees fit")],
            ),
            redline(text="Moss shall not train."),
        ],
        [0, 2.25, 1],
        rubric={"instrument": ALL_KEYS},
    ),
    Case(
        "with everything on, pasting the paper over every section earns nothing",
        [read("msa"), issue("msa §4.2", "msa §5.1", "msa §10.2", "msa §12.1", "msa §1", analysis=MSA)],
        [0, -1],
        rubric={"instrument": ALL_KEYS},
    ),
    Case(
        "the maximum is the same under the instrument",
        [],
        [],
        {"result.max_score": 14.75},
        rubric={"instrument": ALL_KEYS},
    ),
]


@parametrized(
    READING_FIRST, FEWER_ISSUES, DEARER_MISSES, FEWER_CITATIONS, SHORTER_TEXTS, WORDS_OF_ONES_OWN, ALL_ON
)
def test_the_instrument(case):
    assert_holds(case)


# --- against a slow twin ----------------------------------------------------------------------------------

TWIN_WORDS = (
    "records",
    "to",
    "train",
    "its",
    "models",
    "Moss",
    "may",
    "use",
    "consent",
    "never",
    "used",
    "for",
    "—",
)


def slow_words(text: str) -> list[str]:
    return [word for raw in text.lower().split() if (word := raw.strip('.,;:!?"“”()—#§'))]


def slowly_copied(words: list[str], length: int) -> set[int]:
    """Which of the words stand in a run of `length` words of one of the documents."""
    copied: set[int] = set()
    for document in (MSA, PLAYBOOK):
        record = slow_words(document)
        runs = {tuple(record[at : at + length]) for at in range(len(record) - length + 1)}
        for at in range(len(words) - length + 1):
            if tuple(words[at : at + length]) in runs:
                copied.update(range(at, at + length))
    return copied


@given(st.lists(st.sampled_from(TWIN_WORDS), max_size=30), st.integers(2, 5))
def test_words_of_ones_own_are_told_as_by_a_slow_twin(words, length):
    analysis = " ".join(words)
    fields = slow_words(f"A point {analysis} Change it.")
    copied = slowly_copied(fields, length)
    own = {word for at, word in enumerate(fields) if at not in copied}
    expected = [concept for concept in ("train", "consent", "aggregate") if concept in own]

    _, end = play(
        small_matter(rubric={"instrument": {"own_words": length}}), [issue("msa §4.2", analysis=analysis)]
    )
    assert end["events"][0]["matched_concepts"] == expected


# --- what the agent is told -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("read_before_credit", True, "read"),
        ("maximum_issues", 17, "17"),
        ("maximum_citations", 19, "19"),
        ("maximum_characters", {"title": 161, "summary": 4001}, "4001"),
        ("own_words", 13, "13"),
    ],
)
def test_the_protocol_tells_a_rule_when_it_is_in_force_and_only_then(key, value, said):
    def rules(**instrument: Any) -> list[str]:
        matter = small_matter(rubric={"instrument": instrument})
        told: list[str] = PlaybookEnv(matter).reset()[0]["protocol"]["rules"]
        return told

    told = [rule for rule in rules(**{key: value}) if rule not in rules()]
    assert len(told) == 1
    assert said in told[0].lower()


def test_the_protocol_tells_that_a_miss_is_charged():
    matter = small_matter(rubric={"instrument": {"unsupported_issue_points": -1.0}})
    assert "charged" in " ".join(PlaybookEnv(matter).reset()[0]["protocol"]["rules"])


def test_the_schemas_carry_the_bounds():
    matter = small_matter(rubric={"instrument": ALL_KEYS})
    schemas = PlaybookEnv(matter).reset()[0]["action_schemas"]
    issue_fields = schemas["submit_issue"]["properties"]
    assert issue_fields["title"]["maxLength"] == 160
    assert issue_fields["citations"]["maxItems"] == 4
    assert schemas["submit_final"]["properties"]["summary"]["maxLength"] == 4000
    assert schemas["revise_redline"]["properties"]["replacement_text"]["maxLength"] == 4000


def test_the_protocol_tells_no_points():
    matter = small_matter(rubric={"instrument": {**ALL_KEYS, "unsupported_issue_points": -0.875}})
    assert "0.875" not in json.dumps(play(matter, [issue("msa §12.1")])[1]["seen"])


@pytest.mark.parametrize(
    ("instrument", "said"),
    [
        ({"read_first": True}, "read_first"),
        ({"read_before_credit": "yes"}, "read_before_credit"),
        ({"maximum_issues": -1}, "maximum_issues"),
        ({"maximum_issues": 2.5}, "maximum_issues"),
        ({"maximum_citations": 0}, "maximum_citations"),
        ({"maximum_characters": {"titel": 10}}, "titel"),
        ({"maximum_characters": {"title": 0}}, "title"),
        ({"maximum_characters": 10}, "maximum_characters"),
        ({"own_words": "eight"}, "own_words"),
    ],
    ids=[
        "an unknown key",
        "a text for a truth value",
        "fewer than no issues",
        "half an issue",
        "no citation at all",
        "a text that no action has",
        "a text of no characters",
        "a number for all texts",
        "a word for a number",
    ],
)
def test_an_instrument_written_wrongly_is_a_problem_with_its_place(instrument, said, tmp_path):
    with pytest.raises(UnusableInputError) as caught:
        load_matter(write_small_matter(tmp_path, rubric=edited(RUBRIC, {"instrument": instrument})))
    assert_one_problem(caught.value, "rubric.yaml", said)
