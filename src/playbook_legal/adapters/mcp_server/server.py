"""The tools and resources of the server, and how it is run."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Any

from ...critic.reviewing import MINIMUM_SUMMARY
from ...problems import PlaybookError
from . import asking
from .answers import (
    CitationAnswer,
    FoundAnswer,
    LanguageAnswer,
    QuoteAnswer,
    RecordAnswer,
    SectionsAnswer,
)
from .asking import Desk

if TYPE_CHECKING:
    from mcp.server import MCPServer

_INSTRUCTIONS = """\
Checks legal work against the paper of one deal, word for word, without a model. Use list_documents to see the paper,
read_section to read it, and check_quote before you put words in quotation marks. check_language says whether language
you propose is within the client's authority. check_submission reviews finished work. A citation is a document's id, a
section sign and a section, such as `msa §4.2`. A clean answer means that nothing is provably wrong, not that the work
is good.
"""


def check_installed() -> None:
    """Raises `PlaybookError` with the command that installs it when the SDK is missing."""
    if find_spec("mcp") is None:
        raise PlaybookError("the MCP server needs the package mcp: pip install 'playbook-legal[mcp]'")


def server(desk: Desk, version: str = "") -> "MCPServer":
    """The server over what lies on `desk`; `run()` serves it on standard input and output."""
    check_installed()
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ResourceError, ToolError
    from mcp_types import ToolAnnotations
    from pydantic import Field

    made = MCPServer(
        "playbook", title="Playbook critic", instructions=_INSTRUCTIONS, version=version, log_level="WARNING"
    )
    reads = ToolAnnotations(
        read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
    )
    lock = threading.Lock()  # the SDK calls tools from several threads, and a record belongs to one at a time

    @contextmanager
    def alone(error: type[Exception]) -> Iterator[None]:
        """One question after the other; whatever cannot be answered becomes an error of the tool, in one line."""
        with lock:
            try:
                yield
            except PlaybookError as problem:
                raise error(str(problem)) from None

    cited = Annotated[str, Field(description="Document, section sign, section: `msa §4.2(a)`.")]

    @made.tool(title="List the documents of the record", annotations=reads)
    def list_documents(
        document: Annotated[
            str, Field(description="The id of a document whose sections are wanted too.")
        ] = "",
    ) -> RecordAnswer:
        """The documents of the record with their ids; with the id of one of them also its sections."""
        with alone(ToolError):
            return asking.documents(desk, document)

    @made.tool(title="Read a section", annotations=reads)
    def read_section(
        citation: cited,
        offset: Annotated[int, Field(ge=0, description="Where to go on in a long section: next_offset.")] = 0,
    ) -> SectionsAnswer:
        """The text of the section or sections that a citation names; `msa §full` is a whole document."""
        with alone(ToolError):
            return asking.section(desk, citation, offset)

    @made.tool(title="Resolve a citation", annotations=reads)
    def resolve_citation(citation: cited) -> CitationAnswer:
        """Whether a citation names a section of the record, and which; when not, what there is instead."""
        with alone(ToolError):
            return asking.resolved(desk, citation)

    @made.tool(title="Check a quotation where it is cited", annotations=reads)
    def check_quote(
        quote: Annotated[str, Field(description="The words as they stand between the quotation marks.")],
        citation: cited,
    ) -> QuoteAnswer:
        """Whether a quotation stands, word for word, in the section it cites; when not, where it stands and what
        differs."""
        with alone(ToolError):
            return asking.quotation(desk, quote, citation)

    @made.tool(title="Find a quotation anywhere in the record", annotations=reads)
    def find_quote(
        quote: Annotated[str, Field(description="The words to be found, 15 characters or more.")],
    ) -> FoundAnswer:
        """Where words stand in the record, with their citations; when nowhere, the nearest passage."""
        with alone(ToolError):
            return asking.occurrences(desk, quote)

    @made.tool(title="Check language against the client's authority", annotations=reads)
    def check_language(
        text: Annotated[str, Field(description="The language that is proposed, accepted or closed on.")],
        citation: Annotated[str, Field(description="The provision it is meant for, if there is one.")] = "",
    ) -> LanguageAnswer:
        """Whether proposed language matches a pattern that the client has ruled out in the authority file."""
        with alone(ToolError):
            return asking.language(desk, text, citation)

    @made.tool(title="Check a whole submission", annotations=reads)
    def check_submission(
        submission: Annotated[
            str, Field(description="The text of the submission: review JSON or actions JSONL.")
        ],
        min_summary_chars: Annotated[
            int, Field(ge=0, description="Shorter summaries are reported.")
        ] = MINIMUM_SUMMARY,
    ) -> dict[str, Any]:
        """The critic's report (playbook.critic-report.v1) on issues, redlines, markups, settlements and summary."""
        with alone(ToolError):
            return asking.submission(desk, submission, min_summary_chars)

    @made.resource("deal://{document}/{section}", title="A section of a document", mime_type="text/plain")
    def section_of(document: str, section: str) -> str:
        """The text of a section, such as deal://msa/4.2."""
        with alone(ResourceError):
            return asking.whole_text(desk, document, section)

    return made


def serve(desk: Desk, version: str = "") -> None:
    """Serve on standard input and output until the client goes away."""
    server(desk, version).run()


__all__ = ["check_installed", "serve", "server"]
