"""`playbook demo`: the main job, in seconds and offline."""

import click

from ..episode.score_sheet import headline, score_sheet
from ..problems import PlaybookError
from .exits import Exit

REFERENCE_MATTER = "ai_saas_001"


@click.command("demo")
def demo_command() -> int:
    """Score the reference review of the reference matter and explain every point; then show what one invented
    quotation does to a review."""
    from ..episode.replay import score
    from ..matter.package import load_matter
    from ..paper.shipped import find_matter, shipped_example
    from .eval import read_actions

    matter = load_matter(find_matter(REFERENCE_MATTER), REFERENCE_MATTER)
    good = shipped_example(matter.id, "good.jsonl")
    bad = shipped_example(matter.id, "bad_fabricated_quote.jsonl")
    if good is None or bad is None:
        raise PlaybookError(
            f"the examples of {matter.id} are missing from this installation; install it again"
        )
    words = sum(len(document.text.split()) for document in matter.record.documents)
    sections = sum(len(document.sections) for document in matter.record.documents)
    click.echo(
        f"{matter.manifest.title}\n{len(matter.record.documents)} documents, {sections} sections, {words:,} words\n"
    )
    click.echo("1. The reference review\n")
    click.echo("\n".join(score_sheet(score(matter, [entry.value for entry in read_actions(good)]))))
    fabricated = score(matter, [entry.value for entry in read_actions(bad)])
    click.echo("\n2. A review with one invented quotation\n")
    click.echo("\n".join(_capped(fabricated)))
    click.echo("\nTry it: playbook play ai_saas_001 --pretty")
    return Exit.OK


def _capped(result: dict[str, object]) -> list[str]:
    lines = list(score_sheet(result, explain=False))
    uncapped = min(max(_number(result["raw_score"]) / _number(result["max_score"]), 0), 1)
    shown = [headline(result), f"Without the fabrication's cap it would have read {uncapped:.4f}."]
    return shown + lines[1 : lines.index("", 2)]


def _number(value: object) -> float:
    assert isinstance(value, int | float)
    return float(value)
