"""An explanation as text, and as one HTML page that needs nothing else: no script, no font, no network."""

from collections.abc import Iterator
from html import escape
from itertools import pairwise

from .model import ExplainedEvent, Explanation, Mark, NearMiss, ScoredText

_SIGNS = {
    "concept": ("[+", "+]"),
    "copied": ("[=", "=]"),
    "fired": ("[!", "!]"),
    "silenced": ("[~", "~]"),
    "verified": ("[“", "”]"),
    "fabricated": ("[✗", "✗]"),
}


def as_text(explanation: Explanation) -> Iterator[str]:
    """The lines of the explanation; marks stand in brackets: `[+concept+]`, `[=copied=]`, `[!gate fired!]`,
    `[~gate silenced~]`."""
    yield explanation.headline
    for event in explanation.events:
        yield ""
        yield event.line
        yield from (f"    {printable(reason)}" for reason in event.reasons)
        for miss in event.near_misses:
            yield f"    {_miss(miss)}"
        for text in event.texts:
            yield f"    {text.field}:"
            yield from (f"      | {line}" for line in _bracketed(text).split("\n"))


def _miss(miss: NearMiss) -> str:
    if not miss.lacking:
        return f"not found: {miss.concept}; nearest: “{miss.phrase}”, its words stand apart"
    return f"not found: {miss.concept}; nearest: “{miss.phrase}”, without {', '.join(miss.lacking)}"


def printable(text: str) -> str:
    """`text` without what cannot be printed: controls, direction marks and halves of characters become `�`."""
    return "".join(c if c.isprintable() or c == "\n" else "�" for c in text)


def _bracketed(text: ScoredText) -> str:
    inserts: list[tuple[int, int, str]] = []
    for mark in text.marks:
        opening, closing = _SIGNS[mark.kind]
        inserts.append((mark.start, 1, opening))
        inserts.append((mark.end, 0, closing))  # what ends here is closed before what begins here opens
    out: list[str] = []
    at = 0
    for position, _, sign in sorted(inserts):
        out += [text.text[at:position], sign]
        at = position
    return printable("".join(out) + text.text[at:])


# --- HTML ------------------------------------------------------------------------------------------------

_STYLE = """
:root { color-scheme: light dark; --line: #8884; --good: #1a7f37; --bad: #cf222e; }
* { box-sizing: border-box; }
body { font: 16px/1.55 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem 1.2rem 4rem; }
h1 { font-size: 1.3rem; } h2 { font-size: 1rem; margin: 0; display: flex; gap: .7rem; align-items: baseline; }
article { border-top: 1px solid var(--line); padding: .9rem 0; }
.points { font-variant-numeric: tabular-nums; min-width: 4.2rem; text-align: right; flex: none; }
.won { color: var(--good); } .lost { color: var(--bad); }
.critical { background: #cf222e18; border-left: 4px solid var(--bad); padding-left: .8rem; }
ul { margin: .4rem 0; padding-left: 1.2rem; font-size: .92rem; overflow-wrap: anywhere; }
details { margin: .4rem 0; } summary { cursor: pointer; font-size: .92rem; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); border-radius: 6px;
  padding: .6rem .8rem; margin: .4rem 0; }
@media print { details { display: block; } body { max-width: none; } }
"""
# What marks look like, for every page that shows them.
MARK_STYLE = """
mark { color: inherit; border-radius: 3px; padding: 0 .1em; }
mark.concept { background: #2da44e44; } mark.copied { background: #8c959f55; text-decoration: line-through; }
mark.fired, mark.fabricated { background: #cf222e44; } mark.silenced { background: #d4a72c44; }
mark.verified { background: #0969da33; }
.key { font-size: .85rem; display: flex; flex-wrap: wrap; gap: .3rem .9rem; }
"""
_KEY = (
    ("concept", "expresses a concept"),
    ("copied", "copied, earns nothing"),
    ("fired", "a gate fired"),
    ("silenced", "a guard silenced a gate"),
    ("verified", "quotation verified"),
    ("fabricated", "quotation fabricated"),
)


def mark_key() -> str:
    """What the marks mean, as a paragraph."""
    told = "".join(f'<span><mark class="{kind}">{kind}</mark> {escape(what)}</span>' for kind, what in _KEY)
    return f'<p class="key">{told}</p>'


def as_html(explanation: Explanation) -> str:
    """The explanation as one self-contained page; everything written by the agent is escaped."""
    events = "\n".join(map(_article, explanation.events))
    title = escape(printable(explanation.headline))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{_STYLE}{MARK_STYLE}</style></head>\n"
        f"<body><h1>{title}</h1>{mark_key()}\n{events}\n{_unearned(explanation)}</body></html>\n"
    )


def _article(event: ExplainedEvent) -> str:
    side = "won" if event.points > 0 else "lost" if event.points < 0 else ""
    what = event.line.split(maxsplit=3)[-1]
    return (
        f'<article id="step-{event.step}"{" class=critical" if event.critical else ""}>'
        f'<h2><span class="points {side}">{event.points:+.2f}</span>'
        f"<span>{escape(printable(what))} <small>step {event.step}</small></span></h2>{event_body(event)}</article>"
    )


def event_body(event: ExplainedEvent) -> str:
    """Why an event earned what it earned, and the texts behind it with their marks, as HTML."""
    found = [escape(printable(reason)) for reason in event.reasons]
    found += [escape(printable(_miss(miss))) for miss in event.near_misses]
    reasons = f"<ul>{''.join(f'<li>{line}</li>' for line in found)}</ul>" if found else ""
    return reasons + "".join(map(_details, event.texts))


def _details(text: ScoredText) -> str:
    name = escape(printable(text.field))
    return f'<details open><summary>{name}</summary><div class="text">{highlighted(text)}</div></details>'


def _unearned(explanation: Explanation) -> str:
    lines = [
        f"<li>{one['points']:g} {escape(one['type'])} <code>{escape(str(one['criterion']))}</code></li>"
        for one in explanation.result["breakdown"]["unearned"]
    ]
    return f"<article><h2>Never earned</h2><ul>{''.join(lines)}</ul></article>" if lines else ""


def highlighted(text: ScoredText) -> str:
    """The text with its marks as elements. Where marks overlap, each stretch bears the gravest of them."""
    edges = sorted({0, len(text.text), *(edge for mark in text.marks for edge in (mark.start, mark.end))})
    out: list[str] = []
    for start, end in pairwise(edges):
        piece = escape(printable(text.text[start:end]))
        over = [mark for mark in text.marks if mark.start <= start and end <= mark.end]
        if over:
            gravest = max(over, key=_gravity)
            notes = escape(printable("; ".join(dict.fromkeys(mark.note for mark in over))), quote=True)
            piece = f'<mark class="{gravest.kind}" title="{notes}">{piece}</mark>'
        out.append(piece)
    return "".join(out)


def _gravity(mark: Mark) -> int:
    return ("verified", "silenced", "concept", "copied", "fired", "fabricated").index(mark.kind)
