"""How much of the engine a run leaves: a thousand replay episodes over all matters, on two processes.

The floor is measured in the same run: the same episodes, played and their traces written by the engine alone, in one
process, and in two at once (which tells what two cores are worth on this machine, with what else it does). Rates are
episodes for a second of processor time, so that they do not depend on who else wants the cores. What a process
costs to start (its imports, its matters) is told apart: it is paid once, however long the run. Memory is the largest
that any process of the run has had.
"""

import multiprocessing
import resource
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median

from playbook_legal import Matter, load_matter
from playbook_legal.bench.agents.recorded import REFERENCE, RecordedAgent, example_agent
from playbook_legal.bench.playing import Plan
from playbook_legal.bench.runners.processes import ProcessRunner
from playbook_legal.bench.runners.protocol import Runner
from playbook_legal.bench.runners.serial import SerialRunner
from playbook_legal.bench.running import run_plan
from playbook_legal.bench.runs import EpisodeNote, Manifest, MatterCard, open_run, write_episode
from playbook_legal.episode.episode import Episode
from playbook_legal.episode.trace import Trace
from playbook_legal.paper.shipped import examples_beside, shipped_matters

EPISODES = 1_000
PROCESSES = 2
ROUNDS = 7
TURNS, BATCH = 25, 80
WANTED = 0.9
TWO = ProcessRunner(PROCESSES)


def cpu_of(work: Callable[[], object], who: int) -> float:
    """Seconds of processor time that `work` takes, of this process or of those it has started."""
    before = resource.getrusage(who)
    work()
    after = resource.getrusage(who)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def line(name: str, value: str, ratio: str = "") -> None:
    print(f"  {name:<52}{value:>16}  {ratio}")


def copy_matters(scratch: Path) -> None:
    """All shipped matters that have a reference, so that nobody changes one meanwhile."""
    for path in shipped_matters():
        for reference in examples_beside(path, f"{REFERENCE}.jsonl"):
            shutil.copytree(path, scratch / "matters" / path.name)
            shutil.copytree(reference.parent, scratch / "examples" / path.name)


class Subject:
    """The matters copied to a folder, and plans on them."""

    def __init__(self, scratch: Path) -> None:
        self._scratch = scratch
        self.matters = {path: load_matter(path) for path in sorted((scratch / "matters").iterdir())}
        self.agent: RecordedAgent = example_agent(REFERENCE, "reference", self.matters)
        self._runs = 0

    @property
    def by_hash(self) -> Mapping[str, Matter]:
        return {matter.content_hash: matter for matter in self.matters.values()}

    def plan(self, episodes: int) -> Plan:
        """At least so many episodes, the same number of each matter, in a folder of its own."""
        self._runs += 1
        cards = [MatterCard.of(matter, path.name) for path, matter in self.matters.items()]
        repeats = -(-episodes // len(cards))
        manifest = Manifest.of([self.agent.card], cards, [0], repeats)
        folders = {matter.id: path for path, matter in self.matters.items()}
        return Plan(manifest, (self.agent,), folders, self._scratch / f"run-{self._runs}", 1)

    def by_engine(self, plan: Plan, part: int = 0, of: int = 1, *, writes: bool = True) -> None:
        """The episodes of a plan, or every so many-eth of them, by the engine alone."""
        open_run(plan.into, plan.manifest)
        matters = self.by_hash
        for key in list(plan.manifest.keys())[part::of]:
            matter = matters[key.content_hash]
            episode = Episode(matter)
            for action in self.agent.recording(matter.content_hash).actions:
                if episode.is_over:
                    break
                episode.step(action)
            trace = Trace.of(episode, key.seed)
            if writes:
                write_episode(plan.into, trace, EpisodeNote(key, "finished"))

    def by_engines(self, plan: Plan) -> None:
        """The episodes of a plan, by the engine alone in several processes."""
        open_run(plan.into, plan.manifest)
        context = multiprocessing.get_context("spawn")
        players = [
            context.Process(target=engine_of, args=(self._scratch, plan, part)) for part in range(PROCESSES)
        ]
        for player in players:
            player.start()
        for player in players:
            player.join()

    def by_run(self, plan: Plan, runner: Runner) -> None:
        """The episodes of a plan, by a run."""
        outcome = run_plan(plan, runner, self.by_hash)
        assert outcome.is_whole


def engine_of(scratch: Path, plan: Plan, part: int) -> None:
    Subject(scratch).by_engine(plan, part, PROCESSES)


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        copy_matters(Path(scratch))
        subject = Subject(Path(scratch))
        count = len(list(subject.plan(EPISODES).manifest.keys()))
        print(f"runs: {count} replay episodes over {len(subject.matters)} matters, {PROCESSES} processes")
        measure(subject, count)


def measure(subject: Subject, count: int) -> None:
    own, children = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
    few = len(list(subject.plan(1).manifest.keys()))
    subject.by_engine(subject.plan(1))  # what is examined once is examined
    engine, run = [], []
    for _ in range(TURNS):  # turn and turn about, so that a noisy moment is everybody's
        engine.append(cpu_of(lambda: subject.by_engine(subject.plan(BATCH)), own))
        run.append(cpu_of(lambda: subject.by_run(subject.plan(BATCH), SerialRunner()), own))
    batch = len(list(subject.plan(BATCH).manifest.keys()))
    line("the engine alone, traces written", f"{batch / min(engine):,.0f} /core s")
    line(
        "a run in one process",
        f"{batch / min(run):,.0f} /core s",
        f"{min(engine) / min(run):.0%} of the engine's rate (in the middle {median(engine) / median(run):.0%})",
    )
    start_engines = min(cpu_of(lambda: subject.by_engines(subject.plan(1)), children) for _ in range(3))
    start_run = min(cpu_of(lambda: subject.by_run(subject.plan(1), TWO), children) for _ in range(3))
    memory_before = resource.getrusage(children).ru_maxrss
    one, engines, runs, wall = [], [], [], []
    for _ in range(ROUNDS):
        one.append(cpu_of(lambda: subject.by_engine(subject.plan(EPISODES)), own))
        engines.append(cpu_of(lambda: subject.by_engines(subject.plan(EPISODES)), children) - start_engines)
        begun = time.perf_counter()
        runs.append(cpu_of(lambda: subject.by_run(subject.plan(EPISODES), TWO), children) - start_run)
        wall.append(time.perf_counter() - begun)
    memory = resource.getrusage(children).ru_maxrss
    rate, single, double = (count - few) / min(runs), count / min(one), (count - few) / min(engines)
    line(f"{count} episodes by the engine in one process", f"{single:,.0f} /core s")
    line("  by the engine in two processes at once", f"{double:,.0f} /core s")
    line(
        "  by a run on two processes",
        f"{rate:,.0f} /core s",
        f"{rate / double:.0%} of two engines at once (in the middle {median(engines) / median(runs):.0%}), "
        f"{rate / single:.0%} of one alone (wanted: {WANTED:.0%})",
    )
    line("  start of both processes, once", f"{start_run:.2f} core s")
    line("  the whole of it by the clock, start included", f"{min(wall):.2f} s")
    grown = (memory - memory_before) / 1024
    line(
        "memory of the largest process",
        f"{memory / 1024:.0f} MB",
        f"{grown:+.1f} MB from {few} to {count} episodes",
    )


if __name__ == "__main__":
    main()
