"""What the labels of a memo say of the text behind them: `**Current language**:`, `**Proposed (option 2)**:`.

Reviewers have a hundred labels for the same few things. A label that is in no list is understood by its words: it holds
one that says of when the text is, and otherwise only words that say nothing.
"""

import re

# `MARKED` is a label behind which people quote and describe: what stands in quotation marks is quotation.
CITE, QUOTE, MARKED, LANGUAGE, REASON, PASSED, DOCUMENT = (
    "cite",
    "quote",
    "marked",
    "language",
    "reason",
    "passed",
    "document",
)
_FIELDS = {
    name: meaning
    for meaning, names in {
        CITE: ("clause", "section", "provision", "location", "citation", "reference", "clause reference", "where"),
        QUOTE: ("current language", "current text", "existing language", "original language", "original text",
                "original", "contract language", "exact language", "quote", "quoted language", "delete", "current",
                "quoted text", "existing text", "existing", "as drafted", "as written", "verbatim", "excerpt",
                "quotation", "contract text", "clause text", "clause language", "provision text", "section text",
                "agreement language", "agreement text"),
        MARKED: ("text", "language", "wording", "evidence", "it says", "source", "contract says", "the contract says",
                 "agreement says", "clause says", "what the contract says", "what the agreement says", "relevant text",
                 "relevant language", "key language", "key text", "operative language", "source text", "source quote",
                 "supporting quote", "contract quote", "clause quote"),
        LANGUAGE: ("proposed redline", "proposed language", "proposed text", "proposed revision", "suggested language",
                   "suggested redline", "replacement language", "replacement text", "revised language", "redline",
                   "fallback", "fallback language", "fallback position", "alternative language", "insert", "proposed",
                   "proposed change", "replacement", "suggested edit", "counterproposal", "our position", "revised",
                   "change to", "amend to read", "revise to read", "to read", "should read", "replace with", "proposal",
                   "counter", "counteroffer", "markup", "mark-up", "redraft", "substitute", "new language", "new text",
                   "our language", "our redline", "our proposal", "revision", "our ask", "draft language",
                   "model language", "model clause", "preferred position", "opening position"),
        REASON: ("rationale", "reason", "reasoning", "why", "why it matters", "explanation", "analysis", "risk",
                 "concern", "issue", "impact", "business impact", "recommendation", "notes", "note"),
        PASSED: ("priority", "severity", "risk level", "rating", "classification", "deviation", "status", "owner"),
        DOCUMENT: ("document", "file"),
    }.items()
    for name in names
}  # fmt: skip
# Labels that are ordinary words as well: a line that begins with one does not make a text a memo.
_ONLY_SET_OFF = frozenset(
    ("text", "language", "wording", "it says", "evidence", "source", "substitute", "to read", "should read", "current",
     "existing", "excerpt", "proposed", "revised", "counter", "proposal", "revision", "change to", "markup")
)  # fmt: skip
BARE = "|".join(
    sorted(
        (name for name in _FIELDS if _FIELDS[name] != DOCUMENT and name not in _ONLY_SET_OFF),
        key=len,
        reverse=True,
    )
)
_STANDING = frozenset(("current", "existing", "original", "quoted", "exact", "verbatim", "drafted"))
_COMING = frozenset(
    ("proposed", "suggested", "revised", "replacement", "redline", "redlined", "counter", "counterproposal", "fallback",
     "amended", "alternative", "recommended", "preferred", "new", "substitute", "compromise")
)  # fmt: skip
_NEUTRAL = frozenset(
    ("language", "text", "wording", "words", "clause", "provision", "section", "term", "terms", "draft", "version",
     "position", "contract", "agreement", "paper", "as", "the", "of", "in", "for", "to", "read", "reads", "our",
     "their", "your", "client", "customer", "vendor", "provider", "supplier", "counterparty", "option", "first",
     "second", "third", "final", "full", "excerpt", "quote")
)  # fmt: skip
# They say what is to come; beside a word for what stands they say nothing: "current redline".
_EDITS = frozenset(
    ("change", "edit", "revision", "amendment", "redraft", "markup", "replacement", "redline", "fix", "insertion",
     "addition", "alternative", "counter", "fallback")
)  # fmt: skip
_BEHIND = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\]|#?[0-9]{1,2}|\b[a-c])\s*\Z", re.IGNORECASE)


def meaning_of(label: str) -> str | None:
    """What the text behind `label` is, one of the meanings above; None where the label does not say."""
    name = " ".join(label.casefold().replace("’", "'").split()).rstrip(" .:")
    while True:
        known = _FIELDS.get(name)
        if known is not None:
            return known
        shorter = _BEHIND.sub("", name)
        if shorter == name:
            return _by_its_words(name)
        name = shorter


def _by_its_words(name: str) -> str | None:
    words = [
        word if word in _STANDING or word in _COMING else word.removesuffix("'s").removesuffix("s")
        for word in re.findall(r"[^\W\d_]+(?:'s)?", name.replace("fall-back", "fallback").replace("-", ""))
    ]
    standing = any(word in _STANDING for word in words)
    coming = any(word in _COMING for word in words)
    neutral = _NEUTRAL | {word.removesuffix("s") for word in _NEUTRAL}
    rest = [word for word in words if not (word in _STANDING or word in _COMING or word in neutral)]
    if standing == coming or len(words) > 6:
        return None
    if standing:
        described = any(word in ("position", "term", "version", "paper", "draft") for word in words)
        return None if rest else MARKED if described else QUOTE
    return LANGUAGE if all(word in _EDITS for word in rest) else None


_NEUTRAL_TAIL = (
    r"(?:\s+(?:that|to|use|using|the|this|a|an|following|as|follows|instead|new|replacement|alternative|language|text"
    r"|wording|clause|revision|redline|edit|change|sentence|proviso|provision|at|end|read|with|by|it|here)){0,12}"
)
_ANNOUNCED = re.compile(
    rf"\b(?:(?:propos|suggest|recommend|redlin|redraft|insert|substitut|counterpropos)\w*{_NEUTRAL_TAIL}"
    rf"|(?:replac|revis|amend|chang)\w*\b.{{0,60}}\b(?:with|by|to|to\s+read|as\s+follows){_NEUTRAL_TAIL}"
    rf"|should\s+(?:read|say|provide){_NEUTRAL_TAIL}|to\s+read{_NEUTRAL_TAIL}|instead)\s*:\Z",
    re.IGNORECASE,
)
_PROPOSING = re.compile(
    r"\b(?:propos|suggest|recommend|redlin|redraft|insert|substitut|counter(?:propos|offer)|revis)\w*"
    r"|\b(?:add|adding|instead|fallback|should\s+(?:read|say|provide|be)|replac\w+\b.{0,200}\b(?:with|by)|to\s+read"
    r"|ask(?:ed|ing)?\s+for|we\s+(?:want|would|need)|prefer\w*)\b",
    re.IGNORECASE | re.DOTALL,
)
_LONGEST_SENTENCE = 1000
_END_OF_SENTENCE = re.compile(r"(?<=[.!?])[\"”]?\s+|\n[ \t]*(?:\n|[-*+]\s)")


def announces_language(prose: str) -> bool:
    """Whether prose before a block quote says that a proposal follows, and not the text of the paper: "We would replace
    this with:"."""
    return (
        _ANNOUNCED.search(" ".join(_END_OF_SENTENCE.split(prose[-_LONGEST_SENTENCE:].strip())[-1].split()))
        is not None
    )


def speaks_of_a_proposal(prose: str) -> bool:
    """Whether the sentence at the end of `prose`, in which a passage is quoted, may be about what is proposed."""
    return _PROPOSING.search(_END_OF_SENTENCE.split(prose[-_LONGEST_SENTENCE:])[-1]) is not None


def set_off(label: str) -> str | None:
    """What a label says that stands at the beginning of a line in ordinary type, where any words may stand."""
    name = " ".join(label.casefold().split())
    return None if name in ("substitute", "to read", "should read", "change to") else meaning_of(label)


def meaning_of_column(label: str) -> str | None:
    """What a column of a table holds: a cell below "Current" is as often a description as a quotation."""
    meaning = meaning_of(label)
    return MARKED if meaning == QUOTE and label.strip() in ("current", "existing") else meaning


__all__ = [
    "BARE",
    "CITE",
    "DOCUMENT",
    "LANGUAGE",
    "MARKED",
    "PASSED",
    "QUOTE",
    "REASON",
    "announces_language",
    "meaning_of",
    "meaning_of_column",
    "set_off",
    "speaks_of_a_proposal",
]
