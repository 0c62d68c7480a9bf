"""Submissions in the form of a redlined Word file: tracked changes and comments are the work.

What was deleted is a quotation of the text that was there before, what was inserted is proposed language, and a comment
is the reason. An item is a changed paragraph, a row of a table, or a passage that was moved; a comment where nothing
was changed is an issue. Which document of the record the file is a redline of is found on review (`base_text`).

A quotation is what was struck; where that is too short to prove anything, it is the sentence it was struck from.

A file that was handed back with the critic's findings in it holds comments by the critic. They are no work of the
reviewer's, and are left out unless somebody asks for them by name.
"""

from collections.abc import Iterator, Sequence

import msgspec

from ....paper.firewall import refuse_answer_key
from ....problems import Problem, UnusableInputError, one_line, shown
from ....sources.files import Source
from ...wording import counted
from ..items import CRITIC, ChangeAuthor, Submission
from .items import Reading
from .paragraphs import NOBODY, Aligned, Remark, TwoViews, two_views
from .redline import Redline

EXPECTED = (
    "a Word file is reviewed for its tracked changes and comments; turn on Track Changes, or give the marked-up copy "
    "and not the clean one"
)


def read_redline(
    name: str, data: bytes, sha256: str, authors: Sequence[str] = (), base: str | None = None
) -> Submission:
    """The submission in a Word file. `authors` are those whose changes and comments count; none: everybody's but the
    critic's own comments. `base` is the id of the document it is a redline of, where that is known.

    Raises `UnusableInputError` when it cannot be read, or nothing in it is a change or a comment of theirs.
    """
    views = two_views(data, name)
    for view in (views.accepted, views.original):
        refuse_answer_key(Source(name, view.text, sha256))
    own = frozenset[int]() if any(_same(CRITIC, one) for one in authors) else _by_the_critic(views)
    if own:
        views = _without(own, views)
    known = _authors(views)
    if own and not known:
        raise _unusable(name, f"{EXPECTED}: it has {_told(own)} alone")
    wanted = _wanted(name, views, known, authors)
    reading = Reading(views, wanted)
    reading.read()
    if not reading.items:
        raise _unusable(name, _nothing(reading, authors))
    told = tuple(
        ChangeAuthor(author or NOBODY, count, author in wanted) for author, count in known.items() if count
    )
    return Submission(
        format="redline-docx",
        sha256=sha256,
        items=tuple(reading.items),
        not_read=(
            *(
                f"{counted(one.changes, 'paragraph')} changed by {one_line(one.name, 80)}, not reviewed: another "
                "author was asked for"
                for one in told
                if not one.reviewed
            ),
            *((f"{_told(own)}, which an earlier review wrote into the file",) if own else ()),
            *reading.not_read,
        ),
        redline=Redline(
            name, data, base, views, told, tuple(reading.origins), reading.places,
        ),
    )  # fmt: skip


# --- whose -------------------------------------------------------------------------------------------------------


def _authors(views: TwoViews) -> dict[str, int]:
    """Everybody who changed or said something, in order, and how many paragraphs each changed."""
    known: dict[str, int] = {}
    for one in views.paragraphs:
        for author in _changed_by(one):
            known[author] = known.get(author, 0) + 1
    for remark in _remarks(views):
        known.setdefault(remark.author, 0)
    return known


def _changed_by(one: Aligned) -> tuple[str, ...]:
    passages = (passage.author for passage in (*one.deleted, *one.inserted))
    return tuple(dict.fromkeys((*passages, *one.struck_again, *one.marks)))


def _remarks(views: TwoViews) -> Iterator[Remark]:
    for one in views.paragraphs:
        yield from one.remarks
    yield from views.remarks_apart


def _by_the_critic(views: TwoViews) -> frozenset[int]:
    """The numbers of the comments that the critic wrote into the file."""
    return frozenset(one.number for one in _remarks(views) if _same(one.author, CRITIC))


def _without(numbers: frozenset[int], views: TwoViews) -> TwoViews:
    """The file as it would be without these comments."""

    def others(some: tuple[Remark, ...]) -> tuple[Remark, ...]:
        return tuple(one for one in some if one.number not in numbers)

    return msgspec.structs.replace(
        views,
        paragraphs=tuple(
            msgspec.structs.replace(one, remarks=others(one.remarks)) if one.remarks else one
            for one in views.paragraphs
        ),
        remarks_apart=others(views.remarks_apart),
    )


def _told(own: frozenset[int]) -> str:
    return f"{counted(len(own), 'comment')} by {CRITIC}"


def _wanted(name: str, views: TwoViews, known: dict[str, int], authors: Sequence[str]) -> frozenset[str]:
    """The authors that count, as the file writes them; each that was asked for must have changed something, or, in a
    file without changes, said something."""
    if not known:
        said = "it has tracked changes of the formatting alone" if views.tracked else "it has none"
        raise _unusable(name, f"{EXPECTED}: {said}")
    if not authors:
        return frozenset(known)
    found: set[str] = set()
    tracked = any(known.values())
    for asked in authors:
        heard = not tracked or _same(CRITIC, asked)  # whose comments are enough
        names = {one for one, count in known.items() if _same(one, asked) and (count or heard)}
        if not names:
            what = "tracked change" if tracked else "comment"
            told = ", ".join(
                f"{shown(one or NOBODY)} ({count})" if tracked else shown(one or NOBODY)
                for one, count in list(known.items())[:20]
                if count or not tracked
            )
            raise _unusable(name, f"there is no {what} by {shown(asked)} in it; there are some by {told}")
        found |= names
    return frozenset(found)


def _same(one: str, asked: str) -> bool:
    return " ".join((one or NOBODY).split()).casefold() == " ".join(asked.split()).casefold()


def _nothing(reading: Reading, authors: Sequence[str]) -> str:
    whose = f"the changes by {' and '.join(map(shown, authors))}" if authors else "its changes"
    told = f" ({'; '.join(reading.not_read[:3])})" if reading.not_read else ""
    return f"nothing in it can be reviewed: {whose} neither insert nor delete words{told}"


def _unusable(name: str, message: str) -> UnusableInputError:
    return UnusableInputError([Problem(name, 0, 0, "submission", one_line(message))])


__all__ = ["EXPECTED", "read_redline"]
