"""A redlined Word file as the work that is reviewed: its items, whose they are, and the old text that it shows."""

import io
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from playbook_legal.critic import CriticError, Report, critique, load_submission
from playbook_legal.critic.report import ItemReport
from playbook_legal.critic.submission import Submission, submission_in

from . import word_files as word
from .word_files import (
    ANN,
    BEN,
    deleted,
    docx,
    inserted,
    moved_away,
    moved_here,
    numbered,
    numbering,
    paragraph,
    run,
    table,
)

LISTS = numbering(word.LEGAL_LIST, numbered(1, 0))
PAYS = "Customer pays within thirty (30) days of the invoice."
LATE = "Late payments bear interest at two percent per month."
TRAINS = "Provider shall not train models on Customer Data."
LASTS = "The term of this agreement is two years."


def num(*content: str, at: int = 0, mark: str = "") -> str:
    return paragraph(*content, num=1, level=at, mark=mark)


BASE = (num("Fees"), num(f"{PAYS} {LATE}", at=1), num(TRAINS, at=1), num("Term"), num(LASTS, at=1))


def body(*, pays: str = "", trains: str = "", lasts: str = "", more: str = "") -> tuple[str, ...]:
    """The base with some of its paragraphs in another form; `more` stands behind the third."""
    return (
        num("Fees"),
        num(pays or run(f"{PAYS} {LATE}"), at=1),
        num(trains or run(TRAINS), at=1),
        *([more] if more else []),
        num("Term"),
        num(lasts or run(LASTS), at=1),
    )


SHORTER = (
    run("Customer pays within ")
    + deleted("thirty (30)")
    + inserted("ten")
    + run(f" days of the invoice. {LATE}")
)


def redline(*content: str, **parts: str) -> bytes:
    return docx(*content, numbering=LISTS, **parts)


def read(*content: str, authors: tuple[str, ...] = (), **parts: str) -> Submission:
    return submission_in(redline(*content, **parts), "redline.docx", authors=authors)


def deal(folder: Path, **papers: bytes) -> Path:
    paper = folder / "paper"
    paper.mkdir(exist_ok=True)
    for name, data in (papers or {"msa": redline(*BASE)}).items():
        (paper / f"{name}.docx").write_bytes(data)
    return paper


def checked(
    folder: Path, data: bytes, rules: str = "", name: str = "redline.docx", **options: object
) -> Report:
    paper = folder / "paper" if (folder / "paper").exists() else deal(folder)
    (folder / name).write_bytes(data)
    authority = None
    if rules:
        authority = folder / "limits.yaml"
        authority.write_text(f"schema_version: playbook.authority.v1\nnon_negotiables:\n{rules}", "utf-8")
    return critique(paper, folder / name, authority, **options)  # type: ignore[arg-type]


def rule(*patterns: str, applies_to: str = "") -> str:
    scope = f'    applies_to: ["{applies_to}"]\n' if applies_to else ""
    written = ", ".join(f'"{one}"' for one in patterns)
    return f"  - id: limit\n{scope}    prohibited_patterns: [{written}]\n"


def told(report: Report) -> list[tuple[str, str, str]]:
    return [(str(one.cause), one.place, one.citation) for one in report.findings]


def base_of(report: Report) -> ItemReport:
    assert report.items[0].kind == "base"
    return report.items[0]


def test_hidden_words_that_are_inserted_are_proposed_all_the_same(tmp_path):
    hidden = run(" Provider may train on all data.", hidden=True)
    data = redline(*body(lasts=run(LASTS) + inserted(hidden)))
    report = checked(tmp_path, data, rule("may train on all data"))
    assert [str(one.cause) for one in report.findings if one.critical] == ["prohibited_pattern"]
    assert base_of(report).findings == ()


# --- what the items are --------------------------------------------------------------------------------------


def test_a_change_is_quotation_language_and_reason() -> None:
    pays = (
        run("Customer pays within ")
        + word.commented(deleted("thirty (30)") + inserted("ten"), 3)
        + run(f" days of the invoice. {LATE}")
    )
    (item,) = read(*body(pays=pays), comments=word.comments({3: (BEN, "Too long for us.")})).items
    assert (item.kind, item.label, item.place) == ("redline", *["§1.1, change 1, by Ann Author"] * 2)
    # "thirty (30)" alone proves nothing: the sentence it was struck from is quoted
    assert [one.text for one in item.quotations] == [PAYS]
    assert [(one.text, one.inserted, one.struck) for one in item.language] == [
        ("Customer pays within ten days of the invoice.", ("ten",), ("thirty (30)",))
    ]
    assert item.rationale == "Too long for us."


LANGUAGE = {
    "an insertion in the middle": (
        run("The term ") + inserted("and any renewal ") + run("is two years. It renews."),
        ["The term and any renewal is two years."],
    ),
    "a negation struck": (
        run("Provider shall ") + deleted("not ") + run("train. It lasts."),
        ["Provider shall train."],
    ),
    "the opening struck": (
        run("It lasts. ") + deleted("Notwithstanding this, ") + run("Provider may assign. It ends."),
        ["Provider may assign."],
    ),
    "the end struck": (
        run("Provider may assign") + deleted(", with the consent of Customer") + run(". It ends."),
        ["Provider may assign."],
    ),
    "a whole sentence struck": (run("It lasts. ") + deleted("Provider may assign. ") + run("It ends."), [""]),
    "a whole sentence inserted": (
        run("It lasts. ") + inserted("Provider may assign. ") + run("It ends."),
        ["Provider may assign."],
    ),
    "two sentences side by side": (
        run("It ") + inserted("always ") + run("lasts. It ") + inserted("never ") + run("ends."),
        ["It always lasts. It never ends."],
    ),
    "two sentences apart": (
        run("It ")
        + inserted("always ")
        + run("lasts. Fees are due. It ")
        + inserted("never ")
        + run("ends."),
        ["It always lasts.", "It never ends."],
    ),
    "an abbreviation ends no sentence": (
        run("Acme Inc. and Exhibit No. 4 ") + inserted("always ") + run("apply. It ends."),
        ["Acme Inc. and Exhibit No. 4 always apply."],
    ),
}


@pytest.mark.parametrize("case", LANGUAGE)
def test_the_sentences_that_a_change_touches_are_proposed_and_no_others(case: str) -> None:
    content, expected = LANGUAGE[case]
    (item,) = read(num(content)).items
    assert [one.text for one in item.language] == expected


def test_a_long_deletion_is_quoted_as_it_was_struck() -> None:
    (item,) = read(*body(pays=run(f"{PAYS} ") + deleted(LATE))).items
    assert [one.text for one in item.quotations] == [LATE]
    assert item.rationale is None


def test_a_deletion_that_cuts_words_is_quoted_with_whole_words() -> None:
    content = run("Provider re") + deleted("places the defective parts and repair") + run("s the others.")
    (item,) = read(num(content)).items
    assert [one.text for one in item.quotations] == ["replaces the defective parts and repairs"]


def test_a_new_paragraph_cites_nothing_and_is_language() -> None:
    new = num(inserted("Provider may publish the name of Customer."), at=1, mark="inserted")
    (item,) = read(*body(more=new)).items
    assert (item.label, item.cited, item.quotations) == ("§1.3, change 1, by Ann Author", (), ())
    assert [one.text for one in item.language] == ["Provider may publish the name of Customer."]


def test_a_moved_passage_is_one_item() -> None:
    moved = "Notices are given in writing to the address above."
    content = (
        num(moved_away(moved), mark="moved_away"), num("Fees"), num(moved_here(moved), mark="moved_here"), num("Term"),
    )  # fmt: skip
    (item,) = read(*content).items
    assert item.label == "§2 (moved from §1), change 1, by Ann Author"
    assert [one.text for one in item.quotations] == [moved]
    assert [one.text for one in item.language] == [moved]


def test_the_cells_of_a_row_are_one_item() -> None:
    rows = [["Fee", "Due"], [paragraph(inserted("100 dollars")), paragraph(inserted("Monthly"))]]
    (item,) = read(num("Fees"), table(rows, {1: "inserted"})).items
    assert [one.text for one in item.language] == ["100 dollars", "Monthly"]


def test_formatting_and_joined_paragraphs_are_no_items() -> None:
    with pytest.raises(CriticError, match="tracked changes of the formatting alone"):
        read(paragraph("Text", was='<w:jc w:val="center"/>'))
    with pytest.raises(CriticError, match=r"neither insert nor delete words .*joins or splits paragraphs"):
        read(paragraph("One. ", mark="deleted"), paragraph("Two."))
    work = read(paragraph("One. ", mark="deleted"), paragraph("Two."), paragraph(inserted("Three.")))
    assert work.not_read == ("the beginning: Ann Author joins or splits paragraphs; no word is changed",)
    assert len(work.items) == 1


def test_a_comment_where_nothing_changed_is_an_issue_with_its_words() -> None:
    content = (
        num(word.commented(run(TRAINS), 1)),
        num(run("It ") + word.commented(run("ends"), 2) + run(" on notice.")),
    )
    work = read(
        *content, comments=word.comments({1: (ANN, "Since when?"), 2: (BEN, "How?"), 3: (BEN, "Nowhere.")})
    )
    assert [(one.kind, one.label, [q.text for q in one.quotations], one.rationale) for one in work.items] == [
        ("issue", "§1, comment 1, by Ann Author", [TRAINS], "Since when?"),
        ("issue", "§2, comment 2, by Ben Other", ["It ends on notice."], "How?"),
        ("issue", "comment 3, by Ben Other", [], "Nowhere."),
    ]


def test_what_one_inserted_and_another_struck_is_in_neither_view() -> None:
    nested = (
        run("Provider ")
        + inserted(run("promptly ") + deleted("and gladly ", BEN))
        + run("notifies Customer.")
    )
    work = read(num(nested))
    (item,) = work.items
    assert item.label == "§1, change 1, by Ann Author"
    assert [one.text for one in item.language] == ["Provider promptly notifies Customer."]
    assert [(one.name, one.changes) for one in work.redline.authors if work.redline] == [(ANN, 1), (BEN, 1)]  # type: ignore[union-attr]
    with pytest.raises(CriticError, match="Ben Other strikes what another had inserted"):
        read(num(nested), authors=(BEN,))


# --- whose ---------------------------------------------------------------------------------------------------

TWO = body(
    pays=SHORTER, trains=run("Provider shall ") + deleted("not ", BEN) + run("train models on Customer Data.")
)


def test_only_the_changes_of_the_author_count_and_others_are_named(tmp_path: Path) -> None:
    work = read(*TWO, authors=("ben  OTHER",))
    assert [one.label for one in work.items] == ["§1.2, change 1, by Ben Other"]
    assert work.not_read == ("1 paragraph changed by Ann Author, not reviewed: another author was asked for",)
    report = checked(tmp_path, redline(*TWO), authors=[BEN])
    assert report.submission.base == "msa"
    assert [(one.name, one.changes, one.reviewed) for one in report.submission.authors] == [
        (ANN, 1, False), (BEN, 1, True),
    ]  # fmt: skip
    assert "it is a redline of `msa`; Ann Author changed 1 paragraph, not reviewed" in report.to_markdown()
    assert len(read(*TWO, authors=(ANN, BEN)).items) == 2


def test_an_author_without_a_change_is_refused_and_those_with_changes_are_named() -> None:
    with pytest.raises(
        CriticError, match=r'no tracked change by "Zoe" in it; there are some by "Ann Author" \(1\), '
    ):
        read(*TWO, authors=("Zoe",))
    # a comment is no change
    with pytest.raises(CriticError, match='no tracked change by "Ben Other"'):
        read(
            *body(pays=word.commented(SHORTER, 3)), comments=word.comments({3: (BEN, "No.")}), authors=(BEN,)
        )


# --- what is scanned -----------------------------------------------------------------------------------------


def test_a_pattern_is_found_over_words_that_were_there_before(tmp_path: Path) -> None:
    report = checked(tmp_path, redline(*body(pays=SHORTER)), rule("within ten days", "two percent"))
    # the second sentence of the paragraph says "two percent", and nobody proposed it
    assert told(report) == [("prohibited_pattern", "§1.1, change 1, by Ann Author, sentence 1", "msa §1.1")]
    assert report.findings[0].message.endswith("(in this sentence inserted `ten`; struck `thirty (30)`)")


def test_striking_a_negation_concedes(tmp_path: Path) -> None:
    trains = run("Provider shall ") + deleted("not ") + run("train models on Customer Data.")
    report = checked(
        tmp_path, redline(*body(trains=trains)), rule("shall train models", applies_to="msa §1.2")
    )
    assert [(str(one.cause), one.pattern) for one in report.findings] == [
        ("prohibited_pattern", "shall train models")
    ]
    elsewhere = checked(
        tmp_path, redline(*body(trains=trains)), rule("shall train models", applies_to="msa §2.1")
    )
    assert elsewhere.passed


def test_a_new_paragraph_is_in_the_scope_of_every_rule(tmp_path: Path) -> None:
    new = num(inserted("Provider may train models on anything."), at=1, mark="inserted")
    report = checked(tmp_path, redline(*body(more=new)), rule("may train models", applies_to="msa §2.1"))
    assert [str(one.cause) for one in report.findings] == ["prohibited_pattern"]


# --- the old text --------------------------------------------------------------------------------------------


def test_a_sound_redline_passes_with_its_quotations_verified(tmp_path: Path) -> None:
    report = checked(tmp_path, redline(*body(pays=run(f"{PAYS} ") + deleted(LATE))))
    assert report.passed
    assert not report.findings
    assert base_of(report).label == "old text of msa"
    assert [(one.citation, one.at.text) for item in report.items for one in item.verified] == [
        ("msa §1.1", LATE)
    ]


UNTRACKED = {
    "a word changed": (body(pays=SHORTER, lasts=run(LASTS.replace("two", "three"))), "§2.1, paragraph 5", "msa §2.1",
                       "where the file has `three`, the record has `two`"),
    "a negation added": (body(pays=SHORTER, lasts=run(LASTS.replace(" is ", " is not "))), "§2.1, paragraph 5",
                         "msa §2.1", "the file has `not` too many"),
    "a sentence taken out": (body(pays=SHORTER.replace(f" {LATE}", "")), "§1.1, paragraph 2", "msa §1.1",
                             f"the file lacks `{LATE}`"),
    "a change beside a tracked one": (body(pays=SHORTER.replace("the invoice", "each invoice")), "§1.1, paragraph 2",
                                      "msa §1.1", "where the file has `each`, the record has `the`"),
    "a comma": (body(pays=SHORTER, lasts=run(LASTS.replace("agreement", "agreement,"))), "§2.1, paragraph 5",
                "msa §2.1", "where the file has `agreement,`, the record has `agreement`"),
}  # fmt: skip


@pytest.mark.parametrize("case", UNTRACKED)
def test_what_was_changed_without_being_tracked_is_named(tmp_path: Path, case: str) -> None:
    content, place, citation, said = UNTRACKED[case]
    report = checked(tmp_path, redline(*content))
    (finding,) = base_of(report).findings
    assert (str(finding.verdict), str(finding.cause), finding.severity) == (
        "FABRICATED_QUOTE", "untracked_change", "critical",
    )  # fmt: skip
    assert (finding.place, finding.citation) == (place, citation)
    assert finding.message.endswith(f"the change is not tracked: {said}")
    assert not report.passed


def test_paragraphs_added_and_left_out_are_named_one_by_one(tmp_path: Path) -> None:
    added = num("Provider owns all feedback.", at=1) + num("Customer waives its claims.", at=1)
    report = checked(tmp_path, redline(*body(pays=SHORTER, more=added)))
    assert [one.quoted for one in base_of(report).findings] == [
        "Provider owns all feedback.", "Customer waives its claims.",
    ]  # fmt: skip
    left_out = (num("Fees"), num(SHORTER, at=1), num("Term"), num(LASTS, at=1))
    (finding,) = base_of(checked(tmp_path, redline(*left_out))).findings
    assert finding.message.endswith(f"the file lacks `{TRAINS}`")
    assert finding.nearest is not None
    assert finding.nearest.place.citation == "msa §1.2"


def test_typing_numbers_and_comments_are_no_difference(tmp_path: Path) -> None:
    curly = "“Customer’s Data” means data – all of it – of Customer."
    straight = '"Customer\'s Data" means data - all of it - of Customer.'
    deal(tmp_path, msa=redline(num("Fees"), num(curly, at=1)))
    content = (num("Fees"), num(word.commented(run(straight), 1) + inserted(" It is theirs."), at=1))
    report = checked(tmp_path, redline(*content, comments=word.comments({1: (ANN, "Fine.")})))
    assert report.passed
    renumbered = (
        num(inserted("New"), mark="inserted"),
        *content[:1],
        num(run(curly) + inserted(" Yes."), at=1),
    )
    assert checked(tmp_path, redline(*renumbered)).passed


def test_a_redline_of_a_text_is_compared_without_its_marks(tmp_path: Path) -> None:
    paper = tmp_path / "paper"
    paper.mkdir()
    text = f"# Agreement\n\n1. Fees\n\n   1. {PAYS} **{LATE}**\n   2. {TRAINS}\n\n2. Term\n\n   1. {LASTS}\n"
    (paper / "msa.md").write_text(text, "utf-8")
    content = (paragraph("Agreement"), *body(pays=SHORTER))
    assert checked(tmp_path, redline(*content)).passed
    report = checked(
        tmp_path, redline(paragraph("Agreement"), *body(pays=SHORTER, lasts=run(f"{LASTS[:-1]} or more.")))
    )
    (finding,) = report.findings
    assert (str(finding.cause), finding.citation) == ("untracked_change", "msa §2.1")


def test_the_record_may_itself_be_a_redline(tmp_path: Path) -> None:
    ours = body(trains=run("Provider shall ") + deleted("not ") + run("train models on Customer Data."))
    deal(tmp_path, msa=redline(*ours))
    both = body(pays=SHORTER.replace(ANN, BEN), trains=ours[2][ours[2].index("<w:r>") : -len("</w:p>")])
    assert not base_of(checked(tmp_path, redline(*both))).findings
    accepted = body(pays=SHORTER, trains=run("Provider shall train models on Customer Data."))
    assert not base_of(checked(tmp_path, redline(*accepted))).findings


# --- of which document ---------------------------------------------------------------------------------------

OTHER = (
    num("Leases"),
    num("The tenant pays rent on the first day of each month to the landlord named above.", at=1),
)


def test_words_that_stand_in_several_places_are_struck_where_they_are_struck(tmp_path: Path) -> None:
    kept = "Each party shall keep the information of the other party confidential."
    base = (num("Fees"), num(f"{PAYS} {kept}", at=1), num("Term"), num(f"{LASTS} {kept}", at=1))
    struck = (
        num("Fees"),
        num(f"{PAYS} {kept}", at=1),
        num("Term"),
        num(run(f"{LASTS} "), deleted(kept), at=1),
    )
    paper = deal(tmp_path, msa=redline(*base))
    (tmp_path / "redline.docx").write_bytes(redline(*struck))
    item = critique(paper, tmp_path / "redline.docx").items[1]
    assert [quote.at.citation for quote in item.verified] == ["msa §2.1"]
    assert item.findings == ()
    # Quoted from nowhere in particular, the same words may be any of them.
    (tmp_path / "work.json").write_text(
        f'{{"issues": [{{"id": "a", "citation": "msa §2.1", "quote": "{kept}", "rationale": "It stays."}}]}}',
        "utf-8",
    )
    assert [one.cause for one in critique(paper, tmp_path / "work.json").findings] == ["several_places"]


def test_the_base_is_the_one_of_its_name_or_of_its_text(tmp_path: Path) -> None:
    deal(tmp_path, msa=redline(*BASE), lease=redline(*OTHER))
    assert checked(tmp_path, redline(*TWO)).submission.base == "msa"
    assert checked(tmp_path, redline(*TWO), name="lease.docx").submission.base == "lease"
    assert checked(tmp_path, redline(*TWO), base="lease").submission.base == "lease"
    assert len(base_of(checked(tmp_path, redline(*TWO), base="lease")).findings) >= 5


def test_of_two_drafts_the_one_that_it_shows_is_the_base(tmp_path: Path) -> None:
    later = (*BASE[:4], num(LASTS.replace("two", "three"), at=1))
    deal(tmp_path, first=redline(*BASE), second=redline(*later))
    assert checked(tmp_path, redline(*TWO)).submission.base == "first"
    deal(tmp_path, copy=redline(*BASE))
    with pytest.raises(
        CriticError, match='may be a redline of "copy" or "first"; say which, with --base copy'
    ):
        checked(tmp_path, redline(*TWO))


def test_a_redline_of_nothing_in_the_record_is_refused(tmp_path: Path) -> None:
    deal(tmp_path, lease=redline(*OTHER))
    with pytest.raises(
        CriticError, match=r'redline of no document of the record.*name it with --base; it has "lease"'
    ):
        checked(tmp_path, redline(*TWO))
    with pytest.raises(
        CriticError, match='--base names "msa", which the record does not have; it has "lease"'
    ):
        checked(tmp_path, redline(*TWO), base="msa")


# --- files that cannot be used -------------------------------------------------------------------------------


def without_body() -> bytes:
    return word.packed({"word/document.xml": f'<w:document xmlns:w="{word.WORD}"/>'})


def truncated() -> bytes:
    return redline(*TWO)[:-200]


def with_entities() -> bytes:
    bomb = '<!DOCTYPE a [<!ENTITY b "bbbb">]>' + word.document(*TWO)
    return word.packed({"word/document.xml": '<?xml version="1.0"?>' + bomb})


def exploding() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b" " * 70_000_000)
    return out.getvalue()


UNUSABLE = {
    "clean": (redline(*BASE), "Word file is reviewed for its tracked changes and comments.*it has none"),
    "empty": (redline(), "it has none"),
    "no body": (without_body(), "it has none"),
    "a broken archive": (truncated(), "save"),
    "entities": (with_entities(), "document type"),
    "a bomb": (exploding(), "larger|large|bytes"),
    "an old Office file": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "old kind"),
}


@pytest.mark.parametrize("case", UNUSABLE)
def test_a_file_that_cannot_be_reviewed_is_refused_in_one_line(tmp_path: Path, case: str) -> None:
    data, said = UNUSABLE[case]
    (tmp_path / "redline.docx").write_bytes(data)
    with pytest.raises(CriticError, match=said) as error:
        load_submission(tmp_path / "redline.docx")
    assert str(error.value).startswith((tmp_path / "redline.docx").as_posix())
    assert "\n" not in str(error.value)


def test_a_paragraph_of_very_many_changes_is_read_in_time() -> None:
    pieces = "".join(deleted("one. ") + inserted("Two. ") + run("Three. ") for _ in range(8_000))
    (item,) = read(num(pieces)).items
    assert len(item.language) == 8_000


def test_very_unlike_texts_are_compared_in_time(tmp_path: Path) -> None:
    words = [f"{a} {b}" for a in ("the", "of", "and", "to", "in", "shall", "may", "any") for b in "abcdefg"]
    first = [num(" ".join(words[(at * 7 + k) % 56] for k in range(40))) for at in range(400)]
    second = [num(" ".join(words[(at * 11 + k * 3) % 56] for k in range(40))) for at in range(400)]
    deal(tmp_path, msa=redline(*first))
    report = checked(tmp_path, redline(num(inserted("New.")), *second), base="msa")
    assert len(base_of(report).findings) == 201
    assert "is this a redline of another draft?" in base_of(report).findings[-1].message


# --- the command ---------------------------------------------------------------------------------------------


def command(folder: Path, *arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
    ended = subprocess.run(
        [sys.executable, "-c", "from playbook_legal.cli.critic import run; run()", *arguments],
        cwd=folder, input=stdin, capture_output=True, check=False,
    )  # fmt: skip
    return ended.returncode, ended.stdout.decode(), ended.stderr.decode()


def test_a_redline_comes_through_standard_input_and_settings_name_the_author(tmp_path: Path) -> None:
    deal(tmp_path)
    code, out, err = command(
        tmp_path, "paper", "-", "--author", BEN, "--format", "concise", stdin=redline(*TWO)
    )
    assert (code, err) == (0, "")
    assert out.startswith("<stdin>: nothing here is provably wrong: 0 critical findings")
    (tmp_path / "playbook.toml").write_text('[critic]\nauthor = ["Zoe"]\n', "utf-8")
    (tmp_path / ".git").mkdir()
    (tmp_path / "redline.docx").write_bytes(redline(*TWO))
    code, out, err = command(tmp_path, "paper", "redline.docx")
    assert (code, out) == (2, "")
    assert 'no tracked change by "Zoe"' in err
    assert command(tmp_path, "paper", "redline.docx", "--author", ANN)[0] == 0
    assert 'author = ["Zoe"]  # playbook.toml:2' in command(tmp_path, "--show-settings")[1]


def test_a_base_needs_a_redline_and_a_wrong_one_among_several_is_named(tmp_path: Path) -> None:
    deal(tmp_path)
    (tmp_path / "review.json").write_text('{"summary": "nothing"}', "utf-8")
    code, _, err = command(tmp_path, "paper", "review.json", "--base", "msa")
    assert (code, "no submission is a redlined Word file" in err) == (2, True)
    (tmp_path / "redline.docx").write_bytes(redline(*TWO))
    (tmp_path / "other.docx").write_bytes(redline(num(inserted("Wholly other words stand here.")), *OTHER))
    code, out, err = command(tmp_path, "paper", "redline.docx", "other.docx", "--format", "concise")
    assert code == 2
    assert "other.docx: this is a redline of no document of the record" in err
    assert "redline.docx: nothing here is provably wrong" in out
