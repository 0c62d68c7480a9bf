"""Traces: both forms say what an episode was, and whatever is changed in one is found by playing it again."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from playbook_legal import PlaybookEnv, __version__, replay, score
from playbook_legal.episode.trace import Trace, read_trace, write_trace
from playbook_legal.episode.verify import verify_trace
from playbook_legal.problems import UnusableInputError

from .cases import accept, ask, escalate, finish, issue, markup, read, redline, search, small_matter

MEMO = "The training right goes too far; exclusivity was put before you. " * 2
SURROGATE = "a lone \ud800 surrogate"
ODD_TEXT = "NUL \x00, right-to-left \u202eabc, zero-width \u200b, separator \u2028, and 😀"

# One of everything, and what each step is worth.
EPISODE: list[Any] = [
    read("msa"),
    search("train its models"),
    ask("What is the deadline?"),
    escalate("Exclusivity"),
    issue("msa §4.2", "playbook §3", label="training", title=ODD_TEXT),
    redline("msa", "4.2", "Other language.", label="training"),
    markup("5.1"),
    {**issue("msa §4.2", "playbook §3", label="training", severity="high", revise=True), "confidence": 0.5},
    issue("msa §5.1", title=SURROGATE),
    {"type": "do_magic", "how": [1, None, {"deep": True}]},
    markup("5.1"),
    accept(),
    finish(MEMO),
]
REWARDS = [0, 0, 0.5, 0.75, 1.25, 0, 0, 0.25, -0.25, -0.5, 0, 0.5, 0.5 + 0.25 - 0.25]


def played(actions: list[Any], seed: int | None = 7) -> PlaybookEnv:
    env = PlaybookEnv(small_matter())
    env.reset(seed=seed)
    for action in actions:
        env.step(action)
    return env


def saved(folder: Path, actions: list[Any], *, full: bool) -> Path:
    path = folder / ("long.json" if full else "compact.jsonl")
    played(actions).save_trace(path, full=full)
    return path


def lines_of(path: Path) -> list[Any]:
    """The lines of a compact trace as values."""
    return [json.loads(line) for line in path.read_bytes().split(b"\n") if line]


def write_lines(path: Path, lines: list[Any]) -> None:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8", newline="")


def difference(path: Path) -> str | None:
    return verify_trace(read_trace(path), small_matter()).difference


both_forms = pytest.mark.parametrize("full", [False, True], ids=["compact", "long"])


# --- round trips ------------------------------------------------------------------------------------------


def test_the_episode_is_worth_what_it_is_worth():
    rewards = [step.reward for step in replay(small_matter(), EPISODE).steps]
    assert rewards == pytest.approx(REWARDS)


@both_forms
def test_a_trace_is_read_as_it_was_written(full, tmp_path):
    trace = read_trace(saved(tmp_path, EPISODE, full=full))
    assert json.loads(json.dumps(trace.actions)) == EPISODE
    assert [step.reward for step in trace.steps] == pytest.approx(REWARDS)
    assert trace.matter_id == "small_001"
    assert trace.seed == 7
    assert trace.result is not None
    assert trace.result["raw_score"] == 3.75
    assert (trace.events is not None) == full


@both_forms
def test_a_trace_verifies(full, tmp_path):
    verified = verify_trace(read_trace(saved(tmp_path, EPISODE, full=full)), small_matter())
    assert verified.difference is None
    assert verified.notes == ()
    assert verified.result == score(small_matter(), EPISODE)


@both_forms
def test_a_trace_that_was_read_and_written_again_is_the_same_to_the_byte(full, tmp_path):
    path = saved(tmp_path, EPISODE, full=full)
    again = tmp_path / "again"
    write_trace(read_trace(path), again, small_matter() if full else None)
    assert again.read_bytes() == path.read_bytes()


@both_forms
def test_the_same_episode_makes_the_same_bytes(full, tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    assert saved(first, EPISODE, full=full).read_bytes() == saved(second, EPISODE, full=full).read_bytes()


def test_the_compact_form_is_a_header_a_line_for_each_action_and_the_result(tmp_path):
    header, *steps, result = lines_of(saved(tmp_path, EPISODE, full=False))
    assert header["package_version"] == __version__
    assert header["matter_id"] == "small_001"
    assert header["seed"] == 7
    assert header["content_hash"] == small_matter().content_hash
    assert set(header) == {
        "trace",
        "package_version",
        "instrument_version",
        "matter_id",
        "content_hash",
        "seed",
    }
    assert [step["step"] for step in steps] == list(range(1, 14))
    assert [step["action"] for step in steps] == EPISODE
    assert set(result) == {"result"}
    assert result["result"]["raw_score"] == 3.75


def test_the_long_form_has_the_keys_of_the_contract(tmp_path):
    value = json.loads(saved(tmp_path, EPISODE, full=True).read_bytes())
    assert {"matter", "seed", "initial_observation", "events", "result"} <= set(value)
    assert value["matter"] == "small_001"
    assert value["seed"] == 7
    assert len(value["events"]) == 13
    for event in value["events"]:
        assert set(event) == {"step", "action", "observation", "reward", "terminated", "truncated", "info"}
    assert [event["terminated"] for event in value["events"]] == [False] * 12 + [True]


def test_the_compact_form_is_enough_to_rebuild_every_observation(tmp_path):
    value = json.loads(saved(tmp_path, EPISODE, full=True).read_bytes())
    rebuilt = replay(small_matter(), read_trace(saved(tmp_path, EPISODE, full=False)).actions)
    assert rebuilt.initial_observation == value["initial_observation"]
    assert [step.observation for step in rebuilt.steps] == [event["observation"] for event in value["events"]]


def test_observations_in_the_long_form_are_those_the_agent_saw(tmp_path):
    value = json.loads(saved(tmp_path, EPISODE, full=True).read_bytes())
    env = PlaybookEnv(small_matter())
    assert env.reset()[0] == value["initial_observation"]
    for action, event in zip(EPISODE, value["events"], strict=True):
        observation, reward, terminated, truncated, info = env.step(action)
        assert observation == event["observation"]
        assert (reward, terminated, truncated) == (event["reward"], event["terminated"], event["truncated"])
        assert info == event["info"]


@both_forms
def test_lone_surrogates_and_other_odd_text_survive(full, tmp_path):
    path = saved(tmp_path, EPISODE, full=full)
    path.read_bytes().decode("utf-8")
    actions = read_trace(path).actions
    assert actions[8]["title"] == SURROGATE
    assert actions[4]["title"] == ODD_TEXT
    assert difference(path) is None


@both_forms
def test_an_unfinished_episode_is_traced_as_far_as_it_went(full, tmp_path):
    path = saved(tmp_path, EPISODE[:4], full=full)
    assert difference(path) is None
    result = read_trace(path).result
    assert result is not None
    assert result["terminated"] is False
    assert result["steps"] == 4


@both_forms
def test_an_episode_without_a_step_has_a_trace(full, tmp_path):
    path = saved(tmp_path, [], full=full)
    assert read_trace(path).steps == ()
    assert difference(path) is None


@both_forms
def test_repeated_deliveries_leave_one_step_in_the_trace(full, tmp_path):
    sent = {**ask("Deadline?"), "call_id": "c1"}
    path = saved(tmp_path, [sent, sent, finish()], full=full)
    assert read_trace(path).actions == [ask("Deadline?"), finish()]
    assert difference(path) is None


@both_forms
def test_a_byte_order_mark_and_windows_line_ends_are_tolerated(full, tmp_path):
    path = saved(tmp_path, EPISODE, full=full)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert difference(path) is None


def test_blank_lines_in_the_compact_form_are_passed_over(tmp_path):
    path = saved(tmp_path, EPISODE, full=False)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\n\n"))
    assert difference(path) is None


# --- tampering with the compact form ----------------------------------------------------------------------

Change = Callable[[list[Any]], object]


def set_in(line: int, *keys: Any, to: Any) -> Change:
    """Sets the value under `keys` in the line."""

    def change(lines: list[Any]) -> None:
        place = lines[line]
        for key in keys[:-1]:
            place = place[key]
        place[keys[-1]] = to

    return change


def renumbered(lines: list[Any]) -> None:
    for number, line in enumerate(lines[1:-1], 1):
        line["step"] = number


def without_step(at: int) -> Change:
    def change(lines: list[Any]) -> None:
        del lines[at]
        renumbered(lines)

    return change


def swapped(one: int, other: int) -> Change:
    def change(lines: list[Any]) -> None:
        lines[one], lines[other] = lines[other], lines[one]
        renumbered(lines)

    return change


def added(at: int, action: Any, reward: float) -> Change:
    def change(lines: list[Any]) -> None:
        lines.insert(at, {"step": at, "action": action, "reward": reward})
        renumbered(lines)

    return change


FOUND: list[tuple[str, Change, list[str]]] = [
    ("a better reward", set_in(5, "reward", to=2.25), ["step 5", "submit_issue", "reward", "2.25", "1.25"]),
    ("a reward better by a hair", set_in(3, "reward", to=0.50001), ["step 3", "reward"]),
    ("a refusal that cost nothing", set_in(10, "reward", to=0.0), ["step 10", "reward"]),
    ("another question", set_in(3, "action", "question", to="Weather?"), ["step 3", "reward", "-0.1"]),
    ("a better severity", set_in(5, "action", "severity", to="high"), ["step 5", "reward"]),
    (
        "a revision taken for a submission",
        set_in(8, "action", "type", to="submit_issue"),
        ["step 8", "reward"],
    ),
    ("a step left out", without_step(3), ["result"]),
    ("two steps swapped", swapped(3, 5), ["result", "reward_events[0]"]),
    ("a step added", added(2, {"type": "do_magic"}, 0.0), ["step 2", "reward"]),
    ("a step added with its true reward", added(2, {"type": "do_magic"}, -0.5), ["result", "13", "14"]),
    ("a step after the end", added(14, read("msa"), 0.0), ["step 14", "over"]),
    ("the last step cut off", without_step(13), ["result"]),
    ("a better score", set_in(-1, "result", "raw_score", to=9.0), ["result", "raw_score", "9.0", "3.75"]),
    (
        "a better normalized score",
        set_in(-1, "result", "normalized_score", to=1.0),
        ["result", "normalized_score"],
    ),
    ("a smaller maximum", set_in(-1, "result", "max_score", to=4.0), ["result", "max_score"]),
    ("a critical failure", set_in(-1, "result", "critical_failure", to=True), ["result", "critical_failure"]),
    ("an episode that did not end", set_in(-1, "result", "terminated", to=False), ["result", "terminated"]),
    ("an episode that ran out", set_in(-1, "result", "truncated", to=True), ["result", "truncated"]),
    ("fewer steps", set_in(-1, "result", "steps", to=12), ["result", "steps"]),
    (
        "another issue matched",
        set_in(-1, "result", "breakdown", "matched_issues", to=["cap"]),
        ["result", "matched_issues"],
    ),
    (
        "an event worth more",
        set_in(-1, "result", "breakdown", "reward_events", 0, "points", to=5.0),
        ["result", "reward_events[0].points"],
    ),
    (
        "penalties hidden",
        set_in(-1, "result", "breakdown", "protocol_penalties", to=[]),
        ["result", "protocol_penalties"],
    ),
    ("a number nobody reported", set_in(-1, "result", "bonus", to=1), ["result", "bonus"]),
    ("the result emptied", set_in(-1, "result", to={}), ["result"]),
    ("another matter", set_in(0, "matter_id", to="ai_saas_001"), ["ai_saas_001", "small_001"]),
]


@pytest.mark.parametrize(("change", "named"), [row[1:] for row in FOUND], ids=[row[0] for row in FOUND])
def test_the_first_difference_in_a_compact_trace_is_named(change, named, tmp_path):
    path = saved(tmp_path, EPISODE, full=False)
    lines = lines_of(path)
    change(lines)
    write_lines(path, lines)
    said = difference(path)
    assert said is not None
    for word in named:
        assert word in said


def test_of_two_differences_the_first_is_named(tmp_path):
    path = saved(tmp_path, EPISODE, full=False)
    lines = lines_of(path)
    lines[5]["reward"] = lines[3]["reward"] = 9.0
    lines[-1]["result"]["raw_score"] = 9.0
    write_lines(path, lines)
    assert "step 3" in str(difference(path))


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [("content_hash", "0" * 64, "matter"), ("instrument_version", "0", "instrument")],
)
def test_where_a_trace_comes_from_is_noted_and_is_no_difference(key, value, said, tmp_path):
    path = saved(tmp_path, EPISODE, full=False)
    lines = lines_of(path)
    lines[0][key] = value
    write_lines(path, lines)
    verified = verify_trace(read_trace(path), small_matter())
    assert verified.difference is None
    assert len(verified.notes) == 1
    assert said in verified.notes[0]


def test_a_trace_of_a_matter_that_changed_names_the_step_that_scores_otherwise(tmp_path):
    path = saved(tmp_path, EPISODE, full=False)
    verified = verify_trace(read_trace(path), small_matter(rubric={"questions.0.points": 1}))
    assert "step 3" in str(verified.difference)
    assert len(verified.notes) == 1


def test_a_trace_cut_off_before_its_result_is_noted(tmp_path):
    path = saved(tmp_path, EPISODE, full=False)
    write_lines(path, lines_of(path)[:-1])
    verified = verify_trace(read_trace(path), small_matter())
    assert verified.difference is None
    assert any("result" in note for note in verified.notes)


UNREADABLE: list[tuple[str, Change, int]] = [
    ("a wrong step number", set_in(4, "step", to=9), 5),
    ("a step number that is a text", set_in(4, "step", to="4"), 5),
    ("a step without its reward", lambda lines: lines[2].pop("reward"), 3),
    ("a step without its action", lambda lines: lines[2].pop("action"), 3),
    ("a reward that is a text", set_in(2, "reward", to="0"), 3),
    ("a reward that is a truth value", set_in(2, "reward", to=True), 3),
    ("a reward that is nothing", set_in(2, "reward", to=None), 3),
    ("a line that is a list", lambda lines: lines.insert(3, []), 4),
    ("a line that is a text", lambda lines: lines.insert(3, "step"), 4),
    ("two results", lambda lines: lines.append(lines[-1]), 16),
    ("a step behind the result", lambda lines: lines.append(lines[1]), 16),
    ("a result that is a number", set_in(-1, "result", to=3), 15),
    ("a format of the future", set_in(0, "trace", to="playbook.trace.v99"), 1),
    ("a format that is a number", set_in(0, "trace", to=1), 1),
    ("a header without the matter", lambda lines: lines[0].pop("matter_id"), 1),
    ("a header whose hash is a number", set_in(0, "content_hash", to=5), 1),
]


@pytest.mark.parametrize(
    ("change", "line"), [row[1:] for row in UNREADABLE], ids=[row[0] for row in UNREADABLE]
)
def test_a_compact_trace_that_cannot_be_read_is_a_problem_with_its_line(change, line, tmp_path):
    path = saved(tmp_path, EPISODE, full=False)
    lines = lines_of(path)
    change(lines)
    write_lines(path, lines)
    with pytest.raises(UnusableInputError) as caught:
        read_trace(path)
    assert caught.value.problems[0].line == line


GARBAGE = {
    "nothing": b"",
    "blank lines": b"\n\n",
    "a byte-order mark": b"\xef\xbb\xbf",
    "prose": b"not a trace",
    "a picture": b"\x89PNG\r\n\x1a\n\x00\xff",
    "a list": b"[]",
    "an empty object": b"{}",
    "null": b"null",
    "a number": b"17",
    "a text": b'"trace"',
    "events of no matter": b'{"events": []}',
    "events that are no list": b'{"matter": "small_001", "events": {}}',
    "an event that is a number": b'{"matter": "small_001", "events": [7]}',
    "an event without a reward": b'{"matter": "small_001", "events": [{"action": {}}]}',
    "a reward that is no number": b'{"matter": "small_001", "events": [{"action": {}, "reward": NaN}]}',
    "a matter that is a number": b'{"matter": 5, "events": []}',
    "a key twice": b'{"matter": "small_001", "matter": "other", "events": []}',
    "half a header": b'{"trace": "playbook.trace.v1"}',
    "brackets without end": b"[" * 100_000,
    "a number without end": b'{"matter": "m", "events": [{"action": {}, "reward": 1' + b"0" * 5000 + b"}]}",
    "an infinite reward": b'{"matter": "m", "events": [{"action": {}, "reward": 1e999}]}',
}


@pytest.mark.parametrize("content", GARBAGE.values(), ids=GARBAGE.keys())
def test_garbage_is_a_problem_and_no_trace(content, tmp_path):
    path = tmp_path / "trace"
    path.write_bytes(content)
    with pytest.raises(UnusableInputError) as caught:
        read_trace(path)
    assert "\n" not in str(caught.value)


@both_forms
@pytest.mark.parametrize("share", [0.03, 0.2, 0.5, 0.9, 0.999])
def test_a_file_cut_in_the_middle_of_a_line_is_a_problem(full, share, tmp_path):
    path = saved(tmp_path, EPISODE, full=full)
    body = path.read_bytes()
    cut = body[: int(len(body) * share)].rstrip(b"\n}")
    path.write_bytes(cut)
    with pytest.raises(UnusableInputError):
        read_trace(path)


@pytest.mark.parametrize("name", ["missing.jsonl", "."], ids=["a missing file", "a folder"])
def test_what_is_no_file_is_a_problem(name, tmp_path):
    with pytest.raises(UnusableInputError):
        read_trace(tmp_path / name)


# --- tampering with the long form -------------------------------------------------------------------------

LongChange = Callable[[dict[str, Any]], object]


def put(*keys: Any, to: Any) -> LongChange:
    """Sets the value under `keys`."""

    def change(value: dict[str, Any]) -> None:
        place: Any = value
        for key in keys[:-1]:
            place = place[key]
        place[keys[-1]] = to

    return change


FOUND_IN_LONG: list[tuple[str, LongChange, list[str]]] = [
    ("a better reward", put("events", 4, "reward", to=2.25), ["step 5", "reward"]),
    ("another action", put("events", 2, "action", "question", to="Weather?"), ["step 3", "reward"]),
    ("a flag", put("events", 3, "terminated", to=True), ["events[3].terminated"]),
    ("another flag", put("events", 12, "truncated", to=True), ["events[12].truncated"]),
    (
        "an answer in an observation",
        put("events", 2, "observation", "last_result", "answer", to="Never."),
        ["events[2].observation.last_result.answer", "Never."],
    ),
    (
        "a budget in an observation",
        put("events", 5, "observation", "budgets", "steps_remaining", to=99),
        ["events[5].observation.budgets.steps_remaining", "99"],
    ),
    (
        "the paper in an observation",
        put("events", 0, "observation", "last_result", "content", to="Other paper."),
        ["events[0].observation.last_result.content"],
    ),
    (
        "a key that was never shown",
        put("events", 1, "observation", "answer_key", to="x"),
        ["events[1].observation.answer_key"],
    ),
    (
        "a key taken out",
        lambda value: value["events"][1]["observation"].pop("budgets"),
        ["events[1]", "budgets"],
    ),
    (
        "a fact in the first observation",
        put("initial_observation", "learned_facts", "client", to="Moss"),
        ["initial_observation.learned_facts.client"],
    ),
    ("the first observation taken out", put("initial_observation", to=None), ["initial_observation"]),
    ("an info", put("events", 8, "info", "refused", to=False), ["events[8].info.refused"]),
    ("a step number", put("events", 8, "step", to=42), ["events[8].step", "42"]),
    ("an event left out", lambda value: value["events"].pop(), ["result"]),
    ("an event after the end", lambda value: value["events"].append(value["events"][0]), ["step 14", "over"]),
    ("a better score", put("result", "raw_score", to=9.0), ["result", "raw_score"]),
    ("another matter", put("matter", to="other_001"), ["other_001"]),
]


@pytest.mark.parametrize(
    ("change", "named"), [row[1:] for row in FOUND_IN_LONG], ids=[row[0] for row in FOUND_IN_LONG]
)
def test_the_first_difference_in_a_long_trace_is_named(change, named, tmp_path):
    path = saved(tmp_path, EPISODE, full=True)
    value = json.loads(path.read_bytes())
    change(value)
    path.write_text(json.dumps(value), encoding="utf-8")
    said = difference(path)
    assert said is not None
    for word in named:
        assert word in said


def test_a_long_trace_with_half_a_header_is_a_problem(tmp_path):
    path = saved(tmp_path, EPISODE, full=True)
    value = json.loads(path.read_bytes())
    del value["header"]["content_hash"]
    path.write_text(json.dumps(value), encoding="utf-8")
    with pytest.raises(UnusableInputError, match="header"):
        read_trace(path)


# --- traces of another implementation ---------------------------------------------------------------------


def foreign() -> dict[str, Any]:
    """The episode as another implementation would write it: the same content in its own words."""
    played_here = replay(small_matter(), EPISODE)
    events = []
    for number, (action, step) in enumerate(zip(EPISODE, played_here.steps, strict=True), 1):
        observation = copy.deepcopy(step.observation)
        del observation["action_schemas"]
        observation["protocol"] = {"notes": "Other words."}
        last = observation["last_result"]
        for key in ("message", "error", "guidance", "notice"):
            if key in last:
                last[key] = "Said otherwise."
        if isinstance(last.get("content"), str):
            last["content"] = last["content"].replace("\n", " \r\n")
        events.append(
            {
                "step": number,
                "action": action,
                "observation": observation,
                "reward": round(step.reward, 4),
                "terminated": step.terminated,
                "truncated": step.truncated,
                "info": {"theirs": number},
            }
        )
    result = copy.deepcopy(played_here.result)
    for ours in ("protocol_penalties", "unearned", "critical_failures"):
        result["breakdown"].pop(ours, None)
    return {"matter": "small_001", "seed": 3, "initial_observation": {}, "events": events, "result": result}


def verified_foreign(tmp_path: Path, value: dict[str, Any]) -> str | None:
    path = tmp_path / "theirs.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    trace = read_trace(path)
    assert trace.header is None
    verified = verify_trace(trace, small_matter())
    assert any("another implementation" in note for note in verified.notes)
    return verified.difference


def test_a_foreign_trace_is_compared_on_content_and_not_on_wording(tmp_path):
    assert verified_foreign(tmp_path, foreign()) is None


def test_a_foreign_trace_may_name_its_matter_in_an_object(tmp_path):
    assert (
        verified_foreign(tmp_path, {**foreign(), "matter": {"matter_id": "small_001", "title": "x"}}) is None
    )


def test_a_foreign_trace_may_round_its_rewards(tmp_path):
    value = foreign()
    value["events"][4]["reward"] += 0.00004
    assert verified_foreign(tmp_path, value) is None


FOUND_IN_FOREIGN: list[tuple[str, LongChange, list[str]]] = [
    ("a reward off by more than rounding", put("events", 4, "reward", to=1.2502), ["step 5", "reward"]),
    ("another action", put("events", 2, "action", "question", to="Weather?"), ["step 3", "reward"]),
    ("a flag", put("events", 3, "terminated", to=True), ["step 4", "terminated"]),
    ("another flag", put("events", 3, "truncated", to=True), ["step 4", "truncated"]),
    (
        "a budget",
        put("events", 5, "observation", "budgets", "escalations_remaining", to=9),
        ["step 6", "escalations_remaining"],
    ),
    (
        "a label",
        put("events", 5, "observation", "submitted_issue_ids", to=["other"]),
        ["step 6", "submitted_issue_ids"],
    ),
    (
        "a redline's label",
        put("events", 6, "observation", "submitted_redline_issue_ids", to=[]),
        ["step 7", "submitted_redline_issue_ids"],
    ),
    (
        "an escalation",
        put("events", 6, "observation", "submitted_escalation_topics", to=[]),
        ["step 7", "submitted_escalation_topics"],
    ),
    (
        "a fact that was not learned",
        put("events", 6, "observation", "learned_facts", "q_volume", to="?"),
        ["step 7", "learned_facts"],
    ),
    (
        "the paper",
        put("events", 0, "observation", "last_result", "content", to="Other paper."),
        ["step 1", "content"],
    ),
    ("a score", put("result", "raw_score", to=3.76), ["result", "raw_score"]),
    ("a normalized score", put("result", "normalized_score", to=0.9), ["result", "normalized_score"]),
    ("a critical failure", put("result", "critical_failure", to=True), ["result", "critical_failure"]),
    ("a matched issue", put("result", "breakdown", "matched_issues", to=[]), ["result", "matched_issues"]),
    ("a settled issue", put("result", "breakdown", "settled_issues", to=[]), ["result", "settled_issues"]),
    (
        "a citation count",
        put("result", "breakdown", "valid_citation_count", to=7),
        ["result", "valid_citation_count"],
    ),
    ("an event left out", lambda value: value["events"].pop(), ["result"]),
    ("an event after the end", lambda value: value["events"].append(value["events"][0]), ["step 14", "over"]),
    ("another matter", put("matter", to="other_001"), ["other_001"]),
]


@pytest.mark.parametrize(
    ("change", "named"), [row[1:] for row in FOUND_IN_FOREIGN], ids=[row[0] for row in FOUND_IN_FOREIGN]
)
def test_the_first_difference_in_a_foreign_trace_is_named(change, named, tmp_path):
    value = foreign()
    change(value)
    said = verified_foreign(tmp_path, value)
    assert said is not None
    for word in named:
        assert word in said


@pytest.mark.parametrize("odd", [None, 7, "x", [], {}, [7], {"x": []}], ids=repr)
@pytest.mark.parametrize(
    "place",
    [
        ("events", 4, "observation"),
        ("events", 4, "observation", "budgets"),
        ("events", 4, "observation", "submitted_issue_ids"),
        ("events", 4, "observation", "learned_facts"),
        ("events", 4, "observation", "last_result"),
        ("events", 0, "observation", "last_result", "content"),
        ("events", 4, "action"),
        ("events", 4, "terminated"),
        ("result",),
        ("result", "breakdown"),
        ("result", "raw_score"),
        ("result", "breakdown", "matched_issues"),
        ("initial_observation",),
        ("seed",),
    ],
    ids=lambda place: ".".join(map(str, place)),
)
def test_a_foreign_trace_of_any_shape_is_compared_and_raises_nothing(place, odd, tmp_path):
    value = foreign()
    put(*place, to=odd)(value)
    verified_foreign(tmp_path, value)


# --- files ------------------------------------------------------------------------------------------------


@both_forms
def test_writing_leaves_nothing_but_the_trace(full, tmp_path):
    path = saved(tmp_path, EPISODE, full=full)
    assert list(tmp_path.iterdir()) == [path]


@both_forms
def test_writing_again_replaces_the_whole_file(full, tmp_path):
    path = saved(tmp_path, EPISODE, full=full)
    shorter = saved(tmp_path, EPISODE[:1], full=full)
    assert shorter == path
    assert len(read_trace(path).steps) == 1


@both_forms
def test_a_trace_that_cannot_be_put_in_its_place_leaves_everything_as_it_was(full, tmp_path):
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "inside").write_text("kept", encoding="utf-8")
    with pytest.raises(OSError, match="taken"):
        played(EPISODE).save_trace(tmp_path / "taken", full=full)
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
    assert (tmp_path / "taken" / "inside").read_text(encoding="utf-8") == "kept"


def test_a_trace_that_cannot_be_made_leaves_the_one_before_untouched(tmp_path):
    path = saved(tmp_path, EPISODE, full=False)
    before = path.read_bytes()
    trace = read_trace(path)
    unwritable = Trace(trace.matter_id, trace.seed, trace.header, trace.steps, {"result": object()})
    with pytest.raises((TypeError, NotImplementedError)):
        write_trace(unwritable, path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_missing_is_an_error_and_is_not_made(tmp_path):
    with pytest.raises(OSError, match="missing"):
        played(EPISODE).save_trace(tmp_path / "missing" / "trace.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_a_trace_may_be_asked_for_before_the_end_and_before_a_step_but_not_before_reset(tmp_path):
    env = PlaybookEnv(small_matter())
    with pytest.raises(RuntimeError):
        env.save_trace(tmp_path / "trace.jsonl")
    env.reset()
    env.save_trace(str(tmp_path / "trace.jsonl"))
    assert difference(tmp_path / "trace.jsonl") is None
