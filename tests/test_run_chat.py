"""A model at an endpoint plays: what it does is taken as sent, and whatever the endpoint sends is survived."""

import json
import os
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from playbook_legal import load_matter, replay, score
from playbook_legal.bench.agents.answers import read_answer
from playbook_legal.bench.export.chat import prompt, turns
from playbook_legal.bench.runs import read_run
from playbook_legal.cli.main import playbook
from playbook_legal.cli.running import run_command
from playbook_legal.episode.verify import verify_trace

from .fake_endpoint import Asked, FakeEndpoint, Reply, call, calls, completion, fault, text
from .small_matter import write_small_matter

pytest.importorskip("openai", reason="the extra `chat` is not installed")

KEY = "sk-a-secret-that-nobody-may-see"
READ = {"type": "read_document", "document_id": "msa", "section": "4.2"}
ASK = {"type": "ask_client", "question": "When is the launch date?"}
ISSUE = {
    "type": "submit_issue",
    "issue_id": "a",
    "title": "Training on records",
    "severity": "high",
    "citations": ["msa §4.2", "playbook §3"],
    "analysis": "Moss may train its models without consent; only aggregate figures are fine.",
    "recommendation": "Forbid it.",
}
FINAL = {"type": "submit_final", "summary": "Training is the point; the rest is in order. " * 3}
WORK: list[dict[str, Any]] = [READ, ASK, ISSUE, FINAL]


@pytest.fixture
def folder(tmp_path):
    return write_small_matter(tmp_path / "small")


@pytest.fixture
def play(capsys, folder, tmp_path, monkeypatch):
    """Plays a script (or against an endpoint that is serving) on the small matter; gives exit code, the run as read,
    the endpoint and what was said."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    for name in list(os.environ):
        if name.lower().endswith("_proxy") or name == "OPENAI_BASE_URL":
            monkeypatch.delenv(name)

    def call_(script, *options: str):
        served = isinstance(script, FakeEndpoint)
        arguments = [
            "run",
            str(folder),
            "--agent",
            "chat:m",
            "--out",
            str(tmp_path / "run"),
            "--pause",
            "0.01",
        ]
        with (
            nullcontext(script) if served else FakeEndpoint(script).serving() as endpoint,
            pytest.raises(SystemExit) as left,
        ):
            run_command(playbook, "playbook", [*arguments, "--base-url", endpoint.url, *options])
        said = capsys.readouterr()
        status = int(left.value.code or 0)
        assert "Traceback" not in said.err
        return status, read_run(tmp_path / "run"), endpoint, said

    return call_


def by_turn(*replies: Reply):
    """A script that goes by how many answers a conversation holds; the last reply is given again and again."""
    return lambda asked: replies[min(asked.turn, len(replies) - 1)]


def by_number(*replies: Reply):
    """A script that goes by how many requests came; the last reply is given again and again."""
    return lambda asked: replies[min(asked.before, len(replies) - 1)]


def written(folder: Path) -> str:
    """Everything that stands in a folder, as one text."""
    return "\n".join(path.read_text("utf-8") for path in sorted(folder.rglob("*")) if path.is_file())


# --- what a model does -----------------------------------------------------------------------------------


def test_a_model_that_plays_a_review_gets_the_score_of_its_actions(play, folder):
    status, run, _, said = play(by_turn(*(calls(action) for action in WORK)))
    (episode,) = run.episodes
    assert status == 0
    assert (episode.note.ending, episode.note.detail) == ("finished", "")
    assert episode.trace.actions == WORK
    expected = score(load_matter(folder), WORK)
    assert episode.result["normalized_score"] == expected["normalized_score"] > 0
    assert verify_trace(episode.trace, load_matter(folder)).difference is None
    assert "1 of 1 episodes played" in said.out
    assert said.err == ""


def test_several_calls_of_one_answer_are_taken_in_their_order(play):
    _, run, endpoint, _ = play(by_turn(calls(READ, ASK), calls(ISSUE, FINAL)))
    assert run.episodes[0].trace.actions == WORK
    assert len(endpoint.asked) == 2
    tools = [message for message in endpoint.asked[1].messages if message["role"] == "tool"]
    assert [message["tool_call_id"] for message in tools] == ["id_0", "id_1"]


def test_calls_after_the_memo_are_not_taken(play):
    _, run, _, _ = play(by_turn(calls(READ, FINAL, ASK)))
    assert run.episodes[0].trace.actions == [READ, FINAL]


def test_the_tools_are_those_of_the_one_definition(play):
    _, _, endpoint, _ = play(by_turn(calls(FINAL)))
    names = [tool["function"]["name"] for tool in endpoint.asked[0].body["tools"]]
    assert names[0] == "read_document"
    assert "send_markup" in names


def test_the_conversation_says_once_what_never_changes(play):
    _, _, endpoint, _ = play(by_turn(*(calls(action) for action in WORK)))
    first = endpoint.asked[0].messages
    assert [message["role"] for message in first] == ["system", "user"]
    assert "Master Agreement" in first[1]["content"]
    assert "action_schemas" not in first[1]["content"]
    told = endpoint.asked[-1].told
    assert [set(one) for one in told] == [{"last_result", "budgets", "info"}] * 3
    assert "train its models" in told[0]["last_result"]["content"]
    assert told[1]["budgets"]["client_questions_remaining"] == 2
    assert all("reward" not in json.dumps(one) for one in told)


def test_options_and_instructions_reach_the_endpoint_and_the_record(play, tmp_path):
    (tmp_path / "system.txt").write_text("Be brief.\n")
    options = ["--temperature", "0.5", "--max-tokens", "77", "--parameter", "top_p=0.9", "--send-seed"]
    options += ["--parameter", "effort=high", "--system", str(tmp_path / "system.txt"), "--seeds", "7"]
    _, run, endpoint, _ = play(by_turn(calls(FINAL)), *options)
    asked = endpoint.asked[0].body
    wanted = {"model": "m", "temperature": 0.5, "max_tokens": 77, "top_p": 0.9, "effort": "high", "seed": 7}
    assert {key: asked[key] for key in wanted} == wanted
    assert asked["messages"][0]["role"] == "system"
    assert asked["messages"][0]["content"].startswith(
        "Be brief.\n\nRole: customer counsel\nMatter: Fern and Moss\n"
    )
    assert endpoint.asked[0].headers["authorization"] == f"Bearer {KEY}"
    card = run.manifest.agents[0]
    assert (card.name, card.kind) == ("m", "chat")
    assert card.options == {
        "base_url": endpoint.url,
        "model": "m",
        "system": "Be brief.\n",
        "temperature": 0.5,
        "max_tokens": 77,
        "parameters": {"top_p": 0.9, "effort": "high"},
        "sends_seed": True,
        "reminders": 3,
    }


def test_a_model_in_a_run_is_told_what_stands_in_training_data(play, folder):
    _, run, endpoint, _ = play(by_turn(calls(READ), calls(FINAL)))
    told = prompt(replay(load_matter(folder), ()).initial_observation)
    assert endpoint.asked[0].messages == told
    (episode,) = run.episodes
    answer = turns(episode.trace.actions, replay(load_matter(folder), episode.trace.actions))[1]
    assert endpoint.asked[1].messages[-1]["content"] == answer["content"]


def test_arguments_cannot_make_another_action_of_a_tool(play):
    arguments = json.dumps({"summary": "x", "call_id": "1", **ASK, "type": "submit_final"})
    _, run, _, _ = play(by_turn(completion({"tool_calls": [call("ask_client", arguments)]}), calls(FINAL)))
    actions = run.episodes[0].trace.actions
    assert actions[0]["type"] == "ask_client"
    assert actions[0]["question"] == ASK["question"]
    assert "call_id" not in actions[0]
    assert actions[1] == FINAL


UNREADABLE = [
    ('{"document_id": "msa"', "the arguments are not JSON: "),
    ("not JSON at all", "the arguments are not JSON: "),
    ('["msa"]', "must be a JSON object, and a list was sent"),
    ('"msa"', 'must be a JSON object, and "msa" was sent'),
    ('{"document_id": "msa", "document_id": "x"}', "stands twice in one object"),
    ('{"document_id": NaN}', "NaN is no JSON number"),
    ("[" * 5_000, "the arguments are not JSON: "),
    ('{"section": ' + "9" * 5_000 + "}", "a number is too long"),
    ("{" + " " * 300_000 + "}", "more than 262144 are not read"),
    (["msa"], "must be a JSON object, and a list was sent"),
    (17, "must be a JSON object, and 17 was sent"),
]


def test_unreadable_arguments_are_answered_as_a_refusal(play):
    replies = [completion({"tool_calls": [call("read_document", sent)]}) for sent, _ in UNREADABLE]
    status, run, endpoint, _ = play(by_turn(*replies, calls(FINAL)))
    (episode,) = run.episodes
    assert (status, episode.note.ending) == (0, "finished")
    answers = endpoint.asked[-1].told
    for (_, said), told, step in zip(UNREADABLE, answers, episode.trace.steps[:-1], strict=True):
        assert said in told["last_result"]["error"]
        assert told["last_result"]["error"].endswith("Send the arguments of read_document as one JSON object")
        assert told["info"]["refused"] is True
        assert step.action["type"] == "read_document"
        assert len(step.action["unreadable_arguments"]) <= 2_000
        assert step.reward < 0
    # Repeated to the endpoint as an object, whatever was sent: servers read it again.
    repeated = [one for one in endpoint.asked[-1].messages if one["role"] == "assistant"]
    assert all(one["tool_calls"][0]["function"]["arguments"] == "{}" for one in repeated)


def test_arguments_sent_as_an_object_and_none_at_all_are_understood(play):
    reply = completion({"tool_calls": [call("read_document", {"document_id": "msa", "section": "4.2"})]})
    nothing = completion({"tool_calls": [call("read_document", None)]})
    _, run, endpoint, _ = play(by_turn(reply, nothing, calls(FINAL)))
    assert run.episodes[0].trace.actions[0] == READ
    assert "`document_id` is missing" in endpoint.asked[2].told[1]["last_result"]["error"]


def test_a_tool_that_does_not_exist_is_a_refusal(play):
    odd = [call("no such tool!", "{}"), call(None, "{}"), call("x" * 500, "{}"), {"nothing": 1}, "no call"]
    _, run, endpoint, _ = play(by_turn(completion({"tool_calls": odd}), calls(FINAL)))
    assert len(run.episodes[0].trace.actions) == 6
    assert all(step.reward == -0.5 for step in run.episodes[0].trace.steps[:5])
    repeated = endpoint.asked[1].messages[2]["tool_calls"]
    assert [one["function"]["name"] for one in repeated] == [
        "no_such_tool_",
        "nameless",
        "x" * 64,
        "nameless",
        "nameless",
    ]


def test_calls_with_the_same_or_no_id_are_told_apart(play):
    twice = [call("read_document", '{"document_id":"msa"}', one) for one in ("id_0", "id_0", None, 5, "ö\n")]
    _, _, endpoint, _ = play(by_turn(completion({"tool_calls": twice}), calls(FINAL)))
    made = [one["id"] for one in endpoint.asked[1].messages[2]["tool_calls"]]
    answered = [one["tool_call_id"] for one in endpoint.asked[1].messages if one["role"] == "tool"]
    assert made == answered == ["id_0", "call_1_2", "call_1_3", "call_1_4", "call_1_5"]


def test_an_answer_without_a_tool_call_is_told_so(play):
    _, run, endpoint, _ = play(by_turn(text("I shall begin now."), calls(READ), text("Hm."), calls(FINAL)))
    assert run.episodes[0].note.ending == "finished"
    assert run.episodes[0].trace.actions == [READ, FINAL]
    reminder = endpoint.asked[1].messages[-1]
    assert reminder["role"] == "user"
    assert "Reminder 1 of 3" in reminder["content"]
    assert "Reminder 1 of 3" in endpoint.asked[3].messages[-1]["content"]


def test_a_model_that_only_talks_is_closed_as_it_stands(play):
    status, run, endpoint, _ = play(by_turn(calls(READ), text("The agreement looks fine to me.")))
    (episode,) = run.episodes
    assert status == 0
    assert episode.note.ending == "protocol"
    assert episode.note.detail == "4 answers in a row came without a tool call (finish reason: stop)"
    assert episode.trace.actions == [READ]
    assert episode.result["terminated"] is False
    assert len(endpoint.asked) == 5


def test_any_message_without_a_call_is_an_answer_without_a_call(play):
    messages: list[dict[str, Any]] = [
        {"content": None},
        {"content": ""},
        {"content": [{"type": "text", "text": "parts"}, 5]},
        {"content": None, "refusal": "I cannot."},
        {"content": 5, "tool_calls": "none"},
        {"tool_calls": []},
        {"content": "\ud800 lone", "tool_calls": None},
        {"content": "x" * 100_000},
    ]
    replies = [reply for message in messages for reply in (completion(message), calls(READ))]
    _, run, endpoint, _ = play(by_turn(*replies, calls(FINAL)))
    assert run.episodes[0].note.ending == "finished"
    assert run.episodes[0].trace.actions == [READ] * 8 + [FINAL]
    kept = [one["content"] for one in endpoint.asked[-1].messages if one["role"] == "assistant"][::2]
    assert kept == ["", "", "parts", "I cannot.", "", "", "? lone", "x" * 32_000]


def test_text_that_no_file_can_carry_is_refused_and_recorded(play, folder):
    reply = calls({**ASK, "question": "a lone \ud800 surrogate"})
    _, run, _, _ = play(by_turn(reply, calls(FINAL)))
    (episode,) = run.episodes
    assert episode.trace.actions[0]["question"] == "a lone \ud800 surrogate"
    assert verify_trace(episode.trace, load_matter(folder)).difference is None


def test_an_episode_out_of_steps_says_so(play):
    _, run, endpoint, _ = play(by_turn(calls(*[READ] * 10)))
    assert run.episodes[0].note.ending == "budget"
    assert len(run.episodes[0].trace.actions) == 30
    assert len(endpoint.asked) == 3


def test_a_conversation_that_no_longer_fits_ends_the_episode_as_it_stands(play):
    full = fault(400, "This model's maximum context length is 8192 tokens")
    _, run, _, _ = play(by_turn(calls(READ), full))
    (episode,) = run.episodes
    assert episode.note.ending == "protocol"
    assert episode.note.detail.startswith("the conversation is longer than the model can take")
    assert episode.trace.actions == [READ]


def test_a_matter_that_never_fitted_is_a_failure(play):
    status, run, _, _ = play(lambda _: fault(400, "maximum context length exceeded"))
    assert status == 1
    assert run.failures[0].attempts == 1


# --- what goes wrong on the way --------------------------------------------------------------------------


TROUBLE = [
    fault(429, "slow down"),
    fault(429, "slow down", retry_after="0.02"),
    fault(429, "slow down", retry_after="Wed, 21 Oct 2015 07:28:00 GMT"),
    fault(429, "slow down", retry_after="soon", retry_after_ms="nan"),
    fault(408),
    fault(500),
    fault(503, retry_after="-3"),
    fault(529),
    Reply(502, b"<html>bad gateway</html>"),
    Reply(200, b"<html>hello</html>"),
    Reply(200, b""),
    Reply(200, b'{"error": {"message": "overloaded"}}'),
    Reply(200, b'{"choices": []}'),
    Reply(200, b"[1, 2]"),
    Reply(200, b"[" * 100_000),
    Reply(200, b'{"choices": [{"message": {"content": "\xff\xfe'),
    Reply(cut=0),
    Reply(body=calls(READ).body, cut=30),
    Reply(stall=1.5),
    Reply(body=calls(READ).body, drip=0.05),
]


def test_what_goes_wrong_on_the_way_is_tried_again(play):
    script = by_number(*[reply for trouble in TROUBLE for reply in (trouble, calls(READ))], calls(FINAL))
    status, run, endpoint, _ = play(script, "--timeout", "1")
    assert status == 0
    assert run.episodes[0].trace.actions == [READ] * len(TROUBLE) + [FINAL]
    assert len(endpoint.asked) == 2 * len(TROUBLE) + 1
    # Answers, however often they were asked for: an episode's file does not depend on the network.
    assert run.episodes[0].note.usage.requests == len(TROUBLE) + 1


def test_a_rate_limit_is_waited_for_as_long_as_it_asks(play, monkeypatch):
    import asyncio

    pauses: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float, *more) -> None:
        pauses.append(seconds)
        await sleep(0, *more)

    monkeypatch.setattr("playbook_legal.bench.agents.endpoint.asyncio.sleep", noted)
    script = by_number(
        fault(429, retry_after="37"), fault(500), fault(500), fault(429, retry_after_ms="2500"), calls(FINAL)
    )
    status, _, _, _ = play(script, "--pause", "4")
    waits = [pause for pause in pauses if pause > 1]
    assert status == 0
    # What was asked for, or 4 seconds doubled each time; up to a quarter of the first pause more.
    for waited, least in zip(waits, (37, 8, 16, 2.5), strict=True):
        assert least <= waited <= least + 1


def test_a_transport_failure_is_listed_and_never_scored_and_played_again(play):
    status, run, endpoint, said = play(by_turn(calls(READ), fault(500, "broken")), "--retries", "2")
    assert status == 1
    assert run.episodes == ()
    (failure,) = run.failures
    assert (failure.reason, failure.attempts) == ("the endpoint answered 500: some_error broken", 3)
    assert len(endpoint.asked) == 4
    assert "failed: m, small_001, seed 0, repeat 0: the endpoint answered 500" in said.out
    assert "not played: 1" in said.out


def test_a_failed_episode_is_played_again_on_resume(play, tmp_path):
    broken = [True]
    with FakeEndpoint(lambda _: fault(500) if broken else calls(FINAL)).serving() as endpoint:
        status, run, _, _ = play(endpoint, "--retries", "0")
        assert (status, len(run.failures)) == (1, 1)
        broken.clear()
        status, run, _, said = play(endpoint, "--retries", "3")
        assert (status, len(run.episodes), run.failures) == (0, 1, ())
        assert list((tmp_path / "run" / "failures").iterdir()) == []
        asked = len(endpoint.asked)
        status, _, _, said = play(endpoint)
        assert status == 0
        assert "1 of 1 episodes played, 1 of them before" in said.out
        assert len(endpoint.asked) == asked


@pytest.mark.parametrize("status", [204, 307, 400, 401, 404])
def test_a_fault_that_will_not_pass_is_not_tried_again(play, status):
    code, run, endpoint, _ = play(lambda _: fault(status, "no such model", location="http://127.0.0.1:9/v1"))
    assert code == 1
    assert run.failures[0].reason.startswith(f"the endpoint answered {status}")
    assert len(endpoint.asked) == 1


def test_who_asks_to_come_back_tomorrow_is_not_waited_for(play):
    _, run, endpoint, _ = play(lambda _: fault(429, "quota", retry_after="86400"))
    assert "asks to come back in 86400 seconds" in run.failures[0].reason
    assert len(endpoint.asked) == 1


def test_an_endless_answer_is_cut_off(play):
    endless = Reply(200, b'{"choices": [{"message": {"content": "' + b"x" * 5_000_000)
    _, run, _, _ = play(lambda _: endless, "--retries", "0")
    assert run.failures[0].reason == "the answer has more than 4194304 bytes"


def test_an_endless_error_is_cut_off(play):
    _, run, _, _ = play(lambda _: Reply(500, b"x" * 5_000_000), "--retries", "0")
    assert run.failures[0].reason.startswith("the endpoint answered 500: xxx")
    assert len(run.failures[0].reason) < 400


def test_no_connection_at_all_is_a_failure(play):
    _, run, _, _ = play(lambda _: calls(FINAL), "--base-url", "http://127.0.0.1:9/v1", "--retries", "1")
    assert run.failures[0].reason.startswith("no connection (")
    assert run.failures[0].attempts == 2


# --- keys, money, settings -------------------------------------------------------------------------------


def test_the_key_is_written_nowhere_even_when_the_endpoint_sends_it_back(play, tmp_path):
    def script(asked: Asked) -> Reply:
        sent = asked.headers["authorization"]
        if asked.body["seed"] == 1:
            return fault(401, f"Incorrect API key provided: {sent}")
        action = {**ASK, "question": f"Is {sent} yours?"}
        return calls(action) if asked.turn == 0 else calls(FINAL)

    _, run, _, said = play(script, "--seeds", "0,1", "--send-seed")
    assert run.episodes[0].trace.actions[0]["question"] == "Is Bearer [key] yours?"
    assert "Incorrect API key provided: Bearer [key]" in run.failures[0].reason
    assert KEY not in written(tmp_path / "run") + said.out + said.err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--api-key-env", "NO_SUCH_KEY"], "the environment variable NO_SUCH_KEY is not set"),
        (["--base-url", "http://me:secret@127.0.0.1/v1"], "must hold no user name, password or query"),
        (["--base-url", "http://127.0.0.1/v1?key=secret"], "must hold no user name, password or query"),
        (["--base-url", "ftp://127.0.0.1"], "must begin with http:// or https://"),
        (["--base-url", "http://127.0.0.1:port"], "the base URL is not an address"),
        (["--parameter", "tools=[]"], "tools has an option of its own"),
        (["--parameter", "top_p"], "write NAME=VALUE"),
        (["--cost-limit", "3"], "--cost-limit needs --prices"),
        (["--system", "no/such/file"], "there is no such file"),
    ],
)
def test_settings_that_cannot_be_are_one_line(capsys, folder, tmp_path, monkeypatch, options, said):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    arguments = ["run", str(folder), "--agent", "chat:m", "--out", str(tmp_path / "run")]
    with pytest.raises(SystemExit) as left:
        run_command(playbook, "playbook", [*arguments, "--base-url", "http://127.0.0.1:9", *options])
    out, err = capsys.readouterr()
    assert left.value.code == 2
    assert out == ""
    assert said in err
    assert err.count("\n") == 1
    assert "secret@" not in err


def test_tokens_are_added_up_and_priced(play, tmp_path):
    (tmp_path / "prices.yaml").write_text("m: {input: 2.5, output: 10}\n")
    usage = {"prompt_tokens": 1000, "completion_tokens": 50}
    script = by_turn(
        calls(READ, usage=usage), calls(ASK, usage={"prompt_tokens": True}), calls(FINAL, usage=usage)
    )
    _, run, _, said = play(script, "--prices", str(tmp_path / "prices.yaml"))
    noted = run.episodes[0].note.usage
    assert (noted.requests, noted.input_tokens, noted.output_tokens) == (3, 2000, 100)
    assert noted.cost == 0.006  # 2,000 at 2.50 and 100 at 10 a million
    assert "0.0060" in said.out


@pytest.mark.parametrize(
    "usage", [None, 5, {"prompt_tokens": -1}, {"prompt_tokens": "9"}, {"prompt_tokens": 1e9}]
)
def test_where_no_tokens_are_reported_no_cost_is_made_up(play, tmp_path, usage):
    (tmp_path / "prices.yaml").write_text("m: {input: 2.5, output: 10}\n")
    _, run, _, _ = play(by_turn(calls(FINAL, usage=usage)), "--prices", str(tmp_path / "prices.yaml"))
    assert run.episodes[0].note.usage.cost is None


def test_a_price_list_without_the_model_is_said_at_once(capsys, folder, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    (tmp_path / "prices.yaml").write_text("other: {input: 1, output: -1}\n")
    arguments = ["run", str(folder), "--agent", "chat:m", "--out", str(tmp_path / "run")]
    arguments += ["--prices", str(tmp_path / "prices.yaml")]
    with pytest.raises(SystemExit):
        run_command(playbook, "playbook", arguments)
    assert "prices.yaml:1:27: output is negative" in capsys.readouterr().err
    (tmp_path / "prices.yaml").write_text("other: {input: 1, output: 1}\n")
    with pytest.raises(SystemExit):
        run_command(playbook, "playbook", arguments)
    assert 'there is no price of "m"; listed are other' in capsys.readouterr().err


def test_the_cost_limit_begins_no_more_episodes(play, tmp_path):
    (tmp_path / "prices.yaml").write_text("m: {input: 1000, output: 0}\n")
    usage = {"prompt_tokens": 1000, "completion_tokens": 0}  # a unit of money for each episode
    options = ["--prices", str(tmp_path / "prices.yaml"), "--concurrency", "1", "--seeds", "0-9"]
    with FakeEndpoint(by_turn(calls(FINAL, usage=usage))).serving() as endpoint:
        status, run, _, said = play(endpoint, *options, "--cost-limit", "2.5")
        assert status == 1
        assert (len(run.episodes), len(run.missing)) == (3, 7)
        assert "cost limit: 3 of 2.5 spent; no more episodes were begun" in said.out
        # What was spent before counts.
        _, run, _, _ = play(endpoint, *options, "--cost-limit", "4.5")
        assert len(run.episodes) == 5
        status, run, _, said = play(endpoint, *options)
        assert (status, len(run.episodes)) == (0, 10)
        assert "10.0000" in said.out


@pytest.mark.parametrize(
    "completion_",
    [
        None,
        5,
        "x",
        [],
        {},
        {"choices": None},
        {"choices": [None]},
        {"choices": [{"message": 5}]},
        {"error": "no"},
    ],
)
def test_what_holds_no_message_is_no_answer(completion_):
    with pytest.raises(ValueError, match="holds no message"):
        read_answer(completion_, 1)
