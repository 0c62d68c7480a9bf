"""JSON and JSON lines as people and programs write them: LF alone ends a line, each value keeps its line."""

import json
import math
from typing import Any

import msgspec

from ..problems import Problem, UnusableInputError, one_line
from .files import Source


class JsonLine(msgspec.Struct, frozen=True):
    """A JSON value and the line (counted from 1) it stands in."""

    line: int
    value: Any


class _RefusedError(ValueError):
    """A JSON text that the standard allows and we do not: a key twice, a number that is none."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise _RefusedError(f"the key {json.dumps(key)} stands twice in one object")
        result[key] = value
    return result


def _constant(word: str) -> Any:
    raise _RefusedError(f"{word} is no JSON number")


def _real(written: str) -> float:
    value = float(written)
    if math.isinf(value):
        raise _RefusedError(f"the number {one_line(written, 40)} is beyond all measure")
    return value


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_float=_real)


def parse_json(text: str) -> Any:
    """The JSON value in `text`. Raises `ValueError` whose text says what is wrong: no JSON, a key twice in an
    object, NaN or Infinity, nesting or numbers beyond measure."""
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"{error.msg} at line {error.lineno}, column {error.colno}") from None
    except _RefusedError:
        raise
    except RecursionError:
        raise ValueError("the value nests too deeply") from None
    except ValueError:  # an integer with more digits than Python reads
        raise ValueError("a number is too long") from None


def read_json(source: Source) -> Any:
    """The one JSON value in `source`; `UnusableInputError` when it is none."""
    try:
        return parse_json(source.text)
    except ValueError as error:
        message = f"this is not JSON: {one_line(str(error))}"
        raise UnusableInputError([Problem(source.name, 0, 0, "json", message)]) from None


def read_json_lines(source: Source) -> list[JsonLine]:
    """The JSON values of `source`, one a line; blank lines are passed over. `UnusableInputError` lists every
    line that is not JSON."""
    values: list[JsonLine] = []
    problems: list[Problem] = []
    for number, line in enumerate(source.text.split("\n"), 1):
        stripped = line.strip(" \t\r")
        if not stripped:
            continue
        try:
            values.append(JsonLine(number, parse_json(stripped)))
        except ValueError as error:
            problems.append(
                Problem(source.name, number, 1, "json", f"this line is not JSON: {one_line(str(error))}")
            )
    if problems:
        raise UnusableInputError(problems)
    return values
