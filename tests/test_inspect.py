"""The task in Inspect, with its mock model: it plays, is told, is stopped and is scored as everywhere else."""

import json
import math
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("inspect_ai", reason="the extra `inspect` is not installed (it is heavy)")

from inspect_ai import Epochs, task_with
from inspect_ai import eval as evaluate
from inspect_ai import score as score_log
from inspect_ai.approval import Approval, ApprovalPolicy, approver
from inspect_ai.log import read_eval_log
from inspect_ai.model import ChatMessageAssistant, ChatMessageTool, ModelOutput, ModelUsage, get_model
from inspect_ai.solver import generate, solver
from inspect_ai.tool import ToolCall, ToolDef

from playbook_legal import load_matter, replay, score
from playbook_legal.adapters.action_log import VALUES, scored
from playbook_legal.adapters.inspect import EpisodeLog, action_tools, recorded, review, scorecard
from playbook_legal.bench.conversation import first_message, system_prompt, tools_of
from playbook_legal.bench.export.chat import prompt, turns
from playbook_legal.paper.shipped import shipped_matters

from .cases import finish, read
from .run_folders import MEMO, SOUND, small_folder
from .small_matter import MANIFEST, RUBRIC, write_small_matter

# Inspect and its dependencies are not ours to repair.
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture
def folder(tmp_path) -> Path:
    return small_folder(tmp_path / "matters")


def call(action: dict[str, Any], number: int = 1, **more: Any) -> ToolCall:
    arguments = {key: value for key, value in action.items() if key != "type"}
    return ToolCall(f"call_{number}", action["type"], arguments, **more)


def answer(*calls: ToolCall, content: str = "", stop: Any = None) -> ModelOutput:
    """What the model answers; with its usage, or else Inspect would fetch a tokenizer to count it."""
    message = ChatMessageAssistant(content=content, tool_calls=list(calls) or None)
    output = ModelOutput.from_message(message, stop or ("tool_calls" if calls else "stop"))
    output.usage = ModelUsage(input_tokens=7, output_tokens=5, total_tokens=12)
    return output


def each(actions) -> list[ModelOutput]:
    return [answer(call(action, number)) for number, action in enumerate(actions, 1)]


@pytest.fixture
def play(tmp_path, folder):
    """Evaluates the task with these answers of the model; gives the log as it was read back from its file."""

    def evaluated(answers, *, task: Any = None, **options: Any):
        model = get_model("mockllm/model", custom_outputs=answers)
        given = review(str(folder)) if task is None else task
        log = evaluate(
            given, model=model, log_dir=str(tmp_path / "logs"), display="none", **{"max_samples": 1} | options
        )[0]
        return read_eval_log(log.location)

    return evaluated


def values_of(log, at: int = 0) -> dict[str, Any]:
    return dict(log.samples[at].scores["scorecard"].value)


def same(one: dict[str, float], other: dict[str, float]) -> bool:
    """Equality in which what does not apply is equal to itself."""
    return one.keys() == other.keys() and all(
        one[name] == other[name] or (math.isnan(one[name]) and math.isnan(other[name])) for name in one
    )


def figures(log) -> dict[str, tuple[float, float]]:
    return {one.name: (one.metrics["mean"].value, one.metrics["stderr"].value) for one in log.results.scores}


# --- playing ---------------------------------------------------------------------------------------------


def test_a_model_that_plays_a_review_gets_the_score_of_its_actions(play, folder):
    log = play(each(SOUND))
    (sample,) = log.samples
    assert log.status == "success"
    assert sample.store_as(EpisodeLog).actions == list(SOUND)
    assert values_of(log)["score"] == score(load_matter(folder), SOUND)["normalized_score"] == 0.7627
    told = sample.scores["scorecard"]
    assert same(values_of(log), scored(load_matter(folder), SOUND).values)
    assert (told.metadata["ending"], told.metadata["detail"], told.answer) == ("finished", "", MEMO)
    assert told.explanation.startswith(
        "small_001: 0.7627 (11.25 of 14.75 points, 12 steps, closed with a memo)"
    )


def test_what_the_model_is_told_is_what_stands_in_training_data(play, folder):
    log = play(each(SOUND))
    played = replay(load_matter(folder), SOUND)
    before, after = prompt(played.initial_observation), turns(SOUND, played)
    messages = log.samples[0].messages
    assert [(one.role, one.text) for one in messages[:2]] == [(one["role"], one["content"]) for one in before]
    answers = [one.text for one in messages if isinstance(one, ChatMessageTool)]
    assert answers[:-1] == [one["content"] for one in after if one["role"] == "tool"]


def test_the_tools_are_the_one_definition(folder):
    matter = load_matter(folder)
    for tool, wanted in zip(action_tools(matter), tools_of(matter), strict=True):
        assert isinstance(tool, ToolDef)
        function = wanted["function"]
        assert (tool.name, tool.description) == (function["name"], function["description"])
        assert tool.parameters.model_dump(exclude_none=True) == without(function["parameters"], "maxItems")


def without(schema: Any, keyword: str) -> Any:
    """A schema less the one keyword that Inspect's has no place for; the rule of the protocol says it in words."""
    if isinstance(schema, dict):
        return {key: without(value, keyword) for key, value in schema.items() if key != keyword}
    return [without(value, keyword) for value in schema] if isinstance(schema, list) else schema


def test_the_model_is_offered_the_tools_with_their_schemas(play, folder):
    seen: list[Any] = []

    def answers(messages, tools, choice, config):
        seen.append({tool.name: tool.parameters.model_dump(exclude_none=True) for tool in tools})
        return answer(call(finish(MEMO)))

    play(answers)
    wanted = {one["function"]["name"]: one["function"]["parameters"] for one in tools_of(load_matter(folder))}
    assert seen == [without(wanted, "maxItems")]


def test_several_calls_of_one_answer_are_taken_in_order_and_none_after_the_memo(play):
    log = play([answer(call(read("msa"), 1), call(finish(MEMO), 2), call(read("playbook"), 3))])
    assert log.samples[0].store_as(EpisodeLog).actions == [read("msa"), finish(MEMO)]


def test_arguments_cannot_make_another_action_of_a_tool(play):
    cheat = ToolCall("1", "read_document", {"type": "submit_final", "document_id": "msa", "call_id": "9"})
    log = play([answer(cheat), *each([finish(MEMO)])])
    assert log.samples[0].store_as(EpisodeLog).actions == [read("msa"), finish(MEMO)]


WRONG = {
    "a field is missing": (ToolCall("1", "submit_issue", {"title": "x"}), "`issue_id` is missing"),
    "a wrong type": (ToolCall("1", "read_document", {"document_id": 7}), "`document_id` must be text"),
    "no such tool": (ToolCall("1", "do_magic", {}), "do_magic"),
    "unreadable": (
        ToolCall("1", "ask_client", {}, parse_error="no JSON: {x"),
        "Send the arguments of ask_client",
    ),
}


@pytest.mark.parametrize(("wrong", "said"), WRONG.values(), ids=WRONG)
def test_a_call_that_is_wrong_is_refused_by_the_environment_and_costs_its_step(play, folder, wrong, said):
    log = play([answer(wrong), *each([finish(MEMO)])])
    actions = log.samples[0].store_as(EpisodeLog).actions
    assert len(actions) == 2
    assert values_of(log)["protocol_errors"] == 1.0
    assert values_of(log)["score"] == score(load_matter(folder), actions)["normalized_score"]
    told = next(one for one in log.samples[0].messages if isinstance(one, ChatMessageTool))
    assert said in json.loads(told.text)["last_result"]["error"]
    assert json.loads(told.text)["budgets"]["steps_remaining"] == 29


def test_a_document_is_not_cut_off_by_the_host(play, tmp_path):
    text = "# Long\n\n## 1 One\n\n" + "All of this is in order. " * 2_000
    manifest = {"documents": [{"id": "msa", "title": "Long", "path": "documents/msa.md"}]}
    long = write_small_matter(
        tmp_path / "long",
        manifest=MANIFEST | manifest,
        rubric=RUBRIC | {"issues": [], "final_submission": {}},
        counterparty=None,
        documents={"msa.md": text},
    )
    log = play(each([read("msa"), finish(MEMO)]), task=review(str(long)))
    told = next(one for one in log.samples[0].messages if isinstance(one, ChatMessageTool))
    assert len(json.loads(told.text)["last_result"]["content"]) > 48_000


# --- ending ----------------------------------------------------------------------------------------------


def test_a_model_without_tool_calls_is_reminded_and_then_the_episode_is_closed(play):
    log = play([*each([read("msa")]), *(answer(content="I think it is fine.") for _ in range(4))])
    told = log.samples[0].scores["scorecard"].metadata
    assert told["ending"] == "protocol"
    assert told["detail"] == "4 answers in a row came without a tool call (finish reason: stop)"
    reminders = [one.text for one in log.samples[0].messages if one.role == "user"][1:]
    assert len(reminders) == 3
    assert reminders[2].endswith("Reminder 3 of 3; after the last, the matter is closed as it is.")
    assert values_of(log)["finished"] == 0.0


def test_reminders_count_anew_after_an_action(play):
    silence = answer(content="Hm.")
    log = play([silence, *each([read("msa")]), silence, *each([finish(MEMO)])], task=None)
    assert log.samples[0].scores["scorecard"].metadata["ending"] == "finished"


def test_how_many_reminders_there_are_can_be_said(play, folder):
    log = play([answer(content="Hm.")], task=review(str(folder), reminders=0))
    assert log.samples[0].scores["scorecard"].metadata["detail"].startswith("1 answers in a row")


def test_an_episode_out_of_steps_has_ended(play, tmp_path):
    constraints = MANIFEST["constraints"] | {"maximum_steps": 2}
    short = small_folder(tmp_path / "short", manifest=MANIFEST | {"constraints": constraints})
    log = play(each([read("msa")] * 5), task=review(str(short)))
    assert log.samples[0].scores["scorecard"].metadata["ending"] == "budget"
    assert values_of(log)["steps"] == 2.0


def test_a_limit_of_the_host_is_an_ending_and_is_scored(play, folder):
    log = play(each(SOUND), message_limit=6)
    told = log.samples[0].scores["scorecard"].metadata
    assert told["ending"] == "limit"
    assert told["detail"].startswith("message limit: ")
    actions = log.samples[0].store_as(EpisodeLog).actions
    assert 0 < len(actions) < len(SOUND)
    assert values_of(log)["score"] == score(load_matter(folder), actions, closed=True)["normalized_score"]


def test_a_conversation_that_no_longer_fits_the_model_ends_the_episode(play):
    log = play([*each([read("msa")]), answer(stop="model_length")])
    told = log.samples[0].scores["scorecard"].metadata
    assert (told["ending"], told["detail"]) == (
        "protocol",
        "the conversation is longer than the model can take",
    )


def test_a_matter_that_never_fitted_the_model_is_an_error_and_no_score(play):
    log = play([answer(stop="model_length")])
    assert log.status == "error"
    assert "longer than the model can take" in log.error.message


# --- scores ----------------------------------------------------------------------------------------------


def test_each_figure_is_a_score_with_an_error_over_matters(play, tmp_path):
    folders = [str(small_folder(tmp_path / "matters", number)) for number in (1, 2)]
    log = play([*each(SOUND), *each([finish(MEMO)])], task=review(folders))
    found = figures(log)
    assert tuple(found) == VALUES
    one, other = values_of(log)["score"], values_of(log, 1)["score"]
    assert found["score"][0] == pytest.approx((one + other) / 2)
    assert found["score"][1] == pytest.approx(abs(one - other) / 2), "two clusters of one"
    precision = next(one for one in log.results.scores if one.name == "issue_precision")
    assert (precision.scored_samples, precision.unscored_samples) == (1, 1)
    assert precision.metrics["mean"].value == values_of(log)["issue_precision"] == 1.0
    assert math.isnan(values_of(log, 1)["issue_precision"])


def test_repeats_of_a_matter_do_not_make_it_more_certain(play, tmp_path):
    folders = [str(small_folder(tmp_path / "matters", number)) for number in (1, 2)]

    def answers(messages, tools, choice, config):
        done = sum(isinstance(one, ChatMessageTool) for one in messages)
        return answer(call(SOUND[done] if "small_001" in messages[1].text else finish(MEMO)))

    log = play(answers, task=review(folders), epochs=Epochs(2, "mean"))
    apart = abs(values_of(log)["score"] - values_of(log, -1)["score"])
    assert figures(log)["score"][1] == pytest.approx(apart / 2, abs=1e-6)


def test_the_log_says_what_was_measured_with_what(play, folder):
    log = play(each(SOUND))
    matter = load_matter(folder)
    told = log.samples[0].metadata
    assert (told["matter_id"], told["content_hash"], told["canary"]) == (
        "small_001",
        matter.content_hash,
        "small-canary",
    )
    assert log.eval.metadata["matters"] == {"small_001": matter.content_hash}
    for where in (told, log.eval.metadata, log.samples[0].scores["scorecard"].metadata):
        assert (where["package_version"], where["instrument_version"]) == ("0.1.0", "1")
    assert str(log.eval.task_version) == "1"


def test_nothing_of_the_paper_or_the_answer_key_is_in_the_samples_metadata_or_store(play, folder):
    log = play(each(SOUND[:2]) + [answer(content="Hm.")] * 4)
    kept = json.dumps([log.samples[0].metadata, log.samples[0].store, log.eval.metadata])
    assert "72 hours" not in kept
    assert "supercap" not in kept


def test_scoring_a_log_again_gives_identical_values(play, tmp_path):
    log = play(each(SOUND))
    path = Path(log.location)
    again = score_log(read_eval_log(str(path)), scorecard(), action="overwrite", display="none")
    assert same(values_of(again), values_of(log))
    assert again.samples[0].scores["scorecard"].explanation == log.samples[0].scores["scorecard"].explanation
    assert figures(again).keys() == figures(log).keys()


def test_a_log_whose_matter_is_not_at_hand_is_not_scored(play, folder, monkeypatch):
    from playbook_legal.adapters.inspect import matters

    log = play(each(SOUND))
    monkeypatch.setattr(matters, "_LOADED", {})
    paper = folder / "documents" / "msa.md"
    paper.write_text(paper.read_text("utf-8") + "\n## 13 Notices\n\nIn writing.\n", encoding="utf-8")
    with pytest.raises(Exception, match=r'"small_001" is not at hand in the content that was played'):
        score_log(log, scorecard(), action="overwrite", display="none")


def test_what_another_solver_does_with_the_tools_is_scored_as_well(play, folder):
    log = play([*each(SOUND), answer(content="Done.")], solver=generate())
    assert log.samples[0].store_as(EpisodeLog).actions == list(SOUND)
    assert values_of(log)["score"] == 0.7627


def test_a_sample_that_failed_is_played_again_from_its_beginning(play):
    def failing_once() -> Iterator[ModelOutput]:
        yield from each(SOUND[:3])
        raise ConnectionError("the model is gone")

    broken, whole = failing_once(), iter(each(SOUND))

    def answers(messages, tools, choice, config):
        return next(broken, None) or next(whole)

    log = play(answers, retry_on_error=1)
    assert log.samples[0].error_retries, "it failed once"
    assert log.samples[0].store_as(EpisodeLog).actions == list(SOUND)
    assert values_of(log)["score"] == 0.7627


def test_a_sample_that_is_resumed_goes_on_where_its_log_stands(play, folder):
    @solver
    def restored():
        async def solve(state, generate):
            state.tools = [tool.as_tool() for tool in action_tools(load_matter(folder))]
            state.store_as(EpisodeLog).actions = list(SOUND[:5])
            return state

        return solve

    task = task_with(review(str(folder)), setup=restored())
    log = play(each(SOUND[5:]), task=task)
    assert log.samples[0].store_as(EpisodeLog).actions == list(SOUND)
    assert values_of(log)["score"] == 0.7627


def test_a_call_that_an_approver_rejects_is_no_action_and_they_are_put_up_with_a_few_times(play):
    @approver
    def nobody():
        async def approve(message, call, view, history):
            return Approval(decision="reject", explanation="No.")

        return approve

    log = play(each([read("msa")] * 9), approval=[ApprovalPolicy(nobody(), "*")])
    assert log.samples[0].store_as(EpisodeLog).actions == []
    told = log.samples[0].scores["scorecard"].metadata
    assert (told["ending"], told["detail"]) == (
        "protocol",
        "4 answers in a row did nothing: no call was let through",
    )


# --- the task's parameters -------------------------------------------------------------------------------


def test_all_shipped_matters_are_the_task_unless_named():
    task = review()
    assert [sample.id for sample in task.dataset] == [path.name for path in shipped_matters()]


def test_matters_are_named_by_id_by_folder_and_by_folder_of_matters(tmp_path):
    for number in (1, 2):
        small_folder(tmp_path / "own", number)
    ids = [sample.id for sample in review(["ai_saas_001", str(tmp_path / "own")]).dataset]
    assert ids == ["ai_saas_001", "small_001", "small_002"]


def test_a_split_chooses_matters_and_stands_beside_each_sample(tmp_path):
    held = MANIFEST | {"provenance": {"synthetic": True, "notice": "fictional", "split": "held-out"}}
    small_folder(tmp_path / "own", 1, manifest=held)
    small_folder(tmp_path / "own", 2)
    (sample,) = review(str(tmp_path / "own"), split="held_out").dataset
    assert (sample.id, sample.metadata["split"]) == ("small_001", "held_out")
    with pytest.raises(Exception, match='no matter is left to play in the split "training"'):
        review(str(tmp_path / "own"), split="training")


def test_instructions_and_seed_are_the_researchers(tmp_path, folder):
    (tmp_path / "words.txt").write_text("Be brief.\n", encoding="utf-8")
    (sample,) = review(str(folder), instructions=str(tmp_path / "words.txt"), seed=7).dataset
    first = replay(load_matter(folder), ()).initial_observation
    assert [one.text for one in sample.input] == [system_prompt(first, "Be brief."), first_message(first)]
    assert sample.metadata["seed"] == 7


def test_one_id_twice_is_refused(tmp_path):
    folders = [str(small_folder(tmp_path / place)) for place in ("a", "b")]
    with pytest.raises(Exception, match="a task has each id once"):
        review(folders)


# --- recordings, and the command -------------------------------------------------------------------------


def test_the_reference_reviews_score_as_everywhere(play):
    log = play([], task=review("clean_renewal_003"), solver=recorded())
    assert values_of(log)["score"] == 1.0
    assert log.samples[0].scores["scorecard"].metadata["ending"] == "finished"


PROGRAM = """
import sys
from inspect_ai._cli.main import main
sys.argv = ["inspect", *sys.argv[1:]]
main()
"""


def inspect_command(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        encoding="utf-8",
        timeout=240,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_the_command_finds_the_task_by_its_entry_point_and_scores_its_log_again(tmp_path):
    options = ["--model", "mockllm/model", "--display", "plain", "--log-dir", "logs", "--log-format", "json"]
    inspect_command(
        tmp_path,
        "eval",
        "playbook_legal/review",
        *("-T", "matters=clean_renewal_003,ai_saas_001", "--solver", "playbook_legal/recorded", *options),
    )
    (path,) = (tmp_path / "logs").glob("*.json")
    before = read_eval_log(str(path))
    assert [values_of(before, at)["score"] for at in (0, 1)] == [1.0, 1.0]
    assert before.eval.packages["playbook-legal"] == "0.1.0"
    again = [
        "--scorer",
        "playbook_legal/scorecard",
        "--overwrite",
        "--action",
        "overwrite",
        "--display",
        "plain",
    ]
    inspect_command(tmp_path, "score", str(path), *again)
    after = read_eval_log(str(path))
    assert all(same(values_of(after, at), values_of(before, at)) for at in (0, 1))
