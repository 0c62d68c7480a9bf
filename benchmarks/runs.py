"""How much of the engine a run leaves: a thousand replay episodes over all matters, on two processes.

The floor is measured in the same run: the same episodes played one after the other in this process, with and
without their traces written. Rates are episodes for a second of processor time of one core, so that they do not
depend on what else the machine does. What a process costs to start (its imports, its matters) is told apart: it is
paid once, however long the run. Memory is the largest that any process of the run has had.
"""

import multiprocessing
import resource
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from playbook_legal import Matter, load_matter
from playbook_legal.bench.agents.recorded import REFERENCE, RecordedAgent, example_agent
from playbook_legal.bench.playing import Plan
from playbook_legal.bench.runners.processes import ProcessRunner
from playbook_legal.bench.running import run_plan
from playbook_legal.bench.runs import EpisodeNote, Manifest, MatterCard, open_run, write_episode
from playbook_legal.episode.episode import Episode
from playbook_legal.episode.trace import Trace
from playbook_legal.paper.shipped import examples_beside, shipped_matters

EPISODES = 1_000
PROCESSES = 2
WANTED = 0.9


def cpu_of(work: Callable[[], object], who: int) -> float:
    """Seconds of processor time that `work` takes, of this process or of those it has started."""
    before = resource.getrusage(who)
    work()
    after = resource.getrusage(who)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def line(name: str, value: str, ratio: str = "") -> None:
    print(f"  {name:<52}{value:>16}  {ratio}")


class Subject:
    """All shipped matters that have a reference, and plans on them."""

    def __init__(self, scratch: Path) -> None:
        self._scratch = scratch
        folders = [path for path in shipped_matters() if examples_beside(path, f"{REFERENCE}.jsonl")]
        self.matters = {path: load_matter(path) for path in folders}
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

    def in_this_process(self, plan: Plan, *, writes: bool) -> None:
        """The episodes of a plan, by the engine alone."""
        open_run(plan.into, plan.manifest)
        for key in plan.manifest.keys():  # noqa: SIM118 - a method
            matter = self.by_hash[key.content_hash]
            episode = Episode(matter)
            for action in self.agent.recording(matter.content_hash).actions:
                if episode.is_over:
                    break
                episode.step(action)
            trace = Trace.of(episode, key.seed)
            if writes:
                write_episode(plan.into, trace, EpisodeNote(key, "finished"))

    def on_processes(self, plan: Plan) -> None:
        """The episodes of a plan, by a run."""
        outcome = run_plan(plan, ProcessRunner(PROCESSES), self.by_hash)
        assert outcome.is_whole


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        subject = Subject(Path(scratch))
        count = len(list(subject.plan(EPISODES).manifest.keys()))
        print(f"runs: {count} replay episodes over {len(subject.matters)} matters, {PROCESSES} processes")
        measure(subject, count)


def measure(subject: Subject, count: int) -> None:
    own, children = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
    subject.in_this_process(subject.plan(1), writes=True)  # what is examined once is examined
    engine = min(
        cpu_of(lambda: subject.in_this_process(subject.plan(EPISODES), writes=False), own) for _ in range(3)
    )
    written = min(
        cpu_of(lambda: subject.in_this_process(subject.plan(EPISODES), writes=True), own) for _ in range(3)
    )
    line("engine in this process, traces made", f"{count / engine:,.0f} /core s")
    line("  …and written, as a run does", f"{count / written:,.0f} /core s")

    short = subject.plan(1)
    few = len(list(short.manifest.keys()))
    start = cpu_of(lambda: subject.on_processes(short), children)
    memory_before = resource.getrusage(children).ru_maxrss
    best = float("inf")
    wall = float("inf")
    for _ in range(3):
        plan = subject.plan(EPISODES)
        begun = time.perf_counter()
        spent = cpu_of(lambda plan=plan: subject.on_processes(plan), children)  # type: ignore[misc]
        wall = min(wall, time.perf_counter() - begun)
        best = min(best, spent)
    memory = resource.getrusage(children).ru_maxrss
    rate = (count - few) / (best - start)
    line(
        f"a run on {PROCESSES} processes",
        f"{rate:,.0f} /core s",
        verdict(rate / (count / written), "written"),
    )
    line("", "", verdict(rate / (count / engine), "only made"))
    line("  start of both processes, once", f"{start:.2f} core s")
    line("  the whole of it by the clock, start included", f"{wall:.2f} s")
    grown = (memory - memory_before) / 1024
    line(
        "memory of the largest process",
        f"{memory / 1024:.0f} MB",
        f"{grown:+.1f} MB from {few} to {count} episodes",
    )


def verdict(ratio: float, of: str) -> str:
    told = f"{ratio:.0%} of the engine's rate per core, traces {of}"
    return told + ("" if of != "written" else f" (wanted: {WANTED:.0%})")


if __name__ == "__main__":
    multiprocessing.freeze_support()
    main()
