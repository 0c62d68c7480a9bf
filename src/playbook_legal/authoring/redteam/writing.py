"""What to write, without understanding anything: pasting, pasting so that no run of words is left whole, keywords."""

from collections.abc import Callable

from .ranking import Likeness
from .view import Passage, View

_FILLER = ("indeed", "namely", "here", "thus", "moreover")


def chopped(text: str) -> str:
    """`text` with a filler word after every five words, so that no longer run of it stands verbatim."""
    words = text.split()
    out: list[str] = []
    for at, word in enumerate(words, 1):
        out.append(word)
        if at % 5 == 0:
            out.append(_FILLER[at // 5 % len(_FILLER)])
    return " ".join(out)


def nothing(_: View, __: Passage, ___: Likeness) -> str:
    """A phrase that fits everything."""
    return "This provision is unfavourable to the client and must be amended."


def keywords(_: View, passage: Passage, likeness: Likeness) -> str:
    """The headings of the section and of the topic most like it."""
    topic = likeness.best(passage)[1]
    return f"{passage.heading}; {topic.heading if topic else ''}; liability; notice; consent; risk; client; deadline"


def section(_: View, passage: Passage, __: Likeness) -> str:
    """The section itself."""
    return passage.body


def section_chopped(_: View, passage: Passage, __: Likeness) -> str:
    """The section, no run left whole."""
    return chopped(passage.body)


def topic(_: View, passage: Passage, likeness: Likeness) -> str:
    """The topic of the playbook most like the section."""
    found = likeness.best(passage)[1]
    return found.body if found else passage.body


def topic_chopped(view: View, passage: Passage, likeness: Likeness) -> str:
    """The same, no run left whole."""
    return chopped(topic(view, passage, likeness))


def both_chopped(view: View, passage: Passage, likeness: Likeness) -> str:
    """Topic and section, no run left whole."""
    return chopped(f"{topic(view, passage, likeness)} {passage.body}")


def playbook(view: View, _: Passage, __: Likeness) -> str:
    """As much of the playbook as fits, no run left whole."""
    return chopped(" ".join(passage.body for passage in view.guidance))


def learned(view: View, passage: Passage, likeness: Likeness) -> str:
    """Whatever the client said, then the topic, no run left whole."""
    facts = " ".join(str(fact) for fact in view.observation["learned_facts"].values())
    return chopped(f"{facts} {topic(view, passage, likeness)}")


STYLES: dict[str, Callable[[View, Passage, Likeness], str]] = {
    "nothing": nothing,
    "keywords": keywords,
    "section": section,
    "section chopped": section_chopped,
    "topic": topic,
    "topic chopped": topic_chopped,
    "both chopped": both_chopped,
    "playbook": playbook,
    "learned": learned,
}
