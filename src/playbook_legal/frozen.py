"""JSON values that can be handed out and shared: they look like dicts and lists, and cannot be changed.

Observations share what does not change between steps and episodes. A caller may keep them, compare them and
pass them to `json.dumps` as they are; an attempt to change one raises `TypeError`. `copy.copy`,
`copy.deepcopy`, `|` and `list(...)` give ordinary, changeable values.
"""

from copy import deepcopy
from typing import Any, NoReturn, Self


def _refuse(*_: object, **__: object) -> NoReturn:
    raise TypeError("this value is shared between observations and is read-only; copy it to change it")


class FrozenDict(dict[str, Any]):
    """A JSON object that nobody can change."""

    __slots__ = ()

    __setitem__ = __delitem__ = clear = pop = popitem = setdefault = update = __ior__ = _refuse

    def copy(self) -> dict[str, Any]:
        """A changeable, shallow copy."""
        return dict(self)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> dict[str, Any]:
        return {key: deepcopy(value, memo) for key, value in self.items()}

    def __reduce__(self) -> tuple[type[Self], tuple[dict[str, Any]]]:
        return type(self), (dict(self),)


class FrozenList(list[Any]):
    """A JSON array that nobody can change."""

    __slots__ = ()

    __setitem__ = __delitem__ = __iadd__ = __imul__ = append = clear = extend = insert = _refuse
    pop = remove = reverse = sort = _refuse

    def copy(self) -> list[Any]:
        """A changeable, shallow copy."""
        return list(self)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> list[Any]:
        return [deepcopy(value, memo) for value in self]

    def __reduce__(self) -> tuple[type[Self], tuple[list[Any]]]:
        return type(self), (list(self),)


def freeze(value: Any) -> Any:
    """`value` with every dict and list in it replaced by its read-only twin; other values as they are."""
    if isinstance(value, FrozenDict | FrozenList):
        return value
    if isinstance(value, dict):
        return FrozenDict({key: freeze(inner) for key, inner in value.items()})
    if isinstance(value, list | tuple):
        return FrozenList([freeze(inner) for inner in value])
    return value
