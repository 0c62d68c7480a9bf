"""The critic as an MCP server, asked by the SDK's own client: in this process, and over standard input and output."""

import json
import subprocess
import sys
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="the extra mcp is not installed")

import anyio
from mcp import Client, MCPError, StdioServerParameters

from playbook_legal.adapters.mcp_server.asking import desk
from playbook_legal.adapters.mcp_server.server import server
from playbook_legal.critic import ClientRecord, load_authority, load_submission, review

ROOT = Path(__file__).resolve().parent.parent
MATTER = ROOT / "matters" / "ai_saas_001"
AUTHORITY = ROOT / "examples" / "authority" / "ai_saas_001.authority.yaml"
WORDS = "in no event later than 72 hours after Acme confirms"

TOOLS = (
    "list_documents",
    "read_section",
    "resolve_citation",
    "check_quote",
    "find_quote",
    "check_language",
    "check_submission",
)

FOLDER = {
    "msa.md": (
        "# Master Agreement\n\n## 4 Fees\n\nThe Customer pays the fees.\n\n## 4.2 Taxes\n\n"
        "Fees are net of taxes, and the Customer bears them.\n"
    ),
    "lease.txt": (
        "LEASE\n\n1. Term. The term of this Lease runs for five years.\n\n"
        "2. Rent. The Tenant pays the rent in advance, on the first day of each month.\n"
    ),
}


def ask(made: Any, question: Callable[[Client], Coroutine[Any, Any, Any]]) -> Any:
    async def session() -> Any:
        async with Client(made) as client:
            return await question(client)

    return anyio.run(session)


def call(made: Any, tool: str, **arguments: Any) -> dict[str, Any]:
    """The structured answer of a tool."""
    result = ask(made, lambda client: client.call_tool(tool, arguments))
    assert not result.is_error, result.content
    answer: dict[str, Any] = result.structured_content
    return answer


def refused(made: Any, tool: str, **arguments: Any) -> str:
    """What a tool says that cannot answer."""
    result = ask(made, lambda client: client.call_tool(tool, arguments))
    assert result.is_error
    (content,) = result.content
    assert "\n" not in content.text
    text: str = content.text
    return text.removeprefix(f"Error executing tool {tool}: ")


@pytest.fixture(scope="module")
def matter() -> Any:
    return server(desk(str(MATTER), str(AUTHORITY)))


@pytest.fixture
def folder(tmp_path: Path) -> Any:
    for name, text in FOLDER.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return server(desk(str(tmp_path)))


def test_every_tool_only_reads_and_says_what_it_answers(matter: Any) -> None:
    tools = ask(matter, lambda client: client.list_tools()).tools
    assert tuple(tool.name for tool in tools) == TOOLS
    for tool in tools:
        assert tool.title
        assert tool.description
        assert tool.output_schema["type"] == "object"
        hints = tool.annotations
        assert (hints.read_only_hint, hints.destructive_hint, hints.open_world_hint) == (True, False, False)
        assert all("description" in one for one in tool.input_schema["properties"].values())
    (template,) = ask(matter, lambda client: client.list_resource_templates()).resource_templates
    assert template.uri_template == "deal://{document}/{section}"


def test_the_documents_are_listed_and_the_sections_of_the_one_asked_for(matter: Any) -> None:
    answer = call(matter, "list_documents")
    assert [one["id"] for one in answer["documents"]] == ["msa", "dpa", "playbook", "instructions"]
    assert answer["record"] == "ai_saas_001"
    assert answer["sections"] == []
    sections = call(matter, "list_documents", document="dpa")["sections"]
    assert [one["title"] for one in sections if one["citation"] == "dpa §5.1"] == [
        "Notice of Security Incidents"
    ]
    assert refused(matter, "list_documents", document="nda") == (
        'there is no document "nda"; the record has msa, dpa, playbook, instructions'
    )


def test_a_section_is_read_and_a_long_one_in_pieces(matter: Any) -> None:
    (section,) = call(matter, "read_section", citation="dpa §5.1")["sections"]
    assert WORDS in section["text"]
    assert (section["citation"], section["next_offset"]) == ("dpa §5.1", 0)
    assert section["characters"] == len(section["text"])
    (rest,) = call(matter, "read_section", citation="dpa §5.1", offset=100)["sections"]
    assert rest["text"] == section["text"][100:]
    assert refused(matter, "read_section", citation="dpa §99").startswith(
        "`dpa §99` names a section that `dpa` does not have"
    )


def test_a_document_longer_than_an_answer_goes_on_where_it_broke_off(tmp_path: Path) -> None:
    text = "\n".join(f"Line {number} of the agreement." for number in range(2_000))
    (tmp_path / "long.md").write_text(text, encoding="utf-8")
    made, read, offset = server(desk(str(tmp_path))), "", 0
    for _ in range(10):
        (section,) = call(made, "read_section", citation="long §full", offset=offset)["sections"]
        read += section["text"]
        offset = section["next_offset"]
        if not offset:
            break
    assert read == text
    whole = ask(made, lambda client: client.read_resource("deal://long/full"))
    assert whole.contents[0].text == text


def test_a_citation_resolves_or_says_why_it_does_not(matter: Any, folder: Any) -> None:
    answer = call(matter, "resolve_citation", citation="dpa §5.1")
    assert answer["resolves"]
    assert [one["section"] for one in answer["places"]] == ["5.1"]
    answer = call(matter, "resolve_citation", citation="nda §1")
    assert (answer["resolves"], answer["cause"], answer["places"]) == (False, "unknown_document", [])
    assert "names the document `nda`" in answer["message"]
    answer = call(folder, "resolve_citation", citation="Section 2 of the lease")
    assert [one["citation"] for one in answer["places"]] == ["lease §2"]


def test_a_quotation_verifies_with_its_place(matter: Any) -> None:
    answer = call(matter, "check_quote", quote=WORDS, citation="dpa §5.1")
    assert (answer["verdict"], answer["verified"], answer["faults"]) == ("verified", True, [])
    assert answer["at"]["citation"] == "dpa §5.1"
    source = (MATTER / "documents" / "dpa.md").read_text(encoding="utf-8")
    assert source[answer["at"]["start"] : answer["at"]["end"]] == WORDS


def test_a_wrong_quotation_is_answered_with_what_differs_and_where(matter: Any) -> None:
    answer = call(matter, "check_quote", quote=WORDS.replace("72", "27"), citation="dpa §5.1")
    (fault,) = answer["faults"]
    assert (answer["verified"], fault["verdict"], fault["cause"]) == (
        False,
        "FABRICATED_QUOTE",
        "number_changed",
    )
    assert fault["nearest"]["differences"] == [{"quoted": "27", "record": "72"}]
    assert fault["nearest"]["place"]["citation"] == "dpa §5.1"
    assert fault["remedy"].startswith("Restore the figure")


def test_a_quotation_cited_to_the_wrong_section_is_told_its_own(matter: Any) -> None:
    answer = call(matter, "check_quote", quote=WORDS, citation="dpa §5.2")
    (fault,) = answer["faults"]
    assert (fault["cause"], [one["citation"] for one in fault["found"]]) == ("elsewhere", ["dpa §5.1"])


def test_words_are_found_wherever_they_stand(matter: Any, folder: Any) -> None:
    answer = call(matter, "find_quote", quote=WORDS)
    assert (answer["stands"], answer["count"]) == (True, 1)
    assert [one["citation"] for one in answer["places"]] == ["dpa §5.1"]
    answer = call(matter, "find_quote", quote=WORDS.replace("72", "27"))
    assert (answer["stands"], answer["places"]) == (False, [])
    assert answer["nearest"]["differences"] == [{"quoted": "27", "record": "72"}]
    assert not call(matter, "find_quote", quote="72 hours")["stands"]
    answer = call(folder, "find_quote", quote="pays the rent in advance")
    assert [one["citation"] for one in answer["places"]] == ["lease §2"]


def test_language_is_held_to_the_authority_file(matter: Any, folder: Any) -> None:
    text = "Provider shall notify Customer within 72 hours."
    answer = call(matter, "check_language", text=text, citation="dpa §5.1")
    assert (answer["passed"], answer["verdict"]) == (False, "PROHIBITED_CONCESSION")
    assert [(one["rule"], one["pattern"]) for one in answer["faults"]] == [
        ("incident_notice_24_hours", "72 hours")
    ]
    answer = call(matter, "check_language", text=text.replace("72", "24"), citation="dpa §5.1")
    assert (answer["passed"], answer["faults"]) == (True, [])
    assert answer["rules"] > 0
    assert refused(folder, "check_language", text=text) == (
        "the server has no authority file; start it with --authority FILE"
    )


def test_a_submission_gets_the_report_of_the_command_line(matter: Any) -> None:
    path = ROOT / "examples" / "ai_saas_001" / "bad_fabricated_quote.jsonl"
    answer = call(matter, "check_submission", submission=path.read_text(encoding="utf-8"))
    report = review(ClientRecord.from_directory(MATTER), load_submission(path), load_authority(AUTHORITY))
    assert answer == report.to_dict()
    assert not answer["passed"]


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("check_quote", {"quote": "  ", "citation": "dpa §5.1"}, "the quotation is empty"),
        (
            "check_quote",
            {"quote": "x" * 30_000, "citation": "dpa §5.1"},
            "the quotation has 30000 characters",
        ),
        ("find_quote", {"quote": ""}, "the quotation is empty"),
        ("check_language", {"text": "\n"}, "the language is empty"),
        ("read_section", {"citation": ""}, '"" is no citation; one is written `dpa §5.1`'),
        ("read_section", {"citation": "9" * 1000}, '"99999'),
        ("check_submission", {"submission": "hello"}, "submission: this is neither JSON nor JSON lines"),
        ("check_submission", {"submission": "{}"}, "submission: this is no submission"),
        ("check_submission", {"submission": '{"issues": [{"quote": "\\ud800"}]}'}, "submission: "),
        ("check_submission", {"submission": " " * 5_000_000}, "the submission has 5000000 characters"),
    ],
)
def test_what_cannot_be_answered_is_an_error_of_one_line(
    matter: Any, tool: str, arguments: dict[str, Any], message: str
) -> None:
    assert refused(matter, tool, **arguments).startswith(message)


def test_sections_are_resources(matter: Any, folder: Any) -> None:
    found = ask(matter, lambda client: client.read_resource("deal://dpa/5.1"))
    assert WORDS in found.contents[0].text
    found = ask(folder, lambda client: client.read_resource("deal://lease/2"))
    assert "The Tenant pays the rent" in found.contents[0].text
    for uri in ("deal://dpa/99", "deal://..%2Fai_saas_001/rubric.yaml", "deal://rubric.yaml/full"):
        assert "\n" not in no_resource(matter, uri)


def no_resource(made: Any, uri: str) -> str:
    """What is said of a resource that is none."""

    async def question(client: Client) -> str:
        with pytest.raises(MCPError) as caught:
            await client.read_resource(uri)
        return str(caught.value)

    said: str = ask(made, question)
    return said


def test_no_question_leads_to_the_answer_key(matter: Any) -> None:
    for citation in ("rubric §full", "../rubric.yaml §full", f"{MATTER}/rubric.yaml §full"):
        assert not call(matter, "resolve_citation", citation=citation)["resolves"]
    submission = str(MATTER / "rubric.yaml")
    assert "neither JSON" in refused(matter, "check_submission", submission=submission)


def test_an_unreadable_document_is_named_and_nothing_in_it_called_invented(tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2", reason="the extra pdf is not installed")
    from . import pdf_files

    (tmp_path / "scan.pdf").write_bytes(pdf_files.pdf_file([pdf_files.picture_page()]))
    made = server(desk(str(tmp_path)))
    (card,) = call(made, "list_documents")["documents"]
    assert "a scan" in card["unreadable"]
    answer = call(made, "check_quote", quote="Each party bears its own costs.", citation="scan §1")
    assert [(one["cause"], one["severity"]) for one in answer["faults"]][:1] == [
        ("unreadable_document", "advisory")
    ]


# --- as a process ---------------------------------------------------------------------------------------------


def parameters(*arguments: str) -> StdioServerParameters:
    start = "from playbook_legal.cli.main import run; run()"
    return StdioServerParameters(command=sys.executable, args=["-c", start, "mcp", *arguments])


def test_the_command_serves_a_client_over_standard_input_and_output() -> None:
    async def session() -> tuple[list[str], dict[str, Any], bool, str]:
        async with Client(parameters("--record", str(MATTER), "--authority", str(AUTHORITY))) as client:
            tools = [tool.name for tool in (await client.list_tools()).tools]
            checked = await client.call_tool("check_quote", {"quote": WORDS, "citation": "dpa §5.1"})
            wrong = await client.call_tool("read_section", {"citation": "dpa §99"})
            section = await client.read_resource("deal://dpa/5.1")
            return tools, checked.structured_content or {}, bool(wrong.is_error), section.contents[0].text  # type: ignore[union-attr]

    tools, checked, wrong, section = anyio.run(session)
    assert tuple(tools) == TOOLS
    assert (checked["verified"], wrong) == (True, True)
    assert WORDS in section


def started(*arguments: str) -> subprocess.CompletedProcess[str]:
    start = "from playbook_legal.cli.main import run; run()"
    return subprocess.run(
        [sys.executable, "-c", start, "mcp", *arguments],
        capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=60,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--record", "nowhere"], "there is no such folder"),
        (
            ["--record", str(MATTER), "--authority", str(MATTER / "rubric.yaml")],
            "this leads to an answer key",
        ),
        ([], "Missing option '--record'"),
    ],
)
def test_what_cannot_be_served_ends_in_one_line_before_anything_is_served(
    arguments: list[str], message: str
) -> None:
    done = started(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_process_that_served_has_loaded_nothing_that_knows_an_answer_key() -> None:
    program = f"""
import anyio, json, sys
from mcp import Client
from playbook_legal.cli.main import playbook
from playbook_legal.cli.mcp import mcp_command
from playbook_legal.adapters.mcp_server.asking import desk
from playbook_legal.adapters.mcp_server.server import server

opened = []
sys.addaudithook(lambda event, given: opened.append(str(given[0])) if event == "open" else None)
made = server(desk({str(MATTER)!r}, {str(AUTHORITY)!r}))

async def session():
    async with Client(made) as client:
        await client.call_tool("list_documents", {{"document": "dpa"}})
        await client.call_tool("check_quote", {{"quote": {WORDS.upper() + " of it"!r}, "citation": "dpa §5.1"}})
        await client.call_tool("find_quote", {{"quote": {WORDS!r}}})
        await client.call_tool("check_language", {{"text": "within 72 hours"}})
        await client.call_tool("check_submission", {{"submission": json.dumps({{"summary": "x"}})}})

anyio.run(session)
rooms = ("matter", "scoring", "episode", "testing", "authoring", "bench")
print(json.dumps([
    sorted(name for name in sys.modules if name.split(".")[:2] in [["playbook_legal", room] for room in rooms]),
    [name for name in opened if name.endswith(("rubric.yaml", "hidden_facts.yaml", "counterparty.yaml"))],
    sum(name.endswith("dpa.md") for name in opened),
]))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [[], [], 1]


def test_without_the_extra_the_message_names_the_command() -> None:
    program = (
        "import sys; sys.modules['mcp'] = None\n"
        f"sys.argv = ['playbook', 'mcp', '--record', {str(MATTER)!r}]\n"
        "from playbook_legal.cli.main import run; run()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert (
        done.stderr == "playbook: the MCP server needs the package mcp: pip install 'playbook-legal[mcp]'\n"
    )


MARKED = {
    "agr.md": (
        '# Agreement\n\n1. <span class="t">Fees.</span> The **Customer** pays the [fees](#fees) &amp; no tax at all.\n'
    ),
    "msa.md": "## 4.2 Taxes\n\nFees are *net* of <b>taxes</b>, and the Customer bears them.\n",
}
SEEN = {
    "agr §1": "1. Fees. The Customer pays the fees & no tax at all.",
    "msa §4.2": "## 4.2 Taxes\n\nFees are net of taxes, and the Customer bears them.",
}


def test_a_section_is_read_as_a_reader_of_the_paper_sees_it(tmp_path: Path) -> None:
    for name, content in MARKED.items():
        (tmp_path / name).write_text(content, "utf-8")
    made = server(desk(str(tmp_path)))
    for citation, text in SEEN.items():
        (section,) = call(made, "read_section", citation=citation)["sections"]
        assert (section["text"], section["characters"], section["next_offset"]) == (text, len(text), 0)
        (rest,) = call(made, "read_section", citation=citation, offset=10)["sections"]
        assert rest["text"] == text[10:]
        (place,) = call(made, "resolve_citation", citation=citation)["places"]
        assert place["text"] == " ".join(text.split())
        document, _, label = citation.partition(" §")
        assert MARKED[f"{document}.md"][place["start"] : place["end"]] in MARKED[f"{document}.md"].strip()
        listed = call(made, "list_documents", document=document)["sections"]
        assert {one["citation"]: one["characters"] for one in listed}[citation] == len(text)
        contents = ask(made, partial(Client.read_resource, uri=f"deal://{document}/{label}")).contents
        assert [one.text for one in contents] == [text]
    answer = call(made, "check_quote", quote="The Customer pays the fees & no tax at all", citation="agr §1")
    assert answer["at"]["text"] == "The Customer pays the fees & no tax at all"


def test_a_section_of_a_matter_is_read_as_its_file_has_it(tmp_path: Path) -> None:
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "msa.md").write_text(MARKED["msa.md"], "utf-8")
    (tmp_path / "matter.yaml").write_text(
        (MATTER / "matter.yaml").read_text("utf-8").partition("documents:")[0]
        + "documents:\n  - id: msa\n    title: Master Agreement\n    path: documents/msa.md\n",
        "utf-8",
    )
    made = server(desk(str(tmp_path)))
    (section,) = call(made, "read_section", citation="msa §4.2")["sections"]
    assert section["text"] == MARKED["msa.md"].strip()
