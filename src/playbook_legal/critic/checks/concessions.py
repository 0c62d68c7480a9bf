"""Does the proposed language match a pattern the client has ruled out?

Why: a settlement that closes on the other side's words concedes the point, however it is presented. Only
proposed language is scanned; an issue that quotes offending text is doing its job.
Source: docs/critic.md, "Authority files"; for the negators docs/scoring.md, "Structured gates".
"""

from bisect import bisect_left
from functools import lru_cache

import msgspec

from ...text import Prose, negators
from ..authority import Authority, Fallback, Limit
from ..numerals import written_alike
from ..record import ClientRecord
from ..resolution import named
from ..submission.items import Cited, Item, Language
from ..verdicts import Cause, Finding, Permitted, Silenced, Verdict
from ..wording import code, prose
from .citations import fault

CATCHES = (
    '{"settlements": [{"issue": "a", "citation": "dpa §5.1", '
    '"closing_text": "Provider shall notify Customer within 72 hours after discovery."}]}'
)
SPARES = (
    '{"settlements": [{"issue": "a", "citation": "dpa §5.1", '
    '"closing_text": "Provider shall notify Customer within 24 hours after discovery."}]}'
)

_WORDS_TOLD = 5


class Scan(msgspec.Struct):
    """What the rules found in an item's language; `rules` counts those that were applied."""

    findings: list[Finding] = []
    permitted: list[Permitted] = []
    silenced: list[Silenced] = []
    rules: int = 0


def scan(item: Item, authority: Authority, record: ClientRecord) -> Scan:
    """Every rule in scope against every piece of language the item carries."""
    result = Scan()
    if not item.language:
        return result
    texts = [(language, Prose(language.text)) for language in item.language]
    for rule in authority.rules:
        if not in_scope(rule, item, record):
            continue
        result.rules += 1
        for language, text in texts:
            for pattern in rule.patterns:
                _apply(rule, pattern, item, language, text, result)
    return result


def in_scope(rule: Limit | Fallback, item: Item, record: ClientRecord) -> bool:
    """Whether a rule applies to an item: always without `applies_to`, else when the item targets one of its
    provisions. Work whose target is not known, because it cites nothing or nothing that exists, is never
    scoped out."""
    if rule.applies_to is None or not item.cited:
        return True
    if any(one.citation in rule.applies_to or fault(one, record) is not None for one in item.cited):
        return True
    if record.is_matter:
        return False
    # `msa §4` and `Section 4.2(a) of the MSA` are the same provision when one holds the other.
    ruled = [span for one in rule.applies_to for span in _spans(Cited(str(one), one, ""), record)]
    return any(
        _overlap(one, other) for cited in item.cited for one in _spans(cited, record) for other in ruled
    )


def _spans(cited: Cited, record: ClientRecord) -> list[tuple[int, int, int]]:
    """What a citation names: the document and the characters `[start, end)` of it."""
    return [
        (one.index, one.section.start, one.section.start + len(one.section.text))
        for one in named(cited, record).sections
    ]


def _overlap(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    return one[0] == other[0] and one[1] < other[2] and other[1] < one[2]


def _apply(
    rule: Limit | Fallback, pattern: str, item: Item, language: Language, text: Prose, result: Scan
) -> None:
    fires, silencer = _occurs(rule, pattern, text)
    if rule.numbers and not fires:
        fires, also = _occurs(rule, written_alike(pattern), _numbers_alike(text.text))
        silencer = silencer or also
    if silencer:
        result.silenced.append(Silenced(rule.id, pattern, language.place, silencer))
    if not fires:
        return
    if isinstance(rule, Fallback):
        result.permitted.append(Permitted(rule.id, pattern, language.place))
        return
    says = f": {prose(rule.says)}" if rule.says.strip() else ""
    result.findings.append(
        Finding(
            verdict=Verdict.PROHIBITED_CONCESSION,
            cause=Cause.PROHIBITED_PATTERN,
            severity=rule.severity,
            item=item.kind,
            label=item.label,
            place=language.place,
            message=(
                f"proposed language concedes '{prose(rule.id)}'{says} — matched pattern {code(pattern)}"
                f"{_by_changing(language)}"
            ),
            citation="; ".join(one.written for one in item.cited),
            rule=rule.id,
            pattern=pattern,
        )
    )


def _by_changing(language: Language) -> str:
    """Which words of a sentence are the change, where the sentence is not proposed as a whole."""
    parts = (("inserted", language.inserted), ("struck", language.struck))
    told = [f"{what} {', '.join(map(code, words[:_WORDS_TOLD]))}" for what, words in parts if words]
    return f" (in this sentence {'; '.join(told)})" if told else ""


@lru_cache(maxsize=16)
def _numbers_alike(text: str) -> Prose:
    """The text with equal numbers written alike, once for all patterns that are looked for in it."""
    return Prose(written_alike(text))


def _occurs(rule: Limit | Fallback, pattern: str, text: Prose) -> tuple[bool, str]:
    """Whether the pattern occurs so that the rule fires, and the negator of the first occurrence that does not."""
    silencer = ""
    negated: tuple[list[int], list[int], list[str]] | None = None
    at = text.text.find(pattern)
    while at >= 0:
        if not rule.words or _whole(text.text, at, at + len(pattern)):
            if not rule.negation_guard:
                return True, ""
            negated = negated if negated is not None else negators(text.text)
            ahead = _negator_ahead(text, at, negated)
            if not ahead:
                return True, silencer
            silencer = silencer or ahead
        at = text.text.find(pattern, at + 1)
    return False, silencer


def _negator_ahead(text: Prose, at: int, negated: tuple[list[int], list[int], list[str]]) -> str:
    """The last negator that stands wholly between the beginning of the sentence and `at`; empty when there is
    none. A pattern's own words are meant as they stand, so that a negator among them turns nothing around."""
    _, ends, words = negated
    # Negators do not overlap: the last that ends at or before `at` is also the last that starts there.
    last = bisect_left(ends, at + 1) - 1
    begins, _ = text.sentence(at, at + 1)
    return words[last] if last >= 0 and negated[0][last] >= begins else ""


def _whole(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` neither begins nor ends inside a longer word or number."""
    return not (_runs_on(text, start) or _runs_on(text, end))


def _runs_on(text: str, at: int) -> bool:
    """Whether a word or number runs on across the position `at`."""
    before, after = text[at - 1 : at], text[at : at + 1]
    if _in_word(before) and _in_word(after):
        return True
    # "1,030" and "10.5": a mark between two digits is inside a number.
    if before in (".", ",") and after.isdigit():
        return text[at - 2 : at - 1].isdigit()
    return before.isdigit() and after in (".", ",") and text[at + 1 : at + 2].isdigit()


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_"
