"""`playbook-lint`, also `playbook lint`: what is wrong with a matter, exactly and kindly."""

from pathlib import Path
from typing import NoReturn

import click

from ..problems import Problem, UnusableInputError
from .exits import Exit
from .running import run_command

_FORMATS = ("text", "json", "github", "sarif")
# A folder with one of these is a matter, or means to be one.
_NAMES = ("matter.yaml", "rubric.yaml", "hidden_facts.yaml", "counterparty.yaml")


@click.command("lint", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("matters", nargs=-1, metavar="MATTER...")
@click.option("--all", "root", metavar="ROOT", help="Every matter in this folder.")
@click.option("--format", "output", type=click.Choice(_FORMATS), default="text", show_default=True)
@click.option("--fix", is_flag=True, help="Make the mechanical repairs, and say which.")
@click.option("--strict", is_flag=True, help="Warnings count like errors.")
@click.option("--explain", metavar="RULE", help="What a rule finds, and why (all: every rule).")
def lint_command(
    matters: tuple[str, ...], root: str | None, output: str, fix: bool, strict: bool, explain: str | None
) -> int:
    """Say what is wrong with each MATTER (a folder, or the id of a shipped matter): every problem with its place, the
    value, and what would be right.

    Exit status 0: nothing to report, or warnings only. 1: problems. 2: what was named is no folder.
    """
    if explain is not None:
        click.echo(_explanation(explain), nl=False)
        return Exit.OK
    import gc

    from ..authoring.lint.linting import lint_matter
    from ..authoring.lint.repairing import repair_matter

    gc.disable()  # what is read lives until the command ends, so looking for garbage finds none
    reports = [
        repair_matter(folder, name) if fix else (lint_matter(folder, name), ())
        for folder, name in _meant(matters, root)
    ]
    match output:
        case "text":
            from ..authoring.lint.formats.text import report_text

            lines = [line for report, repaired in reports for line in report_text(report, repaired)]
        case "json":
            from ..authoring.lint.formats.json import report_json

            lines = [report_json(reports)]
        case "github":
            from ..authoring.lint.formats.github import report_annotations

            lines = [line for report, _ in reports for line in report_annotations(report)]
        case _:
            from .. import __version__
            from ..authoring.lint.formats.sarif import report_sarif

            lines = [report_sarif([report for report, _ in reports], __version__)]
    for line in lines:
        click.echo(line)
    errors = sum(report.count("error") for report, _ in reports)
    warnings = sum(report.count("warning") for report, _ in reports)
    return Exit.FINDINGS if errors or (strict and warnings) else Exit.OK


def _meant(named: tuple[str, ...], root: str | None) -> list[tuple[Path, str]]:
    """Folder and name of each matter that is meant, in order, each once."""
    from ..paper.shipped import find_matter

    found = [(find_matter(name), name.rstrip("/") or name) for name in named]
    if root is not None:
        folder = Path(root)
        if not folder.is_dir():
            raise UnusableInputError([Problem(root, 0, 0, "file", "there is no such folder")])
        inside = sorted(path for path in folder.iterdir() if any((path / name).is_file() for name in _NAMES))
        if not inside:
            raise UnusableInputError([Problem(root, 0, 0, "file", "there is no matter in this folder")])
        found += [(path, path.as_posix()) for path in inside]
    if not found:
        raise click.UsageError("name a matter, or --all with a folder of matters")
    return list({folder.resolve(): (folder, name) for folder, name in reversed(found)}.values())[::-1]


def _explanation(wanted: str) -> str:
    from ..authoring.lint.manual import explained, manual
    from ..authoring.lint.rules import RULES

    if wanted == "all":
        return manual()
    rule = next((one for one in RULES if one.id == wanted), None)
    if rule is None:
        import difflib

        near = difflib.get_close_matches(wanted, [one.id for one in RULES], 3, 0.5)
        hint = f"did you mean {' or '.join(near)}?" if near else "--explain all lists them"
        raise click.UsageError(f"there is no rule {wanted!r}; {hint}")
    return explained(rule)


def run() -> NoReturn:
    """Entry point of the `playbook-lint` script."""
    run_command(lint_command, "playbook-lint")
