"""The requests of both clients, in the form that httpx takes."""

from typing import Any, TypedDict

import httpx

from haricot_client.request import Call

ATTEMPTS = 8
TIMEOUT = httpx.Timeout(10, read=30)  # a stream has a heartbeat every few seconds


class HttpxArguments(TypedDict):
    """The arguments of a request."""

    method: str
    url: str
    params: dict[str, str | int | bool]
    headers: dict[str, str]
    json: Any


def headers_of(token: str | None) -> dict[str, str]:
    """Return the headers that identify the client."""
    return {} if token is None else {"Authorization": f"Bearer {token}"}


def request_of(call: Call[Any]) -> HttpxArguments:
    """Return a call in the form that httpx takes."""
    query = {name: value for name, value in call.query.items() if value is not None}
    return HttpxArguments(method=call.method, url=call.path, params=query, headers=dict(call.headers), json=call.body)
