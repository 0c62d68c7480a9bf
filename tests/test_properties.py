"""What holds always: of the comparison of texts, and of every episode whatever is sent."""

import copy
import json
import pickle
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from playbook_legal import Matter, PlaybookEnv, replay, score
from playbook_legal.actions import ACTIONS, Action
from playbook_legal.text import Passage, Prose, normalize_text, normalized_bytes

from .cases import finish, issue, redline, small_matter
from .episodes import (
    PHRASES,
    TOUR,
    actions,
    exact_matter,
    meddle,
    parts,
    play_all,
    spoken,
    strict_matter,
    traces,
    without_steps,
)

# Letters whose lower case depends on what follows or is longer than they are, marks, every kind of white space,
# every end of a sentence, and what only looks like one.
_SIGNS = (
    "aAbZ1.?!;-§’'\n\r\t \u00a0\u2028\u2029\u0085\u000b\u000c\u001c\u3000\ufeff\u200bİßẞΣσςǅé\u0301\u0307№𝔄"
)
_any_character = st.integers(0, 0x10FFFF).filter(lambda code: not 0xD800 <= code < 0xE000).map(chr)
written = st.text(st.sampled_from(_SIGNS), max_size=40) | st.lists(_any_character, max_size=12).map("".join)
ODD_TEXTS = (
    "İstanbul İİ ΑΣ ΑΣ. ẞ ǅ",
    "\ufeffa\r\n\r\nb\u2028c\u00a0\u0085d",
    "  lead and trail \n",
    "e\u0301\u0307 İ\u0307",
    "",
    " \n ",
)


# --- text --------------------------------------------------------------------------------------------------


def with_examples(test: Any) -> Any:
    for text in ODD_TEXTS:
        test = example(text)(test)
    return test


@with_examples
@given(written)
def test_normalizing_twice_is_normalizing_once(text: str):
    once = normalize_text(text)
    assert normalize_text(once) == once
    assert Passage(text).text == Prose(text).text == once
    assert normalized_bytes(text) == once.encode()


def slowly_normalized(source: str) -> list[tuple[str, int]]:
    """Each character of the normalized text with the place it came from, the obvious way."""
    lowered = source.lower()
    placed: list[tuple[str, int]] = []
    at = 0
    for place, character in enumerate(source):
        for _ in character.lower():
            placed.append((lowered[at], place))
            at += 1
    collapsed: list[tuple[str, int]] = []
    for character, place in placed:
        if not character.isspace():
            collapsed.append((character, place))
        elif collapsed and collapsed[-1][0] != " ":
            collapsed.append((" ", place))
    if collapsed and collapsed[-1][0] == " ":
        collapsed.pop()
    return collapsed


@with_examples
@given(written)
def test_a_place_in_the_normalized_text_leads_back_to_the_very_place_in_the_source(text: str):
    passage, twin = Passage(text), slowly_normalized(text)
    assert passage.text == "".join(character for character, _ in twin)
    for start in range(len(twin)):
        for end in range(start + 1, len(twin) + 1):
            assert passage.source_span(start, end) == (twin[start][1], twin[end - 1][1] + 1)


@given(written, st.integers(0, 50), st.integers(1, 20))
def test_a_passage_that_stands_in_the_text_is_found_where_it_stands(text: str, start: int, length: int):
    passage = Passage(text)
    wanted = passage.text[start : start + length].strip()
    span = passage.find(wanted)
    if not wanted:
        assert span is None
        return
    assert span is not None
    found = text[span[0] : span[1]]
    # A letter may be found by half of what it lowers to, and a sigma's shape depends on what is left of the word.
    assert wanted.replace("ς", "σ") in normalize_text(found).replace("ς", "σ")
    assert passage.text.index(wanted) == min(
        at for at in range(len(passage.text)) if passage.text.startswith(wanted, at)
    )
    assert Passage(text).find(passage.text + "x") is None


def slow_sentences(*fields: str) -> tuple[str, list[int]]:
    """The normalized text and the number of the sentence each of its characters stands in, by the rule as written:
    a sentence ends at `.`, `?` or `!` followed by white space or the end of the text, at a newline, and at the end
    of a field. The space before a sentence belongs to it."""
    source = "\n".join(fields)
    sentence_of_source = []
    sentence = 0
    for at, character in enumerate(source):
        sentence_of_source.append(sentence)
        followed = source[at + 1 : at + 2]
        if character == "\n" or (character in ".?!" and (not followed or followed.isspace())):
            sentence += 1
    placed = slowly_normalized(source)
    numbers = [sentence_of_source[place] for _, place in placed]
    for at, (character, _) in enumerate(placed):
        if character == " ":
            numbers[at] = numbers[at + 1]
    return "".join(character for character, _ in placed), numbers


@given(st.lists(written, min_size=1, max_size=3))
@example(["No. It is not so. It is."])
@example(["See §10.2 and R.3 here. Next?! Yes", "a field without an end", "another"])
@example(["one\ntwo\r\n\r\nthree . four.five\u2028six. \u2028seven"])
@example([". . .", "\n", "?"])
def test_sentences_are_bounded_as_the_rule_says(fields: list[str]):
    prose = Prose(*fields)
    text, numbers = slow_sentences(*fields)
    assert prose.text == text
    for start in range(len(text)):
        for end in range(start + 1, min(len(text), start + 12) + 1):
            inside = [at for at in range(start, end) if text[at] != " "] or [start]
            wanted = {numbers[start], *(numbers[at] for at in inside)}
            held = [
                at for at in range(len(text)) if min(wanted) <= numbers[at] <= max(wanted) and text[at] != " "
            ]
            assert prose.sentence(start, end) == (held[0], held[-1] + 1)
    assert Prose().sentence(0, 1) == (0, 0)


# --- refusals ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("matter", [exact_matter(), strict_matter()], ids=["seed rules", "strict instrument"])
@settings(max_examples=70)
@given(sent=actions())
@example(sent=list(TOUR))
def test_a_refused_action_leaves_the_episode_as_it_was(matter: Matter, sent: list[Any]):
    played = play_all(matter, sent)
    before = played.first
    for observation, reward, _, _, info in played.steps:
        if info["refused"]:
            assert without_steps(observation) == without_steps(before)
            assert observation["last_result"].keys() >= {"error"}
            assert reward <= 0
        before = observation
    taken = [action for action, info in zip(sent, played.infos, strict=False) if not info["refused"]]
    again = play_all(matter, taken)
    kept = [step for step in played.steps if not step[4]["refused"]]
    assert len(again.steps) == len(kept)
    for (seen, reward, terminated, _, info), other in zip(kept, again.steps, strict=True):
        assert without_steps(seen) == without_steps(other[0])
        assert seen["last_result"] == other[0]["last_result"]
        assert (reward, terminated) == (other[1], other[2])
        assert without_steps(info) == without_steps(other[4])
    assert without_steps(played.result) == without_steps(again.result)


# --- scores ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "matter", [exact_matter(steps=10), strict_matter()], ids=["seed rules", "strict instrument"]
)
@settings(max_examples=70)
@given(sent=actions())
@example(sent=list(TOUR))
def test_a_score_stays_below_its_maximum_and_the_rewards_add_up_to_it(matter: Matter, sent: list[Any]):
    played = play_all(matter, sent)
    result = played.result
    assert result["raw_score"] <= result["max_score"] == 15.0
    assert 0 <= result["normalized_score"] <= 1
    if result["critical_failure"]:
        assert result["normalized_score"] <= 0.25
    penalties = [one["points"] for one in result["breakdown"]["protocol_penalties"]]
    events = [one["points"] for one in result["breakdown"]["reward_events"]]
    assert sum(played.rewards) == pytest.approx(result["raw_score"] + sum(penalties), abs=1e-9)
    assert sum(events) == pytest.approx(result["raw_score"], abs=1e-9)
    assert result["steps"] == len(played.steps) == len(played.rewards)


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from(PHRASES), max_size=3),
    st.lists(st.sampled_from(PHRASES), max_size=3),
    st.permutations(["msa §4.2", "playbook §3", "msa §99"]),
)
def test_a_revision_that_changes_nothing_is_worth_exactly_nothing(
    one: list[str], other: list[str], cited: list[str]
):
    env = PlaybookEnv(small_matter())
    env.reset()
    submitted = [
        issue(*cited, label="a", severity="high", analysis=" ".join(one)),
        issue("msa §5.1", label="b", analysis=" ".join(other)),
        issue("msa §4.2", label="c", analysis=" ".join(other)),
        redline(text=" ".join(one), label="a"),
        redline("msa", "5.1", " ".join(other), label="b"),
    ]
    for action in submitted:
        env.step(action)
    before = env.episode_result()
    for action in submitted:
        revision = {**action, "type": action["type"].replace("submit", "revise").replace("propose", "revise")}
        reward = env.step(revision)[1]
        assert reward == 0.0
        assert str(reward) == "0.0"
    assert without_steps(env.episode_result()) == without_steps(before)


def test_a_thousand_revisions_that_change_nothing_are_worth_exactly_nothing():
    # Thirds and sevenths have no exact float: any rounding on the way would add up.
    matter = small_matter(
        rubric={
            "issues.0.concept_points": 0.1,
            "issues.0.base_points": 0.7,
            "issues.1.required_concepts": ["24 hours", "discovery", "a", "b", "c", "d", "e"],
            "issues.0.redline_concepts": ["shall not", "train", "x"],
        },
        manifest={"constraints.maximum_steps": 1100},
    )
    env = PlaybookEnv(matter)
    env.reset()
    submitted = [
        issue("msa §4.2", label="a", severity="high", analysis="consent to train"),
        issue("msa §5.1", label="b", analysis="24 hours of discovery a"),
        redline(text="shall not", label="a"),
        issue("msa §99", "msa §5.1", label="c"),
    ]
    for action in submitted:
        env.step(action)
    before = env.episode_result()["raw_score"]
    rewards = []
    for number in range(1000):
        action = submitted[number % 4]
        rewards.append(env.step({**action, "type": "revise_" + action["type"].split("_")[1]})[1])
    assert rewards == [0.0] * 1000
    assert env.episode_result()["raw_score"] == before


# --- one function ------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(actions(repeats=True))
@example(
    [
        {**TOUR[0], "call_id": "a"},
        {**TOUR[0], "call_id": "a"},
        {**TOUR[1], "call_id": "a"},
        {**TOUR[0], "call_id": "a"},
    ]
)
def test_replay_and_score_say_what_the_environment_said(sent: list[Any]):
    matter = exact_matter(steps=12)
    played = play_all(matter, sent)
    again = replay(matter, sent[: len(played.steps)])
    assert again.initial_observation == played.first
    assert [
        (one.observation, one.reward, one.terminated, one.truncated, one.info) for one in again.steps
    ] == played.steps
    assert again.result == played.result == score(matter, sent)
    # What was recorded is enough to play the episode again.
    recorded = json.loads(json.dumps(played.env.trace().actions))
    assert replay(matter, recorded).result == played.result


def typed(sent: dict[str, Any]) -> Action:
    return msgspec.convert(sent, ACTIONS[sent["type"]])


@settings(max_examples=40)
@given(actions())
@example(list(TOUR))
def test_a_typed_action_is_its_json_twin(sent: list[Any]):
    matter = exact_matter()
    plain: list[Any] = []
    values: list[Any] = []
    for action in sent:
        try:
            values.append(typed(action))
        except (msgspec.ValidationError, KeyError, TypeError):
            continue
        plain.append(action)
    assert spoken(play_all(matter, plain)) == spoken(play_all(matter, values))


def test_a_delivery_repeated_is_answered_and_not_taken():
    env = PlaybookEnv(exact_matter())
    env.reset()
    first = env.step({**TOUR[6], "call_id": "one"})
    kept = copy.deepcopy(first)
    result = env.episode_result()
    for _ in range(3):
        again = env.step({**TOUR[6], "call_id": "one"})
        assert again == kept
        meddle(again)
    meddle(first)
    assert env.step({**TOUR[6], "call_id": "one"}) == kept
    assert env.episode_result() == result
    taken = env.step({**TOUR[6], "call_id": "two"})
    assert taken[1] != kept[1]
    env.step({**finish(), "call_id": "three"})
    assert env.step({**finish(), "call_id": "three"})[2] is True
    with pytest.raises(RuntimeError):
        env.step({**finish(), "call_id": "four"})


# --- what is handed out ------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(actions(most=10))
@example(list(TOUR))
def test_nothing_done_to_what_was_handed_out_changes_any_episode(sent: list[Any]):
    matter = exact_matter()
    expected = play_all(matter, sent)
    said = spoken(expected)
    meddled, calm = PlaybookEnv(matter), PlaybookEnv(matter)
    meddle(meddled.observation_parts)
    meddle(meddled.reset())
    calm.reset()
    for action, step in zip(sent, expected.steps, strict=False):
        own = copy.deepcopy(action)
        answer = meddled.step(own)
        assert answer == step
        meddle(answer)
        meddle(own)
        meddle(meddled.episode_result())
        assert calm.step(action) == step
    assert meddled.episode_result() == calm.episode_result() == expected.result
    assert traces(meddled) == traces(calm)
    assert spoken(play_all(matter, sent)) == said


def test_observations_are_plain_values_to_every_library():
    for observation in [
        play_all(exact_matter(), TOUR).first,
        *(step[0] for step in play_all(exact_matter(), TOUR).steps),
    ]:
        text = json.dumps(observation)
        assert json.loads(text) == observation
        assert msgspec.json.decode(msgspec.json.encode(observation)) == observation
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(observation)) == observation
        assert pickle.loads(pickle.dumps(observation)) == observation  # noqa: S301 - our own bytes
        copied = copy.deepcopy(observation)
        assert copied == observation
        assert copy.copy(observation) == observation
        assert all(type(part) in (dict, list) for part in parts(copied))
        copied["matter"]["title"] = "changed"
        assert observation["matter"]["title"] == "Fern and Moss"


def test_what_is_shared_says_so_when_somebody_writes_to_it():
    observation, _ = PlaybookEnv(exact_matter()).reset()
    for write in (
        lambda: observation["matter"].update(title="x"),
        lambda: observation["documents"][0]["sections"].insert(0, "x"),
        observation["action_schemas"]["submit_issue"]["properties"].clear,
        lambda: observation["learned_facts"].pop("client"),
        observation["protocol"]["rules"].sort,
    ):
        with pytest.raises(TypeError, match="read-only; copy it to change it"):
            write()
