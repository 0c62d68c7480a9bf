"""Findings written into the redlined Word file as comments."""

import io
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from playbook_legal.paper.readers.word import read_word

from . import word_files as word
from .word_files import ANN, BEN, deleted, docx, inserted, numbered, numbering, paragraph, run, table
from .word_redlines import remarks, tracked_changes

LISTS = numbering(word.LEGAL_LIST, numbered(1, 0))
CRITIC = "Playbook critic"
PAYS = "Customer pays within thirty (30) days of the invoice."
LASTS = "The term of this agreement is two years."
LIMITS = """schema_version: playbook.authority.v1
non_negotiables:
  - id: ten_days
    prohibited_patterns: ["within ten days"]
"""


def num(*content: str, at: int = 0, mark: str = "") -> str:
    return paragraph(*content, num=1, level=at, mark=mark)


BASE = docx(
    num("Fees"), num(PAYS, at=1), num("Term"), num(LASTS, at=1), table([["Fee", "100"]]), numbering=LISTS
)
CHANGED = word.commented(deleted("thirty (30)") + inserted("ten"), 3)
REDLINE = docx(
    num("Fees"),
    num(run("Customer pays within ", bold=True), CHANGED, run(" days of the invoice."), at=1),
    num("Term"),
    num(LASTS.replace("two", "three"), at=1),
    table([["Fee", "100"]]),
    numbering=LISTS,
    comments=word.comments({3: (BEN, "Too long."), 7: (ANN, "Nowhere.")}),
)


def playbook(folder: Path, *arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
    ended = subprocess.run(
        [sys.executable, "-c", "from playbook_legal.cli.critic import run; run()", "paper", *arguments],
        cwd=folder, input=stdin, capture_output=True, check=False,
    )  # fmt: skip
    return ended.returncode, ended.stdout.decode(), ended.stderr.decode()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "paper").mkdir()
    (tmp_path / "paper" / "msa.docx").write_bytes(BASE)
    (tmp_path / "redline.docx").write_bytes(REDLINE)
    (tmp_path / "limits.yaml").write_text(LIMITS, "utf-8")
    return tmp_path


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {one.filename: archive.read(one) for one in archive.infolist()}


def said(data: bytes) -> list[tuple[str, str, str]]:
    """The critic's comments: the first line of each, the unit, and the words it is about."""
    found = (one for one in remarks(data, "a.docx") if one.author == CRITIC)
    return [(one.text.split("\n")[0], one.label, one.about) for one in found]


def test_each_finding_is_a_comment_at_its_place(folder: Path) -> None:
    code, _, err = playbook(
        folder, "redline.docx", "--authority", "limits.yaml", "--annotate", "out/marked.docx"
    )
    assert (code, err) == (1, "")
    made = (folder / "out" / "marked.docx").read_bytes()
    assert said(made) == [
        ("Nothing quoted (MISSING_EVIDENCE, advisory)", "1", "Fees"),  # a comment without a place
        ("Concedes what the client ruled out (PROHIBITED_CONCESSION, critical)", "1.1",
         "Customer pays within thirty (30) days of the invoice."),
        ("Changed without tracking (FABRICATED_QUOTE, critical)", "2.1", LASTS.replace("two", "three")),
    ]  # fmt: skip
    (concession,) = [
        one for one in remarks(made, "a.docx") if one.author == CRITIC and "ten days" in one.text
    ]
    _, message, remedy = concession.text.split("\n")
    assert message.startswith("proposed language concedes 'ten_days' — matched pattern “within ten days”")
    assert message.endswith("(in this sentence inserted “ten”; struck “thirty (30)”)")
    assert remedy == "Take the language out, or have the client lift the limit."
    assert concession.date == ""


def test_nothing_else_in_the_file_changes(folder: Path) -> None:
    playbook(folder, "redline.docx", "--annotate", "marked.docx")
    made = (folder / "marked.docx").read_bytes()
    before, after = parts(REDLINE), parts(made)
    assert list(after) == list(before)
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"word/document.xml", "word/comments.xml"}
    accepted, marked = (read_word("a", "A", data, "0" * 64, "a.docx") for data in (REDLINE, made))
    body = accepted.text.partition("Comment 1")[0]
    assert marked.text.startswith(body)
    changes = [
        [(one.author, one.deleted, one.inserted, one.date) for one in tracked_changes(data, "a.docx")]
        for data in (REDLINE, made)
    ]
    assert changes[0] == changes[1]
    kept = [one for one in remarks(made, "a.docx") if one.author != CRITIC]
    assert [(one.id, one.text, one.about) for one in kept] == [("3", "Too long.", "thirty (30)")]


def test_a_file_without_comments_gets_the_part_and_is_listed(folder: Path) -> None:
    bare = docx(
        num("Fees"), num(run("Customer pays within "), deleted("thirty (30)"), inserted("ten"),
                         run(" days of the invoice."), at=1),
        num("Term"), num(LASTS, at=1), table([["Fee", "100"]]), numbering=LISTS,
    )  # fmt: skip
    (folder / "redline.docx").write_bytes(bare)
    playbook(folder, "redline.docx", "--authority", "limits.yaml", "--annotate", "marked.docx")
    after = parts((folder / "marked.docx").read_bytes())
    assert b'PartName="/word/comments.xml"' in after["[Content_Types].xml"]
    assert b"relationships/comments" in after["word/_rels/document.xml.rels"]
    assert len(said((folder / "marked.docx").read_bytes())) == 1


def test_the_same_review_gives_the_same_file(folder: Path) -> None:
    for name in ("one.docx", "two.docx"):
        playbook(folder, "redline.docx", "--authority", "limits.yaml", "--annotate", name)
    assert (folder / "one.docx").read_bytes() == (folder / "two.docx").read_bytes()
    code, _, _ = playbook(folder, "-", "--base", "msa", "--annotate", "three.docx", "--authority", "limits.yaml",
                          stdin=REDLINE)  # fmt: skip
    assert code == 1
    assert (folder / "three.docx").read_bytes() == (folder / "one.docx").read_bytes()


def test_a_file_without_findings_stays_as_it_is(folder: Path) -> None:
    sound = docx(num("Fees"), num(run(PAYS), inserted(" Or later."), at=1), num("Term"), num(LASTS, at=1),
                 table([["Fee", "100"]]), numbering=LISTS)  # fmt: skip
    (folder / "redline.docx").write_bytes(sound)
    assert playbook(folder, "redline.docx", "--annotate", "marked.docx")[0] == 0
    assert (folder / "marked.docx").read_bytes() == sound


def test_suppressed_findings_are_left_out(folder: Path) -> None:
    (folder / "playbook.toml").write_text(
        '[[critic.suppress]]\ncause = "prohibited_pattern"\nreason = "The client agreed."\n', "utf-8"
    )
    playbook(folder, "redline.docx", "--config", "playbook.toml", "--authority", "limits.yaml",
             "--annotate", "marked.docx")  # fmt: skip
    titles = [title for title, _, _ in said((folder / "marked.docx").read_bytes())]
    assert titles == [
        "Nothing quoted (MISSING_EVIDENCE, advisory)", "Changed without tracking (FABRICATED_QUOTE, critical)",
    ]  # fmt: skip


REFUSED = {
    "over the submission": (["redline.docx", "--annotate", "redline.docx"], "this file was read for the report"),
    "over the paper": (["redline.docx", "--annotate", "paper/msa.docx"], "keep reports apart from the paper"),
    "no Word file": (["redline.docx", "--annotate", "marked.txt"], "a Word file is written, such as marked-up.docx"),
    "a folder": (["redline.docx", "--annotate", "paper"], "this is a folder"),
    "a review": (["review.json", "--annotate", "marked.docx"], "this submission is none; leave --annotate out"),
    "several": (["redline.docx", "review.json", "--annotate", "marked.docx"], "one redlined Word file is marked up at"),
    "into the work": (["work", "--annotate", "work/marked.docx"], "this lies among the submissions"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_marked_up_is_refused_and_nothing_is_written(folder: Path, case: str) -> None:
    arguments, message = REFUSED[case]
    (folder / "review.json").write_text(
        '{"summary": "Nothing was found, and nothing remains open."}', "utf-8"
    )
    (folder / "work").mkdir()
    (folder / "work" / "redline.docx").write_bytes(REDLINE)
    code, out, err = playbook(folder, *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
    assert not list(folder.rglob("marked*"))
    assert (folder / "redline.docx").read_bytes() == REDLINE
    assert (folder / "paper" / "msa.docx").read_bytes() == BASE


def test_the_critics_own_comments_are_no_work_when_the_file_comes_back(folder: Path) -> None:
    _, before, _ = playbook(folder, "redline.docx", "--authority", "limits.yaml", "--annotate", "marked.docx")
    code, after, _ = playbook(folder, "marked.docx", "--authority", "limits.yaml")
    assert code == 1
    left_out = "3 comments by Playbook critic, which an earlier review wrote into the file"
    said_more = [line for line in after.split("\n") if line not in before.split("\n")]
    assert [line for line in said_more if not line.startswith("- submission: ")] == [
        f"- parts of the submission that were not read: `{left_out}`"
    ]
    for format_ in ("html", "sarif", "jsonl", "json"):
        assert left_out in playbook(folder, "marked.docx", "--format", format_)[1]


def test_the_critics_comments_are_read_where_they_are_asked_for_by_name(folder: Path) -> None:
    playbook(folder, "redline.docx", "--annotate", "marked.docx")
    _, out, _ = playbook(folder, "marked.docx", "--author", "playbook CRITIC")
    assert [line for line in out.split("\n") if line.startswith("### issue")] == [
        "### issue `§1, comment 3, by Playbook critic` — MISSING_EVIDENCE",
        "### issue `§2.1, comment 4, by Playbook critic` — FABRICATED_QUOTE",
    ]
    assert "Ann Author changed 1 paragraph, not reviewed" in out
    assert "earlier review" not in out


def test_what_the_critic_is_said_to_have_changed_is_reviewed_like_any_change(folder: Path) -> None:
    changed = docx(
        num("Fees"),
        num(run("Customer pays within "), deleted("thirty (30)", CRITIC), inserted("ten", CRITIC),
            run(" days of the invoice."), at=1),
        num("Term"), num(LASTS, at=1), table([["Fee", "100"]]), numbering=LISTS,
    )  # fmt: skip
    (folder / "redline.docx").write_bytes(changed)
    code, out, _ = playbook(folder, "redline.docx", "--authority", "limits.yaml")
    assert code == 1
    assert "### redline `§1.1, change 1, by Playbook critic` — PROHIBITED_CONCESSION" in out


def test_a_file_with_nothing_but_the_critics_comments_is_refused(folder: Path) -> None:
    content = word.commented(run(PAYS), 0)
    plain = docx(
        num("Fees"), num(content, at=1), numbering=LISTS, comments=word.comments({0: (CRITIC, "So.")})
    )
    (folder / "redline.docx").write_bytes(plain)
    code, out, err = playbook(folder, "redline.docx")
    assert (code, out) == (2, "")
    assert err.endswith("and not the clean one: it has 1 comment by Playbook critic alone [submission]\n")


def test_long_comments_do_not_hide_which_document_it_is_a_redline_of(folder: Path) -> None:
    many = {
        number: (BEN, f"Remark {number} goes on about something else at great length. " * 9)
        for number in range(9)
    }
    (folder / "redline.docx").write_bytes(docx(
        num("Fees"), num(run("Customer pays within "), deleted("thirty (30)"), inserted("ten"),
                         run(" days of the invoice."), at=1),
        num("Term"), num(LASTS, at=1), table([["Fee", "100"]]), numbering=LISTS, comments=word.comments(many),
    ))  # fmt: skip
    code, out, err = playbook(folder, "redline.docx")
    assert (code, err) == (0, "")
    assert "it is a redline of `msa`" in out


# --- a file that the critic has written into before ---------------------------------------------------------------


def test_a_second_review_replaces_the_comments_of_the_first(folder: Path) -> None:
    arguments = ("--authority", "limits.yaml", "--base", "msa", "--annotate")
    playbook(folder, "redline.docx", *arguments, "once.docx")
    once = (folder / "once.docx").read_bytes()
    assert len(said(once)) == 3
    playbook(folder, "once.docx", *arguments, "twice.docx")
    twice = (folder / "twice.docx").read_bytes()
    assert said(twice) == said(once)
    assert [one.author for one in remarks(twice, "a.docx")].count(CRITIC) == 3
    comments = parts(twice)["word/comments.xml"].decode()
    assert "Too long." in comments
    assert "Nowhere." in comments
    document = parts(twice)["word/document.xml"].decode()
    for mark in ("commentRangeStart", "commentRangeEnd", "commentReference"):
        # Ben's one comment and the critic's three; Ann's is nowhere in the text.
        assert document.count(f"<w:{mark} ") == 4


def test_without_the_critics_comments_the_file_reads_as_before(folder: Path) -> None:
    playbook(folder, "redline.docx", "--authority", "limits.yaml", "--annotate", "once.docx")
    from playbook_legal.paper.readers.word.uncommented import without_comments

    once = (folder / "once.docx").read_bytes()
    cleared = without_comments(once, lambda author: author == CRITIC)
    assert said(cleared) == []
    assert read_word("a", "", cleared, "0" * 64, "a.docx").text == (
        read_word("a", "", REDLINE, "0" * 64, "a.docx").text
    )
    assert without_comments(REDLINE, lambda author: author == CRITIC) is REDLINE


def test_what_was_reviewed_stays(folder: Path) -> None:
    playbook(folder, "redline.docx", "--annotate", "once.docx")
    before = said((folder / "once.docx").read_bytes())
    assert before
    playbook(folder, "once.docx", "--author", CRITIC, "--annotate", "twice.docx")
    after = said((folder / "twice.docx").read_bytes())
    assert len(after) > len(before)
    assert all(one in after for one in before)


@pytest.mark.parametrize("part", ["commentsExtended", "commentsIds"])
def test_what_lists_the_comments_lists_those_that_are_left(part: str) -> None:
    from playbook_legal.paper.readers.word.uncommented import without_comments

    fifteen, fourteen = ("http://schemas.microsoft.com/office/word/2012/wordml",
                         "http://schemas.microsoft.com/office/word/2010/wordml")  # fmt: skip
    written = parts(
        docx(
            num(word.commented(run(PAYS), 1), at=0), numbering=LISTS,
            comments=word.comments({1: (CRITIC, "So."), 2: (BEN, "No.")}),
        )
    )  # fmt: skip
    comments = written["word/comments.xml"].decode()
    pieces = comments.split("<w:p>")
    assert len(pieces) == 3
    comments = (
        f'{pieces[0]}<w:p xmlns:a="{fourteen}" a:paraId="AA">{pieces[1]}'
        f'<w:p xmlns:a="{fourteen}" a:paraId="BB">{pieces[2]}'
    )
    listed = (
        f'<x:all xmlns:x="{fifteen}"><x:one x:paraId="AA"/><x:one x:paraId="BB" x:paraIdParent="AA"/></x:all>'
    )
    relations = written["word/_rels/document.xml.rels"].decode()
    kind = f"http://schemas.microsoft.com/office/2011/relationships/{part}"
    entry = f'<Relationship Id="rIdMore" Type="{kind}" Target="{part}.xml"/></Relationships>'
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in written.items():
            new = {
                "word/comments.xml": comments,
                "word/_rels/document.xml.rels": relations.replace("</Relationships>", entry),
            }.get(name)
            archive.writestr(name, content if new is None else new)
        archive.writestr(f"word/{part}.xml", listed)
    cleared = parts(without_comments(out.getvalue(), lambda author: author == CRITIC))
    assert "So." not in cleared["word/comments.xml"].decode()
    left = cleared[f"word/{part}.xml"].decode()
    assert "AA" not in left
    assert 'x:paraId="BB"' in left
