"""The top and the end of the page: the outcome, what was and was not checked, the work item by item, verified
quotations, the documents."""

from collections.abc import Iterator

from ...verdicts import Cause
from ...wording import counted
from .. import ItemReport, Policy, QuotePolicy, RecordCard, VerifiedQuote
from ..sheets import Sheet, unchecked
from .findings import named
from .frame import VERDICTS, Frame
from .passages import in_context
from .writing import line

_LISTED = 400  # items and documents
_NAMED = 12  # items in one sentence
_QUOTES_OPEN = 40

_POLICIES: dict[QuotePolicy, str] = {
    "literal": "literally",
    "typographic": "but for marks, dashes and spaces",
    "layout": "but for marks, dashes, spaces and the layout of the page",
    "declared": "but for marks, layout, and alterations that are declared",
}
_TIERS = {
    "typographic": "with other quotation marks, dashes or spaces",
    "layout": "across a line end or page furniture",
    "declared": "with a declared alteration",
}


def outcome(sheet: Sheet) -> str:
    """The outcome in a sentence."""
    critical, advisory = sheet.count("error"), sheet.count("warning")
    if not sheet.passed:
        told = (
            f"<b>This work does not verify.</b> {counted(critical, 'critical finding')}"
            if critical
            else "<b>This work does not verify.</b>"
        )
        more = f" and {counted(advisory, 'advisory', 'advisories')}" if critical and advisory else ""
        return f'<div class="outcome fails"><span class="sign" aria-hidden="true">✕</span><p>{told}{more}.</p></div>'
    counts = f", {counted(advisory, 'advisory', 'advisories')}" if advisory else ""
    told = f"<b>Nothing here is provably wrong.</b> No critical findings{counts}."
    if not sheet.report.passed:
        told = f"<b>Passes, for what was decided before.</b> {line(_decided(sheet))}{counts}."
    return f'<div class="outcome"><span class="sign" aria-hidden="true">✓</span><p>{told}</p></div>'


def _decided(sheet: Sheet) -> str:
    critical = [row for row in sheet.rows if row.level == "error"]
    kinds = [
        (sum(row.standing.state == state for row in critical), words)
        for state, words in (
            ("new", "counted"),
            ("known", "known from the baseline"),
            ("suppressed", "suppressed"),
        )
    ]
    told = ", ".join(f"{number} {words}" for number, words in kinds if number)
    return f"{counted(len(critical), 'critical finding')} ({told})"


def figures(sheet: Sheet) -> str:
    """The counts that matter."""
    coverage = sheet.report.coverage
    told = [
        ("Critical findings", str(sheet.count("error")), ""),
        ("Advisories", str(sheet.count("warning")), ""),
        ("Quotations verified", str(coverage.quotations_verified), f"of {coverage.quotations}"),
        ("Items with findings", str(coverage.items_with_findings), f"of {coverage.items}"),
        ("Nothing to check", str(coverage.items_with_nothing_to_check), f"of {coverage.items}"),
    ]
    if sheet.in_state("suppressed"):
        told.append(("Suppressed", str(sheet.in_state("suppressed")), ""))
    if sheet.has_baseline:
        told.append(("Known", str(sheet.in_state("known")), ""))
    return (
        '<dl class="figures">'
        + "".join(
            f"<div><dt>{what}</dt><dd>{number} <small>{more}</small></dd></div>"
            for what, number, more in told
        )
        + "</dl>"
    )


def checked(sheet: Sheet) -> str:
    """What was checked, beside what was not."""
    left = "".join(f"<li>{one}</li>" for one in _checked(sheet))
    right = "".join(f"<li>{one}</li>" for one in _not_checked(sheet))
    return (
        f'<div class="twofold"><div><h3>What was checked</h3><ul>{left}</ul></div>'
        f"<div><h3>What was not</h3><ul>{right}</ul></div></div>"
    )


def _checked(sheet: Sheet) -> Iterator[str]:
    report = sheet.report
    coverage, policy = report.coverage, report.policy
    yield (
        f"{counted(coverage.quotations, 'quotation')} against the paper, {coverage.quotations_verified} verified "
        f"({_compared(policy)}, from {policy.minimum_quotation} characters on)"
    )
    citations = sum(item.checked.citations for item in report.items)
    yield f"{counted(citations, 'citation')}: does each name a section that exists?"
    if report.authority is not None and any(item.checked.rules for item in report.items):
        rules = f"{counted(report.authority.limits, 'limit')} and {counted(report.authority.fallbacks, 'fallback')}"
        yield f"proposed language against {rules} of the client"
    read = sum(not card.unreadable for card in report.record.documents)
    yield f"{counted(read, 'document')} of the record, read in full"


def _compared(policy: Policy) -> str:
    told = f"compared {_POLICIES[policy.quotes]}"
    if policy.quotes_of_word_and_pdf is not None:
        told += f", in Word and PDF {_POLICIES[policy.quotes_of_word_and_pdf]}"
    if policy.view is not None:
        view = "both views" if policy.view == "both" else f"the {policy.view} view"
        told += f"; {view} of tracked changes"
    return told


def _not_checked(sheet: Sheet) -> Iterator[str]:
    report = sheet.report
    idle = [item for item in report.items if unchecked(item)]
    if idle:
        more = f" and {len(idle) - _NAMED} more" if len(idle) > _NAMED else ""
        names = ", ".join(f"{item.kind} <b>{line(item.label, 60)}</b>" for item in idle[:_NAMED])
        yield f"nothing could be verified or refuted in {names}{more}"
    unquoted = sum(finding.cause is Cause.UNQUOTED_ISSUE for finding in report.findings)
    if unquoted:
        yield f"what {counted(unquoted, 'issue')} {'says' if unquoted == 1 else 'say'} of the paper without quoting it"
    short = sum(finding.cause is Cause.TOO_SHORT for finding in report.findings)
    if short:
        yield f"{counted(short, 'quotation')} too short to prove anything"
    if report.authority is None:
        yield "proposed language: there is no authority file, so nothing says what the client rules out"
    else:
        if not any(item.checked.rules for item in report.items):
            yield "no proposed language scanned: none is in the scope of the client's rules"
        for one in report.authority.cannot_fire[:_NAMED]:
            yield f"the rule <b>{line(one.rule, 80)}</b> in {line(one.citation, 80)}, which the record does not have"
    if report.submission.not_read:
        in_parts = report.submission.base or report.submission.format == "memo-markdown"
        what = "parts" if in_parts else "keys"
        yield f"{what} of the submission: {_names(report.submission.not_read)}"
    for card in [one for one in report.record.documents if one.unreadable][:_NAMED]:
        yield f"<b>{line(card.name, 120)}</b>: {line(card.unreadable)}"
    if report.record.not_read:
        yield f"files of the folder: {_names(report.record.not_read)}"
    yield "whether the analysis is right, the drafting good, or anything was missed: no program can say that here"


def _names(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(f"<code>{line(name, 80)}</code>" for name in names[:_NAMED]) + more


# --- item by item --------------------------------------------------------------------------------------------


def items(frame: Frame) -> str:
    """Every item of the work with its outcome, linked to its first finding."""
    first: dict[int, str] = {}
    for row in frame.sheet.rows:
        first.setdefault(id(row.item), frame.anchor(row.fingerprint))
    rows = "".join(_item(item, first.get(id(item))) for item in frame.sheet.report.items[:_LISTED])
    more = len(frame.sheet.report.items) - _LISTED
    rest = f'<p class="soft">and {more} more, in the JSON report</p>' if more > 0 else ""
    head = (
        "<thead><tr><th scope=col>Item</th><th scope=col>Outcome</th><th scope=col>Checked</th></tr></thead>"
    )
    return f'<div class="scroll"><table class="stack">{head}<tbody>{rows}</tbody></table></div>{rest}'


def _item(item: ItemReport, anchor: str | None) -> str:
    name = named(item)
    if anchor is not None:
        name = f'<a href="#{anchor}">{name}</a>'
    told = [
        f"within the client's authority: {line(one.rule, 80)}" for one in item.within_authority[:_NAMED]
    ] + [
        f"not counted: “{line(one.pattern, 60)}” stands behind “{line(one.negator, 40)}”"
        for one in item.silenced[:_NAMED]
    ]
    notes = "".join(f"<br><small>{one}</small>" for one in dict.fromkeys(told))
    return f"<tr><td>{name}{notes}</td><td>{_word(item)}</td><td class=n>{_checks(item)}</td></tr>"


def _word(item: ItemReport) -> str:
    if item.nothing_to_check:
        return '<span class="idle">– nothing to check</span>'
    if item.findings:
        kind, sign = ("critical", "✕") if item.critical else ("advisory", "!")
        return f'<span class="{kind}">{sign} {VERDICTS[item.verdict]}</span>'
    if item.verified:
        return '<span class="sound">✓ verified</span>'
    return '<span class="sound">✓ nothing to report</span>'


def _checks(item: ItemReport) -> str:
    told = []
    if item.checked.quotations:
        told.append(f"{len(item.verified)} of {counted(item.checked.quotations, 'quotation')} verified")
    if item.checked.citations:
        told.append(counted(item.checked.citations, "citation"))
    if item.checked.rules:
        told.append(counted(item.checked.rules, "rule"))
    return "<br>".join(told) or "–"


# --- verified quotations -------------------------------------------------------------------------------------


def verified(frame: Frame) -> str:
    """The verified quotations, each in its context; folded on the screen where there are very many."""
    pairs = [(item, quote) for item in frame.sheet.report.items for quote in item.verified]
    cards = [_quote(frame, item, quote) for item, quote in pairs]
    folded = cards[_QUOTES_OPEN:]
    rest = (
        f"<details><summary>{counted(len(folded), 'more quotation')}</summary>{''.join(folded)}</details>"
        if folded
        else ""
    )
    return "".join(cards[:_QUOTES_OPEN]) + rest


def _quote(frame: Frame, item: ItemReport, quote: VerifiedQuote) -> str:
    place = quote.at
    sheet = frame.sheet
    context = sheet.contexts.get(place)
    told = [] if quote.tier == "exact" else [_TIERS.get(quote.tier, line(quote.tier, 60))]
    told += [f"{line(quote.view, 40)} view"] if quote.view else []
    told += [f"in a tracked change by {line(quote.change_author, 80)}"] if quote.change_author else []
    how = f" · verified {', '.join(told)}" if told else ""
    omitted = "".join(
        f'<p class="where">Left out by an ellipsis: “{line(one, 400)}”</p>' for one in quote.omitted[:_NAMED]
    )
    return (
        f'<div class="quote"><p class="eyebrow">{named(item)}{how}</p>'
        f"<h4>✓ {line(place.citation, 160)}{sheet.where(place)}</h4>"
        f'<blockquote class="paper">{in_context(place, context)}</blockquote>{omitted}</div>'
    )


# --- documents -----------------------------------------------------------------------------------------------


def documents(sheet: Sheet) -> str:
    """What was read, with its hashes."""
    report = sheet.report
    head = (
        "<thead><tr><th scope=col>Read as</th><th scope=col>File</th><th scope=col>SHA-256</th></tr></thead>"
    )
    rows = [("Submission", sheet.submission_name, report.submission.sha256)]
    if report.authority is not None:
        rows.append(("Authority file", report.authority.source, report.authority.sha256))
    body = "".join(_read(line(what, 160), name, sha256) for what, name, sha256 in rows)
    body += "".join(
        _read(_document(card), card.name, card.sha256) for card in report.record.documents[:_LISTED]
    )
    more = len(report.record.documents) - _LISTED
    rest = f'<p class="soft">and {counted(more, "more document")}, in the JSON report</p>' if more > 0 else ""
    return f'<div class="scroll"><table class="stack">{head}<tbody>{body}</tbody></table></div>{rest}'


def _read(what: str, name: str, sha256: str) -> str:
    return f"<tr><td>{what}</td><td>{line(name, 160)}</td><td><code>{line(sha256)}</code></td></tr>"


def _document(card: RecordCard) -> str:
    """A document, with what is to be known of how it was read."""
    told = line(f"{card.id}: {card.title}" if card.title != card.id else card.id, 160)
    remarks = [card.unreadable] if card.unreadable else []
    remarks += [f"encoding {card.encoding}"] if card.encoding else []
    remarks += card.notes[:_NAMED]
    return told + "".join(f"<br><small>{line(one, 300)}</small>" for one in remarks)
