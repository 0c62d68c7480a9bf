"""What the page looks like: to be read on a desk, on a telephone and on paper. Filters are style: `:has` reads the
boxes and hides what they do not ask for. On paper nothing is hidden."""

STYLE = """
:root { color-scheme: light dark; --ink: #1d2329; --soft: #59636e; --line: #d5dbe1; --ground: #fff; --raised: #f5f7f9;
  --accent: #1f6f8b; --good: #1a7f37; --bad: #b3202c; --warn: #8a5d00; --mark: #fff0b3; --in: #1a5fb4; --out: #b3202c;
  --serif: Charter, "Bitstream Charter", "Iowan Old Style", "Source Serif 4", "Noto Serif", Cambria, Georgia, serif; }
@media screen and (prefers-color-scheme: dark) { :root { --ink: #e6eaee; --soft: #a3aeb9; --line: #38424c;
  --ground: #14181c; --raised: #1c2228; --accent: #7cc7e0; --good: #57c274; --bad: #ff7b81; --warn: #e0b04a;
  --mark: #57480f; --in: #8fc0ff; --out: #ff8f94; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body { font: 16px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; color: var(--ink); background: var(--ground);
  margin: 0 auto; max-width: 70rem; padding: 1.6rem 1.4rem 4rem; }
h1 { font: 600 1.75rem/1.25 var(--serif); margin: .2rem 0 .3rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.6rem 0 .8rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.06rem; line-height: 1.35; margin: 0; overflow-wrap: anywhere; }
h4 { font-size: .8rem; font-weight: 600; color: var(--soft); margin: 0 0 .3rem; overflow-wrap: anywhere; }
p { margin: .45rem 0; max-width: 44rem; overflow-wrap: anywhere; } ul { padding-left: 1.15rem; margin: .3rem 0; }
li { margin: .2rem 0; overflow-wrap: anywhere; } .soft, small { color: var(--soft); } small { font-size: .86rem; }
a { color: var(--accent); text-underline-offset: .16em; } code { font-size: .88em; overflow-wrap: anywhere; }
a:focus-visible, input:focus-visible, select:focus-visible, summary:focus-visible { outline: 2px solid var(--accent);
  outline-offset: 2px; }
nav { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: .8rem 0; font-size: .94rem; }
.eyebrow { color: var(--soft); font-size: .88rem; margin: 0; }
.outcome { display: flex; gap: .8rem; align-items: baseline; border-left: 5px solid var(--good);
  background: var(--raised); padding: .8rem 1rem; margin: 1rem 0; font-size: 1.06rem; border-radius: 0 6px 6px 0; }
.outcome.fails { border-left-color: var(--bad); } .outcome .sign { font-weight: 700; color: var(--good); }
.outcome.fails .sign { color: var(--bad); } .outcome p { margin: 0; max-width: none; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .1rem 1.4rem; margin:
  1rem 0; }
.figures div { border-top: 1px solid var(--line); padding: .5rem 0; } .figures dt { color: var(--soft); font-size:
  .86rem; }
.figures dd { margin: 0; font-size: 1.35rem; font-variant-numeric: tabular-nums; line-height: 1.3; }
.figures small { font-size: .84rem; }
.remarks { border-left: 5px solid var(--warn); background: var(--raised); padding: .5rem 1rem; margin: 1rem 0; }
.twofold { display: grid; grid-template-columns: 1fr 1fr; gap: .4rem 2.2rem; } .twofold h3 { font-size: .98rem; }
.twofold ul { font-size: .94rem; }
.filters { display: flex; flex-wrap: wrap; gap: .5rem 1.6rem; align-items: center; font-size: .92rem; margin: 0 0
  .6rem;
  background: var(--raised); border-radius: 6px; padding: .6rem .9rem; }
fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem .9rem; }
legend { float: left; font-weight: 600; margin-right: .2rem; padding: 0; } .filters label { cursor: pointer; }
.filters input { accent-color: var(--accent); margin-right: .3rem; vertical-align: -.08em; }
select { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 4px;
  padding: .15rem .3rem; max-width: 100%; }
.list { display: flex; flex-direction: column; counter-reset: shown; } .shown { order: -1; font-size: .88rem; }
.shown::before { content: counter(shown); }
.finding { counter-increment: shown; border-top: 1px solid var(--line); padding: 1.3rem 0 1.4rem; scroll-margin-top:
  .6rem; }
.finding > header { display: flex; flex-wrap: wrap; gap: .25rem .7rem; align-items: baseline; }
.finding > header h3 { flex: 1 1 14rem; }
.badge { font-size: .78rem; font-weight: 700; letter-spacing: .01em; padding: .08rem .5rem; border-radius: 4px;
  border: 1.5px solid currentColor; white-space: nowrap; }
.critical { color: var(--bad); } .advisory { color: var(--warn); }
.badge.advisory { border-style: dashed; }
.note { color: var(--accent); } .badge.note { border-style: dotted; } .sound { color: var(--good); }
.idle { color: var(--soft); }
.aside .badge { text-decoration: line-through; }
.said { font-weight: 600; unicode-bidi: isolate; }
.beside { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1rem 1.8rem; margin: .9rem 0
  .6rem; }
.beside.alone { grid-template-columns: minmax(0, 1fr); max-width: 46rem; }
.paper { font: 1.04rem/1.6 var(--serif); white-space: pre-line; overflow-wrap: anywhere; unicode-bidi: plaintext;
  border-left: 3px solid var(--line); padding-left: .9rem; margin: 0 0 .8rem; hyphens: manual; }
.quote .paper { max-width: 46rem; } .paper.work { border-left-color: var(--accent); } blockquote { margin: 0; }
mark { background: var(--mark); color: inherit; padding: .05em 0; box-decoration-break: clone;
  -webkit-box-decoration-break: clone; text-decoration: underline solid 1px; text-underline-offset: .2em; }
del { color: var(--out); text-decoration: line-through solid 1.5px; }
ins { color: var(--in); font-weight: 600; text-decoration: underline double; text-underline-offset: .16em; }
del + ins { margin-left: .1em; } .joint { color: var(--out); font-weight: 700; }
del::before, ins::before, del::after, ins::after { position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap; }
del::before { content: " [only in the paper: "; } ins::before { content: " [only in the quotation: "; }
del::after, ins::after { content: "] "; }
.todo { margin: .3rem 0; } .todo strong { font-weight: 600; }
.key { font-size: .92rem; }
.where { font-size: .84rem; color: var(--soft); max-width: none; } .where a { color: inherit; }
.quote { border-top: 1px solid var(--line); padding: .9rem 0 .2rem; break-inside: avoid; scroll-margin-top: .6rem; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: .92rem; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .9rem .4rem 0; border-bottom: 1px solid var(--line);
  overflow-wrap: anywhere; } th { font-weight: 600; color: var(--soft); font-size: .84rem; }
td.n { font-variant-numeric: tabular-nums; white-space: nowrap; } td code { font-size: .82em; }
details { margin: .5rem 0; } summary { cursor: pointer; }
:target { outline: 2px solid var(--accent); outline-offset: 6px; border-radius: 3px; }
section:target { outline: none; } footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: .8rem; }
@media (max-width: 46rem) { body { padding: 1rem 1rem 3rem; font-size: 15.5px; } h1 { font-size: 1.4rem; }
  .beside, .twofold { grid-template-columns: minmax(0, 1fr); } .figures { grid-template-columns: 1fr 1fr; }
  .paper { font-size: 1.02rem; } .filters { flex-direction: column; align-items: flex-start; }
  table.stack thead { position: absolute; clip-path: inset(50%); } table.stack tr { display: block; padding: .5rem 0;
    border-bottom: 1px solid var(--line); } table.stack td { display: block; border: 0; padding: .05rem 0; } }
.report { margin-top: 4rem; }
@page { margin: 15mm 16mm 17mm; }
@media print { html { font-size: 10pt; } body { max-width: none; padding: 0; font-size: 1rem; line-height: 1.45; }
  nav, .filters, .shown {
  display: none; }
  h1 { font-size: 17pt; } h2 { font-size: 12.5pt; margin-top: 8mm; break-after: avoid; } h3 { font-size: 11pt; }
  .finding > header, h3, h4 { break-after: avoid; }
  .figures { grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); } .beside { gap: 3mm 6mm; }
  .finding, .quote { break-inside: avoid; padding: 3mm 0 2.5mm; } .beside { margin: 2.5mm 0 1mm; }
  .list { display: block; } tr, .figures div {
  break-inside: avoid; }
  p { max-width: none; } .report { margin-top: 10mm; } .report + .report { break-before: page; }
  .paper { font-size: 10pt; line-height: 1.38; margin-bottom: 2mm; box-decoration-break: clone;
    -webkit-box-decoration-break: clone; }
  .outcome, mark { print-color-adjust: exact; -webkit-print-color-adjust: exact; } a { color: inherit;
  text-decoration: none; }
  table { font-size: 8.5pt; } .scroll { overflow: visible; } .figures dd { font-size: 13pt; }
  details::details-content { content-visibility: visible; block-size: auto; } summary { list-style: none; } }
"""


def filter_rules(severities: int, verdicts: int, documents: int) -> str:
    """The rules that hide what is not asked for, on the screen only: an unfinished look at a list is no report."""
    rules = [
        f"body:has(input.s{number}:not(:checked)) .finding.s{number} {{ display: none; }}"
        for number in range(severities)
    ]
    rules += [
        f"body:has(input.v{number}:not(:checked)) .finding.v{number} {{ display: none; }}"
        for number in range(verdicts)
    ]
    rules += [
        f"body:has(option.d{number}:checked) .finding:not(.d{number}) {{ display: none; }}"
        for number in range(documents)
    ]
    return "@media screen {\n" + "\n".join(rules) + "\n}\n"
