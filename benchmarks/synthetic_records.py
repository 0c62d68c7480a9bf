"""Data rooms that never existed, with submissions whose every quotation is known to be right or wrong.

The words are drawn as in contracts (few of them very often), some sentences are boilerplate that many documents
share, and every fourth document has typographic quotation marks, so that its text is not plain ASCII.
"""

import json
import random
from itertools import accumulate
from pathlib import Path

# fmt: off
_SYLLABLES = [
    "ac", "ad", "al", "an", "ar", "be", "cer", "con", "cov", "de", "dis", "en", "ex", "for", "gran", "in",
    "li", "lic", "mat", "ob", "par", "per", "pre", "pro", "re", "sec", "ser", "sub", "ter", "tion", "ven",
    "ment", "ance", "ity", "ory",
]
_FRAME = [
    "the", "of", "and", "or", "to", "in", "any", "by", "shall", "this", "for", "other", "such", "with",
    "be", "not", "under", "that", "as", "agreement", "party", "provider", "customer", "may", "all", "its",
    "is", "from", "at", "on", "data", "services", "section", "no", "which", "without", "each", "notice",
    "written", "fees", "term", "including", "upon", "respect", "extent", "provided", "days", "within",
    "rights", "such", "terms", "use", "person", "law", "applicable", "thereof",
]
# fmt: on
BOILERPLATE = 200


class Room:
    """A generator of documents and of quotations from them; the same seed gives the same room."""

    def __init__(self, documents: int, characters: int = 100_000, seed: int = 7) -> None:
        self.random = random.Random(seed)
        self.names = [f"d{number:04}" for number in range(documents)]
        self.characters = characters
        vocabulary = _FRAME + sorted({self._word() for _ in range(9_000)})
        self._vocabulary = vocabulary
        # Summed once: `choices` would sum plain weights again at every call.
        self._weights = list(accumulate(1 / (rank + 3) for rank in range(len(vocabulary))))
        self._boilerplate = [self.sentence() for _ in range(BOILERPLATE)]

    def _word(self) -> str:
        return "".join(self.random.choices(_SYLLABLES, k=self.random.choice((2, 2, 3, 3, 4))))

    def sentence(self) -> str:
        words = self.random.choices(
            self._vocabulary, cum_weights=self._weights, k=self.random.randint(14, 40)
        )
        if self.random.random() < 0.4:
            words[self.random.randrange(3, len(words))] = str(
                self.random.choice((5, 10, 15, 24, 30, 45, 72, 90))
            )
        return words[0].capitalize() + " " + " ".join(words[1:]) + "."

    def write(self, folder: Path, quotations: int) -> None:
        """Write the documents into `folder`, and beside it `submission.json` with that many quotations, half of
        them wrong: a word changed, moved to another document, invented, or with an invented tail."""
        folder.mkdir(parents=True)
        issues = []
        wanted = {self.random.randrange(len(self.names)): 0 for _ in range(quotations)}
        for number in range(quotations):
            wanted[list(wanted)[number % len(wanted)]] += 1
        for index, name in enumerate(self.names):
            sections = self._sections()
            text = self._written(name, sections, curly=index % 4 == 0)
            (folder / f"{name}.md").write_text(text, encoding="utf-8")
            for _ in range(wanted.get(index, 0)):
                issues.append(self._issue(name, sections, len(issues)))
        (folder.parent / "submission.json").write_text(json.dumps({"issues": issues}), encoding="utf-8")

    def _sections(self) -> list[list[str]]:
        """Sentences of each section, until the document has its size."""
        sections: list[list[str]] = []
        characters = 0
        while characters < self.characters:
            sentences = [
                self.random.choice(self._boilerplate) if self.random.random() < 0.1 else self.sentence()
                for _ in range(self.random.randint(4, 24))
            ]
            sections.append(sentences)
            characters += sum(map(len, sentences))
        return sections

    def _written(self, name: str, sections: list[list[str]], *, curly: bool) -> str:
        lines = [f"# Agreement {name}", ""]
        for number, sentences in enumerate(sections, 1):
            title = "“Terms”" if curly else "Terms"
            lines += [f"## {number}.1 {title}", ""]
            words = " ".join(sentences).split(" ")
            lines += [" ".join(words[at : at + 16]) for at in range(0, len(words), 16)]
            lines.append("")
        return "\n".join(lines)

    def _issue(self, name: str, sections: list[list[str]], number: int) -> dict[str, object]:
        section = self.random.randrange(len(sections))
        words = self.random.choice(sections[section]).split()
        citation = f"{name} §{section + 1}.1"
        if number % 2:
            kind = number // 2 % 4
            if kind == 0:
                words[self.random.randrange(2, len(words) - 2)] = "otherwise"
            elif kind == 1:
                citation = f"{self.random.choice(self.names)} §1.1"
            elif kind == 2:
                words = [self._word() for _ in words]
            else:
                words[len(words) // 2 :] = [self._word() for _ in words[len(words) // 2 :]]
        return {"id": f"i{number}", "citation": citation, "quote": " ".join(words), "rationale": "Because."}
