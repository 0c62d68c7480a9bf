"""A matter as the rules see it: its paper, its key, and what stands beside it. Everything is worked out once."""

import re
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from ...episode.episode import Episode
from ...episode.result import episode_result
from ...episode.stage import stage_of
from ...matter.package import COUNTERPARTY_NAME, HIDDEN_FACTS_NAME, RUBRIC_NAME, Matter
from ...paper.citations import FULL
from ...paper.documents import Document, Record, Section
from ...paper.manifest import MANIFEST_NAME, Manifest
from ...scoring.concepts import Copied
from ...sources import YamlFile
from ...text import normalize_text
from ..examples import REFERENCE_NAME, Examples, Trajectory
from ..probes import GateOnSurface, Probe, ProbeReport, gates_on_surfaces, run_probes
from .phrases import (
    ConceptList,
    Phrase,
    TopicAt,
    Variant,
    VariantList,
    accepted_variants,
    concept_lists,
    topics,
    variant_list,
)
from .rule import Finding, TextEdit

# A document that holds no anchor and is so called speaks for the client; everything else is paper under review.
_CLIENTS_OWN = re.compile(
    r"playbook|mandate|instruction|polic|checklist|guideline|standard|brief|position|minute|limits of authority",
    re.IGNORECASE,
)

_HOW_TO_WORK = re.compile(r"instruction|brief", re.IGNORECASE)


class Paper(msgspec.Struct, frozen=True):
    """What anyone may see of the matter, and the folder it lies in. `called` is how messages call the folder."""

    folder: Path
    called: str
    manifest: Manifest
    record: Record
    file: YamlFile

    def at(self, message: str, *path: str | int) -> Finding:
        """A finding at a value of the manifest."""
        return finding(self.file, message, *path)

    def in_document(self, document: Document, line: int, message: str) -> Finding:
        """A finding at a line of a document."""
        return Finding(document.name, line, 1, message)


def finding(file: YamlFile, message: str, *path: str | int, repair: TextEdit | None = None) -> Finding:
    """A finding at the value at `path` of a YAML file."""
    line, column = file.place(*path)
    return Finding(file.name, line, column, message, repair)


class Played(msgspec.Struct, frozen=True):
    """A trajectory as it went: the result, the refusals as (line, code), and the line from which nothing was played
    because the episode was over."""

    trajectory: Trajectory
    result: dict[str, Any]
    refusals: tuple[tuple[int, str], ...]
    unplayed_from: int | None

    @property
    def critical_failures(self) -> list[dict[str, Any]]:
        """Cause and detail of each critical failure."""
        failures: list[dict[str, Any]] = self.result["breakdown"]["critical_failures"]
        return failures


class Draft:
    """A matter that loads, with its files and what stands beside it."""

    def __init__(
        self,
        matter: Matter,
        paper: Paper,
        examples: Examples | None,
        probes: tuple[Probe, ...] | None,
        probes_file: YamlFile | None,
    ) -> None:
        self.matter = matter
        self.paper = paper
        self.examples = examples
        self.probes = probes
        self.probes_file = probes_file
        self.manifest = matter.manifest
        self.record = matter.record
        self.rubric = matter.rubric
        self.criteria = matter.criteria
        self.hidden = matter.hidden
        self.positions = {} if matter.counterparty is None else matter.counterparty.positions

    # --- places ---

    def rubric_file(self) -> YamlFile:
        """`rubric.yaml`."""
        return self.matter.files[RUBRIC_NAME]

    def at(self, message: str, *path: str | int, repair: TextEdit | None = None) -> Finding:
        """A finding at a value of the rubric."""
        return finding(self.matter.files[RUBRIC_NAME], message, *path, repair=repair)

    def at_manifest(self, message: str, *path: str | int) -> Finding:
        """A finding at a value of the manifest."""
        return finding(self.matter.files[MANIFEST_NAME], message, *path)

    def at_hidden(self, message: str, *path: str | int) -> Finding:
        """A finding at a value of the hidden facts, or of the rubric where that file does not exist."""
        return finding(self.matter.files.get(HIDDEN_FACTS_NAME, self.rubric_file()), message, *path)

    def at_counterparty(self, message: str, *path: str | int, repair: TextEdit | None = None) -> Finding:
        """A finding at a value of the counterparty's script."""
        return finding(self.matter.files[COUNTERPARTY_NAME], message, *path, repair=repair)

    def at_probe(self, message: str, *path: str | int) -> Finding:
        """A finding at a value of the probes."""
        assert self.probes_file is not None
        return finding(self.probes_file, message, *path)

    def at_score(self, message: str, *path: str | int) -> Finding:
        """A finding at a value of `scores.yaml`."""
        assert self.examples is not None
        assert self.examples.scores_file is not None
        return finding(self.examples.scores_file, message, *path)

    # --- the paper ---

    @cached_property
    def anchored(self) -> frozenset[str]:
        """Ids of the documents in which an anchor stands."""
        return frozenset(issue.anchor.document_id for issue in self.criteria.issues)

    @cached_property
    def record_text(self) -> str:
        """All that the record says, normalized, a section a line."""
        return "\n".join(section.passage.text for section in self.record.all_sections())

    @cached_property
    def clients_own(self) -> tuple[Document, ...]:
        """The documents that speak for the client: playbook, mandate, instructions. Told by their names."""
        return tuple(
            document
            for document in self.record.documents
            if document.id not in self.anchored and _CLIENTS_OWN.search(f"{document.id} {document.title}")
        )

    @cached_property
    def instructions(self) -> frozenset[str]:
        """Ids of those of the client's own documents that say how to work, not what the contract should say."""
        return frozenset(
            document.id
            for document in self.clients_own
            if _HOW_TO_WORK.search(f"{document.id} {document.title}")
        )

    @cached_property
    def clients_words(self) -> tuple[tuple[Section, str], ...]:
        """The sections of the client's own documents, each with its normalized text."""
        return tuple(
            (section, section.passage.text) for document in self.clients_own for section in document.sections
        )

    @cached_property
    def clients_text(self) -> str:
        """All that the client's own documents say, normalized, a section a line."""
        return "\n".join(text for _, text in self.clients_words)

    @cached_property
    def headings(self) -> tuple[tuple[Section, str], ...]:
        """The sections that begin with a heading, each with its title, normalized."""
        return tuple(
            (section, normalize_text(section.title))
            for section in self.record.all_sections()
            if section.token != FULL and section.title
        )

    @cached_property
    def all_headings(self) -> str:
        """Every title in the record, normalized, one a line."""
        return "\n".join(title for _, title in self.headings)

    def anchor_sections(self, index: int) -> tuple[Section, ...]:
        """The sections that the anchor of the issue names; usually one."""
        return self.record.sections(self.criteria.issues[index].anchor)

    def anchor_text(self, index: int) -> str:
        """What stands at the anchor of the issue, normalized, each section a line."""
        return "\n".join(section.passage.text for section in self.anchor_sections(index))

    def copied(self, document_id: str | None = None) -> Copied | None:
        """Tells what counts as copied in an issue or the memo, or in a redline of that document; None where the
        instrument does not ask for own words."""
        stage = stage_of(self.matter)
        return stage.copied if document_id is None else stage.copied_into(document_id)

    # --- the key ---

    @cached_property
    def concepts(self) -> tuple[ConceptList, ...]:
        """Every list of concepts in the rubric."""
        return tuple(concept_lists(self.rubric))

    @cached_property
    def questions(self) -> tuple[TopicAt, ...]:
        """The questions with their variants."""
        return topics(self.rubric, "questions")

    @cached_property
    def escalations(self) -> tuple[TopicAt, ...]:
        """The escalations with their variants."""
        return topics(self.rubric, "escalations")

    @property
    def topics(self) -> tuple[TopicAt, ...]:
        """Questions, then escalations."""
        return self.questions + self.escalations

    @cached_property
    def accepted(self) -> dict[str, tuple[Variant, ...]]:
        """What the counterparty would take, by issue."""
        return {name: accepted_variants(one, name) for name, one in self.positions.items()}

    @cached_property
    def topic_variants(self) -> tuple[VariantList, VariantList]:
        """The variants of all questions, and those of all escalations."""
        file = self.rubric_file()
        return (
            variant_list(file, [topic.variants for topic in self.questions]),
            variant_list(file, [topic.variants for topic in self.escalations]),
        )

    @cached_property
    def variant_lists(self) -> tuple[VariantList, ...]:
        """Those, and the variants of each position."""
        lists = [
            variant_list(self.matter.files[COUNTERPARTY_NAME], [variants])
            for variants in self.accepted.values()
        ]
        return (*self.topic_variants, *lists)

    @cached_property
    def phrases(self) -> tuple[tuple[YamlFile, Phrase], ...]:
        """Every phrase that is sought in a text, with the file it stands in."""
        rubric = self.rubric_file()
        found = [
            (rubric, phrase)
            for concepts in self.concepts
            for concept in concepts.concepts
            for phrase in concept.phrases
        ]
        for listed in self.variant_lists:
            found += [(listed.file, phrase) for variant in listed.variants for phrase in variant.phrases]
        return tuple(found)

    @cached_property
    def gates(self) -> tuple[tuple[GateOnSurface, tuple[str | int, ...]], ...]:
        """Every gate, with its place in the rubric."""
        places = [
            ("issues", index, key, at)
            for index, issue in enumerate(self.rubric.issues)
            for key in GATE_KEYS.values()
            for at in range(len(getattr(issue, key)))
        ]
        return tuple(zip(gates_on_surfaces(self.matter), places, strict=True))

    # --- what stands beside it ---

    @cached_property
    def probe_report(self) -> ProbeReport:
        """What came of the probes; of none when there are none."""
        return run_probes(self.matter, self.probes or ())

    @cached_property
    def played(self) -> dict[str, Played]:
        """Every trajectory played, by file name."""
        trajectories = () if self.examples is None else self.examples.trajectories
        return {one.file: _played(self.matter, one) for one in trajectories}

    @property
    def reference(self) -> Played | None:
        """The reference trajectory played."""
        return self.played.get(REFERENCE_NAME)


GATE_KEYS = {
    "issue": "critical_failure_patterns",
    "redline": "redline_critical_failure_patterns",
    "settlement": "settlement_critical_failure_patterns",
}


def _played(matter: Matter, trajectory: Trajectory) -> Played:
    episode = Episode(matter)
    refusals: list[tuple[int, str]] = []
    unplayed_from: int | None = None
    for entry in trajectory.lines:
        if episode.is_over:
            unplayed_from = entry.line
            break
        info = episode.step(entry.value)[4]
        if info["refused"]:
            refusals.append((entry.line, info["refusal"]))
    return Played(trajectory, episode_result(episode), tuple(refusals), unplayed_from)
