"""The authority file: what the client will and will not accept, in patterns (`playbook.authority.v1`).

The critic cannot know a client's limits, so the client says them. A pattern is literal text, compared as
everything is: lower-cased, white space collapsed, anywhere in the proposed language. A rule may ask for more
(`match: words` or `numbers`, `negation_guard`), and without that asks for nothing more.
"""

import os
from typing import Literal

import msgspec

from ..paper.citations import Citation, parse_citation
from ..paper.firewall import Firewall
from ..problems import Problem, UnusableInputError, shown
from ..sources.decoding import decode
from ..sources.files import Source
from ..sources.yamltree import YamlFile
from ..text import normalize_text
from .record import ClientRecord

SCHEMA = "playbook.authority.v1"


class Limit(msgspec.Struct, frozen=True, kw_only=True):
    """A non-negotiable: language that matches one of the (normalized) `patterns` concedes it.

    `applies_to` is None where it applies everywhere. `words`: no match inside a longer word or number; `numbers`: that,
    and equal numbers match however they are written.
    `negation_guard`: no match that a negator ahead of it in its sentence turns around.
    """

    id: str
    says: str
    patterns: tuple[str, ...]
    applies_to: tuple[Citation, ...] | None = None
    words: bool = False
    numbers: bool = False
    negation_guard: bool = False
    severity: Literal["critical", "advisory"] = "critical"


class Fallback(msgspec.Struct, frozen=True, kw_only=True):
    """Language the client has approved. Matching it is noted on the item and excuses nothing."""

    id: str
    says: str
    patterns: tuple[str, ...]
    applies_to: tuple[Citation, ...] | None = None
    words: bool = False
    numbers: bool = False
    negation_guard: bool = False


class Authority(msgspec.Struct, frozen=True, kw_only=True):
    """What an authority file says. `matter_place` is where it names its matter."""

    sha256: str
    source: str
    matter_id: str
    matter_place: Problem
    limits: tuple[Limit, ...]
    fallbacks: tuple[Fallback, ...]

    @property
    def rules(self) -> tuple[Limit | Fallback, ...]:
        """Every rule of the file, in its order."""
        return (*self.limits, *self.fallbacks)

    def check_matter(self, record: ClientRecord) -> None:
        """Raises `CriticError` when the file is for another matter than the one the record declares."""
        if self.matter_id and record.declared_id is not None and self.matter_id != record.declared_id:
            place = self.matter_place
            message = (
                f"this file is for the matter {shown(self.matter_id)}, and the record is {shown(record.id)}"
            )
            raise UnusableInputError([Problem(place.path, place.line, place.column, "matter-id", message)])


# --- the file ----------------------------------------------------------------------------------------------


class _Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    description: str = ""
    applies_to: tuple[str, ...] | None = None
    match: Literal["text", "words", "numbers"] = "text"
    negation_guard: bool = False


class _NonNegotiable(_Rule, frozen=True, forbid_unknown_fields=True, kw_only=True):
    prohibited_patterns: tuple[str, ...]
    severity: Literal["critical", "advisory"] = "critical"
    message: str = ""


class _ApprovedFallback(_Rule, frozen=True, forbid_unknown_fields=True, kw_only=True):
    permitted_patterns: tuple[str, ...]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    schema_version: str
    matter_id: str = ""
    source: str = ""
    non_negotiables: tuple[_NonNegotiable, ...] = ()
    approved_fallbacks: tuple[_ApprovedFallback, ...] = ()


def load_authority(path: str | os.PathLike[str], wall: Firewall | None = None) -> Authority:
    """The authority file at `path`.

    Raises `CriticError` with everything that is wrong in it, each with its line, and `AnswerKeyError` when the
    path or the content is an answer key. `wall` is the firewall of the whole review, if there is one.
    """
    admitted = (wall if wall is not None else Firewall()).admit(path)
    return read_authority(admitted.read())


def read_authority(source: Source) -> Authority:
    """The authority file in `source`; see `load_authority`."""
    file = YamlFile(source)
    file.drop_keys("x-")
    written = decode(file, _File)
    problems = _Checks(file).all(written)
    if problems:
        raise UnusableInputError(sorted(problems))
    return Authority(
        sha256=source.sha256,
        source=written.source,
        matter_id=written.matter_id.strip(),
        matter_place=file.problem("matter-id", "", "matter_id"),
        limits=tuple(
            Limit(
                id=rule.id,
                says=rule.message or rule.description,
                patterns=_patterns(rule.prohibited_patterns),
                applies_to=_scope(rule),
                words=rule.match != "text",
                numbers=rule.match == "numbers",
                negation_guard=rule.negation_guard,
                severity=rule.severity,
            )
            for rule in written.non_negotiables
        ),
        fallbacks=tuple(
            Fallback(
                id=rule.id,
                says=rule.description,
                patterns=_patterns(rule.permitted_patterns),
                applies_to=_scope(rule),
                words=rule.match != "text",
                numbers=rule.match == "numbers",
                negation_guard=rule.negation_guard,
            )
            for rule in written.approved_fallbacks
        ),
    )


def _patterns(written: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(normalize_text(pattern) for pattern in written))


def _scope(rule: _Rule) -> tuple[Citation, ...] | None:
    if rule.applies_to is None:
        return None
    cited = (parse_citation(text) for text in rule.applies_to)
    return tuple(dict.fromkeys(citation for citation in cited if citation is not None))


class _Checks:
    """What the schema cannot say of an authority file."""

    def __init__(self, file: YamlFile) -> None:
        self._file = file
        self._problems: list[Problem] = []
        self._ids: set[str] = set()

    def all(self, written: _File) -> list[Problem]:
        if written.schema_version != SCHEMA:
            self._note(
                "schema", f"{shown(written.schema_version)} stands here; {SCHEMA} is needed", "schema_version"
            )
        if not written.non_negotiables and not written.approved_fallbacks:
            self._note("empty", "the file has no rule; name a non-negotiable or an approved fallback")
        for index, limit in enumerate(written.non_negotiables):
            self._rule(limit, limit.prohibited_patterns, ("non_negotiables", index), "prohibited_patterns")
        for index, fallback in enumerate(written.approved_fallbacks):
            self._rule(
                fallback, fallback.permitted_patterns, ("approved_fallbacks", index), "permitted_patterns"
            )
        return self._problems

    def _note(self, rule: str, message: str, *place: str | int) -> None:
        self._problems.append(self._file.problem(rule, message, *place))

    def _rule(self, rule: _Rule, patterns: tuple[str, ...], place: tuple[str, int], key: str) -> None:
        if not rule.id.strip():
            self._note("empty", "the id is blank; name the rule", *place, "id")
        elif rule.id in self._ids:
            self._note("duplicate-id", f"the id {shown(rule.id)} is used twice", *place, "id")
        self._ids.add(rule.id)
        if not patterns:
            self._note(
                "empty", "the list is empty, so that the rule can never fire; give a pattern", *place, key
            )
        for at, pattern in enumerate(patterns):
            if not normalize_text(pattern):
                message = "the pattern is blank and would match everything; write the language"
                self._note("empty", message, *place, key, at)
        if rule.applies_to is not None:
            self._applies_to(rule.applies_to, place)

    def _applies_to(self, applies_to: tuple[str, ...], place: tuple[str, int]) -> None:
        if not applies_to:
            message = "the list is empty, so that the rule applies nowhere; leave the key out to apply it everywhere"
            self._note("empty", message, *place, "applies_to")
        for at, text in enumerate(applies_to):
            if parse_citation(text) is None:
                message = f"{shown(text)} is no citation; write one, for instance dpa §5.1"
                self._note("citation", message, *place, "applies_to", at)
