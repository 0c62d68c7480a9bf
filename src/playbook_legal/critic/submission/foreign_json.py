"""Submissions in the JSON of other tools, told apart by their keys.

| format | by its keys | what it holds |
| --- | --- | --- |
| `contract-flags-json` | `red_flags`, `warnings` | flags with clause, quote, explanation and redline |
| `citations-json` | `exact_quote` | findings whose citations name a file, a location, a page |
| `findings-json` | `findings`, `comments`, `issues` with `excerpt`, `original_text` | findings with a fallback clause |
| `changes-json` | `changes` with `target_text` | edits of a document |
| `model-citations-json` | `cited_text` | answers of a language model with its citations |
| `web-annotations-json` | `TextQuoteSelector` | annotations of the W3C model |

Quotations, proposed language, reasons and citations are read; every other key, and what reasons and summaries quote, is
listed as not read. `issues` that quote or cite as a review does are a review.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import PurePosixPath
from typing import Any, NamedTuple
from urllib.parse import unquote

from ...paper.citations import parse_citation
from ...problems import one_line, shown
from .citing import cited_as
from .items import Cited, Format, Item, Language, Quotation, Submission
from .keys import QUOTING, REVIEW_LISTS
from .memo_passages import bare, folded_together, unread_in
from .reading import Reading

_Object = dict[str, Any]

# Where a tool names the document that all of its work is about.
_DOCUMENT = (
    "document",
    "document_id",
    "document_title",
    "document_name",
    "file",
    "file_path",
    "filename",
    "source_path",
)
_SECTION = (
    "location",
    "section_ref",
    "section",
    "clause",
    "section_number",
    "clause_reference",
    "clause_ref",
    "section_reference",
    "reference",
)
_PAGE = ("page_number", "page", "start_page_number")
_OF_FINDINGS = ("excerpt", "original_text", "quoted_text", "current_language", "current_text")
_MOST_DEEP = 20


class _Shape(NamedTuple):
    """A shape of JSON: the lists it may stand in, the keys of its objects by what they say, and what an object of it
    must have for the shape to be recognized."""

    format: Format
    lists: tuple[str, ...]
    needs: tuple[str, ...]
    quotes: tuple[str, ...] = ()
    language: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()  # read by nobody, and no work


_SHAPES = (
    _Shape(
        "contract-flags-json", ("red_flags", "warnings"), (),
        quotes=("quote",), language=("redline",), reasons=("explanation", "suggestion"),
        labels=("title", "id"), passed=("severity",),
    ),
    _Shape(
        "citations-json", ("citations", "findings", "results"), ("exact_quote",),
        quotes=("exact_quote",), reasons=("description", "explanation", "analysis", "summary"),
        labels=("title", "id"), passed=("source_type", "severity"),
    ),
    _Shape(
        "findings-json", ("findings", "comments", "issues"),
        _OF_FINDINGS, quotes=_OF_FINDINGS,
        language=("fallback", "suggested_revision", "suggested_text", "suggested_language", "proposed_text",
                  "proposed_language", "proposed_redline", "replacement_text"),
        reasons=("why", "message", "analysis", "explanation", "rationale", "risk", "comment", "recommendation"),
        labels=("rule_id", "title", "id"), passed=("severity",),
    ),
    _Shape(
        "changes-json", ("changes",), ("target_text", "new_text"),
        quotes=("target_text",), language=("new_text",), reasons=("comment",),
        labels=("id",), passed=("type",),
    ),
    _Shape(
        "model-citations-json", ("content", "citations"), ("cited_text",),
        quotes=("cited_text",), reasons=("text",),
        passed=("type", "document_index", "start_char_index", "end_char_index", "end_page_number",
                "start_block_index", "end_block_index", "file_id"),
    ),
)  # fmt: skip


def foreign_reader(value: object) -> Callable[[str, str], Submission] | None:
    """How to read a JSON value of another tool's shape: a function of the file's name and hash; None when the value has
    none of the shapes."""
    if isinstance(value, dict) and any(key in value for key in REVIEW_LISTS) and not _issues_of_others(value):
        return None
    if any(_selectors(one) for one in _annotations(value)):
        return partial(_read_annotations, value)
    for shape in _SHAPES:
        found = _lists(value, shape)
        if found:
            return partial(_read_shape, value, shape, found)
    return None


def _issues_of_others(value: _Object) -> bool:
    """Whether the `issues` of an object are another tool's: none of them quotes or cites as a review does."""
    issues = value.get("issues")
    return (
        isinstance(issues, list)
        and _has(issues, _OF_FINDINGS, 0)
        and not any(key in value for key in REVIEW_LISTS if key != "issues")
        and not any(
            key in one
            for one in issues
            if isinstance(one, dict)
            for key in ("citation", "citations", "document_id", *QUOTING)
        )
    )


def _lists(value: object, shape: _Shape) -> list[tuple[str, list[Any]]]:
    """The lists of `value` that have this shape, with their places."""
    if isinstance(value, list):
        return [("", value)] if shape.needs and _has(value, shape.needs, 0) else []
    if not isinstance(value, dict):
        return []
    named = [(key, value[key]) for key in shape.lists if isinstance(value.get(key), list)]
    if shape.needs:
        named = [(key, inner) for key, inner in named if _has(inner, shape.needs, 0)]
    return named


def _has(values: list[Any], needs: tuple[str, ...], depth: int) -> bool:
    """Whether some object in the list has one of the keys, itself or in its own `citations`."""
    for one in values:
        if not isinstance(one, dict):
            continue
        if any(key in one for key in needs):
            return True
        inner = one.get("citations")
        if isinstance(inner, list) and depth < 2 and _has(inner, needs, depth + 1):
            return True
    return False


def _read_shape(
    value: object, shape: _Shape, found: list[tuple[str, list[Any]]], name: str, sha256: str
) -> Submission:
    reading = Reading(name)
    reading.check_text(value)
    items: list[Item] = []
    document = ""
    if isinstance(value, dict):
        document = _document(reading, value, "")
        known = {key for key, _ in found} | {"summary"} | set(_DOCUMENT)
        reading.not_read.extend(one_line(key, 60) for key in value if key not in known)
    for key, values in found:
        for index, one in enumerate(values):
            place = f"{key}[{index}]"
            if isinstance(one, dict):
                items.extend(_item(reading, one, shape, place, document))
            else:
                reading.note(place, f"{shown(one)} stands here; an object is needed")
    if isinstance(value, dict) and "summary" in value:
        if isinstance(value["summary"], str):
            items.append(Item(kind="summary", label="summary", place="summary", summary=value["summary"]))
            read = folded_together(one.text for item in items for one in item.quotations)
            reading.not_read.extend(f"summary: {said}" for said in unread_in(value["summary"], read))
        else:
            reading.not_read.append("summary")
    reading.raise_any()
    return Submission(format=shape.format, sha256=sha256, items=tuple(items), not_read=reading.passed_over())


def _item(reading: Reading, value: _Object, shape: _Shape, place: str, document: str) -> Iterator[Item]:
    """The item in an object; none, and listed as not read, where there is nothing to review."""
    document = _document(reading, value, place) or document
    cited = _cited(reading, value, place, document)
    own = _quotations(reading, value, shape, place, cited)
    listed: list[Quotation] = []
    inner = value.get("citations")
    unread = [
        key
        for key in value
        if key not in (*shape.quotes, *shape.language, *shape.reasons, *shape.labels, *shape.passed)
        and key not in (*_DOCUMENT, *_SECTION, *_PAGE, "citations")
    ]
    reading.not_read.extend(f"{place}.{one_line(key, 60)}" for key in unread)
    if isinstance(inner, list):
        for index, one in enumerate(inner):
            here = f"{place}.citations[{index}]"
            if not isinstance(one, dict):
                reading.note(here, f"{shown(one)} stands here; an object is needed")
                continue
            known = (*shape.quotes, *shape.passed, *_DOCUMENT, *_SECTION, *_PAGE)
            reading.not_read.extend(f"{here}.{one_line(key, 60)}" for key in one if key not in known)
            of_one = _cited(reading, one, here, _document(reading, one, here) or document) or cited
            listed.extend(_quotations(reading, one, shape, here, of_one))
            cited = (*cited, *(each for each in of_one if each not in cited))
    elif inner is not None:
        reading.note(f"{place}.citations", f"{shown(inner)} stands here; a list is needed")
    language = tuple(
        Language(text, f"{place}.{key}")
        for key in shape.language
        if (text := reading.text(value, key, place)).strip()
    )
    if not (own or listed or language or cited):
        reading.not_read.append(place)
        return
    reasons = " ".join(text for key in shape.reasons if (text := reading.text(value, key, place)).strip())
    read = folded_together([*(one.text for one in (*own, *listed)), *(one.text for one in language)])
    reading.not_read.extend(f"{place}: {said}" for said in unread_in(reasons, read))
    labels = (
        str(value[key]) if type(value.get(key)) is int else reading.text(value, key, place)
        for key in shape.labels
    )
    yield Item(
        kind="redline" if language else "issue",
        label=next((one_line(text, 120) for text in labels if text.strip()), place),
        place=place,
        cited=cited,
        quotations=(*own, *listed),
        language=language,
        rationale=reasons,
    )


def _quotations(
    reading: Reading, value: _Object, shape: _Shape, place: str, cited: tuple[Cited, ...]
) -> list[Quotation]:
    found = []
    for key in shape.quotes:
        text = reading.text(value, key, place)
        if key == "excerpt":  # the tool's own sign that the sentence goes on
            text = text.strip().removeprefix("…").removeprefix("...").removesuffix("…").removesuffix("...")
        if text.strip():
            found.append(Quotation(bare(text), cited, f"{place}.{key}"))
    return found


def _document(reading: Reading, value: _Object, place: str) -> str:
    """The document that an object names: the stem of its file."""
    for key in _DOCUMENT:
        named = reading.text(value, key, place).strip()
        if named:
            return PurePosixPath(named.replace("\\", "/")).stem
    return ""


def _cited(reading: Reading, value: _Object, place: str, document: str) -> tuple[Cited, ...]:
    """What an object cites: a section, else a page, else the document as a whole where it names one."""
    for key in _SECTION:
        section = bare(reading.text(value, key, place))
        if section:
            return (cited_as(section, document, f"{place}.{key}"),)
    for key in _PAGE:
        page = value.get(key)
        if isinstance(page, str | int) and not isinstance(page, bool) and str(page).strip():
            written = (
                f"{document}, page {str(page).strip()[:20]}" if document else f"page {str(page).strip()[:20]}"
            )
            return (Cited(written, parse_citation(written), f"{place}.{key}"),)
    if any(key in value for key in _DOCUMENT) and document:
        written = f"{document} §full"
        return (Cited(written, parse_citation(written), place),)
    return ()


# --- annotations of the web ---------------------------------------------------------------------------------------


def _annotations(value: object) -> list[tuple[str, _Object]]:
    """The annotations in a value, with their places: one, a list of them, or a page or collection."""
    if isinstance(value, list):
        return [(f"[{index}]", one) for index, one in enumerate(value) if isinstance(one, dict)]
    if not isinstance(value, dict):
        return []
    if "target" in value:
        return [("", value)]
    for key, holder in (("items", value), ("first", value.get("first"))):
        items = holder.get("items") if isinstance(holder, dict) else None
        if isinstance(items, list):
            prefix = "items" if key == "items" else "first.items"
            return [(f"{prefix}[{index}]", one) for index, one in enumerate(items) if isinstance(one, dict)]
    return []


def _selectors(annotation: tuple[str, _Object]) -> list[tuple[str, _Object, str]]:
    """The quotations that an annotation selects: place, selector, and the document it selects from."""
    place, value = annotation
    found: list[tuple[str, _Object, str]] = []
    targets = value.get("target")
    for index, target in enumerate(targets if isinstance(targets, list) else [targets]):
        if not isinstance(target, dict):
            continue
        here = ".".join(part for part in (place, "target") if part)
        here += f"[{index}]" if isinstance(targets, list) else ""
        source = target.get("source")
        if isinstance(source, dict):
            source = source.get("id")
        named = (
            PurePosixPath(unquote(source.split("#")[0].split("?")[0])).stem if isinstance(source, str) else ""
        )
        selectors = target.get("selector")
        for selector in selectors if isinstance(selectors, list) else [selectors]:
            one, depth = selector, 0
            while isinstance(one, dict) and depth < _MOST_DEEP:
                if one.get("type") == "TextQuoteSelector":
                    found.append((f"{here}.selector", one, named))
                one, depth = one.get("refinedBy"), depth + 1
    return found


def _read_annotations(value: object, name: str, sha256: str) -> Submission:
    reading = Reading(name)
    reading.check_text(value)
    items: list[Item] = []
    for annotation in _annotations(value):
        place, one = annotation
        quotations: list[Quotation] = []
        for here, selector, document in _selectors(annotation):
            exact = reading.text(selector, "exact", here)
            written = f"{document} §full"
            cited = (Cited(written, parse_citation(written), here),) if document else ()
            if exact.strip():
                quotations.append(Quotation(exact, cited, f"{here}.exact"))
        prefix = f"{place}." if place else ""
        known = (
            "@context",
            "id",
            "type",
            "target",
            "body",
            "bodyValue",
            "motivation",
            "created",
            "modified",
            "creator",
        )
        reading.not_read.extend(f"{prefix}{one_line(key, 60)}" for key in one if key not in known)
        if not quotations:
            reading.not_read.append(place or "target")
            continue
        label = one.get("id")
        items.append(
            Item(
                kind="issue",
                label=one_line(label, 120)
                if isinstance(label, str) and label.strip()
                else place or "annotation",
                place=place or "target",
                cited=tuple(dict.fromkeys(cited for quotation in quotations for cited in quotation.cited)),
                quotations=tuple(quotations),
                rationale=" ".join(_bodies(one)),
            )
        )
    reading.raise_any()
    return Submission(
        format="web-annotations-json", sha256=sha256, items=tuple(items), not_read=reading.passed_over()
    )


def _bodies(annotation: _Object) -> Iterator[str]:
    """What an annotation says of its target."""
    if isinstance(annotation.get("bodyValue"), str):
        yield annotation["bodyValue"]
    bodies = annotation.get("body")
    for body in bodies if isinstance(bodies, list) else [bodies]:
        if isinstance(body, str):
            yield body
        elif isinstance(body, dict) and isinstance(body.get("value"), str):
            yield body["value"]
