"""The given paper: real contracts with known truths, kept beside a checkout and never part of it. Tests that use it are
skipped where it is not."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GIVEN = Path(os.environ.get("PLAYBOOK_PAPER", ROOT.parent / "shared" / "cases" / "paper"))
FILINGS, MARKDOWN, PDFS, WORD_FILES = GIVEN / "edgar", GIVEN / "markdown", GIVEN / "pdf", GIVEN / "docx"
