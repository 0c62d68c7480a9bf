"""The pass over a large record: however many documents are swept at once, and beside what, the report is the same."""

import random
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from playbook_legal.critic import ClientRecord, review
from playbook_legal.critic import shelf as room
from playbook_legal.critic.leaves import Card, Leaf
from playbook_legal.critic.placing import sweep as sweeping
from playbook_legal.critic.placing.batches import Batch, Beside
from playbook_legal.critic.placing.finders import Patterns, SweepingFinder, WordFinder
from playbook_legal.critic.placing.found import Wanted
from playbook_legal.critic.placing.readings import Swept
from playbook_legal.critic.placing.runs import bits_of, in_a_row
from playbook_legal.critic.placing.signs import Signs
from playbook_legal.critic.placing.sweep import Sweeps
from playbook_legal.critic.submission import Submission, read_submission
from playbook_legal.problems import UnusableInputError
from playbook_legal.sources import Source

from .critic_cases import issue, written
from .test_critic_placing import deal, find, work


def leaf(index: int, text: str) -> Leaf:
    return Leaf(index, Card(f"d{index}", f"d{index}", f"d{index}.txt", "0" * 64, "text"), text, "text")


def submission(tmp_path: Path, content: object) -> Submission:
    return read_submission(Source("s.json", written(tmp_path, "s.json", content).read_text(), "0" * 64))


# --- batches -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("finder", [SweepingFinder, WordFinder])
@pytest.mark.parametrize("seed", range(5))
def test_what_is_found_in_a_batch_is_what_is_found_in_each_document(finder, seed):
    chance = random.Random(seed)  # noqa: S311 - the same texts every time
    vocabulary = ["a", "bb", "the", "Thex", "é§", "quiet"]
    for _ in range(50):
        texts = [
            "  ".join(chance.choices(vocabulary, k=chance.randrange(12)))
            for _ in range(chance.randrange(1, 8))
        ]
        keys = {tuple(word.lower().encode() for word in chance.choices(vocabulary, k=3)) for _ in range(8)}
        patterns = Patterns(tuple(sorted(keys)), (b"a bb", "é§ q".encode()))  # type: ignore[arg-type]
        seeker = finder(patterns)
        batch = Batch()
        for index, text in enumerate(texts):
            batch.add(leaf(index, text), Swept("literal"))
        found = [
            (document.leaf.index, whole.number, whole.position(start) - document.start)
            for document, signs in batch.each(seeker.signs(batch.text))
            for sign, start, _ in signs
            for whole in seeker.wholes[sign]
            if whole.stands(batch.text, start)
        ]
        alone = [
            (index, number, at)
            for index, text in enumerate(texts)
            for number, at in find(seeker, b" %b " % " ".join(text.lower().split()).encode())
        ]
        assert sorted(found) == sorted(alone)
        assert len(batch.text) == batch.size + 1  # and a space behind them


@pytest.mark.parametrize("numbers", [(), (0,), (1,), (0, 1), (0, 2), (0, 1, 2, 4), range(6)])
def test_a_row_is_counted_in_bits(numbers):
    row = next(number for number in range(8) if number not in numbers)
    assert in_a_row(bits_of(numbers)) == row


def test_the_thread_beside_ends_with_the_pass_also_when_that_breaks_off(monkeypatch):
    monkeypatch.setattr(SweepingFinder, "at_once", 1)
    before = threading.active_count()
    text = "The price of the lot is payable on delivery at the quay of the harbour in full. "

    def broken() -> Iterator[Leaf]:
        for index in range(20):
            yield leaf(index, text * 50)
        raise UnusableInputError([])

    wanted = [Wanted("the price of the lot is payable on delivery at the bank of the harbour in full")]
    with pytest.raises(UnusableInputError):
        Sweeps(wanted).through(broken())
    (found,) = Sweeps(wanted).through(leaf(index, text * 50) for index in range(20)).values()
    assert found.most is not None
    assert found.most.spot.document == 0
    for thread in threading.enumerate():
        if thread.name.startswith("ThreadPoolExecutor"):
            thread.join(5)
    assert threading.active_count() == before


def test_what_goes_wrong_beside_goes_wrong_here():
    beside = Beside()

    def broken(_text: bytes):
        raise ValueError("beside")

    with pytest.raises(ValueError, match="beside"):
        beside.call(broken, b"")()
    beside.close()
    beside.close()


# --- reports -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at_once", [1, 700, 10**9])
@pytest.mark.parametrize("between", [0, 1_000, 10**9])
def test_the_report_does_not_depend_on_how_the_record_is_swept(tmp_path, monkeypatch, at_once, between):
    """Documents at once, and signs left out since their quotations stand somewhere."""
    folder = deal(tmp_path / "deal", 30)
    given = submission(tmp_path, work(30))
    told = review(ClientRecord.from_directory(folder), given).to_json()
    monkeypatch.setattr(SweepingFinder, "at_once", at_once)
    monkeypatch.setattr(sweeping, "_BYTES_BETWEEN", between)
    monkeypatch.setattr(sweeping, "_WORTH_FEWER", 0.0)
    for jobs in (1, 2):
        assert review(ClientRecord.from_directory(folder), given, jobs=jobs).to_json() == told
    monkeypatch.setattr(room, "_KEPT_BYTES", 0)  # in two processes, each with half of the documents
    for jobs in (1, 2):
        assert review(ClientRecord.from_directory(folder), given, jobs=jobs).to_json() == told


def test_signs_are_left_out_once_they_can_tell_nothing_more(monkeypatch):
    monkeypatch.setattr(SweepingFinder, "at_once", 1)
    monkeypatch.setattr(sweeping, "_BYTES_BETWEEN", 0)
    made: list[int] = []

    def counted(quotations):
        one = Signs(quotations)
        made.append(len(one.runs))
        return one

    monkeypatch.setattr(sweeping, "Signs", counted)
    stands = "the supplier keeps the papers of the other party in a locked room for at least seven years"
    never = "nobody has ever written such words as these into a contract of any kind in our whole memory"
    found = Sweeps([Wanted(stands), Wanted(never)]).through(
        leaf(index, stands.upper() if index % 2 else "Nothing else.") for index in range(8)
    )
    assert made[0] > made[-1] > 1
    assert len(made) == 2
    assert (found[0].count, [spot.document for spot in found[0].places]) == (4, [1, 3, 5])
    assert 1 not in found


def test_the_report_does_not_depend_on_the_room_for_texts_as_they_are_compared(tmp_path, monkeypatch):
    folder = deal(tmp_path / "deal")
    (folder / "twice.md").write_text(
        "# Twice\n\n## 1 One\n\nSuch words stand here and there as well.\n\n## 2 Two\n\nSUCH words stand here and "
        "there as well.\n"
    )
    work = {"issues": [issue("Such words stand here and there as well.", "twice §1")]}
    given = submission(tmp_path, work)
    report = review(ClientRecord.from_directory(folder), given)
    assert [str(one.cause) for one in report.items[0].findings] == ["several_places"]
    for name in ("_KEPT_NORMALIZED", "_KEPT_BYTES", "_SMALL_BYTES"):
        monkeypatch.setattr(room, name, 0)
        assert review(ClientRecord.from_directory(folder), given).to_json() == report.to_json()


def test_what_is_kept_normalized_is_counted_anew_with_each_pass(tmp_path, monkeypatch):
    monkeypatch.setattr(room, "_SMALL_BYTES", 0)
    folder = deal(tmp_path / "deal")
    record = ClientRecord.from_directory(folder)
    size = len(record.leaf(0).text)
    monkeypatch.setattr(room, "_KEPT_NORMALIZED", size)
    for _ in range(2):
        record.normalized(0, record.at(0))
        record.normalized(1, record.at(1))
        assert (record.leaf(0).is_normalized, record.leaf(1).is_normalized) == (True, False)
        for _ in record.pass_through():
            pass
        assert not record.leaf(0).is_normalized
