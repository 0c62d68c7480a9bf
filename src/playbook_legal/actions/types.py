"""What an agent may do: one type for each action. Everything else about actions is made from these types."""

import typing
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

SEVERITIES = ("low", "medium", "high", "critical")
MINIMUM_QUERY = 3  # characters of a search

# A field marked so must hold more than white space.
_FILLED = {"filled": True}

_Label = Annotated[
    str,
    Meta(
        description="Your own label for the point; use the same one for all work on it.",
        extra=_FILLED,
    ),
]
_DocumentId = Annotated[str, Meta(description="A document id from `documents`.")]
_SectionToken = Annotated[str, Meta(description="A section token of that document, for instance 4.2.")]


class Quote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A verbatim passage and the section it stands in."""

    citation: Annotated[str, Meta(description="The section the passage stands in, for instance msa §4.2.")]
    text: Annotated[str, Meta(description="The passage, word for word, at least 15 characters.")]


class BaseAction(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"
):
    """What all actions share: they cannot be changed, and name themselves by their `type`."""


class ReadDocument(BaseAction, frozen=True, tag="read_document"):
    """Read one section of a document, or the whole document."""

    document_id: _DocumentId
    section: Annotated[str, Meta(description="A section token; leave out for the whole document.")] = ""


class SearchMatter(BaseAction, frozen=True, tag="search_matter"):
    """Find the sections that contain a phrase, word for word (case and line breaks do not matter)."""

    query: Annotated[str, Meta(description="The phrase, three characters or more.")]


class AskClient(BaseAction, frozen=True, tag="ask_client"):
    """Ask the client one question about facts that the paper does not give. Uses the question budget."""

    question: Annotated[str, Meta(description="One question in plain words.", extra=_FILLED)]


class Escalate(BaseAction, frozen=True, tag="escalate"):
    """Put a decision that exceeds your authority before the supervisor. Uses the escalation budget."""

    topic: Annotated[str, Meta(description="What has to be decided.", extra=_FILLED)]
    reason: Annotated[str, Meta(description="Why it exceeds your authority.", extra=_FILLED)]


class _Issue(BaseAction, frozen=True):
    issue_id: _Label
    title: Annotated[str, Meta(description="The point in one line.")]
    severity: Annotated[
        str, Meta(description="How much it matters to the client.", extra={"enum": SEVERITIES})
    ]
    citations: Annotated[
        tuple[str, ...],
        Meta(description="Sections relied on; the operative provision first, for instance msa §4.2."),
    ]
    analysis: Annotated[str, Meta(description="What the paper says, and why it matters to this client.")]
    recommendation: Annotated[str, Meta(description="What to do about it.")]
    quotes: Annotated[
        tuple[Quote, ...],
        Meta(description="Verbatim passages as evidence; a paraphrase does not belong here."),
    ] = ()


class SubmitIssue(_Issue, frozen=True, tag="submit_issue"):
    """Report an issue in the paper."""


class ReviseIssue(_Issue, frozen=True, tag="revise_issue"):
    """Replace the issue you submitted under this label, as a whole."""


class _Redline(BaseAction, frozen=True):
    issue_id: _Label
    document_id: _DocumentId
    section: _SectionToken
    replacement_text: Annotated[str, Meta(description="The language you propose for the provision.")]
    rationale: Annotated[str, Meta(description="Why, in a sentence or two.")]


class ProposeRedline(_Redline, frozen=True, tag="propose_redline"):
    """Propose replacement language for a provision."""


class ReviseRedline(_Redline, frozen=True, tag="revise_redline"):
    """Replace the redline you proposed under this label for this provision."""


class SendMarkup(BaseAction, frozen=True, tag="send_markup"):
    """Send language to the counterparty. Uses a negotiation round."""

    issue_id: _Label
    document_id: _DocumentId
    section: _SectionToken
    proposed_text: Annotated[
        str, Meta(description="The language you ask the counterparty to accept.", extra=_FILLED)
    ]


class AcceptCounterparty(BaseAction, frozen=True, tag="accept_counterparty"):
    """Close the point on the counterparty's outstanding language. Uses a negotiation round."""

    issue_id: _Label


class SubmitFinal(BaseAction, frozen=True, tag="submit_final"):
    """Close the matter with a memo to the supervisor. Ends the episode."""

    summary: Annotated[
        str, Meta(description="What was found and decided, what remains open, who has to act.")
    ]


Action: TypeAlias = (
    ReadDocument
    | SearchMatter
    | AskClient
    | Escalate
    | SubmitIssue
    | ReviseIssue
    | ProposeRedline
    | ReviseRedline
    | SendMarkup
    | AcceptCounterparty
    | SubmitFinal
)
ActionType = Literal[
    "read_document",
    "search_matter",
    "ask_client",
    "escalate",
    "submit_issue",
    "revise_issue",
    "propose_redline",
    "revise_redline",
    "send_markup",
    "accept_counterparty",
    "submit_final",
]
ACTIONS: dict[str, type[Action]] = {kind.__struct_config__.tag: kind for kind in typing.get_args(Action)}
TYPE_NAMES: dict[type[Action], str] = {kind: name for name, kind in ACTIONS.items()}
# What the schemas say of each action. Not the docstrings: `python -OO` takes those away.
DESCRIPTIONS = {
    "read_document": "Read one section of a document, or the whole document.",
    "search_matter": "Find the sections that contain a phrase, word for word (case and line breaks do not matter).",
    "ask_client": "Ask the client one question about facts that the paper does not give. Uses the question budget.",
    "escalate": "Put a decision that exceeds your authority before the supervisor. Uses the escalation budget.",
    "submit_issue": "Report an issue in the paper.",
    "revise_issue": "Replace the issue you submitted under this label, as a whole.",
    "propose_redline": "Propose replacement language for a provision.",
    "revise_redline": "Replace the redline you proposed under this label for this provision.",
    "send_markup": "Send language to the counterparty. Uses a negotiation round.",
    "accept_counterparty": "Close the point on the counterparty's outstanding language. Uses a negotiation round.",
    "submit_final": "Close the matter with a memo to the supervisor. Ends the episode.",
}
NEGOTIATION = frozenset(("send_markup", "accept_counterparty"))


class Limits(msgspec.Struct, frozen=True):
    """Bounds a matter sets on actions: `characters` by field name, `citations` of an issue (None: no bound)."""

    characters: dict[str, int] = {}
    citations: int | None = None


def field_kind(field: msgspec.structs.FieldInfo) -> str:
    """`text`, `texts` or `quotes`."""
    if field.type is str:
        return "text"
    origin = typing.get_args(field.type)
    base = origin[0] if typing.get_origin(field.type) is Annotated else field.type
    if base is str:
        return "text"
    return "texts" if typing.get_args(base)[0] is str else "quotes"


def field_meta(hint: Any) -> Meta:
    """What a field's annotation says of it."""
    found: Meta = next(part for part in hint.__metadata__ if isinstance(part, Meta))
    return found


@cache
def filled_fields(kind: type[Any]) -> frozenset[str]:
    """The fields of an action type that must hold more than white space."""
    hints = typing.get_type_hints(kind, include_extras=True)
    return frozenset(
        name for name in kind.__struct_fields__ if (field_meta(hints[name]).extra or {}).get("filled")
    )
