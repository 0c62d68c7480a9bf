"""Gates as a table: a forbidden claim in a text, and whether a guard explains it ("Structured gates" of the
scoring contract). Each row submits one issue whose analysis is the text, on a rubric with that one gate."""

import re
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playbook_legal import load_matter, score
from playbook_legal.problems import UnusableInputError

from .cases import (
    ABSENT,
    Case,
    accept,
    assert_holds,
    assert_one_problem,
    edited,
    issue,
    markup,
    parametrized,
    play,
    redline,
    small_matter,
)
from .small_matter import RUBRIC, write_small_matter
from .test_text import slow_sentences

CLAIM = "law prohibits all model training"
GUARDED = {"pattern": CLAIM, "negation_guard": True}
IDIOM = r"\b(?:without undue delay|in no event)\b[^.]{0,60}\bafter\s+\w+\s+confirms\b"
IDIOM_SPAN = {"pattern": IDIOM, "negation_guard": True, "negation_scope": "span"}
IDIOM_BEFORE = {"pattern": IDIOM, "negation_guard": True, "negation_scope": "before"}
REQUIRING = {"pattern": CLAIM, "require_context": r"\b(as drafted|already)\b"}
EXCLUDING = {"pattern": CLAIM, "exclude_context": r"\bfor the avoidance of doubt\b"}
ALL_GUARDS = {**GUARDED, **REQUIRING, **EXCLUDING}


class Row(NamedTuple):
    """`silenced` is (guard, because) of the one occurrence that a guard explained; None where none was."""

    name: str
    gate: Any
    text: str
    fires: bool
    silenced: tuple[str, str] | None = None


def by_negator(word: str) -> tuple[str, str]:
    return ("negation_guard", word)


PLAIN = [
    Row("a plain gate fires on the claim", CLAIM, "The law prohibits all model training.", True),
    Row("a plain gate is blind to polarity", CLAIM, "No law prohibits all model training.", True),
    Row(
        "a plain gate spares a text without the claim", CLAIM, "The law prohibits some model training.", False
    ),
    Row("the text's case does not matter", CLAIM, "THE LAW PROHIBITS ALL MODEL TRAINING.", True),
    Row("the pattern's case does not matter", CLAIM.upper(), "The law prohibits all model training.", True),
    Row(
        "hard wraps, tabs and no-break spaces do not hide a claim",
        CLAIM,
        "law\r\nprohibits\tall\u00a0model \n training",
        True,
    ),
    Row(
        "a mapping with a pattern alone is a plain gate",
        {"pattern": CLAIM},
        "No law prohibits all model training.",
        True,
    ),
    Row(
        "a guard that is off does not guard",
        {"pattern": CLAIM, "negation_guard": False},
        "No law prohibits all model training.",
        True,
    ),
    Row(
        "a pattern is a regular expression",
        r"law (prohibits|forbids) \w+ model",
        "The law forbids any model.",
        True,
    ),
    Row("a pattern may find its words inside longer ones", "train", "Constraints apply.", True),
    Row("a pattern may ask for whole words", r"\btrain\b", "Constraints apply.", False),
    Row("a pattern may look behind", r"(?<!no )law prohibits", "A law prohibits it.", True),
    Row(
        "a pattern that looks behind is spared by what stands there",
        r"(?<!no )law prohibits",
        "No law prohibits it.",
        False,
    ),
    Row(
        "a pattern may look ahead",
        r"law prohibits(?! some)",
        "The law prohibits some, the law prohibits all.",
        True,
    ),
    Row("a pattern may refer back", r"\b(\w+) \1\b", "It is very very clear.", True),
    Row(
        "a pattern that refers back is spared where nothing repeats",
        r"\b(\w+) \1\b",
        "It is very clear.",
        False,
    ),
    Row(
        "a pattern that looks ahead is spared beside a bounded repetition",
        r"fern shall(?! not)\s+(?:\w+\s+){0,5}indemnify",
        "Fern shall not indemnify Moss.",
        False,
    ),
    Row(
        "a pattern that looks ahead fires beside a bounded repetition",
        r"fern shall(?! not)\s+(?:\w+\s+){0,5}indemnify",
        "Fern shall in all cases indemnify Moss.",
        True,
    ),
    Row(
        "a pattern may write a character by its number",
        r"n[\u2019']t prohibit",
        "The law doesn’t prohibit it.",
        True,
    ),
    Row("a pattern may ask for the end of the text", r"training\.\Z", "It is about training.", False),
    Row(
        "a pattern may repeat more than a thousand times",
        r"law[^.]{0,1200}training",
        "The law of training.",
        True,
    ),
]

NEGATORS = [
    Row(f"{word.strip()} is a negator", GUARDED, text, False, by_negator(word))
    for word, text in (
        ("no", "No law prohibits all model training."),
        ("not", "It is not so that law prohibits all model training."),
        ("never", "Never has it been that law prohibits all model training."),
        ("nothing", "Nothing says that law prohibits all model training."),
        ("none", "None of it means that law prohibits all model training."),
        ("neither", "Neither side says that law prohibits all model training."),
        ("nor", "Nor is it so that law prohibits all model training."),
        ("cannot", "One cannot say that law prohibits all model training."),
        ("without", "Without saying that law prohibits all model training."),
        ("n't", "It doesn't follow that law prohibits all model training."),
        ("n’t", "It doesn’t follow that law prohibits all model training."),
    )
]

NEGATION = [
    Row(
        "a negator in capitals is one",
        GUARDED,
        "NEVER say that law prohibits all model training.",
        False,
        by_negator("never"),
    ),
    Row("a claim without a negator fires", GUARDED, "The law prohibits all model training.", True),
    Row("nobody is no negator", GUARDED, "Nobody doubts that law prohibits all model training.", True),
    Row("fails to is no negator", GUARDED, "He fails to see that law prohibits all model training.", True),
    Row("nowhere is no negator", GUARDED, "Nowhere but here law prohibits all model training.", True),
    Row("hardly is no negator", GUARDED, "Hardly a law prohibits all model training.", True),
    Row(
        "a negator inside a longer word is none",
        GUARDED,
        "I know notwithstanding knots that law prohibits all model training.",
        True,
    ),
    Row(
        "nt without an apostrophe is no negator",
        GUARDED,
        "It doesnt matter, law prohibits all model training.",
        True,
    ),
    Row(
        "n't with another mark is no negator",
        GUARDED,
        "It doesn`t matter, law prohibits all model training.",
        True,
    ),
    Row(
        "can not is a negator by its second word",
        GUARDED,
        "I can not see that law prohibits all model training.",
        False,
        by_negator("not"),
    ),
    Row(
        "a negator behind punctuation is one",
        GUARDED,
        "(Not) law prohibits all model training.",
        False,
        by_negator("not"),
    ),
    Row(
        "a negator later in the sentence silences nothing",
        GUARDED,
        "The law prohibits all model training, but not here.",
        True,
    ),
    Row(
        "a negator right behind the claim silences nothing",
        GUARDED,
        "The law prohibits all model training not.",
        True,
    ),
    Row(
        "the last negator before the end of the claim is named",
        GUARDED,
        "It is not never that law prohibits all model training.",
        False,
        by_negator("never"),
    ),
    Row(
        "two negators are no affirmation",
        GUARDED,
        "It is not so that no law prohibits all model training.",
        False,
        by_negator("no"),
    ),
    Row(
        "the manual's disclaimer passes",
        GUARDED,
        "No law prohibits all model training; the objection is contractual",
        False,
        by_negator("no"),
    ),
    Row(
        "the manual's belt-and-braces prohibition passes",
        {"pattern": "customer may use provider data", "negation_guard": True},
        "Neither Provider nor Customer may use Provider Data.",
        False,
        by_negator("nor"),
    ),
    Row(
        "the manual's operative words negated pass",
        {"pattern": "conclusive and binding on", "negation_guard": True},
        "The count is not conclusive and binding on Customer.",
        False,
        by_negator("not"),
    ),
    Row(
        "the manual's savings clause passes",
        {"pattern": r"this section restricts", "negation_guard": True},
        "Nothing in this Section restricts the customer.",
        False,
        by_negator("nothing"),
    ),
    Row(
        "the manual's later negation still fires",
        {"pattern": "binding on provider", "negation_guard": True},
        "Provider's records are binding on Provider but are not binding on Customer.",
        True,
    ),
]

SCOPES = [
    Row(
        "by default a negator inside the match silences",
        {"pattern": r"fern shall\b.*\bindemnify", "negation_guard": True},
        "Fern shall not indemnify.",
        False,
        by_negator("not"),
    ),
    Row(
        "scope span: a negator inside the match silences",
        {"pattern": r"fern shall\b.*\bindemnify", "negation_guard": True, "negation_scope": "span"},
        "Fern shall not indemnify.",
        False,
        by_negator("not"),
    ),
    Row(
        "scope before: a negator inside the match is ignored",
        {"pattern": r"fern shall\b.*\bindemnify", "negation_guard": True, "negation_scope": "before"},
        "Fern shall not indemnify.",
        True,
    ),
    Row(
        "scope before: a negator ahead of the match silences",
        {**GUARDED, "negation_scope": "before"},
        "No law prohibits all model training.",
        False,
        by_negator("no"),
    ),
    Row(
        "scope span: a negator that ends the match silences",
        {"pattern": r"restricts nothing", "negation_guard": True},
        "It restricts nothing.",
        False,
        by_negator("nothing"),
    ),
    Row(
        "scope before: a negator that begins the match is inside it",
        {"pattern": "no cap applies", "negation_guard": True, "negation_scope": "before"},
        "No cap applies.",
        True,
    ),
    Row(
        "scope span: the manual's idiom is silenced by its own words",
        IDIOM_SPAN,
        "Notice without undue delay and in no event later than 72 hours after Provider confirms.",
        False,
        by_negator("no"),
    ),
    Row(
        "scope before: the manual's idiom fires",
        IDIOM_BEFORE,
        "Notice without undue delay and in no event later than 72 hours after Provider confirms.",
        True,
    ),
    Row(
        "scope before: the manual's genuine disclaimer is silenced",
        IDIOM_BEFORE,
        "It is not sufficient to give notice in no event later than 72 hours after Provider confirms.",
        False,
        by_negator("not"),
    ),
    Row(
        "scope span: the genuine disclaimer is silenced too",
        IDIOM_SPAN,
        "It is not sufficient to give notice in no event later than 72 hours after Provider confirms.",
        False,
        by_negator("no"),
    ),
    Row(
        "scope before without the guard has no effect",
        {"pattern": CLAIM, "negation_scope": "before"},
        "No law prohibits all model training.",
        True,
    ),
    Row(
        "scope span without the guard has no effect",
        {"pattern": CLAIM, "negation_scope": "span"},
        "No law prohibits all model training.",
        True,
    ),
]

SENTENCES = [
    Row(
        "a negator in the previous sentence silences nothing",
        GUARDED,
        "That is not so. The law prohibits all model training.",
        True,
    ),
    Row("a question mark ends a sentence", GUARDED, "Is it not? The law prohibits all model training.", True),
    Row(
        "an exclamation mark ends a sentence",
        GUARDED,
        "It is not! The law prohibits all model training.",
        True,
    ),
    Row(
        "several full stops end a sentence",
        GUARDED,
        "Not quite... the law prohibits all model training.",
        True,
    ),
    Row(
        "a semicolon ends no sentence",
        GUARDED,
        "It is not clear; law prohibits all model training.",
        False,
        by_negator("not"),
    ),
    Row(
        "a colon ends no sentence",
        GUARDED,
        "Not so: law prohibits all model training.",
        False,
        by_negator("not"),
    ),
    Row(
        "a full stop before a digit ends no sentence",
        GUARDED,
        "It is not for §10.2 to say that law prohibits all model training.",
        False,
        by_negator("not"),
    ),
    Row(
        "a full stop between a letter and a digit ends no sentence",
        GUARDED,
        "Nothing in R.3 says that law prohibits all model training.",
        False,
        by_negator("nothing"),
    ),
    Row(
        "a full stop before a space and a digit ends a sentence",
        GUARDED,
        "This is not in §10. 2 laws and one law prohibits all model training.",
        True,
    ),
    Row(
        "a full stop inside an abbreviation without spaces ends no sentence",
        GUARDED,
        "Not, e.g., that law prohibits all model training.",
        False,
        by_negator("not"),
    ),
    Row(
        "a full stop without white space behind it ends no sentence",
        GUARDED,
        "Not so.Law prohibits all model training.",
        False,
        by_negator("not"),
    ),
    Row(
        "a full stop before a closing quotation mark ends no sentence",
        GUARDED,
        'He said "not so." Law prohibits all model training.',
        False,
        by_negator("not"),
    ),
    Row(
        "the number sign No. ends a sentence like any full stop",
        GUARDED,
        "In item No. 5 law prohibits all model training.",
        True,
    ),
    Row("a line break ends a sentence", GUARDED, "It is not so\nlaw prohibits all model training", True),
    Row(
        "a Windows line break ends a sentence",
        GUARDED,
        "It is not so\r\nlaw prohibits all model training",
        True,
    ),
    Row("a blank line ends a sentence", GUARDED, "It is not so\n\n- law prohibits all model training", True),
    Row(
        "a negator at the end of a line is in that line",
        GUARDED,
        "no\nlaw prohibits all model training",
        True,
    ),
    Row(
        "a claim that runs over a line break is in both lines",
        GUARDED,
        "It is not so that law prohibits\nall model training",
        False,
        by_negator("not"),
    ),
    Row(
        "a carriage return alone ends no sentence",
        GUARDED,
        "It is not so\rlaw prohibits all model training",
        False,
        by_negator("not"),
    ),
    Row(
        "a line separator ends no sentence",
        GUARDED,
        "It is not so\u2028law prohibits all model training",
        False,
        by_negator("not"),
    ),
    Row(
        "a paragraph separator ends no sentence",
        GUARDED,
        "It is not so\u2029law prohibits all model training",
        False,
        by_negator("not"),
    ),
    Row(
        "a next-line character ends no sentence",
        GUARDED,
        "It is not so\u0085law prohibits all model training",
        False,
        by_negator("not"),
    ),
    Row(
        "a form feed ends no sentence",
        GUARDED,
        "It is not so\flaw prohibits all model training",
        False,
        by_negator("not"),
    ),
    Row(
        "a vertical tab ends no sentence",
        GUARDED,
        "It is not so\vlaw prohibits all model training",
        False,
        by_negator("not"),
    ),
    Row(
        "a tab ends no sentence",
        GUARDED,
        "It is not so\tlaw prohibits all model training",
        False,
        by_negator("not"),
    ),
    Row(
        "a full stop before a line separator ends a sentence",
        GUARDED,
        "It is not so.\u2028Law prohibits all model training",
        True,
    ),
    Row(
        "a full stop before a no-break space ends a sentence",
        GUARDED,
        "It is not so.\u00a0Law prohibits all model training",
        True,
    ),
    Row(
        "one negated claim beside one that is not fires",
        GUARDED,
        "No law prohibits all model training. The law prohibits all model training.",
        True,
        by_negator("no"),
    ),
    Row(
        "two claims in a negated sentence are both silenced",
        GUARDED,
        "It is not so that the law prohibits all model training.",
        False,
        by_negator("not"),
    ),
    Row(
        "a greedy pattern is not cleaned by what is negated in the next sentence",
        {"pattern": r"law prohibits.*training", "negation_guard": True},
        "The law prohibits all training. It is not so; training may go on.",
        True,
        by_negator("not"),
    ),
    Row(
        "a greedy pattern does not carry a negator over to the next sentence",
        {"pattern": r"law prohibits.*training", "negation_guard": True},
        "It is not so that law prohibits training. The law prohibits training.",
        True,
        by_negator("not"),
    ),
]

CONTEXTS = [
    Row(
        "require_context: fires with its words ahead of the claim",
        REQUIRING,
        "As drafted, law prohibits all model training.",
        True,
    ),
    Row(
        "require_context: fires with its words behind the claim",
        REQUIRING,
        "The law prohibits all model training already.",
        True,
    ),
    Row(
        "require_context: its words in any case", REQUIRING, "ALREADY law prohibits all model training.", True
    ),
    Row(
        "require_context: silent without its words",
        REQUIRING,
        "The law prohibits all model training.",
        False,
        ("require_context", r"\b(as drafted|already)\b"),
    ),
    Row(
        "require_context: silent with its words in the sentence before",
        REQUIRING,
        "It is so already. The law prohibits all model training.",
        False,
        ("require_context", r"\b(as drafted|already)\b"),
    ),
    Row(
        "require_context: silent with its words in the sentence behind",
        REQUIRING,
        "The law prohibits all model training. It is so already.",
        False,
        ("require_context", r"\b(as drafted|already)\b"),
    ),
    Row(
        "require_context: silent with its words on another line",
        REQUIRING,
        "Already\nthe law prohibits all model training.",
        False,
        ("require_context", r"\b(as drafted|already)\b"),
    ),
    Row(
        "require_context: blind to polarity by itself",
        REQUIRING,
        "Already no law prohibits all model training.",
        True,
    ),
    Row("exclude_context: fires without its words", EXCLUDING, "The law prohibits all model training.", True),
    Row(
        "exclude_context: silent with its words ahead",
        EXCLUDING,
        "For the avoidance of doubt, law prohibits all model training.",
        False,
        ("exclude_context", "for the avoidance of doubt"),
    ),
    Row(
        "exclude_context: silent with its words behind",
        EXCLUDING,
        "The law prohibits all model training, for the avoidance of doubt.",
        False,
        ("exclude_context", "for the avoidance of doubt"),
    ),
    Row(
        "exclude_context: fires with its words in another sentence",
        EXCLUDING,
        "For the avoidance of doubt. The law prohibits all model training.",
        True,
    ),
    Row(
        "exclude_context: blind to polarity by itself",
        EXCLUDING,
        "No law prohibits all model training.",
        True,
    ),
    Row(
        "exclude_context handles what the negation guard leaves to it",
        {
            "pattern": "binding on provider",
            "negation_guard": True,
            "exclude_context": r"not binding on customer",
        },
        "Provider's records are binding on Provider but are not binding on Customer.",
        False,
        ("exclude_context", "not binding on customer"),
    ),
    Row(
        "a context may begin with the sentence",
        {"pattern": CLAIM, "exclude_context": "^if "},
        "Well. If law prohibits all model training, we stop.",
        False,
        ("exclude_context", "if "),
    ),
    Row(
        "one occurrence outside the excluded context is enough",
        EXCLUDING,
        "For the avoidance of doubt, law prohibits all model training. The law prohibits all model training.",
        True,
        ("exclude_context", "for the avoidance of doubt"),
    ),
]

# negator, required words, excluded words -> fires
TOGETHER = [
    Row(
        f"all guards: {'a negator' if negator else 'no negator'}, required words {'there' if required else 'missing'}, "
        f"excluded words {'there' if excluded else 'missing'}",
        ALL_GUARDS,
        f"{'It is not so that ' if negator else ''}law prohibits all model training"
        f"{' as drafted' if required else ''}{', for the avoidance of doubt' if excluded else ''}.",
        required and not negator and not excluded,
    )
    for negator in (False, True)
    for required in (False, True)
    for excluded in (False, True)
]


def rows(*tables: list[Row]) -> pytest.MarkDecorator:
    listed = [row for table in tables for row in table]
    return pytest.mark.parametrize("row", listed, ids=[row.name for row in listed])


def event_of(gates: list[Any], text: str, **fields: str) -> dict[str, Any]:
    """The event of an issue on a rubric with these gates; `text` is its analysis unless `fields` say otherwise."""
    matter = small_matter(rubric={"issues.0.critical_failure_patterns": gates})
    sent = {**issue("msa §4.2"), "title": "Point", "analysis": text, "recommendation": "Act", **fields}
    said = " ".join([sent["title"], sent["analysis"], sent["recommendation"]])
    rewards, end = play(matter, [sent])
    assert rewards == [pytest.approx(1 + 0.5 / 3 if "train" in said.lower() else 1)]
    event: dict[str, Any] = end["events"][0]
    assert end["result"]["critical_failure"] == ("gates_fired" in event)
    return event


@rows(PLAIN, NEGATORS, NEGATION, SCOPES, SENTENCES, CONTEXTS)
def test_a_gate(row):
    event = event_of([row.gate], row.text)
    fired = [one["pattern"] for one in event.get("gates_fired", [])]
    silenced = [(one["by"], one["because"]) for one in event.get("gates_silenced", [])]
    written = row.gate if isinstance(row.gate, str) else row.gate["pattern"]
    assert fired == ([written] if row.fires else [])
    assert silenced == ([row.silenced] if row.silenced else [])
    assert event.get("critical_failure_pattern", None) == (written if row.fires else None)


@rows(TOGETHER)
def test_guards_together(row):
    event = event_of([row.gate], row.text)
    assert ("gates_fired" in event) == row.fires
    assert ("gates_silenced" in event) != row.fires


def test_there_are_eleven_negators():
    assert len(NEGATORS) == 11


# --- fields and surfaces ----------------------------------------------------------------------------------


@pytest.mark.parametrize("field", ["title", "analysis", "recommendation"])
def test_a_gate_reads_title_analysis_and_recommendation(field):
    event = event_of([CLAIM], **{"text": "It matters.", field: "The law prohibits all model training."})
    assert "gates_fired" in event


@pytest.mark.parametrize(
    ("fields", "fires"),
    [
        ({"title": "It is not so", "analysis": "law prohibits all model training"}, True),
        ({"analysis": "It is not so", "recommendation": "law prohibits all model training"}, True),
        ({"title": "Not", "analysis": "It is not so that law prohibits all model training"}, False),
    ],
    ids=[
        "the title's end ends a sentence",
        "the analysis' end ends a sentence",
        "a field is read to its end",
    ],
)
def test_the_end_of_a_field_is_the_end_of_a_sentence(fields, fires):
    matter = small_matter(rubric={"issues.0.critical_failure_patterns": [GUARDED]})
    _, end = play(matter, [issue("msa §4.2", **fields)])
    assert end["result"]["critical_failure"] is fires


def test_a_required_context_in_another_field_does_not_count():
    matter = small_matter(rubric={"issues.0.critical_failure_patterns": [REQUIRING]})
    _, end = play(matter, [issue("msa §4.2", title="Already", analysis="law prohibits all model training")])
    assert end["result"]["critical_failure"] is False


SURFACES = [
    Case(
        "a guarded gate on redlines spares the negated language",
        [redline(text="Fern shall not indemnify Moss.")],
        [0.5],
        {"result.critical_failure": False, "events.0.gates_silenced.0.because": "not"},
        rubric={
            "issues.0.redline_critical_failure_patterns": [
                {"pattern": "fern shall (not )?indemnify", "negation_guard": True}
            ]
        },
    ),
    Case(
        "a guarded gate on redlines fires on the language itself",
        [redline(text="Fern shall indemnify Moss.")],
        [0],
        {"result.critical_failure": True},
        rubric={
            "issues.0.redline_critical_failure_patterns": [
                {"pattern": "fern shall (not )?indemnify", "negation_guard": True}
            ]
        },
    ),
    Case(
        "a guarded gate on settlements spares the negated language",
        [
            markup("5.1", "Discover: 24 hours, not 30 days."),
            markup("5.1", "Discover: 24 hours, not 30 days."),
        ],
        [0, 1],
        {"result.critical_failure": False, "events.1.gates_silenced.0.by": "negation_guard"},
        rubric={
            "issues.1.settlement_critical_failure_patterns": [{"pattern": "30 days", "negation_guard": True}]
        },
    ),
    Case(
        "a guarded gate on settlements fires on the trap",
        [markup("5.1"), accept()],
        [0, 0],
        {"result.critical_failure": True, "events.1.critical_failure_pattern": "30 days"},
        rubric={
            "issues.1.settlement_critical_failure_patterns": [{"pattern": "30 days", "negation_guard": True}]
        },
    ),
    Case(
        "the gates of another issue do not run",
        [issue("msa §5.1", analysis="The law prohibits all model training.")],
        [1.25],
        {"result.critical_failure": False},
    ),
    Case(
        "an issue without an anchor is held to no gate",
        [issue("msa §12.1", analysis="The law prohibits all model training.")],
        [-0.5],
        {"result.critical_failure": False},
    ),
    Case(
        "a duplicate issue is held to the gates",
        [issue("msa §4.2"), issue("msa §4.2", analysis="The law prohibits all model training.")],
        [1, -0.2],
        {"result.critical_failure": True},
    ),
    Case(
        "a gate that fired costs no points of its own",
        [issue("msa §4.2", analysis="The law prohibits all model training.")],
        [1 + 0.5 / 3],
        {"result.critical_failure": True},
    ),
    Case(
        "a revision that withdraws the claim lifts the failure",
        [issue("msa §4.2", analysis="The law prohibits all model training."), issue("msa §4.2", revise=True)],
        [1 + 0.5 / 3, -0.5 / 3],
        {"result.critical_failure": False, "told.critical_failures": []},
    ),
    Case(
        "submitting again does not lift it",
        [issue("msa §4.2", analysis="The law prohibits all model training."), issue("msa §4.2")],
        [1 + 0.5 / 3, -0.2],
        {"result.critical_failure": True},
    ),
    Case(
        "with several gates the last one listed is reported, and all of them beside it",
        [issue("msa §4.2", analysis="Gamma, then alpha, but not beta.")],
        [1],
        {
            "events.0.critical_failure_pattern": "gamma",
            "events.0.gates_fired": [
                {"pattern": "alpha", "sentence": "gamma, then alpha, but not beta."},
                {"pattern": "gamma", "sentence": "gamma, then alpha, but not beta."},
            ],
            "events.0.gates_silenced": [
                {
                    "pattern": "beta",
                    "by": "negation_guard",
                    "because": "not",
                    "sentence": "gamma, then alpha, but not beta.",
                }
            ],
            "told.critical_failures.1.detail": "gamma",
        },
        rubric={
            "issues.0.critical_failure_patterns": [
                "alpha",
                {"pattern": "beta", "negation_guard": True},
                "gamma",
                "delta",
            ]
        },
    ),
    Case(
        "a silenced gate is recorded on an issue that did not fail",
        [issue("msa §4.2", analysis="First. No law prohibits all model training. Last.")],
        [1 + 0.5 / 3],
        {
            "result.critical_failure": False,
            "events.0.gates_fired": ABSENT,
            "events.0.gates_silenced.0.sentence": "no law prohibits all model training.",
        },
    ),
    Case(
        "a redline at another issue's provision fires the gates of both, its label's first",
        [issue("msa §4.2", label="x"), redline("msa", "5.1", "Alpha and beta.", label="x")],
        [1, 0],
        {
            "events.1.gates_fired.0.pattern": "alpha",
            "events.1.gates_fired.1.pattern": "beta",
            "events.1.critical_failure_pattern": "beta",
        },
        rubric={
            "issues.0.redline_critical_failure_patterns": ["alpha"],
            "issues.1.redline_critical_failure_patterns": ["beta"],
        },
    ),
]


@parametrized(SURFACES)
def test_a_surface(case):
    assert_holds(case)


@pytest.mark.parametrize("before", [0, 400], ids=["at the head of", "deep inside"])
def test_the_excerpt_of_a_long_sentence_is_cut_around_the_claim(before):
    text = "and so on " * (before // 10) + "law prohibits all model training" + " and so on" * 60
    excerpt = event_of([CLAIM], text)["gates_fired"][0]["sentence"]
    assert CLAIM in excerpt
    assert len(excerpt) == 200


# --- what is no gate --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gate", "said"),
    [
        ({"pattern": "x", "guard": True}, "guard"),
        ({"negation_guard": True}, "pattern"),
        ({"pattern": "x", "negation_scope": "after"}, "negation_scope"),
        ({"pattern": "x", "negation_guard": "yes"}, "negation_guard"),
        ({"pattern": ["x"]}, "pattern"),
        ({"pattern": None}, "pattern"),
        (17, "17"),
        ("(unclosed", "(unclosed"),
        ({"pattern": "x", "require_context": "*"}, "require_context"),
        ({"pattern": "x", "exclude_context": "["}, "exclude_context"),
        ("  ", "blank"),
    ],
    ids=[
        "an unknown key",
        "no pattern",
        "an unknown scope",
        "a guard that is no truth value",
        "a list for a pattern",
        "null for a pattern",
        "a number for a gate",
        "a pattern that does not compile",
        "a required context that does not compile",
        "an excluded context that does not compile",
        "a blank pattern",
    ],
)
@pytest.mark.parametrize(
    "surface",
    [
        "critical_failure_patterns",
        "redline_critical_failure_patterns",
        "settlement_critical_failure_patterns",
    ],
)
def test_a_gate_written_wrongly_is_a_problem_with_its_place(gate, said, surface, tmp_path):
    rubric = edited(RUBRIC, {f"issues.0.{surface}": ["fine", gate]})
    with pytest.raises(UnusableInputError) as caught:
        load_matter(write_small_matter(tmp_path, rubric=rubric))
    assert_one_problem(caught.value, "rubric.yaml", said)


# --- against a slow twin ----------------------------------------------------------------------------------

TWIN_WORDS = (
    "law prohibits",
    "law",
    "prohibits",
    "no",
    "not",
    "isn't",
    "Without",
    "already",
    "doubt",
    "§10.2",
    "R.3",
    "and",
    ".",
    "?",
    "!",
    ";",
    "\n",
    "\r\n",
    "\u2028",
    " ",
)
TWIN_GATES: list[dict[str, Any]] = [
    {"pattern": "law prohibits", **guards}
    for guards in (
        {"negation_guard": True},
        {"negation_guard": True, "negation_scope": "before"},
        {"require_context": "already"},
        {"exclude_context": "doubt"},
        {"negation_guard": True, "require_context": "already", "exclude_context": "doubt"},
    )
]
SLOW_NEGATOR = re.compile(r"\b(no|not|never|nothing|none|neither|nor|cannot|without)\b|(?<=[a-z])n['’]t\b")


def slow_verdict(gate: dict[str, Any], *fields: str) -> bool:
    """Whether the gate fires, by the rule read aloud."""
    sentences = [sentence for field in fields for sentence in slow_sentences(field)]
    text = " ".join(sentences)
    starts = [sum(len(one) + 1 for one in sentences[:at]) for at in range(len(sentences))]
    for match in re.finditer(gate["pattern"], text):
        first = max(at for at, start in enumerate(starts) if start <= match.start())
        last = max(at for at, start in enumerate(starts) if start < match.end())
        begin, end = starts[first], starts[last] + len(sentences[last])
        window_end = match.start() if gate.get("negation_scope") == "before" else match.end()
        negators = [
            one for one in SLOW_NEGATOR.finditer(text) if begin <= one.start() and one.end() <= window_end
        ]
        negated = gate.get("negation_guard", False) and negators
        required = "require_context" not in gate or re.search(gate["require_context"], text[begin:end])
        excluded = "exclude_context" in gate and re.search(gate["exclude_context"], text[begin:end])
        if required and not negated and not excluded:
            return True
    return False


@pytest.mark.parametrize("gate", TWIN_GATES, ids=lambda gate: " and ".join(list(gate)[1:]))
@settings(max_examples=40)
@given(pieces=st.lists(st.tuples(st.sampled_from(TWIN_WORDS), st.sampled_from(["", " ", " "])), max_size=14))
def test_a_gate_decides_as_its_slow_twin(gate, pieces):
    text = "".join(word + gap for word, gap in pieces)
    matter = small_matter(rubric={"issues.0.critical_failure_patterns": [gate]})
    sent = issue("msa §4.2", title="Not so", analysis=text, recommendation="Already no doubt")
    fires = score(matter, [sent])["critical_failure"]
    assert fires == slow_verdict(gate, "Not so", text, "Already no doubt")
