"""How long the linter takes over the whole corpus: loading, every rule, every trajectory played.

The figure to hold is two seconds for all shipped matters together, start of the interpreter included. The floor it is
set beside is what the same run needs to load the matters and to play their trajectories, which no linter can save.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from playbook_legal import load_matter, score
from playbook_legal.authoring.lint import lint_matter
from playbook_legal.problems import UnusableInputError

ROOT = Path(__file__).resolve().parent.parent
BUDGET_SECONDS = 2.0


def best(work: Callable[[], object], repeats: int = 5) -> float:
    """Seconds of the fastest of several runs."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def load_and_play(matters: list[Path]) -> None:
    for folder in matters:
        matter = load_matter(folder)
        for path in sorted((ROOT / "examples" / folder.name).glob("*.jsonl")):
            lines = path.read_text("utf-8").split("\n")
            score(matter, [json.loads(line) for line in lines if line.strip()])


def main() -> None:
    matters = []
    for folder in sorted((ROOT / "matters").iterdir()):
        try:
            load_matter(folder)
        except UnusableInputError:
            continue
        matters.append(folder)
    floor = best(lambda: load_and_play(matters))
    linted = best(lambda: [lint_matter(folder) for folder in matters])
    command = [
        sys.executable,
        "-c",
        "from playbook_legal.cli.lint import run; run()",
        "--all",
        str(ROOT / "matters"),
    ]
    whole = best(lambda: subprocess.run(command, check=False, stdout=subprocess.DEVNULL), 3)
    print(f"lint ({len(matters)} matters)")
    print(f"  {'load them and play every trajectory (floor)':<52}{floor:>10.3f} s")
    print(f"  {'lint them':<52}{linted:>10.3f} s  {linted / floor:>6.2f} x floor")
    kept = "kept" if whole <= BUDGET_SECONDS else "EXCEEDED"
    print(
        f"  {'playbook-lint --all matters, as a command':<52}{whole:>10.3f} s  budget {BUDGET_SECONDS:g} s {kept}"
    )


if __name__ == "__main__":
    main()
