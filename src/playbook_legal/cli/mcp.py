"""`playbook mcp`: the critic as a server for agents, on standard input and output."""

from typing import get_args

import click

from .. import __version__
from ..critic.leaves import ViewPolicy
from ..critic.report import QuotePolicy


@click.command("mcp", context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--record", metavar="DIR", required=True, help="The paper: a matter or any folder of documents."
)
@click.option(
    "--authority", metavar="FILE", help="What the client will and will not accept (playbook.authority.v1)."
)
@click.option(
    "--quotes",
    type=click.Choice(get_args(QuotePolicy)),
    help="How far a quotation may differ from the paper in its typing. Without the option this depends on the paper.",
)
@click.option(
    "--view",
    type=click.Choice(get_args(ViewPolicy)),
    default="accepted",
    show_default=True,
    help="Which text of a document with tracked changes counts.",
)
def mcp_command(record: str, authority: str | None, quotes: QuotePolicy | None, view: ViewPolicy) -> int:
    """Answer an agent's questions about the paper in DIR by the Model Context Protocol: its documents and sections,
    citations, quotations, language, whole submissions. Nothing is written, and no answer key is opened.
    """
    from ..adapters.mcp_server.asking import desk
    from ..adapters.mcp_server.server import check_installed, serve

    check_installed()
    serve(desk(record, authority, quotes, view), __version__)
    return 0
