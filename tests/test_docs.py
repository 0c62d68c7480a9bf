"""Every fenced block of the documents is run or checked, in the order of its document.

A document has a folder of its own with copies of `matters` and `examples`, and its blocks see what earlier
ones left there. What happens to a block is decided by its language:

- `python` runs, in one namespace for the document; `pycon` runs as a doctest in the same namespace.
- `console` runs the commands after `$ `. Output shown below a command must be the command's output; a line
  `...` stands for any lines. `bash` runs each line; with a `$ ` in it, it is read like `console`.
- `yaml`, `json`, `jsonl` are parsed, duplicate keys refused. In JSON a line `…` stands for what is left out.
- A block with `file=name` in its info line is written under that name, after the check of its language.

`# exit status N` among commands belongs to the command above it, at the head of a block to the first one.
Commands of the product and `python`, `cat`, `echo`, `printf` are run; a `make` target must exist; `pip` and
`git` and the like are read past; any other command is an error, so that nothing stays unchecked unnoticed.
"""

import difflib
import doctest
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import chdir
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import yaml
from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [
    path
    for pattern in ("README.md", "AUTHORING.md", "CONTRIBUTING.md", "docs/**/*.md")
    for path in sorted(ROOT.glob(pattern))
]

RUN = {"playbook", "playbook-critic", "playbook-eval", "python", "cat", "echo", "printf"}
NOT_RUN = {"cd", "git", "pip", "pipx", "source", "uv", "python -m venv", "python -m pip"}
# The width of a terminal and the language of messages are not the document's subject.
SETTINGS = {"COLUMNS": "100", "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}


@dataclass(frozen=True)
class Block:
    document: str
    line: int  # of its first line of content, from 1
    info: str
    content: str

    @property
    def place(self) -> str:
        return f"{self.document}:{self.line}"

    @property
    def language(self) -> str:
        return self.info.split()[0] if self.info.split() else ""

    @property
    def file(self) -> str | None:
        found = re.search(r"\bfile=(\S+)", self.info)
        return found[1] if found else None


@dataclass
class Command:
    line: int
    text: str
    status: int = 0
    output: list[str] = field(default_factory=list)


def blocks_of(text: str, document: str) -> list[Block]:
    return [
        Block(document, token.map[0] + 2, token.info.strip(), token.content)
        for token in MarkdownIt("commonmark").parse(text)
        if token.type == "fence" and token.map
    ]


# ---- what each language asks for


def run_python(block: Block, names: dict[str, object]) -> None:
    # The empty lines in front make a traceback name the line of the document.
    source = "\n" * (block.line - 1) + block.content
    exec(compile(source, block.document, "exec"), names)  # noqa: S102 - running the document is the test


def run_doctest(block: Block, names: dict[str, object]) -> None:
    test = doctest.DocTestParser().get_doctest(
        block.content, names, block.document, block.document, block.line - 1
    )
    report = io.StringIO()
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.write, clear_globs=False)
    names.update(test.globs)
    assert not report.getvalue(), report.getvalue()


def check_yaml(block: Block, names: dict[str, object]) -> None:
    def refuse_duplicates(node: yaml.Node) -> None:
        if isinstance(node, yaml.MappingNode):
            keys = [key.value for key, _ in node.value]
            assert len(keys) == len(set(map(str, keys))), f"a key stands twice: {keys}"
            children = [child for pair in node.value for child in pair]
        else:
            children = node.value if isinstance(node, yaml.SequenceNode) else []
        for child in children:
            refuse_duplicates(child)

    for node in yaml.compose_all(block.content, yaml.SafeLoader):
        refuse_duplicates(node)


def parse_json(text: str) -> None:
    def refuse_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
        keys = [key for key, _ in pairs]
        assert len(keys) == len(set(keys)), f"a key stands twice: {keys}"
        return dict(pairs)

    json.loads(text, object_pairs_hook=refuse_duplicates)


def check_json(block: Block, names: dict[str, object]) -> None:
    text, left_out = re.subn(r"^[ \t]*…[ \t]*\n", "", block.content, flags=re.MULTILINE)
    parse_json(re.sub(r",(?=\s*[}\]])", "", text) if left_out else text)


def check_jsonl(block: Block, names: dict[str, object]) -> None:
    for line in block.content.split("\n"):
        if line.strip() not in ("", "…"):
            parse_json(line)


def run_commands(block: Block, names: dict[str, object]) -> None:
    for command in commands_of(block):
        place = f"{block.document}:{command.line}"
        word, *arguments = shlex.split(command.text, comments=True)
        if " ".join([word, *arguments[:2]]) in NOT_RUN or word in NOT_RUN:
            continue
        if word == "make":
            targets = {word for word in arguments if "=" not in word and not word.startswith("-")}
            assert targets <= make_targets(), f"{place}: the Makefile has no {targets - make_targets()}"
        else:
            assert word in RUN, f"{place}: {word} is neither run nor read past ({sorted(RUN | NOT_RUN)})"
            run_command(command, place)


def run_command(command: Command, place: str) -> None:
    scripts = str(Path(sys.executable).parent)
    done = subprocess.run(
        ["bash", "-c", command.text],  # noqa: S607 - the shell that the documents are written for
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=os.environ | SETTINGS | {"PATH": scripts + os.pathsep + os.environ["PATH"]},
        encoding="utf-8",
        timeout=120,
    )
    shown = f"{place}: {command.text}\n{done.stdout}"
    assert done.returncode == command.status, f"exit status {done.returncode}, not {command.status}: {shown}"
    output = [line.rstrip() for line in done.stdout.rstrip().split("\n")]
    pattern = "".join(r"(?:.*\n)*" if line == "..." else re.escape(line) + r"\n" for line in command.output)
    if command.output and not re.fullmatch(pattern, "\n".join([*output, ""])):
        difference = difflib.unified_diff(command.output, output, "document", "command", lineterm="")
        pytest.fail("\n".join([f"{place}: {command.text}", *difference]), pytrace=False)


def commands_of(block: Block) -> list[Command]:
    with_prompt = block.language == "console" or re.search(r"^\$ ", block.content, re.MULTILINE)
    commands: list[Command] = []
    status_of_first: int | None = None
    lines = iter(enumerate(block.content.rstrip().split("\n"), block.line))
    for number, line in lines:
        status = re.fullmatch(r"# exit status (\d+)", line.strip())
        starts = line.startswith("$ ") if with_prompt else bool(line.strip()) and not line.startswith("#")
        if status and commands:
            commands[-1].status = int(status[1])
        elif status:
            status_of_first = int(status[1])
        elif starts:
            commands.append(Command(number, whole_command(line.removeprefix("$ "), lines)))
            if status_of_first is not None:
                commands[-1].status, status_of_first = status_of_first, None
        elif with_prompt and commands:
            commands[-1].output.append(line.rstrip())
    for command in commands:
        while command.output and not command.output[-1]:
            command.output.pop()
    return commands


def whole_command(text: str, lines: Iterator[tuple[int, str]]) -> str:
    """`text` with the lines that continue it after a backslash, or up to the mark of its here-document."""
    while text.endswith("\\"):
        text += "\n" + next(lines)[1].removeprefix("> ")
    here = re.search(r"<<'?(\w+)'?", text)
    while here and text.rsplit("\n", 1)[-1] != here[1]:
        text += "\n" + next(lines)[1]
    return text


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z][\w-]*):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


CHECKS: dict[str, Callable[[Block, dict[str, object]], None]] = {
    "python": run_python,
    "pycon": run_doctest,
    "console": run_commands,
    "bash": run_commands,
    "sh": run_commands,
    "shell": run_commands,
    "yaml": check_yaml,
    "json": check_json,
    "jsonl": check_jsonl,
}


def check_block(block: Block, names: dict[str, object]) -> None:
    """Runs or checks one block in the working folder."""
    if block.file is None:
        if block.language in CHECKS:
            CHECKS[block.language](block, names)
        return
    if block.language in ("yaml", "json", "jsonl"):
        CHECKS[block.language](block, names)
    path = Path(block.file)
    assert not path.is_absolute(), f"{block.place}: {path} must lie in the document's folder"
    assert ".." not in path.parts, f"{block.place}: {path} must lie in the document's folder"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(block.content, encoding="utf-8", newline="\n")


# ---- the documents


class Reading:
    """One document, read up to some block: its folder and the names its Python blocks have bound."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: dict[str, object] = {"__name__": "__main__"}
        self.done = 0
        for name in ("matters", "examples"):
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, folder / name)


@pytest.fixture(scope="session")
def readings(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Reading]:
    open_readings: dict[str, Reading] = {}

    def reading_of(document: str) -> Reading:
        if document not in open_readings:
            open_readings[document] = Reading(tmp_path_factory.mktemp("document"))
        return open_readings[document]

    return reading_of


BLOCKS = {path: blocks_of(path.read_text("utf-8"), path.relative_to(ROOT).as_posix()) for path in DOCUMENTS}


@pytest.mark.parametrize(
    ("path", "index"),
    [
        pytest.param(path, index, id=block.place, marks=pytest.mark.xdist_group(block.document))
        for path, blocks in BLOCKS.items()
        for index, block in enumerate(blocks)
    ],
)
def test_a_block_of_a_document_does_what_it_says(
    path: Path, index: int, readings: Callable[[str], Reading]
) -> None:
    reading = readings(BLOCKS[path][index].document)
    with chdir(reading.folder):
        # Chosen alone, a block still finds what the ones before it left.
        while reading.done <= index:
            block = BLOCKS[path][reading.done]
            reading.done += 1
            try:
                check_block(block, reading.names)
            except Exception as trouble:
                trouble.add_note(f"in the block at {block.place}")
                raise


# ---- the checks themselves


def check_text(text: str) -> None:
    names: dict[str, object] = {}
    for block in blocks_of(text, "text.md"):
        check_block(block, names)


def fenced(info: str, *lines: str) -> str:
    return "\n".join([f"```{info}", *lines, "```", ""])


SOUND = {
    "python in order": fenced("python", "a = 1") + "words\n\n" + fenced("python", "assert a == 1"),
    "doctest after python": fenced("python", "a = 1") + fenced("pycon", ">>> a + 1", "2"),
    "output shown": fenced("console", "$ echo one; echo two", "one", "two"),
    "output left out": fenced("console", "$ printf '1\\n2\\n3\\n4\\n'", "1", "...", "4"),
    "nothing left out": fenced("console", "$ printf '1\\n4\\n'", "1", "...", "4"),
    "output not shown": fenced("console", "$ echo one", "", "$ echo two"),
    "status below": fenced("console", "$ cat nowhere", "...", "# exit status 1"),
    "status at the head": fenced("bash", "# exit status 1", "cat nowhere"),
    "a continued line": fenced("bash", "echo one \\", "  two"),
    "a here-document": fenced("console", "$ cat <<'END' | cat", "one", "END", "one"),
    "a file, then a command": fenced("json file=a/b.json", "{}") + fenced("console", "$ cat a/b.json", "{}"),
    "targets": fenced(
        "bash", "make test PYTHON=python3 -j2", "pip install playbook-legal", "python -m venv .venv"
    ),
    "yaml": fenced("yaml", "a: {b: 1}", "c: [{b: 1}, {b: 2}]"),
    "json with a gap": fenced("json", '{"a": [1, {"b": 2}],', "  …", "}"),
    "jsonl": fenced("jsonl", "{}", "…", '{"a": 1}'),
    "another language": fenced("text", "$ anything") + fenced("", "{"),
}

UNSOUND = {
    "python that raises": fenced("python", "assert 1 == 2"),
    "doctest": fenced("pycon", ">>> 1 + 1", "3"),
    "other output": fenced("console", "$ echo one", "two"),
    "output cut short": fenced("console", "$ printf '1\\n2\\n'", "1"),
    "another status": fenced("bash", "cat nowhere"),
    "no failure where one is promised": fenced("bash", "echo one", "# exit status 1"),
    "unknown target": fenced("bash", "make no-such-target"),
    "unknown command": fenced("bash", "no-such-command"),
    "yaml": fenced("yaml", "a: [1"),
    "yaml key twice": fenced("yaml", "- a: 1", "  a: 2"),
    "json": fenced("json", '{"a": 1,}'),
    "json key twice": fenced("json", '{"a": 1, "a": 2}'),
    "jsonl": fenced("jsonl", '{"a": 1}', "{"),
    "a file elsewhere": fenced("text file=../a", "a"),
}


@pytest.mark.parametrize("text", SOUND.values(), ids=SOUND)
def test_sound_blocks_pass(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    check_text(text)


@pytest.mark.parametrize("text", UNSOUND.values(), ids=UNSOUND)
def test_unsound_blocks_fail(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises((Exception, pytest.fail.Exception)):
        check_text(text)


def test_a_block_is_known_by_the_line_of_its_first_content() -> None:
    text = "# Title\n\n- item\n\n  ```python\n  a = 1\n  ```\n"
    assert [(block.line, block.content) for block in blocks_of(text, "text.md")] == [(6, "a = 1\n")]
