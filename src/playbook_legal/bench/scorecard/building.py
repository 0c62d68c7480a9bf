"""From runs to a scorecard: measure each episode, average by matter, then over matters."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

import msgspec

from ...scoring.version import INSTRUMENT_VERSION
from ..encoding import encodable
from ..library import Library
from ..metrics import METRIC_NAMES, measure, metrics_of_record
from ..reading import Shelved, shelved
from ..runs import AgentCard, EpisodeKey, Run
from .figures import cells_of, compare, total_of
from .model import (
    FORMAT,
    Cell,
    Comparison,
    EpisodeRow,
    FailedEpisode,
    Scorecard,
    ScoredAgent,
    ScoredMatter,
    Total,
)

SUCCESS = 0.8
# Up to so many agents each is compared with each; more are compared with the first.
_EACH_WITH_EACH = 5

_AgentKey: TypeAlias = tuple[str, str, str]  # run, name, fingerprint
_MatterKey: TypeAlias = tuple[str, str]  # id, content hash


def build_scorecard(
    runs: Sequence[tuple[str, Run]],
    library: Library,
    *,
    success: float = SUCCESS,
    against: tuple[str, Run] | None = None,
) -> Scorecard:
    """The scorecard of `runs`, each with what reports call it. With `against`, each agent is also compared with the
    one of its name in that run. A pure function of the runs and the matters: same runs, same bytes."""
    labels = _agent_labels(runs)
    matters = _matters(runs, library)
    names = {key: matter.label for key, matter in matters.items()}
    rows = [
        _row(one, labels[name, one.key.agent, one.key.fingerprint], names)
        for name, run in runs
        for one in shelved(run, library)
    ]
    failures = _unscored(runs, labels, names, lambda run: [(one.key, one.reason) for one in run.failures])
    missing = _unscored(runs, labels, names, lambda run: [(key, "not played") for key in run.missing])
    cells = cells_of(rows)
    agents = _agents(runs, labels)
    totals = tuple(
        total_of(agent.label, rows, cells, success, (len(matters), failures, missing)) for agent in agents
    )
    comparisons = _pairs([agent.label for agent in agents], cells)
    notes = _notes(runs, tuple(matters.values()), rows, totals, cells)
    with_base: list[Comparison] = []
    if against is not None:
        with_base, more = _against(against, agents, cells, names, library, success)
        notes += more
    return Scorecard(
        FORMAT,
        INSTRUMENT_VERSION,
        tuple(name for name, _ in runs),
        success,
        agents,
        tuple(matters.values()),
        totals,
        tuple(cells.values()),
        tuple(comparisons),
        None if against is None else against[0],
        tuple(with_base),
        tuple(rows),
        failures,
        missing,
        tuple(notes),
    )


# --- who and what ----------------------------------------------------------------------------------------


def _agent_labels(runs: Sequence[tuple[str, Run]]) -> dict[_AgentKey, str]:
    """What to call each agent: its name, with the run where two runs have one of that name, with its fingerprint
    where that is not enough."""
    cards = [(name, card) for name, run in runs for card in run.manifest.agents]
    by_name = Counter(card.name for _, card in cards)
    by_run = Counter((name, card.name) for name, card in cards)

    def label(run: str, card: AgentCard) -> str:
        called = card.name
        if by_name[card.name] > by_run[run, card.name]:
            called = f"{called} · {run}"
        return f"{called} · {card.fingerprint[:6]}" if by_run[run, card.name] > 1 else called

    return {(run, card.name, card.fingerprint): label(run, card) for run, card in cards}


def _agents(runs: Sequence[tuple[str, Run]], labels: Mapping[_AgentKey, str]) -> tuple[ScoredAgent, ...]:
    return tuple(
        ScoredAgent(
            labels[name, card.name, card.fingerprint],
            name,
            card.name,
            card.kind,
            card.fingerprint,
            card.options,
        )
        for name, run in runs
        for card in run.manifest.agents
    )


def _matters(runs: Sequence[tuple[str, Run]], library: Library) -> dict[_MatterKey, ScoredMatter]:
    keys = list(
        dict.fromkeys((card.id, card.content_hash) for _, run in runs for card in run.manifest.matters)
    )
    contents = Counter(matter_id for matter_id, _ in keys)
    told: dict[_MatterKey, ScoredMatter] = {}
    for matter_id, content_hash in keys:
        matter = library.find(matter_id, content_hash)
        label = f"{matter_id} · {content_hash[:8]}" if contents[matter_id] > 1 else matter_id
        told[matter_id, content_hash] = ScoredMatter(
            label,
            matter_id,
            content_hash,
            "" if matter is None else matter.manifest.title,
            "recorded" if matter is None else "replayed",
        )
    return told


def _row(one: Shelved, agent: str, names: Mapping[_MatterKey, str]) -> EpisodeRow:
    key, note, recorded = one.key, one.episode.note, one.episode.result
    differs, ladder = False, None
    if one.matter is None:
        metrics = metrics_of_record(recorded, note.usage, f"the episode of {agent} on {key.matter_id}")
    else:
        trace = one.episode.trace
        measured = measure(one.matter, trace.actions, note.usage, closed=trace.is_closed)
        metrics, ladder = measured.metrics, measured.ladder
        differs = any(
            recorded.get(name) != measured.result[name] for name in ("normalized_score", "critical_failure")
        )
    return EpisodeRow(
        agent,
        names[key.matter_id, key.content_hash],
        key.seed,
        key.repeat,
        note.ending,
        note.detail,
        "recorded" if one.matter is None else "replayed",
        differs,
        metrics,
        ladder,
    )


def _unscored(
    runs: Sequence[tuple[str, Run]],
    labels: Mapping[_AgentKey, str],
    names: Mapping[_MatterKey, str],
    listed: Callable[[Run], list[tuple[EpisodeKey, str]]],
) -> tuple[FailedEpisode, ...]:
    return tuple(
        FailedEpisode(
            labels[name, key.agent, key.fingerprint],
            names[key.matter_id, key.content_hash],
            key.seed,
            key.repeat,
            reason,
        )
        for name, run in runs
        for key, reason in listed(run)
    )


# --- pairs -----------------------------------------------------------------------------------------------


def _by_matter(cells: Mapping[tuple[str, str], Cell], agent: str) -> dict[str, Cell]:
    return {matter: cell for (name, matter), cell in cells.items() if name == agent}


def _pairs(agents: Sequence[str], cells: Mapping[tuple[str, str], Cell]) -> list[Comparison]:
    """Each agent with each where they are few; with the first one where they are many. Scores only."""
    pairs = (
        combinations(agents, 2)
        if len(agents) <= _EACH_WITH_EACH
        else ((agent, agents[0]) for agent in agents[1:])
    )
    found = (
        compare(_by_matter(cells, one), _by_matter(cells, other), "score", (one, other))
        for one, other in pairs
    )
    return [comparison for comparison in found if comparison is not None]


def _against(
    against: tuple[str, Run],
    agents: Sequence[ScoredAgent],
    cells: Mapping[tuple[str, str], Cell],
    names: Mapping[_MatterKey, str],
    library: Library,
    success: float,
) -> tuple[list[Comparison], list[str]]:
    """Each agent with the one of its name in the run `against`; where both sides have but one, with that."""
    base = build_scorecard([against], library, success=success)
    called = {(matter.id, matter.content_hash): matter.label for matter in base.matters}
    # Matters are the same by id and content; the two scorecards may call them differently.
    same = {called[key]: names[key] for key in called if key in names}
    found: list[Comparison] = []
    notes = [f"in {against[0]}: {note}" for note in base.notes]
    lost = [matter.label for matter in base.matters if matter.label not in same]
    if lost:
        notes.append(f"not compared, since {against[0]} alone has them in this content: {', '.join(lost)}")
    for agent in agents:
        candidates = [one for one in base.agents if one.name == agent.name]
        if not candidates and len(agents) == len(base.agents) == 1:
            candidates = list(base.agents)
        if len(candidates) > 1:
            candidates = [one for one in candidates if one.fingerprint == agent.fingerprint]
        if not candidates:
            notes.append(f"{against[0]} has no agent called {agent.name}")
            continue
        theirs = {
            same[cell.matter]: cell
            for cell in base.cells
            if cell.agent == candidates[0].label and cell.matter in same
        }
        labels = (agent.label, f"{candidates[0].label} in {against[0]}")
        ours = _by_matter(cells, agent.label)
        compared = (compare(ours, theirs, name, labels) for name in METRIC_NAMES)
        found += [comparison for comparison in compared if comparison is not None]
    return found, notes


# --- what a reader must know -----------------------------------------------------------------------------


def _notes(
    runs: Sequence[tuple[str, Run]],
    matters: Sequence[ScoredMatter],
    rows: Sequence[EpisodeRow],
    totals: Sequence[Total],
    cells: Mapping[tuple[str, str], Cell],
) -> list[str]:
    notes: list[str] = []
    recorded = [matter.label for matter in matters if matter.basis == "recorded"]
    if recorded:
        notes.append(
            f"{', '.join(recorded)}: the matter in the content that was played is not at hand, so the results are "
            "taken as recorded; what needs the matter has no value there"
        )
    differing = sum(row.differs for row in rows)
    if differing:
        notes.append(
            f"{differing} of {len(rows)} episodes score differently when played again than was recorded; the replayed "
            "scores stand here, and `playbook rescore` names the differences"
        )
    for name, run in runs:
        version = run.manifest.instrument_version
        if version != INSTRUMENT_VERSION:
            notes.append(
                f"{name} was played under instrument {version}; this is instrument {INSTRUMENT_VERSION}"
            )
    for total in totals:
        if not total.episodes:
            notes.append(f"{total.agent} has no scored episode")
        elif not total.whole:
            played = {matter for agent, matter in cells if agent == total.agent}
            lacking = [matter.label for matter in matters if matter.label not in played]
            notes.append(
                f"{total.agent} has no scored episode on {', '.join(lacking)}: its means are over fewer matters than "
                "others'; compare pairs instead"
            )
    return notes


def as_json(scorecard: Scorecard) -> bytes:
    """The scorecard as JSON, indented, with a line end."""
    return msgspec.json.format(msgspec.json.encode(encodable(msgspec.to_builtins(scorecard)))) + b"\n"
