"""Rare shapes of submissions: redlines of a matter, redlines far from their paper, other tools' odd JSON, odd memos."""

import json
from pathlib import Path

import pytest

from playbook_legal.critic import CriticError, Finding, Report, critique
from playbook_legal.critic.submission import Submission, submission_in

from . import word_files as word
from .critic_cases import MSA, issue, reviewed, write_matter
from .test_critic_word_submission import LASTS, LATE, LISTS, PAYS, TRAINS, num
from .word_files import (
    ANN,
    BEN,
    DATE,
    deleted,
    docx,
    field,
    inserted,
    paragraph,
    run,
    table,
)


def redline(*content: str, **parts: str) -> bytes:
    return docx(*content, numbering=LISTS, **parts)


def body(
    pays: str = f"{PAYS} {LATE}", trains: str = TRAINS, term: str = "Term", lasts: str = LASTS
) -> tuple[str, ...]:
    """The contract, with some of its paragraphs in another form."""
    return num("Fees"), num(pays, at=1), num(trains, at=1), num(term), num(lasts, at=1)


def read(*content: str, authors: tuple[str, ...] = (), **parts: str) -> Submission:
    return submission_in(redline(*content, **parts), "redline.docx", authors=authors)


def checked(folder: Path, data: bytes, base: str | None = None, **papers: bytes | str) -> Report:
    """The report on a redline against these papers: a text is a Markdown file, bytes are a Word file."""
    paper = folder / "paper"
    paper.mkdir(exist_ok=True)
    for name, content in (papers or {"msa": redline(*body())}).items():
        if isinstance(content, str):
            (paper / name.replace("_", ".")).write_text(content, "utf-8")
        else:
            (paper / f"{name}.docx").write_bytes(content)
    (folder / "redline.docx").write_bytes(data)
    return critique(paper, folder / "redline.docx", base=base)


def untracked(report: Report) -> list[Finding]:
    """What the old text is found to have otherwise."""
    assert report.items[0].kind == "base"
    return list(report.items[0].findings)


def told(findings: list[Finding]) -> list[tuple[str, str]]:
    """Citation and differences of each finding."""
    return [(one.citation, one.message.partition("not tracked: ")[2]) for one in findings]


# --- a redline of a matter's document ----------------------------------------------------------------------------

CUT = "Late amounts bear interest at 1.5% per month."


def matter_redline(written: str, *changes: tuple[str, str]) -> bytes:
    """A matter's document as a Word file, one paragraph for each of its own, in which these words were replaced without
    being tracked; the sentence on interest is struck."""
    paragraphs = []
    for block in written.split("\n\n"):
        text = " ".join(block.lstrip("# ").split())
        for old, new in changes:
            text = text.replace(old, new)
        kept, struck, _ = text.partition(CUT)
        paragraphs.append(paragraph(*([run(kept), deleted(CUT)] if struck else [run(text)])))
    return docx(*paragraphs)


def checked_in_matter(folder: Path, *changes: tuple[str, str], written: str = MSA) -> Report:
    matter = write_matter(folder / "matter")
    (matter / "documents" / "msa.md").write_text(written, "utf-8")
    (folder / "msa.docx").write_bytes(matter_redline(written, *changes))
    return critique(matter, folder / "msa.docx")


def test_a_redline_of_a_matters_document_is_verified_by_the_matters_own_sections(tmp_path):
    report = checked_in_matter(tmp_path)
    assert report.passed
    assert not report.findings
    assert [(one.citation, one.at.text) for item in report.items for one in item.verified] == [
        ("msa §4.3", CUT)
    ]


IN_A_MATTER = {
    "a number": (("$1,000,000", "$9,000"), "msa §10.2", "where the file has `$9,000`, the record has `$1,000,000`"),
    "before the first section": (("Northstar", "Southstar"), "msa §full",
                                 'where the file has `Southstar`, the record has `Northstar`'),
    "behind a section's last word": (("the Services.", "the Services. As it likes."), "msa §4.2",
                                     "the file has `As it likes.` too many"),
    "in front of a section's first word": (("Customer shall pay", "Never Customer shall pay"), "msa §4.3",
                                           "the file has `Never` too many"),
    "behind the last word": (("it arose.", "it arose. And so on."), "msa §10.2", "the file has `And so on.` too many"),
    "a sentence taken out": (("Provider shall not use Customer Data to train any model. ", ""), "msa §4.2",
                             "the file lacks `shall not use Customer Data to train any model. Provider`"),
}  # fmt: skip


@pytest.mark.parametrize("case", IN_A_MATTER)
def test_what_was_changed_in_a_matters_document_without_tracking_is_found_in_its_section(tmp_path, case):
    change, citation, message = IN_A_MATTER[case]
    (finding,) = untracked(checked_in_matter(tmp_path, change))
    assert told([finding]) == [(citation, message)]
    assert finding.nearest is not None
    assert finding.nearest.place.citation == citation
    start, end = finding.nearest.place.start, finding.nearest.place.end
    (difference,) = finding.nearest.differences
    assert " ".join(MSA[start:end].split()) == difference.record


def test_sections_that_no_citation_can_name_are_cited_as_the_whole_document(tmp_path):
    written = MSA.replace("## ", "## §")
    report = checked_in_matter(tmp_path, ("$1,000,000", "$9,000"), written=written)
    assert [one.citation for one in report.findings] == ["msa §full"]


def test_a_redline_of_a_document_of_which_nothing_can_be_cited_cites_nothing(tmp_path):
    written = MSA[MSA.index("## 4.2") :].replace("## ", "## §")
    report = checked_in_matter(tmp_path, written=written)
    assert report.passed
    assert not report.findings


# --- the old text of a redline -----------------------------------------------------------------------------------


def test_words_added_behind_a_section_are_told_of_that_section_and_not_of_the_next(tmp_path):
    behind = redline(*body(pays=run(f"{PAYS} ") + deleted(LATE), trains=f"{TRAINS} Without consent."))
    assert told(untracked(checked(tmp_path, behind))) == [
        ("msa §1.2", "the file has `Without consent.` too many")
    ]
    before = redline(*body(pays=run(f"{PAYS} ") + deleted(LATE), trains=f"Unless agreed, {TRAINS}"))
    assert told(untracked(checked(tmp_path, before))) == [
        ("msa §1.2", "the file has `Unless agreed,` too many")
    ]


def test_a_file_that_shows_no_old_text_at_all_lacks_the_whole_document(tmp_path):
    data = redline(paragraph(inserted("Wholly new words."), mark="inserted"))
    (finding,) = untracked(checked(tmp_path, data, base="msa"))
    assert finding.place == "old text of msa"
    assert finding.quoted == ""
    assert "the file lacks `Fees" in finding.message
    with pytest.raises(CriticError, match="this is a redline of no document of the record"):
        checked(tmp_path, data)


def test_the_opening_words_that_a_file_lacks_are_told_of_its_first_paragraph(tmp_path):
    msa = redline(paragraph("This agreement binds both parties."), *body())
    (finding,) = untracked(checked(tmp_path, redline(*body(pays=run(PAYS) + deleted(f" {LATE}"))), msa=msa))
    assert told([finding]) == [("msa §full", "the file lacks `This agreement binds both parties.`")]
    assert finding.place == "§1, paragraph 1"


def test_a_base_without_a_word_in_common_is_cited_as_a_whole(tmp_path):
    lease = redline(num("Rent"), num("Tenants owe rent monthly.", at=1))
    data = redline(num(run("Provider shall ") + deleted("not disclose any secret") + run(".")))
    report = checked(tmp_path, data, base="lease", lease=lease)
    assert [(str(one.cause), one.citation) for one in report.findings if one.critical][1:] == [
        ("not_in_record", "lease §full")
    ]


def test_a_base_that_cannot_be_read_is_refused_with_the_reason(tmp_path):
    with pytest.raises(CriticError, match=r'it is a redline of "msa", which cannot be read: .*'):
        checked(
            tmp_path, redline(*body(lasts=run(LASTS) + inserted("Or more."))), "msa", msa=b"PK\x03\x04 torn"
        )


def test_a_word_divided_at_a_lines_end_is_no_difference_and_another_word_is_one(tmp_path):
    paper = (
        "MASTER AGREEMENT\n\n1. FEES\n\nCustomer pays the reason-\nable fees of the Provider for the long-\nterm "
        "work within thirty days of\nthe invoice, and no later than that in any case.\n"
    )
    fees = "Customer pays the reasonable fees of the Provider for the long-term work within thirty days of the invoice"
    ends = ", and no later than that in any case."

    def of(text: str) -> bytes:
        return docx(paragraph("MASTER AGREEMENT"), paragraph("1. FEES"), paragraph(run(text) + deleted(ends)))

    assert not untracked(checked(tmp_path, of(fees), msa_txt=paper))
    (finding,) = untracked(checked(tmp_path, of(fees.replace("reasonable", "seasonal")), msa_txt=paper))
    assert "where the file has `seasonal`, the record has `reason" in finding.message


def against_markdown(folder: Path, heading: str, title: str, lasts: str = LASTS) -> list[tuple[str, str]]:
    """What is found of a Word file without typed numbers against a Markdown file with such a heading."""
    paper = f"# Agreement\n\n## 1. Fees\n\n{PAYS} {LATE}\n\n## {heading}\n\n{LASTS}\n"
    content = ("Agreement", "Fees", run(f"{PAYS} ") + deleted(LATE), title, lasts)
    return told(untracked(checked(folder, docx(*map(paragraph, content)), msa_md=paper)))


@pytest.mark.parametrize(
    "heading", ["2. Term", "2. Term.", "2 Term:", "Section 2. Term.", "(b) Term", "iv) Term."]
)
def test_the_number_and_the_full_stop_of_a_title_are_no_difference_between_kinds_of_paper(tmp_path, heading):
    assert against_markdown(tmp_path, heading, "Term") == []
    assert len(against_markdown(tmp_path, heading, "Terms")) == 1


def test_words_behind_a_title_or_a_sentence_are_a_difference(tmp_path):
    assert against_markdown(tmp_path, "2. Term", "Term", f"{LASTS} Or more.") == [
        ("msa §2", "the file has `Or more.` too many")
    ]
    assert against_markdown(tmp_path, "2. Term", "Term", f"{LASTS[:-1]}: or more.") == [
        ("msa §2", "where the file has `years: or more.`, the record has `years.`")
    ]


def test_another_number_at_the_beginning_of_a_paragraph_is_a_difference(tmp_path):
    paper = f"# Agreement\n\n{PAYS} {LATE}\n\n30 days after that, this agreement ends.\n"

    def found(ends: str) -> list[tuple[str, str]]:
        content = ("Agreement", run(f"{PAYS} ") + deleted(LATE), ends)
        return told(untracked(checked(tmp_path, docx(*map(paragraph, content)), msa_md=paper)))

    assert found("30 days after that, this agreement ends.") == []
    assert found("60 days after that, this agreement ends.") == [
        ("msa §Agreement", "where the file has `60`, the record has `30`")
    ]


@pytest.mark.parametrize("word_", ["No", "If", "Not", "Nor", "Civil"])
def test_a_short_word_at_the_beginning_of_a_paragraph_is_no_number(tmp_path, word_):
    assert against_markdown(tmp_path, "2. Term", "Term", f"{word_} {LASTS}") == [
        ("msa §2", f"the file has `{word_}` too many")
    ]


def test_a_sentence_that_begins_with_a_cross_reference_is_placed_where_it_stands(tmp_path):
    survives = " survives the end of this agreement for five years."
    msa = redline(*body(), num("Survival"), num(field("REF a", "Section 1.2"), run(survives), at=1))
    struck = num(deleted(field("REF a", "Section 1.2") + run(survives)), at=1)
    report = checked(tmp_path, redline(*body(), num("Survival"), struck), msa=msa)
    assert not report.findings
    assert [one.at.citation for item in report.items for one in item.verified] == ["msa §3.1"]


@pytest.mark.parametrize("moved", [False, True])
def test_two_changes_far_apart_in_a_long_text_are_told_one_by_one(tmp_path, moved):
    words = [f"word{at}" for at in range(400)]
    then = " ".join(words)
    words[20], words[380] = "first", "second"
    if moved:  # what changed places is told where it was taken out and where it was put in
        words[200], words[210] = words[210], words[200]
    data = redline(num("Fees"), num(run(" ".join(words)), deleted(" and so on"), at=1))
    report = checked(tmp_path, data, base="msa", msa=redline(num("Fees"), num(f"{then} and so on", at=1)))
    (finding,) = untracked(report)
    assert finding.nearest is not None
    differences = [(one.quoted, one.record) for one in finding.nearest.differences]
    assert differences[0] == ("first", "word20")
    assert differences[-1] == ("second", "word380")
    assert len(differences) == (4 if moved else 2)


# --- the items of a redline --------------------------------------------------------------------------------------


def test_the_struck_cells_of_a_row_are_one_item(tmp_path):
    cells = ("Setup fee of the Provider", "One hundred dollars a month")
    msa = redline(*body(), num("Prices"), table([["Fee", "Amount"], cells]))
    struck = [paragraph(deleted(one)) for one in cells]
    data = redline(*body(), num("Prices"), table([["Fee", "Amount"], struck], {1: "deleted"}))
    (item,) = submission_in(data, "redline.docx").items
    assert [one.text for one in item.quotations] == list(cells)
    report = checked(tmp_path, data, msa=msa)
    assert not report.findings
    assert [one.citation for one in report.items[1].verified] == ["msa §3", "msa §3"]


def test_a_change_of_a_few_words_alone_quotes_nothing():
    (item,) = read(
        *body(), num("Prices"), table([["Fee", paragraph(run("$"), deleted("90"), inserted("100"))]])
    ).items
    assert item.quotations == ()
    assert [one.text for one in item.language] == ["$100"]


def test_words_struck_on_two_days_are_one_quotation():
    content = (
        run(f"{PAYS} ")
        + deleted("Late payments bear ")
        + deleted("interest at two percent per month.", ANN, "2024-05-07T09:00:00Z")
    )
    (item,) = read(num(content)).items
    assert [one.text for one in item.quotations] == [LATE]


def test_a_struck_sentence_may_hold_the_stroke_that_edges_a_cell(tmp_path):
    prices = "Fees are due on the first day of it │ rent is due on the last."
    msa = redline(*body(), num("Dates"), num(prices, at=1))
    report = checked(tmp_path, redline(*body(), num("Dates"), num(deleted(prices), at=1)), msa=msa)
    assert [one.at.text for one in report.items[1].verified] == [prices]


def test_an_empty_paragraph_that_was_put_in_and_struck_again_is_nothing():
    mark = f'w:id="9" w:author="{ANN}" w:date="{DATE}"'
    empty = f"<w:p><w:pPr><w:rPr><w:ins {mark}/><w:del {mark}/></w:rPr></w:pPr></w:p>"
    work = read(num("Fees"), num(run(f"{PAYS} ") + deleted(LATE), at=1), empty, num("Term"))
    assert [one.label for one in work.items] == ["§1.1, change 1, by Ann Author"]
    assert work.not_read == ()
    assert work.redline is not None
    assert [one.label for one in work.redline.views.paragraphs] == ["1", "1.1", "2"]


def test_a_comment_on_the_space_between_two_sentences_quotes_nothing():
    content = run(PAYS) + word.commented(run(" "), 1) + run(LATE)
    (item,) = read(num(content), comments=word.comments({1: (ANN, "A paragraph of its own?")})).items
    assert (item.quotations, item.rationale) == ((), "A paragraph of its own?")


def test_a_comment_that_marks_no_words_quotes_nothing_of_its_paragraph():
    content = run(LATE) + '<w:r><w:commentReference w:id="1"/></w:r>'
    (item,) = read(num(content), comments=word.comments({1: (ANN, "How much?")})).items
    assert (item.label, item.quotations) == ("§1, comment 1, by Ann Author", ())


def test_a_comment_on_a_word_quotes_the_sentence_it_stands_in():
    content = (
        run(f"{PAYS} Late payments bear ") + word.commented(run("interest"), 1) + run(" at two percent.")
    )
    (item,) = read(num(content), comments=word.comments({1: (ANN, "How much?")})).items
    assert [one.text for one in item.quotations] == ["Late payments bear interest at two percent."]


def test_a_comment_on_a_few_words_of_a_short_sentence_quotes_nothing():
    content = run(f"{PAYS} It ") + word.commented(run("ends"), 1) + run(".")
    (item,) = read(num(content), comments=word.comments({1: (ANN, "When?")})).items
    assert item.quotations == ()


def test_the_words_struck_at_the_beginning_of_a_paragraph_are_told_of_its_first_sentence():
    content = deleted("Notwithstanding this, ") + run("Provider may assign this agreement. It ends.")
    (item,) = read(num(content)).items
    assert [(one.text, one.struck) for one in item.language] == [
        ("Provider may assign this agreement.", ("Notwithstanding this,",))
    ]


def test_a_sentence_that_two_people_struck_is_told_of_what_stands_there_now():
    content = (
        deleted("Provider shall not ", ANN)
        + deleted("assign this agreement.", BEN)
        + inserted("Anybody may assign it.", BEN)
    )
    (item,) = read(num(content), authors=(ANN,)).items
    assert [(one.text, one.inserted, one.struck) for one in item.language] == [
        ("Anybody may assign it.", (), ("Provider shall not",))
    ]


def test_a_finding_about_no_paragraph_has_no_place_in_the_file():
    work = read(num(run(f"{PAYS} ") + deleted(LATE)))
    assert work.redline is not None
    text = work.redline.views.accepted.text
    span = work.redline.span("§1, paragraph 1")
    assert span is not None
    assert text[span.start : span.end] == f"{PAYS} "
    assert work.redline.span("old text of msa") is None
    # A document of the record may be called like a paragraph of the file.
    assert work.redline.span("old text of paragraph 9") is None
    assert work.redline.span("old text of paragraph B") is None


# --- submissions in JSON -----------------------------------------------------------------------------------------


def in_json(value: object) -> Submission:
    return submission_in(json.dumps(value).encode(), "work.json")


def test_a_section_that_names_its_document_counts_more_than_the_file_beside_it():
    finding = {"excerpt": "Provider shall notify Customer", "file": "papers/msa.docx", "why": "Too late."}
    for section, cited in (("dpa §5.1", "dpa §5.1"), ("§5.1", "msa §5.1"), ("Cap", "msa, Cap")):
        (item,) = in_json({"findings": [{**finding, "section": section}]}).items
        assert [one.written for one in item.cited] == [cited]


def test_a_citation_as_an_object_is_read_as_one(tmp_path):
    quote = "in no event later than 72 hours after Acme confirms"
    review = {
        "summary": "",
        "issues": [
            issue(quote, {"document_id": "dpa", "section": "§5.1"}),
            issue(quote, [{"citation": "dpa §5.1"}]),
        ],
    }
    report = reviewed(tmp_path, review, minimum_summary=0)
    assert [one.citation for item in report.items for one in item.verified] == ["dpa §5.1", "dpa §5.1"]
    assert not [one for one in report.findings if one.critical]


def test_what_another_tool_calls_its_summary_and_is_none_is_listed_as_not_read():
    flags = [{"title": "Cap", "quote": "neither party is liable", "clause": "§10.2"}]
    work = in_json({"red_flags": flags, "summary": {"high": 1}})
    assert [one.kind for one in work.items] == ["issue"]
    assert work.not_read == ("summary",)
    work = in_json({"red_flags": flags, "summary": "The cap is low."})
    assert [one.kind for one in work.items] == ["issue", "summary"]
    assert work.not_read == ()


def test_a_citation_of_another_tool_that_is_no_object_is_refused_with_its_place():
    work = {"findings": [{"citations": [{"exact_quote": "neither party is liable"}, "msa §10.2"]}]}
    with pytest.raises(
        CriticError, match=r'findings\[0\]\.citations\[1\]: "msa §10.2" stands here; an object'
    ):
        in_json(work)


def annotation(exact: str, source: object = "papers/msa.md", **more: object) -> dict[str, object]:
    selector = {"type": "TextQuoteSelector", "exact": exact}
    return {"type": "Annotation", "target": {"source": source, "selector": selector}, **more}


ANNOTATIONS = {
    "a source with an id": (
        annotation("neither party is liable", {"id": "https://papers.example/a/msa.pdf?v=2#p3"}, bodyValue="Low."),
        ["msa §full"], "Low.",
    ),
    "a source without one": (annotation("neither party is liable", {"type": "Text"}, body="Too low."), [], "Too low."),
    "several bodies": (
        annotation("neither party is liable", body=["Low.", {"value": "Ask."}, {"purpose": "tagging"}, 7]),
        ["msa §full"], "Low. Ask.",
    ),
    "no body": (annotation("neither party is liable", body={"purpose": "tagging"}), ["msa §full"], ""),
}  # fmt: skip


@pytest.mark.parametrize("case", ANNOTATIONS)
def test_an_annotation_says_what_it_selects_from_where_and_why(case):
    value, cited, why = ANNOTATIONS[case]
    (item,) = in_json(value).items
    assert [one.text for one in item.quotations] == ["neither party is liable"]
    assert [one.written for one in item.cited] == cited
    assert item.rationale == why


def test_an_annotation_that_selects_no_words_is_listed_as_not_read():
    page = {"type": "AnnotationPage", "items": [annotation(" "), annotation("neither party is liable")]}
    work = in_json(page)
    assert [one.place for one in work.items] == ["items[1]"]
    assert work.not_read == ("items[0]",)


# --- review memos ------------------------------------------------------------------------------------------------


def memo(text: str) -> Submission:
    return submission_in(text.encode(), "memo.md")


def rows(work: Submission) -> list[tuple[list[str], list[str]]]:
    """The citations and quotations of each item."""
    return [
        ([one.written for one in item.cited], [one.text for one in item.quotations]) for item in work.items
    ]


CAPS = "neither party is liable for more than that"
ENDS = "this agreement ends two years after its date"


def test_a_rule_between_the_rows_of_a_table_does_not_end_it():
    work = memo(
        f'| Clause | Current language |\n|---|---|\n| 10.2 | "{CAPS}" |\n|---|---|\n| 12.1 | "{ENDS}" |\n'
    )
    assert rows(work) == [(["10.2"], [CAPS]), (["12.1"], [ENDS])]
    assert work.not_read == ()


def test_a_second_table_right_below_the_first_has_its_own_columns():
    work = memo(
        f'| Clause | Quote |\n|---|---|\n| 10.2 | "{CAPS}" |\n| Quote | Clause |\n|---|---|\n| "{ENDS}" | 12.1 |\n'
    )
    assert (["12.1"], [ENDS]) in rows(work)


def test_the_header_of_a_table_may_read_like_a_label():
    work = memo(f'# Review\n\nClause: | Current language:\n---|---\n10.2 | "{CAPS}"\n12.1 | "{ENDS}"\n')
    assert rows(work) == [(["10.2"], [CAPS]), (["12.1"], [ENDS])]


def test_a_label_with_nothing_behind_it_quotes_nothing():
    work = memo('**Clause**: §10.2\n\n**Current language**:\n\n**Proposed redline**: "The cap is doubled."\n')
    assert rows(work) == [(["§10.2"], [])]
    assert [one.text for one in work.items[0].language] == ["The cap is doubled."]
