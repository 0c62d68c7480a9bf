"""Whatever is sent, a step answers or refuses. It never raises, and what it leaves can be written and replayed."""

import enum
import json
import time
from collections import OrderedDict, UserDict, UserList, UserString, defaultdict
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playbook_legal import Matter, PlaybookEnv, replay
from playbook_legal.actions import ACTIONS, Quote
from playbook_legal.episode.trace import read_trace
from playbook_legal.episode.verify import verify_trace
from playbook_legal.problems import one_line

from .cases import accept, ask, escalate, finish, issue, markup, read, redline, search
from .episodes import TOUR, exact_matter, strict_matter

WELL_FORMED: dict[str, dict[str, Any]] = {
    "read_document": read("msa", "4.2"),
    "search_matter": search("records"),
    "ask_client": ask("What is the deadline?"),
    "escalate": escalate("exclusivity"),
    "submit_issue": issue("msa §4.2", quotes=[("msa §4.2", "Moss may use Records to train its models")]),
    "revise_issue": issue("msa §4.2", quotes=[("msa §4.2", "Moss may use Records")], revise=True),
    "propose_redline": redline(),
    "revise_redline": redline(revise=True),
    "send_markup": markup("10.2"),
    "accept_counterparty": accept(),
    "submit_final": finish(),
}
# So that revisions and acceptances have something to work on.
OPENING = (issue("msa §4.2"), redline(), markup("10.2"))
TEN_MEGABYTES = 10_000_000


class Text(str):
    """A text that lies about itself."""

    __slots__ = ()

    def __str__(self) -> str:
        raise RuntimeError("not printable")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("not comparable")

    def __len__(self) -> int:
        raise RuntimeError("not countable")

    __hash__ = str.__hash__


class PlainText(str):
    """A text of another class, otherwise honest."""

    __slots__ = ()


class Number(int):
    """A number that lies about itself."""

    def __abs__(self) -> Any:
        raise RuntimeError("no size")


class Mapping(dict[Any, Any]):
    """An object that cannot be looked at."""

    def __iter__(self) -> Any:
        raise RuntimeError("no keys")

    def __getitem__(self, _key: object) -> Any:
        raise RuntimeError("no values")

    def get(self, _key: object, _default: object = None) -> Any:
        raise RuntimeError("no values")

    def items(self) -> Any:
        raise RuntimeError("no items")

    keys = values = items


class Listing(list[Any]):
    """A list that cannot be walked."""

    def __iter__(self) -> Any:
        raise RuntimeError("no items")

    __len__ = __iter__


class Hostile:
    """An object that answers nothing but what it is."""

    def __getattribute__(self, name: str) -> Any:
        if name == "__class__":
            return Hostile
        raise RuntimeError(name)


class Colour(enum.Enum):
    RED = "red"


class Pair(NamedTuple):
    citation: str
    text: str


def cyclic_list() -> list[Any]:
    one: list[Any] = []
    one.append(one)
    return one


def cyclic_object() -> dict[str, Any]:
    one: dict[str, Any] = {"type": "submit_final"}
    one["summary"] = one
    return one


def doubly_cyclic() -> dict[str, Any]:
    """Twice as much with every level one looks into it."""
    one = cyclic_object()
    one["again"] = [one, one]
    return one


def nested(depth: int) -> Any:
    value: Any = "x"
    for level in range(depth):
        value = [value] if level % 2 else {"x": value}
    return value


# What may stand where something else belongs; made anew for every use.
JSON_VALUES: dict[str, Callable[[], Any]] = {
    "null": lambda: None,
    "true": lambda: True,
    "a number": lambda: 7,
    "a negative number": lambda: -0.0,
    "a huge number": lambda: 10**5000,
    "a list": lambda: ["a", ["b"]],
    "an empty list": list,
    "a list of numbers": lambda: [1, 2.5, None],
    "an empty object": dict,
    "a nested object": lambda: {"a": {"b": [{"c": None}]}},
    "deep nesting": lambda: nested(900),
    "an empty text": str,
    "white space": lambda: " \t\r\n\u00a0\u2028\u3000",
    "a NUL": lambda: "a\x00b\x00",
    "control characters": lambda: "\x01\x1b[31m\x7f\x9f",
    "right to left": lambda: "\u202emsa §4.2\u202c \u2067x\u2069",
    "zero width": lambda: "m\u200bs\u200da \ufeff§\u20604.2",
    "combining marks": lambda: "e" + "\u0301" * 500,
    "letters that grow when lowered": lambda: "İ" * 500 + "ẞΣς",
    "astral letters": lambda: "𝔄" * 50 + "\U0010ffff",
    "noncharacters": lambda: "\ufffe\uffff",
    "the type": lambda: "submit_final",
    "a pattern": lambda: "(a+)+$[" + "\\",
    "a template": lambda: "{0.__class__} %s ${x} {{",
    "markup": lambda: "<script>alert(1)</script>\n## 4.2 Use\n```",
    "a path": lambda: "../../rubric.yaml",
}
ODD_VALUES: dict[str, Callable[[], Any]] = {
    "not a number": lambda: float("nan"),
    "infinity": lambda: float("-inf"),
    "a lone surrogate": lambda: "a\ud800b",
    "a low surrogate": lambda: "\udfff",
    "a list that contains itself": cyclic_list,
    "an object that contains itself": cyclic_object,
    "bytes": lambda: b"msa",
    "a set": lambda: {"msa §4.2", "msa §5.1"},
    "a frozen set": lambda: frozenset(("msa §4.2",)),
    "a tuple": lambda: ("msa §4.2",),
    "a named tuple": lambda: Pair("msa §4.2", "x"),
    "a generator": lambda: (one for one in "ab"),
    "an object": object,
    "a class": lambda: object,
    "a function": lambda: len,
    "a hostile object": Hostile,
    "a hostile text": lambda: Text("msa"),
    "a text of another class": lambda: PlainText("msa §4.2"),
    "a hostile number": lambda: Number(5),
    "a hostile mapping": lambda: Mapping(type="submit_final", summary="x"),
    "a hostile list": lambda: Listing(["msa §4.2"]),
    "a mapping that is no dict": lambda: MappingProxyType({"type": "submit_final", "summary": "x"}),
    "an ordered mapping": lambda: OrderedDict(type="submit_final", summary="x"),
    "a mapping with defaults": lambda: defaultdict(str, type="submit_final"),
    "a user's mapping": lambda: UserDict({"type": "submit_final", "summary": "x"}),
    "a user's list": lambda: UserList(["x"]),
    "a user's text": lambda: UserString("x"),
    "a member of an enumeration": lambda: Colour.RED,
    "a date": lambda: datetime(2024, 1, 5, tzinfo=UTC),
    "a decimal": lambda: Decimal("1.5"),
    "an identifier": lambda: UUID(int=1),
    "a typed value": lambda: Quote("msa §4.2", "x"),
    "a typed value of wrong parts": lambda: Quote(object(), 5),  # type: ignore[arg-type]
    "a namespace": lambda: SimpleNamespace(type="submit_final"),
    "keys that are no texts": lambda: {1: "a", None: "b", (1, 2): "c", b"x": "d", 2.5: "e"},
    "a list of odd things": lambda: ["msa §4.2", {"x"}, b"y", Hostile()],
}
VALUES = JSON_VALUES | ODD_VALUES
# Too slow to stand everywhere.
MORE_VALUES: dict[str, Callable[[], Any]] = {
    "an object that contains itself twice": doubly_cyclic,
    "an unreadably deep list": lambda: nested(100_000),
    "a hundred thousand numbers": lambda: [list(range(1000))] * 100,
}


def standing(env: PlaybookEnv) -> dict[str, Any]:
    """The result without what every step changes."""
    result = env.episode_result()
    told = {key: value for key, value in result["breakdown"].items() if key != "protocol_penalties"}
    return {**result, "steps": None, "breakdown": told}


def take(env: PlaybookEnv, sent: Any) -> dict[str, Any]:
    """Send it; the answer must be plain JSON and the episode unchanged when it is refused. Returns the info."""
    before = standing(env)
    observation, reward, terminated, truncated, info = env.step(sent)
    answer = [observation["last_result"], observation["budgets"], reward, terminated, truncated, info]
    assert json.loads(json.dumps(answer)) == answer
    assert type(reward) is float
    if info["refused"]:
        assert reward <= 0
        error = observation["last_result"]["error"]
        assert 10 < len(error) < 2_000
        assert error == one_line(error, len(error) + 1)
        if not truncated:
            assert standing(env) == before
    else:
        assert "error" not in observation["last_result"]
    return info


def assert_written_and_replayed(env: PlaybookEnv, folder: Path) -> None:
    """The result is JSON; both traces can be written, replay to the same bytes, and hold no difference."""
    result = env.episode_result()
    assert json.loads(json.dumps(result)) == result
    matter = env.matter
    env.save_trace(folder / "compact.jsonl")
    env.save_trace(folder / "long.json", full=True)
    for name, full in (("compact.jsonl", False), ("long.json", True)):
        trace = read_trace(folder / name)
        assert verify_trace(trace, matter).difference is None
        again = PlaybookEnv(matter)
        again.reset()
        for action in trace.actions:
            again.step(action)
        again.save_trace(folder / "again", full=full)
        assert (folder / "again").read_bytes() == (folder / name).read_bytes()


def with_room(envs: list[PlaybookEnv]) -> list[PlaybookEnv]:
    """The environments, with a new one at the end when the last is over or nearly so."""
    result = envs[-1].episode_result()
    if result["terminated"] or result["steps"] >= 58:
        envs.append(opened(envs[-1].matter))
    return envs


def opened(matter: Matter) -> PlaybookEnv:
    env = PlaybookEnv(matter)
    env.reset()
    for action in OPENING:
        env.step(action)
    return env


# --- fields ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", WELL_FORMED)
def test_any_field_replaced_by_anything_is_refused_or_scored(kind: str, tmp_path: Path):
    sound = WELL_FORMED[kind]
    matter = strict_matter() if "issue" in kind or kind == "submit_final" else exact_matter()
    envs = [opened(matter)]
    for field in (*sound, "call_id", "surplus"):
        for name, make in VALUES.items():
            envs = with_room(envs)
            info = take(envs[-1], {**sound, field: make()})
            if field == "type" and name != "the type":
                assert info["refusal"] == "unknown_action"
            if field == "surplus":
                assert info["ignored_fields"] == ["surplus"]
    assert_written_and_replayed(envs[len(envs) // 2], tmp_path)


@pytest.mark.parametrize("kind", WELL_FORMED)
def test_any_field_left_out_is_named_unless_it_need_not_be_there(kind: str):
    for field in WELL_FORMED[kind]:
        env = opened(exact_matter())
        info = take(env, {key: value for key, value in WELL_FORMED[kind].items() if key != field})
        if field in ("section", "quotes") and kind != "send_markup" and "redline" not in kind:
            assert not info["refused"]
        else:
            refusal = "unknown_action" if field == "type" else "malformed_action"
            assert info["refusal"] == refusal


@pytest.mark.parametrize("part", ["citation", "text"])
def test_any_part_of_a_quote_replaced_by_anything_is_refused_or_scored(part: str, tmp_path: Path):
    envs = [opened(exact_matter())]
    sound = {"citation": "msa §4.2", "text": "Moss may use Records to train its models"}
    for make in VALUES.values():
        envs = with_room(envs)
        take(envs[-1], {**issue("msa §4.2"), "quotes": [{**sound, part: make()}]})
        take(envs[-1], {**issue("msa §4.2"), "quotes": [sound, make()]})
    assert_written_and_replayed(envs[0], tmp_path)


@pytest.mark.parametrize("name", VALUES | MORE_VALUES)
def test_anything_in_the_place_of_an_action_is_refused_or_taken(name: str, tmp_path: Path):
    env = opened(exact_matter())
    info = take(env, (VALUES | MORE_VALUES)[name]())
    if name not in (
        "a mapping that is no dict",
        "an ordered mapping",
        "a user's mapping",
        "a hostile mapping",
    ):
        assert info["refused"]
    assert_written_and_replayed(env, tmp_path)


def test_a_typed_action_with_anything_in_its_fields_is_refused_or_scored(tmp_path: Path):
    for kind, sound in WELL_FORMED.items():
        envs = [opened(exact_matter())]
        fields = [field for field in sound if field != "type"]
        for field in fields:
            for make in VALUES.values():
                envs = with_room(envs)
                typed = msgspec.structs.replace(msgspec.convert(sound, ACTIONS[kind]), **{field: make()})
                take(envs[-1], typed)
        assert_written_and_replayed(envs[0], tmp_path)


def test_the_messages_say_what_was_wrong_and_what_would_be_right():
    env = opened(exact_matter())

    def refusal(sent: Any) -> str:
        error = env.step(sent)[0]["last_result"]["error"]
        assert isinstance(error, str)
        return error

    actions = (
        "read_document, search_matter, ask_client, escalate, submit_issue, revise_issue, propose_redline, "
        "revise_redline, send_markup, accept_counterparty, submit_final"
    )
    assert refusal({"type": "guess"}) == f'`type` is "guess", which is no action; the actions are {actions}'
    assert refusal(None) == (
        f"an action is a JSON object with a `type`, and null was sent; the actions are {actions}"
    )
    assert refusal({"type": "escalate", "topic": 5}) == (
        "`topic` must be text, and 5 was sent; `reason` is missing. escalate needs topic, reason"
    )
    assert 'there is no document "dpa"; the documents are msa, playbook' in refusal(read("dpa"))
    assert 'msa has no section "99"' in refusal(read("msa", "99"))
    assert "3 characters or more" in refusal(search("ab"))
    assert "there is no provision" in refusal(redline("msa", "99"))
    assert "comes first" in refusal(issue("msa §4.2", label="new", revise=True))
    assert "comes first" in refusal(redline("msa", "4.2", label="new", revise=True))
    assert "nothing to accept" in refusal(accept("new"))


# --- aliases and keys --------------------------------------------------------------------------------------


def test_two_keys_that_become_one_are_one(tmp_path: Path):
    env = opened(exact_matter())
    take(env, {**issue("msa §5.1"), 1: "a", "1": "b", None: 1, "null": 2})
    take(env, {**issue("msa §5.1", label="x"), PlainText("title"): "again"})
    assert_written_and_replayed(env, tmp_path)


def test_an_action_that_is_changed_after_it_was_sent_is_recorded_as_it_was():
    env = opened(exact_matter())
    sent = issue("msa §5.1", quotes=[("msa §5.1", "Moss shall give notice")])
    env.step(sent)
    odd: dict[str, Any] = {"type": "do_magic", "deep": {"list": [1]}}
    env.step(odd)
    recorded = json.dumps(env.trace().actions)
    sent["citations"].append("msa §4.2")
    sent["quotes"][0]["text"] = "changed"
    odd["deep"] = None
    assert json.dumps(env.trace().actions) == recorded


# --- size --------------------------------------------------------------------------------------------------


BIG_TEXTS: dict[str, Callable[[], str]] = {
    "ten megabytes of letters": lambda: "a" * TEN_MEGABYTES,
    "ten megabytes of words": lambda: "law prohibits " * (TEN_MEGABYTES // 14),
    "ten megabytes of white space": lambda: " " * TEN_MEGABYTES,
    "two megabytes of ends of sentences": lambda: ". " * 1_000_000,
    "two megabytes of accents": lambda: "İé" * 500_000,
}


@pytest.mark.parametrize("text", BIG_TEXTS)
def test_much_text_anywhere_is_refused_or_scored_in_seconds(text: str):
    big = BIG_TEXTS[text]()
    started = time.process_time()
    env = opened(exact_matter())
    for sound in WELL_FORMED.values():
        for field, value in sound.items():
            if env.episode_result()["terminated"] or env.episode_result()["steps"] >= 59:
                env = opened(exact_matter())
            put: Any = big
            if field == "citations":
                put = [big]
            elif field == "quotes":
                put = [{"citation": "msa §4.2", "text": big}]
            elif field == "type" or not isinstance(value, str):
                continue
            observation, *_ = env.step({**sound, field: put})
            assert "last_result" in observation
    # Some thirty steps of ten megabytes each: a guard against hanging, not a measure.
    assert time.process_time() - started < 60


def test_a_refusal_does_not_repeat_what_was_too_long():
    env = opened(strict_matter())
    observation, *_ = env.step(issue("msa §4.2", title="t" * TEN_MEGABYTES))
    assert observation["last_result"]["error"] == (
        "`title` has 10000000 characters, and this matter takes at most 160; shorten it"
    )
    for sent in (
        {"type": "x" * TEN_MEGABYTES},
        read("m" * TEN_MEGABYTES),
        read("msa", "4" * TEN_MEGABYTES),
        redline("msa", "4" * TEN_MEGABYTES),
        accept("a" * TEN_MEGABYTES),
        "x" * TEN_MEGABYTES,
    ):
        observation, *_ = env.step(sent)
        assert len(observation["last_result"]["error"]) < 1_000


def test_many_items_are_refused_or_scored(tmp_path: Path):
    env = opened(exact_matter())
    take(env, issue(*["msa §4.2"] * 10_000, label="a"))
    take(env, issue(*["msa §99"] * 10_000, label="b"))
    take(env, issue("msa §5.1", label="c", quotes=[("msa §5.1", "Moss shall give notice")] * 10_000))
    take(env, {**issue("msa §5.1"), "quotes": [{"citation": "msa §5.1", "text": ""}] * 51_000})
    take(env, {**issue("msa §5.1"), "quotes": [None] * 20_000})
    take(env, {**issue("msa §5.1"), "quotes": [{}] * 20_000})
    take(env, {**issue("msa §5.1"), **{f"extra{number}": 1 for number in range(10_000)}})
    assert_written_and_replayed(env, tmp_path)


# --- and whatever nobody thought of ------------------------------------------------------------------------

_anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.integers(0, 0x10FFFF).map(chr), max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("abctyp", max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=80)
@given(
    st.lists(
        st.builds(
            lambda kind, change: {**WELL_FORMED[kind], **change},
            st.sampled_from(list(WELL_FORMED)),
            st.dictionaries(
                st.sampled_from([*{field for one in WELL_FORMED.values() for field in one}]),
                _anything,
                max_size=2,
            ),
        )
        | _anything,
        max_size=6,
    )
)
def test_no_json_value_makes_a_step_raise(sent: list[Any]):
    env = opened(exact_matter())
    for action in sent:
        if env.episode_result()["terminated"]:
            break
        take(env, action)
    recorded = json.loads(json.dumps(env.trace().actions))
    assert replay(env.matter, recorded).result == env.episode_result()


def test_the_tour_is_written_and_replayed(tmp_path: Path):
    env = PlaybookEnv(exact_matter())
    env.reset()
    for action in TOUR:
        take(env, action)
    assert_written_and_replayed(env, tmp_path)
