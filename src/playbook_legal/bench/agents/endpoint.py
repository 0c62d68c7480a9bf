"""An OpenAI-compatible endpoint, reached by the official client.

What goes wrong on the way (no connection, time-outs, rate limits, server errors, an answer that is not whole) is
tried again with growing pauses; an answer that arrived is never asked for again. Nothing that an endpoint sends
is trusted: answers are read up to a bound and within a time, and the key never leaves this module.
"""

import asyncio
import email.utils
import importlib
import json
import os
import random
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

import msgspec

from ...problems import PlaybookError, one_line
from .protocol import OutsideTroubleError

if TYPE_CHECKING:
    from openai import AsyncOpenAI

T = TypeVar("T")

KEY_VARIABLE = "OPENAI_API_KEY"

_MAXIMUM_BODY = 4 * 1024 * 1024
_MAXIMUM_FAULT = 16 * 1024  # bytes read of an answer that reports an error
_LONGEST_PAUSE = 60.0
_LONGEST_WAIT = 600.0  # asked for by the endpoint; who asks for more is not waited for
_REPEATABLE = frozenset((408, 425, 429))  # and every status from 500 on
_SHORTEST_SECRET = 8  # a shorter key is no secret, and would be found by chance in any text
_TOO_LONG = re.compile(
    r"context[ _-]?(?:length|window|size)|maximum context|(?:prompt|input) is too long|too many (?:input )?tokens",
    re.IGNORECASE,
)


class EndpointOptions(msgspec.Struct, frozen=True):
    """Where a model is, and how patiently it is asked. `base_url` None means the client's own default. Times in
    seconds."""

    base_url: str | None
    key_variable: str = KEY_VARIABLE
    timeout: float = 300.0
    retries: int = 5
    first_pause: float = 1.0


class ContextFullError(Exception):
    """The endpoint says that the conversation is longer than its model can take."""


class _TroubleError(Exception):
    """Something on the way. `lasting`: it will be the same next time. `wait`: seconds the endpoint asked for."""

    def __init__(self, reason: str, *, lasting: bool = False, wait: float | None = None) -> None:
        super().__init__(reason)
        self.lasting = lasting
        self.wait = wait


class _ConversationTooLongError(_TroubleError):
    def __init__(self, reason: str) -> None:
        super().__init__(reason, lasting=True)


def openai_client() -> Any:
    """The official client's module; `PlaybookError` names the extra when it is missing."""
    try:
        return importlib.import_module("openai")
    except ImportError:
        message = "chat agents need the package openai: pip install 'playbook-legal[chat]'"
        raise PlaybookError(message) from None


def key_of(options: EndpointOptions) -> str:
    """The key from the environment. `PlaybookError` when the variable is not set, unless an endpoint is named and no
    variable: many local servers want no key."""
    key = os.environ.get(options.key_variable, "").strip()
    if key or (options.base_url is not None and options.key_variable == KEY_VARIABLE):
        if not key.isascii() or not key.isprintable():
            raise PlaybookError(f"the key in {options.key_variable} holds characters that no key has")
        return key or "none"
    raise PlaybookError(f"the environment variable {options.key_variable} is not set; put the key there")


def checked_base_url(address: str) -> str:
    """An endpoint's address as it may be recorded; `PlaybookError` when it is none, or holds what should be secret."""
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError as error:
        raise PlaybookError(f"the base URL is not an address: {error}") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise PlaybookError("the base URL must begin with http:// or https:// and name a host")
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise PlaybookError(
            "the base URL becomes part of the record, so it must hold no user name, password or query; put the key "
            "into an environment variable and name it with --api-key-env"
        )
    return address.rstrip("/")


class Endpoint:
    """A connection to an endpoint, opened on first use and shared by the episodes of a process."""

    def __init__(self, options: EndpointOptions) -> None:
        self.options = options
        self._client: AsyncOpenAI | None = None
        self._key = ""

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            client, self._client = self._client, None
            await client.close()

    async def completion(self, request: dict[str, Any], read: Callable[[Any], T]) -> T:
        """What `read` makes of the chat completion for `request`. It is given the JSON as it was sent, and raises
        `ValueError` when that is no answer.

        Raises `OutsideTroubleError` when no answer came with the last attempt, and `ContextFullError`.
        """
        trouble = _TroubleError("no attempt was made")
        attempts = 0
        while attempts <= self.options.retries:
            attempts += 1
            try:
                return await self._attempt(request, read)
            except _ConversationTooLongError as error:
                raise ContextFullError(str(error)) from None
            except _TroubleError as error:
                trouble = error
            if trouble.lasting:
                break
            if attempts <= self.options.retries:
                await asyncio.sleep(self._pause(attempts, trouble.wait))
        raise OutsideTroubleError(one_line(self._without_key(str(trouble)), 400), attempts)

    def _pause(self, attempts: int, asked: float | None) -> float:
        """Seconds before the next attempt: what the endpoint asked for, or twice as long each time; and a little
        more, by chance, so that many episodes do not come back at once."""
        grown = min(self.options.first_pause * 2.0 ** min(attempts - 1, 16), _LONGEST_PAUSE)
        more = random.uniform(0, 0.25) * self.options.first_pause  # noqa: S311 - no secret
        return (grown if asked is None else asked) + more

    async def _attempt(self, request: dict[str, Any], read: Callable[[Any], T]) -> T:
        try:
            client = self._opened()
            async with asyncio.timeout(self.options.timeout):
                body = await self._body(client, request)
        except TimeoutError:
            raise _TroubleError(f"no answer within {self.options.timeout:g} seconds") from None
        except PlaybookError:
            raise
        except Exception as error:  # noqa: BLE001 - a transport may raise anything, and no episode is to die of it
            raise _trouble_in(error) from None
        text = self._without_key(body.decode("utf-8", "replace"))
        try:
            completion = json.loads(text)
        except (ValueError, RecursionError):
            raise _TroubleError(f"the answer is not JSON: {one_line(text, 120) or 'it is empty'}") from None
        try:
            return read(completion)
        except ValueError as error:
            raise _TroubleError(str(error)) from None

    def _opened(self) -> "AsyncOpenAI":
        if self._client is None:
            openai = openai_client()
            self._key = key_of(self.options)
            http = openai.DefaultAsyncHttpxClient(
                timeout=None,  # an attempt as a whole has one, which drops of an answer do not prolong
                # A redirection would take the conversation to where nobody meant it to go.
                follow_redirects=False,
                event_hooks={"response": [_refuse_faults]},
            )
            self._client = openai.AsyncOpenAI(
                api_key=self._key,
                base_url=self.options.base_url,
                timeout=None,
                max_retries=0,  # ours are bounded by what may be tried again, and counted
                http_client=http,
            )
        return self._client

    async def _body(self, client: "AsyncOpenAI", request: dict[str, Any]) -> bytes:
        body = bytearray()
        create: Callable[..., Any] = client.chat.completions.with_streaming_response.create
        async with create(**request) as response:
            async for chunk in response.iter_bytes():
                body += chunk
                if len(body) > _MAXIMUM_BODY:
                    raise _TroubleError(f"the answer has more than {_MAXIMUM_BODY} bytes")
        return bytes(body)

    def _without_key(self, text: str) -> str:
        """`text` with the key struck out, should an endpoint send it back."""
        return text.replace(self._key, "[key]") if len(self._key) >= _SHORTEST_SECRET else text


async def _refuse_faults(response: Any) -> None:
    """Called by the client with every response before it looks at it: what is no success is read up to a bound and
    raised, so that no endless error is read to its end."""
    if response.status_code == 200:
        return
    body = bytearray()
    with suppress(Exception):  # what it says is a courtesy; the status is what counts
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) > _MAXIMUM_FAULT:
                break
    close: Callable[[], Awaitable[None]] = response.aclose
    await close()
    raise _fault(int(response.status_code), bytes(body), response.headers)


def _fault(status: int, body: bytes, headers: Any) -> _TroubleError:
    said = one_line(_message_in(body), 240)
    reason = f"the endpoint answered {status}" + (f": {said}" if said else "")
    if status in (400, 413, 422) and _TOO_LONG.search(said):
        return _ConversationTooLongError(reason)
    if status not in _REPEATABLE and status < 500:
        where = one_line(str(headers.get("location", "")), 120)
        return _TroubleError(reason + (f" (moved to {where})" if where else ""), lasting=True)
    wait = _asked_wait(headers)
    if wait is not None and wait > _LONGEST_WAIT:
        return _TroubleError(f"{reason} (asks to come back in {wait:.0f} seconds)", lasting=True)
    return _TroubleError(reason, wait=wait)


def _message_in(body: bytes) -> str:
    """What an error says in words: code and message where they are in their usual places, the body otherwise."""
    text = body.decode("utf-8", "replace")
    try:
        error = json.loads(text)
    except (ValueError, RecursionError):
        return text
    if isinstance(error, dict) and isinstance(error.get("error"), dict | str):
        error = error["error"]
    if isinstance(error, dict):
        said = [error.get(name) for name in ("code", "type", "message")]
        return " ".join(part for part in said if isinstance(part, str)) or text
    return error if isinstance(error, str) else text


def _asked_wait(headers: Any) -> float | None:
    """Seconds that `Retry-After` asks for (a number, or a date), None where it asks for nothing sensible."""
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        value = headers.get(name)
        if value is None:
            continue
        with suppress(ValueError):
            seconds = float(value) / unit
            return seconds if 0 <= seconds < float("inf") else None
        with suppress(ValueError, TypeError, OverflowError, OSError):
            return max(email.utils.parsedate_to_datetime(value).timestamp() - time.time(), 0.0)
    return None


def _trouble_in(error: Exception) -> _TroubleError:
    """What lies at the bottom of an exception of the client's."""
    bottom: BaseException = error
    for _ in range(8):
        if isinstance(bottom, _TroubleError):
            return bottom
        if bottom.__cause__ is None:
            break
        bottom = bottom.__cause__
    return _TroubleError(f"no connection ({type(bottom).__name__}: {one_line(str(bottom), 160)})")
