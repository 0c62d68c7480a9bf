"""The report: its schema, its Markdown, and that it depends on nothing but the work."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playbook_legal.cli.critic import plain_arguments
from playbook_legal.cli.critic_command import critic_command
from playbook_legal.critic import (
    Cause,
    ClientRecord,
    Finding,
    Neighbour,
    Place,
    critique,
    load_submission,
    review,
)
from playbook_legal.critic.placing import finders
from playbook_legal.critic.report.schema import report_schema, schema_text
from playbook_legal.critic.verdicts import REMEDIES
from playbook_legal.critic.wording import code, prose

from .critic_cases import (
    FINAL,
    QUOTE,
    RULE,
    first,
    issue,
    only,
    redline,
    reviewed,
    submit,
    write_folder,
    write_matter,
    written,
)
from .test_critic_behaviours import ACTIONS, CONCESSIONS, QUOTATIONS

ROOT = Path(__file__).parents[1]
PUBLISHED = ROOT / "docs" / "schemas" / "critic-report.v1.schema.json"
ADVERSARIES = sorted((ROOT / "examples" / "critic").glob("*.json*"))

FALLBACK = """\
schema_version: playbook.authority.v1
non_negotiables:
  - {id: notice, description: Playbook *4*, prohibited_patterns: [72 hours], negation_guard: true, applies_to: [sow §1]}
  - {id: soft, message: Ask first., prohibited_patterns: [48 hours], severity: advisory}
approved_fallbacks:
  - {id: analytics, applies_to: ["dpa §5.1", "msa §99"], permitted_patterns: [aggregated and de-identified]}
"""


def nearest(finding: Finding) -> Neighbour:
    assert finding.nearest is not None
    return finding.nearest


def joined(finding: Finding) -> Place:
    assert finding.joined is not None
    return finding.joined


# --- schema --------------------------------------------------------------------------------------------------


def test_the_published_schema_is_the_reports():
    assert PUBLISHED.read_text(encoding="utf-8") == schema_text()
    jsonschema.Draft202012Validator.check_schema(report_schema())


def test_every_report_keeps_to_the_schema(tmp_path):
    validator = jsonschema.Draft202012Validator(report_schema())
    deal = write_folder(tmp_path / "deal")
    record = ClientRecord.from_directory(deal)
    rows = [{"issues": [item]} for item, _ in QUOTATIONS.values()]
    rows += [row[0] for row in CONCESSIONS.values()]
    rows += [row[0] for row in ACTIONS.values()]
    for row in rows:
        report = review(record, load_submission(written(tmp_path, "s.json", row)))
        validator.validate(report.to_dict())
        assert json.loads(report.to_json()) == report.to_dict()
    validator.validate(reviewed(tmp_path, {"settlements": [{"text": "48 hours"}]}, FALLBACK).to_dict())


def test_the_schema_refuses_what_is_no_report(tmp_path):
    validator = jsonschema.Draft202012Validator(report_schema())
    good = reviewed(tmp_path, {"issues": [issue(QUOTE)]}).to_dict()
    edits: list[dict[str, Any]] = [
        {"passed": "yes"},
        {"extra": 1},
        {"schema_version": "playbook.critic-report.v2"},
        {"counts": {}},
    ]
    for edit in edits:
        assert not validator.is_valid({**good, **edit})


# --- evidence ------------------------------------------------------------------------------------------------


def test_a_verified_quotation_points_at_its_very_characters(tmp_path):
    report = reviewed(tmp_path, {"issues": [issue(QUOTE)]})
    (quote,) = only(report).verified
    source = (tmp_path / "deal" / "dpa.md").read_text(encoding="utf-8")
    assert source[quote.at.start : quote.at.end] == QUOTE.replace("confirms that ", "confirms that\n")
    assert source.splitlines()[quote.at.line - 1].startswith("Provider shall notify")
    import hashlib

    assert quote.at.sha256 == hashlib.sha256((tmp_path / "deal" / "dpa.md").read_bytes()).hexdigest()
    assert (quote.at.document, quote.at.section, quote.at.text) == ("dpa", "5.1", QUOTE)


def test_a_mark_and_crlf_move_no_evidence_off_its_words(tmp_path):
    deal = write_folder(tmp_path / "deal")
    text = (deal / "dpa.md").read_text(encoding="utf-8").replace("\n", "\r\n")
    (deal / "dpa.md").write_bytes(b"\xef\xbb\xbf" + text.encode())
    (quote,) = only(reviewed(tmp_path, {"issues": [issue(QUOTE)]})).verified
    assert text[quote.at.start : quote.at.end].split() == QUOTE.split()


def test_a_quotation_that_stands_elsewhere_names_the_places(tmp_path):
    finding = first(reviewed(tmp_path, {"issues": [issue(QUOTE, "msa §4.2")]}))
    assert [place.citation for place in finding.found] == ["dpa §5.1"]
    assert finding.found_count == 1
    assert "stands word for word in `dpa §5.1`" in finding.message


def test_a_changed_number_is_named_with_the_passage(tmp_path):
    finding = first(reviewed(tmp_path, {"issues": [issue(QUOTE.replace("72", "27"))]}))
    assert [(one.quoted, one.record) for one in nearest(finding).differences] == [("27", "72")]
    assert nearest(finding).place.text == QUOTE
    assert finding.message.endswith("where it has `27`, the paper has `72`")


def test_a_dropped_negation_is_called_one(tmp_path):
    finding = first(
        reviewed(tmp_path, {"issues": [issue("Provider shall use Customer Data to train any", "msa §4.2")]})
    )
    assert [(one.quoted, one.record) for one in nearest(finding).differences] == [("", "not")]
    assert finding.message.endswith("it leaves out `not`, a negation")


def test_a_splice_names_both_passages_in_the_order_of_the_quotation(tmp_path):
    quote = "in no event later than 72 hours after Acme confirms to improve the Services"
    finding = first(reviewed(tmp_path, {"issues": [issue(quote)]}))
    assert nearest(finding).place.citation == "dpa §5.1"
    assert joined(finding).citation == "msa §4.2"
    assert finding.message.endswith("it joins words of `dpa §5.1` to words of `msa §4.2`")


def test_an_invented_tail_shows_how_far_the_paper_goes(tmp_path):
    quote = "in no event later than 72 hours after whichever board meeting the vendor likes to call"
    finding = first(reviewed(tmp_path, {"issues": [issue(quote)]}))
    assert nearest(finding).place.text == "in no event later than 72 hours after"
    assert "`whichever board meeting the vendor likes to call`" in finding.message


def test_a_text_in_many_places_lists_some_and_counts_all(tmp_path):
    deal = write_folder(tmp_path / "deal")
    for number in range(7):
        (deal / f"z{number}.md").write_text("The parties act in good faith at all times.\n")
    report = reviewed(tmp_path, {"issues": [issue("act in good faith at all times", "dpa §5.1")]})
    assert first(report).found_count == 7
    assert [place.document for place in first(report).found] == ["z0", "z1", "z2"]
    assert "`z2 §full` and 4 more places" in first(report).message
    own = reviewed(tmp_path, {"issues": [issue("act in good faith at all times", "z5 §9")]})
    assert first(own).found[0].document == "z5"


def test_the_markdown_shows_the_paper_beside_what_was_made_of_it(tmp_path):
    splice = "in no event later than 72 hours after Acme confirms to improve the Services"
    work = {"issues": [issue(splice, id="splice"), issue(QUOTE, "msa §4.2", id="elsewhere")]}
    joins, stands = (
        "it joins words of `dpa §5.1` to words of `msa §4.2`",
        "it stands word for word in `dpa §5.1`",
    )
    lines = reviewed(tmp_path, work).to_markdown().splitlines()
    assert lines[4:12] == [
        "### issue `splice` — FABRICATED_QUOTE",
        f"- **FABRICATED_QUOTE**: the quotation `{splice}` does not stand in `dpa §5.1`; {joins}",
        "  - the paper, `dpa §5.1` (line 5, characters 110–161): `in no event later than 72 hours after Acme confirms`",
        "  - the paper, `msa §4.2` (line 8, characters 237–260): `to improve the Services`",
        "",
        "### issue `elsewhere` — FABRICATED_QUOTE",
        f"- **FABRICATED_QUOTE**: the quotation `{QUOTE}` does not stand in `msa §4.2`; {stands}",
        "  - it stands in `dpa §5.1` (line 5, characters 110–198)",
    ]


def test_a_long_list_of_documents_is_cut_in_the_markdown_and_whole_in_the_json(tmp_path):
    deal = write_folder(tmp_path / "deal")
    for number in range(60):
        (deal / f"z{number}.md").write_text("Text.\n")
    report = reviewed(tmp_path, {"issues": [issue(QUOTE)]})
    assert "- and 13 more documents, listed in the JSON report" in report.to_markdown()
    assert len(report.to_dict()["record"]["documents"]) == 63


def test_the_public_names_are_all_there_and_no_others():
    from playbook_legal import critic

    for name in dir(critic):
        assert getattr(critic, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'PlaybookEnv'"):
        critic.PlaybookEnv  # noqa: B018 - asking is the test


def test_the_command_is_part_of_playbook(tmp_path):
    deal = write_folder(tmp_path / "deal")
    path = written(tmp_path, "s.json", {"issues": [issue(QUOTE)]})
    run = "from playbook_legal.cli.main import run; run()"
    command = [sys.executable, "-c", run, "critic", str(deal), str(path), "--format", "json"]
    ended = subprocess.run(command, capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert json.loads(ended.stdout) == critique(deal, path).to_dict()


PLAIN = [
    ["deal", "s.json"],
    ["deal", "s.json", "--authority", "a.yaml", "--format", "json"],
    ["--jobs", "2", "deal", "--min-summary-chars", "0", "s.json"],
    ["deal", "s.json", "--out", "reports/critic", "--out", "other"],
    ["deal", "s.json", "--authority", ""],
]
FOR_CLICK = [
    [],
    ["--help"],
    ["deal"],
    ["deal", "s.json", "more"],
    ["deal", "s.json", "--format", "pdf"],
    ["deal", "s.json", "--format=json"],
    ["deal", "s.json", "--min_summary_chars", "5"],
    ["deal", "s.json", "--form", "json"],
    ["deal", "s.json", "--jobs", "0"],
    ["deal", "s.json", "--jobs", "65"],
    ["deal", "s.json", "--jobs", "²"],
    ["deal", "s.json", "--jobs"],
    ["deal", "s.json", "--out", "--format"],
    ["deal", "s.json", "--min-summary-chars", "-1"],
    ["deal", "-", "s.json"],
    ["--", "deal", "s.json"],
    ["deal", "s.json", "--record", "x"],
]


@pytest.mark.parametrize("arguments", PLAIN, ids=" ".join)
def test_arguments_that_are_read_without_click_mean_what_click_makes_of_them(arguments):
    assert critic_command.make_context("critic", list(arguments)).params == plain_arguments(arguments)


@pytest.mark.parametrize("arguments", FOR_CLICK, ids=" ".join)
def test_whatever_is_out_of_the_ordinary_is_left_to_click(arguments):
    assert plain_arguments(arguments) is None


def test_help_names_every_option(tmp_path):
    run = "from playbook_legal.cli.critic import run; run()"
    ended = subprocess.run([sys.executable, "-c", run, "--help"], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    for option in ("--authority", "--out", "--format", "--min-summary-chars", "--jobs"):
        assert option in ended.stdout


def test_whoever_has_read_enough_may_close_the_pipe(tmp_path):
    deal = write_folder(tmp_path / "deal")
    path = written(tmp_path, "s.json", {"issues": [issue("nobody ever wrote these words")] * 400})
    run = "from playbook_legal.cli.critic import run; run()"
    started = subprocess.Popen(
        [sys.executable, "-c", run, str(deal), str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert started.stdout is not None
    assert started.stderr is not None
    assert started.stdout.readline().startswith(b"# Critic report")
    started.stdout.close()
    errors = started.stderr.read()
    started.stderr.close()
    assert (started.wait(), errors) == (1, b"")


# --- what was not checked -------------------------------------------------------------------------------------


def test_an_item_with_nothing_to_check_says_so_and_is_counted_apart(tmp_path):
    work = {
        "redlines": [{"id": "a", "replacement_text": "24 hours", "rationale": "Late."}],
        "issues": [issue(QUOTE)],
    }
    report = reviewed(tmp_path, work)
    assert [str(item.verdict) for item in report.items] == ["verified", "verified"]
    assert [item.nothing_to_check for item in report.items] == [False, True]
    assert (report.coverage.items_with_verified_quotes, report.coverage.items_with_nothing_to_check) == (1, 1)
    assert "### redline `a` — verified\n- nothing to check\n" in report.to_markdown()
    assert not reviewed(tmp_path, work, RULE).items[1].nothing_to_check


def test_language_that_nobody_scanned_is_said_to_be_unscanned(tmp_path):
    work = {"settlements": [{"issue": "a", "citation": "dpa §5.1", "closing_text": "72 hours"}]}
    assert "proposed language was not scanned" in reviewed(tmp_path, work).to_markdown()
    assert not reviewed(tmp_path, work).coverage.language_scanned
    assert "scanned for 1 limit" in reviewed(tmp_path, work, RULE).to_markdown()


def test_keys_and_files_that_were_not_read_are_listed(tmp_path):
    deal = write_folder(tmp_path / "deal")
    (deal / "side letter.rtf").write_bytes(b"{\\rtf1}")
    (deal / "rubric.yaml").write_text("issues: []\n")
    work = {
        "model": "m",
        "x-run": [1],
        "issues": [issue(QUOTE, confidence=0.9, tags=["a"])],
        "summary": "s" * 90,
    }
    report = reviewed(tmp_path, work)
    assert report.submission.not_read == ("model", "x-run", "issues[0].confidence", "issues[0].tags")
    assert report.record.not_read == ("side letter.rtf",)
    assert "`side letter.rtf`" in report.to_markdown()


def test_rules_that_cannot_fire_are_listed(tmp_path):
    report = reviewed(tmp_path, {"issues": [issue(QUOTE)]}, FALLBACK)
    assert report.authority is not None
    assert [(idle.rule, idle.citation) for idle in report.authority.cannot_fire] == [
        ("notice", "sow §1"),
        ("analytics", "msa §99"),
    ]
    assert "'analytics' cannot fire in `msa §99`" in report.to_markdown()


def test_within_authority_annotates_and_excuses_nothing(tmp_path):
    work = {"settlements": [{"citation": "dpa §5.1", "text": "aggregated and de-identified data, 72 hours"}]}
    rules = FALLBACK.replace(", negation_guard: true, applies_to: [sow §1]", "")
    item = only(reviewed(tmp_path, work, rules))
    assert [(one.rule, one.pattern) for one in item.within_authority] == [
        ("analytics", "aggregated and de-identified")
    ]
    assert str(item.verdict) == "PROHIBITED_CONCESSION"


def test_a_silenced_match_is_shown_with_its_negator(tmp_path):
    report = reviewed(tmp_path, {"settlements": [{"text": "Notice is not given 72 hours later."}]}, FALLBACK)
    (silenced,) = only(report).silenced
    assert (silenced.rule, silenced.pattern, silenced.negator) == ("notice", "72 hours", "not")
    assert "behind the negator `not`" in report.to_markdown()
    assert report.passed


def test_an_advisory_rule_and_its_message(tmp_path):
    report = reviewed(tmp_path, {"settlements": [{"text": "48 hours"}]}, FALLBACK)
    assert report.passed
    assert report.counts()["PROHIBITED_CONCESSION"] == 1
    assert (
        "- **PROHIBITED_CONCESSION** (advisory): proposed language concedes 'soft': Ask first."
        in report.to_markdown()
    )
    assert "1 advisory — nothing here is provably wrong." in report.to_markdown()


def test_revisions_are_counted(tmp_path):
    report = reviewed(tmp_path, [redline("48 hours"), redline("24 hours", kind="revise_redline"), FINAL])
    assert report.submission.revised == 1
    assert [item.place for item in report.items] == ["line 2", "line 3"]
    assert "1 revision replaced an earlier version" in report.to_markdown()


def test_a_floor_for_the_summary_can_be_set(tmp_path):
    work = {"summary": "Short but honest."}
    assert [str(one.cause) for one in reviewed(tmp_path, work).findings] == ["thin_summary"]
    assert reviewed(tmp_path, work, minimum_summary=10).findings == ()


# --- no text forges the structure ----------------------------------------------------------------------------

FORGERIES = [
    "a` — verified\n- nothing to report\n\n### issue `b",
    "x\n# Critic report\n**No findings**",
    "``` `` ` ```",
    "<script>alert(1)</script><!-- -->",
    "[link](https://example.invalid) ![image](x) | cell |",
    "\u202e\u2066 reversed \u200b and \x1b[31m coloured \x07",
    "\u2028## line\u2029separators\x0b\x0c\x85",
    "    indented code\n> quoted\n- list\n1. number",
]


def _structure(markdown: str) -> list[str]:
    """Headings and verdict marks of a report, as a reader of Markdown sees them."""
    from markdown_it import MarkdownIt

    tokens = MarkdownIt().parse(markdown)
    seen: list[str] = []
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            seen.append(f"{token.tag} {len(tokens[at + 1].children or [])}")
        elif token.type in ("html_block", "fence", "code_block", "blockquote_open", "hr", "table_open"):
            seen.append(token.type)
        marks = ("html_inline", "link_open", "image", "strong_open")
        seen += [child.type for child in token.children or [] if child.type in marks]
    return seen


@pytest.mark.parametrize("text", FORGERIES)
def test_text_from_the_submission_cannot_forge_the_report(text, tmp_path):
    def work(word: str) -> dict[str, Any]:
        return {
            "issues": [
                issue(f"{word} and further words", f"dpa §{'9'}", id=word, confidence=1),
                issue(f"{word} is long enough", word),
            ],
            "settlements": [{"issue": word, "text": f"72 hours {word}"}],
            f"x-{word}": 1,
        }

    forged, plain = reviewed(tmp_path, work(text), RULE), reviewed(tmp_path, work("plain"), RULE)
    assert _structure(forged.to_markdown()) == _structure(plain.to_markdown())
    assert all(line.isprintable() for line in forged.to_markdown().split("\n"))


@given(st.text(max_size=60))
def test_a_code_span_holds_any_text(text):
    from markdown_it import MarkdownIt

    (block,) = [one for one in MarkdownIt().parse(f"x {code(text)} y") if one.type == "inline"]
    assert [child.type for child in block.children or []][1:] in (["code_inline", "text"], [])


@given(st.text(alphabet="ab*_`[]<>\\#|~! \n&;", max_size=40))
def test_prose_holds_no_markup(text):
    from markdown_it import MarkdownIt

    tokens = MarkdownIt().parse(f"x {prose(text)} y")
    children = [child.type for one in tokens if one.type == "inline" for child in one.children or []]
    assert set(children) <= {"text", "text_special"}
    assert [one.type for one in tokens] == ["paragraph_open", "inline", "paragraph_close"]


def test_a_document_without_a_section_is_told_how_the_whole_is_cited(tmp_path):
    told = reviewed(tmp_path, {"issues": [issue(QUOTE, citation="DPA")]}).to_markdown()
    assert "`DPA` names a document and no section of it" in told
    assert "the whole document `dpa §full`" in told


@pytest.mark.parametrize(
    "citation", ["dpa §5.1 and msa §4.3", "msa §4.3; dpa §5.1", "dpa Section 5.1, msa §4.3"]
)
def test_places_of_several_documents_may_be_cited_together(tmp_path, citation):
    assert reviewed(tmp_path, {"issues": [issue(QUOTE, citation=citation)]}).passed


@pytest.mark.parametrize("citation", ["dpa §5.1 and msa §99", "dpa §5.1; msa §99", "dpa §5.1 / §99"])
def test_of_places_that_are_cited_together_each_has_to_be_there(tmp_path, citation):
    finding = first(reviewed(tmp_path, {"issues": [issue(QUOTE, citation=citation)]}))
    assert str(finding.cause) == "unknown_section"
    assert f"a section that `{'msa' if 'msa' in citation else 'dpa'}` does not have" in finding.message


INVENTED = "the Provider is liable for everything that ever happens"
UNREFUTED = [
    ("Section 5.1", QUOTE, []),
    ("Section 5.1", INVENTED, ["advisory unreadable_document"]),
    ("Section 99", INVENTED, ["advisory unreadable_document"]),
    ("scan", INVENTED, ["advisory unreadable_document"]),
    ("scan §3", INVENTED, ["advisory unreadable_document"]),
    ("dpa §5.1", INVENTED, ["critical not_in_record"]),
    ("dpa", INVENTED, ["critical not_a_citation", "critical not_in_record"]),
    ("sow §5.1", INVENTED, ["critical not_in_record", "critical unknown_document"]),
    ("Section 5.1", QUOTE.upper().replace("-", "–"), []),
]


@pytest.mark.parametrize(("citation", "quote", "findings"), UNREFUTED)
def test_what_may_stand_in_a_document_that_cannot_be_read_is_not_called_invented(
    tmp_path, citation, quote, findings
):
    write_folder(tmp_path / "deal")
    (tmp_path / "deal" / "scan.docx").write_bytes(b"PK\x03\x04 and nothing that follows")
    report = reviewed(tmp_path, {"issues": [issue(quote, citation=citation)]})
    assert sorted(f"{one.severity} {one.cause}" for one in report.findings) == findings


def test_a_command_in_prose_can_be_copied_from_the_report():
    command = "pip install 'playbook-legal[word]'"
    assert prose(command) == command
    assert prose("see legal[word](https://example.com)") == "see legal\\[word](https://example.com)"


def test_every_cause_has_a_remedy_and_stands_in_the_manual():
    manual = (ROOT / "docs" / "critic.md").read_text(encoding="utf-8")
    for cause in Cause:
        assert f"| `{cause}` |" in manual
        assert REMEDIES[cause] in manual


# --- the same bytes -------------------------------------------------------------------------------------------


def printed(arguments: list[str], folder: Path, **environment: str) -> bytes:
    """What the command prints, started in `folder`."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "SYSTEMROOT", "HOME")}
    ended = subprocess.run(
        [sys.executable, "-c", "from playbook_legal.cli.critic import run; run()", *arguments],
        cwd=folder,
        env={**kept, **environment},
        capture_output=True,
        check=False,
    )
    assert ended.stderr == b""
    assert ended.returncode == 1
    return ended.stdout


def test_a_report_is_the_same_on_another_path_day_locale_and_hash_seed(tmp_path):
    here = tmp_path / "here"
    matter = write_matter(here / "matter")
    work = {
        "issues": [issue(QUOTE), issue(QUOTE.replace("72", "27")), issue(QUOTE, "msa §4.2")],
        "summary": "é",
    }
    written(here, "s.json", work)
    written(here, "a.yaml", RULE)
    there = tmp_path / "a very different place"
    shutil.copytree(here, there)
    (there / "matter" / "rubric.yaml").unlink()
    for path in there.rglob("*"):
        os.utime(path, (1, 1))
    (tmp_path / "link").symlink_to(there / "matter", target_is_directory=True)
    base = printed([str(matter), str(here / "s.json"), "--authority", str(here / "a.yaml")], tmp_path)
    assert b"27" in base
    for arguments, folder, environment in (
        (["matter", "s.json", "--authority", "a.yaml"], here, {"PYTHONHASHSEED": "1"}),
        (["./matter/../matter/", "../a very different place/s.json", "--authority", "a.yaml"], there, {}),
        (["link", str(there / "s.json"), "--authority", str(there / "a.yaml")], tmp_path, {"LC_ALL": "C"}),
        ([".", "../s.json", "--authority", "../a.yaml"], there / "matter", {"PYTHONIOENCODING": "ascii"}),
        (
            ["matter", "s.json", "--authority", "a.yaml", "--jobs", "2"],
            here,
            {"TZ": "Asia/Tokyo", "PYTHONHASHSEED": "77"},
        ),
    ):
        assert printed(arguments, folder, **environment) == base


def test_a_report_does_not_depend_on_what_is_installed(monkeypatch):
    matter = ROOT / "matters" / "ai_saas_001"
    submissions = [
        path for path in ADVERSARIES if path.name not in ("misspelled_key.json", "reads_only.jsonl")
    ]
    swept = [critique(matter, path).to_json() for path in submissions]
    monkeypatch.setattr(finders, "SweepingFinder", _not_installed)
    assert [critique(matter, path).to_json() for path in submissions] == swept


def _not_installed(patterns):
    raise ImportError("ahocorasick_rs")


def test_a_record_serves_many_submissions(tmp_path):
    record = ClientRecord.from_directory(write_folder(tmp_path / "deal"))
    for work in ([submit()], {"issues": [issue(QUOTE)]}, {"issues": [issue(QUOTE, "msa §4.2")]}):
        path = written(tmp_path, "s.json", work)
        assert review(record, load_submission(path)) == critique(tmp_path / "deal", path)


def test_a_record_in_memory_gives_the_same_report(tmp_path):
    from playbook_legal.paper.manifest import read_documents, read_manifest, record_of

    matter = write_matter(tmp_path / "matter")
    manifest, file = read_manifest(matter)
    record = ClientRecord.of(record_of(manifest, read_documents(matter, manifest, file)))
    path = written(tmp_path, "s.json", {"issues": [issue(QUOTE), issue(QUOTE.replace("72", "27"), None)]})
    one, other = review(record, load_submission(path)), critique(matter, path)
    assert one.items == other.items


def test_out_writes_both_files_and_json_is_nothing_but_json(tmp_path):
    deal = write_folder(tmp_path / "deal")
    path = written(tmp_path, "s.json", {"issues": [issue(QUOTE.replace("72", "27"))]})
    out = printed([str(deal), str(path), "--out", "reports/deep/critic", "--format", "json"], tmp_path)
    report = critique(deal, path)
    assert json.loads(out) == report.to_dict()
    assert (tmp_path / "reports/deep/critic.json").read_bytes() == out
    assert (tmp_path / "reports/deep/critic.md").read_text(encoding="utf-8") == report.to_markdown()
    assert sorted(one.name for one in (tmp_path / "reports/deep").iterdir()) == ["critic.json", "critic.md"]


def test_a_report_may_be_written_over_an_older_one_and_not_through_a_link(tmp_path):
    deal = write_folder(tmp_path / "deal")
    path = written(tmp_path, "s.json", {"issues": [issue(QUOTE.replace("72", "27"))]})
    precious = written(tmp_path, "precious.txt", "kept")
    (tmp_path / "out.md").symlink_to(precious)
    written(tmp_path, "out.json", "old")
    printed([str(deal), str(path), "--out", "out"], tmp_path)
    assert precious.read_text() == "kept"
    assert re.match(r"# Critic report", (tmp_path / "out.md").read_text(encoding="utf-8"))
