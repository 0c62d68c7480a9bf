"""The pages of a run: an index, and one audit page for each episode, each a file that stands alone."""

from collections.abc import Iterator

from ...problems import shown
from ...scoring.version import INSTRUMENT_VERSION
from ..library import Library
from ..pages import notes, page, table, text
from ..reading import shelved
from ..runs import EpisodeNote, Run, RunEpisode
from .html import Heading, audit_page
from .model import audit

_OUTCOMES = (
    ("all", "all"),
    ("critical", "critical failure"),
    ("open", "not finished"),
)
_STYLE = (
    """
.filters { display: flex; flex-wrap: wrap; gap: .2rem 1rem; margin: .6rem 0; } .filters label { cursor: pointer; }
tr:has(.flag-critical) td:nth-child(6) { color: var(--bad); font-weight: 600; }
"""
    + "\n".join(
        f"body:has(input.o-{name}:checked) tbody tr:not(:has(.flag-{name})) {{ display: none; }}"
        for name, _ in _OUTCOMES[1:]
    )
    + "\n@media print { .filters { display: none; } }\n"
)
_LISTED = 2_000  # failures


def run_pages(name: str, run: Run, library: Library) -> Iterator[tuple[str, str]]:
    """Path and HTML of every page of the run called `name`: `index.html` comes last, and lists every episode, those
    without a page included (their matter is not at hand)."""
    rows: list[tuple[str, ...]] = []
    absent: dict[str, None] = {}
    for one in shelved(run, library):
        path = f"episodes/{one.key.file_name}.html"
        if one.matter is None:
            absent[one.key.matter_id] = None
            rows.append(_row(one.episode, one.episode.result, ""))
            continue
        trace = one.episode.trace
        laid_out = audit(one.matter, trace.actions, closed=trace.is_closed)
        result = laid_out.explanation.result
        heading = Heading(
            one.key.agent, ending_in_words(one.episode.note), _notes(one.episode, result), "../index.html"
        )
        yield path, audit_page(one.matter, laid_out, heading)
        rows.append(_row(one.episode, result, path))
    yield "index.html", page(f"Episodes: {name}", _STYLE, _body(name, run, rows, tuple(absent)))


def ending_in_words(note: EpisodeNote) -> str:
    """How the episode ended, as its note says."""
    told = f"seed {note.key.seed}, repeat {note.key.repeat}, {note.ending}"
    return f"{told}: {note.detail}" if note.detail else told


def _notes(episode: RunEpisode, result: dict[str, object]) -> tuple[str, ...]:
    told = []
    recorded = episode.result
    if recorded.get("normalized_score") != result["normalized_score"]:
        told.append(
            f"the recorded score is {shown(recorded.get('normalized_score'))}; played again it is "
            f"{shown(result['normalized_score'])}"
        )
    header = episode.trace.header
    if header is not None and header.instrument_version != INSTRUMENT_VERSION:
        told.append(
            f"played under instrument {header.instrument_version}; this is instrument {INSTRUMENT_VERSION}"
        )
    return tuple(told)


def _row(episode: RunEpisode, result: dict[str, object], path: str) -> tuple[str, ...]:
    key, note = episode.note.key, episode.note
    score, critical = result.get("normalized_score"), result.get("critical_failure") is True
    told = f"{score:.4f}" if isinstance(score, float) else text(score, 20)
    flags = ('<span class="flag-critical"></span>' if critical else "") + (
        '<span class="flag-open"></span>' if note.ending != "finished" else ""
    )
    name = text(key.agent, 120)
    return (
        f'{flags}<a href="{text(path)}">{name}</a>' if path else f"{flags}{name}",
        text(key.matter_id, 120),
        text(key.seed, 24),
        text(key.repeat, 24),
        text(note.ending) + (f" <small>{text(note.detail, 160)}</small>" if note.detail else ""),
        told + (" critical" if critical else "") + ("" if path else " (recorded)"),
        text(result.get("steps"), 12),
    )


def _body(name: str, run: Run, rows: list[tuple[str, ...]], absent: tuple[str, ...]) -> Iterator[str]:
    yield f"<header><h1>Episodes: {text(name, 200)}</h1>"
    yield (
        f'<p class="soft">{len(rows)} episodes, {len(run.failures)} failed, {len(run.missing)} not played; instrument '
        f"{text(run.manifest.instrument_version, 20)}.</p></header>"
    )
    if absent:
        what = "the matter in the content that was played is not at hand; its episodes have no page here"
        yield notes([f"{', '.join(absent)}: {what}"])
    boxes = "".join(
        f'<label><input type="radio" name="outcome" class="o-{kind}"{" checked" if kind == "all" else ""}> '
        f"{words}</label>"
        for kind, words in _OUTCOMES
    )
    yield f'<div class="filters" role="group" aria-label="Show">{boxes}</div>'
    yield table(("agent", "matter", "seed", "repeat", "ending", "score", "steps"), rows, left=2)
    if run.failures:
        yield "<h2>Failed</h2>"
        yield table(
            ("agent", "matter", "seed", "repeat", "why"),
            (
                (
                    text(one.key.agent, 120),
                    text(one.key.matter_id, 120),
                    text(one.key.seed, 24),
                    text(one.key.repeat, 24),
                    text(one.reason, 400),
                )
                for one in run.failures[:_LISTED]
            ),
            left=5,
        )
