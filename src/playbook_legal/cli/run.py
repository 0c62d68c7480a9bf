"""`playbook run`: agents on matters, many times, kept as files."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..problems import PlaybookError, Problem, UnusableInputError, shown
from ..sources import parse_json, read_source
from .exits import Exit
from .naming import named_matters
from .progress import progress

if TYPE_CHECKING:
    from ..bench.agents.naming import Settings
    from ..bench.playing import Ended, Plan
    from ..bench.runners.protocol import Runner
    from ..bench.running import Standing
    from ..matter.package import Matter

_MOST_SEEDS = 100_000


def _seeds(_context: click.Context, _parameter: click.Parameter, text: str) -> tuple[int, ...]:
    found: dict[int, None] = {}
    for part in text.split(","):
        span = re.fullmatch(r"\s*(\d{1,9})(?:\s*-\s*(\d{1,9}))?\s*", part)
        if span is None:
            raise click.BadParameter(f"{shown(part)} is no seed; write them like 0 or 0-4 or 1,3,5-9")
        first, last = int(span[1]), int(span[2] or span[1])
        if last < first or last - first >= _MOST_SEEDS:
            raise click.BadParameter(f"{shown(part)} is no range of at most {_MOST_SEEDS} seeds")
        found.update(dict.fromkeys(range(first, last + 1)))
    return tuple(found)


def _shard(_context: click.Context, _parameter: click.Parameter, text: str | None) -> tuple[int, int]:
    if text is None:
        return 1, 1
    found = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise click.BadParameter(f"{shown(text)} is no shard; the second of three is 2/3")
    return int(found[1]), int(found[2])


def _parameters(
    _context: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for text in texts:
        key, sign, value = text.partition("=")
        if not sign or not key.strip():
            raise click.BadParameter(f"{shown(text)} is no parameter; write NAME=VALUE")
        try:
            found[key.strip()] = parse_json(value)
        except ValueError:
            found[key.strip()] = value
    return found


_AGENTS = """reference, example:NAME, file:PATH, policy:NAME (or policy:all), chat:MODEL, command:PROGRAM. May be \
given several times, and with a name of its own: NAME=SPEC."""


@click.command("run")
@click.argument("matters", nargs=-1, metavar="[MATTER]...")
@click.option("--all", "root", type=click.Path(path_type=Path), help="Every matter in this folder.")
@click.option("--agent", "agents", multiple=True, required=True, metavar="SPEC", help=_AGENTS)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder of the run.")
@click.option("--seeds", default="0", callback=_seeds, show_default=True, help="Like 0-4 or 1,3,5.")
@click.option("--repeats", type=click.IntRange(1, 100_000), default=1, show_default=True)
@click.option(
    "--runner", type=click.Choice(["serial", "processes", "ray"]), default="serial", show_default=True
)
@click.option("--processes", type=click.IntRange(1, 1024), default=2, show_default=True)
@click.option(
    "--concurrency",
    type=click.IntRange(1, 4096),
    default=8,
    show_default=True,
    help="Episodes at a time, over all processes.",
)
@click.option("--shard", callback=_shard, metavar="I/N", help="Only part I of N of the run.")
@click.option("--base-url", metavar="URL", help="chat: the endpoint.")
@click.option(
    "--api-key-env", default="OPENAI_API_KEY", show_default=True, help="chat: variable that holds the key."
)
@click.option("--temperature", type=click.FloatRange(0), help="chat.")
@click.option("--max-tokens", type=click.IntRange(1), help="chat: most tokens of one answer.")
@click.option(
    "--parameter",
    "parameters",
    multiple=True,
    callback=_parameters,
    metavar="NAME=VALUE",
    help="chat: a further field of each request; VALUE is JSON or text.",
)
@click.option("--send-seed", is_flag=True, help="chat: send the episode's seed with each request.")
@click.option("--system", type=click.Path(path_type=Path), help="chat: instructions instead of ours.")
@click.option(
    "--reminders",
    type=click.IntRange(0, 100),
    default=3,
    show_default=True,
    help="chat: answers in a row without a tool call that are put up with.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    default=300.0,
    show_default=True,
    help="Seconds for one answer (chat) or one line (command).",
)
@click.option("--retries", type=click.IntRange(0, 1000), default=5, show_default=True, help="chat.")
@click.option(
    "--pause",
    type=click.FloatRange(0),
    default=1.0,
    show_default=True,
    help="chat: seconds before the first retry; doubled each time.",
)
@click.option("--prices", type=click.Path(path_type=Path), help="chat: price list, YAML.")
@click.option(
    "--cost-limit", type=click.FloatRange(0, min_open=True), help="Begin no episode once this is spent."
)
@click.option("--format", "output", type=click.Choice(["text", "json"]), default="text", show_default=True)
def run_command(
    matters: tuple[str, ...], root: Path | None, agents: tuple[str, ...], out: Path, **given: Any
) -> int:
    """Play each agent on each MATTER (a folder, or the id of a shipped matter; none named: all that are shipped), for
    each seed, as often as --repeats says, and keep every episode in the folder --out.

    The same command goes on where an earlier one stopped. Exit status 1 when episodes failed or are not played yet.
    """
    from ..bench.running import Shard, run_plan
    from .run_summary import summary_json, summary_text

    if given["cost_limit"] is not None and given["prices"] is None:
        raise click.UsageError("--cost-limit needs --prices: without them no cost is known")
    loaded = _loaded(matters, root)
    plan = _plan(loaded, agents, out, given)
    by_hash = {matter.content_hash: matter for _, _, matter in loaded}
    shard = Shard(*given["shard"])
    standing: Standing | None = None
    try:
        with progress() as tell:

            def watch(now: "Standing", ended: "Ended | None") -> None:
                nonlocal standing
                standing = now
                tell(now, ended)

            runner = _runner(given["runner"], given["processes"])
            limit = given["cost_limit"]
            outcome = run_plan(plan, runner, by_hash, shard=shard, cost_limit=limit, watch=watch)
    except KeyboardInterrupt:
        there = (
            "" if standing is None else f"; {standing.there + standing.played} of {standing.wanted} episodes"
        )
        raise PlaybookError(f"interrupted{there} are there; the same command goes on") from None
    summary = summary_json if given["output"] == "json" else summary_text
    for line in summary(outcome, out, shard):
        click.echo(line)
    for line in outcome.trouble:
        click.echo(f"run: {line}; the same command plays what is missing", err=True)
    return Exit.OK if outcome.is_whole else Exit.FINDINGS


def _loaded(named: tuple[str, ...], root: Path | None) -> "list[tuple[Path, str, Matter]]":
    """Folder, name and matter of everything that is meant."""
    from ..matter.package import load_matter
    from ..paper.shipped import shipped_matters

    if not named and root is None:
        named = tuple(path.name for path in shipped_matters())
    loaded = [(folder, name, load_matter(folder, name)) for folder, name in named_matters(named, root)]
    seen: dict[str, str] = {}
    for _, name, matter in loaded:
        if matter.id in seen:
            message = f"its id, {shown(matter.id)}, is that of {seen[matter.id]} too; a run has each id once"
            raise UnusableInputError([Problem(name, 0, 0, "matter", message)])
        seen[matter.id] = name
    return loaded


def _plan(
    loaded: "list[tuple[Path, str, Matter]]", specs: tuple[str, ...], out: Path, given: dict[str, Any]
) -> "Plan":
    from ..bench.agents.naming import named_agents
    from ..bench.playing import Plan
    from ..bench.runs import Manifest, MatterCard

    agents = named_agents(specs, {folder: matter for folder, _, matter in loaded}, _settings(given))
    cards = [MatterCard.of(matter, name) for _, name, matter in loaded]
    manifest = Manifest.of([agent.card for agent in agents], cards, given["seeds"], given["repeats"])
    folders = {matter.id: folder.resolve() for folder, _, matter in loaded}
    return Plan(manifest, agents, folders, out.absolute(), given["concurrency"])


def _settings(given: dict[str, Any]) -> "Settings":
    from ..bench.agents.chat import ChatOptions, checked_parameters
    from ..bench.agents.endpoint import EndpointOptions
    from ..bench.agents.naming import Settings
    from ..bench.conversation import INSTRUCTIONS
    from ..bench.pricing import read_prices

    system, prices = given["system"], given["prices"]
    chat = ChatOptions(
        model="",
        system=INSTRUCTIONS if system is None else read_source(system).text,
        temperature=given["temperature"],
        max_tokens=given["max_tokens"],
        parameters=checked_parameters(given["parameters"]),
        sends_seed=given["send_seed"],
        reminders=given["reminders"],
    )
    endpoint = EndpointOptions(
        given["base_url"], given["api_key_env"], given["timeout"], given["retries"], given["pause"]
    )
    return Settings(chat, endpoint, {} if prices is None else read_prices(prices), prices)


def _runner(name: str, processes: int) -> "Runner":
    match name:
        case "processes":
            from ..bench.runners.processes import ProcessRunner

            return ProcessRunner(processes)
        case "ray":
            from ..bench.runners.ray import RayRunner

            return RayRunner(processes)
        case _:
            from ..bench.runners.serial import SerialRunner

            return SerialRunner()
