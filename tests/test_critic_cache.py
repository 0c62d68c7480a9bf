"""What `--cache` keeps: it makes nothing but time of a difference, whatever happens to the folder."""

import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

import playbook_legal
from playbook_legal.cli.critic_command import critic_command
from playbook_legal.cli.running import run_command
from playbook_legal.critic import AnswerKeyError, ClientRecord, critique
from playbook_legal.critic.cache import Cache
from playbook_legal.critic.cache.documents import Identity, kept_document, kept_text
from playbook_legal.critic.cache.sweeps import kept_found, recall, remember
from playbook_legal.critic.placing.found import Found, Spot, Wanted
from playbook_legal.paper.assembly import assembled
from playbook_legal.paper.documents import Document
from playbook_legal.paper.firewall import Firewall
from playbook_legal.paper.outline import Mark
from playbook_legal.paper.reading import as_document, read_paper
from playbook_legal.problems import UnusableInputError
from playbook_legal.sources.cache_folder import CacheFolder, cache_folder

from .critic_cases import RULE, issue, written
from .pdf_files import pdf_file, text_page
from .word_files import deleted, docx, footnote_mark, inserted, notes, paragraph, run

FILED = """\
                              SUPPLY AGREEMENT

     1.  TERM

     1.1  Length.  This Agreement begins on the Effective Date and runs for a
term of three years, unless it is ended before
                                       1
<PAGE>
under Section 4.

     1.2  Renewal.  It renews for one year at a time unless a party gives sixty
days' notice.
"""
WILD = """\
# Services Agreement

1. Fees. Customer shall pay **all** undisputed fees within thirty (30) days.
   1. Interest. Late amounts bear interest at 1.5% per month.
2. Cap. Neither party is liable for more than $1,000,000.
"""
AMENDMENT = """\
AMENDMENT NO. 1 TO SUPPLY AGREEMENT

     1.  Section 1.2 of the Supply Agreement is hereby amended to read in its entirety: "It does not renew."
"""


def _word() -> bytes:
    return docx(
        paragraph(run("1.1 Liability. Supplier is liable for damage to "), deleted(run("any ")),
                  inserted(run("tangible ")), run("property of the Customer"), footnote_mark(1), run(".")),
        paragraph(run("1.2 Notice. Notice is given in writing — to the “address” above.")),
        footnotes=notes("footnote", {1: "As defined in the Supply Agreement of the parties."}),
    )  # fmt: skip


def _pdf() -> bytes:
    return pdf_file(
        [
            text_page(
                ["LEASE", "1.1 Rent. Tenant shall pay the rent on the first day of each calen-", "dar month."]
            ),
            text_page(["1.2 Use. The premises are used as an office and for no other purpose."]),
        ]
    )


QUOTES = (
    ("filed §1.1", "This Agreement begins on the Effective Date and runs for a term of three years"),
    ("filed §1.1", "unless it is ended before under Section 4"),
    ("filed §1.2", "It renews for two years at a time unless a party gives sixty days' notice"),
    ("filed §1.2", "It renews for one year at a time unless a party gives sixty days' notice"),
    ("wild §1", "Customer shall pay all undisputed fees within thirty (30) days"),
    ("wild §2", "Customer shall pay all undisputed fees within thirty (30) days"),
    ("wild §9", "Neither party is liable for more than $1,000,000"),
    ("letter §1.1", "Supplier is liable for damage to tangible property of the Customer"),
    ("letter §1.1", "Supplier is liable for damage to any property of the Customer"),
    ("letter §1.2", 'Notice is given in writing - to the "address" above'),
    ("lease §1.1", "Tenant shall pay the rent on the first day of each calendar month"),
    ("lease §1.2", "The premises are used as a warehouse and for no other purpose"),
    ("scan §1", "Nothing of this can be read by anybody"),
    ("lease §1.2", "Words that nobody ever wrote in any of these papers of the deal"),
)


@pytest.fixture
def deal(tmp_path: Path) -> Path:
    """A record of every kind of paper, one that cannot be read, and work on it that is right and wrong."""
    folder = tmp_path / "deal"
    docs = folder / "docs"
    docs.mkdir(parents=True)
    (docs / "filed.txt").write_text(FILED)
    (docs / "wild.md").write_text(WILD)
    (docs / "amendment.txt").write_text(AMENDMENT)
    (docs / "letter.docx").write_bytes(_word())
    (docs / "lease.pdf").write_bytes(_pdf())
    (docs / "scan.pdf").write_bytes(b"%PDF-1.4 broken")
    written(folder, "work.json", {"issues": [issue(quote, citation) for citation, quote in QUOTES]})
    return folder


def _issues(folder: Path, name: str, quotes: Any) -> Path:
    return Path(written(folder, name, {"issues": [issue(quote, citation) for citation, quote in quotes]}))


def _said(deal: Path, cache: Path | None, **options: Any) -> str:
    return critique(deal / "docs", deal / "work.json", cache=cache, **options).to_json()


def _entries(cache: Path) -> list[Path]:
    return sorted(path for path in cache.glob("??/*") if path.is_file() or path.is_symlink())


def _told(arguments: list[object], capfd: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        run_command(critic_command, "playbook-critic", [str(one) for one in arguments])
    out, err = capfd.readouterr()
    return int(ended.value.code or 0), out, err


# --- the same report ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("quotes", "view"),
    [
        (None, "accepted"),
        (None, "original"),
        (None, "both"),
        ("literal", "accepted"),
        ("typographic", "accepted"),
        ("layout", "original"),
        ("declared", "both"),
    ],
)
def test_the_report_is_the_same_without_a_cache_with_one_and_the_next_time(deal, tmp_path, quotes, view):
    plain = _said(deal, None, quotes=quotes, view=view)
    cache = tmp_path / "cache"
    assert _said(deal, cache, quotes=quotes, view=view) == plain
    kept = {path: path.stat().st_mtime_ns for path in _entries(cache)}
    assert kept
    assert _said(deal, cache, quotes=quotes, view=view) == plain
    assert {path: path.stat().st_mtime_ns for path in _entries(cache)} == kept


@pytest.mark.parametrize("form", ["concise", "markdown", "json", "jsonl", "sarif", "junit", "github", "html"])
def test_so_is_every_format(deal, tmp_path, capfd, form):
    call = [deal / "docs", deal / "work.json", "--isolated", "--format", form]
    plain = _told(call, capfd)
    assert plain[0] == 1
    for _ in range(2):
        assert _told([*call, "--cache", tmp_path / "cache"], capfd) == plain


def test_what_may_change_a_report_leads_to_another_entry(deal, tmp_path):
    cache = tmp_path / "cache"
    (deal / "rules.yaml").write_text(RULE.replace("matter_id: small\n", ""))
    other = _issues(deal, "other.json", QUOTES[:3])
    cases: list[tuple[Path, Path | None, dict[str, Any]]] = [
        (deal / "work.json", None, {}),
        (deal / "work.json", None, {"quotes": "literal"}),
        (deal / "work.json", None, {"view": "original"}),
        (deal / "work.json", None, {"min_summary_chars": 200}),
        (deal / "work.json", deal / "rules.yaml", {}),
        (other, None, {}),
    ]
    for _ in range(2):
        for work, rules, options in cases:
            plain = critique(deal / "docs", work, rules, **options).to_json()
            assert critique(deal / "docs", work, rules, cache=cache, **options).to_json() == plain
    reports = {critique(deal / "docs", *case[:2], cache=cache, **case[2]).to_json() for case in cases}
    assert len(reports) == len(cases)


def test_a_changed_file_is_read_again_though_its_size_and_times_are_the_same(deal, tmp_path):
    cache = tmp_path / "cache"
    before = _said(deal, cache)
    for name, old, new in (("filed.txt", b"one year", b"two year"), ("lease.pdf", b"office", b"garage")):
        path = deal / "docs" / name
        status = path.stat()
        path.write_bytes(path.read_bytes().replace(old, new))
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
        after = _said(deal, cache)
        assert after != before
        assert after == _said(deal, None)
        before = after


@pytest.mark.parametrize(
    "change",
    [
        lambda docs: (docs / "filed.txt").rename(docs / "other.txt"),
        lambda docs: (docs / "wild.md").unlink(),
        lambda docs: (docs / "more.txt").write_text(FILED),
        lambda docs: (docs / "more.doc").write_text("an old file"),
        lambda docs: (docs / "record.yaml").write_text(
            "schema_version: playbook.record.v1\nsupersedes:\n  - {document: wild, section: '1', by: amendment}\n"
        ),
    ],
    ids=["renamed", "removed", "added", "another that is not read", "declared"],
)
def test_so_is_a_changed_record(deal, tmp_path, change: Callable[[Path], object]):
    cache = tmp_path / "cache"
    before = _said(deal, cache)
    change(deal / "docs")
    assert _said(deal, cache) == _said(deal, None) != before


def test_a_document_that_became_an_answer_key_is_refused_though_its_report_is_kept(deal, tmp_path):
    _said(deal, tmp_path / "cache")
    (deal / "docs" / "filed.txt").write_text("client_answers:\n  a: b\n")
    with pytest.raises(AnswerKeyError):
        _said(deal, tmp_path / "cache")


def test_what_could_not_be_read_is_tried_again(deal, tmp_path, monkeypatch):
    plain = _said(deal, None)
    with monkeypatch.context() as context:
        context.setitem(sys.modules, "pypdfium2", None)
        without = _said(deal, tmp_path / "c")
        assert "playbook-legal[pdf]" in without
        assert _said(deal, tmp_path / "c") == without
    assert _said(deal, tmp_path / "c") == plain


def test_a_matter_has_the_same_report_too(tmp_path):
    root = Path(__file__).parents[1]
    call = (root / "matters" / "ai_saas_001", root / "examples" / "critic" / "altered_quotations.json")
    plain = critique(*call).to_json()
    assert [critique(*call, cache=tmp_path / "c").to_json() for _ in range(2)] == [plain, plain]


# --- nothing is made twice ------------------------------------------------------------------------------------


def _documents() -> list[Document]:
    def of(name: str, data: bytes) -> Document:
        return as_document(read_paper("d", "T", data, name), "d", "T", name)

    return [
        of("a.txt", FILED.encode()),
        of("a.txt", "1. Caf\u00e9 and nothing else stands here.\n".encode("cp1252")),
        of("a.md", WILD.encode()),
        of("a.docx", _word()),
        of("a.pdf", _pdf()),
        of("a.txt", b"Nothing in it has a number.\n"),
    ]


@pytest.mark.parametrize("at", range(6))
def test_a_document_is_kept_whole_and_made_once(tmp_path, at):
    document: Document = _documents()[at]
    identity = Identity(document.id, document.title, document.name, document.sha256)
    text = None if document.kind in ("word", "pdf") else document.text
    made: list[Document] = []

    def make() -> Document:
        made.append(document)
        return document

    for _ in range(3):
        cache = Cache(cache_folder(tmp_path / "c"))
        for _ in range(2):
            assert kept_document(cache, identity, ("x",), text, make) == document
    assert made == [document]


def _record(deal: Path, cache: Path) -> ClientRecord:
    record = ClientRecord.opened(deal / "docs", Firewall(), cache=cache_folder(cache, deal / "docs"))
    recall(record, record.hashes())
    return record


WANTED = tuple(Wanted(text) for text in ("for a term of three years", "words that stand nowhere at all"))
FOUND = Found(count=1, others=[Spot(1, 12)])


def test_a_quotation_is_sought_once_in_a_record_that_does_not_change(deal, tmp_path):
    sought: list[tuple[Wanted, ...]] = []

    def sweep(missing: Sequence[Wanted]) -> dict[int, Found]:
        sought.append(tuple(missing))
        return {number: FOUND for number, one in enumerate(missing) if one == WANTED[0]}

    record = _record(deal, tmp_path / "c")
    assert kept_found(record, WANTED[:1], None, sweep) == {0: FOUND}  # the documents are not read yet
    record.read_all()
    remember(record)
    assert sought == [WANTED[:1]]
    again = _record(deal, tmp_path / "c")
    assert again.is_read
    assert kept_found(again, WANTED, None, sweep) == {0: FOUND}
    assert kept_found(_record(deal, tmp_path / "c"), WANTED[::-1], None, sweep) == {1: FOUND}
    assert sought == [WANTED[:1], WANTED[1:]]
    assert kept_found(_record(deal, tmp_path / "c"), WANTED, "layout", sweep) == {0: FOUND}
    (deal / "docs" / "wild.md").write_text(WILD + "more\n")
    changed = _record(deal, tmp_path / "c")
    changed.read_all()
    assert kept_found(changed, WANTED, None, sweep) == {0: FOUND}
    assert sought[2:] == [WANTED, WANTED]


@pytest.mark.parametrize(
    "value", [b"", b"\x90", msgspec.msgpack.encode([(WANTED[0], Found(part=Spot(6, 0)))])]
)
def test_what_a_pass_found_is_not_believed_where_the_record_has_no_such_place(deal, tmp_path, value):
    _said(deal, tmp_path / "c")
    for path in _entries(tmp_path / "c"):
        CacheFolder(tmp_path / "c").put(path.parent.name + path.name, value)
    record = _record(deal, tmp_path / "c")
    record.read_all()
    assert kept_found(record, WANTED[:1], None, lambda _: {0: FOUND}) == {0: FOUND}


def test_what_is_kept_in_memory_is_bounded_and_what_is_not_kept_is_made_again():
    cache = Cache()
    for number in range(100):
        cache.put("document", (number,), bytes(1024 * 1024))
    held = [number for number in range(100) if cache.get("document", (number,)) is not None]
    assert held == list(range(68, 100))


def test_a_document_with_half_a_character_in_it_is_made_each_time(tmp_path):
    document = assembled(
        "pdf", "d", "T", "1. Half \ud800 of it", [Mark(start=0, level=0, number="1")], "", "d.pdf"
    )
    cache = Cache(cache_folder(tmp_path / "c"))
    identity = Identity("d", "T", "d\udc80.pdf", "")
    assert kept_document(cache, identity, (), None, lambda: document) == document
    assert kept_text(cache, identity, (), lambda: document.text) == document.text
    assert not (tmp_path / "c").exists()


# --- whatever happens to the folder ---------------------------------------------------------------------------


def _flipped(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)


def _exchanged(path: Path) -> None:
    others = [one for one in _entries(path.parents[1]) if one != path]
    path.write_bytes(others[0].read_bytes())


def _linked(path: Path) -> None:
    path.rename(path.with_name("aside"))
    path.symlink_to("aside")


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


DAMAGE: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "cut short": lambda path: path.write_bytes(path.read_bytes()[:-1]),
    "its head alone": lambda path: path.write_bytes(path.read_bytes()[:30]),
    "longer": lambda path: path.write_bytes(path.read_bytes() + b"x"),
    "a bit turned": _flipped,
    "another's": _exchanged,
    "something else": lambda path: path.write_bytes(b"%PDF-1.4" * 100),
    "gone": lambda path: path.unlink(),
    "a folder": _folder,
}
if os.name == "posix":
    DAMAGE |= {"a link": _linked, "a pipe": _pipe}


def _open_files() -> int:
    return len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").is_dir() else 0  # noqa: PTH208


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_entry_is_not_believed(deal, tmp_path, damage):
    cache = tmp_path / "cache"
    plain = _said(deal, cache)
    for path in _entries(cache):
        DAMAGE[damage](path)
    before = _open_files()
    assert _said(deal, cache) == plain
    assert _said(deal, cache) == plain
    assert _open_files() == before


def test_a_damaged_entry_is_written_anew(deal, tmp_path):
    cache = tmp_path / "cache"
    _said(deal, cache)
    before = {path: path.read_bytes() for path in _entries(cache)}
    for path in before:
        path.write_bytes(b"nothing")
    _said(deal, cache)
    assert {path: path.read_bytes() for path in _entries(cache)} == before


_UNIT = {"kind": "section", "number": "1", "title": "", "label": "1", "atoms": ["1"], "named": []}
_ENDLESS = [{**_UNIT, "start": 0, "end": 9, "own_end": 9, "parent": 0}]
_OUTSIDE = [{**_UNIT, "start": 10**9, "end": 2 * 10**9, "own_end": 2 * 10**9, "parent": -1}]
_REST: list[object] = [[], [], [], "", [], [], [], [], None, None, []]


@pytest.mark.parametrize(
    "value",
    [
        b"",
        b"\xff" * 40,
        b"\xc1",
        b"\x91" * 100_000,
        msgspec.msgpack.encode({}),
        msgspec.msgpack.encode([]),
        msgspec.msgpack.encode(["text", [], "word", None, *_REST]),
        msgspec.msgpack.encode(["text", [["1", "", -5, 10**12, 1]], "word", None, *_REST]),
        msgspec.msgpack.encode(["text text", [["1", "", 0, 4, 1]], "word", {"units": _ENDLESS}, *_REST]),
        msgspec.msgpack.encode(["text text", [["1", "", 0, 4, 1]], "word", {"units": _OUTSIDE}, *_REST]),
    ],
    ids=[
        "nothing",
        "noise",
        "no code",
        "deep",
        "a map",
        "a list",
        "no section",
        "no place",
        "endless",
        "outside",
    ],
)
def test_an_entry_with_a_true_checksum_and_false_content_is_not_believed(deal, tmp_path, value):
    cache = tmp_path / "cache"
    plain = _said(deal, cache)
    for path in _entries(cache):
        CacheFolder(cache).put(path.parent.name + path.name, value)
    assert _said(deal, cache) == plain


def test_an_option_beyond_all_measure_is_no_trouble_for_the_cache(deal, tmp_path, capfd):
    call = [deal / "docs", deal / "work.json", "--isolated", "--min-summary-chars", str(2**64)]
    plain = _told(call, capfd)
    assert _told([*call, "--cache", tmp_path / "c"], capfd) == plain
    assert plain[0] in (0, 1)


def test_the_folder_may_be_deleted_at_any_time(tmp_path):
    cache = cache_folder(tmp_path / "c")
    key = "ab" * 32
    cache.put(key, b"one")
    shutil.rmtree(tmp_path / "c")
    assert cache.get(key) is None
    cache.put(key, b"two")
    assert cache.get(key) == b"two"
    assert not cache.trouble
    shutil.rmtree(tmp_path / "c" / "ab")
    cache.put(key, b"three")
    assert cache.get(key) == b"three"


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="there is no folder that nobody can write to")
def test_where_nothing_can_be_written_there_is_a_line_and_the_same_report(deal, capfd):
    call = [deal / "docs", deal / "work.json", "--isolated"]
    code, out, _ = _told(call, capfd)
    cached = _told([*call, "--cache", "/proc/self/cache"], capfd)
    assert cached[:2] == (code, out)
    assert cached[2].startswith("playbook-critic: the cache cannot be written (")
    assert cached[2].count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_a_full_disk_ends_the_writing_and_nothing_else(tmp_path):
    class Full(CacheFolder):
        """A folder whose entries go to the full device."""

        def _file(self, key: str) -> Path:
            return Path("/dev/full/" + key)

    cache = Full(tmp_path / "c")
    cache.put("ab" * 32, b"one")
    assert cache.trouble
    assert cache.get("ab" * 32) is None


def test_many_processes_share_a_folder(deal, tmp_path):
    call = [sys.executable, "-c", "from playbook_legal.cli.critic import run; run()", str(deal / "docs"),
            str(deal / "work.json"), "--isolated", "--format", "json", "--cache", str(tmp_path / "c")]  # fmt: skip
    running = [subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(6)]
    ended = [one.communicate(timeout=120) for one in running]
    plain = _said(deal, None).encode()
    assert ended == [(plain, b"")] * 6
    assert not list((tmp_path / "c").rglob("*.part"))
    assert _said(deal, tmp_path / "c").encode() == plain


def test_other_code_begins_anew(deal, tmp_path):
    shutil.copytree(Path(playbook_legal.__file__).parent, tmp_path / "code" / "playbook_legal")
    reader = tmp_path / "code" / "playbook_legal" / "paper" / "readers" / "plain.py"
    # Coverage would measure the copy as other code.
    elsewhere = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
    elsewhere["PYTHONPATH"] = str(tmp_path / "code")
    counts = []
    for _ in range(2):
        for _ in range(2):
            subprocess.run(
                [sys.executable, "-c", "from playbook_legal.cli.critic import run; run()", str(deal / "docs"),
                 str(deal / "work.json"), "--isolated", "--cache", str(tmp_path / "c")],
                env=elsewhere, check=False, capture_output=True,
            )  # fmt: skip
            counts.append(len(_entries(tmp_path / "c")))
        reader.write_text(reader.read_text() + "# another reader\n")
    once = counts[0]
    assert once > 0
    assert counts == [once, once, 2 * once, 2 * once]


# --- where it may lie, and who may see it ---------------------------------------------------------------------


REFUSED = {
    "docs": "this lies in the folder of the paper; keep the cache apart from it",
    "docs/cache": "this lies in the folder of the paper; keep the cache apart from it",
    "work.json": "this is a file, and the cache needs a folder",
    ".": "this folder holds something else than a cache; name another, which need not exist",
    "rubric.yaml": "this leads to an answer key (rubric.yaml); none is opened as paper",
    " ": "a folder is needed, such as .critic-cache",
    "a\0b": "this is no folder (embedded null byte)",
}
if os.name == "posix":
    REFUSED["open"] = "anybody may write into this folder, and so forge what is kept there; chmod 700 it"


@pytest.mark.parametrize("place", REFUSED)
def test_a_place_that_cannot_be_meant_is_refused_in_one_line(deal, monkeypatch, capfd, place):
    monkeypatch.chdir(deal)
    (deal / "open").mkdir()
    (deal / "open").chmod(0o777)
    code, out, err = _told(["docs", "work.json", "--isolated", "--cache", place], capfd)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert REFUSED[place] in err


def test_a_link_into_the_folder_of_the_paper_is_seen_through(deal, tmp_path):
    (tmp_path / "link").symlink_to(deal / "docs", target_is_directory=True)
    with pytest.raises(UnusableInputError, match="lies in the folder of the paper"):
        cache_folder(tmp_path / "link" / "cache", deal / "docs")


@pytest.mark.skipif(os.name != "posix", reason="permissions are another system's")
def test_what_is_kept_is_for_its_owner_alone_and_marked_for_backups(deal, tmp_path):
    cache = tmp_path / "a" / "cache"
    _said(deal, cache)
    assert stat.S_IMODE(cache.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in cache.rglob("*") if path.is_file()} == {0o600}
    assert {stat.S_IMODE(path.stat().st_mode) for path in cache.rglob("*") if path.is_dir()} == {0o700}
    assert (cache / "CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172789f06886806bc55\n")
    assert (cache / ".gitignore").read_text() == "*\n"


def test_without_the_option_nothing_is_written_anywhere(deal, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    _told([deal / "docs", deal / "work.json"], capfd)
    assert sorted(tmp_path.rglob("*")) == before


def test_the_settings_may_name_it_from_their_own_folder(deal, monkeypatch, capfd):
    (deal / "playbook.toml").write_text('[critic]\nrecord = "docs"\ncache = "kept"\n')
    (deal / "below").mkdir()
    (deal / ".git").mkdir()
    monkeypatch.chdir(deal / "below")
    assert 'cache = "../kept"  # ../playbook.toml:3' in _told(["--show-settings"], capfd)[1]
    code, out, _ = _told(["--format", "json", "../work.json"], capfd)
    assert code == 1
    assert json.loads(out)["record"]["documents"]
    assert _entries(deal / "kept")
