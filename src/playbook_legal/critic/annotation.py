"""Findings written into the redlined Word file they are about, each as a comment at its place.

Findings without a place in the text stand at its beginning. They take the place of the comments that an earlier
review wrote into the file; nothing else of it changes, and a file without either stays as it is. The comments bear no
date, so that the same review gives the same file.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..problems import Problem, UnusableInputError, one_line
from .report.causes import remedy_of, title_of
from .report.messages import plain
from .submission.items import CRITIC
from .verdicts import Verdict

if TYPE_CHECKING:
    from .report.sheets import Row
    from .submission import Submission

_LONGEST = 2_000  # characters of a message


def annotated_redline(submission: "Submission", rows: "Sequence[Row]", name: str) -> bytes:
    """The redlined file of `submission`, which messages call `name`, with a comment for each finding that is not
    suppressed, and without the critic's earlier ones, unless it is these that were reviewed. Raises
    `UnusableInputError` when the submission is no Word file."""
    redline = submission.redline
    if redline is None:
        message = "findings are written into a redlined Word file, and this submission is none; leave --annotate out"
        raise UnusableInputError([Problem(name, 0, 0, "annotate", message)])
    from ..paper.readers.word.annotate import Annotation, annotated
    from ..paper.readers.word.uncommented import without_comments

    comments: list[tuple[int, Annotation]] = []
    for row in rows:
        if row.suppressed is not None:
            continue
        span = redline.span(row.finding.place)
        start, end = (0, None) if span is None else (span.start, span.end if span.end > span.start else None)
        comments.append((start, Annotation(CRITIC, _said(row), start, end)))
    data = redline.data
    remarks = (
        *redline.views.remarks_apart,
        *(said for one in redline.views.paragraphs for said in one.remarks),
    )
    if not any(_is_the_critic(said.author) for said in remarks):
        data = without_comments(data, _is_the_critic, redline.name)
    if not comments:
        return data
    comments.sort(key=lambda one: one[0])  # as one reads; those at one place in the order of the report
    return annotated(data, [one for _, one in comments], redline.name)


def _is_the_critic(author: str) -> bool:
    return " ".join(author.split()).casefold() == CRITIC.casefold()


def _said(row: "Row") -> str:
    """What a comment says: what was found, in words and in the critic's own, and what to do."""
    finding = row.finding
    grave = "critical" if finding.critical else "advisory"
    word = "caution" if finding.verdict is Verdict.VERIFIED else f"{finding.verdict}, {grave}"
    told = [f"{title_of(finding.cause)} ({word})", one_line(plain(finding.message), _LONGEST)]
    if finding.nearest is not None and finding.nearest.place.text:
        told.append(f"The paper, {finding.nearest.place.citation}: “{finding.nearest.place.text}”")
    told.append(remedy_of(finding.cause))
    return "\n".join([*told, f"({row.decided})"] if row.decided else told)


__all__ = ["annotated_redline"]
