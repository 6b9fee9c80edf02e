"""Declares operations: what they take, what they return, what they cost."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from marshmallow import Schema

from service.access.policy import POLICY
from service.http.deprecation import Deprecated
from service.http.json_bodies import JsonBody
from service.http.marshmallow_bodies import MarshmallowBody
from service.http.query_params import KeyHeader
from service.http.response import HttpAnswer

PREFIX: Final = "/v1"
"""The prefix of the paths of all operations."""

Handler = Callable[..., HttpAnswer | Awaitable[HttpAnswer]]


@dataclass(frozen=True)
class RequestSpec:
    """What an operation reads of a request: its query, its body as JSON or as text of another type, its headers.

    `deprecated` are arguments of the query that will be removed, by their names there. `unsaid` are fields of it that
    still work but are not described.
    """

    query: type[Schema] | None = None
    body: JsonBody | MarshmallowBody | None = None
    example: Any = None
    headers: Sequence[type[Schema]] = ()
    text: str | None = None
    deprecated: Mapping[str, Deprecated] = field(default_factory=dict)
    unsaid: Sequence[str] = ()

    @property
    def described_query(self) -> Schema | None:
        """The query as the description has it."""
        return None if self.query is None else self.query(exclude=self.unsaid)


@dataclass(frozen=True)
class ResponseSpec:
    """What an operation returns: a type of the API, or a schema of JSON, or nothing.

    `headers` are those that the response may have; `others` are further responses as (status, type, content type).
    """

    kind: Any
    status: int = 200
    media: str | None = None
    headers: Sequence[str] = ()
    others: Sequence[tuple[int, Any, str]] = ()


@dataclass(frozen=True, eq=False)
class Operation:
    """An operation of the API. `name` identifies it in the policy, the description and the metrics.

    - `problems` are the codes that it can raise beside the usual ones.
    - If it `writes`, it may be retried under an idempotency key.
    - If it `looks` at a game, it gets the game as of now. Others learn only whether it exists and who may act.
    - It `costs` more than a usual one, which takes some milliseconds: about its hundredths of a second, or what it
      stores.
    - If it `keeps` its responses about finished games, cached ones cost nothing, and it calls `kept` itself.
    - If it is `quick`, it can be answered on an event loop: its handler writes at most once, and awaits that.
    - If it is `deprecated`, the description and each of its responses say so.
    """

    method: str
    path: str
    name: str
    handler: Handler
    gives: ResponseSpec
    takes: RequestSpec
    problems: Sequence[str]
    writes: bool
    looks: bool
    costs: int
    quick: bool
    keeps: bool
    deprecated: Deprecated | None = None

    @property
    def headers(self) -> tuple[type[Schema], ...]:
        """The headers that it reads."""
        return (*([KeyHeader] if self.writes else []), *self.takes.headers)

    @property
    def parameters(self) -> set[tuple[str, str]]:
        """The place and the name of each argument outside the path."""
        query = self.takes.described_query
        kinds = [] if query is None else [("query", query)]
        kinds += [("header", kind()) for kind in self.headers]
        return {(place, field.data_key or name) for place, kind in kinds for name, field in kind.fields.items()}


class Operations:
    """The operations that one module declares, in their order."""

    def __init__(self) -> None:
        self._operations: list[Operation] = []

    def __iter__(self) -> Iterator[Operation]:
        return iter(self._operations)

    def operation(
        self,
        method: str,
        path: str,
        name: str,
        gives: ResponseSpec,
        takes: RequestSpec = RequestSpec(),  # it is frozen
        *,
        problems: Sequence[str] = (),
        writes: bool = False,
        looks: bool = True,
        costs: int = 0,
        quick: bool = False,
        keeps: bool = False,
        deprecated: Deprecated | None = None,
    ) -> Callable[[Handler], Handler]:
        """Declare an operation. Its handler gets the Call, then the query and the body if it takes them.

        The arguments are those of Operation. Raises KeyError for a name that the policy does not have.
        """
        if name not in POLICY:
            raise KeyError(f"the policy says nothing of {name}")

        def declare(handler: Handler) -> Handler:
            made = Operation(
                method, path, name, handler, gives, takes, problems, writes, looks, costs, quick, keeps, deprecated
            )
            self._operations.append(made)
            return handler

        return declare


@dataclass(frozen=True)
class OperationTag:
    """The operations under one tag of the description, with a line about their purpose."""

    name: str
    says: str
    parts: tuple[Operations, ...]

    def __iter__(self) -> Iterator[Operation]:
        return (operation for part in self.parts for operation in part)
