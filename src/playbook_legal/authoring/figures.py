"""A matter in figures: how much paper, how much of it is sound, what reaches how far."""

import json
from pathlib import Path

import msgspec

from ..episode.episode import Episode
from ..episode.replay import score
from ..matter.package import Matter
from ..paper.shipped import examples_beside
from ..sources import read_json_lines, read_source
from .redteam.moves import read_everything
from .redteam.suite import red_team
from .redteam.view import View


class MatterFigures(msgspec.Struct, frozen=True):
    """The figures of a matter.

    `paper` are the documents under review, as a reader tells them from playbook and instructions by their names;
    `sound` is the share of their sections that no issue is anchored at. Scores are normalized; `reference` and
    `alternatives` (the lowest of them) are None where there is no such trajectory.
    """

    matter_id: str
    title: str
    about: str
    words: int
    sections: int
    paper_words: int
    paper_sections: int
    sound: float
    issues: int
    questions: int
    escalations: int
    gates: int
    reference: float | None
    alternatives: float | None
    no_skill: float


def figures_of(matter: Matter, folder: Path, budget: int) -> MatterFigures:
    """The figures of the matter in `folder`; the red team plays at most `budget` episodes."""
    manifest, criteria = matter.manifest, matter.criteria
    view = _read_through(matter)
    anchors = {str(issue.anchor) for issue in criteria.issues}
    unsound = sum(passage.citation in anchors for passage in view.paper)
    alternatives = [_score(matter, path) for path in examples_beside(folder, "alt_*.jsonl")]
    reference = [_score(matter, path) for path in examples_beside(folder, "good.jsonl")]
    return MatterFigures(
        matter.id,
        manifest.title,
        " ".join(str(manifest.provenance.get("about", "")).split()),
        sum(len(document.text.split()) for document in matter.record.documents),
        sum(len(document.sections) for document in matter.record.documents),
        sum(len(passage.text.split()) for passage in view.paper),
        len(view.paper),
        round(1 - unsound / max(len(view.paper), 1), 3),
        len(criteria.issues),
        len(criteria.questions),
        len(criteria.escalations),
        sum(
            len(gates.each)
            for issue in criteria.issues
            for gates in (issue.gates, issue.redline_gates, issue.settlement_gates)
        ),
        reference[0] if reference else None,
        min(alternatives) if alternatives else None,
        red_team(matter, budget).best.score,
    )


def _read_through(matter: Matter) -> View:
    """What a reader has before it once everything is read."""
    episode = Episode(matter)
    view = View(episode.observation())
    for action in read_everything(view):
        if episode.is_over:
            break
        observation, reward, _, _, _ = episode.step(action)
        view.see(observation, reward)
    return view


def _score(matter: Matter, path: Path) -> float:
    actions = [entry.value for entry in read_json_lines(read_source(path))]
    return float(score(matter, actions)["normalized_score"])


def as_markdown(figures: MatterFigures) -> str:
    """The matter's section of `docs/matters.md`: a paragraph and a line of figures."""
    reference = "none" if figures.reference is None else f"{figures.reference:.2f}"
    alternatives = "none" if figures.alternatives is None else f"{figures.alternatives:.2f} or more"
    return (
        f"## {figures.matter_id}\n\n"
        f"**{figures.title}.** {figures.about}\n\n"
        f"{figures.words:,} words in {figures.sections} sections; under review {figures.paper_words:,} words in "
        f"{figures.paper_sections} sections, {figures.sound:.0%} of them sound · {figures.issues} issues, "
        f"{figures.questions} questions, {figures.escalations} escalations, {figures.gates} gates · reference "
        f"{reference}, alternatives {alternatives}, best without skill {figures.no_skill:.2f}\n"
    )


def as_json(figures: list[MatterFigures]) -> str:
    """The figures as JSON."""
    return json.dumps(msgspec.to_builtins(figures), ensure_ascii=False, indent=2)
