"""The score sheet of an episode: what was submitted, in order, and what each entry is worth.

Questions, escalations, settlements and the final memo are worth what they were worth when they happened.
Issues and redlines depend on those before them (a second issue at the same anchor is a duplicate), so a
revision takes the place of what it revises and all of them are judged again in their order, from findings that
were made once. Amounts are integers in the matter's unit: a revision that changes nothing is worth exactly 0.
"""

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

from ..matter.criteria import CompiledIssue, Topic
from ..matter.package import Matter
from ..paper.citations import Citation
from .amounts import Critical, amounts_in
from .final import FinalFindings
from .issues import IssueFindings
from .redlines import RedlineFindings, RedlineReading
from .settlements import Settlement

EventType: TypeAlias = Literal[
    "required_question",
    "redundant_question",
    "off_rubric_question",
    "required_escalation",
    "redundant_escalation",
    "off_rubric_escalation",
    "issue",
    "unsupported_issue",
    "unread_anchor_issue",
    "duplicate_issue",
    "redline",
    "unscored_redline",
    "unsupported_redline",
    "duplicate_redline",
    "settlement",
    "duplicate_settlement",
    "unsupported_markup",
    "counterparty_counter",
    "counterparty_reject",
    "final_submission",
]


class Entry:
    """A line of the sheet: what happened, at which step, what it is worth, and why the episode may be capped.

    `source` holds the findings that the entry's details are rendered from (see `events`); `critical` names
    each critical failure as `(cause, detail)`. `anchor_read` says of an issue whether its anchor had been shown
    to the agent when this very text was submitted; `reading` is a redline's, for the criterion it is judged by.
    """

    __slots__ = (
        "anchor_read",
        "criterion",
        "critical",
        "kind",
        "points",
        "reading",
        "revised_at",
        "source",
        "step",
    )

    def __init__(self, kind: EventType, points: int, criterion: str | None, source: Any, step: int) -> None:
        self.kind = kind
        self.points = points
        self.criterion = criterion
        self.source = source
        self.step = step
        self.revised_at: int | None = None
        self.critical: Critical = ()
        self.anchor_read = True
        self.reading: RedlineReading | None = None


class ScoreSheet:
    """The sheet of one episode. Every method that adds an entry returns what it changed the total by."""

    def __init__(self, matter: Matter) -> None:
        self.criteria = matter.criteria
        self.amounts = amounts_in(matter.criteria.unit)
        self._read_first = matter.rubric.instrument.read_before_credit
        self.entries: list[Entry] = []
        self.total = 0
        self.answered: dict[str, None] = {}
        self.raised: dict[str, None] = {}
        self.settled: dict[str, None] = {}
        self.matched: dict[str, Entry] = {}
        self.redlined: dict[str, Entry] = {}
        self.labels: dict[str, CompiledIssue] = {}
        self._issues: dict[str, Entry] = {}  # first submission under each label
        self._redlines: dict[tuple[str, Citation], Entry] = {}

    def _add(self, entry: Entry) -> int:
        self.entries.append(entry)
        self.total += entry.points
        return entry.points

    def _note(self, kind: EventType, points: int, criterion: str | None, source: Any, step: int) -> int:
        return self._add(Entry(kind, points, criterion, source, step))

    # --- questions and escalations ---

    def question(self, topic: Topic | None, text: str, step: int) -> int:
        """A question that matched `topic`, or nothing on the rubric."""
        if topic is None:
            return self._note("off_rubric_question", self.amounts.off_rubric_question, None, text, step)
        if topic.id in self.answered:
            return self._note("redundant_question", self.amounts.redundant_question, topic.id, text, step)
        self.answered[topic.id] = None
        return self._note("required_question", topic.points, topic.id, text, step)

    def escalation(self, topic: Topic | None, text: str, step: int) -> int:
        """An escalation that matched `topic`, or nothing on the rubric."""
        if topic is None:
            return self._note("off_rubric_escalation", self.amounts.off_rubric_escalation, None, text, step)
        if topic.id in self.raised:
            return self._note("redundant_escalation", self.amounts.redundant_escalation, topic.id, text, step)
        self.raised[topic.id] = None
        return self._note("required_escalation", topic.points, topic.id, text, step)

    # --- issues and redlines ---

    def has_issue(self, label: str) -> bool:
        """Whether an issue was submitted under `label`."""
        return label in self._issues

    def has_redline(self, key: tuple[str, Citation]) -> bool:
        """Whether a redline was proposed under that label for that provision."""
        return key in self._redlines

    def issue(self, findings: IssueFindings, step: int, *, anchor_read: bool) -> int:
        """A newly submitted issue."""
        entry = Entry("issue", 0, None, findings, step)
        entry.anchor_read = anchor_read
        self._issues.setdefault(findings.label, entry)
        self._judge_issue(entry, findings)
        return self._add(entry)

    def redline(self, findings: RedlineFindings, step: int) -> int:
        """A newly proposed redline."""
        entry = Entry("redline", 0, None, findings, step)
        self._redlines.setdefault(findings.key, entry)
        self._judge_redline(entry, findings)
        return self._add(entry)

    def revise_issue(self, findings: IssueFindings, step: int, *, anchor_read: bool) -> int:
        """The first submission under the label replaced by `findings`, and everything judged again."""
        entry = self._issues[findings.label]
        entry.anchor_read = anchor_read
        return self._revise(entry, findings, step)

    def revise_redline(self, findings: RedlineFindings, step: int) -> int:
        """The first redline under label and provision replaced, and everything judged again."""
        return self._revise(self._redlines[findings.key], findings, step)

    def _revise(self, entry: Entry, findings: IssueFindings | RedlineFindings, step: int) -> int:
        entry.source = findings
        entry.revised_at = step
        before = self.total
        self.matched, self.redlined, self.labels = {}, {}, {}
        for each in self.entries:
            if isinstance(each.source, IssueFindings):
                self._judge_issue(each, each.source)
            elif isinstance(each.source, RedlineFindings):
                self._judge_redline(each, each.source)
        self.total = sum([each.points for each in self.entries])
        return self.total - before

    def _judge_issue(self, entry: Entry, found: IssueFindings) -> None:
        criterion = found.criterion
        entry.critical = found.critical
        entry.criterion = None if criterion is None else criterion.id
        if criterion is None or found.over_cited:
            entry.kind, entry.points = "unsupported_issue", self.criteria.unsupported_issue + found.charged
            return
        if self._read_first and not entry.anchor_read:
            entry.kind, entry.points = "unread_anchor_issue", self.amounts.unread_anchor_issue + found.charged
            return
        self.labels.setdefault(found.label, criterion)
        if criterion.id in self.matched:
            entry.kind, entry.points = "duplicate_issue", self.amounts.duplicate_issue + found.charged
            return
        self.matched[criterion.id] = entry
        entry.kind, entry.points = "issue", found.earned + found.charged

    def _judge_redline(self, entry: Entry, found: RedlineFindings) -> None:
        entry.reading = reading = found.read_for(self.labels.get(found.label))
        entry.critical = reading.gates.critical
        criterion = reading.criterion
        if criterion is None:
            entry.criterion = None
            entry.kind, entry.points = "unsupported_redline", self.amounts.unsupported_redline
            return
        entry.criterion = criterion.id
        if criterion.id in self.redlined:
            entry.kind, entry.points = "duplicate_redline", self.amounts.duplicate_redline
            return
        self.redlined[criterion.id] = entry
        if criterion.scores_redlines:
            entry.kind, entry.points = "redline", reading.earned
        else:
            entry.kind, entry.points = "unscored_redline", 0

    # --- negotiation and the end ---

    def settlement(self, settled: Settlement, step: int, *, trap: bool) -> int:
        """A point closed; `trap` says, for metrics, that it closed on a counter marked as one."""
        entry = Entry("settlement", settled.points, settled.criterion.id, (settled, trap), step)
        entry.critical = settled.gates.critical
        if settled.conceded:
            entry.critical += (("conceded_non_negotiable", settled.criterion.id),)
        self.settled[settled.criterion.id] = None
        return self._add(entry)

    def duplicate_settlement(self, criterion: CompiledIssue, label: str, step: int) -> int:
        """Markup of a point that is closed."""
        return self._note(
            "duplicate_settlement", self.amounts.duplicate_settlement, criterion.id, label, step
        )

    def unsupported_markup(self, criterion: CompiledIssue | None, label: str, step: int) -> int:
        """Markup that matches no issue, or one on which the counterparty holds no position."""
        name = None if criterion is None else criterion.id
        return self._note("unsupported_markup", self.amounts.unsupported_markup, name, label, step)

    def counterparty_answer(
        self,
        kind: Literal["counterparty_counter", "counterparty_reject"],
        criterion: CompiledIssue,
        label: str,
        step: int,
        *,
        trap: bool,
    ) -> int:
        """A counter or a refusal; worth nothing by itself."""
        return self._note(kind, 0, criterion.id, (label, trap), step)

    def final(self, findings: FinalFindings, step: int) -> int:
        """The end of the episode, with or without a memo."""
        entry = Entry("final_submission", findings.points, None, findings, step)
        entry.critical = tuple([("missed_escalation", one) for one in findings.critical_escalations])
        return self._add(entry)

    # --- reading the sheet ---

    @property
    def criticals(self) -> list[tuple[Entry, str, str]]:
        """Every critical failure as `(entry, cause, detail)`, in the order of the entries."""
        return [(entry, cause, detail) for entry in self.entries for cause, detail in entry.critical]

    def findings(self) -> Iterable[IssueFindings]:
        """The issues as they stand after revisions, in order."""
        return (entry.source for entry in self.entries if isinstance(entry.source, IssueFindings))
