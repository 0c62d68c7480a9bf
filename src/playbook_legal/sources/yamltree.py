"""A YAML file as a tree of nodes with positions.

The tree is composed by libyaml without resolving plain scalars: what `no`, `1:30` or `2024-01-05` mean is
decided by the type that the place wants (see `decoding`), so that nothing is silently turned into a truth
value or a number, and duplicate keys stay visible.
"""

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ..problems import Problem, UnusableInputError, one_line
from .files import Source

try:
    from yaml.cyaml import CParser as _Parser  # type: ignore[attr-defined]
except ImportError:  # PyYAML without libyaml: slower, same tree
    from yaml.composer import Composer
    from yaml.parser import Parser
    from yaml.reader import Reader
    from yaml.scanner import Scanner

    class _Parser(Reader, Scanner, Parser, Composer):  # type: ignore[no-redef]
        def __init__(self, stream: str) -> None:
            Reader.__init__(self, stream)
            Scanner.__init__(self)
            Parser.__init__(self)
            Composer.__init__(self)


UNRESOLVED = "?"

# Far above any matter; below what the parsers' recursion and a walk over aliases can bear.
_MAXIMUM_DEPTH = 60
_MAXIMUM_NODES = 500_000


class _Composer(_Parser):
    def resolve(self, *_: object) -> str:
        return UNRESOLVED

    def descend_resolver(self, *_: object) -> None:
        """Nothing to resolve."""

    def ascend_resolver(self) -> None:
        """Nothing to resolve."""


class YamlFile:
    """A YAML text, composed when first needed.

    `name` is how messages call the file. `root` is None for an empty file. Raises `UnusableInputError` when
    the text is no YAML, holds several documents, nests beyond measure or refers to itself.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.name = source.name
        self._root: Node | None = None
        self._composed = False

    @property
    def root(self) -> Node | None:
        """The tree, composed on first use."""
        if not self._composed:
            self._root = _compose(self.source)
            self._composed = True
        return self._root

    def forget(self) -> None:
        """Let go of the tree; it is composed again when a place is asked for."""
        self._root, self._composed = None, False

    def drop_keys(self, prefix: str) -> None:
        """Take every entry whose key begins with `prefix` out of the tree, at any depth: its owner's affair."""
        stack = [] if self.root is None else [self.root]
        while stack:
            node = stack.pop()
            if isinstance(node, SequenceNode):
                stack.extend(node.value)
            elif isinstance(node, MappingNode):
                node.value = [pair for pair in node.value if not _begins(pair[0], prefix)]
                stack.extend(value for _, value in node.value)

    def place(self, *path: str | int) -> tuple[int, int]:
        """Line and column of the value at `path` (keys and indices), or of the nearest thing around it."""
        node = self.root
        if node is None:
            return 1, 1
        for step in path:
            inner = _child(node, step)
            if inner is None:
                break
            node = inner
        return position(node)

    def problem(self, rule: str, message: str, *path: str | int) -> Problem:
        """A problem at the value at `path`."""
        line, column = self.place(*path)
        return Problem(self.name, line, column, rule, message)


def _begins(key: Node, prefix: str) -> bool:
    return isinstance(key, ScalarNode) and key.value.startswith(prefix)


def position(node: Node) -> tuple[int, int]:
    """Line and column of `node`, counted from 1."""
    return node.start_mark.line + 1, node.start_mark.column + 1


def _child(node: Node, step: str | int) -> Node | None:
    if isinstance(node, MappingNode) and isinstance(step, str):
        return next((value for key, value in node.value if key.value == step), None)
    if isinstance(node, SequenceNode) and isinstance(step, int) and 0 <= step < len(node.value):
        inner: Node = node.value[step]
        return inner
    return None


def _compose(source: Source) -> Node | None:
    try:
        root: Node | None = _Composer(source.text).get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark is not None else (0, 0)
        said = " ".join(part for part in (error.context, error.problem) if part)
        raise UnusableInputError(
            [Problem(source.name, line, column, "yaml", f"this is not YAML: {one_line(said)}")]
        ) from None
    except yaml.reader.ReaderError as error:
        code = ord_of(error.character)
        at = max(source.text.find(chr(code)), 0)  # libyaml counts bytes
        line, column = source.text.count("\n", 0, at) + 1, at - source.text.rfind("\n", 0, at)
        message = f"character U+{code:04X} cannot stand in a YAML file"
        raise UnusableInputError([Problem(source.name, line, column, "yaml", message)]) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        message = f"this is not YAML: {one_line(str(error))}"
        raise UnusableInputError([Problem(source.name, 0, 0, "yaml", message)]) from None
    if root is not None:
        _check_size(root, source.name)
    return root


def ord_of(character: object) -> int:
    """Code point of what PyYAML reports as a character: an int, a one-character text or bytes."""
    if isinstance(character, int):
        return character
    if isinstance(character, str) and len(character) == 1:
        return ord(character)
    return 0xFFFD


def _check_size(root: Node, name: str) -> None:
    """Refuse trees that a walk could not bear: aliases that refer to themselves or multiply, deep nesting."""
    level = [root] if not isinstance(root, ScalarNode) else []
    depth = seen = 0
    while level:
        depth += 1
        inner: list[Node] = []
        for node in level:
            seen += len(node.value)  # an alias costs what it stands for, each time
            if depth > _MAXIMUM_DEPTH or seen > _MAXIMUM_NODES:
                line, column = position(node)
                what = "nests too deeply" if depth > _MAXIMUM_DEPTH else "repeats itself beyond measure"
                message = f"the file {what} (an alias that contains itself?); write it out plainly"
                raise UnusableInputError([Problem(name, line, column, "yaml", message)])
            if type(node) is SequenceNode:
                inner += [one for one in node.value if type(one) is not ScalarNode]
            else:
                for pair in node.value:
                    inner += [one for one in pair if type(one) is not ScalarNode]
        level = inner
