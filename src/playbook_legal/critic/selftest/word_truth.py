"""Word files against what is known of them: cached references, the numbers their paragraphs name, twins.

* A field that refers to a paragraph keeps the number that Word last showed for it. That is Word's own numbering.
* The paragraphs of some files say in figures which number stands before them; the file's name says the format.
* A file with tracked changes has twins, `-Accepted` and `-Rejected`, saved from Word after all changes were taken or
  refused.
"""

from collections.abc import Iterator

from ...paper.documents import Document
from .given import GivenPaper, documents_of
from .measures import Measure, Skipped, excerpt, listed
from .number_words import SPELLED

_ACCEPTED, _REJECTED = "-Accepted.docx", "-Rejected.docx"


def measured(paper: GivenPaper) -> tuple[list[Measure], list[Skipped]]:
    """The measures of the Word files."""
    files = {
        f"{folder}/{held.file}": held.document
        for folder in paper.folders
        for held in documents_of(paper.record(folder))
        if held.document.kind == "word"
    }
    if not files:
        return [], [Skipped("word", "there is no Word file")]
    parts = (_references(files), _formats(files), _views(files))
    measures = [one for one in parts if one.of]
    skipped = [Skipped("word", f"{one.name}: no file that tells") for one in parts if not one.of]
    return measures, skipped


def _references(files: dict[str, Document]) -> Measure:
    right = of = 0
    wrong = []
    for name, document in files.items():
        for one in document.references:
            of += 1
            right += one.shown == one.computed
            if one.shown != one.computed:
                wrong.append(f"{name}: shown {one.shown!r}, computed {one.computed!r}")
    return Measure(part="word", name="cross-references as Word shows them", count=right, of=of, least=1,
                   details=listed(wrong))  # fmt: skip


def _formats(files: dict[str, Document]) -> Measure:
    right = of = 0
    wrong = []
    for name, document in files.items():
        spelled = SPELLED.get(format_shown(name))
        if spelled is None:
            continue
        for label, value in _numbered(document):
            of += 1
            right += label == spelled(value)
            if label != spelled(value):
                wrong.append(f"{name}: {value} is {label!r} and not {spelled(value)!r}")
    return Measure(part="word", name="numbers as the paragraphs name them", count=right, of=of, least=1,
                   details=listed(wrong))  # fmt: skip


def format_shown(name: str) -> str:
    """The format that the file of that name is there to show; empty where it is there for something else."""
    shown = name.rpartition("/")[2].removesuffix(".docx").partition("-")[2]
    return shown if shown in SPELLED else ""


def _numbered(document: Document) -> Iterator[tuple[str, int]]:
    """The printed number and the figure of each paragraph that consists of the two."""
    for line in document.text.splitlines():
        label, tab, value = line.partition("|\t")
        if tab and value.isascii() and value.isdigit():
            yield label, int(value)


def _views(files: dict[str, Document]) -> Measure:
    right = of = 0
    wrong = []
    for name, document in files.items():
        stem = name.removesuffix(".docx")
        other = document.other_view
        for end, view in ((_ACCEPTED, document), (_REJECTED, other)):
            twin = files.get(stem + end)
            if twin is None:
                continue
            of += 1
            same = view is not None and view.text == twin.text and _labels(view) == _labels(twin)
            right += same
            if not same:
                shown = "no such view" if view is None else _difference(view.text, twin.text)
                wrong.append(f"{name} and {end}: {shown}")
    return Measure(part="word", name="views with the text and numbers of their twins", count=right, of=of, least=1,
                   details=listed(wrong))  # fmt: skip


def _labels(document: Document) -> list[str]:
    return [unit.label for unit in document.outline.units] if document.outline is not None else []


def _difference(text: str, twin: str) -> str:
    at = next(
        (at for at, (a, b) in enumerate(zip(text, twin, strict=False)) if a != b), min(len(text), len(twin))
    )
    return f"{excerpt(text[at : at + 40])!r} where the twin has {excerpt(twin[at : at + 40])!r}"


__all__ = ["format_shown", "measured"]
