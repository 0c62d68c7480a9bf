"""The manual's page on the matters says what is measured, today."""

from pathlib import Path

import pytest

from playbook_legal import load_matter
from playbook_legal.authoring.figures import as_markdown, figures_of
from playbook_legal.cli.matters import BUDGET

ROOT = Path(__file__).resolve().parents[1]
MATTERS = sorted(path.parent for path in (ROOT / "matters").glob("*/matter.yaml"))


@pytest.mark.parametrize("folder", MATTERS, ids=lambda folder: folder.name)
def test_a_matter_is_described_as_it_is_measured(folder):
    """After a change to a matter: `playbook matters --figures > docs/matters.md`."""
    page = (ROOT / "docs" / "matters.md").read_text(encoding="utf-8")
    assert as_markdown(figures_of(load_matter(folder), folder, BUDGET)) in page


def test_there_are_eight_matters():
    assert len(MATTERS) == 8
