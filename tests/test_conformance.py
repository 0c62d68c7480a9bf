"""What `playbook_legal.testing` accepts and what it finds."""

import json
from pathlib import Path
from typing import Any

import pytest

from playbook_legal import PlaybookEnv, load_matter
from playbook_legal.testing import NonconformanceError, check_env, check_matter

from .small_matter import HIDDEN_FACTS, MANIFEST, MSA, PLAYBOOK, RUBRIC, write_small_matter

ROOT = Path(__file__).resolve().parents[1]
MATTERS = sorted(path.parent for path in (ROOT / "matters").glob("*/matter.yaml"))


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return load_matter(write_small_matter(tmp_path_factory.mktemp("small") / "m"))


@pytest.mark.parametrize("folder", MATTERS, ids=lambda folder: folder.name)
def test_every_shipped_matter_conforms_on_all_its_trajectories(folder):
    trajectories = [
        [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        for path in sorted((ROOT / "examples" / folder.name).glob("*.jsonl"))
    ]
    assert check_matter(folder, trajectories).id == folder.name


def test_the_environment_conforms(small):
    check_env(PlaybookEnv(small))


def findings(folder: Path) -> str:
    with pytest.raises(NonconformanceError) as error:
        check_matter(folder)
    return "\n".join(error.value.findings)


def test_a_matter_that_does_not_load_is_told_with_every_problem(tmp_path):
    folder = write_small_matter(tmp_path / "m", rubric={**RUBRIC, "nonsense": 1, "questions": 5})
    assert findings(folder).count("rubric.yaml:") == 2


def test_a_required_citation_that_does_not_resolve_is_found(tmp_path):
    issues = [{**RUBRIC["issues"][0], "required_citations": ["msa §4.2", "msa §44"]}]
    final = {**RUBRIC["final_submission"], "required_issue_ids": []}
    folder = write_small_matter(
        tmp_path / "m", rubric={**RUBRIC, "issues": issues, "final_submission": final}, counterparty=None
    )
    assert findings(folder) == "issue training: msa §44 names no section"


def test_a_number_used_twice_is_found(tmp_path):
    documents = {"msa.md": MSA + "\n## 4.2 Again\n\nMore.\n", "playbook.md": PLAYBOOK}
    assert findings(write_small_matter(tmp_path / "m", documents=documents)) == (
        "document msa: the section 4.2 stands there twice"
    )


def test_an_answer_that_the_public_facts_give_away_is_no_leak(tmp_path):
    facts = {**MANIFEST["public_facts"], "launch": HIDDEN_FACTS["client_answers"]["q_launch"]}
    check_matter(write_small_matter(tmp_path / "m", manifest={**MANIFEST, "public_facts": facts}))


class Broken:
    """An environment that breaks the contract in one way."""

    def __init__(self, matter: Any, how: str) -> None:
        self.env = PlaybookEnv(matter)
        self.how = how
        self.count = 0

    def reset(self, seed=None):
        self.count += 1
        observation, info = self.env.reset(seed)
        if self.how == "lacks a key":
            observation.pop("budgets")
        return observation, info

    def step(self, action):
        if self.how == "raises" and action is None:
            raise TypeError("no")
        if self.how == "goes on after the end" and self.env.episode_result()["terminated"]:
            return {}, 0.0, True, False, {}
        observation, reward, terminated, truncated, info = self.env.step(action)
        match self.how:
            case "four values":
                return observation, reward, terminated or truncated, info
            case "whole rewards":
                return observation, round(reward), terminated, truncated, info
            case "no JSON":
                return {**observation, "x": {1, 2}}, reward, terminated, truncated, info
            case "is random":
                return observation, reward + self.count, terminated, truncated, info
        return observation, reward, terminated, truncated, info

    def episode_result(self):
        return {} if self.how == "has no result" else self.env.episode_result()


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("lacks a key", "the observation lacks budgets"),
        ("raises", "no object at all: TypeError was raised; a refusal is the contract"),
        ("goes on after the end", "a step after the end of the episode was answered"),
        ("four values", "a step gives observation, reward, terminated, truncated and info"),
        ("whole rewards", "reward, terminated and truncated are a float and two truth values"),
        ("no JSON", "the answer is not plain JSON"),
        ("is random", "the same actions gave different answers"),
        ("has no result", "the result lacks normalized_score"),
    ],
)
def test_a_wrapper_that_breaks_the_contract_is_told_how(small, how, said):
    with pytest.raises(NonconformanceError) as error:
        check_env(Broken(small, how))
    assert any(said in finding for finding in error.value.findings), error.value.findings
