"""The paper beside a finding: the quotation redlined against it, and the passage in its context."""

import re
from collections.abc import Iterator, Sequence

from ....text import Passage
from ...placing.alignment import differences
from ...verdicts import Place
from ..contexts import Context
from .writing import text

_LONGEST = 6_000  # characters of a passage on the page
_MOST_WORDS = 1_500  # of a quotation and a passage that are compared word by word
_HEADING = re.compile(r"^[ ]{0,3}#{1,6}[ ]+", re.MULTILINE)
# A line that begins so is a line of its own; any other line end is where the file wraps.
_OWN_LINE = re.compile(r"[ \t]*(?:[-*•|>] ?|\(?\w{1,4}[.)] |$)")


def redlined(quoted: str, passages: Sequence[str]) -> str:
    """The quotation as a redline of the paper: struck what it leaves out, underlined what it adds. Of two passages
    that were joined, the joint is marked. Empty where there is too much to compare."""
    orders = [list(passages)] if len(passages) < 2 else [list(passages), list(reversed(passages))]
    told = [_redline(quoted.split(), [one.split() for one in order]) for order in orders]
    return min(told, key=lambda one: one[0])[1]


def _redline(quoted: list[str], passages: Sequence[list[str]]) -> tuple[int, str]:
    """How many words differ, and the redline."""
    paper = [word for passage in passages for word in passage]
    if not quoted or not paper or len(quoted) > _MOST_WORDS or len(paper) > _MOST_WORDS:
        return 0, ""
    joint = len(passages[0]) if len(passages) > 1 else -1
    blocks = differences([word.lower() for word in quoted], [word.lower() for word in paper])
    pieces: list[str] = []
    at = there = differing = 0
    for block in blocks:
        pieces += _same(quoted[at : block.start], there, joint)
        if block.text_end > block.text_start:
            pieces.append(f"<del>{_words(paper[block.text_start : block.text_end])}</del>")
        if block.end > block.start:
            pieces.append(f"<ins>{_words(quoted[block.start : block.end])}</ins>")
        differing += block.end - block.start + block.text_end - block.text_start
        at, there = block.end, block.text_end
    pieces += _same(quoted[at:], there, joint)
    return differing, " ".join(pieces)


def _same(words: Sequence[str], there: int, joint: int) -> Iterator[str]:
    """Words that stand in the paper as well; `there` is the first one's place in it."""
    if there <= joint < there + len(words):
        before, after = words[: joint - there], words[joint - there :]
        yield from ([_words(before)] if before else [])
        yield '<span class="joint" title="Here the two passages are joined">‖</span>'
        yield from ([_words(after)] if after else [])
    elif words:
        yield _words(words)


def _words(words: Sequence[str]) -> str:
    return text(" ".join(words))


def in_context(place: Place, context: Context | None) -> str:
    """The passage marked within what stands around it."""
    if context is None:
        return f"<mark>{text(place.text)}</mark>"
    before, passage, after = context.shown
    if len(passage) > _LONGEST:
        passage = f"{passage[: _LONGEST // 2]} … {passage[-_LONGEST // 2 :]}"
    before, inside, after = (text(_flowing(part, context)) for part in (before, passage, after))
    return (
        f"{'… ' if context.cut_before else ''}{before.lstrip()}<mark>{inside}</mark>{after.rstrip()}"
        f"{' …' if context.cut_after else ''}"
    )


def _flowing(written: str, context: Context) -> str:
    """Text with a line feed for each paragraph and none where the file merely wraps."""
    if context.kind == "word":
        return written
    if context.kind in ("matter", "markdown"):
        written = _HEADING.sub("", written)
    lines = written.replace("\r\n", "\n").split("\n")
    told = [lines[0]]
    for one in lines[1:]:
        if _OWN_LINE.match(one) or not told[-1].strip():
            told.append(one)
        else:
            told[-1] = f"{told[-1].rstrip(' ')} {one.lstrip(' ')}"
    return re.sub(r"\n{3,}", "\n\n", "\n".join(told))


def with_pattern(language: str, pattern: str) -> str:
    """Proposed language with the words marked that match a pattern; of very long language what stands around them."""
    span = Passage(language).find(pattern)
    if span is None:
        return text(language, _LONGEST)
    start, end = span
    left, right = max(0, start - _LONGEST // 2), min(len(language), end + _LONGEST // 2)
    return (
        f"{'… ' if left else ''}{text(language[left:start])}<mark>{text(language[start:end])}</mark>"
        f"{text(language[end:right])}{' …' if right < len(language) else ''}"
    )
