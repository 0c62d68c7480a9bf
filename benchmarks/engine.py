"""How fast the engine is: episodes, traces, loading, memory, and what a step costs as an episode grows.

Times differ from machine to machine, so each figure is also a ratio to a floor measured in the same run:

- episodes: to an engine that hands out a deep copy of each observation. The copies are measured; they are taken
  for 82 % of such an engine's time, as was measured on one.
- traces: to the same engine when it also writes every observation out with `json.dumps`.
- loading: to reading the same YAML with `yaml.safe_load`, without looking at what it says.

Findings about an action are remembered with the matter, so the first figure is for episodes played again, the
second for texts that the matter has never seen.
"""

import copy
import gc
import json
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from playbook_legal import Matter, PlaybookEnv, load_matter
from synthetic_matter import episode, write_matter

EPISODES = 40
# What a comparable engine that copies its observations spends on copying, and so what the floor stands for.
COPYING_SHARE = 0.82


def best(work: Callable[[], object], repeats: int = 7) -> float:
    """Seconds of processor time of the fastest of several runs: what else the machine does counts for little."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def line(name: str, value: str, ratio: str = "") -> None:
    print(f"  {name:<52}{value:>16}  {ratio}")


def main() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = write_matter(Path(temporary) / "matter")
        measure(folder, Path(temporary))


def measure(folder: Path, scratch: Path) -> None:
    yaml_texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.yaml"))]
    print(f"engine: a matter of {sum(map(len, yaml_texts)) / 1000:.1f} kB YAML, episodes of 20 steps")
    env = PlaybookEnv(load_matter(folder))

    def play(actions: list[dict[str, Any]]) -> None:
        env.reset()
        for action in actions:
            env.step(action)

    env.reset()
    for action in episode(0)[:10]:
        observation = env.step(action)[0]
    plain = json.loads(json.dumps(observation))
    copying = best(lambda: [copy.deepcopy(plain) for _ in range(20)]) / COPYING_SHARE

    played = [episode(variant) for variant in range(EPISODES)]
    again = best(lambda: [play(actions) for actions in played]) / EPISODES
    line("episodes played again (replay, stateless hosts)", f"{1 / again:,.0f} /s", times(copying / again))
    line("  one step", f"{again / 20 * 1e6:.1f} µs")
    rounds = iter([[episode(EPISODES * n + variant) for variant in range(EPISODES)] for n in range(1, 8)])
    fresh = best(lambda: [play(actions) for actions in next(rounds)]) / EPISODES
    line("episodes whose every text is new", f"{1 / fresh:,.0f} /s", times(copying / fresh))

    files = iter(scratch / f"trace-{n}.jsonl" for n in range(1_000_000))

    def traced() -> None:
        for actions in played:
            play(actions)
            env.save_trace(next(files))

    per_trace = best(traced) / EPISODES
    long_form = scratch / "long.json"
    spelled_out = best(lambda: long_form.write_text(json.dumps([plain] * 20, indent=2)), 5) + copying
    line(
        "episodes with compact traces written",
        f"{1 / per_trace:,.0f} /s",
        times(spelled_out / per_trace, "spells out"),
    )
    line("  a compact trace", f"{next(scratch.glob('trace-*')).stat().st_size / 1000:.1f} kB")

    loading = best(lambda: load_matter(folder), 15)
    safe = best(lambda: [yaml.safe_load(text) for text in yaml_texts], 3)
    line(
        "load the matter", f"{loading * 1e3:.2f} ms", f"{safe / loading:.1f}x as fast as yaml.safe_load alone"
    )
    growth(scratch)
    memory(load_matter(folder))


def times(ratio: float, how: str = "copies") -> str:
    return f"{ratio:.1f}x as fast as an engine that {how} every observation"


def growth(scratch: Path) -> None:
    """A step's cost after 10 and after 1,000 steps, and on a matter with sixty more sections nobody asks for."""
    source = scratch / "long"
    write_matter(source)
    manifest = (source / "matter.yaml").read_text(encoding="utf-8")
    (source / "matter.yaml").write_text(
        manifest.replace("maximum_steps: 40", "maximum_steps: 100000"), encoding="utf-8"
    )
    env = PlaybookEnv(load_matter(source))
    read = {"type": "read_document", "document_id": "msa", "section": "1.1"}

    def steps(count: int) -> float:
        start = time.process_time()
        for _ in range(count):
            env.step(read)
        return (time.process_time() - start) / count

    env.reset()
    steps(10)
    early = min(steps(500) for _ in range(5))
    steps(20_000)
    late = min(steps(500) for _ in range(5))
    line(
        "a reading step late in a long episode",
        f"{late * 1e6:.1f} µs",
        f"{late / early:.2f}x of one early on",
    )
    document = source / "documents" / "msa.md"
    more = "".join(f"\n## 9{n}.1 Hay {n}\n\n{'Sound paper. ' * 60}\n" for n in range(600))
    document.write_text(document.read_text(encoding="utf-8") + more, encoding="utf-8")
    env = PlaybookEnv(load_matter(source))
    env.reset()
    steps(10)
    wide = min(steps(500) for _ in range(5))
    line(
        "a reading step with 600 more sections", f"{wide * 1e6:.1f} µs", f"{wide / early:.2f}x of one without"
    )


def memory(matter: Matter) -> None:
    """Memory of environments that stand idle on one loaded matter, freshly reset."""
    count = 10_000
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    envs = [PlaybookEnv(matter) for _ in range(count)]
    for env in envs:
        env.reset()
    used = (tracemalloc.get_traced_memory()[0] - before) / count
    tracemalloc.stop()
    line(f"an idle environment ({count:,} side by side)", f"{used / 1000:.1f} kB")


if __name__ == "__main__":
    main()
