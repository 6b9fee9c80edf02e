"""A request as a value, and how its answer is read."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from urllib.parse import parse_qsl, urlsplit

Answer = TypeVar("Answer")
Row = TypeVar("Row")
Query = Mapping[str, str | int | bool | None]


@dataclass(frozen=True)
class Reply:
    """An answer as it came; without a status, the connection was refused or broke."""

    status: int | None
    headers: Mapping[str, str]
    body: bytes = b""


LOST = Reply(None, {})


def in_json(reply: Reply) -> Any:
    """Return the answer as the type that the description declares."""
    return json.loads(reply.body)


@dataclass(frozen=True, kw_only=True)
class Call(Generic[Answer]):
    """A request and the type of its answer. Requests that change something carry a key, so that retries are safe."""

    method: str
    path: str
    query: Query = field(default_factory=dict)
    body: object = None
    headers: Mapping[str, str] = field(default_factory=dict)
    read: Callable[[Reply], Answer] = in_json


@dataclass(frozen=True)
class Page(Generic[Row]):
    """A part of a list, and the query for the rest; None at its end."""

    rows: list[Row]
    onward: Query | None


def page_of(name: str) -> Callable[[Reply], Page[Any]]:
    """Return a reader for a part of a list under this name in the answer; its `Link` leads to the next part."""

    def read(reply: Reply) -> Page[Any]:
        link = re.search('<([^>]*)>; rel="next"', reply.headers.get("link", ""))
        return Page(in_json(reply)[name], None if link is None else dict(parse_qsl(urlsplit(link[1]).query)))

    return read
