"""A Word file without somebody's comments: the comments, their marks in the text, and what lists them.

Everything else stays as it is. An answer to such a comment stays as a comment of its own.
"""

from collections.abc import Callable

from .annotate import packed, serialized
from .names import AUTHOR, ID, Element, R, w
from .package import Package, opened

_COMMENT = w("comment")
_MARKS = frozenset(map(w, ("commentRangeStart", "commentRangeEnd")))
_REFERENCE = w("commentReference")
_PARAGRAPH_ID = "{http://schemas.microsoft.com/office/word/2010/wordml}paraId"
_LISTED = ("commentsExtended", "commentsIds")  # each entry is that of a comment's last paragraph


def without_comments(data: bytes, is_theirs: Callable[[str], bool], name: str = "document.docx") -> bytes:
    """The Word file `data` without the comments whose author `is_theirs`; the very bytes where there is none. Raises
    `UnusableInputError` when the file cannot be read."""
    package = opened(data, name)
    related = package.related(package.main)
    part = next((one.part for one in related if one.kind == "comments"), None)
    if part is None or not package.has(part):
        return data
    comments = package.root(part)
    theirs = [one for one in comments.iter(_COMMENT) if is_theirs(one.get(AUTHOR) or "")]
    if not theirs:
        return data
    ids = frozenset(one.get(ID) for one in theirs)
    paragraphs = frozenset(
        paragraph.get(_PARAGRAPH_ID) for one in theirs for paragraph in one if paragraph.get(_PARAGRAPH_ID)
    )
    for one in theirs:
        one.getparent().remove(one)
    changed = {part: serialized(comments, name)}
    root = package.root(package.main)
    _unmark(root, ids)
    changed[package.main] = serialized(root, name)
    for one in related:
        if one.kind in _LISTED and paragraphs and package.has(one.part):
            changed[one.part] = _unlisted(package, one.part, paragraphs)
    return packed(package, changed)


def _unmark(root: Element, ids: frozenset[str | None]) -> None:
    """Take the marks of the comments with these ids out of the text."""
    for mark in [one for one in root.iter(*_MARKS, _REFERENCE) if one.get(ID) in ids]:
        run = mark.getparent()
        whole = mark.tag == _REFERENCE and run.tag == R and not _says_more(run, mark)
        gone = run if whole else mark
        gone.getparent().remove(gone)


def _says_more(run: Element, reference: Element) -> bool:
    return any(one is not reference and one.tag != w("rPr") for one in run)


def _unlisted(package: Package, part: str, paragraphs: frozenset[str]) -> bytes:
    """A listing without the entries of these paragraphs; what answers to one of them answers to nothing."""
    root = package.root(part)
    for entry in list(root):
        for attribute, value in entry.attrib.items():
            if value not in paragraphs:
                continue
            if attribute.endswith("}paraId"):
                root.remove(entry)
                break
            if attribute.endswith("}paraIdParent"):
                del entry.attrib[attribute]
    return serialized(root, package.name)


__all__ = ["without_comments"]
