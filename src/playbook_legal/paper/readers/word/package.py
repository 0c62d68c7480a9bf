"""The Word file as a package: a zip archive of XML parts, opened with bounds.

A file from a stranger may be broken, locked, or built to exhaust the reader. Every part is read up to a bound, all
of them together up to another; a document type declaration, which could name entities, is refused; nothing is
fetched from anywhere. Whatever is wrong is said in one line.
"""

import io
import posixpath
import re
import zipfile
import zlib
from typing import Any

import msgspec

from ....problems import Problem, UnusableInputError, shown
from ...unreadable import unreadable
from .names import WORD_NAMESPACE, Element

# Bounds. A contract of 400 pages has a main part of 5 to 20 MB.
MAXIMUM_ENTRIES = 10_000
MAXIMUM_PART_BYTES = 64_000_000
MAXIMUM_TOTAL_BYTES = 128_000_000
MAXIMUM_RATIO = 400  # XML of Word packs 10 to 60 times
_UNSUSPICIOUS_BYTES = 4_000_000
MAXIMUM_TAGS = 3_000_000  # opening and closing, in one part
MAXIMUM_ATTRIBUTES = 4_000_000

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED_ENTRY = 0x1
_STRICT = b"http://purl.oclc.org/ooxml/"
# What the strict variety of the format calls what everybody else calls otherwise.
_TRANSITIONAL = (
    (b"http://purl.oclc.org/ooxml/wordprocessingml/main", WORD_NAMESPACE.encode()),
    (b"http://purl.oclc.org/ooxml/officeDocument/math", b"http://schemas.openxmlformats.org/officeDocument/2006/math"),
    (b"http://purl.oclc.org/ooxml/officeDocument/relationships",
     b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"),
)  # fmt: skip
_RELATIONSHIP = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_MAIN = "word/document.xml"
_SIBLINGS = (
    ("xl/", "an Excel workbook"),
    ("ppt/", "a PowerPoint presentation"),
    ("content.xml", "an OpenDocument file"),
)
_DECLARATION = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)


class Related(msgspec.Struct, frozen=True):
    """A part that another one names: its `kind` is the last word of the relationship's type (`styles`, `header`)."""

    id: str
    kind: str
    part: str


class Package:
    """An opened Word file called `name`. Parts are read on demand, within the bounds of the whole file."""

    def __init__(self, archive: zipfile.ZipFile, name: str) -> None:
        self.name = name
        self._archive = archive
        self._entries = {one.filename: one for one in reversed(archive.infolist())}
        self._read_bytes = 0
        self.main = self._main_part()

    def has(self, part: str) -> bool:
        """Whether the file holds that part."""
        return part in self._entries

    def parts(self) -> tuple[tuple[str, tuple[int, int, int, int, int, int]], ...]:
        """The parts of the file in order, each with the time that the archive gives it."""
        return tuple((one.filename, one.date_time) for one in reversed(self._entries.values()))

    def data(self, part: str) -> bytes:
        """The bytes of a part, unpacked."""
        entry = self._entries.get(part)
        if entry is None:
            raise unreadable(
                self.name, f"the Word file lacks its part {shown(part)}; it is incomplete, save it anew"
            )
        if entry.flag_bits & _ENCRYPTED_ENTRY:
            raise unreadable(
                self.name, "the Word file is packed with a password; save it as .docx without one"
            )
        limit = min(MAXIMUM_PART_BYTES, MAXIMUM_TOTAL_BYTES - self._read_bytes)
        packed = max(entry.compress_size, 1)
        if entry.file_size > limit or (
            entry.file_size > _UNSUSPICIOUS_BYTES and entry.file_size / packed > MAXIMUM_RATIO
        ):
            raise self._too_large(part)
        try:
            with self._archive.open(entry) as stream:
                found = stream.read()  # never more than the size looked at above
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            OSError,
            NotImplementedError,
            RuntimeError,
            ValueError,
        ):
            raise unreadable(
                self.name, f"the part {shown(part)} of the Word file is damaged; save the file anew"
            ) from None
        self._read_bytes += len(found)
        return found

    def copied(self, part: str) -> bytes:
        """The bytes of a part that is only copied, which may be a large picture."""
        self._read_bytes = 0
        return self.data(part)

    def root(self, part: str) -> Element:
        """The root element of an XML part."""
        return parsed(self.data(part), part, self.name)

    def related(self, part: str) -> tuple[Related, ...]:
        """The parts of the file that `part` names, in order; addresses outside the file are left out."""
        folder, _, file = part.rpartition("/")
        listing = f"{folder}/_rels/{file}.rels" if folder else f"_rels/{file}.rels"
        if not self.has(listing):
            return ()
        found = []
        for one in self.root(listing).iter(_RELATIONSHIP):
            target = one.get("Target", "")
            if one.get("TargetMode") == "External" or not target or "\x00" in target:
                continue
            path = (
                target.lstrip("/")
                if target.startswith("/")
                else posixpath.normpath(posixpath.join(folder, target))
            )
            found.append(Related(one.get("Id", ""), one.get("Type", "").rpartition("/")[2], path))
        return tuple(found)

    def _main_part(self) -> str:
        named = next((one.part for one in self.related("") if one.kind == "officeDocument"), _MAIN)
        if self.has(named) and (named == _MAIN or not named.startswith(("xl/", "ppt/"))):
            return named
        for beginning, what in _SIBLINGS:
            if any(entry.startswith(beginning) for entry in self._entries):
                raise unreadable(
                    self.name, f"this is {what}, not a Word file; save it as .docx, .pdf or text"
                )
        if self.has(_MAIN):
            return _MAIN
        raise unreadable(self.name, "this is an archive without a Word document in it; give the .docx itself")

    def _too_large(self, part: str) -> UnusableInputError:
        return unreadable(
            self.name,
            f"the part {shown(part)} of the Word file is too large unpacked "
            f"(at most {MAXIMUM_PART_BYTES // 1_000_000} MB, {MAXIMUM_TOTAL_BYTES // 1_000_000} MB together, "
            f"{MAXIMUM_RATIO} times its packed size)",
        )


def opened(data: bytes, name: str) -> Package:
    """The Word file in these bytes. Raises `UnusableInputError` when it is none, is locked, broken or out of bounds."""
    etree(name)
    if data.startswith(_OLE):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise unreadable(name, "the Word file is locked with a password; save it as .docx without one")
        raise unreadable(name, "this is a Word file of the old kind (.doc); save it as .docx")
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, OverflowError, EOFError):
        raise unreadable(
            name, "the Word file is broken, its archive cannot be opened; save it anew"
        ) from None
    if len(archive.infolist()) > MAXIMUM_ENTRIES:
        raise unreadable(
            name, f"the Word file has more than {MAXIMUM_ENTRIES} parts, which no document needs"
        )
    return Package(archive, name)


def parsed(data: bytes, part: str, name: str) -> Element:
    """The root element of the XML in `data`. Entities are never resolved and a document type is refused."""
    xml = etree(name)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or data[:4] in (b"<\x00?\x00", b"\x00<\x00?"):
        data = _as_utf8(data, part, name)
    if _DECLARATION.search(data) is not None:
        raise unreadable(
            name,
            f"the part {shown(part)} declares a document type, which no Word file needs; it was not read",
        )
    if data.count(b"<") > MAXIMUM_TAGS or data.count(b"=") > MAXIMUM_ATTRIBUTES:
        raise unreadable(
            name, f"the part {shown(part)} of the Word file has more elements than any document needs"
        )
    if _STRICT in data:
        for strict, usual in _TRANSITIONAL:
            data = data.replace(strict, usual)
    parser = xml.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False, huge_tree=False,
        remove_comments=True, remove_pis=True, strip_cdata=True,
    )  # fmt: skip
    try:
        return xml.fromstring(data, parser)
    except (xml.XMLSyntaxError, ValueError) as error:
        if "epth" in str(error):
            raise unreadable(name, f"the part {shown(part)} is nested deeper than any document") from None
        raise unreadable(name, f"the part {shown(part)} is not well-formed XML; save the file anew") from None


def _as_utf8(data: bytes, part: str, name: str) -> bytes:
    """XML in UTF-16, which Word itself never writes, in UTF-8 and without its declaration."""
    encoding = (
        "utf-16"
        if data[:2] in (b"\xff\xfe", b"\xfe\xff")
        else "utf-16-le"
        if data[:1] == b"<"
        else "utf-16-be"
    )
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise unreadable(name, f"the part {shown(part)} is not the UTF-16 that it claims to be") from None
    return re.sub(r"\A\s*<\?xml[^>]*\?>", "", text).encode("utf-8", "replace")


def etree(name: str) -> Any:
    """The XML library, which is an extra; without it the file called `name` cannot be read."""
    try:
        from lxml import etree as found
    except ImportError:
        message = "reading Word files needs an extra: pip install 'playbook-legal[word]'"
        raise UnusableInputError([Problem(name, 0, 0, "word", message)]) from None
    return found


__all__ = ["Package", "Related", "etree", "opened", "parsed"]
