"""From a YAML tree to typed values: closed schemas, every problem reported, each with its place.

`decode(file, T)` reads a file into the `msgspec.Struct` type `T`. The type is the schema: fields without a
default are required, a key that is no field is a problem with the nearest known key named, and all problems
of a file are found in one run. Supported types: `str`, `bool`, `int`, `Fraction` (an exact decimal number),
`Literal` of words, `object` (any plain JSON value), `tuple[T, ...]`, `dict[str, T]`, structs, a union of
`str` with one struct, and `T | None` for a field that may be absent.
"""

import re
import types
from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Union, cast, get_args, get_origin

import msgspec
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from yaml.resolver import Resolver

from ..problems import Problem, UnusableInputError, shown
from .yamltree import UNRESOLVED, YamlFile, position

if TYPE_CHECKING:
    from fractions import Fraction

T = TypeVar("T")

_YAML_11 = Resolver()
# First characters of plain scalars that YAML 1.1 could take for something other than text.
_SUSPICIOUS = frozenset("-+0123456789.~nNyYtToOfF=<")
_TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_DECIMAL = re.compile(r"[-+]?(?:[0-9]{1,15}(?:\.[0-9]{0,15})?|\.[0-9]{1,15})(?:[eE][-+]?[0-9]{1,2})?")
_INTEGER = re.compile(r"[-+]?[0-9]{1,15}")
_TAG = "tag:yaml.org,2002:"
_SCALAR_TAGS = {f"{_TAG}str", f"{_TAG}int", f"{_TAG}float", f"{_TAG}bool", f"{_TAG}null"}
_WORDS = {
    f"{_TAG}int": "a number",
    f"{_TAG}float": "a number",
    f"{_TAG}bool": "a truth value",
    f"{_TAG}null": "nothing (null)",
    f"{_TAG}timestamp": "a date",
}


class _InvalidError(Exception):
    """A value that could not be read; its problems are already noted."""


class _Reading:
    """The problems found so far in one file."""

    __slots__ = ("name", "problems")

    def __init__(self, name: str) -> None:
        self.name = name
        self.problems: list[Problem] = []

    def note(self, node: Node, rule: str, message: str) -> None:
        line, column = position(node)
        self.problems.append(Problem(self.name, line, column, rule, message))

    def fail(self, node: Node, rule: str, message: str) -> _InvalidError:
        self.note(node, rule, message)
        return _InvalidError()


_Reader = Callable[[_Reading, Node], Any]


def decode(file: YamlFile, kind: type[T]) -> T:
    """The content of `file` as a value of type `kind`; raises `UnusableInputError` with every problem found."""
    root = file.root
    if root is None:
        raise UnusableInputError(
            [Problem(file.name, 1, 1, "empty", "the file is empty; a mapping is needed")]
        )
    reading = _Reading(file.name)
    value: Any = None
    with suppress(_InvalidError):
        value = _reader(cast("Hashable", kind))(reading, root)
    if reading.problems:
        raise UnusableInputError(sorted(reading.problems))
    result: T = value
    return result


@cache
def _reader(kind: Any) -> _Reader:
    """The reader for a type, made once."""
    if kind is str:
        return _text
    if kind is bool:
        return _truth
    if kind is int:
        return _integer
    if getattr(kind, "__module__", "") == "fractions":  # whoever has such a field has loaded it
        return _number
    if kind is object or kind is Any:
        return _plain
    origin = get_origin(kind)
    if origin is Literal:
        return _words(get_args(kind))
    if origin is tuple:
        return _sequence(_reader(get_args(kind)[0]))
    if origin is dict:
        return _mapping(_reader(get_args(kind)[1]))
    if origin in (types.UnionType, Union):
        return _union(tuple(part for part in get_args(kind) if part is not type(None)))
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _struct(kind)
    raise TypeError(f"no reader for {kind!r}")


def _is_null(node: Node) -> bool:
    return isinstance(node, ScalarNode) and (
        node.tag == f"{_TAG}null" or (node.tag == UNRESOLVED and not node.style and node.value in _NULLS)
    )


_NULLS = frozenset(("", "~", "null", "Null", "NULL"))


def _said(node: Node) -> str:
    """What stands at `node`, as a message names it."""
    if isinstance(node, MappingNode):
        return "a mapping"
    if isinstance(node, SequenceNode):
        return "a list"
    if _is_null(node):
        return "nothing (null)"
    return shown(node.value)


def _scalar(reading: _Reading, node: Node, wanted: str) -> tuple[str, bool]:
    """The text of a scalar, and whether it is plain (neither quoted nor tagged)."""
    if not isinstance(node, ScalarNode):
        raise reading.fail(node, "type", f"{_said(node)} stands here; {wanted} is needed")
    if node.tag != UNRESOLVED and node.tag not in _SCALAR_TAGS:
        raise reading.fail(node, "yaml", f"the tag {shown(node.tag)} means nothing here; remove it")
    if _is_null(node):
        raise reading.fail(node, "null", f"nothing stands here; {wanted} is needed, or leave the key out")
    return node.value, not node.style and node.tag == UNRESOLVED


def _text(reading: _Reading, node: Node) -> str:
    value, plain = _scalar(reading, node, "text")
    if node.tag in _WORDS:
        raise reading.fail(node, "type", f"{shown(value)} is tagged as {_WORDS[node.tag]}; text is needed")
    if plain and value[:1] in _SUSPICIOUS:
        meaning = _YAML_11.resolve(ScalarNode, value, (True, False))  # type: ignore[no-untyped-call]
        if meaning in _WORDS:
            raise reading.fail(
                node,
                "type",
                f'{value} is {_WORDS[meaning]} in YAML; text is needed, write "{value}" in quotes',
            )
    return value


def _truth(reading: _Reading, node: Node) -> bool:
    value, plain = _scalar(reading, node, "true or false")
    if plain and value.lower() in _TRUTH:
        return _TRUTH[value.lower()]
    raise reading.fail(node, "type", f"{shown(value)} stands here; true or false is needed, without quotes")


def _integer(reading: _Reading, node: Node) -> int:
    value, plain = _scalar(reading, node, "a whole number")
    if plain and _INTEGER.fullmatch(value):
        return int(value)
    raise reading.fail(node, "type", f"{shown(value)} stands here; a whole number is needed, without quotes")


def _number(reading: _Reading, node: Node) -> "Fraction":
    value, plain = _scalar(reading, node, "a number")
    if plain and _DECIMAL.fullmatch(value):
        from fractions import Fraction as Exact  # not at the top: a command should start fast

        return Exact(value)
    raise reading.fail(node, "type", f"{shown(value)} stands here; a finite number is needed, without quotes")


def _words(words: tuple[str, ...]) -> _Reader:
    def read(reading: _Reading, node: Node) -> str:
        value, _ = _scalar(reading, node, " or ".join(words))
        if value not in words:
            raise reading.fail(
                node, "choice", f"{shown(value)} stands here; one of {', '.join(words)} is needed"
            )
        return value

    return read


def _sequence(inner: _Reader) -> _Reader:
    def read(reading: _Reading, node: Node) -> tuple[Any, ...]:
        if not isinstance(node, SequenceNode):
            rule = "null" if _is_null(node) else "type"
            raise reading.fail(
                node, rule, f"{_said(node)} stands here; a list is needed ([] for an empty one)"
            )
        values = []
        for item in node.value:
            try:
                values.append(inner(reading, item))
            except _InvalidError:
                continue
        return tuple(values)

    return read


def _keys(reading: _Reading, node: Node, wanted: str) -> list[tuple[str, Node, Node]]:
    """Key text, key node and value node of each entry; duplicate keys and keys that are not text are noted."""
    if not isinstance(node, MappingNode):
        rule = "null" if _is_null(node) else "type"
        raise reading.fail(node, rule, f"{_said(node)} stands here; {wanted} is needed")
    entries: list[tuple[str, Node, Node]] = []
    seen: dict[str, Node] = {}
    for key, value in node.value:
        if not isinstance(key, ScalarNode):
            reading.note(key, "type", f"{_said(key)} stands here as a key; a key is a word")
        elif key.value in seen:
            first, _ = position(seen[key.value])
            reading.note(
                key, "duplicate-key", f"the key {shown(key.value)} stands here twice (first in line {first})"
            )
        else:
            seen[key.value] = key
            entries.append((key.value, key, value))
    return entries


def _mapping(inner: _Reader) -> _Reader:
    def read(reading: _Reading, node: Node) -> dict[str, Any]:
        values = {}
        for name, _, value in _keys(reading, node, "a mapping"):
            try:
                values[name] = inner(reading, value)
            except _InvalidError:
                continue
        return values

    return read


def _union(parts: tuple[Any, ...]) -> _Reader:
    if len(parts) == 1:
        return _reader(parts[0])
    structs = [part for part in parts if isinstance(part, type) and issubclass(part, msgspec.Struct)]
    if len(parts) != 2 or len(structs) != 1 or str not in parts:
        raise TypeError(f"a union of text and one struct is readable, not {parts!r}")
    struct = _reader(structs[0])

    def read(reading: _Reading, node: Node) -> Any:
        if isinstance(node, MappingNode):
            return struct(reading, node)
        if isinstance(node, SequenceNode):
            raise reading.fail(node, "type", "a list stands here; a text or a mapping is needed")
        return _text(reading, node)

    return read


def _struct(kind: type[msgspec.Struct]) -> _Reader:
    fields = msgspec.structs.fields(kind)
    readers: dict[str, tuple[str, _Reader]] = {}
    required: list[str] = []
    for field in fields:
        readers[field.encode_name] = (field.name, _reader(field.type))
        if field.required:
            required.append(field.encode_name)
    wanted = f"a mapping with {', '.join(required) or 'any of ' + ', '.join(readers)}"

    def read(reading: _Reading, node: Node) -> msgspec.Struct:
        values: dict[str, Any] = {}
        whole = True
        given: set[str] = set()
        for name, key, value in _keys(reading, node, wanted):
            known = readers.get(name)
            if known is None:
                reading.note(key, "unknown-key", _unknown(name, tuple(readers)))
                continue
            given.add(name)
            try:
                values[known[0]] = known[1](reading, value)
            except _InvalidError:
                whole = False
        for name in required:
            if name not in given:
                reading.note(node, "missing-key", f"the key {name} is missing here")
                whole = False
        if not whole:
            raise _InvalidError
        return kind(**values)

    return read


def _unknown(name: str, known: tuple[str, ...]) -> str:
    import difflib  # seldom needed, and a command should start fast

    near = difflib.get_close_matches(name[:80], known, 1, 0.7)
    hint = f"did you mean {near[0]}?" if near else f"known here: {', '.join(known)}"
    return f"unknown key {shown(name)}; {hint}"


def _plain(reading: _Reading, node: Node) -> Any:
    """Any JSON value. Plain scalars mean what YAML 1.2 says; dates and the like stay the text they are."""
    if isinstance(node, SequenceNode):
        return list(_sequence(_plain)(reading, node))
    if isinstance(node, MappingNode):
        return _mapping(_plain)(reading, node)
    if _is_null(node):
        return None
    value, plain = _scalar(reading, node, "a value")
    if not plain:
        return value
    if value.lower() in ("true", "false"):
        return value.lower() == "true"
    if _INTEGER.fullmatch(value):
        return int(value)
    if _DECIMAL.fullmatch(value):
        return float(value)
    if value.lower().lstrip("+-") in (".inf", ".nan"):
        raise reading.fail(node, "type", f"{value} is no finite number; JSON has none other")
    return value
