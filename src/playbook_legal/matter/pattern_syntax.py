"""What a pattern is made of: how RE2 writes it, and how a backtracking engine would fare with it.

Patterns are parsed by Python's own parser. From the tree come three answers: the pattern in RE2's writing, exact
or, where it holds what RE2 lacks (look-around, back-references, repeats beyond a thousand), widened so that it
matches wherever the original does; a bound on the ways a backtracking engine may try it from one start; and
whether a part of it runs over sentence ends without bound.
"""

from re import _constants as _sre  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

# RE2 takes no repetition beyond this, and no nested ones that multiply to more.
_RE2_REPEATS = 1000
_REPEATS = (_sre.MAX_REPEAT, _sre.MIN_REPEAT, _sre.POSSESSIVE_REPEAT)
_LOOK_AROUND = (_sre.ASSERT, _sre.ASSERT_NOT)

# What a class means to RE2 as it stands, and what it may mean to Python, whose classes know all scripts.
_EXACT = {
    _sre.CATEGORY_DIGIT: r"\d",
    _sre.CATEGORY_NOT_DIGIT: r"\D",
    _sre.CATEGORY_SPACE: r"\s",
    _sre.CATEGORY_NOT_SPACE: r"\S",
    _sre.CATEGORY_WORD: r"\w",
    _sre.CATEGORY_NOT_WORD: r"\W",
}
_ANYTHING = r"\x{0}-\x{10FFFF}"
_WIDE = {
    _sre.CATEGORY_DIGIT: r"\p{Nd}",
    _sre.CATEGORY_SPACE: r"\s\x{0B}\x{1C}-\x{1F}\x{85}\p{Z}",
    _sre.CATEGORY_WORD: r"\pL\pN_",
}
_EXACT_PLACES = {
    _sre.AT_BEGINNING: r"\A",
    _sre.AT_BEGINNING_STRING: r"\A",
    _sre.AT_END: r"\z",
    _sre.AT_END_STRING: r"\z",
    _sre.AT_BOUNDARY: r"\b",
    _sre.AT_NON_BOUNDARY: r"\B",
}


def parsed(pattern: str) -> Any:
    """The tree of `pattern`; raises what `re.compile` raises when it is none."""
    return _parser.parse(pattern)


def needs_backtracking(tree: Any) -> bool:
    """Whether the tree holds what RE2 cannot do exactly."""
    for operator, argument in tree:
        if operator in (*_LOOK_AROUND, _sre.GROUPREF, _sre.GROUPREF_EXISTS, _sre.ATOMIC_GROUP):
            return True
        if operator is _sre.POSSESSIVE_REPEAT:
            return True
        if operator in _REPEATS and (
            argument[0] > _RE2_REPEATS or _RE2_REPEATS < argument[1] < _sre.MAXREPEAT
        ):
            return True
        if any(map(needs_backtracking, _inside(operator, argument))):
            return True
    return False


def _inside(operator: Any, argument: Any) -> list[Any]:
    """The trees inside an item."""
    if operator in _REPEATS:
        return [argument[2]]
    if operator is _sre.BRANCH:
        return list(argument[1])
    if operator is _sre.SUBPATTERN:
        return [argument[-1]]
    if operator is _sre.ATOMIC_GROUP:
        return [argument]
    if operator in _LOOK_AROUND:
        return [argument[1]]
    if operator is _sre.GROUPREF_EXISTS:
        return [branch for branch in argument[1:] if branch is not None]
    return []


# --- in RE2's writing ------------------------------------------------------------------------------------


def for_re2(tree: Any, *, exact: bool) -> str:
    """The tree in RE2's writing. Not `exact`: widened, so that it matches wherever the original does."""
    return "".join(_written(operator, argument, exact=exact) for operator, argument in tree)


def _written(operator: Any, argument: Any, *, exact: bool) -> str:
    if operator is _sre.LITERAL:
        return _character(argument)
    if operator is _sre.NOT_LITERAL:
        return f"[^{_character(argument)}]"
    if operator is _sre.ANY:
        return "."
    if operator is _sre.IN:
        return _class(argument, exact=exact)
    if operator is _sre.AT:
        return _EXACT_PLACES[argument] if exact else ""
    if operator in _REPEATS:
        least, most, body = argument
        lazy = "?" if operator is _sre.MIN_REPEAT else ""
        return f"(?:{for_re2(body, exact=exact)}){_counted(least, most)}{lazy}"
    if operator is _sre.GROUPREF:
        return "(?s:.*)"
    if operator in _LOOK_AROUND:
        return ""
    return f"(?:{'|'.join(for_re2(part, exact=exact) for part in _inside(operator, argument))})"


def _character(code: int) -> str:
    return f"\\x{{{code:X}}}"


def _counted(least: int, most: Any) -> str:
    if least > _RE2_REPEATS or (most is not _sre.MAXREPEAT and most > _RE2_REPEATS):
        return f"{{{min(least, _RE2_REPEATS)},}}"
    return f"{{{least},}}" if most is _sre.MAXREPEAT else f"{{{least},{most}}}"


def _class(items: list[tuple[Any, Any]], *, exact: bool) -> str:
    negated = items[0][0] is _sre.NEGATE
    parts: list[str] = []
    for operator, argument in items[negated:]:
        if operator is _sre.LITERAL:
            parts.append(_character(argument))
        elif operator is _sre.RANGE:
            parts.append(f"{_character(argument[0])}-{_character(argument[1])}")
        elif exact:
            parts.append(_EXACT[argument])
        elif negated:
            # What is taken out must not be too much: RE2's own classes, which know fewer characters.
            parts.append(_EXACT[argument])
        else:
            parts.append(_WIDE.get(argument, _ANYTHING))
    return f"[{'^' if negated else ''}{''.join(parts)}]"


# --- how a backtracking engine fares ---------------------------------------------------------------------

# The characters by which classes are told apart; what lies outside is in both or neither of them often enough.
_SAMPLE = frozenset(map(chr, range(128)))
_WORD = frozenset(c for c in _SAMPLE if c.isalnum() or c == "_")
_MEANING = {
    _sre.CATEGORY_DIGIT: frozenset("0123456789"),
    _sre.CATEGORY_SPACE: frozenset(c for c in _SAMPLE if c.isspace()),
    _sre.CATEGORY_WORD: _WORD,
    _sre.CATEGORY_NOT_DIGIT: _SAMPLE - frozenset("0123456789"),
    _sre.CATEGORY_NOT_SPACE: frozenset(c for c in _SAMPLE if not c.isspace()),
    _sre.CATEGORY_NOT_WORD: _SAMPLE - _WORD,
}


def ways(tree: Any, reach: int, most: int) -> int:
    """A bound on the ways a backtracking engine may try the tree from one start in a text of `reach` characters;
    more than `most` is reported as `most + 1`."""
    return min(_ways(list(tree), _SAMPLE, reach, most), most + 1)


def _ways(items: list[tuple[Any, Any]], after: frozenset[str], reach: int, most: int) -> int:
    """`after` are the characters that may follow the items."""
    total = 1
    for at, (operator, argument) in enumerate(items):
        following = _first(items[at + 1 :], after)
        total *= _item_ways(operator, argument, following, reach, most)
        if total > most:
            return most + 1
    return total


def _item_ways(operator: Any, argument: Any, after: frozenset[str], reach: int, most: int) -> int:
    if operator in _REPEATS:
        least, upto, body = argument
        count = min(int(upto), reach)
        first = _first(list(body), frozenset())
        inner = _ways(list(body), after | first, reach, most)
        if len(body) == 1 and body[0][0] in (_sre.LITERAL, _sre.NOT_LITERAL, _sre.ANY, _sre.IN):
            # A run of one class: where it ends is no choice when what follows is of another.
            return 1 if not first & after else count - min(int(least), reach) + 1
        if inner == 1:
            return count - min(int(least), reach) + 1
        return int(inner**count) if count * inner.bit_length() < most.bit_length() * 2 else most + 1
    if operator is _sre.BRANCH:
        branches = [list(branch) for branch in argument[1]]
        firsts = [_first(branch, after) for branch in branches]
        apart = sum(map(len, firsts)) == len(frozenset().union(*firsts))
        each = [_ways(branch, after, reach, most) for branch in branches]
        return max(each) if apart else sum(each)
    if operator in _LOOK_AROUND:
        return _ways(list(argument[1]), _SAMPLE, reach, most)
    product = 1
    for part in _inside(operator, argument):
        product *= _ways(list(part), after, reach, most)
    return product


def _first(items: list[tuple[Any, Any]], after: frozenset[str]) -> frozenset[str]:
    """The characters (of the sample, case folded) that a match of the items may begin with; `after` may follow."""
    found: frozenset[str] = frozenset()
    for operator, argument in items:
        if operator in (_sre.AT, *_LOOK_AROUND):
            continue
        if operator in _REPEATS:
            found |= _first(list(argument[2]), frozenset())
            if argument[0] == 0:
                continue
        elif operator in (_sre.LITERAL, _sre.NOT_LITERAL, _sre.ANY, _sre.IN):
            found |= _characters(operator, argument)
        elif operator is _sre.GROUPREF:
            return _SAMPLE
        else:
            for part in _inside(operator, argument):
                found |= _first(list(part), after)
        return found
    return found | after


def _characters(operator: Any, argument: Any) -> frozenset[str]:
    if operator is _sre.ANY:
        return _SAMPLE
    if operator is _sre.LITERAL:
        return frozenset((chr(argument).lower(), chr(argument).upper())) & _SAMPLE
    if operator is _sre.NOT_LITERAL:
        return _SAMPLE - {chr(argument)}
    members: set[str] = set()
    for kind, what in argument:
        if kind is _sre.LITERAL:
            members |= {chr(what).lower(), chr(what).upper()}
        elif kind is _sre.RANGE:
            low, high = what
            span = [chr(code) for code in range(low, min(high, 127) + 1)]
            members |= {c.lower() for c in span} | {c.upper() for c in span}
        elif kind is _sre.CATEGORY:
            members |= _MEANING[what]
    return frozenset(_SAMPLE - members if argument[0][0] is _sre.NEGATE else _SAMPLE & members)


def reaches_far(tree: Any) -> bool:
    """Whether a part of the tree repeats without bound what does not stop at the end of a sentence, so that finding
    where a match ends may take a look at everything behind it."""
    for operator, argument in tree:
        if (
            operator in _REPEATS
            and argument[1] is _sre.MAXREPEAT
            and any(map(_crosses_sentences, argument[2]))
        ):
            return True
        if any(map(reaches_far, _inside(operator, argument))):
            return True
    return False


def _crosses_sentences(part: tuple[Any, Any]) -> bool:
    operator, argument = part
    if operator is _sre.NOT_LITERAL:
        return bool(argument != ord("."))
    if operator is _sre.IN:
        return argument[0][0] is _sre.NEGATE and (_sre.LITERAL, ord(".")) not in argument
    return operator is _sre.ANY
