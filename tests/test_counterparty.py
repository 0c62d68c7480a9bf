"""The scripted other side and what a point closes on, as a table.

The counterparty of the small matter resists one markup on incident notice and then takes `24 hours` with `discover`;
it counters with a trap (30 days) and with half a loaf (48 hours), then refuses. On the cap it takes `two times` with
`supercap` at once; its one counter concedes half, and the point is not negotiable.
"""

import json

import pytest

from playbook_legal import load_matter
from playbook_legal.problems import UnusableInputError

from .cases import (
    ABSENT,
    DROPPED,
    Case,
    accept,
    assert_holds,
    assert_one_problem,
    edited,
    finish,
    issue,
    markup,
    parametrized,
    play,
    small_matter,
    without,
)
from .small_matter import COUNTERPARTY, write_small_matter

NOTICE = "Moss gives notice within 24 hours after it discovers the incident."
CAP = "Two times the annual fees, with a supercap."
TRAP = "Moss shall give notice within 30 days."
HALF_LOAF = "Moss shall give notice within 48 hours after it discovers it."

RESPONSES = [
    Case(
        "resisted once, the same good language is taken the second time",
        [markup("5.1", NOTICE), markup("5.1", NOTICE)],
        [0, 1],
        {
            "kinds": ["counterparty_counter", "settlement"],
            "seen.last_result.response": "accepted",
            "seen.last_result.counter_text": ABSENT,
            "events.1.closed_by": "ours",
            "told.settled_issues": ["incident"],
        },
    ),
    Case(
        "without resistance good language is taken at once",
        [markup("10.2", CAP)],
        [1],
        {"told.settled_issues": ["cap"]},
    ),
    Case(
        "no resistance is the default",
        [markup("5.1", NOTICE)],
        [1],
        counterparty={"positions.incident.resist_rounds": DROPPED},
    ),
    Case(
        "two rounds of resistance take a third markup",
        [markup("5.1", NOTICE), markup("5.1", NOTICE), markup("5.1", NOTICE)],
        [0, 0, 1],
        {"kinds": ["counterparty_counter", "counterparty_counter", "settlement"]},
        counterparty={"positions.incident.resist_rounds": 2},
    ),
    Case(
        "resistance outlasts the counters",
        [markup("5.1", NOTICE)] * 5,
        [0, 0, 0, 0, 1],
        {
            "kinds": [
                "counterparty_counter",
                "counterparty_counter",
                "counterparty_reject",
                "counterparty_reject",
                "settlement",
            ]
        },
        counterparty={"positions.incident.resist_rounds": 4},
    ),
    Case(
        "resistance is counted in markups that were poor as well",
        [markup("5.1", "No."), markup("5.1", NOTICE)],
        [0, 1],
    ),
    Case(
        "resistance is counted by the point and not by the label",
        [markup("5.1", NOTICE, label="a"), markup("5.1", NOTICE, label="b")],
        [0, 1],
    ),
    Case(
        "resistance on one point is not spent on another",
        [markup("10.2", "No."), markup("5.1", NOTICE)],
        [0, 0],
    ),
    Case(
        "the first counter comes first",
        [markup("5.1")],
        [0],
        {
            "seen.last_result": {
                "response": "counter",
                "message": "We can do 30 days.",
                "counter_text": TRAP,
            },
            "events.0.type": "counterparty_counter",
            "events.0.points": 0.0,
            "events.0.trap": True,
        },
    ),
    Case(
        "the second counter comes second",
        [markup("5.1"), markup("5.1")],
        [0, 0],
        {
            "seen.last_result": {
                "response": "counter",
                "message": "48 hours then.",
                "counter_text": HALF_LOAF,
            },
            "events.1.trap": False,
        },
    ),
    Case(
        "when the counters are used up it refuses",
        [markup("5.1"), markup("5.1"), markup("5.1")],
        [0, 0, 0],
        {
            "seen.last_result": {"response": "rejected", "message": "That is all we can do."},
            "kinds": ["counterparty_counter", "counterparty_counter", "counterparty_reject"],
            "events.2.points": 0.0,
        },
    ),
    Case(
        "after a refusal good language is still taken",
        [markup("5.1"), markup("5.1"), markup("5.1"), markup("5.1", NOTICE)],
        [0, 0, 0, 1],
    ),
    Case(
        "language is compared in any case and white space",
        [markup("10.2", "TWO\u00a0TIMES the fees;\r\nSuperCap")],
        [1],
    ),
    Case(
        "a part of what is acceptable is not enough",
        [markup("10.2", "Two times the fees.")],
        [0],
        {"kinds": ["counterparty_counter"]},
    ),
    Case(
        "any one of the acceptable variants is enough",
        [markup("10.2", "Three times.")],
        [0],
        {"kinds": ["settlement"], "result.critical_failure": True},
        counterparty={"positions.cap.accept_concepts": [["two times", "supercap"], ["three times"]]},
    ),
    Case(
        "without acceptable language nothing is taken",
        [markup("10.2", CAP)],
        [0],
        {"kinds": ["counterparty_counter"]},
        counterparty={"positions.cap.accept_concepts": DROPPED},
    ),
    Case(
        "without counters it refuses at once and offers nothing",
        [markup("10.2"), accept()],
        [0, -0.25],
        {"kinds": ["counterparty_reject"]},
        counterparty={"positions.cap.counters": []},
    ),
]

ROUTES = [
    Case("markup is about the provision it names", [markup("5.1")], [0], {"events.0.criterion": "incident"}),
    Case(
        "the provision may carry the section sign", [markup("§ 5.1")], [0], {"events.0.criterion": "incident"}
    ),
    Case(
        "the label of an issue decides before the provision",
        [issue("msa §5.1", label="n"), markup("10.2", label="n")],
        [1.25, 0],
        {"events.1.criterion": "incident"},
    ),
    Case(
        "the label of an issue decides where the provision does not exist",
        [issue("msa §5.1", label="n"), markup("99", label="n")],
        [1.25, 0],
        {"events.1.criterion": "incident"},
    ),
    Case(
        "markup on no issue costs 0.5 and burns a round",
        [markup("12.1")],
        [-0.5],
        {
            "kinds": ["unsupported_markup"],
            "seen.budgets.negotiation_rounds_remaining": 7,
            "seen.negotiation": {},
        },
    ),
    Case(
        "markup on a provision that does not exist costs 0.5 and burns a round",
        [markup("99")],
        [-0.5],
        {"seen.budgets.negotiation_rounds_remaining": 7},
    ),
    Case(
        "markup on an issue without a position costs 0.5 and burns a round",
        [markup("4.2")],
        [-0.5],
        {
            "events.0.type": "unsupported_markup",
            "events.0.criterion": "training",
            "seen.budgets.negotiation_rounds_remaining": 7,
        },
    ),
    Case(
        "markup under the label of an issue without a position is unsupported",
        [issue("msa §4.2", label="t"), markup("5.1", label="t")],
        [1, -0.5],
    ),
    Case(
        "an acceptance finds the point by the label of its issue",
        [
            issue("msa §5.1", label="n"),
            markup("5.1", label="other"),
            markup("5.1", label="other"),
            accept("n"),
        ],
        [1.25, 0, 0, 0.5],
    ),
    Case(
        "an acceptance under an unknown label has nothing outstanding",
        [markup("5.1", label="a"), accept("b")],
        [0, -0.25],
        {"seen.budgets.negotiation_rounds_remaining": 7},
    ),
    Case("labels of acceptances are case-sensitive", [markup("5.1", label="a"), accept("A")], [0, -0.25]),
]

SETTLEMENTS = [
    Case(
        "accepting closes on the outstanding counter",
        [markup("5.1"), markup("5.1"), accept()],
        [0, 0, 0.5],
        {
            "seen.last_result.response": "accepted",
            "seen.last_result.accepted_text": HALF_LOAF,
            "events.2.type": "settlement",
            "events.2.closed_by": "theirs",
            "events.2.matched_concepts": ["discover"],
            "events.2.missing_concepts": ["24 hours"],
            "result.critical_failure": False,
        },
    ),
    Case(
        "after a refusal the last counter is still outstanding",
        [markup("5.1"), markup("5.1"), markup("5.1"), accept()],
        [0, 0, 0, 0.5],
        {"events.3.closed_by": "theirs"},
    ),
    Case(
        "accepting the trap fails critically and earns nothing",
        [markup("5.1"), accept()],
        [0, 0],
        {
            "result.critical_failure": True,
            "events.1.critical_failure_pattern": "30 days",
            "events.1.trap": True,
            "told.settled_issues": ["incident"],
        },
    ),
    Case(
        "the mark of a trap moves no points by itself",
        [markup("5.1"), accept()],
        [0, 0],
        {"result.critical_failure": False, "events.1.trap": True},
        rubric={"issues.1.settlement_critical_failure_patterns": []},
    ),
    Case(
        "the gate closes on our language as well",
        [markup("5.1", NOTICE), markup("5.1", NOTICE + " Not 30 days.")],
        [0, 1],
        {"result.critical_failure": True},
    ),
    Case(
        "language that was only proposed is held to no gate",
        [markup("5.1", "Within 30 days.")],
        [0],
        {"result.critical_failure": False},
    ),
    Case(
        "a counter that was only received is held to no gate",
        [markup("5.1"), finish()],
        [0, -1],
        {"result.critical_failure": False},
    ),
    Case(
        "the same words are worth the same from either side",
        [markup("10.2"), accept()],
        [0, 1],
        {"result.critical_failure": False, "events.1.closed_by": "theirs"},
        counterparty={"positions.cap.counters": [{"message": "Fine.", "text": CAP}]},
    ),
    Case(
        "our language is scored by what it says and not by its acceptance",
        [markup("5.1", "Within 24 hours.")],
        [0.5],
        {"events.0.closed_by": "ours"},
        counterparty={"positions.incident": {"accept_concepts": [["24 hours"]]}},
    ),
    Case(
        "a settlement earns what the rubric says",
        [markup("10.2", CAP)],
        [3],
        rubric={"issues.2.settlement_points": 3},
    ),
    Case(
        "half of the settlement concepts earns half",
        [markup("5.1"), markup("5.1"), accept()],
        [0, 0, 1.5],
        rubric={"issues.1.settlement_points": 3},
    ),
    Case(
        "an alternative is satisfied by one of its phrases",
        [markup("5.1"), markup("5.1"), accept()],
        [0, 0, 1],
        rubric={"issues.1.settlement_concepts": [{"any_of": ["24 hours", "48 hours"]}, "discover"]},
    ),
    Case(
        "without settlement concepts any closing earns all",
        [markup("5.1"), accept()],
        [0, 1],
        {"result.critical_failure": False},
        rubric={"issues.1.settlement_concepts": [], "issues.1.settlement_critical_failure_patterns": []},
    ),
    Case(
        "conceding what is not negotiable fails critically",
        [markup("10.2"), accept()],
        [0, 0.5],
        {
            "result.critical_failure": True,
            "told.critical_failures.0.cause": "conceded_non_negotiable",
            "told.critical_failures.0.criterion": "cap",
        },
    ),
    Case(
        "conceding on our own language fails critically too",
        [markup("10.2", "Two times.")],
        [0.5],
        {"result.critical_failure": True},
        counterparty={"positions.cap.accept_concepts": [["two times"]]},
    ),
    Case(
        "closing on all that is not negotiable is no failure",
        [markup("10.2", CAP)],
        [1],
        {"result.critical_failure": False},
    ),
    Case(
        "a point that may be conceded may be conceded",
        [markup("10.2"), accept()],
        [0, 0.5],
        {"result.critical_failure": False},
        rubric={"issues.2.non_negotiable": False},
    ),
    Case(
        "an unsettled point that is not negotiable costs nothing",
        [markup("10.2"), finish()],
        [0, -1],
        {"result.critical_failure": False, "told.settled_issues": []},
    ),
    Case(
        "a point that is not negotiable and asks for no concept cannot be conceded",
        [markup("10.2"), accept()],
        [0, 1],
        {"result.critical_failure": False},
        rubric={"issues.2.settlement_concepts": []},
    ),
    Case(
        "marking up a closed point costs 0.2 and burns a round",
        [markup("10.2", CAP), markup("10.2", "Less.")],
        [1, -0.2],
        {
            "kinds": ["settlement", "duplicate_settlement"],
            "seen.last_result.response": "closed",
            "seen.budgets.negotiation_rounds_remaining": 6,
            "result.critical_failure": False,
        },
    ),
    Case(
        "a closed point is closed under any label",
        [markup("10.2", CAP, label="a"), markup("10.2", CAP, label="b")],
        [1, -0.2],
    ),
    Case(
        "a point closed on theirs is closed",
        [markup("5.1"), markup("5.1"), accept(), markup("5.1", NOTICE)],
        [0, 0, 0.5, -0.2],
        {"told.settled_issues": ["incident"]},
    ),
    Case(
        "accepting on a closed point costs 0.25",
        [markup("5.1"), markup("5.1"), accept(), accept()],
        [0, 0, 0.5, -0.25],
    ),
    Case(
        "accepting after our language was taken costs 0.25",
        [markup("5.1"), markup("5.1", NOTICE), accept()],
        [0, 1, -0.25],
    ),
    Case(
        "two points settle each for itself",
        [markup("10.2", CAP), markup("5.1", NOTICE), markup("5.1", NOTICE)],
        [1, 0, 1],
        {"told.settled_issues": ["cap", "incident"], "result.raw_score": 2.0},
    ),
]

ROUNDS = [
    Case(
        "every markup and every acceptance uses a round",
        [markup("5.1"), accept()],
        [0, 0],
        {"seen.budgets.negotiation_rounds_remaining": 6},
    ),
    Case(
        "the last round is played and the next markup costs 0.5",
        [markup("5.1"), markup("5.1", NOTICE)],
        [0, -0.5],
        {"told.settled_issues": [], "seen.negotiation.point.rounds_used": 1},
        manifest={"constraints.maximum_negotiation_rounds": 1},
    ),
    Case(
        "an acceptance on the last round closes the point",
        [markup("5.1"), markup("5.1"), accept()],
        [0, 0, 0.5],
        {"seen.budgets.negotiation_rounds_remaining": 0},
        manifest={"constraints.maximum_negotiation_rounds": 3},
    ),
    Case(
        "an acceptance without a round left costs 0.5",
        [markup("5.1"), accept()],
        [0, -0.5],
        {"told.settled_issues": []},
        manifest={"constraints.maximum_negotiation_rounds": 1},
    ),
    Case(
        "without any round the first markup costs 0.5",
        [markup("12.1")],
        [-0.5],
        {"kinds": []},
        manifest={"constraints.maximum_negotiation_rounds": 0},
    ),
    Case(
        "blank language is malformed and burns no round",
        [markup("5.1", " \n")],
        [-0.25],
        {"seen.budgets.negotiation_rounds_remaining": 8},
    ),
    Case(
        "markup without a section is malformed and burns no round",
        [without(markup("5.1"), "section")],
        [-0.25],
        {"seen.budgets.negotiation_rounds_remaining": 8},
    ),
]

TABLE = [
    Case(
        "an open point shows its status, its rounds and the last offer",
        [markup("5.1", label="notice")],
        [0],
        {
            "seen.negotiation": {
                "notice": {
                    "status": "open",
                    "rounds_used": 1,
                    "last_message": "We can do 30 days.",
                    "last_counter_text": TRAP,
                }
            }
        },
    ),
    Case(
        "a refusal leaves the last offer on the table",
        [markup("5.1"), markup("5.1"), markup("5.1")],
        [0, 0, 0],
        {
            "seen.negotiation.point.last_message": "That is all we can do.",
            "seen.negotiation.point.last_counter_text": HALF_LOAF,
            "seen.negotiation.point.status": "open",
        },
    ),
    Case(
        "a point closed on ours says so",
        [markup("10.2", CAP)],
        [1],
        {"seen.negotiation.point.status": "closed", "seen.negotiation.point.closed_by": "ours"},
    ),
    Case(
        "a point closed on theirs says so",
        [markup("5.1"), accept()],
        [0, 0],
        {
            "seen.negotiation.point.status": "closed",
            "seen.negotiation.point.closed_by": "theirs",
            "seen.negotiation.point.rounds_used": 2,
        },
    ),
    Case(
        "an open point has not been closed by anybody",
        [markup("5.1")],
        [0],
        {"seen.negotiation.point.closed_by": ABSENT},
    ),
]


@parametrized(RESPONSES, ROUTES, SETTLEMENTS, ROUNDS, TABLE)
def test_the_other_side(case):
    assert_holds(case)


@pytest.mark.parametrize("spoken", [0, 1, 2, 3])
def test_no_counter_is_seen_before_it_is_made(spoken):
    _, end = play(small_matter(), [markup("5.1")] * spoken)
    seen = json.dumps(end["seen"])
    made = [
        ("We can do 30 days.", 1),
        (TRAP, 1),
        ("48 hours then.", 2),
        (HALF_LOAF, 2),
        ("That is all we can do.", 3),
    ]
    for text, when in made:
        assert (text in seen) == (spoken == when or (spoken == 3 and text == HALF_LOAF))


def test_nothing_of_the_script_but_the_spoken_word_is_seen():
    _, end = play(small_matter(), [markup("5.1"), markup("5.1"), markup("10.2", CAP)])
    seen = json.dumps(end["seen"])
    for word in (
        "trap",
        "resist",
        "accept_concepts",
        "settlement_concepts",
        "incident_",
        "training",
        "supercap",
    ):
        assert word not in seen.replace("training", "") or word == "training"


@pytest.mark.parametrize(
    ("edits", "said"),
    [
        ({"positions.nobody": {}}, "nobody"),
        ({"positions.cap.resist_rounds": -1}, "resist_rounds"),
        ({"positions.cap.resist_rounds": 1.5}, "resist_rounds"),
        ({"positions.cap.counters": [{"message": "No text."}]}, "text"),
        ({"positions.cap.counter": []}, "counter"),
        ({"positions.cap.accept_concepts": ["two times"]}, "accept_concepts"),
    ],
    ids=[
        "a position on no issue",
        "fewer than no rounds",
        "half a round",
        "a counter without language",
        "a misspelled key",
        "a phrase where a list of phrases belongs",
    ],
)
def test_a_script_written_wrongly_is_a_problem_with_its_place(edits, said, tmp_path):
    with pytest.raises(UnusableInputError) as caught:
        load_matter(write_small_matter(tmp_path, counterparty=edited(COUNTERPARTY, edits)))
    assert_one_problem(caught.value, "counterparty.yaml", said)
