"""The same text as two kinds of paper: what is read from one has to stand in the other.

* A PDF and the Markdown it was made from, side by side under one name: the sentences of the Markdown are quoted of the
  PDF, through the whole review.
* Agreements that their author publishes as Word file and as Markdown: the numbers of their sections are the same.
"""

import re

import msgspec

from ...paper.citations import FULL
from ...paper.documents import Document
from ...paper.quotations import MINIMUM_QUOTATION
from ..record import ClientRecord
from ..reviewing import review
from ..verdicts import cited_as
from .bench import submission_of
from .given import GivenPaper, documents_of
from .measures import Measure, Skipped, listed
from .passages import AsRead

_VERIFY = 0.99
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[^a-z])")
_ATTRIBUTES = re.compile(r"\s*\{:[^}\n]*\}")  # told to the program that makes a page of the Markdown


class Twins(msgspec.Struct, frozen=True):
    """An agreement as Word file and as Markdown, and the numbers that only one of them has, each with the reason."""

    word: str
    markdown: str
    explained: tuple[tuple[str, str], ...] = ()


_LONE = "the only paragraph below its heading: an item of a list in the Markdown, without a number in Word"
TWINS = (
    Twins("docx/common-paper-cloud-service-agreement.docx", "markdown/common-paper-csa.md"),
    Twins(
        "docx/common-paper-data-processing-agreement.docx",
        "markdown/common-paper-dpa.md",
        (("4.1", _LONE), ("9.1", _LONE), ("10.1", _LONE)),
    ),
)


def measured(paper: GivenPaper) -> tuple[list[Measure], list[Skipped]]:
    """The measures of all pairs."""
    measures = [one for folder in paper.folders for one in _printed(paper.record(folder), folder)]
    skipped = [] if measures else [Skipped("pairs", "there is no PDF beside Markdown of the same name")]
    for twins in TWINS:
        word, markdown = paper.document(twins.word), paper.document(twins.markdown)
        if word is None or markdown is None:
            missing = twins.word if word is None else twins.markdown
            skipped.append(Skipped("pairs", f"{missing} is not there"))
        else:
            measures.append(_same_numbers(twins, word, markdown))
    return measures, skipped


# --- PDF and Markdown ----------------------------------------------------------------------------------------


def _printed(record: ClientRecord, folder: str) -> list[Measure]:
    held = documents_of(record)
    measures = []
    for pdf in held:
        stem = pdf.file.rpartition(".")[0]
        sources = [one for one in held if one.document.kind == "markdown" and one.file == f"{stem}.md"]
        if pdf.document.kind == "pdf" and sources:
            measures.append(_verified(record, f"{folder}/{stem}", sources[0].document, pdf.document))
    return measures


def _verified(record: ClientRecord, name: str, source: Document, pdf: Document) -> Measure:
    sentences = sentences_of(source)
    whole = cited_as(pdf.id, FULL)
    report = review(record, submission_of([(whole, one) for one in sentences]), quotes="layout")
    failed = [
        f"{item.findings[0].cause}: {sentence}"
        for sentence, item in zip(sentences, report.items, strict=True)
        if not item.verified
    ]
    return Measure(
        part="pairs",
        name=f"sentences of {name.rpartition('/')[2]} in its PDF",
        count=len(sentences) - len(failed),
        of=len(sentences),
        least=_VERIFY,
        details=listed(failed),
    )


def sentences_of(document: Document) -> list[str]:
    """The sentences of a Markdown document as read, each on one line, from the shortest that can be quoted."""
    text = _ATTRIBUTES.sub("", AsRead(document)(0, len(document.text)))
    pieces = [" ".join(one.split()) for line in text.split("\n") for one in _SENTENCE_END.split(line)]
    return [one for one in pieces if len(one) >= MINIMUM_QUOTATION]


# --- Word and Markdown ---------------------------------------------------------------------------------------


def _same_numbers(twins: Twins, word: Document, markdown: Document) -> Measure:
    here, there = _numbers(word), _numbers(markdown)
    numbers = list(dict.fromkeys([*here, *there]))
    explained = dict(twins.explained)
    details = [
        f"{number} only in {'Word' if number in here else 'Markdown'}: {explained.get(number, 'unexplained')}"
        for number in numbers
        if (number in here) != (number in there)
    ]
    right = sum((number in here) == (number in there) or number in explained for number in numbers)
    name = f"sections of {word.name.removesuffix('.docx')} in Markdown"
    return Measure(part="pairs", name=name, count=right, of=len(numbers), least=1, details=listed(details))


def _numbers(document: Document) -> dict[str, None]:
    assert document.outline is not None
    return dict.fromkeys(unit.label for unit in document.outline.units if unit.atoms)


__all__ = ["TWINS", "Twins", "measured", "sentences_of"]
