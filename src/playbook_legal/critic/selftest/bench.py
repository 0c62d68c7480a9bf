"""The mutation bench: true passages are retyped and falsified, and the critic is asked about each.

Every passage goes the way of a reviewer's work: an issue that cites the section and quotes the passage, through the
whole review. Falsified ones are quoted under the loosest policy, since what does not verify there verifies nowhere;
true ones under the policy for printed paper. What a falsified passage says may truly stand somewhere else in the
cited section; then nothing was falsified. That is found out without anything the critic compares quotations with.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

import msgspec

from ...paper.citations import parse_citation
from ..record import ClientRecord
from ..report import ItemReport, QuotePolicy
from ..resolution import NamedSection, named
from ..reviewing import review
from ..submission.items import Cited, Item, Quotation, Submission
from .mutations import SUBSTANCE, Mutation, mutations
from .passages import SHORTEST, AsRead, Passage

AS_READ = "as_read"  # the kind of a passage that is quoted as it is read, on one line
CUT = "cut_in_word"  # that of one which ends within its last word or figure
_AT_ONCE = 400  # quotations of one review
_ALIKE = str.maketrans(
    {**dict.fromkeys("‘’‚‛`´′", "'"), **dict.fromkeys("“”„‟″", '"'), **dict.fromkeys("‐‑‒–—―−", "-")}
)
_LONG_WORD = re.compile(r"[^\W_](?:[^\W_]|(?<=\d),(?=\d)){3,}")
_FINAL_MARK = re.compile(r" [.,] \Z")
_TOKEN = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_")


class Quoted(msgspec.Struct, frozen=True, kw_only=True):
    """What the critic says of one passage: `kind` is that of the mutation, or `as_read`. `tier` is the one on which it
    verifies, empty where it does not; `critical` are the causes that fail it, `cautions` those that do not.
    `differs` tells whether the finding names words that differ or says that the text goes on otherwise."""

    passage: Passage
    kind: str
    text: str
    tier: str
    critical: tuple[str, ...] = ()
    cautions: tuple[str, ...] = ()
    differs: bool = False


class Bench(msgspec.Struct, frozen=True):
    """The answers on true passages (as read and retyped), on falsified ones, and on true ones that end within a word or
    figure; and how many of each kind were no falsification because they stand there."""

    true: tuple[Quoted, ...]
    false: tuple[Quoted, ...]
    cut: tuple[Quoted, ...]
    stands_there: dict[str, int]


def tried(record: ClientRecord, passages: Sequence[Passage], seed: str) -> Bench:
    """The bench on passages of one record."""
    true: list[tuple[Passage, str, str]] = []
    false: list[tuple[Passage, str, str]] = []
    cut: list[tuple[Passage, str, str]] = []
    stands_there: Counter[str] = Counter()
    sections = _Sections(record)
    for number, passage in enumerate(passages):
        true.append((passage, AS_READ, passage.text))
        if len(short := cut_short(passage.text)) >= SHORTEST // 2:
            cut.append((passage, CUT, short))
        other = passages[(number + 1) % len(passages)].text
        for mutation in mutations(passage.text, seed, other):
            if not mutation.substance:
                true.append((passage, mutation.kind, mutation.text))
            elif sections.hold(passage.citation, mutation):
                stands_there[mutation.kind] += 1
            else:
                false.append((passage, mutation.kind, mutation.text))
    return Bench(
        tuple(_reviewed(record, true, "layout")),
        tuple(_reviewed(record, false, "declared")),
        tuple(_reviewed(record, cut, "layout")),
        {kind: stands_there[kind] for kind in SUBSTANCE if stands_there[kind]},
    )


def joined(benches: Sequence[Bench]) -> Bench:
    """Several benches as one."""
    stands_there: Counter[str] = Counter()
    for one in benches:
        stands_there.update(one.stands_there)
    return Bench(
        tuple(quoted for one in benches for quoted in one.true),
        tuple(quoted for one in benches for quoted in one.false),
        tuple(quoted for one in benches for quoted in one.cut),
        {kind: stands_there[kind] for kind in SUBSTANCE if stands_there[kind]},
    )


def cut_short(text: str) -> str:
    """The text up to the middle of its last word or figure of four characters or more; empty where there is none."""
    words = list(_LONG_WORD.finditer(text))
    return text[: words[-1].start() + len(words[-1].group()) // 2] if words else ""


# --- what truly stands there ---------------------------------------------------------------------------------


class _Sections:
    """The cited sections, as rows of words, figures and signs."""

    def __init__(self, record: ClientRecord) -> None:
        self._record = record
        self._readings: dict[int, tuple[AsRead, AsRead]] = {}
        self._rows: dict[tuple[int, int, int], tuple[str, ...]] = {}

    def hold(self, citation: str, mutation: Mutation) -> bool:
        """Whether the mutated passage stands in a section that the citation names, token by token; a full stop or comma
        at its end may be the writer's."""
        wanted = _FINAL_MARK.sub(" ", row(mutation.text))
        return any(
            wanted in held for one in named(cited(citation), self._record).sections for held in self._of(one)
        )

    def _of(self, one: NamedSection) -> tuple[str, ...]:
        start, end = one.section.start, one.section.start + len(one.section.text)
        key = (one.index, start, end)
        if key not in self._rows:
            if one.index not in self._readings:
                document = self._record.outlined(one.index)
                self._readings[one.index] = (AsRead(document), AsRead(document, with_furniture=True))
            self._rows[key] = tuple(row(as_read(start, end)) for as_read in self._readings[one.index])
        return self._rows[key]


def row(text: str) -> str:
    """The words, figures and signs of a text, each with a space on both sides; a letter's case means nothing."""
    plain = unicodedata.normalize("NFKC", text.translate(_ALIKE)).lower()
    return f" {' '.join(_TOKEN.findall(plain))} "


# --- what the critic says ------------------------------------------------------------------------------------


def cited(citation: str) -> Cited:
    """The citation as a submission has it."""
    return Cited(citation, parse_citation(citation), "issues[0].citation")


def submission_of(quoted: Sequence[tuple[str, str]]) -> Submission:
    """Work with an issue for each citation and quotation, labelled by its number."""
    items = []
    for number, (citation, text) in enumerate(quoted):
        of = cited(citation)
        quotation = Quotation(text, (of,), f"issues[{number}].quote")
        items.append(
            Item(
                kind="issue",
                label=str(number),
                place=f"issues[{number}]",
                cited=(of,),
                quotations=(quotation,),
                rationale="The passage is quoted as evidence.",
            )
        )
    return Submission(format="review-json", sha256="0" * 64, items=tuple(items))


def _reviewed(
    record: ClientRecord, quoted: Sequence[tuple[Passage, str, str]], policy: QuotePolicy
) -> list[Quoted]:
    answers: list[Quoted] = []
    for first in range(0, len(quoted), _AT_ONCE):
        batch = quoted[first : first + _AT_ONCE]
        work = submission_of([(passage.citation, text) for passage, _, text in batch])
        report = review(record, work, quotes=policy)
        answers += [
            answer(passage, kind, text, item)
            for (passage, kind, text), item in zip(batch, report.items, strict=True)
        ]
    return answers


def answer(passage: Passage, kind: str, text: str, item: ItemReport) -> Quoted:
    """What the report on the item says of the quotation."""
    critical = [one for one in item.findings if one.critical]
    cut_off = any(str(one.cause) in ("invented_tail", "invented_opening", "spliced") for one in critical)
    return Quoted(
        passage=passage,
        kind=kind,
        text=text,
        tier=item.verified[0].tier if item.verified else "",
        critical=tuple(str(one.cause) for one in critical),
        cautions=tuple(str(one.cause) for one in item.findings if not one.critical),
        differs=cut_off or any(one.nearest is not None and one.nearest.differences for one in critical),
    )


__all__ = [
    "AS_READ",
    "CUT",
    "Bench",
    "Quoted",
    "answer",
    "cited",
    "cut_short",
    "joined",
    "row",
    "submission_of",
    "tried",
]
