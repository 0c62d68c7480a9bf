"""Explanations: marks stand on the agent's very words, whatever lies between."""

from collections import Counter

import pytest

from playbook_legal import load_matter
from playbook_legal.authoring.explain import explain
from playbook_legal.authoring.explain.pages import as_html, as_text

from .cases import small_matter
from .small_matter import write_small_matter

READ = {"type": "read_document", "document_id": "msa"}


def issue(analysis: str, **more: object) -> dict[str, object]:
    return {
        "type": "submit_issue",
        "issue_id": "a",
        "title": "Training",
        "severity": "high",
        "citations": ["msa §4.2"],
        "analysis": analysis,
        "recommendation": "Strike it.",
        **more,
    }


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return load_matter(write_small_matter(tmp_path_factory.mktemp("small") / "m"))


def marks(explanation, event: int = 0) -> list[tuple[str, str, str]]:
    return [
        (text.field, mark.kind, text.text[mark.start : mark.end])
        for text in explanation.events[event].texts
        for mark in text.marks
    ]


def test_a_concept_is_marked_where_it_stands_in_the_text_as_written(small):
    found = marks(explain(small, [READ, issue("Without  CONSENT they\n train.")]))
    assert ("analysis", "concept", "CONSENT") in found
    assert ("analysis", "concept", "train") in found
    assert ("title", "concept", "Train") in found


def test_a_gate_is_marked_by_its_sentences(small):
    # A line feed ends a sentence; a match that reaches over it is told with both.
    found = marks(explain(small, [READ, issue("First. The LAW prohibits all\nmodel training. Last.")]))
    assert ("analysis", "fired", "The LAW prohibits all\nmodel training.") in found


def test_a_silenced_gate_is_marked_with_what_silenced_it(small):
    explanation = explain(small, [READ, issue("No law prohibits all model training.")])
    (mark,) = [mark for text in explanation.events[0].texts for mark in text.marks if mark.kind == "silenced"]
    assert mark.note == "gate silenced by negation_guard (no): law prohibits all model training"


def test_quotations_are_marked_by_what_came_of_them(small):
    quotes = [
        {"citation": "msa §4.2", "text": "use Records to train its models"},
        {"citation": "msa §4.2", "text": "never use Records to train its models"},
        {"citation": "msa §4.2", "text": "short"},
    ]
    counted = Counter(kind for _, kind, _ in marks(explain(small, [READ, issue("x", quotes=quotes)])))
    assert counted["verified"] == counted["fabricated"] == 1


def test_a_missing_concept_comes_with_its_nearest_miss(small):
    explanation = explain(small, [{"type": "submit_final", "summary": "x"}])
    assert [miss.concept for miss in explanation.events[0].near_misses] == ["exclusivity", "supercap"]


def test_what_was_only_copied_is_marked_as_copied():
    matter = small_matter(rubric={"instrument": {"own_words": 5}})
    found = marks(
        explain(matter, [READ, issue("Moss may use Records to train its models, they say. We train.")])
    )
    assert [kind for field, kind, what in found if field == "analysis" and what == "train"] == [
        "copied",
        "concept",
    ]


def test_a_revision_is_explained_by_its_last_text(small):
    revised = issue("Only with consent.") | {"type": "revise_issue"}
    explanation = explain(small, [READ, issue("They train."), revised])
    assert explanation.events[0].texts[1].text == "Only with consent."
    assert "revised at step 3" in explanation.events[0].line


def test_text_and_page_show_the_same_events(small):
    explanation = explain(
        small, [READ, issue("They train without consent."), {"type": "submit_final", "summary": "x"}]
    )
    text, page = "\n".join(as_text(explanation)), as_html(explanation)
    assert "[+consent+]" in text
    assert '<mark class="concept" title="consent">consent</mark>' in page
    assert page.count("<article id=") == len(explanation.events) == 2


def test_overlapping_marks_nest_without_breaking_the_page(small):
    page = as_html(explain(small, [READ, issue("The law prohibits all model training & <b>train</b>.")]))
    assert page.count("<mark") == page.count("</mark>")
    assert "<b>" not in page
    assert "&lt;b&gt;" in page
