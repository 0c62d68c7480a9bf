"""A data room of filed agreements, made from a few real ones, and a long Word file.

Each real file gives many that differ from it in names and figures and in nothing else, so that lengths, layout and
numbering are as filed. Where the real ones are absent, agreements are made up in their manner.
"""

import json
import random
import re
import zipfile
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from playbook_legal.paper.documents import Document
from playbook_legal.paper.reading import as_document, read_paper
from playbook_legal.problems import UnusableInputError
from synthetic_records import Room

_NAME = re.compile(r"\b[A-Z][A-Za-z]{4,}\b")
# Words that open units are no names.
_OPENING = frozenset(
    (
        "addendum",
        "amendment",
        "annex",
        "appendix",
        "article",
        "attachment",
        "clause",
        "exhibit",
        "schedule",
        "section",
    )
)
_FIGURE = re.compile(r"(?<=[$ ])[1-9][0-9,]{2,}")
_SENTENCE = re.compile(r"[A-Z][^.;]{70,300}(?=[.;]\s)")
_VOWELS, _CONSONANTS = "aeiou", "bcdfglmnprstv"


class _Filing:
    """A real agreement: its text in pieces, those of odd number being names and figures."""

    def __init__(self, data: bytes, name: str) -> None:
        self.text = data.decode("utf-8", "replace").replace("\ufffd", " ")
        self._document: Document | None = None
        small = set(re.findall(r"\b[a-z]{5,}\b", self.text))
        often = Counter(found.group() for found in _NAME.finditer(self.text))
        self._names = {
            one for one, times in often.items() if times > 2 and one.lower() not in small | _OPENING
        }
        self.name = name

    def varied(self, draw: random.Random) -> str:
        """The agreement of other parties: every name another one of its length, every figure another."""
        other = {one: _other(one, draw) for one in sorted(self._names)}
        text = _NAME.sub(lambda found: other.get(found.group(), found.group()), self.text)
        return _FIGURE.sub(
            lambda found: re.sub("[0-9]", lambda _: draw.choice("123456789"), found.group()), text
        )

    def passages(self) -> list[tuple[str, int, int]]:
        """Sentences that stand within one section and on one page: its number, and where they stand."""
        paper = read_paper("f", "f", self.text.encode(), "f.txt")
        document = as_document(paper, "f", "f", "f.txt")
        assert document.outline is not None
        pages = [start for start, _ in document.furniture]
        found: list[tuple[str, int, int]] = []
        for section in document.sections:
            if not section.token[:1].isdigit() or len(document.places(section.token)) > 1:
                continue
            for sentence in _SENTENCE.finditer(section.text):
                start, end = section.start + sentence.start(), section.start + sentence.end()
                if bisect_right(pages, start) == bisect_right(pages, end):
                    found.append((section.token, start, end))
        return found


def _other(name: str, draw: random.Random) -> str:
    letters = "".join(draw.choice(_VOWELS if at % 2 else _CONSONANTS) for at in range(len(name)))
    return letters.upper() if name.isupper() else letters.capitalize()


def _made_up(number: int, room: Room) -> bytes:
    """An agreement as filed: typed numbers, a running head and a page number every fifty lines."""
    lines = [f"SERVICE AGREEMENT NO. {number}", ""]
    for article in range(1, 13):
        lines += [f"ARTICLE {article}", ""]
        for clause in range(1, 9):
            words = " ".join(room.sentence() for _ in range(4)).split()
            lines.append(f"     {article}.{clause}  " + " ".join(words[:12]))
            lines += [" ".join(words[at : at + 12]) for at in range(12, len(words), 12)]
            lines.append("")
    paged: list[str] = []
    for page, at in enumerate(range(0, len(lines), 50), 1):
        paged += [*lines[at : at + 50], "", f"{page:>40}", "", "<PAGE>", ""]
    return "\n".join(paged).encode()


def filings(folder: Path) -> list[tuple[str, bytes]]:
    """The agreements in `folder` by name; made up where there is none."""
    paths = sorted(folder.glob("*.txt")) if folder.is_dir() else []
    given = [(path.name, path.read_bytes()) for path in paths]
    if given:
        return [one for one in given if _is_paper(*one)]
    room = Room(1)
    return [(f"agreement-{number}.txt", _made_up(number, room)) for number in range(34)]


def _is_paper(name: str, data: bytes) -> bool:
    """Whether it is read; one of them is a PDF put into letters."""
    try:
        read_paper("f", "f", data, name)
    except UnusableInputError:
        return False
    return True


def write_filings(
    source: Path, folder: Path, documents: int, quotations: int, cited: int, seed: int = 7
) -> int:
    """Write so many agreements into `folder`/docs, and `submission.json` beside them with that many quotations from at
    most `cited` of them, half of them wrong: a word changed, moved to another document, invented, or with an invented
    tail. Returns the bytes of the agreements."""
    draw = random.Random(seed)
    room = Room(1)
    templates = [_Filing(data, name) for name, data in filings(source)]
    passages = [one.passages() for one in templates]
    citable = draw.sample([at for at in range(documents) if passages[at % len(templates)]], cited)
    wanted = Counter(draw.choice(citable) for _ in range(quotations))
    (folder / "docs").mkdir(parents=True)
    issues: list[dict[str, object]] = []
    written = 0
    for index in range(documents):
        template = templates[index % len(templates)]
        text = template.varied(draw)
        written += (folder / "docs" / f"d{index:04}.txt").write_bytes(text.encode())
        for _ in range(wanted[index]):
            label, start, end = draw.choice(passages[index % len(templates)])
            words = text[start:end].split()
            elsewhere = draw.choice(passages[0])[0]
            issues.append(_issue((f"d{index:04}", label), elsewhere, words, len(issues), draw, room))
    (folder / "submission.json").write_text(json.dumps({"issues": issues}), encoding="utf-8")
    return written


def _issue(
    at: tuple[str, str], elsewhere: str, words: list[str], number: int, draw: random.Random, room: Room
) -> dict[str, object]:
    citation = " §".join(at)
    if number % 2:
        kind = number // 2 % 4
        invented = room.sentence().lower().rstrip(".").split()
        if kind == 0:
            words[draw.randrange(2, len(words) - 2)] = "otherwise"
        elif kind == 1:
            citation = f"d0000 §{elsewhere}"
        elif kind == 2:
            words = invented
        else:
            words[len(words) // 2 :] = invented
    return {"id": f"i{number}", "citation": citation, "quote": " ".join(words), "rationale": "Because."}


# --- a long Word file ----------------------------------------------------------------------------------------

_MAIN = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_WORDPROCESSING = "application/vnd.openxmlformats-officedocument.wordprocessingml"
WORDS_OF_A_PAGE = 450


def write_word(path: Path, pages: int) -> None:
    """Write a Word file of so many pages: three levels of automatic numbers, five runs to a paragraph, every
    fortieth paragraph with a tracked change."""
    room = Room(1)
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{_WORDPROCESSING}.document.main+xml"/>'
        f'<Override PartName="/word/numbering.xml" ContentType="{_WORDPROCESSING}.numbering+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="a" '
        f'Type="{_OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>',
        "word/_rels/document.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="b" '
        f'Type="{_OFFICE}/numbering" Target="numbering.xml"/></Relationships>',
        "word/numbering.xml": _numbering(),
        "word/document.xml": f'<w:document xmlns:w="{_MAIN}"><w:body>'
        + "".join(_paragraphs(pages, room))
        + "</w:body></w:document>",
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)


def _numbering() -> str:
    formats = (("decimal", "%1."), ("decimal", "%1.%2"), ("lowerLetter", "(%3)"))
    levels = "".join(
        f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{name}"/><w:lvlText w:val="{text}"/></w:lvl>'
        for at, (name, text) in enumerate(formats)
    )
    return (
        f'<w:numbering xmlns:w="{_MAIN}"><w:abstractNum w:abstractNumId="0">{levels}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>'
    )


def _paragraphs(pages: int, room: Room) -> Iterator[str]:
    words = number = 0
    while words < pages * WORDS_OF_A_PAGE:
        number += 1
        level = 0 if number % 30 == 1 else 1 if number % 5 == 1 else 2
        sentence = room.sentence()
        words += sentence.count(" ") + 1
        properties = f'<w:pPr><w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="1"/></w:numPr></w:pPr>'
        yield f"<w:p>{properties}{''.join(_runs(sentence.split(' '), tracked=number % 40 == 0))}</w:p>"


def _runs(words: Sequence[str], *, tracked: bool) -> Iterator[str]:
    each = max(1, len(words) // 5)
    for at in range(0, len(words), each):
        text = " ".join(words[at : at + each]) + " "
        run = f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'
        who = f'w:id="{at}" w:author="A. Lawyer" w:date="2024-01-01T00:00:00Z"'
        yield f"<w:ins {who}>{run}</w:ins>" if tracked and at == each else run


__all__ = ["WORDS_OF_A_PAGE", "filings", "write_filings", "write_word"]
