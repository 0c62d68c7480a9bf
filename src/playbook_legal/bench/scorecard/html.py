"""The scorecard as one self-contained HTML page."""

import math
from collections.abc import Iterator

from ..metrics import RUNGS
from ..pages import notes, page, table, text
from ..statistics import told as told_figure
from .html_tables import agents_table, comparisons_table, episodes_table, matters_table, unscored_table
from .model import Scorecard, Total
from .plots import PLOT_STYLE, Place, Row, heat_map, interval_plot, ladder
from .telling import (
    BY_NAME,
    GROUPS,
    HOW_TO_READ,
    bounds,
    cells_by_place,
    counted_episodes,
    estimate,
    figure,
    known_metrics,
)

# So many ladders stand open.
_OPEN_LADDERS = 3


def as_html(scorecard: Scorecard) -> str:
    """The scorecard as a page: no script, no network; whatever stands in a run is text."""
    title = f"Scorecard: {', '.join(scorecard.runs)}"
    return page(title, PLOT_STYLE, _body(scorecard, title))


def _body(scorecard: Scorecard, title: str) -> Iterator[str]:
    yield f"<header><h1>{text(title, 200)}</h1>"
    yield (
        f'<p class="soft">Instrument {text(scorecard.instrument_version, 20)}; {text(counted_episodes(scorecard))}. '
        f"Passed means a score of {scorecard.success:g} or more without a critical failure.</p>"
    )
    sections = list(_sections(scorecard))
    links = "".join(f'<a href="#{anchor}">{title}</a>' for anchor, title, content in sections if content)
    yield f"<nav>{links}</nav></header>"
    yield notes(scorecard.notes)
    for anchor, heading, content in sections:
        if content:
            yield f'<section id="{anchor}"><h2>{heading}</h2>\n{content}</section>'


def _sections(scorecard: Scorecard) -> Iterator[tuple[str, str, str]]:
    """Anchor, heading and content (empty: left out) of each section."""
    yield "summary", "Summary", _summary(scorecard)
    yield "by-matter", "Score by matter", _heat(scorecard)
    yield "metrics", "Metrics", _metrics(scorecard)
    yield "losses", "Where points are lost", _ladders(scorecard)
    yield "repeats", "Repeats", _repeats(scorecard)
    yield (
        "against",
        f"Against {text(scorecard.against, 80)}",
        comparisons_table(scorecard.against_comparisons),
    )
    yield "pairs", "Comparisons on the same matters", comparisons_table(scorecard.comparisons)
    yield "matters", "Matters", matters_table(scorecard)
    yield "episodes", "Episodes", episodes_table(scorecard)
    yield "failed", "Failed", unscored_table(scorecard.failures)
    yield "missing", "Not played", unscored_table(scorecard.missing)
    without_ladder = {
        agent: anchor for agent, anchor in _anchors(scorecard).items() if not scorecard.total(agent).ladder
    }
    yield "agents", "Agents", agents_table(scorecard, without_ladder)
    how = "".join(f"<li>{text(line)}</li>" for line in HOW_TO_READ)
    yield "reading", "How to read this", f'<ul class="plain">{how}</ul>'


def _anchors(scorecard: Scorecard) -> dict[str, str]:
    return {agent.label: f"agent-{number}" for number, agent in enumerate(scorecard.agents, 1)}


def _summary(scorecard: Scorecard) -> str:
    anchors = _anchors(scorecard)
    rows = [
        Row(
            total.agent,
            one.value,
            one.interval,
            figure(one.value, "score"),
            anchors[total.agent],
        )
        for total in scorecard.totals
        for one in (total.estimates["score"],)
    ]
    plot = interval_plot(rows, "Score of each agent with its interval at 95 %")
    head = ("agent", "score", "95 %", "critical failures", "95 %", "passed", "finished", "episodes", "failed")
    told = (
        (
            f'<a href="#{anchors[total.agent]}">{text(total.agent, 120)}</a>',
            estimate(total.estimates["score"], "score"),
            bounds(total.estimates["score"].interval),
            estimate(total.estimates["critical_failure"], "critical_failure"),
            bounds(total.estimates["critical_failure"].interval),
            figure(total.passes[0].at_least_one if total.passes else None, "score"),
            estimate(total.estimates["finished"], "finished"),
            str(total.episodes),
            str(total.failures),
        )
        for total in scorecard.totals
    )
    caption = "Mean score over matters (dot) and its interval at 95 % (line)."
    return f"<figure>{plot}<figcaption>{caption}</figcaption></figure>{table(head, told)}"


def _heat(scorecard: Scorecard) -> str:
    agents = [
        (agent.label, anchor)
        for agent, anchor in zip(scorecard.agents, _anchors(scorecard).values(), strict=True)
    ]
    matters = [(matter.label, f"matter-{number}") for number, matter in enumerate(scorecard.matters, 1)]
    places: dict[tuple[str, str], Place] = {}
    # The longer side runs down the page.
    down = len(agents) > len(matters)
    for (agent, matter), cell in cells_by_place(scorecard).items():
        rate = cell.means.critical_failure or 0.0
        words = f"score {figure(cell.means.score, 'score')}, critical failures {rate:.2f}, {cell.episodes} episodes"
        place = Place(cell.means.score, marked=rate > 0, words=words)
        places[(agent, matter) if down else (matter, agent)] = place
    rows, columns = (agents, matters) if down else (matters, agents)
    plot = heat_map(rows, columns, places, "Score of each agent on each matter")
    caption = (
        "Mean score; a red corner marks a critical failure in at least one episode, a dash no scored episode."
    )
    return f"<figure>{plot}<figcaption>{caption}</figcaption></figure>"


def _metrics(scorecard: Scorecard) -> str:
    told = []
    for title, group in GROUPS:
        names = known_metrics(scorecard, group)
        if names:
            head = ("agent", *(_explained(name) for name in names))
            rows = (
                (text(total.agent, 120), *(_with_bounds(total, name) for name in names))
                for total in scorecard.totals
            )
            told.append(f"<h3>{title}</h3>{table(head, rows)}")
    return "".join(told)


def _explained(name: str) -> str:
    metric = BY_NAME[name]
    return f'<abbr title="{text(metric.meaning)}">{text(metric.title)}</abbr>'


def _with_bounds(total: Total, name: str) -> str:
    one = total.estimates[name]
    if one.interval is None or BY_NAME[name].unit not in ("share", "rate"):
        return estimate(one, name)
    return f"{estimate(one, name)}<br><small>{bounds(one.interval)}</small>"


def _ladders(scorecard: Scorecard) -> str:
    anchors = _anchors(scorecard)
    told = []
    for number, total in enumerate(scorecard.totals):
        if not total.ladder:
            continue
        # Over the matters that were played again; where others were taken as recorded, that is not the whole score.
        score = told_figure(1 - math.fsum(total.ladder.values()))
        rungs = [(RUNGS[name], value) for name, value in total.ladder.items() if abs(value) >= 0.0005]
        plot = ladder(rungs, score, f"Where {total.agent} loses points")
        is_open = " open" if number < _OPEN_LADDERS else ""
        told.append(
            f'<details{is_open} id="{anchors[total.agent]}"><summary><h3>{text(total.agent, 120)}</h3> '
            f"<small>{figure(score, 'score')}</small></summary><figure>{plot}</figure></details>"
        )
    if not told:
        return ""
    lead = (
        "From the whole down to the score, as shares of the maximum, averaged over the matters whose traces were "
        "played again."
    )
    return f'<p class="soft">{lead}</p>' + "\n".join(told)


def _repeats(scorecard: Scorecard) -> str:
    rows = [
        (text(total.agent, 120), str(one.k), f"{one.at_least_one:.3f}", f"{one.all_of_them:.3f}")
        for total in scorecard.totals
        for one in total.passes
        if one.k > 1
    ]
    return table(("agent", "tries", "at least one passes", "all pass"), rows) if rows else ""
