"""Nothing an agent sends, and nothing in a run's files, breaks a report or gets markup into one."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from playbook_legal import load_matter
from playbook_legal.bench.library import Library
from playbook_legal.bench.reading import read_checked_run
from playbook_legal.bench.runs import AgentCard, Failure, Manifest, MatterCard, Usage, write_failure
from playbook_legal.bench.scorecard import build_scorecard
from playbook_legal.bench.scorecard.building import as_json
from playbook_legal.bench.scorecard.html import as_html
from playbook_legal.bench.scorecard.markdown import as_markdown
from playbook_legal.bench.scorecard.tables import as_csv, write_table
from playbook_legal.bench.view.index import run_pages

from .cases import escalate, finish, issue, markup, read, redline, search
from .episodes import ODD
from .html_pages import sound_page
from .run_folders import (
    IDLE,
    SOUND,
    always,
    called,
    keep,
    rewrite,
    rewrite_json,
    small_folder,
    small_matters,
    write_run,
)
from .small_matter import MANIFEST

# Each tries another way out of its place.
NASTY = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title></style></text></svg><iframe>",
    "'onmouseover='alert(1)",
    "javascript:alert(1)",
    "&lt;script&gt;&#60;script&#62;",
    "<!-- --><![CDATA[ ]]>",
    "| a | b |\n# Heading\n---\n",
    "[click](javascript:alert(1)) ![x](http://example.example/x) `code` **bold**",
    "=cmd|' /C calc'!A0",
    "@SUM(1+1)",
    "left\u202eright \u2066x\u2069 \u200b\ufeff \u2028 \x00\x07\x1b[31m",
    "half \ud800 of a character \udfff",
    "x" * 5000,
    "",
    "   ",
)
AGENTS = [AgentCard(name, name[:40], {name[:40]: name, "nested": [{"a": name}]}) for name in NASTY]


def nasty_actions(text: str) -> list[Any]:
    """Every kind of action with `text` in every field."""
    return [
        read(text),
        read("msa", text),
        read("msa"),
        search(text),
        {"type": "ask_client", "question": text},
        escalate(text, text),
        issue("msa §4.2", text, label=text, title=text, analysis=f"consent {text}", severity=text),
        issue("msa §5.1", label=text, quotes=[("msa §5.1", text), (text, text), ("msa §4.2", text * 3)]),
        issue("msa §5.1", label=text, analysis=text, revise=True),
        redline("msa", "4.2", text, label=text),
        redline(text, text, text, label=text),
        markup("5.1", text, label=text),
        {"type": "accept_counterparty", "issue_id": text},
        {"type": text},
        {text: text},
        {"type": "read_document", "document_id": {"deep": [text]}, text: [text]},
        text,
        [text],
        *ODD,
        finish(text),
    ]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A run in which every name and every field is nasty; failures too."""
    folder = tmp_path_factory.mktemp("hostile")
    path = small_folder(folder / "matters", 1, manifest=long_manifest(), documents=DOCUMENTS)
    matter = load_matter(path)
    manifest = Manifest.of(AGENTS, [MatterCard.of(matter, NASTY[0])], (0, 1), 1)
    for part in ("episodes", "failures"):
        (folder / "run" / part).mkdir(parents=True)
    # Not by `open_run`: JSON can say more than this package writes.
    (folder / "run" / "manifest.json").write_text(json.dumps(msgspec.to_builtins(manifest)))
    for key in manifest.keys():  # noqa: SIM118 - a method
        if key.seed:
            write_failure(folder / "run", Failure(key, key.agent, 3))
        else:
            keep(folder / "run", matter, key, nasty_actions(key.agent), Usage(1, 2, 3, 0.5))
    for path in (folder / "run" / "episodes").iterdir():
        rewrite(path, lambda lines: lines[-1]["episode"].update(detail=NASTY[1] + NASTY[11]))
    return folder


def long_manifest() -> dict[str, Any]:
    return MANIFEST | {"title": NASTY[1], "constraints": {"maximum_steps": 90}}


DOCUMENTS = {
    "msa.md": "# <b>Top</b>\n\n"
    + "".join(f"## {token} <i>{NASTY[0]}</i>\n\ntext & <p>\n\n" for token in ("4.2", "5.1", "10.2", '"x')),
    "playbook.md": "## 3 <script>\n\nx\n",
}


@pytest.fixture(scope="module")
def card(folder):
    read = [(NASTY[2], read_checked_run(folder / "run"))]
    return build_scorecard(read, Library([folder / "matters"]), against=(NASTY[1], read[0][1]))


def test_the_page_of_a_hostile_run_is_sound(card):
    page = sound_page(as_html(card))
    assert "<script>alert(1)</script>" in page.text
    assert page.tags["section"] > 5


def test_every_audit_page_of_a_hostile_run_is_sound(folder):
    pages = dict(run_pages(NASTY[0], read_checked_run(folder / "run"), Library([folder / "matters"])))
    assert len(pages) == len(NASTY) + 1
    for path, content in pages.items():
        page = sound_page(content)
        assert page.tags["script"] == 0
        if path == "index.html":
            assert {link for link in page.links if not link.startswith("#")} == pages.keys() - {"index.html"}


def test_markdown_keeps_its_structure(card):
    lines = as_markdown(card).split("\n")
    assert all(line.isprintable() for line in lines)
    headings = [line for line in lines if line.startswith("#")]
    assert len(headings) == len({*headings}) == 12
    tables = [line for line in lines if line.startswith("|")]
    columns = {line.replace("\\|", "").count("|") for line in tables}
    assert columns <= {4, 5, 6, 7, 8, 10, 3}
    assert not [line for line in lines if "<script" in line.replace("\\<script", "")]
    assert not [
        line for line in lines if "](" in line.replace("\\[", "").replace("]\\(", "") and "\\[" not in line
    ]


def test_a_spreadsheet_finds_no_formula(card):
    rows = list(csv.reader(io.StringIO(as_csv(card))))
    assert len({len(row) for row in rows}) == 1
    assert not [cell for row in rows for cell in row if cell[:1] in ("=", "@", "+") or cell[:2] == "-="]


def test_json_and_parquet_carry_what_there_is(card, tmp_path):
    assert len(json.loads(as_json(card))["agents"]) == len(NASTY)
    pytest.importorskip("duckdb", reason="the extra parquet is not installed")
    write_table(card, tmp_path / "rows.parquet")
    assert (tmp_path / "rows.parquet").stat().st_size > 0


def test_the_commands_survive_a_hostile_run(folder, tmp_path, capsys):
    run, matters = folder / "run", folder / "matters"
    outs = [
        part for suffix in ("md", "json", "csv", "html") for part in ("--out", tmp_path / f"report.{suffix}")
    ]
    assert called(capsys, "report", run, "--matters", matters, *outs)[0] == 0
    assert called(capsys, "report", run, "--matters", matters)[0] == 0
    assert called(capsys, "view", run, "--matters", matters, "--out", tmp_path / "pages")[0] == 0
    assert called(capsys, "rescore", run, "--matters", matters)[0] == 0
    for kind in ("sft", "dpo", "steps"):
        status, _, err = called(
            capsys, "export", kind, run, "--matters", matters, "--out", tmp_path / f"{kind}.jsonl"
        )
        assert (status, err) == (0, "")


# --- files that say what cannot be -------------------------------------------------------------------------


def a_run(folder: Path) -> Path:
    matters = small_matters(folder / "matters", 2)
    return write_run(folder / "run", matters, {"a": always(SOUND), "b": always(IDLE)}, usage=Usage(1, 2, 3))


def episode_file(run: Path, agent: str = "a") -> Path:
    return min(path for path in (run / "episodes").iterdir() if path.name.startswith(f"{agent}~"))


def swap(run: Path) -> None:
    one, other = episode_file(run), episode_file(run, "b")
    content = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(content[: len(content) // 2])


DAMAGE = {
    "a manifest that promises too much": (
        lambda run: rewrite_json(run / "manifest.json", lambda value: value.update(repeats=10**9)),
        "the manifest promises",
    ),
    "a negative number of repeats": (
        lambda run: rewrite_json(run / "manifest.json", lambda value: value.update(repeats=-1)),
        "",
    ),
    "an agent twice": (
        lambda run: rewrite_json(
            run / "manifest.json", lambda value: value["agents"].append(value["agents"][0])
        ),
        "names an agent, a matter or a seed twice",
    ),
    "another format": (
        lambda run: rewrite_json(run / "manifest.json", lambda value: value.update(run="playbook.run.v9")),
        "playbook.run.v1 is read here",
    ),
    "no manifest": (lambda run: (run / "manifest.json").unlink(), "there is no such file"),
    "the episode of another": (
        lambda run: episode_file(run).write_bytes(episode_file(run, "b").read_bytes()),
        "is not the one that its file is named for",
    ),
    "a truncated episode": (swap, ""),
    "a trace of another matter": (
        lambda run: rewrite(episode_file(run), lambda lines: lines[0].update(matter_id="small_009")),
        "the trace is of another matter than its episode",
    ),
    "tokens beyond all measure": (
        lambda run: rewrite(
            episode_file(run), lambda lines: lines[-1]["episode"]["usage"].update(input_tokens=10**400)
        ),
        "beyond all measure",
    ),
    "a negative cost": (
        lambda run: rewrite(episode_file(run), lambda lines: lines[-1]["episode"]["usage"].update(cost=-5)),
        "beyond all measure",
    ),
    "an ending that is none": (
        lambda run: rewrite(episode_file(run), lambda lines: lines[-1]["episode"].update(ending="<b>")),
        "the last line holds no episode",
    ),
    "no result": (
        lambda run: rewrite(episode_file(run), lambda lines: lines[-1].update(result=None)),
        "",
    ),
    "a step out of order": (
        lambda run: rewrite(episode_file(run), lambda lines: lines[2].update(step=9)),
        "stands where step 2 belongs",
    ),
    "binary": (lambda run: episode_file(run).write_bytes(b"\xff\xfe\x00"), "is not UTF-8"),
}


@pytest.mark.parametrize(("damage", "said"), DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_run_is_one_line_for_every_command(damage, said, tmp_path, capsys):
    run = a_run(tmp_path)
    damage(run)
    matters = ("--matters", tmp_path / "matters")
    for command in (
        ("report", run, *matters),
        ("view", run, "--out", tmp_path / "pages", *matters),
        ("rescore", run, *matters),
        ("export", "sft", run, "--out", tmp_path / "records.jsonl", *matters),
    ):
        status, out, err = called(capsys, *command)
        if said:
            assert (status, out) == (2, ""), command[0]
            assert said in err
        assert status in (0, 1, 2)
        assert err.count("\n") == (1 if status == 2 else 0)


@pytest.mark.parametrize(
    "result",
    [
        {"normalized_score": 10**400},
        {"normalized_score": "<script>alert(1)</script>", "critical_failure": "<b>"},
        {"breakdown": None},
        {"steps": {"a": ["<script>"]}},
    ],
)
def test_a_recorded_result_is_never_trusted(result, tmp_path, capsys):
    run = a_run(tmp_path)
    rewrite(episode_file(run), lambda lines: lines[-1]["result"].update(result))
    # With the matter at hand the trace is played again, and the record counts for nothing.
    status, out, _ = called(capsys, "report", run, "--matters", tmp_path / "matters", "--format", "html")
    assert status == 0
    sound_page(out)
    status, out, _ = called(capsys, "rescore", run, "--matters", tmp_path / "matters")
    assert status in (0, 1)
    called(capsys, "view", run, "--matters", tmp_path / "matters", "--out", tmp_path / "pages")
    for page in (tmp_path / "pages").rglob("*.html"):
        sound_page(page.read_text("utf-8"))
    # Without it the record is all there is, and must be a result.
    status, out, err = called(capsys, "report", run)
    assert (status, out) == (2, "")
    assert "the recorded result cannot be used" in err
    assert err.count("\n") == 1
    status, _, _ = called(capsys, "view", run, "--out", tmp_path / "other")
    assert status == 0
    sound_page((tmp_path / "other" / "index.html").read_text("utf-8"))
