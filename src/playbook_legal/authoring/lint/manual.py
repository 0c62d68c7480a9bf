"""The manual page of the linter, made from the rules themselves (docs/lint.md)."""

from collections.abc import Iterator

from .base_matter import BASE
from .rule import Case, Change, Rule
from .rules import CHAPTERS

_HEAD = """\
# The linter

`playbook lint` reads a matter and says what is wrong with it: everything in one run, each problem with file, line and
column, the value, and what would be right.

```bash
playbook lint matters/ai_saas_001
playbook lint --all matters --format json
```

| | |
| --- | --- |
| `--all ROOT` | every matter in that folder |
| `--format` | `text` for people, `json` for programs, `github` for a pull request, `sarif` (2.1.0) for code scanning |
| `--fix` | makes the mechanical repairs named below, and says which |
| `--strict` | warnings count like errors |
| `--explain RULE` | what a rule finds, why, and an example on each side (`all`: this page) |

Exit status 0: nothing to report, or warnings only. 1: problems. 2: what was named is no folder.

`--fix` keeps comments and layout as they are, touches nothing that a person must decide, and moves no score. A second
run finds nothing more to do. A file that a repair would keep from being read is put back as it was.

A matter that cannot be loaded is reported with everything that keeps it from loading, and with what the rules on the
paper alone find; the other rules run once it loads. Rules that need trajectories look for `good.jsonl`, `alt_*.jsonl`,
`bad_*.jsonl` and `scores.yaml` in `examples/<matter id>`, beside the folder `matters` (or inside the folder that holds
the matter). Where there are none they are skipped, and the report says so.

## Letting a warning stand

A warning is an opinion. Where you have looked at it and it may stand, say so and why, on its line or on the line above:

```yaml
required_concepts:
  # lint: allow concept-in-anchor: what is asked for is the contrast with 10.2, which uses the same words
  - any_of: ["aggregate", "in total"]
```

In a document the same stands in a comment, `<!-- lint: allow section-empty: reserved -->`. Errors cannot be allowed,
and an allowance that no longer allows anything is itself reported.

## The rules

Each rule is shown on a small matter: a line that it must catch, and one that it must spare. `-` is what stood there
before, `+` what stands there instead. Tests are made from the same texts.
"""


def manual() -> str:
    """The whole page."""
    parts = [_HEAD, *_table()]
    for title, rules in CHAPTERS:
        parts.append(f"### {title.rstrip('.')}\n")
        parts += [explained(rule) for rule in rules]
    return "\n".join(parts)


def _table() -> Iterator[str]:
    yield "| rule | severity | finds | `--fix` |"
    yield "| --- | --- | --- | --- |"
    for _, rules in CHAPTERS:
        for rule in rules:
            yield f"| [`{rule.id}`](#{rule.id}) | {rule.severity} | {rule.what} | {'yes' if rule.repairs else ''} |"
    yield ""


def explained(rule: Rule) -> str:
    """What a rule finds, why, from where, and an example on each side."""
    parts = [f"#### {rule.id}", f"*{rule.severity}* · {rule.what}", rule.why]
    if rule.repairs:
        parts.append(f"`--fix`: {rule.repairs}")
    parts.append(f"Source: {rule.source}")
    parts.append("Caught:\n\n" + _shown(rule.catches[0]))
    parts.append("Spared:\n\n" + _shown(rule.spares[0]))
    return "\n\n".join(part for part in parts if part) + "\n"


def _shown(case: Case) -> str:
    lines: list[str] = []
    for change in case.changes:
        lines.append(f"@@ {change.file.removeprefix('../../')} @@")
        lines += _changed(change)
    return "\n".join(["```diff", *lines, "```"])


def _changed(change: Change) -> Iterator[str]:
    """The lines of the base matter that a change touches, before and after."""
    if not change.old:
        yield from (
            (f"+{line}" for line in change.new.rstrip("\n").split("\n")) if change.new else ("-(the file)",)
        )
        return
    text = (BASE / "matters" / "bread_001" / change.file).resolve().read_text("utf-8")
    at = text.index(change.old)
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at + len(change.old.rstrip("\n")))
    end = len(text) if end < 0 else end
    before = text[start:end]
    after = before.replace(
        change.old if change.old in before else change.old.rstrip("\n"), change.new.rstrip("\n")
    )
    old, new = before.split("\n"), _printable(after).split("\n")
    head = next(
        (n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new))
    )
    rest_old, rest_new = old[head:], new[head:]
    tail = 0
    while tail < min(len(rest_old), len(rest_new)) and rest_old[-1 - tail] == rest_new[-1 - tail]:
        tail += 1
    yield from (f" {line}" for line in old[max(head - 1, 0) : head])
    yield from (f"-{line}" for line in rest_old[: len(rest_old) - tail])
    yield from (f"+{line}" for line in rest_new[: len(rest_new) - tail] if line or not rest_old)
    yield from (f" {line}" for line in rest_old[len(rest_old) - tail :][:1])


def _printable(text: str) -> str:
    """The text with bytes that are no text shown as such."""
    return "".join(f"\\x{ord(c) - 0xDC00:02x}" if 0xDC80 <= ord(c) <= 0xDCFF else c for c in text)


__all__ = ["explained", "manual"]
