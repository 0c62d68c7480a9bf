"""What a client says of the documents of a deal: an optional `record.yaml` in the folder (`playbook.record.v1`).

Which file is the agreement, which an amendment, which the other side's markup or a letter; which prevails; and which
section of which document is no longer in force. The paper often says so itself (`amendments`); what is declared here
comes first.
"""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Literal

import msgspec

from ..problems import Problem, UnusableInputError, shown
from ..sources.decoding import decode
from ..sources.files import Source
from ..sources.yamltree import YamlFile

RECORD_FILE = "record.yaml"
RECORD_SCHEMA = "playbook.record.v1"

Role = Literal[
    "agreement", "amendment", "exhibit", "order_form", "markup", "correspondence", "playbook", "reference"
]
# What a citation may name by a word and a number.
CITATION_KINDS = (
    "section", "article", "part", "chapter", "exhibit", "schedule", "annex", "appendix", "attachment", "addendum",
    "recital", "footnote", "page",
)  # fmt: skip
_LONGEST_WORD = 40
How = Literal["amended", "supplemented", "restated", "replaced", "deleted", "superseded"]


class DeclaredDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A document as declared. `path` is its file within the folder, empty where the id is the file's stem; `amends` are
    the ids of the documents that an amendment amends."""

    id: str
    title: str = ""
    path: str = ""
    role: Role = "agreement"
    amends: tuple[str, ...] = ()


class DeclaredSupersession(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A section (empty: the whole document) that another document, or a section of it, supersedes."""

    document: str
    by: str
    section: str = ""
    by_section: str = ""
    how: How = "superseded"


class RecordFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a `record.yaml` says. `order_of_precedence` lists ids, the one that prevails first. `citation_words` are
    words before a number in citations of the papers' language, by the English one: `section: [ustęp, ust]`."""

    schema_version: str
    title: str = ""
    documents: tuple[DeclaredDocument, ...] = ()
    order_of_precedence: tuple[str, ...] = ()
    supersedes: tuple[DeclaredSupersession, ...] = ()
    citation_words: dict[str, tuple[str, ...]] = {}

    @property
    def words_of_citations(self) -> tuple[tuple[str, str], ...]:
        """The words that the papers' language has for sections, articles and the like, each with its English one."""
        return tuple((word, kind) for kind, words in self.citation_words.items() for word in words)

    def role(self, document_id: str) -> Role | None:
        """The declared role of the document, or None."""
        return next((one.role for one in self.documents if one.id == document_id), None)

    def amends(self, document_id: str) -> tuple[str, ...]:
        """The ids of the documents that the document is declared to amend."""
        return next((one.amends for one in self.documents if one.id == document_id), ())


def read_record_file(
    source: Source, known: Sequence[str] = (), files: Mapping[str, str] | None = None
) -> RecordFile:
    """The record file in `source`; `known` are the ids that the documents of the folder have without it. `files` are
    the names of the folder's files, each with that id: then what is declared has to be there.

    Raises `UnusableInputError` with everything that is wrong in it, each with its line.
    """
    file = YamlFile(source)
    file.drop_keys("x-")
    written = decode(file, RecordFile)
    problems = _Checks(file, written, known, files).all()
    if problems:
        raise UnusableInputError(sorted(problems))
    return written


class _Checks:
    """What the schema cannot say of a record file."""

    def __init__(
        self, file: YamlFile, written: RecordFile, known: Sequence[str], files: Mapping[str, str] | None
    ) -> None:
        self._file = file
        self._written = written
        self._files = files
        self._paths = {one.path for one in written.documents if one.path}
        kept = known if files is None else [one for name, one in files.items() if name not in self._paths]
        self._ids = tuple(dict.fromkeys([*(one.id for one in written.documents), *kept]))
        self._problems: list[Problem] = []

    def all(self) -> list[Problem]:
        written = self._written
        if written.schema_version != RECORD_SCHEMA:
            message = f"{shown(written.schema_version)} stands here; {RECORD_SCHEMA} is needed"
            self._note("schema", message, "schema_version")
        self._documents()
        self._order()
        for at, one in enumerate(written.supersedes):
            self._supersession(one, at)
        for kind, words in written.citation_words.items():
            self._words(kind, words)
        return self._problems

    def _note(self, rule: str, message: str, *place: str | int) -> None:
        self._problems.append(self._file.problem(rule, message, *place))

    def _documents(self) -> None:
        ids: set[str] = set()
        paths: set[str] = set()
        for at, one in enumerate(self._written.documents):
            if not one.id.strip() or "§" in one.id:
                message = f"{shown(one.id)} cannot be cited; write a name without a section sign"
                self._note("document-id", message, "documents", at, "id")
            elif one.id in ids:
                self._note("duplicate-id", f"the id {shown(one.id)} is used twice", "documents", at, "id")
            ids.add(one.id)
            if one.path:
                self._path(one.path, paths, at)
            if self._files is not None:
                self._in_folder(one, self._files, at)
            for index, amended in enumerate(one.amends):
                place = ("documents", at, "amends", index)
                if amended == one.id:
                    self._note(
                        "unknown-id",
                        f"{shown(amended)} is said to amend itself; name the other document",
                        *place,
                    )
                else:
                    self._known(amended, *place)
            if one.amends and one.role != "amendment":
                message = f"the role is {one.role}; what amends another document is an amendment, write role: amendment"
                self._note("role", message, "documents", at, "amends")

    def _path(self, path: str, paths: set[str], at: int) -> None:
        pure = PurePosixPath(path)
        if "\\" in path or pure.is_absolute() or ".." in pure.parts or ":" in path:
            message = f"{shown(path)} is no path within the folder; write it from there, with forward slashes"
            self._note("path", message, "documents", at, "path")
        elif pure.suffix.casefold() in (".yaml", ".yml"):
            self._note(
                "path", f"{shown(path)} names a YAML file; documents are paper", "documents", at, "path"
            )
        elif path.casefold() in paths:
            self._note(
                "path", f"{shown(path)} is named twice; each file is one document", "documents", at, "path"
            )
        paths.add(path.casefold())

    def _in_folder(self, one: DeclaredDocument, files: Mapping[str, str], at: int) -> None:
        """Whether the document is one file of the folder, and its id no other's."""
        bearers = [name for name, document_id in files.items() if document_id == one.id]
        if not one.path and not bearers:
            known = ", ".join(list(files.values())[:8])
            message = f"there is no document {shown(one.id)} in the folder (there are {known}); name its file with path"
            self._note("unknown-id", message, "documents", at, "id")
        elif one.path and one.path not in files:
            message = f"there is no document {shown(one.path)} in the folder; documents lie directly in it"
            self._note("path", message, "documents", at, "path")
        for name in bearers:
            if one.path and name != one.path and name not in self._paths:
                message = (
                    f"the id {shown(one.id)} is that of {name} as well; choose another, or name that file too"
                )
                self._note("duplicate-id", message, "documents", at, "id")

    def _order(self) -> None:
        seen: set[str] = set()
        for at, one in enumerate(self._written.order_of_precedence):
            if one in seen:
                self._note("duplicate-id", f"{shown(one)} stands here twice", "order_of_precedence", at)
            else:
                self._known(one, "order_of_precedence", at)
            seen.add(one)

    def _supersession(self, one: DeclaredSupersession, at: int) -> None:
        self._known(one.document, "supersedes", at, "document")
        self._known(one.by, "supersedes", at, "by")
        if one.by == one.document and one.by_section.strip() == one.section.strip():
            message = f"{shown(one.by)} is said to supersede itself; name the document or section that does"
            self._note("supersedes", message, "supersedes", at, "by")

    def _words(self, kind: str, words: tuple[str, ...]) -> None:
        if kind not in CITATION_KINDS:
            message = f"{shown(kind)} stands here; one of {', '.join(CITATION_KINDS)} is needed"
            self._note("citation-words", message, "citation_words", kind)
        for at, word in enumerate(words):
            if not word.isalpha() or len(word) > _LONGEST_WORD:
                message = f"{shown(word)} is no word before a number; write it without a full stop, for instance ust"
                self._note("citation-words", message, "citation_words", kind, at)

    def _known(self, one: str, *place: str | int) -> None:
        if one not in self._ids:
            known = f"; known here: {', '.join(self._ids[:8])}" if self._ids else "; list it under documents"
            self._note("unknown-id", f"there is no document {shown(one)}{known}", *place)


__all__ = [
    "CITATION_KINDS",
    "RECORD_FILE",
    "RECORD_SCHEMA",
    "DeclaredDocument",
    "DeclaredSupersession",
    "How",
    "RecordFile",
    "Role",
    "read_record_file",
]
