"""The baseline in the manual, and its short form in the README, are what the commands beside them make today."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "baseline.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
# The columns of the summary that the README keeps.
KEPT = ("agent", "score", "critical failures", "passed")


def commands() -> list[list[str]]:
    """The two commands that the page names, without the program's own name."""
    found = re.search(r"```text\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return [shlex.split(line)[1:] for line in found[1].strip().split("\n")]


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> str:
    """What the commands make."""
    folder = tmp_path_factory.mktemp("baseline")
    run, report = commands()
    program = "from playbook_legal.cli.main import run; run()"
    said = ""
    for arguments in (run, report):
        done = subprocess.run(
            [sys.executable, "-c", program, *arguments],
            cwd=folder,
            capture_output=True,
            check=False,
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stderr
        said = done.stdout
    return said


def test_the_page_is_what_its_commands_make(made):
    """After a change: run the commands, and put the output of the second below the mark."""
    assert PAGE.partition("-->\n")[2].strip() == made.strip()


def rows(text: str) -> list[list[str]]:
    """The cells of the first table in `text`, its head first."""
    lines = [line for line in text.split("\n## ", maxsplit=1)[0].split("\n") if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "---" not in line]


def test_the_readme_shows_the_same_figures_and_the_same_commands(made):
    head, *agents = rows(made)
    at = [head.index(name) for name in KEPT]
    section = README.partition("## The floor\n")[2].partition("\n## ")[0]
    assert rows(section) == [list(KEPT), *([row[column] for column in at] for row in agents)]
    for command in commands():
        assert shlex.join(["playbook", *command]).replace("'", '"') in section.replace("'", '"')
    assert len(agents) == 28
