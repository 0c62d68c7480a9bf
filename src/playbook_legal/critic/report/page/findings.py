"""The findings on the page: each beside the passage of the paper, with the difference marked."""

from collections.abc import Iterator, Sequence
from functools import cache

from ...verdicts import Cause, Finding, Place
from ...wording import counted
from .. import ItemReport
from ..causes import remedy_of, title_of
from ..sheets import Row
from .frame import SEVERITIES, VERDICTS, Frame, documents_of
from .passages import in_context, redlined, with_pattern
from .writing import line, said, text

_PLACES = 3  # of the same words that are shown in their context
_QUOTED = 6_000  # characters
_DOCUMENTS = 200  # that can be chosen from


def filters(frames: Sequence[Frame]) -> str:
    """Boxes and a list whose state the style sheet reads; what no finding has is left out."""
    rows = [row for frame in frames for row in frame.sheet.rows]
    if len(rows) < 2:
        return ""
    groups: list[str] = [
        _boxes("Severity", "s", [(number, words, sum(row.level == level for row in rows))
                                 for number, (level, _, _, words) in enumerate(SEVERITIES)]),
        _boxes("Verdict", "v", [(number, words, sum(row.finding.verdict is verdict for row in rows))
                                for number, (verdict, words) in enumerate(VERDICTS.items())]),
    ]  # fmt: skip
    documents = frames[0].documents[:_DOCUMENTS]
    if len(documents) > 1:
        options = "".join(f'<option class="d{n}">{line(one, 60)}</option>' for n, one in enumerate(documents))
        groups.append(f"<label><b>Document</b> <select><option>all</option>{options}</select></label>")
    boxes = "".join(groups)
    return f'<form class="filters" aria-label="Show findings">{boxes}</form>' if boxes else ""


def _boxes(legend: str, letter: str, kinds: Sequence[tuple[int, str, int]]) -> str:
    present = [kind for kind in kinds if kind[2]]
    if len(present) < 2:
        return ""
    boxes = "".join(
        f'<label><input type="checkbox" class="{letter}{number}" checked>{words} ({count})</label>'
        for number, words, count in present
    )
    return f"<fieldset><legend>{legend}</legend>{boxes}</fieldset>"


def findings(frame: Frame, *, filtered: bool) -> Iterator[str]:
    """Every finding, in the order of the submission; `filtered`: with the number of those shown."""
    rows = frame.sheet.rows
    told = [_finding(frame, row) for row in rows]
    yield _key("".join(told))
    yield '<div class="list">'
    yield from told
    if filtered:
        yield f'<p class="shown soft"> of {len(rows)} findings shown</p>'
    yield "</div>"


def _key(written: str) -> str:
    """How the redlines below are to be read."""
    told = []
    if "<del>" in written:
        told.append("<del>struck through</del> stands in the paper and not in the quotation")
    if "<ins>" in written:
        told.append("<ins>double underlined</ins> stands in the quotation and not in the paper")
    if 'class="joint"' in written:
        told.append('<span class="joint">‖</span> joins two passages')
    return f'<p class="key">In the redlines, {"; ".join(told)}.</p>' if told else ""


def _finding(frame: Frame, row: Row) -> str:
    finding = row.finding
    anchor = frame.anchor(row.fingerprint)
    number = next(at for at, one in enumerate(SEVERITIES) if one[0] == row.level)
    _, kind, sign, words = SEVERITIES[number]
    classes = ["finding", f"s{number}", f"v{list(VERDICTS).index(finding.verdict)}"]
    wanted = frozenset(documents_of(row))
    classes += [f"d{at}" for at, one in enumerate(frame.documents[:_DOCUMENTS]) if one in wanted]
    classes += [] if row.counts else ["aside"]
    cited = f" · cites {_cited(finding.citation)}" if finding.citation.strip() else ""
    return (
        f'<article class="{" ".join(classes)}" id="{anchor}" aria-labelledby="{anchor}-h">'
        f'<p class="eyebrow">{named(row.item)}{cited}</p>'
        f'<header><h3 id="{anchor}-h">{VERDICTS[finding.verdict]}: {_title(finding.cause)}</h3>'
        f'<span class="badge {kind}"><span aria-hidden="true">{sign} </span>{words}</span></header>'
        f"<p>{said(finding.message)}</p>{_standing(row)}{_beside(frame, row)}"
        f'<p class="todo"><strong>What to do:</strong> {_remedy(finding.cause)}</p>'
        f'<p class="where"><a href="#{anchor}">Link to this finding</a> · {line(frame.sheet.place_of(row))}'
        + (f" · <code>{line(finding.place, 120)}</code>" if row.line else "")
        + f" · <code>{finding.verdict}/{finding.cause}</code></p></article>"
    )


@cache
def _title(cause: Cause) -> str:
    title = title_of(cause)
    return line(title[:1].lower() + title[1:])


@cache
def _remedy(cause: Cause) -> str:
    return said(remedy_of(cause))


def named(item: ItemReport) -> str:
    """An item by its kind and label: `Issue late-notice`."""
    kind = item.kind.capitalize()
    return kind if item.label == item.kind else f"{kind} <b>{line(item.label, 140)}</b>"


def _cited(citation: str) -> str:
    return f"<b>{line(citation, 160)}</b>"


def _standing(row: Row) -> str:
    """What was decided about the finding before."""
    if row.suppressed is not None:
        reason = f": {line(row.suppressed)}" if row.suppressed else ""
        return f'<p class="soft">Suppressed{reason}. It does not count.</p>'
    if row.standing.state == "known":
        return '<p class="soft">Known from the baseline. It does not count.</p>'
    return ""


# --- the two sides -------------------------------------------------------------------------------------------


def _beside(frame: Frame, row: Row) -> str:
    finding = row.finding
    if finding.pattern:
        return _language(frame, row)
    if not finding.quoted:
        return ""
    places = _passages(finding)
    paper = "".join(_passage(frame, what, place) for what, place in places)
    more = finding.found_count - len(finding.found[:_PLACES]) if finding.found else 0
    if more > 0:
        paper += f'<p class="soft">The words stand in {counted(more, "more place")}.</p>'
    work = _work(frame, finding)
    if not paper:
        return f'<div class="beside alone">{work}</div>'
    return f'<div class="beside">{work}<div>{paper}</div></div>'


def _passages(finding: Finding) -> list[tuple[str, Place]]:
    told = [("The paper", place) for place in finding.found[:_PLACES]]
    if finding.nearest is not None:
        told.append(("The paper", finding.nearest.place))
    if finding.joined is not None:
        told.append(("The paper, the other part", finding.joined))
    return told


def _passage(frame: Frame, what: str, place: Place) -> str:
    context = frame.sheet.contexts.get(place)
    where = frame.sheet.where(place)
    return (
        f"<div><h4>{what}: {line(place.citation, 160)}{where}</h4>"
        f'<blockquote class="paper">{in_context(place, context)}</blockquote></div>'
    )


def _work(frame: Frame, finding: Finding) -> str:
    redline = _redline(frame, finding)
    if redline:
        head = "The quotation, redlined against the paper"
        return f'<div><h4>{head}</h4><blockquote class="paper work">{redline}</blockquote></div>'
    quoted = text(finding.quoted, _QUOTED)
    return f'<div><h4>The quotation</h4><blockquote class="paper work">{quoted}</blockquote></div>'


def _redline(frame: Frame, finding: Finding) -> str:
    """The redline, where there is a passage that is known whole and differs."""
    if finding.nearest is None:
        return ""
    places = [finding.nearest.place] + ([finding.joined] if finding.joined is not None else [])
    passages = []
    for place in places:
        context = frame.sheet.contexts.get(place)
        if context is None and place.text.endswith("…"):
            return ""  # cut: what is missing from it is no difference
        passages.append(place.text if context is None else context.shown[1])
    if finding.cause is Cause.TYPOGRAPHY:
        passages = [" ".join(one.split()) for one in passages]
    return redlined(finding.quoted, passages)


def _language(frame: Frame, row: Row) -> str:
    """Proposed language with what the client ruled out in it."""
    finding = row.finding
    language = frame.languages.get(finding.place)
    if language is None:
        return ""
    return (
        f'<div class="beside"><div><h4>The proposed language</h4><blockquote class="paper work">'
        f"{with_pattern(language, finding.pattern)}</blockquote></div><div><h4>Ruled out by the client: "
        f'{line(finding.rule, 120)}</h4><blockquote class="paper">{text(finding.pattern, 600)}</blockquote></div></div>'
    )
