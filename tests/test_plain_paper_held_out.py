"""The outline of eight real filings that a second reader annotated before seeing what is found in them."""

import hashlib
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from playbook_legal.paper.readers.plain import decode_plain, read_plain

from .test_plain_paper import FILINGS, placed

HELD_OUT = Path(__file__).parent / "data" / "filings" / "held_out"
NOT_NUMBERED = ("recital", "preamble", "signature")


class Measured(NamedTuple):
    """The headings of one filing as (line, label)."""

    seen: set[tuple[int, str]]
    right: set[tuple[int, str]]
    false: set[tuple[int, str]]


def annotations() -> list[dict[str, Any]]:
    paths = sorted(HELD_OUT.glob("*.yaml"))
    return [yaml.safe_load(path.read_text(encoding="utf-8")) for path in paths]


def measured(annotation: dict[str, Any]) -> Measured:
    """What a person saw, what of it was found, and what was found that is not there.

    As for the other filings, letters below a section are left out where only sections are annotated. But a
    heading found under another label than its own is false at every depth.
    """
    data = (FILINGS / annotation["file"]).read_bytes()
    assert hashlib.sha256(data).hexdigest() == annotation["sha256"]
    text, encoding = decode_plain(data, annotation["file"])
    document = read_plain("msa", "MSA", text, annotation["sha256"], annotation["file"], encoding)
    units = [(line, unit) for line, unit in placed(document) if unit.kind not in NOT_NUMBERED]
    seen = {(heading["line"], heading["id"]) for heading in annotation["headings"]}
    right = seen & {(line, unit.label) for line, unit in units}
    optional = set(annotation.get("may", ()))
    mislabelled = {line for line, _ in seen - right}
    false = set()
    for line, unit in units:
        left_out = annotation["depth"] != "all" and unit.label.endswith(f"({unit.number})")
        if (line, unit.label) not in seen and line not in optional and (line in mislabelled or not left_out):
            false.add((line, unit.label))
    return Measured(seen, right, false)


def test_eight_filings_are_held_out_and_none_of_them_is_among_the_others():
    held_out = {annotation["file"] for annotation in annotations()}
    others = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in HELD_OUT.parent.glob("*.yaml")]
    assert len(held_out) == 8
    assert all(annotation["held_out"] is True for annotation in annotations())
    assert held_out.isdisjoint(annotation["file"] for annotation in others)
    assert sum(annotation["depth"] == "all" for annotation in annotations()) == 4
    assert sum(len(annotation["headings"]) for annotation in annotations()) == 646


@pytest.mark.skipif(not FILINGS.is_dir(), reason="the filed agreements are not here")
def test_over_all_held_out_filings_95_of_100_headings_are_found_and_2_of_100_are_false():
    results = [measured(annotation) for annotation in annotations()]
    seen = sum(len(result.seen) for result in results)
    right = sum(len(result.right) for result in results)
    false = sum(len(result.false) for result in results)
    assert right >= 0.95 * seen, [sorted(result.seen - result.right) for result in results]
    assert false <= 0.02 * (right + false), [sorted(result.false) for result in results]
