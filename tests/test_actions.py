"""Actions: one definition, published as JSON Schemas, as tools and as typed values; and how what was sent is read."""

import json
from typing import Any

import jsonschema
import msgspec
import pytest

from playbook_legal import PlaybookEnv, tool_definitions
from playbook_legal.actions import (
    ACTIONS,
    AcceptCounterparty,
    Action,
    AskClient,
    Escalate,
    Limits,
    Malformed,
    ProposeRedline,
    Quote,
    ReadDocument,
    ReviseIssue,
    ReviseRedline,
    SearchMatter,
    SendMarkup,
    SubmitFinal,
    SubmitIssue,
    Taken,
    action_json,
    action_schemas,
    as_json,
    read_action,
)

from .cases import small_matter

ISSUE: dict[str, Any] = {
    "issue_id": "training",
    "title": "Training on Records",
    "severity": "high",
    "citations": ["msa §4.2"],
    "analysis": "It matters.",
    "recommendation": "Strike it.",
    "quotes": [{"citation": "msa §4.2", "text": "Moss may use Records"}],
}
REDLINE = {
    "issue_id": "training",
    "document_id": "msa",
    "section": "4.2",
    "replacement_text": "Moss shall not train.",
    "rationale": "The playbook.",
}
MARKUP = {"issue_id": "cap", "document_id": "msa", "section": "10.2", "proposed_text": "Two times the fees."}
QUOTES = (Quote("msa §4.2", "Moss may use Records"),)
ISSUE_FIELDS = ("training", "Training on Records", "high", ("msa §4.2",), "It matters.", "Strike it.", QUOTES)
REDLINE_FIELDS = tuple(REDLINE.values())

# An example of each action, as JSON and as a typed value.
EXAMPLES: list[tuple[dict[str, Any], Action]] = [
    ({"type": "read_document", "document_id": "msa"}, ReadDocument("msa")),
    ({"type": "read_document", "document_id": "msa", "section": "4.2"}, ReadDocument("msa", "4.2")),
    ({"type": "search_matter", "query": "training"}, SearchMatter("training")),
    ({"type": "ask_client", "question": "When do you launch?"}, AskClient("When do you launch?")),
    (
        {"type": "escalate", "topic": "exclusivity", "reason": "beyond me"},
        Escalate("exclusivity", "beyond me"),
    ),
    ({"type": "submit_issue", **ISSUE}, SubmitIssue(*ISSUE_FIELDS)),
    ({"type": "revise_issue", **ISSUE}, ReviseIssue(*ISSUE_FIELDS)),
    ({"type": "propose_redline", **REDLINE}, ProposeRedline(*REDLINE_FIELDS)),
    ({"type": "revise_redline", **REDLINE}, ReviseRedline(*REDLINE_FIELDS)),
    ({"type": "send_markup", **MARKUP}, SendMarkup(*MARKUP.values())),
    ({"type": "accept_counterparty", "issue_id": "cap"}, AcceptCounterparty("cap")),
    ({"type": "submit_final", "summary": "Done."}, SubmitFinal("Done.")),
]
NAMES = [
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
# The contract's table of fields; those that may be left out stand in parentheses.
FIELDS = {
    "read_document": "document_id (section)",
    "search_matter": "query",
    "ask_client": "question",
    "escalate": "topic reason",
    "submit_issue": "issue_id title severity citations analysis recommendation (quotes)",
    "revise_issue": "issue_id title severity citations analysis recommendation (quotes)",
    "propose_redline": "issue_id document_id section replacement_text rationale",
    "revise_redline": "issue_id document_id section replacement_text rationale",
    "send_markup": "issue_id document_id section proposed_text",
    "accept_counterparty": "issue_id",
    "submit_final": "summary",
}
example = pytest.mark.parametrize(
    ("sent", "typed"), EXAMPLES, ids=[f"{sent['type']} of {len(sent)} keys" for sent, _ in EXAMPLES]
)


# --- publishing --------------------------------------------------------------------------------------------


def test_there_are_eleven_actions_in_the_order_of_the_contract():
    assert list(ACTIONS) == list(action_schemas()) == list(FIELDS) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_has_the_fields_of_the_contract_each_described(name: str):
    schema = action_schemas()[name]
    jsonschema.Draft202012Validator.check_schema(schema)
    fields = FIELDS[name].split()
    required = [field for field in fields if not field.startswith("(")]
    assert list(schema["properties"]) == ["type", *(field.strip("()") for field in fields), "call_id"]
    assert schema["required"] == ["type", *required]
    assert schema["additionalProperties"] is False
    assert schema["description"].endswith(".")
    assert schema["properties"]["type"] == {"const": name}
    for field in fields:
        described = schema["properties"][field.strip("()")]
        assert described["description"].endswith(".")
        assert described["type"] == ("array" if field.strip("()") in ("citations", "quotes") else "string")


def test_severity_is_one_of_four_words_in_the_schema():
    assert action_schemas()["submit_issue"]["properties"]["severity"]["enum"] == [
        "low",
        "medium",
        "high",
        "critical",
    ]


def test_a_quote_is_a_described_object_in_the_schema():
    items = action_schemas()["submit_issue"]["properties"]["quotes"]["items"]
    assert list(items["properties"]) == items["required"] == ["citation", "text"]
    assert items["additionalProperties"] is False
    assert all(part["description"].endswith(".") for part in items["properties"].values())


@example
def test_an_example_of_each_action_validates_against_its_schema_and_no_other(
    sent: dict[str, Any], typed: Action
):
    for name, schema in action_schemas().items():
        assert jsonschema.Draft202012Validator(schema).is_valid(sent) is (name == sent["type"])
        assert jsonschema.Draft202012Validator(schema).is_valid({**sent, "call_id": "1"}) is (
            name == sent["type"]
        )
    assert not jsonschema.Draft202012Validator(action_schemas()[sent["type"]]).is_valid({**sent, "more": 1})


def test_tools_have_the_shape_of_function_calling():
    tools = tool_definitions()
    assert [tool["function"]["name"] for tool in tools] == NAMES
    for tool in tools:
        assert list(tool) == ["type", "function"]
        assert tool["type"] == "function"
        function = tool["function"]
        assert list(function) == ["name", "description", "parameters"]
        assert function["description"].endswith(".")
        parameters = function["parameters"]
        jsonschema.Draft202012Validator.check_schema(parameters)
        fields = FIELDS[function["name"]].split()
        assert parameters["type"] == "object"
        assert list(parameters["properties"]) == [field.strip("()") for field in fields]
        assert parameters["required"] == [field for field in fields if not field.startswith("(")]


def test_a_tool_call_with_its_name_as_type_is_the_action():
    for sent, typed in EXAMPLES:
        arguments = {key: value for key, value in sent.items() if key != "type"}
        (tool,) = [one for one in tool_definitions() if one["function"]["name"] == sent["type"]]
        jsonschema.validate(arguments, tool["function"]["parameters"])
        assert read_action({**arguments, "type": tool["function"]["name"]})[0] == Taken(typed)


def test_schemas_and_tools_say_the_same_about_every_field():
    for tool in tool_definitions():
        schema = action_schemas()[tool["function"]["name"]]
        for name, described in tool["function"]["parameters"]["properties"].items():
            assert schema["properties"][name] == described


def test_negotiation_is_absent_where_nobody_is_across_the_table():
    quiet = [name for name in NAMES if name not in ("send_markup", "accept_counterparty")]
    assert list(action_schemas(negotiable=False)) == quiet
    assert [tool["function"]["name"] for tool in tool_definitions(negotiable=False)] == quiet
    nobody: list[dict[str, Any] | None] = [None, {"positions": {}}]
    for counterparty in nobody:
        observation, _ = PlaybookEnv(small_matter(counterparty=counterparty)).reset()
        assert list(observation["action_schemas"]) == quiet
        assert observation["protocol"]["actions"] == quiet
        assert "negotiation" not in observation
        assert "negotiation_rounds_remaining" not in observation["budgets"]
        text = json.dumps(observation).lower()
        for word in ("send_markup", "accept_counterparty", "counterparty", "negotiat", "markup"):
            assert word not in text
    observation, _ = PlaybookEnv(small_matter()).reset()
    assert list(observation["action_schemas"]) == observation["protocol"]["actions"] == NAMES
    assert observation["budgets"]["negotiation_rounds_remaining"] == 8
    assert observation["negotiation"] == {}


def test_a_matters_bounds_stand_in_its_schemas():
    limits = Limits({"title": 160, "summary": 4000}, 4)
    schemas = action_schemas(limits=limits)
    assert schemas["submit_issue"]["properties"]["title"]["maxLength"] == 160
    assert schemas["revise_issue"]["properties"]["citations"]["maxItems"] == 4
    assert schemas["submit_final"]["properties"]["summary"]["maxLength"] == 4000
    assert "maxLength" not in schemas["submit_issue"]["properties"]["analysis"]
    tools = {
        tool["function"]["name"]: tool["function"]["parameters"] for tool in tool_definitions(limits=limits)
    }
    assert tools["submit_issue"]["properties"]["title"]["maxLength"] == 160
    assert "maxLength" not in action_schemas()["submit_issue"]["properties"]["title"]


def test_what_one_caller_does_to_a_schema_no_other_sees():
    schema = action_schemas()["submit_issue"]
    schema["properties"]["quotes"]["items"]["properties"]["text"]["description"] = "changed"
    schema["properties"]["severity"]["enum"].append("apocalyptic")
    tool = tool_definitions()[4]["function"]["parameters"]
    tool["required"].clear()
    tool["properties"]["quotes"]["items"]["required"].clear()
    fresh = action_schemas()["submit_issue"]
    assert fresh["properties"]["quotes"]["items"]["properties"]["text"]["description"] != "changed"
    assert fresh["properties"]["severity"]["enum"] == ["low", "medium", "high", "critical"]
    again = tool_definitions()[4]["function"]["parameters"]
    assert again["required"] == ["issue_id", "title", "severity", "citations", "analysis", "recommendation"]
    assert again["properties"]["quotes"]["items"]["required"] == ["citation", "text"]


# --- reading -----------------------------------------------------------------------------------------------


@example
def test_json_and_typed_value_are_the_same_action(sent: dict[str, Any], typed: Action):
    assert read_action(sent)[0] == read_action(typed)[0] == Taken(typed)
    assert action_json(typed) == action_json(read_action(sent)[1]) == sent
    assert json.loads(json.dumps(sent)) == sent


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        (None, "an action is a JSON object with a `type`, and null was sent"),
        ([], "an action is a JSON object with a `type`, and a list was sent"),
        ("submit_final", 'an action is a JSON object with a `type`, and "submit_final" was sent'),
        (7, "an action is a JSON object with a `type`, and 7 was sent"),
        (
            b"x",
            "an action is a JSON object with a `type`, and something that JSON cannot say (bytes) was sent",
        ),
        ({}, "the action has no `type`"),
        ({"type": None}, "`type` is null, which is no action"),
        ({"type": "Read_Document"}, '`type` is "Read_Document", which is no action'),
        ({"type": ["submit_final"]}, "`type` is a list, which is no action"),
    ],
)
def test_what_is_no_action_is_said_to_be_none(sent: object, message: str):
    assert read_action(sent)[0] == Malformed(None, message)


NEEDS = "submit_issue needs issue_id, title, severity, citations, analysis, recommendation"
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"title": None}, f"`title` must be text, and null was sent. {NEEDS}"),
    ({"title": 3}, f"`title` must be text, and 3 was sent. {NEEDS}"),
    ({"title": ["a"]}, f"`title` must be text, and a list was sent. {NEEDS}"),
    ({"citations": None}, f"`citations` must be a list of texts, and null was sent. {NEEDS}"),
    ({"citations": {"msa": "4.2"}}, f"`citations` must be a list of texts, and an object was sent. {NEEDS}"),
    ({"citations": ["a", 3]}, f"`citations` must be a list of texts, and 3 as item 1 was sent. {NEEDS}"),
    (
        {"citations": {"msa §4.2"}},
        f"`citations` must be a list of texts, and something that JSON cannot say (set) was sent. {NEEDS}",
    ),
    ({"quotes": "msa"}, f'`quotes` must be a list of {{citation, text}}, and "msa" was sent. {NEEDS}'),
    ({"quotes": ["x"]}, f'`quotes[0]` must be an object {{citation, text}}, and "x" was sent. {NEEDS}'),
    ({"quotes": [{"text": "x"}]}, f"`quotes[0].citation` is missing. {NEEDS}"),
    (
        {"quotes": [{"citation": 1, "text": "x"}]},
        f"`quotes[0].citation` must be text, and 1 was sent. {NEEDS}",
    ),
    (
        {"title": 1, "analysis": 2},
        f"`title` must be text, and 1 was sent; `analysis` must be text, and 2 was sent. {NEEDS}",
    ),
    ({"issue_id": " \n"}, "`issue_id` is blank; text is needed there"),
    (
        {"analysis": "a\ud800"},
        "`analysis` holds a lone surrogate at character 1, which no UTF-8 text can carry; remove it",
    ),
    (
        {"citations": ["a", "\udfff"]},
        "`citations[1]` holds a lone surrogate, which no UTF-8 text can carry; remove it",
    ),
    (
        {"quotes": [{"citation": "a", "text": "\ud800"}]},
        "`quotes[0]` holds a lone surrogate, which no UTF-8 text can carry; remove it",
    ),
]


@pytest.mark.parametrize(("change", "message"), WRONG, ids=[str(index) for index in range(len(WRONG))])
def test_a_malformed_action_is_told_what_was_wrong_and_what_would_be_right(
    change: dict[str, Any], message: str
):
    assert read_action({"type": "submit_issue", **ISSUE, **change})[0] == Malformed("submit_issue", message)


def test_a_missing_field_is_named():
    sent = {"type": "escalate", "topic": "x"}
    assert read_action(sent)[0] == Malformed("escalate", "`reason` is missing. escalate needs topic, reason")


def test_of_ten_thousand_faults_the_first_dozen_are_named():
    reading, _ = read_action({"type": "submit_issue", **ISSUE, "quotes": [1] * 10_000})
    assert isinstance(reading, Malformed)
    assert reading.message.endswith(f"; and 9988 more. {NEEDS}")
    assert len(reading.message) < 1_500


FORGIVEN: list[tuple[str, dict[Any, Any], dict[str, Any], tuple[str, ...]]] = [
    (
        "a text where a list belongs is a list of one",
        {"citations": "msa §4.2"},
        {"citations": ("msa §4.2",)},
        (),
    ),
    ("a quote where a list belongs is a list of one", {"quotes": ISSUE["quotes"][0]}, {"quotes": QUOTES}, ()),
    ("a tuple is a list", {"citations": ("msa §4.2",)}, {"citations": ("msa §4.2",)}, ()),
    ("null where nothing is needed is nothing", {"quotes": None}, {"quotes": ()}, ()),
    ("an unknown field is ignored and named", {"confidence": 0.9}, {}, ("confidence",)),
    (
        "an unknown field of a quote is ignored and named",
        {"quotes": [{**ISSUE["quotes"][0], "page": 3}]},
        {},
        ("quotes[0].page",),
    ),
    ("an unknown severity is taken", {"severity": "severe"}, {"severity": "severe"}, ()),
    ("an empty list of citations is taken", {"citations": []}, {"citations": ()}, ()),
    ("a field that is no text as a key is ignored and named", {3: "x"}, {}, ("3",)),
]


@pytest.mark.parametrize(
    ("change", "read", "ignored"), [row[1:] for row in FORGIVEN], ids=[row[0] for row in FORGIVEN]
)
def test_what_can_be_understood_is_taken(
    change: dict[str, Any], read: dict[str, Any], ignored: tuple[str, ...]
):
    reading, _ = read_action({"type": "submit_issue", **ISSUE, **change})
    expected = msgspec.structs.replace(SubmitIssue(*ISSUE_FIELDS), **read)
    assert reading == Taken(expected, ignored)


def test_typed_values_are_checked_like_any_other():
    for odd in (5, None, b"x", object(), {"a"}, ["x"]):
        reading, _ = read_action(ReadDocument(odd))  # type: ignore[arg-type]
        assert isinstance(reading, Malformed)
        assert reading.type == "read_document"
    reading, _ = read_action(SubmitIssue(*ISSUE_FIELDS[:6], quotes=(Quote("msa §4.2", 5),)))  # type: ignore[arg-type]
    assert reading == Malformed("submit_issue", f"`quotes[0].text` must be text, and 5 was sent. {NEEDS}")


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        ((1, "a", None, True, 2.5), [1, "a", None, True, 2.5]),
        ({"a": {1}}, {"a": {"unrepresentable": "set"}}),
        ([float("nan"), float("inf")], [{"unrepresentable": "nan"}, {"unrepresentable": "inf"}]),
        (10**18, {"unrepresentable": "a number beyond all measure"}),
        (-(10**18) + 1, -(10**18) + 1),
        ({1: "a", None: "b"}, {"1": "a", "null": "b"}),
        (range(3), {"unrepresentable": "range"}),
    ],
)
def test_anything_is_kept_as_plain_json(value: object, kept: object):
    assert as_json(value) == kept
    assert as_json(json.loads(json.dumps(as_json(value)))) == kept
