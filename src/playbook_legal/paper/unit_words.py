"""The words that name a unit of its own kind where its number stands behind them as a heading: `ARTICLE IV`,
`Exhibit B`, `Annexure 2`."""

from .outline import UnitKind

# Divisions of the paper itself, and papers annexed to it.
DIVISION_WORDS: dict[str, UnitKind] = {"article": "article", "part": "part", "chapter": "chapter"}
ANNEX_WORDS: dict[str, UnitKind] = {
    "exhibit": "exhibit", "schedule": "schedule", "annex": "annex", "annexure": "annex", "appendix": "appendix",
    "attachment": "attachment", "addendum": "addendum",
}  # fmt: skip
_KINDS = DIVISION_WORDS | ANNEX_WORDS


def kind_of_word(word: str) -> UnitKind | None:
    """The kind of unit that such a word names, in any case: `ARTICLE`, `Annexure`; None for other words."""
    return _KINDS.get(word.lower())


__all__ = ["ANNEX_WORDS", "DIVISION_WORDS", "kind_of_word"]
