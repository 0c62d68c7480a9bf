"""Runs scored anew: what changed, why, and the run as scored now."""

import json
from pathlib import Path

import pytest

from playbook_legal import load_matter
from playbook_legal.bench.library import Library
from playbook_legal.bench.reading import read_checked_run
from playbook_legal.bench.rescoring import rescore
from playbook_legal.bench.runs import read_run

from .run_folders import IDLE, POOR, SOUND, always, called, rewrite, small_folder, small_matters, write_run
from .small_matter import MANIFEST, RUBRIC

DEARER = RUBRIC | {"issues": [RUBRIC["issues"][0] | {"base_points": 3}, *RUBRIC["issues"][1:]]}
SHORTER = MANIFEST | {"constraints": {"maximum_steps": 4}}


@pytest.fixture
def run(tmp_path):
    matters = small_matters(tmp_path / "before", 2)
    play = {"sound": always(SOUND), "idle": always(IDLE), "down": always("no connection")}
    return write_run(tmp_path / "run", matters, play, repeats=2)


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def trace_of(run: Path, agent: str) -> Path:
    return min(path for path in (run / "episodes").iterdir() if path.name.startswith(f"{agent}~"))


def test_an_unchanged_run_scores_what_it_scored(run, tmp_path, capsys):
    status, out, err = called(capsys, "rescore", run, "--matters", tmp_path / "before")
    assert (status, out, err) == (0, "8 episodes scored anew by instrument 1: 0 changed\n", "")


def test_writing_an_unchanged_run_gives_the_same_files(run, tmp_path, capsys):
    into = tmp_path / "rescored"
    assert called(capsys, "rescore", run, "--matters", tmp_path / "before", "--write", into)[0] == 0
    assert files(into) == files(run)


def test_a_changed_matter_is_named_with_the_first_difference(run, tmp_path, capsys):
    small_folder(tmp_path / "after", 1, rubric=DEARER)
    load_matter(small_folder(tmp_path / "after", 2))
    status, out, _ = called(capsys, "rescore", run, "--matters", tmp_path / "after")
    assert status == 1
    lines = out.splitlines()
    # 11.25 of 14.75 became 13.25 of 16.75; nothing became of what earned nothing.
    assert lines[0] == (
        '"sound" on "small_001", seed 0, repeat 0: normalized_score 0.7627 -> 0.791; raw_score 11.25 -> 13.25; '
        "max_score 14.75 -> 16.75"
    )
    assert lines[1].startswith("    the matter changed (")
    assert lines[2] == "    first difference: step 5 (submit_issue): the reward is 4.0, and 2.0 was recorded"
    assert lines[-1] == "8 episodes scored anew by instrument 1: 4 changed"


def test_a_changed_matter_may_end_an_episode_earlier(run, tmp_path):
    for number in (1, 2):
        small_folder(tmp_path / "after", number, manifest=SHORTER)
    rescored = rescore(read_checked_run(run), Library([tmp_path / "after"]))
    first = rescored[0]
    assert (first.ending, len(first.trace.steps)) == ("budget", 4)
    assert first.first_difference == "step 5: the episode is over after step 4, and 8 more were recorded"
    assert [one.ending for one in rescored if one.key.agent == "idle"] == ["finished"] * 4


def test_another_instrument_is_a_reason(run, tmp_path):
    rewrite(trace_of(run, "sound"), lambda lines: lines[0].update(instrument_version="0"))
    first = rescore(read_checked_run(run), Library([tmp_path / "before"]))[0]
    assert first.reasons == ('the instrument changed ("0" then, "1" now)',)
    assert not first.changed


def test_an_edited_record_is_found_out(run, tmp_path, capsys):
    rewrite(trace_of(run, "idle"), lambda lines: lines[-1]["result"].update(normalized_score=1.0))
    status, out, _ = called(capsys, "rescore", run, "--matters", tmp_path / "before")
    assert status == 1
    assert out.splitlines()[:3] == [
        '"idle" on "small_001", seed 0, repeat 0: normalized_score 1.0 -> 0.0',
        "    the record is not what these actions give on this matter",
        "    first difference: result: normalized_score is 0.0, and 1.0 was recorded",
    ]


def test_an_edited_reward_is_told_though_the_score_is_the_same(run, tmp_path, capsys):
    rewrite(trace_of(run, "idle"), lambda lines: lines[1].update(reward=5.0))
    status, out, _ = called(capsys, "rescore", run, "--matters", tmp_path / "before")
    assert status == 0
    assert out.splitlines()[0] == '"idle" on "small_001", seed 0, repeat 0: the same score'


def test_the_rescored_run_stands_on_the_matters_at_hand(run, tmp_path, capsys):
    for number in (1, 2):
        small_folder(tmp_path / "after", number, rubric=DEARER)
    into = tmp_path / "rescored"
    assert called(capsys, "rescore", run, "--matters", tmp_path / "after", "--write", into)[0] == 1
    written = read_run(into)
    assert not written.missing
    assert len(written.episodes) == 8
    assert [failure.reason for failure in written.failures] == ["no connection"] * 4
    now = load_matter(tmp_path / "after" / "small_001").content_hash
    header = written.episodes[0].trace.header
    assert header is not None
    assert written.manifest.matters[0].content_hash == header.content_hash == now
    assert written.episodes[0].result["normalized_score"] == 0.791
    # And it is at rest: scored again it is the same.
    status, out, _ = called(capsys, "rescore", into, "--matters", tmp_path / "after")
    assert (status, out) == (0, "8 episodes scored anew by instrument 1: 0 changed\n")


def test_json_tells_every_episode(run, tmp_path, capsys):
    status, out, _ = called(capsys, "rescore", run, "--matters", tmp_path / "before", "--format", "json")
    told = json.loads(out)
    assert (status, told["changed"], len(told["episodes"])) == (0, 0, 8)
    assert told["episodes"][0]["now"] == {
        "normalized_score": 0.7627,
        "raw_score": 11.25,
        "max_score": 14.75,
        "critical_failure": False,
    }


def test_a_matter_that_is_nowhere_is_one_line(run, capsys):
    status, out, err = called(capsys, "rescore", run)
    assert (status, out) == (2, "")
    assert "no matter of this id is at hand" in err
    assert err.count("\n") == 1


def test_an_existing_folder_is_not_written_into(run, tmp_path, capsys):
    status, _, err = called(capsys, "rescore", run, "--matters", tmp_path / "before", "--write", run)
    assert status == 2
    assert "the folder is not empty" in err


def test_two_contents_of_a_matter_do_not_become_one(tmp_path, capsys):
    one = small_matters(tmp_path / "one", 1)
    other = [load_matter(small_folder(tmp_path / "other", 1, rubric=DEARER))]
    run = write_run(tmp_path / "run", [*one, *other], {"poor": lambda _: None})
    del run
    status, _, err = called(
        capsys, "rescore", tmp_path / "run", "--matters", tmp_path / "one", "--write", tmp_path / "into"
    )
    assert status == 2
    assert "only one is at hand" in err


def test_nothing_but_the_actions_is_taken_from_a_trace(run, tmp_path):
    def scribble(lines):
        lines[-1]["result"] = {"normalized_score": "high", "breakdown": [POOR]}
        for line in lines[1:-1]:
            line["reward"] = -1.5

    rewrite(trace_of(run, "sound"), scribble)
    first = rescore(read_checked_run(run), Library([tmp_path / "before"]))[0]
    assert first.recorded["normalized_score"] == "high"
    assert first.now["normalized_score"] == 0.7627
    assert first.changed
