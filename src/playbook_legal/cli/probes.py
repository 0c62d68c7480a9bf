"""`playbook probes`: do the gates catch what they must, and spare what they must?"""

import json
from pathlib import Path

import click

from .exits import Exit
from .naming import named_matters

MINIMUM = 4


@click.command("probes")
@click.argument("matters", nargs=-1)
@click.option("--all", "root", type=click.Path(path_type=Path), help="Every matter in this folder.")
@click.option(
    "--minimum", type=click.IntRange(0), default=MINIMUM, show_default=True, help="Probes on each side."
)
@click.option("--format", "output", type=click.Choice(["text", "json"]), default="text", show_default=True)
def probes_command(matters: tuple[str, ...], root: Path | None, minimum: int, output: str) -> int:
    """Put every sentence of each matter's probes.yaml to its gate, and report misses both ways and gates that have
    too few probes on some side.

    Exit status 1 when there is anything to report.
    """
    from ..authoring.probes import probe_problems, read_probes, report_json, run_probes
    from ..matter.package import load_matter

    reports = []
    problems = []
    for folder, name in named_matters(matters, root):
        matter = load_matter(folder, name)
        probes, file = read_probes(folder, name)
        report = run_probes(matter, probes)
        found = probe_problems(report, file, minimum)
        reports.append(report_json(report) | {"problems": [str(problem) for problem in found]})
        problems += found
        if output == "text":
            for problem in found:
                click.echo(str(problem))
            click.echo(
                f"{matter.id}: {report.run} probes on {len(report.counts)} gates, {len(found)} problems"
            )
    if output == "json":
        click.echo(json.dumps(reports, ensure_ascii=False, indent=2))
    return Exit.FINDINGS if problems else Exit.OK
