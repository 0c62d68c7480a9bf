r"""Fields that refer to a numbered paragraph, and whether what they show is still its number.

Word writes the number of the paragraph that a bookmark stands in: `\w` the complete one (`1.2(c)`), `\n` only what
the paragraph itself prints (`(c)`), `\r` as much as is needed from where the field stands. The file keeps the text
that was current when the fields were last brought up to date; a reference whose text differs from the number today
is stale.
"""

import re

import msgspec

from .numbering import Number

_TOKEN = re.compile(r'"[^"]*"|\S+')
_NUMBER_SWITCHES = frozenset(("\\r", "\\n", "\\w"))
_WORDS_BEFORE = re.compile(r"^(?:[^\W\d_]{2,}\.?\s+|§\s*)+(?=\S)")
_POSITION = re.compile(r"\s+(?:above|below)$", re.IGNORECASE)
# What Word writes for a paragraph without a number.
UNNUMBERED = "0"


class Instruction(msgspec.Struct, frozen=True):
    """What a field was told: its name in capitals, its first argument (the bookmark, also of a field that is nothing
    but a bookmark's name), its switches in small letters."""

    name: str
    argument: str
    switches: frozenset[str]

    @property
    def target(self) -> str | None:
        """The bookmark whose text or number the field shows; None when it is another field."""
        if self.name == "REF":
            return self.argument or None
        return self.argument if self.name.startswith("_REF") else None

    @property
    def wants_number(self) -> bool:
        """Whether it shows a paragraph's number, not a text."""
        return bool(self.switches & _NUMBER_SWITCHES)


def instruction_of(written: str) -> Instruction:
    """The instruction of a field as the file has it."""
    tokens = [token.strip('"') for token in _TOKEN.findall(written[:2000])]
    if not tokens:
        return Instruction("", "", frozenset())
    name = tokens[0].upper()
    switches = frozenset(token.lower() for token in tokens[1:] if token.startswith("\\"))
    arguments = [token for token in tokens[1:] if not token.startswith("\\")]
    if name.startswith("_REF"):
        return Instruction(name, tokens[0], switches)
    return Instruction(name, arguments[0] if arguments else "", switches)


def number_shown(instruction: Instruction, target: Number | None, here: Number | None, shown: str) -> str:
    r"""The number that the field would show today. `here` is the number of the paragraph that the field stands in.
    Which part of a number Word leaves out with `\r` also depends on settings it does not keep; so when `shown` is
    the complete or the relative number, it is taken to be current."""
    if target is None or not target.steps:
        return UNNUMBERED
    texts = [step.text for step in target.steps]
    if "\\t" in instruction.switches:
        texts = [_WORDS_BEFORE.sub("", text) for text in texts]
    complete, own, relative = _joined(texts), _joined(texts[-1:]), _joined(texts[_shared(target, here) :])
    if "\\w" in instruction.switches:
        wanted, current = complete, [complete]
    elif "\\n" in instruction.switches:
        wanted, current = own, [own]
    else:
        wanted, current = relative, [relative, complete, own]
    bare = _POSITION.sub("", shown.strip())
    return shown if bare.rstrip(".") in {one.rstrip(".") for one in current} else wanted


def _shared(target: Number, here: Number | None) -> int:
    """How many of the outer steps of `target` its reader, standing at `here`, knows already."""
    if here is None or here.definition != target.definition:
        return 0
    shared = 0
    for one, other in zip(target.steps[:-1], here.steps, strict=False):
        if one != other:
            break
        shared += 1
    return shared


def _joined(texts: list[str]) -> str:
    """Labels in a row: `1.` and `(a)` as `1(a)`, `1.` and `a.` as `1.a`."""
    joined = ""
    for text in texts:
        if joined.endswith(".") and text[:1] and not text[0].isalnum():
            joined = joined.rstrip(".")
        joined += text.strip()
    return joined.rstrip(".")


__all__ = ["UNNUMBERED", "Instruction", "instruction_of", "number_shown"]
