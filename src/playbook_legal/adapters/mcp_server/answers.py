"""What the tools answer, in the shapes that a client is told of beforehand.

Dataclasses, and not the values that the rest of the package is made of, because the SDK describes the output of a tool
to its clients from these.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from ...critic import verdicts
from ...critic.leaves import Card
from ...critic.report import ItemReport
from ...paper.documents import Section


@dataclass(frozen=True)
class DocumentCard:
    """A document of the record; `unreadable` says why nothing can be verified in it."""

    id: str
    title: str
    name: str
    kind: str
    sha256: str
    encoding: str
    notes: tuple[str, ...]
    unreadable: str


@dataclass(frozen=True)
class SectionCard:
    """A section: how it is cited, its title, and how many characters a reader sees in it."""

    citation: str
    title: str
    characters: int


@dataclass(frozen=True)
class RecordAnswer:
    """The record, its documents, and the sections of the document that was asked for."""

    record: str
    title: str
    documents: tuple[DocumentCard, ...]
    not_read: tuple[str, ...]
    sections: tuple[SectionCard, ...]


@dataclass(frozen=True)
class Place:
    """Where words stand: characters `[start, end)` and line of the document's text, the page (0 where there are none),
    and what a reader sees there, cut when long."""

    citation: str
    document: str
    section: str
    start: int
    end: int
    line: int
    page: int
    text: str


@dataclass(frozen=True)
class SectionText:
    """A section that a citation names, and the part of its text that was asked for, as a reader of the paper sees it;
    `characters` is the length of the whole, and `next_offset` where the rest begins, 0 when there is none."""

    citation: str
    document: str
    title: str
    line: int
    page: int
    characters: int
    text: str
    next_offset: int


@dataclass(frozen=True)
class SectionsAnswer:
    """The sections that a citation names: usually one, several when a number is used twice or a range is cited."""

    citation: str
    sections: tuple[SectionText, ...]


@dataclass(frozen=True)
class CitationAnswer:
    """Whether a citation names something, and the places; when it names nothing, why."""

    citation: str
    resolves: bool
    places: tuple[Place, ...]
    cause: str
    message: str


@dataclass(frozen=True)
class Difference:
    """Words that differ: as quoted, and as the record has them."""

    quoted: str
    record: str


@dataclass(frozen=True)
class Nearest:
    """The passage of the record most like words that stand nowhere, and what differs."""

    place: Place
    differences: tuple[Difference, ...]


@dataclass(frozen=True)
class Fault:
    """A finding of the critic: what is wrong, how grave it is, what to do, and where the words really stand."""

    verdict: str
    cause: str
    severity: Literal["critical", "advisory"]
    message: str
    remedy: str
    citation: str
    found: tuple[Place, ...]
    found_count: int
    nearest: Nearest | None
    rule: str
    pattern: str


@dataclass(frozen=True)
class QuoteAnswer:
    """Whether a quotation stands where it is cited. `tier` says how closely (`exact`, `typographic`, `layout`,
    `declared`); `view` and `change_author` belong to documents with tracked changes. A quotation that verifies may
    still have an advisory among its `faults`."""

    verdict: str
    verified: bool
    at: Place | None
    tier: str
    view: str
    change_author: str
    faults: tuple[Fault, ...]


@dataclass(frozen=True)
class FoundAnswer:
    """Where the words stand in the record: the first places, `count` in all; else the nearest passage."""

    stands: bool
    count: int
    places: tuple[Place, ...]
    nearest: Nearest | None
    message: str


@dataclass(frozen=True)
class RuleMatch:
    """A pattern of the authority file that the language matches; `negator` is the word that turned it around."""

    rule: str
    pattern: str
    negator: str


@dataclass(frozen=True)
class LanguageAnswer:
    """Whether proposed language stays within the client's authority: `rules` counts the rules that were applied."""

    verdict: str
    passed: bool
    rules: int
    faults: tuple[Fault, ...]
    within_authority: tuple[RuleMatch, ...]
    silenced: tuple[RuleMatch, ...]


# --- from the critic's values ---------------------------------------------------------------------------------


def document_card(card: Card) -> DocumentCard:
    """What a report says of a document."""
    return DocumentCard(
        card.id, card.title, card.name, card.kind, card.sha256, card.encoding, card.notes, card.unreadable
    )


def place(one: verdicts.Place) -> Place:
    """A place as a report has it."""
    return Place(one.citation, one.document, one.section, one.start, one.end, one.line, one.page, one.text)


def section_text(section: Section, seen: str, offset: int, most: int, page: int) -> SectionText:
    """At most `most` characters of a section, of whose text a reader has `seen` this, from `offset` on."""
    length = len(seen)
    end = min(length, offset + most)
    return SectionText(
        citation=verdicts.cited_as(section.document_id, section.token),
        document=section.document_id,
        title=section.title,
        line=section.line,
        page=page,
        characters=length,
        text=seen[offset:end],
        next_offset=end if end < length else 0,
    )


def nearest(one: verdicts.Neighbour | None) -> Nearest | None:
    """The neighbour of words that stand nowhere."""
    if one is None:
        return None
    return Nearest(place(one.place), tuple(Difference(it.quoted, it.record) for it in one.differences))


def faults(findings: Iterable[verdicts.Finding]) -> tuple[Fault, ...]:
    """The findings of a report."""
    return tuple(
        Fault(
            verdict=str(one.verdict),
            cause=str(one.cause),
            severity=one.severity,
            message=one.message,
            remedy=verdicts.REMEDIES[one.cause],
            citation=one.citation,
            found=tuple(place(there) for there in one.found),
            found_count=one.found_count,
            nearest=nearest(one.nearest),
            rule=one.rule,
            pattern=one.pattern,
        )
        for one in findings
    )


def quote_answer(item: ItemReport) -> QuoteAnswer:
    """The answer on the one quotation of an item."""
    verified = item.verified[0] if item.verified else None
    return QuoteAnswer(
        verdict=str(item.verdict),
        verified=verified is not None,
        at=None if verified is None else place(verified.at),
        tier="" if verified is None else verified.tier,
        view="" if verified is None else verified.view,
        change_author="" if verified is None else verified.change_author,
        faults=faults(item.findings),
    )


def found_answer(item: ItemReport) -> FoundAnswer:
    """The answer on where the one quotation of an item, which cites nothing, stands."""
    finding = item.findings[0]
    return FoundAnswer(
        stands=bool(finding.found),
        count=finding.found_count,
        places=tuple(place(there) for there in finding.found),
        nearest=nearest(finding.nearest),
        message=finding.message,
    )


def language_answer(item: ItemReport) -> LanguageAnswer:
    """The answer on the language of an item."""
    return LanguageAnswer(
        verdict=str(item.verdict),
        passed=not item.critical,
        rules=item.checked.rules,
        faults=faults(item.findings),
        within_authority=tuple(RuleMatch(one.rule, one.pattern, "") for one in item.within_authority),
        silenced=tuple(RuleMatch(one.rule, one.pattern, one.negator) for one in item.silenced),
    )
