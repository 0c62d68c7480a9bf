"""What stands around a quotation that verifies: a negation before it, a condition behind it, what an ellipsis hides.

Why: true words can be cut so that they say what the paper does not. None of these is an error by itself; each is a fact
about the passage and its neighbours, told so that a person reads on. A sentence that is quoted from its first word to
its last gives none.
Source: the situations of real reviews (omitted negations, truncated conditions and openings, repeated and superseded
passages).
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from ...paper.amendments import Supersession, affected
from ...paper.documents import Document, Section
from ...paper.rendering import within
from ...paper.tiers import Match
from ...text import Passage, negators, normalize_text
from ..verdicts import Cause, cited_as
from ..wording import authors_of, code, prose


class Caution(msgspec.Struct, frozen=True):
    """A fact to keep in mind of a quotation that verifies: its cause, one line of Markdown, and the words of the paper
    that it is about."""

    cause: Cause
    message: str
    words: str


_BEHIND = 900  # characters looked at behind a quotation; sentences of contracts are long
_BEFORE = 600
_TOLD = 60  # characters of the paper's words in a message
_NEAR_WORDS = 5  # words between a negation and a quotation that belongs to it
_MOST_PLACES = 5

_CLOSERS = r"[\"'”’)\]]*"
_NO_END = re.compile(r"\b(?:nos?|secs?|art|exh?|e\.g|i\.e|vs?|u\.s)\.$", re.IGNORECASE)
_SENTENCE_END = re.compile(rf"[.?!]{_CLOSERS}(?=\s+[^a-z\s]|\s*\Z)")
_BREAK = re.compile(r"\n[^\S\n]*\n\s*")
_LINE_BREAK = re.compile(r"\n\s*")
_GOES_ON = re.compile(r"(?:[,;:(–—-]|\b(?:and|or|the|of|to|by|in|a))\s*\Z", re.IGNORECASE)

_CONDITION = (
    r"(?:provided\s*,?\s*(?:however|further|that|always|only)|except(?:ing)?\b|unless\b|subject\s+(?:always\s+)?to\b"
    r"|other\s+than\b|but\s+(?:not|only|excluding)\b|excluding\b|save\s+(?:that|as|for|where)\b|only\s+(?:if|to\s+the)\b)"
)
_NEXT = re.compile(rf"[\s,;:()\"'”’–—-]*(?:(?:and|but)\s+)?(?P<words>{_CONDITION})", re.IGNORECASE)
_LATER = re.compile(
    r"[,;:(–—]\s*(?:and\s+|but\s+)?(?P<words>provided\s*,?\s*(?:however|further|that|always|only)\b"
    r"|except\s+(?:that|as|to\s+the|where|if|when|in)\b|unless\b)",
    re.IGNORECASE,
)
_HIDDEN = re.compile(
    r"\b(?:unless|except|provided\s*,?\s*(?:however|further|that)|subject\s+to|other\s+than|only\s+(?:if|to\s+the))\b",
    re.IGNORECASE,
)
# Negators that deny nothing.
_IDIOMS = re.compile(
    r"\b(?:(?:not?|in\s+no\s+event|under\s+no\s+circumstances?)\s+(?:be\s+)?"
    r"(?:earlier|fewer|greater|higher|later|less|longer|lower|more|sooner)\s+than|not\s+limited\s+to|without\s+limitation|without\s+limiting|whether\s+or\s+not|not\s+only|no\.|nos?\.\s*[0-9])",
    re.IGNORECASE,
)
_DENY_A_NOUN = ("no", "none", "without")
_RESERVED = re.compile(
    r"[\[(]\s*(?:intentionally\s+|this\s+section\s+)*(?:reserved|omitted|deleted|left\s+blank)\s*\.?\s*[\])]\.?\s*\Z"
    r"|\bintentionally\s+(?:omitted|deleted|left\s+blank)\s*\.?\s*\Z",
    re.IGNORECASE,
)
_LONGEST_RESERVED = 160


def cautions(
    quotation: str,
    match: Match,
    section: Section,
    document: Document,
    superseded: Sequence[Supersession] = (),
    *,
    normalized: bytes,
) -> tuple[Caution, ...]:
    """What is to be kept in mind of `quotation`, which stands in `section` of `document` as `match` says; `normalized`
    is the text of the document, normalized and in UTF-8."""
    spans = [(section.start + start, section.start + end) for start, end in match.spans]
    found = [
        *_hidden(match),
        *_goes_on(spans[-1][1], document),
        *_denied(quotation, spans[0][0], document),
        *_elsewhere(spans, document, normalized),
        *_superseded(spans, document, superseded),
        *_reserved(section, document),
        *_tracked(spans, document),
        *_stale(spans, document),
    ]
    return tuple(found)


def _hidden(match: Match) -> Iterator[Caution]:
    """An ellipsis that leaves out a negation or a condition."""
    for omitted in match.omitted:
        words = _negation(omitted) or next((found.group() for found in _HIDDEN.finditer(omitted)), "")
        if words:
            told = _around(omitted, words)
            yield Caution(Cause.OMITTED_NEGATION, f"the ellipsis leaves out {code(told)}", told)


def _goes_on(end: int, document: Document) -> Iterator[Caution]:
    """A quotation that stops, at `end` of the document, before a condition or an exception of its sentence. What counts
    is the paper's comma, since that of the quotation may be its writer's."""
    quoted = _seen(document, max(0, end - 40), end)
    rest = _rest_of_sentence(quoted, _seen(document, end, end + _BEHIND), document)
    if not rest:
        return
    condition = _NEXT.match(rest)
    if condition is not None and condition.group("words")[:8].casefold() == "provided":
        # "the services | provided that day" is no condition
        before = quoted.rstrip()[-1:] + rest[: condition.start("words")]
        condition = condition if re.search(r"[,;:(–—]", before) else None
    if condition is None:
        clause = rest.split(";", 1)
        behind = _NEXT.match(clause[1]) if len(clause) > 1 else None
        condition = _LATER.search(clause[0]) or behind
        if condition is not None and condition is behind:
            rest = clause[1]
    if condition is not None:
        told = _first_words(rest[condition.start("words") :])
        yield Caution(
            Cause.TRUNCATED_CONDITION, f"the sentence goes on behind the quotation: {code(told)}", told
        )


def _denied(quotation: str, start: int, document: Document) -> Iterator[Caution]:
    """A quotation that begins behind a negation of its sentence."""
    if start == 0 or not quotation.strip():
        return
    before = _seen(document, max(0, start - _BEFORE), start)
    clause = _end_of_clause(before, document, _seen(document, start, start + 2))
    plain = _IDIOMS.sub(lambda found: "x" * len(found.group()), clause)
    starts, ends, words = negators(plain.lower())
    if not starts:
        return
    between = plain[ends[-1] :]
    if len(between.split()) > _NEAR_WORDS or "," in between:
        return
    # "without undue delay and | …" denies the delay alone; "shall not sell or | …" denies both.
    if words[-1] in _DENY_A_NOUN and re.search(r"\b(?:and|or|but)\b", between, re.IGNORECASE):
        return
    told = " ".join(clause[starts[-1] :].split())
    said = (
        f"the words {code(told)} stand just before the quotation"
        if told != words[-1]
        else (f"the word {code(told)} stands just before the quotation")
    )
    yield Caution(Cause.TRUNCATED_OPENING, said, told)


def _elsewhere(spans: Sequence[tuple[int, int]], document: Document, normalized: bytes) -> Iterator[Caution]:
    """A quotation whose words stand in other places of the document as well."""
    start, end = max(spans, key=lambda span: span[1] - span[0])
    wanted = normalize_text(document.text[start:end])
    if normalized.count(wanted.encode()) < 2:
        return  # seen without going through the sections one by one
    places: list[str] = []
    for section in document.sections:
        times = section.passage.text.count(wanted)
        if section.start <= start and end <= section.start + len(section.text):
            times -= 1
        if times > 0:
            places.append(cited_as(document.id, section.token))
    places = places or _across_sections(start, end, document, wanted)
    told = ", ".join(code(place) for place in dict.fromkeys(places[:_MOST_PLACES]))
    more = f" and {len(places) - _MOST_PLACES} more" if len(places) > _MOST_PLACES else ""
    yield Caution(Cause.SEVERAL_PLACES, f"the same words stand in {told}{more} as well", wanted)


def _across_sections(start: int, end: int, document: Document, wanted: str) -> list[str]:
    """The first other places of words that run from one section into the next wherever they stand besides the
    characters `[start, end)`."""
    passage = Passage(document.text)
    hits = islice(re.finditer(re.escape(wanted), passage.text), _MOST_PLACES + 1)
    spans = [passage.source_span(*hit.span()) for hit in hits]
    spans.remove(next((one for one in spans if one[0] < end and start < one[1]), spans[-1]))
    places: list[str] = []
    for span in spans:
        first, last = (document.section_at(at).token for at in (span[0], span[1] - 1))
        token = first if first == last else f"{first}–{last.rpartition('§')[2]}"
        places.append(cited_as(document.id, token))
    return places


def _superseded(
    spans: Sequence[tuple[int, int]], document: Document, superseded: Sequence[Supersession]
) -> Iterator[Caution]:
    """A quotation of a section that an amendment takes the place of. An addition leaves it as it was."""
    for one in superseded:
        if one.how == "supplemented" or one.document_id != document.id:
            continue
        over = affected(one, document)
        if not any(start < last and first < end for start, end in over for first, last in spans):
            continue
        by = cited_as(one.by_document, one.by_label) if one.by_label else one.by_document
        what = (
            f"{prose(document.id)} {prose(one.label)}".strip()
            if one.label
            else f"all of {prose(document.id)}"
        )
        words = f": {code(one.words)}" if one.words else ""
        doubt = "" if one.certain else " (it does not say clearly which document it means)"
        yield Caution(Cause.SUPERSEDED, f"{what} is {one.how} by {code(by)}{words}{doubt}", one.words)


def _reserved(section: Section, document: Document) -> Iterator[Caution]:
    """A quotation from a section that says nothing."""
    visible = _seen(document, section.start, section.start + len(section.text))
    found = _RESERVED.search(visible) if len(visible) <= _LONGEST_RESERVED else None
    if found is not None:
        told = " ".join(found.group().split())
        yield Caution(Cause.RESERVED, f"the section is {code(told)} and says nothing", told)


def _tracked(spans: Sequence[tuple[int, int]], document: Document) -> Iterator[Caution]:
    """Words that are a tracked change, and whose."""
    touched = [
        one for one in document.changes if any(one.start < end and start < one.end for start, end in spans)
    ]
    said: list[str] = []
    words: list[str] = []
    for kind in dict.fromkeys(one.kind for one in touched):
        own = [one for one in touched if one.kind == kind]
        told = _first_words(" … ".join(document.text[one.start : one.end] for one in own))
        whose = prose(authors_of(one.author for one in own))
        said.append(f"words of it are a tracked change, {_CHANGED[kind]} by {whose}: {code(told)}")
        words.append(told)
    left_out = [one for one in document.gaps if any(start < one.at < end for start, end in spans)]
    if left_out:
        told = _first_words(" … ".join(one.text for one in left_out))
        done = "struck out" if document.view == "accepted" else "put in"
        said.append(
            f"words within it were {done} by {prose(authors_of(one.author for one in left_out))}: {code(told)}"
        )
        words.append(told)
    if said:
        yield Caution(Cause.TRACKED_CHANGE, "; ".join(said), " … ".join(words))


_CHANGED = {
    "inserted": "inserted",
    "deleted": "deleted",
    "moved_here": "moved here",
    "moved_away": "moved away",
}


def _stale(spans: Sequence[tuple[int, int]], document: Document) -> Iterator[Caution]:
    """A cross-reference in the quotation that shows another number than its target has."""
    for one in document.references:
        if not any(one.start < end and start < one.end for start, end in spans):
            continue
        if one.computed and _plain(one.computed) != _plain(one.shown):
            message = (
                f"its cross-reference shows {code(one.shown)}, and the target now has {code(one.computed)}"
            )
            yield Caution(Cause.STALE_REFERENCE, message, one.shown)


def _plain(number: str) -> str:
    return "".join(number.split()).strip(".").casefold()


# --- sentences -----------------------------------------------------------------------------------------------


def _rest_of_sentence(quoted: str, behind: str, document: Document) -> str:
    """What follows a quotation that ends in `quoted` within its sentence; empty when the sentence ends with it."""
    text = quoted + behind
    at = len(quoted)
    for found in _SENTENCE_END.finditer(text, max(0, len(quoted.rstrip(" \"'”’)]\n\t")) - 1)):
        if not _NO_END.search(text[max(0, found.start() - 6) : found.start() + 1]):
            text = text[: found.end()]
            break
    breaks = _LINE_BREAK if document.kind == "word" else _BREAK
    for found in breaks.finditer(text, len(quoted.rstrip())):
        follows = text[found.end() : found.end() + 1]
        if not follows.islower() and not _GOES_ON.search(text[: found.start()][-40:]):
            text = text[: found.start()]
            break
    return text[at:]


def _end_of_clause(before: str, document: Document, quoted: str) -> str:
    """The end of `before` that belongs to the clause in which the quotation begins."""
    text = before + quoted
    begins = 0
    for found in _SENTENCE_END.finditer(text):
        if found.end() <= len(before) and not _NO_END.search(
            text[max(0, found.start() - 6) : found.start() + 1]
        ):
            begins = found.end()
    breaks = _LINE_BREAK if document.kind == "word" else _BREAK
    for found in breaks.finditer(before):
        if found.end() > begins and not text[found.end() : found.end() + 1].islower():
            begins = found.end()
    for mark in (";", ":"):
        begins = max(begins, before.rfind(mark) + 1)
    return before[begins:]


def _seen(document: Document, start: int, end: int) -> str:
    """The characters `[start, end)` of the document as a reader sees the sentence: without markup, and with a line end
    where the page had its own."""
    end = min(end, len(document.text))
    cuts = [(first, last, "\n") for first, last in within(document.furniture, start, end)]
    cuts += [(first, last, "") for first, last in within(document.markup, start, end)]
    pieces: list[str] = []
    at = start
    for first, last, instead in sorted(cuts):
        if first < at:
            continue
        pieces += [document.text[at:first], instead]
        at = last
    pieces.append(document.text[at:end])
    return "".join(pieces)


# --- words ---------------------------------------------------------------------------------------------------


def _negation(text: str) -> str:
    """The first word of `text` that denies something, or empty."""
    plain = _IDIOMS.sub(lambda found: "x" * len(found.group()), text)
    starts, ends, _ = negators(plain.lower())
    return text[starts[0] : ends[0]] if starts else ""


def _around(text: str, words: str) -> str:
    """The words with a little of what stands around them."""
    at = text.find(words)
    left = text.rfind(" ", 0, max(0, at - 20)) + 1
    return _first_words(text[left:])


def _first_words(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _TOLD else flat[:_TOLD].rsplit(" ", 1)[0] + " …"


__all__ = ["Caution", "cautions"]
