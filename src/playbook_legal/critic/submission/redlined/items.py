"""The items of a redlined Word file: changed paragraphs, rows, moved passages, and comments where nothing changed."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from ....paper.quotations import is_too_short
from ....problems import one_line
from ....text import normalize_text
from ...verdicts import cited_as
from ..items import Cited, Item, Language, Quotation
from .paragraphs import NOBODY, Aligned, Passage, Remark, Span, TwoViews
from .redline import Origin, accepted_span
from .sentences import proposed, sentences

_MOST_QUOTED = 40  # lines of a comment's text that are quoted


class _Change:
    """Paragraphs that are one item: a paragraph, the cells of a row, or where a passage was moved from and to."""

    def __init__(self, one: Aligned, wanted: frozenset[str]) -> None:
        self.paragraphs = [one]
        self.deleted = [tuple(each for each in one.deleted if each.author in wanted)]
        self.inserted = [tuple(each for each in one.inserted if each.author in wanted)]
        self.moved_from = ""

    def join(self, other: "_Change") -> None:
        """Take another one in."""
        self.paragraphs += other.paragraphs
        self.deleted += other.deleted
        self.inserted += other.inserted

    def authors(self) -> tuple[str, ...]:
        some = (one.author for passages in (*self.inserted, *self.deleted) for one in passages)
        return tuple(dict.fromkeys(some))

    def only(self, text: str, passages: Sequence[Sequence[Passage]]) -> tuple[str, str] | None:
        """What was moved and by whom, when nothing else was changed."""
        flat = [one for some in passages for one in some]
        if not flat or not all(one.moved for one in flat) or len({one.author for one in flat}) > 1:
            return None
        return flat[0].author, normalize_text(" ".join(text[one.start : one.end] for one in flat))


class Reading:
    """The items of a file as they are found, with their origins, the places they name, and what is no item."""

    def __init__(self, views: TwoViews, wanted: frozenset[str]) -> None:
        self._views, self._wanted = views, wanted
        self._original, self._accepted = views.original.text, views.accepted.text
        self.items: list[Item] = []
        self.origins: list[Origin] = []
        self.places: dict[str, Span] = {}
        self.not_read: list[str] = []
        self._changes = 0

    def read(self) -> None:
        """Find every item."""
        changes = self._moved(list(self._rows()))
        at = {id(one.paragraphs[0]): one for one in changes}
        inside = {each.number for one in changes for each in one.paragraphs}
        for paragraph in self._views.paragraphs:
            change = at.get(id(paragraph))
            if change is not None:
                self._redline(change)
            elif paragraph.number not in inside:
                self._unchanged(paragraph)
        for remark in self._views.remarks_apart:
            if remark.author in self._wanted:
                self._issue(remark, None)

    def _rows(self) -> Iterator[_Change]:
        """The changed paragraphs, those in one row of a table together."""
        current: _Change | None = None
        for paragraph in self._views.paragraphs:
            change = _Change(paragraph, self._wanted)
            if not any(change.deleted) and not any(change.inserted):
                continue
            if current is not None and self._in_one_row(current.paragraphs[-1], paragraph):
                current.join(change)
                continue
            if current is not None:
                yield current
            current = change
        if current is not None:
            yield current

    def _in_one_row(self, one: Aligned, other: Aligned) -> bool:
        if one.accepted and other.accepted:
            between = self._accepted[one.accepted[-1].end : other.accepted[0].start]
        elif one.original and other.original and not (one.accepted or other.accepted):
            between = self._original[one.original[-1].end : other.original[0].start]
        else:
            return False
        return "│" in between and "\n" not in between

    def _moved(self, changes: list[_Change]) -> list[_Change]:
        """The changes, with what was moved away joined to where it was moved."""
        sources: dict[tuple[str, str], list[_Change]] = {}
        for one in changes:
            away = one.only(self._original, one.deleted) if not any(one.inserted) else None
            if away is not None:
                sources.setdefault(away, []).append(one)
        gone: set[int] = set()
        for one in changes:
            here = one.only(self._accepted, one.inserted) if not any(one.deleted) else None
            found = sources.get(here) if here is not None else None
            if found:
                source = found.pop(0)
                gone.add(id(source))
                one.moved_from = source.paragraphs[0].original_label
                one.join(source)
        return [one for one in changes if id(one) not in gone]

    def _unchanged(self, paragraph: Aligned) -> None:
        """A paragraph in which none of the wanted authors changed words."""
        for authors, what in (
            (paragraph.struck_again, "strikes what another had inserted; it is in neither view"),
            (paragraph.marks, "joins or splits paragraphs; no word is changed"),
        ):
            mine = [one or NOBODY for one in authors if one in self._wanted]
            if mine:
                self.not_read.append(one_line(f"{_where(paragraph)}: {' and '.join(mine)} {what}", 300))
        for remark in paragraph.remarks:
            if remark.author in self._wanted:
                self._issue(remark, paragraph)

    def _redline(self, change: _Change) -> None:
        self._changes += 1
        first = change.paragraphs[0]
        by = " and ".join(one or NOBODY for one in change.authors())
        moved = f" (moved from {_section(change.moved_from)})" if change.moved_from else ""
        place = one_line(f"{_where(first)}{moved}, change {self._changes}, by {by}", 200)
        self.places[place] = accepted_span(first)
        quotations: list[Quotation] = []
        at: list[int] = []
        language: list[Language] = []
        for one, deleted, inserted in zip(change.paragraphs, change.deleted, change.inserted, strict=True):
            for span in self._quoted(one, deleted):
                here = f"{place}, deletion {len(quotations) + 1}"
                self.places[here] = accepted_span(one)
                quotations.append(Quotation(self._original[span.start : span.end], _cited(one), here))
                at.append(span.start)
            language += self._language(one, deleted, inserted, f"{place}, sentence", len(language))
        remarks = [
            remark for one in change.paragraphs for remark in one.remarks if remark.author in self._wanted
        ]
        was = next((one for one in change.paragraphs if one.original), None)
        self.origins.append(Origin(was.original[0].start if was is not None else None, tuple(at)))
        self.items.append(
            Item(
                kind="redline",
                label=place,
                place=place,
                cited=() if was is None else _cited(was),
                quotations=tuple(quotations),
                # Where whole sentences were struck, nothing is what stands there instead.
                language=tuple(language) or (Language("", place),),
                rationale="\n".join(one.text for one in remarks) if remarks else None,
            )
        )

    def _quoted(self, paragraph: Aligned, deleted: Sequence[Passage]) -> Iterator[Span]:
        """What is quoted of the original view: what was struck, or the sentences that short pieces were struck from."""
        told: dict[Span, None] = {}
        all_sentences: list[Span] | None = None
        for one in deleted:
            if self._is_long(Span(one.start, one.end)):
                told[self._whole_words(one)] = None
                continue
            if all_sentences is None:
                all_sentences = [
                    each for line in paragraph.original for each in sentences(self._original, line)
                ]
            at = bisect_right(all_sentences, one.start, key=lambda each: each.end)
            if at < len(all_sentences) and self._is_long(all_sentences[at]):
                told[all_sentences[at]] = None
        return iter(told)

    def _language(
        self, one: Aligned, deleted: Sequence[Passage], inserted: Sequence[Passage], place: str, before: int
    ) -> list[Language]:
        found: list[Language] = []
        for span, added, struck in proposed(self._original, self._accepted, one, deleted, inserted):
            here = f"{place} {before + len(found) + 1}"
            self.places[here] = span
            found.append(
                Language(
                    self._accepted[span.start : span.end],
                    here,
                    tuple(self._accepted[each.start : each.end].strip() for each in added),
                    tuple(self._original[each.start : each.end].strip() for each in struck),
                )
            )
        return found

    def _issue(self, remark: Remark, paragraph: Aligned | None) -> None:
        where = "" if paragraph is None else f"{_where(paragraph)}, "
        place = one_line(f"{where}comment {remark.number}, by {remark.author or NOBODY}", 200)
        quotations: list[Quotation] = []
        at: list[int] = []
        if paragraph is not None:
            self.places[place] = accepted_span(paragraph)
        for span in () if paragraph is None else self._about(remark, paragraph):
            here = f"{place}, quotation {len(quotations) + 1}"
            self.places[here] = self.places[place]
            cited = (_citation(self._views.original.label(span.start)),)
            quotations.append(Quotation(self._original[span.start : span.end], cited, here))
            at.append(span.start)
        was = paragraph.original[0].start if paragraph is not None and paragraph.original else None
        self.origins.append(Origin(was, tuple(at)))
        self.items.append(
            Item(
                kind="issue",
                label=place,
                place=place,
                cited=() if paragraph is None or not paragraph.original else _cited(paragraph),
                quotations=tuple(quotations),
                rationale=remark.text,
            )
        )

    def _about(self, remark: Remark, paragraph: Aligned) -> Iterator[Span]:
        """What a comment is about, in lines; of a few words the sentence they stand in."""
        if remark.about is None:
            return
        told = 0
        start = remark.about.start
        for line in self._original[remark.about.start : remark.about.end].split("\n")[:_MOST_QUOTED]:
            for cell in line.split("│"):
                if not is_too_short(normalize_text(cell)):
                    told += 1
                    yield Span(start, start + len(cell))
                start += len(cell) + 1
        if told:
            return
        for each in (each for line in paragraph.original for each in sentences(self._original, line)):
            if each.start < remark.about.end and remark.about.start < each.end:
                if self._is_long(each):
                    yield each
                return

    def _whole_words(self, passage: Passage) -> Span:
        """A passage with the rest of the words that it cuts: half a word says something else."""
        start, end, text = passage.start, passage.end, self._original
        while start and text[start - 1].isalnum() and text[start].isalnum():
            start -= 1
        while end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
            end += 1
        return Span(start, end)

    def _is_long(self, span: Span) -> bool:
        """Whether words of the original view are long enough to prove something."""
        return not is_too_short(normalize_text(self._original[span.start : span.end]))


# --- how places are called ---------------------------------------------------------------------------------------


def _section(label: str) -> str:
    return cited_as("", label).strip() if label else "the beginning"


def _where(paragraph: Aligned) -> str:
    return _section(paragraph.label or paragraph.original_label)


def _citation(label: str) -> Cited:
    return Cited(_section(label), None, "")


def _cited(paragraph: Aligned) -> tuple[Cited, ...]:
    return (_citation(paragraph.original_label),)


__all__ = ["Reading"]
