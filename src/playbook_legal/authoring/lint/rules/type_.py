"""A value is of another kind than the one that is needed here.

YAML takes `no` for a truth value, `1:30` for a number and `2027-01-05` for a date where a text is meant; a number in
quotation marks is a text. Nothing is guessed: write what is meant.

Source: AUTHORING.md, "What a matter is made of"; the schemas that `playbook schema` prints.
"""

from ....problems import Problem
from ....sources import YamlFile
from ..rule import Rule, TextEdit, caught, change, spared
from ..yaml_edits import quoting


def mend(file: YamlFile, problem: Problem) -> TextEdit | None:
    """A text that YAML would take for something else, in quotation marks."""
    if not problem.message.endswith("in quotes"):
        return None
    return quoting(file, problem.line, problem.column, "put the text in quotation marks")


RULE = Rule(
    id="type",
    severity="error",
    doc=__doc__,
    catches=(
        caught(change("rubric", 'concepts: ["half board"]', "concepts: [no]"), at=("rubric", "[no]")),
        caught(
            change("rubric", "minimum_characters: 80", 'minimum_characters: "80"'),
            at=("rubric", "minimum_characters"),
        ),
    ),
    spares=(spared(change("rubric", 'concepts: ["half board"]', 'concepts: ["no half board"]')),),
    mend=mend,
    repairs="A text that YAML takes for a number, a date or a truth value is put in quotation marks.",
)
