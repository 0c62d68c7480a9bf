"""The report as one HTML page that a partner can read: no script, no font, no network; everything is text.

Each finding stands beside the passage of the paper. The page is read on a screen, on a telephone and on paper; what
can be folded or filtered on the screen is all there in print.
"""

from collections.abc import Iterator, Sequence

from .page.coverage import checked, documents, figures, items, outcome, verified
from .page.findings import filters, findings
from .page.frame import SEVERITIES, VERDICTS, Frame, frames_of
from .page.style import STYLE, filter_rules
from .page.writing import POLICY, line
from .sheets import Remark, Sheet


def reports_html(sheets: Sequence[Sheet], remarks: Sequence[Remark] = ()) -> str:
    """The reports as a page."""
    frames = frames_of(tuple(sheets))
    title = f"Critic report: {frames[0].sheet.report.record.title}" if frames else "Critic report"
    rules = filter_rules(len(SEVERITIES), len(VERDICTS), len(frames[0].documents[:200]) if frames else 0)
    body = "\n".join(_body(frames, remarks))
    return (
        '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"<title>{line(title, 200)}</title>\n<style>{STYLE}{rules}</style></head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _body(frames: Sequence[Frame], remarks: Sequence[Remark]) -> Iterator[str]:
    if len(frames) != 1:
        yield _overview(frames)
    if remarks:
        lines = "".join(f"<li><b>{line(one.name, 160)}</b>: {line(one.text, 600)}</li>" for one in remarks)
        yield f'<div class="remarks" role="note"><ul>{lines}</ul></div>'
    boxes = filters(frames)
    for number, frame in enumerate(frames):
        yield from _report(frame, boxes, first=number == 0)
    yield (
        '<footer class="soft"><p>A clean report means that nothing here is provably wrong. It does not say that the '
        "work is good or complete. It was made by comparing texts, without a model, and the same files give the same "
        "report.</p></footer>"
    )


def _overview(frames: Sequence[Frame]) -> str:
    rows = "".join(
        f'<li><a href="#{frame.anchor("top")}">{line(frame.sheet.submission_name, 160)}</a>: '
        f"{line(frame.sheet.summary())}</li>"
        for frame in frames
    )
    return f"<header><h1>{len(frames)} critic reports</h1><ul>{rows}</ul></header>"


def _report(frame: Frame, boxes: str, *, first: bool) -> Iterator[str]:
    sheet, report = frame.sheet, frame.sheet.report
    tag, kind = ("section", ' class="report"') if frame.prefix else ("main", "")
    parts = [
        ("findings", "Findings", _findings(frame, boxes, first=first)),
        ("items", "The work, item by item", items(frame) if report.items else ""),
        ("verified", "Verified quotations", verified(frame)),
        ("documents", "What was read", documents(sheet)),
    ]
    links = "".join(
        f'<a href="#{frame.anchor(name)}">{title}</a>' for name, title, content in parts if content
    )
    named = "" if report.matter_id == report.record.title else f" · matter {line(report.matter_id, 120)}"
    yield (
        f'<{tag}{kind} id="{frame.anchor("top")}"><header><p class="eyebrow">Critic report on '
        f"<b>{line(sheet.submission_name, 160)}</b>{named}</p><h1>{line(report.record.title, 200)}</h1>"
        f'{outcome(sheet)}{figures(sheet)}{checked(sheet)}<nav aria-label="Parts of the report">{links}</nav></header>'
    )
    for name, title, content in parts:
        if content:
            anchor = frame.anchor(name)
            heading = f'<h2 id="{anchor}-h">{title}</h2>'
            yield f'<section id="{anchor}" aria-labelledby="{anchor}-h">{heading}{content}</section>'
    yield f"</{tag}>"


def _findings(frame: Frame, boxes: str, *, first: bool) -> str:
    """The findings of a report; the boxes that filter those of all reports stand above the first."""
    if not frame.sheet.rows:
        return boxes if first else ""
    return (boxes if first else "") + "".join(findings(frame, filtered=bool(boxes)))
