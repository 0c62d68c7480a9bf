"""How fast the critic is: its start, and one pass over a data room whatever the number of wrong quotations.

Each figure is a ratio to a floor measured in the same run:

- the whole command on the reference matter: to `python -c "import yaml"`, the one import it cannot do without;
- a data room: to reading every file once and normalizing it by the plain rule, lower case and single spaces.

`python benchmarks/critic.py full` adds the room of 5,000 documents (500 MB on the disk while it runs). Every
measurement of a room is made in a process of its own, whose memory is shown, after a review of two documents has loaded
what is loaded once. Ratios are of times by the clock, as whoever waits has them; beside them stands the ratio of the
processor's times, which is higher where two threads worked at once.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playbook_legal.critic import critique
from synthetic_records import Room

ROOT = Path(__file__).parent.parent
MATTER = "ai_saas_001"
REPEATS = 5

# Documents of 100 kB, quotations (half of them wrong), the ratio that is not to be exceeded.
ROOMS = [(100, 1_000, None), (1_000, 100, 2.5), (1_000, 1_000, 2.5)]
LARGE = (5_000, 20, 2.5)


def line(name: str, value: str, ratio: str = "") -> None:
    print(f"  {name:<58}{value:>16}  {ratio}")


def wall(command: list[str]) -> float:
    # Compiled modules may be kept, as they are where the package is installed.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    subprocess.run(command, check=False, capture_output=True, env=environment)
    return time.perf_counter() - start


def start_up() -> None:
    run = "from playbook_legal.cli.critic import run; run()"
    submission = ROOT / "examples" / MATTER / "good.jsonl"
    command = [sys.executable, "-c", run, str(ROOT / "matters" / MATTER), str(submission)]
    wall(command)
    floors, times = [], []
    for _ in range(3 * REPEATS):
        floors.append(wall([sys.executable, "-c", "import yaml"]))
        times.append(wall(command))
    ratio = min(times) / min(floors)
    line(
        "the whole command on the reference matter",
        f"{min(times) * 1000:.0f} ms",
        f"{ratio:.2f} × import yaml (3)",
    )


def read_and_normalize(folder: Path) -> int:
    """The floor: every file read once and normalized by the plain rule."""
    return sum(len(" ".join(path.read_text("utf-8").lower().split())) for path in sorted(folder.iterdir()))


def measure(what: str, room: Path) -> None:
    """Processor time, time by the clock and memory of one run in this process, as JSON."""
    warm = room.parent / "warm"
    critique(warm / "docs", warm / "submission.json")
    start, began = time.process_time(), time.perf_counter()
    if what == "floor":
        read_and_normalize(room / "docs")
    else:
        critique(room / "docs", room / "submission.json", jobs=int(what))
    told = {"processor": time.process_time() - start, "clock": time.perf_counter() - began}
    told["memory"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps(told))


def best(what: str, room: Path, repeats: int) -> dict[str, float]:
    """The least of each figure over several runs, each in a process of its own."""
    command = [sys.executable, __file__, "measure", what, str(room)]
    runs = [
        json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        for _ in range(repeats)
    ]
    return {name: min(run[name] for run in runs) for name in runs[0]}


def data_room(scratch: Path, documents: int, quotations: int, bound: float | None) -> None:
    room = scratch / f"{documents}-{quotations}"
    Room(documents).write(room / "docs", quotations)
    Room(2).write(scratch / "warm" / "docs", 20)
    floor, critic = best("floor", room, REPEATS), best("1", room, REPEATS)
    ratio = f"{critic['clock'] / floor['clock']:.2f} × reading and normalizing"
    name = f"{documents} documents, {quotations} quotations, half of them wrong"
    told = ratio + (f" ({bound})" if bound else "")
    told += f", {critic['processor'] / floor['processor']:.2f} × of the processor, {critic['memory']:.0f} MB"
    line(name, f"{critic['clock']:.2f} s", told)
    if documents >= 1_000:
        parallel = best("2", room, 2)
        line(
            "  the same by the clock, with one process and two",
            f"{critic['clock']:.2f} s",
            f"{parallel['clock']:.2f} s",
        )


def main() -> None:
    print("critic: in brackets what is not to be exceeded")
    start_up()
    for documents, quotations, bound in [*ROOMS, *([LARGE] if "full" in sys.argv else [])]:
        with tempfile.TemporaryDirectory() as scratch:
            data_room(Path(scratch), documents, quotations, bound)


if __name__ == "__main__":
    if sys.argv[1:2] == ["measure"]:
        measure(sys.argv[2], Path(sys.argv[3]))
    else:
        main()
