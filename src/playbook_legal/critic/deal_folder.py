"""A client's own deal folder as a record: every `*.md` file in it is a document, and its file stem is its id."""

from pathlib import Path

from ..paper.firewall import Admitted, Firewall, is_answer_key_name
from ..problems import Problem, UnusableInputError, one_line, shown

# Files of a deal folder that are paper and that this critic does not read.
_OTHER_PAPER = (
    ".doc", ".docx", ".eml", ".htm", ".html", ".markdown", ".msg", ".odt", ".pdf", ".rtf", ".txt", ".xls", ".xlsx",
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
    names = _names(folder, called)
    root = folder.resolve()
    problems: list[Problem] = []
    documents: list[tuple[str, str, Admitted]] = []
    seen: dict[str, str] = {}
    for name in names:
        if not name.lower().endswith(".md"):
            continue
        document_id = " ".join(name.rpartition(".")[0].split())
        admitted = wall.admit(folder / name, name)
        fault = _fault(root / name, root, document_id, seen)
        if fault:
            problems.append(Problem(f"{called}/{name}", 0, 0, "document-name", fault))
            continue
        seen[document_id] = name
        documents.append((document_id, document_id, admitted))
    if problems:
        raise UnusableInputError(problems)
    if not documents:
        message = "there is no matter.yaml and no *.md document in this folder; nothing could be verified"
        raise UnusableInputError([Problem(called, 0, 0, "record", message)])
    others = (name for name in names if name.lower().endswith(_OTHER_PAPER) and not is_answer_key_name(name))
    return documents, tuple(one_line(name, 120) for name in others)


def _names(folder: Path, called: str) -> list[str]:
    """Names of the files in `folder`, in order, without those that the system hides."""
    try:
        return sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        message = f"the folder cannot be read ({error.strerror or error})"
        raise UnusableInputError([Problem(called, 0, 0, "record", message)]) from None


def _fault(path: Path, root: Path, document_id: str, seen: dict[str, str]) -> str | None:
    """Why a file cannot be a document of the record, or None."""
    if not path.name.isprintable():
        return "the file name holds characters that cannot be printed; rename the file"
    if "§" in document_id or not document_id:
        return f"documents are cited by their file name, and {shown(document_id)} cannot be cited; rename the file"
    if document_id in seen:
        return (
            f"the file {shown(seen[document_id])} already has the id {shown(document_id)}; rename one of them"
        )
    if path.is_symlink() and not path.resolve().is_relative_to(root):
        return "this link leads out of the folder; put a copy of the document in its place"
    return None
