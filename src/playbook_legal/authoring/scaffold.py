"""A new matter, begun: every file there is, every field explained, and the places marked where the author's own words
belong. It plays and lints clean but for these."""

import os
import re
import textwrap
from pathlib import Path

import msgspec

from ..problems import Problem, UnusableInputError
from ..sources import read_source
from .examples import examples_folder
from .field_docs import FIELD_DOCS
from .lint.rules.matter_id import PLAIN
from .schemas import SCHEMA_NAMES, described_file, file_name, schema_text

_BLANK = Path(__file__).parent / "blank"
_FIELD = re.compile(r"^( *)# <(\w+)\.(\w+)>$", re.MULTILINE)
_WIDTH = 118
_DOCS = {kind.__name__: docs for kind, docs in FIELD_DOCS.items()}
_SCHEMAS = {described_file(name): file_name(name) for name in SCHEMA_NAMES}


class Scaffold(msgspec.Struct, frozen=True):
    """What was written: the matter's folder, that of its examples, and every file."""

    matter: Path
    examples: Path
    files: tuple[Path, ...]


def write_scaffold(matter_id: str, inside: Path, token: str, *, negotiated: bool = False) -> Scaffold:
    """A scaffold of the matter in the folder `inside`, with its examples where the linter looks for them.

    `token` is something random for the canary. With `negotiated` there is a counterparty. Raises `UnusableInputError`
    for an id that is no plain word, and rather than write into a folder that exists.
    """
    if not PLAIN.fullmatch(matter_id):
        message = f'"{matter_id}" cannot be an id; use lower-case letters, digits and underscores, such as lease_009'
        raise UnusableInputError([Problem(matter_id, 0, 0, "matter-id", message)])
    matter = inside / matter_id
    examples = examples_folder(matter)
    if not inside.is_absolute():
        examples = Path(os.path.relpath(examples))
    for folder in (matter, examples):
        if os.path.lexists(folder):
            message = "this exists already; choose another id, or take it away first"
            raise UnusableInputError([Problem(folder.as_posix(), 0, 0, "file", message)])
    texts: dict[Path, str] = {}
    for folder, kind in ((matter, "matter"), (examples, "examples")):
        for name, text in _texts(kind, matter_id, token, negotiated=negotiated).items():
            texts[folder / name] = text
    schemas = _schema_folder(inside)
    if schemas == inside / ".schemas":
        texts |= {schemas / file_name(name): schema_text(name) for name in SCHEMA_NAMES}
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_modeline(path, schemas) + text, encoding="utf-8", newline="\n")
    return Scaffold(matter, examples, tuple(texts))


def _modeline(path: Path, schemas: Path) -> str:
    """The line by which an editor finds the schema of the file; blank where there is none."""
    if path.name not in _SCHEMAS:
        return ""
    way = os.path.relpath(schemas / _SCHEMAS[path.name], path.parent).replace(os.sep, "/")
    return f"# yaml-language-server: $schema={way}\n"


def _schema_folder(inside: Path) -> Path:
    """Where the schemas are published above the folder, or else the folder they are written to."""
    resolved = inside.resolve()
    for above in (resolved, *resolved.parents[:3]):
        published = above / "docs" / "schemas"
        if (published / file_name("rubric")).is_file():
            return published
    return inside / ".schemas"


def _texts(kind: str, matter_id: str, token: str, *, negotiated: bool) -> dict[str, str]:
    """The scaffold's files of one kind, by their path in the folder."""
    folder = _BLANK / kind
    found = {}
    for path in sorted(folder.rglob("*.*")):
        name = path.relative_to(folder).as_posix()
        if name == "counterparty.yaml" and not negotiated:
            continue
        text = _chosen(read_source(path).text, negotiated=negotiated)
        text = text.replace("<matter_id>", matter_id)
        text = text.replace("<canary>", f"playbook-legal canary {matter_id} {token}")
        found[name] = _FIELD.sub(_explained, text)
    return found


def _explained(found: re.Match[str]) -> str:
    """A field's sentence as a comment of the field's own indentation."""
    indent, kind, field = found.groups()
    prefix = f"{indent}# "
    before = "" if kind != "Rubric" or field != "max_score" else "max_score: "
    return textwrap.fill(before + _DOCS[kind][field], _WIDTH, initial_indent=prefix, subsequent_indent=prefix)


def _chosen(text: str, *, negotiated: bool) -> str:
    """The text with the lines that are for such a matter, and without the marks around them."""
    kept: list[str] = []
    taken = True
    for line in text.split("\n"):
        match line:
            case "#negotiated":
                taken = negotiated
            case "#otherwise":
                taken = not negotiated
            case "#end":
                taken = True
            case _ if taken:
                kept.append(line)
    return "\n".join(kept)
