"""Everything about a matter that no action changes, made ready once and shared by all of its episodes."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

import msgspec

from ..actions import (
    ACTIONS,
    Action,
    ProposeRedline,
    ReviseIssue,
    ReviseRedline,
    SubmitFinal,
    SubmitIssue,
    action_schemas,
)
from ..frozen import FrozenDict, FrozenList, freeze
from ..matter.package import Matter
from ..paper.citations import Citation
from ..paper.documents import MAXIMUM_HITS
from ..scoring.concepts import Copied, RecordWords
from .protocol import protocol

T = TypeVar("T")
Examinable: TypeAlias = SubmitIssue | ReviseIssue | ProposeRedline | ReviseRedline | SubmitFinal

# Bounds of what is remembered for a matter: a few megabytes.
_MAXIMUM_READINGS = 5_000
_MAXIMUM_SEARCHES = 500
_MAXIMUM_EXAMINED = 1_024
_MEMORABLE = 8_000  # characters of an action

_STAGES: "WeakKeyDictionary[Matter, Stage]" = WeakKeyDictionary()


def stage_of(matter: Matter) -> "Stage":
    """The stage of `matter`, made on first use."""
    stage = _STAGES.get(matter)
    if stage is None:
        stage = _STAGES[matter] = Stage(matter)
    return stage


class Stage:
    """The unchanging parts of a matter's observations and answers, read-only."""

    def __init__(self, matter: Matter) -> None:
        # Everything but the matter itself, so that the stage does not keep its own key alive.
        manifest = matter.manifest
        self.record = matter.record
        self.instrument = matter.rubric.instrument
        self.constraints = manifest.constraints
        self.is_negotiable = matter.is_negotiable
        self.limits = matter.limits
        self._readings: dict[tuple[str, str], Reading | None] = {}
        self._searches: dict[str, FrozenDict] = {}
        self._examined: dict[Examinable, Any] = {}
        self._bounds = {
            kind: tuple((name, most) for name, most in self.limits.characters.items() if name in fields)
            for kind, fields in ((kind, kind.__struct_fields__) for kind in ACTIONS.values())
        }
        self.constant: dict[str, Any] = {
            "matter": freeze(
                {
                    "matter_id": manifest.matter_id,
                    "title": manifest.title,
                    "practice_area": manifest.practice_area,
                    "role": manifest.role,
                    "assignment": manifest.assignment,
                }
            ),
            "documents": freeze(
                [
                    {"id": one.id, "title": one.title, "sections": list(one.tokens)}
                    for one in self.record.documents
                ]
            ),
            "protocol": freeze(protocol(matter)),
            "action_schemas": freeze(action_schemas(negotiable=self.is_negotiable, limits=self.limits)),
        }
        self.public_facts: FrozenDict = freeze(dict(manifest.public_facts))
        self.nothing = FrozenList()
        self.empty = FrozenDict()

    @cached_property
    def _words(self) -> RecordWords | None:
        length = self.instrument.own_words
        return None if length is None else RecordWords(self.record, length)

    @property
    def copied(self) -> Copied | None:
        """Tells copied phrases in an issue or a memo; None where the instrument does not ask."""
        return None if self._words is None else self._words.copied

    def copied_into(self, document_id: str) -> Copied | None:
        """Tells phrases that a redline of `document_id` copied from another document."""
        return None if self._words is None else self._words.copied_from_elsewhere(document_id)

    def reading(self, document_id: str, section: str) -> "Reading | None":
        """The answer to reading a section, or with a blank `section` the whole document, beside the sections that
        it shows; None when there is no such thing. A number used twice gives both texts."""
        key = (document_id, section)
        reading = self._readings.get(key)
        if reading is None:
            reading = self._read(document_id, section)
            if reading is not None and len(self._readings) < _MAXIMUM_READINGS:
                self._readings[key] = reading
        return reading

    def _read(self, document_id: str, section: str) -> "Reading | None":
        document = self.record.document(" ".join(document_id.split()))
        if document is None:
            return None
        if not section or section.isspace():
            shown = dict.fromkeys(place.citation for place in document.sections)
            return _reading_of(document.id, None, document.content, shown)
        target = target_of(document.id, section)
        places = () if target is None else document.places(target.token)
        if target is None or not places:
            return None
        content = "\n\n".join(place.text for place in places)
        return _reading_of(document.id, target.token, content, {target: None})

    def search(self, query: str) -> FrozenDict:
        """The answer to a search."""
        answer = self._searches.get(query)
        if answer is None:
            hits = self.record.search(query)
            told = [
                {"document_id": hit.document_id, "section": hit.section, "snippet": hit.snippet}
                for hit in hits[:MAXIMUM_HITS]
            ]
            answer = FrozenDict({"query": query, "hits": freeze(told), "hit_count": len(hits)})
            if len(self._searches) < _MAXIMUM_SEARCHES and len(query) < _MEMORABLE:
                self._searches[query] = answer
        return answer

    def over_long(self, action: Action) -> str | None:
        """Which bound on characters `action` exceeds, as a message, or None."""
        for name, most in self._bounds[type(action)]:
            length = len(getattr(action, name))
            if length > most:
                return f"`{name}` has {length} characters, and this matter takes at most {most}; shorten it"
        return None

    def examined(self, action: Examinable, examine: Callable[[], T]) -> T:
        """What `examine` finds in `action`, from memory when the very same was examined before.

        Findings are a function of the matter and the action alone, and the same action comes again and again:
        a host that keeps no state plays the whole episode anew at each step, a trace is scored and verified, a
        search tries many continuations of one beginning.
        """
        found = self._examined.get(action)
        if found is None:
            found = examine()
            if (
                sum([len(text) for text in msgspec.structs.astuple(action) if isinstance(text, str)])
                < _MEMORABLE
            ):
                if len(self._examined) >= _MAXIMUM_EXAMINED:
                    self._examined.pop(next(iter(self._examined)), None)
                self._examined[action] = found
        result: T = found
        return result


class Reading(msgspec.Struct, frozen=True):
    """The answer to a reading, and the sections it shows."""

    answer: FrozenDict
    shown: dict[Citation, None]


def _reading_of(document_id: str, token: str | None, content: str, shown: dict[Citation, None]) -> Reading:
    return Reading(FrozenDict({"document_id": document_id, "section": token, "content": content}), shown)


def target_of(document_id: str, section: str) -> Citation | None:
    """The provision that an action's `document_id` and `section` name; the section may carry its sign."""
    token = section.strip().removeprefix("§").strip().rstrip(".")
    document = " ".join(document_id.split())
    return Citation(document, token) if document and token and len(token.split()) == 1 else None
