"""Comments written into a Word file, at their places in the accepted view.

Everything else of the file stays as it is; only the document itself and the parts that list its comments are written
anew. The same file and the same comments give the same bytes.
"""

import copy
import io
import posixpath
import zipfile
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import msgspec

from .blocks import Piece
from .body import Composer
from .file import taken_apart
from .names import AUTHOR, DATE, ID, RPR, TEXTBOX_CONTENT, WORD_NAMESPACE, Element, P, R, T, number_of, w
from .notes import written
from .package import Package, etree, opened

_NEW_ENTRY = (1980, 1, 1, 0, 0, 0)
_COMMENTS, _COMMENT, _INITIALS = w("comments"), w("comment"), w("initials")
_START, _END, _REFERENCE = w("commentRangeStart"), w("commentRangeEnd"), w("commentReference")
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPES = "[Content_Types].xml"
_COMMENTS_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"
_HOLDS_RUNS = frozenset(
    map(
        w,
        ("p", "hyperlink", "ins", "moveTo", "smartTag", "sdtContent", "fldSimple", "customXml", "dir", "bdo"),
    )
)
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
# What XML cannot hold.
_IMPOSSIBLE = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 65534, 65535, *range(55296, 57344)), "�")


class Annotation(msgspec.Struct, frozen=True):
    """A comment to be written: who says it, what it says (line feeds begin a paragraph), and the characters
    `[start, end)` of the accepted view's text, hidden text included, that it is about. Without `end` it is about the
    whole paragraph that holds `start`. `date` is written as given (`2024-05-06T07:08:00Z`), or left out."""

    author: str
    text: str
    start: int
    end: int | None = None
    date: str = ""


def annotated(data: bytes, comments: Sequence[Annotation], name: str = "document.docx") -> bytes:
    """The Word file `data` with the comments added after those it has. What is about a footnote, a header or a
    comment, where Word takes none, is put at the beginning of the document. Raises `UnusableInputError` when the file
    cannot be read."""
    package = opened(data, name)
    root = package.root(package.main)
    composer, _ = written(taken_apart(package, root), "accepted", with_hidden=True)
    listing = _Listing(package, root)
    marks = _Marks(root, composer)
    for comment in comments:
        marks.add(listing.add(comment), comment.start, comment.end)
    marks.write()
    changed = {package.main: serialized(root, name), **listing.changed()}
    return packed(package, changed)


class _Marks:
    """The marks of comments, gathered first and written at once, because each cuts runs in pieces."""

    def __init__(self, root: Element, composer: Composer) -> None:
        self._root, self._composer, self._xml = root, composer, etree("lxml")
        self._placed = [one for one in composer.placed if self._takes_comments(one[2].element)]
        # By element of a run: after how many characters, ends before beginnings, and what stands there.
        self._cuts: dict[Element, list[tuple[int, int, list[Element]]]] = {}

    def _takes_comments(self, element: Element) -> bool:
        top = element
        for top in element.iterancestors():
            if top.tag == TEXTBOX_CONTENT:
                return False
        return top is self._root

    def add(self, comment_id: str, start: int, end: int | None) -> None:
        """Mark the characters `[start, end)` of the text, or the paragraph of `start`."""
        if end is None or end <= start:
            lines = self._composer.lines
            at = bisect_right(lines, start, key=lambda line: line.start) - 1
            start, end = (lines[at].begins, lines[at].end) if at >= 0 else (start, start + 1)
        at = bisect_right(self._placed, start, key=lambda one: one[1])
        covered = [one for one in self._placed[at : at + 1] if one[0] < end]
        if not covered:  # an empty paragraph, a number, or a part that takes no comments
            nearest = min(at, len(self._placed) - 1)
            in_body = self._placed and start < self._placed[-1][1]
            self._mark(
                comment_id, self._placed[nearest if in_body else 0] if self._placed else None, start, start
            )
            return
        self._mark(comment_id, covered[0], start, end)

    def _mark(self, comment_id: str, first: tuple[int, int, Piece] | None, start: int, end: int) -> None:
        beginning = self._xml.Element(_START, {ID: comment_id})
        ending = self._xml.Element(_END, {ID: comment_id})
        reference = self._xml.Element(R)
        self._xml.SubElement(reference, _REFERENCE, {ID: comment_id})
        if first is None:  # a document without any text
            paragraph = next(self._root.iter(P), None)
            if paragraph is not None:
                paragraph.extend((beginning, ending, reference))
            return
        if end <= start:
            start, end = first[0], first[1]
        last = self._placed[bisect_left(self._placed, end, key=lambda one: one[0]) - 1]
        self._cut(first[2].element, max(start - first[0], 0), 1, [beginning])
        self._cut(last[2].element, min(end, last[1]) - last[0], 0, [ending, reference])

    def _cut(self, element: Element, after: int, order: int, nodes: list[Element]) -> None:
        self._cuts.setdefault(element, []).append((after, order, nodes))

    def write(self) -> None:
        """Put every mark in its place."""
        runs: dict[Element, None] = {}
        for element in self._cuts:
            run = element.getparent()
            if run.tag == R and run.getparent().tag in _HOLDS_RUNS:
                runs[run] = None
            else:
                self._around(element)
        for run in runs:
            self._split(run)

    def _around(self, element: Element) -> None:
        """Marks of what stands in a formula or the like: before and after the whole of it."""
        whole = element
        while whole.getparent().tag not in _HOLDS_RUNS:
            whole = whole.getparent()
        for _, order, nodes in self._cuts[element]:
            if order:
                for node in nodes:
                    whole.addprevious(node)
            else:
                for node in reversed(nodes):
                    whole.addnext(node)

    def _split(self, run: Element) -> None:
        properties = run.find(RPR)
        finished: list[Element] = []
        current = self._like(run, properties)
        for child in list(run):
            if child is properties:
                continue
            cuts = sorted(self._cuts.get(child, ()), key=lambda one: one[:2])
            rest, done = child, 0
            for after, _, nodes in cuts:
                if rest is not None and after > done:
                    head, rest = self._parted(rest, after - done)
                    current.append(head)
                    done = after
                finished += [current, *nodes]
                current = self._like(run, properties)
            if rest is not None:
                current.append(rest)
        finished.append(current)
        parent = run.getparent()
        at = parent.index(run)
        kept = [one for one in finished if one.tag != R or any(child.tag != RPR for child in one)]
        kept[-1].tail = run.tail
        parent[at : at + 1] = kept

    def _like(self, run: Element, properties: Element | None) -> Element:
        """An empty run with the properties of `run`."""
        fresh = self._xml.Element(R, dict(run.attrib), nsmap=run.nsmap)
        if properties is not None:
            fresh.append(copy.deepcopy(properties))
        return fresh

    def _parted(self, element: Element, characters: int) -> tuple[Element, Element | None]:
        """An element's first characters, and the rest of it, if any."""
        text = element.text or ""
        if element.tag != T or characters >= len(text):
            return element, None
        rest = copy.deepcopy(element)
        element.text, rest.text = text[:characters], text[characters:]
        for one in (element, rest):
            one.set(_SPACE, "preserve")
        return element, rest


class _Listing:
    """The part that holds the comments, and the listings that name it where the file had none."""

    def __init__(self, package: Package, document: Element) -> None:
        self._package, self._xml = package, etree(package.name)
        folder = posixpath.dirname(package.main)
        named = next((one.part for one in package.related(package.main) if one.kind == "comments"), None)
        self._is_related, self._is_new = named is not None, named is None or not package.has(named)
        self.part = named or posixpath.join(folder, "comments.xml")
        self._root = (
            self._xml.Element(_COMMENTS, nsmap={"w": WORD_NAMESPACE})
            if self._is_new
            else package.root(self.part)
        )
        # A mark may be left over in the text from a comment that is gone.
        known = (*self._root.iter(_COMMENT), *document.iter(_START, _END, _REFERENCE))
        ids = (number_of(one.get(ID)) for one in known)
        self._next = max((one for one in ids if one is not None), default=-1) + 1

    def add(self, comment: Annotation) -> str:
        """Add a comment and answer its id."""
        comment_id = str(self._next)
        self._next += 1
        author = _possible(comment.author)
        initials = "".join(word[0] for word in author.split())[:3]
        attributes = {ID: comment_id, AUTHOR: author, _INITIALS: initials}
        if comment.date:
            attributes[DATE] = _possible(comment.date)
        element = self._xml.SubElement(self._root, _COMMENT, attributes)
        for line in comment.text.split("\n"):
            run = self._xml.SubElement(self._xml.SubElement(element, P), R)
            text = self._xml.SubElement(run, T)
            text.text = _possible(line)
            text.set(_SPACE, "preserve")
        return comment_id

    def changed(self) -> dict[str, bytes]:
        """The parts that are written anew."""
        changed = {self.part: serialized(self._root, self._package.name)}
        if self._is_new:
            changed[_TYPES] = self._types()
        if not self._is_related:
            folder, _, file = self._package.main.rpartition("/")
            relations = f"{folder}/_rels/{file}.rels" if folder else f"_rels/{file}.rels"
            changed[relations] = self._relations(relations)
        return changed

    def _types(self) -> bytes:
        root = self._package.root(_TYPES)
        name = f"{{{_PACKAGE}/content-types}}Override"
        if not any(one.get("PartName") == f"/{self.part}" for one in root.iter(name)):
            self._xml.SubElement(root, name, {"PartName": f"/{self.part}", "ContentType": _COMMENTS_TYPE})
        return serialized(root, self._package.name)

    def _relations(self, part: str) -> bytes:
        name = f"{{{_PACKAGE}/relationships}}"
        if self._package.has(part):
            root = self._package.root(part)
        else:
            root = self._xml.Element(f"{name}Relationships", nsmap={None: f"{_PACKAGE}/relationships"})
        taken = {one.get("Id") for one in root}
        free = next(f"rId{at}" for at in range(1, len(taken) + 2) if f"rId{at}" not in taken)
        attributes = {"Id": free, "Type": f"{_RELATIONS}/comments", "Target": f"/{self.part}"}
        self._xml.SubElement(root, f"{name}Relationship", attributes)
        return serialized(root, self._package.name)


def _possible(text: str) -> str:
    return text.translate(_IMPOSSIBLE)


def serialized(root: Element, name: str) -> bytes:
    """A part of the file `name` as its bytes."""
    written_out: bytes = etree(name).tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    return written_out


def packed(package: Package, changed: dict[str, bytes]) -> bytes:
    """The file with some of its parts `changed` or added, all others as they are."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, time in package.parts():
            content = changed.pop(part) if part in changed else package.copied(part)
            archive.writestr(zipfile.ZipInfo(part, time), content, zipfile.ZIP_DEFLATED)
        for part, content in changed.items():
            archive.writestr(zipfile.ZipInfo(part, _NEW_ENTRY), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


__all__ = ["Annotation", "annotated", "packed", "serialized"]
