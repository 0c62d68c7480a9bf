"""The red team: it sees what an agent sees, keeps to the budgets, and is deterministic."""

from pathlib import Path

import pytest

from playbook_legal import load_matter, score
from playbook_legal.authoring.redteam.moves import KINDS
from playbook_legal.authoring.redteam.suite import POLICIES, play, red_team
from playbook_legal.authoring.redteam.writing import chopped

from .small_matter import write_small_matter

MATTERS = sorted(
    path.parent for path in (Path(__file__).resolve().parents[1] / "matters").glob("*/rubric.yaml")
)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return load_matter(write_small_matter(tmp_path_factory.mktemp("small") / "m"))


def test_every_named_policy_is_made_of_moves_there_are():
    for policy in POLICIES:
        for kind, move in zip(KINDS, policy.moves, strict=True):
            assert move in kind, f"{policy.name}: {move}"


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
def test_a_policy_plays_to_the_end_and_its_actions_score_the_same_again(small, policy):
    played = play(small, policy)
    result = score(small, played.actions)
    assert result["terminated"] or result["truncated"]
    assert result["normalized_score"] == played.score
    assert result["steps"] == len(played.actions)


def test_a_policy_sends_nothing_that_is_refused_on_a_strict_matter():
    """A policy that stumbles over the rules would be no measure of what the matter allows."""
    reference = load_matter(Path(__file__).resolve().parents[1] / "matters" / "ai_saas_001")
    for policy in POLICIES:
        result = score(reference, play(reference, policy).actions)
        refused = {one["code"] for one in result["breakdown"]["protocol_penalties"]}
        assert not refused - {"short_query"}, policy.name


def test_without_the_strict_instrument_spraying_pays_on_the_small_matter(small):
    """What the strict instrument is for: where five sections hold three issues, being wrong is cheap."""
    assert red_team(small, 300).best.score > 0.3


def test_the_search_is_deterministic_and_keeps_to_its_budget(small):
    first, second = red_team(small, 60), red_team(small, 60)
    assert first == second
    assert first.episodes <= 60


def test_the_search_finds_no_less_than_the_named_policies(small):
    report = red_team(small, 100)
    assert report.best.score == max([report.best.score, *(played.score for played in report.named)])


def test_chopping_leaves_no_run_of_six_words_whole():
    words = [f"w{number}" for number in range(40)]
    text = chopped(" ".join(words))
    for at in range(len(words) - 5):
        assert " ".join(words[at : at + 6]) not in text


@pytest.mark.parametrize("folder", MATTERS, ids=lambda folder: folder.name)
def test_no_policy_without_skill_passes_the_bar(folder):
    matter = load_matter(folder)
    best = max(play(matter, policy).score for policy in POLICIES)
    assert best <= (0.15 if matter.criteria.issues else 0.30)
