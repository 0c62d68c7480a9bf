"""Every benchmark, one after the other: `make bench`, or one of them by name (`python benchmarks/run.py engine`)."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
BENCHMARKS = tuple(
    sorted(path.stem for path in HERE.glob("*.py") if path.stem != "run" and "synthetic" not in path.stem)
)


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"no benchmark {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    # Each in a process of its own, so that none measures what another left behind.
    return max(
        subprocess.run([sys.executable, HERE / f"{name}.py"], check=False).returncode
        for name in names or BENCHMARKS
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
