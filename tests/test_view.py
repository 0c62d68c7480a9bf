"""Audit pages: what was read, done and earned, with links that lead to it."""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from playbook_legal import Matter, PlaybookEnv, load_matter
from playbook_legal.bench.library import Library
from playbook_legal.bench.reading import read_checked_run
from playbook_legal.bench.view.html import Heading, audit_page
from playbook_legal.bench.view.index import run_pages
from playbook_legal.bench.view.model import audit
from playbook_legal.bench.view.style import VIEW_STYLE

from .cases import finish, issue, markup, read, redline, search, small_matter
from .episodes import TOUR
from .html_pages import sound_page
from .run_folders import (
    IDLE,
    POOR,
    SOUND,
    always,
    called,
    example,
    keep,
    rewrite,
    shipped,
    small_folder,
    small_matters,
    write_run,
)

QUOTED = issue(
    "msa §4.2", label="training", severity="high", quotes=[("msa §4.2", "Records to\ttrain its models")]
)


def article(content: str, step: int) -> str:
    """The HTML of a step."""
    found = re.search(rf'<article id="step-{step}".*?</article>', content, re.DOTALL)
    assert found is not None
    return found[0]


def page_of(actions: Sequence[Any], matter: Matter | None = None, **heading: Any) -> str:
    matter = matter or small_matter()
    content = audit_page(matter, audit(matter, actions), Heading(**heading))
    sound_page(content)
    return content


def test_sections_tell_at_which_steps_they_were_read_cited_and_amended():
    laid_out = audit(
        small_matter(),
        (read("msa", "4.2"), read("playbook"), read("msa", "4.2"), QUOTED, redline(), markup("4.2")),
    )
    sections = {str(one.section.citation): one for one in laid_out.sections}
    assert sections["msa §4.2"].read_at == (1, 3)
    assert sections["msa §4.2"].cited_at == (4,)
    assert sections["msa §4.2"].amended_at == (5, 6)
    assert sections["playbook §3"].read_at == sections["playbook §full"].read_at == (2,)
    assert sections["msa §5.1"].read_at == ()


def test_a_verified_quotation_is_marked_in_the_paper():
    laid_out = audit(small_matter(), (QUOTED,))
    (section,) = [one for one in laid_out.sections if one.marks]
    (mark,) = section.marks
    assert section.section.text[mark.start : mark.end] == "Records to train its models"
    assert mark.note == "quoted at step 1"
    assert "Records to train its models</mark>" in page_of((QUOTED,))


def test_refused_actions_read_and_cite_nothing():
    laid_out = audit(
        small_matter(),
        ({**read("msa"), "section": "99"}, {"type": "submit_issue", "citations": ["msa §4.2"]}),
    )
    assert not [one for one in laid_out.sections if one.read_at or one.cited_at]
    assert [step.refusal for step in laid_out.steps] == ["unknown_section", "malformed_action"]


def test_every_step_stands_with_its_points_and_reasons():
    content = page_of(POOR)
    assert '<span class="points lost">−2.25</span>' in article(content, 4)
    assert "not verbatim in msa §12.1" in article(content, 4)
    assert "gate fired: law prohibits all model training" in article(content, 3)
    assert '<mark class="fired"' in article(content, 3)
    assert "<em>refused</em>" in article(content, 5)
    assert '<dt>type</dt><dd><div class="prose">do_magic</div>' in article(content, 5)


def test_critical_failures_stand_at_the_top_and_lead_to_their_steps():
    content = page_of(POOR)
    top = content[: content.index("<main>")]
    assert '<a href="#step-3">step 3</a>: the gate law prohibits all model training fired' in top
    assert '<a href="#step-4">step 4</a>: a quotation does not stand in msa §12.1' in top


def test_revised_work_is_scored_at_its_revision_and_the_first_submission_leads_there():
    again = issue("msa §4.2", severity="high", analysis="They train.", revise=True)
    content = page_of((issue("msa §4.2"), read("msa"), again))
    assert 'Replaced at <a href="#step-3">step 3</a>' in article(content, 1)
    assert 'class="event' not in article(content, 1)
    assert 'class="event' in article(content, 3)


def test_citations_lead_to_their_sections_and_sections_to_their_steps():
    content = page_of((read("msa", "4.2"), issue("msa § 4.2", "msa §99", "nonsense")))
    step = article(content, 2)
    assert '<a href="#sec-msa-4.2">msa § 4.2</a>' in step
    assert "<code>msa §99</code>" in step
    assert '<section id="sec-msa-4.2" class="paper read"><p class="where"><code>msa §4.2</code>' in content
    assert 'read at <a href="#step-1">1</a> · cited at <a href="#step-2">2</a>' in content
    assert "not read" in content


def test_a_search_shows_what_it_found():
    content = page_of((search("records"),))
    assert '<a href="#sec-msa-4.2">msa §4.2</a> ' in article(content, 1)
    assert "<dd>3 found<ul>" in article(content, 1)


def test_what_was_never_earned_is_listed():
    content = page_of(IDLE)
    assert re.search(r'id="unearned">.*<code>training</code>', content, re.DOTALL)


def test_filters_are_style_and_offer_only_what_there_is():
    content = page_of((read("msa"), QUOTED, finish()))
    assert (
        content.count('type="radio"') == 3
    )  # all, won, lost (the memo is too short and escalations are owed)
    assert 'class="k-reading"' in content
    assert 'class="k-bargaining"' not in content
    for kind in ("reading", "asking", "issues", "redlines", "bargaining", "closing", "other"):
        assert f"#steps:has(input.k-{kind}:not(:checked)) .step.k-{kind}" in VIEW_STYLE


def test_everything_that_can_happen_has_its_place():
    content = page_of(
        TOUR, agent="tour", ending="seed 0, repeat 0, finished", notes=("a note",), index="../index.html"
    )
    assert len(re.findall(r'<article id="step-\d+"', content)) == len(TOUR)
    assert "tour" in content
    assert "a note" in content


def test_a_repeated_delivery_is_shown_and_has_no_anchor():
    once = {**read("msa"), "call_id": "one"}
    laid_out = audit(small_matter(), (once, once))
    assert [(step.number, step.again) for step in laid_out.steps] == [(1, False), (1, True)]
    assert "delivered again" in page_of((once, once))


def test_actions_after_the_end_are_counted_and_not_shown():
    content = page_of((*IDLE, read("msa"), read("msa")))
    assert "2 recorded actions come after the end of the episode" in content


@pytest.mark.parametrize("matter_id", ["ai_saas_001", "nego_cloud_002"])
def test_a_shipped_reference_makes_a_sound_page(matter_id):
    content = page_of(example(matter_id, "good"), shipped(matter_id))
    assert "Critical failure" not in content
    assert "<strong>1.0000</strong>" in content


def test_sections_of_odd_names_have_anchors_all_the_same(tmp_path):
    documents = {
        "msa.md": '## 4.2 a\n\n## 5.1 b\n\n## 10.2 c\n\n## "x<y\n\nodd\n\n## 4.2 twice\n',
        "playbook.md": "## 3 d\n",
    }
    matter = load_matter(small_folder(tmp_path, documents=documents))
    content = page_of((issue('msa §"x<y'), read("msa", "4.2")), matter)
    assert re.search(r'<a href="#sec-n\d+">msa §&quot;x&lt;y</a>', article(content, 1))


# --- the command -------------------------------------------------------------------------------------------


@pytest.fixture
def run(tmp_path):
    matters = small_matters(tmp_path / "matters", 2)
    play = {"sound": always(SOUND), "poor": always(POOR), "down": always("no connection")}
    return write_run(tmp_path / "run", matters, play)


def test_a_run_becomes_an_index_and_a_page_for_each_episode(run, tmp_path, capsys):
    out = tmp_path / "pages"
    status, said, _ = called(capsys, "view", run, "--out", out, "--matters", tmp_path / "matters")
    assert (status, said) == (0, f"written: {out.as_posix()}/index.html and 4 episodes\n")
    index = sound_page((out / "index.html").read_text("utf-8"))
    assert len(index.links) == 4
    for link in index.links:
        page = sound_page((out / link).read_text("utf-8"))
        assert "../index.html" in page.links
    assert "no connection" in index.text
    assert "4 episodes, 2 failed, 0 not played" in index.text


def test_episodes_whose_matter_is_not_at_hand_are_listed_without_a_page(run):
    pages = dict(run_pages("run", read_checked_run(run), Library()))
    assert list(pages) == ["index.html"]
    page = sound_page(pages["index.html"])
    assert page.links == []
    assert "small_001, small_002: the matter in the content that was played is not at hand" in page.text
    assert page.text.count("(recorded)") == 4


def test_a_trace_becomes_one_page(run, tmp_path, capsys):
    trace = min(path for path in (run / "episodes").iterdir() if path.name.startswith("sound"))
    status, said, _ = called(capsys, "view", trace, "--matters", tmp_path / "matters")
    assert status == 0
    page = sound_page(said)
    assert "sound · small_001 · closed with a memo (seed 0, repeat 0, finished)" in page.text
    assert page.tags["article"] == len(SOUND)
    status, again, _ = called(
        capsys, "view", trace, "--matters", tmp_path / "matters", "--out", tmp_path / "a" / "page.html"
    )
    assert again == f"written: {(tmp_path / 'a' / 'page.html').as_posix()}\n"
    assert (tmp_path / "a" / "page.html").read_text("utf-8") == said


@pytest.mark.parametrize("full", [False, True])
def test_any_trace_of_the_environment_can_be_viewed(full, tmp_path, capsys):
    env = PlaybookEnv(shipped("ai_saas_001"))
    env.reset(seed=7)
    for action in example("ai_saas_001", "good"):
        env.step(action)
    env.save_trace(tmp_path / "trace.json", full=full)
    status, said, _ = called(capsys, "view", tmp_path / "trace.json")
    assert status == 0
    assert "1.0000" in sound_page(said).text


def test_a_page_says_when_the_record_is_not_what_the_actions_give(run, tmp_path, capsys):
    trace = min(path for path in (run / "episodes").iterdir() if path.name.startswith("sound"))
    rewrite(trace, lambda lines: lines[5].update(reward=9.5))
    _, said, _ = called(capsys, "view", trace, "--matters", tmp_path / "matters")
    assert "played again it differs from the record; first at step 5" in sound_page(said).text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["RUN"], "a run has many pages"),
        (["RUN", "--out", "RUN"], "the pages of a run do not belong into the run"),
        (["nowhere.jsonl"], "there is no such file"),
        (["TRACE"], "there is no matter"),
        (["RUN/manifest.json"], "this is no trace"),
    ],
)
def test_what_cannot_be_viewed_is_one_line(run, arguments, said, capsys):
    trace = min((run / "episodes").iterdir())
    told = [one.replace("RUN", str(run)).replace("TRACE", str(trace)) for one in arguments]
    status, out, err = called(capsys, "view", *told)
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_keeping_an_episode_twice_gives_the_same_page(run, tmp_path):
    (matter, _) = small_matters(tmp_path / "matters", 2)
    before = dict(run_pages("run", read_checked_run(run), Library([tmp_path / "matters"])))
    for one in read_checked_run(run).episodes:
        if one.note.key.matter_id == matter.id:
            keep(run, matter, one.note.key, [*one.trace.actions])
    assert dict(run_pages("run", read_checked_run(run), Library([tmp_path / "matters"]))) == before
