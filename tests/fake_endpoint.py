"""A chat endpoint on this machine that answers by script: a real HTTP server, so that what goes wrong on the way can
go wrong for real."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Asked:
    """One request: its body, how many came before it, how many answers its conversation holds."""

    body: dict[str, Any]
    headers: dict[str, str]
    before: int

    @property
    def messages(self) -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = self.body["messages"]
        return messages

    @property
    def turn(self) -> int:
        return sum(message["role"] == "assistant" for message in self.messages)

    @property
    def matter_id(self) -> str:
        seen = json.loads(self.messages[1]["content"].partition("\n")[2])
        return str(seen["matter"]["matter_id"])

    @property
    def told(self) -> list[dict[str, Any]]:
        """The answers to tool calls so far."""
        return [json.loads(one["content"]) for one in self.messages if one["role"] == "tool"]


@dataclass(frozen=True)
class Reply:
    """What goes over the wire. `stall` seconds pass before it, `drip` seconds before each byte of the body; `cut` sends
    only so many bytes of it and hangs up (0: not even a status)."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    stall: float = 0.0
    drip: float = 0.0
    cut: int | None = None


def completion(message: dict[str, Any], usage: Any = None, finish: str = "tool_calls") -> Reply:
    """A chat completion with that message."""
    told = {
        "id": "c",
        "object": "chat.completion",
        "model": "m",
        "choices": [{"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish}],
    }
    return Reply(body=json.dumps(told if usage is None else {**told, "usage": usage}).encode())


def calls(*actions: dict[str, Any], usage: Any = None, text: str | None = None) -> Reply:
    """An answer that calls tools: one call for each action."""
    made = [
        call(action["type"], json.dumps({k: v for k, v in action.items() if k != "type"}), f"id_{at}")
        for at, action in enumerate(actions)
    ]
    return completion({"content": text, "tool_calls": made}, usage)


def call(name: Any, arguments: Any, identity: Any = "id_0") -> dict[str, Any]:
    return {"id": identity, "type": "function", "function": {"name": name, "arguments": arguments}}


def text(words: str, usage: Any = None) -> Reply:
    """An answer without a tool call."""
    return completion({"content": words}, usage, "stop")


def fault(status: int, message: str = "no", **headers: str) -> Reply:
    """An error as such endpoints report it."""
    body = json.dumps({"error": {"message": message, "type": "some_error"}}).encode()
    return Reply(status, body, {name.replace("_", "-"): value for name, value in headers.items()})


class FakeEndpoint:
    """The server. `asked` are the requests so far."""

    def __init__(self, script: Callable[[Asked], Reply]) -> None:
        self.asked: list[Asked] = []
        self._script = script
        self._lock = threading.Lock()
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: Any) -> None:
                pass

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                endpoint._answer(self, body)

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_: Any) -> None:  # a client that was killed hangs up
                pass

        self._server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"

    def _answer(self, handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
        with self._lock:
            headers = {name.lower(): value for name, value in handler.headers.items()}
            asked = Asked(body, headers, len(self.asked))
            self.asked.append(asked)
        reply = self._script(asked)
        time.sleep(reply.stall)
        if reply.cut == 0:
            handler.close_connection = True
            return
        handler.send_response(reply.status)
        handler.send_header("content-type", "application/json")
        handler.send_header("content-length", str(len(reply.body)))
        for name, value in reply.headers.items():
            handler.send_header(name, value)
        handler.end_headers()
        for at in range(len(reply.body)) if reply.drip else ():
            time.sleep(reply.drip)
            handler.wfile.write(reply.body[at : at + 1])
        if not reply.drip:
            handler.wfile.write(reply.body[: reply.cut])
        if reply.cut is not None:
            handler.close_connection = True

    @contextmanager
    def serving(self) -> "Iterator[FakeEndpoint]":
        thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            self._server.server_close()
            thread.join()
