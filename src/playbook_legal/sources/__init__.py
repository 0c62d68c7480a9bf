"""Reading what people wrote: text, YAML with positions, JSON lines. Nothing else in the package opens a file
to read it."""

from .decoding import decode
from .files import Source, decode_source, lines_of, read_bytes, read_source
from .jsonl import JsonLine, parse_json, read_json, read_json_lines
from .yamltree import YamlFile

__all__ = [
    "JsonLine",
    "Source",
    "YamlFile",
    "decode",
    "decode_source",
    "lines_of",
    "parse_json",
    "read_bytes",
    "read_json",
    "read_json_lines",
    "read_source",
]
