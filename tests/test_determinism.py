"""Same matter, same actions: the same observations, infos, results and traces, byte for byte, anywhere."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from playbook_legal import Matter, PlaybookEnv, load_matter

from .cases import ask, edited, finish, issue, read
from .episodes import EXACT, STRICT, TOUR, actions, exact_matter, play_all, spoken, strict_matter, traces
from .small_matter import MANIFEST, RUBRIC, write_small_matter

# Plays the actions on standard input and says what came of it, as bytes; knows nothing of the tests.
_PLAYER = """
import json, sys
from pathlib import Path
from playbook_legal import PlaybookEnv
env = PlaybookEnv.from_directory(sys.argv[1])
first, _ = env.reset(7)
steps = []
for action in json.load(sys.stdin):
    steps.append(env.step(action))
    if steps[-1][2] or steps[-1][3]:
        break
said = json.dumps([first, steps, env.episode_result()])
env.save_trace(Path(sys.argv[2]) / "compact.jsonl")
env.save_trace(Path(sys.argv[2]) / "long.json", full=True)
print(said)
"""

ODD_ACTIONS: list[Any] = [
    {"type": "read_document", "document_id": "msa", "zeta": 1, "alpha": 2, "mu": {"b": 1, "a": 2}},
    {"type": "do_magic", "b": [1, {"z": 1, "a": 2}], "a": None},
    {**issue("msa §4.2", "msa §99", "nowhere §1", label="İ ΑΣ ß"), "surplus": 1.5e300, "other": "\u2028"},
    {**issue("msa §5.1"), "analysis": "24 HOURS of\u00a0discovery", "call_id": "x"},
    {**issue("msa §5.1"), "analysis": "24 HOURS of\u00a0discovery", "call_id": "x"},
]


def matter_folder(folder: Path) -> Path:
    rubric = edited(RUBRIC, {**EXACT, **STRICT})
    return write_small_matter(
        folder, rubric=rubric, manifest=edited(MANIFEST, {"constraints.maximum_steps": 60})
    )


def in_a_process_of_its_own(
    matter: Path, sent: list[Any], folder: Path, hash_seed: str, **environment: str
) -> tuple[bytes, bytes]:
    """What is printed, and the bytes of both traces."""
    folder.mkdir()
    settings_of_process = {
        key: os.environ[key] for key in ("PATH", "SYSTEMROOT", "COVERAGE_PROCESS_START") if key in os.environ
    }
    source = str(Path(__file__).parents[1] / "src")
    run = subprocess.run(
        [sys.executable, "-c", _PLAYER, str(matter), str(folder)],
        input=json.dumps(sent).encode(),
        capture_output=True,
        cwd=folder,
        env={**settings_of_process, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": source, **environment},
        check=True,
    )
    return run.stdout, (folder / "compact.jsonl").read_bytes() + (folder / "long.json").read_bytes()


def test_a_process_with_another_hash_seed_folder_language_and_clock_says_the_same(tmp_path: Path):
    folder = matter_folder(tmp_path / "matter")
    sent = [*ODD_ACTIONS, *TOUR]
    first = in_a_process_of_its_own(folder, sent, tmp_path / "one", "0")
    other = in_a_process_of_its_own(
        folder, sent, tmp_path / "two", "4242", LC_ALL="C", LANG="C", TZ="Pacific/Kiritimati", PYTHONUTF8="0"
    )
    third = in_a_process_of_its_own(
        folder, sent, tmp_path / "three", "random", PYTHONOPTIMIZE="2", PYTHONUTF8="1"
    )
    assert first == other == third
    env = PlaybookEnv(load_matter(folder))
    opening, _ = env.reset(7)
    steps = []
    for action in sent:
        steps.append(env.step(action))
        if steps[-1][2]:
            break
    assert first[0].decode() == json.dumps([opening, steps, env.episode_result()]) + "\n"


def test_the_same_folder_elsewhere_is_the_same_matter(tmp_path: Path):
    one, other = matter_folder(tmp_path / "a"), matter_folder(tmp_path / "b" / "Ünïcode folder")
    assert load_matter(one).content_hash == load_matter(other).content_hash
    played = [play_all(load_matter(folder), TOUR, seed=3) for folder in (one, other)]
    assert spoken(played[0]) == spoken(played[1])
    for name in (str(tmp_path), "Ünïcode", "tests"):
        assert name.encode() not in spoken(played[1])


@pytest.mark.parametrize("matter", [exact_matter(), strict_matter()], ids=["seed rules", "strict instrument"])
@settings(max_examples=30)
@given(sent=actions(repeats=True), between=actions(most=4))
@example(sent=list(TOUR), between=ODD_ACTIONS)
def test_the_same_actions_say_the_same_after_unrelated_episodes(
    matter: Matter, sent: list[Any], between: list[Any]
):
    first = spoken(play_all(matter, sent))
    play_all(matter, between)
    play_all(strict_matter(), between)
    unfinished = PlaybookEnv(matter)
    unfinished.reset()
    for action in between[:2]:
        unfinished.step(action)
        if unfinished.episode_result()["terminated"]:
            break
    assert spoken(play_all(matter, sent)) == first


@settings(max_examples=15)
@given(st.lists(actions(most=6), min_size=2, max_size=4))
def test_episodes_side_by_side_do_not_know_of_each_other(many: list[list[Any]]):
    matter = exact_matter()
    alone = [spoken(play_all(matter, sent)) for sent in many]
    envs = [PlaybookEnv(matter) for _ in many]
    firsts = [env.reset()[0] for env in envs]
    steps: list[list[Any]] = [[] for _ in many]
    for turn in range(max(len(sent) for sent in many)):
        for index, sent in enumerate(many):
            over = steps[index] and (steps[index][-1][2] or steps[index][-1][3])
            if turn < len(sent) and not over:
                steps[index].append(envs[index].step(sent[turn]))
    for index, env in enumerate(envs):
        said = json.dumps([firsts[index], steps[index], env.episode_result()], ensure_ascii=True)
        assert said.encode() + b"\n" + traces(env) == alone[index]


def test_an_environment_reset_begins_anew():
    env = PlaybookEnv(exact_matter())
    said = []
    for _ in range(3):
        first, info = env.reset(seed=11)
        steps = [env.step(action) for action in TOUR]
        said.append(json.dumps([first, info, steps, env.episode_result()]))
    assert said[0] == said[1] == said[2]


def test_the_seed_is_recorded_and_changes_nothing():
    heads = []
    bodies = []
    for seed in (None, 0, -1, 2**63):
        played = play_all(exact_matter(), TOUR, seed)
        compact = traces(played.env).split(b"\n")
        heads.append(json.loads(compact[0])["seed"])
        bodies.append(hashlib.sha256(b"\n".join(compact[1 : len(TOUR) + 2])).hexdigest())
    assert heads == [None, 0, -1, 2**63]
    assert len(set(bodies)) == 1


def test_an_episode_stops_where_its_budget_stops():
    env = PlaybookEnv(exact_matter(steps=2))
    with pytest.raises(RuntimeError, match="reset"):
        env.step(finish())
    env.reset()
    env.step(read("msa"))
    observation, _, terminated, truncated, _ = env.step(ask("What is the deadline?"))
    assert (terminated, truncated) == (False, True)
    # The answer that was paid for is delivered, and the notice stands beside it.
    assert observation["last_result"]["answer"] == "We go live in March."
    assert "notice" in observation["last_result"]
    assert observation["learned_facts"]["q_launch"] == "We go live in March."
    with pytest.raises(RuntimeError):
        env.step(read("msa"))
    assert env.episode_result()["truncated"] is True
