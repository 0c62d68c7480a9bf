"""The tables in the lower part of the page: comparisons, matters, episodes, what was not scored, agents."""

import json
from collections.abc import Mapping, Sequence

from ..pages import table, text
from .model import Cell, Comparison, FailedEpisode, Scorecard
from .plots import Row, interval_plot
from .telling import BY_NAME, GROUPS, cells_by_place, figure, signed, signed_bounds, telling_comparisons

# So many episodes and failures are listed, for a page that a phone can hold.
_LISTED = 3_000
_BESIDE = 6


def comparisons_table(comparisons: Sequence[Comparison]) -> str:
    """Differences of scores as a plot, and every difference worth telling as a table."""
    if not comparisons:
        return ""
    scores = [one for one in comparisons if one.metric == "score"]
    reach = max(
        [0.05]
        + [
            abs(edge)
            for one in scores
            for edge in (
                one.paired.difference,
                *((one.paired.interval.low, one.paired.interval.high) if one.paired.interval else ()),
            )
        ]
    )
    rows = [
        Row(
            f"{one.one} − {one.other}",
            one.paired.difference,
            one.paired.interval,
            signed(one.paired.difference),
        )
        for one in scores
    ]
    scale = next(step for step in (0.1, 0.2, 0.4, 1.0) if reach <= step)
    plot = (
        interval_plot(rows, "Difference of scores with its interval at 95 %", -scale, scale) if rows else ""
    )
    head = (
        "agent",
        "with",
        "figure",
        "difference",
        "95 %",
        "matters",
        "higher",
        "equal",
        "lower",
        "sign test",
    )
    told = (
        (
            text(one.one, 120),
            text(one.other, 120),
            BY_NAME[one.metric].title,
            signed(one.paired.difference),
            signed_bounds(one.paired.interval),
            str(one.paired.matters),
            str(one.paired.higher),
            str(one.paired.equal),
            str(one.paired.lower),
            f"{one.paired.sign_test:.3f}",
        )
        for one in telling_comparisons(comparisons)
    )
    caption = (
        "Difference of mean scores on the matters that both played (dot) and its interval at 95 % (line)."
    )
    figure_of = f"<figure>{plot}<figcaption>{caption}</figcaption></figure>" if plot else ""
    return figure_of + table(head, told, left=3)


def matters_table(scorecard: Scorecard) -> str:
    """Each matter with the figures of every agent on it, folded."""
    cells = cells_by_place(scorecard)
    names = ("score", "critical_failure", *(name for _, group in GROUPS for name in group))
    told = []
    for number, matter in enumerate(scorecard.matters, 1):
        played = [
            (agent.label, cell)
            for agent in scorecard.agents
            if (cell := cells.get((agent.label, matter.label)))
        ]
        known = [name for name in names if any(cell.means.value(name) is not None for _, cell in played)]
        basis = "" if matter.basis == "replayed" else " Results as recorded: the matter is not at hand."
        told.append(
            f'<details id="matter-{number}"><summary><h3>{text(matter.label, 120)}</h3> '
            f"<small>{text(matter.title, 160)}</small></summary>"
            f'<p class="soft">Content <code>{text(matter.content_hash[:16])}</code>.{basis}</p>'
            f"{_matter_table(played, known)}</details>"
        )
    return "\n".join(told)


def _matter_table(played: Sequence[tuple[str, Cell]], names: Sequence[str]) -> str:
    """A row for each figure while the agents fit beside each other, else a row for each agent."""
    agents = [text(agent, 120) for agent, _ in played]
    episodes = [str(cell.episodes) for _, cell in played]
    figures = [[figure(cell.means.value(name), name) for name in names] for _, cell in played]
    titles = [BY_NAME[name].title for name in names]
    if len(played) > _BESIDE:
        rows = [[agent, count, *own] for agent, count, own in zip(agents, episodes, figures, strict=True)]
        return table(("agent", "episodes", *titles), rows)
    turned = [[title, *own] for title, *own in zip(titles, *figures, strict=True)]
    return table(("", *agents), [["episodes", *episodes], *turned])


def episodes_table(scorecard: Scorecard) -> str:
    """Every scored episode in a line, folded."""
    head = (
        "agent",
        "matter",
        "seed",
        "repeat",
        "ending",
        "score",
        "critical",
        "recall",
        "precision",
        "steps",
    )
    rows = (
        (
            text(one.agent, 120),
            text(one.matter, 120),
            text(one.seed, 24),
            text(one.repeat, 24),
            text(one.ending) + (f" <small>{text(one.detail, 160)}</small>" if one.detail else ""),
            figure(one.metrics.score, "score") + (" (recorded)" if one.basis == "recorded" else ""),
            "yes" if one.metrics.critical_failure else "no",
            figure(one.metrics.issue_recall, "issue_recall"),
            figure(one.metrics.issue_precision, "issue_precision"),
            figure(one.metrics.steps, "steps"),
        )
        for one in scorecard.episodes[:_LISTED]
    )
    more = len(scorecard.episodes) - _LISTED
    rest = f"<p>and {more} more, in the other forms of this report</p>" if more > 0 else ""
    count = f"{len(scorecard.episodes)} scored episodes"
    return _folded(count, table(head, rows, left=2) + rest) if scorecard.episodes else ""


def _folded(summary: str, content: str) -> str:
    return f"<details><summary>{summary}</summary>{content}</details>"


def unscored_table(episodes: Sequence[FailedEpisode]) -> str:
    """Episodes without a score, and why."""
    if not episodes:
        return ""
    rows = (
        (
            text(one.agent, 120),
            text(one.matter, 120),
            text(one.seed, 24),
            text(one.repeat, 24),
            text(one.reason, 400),
        )
        for one in episodes[:_LISTED]
    )
    more = len(episodes) - _LISTED
    rest = f"<p>and {more} more</p>" if more > 0 else ""
    return table(("agent", "matter", "seed", "repeat", "why"), rows, left=5) + rest


def agents_table(scorecard: Scorecard, anchors: Mapping[str, str]) -> str:
    """Who played, with every option. `anchors` are those of agents that have no better place on the page."""
    head = ("agent", "run", "kind", "fingerprint", "options")
    rows = (
        (
            _anchored(text(agent.label, 120), anchors.get(agent.label)),
            text(agent.run, 120),
            text(agent.kind, 40),
            f"<code>{text(agent.fingerprint)}</code>",
            _folded("show", f"<code>{text(json.dumps(agent.options, ensure_ascii=False), 4000)}</code>"),
        )
        for agent in scorecard.agents
    )
    return table(head, rows, left=5)


def _anchored(content: str, anchor: str | None) -> str:
    return f'<span id="{anchor}">{content}</span>' if anchor else content
