"""What every HTML page of a run is made with: one file, no script needed, no font, no network; all text escaped."""

from collections.abc import Iterable, Sequence
from html import escape

from ..authoring.explain.pages import printable

# The page may load nothing and send nothing, whatever it holds.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

STYLE = """
:root { color-scheme: light dark; --ink: #1d2329; --soft: #59636e; --line: #d5dbe1; --ground: #fff; --raised: #f5f7f9;
  --accent: #1f6f8b; --good: #1a7f37; --bad: #c21f2c; --warn: #9a6700; --lost: #d9774b; --faint: #59636e26; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaee; --soft: #9aa6b2; --line: #38424c; --ground: #14181c;
  --raised: #1c2228; --accent: #7cc7e0; --good: #57c274; --bad: #ff7b81; --warn: #e0b04a; --lost: #e08a5f;
  --faint: #9aa6b226; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body { font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--ground); margin: 0 auto;
  max-width: 72rem; padding: 1.2rem 1.2rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .3rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2.4rem 0 .6rem; padding-top: .9rem; border-top: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.4rem 0 .4rem; overflow-wrap: anywhere; }
p { margin: .4rem 0; max-width: 48rem; } .soft, small { color: var(--soft); } small { font-size: .86rem; }
a { color: var(--accent); text-underline-offset: .15em; } nav { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; }
code { font-size: .9em; overflow-wrap: anywhere; }
.notes { border-left: 4px solid var(--warn); background: var(--raised); padding: .5rem .9rem; margin: .8rem 0; }
.notes ul { margin: 0; padding-left: 1.1rem; } ul.plain { padding-left: 1.1rem; max-width: 48rem; }
.scroll { overflow-x: auto; margin: .6rem 0; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; }
th { font-weight: 600; vertical-align: bottom; } th.l, td.l { text-align: left; }
td:first-child, th:first-child { text-align: left; padding-left: 0; min-width: 9rem; max-width: 18rem;
  overflow-wrap: anywhere; }
td.c { white-space: nowrap; } td.l:last-child { min-width: 14rem; }
details { margin: .5rem 0; } summary { cursor: pointer; } summary h3 { display: inline; }
@media (max-width: 40rem) { body { padding: .8rem .8rem 3rem; } h1 { font-size: 1.25rem; }
  td:first-child, th:first-child { min-width: 7rem; } th, td { padding: .3rem .5rem; } }
@media print { :root { color-scheme: light; } body { max-width: none; font-size: 11pt; padding: 0; }
  nav { display: none; } .scroll { overflow: visible; } tr, figure { break-inside: avoid; }
  table { font-size: 7.5pt; } th, td { padding: .15rem .3rem; }
  td:first-child, th:first-child { min-width: 5rem; max-width: 9rem; }
  details::details-content { content-visibility: visible; block-size: auto; } }
"""


def text(value: object, limit: int = 0) -> str:
    """`value` as HTML text, fit for attributes as well; cut to `limit` characters where one is given."""
    shown = printable(str(value).replace("\r\n", "\n").replace("\t", "    "))
    if limit and len(shown) > limit:
        shown = shown[: limit - 1] + "…"
    return escape(shown, quote=True)


def page(title: str, style: str, body: Iterable[str]) -> str:
    """A page of that title; `body` is HTML."""
    content = "\n".join(body)
    return (
        '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        f"<title>{text(title, 200)}</title>\n<style>{STYLE}{style}</style></head>\n"
        f"<body>\n{content}\n</body>\n</html>\n"
    )


def table(head: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """A table that scrolls sideways where it must; the first `left` columns to the left. Cells are HTML."""
    cells = "".join(
        f'<th{" class=l" if at < left else ""} scope="col">{one}</th>' for at, one in enumerate(head)
    )
    body = "".join(
        "<tr>"
        + "".join(f"<td class={'l' if at < left else 'c'}>{one}</td>" for at, one in enumerate(row))
        + "</tr>\n"
        for row in rows
    )
    return f'<div class="scroll"><table><thead><tr>{cells}</tr></thead>\n<tbody>{body}</tbody></table></div>'


def notes(lines: Sequence[str]) -> str:
    """A box of notes; nothing without notes."""
    items = "".join(f"<li>{text(line)}</li>" for line in lines)
    return f'<div class="notes" role="note"><ul>{items}</ul></div>' if items else ""
