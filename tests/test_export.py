"""Training data: what a record holds, which episodes become one, and that each replays."""

import json
from pathlib import Path
from typing import Any

import pytest

from playbook_legal import load_matter, replay
from playbook_legal.actions import tool_definitions
from playbook_legal.bench.export.chat import actions_in, prompt, says_what_was_played, turns

from .cases import ask, finish, issue, read
from .run_folders import IDLE, POOR, SOUND, always, called, rewrite, small_folder, small_matters, write_run
from .small_matter import MANIFEST

MIDDLING = (*SOUND[:6], finish("Done."))
OPEN = SOUND[:5]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Four agents on two matters."""
    folder = tmp_path_factory.mktemp("export")
    matters = small_matters(folder / "matters", 2)
    play = {
        "sound": always(SOUND),
        "poor": always(POOR[:4] + POOR[5:]),
        "middling": lambda key: MIDDLING if key.matter_id == "small_001" else OPEN,
        "wild": always(({"type": "do_magic"}, *IDLE)),
        "down": always("no connection"),
    }
    write_run(folder / "run", matters, play)
    return folder


def export(
    capsys: Any, folder: Path, kind: str, *options: str, name: str = "records.jsonl", status: int = 0
) -> tuple[list[Any], str, str]:
    out = folder / name
    left, said, err = called(
        capsys, "export", kind, folder / "run", "--out", out, "--matters", folder / "matters", *options
    )
    assert left == status, err
    records = [json.loads(line) for line in out.read_text("utf-8").rstrip("\n").split("\n") if line]
    return records, said, err


def test_each_action_stands_right_after_the_observation_that_preceded_it(folder, capsys):
    records, _, _ = export(capsys, folder, "sft", "--agent", "sound", "--matter", "small_001")
    (record,) = records
    messages = record["messages"]
    assert [message["role"] for message in messages[:4]] == ["system", "user", "assistant", "tool"]
    assert messages[-1]["role"] == "assistant"
    played = replay(load_matter(folder / "matters" / "small_001"), SOUND)
    first = json.loads(messages[1]["content"].partition("\n")[2])
    assert first["budgets"] == played.initial_observation["budgets"]
    assert first["learned_facts"] == {"client": "Fern", "value": 100}
    calls = [message for message in messages if message["role"] == "assistant"]
    answers = [message for message in messages if message["role"] == "tool"]
    assert len(calls) == len(SOUND)
    for number, (call, answer, step) in enumerate(zip(calls, answers, played.steps, strict=False), 1):
        (made,) = call["tool_calls"]
        assert made["id"] == answer["tool_call_id"] == f"call_{number}"
        assert json.loads(answer["content"])["last_result"] == step.observation["last_result"]
    assert json.loads(calls[2]["tool_calls"][0]["function"]["arguments"]) == {
        "question": "What is the deadline?"
    }
    assert calls[2]["tool_calls"][0]["function"]["name"] == "ask_client"


def test_the_system_prompt_is_instructions_role_assignment_and_protocol(folder, capsys):
    records, _, _ = export(capsys, folder, "sft", "--agent", "sound")
    system = records[0]["messages"][0]["content"]
    assert system.startswith(
        "You are a lawyer at work on the matter described below. Act only by calling the tools;"
    )
    assert "\n\nRole: customer counsel\nMatter: Fern and Moss\n" in system
    assert "Assignment: Review the agreement for Fern." in system
    assert "- A citation that names no section of the record is charged." in system
    assert system.endswith("Budgets: steps 30, client questions 3, escalations 2, negotiation rounds 8.")


def test_tools_are_the_one_definition(folder, capsys):
    records, _, _ = export(capsys, folder, "sft", "--agent", "sound")
    assert records[0]["tools"] == json.loads(json.dumps(tool_definitions()))


def test_every_record_carries_the_canary_and_names_its_episode(folder, capsys):
    records: list[Any] = []
    for kind in ("sft", "dpo", "steps"):
        records, _, _ = export(capsys, folder, kind)
        assert records
        assert {record["canary"] for record in records} == {"small-canary"}
        assert {record["matter_id"] for record in records} == {"small_001", "small_002"}
    assert (records[0]["agent"], records[0]["seed"], records[0]["repeat"]) == ("sound", 0, 0)
    assert records[0]["record"] == "playbook.step.v1"


def test_the_order_is_that_of_the_run_and_the_bytes_are_the_same(folder, capsys):
    records, _, _ = export(capsys, folder, "sft")
    assert [(record["agent"], record["matter_id"]) for record in records] == [
        (agent, matter) for agent in ("sound", "poor", "middling") for matter in ("small_001", "small_002")
    ]
    once = (folder / "records.jsonl").read_bytes()
    export(capsys, folder, "sft", name="again.jsonl")
    assert (folder / "again.jsonl").read_bytes() == once


def test_an_episode_with_an_action_that_is_no_tool_call_is_left_out_and_counted(folder, capsys):
    records, said, _ = export(capsys, folder, "sft")
    assert "wild" not in {record["agent"] for record in records}
    assert said.endswith("6 records from 6 verified episodes; 2 left out whose actions are no tool calls\n")


FILTERS = {
    "everything": ((), ["sound", "sound", "poor", "poor", "middling", "middling"]),
    "completed": (("--completed",), ["sound", "sound", "poor", "poor", "middling"]),
    "without critical failures": (("--no-critical",), ["sound", "sound", "middling", "middling"]),
    "from a score on": (("--min-score", "0.7"), ["sound", "sound"]),
    "without refusals": (("--no-refusals", "--agent", "poor"), ["poor", "poor"]),
    "one agent, one matter": (("--agent", "poor", "--matter", "small_002"), ["poor"]),
    "nothing": (("--agent", "poor", "--min-score", "0.9"), []),
}


@pytest.mark.parametrize(("options", "agents"), FILTERS.values(), ids=FILTERS)
def test_filters_admit(options, agents, folder, capsys):
    records, _, _ = export(capsys, folder, "sft", *options)
    assert [record["agent"] for record in records] == agents


def test_a_refused_action_has_no_weight(tmp_path, capsys):
    matters = small_matters(tmp_path / "matters", 1)
    write_run(
        tmp_path / "run",
        matters,
        {"a": always((read("nowhere"), {"type": "ask_client"}, ask("The deadline?"), *IDLE))},
    )
    records, _, _ = export(capsys, tmp_path, "sft")
    weights = [message["weight"] for message in records[0]["messages"] if message["role"] == "assistant"]
    assert weights == [0, 0, 1, 1]
    assert export(capsys, tmp_path, "sft", "--no-refusals")[0] == []
    steps, _, _ = export(capsys, tmp_path, "steps")
    assert [step["refused"] for step in steps] == [True, True, False, False]


# --- pairs -------------------------------------------------------------------------------------------------


def test_the_best_and_the_worst_of_a_matter_make_a_pair(folder, capsys):
    records, _, _ = export(capsys, folder, "dpo")
    told = [(one["matter_id"], one["chosen_agent"], one["rejected_agent"]) for one in records]
    assert told == [("small_001", "sound", "poor"), ("small_002", "sound", "poor")]
    first = records[0]
    assert (first["chosen_score"], first["rejected_score"]) == (0.7627, 0.0)
    assert [message["role"] for message in first["prompt"]] == ["system", "user"]
    assert [message["role"] for message in first["chosen"][:2]] == ["assistant", "tool"]
    assert actions_in(first["rejected"])[-1] == finish("Done.")


def test_further_pairs_are_taken_from_both_ends_while_the_margin_lasts(folder, capsys):
    records, _, _ = export(capsys, folder, "dpo", "--pairs", "3", "--matter", "small_001")
    told = [(one["chosen_agent"], one["rejected_agent"]) for one in records]
    assert told == [("sound", "poor")]  # the middling one would be paired with itself
    assert export(capsys, folder, "dpo", "--margin", "0.8")[0] == []


def test_filters_of_a_pair_are_for_the_better_one(folder, capsys):
    records, _, _ = export(capsys, folder, "dpo", "--no-critical", "--completed", "--matter", "small_001")
    (record,) = records
    assert record["rejected_critical_failure"] is True


def test_alike_episodes_make_no_pair(tmp_path, capsys):
    matters = small_matters(tmp_path / "matters", 1)
    write_run(tmp_path / "run", matters, {"a": always(SOUND), "b": always(SOUND)})
    assert export(capsys, tmp_path, "dpo")[0] == []


# --- steps -------------------------------------------------------------------------------------------------


def test_a_step_is_an_observation_the_action_on_it_and_its_reward(folder, capsys):
    records, _, _ = export(capsys, folder, "steps", "--agent", "sound", "--matter", "small_001")
    played = replay(load_matter(folder / "matters" / "small_001"), SOUND)
    assert [record["step"] for record in records] == list(range(1, len(SOUND) + 1))
    assert [record["reward"] for record in records] == [step.reward for step in played.steps]
    assert records[0]["observation"]["last_result"] == {}
    assert records[3]["observation"]["last_result"] == played.steps[2].observation["last_result"]
    assert records[3]["observation"]["learned_facts"]["q_launch"] == "We go live in March."
    assert records[3]["action"]["function"]["name"] == "escalate"
    assert "action_schemas" not in records[0]["observation"]
    assert records[-1]["terminated"] is True


# --- what must not be trained on ---------------------------------------------------------------------------


def held_out(tmp_path: Path, split: str = "held_out") -> Path:
    manifest = MANIFEST | {"provenance": {"synthetic": True, "split": split}}
    matters = [
        load_matter(small_folder(tmp_path / "matters", 1, manifest=manifest)),
        load_matter(small_folder(tmp_path / "matters", 2)),
    ]
    write_run(tmp_path / "run", matters, {"sound": always(SOUND), "idle": always(IDLE)})
    return tmp_path


@pytest.mark.parametrize("split", ["held_out", "held-out", "Held out"])
@pytest.mark.parametrize("kind", ["sft", "dpo", "steps"])
def test_a_matter_held_out_is_refused(kind, split, tmp_path, capsys):
    folder = held_out(tmp_path, split)
    status, out, err = called(
        capsys, "export", kind, folder / "run", "--out", folder / "x.jsonl", "--matters", folder / "matters"
    )
    assert (status, out) == (2, "")
    assert "small_001: held out" in err
    assert err.count("\n") == 1
    assert not (folder / "x.jsonl").exists()


def test_a_matter_held_out_can_be_left_out_or_insisted_on(tmp_path, capsys):
    folder = held_out(tmp_path)
    records, _, _ = export(capsys, folder, "sft", "--matter", "small_002")
    assert {(record["matter_id"], record["split"]) for record in records} == {("small_002", None)}
    records, _, _ = export(capsys, folder, "sft", "--include-held-out")
    assert {(record["matter_id"], record["split"]) for record in records} == {
        ("small_001", "held_out"),
        ("small_002", None),
    }


def test_another_split_is_told_and_taken(tmp_path, capsys):
    records, _, _ = export(capsys, held_out(tmp_path, "train"), "sft")
    assert records[0]["split"] == "train"


# --- verified by replay ------------------------------------------------------------------------------------


def test_what_does_not_replay_is_left_out_and_named(tmp_path, capsys):
    matters = small_matters(tmp_path / "matters", 2)
    run = write_run(tmp_path / "run", matters, {"sound": always(SOUND)})
    rewrite(min((run / "episodes").iterdir()), lambda lines: lines[-1]["result"].update(normalized_score=1.0))
    records, _, err = export(capsys, tmp_path, "sft", status=1)
    assert len(records) == 1
    assert err.count("left out, not verified: ") == 1
    assert "normalized_score is 0.7627, and 1.0 was recorded" in err


def test_what_cannot_be_replayed_is_left_out_and_named(folder, tmp_path, capsys):
    status, said, err = called(capsys, "export", "sft", folder / "run", "--out", tmp_path / "x.jsonl")
    assert status == 1
    assert said.endswith("0 records from 0 verified episodes\n")
    assert err.count("the matter in the content that was played is not at hand") == 8


def test_a_record_is_proved_by_reading_it_back(folder):
    matter = load_matter(folder / "matters" / "small_001")
    played = replay(matter, SOUND)
    before, after = prompt(played.initial_observation), turns(SOUND, played)
    assert says_what_was_played(matter, before, after, 0.7627)
    assert not says_what_was_played(matter, before, after, 0.7628)
    assert not says_what_was_played(matter, before, after[:-2], 0.7627)
    other = [dict(message) for message in after]
    other[1]["content"] = other[1]["content"].replace("Fern", "Moss", 1)
    assert not says_what_was_played(matter, before, other, 0.7627)


def test_arguments_cannot_name_another_tool():
    call = {
        "function": {"name": "read_document", "arguments": '{"type": "submit_final", "document_id": "msa"}'}
    }
    assert actions_in([{"tool_calls": [call]}]) == [read("msa")]


def test_a_text_that_no_file_can_carry_makes_no_record(tmp_path, capsys):
    matters = small_matters(tmp_path / "matters", 1)
    broken = issue("msa §4.2", analysis="half \ud800 of a character")
    write_run(tmp_path / "run", matters, {"a": always((broken, *IDLE))})
    records, said, _ = export(capsys, tmp_path, "sft")
    assert records == []
    assert "1 left out" in said


# --- forms -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["sft", "dpo", "steps"])
def test_parquet_holds_the_same_records(kind, folder, tmp_path, capsys):
    duckdb = pytest.importorskip("duckdb", reason="the extra parquet is not installed")
    records, _, _ = export(capsys, folder, kind)
    arguments = ("export", kind, folder / "run", "--matters", folder / "matters")
    assert called(capsys, *arguments, "--out", tmp_path / "records.parquet")[0] == 0
    with duckdb.connect() as connection:
        found = connection.execute("SELECT * FROM read_parquet(?)", [str(tmp_path / "records.parquet")])
        names = [column[0] for column in found.description]
        rows = [dict(zip(names, row, strict=True)) for row in found.fetchall()]
    assert len(rows) == len(records)
    assert names == list(records[0])
    for row, record in zip(rows, records, strict=True):
        for name, value in record.items():
            if name in ("tools", "observation", "action"):
                assert json.loads(row[name]) == value
            elif isinstance(value, list):
                assert [_bare(message) for message in row[name]] == value
            else:
                assert row[name] == value


def _bare(message: dict[str, Any]) -> dict[str, Any]:
    """A message of the table without the fields that it does not have."""
    return {name: value for name, value in message.items() if value is not None}


def test_an_agent_that_is_not_there_is_one_line(folder, capsys):
    for option in ("--agent", "--matter"):
        status, out, err = called(
            capsys, "export", "sft", folder / "run", "--out", folder / "x.jsonl", option, "nobody"
        )
        assert (status, out) == (2, "")
        assert f'{option} "nobody": there is no such thing in the run; it has' in err
        assert err.count("\n") == 1
