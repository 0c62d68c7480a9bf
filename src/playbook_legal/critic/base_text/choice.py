"""Which document of the record a redlined file is a redline of.

The one that is named; else the one that is called as the file is; else the one whose text the file shows as the old
one, or is nearest to it. Where two are as near, nobody guesses.
"""

from pathlib import PurePosixPath

from ...paper.documents import Document
from ...problems import Problem, UnusableInputError, one_line, shown
from ...text import normalize_text
from ..record import ClientRecord
from ..submission.redlined.paragraphs import ViewText
from ..submission.redlined.redline import Redline
from .comparison import Comparison, compared

_SAMPLES = 64  # passages of the file that are looked for in every document
_PASSAGE = 5  # words of each
_NEAR = 0.4  # of them stand in a document that it may be a redline of
_AS_NEAR = 0.7  # of the nearest one's: a rival
_MOST_RIVALS = 8
_LISTED = 8


def base_of(redline: Redline, record: ClientRecord) -> tuple[int, Comparison]:
    """The place in the record of the document that `redline` is a redline of, and the comparison with it. Raises
    `UnusableInputError` when there is none, or none that is meant without doubt."""
    if redline.base is not None:
        index = record.index(redline.base)
        if index is None:
            raise _unusable(
                redline,
                f"--base names {shown(redline.base)}, which the record does not have; {_has(record.ids)}",
            )
        return index, _compared(redline, index, record)
    stem = PurePosixPath(redline.name.replace("\\", "/")).stem
    index = record.index(stem)
    if index is not None:
        return index, _compared(redline, index, record)
    near = _nearest(redline, record)
    if not near:
        raise _unusable(
            redline,
            "this is a redline of no document of the record, as far as its text goes; put the document it was made "
            f"from into the record, or name it with --base; {_has(record.ids)}",
        )
    if len(near) == 1:
        return near[0], _compared(redline, near[0], record)
    tried = [(index, _compared(redline, index, record)) for index in near]
    same = [one for one in tried if not one[1].differences]
    if len(same) == 1:
        return same[0]
    rivals = [record.ids[index] for index, _ in (same or tried)]
    raise _unusable(
        redline,
        f"this may be a redline of {' or '.join(map(shown, rivals))}; say which, with --base {rivals[0]}",
    )


def _compared(redline: Redline, index: int, record: ClientRecord) -> Comparison:
    card = record.card(index)
    if card.unreadable:
        message = f"it is a redline of {shown(card.id)}, which cannot be read: {card.unreadable}"
        raise _unusable(redline, message)
    return compared(redline.views.original, _with_outline(index, record))


def _with_outline(index: int, record: ClientRecord) -> Document:
    if not record.is_matter:
        return record.outlined(index)
    from ...paper.readers.wild_markdown import read_wild_markdown

    document = record.at(index)
    return read_wild_markdown(document.id, document.title, document.text, document.sha256, document.name)


def _nearest(redline: Redline, record: ClientRecord) -> list[int]:
    """The documents that have most of what was taken from here and there of the file's old text."""
    old = _without_comments(redline.views.original)
    words = "".join(c if c.isalnum() else " " for c in normalize_text(old)).split()
    last = max(len(words) - _PASSAGE, 0)
    step = max(last // _SAMPLES, 1)
    samples = dict.fromkeys(" ".join(words[at : at + _PASSAGE]) for at in range(0, last + 1, step))
    if not words:
        return []
    counts: dict[int, int] = {}
    for index, leaf in enumerate(record.pass_through()):
        text = " ".join("".join(c if c.isalnum() else " " for c in normalize_text(leaf.text)).split())
        counts[index] = sum(sample in text for sample in samples)
    most = max(counts.values(), default=0)
    if most < _NEAR * len(samples):
        return []
    near = sorted(
        (index for index in counts if counts[index] >= _AS_NEAR * most), key=lambda one: (-counts[one], one)
    )
    return near[:_MOST_RIVALS]


def _without_comments(view: ViewText) -> str:
    """The text of a view without what was said about it."""
    parts: list[str] = []
    at = 0
    for unit in view.outline.units:
        if unit.kind == "comment" and unit.start >= at:
            parts.append(view.text[at : unit.start])
            at = unit.end
    return "".join([*parts, view.text[at:]])


def _has(ids: tuple[str, ...]) -> str:
    more = f" and {len(ids) - _LISTED} more" if len(ids) > _LISTED else ""
    return f"it has {', '.join(map(shown, ids[:_LISTED]))}{more}"


def _unusable(redline: Redline, message: str) -> UnusableInputError:
    return UnusableInputError([Problem(redline.name, 0, 0, "submission", one_line(message))])


__all__ = ["base_of"]
