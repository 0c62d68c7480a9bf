"""The moves of an episode, by kind: each a generator of actions that looks at the view as it goes.

To add a move, write a function and name it in the table of its kind; the search tries it on every matter.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TypeAlias

from .ranking import RANKINGS, Likeness
from .view import Action, Passage, View
from .writing import STYLES, chopped

Move: TypeAlias = Callable[[View], Iterator[Action]]


# --- reading ---------------------------------------------------------------------------------------------


def read_everything(view: View) -> Iterator[Action]:
    """Every document, whole."""
    for document in view.observation["documents"]:
        yield {"type": "read_document", "document_id": document["id"]}


# --- asking ----------------------------------------------------------------------------------------------


def no_questions(_: View) -> Iterator[Action]:
    """None."""
    return iter(())


def one_question_of_all_headings(view: View) -> Iterator[Action]:
    """A question made of every heading, as often as the budget allows."""
    headings = " ".join(passage.heading for passage in view.guidance + view.paper)
    for _ in range(view.left("client_questions_remaining")):
        yield {"type": "ask_client", "question": f"What about {headings}?"}


def a_question_for_each_topic(view: View) -> Iterator[Action]:
    """The headings of the playbook, one by one."""
    for passage in islice(view.guidance, view.left("client_questions_remaining")):
        yield {
            "type": "ask_client",
            "question": f"What is your position on {passage.heading}? {passage.body[:200]}",
        }


def stock_questions(view: View) -> Iterator[Action]:
    """What one asks every client."""
    stock = (
        "What is the deadline, the launch date, the timing pressure, the go-live?",
        "How much is at stake, the value, the budget, the cost, the insurance, the exposure?",
        "What data, records, volume, personal or sensitive information is involved?",
        "Who are the other parties, contracts, customers, vendors, suppliers and regulators?",
        "What is your leverage, your alternative, your priority, your walk-away?",
        "What happened before: incidents, breaches, disputes, claims, complaints?",
    )
    for question in stock[: view.left("client_questions_remaining")]:
        yield {"type": "ask_client", "question": question}


# --- escalating ------------------------------------------------------------------------------------------


def no_escalations(_: View) -> Iterator[Action]:
    """None."""
    return iter(())


def escalate_all_headings(view: View) -> Iterator[Action]:
    """Every heading in one escalation, then the playbook itself in another."""
    headings = " ".join(passage.heading for passage in view.paper + view.guidance)
    texts = (headings, " ".join(passage.body for passage in view.guidance))
    for text in texts[: view.left("escalations_remaining")]:
        yield {"type": "escalate", "topic": text, "reason": f"This exceeds our authority. {headings}"}


def escalate_the_instructions(view: View) -> Iterator[Action]:
    """Whatever the guidance says of authority, put before the supervisor."""
    telling = [passage for passage in view.guidance if "authority" in passage.text.lower()]
    for passage in islice(telling, view.left("escalations_remaining")):
        yield {"type": "escalate", "topic": passage.heading, "reason": passage.body}


# --- reporting -------------------------------------------------------------------------------------------


def _issue(view: View, label: str, passage: Passage, text: str, severity: str, likeness: Likeness) -> Action:
    topic = likeness.best(passage)[1]
    sentence = passage.body[:120].rsplit(" ", 1)[0]
    return {
        "type": "submit_issue",
        "issue_id": label,
        "title": f"{passage.heading} {topic.heading if topic else ''}"[: view.room("title", 160)],
        "severity": severity,
        "citations": [passage.citation] + ([topic.citation] if topic else []),
        "analysis": text[: view.room("analysis")],
        "recommendation": text[: view.room("recommendation")],
        "quotes": [{"citation": passage.citation, "text": sentence}] if len(sentence) >= 20 else [],
    }


def reporting(ranking: str, style: str, severity: str, most: int | None, *, redline: bool) -> Move:
    """An issue for each section in the order of `ranking`, written in `style`; with `redline` also a redline for
    each, in the same words. At most `most` of them."""

    def play(view: View) -> Iterator[Action]:
        likeness = Likeness(view)
        for number, passage in enumerate(RANKINGS[ranking](view)):
            if view.left("issues_remaining") < 1 or (most is not None and number >= most):
                return
            text = STYLES[style](view, passage, likeness)
            yield _issue(view, f"point-{number}", passage, text, severity, likeness)
            view.reported.append((f"point-{number}", passage))
            if redline and view.left("steps_remaining") > 0:
                yield {
                    "type": "propose_redline",
                    "issue_id": f"point-{number}",
                    "document_id": passage.document_id,
                    "section": passage.token,
                    "replacement_text": text[: view.room("replacement_text")],
                    "rationale": "The client's position.",
                }

    return play


def no_issues(_: View) -> Iterator[Action]:
    """None."""
    return iter(())


def cite_everything(view: View) -> Iterator[Action]:
    """One issue that cites every section there is, and pastes what fits."""
    everything = " ".join(passage.body for passage in view.paper)
    yield {
        "type": "submit_issue",
        "issue_id": "all",
        "title": "Everything",
        "severity": "high",
        "citations": [passage.citation for passage in view.paper + view.guidance],
        "analysis": everything[: view.room("analysis")],
        "recommendation": everything[: view.room("recommendation")],
        "quotes": [
            {"citation": passage.citation, "text": passage.body[:60]}
            for passage in view.paper
            if len(passage.body) > 60
        ],
    }


def revise_endlessly(view: View) -> Iterator[Action]:
    """One issue moved from section to section, kept wherever the reward rose; then the next."""
    likeness = Likeness(view)
    sections = iter(RANKINGS["resembling"](view))
    number = 0
    while view.left("issues_remaining") > 0:
        submitted = False
        for passage in sections:
            action = _issue(
                view,
                f"point-{number}",
                passage,
                STYLES["both chopped"](view, passage, likeness),
                "high",
                likeness,
            )
            action["type"] = "revise_issue" if submitted else "submit_issue"
            yield action
            better = view.reward > 0
            submitted = True
            if better or view.left("steps_remaining") < 1:
                break
        else:
            return
        number += 1


# --- bargaining ------------------------------------------------------------------------------------------


def no_bargaining(_: View) -> Iterator[Action]:
    """None."""
    return iter(())


def accept_every_counter(view: View) -> Iterator[Action]:
    """Ask for anything, take what is offered."""
    yield from _bargain(view, lambda _: "Please improve this clause for our client.", accept=True)


def playbook_as_markup(view: View) -> Iterator[Action]:
    """The topic most like each section as markup, then what is offered."""
    likeness = Likeness(view)

    def words(passage: Passage) -> str:
        topic = likeness.best(passage)[1]
        return topic.body if topic else passage.body

    yield from _bargain(view, words, accept=True)


def playbook_as_markup_never_accepting(view: View) -> Iterator[Action]:
    """The same, and nothing taken."""
    everything = " ".join(passage.body for passage in view.guidance)
    yield from _bargain(view, lambda _: everything[:3500], accept=False)


def _bargain(view: View, words: Callable[[Passage], str], *, accept: bool) -> Iterator[Action]:
    if not view.can_negotiate:
        return
    points = view.reported or [(f"deal-{n}", one) for n, one in enumerate(RANKINGS["resembling"](view))]
    for label, passage in points:
        if view.left("negotiation_rounds_remaining") < 1:
            return
        yield {
            "type": "send_markup",
            "issue_id": label,
            "document_id": passage.document_id,
            "section": passage.token,
            "proposed_text": words(passage),
        }
        if (
            accept
            and view.observation["last_result"].get("response") == "counter"
            and view.left("negotiation_rounds_remaining") > 0
        ):
            yield {"type": "accept_counterparty", "issue_id": label}


# --- the memo --------------------------------------------------------------------------------------------


def _memo(text: str) -> Iterator[Action]:
    yield {"type": "submit_final", "summary": text}


def empty_memo(_: View) -> Iterator[Action]:
    """Nothing."""
    return _memo("")


def stock_memo(_: View) -> Iterator[Action]:
    """What fits every matter."""
    return _memo(
        "I have reviewed all the documents for the client. The paper raises several points that are reported "
        "above with recommendations. Subject to these points and to the client's instructions the agreement "
        "may be signed."
    )


def memo_of_headings(view: View) -> Iterator[Action]:
    """Every heading."""
    headings = "; ".join(passage.heading for passage in view.guidance + view.paper)
    return _memo(f"I have reviewed: {headings}."[: view.room("summary", 4000)])


def memo_of_guidance(view: View) -> Iterator[Action]:
    """The playbook and what the client said, no run left whole."""
    facts = " ".join(str(fact) for fact in view.observation["learned_facts"].values())
    text = chopped(facts + " " + " ".join(passage.body for passage in view.guidance))
    return _memo(text[: view.room("summary", 4000)])


def no_memo(view: View) -> Iterator[Action]:
    """Run out the clock."""
    while True:
        yield {"type": "search_matter", "query": view.observation["matter"]["title"][:40]}


QUESTIONS: dict[str, Move] = {
    "no questions": no_questions,
    "one question of all headings": one_question_of_all_headings,
    "a question for each topic": a_question_for_each_topic,
    "stock questions": stock_questions,
}
ESCALATIONS: dict[str, Move] = {
    "no escalations": no_escalations,
    "escalate all headings": escalate_all_headings,
    "escalate the instructions": escalate_the_instructions,
}
ISSUES: dict[str, Move] = {
    "no issues": no_issues,
    "cite everything": cite_everything,
    "revise endlessly": revise_endlessly,
    **{
        f"{ranking}, {style}{', redlined' * redline}": reporting(
            ranking, style, "high", None, redline=redline
        )
        for ranking in RANKINGS
        for style in STYLES
        for redline in (False, True)
    },
    **{
        f"the three most {ranking}, {style}, redlined, {severity}": reporting(
            ranking, style, severity, 3, redline=True
        )
        for ranking in ("alarming", "resembling")
        for style in ("topic chopped", "both chopped", "learned")
        for severity in ("medium", "critical")
    },
}
BARGAINING: dict[str, Move] = {
    "no bargaining": no_bargaining,
    "accept every counter": accept_every_counter,
    "playbook as markup": playbook_as_markup,
    "playbook as markup, accept nothing": playbook_as_markup_never_accepting,
}
MEMOS: dict[str, Move] = {
    "empty memo": empty_memo,
    "stock memo": stock_memo,
    "memo of headings": memo_of_headings,
    "memo of guidance": memo_of_guidance,
    "no memo": no_memo,
}
KINDS: tuple[dict[str, Move], ...] = (QUESTIONS, ESCALATIONS, ISSUES, BARGAINING, MEMOS)
