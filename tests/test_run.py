"""Runs as a person makes them: agents on matters, many times, kept as files that one can stop, resume and merge."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from playbook_legal import load_matter, score
from playbook_legal.authoring.redteam.suite import POLICIES, play
from playbook_legal.bench.agents.protocol import OutsideTroubleError, Parting
from playbook_legal.bench.metrics import measure
from playbook_legal.bench.playing import Plan
from playbook_legal.bench.runners.serial import SerialRunner
from playbook_legal.bench.running import run_plan
from playbook_legal.bench.runs import AgentCard, Manifest, MatterCard, read_run
from playbook_legal.cli.main import playbook
from playbook_legal.cli.running import run_command
from playbook_legal.episode.verify import verify_trace

from .fake_endpoint import Asked, FakeEndpoint, Reply, calls
from .small_matter import write_small_matter

PROGRAM = "from playbook_legal.cli.main import run; run()"
READ = {"type": "read_document", "document_id": "msa", "section": "4.2"}
FINAL = {"type": "submit_final", "summary": "Training is the point; the rest is in order. " * 3}


@pytest.fixture
def run(capsys):
    """Runs a command in this process; gives exit code, standard output and standard error."""

    def call(*arguments: str | Path) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            run_command(playbook, "playbook", [str(argument) for argument in arguments])
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        return int(left.value.code or 0), said.out, said.err

    return call


@pytest.fixture
def matters(tmp_path):
    """A folder of two small matters with a reference each, and `bad.jsonl`, which leaves without a memo."""
    for name in ("small_001", "small_002"):
        folder = write_small_matter(tmp_path / "matters" / name)
        manifest = (folder / "matter.yaml").read_text().replace("small_001", name)
        (folder / "matter.yaml").write_text(manifest)
        examples = tmp_path / "examples" / name
        examples.mkdir(parents=True)
        (examples / "good.jsonl").write_text(f"{json.dumps(READ)}\n{json.dumps(FINAL)}\n")
        (examples / "alt_short.jsonl").write_text(f"{json.dumps(FINAL)}\n")
    (tmp_path / "bad.jsonl").write_text(f"{json.dumps(READ)}\n")
    return tmp_path / "matters"


def content(folder: Path) -> dict[str, bytes]:
    """Every file of a run, by name."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


# --- agents on matters -----------------------------------------------------------------------------------


def test_every_agent_plays_every_matter_for_every_seed_as_often_as_said(run, matters, tmp_path):
    agents = ["--agent", "reference", "--agent", "example:alt_short", "--agent", f"file:{tmp_path}/bad.jsonl"]
    status, out, err = run(
        "run", "--all", matters, *agents, "--seeds", "0,3-4", "--repeats", "2", "--out", tmp_path / "r"
    )
    assert (status, err) == (0, "")
    assert f"{tmp_path.as_posix()}/r: 36 of 36 episodes played" in out
    found = read_run(tmp_path / "r")
    keys = [(key.agent, key.matter_id, key.seed, key.repeat) for key in found.manifest.keys()]  # noqa: SIM118 - a method
    assert len(set(keys)) == len(keys) == 36
    assert keys[:3] == [
        ("reference", "small_001", 0, 0),
        ("reference", "small_001", 0, 1),
        ("reference", "small_001", 3, 0),
    ]
    assert [episode.note.key for episode in found.episodes] == list(found.manifest.keys())
    endings = {
        episode.note.key.agent: (episode.note.ending, episode.note.detail) for episode in found.episodes
    }
    assert endings == {
        "reference": ("finished", ""),
        "alt_short": ("finished", ""),
        "bad": ("left", "the recording ends after 1 actions"),
    }
    for episode in found.episodes:
        matter = load_matter(matters / episode.note.key.matter_id)
        assert verify_trace(episode.trace, matter).difference is None
        assert episode.trace.seed == episode.note.key.seed


def test_an_episode_whose_agent_left_is_settled_and_every_reader_agrees_on_it(run, matters, tmp_path):
    """What had to be escalated was not: leaving is no way round it."""
    folder, out = matters / "small_001", tmp_path / "r"
    status, _, _ = run("run", folder, "--agent", f"file:{tmp_path}/bad.jsonl", "--out", out)
    (episode,) = read_run(out).episodes
    matter, trace = load_matter(folder), episode.trace
    assert (status, episode.note.ending) == (0, "left")
    assert (episode.result["terminated"], episode.result["truncated"]) == (False, True)
    owed = score(matter, trace.actions)["raw_score"] - episode.result["raw_score"]
    assert owed == 0.5
    assert verify_trace(trace, matter).difference is None
    assert measure(matter, trace.actions, closed=True).result == episode.result
    assert "0 changed" in run("rescore", out, "--matters", matters)[1]
    (path,) = (out / "episodes").iterdir()
    assert run("replay", path, "--matter", folder)[0] == 0
    headline = run("explain", folder, path)[1].split("\n")[0]
    assert headline.endswith("ended without a memo)")
    assert f"({episode.result['raw_score']:g} of " in headline


def test_the_manifest_says_what_was_played_and_with_what(run, matters, tmp_path):
    run(
        "run",
        matters / "small_001",
        "--agent",
        "reference",
        "--agent",
        "policy:paste the playbook",
        "--out",
        tmp_path / "r",
    )
    manifest = read_run(tmp_path / "r").manifest
    assert manifest.matters[0].content_hash == load_matter(matters / "small_001").content_hash
    reference, policy = manifest.agents
    assert (reference.name, reference.kind, reference.options["example"]) == (
        "reference",
        "reference",
        "good",
    )
    assert policy.name == "paste the playbook"
    assert policy.options["moves"][2] == "resembling, playbook, redlined"
    assert str(tmp_path) not in json.dumps([reference.options, policy.options])


def test_every_policy_plays_as_the_red_team_plays_it(run, matters, tmp_path):
    status, _, _ = run("run", matters / "small_001", "--agent", "policy:all", "--out", tmp_path / "r")
    found = read_run(tmp_path / "r")
    assert status == 0
    assert [card.name for card in found.manifest.agents] == [policy.name for policy in POLICIES]
    matter = load_matter(matters / "small_001")
    for episode, policy in zip(found.episodes, POLICIES, strict=True):
        assert episode.trace.actions == list(play(matter, policy).actions)


def test_no_matter_named_means_all_that_are_shipped(run, tmp_path):
    status, out, _ = run("run", "--agent", "policy:empty memo", "--out", tmp_path / "r")
    assert status == 0
    assert "ai_saas_001" in [card.id for card in read_run(tmp_path / "r").manifest.matters]
    assert "empty memo" in out


def test_the_summary_as_json_is_json_and_nothing_else(run, matters, tmp_path):
    arguments = ["run", "--all", matters, "--agent", "reference", "--out", tmp_path / "r", "--format", "json"]
    _, out, _ = run(*arguments)
    told = json.loads(out)
    assert (told["wanted"], told["played"], told["failed"], told["shard"]) == (2, 2, [], "1/1")
    assert told["agents"][0]["agent"] == "reference"
    assert told["agents"][0]["episodes"] == 2


def test_agents_may_be_given_names_of_their_own(run, matters, tmp_path):
    bad = f"file:{tmp_path}/bad.jsonl"
    agents = ["--agent", bad, "--agent", f"the other={bad}"]
    assert run("run", matters / "small_001", *agents, "--out", tmp_path / "r")[0] == 0
    one, other = read_run(tmp_path / "r").manifest.agents
    assert (one.name, other.name) == ("bad", "the other")
    assert one.fingerprint == other.fingerprint


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--agent", "nobody"], '"nobody" is no agent'),
        (["--agent", "reference:x"], "is no agent"),
        (["--agent", "chat:"], "is no agent"),
        (["--agent", "policy:win"], "there is no such policy"),
        (["--agent", "example:bad"], "there is no example bad.jsonl beside this matter"),
        (["--agent", "example:../../x"], "is no name of an example"),
        (["--agent", "file:nowhere.jsonl"], "there is no such file"),
        (["--agent", "command:no-such-program -x"], "there is no such program"),
        (["--agent", "command:'unclosed"], "cannot be read"),
        (["--agent", "reference", "--agent", "reference"], 'two agents are called "reference"'),
        (["--agent", "reference", "--seeds", "-1"], "is no seed"),
        (["--agent", "reference", "--seeds", "5-1"], "is no range"),
        (["--agent", "reference", "--shard", "3/2"], "is no shard"),
        (["--agent", "reference", "--shard", "0/2"], "is no shard"),
        (["--agent", "reference", "--repeats", "0"], "repeats"),
        ([], "--agent"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_line(run, matters, tmp_path, options, said):
    status, out, err = run("run", "--all", matters, "--out", tmp_path / "r", *options)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert not (tmp_path / "r").exists()


def test_two_matters_of_one_id_are_not_one_run(run, matters, tmp_path):
    copy = write_small_matter(tmp_path / "copy")
    status, _, err = run(
        "run", matters / "small_001", copy, "--agent", "policy:empty memo", "--out", tmp_path / "r"
    )
    assert status == 2
    assert 'its id, "small_001", is that of' in err


# --- resume, shards, merge -------------------------------------------------------------------------------


def test_the_same_command_plays_only_what_is_missing(run, matters, tmp_path):
    arguments = ["run", "--all", matters, "--agent", "reference", "--seeds", "0-4", "--out", tmp_path / "r"]
    run(*arguments)
    whole = content(tmp_path / "r")
    episodes = sorted((tmp_path / "r" / "episodes").iterdir())
    before = {path: path.stat().st_mtime_ns for path in episodes}
    episodes[2].unlink()
    episodes[4].write_bytes(b"")  # a machine that lost its power
    (tmp_path / "r" / "episodes" / ".x.17.1.part").write_bytes(b"{")  # a process that was killed
    status, out, _ = run(*arguments)
    assert status == 0
    assert "10 of 10 episodes played, 8 of them before" in out
    assert content(tmp_path / "r") == whole
    changed = [path for path in episodes if path.stat().st_mtime_ns != before[path]]
    assert changed == [episodes[2], episodes[4]]


def test_a_run_that_was_killed_before_its_manifest_was_whole_can_begin(run, matters, tmp_path):
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / ".manifest.json.1.1.part").write_bytes(b"{")
    assert run("run", "--all", matters, "--agent", "reference", "--out", tmp_path / "r")[0] == 0
    assert sorted(path.name for path in (tmp_path / "r").iterdir()) == [
        "episodes",
        "failures",
        "manifest.json",
    ]


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (["--agent", "example:alt_short"], "agents"),
        (["--agent", "reference", "--seeds", "1"], "seeds"),
        (["--agent", "reference", "--repeats", "2"], "repeats"),
    ],
)
def test_runs_never_mix(run, matters, tmp_path, other, what):
    run("run", "--all", matters, "--agent", "reference", "--out", tmp_path / "r")
    before = content(tmp_path / "r")
    status, _, err = run("run", "--all", matters, *other, "--out", tmp_path / "r")
    assert status == 2
    assert f"the folder holds another run ({what} differs)" in err
    assert content(tmp_path / "r") == before


def test_a_matter_that_has_changed_makes_another_run(run, matters, tmp_path):
    arguments = ["run", "--all", matters, "--agent", "policy:empty memo", "--out", tmp_path / "r"]
    run(*arguments)
    with (matters / "small_001" / "documents" / "msa.md").open("a") as document:
        document.write("\n## 20 More\n\nMore.\n")
    status, _, err = run(*arguments)
    assert status == 2
    assert "matters differs" in err


def test_a_matter_spelled_otherwise_is_the_same_run(run, matters, tmp_path, monkeypatch):
    run("run", matters / "small_001", "--agent", "reference", "--out", tmp_path / "r")
    monkeypatch.chdir(tmp_path)
    status, out, _ = run("run", "matters/small_001", "--agent", "reference", "--out", "r")
    assert status == 0
    assert "1 of 1 episodes played, 1 of them before" in out


def test_another_folder_is_left_alone(run, matters, tmp_path):
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "letter.txt").write_text("dear")
    status, _, err = run("run", "--all", matters, "--agent", "reference", "--out", tmp_path / "r")
    assert status == 2
    assert "holds no run" in err
    (tmp_path / "file").write_text("x")
    assert run("run", "--all", matters, "--agent", "reference", "--out", tmp_path / "file")[0] == 2


def test_two_processes_do_not_play_one_run_at_a_time(run, matters, tmp_path):
    fcntl = pytest.importorskip("fcntl", reason="this system cannot lock a file")
    arguments = ["run", "--all", matters, "--agent", "reference", "--out", tmp_path / "r"]
    run(*arguments)
    with (tmp_path / "r" / "manifest.json").open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        status, _, err = run(*arguments)
    assert status == 2
    assert "another process is playing this run" in err


def test_merged_shards_are_the_run_in_one_go(run, matters, tmp_path):
    arguments = ["run", "--all", matters, "--agent", "reference", "--agent", "policy:stock questions"]
    arguments += ["--seeds", "0-2", "--repeats", "3"]
    run(*arguments, "--out", tmp_path / "whole")
    for number in (1, 2, 3):
        status, out, _ = run(*arguments, "--shard", f"{number}/3", "--out", tmp_path / f"part{number}")
        assert status == 0
        assert f"(shard {number} of 3): 12 of 12 episodes played" in out
    parts = [tmp_path / f"part{number}" for number in (3, 1, 2)]
    status, out, _ = run("merge", *parts[:2], "--into", tmp_path / "merged")
    assert (status, out) == (1, f"{tmp_path}/merged: 24 of 36 episodes played\nnot played: 12\n")
    status, out, _ = run("merge", *parts, "--into", tmp_path / "merged")
    assert (status, out) == (0, f"{tmp_path}/merged: 36 of 36 episodes played\n")
    assert content(tmp_path / "merged") == content(tmp_path / "whole")
    # A merged run can be gone on with, and merged again.
    assert run("merge", *parts, "--into", tmp_path / "merged")[0] == 0
    assert run(*arguments, "--out", tmp_path / "merged")[0] == 0
    assert content(tmp_path / "merged") == content(tmp_path / "whole")


def test_runs_of_different_things_are_not_merged(run, matters, tmp_path):
    run("run", "--all", matters, "--agent", "reference", "--out", tmp_path / "one")
    run("run", "--all", matters, "--agent", "reference", "--seeds", "1", "--out", tmp_path / "other")
    status, _, err = run("merge", tmp_path / "one", tmp_path / "other", "--into", tmp_path / "merged")
    assert status == 2
    assert "seeds differs" in err
    assert not (tmp_path / "merged").exists()


def test_episodes_played_twice_with_another_outcome_are_not_merged(run, matters, tmp_path):
    arguments = ["run", matters / "small_001", "--agent", "reference"]
    run(*arguments, "--out", tmp_path / "one")
    run(*arguments, "--out", tmp_path / "other")
    (path,) = (tmp_path / "other" / "episodes").iterdir()
    path.write_bytes(path.read_bytes().replace(b'"finished"', b'"left"'))
    status, _, err = run("merge", tmp_path / "one", tmp_path / "other", "--into", tmp_path / "merged")
    assert status == 2
    assert "this episode is there already and was another" in err


# --- runners ---------------------------------------------------------------------------------------------


def test_processes_give_the_same_files_as_one(run, matters, tmp_path):
    arguments = ["run", "--all", matters, "--agent", "reference", "--agent", "policy:stock questions"]
    arguments += ["--repeats", "10"]
    run(*arguments, "--out", tmp_path / "serial")
    status, out, err = run(
        *arguments, "--runner", "processes", "--processes", "2", "--out", tmp_path / "both"
    )
    assert (status, err) == (0, "")
    assert "40 of 40 episodes played" in out
    assert content(tmp_path / "both") == content(tmp_path / "serial")


def test_what_stops_a_process_is_said_in_one_line(run, matters, tmp_path):
    """A full disk, as far as a process can tell."""
    pytest.importorskip("resource", reason="this system has no limits on files")
    arguments = ["run", "--all", matters, "--agent", "reference", "--out", tmp_path / "r"]
    run(*arguments, "--shard", "1/2")
    before = content(tmp_path / "r")
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))\n"
    done = subprocess.run(
        [sys.executable, "-c", limit + PROGRAM, *map(str, arguments), "--runner", "processes"],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")},
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "File too large" in done.stderr
    assert content(tmp_path / "r") == before


def test_a_ray_cluster_gives_the_same_files_as_one_process(run, matters, tmp_path):
    pytest.importorskip("ray", reason="the extra `ray` is not installed (it is heavy)")
    arguments = ["run", "--all", matters, "--agent", "reference", "--agent", "policy:stock questions"]
    arguments += ["--repeats", "5"]
    run(*arguments, "--out", tmp_path / "serial")
    options = ["--runner", "ray", "--processes", "2", "--out", str(tmp_path / "ray")]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, arguments), *options],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "20 of 20 episodes played" in done.stdout
    assert content(tmp_path / "ray") == content(tmp_path / "serial")


def test_without_the_extra_the_runner_names_it(run, matters, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    status, _, err = run(
        "run", "--all", matters, "--agent", "reference", "--runner", "ray", "--out", tmp_path / "r"
    )
    assert status == 2
    assert "pip install 'playbook-legal[ray]'" in err


def test_without_the_extra_a_chat_agent_names_it(run, matters, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "openai", None)
    status, _, err = run("run", "--all", matters, "--agent", "chat:m", "--out", tmp_path / "r")
    assert status == 2
    assert "pip install 'playbook-legal[chat]'" in err


# --- agents that break -----------------------------------------------------------------------------------


class Odd:
    """An agent that does what its seed says."""

    card = AgentCard("odd", "odd")

    async def play(self, table) -> Parting:
        match table.key.seed:
            case 0:
                raise OutsideTroubleError("the line is dead", 3)
            case 1:
                raise ZeroDivisionError("a mistake\nin the agent")
            case 2:
                table.act(FINAL)
                return Parting("protocol", "a detail that does not count: the episode is over")
            case _:
                table.act(READ)
                return Parting("protocol", "it stopped")

    async def close(self) -> None:
        pass


def test_what_an_agent_does_wrong_ends_its_own_episode_and_no_other(matters, tmp_path):
    matter = load_matter(matters / "small_001")
    manifest = Manifest.of([Odd.card], [MatterCard.of(matter, "small_001")], range(4), 1)
    plan = Plan(manifest, (Odd(),), {matter.id: matters / "small_001"}, tmp_path / "r", 2)
    outcome = run_plan(plan, SerialRunner(), {matter.content_hash: matter})
    found = read_run(tmp_path / "r")
    assert [(one.reason, one.attempts) for one in found.failures] == [
        ("the line is dead", 3),
        ("the agent broke down: ZeroDivisionError: a mistake in the agent", 1),
    ]
    assert [(one.note.ending, one.note.detail) for one in found.episodes] == [
        ("finished", ""),
        ("protocol", "it stopped"),
    ]
    assert (outcome.is_whole, outcome.standing.unplayed, len(outcome.kept)) == (False, 2, 2)


# --- killed ----------------------------------------------------------------------------------------------


def waited_for(episodes: Path, count: int) -> None:
    """Wait until so many episodes stand in a folder."""
    for _ in range(6_000):
        if episodes.is_dir() and len(list(episodes.glob("*.jsonl"))) >= count:
            return
        time.sleep(0.01)
    raise AssertionError(f"no {count} episodes came")


@pytest.mark.parametrize("runner", ["serial", "processes"])
def test_a_run_that_is_killed_loses_nothing_and_plays_nothing_twice(
    run, matters, tmp_path, monkeypatch, runner
):
    """The whole of it: a real endpoint, SIGKILL in mid-run, resume; and the files of a run that nobody killed."""
    pytest.importorskip("openai", reason="the extra `chat` is not installed")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-a-key-of-no-use")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    ended: list[tuple[int, str]] = []  # seed and matter of each episode whose memo was asked for
    slow = [True]

    def script(asked: Asked) -> Reply:
        if asked.turn == 0:
            return replace(calls(READ), stall=0.05 if slow else 0)
        ended.append((asked.body["seed"], asked.matter_id))
        return calls(FINAL, usage={"prompt_tokens": 10, "completion_tokens": 5})

    with FakeEndpoint(script).serving() as endpoint:
        arguments = ["run", "--all", str(matters), "--agent", "chat:m", "--base-url", endpoint.url]
        arguments += ["--send-seed", "--seeds", "0-11", "--concurrency", "3", "--out"]
        with subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *arguments, str(tmp_path / "killed"), "--runner", runner],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as killed:
            waited_for(tmp_path / "killed" / "episodes", 5)
            killed.kill()
        time.sleep(0.3)  # the processes of the run notice that it is gone
        there = content(tmp_path / "killed" / "episodes")
        there = {name: body for name, body in there.items() if name.endswith(".jsonl")}
        assert 5 <= len(there) < 24
        asked_for = len(ended)
        slow.clear()
        status, out, _ = run(*arguments, tmp_path / "killed")
        assert status == 0
        assert f"24 of 24 episodes played, {len(there)} of them before" in out
        # Nothing that had ended was played again, or changed.
        again = ended[asked_for:]
        assert len(again) == len(set(again)) == 24 - len(there)
        after = content(tmp_path / "killed")
        assert {f"episodes/{name}": body for name, body in there.items()}.items() <= after.items()
        assert run(*arguments, tmp_path / "whole")[0] == 0
    assert after == content(tmp_path / "whole")


@pytest.mark.parametrize("runner", ["serial", "processes"])
def test_an_interruption_is_one_line_and_loses_nothing(matters, tmp_path, runner):
    arguments = ["run", "--all", str(matters), "--agent", "reference", "--seeds", "0-4999"]
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments, "--out", str(tmp_path / "r"), "--runner", runner],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )
    waited_for(tmp_path / "r" / "episodes", 5)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to every process of the group
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, "")
    said = err.split("\n")[-2]
    assert said.startswith("playbook: interrupted; ")
    assert said.endswith(" of 10000 episodes are there; the same command goes on")
    assert "Traceback" not in err
    names = [path.name for path in (tmp_path / "r" / "episodes").glob("*.jsonl")]
    assert len(names) >= 5
    for path in (tmp_path / "r" / "episodes").glob("*.jsonl"):
        assert path.read_bytes().endswith(b"}}\n")
