"""Any program can play: it hears what `playbook play --brief` says, and whatever it does is survived."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from playbook_legal.bench.runs import read_run
from playbook_legal.cli.main import playbook
from playbook_legal.cli.running import run_command

from .small_matter import write_small_matter

PROGRAM = "from playbook_legal.cli.main import run; run()"
READ = '{"type":"read_document","document_id":"msa","section":"4.2"}'
ASK = '{"type":"ask_client","question":"When is the launch date?"}'
FINAL = '{"type":"submit_final","summary":"Training is the point."}'


@pytest.fixture
def play(tmp_path, capsys):
    """Plays a program, given as the lines of a Python script, on the small matter; gives the episode or the failure,
    and the exit code."""
    folder = write_small_matter(tmp_path / "small")

    def call(program: str, *options: str):
        (tmp_path / "agent.py").write_text(f"import json, os, sys, time\n{program}\n")
        arguments = ["run", str(folder), "--agent", f"command:'{sys.executable}' '{tmp_path}/agent.py'"]
        with pytest.raises(SystemExit) as left:
            run_command(playbook, "playbook", [*arguments, "--out", str(tmp_path / "run"), *options])
        assert "Traceback" not in capsys.readouterr().err
        run = read_run(tmp_path / "run")
        return (*run.episodes, *run.failures)[0], int(left.value.code or 0)

    return call


def test_a_program_hears_what_play_says_and_its_actions_are_taken(play, tmp_path):
    lines = [READ, "not an action", "", "null", ASK, FINAL]
    program = f"""
heard = open({str(tmp_path / "heard")!r}, "w")
heard.write(sys.stdin.readline())
for line in {lines!r}:
    print(line, flush=True)
    if line:
        heard.write(sys.stdin.readline())
heard.write(sys.stdin.readline())
"""
    episode, status = play(program, "--seeds", "4")
    arguments = ["play", str(tmp_path / "small"), "--brief", "--seed", "4"]
    said = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        input="\n".join(lines),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert status == 0
    assert (tmp_path / "heard").read_text() == said.stdout
    assert episode.note.ending == "finished"
    assert episode.trace.actions == [json.loads(line) for line in (READ, "null", ASK, FINAL)]


def test_a_program_written_as_a_person_would_write_it_plays(play):
    program = """
first = json.loads(sys.stdin.readline())
for document in first["observation"]["documents"]:
    print(json.dumps({"type": "read_document", "document_id": document["id"]}), flush=True)
    answer = json.loads(sys.stdin.readline())
print(json.dumps({"type": "submit_final", "summary": "done"}), flush=True)
"""
    episode, _ = play(program)
    assert [action["type"] for action in episode.trace.actions] == ["read_document"] * 2 + ["submit_final"]


def test_the_record_says_what_was_run_and_what_stood_in_it(play, tmp_path):
    play(f"print({FINAL!r})")
    (card,) = read_run(tmp_path / "run").manifest.agents
    assert (card.name, card.kind) == (Path(sys.executable).name, "command")
    assert card.options["argv"] == [sys.executable, f"{tmp_path}/agent.py"]
    assert list(card.options["files"])[-1] == f"{tmp_path}/agent.py"
    before = card.fingerprint
    (tmp_path / "run" / "manifest.json").unlink()
    for path in (tmp_path / "run" / "episodes").iterdir():
        path.unlink()
    for name in ("episodes", "failures"):
        (tmp_path / "run" / name).rmdir()
    play(f"print({FINAL!r})  # another program")
    assert read_run(tmp_path / "run").manifest.agents[0].fingerprint != before


# What a program does, how its episode ends, and what is said of it.
ENDINGS = {
    "leaves early": (f"print({READ!r})", "left", "the program ended before the matter was closed"),
    "leaves at once": ("", "left", "the program ended before the matter was closed"),
    "complains and leaves": (
        'sys.stderr.write("x" * 100_000 + " I give up\\n")',
        "left",
        "xxx I give up",
    ),
    "no line end": (f"sys.stdout.write({FINAL!r})", "finished", ""),
    "a byte-order mark and CR": (
        f'sys.stdout.buffer.write(b"\\xef\\xbb\\xbf" + {FINAL!r}.encode() + b"\\r\\n")',
        "finished",
        "",
    ),
    "everything at once": (f"print({READ!r} + chr(10) + {FINAL!r} + chr(10) + {ASK!r})", "finished", ""),
    "never reads": (f"for _ in range(40): print({READ!r}, flush=True)", "budget", ""),
    "closes its input": (
        f"sys.stdin.close(); os.close(0); time.sleep(0.2)\nfor _ in range(40): print({READ!r}, flush=True)",
        "budget",
        "",
    ),
    "only talks": (
        'while True: print("Let me think about it.", flush=True)',
        "protocol",
        "11 lines in a row were no new action",
    ),
    "the same delivery": (
        'while True: print(\'{"type":"search_matter","query":"abc","call_id":"1"}\', flush=True)',
        "protocol",
        "11 lines in a row were no new action",
    ),
    "only line ends": ("while True: print(flush=True)", "protocol", "1000 lines in a row were empty"),
    "an endless line": (
        'while True: sys.stdout.write("x" * 65536)',
        "protocol",
        "a line has more than 262144 bytes",
    ),
    "no text": (
        r'sys.stdout.buffer.write(b"\xff\xfe\x00\n" * 20)',
        "protocol",
        "11 lines in a row were no new action",
    ),
    "nests deeply": (
        'for _ in range(20): print("[" * 100_000, flush=True)',
        "protocol",
        "11 lines in a row were no new action",
    ),
    "odd values": (
        f'print("5"); print("[]"); print(\'"x"\'); print("{{}}"); print({FINAL!r})',
        "finished",
        "",
    ),
    "stays after the end": (f"print({FINAL!r}, flush=True); time.sleep(60)", "finished", ""),
}


@pytest.mark.parametrize("how", ENDINGS)
def test_whatever_a_program_does_ends_its_episode(play, how):
    program, ending, detail = ENDINGS[how]
    episode, status = play(program)
    assert status == 0
    assert episode.note.ending == ending
    assert detail in episode.note.detail
    assert len(episode.note.detail) < 2_200


FAILURES = {
    "breaks down": (
        f"print({READ!r}, flush=True); sys.exit('no credit left')",
        "the program ended with exit status 1; standard error ends with: no credit left",
    ),
    "is killed": (f"print({READ!r}, flush=True); os.kill(os.getpid(), 9)", "the program ended with signal 9"),
    "falls silent": ("sys.stdin.read()", "the program said nothing for 0.5 seconds"),
}


@pytest.mark.parametrize("how", FAILURES)
def test_a_program_that_breaks_is_a_failure_and_no_score(play, how):
    program, reason = FAILURES[how]
    failure, status = play(program, "--timeout", "0.5" if how == "falls silent" else "30")
    assert status == 1
    assert failure.reason == reason


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="this system has no process groups")
def test_what_a_program_has_started_ends_with_it(play, tmp_path):
    program = f"""
import subprocess
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
open({str(tmp_path / "child")!r}, "w").write(str(child.pid))
print({FINAL!r}, flush=True)
"""
    play(program)
    child = int((tmp_path / "child").read_text())
    for _ in range(200):
        status = Path(f"/proc/{child}/stat")
        if not status.exists() or status.read_text().rpartition(")")[2].split()[0] == "Z":
            return
        time.sleep(0.02)
    raise AssertionError("the child of the program lives on")


def test_a_program_that_leaves_a_daemon_behind_does_not_hold_up_the_run(play):
    program = f"""
if os.fork() == 0:
    os.setsid()
    time.sleep(15)
    os._exit(0)
print({FINAL!r}, flush=True)
"""
    begun = time.monotonic()
    episode, _ = play(program)
    assert episode.note.ending == "finished"
    assert time.monotonic() - begun < 12
