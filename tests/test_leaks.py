"""Nothing of the answer key is seen before it is earned.

The scanner knows the key from its files alone and works out by itself what an action earns: the answer of the question
it asks, the guidance on what it escalates, the offer that is the counterparty's next. Whatever else of the key is
found in an observation or an info, and stands neither in the public material nor in the agent's own words, has leaked.
"""

import copy
import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import yaml
from hypothesis import example, given, settings

from playbook_legal import Matter, PlaybookEnv, load_matter

from .cases import ask, edited, escalate, finish, issue, markup, read
from .episodes import STRICT, TOUR, actions
from .small_matter import COUNTERPARTY, HIDDEN_FACTS, MANIFEST, RUBRIC, write_small_matter

ROOT = Path(__file__).parents[1]
MATTERS = sorted(path.parent for path in (ROOT / "matters").glob("*/matter.yaml"))
CONSTANT = ("matter", "documents", "protocol", "action_schemas")
# Numbers that an agent may see, by the path to them; nothing else that counts is shown.
COUNTS = re.compile(
    r"budgets\.[a-z_]+|protocol\.budgets\.[a-z_]+|last_result\.hit_count|negotiation\..*\.rounds_used|step|seed"
    r"|action_schemas\..*\.(minLength|maxLength|minItems|maxItems)|learned_facts\..*"
)
# A shorter phrase is a common word, and stands in ordinary prose by chance.
TELLING = 12


def flat(text: str) -> str:
    return " ".join(text.lower().split())


def texts(value: Any) -> Iterator[str]:
    """Every text in a JSON value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from texts(key)
            yield from texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts(inner)


def numbers(value: Any, path: str = "") -> Iterator[tuple[str, object]]:
    """Every number in a JSON value with the path to it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from numbers(inner, f"{path}.{key}".lstrip("."))
    elif isinstance(value, list):
        for inner in value:
            yield from numbers(inner, path)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield path, value


def loaded(path: Path) -> Any:
    if not path.exists():
        return {}
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(path.read_text("utf-8-sig"), loader)  # noqa: S506 - a safe loader, by another name


@cache
def what_every_matter_says() -> str:
    """Protocol, schemas and refusals of a matter that has nothing to do with any other."""
    with TemporaryDirectory() as folder:
        rubric = {**edited(RUBRIC, STRICT), "questions": [], "escalations": []}
        env = PlaybookEnv(
            load_matter(write_small_matter(Path(folder), rubric=rubric, counterparty=COUNTERPARTY))
        )
    said = [*texts(env.reset()[0]["protocol"]), *texts(env.reset()[0]["action_schemas"])]
    for action in (ask("?"), escalate("?"), markup("12.1", "?"), {"type": "?"}, read("?"), finish("?")):
        said += texts(env.step(action)[0]["last_result"])
    return flat("\n".join(said))


class Scanner:
    """What of a matter's key has not been earned yet."""

    def __init__(self, folder: Path, telling: int = TELLING) -> None:
        self.telling = telling
        rubric, self.hidden = loaded(folder / "rubric.yaml"), loaded(folder / "hidden_facts.yaml")
        self.topics = {"ask_client": rubric.get("questions", []), "escalate": rubric.get("escalations", [])}
        self.positions = (loaded(folder / "counterparty.yaml") or {}).get("positions", {})
        self.made = dict.fromkeys(self.positions, 0)
        manifest = loaded(folder / "matter.yaml")
        paper = [(folder / one["path"]).read_text("utf-8-sig") for one in manifest["documents"]]
        self.paper = "\n".join(map(flat, paper))
        self.known = flat("\n".join(texts(manifest))) + "\n" + self.paper + "\n" + what_every_matter_says()
        self.secrets: dict[str, str] = {}
        self._learn_secrets(rubric)

    def _learn_secrets(self, rubric: dict[str, Any]) -> None:
        for kind in ("questions", "escalations", "issues"):
            for one in rubric.get(kind, []):
                self._secret(f"the id of one of the {kind}", one["id"])
                for key, value in one.items():
                    if "concepts" in key or "aliases" in key or "patterns" in key:
                        for phrase in texts(list(value)):
                            self._secret(f"{key} of {one['id']}", phrase)
        final = rubric.get("final_submission", {})
        for phrase in texts(final.get("required_concepts", [])):
            self._secret("a concept of the memo", phrase)
        for answers in self.hidden.values():
            for name, answer in answers.items():
                self._secret(f"the answer {name}", answer)
                for sentence in re.split(r"(?<=[.?!])\s+", answer):
                    self._secret(f"a part of the answer {name}", sentence)
        for name, position in self.positions.items():
            for counter in position.get("counters", []):
                self._secret(f"an offer on {name}", counter["message"])
                self._secret(f"an offer on {name}", counter["text"])
            for phrase in texts(position.get("accept_concepts", [])):
                self._secret(f"what is acceptable on {name}", phrase)
            self._secret(f"the refusal on {name}", position.get("reject_message", ""))

    def _secret(self, what: str, phrase: str) -> None:
        plain = flat(phrase)
        if len(plain) >= self.telling and plain not in self.known:
            self.secrets.setdefault(plain, what)

    def tell(self, *said: str) -> None:
        """What was said is known from here on, and so is what it contains."""
        heard = flat("\n".join(said))
        self.secrets = {secret: what for secret, what in self.secrets.items() if secret not in heard}

    def earn(self, action: Any, observation: dict[str, Any]) -> None:
        """What `action` and its answer make known rightly."""
        self.tell(*texts(action))
        if not isinstance(action, dict):
            return
        kind, answer = action.get("type"), observation["last_result"]
        if kind in self.topics and "error" not in answer:
            asked = flat(" \n".join(action[key] for key in ("question", "topic", "reason") if key in action))
            for topic in self.topics[kind]:
                variants = [topic.get("concepts", []), *topic.get("aliases", [])]
                if any(variant and all(flat(phrase) in asked for phrase in variant) for variant in variants):
                    self.tell(
                        topic["id"], *(answers.get(topic["id"], "") for answers in self.hidden.values())
                    )
                    break
        if kind == "send_markup":
            self._hear_offer(answer)

    def _hear_offer(self, answer: dict[str, Any]) -> None:
        for name, position in self.positions.items():
            counters = position.get("counters", [])
            made = self.made[name]
            if made < len(counters) and counters[made]["text"] == answer.get("counter_text"):
                self.tell(counters[made]["message"], counters[made]["text"])
                self.made[name] += 1
                return
            if made == len(counters) and answer.get("message") == position.get("reject_message"):
                self.tell(answer["message"])
                return

    def leaks(self, *seen: Any) -> list[str]:
        """What of the key stands in the values and is not known yet."""
        everything = flat("\n".join(texts(list(seen))))
        return [f"{what}: {secret}" for secret, what in self.secrets.items() if secret in everything]


@cache
def _matter(folder: Path) -> Matter:
    return load_matter(folder)


@cache
def _scanner(folder: Path, telling: int) -> Scanner:
    return Scanner(folder, telling)


def found_leaks(folder: Path, sent: Iterable[Any], telling: int = TELLING) -> list[str]:
    """Every leak of an episode, and every number that is none of the agent's business."""
    scanner = copy.copy(_scanner(folder, telling))
    scanner.made = dict(scanner.made)
    env = PlaybookEnv(_matter(folder))
    first, opening = env.reset()
    found = [f"at the start: {leak}" for leak in scanner.leaks(first, opening)]
    found += odd_numbers("at the start", first, opening)
    steps = []
    for action in sent:
        observation, _, terminated, truncated, info = env.step(action)
        assert all(observation[key] == first[key] for key in CONSTANT)
        changing = {key: value for key, value in observation.items() if key not in CONSTANT}
        steps.append((action, changing, info))
        if terminated or truncated:
            break
    # What is nowhere in the episode need not be looked for at every step.
    # …nor in the paper as it was read.
    said = "\n".join(
        plain for plain in map(flat, texts([step[1:] for step in steps])) if plain not in scanner.paper
    )
    scanner.secrets = {secret: what for secret, what in scanner.secrets.items() if secret in said}
    for number, (action, changing, info) in enumerate(steps, 1):
        scanner.earn(action, changing)
        found += [f"step {number}: {leak}" for leak in scanner.leaks(changing, info)]
        found += odd_numbers(f"step {number}", changing, info)
    return found


def odd_numbers(when: str, *seen: Any) -> list[str]:
    return [
        f"{when}: {path} is {value}"
        for one in seen
        for path, value in numbers(one)
        if not COUNTS.fullmatch(path)
    ]


# --- every shipped trajectory ------------------------------------------------------------------------------


def trajectories(matter_id: str) -> list[Path]:
    return sorted((ROOT / "examples" / matter_id).glob("*.jsonl"))


@pytest.mark.parametrize("folder", MATTERS, ids=[path.name for path in MATTERS])
def test_no_shipped_trajectory_sees_anything_of_the_key_before_it_is_earned(folder: Path):
    found = []
    for path in trajectories(folder.name):
        sent = [json.loads(line) for line in path.read_text("utf-8").split("\n") if line.strip()]
        found += [f"{path.name}: {leak}" for leak in found_leaks(folder, sent)]
    assert found == []


@pytest.mark.parametrize("folder", MATTERS, ids=[path.name for path in MATTERS])
def test_reading_and_searching_everything_reveals_nothing_of_the_key(folder: Path):
    manifest = loaded(folder / "matter.yaml")
    sent = [read(one["id"]) for one in manifest["documents"]]
    sent += [{"type": "search_matter", "query": word} for word in ("the", "and", "section", "shall", "not")]
    sent += [
        issue(f"{manifest['documents'][0]['id']} §1"),
        {"type": "do_magic"},
        read("none"),
        finish("Done."),
    ]
    assert found_leaks(folder, sent) == []


# --- a matter whose key is marked --------------------------------------------------------------------------

# Digits that stand nowhere else.
POINTS = ("0.1375", "0.2125", "0.3625", "0.4375", "0.5875", "0.6375", "0.7125", "0.8375")


def marked(value: Any, at: list[int]) -> Any:
    """A copy of a key with a marked phrase beside every list of phrases, and points that can be recognized."""
    if isinstance(value, dict):
        return {key: _marked_entry(key, inner, at) for key, inner in value.items()}
    return [marked(inner, at) for inner in value] if isinstance(value, list) else value


def _marked_entry(key: str, value: Any, at: list[int]) -> Any:
    at[0] += 1
    if key in ("accept_concepts", "aliases"):
        return [*value, [f"zz {key} {at[0]}"]]
    if key == "concepts":
        return value
    if "patterns" in key or key.endswith("_concepts"):
        return [*value, f"zz {key} {at[0]}"]
    if key.endswith(("points", "penalty", "score_cap")):
        return float(POINTS[at[0] % len(POINTS)])
    if (
        key in ("reject_message", "message", "text")
        or key in HIDDEN_FACTS["client_answers"] | HIDDEN_FACTS["escalation_answers"]
    ):
        return f"zz {key} {at[0]}: {value}"
    return marked(value, at)


def marked_folder(folder: Path) -> Path:
    renamed = json.dumps(RUBRIC)
    for one in RUBRIC["issues"]:
        renamed = renamed.replace(f'"{one["id"]}"', f'"zz_{one["id"]}"')
    positions = {f"zz_{name}": position for name, position in COUNTERPARTY["positions"].items()}
    return write_small_matter(
        folder,
        rubric=marked({**json.loads(renamed), "instrument": {"read_before_credit": True}}, [0]),
        hidden_facts=marked(copy.deepcopy(HIDDEN_FACTS), [100]),
        counterparty=marked({"positions": positions}, [200]),
        manifest=edited(MANIFEST, {"constraints.maximum_steps": 60}),
    )


@pytest.fixture(scope="module")
def marked_matter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return marked_folder(tmp_path_factory.mktemp("marked"))


def test_the_marks_are_in_the_key(marked_matter: Path):
    scanner = Scanner(marked_matter, telling=4)
    assert sum(secret.startswith("zz") for secret in scanner.secrets) == 29
    key = (marked_matter / "rubric.yaml").read_text("utf-8")
    assert sum(digits in key for digits in POINTS) >= 4


@settings(max_examples=60)
@given(sent=actions())
@example(sent=list(TOUR))
def test_no_generated_episode_sees_anything_of_the_key_before_it_is_earned(
    marked_matter: Path, sent: list[Any]
):
    assert [leak for leak in found_leaks(marked_matter, sent, telling=4) if "zz" in leak] == []
    env = PlaybookEnv(load_matter(marked_matter))
    said = [json.dumps(env.reset())]
    for action in sent:
        observation, _, terminated, truncated, info = env.step(action)
        said.append(json.dumps([observation, info]))
        if terminated or truncated:
            break
    everything = "\n".join(said)
    for digits in POINTS:
        assert digits not in everything
    assert "zz_" not in everything
    assert not re.search(
        r'"(points|criterion|components|matched_[a-z]+|raw_score|normalized_score|anchor)"', everything
    )


def test_what_is_earned_is_seen_from_then_on(marked_matter: Path):
    env = PlaybookEnv(load_matter(marked_matter))
    env.reset()
    before = json.dumps(env.step(ask("The weather?"))[0])
    after, *_ = env.step(ask("What is the launch date?"))
    assert "zz q_launch" not in before
    assert after["last_result"]["answer"].startswith("zz q_launch")
    assert after["learned_facts"]["q_launch"] == after["last_result"]["answer"]
    later, *_ = env.step(read("msa", "4.2"))
    assert later["learned_facts"]["q_launch"].startswith("zz q_launch")


# --- the scanner itself ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "leak",
    [
        {"last_result": {"answer": "It may be that we go live in March."}},
        {"learned_facts": {"esc_exclusivity": "x"}},
        {"last_result": {"hint": "law prohibits all  MODEL training"}},
        {"negotiation": {"x": {"last_counter_text": "Moss shall give notice within 30 days."}}},
        {"info": ["twenty-four hours"]},
    ],
)
def test_a_leak_is_seen_wherever_it_stands(tmp_path: Path, leak: dict[str, Any]):
    scanner = Scanner(write_small_matter(tmp_path))
    assert scanner.leaks({"deep": [leak]}) != []


def test_what_the_agent_wrote_and_what_it_earned_is_no_leak(tmp_path: Path):
    scanner = Scanner(write_small_matter(tmp_path))
    scanner.earn(issue(analysis="Law prohibits all model training."), {"last_result": {}})
    assert scanner.leaks("law prohibits all model training") == []
    assert scanner.leaks("We go live in March.") != []
    scanner.earn(ask("What launch date?"), {"last_result": {"answer": "We go live in March."}})
    assert scanner.leaks("We go live in March.") == []
    assert scanner.leaks("About two million records.") != []
    first, second = COUNTERPARTY["positions"]["incident"]["counters"]
    scanner.earn(markup("5.1"), {"last_result": {"response": "counter", "counter_text": second["text"]}})
    assert scanner.leaks(second["text"]) != []  # out of turn
    scanner.earn(markup("5.1"), {"last_result": {"response": "counter", "counter_text": first["text"]}})
    assert scanner.leaks(first["text"], first["message"]) == []


def test_a_number_that_is_no_count_is_seen():
    assert odd_numbers("now", {"last_result": {"worth": 0.25}, "budgets": {"steps_remaining": 3}}) == [
        "now: last_result.worth is 0.25"
    ]
