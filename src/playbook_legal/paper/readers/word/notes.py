"""A whole view: the body, and after it what stands beside it.

These are text boxes, footnotes, endnotes, comments, headers and footers, each a unit of its own kind with a number:
notes as they are numbered on the page, the others in their order.
"""

from ...documents import View
from ...outline import Mark, UnitKind
from .blocks import HIDDEN, Piece, shows
from .body import Composer, Line
from .content import Content
from .file import NoteNumbers, WordFile
from .formats import formatted
from .units import marks_of


def written(file: WordFile, view: View, *, with_hidden: bool = False) -> tuple[Composer, list[Mark]]:
    """A view of a file as written, and the marks of its units. `with_hidden`: with hidden text, as furniture."""
    composer = Composer(file, view, with_hidden=with_hidden)
    lines = composer.content(file.body)
    marks = marks_of(lines, composer.writing.text)
    return composer, marks + _beside(composer)


def _beside(composer: Composer) -> list[Mark]:
    """Write everything that stands beside the body and answer the marks of it."""
    marks = _textboxes(composer)
    file = composer.file
    marks += _notes(composer, "footnote", composer.footnotes, file.footnotes, file.footnote_numbers)
    marks += _notes(composer, "endnote", composer.endnotes, file.endnotes, file.endnote_numbers)
    marks += _comments(composer)
    marks += _margins(composer, "header", file.headers)
    marks += _margins(composer, "footer", file.footers)
    # A text box may stand in a note as well.
    return marks + _textboxes(composer, len([one for one in marks if one.kind == "textbox"]))


def _textboxes(composer: Composer, already: int = 0) -> list[Mark]:
    """The boxes met so far, and those inside them."""
    found: list[tuple[int, list[Line]]] = []
    at = 0
    while at < len(composer.textboxes):
        start = composer.writing.length
        lines = composer.blocks(*composer.textboxes[at])
        at += 1
        if any(line.end > line.begins for line in lines):
            found.append((start, lines))
    composer.textboxes.clear()
    text = composer.writing.text
    marks: list[Mark] = []
    for number, (start, lines) in enumerate(found, already + 1):
        marks.append(Mark(start=start, level=0, kind="textbox", number=str(number)))
        marks += marks_of(lines, text, 1)
    return marks


def _notes(
    composer: Composer,
    kind: UnitKind,
    cited: dict[str, None],
    notes: dict[str, Content],
    numbers: NoteNumbers,
) -> list[Mark]:
    marks: list[Mark] = []
    at = numbers.start
    for note_id in list(cited):
        content = notes.get(note_id)
        if content is None:
            continue
        number = formatted(at, numbers.format) or str(at)
        at += 1
        marks.append(Mark(start=composer.writing.length, level=0, kind=kind, number=number))
        composer.writing.write(f"{number} ", furniture=True)
        composer.content(content)
    return marks


def _comments(composer: Composer) -> list[Mark]:
    """Comments in the order of their places; those without a place come last."""
    marks: list[Mark] = []
    known = composer.file.comments
    ordered = [one for one in composer.comments if one in known]
    ordered += [one for one in known if one not in composer.comments]
    for at, comment_id in enumerate(ordered, 1):
        comment = known[comment_id]
        marks.append(
            Mark(
                start=composer.writing.length,
                level=0,
                kind="comment",
                number=str(at),
                title=" ".join(comment.author.split()),
            )
        )
        composer.writing.write(f"Comment {at} ({comment.author}): ", furniture=True)
        composer.content(comment.content)
    return marks


def _margins(composer: Composer, kind: UnitKind, contents: tuple[Content, ...]) -> list[Mark]:
    """Headers or footers, each text once; those that hold no more than a page number are left out."""
    marks: list[Mark] = []
    seen: set[str] = set()
    for content in contents:
        text = " ".join(_plain(content, composer).split())
        if text in seen or not any(sign.isalpha() for sign in text):
            continue
        seen.add(text)
        marks.append(Mark(start=composer.writing.length, level=0, kind=kind, number=str(len(seen))))
        composer.content(content)
    return marks


def _plain(content: Content, composer: Composer) -> str:
    """The text of a part in the view, without numbers; to tell parts apart."""
    blocks = [*content.blocks, *(one for box in content.textboxes for one in box)]
    return "\n".join(
        "".join(
            piece.text
            for piece in block.pieces
            if isinstance(piece, Piece)
            and shows(piece.standing, composer.view)
            and not piece.emphasis & HIDDEN
        )
        for block in blocks
        if not hasattr(block, "kind")
    )


__all__ = ["written"]
