"""What `playbook-critic` does with all its options: review every submission, settle the findings, write, print."""

import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ..critic.annotation import annotated_redline
from ..critic.fingerprints import fingerprints
from ..critic.report import Report
from ..critic.report.sheets import Sheet
from ..critic.settled import Outcome, Unusable, fails, settle, unused
from ..critic.submission import Submission
from ..paper.firewall import AnswerKeyError, Firewall
from ..problems import UnusableInputError, one_line, shown
from .critic_outputs import check_different, check_file, check_prefix, unusable, write_files
from .critic_progress import progress
from .critic_report import print_text
from .critic_settings import Plan, plan_of, settings_text
from .critic_submissions import STDIN, SUFFIXES, Read, displayed, expanded, is_folder, read
from .exits import Exit

if TYPE_CHECKING:
    from ..critic.authority import Authority
    from ..critic.baseline import Baseline
    from ..critic.record import ClientRecord
    from ..sources.cache_folder import CacheFolder


def print_settings(options: dict[str, Any]) -> int:
    """Print the settings in force."""
    print_text(settings_text(options, Firewall()))
    return Exit.OK


def run_once(options: dict[str, Any]) -> int:
    """Check once what the options ask for, and return the exit code."""
    return carried_out(plan_of(options, Firewall()))


class _Reviews(msgspec.Struct, frozen=True):
    """The reports of one run, the submissions that could not be read, and those that the reports are on."""

    sheets: tuple[Sheet, ...]
    unusable: tuple[tuple[str, UnusableInputError], ...]
    submissions: tuple[Submission, ...]


def carried_out(plan: Plan) -> int:
    """Do what `plan` says, and return the exit code. Raises `PlaybookError` when something given cannot be used; of
    several submissions the others are reported first."""
    targets = _targets(plan)
    others = [Path(one) for one in (plan.authority, plan.baseline, plan.write_baseline) if one is not None]
    others += [plan.settings] if plan.settings is not None else []
    paths, not_read = expanded(plan.submissions, Path(plan.record), others)
    if plan.annotate is not None and len(paths) != 1:
        raise unusable(
            "--annotate", f"one redlined Word file is marked up at a time, and {len(paths)} are given"
        )
    wall = Firewall()
    wall.protect(plan.record)
    reviews = _reviews(plan, paths, wall)
    sheets, baseline = _settled(plan, reviews.sheets, wall)
    outcome = _outcome(plan, reviews, sheets, baseline, not_read)
    told = bool(len(sheets) != 1 or plan.suppressions or baseline or not_read or reviews.unusable)
    text_of = _renderer(sheets, outcome, told=told)
    files: dict[Path, str | bytes] = {path: text_of(name) for path, name in targets.items()}
    if plan.write_baseline is not None and baseline is not None and not reviews.unusable:
        files[Path(plan.write_baseline)] = baseline.text()
    if plan.annotate is not None and sheets:
        files[Path(plan.annotate)] = annotated_redline(
            reviews.submissions[0], sheets[0].rows, sheets[0].submission_name
        )
    if files:
        write_files(files, _read(plan, paths, sheets))
    if sheets:
        print_text(text_of(plan.format))
    if reviews.unusable:
        raise UnusableInputError([one for _, error in reviews.unusable for one in error.problems])
    failed = any(fails(sheet.report, sheet.standings, plan.fail_on) for sheet in sheets)
    if failed:
        return Exit.FINDINGS
    return Exit.UNUSABLE if any(sheet.report.uncheckable for sheet in sheets) else Exit.OK


# --- reviewing -----------------------------------------------------------------------------------------------


def _reviews(plan: Plan, paths: tuple[str, ...], wall: Firewall) -> _Reviews:
    from ..critic.record import ClientRecord

    cache = _cache(plan, wall)
    record = ClientRecord.opened(plan.record, wall, plan.view, cache)
    authority = _authority(plan, wall)
    names = displayed(paths)
    (record_name,) = displayed([plan.record])
    formats = {plan.format, *(name for name, _ in plan.outputs)}
    sheets: list[Sheet] = []
    faults: list[tuple[str, UnusableInputError]] = []
    submissions: list[Submission] = []
    with progress("documents" if len(paths) == 1 else "submissions") as told:
        record.told = told if len(paths) == 1 else None
        for number, (path, name) in enumerate(zip(paths, names, strict=True)):
            if len(paths) > 1:
                told(number, len(paths))
            work: Read | None = None
            try:
                if path != STDIN:
                    record.refuse_as_submission(path)
                work = read(path, wall, plan.authors, plan.base)
                report = _report(plan, record, work, authority)
            except AnswerKeyError:
                raise
            except UnusableInputError as error:
                # What is wrong with the record is wrong with every submission.
                if len(paths) == 1 or (work is not None and error.problems[0].rule != "submission"):
                    raise
                faults.append((name, error))
                continue
            sheets.append(_sheet(report, record, name, record_name, formats, work))
            submissions.append(work.submission)
    if cache is not None and cache.trouble and sys.stderr is not None:
        why = one_line(cache.trouble)
        sys.stderr.write(f"playbook-critic: the cache cannot be written ({why}); the report is the same\n")
    if plan.base is not None and sheets and not any(one.redline for one in submissions):
        raise unusable("--base", "no submission is a redlined Word file; leave it out")
    return _Reviews(tuple(sheets), tuple(faults), tuple(submissions))


def _report(plan: Plan, record: "ClientRecord", work: Read, authority: "Authority | None") -> Report:
    from ..critic.reviewing import review

    return review(
        record,
        work.submission,
        authority,
        min_summary_chars=plan.min_summary_chars,
        jobs=plan.jobs,
        quotes=plan.quotes,
    )


def _cache(plan: Plan, wall: Firewall) -> "CacheFolder | None":
    if plan.cache is None:
        return None
    from ..sources.cache_folder import cache_folder

    cache = cache_folder(plan.cache, plan.record)
    wall.guard(plan.cache)
    return cache


def _authority(plan: Plan, wall: Firewall) -> "Authority | None":
    if plan.authority is None:
        return None
    from ..critic.authority import load_authority

    return load_authority(plan.authority, wall)


def _sheet(
    report: Report,
    record: "ClientRecord",
    name: str,
    record_name: str,
    formats: Iterable[str],
    work: Read,
) -> Sheet:
    """The report with what its formats need beside it, and no more."""
    from ..critic.report.formats import NEEDS_CONTEXT, NEEDS_TEXT

    contexts: Mapping[Any, Any] = {}
    if not NEEDS_CONTEXT.isdisjoint(formats):
        from ..critic.report.contexts import contexts_of

        contexts = contexts_of(report, record)
    return Sheet(
        report=report,
        submission_name=name,
        record_name=record_name,
        submission_text=None if NEEDS_TEXT.isdisjoint(formats) else work.text,
        contexts=contexts,
    )


# --- settling ------------------------------------------------------------------------------------------------


def _settled(
    plan: Plan, sheets: tuple[Sheet, ...], wall: Firewall
) -> "tuple[tuple[Sheet, ...], Baseline | None]":
    """The sheets with what became of each finding, and the baseline: the one that was given, or a new one that
    knows everything which is not suppressed."""
    from ..critic.baseline import Baseline, baseline_of, load_baseline

    baseline: Baseline | None = None
    if plan.baseline is not None and plan.write_baseline is None:
        baseline = load_baseline(plan.baseline, wall)
    marks = [fingerprints(sheet.report) for sheet in sheets]
    settled = [
        settle(sheet.report, own, plan.suppressions, () if baseline is None else baseline.known)
        for sheet, own in zip(sheets, marks, strict=True)
    ]
    if plan.write_baseline is not None:
        pairs = (
            pair
            for sheet, standings in zip(sheets, settled, strict=True)
            for pair in zip(sheet.report.findings, standings, strict=True)
        )
        baseline = baseline_of(pairs)
        settled = [
            settle(sheet.report, own, plan.suppressions, baseline.known)
            for sheet, own in zip(sheets, marks, strict=True)
        ]
    replaced = (
        msgspec.structs.replace(sheet, standings=standings)
        for sheet, standings in zip(sheets, settled, strict=True)
    )
    return tuple(replaced), baseline


def _outcome(
    plan: Plan,
    reviews: _Reviews,
    sheets: tuple[Sheet, ...],
    baseline: "Baseline | None",
    not_read: tuple[str, ...],
) -> Outcome:
    """What is to be said beyond the reports."""
    # What nobody could read might answer to a suppression or hold a known finding; then nothing is said to be gone.
    whole = not reviews.unusable
    marks = [standing.fingerprint for sheet in sheets for standing in sheet.standings]
    return Outcome(
        fail_on=plan.fail_on,
        baseline=baseline is not None,
        unused=unused(plan.suppressions, [(one.report, one.standings) for one in sheets]) if whole else (),
        gone=baseline.gone(marks) if baseline is not None and whole else (),
        unusable=tuple(Unusable(name, _fault(error)) for name, error in reviews.unusable),
        not_read=not_read,
    )


def _fault(error: UnusableInputError) -> str:
    """What is wrong with a submission that is named beside it."""
    text, called = str(error), error.problems[0].path if error.problems else ""
    return one_line(text.removeprefix(f"{called}:").strip())


# --- writing -------------------------------------------------------------------------------------------------


def _targets(plan: Plan) -> dict[Path, str]:
    """Each file to be written with its format, checked before anything is read."""
    record = Path(plan.record)
    targets: list[tuple[Path, str]] = []
    if plan.out is not None:
        check_prefix(plan.out, record)
        targets += [(Path(f"{plan.out}.json"), "json"), (Path(f"{plan.out}.md"), "markdown")]
    targets += [(check_file(path, record, "--output"), name) for name, path in plan.outputs]
    reports = [target for target, _ in targets]
    if plan.annotate is not None:
        reports.append(_annotated_place(plan.annotate, record))
    places = list(reports)
    if plan.write_baseline is not None:
        places.append(check_file(plan.write_baseline, record, "--write-baseline"))
    check_different(places)
    folders = [Path(one).resolve() for one in plan.submissions if one != STDIN and is_folder(one)]
    for target in reports:
        if target.name.lower().endswith(SUFFIXES) and target.resolve().parent in folders:
            message = "this lies among the submissions; keep reports apart from the work"
            raise unusable(target.as_posix(), message)
    return dict(targets)


def _annotated_place(path: str, record: Path) -> Path:
    target = check_file(path, record, "--annotate")
    if target.suffix.lower() != ".docx":
        raise unusable(
            "--annotate", f"a Word file is written, such as marked-up.docx, and not {shown(target.name)}"
        )
    return target


def _read(plan: Plan, paths: tuple[str, ...], sheets: tuple[Sheet, ...]) -> list[Path]:
    """The files that were read, which nothing may be written over. The old baseline may be."""
    given = [
        *(one for one in paths if one != STDIN),
        plan.authority,
        None if plan.write_baseline else plan.baseline,
    ]
    files = [Path(one) for one in given if one is not None]
    if plan.settings is not None:
        files.append(plan.settings)
    documents = sheets[0].report.record.documents if sheets else ()
    return [*files, *(Path(plan.record) / card.name for card in documents)]


def _renderer(sheets: tuple[Sheet, ...], outcome: Outcome, *, told: bool) -> Callable[[str], str]:
    """The text of the run in a format, made once for each.

    Where there is nothing to be said beyond the report (not `told`), JSON and Markdown are the report itself. The
    other formats say whether the work fails, so that they need to know what fails it.
    """
    from ..critic.report.formats import FORMATS, rendered_together

    made: dict[str, str] = {}
    plain = ("json", "markdown") if outcome.fail_on != "critical" else FORMATS

    def text_of(name: str) -> str:
        if name not in made:
            made[name] = rendered_together(
                sheets, name, outcome=outcome if told or name not in plain else None
            )
        return made[name]

    return text_of
