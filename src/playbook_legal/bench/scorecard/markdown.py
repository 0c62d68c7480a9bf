"""The scorecard as Markdown. Names come from files: they stand in table cells as plain words on one line."""

from collections.abc import Iterable, Iterator, Sequence

from ...critic.wording import prose
from .model import Comparison, FailedEpisode, Scorecard
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
    losses,
    short,
    signed,
    signed_bounds,
    telling_comparisons,
)

_LISTED = 200  # failures told one by one


def as_markdown(scorecard: Scorecard, *, brief: bool = False) -> str:
    """The scorecard as Markdown; `brief` keeps to the summary and the scores by matter."""
    return "\n".join(_lines(scorecard, brief=brief)) + "\n"


def _lines(scorecard: Scorecard, *, brief: bool) -> Iterator[str]:
    if not brief:
        yield f"# Scorecard: {', '.join(map(_words, scorecard.runs))}"
        yield ""
    yield f"Instrument {scorecard.instrument_version}; {counted_episodes(scorecard)}."
    yield from _notes(scorecard)
    yield from _summary(scorecard, brief=brief)
    yield from _matrix(scorecard)
    if brief:
        return
    for title, names in GROUPS:
        yield from _metrics(scorecard, title, known_metrics(scorecard, names))
    yield from _losses(scorecard)
    yield from _repeats(scorecard)
    yield from _comparisons("Comparisons on the same matters", scorecard.comparisons)
    yield from _comparisons(f"Against {_words(scorecard.against or '')}", scorecard.against_comparisons)
    yield from _unscored("Failed", scorecard.failures)
    yield from _unscored("Not played", scorecard.missing)
    yield from ("", "## How to read this", "")
    yield from (f"- {line}" for line in HOW_TO_READ)


def _words(text: str) -> str:
    """A name as plain words inside a table cell."""
    return prose(text, 80).replace("|", "\\|").replace("&", "&amp;") or "(no name)"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> Iterator[str]:
    """A table; the first `left` columns to the left, the others to the right."""
    yield ""
    yield f"| {' | '.join(head)} |"
    yield f"| {' | '.join('---' if at < left else '---:' for at in range(len(head)))} |"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _notes(scorecard: Scorecard) -> Iterator[str]:
    if scorecard.notes:
        yield ""
        yield from (f"- note: {prose(note)}" for note in scorecard.notes)


def _summary(scorecard: Scorecard, *, brief: bool) -> Iterator[str]:
    if not brief:
        yield from ("", "## Summary")
    head = ("agent", "score", "95 %", "critical failures", "95 %", "passed", "episodes")
    yield from _table(
        head,
        (
            (
                _words(total.agent),
                estimate(total.estimates["score"], "score"),
                bounds(total.estimates["score"].interval),
                estimate(total.estimates["critical_failure"], "critical_failure"),
                bounds(total.estimates["critical_failure"].interval),
                figure(total.passes[0].at_least_one if total.passes else None, "score"),
                str(total.episodes),
            )
            for total in scorecard.totals
        ),
    )
    yield ""
    yield (
        f"Passed: a score of {scorecard.success:g} or more without a critical failure; the share of episodes, averaged "
        "over matters."
    )


def _matrix(scorecard: Scorecard) -> Iterator[str]:
    cells = cells_by_place(scorecard)
    yield from ("", "## Score by matter")

    def told(agent: str, matter: str) -> str:
        cell = cells.get((agent, matter))
        if cell is None:
            return short(None)
        return short(cell.means.score) + ("†" if cell.means.critical_failure else "")

    yield from _table(
        ("agent", *(_words(matter.label) for matter in scorecard.matters)),
        (
            (_words(agent.label), *(told(agent.label, matter.label) for matter in scorecard.matters))
            for agent in scorecard.agents
        ),
    )
    yield ""
    yield "† a critical failure in at least one episode."


def _metrics(scorecard: Scorecard, title: str, names: Sequence[str]) -> Iterator[str]:
    if not names:
        return
    yield from ("", f"## {title}")
    yield from _table(
        ("agent", *(BY_NAME[name].title for name in names)),
        (
            (_words(total.agent), *(estimate(total.estimates[name], name) for name in names))
            for total in scorecard.totals
        ),
    )


def _losses(scorecard: Scorecard) -> Iterator[str]:
    told = [(total.agent, losses(total, 4)) for total in scorecard.totals]
    if any(found for _, found in told):
        yield from ("", "## Where points are lost")
        yield from _table(
            ("agent", "the greatest losses, as shares of the maximum"),
            (
                (_words(agent), "; ".join(f"{what} {value:.2f}" for what, value in found) or "nothing")
                for agent, found in told
            ),
            left=2,
        )


def _repeats(scorecard: Scorecard) -> Iterator[str]:
    rows = [(total.agent, one) for total in scorecard.totals for one in total.passes if one.k > 1]
    if rows:
        yield from ("", "## Repeats")
        yield from _table(
            ("agent", "tries", "at least one passes", "all pass"),
            (
                (_words(agent), str(one.k), f"{one.at_least_one:.3f}", f"{one.all_of_them:.3f}")
                for agent, one in rows
            ),
        )


def _comparisons(title: str, comparisons: Sequence[Comparison]) -> Iterator[str]:
    if not comparisons:
        return
    yield from ("", f"## {title}")
    head = ("agent", "with", "figure", "difference", "95 %", "higher", "equal", "lower", "sign test")
    yield from _table(head, map(_comparison, telling_comparisons(comparisons)), left=3)


def _comparison(one: Comparison) -> tuple[str, ...]:
    found = one.paired
    return (
        _words(one.one),
        _words(one.other),
        BY_NAME[one.metric].title,
        signed(found.difference),
        signed_bounds(found.interval),
        str(found.higher),
        str(found.equal),
        str(found.lower),
        f"{found.sign_test:.3f}",
    )


def _unscored(title: str, episodes: Sequence[FailedEpisode]) -> Iterator[str]:
    if not episodes:
        return
    yield from ("", f"## {title}")
    head = ("agent", "matter", "seed", "repeat", "why")
    yield from _table(
        head,
        (
            (_words(one.agent), _words(one.matter), str(one.seed), str(one.repeat), _words(one.reason))
            for one in episodes[:_LISTED]
        ),
        left=5,
    )
    if len(episodes) > _LISTED:
        yield from ("", f"and {len(episodes) - _LISTED} more.")
