"""How a paper calls itself where it begins: the title it prints, and the short name it gives itself.

A title is the first heading of Markdown, or the lines at the head of a file that say what paper it is ("AMENDMENT NO. 3
TO MASTER CONSTRUCTION LINE OF CREDIT AGREEMENT"), before the first numbered unit and the first sentence. The first
sentence mostly says it again: "This Data Processing Addendum (“DPA”) …". What a filing system put above the paper
(`Exhibit 10.1` and what stands before it) is no title of it.
"""

import re
from collections.abc import Iterator

import msgspec

from .documents import DocumentKind
from .paper_names import (
    initials_of,
    is_amending,
    is_of_any_paper,
    name_of,
    names_a_paper,
    telling_words,
)

OPENING = 5_000  # characters in which a paper says how it is called
_LONGEST_TITLE = 160
_LONGEST_LINE = 110
_MOST_LINES = 60  # of a head that are looked at
_REACH = 320  # characters behind a paper's name in which it may give itself a shorter one
_FEW_WORDS = 8

_MARKUP = re.compile(
    r"(?m:^ {0,3}#{1,6}[ \t]*)|<[^<>\n]{1,200}>|\{:[^}\n]*\}|[*`\\]+|(?<![^\W_])_+|_+(?![^\W_])"
)
_LINK = re.compile(r"!?\[([^\]\n]*)\]\([^)\n]*\)")
_FRONT_MATTER = re.compile(r"---[ \t]*\n(.*?)\n---[ \t]*(?:\n|\Z)", re.DOTALL)
_DECLARED_TITLE = re.compile(r"^title:[ \t]*[\"']?([^\n]*?)[\"']?[ \t]*$", re.MULTILINE)
_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]*([^#\s][^\n]*?)[ \t]*#*[ \t]*$", re.MULTILINE)
_NUMBERED = re.compile(
    r"(?:article|section|sec\.|clause|part|chapter|recital)\s+(?:[0-9]|[ivxlc]+\b)|§|第|\(?[0-9]{1,3}[.)](?:[0-9.]*)(?:\s|$)"
    r"|[0-9]{1,3}(?:\.[0-9]{1,3})+(?:\s|$)|(?:[a-z]|[ivx]{1,4})[.)]\s",
    re.IGNORECASE,
)
_CONTENTS = re.compile(r"(?:table\s+of\s+contents|index|contents)\W*\Z", re.IGNORECASE)
_FILED_AS = re.compile(
    r"exhibi[tr]\s*(?:no\.?\s*)?[\"“]?(?:[a-z]?-?[0-9]+(?:\.[0-9]+)*[a-z]?|[a-z])[\"”]?\Z", re.IGNORECASE
)
_EXHIBIT_ALONE = re.compile(r"exhibit\s*\Z", re.IGNORECASE)
# What stands among titles and is none.
_NO_TITLE = re.compile(
    r"<.*>?.*\Z|\W*\Z|page\s+[0-9]+|[0-9ivx]+\Z|\(.*\)\Z|\[.*\]?.*\Z|\S+\.(?:htm|html|txt|pdf|docx?)\Z|\$|"
    r"(?:execution|conformed|confidential|draft|final)\W*(?:version|copy|form)?\W*\Z|[^:]{1,40}:(?:\s|\Z)",
    re.IGNORECASE,
)
# A sentence, and what introduces one.
_SENTENCE = re.compile(
    r"(?:this|these|whereas|witnesseth|now,?\s+therefore|in\s+consideration|by\s+(?:signing|executing))\b|w\s*i\s*t\s*n\s*e\s*s",
    re.IGNORECASE,
)
# Where a title ends although its line goes on.
_STOP = re.compile(
    r"\s*,?\s*\b(?:by\s+and\s+(?:between|among)|between|among|dated|made|entered|effective|as\s+of|version\s+[0-9.]+)\b.*\Z",
    re.IGNORECASE | re.DOTALL,
)
_OF_A_COPY = re.compile(
    r"\A(?:(?:cover\s+page\s+(?:for|to)|form\s+of|(?:translation|conformed|composite)\s+copy\s+of)\s+)+",
    re.IGNORECASE,
)
_SHORT_FORM = re.compile(r"\s*\(\s*[\"“]?([A-Z][A-Za-z]{1,7})[\"”]?\s*\)\s*\Z")
_LINK_WORD = r"(?:of|and|to|for|the|in|with|or|by|on|&)"
_CAPITAL = r"(?:(?!(?i:this|these)\b)[A-Z0-9#][\w.'’/&\-–]*)"
_ITSELF = re.compile(
    rf"(?<![^\W_])(?:This|THIS|These|THESE)\s+((?:(?:{_CAPITAL}|{_LINK_WORD}),?\s+){{0,15}}{_CAPITAL})"
)
_SHORT_NAME = re.compile(
    r"\(\s*(?:(?:(?:together|collectively)[^()\"“]{0,60}?|hereinafter|hereafter|herein|referred\s+to\s+as|called|as\s+amended[^()\"“]{0,60}|,|or|and)\s*)*"
    r"(?P<this>this\s+|the\s+|these\s+)?[\"“]\s*(?P<name>[^\"”“()]{2,60}?)\s*,?[\"”]",
    re.IGNORECASE,
)


class PrintedNames(msgspec.Struct, frozen=True):
    """How a paper calls itself: its `titles` as printed, white space collapsed, and the short names it is `called` by
    from then on."""

    titles: tuple[str, ...] = ()
    called: tuple[str, ...] = ()


def printed_names(text: str, kind: DocumentKind) -> PrintedNames:
    """How the paper that begins with `text` calls itself; only its first characters are looked at."""
    opening = text[:OPENING]
    marked = kind in ("markdown", "matter")
    titles: list[str] = []
    called: list[str] = []
    if marked:
        titles += _headings(opening)
        opening = _as_shown(opening)
    if not titles:
        titles += [one for one in [_head(opening)] if one]
    own, own_short = _named_in_a_sentence(" ".join(opening.split()))
    if len(name_of(own)) == 1:
        called.append(own)
    elif own and name_of(own) not in map(name_of, titles):
        # A title that is cut short by its line or has the company's name before it is said better by the sentence.
        titles = [one for one in titles if name_of(one) != name_of(own)[-len(name_of(one)) :]]
        titles.append(own)
    found = []
    for title in titles:
        short = _SHORT_FORM.search(title)
        if short is None or short.group(1).casefold() not in initials_of(title[: short.start()]):
            found.append(title)
            continue
        found.append(title[: short.start()])
        called.append(short.group(1))
    if own_short and name_of(own_short) not in map(name_of, found):
        called.append(own_short)
    return PrintedNames(tuple(dict.fromkeys(found)), tuple(dict.fromkeys(called)))


def _as_shown(text: str) -> str:
    front = _FRONT_MATTER.match(text)
    return _MARKUP.sub("", _LINK.sub(r"\1", text[front.end() :] if front is not None else text))


def _headings(text: str) -> Iterator[str]:
    """The title in the front matter, and the first heading of Markdown when it is a title: the only one of its depth,
    or one that says what paper it is."""
    front = _FRONT_MATTER.match(text)
    if front is not None:
        declared = _DECLARED_TITLE.search(front.group(1))
        if declared is not None and declared.group(1).strip():
            yield " ".join(declared.group(1).split())[:_LONGEST_TITLE]
        text = text[front.end() :]
    first = _HEADING.search(text)
    if first is None:
        return
    depth = len(first.group(1))
    title = " ".join(_as_shown(first.group(2)).split())[:_LONGEST_TITLE]
    alone = all(len(one.group(1)) > depth for one in _HEADING.finditer(text, first.end()))
    if title and _NUMBERED.match(title) is None and ((alone and depth == 1) or names_a_paper(name_of(title))):
        yield title


def _head(text: str) -> str:
    """The title among the lines before the first sentence and the first number; empty where there is none."""
    blocks: list[list[str]] = [[]]
    for line in _head_lines(text):
        if line is None:
            blocks.append([])
        else:
            blocks[-1].append(line)
    joined = [" ".join(block) for block in blocks if block]
    for at, block in enumerate(joined):
        whole = block
        for following in joined[at + 1 :]:
            if not _runs_on(whole, following):
                break
            whole = f"{whole} {following}"
        title = _OF_A_COPY.sub("", _STOP.sub("", whole).strip(" ,;-–—|."))
        name = name_of(title)
        if (
            0 < len(title) <= _LONGEST_TITLE
            and names_a_paper(name)
            and not is_of_any_paper(name)
            and _is_title(title)
        ):
            return title
    return ""


def _runs_on(block: str, following: str) -> bool:
    """Whether a title goes on in the next block of lines."""
    last = block.rsplit(" ", 1)[-1].casefold()
    first = following.split(" ", 1)[0].casefold()
    links = ("of", "and", "to", "for", "with", "&")
    return last in links or last.endswith(("|", ",")) or (first in links and first != "and")


def _head_lines(text: str) -> Iterator[str | None]:
    """The lines that may be a title, up to where the text begins; None between blocks of them. What a filing system
    put above the paper is left out."""
    lines = text.splitlines()[:_MOST_LINES]
    for at, line in enumerate(lines[_after_the_filing(lines) :]):
        table = line.lstrip().startswith("│")
        shown = " ".join(line.strip(" \t│|").split())
        if table and at:
            yield None
        if not shown or _NO_TITLE.match(shown) is not None:
            yield None
        elif _begins(shown):
            return
        else:
            yield shown


def _after_the_filing(lines: list[str]) -> int:
    """The line behind the last `Exhibit 10.1` that stands above the paper."""
    behind = 0
    for at, line in enumerate(lines):
        shown = " ".join(line.split())
        if _FILED_AS.match(shown) is not None:
            behind = at + 1
        elif (
            _EXHIBIT_ALONE.match(shown) is not None
            and at + 1 < len(lines)
            and len(lines[at + 1]) < _FEW_WORDS
        ):
            behind = at + 2
        elif shown and _begins(shown):
            break
    return behind


def _begins(line: str) -> bool:
    """Whether the text of a paper begins with the line: a number, a sentence, a table of contents."""
    return (
        _NUMBERED.match(line) is not None
        or _CONTENTS.match(line) is not None
        or _SENTENCE.match(line) is not None
        or len(line) > _LONGEST_LINE
        or (len(line.split()) > _FEW_WORDS and not _is_title(line))
    )


def _is_title(line: str) -> bool:
    """Whether a line is set as a title: its words begin with capitals, or it is short and ends in what it is."""
    words = [word for word in line.split() if word[:1].isalpha() and len(word) > 3]
    capitals = sum(word[:1].isupper() for word in words)
    return capitals >= len(words) or (
        len(line.split()) <= _FEW_WORDS and line[:1].isupper() and names_a_paper(name_of(line)[-1:])
    )


def _named_in_a_sentence(flat: str) -> tuple[str, str]:
    """The name by which a paper speaks of itself first, and the short one it gives itself there; both may be
    empty."""
    for found in _ITSELF.finditer(flat):
        name = _up_to_its_kind(found.group(1))
        if not name:
            continue
        end = found.start(1) + len(name)
        short = _short_name(name, flat[end : end + _REACH])
        if is_of_any_paper(name_of(name)):
            return "", short if telling_words(name_of(short)) else ""
        return name, short
    return "", ""


def _up_to_its_kind(run: str) -> str:
    """The words of a run of capitals up to the last that says what paper it is, with the number of an amendment."""
    words = run.split()
    for end in range(len(words), 0, -1):
        kind = name_of(words[end - 1])
        if kind and names_a_paper(kind):
            number = _number_behind(words[end : end + 2]) if is_amending(kind) else 0
            return " ".join(words[: end + number]).strip(" ,.")
    return ""


def _number_behind(after: list[str]) -> int:
    """How many words behind "Amendment" are its number: `No. 3`, `#3`."""
    if len(after) == 2 and after[0].casefold().strip(".") in ("no", "number"):
        return 2
    return 1 if after and after[0].strip("#.,").isdigit() else 0


def _short_name(name: str, behind: str) -> str:
    """The short name that stands in brackets behind a paper's name, unless it is another's."""
    for found in _SHORT_NAME.finditer(behind):
        short = " ".join(found.group("name").split())
        this = (
            short.casefold().startswith("this ") or (found.group("this") or "").strip().casefold() == "this"
        )
        short = re.sub(r"\Athis\s+", "", short, flags=re.IGNORECASE)
        if short.casefold() in initials_of(name):
            return short
        if not names_a_paper(name_of(short)):
            continue
        if is_amending(name_of(name)) and not is_amending(name_of(short)):
            continue
        between = behind[: found.start()]
        if this or not any(names_a_paper(name_of(word)) for word in between.split() if word[:1].isupper()):
            return short
    return ""


__all__ = ["OPENING", "PrintedNames", "printed_names"]
