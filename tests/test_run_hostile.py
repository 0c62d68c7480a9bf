"""Whatever an endpoint answers: it is read or refused, acted on or refused, kept, and read again."""

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playbook_legal import load_matter
from playbook_legal.bench.agents.answers import read_answer
from playbook_legal.bench.playing import Ended
from playbook_legal.bench.running import Standing
from playbook_legal.bench.runs import (
    AgentCard,
    EpisodeNote,
    Manifest,
    MatterCard,
    open_run,
    read_run,
    write_episode,
)
from playbook_legal.bench.table import Table
from playbook_legal.cli import progress
from playbook_legal.episode.verify import verify_trace
from playbook_legal.problems import UnusableInputError

from .small_matter import write_small_matter

NAMES = ["read_document", "submit_issue", "submit_final", "send_markup", "ask_client", "no such tool", ""]
TEXTS = st.text(st.characters(codec=None, categories=None), max_size=20)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    ["type", "call_id", "document_id", "section", "citations", "quotes", "summary", "title"]
)
ARGUMENTS = st.dictionaries(FIELDS, JSON, max_size=4)
CALL = st.fixed_dictionaries(
    {
        "id": JSON,
        "function": st.fixed_dictionaries(
            {
                "name": st.sampled_from(NAMES) | JSON,
                "arguments": ARGUMENTS.map(json.dumps) | ARGUMENTS | TEXTS | JSON,
            }
        ),
    }
)
MESSAGE = st.fixed_dictionaries(
    {"content": JSON, "tool_calls": st.lists(CALL | JSON, max_size=4) | JSON}, optional={"refusal": JSON}
)
COMPLETION = JSON | st.fixed_dictionaries(
    {
        "choices": st.lists(st.fixed_dictionaries({"message": MESSAGE, "finish_reason": JSON}), max_size=2)
        | JSON
    },
    optional={"usage": JSON | st.dictionaries(st.sampled_from(["prompt_tokens"]), JSON), "error": JSON},
)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    matter = load_matter(write_small_matter(folder / "m"))
    manifest = Manifest.of([AgentCard("a", "b")], [MatterCard.of(matter, "m")], [0], 1)
    open_run(folder / "run", manifest)
    return matter, folder / "run"


@given(st.lists(COMPLETION, min_size=1, max_size=4))
def test_any_answer_is_survived(small, completions):
    matter, folder = small
    (key,) = read_run(folder).manifest.keys()
    table = Table(matter, key)
    for completion in completions:
        try:
            answer = read_answer(completion, 1)
        except ValueError:
            continue  # it holds no message; `test_what_holds_no_message_is_no_answer` has the cases
        # It can be sent back: JSON that UTF-8 can carry, with sound names and different ids.
        told = answer.as_message()
        json.dumps(told, ensure_ascii=False).encode("utf-8")
        assert len({call.id for call in answer.calls}) == len(answer.calls)
        for call in answer.calls:
            assert isinstance(json.loads(call.arguments), dict)
            assert "call_id" not in call.action
            if not table.is_over:
                before = table.steps
                table.act(call.action)
                assert table.steps == before + 1
    # What was done can be kept, and says the same when it is read again.
    write_episode(folder, table.trace(), EpisodeNote(key, table.ending() or "left"))
    (episode,) = read_run(folder).episodes
    assert verify_trace(episode.trace, matter).difference is None


HALF = "half \ud800 of a character"
UNWRITABLE = {
    "an agent's name": (
        AgentCard(HALF, "file"),
        "m",
        'the agent "half \\ud800 of a character" has half a character',
    ),
    "an agent's options": (
        AgentCard("a", "chat", {"system": [{HALF: 1}]}),
        "m",
        'the agent "a" has half a character',
    ),
    "a matter's folder": (AgentCard("a", "file"), HALF, 'the matter "small_001" has half a character'),
}


@pytest.mark.parametrize(("card", "named", "said"), UNWRITABLE.values(), ids=UNWRITABLE)
def test_what_no_file_can_hold_is_no_run(small, tmp_path, card, named, said):
    matter, _ = small
    manifest = Manifest.of([card], [MatterCard.of(matter, named)], [0], 1)
    with pytest.raises(UnusableInputError) as raised:
        open_run(tmp_path / "run", manifest)
    assert said in str(raised.value)
    assert not (tmp_path / "run").exists()


# --- the progress display --------------------------------------------------------------------------------


def failed(folder: Path) -> Ended:
    (key,) = read_run(folder).manifest.keys()
    return Ended(key, None, "no connection [bold]\x1b[31m\nat all", None, critical=False, cost=0.0)


def test_without_a_terminal_progress_is_a_line_now_and_then(small, capsys, monkeypatch):
    monkeypatch.setattr(progress, "_LINE_EVERY", 0.0)
    with progress.progress() as tell:
        tell(Standing(5, 2), None)
        tell(Standing(5, 2, played=1, failures=[failed(small[1])], spent=0.25), failed(small[1]))
    out, err = capsys.readouterr()
    assert out == ""
    assert err.split("\n") == [
        "run: 2 of 5 episodes",
        "run: failed: a, small_001, seed 0, repeat 0: no connection [bold]\\u001b[31m at all",
        "run: 4 of 5 episodes, 1 failed, cost 0.25",
        "",
    ]


def test_at_a_terminal_progress_is_live_and_standard_output_holds_the_summary_alone(tmp_path):
    pytest.importorskip("rich", reason="the extra `progress` is not installed")
    pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    folder = write_small_matter(tmp_path / "m")
    terminal, its_end = pty.openpty()
    program = "from playbook_legal.cli.main import run; run()"
    arguments = ["run", str(folder), "--agent", "policy:all", "--out", str(tmp_path / "r")]
    shown: list[bytes] = []
    with subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        env=os.environ | {"TERM": "xterm"},
        stdout=subprocess.PIPE,
        stderr=its_end,
        encoding="utf-8",
    ) as process:
        os.close(its_end)
        with suppress(OSError):  # a terminal whose other end is closed
            while part := os.read(terminal, 65_536):
                shown.append(part)
        assert process.stdout is not None
        out = process.stdout.read()
    os.close(terminal)
    seen = b"".join(shown).decode()
    assert process.returncode == 0
    assert "of 24 episodes" in seen
    assert out.startswith(f"{tmp_path.as_posix()}/r: 24 of 24 episodes played\n")
    assert "\x1b" not in out
