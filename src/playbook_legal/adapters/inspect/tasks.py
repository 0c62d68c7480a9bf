"""The task: one sample for each matter."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser

from ... import __version__
from ...bench.conversation import INSTRUCTIONS, REMINDERS, first_message, system_prompt
from ...bench.export.selecting import split_of
from ...bench.scorecard.building import SUCCESS
from ...episode.replay import replay
from ...matter.package import Matter
from ...scoring.version import INSTRUMENT_VERSION
from ...sources import read_source
from .matters import meant_matters
from .scorers import scorecard
from .solvers import lawyer, matter_tools


@task
def review(
    matters: str | Sequence[str] | None = None,
    split: str | None = None,
    seed: int = 0,
    instructions: str | None = None,
    reminders: int = REMINDERS,
    success: float = SUCCESS,
) -> Task:
    """Contract review: a matter in, a scored and replayable episode out.

    Args:
        matters: Ids of shipped matters, folders of a matter or of several; all shipped ones when not given.
        split: Only matters whose provenance declares this split.
        seed: Recorded with each sample. Nothing in a matter is random; to repeat, use epochs.
        instructions: A file with instructions to the model instead of ours; the rules of the matter follow them.
        reminders: Answers in a row without a tool call that are put up with.
        success: The score from which on an episode without critical failure counts as passed.
    """
    words = INSTRUCTIONS if instructions is None else read_source(Path(instructions)).text
    meant = meant_matters(matters, split)
    return Task(
        dataset=MemoryDataset([_sample(matter, name, seed, words) for name, matter in meant], name="matters"),
        setup=matter_tools(),
        solver=lawyer(reminders),
        scorer=scorecard(success=success),
        version=INSTRUMENT_VERSION,
        metadata={
            "package_version": __version__,
            "instrument_version": INSTRUMENT_VERSION,
            "matters": {matter.id: matter.content_hash for _, matter in meant},
        },
    )


def _sample(matter: Matter, name: str, seed: int, instructions: str) -> Sample:
    first = replay(matter, ()).initial_observation
    return Sample(
        id=matter.id,
        input=[
            ChatMessageSystem(content=system_prompt(first, instructions)),
            ChatMessageUser(content=first_message(first)),
        ],
        metadata=_metadata(matter, name, seed),
    )


def _metadata(matter: Matter, name: str, seed: int) -> dict[str, Any]:
    """What identifies the matter of a sample; nothing of its paper and nothing of its answer key."""
    return {
        "matter_id": matter.id,
        "content_hash": matter.content_hash,
        "folder": name,
        "practice_area": matter.manifest.practice_area,
        "split": split_of(matter),
        "seed": seed,
        "canary": matter.manifest.canary,
        "package_version": __version__,
        "instrument_version": INSTRUMENT_VERSION,
    }
