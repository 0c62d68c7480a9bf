"""How fast the critic is on real paper: a long Word file, and a data room of filed agreements with a cache.

- a Word file of 400 pages, read and taken apart, in seconds;
- 2,000 filed agreements (100 MB), each made from one of the real ones in `PLAYBOOK_PAPER` by other names and figures,
  as a ratio to reading every file once and normalizing it by the plain rule; then the same again on the unchanged
  folder with `cache`, and with one quotation changed, as a ratio to the run that had none.

Where a review cites documents, these are taken apart into their sections; therefore the number of documents that are
cited stands beside each figure. Every measurement is made in a process of its own, after a review of two documents has
loaded what is loaded once (the start of the command is measured in `critic.py`). Ratios are of times by the clock, as
whoever waits has them; beside them stands the ratio of the processor's times, which is higher where two threads worked
at once.
"""

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playbook_legal.critic import critique
from playbook_legal.paper.reading import read_paper
from synthetic_filings import write_filings, write_word

ROOT = Path(__file__).parent.parent
GIVEN = Path(os.environ.get("PLAYBOOK_PAPER", ROOT.parent / "shared" / "cases" / "paper")) / "edgar"
REPEATS = 3

QUOTATIONS = 1_000
# Documents, how many of them are cited, the policy, the ratio that is not to be exceeded.
ROOMS = [(2_000, 40, "literal", 2.5), (2_000, 1_000, "literal", None), (400, 40, "layout", None)]
WORD_PAGES, WORD_SECONDS = 400, 3.0
FASTER = 10  # times, at the second run


def line(name: str, value: str, ratio: str = "") -> None:
    print(f"  {name:<58}{value:>16}  {ratio}")


def read_and_normalize(folder: Path) -> int:
    """The floor: every file read once and normalized by the plain rule."""
    return sum(len(" ".join(path.read_text("utf-8").lower().split())) for path in sorted(folder.iterdir()))


def measure(what: str, room: Path, cache: str, quotes: str) -> None:
    """Processor time and memory of one run in this process, as JSON."""
    warm = room.parent / "warm"
    critique(warm / "docs", warm / "submission.json")
    start, began = time.process_time(), time.perf_counter()
    if what == "floor":
        read_and_normalize(room / "docs")
    elif what == "word":
        read_paper("long", "Long", room.read_bytes(), room.name)
    else:
        critique(room / "docs", room / f"{what}.json", cache=cache or None, quotes=quotes or None)  # type: ignore[arg-type]
    told = {"processor": time.process_time() - start, "clock": time.perf_counter() - began}
    told["memory"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps(told))


def run(what: str, room: Path, cache: Path | None = None, quotes: str = "") -> dict[str, float]:
    """One run in a process of its own."""
    command = [sys.executable, __file__, "measure", what, str(room), str(cache or ""), quotes]
    told: dict[str, float] = json.loads(
        subprocess.run(command, check=True, capture_output=True, text=True).stdout
    )
    return told


def best(what: str, room: Path, cache: Path | None = None, quotes: str = "") -> dict[str, float]:
    """The least of each figure over several runs."""
    runs = [run(what, room, cache, quotes) for _ in range(REPEATS)]
    return {name: min(one[name] for one in runs) for name in runs[0]}


def one_changed(room: Path) -> None:
    """The same work with one quotation changed, as `changed.json`."""
    work = json.loads((room / "submission.json").read_text(encoding="utf-8"))
    work["issues"][0]["quote"] += " and whatever else anybody may think of"
    (room / "changed.json").write_text(json.dumps(work), encoding="utf-8")


def data_room(scratch: Path, documents: int, cited: int, quotes: str, bound: float | None) -> None:
    room = scratch / f"{documents}-{cited}-{quotes}"
    size = write_filings(GIVEN, room, documents, QUOTATIONS, cited)
    one_changed(room)
    floor, plain = best("floor", room), best("submission", room, quotes=quotes)
    line(
        f"{documents:,} filings ({size / 1e6:.0f} MB), {QUOTATIONS:,} quotations of at most {cited:,}, {quotes}",
        "",
    )
    bar = f" ({bound})" if bound else ""
    ratio = f"{plain['clock'] / floor['clock']:.2f} × reading and normalizing{bar}"
    processor = f"{plain['processor'] / floor['processor']:.2f} × of the processor"
    line("  without a cache", f"{plain['clock']:.2f} s", f"{ratio}, {processor}, {plain['memory']:.0f} MB")
    cache = scratch / "cache"
    first = run("submission", room, cache, quotes)
    again, changed = best("submission", room, cache, quotes), run("changed", room, cache, quotes)
    kept = sum(path.stat().st_size for path in cache.rglob("*") if path.is_file())
    line("  with a cache, the first time", f"{first['clock']:.2f} s", f"{kept / 1e6:.0f} MB kept")
    faster = plain["clock"] / again["clock"]
    line("  the second time", f"{again['clock']:.2f} s", f"{faster:.1f} times faster ({FASTER})")
    faster = plain["clock"] / changed["clock"]
    line("  one quotation changed", f"{changed['clock']:.2f} s", f"{faster:.1f} times faster")
    shutil.rmtree(cache)
    shutil.rmtree(room)


def main() -> None:
    print("paper: in brackets what is not to be exceeded, or to be reached")
    if not GIVEN.is_dir():
        print(
            f"  the filed agreements are not in {GIVEN.name} of PLAYBOOK_PAPER; made-up ones stand for them"
        )
    with tempfile.TemporaryDirectory() as scratch:
        write_filings(GIVEN, Path(scratch) / "warm", 2, 20, 2)
        word = Path(scratch) / "long.docx"
        write_word(word, WORD_PAGES)
        told = best("word", word)
        line(
            f"a Word file of {WORD_PAGES} pages",
            f"{told['processor']:.2f} s",
            f"({WORD_SECONDS:.0f} s), {told['memory']:.0f} MB",
        )
        for documents, cited, quotes, bound in ROOMS:
            data_room(Path(scratch), documents, cited, quotes, bound)


if __name__ == "__main__":
    if sys.argv[1:2] == ["measure"]:
        measure(sys.argv[2], Path(sys.argv[3]), *sys.argv[4:6])
    else:
        main()
