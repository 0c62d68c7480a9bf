"""What a call of `playbook-critic` asks for: its options, then the file of settings, then the defaults."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ..critic.leaves import ViewPolicy
from ..critic.report import QuotePolicy
from ..critic.settled import FailOn
from ..critic.suppressions import Suppression
from ..problems import PlaybookError, one_line, shown
from .critic_submissions import is_folder

if TYPE_CHECKING:
    from ..critic.configuration import Configuration
    from ..paper.firewall import Firewall

DEFAULTS: dict[str, Any] = {
    "quotes": None,  # what it is by default depends on the paper
    "view": "accepted",
    "fail_on": "critical",
    "format": "markdown",
    "min_summary_chars": 80,
    "jobs": 1,
}
_SETTABLE = (
    "record",
    "authority",
    "quotes",
    "view",
    "author",
    "min_summary_chars",
    "jobs",
    "cache",
    "fail_on",
    "format",
    "output",
    "baseline",
)


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be done. `outputs` are formats with their files, `settings` is the file of settings, None where
    there is none, and `origins` tells where each value was said: an option, a line, or nowhere."""

    record: str
    submissions: tuple[str, ...]
    authority: str | None
    quotes: QuotePolicy | None
    view: ViewPolicy
    authors: tuple[str, ...]
    base: str | None
    annotate: str | None
    min_summary_chars: int
    jobs: int
    cache: str | None
    fail_on: FailOn
    format: str
    outputs: tuple[tuple[str, str], ...]
    out: str | None
    baseline: str | None
    write_baseline: str | None
    suppressions: tuple[Suppression, ...]
    settings: Path | None


def plan_of(options: dict[str, Any], wall: "Firewall") -> Plan:
    """The plan for the options, as click has read them."""
    configuration = _configuration(options, wall)
    values, _ = _merged(options, configuration)
    record, submissions = _places(options["paths"], options["record"], values["record"])
    return Plan(
        record=record,
        submissions=submissions,
        authority=values["authority"],
        quotes=values["quotes"],
        view=values["view"],
        authors=tuple(values["author"] or ()),
        base=options["base"],
        annotate=options["annotate"],
        min_summary_chars=values["min_summary_chars"],
        jobs=values["jobs"],
        cache=values["cache"],
        fail_on=values["fail_on"],
        format=values["format"],
        outputs=tuple(values["output"] or ()),
        out=options["out"],
        baseline=values["baseline"],
        write_baseline=options["write_baseline"],
        suppressions=() if configuration is None else configuration.suppressions,
        settings=None if configuration is None else configuration.path,
    )


def settings_text(options: dict[str, Any], wall: "Firewall") -> str:
    """The settings in force as a `playbook.toml`, each with where it was said."""
    configuration = _configuration(options, wall)
    values, origins = _merged(options, configuration)
    return "\n".join(_toml(values, origins, configuration)) + "\n"


# --- merging -------------------------------------------------------------------------------------------------


def _configuration(options: dict[str, Any], wall: "Firewall") -> "Configuration | None":
    if options["isolated"]:
        if options["config"] is not None:
            raise PlaybookError("--isolated reads no settings, and --config names some; give one of the two")
        return None
    from ..critic.settings_file import settings_file

    path = options["config"] if options["config"] is not None else settings_file()
    if path is None:
        return None
    from ..critic.configuration import load_configuration

    return load_configuration(path, wall)


def _merged(
    options: dict[str, Any], configuration: "Configuration | None"
) -> tuple[dict[str, Any], dict[str, str]]:
    """Each value that can be set, and where it was said."""
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for name in _SETTABLE:
        option = name.replace("_", "-")
        value = _outputs(options[name]) if name == "output" else options[name]
        if value is not None and value != ():
            values[name], origins[name] = value, f"--{option}"
            continue
        written = None if configuration is None else getattr(configuration.settings, name)
        if configuration is not None and written is not None:
            values[name] = tuple(written.items()) if name == "output" else written
            origins[name] = configuration.lines[option]
            continue
        values[name], origins[name] = DEFAULTS.get(name), "default"
    return values, origins


def _outputs(written: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """`FORMAT=FILE` of each `--output`."""
    from ..critic.report.formats import FORMATS

    outputs: list[tuple[str, str]] = []
    for one in written:
        name, equals, path = one.partition("=")
        if not equals or name not in FORMATS:
            raise PlaybookError(
                f"--output: {shown(one)} stands here; FORMAT=FILE is needed, such as sarif=critic.sarif; "
                f"the formats are {', '.join(FORMATS)}"
            )
        outputs.append((name, path))
    return tuple(outputs)


def _places(
    paths: tuple[str, ...], record_option: str | None, record: str | None
) -> tuple[str, tuple[str, ...]]:
    """The record and the submissions that the arguments name.

    The first argument is the record, unless an option names it. Where a file of settings does, a first argument
    that is a folder and not alone still is the record: what the command line says counts.
    """
    if record_option is None and (record is None or (len(paths) > 1 and is_folder(paths[0]))):
        record, paths = (paths[0] if paths else None), paths[1:]
    if record is None:
        raise PlaybookError("Missing argument 'MATTER_OR_DOCS_DIR', the folder of the paper")
    if not paths:
        raise PlaybookError("Missing argument 'SUBMISSION', the work to be checked")
    return record, paths


# --- showing -------------------------------------------------------------------------------------------------


def _toml(
    values: dict[str, Any], origins: dict[str, str], configuration: "Configuration | None"
) -> Iterator[str]:
    yield f"# settings in force{'' if configuration is None else ', with ' + one_line(configuration.name, 200)}"
    yield "[critic]"
    for name, value in values.items():
        option = name.replace("_", "-")
        if value is None:
            yield f"# {option} is not set"
        elif name == "output":
            entries = ", ".join(f"{one} = {_quoted(path)}" for one, path in value)
            yield f"{option} = {{ {entries} }}  # {origins[name]}"
        elif name == "author":
            yield f"{option} = [{', '.join(map(_quoted, value))}]  # {origins[name]}"
        else:
            yield f"{option} = {value if isinstance(value, int) else _quoted(value)}  # {origins[name]}"
    for one in () if configuration is None else configuration.suppressions:
        yield ""
        yield f"[[critic.suppress]]  # {one.source}"
        for key in ("fingerprint", "cause", "verdict", "item", "citation", "document", "reason"):
            if getattr(one, key):
                yield f"{key} = {_quoted(getattr(one, key))}"


def _quoted(text: str) -> str:
    printable = text.encode("utf-8", "backslashreplace").decode()  # a path may hold what is no character
    return json.dumps(printable, ensure_ascii=False).replace("\x7f", "\\u007f")
