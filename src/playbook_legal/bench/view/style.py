"""What the audit page looks like. Filters are style: `:has` reads the boxes, and hides what they do not ask for."""

_KINDS = ("reading", "asking", "issues", "redlines", "bargaining", "closing", "other")
_OUTCOMES = ("won", "lost", "critical", "refused")


def _filter_rules() -> str:
    rules = [
        f"#steps:has(input.k-{kind}:not(:checked)) .step.k-{kind} {{ display: none; }}" for kind in _KINDS
    ]
    rules += [
        f"#steps:has(input.o-{name}:checked) .step:not(.o-{name}) {{ display: none; }}" for name in _OUTCOMES
    ]
    return "\n".join(rules)


VIEW_STYLE = f"""
body {{ max-width: 110rem; }} h2 {{ margin-top: 1rem; }} .score strong {{ font-size: 1.3rem; }}
.critical-box {{ border-left: 4px solid var(--bad); background: color-mix(in srgb, var(--bad) 9%, transparent);
  padding: .5rem .9rem; margin: .6rem 0; overflow-wrap: anywhere; }}
.critical-box ul {{ margin: .2rem 0; padding-left: 1.1rem; }}
.filters {{ display: flex; flex-wrap: wrap; gap: .2rem 1rem; font-size: .9rem; margin: .3rem 0; }}
.filters label {{ cursor: pointer; white-space: nowrap; }} .filters input {{ accent-color: var(--accent); }}
.step {{ border-top: 1px solid var(--line); padding: .7rem .6rem; scroll-margin-top: .5rem; }}
.step h3 {{ display: flex; gap: .6rem; align-items: baseline; margin: 0; font-size: .98rem; }}
.number {{ flex: none; min-width: 2rem; }} .number a {{ color: var(--soft); text-decoration: none; }}
.what {{ flex: 1; overflow-wrap: anywhere; }} .what em {{ color: var(--warn); font-weight: 400; }}
.points {{ flex: none; font-variant-numeric: tabular-nums; }}
.won {{ color: var(--good); }} .lost {{ color: var(--bad); }}
.points.none {{ color: var(--soft); }} .step.o-critical {{ border-left: 4px solid var(--bad); }}
dl {{ margin: .3rem 0 0 2.6rem; font-size: .92rem; }} dt {{ color: var(--soft); font-size: .82rem; }}
dd {{ margin: 0 0 .35rem; overflow-wrap: anywhere; }} dd ul {{ margin: .2rem 0; padding-left: 1.1rem; }}
.prose, .text {{ white-space: pre-wrap; overflow-wrap: anywhere; }}
.event {{ margin: .4rem 0 .2rem 2.6rem; padding: .4rem .8rem; background: var(--raised); border-radius: 6px; }}
.event.critical {{ background: color-mix(in srgb, var(--bad) 10%, transparent); }}
.event h4 {{ margin: 0; font-size: .92rem; overflow-wrap: anywhere; }}
.event ul {{ margin: .3rem 0; padding-left: 1.1rem; font-size: .88rem; overflow-wrap: anywhere; }}
.event details {{ margin: .2rem 0; font-size: .9rem; }} .event .text {{ padding: .1rem 0 .3rem .8rem; }}
.event summary {{ color: var(--soft); font-size: .82rem; }}
.paper {{ border-left: 3px solid var(--accent); padding: .1rem 0 .4rem .8rem; margin: .7rem 0; scroll-margin-top: .5rem;
  font-size: .95rem; }} .paper.unread {{ border-left-color: var(--line); }} .paper.unread .prose {{ opacity: .62; }}
.where {{ margin: 0 0 .2rem; }} #unearned {{ border-top: 1px solid var(--line); padding-top: .4rem; }}
:target {{ outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }}
#steps:target, #paper:target {{ outline: none; }}
@media (max-width: 40rem) {{ dl, .event {{ margin-left: 0; }} .step {{ padding: .7rem .2rem; }} }}
@media screen and (min-width: 68rem) and (min-height: 32rem) {{
  main {{ display: grid; grid-template-columns: minmax(0, 6fr) minmax(0, 5fr); gap: 1.6rem;
    height: calc(100vh - 1rem); }}
  .pane {{ overflow-y: auto; padding-right: .6rem; }} .pane h2 {{ border: 0; padding: 0; }}
  body {{ padding-bottom: .5rem; }} }}
{_filter_rules()}
@media print {{ .filters {{ display: none; }} .step, .paper {{ break-inside: avoid-page; }} }}
"""
