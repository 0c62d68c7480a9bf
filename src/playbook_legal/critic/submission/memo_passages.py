"""The passages of a memo: its text without markup, and what of it stands in quotation marks."""

import re
from collections.abc import Iterable

from ...paper.readers.wild_markdown import plain_text
from ...problems import one_line
from .memo_headings import is_a_citation

_NOTHING = re.compile(
    r"\W*(?:n/?a|none|nil|absent|missing|silent|omitted|not (?:present|addressed|included|specified|found|applicable)"
    r"|no (?:current |such |existing )?(?:language|provision|clause|text))\b",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"[\"”](?:\s|\.\.\.|…|[;,/&]|and){0,40}[\"“](?=\S)")
_QUOTED = re.compile(r"“([^“”]{1,4000})”|(?<!\w)\"([^\"]{1,4000})\"(?!\w)")

_PASSAGE_CITED = re.compile(
    r"[\"”][.,;]?\s*[*_]{0,3}[(\[](?P<cite>[^()\[\]\"“”]{1,120}(?:\([^()]{1,60}\)[^()\[\]\"“”]{0,60})*)[)\]][*_]{0,3}"
)
_ATTRIBUTED = re.compile(r"(?:\n[ \t]*|(?<=[\"”])[.,;]?\s*)(?:[—–]|--)\s*(?P<cite>[^\n\"“”]{3,120}?)\s*\Z")
_REFERRED = re.compile(r"(?:see|cf\.?|compare|contra|unlike|but)\b", re.IGNORECASE)
_STRUCK = re.compile(r"~~(?P<one>[^~]{1,4000})~~|<(?P<tag>del|s|strike)>(?P<two>[^<]{1,4000})</(?P=tag)>")
_AROUND = re.compile(
    r"(?P<mark>\*{1,3}|_{1,3}|`|\"|“)(?P<inner>[^*_`\"“”]+|(?<=[*_])[^*_`]+|(?<=[\"“])[^\"“”]+)(?:(?P=mark)|”)",
    re.DOTALL,
)
FEWEST_WORDS = 4  # of a passage in quotation marks that is no mere term
_EDGES = " \t*_~>`"  # signs of markup


def cited_behind(text: str, *, described: bool = False) -> list[tuple[str, str]]:
    """The parts of `text` with the citations behind them, in brackets behind a quotation or below it behind a dash:
    `"…" (MSA §4.2) and "…" (MSA §5)`. Empty for a part that has none. A quotation without marks, or with marks of its
    own, may itself hold a citation behind a term; `described`: only what stands in quotation marks is quoted."""
    text = text.strip()
    last = ""
    below = _ATTRIBUTED.search(text)
    if below is not None and is_a_citation(plain(below.group("cite"))):
        text, last = text[: below.start()], plain(below.group("cite"))
    parts: list[tuple[str, str]] = []
    begun = 0
    marked = described or text.lstrip(_EDGES)[:1] in ('"', "“")
    for one in _PASSAGE_CITED.finditer(text) if marked else ():
        if is_a_citation(plain(one.group("cite"))):
            parts.append((text[begun : one.start() + 1], plain(one.group("cite"))))
            begun = one.end()
    rest = text[begun:]
    if not all(_balanced(part) for part, _ in (*parts, (rest, ""))):
        return [(text, last)]
    return [*parts, (rest, last)] if not parts or any(c.isalnum() for c in rest) else parts


def cited_in_prose(text: str) -> list[tuple[str, str, str]]:
    """The passages of prose with a citation in brackets right behind them, `it says "…" (MSA §4.2)`: what stands before
    the passage, the passage, and the citation."""
    found: list[tuple[str, str, str]] = []
    for part, cite in cited_behind(text, described=True):
        words = plain(part)
        last = None
        for last in _QUOTED.finditer(words):  # noqa: B007 - the last of them
            pass
        if cite and last is not None and last.end() == len(words) and not _REFERRED.match(cite):
            found.append((words[: last.start()], (last.group(1) or last.group(2)).strip(), cite))
    return found


def _balanced(text: str) -> bool:
    return text.count('"') % 2 == 0 and text.count("“") == text.count("”")


def struck_from(text: str) -> tuple[str, list[str]]:
    """Proposed language without what it strikes out, and what it strikes out."""
    struck = [plain(one.group("one") or one.group("two")) for one in _STRUCK.finditer(text)]
    return (_STRUCK.sub(" ", text) if struck else text), struck


def is_closed(lines: list[str]) -> bool:
    """Whether the text in `lines` is in quotation marks from beginning to end."""
    first = next((line for line in lines if line.strip(_EDGES)), "").lstrip(_EDGES)
    last = next((line for line in reversed(lines) if line.strip(_EDGES)), "").rstrip(_EDGES + ".,;:)")
    return first[:1] in ('"', "“") and last[-1:] in ('"', "”") and (first is not last or len(first) > 1)


def plain(text: str) -> str:
    """The text without markup."""
    return plain_text(text.strip()).strip()


def citation_in(text: str) -> str:
    """A citation as written, without markup and without the brackets of a template."""
    words = " ".join(plain(text).split())
    return words[1:-1].strip() if words.startswith("[") and words.endswith("]") else words


def folded(text: str) -> str:
    """The text as it is compared with others of the memo."""
    return " ".join(text.casefold().split()).strip(" .,;:")


def marked_in(text: str) -> list[str]:
    """The passages that `text` puts in quotation marks."""
    words = plain(text)
    if words[:1] in ('"', "“"):
        return quoted_in(text)
    return [(one.group(1) or one.group(2)).strip() for one in _QUOTED.finditer(words)]


def quoted_in(text: str) -> list[str]:
    """The passages that `text` puts in quotation marks, if it begins with one; else the text itself. A passage may hold
    quotation marks of its own. "None" and the like are no passage."""
    words = plain(text)
    if not words:
        return []
    if words[0] in '"“':
        end = max(words.rfind('"'), words.rfind("”"))
        if end > 0 and not words[end + 1 :].strip(" .,;:)—–-"):
            inner = words[1:end]
            return [one.strip() for one in _BETWEEN.split(inner) if one.strip()]
        found = [one.group(1) or one.group(2) for one in _QUOTED.finditer(words)]
        if found:
            return [one.strip() for one in found]
    return [] if _NOTHING.match(words) and len(words) < 200 else [words]


def bare(text: str) -> str:
    """A text without what is around all of it: the sign of a block quote, emphasis, quotation marks."""
    text = text.strip()
    while True:
        lines = text.split("\n")
        if all(line.lstrip().startswith(">") for line in lines):
            inner = "\n".join(line.lstrip()[1:].strip() for line in lines).strip()
        else:
            around = _AROUND.fullmatch(text)
            inner = around.group("inner").strip() if around is not None else text
        if inner == text or not inner:
            return text
        text = inner


def folded_together(texts: Iterable[str]) -> str:
    """Texts as others of the memo are looked for in them."""
    return "\n".join(map(folded, texts))


def unread_in(prose: str, known: str) -> list[str]:
    """What is to be said of the passages that `prose` quotes and nobody verifies; `known` are those that are read, as
    `folded_together` gives them."""
    return [
        f'quoted in prose, "{one_line(passage, 60)}"'
        for passage in marked_in(prose)
        if len(passage.split()) >= FEWEST_WORDS and folded(passage) not in known
    ]


__all__ = [
    "FEWEST_WORDS",
    "bare",
    "citation_in",
    "cited_behind",
    "cited_in_prose",
    "folded",
    "folded_together",
    "is_closed",
    "marked_in",
    "plain",
    "quoted_in",
    "struck_from",
    "unread_in",
]
