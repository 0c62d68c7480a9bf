"""A Word file taken apart once: its body, notes, comments, headers and footers, with its styles and lists."""

import msgspec

from .content import Content, content_of
from .lists import Lists
from .names import AUTHOR, DATE, ID, VAL, Element, number_of, value_of, w
from .package import Package, opened
from .styles import Styles

_BODY, _FOOTNOTE, _ENDNOTE, _COMMENT, _TYPE = w("body"), w("footnote"), w("endnote"), w("comment"), w("type")
_LANG, _DEFAULTS, _FORMAT, _START = w("lang"), w("docDefaults"), w("numFmt"), w("numStart")
_FOOTNOTE_PR, _ENDNOTE_PR = w("footnotePr"), w("endnotePr")
_SEPARATORS = frozenset(("separator", "continuationSeparator", "continuationNotice"))


class Comment(msgspec.Struct, frozen=True):
    """A comment: its id in the file, who wrote it and when, and what it says."""

    id: str
    author: str
    date: str
    content: Content


class NoteNumbers(msgspec.Struct, frozen=True):
    """How footnotes or endnotes are numbered."""

    format: str
    start: int = 1


class WordFile(msgspec.Struct, frozen=True):
    """A Word file. Notes are by their id, comments in the order of their part; `headers` and `footers` in the order
    in which the file names them. `language` is that of the file's own defaults."""

    name: str
    body: Content
    styles: Styles
    lists: Lists
    footnotes: dict[str, Content]
    endnotes: dict[str, Content]
    footnote_numbers: NoteNumbers
    endnote_numbers: NoteNumbers
    comments: dict[str, Comment]
    headers: tuple[Content, ...]
    footers: tuple[Content, ...]
    language: str
    tracked: bool


def loaded(data: bytes, name: str) -> WordFile:
    """The Word file in these bytes. Raises `UnusableInputError` when it cannot be read."""
    return taken_apart(opened(data, name))


def taken_apart(package: Package, main: Element | None = None) -> WordFile:
    """The Word file in an opened package, whose main part may have been read already."""
    root = package.root(package.main) if main is None else main
    related = package.related(package.main)

    def part(kind: str) -> Element | None:
        found = next((one.part for one in related if one.kind == kind and package.has(one.part)), None)
        return None if found is None else package.root(found)

    style_root, settings = part("styles"), part("settings")
    styles = Styles(style_root)
    body = root.find(_BODY)
    content = content_of(root if body is None else body, styles, package.name)
    footnotes = _notes(part("footnotes"), _FOOTNOTE, styles, package.name)
    endnotes = _notes(part("endnotes"), _ENDNOTE, styles, package.name)
    comments = _comments(part("comments"), styles, package.name)
    headers, footers = (
        tuple(
            content_of(package.root(one.part), styles, package.name)
            for one in related
            if one.kind == kind and package.has(one.part)
        )
        for kind in ("header", "footer")
    )
    everything = (
        content, *footnotes.values(), *endnotes.values(), *(one.content for one in comments.values()), *headers,
        *footers,
    )  # fmt: skip
    return WordFile(
        name=package.name,
        body=content,
        styles=styles,
        lists=Lists(part("numbering"), styles),
        footnotes=footnotes,
        endnotes=endnotes,
        footnote_numbers=_note_numbers(settings, _FOOTNOTE_PR, "decimal"),
        endnote_numbers=_note_numbers(settings, _ENDNOTE_PR, "lowerRoman"),
        comments=comments,
        headers=headers,
        footers=footers,
        language=_language(style_root),
        tracked=any(one.tracked for one in everything),
    )


def _notes(root: Element | None, tag: str, styles: Styles, name: str) -> dict[str, Content]:
    found: dict[str, Content] = {}
    for one in () if root is None else root.iterchildren(tag):
        if one.get(_TYPE) not in _SEPARATORS:
            found.setdefault(one.get(ID, ""), content_of(one, styles, name))
    return found


def _comments(root: Element | None, styles: Styles, name: str) -> dict[str, Comment]:
    found: dict[str, Comment] = {}
    for one in () if root is None else root.iterchildren(_COMMENT):
        comment_id = one.get(ID, "")
        comment = Comment(comment_id, one.get(AUTHOR, ""), one.get(DATE, ""), content_of(one, styles, name))
        found.setdefault(comment_id, comment)
    return found


def _note_numbers(settings: Element | None, name: str, usual: str) -> NoteNumbers:
    properties = None if settings is None else settings.find(name)
    if properties is None:
        return NoteNumbers(usual)
    start = number_of(value_of(properties, _START))
    return NoteNumbers(value_of(properties, _FORMAT) or usual, 1 if start is None else start)


def _language(styles: Element | None) -> str:
    defaults = None if styles is None else styles.find(_DEFAULTS)
    language = None if defaults is None else next(defaults.iter(_LANG), None)
    return "en" if language is None else language.get(VAL, "en")


__all__ = ["Comment", "NoteNumbers", "WordFile", "loaded", "taken_apart"]
