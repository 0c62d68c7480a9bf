"""Repairs of a YAML file by position: what is not touched keeps its comments and layout, byte for byte."""

import json

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ...sources import YamlFile
from ...sources.yamltree import position
from .rule import TextEdit


def node_at(file: YamlFile, *path: str | int) -> Node | None:
    """The node at `path`, or None."""
    node = file.root
    for step in path:
        if isinstance(node, MappingNode) and isinstance(step, str):
            node = next((value for key, value in node.value if key.value == step), None)
        elif isinstance(node, SequenceNode) and isinstance(step, int) and step < len(node.value):
            node = node.value[step]
        else:
            return None
    return node


def quoted(text: str) -> str:
    """`text` as a double-quoted scalar on one line."""
    return json.dumps(text, ensure_ascii=False)


def replaced_scalar(file: YamlFile, text: str, what: str, *path: str | int) -> TextEdit | None:
    """The scalar at `path` written as `text`, in the quotes that it has (double ones where it has none)."""
    node = node_at(file, *path)
    if not isinstance(node, ScalarNode) or node.style in ("|", ">"):
        return None
    if node.style == "'" and "\n" not in text:
        return _edit(file, node, "'" + text.replace("'", "''") + "'", what)
    return _edit(file, node, quoted(text), what)


def quoting(file: YamlFile, line: int, column: int, what: str) -> TextEdit | None:
    """The plain scalar that begins at the place, in double quotes."""
    stack = [] if file.root is None else [file.root]
    while stack:
        node = stack.pop()
        if isinstance(node, SequenceNode):
            stack.extend(node.value)
        elif isinstance(node, MappingNode):
            stack.extend(one for pair in node.value for one in pair)
        elif isinstance(node, ScalarNode) and position(node) == (line, column) and not node.style:
            return _edit(file, node, quoted(node.value), what)
    return None


def inserted_first(file: YamlFile, text: str, what: str, *path: str | int) -> TextEdit | None:
    """`text` (a scalar, ready to stand there) as the first item of the list at `path`."""
    node = node_at(file, *path)
    if not isinstance(node, SequenceNode):
        return None
    source = file.source.text
    if node.flow_style:
        start = node.start_mark.index + 1
        return TextEdit(file.name, start, start, f"{text}, " if node.value else text, what)
    first = node.value[0]
    dash = source.rfind("-", 0, first.start_mark.index)
    indent = " " * (dash - source.rfind("\n", 0, dash) - 1)
    return TextEdit(file.name, dash, dash, f"- {text}{_line_end(source)}{indent}", what)


def inserted_entry(file: YamlFile, key: str, text: str, what: str, *behind: str | int) -> TextEdit | None:
    """The entry `key: text` as a line of its own, behind the entry whose value is the one-line scalar at `behind`."""
    node = node_at(file, *behind)
    mapping = node_at(file, *behind[:-1])
    if not isinstance(node, ScalarNode) or not isinstance(mapping, MappingNode) or mapping.flow_style:
        return None
    if node.start_mark.line != node.end_mark.line:
        return None
    source = file.source.text
    end = source.find("\n", node.end_mark.index)
    end = len(source) if end < 0 else end - (source[end - 1] == "\r")
    column = next(k.start_mark.column for k, value in mapping.value if value is node)
    return TextEdit(file.name, end, end, f"{_line_end(source)}{' ' * column}{key}: {text}", what)


def removed_item(file: YamlFile, what: str, *path: str | int) -> TextEdit | None:
    """The list without its item at `path`; None when nothing would be left of the list, or it cannot be done
    without a look at what stands around it."""
    node, around = node_at(file, *path), node_at(file, *path[:-1])
    at = path[-1]
    if (
        node is None
        or not isinstance(around, SequenceNode)
        or not isinstance(at, int)
        or len(around.value) < 2
    ):
        return None
    source = file.source.text
    if around.flow_style:
        if at + 1 < len(around.value):
            start, end = node.start_mark.index, around.value[at + 1].start_mark.index
        else:
            start, end = around.value[at - 1].end_mark.index, node.end_mark.index
        between = source[start:end].replace(source[node.start_mark.index : node.end_mark.index], "")
        return None if "#" in between else TextEdit(file.name, start, end, "", what)
    return _removed_lines(file, source.rfind("-", 0, node.start_mark.index), node, what)


def removed_entry(file: YamlFile, what: str, *path: str | int) -> TextEdit | None:
    """The mapping without the entry at `path`, when it has its line to itself."""
    node, around = node_at(file, *path), node_at(file, *path[:-1])
    if not isinstance(node, ScalarNode) or not isinstance(around, MappingNode) or around.flow_style:
        return None
    key = next(key for key, value in around.value if value is node)
    return _removed_lines(file, key.start_mark.index, node, what) if len(around.value) > 1 else None


def _removed_lines(file: YamlFile, first: int, node: Node, what: str) -> TextEdit | None:
    """The line of a one-line item or entry that begins at `first`, taken out."""
    source = file.source.text
    start = source.rfind("\n", 0, first) + 1
    end = source.find("\n", node.end_mark.index)
    end = len(source) if end < 0 else end + 1
    alone = not source[start:first].strip() and not source[node.end_mark.index : end].strip()
    one_line = "\n" not in source[first : node.end_mark.index].rstrip()
    return TextEdit(file.name, start, end, "", what) if alone and one_line else None


def _edit(file: YamlFile, node: Node, text: str, what: str) -> TextEdit:
    return TextEdit(file.name, node.start_mark.index, node.end_mark.index, text, what)


def _line_end(source: str) -> str:
    return "\r\n" if "\r\n" in source else "\n"
