"""The public half of a matter: `matter.yaml` and the documents it lists."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from ..problems import Problem, UnusableInputError, shown
from ..sources import YamlFile, decode
from .documents import Document, Record
from .firewall import Admitted, AnswerKeyError, Firewall, is_answer_key_name, is_yaml_name
from .readers.markdown import read_markdown

MANIFEST_NAME = "matter.yaml"


class Constraints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Budgets of an episode, each counted in actions."""

    maximum_steps: int = 30
    maximum_client_questions: int = 5
    maximum_escalations: int = 2
    maximum_negotiation_rounds: int = 8


class DocumentEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A document of the manifest; `path` is relative to the matter folder."""

    id: str
    title: str
    path: str


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `matter.yaml` says."""

    matter_id: str
    title: str
    documents: tuple[DocumentEntry, ...]
    practice_area: str = ""
    jurisdiction: str = ""
    role: str = ""
    assignment: str = ""
    public_facts: dict[str, object] = {}
    constraints: Constraints = Constraints()
    provenance: dict[str, object] = {}
    canary: str = ""


def read_manifest(
    folder: Path, name: str | None = None, wall: Firewall | None = None
) -> tuple[Manifest, YamlFile]:
    """The manifest of the matter in `folder`, with the file it came from; `UnusableInputError` lists what is
    wrong. `name` is how messages call the folder; `wall` is the firewall of the whole reading, if there is one.
    """
    called = f"{name if name is not None else folder.as_posix()}/{MANIFEST_NAME}"
    admitted = (wall if wall is not None else Firewall()).admit(folder / MANIFEST_NAME, called)
    file = YamlFile(admitted.read())
    manifest = decode(file, Manifest)
    problems = _manifest_problems(manifest, file)
    if problems:
        raise UnusableInputError(sorted(problems))
    return manifest, file


def _manifest_problems(manifest: Manifest, file: YamlFile) -> list[Problem]:
    problems: list[Problem] = []
    if not manifest.matter_id.strip():
        problems.append(file.problem("empty", "the matter id is blank", "matter_id"))
    if not manifest.documents:
        problems.append(
            file.problem("empty", "no document is listed; an agent needs paper to read", "documents")
        )
    seen: set[str] = set()
    for index, entry in enumerate(manifest.documents):
        place = ("documents", index, "id")
        if entry.id in seen:
            problems.append(
                file.problem("duplicate-id", f"the document id {shown(entry.id)} is used twice", *place)
            )
        seen.add(entry.id)
        if not entry.id or "§" in entry.id or entry.id != " ".join(entry.id.split()):
            message = f"the document id {shown(entry.id)} cannot be cited; use a plain word such as msa"
            problems.append(file.problem("document-id", message, *place))
    for key in msgspec.structs.fields(Constraints):
        value: int = getattr(manifest.constraints, key.name)
        least = 1 if key.name == "maximum_steps" else 0
        if value < least:
            message = f"{key.name} is {value}; at least {least} is needed"
            problems.append(file.problem("range", message, "constraints", key.name))
    return problems


def admitted_documents(
    folder: Path, manifest: Manifest, file: YamlFile, wall: Firewall | None = None
) -> tuple[Admitted, ...]:
    """The files of the documents the manifest lists, in its order, each past the firewall and inside `folder`;
    their names are the paths of the manifest.

    `UnusableInputError` lists the entries that do not hold to it; it is an `AnswerKeyError` when one of them
    leads to an answer key.
    """
    wall = wall if wall is not None else Firewall()
    root = folder.resolve()
    wall.protect(root)
    found: list[Admitted] = []
    problems = _DocumentProblems(file)
    for index, entry in enumerate(manifest.documents):
        with problems.at(index, entry):
            found.append(wall.admit(document_path(root, entry.path), entry.path))
    problems.raise_any()
    return tuple(found)


def read_documents(folder: Path, manifest: Manifest, file: YamlFile) -> tuple[Document, ...]:
    """The documents the manifest lists, in its order; see `admitted_documents` for what is refused."""
    base = file.name.removesuffix(MANIFEST_NAME)
    documents: list[Document] = []
    problems = _DocumentProblems(file)
    for index, (entry, admitted) in enumerate(
        zip(manifest.documents, admitted_documents(folder, manifest, file), strict=True)
    ):
        with problems.at(index, entry):
            source = admitted.read()
            documents.append(
                read_markdown(entry.id, entry.title, source.text, source.sha256, f"{base}{source.name}")
            )
    problems.raise_any()
    return tuple(documents)


class _DocumentProblems:
    """Faults of the manifest's documents, each at the line of its path."""

    def __init__(self, file: YamlFile) -> None:
        self._file = file
        self._found: list[Problem] = []
        self._answer_key: Problem | None = None

    @contextmanager
    def at(self, index: int, entry: DocumentEntry) -> Iterator[None]:
        """What is raised inside is a fault of the document `entry`, the `index`-th of the manifest."""
        place = ("documents", index, "path")
        try:
            yield
        except AnswerKeyError as error:
            message = f"the path {shown(entry.path)}: {error.problems[0].message}"
            self._answer_key = self._answer_key or self._file.problem("answer-key", message, *place)
        except UnusableInputError as error:
            message = f"the document {shown(entry.path)} cannot be read: {error.problems[0].message}"
            self._found.append(self._file.problem("document-path", message, *place))
        except ValueError as error:
            self._found.append(self._file.problem("document-path", str(error), *place))

    def raise_any(self) -> None:
        """Raise what was found, an answer key first."""
        if self._answer_key is not None:
            raise AnswerKeyError((self._answer_key, *sorted(self._found)))
        if self._found:
            raise UnusableInputError(sorted(self._found))


def document_path(root: Path, written: str) -> Path:
    """The file that a manifest's `path` names, below the resolved folder `root`. Raises `ValueError` when it
    leaves the folder or is a YAML file; whether it leads to an answer key is for the firewall to say."""
    if "\x00" in written or not written.strip():
        raise ValueError(f"the path {shown(written)} names no file")
    if "\\" in written or Path(written).is_absolute() or written[1:2] == ":":
        raise ValueError(
            f"the path {shown(written)} must be relative to the matter folder, with forward slashes"
        )
    path = root / written
    try:
        resolved = path.resolve()
    except (OSError, RuntimeError):
        raise ValueError(f"the path {shown(written)} leads round in a circle of links") from None
    if is_answer_key_name(path.name) or is_answer_key_name(resolved.name):
        return path
    if not resolved.is_relative_to(root):
        raise ValueError(f"the path {shown(written)} leaves the matter folder")
    if is_yaml_name(resolved.name) or is_yaml_name(path.name):
        raise ValueError(f"the path {shown(written)} names a YAML file; documents are text")
    return path


def record_of(manifest: Manifest, documents: tuple[Document, ...]) -> Record:
    """The record that an agent, the engine and the critic see."""
    return Record(manifest.matter_id, manifest.title, documents)


__all__ = [
    "MANIFEST_NAME",
    "Constraints",
    "DocumentEntry",
    "Manifest",
    "admitted_documents",
    "document_path",
    "read_documents",
    "read_manifest",
    "record_of",
]
