"""Headings of filed agreements: those the reader finds against those a careful person sees.

An annotation is a YAML file: the filing by name and SHA-256, how deep the annotation goes (`all`, or `sections`: then
letters and small Romans below them are neither asked for nor false), and each heading with its line and its number.
`may` lists lines on which a heading may be seen or not. Recitals, preambles and signatures are not asked for. Filings
that are `held_out` were annotated to try the reader once it was made, and are measured by themselves.
"""

from pathlib import Path

import msgspec

from ...paper.documents import Document
from ...problems import Problem, UnusableInputError
from ...sources.decoding import decode
from ...sources.files import read_source
from ...sources.yamltree import YamlFile
from .given import GivenPaper, documents_of
from .measures import Measure, Skipped, listed

_FOUND, _FALSE = 0.95, 0.02
_NOT_ASKED = ("recital", "preamble", "signature")


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A heading that a person sees: the line it is on (from 1), its number as one cites it, and its first words."""

    line: int
    id: str
    title: str = ""


class Annotation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The headings of one filing."""

    file: str
    sha256: str
    depth: str
    style: str = ""
    held_out: bool = False
    may: tuple[int, ...] = ()
    headings: tuple[Heading, ...]


Seen = tuple[int, str]  # line and number


def measured(paper: GivenPaper, folder: Path | None) -> tuple[list[Measure], list[Skipped]]:
    """The measures of the filings that the annotations in `folder` are of."""
    if folder is None:
        return [], [Skipped("headings", "no annotations are given (--annotations DIR)")]
    filings = {
        held.file: held.document
        for one in paper.folders
        for held in documents_of(paper.record(one))
        if held.document.kind == "text"
    }
    measures: list[Measure] = []
    skipped: list[Skipped] = []
    annotations = read_annotations(folder)
    for held_out in (False, True):
        group = [one for one in annotations if one.held_out is held_out]
        judged, missing = _of_group(group, filings, held_out=held_out)
        measures += judged
        skipped += missing
    return measures, skipped


def _of_group(
    annotations: list[Annotation], filings: dict[str, Document], *, held_out: bool
) -> tuple[list[Measure], list[Skipped]]:
    """The measures of some annotations, held out or not."""
    asked = found = right = 0
    missed: list[str] = []
    strange: list[str] = []
    skipped: list[Skipped] = []
    for annotation in annotations:
        document = filings.get(annotation.file)
        if document is None or document.sha256 != annotation.sha256:
            why = "is not there" if document is None else "is not the one that was annotated"
            skipped.append(Skipped("headings", f"{annotation.file} {why}"))
            continue
        wanted, seen = compared(annotation, document)
        asked, found, right = asked + len(wanted), found + len(seen), right + len(wanted & seen)
        missed += [f"missing: {annotation.file}:{line}: {label}" for line, label in sorted(wanted - seen)]
        strange += [f"false: {annotation.file}:{line}: {label}" for line, label in sorted(seen - wanted)]
    name = f"headings of {len(annotations) - len(skipped)} filings{' held out' if held_out else ''}"
    measures = [
        Measure(part="headings", name=f"{name}: found with their numbers", count=right, of=asked,
                least=_FOUND, details=listed(missed)),
        Measure(part="headings", name=f"{name}: none", count=found - right, of=found,
                most=_FALSE, details=listed(strange)),
    ]  # fmt: skip
    return (measures if asked else []), skipped


def read_annotations(folder: Path) -> list[Annotation]:
    """The annotations in the folder and below it, by path; raises `UnusableInputError` when one is none."""
    if not folder.is_dir():
        raise UnusableInputError([Problem(folder.as_posix(), 0, 0, "annotations", "there is no such folder")])
    files = sorted(folder.rglob("*.yaml"))
    if not files:
        message = "there is no annotation in this folder (*.yaml)"
        raise UnusableInputError([Problem(folder.as_posix(), 0, 0, "annotations", message)])
    return [decode(YamlFile(read_source(one)), Annotation) for one in files]


def compared(annotation: Annotation, document: Document) -> tuple[set[Seen], set[Seen]]:
    """What a person saw, and what the reader found of what counts."""
    assert document.outline is not None
    wanted = {(heading.line, heading.id) for heading in annotation.headings}
    found = set()
    line, at = 1, 0
    for unit in document.outline.units:
        line, at = line + document.text.count("\n", at, unit.start), unit.start
        below = unit.label.endswith(f"({unit.number})") and annotation.depth != "all"
        excused = unit.kind in _NOT_ASKED or line in annotation.may or below
        if (line, unit.label) in wanted or not excused:
            found.add((line, unit.label))
    return wanted, found


__all__ = ["Annotation", "Heading", "compared", "measured", "read_annotations"]
