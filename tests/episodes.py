"""Episodes for the properties: sequences of realistic and odd actions, and everything an episode says, as bytes."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from hypothesis import strategies as st

from playbook_legal import Matter, PlaybookEnv

from .cases import accept, ask, escalate, finish, issue, markup, read, redline, search, small_matter

# Points whose shares are whole at four decimals, so that sums can be compared exactly.
EXACT = {"issues.0.concept_points": 0.75}
STRICT = {
    "instrument": {
        "read_before_credit": True,
        "maximum_issues": 4,
        "unsupported_issue_points": -1.0,
        "maximum_citations": 4,
        "maximum_characters": {"title": 160, "analysis": 2500, "recommendation": 1200, "summary": 4000},
        "own_words": 8,
    }
}


def exact_matter(*, steps: int = 60) -> Matter:
    """The small matter with whole shares and room for many steps."""
    return small_matter(
        rubric=EXACT,
        manifest={
            "constraints.maximum_steps": steps,
            "constraints.maximum_client_questions": 4,
            "constraints.maximum_escalations": 3,
            "constraints.maximum_negotiation_rounds": 8,
        },
    )


def strict_matter() -> Matter:
    """The same with the whole strict instrument."""
    return small_matter(rubric={**EXACT, **STRICT}, manifest={"constraints.maximum_steps": 60})


# --- actions -----------------------------------------------------------------------------------------------

LABELS = ("training", "incident", "cap", "point", "another")
PROVISIONS = (
    ("msa", "4.2"),
    ("msa", "5.1"),
    ("msa", "10.2"),
    ("msa", "12.1"),
    ("playbook", "3"),
    ("msa", "99"),
)
CITATIONS = (
    "msa §4.2",
    "msa§5.1",
    "msa § 10.2",
    "playbook §3",
    "msa §12.1",
    "msa §full",
    "msa §99",
    "nonsense",
)
PHRASES = (
    "Moss may train models without consent.",
    "Only aggregate figures.",
    "Notice within 24 hours of discovery.",
    "Fern needs a supercap of two times the fees.",
    "Moss shall not train on Records.",
    "Moss shall give notice within 24 hours after it discovers the incident.",
    "Law prohibits all model training.",
    "No law prohibits all model training.",
    "Fern shall indemnify Moss.",
    "Notice within 30 days.",
    "Exclusivity is open, and the supercap; " * 4,
    "Moss may use Records to train its models, in any manner it sees fit.",
)
QUOTES = (
    ("msa §4.2", "Moss may use Records to train its models"),
    ("msa §5.1", "in no event later than 72 hours\nafter Moss confirms"),
    ("msa §4.2", "Moss shall never use Records"),
    ("msa §99", "Moss may use Records to train its models"),
    ("msa §4.2", "too short"),
)

_label = st.sampled_from(LABELS)
_text = st.lists(st.sampled_from(PHRASES), max_size=3).map(" ".join)
_provision = st.sampled_from(PROVISIONS)


def _issues(*, revise: bool) -> st.SearchStrategy[dict[str, Any]]:
    return st.builds(
        lambda citations, label, severity, title, analysis, recommendation, quotes: issue(
            *citations,
            label=label,
            severity=severity,
            title=title,
            analysis=analysis,
            recommendation=recommendation,
            quotes=quotes,
            revise=revise,
        ),
        st.lists(st.sampled_from(CITATIONS), max_size=3),
        _label,
        st.sampled_from(("low", "medium", "high", "critical", "severe")),
        st.just("A point"),
        _text,
        _text,
        st.lists(st.sampled_from(QUOTES), max_size=2),
    )


def _redlines(*, revise: bool) -> st.SearchStrategy[dict[str, Any]]:
    return st.builds(
        lambda where, text, label: redline(where[0], where[1], text, label=label, revise=revise),
        _provision,
        _text,
        _label,
    )


REALISTIC: tuple[st.SearchStrategy[dict[str, Any]], ...] = (
    st.builds(lambda where: read(*where), _provision),
    st.builds(read, st.sampled_from(("msa", "playbook", "none"))),
    st.builds(search, st.sampled_from(("training", "records", "ab", "72 hours after", "§"))),
    st.builds(
        ask, st.sampled_from(("The deadline?", "What launch date?", "Volume of records?", "The weather?", ""))
    ),
    st.builds(escalate, st.sampled_from(("exclusivity", "non-compete", "the budget", "lunch", ""))),
    _issues(revise=False),
    _issues(revise=False),
    _issues(revise=True),
    _redlines(revise=False),
    _redlines(revise=True),
    st.builds(lambda where, text, label: markup(where[1], text, label=label), _provision, _text, _label),
    st.builds(accept, _label),
)
ODD: tuple[Any, ...] = (
    None,
    17,
    "submit_final",
    [],
    {},
    {"type": "do_magic"},
    {"type": 7},
    {"type": "read_document"},
    {"type": "read_document", "document_id": None},
    {"type": "read_document", "document_id": "msa", "section": ""},
    {"type": "read_document", "document_id": "msa", "verbose": True},
    {"type": "submit_issue", "issue_id": "training"},
    {"type": "submit_issue", **dict.fromkeys(("issue_id", "title", "severity", "citations"), 1)},
    {**issue("msa §4.2"), "citations": "msa §4.2"},
    {**issue("msa §4.2"), "quotes": [{"citation": "msa §4.2"}]},
    {**issue("msa §4.2"), "analysis": "\ud800"},
    {**issue("msa §4.2"), "issue_id": " "},
    {"type": "accept_counterparty"},
    {"type": "send_markup", "issue_id": "cap", "document_id": "msa", "section": "10.2", "proposed_text": ""},
    {"type": "submit_final"},
    {"type": "submit_final", "summary": 3},
)


def actions(*, most: int = 14, final: bool = True, repeats: bool = False) -> st.SearchStrategy[list[Any]]:
    """Sequences of actions, realistic ones and odd ones; some deliver an action twice when `repeats`."""
    one = st.one_of(*REALISTIC, st.sampled_from(ODD))
    if repeats:
        named = st.builds(
            lambda sent, name: {**sent, "call_id": name}, st.one_of(*REALISTIC), st.sampled_from("abc")
        )
        one = st.one_of(one, named)
    closing: st.SearchStrategy[list[Any]] = st.just([])
    if final:
        closing = st.one_of(st.just([]), st.builds(lambda text: [finish(text)], _text))
    return st.builds(lambda body, end: [*body, *end], st.lists(one, max_size=most), closing)


# A short episode in which everything happens once.
TOUR: tuple[dict[str, Any], ...] = (
    read("msa"),
    read("playbook", "3"),
    search("records"),
    ask("What is the deadline?"),
    ask("The weather?"),
    escalate("exclusivity"),
    issue(
        "msa §4.2",
        "playbook §3",
        label="training",
        severity="high",
        analysis="Moss may train models; consent or an aggregate is needed. No law prohibits all model training.",
        quotes=[QUOTES[0], QUOTES[2], QUOTES[4]],
    ),
    issue("msa §5.1", label="incident", severity="critical", analysis="24 hours of discovery"),
    issue("msa §12.1", "msa §99", label="renewal"),
    issue("msa §5.1", label="incident", severity="severe", analysis="Later.", revise=True),
    redline("msa", "4.2", "Moss shall not train.", label="training"),
    redline("msa", "4.2", "Fern shall indemnify Moss.", label="training", revise=True),
    redline("msa", "99", label="nowhere"),
    markup("5.1", "Notice within 48 hours.", label="incident"),
    markup("5.1", "Notice within 24 hours after it discovers it.", label="incident"),
    markup("10.2", "None.", label="cap"),
    accept("cap"),
    markup("12.1", "None.", label="renewal"),
    {"type": "do_magic"},
    finish("The exclusivity and the supercap are open; Fern has to decide. " * 2),
)


# --- everything an episode says ----------------------------------------------------------------------------


class Played(NamedTuple):
    """An episode as it was played, step by step."""

    first: dict[str, Any]
    steps: list[tuple[dict[str, Any], float, bool, bool, dict[str, Any]]]
    result: dict[str, Any]
    env: PlaybookEnv

    @property
    def rewards(self) -> list[float]:
        return [step[1] for step in self.steps]

    @property
    def infos(self) -> list[dict[str, Any]]:
        return [step[4] for step in self.steps]


def play_all(matter: Matter, sent: Iterable[Any], seed: int | None = None) -> Played:
    """`sent` played until the episode is over or they are used up."""
    env = PlaybookEnv(matter)
    first, _ = env.reset(seed)
    steps = []
    for action in sent:
        steps.append(env.step(action))
        if steps[-1][2] or steps[-1][3]:
            break
    return Played(first, steps, env.episode_result(), env)


def spoken(played: Played) -> bytes:
    """All that an episode said, and both forms of its trace."""
    said = json.dumps([played.first, played.steps, played.result], ensure_ascii=True)
    return said.encode() + b"\n" + traces(played.env)


def traces(env: PlaybookEnv) -> bytes:
    with TemporaryDirectory() as folder:
        compact, long = Path(folder) / "compact.jsonl", Path(folder) / "long.json"
        env.save_trace(compact)
        env.save_trace(long, full=True)
        return compact.read_bytes() + b"\n" + long.read_bytes()


def without_steps(value: Any) -> Any:
    """A value without what counts steps: numbers of steps, what is left of them, what was said last."""
    if isinstance(value, dict):
        counted = ("step", "steps", "revised_at_step", "steps_remaining", "last_result", "protocol_penalties")
        return {key: without_steps(inner) for key, inner in value.items() if key not in counted}
    if isinstance(value, list):
        return [without_steps(inner) for inner in value]
    return value


# --- meddling ----------------------------------------------------------------------------------------------


def parts(value: Any) -> Iterator[Any]:
    """Every dict and list in `value`, the innermost last."""
    if isinstance(value, dict | list):
        yield value
        for inner in list(value.values() if isinstance(value, dict) else value):
            yield from parts(inner)
    elif isinstance(value, tuple):
        for inner in value:
            yield from parts(inner)


_DICT_DEEDS: Sequence[Callable[[Any], Any]] = (
    lambda d: d.__setitem__("meddled", "yes"),
    lambda d: d.__setitem__(next(iter(d)), "meddled"),
    lambda d: d.__delitem__(next(iter(d))),
    lambda d: d.update(meddled="yes"),
    lambda d: d.setdefault("meddled", "yes"),
    lambda d: d.__ior__({"meddled": "yes"}),
    lambda d: d.pop(next(iter(d))),
    lambda d: d.popitem(),
    lambda d: d.clear(),
)
_LIST_DEEDS: Sequence[Callable[[Any], Any]] = (
    lambda one: one.append("meddled"),
    lambda one: one.insert(0, "meddled"),
    lambda one: one.extend(["meddled"]),
    lambda one: one.__iadd__(["meddled"]),
    lambda one: one.__imul__(2),
    lambda one: one.__setitem__(0, "meddled"),
    lambda one: one.__setitem__(slice(0, 0), ["meddled"]),
    lambda one: one.reverse(),
    lambda one: one.sort(key=str),
    lambda one: one.remove(one[0]),
    lambda one: one.__delitem__(0),
    lambda one: one.pop(),
    lambda one: one.clear(),
)


def meddle(value: Any) -> None:
    """Do to every part of `value` whatever can be done to it."""
    for part in reversed(list(parts(value))):
        for deed in _DICT_DEEDS if isinstance(part, dict) else _LIST_DEEDS:
            try:
                deed(part)
            except (TypeError, KeyError, IndexError, StopIteration, ValueError):
                continue
