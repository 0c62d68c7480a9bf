"""The whole self-test: the parts in order, and the bench by one process or by several."""

import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from ..record import ClientRecord
from . import headings, labels, pairs, word_truth
from .bench import AS_READ, Bench, Quoted, joined, tried
from .given import GivenPaper
from .measures import Measure, SelfTest, Skipped, excerpt, listed
from .mutations import RETYPINGS, SUBSTANCE
from .passages import Passage, chosen, passages_of

PASSAGES = 2_000
_FALSE_CRITICALS = 0.005
_AS_A_MODEL, _AMERICAN = "as_a_model", "american_stop"
_AT_ONCE = 50  # passages that are tried together
_SEED = "selftest"
_KINDS = {"text": "plain text", "markdown": "Markdown", "word": "Word", "pdf": "PDF"}

Told = Callable[[int, int], None]


def self_test(
    directory: str | os.PathLike[str],
    annotations: str | os.PathLike[str] | None = None,
    *,
    passages: int = PASSAGES,
    jobs: int = 1,
    told: Told = lambda _done, _total: None,
) -> SelfTest:
    """What the critic is worth on the paper in `directory`, a folder of folders that are each read as a deal folder.

    `annotations` is the folder of the headings that people saw in filed agreements; without it they are not measured.
    `passages` is the number of true passages of the bench, `jobs` the number of processes for it; the result depends
    on the first only. `told` is told how many of the passages are done. Raises `UnusableInputError` when the paper
    or an annotation cannot be used.
    """
    paper = GivenPaper(directory)
    measures: list[Measure] = []
    skipped: list[Skipped] = []
    for found, missing in (
        word_truth.measured(paper),
        headings.measured(paper, None if annotations is None else Path(annotations)),
        labels.measured(paper),
        pairs.measured(paper),
    ):
        measures += found
        skipped += missing
    taken = chosen(
        (one for folder in paper.folders for one in passages_of(paper.record(folder), folder)),
        passages,
        _SEED,
    )
    if not taken:
        skipped += [Skipped(part, "there is no sentence in the paper") for part in ("bench", "cautions")]
    else:
        bench = _benched(paper, taken, jobs, told)
        measures += bench_measures(bench, taken)
        measures += caution_measures(bench)
    return SelfTest(tuple(measures), tuple(skipped))


# --- the bench -----------------------------------------------------------------------------------------------


def _benched(paper: GivenPaper, taken: list[Passage], jobs: int, told: Told) -> Bench:
    shares = [
        (folder, of_folder[at : at + _AT_ONCE])
        for folder in paper.folders
        if (of_folder := [one for one in taken if one.folder == folder])
        for at in range(0, len(of_folder), _AT_ONCE)
    ]
    done = 0
    benches: list[Bench] = []
    if jobs == 1 or len(shares) == 1:
        for folder, passages in shares:
            told(done, len(taken))
            benches.append(tried(paper.record(folder), passages, _SEED))
            done += len(passages)
        return joined(benches)
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(min(jobs, len(shares)), mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(_tried_apart, paper.root, folder, passages) for folder, passages in shares]
        for (_, passages), one in zip(shares, waiting, strict=True):
            told(done, len(taken))
            benches.append(one.result())
            done += len(passages)
    return joined(benches)


_open: dict[Path, ClientRecord] = {}  # in a process of its own: the records it has read


def _tried_apart(root: Path, folder: str, passages: list[Passage]) -> Bench:
    place = root / folder
    if place not in _open:
        _open[place] = ClientRecord.from_directory(place)
    return tried(_open[place], passages, _SEED)


def bench_measures(bench: Bench, taken: list[Passage]) -> list[Measure]:
    """What the bench says."""
    by_kind = Counter(one.kind for one in taken)
    told = ", ".join(f"{by_kind[kind]} of {name}" for kind, name in _KINDS.items() if by_kind[kind])
    as_a_model = _as_a_model(bench)
    failed = [one for one in as_a_model if one.critical or not one.tier]
    wrong = [one for one in bench.false if one.tier]
    unsaid = [one for one in bench.false if not one.tier and not one.critical]
    refuted = [one for one in bench.false if not one.tier and one.critical]
    measures = [
        Measure(part="bench", name="true passages", count=len(taken), of=len(taken), details=(told,)),
        Measure(part="bench", name="criticals on true passages as a model retypes them", count=len(failed),
                of=len(as_a_model), most=_FALSE_CRITICALS, details=listed([_told(one) for one in failed])),
        Measure(part="bench", name="falsified passages that verify", count=len(wrong), of=len(bench.false), most=0,
                details=listed([_told(one) for one in wrong])),
        Measure(part="bench", name="falsified passages that nothing is said of", count=len(unsaid), of=len(bench.false),
                most=0, details=listed([_told(one) for one in unsaid])),
        Measure(part="bench", name="refuted passages whose difference is named",
                count=sum(one.differs for one in refuted), of=len(refuted)),
    ]  # fmt: skip
    measures += [_retyped(bench, kind) for kind in (AS_READ, *RETYPINGS)]
    measures += [_falsified(bench, kind) for kind in SUBSTANCE]
    return [one for one in measures if one.of]


def _as_a_model(bench: Bench) -> list[Quoted]:
    """Each passage as a model retypes it, which of many is as it is read."""
    found: dict[tuple[str, str, str], Quoted] = {}
    for one in bench.true:
        if one.kind in (AS_READ, _AS_A_MODEL):
            found[one.passage.folder, one.passage.citation, one.passage.text] = one
    return list(found.values())


def _retyped(bench: Bench, kind: str) -> Measure:
    of = [one for one in bench.true if one.kind == kind]
    tiers = Counter(one.tier or "not verified" for one in of)
    return Measure(
        part="bench",
        name=f"true, {kind.replace('_', ' ')}: verify",
        count=sum(bool(one.tier) for one in of),
        of=len(of),
        least=1 if kind == _AMERICAN else None,
        details=(_counted(tiers), *listed([_told(one) for one in of if kind == _AMERICAN and not one.tier]))
        if of
        else (),
    )


def _falsified(bench: Bench, kind: str) -> Measure:
    of = [one for one in bench.false if one.kind == kind]
    causes = Counter(one.critical[0] if one.critical else "nothing critical" for one in of)
    there = bench.stands_there.get(kind, 0)
    said = [_counted(causes)] + ([f"left out, since they stand there: {there}"] if there else [])
    return Measure(
        part="bench",
        name=f"false, {kind.replace('_', ' ')}: verify",
        count=sum(bool(one.tier) for one in of),
        of=len(of),
        most=0,
        details=tuple(said) if of else (),
    )


def _counted(counts: Counter[str]) -> str:
    return ", ".join(
        f"{name} {count}" for name, count in sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    )


def _told(one: Quoted) -> str:
    said = one.tier or ", ".join(dict.fromkeys(one.critical)) or ", ".join(one.cautions) or "not checked"
    return f"{one.kind}, {said}: {excerpt(one.passage.citation)[-60:]}: {one.text}"


# --- cautions ------------------------------------------------------------------------------------------------


def caution_measures(bench: Bench) -> list[Measure]:
    """How many true full sentences get a caution, of any kind and of each; and of passages that end within a word or
    figure how many get one or are refuted."""
    whole = [one for one in bench.true if one.kind == AS_READ and one.passage.whole and one.tier]
    causes = sorted({cause for one in whole for cause in one.cautions})
    counts = [("any caution", sum(bool(one.cautions) for one in whole))]
    counts += [(cause.replace("_", " "), sum(cause in one.cautions for one in whole)) for cause in causes]
    measures = [
        Measure(part="cautions", name=name, count=count, of=len(whole)) for name, count in counts if whole
    ]
    cut = Measure(
        part="cautions",
        name="cut within a word or figure: told",
        count=sum(bool(one.critical or one.cautions) for one in bench.cut),
        of=len(bench.cut),
        least=1,
        details=listed([_told(one) for one in bench.cut if not one.critical and not one.cautions]),
    )
    return [*measures, cut] if bench.cut else measures


__all__ = ["PASSAGES", "bench_measures", "caution_measures", "self_test"]
