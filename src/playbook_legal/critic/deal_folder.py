"""A client's own deal folder as a record: every file of a kind that is read is a document (Markdown, plain text,
Word, PDF), and its file stem is its id. Where two files share a stem, the Markdown file has it for its id and every
other its whole name."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from ..paper.firewall import Admitted, Firewall, is_answer_key_name
from ..paper.suffixes import MARKDOWN_SUFFIXES, PAPER_SUFFIXES
from ..problems import Problem, UnusableInputError, one_line, shown

if TYPE_CHECKING:
    from ..paper.record_file import RecordFile

RECORD_FILE = "record.yaml"

_LEADS_OUT = "this link leads out of the folder; put a copy of the file in its place"
# Files of a deal folder that are paper and that this critic does not read.
_OTHER_PAPER = (
    ".7z", ".bmp", ".doc", ".dot", ".dotx", ".eml", ".gif", ".heic", ".htm", ".html", ".jpeg", ".jpg", ".mht", ".msg",
    ".odt", ".pages", ".png", ".ppt", ".pptx", ".rar", ".rtf", ".tif", ".tiff", ".webp", ".wpd", ".xls", ".xlsx",
    ".xps", ".zip",
)  # fmt: skip


def check_folder(folder: Path, called: str) -> None:
    """Raises `UnusableInputError` when `folder` is none."""
    try:
        if folder.is_dir():
            return
        message = (
            "this is a file; give the folder it lies in" if folder.exists() else "there is no such folder"
        )
    except (OSError, ValueError) as error:
        message = f"this is no folder ({error})"
    raise UnusableInputError([Problem(called, 0, 0, "record", message)])


def folder_documents(
    folder: Path, called: str, wall: Firewall
) -> tuple[list[tuple[str, str, Admitted]], tuple[str, ...]]:
    """Id, title and file of each document of a deal folder, by file name; and the names of files that look like
    paper of a kind that is not read.

    Raises `UnusableInputError` when there is no document, or one that cannot be cited, and `AnswerKeyError`
    when one leads to an answer key.
    """
    entries = _entries(folder, called)
    root = folder.resolve()
    problems: list[Problem] = []
    documents: list[tuple[str, str, Admitted]] = []
    seen: dict[str, str] = {}
    ids = _ids([name for name in entries if name.lower().endswith(PAPER_SUFFIXES)])
    files = wall.admit_entries(entries[name] for name in ids)
    for (name, document_id), admitted in zip(ids.items(), files, strict=True):
        fault = _fault(name, document_id, seen)
        if not fault and entries[name].is_symlink() and _leads_out(folder / name, root):
            fault = _LEADS_OUT
        if fault:
            problems.append(Problem(f"{called}/{name}", 0, 0, "document-name", fault))
            continue
        seen[document_id] = name
        documents.append((document_id, document_id, admitted))
    if problems:
        raise UnusableInputError(problems)
    if not documents:
        kinds = ", ".join(f"*{suffix}" for suffix in PAPER_SUFFIXES)
        message = (
            f"there is no matter.yaml and no document in this folder ({kinds}); nothing could be verified"
        )
        raise UnusableInputError([Problem(called, 0, 0, "record", message)])
    others = (
        name for name in entries if name.lower().endswith(_OTHER_PAPER) and not is_answer_key_name(name)
    )
    return documents, tuple(one_line(name, 120) for name in others)


def declared_record(
    folder: Path, called: str, wall: Firewall, documents: list[tuple[str, str, Admitted]]
) -> "tuple[RecordFile | None, list[tuple[str, str, Admitted]]]":
    """What the folder's `record.yaml` says, None where there is none, and the documents as it names them.

    Raises `UnusableInputError` with everything that is wrong in it.
    """
    path = folder / RECORD_FILE
    if not (path.exists() or path.is_symlink()):
        return None, documents
    from ..paper.record_file import read_record_file

    admitted = wall.admit(path, f"{called}/{RECORD_FILE}")
    if _leads_out(path, folder.resolve()):
        raise UnusableInputError([Problem(admitted.name, 0, 0, "record", _LEADS_OUT)])
    files = {file.name: document_id for document_id, _, file in documents}
    declared = read_record_file(admitted.read(), files=files)
    by_path = {one.path: one for one in declared.documents if one.path}
    by_id = {one.id: one for one in declared.documents if not one.path}
    renamed = []
    for document_id, title, file in documents:
        one = by_path.get(file.name) or by_id.get(document_id)
        renamed.append((document_id, title, file) if one is None else (one.id, one.title or title, file))
    return declared, renamed


def _ids(names: list[str]) -> dict[str, str]:
    """The id of each document, by file name, in the order of the names."""
    stems = {name: " ".join(name.rpartition(".")[0].split()) for name in names}
    bearers: dict[str, list[str]] = {}
    for name, stem in stems.items():
        bearers.setdefault(stem, []).append(name)
    ids: dict[str, str] = {}
    for name, stem in stems.items():
        markdown = [one for one in bearers[stem] if one.lower().endswith(MARKDOWN_SUFFIXES)]
        shared = len(bearers[stem]) > 1 and name not in markdown
        ids[name] = " ".join(name.split()) if shared else stem
    return ids


def _entries(folder: Path, called: str) -> dict[str, os.DirEntry[str]]:
    """The files in `folder` by name, in order, without those that the system hides."""
    try:
        with os.scandir(folder) as found:
            entries = {entry.name: entry for entry in found if not entry.name.startswith(".")}
        return dict(sorted(entries.items()))
    except OSError as error:
        message = f"the folder cannot be read ({error.strerror or error})"
        raise UnusableInputError([Problem(called, 0, 0, "record", message)]) from None


def _fault(name: str, document_id: str, seen: dict[str, str]) -> str | None:
    """Why a file of that name cannot be a document of the record, or None."""
    if not name.isprintable():
        return "the file name holds characters that cannot be printed; rename the file"
    if "§" in document_id or not document_id:
        return f"documents are cited by their file name, and {shown(document_id)} cannot be cited; rename the file"
    if document_id in seen:
        return (
            f"the file {shown(seen[document_id])} already has the id {shown(document_id)}; rename one of them"
        )
    return None


def _leads_out(path: Path, root: Path) -> bool:
    """Whether a file of the folder is a link to one elsewhere."""
    return path.is_symlink() and not path.resolve().is_relative_to(root)
