"""For a pull request on GitHub: workflow commands that become annotations at the lines of the files.

The escapes are those of the runner: `%`, CR and LF in a message; `:` and `,` besides in a property.
"""

from collections.abc import Iterator

from ..linting import LintReport


def report_annotations(report: LintReport) -> Iterator[str]:
    """One command for each problem."""
    for one in report.problems:
        properties = {"file": one.path}
        if one.line:
            properties |= {"line": str(one.line), "col": str(one.column)}
        properties["title"] = one.rule
        listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
        yield f"::{one.severity} {listed}::{_data(one.message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
