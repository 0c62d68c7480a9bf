"""`playbook redteam`: how far does a matter let a policy without legal skill get?"""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .exits import Exit
from .naming import named_matters

if TYPE_CHECKING:
    from ..authoring.redteam.suite import RedTeamReport

BAR, CLEAN_BAR, REFERENCE_BAR, MEAN_BAR = 0.15, 0.30, 0.95, 0.10


@click.command("redteam")
@click.argument("matters", nargs=-1)
@click.option("--all", "root", type=click.Path(path_type=Path), help="Every matter in this folder.")
@click.option(
    "--budget", type=click.IntRange(1), default=400, show_default=True, help="Episodes for each matter."
)
@click.option(
    "--out", type=click.Path(path_type=Path), help="Write each winning trajectory into this folder."
)
@click.option("--format", "output", type=click.Choice(["text", "json"]), default="text", show_default=True)
def redteam_command(
    matters: tuple[str, ...], root: Path | None, budget: int, out: Path | None, output: str
) -> int:
    """Play policies without legal skill on each matter, search for the best combination of them, and hold it
    against the bar: 0.15 of the maximum, 0.30 on a matter without issues; no policy above 0.10 on average; the
    reference (examples/<matter>/good.jsonl, where there is one) at 0.95.

    Exit status 1 when a bar is missed.
    """
    from ..authoring.redteam.suite import red_team
    from ..episode.replay import score
    from ..matter.package import load_matter
    from ..paper.shipped import examples_beside
    from .eval import read_actions

    told: list[dict[str, Any]] = []
    missed: list[str] = []
    reports: list[RedTeamReport] = []
    for folder, name in named_matters(matters, root):
        matter = load_matter(folder, name)
        report = red_team(matter, budget)
        reports.append(report)
        bar = BAR if matter.criteria.issues else CLEAN_BAR
        reference = None
        for good in examples_beside(folder, "good.jsonl"):
            reference = score(matter, [entry.value for entry in read_actions(good)])["normalized_score"]
        told.append(report.as_json() | {"bar": bar, "reference": reference})
        if report.best.score > bar:
            missed.append(f"{matter.id}: {report.best.score:.4f} without skill, above {bar}")
        if reference is not None and reference < REFERENCE_BAR:
            missed.append(f"{matter.id}: the reference reaches {reference:.4f}, below {REFERENCE_BAR}")
        if out is not None:
            _write_trajectory(out, report)
        if output == "text":
            _say(report, reference)
    means = _means(reports)
    if len(reports) > 1:
        missed += [
            f"{policy}: {mean:.4f} on average, above {MEAN_BAR}"
            for policy, mean in means.items()
            if mean > MEAN_BAR
        ]
    if output == "json":
        click.echo(
            json.dumps({"matters": told, "means": means, "missed": missed}, ensure_ascii=False, indent=2)
        )
    else:
        for line in missed:
            click.echo(f"bar missed: {line}")
    return Exit.FINDINGS if missed else Exit.OK


def _say(report: "RedTeamReport", reference: float | None) -> None:
    known = "no reference" if reference is None else f"reference {reference:.4f}"
    best = report.best
    click.echo(
        f"{report.matter_id}: best without skill {best.score:.4f} ({best.raw:+g} points"
        f"{', critical failure' if best.critical else ''}), {known}; {report.episodes} episodes"
    )
    click.echo(f"  {best.policy.name}: {'; '.join(best.policy.moves)}")
    for played in sorted(report.named, key=lambda played: (-played.score, -played.raw))[:5]:
        click.echo(f"    {played.score:.4f} {played.raw:+9.2f}  {played.policy.name}")


def _means(reports: "list[RedTeamReport]") -> dict[str, float]:
    if not reports:
        return {}
    names = [played.policy.name for played in reports[0].named]
    totals = [sum(report.named[at].score for report in reports) for at in range(len(names))]
    return {name: round(total / len(reports), 4) for name, total in zip(names, totals, strict=True)}


def _write_trajectory(out: Path, report: "RedTeamReport") -> None:
    out.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(action, ensure_ascii=False) for action in report.best.actions]
    (out / f"{report.matter_id}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
