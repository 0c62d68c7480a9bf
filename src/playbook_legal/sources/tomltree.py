"""A TOML file as a tree of nodes with positions, so that `decoding` reads it as it reads YAML.

The standard library says whether a text is TOML and what its values are; it keeps no positions. So the text, once
it is known to be TOML, is walked a second time for where each key and value stands. The walk decides nothing: a
value's meaning is what `tomllib` says of that very stretch.
"""

import re
import tomllib
from typing import Any, TypeGuard

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ..problems import Problem, UnusableInputError, one_line
from .files import Source
from .yamltree import UNRESOLVED, YamlFile

_MAXIMUM_DEPTH = 40
_TAG = "tag:yaml.org,2002:"
_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_PART = r'(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\')'
_KEY = re.compile(rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*")
_TEXT = re.compile(
    r'''"""(?:[^"\\]|\\[\s\S]|"{1,2}(?!"))*"{3,5}|\'\'\'(?:[^']|'{1,2}(?!'))*'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*\''''
)
_OTHER = re.compile(r"[^\s,\]}#]+(?: [0-9][^\s,\]}#]*)?")  # the blank stands between a date and its time
_SAID = re.compile(r"(.*) \(at line ([0-9]+), column ([0-9]+)\)", re.DOTALL)


class TomlFile(YamlFile):
    """A TOML text with the face of a `YamlFile`. An empty file is an empty mapping.

    Raises `UnusableInputError` when the text is no TOML or nests beyond measure.
    """

    @property
    def root(self) -> Node | None:
        """The tree, made on first use."""
        if not self._composed:
            _check(self.source)
            self._root = _Walk(self.source).tree()
            self._composed = True
        return self._root

    def table(self, *path: str) -> "TomlFile":
        """The table at `path` as a file of its own, empty when it is not there: positions stay those of the
        whole file."""
        root = self.root
        for key in path:
            inner = (value for name, value in root.value if name.value == key) if _is_table(root) else ()
            root = next(iter(inner), None)
        part = TomlFile(self.source)
        part._root = root if root is not None else _empty(self.name)
        part._composed = True
        return part

    def keys(self, *path: str) -> tuple[str, ...]:
        """The keys of the table at `path`, in order; none when there is no table."""
        table = self.table(*path).root
        return tuple(name.value for name, _ in table.value) if _is_table(table) else ()


def _is_table(node: Node | None) -> TypeGuard[MappingNode]:
    return isinstance(node, MappingNode)


def _empty(name: str) -> MappingNode:
    mark = yaml.Mark(name, 0, 0, 0, None, 0)
    return MappingNode(f"{_TAG}map", [], mark, mark)


def _check(source: Source) -> None:
    """Raises `UnusableInputError` when the text is no TOML."""
    try:
        tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        said = _SAID.fullmatch(str(error))
        message, line, column = (said[1], int(said[2]), int(said[3])) if said else (str(error), 0, 0)
        raise UnusableInputError(
            [Problem(source.name, line, column, "toml", f"this is not TOML: {one_line(message)}")]
        ) from None
    except RecursionError:
        raise _too_deep(source.name) from None
    except ValueError as error:  # a number or a date beyond what Python has
        message = f"this is not TOML: {one_line(str(error))}"
        raise UnusableInputError([Problem(source.name, 0, 0, "toml", message)]) from None


def _too_deep(name: str, line: int = 0, column: int = 0) -> UnusableInputError:
    return UnusableInputError([Problem(name, line, column, "toml", "the file nests too deeply; flatten it")])


class _Walk:
    """The way through a text that is known to be TOML."""

    def __init__(self, source: Source) -> None:
        self._name = source.name
        self._text = source.text
        self._at = 0
        self._known: dict[int, dict[str, Node]] = {}  # the entries of each table, by the table's identity
        self._line_starts = [0, *(found.end() for found in re.finditer("\n", source.text))]

    def tree(self) -> MappingNode:
        root = table = self._mapping()
        while self._skip():
            if self._text[self._at] == "[":
                table = self._header(root)
            else:
                self._entry(table, 0)
        return root

    # --- nodes -------------------------------------------------------------------------------------------

    def _mark(self) -> yaml.Mark:
        from bisect import bisect_right

        line = bisect_right(self._line_starts, self._at) - 1
        return yaml.Mark(self._name, self._at, line, self._at - self._line_starts[line], None, 0)

    def _mapping(self) -> MappingNode:
        mark = self._mark()
        table = MappingNode(f"{_TAG}map", [], mark, mark)
        self._known[id(table)] = {}
        return table

    def _found(self, table: MappingNode, key: str) -> Node | None:
        return self._known[id(table)].get(key)

    def _enter(self, table: MappingNode, key: str, value: Node) -> None:
        table.value.append((self._key_node(key), value))
        self._known[id(table)][key] = value

    def _key_node(self, key: str) -> ScalarNode:
        mark = self._mark()
        return ScalarNode(f"{_TAG}str", key, mark, mark, '"')

    # --- tables ------------------------------------------------------------------------------------------

    def _skip(self) -> bool:
        """Go past blanks, line ends and comments; whether anything is left."""
        found = _BLANK.match(self._text, self._at)
        assert found is not None
        self._at = found.end()
        return self._at < len(self._text)

    def _header(self, root: MappingNode) -> MappingNode:
        """The table that a header opens."""
        of_many = self._text.startswith("[[", self._at)
        self._at += 2 if of_many else 1
        self._skip()
        *outer, last = self._key()
        table = self._within(root, outer)
        known = self._found(table, last)
        if of_many:
            one = self._mapping()
            if isinstance(known, SequenceNode):
                known.value.append(one)
            else:
                mark = self._mark()
                self._enter(table, last, SequenceNode(f"{_TAG}seq", [one], mark, mark))
            table = one
        else:
            table = self._within(table, [last])
        self._at = self._text.index("]", self._after_key()) + (2 if of_many else 1)
        return table

    def _after_key(self) -> int:
        found = _KEY.match(self._text, self._at)
        return found.end() if found is not None else self._at

    def _key(self) -> list[str]:
        """The parts of the key that stands here; the place stays before it."""
        written = self._text[self._at : self._after_key()]
        value: Any = tomllib.loads(f"{written} = 0")
        parts: list[str] = []
        while isinstance(value, dict):
            ((part, value),) = value.items()
            parts.append(part)
        return parts

    def _within(self, table: MappingNode, keys: list[str]) -> MappingNode:
        """The table at `keys` below `table`, made where there is none yet; of many tables the last."""
        if len(keys) > _MAXIMUM_DEPTH:
            raise self._deep()
        for key in keys:
            inner = self._found(table, key)
            if isinstance(inner, SequenceNode):
                inner = inner.value[-1]
            if not isinstance(inner, MappingNode):
                inner = self._mapping()
                self._enter(table, key, inner)
            table = inner
        return table

    def _entry(self, table: MappingNode, depth: int) -> None:
        """A key and its value, into `table`."""
        *outer, last = self._key()
        table = self._within(table, outer)
        key = self._key_node(last)
        self._at = self._text.index("=", self._after_key()) + 1
        self._skip()
        value = self._value(depth + 1)
        table.value.append((key, value))
        self._known[id(table)][last] = value

    # --- values ------------------------------------------------------------------------------------------

    def _value(self, depth: int) -> Node:
        if depth > _MAXIMUM_DEPTH:
            raise self._deep()
        match self._text[self._at]:
            case "[":
                return self._list(depth)
            case "{":
                return self._inline(depth)
            case "'" | '"':
                return self._scalar(_TEXT)
            case _:
                return self._scalar(_OTHER)

    def _list(self, depth: int) -> SequenceNode:
        mark = self._mark()
        values: list[Node] = []
        self._at += 1
        while self._next("]"):
            values.append(self._value(depth + 1))
        return SequenceNode(f"{_TAG}seq", values, mark, mark)

    def _inline(self, depth: int) -> MappingNode:
        table = self._mapping()
        self._at += 1
        while self._next("}"):
            self._entry(table, depth)
        return table

    def _next(self, end: str) -> bool:
        """Go to the next value of a list or an inline table; False, and behind its end, when there is none."""
        self._skip()
        if self._text[self._at] == ",":
            self._at += 1
            self._skip()
        if self._text[self._at] == end:
            self._at += 1
            return False
        return True

    def _scalar(self, pattern: re.Pattern[str]) -> ScalarNode:
        mark = self._mark()
        found = pattern.match(self._text, self._at)
        assert found is not None
        self._at = found.end()
        value: Any = tomllib.loads(f"v = {found.group()}")["v"]
        if isinstance(value, str):
            return ScalarNode(f"{_TAG}str", value, mark, mark, '"')
        if isinstance(value, bool):
            return ScalarNode(UNRESOLVED, str(value).lower(), mark, mark)
        if isinstance(value, int | float):
            return ScalarNode(UNRESOLVED, str(value), mark, mark)
        return ScalarNode(UNRESOLVED, found.group(), mark, mark)

    def _deep(self) -> UnusableInputError:
        mark = self._mark()
        return _too_deep(self._name, mark.line + 1, mark.column + 1)
